/* The one table of packets: name, match, arguments, states, feature, requirements, handler.
 * The stub's dispatch, the decoder, the fuzz grammar and dictionary, and the packet reference come from it.
 * Source: GDB manual, appendix on the Remote Protocol; LLDB gdb-remote extensions. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PACKET_TABLE_H
#define RSP_PACKET_TABLE_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* How a name is found at the front of a payload. The row with the longest matching name wins. */
typedef enum rsp_match {
    RSP_MATCH_EXACT,  /* the payload is the name */
    RSP_MATCH_PREFIX, /* arguments follow at once, whatever they look like */
    RSP_MATCH_HEX,    /* arguments follow at once and start with a hex digit; or nothing follows */
    RSP_MATCH_DELIM,  /* the row's delimiter follows, and then arguments; or nothing follows */
} rsp_match;

/* States in which a request makes sense; elsewhere the stub answers with an error. */
typedef enum rsp_packet_state {
    RSP_STATE_STOPPED = 1 << 0, /* the selected process is stopped */
    RSP_STATE_RUNNING = 1 << 1, /* it runs (non-stop only: in all-stop requests wait for the stop) */
    RSP_STATE_NOPROC = 1 << 2,  /* there is no process */
    RSP_STATE_LIVE = RSP_STATE_STOPPED | RSP_STATE_RUNNING,
    RSP_STATE_ANY = RSP_STATE_LIVE | RSP_STATE_NOPROC,
} rsp_packet_state;

/* X(id, name, match, delimiter, arguments, states, feature, requirements, handler)
 *
 * arguments: the schema of what follows name and delimiter. Words are fields, every other character stands
 * for itself, a blank for nothing; 'x' is literal text, [..] optional, {..} any number of times. Fields:
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
 * feature: the qSupported name with which a stub announces it, or NULL. requirements: ids separated by
 * blanks, "A-001..003" is a range. Rows are sorted by name, bytewise (the lookup relies on it, a test checks
 * it). handler: an identifier that only the stub's dispatch expands; NONE where the reference stub has none
 * and answers empty. */
