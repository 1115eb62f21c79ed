/* Calls and returns among instructions of all machines, in code as compilers write it.
 * Each case is bytes at an address, and what is found in them.
 * See code/call.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "code/call.h"
#include "code/machine_code.h"

enum { AT = 0x1000 };

/* mov edi, 1; call +0x10; call rax; call [rip+8]; nop */
static const char x86[] = "\xbf\x01\x00\x00\x00\xe8\x10\x00\x00\x00\xff\xd0\xff\x15\x08\x00\x00\x00\x90";
/* li a0, 1 (c); jal ra, +0x10; auipc ra, 0x1; jalr ra, 16(ra); c.jalr a5; c.nop */
static const char rv64[] = "\x05\x45\xef\x00\x00\x01\x97\x10\x00\x00\xe7\x80\x00\x01\x82\x97\x01\x00";

/* bl -4; blr x8; br x8; ret */
static const char a64[] = "\xff\xff\xff\x97\x00\x01\x3f\xd6\x00\x01\x1f\xd6\xc0\x03\x5f\xd6";

#define CODE(text) rsp_bytes_make((text), sizeof(text) - 1)

static void calls_of_x86_64_are_found(void **state) {
    machine_call calls[8];
    (void)state;
    assert_int_equal(machine_calls(RSP_DEBUG_MACHINE_X86_64, AT, CODE(x86), calls, 8), 3);
    assert_int_equal(calls[0].address, AT + 5);
    assert_true(calls[0].direct);
    assert_int_equal(calls[0].target, AT + 10 + 0x10);
    assert_int_equal(calls[1].address, AT + 10);
    assert_false(calls[1].direct);
    assert_int_equal(calls[2].len, 6);
    assert_false(calls[2].direct);
    assert_int_equal(machine_calls(RSP_DEBUG_MACHINE_X86_64, AT, CODE(x86), calls, 1), 1);
}

static void calls_of_riscv64_are_found(void **state) {
    machine_call calls[8];
    (void)state;
    assert_int_equal(machine_calls(RSP_DEBUG_MACHINE_RISCV64, AT, CODE(rv64), calls, 8), 3);
    assert_int_equal(calls[0].address, AT + 2);
    assert_true(calls[0].direct);
    assert_int_equal(calls[0].target, AT + 2 + 0x10);
    assert_int_equal(calls[1].address, AT + 10);
    assert_true(calls[1].direct);
    assert_int_equal(calls[1].target, AT + 6 + 0x1000 + 0x10);
    assert_int_equal(calls[2].len, 2);
    assert_false(calls[2].direct);
}

static void calls_of_aarch64_are_found(void **state) {
    machine_call calls[8];
    (void)state;
    assert_int_equal(machine_calls(RSP_DEBUG_MACHINE_AARCH64, AT, CODE(a64), calls, 8), 2);
    assert_true(calls[0].direct);
    assert_int_equal(calls[0].target, AT - 4);
    assert_int_equal(calls[1].address, AT + 4);
    assert_false(calls[1].direct);
    for (size_t len = 0; len < sizeof a64; len++)
        assert_int_equal(
            machine_call_before(RSP_DEBUG_MACHINE_AARCH64, AT, rsp_bytes_make(a64, len), &calls[0]),
            len == 4 || len == 8);
}

static void a_call_ends_at_its_return_address_only(void **state) {
    machine_call call;
    (void)state;
    for (size_t len = 0; len < sizeof x86; len++) {
        const bool ends = len == 10 || len == 12 || len == 18;
        const bool found = machine_call_before(RSP_DEBUG_MACHINE_X86_64, AT, rsp_bytes_make(x86, len), &call);
        if (ends)
            assert_true(found);
        else if (len == 19 || len <= 5)
            assert_false(found);
    }
    for (size_t len = 0; len < sizeof rv64; len += 2) {
        const bool ends = len == 6 || len == 14 || len == 16;
        assert_int_equal(machine_call_before(RSP_DEBUG_MACHINE_RISCV64, AT, rsp_bytes_make(rv64, len), &call),
                         ends);
    }
}

static void returns_are_told_from_jumps(void **state) {
    const struct {
        const char *name;
        rsp_debug_machine machine;
        rsp_bytes code;
        bool returns;
    } cases[] = {
        {"ret", RSP_DEBUG_MACHINE_X86_64, RSP_LIT("\xc3"), true},
        {"ret 8", RSP_DEBUG_MACHINE_X86_64, RSP_LIT("\xc2\x08\x00"), true},
        {"rep ret", RSP_DEBUG_MACHINE_X86_64, RSP_LIT("\xf3\xc3"), true},
        {"endbr64", RSP_DEBUG_MACHINE_X86_64, RSP_LIT("\xf3\x0f\x1e\xfa"), false},
        {"jmp", RSP_DEBUG_MACHINE_X86_64, RSP_LIT("\xe9\xc3\xc3\xc3\xc3"), false},
        {"none", RSP_DEBUG_MACHINE_X86_64, RSP_LIT(""), false},
        {"a prefix alone", RSP_DEBUG_MACHINE_X86_64, RSP_LIT("\xf3"), false},
        {"ret", RSP_DEBUG_MACHINE_RISCV64, RSP_LIT("\x67\x80\x00\x00"), true},
        {"c.jr ra", RSP_DEBUG_MACHINE_RISCV64, RSP_LIT("\x82\x80"), true},
        {"c.jr a5", RSP_DEBUG_MACHINE_RISCV64, RSP_LIT("\x82\x87"), false},
        {"jalr ra, a5", RSP_DEBUG_MACHINE_RISCV64, RSP_LIT("\xe7\x80\x07\x00"), false},
        {"ret", RSP_DEBUG_MACHINE_AARCH64, RSP_LIT("\xc0\x03\x5f\xd6"), true},
        {"retaa", RSP_DEBUG_MACHINE_AARCH64, RSP_LIT("\xff\x0b\x5f\xd6"), true},
        {"br x8", RSP_DEBUG_MACHINE_AARCH64, RSP_LIT("\x00\x01\x1f\xd6"), false},
        {"bytes of another machine", RSP_DEBUG_MACHINE_AARCH64, RSP_LIT("\x82\x80\x00\x00"), false},
        {"one byte", RSP_DEBUG_MACHINE_RISCV64, RSP_LIT("\x82"), false},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        if (machine_is_return(cases[i].machine, cases[i].code) != cases[i].returns)
            print_error("%s\n", cases[i].name);
        assert_int_equal(machine_is_return(cases[i].machine, cases[i].code), cases[i].returns);
    }
}

