/* What a failed result has in common with others of the same cause: a key that is equal for all of them.
 * The whole run is looked at: a packet that is answered elsewhere is not a packet without a reply.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TRACE_CAUSE_KEY_H
#define RSP_TRACE_CAUSE_KEY_H

#include "trace/result.h"

/* What kind of thing explains a failure. */
typedef enum cause_topic {
    CAUSE_NONE,
    CAUSE_DEATH,    /* the stub died or closed the connection (came), as its stderr says (common); else by
                       what (packet; UNKNOWN: several) in which form (oddity) */
    CAUSE_RULE,     /* what: rule */
    CAUSE_NAMELESS, /* packets that nobody knows; came */
    CAUSE_ACK,      /* packets are not acknowledged */
    CAUSE_RESEND,   /* '-' is not followed by the last packet; came: CLOSED, by the end; DAMAGED, by bad bytes
                     */
    CAUSE_NO_REFUSAL, /* a request with a wrong checksum gets no '-'; came: STOP, it is answered */
    CAUSE_BATCH,      /* the second packet of one write */
    CAUSE_BEHIND,     /* a request right behind the '+' of a stop reply */
    CAUSE_READS,      /* each read of the connection is taken for one packet */
    CAUSE_UNGREETED,  /* the first packet of a connection, without a '+' before it */
    CAUSE_PACKET,     /* what: packet; came */
    CAUSE_MALFORMED,  /* requests of several packets that can not be read get no reply */
    CAUSE_ONCE,       /* what: a packet that is answered once in a connection, and not again */
    CAUSE_PERCENT,    /* requests with a '%' in them get no reply */
    CAUSE_SIZE,       /* requests that are longer than any that is answered get no reply; came: NO_ACK, '-' */
    CAUSE_BREAKPOINT, /* type */
    CAUSE_INTERRUPT,  /* 0x03 */
    CAUSE_WRITE,      /* what: M or X, which are confirmed and not done */
    CAUSE_COMMON,     /* common: what the runner says that these failures have in common */
    CAUSE_REQUIREMENT, /* nothing simpler than the requirement at stake */
} cause_topic;

/* What makes two failures the same; texts are borrowed from the results. */
typedef struct cause_key {
    cause_topic topic;
    unsigned what;
    rsp_came came;
    rsp_oddity oddity; /* DEATH; RULE: HIGH, or none */
    char type;
    rsp_bytes requirement; /* REQUIREMENT: borrowed from a result */
    rsp_bytes common;      /* COMMON, DEATH: so, too */
} cause_key;

/* Requests with a '%' in them. */
typedef struct cause_percent {
    uint64_t num;  /* results by which requests with a '%' get no reply */
    bool judged;   /* ... one of which is about bytes inside packets */
    bool answered; /* a request with a '%' was answered, somewhere in a failed conversation */
} cause_percent;

/* Requests that can not be read. */
typedef struct cause_malformed {
    bool silent[RSP_PACKET_MOST]; /* such requests of this packet get no reply */
    unsigned num;                 /* of such packets */
} cause_malformed;

/* What ends the stub, or the connection, somewhere. */
typedef struct cause_ended {
    bool by[RSP_ODDITY_COUNT];          /* what is odd so */
    bool by_malformed[RSP_PACKET_MOST]; /* malformed requests of this packet */
    bool closed[RSP_PACKET_MOST];       /* ... which end the connection, and the stub in good order */
    bool closed_plain[RSP_PACKET_MOST]; /* requests of this packet in their right form do that, too */
    uint32_t crashes[RSP_PACKET_MOST];  /* results: malformed requests of a packet that works else kill,
                                           without words */
    unsigned num_crashed;               /* such packets */
    bool question;                      /* vMustReplyEmpty, behind nothing odd */
    bool died[RSP_ODDITY_COUNT];        /* the stub died of it, where the packet does not matter */
    bool died_by[RSP_PACKET_MOST][2];   /* ... of this packet: in its right form, malformed */
} cause_ended;

/* Error replies behind which the stub is gone. */
typedef struct cause_errors {
    bool deadly[RSP_PACKET_MOST]; /* to this packet, and none of them is survived */
    unsigned num;                 /* of such packets */
    uint64_t num_results;         /* in which the stub is gone behind one */
    bool exits;                   /* or W or X, which it says in its own name */
} cause_errors;

/* What was seen anywhere. */
typedef struct cause_seen {
    bool breaks;          /* a software breakpoint was hit */
    bool interrupts;      /* 0x03 stopped a program */
    bool knows_some;      /* packets that nobody knows get the empty reply, where that is judged */
    unsigned num_known;   /* scenarios that show it */
    unsigned num_unknown; /* ... that show packets which get another reply, or none */
    bool damaged_alone;   /* a packet has a wrong checksum without being asked for again */
    bool lacks_block;     /* G gets the empty reply */
    bool refuses_bad;     /* a damaged packet with hex digits is refused, where that is judged */
    bool long_silence;    /* packets that nobody knows got no reply within a whole wait */
} cause_seen;

