/* File-I/O requests: what is one, where the text of a write is, and the addresses of architectures.
 * Source: GDB manual, File-I/O Remote Protocol Extension; GDB's addresses of MIPS.
 * See codec/file_call.h, codec/tdesc.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "codec/file_call.h"
#include "codec/tdesc.h"

static void a_call_is_no_result(void **state) {
    (void)state;
    assert_true(rsp_file_call_is(RSP_LIT("Fwrite,1,2000,5")));
    assert_true(rsp_file_call_is(RSP_LIT("Fisatty,1")));
    static const char *const others[] = {"", "F", "F5", "Fa", "Fa;1,2", "F-1,9", "Fwrite", "OK", "T05"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(others); i++)
        assert_false(rsp_file_call_is(rsp_bytes_str(others[i])));
}

static void a_write_names_its_text(void **state) {
    (void)state;
    rsp_file_write text = {0};
    assert_true(rsp_file_write_parse(&text, RSP_LIT("Fwrite,1,80010300,16")));
    assert_int_equal(text.at, 0x80010300);
    assert_int_equal(text.len, 0x16);
    assert_true(rsp_file_write_parse(&text, RSP_LIT("Fwrite,1,0,1000"))); /* the limit */
    static const char *const bad[] = {"Fwrite,1,0,1001", "Fread,1,0,10", "Fwrite,1,0", "Fwrite,x,0,1",
                                      "Fwrite"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_false(rsp_file_write_parse(&text, rsp_bytes_str(bad[i])));
}

static void addresses_are_as_wide_as_gdb_takes_them(void **state) {
    (void)state;
    assert_int_equal(rsp_arch_address_mask("mips"), UINT32_MAX);
    assert_int_equal(rsp_arch_address_mask("avr"), UINT32_MAX);
    assert_true(rsp_arch_address_mask("riscv64") == UINT64_MAX);
    assert_true(rsp_arch_address_mask("toy") == UINT64_MAX);
    assert_true(rsp_arch_stack_address("avr", 0x7f0) == 0x8007f0);
    assert_true(rsp_arch_stack_address("avr", 0x8007f0) == 0x8007f0);
    assert_true(rsp_arch_stack_address("arm", 0x7f0) == 0x7f0);
    assert_true(rsp_arch_has_devices_at("avr", 0x800020)); /* where simulavr takes M and writes nothing */
    assert_true(rsp_arch_has_devices_at("avr", 0x8001ff));
    assert_false(rsp_arch_has_devices_at("avr", 0x800200));
    assert_false(rsp_arch_has_devices_at("avr", 0x7fffff));
    assert_false(rsp_arch_has_devices_at("arm", 0x800020));
    assert_false(rsp_arch_has_devices_at(NULL, 0x800020));
    assert_true(rsp_arch_address_widened("mips", 0x80001000, 8) == UINT64_C(0xffffffff80001000));
    assert_true(rsp_arch_address_widened("mips", 0x80001000, 4) == 0x80001000);
    assert_true(rsp_arch_address_widened("mips", 0x70001000, 8) == 0x70001000);
    assert_true(rsp_arch_address_widened("riscv32", 0x80001000, 8) == 0x80001000);
}

/* As GDB has them: `maint print`, sizeof (void *), and the kind of Z0. */
static void architectures_are_those_of_gdb(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *name;
        unsigned address_bytes, kind;
        bool big_endian;
    } rows[] = {
        {"mips:isa64", "mips", 4, 4, true}, /* o32 without a file */
        {"mips64el-unknown-linux", "mips64", 8, 4, true},
        {"powerpc:common", "powerpc", 4, 4, true},
        {"powerpc:common64", "powerpc64", 8, 4, true},
        {"powerpc64le-unknown-linux", "powerpc64", 8, 4, true},
        {"sparc", "sparc", 4, 4, true},
        {"sparc:v9", "sparc64", 8, 4, true},
        {"sh4", "sh", 4, 2, false},
        {"s390:64-bit", "s390", 8, 2, true},
        {"or1k", "or1k", 4, 4, true},
        {"xtensa", "xtensa", 4, 2, false},
        {"toy", "toy", 8, 0, false},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        assert_string_equal(rsp_arch_name(rows[i].text), rows[i].name);
        assert_string_equal(rsp_arch_name(rows[i].name), rows[i].name);
        assert_int_equal(rsp_arch_address_bytes(rows[i].text), rows[i].address_bytes);
        assert_int_equal(rsp_arch_bp_kind(rows[i].text), rows[i].kind);
        assert_int_equal(rsp_arch_big_endian(rows[i].text), rows[i].big_endian);
    }
    assert_true(rsp_arch_address_mask("mips64") == UINT64_MAX);
    assert_true(rsp_arch_address_mask("powerpc") == UINT32_MAX);
}

