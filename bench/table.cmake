# `ninja bench-runtime`: the table of what the runtime must hold, some seven
# minutes; `bench-runtime-quick`: some three. `zeropass-table` only builds its
# program, once with the C library that is there and once with musl.

set(body ${CMAKE_BINARY_DIR}/runtime/zprt-${CMAKE_SYSTEM_PROCESSOR}.bc)
set(flags -std=c11 -O2 -Wall -Wextra -Wmissing-prototypes -fPIE
  --target=${CMAKE_SYSTEM_PROCESSOR}-unknown-linux-gnu
  -falign-functions=64 -falign-loops=32)
# The loops that are timed. The bodies become part of ways.c before it is
# optimised; the shapes are compiled by clang alone and with the plugin.
foreach(libc c musl)
  set(with)
  if(libc STREQUAL c)
    set(with -DWITH_NEW -DWITH_LIBRARY)
  endif()
  set(zp_table_${libc})
  foreach(part ways original rewritten)
    set(source ${CMAKE_CURRENT_SOURCE_DIR}/shapes.c)
    set(depends ${source} table.h)
    if(part STREQUAL ways)
      set(source ${CMAKE_CURRENT_SOURCE_DIR}/ways.c)
      set(more -DZP_EMBEDDED -I${CMAKE_SOURCE_DIR}/runtime/src
        -I${CMAKE_SOURCE_DIR}/runtime/include
        -Xclang -mlink-builtin-bitcode -Xclang ${body})
      set(depends ${source} table.h zprt_bodies ${body})
    elseif(part STREQUAL original)
      set(more -DSIDE=original -DORIGINAL)
    else()
      set(more -DSIDE=rewritten -fpass-plugin=$<TARGET_FILE:ZeroPass>)
      list(APPEND depends ZeroPass)
    endif()
    set(object ${CMAKE_CURRENT_BINARY_DIR}/table-${part}-${libc}.o)
    add_custom_command(OUTPUT ${object}
      COMMAND ${ZEROPASS_CLANG} ${flags} ${with} ${more} -c ${source}
        -o ${object}
      DEPENDS ${depends}
      COMMENT "Compiling the table's loops: ${part}, ${libc}"
      VERBATIM)
    list(APPEND zp_table_${libc} ${object})
  endforeach()
endforeach()

add_executable(zeropass-table EXCLUDE_FROM_ALL
  table.c sample.c probe.c ${zp_table_c})
target_link_libraries(zeropass-table PRIVATE zprt)
set_target_properties(zeropass-table PROPERTIES
  LINKER_LANGUAGE CXX # operator new
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})

find_package(Python3 COMPONENTS Interpreter REQUIRED)
set(table ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/table.py
  $<TARGET_FILE:zeropass-table>)
set(depends zeropass-table)

find_program(ZEROPASS_MUSL_GCC musl-gcc DOC "musl's compiler, for the table")
if(ZEROPASS_MUSL_GCC)
  set(musl ${CMAKE_CURRENT_BINARY_DIR}/zeropass-table-musl)
  set(sources ${CMAKE_CURRENT_SOURCE_DIR}/table.c
    ${CMAKE_CURRENT_SOURCE_DIR}/sample.c ${CMAKE_CURRENT_SOURCE_DIR}/probe.c)
  # The kernel's headers are the system's: musl has none of its own.
  add_custom_command(OUTPUT ${musl}
    COMMAND ${ZEROPASS_MUSL_GCC} -O2 -std=c11
      -idirafter /usr/include
      -idirafter /usr/include/${CMAKE_SYSTEM_PROCESSOR}-linux-gnu
      ${sources} ${zp_table_musl} -o ${musl}
    DEPENDS ${sources} table.h sample.h probe.h ${zp_table_musl}
    COMMENT "Linking the table's program with musl"
    VERBATIM)
  list(APPEND table --musl ${musl})
  list(APPEND depends ${musl})
endif()
add_custom_target(zeropass-table-all DEPENDS ${depends})

foreach(kind "" -quick)
  set(quick)
  if(kind)
    set(quick --quick)
  endif()
  add_custom_target(bench-runtime${kind}
    COMMAND ${table} ${quick} --out ${CMAKE_CURRENT_BINARY_DIR}/runtime${kind}
    DEPENDS ${depends}
    USES_TERMINAL
    VERBATIM)
endforeach()
