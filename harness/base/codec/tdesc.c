/* Target descriptions by expat: <reg> elements in document order, numbers counting up unless given.
 * Includes are followed to a bounded depth; entities and external references are not.
 * The layout of the g block follows the numbers, as GDB does it, or the offsets that LLDB's stubs give. */
/* SPDX-License-Identifier: MIT */
#include "codec/tdesc.h"

#include "codec/document.h"
#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"
#include <assert.h>
#include <expat.h>
#include <stdlib.h>
#include <string.h>

enum { INCLUDE_DEPTH = 8, VECTORS = 64, MOST_BITS = 65536 };

/* <vector id="v" type="uint32" count="25"/>: a register of that type has its size, for GDB. */
typedef struct vector_type {
    const char *id;
    uint32_t bits;
} vector_type;

typedef struct reader {
    rsp_tdesc *t;
    rsp_tdesc_fetch *fetch;
    void *ctx;
    XML_Parser parser;
    uint64_t next_number;
    unsigned depth;
    unsigned num_documents;
    bool in_architecture;
    rsp_buf text;
    vector_type vectors[VECTORS];
    size_t num_vectors;
    rsp_status status;
} reader;

static const char *attribute(const XML_Char **attrs, const char *name) {
    for (size_t i = 0; attrs[i]; i += 2) {
        if (strcmp(attrs[i], name) == 0)
            return attrs[i + 1];
    }
    return "";
}

/* GDB and LLDB read numbers as C does: 0x1100 is hexadecimal. */
static unsigned long number_of(const XML_Char **attrs, const char *name) {
    return strtoul(attribute(attrs, name), NULL, 0);
}

/* The bits of a type that is defined, or that has its width at the end of its name; 0: not known. */
static uint32_t bits_of_type(const reader *r, const char *type) {
    static const struct {
        const char *name;
        uint32_t bits;
    } others[] = {{"ieee_half", 16}, {"bfloat16", 16}, {"ieee_single", 32}, {"ieee_double", 64}, {"bool", 8}};
    const char *digits = strncmp(type, "uint", 4) == 0  ? type + 4
                         : strncmp(type, "int", 3) == 0 ? type + 3
                                                        : "";
    for (size_t i = 0; i < r->num_vectors; i++)
        if (strcmp(r->vectors[i].id, type) == 0)
            return r->vectors[i].bits;
    for (size_t i = 0; i < RSP_ARRAY_LEN(others); i++)
        if (strcmp(others[i].name, type) == 0)
            return others[i].bits;
    const unsigned long bits = strtoul(digits, NULL, 10);
    return bits <= MOST_BITS ? (uint32_t)bits : 0;
}

static void add_vector(reader *r, const XML_Char **attrs) {
    const unsigned long count = number_of(attrs, "count");
    const uint32_t bits = bits_of_type(r, attribute(attrs, "type"));
    if (r->num_vectors == VECTORS || bits == 0 || count == 0 || count > MOST_BITS / bits)
        return;
    r->vectors[r->num_vectors++] = (vector_type){.id = rsp_arena_str(&r->t->arena, attribute(attrs, "id")),
                                                 .bits = bits * (uint32_t)count};
}

/* What the description says, unless the type is a vector of another size. */
static uint32_t bits_of_register(const reader *r, const XML_Char **attrs) {
    const unsigned long bits = number_of(attrs, "bitsize");
    const char *type = attribute(attrs, "type");
    for (size_t i = 0; i < r->num_vectors && !*attribute(attrs, "offset"); i++)
        if (strcmp(r->vectors[i].id, type) == 0)
            return r->vectors[i].bits;
    return bits <= MOST_BITS ? (uint32_t)bits : 0;
}

static void add_register(reader *r, const XML_Char **attrs) {
    rsp_tdesc *t = r->t;
    if (t->num == RSP_LIMIT_REGISTERS) {
        r->status = RSP_LIMIT;
        return;
    }
    if (t->num == t->cap) {
        size_t cap = t->cap ? t->cap * 2 : 64;
        rsp_tdesc_register *more = rsp_mem_realloc(t->arena.mem, t->registers, cap * sizeof *more);
        if (!more) {
            r->status = RSP_NO_MEMORY;
            return;
        }
        t->registers = more;
        t->cap = cap;
    }
    const char *number = attribute(attrs, "regnum");
    if (*number)
        r->next_number = number_of(attrs, "regnum");
    const char *offset = attribute(attrs, "offset"); /* LLDB's */
    t->has_offsets = t->has_offsets || *offset;
    t->registers[t->num++] = (rsp_tdesc_register){
        .name = rsp_arena_str(&t->arena, attribute(attrs, "name")),
        .alt_name = rsp_arena_str(&t->arena, attribute(attrs, "altname")),
        .generic = rsp_arena_str(&t->arena, attribute(attrs, "generic")),
        .number = (uint32_t)(r->next_number++ & UINT32_MAX),
        .bits = bits_of_register(r, attrs),
        .offset = (uint32_t)(number_of(attrs, "offset") & UINT32_MAX),
    };
}

