/* Every request that the debuggers and stubs of others send or serve has a row of its own.
 * The list has names, with who has them: one that is missing is one that fuzzers do not reach.
 * From the manuals of GDB and LLDB, and what debugserver, lldb-server, QEMU, rr, OpenOCD look for. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* X("who", "requests with arguments, separated by blanks") */
#define OTHERS_PACKETS(X)                                                                                    \
    X("GDB", "! ? A4,0,6c73 C05 D D;1 F0 G00 Hg0 M0,1:00 P0=00 QAgent:1 QAllow:a:1 QCatchSyscalls:1")        \
    X("GDB", "QDisableRandomization:1 QEnvironmentHexEncoded:61 QEnvironmentReset QEnvironmentUnset:61")     \
    X("GDB",                                                                                                 \
      "QMemTags:0,1:0:00 QNonStop:1 QPassSignals:1 QProgramSignals:1 QSetWorkingDir:2f QStartNoAckMode")     \
    X("GDB", "QStartupWithShell:1 QTBuffer:circular:1 QTBuffer:size:1 QTDP:1:0:E:0:0 QTDP:-1:0:R1")          \
    X("GDB", "QTDPsrc:1:0:at:0:1:61 QTDV:1:0:0:61 QTDisable:1:0 QTDisconnected:1 QTEnable:1:0 QTFrame:1")    \
    X("GDB", "QTFrame:outside:0:1 QTFrame:pc:0 QTFrame:range:0:1 QTFrame:tdp:1 QTNotes:user:61 QTSave:61")   \
    X("GDB", "QTStart QTStop QTinit QTro:0,1 QThreadEvents:1 QThreadOptions;1 Qbtrace:bts Qbtrace:off")      \
    X("GDB",                                                                                                 \
      "Qbtrace:pt Qbtrace-conf:bts:size=1 Qbtrace-conf:pt:size=1 R00 S05 T1 X0,0: Z0,0,1 bc bs c g k")       \
    X("GDB",                                                                                                 \
      "m0,1 p0 qAttached qC qCRC:0,1 qExecAndArgs qGetTIBAddr:1 qGetTLSAddr:1,0,0 qIsAddressTagged:0")       \
    X("GDB",                                                                                                 \
      "qL1200000000000000000 qMemTags:0,1:0 qOffsets qP0000001f0000000000000001 qRcmd,61 qRelocInsn:4")      \
    X("GDB", "qSearch:memory:0;1;a qSupported:a+ qSymbol:: qTBuffer:0,1 qTMinFTPILen qTP:1:0 qTSTMat:0")     \
    X("GDB", "qTStatus qTV:1 qTfP qTfSTM qTfV qThreadExtraInfo,1 qTsP qTsSTM qTsV qXfer:auxv:read::0,1")     \
    X("GDB", "qXfer:btrace-conf:read::0,1 qXfer:btrace:read:all:0,1 qXfer:exec-file:read::0,1")              \
    X("GDB", "qXfer:fdpic:read:exec:0,1 qXfer:features:read:target.xml:0,1 qXfer:libraries-svr4:read::0,1")  \
    X("GDB",                                                                                                 \
      "qXfer:libraries:read::0,1 qXfer:memory-map:read::0,1 qXfer:osdata:read::0,1 qXfer:sdata:read::0,1")   \
    X("GDB",                                                                                                 \
      "qXfer:siginfo:read::0,1 qXfer:siginfo:write::0:a qXfer:threads:read::0,1 qXfer:uib:read:0:0,1")       \
    X("GDB", "qXfer:traceframe-info:read::0,1 qXfer:spu:read::0,1 qXfer:statictrace:read::0,1 qfThreadInfo") \
    X("GDB", "qsThreadInfo s vAttach;1 vCont;c vCont? vCtrlC vFile:close:1 vFile:fstat:1 vFile:lstat:2f")    \
    X("GDB", "vFile:open:2f,0,0 vFile:pread:1,1,0 vFile:pwrite:1,0,a vFile:readlink:2f vFile:setfs:0")       \
    X("GDB",                                                                                                 \
      "vFile:stat:2f vFile:unlink:2f vFlashDone vFlashErase:0,1 vFlashWrite:0:a vKill;1 vMustReplyEmpty")    \
    X("GDB", "vRun; vStdio vStopped x0,1 z0,0,1")                                                            \
    X("LLDB",                                                                                                \
      "D1 I05 QEnableCompression:type:lzfse; QEnableErrorStrings QEnvironment:A=b QLaunchArch:x86_64")       \
    X("LLDB", "QListThreadsInStopReply QRestoreRegisterState:1 QSaveRegisterState QSetDetachOnError:1")      \
    X("LLDB", "QSetDisableASLR:1 QSetEnableAsyncProfiling;enable:1;interval_usec:1000;scan_type:0x4e;")      \
    X("LLDB",                                                                                                \
      "QSetIgnoredExceptions:EXC_BAD_ACCESS QSetLogging:bitmask=LOG_ALL;mode=asl; QSetMaxPacketSize:1")      \
    X("LLDB", "QSetMaxPayloadSize:1 QSetProcessEvent:1 QSetSTDERR:2f QSetSTDIN:2f QSetSTDOUT:2f")            \
    X("LLDB", "QSetSTDIOWindowSize:cols=80;rows=24 QSyncThreadState:1; QThreadSuffixSupported _M1,r _m0")    \
    X("LLDB", "g;thread:1; jGetDyldProcessState jGetLoadedDynamicLibrariesInfos:{} jGetSharedCacheInfo:{}")  \
    X("LLDB", "jAcceleratorPluginBreakpointHit:{} jAcceleratorPluginGetDynamicLoaderLibraryInfo:{}")         \
    X("LLDB",                                                                                                \
      "jAcceleratorPluginInitialize jAddressSpacesInfo jLLDBTraceGetBinaryData:{} jLLDBTraceGetState:{}")    \
    X("LLDB",                                                                                                \
      "jLLDBTraceStart:{} jLLDBTraceStop:{} jLLDBTraceSupported jModulesInfo:[] jMultiBreakpoint:{}")        \
    X("LLDB", "jSignalsInfo jThreadExtendedInfo:{} jThreadsInfo MultiMemRead:ranges:0,1; qEcho:a")           \
    X("LLDB",                                                                                                \
      "qFileLoadAddress:2f qGDBServerVersion qGetPid qGetProfileData;scan_type:0x4e; qGetWorkingDir")        \
    X("LLDB", "qGroupName:0 qHostInfo qKillSpawnedProcess:1 qLaunchGDBServer; qLaunchSuccess")               \
    X("LLDB", "qMemoryRegionInfo:0 qModuleInfo:2f;61 qPathComplete:0,2f qPlatform_chmod:1,2f")               \
    X("LLDB", "qPlatform_mkdir:1,2f qPlatform_shell:61,1 qProcessInfo qProcessInfoPID:1 qQueryGDBServer")    \
    X("LLDB",                                                                                                \
      "qRegisterInfo0 qSaveCore qSaveCore;path-hint:2f; qShlibInfoAddr qSpeedTest:response_size:0;data:")    \
    X("LLDB", "qStepPacketSupported qStructuredDataPlugins qSupportsDetachAndStayStopped: "                  \
              "qSyncThreadStateSupported")                                                                   \
    X("LLDB", "qThreadStopInfo1 qUserName:0 qVAttachOrWaitSupported qWatchpointSupportInfo: qfProcessInfo")  \
    X("LLDB", "qsProcessInfo vAttachName;61 vAttachOrWait;61 vAttachWait;61 vFile:MD5:2f vFile:exists:2f")   \
    X("LLDB", "vFile:mode:2f vFile:size:2f vFile:symlink:2f,2f")                                             \
    X("QEMU",                                                                                                \
      "qqemu.PhyMemMode qqemu.Supported qqemu.sstep qqemu.sstep=1 qqemu.sstepbits Qqemu.PhyMemMode:1")       \
    X("QEMU", "Qqemu.sstep:1 Qqemu.sstep=1")                                                                 \
    X("rr", "qRRCmd:when:0")                                                                                 \
    X("OpenOCD", "jc Jc1")