/* clang-format off */
#define RSP_PACKET_LIST(X) \
    X(EXTENDED, "!", EXACT, 0, "", ANY, NULL, "EXT-001", extended_mode) \
    X(REASON, "?", EXACT, 0, "", ANY, NULL, "STOP-001..023 NONSTOP-022..026", stop_reason) \
    X(ARGUMENTS, "A", HEX, 0, "{dec,dec,hex[,]}", ANY, NULL, "LLDB-025", arguments) \
    X(BREAKPOINT_OLD, "B", HEX, 0, "addr,mode", LIVE, NULL, "RUN-008", NONE) \
    X(CONTINUE_SIGNAL, "C", PREFIX, 0, "sig[;addr]", STOPPED, NULL, "RUN-003..007 SIG-006", continue_signal) \
    X(DETACH, "D", DELIM, ';', "[pid]", ANY, NULL, "DET-001..006 MP-013..015", detach) \
    X(DETACH_STOPPED, "D1", DELIM, ';', "[pid]", LIVE, NULL, "DET-005", detach_stopped) \
    X(FILE_IO_REPLY, "F", PREFIX, 0, "num[,num[,'C'[;bin]]]", ANY, NULL, "FILEIO-001..004", NONE) \
    X(WRITE_REGISTERS, "G", PREFIX, 0, "hex[;'thread':id;]", STOPPED, NULL, "REG-002..008 LLDB-001", write_registers) \
    X(SELECT_THREAD, "H", PREFIX, 0, "op id", LIVE, NULL, "THR-007..012 MP-003..006", select_thread) \
    X(CYCLE_STEP_SIGNAL, "I", HEX, 0, "[sig]", STOPPED, NULL, "RUN-008", NONE) \
    X(WRITE_MEMORY, "M", PREFIX, 0, "addr,len:hex", LIVE, NULL, "MEM-006..009 ROBUST-012", write_memory) \
    X(MULTI_RESERVED, "Multi", PREFIX, 0, "[text]", ANY, NULL, "STD-001 FRAME-018", NONE) \
    X(MULTI_BREAKPOINT, "MultiBreakpoint", DELIM, ':', "breakpoints", ANY, "MultiBreakpoint", "MBP-RFC-001..013", multi_breakpoint) \
    X(MULTI_MEM_READ, "MultiMemRead", DELIM, ':', "'ranges':ranges", ANY, "MultiMemRead", "MMR-001..031 MMR-RFC-001..014", multi_mem_read) \
    X(WRITE_REGISTER, "P", PREFIX, 0, "num=hex[;'thread':id;]", STOPPED, NULL, "REG-005..010 LLDB-001", write_register) \
    X(QAGENT, "QAgent", DELIM, ':', "flag", ANY, "QAgent", "", NONE) \
    X(QALLOW, "QAllow", DELIM, ':', "text", ANY, "QAllow", "", NONE) \
    X(QCATCH_SYSCALLS, "QCatchSyscalls", DELIM, ':', "flag{;num}", ANY, "QCatchSyscalls", "SIG-005 STOP-018", catch_syscalls) \
    X(QDISABLE_RANDOMIZATION, "QDisableRandomization", DELIM, ':', "flag", ANY, "QDisableRandomization", "EXT-010", disable_randomization) \
    X(QENABLE_COMPRESSION, "QEnableCompression", DELIM, ':', "text", ANY, "SupportedCompressions", "LLDB-015..016", NONE) \
    X(QENABLE_ERROR_STRINGS, "QEnableErrorStrings", EXACT, 0, "", ANY, NULL, "LLDB-014", enable_error_strings) \
    X(QENVIRONMENT, "QEnvironment", DELIM, ':', "text", ANY, NULL, "EXT-011..012", environment_plain) \
    X(QENVIRONMENT_HEX, "QEnvironmentHexEncoded", DELIM, ':', "hex", ANY, "QEnvironmentHexEncoded", "EXT-011..012", environment_set) \
    X(QENVIRONMENT_RESET, "QEnvironmentReset", EXACT, 0, "", ANY, "QEnvironmentReset", "EXT-011", environment_reset) \
    X(QENVIRONMENT_UNSET, "QEnvironmentUnset", DELIM, ':', "hex", ANY, "QEnvironmentUnset", "EXT-011", environment_unset) \
    X(QLAUNCH_ARCH, "QLaunchArch", DELIM, ':', "text", ANY, NULL, "", NONE) \
    X(QLIST_THREADS, "QListThreadsInStopReply", EXACT, 0, "", ANY, NULL, "LLDB-011", list_threads) \
    X(QMEM_TAGS_WRITE, "QMemTags", DELIM, ':', "addr,len:num:hex", LIVE, "memory-tagging", "QRY-008", NONE) \
    X(QNON_STOP, "QNonStop", DELIM, ':', "flag", ANY, "QNonStop", "NONSTOP-001..006 NONSTOP-035", non_stop) \
    X(QPASS_SIGNALS, "QPassSignals", DELIM, ':', "[num{;num}]", ANY, "QPassSignals", "SIG-001..003", pass_signals) \
    X(QPROGRAM_SIGNALS, "QProgramSignals", DELIM, ':', "[num{;num}]", ANY, "QProgramSignals", "SIG-004 DET-002", program_signals) \
    X(QRESTORE_REGISTERS, "QRestoreRegisterState", DELIM, ':', "dec[;'thread':id;]", STOPPED, NULL, "LLDB-012", restore_registers) \
    X(QSAVE_REGISTERS, "QSaveRegisterState", DELIM, ';', "['thread':id;]", STOPPED, NULL, "LLDB-012", save_registers) \
    X(QSET_DETACH_ON_ERROR, "QSetDetachOnError", DELIM, ':', "flag", ANY, NULL, "LLDB-034", set_detach_on_error) \
    X(QSET_DISABLE_ASLR, "QSetDisableASLR", DELIM, ':', "flag", ANY, NULL, "", disable_randomization) \
    X(QSET_LOGGING, "QSetLogging", DELIM, ':', "text", ANY, NULL, "", NONE) \
    X(QSET_MAX_PACKET, "QSetMaxPacketSize", DELIM, ':', "num", ANY, NULL, "", NONE) \
    X(QSET_MAX_PAYLOAD, "QSetMaxPayloadSize", DELIM, ':', "num", ANY, NULL, "", NONE) \
    X(QSET_STDERR, "QSetSTDERR", DELIM, ':', "hex", ANY, NULL, "LLDB-024", set_stderr) \
    X(QSET_STDIN, "QSetSTDIN", DELIM, ':', "hex", ANY, NULL, "LLDB-024", set_stdin) \
    X(QSET_STDOUT, "QSetSTDOUT", DELIM, ':', "hex", ANY, NULL, "LLDB-024", set_stdout) \
    X(QSET_WORKING_DIR, "QSetWorkingDir", DELIM, ':', "[hex]", ANY, "QSetWorkingDir", "EXT-013", set_working_dir) \
    X(QSTART_NO_ACK_MODE, "QStartNoAckMode", EXACT, 0, "", ANY, "QStartNoAckMode", "NOACK-001..009", start_no_ack_mode) \
    X(QSTARTUP_WITH_SHELL, "QStartupWithShell", DELIM, ':', "flag", ANY, "QStartupWithShell", "EXT-014", startup_with_shell) \
    X(QSYNC_THREAD_STATE, "QSyncThreadState", DELIM, ':', "num;", LIVE, NULL, "", NONE) \
    X(QT_BUFFER, "QTBuffer", DELIM, ':', "text", LIVE, NULL, "", NONE) \
    X(QT_DP, "QTDP", DELIM, ':', "text", LIVE, NULL, "TRACE-003", NONE) \
    X(QT_DPSRC, "QTDPsrc", DELIM, ':', "text", LIVE, NULL, "", NONE) \
    X(QT_DV, "QTDV", DELIM, ':', "text", LIVE, NULL, "", NONE) \
    X(QT_DISABLE, "QTDisable", DELIM, ':', "num:addr", LIVE, NULL, "", NONE) \
    X(QT_DISCONNECTED, "QTDisconnected", DELIM, ':', "flag", LIVE, NULL, "", NONE) \
    X(QT_ENABLE, "QTEnable", DELIM, ':', "num:addr", LIVE, NULL, "", NONE) \
    X(QT_FRAME, "QTFrame", DELIM, ':', "text", LIVE, NULL, "TRACE-002", NONE) \
    X(QT_NOTES, "QTNotes", DELIM, ':', "text", LIVE, NULL, "", NONE) \
    X(QT_SAVE, "QTSave", DELIM, ':', "hex", LIVE, NULL, "", NONE) \
    X(QT_START, "QTStart", EXACT, 0, "", LIVE, NULL, "TRACE-003", NONE) \
    X(QT_STOP, "QTStop", EXACT, 0, "", LIVE, NULL, "TRACE-003", NONE) \
    X(QTHREAD_EVENTS, "QThreadEvents", DELIM, ':', "flag", ANY, "QThreadEvents", "THR-017", thread_events) \
    X(QTHREAD_OPTIONS, "QThreadOptions", DELIM, ';', "num[:id]{;num[:id]}", LIVE, "QThreadOptions", "THR-018..020 QSUP-016", thread_options) \
    X(QTHREAD_SUFFIX, "QThreadSuffixSupported", EXACT, 0, "", ANY, NULL, "LLDB-001", thread_suffix) \
    X(QT_INIT, "QTinit", EXACT, 0, "", LIVE, NULL, "TRACE-003", NONE) \
    X(QT_RO, "QTro", DELIM, ':', "{addr,addr[:]}", LIVE, NULL, "", NONE) \
    X(QBTRACE_OFF, "Qbtrace", DELIM, ':', "text", LIVE, "Qbtrace:off", "", NONE) \
    X(QBTRACE_CONF, "Qbtrace-conf", DELIM, ':', "text", LIVE, "Qbtrace-conf:bts:size", "", NONE) \
    X(RESTART, "R", HEX, 0, "[num]", ANY, NULL, "EXT-002..003", restart) \
    X(STEP_SIGNAL, "S", PREFIX, 0, "sig[;addr]", STOPPED, NULL, "RUN-003..007", step_signal) \
    X(THREAD_ALIVE, "T", PREFIX, 0, "id", LIVE, NULL, "THR-006 MP-007", thread_alive) \
    X(WRITE_BINARY, "X", PREFIX, 0, "addr,len:bin", LIVE, NULL, "MEM-009..011 ESC-003..008", write_binary) \
    X(INSERT_BREAKPOINT, "Z", PREFIX, 0, "type,addr,kind[;conds][;'cmds':flag,conds]", LIVE, NULL, "BRK-001..018 COND-001..026", breakpoint) \
    X(ALLOCATE, "_M", PREFIX, 0, "len,perm", LIVE, NULL, "LLDB-013", allocate) \
    X(DEALLOCATE, "_m", PREFIX, 0, "addr", LIVE, NULL, "LLDB-013", deallocate) \
    X(BAUD, "b", HEX, 0, "num", ANY, NULL, "RUN-008", NONE) \
    X(REVERSE_CONTINUE, "bc", EXACT, 0, "", STOPPED, "ReverseContinue", "RUN-005 QRY-010", NONE) \
    X(REVERSE_STEP, "bs", EXACT, 0, "", STOPPED, "ReverseStep", "RUN-005", NONE) \
    X(CONTINUE, "c", HEX, 0, "[addr]", STOPPED, NULL, "RUN-001..006 MP-025", continue_) \
    X(DEBUG, "d", EXACT, 0, "", ANY, NULL, "RUN-008", NONE) \
    X(READ_REGISTERS, "g", DELIM, ';', "['thread':id;]", STOPPED, NULL, "REG-001..014 LLDB-001", read_registers) \
    X(CYCLE_STEP, "i", HEX, 0, "[addr[,num]]", STOPPED, NULL, "RUN-008", NONE) \
    X(JGET_LOADED_LIBS, "jGetLoadedDynamicLibrariesInfos", DELIM, ':', "json", LIVE, NULL, "", NONE) \
    X(JGET_SHARED_CACHE, "jGetSharedCacheInfo", DELIM, ':', "json", LIVE, NULL, "", NONE) \
    X(JMODULES_INFO, "jModulesInfo", DELIM, ':', "json", ANY, NULL, "", NONE) \
    X(JMULTI_BREAKPOINT, "jMultiBreakpoint", DELIM, ':', "json", ANY, "jMultiBreakpoint", "MBP-001..024", jmulti_breakpoint) \
    X(JSIGNALS_INFO, "jSignalsInfo", EXACT, 0, "", ANY, NULL, "LLDB-033", NONE) \
    X(JTHREAD_EXTENDED_INFO, "jThreadExtendedInfo", DELIM, ':', "json", LIVE, NULL, "LLDB-023", jthread_extended_info) \
    X(JTHREADS_INFO, "jThreadsInfo", EXACT, 0, "", LIVE, NULL, "LLDB-009", jthreads_info) \
    X(KILL, "k", EXACT, 0, "", ANY, NULL, "KILL-001..003 ACK-008", kill) \
    X(READ_MEMORY, "m", PREFIX, 0, "addr,len", LIVE, NULL, "MEM-001..018", read_memory) \
    X(READ_REGISTER, "p", PREFIX, 0, "num[;'thread':id;]", STOPPED, NULL, "REG-004..009 LLDB-001", read_register) \
    X(QATTACHED, "qAttached", DELIM, ':', "[pid]", ANY, NULL, "MP-018 EXT-015", attached) \
    X(QC, "qC", EXACT, 0, "", ANY, NULL, "THR-001 MP-009", current_thread) \
    X(QCRC, "qCRC", DELIM, ':', "addr,len", LIVE, NULL, "MEM-019 ROBUST-019", crc) \
    X(QECHO, "qEcho", DELIM, ':', "text", ANY, "qEcho", "LLDB-017", echo) \
    X(QEXEC_AND_ARGS, "qExecAndArgs", EXACT, 0, "", ANY, NULL, "EXT-016", exec_and_args) \
    X(QFILE_LOAD_ADDRESS, "qFileLoadAddress", DELIM, ':', "hex", LIVE, NULL, "", NONE) \
    X(QGDB_SERVER_VERSION, "qGDBServerVersion", EXACT, 0, "", ANY, NULL, "", NONE) \
    X(QGET_PID, "qGetPid", EXACT, 0, "", ANY, NULL, "", NONE) \
    X(QGET_TIB_ADDR, "qGetTIBAddr", DELIM, ':', "id", LIVE, NULL, "", NONE) \
    X(QGET_TLS_ADDR, "qGetTLSAddr", DELIM, ':', "id,addr,addr", LIVE, NULL, "QRY-007", tls_addr) \
    X(QGET_WORKING_DIR, "qGetWorkingDir", EXACT, 0, "", ANY, NULL, "EXT-013", get_working_dir) \
    X(QGROUP_NAME, "qGroupName", DELIM, ':', "dec", ANY, NULL, "", NONE) \
    X(QHOST_INFO, "qHostInfo", EXACT, 0, "", ANY, NULL, "LLDB-002", host_info) \
    X(QIS_ADDRESS_TAGGED, "qIsAddressTagged", DELIM, ':', "addr", LIVE, "memory-tagging", "QRY-009", NONE) \
    X(QKILL_SPAWNED, "qKillSpawnedProcess", DELIM, ':', "dec", ANY, NULL, "", NONE) \
    X(QL_THREAD_INFO, "qL", HEX, 0, "num num num", LIVE, NULL, "RUN-008", NONE) \
    X(QLAUNCH_GDB_SERVER, "qLaunchGDBServer", DELIM, ';', "[text]", ANY, NULL, "", NONE) \
    X(QLAUNCH_SUCCESS, "qLaunchSuccess", EXACT, 0, "", ANY, NULL, "LLDB-025", launch_success) \
    X(QMEM_TAGS, "qMemTags", DELIM, ':', "addr,len:num", LIVE, "memory-tagging", "QRY-008", NONE) \
    X(QMEMORY_REGION_INFO, "qMemoryRegionInfo", DELIM, ':', "[addr]", LIVE, NULL, "LLDB-004..006", memory_region_info) \
    X(QMODULE_INFO, "qModuleInfo", DELIM, ':', "hex;hex", ANY, NULL, "", NONE) \
    X(QOFFSETS, "qOffsets", EXACT, 0, "", LIVE, NULL, "QRY-006", offsets) \
    X(QP_THREAD_INFO, "qP", HEX, 0, "num num", LIVE, NULL, "RUN-008", NONE) \
    X(QPLATFORM_CHMOD, "qPlatform_chmod", DELIM, ':', "num,hex", ANY, NULL, "", NONE) \
    X(QPLATFORM_MKDIR, "qPlatform_mkdir", DELIM, ':', "num,hex", ANY, NULL, "", NONE) \
    X(QPLATFORM_SHELL, "qPlatform_shell", DELIM, ':', "text", ANY, NULL, "", NONE) \
    X(QPROCESS_INFO, "qProcessInfo", EXACT, 0, "", ANY, NULL, "LLDB-003", process_info) \
    X(QPROCESS_INFO_PID, "qProcessInfoPID", DELIM, ':', "dec", ANY, NULL, "", NONE) \
    X(QRCMD, "qRcmd", DELIM, ',', "hex", ANY, NULL, "QRY-001..003", monitor_command) \
    X(QREGISTER_INFO, "qRegisterInfo", HEX, 0, "num", ANY, NULL, "LLDB-007..008", register_info) \
    X(QSEARCH_MEMORY, "qSearch:memory", DELIM, ':', "addr;len;bin", LIVE, NULL, "MEM-020", search_memory) \
    X(QSHLIB_INFO_ADDR, "qShlibInfoAddr", EXACT, 0, "", LIVE, NULL, "", NONE) \
    X(QSPEED_TEST, "qSpeedTest", DELIM, ':', "text", ANY, NULL, "", NONE) \
    X(QSTEP_PACKET_SUPPORTED, "qStepPacketSupported", EXACT, 0, "", ANY, NULL, "", NONE) \
    X(QSTRUCTURED_DATA, "qStructuredDataPlugins", EXACT, 0, "", ANY, NULL, "", NONE) \
    X(QSUPPORTED, "qSupported", DELIM, ':', "[features]", ANY, NULL, "QSUP-001..019", supported) \
    X(QSUPPORTS_DETACH_STOPPED, "qSupportsDetachAndStayStopped", DELIM, ':', "", ANY, NULL, "DET-005", supports_detach_stopped) \
    X(QSYMBOL, "qSymbol", DELIM, ':', "[num]:[hex]", ANY, NULL, "QRY-004..005", symbol) \
    X(QSYNC_THREAD_STATE_SUPPORTED, "qSyncThreadStateSupported", EXACT, 0, "", ANY, NULL, "", NONE) \
    X(TQ_BUFFER, "qTBuffer", DELIM, ':', "num,len", LIVE, NULL, "", NONE) \
    X(TQ_MINFTPILEN, "qTMinFTPILen", EXACT, 0, "", LIVE, NULL, "", NONE) \
    X(TQ_P, "qTP", DELIM, ':', "num:addr", LIVE, NULL, "", NONE) \
    X(TQ_STMAT, "qTSTMat", DELIM, ':', "addr", LIVE, NULL, "", NONE) \
    X(TQ_STATUS, "qTStatus", EXACT, 0, "", LIVE, NULL, "TRACE-001", NONE) \
    X(TQ_V, "qTV", DELIM, ':', "num", LIVE, NULL, "", NONE) \
    X(TQ_FP, "qTfP", EXACT, 0, "", LIVE, NULL, "", NONE) \
    X(TQ_FSTM, "qTfSTM", EXACT, 0, "", LIVE, NULL, "", NONE) \
    X(TQ_FV, "qTfV", EXACT, 0, "", LIVE, NULL, "", NONE) \
    X(QTHREAD_EXTRA_INFO, "qThreadExtraInfo", DELIM, ',', "id", LIVE, NULL, "THR-014", thread_extra_info) \
    X(QTHREAD_STOP_INFO, "qThreadStopInfo", HEX, 0, "num", LIVE, NULL, "LLDB-010", thread_stop_info) \
    X(TQ_SP, "qTsP", EXACT, 0, "", LIVE, NULL, "", NONE) \
    X(TQ_SSTM, "qTsSTM", EXACT, 0, "", LIVE, NULL, "", NONE) \
    X(TQ_SV, "qTsV", EXACT, 0, "", LIVE, NULL, "", NONE) \
    X(QUSER_NAME, "qUserName", DELIM, ':', "dec", ANY, NULL, "", NONE) \
    X(VATTACH_OR_WAIT_SUPPORTED, "qVAttachOrWaitSupported", EXACT, 0, "", ANY, NULL, "", NONE) \
    X(QWATCHPOINT_SUPPORT, "qWatchpointSupportInfo", DELIM, ':', "", ANY, NULL, "LLDB-027", watchpoint_support) \
    X(QXFER, "qXfer", DELIM, ':', "[text]", ANY, NULL, "XFER-007..010", qxfer) \
    X(QXFER_AUXV_READ, "qXfer:auxv:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:auxv:read", "XFER-006 XFER-001..011", qxfer) \
    X(QXFER_BTRACE_CONF_READ, "qXfer:btrace-conf:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:btrace-conf:read", "", NONE) \
    X(QXFER_BTRACE_READ, "qXfer:btrace:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:btrace:read", "", NONE) \
    X(QXFER_EXEC_FILE_READ, "qXfer:exec-file:read", DELIM, ':', "annex:num,len", ANY, "qXfer:exec-file:read", "XFER-019 MP-024 XFER-001..011", qxfer) \
    X(QXFER_FDPIC_READ, "qXfer:fdpic:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:fdpic:read", "", NONE) \
    X(QXFER_FEATURES_READ, "qXfer:features:read", DELIM, ':', "annex:num,len", ANY, "qXfer:features:read", "XFER-012..013 XFER-001..011", qxfer) \
    X(QXFER_LIBRARIES_SVR4_READ, "qXfer:libraries-svr4:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:libraries-svr4:read", "XFER-016 XFER-001..011", qxfer) \
    X(QXFER_LIBRARIES_READ, "qXfer:libraries:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:libraries:read", "XFER-015 STOP-021 XFER-001..011", qxfer) \
    X(QXFER_MEMORY_MAP_READ, "qXfer:memory-map:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:memory-map:read", "XFER-014 XFER-001..011", qxfer) \
    X(QXFER_OSDATA_READ, "qXfer:osdata:read", DELIM, ':', "annex:num,len", ANY, "qXfer:osdata:read", "XFER-001..006 XFER-001..011", qxfer) \
    X(QXFER_SDATA_READ, "qXfer:sdata:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:sdata:read", "", NONE) \
    X(QXFER_SIGINFO_READ, "qXfer:siginfo:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:siginfo:read", "XFER-017 XFER-001..011", qxfer) \
    X(QXFER_SIGINFO_WRITE, "qXfer:siginfo:write", DELIM, ':', "annex:num:bin", LIVE, "qXfer:siginfo:write", "XFER-018", qxfer) \
    X(QXFER_THREADS_READ, "qXfer:threads:read", DELIM, ':', "annex:num,len", ANY, "qXfer:threads:read", "THR-021 XFER-001..011", qxfer) \
    X(QXFER_TRACEFRAME_INFO_READ, "qXfer:traceframe-info:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:traceframe-info:read", "", NONE) \
    X(QXFER_UIB_READ, "qXfer:uib:read", DELIM, ':', "annex:num,len", LIVE, "qXfer:uib:read", "", NONE) \
    X(QF_PROCESS_INFO, "qfProcessInfo", DELIM, ':', "[text]", ANY, NULL, "", NONE) \
    X(QF_THREAD_INFO, "qfThreadInfo", EXACT, 0, "", ANY, NULL, "THR-002..005 MP-008", first_threads) \
    X(QS_PROCESS_INFO, "qsProcessInfo", EXACT, 0, "", ANY, NULL, "", NONE) \
    X(QS_THREAD_INFO, "qsThreadInfo", EXACT, 0, "", ANY, NULL, "THR-002..004 MP-008", next_threads) \
    X(RESET, "r", EXACT, 0, "", ANY, NULL, "RUN-008", NONE) \
    X(STEP, "s", HEX, 0, "[addr]", STOPPED, NULL, "RUN-002..006", step) \
    X(SEARCH_OLD, "t", HEX, 0, "addr:hex,hex", STOPPED, NULL, "RUN-008", NONE) \
    X(VATTACH, "vAttach", DELIM, ';', "pid", ANY, NULL, "EXT-008..009 NONSTOP-028", attach) \
    X(VATTACH_NAME, "vAttachName", DELIM, ';', "hex", ANY, NULL, "", NONE) \
    X(VATTACH_OR_WAIT, "vAttachOrWait", DELIM, ';', "hex", ANY, NULL, "", NONE) \
    X(VATTACH_WAIT, "vAttachWait", DELIM, ';', "hex", ANY, NULL, "", NONE) \
    X(VCONT, "vCont", DELIM, ';', "action{;action}", LIVE, "vContSupported", "VCONT-001..026 MP-020..021", vcont) \
    X(VCONT_QUERY, "vCont?", EXACT, 0, "", ANY, NULL, "VCONT-001 NONSTOP-043 QSUP-017", vcont_query) \
    X(VCTRLC, "vCtrlC", EXACT, 0, "", ANY, NULL, "INT-008..009", ctrl_c) \
    X(VFILE, "vFile", DELIM, ':', "[text]", ANY, NULL, "HOSTIO-016", host_io) \
    X(VFILE_MD5, "vFile:MD5", DELIM, ':', "hex", ANY, NULL, "HOSTIO-021", host_io) \
    X(VFILE_CLOSE, "vFile:close", DELIM, ':', "num", ANY, NULL, "HOSTIO-009", host_io) \
    X(VFILE_EXISTS, "vFile:exists", DELIM, ':', "hex", ANY, NULL, "HOSTIO-021", host_io) \
    X(VFILE_FSTAT, "vFile:fstat", DELIM, ':', "num", ANY, NULL, "HOSTIO-013", host_io) \
    X(VFILE_LSTAT, "vFile:lstat", DELIM, ':', "hex", ANY, NULL, "HOSTIO-014", host_io) \
    X(VFILE_MODE, "vFile:mode", DELIM, ':', "hex", ANY, NULL, "HOSTIO-021", host_io) \
    X(VFILE_OPEN, "vFile:open", DELIM, ':', "hex,num,num", ANY, NULL, "HOSTIO-003..004", host_io) \
    X(VFILE_PREAD, "vFile:pread", DELIM, ':', "num,num,num", ANY, NULL, "HOSTIO-005..007", host_io) \
    X(VFILE_PWRITE, "vFile:pwrite", DELIM, ':', "num,num,bin", ANY, NULL, "HOSTIO-008", host_io) \
    X(VFILE_READLINK, "vFile:readlink", DELIM, ':', "hex", ANY, NULL, "HOSTIO-012", host_io) \
    X(VFILE_SETFS, "vFile:setfs", DELIM, ':', "pid", ANY, NULL, "HOSTIO-015 HOSTIO-022", host_io) \
    X(VFILE_SIZE, "vFile:size", DELIM, ':', "hex", ANY, NULL, "HOSTIO-021", host_io) \
    X(VFILE_STAT, "vFile:stat", DELIM, ':', "hex", ANY, NULL, "HOSTIO-013..014", host_io) \
    X(VFILE_SYMLINK, "vFile:symlink", DELIM, ':', "hex,hex", ANY, NULL, "", host_io) \
    X(VFILE_UNLINK, "vFile:unlink", DELIM, ':', "hex", ANY, NULL, "HOSTIO-011", host_io) \
    X(VFLASH_DONE, "vFlashDone", EXACT, 0, "", LIVE, NULL, "FLASH-001", NONE) \
    X(VFLASH_ERASE, "vFlashErase", DELIM, ':', "addr,len", LIVE, NULL, "FLASH-001..002", NONE) \
    X(VFLASH_WRITE, "vFlashWrite", DELIM, ':', "addr:bin", LIVE, NULL, "FLASH-001..002", NONE) \
    X(VKILL, "vKill", DELIM, ';', "pid", ANY, NULL, "KILL-004..009 MP-016", kill_process) \
    X(VMUST_REPLY_EMPTY, "vMustReplyEmpty", EXACT, 0, "", ANY, NULL, "STD-002", NONE) \
    X(VRUN, "vRun", DELIM, ';', "[hex]{;[hex]}", ANY, NULL, "EXT-004..007", run) \
    X(VSTDIO, "vStdio", EXACT, 0, "", ANY, NULL, "NONSTOP-036..038", stdio) \
    X(VSTOPPED, "vStopped", EXACT, 0, "", ANY, NULL, "NONSTOP-010..020", stopped) \
    X(READ_BINARY, "x", PREFIX, 0, "addr,len", LIVE, "binary-upload", "XB-001..007", read_binary) \
    X(REMOVE_BREAKPOINT, "z", PREFIX, 0, "type,addr,kind", LIVE, NULL, "BRK-002..018 COND-023", breakpoint)
