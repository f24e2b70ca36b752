/* Takes the address of malloc in code: where that is not position independent,
 * the linker makes a PLT entry of the program malloc's address everywhere. */
#include <stdlib.h>

int takes_address(void *(*fn)(size_t));
int takes_address(void *(*fn)(size_t)) { return fn == malloc; }
