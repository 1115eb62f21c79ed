/* A stub that lies: wrong lengths and counts, more than was asked, nonsense, silence, no end.
 * The client says RSP_MALFORMED with a place, reads what else there is, and never goes past a buffer.
 * Also allocation failure at every place, against the reference stub. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "client_world.h"
#include "liar.h"

#include "client/client_object.h"
#include "client/saved_registers.h"
#include "core/limits.h"
#include "core/mem.h"
#include <stdlib.h>

#define FEATURES "PacketSize=400;MultiMemRead+;jMultiBreakpoint+;MultiBreakpoint+"
#define GREETING                                             \
    {"qSupported", FEATURES}, {"vCont?", "vCont;c;C;s;S"}, { \
        "?", "T05thread:1;"                                  \
    }

static void open_connected(liar *l, const liar_line *lines, size_t num, rsp_client_options options) {
    liar_open(l, lines, num, options);
    assert_ok(rsp_client_connect(l->client));
}

/* --- reads --- */

static void lying_reads_are_malformed_with_a_place(void **state) {
    (void)state;
    static const struct row {
        const char *reply;
        rsp_client_dialect dialect;
        rsp_status status; /* of the call */
        rsp_status first;  /* of the first range */
        size_t read;       /* of the second */
        size_t singles;    /* reads by m */
    } rows[] = {
        {"4,4;AAAABBBB", RSP_DIALECT_LLDB, RSP_OK, RSP_OK, 4, 0},
        {"4,2;AAAABB", RSP_DIALECT_LLDB, RSP_OK, RSP_OK, 2, 0},
        {"4,4;AAAABBB", RSP_DIALECT_LLDB, RSP_MALFORMED, RSP_MALFORMED, 0, 0},
        {"4,4;AAAABBBBB", RSP_DIALECT_LLDB, RSP_MALFORMED, RSP_MALFORMED, 0, 0},
        {"5,3;AAAAABBB", RSP_DIALECT_LLDB, RSP_MALFORMED, RSP_MALFORMED, 0, 0},
        {"4;AAAA", RSP_DIALECT_LLDB, RSP_MALFORMED, RSP_MALFORMED, 0, 0},
        {"4,4,4;AAAABBBBCCCC", RSP_DIALECT_LLDB, RSP_MALFORMED, RSP_MALFORMED, 0, 0},
        {"ffffffffffffffff,4;AAAABBBB", RSP_DIALECT_LLDB, RSP_MALFORMED, RSP_MALFORMED, 0, 0},
        {"10000000000000004,4;AAAABBBB", RSP_DIALECT_LLDB, RSP_MALFORMED, RSP_MALFORMED, 0, 0},
        {"-1,4;AAAABBBB", RSP_DIALECT_LLDB, RSP_MALFORMED, RSP_MALFORMED, 0, 0},
        {"OK", RSP_DIALECT_LLDB, RSP_MALFORMED, RSP_MALFORMED, 0, 0},
        {";", RSP_DIALECT_LLDB, RSP_MALFORMED, RSP_MALFORMED, 0, 0},
        {"4,4", RSP_DIALECT_LLDB, RSP_MALFORMED, RSP_MALFORMED, 0, 0},
        {"4,AAAA;4,BBBB", RSP_DIALECT_RFC, RSP_OK, RSP_OK, 4, 0},
        {"4,AAAA;5,BBBBB", RSP_DIALECT_RFC, RSP_MALFORMED, RSP_MALFORMED, 0, 0},
        {"4,AAAA", RSP_DIALECT_RFC, RSP_MALFORMED, RSP_MALFORMED, 0, 0},
        {"4,AAAA;4,BBBB;4,CCCC", RSP_DIALECT_RFC, RSP_MALFORMED, RSP_MALFORMED, 0, 0},
        {"4,AAAA;4;BBBB", RSP_DIALECT_RFC, RSP_MALFORMED, RSP_MALFORMED, 0, 0},
        {"E01", RSP_DIALECT_LLDB, RSP_OK, RSP_OK, 4, 2},
        {"E.not today", RSP_DIALECT_RFC, RSP_OK, RSP_OK, 4, 2},
        {"", RSP_DIALECT_LLDB, RSP_OK, RSP_OK, 4, 2},
        /* Nonsense in both forms: one range is a lie, the other is read by m. */
        {"OK", RSP_DIALECT_AUTO, RSP_MALFORMED, RSP_MALFORMED, 4, 1},
        {"E01", RSP_DIALECT_AUTO, RSP_OK, RSP_OK, 4, 2},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const liar_line lines[] = {GREETING, {"MultiMemRead:", rows[i].reply}, {"m", "41424344"}};
        liar l;
        open_connected(
            &l, lines, RSP_ARRAY_LEN(lines),
            (rsp_client_options){.dialect = rows[i].dialect, .off = RSP_USE_BIT(RSP_USE_BINARY_READ)});
        uint8_t *a = malloc(4);
        uint8_t *b = malloc(4);
        rsp_read reads[2] = {{.addr = 0x1000, .len = 4, .out = a}, {.addr = 0x2000, .len = 4, .out = b}};
        rsp_status status = rsp_read_memory_vectorized(l.client, 0, reads, 2);
        if (status != rows[i].status || reads[0].status != rows[i].first ||
            reads[1].num_read != rows[i].read || liar_count(&l, "m") != rows[i].singles)
            fail_msg("%s: %s, %s, %zu, %zu by m", rows[i].reply, rsp_status_name(status),
                     rsp_status_name(reads[0].status), reads[1].num_read, liar_count(&l, "m"));
        if (status == RSP_MALFORMED) {
            assert_int_equal(rsp_client_error(l.client)->status, RSP_MALFORMED);
            assert_true(rsp_client_error(l.client)->offset <= strlen(rows[i].reply));
            assert_true(rsp_client_error(l.client)->msg[0] != '\0');
        }
        free(a);
        free(b);
        liar_close(&l);
    }
}