/* clang-format on */

typedef enum rsp_packet_id {
    RSP_PACKET_UNKNOWN,
#define RSP_PACKET_ENUM(id, name, match, delim, args, states, feature, reqs, handler) RSP_PACKET_##id,
    RSP_PACKET_LIST(RSP_PACKET_ENUM)
#undef RSP_PACKET_ENUM
        RSP_PACKET_END, /* one more than the last id */
} rsp_packet_id;

typedef struct rsp_packet_row {
    rsp_packet_id id;
    rsp_bytes name;
    rsp_match match;
    char delim; /* DELIM: the character; else 0 */
    const char *args;
    unsigned states;     /* set of rsp_packet_state */
    const char *feature; /* or NULL */
    const char *requirements;
    const char *id_text; /* "READ_MEMORY" */
    const char *handler; /* as text; "NONE" */
} rsp_packet_row;

/* The row of a request, and (out_args may be NULL) what follows name and delimiter. NULL for an unknown
 * packet, also for the empty payload. Costs a few comparisons. */
const rsp_packet_row *rsp_packet_lookup(rsp_bytes payload, rsp_bytes *out_args);

/* The id of a request's row; RSP_PACKET_UNKNOWN where it has none. */
rsp_packet_id rsp_packet_identify(rsp_bytes payload);

