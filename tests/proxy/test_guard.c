/* What a guard knows of a conversation that it passes byte by byte.
 * What it says to the stub when the debugger is gone.
 * Stubs are scripts. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "proxy/guard.h"
#include "script_peer.h"
#include <rsp/frame.h>

/* "> " is the debugger's, "< " the stub's. */
static void play(rsp_guard *guard, const char *const *lines, size_t num) {
    for (size_t i = 0; i < num; i++) {
        rsp_buf wire = {0};
        rsp_buf out = {0};
        rsp_frame_packet(&wire, rsp_bytes_str(lines[i] + 2));
        if (lines[i][0] == '<') {
            rsp_guard_from_stub(guard, rsp_buf_bytes(&wire));
        } else {
            for (size_t at = 0; at < wire.len; at++) { /* nothing but whole packets is passed */
                assert_int_equal(out.len, 0);
                assert_ok(rsp_guard_to_stub(guard, rsp_bytes_sub(rsp_buf_bytes(&wire), at, 1), &out));
            }
            assert_bytes(rsp_buf_bytes(&out), rsp_buf_bytes(&wire));
        }
        rsp_buf_free(&wire);
        rsp_buf_free(&out);
    }
}

/* A stub to which all is well, and which keeps what it is told. */
static rsp_peer_state agree(void *ctx, rsp_bytes in, rsp_buf *out) {
    for (size_t i = 0; i < in.len; i++)
        if (in.ptr[i] == '#')
            rsp_buf_str(out, "+$OK#9a");
    rsp_buf_append(ctx, in);
    return RSP_PEER_IDLE;
}

static size_t count(rsp_buf *seen, const char *what) {
    size_t num = 0;
    for (const char *at = rsp_buf_cstr(seen); (at = strstr(at, what)) != NULL; at++)
        num++;
    return num;
}

static void what_is_in_the_program_is_taken_out(void **state) {
    rsp_buf seen = {0};
    (void)state;
    static const struct row {
        const char *lines[8];
        size_t points;
        bool over;
    } rows[] = {
        {{"> Z0,1000,1", "< OK"}, 1, false},
        {{"> Z0,1000,1", "> Z0,1000,1"}, 1, false},
        {{"> Z0,1000,1", "> Z1,1000,1", "> Z2,1000,4"}, 3, false},
        {{"> Z0,1000,1;X2,2627", "> z0,1000,1"}, 0, false},
        {{"> Z0,1000,1", "> z0,2000,1"}, 1, false},
        {{"> MultiBreakpoint:Z0,1000,1;Z0,2000,1", "> MultiBreakpoint:z0,1000,1"}, 1, false},
        {{"> jMultiBreakpoint:{\"breakpoint_requests\":[\"Z0,1000,1\",\"Z0,2000,1\"]}]"}, 2, false},
        {{"> Z0,1000,1", "> D", "< OK"}, 0, true},
        {{"> Z0,1000,1", "> k"}, 0, true},
        {{"> Z0,1000,1", "> vCont;c", "< W00"}, 0, true},
        {{"> Z0,1000,1", "> vCont;c", "< X09"}, 0, true},
        {{"> Z0,1000,1", "> vCont;c", "< T05thread:1;"}, 1, false},
        {{"> Z0,1000,1", "> vCont;c", "< T0506:0* ;thread:1;"}, 1, false}, /* with runs */
        /* a child begins with copies of its parent's, and is let go without them */
        {{"> ?", "< T05thread:pa.a;", "> Z0,1000,1", "> Hgpb.b", "> z0,1000,1", "> D;b", "< OK"}, 1, false},
        {{"> ?", "< T05thread:pa.a;", "> Z0,1000,1", "> Hgpb.b", "> Z0,2000,1", "> D;b", "< OK"}, 1, false},
        {{"> ?", "< T05thread:pa.a;", "> Z0,1000,1", "> D;a", "< OK"}, 0, true},
        {{"> ?", "< T05thread:pa.a;", "> vCont;c", "< W00;process:b"}, 0, false},
        {{"> ?", "< T05thread:pa.a;", "> vCont;c", "< W00;process:a"}, 0, true},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_guard *guard = rsp_guard_new(NULL);
        const rsp_peer peer = {.input = agree, .ctx = &seen};
        rsp_link *link = NULL;
        size_t num = 0;
        while (num < 8 && rows[i].lines[num])
            num++;
        assert_ok(rsp_link_open_peer(&link, &peer, NULL));
        play(guard, rows[i].lines, num);
        assert_ok(rsp_guard_leave(guard, link));
        if (count(&seen, "$z") != rows[i].points || count(&seen, "$D") != !rows[i].over)
            fail_msg("%zu: told %s", i, rsp_buf_cstr(&seen));
        rsp_link_close(link);
        rsp_guard_free(guard);
        rsp_buf_clear(&seen);
    }
    rsp_buf_free(&seen);
}

