/* Agent expressions: every opcode by its result, and bytecode that means harm.
 * Expressions are written in the assembler's notation or as bytes.
 * Source: GDB manual, Bytecode Descriptions. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "stub/breakpoints/agent_eval.h"

#include "agent_text.h"
#include "core/limits.h"

typedef struct world {
    uint8_t memory[64]; /* at 0x1000 */
    uint64_t regs[4];
} world;

static rsp_status read_register(void *ctx, uint64_t number, uint64_t *out_value) {
    const world *w = ctx;
    if (number >= RSP_ARRAY_LEN(w->regs))
        return RSP_NOT_FOUND;
    *out_value = w->regs[number];
    return RSP_OK;
}

static size_t read_memory(void *ctx, uint64_t addr, uint8_t *dst, size_t len) {
    const world *w = ctx;
    if (addr < 0x1000 || addr >= 0x1000 + sizeof w->memory)
        return 0;
    size_t there = (size_t)(0x1000 + sizeof w->memory - addr);
    len = len < there ? len : there;
    memcpy(dst, w->memory + (addr - 0x1000), len);
    return len;
}

static world the_world = {.memory = "\x01\x82\xc3\xf4\xe5\xd6\xa7\x98\x09 string",
                          .regs = {0, 0x1111, UINT64_MAX, 0x1009}};

static stub_agent_host host_with(rsp_buf *out, bool big_endian) {
    return (stub_agent_host){.ctx = &the_world,
                             .read_register = read_register,
                             .read_memory = read_memory,
                             .out = out,
                             .big_endian = big_endian};
}

static rsp_status eval_text(stub_agent_result *out, const char *text, rsp_buf *printed, bool big_endian) {
    rsp_buf code = {0};
    rsp_error error = {0};
    if (agent_assemble(&code, rsp_bytes_str(text), &error) != RSP_OK)
        fail_msg("%s: %s", text, error.msg);
    stub_agent_host host = host_with(printed, big_endian);
    rsp_status status = stub_agent_eval(out, &host, rsp_buf_bytes(&code));
    rsp_buf_free(&code);
    return status;
}

typedef struct value_case {
    const char *text;
    uint64_t value;
} value_case;

static const value_case values[] = {
    {"const8 7; end", 7},
    {"const16 0x0102; end", 0x0102},
    {"const32 0x01020304; end", 0x01020304},
    {"const64 0x0102030405060708; end", UINT64_C(0x0102030405060708)},
    {"const8 5; const8 3; add; end", 8},
    {"const8 5; const8 3; sub; end", 2},
    {"const8 3; const8 5; sub; end", UINT64_MAX - 1},
    {"const8 5; const8 3; mul; end", 15},
    {"const8 0xf8; ext 8; const8 2; div_signed; end", (uint64_t)-4},
    {"const8 0xf8; ext 8; const8 2; div_unsigned; end", UINT64_C(0x7ffffffffffffffc)},
    {"const8 0xf9; ext 8; const8 2; rem_signed; end", (uint64_t)-1},
    {"const8 0xf9; ext 8; const8 2; rem_unsigned; end", 1},
    {"const64 0x8000000000000000; const8 0xff; ext 8; div_signed; end", UINT64_C(0x8000000000000000)},
    {"const64 0x8000000000000000; const8 0xff; ext 8; rem_signed; end", 0},
    {"const8 1; const8 4; lsh; end", 16},
    {"const8 1; const8 63; lsh; end", UINT64_C(1) << 63},
    {"const8 1; const8 64; lsh; end", 0},
    {"const8 0xf8; ext 8; const8 1; rsh_signed; end", (uint64_t)-4},
    {"const8 0xf8; ext 8; const8 0; rsh_signed; end", (uint64_t)-8},
    {"const8 0xf8; ext 8; const8 200; rsh_signed; end", UINT64_MAX},
    {"const8 0x78; const8 200; rsh_signed; end", 0},
    {"const8 0xf8; ext 8; const8 60; rsh_unsigned; end", 15},
    {"const8 0xf8; ext 8; const8 64; rsh_unsigned; end", 0},
    {"const8 0; log_not; end", 1},
    {"const8 2; log_not; end", 0},
    {"const8 0; bit_not; const8 1; add; end", 0},
    {"const8 12; const8 10; bit_and; end", 8},
    {"const8 12; const8 10; bit_or; end", 14},
    {"const8 12; const8 10; bit_xor; end", 6},
    {"const8 5; const8 5; equal; end", 1},
    {"const8 5; const8 6; equal; end", 0},
    {"const8 0xff; ext 8; const8 0; less_signed; end", 1},
    {"const8 0xff; zero_ext 8; const8 0; less_signed; end", 0},
    {"const8 0xff; ext 8; const8 0; less_unsigned; end", 0},
    {"const8 1; const8 2; less_unsigned; end", 1},
    {"const8 0xff; ext 64; end", 0xff},
    {"const8 0xff; ext 200; end", 0xff},
    {"const8 0xff; ext 0; end", 0},
    {"const8 0xff; ext 9; end", 0xff},
    {"const16 0x1ff; zero_ext 4; end", 15},
    {"const16 0x1ff; zero_ext 64; end", 0x1ff},
    {"const16 0x1001; ref8; end", 0x82},
    {"const16 0x1001; ref16; end", 0xc382},
    {"const16 0x1000; ref32; end", 0xf4c38201},
    {"const16 0x1001; ref64; end", UINT64_C(0x0998a7d6e5f4c382)},
    {"const8 1; if_goto yes; const8 0; end; yes: const8 1; end", 1},
    {"const8 0; if_goto yes; const8 3; end; yes: const8 1; end", 3},
    {"goto over; const8 9; over: const8 4; end", 4},
    {"reg 1; end", 0x1111},
    {"reg 2; const8 1; add; end", 0},
    {"const8 3; dup; mul; end", 9},
    {"const8 3; const8 4; pop; end", 3},
    {"const8 10; const8 3; swap; sub; end", (uint64_t)-7},
    {"const8 5; const8 6; const8 7; pick 0; end", 7},
    {"const8 5; const8 6; const8 7; pick 2; end", 5},
    {"const8 1; const8 2; const8 3; rot; end", 2},
    {"const8 1; const8 2; const8 3; rot; pop; end", 1},
    {"const8 1; const8 2; const8 3; rot; pop; pop; end", 3},
    {"const8 1; end; const8 0; end", 1},
};

