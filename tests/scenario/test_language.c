/* The language in its places: the lists of keys, the grammar made of them, the documentation.
 * A key that is in one of them and not in the others is a mistake.
 * Also the smaller parsers: profiles, target descriptions, symbols. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "files/file_types.h"
#include "language/expr.h"
#include "language/fact.h"
#include "language/spec.h"
#include "language/syntax.h"

#include "codec/tdesc.h"
#include "core/limits.h"
#include "scenario/profile.h"
#include "scenario/symbol.h"
#include <elf.h>
#include <stdio.h>

static rsp_buf docs;

static int load_docs(void **state) {
    (void)state;
    FILE *file = fopen("docs/scenarios.md", "rb");
    if (!file)
        return 1;
    char block[4096];
    size_t got;
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        rsp_buf_append(&docs, rsp_bytes_make(block, got));
    (void)fclose(file);
    return 0;
}

static int free_docs(void **state) {
    (void)state;
    rsp_buf_free(&docs);
    return 0;
}

static bool documented(const char *word) {
    return rsp_bytes_search(rsp_buf_bytes(&docs), rsp_bytes_str(word)) < docs.len;
}

/* Each key of a step has a field in the order of the list, and the actions among them say so. */
static void every_action_is_a_field(void **state) {
    (void)state;
    static const struct {
        const char *key;
        bool action;
    } keys[] = {
#define ACTION(member, key, type, flags, text) {key, true},
#define MODIFIER(member, key, type, flags, text) {key, false},
        STEP_KEYS(ACTION, ACTION, MODIFIER)
#undef ACTION
#undef MODIFIER
    };
    assert_int_equal(syntax_step.num_fields, RSP_ARRAY_LEN(keys));
    for (size_t i = 0; i < RSP_ARRAY_LEN(keys); i++) {
        assert_string_equal(syntax_step.fields[i].name, keys[i].key);
        assert_int_equal(syntax_step.fields[i].action, keys[i].action);
    }
}

static void check_fields(const node_type *s) {
    for (size_t i = 0; i < s->num_fields; i++) {
        char key[80];
        (void)snprintf(key, sizeof key, "%s", s->fields[i].name);
        if (!documented(key))
            print_error("docs/scenarios.md does not mention '%s'\n", key);
        assert_true(documented(key));
    }
}

static void every_key_is_documented(void **state) {
    (void)state;
    check_fields(&syntax_scenario);
    check_fields(&syntax_step);
    check_fields(&profile_node_type);
    check_fields(baseline_node_type.item);
    check_fields(node_type_field(&syntax_scenario, "needs")->node_type);
    check_fields(node_type_field(&syntax_scenario, "connect")->node_type);
    check_fields(node_type_field(&syntax_step, "when")->node_type);
    const node_type *matcher = node_type_field(&syntax_step, "console")->node_type;
    check_fields(matcher);
    check_fields(node_type_field(matcher, "stop")->node_type);
}

static void every_capture_function_fact_and_quirk_is_documented(void **state) {
    (void)state;
    for (size_t i = 0; syntax_captures[i]; i++)
        assert_true(documented(syntax_captures[i]));
    for (size_t i = 0; expr_function_name(NULL, i); i++) {
        char call[60];
        (void)snprintf(call, sizeof call, "%s(", expr_function_name(NULL, i));
        if (!documented(call))
            print_error("docs/scenarios.md does not mention %s\n", call);
        assert_true(documented(call));
    }
    for (size_t i = 0; i < FACT_COUNT; i++) {
        char name[60];
        (void)snprintf(name, sizeof name, "`%s`", fact_table[i].name);
        if (!documented(name))
            print_error("docs/scenarios.md does not mention %s\n", name);
        assert_true(documented(name));
    }
    for (int i = 0; i < RSP_QUIRK_COUNT; i++)
        assert_true(documented(rsp_quirk_name((rsp_quirk)i)));
}

