/* Lists of exchanges: a line for people, a row of CSV and an object of JSON say the same of one exchange, and
 * what a recording does not know is empty in each.
 * See reports/exchange_report.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "reports/exchange_report.h"

#include <jansson.h>
#include <rsp/clock.h>
#include <rsp/packet_ids.h>

static rsp_listed_exchange exchange_of(const char *request, const char *reply) {
    return (rsp_listed_exchange){.number = 7,
                                 .conversation = 1,
                                 .stop = 2,
                                 .request_frame = 40,
                                 .reply_frame = reply ? 41 : 0,
                                 .at_ns = 1500 * RSP_NS_PER_MS,
                                 .latency_ns = reply ? 20 * RSP_NS_PER_MS : 0,
                                 .request_bytes = strlen(request) + 4,
                                 .reply_bytes = reply ? strlen(reply) + 4 : 0,
                                 .packet = RSP_PACKET_READ_MEMORY,
                                 .answer = reply ? RSP_ANSWER_DATA : RSP_ANSWER_NONE,
                                 .timed = true,
                                 .request = rsp_bytes_str(request),
                                 .reply = rsp_bytes_str(reply ? reply : "")};
}

/* The whole list of one exchange. */
static void list(rsp_buf *out, rsp_exchange_printer p, const rsp_listed_exchange *x,
                 const rsp_exchange_sums *sums) {
    rsp_buf_clear(out);
    rsp_exchange_print_head(&p, out);
    if (x)
        rsp_exchange_print(&p, out, x);
    rsp_exchange_print_foot(&p, out, sums);
    assert_ok(out->status);
    rsp_exchange_printer_free(&p);
}

static bool has(const rsp_buf *text, const char *what) {
    return rsp_bytes_search(rsp_buf_bytes(text), rsp_bytes_str(what)) < text->len;
}

static const rsp_exchange_sums one = {.listed = 1,
                                      .all = 1,
                                      .conversations = 1,
                                      .timed = true,
                                      .listed_stub_ns = 20 * RSP_NS_PER_MS,
                                      .all_stub_ns = 20 * RSP_NS_PER_MS};

static void line_has_what_happened_when(void **state) {
    (void)state;
    const rsp_listed_exchange x = exchange_of("m1000,4", "00112233");
    rsp_buf text = {0};
    list(&text, (rsp_exchange_printer){.format = RSP_EXCHANGES_TEXT}, &x, &one);
    assert_true(has(&text, "      7    1     2      40    1.500000 "));
    assert_true(has(&text, " at 0x1000"));
    assert_true(has(&text, "1 exchange   "));
    assert_false(has(&text, "memory ran out"));
    rsp_buf_free(&text);
}

static void line_is_as_wide_as_the_terminal(void **state) {
    (void)state;
    static const char reply[] =
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20212223242526";
    const rsp_listed_exchange x = exchange_of("m1000,27", reply);
    static const struct {
        unsigned width;
        bool whole;
    } cases[] = {{130, false}, {160, false}, {0, true}};
    size_t longest[RSP_ARRAY_LEN(cases)] = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_buf text = {0};
        list(&text, (rsp_exchange_printer){.width = cases[i].width, .whole = cases[i].whole}, &x, &one);
        rsp_bytes rest = rsp_buf_bytes(&text);
        (void)rsp_bytes_split(&rest, '\n');
        longest[i] = rsp_bytes_split(&rest, '\n').len;
        if (cases[i].width)
            assert_true(longest[i] <= cases[i].width);
        rsp_buf_free(&text);
    }
    assert_true(longest[0] < longest[1] && longest[1] < longest[2]);
}

static void request_without_a_reply_has_no_latency(void **state) {
    (void)state;
    const rsp_listed_exchange x = exchange_of("m1000,4", NULL);
    rsp_buf text = {0};
    list(&text, (rsp_exchange_printer){.format = RSP_EXCHANGES_CSV}, &x, &one);
    rsp_bytes rest = rsp_buf_bytes(&text);
    rsp_bytes keys = rsp_bytes_split(&rest, '\n');
    rsp_bytes values = rsp_bytes_split(&rest, '\n');
    while (keys.len > 0) {
        const rsp_bytes key = rsp_bytes_split(&keys, ',');
        const rsp_bytes value = rsp_bytes_split(&values, ',');
        if (rsp_bytes_equal(key, RSP_LIT("reply_frame")) || rsp_bytes_equal(key, RSP_LIT("latency_ns")) ||
            rsp_bytes_equal(key, RSP_LIT("got")))
            assert_int_equal(value.len, 0);
        if (rsp_bytes_equal(key, RSP_LIT("answer")))
            assert_bytes_lit(value, "none");
        if (rsp_bytes_equal(key, RSP_LIT("address")))
            assert_bytes_lit(value, "0x1000");
    }
    rsp_buf_free(&text);
}

