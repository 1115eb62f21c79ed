# The installed package: libraries and headers (Layers.cmake), rsp.pc, and the CMake package rsp.
# rsp::rsp is all layers together; each layer is also there by its own name (rsp::codec).
# Install rules belong to one of two components: program (unless they say otherwise) and development.
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)

function(rsp_install_package)
    get_property(record GLOBAL PROPERTY RSP_LAYER_RECORD)
    set(libs "")
    set(targets "")
    set(archives librsp_embed_replay.a librsp_embed_suite.a)
    foreach(line IN LISTS record)
        string(REGEX REPLACE "\\|.*" "" name "${line}")
        list(APPEND archives librsp_${name}.a)
        if(name MATCHES "^embed_") # has a main or wants functions of its user: rsp-embed.pc
            continue()
        endif()
        list(PREPEND libs -lrsp_${name}) # users before used: the record is in the order of the layers
        list(APPEND targets rsp_${name})
    endforeach()
    list(JOIN libs " " RSP_PC_LIBS)

    add_custom_target(rsp_development DEPENDS ${targets} rsp_embed_fuzz rsp_embed_replay rsp_embed_suite fuzz_dictionaries)
    add_library(rsp_all INTERFACE)
    set_target_properties(rsp_all PROPERTIES EXPORT_NAME rsp)
    target_link_libraries(rsp_all INTERFACE ${targets})
    install(TARGETS rsp_all EXPORT rsp-targets COMPONENT development)

    set(RSP_HAS_ZLIB OFF)
    set(RSP_PC_ZLIB "")
    if(ZLIB_FOUND)
        set(RSP_HAS_ZLIB ON)
        set(RSP_PC_ZLIB " zlib")
    endif()
    set(RSP_PC_DW "")
    set(RSP_PC_ZYDIS "")
    if(RSP_DEBUGGER)
        set(RSP_PC_DW " libdw")
        set(RSP_PC_ZYDIS " -lZydis")
    endif()
    set(package ${CMAKE_INSTALL_LIBDIR}/cmake/rsp)
    install(EXPORT rsp-targets NAMESPACE rsp:: DESTINATION ${package} COMPONENT development)
    configure_package_config_file(${PROJECT_SOURCE_DIR}/tools/cmake/rsp-config.cmake.in
                                  ${PROJECT_BINARY_DIR}/rsp-config.cmake INSTALL_DESTINATION ${package})
    write_basic_package_version_file(${PROJECT_BINARY_DIR}/rsp-config-version.cmake COMPATIBILITY SameMinorVersion)
    install(FILES ${PROJECT_BINARY_DIR}/rsp-config.cmake ${PROJECT_BINARY_DIR}/rsp-config-version.cmake
            DESTINATION ${package} COMPONENT development)

    file(RELATIVE_PATH RSP_PC_UP /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
    foreach(name rsp rsp-embed rsp-embed-suite)
        configure_file(${PROJECT_SOURCE_DIR}/tools/cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
        install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
    endforeach()

    if(EXISTS ${PROJECT_SOURCE_DIR}/scenarios)
        install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/stubborn)
    endif()
    rsp_install_documents()
    rsp_prefix_installed("${archives}")
    configure_file(${PROJECT_SOURCE_DIR}/tools/cmake/Uninstall.cmake.in ${PROJECT_BINARY_DIR}/Uninstall.cmake @ONLY)
    add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -P ${PROJECT_BINARY_DIR}/Uninstall.cmake VERBATIM
                      COMMENT "Removes what was installed last")
endfunction()

# Behind all other install rules: those run in the order in which they were given.
function(rsp_prefix_installed archives)
    if(NOT CMAKE_NM OR NOT CMAKE_OBJCOPY)
        message(STATUS "no nm or no objcopy: the installed libraries keep the names that are internal to them")
        return()
    endif()
    install(CODE "
        set(paths \"\")
        foreach(name ${archives})
            list(APPEND paths \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/\${name}\")
        endforeach()
        execute_process(COMMAND \"${CMAKE_COMMAND}\" \"-DARCHIVES=\${paths}\" -DNM=${CMAKE_NM} -DOBJCOPY=${CMAKE_OBJCOPY}
                                -P \"${PROJECT_SOURCE_DIR}/tools/cmake/PrefixSymbols.cmake\"
                        COMMAND_ERROR_IS_FATAL ANY)
    " COMPONENT development)
endfunction()

# Documents of the program, and examples and the fuzzers' dictionary for those who build on the libraries.
function(rsp_install_documents)
    install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_SOURCE_DIR}/LICENSE
            DESTINATION ${CMAKE_INSTALL_DOCDIR})
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
            PATTERN examples EXCLUDE PATTERN decisions EXCLUDE PATTERN measurements EXCLUDE)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/librsp-dev
            COMPONENT development)
    install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/librsp-dev COMPONENT development)
    install(FILES ${PROJECT_BINARY_DIR}/harness/fuzzing/targets/rsp.dict DESTINATION ${CMAKE_INSTALL_DATADIR}/stubborn
            COMPONENT development)
endfunction()
