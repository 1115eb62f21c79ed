/* Registers by their numbers, expressions of locations and unwind rules, and frames of a stack that a test
 * wrote: by tables where the program has them, by the chain of frame pointers elsewhere.
 * See debug_register.h, debug_location.h, debug_piece.h and debug_frame.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "dwarf_thread.h"
#include "dwarf_world.h"

#include "debug_frame.h"
#include "debug_function.h"
#include "debug_location.h"
#include "debug_piece.h"
#include "debug_symbol.h"
#include "frame_rule.h"

#include <dwarf.h>

enum { AT = 0x1000 };

static void registers_have_the_names_of_their_machine(void **state) {
    (void)state;
    static const struct {
        rsp_debug_machine machine;
        uint64_t number;
        const char *name;
    } cases[] = {
        {RSP_DEBUG_MACHINE_X86_64, 6, "rbp"},      {RSP_DEBUG_MACHINE_X86_64, 16, "rip"},
        {RSP_DEBUG_MACHINE_X86_64, 33, "fs_base"}, {RSP_DEBUG_MACHINE_X86_64, 35, "xmm1"},
        {RSP_DEBUG_MACHINE_RISCV64, 2, "sp"},      {RSP_DEBUG_MACHINE_RISCV64, 32, "pc"},
        {RSP_DEBUG_MACHINE_RISCV64, 65, "ft11"},   {RSP_DEBUG_MACHINE_AARCH64, 31, "sp"},
        {RSP_DEBUG_MACHINE_AARCH64, 65, "v31"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++)
        assert_string_equal(rsp_debug_register_name(cases[i].machine, cases[i].number), cases[i].name);
    assert_null(rsp_debug_register_name(RSP_DEBUG_MACHINE_X86_64, 17));
    assert_null(rsp_debug_register_name(RSP_DEBUG_MACHINE_X86_64, 50));
    assert_null(rsp_debug_register_name(RSP_DEBUG_MACHINE_RISCV64, 33));
    assert_null(rsp_debug_register_name(RSP_DEBUG_MACHINE_AARCH64, UINT64_MAX));
}

static void floats_have_numbers_of_their_own(void **state) {
    (void)state;
    assert_int_equal(rsp_debug_register_float(RSP_DEBUG_MACHINE_X86_64, 17), RSP_DEBUG_FLOATS);
    assert_int_equal(rsp_debug_register_float(RSP_DEBUG_MACHINE_X86_64, 32), RSP_DEBUG_FLOATS + 15);
    assert_int_equal(rsp_debug_register_float(RSP_DEBUG_MACHINE_X86_64, 33), 0);
    assert_int_equal(rsp_debug_register_float(RSP_DEBUG_MACHINE_X86_64, 16), 0);
    assert_int_equal(rsp_debug_register_float(RSP_DEBUG_MACHINE_RISCV64, 63), RSP_DEBUG_FLOATS + 31);
    assert_int_equal(rsp_debug_register_float(RSP_DEBUG_MACHINE_AARCH64, 64), RSP_DEBUG_FLOATS);
}

static void number_of_memory_is_little_endian_and_of_eight_bytes_at_most(void **state) {
    (void)state;
    dwarf_thread t = {.at = AT};
    const rsp_debug_thread thread = dwarf_thread_of(&t);
    uint64_t value = 0;
    dwarf_thread_put(&t, AT, 8, 0x1122334455667788);
    assert_ok(rsp_debug_thread_read(&thread, AT, 8, &value));
    assert_int_equal(value, 0x1122334455667788);
    assert_ok(rsp_debug_thread_read(&thread, AT, 3, &value));
    assert_int_equal(value, 0x667788);
    assert_int_equal(rsp_debug_thread_read(&thread, AT, 0, &value), RSP_USAGE);
    assert_int_equal(rsp_debug_thread_read(&thread, AT, 9, &value), RSP_USAGE);
    assert_int_equal(rsp_debug_thread_read(&thread, AT + DWARF_MEMORY - 4, 8, &value), RSP_FAULT);
}

/* --- expressions --- */