static rsp_status read_document(reader *r, const char *annex);

static void on_start(void *ctx, const XML_Char *name, const XML_Char **attrs) {
    reader *r = ctx;
    const char *colon = strrchr(name, ':');
    const char *local = colon ? colon + 1 : name;
    if (r->status != RSP_OK)
        return;
    if (strcmp(local, "reg") == 0) {
        add_register(r, attrs);
    } else if (strcmp(local, "vector") == 0) {
        add_vector(r, attrs);
    } else if (strcmp(local, "feature") == 0 && !*r->t->feature) {
        r->t->feature = rsp_arena_str(&r->t->arena, attribute(attrs, "name"));
    } else if (strcmp(local, "architecture") == 0) {
        r->in_architecture = true;
        rsp_buf_clear(&r->text);
    } else if (strcmp(local, "include") == 0 && r->depth < INCLUDE_DEPTH) {
        XML_Parser outer = r->parser;
        r->status = read_document(r, attribute(attrs, "href"));
        r->parser = outer;
    }
}

static void on_end(void *ctx, const XML_Char *name) {
    reader *r = ctx;
    if (!r->in_architecture || strcmp(name, "architecture") != 0)
        return;
    r->in_architecture = false;
    r->t->architecture = rsp_arena_str(&r->t->arena, rsp_buf_cstr(&r->text));
}

static void on_text(void *ctx, const XML_Char *text, int len) {
    reader *r = ctx;
    if (r->in_architecture && r->text.len < 256)
        rsp_buf_append(&r->text, rsp_bytes_make(text, (size_t)len));
}

/* An internal subset is where entities would be declared; no stub needs one. */
static void on_doctype(void *ctx, const XML_Char *name, const XML_Char *system_id, const XML_Char *public_id,
                       int has_internal_subset) {
    reader *r = ctx;
    (void)name, (void)system_id, (void)public_id;
    if (!has_internal_subset)
        return;
    r->status = RSP_MALFORMED;
    (void)XML_StopParser(r->parser, XML_FALSE);
}

static rsp_status read_document(reader *r, const char *annex) {
    rsp_buf document = {.mem = r->t->arena.mem};
    if (r->num_documents++ == RSP_LIMIT_TDESC_DOCUMENTS)
        return RSP_LIMIT;
    if (!r->fetch(r->ctx, annex, &document)) {
        rsp_buf_free(&document);
        return RSP_NOT_FOUND;
    }
    r->parser = XML_ParserCreate(NULL);
    if (!r->parser) {
        rsp_buf_free(&document);
        return RSP_NO_MEMORY;
    }
    XML_Parser parser = r->parser;
    XML_SetUserData(parser, r);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    XML_SetStartDoctypeDeclHandler(parser, on_doctype);
    r->depth++;
    const rsp_bytes text = rsp_document_text(rsp_buf_bytes(&document));
    enum XML_Status parsed = XML_Parse(parser, (const char *)text.ptr, (int)text.len, 1);
    r->depth--;
    if (parsed != XML_STATUS_OK && r->status == RSP_OK)
        r->status = RSP_MALFORMED;
    XML_ParserFree(parser);
    rsp_buf_free(&document);
    return r->status;
}

