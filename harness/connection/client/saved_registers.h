/* All registers of a thread, to be put back: a thread that was used for something shows no trace of it.
 * They are digits of g for G, or a copy that the stub keeps.
 * Source: GDB manual, Packets (g, G); LLDB, GDB Remote Protocol Extensions (QSaveRegisterState). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SAVED_REGISTERS_H
#define RSP_SAVED_REGISTERS_H

#include <rsp/client.h>

RSP_BEGIN_DECLS

/* What was saved. All-zero: nothing. */
typedef struct rsp_saved_registers {
    rsp_ptid thread;
    rsp_buf digits; /* of g; empty: the stub keeps them */
    uint64_t id;    /* of the stub's copy */
    bool held;      /* there is something to be put back */
} rsp_saved_registers;

/* Saves them, and makes sure that they can be put back: the stub has taken the same digits by G, or keeps a
 * copy. RSP_UNSUPPORTED: it does neither; RSP_NO_MEMORY; RSP_MALFORMED; the session's. */
rsp_status rsp_client_save_registers(rsp_client *client, rsp_ptid thread,
                                     rsp_saved_registers *out) RSP_MUST_USE;

/* Puts them back, once; nothing is done where nothing was saved. Frees what was saved. RSP_REFUSED;
 * RSP_MALFORMED for a reply that is neither OK nor an error; the session's. */
rsp_status rsp_client_restore_registers(rsp_client *client, rsp_saved_registers *saved) RSP_MUST_USE;

/* Writes all registers of a thread by G, as digits in the order of g. Borrows them. RSP_REFUSED,
 * RSP_UNSUPPORTED, RSP_MALFORMED for a reply that is neither OK nor an error; the session's. */
rsp_status rsp_client_write_registers(rsp_client *client, rsp_ptid thread, rsp_bytes digits) RSP_MUST_USE;

/* Frees it; the thread stays as it is. */
void rsp_saved_registers_free(rsp_saved_registers *saved);

RSP_END_DECLS

#endif