static void opcode_has_its_result(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(values); i++) {
        stub_agent_result result;
        rsp_status status = eval_text(&result, values[i].text, NULL, false);
        if (status != RSP_OK || !result.has_value || result.value != values[i].value)
            fail_msg("%s: %s, %llx", values[i].text, rsp_status_name(status),
                     (unsigned long long)result.value);
    }
}

static void memory_of_a_big_endian_target_is_read_that_way(void **state) {
    (void)state;
    stub_agent_result result;
    assert_ok(eval_text(&result, "const16 0x1001; ref16; end", NULL, true));
    assert_int_equal(result.value, 0x82c3);
}

typedef struct failure_case {
    const char *name;
    rsp_bytes code;
    rsp_status status;
} failure_case;

#define CODE(s) \
    { (const uint8_t *)(s), sizeof(s) - 1 }

static const failure_case failures[] = {
    {"empty", {NULL, 0}, RSP_MALFORMED},
    {"add on an empty stack", CODE("\x02"), RSP_MALFORMED},
    {"dup on an empty stack", CODE("\x28\x27"), RSP_MALFORMED},
    {"rot of two", CODE("\x22\x01\x28\x33\x27"), RSP_MALFORMED},
    {"no end", CODE("\x22\x01"), RSP_MALFORMED},
    {"operand cut off", CODE("\x25\x01\x02"), RSP_MALFORMED},
    {"unknown opcode", CODE("\x31\x27"), RSP_MALFORMED},
    {"opcode ff", CODE("\xff"), RSP_MALFORMED},
    {"goto out", CODE("\x21\xff\xff\x27"), RSP_MALFORMED},
    {"pick below", CODE("\x22\x01\x32\x01\x27"), RSP_MALFORMED},
    {"division by zero", CODE("\x22\x01\x22\x00\x05\x27"), RSP_RANGE},
    {"unsigned division by zero", CODE("\x22\x01\x22\x00\x06\x27"), RSP_RANGE},
    {"remainder by zero", CODE("\x22\x01\x22\x00\x07\x27"), RSP_RANGE},
    {"unsigned remainder by zero", CODE("\x22\x01\x22\x00\x08\x27"), RSP_RANGE},
    {"unreadable memory", CODE("\x22\x00\x17\x27"), RSP_FAULT},
    {"memory at its end", CODE("\x23\x10\x3f\x18\x27"), RSP_FAULT},
    {"unknown register", CODE("\x26\x00\x09\x27"), RSP_NOT_FOUND},
    {"loop", CODE("\x21\x00\x00"), RSP_LIMIT},
    {"stack overflow", CODE("\x22\x01\x28\x21\x00\x02"), RSP_LIMIT},
    {"float", CODE("\x01\x27"), RSP_UNSUPPORTED},
    {"trace", CODE("\x22\x01\x22\x01\x0c\x27"), RSP_UNSUPPORTED},
    {"trace_quick", CODE("\x22\x01\x0d\x01\x27"), RSP_UNSUPPORTED},
    {"getv", CODE("\x2c\x00\x01\x27"), RSP_UNSUPPORTED},
    {"setv", CODE("\x22\x01\x2d\x00\x01\x27"), RSP_UNSUPPORTED},
    {"tracev", CODE("\x2e\x00\x01\x27"), RSP_UNSUPPORTED},
    {"tracenz", CODE("\x22\x01\x22\x01\x2f\x27"), RSP_UNSUPPORTED},
    {"trace16", CODE("\x22\x01\x30\x00\x01\x27"), RSP_UNSUPPORTED},
    {"ref_double", CODE("\x22\x01\x1c\x27"), RSP_UNSUPPORTED},
    {"printf without its arguments", CODE("\x22\x00\x34\x00\x00\x02x\x00\x27"), RSP_MALFORMED},
    {"printf without NUL", CODE("\x22\x00\x22\x00\x34\x00\x00\x01x\x27"), RSP_MALFORMED},
    {"printf of nothing", CODE("\x22\x00\x22\x00\x34\x00\x00\x00\x27"), RSP_MALFORMED},
    {"printf where nothing can be printed", CODE("\x22\x00\x22\x00\x34\x00\x00\x02x\x00\x27"),
     RSP_UNSUPPORTED},
};

