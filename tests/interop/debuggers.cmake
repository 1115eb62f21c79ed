# Real debuggers judged by the scenarios in which Stubborn plays the stub, with their baselines.
function(rsp_judge_debugger profile program)
    rsp_need_program(found ${program})
    if(NOT found)
        return()
    endif()
    add_test(NAME interop.judge.${profile}
             COMMAND stubborn run --debugger profile:${profile} ${PROJECT_SOURCE_DIR}/scenarios/debuggers
                     ${PROJECT_SOURCE_DIR}/scenarios/acks/client.yaml)
    set_tests_properties(interop.judge.${profile} PROPERTIES TIMEOUT 600)
endfunction()
rsp_judge_debugger(gdb gdb-multiarch)
rsp_judge_debugger(gdb-non-stop gdb-multiarch)
rsp_judge_debugger(lldb lldb-19)
