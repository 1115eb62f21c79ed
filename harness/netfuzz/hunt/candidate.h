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

/* A broken rule, by the reply to `packet`. */
candidate candidate_of_rule(const rsp_violation *v, rsp_packet_id packet);

/* How a list ended; false when that is nothing bad. A sanitizer's stack is read from the link's last words;
 * the link and the manners may be NULL. */
bool candidate_of_end(candidate *out, const rsp_player *player, rsp_link *link, rsp_played played,
                      const rsp_manners *manners);

/* Whether a stub that knows the packet understands this request: its name alone, where that needs no
 * arguments, or a resume of all threads. */
bool candidate_is_plain(rsp_bytes request);

/* The stub grew by more than this. */
candidate candidate_of_growth(uint64_t memory_bytes);

/* Two fresh stubs answered the same request in different ways. */
candidate candidate_of_difference(const rsp_trail_entry *one, const rsp_trail_entry *other);

/* What a replay of the finding is to show. */
candidate candidate_of_finding(const rsp_finding *finding);

/* Whether two bad ends are of one kind; of crashes the signal or the sanitizer's word and frame count, too.
 */
bool candidate_same_end(const candidate *want, const candidate *seen);

/* A hang, a program that does not stop, or a deaf stub: all are silence. */
bool candidate_is_silence(rsp_finding_kind kind);

/* A packet's name in signatures, and the packet of a name; RSP_PACKET_UNKNOWN for none. */
const char *candidate_packet_text(rsp_packet_id packet);
rsp_packet_id candidate_packet_named(rsp_bytes name);

#endif