static void profile_is_read_with_its_defaults(void **state) {
    (void)state;
    static const char yaml[] =
        "title: Test\naddress: 'exec:stub {port} {program} {nothing}'\nquirks: [single-client, no-kill]\n"
        "timeout: 3s\nfacts: {unmapped: 0x10}\ndialect: {x: lldb}\nmissing-programs: [a, b]\n";
    rsp_profile *p = rsp_profile_load_memory("dir/test.yaml", RSP_LIT(yaml), NULL, NULL);
    assert_non_null(p);
    assert_string_equal(p->name, "test");
    assert_string_equal(p->debuggees, "host");
    assert_true(rsp_profile_has(p, RSP_QUIRK_SINGLE_CLIENT));
    assert_true(rsp_profile_has(p, RSP_QUIRK_NO_KILL));
    assert_false(rsp_profile_has(p, RSP_QUIRK_NO_VRUN));
    assert_false(rsp_profile_has(NULL, RSP_QUIRK_NO_VRUN));
    assert_int_equal(p->timeout_ns, UINT64_C(3000000000));
    assert_int_equal(p->num_facts, 1);
    assert_string_equal(p->facts[0].value, "0x10");
    assert_int_equal(p->num_missing_programs, 2);
    const rsp_pair_text pairs[] = {{"port", "1234"}, {"program", "/bin/x"}};
    rsp_buf out = {0};
    rsp_profile_expand(&out, p->address, pairs, RSP_ARRAY_LEN(pairs));
    assert_bytes_lit(rsp_buf_bytes(&out), "exec:stub 1234 /bin/x {nothing}");
    rsp_buf_free(&out);
    rsp_profile_free(p);
}

static void profile_with_mistakes_is_refused(void **state) {
    (void)state;
    static const char yaml[] = "title: Test\nadress: x\nquirks: [single-cleint]\n";
    rsp_diagnostics d = {0};
    assert_null(rsp_profile_load_memory("test.yaml", RSP_LIT(yaml), NULL, &d));
    assert_int_equal(d.num_errors, 2);
    assert_string_equal(d.items[0].hint, "did you mean 'address'?");
    rsp_diagnostics_free(&d);
    assert_null(rsp_profile_load_memory("test.yaml", RSP_LIT(""), NULL, &d));
    rsp_diagnostics_free(&d);
    static const char quirk[] = "title: Test\naddress: x\nquirks: [single-cleint]\n";
    assert_null(rsp_profile_load_memory("test.yaml", RSP_LIT(quirk), NULL, &d));
    assert_string_equal(d.items[0].hint, "did you mean 'single-client'?");
    rsp_diagnostics_free(&d);
}

typedef struct documents {
    const char *main;
    const char *core;
} documents;

static bool fetch(void *ctx, const char *annex, rsp_buf *out) {
    const documents *d = ctx;
    const char *text = strcmp(annex, "target.xml") == 0 ? d->main
                       : strcmp(annex, "core.xml") == 0 ? d->core
                                                        : NULL;
    rsp_buf_str(out, text ? text : "");
    return text != NULL;
}

static rsp_status read_target(rsp_tdesc *t, const char *main_text, const char *core) {
    documents d = {.main = main_text, .core = core};
    return rsp_tdesc_read(t, fetch, &d);
}

static void target_follows_includes_and_numbers(void **state) {
    (void)state;
    rsp_tdesc t = {0};
    assert_ok(read_target(
        &t,
        "<?xml version='1.0'?><!DOCTYPE target SYSTEM 'gdb-target.dtd'><target>"
        "<architecture>riscv:rv64</architecture><xi:include xmlns:xi='x' href='core.xml'/>"
        "<feature name='b'><reg name='f0' bitsize='32' regnum='10'/><reg name='f1' "
        "bitsize='32'/></feature></target>",
        "<feature name='a'><reg name='ra' bitsize='64'/><reg name='x2' altname='sp' bitsize='64'/>"
        "<reg name='counter' generic='pc' bitsize='64'/></feature>"));
    assert_string_equal(t.architecture, "riscv:rv64");
    assert_int_equal(t.num, 5);
    assert_int_equal(rsp_tdesc_find(&t, "sp")->number, 1);
    assert_int_equal(rsp_tdesc_find(&t, "pc")->number, 2);
    assert_int_equal(rsp_tdesc_find(&t, "f1")->number, 11);
    assert_int_equal(rsp_tdesc_by_number(&t, 10)->offset, 24);
    assert_int_equal(t.g_bytes, 32);
    assert_null(rsp_tdesc_find(&t, "nothing"));
    rsp_tdesc_free(&t);
}

