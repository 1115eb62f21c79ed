/* From a request to its handler and its reply.
 * What a request does comes from the packet table.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_DISPATCH_H
#define STUB_DISPATCH_H

#include "state.h"

#include <rsp/packets.h>

/* Serves one request and sends its reply, unless that comes later or never. */
void stub_dispatch(rsp_stub *s, rsp_bytes payload);

/* Does the packet table say of this request that it lets the program run? */
static inline bool stub_is_resume(rsp_bytes request) {
    return rsp_packet_effect(rsp_packet_identify(request)) == RSP_EFFECT_RESUMES;
}

#endif
