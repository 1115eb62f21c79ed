/* Decoding of instructions into slots, and the breakpoints that replace them there.
 * Memory itself never holds a breakpoint: a marked slot leaves the interpreter, and what it stands for
 * is decoded again to execute it. */
/* SPDX-License-Identifier: MIT */
#include "code.h"

#include "compressed.h"
#include "little_endian.h"
#include "ops.h"
#include "probe.h"
#include "region.h"

#include "core/limits.h"
#include "core/mem.h"
#include <string.h>

typedef enum format {
    FORMAT_NONE,
    FORMAT_R,
    FORMAT_A,
    FORMAT_I,
    FORMAT_S,
    FORMAT_B,
    FORMAT_U,
    FORMAT_J,
    FORMAT_FF, /* a floating-point instruction, from these to these registers */
    FORMAT_FX, /* from integers */
    FORMAT_XF, /* to integers */
    FORMAT_FI, /* loads of floating-point registers */
    FORMAT_FS, /* stores of them */
} format;

typedef struct encoding {
    uint32_t match;
    uint32_t mask;
    uint16_t op;
    uint8_t format;
} encoding;

#define ROW(name, format_, match_, mask_, ...) \
    {.match = match_, .mask = mask_, .op = OP_##name, .format = FORMAT_##format_},
#define ROW_B(name, match_, ...) {.match = match_, .mask = 0x707f, .op = OP_##name, .format = FORMAT_B},
#define ROW_I(name, match_, ...) {.match = match_, .mask = 0x707f, .op = OP_##name, .format = FORMAT_I},
#define ROW_S(name, match_, ...) {.match = match_, .mask = 0x707f, .op = OP_##name, .format = FORMAT_S},
#define ROW_AMO(name, match_, ...) {.match = match_, .mask = 0xf800607f, .op = OP_##name, .format = FORMAT_A},
#define ROW_CSR(name, match_) {.match = match_, .mask = 0x707f, .op = OP_##name, .format = FORMAT_I},
#define ROW_FLOAT_MEMORY(name, as, format_, match_) \
    {.match = match_, .mask = 0x707f, .op = OP_##as, .format = FORMAT_##format_},
#define ROW_OTHER(name, format_, match_, mask_) ROW(name, format_, match_, mask_, )

static const encoding alu[] = {ALU_OPS(ROW)};
static const encoding branches[] = {BRANCH_OPS(ROW_B)};
static const encoding loads[] = {LOAD_OPS(ROW_I)};
static const encoding stores[] = {STORE_OPS(ROW_S)};
static const encoding amos[] = {AMO_OPS(ROW_AMO)};
static const encoding floats[] = {FLOAT_OPS(ROW)};
static const encoding float_memory[] = {FLOAT_MEMORY_OPS(ROW_FLOAT_MEMORY)};
static const encoding csrs[] = {CSR_OPS(ROW_CSR)};
static const encoding jumps[] = {JUMP_OPS(ROW_OTHER)};
static const encoding others[] = {OTHER_OPS(ROW_OTHER)};

static const encoding *search(const encoding *list, size_t num, uint32_t word) {
    for (size_t i = 0; i < num; i++)
        if ((word & list[i].mask) == list[i].match)
            return &list[i];
    return NULL;
}
#define SEARCH(list) search(list, RSP_ARRAY_LEN(list), word)

/* The major opcode says which list a word can be in; FENCE.I has that of an ALU row, LR and SC that of the
 * AMOs, ECALL and EBREAK that of the status registers. */
static const encoding *find_encoding(uint32_t word) {
    const encoding *found = NULL;
    switch (word & 0x7f) {
    case 0x63:
        return SEARCH(branches);
    case 0x03:
        return SEARCH(loads);
    case 0x23:
        return SEARCH(stores);
    case 0x07:
    case 0x27:
        return SEARCH(float_memory);
    case 0x43:
    case 0x47:
    case 0x4b:
    case 0x4f:
    case 0x53:
        return SEARCH(floats);
    case 0x67:
    case 0x6f:
        return SEARCH(jumps);
    case 0x73:
        found = SEARCH(csrs);
        break;
    case 0x2f:
        found = SEARCH(amos);
        break;
    default:
        found = SEARCH(alu);
        break;
    }
    return found ? found : SEARCH(others);
}

static int32_t bits(uint32_t word, unsigned from, unsigned num, unsigned to) {
    return (int32_t)((word >> from & ((1U << num) - 1)) << to);
}

/* Of floating-point instructions: which format, and how it rounds, where that is in the word. */
static int32_t float_options(const encoding *e, uint32_t word) {
    int32_t rounding = e->mask & 0x7000 ? 0 : bits(word, 12, 3, 0);
    return rounding | (word >> 25 & 1 ? FLOAT_DOUBLE : 0);
}

/* The immediate of each format; the sign is bit 31 of the word. */
static int32_t immediate(const encoding *e, uint32_t word) {
    int32_t sign = word >> 31 ? -1 : 0;
    switch ((format)e->format) {
    case FORMAT_I:
    case FORMAT_FI:
        return sign * 2048 | bits(word, 20, 11, 0);
    case FORMAT_S:
    case FORMAT_FS:
        return sign * 2048 | bits(word, 25, 6, 5) | bits(word, 7, 5, 0);
    case FORMAT_B:
        return sign * 4096 | bits(word, 7, 1, 11) | bits(word, 25, 6, 5) | bits(word, 8, 4, 1);
    case FORMAT_U:
        return (int32_t)(word & 0xfffff000);
    case FORMAT_J:
        return sign * 1048576 | bits(word, 12, 8, 12) | bits(word, 20, 1, 11) | bits(word, 21, 10, 1);
    case FORMAT_A:
        return word >> 12 & 1 ? 8 : 4;
    case FORMAT_FF:
    case FORMAT_FX:
    case FORMAT_XF:
        return float_options(e, word);
    case FORMAT_NONE:
    case FORMAT_R:
        break;
    }
    return 0;
}

static bool is_wide(const encoding *e) {
    return e->format == FORMAT_U || e->format == FORMAT_J;
}

/* Which operands are floating-point registers: a bit for rd, rs1 and rs2. */
enum { F_RD = 1, F_RS1 = 2, F_RS2 = 4 };
static unsigned float_operands(const encoding *e) {
    static const uint8_t sets[] = {[FORMAT_FF] = F_RD | F_RS1 | F_RS2,
                                   [FORMAT_FX] = F_RD,
                                   [FORMAT_XF] = F_RS1 | F_RS2,
                                   [FORMAT_FI] = F_RD,
                                   [FORMAT_FS] = F_RS2};
    return sets[e->format];
}

static uint8_t register_at(uint32_t word, unsigned from, bool is_float) {
    return (uint8_t)((word >> from & 31) + (is_float ? RSP_REG_F0 : 0));
}

static uint8_t destination(const encoding *e, uint32_t word) {
    if (e->format == FORMAT_B || e->format == FORMAT_S || e->format == FORMAT_FS || e->format == FORMAT_NONE)
        return REG_SINK;
    uint8_t rd = register_at(word, 7, float_operands(e) & F_RD);
    return rd ? rd : REG_SINK;
}

insn code_decode(uint32_t word) {
    bool is_short = is_compressed(word);
    if (is_short)
        word = compressed_expand((uint16_t)word);
    const encoding *e = find_encoding(word);
    if (!e)
        return (insn){.op = OP_ILLEGAL, .rd = REG_SINK};
    insn out = {.op = e->op, .rd = destination(e, word)};
    if (is_short && e->op != OP_EBREAK)
        out.op += OP_TO_SHORT;
    if (is_wide(e)) {
        out.wide = immediate(e, word);
    } else {
        out.rs1 = register_at(word, 15, float_operands(e) & F_RS1);
        out.rs2 = register_at(word, 20, float_operands(e) & F_RS2);
        out.rs3 = register_at(word, 27, true);
        out.imm = (int16_t)immediate(e, word);
    }
    return out;
}

static size_t slot_of(uint64_t address) {
    return (size_t)(address & (PAGE_BYTES - 1)) / SLOT_BYTES;
}

bool break_test(const pte *entry, uint64_t address) {
    size_t slot = slot_of(address);
    return entry && entry->breaks && (entry->breaks->bits[slot / 32] >> (slot % 32) & 1);
}

static bool hw_break_test(const space *s, uint64_t address) {
    for (size_t i = 0; i < s->num_hw_breaks; i++)
        if (s->hw_breaks[i] == address)
            return true;
    return false;
}

/* The immediate of a branch or jump; false where there is none. */
static bool is_relative(const insn *i, int32_t *out_bytes) {
    switch (i->op) {
#define IS_BRANCH(name, ...) \
    case OP_##name:          \
    case OP_SHORT_##name:
        BRANCH_OPS(IS_BRANCH)
#undef IS_BRANCH
        *out_bytes = i->imm;
        return true;
    case OP_JAL:
    case OP_SHORT_JAL:
        *out_bytes = i->wide;
        return true;
    default:
        return false;
    }
}

/* An instruction in its slot: what leads to another slot of the page counts slots. */
static insn placed(insn i, size_t slot) {
    int32_t bytes = 0;
    if (!is_relative(&i, &bytes))
        return i;
    int32_t slots = bytes / SLOT_BYTES, to = (int32_t)slot + slots;
    if (to < 0 || to >= PAGE_SLOTS)
        return i;
    if (i.op == OP_JAL || i.op == OP_SHORT_JAL)
        i.wide = slots;
    else
        i.imm = (int16_t)slots;
    i.op += OP_TO_NEAR;
    return i;
}

void code_decode_slot(space *s, uint64_t address) {
    code_page *c = space_pte(s, address)->code;
    size_t slot = slot_of(address);
    const uint8_t *at = c->owner->page->bytes + slot * SLOT_BYTES;
    if (break_test(c->owner, address) || hw_break_test(s, address) ||
        probes_break_at(s->pool->probes, address))
        c->slots[slot] = (insn){.op = OP_BREAKPOINT, .rd = REG_SINK};
    else if (slot < PAGE_SLOTS - 1)
        c->slots[slot] = placed(code_decode((uint32_t)le_load(at, 4)), slot);
    else if (is_compressed(at[0]))
        c->slots[slot] = placed(code_decode((uint32_t)le_load(at, 2)), slot);
    else
        c->slots[slot] = (insn){.op = OP_STRADDLE, .rd = REG_SINK};
}

void code_drop(space *s, code_page *c) {
    c->link.next->prev = c->link.prev;
    c->link.prev->next = c->link.next;
    c->owner->code = NULL;
    space_forget(s, c->address);
    s->pool->num_codes--;
    rsp_mem_free(s->pool->page_mem, c);
}

void code_drop_all(space *s) {
    while (s->codes.next != &s->codes)
        code_drop(s, (code_page *)s->codes.next);
}

/* Beyond the limit a space replaces its own decoded pages, the oldest first. */
code_page *code_make(space *s, pte *entry, uint64_t address) {
    if (s->pool->num_codes >= RSP_LIMIT_MACHINE_CODE_PAGES && s->codes.next != &s->codes)
        code_drop(s, (code_page *)s->codes.next);
    code_page *c = rsp_mem_calloc(s->pool->page_mem, 1, sizeof *c);
    if (!c)
        return NULL;
    c->owner = entry;
    c->address = address;
    c->slots[PAGE_SLOTS] = (insn){.op = OP_NEXT_PAGE, .rd = REG_SINK};
    c->link = (code_link){.next = &s->codes, .prev = s->codes.prev};
    s->codes.prev->next = &c->link;
    s->codes.prev = &c->link;
    s->pool->num_codes++;
    entry->code = c;
    space_forget(s, address); /* stores to it must see that it has code now */
    return c;
}

/* The slots of these bytes are decoded anew when next executed, and the one before: it may be the first half
 * of an instruction. What straddles two pages is never kept. */
void code_forget(pte *entry, uint64_t address, size_t len) {
    if (!entry->code || len == 0)
        return;
    size_t first = (size_t)(address & (PAGE_BYTES - 1));
    size_t last = (first + len - 1) / SLOT_BYTES;
    size_t slot = slot_of(address);
    for (slot -= slot > 0; slot <= last && slot < PAGE_SLOTS; slot++)
        entry->code->slots[slot].op = OP_UNDECODED;
}

rsp_status break_insert(space *s, uint64_t address) {
    if (!space_region(s, address))
        return RSP_FAULT;
    pte *entry = space_pte_make(s, address);
    if (entry && !entry->breaks)
        entry->breaks = rsp_mem_calloc(s->pool->mem, 1, sizeof *entry->breaks);
    if (!entry || !entry->breaks)
        return RSP_NO_MEMORY;
    if (break_test(entry, address))
        return RSP_OK;
    size_t slot = slot_of(address);
    entry->breaks->bits[slot / 32] |= 1U << (slot % 32);
    entry->breaks->num++;
    s->num_breaks++;
    code_forget(entry, address, SLOT_BYTES);
    return RSP_OK;
}

rsp_status break_remove(space *s, uint64_t address) {
    pte *entry = space_pte(s, address);
    if (!break_test(entry, address))
        return RSP_NOT_FOUND;
    size_t slot = slot_of(address);
    entry->breaks->bits[slot / 32] &= ~(1U << (slot % 32));
    s->num_breaks--;
    code_forget(entry, address, SLOT_BYTES);
    entry->breaks->num--; /* the bits stay for the next one: debuggers remove and insert all the time */
    return RSP_OK;
}

typedef rsp_status break_fn(space *s, pte *entry, uint64_t address);

/* Goes over all entries with breakpoints; `other` may be another space than the one walked. */
static rsp_status each_break_page(const space *s, space *other, break_fn *fn) {
    for (pte_leaf *leaf = s->leaves; leaf; leaf = leaf->next) {
        for (size_t i = 0; i < RSP_ARRAY_LEN(leaf->entries); i++) {
            pte *entry = &leaf->entries[i];
            rsp_status status = entry->breaks ? fn(other, entry, leaf->address + i * PAGE_BYTES) : RSP_OK;
            if (status)
                return status;
        }
    }
    return RSP_OK;
}

static rsp_status clear_page(space *s, pte *entry, uint64_t address) {
    s->num_breaks -= entry->breaks->num;
    rsp_mem_free(s->pool->mem, entry->breaks);
    entry->breaks = NULL;
    code_forget(entry, address, PAGE_BYTES);
    return RSP_OK;
}

void break_remove_all(space *s) {
    if (s->num_breaks)
        (void)each_break_page(s, s, clear_page);
}

static rsp_status copy_page(space *to, pte *from, uint64_t address) {
    pte *entry = space_pte_make(to, address);
    breaks *copy = entry ? rsp_mem_alloc(to->pool->mem, sizeof *copy) : NULL;
    if (!copy)
        return RSP_NO_MEMORY;
    *copy = *from->breaks;
    entry->breaks = copy;
    to->num_breaks += copy->num;
    code_forget(entry, address, PAGE_BYTES);
    return RSP_OK;
}

rsp_status break_copy_all(space *to, const space *from) {
    return from->num_breaks ? each_break_page(from, to, copy_page) : RSP_OK;
}

/* Room for one more first: a removal never fails. */
rsp_status hw_break_add(space *s, uint64_t address) {
    if (s->num_hw_breaks == s->cap_hw_breaks) {
        size_t cap = s->cap_hw_breaks * 2 + 4;
        uint64_t *grown = rsp_mem_realloc(s->pool->mem, s->hw_breaks, cap * sizeof *grown);
        if (!grown)
            return RSP_NO_MEMORY;
        s->hw_breaks = grown;
        s->cap_hw_breaks = cap;
    }
    s->hw_breaks[s->num_hw_breaks++] = address;
    pte *entry = space_pte(s, address);
    if (entry)
        code_forget(entry, address, SLOT_BYTES);
    return RSP_OK;
}

void hw_break_remove(space *s, uint64_t address) {
    for (size_t i = 0; i < s->num_hw_breaks; i++) {
        if (s->hw_breaks[i] != address)
            continue;
        s->hw_breaks[i] = s->hw_breaks[--s->num_hw_breaks];
        break;
    }
    pte *entry = space_pte(s, address);
    if (entry)
        code_forget(entry, address, SLOT_BYTES);
}
