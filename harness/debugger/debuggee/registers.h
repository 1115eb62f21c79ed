/* All registers of a stopped thread in one packet, by the stub's target description: what a debugger shows
 * needs more of them than the few that conditions look at. Where a stub has no description or no g, they are
 * read one by one. Source: GDB manual, Packets (g). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REGISTERS_H
#define RSP_REGISTERS_H

#include "codec/tdesc.h"
#include "condition/conditional.h"
#include <rsp/client.h>

RSP_BEGIN_DECLS

/* The registers of a program. All-zero but for the client is valid; to be freed. */
typedef struct rsp_registers {
    rsp_client *client;
    rsp_conditionals *breakpoints; /* NULL: no code of ours is in the program */
    rsp_tdesc description;
    bool asked;
} rsp_registers;

/* Frees the description. */
void rsp_registers_free(rsp_registers *registers);

/* The stub's description, asked for once; NULL: it has none of use, or (`status`) asking was given up. */
const rsp_tdesc *rsp_registers_description(rsp_registers *registers, rsp_status *status);

/* The registers of one thread. */
typedef struct rsp_register_block {
    rsp_registers *registers;
    rsp_ptid thread;
    rsp_bytes digits; /* of g, in the arena; empty: one by one */
} rsp_register_block;

/* Reads them. RSP_OK also where there is no g: then they are read when they are asked for. */
rsp_status rsp_register_block_read(rsp_register_block *out, rsp_registers *registers, rsp_ptid thread,
                                   rsp_arena *arena) RSP_MUST_USE;

/* The bytes of a register, by the stub's number, in the target's order; at most `cap` are stored.
 * RSP_NOT_FOUND: the thread has no value for it; else what reading said. */
rsp_status rsp_register_block_get(const rsp_register_block *block, uint64_t number, uint8_t *out, size_t cap,
                                  size_t *out_len) RSP_MUST_USE;

RSP_END_DECLS

#endif