static void refused_batch_is_not_tried_again(void **state) {
    (void)state;
    const liar_line lines[] = {GREETING, {"MultiMemRead:", "E01"}, {"m", "41424344"}};
    liar l;
    uint8_t out[8];
    open_connected(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){.dialect = RSP_DIALECT_LLDB});
    for (unsigned round = 0; round < 3; round++) {
        rsp_read reads[2] = {{.addr = 0, .len = 4, .out = out}, {.addr = 8, .len = 4, .out = out + 4}};
        assert_ok(rsp_read_memory_vectorized(l.client, 0, reads, 2));
        assert_int_equal(reads[1].num_read, 4);
    }
    assert_int_equal(liar_count(&l, "MultiMemRead"), 1);
    assert_int_equal(rsp_client_supports(l.client, RSP_USE_MULTI_READ), RSP_SUPPORT_REFUSED);
    liar_close(&l);
}

static void long_reads_by_m_lie_only_for_their_range(void **state) {
    (void)state;
    static const char *const replies[] = {"4142434445", "414", "41x2", "b41"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(replies); i++) {
        const liar_line lines[] = {{"m1000", replies[i]}, {"m2000", "41424344"}};
        liar l;
        uint8_t out[8];
        liar_open(&l, lines, 2, (rsp_client_options){.off = RSP_USE_BIT(RSP_USE_BINARY_READ)});
        rsp_read reads[2] = {{.addr = 0x1000, .len = 4, .out = out},
                             {.addr = 0x2000, .len = 4, .out = out + 4}};
        assert_int_equal(rsp_read_memory_vectorized(l.client, 0, reads, 2), RSP_MALFORMED);
        assert_int_equal(reads[0].status, RSP_MALFORMED);
        assert_int_equal(reads[0].num_read, 0);
        assert_int_equal(reads[1].status, RSP_OK);
        liar_close(&l);
    }
}

/* A stub without any of them. */
static void stub_without_memory_packets_is_unsupported_per_range(void **state) {
    (void)state;
    liar l;
    uint8_t out[4];
    rsp_read read = {.addr = 0, .len = 4, .out = out};
    liar_open(&l, NULL, 0, (rsp_client_options){0});
    assert_ok(rsp_read_memory_vectorized(l.client, 0, &read, 1));
    assert_int_equal(read.status, RSP_UNSUPPORTED);
    assert_int_equal(rsp_client_write_memory(l.client, 0, RSP_LIT("abc"), NULL), RSP_UNSUPPORTED);
    liar_close(&l);
}

/* --- breakpoints --- */

static void lying_batches_leave_their_sites_unknown(void **state) {
    (void)state;
    static const struct row {
        const char *reply;
        uint32_t off;
        rsp_status status;
        rsp_site_physical first;
        rsp_status second;
    } rows[] = {
        {"{\"results\":[\"OK\",\"OK\"]}]", 0, RSP_OK, RSP_SITE_IN, RSP_OK},
        {"{\"results\":[\"OK\",\"E16\"]}]", 0, RSP_REFUSED, RSP_SITE_IN, RSP_REFUSED},
        {"{\"results\":[\"OK\",\"\"]}]", 0, RSP_REFUSED, RSP_SITE_IN, RSP_UNSUPPORTED},
        {"{\"results\":[\"OK\"]}]", 0, RSP_MALFORMED, RSP_SITE_UNKNOWN, RSP_MALFORMED},
        {"{\"results\":[\"OK\",\"OK\",\"OK\"]}]", 0, RSP_MALFORMED, RSP_SITE_UNKNOWN, RSP_MALFORMED},
        {"{\"results\":[1,2]}]", 0, RSP_MALFORMED, RSP_SITE_UNKNOWN, RSP_MALFORMED},
        {"{\"results\":[\"OK\",\"maybe\"]}]", 0, RSP_MALFORMED, RSP_SITE_UNKNOWN, RSP_MALFORMED},
        {"[\"OK\",\"OK\"]", 0, RSP_MALFORMED, RSP_SITE_UNKNOWN, RSP_MALFORMED},
        {"{\"results\":[\"OK\",\"OK\"]}", 0, RSP_MALFORMED, RSP_SITE_UNKNOWN, RSP_MALFORMED},
        {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 0, RSP_MALFORMED,
         RSP_SITE_UNKNOWN, RSP_MALFORMED},
        {"OK", 0, RSP_MALFORMED, RSP_SITE_UNKNOWN, RSP_MALFORMED},
        /* Refused or missing: the other form is tried (here answered by nothing), then one by one. */
        {"E16", 0, RSP_OK, RSP_SITE_IN, RSP_OK},
        {"", 0, RSP_OK, RSP_SITE_IN, RSP_OK},
        {"OK;OK", RSP_USE_BIT(RSP_USE_MULTI_BREAK_LLDB), RSP_OK, RSP_SITE_IN, RSP_OK},
        {"OK;E01", RSP_USE_BIT(RSP_USE_MULTI_BREAK_LLDB), RSP_REFUSED, RSP_SITE_IN, RSP_REFUSED},
        {"OK", RSP_USE_BIT(RSP_USE_MULTI_BREAK_LLDB), RSP_MALFORMED, RSP_SITE_UNKNOWN, RSP_MALFORMED},
        {"OK;OK;", RSP_USE_BIT(RSP_USE_MULTI_BREAK_LLDB), RSP_MALFORMED, RSP_SITE_UNKNOWN, RSP_MALFORMED},
        {"OK;E.no", RSP_USE_BIT(RSP_USE_MULTI_BREAK_LLDB), RSP_MALFORMED, RSP_SITE_UNKNOWN, RSP_MALFORMED},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        bool rfc = rows[i].off != 0;
        const liar_line lines[] = {GREETING, {rfc ? "MultiB" : "jMulti", rows[i].reply}, {"Z", "OK"}};
        const rsp_site sites[2] = {{.addr = 0x1000, .kind = 4}, {.addr = 0x2000, .kind = 4}};
        rsp_site_info info[2];
        liar l;
        open_connected(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){.off = rows[i].off});
        for (size_t s = 0; s < 2; s++)
            assert_ok(rsp_client_enable_site(l.client, &sites[s], NULL, 0));
        rsp_status status = rsp_client_flush_sites(l.client, NULL);
        for (size_t s = 0; s < 2; s++)
            assert_true(rsp_client_site_info(l.client, &sites[s], &info[s]));
        if (status != rows[i].status || info[0].physical != rows[i].first || info[1].status != rows[i].second)
            fail_msg("%s: %s, %d, %s", rows[i].reply, rsp_status_name(status), (int)info[0].physical,
                     rsp_status_name(info[1].status));
        /* What is unknown is said again. */
        assert_int_equal(info[0].held, info[0].physical != RSP_SITE_IN);
        liar_close(&l);
    }
}

