/* Packets in words: known sentences, hostile bytes never reach the terminal, sizes stay bounded.
 * Every packet of the table and every kind of reply is explained at random too.
 * See explain.h. */
/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include "codec/explain.h"
#include "codec/packet_schema.h"
#include "core/rng.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

typedef struct sentence {
    const char *request;
    const char *reply; /* NULL: the request is explained */
    const char *text;
} sentence;

/* 1 and a message when the text is another, so that all differences are seen at once. */
static int check_sentence(const sentence *s, bool lines) {
    rsp_buf out = {0};
    rsp_explain_options options = {.direction = s->reply ? RSP_TO_CLIENT : RSP_TO_STUB,
                                   .request = rsp_bytes_str(s->request),
                                   .lines = lines};
    rsp_explain(&out, rsp_bytes_str(s->reply ? s->reply : s->request), &options);
    int wrong = !rsp_bytes_equal(rsp_buf_bytes(&out), rsp_bytes_str(s->text));
    if (wrong)
        print_error("is  %s\nnot %s\n", rsp_buf_cstr(&out), s->text);
    rsp_buf_free(&out);
    return wrong;
}

static const sentence requests[] = {
    {"m1000,4", NULL, "read memory: 4 bytes at 0x1000"},
    {"mzz", NULL, "read memory [bad arguments: zz]"},
    {"m1000,4;address_space:1a;", NULL, "read memory: 4 bytes at 0x1000, address space 0x1a"},
    {"x10,1;address_space:2;thread:p1.7;", NULL,
     "read memory (binary): 1 bytes at 0x10, address space 0x2 of thread p1.7"},
    {"M10,1:ff;address_space:2;", NULL, "write memory: 1 bytes at 0x10, ff, address space 0x2"},
    {"m1000,4;address_space:x;", NULL, "read memory: 4 bytes at 0x1000 [bad arguments: ;address_space:x;]"},
    {"M1000,2:6869", NULL, "write memory: 2 bytes at 0x1000, \"hi\""},
    {"X10,2:}\x03\x01", NULL, "write memory (binary): 2 bytes at 0x10, 2301"},
    {"X10,1:}", NULL, "write memory (binary): 1 bytes at 0x10, [escape at the end]"},
    {"x10,1", NULL, "read memory (binary): 1 bytes at 0x10"},
    {"Z0,1000,4", NULL, "insert software breakpoint at 0x1000, kind 4"},
    {"Z0,1000,4;X1,27X1,27;cmds:1,X1,27", NULL,
     "insert software breakpoint at 0x1000, kind 4, 2 conditions, 1 persistent commands"},
    {"z2,1000,8", NULL, "remove write watchpoint at 0x1000, length 8"},
    {"Z9,0,1", NULL, "insert breakpoint of unknown type 9 at 0x0, kind 1"},
    {"Z0,", NULL, "breakpoint request Z0, [bad type, address or kind at byte 3]"},
    {"vCont;s:p1.1;C0b:2;r10,20;c", NULL,
     "resume: step thread p1.1, continue with SIGSEGV thread 2, step while pc in 0x10..0x20, continue"},
    {"vCont;c:p1.-1;t:-1", NULL, "resume: continue all threads of process 1, stop all threads"},
    {"vCont;c;x", NULL, "resume: continue [bad vCont action at byte 7]"},
    {"vCont", NULL, "resume [vCont without an action at byte 5]"},
    {"m400000010000002c,4", NULL,
     "read memory: 4 bytes at 0x400000010000002c (WebAssembly code, instance 1, offset 0x2c)"},
    {"Z0,4000000000000063,1", NULL,
     "insert software breakpoint at 0x4000000000000063 (WebAssembly code, instance 0, offset 0x63), kind "
     "1"},
    {"m4141414141414141,4", NULL, "read memory: 4 bytes at 0x4141414141414141"},
    {"qWasmCallStack:1f", NULL, "the frames of a thread: id thread 1f"},
    {"qWasmLocal:0;12", NULL, "read a WebAssembly local: index 12 of frame 0"},
    {"qWasmGlobal:3;instance:1;", NULL, "read a WebAssembly global: index 3 of instance 1"},
    {"qWasmStackValue:3;instance:1;", NULL,
     "read a value of the WebAssembly operand stack [bad arguments: 3;instance:1;]"},
    {"Hg0", NULL, "select any thread for registers and memory"},
    {"Hcp1.2", NULL, "select thread p1.2 for resuming"},
    {"Hx!", NULL, "select ! [unknown operation]"},
    {"H", NULL, "select  [unknown operation]"},
    {"?", NULL, "why did the target stop?"},
    {"g", NULL, "read all registers"},
    {"p1f", NULL, "read register: num 0x1f"},
    {"p1;thread:2;", NULL, "read register: num 1, id thread 2"},
    {"P1=ffff", NULL, "write register: num 1, hex ffff"},
    {"C05;1000", NULL, "continue with a signal: sig SIGTRAP, addr 0x1000"},
    {"Cff", NULL, "continue with a signal: sig signal 255"},
    {"qCRC:1000", NULL, "checksum of memory: addr 0x1000 [cut short]"},
    {"qCRC:1000,4,5", NULL, "checksum of memory: addr 0x1000, len 4 [unexpected: ,5]"},
    {"qSupported:multiprocess+;x=1;bad;n-;m?", NULL,
     "features of the client: multiprocess+, x=1, bad [no feature], n-, m?"},
    {"qSupported", NULL, "features of the client"},
    {"qRcmd,68656c70", NULL, "monitor command: hex \"help\""},
    {"QPassSignals:e;14", NULL, "QPassSignals: num 0xe, num 0x14"},
    {"QPassSignals:", NULL, "QPassSignals"},
    {"vRun;2f62696e2f6c73;2d6c", NULL, "run: \"/bin/ls\", \"-l\""},
    {"vKill;1f", NULL, "kill process: pid 0x1f"},
    {"vFile:open:2f61,0,0", NULL, "vFile:open: hex \"/a\", num 0, num 0"},
    {"qXfer:features:read:target.xml:0,fff", NULL,
     "read object features target.xml: offset 0, up to 4095 bytes"},
    {"qXfer:siginfo:write::0:ab", NULL, "write object siginfo: offset 0, \"ab\""},
    {"qXfer:features", NULL, "read object  [qXfer without object or operation at byte 14]"},
    {"MultiMemRead:ranges:1000,4,2000,8;", NULL,
     "read several memory ranges: 4 bytes at 0x1000, 8 bytes at 0x2000"},
    {"MultiMemRead:ranges:1000,4;2000,8;", NULL,
     "read several memory ranges (RFC form): 4 bytes at 0x1000, 8 bytes at 0x2000"},
    {"MultiMemRead:x", NULL, "read several memory ranges [`ranges:` must come first at byte 13]"},
    {"MultiBreakpoint:Z0,1,4;z0,2,4", NULL,
     "change several breakpoints: insert software breakpoint at 0x1, kind 4, remove software breakpoint "
     "at 0x2, kind 4"},
    {"jMultiBreakpoint:{}]", NULL,
     "change several breakpoints [no object with an array \"breakpoint_requests\" at byte 0]"},
    {"jMultiBreakpoint:{\"breakpoint_requests\":[\"Z0,1,4\"]}]", NULL,
     "change several breakpoints: insert software breakpoint at 0x1, kind 4"},
    {"vNoSuch\x1b[31m", NULL, "unknown packet vNoSuch\\x1b[31m"},
    {"", NULL, "empty packet"},
};

