/* What is known to be hard for debuggers, packet by packet: numbers at their ends, lists without an end, deep
 * nesting, stops of threads that are none. In texts ~# is an odd number, ~(N,TEXT~) a text N times, ~0 a zero
 * byte, ~@ the packet's name. Calls to the debugger's machine only read (GDB manual, File-I/O). */
/* SPDX-License-Identifier: MIT */
#include "debugger_fuzz/make.h"

#include "codec/escape.h"
#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdlib.h>

/* One of them. */
typedef struct recipe {
    rsp_packet_id packet;
    bool every; /* from then on each reply */
    rsp_lie_kind kind;
    const char *text;
} recipe;

#define ONCE(id, text) \
    { RSP_PACKET_##id, false, RSP_LIE_SAY, text }
#define EACH(id, text) \
    { RSP_PACKET_##id, true, RSP_LIE_SAY, text }
#define DOCUMENT(id, text) \
    { RSP_PACKET_##id, true, RSP_LIE_DOCUMENT, text }

#define TARGET(inside)                                                                                \
    "<target><architecture>i386:x86-64</architecture><feature name=\"org.gnu.gdb.i386.core\">" inside \
    "</feature></target>"
#define EXTRA(inside) "<target><feature name=\"x\">" inside "</feature></target>"

static const recipe recipes[] = {
    /* what a stub can do */
    ONCE(QSUPPORTED, "PacketSize=0"),
    ONCE(QSUPPORTED, "PacketSize=1"),
    ONCE(QSUPPORTED, "PacketSize=ffffffff"),
    ONCE(QSUPPORTED, "PacketSize=ffffffffffffffff;qXfer:features:read+"),
    ONCE(QSUPPORTED, "PacketSize=~#;QStartNoAckMode+;multiprocess+;vContSupported+"),
    ONCE(QSUPPORTED,
         "PacketSize=4000;qXfer:btrace:read+;qXfer:btrace-conf:read+;Qbtrace:off+;Qbtrace:bts+;Qbtrace:pt+"),
    ONCE(QSUPPORTED,
         "PacketSize=4000;QNonStop+;vContSupported+;multiprocess+;QThreadEvents+;no-resumed+;fork-events+"),
    ONCE(QSUPPORTED,
         "PacketSize=4000;memory-tagging+;qXfer:features:read+;qXfer:siginfo:read+;QCatchSyscalls+"),
    ONCE(QSUPPORTED,
         "PacketSize=4000;ReverseStep+;ReverseContinue+;tracenz+;ConditionalTracepoints+;StaticTracepoints+"),
    ONCE(QSUPPORTED, "PacketSize=4000;qXfer:libraries-svr4:read+;augmented-libraries-svr4-read+;qXfer:"
                     "threads:read+;qXfer:osdata:read+"),
    ONCE(QSUPPORTED,
         "PacketSize=4000;qXfer:memory-map:read+;qXfer:auxv:read+;qXfer:exec-file:read+;QTBuffer:size+"),
    ONCE(QSUPPORTED, "PacketSize=4000~(3000,;x+~)"),
    ONCE(QSUPPORTED, ";;;;=;+;-;?;PacketSize"),
    ONCE(QSUPPORTED, "SupportedCompressions=zlib-deflate,lz4,lzma,lzfse;DefaultCompressionMinSize=0"),
    /* stops */
    ONCE(REASON, "T05thread:0;"),
    ONCE(REASON, "T05thread:p-1.-1;"),
    ONCE(REASON, "T05thread:p0.0;"),
    ONCE(REASON, "T05thread:-1;"),
    ONCE(REASON, "T05thread:p1.-1;"),
    ONCE(REASON, "T05thread:ffffffffffffffff;core:ffffffff;"),
    ONCE(REASON, "T05fork:p2.2;thread:p1.1;"),
    ONCE(REASON, "T05vfork:p1.1;thread:p1.1;"),
    ONCE(REASON, "T05vforkdone:;thread:1;"),
    ONCE(REASON, "T05exec:2f;thread:1;"),
    ONCE(REASON, "T05exec:;"),
    ONCE(REASON, "T05library:;thread:1;"),
    ONCE(REASON, "T05syscall_entry:~#;"),
    ONCE(REASON, "T05create:;thread:5;"),
    ONCE(REASON, "T05watch:~#;thread:1;"),
    ONCE(REASON, "T05replaylog:begin;"),
    ONCE(REASON, "Tffthread:~#;"),
    ONCE(REASON, "T0500:00;01:0;~#:00;"),
    ONCE(REASON, "T05ffffffff:00;"),
    ONCE(REASON, "T05~(2000,0:~)"),
    ONCE(REASON, "T05~(40000,0~);"),
    ONCE(REASON, "W00"),
    ONCE(REASON, "W00;process:~#"),
    ONCE(REASON, "X0b"),
    ONCE(REASON, "N"),
    ONCE(REASON, "w00;1"),
    ONCE(REASON, "w00;p1.1"),
    ONCE(REASON, "O"),
    ONCE(REASON, "T05thread:1;threads:1,2,3,~#;thread-pcs:0,~#;"),
    ONCE(REASON, "T05thread:1;jstopinfo:~(20000,5b~);"),
    ONCE(REASON, "T05thread:1;reason:exception;metype:~#;mecount:~#;medata:1;medata:2;"),
    ONCE(REASON, "T05thread:1;memory:0x~#=00;memory:0x0=0;"),
    ONCE(REASON, "T05thread:1;reason:watchpoint;description:2d31;"),
    EACH(VCONT, "T05thread:0;"),
    EACH(VCONT, "T05thread:p-1.-1;"),
    EACH(VCONT, "T05thread:p1.-1;"),
    EACH(VCONT, "T05fork:p2.2;thread:p1.1;"),
    EACH(VCONT, "T05fork:p1.1;thread:p1.1;"),
    EACH(VCONT, "T05fork:0;"),
    EACH(VCONT, "T05vfork:p-1.-1;thread:p1.1;"),
    EACH(VCONT, "T05exec:78;thread:p1.1;"),
    EACH(VCONT, "T05exec:~(5000,41~);"),
    EACH(VCONT, "T05syscall_return:~#;"),
    EACH(VCONT, "T05create:;thread:~#;"),
    EACH(VCONT, "T05replaylog:end;"),
    EACH(VCONT, "T05library:1;"),
    EACH(VCONT, "T00"),
    EACH(VCONT, "N"),
    EACH(VCONT, "W00;process:p~#"),
    EACH(VCONT, "w00;1"),
    EACH(VCONT, "Tffhwbreak:;swbreak:;watch:0;"),
    EACH(VCONT, "O~(30000,4~)"),
    EACH(VCONT, "F"),
    ONCE(VCONT, "Fopen,~#/ffffffff,0,0"),
    ONCE(VCONT, "Fopen,0/0,0,0"),
    ONCE(VCONT, "Fread,0,~#,ffffffff"),
    ONCE(VCONT, "Fread,3,1000,7fffffffffffffff"),
    ONCE(VCONT, "Fread,-1,0,-1"),
    ONCE(VCONT, "Fwrite,1,~#,ffffffffffffffff"),
    ONCE(VCONT, "Fwrite,2,0,80000000"),
    ONCE(VCONT, "Flseek,ffffffff,~#,5"),
    ONCE(VCONT, "Fstat,~#/7fffffff,~#"),
    ONCE(VCONT, "Ffstat,~#,~#"),
    ONCE(VCONT, "Fclose,~#"),
    ONCE(VCONT, "Fgettimeofday,~#,~#"),
    ONCE(VCONT, "Fisatty,~#"),
    ONCE(VCONT, "F~(30000,x~)"),
    ONCE(VCONT_QUERY, "~@"),
    ONCE(VCONT_QUERY, "~@;"),
    ONCE(VCONT_QUERY, "~@;c;C;s;S;t;r"),
    ONCE(VCONT_QUERY, "~@~(20000,;c~)"),
    ONCE(VCONT_QUERY, "~@;~(60000,c~)"),
    /* threads */
    ONCE(QC, "QC0"),
    ONCE(QC, "QC-1"),
    ONCE(QC, "QCp-1.-1"),
    ONCE(QC, "QCp0.0"),
    ONCE(QC, "QCffffffffffffffffffff"),
    ONCE(QF_THREAD_INFO, "m-1"),
    ONCE(QF_THREAD_INFO, "m0"),
    ONCE(QF_THREAD_INFO, "mp-1.-1"),
    ONCE(QF_THREAD_INFO, "mp1.-1"),
    ONCE(QF_THREAD_INFO, "mp0.0"),
    ONCE(QF_THREAD_INFO, "m1,1,1,1,1,1"),
    ONCE(QF_THREAD_INFO, "m~(20000,1,~)1"),
    ONCE(QF_THREAD_INFO, "m~(30000,f~)"),
    ONCE(QF_THREAD_INFO, "m,"),
    ONCE(QF_THREAD_INFO, "m"),
    ONCE(QF_THREAD_INFO, "l"),
    EACH(QS_THREAD_INFO, "m1"),
    EACH(QS_THREAD_INFO, "m"),
    EACH(QS_THREAD_INFO, "m~#"),
    EACH(QTHREAD_EXTRA_INFO, "~(30000,41~)"),
    EACH(QTHREAD_EXTRA_INFO, "4"),
    DOCUMENT(QXFER_THREADS_READ, "<threads><thread id=\"p-1.-1\"/></threads>"),
    DOCUMENT(QXFER_THREADS_READ, "<threads><thread id=\"0\"/><thread id=\"p1.-1\"/></threads>"),
    DOCUMENT(QXFER_THREADS_READ,
             "<threads>~(3000,<thread id=\"1\" core=\"ffffffff\" name=\"x\"/>~)</threads>"),
    DOCUMENT(QXFER_THREADS_READ,
             "<threads><thread id=\"1\" handle=\"abc\"/><thread id=\"1\" core=\"-1\"/></threads>"),
    DOCUMENT(QXFER_THREADS_READ, "<threads>~(5000,<thread id=\"1\">~)</threads>"),
    DOCUMENT(QXFER_THREADS_READ, "<threads/>"),
    /* registers and memory */
    ONCE(READ_REGISTERS, ""),
    ONCE(READ_REGISTERS, "0"),
    ONCE(READ_REGISTERS, "xx"),
    ONCE(READ_REGISTERS, "~(120000,0~)"),
    ONCE(READ_REGISTERS, "~(7,0~)"),
    EACH(READ_REGISTERS, "~(900,x~)"),
    EACH(READ_REGISTERS, "~(3000,f~)"),
    EACH(READ_REGISTER, "~(60000,0~)"),
    EACH(READ_REGISTER, "0"),
    EACH(READ_REGISTER, "x"),
    EACH(READ_REGISTER, "ffffffffffffffff"),
    EACH(READ_MEMORY, ""),
    EACH(READ_MEMORY, "0"),
    EACH(READ_MEMORY, "00"),
    EACH(READ_MEMORY, "~(100000,f~)"),
    EACH(READ_MEMORY, "~(16,f~)"),
    EACH(READ_MEMORY, "zz"),
    EACH(READ_BINARY, ""),
    EACH(READ_BINARY, "b"),
    EACH(READ_BINARY, "b~(60000,x~)"),
    ONCE(QSEARCH_MEMORY, "1"),
    ONCE(QSEARCH_MEMORY, "1,~#"),
    ONCE(QCRC, "C~#"),
    ONCE(QOFFSETS, "Text=~#;Data=~#;Bss=~#"),
    ONCE(QOFFSETS, "TextSeg=~#;DataSeg=~#"),
    ONCE(QOFFSETS, "Text=;Data="),
    EACH(QSYMBOL, "~@:6d61696e"),
    EACH(QSYMBOL, "~@:"),
    EACH(QSYMBOL, "~@:~(30000,41~)"),
    EACH(QSYMBOL, "~@:4"),
    /* descriptions of targets */
    DOCUMENT(QXFER_FEATURES_READ, "<target><xi:include href=\"target.xml\"/></target>"),
    DOCUMENT(QXFER_FEATURES_READ,
             "<target><xi:include href=\"a.xml\"/><xi:include href=\"a.xml\"/></target>"),
    DOCUMENT(QXFER_FEATURES_READ, EXTRA("<union id=\"u\"><field name=\"a\" type=\"u\"/></union><reg "
                                        "name=\"r\" bitsize=\"64\" type=\"u\"/>")),
    DOCUMENT(QXFER_FEATURES_READ, EXTRA("<struct id=\"s\"><field name=\"a\" type=\"s\"/></struct><reg "
                                        "name=\"r\" bitsize=\"64\" type=\"s\"/>")),
    DOCUMENT(QXFER_FEATURES_READ,
             EXTRA("<vector id=\"v\" type=\"v\" count=\"2\"/><reg name=\"r\" bitsize=\"64\" type=\"v\"/>")),
    DOCUMENT(
        QXFER_FEATURES_READ,
        EXTRA("<vector id=\"v\" type=\"int8\" count=\"~#\"/><reg name=\"r\" bitsize=\"64\" type=\"v\"/>")),
    DOCUMENT(
        QXFER_FEATURES_READ,
        EXTRA(
            "<vector id=\"v\" type=\"uint128\" count=\"65536\"/><reg name=\"r\" bitsize=\"8\" type=\"v\"/>")),
    DOCUMENT(QXFER_FEATURES_READ, EXTRA("<flags id=\"f\" size=\"~#\"><field name=\"a\" start=\"63\" "
                                        "end=\"0\"/></flags><reg name=\"r\" bitsize=\"32\" type=\"f\"/>")),
    DOCUMENT(QXFER_FEATURES_READ, EXTRA("<flags id=\"f\" size=\"0\"><field name=\"a\" "
                                        "start=\"0\"/></flags><reg name=\"r\" bitsize=\"32\" type=\"f\"/>")),
    DOCUMENT(QXFER_FEATURES_READ, EXTRA("<struct id=\"s\" size=\"8\"><field name=\"a\" start=\"0\" "
                                        "end=\"~#\"/></struct><reg name=\"r\" bitsize=\"64\" type=\"s\"/>")),
    DOCUMENT(QXFER_FEATURES_READ, EXTRA("<struct id=\"s\" size=\"1\"><field name=\"a\" start=\"0\" "
                                        "end=\"63\"/></struct><reg name=\"r\" bitsize=\"8\" type=\"s\"/>")),
    DOCUMENT(QXFER_FEATURES_READ, EXTRA("<enum id=\"e\" size=\"4\"><evalue name=\"a\" "
                                        "value=\"~#\"/></enum><reg name=\"r\" bitsize=\"32\" type=\"e\"/>")),
    DOCUMENT(QXFER_FEATURES_READ,
             EXTRA("<union id=\"u\"></union><reg name=\"r\" bitsize=\"64\" type=\"u\"/>")),
    DOCUMENT(QXFER_FEATURES_READ,
             EXTRA("<struct id=\"s\"></struct><reg name=\"r\" bitsize=\"64\" type=\"s\"/>")),
    DOCUMENT(QXFER_FEATURES_READ, EXTRA("<reg name=\"r\" bitsize=\"~#\" regnum=\"~#\"/>")),
    DOCUMENT(QXFER_FEATURES_READ, EXTRA("<reg name=\"r\" bitsize=\"0\" type=\"int\"/>")),
    DOCUMENT(QXFER_FEATURES_READ, EXTRA("<reg name=\"r\" bitsize=\"8\" type=\"ieee_double\"/><reg name=\"r\" "
                                        "bitsize=\"3\" type=\"int\"/>")),
    DOCUMENT(QXFER_FEATURES_READ,
             EXTRA("<reg name=\"r\" bitsize=\"2147483647\"/><reg name=\"q\" bitsize=\"2147483647\"/>")),
    DOCUMENT(QXFER_FEATURES_READ, EXTRA("~(4000,<reg name=\"r\" bitsize=\"64\" regnum=\"1\"/>~)")),
    DOCUMENT(QXFER_FEATURES_READ, EXTRA("<reg name=\"r\" bitsize=\"64\" regnum=\"20000000\"/>")),
    DOCUMENT(QXFER_FEATURES_READ, EXTRA("<reg name=\"r\" bitsize=\"64\" value_regnums=\"0,~#\" "
                                        "invalidate_regnums=\"~#,1\" regnum=\"0\"/>")),
    DOCUMENT(QXFER_FEATURES_READ,
             EXTRA("<reg name=\"r\" bitsize=\"64\" value_regnums=\"0\" regnum=\"0\" generic=\"pc\"/>")),
    DOCUMENT(QXFER_FEATURES_READ,
             EXTRA("<reg name=\"a\" bitsize=\"64\" value_regnums=\"1\" regnum=\"0\"/><reg name=\"b\" "
                   "bitsize=\"64\" value_regnums=\"0\" regnum=\"1\"/>")),
    DOCUMENT(QXFER_FEATURES_READ, EXTRA("<reg name=\"a\" bitsize=\"64\" offset=\"~#\" encoding=\"ieee754\" "
                                        "format=\"vector-uint8\" regnum=\"0\" generic=\"pc\"/>")),
    DOCUMENT(QXFER_FEATURES_READ, TARGET("")),
    DOCUMENT(QXFER_FEATURES_READ,
             TARGET("<reg name=\"rax\" bitsize=\"8\"/><reg name=\"rip\" bitsize=\"0\"/>")),
    DOCUMENT(QXFER_FEATURES_READ, "<target>~(8000,<feature name=\"x\">~)</target>"),
    DOCUMENT(QXFER_FEATURES_READ, "~(30000,<a>~)"),
    DOCUMENT(
        QXFER_FEATURES_READ,
        "<target version=\"~#\"><architecture>~(3000,x~)</architecture><osabi>~(3000,y~)</osabi></target>"),
    DOCUMENT(QXFER_FEATURES_READ, "<target><architecture>riscv:rv64</architecture><osabi>none</"
                                  "osabi><compatible>spu:256K</compatible></target>"),
    EACH(QXFER_FEATURES_READ, "m"),
    EACH(QXFER_FEATURES_READ, "m<target>"),
    EACH(QXFER_FEATURES_READ, "mx"),
    EACH(QXFER_FEATURES_READ, "l"),
    EACH(QXFER_FEATURES_READ, "m~(60000,<x>~)"),
    /* memory maps and libraries */
    DOCUMENT(QXFER_MEMORY_MAP_READ,
             "<memory-map><memory type=\"ram\" start=\"0\" length=\"ffffffffffffffff\"/><memory type=\"rom\" "
             "start=\"0\" length=\"~#\"/></memory-map>"),
    DOCUMENT(QXFER_MEMORY_MAP_READ, "<memory-map><memory type=\"flash\" start=\"~#\" length=\"~#\"><property "
                                    "name=\"blocksize\">0</property></memory></memory-map>"),
    DOCUMENT(QXFER_MEMORY_MAP_READ,
             "<memory-map>~(3000,<memory type=\"ram\" start=\"0\" length=\"0\"/>~)</memory-map>"),
    EACH(QXFER_MEMORY_MAP_READ, "m "),
    DOCUMENT(QXFER_LIBRARIES_SVR4_READ,
             "<library-list-svr4 version=\"1.0\" main-lm=\"0x~#\">~(2000,<library name=\"/x\" lm=\"0x10\" "
             "l_addr=\"0x0\" l_ld=\"0x0\"/>~)</library-list-svr4>"),
    DOCUMENT(QXFER_LIBRARIES_SVR4_READ, "<library-list-svr4 version=\"1.0\"><library name=\"\" lm=\"~#\" "
                                        "l_addr=\"~#\" l_ld=\"~#\"/></library-list-svr4>"),
    DOCUMENT(QXFER_LIBRARIES_SVR4_READ,
             "<library-list-svr4 version=\"1.0\"><library name=\"~(9000,/~)\" lm=\"0x~#\" l_addr=\"0x~#\" "
             "l_ld=\"0x~#\" lmid=\"0x~#\"/></library-list-svr4>"),
    DOCUMENT(QXFER_LIBRARIES_READ, "<library-list><library name=\"/x\"><segment address=\"0x~#\"/><section "
                                   "address=\"0x~#\"/></library></library-list>"),
    DOCUMENT(QXFER_LIBRARIES_READ, "<library-list><library name=\"/x\">~(2000,<segment "
                                   "address=\"0x10000000\"/>~)</library></library-list>"),
    DOCUMENT(
        QXFER_LIBRARIES_READ,
        "<library-list>~(3000,<library name=\"/x\"><section address=\"0x1\"/></library>~)</library-list>"),
    DOCUMENT(QXFER_OSDATA_READ,
             "<osdata type=\"types\">~(3000,<item><column name=\"Type\">x</column></item>~)</osdata>"),
    DOCUMENT(QXFER_OSDATA_READ,
             "<osdata type=\"types\"><item></item><item><column name=\"a\">1</column></item></osdata>"),
    DOCUMENT(QXFER_OSDATA_READ, "<osdata type=\"types\"></osdata>"),
    DOCUMENT(QXFER_AUXV_READ, "~(4000,\x03~0~)"),
    DOCUMENT(QXFER_AUXV_READ, "\x07~0~0~0~0~0~0~0\x01"),
    DOCUMENT(QXFER_AUXV_READ, "\x19~(15,~0~)~(64,\x06~)"),
    DOCUMENT(QXFER_EXEC_FILE_READ, "/~(9000,x/~)"),
    DOCUMENT(QXFER_EXEC_FILE_READ, ""),
    DOCUMENT(QXFER_SIGINFO_READ, "x"),
    DOCUMENT(QXFER_SIGINFO_READ, "~(30000,\xff~)"),
    /* recordings and tracepoints */
    DOCUMENT(QXFER_BTRACE_CONF_READ, "<btrace-conf version=\"1.0\"><bts size=\"0x~#\"/></btrace-conf>"),
    DOCUMENT(QXFER_BTRACE_CONF_READ, "<btrace-conf version=\"1.0\"><pt size=\"0x0\"/></btrace-conf>"),
    DOCUMENT(QXFER_BTRACE_CONF_READ, "<btrace-conf version=\"1.0\"></btrace-conf>"),
    DOCUMENT(QXFER_BTRACE_READ, "<btrace version=\"1.0\"><block begin=\"0x~#\" end=\"0x~#\"/></btrace>"),
    DOCUMENT(QXFER_BTRACE_READ,
             "<btrace version=\"1.0\">~(3000,<block begin=\"0x0\" end=\"0xffffffff\"/>~)</btrace>"),
    DOCUMENT(QXFER_BTRACE_READ,
             "<btrace version=\"1.0\"><pt><pt-config><cpu vendor=\"GenuineIntel\" family=\"~#\" model=\"0\" "
             "stepping=\"0\"/></pt-config><raw>0</raw></pt></btrace>"),
    DOCUMENT(QXFER_BTRACE_READ, "<btrace version=\"1.0\"><pt><raw>02820282</raw></pt></btrace>"),
    DOCUMENT(QXFER_BTRACE_READ, "<btrace version=\"1.0\"></btrace>"),
    ONCE(QBTRACE_OFF, "OK"),
    DOCUMENT(QXFER_TRACEFRAME_INFO_READ,
             "<traceframe-info>~(3000,<memory start=\"0x0\" length=\"0xffffffffffffffff\"/>~)<tvar "
             "id=\"~#\"/></traceframe-info>"),
    ONCE(TQ_STATUS, "T1"),
    ONCE(TQ_STATUS, "T0;tstop::0"),
    ONCE(TQ_STATUS, "T0;tstop:4:~#;tframes:~#;tcreated:~#;tfree:~#;tsize:~#;circular:1;disconn:1"),
    ONCE(TQ_STATUS, "T1;terror:4:~#;user-name:4;notes:zz;starttime:~#;stoptime:~#"),
    ONCE(TQ_STATUS, "T1;terror:~(9999,4~):1"),
    ONCE(TQ_STATUS, "T1;tpasscount:~#;tframes:-1"),
    ONCE(TQ_STATUS, "T1;stop-notes:4;starttime:;"),
    EACH(TQ_FP, "T1:0:E:0:0"),
    ONCE(TQ_FP, "T~#:~#:D:~#:~#:F~#:S:X3,000000"),
    ONCE(TQ_FP, "T1:1000:E:0:0:X~#,00"),
    ONCE(TQ_FP, "S1:1000:"),
    ONCE(TQ_FP, "A1:1000:R~#"),
    ONCE(TQ_FP, "Z1:1000:at:0:~#:4"),
    EACH(TQ_SP, "T1:0:E:0:0"),
    EACH(TQ_SP, "A1:0:M-1,0,~#"),
    ONCE(TQ_FV, "1:0:0:4"),
    ONCE(TQ_FV, "~#:~#:1:~(5000,41~)"),
    EACH(TQ_SV, "1:0:0:41"),
    EACH(QT_FRAME, "F~#T~#"),
    EACH(QT_FRAME, "F0T"),
    EACH(QT_FRAME, "F"),
    ONCE(TQ_P, "V~#:~#"),
    /* the stub's files, and what it prints */
    ONCE(QRCMD, "O"),
    ONCE(QRCMD, "O4"),
    ONCE(QRCMD, "~(60000,41~)"),
    EACH(QRCMD, "O41"),
    ONCE(QRCMD, "E"),
    EACH(VFILE_OPEN, "F~#"),
    EACH(VFILE_OPEN, "F-1,~#"),
    EACH(VFILE_PREAD, "F10;x"),
    EACH(VFILE_PREAD, "Fffffffff;x"),
    EACH(VFILE_PREAD, "F0;"),
    EACH(VFILE_PREAD, "F1;~(60000,x~)"),
    EACH(VFILE_PREAD, "F-1;"),
    EACH(VFILE_FSTAT, "F40;x"),
    EACH(VFILE_FSTAT, "F~#;"),
    EACH(VFILE_READLINK, "F7fffffff;x"),
    /* what LLDB asks */
    ONCE(QHOST_INFO, "triple:~(3000,78~);ptrsize:~#;endian:little;"),
    ONCE(QHOST_INFO,
         "triple:7838365f36342d2d6c696e7578;ptrsize:0;endian:pdp;vm-page-size:0;addressing_bits:~#;"),
    ONCE(QHOST_INFO, "cputype:~#;cpusubtype:~#;ostype:~(3000,x~);vendor:;os_version:~#.~#.~#;watchpoint_"
                     "exceptions_received:x;"),
    ONCE(QHOST_INFO, "triple:61726d2d2d;ptrsize:4;endian:big;default_packet_timeout:0;low_mem_addressing_"
                     "bits:~#;high_mem_addressing_bits:~#;"),
    ONCE(QPROCESS_INFO, "pid:~#;triple:~(2000,41~);ptrsize:~#;"),
    ONCE(QPROCESS_INFO, "pid:0;elf_abi:~(3000,x~);cputype:~#;endian:little;ptrsize:8;"),
    ONCE(QPROCESS_INFO, "pid:1;triple:7838365f36342d2d6c696e7578;ostype:linux;vendor:x;endian:little;ptrsize:"
                        "2;main-binary-uuid:41;main-binary-address:~#;"),
    EACH(QREGISTER_INFO, "name:r;bitsize:64;offset:0;encoding:uint;format:hex;set:x;gcc:0;dwarf:0;"),
    EACH(QREGISTER_INFO,
         "name:~(3000,r~);bitsize:~#;offset:~#;encoding:ieee754;format:vector-uint8;set:;generic:pc;"),
    EACH(QREGISTER_INFO,
         "name:r;bitsize:0;offset:-1;encoding:;format:;container-regs:0,~#;invalidate-regs:~#;"),
    EACH(QMEMORY_REGION_INFO, "start:0;size:0;permissions:r;"),
    EACH(QMEMORY_REGION_INFO, "start:0;size:ffffffffffffffff;permissions:rwx;"),
    EACH(QMEMORY_REGION_INFO, "start:~#;size:~#;permissions:rwx;name:~(3000,41~);flags:mt ss ~(2000,x ~);"),
    EACH(QMEMORY_REGION_INFO, "start:1000;size:1;"),
    EACH(QMEMORY_REGION_INFO,
         "start:fffffffffffffff0;size:20;permissions:rx;dirty-pages:~#,~#,~(3000,1,~);type:stack,heap;"),
    EACH(JTHREADS_INFO, "~(60000,[~)"),
    EACH(JTHREADS_INFO, "[{\"tid\":1,\"registers\":{\"0\":\"~(2000,f~)\",\"99999\":\"00\"},\"memory\":[{"
                        "\"address\":~#1,\"bytes\":\"0\"}]}]"),
    EACH(JTHREADS_INFO, "[{\"tid\":0},{\"tid\":1},{\"tid\":1},{\"tid\":-1}]"),
    EACH(JTHREADS_INFO, "[~(3000,{\"tid\":1,\"reason\":\"exception\"},~)1]"),
    EACH(JTHREADS_INFO, "[{\"tid\":1,\"reason\":\"watchpoint\",\"description\":\"1 2 "
                        "3\",\"signal\":99999,\"metype\":1,\"medata\":[1,2]}]"),
    EACH(JTHREADS_INFO, "{}"),
    EACH(JTHREADS_INFO, "1e999999"),
    EACH(JTHREAD_EXTENDED_INFO, "~(60000,[~)"),
    EACH(JSIGNALS_INFO, "~(60000,[~)"),
    EACH(JSIGNALS_INFO, "[{\"signo\":-1,\"name\":\"\",\"suppress\":1,\"stop\":2},{\"signo\":5}]"),
    EACH(JMODULES_INFO, "~(60000,[~)"),
    EACH(JMODULES_INFO,
         "[{\"uuid\":\"4\",\"triple\":\"\",\"file_path\":\"\",\"file_size\":-1,\"file_offset\":\"x\"}]"),
    EACH(QMODULE_INFO, "uuid:~(2000,4~);triple:~(2000,41~);file_offset:~#;file_size:~#;"),
    EACH(JGET_LOADED_LIBS, "~(60000,[~)"),
    EACH(QSTRUCTURED_DATA, "~(60000,[~)"),
    EACH(QSTRUCTURED_DATA, "[{\"type\":1},1,null]"),
    ONCE(QECHO, "~(5000,x~)"),
    ONCE(QSHLIB_INFO_ADDR, "~#"),
    ONCE(QSHLIB_INFO_ADDR, "ffffffffffffffff"),
    ONCE(QGET_WORKING_DIR, "~(9000,41~)"),
    ONCE(QGDB_SERVER_VERSION, "name:~(3000,x~);version:~(3000,9~);major_version:~#;minor_version:~#;"),
    ONCE(QTHREAD_STOP_INFO, "T05thread:0;jstopinfo:~(20000,5b~);"),
    ONCE(QTHREAD_STOP_INFO, "T~#thread:~#;name:4;qaddr:~#;dispatch_queue_t:~#;qname:4;qkind:x;"),
    ONCE(QTHREAD_STOP_INFO, "O41"),
};

/* --- texts --- */

static void put_number(maker *m) {
    static const char *const odd[] = {"0",
                                      "1",
                                      "-1",
                                      "ffffffff",
                                      "80000000",
                                      "7fffffff",
                                      "ffffffffffffffff",
                                      "8000000000000000",
                                      "100000000",
                                      "fffffffffffffffff",
                                      "10000",
                                      "",
                                      "x"};
    const size_t which = maker_below(m, RSP_ARRAY_LEN(odd) + 2);
    if (which < RSP_ARRAY_LEN(odd))
        rsp_buf_str(&m->bytes, odd[which]);
    else
        rsp_hex_append_u64(&m->bytes, rsp_rng_next(&m->grammar.rng) >> maker_below(m, 64));
}

/* "N,TEXT~)": the text so many times, without what is in it for us but zero bytes. Returns what follows. */
static const char *put_repeated(maker *m, const char *text) {
    char *comma = NULL;
    const unsigned long times = strtoul(text, &comma, 10);
    const char *begin = comma + 1;
    const char *end = strstr(begin, "~)");
    const size_t len = end ? (size_t)(end - begin) : strlen(begin);
    for (unsigned long i = 0; i < times; i++) {
        for (size_t at = 0; at < len; at++) {
            const bool zero = begin[at] == '~' && at + 1 < len && begin[at + 1] == '0';
            rsp_buf_push(&m->bytes, zero ? 0 : (uint8_t)begin[at]);
            at += zero;
        }
    }
    return begin + len + (end ? 2 : 0);
}

/* The recipe's packet, for replies that begin as requests do. */
static void put_packet(maker *m, rsp_packet_id packet) {
    const rsp_bytes name = rsp_packet_name(packet);
    rsp_buf_append(&m->bytes, rsp_bytes_sub(name, 0, rsp_bytes_index(name, '?')));
}

static void put_text(maker *m, rsp_packet_id packet, const char *text) {
    while (*text) {
        if (text[0] == '~' && text[1] == '(') {
            text = put_repeated(m, text + 2);
            continue;
        }
        if (text[0] == '~' && text[1] == '#')
            put_number(m);
        else if (text[0] == '~' && text[1] == '0')
            rsp_buf_push(&m->bytes, 0);
        else if (text[0] == '~' && text[1] == '@')
            put_packet(m, packet);
        else
            rsp_buf_push(&m->bytes, (uint8_t)*text);
        text += text[0] == '~' ? 2 : 1;
    }
}

/* Of packets that were asked, or of any. */
static const recipe *pick(maker *m) {
    const recipe *picked = &recipes[maker_below(m, RSP_ARRAY_LEN(recipes))];
    for (size_t tries = 0; tries < 8; tries++) {
        const char *name = rsp_packet_text(picked->packet);
        for (size_t i = 0; i < m->samples->num; i++)
            if (strcmp(m->samples->items[i].packet, name) == 0)
                return picked;
        picked = &recipes[maker_below(m, RSP_ARRAY_LEN(recipes))];
    }
    return picked;
}

void make_recipe(maker *m, rsp_lie *out) {
    const recipe *r = pick(m);
    rsp_buf escaped = {0};
    *out = (rsp_lie){.kind = r->kind, .packet = rsp_packet_text(r->packet), .every = r->every};
    put_text(m, r->packet, r->text);
    if (r->kind == RSP_LIE_SAY) {
        rsp_escape_append(&escaped, rsp_buf_bytes(&m->bytes));
        rsp_buf_clear(&m->bytes);
        rsp_buf_append(&m->bytes, rsp_buf_bytes(&escaped));
    }
    rsp_buf_free(&escaped);
}
