/* A candidate: a symptom that may become a finding, with the name and the texts of one.
 * Its signature tells it from others: "rule:ack-before-reply:READ_MEMORY", "crash:SIGSEGV:QC", "hang:QC".
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_CANDIDATE_H
#define RSP_NETFUZZ_CANDIDATE_H

#include "manners/manners.h"
#include "netfuzz/finding.h"
#include "netfuzz/player.h"

/* In signatures, in place of a packet that is too long for the stub. */
#define CANDIDATE_OVER_LONG "over-long"

typedef struct candidate {
    rsp_finding_kind kind;
    rsp_rule_id rule; /* RSP_RULE_COUNT for none */
    rsp_packet_id packet;
    char signature[RSP_SIGNATURE_BYTES];
    char headline[RSP_FINDING_TEXT_BYTES];
    char expected[RSP_FINDING_TEXT_BYTES];
    char got[RSP_FINDING_TEXT_BYTES];
    char matcher[128];
    char requirements[96];
    bool plain;     /* of the request, see candidate_is_plain */
    bool explained; /* by a finding that is known under another name */
} candidate;

/* From a broken rule, by the reply to `packet`. */
candidate candidate_of_rule(const rsp_violation *v, rsp_packet_id packet);

/* From the end of a list; false when it is not a bad one. The link's stderr gives the stack of a sanitizer;
 * link and manners may be NULL. */
bool candidate_of_end(candidate *out, const rsp_player *player, rsp_link *link, rsp_played played,
                      const rsp_manners *manners);

/* Whether a stub that knows the packet understands this request: its name alone, where that needs no
 * arguments, or a resume of all threads. */
bool candidate_is_plain(rsp_bytes request);

/* From a stub that grew by more than this. */
candidate candidate_of_growth(uint64_t memory_bytes);

/* From two fresh stubs that answered the same request in different ways. */
candidate candidate_of_difference(const rsp_trail_entry *one, const rsp_trail_entry *other);

/* The symptom that a replay of the finding must show. */
candidate candidate_of_finding(const rsp_finding *finding);

/* Whether two bad ends are of one kind; for crashes also of one signal, or sanitizer's word and frame. */
bool candidate_same_end(const candidate *want, const candidate *seen);

/* Whether the kind is a silence: HANG, NO_STOP or DEAF. */
bool candidate_is_silence(rsp_finding_kind kind);

/* A packet's name in signatures, and the packet of a name; RSP_PACKET_UNKNOWN for none. */
const char *candidate_packet_text(rsp_packet_id packet);
rsp_packet_id candidate_packet_named(rsp_bytes name);

#endif
