# One static library per layer, its public headers, its tests, and the record that the layering test reads.
# rsp_add_layer(NAME HEADERS ... SHARED ... GENERATED header... GROUPS folder... SOURCES ... DEPS layer... LIBS system-target...)
# HEADERS are installed and stand in include/rsp; SHARED ones stand beside their code, for the layers above: "LAYER/x.h".
# GENERATED headers are outputs of custom commands in build/include/rsp.
# GROUPS are folders of files that know each other: "x.h" of another group is found as if it stood beside.
# rsp_add_test(LAYER NAME [SOURCES extra.c...] [LIBS target...]) adds test_NAME.c of the calling folder to the tests of that layer.

set_property(GLOBAL PROPERTY RSP_LAYER_RECORD "")

# Two hundred programs are linked for the tests: the usual linker takes 1.75 s of processor time for a large one, gold 0.86 s, lld 0.52 s.
# What is packaged is linked by the usual one.
if(NOT DEFINED RSP_LINKER)
    find_program(RSP_PROGRAM_lld ld.lld)
    find_program(RSP_PROGRAM_gold ld.gold)
    set(RSP_LINKER "")
    if(RSP_PROGRAM_lld)
        set(RSP_LINKER lld)
    elseif(RSP_PROGRAM_gold)
        set(RSP_LINKER gold)
    endif()
endif()

function(rsp_set_flags target)
    set_target_properties(${target} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
                                               POSITION_INDEPENDENT_CODE ON)
    target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:${RSP_WARNINGS}>)
    if(RSP_PACKAGE)
        rsp_harden(${target})
    endif()
    get_target_property(type ${target} TYPE)
    if(RSP_SANITIZE AND type STREQUAL "EXECUTABLE")
        # Tests start thousands of programs. At fixed addresses and with the sanitizers' code linked in, a start takes two thirds
        # of the time: nothing is relocated, and half as many pages are touched.
        target_link_options(${target} PRIVATE -no-pie $<$<C_COMPILER_ID:GNU>:-static-libasan> $<$<C_COMPILER_ID:GNU>:-static-libubsan>)
    endif()
    if(RSP_LINKER AND NOT RSP_PACKAGE AND type STREQUAL "EXECUTABLE")
        target_link_options(${target} PRIVATE -fuse-ld=${RSP_LINKER})
    endif()
endfunction()

function(rsp_add_layer name)
    cmake_parse_arguments(L "" "" "HEADERS;SHARED;GENERATED;GROUPS;SOURCES;DEPS;LIBS" ${ARGN})
    set(target rsp_${name})
    cmake_path(GET CMAKE_CURRENT_SOURCE_DIR PARENT_PATH house) # "LAYER/x.h" is found there
    set(generated ${L_GENERATED})
    list(TRANSFORM generated PREPEND ${PROJECT_BINARY_DIR}/include/rsp/)
    add_library(${target} STATIC ${L_SOURCES} ${generated})
    add_library(rsp::${name} ALIAS ${target})
    rsp_set_flags(${target})
    target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                $<BUILD_INTERFACE:${house}>
                                                $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
                                                $<INSTALL_INTERFACE:include>)
    # In quotes only: the stub has a memory.h, and so has the system.
    set(quoted "SHELL:-iquote ${CMAKE_CURRENT_SOURCE_DIR}")
    foreach(group IN LISTS L_GROUPS)
        list(APPEND quoted "SHELL:-iquote ${CMAKE_CURRENT_SOURCE_DIR}/${group}")
    endforeach()
    set_target_properties(${target} PROPERTIES RSP_QUOTED "${quoted}") # for its tests and fuzz targets, too
    if(L_GROUPS)
        target_compile_options(${target} PRIVATE ${quoted})
    endif()
    foreach(dep IN LISTS L_DEPS)
        target_link_libraries(${target} PUBLIC rsp_${dep})
    endforeach()
    target_link_libraries(${target} PUBLIC ${L_LIBS})
    rsp_record_layer(${name} "${L_HEADERS}" "${L_SHARED}" "${L_DEPS}" ${L_GENERATED})
endfunction()

