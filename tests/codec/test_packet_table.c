/* The packet table: order, no row shadows another, look-alikes are told apart, schemas are well formed.
 * Also what is generated from it.
 * See rsp/packets.h. */
/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include "codec/packet_reference.h"
#include "codec/packet_schema.h"
#include "core/rng.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static const rsp_packet_row *row_of(unsigned id) {
    const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)id);
    assert_non_null(row);
    return row;
}

static void rows_are_sorted_by_name_and_have_their_id(void **state) {
    (void)state;
    for (unsigned id = 1; id < RSP_PACKET_END; id++) {
        const rsp_packet_row *row = row_of(id);
        assert_int_equal(row->id, id);
        assert_true(row->name.len > 0 && row->name.len < 48);
        assert_true((row->match == RSP_MATCH_DELIM) == (row->delim != 0));
        assert_true(id == 1 || rsp_bytes_compare(row_of(id - 1)->name, row->name) < 0);
        assert_ptr_equal(rsp_packet_by_name(row->name), row);
    }
    assert_null(rsp_packet_by_id(RSP_PACKET_UNKNOWN));
    assert_null(rsp_packet_by_id(RSP_PACKET_END));
    assert_null(rsp_packet_by_name(RSP_LIT("vCon")));
    assert_null(rsp_packet_by_name(RSP_LIT("")));
}

/* By definition: of all rows whose name starts the payload and whose match accepts it, the longest. */
static const rsp_packet_row *slow_lookup(rsp_bytes payload) {
    const rsp_packet_row *best = NULL;
    for (unsigned id = 1; id < RSP_PACKET_END; id++) {
        const rsp_packet_row *row = row_of(id);
        if (!rsp_bytes_starts(payload, row->name))
            continue;
        rsp_bytes rest = rsp_bytes_from(payload, row->name.len);
        size_t digits = 0;
        while (digits < rest.len && rsp_bytes_index(RSP_LIT("0123456789abcdefABCDEF"), rest.ptr[digits]) < 22)
            digits++;
        bool hex = digits > 0 &&
                   (digits == rest.len || (rsp_bytes_index(RSP_LIT(",:"), rest.ptr[digits]) < 2 &&
                                           (row->name.len > 2 || strchr(row->args, rest.ptr[digits]))));
        bool ok = rest.len == 0 || row->match == RSP_MATCH_PREFIX || (row->match == RSP_MATCH_HEX && hex) ||
                  (row->match == RSP_MATCH_DELIM && rest.ptr[0] == (uint8_t)row->delim);
        if (ok && (!best || row->name.len > best->name.len))
            best = row;
    }
    return best;
}

static void no_row_shadows_another(void **state) {
    (void)state;
    static const char *const tails[] = {"", ":", ";", ",", "0", "z", "?", "X:", ";p1.1", ":read:a:0,1"};
    rsp_buf payload = {0};
    for (unsigned id = 1; id < RSP_PACKET_END; id++) {
        const rsp_packet_row *row = row_of(id);
        assert_ptr_equal(rsp_packet_lookup(row->name, NULL), row);
        assert_int_equal(rsp_packet_identify(row->name), row->id);
        for (size_t i = 0; i < RSP_ARRAY_LEN(tails); i++) {
            rsp_buf_clear(&payload);
            rsp_buf_append(&payload, row->name);
            rsp_buf_str(&payload, tails[i]);
            assert_ptr_equal(rsp_packet_lookup(rsp_buf_bytes(&payload), NULL),
                             slow_lookup(rsp_buf_bytes(&payload)));
        }
        if (row->delim) {
            rsp_bytes args;
            rsp_buf_clear(&payload);
            rsp_buf_append(&payload, row->name);
            rsp_buf_push(&payload, (uint8_t)row->delim);
            rsp_buf_str(&payload, "rest");
            assert_ptr_equal(rsp_packet_lookup(rsp_buf_bytes(&payload), &args), row);
            assert_bytes_lit(args, "rest");
        }
    }
    rsp_buf_free(&payload);
}

static void every_prefix_of_every_name_finds_the_right_row(void **state) {
    (void)state;
    rsp_guard guard = rsp_guard_new(64);
    for (unsigned id = 1; id < RSP_PACKET_END; id++)
        for (size_t len = 0; len <= row_of(id)->name.len; len++) {
            rsp_bytes prefix = rsp_guard_put(&guard, rsp_bytes_sub(row_of(id)->name, 0, len));
            assert_ptr_equal(rsp_packet_lookup(prefix, NULL), slow_lookup(prefix));
        }
    rsp_guard_free(&guard);
}