/* What the stub is sent, acknowledgments left out, one payload a line. */
static void told(const script *s, rsp_buf *out) {
    rsp_bytes rest = rsp_buf_bytes(&s->seen);
    while (rest.len > 0) {
        const size_t lead = rsp_bytes_search(rest, RSP_LIT("$"));
        const size_t interrupt = rsp_bytes_search(rest, RSP_LIT("\003"));
        if (interrupt < lead)
            rsp_buf_str(out, "^C\n");
        rest = rsp_bytes_from(rest, lead < rest.len ? lead + 1 : rest.len);
        const size_t end = rsp_bytes_search(rest, RSP_LIT("#"));
        if (rest.len > 0)
            rsp_buf_printf(out, "%.*s\n", (int)end, (const char *)rest.ptr);
        rest = rsp_bytes_from(rest, end);
    }
}

typedef struct signals {
    unsigned stops;
    unsigned goes_on;
} signals;

static bool stop_by_signal(void *ctx, int64_t process) {
    assert_int_equal(process, 0);
    ((signals *)ctx)->stops++;
    return true;
}

static void go_on_by_signal(void *ctx, int64_t process) {
    assert_int_equal(process, 0);
    ((signals *)ctx)->goes_on++;
}

/* All but 2, 5 and 11 (17). */
#define PROGRAM_SIGNALS_PAYLOAD                                                                           \
    "QProgramSignals:1;3;4;6;7;8;9;a;b;c;d;e;f;10;12;13;14;15;16;17;18;19;1a;1b;1c;1d;1e;1f;20;21;22;23;" \
    "24;25;26;27;28;29;2a;2b;2c;2d;2e;2f;30;31;32;33;34;35;36;37;38;39;3a;3b;3c;3d;3e;3f;40;41;42;43;44;" \
    "45;46;47;48;49;4a;4b;4c;4d;4e;4f;50;51;52;53;54;55;56;57;58;59;5a;5b;5c;5d;5e;5f;60;61;62;63;64;65;" \
    "66;67;68;69;6a;6b;6c;6d;6e;6f;70;71;72;73;74;75;76;77;78;79;7a;7b;7c;7d;7e;7f;80;81;82;83;84;85;86;" \
    "87;88;89;8a;8b;8c;8d;8e;8f;90;91;92;93;94;95;96"
#define PROGRAM_SIGNALS PROGRAM_SIGNALS_PAYLOAD "\n"

