# What tools/dev/package builds: hardened programs, and Debian packages of the two components.
# Paths of the machine that builds and the time of the build are in none of it, so two builds give the same bytes.
include(CheckPIESupported)

# Before the first target. A macro: RSP_PREFIX_MAP is also a flag of the RISC-V programs, which have their own command line.
macro(rsp_prepare_packages)
    set(RSP_PREFIX_MAP -ffile-prefix-map=${PROJECT_BINARY_DIR}=/usr/src/stubborn/build
                       -ffile-prefix-map=${PROJECT_SOURCE_DIR}=/usr/src/stubborn
                       # Debuggees name their sources where these are installed: breakpoints are set by that path.
                       -ffile-prefix-map=${PROJECT_SOURCE_DIR}/corpora=/usr/share/stubborn/corpora)
    check_pie_supported(LANGUAGES C)
    add_compile_options(${RSP_PREFIX_MAP})
endmacro()

# Position independent, addresses resolved and then read-only at the start, checked stack and library calls.
function(rsp_harden target)
    target_compile_options(${target} PRIVATE -fstack-protector-strong -fstack-clash-protection)
    target_compile_definitions(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:_FORTIFY_SOURCE=2>)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
        target_link_options(${target} PRIVATE -Wl,-z,relro,-z,now -s)
    endif()
endfunction()

# Everything that CPack needs for both packages, named as Debian names them: librsp-dev, stubborn.
function(rsp_make_packages)
    if(RSP_PACKAGE) # Debian's name for the licence, and what pages contain where plots are built
        install(FILES ${PROJECT_BINARY_DIR}/reports/npm/node_modules/uplot/LICENSE OPTIONAL
                DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/stubborn RENAME uplot-LICENSE)
        install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/stubborn RENAME copyright)
        install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/librsp-dev RENAME copyright
                COMPONENT development)
    endif()

    set(CPACK_GENERATOR DEB)
    set(CPACK_PACKAGE_NAME stubborn)
    set(CPACK_PACKAGE_VENDOR "Stubborn")
    set(CPACK_PACKAGE_CONTACT "Stubborn maintainers <stubborn@localhost>")
    set(CPACK_VERBATIM_VARIABLES ON)
    set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
    set(CPACK_COMPONENTS_ALL program development)
    set(CPACK_DEB_COMPONENT_INSTALL ON)
    set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
    set(CPACK_DEBIAN_PACKAGE_SECTION devel)
    set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
    set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
        WORLD_EXECUTE)
    set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/tools/cmake/PackageTimes.cmake)

    set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME stubborn)
    set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
    set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "The program judges stubs and debuggers by a suite of scenarios, fuzzes
stubs, measures recorded sessions, and shows what debugging costs.")
    set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "gdb-multiarch, lldb, wireshark")

    set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME librsp-dev)
    set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
    set(debugger "")
    if(RSP_DEBUGGER)
        set(debugger " libdw-dev, libzydis-dev,")
    endif()
    set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libyaml-dev, libjansson-dev, libexpat1-dev, libelf-dev,${debugger} libpcap-dev, libedit-dev, zlib1g-dev")
    set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "stubborn (= ${PROJECT_VERSION}), pkg-config")
    set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "The library for stubs, debuggers and checkers in C: headers, static
libraries, examples, a dictionary for fuzzers, and files for pkg-config
and CMake.")
    set(CPACK_COMPONENT_PROGRAM_DEPENDS "")
    set(CPACK_COMPONENT_DEVELOPMENT_DEPENDS "")
    include(CPack)
endfunction()
