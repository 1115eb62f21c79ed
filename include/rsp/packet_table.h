/* The one table of packets: its rows, the lookup of a request, and queries of what requests do.
 * packet_list.h has the rows. Include packet_id.h where only the type of an id is needed.
 * Source: GDB manual, appendix on the Remote Protocol; LLDB gdb-remote extensions. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PACKET_TABLE_H
#define RSP_PACKET_TABLE_H

#include <rsp/bytes.h>
#include <rsp/packet_id.h>
#include <rsp/packet_ids.h>
#include <rsp/packet_meaning.h>

RSP_BEGIN_DECLS

/* How a name is found at the front of a payload. The row with the longest matching name wins. */
typedef enum rsp_match {
    RSP_MATCH_EXACT,  /* the payload is the name */
    RSP_MATCH_PREFIX, /* arguments follow at once, whatever they look like */
    RSP_MATCH_HEX,    /* arguments follow at once and start with a hex digit; or nothing follows */
    RSP_MATCH_DELIM,  /* the row's delimiter follows, and then arguments; or nothing follows */
} rsp_match;

/* States in which a request makes sense; elsewhere the stub answers with an error. */
typedef enum rsp_packet_state {
    RSP_STATE_STOPPED = 1 << 0, /* the selected process is stopped */
    RSP_STATE_RUNNING = 1 << 1, /* it runs (non-stop only: in all-stop requests wait for the stop) */
    RSP_STATE_NOPROC = 1 << 2,  /* there is no process */
    RSP_STATE_LIVE = RSP_STATE_STOPPED | RSP_STATE_RUNNING,
    RSP_STATE_ANY = RSP_STATE_LIVE | RSP_STATE_NOPROC,
} rsp_packet_state;

enum {
    RSP_PACKET_NONE_ = RSP_PACKET_UNKNOWN, /* the first row's id is 1 */
#define RSP_PACKET_ENUM(id, handler) RSP_PACKET_##id,
    RSP_PACKET_ID_LIST(RSP_PACKET_ENUM)
#undef RSP_PACKET_ENUM
        RSP_PACKET_END, /* one more than the last id */
};

typedef struct rsp_packet_row {
    rsp_packet_id id;
    rsp_bytes name;
    rsp_match match;
    char delim; /* DELIM: the character; else 0 */
    const char *args;
    unsigned states;     /* set of rsp_packet_state */
    const char *feature; /* or NULL */
    const char *requirements;
    const char *id_text; /* "READ_MEMORY" */
    const char *handler; /* as text; "NONE" */
    rsp_effect effect;
    rsp_harm harm;
    rsp_reply_form reply;
    const char *reply_requirements;
    const char *title; /* or NULL */
} rsp_packet_row;

/* The row of a request, and (out_args may be NULL) what follows name and delimiter. NULL for an unknown
 * packet, also for the empty payload. Costs a few comparisons. */
const rsp_packet_row *rsp_packet_lookup(rsp_bytes payload, rsp_bytes *out_args);

/* The id of a request's row; RSP_PACKET_UNKNOWN where it has none. */
rsp_packet_id rsp_packet_identify(rsp_bytes payload);

/* What follows name and delimiter in a request that was looked up before and has this row. */
rsp_bytes rsp_packet_args(const rsp_packet_row *row, rsp_bytes request);

/* All rows, sorted by name: the row of an id is at id - 1. */
extern const rsp_packet_row rsp_packet_rows[RSP_PACKET_END - 1];

/* The row of an id, NULL for UNKNOWN, END and beyond; the row of a name as in the table, or NULL. */
static inline const rsp_packet_row *rsp_packet_by_id(rsp_packet_id id) {
    return id > RSP_PACKET_UNKNOWN && id < RSP_PACKET_END ? &rsp_packet_rows[id - 1] : NULL;
}
const rsp_packet_row *rsp_packet_by_name(rsp_bytes name);

/* The name of a packet: what its requests begin with. A zero follows, so that `ptr` is a C string, too. Empty
 * for UNKNOWN, END and beyond. */