static void requests_have_known_sentences(void **state) {
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(requests); i++)
        wrong += check_sentence(&requests[i], false);
    assert_int_equal(wrong, 0);
}

/* A table. NOLINTNEXTLINE(readability-function-size) */
static void replies_have_known_sentences(void **state) {
    (void)state;
    static const sentence cases[] = {
        {"g", "", "not supported (empty reply)"},
        {"M0,0:", "OK", "OK"},
        {"m0,4", "E0e", "error 0e"},
        {"m0,4", "E0e;6e6f", "error 0e: \"no\""},
        {"vRun;", "E.No\nsuch", "error: No\\x0asuch"},
        {"m0,4", "000*\"", "4 bytes: 00000000"},
        {"m0,4", "0*$0", "4 bytes: 000000000 [illegal run length at byte 1]"},
        {"x0,2", "bhi", "data \"hi\""},
        {"?", "T05thread:p1.2;swbreak:;core:1;08:00;x:y;",
         "stopped by SIGTRAP: thread p1.2, swbreak, core 1, x y, 1 registers"},
        {"vCont;c", "T05fork:p2.2;thread:p1.1;reason:signal;name:a;hexname:6162;threads:1;thread-pcs:10;",
         "stopped by SIGTRAP: thread p1.1, fork thread p2.2, reason signal, name a, name \"ab\", threads 1, "
         "thread-pcs 10"},
        {"c", "T05exec:2f62;", "stopped by SIGTRAP: exec \"/b\""},
        {"c", "T05added-binaries:10a0,20;detailed-binaries-info:7b7d;",
         "stopped by SIGTRAP: added-binaries 10a0,20, detailed-binaries-info \"{}\""},
        {"c", "T05watch:1000;watch:2000;", "stopped by SIGTRAP: watch 1000 (and 1 more reasons)"},
        {"c", "T05thread:1;15:;1f:00;", "stopped by SIGTRAP: thread 1, 2 registers (1 cannot be read)"},
        {"c", "T05thread:;x:;watch:zz;", "stopped by SIGTRAP: thread [no value], x, watch zz [bad value]"},
        {"c", "T05core:0", "stopped by SIGTRAP: core 0 [last pair lacks `;`]"},
        {"c", "S00", "stopped by no signal"},
        {"c", "W1;process:1f", "process 1f exited with status 1"},
        {"c", "X0b", "terminated by SIGSEGV"},
        {"c", "w0;p1.2", "thread p1.2 exited with status 0"},
        {"c", "N", "no resumed thread is left"},
        {"c", "O6869", "output \"hi\""},
        {"c", "Fwrite,1,2,3", "file call write,1,2,3"},
        {"c", "T05zz", "stop reply T05zz [pair without `:` in a stop reply at byte 3]"},
        {"qRcmd,00", "O6869", "output \"hi\""},
        {"qRcmd,00", "6869", "\"hi\""},
        {"qSupported", "PacketSize=400;swbreak+", "features of the stub: PacketSize=400, swbreak+"},
        {"qC", "QCp1.2", "current thread p1.2"},
        {"qC", "QCx", "QCx"},
        {"qfThreadInfo", "mp1.1,p1.2", "threads: p1.1, p1.2"},
        {"qsThreadInfo", "l", "end of the list of threads"},
        {"qfThreadInfo", "1,2", "threads [no leading m]: 1, 2"},
        {"vCont?", "vCont;c;C", "vCont actions vCont;c;C"},
        {"vCont?", "c;C", "vCont actions c;C [not a reply to vCont? at byte 0]"},
        {"qXfer:features:read:target.xml:0,10", "l<a/>", "last part of the object, 4 bytes: \"<a/>\""},
        {"qXfer:features:read:target.xml:0,10", "l", "last part of the object, 0 bytes"},
        {"qXfer:auxv:read::0,10", "m", "m [qXfer reply m without data at byte 1]"},
        {"qXfer:auxv:read::0,10", "mab}", "[escape at the end] mab}"},
        {"vFile:pread:1,2,0", "F2;hi", "file result 2, 2 bytes: \"hi\""},
        {"vFile:open:2f,0,0", "F-1,2", "file result -1, error ENOENT"},
        {"vFile:exists:2f", "F,1", "file result 1"},
        {"vFile:open:2f,0,0", "Fx", "Fx [bad vFile reply at byte 1]"},
        {"MultiMemRead:ranges:10,2,20,2;", "2,1;hia",
         "memory ranges: 2 of 2 bytes at 0x10 \"hi\", 1 of 2 bytes at 0x20 \"a\""},
        {"MultiMemRead:ranges:10,2;", "2,hi", "memory ranges: 2 of 2 bytes at 0x10 \"hi\""},
        {"MultiMemRead:ranges:10,2;", "0;", "memory ranges: 0 of 2 bytes at 0x10"},
        {"MultiMemRead:ranges:10,2,20,2;", "2;hi",
         "memory ranges \"2;hi\" [another number of counts than ranges at byte 1]"},
        {"MultiBreakpoint:Z0,1,1;Z0,2,1", "OK;E01", "results: OK, E01"},
        {"jMultiBreakpoint:{}", "{\"results\":[\"OK\",\"\"]}]", "results: OK, unsupported"},
        {"MultiBreakpoint:Z0,1,1", "maybe", "results maybe [result 0 is neither OK nor Exx at byte 0]"},
        {"jThreadsInfo", "[{\"tid\":1}]]", "JSON \"[{\"tid\":1}]\""},
        {"qHostInfo", "ptrsize:8;endian:little;", "information: ptrsize:8, endian:little"},
        {"qAttached", "1", "attached to an existing process"},
        {"qAttached", "0", "created a new process"},
        {"qAttached", "maybe", "maybe"},
        {"", "T05", "stopped by SIGTRAP"},
        {"", "T05zz", "T05zz"},
        {"", "Text=0;Data=0", "Text=0;Data=0"},
        {"qOffsets", "Text=0;Data=0;Bss=0", "where the program lies: Text=0, Data=0, Bss=0"},
        {"qWasmCallStack:1", "30000000010000406100000000000040",
         "2 frames: code, instance 1, offset 0x30, code, instance 0, offset 0x61"},
        {"qWasmCallStack:1", "300000000100004061",
         "1 frames: code, instance 1, offset 0x30 [unexpected: 61]"},
        {"qOffsets", "TextSeg=1000", "where the program lies: TextSeg=1000"},
        {"qCRC:0,4", "Cdeadbeef", "checksum 0xdeadbeef"},
        {"qSearch:memory:0;4;a", "1,1f", "found at 0x1f"},
        {"qSearch:memory:0;4;a", "0", "not found: 0"},
        {"qSymbol::", "qSymbol:6162", "asks for the symbol \"ab\""},
        {"vStdio", "O6869", "output \"hi\""},
        {"qTfP", "T1:4096:E:0:0", "T1:4096:E:0:0"},
        {"qThreadStopInfo1", "T05thread:1;", "stopped by SIGTRAP: thread 1"},
        {"QTBuffer:circular:1", "W00", "exited with status 0"},
        {"m0,4", "T05thread:1;", "stopped by SIGTRAP: thread 1"},
        {"g", "W00", "exited with status 0"},
        {"qExecAndArgs", "S;2f61;62;", "S;2f61;62;"},
        {"vFile:pread:1,a,0", "Fa;0123456789", "file result 10, 10 bytes: \"0123456789\""},
        {"qMemTags:0,10:1", "m05", "m05"},
        {"", "whatever", "whatever"},
    };
    int wrong = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++)
        wrong += check_sentence(&cases[i], false);
    assert_int_equal(wrong, 0);
}

