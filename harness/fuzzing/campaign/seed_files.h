/* Seeds of a fuzz campaign from files: message lists, captures, and scenarios.
 * The client's side of a capture becomes messages. A scenario is run on a stub in this process, and what the
 * runner sends becomes messages: facts and expressions have become bytes then. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SEED_FILES_H
#define RSP_SEED_FILES_H

#include "grammar/messages.h"
#include "link/peer.h"

RSP_BEGIN_DECLS

/* Stubs in this process for scenarios. All functions are required. */
typedef struct rsp_seed_stubs {
    /* Makes a fresh stub that debugs `program` (RSP_PROGRAM_NONE: none); the one before it is not used any
     * more. */
    rsp_status (*make)(void *ctx, rsp_peer *out_peer, const char *program, rsp_error *error);
    /* As in rsp_stub_provider; `program` is never "". */
    rsp_status (*image)(void *ctx, const char *program, rsp_bytes *out_elf);
    const char *(*program_path)(void *ctx, const char *program);
    void *ctx;
} rsp_seed_stubs;

/* Appends a client's bytes as messages: packets, interrupts, other bytes as they are. Acknowledgments are
 * left out, since the player makes them. False when the list is full. */
bool rsp_seed_files_bytes(rsp_messages *list, rsp_bytes bytes);

/* Reads a file by its ending, *.pcap, *.pcapng, *.yaml or a message list, or a folder of them, and hands the
 * lists to `take` until it returns false. *out_num is how many there were. `stubs` NULL: scenarios are
 * RSP_UNSUPPORTED. RSP_NOT_FOUND and the readers' statuses with the reason. */
rsp_status rsp_seed_files_read(const char *path, const rsp_seed_stubs *stubs,
                               bool (*take)(void *ctx, const rsp_messages *list), void *ctx, size_t *out_num,
                               rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
