/* What the replies of a program's stubs have taught: numbers worth using as addresses, packets they support.
 * Kept from stub to stub: all are stubs of the same program.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_LEARNT_H
#define RSP_NETFUZZ_LEARNT_H

#include <rsp/bytes.h>
#include <rsp/packets.h>

enum { LEARNT_NUMBERS = 48 };

typedef struct learnt {
    uint64_t numbers[LEARNT_NUMBERS]; /* oldest first, each once */
    size_t num_numbers;
    uint8_t answered[RSP_PACKET_MOST]; /* times each packet was answered, saturating */
    bool supported[RSP_PACKET_MOST];   /* ... and whether ever by more than the empty reply */
} learnt;

/* `request` is the payload of the request that the reply answers; empty when it is no longer known. */
void learnt_note_reply(learnt *l, rsp_packet_id packet, rsp_bytes request, rsp_bytes reply);

/* False once a packet was asked for a few times and got the empty reply each time. */
bool learnt_supports(const learnt *l, rsp_packet_id packet);

#endif
