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

static bool stop_by_signal(void *ctx) {
    ++*(unsigned *)ctx;
    return true;
}

static const struct row {
    const char *lines[8]; /* what was passed */
    const char *told;     /* what the stub is told then */
    struct {
        const char *request;
        const char *answer;
    } answers[3];
    rsp_status status;
    bool signal; /* stopped by one: the peer's greeting is the stop */
} rows[] = {
    {{"> Z0,1000,1", "< OK"}, "z0,1000,1\nD\n", {{"z0,1000,1", "+$OK#9a"}, {"D", "+$OK#9a"}}, RSP_OK, false},
    {{"> QStartNoAckMode", "< OK", "> Z0,1000,1"},
     "z0,1000,1\nD\n",
     {{"z0,1000,1", "$OK#9a"}, {"D", "$OK#9a"}},
     RSP_OK,
     false},
    {{"> QStartNoAckMode", "< ", "> Z0,1000,1"},
     "z0,1000,1\nD\n",
     {{"z0,1000,1", "+$OK#9a"}, {"D", "+$OK#9a"}},
     RSP_OK,
     false},
    {{"> Z0,1000,1", "> vCont;c"},
     "^C\nz0,1000,1\nD\n",
     {{"\003", "$T02thread:1;#d4"}, {"z0,1000,1", "+$OK#9a"}, {"D", "+$OK#9a"}},
     RSP_OK,
     false},
    {{"> vCont;c", "< E01"}, "D\n", {{"D", "+$OK#9a"}}, RSP_OK, false},
    {{"> vCont;c", "< T0506:0* ;thread:1;"}, "D\n", {{"D", "+$OK#9a"}}, RSP_OK, false}, /* with runs */
    {{"> vCont;c"}, "^C\n", {{"\003", "$W00#b7"}}, RSP_OK, false}, /* it has ended by itself */
    {{"> vCont;c"}, "D\n", {{"D", "+$OK#9a"}}, RSP_OK, true},
    {{"> vCont;c"}, "^C\n", {{"\003", NULL}}, RSP_TIMEOUT, false},
    {{"> Z0,1000,1", "> Z0,2000,1"},
     "z0,2000,1\nz0,1000,1\nD\n",
     {{"z0,2000,1", "+$E01#a6"}, {"z0,1000,1", "+$OK#9a"}, {"D", "+$OK#9a"}},
     RSP_REFUSED,
     false},
    {{"> ?", "< T05thread:pa.a;", "> Hgpa.a", "> Z0,1000,1"},
     "z0,1000,1\nD;a\n",
     {{"z0,1000,1", "+$OK#9a"}, {"D;a", "+$OK#9a"}},
     RSP_OK,
     false},
    {{"> ?", "< T05thread:pa.a;", "> Z0,1000,1"},
     "Hgpa.0\nz0,1000,1\nD;a\n",
     {{"Hgpa.0", "+$OK#9a"}, {"z0,1000,1", "+$OK#9a"}, {"D;a", "+$OK#9a"}},
     RSP_OK,
     false},
    {{"> Z0,1000,1", "> D", "< OK"}, "", {{"-", NULL}}, RSP_OK, false},
    {{"> Z0,1000,1", "> Z0,2000,1"}, "z0,2000,1\nD\n", {{"-", NULL}}, RSP_TIMEOUT, false},
};

static void leave_by(const struct row *row, size_t i) {
    unsigned signals = 0;
    const rsp_guard_options options = {.stop = row->signal ? stop_by_signal : NULL, .ctx = &signals};
    rsp_guard *guard = rsp_guard_new(&options);
    script_line lines[3] = {{0}};
    script s = {.lines = lines, .greeting = row->signal ? "$T13thread:1;#d6" : NULL};
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
    assert_int_equal(signals, row->signal);
    script_close(&s, link);
    rsp_guard_free(guard);
    rsp_buf_free(&seen);
}

static void programs_are_let_go_whole(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        leave_by(&rows[i], i);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_in_the_program_is_taken_out),
        cmocka_unit_test(programs_are_let_go_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