static const struct {
    const char *payload;
    rsp_packet_id id;
    const char *args;
} look_alikes[] = {
    {"qC", RSP_PACKET_QC, ""},
    {"qCRC:1000,4", RSP_PACKET_QCRC, "1000,4"},
    {"M1000,1:00", RSP_PACKET_WRITE_MEMORY, "1000,1:00"},
    {"m1000,1", RSP_PACKET_READ_MEMORY, "1000,1"},
    {"mzz", RSP_PACKET_READ_MEMORY, "zz"},
    {"MultiMemRead:ranges:0,0;", RSP_PACKET_MULTI_MEM_READ, "ranges:0,0;"},
    {"MultiMemRead", RSP_PACKET_MULTI_MEM_READ, ""},
    {"MultiMemReadX", RSP_PACKET_MULTI_RESERVED, "MemReadX"},
    {"MultiBreakpoint:Z0,0,1", RSP_PACKET_MULTI_BREAKPOINT, "Z0,0,1"},
    {"jMultiBreakpoint:{}", RSP_PACKET_JMULTI_BREAKPOINT, "{}"},
    {"vCont;c", RSP_PACKET_VCONT, "c"},
    {"vCont", RSP_PACKET_VCONT, ""},
    {"vCont?", RSP_PACKET_VCONT_QUERY, ""},
    {"vCtrlC", RSP_PACKET_VCTRLC, ""},
    {"vContX", RSP_PACKET_UNKNOWN, ""},
    {"qSupportedX", RSP_PACKET_UNKNOWN, ""},
    {"qSupported", RSP_PACKET_QSUPPORTED, ""},
    {"qSupported:a+", RSP_PACKET_QSUPPORTED, "a+"},
    {"QNonStopx:1", RSP_PACKET_UNKNOWN, ""},
    {"QNonStop:1", RSP_PACKET_QNON_STOP, "1"},
    {"D", RSP_PACKET_DETACH, ""},
    {"D;1f", RSP_PACKET_DETACH, "1f"},
    {"D1", RSP_PACKET_DETACH_STOPPED, ""},
    {"T1", RSP_PACKET_THREAD_ALIVE, "1"},
    {"t1", RSP_PACKET_SEARCH_OLD, "1"},
    {"bc", RSP_PACKET_REVERSE_CONTINUE, ""},
    {"b9600", RSP_PACKET_BAUD, "9600"},
    {"c", RSP_PACKET_CONTINUE, ""},
    {"c1000", RSP_PACKET_CONTINUE, "1000"},
    {"cx", RSP_PACKET_UNKNOWN, ""},
    {"g", RSP_PACKET_READ_REGISTERS, ""},
    {"g;thread:1;", RSP_PACKET_READ_REGISTERS, "thread:1;"},
    {"qRegisterInfoa", RSP_PACKET_QREGISTER_INFO, "a"},
    {"qRegisterInfoX", RSP_PACKET_UNKNOWN, ""},
    {"qXfer:features:read:target.xml:0,10", RSP_PACKET_QXFER_FEATURES_READ, "target.xml:0,10"},
    {"qXfer:nosuch:read::0,10", RSP_PACKET_QXFER, "nosuch:read::0,10"},
    {"qXfer:libraries-svr4:read::0,1", RSP_PACKET_QXFER_LIBRARIES_SVR4_READ, ":0,1"},
    {"vFile:open:2f,0,0", RSP_PACKET_VFILE_OPEN, "2f,0,0"},
    {"vFile:openx:2f", RSP_PACKET_VFILE, "openx:2f"},
    {"QThreadOptions", RSP_PACKET_QTHREAD_OPTIONS, ""},
    {"qThreadExtraInfo,p1.1", RSP_PACKET_QTHREAD_EXTRA_INFO, "p1.1"},
    {"qP0001", RSP_PACKET_QP_THREAD_INFO, "0001"},
    {"qPad", RSP_PACKET_QP_THREAD_INFO, "ad"},
    {"qRegisterInfo0,", RSP_PACKET_QREGISTER_INFO, "0,"},
    {"qPad:1", RSP_PACKET_UNKNOWN, ""},
    {"qPaLaunch", RSP_PACKET_UNKNOWN, ""},
    {"qLaunchFoo", RSP_PACKET_UNKNOWN, ""},
    {"qL01ff", RSP_PACKET_QL_THREAD_INFO, "01ff"},
    {"cafe", RSP_PACKET_CONTINUE, "afe"},
    {"called", RSP_PACKET_UNKNOWN, ""},
    {"sad;1", RSP_PACKET_UNKNOWN, ""},
    {"i1000,4", RSP_PACKET_CYCLE_STEP, "1000,4"},
    {"t1000:4,5", RSP_PACKET_SEARCH_OLD, "1000:4,5"},
    {"B1000,S", RSP_PACKET_BREAKPOINT_OLD, "1000,S"},
    {"A4,0,6c73", RSP_PACKET_ARGUMENTS, "4,0,6c73"},
    {"Reset", RSP_PACKET_UNKNOWN, ""},
    {"Invalid", RSP_PACKET_UNKNOWN, ""},
    {"qProcessInfo", RSP_PACKET_QPROCESS_INFO, ""},
    {"vMustReplyEmpty", RSP_PACKET_VMUST_REPLY_EMPTY, ""},
    {"", RSP_PACKET_UNKNOWN, ""},
    {"\x01", RSP_PACKET_UNKNOWN, ""},
    {"\xff", RSP_PACKET_UNKNOWN, ""},
};

