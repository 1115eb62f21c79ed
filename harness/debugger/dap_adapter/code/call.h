/* Calls and returns among instructions: where a call leads, and which one ends at an address.
 * Instructions are decoded from a place where one surely begins, such as the start of a function.
 * Private to this room and those above it. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_CALL_H
#define RSP_DAP_ADAPTER_CALL_H

#include "code/machine_code.h"

/* A call. */
typedef struct machine_call {
    uint64_t address;
    size_t len;
    bool direct;     /* the code says where it leads */
    uint64_t target; /* direct */
} machine_call;

/* The calls in `code`, which lies at `address` and begins with an instruction; at most `cap`. Returns how
 * many were stored. */
size_t machine_calls(rsp_debug_machine machine, uint64_t address, rsp_bytes code, machine_call *out,
                     size_t cap);

/* The call that is the last instruction of `code`. False: the last one is none, or does not end there. */
bool machine_call_before(rsp_debug_machine machine, uint64_t address, rsp_bytes code, machine_call *out);

/* Whether the instruction that begins with these bytes returns from a function. */
bool machine_is_return(rsp_debug_machine machine, rsp_bytes code);

/* The address at which an entry of a procedure linkage table, which begins with these bytes, finds where it
 * jumps to. False: the bytes are no such entry. */
bool machine_linkage_slot(rsp_debug_machine machine, uint64_t address, rsp_bytes code, uint64_t *out);

#endif
