# Real debuggers judged by the scenarios in which Stubborn plays the stub, with their baselines. Nearly all of the time they
# wait for a debugger that has gone silent, so several play at a time.
function(rsp_judge_debugger profile program)
    rsp_need_program(found ${program})
    if(NOT found)
        return()
    endif()
    add_test(NAME interop.judge.${profile}
             COMMAND stubborn run --jobs 8 --debugger profile:${profile} ${PROJECT_SOURCE_DIR}/scenarios/debuggers
                     ${PROJECT_SOURCE_DIR}/scenarios/acks/client.yaml)
    set_tests_properties(interop.judge.${profile} PROPERTIES TIMEOUT 600 COST 90)
endfunction()
rsp_judge_debugger(gdb gdb-multiarch)
rsp_judge_debugger(gdb-non-stop gdb-multiarch)
rsp_judge_debugger(lldb lldb-19)