# Installs the library rsp_NAME and its headers, and writes it into the record. Generated headers come last.
function(rsp_record_layer name headers_list shared_list deps_list)
    set(target rsp_${name})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    install(TARGETS ${target} EXPORT rsp-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
    foreach(header IN LISTS headers_list)
        install(FILES ${PROJECT_SOURCE_DIR}/include/rsp/${header} DESTINATION include/rsp COMPONENT development)
    endforeach()
    foreach(header IN LISTS ARGN)
        install(FILES ${PROJECT_BINARY_DIR}/include/rsp/${header} DESTINATION include/rsp COMPONENT development)
    endforeach()
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
    string(REPLACE ";" "," deps "${deps_list}")
    list(APPEND headers_list ${ARGN})
    string(REPLACE ";" "," headers "${headers_list}")
    string(REPLACE ";" "," shared "${shared_list}")
    set_property(GLOBAL APPEND PROPERTY RSP_LAYER_RECORD "${name}|${folder}|${deps}|${headers}|${shared}|$<TARGET_FILE:${target}>")
endfunction()

# Test files of a layer are one program, test_LAYER: the main of test_NAME.c is compiled as test_NAME, and ctest runs
# each by itself. A program per file would be linked anew for each change of a library.
function(rsp_add_test layer name)
    cmake_parse_arguments(T "" "" "SOURCES;LIBS" ${ARGN})
    set(target test_${layer})
    set(support ${PROJECT_SOURCE_DIR}/tests/support)
    set(file ${CMAKE_CURRENT_SOURCE_DIR}/test_${name}.c)
    if(NOT TARGET ${target})
        add_executable(${target} ${support}/test_main.c)
        rsp_set_flags(${target})
        # Tests see the private headers of their layer, in quotes only: the machine has a wait.h, and so has the system.
        target_include_directories(${target} PRIVATE ${support} ${CMAKE_CURRENT_BINARY_DIR})
        # A test's own code takes no time: the compiler's takes a third less so.
        target_compile_options(${target} PRIVATE -O0 "$<TARGET_PROPERTY:rsp_${layer},RSP_QUOTED>")
        target_link_libraries(${target} PRIVATE rsp_${layer} PkgConfig::CMOCKA)
        file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/test_names.h
             CONTENT "#define RSP_TESTS(X) $<JOIN:$<TARGET_PROPERTY:${target},RSP_TESTS>, >\n")
    endif()
    set_property(TARGET ${target} APPEND PROPERTY RSP_TESTS "X(${name})")
    set_source_files_properties(${file} PROPERTIES COMPILE_DEFINITIONS main=test_${name}
                                                   COMPILE_OPTIONS "-include;${support}/test_entry.h")
    target_sources(${target} PRIVATE ${file} ${T_SOURCES})
    target_link_libraries(${target} PRIVATE ${T_LIBS})
    add_test(NAME ${layer}.${name} COMMAND ${target} ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${layer}.${name} PROPERTIES TIMEOUT 300 ENVIRONMENT_MODIFICATION ASAN_OPTIONS=unset:)
endfunction()

# rsp_needs_faults(TEST...): these tests of this folder ask for a deliberate fault, and do not run in a build without any.
function(rsp_needs_faults)
    if(RSP_FAULTS)
        return()
    endif()
    set_tests_properties(${ARGN} PROPERTIES DISABLED TRUE)
    string(REPLACE ";" ", " tests "${ARGN}")
    message(STATUS "Built without faults, so that these tests do not run: ${tests}")
endfunction()

# rsp_needs_debugger(TEST...): these tests of this folder ask for the debugger, and do not run in a build without it.
function(rsp_needs_debugger)
    if(RSP_DEBUGGER)
        return()
    endif()
    set_tests_properties(${ARGN} PROPERTIES DISABLED TRUE)
    string(REPLACE ";" ", " tests "${ARGN}")
    message(STATUS "Built without the debugger, so that these tests do not run: ${tests}")
endfunction()

# Writes build/layers.txt: one line a layer, name|folder|deps|headers|shared|archive.
function(rsp_write_layer_record)
    get_property(record GLOBAL PROPERTY RSP_LAYER_RECORD)
    string(REPLACE ";" "\n" text "${record}")
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/layers.txt CONTENT "${text}\n")
endfunction()