static void hostile_bytecode_ends_in_a_status(void **state) {
    (void)state;
    stub_agent_host host = host_with(NULL, false);
    for (size_t i = 0; i < RSP_ARRAY_LEN(failures); i++) {
        stub_agent_result result;
        rsp_status status = stub_agent_eval(&result, &host, failures[i].code);
        if (status != failures[i].status)
            fail_msg("%s: %s", failures[i].name, rsp_status_name(status));
        assert_false(result.has_value);
    }
}

static void every_two_byte_program_is_survived(void **state) {
    (void)state;
    stub_agent_host host = host_with(NULL, false);
    for (unsigned code = 0; code < 65536; code++) {
        uint8_t bytes[5] = {0x22, (uint8_t)code, (uint8_t)(code >> 8), (uint8_t)code, 0x27};
        stub_agent_result result;
        rsp_status status = stub_agent_eval(&result, &host, rsp_bytes_make(bytes, sizeof bytes));
        assert_true(status == RSP_OK || !result.has_value);
    }
}

static void stack_holds_its_limit_and_not_one_more(void **state) {
    (void)state;
    stub_agent_host host = host_with(NULL, false);
    rsp_buf code = {0};
    rsp_buf_append(&code, RSP_LIT("\x22\x07"));
    for (int i = 1; i < RSP_LIMIT_AGENT_STACK; i++)
        rsp_buf_push(&code, RSP_AGENT_DUP);
    rsp_buf_push(&code, RSP_AGENT_END);
    stub_agent_result result;
    assert_ok(stub_agent_eval(&result, &host, rsp_buf_bytes(&code)));
    assert_int_equal(result.value, 7);
    code.ptr[code.len - 1] = RSP_AGENT_DUP;
    rsp_buf_push(&code, RSP_AGENT_END);
    assert_int_equal(stub_agent_eval(&result, &host, rsp_buf_bytes(&code)), RSP_LIMIT);
    rsp_buf_free(&code);
}

static void empty_stack_at_the_end_has_no_value(void **state) {
    (void)state;
    stub_agent_result result;
    assert_ok(eval_text(&result, "end", NULL, false));
    assert_false(result.has_value);
}

typedef struct print_case {
    const char *format; /* as the bytecode holds it */
    uint64_t args[3];
    size_t num_args;
    rsp_status status;
    const char *text;
} print_case;

