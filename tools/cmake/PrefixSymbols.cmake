# Gives every global symbol of the installed libraries the prefix of its layer, so that a program that links them
# may have a stub_reset or a commands of its own: what is internal to a layer is rsp_LAYER__NAME there.
# usage: cmake -DARCHIVES=a;b -DNM=... -DOBJCOPY=... -P PrefixSymbols.cmake. Members stay apart, unlike with ld -r.
# SPDX-License-Identifier: MIT

# What stays: public names, the compilers' own, and what fuzzing engines and the C runtime call.
set(keep "^(rsp_|_|main$|LLVMFuzzer)")

# A function that one layer shares with another (client's with the debugger) is renamed in both.
set(map "")
foreach(archive IN LISTS ARCHIVES)
    get_filename_component(layer ${archive} NAME_WE)
    string(REGEX REPLACE "^lib" "" layer ${layer})
    execute_process(COMMAND ${NM} -g --defined-only -P ${archive} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "(^|\n)[^ \n]+ [A-Za-z] " lines "${text}")
    foreach(line IN LISTS lines)
        string(REGEX REPLACE "^\n?([^ ]+) .*$" "\\1" name "${line}")
        if(name MATCHES "${keep}")
            continue()
        endif()
        if(DEFINED layer_of_${name})
            message(FATAL_ERROR "${name} is a function of ${layer_of_${name}} and of ${layer}: rename one")
        endif()
        set(layer_of_${name} ${layer})
        string(APPEND map "${name} ${layer}__${name}\n")
    endforeach()
endforeach()
foreach(archive IN LISTS ARCHIVES)
    file(WRITE ${archive}.renames "${map}")
    execute_process(COMMAND ${OBJCOPY} --redefine-syms=${archive}.renames ${archive} COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE ${archive}.renames)
endforeach()