static void location_is_computed_in_its_order(void **state) {
    (void)state;
    dwarf_thread t = {.at = AT};
    rsp_debug_thread thread = dwarf_thread_of(&t);
    thread.bias = 0x100;
    dwarf_thread_set(&t, 6, AT);
    dwarf_thread_set(&t, 3, 7);
    dwarf_thread_put(&t, AT + 16, 8, 40);
    const struct {
        rsp_debug_location location;
        uint64_t value;
    } cases[] = {
        {{.has_register = true, .base = 6, .offsets = {16}}, AT + 16},
        {{.has_register = true, .base = 6, .offsets = {16, 2}, .num_loads = 1}, 42},
        {{.relocated = true, .offsets = {0x50}}, 0x150},
        {{.offsets = {0x50}}, 0x50},
        {{.offsets = {9}, .num_ops = 1, .ops = {{.kind = RSP_DEBUG_OP_SUB, .number = 10}}}, UINT64_MAX},
        {{.offsets = {2}, .num_ops = 1, .ops = {{.kind = RSP_DEBUG_OP_ADD, .has_register = true, .base = 3}}},
         9},
        {{.offsets = {(uint64_t)-8}, .num_ops = 1, .ops = {{.kind = RSP_DEBUG_OP_SHRA, .number = 1}}},
         (uint64_t)-4},
        {{.offsets = {(uint64_t)-8}, .num_ops = 1, .ops = {{.kind = RSP_DEBUG_OP_SHR, .number = 60}}}, 15},
        {{.offsets = {6},
          .num_ops = 2,
          .ops = {{.kind = RSP_DEBUG_OP_NOT}, {.kind = RSP_DEBUG_OP_AND, .number = 0xff}}},
         0xf9},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        uint64_t value = 0;
        assert_ok(rsp_debug_location_eval(&cases[i].location, &thread, &value));
        assert_int_equal(value, cases[i].value);
    }
}

static void location_that_cannot_be_read_says_what_the_thread_said(void **state) {
    (void)state;
    dwarf_thread t = {.at = AT};
    const rsp_debug_thread thread = dwarf_thread_of(&t);
    const rsp_debug_location unknown = {.has_register = true, .base = 5};
    const rsp_debug_location nowhere = {.offsets = {0x99990000, 0}, .num_loads = 1};
    uint64_t value = 0;
    assert_int_equal(rsp_debug_location_eval(&unknown, &thread, &value), RSP_NOT_FOUND);
    assert_int_equal(rsp_debug_location_eval(&nowhere, &thread, &value), RSP_FAULT);
}