/* Neither the run nor, in a stub without vCont, the choice of its thread. */
static void run_that_a_refused_site_stops_sends_nothing(void **state) {
    (void)state;
    const liar_line lines[] = {
        {"qSupported", "PacketSize=400"}, {"?", "T05thread:1;"}, {"Z0", "E01"}, {"H", "OK"}};
    const rsp_site site = {.addr = 0x1000, .kind = 4};
    const rsp_move move = {.action = RSP_MOVE_CONTINUE, .thread = {0, 1}};
    liar l;
    open_connected(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){0});
    assert_ok(rsp_client_enable_site(l.client, &site, NULL, 0));
    size_t chosen = liar_count(&l, "Hc");
    assert_int_equal(rsp_client_run(l.client, &move, 0, NULL), RSP_REFUSED);
    assert_int_equal(liar_count(&l, "Z0"), 1);
    assert_ok(rsp_client_select(l.client, (rsp_ptid){0, 2})); /* what waits goes out with it */
    assert_int_equal(liar_count(&l, "Hc"), chosen);
    assert_int_equal(liar_count(&l, "c"), 0);
    liar_close(&l);
}

/* --- everything else --- */

static void greetings_may_be_anything(void **state) {
    (void)state;
    static const struct row {
        const char *supported;
        const char *stop;
        rsp_status status;
        size_t packet_bytes;
        bool program;
    } rows[] = {
        {"PacketSize=0", "S05", RSP_OK, RSP_LIMIT_CLIENT_PACKET_BYTES_MIN, true},
        {"PacketSize=3f", "S05", RSP_OK, RSP_LIMIT_CLIENT_PACKET_BYTES_MIN, true},
        {"PacketSize=41", "S05", RSP_OK, 0x41, true},
        {"PacketSize=ffffffffffffffffff", "S05", RSP_OK, RSP_LIMIT_SESSION_PACKET_BYTES, true},
        {"PacketSize=zz", "S05", RSP_OK, RSP_LIMIT_CLIENT_PACKET_BYTES, true},
        {"PacketSize+;;;=;-;MultiMemRead", "S05", RSP_OK, RSP_LIMIT_CLIENT_PACKET_BYTES, true},
        {"", "W00", RSP_OK, RSP_LIMIT_CLIENT_PACKET_BYTES, false},
        {"E01", "X09", RSP_OK, RSP_LIMIT_CLIENT_PACKET_BYTES, false},
        {"E.no", "E01", RSP_OK, RSP_LIMIT_CLIENT_PACKET_BYTES, false},
        {"OK", "OK", RSP_OK, RSP_LIMIT_CLIENT_PACKET_BYTES, false},
        {"OK", "", RSP_OK, RSP_LIMIT_CLIENT_PACKET_BYTES, false},
        {"OK", "T", RSP_MALFORMED, RSP_LIMIT_CLIENT_PACKET_BYTES, false},
        {"OK", "Tzz", RSP_MALFORMED, RSP_LIMIT_CLIENT_PACKET_BYTES, false},
        {"OK", "S5", RSP_MALFORMED, RSP_LIMIT_CLIENT_PACKET_BYTES, false},
        {"OK", NULL, RSP_TIMEOUT, RSP_LIMIT_CLIENT_PACKET_BYTES, false},
        {NULL, "S05", RSP_TIMEOUT, RSP_LIMIT_CLIENT_PACKET_BYTES, false},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const liar_line lines[] = {
            {"qSupported", rows[i].supported}, {"vCont?", "vCont;"}, {"?", rows[i].stop}};
        liar l;
        liar_open(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){0});
        rsp_status status = rsp_client_connect(l.client);
        if (status != rows[i].status)
            fail_msg("%zu: %s", i, rsp_status_name(status));
        assert_int_equal(rsp_client_packet_bytes(l.client), rows[i].packet_bytes);
        assert_int_equal(rsp_client_has_program(l.client), rows[i].program);
        liar_close(&l);
    }
}

#define NON_STOP                                                                                      \
    {"vCont?", "vCont;c;C;s;S;t"}, {"QNonStop:1", "OK"}, {"?", "T05thread:1;"}, {"vStopped", "OK"}, { \
        "vCont;t", "OK"                                                                               \
    }

