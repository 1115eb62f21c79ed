/* Stop replies, vCont, breakpoints, qXfer, host I/O, signals: parse(build(x)) is x for random x.
 * And each form that must be refused, flush against a guard page.
 * See the headers of the same names. */
/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include "codec/breakpoint.h"
#include "codec/escape.h"
#include "codec/hostio.h"
#include "codec/qxfer.h"
#include "codec/signals.h"
#include "core/limits.h"
#include "core/rng.h"
#include <rsp/payload.h>
#include <stdlib.h>

static rsp_rng rng;
static rsp_guard guard;

static bool coin(void) {
    return rsp_rng_below(&rng, 2);
}

static uint64_t number(void) {
    return rsp_rng_next(&rng) >> rsp_rng_below(&rng, 64);
}

static int64_t number63(void) {
    return (int64_t)(number() >> 1);
}

static rsp_ptid random_id(bool multiprocess) {
    rsp_ptid id = {multiprocess ? number63() : 0, coin() ? number63() : RSP_ID_ALL};
    return id;
}

static rsp_bytes pick(const char *const *texts, size_t num) {
    return rsp_bytes_str(texts[rsp_rng_below(&rng, num)]);
}

#define PICK(...) \
    pick((const char *const[]){__VA_ARGS__}, RSP_ARRAY_LEN(((const char *const[]){__VA_ARGS__})))

static void random_reason(rsp_stop_reply *r) {
    r->reason = (rsp_stop_reason)rsp_rng_below(&rng, RSP_REASON_REPLAYLOG + 1);
    r->num_reasons = r->reason != RSP_REASON_NONE;
    if (r->reason == RSP_REASON_FORK || r->reason == RSP_REASON_VFORK || r->reason == RSP_REASON_CLONE)
        r->reason_id = random_id(r->multiprocess);
    else if (r->reason == RSP_REASON_WATCH || r->reason == RSP_REASON_RWATCH ||
             r->reason == RSP_REASON_AWATCH || r->reason == RSP_REASON_SYSCALL_ENTRY ||
             r->reason == RSP_REASON_SYSCALL_RETURN)
        r->reason_number = number();
    else if (r->reason != RSP_REASON_NONE)
        r->reason_text = PICK("", "2f62696e", "begin");
}

static void random_pairs(rsp_stop_reply *r) {
    random_reason(r);
    r->has_thread = coin();
    if (r->has_thread)
        r->thread = random_id(r->multiprocess);
    r->has_core = coin();
    if (r->has_core)
        r->core = number();
    r->threads = PICK("", "1,2,3", "p1.1,p1.2");
    r->thread_pcs = PICK("", "1000,2000");
    r->name = PICK("", "main");
    r->hexname = PICK("", "613b");
    r->lldb_reason = PICK("", "breakpoint", "trace");
    r->num_others = (size_t)rsp_rng_below(&rng, 4);
    for (size_t i = 0; i < r->num_others; i++)
        r->others[i] = (rsp_stop_pair){.key = PICK("x-new", "dispatchqaddr"), .value = PICK("", "1", "a:b")};
    r->num_registers = (size_t)rsp_rng_below(&rng, 40);
    for (size_t i = 0; i < r->num_registers; i++)
        r->registers[i] =
            (rsp_stop_register){.num = number(), .value = PICK("00", "0011223344556677", "xxxx", "")};
}

static void random_stop(rsp_stop_reply *r) {
    static const char kinds[] = "STTTTWXwNOF";
    memset(r, 0, sizeof(*r));
    r->kind = (rsp_stop_kind)kinds[rsp_rng_below(&rng, sizeof(kinds) - 1)];
    if (r->kind == RSP_STOP_SIGNAL || r->kind == RSP_STOP_THREAD || r->kind == RSP_STOP_TERMINATED)
        r->signal = (uint8_t)number();
    if (r->kind == RSP_STOP_EXITED || r->kind == RSP_STOP_THREAD_EXITED)
        r->status = number();
    if (r->kind == RSP_STOP_EXITED || r->kind == RSP_STOP_TERMINATED)
        r->has_process = coin();
    if (r->has_process)
        r->process = number63();
    r->multiprocess = (r->kind == RSP_STOP_THREAD || r->kind == RSP_STOP_THREAD_EXITED) && coin();
    r->has_thread = r->kind == RSP_STOP_THREAD_EXITED;
    if (r->has_thread)
        r->thread = random_id(r->multiprocess);
    if (r->kind == RSP_STOP_OUTPUT)
        r->text = PICK("", "6869", "0a");
    if (r->kind == RSP_STOP_FILEIO)
        r->text = PICK("write,1,1000,4", "isatty,0");
    if (r->kind == RSP_STOP_THREAD)
        random_pairs(r);
}

static void assert_same_lists(const rsp_stop_reply *a, const rsp_stop_reply *b) {
    assert_int_equal(a->num_others, b->num_others);
    for (size_t i = 0; i < a->num_others; i++) {
        assert_bytes(a->others[i].key, b->others[i].key);
        assert_bytes(a->others[i].value, b->others[i].value);
    }
    assert_int_equal(a->num_registers, b->num_registers);
    for (size_t i = 0; i < a->num_registers; i++) {
        assert_true(a->registers[i].num == b->registers[i].num);
        assert_bytes(a->registers[i].value, b->registers[i].value);
    }
}