static inline rsp_bytes rsp_packet_name(rsp_packet_id id) {
    const rsp_packet_row *row = rsp_packet_by_id(id);
    return row ? row->name : RSP_LIT("");
}
static inline const char *rsp_packet_text(rsp_packet_id id) {
    return (const char *)rsp_packet_name(id).ptr;
}

/* The qSupported name with which a stub announces the packet; empty where there is none. */
static inline rsp_bytes rsp_packet_feature(rsp_packet_id id) {
    const rsp_packet_row *row = rsp_packet_by_id(id);
    return rsp_bytes_str(row ? row->feature : NULL);
}

/* What stands before the arguments of a request, name and delimiter: appends it, and takes it off the front
 * of `rest` (false, and nothing is taken, where it is not there). */
void rsp_packet_begin(rsp_buf *out, rsp_packet_id id);
bool rsp_packet_take(rsp_bytes *rest, rsp_packet_id id);

/* The effect of a packet, and of a request by its row. UNKNOWN where there is no row. */
static inline rsp_effect rsp_packet_effect(rsp_packet_id id) {
    return id > RSP_PACKET_UNKNOWN && id < RSP_PACKET_END ? rsp_packet_rows[id - 1].effect
                                                          : RSP_EFFECT_UNKNOWN;
}
static inline rsp_effect rsp_request_effect(rsp_bytes request) {
    return rsp_packet_effect(rsp_packet_identify(request));
}

/* The form in words: "a stop reply, or OK". "?" for an unknown value. */
const char *rsp_reply_form_text(rsp_reply_form shape);

/* Whether a good reply to the packet tells of a stop: in all-stop mode the program runs until it comes, and
 * console output may come before it. */
static inline bool rsp_packet_runs(rsp_packet_id id) {
    const rsp_packet_row *row = rsp_packet_by_id(id);
    return row && (row->reply == RSP_REPLY_FORM_RUN || row->reply == RSP_REPLY_FORM_STOPPED);
}

/* Whether console output may come before the packet's reply: of the program, or of a monitor command. */
static inline bool rsp_packet_prints(rsp_packet_id id) {
    return rsp_packet_runs(id) || rsp_packet_effect(id) == RSP_EFFECT_COMMANDS;
}

/* Whether a stub may take this payload for a packet with one of `effects` (a mask of rsp_effect). What the
 * table recognises counts by its row. For the rest the stub is thought of as careless: it looks at the first
 * letter alone, or, of names that begin with v, q, Q, j or _, at as many bytes as the name has. So "c?" and
 * "vContinue" may resume the program. */
bool rsp_request_may(rsp_bytes payload, unsigned effects);

typedef enum rsp_schema_kind {
    RSP_SCHEMA_END,
    RSP_SCHEMA_FIELD,   /* text: the word */
    RSP_SCHEMA_LITERAL, /* text: the bytes */
    RSP_SCHEMA_OPEN_OPTION,
    RSP_SCHEMA_CLOSE_OPTION,
    RSP_SCHEMA_OPEN_REPEAT,
    RSP_SCHEMA_CLOSE_REPEAT,
    RSP_SCHEMA_BAD,
} rsp_schema_kind;

typedef struct rsp_schema_token {
    rsp_schema_kind kind;
    rsp_bytes text;
} rsp_schema_token;

/* Takes the next token off an argument schema. END when nothing is left, BAD (and *rest is emptied) for an
 * unclosed quote or an unknown field. */
rsp_schema_token rsp_schema_next(rsp_bytes *rest);

/* Appends a random request that follows the row's schema: numbers small or at the edges, escapes in place.
 * `next` gives random numbers (rsp_rng_next with its generator as ctx, for instance). */
void rsp_packet_sample(rsp_buf *out, const rsp_packet_row *row, uint64_t (*next)(void *ctx), void *ctx);

/* docs/packet-reference.md, and a libFuzzer dictionary of names and fixed parts. */
void rsp_packet_reference_write(rsp_buf *out);
void rsp_packet_dictionary_write(rsp_buf *out);

RSP_END_DECLS

#endif