static const print_case prints[] = {
    {"plain", {0}, 0, RSP_OK, "plain"},
    {"%d %i|", {(uint64_t)-5, 7}, 2, RSP_OK, "-5 7|"},
    {"%u", {UINT64_C(0x1ffffffff)}, 1, RSP_OK, "4294967295"},
    {"%lu %lld", {UINT64_MAX, UINT64_MAX}, 2, RSP_OK, "18446744073709551615 -1"},
    {"%x %X %#x %#X", {0xab, 0xab, 0xab}, 3, RSP_MALFORMED, NULL},
    {"%x %X %#x", {0xab, 0xab, 0xab}, 3, RSP_OK, "ab AB 0xab"},
    {"%#X %#o %o", {0xab, 8, 8}, 3, RSP_OK, "0XAB 010 10"},
    {"%5d|%-5d|%05d", {(uint64_t)-3, 3, (uint64_t)-3}, 3, RSP_OK, "   -3|3    |-0003"},
    {"%+d % d %.3d", {4, 4, 4}, 3, RSP_OK, "+4  4 004"},
    {"%hhd %hd", {0x1ff, 0x18000}, 2, RSP_OK, "-1 -32768"},
    {"%d", {0}, 1, RSP_OK, "0"},
    {"%.0d|", {0}, 1, RSP_OK, "|"},
    {"%#x", {0}, 1, RSP_OK, "0"},
    {"%zu %td %jx", {1, 2, 3}, 3, RSP_OK, "1 2 3"},
    {"%c%3c|%-3c|", {'a', 'b', 'c'}, 3, RSP_OK, "a  b|c  |"},
    {"%p %p", {0x1234, 0}, 2, RSP_OK, "0x1234 0x0"},
    {"%s|%.3s|%8s", {0x100a, 0x100a, 0x100a}, 3, RSP_OK, "string|str|  string"},
    {"%%", {0}, 0, RSP_OK, "%"},
    {"\\a\\b\\e\\f\\n\\r\\t\\v\\\\\\\"\\'\\?", {0}, 0, RSP_OK, "\a\b\033\f\n\r\t\v\\\"'?"},
    {"\\101\\0601", {0}, 0, RSP_OK, "A01"},
    {"%s", {0}, 1, RSP_FAULT, NULL},
    {"%d", {0}, 0, RSP_MALFORMED, NULL},
    {"%s", {0}, 0, RSP_MALFORMED, NULL},
    {"%c", {0}, 0, RSP_MALFORMED, NULL},
    {"%p", {0}, 0, RSP_MALFORMED, NULL},
    {"%", {0}, 0, RSP_MALFORMED, NULL},
    {"%l", {0}, 0, RSP_MALFORMED, NULL},
    {"%n", {0x1000}, 1, RSP_MALFORMED, NULL},
    {"%*d", {1, 2}, 2, RSP_MALFORMED, NULL},
    {"%f", {1}, 1, RSP_UNSUPPORTED, NULL},
    {"%257d", {1}, 1, RSP_MALFORMED, NULL},
    {"%.257d", {1}, 1, RSP_MALFORMED, NULL},
    {"\\q", {0}, 0, RSP_MALFORMED, NULL},
    {"\\", {0}, 0, RSP_MALFORMED, NULL},
    {"%256d%256d", {1, 1}, 2, RSP_LIMIT, NULL},
};

/* The last argument is pushed first, then channel and function. */
static void assemble_printf(rsp_buf *code, const print_case *c) {
    for (size_t i = c->num_args; i-- > 0;) {
        rsp_buf_push(code, RSP_AGENT_CONST64);
        for (int shift = 56; shift >= 0; shift -= 8)
            rsp_buf_push(code, (uint8_t)(c->args[i] >> shift));
    }
    size_t len = strlen(c->format) + 1;
    rsp_buf_append(code, RSP_LIT("\x22\x00\x22\x00\x34"));
    rsp_buf_push(code, (uint8_t)c->num_args);
    rsp_buf_push(code, (uint8_t)(len >> 8));
    rsp_buf_push(code, (uint8_t)len);
    rsp_buf_append(code, rsp_bytes_make(c->format, len));
    rsp_buf_push(code, RSP_AGENT_END);
}

static void printf_formats_as_c_and_refuses_the_rest(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(prints); i++) {
        rsp_buf code = {0};
        rsp_buf out = {.limit = 300};
        assemble_printf(&code, &prints[i]);
        stub_agent_host host = host_with(&out, false);
        stub_agent_result result;
        rsp_status status = stub_agent_eval(&result, &host, rsp_buf_bytes(&code));
        if (status != prints[i].status ||
            (prints[i].text && !rsp_bytes_equal(rsp_buf_bytes(&out), rsp_bytes_str(prints[i].text))))
            fail_msg("%s: %s, \"%s\"", prints[i].format, rsp_status_name(status), rsp_buf_cstr(&out));
        rsp_buf_free(&code);
        rsp_buf_free(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opcode_has_its_result),
        cmocka_unit_test(memory_of_a_big_endian_target_is_read_that_way),
        cmocka_unit_test(hostile_bytecode_ends_in_a_status),
        cmocka_unit_test(every_two_byte_program_is_survived),
        cmocka_unit_test(stack_holds_its_limit_and_not_one_more),
        cmocka_unit_test(empty_stack_at_the_end_has_no_value),
        cmocka_unit_test(printf_formats_as_c_and_refuses_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
