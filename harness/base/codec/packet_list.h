/* The list of packets: what each is called, how it is recognised, what it does and what answers it.
 * Enum, lookup, dispatch, decoder, rules, fuzz grammar and packet reference come from it (rsp/packets.h).
 * Source: GDB manual, appendix on the Remote Protocol; LLDB gdb-remote extensions. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PACKET_LIST_H
#define RSP_PACKET_LIST_H

/* X(id, name, match, delimiter, arguments, states, feature, requirements, handler,
 *   effect, hazard, reply, reply_requirements, title)
 *
 * name, match, delimiter: how a request is recognised (rsp_match). Rows are sorted by name, bytewise: the
 *   lookup relies on it, and a test checks it.
 * arguments: the schema of what follows name and delimiter. Words are fields, every other character stands
 *   for itself, a blank for nothing; 'x' is literal text, [..] optional, {..} any number of times. Fields:
 *   addr len num kind  hexadecimal number        dec     decimal number
 *   sig   two hex digits                         flag    0 or 1
 *   op    one letter (H: c or g)                 type    one hex digit
 *   mode  S or C                                 perm    some of r w x
 *   id    thread-id                              pid     process id without p
 *   hex   bytes, two digits each                 bin     binary data to the end, escaped
 *   text  anything to the end                    annex   anything up to the next literal
 *   json  JSON text, escaped                     features  feature list
 *   action  one vCont action                     conds   X<len>,<hex>...
 *   ranges  MultiMemRead ranges                  breakpoints  Z/z requests joined by ;
 *   global  <frame>;<index>, or <index>;instance:<id>;
 *   enable  E or D                               collects  actions of a tracepoint: R, M and X
 * states: where the request makes sense (rsp_packet_state). Without a process the stub answers E03 to all but
 *   ANY; a handler of these finds out by itself whether there is one.
 * feature: the qSupported name with which a stub announces the packet, or NULL.
 * requirements: ids separated by blanks; "A-001..003" is a range.
 * handler: an identifier that only the stub's dispatch expands. NONE: the reference stub does not implement
 *   the packet and sends the empty reply.
 * effect: what the request does (rsp_effect). hazard: the harm it can do to the stub's machine (rsp_harm).
 * reply: the form of a good reply (rsp_reply_form). reply_requirements: what a reply of another form breaks.
 * title: what to call it where the name says little, or NULL. */