static void lines_put_items_below_each_other(void **state) {
    (void)state;
    static const sentence cases[] = {
        {"qSupported:a+;b-", NULL, "features of the client\n  a+\n  b-"},
        {"c", "T05thread:1;08:0010;09:ff;",
         "stopped by SIGTRAP\n  thread 1\n  register 8 = 0010\n  register 9 = ff"},
        {"vCont;s:1;c", NULL, "resume\n  step thread 1\n  continue"},
    };
    int wrong = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++)
        wrong += check_sentence(&cases[i], true);
    assert_int_equal(wrong, 0);
}

static void long_lists_are_cut_on_one_line_only(void **state) {
    (void)state;
    rsp_buf request = {0};
    rsp_buf out = {0};
    rsp_buf_str(&request, "vCont");
    for (size_t i = 0; i < 20; i++)
        rsp_buf_str(&request, ";c");
    rsp_explain(&out, rsp_buf_bytes(&request), &(rsp_explain_options){0});
    assert_true(rsp_bytes_search(rsp_buf_bytes(&out), RSP_LIT(", ... (4 more)")) < out.len);
    rsp_buf_clear(&out);
    rsp_explain(&out, rsp_buf_bytes(&request), &(rsp_explain_options){.lines = true});
    assert_int_equal(rsp_bytes_search(rsp_buf_bytes(&out), RSP_LIT("more")), out.len);
    rsp_buf_free(&request);
    rsp_buf_free(&out);
}