static void rule_is_run_on_a_stack(void **state) {
    (void)state;
    dwarf_thread t = {.at = AT};
    const rsp_debug_thread thread = dwarf_thread_of(&t);
    dwarf_thread_set(&t, 7, AT);
    dwarf_thread_put(&t, AT + 8, 8, 0x77);
    static const struct {
        Dwarf_Op ops[4];
        size_t num;
        rsp_status status;
        uint64_t value;
        bool is_value;
    } cases[] = {
        {{{.atom = DW_OP_breg7, .number = 8}}, 1, RSP_OK, AT + 8, false},
        {{{.atom = DW_OP_breg7, .number = 8}, {.atom = DW_OP_deref}}, 2, RSP_OK, 0x77, false},
        {{{.atom = DW_OP_call_frame_cfa}, {.atom = DW_OP_lit16}, {.atom = DW_OP_minus}},
         3,
         RSP_OK,
         0x1f0,
         false},
        {{{.atom = DW_OP_lit3}, {.atom = DW_OP_stack_value}}, 2, RSP_OK, 3, true},
        {{{.atom = DW_OP_const4u, .number = 5}, {.atom = DW_OP_plus_uconst, .number = 2}},
         2,
         RSP_OK,
         7,
         false},
        {{{.atom = DW_OP_lit1}, {.atom = DW_OP_constu, .number = 64}, {.atom = DW_OP_shl}},
         3,
         RSP_OK,
         0,
         false},
        {{{.atom = DW_OP_plus}}, 1, RSP_UNSUPPORTED, 0, false},
        {{{.atom = DW_OP_lit1}, {.atom = DW_OP_plus}}, 2, RSP_UNSUPPORTED, 0, false},
        {{{.atom = DW_OP_lit1}, {.atom = DW_OP_skip}}, 2, RSP_UNSUPPORTED, 0, false},
        {{{.atom = DW_OP_bregx, .number = 99}}, 1, RSP_UNSUPPORTED, 0, false},
        {{{.atom = DW_OP_breg3}}, 1, RSP_NOT_FOUND, 0, false},
        {{{.atom = DW_OP_lit0}, {.atom = DW_OP_deref}}, 2, RSP_FAULT, 0, false},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        uint64_t value = 0;
        bool is_value = false;
        assert_int_equal(frame_rule_eval(cases[i].ops, cases[i].num, &thread, 0x200, &value, &is_value),
                         cases[i].status);
        assert_int_equal(value, cases[i].value);
        assert_int_equal(is_value, cases[i].is_value);
    }
}

/* What a file gives has no more than a stack of sixteen, and ends. */
static void rule_without_end_is_refused(void **state) {
    (void)state;
    dwarf_thread t = {.at = AT};
    const rsp_debug_thread thread = dwarf_thread_of(&t);
    Dwarf_Op ops[65];
    uint64_t value = 0;
    bool is_value = false;
    for (size_t i = 0; i < RSP_ARRAY_LEN(ops); i++)
        ops[i] = (Dwarf_Op){.atom = DW_OP_lit1};
    assert_ok(frame_rule_eval(ops, 16, &thread, 0, &value, &is_value));
    assert_int_equal(frame_rule_eval(ops, 17, &thread, 0, &value, &is_value), RSP_UNSUPPORTED);
    for (size_t i = 1; i < RSP_ARRAY_LEN(ops); i++)
        ops[i] = (Dwarf_Op){.atom = DW_OP_plus_uconst, .number = 1};
    assert_ok(frame_rule_eval(ops, 64, &thread, 0, &value, &is_value));
    assert_int_equal(value, 64);
    assert_int_equal(frame_rule_eval(ops, 65, &thread, 0, &value, &is_value), RSP_UNSUPPORTED);
}

/* --- pieces --- */

static void structure_in_pieces_is_read_as_if_it_were_whole(void **state) {
    (void)state;
    dwarf_thread t = {.at = AT};
    const rsp_debug_thread around = dwarf_thread_of(&t);
    const rsp_debug_found_piece pieces[] = {
        {.offset = 0, .size = 4, .kind = RSP_DEBUG_IS_VALUE, .number = 0x11223344},
        {.offset = 4, .size = 8, .kind = RSP_DEBUG_IN_MEMORY, .number = AT},
        {.offset = 12, .size = 4, .trouble = "this part of it is optimized out here"},
        {.offset = 16, .size = 16, .kind = RSP_DEBUG_IN_REGISTER, .number = 0x55},
    };
    rsp_debug_piece_reader reader = {.around = &around, .pieces = pieces, .num = RSP_ARRAY_LEN(pieces)};
    const rsp_debug_thread thread = rsp_debug_piece_thread(&reader);
    uint64_t value = 0;
    dwarf_thread_put(&t, AT, 8, 0xabcd);
    assert_ok(rsp_debug_thread_read(&thread, RSP_DEBUG_PIECES_AT, 8, &value));
    assert_int_equal(value, 0xabcd11223344);
    assert_ok(rsp_debug_thread_read(&thread, RSP_DEBUG_PIECES_AT + 16, 8, &value));
    assert_int_equal(value, 0x55);
    assert_ok(rsp_debug_thread_read(&thread, AT, 2, &value)); /* other addresses are the thread's */
    assert_int_equal(value, 0xabcd);
    assert_int_equal(rsp_debug_thread_read(&thread, RSP_DEBUG_PIECES_AT + 10, 4, &value), RSP_FAULT);
    assert_int_equal(rsp_debug_thread_read(&thread, RSP_DEBUG_PIECES_AT + 20, 8, &value), RSP_FAULT);
    assert_int_equal(rsp_debug_thread_read(&thread, RSP_DEBUG_PIECES_AT + 32, 1, &value), RSP_FAULT);
    assert_null(rsp_debug_piece_at(pieces, RSP_ARRAY_LEN(pieces), 32));
    assert_ptr_equal(rsp_debug_piece_at(pieces, RSP_ARRAY_LEN(pieces), 11), &pieces[1]);
}

