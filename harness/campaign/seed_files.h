/* Seeds of a fuzz campaign from files: lists of messages, captures, and scenarios, which are run and listened
 * to. What a client says in a capture becomes messages; so does what the runner says to the reference stub.
 * Folders are taken with all that is in them. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_FUZZ_SEED_H
#define STUBBORN_FUZZ_SEED_H

#include "netfuzz/fuzzer.h"

/* Bytes of a client to messages: whole packets as such, acknowledgments left out (they are made when
 * playing), everything else as raw bytes. False when the list is full. */
bool fuzz_seed_bytes(rsp_messages *list, rsp_bytes bytes);

/* Reads *.txt (messages.h), *.pcap and *.pcapng, and *.yaml (scenarios for stubs), or a folder of those, and
 * hands the lists to `take` until it says false. RSP_NOT_FOUND and the reader's statuses with the reason. */
rsp_status fuzz_seed_read(const char *path, bool (*take)(void *ctx, const rsp_messages *list), void *ctx,
                          size_t *out_num, rsp_error *error) RSP_MUST_USE;

#endif
