# Finds the LLVM that the plugin is built for.
#
# Included before project(), where it settles LLVM_DIR and lets the compilers
# default to that LLVM's clang; zeropass_load_llvm() after project() reads the
# rest. Only headers, definitions and paths are wanted: the plugin links none
# of LLVM's libraries, so the exported targets and the packages that they ask
# for (zlib, zstd, libxml2, terminfo, ...) are kept out of the way. A machine
# with nothing but clang-N and llvm-N-dev is enough.

set(ZEROPASS_LLVM_OLDEST 16)
set(ZEROPASS_LLVM_NEWEST 22)

function(zeropass_llvm_version Dir Out)
  set(Version "")
  if(EXISTS "${Dir}/LLVMConfigVersion.cmake")
    file(STRINGS "${Dir}/LLVMConfigVersion.cmake" Line LIMIT_COUNT 1
         REGEX "PACKAGE_VERSION \"[0-9]")
    string(REGEX REPLACE ".*\"([0-9.]+)[^\"]*\".*" "\\1" Version "${Line}")
  endif()
  set(${Out} "${Version}" PARENT_SCOPE)
endfunction()

# Newest first, wherever the caller's prefixes or Debian's packages put it.
function(zeropass_search_llvm)
  if(NOT CMAKE_PREFIX_PATH STREQUAL "" OR NOT "$ENV{CMAKE_PREFIX_PATH}" STREQUAL "")
    string(REPLACE ":" ";" Prefixes "$ENV{CMAKE_PREFIX_PATH}")
    foreach(Prefix IN LISTS CMAKE_PREFIX_PATH Prefixes)
      if(EXISTS "${Prefix}/lib/cmake/llvm/LLVMConfig.cmake")
        set(LLVM_DIR "${Prefix}/lib/cmake/llvm" CACHE PATH "LLVM's CMake package" FORCE)
        return()
      endif()
    endforeach()
  endif()
  foreach(N RANGE ${ZEROPASS_LLVM_NEWEST} ${ZEROPASS_LLVM_OLDEST} -1)
    foreach(Prefix /usr/lib/llvm-${N} /usr/lib64/llvm${N} /usr/local /usr)
      set(Dir "${Prefix}/lib/cmake/llvm")
      zeropass_llvm_version("${Dir}" Version)
      if(Version MATCHES "^${N}\\." AND EXISTS "${Prefix}/bin/clang")
        set(LLVM_DIR "${Dir}" CACHE PATH "LLVM's CMake package" FORCE)
        return()
      endif()
    endforeach()
  endforeach()
  message(FATAL_ERROR
    "No supported LLVM found: install clang-N and llvm-N-dev for an N from "
    "${ZEROPASS_LLVM_OLDEST} to ${ZEROPASS_LLVM_NEWEST}, or pass "
    "-DLLVM_DIR=<prefix>/lib/cmake/llvm.")
endfunction()

if(NOT LLVM_DIR)
  zeropass_search_llvm()
elseif(EXISTS "${LLVM_DIR}/lib/cmake/llvm/LLVMConfig.cmake")
  # A prefix will do as well.
  set(LLVM_DIR "${LLVM_DIR}/lib/cmake/llvm" CACHE PATH "LLVM's CMake package" FORCE)
endif()

zeropass_llvm_version("${LLVM_DIR}" ZEROPASS_LLVM_VERSION)
string(REGEX MATCH "^[0-9]+" ZEROPASS_LLVM_MAJOR "${ZEROPASS_LLVM_VERSION}")
if(NOT ZEROPASS_LLVM_MAJOR)
  message(FATAL_ERROR
    "LLVM_DIR=${LLVM_DIR} holds no LLVMConfig.cmake: name the folder "
    "<prefix>/lib/cmake/llvm of an LLVM ${ZEROPASS_LLVM_OLDEST} to "
    "${ZEROPASS_LLVM_NEWEST}.")
elseif(ZEROPASS_LLVM_MAJOR LESS ZEROPASS_LLVM_OLDEST OR
       ZEROPASS_LLVM_MAJOR GREATER ZEROPASS_LLVM_NEWEST)
  message(FATAL_ERROR
    "LLVM ${ZEROPASS_LLVM_VERSION} is not supported: ZeroPass builds for LLVM "
    "${ZEROPASS_LLVM_OLDEST} to ${ZEROPASS_LLVM_NEWEST}; point LLVM_DIR at one "
    "of these.")
endif()

get_filename_component(ZEROPASS_LLVM_PREFIX "${LLVM_DIR}/../../.." ABSOLUTE)
if(NOT EXISTS "${ZEROPASS_LLVM_PREFIX}/bin/clang")
  message(FATAL_ERROR
    "${ZEROPASS_LLVM_PREFIX}/bin/clang is missing: install clang-"
    "${ZEROPASS_LLVM_MAJOR}, which builds the runtime's bitcode.")
endif()
set(ZEROPASS_CLANG "${ZEROPASS_LLVM_PREFIX}/bin/clang")

if(NOT CMAKE_C_COMPILER AND NOT DEFINED ENV{CC})
  set(CMAKE_C_COMPILER "${ZEROPASS_CLANG}")
endif()
if(NOT CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX})
  set(CMAKE_CXX_COMPILER "${ZEROPASS_LLVM_PREFIX}/bin/clang++")
endif()

# Reads LLVM's paths and definitions into the caller's scope.
function(zeropass_load_llvm)
  foreach(Package FFI Terminfo LibEdit ZLIB zstd LibXml2 CURL httplib)
    set(CMAKE_DISABLE_FIND_PACKAGE_${Package} TRUE)
  endforeach()
  # LLVMConfig.cmake loads its exported targets, each with a check that its
  # file is there, unless this one exists.
  if(NOT TARGET LLVMSupport)
    add_library(LLVMSupport INTERFACE IMPORTED)
  endif()
  find_package(LLVM REQUIRED CONFIG PATHS "${LLVM_DIR}" NO_DEFAULT_PATH)
  message(STATUS "ZeroPass for LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")
  separate_arguments(Definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  set(LLVM_DEFINITIONS_LIST "${Definitions}" PARENT_SCOPE)
  foreach(Name LLVM_INCLUDE_DIRS LLVM_TOOLS_BINARY_DIR LLVM_LIBRARY_DIR
               LLVM_PACKAGE_VERSION LLVM_VERSION_MAJOR)
    set(${Name} "${${Name}}" PARENT_SCOPE)
  endforeach()
endfunction()