static void piece_that_is_nowhere_says_why(void **state) {
    (void)state;
    dwarf_thread t = {.at = AT};
    const rsp_debug_thread thread = dwarf_thread_of(&t);
    const rsp_debug_piece gone = {.size = 4, .status = RSP_NOT_FOUND, .why = "optimized out"};
    const rsp_debug_piece unknown = {
        .size = 4, .location = {.kind = RSP_DEBUG_IN_REGISTER, .has_register = true, .base = 3}};
    rsp_debug_found_piece found;
    rsp_debug_piece_look_up(&gone, &thread, &found);
    assert_string_equal(found.trouble, "optimized out");
    rsp_debug_piece_look_up(&unknown, &thread, &found);
    assert_string_equal(found.trouble, "its register is not known in this frame");
    dwarf_thread_set(&t, 3, 9);
    rsp_debug_piece_look_up(&unknown, &thread, &found);
    assert_null(found.trouble);
    assert_int_equal(found.number, 9);
    assert_int_equal(found.kind, RSP_DEBUG_IN_REGISTER);
}

/* --- frames --- */

static void caller_without_tables_is_at_the_frame_pointer(void **state) {
    (void)state;
    static const struct {
        rsp_debug_machine machine;
        uint64_t low;  /* where the old frame pointer is, from the frame pointer */
        uint64_t high; /* where the caller's stack begins */
    } cases[] = {{RSP_DEBUG_MACHINE_X86_64, 0, 16},
                 {RSP_DEBUG_MACHINE_AARCH64, 0, 16},
                 {RSP_DEBUG_MACHINE_RISCV64, (uint64_t)-16, 0}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        const rsp_debug_machine machine = cases[i].machine;
        const uint32_t fp = rsp_debug_register_fp(machine);
        const uint32_t sp = rsp_debug_register_sp(machine);
        dwarf_thread t = {.at = AT};
        const rsp_debug_thread thread = dwarf_thread_of(&t);
        rsp_debug_frame frame = {
            .pc = 0x500, .innermost = true, .known = UINT64_C(1) << fp | UINT64_C(1) << sp};
        rsp_debug_frame caller;
        frame.registers[fp] = AT + 64;
        frame.registers[sp] = AT;
        dwarf_thread_put(&t, AT + 64 + cases[i].low, 8, AT + 128);
        dwarf_thread_put(&t, AT + 64 + cases[i].low + 8, 8, 0x600);
        assert_ok(rsp_debug_frame_caller(NULL, machine, &thread, &frame, &caller));
        assert_int_equal(caller.pc, 0x600);
        assert_int_equal(caller.registers[fp], AT + 128);
        assert_int_equal(caller.registers[sp], AT + 64 + cases[i].high);
        assert_true(caller.by_chain && caller.is_caller && !caller.innermost);
        assert_int_equal(rsp_debug_frame_address(&caller, 0x100), 0x600 - 0x100 - 1);
        assert_int_equal(rsp_debug_frame_address(&frame, 0x100), 0x400);
    }
}