static void assert_same_stop(const rsp_stop_reply *a, const rsp_stop_reply *b) {
    const rsp_bytes texts_a[] = {a->lldb_reason, a->name, a->hexname, a->threads, a->thread_pcs, a->text};
    const rsp_bytes texts_b[] = {b->lldb_reason, b->name, b->hexname, b->threads, b->thread_pcs, b->text};
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->signal, b->signal);
    assert_true(a->status == b->status);
    assert_true(a->has_process == b->has_process && a->process == b->process);
    assert_true(a->has_thread == b->has_thread && rsp_ptid_equal(a->thread, b->thread));
    assert_true(a->has_core == b->has_core && a->core == b->core);
    assert_int_equal(a->reason, b->reason);
    assert_int_equal(a->num_reasons, b->num_reasons);
    assert_true(a->reason_number == b->reason_number && rsp_ptid_equal(a->reason_id, b->reason_id));
    if (a->reason_text.len > 0)
        assert_bytes(a->reason_text, b->reason_text);
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts_a); i++)
        assert_bytes(texts_a[i], texts_b[i]);
    assert_false(a->unterminated || b->unterminated);
    assert_same_lists(a, b);
}

static void stop_reply_parse_of_build_is_the_same(void **state) {
    (void)state;
    rsp_stop_reply in;
    rsp_stop_reply back;
    for (unsigned round = 0; round < 4000; round++) {
        rsp_buf wire = {0};
        rsp_error error = {0};
        random_stop(&in);
        assert_ok(rsp_stop_reply_build(&wire, &in));
        if (rsp_stop_reply_parse(&back, rsp_guard_put(&guard, rsp_buf_bytes(&wire)), &error) != RSP_OK)
            fail_msg("%s: %.*s", error.msg, (int)wire.len, (const char *)wire.ptr);
        assert_same_stop(&in, &back);
        rsp_buf_free(&wire);
    }
}

static void stop_reply_known_texts(void **state) {
    (void)state;
    rsp_stop_reply r;
    assert_ok(rsp_stop_reply_parse(&r, RSP_LIT("T05thread:p1.2;swbreak:;08:0010;core:3;x:y"), NULL));
    assert_int_equal(r.signal, 5);
    assert_true(r.thread.pid == 1 && r.thread.tid == 2 && r.multiprocess);
    assert_int_equal(r.reason, RSP_REASON_SWBREAK);
    assert_true(r.registers[0].num == 8 && r.core == 3 && r.unterminated);
    assert_ok(rsp_stop_reply_parse(&r, RSP_LIT("T05watch:1000;watch:2000;"), NULL));
    assert_int_equal(r.num_reasons, 2);
    assert_true(r.reason_number == 0x1000);
    assert_ok(rsp_stop_reply_parse(&r, RSP_LIT("W0;process:1f"), NULL));
    assert_true(r.status == 0 && r.process == 31);
    assert_ok(rsp_stop_reply_parse(&r, RSP_LIT("w0;p1.2"), NULL));
    assert_true(r.thread.tid == 2);
    assert_ok(rsp_stop_reply_parse(&r, RSP_LIT("N"), NULL));
    assert_string_equal(rsp_stop_reason_key(RSP_REASON_VFORKDONE), "vforkdone");
    assert_string_equal(rsp_stop_reason_key(RSP_REASON_NONE), "");
}

static void stop_reasons_are_found_by_their_keys(void **state) {
    (void)state;
    for (int i = RSP_REASON_NONE; *rsp_stop_reason_key((rsp_stop_reason)(i + 1)); i++) {
        rsp_stop_reason reason = (rsp_stop_reason)(i + 1);
        assert_int_equal(rsp_stop_reason_find(rsp_bytes_str(rsp_stop_reason_key(reason))), reason);
    }
    assert_int_equal(rsp_stop_reason_find(RSP_LIT("")), RSP_REASON_NONE);
    assert_int_equal(rsp_stop_reason_find(RSP_LIT("watc")), RSP_REASON_NONE);
    assert_int_equal(rsp_stop_reason_find(RSP_LIT("watchx")), RSP_REASON_NONE);
    assert_int_equal(rsp_stop_reason_value(RSP_REASON_AWATCH), RSP_STOP_VALUE_ADDRESS);
    assert_int_equal(rsp_stop_reason_value(RSP_REASON_SYSCALL_RETURN), RSP_STOP_VALUE_NUMBER);
    assert_int_equal(rsp_stop_reason_value(RSP_REASON_VFORK), RSP_STOP_VALUE_ID);
    assert_int_equal(rsp_stop_reason_value(RSP_REASON_SWBREAK), RSP_STOP_VALUE_EMPTY);
    assert_int_equal(rsp_stop_reason_value(RSP_REASON_NONE), RSP_STOP_VALUE_TEXT);
    assert_int_equal(rsp_stop_reason_value(RSP_REASON_REPLAYLOG + 1), RSP_STOP_VALUE_TEXT);
}

static void stop_reply_bad_texts_are_refused_with_offset(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint64_t offset;
    } cases[] = {{"", 0},
                 {"OK", 0},
                 {"E01", 0},
                 {"S", 0},
                 {"S5", 1},
                 {"S05x", 1},
                 {"T5", 1},
                 {"T05x", 3},
                 {"T05q:1;b", 7},
                 {"T05:1;", 3},
                 {"T05thread:1;:;", 12},
                 {"W0;", 3},
                 {"W0process:1", 2},
                 {"W0;process:", 11},
                 {"X100", 1},
                 {"w0", 2},
                 {"w0;", 3},
                 {"O6", 1},
                 {"O6g", 2},
                 {"Nx", 0},
                 {"Z", 0},
                 {"F-1,2", 0},
                 {"T05;", 3}};
    rsp_stop_reply r;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_error error = {0};
        rsp_bytes text = rsp_guard_put(&guard, rsp_bytes_str(cases[i].text));
        if (rsp_stop_reply_parse(&r, text, &error) != RSP_MALFORMED)
            fail_msg("%s is taken", cases[i].text);
        if (error.offset != cases[i].offset && error.offset != text.len)
            fail_msg("%s: offset %d", cases[i].text, (int)error.offset);
    }
}