static void entries_of_linkage_tables_name_their_slot(void **state) {
    const struct {
        const char *name;
        rsp_debug_machine machine;
        rsp_bytes code;
        uint64_t slot; /* 0: none */
    } cases[] = {
        {"jmp *0x2f0a(%rip)", RSP_DEBUG_MACHINE_X86_64, RSP_LIT("\xff\x25\x0a\x2f\x00\x00"), AT + 6 + 0x2f0a},
        {"endbr64; bnd jmp *0x2f0a(%rip)", RSP_DEBUG_MACHINE_X86_64,
         RSP_LIT("\xf3\x0f\x1e\xfa\xf2\xff\x25\x0a\x2f\x00\x00"), AT + 11 + 0x2f0a},
        {"cut", RSP_DEBUG_MACHINE_X86_64, RSP_LIT("\xf3\x0f\x1e\xfa\xf2\xff\x25\x0a"), 0},
        {"jmp *%rax", RSP_DEBUG_MACHINE_X86_64, RSP_LIT("\xff\xe0\x90\x90\x90\x90"), 0},
        {"push; jmp", RSP_DEBUG_MACHINE_X86_64, RSP_LIT("\x68\x00\x00\x00\x00\xe9\x00\x00\x00\x00"), 0},
        {"auipc t3, 0x2; ld t3, -16(t3)", RSP_DEBUG_MACHINE_RISCV64,
         RSP_LIT("\x17\x2e\x00\x00\x03\x3e\x0e\xff"), AT + 0x2000 - 16},
        {"auipc t3, 0x2; ld t3, -16(a0)", RSP_DEBUG_MACHINE_RISCV64,
         RSP_LIT("\x17\x2e\x00\x00\x03\x3e\x05\xff"), 0},
        {"auipc t3, 0x2", RSP_DEBUG_MACHINE_RISCV64, RSP_LIT("\x17\x2e\x00\x00"), 0},
        {"adrp x16, +0x10000; ldr x17, [x16, 24]", RSP_DEBUG_MACHINE_AARCH64,
         RSP_LIT("\x90\x00\x00\x90\x11\x0e\x40\xf9"), AT + 0x10000 + 24},
        {"bti c; adrp; ldr", RSP_DEBUG_MACHINE_AARCH64,
         RSP_LIT("\x5f\x24\x03\xd5\x90\x00\x00\x90\x11\x0e\x40\xf9"), AT + 0x10000 + 24},
        {"adrp x16; ldr x17, [x1]", RSP_DEBUG_MACHINE_AARCH64, RSP_LIT("\x90\x00\x00\x90\x31\x00\x40\xf9"),
         0},
        {"add x16, x16, 0; ldr x17, [x16, 24]", RSP_DEBUG_MACHINE_AARCH64,
         RSP_LIT("\x10\x02\x00\x91\x11\x0e\x40\xf9"), 0},
        {"nothing", RSP_DEBUG_MACHINE_AARCH64, RSP_LIT(""), 0},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        uint64_t slot = 0;
        const bool found = machine_linkage_slot(cases[i].machine, AT, cases[i].code, &slot);
        if (found != (cases[i].slot != 0) || (found && slot != cases[i].slot))
            fail_msg("%s: 0x%llx", cases[i].name, (unsigned long long)slot);
    }
}

static void instructions_have_their_length(void **state) {
    static const size_t lengths[] = {5, 5, 2, 6, 1};
    rsp_bytes rest = CODE(x86);
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(lengths); i++) {
        assert_int_equal(machine_length(RSP_DEBUG_MACHINE_X86_64, AT, rest), lengths[i]);
        rest = rsp_bytes_from(rest, lengths[i]);
    }
    assert_int_equal(machine_length(RSP_DEBUG_MACHINE_RISCV64, AT, CODE(rv64)), 2);
    assert_int_equal(machine_length(RSP_DEBUG_MACHINE_AARCH64, AT, CODE(a64)), 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_of_x86_64_are_found),
        cmocka_unit_test(calls_of_riscv64_are_found),
        cmocka_unit_test(calls_of_aarch64_are_found),
        cmocka_unit_test(a_call_ends_at_its_return_address_only),
        cmocka_unit_test(returns_are_told_from_jumps),
        cmocka_unit_test(entries_of_linkage_tables_name_their_slot),
        cmocka_unit_test(instructions_have_their_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
