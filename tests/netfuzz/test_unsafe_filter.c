/* Dangerous requests are held back whatever way they are written, and harmless ones are not.
 * Processes are only touched that the stub has named, and never 0 or 1.
 * See unsafe_filter.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/rng.h"
#include "netfuzz/player.h"
#include "netfuzz/unsafe_filter.h"
#include <rsp/frame.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

static bool allowed(uint32_t set, const char *first, const char *second) {
    rsp_unsafe_filter h = {.allowed = set};
    bool ok = rsp_unsafe_filter_allow(&h, rsp_bytes_str(first), NULL) &&
              rsp_unsafe_filter_allow(&h, rsp_bytes_str(second), NULL);
    rsp_unsafe_filter_free(&h);
    return ok;
}

static void dangerous_requests_are_refused(void **state) {
    (void)state;
    static const char *const all[] = {
        "$vAttach;1#37",     "$vKill;1#6d",          "$vRun;2f62696e#00",    "$vFile:unlink:2f#00",
        "$qRcmd,00#00",      "$A4,0,2f62#00",        "$qLaunchGDBServer#00", "$qPlatform_shell:00#00",
        "$vFlashErase:0,1#", "$01:A4,0,2f62#00",     "$vAttachWait;00#00",   "$qKillSpawnedProcess:1#00",
        "$QTSave:2f#00",     "$QSetSTDOUT:2f746d#0", "xx$yy$vKill;1#6d",     "$jPlatform#00",
        "$qSaveCore#00",     "$qRRCmd:when:0#00",    "$\xf6\xcbill;1#00", /* the eighth bit does not help */
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(all); i++)
        if (allowed(0, all[i], ""))
            fail_msg("%s is let through", all[i]);
}

static void cut_and_escaped_ones_are_seen(void **state) {
    (void)state;
    assert_false(allowed(0, "$vKi", "ll;1#6d"));
    assert_false(allowed(0, "$vAttac", "h;1#37"));
    assert_false(allowed(0, "$v}kill;1#", ""));     /* '}' 'k' is 'K' */
    assert_false(allowed(0, "$v}", "kill;1#"));     /* also in two writes */
    assert_false(allowed(0, "$v+K\x03ill;1#", "")); /* acks and interrupts in between */
    assert_false(allowed(0, "$", "A4,0,2f#"));
    assert_false(allowed(0, "$vRu", "n;2f#"));
}

static void harmless_requests_pass(void **state) {
    (void)state;
    static const char *const all[] = {
        "$qSupported#37", "$m0,4#fd", "$vCont;c#a8",        "$?#3f", "$k#6b", "+", "$qAttached#8f",
        "$X0,4:abcd#00",  "$D#44",    "$QStartNoAckMode#b0"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(all); i++)
        if (!allowed(RSP_HARM_BIT(RSP_HARM_LASTING), all[i], ""))
            fail_msg("%s is refused", all[i]);
}

static void what_lasts_is_held_back_on_a_line_only(void **state) {
    (void)state;
    static const char *const all[] = {
        "$QStartNoAckMode#b0", "$QNonStop:1#8d", "$k#6b", "$R0#82", "$r#72", "$qSupported:multiprocess+#c6"};
    const rsp_player_options line = {.line = true};
    const rsp_player_options other = {.line = false};
    const rsp_player_options asked = {.line = true, .allowed = RSP_HARM_ALL};
    for (size_t i = 0; i < RSP_ARRAY_LEN(all); i++) {
        assert_false(allowed(rsp_player_allowed(&line), all[i], ""));
        assert_true(allowed(rsp_player_allowed(&other), all[i], ""));
        assert_true(allowed(rsp_player_allowed(&asked), all[i], ""));
    }
}