/* Apple's debugserver sends these for what cannot be read at this stop (svcr, tpidr2 on M4). */
static void stop_reply_register_without_bytes_is_unreadable(void **state) {
    (void)state;
    static rsp_stop_reply r;
    rsp_buf again = {0};
    const char *text = "T05thread:1f;1f:0011;15:;22:xxxx;";
    assert_ok(rsp_stop_reply_parse(&r, rsp_guard_put(&guard, rsp_bytes_str(text)), NULL));
    assert_int_equal(r.num_registers, 3);
    assert_int_equal(r.num_others, 0);
    assert_true(r.registers[1].num == 0x15 && r.registers[1].value.len == 0);
    assert_true(rsp_stop_register_known(&r.registers[0]));
    assert_false(rsp_stop_register_known(&r.registers[1]));
    assert_false(rsp_stop_register_known(&r.registers[2]));
    assert_ok(rsp_stop_reply_build(&again, &r));
    assert_bytes(rsp_buf_bytes(&again), rsp_bytes_str(text));
    rsp_buf_free(&again);
}

/* The program has stopped, whatever the stub tells of it beside that: what is not understood is kept apart.
 */
static void stop_reply_pairs_that_are_not_understood_cost_themselves_only(void **state) {
    (void)state;
    static const char *const pairs[] = {
        "thread:;",       "thread:x;",       "thread:p-1.1;", "core:;",
        "core:x;",        "watch:;",         "rwatch:zz;",    "fork:;",
        "clone:x;",       "dead:hello;",     "bad:123;",      "x:;",
        "x-new:;",        "syscall_entry:;", "a b:c:d;",      "added-binaries:5b;",
        "memory:0x1=00;", "DEAD:beefe;",     "0x5:00;",       "10000000000000000:00;"};
    static rsp_stop_reply r;
    for (size_t i = 0; i < RSP_ARRAY_LEN(pairs); i++) {
        rsp_buf text = {0};
        rsp_buf again = {0};
        rsp_buf_printf(&text, "T0b%score:2;08:00;", pairs[i]);
        if (rsp_stop_reply_parse(&r, rsp_guard_put(&guard, rsp_buf_bytes(&text)), NULL) != RSP_OK)
            fail_msg("a stop with %s is refused", pairs[i]);
        assert_int_equal(r.signal, 0xb);
        assert_true(!r.has_thread && r.reason == RSP_REASON_NONE && r.num_reasons == 0 && !r.multiprocess);
        assert_true(r.has_core && r.core == 2 && r.num_registers == 1 && r.registers[0].num == 8);
        assert_int_equal(r.num_others, 1);
        rsp_buf_printf(&again, "%.*s:%.*s;", (int)r.others[0].key.len, (const char *)r.others[0].key.ptr,
                       (int)r.others[0].value.len, (const char *)r.others[0].value.ptr);
        assert_bytes(rsp_buf_bytes(&again), rsp_bytes_str(pairs[i]));
        rsp_buf_free(&text);
        rsp_buf_free(&again);
    }
}

/* Keys whose value is free may have none. */
static void stop_reply_texts_may_be_empty(void **state) {
    (void)state;
    static rsp_stop_reply r;
    assert_ok(
        rsp_stop_reply_parse(&r, RSP_LIT("T05library:;name:;hexname:;reason:;threads:;thread-pcs:;"), NULL));
    assert_int_equal(r.reason, RSP_REASON_LIBRARY);
    assert_true(r.num_others == 0 && r.name.len == 0 && r.threads.len == 0);
    assert_ok(rsp_stop_reply_parse(&r, RSP_LIT("T05exec:;replaylog:;"), NULL));
    assert_int_equal(r.reason, RSP_REASON_EXEC);
}

/* One that is readable counts, whichever comes first. */
static void stop_reply_second_value_replaces_a_bad_one(void **state) {
    (void)state;
    static rsp_stop_reply r;
    for (int bad_first = 0; bad_first < 2; bad_first++) {
        const char *text = bad_first ? "T05thread:;core:;watch:;thread:5;core:3;watch:10;"
                                     : "T05thread:5;core:3;watch:10;thread:;core:;watch:;";
        assert_ok(rsp_stop_reply_parse(&r, rsp_bytes_str(text), NULL));
        assert_true(r.has_thread && r.thread.tid == 5 && r.has_core && r.core == 3);
        assert_true(r.reason == RSP_REASON_WATCH && r.reason_number == 0x10 && r.num_reasons == 1);
        assert_int_equal(r.num_others, 3);
    }
}

static void stop_reply_beyond_limits_is_counted(void **state) {
    (void)state;
    static rsp_stop_reply r;
    for (int others = 0; others < 2; others++) {
        size_t most = others ? RSP_LIMIT_STOP_PAIRS : RSP_LIMIT_STOP_REGISTERS;
        rsp_buf text = {0};
        rsp_buf_str(&text, "T05");
        for (size_t i = 0; i < most; i++)
            rsp_buf_str(&text, others ? "x:1;" : "1:00;");
        assert_ok(rsp_stop_reply_parse(&r, rsp_buf_bytes(&text), NULL));
        assert_int_equal(r.num_left_out, 0);
        rsp_buf_str(&text, others ? "x:1;thread:9;" : "1:00;thread:9;");
        assert_ok(rsp_stop_reply_parse(&r, rsp_buf_bytes(&text), NULL));
        assert_int_equal(r.num_left_out, 1);
        assert_int_equal(others ? r.num_others : r.num_registers, most);
        assert_true(r.has_thread && r.thread.tid == 9);
        rsp_buf_free(&text);
    }
    rsp_buf out = {0};
    r.kind = (rsp_stop_kind)'Q';
    assert_int_equal(rsp_stop_reply_build(&out, &r), RSP_USAGE);
}