/* gdbstub's armv4t has a vector of 25 words in place of the registers that nobody has any more. */
static void target_has_registers_as_wide_as_their_vectors(void **state) {
    (void)state;
    rsp_tdesc t = {0};
    assert_ok(read_target(&t,
                          "<target><feature name='a'><vector id='pad' type='uint32' count='25'/>"
                          "<vector id='pads' type='pad' count='2'/><vector id='odd' type='what' count='2'/>"
                          "<reg name='pc' bitsize='32' type='code_ptr'/>"
                          "<reg name='p' bitsize='32' type='pad'/><reg name='q' bitsize='32' type='pads'/>"
                          "<reg name='o' bitsize='32' type='odd'/><reg name='cpsr' bitsize='32'/>"
                          "</feature></target>",
                          NULL));
    assert_int_equal(rsp_tdesc_find(&t, "q")->offset, 104);
    assert_int_equal(rsp_tdesc_find(&t, "o")->offset, 304);
    assert_int_equal(rsp_tdesc_find(&t, "cpsr")->offset, 308);
    assert_int_equal(t.g_bytes, 312);
    rsp_tdesc_free(&t);
}

static void target_takes_roles_and_offsets_of_lldb(void **state) {
    (void)state;
    rsp_tdesc t = {0};
    assert_ok(
        read_target(&t,
                    "<target><feature name='a'><reg name='sp' bitsize='16' offset='8' regnum='2'/>"
                    "<reg name='rsp' generic='sp' bitsize='64' offset='8' regnum='0'/>"
                    "<reg name='rip' generic='pc' bitsize='64' offset='0' regnum='1'/></feature></target>",
                    NULL));
    assert_string_equal(rsp_tdesc_find(&t, "sp")->name, "rsp");
    assert_int_equal(rsp_tdesc_find(&t, "sp")->offset, 8);
    assert_int_equal(rsp_tdesc_find(&t, "pc")->offset, 0);
    rsp_tdesc_free(&t);
}

/* QEMU's description of a ColdFire names no architecture, and its registers are big-endian. Registers of 8
 * bits are AVR's where a status register is among them: QEMU calls them by RISC-V's feature. */
static void target_tells_its_architecture_by_a_feature(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *arch;
    } rows[] = {
        {"<target><feature name='org.gnu.gdb.coldfire.core'><reg name='d0' bitsize='32'/></feature></target>",
         "m68k"},
        {"<target><feature name='org.gnu.gdb.or1k.group0'><reg name='r0' bitsize='32'/></feature></target>",
         "or1k"},
        {"<target><feature name='org.gnu.gdb.riscv.cpu'><reg name='zero' bitsize='32'/></feature></target>",
         "riscv32"},
        {"<target><feature name='org.gnu.gdb.riscv.cpu'><reg name='zero' bitsize='64'/></feature></target>",
         "riscv64"},
        {"<target><feature name='org.gnu.gdb.i386.core'><reg name='rax' bitsize='64'/></feature></target>",
         "x86-64"},
        {"<target><feature name='org.gnu.gdb.riscv.cpu'><reg name='r0' bitsize='8'/>"
         "<reg name='sreg' bitsize='8'/></feature></target>",
         "avr"},
        {"<target><feature name='org.gnu.gdb.riscv.cpu'><reg name='r0' bitsize='8'/></feature></target>", ""},
        {"<target><feature name='org.gnu.gdb.mine'><reg name='d0' bitsize='32'/></feature></target>", ""},
        {"<target><architecture>arm</architecture><feature name='org.gnu.gdb.m68k.core'/></target>", "arm"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_tdesc t = {0};
        assert_string_equal(rsp_arch_described(&t), "");
        assert_ok(read_target(&t, rows[i].text, NULL));
        assert_string_equal(rsp_arch_described(&t), rows[i].arch);
        rsp_tdesc_free(&t);
    }
}

static void hostile_targets_are_refused(void **state) {
    (void)state;
    rsp_tdesc t = {0};
    assert_int_equal(read_target(&t, "<target>", NULL), RSP_MALFORMED);
    rsp_tdesc_free(&t);
    assert_int_equal(read_target(&t, NULL, NULL), RSP_NOT_FOUND);
    rsp_tdesc_free(&t);
    assert_int_equal(read_target(&t, "<!DOCTYPE t [<!ENTITY a 'b'>]><t>&a;</t>", NULL), RSP_MALFORMED);
    rsp_tdesc_free(&t);
    /* includes itself: bounded in depth, each level adds its register */
    assert_ok(read_target(&t, "<t><reg name='a' bitsize='8'/><include href='target.xml'/></t>", NULL));
    assert_true(t.num < 20);
    rsp_tdesc_free(&t);
    /* and in breadth: the one that includes counts, too */
    for (unsigned beyond = 0; beyond < 2; beyond++) {
        rsp_buf wide = {0};
        rsp_buf_str(&wide, "<t>");
        for (unsigned i = 1; i < RSP_LIMIT_TDESC_DOCUMENTS + beyond; i++)
            rsp_buf_str(&wide, "<include href='core.xml'/>");
        rsp_buf_str(&wide, "</t>");
        assert_int_equal(read_target(&t, rsp_buf_cstr(&wide), "<t/>"), beyond ? RSP_LIMIT : RSP_OK);
        rsp_tdesc_free(&t);
        rsp_buf_free(&wide);
    }
}