/* Each step goes up: what a damaged stack says leads nowhere instead of round. */
static void chain_that_does_not_go_up_ends(void **state) {
    (void)state;
    static const struct {
        uint64_t fp;
        uint64_t sp;
        uint64_t pc;
    } cases[] = {
        {0, AT, 0x600},            /* no frame pointer */
        {AT + 65, AT, 0x600},      /* an odd one */
        {0x99990000, AT, 0x600},   /* no memory there */
        {AT + 64, AT, 0},          /* no return address */
        {AT + 64, AT + 200, 0x600} /* below the stack of the frame */
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        dwarf_thread t = {.at = AT};
        const rsp_debug_thread thread = dwarf_thread_of(&t);
        rsp_debug_frame frame = {.pc = 0x500, .known = 1U << 6 | 1U << 7};
        rsp_debug_frame caller;
        frame.registers[6] = cases[i].fp;
        frame.registers[7] = cases[i].sp;
        dwarf_thread_put(&t, AT + 64, 8, AT + 128);
        dwarf_thread_put(&t, AT + 72, 8, cases[i].pc);
        assert_int_equal(rsp_debug_frame_caller(NULL, RSP_DEBUG_MACHINE_X86_64, &thread, &frame, &caller),
                         RSP_NOT_FOUND);
    }
}

/* Where a function begins nothing is pushed but the return address. */
static void caller_is_found_by_the_tables_at_the_first_instruction(void **state) {
    (void)state;
    rsp_debug_file *file = dwarf_open("values-5");
    uint64_t low = 0;
    dwarf_thread t = {.at = AT};
    const rsp_debug_thread thread = dwarf_thread_of(&t);
    rsp_debug_frame frame;
    rsp_debug_frame caller;
    rsp_debug_frame_thread storage;
    uint64_t value = 0;
    assert_true(rsp_debug_symbol_named(file, "main", &low));
    for (uint32_t i = 0; i <= 16; i++)
        dwarf_thread_set(&t, i, 0x100 + i);
    dwarf_thread_set(&t, 7, AT + 32);
    dwarf_thread_set(&t, 16, low);
    dwarf_thread_put(&t, AT + 32, 8, 0x4242);
    assert_ok(rsp_debug_frame_first(file, &thread, &frame));
    assert_int_equal(frame.pc, low);
    assert_true(frame.innermost && !frame.is_caller);
    assert_ok(rsp_debug_frame_caller(file, RSP_DEBUG_MACHINE_X86_64, &thread, &frame, &caller));
    assert_int_equal(caller.pc, 0x4242);
    assert_int_equal(caller.registers[7], AT + 40);
    assert_int_equal(caller.registers[6], 0x106); /* a kept register has its value yet */
    assert_false(caller.by_chain);
    const rsp_debug_thread of_caller = rsp_debug_frame_as_thread(&storage, &thread, &caller);
    assert_ok(of_caller.read_register(of_caller.ctx, 16, &value));
    assert_int_equal(value, 0x4242);
    assert_int_equal(of_caller.read_register(of_caller.ctx, RSP_DEBUG_FLOATS, &value), RSP_NOT_FOUND);
    rsp_debug_file_free(file);
}

static void first_frame_needs_pc_and_sp_and_nothing_else(void **state) {
    (void)state;
    rsp_debug_file *file = dwarf_open("values-5");
    dwarf_thread t = {.at = AT};
    const rsp_debug_thread thread = dwarf_thread_of(&t);
    rsp_debug_frame frame;
    dwarf_thread_set(&t, 16, 0x500);
    assert_int_equal(rsp_debug_frame_first(file, &thread, &frame), RSP_NOT_FOUND);
    dwarf_thread_set(&t, 7, AT);
    assert_ok(rsp_debug_frame_first(file, &thread, &frame));
    assert_int_equal(frame.known, 1U << 7 | 1U << 16);
    rsp_debug_file_free(file);
}

