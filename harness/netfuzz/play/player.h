/* What the player's files share: its state, and what the watching half tells the sending half.
 * player.c sends and waits, watch.c looks at what was said, certainty.c at what is to be sent.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_PLAYER_H
#define RSP_NETFUZZ_PLAYER_H

#include <rsp/player.h>

enum {
    MAX_NUMBERS = 48,      /* addresses learnt */
    MAX_PROBES = 4,        /* sent before one is given up on */
    MAX_NAKS = 3,          /* of damaged packets of the stub, in a row */
    MAX_LOG_WRITES = 8192, /* kept for a finding */
    MAX_READ_BACK = 24,    /* bytes of a write that are read back */
    MAX_NAMED = 16,        /* processes that the stub has named */
    MAX_LOG_BYTES = 4 * 1024 * 1024,
};

/* A write whose data is to be read back. */
typedef struct kept_write {
    bool armed;     /* sent */
    bool confirmed; /* ... and answered OK */
    uint64_t entry; /* of the request */
    uint64_t addr;
    size_t len;
    uint8_t data[MAX_READ_BACK];
} kept_write;

struct rsp_player {
    rsp_player_options options;
    rsp_link *link;
    rsp_transcript *transcript;
    rsp_rules *rules;
    rsp_hazards hazards;
    rsp_buf in;
    rsp_buf out;  /* to be written, already in the transcript */
    rsp_buf acks; /* to be written before the next message, or as soon as something is waited for */
    rsp_buf wire; /* of one message */
    rsp_buf probe;
    const char *probe_mark; /* how its reply begins; "" when nothing tells it from others */
    rsp_packet_id probe_packet;

    uint64_t probe_entries[MAX_PROBES]; /* of the transcript, since the last time all was settled */
    unsigned probes_sent;
    unsigned probes_seen;
    bool sacrificed;   /* a probe went out that need not be answered */
    bool refused;      /* '-' came since the last probe was sent */
    bool heard;        /* a packet did */
    bool uncertain;    /* something was sent that need not be answered */
    bool loose;        /* ... or that stubs may rightly take in different ways */
    bool vague;        /* ... as which reply is to come again */
    bool changing;     /* ... or that may change modes, selections, or what runs */
    bool murky;        /* what the stub says now is not judged */
    bool spoilt;       /* which reply belongs to which request is no longer known on this connection */
    bool missing;      /* the probe was answered in place of a request */
    bool no_ack;       /* before the entry that is looked at */
    bool withheld;     /* a '+' is due to the stub, which may wait for it: it goes out before anything else */
    bool program_gone; /* it has exited, or that was asked for */
    bool exited;
    int exit_signal;      /* Linux number of the one that ended the program; 0 for none */
    bool let_run;         /* since all was settled the program was let run, or it may run at any time */
    bool asked_to_end;    /* k, D and the like were sent, in this list or the one before */
    bool asked_before;    /* in this list */
    unsigned num_refused; /* second connections, in a row */
    unsigned greeting;    /* packets with which the stub begins a connection, before it is asked anything */
    bool greeting_due;
    bool unheard; /* the connection is not the stub's first, and nothing has come on it */
    bool several; /* a stub has answered on such a one */
    unsigned naks;
    uint64_t usual_ns;     /* time of an answer, on average */
    uint64_t slowest_ns;   /* answer so far */
    uint64_t longest_ns;   /* the same, the stub's first ones included, and longer remembered */
    uint64_t stops_ns;     /* in which programs stopped by themselves, the longest so far */
    unsigned acks_awaited; /* packets of ours that were neither acknowledged nor refused */
    bool file_reply_due;
    uint64_t late_for_ns; /* the deadline behind which one more piece was taken in; 0 for none */
    uint64_t received;    /* bytes, since the last time all was settled */

    kept_write kept;
    uint64_t read_back_entry; /* the request by which it is */
    rsp_buf read_back;
    bool have_read_back;
    int64_t named[MAX_NAMED];
    size_t num_named;
    bool any_named; /* ... with its process id */
    bool forks;     /* there may be processes that nobody named */
    bool wrong;
    rsp_contradiction contradiction;

    size_t num_judged; /* violations looked at */
    rsp_trail_entry trail[RSP_TRAIL_ENTRIES];
    size_t num_trail;
    bool trail_over;
    uint64_t last_kind; /* of the reply before, roughly */
    uint64_t numbers[MAX_NUMBERS];
    size_t num_numbers;
    uint8_t asked[RSP_PACKET_MOST];  /* times each packet was answered, a few at most, and ... */
    bool supported[RSP_PACKET_MOST]; /* ... whether ever by more than the empty reply */
    rsp_buf last_request;
    rsp_link_end end;
    rsp_player_stats stats;

    rsp_write *writes;
    size_t num_writes;
    size_t cap_writes;
    rsp_buf log;
    bool log_cut;
};

/* The observer of the transcript behind the rules; `ctx` is the player. */
void rsp_player_watch(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry);

/* Requests that have no reply yet. */
static inline size_t rsp_player_owed(const rsp_player *p) {
    return rsp_exchanges_outstanding(rsp_rules_exchanges(p->rules));
}

/* The exchange that is waited for lets the program run in all-stop mode. */
bool rsp_player_running(const rsp_player *p);

#endif
