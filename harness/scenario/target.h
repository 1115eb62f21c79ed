/* A target description: registers with number, size and place in the g block, and the architecture.
 * Read from target.xml with its includes; the caller fetches the documents.
 * Source: GDB manual, Target Descriptions. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_TARGET_H
#define RSP_SCENARIO_TARGET_H

#include <rsp/arena.h>
#include <stdbool.h>

typedef struct target_register {
    const char *name;
    const char *alt_name; /* LLDB's altname; "" */
    const char *generic;  /* LLDB's generic: "pc", "sp"; "" */
    uint32_t number;
    uint32_t bits;
    uint32_t offset; /* in the g block */
} target_register;

typedef struct target {
    rsp_arena arena;
    const char *architecture;   /* as it stands: "riscv:rv64"; "" */
    target_register *registers; /* in order of number */
    size_t num;
    size_t cap;
    uint32_t g_bytes;
    bool bad;         /* a document was not well-formed */
    bool has_offsets; /* the description says where registers are in g */
} target;

/* Appends the document of that annex; false when there is none. */
typedef bool target_fetch(void *ctx, const char *annex, rsp_buf *out);

/* Reads target.xml through `fetch`. RSP_OK, RSP_NOT_FOUND, RSP_MALFORMED, RSP_LIMIT, RSP_NO_MEMORY. */
rsp_status target_read(target *t, target_fetch *fetch, void *ctx) RSP_MUST_USE;
void target_free(target *t);

/* By name, alternative name, or role (pc, sp, fp); NULL for none. */
const target_register *target_find(const target *t, const char *name);
const target_register *target_by_number(const target *t, uint64_t number);

/* "riscv64", "x86-64", "aarch64", ... for an architecture as descriptions and LLDB triples name it; the text
 * itself when it is not known. */
const char *target_arch_name(const char *text);
bool target_big_endian(const char *arch);
unsigned target_address_bytes(const char *arch);
unsigned target_bp_kind(const char *arch); /* 0: unknown */

#endif
