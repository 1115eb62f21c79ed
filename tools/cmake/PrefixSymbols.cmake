# Gives every global symbol of the installed libraries the prefix of its layer, so that a program that links them
# may have a stub_reset or a commands of its own: what is internal to a layer is rsp_LAYER__NAME there.
# usage: cmake -DARCHIVES=a;b -DNM=... -DOBJCOPY=... -P PrefixSymbols.cmake. Members stay apart, unlike with ld -r.
# SPDX-License-Identifier: MIT

# What stays: public names, the compilers' own, and what fuzzing engines and the C runtime call.
set(keep "^(rsp_|_|main$|LLVMFuzzer)")

foreach(archive IN LISTS ARCHIVES)
    get_filename_component(layer ${archive} NAME_WE)
    string(REGEX REPLACE "^lib" "" layer ${layer})
    execute_process(COMMAND ${NM} -g --defined-only -P ${archive} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "(^|\n)[^ \n]+ [A-Za-z] " lines "${text}")
    set(map "")
    foreach(line IN LISTS lines)
        string(REGEX REPLACE "^\n?([^ ]+) .*$" "\\1" name "${line}")
        if(NOT name MATCHES "${keep}")
            string(APPEND map "${name} ${layer}__${name}\n")
        endif()
    endforeach()
    file(WRITE ${archive}.renames "${map}")
    execute_process(COMMAND ${OBJCOPY} --redefine-syms=${archive}.renames ${archive} COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE ${archive}.renames)
endforeach()