static void look_alikes_are_told_apart(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(look_alikes); i++) {
        rsp_bytes args = {0};
        const rsp_packet_row *row = rsp_packet_lookup(rsp_bytes_str(look_alikes[i].payload), &args);
        if ((row ? row->id : RSP_PACKET_UNKNOWN) != look_alikes[i].id)
            fail_msg("%s is taken for %s", look_alikes[i].payload, row ? row->id_text : "unknown");
        assert_bytes(args, rsp_bytes_str(look_alikes[i].args));
        if (row)
            assert_bytes(rsp_packet_args(row, rsp_bytes_str(look_alikes[i].payload)), args);
    }
}

static void requests_begin_as_their_row_says(void **state) {
    (void)state;
    for (int i = RSP_PACKET_UNKNOWN + 1; i < RSP_PACKET_END; i++) {
        const rsp_packet_id id = (rsp_packet_id)i;
        const rsp_packet_row *row = rsp_packet_by_id(id);
        rsp_buf request = {0};
        rsp_packet_begin(&request, id);
        rsp_buf_str(&request, "rest");
        assert_int_equal(request.status, RSP_OK);
        rsp_bytes rest = rsp_buf_bytes(&request);
        assert_true(rsp_packet_take(&rest, id));
        assert_true(rsp_bytes_equal(rest, RSP_LIT("rest")));
        assert_true(rsp_bytes_equal(rsp_packet_args(row, rsp_buf_bytes(&request)), rest));
        assert_string_equal(rsp_packet_text(id), (const char *)row->name.ptr);
        assert_true(rsp_bytes_equal(rsp_packet_feature(id), rsp_bytes_str(row->feature)));
        rsp_buf_free(&request);
    }
}

static void a_request_is_taken_with_its_delimiter_only(void **state) {
    (void)state;
    rsp_bytes bare = RSP_LIT("qXfer");
    rsp_bytes other = RSP_LIT("qXferx:");
    assert_false(rsp_packet_take(&bare, RSP_PACKET_QXFER));
    assert_int_equal(bare.len, 5);
    assert_false(rsp_packet_take(&other, RSP_PACKET_QXFER));
    assert_int_equal(other.len, 7);
    assert_false(rsp_packet_take(&other, RSP_PACKET_UNKNOWN));
    assert_int_equal(rsp_packet_name(RSP_PACKET_UNKNOWN).len, 0);
    assert_int_equal(rsp_packet_name(RSP_PACKET_END).len, 0);
    assert_string_equal(rsp_packet_text(RSP_PACKET_END), "");
    assert_int_equal(rsp_packet_feature(RSP_PACKET_END).len, 0);
}

