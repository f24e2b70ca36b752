/* A program whose rewritten code is in a shared object. */
int who(void);
int main(void) { return who(); }