/* vCtrlC is newer than non-stop. */
static void what_runs_is_stopped_by_vcont_where_there_is_no_vctrlc(void **state) {
    (void)state;
    for (unsigned newer = 0; newer < 2; newer++) {
        const liar_line lines[] = {
            {"qSupported", "PacketSize=400;QNonStop+"}, {"vCtrlC", newer ? "OK" : ""}, NON_STOP};
        liar l;
        open_connected(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){.non_stop = true});
        assert_true(rsp_client_is_non_stop(l.client));
        assert_ok(rsp_client_interrupt(l.client));
        assert_int_equal(liar_count(&l, "vCtrlC"), 1);
        assert_int_equal(liar_count(&l, "vCont;t"), !newer);
        liar_close(&l);
    }
}

/* The stub of the new connection is asked anew, and may have less. */
static void next_connection_has_no_mode_of_the_last(void **state) {
    (void)state;
    const liar_line before[] = {{"qSupported", "PacketSize=400;QNonStop+"}, NON_STOP};
    const liar_line after[] = {{"qSupported", "PacketSize=400"}, NON_STOP};
    liar l;
    open_connected(&l, before, RSP_ARRAY_LEN(before), (rsp_client_options){.non_stop = true});
    assert_true(rsp_client_is_non_stop(l.client));
    l.lines = after;
    l.num = RSP_ARRAY_LEN(after);
    assert_ok(rsp_client_connect(l.client));
    assert_false(rsp_client_is_non_stop(l.client));
    liar_close(&l);
}

/* By G where the stub has taken the same digits, else in the stub. */
static void registers_are_saved_where_they_can_be_put_back(void **state) {
    (void)state;
    static const struct row {
        const char *all;     /* g */
        const char *written; /* G */
        const char *kept;    /* QSaveRegisterState */
        rsp_status status;
        const char *restored_by;
        size_t times; /* that request, saving included */
    } rows[] = {
        {"00112233", "OK", "", RSP_OK, "G00112233", 2},
        {"0011xxxx", "OK", "5", RSP_OK, "QRestoreRegisterState:5", 1},
        {"00112233", "", "17", RSP_OK, "QRestoreRegisterState:17", 1},
        {"00112233", "E01", "0", RSP_OK, "QRestoreRegisterState:0", 1},
        {"00112233", "E01", "", RSP_UNSUPPORTED, "QRestoreRegisterState", 0},
        {"E01", "OK", "E01", RSP_UNSUPPORTED, "G", 0},
        {"00112233", "", "x", RSP_MALFORMED, "QRestoreRegisterState", 0},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const liar_line lines[] = {GREETING,
                                   {"g", rows[i].all},
                                   {"G", rows[i].written},
                                   {"QSaveRegisterState", rows[i].kept},
                                   {"QRestoreRegisterState", "OK"},
                                   {"H", "OK"}};
        rsp_saved_registers saved;
        liar l;
        liar_open_far(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){0}, RSP_NS_PER_MS);
        assert_ok(rsp_client_connect(l.client));
        rsp_status status = rsp_client_save_registers(l.client, (rsp_ptid){0, 1}, &saved);
        if (status != rows[i].status)
            fail_msg("%zu: %s", i, rsp_status_name(status));
        assert_int_equal(saved.held, status == RSP_OK);
        assert_ok(rsp_client_restore_registers(l.client, &saved));
        assert_int_equal(liar_count(&l, rows[i].restored_by), rows[i].times);
        assert_ok(rsp_client_restore_registers(l.client, &saved)); /* once */
        assert_int_equal(liar_count(&l, rows[i].restored_by), rows[i].times);
        rsp_saved_registers_free(&saved);
        liar_close(&l);
    }
}

static void signals_are_not_passed_on_by_a_stub_that_does_not_announce_it(void **state) {
    (void)state;
    const uint8_t signal = 14; /* SIGALRM */
    liar l;
    open_connected(&l, NULL, 0, (rsp_client_options){0});
    const size_t before = l.seen.len;
    assert_int_equal(rsp_client_pass_signals(l.client, &signal, 1), RSP_UNSUPPORTED);
    assert_int_equal(l.seen.len, before);
    liar_close(&l);
}

static void bad_stops_end_the_run_and_fileio_is_refused(void **state) {
    (void)state;
    static const struct row {
        const char *stop;
        rsp_status status;
    } rows[] = {
        {"T05", RSP_OK},      {"T0", RSP_MALFORMED},   {"OK", RSP_MALFORMED},
        {"E01", RSP_REFUSED}, {"", RSP_UNSUPPORTED},   {"N", RSP_OK},
        {"W", RSP_MALFORMED}, {"T05thread:;", RSP_OK}, {"Fwrite,1,1,1", RSP_LIMIT}, /* for ever */
        {NULL, RSP_TIMEOUT},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const liar_line lines[] = {GREETING, {"vCont;", rows[i].stop}, {"F-1", rows[i].stop}};
        const rsp_stop_reply *stop = NULL;
        liar l;
        open_connected(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){0});
        rsp_status status = rsp_client_run(l.client, NULL, RSP_NS_PER_S, &stop);
        if (status != rows[i].status)
            fail_msg("%s: %s", rows[i].stop, rsp_status_name(status));
        assert_int_equal(stop != NULL, status == RSP_OK);
        assert_int_equal(rsp_client_is_running(l.client), status == RSP_TIMEOUT);
        if (status == RSP_LIMIT)
            assert_int_equal(liar_count(&l, "F-1"), RSP_LIMIT_CLIENT_FILEIO);
        liar_close(&l);
    }
}