static int compare_numbers(const void *a, const void *b) {
    const rsp_tdesc_register *x = a;
    const rsp_tdesc_register *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

rsp_status rsp_tdesc_read(rsp_tdesc *t, rsp_tdesc_fetch *fetch, void *ctx) {
    assert(t && fetch);
    reader r = {.t = t, .fetch = fetch, .ctx = ctx, .text = {.mem = t->arena.mem}};
    t->architecture = t->feature = "";
    rsp_status status = read_document(&r, "target.xml");
    rsp_buf_free(&r.text);
    t->bad = status == RSP_MALFORMED;
    if (status != RSP_OK)
        return status;
    if (t->num > 0)
        qsort(t->registers, t->num, sizeof *t->registers, compare_numbers);
    for (size_t i = 0; i < t->num; i++) {
        if (!t->has_offsets)
            t->registers[i].offset = t->g_bytes;
        t->g_bytes += t->registers[i].bits / 8;
    }
    return t->arena.status;
}

void rsp_tdesc_free(rsp_tdesc *t) {
    rsp_mem_free(t->arena.mem, t->registers);
    const rsp_mem *mem = t->arena.mem;
    rsp_arena_free(&t->arena);
    *t = (rsp_tdesc){.arena = {.mem = mem}};
}

const rsp_tdesc_register *rsp_tdesc_by_number(const rsp_tdesc *t, uint64_t number) {
    for (size_t i = 0; i < t->num; i++) {
        if (t->registers[i].number == number)
            return &t->registers[i];
    }
    return NULL;
}

/* What has a role on most architectures has another one on some: r1 is the stack pointer, but not on MIPS. */
static const char *name_of_role(const rsp_tdesc *t, const char *name, const char *candidate) {
    static const struct {
        const char *arch;
        const char *role;
        const char *instead_of;
        const char *name;
    } rows[] = {
        {"mips", "sp", "r1", "r29"},       {"mips64", "sp", "r1", "r29"},       {"s390", "sp", "r1", "r15"},
        {"loongarch64", "sp", "r1", "r3"}, {"loongarch64", "fp", "r11", "r22"}, {"s390", "pc", "pc", "pswa"},
    };
    const char *arch = t->architecture ? rsp_arch_name(t->architecture) : "";
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        if (strcmp(arch, rows[i].arch) == 0 && strcmp(name, rows[i].role) == 0 &&
            strcmp(candidate, rows[i].instead_of) == 0)
            return rows[i].name;
    return candidate;
}

const rsp_tdesc_register *rsp_tdesc_find(const rsp_tdesc *t, const char *name) {
    static const struct {
        const char *role;
        const char *names[7];
    } roles[] = {
        {"pc", {"pc", "rip", "eip", "PC", "nip", "npc", NULL}},
        {"sp", {"sp", "rsp", "esp", "SP", "r1", NULL}},
        {"fp", {"fp", "rbp", "ebp", "x29", "r11", NULL}},
    };
    /* A role goes before a name: LLDB's x86-64 has a 16-bit "sp" beside rsp. */
    for (size_t i = 0; i < t->num; i++) {
        if (*t->registers[i].generic && strcmp(t->registers[i].generic, name) == 0)
            return &t->registers[i];
    }
    for (size_t i = 0; i < t->num; i++) {
        const rsp_tdesc_register *r = &t->registers[i];
        if (strcmp(r->name, name) == 0 || (*r->alt_name && strcmp(r->alt_name, name) == 0))
            return r;
    }
    for (size_t k = 0; k < RSP_ARRAY_LEN(roles); k++) {
        for (size_t j = 0; strcmp(roles[k].role, name) == 0 && roles[k].names[j]; j++) {
            for (size_t i = 0; i < t->num; i++) {
                if (strcmp(t->registers[i].name, name_of_role(t, name, roles[k].names[j])) == 0)
                    return &t->registers[i];
            }
        }
    }
    return NULL;
}

typedef struct arch_row {
    const char *prefix; /* of an architecture or a triple */
    const char *name;
    unsigned address_bytes;
    unsigned bp_kind;
    bool big_endian;
} arch_row;

static const arch_row arches[] = {
    {"riscv:rv64", "riscv64", 8, 4, false},
    {"riscv64", "riscv64", 8, 4, false},
    {"riscv:rv32", "riscv32", 4, 4, false},
    {"riscv32", "riscv32", 4, 4, false},
    {"riscv", "riscv64", 8, 4, false},
    {"i386:x86-64", "x86-64", 8, 1, false},
    {"x86_64", "x86-64", 8, 1, false},
    {"x86-64", "x86-64", 8, 1, false},
    {"i386", "i386", 4, 1, false},
    {"aarch64", "aarch64", 8, 4, false},
    {"arm", "arm", 4, 4, false},
    {"avr", "avr", 2, 2, false},
    {"m68k", "m68k", 4, 2, true},
    {"mips64", "mips64", 8, 4, true}, /* not mips:isa64, whose addresses have 32 bits for GDB */
    {"mips", "mips", 4, 4, true},
    {"powerpc:common64", "powerpc64", 8, 4, true},
    {"powerpc:620", "powerpc64", 8, 4, true},
    {"powerpc:630", "powerpc64", 8, 4, true},
    {"powerpc:a35", "powerpc64", 8, 4, true},
    {"powerpc:rs64", "powerpc64", 8, 4, true},
    {"powerpc:e500mc64", "powerpc64", 8, 4, true},
    {"powerpc:e5500", "powerpc64", 8, 4, true},
    {"powerpc:e6500", "powerpc64", 8, 4, true},
    {"powerpc64", "powerpc64", 8, 4, true},
    {"ppc64", "powerpc64", 8, 4, true},
    {"powerpc", "powerpc", 4, 4, true},
    {"msp430", "msp430", 2, 2, false},
    {"sparc:v9", "sparc64", 8, 4, true},
    {"sparc64", "sparc64", 8, 4, true},
    {"sparc", "sparc", 4, 4, true},
    {"sh", "sh", 4, 2, false},
    {"s390", "s390", 8, 2, true},
    {"or1k", "or1k", 4, 4, true},
    {"loongarch64", "loongarch64", 8, 4, false},
    {"loongarch", "loongarch64", 8, 4, false},
    {"xtensa", "xtensa", 4, 2, false},
};

static const arch_row *find_arch(const char *text) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(arches); i++) {
        if (strncmp(text, arches[i].prefix, strlen(arches[i].prefix)) == 0)
            return &arches[i];
    }
    return NULL;
}