/* What makes one cause of several rules and packets. */
typedef struct cause_mixed {
    bool acks_more;      /* a '+' too many comes where no 0x03 was sent */
    bool by_beginning;   /* names that only begin like known ones are taken for them */
    bool forgets;        /* an error reply brings acknowledgments back */
    bool signal_zero;    /* a step stops with signal 0 */
    bool lost_in_pieces; /* a packet that comes in pieces is not served, whatever is told of it */
    bool kills_any;      /* vKill of a process that there is not is confirmed */
    bool loses_second;   /* the second of two packets in one write is not served, where that is judged */
} cause_mixed;

/* What becomes of bytes that are no whole packet. */
typedef struct cause_strays {
    const char *pieces;    /* a packet that comes in pieces is not answered: what such results have in common
                              in words, or ""; borrowed, NULL: none is lost */
    bool dies_of_pieces;   /* ... ends the stub */
    bool refuses_next;     /* a good packet some time after a damaged one is refused, where that is judged */
    bool refuses_junk;     /* a good packet right behind other bytes is refused, where that is judged */
    bool serves_damaged;   /* a packet with a wrong checksum is answered all the same */
    bool lost_behind_junk; /* a packet right behind bytes that are none is not answered */
    bool plus_for_minus;   /* '-' brings a '+' with the packet, where that is judged */
    unsigned num_refused;  /* results in which a good packet is refused */
    unsigned num_behind_junk; /* ... behind bytes that are no packet */
    unsigned num_unread;      /* results in which what can not be read is refused by '-' */
    unsigned num_surplus; /* ... in which a reply answers no request, no packet in pieces being the matter */
} cause_strays;

/* Writes of memory. */
typedef struct cause_writes {
    bool lost[2];                /* what M (X) wrote was not there, where that is judged */
    bool shown[2];               /* what M (X) wrote was there, somewhere in a failed conversation */
    bool taken[RSP_PACKET_MOST]; /* a request that is to be refused was answered OK */
    uint64_t num_lost;           /* results in which m shows other bytes than were written */
    bool refused;                /* a good M is answered by an error, and was not to be */
} cause_writes;

/* What the results of a run say together. */
typedef struct cause_view {
    const rsp_run *run;
    uint32_t silent_again[RSP_PACKET_MOST]; /* results by which it gets no reply when it is sent again */
    uint32_t silent[RSP_PACKET_MOST];       /* results that fail since it gets no reply */
    uint32_t late[RSP_PACKET_MOST];         /* results by which a reply to it came after the time-out */
    uint64_t silent_nameless;               /* results by which packets that nobody knows get no reply */
    bool nameless[RSP_CAME_COUNT];          /* packets that nobody knows are answered so */
    bool rules[RSP_RULE_COUNT];             /* broken somewhere, where it is a must */
    cause_writes writes;
    uint64_t num_ignored;   /* results in which the program stops where a condition is never true */
    bool vcont_lost;        /* vCont? lists actions, and no vCont is ever answered by a stop */
    unsigned num_behind;    /* packets that get no reply right behind the '+' of a stop reply */
    unsigned num_ungreeted; /* packets that are lost where no '+' was sent before them */
    uint64_t oversize;      /* results by which requests longer than all that are answered get no reply */
    bool short_silence[RSP_PACKET_MOST]; /* a packet gets no reply though it is no longer than others that do
                                          */
    uint64_t shortest_lost;              /* bytes of the shortest of these requests */
    uint64_t shortest_refused; /* ... that is refused with '-', and longer than all that are answered */
    cause_percent percent;
    bool misfit[RSP_PACKET_MOST]; /* a packet gets replies of another form than it asks for */
    cause_malformed malformed;
    cause_ended ended;
    cause_errors errors;
    cause_seen seen;
    cause_mixed mixed;
    cause_strays strays;
} cause_view;

/* Looks at a run once, for the keys of its results. */
cause_view cause_look(const rsp_run *run);

/* A result that is to be explained: it failed, by the stub's doing. */
bool cause_is_failed(const rsp_result *result);

/* NONE for a result that did not fail. */
cause_key cause_key_of(const cause_view *view, const rsp_result *result);

/* The key of a result whose stub died or closed the connection, by what it was sent alone. */
cause_key cause_key_of_end(const cause_view *view, const rsp_result *result);

/* Whether two failures have the same cause. */
bool cause_key_equal(const cause_key *a, const cause_key *b);

/* How grave a cause with this key is. */
rsp_gravity cause_gravity(const cause_key *key);

/* What a cause does to the users of a debugger; the worst first. */
typedef enum cause_rank {
    CAUSE_STOPS,    /* an action of debuggers does not work */
    CAUSE_CORRUPTS, /* registers or memory are shown or written wrongly */
    CAUSE_CRASHES,  /* the stub does not survive what no debugger sends */
    CAUSE_UNMET,    /* no debugger meets it */
    CAUSE_UNSENT,   /* resending after '-', which happens on bad lines alone */
} cause_rank;

/* The rank of a cause that is about `requirement`. `hostile`: only scenarios that do what no debugger does
 * show it. */
cause_rank cause_rank_of(const cause_key *key, rsp_bytes requirement, bool hostile);

/* The broken rule that explains a result; NULL: none does. */
const rsp_violation *cause_rule_of(const rsp_result *result);

/* Whether `ids`, separated by blanks and with ranges as in "STOP-001..023", have `id`. */
bool cause_ids_have(rsp_bytes ids, rsp_bytes id);

#endif
