/* The guests: programs in the machines' own code that are loaded into a target which has none of ours.
 * The same functions and data on each architecture, see corpora/guests/README.md.
 * Images are position-independent; what is told of them are offsets. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_GUEST_H
#define RSP_GUEST_H

#include <rsp/bytes.h>
#include <stdbool.h>

RSP_BEGIN_DECLS

/* The largest image, in bytes. */
enum { RSP_GUEST_IMAGE_MOST = 2048 };

/* The symbol of the memory behind a guest that is loaded, which no image has. */
#define RSP_GUEST_SCRATCH "scratch"

/* A function or a variable: where it is in the image, and its bytes; those of a function go up to the next
 * one. */
typedef struct rsp_guest_symbol {
    const char *name;
    uint32_t offset;
    uint32_t size;
} rsp_guest_symbol;

/* In which mode of the processor a guest runs. */
typedef enum rsp_guest_mode {
    RSP_GUEST_ONLY, /* there are no others */
    RSP_GUEST_A32,
    RSP_GUEST_T32,
    RSP_GUEST_PROTECTED, /* i386, not in real mode */
    RSP_GUEST_LONG,      /* x86-64 */
    RSP_GUEST_BIG,       /* 64-bit PowerPC: the byte order is a mode */
    RSP_GUEST_LITTLE,
    RSP_GUEST_FLASH, /* AVR: code and data in two memories */
} rsp_guest_mode;

/* One guest. Static storage. */
typedef struct rsp_guest {
    const char *name;   /* "thumb" */
    const char *arch;   /* as rsp_arch_name has it: "arm" */
    const char *result; /* the register that has a function's value */
    rsp_guest_mode mode;
    bool big_endian;     /* its data */
    unsigned word_bytes; /* of a register, and of its counters */
    rsp_bytes image;
    uint64_t data_at; /* where its data must be, which code can not be in; 0: behind the code */
    const rsp_guest_symbol *symbols; /* by their offsets */
    size_t num_symbols;
} rsp_guest;

/* All guests in turn; NULL behind the last. */
const rsp_guest *rsp_guest_at(size_t index);

/* The guests for an architecture as rsp_arch_name has it, in turn; NULL behind the last. */
const rsp_guest *rsp_guest_for(const char *arch, bool big_endian, size_t index);

/* Where data begins in the image; the image's size where code and data are one piece. */
size_t rsp_guest_code_bytes(const rsp_guest *guest);

/* NULL: it has no such symbol. */
const rsp_guest_symbol *rsp_guest_find(const rsp_guest *guest, const char *name);

/* The function that does in a guest what a program of ours does: "main_spin" for "spin". NULL: no guest does
 * that. */
const char *rsp_guest_entry(const char *program);

/* Whether that program runs into an instruction that only an operating system or a handler survives. */
bool rsp_guest_traps(const char *program);

RSP_END_DECLS

#endif