static void vcont_parse_of_build_is_the_same(void **state) {
    (void)state;
    static const char ops[] = "cCsStr";
    for (unsigned round = 0; round < 2000; round++) {
        rsp_vcont_action in[8] = {{0}};
        rsp_vcont_action back[8];
        rsp_buf wire = {0};
        size_t num = 1 + (size_t)rsp_rng_below(&rng, 8);
        size_t num_back = 0;
        bool multiprocess = coin();
        for (size_t i = 0; i < num; i++) {
            in[i].op = ops[rsp_rng_below(&rng, 6)];
            if (in[i].op == 'C' || in[i].op == 'S')
                in[i].signal = (uint8_t)number();
            if (in[i].op == 'r')
                in[i].start = number(), in[i].end = number();
            in[i].has_id = coin();
            if (in[i].has_id)
                in[i].id = random_id(multiprocess);
        }
        assert_ok(rsp_vcont_build(&wire, in, num, multiprocess));
        assert_ok(rsp_vcont_parse(back, 8, &num_back, rsp_guard_put(&guard, rsp_buf_bytes(&wire)), NULL));
        assert_int_equal(num_back, num);
        for (size_t i = 0; i < num; i++) {
            assert_true(in[i].op == back[i].op && in[i].signal == back[i].signal);
            assert_true(in[i].start == back[i].start && in[i].end == back[i].end);
            assert_true(in[i].has_id == back[i].has_id && rsp_ptid_equal(in[i].id, back[i].id));
        }
        rsp_buf_free(&wire);
    }
}

static void vcont_bad_texts_are_refused(void **state) {
    (void)state;
    static const char *const texts[] = {
        "vCont",       "vCont;",      "vCont;x",    "vCont;c;",      "vCont;;c",
        "vCont;C",     "vCont;C5",    "vCont;Cgg",  "vCont;c5",      "vCont;r",
        "vCont;r1000", "vCont;r1,",   "vCont;c:",   "vCont;c:p-1.1", "vCont;c:1.2",
        "vCont;c:x",   "vCont;c:1:2", "vContc",     "vCon",          "vCont;s;c:zz",
        "vCont;cc",    "vCont;t05",   "vCont;S051", "vCont;c:p1.1 ", "vCont;r1,2,3",
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++) {
        rsp_vcont_action actions[4];
        size_t num = 77;
        rsp_bytes text = rsp_guard_put(&guard, rsp_bytes_str(texts[i]));
        if (rsp_vcont_parse(actions, 4, &num, text, NULL) != RSP_MALFORMED)
            fail_msg("%s is taken", texts[i]);
        assert_int_equal(num, 77);
    }
    rsp_buf out = {0};
    assert_int_equal(rsp_vcont_build(&out, &(rsp_vcont_action){.op = 'x'}, 1, false), RSP_USAGE);
    assert_int_equal(rsp_vcont_build(&out, &(rsp_vcont_action){0}, 1, false), RSP_USAGE);
}

static void vcont_at_limit_is_fine_beyond_is_limit(void **state) {
    (void)state;
    rsp_buf text = {0};
    rsp_vcont_action actions[2];
    size_t num = 0;
    rsp_buf_str(&text, "vCont");
    for (size_t i = 0; i < RSP_LIMIT_VCONT_ACTIONS; i++)
        rsp_buf_str(&text, ";c");
    assert_ok(rsp_vcont_parse(NULL, 0, &num, rsp_buf_bytes(&text), NULL));
    assert_int_equal(num, RSP_LIMIT_VCONT_ACTIONS);
    rsp_buf_str(&text, ";c");
    assert_int_equal(rsp_vcont_parse(NULL, 0, &num, rsp_buf_bytes(&text), NULL), RSP_LIMIT);
    assert_ok(rsp_vcont_parse(actions, 2, &num, RSP_LIT("vCont;c;s"), NULL));
    assert_int_equal(rsp_vcont_parse(actions, 2, &num, RSP_LIT("vCont;c;s;t"), NULL), RSP_LIMIT);
    rsp_buf_free(&text);
}

static void vcont_reply_every_set_round_trips(void **state) {
    (void)state;
    for (unsigned set = 0; set < 64; set++) {
        rsp_buf wire = {0};
        unsigned back = 99;
        size_t unknown = 99;
        rsp_vcont_reply_build(&wire, set);
        assert_ok(rsp_vcont_reply_parse(&back, &unknown, rsp_buf_bytes(&wire), NULL));
        assert_int_equal(back, set);
        assert_int_equal(unknown, 0);
        rsp_buf_free(&wire);
    }
    unsigned set = 0;
    size_t unknown = 0;
    assert_ok(rsp_vcont_reply_parse(&set, &unknown, RSP_LIT("vCont;c;q;rr;;t"), NULL));
    assert_int_equal(set, RSP_VCONT_CONTINUE | RSP_VCONT_STOP);
    assert_int_equal(unknown, 3);
    assert_ok(rsp_vcont_reply_parse(&set, NULL, RSP_LIT("vCont"), NULL));
    assert_int_equal(rsp_vcont_reply_parse(&set, NULL, RSP_LIT("vContc"), NULL), RSP_MALFORMED);
    assert_int_equal(rsp_vcont_reply_parse(&set, NULL, RSP_LIT("c;s"), NULL), RSP_MALFORMED);
}