static void printable_escapes_everything_but_plain_ascii(void **state) {
    (void)state;
    for (unsigned c = 0; c < 256; c++) {
        uint8_t byte = (uint8_t)c;
        rsp_buf out = {0};
        char expected[8];
        bool plain = c >= 0x20 && c < 0x7f && c != '\\';
        (void)snprintf(expected, sizeof(expected), plain ? "%c" : "\\x%02x", c);
        rsp_printable_append(&out, rsp_bytes_make(&byte, 1), 0);
        assert_bytes(rsp_buf_bytes(&out), rsp_bytes_str(expected));
        rsp_buf_free(&out);
    }
    rsp_buf out = {0};
    rsp_printable_append(&out, RSP_LIT("abcdef"), 6);
    rsp_printable_append(&out, RSP_LIT("abcdef"), 5);
    assert_bytes_lit(rsp_buf_bytes(&out), "abcdefabcde... (6 bytes)");
    rsp_buf_free(&out);
}

static void assert_terminal_safe(rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++)
        assert_true((text.ptr[i] >= 0x20 && text.ptr[i] < 0x7f) || text.ptr[i] == '\n');
}

static uint64_t next(void *ctx) {
    return rsp_rng_next(ctx);
}

/* Breaks a payload a little: a byte changed, a byte gone, the end gone. */
static void spoil(rsp_buf *payload, rsp_rng *rng) {
    if (payload->len == 0)
        return;
    size_t at = (size_t)rsp_rng_below(rng, payload->len);
    switch (rsp_rng_below(rng, 4)) {
    case 0:
        payload->ptr[at] = (uint8_t)rsp_rng_below(rng, 256);
        return;
    case 1:
        rsp_buf_truncate(payload, at);
        return;
    case 2:
        payload->ptr[at] = (uint8_t) ",;:*}$-"[rsp_rng_below(rng, 7)];
        return;
    default:
        return;
    }
}

