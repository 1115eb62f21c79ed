/* Agent expressions: the table, decoding, and text that assembles back to the same bytes.
 * Also whatever bytes: the disassembler shows them and never reads past the end.
 * See agent.h. */
/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include "agent_text.h"
#include "core/limits.h"
#include "core/rng.h"

static void assert_assembles(const char *text, rsp_bytes expected) {
    rsp_buf out = {0};
    rsp_error error = {0};
    if (agent_assemble(&out, rsp_bytes_str(text), &error) != RSP_OK)
        fail_msg("%s: %u:%u %s", text, error.line, error.column, error.msg);
    assert_bytes(rsp_buf_bytes(&out), expected);
    rsp_buf_free(&out);
}

static void table_has_every_opcode_of_the_manual_once(void **state) {
    (void)state;
    size_t num = 0;
    for (unsigned c = 0; c < 256; c++) {
        const rsp_agent_row *row = rsp_agent_lookup((uint8_t)c);
        assert_true(!row || row->opcode == c);
        num += row != NULL;
    }
    assert_int_equal(num, 51);
    assert_null(rsp_agent_lookup(0));
    assert_null(rsp_agent_lookup(0x31));
}

static void assemble_known_expressions(void **state) {
    (void)state;
    assert_assembles("const8 1; end", RSP_LIT("\x22\x01\x27"));
    assert_assembles("reg 10\nconst64 0x1122334455667788\nequal\nend",
                     RSP_LIT("\x26\x00\x0a\x25\x11\x22\x33\x44\x55\x66\x77\x88\x13\x27"));
    assert_assembles("  # nothing\n\n", RSP_LIT(""));
    assert_assembles("top: goto top; if_goto down; down: end # over",
                     RSP_LIT("\x21\x00\x00\x20\x00\x06\x27"));
    assert_assembles("0: const8 0xff\n2: end\n", RSP_LIT("\x22\xff\x27"));
    assert_assembles("printf 2 \"a\\n\\\"%d\\x01\\\\\\t\"; end", RSP_LIT("\x34\x02\x00\x09"
                                                                         "a\n\"%d\x01\\\t\0\x27"));
    assert_assembles(".byte 0xfe; ref32", RSP_LIT("\xfe\x19"));
    assert_assembles("pick 0;rot;swap;zero_ext 8", RSP_LIT("\x32\x00\x33\x2b\x2a\x08"));
}

static void assemble_errors_have_line_and_column(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t line;
        uint32_t column;
    } cases[] = {
        {"end\nfoo", 2, 4},
        {"const8", 1, 7},
        {"const8 256", 1, 11},
        {"const8 1 2", 1, 10},
        {"goto nowhere", 1, 13},
        {"a: end\na: end", 2, 3},
        {"1: end", 1, 3},
        {"printf 1 x", 1, 10},
        {"printf 1 \"abc", 1, 14},
        {"printf 1 \"\\q\"", 1, 12},
        {"printf 1 \"\\xg0\"", 1, 14},
        {"?", 1, 1},
        {"const8 0x", 1, 10},
        {"const64 18446744073709551616", 1, 29},
        {"goto", 1, 5},
        {"end end", 1, 5},
        {"printf x \"\"", 1, 9},
        {"printf 1 \"\\x", 1, 12},
        {"goto 65536", 1, 11},
        {"reg x", 1, 6},
    };
    rsp_guard guard = rsp_guard_new(128);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_buf out = {0};
        rsp_error error = {0};
        rsp_bytes text = rsp_guard_put(&guard, rsp_bytes_str(cases[i].text));
        assert_int_equal(agent_assemble(&out, text, &error), RSP_SYNTAX);
        if (error.line != cases[i].line || error.column != cases[i].column)
            fail_msg("%s: %u:%u %s", cases[i].text, error.line, error.column, error.msg);
        assert_int_equal(out.len, 0);
    }
    rsp_guard_free(&guard);
}