/* Stops that nobody asks for are kept up to a limit, then dropped. */
static void queue_of_stops_is_limited(void **state) {
    (void)state;
    const liar_line lines[] = {{"qSupported", "QNonStop+"},
                               {"vCont?", "vCont;c;C;s;S;t"},
                               {"QNonStop", "OK"},
                               {"?", "OK"},
                               {"vStopped", "OK"}};
    rsp_buf notification = {0};
    rsp_frame_notification(&notification, RSP_LIT("Stop:T05thread:1;"));
    liar l;
    open_connected(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){.non_stop = true});
    assert_true(rsp_client_is_non_stop(l.client));
    for (size_t i = 0; i <= RSP_LIMIT_CLIENT_STOPS; i++) {
        assert_ok(rsp_session_input(l.session, 0, rsp_buf_bytes(&notification)));
        if (i % 1000 == 0 || i == RSP_LIMIT_CLIENT_STOPS)
            rsp_client_advance(l.client);
    }
    for (size_t i = 0; i < RSP_LIMIT_CLIENT_STOPS; i++)
        assert_ok(rsp_client_wait_stop(l.client, 1, NULL));
    assert_int_equal(rsp_client_wait_stop(l.client, 1, NULL), RSP_TIMEOUT);
    rsp_buf_free(&notification);
    liar_close(&l);
}

/* gdbserver sends the OK that ends a round of vStopped and the next notification in one piece. */
static void notification_behind_the_end_of_a_round_begins_another(void **state) {
    (void)state;
    const liar_line lines[] = {{"qSupported", "QNonStop+;QStartNoAckMode+"},
                               {"QStartNoAckMode", "OK"},
                               {"vCont?", "vCont;c;C;s;S;t"},
                               {"QNonStop", "OK"},
                               {"?", "OK"},
                               {"vStopped", "OK"}};
    rsp_buf first = {0};
    rsp_buf second = {0};
    liar l;
    open_connected(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){.non_stop = true});
    rsp_frame_notification(&first, RSP_LIT("Stop:T05thread:1;"));
    rsp_frame_packet(&second, RSP_LIT("OK"));
    rsp_frame_notification(&second, RSP_LIT("Stop:T05thread:2;"));
    assert_ok(rsp_session_input(l.session, 0, rsp_buf_bytes(&first)));
    rsp_client_advance(l.client);
    rsp_bytes sent = rsp_session_output(l.session, 0);
    assert_true(rsp_bytes_search(sent, RSP_LIT("vStopped")) < sent.len);
    rsp_session_sent(l.session, 0, sent.len);
    assert_ok(rsp_session_input(l.session, 0, rsp_buf_bytes(&second)));
    rsp_client_advance(l.client);
    sent = rsp_session_output(l.session, 0);
    assert_true(rsp_bytes_search(sent, RSP_LIT("vStopped")) < sent.len);
    rsp_buf_free(&first);
    rsp_buf_free(&second);
    liar_close(&l);
}

/* Of two processes, each with a thread that stands, the one of the last stop is asked about. */
static void thread_that_stands_is_of_the_process_of_the_last_stop(void **state) {
    (void)state;
    const liar_line lines[] = {{"qSupported", "QNonStop+;multiprocess+;vContSupported+"},
                               {"vCont?", "vCont;c;C;s;S;t"},
                               {"vCont;c", "OK"},
                               {"QNonStop", "OK"},
                               {"?", "OK"},
                               {"H", "OK"},
                               {"qAttached", "1"},
                               {"vStopped", "OK"}};
    static const char *const stops[] = {"Stop:T05thread:p1.1;", "Stop:T05thread:p2.1;",
                                        "Stop:T05thread:p2.2;"};
    const rsp_stop_reply *stop = NULL;
    rsp_bytes reply;
    liar l;
    open_connected(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){.non_stop = true});
    for (size_t i = 0; i < RSP_ARRAY_LEN(stops); i++) {
        rsp_buf notification = {0};
        rsp_frame_notification(&notification, rsp_bytes_str(stops[i]));
        assert_ok(rsp_session_input(l.session, 0, rsp_buf_bytes(&notification)));
        assert_ok(rsp_client_wait_stop(l.client, 0, &stop));
        rsp_buf_free(&notification);
    }
    assert_ok(rsp_client_resume(l.client, &(rsp_move){.thread = {2, 2}}));
    assert_ok(rsp_client_packet(l.client, RSP_LIT("qAttached"), &reply));
    assert_int_equal(liar_count(&l, "Hgp2.1"), 1);
    assert_int_equal(liar_count(&l, "Hgp1.1"), 0);
    liar_close(&l);
}

/* --- resuming without vCont --- */

static void vcont_that_is_announced_is_tried_before_plain_packets(void **state) {
    (void)state;
    static const struct row {
        const char *features;
        const char *actions; /* of vCont?; NULL: silence */
        const char *reply;   /* to vCont */
        size_t tried;
        size_t plain;
        rsp_client_support support;
    } rows[] = {
        {"vContSupported+", "", "T05thread:1;", 2, 0, RSP_SUPPORT_YES},
        {"vContSupported+", NULL, "T05thread:1;", 2, 0, RSP_SUPPORT_YES},
        {"vContSupported+", "", "", 1, 2, RSP_SUPPORT_NO},
        {"vContSupported+", "vCont;t", "T05thread:1;", 0, 2, RSP_SUPPORT_NO},
        {"PacketSize=400", "", "T05thread:1;", 0, 2, RSP_SUPPORT_NO},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const struct row *r = &rows[i];
        const liar_line lines[] = {{"qSupported", r->features},
                                   {"vCont?", r->actions},
                                   {"vCont;", r->reply},
                                   {"?", "T05thread:1;"},
                                   {"H", "OK"},
                                   {"s", "T05thread:1;"},
                                   {"c", "T05thread:1;"}};
        liar l;
        open_connected(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){0});
        assert_ok(rsp_client_run(l.client, &(rsp_move){.action = RSP_MOVE_STEP}, 0, NULL));
        assert_ok(rsp_client_run(l.client, NULL, 0, NULL));
        if (liar_count(&l, "vCont;") != r->tried || liar_count(&l, "s\n") + liar_count(&l, "c\n") != r->plain)
            fail_msg("row %zu: %s", i, rsp_buf_cstr(&l.seen));
        assert_int_equal(rsp_client_supports(l.client, RSP_USE_VCONT), r->support);
        liar_close(&l);
    }
}