static void breakpoint_parse_of_build_is_the_same(void **state) {
    (void)state;
    for (unsigned round = 0; round < 2000; round++) {
        rsp_breakpoint in = {.insert = coin(), .type = (uint8_t)rsp_rng_below(&rng, 6), .addr = number()};
        rsp_breakpoint back;
        rsp_buf wire = {0};
        in.kind = number();
        if (in.insert && in.type < 2) {
            in.conditions = PICK("", "X1,27", "X3,220127X2,2201", "XA,00112233445566778899");
            in.has_commands = coin();
        }
        if (in.has_commands) {
            in.persist = coin();
            in.commands = PICK("X1,27", "X1,27X1,27");
        }
        rsp_breakpoint_build(&wire, &in);
        assert_ok(rsp_breakpoint_parse(&back, rsp_guard_put(&guard, rsp_buf_bytes(&wire)), NULL));
        assert_true(in.insert == back.insert && in.type == back.type && in.addr == back.addr);
        assert_true(in.kind == back.kind && in.has_commands == back.has_commands &&
                    in.persist == back.persist);
        assert_bytes(back.conditions, in.conditions);
        assert_bytes(back.commands, in.commands);
        rsp_buf_free(&wire);
    }
}

static void breakpoint_bad_texts_are_refused(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",
        "Z",
        "Z0",
        "Z0,",
        "Z0,1000",
        "Z0,1000,",
        "Z0,zz,4",
        "Z0,1000,4x",
        "Z0,1000,4;",
        "Z0,1000,4;;",
        "Z0,1000,4;X",
        "Z0,1000,4;X0,",
        "Z0,1,4;X1,",
        "Z0,1,4;X1,2",
        "Z0,1,4;X1,gg",
        "Z0,1,4;X1,273",
        "Z0,1,4;X2,27",
        "Z0,1,4;X1,27;",
        "z0,1,4;X1,27",
        "Z2,1,4;X1,27",
        "Z0,1,4;cmds:",
        "Z0,1,4;cmds:0",
        "Z0,1,4;cmds:0,",
        "Z0,1,4;cmds:X1,27",
        "Z0,1,4;cmds:0,X1,27;X1,27",
        "Z0,1,4;X1,27;X1,27",
        "Z0;1;4",
        "Y0,1,4",
        "Z,1,4",
        "Z0,1,4;cmds:0,X1,27;cmds:0,X1,27",
        "Z0,1,4;X1,27;foo",
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++) {
        rsp_breakpoint bp;
        rsp_error error = {0};
        if (rsp_breakpoint_parse(&bp, rsp_guard_put(&guard, rsp_bytes_str(texts[i])), &error) !=
            RSP_MALFORMED)
            fail_msg("%s is taken", texts[i]);
    }
    rsp_breakpoint bp;
    assert_int_equal(rsp_breakpoint_parse(&bp, RSP_LIT("Z100,1,1"), NULL), RSP_RANGE);
    assert_int_equal(rsp_breakpoint_parse(&bp, RSP_LIT("Z0,10000000000000000,1"), NULL), RSP_RANGE);
    assert_ok(rsp_breakpoint_parse(&bp, RSP_LIT("Z9,0,1"), NULL));
    assert_int_equal(bp.type, 9);
}

static void agent_expressions_are_walked_up_to_the_limit(void **state) {
    (void)state;
    rsp_buf text = {0};
    uint8_t *code = calloc(1, RSP_LIMIT_AGENT_BYTES + 1);
    assert_non_null(code);
    rsp_agent_expr_append(&text, RSP_LIT("\x22\x01\x27"));
    rsp_agent_expr_append(&text, rsp_bytes_make(code, RSP_LIMIT_AGENT_BYTES));
    rsp_agent_expr_append(&text, rsp_bytes_make(code, RSP_LIMIT_AGENT_BYTES + 1));
    rsp_bytes rest = rsp_buf_bytes(&text);
    rsp_bytes hex;
    assert_ok(rsp_agent_expr_next(&hex, &rest));
    assert_bytes_lit(hex, "220127");
    assert_ok(rsp_agent_expr_next(&hex, &rest));
    assert_int_equal(hex.len, 2 * RSP_LIMIT_AGENT_BYTES);
    assert_int_equal(rsp_agent_expr_next(&hex, &rest), RSP_LIMIT);
    rest.len = 0;
    assert_int_equal(rsp_agent_expr_next(&hex, &rest), RSP_NOT_FOUND);
    free(code);
    rsp_buf_free(&text);
}

static void qxfer_parse_of_build_is_the_same(void **state) {
    (void)state;
    for (unsigned round = 0; round < 1000; round++) {
        bool write = coin();
        rsp_qxfer in = {.object = PICK("features", "siginfo"),
                        .operation = write ? RSP_LIT("write") : RSP_LIT("read")};
        rsp_qxfer back;
        rsp_buf wire = {0};
        in.annex = PICK("", "target.xml", "1f");
        in.offset = number();
        if (write)
            in.data = PICK("", "abc", "a:b,c#$}*");
        else
            in.length = number();
        rsp_qxfer_build(&wire, &in);
        assert_ok(rsp_qxfer_parse(&back, rsp_guard_put(&guard, rsp_buf_bytes(&wire)), NULL));
        assert_bytes(back.object, in.object);
        assert_bytes(back.operation, in.operation);
        assert_bytes(back.annex, in.annex);
        assert_true(back.offset == in.offset && back.length == in.length);
        rsp_buf data = {0};
        assert_ok(rsp_unescape(&data, back.data));
        assert_bytes(rsp_buf_bytes(&data), in.data);
        rsp_buf_free(&data);
        rsp_buf_free(&wire);
    }
}