static const char *const some_replies[] = {"T05thread:p1.2;swbreak:;08:00;",
                                           "W00;process:1",
                                           "O6869",
                                           "PacketSize=400;a+",
                                           "QCp1.1",
                                           "mp1.1,p1.2",
                                           "l<xml/>",
                                           "F2;hi",
                                           "F-1,2",
                                           "2,2;hiho",
                                           "OK;E01",
                                           "vCont;c;s",
                                           "{\"results\":[\"OK\"]}]",
                                           "b\x01\x02",
                                           "0* 1*}00",
                                           "key:value;other:1;",
                                           "E01",
                                           "E.text"};

static void whatever_comes_is_shown_safely(void **state) {
    (void)state;
    rsp_rng rng;
    rsp_guard guard = rsp_guard_new(65536);
    rsp_rng_seed(&rng, 11);
    for (unsigned round = 0; round < 20000; round++) {
        const rsp_packet_row *row =
            rsp_packet_by_id((rsp_packet_id)(1 + rsp_rng_below(&rng, RSP_PACKET_END - 1)));
        rsp_buf request = {0};
        rsp_buf reply = {0};
        rsp_buf out = {0};
        rsp_packet_sample(&request, row, next, &rng);
        rsp_buf_str(&reply, some_replies[rsp_rng_below(&rng, RSP_ARRAY_LEN(some_replies))]);
        spoil(&request, &rng);
        spoil(&reply, &rng);
        rsp_explain_options options = {.lines = round % 2, .notification = round % 5 == 0};
        rsp_explain(&out, rsp_guard_put(&guard, rsp_buf_bytes(&request)), &options);
        options.direction = RSP_TO_CLIENT;
        options.request = rsp_buf_bytes(&request);
        rsp_explain(&out, rsp_guard_put(&guard, rsp_buf_bytes(&reply)), &options);
        assert_ok(out.status);
        assert_terminal_safe(rsp_buf_bytes(&out));
        assert_true(out.len > 0 && out.len < 8192);
        rsp_buf_free(&request);
        rsp_buf_free(&reply);
        rsp_buf_free(&out);
    }
    rsp_guard_free(&guard);
}