static void lookup_of_long_payload_reads_the_name_only(void **state) {
    (void)state;
    rsp_buf payload = {0};
    rsp_buf_str(&payload, "qSupported");
    memset(rsp_buf_extend(&payload, 100000), 'x', 100000);
    assert_null(rsp_packet_lookup(rsp_buf_bytes(&payload), NULL));
    assert_int_equal(rsp_packet_identify(rsp_buf_bytes(&payload)), RSP_PACKET_UNKNOWN);
    payload.ptr[10] = ':';
    assert_int_equal(rsp_packet_lookup(rsp_buf_bytes(&payload), NULL)->id, RSP_PACKET_QSUPPORTED);
    rsp_buf_free(&payload);
}

static void every_schema_is_well_formed(void **state) {
    (void)state;
    for (unsigned id = 1; id < RSP_PACKET_END; id++) {
        int depth = 0;
        rsp_schema_token token;
        rsp_bytes rest = rsp_bytes_str(row_of(id)->args);
        while ((token = rsp_schema_next(&rest)).kind != RSP_SCHEMA_END) {
            assert_true(token.kind != RSP_SCHEMA_BAD);
            depth += token.kind == RSP_SCHEMA_OPEN_OPTION || token.kind == RSP_SCHEMA_OPEN_REPEAT;
            depth -= token.kind == RSP_SCHEMA_CLOSE_OPTION || token.kind == RSP_SCHEMA_CLOSE_REPEAT;
            assert_true(depth >= 0 && depth < 8);
        }
        assert_int_equal(depth, 0);
    }
}

static void schema_with_unknown_word_or_open_quote_is_bad(void **state) {
    (void)state;
    rsp_bytes rest = RSP_LIT("nosuchfield,addr");
    assert_int_equal(rsp_schema_next(&rest).kind, RSP_SCHEMA_BAD);
    assert_int_equal(rsp_schema_next(&rest).kind, RSP_SCHEMA_END);
    rest = RSP_LIT("'open");
    assert_int_equal(rsp_schema_next(&rest).kind, RSP_SCHEMA_BAD);
}

static uint64_t next(void *ctx) {
    return rsp_rng_next(ctx);
}

static void samples_look_up_to_their_own_row(void **state) {
    (void)state;
    rsp_rng rng;
    rsp_rng_seed(&rng, 3);
    rsp_buf out = {0};
    for (unsigned id = 1; id < RSP_PACKET_END; id++) {
        const rsp_packet_row *row = row_of(id);
        if (row->match == RSP_MATCH_PREFIX || row->handler[0] == 'N')
            continue;
        for (unsigned i = 0; i < 100; i++) {
            rsp_buf_clear(&out);
            rsp_packet_sample(&out, row, next, &rng);
            assert_true(out.len < 4096);
            if (row->id == RSP_PACKET_QXFER || row->id == RSP_PACKET_VFILE)
                continue;
            if (rsp_packet_lookup(rsp_buf_bytes(&out), NULL) != row)
                fail_msg("sample %.*s is not %s", (int)out.len, (const char *)out.ptr, row->id_text);
        }
    }
    assert_ok(out.status);
    rsp_buf_free(&out);
}

/* Whatever the sampler makes follows the schema, but for a length that M's data does not have, an annex with
 * a colon, and lists whose items nothing separates. */
static void samples_are_well_formed(void **state) {
    (void)state;
    rsp_rng rng;
    rsp_rng_seed(&rng, 5);
    rsp_buf out = {0};
    for (unsigned id = 1; id < RSP_PACKET_END; id++) {
        const rsp_packet_row *row = row_of(id);
        rsp_bytes args = {0};
        if (row->id == RSP_PACKET_WRITE_MEMORY || row->id == RSP_PACKET_ARGUMENTS ||
            strstr(row->args, "annex") || strchr(row->args, '{') == row->args)
            continue;
        for (unsigned i = 0; i < 100; i++) {
            rsp_buf_clear(&out);
            rsp_packet_sample(&out, row, next, &rng);
            if (rsp_packet_lookup(rsp_buf_bytes(&out), &args) == row && !rsp_packet_is_well_formed(row, args))
                fail_msg("sample %.*s of %s is malformed", (int)out.len, (const char *)out.ptr, row->id_text);
        }
    }
    rsp_buf_free(&out);
}

