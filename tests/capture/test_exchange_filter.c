/* Filters for exchanges: what each comparison chooses, and where a mistake is.
 * The exchange is one read of memory, written down here.
 * See capture/exchange_filter.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture/exchange_filter.h"
#include "core/limits.h"
#include "core/mem.h"
#include <rsp/packet_ids.h>
#include <stdio.h>

static rsp_listed_exchange read_of_memory(void) {
    return (rsp_listed_exchange){.number = 7,
                                 .conversation = 1,
                                 .stop = 12,
                                 .action = RSP_ACTION_STEP,
                                 .request_frame = 40,
                                 .reply_frame = 41,
                                 .at_ns = UINT64_C(2500000000),
                                 .latency_ns = 1500000,
                                 .request_bytes = 21,
                                 .reply_bytes = 12,
                                 .packet = RSP_PACKET_READ_MEMORY,
                                 .class_ = RSP_EXCHANGE_STUB,
                                 .answer = RSP_ANSWER_DATA,
                                 .timed = true,
                                 .request = RSP_LIT("mffff800000001000,4"),
                                 .reply = RSP_LIT("11223344")};
}

static bool wants(const char *text, const rsp_listed_exchange *x) {
    rsp_error error = {0};
    rsp_buf words = {0};
    rsp_exchange_filter *filter = rsp_exchange_filter_new(rsp_bytes_str(text), NULL, &error);
    if (!filter)
        fail_msg("%s: %s", text, error.msg);
    bool wanted = rsp_exchange_filter_wants(filter, x, &words);
    rsp_exchange_filter_free(filter);
    rsp_buf_free(&words);
    return wanted;
}

static void assert_all(const char *const *texts, size_t num, const rsp_listed_exchange *x, bool wanted) {
    for (size_t i = 0; i < num; i++)
        if (wants(texts[i], x) != wanted)
            fail_msg("%s: expected %d", texts[i], wanted);
}

static void every_field_is_compared(void **state) {
    (void)state;
    static const char *const chosen[] = {
        "kind == m",
        "kind != x",
        "kind ~ m",
        "latency > 1ms",
        "latency == 1.5ms",
        "latency <= 1500us",
        "latency>0",
        "stop == 12",
        "stop == 0xc",
        "at >= 2.5s",
        "at < 1m",
        "request ~ 1000",
        "reply == 11223344",
        "reply != OK",
        "request ~ \"4 bytes at\"",
        "answer == data",
        "action == step",
        "phase == stub",
        "address == 0xffff800000001000",
        "length < 5",
        "sent == 21",
        "got == 12",
        "number == 7",
        "conversation == 1",
        "frame == 40",
        "action ~ te",
    };
    static const char *const left_out[] = {
        "kind == x",         "kind ~ vCont",   "latency > 2ms",    "stop < 12",
        "at < 2.5s",         "request ~ 2000", "reply == 1122",    "request ~ \"5 bytes\"",
        "answer == error",   "action != step", "phase == program", "address < 0x1000",
        "length > 4",        "sent != 21",     "got > 12",         "number > 7",
        "conversation == 0", "frame < 40",
    };
    rsp_listed_exchange x = read_of_memory();
    assert_all(chosen, RSP_ARRAY_LEN(chosen), &x, true);
    assert_all(left_out, RSP_ARRAY_LEN(left_out), &x, false);
}

static void operators_bind_as_in_c(void **state) {
    (void)state;
    static const char *const chosen[] = {
        "kind == m && latency > 1ms && stop == 12",
        "kind == x && stop == 1 || number == 7",
        "number == 7 || kind == x && stop == 1",
        "!(kind == x) && !kind == x",
        "!!(stop == 12)",
        "((stop==12))&&(kind==m)",
    };
    static const char *const left_out[] = {
        "kind == x && (stop == 1 || number == 7)",
        "!kind == m || stop == 1",
        "!(stop == 12 || stop == 13)",
    };
    rsp_listed_exchange x = read_of_memory();
    assert_all(chosen, RSP_ARRAY_LEN(chosen), &x, true);
    assert_all(left_out, RSP_ARRAY_LEN(left_out), &x, false);
    assert_true(rsp_exchange_filter_wants(NULL, &x, NULL));
}

static void what_an_exchange_lacks_is_never_chosen(void **state) {
    (void)state;
    static const char *const left_out[] = {"latency >= 0", "latency < 1s", "got >= 0",  "reply ~ \"\"",
                                           "reply != OK",  "address >= 0", "frame >= 0"};
    rsp_listed_exchange x = read_of_memory();
    x.packet = RSP_PACKET_KILL;
    x.request = RSP_LIT("k");
    x.answer = RSP_ANSWER_NONE;
    x.class_ = RSP_EXCHANGE_NONE;
    x.request_frame = 0;
    assert_all(left_out, RSP_ARRAY_LEN(left_out), &x, false);
    assert_true(wants("answer == none && phase == none && !(latency > 0)", &x));
    x.timed = false;
    assert_false(wants("at >= 0", &x));
}

static void names_of_packets_need_no_quotes(void **state) {
    (void)state;
    rsp_listed_exchange x = {.packet = RSP_PACKET_REASON, .request = RSP_LIT("?")};
    assert_true(wants("kind == ? && request == ?", &x));
    x.packet = RSP_PACKET_EXTENDED;
    assert_true(wants("kind == ! || kind == \"!\"", &x));
    assert_true(wants("!kind==?", &x));
    x.packet = RSP_PACKET_UNKNOWN;
    assert_true(wants("kind == unknown", &x));
    x.request = RSP_LIT("a\"\\\xff)");
    assert_true(wants("request == \"a\\\"\\\\\\xff)\"", &x));
}

static void memory_of_a_request_is_that_of_the_packet_table(void **state) {
    (void)state;
    static const struct {
        const char *request;
        uint64_t address;
        uint64_t length;
    } cases[] = {{"m1000,20", 0x1000, 0x20}, {"X40,2:ab", 0x40, 2},      {"Z0,401136,1", 0x401136, 0},
                 {"z2,10,4", 0x10, 0},       {"qCRC:1000,8", 0x1000, 8}, {"x10,", 0x10, 0}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_listed_exchange x = {.request = rsp_bytes_str(cases[i].request)};
        uint64_t address = 0;
        uint64_t length = 1;
        x.packet = rsp_packet_identify(x.request);
        assert_true(rsp_listed_memory(&x, &address, &length));
        assert_int_equal(address, cases[i].address);
        assert_int_equal(length, cases[i].length);
    }
    static const char *const without[] = {"g", "m",  "mxyz,4",       "vCont;c",
                                          "Z", "Z0", "qSupported:a", "unheard"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(without); i++) {
        rsp_listed_exchange x = {.request = rsp_bytes_str(without[i])};
        uint64_t address = 0;
        uint64_t length = 0;
        x.packet = rsp_packet_identify(x.request);
        assert_false(rsp_listed_memory(&x, &address, &length));
    }
}

static void mistakes_have_their_place(void **state) {
    (void)state;
    static const struct {
        const char *text;
        unsigned column;
        const char *message;
    } cases[] = {
        {"latancy > 1ms", 1, "unknown field 'latancy'; did you mean 'latency'?"},
        {"kind == m && zzz == 1", 14, "unknown field 'zzz': stubborn capture --help lists the fields"},
        {"kind == vCon", 9, "'vCon' is no packet; did you mean 'vCont'?"},
        {"answer == bad", 11, "'bad' is no answer: none, empty, ok, error, data"},
        {"phase == stubb", 10, "'stubb' is no phase; did you mean 'stub'?"},
        {"kind == zzzzzz", 9, "'zzzzzz' is no packet: stubborn packet-reference lists all packets"},
        {"latency > 1", 11, "latency is a time: write it with a unit, as in 500us, 1.5ms or 2s"},
        {"stop == 1ms", 9, "stop is a number: write it as 12 or 0x7fff"},
        {"stop == 18446744073709551616", 9, "stop is a number: write it as 12 or 0x7fff"},
        {"kind < m", 6, "kind has no order: use ==, != or ~"},
        {"stop ~ 1", 6, "stop is a number: use ==, !=, <, <=, > or >="},
        {"stop = 1", 6, "write == to compare"},
        {"stop", 5, "stop has to be compared here: with ==, !=, <, <=, > or >="},
        {"stop ==", 8, "a value is missing here, to compare stop with"},
        {"(stop == 1", 1, "this parenthesis is never closed"},
        {"stop == 1)", 10, "this parenthesis was never opened"},
        {"stop == 1 and stop == 2", 11, "write && to demand both"},
        {"stop == 1 | stop == 2", 11, "write || to accept either"},
        {"stop == 1 stop == 2", 11, "expected && or || here"},
        {"(stop == 1 stop == 2)", 12, "expected &&, || or ) here"},
        {"stop == 1 &&", 13, "a comparison is missing here, such as latency > 1ms"},
        {"", 1, "a comparison is missing here, such as latency > 1ms"},
        {"&& stop == 1", 1, "a field was expected here, such as latency or kind"},
        {"reply ~ \"OK", 9, "this quote is never closed"},
        {"reply ~ \"\\n\"", 10, "write \\\\ for a backslash, \\\" for a quote, \\xNN for any byte"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_error error = {0};
        assert_null(rsp_exchange_filter_new(rsp_bytes_str(cases[i].text), NULL, &error));
        assert_string_equal(error.msg, cases[i].message);
        assert_int_equal(error.column, cases[i].column);
        assert_int_equal(error.status, RSP_SYNTAX);
    }
}

static rsp_status status_of(const rsp_buf *text) {
    rsp_error error = {0};
    rsp_exchange_filter *filter = rsp_exchange_filter_new(rsp_buf_bytes(text), NULL, &error);
    rsp_exchange_filter_free(filter);
    return filter ? RSP_OK : error.status;
}

static void limits_hold_at_their_ends(void **state) {
    (void)state;
    rsp_buf text = {0};
    for (int i = 0; i < RSP_LIMIT_FILTER_DEPTH; i++)
        rsp_buf_str(&text, "!");
    rsp_buf_str(&text, "stop==1");
    assert_int_equal(status_of(&text), RSP_OK);
    rsp_buf_clear(&text);
    for (int i = 0; i <= RSP_LIMIT_FILTER_DEPTH; i++)
        rsp_buf_str(&text, "(");
    assert_int_equal(status_of(&text), RSP_LIMIT);
    for (int more = 0; more < 2; more++) {
        rsp_buf_clear(&text);
        for (int i = 0; i < RSP_LIMIT_FILTER_TERMS / 2 + more; i++) /* a comparison, and what joins it */
            rsp_buf_printf(&text, "%sstop==1", i ? "||" : "");
        assert_int_equal(status_of(&text), more ? RSP_LIMIT : RSP_OK);
    }
    rsp_buf_clear(&text);
    rsp_buf_str(&text, "reply~");
    while (text.len < RSP_LIMIT_FILTER_BYTES)
        rsp_buf_push(&text, 'a');
    assert_int_equal(status_of(&text), RSP_OK);
    rsp_buf_push(&text, 'a');
    assert_int_equal(status_of(&text), RSP_LIMIT);
    rsp_buf_free(&text);
}

