/* A target description: registers with number, size and place in the g block, and the architecture.
 * Read from target.xml with its includes; the caller fetches the documents.
 * Source: GDB manual, Target Descriptions. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TDESC_H
#define RSP_TDESC_H

#include "core/arena.h"
#include <stdbool.h>

/* A register of a description. Texts live as long as the description; "" where nothing is said. */
typedef struct rsp_tdesc_register {
    const char *name;
    const char *alt_name; /* LLDB's altname; "" */
    const char *generic;  /* LLDB's generic: "pc", "sp"; "" */
    uint32_t number;
    uint32_t bits;
    uint32_t offset; /* in the g block */
} rsp_tdesc_register;

/* A target description. All-zero is an empty one. */
typedef struct rsp_tdesc {
    rsp_arena arena;
    const char *architecture;      /* as it stands: "riscv:rv64"; "" */
    const char *feature;           /* the first one's name: "org.gnu.gdb.m68k.core"; "" */
    rsp_tdesc_register *registers; /* in order of number */
    size_t num;
    size_t cap;
    uint32_t g_bytes;
    bool bad;         /* a document was not well-formed */
    bool has_offsets; /* the description says where registers are in g */
} rsp_tdesc;

/* Appends the document of that annex; false when there is none. */
typedef bool rsp_tdesc_fetch(void *ctx, const char *annex, rsp_buf *out);

/* Reads target.xml through `fetch`. RSP_OK, RSP_NOT_FOUND, RSP_MALFORMED, RSP_NO_MEMORY;
 * RSP_LIMIT beyond RSP_LIMIT_REGISTERS, or RSP_LIMIT_TDESC_DOCUMENTS documents: includes that include. */
rsp_status rsp_tdesc_read(rsp_tdesc *t, rsp_tdesc_fetch *fetch, void *ctx) RSP_MUST_USE;

/* Frees it; it can be read anew. NULL is fine. */
void rsp_tdesc_free(rsp_tdesc *t);

/* By name, alternative name, or role (pc, sp, fp); NULL for none. */
const rsp_tdesc_register *rsp_tdesc_find(const rsp_tdesc *t, const char *name);

/* The register with this number; NULL for none. */
const rsp_tdesc_register *rsp_tdesc_by_number(const rsp_tdesc *t, uint64_t number);

/* "riscv64", "x86-64", "aarch64", ... for an architecture as descriptions and LLDB triples name it; the text
 * itself when it is not known. */
const char *rsp_arch_name(const char *text);

/* That of a description, as rsp_arch_name has it: by its architecture, else by the name of its first feature.
 * "" where neither tells. Source: GDB manual, Standard Target Features. */
const char *rsp_arch_described(const rsp_tdesc *t);

/* Whether such an architecture is big-endian. */
bool rsp_arch_big_endian(const char *arch);

/* The size of its addresses in bytes. */
unsigned rsp_arch_address_bytes(const char *arch);
unsigned rsp_arch_bp_kind(const char *arch); /* 0: unknown */

/* The bits of a register that are an address, as GDB sends it where no file says more: a MIPS register of 64
 * bits holds a sign-extended address of 32. All bits where nothing is known. */
uint64_t rsp_arch_address_mask(const char *arch);

/* Where the stack is, as GDB asks for it: AVR's data is at 0x800000, which sp does not hold. */
uint64_t rsp_arch_stack_address(const char *arch, uint64_t sp);

/* Whether devices are at `address`, so that what is written need not be there afterwards: the registers and
 * I/O that AVR's data begins with, up to 0x1ff in its largest parts. */
bool rsp_arch_has_devices_at(const char *arch, uint64_t address);

/* An address as a register of `bytes` bytes holds it: sign-extended on MIPS. */
uint64_t rsp_arch_address_widened(const char *arch, uint64_t address, unsigned bytes);

#endif