static void every_packet_of_the_table_is_judged_by_its_row(void **state) {
    (void)state;
    static const char *const fronts[] = {"$", "$4f:"};
    bool met[RSP_HARM_COUNT + 1] = {false};
    for (size_t i = 0; i < (size_t)2 * (RSP_PACKET_END - 1); i++) {
        const rsp_packet_row *row = &rsp_packet_rows[i / 2];
        bool harmless = row->harm == RSP_HARM_SAFE;
        uint32_t its_own = harmless ? 0 : RSP_HARM_BIT(row->harm);
        assert_true(rsp_payload_is_unsafe(0, row->name) == !harmless);
        assert_true(rsp_payload_is_unsafe(RSP_HARM_ALL & ~its_own, row->name) == !harmless);
        assert_false(rsp_payload_is_unsafe(RSP_HARM_ALL, row->name));
        char text[80];
        int len = snprintf(text, sizeof text, "%s%.*s%c1#00", fronts[i % 2], (int)row->name.len,
                           (const char *)row->name.ptr, row->delim ? row->delim : '0');
        for (size_t cut = 0; cut <= (size_t)len; cut++) {
            rsp_unsafe_filter h = {0};
            rsp_harm why = RSP_HARM_COUNT;
            bool ok = rsp_unsafe_filter_allow(&h, rsp_bytes_make((const uint8_t *)text, cut), &why) &&
                      rsp_unsafe_filter_allow(&h, rsp_bytes_str(text + cut), &why);
            rsp_unsafe_filter_free(&h);
            if (harmless ? !ok : ok || why != row->harm)
                fail_msg("%s, cut at %zu: %s %d", text, cut, ok ? "let through" : "harm", (int)why);
        }
        met[row->harm] = true;
    }
    for (size_t i = 0; i < RSP_ARRAY_LEN(met); i++)
        assert_true(met[i]);
}

static void a_refused_request_is_as_if_never_written(void **state) {
    (void)state;
    rsp_unsafe_filter h = {0};
    rsp_harm why = RSP_HARM_COUNT;
    assert_true(rsp_unsafe_filter_allow(&h, RSP_LIT("$vKi"), NULL));
    assert_false(rsp_unsafe_filter_allow(&h, RSP_LIT("ll;1#6d"), &why));
    assert_int_equal(why, RSP_HARM_PROCESS);
    assert_true(rsp_unsafe_filter_allow(&h, RSP_LIT("#00"), NULL));
    assert_true(rsp_unsafe_filter_allow(&h, RSP_LIT("ll;1#6d"), NULL));
    rsp_unsafe_filter_free(&h);
}

static void processes_must_have_been_named(void **state) {
    (void)state;
    rsp_unsafe_filter h = {.allowed = RSP_HARM_ALL};
    assert_false(rsp_unsafe_filter_allow(&h, RSP_LIT("$vKill;4d2#00"), NULL));
    rsp_unsafe_filter_learn(&h, 0x4d2);
    rsp_unsafe_filter_learn(&h, 1);
    rsp_unsafe_filter_learn(&h, 0);
    rsp_unsafe_filter_learn(&h, -1);
    assert_int_equal(h.num_pids, 1);
    assert_true(rsp_unsafe_filter_allow(&h, RSP_LIT("$vKill;4d2#00"), NULL));
    assert_false(rsp_unsafe_filter_allow(&h, RSP_LIT("$vKill;4d21#00"), NULL));
    assert_false(rsp_unsafe_filter_allow(&h, RSP_LIT("$vKill;4d"), NULL)); /* the rest could be anything */
    assert_false(rsp_unsafe_filter_allow(&h, RSP_LIT("$vAttach;1#37"), NULL));
    assert_false(rsp_unsafe_filter_allow(&h, RSP_LIT("$vAttachWait;4d2#00"), NULL));
    rsp_unsafe_filter_reset(&h);
    assert_false(rsp_unsafe_filter_allow(&h, RSP_LIT("$vKill;4d2#00"), NULL));
    rsp_unsafe_filter_free(&h);
}

static void no_more_processes_than_the_limit_are_kept(void **state) {
    (void)state;
    rsp_unsafe_filter h = {0};
    for (int64_t pid = 2; pid < 2 + RSP_UNSAFE_PIDS; pid++)
        rsp_unsafe_filter_learn(&h, pid);
    assert_int_equal(h.num_pids, RSP_UNSAFE_PIDS);
    rsp_unsafe_filter_learn(&h, 5000);
    assert_int_equal(h.num_pids, RSP_UNSAFE_PIDS);
}

/* --- any bytes, cut anywhere: against a plain search of all that was sent --- */

