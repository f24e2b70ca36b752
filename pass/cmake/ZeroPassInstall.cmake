# Installs the plugin and what other builds find it by. The runtime's own
# targets are installed and put into ZeroPassTargets by runtime/CMakeLists.txt.
#
# Builds for several LLVM majors can share a prefix: the plugin's file name
# carries the major, everything else is the same.

include(CMakePackageConfigHelpers)

set(ZeroPassPlugin "libZeroPass-${LLVM_VERSION_MAJOR}.so")
set(ZeroPassPackageDir "${CMAKE_INSTALL_LIBDIR}/cmake/ZeroPass")

install(FILES "$<TARGET_FILE:ZeroPass>"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}" RENAME "${ZeroPassPlugin}")

install(EXPORT ZeroPassTargets NAMESPACE ZeroPass::
  DESTINATION "${ZeroPassPackageDir}")
configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/ZeroPassConfig.cmake.in"
  "${CMAKE_BINARY_DIR}/package/ZeroPassConfig.cmake"
  INSTALL_DESTINATION "${ZeroPassPackageDir}"
  PATH_VARS CMAKE_INSTALL_LIBDIR)
# Before 1.0 a minor version may change a name.
write_basic_package_version_file(
  "${CMAKE_BINARY_DIR}/package/ZeroPassConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${CMAKE_BINARY_DIR}/package/ZeroPassConfig.cmake"
  "${CMAKE_BINARY_DIR}/package/ZeroPassConfigVersion.cmake"
  DESTINATION "${ZeroPassPackageDir}")

file(RELATIVE_PATH ZeroPassPcToPrefix
  "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
string(REGEX REPLACE "/$" "" ZeroPassPcToPrefix "${ZeroPassPcToPrefix}")
configure_file("${CMAKE_CURRENT_LIST_DIR}/zeropass.pc.in"
  "${CMAKE_BINARY_DIR}/package/zeropass.pc" @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/package/zeropass.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

if(ZEROPASS_INSTALL_INTO_LLVM)
  # Beside that LLVM's libraries; outside of the prefix, hence by hand.
  install(CODE "
    set(Link \"\$ENV{DESTDIR}${LLVM_LIBRARY_DIR}/libZeroPass.so\")
    message(STATUS \"Installing: \${Link}\")
    get_filename_component(Folder \"\${Link}\" DIRECTORY)
    file(MAKE_DIRECTORY \"\${Folder}\")
    get_filename_component(Prefix \"\${CMAKE_INSTALL_PREFIX}\" ABSOLUTE)
    file(CREATE_LINK \"\${Prefix}/${CMAKE_INSTALL_LIBDIR}/${ZeroPassPlugin}\"
         \"\${Link}\" SYMBOLIC)")
endif()