static void qxfer_bad_texts_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text;
        rsp_status status;
    } cases[] = {
        {"qXfer", RSP_MALFORMED},
        {"qXfer:", RSP_MALFORMED},
        {"qXfer:features", RSP_MALFORMED},
        {"qXfer:features:read", RSP_MALFORMED},
        {"qXfer:features:read:", RSP_MALFORMED},
        {"qXfer:features:read:target.xml", RSP_MALFORMED},
        {"qXfer:features:read:target.xml:", RSP_MALFORMED},
        {"qXfer:features:read:target.xml:0", RSP_MALFORMED},
        {"qXfer:features:read:target.xml:0,", RSP_MALFORMED},
        {"qXfer:features:read:target.xml:0,10x", RSP_MALFORMED},
        {"qXfer:features:read:target.xml:0,10000000000000000", RSP_RANGE},
        {"qXfer:siginfo:write::0", RSP_MALFORMED},
        {"qXfer:siginfo:write::x:", RSP_MALFORMED},
        {"qXfer:features:erase:a:0,1", RSP_UNSUPPORTED},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_qxfer x;
        assert_int_equal(rsp_qxfer_parse(&x, rsp_guard_put(&guard, rsp_bytes_str(cases[i].text)), NULL),
                         cases[i].status);
    }
}

static void qxfer_reply_forms(void **state) {
    (void)state;
    rsp_qxfer_reply reply;
    assert_ok(rsp_qxfer_reply_parse(&reply, RSP_LIT("l"), NULL));
    assert_true(reply.last && reply.data.len == 0);
    assert_ok(rsp_qxfer_reply_parse(&reply, RSP_LIT("mx"), NULL));
    assert_true(!reply.last && reply.data.len == 1);
    assert_int_equal(rsp_qxfer_reply_parse(&reply, RSP_LIT("m"), NULL), RSP_MALFORMED);
    assert_int_equal(rsp_qxfer_reply_parse(&reply, RSP_LIT("E01"), NULL), RSP_MALFORMED);
    assert_int_equal(rsp_qxfer_reply_parse(&reply, RSP_LIT(""), NULL), RSP_MALFORMED);
}

/* Windows of any size put the object together again, each within its bounds. */
static void qxfer_windows_cover_the_object(void **state) {
    (void)state;
    rsp_bytes object = RSP_LIT("abc#def$ghi}*jkl**mn#");
    for (uint64_t length = 1; length < 30; length++)
        for (size_t payload = 3; payload < 30; payload++) {
            rsp_buf whole = {0};
            rsp_qxfer_reply reply = {0};
            while (!reply.last) {
                rsp_buf wire = {0};
                assert_ok(rsp_qxfer_window(&wire, object, whole.len, length, payload));
                assert_true(wire.len <= payload);
                assert_ok(rsp_unescape_into(wire.ptr, &wire.len, rsp_buf_bytes(&wire)));
                assert_ok(rsp_qxfer_reply_parse(&reply, rsp_buf_bytes(&wire), NULL));
                assert_true(reply.data.len <= length);
                rsp_buf_append(&whole, reply.data);
                rsp_buf_free(&wire);
            }
            assert_bytes(rsp_buf_bytes(&whole), object);
            rsp_buf_free(&whole);
        }
}

static void qxfer_window_at_the_edges(void **state) {
    (void)state;
    rsp_buf out = {0};
    assert_ok(rsp_qxfer_window(&out, RSP_LIT("abc"), 3, 10, 0));
    assert_ok(rsp_qxfer_window(&out, RSP_LIT("abc"), UINT64_MAX, UINT64_MAX, 0));
    assert_ok(rsp_qxfer_window(&out, RSP_LIT("abc"), 1, UINT64_MAX, 0));
    assert_bytes_lit(rsp_buf_bytes(&out), "lllbc");
    assert_int_equal(rsp_qxfer_window(&out, RSP_LIT("abc"), 1, 0, 0), RSP_RANGE);
    assert_ok(rsp_qxfer_window(&out, RSP_LIT("abc"), 3, 0, 0));
    rsp_buf_free(&out);
}

static void random_hostio(rsp_hostio_request *r) {
    *r = (rsp_hostio_request){.op = (rsp_hostio_op)(1 + rsp_rng_below(&rng, RSP_HOSTIO_SYMLINK))};
    switch (r->op) {
    case RSP_HOSTIO_OPEN:
        r->flags = number();
        r->mode = number();
        r->path_hex = PICK("2f", "");
        break;
    case RSP_HOSTIO_PREAD:
        r->count = number();
        r->offset = number();
        r->fd = number();
        break;
    case RSP_HOSTIO_PWRITE:
        r->offset = number();
        r->data = PICK("", "a,b", "#$}*");
        r->fd = number();
        break;
    case RSP_HOSTIO_CLOSE:
    case RSP_HOSTIO_FSTAT:
        r->fd = number();
        break;
    case RSP_HOSTIO_SETFS:
        r->pid = number();
        break;
    case RSP_HOSTIO_SYMLINK:
        r->path2_hex = PICK("2f63", "61");
        r->path_hex = PICK("2f", "");
        break;
    case RSP_HOSTIO_NONE:
    case RSP_HOSTIO_STAT:
    case RSP_HOSTIO_LSTAT:
    case RSP_HOSTIO_UNLINK:
    case RSP_HOSTIO_READLINK:
    case RSP_HOSTIO_SIZE:
    case RSP_HOSTIO_MODE:
    case RSP_HOSTIO_EXISTS:
    case RSP_HOSTIO_MD5:
        r->path_hex = PICK("2f", "", "2F62696e");
        break;
    }
}