static void json_is_one_document_of_any_length(void **state) {
    (void)state;
    for (size_t num = 0; num < 3; num++) {
        rsp_exchange_printer p = {.format = RSP_EXCHANGES_JSON, .filter = "kind == \"m\""};
        const rsp_listed_exchange x = exchange_of("m1000,4", "00112233");
        rsp_buf text = {0};
        rsp_exchange_print_head(&p, &text);
        for (size_t i = 0; i < num; i++)
            rsp_exchange_print(&p, &text, &x);
        rsp_exchange_print_foot(&p, &text, &one);
        json_t *root = json_loadb((const char *)text.ptr, text.len, 0, NULL);
        assert_non_null(root);
        assert_int_equal(json_array_size(json_object_get(root, "exchanges")), num);
        assert_string_equal(json_string_value(json_object_get(root, "filter")), "kind == \"m\"");
        const json_t *first = json_array_get(json_object_get(root, "exchanges"), 0);
        if (num > 0)
            assert_int_equal(json_integer_value(json_object_get(first, "latency_ns")), 20000000);
        json_decref(root);
        rsp_buf_free(&text);
        rsp_exchange_printer_free(&p);
    }
}

static void log_without_times_has_none(void **state) {
    (void)state;
    rsp_listed_exchange x = exchange_of("m1000,4", "00");
    const rsp_exchange_sums untimed = {.listed = 1, .all = 3, .conversations = 1, .limited = true};
    rsp_buf text = {0};
    x.timed = false;
    x.at_ns = x.latency_ns = 0;
    list(&text, (rsp_exchange_printer){.format = RSP_EXCHANGES_TEXT}, &x, &untimed);
    assert_true(has(&text, "          -        - "));
    assert_true(has(&text, "1 of 3 exchanges; --limit ended the list, the rest was not read\n"));
    assert_false(has(&text, "waiting for the stub"));
    rsp_buf_free(&text);
}

static void empty_list_says_what_was_not_found(void **state) {
    (void)state;
    const rsp_exchange_sums none = {.incomplete = true};
    rsp_buf text = {0};
    list(&text, (rsp_exchange_printer){.format = RSP_EXCHANGES_TEXT}, NULL, &none);
    assert_true(has(&text, "no conversation of the remote protocol was found\n"));
    assert_true(has(&text, "memory ran out: some exchanges are missing\n"));
    rsp_buf_free(&text);
}

static void bytes_of_peers_come_out_harmless(void **state) {
    (void)state;
    rsp_listed_exchange x = exchange_of("\033]0;x\a,\"\n", "\033[2J\"\n,");
    x.packet = RSP_PACKET_UNKNOWN;
    for (int format = RSP_EXCHANGES_TEXT; format <= RSP_EXCHANGES_JSON; format++) {
        rsp_buf text = {0};
        list(&text, (rsp_exchange_printer){.format = (rsp_exchange_format)format, .whole = true}, &x, &one);
        assert_int_equal(rsp_bytes_index(rsp_buf_bytes(&text), '\033'), text.len);
        assert_int_equal(rsp_bytes_index(rsp_buf_bytes(&text), '\a'), text.len);
        if (format == RSP_EXCHANGES_CSV) {
            rsp_bytes rest = rsp_buf_bytes(&text);
            (void)rsp_bytes_split(&rest, '\n');
            (void)rsp_bytes_split(&rest, '\n');
            assert_int_equal(rest.len, 0); /* a row is one line */
        }
        rsp_buf_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(line_has_what_happened_when),
        cmocka_unit_test(line_is_as_wide_as_the_terminal),
        cmocka_unit_test(request_without_a_reply_has_no_latency),
        cmocka_unit_test(json_is_one_document_of_any_length),
        cmocka_unit_test(log_without_times_has_none),
        cmocka_unit_test(empty_list_says_what_was_not_found),
        cmocka_unit_test(bytes_of_peers_come_out_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