/* A file with one symbol: header, symbol table, strings, section headers. */
static void make_elf(rsp_buf *out) {
    static const char strings[] = "\0work\0";
    Elf64_Sym symbols[2] = {{0}, {.st_name = 1, .st_shndx = 1, .st_value = 0x10400, .st_size = 24}};
    Elf64_Ehdr header = {.e_type = ET_EXEC,
                         .e_machine = EM_RISCV,
                         .e_version = EV_CURRENT,
                         .e_entry = 0x10000,
                         .e_ehsize = sizeof header,
                         .e_shentsize = sizeof(Elf64_Shdr),
                         .e_shnum = 3};
    memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    Elf64_Shdr sections[3] = {
        {0},
        {.sh_type = SHT_SYMTAB,
         .sh_offset = sizeof header,
         .sh_size = sizeof symbols,
         .sh_link = 2,
         .sh_entsize = sizeof(Elf64_Sym),
         .sh_addralign = 8},
        {.sh_type = SHT_STRTAB,
         .sh_offset = sizeof header + sizeof symbols,
         .sh_size = sizeof strings,
         .sh_addralign = 1},
    };
    header.e_shoff = sizeof header + sizeof symbols + sizeof strings + 1;
    rsp_buf_append(out, rsp_bytes_make(&header, sizeof header));
    rsp_buf_append(out, rsp_bytes_make(symbols, sizeof symbols));
    rsp_buf_append(out, rsp_bytes_make(strings, sizeof strings));
    rsp_buf_push(out, 0);
    rsp_buf_append(out, rsp_bytes_make(sections, sizeof sections));
}

static void symbols_are_found_in_foreign_files(void **state) {
    (void)state;
    rsp_buf elf = {0};
    rsp_symbol where = {0};
    uint64_t entry = 0;
    bool relocated = true;
    make_elf(&elf);
    assert_ok(rsp_symbol_find(rsp_buf_bytes(&elf), "work", &where));
    assert_int_equal(where.address, 0x10400);
    assert_int_equal(where.size, 24);
    assert_int_equal(rsp_symbol_find(rsp_buf_bytes(&elf), "play", &where), RSP_NOT_FOUND);
    assert_ok(rsp_symbol_entry(rsp_buf_bytes(&elf), &entry, &relocated));
    assert_int_equal(entry, 0x10000);
    assert_false(relocated);
    /* any byte may be anything, and any end may be missing */
    for (size_t i = 0; i < elf.len; i++) {
        uint8_t kept = elf.ptr[i];
        elf.ptr[i] = 0xff;
        (void)!rsp_symbol_find(rsp_buf_bytes(&elf), "work", &where);
        (void)!rsp_symbol_entry(rsp_buf_bytes(&elf), &entry, &relocated);
        elf.ptr[i] = kept;
        (void)!rsp_symbol_find(rsp_bytes_sub(rsp_buf_bytes(&elf), 0, i), "work", &where);
    }
    rsp_buf_free(&elf);
}

static void no_elf_is_told(void **state) {
    (void)state;
    rsp_symbol where = {0};
    assert_int_equal(rsp_symbol_find(RSP_LIT("this is no ELF file at all"), "work", &where), RSP_BAD_FILE);
    assert_int_equal(rsp_symbol_find(RSP_LIT(""), "work", &where), RSP_BAD_FILE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_action_is_a_field),
        cmocka_unit_test(every_key_is_documented),
        cmocka_unit_test(every_capture_function_fact_and_quirk_is_documented),
        cmocka_unit_test(profile_is_read_with_its_defaults),
        cmocka_unit_test(profile_with_mistakes_is_refused),
        cmocka_unit_test(target_follows_includes_and_numbers),
        cmocka_unit_test(target_has_registers_as_wide_as_their_vectors),
        cmocka_unit_test(target_takes_roles_and_offsets_of_lldb),
        cmocka_unit_test(target_tells_its_architecture_by_a_feature),
        cmocka_unit_test(hostile_targets_are_refused),
        cmocka_unit_test(symbols_are_found_in_foreign_files),
        cmocka_unit_test(no_elf_is_told),
    };
    return cmocka_run_group_tests(tests, load_docs, free_docs);
}
