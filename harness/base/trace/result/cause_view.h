/* What the files about keys of causes (cause_key.h) know of results: whether one is of this or that kind.
 * Each question is asked of a result or its symptom; a view knows the whole run.
 * Private to these files. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TRACE_CAUSE_VIEW_H
#define RSP_TRACE_CAUSE_VIEW_H

#include "cause_key.h"

/* Bytes that are no packet stood before it. */
#define CAUSE_BESIDE_JUNK (RSP_BESIDE_RAW | RSP_BESIDE_STOPPED)
/* Of a condition that is never true: it stops nothing. */
#define CAUSE_IGNORED_CONDITION "COND-001"
#define CAUSE_BY_BEGINNING "names of packets are matched by their beginning"
#define CAUSE_FORGETS "a request that is answered by an error takes back what was negotiated"
#define CAUSE_NO_HEX "M with data that is no hex is taken"
#define CAUSE_SIGNAL_ZERO "a step stops with signal 0, which is none"

enum {
    CAUSE_MALFORMED_HABIT = 3, /* packets of which no form that can not be read gets a reply, or each ends the
                                  connection */
    CAUSE_ERRED_HABIT = 3,     /* packets behind whose error replies the stub is gone */
    CAUSE_WRITE_ROWS = 2,
};

/* Of M and X: the request, what is seen of it in a conversation, and the requirement that it writes. */
typedef struct cause_write_row {
    rsp_packet_id packet;
    unsigned wrote, lost, shown;
    const char *requirement;
} cause_write_row;

extern const cause_write_row cause_write_rows[CAUSE_WRITE_ROWS];

/* --- cause_view.c --- */

/* Rules that say no more than the first wrong reply does, packet by packet. */
bool cause_is_of_the_reply(const rsp_violation *v);

/* A packet that writes memory or registers. */
bool cause_is_write(rsp_packet_id packet);

/* A stub for which '%' begins a notification wherever it stands loses the packet around it. */
bool cause_is_of_percent(const rsp_symptom *s);

/* A packet that comes in pieces is what the scenario is about, or half of one. */
bool cause_is_of_pieces(const rsp_result *r);

/* What a stub loses that takes each read of the connection for one packet: where neither one in pieces nor
 * the second of two in one write is served. */
bool cause_is_of_reads(const cause_view *view, const rsp_result *r);

/* Where a packet in pieces ends the stub, one longer than all that are answered comes in pieces, too. */
bool cause_comes_in_pieces(const cause_view *view, const rsp_symptom *s);

/* A request that can not be read ends the connection, no crash is seen, and none in its right form does it.
 */
bool cause_is_closed_by_malformed(const cause_view *view, const rsp_result *r);

/* The stub is gone behind an error reply to a packet, and nowhere goes on behind one to such a packet, or
 * seldom behind any. */
bool cause_is_behind_an_error(const cause_view *view, const rsp_result *r);

/* Whether the rule is broken in the result's conversation. */
bool cause_breaks_rule(const rsp_result *r, rsp_rule_id rule);

/* A '+' too many comes for a '-': with the packet that is sent once more. */
bool cause_is_plus_for_minus(const rsp_result *r);

/* A reply that can not be the packet's, by its form alone or by the rule about it. */
bool cause_is_misfit(const rsp_result *r);

/* ... where other results show it, and this one has seen it, too. */
bool cause_is_known_misfit(const cause_view *view, const rsp_result *r);

/* A request that can not be read gets no reply, alone and whatever was before. */
bool cause_is_malformed_silence(const rsp_symptom *s);

/* A vCont that is promised and gets no stop, or no reply. */
bool cause_is_lost_vcont(const rsp_result *r);

/* No request that is so long is ever answered, and this one has no other reason to be lost. */
bool cause_is_oversize(const rsp_run *run, const rsp_symptom *s);

/* It is refused, or one that is too long is refused and answered all the same. */
bool cause_is_refused_for_size(const cause_view *view, const rsp_result *r, const rsp_violation *v);

/* A packet that is answered elsewhere is not, right behind the '+' of a stop reply. */
bool cause_is_behind_a_stop(const rsp_run *run, const rsp_symptom *s);

/* Whether an end by something odd is the matter of one packet. */
bool cause_is_of_packet(rsp_oddity oddity);

/* A damaged packet that is answered all the same: the reply is one too many, or is in the way of the next. */
bool cause_is_served_damaged(const rsp_result *r, const rsp_violation *v);

/* A name that only begins like a known one is taken for it, where that is judged. */
bool cause_is_matched_by_beginning(const rsp_result *r);

/* The request is a step: s, S, or vCont with one first. */
bool cause_is_step(const rsp_symptom *symptom);
/* A step stops with signal 0, and the result fails by that. */
bool cause_is_signal_zero(const rsp_result *r);

/* A longer m than any that the stub survived. */
bool cause_is_long(const cause_view *view, uint64_t length);

/* Every stub has them. */
bool cause_is_basic(rsp_packet_id packet);

/* Whether a packet that the stub need not know is answered like those that nobody knows. */
bool cause_is_like_unknown(const cause_view *view, const rsp_symptom *s, rsp_came came);

/* All of a look (cause_look) but the deaths. */
cause_view cause_first_look(const rsp_run *run);

/* --- cause_death.c --- */

/* The stub said W or X for a request that lets nothing run, as it does where it is seen to die. */
bool cause_is_exit(const cause_view *view, const rsp_result *result);

/* Notes what the stub died of; elsewhere it may have closed the connection first. */
void cause_note_deaths(cause_view *view);

/* Equal but for data, as in "slice bounds out of range [::4294967295]" and "invalid digit 0x7a". Other
 * numbers are lines of a file. */
bool cause_same_but_for_data(rsp_bytes a, rsp_bytes b);

/* Deaths are told apart by what the stub says of them, else by what it was sent. */
cause_key cause_key_of_death(const cause_view *view, const rsp_result *r);

/* --- cause_rank.c --- */

/* By the sections of the list in rsp/rule.h. */
rsp_gravity cause_gravity_of_rule(rsp_rule_id rule);

#endif
