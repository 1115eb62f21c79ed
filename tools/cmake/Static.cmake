# One program for every Linux: no shared library, and the suite, profiles, schemas and debuggees linked in.
# The table of data is assembly, a row a file; tools/cli/builtin_data.h has the row in C.
# Debian has no static Zydis, so that the debugger is left out.

macro(rsp_prepare_static)
    if(RSP_DEBUGGER)
        message(FATAL_ERROR "RSP_STATIC needs RSP_DEBUGGER=OFF: the debugger's disassembler, Zydis, is a shared library only")
    endif()
    set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
    enable_language(ASM)
endmacro()

# libpcap can also listen to D-Bus, for which Debian builds it. The program only reads files, and none of this is called.
set(RSP_PCAP_UNUSED bus_add_match bus_get bus_register connection_flush connection_open connection_pop_message
    connection_read_write connection_send connection_set_max_received_size connection_unref error_free error_is_set free
    message_demarshal message_is_signal message_marshal message_unref)

# Appends a row for each file of a folder to the table: `installed` is its path below the prefix.
function(rsp_list_data folder installed is_program)
    set(text "${RSP_DATA_TEXT}")
    set(rows "${RSP_DATA_ROWS}")
    set(files "${RSP_DATA_FILES}")
    foreach(name IN LISTS ARGN)
        list(LENGTH files i)
        list(APPEND files ${folder}/${name})
        string(APPEND text "path_${i}: .asciz \"${installed}/${name}\"\n"
                           "begin_${i}: .incbin \"${folder}/${name}\"\nend_${i}:\n")
        string(APPEND rows "    .quad path_${i}, begin_${i}, end_${i} - begin_${i}, ${is_program}\n")
    endforeach()
    set(RSP_DATA_TEXT "${text}" PARENT_SCOPE)
    set(RSP_DATA_ROWS "${rows}" PARENT_SCOPE)
    set(RSP_DATA_FILES "${files}" PARENT_SCOPE)
endfunction()

# The names below a folder that are there at configuration.
function(rsp_names_below out folder)
    execute_process(COMMAND find . -type f WORKING_DIRECTORY ${folder} OUTPUT_VARIABLE names OUTPUT_STRIP_TRAILING_WHITESPACE
                    COMMAND_ERROR_IS_FATAL ANY)
    string(REPLACE "\n" ";" names "${names}")
    list(TRANSFORM names REPLACE "^\\./" "")
    list(SORT names)
    set(${out} "${names}" PARENT_SCOPE)
endfunction()

function(rsp_make_static target)
    get_property(debuggees GLOBAL PROPERTY RSP_DEBUGGEES)
    set(built ${PROJECT_BINARY_DIR}/corpora)
    set(libexec ${CMAKE_INSTALL_LIBEXECDIR}/stubborn/debuggees)
    rsp_names_below(scenarios ${PROJECT_SOURCE_DIR}/scenarios)
    rsp_names_below(sources ${PROJECT_SOURCE_DIR}/corpora/adapters)
    list(FILTER sources INCLUDE REGEX "\\.c$")
    rsp_list_data(${PROJECT_SOURCE_DIR}/scenarios share/stubborn/scenarios 0 ${scenarios})
    rsp_list_data(${PROJECT_SOURCE_DIR}/corpora/adapters share/stubborn/corpora/adapters 0 ${sources})
    rsp_list_data(${built}/host ${libexec}/host 1 ${debuggees})
    rsp_list_data(${built}/riscv64 ${libexec}/riscv64 1 ${debuggees})
    rsp_list_data(${built}/adapters ${libexec}/adapters 1 chatty plugins plugin.so sample)
    rsp_list_data(${built}/adapters-riscv64 ${libexec}/adapters-riscv64 1 chatty sample)
    list(LENGTH RSP_DATA_FILES num)
    set(table ${CMAKE_CURRENT_BINARY_DIR}/builtin_files.S)
    file(GENERATE OUTPUT ${table} CONTENT "    .section .rodata
${RSP_DATA_TEXT}
    .section .data.rel.ro, \"aw\"
    .balign 8
    .globl rsp_builtin_files
rsp_builtin_files:
${RSP_DATA_ROWS}
    .section .rodata
    .balign 8
    .globl rsp_num_builtin_files
rsp_num_builtin_files: .quad ${num}
    .section .note.GNU-stack, \"\", %progbits
")
    set_source_files_properties(${table} PROPERTIES GENERATED TRUE OBJECT_DEPENDS "${RSP_DATA_FILES}")
    target_sources(${target} PRIVATE ${table})
    add_dependencies(${target} debuggees_riscv debuggees_host)
    # What differs is written anew, so that the version is enough of a name, and a check-out's programs take turns.
    target_compile_definitions(${target} PRIVATE RSP_STATIC="${PROJECT_VERSION}")
    foreach(name IN LISTS RSP_PCAP_UNUSED)
        target_link_options(${target} PRIVATE -Wl,--defsym,dbus_${name}=abort)
    endforeach()
    target_link_libraries(${target} PRIVATE -static-pie) # behind -pie, of which the last one counts
    set_property(TARGET PkgConfig::EDIT APPEND PROPERTY INTERFACE_LINK_LIBRARIES tinfo bsd md)
endfunction()
