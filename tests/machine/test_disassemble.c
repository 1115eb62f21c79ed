/* Instructions as text, against what GNU's assembler made of these texts.
 * Compressed ones are shown as those that they stand for.
 * Bytes that are no instruction, or not all of one, have no text. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "machine/disassemble.h"

enum { ADDRESS = 0x1000 };

static rsp_bytes code_of(uint32_t word, size_t len, uint8_t *storage) {
    for (size_t i = 0; i < len; i++)
        storage[i] = (uint8_t)(word >> 8 * i);
    return rsp_bytes_make(storage, len);
}

static void instruction_of_each_format_is_shown(void **state) {
    static const struct {
        uint32_t word;
        size_t len;
        const char *text;
    } cases[] = {
        {0xff010113, 4, "addi sp, sp, -16"},
        {0x00113423, 4, "sd ra, 8(sp)"},
        {0xff843503, 4, "ld a0, -8(s0)"},
        {0x000127b7, 4, "lui a5, 0x12"},
        {0x4037d71b, 4, "sraiw a4, a5, 3"},
        {0x0287d713, 4, "srli a4, a5, 40"},
        {0x02d625b3, 4, "mulhsu a1, a2, a3"},
        {0x0062e863, 4, "bltu t0, t1, 0x1010"},
        {0xffdff06f, 4, "j 0xffc"},
        {0x001000ef, 4, "jal ra, 0x1800"},
        {0x00c780e7, 4, "jalr ra, a5, 12"},
        {0x00008067, 4, "ret"},
        {0x00078067, 4, "jr a5"},
        {0x05d00893, 4, "li a7, 93"},
        {0x000d8513, 4, "mv a0, s11"},
        {0x00000013, 4, "nop"},
        {0x00000073, 4, "ecall"},
        {0x0000100f, 4, "fence.i"},
        {0x3002d573, 4, "csrrwi a0, 0x300, 5"},
        {0x3015a573, 4, "csrrs a0, 0x301, a1"},
        {0x04b6252f, 4, "amoadd.w.aq a0, a1, (a2)"},
        {0x1006352f, 4, "lr.d a0, (a2)"},
        {0x1ab6252f, 4, "sc.w.rl a0, a1, (a2)"},
        {0x02c5f553, 4, "fadd.d fa0, fa1, fa2"},
        {0x68c5f543, 4, "fmadd.s fa0, fa1, fa2, fa3"},
        {0xd2058553, 4, "fcvt.d.w fa0, a1"},
        {0xc005f553, 4, "fcvt.w.s a0, fa1"},
        {0xe2058553, 4, "fmv.x.d a0, fa1"},
        {0xf0058553, 4, "fmv.w.x fa0, a1"},
        {0x4015f553, 4, "fcvt.s.d fa0, fa1"},
        {0x5a05f553, 4, "fsqrt.d fa0, fa1"},
        {0xa0c5a553, 4, "feq.s a0, fa1, fa2"},
        {0x0105b507, 4, "fld fa0, 16(a1)"},
        {0xfea5ae27, 4, "fsw fa0, -4(a1)"},
        {0x0515, 2, "addi a0, a0, 5"},
        {0xe406, 2, "sd ra, 8(sp)"},
        {0x9002, 2, "ebreak"},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        uint8_t storage[4];
        rsp_buf text = {0};
        rsp_bytes code = code_of(cases[i].word, cases[i].len, storage);
        assert_int_equal(rsp_machine_instruction_bytes(code), cases[i].len);
        assert_true(rsp_machine_disassemble(&text, ADDRESS, code));
        assert_string_equal(rsp_buf_cstr(&text), cases[i].text);
        rsp_buf_free(&text);
    }
}

static void what_is_no_instruction_has_no_text(void **state) {
    uint8_t storage[4];
    rsp_buf text = {0};
    (void)state;
    assert_int_equal(rsp_machine_instruction_bytes((rsp_bytes){0}), 0);
    assert_false(rsp_machine_disassemble(&text, ADDRESS, (rsp_bytes){0}));
    assert_false(rsp_machine_disassemble(&text, ADDRESS, code_of(0xffffffff, 4, storage)));
    assert_false(rsp_machine_disassemble(&text, ADDRESS, code_of(0, 2, storage)));
    assert_false(rsp_machine_disassemble(&text, ADDRESS, code_of(0xff010113, 3, storage)));
    assert_int_equal(text.len, 0);
    rsp_buf_free(&text);
}

/* Whatever the bits are, the text is bounded and nothing goes wrong. */
static void any_word_is_shown_or_refused(void **state) {
    (void)state;
    uint32_t word = 1;
    for (size_t i = 0; i < 200000; i++) {
        uint8_t storage[4];
        rsp_buf text = {0};
        word = word * 1664525 + 1013904223;
        if (rsp_machine_disassemble(&text, ADDRESS, code_of(word, 4, storage)))
            assert_in_range(text.len, 2, 64);
        rsp_buf_free(&text);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(instruction_of_each_format_is_shown),
        cmocka_unit_test(what_is_no_instruction_has_no_text),
        cmocka_unit_test(any_word_is_shown_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