static void malformed_requests_are_known(void **state) {
    (void)state;
    static const struct {
        const char *request;
        bool good;
    } rows[] = {
        {"m1000,4", true},
        {"m", false},
        {"m1000", false},
        {"m1000,", false},
        {"mzz,4", false},
        {"m1000,zz", false},
        {"m1000,4,", false},
        {"M1000,2:0102", true},
        {"M1000,2:01", false},
        {"M1000,2", false},
        {"M1000,1:zz", false},
        {"Z0,1000,4", true},
        {"Z0,1000", false},
        {"Z0", false},
        {"Z9,1000,4", false},
        {"P1=00", true},
        {"P1=0", false},
        {"P1", false},
        {"p", false},
        {"p1;thread:1;", true},
        {"G00xx", true},
        {"Gzz", false},
        {"Hg-1", true},
        {"Hgzz", false},
        {"vCont;c:p1.-1", true},
        {"vCont;", false},
        {"T", false},
        {"c", true},
        {"m1000,4;address_space:1a;", true},
        {"m1000,4;address_space:1;thread:p1.7;", true},
        {"m1000,4;address_space:;", false},
        {"m1000,4;thread:1;", false},
        {"M1000,1:ff;address_space:1;", true},
        {"M1000,1:ffff;address_space:1;", false},
        {"x1000,4;address_space:1;", true},
        {"X1000,0:", true},
        {"qSymbol::", true},
        {"D", true},
        {"qRcmd,zz", false},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_bytes args = {0};
        const rsp_packet_row *row = rsp_packet_lookup(rsp_bytes_str(rows[i].request), &args);
        if (!row || rsp_packet_is_well_formed(row, args) != rows[i].good)
            fail_msg("%s is %s", rows[i].request, rows[i].good ? "well-formed" : "malformed");
    }
}

static void reference_has_a_line_for_every_row(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_packet_reference_write(&out);
    for (unsigned id = 1; id < RSP_PACKET_END; id++) {
        rsp_buf cell = {0};
        rsp_buf_printf(&cell, "\n| `%.*s` |", (int)row_of(id)->name.len, (const char *)row_of(id)->name.ptr);
        assert_true(rsp_bytes_search(rsp_buf_bytes(&out), rsp_buf_bytes(&cell)) < out.len);
        rsp_buf_free(&cell);
    }
    rsp_buf_free(&out);
}

static void dictionary_lines_are_quoted_and_printable(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_packet_dictionary_write(&out);
    assert_ok(out.status);
    size_t num_lines = 0;
    for (rsp_bytes rest = rsp_buf_bytes(&out); rest.len > 0; num_lines++) {
        rsp_bytes line = rsp_bytes_split(&rest, '\n');
        for (size_t i = 0; i < line.len; i++)
            assert_true(line.ptr[i] >= 0x20 && line.ptr[i] < 0x7f);
        assert_true(line.ptr[0] == '#' ||
                    (line.ptr[0] == '"' && line.len > 2 && line.ptr[line.len - 1] == '"'));
    }
    assert_true(num_lines > RSP_PACKET_END);
    rsp_buf_free(&out);
}

static void effects_say_what_requests_do(void **state) {
    (void)state;
    static const struct {
        const char *request;
        rsp_effect effect;
        bool runs;
        bool prints;
    } cases[] = {
        {"c", RSP_EFFECT_RESUMES, true, true},          {"C05", RSP_EFFECT_RESUMES, true, true},
        {"S05;1000", RSP_EFFECT_RESUMES, true, true},   {"vCont;s:1", RSP_EFFECT_RESUMES, true, true},
        {"bc", RSP_EFFECT_RESUMES, true, true},         {"vCont?", RSP_EFFECT_READS, false, false},
        {"vRun;2f", RSP_EFFECT_STARTS, true, true},     {"vAttachWait;2f", RSP_EFFECT_STARTS, true, true},
        {"A4,0,2f62", RSP_EFFECT_STARTS, false, false}, /* answered OK */
        {"k", RSP_EFFECT_ENDS, false, false},           {"D;1", RSP_EFFECT_ENDS, false, false},
        {"qRcmd,00", RSP_EFFECT_COMMANDS, false, true}, {"m0,1", RSP_EFFECT_READS, false, false},
        {"M0,1:00", RSP_EFFECT_WRITES, false, false},   {"Z0,0,1", RSP_EFFECT_WRITES, false, false},
        {"Hg0", RSP_EFFECT_SELECTS, false, false},      {"QNonStop:1", RSP_EFFECT_SWITCHES, false, false},
        {"vStopped", RSP_EFFECT_FETCHES, false, false}, {"vCtrlC", RSP_EFFECT_STOPS, false, false},
        {"c?", RSP_EFFECT_UNKNOWN, false, false},       {"", RSP_EFFECT_UNKNOWN, false, false},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_bytes request = rsp_bytes_str(cases[i].request);
        rsp_packet_id id = rsp_packet_identify(request);
        assert_int_equal(rsp_request_effect(request), cases[i].effect);
        assert_int_equal(rsp_packet_effect(id), cases[i].effect);
        assert_int_equal(rsp_packet_runs(id), cases[i].runs);
        assert_int_equal(rsp_packet_prints(id), cases[i].prints);
    }
    assert_int_equal(rsp_packet_effect(RSP_PACKET_END), RSP_EFFECT_UNKNOWN);
    assert_int_equal(rsp_packet_effect(UINT16_MAX), RSP_EFFECT_UNKNOWN);
}

