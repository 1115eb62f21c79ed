/* A stub that says to each request what a list of messages has next, whatever was asked: for fuzz targets of
 * what talks to stubs.
 * A peer of an in-process link. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_HOSTILE_STUB_H
#define FUZZ_HOSTILE_STUB_H

#include "fuzz.h"

#include "grammar/messages.h"
#include "link/peer.h"

/* For each `#` that comes, the next message; acknowledged or not. Set `list` and `acks`. */
typedef struct hostile_stub {
    const rsp_messages *list;
    size_t at;
    bool acks;
} hostile_stub;

/* The peer that it is; `stub` must outlive the link. */
rsp_peer hostile_stub_peer(hostile_stub *stub);

#endif