static void events_of_every_kind_have_a_line(void **state) {
    (void)state;
    static const struct {
        const char *wire;
        const char *text;
        rsp_direction direction;
    } cases[] = {
        {"+", "ack", RSP_TO_CLIENT},
        {"-", "nak: send again", RSP_TO_STUB},
        {"\x03", "interrupt", RSP_TO_STUB},
        {"\x1b", "junk byte \\x1b", RSP_TO_STUB},
        {"$OK#9a", "OK", RSP_TO_CLIENT},
        {"$OK#00", "OK [checksum 00, should be 9a]", RSP_TO_CLIENT},
        {"$OK#zz", "OK [checksum is not hex, should be 9a]", RSP_TO_CLIENT},
        {"%Stop:S05#98", "notification Stop: stopped by SIGTRAP", RSP_TO_CLIENT},
        {"%Stdio:O6869#b7", "notification Stdio: output \"hi\" [checksum b7, should be 69]", RSP_TO_CLIENT},
        {"%New#00", "notification New [checksum 00, should be 2a]", RSP_TO_CLIENT},
        {"%New:x#00", "notification New: x [checksum 00, should be dc]", RSP_TO_CLIENT},
        {"$m0,4$", "abandoned packet of 5 bytes: $m0,4", RSP_TO_STUB},
        {"$01234567890#00", "over-long packet of 15 bytes: $0123456789", RSP_TO_STUB},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_deframer d = {0};
        rsp_event event;
        rsp_buf out = {0};
        rsp_explain_options options = {.direction = cases[i].direction};
        rsp_deframer_init(
            &d, &(rsp_deframer_options){.direction = cases[i].direction, .max_payload = i == 12 ? 10 : 0});
        (void)rsp_deframe(&d, rsp_bytes_str(cases[i].wire), &event);
        rsp_explain_event(&out, &event, &options);
        assert_bytes(rsp_buf_bytes(&out), rsp_bytes_str(cases[i].text));
        rsp_buf_clear(&out);
        for (rsp_bytes rest = RSP_LIT("$g"); rest.len > 0;) {
            rest = rsp_bytes_from(rest, rsp_deframe(&d, rest, &event));
            rsp_explain_event(&out, &event, &options);
        }
        (void)rsp_deframe_flush(&d, &event);
        rsp_explain_event(&out, &event, &options);
        assert_true(rsp_bytes_search(rsp_buf_bytes(&out), RSP_LIT("unfinished packet of 2 bytes: $g")) <
                    out.len);
        rsp_deframer_free(&d);
        rsp_buf_free(&out);
    }
}

static void full_buffer_ends_the_text_and_nothing_else(void **state) {
    (void)state;
    for (size_t limit = 1; limit < 100; limit++) {
        rsp_buf out = {0};
        rsp_buf_init(&out, NULL, limit);
        rsp_explain(&out, RSP_LIT("T05thread:p1.2;swbreak:;"),
                    &(rsp_explain_options){.direction = RSP_TO_CLIENT});
        assert_true(out.len <= limit && (out.status == RSP_OK || out.status == RSP_LIMIT));
        rsp_buf_free(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_have_known_sentences),
        cmocka_unit_test(replies_have_known_sentences),
        cmocka_unit_test(lines_put_items_below_each_other),
        cmocka_unit_test(long_lists_are_cut_on_one_line_only),
        cmocka_unit_test(printable_escapes_everything_but_plain_ascii),
        cmocka_unit_test(whatever_comes_is_shown_safely),
        cmocka_unit_test(events_of_every_kind_have_a_line),
        cmocka_unit_test(full_buffer_ends_the_text_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