/* The names of a field are those that a comparison knows: no more, each once. */
static void names_that_are_listed_are_those_that_are_known(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *last;
    } cases[] = {{"action == \"?\"", NULL}, {"answer == \"?\"", NULL}, {"phase == \"?\"", "none"}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_error error = {0};
        const char *last = cases[i].last ? cases[i].last
                           : i == 0      ? rsp_action_key((rsp_action)(RSP_ACTIONS - 1))
                                         : rsp_answer_name(RSP_ANSWERS - 1);
        assert_null(rsp_exchange_filter_new(rsp_bytes_str(cases[i].text), NULL, &error));
        assert_int_equal(error.status, RSP_SYNTAX);
        size_t len = strlen(error.msg);
        assert_true(len > strlen(last));
        assert_string_equal(error.msg + len - strlen(last), last);
    }
}

/* All of a filter's memory is of the allocator that it was given, and goes back to it. */
static void memory_is_of_the_allocator_and_goes_back_to_it(void **state) {
    (void)state;
    rsp_error error = {0};
    rsp_mem_budget *budget = rsp_mem_budget_new(65536);
    assert_non_null(budget);
    for (int bad = 0; bad < 2; bad++) {
        rsp_exchange_filter *filter =
            rsp_exchange_filter_new(rsp_bytes_str(bad ? "reply ~ abc && (" : "reply ~ abc && stop == 1"),
                                    rsp_mem_budget_mem(budget), &error);
        assert_int_equal(filter == NULL, bad);
        assert_int_equal(rsp_mem_budget_used(budget) > 0, !bad);
        rsp_exchange_filter_free(filter);
        assert_int_equal(rsp_mem_budget_used(budget), 0);
    }
    rsp_mem_budget_free(budget);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_is_compared),
        cmocka_unit_test(operators_bind_as_in_c),
        cmocka_unit_test(what_an_exchange_lacks_is_never_chosen),
        cmocka_unit_test(names_of_packets_need_no_quotes),
        cmocka_unit_test(memory_of_a_request_is_that_of_the_packet_table),
        cmocka_unit_test(mistakes_have_their_place),
        cmocka_unit_test(limits_hold_at_their_ends),
        cmocka_unit_test(names_that_are_listed_are_those_that_are_known),
        cmocka_unit_test(memory_is_of_the_allocator_and_goes_back_to_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