static size_t read_as(uint8_t *out, rsp_bytes in, int view) {
    size_t len = 0;
    for (size_t i = 0; i < in.len; i++) {
        uint8_t c = in.ptr[i] & 0x7f;
        if (view == 2 && (c <= 4 || c == '\r' || c == '\n' || c == '+' || c == '-') && c != 1 && c != 2)
            continue;
        if (view > 0 && len > 0 && out[len - 1] == '}')
            out[len - 1] = (uint8_t)(c ^ 0x20) & 0x7f;
        else
            out[len++] = c;
    }
    return len;
}

static bool has_request(rsp_bytes stream) {
    static const char *const names[] = {"vFile", "vKill", "vRun", "$A",          "qRcmd",
                                        "$k",    "$R",    "$r",   "multiprocess"};
    static const char after_id[] = "AkRr"; /* "$nn:A" */
    uint8_t text[1024];
    for (int view = 0; view < 3; view++) {
        rsp_bytes read = rsp_bytes_make(text, read_as(text, stream, view));
        for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++)
            if (rsp_bytes_search(read, rsp_bytes_str(names[i])) < read.len)
                return true;
        for (size_t at = 0; at + 4 < read.len; at++)
            if (text[at] == '$' && text[at + 3] == ':' && text[at + 4] && strchr(after_id, text[at + 4]))
                return true;
    }
    return false;
}

static void cuts_do_not_matter(void **state) {
    (void)state;
    static const char *const pieces[] = {
        "vFi",     "le",   "$",   "A",       "k",    "vK",  "ill",
        "q",       "Rcmd", "01:", "+",       "-",    "}",   "}K",
        "xyz#00$", "m",    "u",   "lti",     "proc", "ess", "vR",
        "un;",     "\xf6", "\r",  "m0,4#fd", "$m",   "#",   "0123456789abcdef"};
    rsp_rng rng;
    rsp_rng_seed(&rng, 7);
    rsp_buf sent = {0};
    for (int round = 0; round < 20000; round++) {
        rsp_unsafe_filter h = {0};
        rsp_buf_clear(&sent);
        for (int i = 0; i < 12; i++) {
            size_t before = sent.len;
            for (uint64_t more = 1 + rsp_rng_below(&rng, 4); more > 0; more--)
                rsp_buf_str(&sent, pieces[rsp_rng_below(&rng, RSP_ARRAY_LEN(pieces))]);
            bool free_of_it = !has_request(rsp_buf_bytes(&sent));
            bool ok = rsp_unsafe_filter_allow(&h, rsp_bytes_from(rsp_buf_bytes(&sent), before), NULL);
            if (ok != free_of_it)
                fail_msg("%s: %s", rsp_buf_cstr(&sent), ok ? "let through" : "refused");
            sent.len = ok ? sent.len : before;
        }
        rsp_unsafe_filter_free(&h);
    }
    rsp_buf_free(&sent);
}

static void allow_option_is_parsed(void **state) {
    (void)state;
    uint32_t set = 0;
    rsp_error error = {0};
    assert_ok(rsp_harm_parse(&set, "hostio,run", NULL));
    assert_int_equal(set, RSP_HARM_BIT(RSP_HARM_HOSTIO) | RSP_HARM_BIT(RSP_HARM_RUN));
    assert_ok(rsp_harm_parse(&set, "all", NULL));
    assert_int_equal(set, RSP_HARM_ALL);
    assert_int_equal(rsp_harm_parse(&set, "hosts", &error), RSP_USAGE);
    assert_non_null(strstr(error.msg, "monitor"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dangerous_requests_are_refused),
        cmocka_unit_test(cut_and_escaped_ones_are_seen),
        cmocka_unit_test(harmless_requests_pass),
        cmocka_unit_test(what_lasts_is_held_back_on_a_line_only),
        cmocka_unit_test(every_packet_of_the_table_is_judged_by_its_row),
        cmocka_unit_test(a_refused_request_is_as_if_never_written),
        cmocka_unit_test(processes_must_have_been_named),
        cmocka_unit_test(no_more_processes_than_the_limit_are_kept),
        cmocka_unit_test(cuts_do_not_matter),
        cmocka_unit_test(allow_option_is_parsed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
