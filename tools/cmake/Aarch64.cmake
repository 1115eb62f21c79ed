# A toolchain for aarch64 Linux on Debian: its cross compiler, and the libraries that tools/dev/sysroot unpacks.
# What the build runs of its own runs under qemu-aarch64. Preset static-aarch64 has it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
set(sysroot ${CMAKE_CURRENT_LIST_DIR}/../../build/sysroot-aarch64)
get_filename_component(sysroot ${sysroot} ABSOLUTE)
# The compiler brings the C library; Debian's headers of all others are in one folder.
set(CMAKE_C_FLAGS_INIT "-idirafter ${sysroot}/usr/include")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L${sysroot}/usr/lib/aarch64-linux-gnu")
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH ${sysroot})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${sysroot})
set(ENV{PKG_CONFIG_LIBDIR} ${sysroot}/usr/lib/aarch64-linux-gnu/pkgconfig:${sysroot}/usr/share/pkgconfig)
