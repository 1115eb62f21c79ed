# The debugger's rows of the table in fuzz/CMakeLists.txt: name, max_len, layers, further sources.
set(RSP_FUZZ_DEBUGGER_TARGETS
    "condition|1024|condition,stub|condition_input.c"
    "trampoline|1024|condition,stub|condition_input.c"
    "debug_file|8192|dwarf|"
    "dap_adapter|4096|dap_adapter,dap,link,stub_machine,programs|adapter_session.c,adapter_stub.c,scripted_editor.c"
    "dap_lies|4096|dap_adapter,dap,link,stub_machine,programs|adapter_session.c,adapter_stub.c,scripted_editor.c")