static void hostio_parse_of_build_is_the_same(void **state) {
    (void)state;
    for (unsigned round = 0; round < 2000; round++) {
        rsp_hostio_request in;
        rsp_hostio_request back;
        rsp_buf wire = {0};
        rsp_buf data = {0};
        random_hostio(&in);
        assert_ok(rsp_hostio_build(&wire, &in));
        assert_ok(rsp_hostio_parse(&back, rsp_guard_put(&guard, rsp_buf_bytes(&wire)), NULL));
        assert_int_equal(in.op, back.op);
        assert_bytes(back.path_hex, in.path_hex);
        assert_bytes(back.path2_hex, in.path2_hex);
        assert_true(in.flags == back.flags && in.mode == back.mode && in.fd == back.fd && in.pid == back.pid);
        assert_true(in.count == back.count && in.offset == back.offset);
        assert_ok(rsp_unescape(&data, back.data));
        assert_bytes(rsp_buf_bytes(&data), in.data);
        rsp_buf_free(&wire);
        rsp_buf_free(&data);
    }
    rsp_buf out = {0};
    assert_int_equal(rsp_hostio_build(&out, &(rsp_hostio_request){0}), RSP_USAGE);
}

static void hostio_bad_texts_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text;
        rsp_status status;
    } cases[] = {
        {"vFile", RSP_MALFORMED},
        {"vFile:", RSP_UNSUPPORTED},
        {"vFile:openx:2f,0,0", RSP_UNSUPPORTED},
        {"vFile:open", RSP_MALFORMED},
        {"vFile:open:", RSP_MALFORMED},
        {"vFile:open:2f", RSP_MALFORMED},
        {"vFile:open:2f,0", RSP_MALFORMED},
        {"vFile:open:2,0,0", RSP_MALFORMED},
        {"vFile:open:2g,0,0", RSP_MALFORMED},
        {"vFile:open:2f,0,0,0", RSP_MALFORMED},
        {"vFile:open:2f,0,0x", RSP_MALFORMED},
        {"vFile:close:", RSP_MALFORMED},
        {"vFile:close:-1", RSP_MALFORMED},
        {"vFile:pread:1,2", RSP_MALFORMED},
        {"vFile:pwrite:1,2", RSP_MALFORMED},
        {"vFile:pread:1,2,10000000000000000", RSP_RANGE},
        {"vFile:frob:1", RSP_UNSUPPORTED},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_hostio_request r;
        rsp_status status = rsp_hostio_parse(&r, rsp_guard_put(&guard, rsp_bytes_str(cases[i].text)), NULL);
        if (status != cases[i].status)
            fail_msg("%s: %s", cases[i].text, rsp_status_name(status));
    }
}

static void hostio_reply_parse_of_build_is_the_same(void **state) {
    (void)state;
    for (unsigned round = 0; round < 1000; round++) {
        rsp_hostio_reply in = {.bare = rsp_rng_below(&rng, 4) == 0};
        rsp_hostio_reply back;
        rsp_buf wire = {0};
        if (in.bare) {
            in.value = PICK("1", "0", "x", "00112233445566778899aabbccddeeff");
        } else {
            in.result = coin() ? number63() : -number63();
            in.has_error = coin();
            in.error = in.has_error ? number() : 0;
            in.has_attachment = coin();
            in.attachment = in.has_attachment ? PICK("", "data", "#;,$}*") : (rsp_bytes){0};
        }
        rsp_hostio_reply_build(&wire, &in);
        assert_ok(rsp_unescape_into(wire.ptr, &wire.len, rsp_buf_bytes(&wire)));
        assert_ok(rsp_hostio_reply_parse(&back, rsp_guard_put(&guard, rsp_buf_bytes(&wire)), NULL));
        assert_true(in.bare == back.bare && in.result == back.result && in.has_error == back.has_error);
        assert_true(in.error == back.error && in.has_attachment == back.has_attachment);
        assert_bytes(back.attachment, in.attachment);
        assert_bytes(back.value, in.value);
        rsp_buf_free(&wire);
    }
}

static void hostio_bad_replies_are_refused(void **state) {
    (void)state;
    static const char *const texts[] = {"",    "F",     "F-",   "F,",  "Fx",    "F1,",
                                        "F1x", "F-1,x", "F--1", "E01", "F1,2,3"};
    rsp_hostio_reply reply;
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++)
        assert_int_equal(rsp_hostio_reply_parse(&reply, rsp_guard_put(&guard, rsp_bytes_str(texts[i])), NULL),
                         RSP_MALFORMED);
    assert_int_equal(rsp_hostio_reply_parse(&reply, RSP_LIT("F8000000000000000"), NULL), RSP_RANGE);
}

static void fileio_numbers_are_the_protocols_own(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_hostio_error_build(&out, RSP_FILEIO_ENAMETOOLONG);
    rsp_hostio_error_build(&out, RSP_FILEIO_EUNKNOWN);
    assert_bytes_lit(rsp_buf_bytes(&out), "F-1,5bF-1,270f");
    rsp_buf_free(&out);
    assert_string_equal(rsp_fileio_error_name(2), "ENOENT");
    assert_string_equal(rsp_fileio_error_name(12345), "EUNKNOWN");
}