/* clang-format off */
#define RSP_PACKET_LIST(X) \
    X(EXTENDED, "!", EXACT, 0, "", ANY, NULL, "EXT-001", extended_mode, \
      SWITCHES, SAFE, OK, "EXT-001", "extended mode") \
    X(REASON, "?", EXACT, 0, "", ANY, NULL, "STOP-001..023 NONSTOP-022..026", stop_reason, \
      READS, SAFE, STOPPED_OR_OK, "STOP-001 NONSTOP-024", "why did the target stop?") \
    X(ARGUMENTS, "A", HEX, 0, "{dec,dec,hex[,]}", ANY, NULL, "LLDB-025", arguments, \
      STARTS, RUN, OK, "LLDB-025", NULL) \
    X(BREAKPOINT_OLD, "B", HEX, 0, "addr,mode", LIVE, NULL, "RUN-008", NONE, \
      WRITES, SAFE, FREE, "", NULL) \
    X(CONTINUE_SIGNAL, "C", PREFIX, 0, "sig[;addr]", STOPPED, NULL, "RUN-003..007 SIG-006", continue_signal, \
      RESUMES, SAFE, RUN, "RUN-003 NONSTOP-007", "continue with a signal") \
    X(DETACH, "D", DELIM, ';', "[pid]", ANY, NULL, "DET-001..006 MP-013..015", detach, \
      ENDS, SAFE, OK, "DET-001", "detach") \
    X(DETACH_STOPPED, "D1", DELIM, ';', "[pid]", LIVE, NULL, "DET-005", detach_stopped, \
      ENDS, SAFE, FREE, "", "detach and stay stopped") \
    X(FILE_IO_REPLY, "F", PREFIX, 0, "num[,num[,'C'[;bin]]]", ANY, NULL, "FILEIO-001..004", file_io_reply, \
      FETCHES, SAFE, FREE, "", NULL) \
    X(WRITE_REGISTERS, "G", PREFIX, 0, "hex[;'thread':id;]", STOPPED, NULL, "REG-002..008 LLDB-001", write_registers, \
      WRITES, SAFE, OK, "REG-002", "write all registers") \
    X(SELECT_THREAD, "H", PREFIX, 0, "op id", LIVE, NULL, "THR-007..012 MP-003..006", select_thread, \
      SELECTS, SAFE, OK, "THR-007", NULL) \
    X(CYCLE_STEP_SIGNAL, "I", HEX, 0, "[sig]", STOPPED, NULL, "RUN-008", NONE, \
      RESUMES, SAFE, RUN, "RUN-008", NULL) \
    X(JC, "Jc", HEX, 0, "num", ANY, NULL, "", NONE, \
      SELECTS, SAFE, FREE, "", "the core to show (OpenOCD)") \
    X(WRITE_MEMORY, "M", PREFIX, 0, "addr,len:hex[;'address_space':num;['thread':id;]]", LIVE, NULL, "MEM-006..009 ROBUST-012", write_memory, \
      WRITES, SAFE, OK, "MEM-006", NULL) \
    X(MULTI_RESERVED, "Multi", PREFIX, 0, "[text]", ANY, NULL, "STD-001 FRAME-018", NONE, \
      READS, SAFE, FREE, "", NULL) \
    X(MULTI_BREAKPOINT, "MultiBreakpoint", DELIM, ':', "breakpoints", ANY, "MultiBreakpoint", "MBP-RFC-001..013", multi_breakpoint, \
      WRITES, SAFE, RESULTS, "MBP-RFC-001", NULL) \
    X(MULTI_MEM_READ, "MultiMemRead", DELIM, ':', "'ranges':ranges", ANY, "MultiMemRead", "MMR-001..031 MMR-RFC-001..014", multi_mem_read, \
      READS, SAFE, RANGES, "MMR-001", NULL) \
    X(WRITE_REGISTER, "P", PREFIX, 0, "num=hex[;'thread':id;]", STOPPED, NULL, "REG-005..010 REG-017 LLDB-001", write_register, \
      WRITES, SAFE, OK, "REG-005", "write register") \
    X(QAGENT, "QAgent", DELIM, ':', "flag", ANY, "QAgent", "", NONE, \
      SETS, SAFE, FREE, "", NULL) \
    X(QALLOW, "QAllow", DELIM, ':', "text", ANY, "QAllow", "", NONE, \
      SETS, SAFE, FREE, "", NULL) \
    X(QCATCH_SYSCALLS, "QCatchSyscalls", DELIM, ':', "flag{;num}", ANY, "QCatchSyscalls", "SIG-005 STOP-018", catch_syscalls, \
      SETS, SAFE, OK, "SIG-005", NULL) \
    X(QDISABLE_RANDOMIZATION, "QDisableRandomization", DELIM, ':', "flag", ANY, "QDisableRandomization", "EXT-010", disable_randomization, \
      SETS, SAFE, OK, "EXT-010", NULL) \
    X(QENABLE_COMPRESSION, "QEnableCompression", DELIM, ':', "text", ANY, "SupportedCompressions", "LLDB-015..016", enable_compression, \
      SWITCHES, SAFE, OK, "LLDB-015", NULL) \
    X(QENABLE_ERROR_STRINGS, "QEnableErrorStrings", EXACT, 0, "", ANY, NULL, "LLDB-014", enable_error_strings, \
      SWITCHES, SAFE, OK, "LLDB-014", NULL) \
    X(QENVIRONMENT, "QEnvironment", DELIM, ':', "text", ANY, NULL, "EXT-011..012", environment_plain, \
      SETS, SAFE, FREE, "", NULL) \
    X(QENVIRONMENT_HEX, "QEnvironmentHexEncoded", DELIM, ':', "hex", ANY, "QEnvironmentHexEncoded", "EXT-011..012", environment_set, \
      SETS, SAFE, OK, "EXT-011", NULL) \
    X(QENVIRONMENT_RESET, "QEnvironmentReset", EXACT, 0, "", ANY, "QEnvironmentReset", "EXT-011", environment_reset, \
      SETS, SAFE, OK, "EXT-011", NULL) \
    X(QENVIRONMENT_UNSET, "QEnvironmentUnset", DELIM, ':', "hex", ANY, "QEnvironmentUnset", "EXT-011", environment_unset, \
      SETS, SAFE, OK, "EXT-011", NULL) \
    X(QLAUNCH_ARCH, "QLaunchArch", DELIM, ':', "text", ANY, NULL, "", NONE, \
      SETS, PLATFORM, FREE, "", NULL) \
    X(QLIST_THREADS, "QListThreadsInStopReply", EXACT, 0, "", ANY, NULL, "LLDB-011", list_threads, \
      SWITCHES, SAFE, OK, "LLDB-011", NULL) \
    X(QMEM_TAGS_WRITE, "QMemTags", DELIM, ':', "addr,len:num:hex", LIVE, "memory-tagging", "QRY-008", set_mem_tags, \
      WRITES, SAFE, OK, "QRY-008", NULL) \
    X(QNON_STOP, "QNonStop", DELIM, ':', "flag", ANY, "QNonStop", "NONSTOP-001..006 NONSTOP-035", non_stop, \
      SWITCHES, LASTING, OK, "NONSTOP-001", "non-stop mode") \
    X(QPASS_SIGNALS, "QPassSignals", DELIM, ':', "[num{;num}]", ANY, "QPassSignals", "SIG-001..003", pass_signals, \
      SETS, SAFE, OK, "SIG-001", NULL) \
    X(QPROGRAM_SIGNALS, "QProgramSignals", DELIM, ':', "[num{;num}]", ANY, "QProgramSignals", "SIG-004 DET-002", program_signals, \
      SETS, SAFE, OK, "SIG-004", NULL) \
    X(QRESTORE_REGISTERS, "QRestoreRegisterState", DELIM, ':', "dec[;'thread':id;]", STOPPED, NULL, "LLDB-012", restore_registers, \
      WRITES, SAFE, OK, "LLDB-012", NULL) \
    X(QSAVE_REGISTERS, "QSaveRegisterState", DELIM, ';', "['thread':id;]", STOPPED, NULL, "LLDB-012", save_registers, \
      WRITES, SAFE, DECIMAL, "LLDB-012", NULL) \
    X(QSET_DETACH_ON_ERROR, "QSetDetachOnError", DELIM, ':', "flag", ANY, NULL, "LLDB-034", set_detach_on_error, \
      SWITCHES, SAFE, FREE, "", NULL) \
    X(QSET_DISABLE_ASLR, "QSetDisableASLR", DELIM, ':', "flag", ANY, NULL, "", disable_randomization, \
      SETS, SAFE, FREE, "", NULL) \
    X(QSET_ASYNC_PROFILING, "QSetEnableAsyncProfiling", DELIM, ';', "text", ANY, NULL, "", NONE, \
      SETS, SAFE, OK, "LLDB-044", NULL) \
    X(QSET_IGNORED_EXCEPTIONS, "QSetIgnoredExceptions", DELIM, ':', "text", ANY, NULL, "", NONE, \
      SETS, SAFE, OK, "LLDB-044", NULL) \
    X(QSET_LOGGING, "QSetLogging", DELIM, ':', "text", ANY, NULL, "", NONE, \
      SETS, SAFE, FREE, "", NULL) \
    X(QSET_MAX_PACKET, "QSetMaxPacketSize", DELIM, ':', "num", ANY, NULL, "", NONE, \
      SWITCHES, SAFE, FREE, "", NULL) \
    X(QSET_MAX_PAYLOAD, "QSetMaxPayloadSize", DELIM, ':', "num", ANY, NULL, "", NONE, \
      SWITCHES, SAFE, FREE, "", NULL) \
    X(QSET_PROCESS_EVENT, "QSetProcessEvent", DELIM, ':', "text", ANY, NULL, "", NONE, \
      SETS, SAFE, OK, "LLDB-044", NULL) \
    X(QSET_STDERR, "QSetSTDERR", DELIM, ':', "hex", ANY, NULL, "LLDB-024", set_stderr, \
      SETS, RUN, FREE, "", NULL) \
    X(QSET_STDIN, "QSetSTDIN", DELIM, ':', "hex", ANY, NULL, "LLDB-024", set_stdin, \
      SETS, RUN, FREE, "", NULL) \
    X(QSET_STDIO_SIZE, "QSetSTDIOWindowSize", DELIM, ':', "'cols='dec;'rows='dec[;]", ANY, NULL, "LLDB-045", set_terminal_size, \
      SETS, RUN, OK, "LLDB-045", "size of the program's terminal") \
    X(QSET_STDOUT, "QSetSTDOUT", DELIM, ':', "hex", ANY, NULL, "LLDB-024", set_stdout, \
      SETS, RUN, FREE, "", NULL) \
    X(QSET_WORKING_DIR, "QSetWorkingDir", DELIM, ':', "[hex]", ANY, "QSetWorkingDir", "EXT-013", set_working_dir, \
      SETS, SAFE, OK, "EXT-013", NULL) \
    X(QSTART_NO_ACK_MODE, "QStartNoAckMode", EXACT, 0, "", ANY, "QStartNoAckMode", "NOACK-001..009", start_no_ack_mode, \
      SWITCHES, LASTING, OK, "NOACK-001", "no more acks") \
    X(QSTARTUP_WITH_SHELL, "QStartupWithShell", DELIM, ':', "flag", ANY, "QStartupWithShell", "EXT-014", startup_with_shell, \
      SETS, SAFE, OK, "EXT-014", NULL) \
    X(QSYNC_THREAD_STATE, "QSyncThreadState", DELIM, ':', "num;", LIVE, NULL, "", NONE, \
      SETS, SAFE, FREE, "", NULL) \
    X(QT_BUFFER, "QTBuffer", DELIM, ':', "[text]", ANY, NULL, "TRACE-021", trace_buffer_other, \
      SETS, SAFE, FREE, "", NULL) \
    X(QT_BUFFER_CIRCULAR, "QTBuffer:circular", DELIM, ':', "flag", ANY, NULL, "TRACE-022", trace_circular, \
      SETS, SAFE, OK, "TRACE-022", "circular trace buffer") \
    X(QT_BUFFER_SIZE, "QTBuffer:size", DELIM, ':', "[-]num", ANY, "QTBuffer:size", "TRACE-021", trace_buffer_size, \
      SETS, SAFE, OK, "TRACE-021", "size of the trace buffer") \
    X(QT_DP, "QTDP", DELIM, ':', "num:addr:enable:num:num[:conds][-]", ANY, NULL, "TRACE-003 TRACE-006..009", trace_define, \
      WRITES, SAFE, OK, "TRACE-003", "define a tracepoint") \
    X(QT_DP_MORE, "QTDP:-", PREFIX, 0, "num:addr:[S]collects[-]", ANY, NULL, "TRACE-003 TRACE-005 TRACE-010..014", trace_extend, \
      WRITES, SAFE, OK, "TRACE-005", "actions of a tracepoint") \
    X(QT_DPSRC, "QTDPsrc", DELIM, ':', "num:addr:annex:num:num:[hex]", ANY, "TracepointSource", "TRACE-018", trace_source, \
      WRITES, SAFE, OK, "TRACE-018", "source of a tracepoint") \
    X(QT_DV, "QTDV", DELIM, ':', "num:num:flag:[hex]", ANY, "TraceStateVariables", "TRACE-015 TRACE-017", trace_variable, \
      WRITES, SAFE, OK, "TRACE-015", "define a trace state variable") \
    X(QT_DISABLE, "QTDisable", DELIM, ':', "num:addr", ANY, NULL, "TRACE-009", trace_disable, \
      WRITES, SAFE, OK, "TRACE-009", "disable a tracepoint") \
    X(QT_DISCONNECTED, "QTDisconnected", DELIM, ':', "flag", ANY, "DisconnectedTracing", "TRACE-026", trace_disconnected, \
      SETS, SAFE, OK, "TRACE-026", "trace on without a client?") \
    X(QT_ENABLE, "QTEnable", DELIM, ':', "num:addr", ANY, "EnableDisableTracepoints", "TRACE-009", trace_enable, \
      WRITES, SAFE, OK, "TRACE-009", "enable a tracepoint") \
    X(QT_FRAME, "QTFrame", DELIM, ':', "[-]num", ANY, NULL, "TRACE-002 TRACE-020", trace_frame, \
      SELECTS, SAFE, TRACE_FRAME, "TRACE-002", "select a trace frame") \
    X(QT_FRAME_OUTSIDE, "QTFrame:outside", DELIM, ':', "addr:addr", ANY, NULL, "TRACE-020", trace_frame_outside, \
      SELECTS, SAFE, TRACE_FRAME, "TRACE-020", "next trace frame outside of a range") \
    X(QT_FRAME_PC, "QTFrame:pc", DELIM, ':', "addr", ANY, NULL, "TRACE-020", trace_frame_pc, \
      SELECTS, SAFE, TRACE_FRAME, "TRACE-020", "next trace frame with a pc") \
    X(QT_FRAME_RANGE, "QTFrame:range", DELIM, ':', "addr:addr", ANY, NULL, "TRACE-020", trace_frame_range, \
      SELECTS, SAFE, TRACE_FRAME, "TRACE-020", "next trace frame in a range") \
    X(QT_FRAME_POINT, "QTFrame:tdp", DELIM, ':', "num", ANY, NULL, "TRACE-020", trace_frame_point, \
      SELECTS, SAFE, TRACE_FRAME, "TRACE-020", "next trace frame of a tracepoint") \
    X(QT_NOTES, "QTNotes", DELIM, ':', "text", ANY, NULL, "TRACE-024", trace_notes, \
      SETS, SAFE, OK, "TRACE-024", "notes of a trace") \
    X(QT_SAVE, "QTSave", DELIM, ':', "hex", ANY, NULL, "TRACE-028", trace_save, \
      FILES, HOSTIO, OK, "TRACE-028", "save the trace in a file of the stub") \
    X(QT_START, "QTStart", EXACT, 0, "", ANY, NULL, "TRACE-003..004", trace_start, \
      WRITES, SAFE, OK, "TRACE-003", "start a trace") \
    X(QT_STOP, "QTStop", EXACT, 0, "", ANY, NULL, "TRACE-003 TRACE-024", trace_stop, \
      WRITES, SAFE, OK, "TRACE-003", "stop the trace") \
    X(QTHREAD_EVENTS, "QThreadEvents", DELIM, ':', "flag", ANY, "QThreadEvents", "THR-017", thread_events, \
      SWITCHES, SAFE, OK, "THR-017", NULL) \
    X(QTHREAD_OPTIONS, "QThreadOptions", DELIM, ';', "num[:id]{;num[:id]}", LIVE, "QThreadOptions", "THR-018..020 QSUP-016", thread_options, \
      SETS, SAFE, OK, "THR-018", NULL) \
    X(QTHREAD_SUFFIX, "QThreadSuffixSupported", EXACT, 0, "", ANY, NULL, "LLDB-001", thread_suffix, \
      SWITCHES, SAFE, OK, "LLDB-001", NULL) \
    X(QT_INIT, "QTinit", EXACT, 0, "", ANY, NULL, "TRACE-003 TRACE-029", trace_init, \
      WRITES, SAFE, OK, "TRACE-003", "forget tracepoints and frames") \
    X(QT_RO, "QTro", DELIM, ':', "{addr,addr[:]}", ANY, NULL, "TRACE-023", trace_read_only, \
      WRITES, SAFE, OK, "TRACE-023", "memory read live in trace frames") \
    X(QBTRACE_OFF, "Qbtrace", DELIM, ':', "text", LIVE, "Qbtrace:off", "", NONE, \
      SETS, SAFE, FREE, "", NULL) \
    X(QBTRACE_CONF, "Qbtrace-conf", DELIM, ':', "text", LIVE, "Qbtrace-conf:bts:size", "", NONE, \
      SETS, SAFE, FREE, "", NULL) \
    X(QQEMU_SET_MEMORY, "Qqemu.PhyMemMode", DELIM, ':', "flag", ANY, NULL, "", NONE, \
      SELECTS, LASTING, FREE, "", "read physical memory?") \
    X(QQEMU_SET_STEP, "Qqemu.sstep", DELIM, ':', "num", ANY, NULL, "", NONE, \
      SETS, SAFE, FREE, "", NULL) \
    X(QQEMU_SET_STEP_EQUALS, "Qqemu.sstep=", PREFIX, 0, "num", ANY, NULL, "", NONE, \
      SETS, SAFE, FREE, "", NULL) \
    X(RESTART, "R", HEX, 0, "[num]", ANY, NULL, "EXT-002..003", restart, \
      ENDS, LASTING, SILENT, "", "restart") \
    X(STEP_SIGNAL, "S", PREFIX, 0, "sig[;addr]", STOPPED, NULL, "RUN-003..007", step_signal, \
      RESUMES, SAFE, RUN, "RUN-003 NONSTOP-007", "step with a signal") \
    X(THREAD_ALIVE, "T", PREFIX, 0, "id", LIVE, NULL, "THR-006 MP-007", thread_alive, \
      READS, SAFE, OK, "THR-006", "is the thread alive?") \
    X(WRITE_BINARY, "X", PREFIX, 0, "addr,len:bin", LIVE, NULL, "MEM-009..011 ESC-003..008", write_binary, \
      WRITES, SAFE, OK, "MEM-010", NULL) \
    X(INSERT_BREAKPOINT, "Z", PREFIX, 0, "type,addr,kind[;conds][;'cmds':flag,conds]", LIVE, NULL, "BRK-001..020 COND-001..026", breakpoint, \
      WRITES, SAFE, OK, "BRK-001", NULL) \
    X(ALLOCATE, "_M", PREFIX, 0, "len,perm", LIVE, NULL, "LLDB-013", allocate, \
      WRITES, SAFE, NUMBER, "LLDB-013", "allocate memory") \
    X(DEALLOCATE, "_m", PREFIX, 0, "addr", LIVE, NULL, "LLDB-013", deallocate, \
      WRITES, SAFE, OK, "LLDB-013", "free memory") \
    X(BAUD, "b", HEX, 0, "num", ANY, NULL, "RUN-008", NONE, \
      SWITCHES, SAFE, FREE, "", NULL) \
    X(REVERSE_CONTINUE, "bc", EXACT, 0, "", STOPPED, "ReverseContinue", "REV-001..010 RUN-005 QRY-010", reverse_continue, \
      RESUMES, SAFE, RUN, "REV-001", "reverse continue") \
    X(REVERSE_STEP, "bs", EXACT, 0, "", STOPPED, "ReverseStep", "REV-001..010 RUN-005 QRY-010", reverse_step, \
      RESUMES, SAFE, RUN, "REV-002", "reverse step") \
    X(CONTINUE, "c", HEX, 0, "[addr]", STOPPED, NULL, "RUN-001..006 MP-025", continue_, \
      RESUMES, SAFE, RUN, "RUN-001 NONSTOP-007", "continue") \
    X(DEBUG, "d", EXACT, 0, "", ANY, NULL, "RUN-008", NONE, \
      SWITCHES, SAFE, FREE, "", NULL) \
    X(READ_REGISTERS, "g", DELIM, ';', "['thread':id;]", STOPPED, NULL, "REG-001..015 LLDB-001", read_registers, \
      READS, SAFE, REGISTERS, "REG-001", "read all registers") \
    X(CYCLE_STEP, "i", HEX, 0, "[addr[,num]]", STOPPED, NULL, "RUN-008", NONE, \
      RESUMES, SAFE, RUN, "RUN-008", NULL) \
    X(JACCELERATOR_HIT, "jAcceleratorPluginBreakpointHit", DELIM, ':', "json", LIVE, "accelerator-plugins", "LLDB-049", accelerator_hit, \
      SETS, SAFE, JSON, "LLDB-049", NULL) \
    X(JACCELERATOR_LIBRARIES, "jAcceleratorPluginGetDynamicLoaderLibraryInfo", DELIM, ':', "json", LIVE, "accelerator-plugins", "LLDB-049", accelerator_libraries, \
      FETCHES, SAFE, JSON, "LLDB-049", NULL) \
    X(JACCELERATOR_INITIALIZE, "jAcceleratorPluginInitialize", EXACT, 0, "", LIVE, "accelerator-plugins", "LLDB-048", accelerator_initialize, \
      SETS, SAFE, JSON, "LLDB-048", NULL) \
    X(JADDRESS_SPACES, "jAddressSpacesInfo", EXACT, 0, "", LIVE, "address-spaces", "LLDB-050", address_spaces, \
      READS, SAFE, JSON, "LLDB-050", NULL) \
    X(JDYLD_STATE, "jGetDyldProcessState", EXACT, 0, "", LIVE, NULL, "", NONE, \
      READS, SAFE, JSON, "LLDB-044", NULL) \
    X(JGET_LOADED_LIBS, "jGetLoadedDynamicLibrariesInfos", DELIM, ':', "json", LIVE, NULL, "LLDB-055", NONE, \
      READS, SAFE, JSON, "LLDB-055", NULL) \
    X(JGET_SHARED_CACHE, "jGetSharedCacheInfo", DELIM, ':', "json", LIVE, NULL, "", NONE, \
      READS, SAFE, FREE, "", NULL) \
    X(JTRACE_BINARY_DATA, "jLLDBTraceGetBinaryData", DELIM, ':', "json", LIVE, NULL, "", NONE, \
      READS, SAFE, FREE, "", NULL) \
    X(JTRACE_STATE, "jLLDBTraceGetState", DELIM, ':', "json", LIVE, NULL, "", NONE, \
      READS, SAFE, JSON, "LLDB-044", NULL) \
    X(JTRACE_START, "jLLDBTraceStart", DELIM, ':', "json", LIVE, NULL, "", NONE, \
      SETS, SAFE, OK, "LLDB-044", NULL) \
    X(JTRACE_STOP, "jLLDBTraceStop", DELIM, ':', "json", LIVE, NULL, "", NONE, \
      SETS, SAFE, OK, "LLDB-044", NULL) \
    X(JTRACE_SUPPORTED, "jLLDBTraceSupported", EXACT, 0, "", ANY, NULL, "", NONE, \
      READS, SAFE, JSON, "LLDB-044", NULL) \
    X(JMODULES_INFO, "jModulesInfo", DELIM, ':', "json", ANY, NULL, "LLDB-041", modules_info, \
      READS, SAFE, JSON, "LLDB-041", NULL) \
    X(JMULTI_BREAKPOINT, "jMultiBreakpoint", DELIM, ':', "json", ANY, "jMultiBreakpoint", "MBP-001..024", jmulti_breakpoint, \
      WRITES, SAFE, JSON, "MBP-001", NULL) \
    X(JSIGNALS_INFO, "jSignalsInfo", EXACT, 0, "", ANY, NULL, "LLDB-038", signals_info, \
      READS, SAFE, JSON, "LLDB-038", NULL) \
    X(JTHREAD_EXTENDED_INFO, "jThreadExtendedInfo", DELIM, ':', "json", LIVE, NULL, "LLDB-023 LLDB-035", jthread_extended_info, \
      READS, SAFE, JSON_OR_OK, "LLDB-023 LLDB-035", NULL) \
    X(JTHREADS_INFO, "jThreadsInfo", EXACT, 0, "", LIVE, NULL, "LLDB-009", jthreads_info, \
      READS, SAFE, JSON, "LLDB-009", NULL) \
    X(JC_QUERY, "jc", EXACT, 0, "", ANY, NULL, "", NONE, \
      READS, SAFE, FREE, "", "which core is shown? (OpenOCD)") \
    X(KILL, "k", EXACT, 0, "", ANY, NULL, "KILL-001..003 ACK-008", kill, \
      ENDS, LASTING, SILENT, "", "kill") \
    X(READ_MEMORY, "m", PREFIX, 0, "addr,len[;'address_space':num;['thread':id;]]", LIVE, NULL, "MEM-001..018 MEM-022 LLDB-051..052", read_memory, \
      READS, SAFE, HEX, "MEM-001", NULL) \
    X(READ_REGISTER, "p", PREFIX, 0, "num[;'thread':id;]", STOPPED, NULL, "REG-004..009 LLDB-001", read_register, \
      READS, SAFE, REGISTERS, "REG-004", "read register") \
    X(QATTACHED, "qAttached", DELIM, ':', "[pid]", ANY, NULL, "MP-018 EXT-015", attached, \
      READS, SAFE, BIT, "EXT-015 MP-018", NULL) \
    X(QC, "qC", EXACT, 0, "", ANY, NULL, "THR-001 MP-009", current_thread, \
      READS, SAFE, CURRENT, "THR-001", "current thread?") \
    X(QCRC, "qCRC", DELIM, ':', "addr,len", LIVE, NULL, "MEM-019 ROBUST-019", crc, \
      READS, SAFE, CRC, "MEM-019", "checksum of memory") \
    X(QECHO, "qEcho", DELIM, ':', "text", ANY, "qEcho", "LLDB-017", echo, \
      READS, SAFE, ECHO, "LLDB-017", NULL) \
    X(QEXEC_AND_ARGS, "qExecAndArgs", EXACT, 0, "", ANY, NULL, "EXT-016", exec_and_args, \
      READS, SAFE, ARGS, "EXT-016", NULL) \
    X(QFILE_LOAD_ADDRESS, "qFileLoadAddress", DELIM, ':', "hex", LIVE, NULL, "", NONE, \
      READS, SAFE, FREE, "", NULL) \
    X(QGDB_SERVER_VERSION, "qGDBServerVersion", EXACT, 0, "", ANY, NULL, "LLDB-046", server_version, \
      READS, SAFE, PAIRS, "LLDB-046", NULL) \
    X(QGET_PID, "qGetPid", EXACT, 0, "", ANY, NULL, "", NONE, \
      READS, SAFE, FREE, "", NULL) \
    X(QGET_PROFILE_DATA, "qGetProfileData", DELIM, ';', "[text]", LIVE, NULL, "", NONE, \
      READS, SAFE, FREE, "", NULL) \
    X(QGET_TIB_ADDR, "qGetTIBAddr", DELIM, ':', "id", LIVE, NULL, "", NONE, \
      READS, SAFE, FREE, "", NULL) \
    X(QGET_TLS_ADDR, "qGetTLSAddr", DELIM, ':', "id,addr,addr", LIVE, NULL, "QRY-007", tls_addr, \
      READS, SAFE, NUMBER, "QRY-007", NULL) \
    X(QGET_WORKING_DIR, "qGetWorkingDir", EXACT, 0, "", ANY, NULL, "EXT-013", get_working_dir, \
      READS, SAFE, FREE, "", NULL) \
    X(QGROUP_NAME, "qGroupName", DELIM, ':', "dec", ANY, NULL, "LLDB-037", group_name, \
      READS, SAFE, TEXT, "LLDB-037", NULL) \
    X(QHOST_INFO, "qHostInfo", EXACT, 0, "", ANY, NULL, "LLDB-002", host_info, \
      READS, SAFE, PAIRS, "LLDB-002", NULL) \
    X(QIS_ADDRESS_TAGGED, "qIsAddressTagged", DELIM, ':', "addr", LIVE, "memory-tagging", "QRY-009", address_tagged, \
      READS, SAFE, TWO_DIGIT_BIT, "QRY-009", NULL) \
    X(QKILL_SPAWNED, "qKillSpawnedProcess", DELIM, ':', "dec", ANY, NULL, "", NONE, \
      ENDS, PROCESS, FREE, "", NULL) \
    X(QL_THREAD_INFO, "qL", HEX, 0, "num num num", LIVE, NULL, "RUN-008", NONE, \
      READS, SAFE, FREE, "", NULL) \
    X(QLAUNCH_GDB_SERVER, "qLaunchGDBServer", DELIM, ';', "[text]", ANY, NULL, "", NONE, \
      COMMANDS, PLATFORM, FREE, "", NULL) \
    X(QLAUNCH_SUCCESS, "qLaunchSuccess", EXACT, 0, "", ANY, NULL, "LLDB-025", launch_success, \
      READS, PLATFORM, LAUNCHED, "LLDB-025", NULL) \
    X(QMEM_TAGS, "qMemTags", DELIM, ':', "addr,len:num", LIVE, "memory-tagging", "QRY-008", mem_tags, \
      READS, SAFE, TAGS, "QRY-008", NULL) \
    X(QMEMORY_REGION_INFO, "qMemoryRegionInfo", DELIM, ':', "[addr]", LIVE, NULL, "LLDB-004..006", memory_region_info, \
      READS, SAFE, REGION, "LLDB-004", NULL) \
    X(QMODULE_INFO, "qModuleInfo", DELIM, ':', "hex;hex", ANY, NULL, "LLDB-040", module_info, \
      READS, SAFE, PAIRS, "LLDB-040", NULL) \
    X(QOFFSETS, "qOffsets", EXACT, 0, "", LIVE, NULL, "QRY-006", offsets, \
      READS, SAFE, OFFSETS, "QRY-006", NULL) \
    X(QP_THREAD_INFO, "qP", HEX, 0, "num num", LIVE, NULL, "RUN-008", NONE, \
      READS, SAFE, FREE, "", NULL) \
    X(QPATH_COMPLETE, "qPathComplete", DELIM, ':', "flag,hex", ANY, NULL, "", NONE, \
      FILES, SAFE, FREE, "", "which files begin so?") \
    X(QPLATFORM_CHMOD, "qPlatform_chmod", DELIM, ':', "num,hex", ANY, NULL, "", NONE, \
      COMMANDS, PLATFORM, FREE, "", NULL) \
    X(QPLATFORM_MKDIR, "qPlatform_mkdir", DELIM, ':', "num,hex", ANY, NULL, "", NONE, \
      COMMANDS, PLATFORM, FREE, "", NULL) \
    X(QPLATFORM_SHELL, "qPlatform_shell", DELIM, ':', "text", ANY, NULL, "", NONE, \
      COMMANDS, PLATFORM, FREE, "", NULL) \
    X(QPROCESS_INFO, "qProcessInfo", EXACT, 0, "", ANY, NULL, "LLDB-003", process_info, \
      READS, SAFE, PAIRS, "LLDB-003", NULL) \
    X(QPROCESS_INFO_PID, "qProcessInfoPID", DELIM, ':', "dec", ANY, NULL, "LLDB-036", process_info_pid, \
      READS, SAFE, PAIRS, "LLDB-036", NULL) \
    X(QQUERY_GDB_SERVER, "qQueryGDBServer", EXACT, 0, "", ANY, NULL, "", NONE, \
      READS, SAFE, JSON, "LLDB-044", "where does the platform's server listen?") \
    X(QRR_CMD, "qRRCmd", DELIM, ':', "text", ANY, NULL, "", NONE, \
      COMMANDS, MONITOR, FREE, "", "command of rr") \
    X(QRCMD, "qRcmd", DELIM, ',', "hex", ANY, NULL, "QRY-001..003", monitor_command, \
      COMMANDS, MONITOR, HEX_OR_OK, "QRY-001", "monitor command") \
    X(QREGISTER_INFO, "qRegisterInfo", HEX, 0, "num", ANY, NULL, "LLDB-007..008", register_info, \
      READS, SAFE, PAIRS, "LLDB-007", NULL) \
    X(QRELOC_INSN, "qRelocInsn", DELIM, ':', "num", ANY, "qRelocInsn", "", NONE, \
      FETCHES, SAFE, FREE, "", "an instruction was moved") \
    X(QSAVE_CORE, "qSaveCore", DELIM, ';', "['path-hint:'hex;]", LIVE, "qSaveCore", "", NONE, \
      FILES, HOSTIO, FREE, "", "save a core file at the stub's machine") \
    X(QSEARCH_MEMORY, "qSearch:memory", DELIM, ':', "addr;len;bin", LIVE, NULL, "MEM-020", search_memory, \
      READS, SAFE, SEARCH, "MEM-020", "search memory") \
    X(QSHLIB_INFO_ADDR, "qShlibInfoAddr", EXACT, 0, "", LIVE, NULL, "LLDB-047", library_info, \
      READS, SAFE, NUMBER, "LLDB-047", "where the list of libraries is found") \
    X(QSPEED_TEST, "qSpeedTest", DELIM, ':', "text", ANY, NULL, "", NONE, \
      READS, SAFE, FREE, "", NULL) \
    X(QSTEP_PACKET_SUPPORTED, "qStepPacketSupported", EXACT, 0, "", ANY, NULL, "", NONE, \
      READS, SAFE, FREE, "", NULL) \
    X(QSTRUCTURED_DATA, "qStructuredDataPlugins", EXACT, 0, "", ANY, NULL, "LLDB-039", structured_data, \
      READS, SAFE, JSON, "LLDB-039", NULL) \
    X(QSUPPORTED, "qSupported", DELIM, ':', "[features]", ANY, NULL, "QSUP-001..019", supported, \
      SWITCHES, SAFE, FEATURES, "QSUP-001", "features of the client") \
    X(QSUPPORTS_DETACH_STOPPED, "qSupportsDetachAndStayStopped", DELIM, ':', "", ANY, NULL, "DET-005", supports_detach_stopped, \
      READS, SAFE, FREE, "", NULL) \
    X(QSYMBOL, "qSymbol", DELIM, ':', "[num]:[hex]", ANY, NULL, "QRY-004..005", symbol, \
      READS, SAFE, SYMBOL, "QRY-004", NULL) \
    X(QSYNC_THREAD_STATE_SUPPORTED, "qSyncThreadStateSupported", EXACT, 0, "", ANY, NULL, "", NONE, \
      READS, SAFE, FREE, "", NULL) \
    X(TQ_BUFFER, "qTBuffer", DELIM, ':', "num,len", ANY, NULL, "TRACE-027", trace_raw, \
      READS, SAFE, HEX_OR_END, "TRACE-027", "trace frames as they are") \
    X(TQ_MINFTPILEN, "qTMinFTPILen", EXACT, 0, "", ANY, NULL, "TRACE-030", trace_fast_length, \
      READS, SAFE, NUMBER, "TRACE-030", "shortest instruction of a fast tracepoint") \
    X(TQ_P, "qTP", DELIM, ':', "num:addr", ANY, NULL, "TRACE-019", trace_point_status, \
      READS, SAFE, VALUE, "TRACE-019", "hits of a tracepoint") \
    X(TQ_STMAT, "qTSTMat", DELIM, ':', "addr", ANY, NULL, "TRACE-030", trace_markers_at, \
      READS, SAFE, FREE, "", "static markers at an address") \
    X(TQ_STATUS, "qTStatus", EXACT, 0, "", ANY, NULL, "TRACE-001 TRACE-007 TRACE-021..026", trace_status, \
      READS, SAFE, TRACE_STATUS, "TRACE-001", "does a trace run?") \
    X(TQ_V, "qTV", DELIM, ':', "num", ANY, NULL, "TRACE-015..016", trace_value, \
      READS, SAFE, VALUE, "TRACE-016", "value of a trace state variable") \
    X(TQ_FP, "qTfP", EXACT, 0, "", ANY, NULL, "TRACE-018", first_tracepoint, \
      READS, SAFE, FREE, "", "list tracepoints") \
    X(TQ_FSTM, "qTfSTM", EXACT, 0, "", ANY, NULL, "TRACE-030", trace_markers, \
      READS, SAFE, FREE, "", "list static markers") \
    X(TQ_FV, "qTfV", EXACT, 0, "", ANY, NULL, "TRACE-017", first_trace_variable, \
      READS, SAFE, FREE, "", "list trace state variables") \
    X(QTHREAD_EXTRA_INFO, "qThreadExtraInfo", DELIM, ',', "id", LIVE, NULL, "THR-014", thread_extra_info, \
      READS, SAFE, TEXT, "THR-014", NULL) \
    X(QTHREAD_STOP_INFO, "qThreadStopInfo", HEX, 0, "num", LIVE, NULL, "LLDB-010", thread_stop_info, \
      READS, SAFE, STOPPED_OR_OK, "LLDB-010", NULL) \
    X(TQ_SP, "qTsP", EXACT, 0, "", ANY, NULL, "TRACE-018", next_tracepoint, \
      READS, SAFE, FREE, "", "list tracepoints, continued") \
    X(TQ_SSTM, "qTsSTM", EXACT, 0, "", ANY, NULL, "TRACE-030", trace_markers, \
      READS, SAFE, FREE, "", "list static markers, continued") \
    X(TQ_SV, "qTsV", EXACT, 0, "", ANY, NULL, "TRACE-017", next_trace_variable, \
      READS, SAFE, FREE, "", "list trace state variables, continued") \
    X(QUSER_NAME, "qUserName", DELIM, ':', "dec", ANY, NULL, "LLDB-037", user_name, \
      READS, SAFE, TEXT, "LLDB-037", NULL) \
    X(VATTACH_OR_WAIT_SUPPORTED, "qVAttachOrWaitSupported", EXACT, 0, "", ANY, NULL, "LLDB-043", attach_or_wait_supported, \
      READS, SAFE, OK, "LLDB-043", NULL) \
    X(QWASM_CALL_STACK, "qWasmCallStack", DELIM, ':', "id", LIVE, NULL, "WASM-001..004", wasm_call_stack, \
      READS, SAFE, FRAMES, "WASM-001", "the frames of a thread") \
    X(QWASM_DATA, "qWasmData", DELIM, ':', "[text]", LIVE, NULL, "", NONE, \
      READS, SAFE, FREE, "", "a data segment of a WebAssembly module") \
    X(QWASM_GLOBAL, "qWasmGlobal", DELIM, ':', "global", LIVE, NULL, "WASM-006..008", wasm_global, \
      READS, SAFE, HEX, "WASM-006", "a WebAssembly global") \
    X(QWASM_LOCAL, "qWasmLocal", DELIM, ':', "dec;dec", LIVE, NULL, "WASM-005..006", wasm_local, \
      READS, SAFE, HEX, "WASM-005", "a WebAssembly local") \
    X(QWASM_MEM, "qWasmMem", DELIM, ':', "[text]", LIVE, NULL, "", NONE, \
      READS, SAFE, FREE, "", "memory of a WebAssembly instance") \
    X(QWASM_STACK_VALUE, "qWasmStackValue", DELIM, ':', "dec;dec", LIVE, NULL, "WASM-006", wasm_stack_value, \
      READS, SAFE, HEX, "WASM-006", "a value of the WebAssembly operand stack") \
    X(QWATCHPOINT_SUPPORT, "qWatchpointSupportInfo", DELIM, ':', "", ANY, NULL, "LLDB-027", watchpoint_support, \
      READS, SAFE, PAIRS, "LLDB-027", NULL) \
    X(QXFER, "qXfer", DELIM, ':', "[text]", ANY, NULL, "XFER-007..010", qxfer, \
      READS, SAFE, FREE, "", NULL) \
    X(QXFER_AUXV_READ, "qXfer:auxv:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:auxv:read", "XFER-006 XFER-001..011", qxfer, \
      READS, SAFE, WINDOW, "XFER-001", NULL) \
    X(QXFER_BTRACE_CONF_READ, "qXfer:btrace-conf:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:btrace-conf:read", "", NONE, \
      READS, SAFE, WINDOW, "XFER-001", NULL) \
    X(QXFER_BTRACE_READ, "qXfer:btrace:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:btrace:read", "", NONE, \
      READS, SAFE, WINDOW, "XFER-001", NULL) \
    X(QXFER_EXEC_FILE_READ, "qXfer:exec-file:read", DELIM, ':', "annex:num,len", ANY, "qXfer:exec-file:read", "XFER-019 MP-024 XFER-001..011", qxfer, \
      READS, SAFE, WINDOW, "XFER-001", NULL) \
    X(QXFER_FDPIC_READ, "qXfer:fdpic:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:fdpic:read", "", NONE, \
      READS, SAFE, WINDOW, "XFER-001", NULL) \
    X(QXFER_FEATURES_READ, "qXfer:features:read", DELIM, ':', "annex:num,len", ANY, "qXfer:features:read", "XFER-012..013 XFER-001..011", qxfer, \
      READS, SAFE, WINDOW, "XFER-001", NULL) \
    X(QXFER_LIBRARIES_SVR4_READ, "qXfer:libraries-svr4:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:libraries-svr4:read", "XFER-016 XFER-001..011", qxfer, \
      READS, SAFE, WINDOW, "XFER-001", NULL) \
    X(QXFER_LIBRARIES_READ, "qXfer:libraries:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:libraries:read", "XFER-015 STOP-021 XFER-001..011", qxfer, \
      READS, SAFE, WINDOW, "XFER-001", NULL) \
    X(QXFER_MEMORY_MAP_READ, "qXfer:memory-map:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:memory-map:read", "XFER-014 XFER-001..011", qxfer, \
      READS, SAFE, WINDOW, "XFER-001", NULL) \
    X(QXFER_OSDATA_READ, "qXfer:osdata:read", DELIM, ':', "annex:num,len", ANY, "qXfer:osdata:read", "XFER-001..006 XFER-001..011", qxfer, \
      READS, SAFE, WINDOW, "XFER-001", NULL) \
    X(QXFER_SDATA_READ, "qXfer:sdata:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:sdata:read", "", NONE, \
      READS, SAFE, WINDOW, "XFER-001", NULL) \
    X(QXFER_SIGINFO_READ, "qXfer:siginfo:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:siginfo:read", "XFER-017 XFER-001..011", qxfer, \
      READS, SAFE, WINDOW, "XFER-001", NULL) \
    X(QXFER_SIGINFO_WRITE, "qXfer:siginfo:write", DELIM, ':', "annex:num:bin", LIVE, "qXfer:siginfo:write", "XFER-018", qxfer, \
      WRITES, SAFE, NUMBER, "XFER-018", NULL) \
    X(QXFER_THREADS_READ, "qXfer:threads:read", DELIM, ':', "annex:num,len", ANY, "qXfer:threads:read", "THR-021 XFER-001..011", qxfer, \
      READS, SAFE, WINDOW, "XFER-001", NULL) \
    X(QXFER_TRACEFRAME_INFO_READ, "qXfer:traceframe-info:read", DELIM, ':', "annex:num,len", ANY, "qXfer:traceframe-info:read", "TRACE-025 XFER-001..011", qxfer, \
      READS, SAFE, WINDOW, "XFER-001", NULL) \
    X(QXFER_UIB_READ, "qXfer:uib:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:uib:read", "", NONE, \
      READS, SAFE, WINDOW, "XFER-001", NULL) \
    X(QF_PROCESS_INFO, "qfProcessInfo", DELIM, ':', "[text]", ANY, NULL, "LLDB-036", first_process, \
      READS, SAFE, PAIRS, "LLDB-036", NULL) \
    X(QF_THREAD_INFO, "qfThreadInfo", EXACT, 0, "", ANY, NULL, "THR-002..005 MP-008", first_threads, \
      READS, SAFE, THREADS, "THR-002", "list threads") \
    X(QQEMU_MEMORY, "qqemu.PhyMemMode", EXACT, 0, "", ANY, NULL, "", NONE, \
      READS, SAFE, FREE, "", "is physical memory read?") \
    X(QQEMU_SUPPORTED, "qqemu.Supported", EXACT, 0, "", ANY, NULL, "", NONE, \
      READS, SAFE, FREE, "", NULL) \
    X(QQEMU_STEP, "qqemu.sstep", EXACT, 0, "", ANY, NULL, "", NONE, \
      READS, SAFE, FREE, "", "what a step leaves out") \
    X(QQEMU_STEP_EQUALS, "qqemu.sstep=", PREFIX, 0, "num", ANY, NULL, "", NONE, \
      SETS, SAFE, FREE, "", NULL) \
    X(QQEMU_STEP_BITS, "qqemu.sstepbits", EXACT, 0, "", ANY, NULL, "", NONE, \
      READS, SAFE, FREE, "", NULL) \
    X(QS_PROCESS_INFO, "qsProcessInfo", EXACT, 0, "", ANY, NULL, "LLDB-036", next_process, \
      READS, SAFE, PAIRS, "LLDB-036", NULL) \
    X(QS_THREAD_INFO, "qsThreadInfo", EXACT, 0, "", ANY, NULL, "THR-002..004 MP-008", next_threads, \
      READS, SAFE, THREADS, "THR-002", "list threads, continued") \
    X(RESET, "r", EXACT, 0, "", ANY, NULL, "RUN-008", NONE, \
      ENDS, LASTING, SILENT, "", NULL) \
    X(STEP, "s", HEX, 0, "[addr]", STOPPED, NULL, "RUN-002..006", step, \
      RESUMES, SAFE, RUN, "RUN-002 NONSTOP-007", "step") \
    X(SEARCH_OLD, "t", HEX, 0, "addr:hex,hex", STOPPED, NULL, "RUN-008", NONE, \
      READS, SAFE, FREE, "", NULL) \
    X(VATTACH, "vAttach", DELIM, ';', "pid", ANY, NULL, "EXT-008..009 NONSTOP-028", attach, \
      STARTS, PROCESS, RUN, "EXT-008 NONSTOP-028", "attach") \
    X(VATTACH_NAME, "vAttachName", DELIM, ';', "hex", ANY, NULL, "LLDB-042", attach_name, \
      STARTS, PROCESS, RUN, "EXT-008", NULL) \
    X(VATTACH_OR_WAIT, "vAttachOrWait", DELIM, ';', "hex", ANY, NULL, "LLDB-043", attach_or_wait, \
      STARTS, PROCESS, RUN, "EXT-008", NULL) \
    X(VATTACH_WAIT, "vAttachWait", DELIM, ';', "hex", ANY, NULL, "LLDB-043", attach_wait, \
      STARTS, PROCESS, RUN, "EXT-008", NULL) \
    X(VCONT, "vCont", DELIM, ';', "action{;action}", LIVE, "vContSupported", "VCONT-001..026 MP-020..021", vcont, \
      RESUMES, SAFE, RUN, "VCONT-002 NONSTOP-007", NULL) \
    X(VCONT_QUERY, "vCont?", EXACT, 0, "", ANY, NULL, "VCONT-001 NONSTOP-043 QSUP-017", vcont_query, \
      READS, SAFE, ACTIONS, "VCONT-001", "which vCont actions?") \
    X(VCTRLC, "vCtrlC", EXACT, 0, "", ANY, NULL, "INT-008..009", ctrl_c, \
      STOPS, SAFE, OK, "INT-008", "interrupt (vCtrlC)") \
    X(VFILE, "vFile", DELIM, ':', "[text]", ANY, NULL, "HOSTIO-016", host_io, \
      FILES, HOSTIO, FREE, "", NULL) \
    X(VFILE_MD5, "vFile:MD5", DELIM, ':', "hex", ANY, NULL, "HOSTIO-021", host_io, \
      FILES, HOSTIO, FREE, "", NULL) \
    X(VFILE_CLOSE, "vFile:close", DELIM, ':', "num", ANY, NULL, "HOSTIO-009", host_io, \
      FILES, HOSTIO, FILE, "HOSTIO-009", NULL) \
    X(VFILE_EXISTS, "vFile:exists", DELIM, ':', "hex", ANY, NULL, "HOSTIO-021", host_io, \
      FILES, HOSTIO, FREE, "", NULL) \
    X(VFILE_FSTAT, "vFile:fstat", DELIM, ':', "num", ANY, NULL, "HOSTIO-013", host_io, \
      FILES, HOSTIO, FILE, "HOSTIO-013", NULL) \
    X(VFILE_LSTAT, "vFile:lstat", DELIM, ':', "hex", ANY, NULL, "HOSTIO-014", host_io, \
      FILES, HOSTIO, FILE, "HOSTIO-014", NULL) \
    X(VFILE_MODE, "vFile:mode", DELIM, ':', "hex", ANY, NULL, "HOSTIO-021", host_io, \
      FILES, HOSTIO, FREE, "", NULL) \
    X(VFILE_OPEN, "vFile:open", DELIM, ':', "hex,num,num", ANY, NULL, "HOSTIO-003..004", host_io, \
      FILES, HOSTIO, FILE, "HOSTIO-003", NULL) \
    X(VFILE_PREAD, "vFile:pread", DELIM, ':', "num,num,num", ANY, NULL, "HOSTIO-005..007", host_io, \
      FILES, HOSTIO, FILE, "HOSTIO-005", NULL) \
    X(VFILE_PWRITE, "vFile:pwrite", DELIM, ':', "num,num,bin", ANY, NULL, "HOSTIO-008", host_io, \
      FILES, HOSTIO, FILE, "HOSTIO-008", NULL) \
    X(VFILE_READLINK, "vFile:readlink", DELIM, ':', "hex", ANY, NULL, "HOSTIO-012", host_io, \
      FILES, HOSTIO, FILE, "HOSTIO-012", NULL) \
    X(VFILE_SETFS, "vFile:setfs", DELIM, ':', "pid", ANY, NULL, "HOSTIO-015 HOSTIO-022", host_io, \
      SELECTS, HOSTIO, FILE, "HOSTIO-015", NULL) \
    X(VFILE_SIZE, "vFile:size", DELIM, ':', "hex", ANY, NULL, "HOSTIO-021", host_io, \
      FILES, HOSTIO, FREE, "", NULL) \
    X(VFILE_STAT, "vFile:stat", DELIM, ':', "hex", ANY, NULL, "HOSTIO-013..014", host_io, \
      FILES, HOSTIO, FILE, "HOSTIO-013", NULL) \
    X(VFILE_SYMLINK, "vFile:symlink", DELIM, ':', "hex,hex", ANY, NULL, "", host_io, \
      FILES, HOSTIO, FREE, "", NULL) \
    X(VFILE_UNLINK, "vFile:unlink", DELIM, ':', "hex", ANY, NULL, "HOSTIO-011", host_io, \
      FILES, HOSTIO, FILE, "HOSTIO-011", NULL) \
    X(VFLASH_DONE, "vFlashDone", EXACT, 0, "", LIVE, NULL, "FLASH-001", flash_done, \
      WRITES, FLASH, OK, "FLASH-001", NULL) \
    X(VFLASH_ERASE, "vFlashErase", DELIM, ':', "addr,len", LIVE, NULL, "FLASH-001 FLASH-003", flash_erase, \
      WRITES, FLASH, OK, "FLASH-001", NULL) \
    X(VFLASH_WRITE, "vFlashWrite", DELIM, ':', "addr:bin", LIVE, NULL, "FLASH-001..002", flash_write, \
      WRITES, FLASH, OK, "FLASH-001", NULL) \
    X(VKILL, "vKill", DELIM, ';', "pid", ANY, NULL, "KILL-004..009 MP-016", kill_process, \
      ENDS, PROCESS, OK, "KILL-004 KILL-006", "kill process") \
    X(VMUST_REPLY_EMPTY, "vMustReplyEmpty", EXACT, 0, "", ANY, NULL, "STD-002", NONE, \
      READS, SAFE, NOTHING, "STD-002", NULL) \
    X(VRUN, "vRun", DELIM, ';', "[hex]{;[hex]}", ANY, NULL, "EXT-004..007", run, \
      STARTS, RUN, STOPPED, "EXT-004 NONSTOP-028", NULL) \
    X(VSTDIO, "vStdio", EXACT, 0, "", ANY, NULL, "NONSTOP-036..038", stdio, \
      FETCHES, SAFE, STDIO, "NONSTOP-036", "next output event") \
    X(VSTOPPED, "vStopped", EXACT, 0, "", ANY, NULL, "NONSTOP-010..020", stopped, \
      FETCHES, SAFE, STOPPED_OR_OK, "NONSTOP-011 NONSTOP-012", "next stop event") \
    X(READ_BINARY, "x", PREFIX, 0, "addr,len[;'address_space':num;['thread':id;]]", LIVE, "binary-upload", "XB-001..007 LLDB-051..052", read_binary, \
      READS, SAFE, BINARY, "XB-001", NULL) \
    X(REMOVE_BREAKPOINT, "z", PREFIX, 0, "type,addr,kind", LIVE, NULL, "BRK-002..020 COND-023", breakpoint, \
      WRITES, SAFE, OK, "BRK-002", NULL)
/* clang-format on */

#endif