static void assemble_at_limits_is_fine_beyond_is_refused(void **state) {
    (void)state;
    for (size_t more = 0; more < 2; more++) {
        rsp_buf text = {0};
        rsp_buf code = {0};
        for (size_t i = 0; i < AGENT_LABELS + more; i++)
            rsp_buf_printf(&text, "l%zu: end\n", i);
        assert_int_equal(agent_assemble(&code, rsp_buf_bytes(&text), NULL), more ? RSP_SYNTAX : RSP_OK);
        rsp_buf_clear(&text);
        rsp_buf_clear(&code);
        for (size_t i = 0; i < RSP_LIMIT_AGENT_BYTES + more; i++)
            rsp_buf_str(&text, "end\n");
        assert_int_equal(agent_assemble(&code, rsp_buf_bytes(&text), NULL), more ? RSP_LIMIT : RSP_OK);
        rsp_buf_free(&text);
        rsp_buf_free(&code);
    }
}

/* Bytes to text to bytes. */
static void assert_round_trip(rsp_bytes code) {
    rsp_buf text = {0};
    agent_disassemble(&text, code);
    assert_assembles(rsp_buf_cstr(&text), code);
    rsp_buf_free(&text);
}

static void disassemble_assembles_back_to_the_same_bytes(void **state) {
    (void)state;
    rsp_rng rng;
    rsp_guard guard = rsp_guard_new(128);
    rsp_rng_seed(&rng, 5);
    for (unsigned round = 0; round < 2000; round++) {
        uint8_t code[64];
        size_t len = 1 + (size_t)rsp_rng_below(&rng, sizeof(code));
        for (size_t i = 0; i < len; i++)
            code[i] =
                (uint8_t)(rsp_rng_below(&rng, 3) ? rsp_rng_below(&rng, 0x36) : rsp_rng_below(&rng, 256));
        assert_round_trip(rsp_guard_put(&guard, rsp_bytes_make(code, len)));
    }
    assert_round_trip(RSP_LIT("\x34\x01\x00\x05"
                              "a\"\\\n\0"));
    assert_round_trip(RSP_LIT("\x34\x01\x00\x02"
                              "ab"));
    assert_round_trip(RSP_LIT("\x34\x01\x00\x00\x27"));
    rsp_guard_free(&guard);
}

static void disassemble_known_text(void **state) {
    (void)state;
    rsp_buf text = {0};
    agent_disassemble(&text, RSP_LIT("\x26\x00\x0a\x22\x07\x13\x20\x00\x00\xff\x34\x00\x00\x02x\0\x25\x01"));
    assert_bytes_lit(rsp_buf_bytes(&text), "0: reg 0xa\n3: const8 7\n5: equal\n6: if_goto 0\n9: .byte 0xff\n"
                                           "10: printf 0 \"x\"\n16: .byte 0x25\n17: float\n");
    rsp_buf_free(&text);
}

static void decode_reports_end_and_cut_off_operands(void **state) {
    (void)state;
    rsp_agent_insn insn;
    rsp_bytes code = RSP_LIT("\x34\x02\x00\x03"
                             "ab\0\x27");
    assert_ok(rsp_agent_decode(&insn, code, 0));
    assert_int_equal(insn.operand, 2);
    assert_int_equal(insn.len, 7);
    assert_bytes(insn.format, rsp_bytes_sub(code, 4, 3));
    assert_ok(rsp_agent_decode(&insn, code, 7));
    assert_int_equal(insn.row->opcode, RSP_AGENT_END);
    assert_int_equal(rsp_agent_decode(&insn, code, 8), RSP_NOT_FOUND);
    assert_int_equal(rsp_agent_decode(&insn, code, 1000), RSP_NOT_FOUND);
    for (size_t len = 1; len < 7; len++)
        assert_int_equal(rsp_agent_decode(&insn, rsp_bytes_sub(code, 0, len), 0), RSP_MALFORMED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_has_every_opcode_of_the_manual_once),
        cmocka_unit_test(assemble_known_expressions),
        cmocka_unit_test(assemble_errors_have_line_and_column),
        cmocka_unit_test(assemble_at_limits_is_fine_beyond_is_refused),
        cmocka_unit_test(disassemble_assembles_back_to_the_same_bytes),
        cmocka_unit_test(disassemble_known_text),
        cmocka_unit_test(decode_reports_end_and_cut_off_operands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