/* What follows name and delimiter in a request that was looked up before and has this row. */
rsp_bytes rsp_packet_args(const rsp_packet_row *row, rsp_bytes request);

/* All rows, sorted by name: the row of an id is at id - 1. */
extern const rsp_packet_row rsp_packet_rows[RSP_PACKET_END - 1];

/* The row of an id, NULL for UNKNOWN, END and beyond; the row of a name as in the table, or NULL. */
static inline const rsp_packet_row *rsp_packet_by_id(rsp_packet_id id) {
    return id > RSP_PACKET_UNKNOWN && id < RSP_PACKET_END ? &rsp_packet_rows[id - 1] : NULL;
}
const rsp_packet_row *rsp_packet_by_name(rsp_bytes name);

typedef enum rsp_schema_kind {
    RSP_SCHEMA_END,
    RSP_SCHEMA_FIELD,   /* text: the word */
    RSP_SCHEMA_LITERAL, /* text: the bytes */
    RSP_SCHEMA_OPEN_OPTION,
    RSP_SCHEMA_CLOSE_OPTION,
    RSP_SCHEMA_OPEN_REPEAT,
    RSP_SCHEMA_CLOSE_REPEAT,
    RSP_SCHEMA_BAD,
} rsp_schema_kind;

typedef struct rsp_schema_token {
    rsp_schema_kind kind;
    rsp_bytes text;
} rsp_schema_token;

/* Takes the next token off an argument schema. END when nothing is left, BAD (and *rest is emptied) for an
 * unclosed quote or an unknown field. */
rsp_schema_token rsp_schema_next(rsp_bytes *rest);

/* Appends a random request that follows the row's schema: numbers small or at the edges, escapes in place.
 * `next` gives random numbers (rsp_rng_next with its generator as ctx, for instance). */
void rsp_packet_sample(rsp_buf *out, const rsp_packet_row *row, uint64_t (*next)(void *ctx), void *ctx);

/* docs/packet-reference.md, and a libFuzzer dictionary of names and fixed parts. */
void rsp_packet_reference_write(rsp_buf *out);
void rsp_packet_dictionary_write(rsp_buf *out);

RSP_END_DECLS

#endif
