/* What classes of the standard library hold: found by name and members, read from memory, used in conditions.
 * Classes of the program that only have such a name are left as they are.
 * See programs/holders.cpp. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "debug_holder.h"
#include "debug_value.h"
#include "debug_variable.h"
#include "dwarf_world.h"
#include "source_condition.h"

typedef struct world {
    rsp_debug_file *file;
    uint64_t address; /* where all variables are in scope */
} world;

static world begin(void) {
    world w = {0};
    char place[64];
    size_t num = 0;
    if (!rsp_path_is_file(DWARF_PROGRAMS "/holders"))
        skip();
    assert_ok(rsp_debug_file_open(&w.file, DWARF_PROGRAMS "/holders", NULL));
    (void)snprintf(place, sizeof place, "holders.cpp:%u", (unsigned)dwarf_line_in(DWARF_HOLDERS, "look"));
    assert_ok(rsp_debug_place_find(w.file, place, &w.address, 1, &num, NULL));
    return w;
}

/* What the variable is, or what it refers or points to. */
static rsp_debug_type type_of(const world *w, const char *name) {
    rsp_debug_variable variable;
    rsp_debug_type type;
    assert_ok(rsp_debug_variable_find(w->file, w->address, rsp_bytes_str(name), &variable));
    assert_ok(rsp_debug_type_read(w->file, variable.type, &type));
    if (type.kind == RSP_DEBUG_POINTER)
        assert_ok(rsp_debug_type_read(w->file, type.target, &type));
    return type;
}

static void class_is_known_by_name_and_members(void **state) {
    static const struct {
        const char *variable;
        rsp_debug_holder_kind kind;
        uint64_t first;
        uint64_t last;
        uint64_t size;
    } cases[] = {
        {"text", RSP_DEBUG_HOLDS_TEXT, 0, 8, 1},      {"view", RSP_DEBUG_HOLDS_TEXT, 8, 0, 1},
        {"row", RSP_DEBUG_HOLDS_ROW, 0, 8, 40},       {"pointers", RSP_DEBUG_HOLDS_ROW, 0, 8, 8},
        {"three", RSP_DEBUG_HOLDS_ARRAY, 0, 0, 2},    {"one", RSP_DEBUG_HOLDS_ONE, 8, 0, 40},
        {"shared", RSP_DEBUG_HOLDS_ONE, 0, 0, 40},    {"behind", RSP_DEBUG_HOLDS_ROW, 0, 8, 1},
        {"other", RSP_DEBUG_HOLDS_NOTHING, 0, 0, 0},  {"no_array", RSP_DEBUG_HOLDS_NOTHING, 0, 0, 0},
        {"hidden", RSP_DEBUG_HOLDS_NOTHING, 0, 0, 0}, {"no_pointer", RSP_DEBUG_HOLDS_NOTHING, 0, 0, 0},
    };
    world w = begin();
    (void)state;
    for (size_t twice = 0; twice < 2; twice++) /* the second time it is remembered */
        for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
            const rsp_debug_type type = type_of(&w, cases[i].variable);
            const rsp_debug_holder holder = rsp_debug_holder_of(w.file, &type);
            if (holder.kind != cases[i].kind || holder.first.offset != cases[i].first ||
                holder.last.offset != cases[i].last || holder.element_size != cases[i].size)
                fail_msg("%s: kind %d, %u, %u, %u", cases[i].variable, (int)holder.kind,
                         (unsigned)holder.first.offset, (unsigned)holder.last.offset,
                         (unsigned)holder.element_size);
        }
    rsp_debug_file_free(w.file);
}

#define NO_CALLS                                                                               \
    "functions are not called in a condition; size(), length(), empty(), data(), c_str() and " \
    "get() of strings, vectors and pointers of the standard library are read"
#define NO_MEMBERS \
    "the debug information does not have the members of its class (clang needs -fstandalone-debug)"

static const struct {
    const char *source;
    const char *text; /* in which a variable stands in braces; or the error */
} conditions[] = {
    {"text == \"ab\"", "u64[{text} + 8] == 2 && u16[u64[{text}]] == 25185"},
    {"text.compare(\"ab\") == 0", "u64[{text} + 8] == 2 && u16[u64[{text}]] == 25185"},
    {"!text.compare(\"ab\")", "u64[{text} + 8] == 2 && u16[u64[{text}]] == 25185"},
    {"strcmp(text.c_str(), \"\") == 0", "u8[u64[{text}]] == 0"},
    {"text != \"\"", "!(u64[{text} + 8] == 0)"},
    {"\"abc\" == view",
     "u64[{view}] == 3 && (u16[u64[{view} + 8]] == 25185 && u8[u64[{view} + 8] + 2] == 99)"},
    {"text[2] == 'x'", "s8[u64[{text}] + 2] == 120"},
    {"text.length() > 4", "u64[{text} + 8] >u 4"},
    {"text.c_str() == 0", "u64[{text}] == 0"},
    {"row.size() == 2", "(u64[{row} + 8] - u64[{row}]) / 40 == 2"},
    {"row.empty()", "!((u64[{row} + 8] - u64[{row}]) / 40)"},
    {"row[1].weight", "s32[u64[{row}] + 40]"},
    {"row[three[0]].weight", "s32[u64[{row}] + s16[{three}] * 40]"},
    {"three.size() + three[2]", "3 + s16[{three} + 4]"},
    {"one->weight", "s32[u64[{one} + 8]]"},
    {"(*one).weight", "s32[u64[{one} + 8]]"},
    {"!one || one.get() == 0", "!u64[{one} + 8] || u64[{one} + 8] == 0"},
    {"shared && shared->name == \"\"", "u64[{shared}] && u64[u64[{shared}] + 16] == 0"},
    {"behind->size() == 7", "u64[{behind} + 8] - u64[{behind}] == 7"},
    {"(*behind)[3]", "s8[u64[{behind}] + 3]"},
    {"other.size()", NO_CALLS},
    {"text.find(1)", NO_CALLS},
    {"text.size(1)", "')' is expected here"},
    {"text == 1", "this is a structure: a condition compares its members"},
    {"row == \"ab\"", "only characters are compared with a text"},
    {"hidden == \"ab\"", NO_MEMBERS},
    {"hidden.part", NO_MEMBERS},
};