static bool has_row_of_its_own(rsp_bytes request) {
    const rsp_packet_id id = rsp_packet_identify(request);
    const bool generic =
        id == RSP_PACKET_VFILE || id == RSP_PACKET_QT_BUFFER || id == RSP_PACKET_MULTI_RESERVED;
    return id != RSP_PACKET_UNKNOWN && !generic;
}

static void every_name_of_others_has_a_row(void **state) {
    (void)state;
    static const char *const lists[][2] = {
#define LIST(who, requests) {who, requests},
        OTHERS_PACKETS(LIST)
#undef LIST
    };
    size_t named = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(lists); i++)
        for (rsp_bytes rest = rsp_bytes_str(lists[i][1]); rest.len > 0; named++) {
            const rsp_bytes request = rsp_bytes_split(&rest, ' ');
            if (!has_row_of_its_own(request))
                fail_msg("%.*s of %s has no row", (int)request.len, request.ptr, lists[i][0]);
        }
    assert_true(named > 200);
}

static void rows_that_are_added_do_not_take_their_neighbours(void **state) {
    (void)state;
    static const struct {
        const char *request;
        rsp_packet_id id;
    } cases[] = {
        {"qqemu.sstep", RSP_PACKET_QQEMU_STEP},
        {"qqemu.sstepbits", RSP_PACKET_QQEMU_STEP_BITS},
        {"qqemu.sstepX", RSP_PACKET_UNKNOWN},
        {"Qqemu.PhyMemMode:1", RSP_PACKET_QQEMU_SET_MEMORY},
        {"qSaveCore", RSP_PACKET_QSAVE_CORE},
        {"qSaveCoreX", RSP_PACKET_UNKNOWN},
        {"jcX", RSP_PACKET_UNKNOWN},
        {"Jc", RSP_PACKET_JC},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++)
        assert_int_equal(rsp_packet_identify(rsp_bytes_str(cases[i].request)), cases[i].id);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_of_others_has_a_row),
        cmocka_unit_test(rows_that_are_added_do_not_take_their_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