static const struct row {
    const char *lines[8]; /* what was passed */
    const char *told;     /* what the stub is told then */
    struct {
        const char *request;
        const char *answer;
    } answers[3];
    rsp_status status;
    const char *greeting; /* stopped by a signal: the stop */
    bool goes_on;         /* ... which is not that of the signal */
} rows[] = {
    {{"> Z0,1000,1", "< OK"},
     "z0,1000,1\nD\n",
     {{"z0,1000,1", "+$OK#9a"}, {"D", "+$OK#9a"}},
     RSP_OK,
     NULL,
     false},
    {{"> QStartNoAckMode", "< OK", "> Z0,1000,1"},
     "z0,1000,1\nD\n",
     {{"z0,1000,1", "$OK#9a"}, {"D", "$OK#9a"}},
     RSP_OK,
     NULL,
     false},
    {{"> QStartNoAckMode", "< ", "> Z0,1000,1"},
     "z0,1000,1\nD\n",
     {{"z0,1000,1", "+$OK#9a"}, {"D", "+$OK#9a"}},
     RSP_OK,
     NULL,
     false},
    {{"> Z0,1000,1", "> vCont;c"},
     "^C\nz0,1000,1\nD\n",
     {{"\003", "$T02thread:1;#d4"}, {"z0,1000,1", "+$OK#9a"}, {"D", "+$OK#9a"}},
     RSP_OK,
     NULL,
     false},
    {{"> vCont;c", "< E01"}, "D\n", {{"D", "+$OK#9a"}}, RSP_OK, NULL, false},
    {{"> vCont;c", "< T0506:0* ;thread:1;"}, "D\n", {{"D", "+$OK#9a"}}, RSP_OK, NULL, false}, /* with runs */
    {{"> vCont;c"}, "^C\n", {{"\003", "$W00#b7"}}, RSP_OK, NULL, false}, /* it has ended by itself */
    {{"> qSupported", "< QProgramSignals+", "> vCont;c"},
     PROGRAM_SIGNALS "D\n",
     {{PROGRAM_SIGNALS_PAYLOAD, "+$OK#9a"}, {"D", "+$OK#9a"}},
     RSP_OK,
     "$T11thread:1;#d4",
     false},
    {{"> qSupported", "< QProgramSignals+", "> Z0,1000,1", "> vCont;c"},
     "z0,1000,1\n" PROGRAM_SIGNALS "D\n",
     {{"z0,1000,1", "+$OK#9a"}, {PROGRAM_SIGNALS_PAYLOAD, "+$OK#9a"}, {"D", "+$OK#9a"}},
     RSP_OK,
     "$T05thread:1;#d7",
     true},
    {{"> vCont;c"}, "^C\n", {{"\003", NULL}}, RSP_TIMEOUT, NULL, false},
    {{"> Z0,1000,1", "> Z0,2000,1"},
     "z0,2000,1\nz0,1000,1\nD\n",
     {{"z0,2000,1", "+$E01#a6"}, {"z0,1000,1", "+$OK#9a"}, {"D", "+$OK#9a"}},
     RSP_REFUSED,
     NULL,
     false},
    {{"> ?", "< T05thread:pa.a;", "> Hgpa.a", "> Z0,1000,1"},
     "z0,1000,1\nD;a\n",
     {{"z0,1000,1", "+$OK#9a"}, {"D;a", "+$OK#9a"}},
     RSP_OK,
     NULL,
     false},
    {{"> ?", "< T05thread:pa.a;", "> Z0,1000,1"},
     "Hgpa.0\nz0,1000,1\nD;a\n",
     {{"Hgpa.0", "+$OK#9a"}, {"z0,1000,1", "+$OK#9a"}, {"D;a", "+$OK#9a"}},
     RSP_OK,
     NULL,
     false},
    /* the signal of the interrupt is not the program's, where the stub can be told so */
    {{"> qSupported:swbreak+", "< PacketSize=1000;QProgramSignals+", "> vCont;c"},
     "^C\n" PROGRAM_SIGNALS "D\n",
     {{"\003", "$T02thread:1;#d4"}, {PROGRAM_SIGNALS_PAYLOAD, "+$OK#9a"}, {"D", "+$OK#9a"}},
     RSP_OK,
     NULL,
     false},
    {{"> qSupported:swbreak+", "< PacketSize=1000;QProgramSignals-", "> vCont;c"},
     "^C\nD\n",
     {{"\003", "$T02thread:1;#d4"}, {"D", "+$OK#9a"}},
     RSP_OK,
     NULL,
     false},
    {{"> Z0,1000,1", "> D", "< OK"}, "", {{"-", NULL}}, RSP_OK, NULL, false},
    {{"> Z0,1000,1", "> Z0,2000,1"}, "z0,2000,1\nD\n", {{"-", NULL}}, RSP_TIMEOUT, NULL, false},
};