/* --- symbols and lines --- */

static void symbol_covers_its_bytes_and_no_others(void **state) {
    (void)state;
    for (size_t p = 0; p < RSP_ARRAY_LEN(dwarf_programs); p++) {
        rsp_debug_file *file = dwarf_open(dwarf_programs[p]);
        rsp_debug_symbols *symbols = rsp_debug_symbols_new(file);
        rsp_debug_symbol symbol;
        uint64_t low = 0;
        assert_true(rsp_debug_symbol_named(file, "main", &low));
        assert_true(rsp_debug_symbol_at(symbols, low, &symbol));
        assert_string_equal(symbol.name, "main");
        assert_true(symbol.is_function && symbol.address == low && symbol.bytes > 0);
        assert_true(rsp_debug_symbol_at(symbols, low + symbol.bytes - 1, &symbol));
        assert_string_equal(symbol.name, "main");
        assert_false(rsp_debug_symbol_at(symbols, low + symbol.bytes, &symbol) &&
                     strcmp(symbol.name, "main") == 0);
        assert_false(rsp_debug_symbol_at(symbols, 0, &symbol));
        assert_true(rsp_debug_symbol_before(symbols, UINT64_MAX, &symbol));
        assert_false(rsp_debug_symbol_before(symbols, 0, &symbol));
        rsp_debug_symbols_free(symbols);
        rsp_debug_file_free(file);
    }
    rsp_debug_symbols_free(NULL);
}

static void extent_of_a_line_is_its_code_alone(void **state) {
    (void)state;
    for (size_t p = 0; p < RSP_ARRAY_LEN(dwarf_programs); p++) {
        rsp_debug_file *file = dwarf_open(dwarf_programs[p]);
        const uint64_t body = dwarf_mark(file, "body");
        uint64_t low = 0;
        uint64_t high = 0;
        bool statement = false;
        rsp_debug_line line;
        assert_ok(rsp_debug_line_extent(file, body, &low, &high, &statement));
        assert_true(low <= body && body < high && statement);
        for (uint64_t at = low; at < high; at++) {
            assert_ok(rsp_debug_line_at(file, at, &line));
            assert_int_equal(line.line, dwarf_line("body"));
        }
        assert_ok(rsp_debug_line_at(file, high, &line));
        assert_int_not_equal(line.line, dwarf_line("body"));
        assert_true(rsp_debug_line_begins(file, body, dwarf_line("body")));
        assert_false(rsp_debug_line_begins(file, body, dwarf_line("end")));
        assert_false(rsp_debug_line_begins(file, body + 1, dwarf_line("body")));
        assert_int_equal(rsp_debug_line_extent(file, 1, &low, &high, &statement), RSP_NOT_FOUND);
        rsp_debug_file_free(file);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_have_the_names_of_their_machine),
        cmocka_unit_test(floats_have_numbers_of_their_own),
        cmocka_unit_test(number_of_memory_is_little_endian_and_of_eight_bytes_at_most),
        cmocka_unit_test(location_is_computed_in_its_order),
        cmocka_unit_test(location_that_cannot_be_read_says_what_the_thread_said),
        cmocka_unit_test(rule_is_run_on_a_stack),
        cmocka_unit_test(rule_without_end_is_refused),
        cmocka_unit_test(structure_in_pieces_is_read_as_if_it_were_whole),
        cmocka_unit_test(piece_that_is_nowhere_says_why),
        cmocka_unit_test(caller_without_tables_is_at_the_frame_pointer),
        cmocka_unit_test(chain_that_does_not_go_up_ends),
        cmocka_unit_test(caller_is_found_by_the_tables_at_the_first_instruction),
        cmocka_unit_test(first_frame_needs_pc_and_sp_and_nothing_else),
        cmocka_unit_test(symbol_covers_its_bytes_and_no_others),
        cmocka_unit_test(extent_of_a_line_is_its_code_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