/* A plain packet names no thread: after a step of one, all are chosen again, in a form that the stub takes.
 */
static void all_threads_are_chosen_in_a_form_that_the_stub_takes(void **state) {
    (void)state;
    static const struct row {
        const char *features;
        const char *minus;
        const char *zero;
        rsp_status status;
        size_t num; /* Hc for all */
    } rows[] = {
        {"multiprocess+", "OK", "OK", RSP_OK, 1},         {"multiprocess+", "", "E01", RSP_OK, 1},
        {"multiprocess+", "E01", "OK", RSP_OK, 2},        {"multiprocess+", "E01", "", RSP_OK, 2},
        {"multiprocess+", "E01", "E01", RSP_REFUSED, 2},  {"PacketSize=400", "E01", "OK", RSP_OK, 2},
        {"PacketSize=400", "E01", "E01", RSP_REFUSED, 2},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const struct row *r = &rows[i];
        const bool many = strcmp(r->features, "multiprocess+") == 0;
        const char *stop = many ? "T05thread:p1.1;" : "T05thread:1;";
        const liar_line lines[] = {{"qSupported", r->features},
                                   {"?", stop},
                                   {many ? "Hcp1.1" : "Hc1", "OK"},
                                   {"Hc-1", r->minus},
                                   {many ? "Hcp0.0" : "Hc0", r->zero},
                                   {"Hc", "E02"},
                                   {"s", stop},
                                   {"c", stop}};
        liar l;
        open_connected(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){0});
        assert_ok(rsp_client_run(l.client, &(rsp_move){.action = RSP_MOVE_STEP}, 0, NULL));
        assert_int_equal(rsp_client_run(l.client, NULL, 0, NULL), r->status);
        assert_int_equal(liar_count(&l, many ? "Hcp1.1" : "Hc1"), 1);
        assert_int_equal(liar_count(&l, "Hc") - 1, r->num);
        assert_int_equal(liar_count(&l, "c\n"), r->status == RSP_OK);
        liar_close(&l);
    }
}

/* Announced, and never answered: asked once, and no minute is waited. */
static void signals_are_passed_where_somebody_answers(void **state) {
    (void)state;
    static const struct row {
        const char *reply; /* NULL: silence */
        rsp_status status;
        size_t asked; /* of two calls */
    } rows[] = {
        {"OK", RSP_OK, 2}, {"E01", RSP_REFUSED, 2}, {"", RSP_UNSUPPORTED, 2}, {NULL, RSP_UNSUPPORTED, 1}};
    static const uint8_t signals[] = {14};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const liar_line lines[] = {
            {"qSupported", "QPassSignals+"}, {"QPassSignals:", rows[i].reply}, {"?", "T05thread:1;"}};
        liar l;
        open_connected(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){0});
        assert_int_equal(rsp_client_pass_signals(l.client, signals, 1), rows[i].status);
        assert_int_equal(rsp_client_pass_signals(l.client, NULL, 0), rows[i].status);
        assert_int_equal(liar_count(&l, "QPassSignals:"), rows[i].asked);
        liar_close(&l);
    }
}

static void thread_lists_end(void **state) {
    (void)state;
    static const struct row {
        const char *first;
        const char *next;
        rsp_status status;
        size_t num;
    } rows[] = {
        {"m1,2", "l", RSP_OK, 2},        {"l", "l", RSP_OK, 0},
        {"m", "l", RSP_MALFORMED, 0},    {"m1,", "l", RSP_MALFORMED, 1},
        {"m1;2", "l", RSP_MALFORMED, 1}, {"", "l", RSP_UNSUPPORTED, 0},
        {"mx", "l", RSP_MALFORMED, 0},   {"OK", "l", RSP_MALFORMED, 0},
        {"E01", "l", RSP_REFUSED, 0},    {"m1,2", "m3", RSP_LIMIT, RSP_LIMIT_CLIENT_THREADS},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_buf endless = {0};
        if (rows[i].status == RSP_LIMIT) /* many at a time, for ever */
            for (size_t n = 0; n < 2000; n++)
                rsp_buf_str(&endless, n ? ",1" : "m1");
        const liar_line lines[] = {{"qfThreadInfo", rows[i].first},
                                   {"qsThreadInfo", endless.len ? rsp_buf_cstr(&endless) : rows[i].next}};
        rsp_ptid threads[4];
        size_t num = 0;
        liar l;
        liar_open(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){0});
        assert_int_equal(rsp_client_threads(l.client, threads, 4, &num), rows[i].status);
        assert_int_equal(num, rows[i].num);
        liar_close(&l);
        rsp_buf_free(&endless);
    }
}

