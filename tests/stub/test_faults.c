/* Every fault of registers, memory, breakpoints, batches, objects, files and queries shows.
 * The same conversations are held with and without each fault, and at least one must differ; and with memory
 * running out at any point they end orderly. Which scenario sees a fault is the suite's own test. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ask.h"
#include "needs_faults.h"

#include "codec/escape.h"
#include "core/hex.h"
#include "core/mem.h"
#include "stub/faults/fault_list.h"

typedef struct conversation {
    const char *program;
    rsp_multimem_form multimem;
    rsp_x_dialect x_dialect;
    size_t packet_bytes;
    bool withholds; /* batches and conditions */
    /* "> payload": {symbol} and {symbol+hex} are addresses, \x7d escapes are written out; "! payload" resumes
     * and waits for the stop; "json payload" escapes braces; "reconnect"; up to NULL. */
    const char *lines[80];
} conversation;

/* 257 bytes for flash. */
#define DIGITS "0123456789abcdef"
#define LONG_FLASH_WRITE                                                                                     \
    "> vFlashWrite:3000002000:" DIGITS DIGITS DIGITS DIGITS DIGITS DIGITS DIGITS DIGITS DIGITS DIGITS DIGITS \
        DIGITS DIGITS DIGITS DIGITS DIGITS "+"