/* The register of a role differs: r1 is sp of PowerPC, r15 that of s390, whose pc is pswa. */
static void roles_are_those_of_the_architecture(void **state) {
    (void)state;
    static const struct {
        const char *architecture;
        const char *registers[4];
        const char *pc, *sp;
    } rows[] = {
        {"s390:64-bit", {"pswm", "pswa", "r1", "r15"}, "pswa", "r15"},
        {"mips64", {"r1", "r29", "r31", "pc"}, "pc", "r29"},
        {"powerpc:common64", {"r1", "r15", "pc", "msr"}, "pc", "r1"},
        {"or1k", {"r1", "r15", "ppc", "npc"}, "npc", "r1"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_tdesc_register registers[4] = {{.number = 0}};
        for (uint32_t r = 0; r < RSP_ARRAY_LEN(registers); r++)
            registers[r] = (rsp_tdesc_register){
                .name = rows[i].registers[r], .alt_name = "", .generic = "", .number = r, .bits = 64};
        const rsp_tdesc t = {.architecture = rows[i].architecture, .registers = registers, .num = 4};
        assert_string_equal(rsp_tdesc_find(&t, "pc")->name, rows[i].pc);
        assert_string_equal(rsp_tdesc_find(&t, "sp")->name, rows[i].sp);
    }
}

static bool fetch_with_nul(void *ctx, const char *annex, rsp_buf *out) {
    const bool *inside = ctx;
    const bool whole = strcmp(annex, "target.xml") == 0;
    rsp_buf_append(out, whole ? RSP_LIT("<target><architecture>riscv:rv32</architecture>"
                                        "<xi:include href=\"core.xml\"/></target>\n\0\0")
                              : RSP_LIT("<feature name=\"core\"><reg name=\"pc\" bitsize=\"32\"/>"));
    if (!whole)
        rsp_buf_append(out, *inside ? RSP_LIT("\0</feature>") : RSP_LIT("</feature>\0"));
    return true;
}

/* As libgdbstub sends it: GDB reads it as a C string, and attaches. */
static void description_ends_at_its_nul(void **state) {
    (void)state;
    bool inside = false;
    rsp_tdesc t = {.num = 0};
    assert_ok(rsp_tdesc_read(&t, fetch_with_nul, &inside));
    assert_false(t.bad);
    assert_int_equal(t.num, 1);
    assert_string_equal(t.architecture, "riscv:rv32");
    rsp_tdesc_free(&t);
    inside = true;
    assert_int_equal(rsp_tdesc_read(&t, fetch_with_nul, &inside), RSP_MALFORMED);
    assert_true(t.bad);
    rsp_tdesc_free(&t);
}

static bool fetch_hexadecimal(void *ctx, const char *annex, rsp_buf *out) {
    (void)ctx, (void)annex;
    rsp_buf_str(out, "<target><feature name=\"core\"><reg name=\"x0\" bitsize=\"0x40\"/>"
                     "<reg name=\"sstatus\" bitsize=\"64\" regnum=\"0x1100\"/>"
                     "<reg name=\"next\" bitsize=\"64\"/></feature></target>");
    return true;
}

/* As Sedna numbers its control registers, which GDB and LLDB read as C would. */
static void numbers_of_a_description_are_those_of_c(void **state) {
    (void)state;
    rsp_tdesc t = {.num = 0};
    assert_ok(rsp_tdesc_read(&t, fetch_hexadecimal, NULL));
    assert_int_equal(t.num, 3);
    assert_int_equal(rsp_tdesc_find(&t, "x0")->bits, 64);
    assert_int_equal(rsp_tdesc_find(&t, "sstatus")->number, 0x1100);
    assert_int_equal(rsp_tdesc_find(&t, "next")->number, 0x1101);
    rsp_tdesc_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_is_no_result),
        cmocka_unit_test(a_write_names_its_text),
        cmocka_unit_test(addresses_are_as_wide_as_gdb_takes_them),
        cmocka_unit_test(architectures_are_those_of_gdb),
        cmocka_unit_test(roles_are_those_of_the_architecture),
        cmocka_unit_test(description_ends_at_its_nul),
        cmocka_unit_test(numbers_of_a_description_are_those_of_c),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