const char *rsp_arch_name(const char *text) {
    const arch_row *row = find_arch(text);
    return row ? row->name : text;
}

/* Where a feature is of both, the first register tells: narrow, wide. One of 8 bits is AVR's: QEMU names its
 * registers by RISC-V's feature. */
typedef struct feature_row {
    const char *prefix; /* of a feature */
    const char *narrow, *wide;
} feature_row;

const char *rsp_arch_described(const rsp_tdesc *t) {
    static const feature_row rows[] = {
        {"org.gnu.gdb.m68k.", "m68k", "m68k"},          {"org.gnu.gdb.coldfire.", "m68k", "m68k"},
        {"org.gnu.gdb.fido.", "m68k", "m68k"},          {"org.gnu.gdb.arm.", "arm", "arm"},
        {"org.gnu.gdb.mips.", "mips", "mips64"},        {"org.gnu.gdb.power.", "powerpc", "powerpc64"},
        {"org.gnu.gdb.sparc.", "sparc", "sparc64"},     {"org.gnu.gdb.s390.", "s390", "s390"},
        {"org.gnu.gdb.i386.", "i386", "x86-64"},        {"org.gnu.gdb.riscv.", "riscv32", "riscv64"},
        {"org.gnu.gdb.aarch64.", "aarch64", "aarch64"}, {"org.gnu.gdb.or1k.", "or1k", "or1k"},
    };
    const unsigned bits = t->num > 0 ? t->registers[0].bits : 0;
    if (t->architecture && *t->architecture)
        return rsp_arch_name(t->architecture);
    if (bits == 8 && (rsp_tdesc_find(t, "sreg") || rsp_tdesc_find(t, "SREG")))
        return "avr";
    for (size_t i = 0; t->feature && (bits == 32 || bits == 64) && i < RSP_ARRAY_LEN(rows); i++)
        if (strncmp(t->feature, rows[i].prefix, strlen(rows[i].prefix)) == 0)
            return bits > 32 ? rows[i].wide : rows[i].narrow;
    return "";
}

bool rsp_arch_big_endian(const char *arch) {
    const arch_row *row = find_arch(arch);
    return row && row->big_endian;
}

unsigned rsp_arch_address_bytes(const char *arch) {
    const arch_row *row = find_arch(arch);
    return row ? row->address_bytes : 8;
}

uint64_t rsp_arch_address_mask(const char *arch) {
    static const char *const narrow[] = {"riscv32", "i386",    "arm",   "mips", "avr",  "msp430",
                                         "m68k",    "powerpc", "sparc", "sh",   "or1k", "xtensa"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(narrow); i++) {
        if (strcmp(rsp_arch_name(arch), narrow[i]) == 0)
            return UINT32_MAX;
    }
    return UINT64_MAX;
}

enum { AVR_DATA = 0x800000, AVR_DEVICES = 0x200 };

static bool is_avr(const char *arch) {
    return arch && strcmp(rsp_arch_name(arch), "avr") == 0;
}

uint64_t rsp_arch_stack_address(const char *arch, uint64_t sp) {
    return is_avr(arch) && sp < AVR_DATA ? sp + AVR_DATA : sp;
}

bool rsp_arch_has_devices_at(const char *arch, uint64_t address) {
    return is_avr(arch) && address >= AVR_DATA && address < AVR_DATA + AVR_DEVICES;
}

uint64_t rsp_arch_address_widened(const char *arch, uint64_t address, unsigned bytes) {
    const uint64_t sign = UINT64_C(1) << 31;
    const bool extends = bytes == 8 && strcmp(rsp_arch_name(arch), "mips") == 0 &&
                         rsp_arch_address_mask(arch) == UINT32_MAX && (address & sign) != 0;
    return extends ? address | ~(uint64_t)UINT32_MAX : address;
}

unsigned rsp_arch_bp_kind(const char *arch) {
    const arch_row *row = find_arch(arch);
    return row ? row->bp_kind : 0;
}