static void leave_by(const struct row *row, size_t i) {
    signals sent = {0};
    const rsp_guard_options options = {
        .stop = row->greeting ? stop_by_signal : NULL, .go_on = go_on_by_signal, .ctx = &sent};
    rsp_guard *guard = rsp_guard_new(&options);
    script_line lines[3] = {{0}};
    script s = {.lines = lines, .greeting = row->greeting};
    const rsp_peer peer = {.connect = script_connect, .input = script_input, .ctx = &s};
    rsp_link *link = NULL;
    rsp_buf seen = {0};
    size_t num = 0;
    while (num < 8 && row->lines[num])
        num++;
    for (; s.num < 3 && row->answers[s.num].request; s.num++)
        lines[s.num] =
            (script_line){.request = row->answers[s.num].request, .answer = row->answers[s.num].answer};
    assert_ok(rsp_link_open_peer(&link, &peer, NULL));
    play(guard, row->lines, num);
    const rsp_status status = rsp_guard_leave(guard, link);
    told(&s, &seen);
    if (status != row->status || strcmp(rsp_buf_cstr(&seen), row->told) != 0)
        fail_msg("%zu: %s, told:\n%s", i, rsp_status_name(status), rsp_buf_cstr(&seen));
    assert_int_equal(sent.stops, row->greeting != NULL);
    assert_int_equal(sent.goes_on, row->goes_on);
    script_close(&s, link);
    rsp_guard_free(guard);
    rsp_buf_free(&seen);
}

static void programs_are_let_go_whole(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        leave_by(&rows[i], i);
}

typedef struct late {
    rsp_buf seen;
    unsigned slices;
} late;

/* gdbserver, whose 0x03 comes to nobody: the program runs on to its breakpoint. */
static rsp_peer_state late_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    late *l = ctx;
    const bool interrupts = rsp_bytes_search(in, RSP_LIT("\003")) < in.len;
    const rsp_peer_state state = agree(&l->seen, in, out);
    return interrupts ? RSP_PEER_BUSY : state;
}

static rsp_peer_state late_run(void *ctx, uint64_t budget, rsp_buf *out) {
    late *l = ctx;
    (void)budget;
    if (l->slices++ < 100)
        return RSP_PEER_BUSY;
    rsp_buf_str(out, "$T05thread:1;#d7");
    return RSP_PEER_IDLE;
}

/* Somebody has to be there when the breakpoint is hit; where nothing can be hit, nobody has. */
static void a_program_that_does_not_stop_is_awaited(void **state) {
    static const char *const lines[] = {"> vCont;c", "> Z0,1000,1"};
    (void)state;
    for (size_t num = 1; num <= RSP_ARRAY_LEN(lines); num++) {
        late l = {0};
        rsp_link *link = NULL;
        rsp_guard *guard = rsp_guard_new(NULL);
        const rsp_peer peer = {.input = late_input, .run = late_run, .ctx = &l};
        const rsp_peer_options options = {.slice_ns = RSP_NS_PER_S};
        assert_ok(rsp_link_open_peer(&link, &peer, &options));
        play(guard, lines, num);
        assert_int_equal(rsp_guard_leave(guard, link), num == 1 ? RSP_TIMEOUT : RSP_OK);
        assert_int_equal(count(&l.seen, "$z0,1000,1"), num - 1);
        assert_int_equal(count(&l.seen, "$D"), num - 1);
        rsp_link_close(link);
        rsp_guard_free(guard);
        rsp_buf_free(&l.seen);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_in_the_program_is_taken_out),
        cmocka_unit_test(programs_are_let_go_whole),
        cmocka_unit_test(a_program_that_does_not_stop_is_awaited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