static void stat_block_is_64_big_endian_bytes(void **state) {
    (void)state;
    rsp_fileio_stat in = {.dev = 1,
                          .ino = 2,
                          .mode = 0100644,
                          .nlink = 4,
                          .uid = 5,
                          .gid = 6,
                          .rdev = 7,
                          .size = 0x0102030405060708,
                          .blksize = 9,
                          .blocks = 10,
                          .atime = 11,
                          .mtime = 12,
                          .ctime = 13};
    rsp_fileio_stat back;
    uint8_t block[RSP_FILEIO_STAT_BYTES];
    rsp_fileio_stat_encode(block, &in);
    assert_memory_equal(block + 28, "\1\2\3\4\5\6\7\10", 8);
    assert_int_equal(block[3], 1);
    assert_int_equal(block[63], 13);
    assert_ok(rsp_fileio_stat_decode(&back, rsp_bytes_make(block, sizeof(block))));
    uint8_t again[RSP_FILEIO_STAT_BYTES];
    rsp_fileio_stat_encode(again, &back);
    assert_memory_equal(again, block, sizeof(block));
    assert_true(back.size == in.size && back.ctime == in.ctime && back.mode == in.mode);
    assert_int_equal(rsp_fileio_stat_decode(&back, rsp_bytes_make(block, 63)), RSP_MALFORMED);
}

static void signals_have_gdb_and_linux_numbers(void **state) {
    (void)state;
    static const struct {
        const char *name;
        unsigned number;
        unsigned linux_number;
    } cases[] = {{"SIGSEGV", 0x0b, 11}, {"SIGCHLD", 0x14, 17}, {"SIGUSR1", 0x1e, 10}, {"SIGSTOP", 0x11, 19},
                 {"SIGTRAP", 5, 5},     {"SIGBUS", 10, 7},     {"SIGSYS", 12, 31},    {"SIG33", 45, 33},
                 {"SIG63", 75, 63},     {"SIG32", 77, 32},     {"SIG64", 78, 64},     {"SIGURG", 16, 23},
                 {"SIGCONT", 19, 18}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_bytes name = rsp_bytes_str(cases[i].name);
        assert_string_equal(rsp_signal_name(cases[i].number), cases[i].name);
        assert_int_equal(rsp_signal_from_name(name), cases[i].number);
        assert_int_equal(rsp_signal_from_name(rsp_bytes_from(name, 3)), cases[i].number);
        assert_int_equal(rsp_signal_from_linux(cases[i].linux_number), cases[i].number);
        assert_int_equal(rsp_signal_to_linux(cases[i].number), cases[i].linux_number);
    }
    for (unsigned n = 1; n <= 64; n++)
        if (n != 16 /* SIGSTKFLT has no counterpart */)
            assert_int_equal(rsp_signal_to_linux(rsp_signal_from_linux(n)), n);
    assert_string_equal(rsp_signal_name(0), "0");
    assert_null(rsp_signal_name(1000));
    assert_int_equal(rsp_signal_from_name(RSP_LIT("NOSUCH")), 0);
    assert_int_equal(rsp_signal_from_linux(0), 0);
    assert_int_equal(rsp_signal_from_linux(1000), RSP_SIGNAL_UNKNOWN);
    assert_int_equal(rsp_signal_to_linux(1000), 0);
}

static int set_up(void **state) {
    (void)state;
    rsp_rng_seed(&rng, 42);
    guard = rsp_guard_new(65536);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    rsp_guard_free(&guard);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stop_reply_parse_of_build_is_the_same),
        cmocka_unit_test(stop_reply_known_texts),
        cmocka_unit_test(stop_reasons_are_found_by_their_keys),
        cmocka_unit_test(stop_reply_bad_texts_are_refused_with_offset),
        cmocka_unit_test(stop_reply_register_without_bytes_is_unreadable),
        cmocka_unit_test(stop_reply_pairs_that_are_not_understood_cost_themselves_only),
        cmocka_unit_test(stop_reply_texts_may_be_empty),
        cmocka_unit_test(stop_reply_second_value_replaces_a_bad_one),
        cmocka_unit_test(stop_reply_beyond_limits_is_counted),
        cmocka_unit_test(vcont_parse_of_build_is_the_same),
        cmocka_unit_test(vcont_bad_texts_are_refused),
        cmocka_unit_test(vcont_at_limit_is_fine_beyond_is_limit),
        cmocka_unit_test(vcont_reply_every_set_round_trips),
        cmocka_unit_test(breakpoint_parse_of_build_is_the_same),
        cmocka_unit_test(breakpoint_bad_texts_are_refused),
        cmocka_unit_test(agent_expressions_are_walked_up_to_the_limit),
        cmocka_unit_test(qxfer_parse_of_build_is_the_same),
        cmocka_unit_test(qxfer_bad_texts_are_refused),
        cmocka_unit_test(qxfer_reply_forms),
        cmocka_unit_test(qxfer_windows_cover_the_object),
        cmocka_unit_test(qxfer_window_at_the_edges),
        cmocka_unit_test(hostio_parse_of_build_is_the_same),
        cmocka_unit_test(hostio_bad_texts_are_refused),
        cmocka_unit_test(hostio_reply_parse_of_build_is_the_same),
        cmocka_unit_test(hostio_bad_replies_are_refused),
        cmocka_unit_test(fileio_numbers_are_the_protocols_own),
        cmocka_unit_test(stat_block_is_64_big_endian_bytes),
        cmocka_unit_test(signals_have_gdb_and_linux_numbers),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