static const conversation conversations[] = {
    {.program = "/bin/scratch",
     .lines = {"> qSupported:swbreak+",
               "> Z0,{tail},4",
               "! c",
               "> z0,{tail},4",
               "> M{scratch},10:23247d2a3b2c3b0a4142434445464748",
               "> m{scratch},10",
               "> m{scratch+1},3",
               "> m{scratch},50",
               "> m0,4",
               "> m{scratch},0",
               "> m{scratch}",
               "> mffffffffffffffff,2",
               "> m{edge-2},4",
               "> M{scratch+20},4:00",
               "> m{scratch+20},4",
               "> M{scratch+20},2:abcd",
               "> m{scratch+20},2",
               "> M0,1:00",
               "> M{edge-2},4:11223344",
               "> m{edge-2},2",
               "> M{scratch},0:",
               "> X{scratch+20},3:a*b",
               "> m{scratch+20},3",
               "> X{scratch+20},1:}a",
               "> m{scratch+20},2",
               "> X{scratch+20},2:}\x03}\x04",
               "> m{scratch+20},2",
               "> X{scratch+20},1:}",
               "> m{scratch+20},2",
               "> X{scratch+20},4:ab",
               "> m{scratch+20},4",
               "> x{scratch},8",
               "> x{scratch},0",
               "> x0,4",
               "> qCRC:{scratch},10",
               "> qSearch:memory:{scratch};a;ABCD",
               "> qSearch:memory:{scratch};20;ABCD",
               "> qCRC:{scratch+800},1001",
               "> M{scratch+40},4:41414142",
               "> qSearch:memory:{scratch+40};4;AAB",
               "> qSearch:memory:0;10;AB",
               "> _M1000,rw",
               "> qMemoryRegionInfo:0",
               "> qMemoryRegionInfo:{main}",
               "> m{scratch},80"}},
    {.program = "/bin/scratch",
     .lines = {"> X{scratch},3:a}\x20z",
               "> m{scratch},4",
               "> X{scratch},2:\x01",
               "> Z0,{work},4",
               "> m{work},4",
               "> x{work},8",
               "> MultiMemRead:ranges:{work},8;",
               "> M{work},4:13000000",
               "> z0,{work},4",
               "> m{work},4",
               "> z0,{tail},4",
               "> m{tail},4",
               "> Z0,100,4",
               "> Z9,{work},4",
               "> z9,{work},4",
               "> Z4,{counter},8",
               "> z4,{counter},8",
               "> Z2,{scratch},1",
               "> Z2,{scratch+1},1",
               "> Z2,{scratch+2},1",
               "> Z2,{scratch+3},1",
               "> Z2,{scratch+4},1",
               "> Z0,{tail}"}},
    {.program = "/bin/scratch",
     .lines = {"> vFlashErase:3000000000,1000", "> vFlashErase:3000000000,800",
               "> vFlashErase:{scratch},1000", "> vFlashWrite:3000000000:a}\x03", "> m3000000000,3",
               "> vFlashWrite:3000001000:b", "> vFlashWrite:{scratch}:ab", "> m{scratch},2",
               "> vFlashErase:3000000000,1000", "> m3000000000,2", "> m3000001000,2", "> vFlashWrite:300000",
               "> vFlashDone", LONG_FLASH_WRITE, "> m3000002100,1", "> qXfer:memory-map:read::0,fff",
               "> qXfer:osdata:read:cpus:0,fff"}},
    {.program = "/bin/scratch",
     .lines = {"> QMemTags:3100000000,40:1:03", "> qMemTags:3100000000,40:1",
               "> QMemTags:3100000000,40:1:0102", "> qMemTags:3100000000,40:1", "> qMemTags:310000000f,2:1",
               "> qMemTags:{scratch},40:1", "> qIsAddressTagged:3100000000", "> qIsAddressTagged:{scratch}",
               "> QMemTags:3100000000,40:1:"}},
    {.program = "/bin/watch", .lines = {"> Z2,{array+2},8", "! c", "! c"}},
    {.program = "/bin/scratch", .lines = {"> p80000000", "> qC"}},
    {.program = "/bin/scratch", .lines = {"> *", "> qC", "> }", "> qC"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4", "> Z0,{work},4", "> z0,{work},4", "! c"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4", "> M{work},4:13000000", "! c"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4", "> Z0,{tail},4", "> z0,{tail},4", "! c", "> p20"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4", "> Z0,{tail},4", "> z0,{work},4", "! c", "> p20"}},
    {.program = "/bin/scratch",
     .lines = {"> Z0,{work},4;X3,220027", "> Z0,{work},4", "! c", "> z0,{work},4", "! c"}},
    {.program = "/bin/scratch",
     .lines = {"> Z0,{work},4;X3,220027", "> z0,{work},4", "> Z0,{work},4", "! c"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;X3,220027", "! c"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;X3,220127", "! c", "> pa"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;X3,220027X3,220127", "! c"}},
    {.program = "/bin/scratch",
     .lines = {"> Z0,{work},4;X5,22010027", "> Z0,{work},4;X6,220122000527", "! c"}},
    {.program = "/bin/scratch",
     .lines = {"> Z0,{work},4;X10,22002202222022002900290029002927", "> Z0,{work},4;Xa,22002900220029220127",
               "! c"}},
    /* 0x100 == 0x100 and not 1 */
    {.program = "/bin/scratch",
     .lines = {"> Z0,{work},4;X9,230100230100132701", "> Z0,{work},4;X7,23010022011327", "! c"}},
    /* ref8 of 0xff is 255 */
    {.program = "/bin/scratch",
     .lines = {"> M{scratch+ff},1:ff", "> Z0,{work},4;Xb,24{scratch+ff.8}172300ff1327", "! c"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;X8,2201164022011327", "! c"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;X9,220522030322021327", "! c"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;X8,22ff160822001427", "! c"}},
    /* less than zero: 40 bits with the highest of them set */
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;Xf,250000008000000000162822001427", "! c"}},
    /* a width beyond the stack's leaves the 1 alone */
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;X5,2201164127", "! c"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;X5,22012a4127", "! c"}},
    /* if_goto over a zero; counted from the next instruction it would get to another */
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;X10,22012000082200272201272727220027", "! c"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;Xb,2201220222033322021327", "! c"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;X6,220127220027", "! c"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;X4,22020e27", "! c"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;cmds:0,Xb,2200220034000002780027", "! c"}},
    /* "%3d" of 42 */
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;cmds:0,Xf,222a22002200340100042533640027", "! c"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;X3,220027;cmds:0,Xb,2200220034000002780027", "! c"}},
    {.program = "/bin/scratch",
     .lines = {"> Z0,{work},4;cmds:1,Xb,2200220034000002780027", "reconnect", "> QStartNoAckMode", "! c"}},
    {.program = "/bin/threads4",
     .lines = {"> QThreadSuffixSupported",
               "> Z0,{work},4",
               "! c",
               "> z0,{work},4",
               "> Hg2a1",
               "> P5=0102030405060708",
               "> p5",
               "> Hg2a2",
               "> P5=1112131415161718",
               "> p5",
               "> Hg2a1",
               "> p5",
               "> g",
               "> p10",
               "> pffff",
               "> p25",
               "> P0=00",
               "> G00",
               "> g",
               "> G{g}",
               "> g",
               "> QSaveRegisterState",
               "> QRestoreRegisterState:1",
               "> QRestoreRegisterState:1",
               "> qRegisterInfo21",
               "> Hg2a1",
               "> Z0,{work},4;X7,26000422002213",
               "> Z0,{work},4;X5,2600022713",
               "> P2=0000000000000000"}},
    {.program = "/bin/threads4",
     .lines = {"> Z0,{work},4", "! c", "> Hg2a1", "> P1f=1111111111111111",
               "> Z0,{work},4;X8,26001f2211132700", "> Z0,{work},4;X9,26001f23111113272700",
               "> Z0,{work},4;Xe,26001f2511111111111111111327", "! c"}},
    {.program = "/bin/threads4",
     .lines = {"> G{shifted}", "> g", "> P6=0102030405060708", "> G{g}", "> g", "> P7=00000000000000ff",
               "> P8=8877665544332211", "> p8"}},
    {.program = "/bin/scratch",
     .lines = {"> M{scratch},10:23247d2a3b2c3b0a4142434445464748",
               "> MultiMemRead:ranges:{scratch},10,{scratch+8},4;",
               "> MultiMemRead:ranges:{scratch+8},4,0,4,{scratch+8},2;", "> MultiMemRead:ranges:0,4;",
               "> MultiMemRead:ranges:{scratch+8},0;", "> MultiMemRead:ranges:{stack},20,{scratch},1;",
               "> MultiMemRead:ranges:{hole},1010;", "> MultiMemRead:ranges:{scratch+8},1,{scratch},1;",
               "> MultiMemRead:ranges:{scratch+8},1", "> MultiMemRead:ranges:{scratch+8},1,{scratch};",
               "> MultiMemRead:ranges:;", "> MultiMemRead:blah:;ranges:{scratch+8},2;",
               "> MultiMemRead:ranges:{scratch+8},2;blah:;", "> MultiMemRead:ranges:ffffffffffffffff,10;",
               "> MultiMemRead:ranges:zz,2;", "> MultiMemRead:ranges:{scratch+8},2,;",
               "> MultiMemRead:ranges:{scratch+8},2;{scratch+8},1;"}},
    {.program = "/bin/scratch",
     .multimem = RSP_MULTIMEM_RFC,
     .lines = {"> M{scratch},10:23247d2a3b2c3b0a4142434445464748",
               "> MultiMemRead:ranges:{scratch},10;{scratch+8},4;",
               "> MultiMemRead:ranges:{scratch+8},4;0,4;{scratch+8},2;", "> MultiMemRead:ranges:0,4;",
               "> MultiMemRead:ranges:{scratch+8},0;", "> MultiMemRead:ranges:{stack},20;",
               "> MultiMemRead:ranges:0x{scratch+8},4;", "> MultiMemRead:ranges:{scratch+8},2;"}},
    {.program = "/bin/scratch",
     .packet_bytes = 256,
     .lines = {"> M{scratch},10:7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d",
               "> M{scratch+10},10:7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d", "> x{scratch},ff",
               "> M{scratch+20},60:" /* filled below 256 */,
               "> MultiMemRead:ranges:{scratch},ff,{scratch},ff;",
               "> "
               "M{scratch+20},40:"
               "7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7"
               "d7d7d7d"
               "7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d",
               "> "
               "M{scratch+60},40:"
               "7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7"
               "d7d7d7d"
               "7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d",
               "> x{scratch},a0"}},
    {.program = "/bin/scratch", .x_dialect = RSP_X_LLDB, .lines = {"> x0,0", "> x{magic},4"}},
    {.program = "/bin/scratch",
     .lines = {"> qSupported:multiprocess+", "> !", "> vRun;2f62696e2f73637261746368", "> Hgp2a2.2a2",
               "> M{scratch},2:2222", "> m{scratch},2", "> MultiMemRead:ranges:{scratch},2;", "> Hgp2a1.2a1",
               "> m{scratch},2", "> Hgp2a2.2a2", "> Z0,{work},4", "! vCont;c:p2a2.-1"}},
    {.program = "/bin/scratch",
     .lines = {"json "
               "jMultiBreakpoint:{\"breakpoint_requests\":[\"Z0,{work},4\",\"Z0,100,4\",\"Z0,{tail},4\",\"Z9,"
               "1,1\",\"Z0,{work},4\"]}",
               "json jMultiBreakpoint:{\"breakpoint_requests\":[\"Z9,1,1\",\"z9,1,1\"]}", "! c"}},
    {.program = "/bin/scratch",
     .lines = {"json jMultiBreakpoint:{\"breakpoint_requests\":[\"Z0,{work},4\",\"z0,{work},4\"]}", "! c"}},
    {.program = "/bin/scratch",
     .lines = {"json jMultiBreakpoint: {\"breakpoint_requests\": [\"Z0,{work},4;X3,220027\"]}",
               "json jMultiBreakpoint:{\"breakpoint_requests\":[]}",
               "json jMultiBreakpoint:{\"breakpoint_requests\":[\"Z2,{counter},8\",\"z2,{counter},8\"]}",
               "json jMultiBreakpoint:{\"breakpoint_requests\":[{many}]}", "! c"}},
    {.program = "/bin/scratch",
     .lines = {"> MultiBreakpoint:Z0,{work},4;Z0,100,4;Z0,{tail},4", "> MultiBreakpoint:Z9,1,1;Z0,{work},4",
               "> MultiBreakpoint:", "> MultiBreakpoint:Z2,{counter},8;X3,220127",
               "> MultiBreakpoint:Z0,{work},4;X3,220127;z0,{tail},4"}},
    {.program = "/bin/scratch", .lines = {"> MultiBreakpoint:Z0,{work},4;z0,{work},4", "! c"}},
    {.program = "/bin/threads4",
     .lines = {"> qXfer:features:read:target.xml:0,10",
               "> qXfer:features:read:target.xml:10,ffff",
               "> qXfer:features:read:target.xml:0,ffff",
               "> qXfer:exec-file:read::0,ff",
               "> qXfer:exec-file:read::d,ff",
               "> qXfer:exec-file:read::fff,ff",
               "> qXfer:exec-file:read::c,1",
               "> qXfer:nosuch:read::0,10",
               "> qXfer:features:frob:target.xml:0,10",
               "> qXfer:features:read:nosuch.xml:0,ff",
               "> qXfer:features:read:registers.xml:0,ffff",
               "> qXfer:memory-map:read::0,ffff",
               "> qXfer:threads:read::0,60",
               "> Z0,{work},4",
               "! c",
               "> qXfer:osdata:read:processes:0,ffff",
               "> qXfer:osdata:read:threads:0,ffff",
               "> qXfer:osdata:read:types:0,ffff",
               "> qXfer:threads:read::60,ffff",
               "> qXfer:threads:read::0,60",
               "> Z0,{tail},4",
               "> z0,{work},4",
               "! c",
               "> qXfer:threads:read::0,ffff"}},
    {.program = "/bin/signals",
     .lines = {"! c", "> qXfer:siginfo:write::4:ab", "> qXfer:siginfo:read::0,80"}},
    {.program = "/bin/hello",
     .lines = {"path vFile:open:,0,0 /nosuch", "path vFile:open:,0,0 {long}",
               "path vFile:open:,202,180 /tmp/f", "> vFile:pwrite:0,0,}\x03}\x04}]}\x0a",
               "> vFile:pwrite:0,1,x", "> vFile:pread:0,10,0", "> vFile:pread:0,10,4", "> vFile:pread:0,10,9",
               "> vFile:close:0", "> vFile:close:0", "path vFile:unlink: /tmp/f", "path vFile:unlink: /tmp/f",
               "path vFile:readlink: /init", "path vFile:stat: /bin/hello", "path vFile:lstat: /init",
               "> vFile:setfs:0", "> vFile:frob:0", "path vFile:exists: /bin/hello"}},
    /* opened to append; then opened again, and not to be emptied */
    {.program = "/bin/hello",
     .lines = {"path vFile:open:,20a,180 /tmp/f", "> vFile:pwrite:0,0,ab", "> vFile:pwrite:0,0,c",
               "> vFile:pread:0,10,0", "> vFile:close:0", "path vFile:open:,2,0 /tmp/f",
               "> vFile:pread:0,10,0", "path vFile:readlink: /tmp/f", "path vFile:readlink: /bin/hello",
               "path vFile:MD5: /bin/hello", "path vFile:MD5: /nosuch"}},
    {.program = "/bin/placed", .lines = {"> qOffsets"}},
    {.program = "/bin/hello",
     .lines = {"> qRcmd,73656564", "> qRcmd,6", "> qRcmd,736565646", "> qRcmd,6e6f", "> qSymbol::",
               "> qGetTLSAddr:2a1,10,0", "> qHostInfo", "> qProcessInfo", "> qWatchpointSupportInfo:"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4", "> qRcmd,73656564", "! c"}},
    {.program = "/bin/hello",
     .lines = {"> qRcmd,737061776e20"
               "78787878787878787878787878787878787878787878787878787878787878787878787878787878"
               "78787878787878787878787878787878787878787878787878787878787878787878787878787878"}},
    {.program = "/bin/hello",
     .lines = {"> qXfer:libraries:read::0,fff", "> qXfer:libraries-svr4:read::0,fff",
               "> qXfer:features:read:target.xml", "> qOffsets", "> qSymbol:123:6d61696e", "> vFile:pread:5",
               "> vFile:setfs:2a1", "reconnect", "path vFile:open:,0,0 /bin/hello", "> vFile:pread:0,10,0",
               "> vFile:close:9", "> qC"}},
    {.program = "/bin/hello",
     .packet_bytes = 256,
     .lines = {"path vFile:open:,0,0 /bin/hello", "> vFile:pread:0,200,0"}},
    {.program = "/bin/hello",
     .lines = {"> !", "> vKill;2a1", "path vFile:open:,0,0 /bin/hello", "path vFile:open:,0,0 {long}",
               "> qC"}},
    {.program = "/bin/segv-in-thread", .lines = {"! c", "> qXfer:siginfo:read::0,80"}},
    {.program = "/bin/scratch",
     .lines = {"> qSupported:swbreak+", "> X{scratch},3:a{nul}b", "> MultiMemRead", "> M{scratch},1:45",
               "> x{scratch},1", "> Z0,{work},2", "> m{work},4", "> z0,{work},2", "> Z1,{tail},4",
               "> m{tail},4", "> MultiMemRead:ranges:{scratch},ffffffff;", "> m{scratch},ffffffff"}},
    {.program = "/bin/scratch", .lines = {"> m{scratch},ffffffff", "> qC"}},
    {.program = "/bin/watch",
     .lines = {"> Z0,{start_watching},4", "! c", "> z0,{start_watching},4", "> Z3,{watched},8", "! c"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4", "! c", "> z0,{work},4", "! s"}},
    {.program = "/bin/child-calls-function",
     .lines = {"> qSupported:multiprocess+;fork-events+", "! c", "> Hgp2a2.2a2", "> Z0,{child_only},4",
               "> D;2a2", "> Hgp2a1.2a1", "! c", "! c"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;X2,0227", "! c"}},
    {.program = "/bin/scratch", .lines = {"> Z0,{work},4;X3,210000", "! c"}},
    {.program = "/bin/scratch",
     .withholds = true,
     .lines = {"> MultiMemRead:ranges:0,0;", "> MultiBreakpoint:z9,0,1", "json jMultiBreakpoint:{}",
               "> Z0,{work},4;X3,220027", "! c"}},
    {.program = "/bin/hello", .lines = {"> !", "! c", "> MultiMemRead:ranges:1000,4;", "> qC"}},
    {.program = "/bin/hello",
     .lines = {"> !", "! c", "json jMultiBreakpoint:{\"breakpoint_requests\":[\"z0,1000,4\"]}", "> qC"}},
    {.program = "/bin/scratch",
     .lines = {"json jMultiBreakpoint:{\"breakpoint_requests\":[\"foo\",\"\\u005a0,{work},4\"]}",
               "> z0,{work},4", "json jMultiBreakpoint:{\"breakpoint_requests\":[1]}",
               "json jMultiBreakpoint:{}"}},
    {.program = "/bin/scratch",
     .lines = {"> MultiBreakpoint:Z0,{work},4;X3,220127;cmds:0,X3,220027;z0,{tail},4",
               "> MultiBreakpoint:Z0,{work},4;"}},
    {.program = "/bin/spin", .lines = {"> QNonStop:1", "> vCont;c", "> g"}},
    {.program = "/bin/scratch",
     .lines = {"> X{scratch},3:a,}\x03", "> m{scratch},3", "> M{scratch},4:11223344", "> m{scratch},4",
               "> P10=0102030405060708", "> p10", "> X{scratch},1:\x04", "> qC"}},
};

/* {symbol}, {symbol+hex}, {symbol.8} (padded, for bytecode), and a few values of this test's own. */
static void append_value(ask *a, rsp_buf *out, rsp_bytes name) {
    char text[64] = {0};
    uint64_t more = 0;
    size_t dot = rsp_bytes_index(name, '.');
    size_t sign = rsp_bytes_index(name, '+');
    rsp_bytes symbol = rsp_bytes_sub(name, 0, sign < dot ? sign : dot);
    if (sign < name.len)
        assert_ok(rsp_hex_u64(&more, rsp_bytes_sub(name, sign + 1, dot - sign - 1)));
    memcpy(text, symbol.ptr, symbol.len);
    if (strcmp(text, "g") == 0 || strcmp(text, "shifted") == 0) {
        for (unsigned i = 0; i < 65 * 8 + 3 * 4; i++)
            rsp_buf_printf(out, "%02x", i % 251);
    } else if (strcmp(text, "nul") == 0) {
        rsp_buf_push(out, 0);
    } else if (strcmp(text, "long") == 0) {
        for (unsigned i = 0; i < 2000; i++)
            rsp_buf_push(out, i ? 'a' : '/');
    } else if (strcmp(text, "many") == 0) {
        for (unsigned i = 0; i < 100; i++)
            rsp_buf_printf(out, "%s\"z0,%x,4\"", i ? "," : "", 0x20000 + 4 * i);
    } else if (strcmp(text, "stack") == 0) {
        rsp_buf_str(out, "3fffffcff0"); /* sixteen bytes below the top of the stack */
    } else if (strcmp(text, "hole") == 0) {
        rsp_buf_str(out, "3fff7fc000"); /* one page below the stack */
    } else if (strcmp(text, "edge-2") == 0) {
        rsp_buf_str(out, "3fffffcffe");
    } else if (dot < name.len) {
        rsp_hex_append_fixed(out, ask_symbol(a, text) + more, 8);
    } else {
        rsp_hex_append_u64(out, ask_symbol(a, text) + more);
    }
}

static void expand(ask *a, rsp_buf *out, const char *line, bool json) {
    rsp_bytes rest = rsp_bytes_str(line);
    while (rest.len > 0) {
        size_t end = rsp_bytes_index(rest, '}');
        bool value =
            rest.ptr[0] == '{' && end < rest.len && end > 1 && rest.ptr[1] != '"' && rest.ptr[1] != '}';
        if (value) {
            append_value(a, out, rsp_bytes_sub(rest, 1, end - 1));
            rest = rsp_bytes_from(rest, end + 1);
            continue;
        }
        if (json)
            rsp_escape_append(out, rsp_bytes_sub(rest, 0, 1));
        else
            rsp_buf_push(out, rest.ptr[0]);
        rest = rsp_bytes_from(rest, 1);
    }
}

/* "head path": the path goes in hex in front of the head's first comma, or behind its end. */
static void expand_path(ask *a, rsp_buf *out, const char *line) {
    rsp_bytes rest = rsp_bytes_str(line);
    rsp_bytes head = rsp_bytes_split(&rest, ' ');
    size_t comma = rsp_bytes_index(head, ',');
    rsp_buf path = {0};
    expand(a, &path, (const char *)rest.ptr, false);
    rsp_buf_append(out, rsp_bytes_sub(head, 0, comma));
    rsp_hex_append(out, rsp_buf_bytes(&path));
    rsp_buf_append(out, rsp_bytes_from(head, comma));
    rsp_buf_free(&path);
}

static void say_line(ask *a, const char *line, rsp_buf *heard) {
    rsp_buf request = {0};
    rsp_bytes reply;
    if (strcmp(line, "reconnect") == 0) {
        rsp_stub_disconnect(a->stub);
        rsp_stub_connect(a->stub);
        return;
    }
    if (strncmp(line, "path ", 5) == 0)
        expand_path(a, &request, line + 5);
    else if (strncmp(line, "json ", 5) == 0)
        expand(a, &request, line + 5, true);
    else
        expand(a, &request, line + 2, false);
    if (line[0] == '!')
        reply = ask_resume(a, "%s", rsp_buf_cstr(&request));
    else
        reply = ask_bytes(a, rsp_buf_bytes(&request));
    rsp_buf_append(heard, reply);
    rsp_buf_str(heard, reply.ptr ? "\n" : "(nothing)\n");
    rsp_buf_append(heard, rsp_buf_bytes(&a->console));
    rsp_buf_free(&request);
}

static void hold_conversation(const conversation *c, rsp_fault fault, const rsp_mem *mem, rsp_buf *heard) {
    ask a;
    ask_init(&a, c->program);
    a.options.multimem = c->multimem;
    a.options.x_dialect = c->x_dialect;
    a.options.fault = fault;
    a.options.mem = mem;
    a.machine.mem = mem;
    if (c->withholds)
        a.options.offer_multimem = a.options.offer_multibreak_rfc = a.options.offer_multibreak_json =
            a.options.offer_conditions = false;
    if (c->packet_bytes > 0)
        a.options.packet_bytes = c->packet_bytes;
    bool started = ask_try_start(&a);
    assert_true(started || mem);
    for (size_t i = 0; started && c->lines[i]; i++)
        say_line(&a, c->lines[i], heard);
    rsp_buf_printf(heard, "%u bad checksums\n", a.bad_checksums);
    ask_end(&a);
}

static bool shows(rsp_fault fault, const rsp_buf *honest) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(conversations); i++) {
        rsp_buf heard = {0};
        hold_conversation(&conversations[i], fault, NULL, &heard);
        bool differs = !rsp_bytes_equal(rsp_buf_bytes(&heard), rsp_buf_bytes(&honest[i]));
        rsp_buf_free(&heard);
        if (differs)
            return true;
    }
    return false;
}

/* Areas whose behaviour is in the files tested here. */
static bool is_ours(const char *name) {
    static const char *const areas[] = {"esc-", "reg-",  "mem-",  "mmr-", "xb-",    "brk-", "cond-",
                                        "mbp-", "xfer-", "file-", "qry-", "flash-", "tag"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(areas); i++)
        if (strncmp(name, areas[i], strlen(areas[i])) == 0)
            return true;
    return false;
}

static void every_fault_shows(void **state) {
    (void)state;
    needs_faults();
    rsp_buf honest[RSP_ARRAY_LEN(conversations)] = {{0}};
    unsigned hidden = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(conversations); i++)
        hold_conversation(&conversations[i], RSP_FAULT_NONE, NULL, &honest[i]);
    for (int fault = 1; fault < RSP_FAULT_COUNT; fault++) {
        const rsp_fault_info *info = rsp_fault_get((rsp_fault)fault);
        if (!is_ours(info->name) || shows((rsp_fault)fault, honest))
            continue;
        print_error("%s (%s) changes no reply: add requests that show it to `conversations`\n", info->name,
                    info->requirement);
        hidden++;
    }
    for (size_t i = 0; i < RSP_ARRAY_LEN(conversations); i++)
        rsp_buf_free(&honest[i]);
    assert_int_equal(hidden, 0);
}

/* The n-th allocation fails: an error reply, or the stub gives up; nothing is lost, nothing crashes. */
static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(conversations); i++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, 0, 0);
        rsp_buf heard = {0};
        hold_conversation(&conversations[i], RSP_FAULT_NONE, &fuzzed.mem, &heard);
        uint64_t total = fuzzed.count;
        uint64_t step = total / 60 + 1;
        for (uint64_t n = 1 + i % step; n <= total; n += step) {
            rsp_mem_fuzzed_init(&fuzzed, n, 0);
            rsp_buf_clear(&heard);
            hold_conversation(&conversations[i], RSP_FAULT_NONE, &fuzzed.mem, &heard);
        }
        rsp_buf_free(&heard);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fault_shows),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