/* Every row is taken for itself; what no row accepts may be taken for a row with the same first letter. */
static void careless_stubs_may_take_unknown_packets_for_others(void **state) {
    (void)state;
    rsp_guard guard = rsp_guard_new(32);
    for (unsigned id = 1; id < RSP_PACKET_END; id++) {
        assert_true(rsp_request_may(row_of(id)->name, row_of(id)->effect));
        assert_false(rsp_request_may(row_of(id)->name, ~(unsigned)row_of(id)->effect));
    }
    static const struct {
        const char *payload;
        unsigned effects;
        bool may;
    } cases[] = {
        {"c?", RSP_EFFECT_RESUMES, true},
        {"c?", RSP_EFFECT_ENDS, false},
        {"kill", RSP_EFFECT_ENDS, true},
        {"vContinue", RSP_EFFECT_RESUMES, true},
        {"vCon", RSP_EFFECT_RESUMES, false},
        {"vRunner", RSP_EFFECT_STARTS, true},
        {"QNonStopped", RSP_EFFECT_SWITCHES, true},
        {"Q", RSP_EFFECT_SWITCHES, false},
        {"\xff", ~0U, false},
        {"", ~0U, false},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_bytes payload = rsp_guard_put(&guard, rsp_bytes_str(cases[i].payload));
        assert_int_equal(rsp_request_may(payload, cases[i].effects), cases[i].may);
    }
    rsp_guard_free(&guard);
}

static void shapes_and_titles_are_worded(void **state) {
    (void)state;
    for (unsigned id = 1; id < RSP_PACKET_END; id++) {
        const rsp_packet_row *row = row_of(id);
        bool judged = row->reply != RSP_REPLY_FORM_FREE && row->reply != RSP_REPLY_FORM_SILENT;
        assert_true(judged == (row->reply_requirements[0] != '\0'));
        assert_true(rsp_reply_form_text(row->reply)[0] != '?');
        assert_true(!row->title || row->title[0]);
    }
    assert_string_equal(rsp_reply_form_text(RSP_REPLY_FORM_COUNT), "?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_sorted_by_name_and_have_their_id),
        cmocka_unit_test(no_row_shadows_another),
        cmocka_unit_test(every_prefix_of_every_name_finds_the_right_row),
        cmocka_unit_test(look_alikes_are_told_apart),
        cmocka_unit_test(requests_begin_as_their_row_says),
        cmocka_unit_test(a_request_is_taken_with_its_delimiter_only),
        cmocka_unit_test(lookup_of_long_payload_reads_the_name_only),
        cmocka_unit_test(every_schema_is_well_formed),
        cmocka_unit_test(schema_with_unknown_word_or_open_quote_is_bad),
        cmocka_unit_test(samples_look_up_to_their_own_row),
        cmocka_unit_test(samples_are_well_formed),
        cmocka_unit_test(malformed_requests_are_known),
        cmocka_unit_test(reference_has_a_line_for_every_row),
        cmocka_unit_test(dictionary_lines_are_quoted_and_printable),
        cmocka_unit_test(effects_say_what_requests_do),
        cmocka_unit_test(careless_stubs_may_take_unknown_packets_for_others),
        cmocka_unit_test(shapes_and_titles_are_worded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