/* One thread a reply, for ever: given up by the number of replies, or by the time. */
static void thread_lists_of_one_thread_a_reply_end(void **state) {
    (void)state;
    const liar_line lines[] = {{"qfThreadInfo", "m1"}, {"qsThreadInfo", "m2"}};
    for (unsigned timed = 0; timed < 2; timed++) {
        rsp_ptid threads[4];
        size_t num = 0;
        liar l;
        liar_open_far(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){.list_ns = UINT64_C(25) * timed},
                      UINT64_C(10) * timed);
        assert_int_equal(rsp_client_threads(l.client, threads, 4, &num), RSP_LIMIT);
        assert_int_equal(num, timed ? 3 : RSP_LIMIT_CLIENT_LIST_REPLIES);
        assert_int_equal(threads[0].tid, 1);
        assert_non_null(strstr(rsp_client_error(l.client)->msg, timed ? "takes too long" : "goes on"));
        liar_close(&l);
    }
}

/* The last reply that is allowed may be the end. */
static void thread_lists_may_come_in_many_replies(void **state) {
    (void)state;
    const liar_line lines[] = {{"qfThreadInfo", "m1"}, {"qsThreadInfo", "m2"}};
    rsp_ptid threads[4];
    size_t num = 0;
    liar l;
    liar_open(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){0});
    l.part = "qsThreadInfo";
    l.most = RSP_LIMIT_CLIENT_LIST_REPLIES - 1;
    assert_ok(rsp_client_threads(l.client, threads, 4, &num));
    assert_int_equal(num, RSP_LIMIT_CLIENT_LIST_REPLIES - 1);
    liar_close(&l);
}

static const char window_15[] = "m012345678901234";
static const char window_16[] = "m0123456789012345";

/* Windows of a few bytes are for short objects. */
static void objects_in_tiny_windows_end(void **state) {
    (void)state;
    static const struct row {
        const char *window;
        size_t last; /* the window that is the last; 0: none */
        rsp_status status;
        size_t replies;
    } rows[] = {
        {"mx", RSP_LIMIT_CLIENT_SMALL_WINDOWS + 1, RSP_OK, RSP_LIMIT_CLIENT_SMALL_WINDOWS + 1},
        {"mx", 0, RSP_LIMIT, RSP_LIMIT_CLIENT_SMALL_WINDOWS + 1},
        {window_15, 0, RSP_LIMIT, RSP_LIMIT_CLIENT_SMALL_WINDOWS + 1},
        {window_16, 0, RSP_LIMIT, RSP_LIMIT_CLIENT_LIST_REPLIES},
        {window_16, RSP_LIMIT_CLIENT_LIST_REPLIES, RSP_OK, RSP_LIMIT_CLIENT_LIST_REPLIES},
        {"m", 0, RSP_MALFORMED, 1},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const liar_line lines[] = {{"qSupported", "qXfer:auxv:read+"}, {"qXfer", rows[i].window}};
        rsp_buf out = {0};
        liar l;
        open_connected(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){0});
        l.part = "qXfer";
        l.most = rows[i].last;
        rsp_status status = rsp_client_read_object(l.client, RSP_LIT("auxv"), RSP_LIT(""), &out, NULL);
        if (status != rows[i].status)
            fail_msg("%zu: %s", i, rsp_status_name(status));
        assert_int_equal(liar_count(&l, "qXfer"), rows[i].replies);
        rsp_buf_free(&out);
        liar_close(&l);
    }
}

/* No p, and a description that is none, or has no end: it is asked for once, not for each register. */
static void bad_descriptions_are_asked_for_once(void **state) {
    (void)state;
    static const struct row {
        const char *window;
        size_t num;
    } rows[] = {{"mx", RSP_LIMIT_CLIENT_SMALL_WINDOWS + 1}, {"m", 1}, {"x", 1}, {"l<target>", 1}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const liar_line lines[] = {{"g", "0102"}, {"qXfer:features:read", rows[i].window}};
        uint8_t out[2];
        size_t len = 0;
        liar l;
        liar_open(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){0});
        for (unsigned again = 0; again < 2; again++)
            assert_int_not_equal(
                rsp_client_read_register(l.client, (rsp_ptid){0}, again, out, sizeof out, &len), RSP_OK);
        assert_int_equal(liar_count(&l, "qXfer"), rows[i].num);
        liar_close(&l);
    }
}

static void registers_of_odd_shape_are_malformed(void **state) {
    (void)state;
    static const struct row {
        const char *reply;
        rsp_status status;
        size_t len;
    } rows[] = {
        {"01020304", RSP_OK, 4},    {"010", RSP_MALFORMED, 1}, {"0z", RSP_MALFORMED, 1},
        {"xxxx", RSP_NOT_FOUND, 2}, {"", RSP_UNSUPPORTED, 0},  {"E01", RSP_REFUSED, 0},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const liar_line lines[] = {{"p", rows[i].reply}};
        uint8_t out[2];
        size_t len = 0;
        liar l;
        liar_open(&l, lines, 1, (rsp_client_options){0});
        assert_int_equal(rsp_client_read_register(l.client, (rsp_ptid){0}, 1, out, sizeof out, &len),
                         rows[i].status);
        assert_int_equal(len, rows[i].len);
        liar_close(&l);
    }
}

/* A late reply must not be taken for the next one. */
static void silence_puts_the_client_out_of_step_until_it_resyncs(void **state) {
    (void)state;
    const liar_line lines[] = {{"m", "41424344"}};
    liar l;
    uint8_t out[4];
    liar_open(&l, lines, 1, (rsp_client_options){.off = RSP_USE_BIT(RSP_USE_BINARY_READ)});
    l.quiet = true;
    assert_int_equal(rsp_client_read_memory(l.client, 0, out, 4, NULL), RSP_TIMEOUT);
    l.quiet = false;
    assert_int_equal(rsp_client_read_memory(l.client, 0, out, 4, NULL), RSP_TIMEOUT);
    assert_int_equal(liar_count(&l, "m"), 1);
    assert_ok(rsp_client_resync(l.client));
    assert_ok(rsp_client_read_memory(l.client, 0, out, 4, NULL));
    assert_memory_equal(out, "ABCD", 4);
    liar_close(&l);
}