/* Appends what the address of the variable is translated to. */
static void append_address(const rsp_source_place *place, rsp_bytes name, rsp_arena *arena, rsp_buf *out) {
    rsp_source_condition leaf;
    const bool pointer = rsp_bytes_equal(name, RSP_LIT("behind"));
    const char *text =
        rsp_arena_printf(arena, "%s%.*s", pointer ? "" : "&", (int)name.len, (const char *)name.ptr);
    assert_ok(rsp_source_condition_compile(&leaf, arena, rsp_bytes_str(text), place, NULL));
    rsp_buf_append(out, leaf.value.text);
}

static void expand(const rsp_source_place *place, const char *text, rsp_arena *arena, rsp_buf *out) {
    for (const char *p = text; *p; p++) {
        const char *end = *p == '{' ? strchr(p, '}') : NULL;
        if (end)
            append_address(place, rsp_bytes_make(p + 1, (size_t)(end - p - 1)), arena, out);
        else
            rsp_buf_push(out, (uint8_t)*p);
        p = end ? end : p;
    }
}

static void condition_reads_what_is_held(void **state) {
    world w = begin();
    const rsp_source_place place = {.file = w.file, .address = w.address};
    rsp_arena arena = {0};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(conditions); i++) {
        rsp_source_condition all;
        rsp_error error = {0};
        rsp_buf wanted = {0};
        const rsp_status status =
            rsp_source_condition_compile(&all, &arena, rsp_bytes_str(conditions[i].source), &place, &error);
        expand(&place, conditions[i].text, &arena, &wanted);
        const rsp_bytes got = status == RSP_OK ? all.value.text : rsp_bytes_str(error.msg);
        if (!rsp_bytes_equal(got, rsp_buf_bytes(&wanted)))
            fail_msg("%s: expected %s, got %.*s", conditions[i].source, rsp_buf_cstr(&wanted), (int)got.len,
                     (const char *)got.ptr);
        rsp_buf_free(&wanted);
    }
    rsp_arena_free(&arena);
    rsp_debug_file_free(w.file);
}

/* --- in memory --------------------------------------------------------------------------------------------
 */

enum { BASE = 0x1000 };

typedef struct memory {
    uint8_t bytes[256];
} memory;

static rsp_status read_memory(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    const memory *m = ctx;
    if (address < BASE || address - BASE > sizeof m->bytes || len > sizeof m->bytes - (address - BASE))
        return RSP_FAULT;
    memcpy(dst, m->bytes + (address - BASE), len);
    return RSP_OK;
}

static void put(memory *m, size_t at, uint64_t number) {
    for (size_t i = 0; i < 8; i++)
        m->bytes[at + i] = (uint8_t)(number >> (8 * i));
}

/* The variable at the start of memory, as text. */
static void shows(const world *w, memory *m, const char *variable, const char *expected) {
    const rsp_debug_thread thread = {.ctx = m, .read_memory = read_memory};
    const rsp_debug_type type = type_of(w, variable);
    rsp_buf out = {0};
    const rsp_status status = rsp_debug_value_append(&out, w->file, &type, &thread, BASE);
    if (!expected)
        assert_int_equal(status, RSP_FAULT);
    else
        assert_string_equal(rsp_buf_cstr(&out), expected);
    rsp_buf_free(&out);
}

static void object_is_shown_by_what_it_holds(void **state) {
    world w = begin();
    memory m = {0};
    (void)state;
    put(&m, 0, BASE + 64);
    put(&m, 8, 5);
    memcpy(m.bytes + 64, "a\0b\"c", 5);
    shows(&w, &m, "text", "\"a\\x00b\\\"c\"");
    put(&m, 8, 0);
    shows(&w, &m, "text", "\"\"");
    put(&m, 8, 500); /* past the end of what there is */
    shows(&w, &m, "text", NULL);
    put(&m, 8, BASE + 67);
    shows(&w, &m, "behind", "size=3 \"a\"");
    put(&m, 8, BASE + 80);
    shows(&w, &m, "pointers", "size=2 {0x6322620061, 0x0}");
    put(&m, 8, BASE); /* the end before the beginning: it is not made yet */
    shows(&w, &m, "pointers", "{_M_impl = {{...}, {...}}}");
    put(&m, 8, BASE + 64);
    shows(&w, &m, "row", "size=0 {}");
    put(&m, 0, 0x0002ffff0001);
    shows(&w, &m, "three", "{1, -1, 2}");
    put(&m, 0, 0);
    put(&m, 8, 0);
    shows(&w, &m, "one", "0x0");
    shows(&w, &m, "shared", "0x0");
    rsp_debug_file_free(w.file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(class_is_known_by_name_and_members),
        cmocka_unit_test(condition_reads_what_is_held),
        cmocka_unit_test(object_is_shown_by_what_it_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
