/* Names and formats come from the interpreter's rows, and immediates from its decoder, so that what is shown
 * is what is executed. Names of floating-point instructions get their width, as assemblers write it. See
 * disassemble.h. */
/* SPDX-License-Identifier: MIT */
#include "machine/disassemble.h"

#include "code.h"
#include "compressed.h"
#include "ops.h"

#include <ctype.h>
#include <inttypes.h>

enum { NAME_MAX_BYTES = 24 };

/* How operands are written. */
typedef enum form {
    FORM_NONE,
    FORM_R,
    FORM_I,
    FORM_LOAD,
    FORM_STORE,
    FORM_B,
    FORM_U,
    FORM_J,
    FORM_A,
    FORM_CSR,
    FORM_FF,
    FORM_FX,
    FORM_XF,
    FORM_FI,
    FORM_FS,
} form;

/* One instruction. */
typedef struct shown_row {
    const char *name;
    uint32_t match;
    uint32_t mask;
    form form;
} shown_row;

/* Loads have the format of additions, and are written otherwise. */
#define FORM_S FORM_STORE
#define SHOWN(name_, form_, match_, mask_, ...) \
    {.name = #name_, .match = match_, .mask = mask_, .form = FORM_##form_},
#define SHOWN_B(name_, match_, ...) {.name = #name_, .match = match_, .mask = 0x707f, .form = FORM_B},
#define SHOWN_LOAD(name_, match_, ...) {.name = #name_, .match = match_, .mask = 0x707f, .form = FORM_LOAD},
#define SHOWN_STORE(name_, match_, ...) {.name = #name_, .match = match_, .mask = 0x707f, .form = FORM_STORE},
#define SHOWN_AMO(name_, match_, ...) {.name = #name_, .match = match_, .mask = 0xf800607f, .form = FORM_A},
#define SHOWN_FLOAT_MEMORY(name_, as, form_, match_) \
    {.name = #name_, .match = match_, .mask = 0x707f, .form = FORM_##form_},
#define SHOWN_CSR(name_, match_) {.name = #name_, .match = match_, .mask = 0x707f, .form = FORM_CSR},

#define SHOWN_OTHER(name_, form_, match_, mask_) SHOWN(name_, form_, match_, mask_, )

static const shown_row rows[] = {ALU_OPS(SHOWN) BRANCH_OPS(SHOWN_B) LOAD_OPS(SHOWN_LOAD)
                                     STORE_OPS(SHOWN_STORE) AMO_OPS(SHOWN_AMO) FLOAT_OPS(SHOWN)
                                         FLOAT_MEMORY_OPS(SHOWN_FLOAT_MEMORY) CSR_OPS(SHOWN_CSR)
                                             JUMP_OPS(SHOWN_OTHER) OTHER_OPS(SHOWN_OTHER)};

static const shown_row *find_row(uint32_t word) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        if ((word & rows[i].mask) == rows[i].match)
            return &rows[i];
    return NULL;
}

/* --- words ------------------------------------------------------------------------------------------------
 */

static const char *general(uint32_t number) {
    static const char *const names[] = {"zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
                                        "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
                                        "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};
    return names[number & 31];
}

static const char *floating(uint32_t number) {
    static const char *const names[] = {"ft0", "ft1", "ft2",  "ft3",  "ft4", "ft5", "ft6",  "ft7",
                                        "fs0", "fs1", "fa0",  "fa1",  "fa2", "fa3", "fa4",  "fa5",
                                        "fa6", "fa7", "fs2",  "fs3",  "fs4", "fs5", "fs6",  "fs7",
                                        "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11"};
    return names[number & 31];
}

static uint32_t rd(uint32_t word) {
    return word >> 7 & 31;
}

static uint32_t rs1(uint32_t word) {
    return word >> 15 & 31;
}

static uint32_t rs2(uint32_t word) {
    return word >> 20 & 31;
}

static bool is_float(form of) {
    return of == FORM_FF || of == FORM_FX || of == FORM_XF;
}

/* "FCVT_F_W" is fcvt.d.w, "FADD" fadd.d: bit 25 says which width. "AMOADD" is amoadd.w: bit 12 does. */
static void append_name(rsp_buf *out, const shown_row *row, uint32_t word) {
    char name[NAME_MAX_BYTES];
    bool wide = word >> 25 & 1;
    bool moves = strncmp(row->name, "FMV", 3) == 0;
    bool has_width = strstr(row->name, "_S_D") || strstr(row->name, "_D_S");
    size_t len = 0;
    for (; row->name[len] && len + 1 < sizeof name; len++) {
        name[len] = row->name[len] == '_' ? '.' : (char)tolower((unsigned char)row->name[len]);
        if (len > 0 && name[len - 1] == '.' && name[len] == 'f' && is_float(row->form)) {
            name[len] = wide ? 'd' : moves ? 'w' : 's';
            has_width = true;
        }
    }
    name[len] = 0;
    rsp_buf_str(out, name);
    if (is_float(row->form) && !has_width)
        rsp_buf_str(out, wide ? ".d" : ".s");
    if (row->form == FORM_A)
        rsp_buf_str(out, word >> 12 & 1 ? ".d" : ".w");
}

/* --- operands ---------------------------------------------------------------------------------------------
 */

static bool has_third(uint32_t word) {
    return (word & 0x73) == 0x43;
}

/* Square roots, conversions and the like have one operand. */
static bool has_second(const shown_row *row) {
    return (row->mask & 0x01f00000) == 0;
}

static void append_float(rsp_buf *out, const shown_row *row, uint32_t word) {
    const char *to = row->form == FORM_XF ? general(rd(word)) : floating(rd(word));
    const char *from = row->form == FORM_FX ? general(rs1(word)) : floating(rs1(word));
    rsp_buf_printf(out, " %s, %s", to, from);
    if (has_second(row))
        rsp_buf_printf(out, ", %s", floating(rs2(word)));
    if (has_third(word))
        rsp_buf_printf(out, ", %s", floating(word >> 27));
}

static void append_atomic(rsp_buf *out, const shown_row *row, uint32_t word) {
    static const char *const orders[] = {"", ".rl", ".aq", ".aqrl"};
    rsp_buf_printf(out, "%s %s, ", orders[word >> 25 & 3], general(rd(word)));
    if (strcmp(row->name, "LR") != 0)
        rsp_buf_printf(out, "%s, ", general(rs2(word)));
    rsp_buf_printf(out, "(%s)", general(rs1(word)));
}

static void append_csr(rsp_buf *out, const shown_row *row, uint32_t word) {
    bool immediate = row->match >> 14 & 1;
    rsp_buf_printf(out, " %s, 0x%x, ", general(rd(word)), (unsigned)(word >> 20));
    if (immediate)
        rsp_buf_printf(out, "%u", (unsigned)rs1(word));
    else
        rsp_buf_str(out, general(rs1(word)));
}

static bool is_shift(const shown_row *row) {
    return row->form == FORM_I && (row->mask >> 26 != 0);
}

static void append_operands(rsp_buf *out, uint64_t address, const shown_row *row, uint32_t word) {
    const insn decoded = code_decode(word);
    switch (row->form) {
    case FORM_NONE:
        return;
    case FORM_R:
        rsp_buf_printf(out, " %s, %s, %s", general(rd(word)), general(rs1(word)), general(rs2(word)));
        return;
    case FORM_I:
        rsp_buf_printf(out, " %s, %s, %d", general(rd(word)), general(rs1(word)),
                       is_shift(row) ? decoded.imm & 63 : decoded.imm);
        return;
    case FORM_LOAD:
        rsp_buf_printf(out, " %s, %d(%s)", general(rd(word)), decoded.imm, general(rs1(word)));
        return;
    case FORM_STORE:
        rsp_buf_printf(out, " %s, %d(%s)", general(rs2(word)), decoded.imm, general(rs1(word)));
        return;
    case FORM_FI:
        rsp_buf_printf(out, " %s, %d(%s)", floating(rd(word)), decoded.imm, general(rs1(word)));
        return;
    case FORM_FS:
        rsp_buf_printf(out, " %s, %d(%s)", floating(rs2(word)), decoded.imm, general(rs1(word)));
        return;
    case FORM_B:
        rsp_buf_printf(out, " %s, %s, 0x%" PRIx64, general(rs1(word)), general(rs2(word)),
                       address + (uint64_t)(int64_t)decoded.imm);
        return;
    case FORM_U:
        rsp_buf_printf(out, " %s, 0x%x", general(rd(word)), (unsigned)(word >> 12));
        return;
    case FORM_J:
        rsp_buf_printf(out, " %s, 0x%" PRIx64, general(rd(word)), address + (uint64_t)(int64_t)decoded.wide);
        return;
    case FORM_A:
        append_atomic(out, row, word);
        return;
    case FORM_CSR:
        append_csr(out, row, word);
        return;
    case FORM_FF:
    case FORM_FX:
    case FORM_XF:
        append_float(out, row, word);
        return;
    }
}

/* The short names that listings have for the commonest ones. */
static bool append_short(rsp_buf *out, uint64_t address, uint32_t word) {
    const insn decoded = code_decode(word);
    bool adds = (word & 0x707f) == 0x13;
    if (word == 0x13)
        rsp_buf_str(out, "nop");
    else if (word == 0x8067)
        rsp_buf_str(out, "ret");
    else if (adds && rs1(word) == 0)
        rsp_buf_printf(out, "li %s, %d", general(rd(word)), decoded.imm);
    else if (adds && decoded.imm == 0)
        rsp_buf_printf(out, "mv %s, %s", general(rd(word)), general(rs1(word)));
    else if ((word & 0xfff) == 0x6f)
        rsp_buf_printf(out, "j 0x%" PRIx64, address + (uint64_t)(int64_t)decoded.wide);
    else if ((word & 0xfff07fff) == 0x67)
        rsp_buf_printf(out, "jr %s", general(rs1(word)));
    else
        return false;
    return true;
}

size_t rsp_machine_instruction_bytes(rsp_bytes code) {
    if (code.len == 0)
        return 0;
    return is_compressed(code.ptr[0]) ? 2 : 4;
}

bool rsp_machine_disassemble(rsp_buf *out, uint64_t address, rsp_bytes code) {
    size_t len = rsp_machine_instruction_bytes(code);
    uint32_t word = 0;
    if (len == 0 || code.len < len)
        return false;
    for (size_t i = len; i-- > 0;)
        word = word << 8 | code.ptr[i];
    if (len == 2)
        word = compressed_expand((uint16_t)word);
    const shown_row *row = find_row(word);
    if (!row)
        return false;
    if (append_short(out, address, word))
        return true;
    append_name(out, row, word);
    append_operands(out, address, row, word);
    return true;
}