/* --- allocation --- */

typedef struct short_world {
    client_world w;
    rsp_mem_fuzzed mem;
} short_world;

/* Some of everything. Failures are fine; crashes, leaks and wrong data are not. */
static bool do_some_of_everything(client_world *w) {
    uint8_t got[48];
    uint64_t at = ask_symbol(&w->ask, "magic");
    const rsp_stop_reply *stop = NULL;
    rsp_ptid threads[4];
    size_t num = 0;
    bool all = rsp_client_connect(w->client) == RSP_OK;
    rsp_read reads[3] = {{.addr = at, .len = 4, .out = got},
                         {.addr = at, .len = 40, .out = got + 4},
                         {.addr = 8, .len = 4, .out = got + 44}};
    all &= rsp_read_memory_vectorized(w->client, 0, reads, 3) == RSP_OK;
    if (reads[0].status == RSP_OK && reads[0].num_read == 4)
        assert_memory_equal(got, "\x78\x56\x34\x12", 4);
    static const char *const names[] = {"work", "tail", "loop"};
    for (size_t i = 0; i < 3; i++) {
        const rsp_site site = {.addr = ask_symbol(&w->ask, names[i]), .kind = 4};
        const rsp_bytes code = RSP_LIT("\x22\x01\x27");
        all &= rsp_client_enable_site(w->client, &site, &code, 1) == RSP_OK;
    }
    all &= rsp_client_run(w->client, NULL, RSP_NS_PER_S, &stop) == RSP_OK;
    all &= rsp_client_threads(w->client, threads, 4, &num) == RSP_OK;
    all &= rsp_client_detach(w->client, 0) == RSP_OK;
    return all;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    static const rsp_multimem_form forms[] = {RSP_MULTIMEM_LLDB, RSP_MULTIMEM_RFC};
    for (unsigned kind = 0; kind < 4; kind++) {
        for (uint64_t at = 1;; at++) {
            short_world s;
            world_init(&s.w, NULL);
            s.w.ask.options.multimem = forms[kind % 2];
            rsp_mem_fuzzed_init(&s.mem, 0, kind >= 2);
            s.w.options.mem = &s.mem.mem;
            world_open(&s.w);
            s.mem.fail_at = s.mem.count + at;
            bool all = do_some_of_everything(&s.w);
            bool reached = s.mem.count >= s.mem.fail_at;
            if (!reached)
                assert_true(all);
            world_end(&s.w);
            if (!reached)
                break;
        }
    }
}

/* Bytes lost and changed on the way: everything ends in some status, nothing is read that is not true. */
static void damaged_links_end_in_a_status(void **state) {
    (void)state;
    unsigned good = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        client_world w;
        const rsp_shape_way way = {.corrupt_ppm = seed % 3 ? 300 : 3000, .drop_ppm = seed % 2 ? 100 : 0};
        const rsp_shape shape = {.out = way, .in = way, .seed = seed};
        world_init(&w, NULL);
        w.shape = &shape;
        w.options.off = seed % 5 ? 0 : RSP_USE_BIT(RSP_USE_NO_ACK);
        world_open(&w);
        good += do_some_of_everything(&w);
        world_end(&w);
    }
    assert_in_range(good, 1, 149);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lying_reads_are_malformed_with_a_place),
        cmocka_unit_test(refused_batch_is_not_tried_again),
        cmocka_unit_test(long_reads_by_m_lie_only_for_their_range),
        cmocka_unit_test(stub_without_memory_packets_is_unsupported_per_range),
        cmocka_unit_test(lying_batches_leave_their_sites_unknown),
        cmocka_unit_test(run_that_a_refused_site_stops_sends_nothing),
        cmocka_unit_test(greetings_may_be_anything),
        cmocka_unit_test(registers_are_saved_where_they_can_be_put_back),
        cmocka_unit_test(what_runs_is_stopped_by_vcont_where_there_is_no_vctrlc),
        cmocka_unit_test(next_connection_has_no_mode_of_the_last),
        cmocka_unit_test(signals_are_not_passed_on_by_a_stub_that_does_not_announce_it),
        cmocka_unit_test(bad_stops_end_the_run_and_fileio_is_refused),
        cmocka_unit_test(queue_of_stops_is_limited),
        cmocka_unit_test(notification_behind_the_end_of_a_round_begins_another),
        cmocka_unit_test(thread_that_stands_is_of_the_process_of_the_last_stop),
        cmocka_unit_test(vcont_that_is_announced_is_tried_before_plain_packets),
        cmocka_unit_test(all_threads_are_chosen_in_a_form_that_the_stub_takes),
        cmocka_unit_test(signals_are_passed_where_somebody_answers),
        cmocka_unit_test(thread_lists_end),
        cmocka_unit_test(thread_lists_of_one_thread_a_reply_end),
        cmocka_unit_test(thread_lists_may_come_in_many_replies),
        cmocka_unit_test(objects_in_tiny_windows_end),
        cmocka_unit_test(bad_descriptions_are_asked_for_once),
        cmocka_unit_test(registers_of_odd_shape_are_malformed),
        cmocka_unit_test(silence_puts_the_client_out_of_step_until_it_resyncs),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(damaged_links_end_in_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
