/* The one table of packets: its rows, the lookup of a request, and queries of what requests do.
 * Include rsp/packet_ids.h, too, for the constants of ids. codec/packet_list.h has the rows.
 * Source: GDB manual, appendix on the Remote Protocol; LLDB gdb-remote extensions. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PACKETS_H
#define RSP_PACKETS_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* The id of a kind of packet: RSP_PACKET_READ_MEMORY and its like (rsp/packet_ids.h), or RSP_PACKET_UNKNOWN.
 * Ids are not stable between versions: never write one to a file. */
typedef uint16_t rsp_packet_id;

/* The id of no packet, and the bound of all ids. */
enum {
    RSP_PACKET_UNKNOWN = 0,
    RSP_PACKET_MOST = 256, /* every id is below: the size of an array that is indexed by ids */
};

/* X(NAME, meaning): what packets do. Each packet has one effect. */
#define RSP_EFFECT_LIST(X)                                                       \
    X(READS, "changes nothing")                                                  \
    X(WRITES, "changes memory, registers, breakpoints, tracepoints or flash")    \
    X(SELECTS, "chooses what later requests are about")                          \
    X(SETS, "changes what the stub does with the program later")                 \
    X(SWITCHES, "changes how later packets look, or which may come")             \
    X(RESUMES, "lets the program run")                                           \
    X(STARTS, "starts a program, or attaches to one")                            \
    X(ENDS, "kills, restarts or lets go of the program")                         \
    X(STOPS, "stops the program")                                                \
    X(FETCHES, "takes one event off a queue, or answers the stub's own request") \
    X(COMMANDS, "has the stub carry out a command of its own")                   \
    X(FILES, "works on files of the stub's machine")

/* The bits of the masks below. */
enum {
#define RSP_EFFECT_BIT(name, text) RSP_EFFECT_BIT_##name,
    RSP_EFFECT_LIST(RSP_EFFECT_BIT)
#undef RSP_EFFECT_BIT
};

/* RSP_EFFECT_READS and so on; sets of them are masks. */
typedef enum rsp_effect {
    RSP_EFFECT_UNKNOWN = 0, /* of a packet that is not in the table */
#define RSP_EFFECT_ENUM(name, text) RSP_EFFECT_##name = 1 << RSP_EFFECT_BIT_##name,
    RSP_EFFECT_LIST(RSP_EFFECT_ENUM)
#undef RSP_EFFECT_ENUM
} rsp_effect;

/* The effects that let the program run: in all-stop mode a stop reply answers, and console output may come
 * before it. */
enum {
    RSP_EFFECTS_RUN = RSP_EFFECT_RESUMES | RSP_EFFECT_STARTS,
};

/* X(NAME, "name", harm): what packets can do to the machine where the stub runs. The names are those of
 * `stubborn fuzz --allow`. */
#define RSP_HARM_LIST(X)                                                              \
    X(HOSTIO, "hostio", "opens, writes and removes files (vFile, QTSave, qSaveCore)") \
    X(RUN, "run", "starts programs (vRun, A, QSetSTDOUT and its like)")               \
    X(MONITOR, "monitor", "commands of the stub's own (qRcmd, qRRCmd)")               \
    X(PROCESS, "process", "attaches to and kills processes (vAttach, vKill)")         \
    X(PLATFORM, "platform", "platform packets (qPlatform_, qLaunch, jPlatform)")      \
    X(FLASH, "flash", "writes flash memory (vFlash)")                                 \
    X(LASTING, "lasting", "lasts from client to client on a serial line (modes, k, R, r)")

/* RSP_HARM_HOSTIO and so on. */
typedef enum rsp_harm {
#define RSP_HARM_ENUM(name, text, harm) RSP_HARM_##name,
    RSP_HARM_LIST(RSP_HARM_ENUM)
#undef RSP_HARM_ENUM
        RSP_HARM_COUNT,
    RSP_HARM_SAFE = RSP_HARM_COUNT, /* none of them */
} rsp_harm;

/* X(NAME, the form in words): what a good reply looks like. Every packet may also be answered by an error,
 * and by the empty reply where the stub does not support it. */
#define RSP_REPLY_FORM_LIST(X)                                     \
    X(FREE, "anything")                                            \
    X(SILENT, "nothing")                                           \
    X(OK, "OK")                                                    \
    X(HEX, "pairs of hex digits")                                  \
    X(TEXT, "text in pairs of hex digits")                         \
    X(REGISTERS, "pairs of hex digits, or x")                      \
    X(HEX_OR_OK, "OK, or pairs of hex digits")                     \
    X(NUMBER, "a hex number")                                      \
    X(DECIMAL, "a decimal number")                                 \
    X(RUN, "a stop reply; OK in non-stop mode")                    \
    X(STOPPED, "a stop reply")                                     \
    X(STOPPED_OR_OK, "a stop reply, or OK")                        \
    X(STDIO, "O<hex>, or OK")                                      \
    X(CURRENT, "QC<thread-id>")                                    \
    X(THREADS, "m<thread-id>,... or l")                            \
    X(BIT, "0 or 1")                                               \
    X(TWO_DIGIT_BIT, "00 or 01")                                   \
    X(OFFSETS, "Text=..;Data=.. or TextSeg=..")                    \
    X(SYMBOL, "OK, or qSymbol:<hex name>")                         \
    X(WINDOW, "m<data> or l<data>")                                \
    X(FILE, "F<result>[,<errno>][;<data>]")                        \
    X(ACTIONS, "vCont[;<action>]...")                              \
    X(CRC, "C<crc in hex>")                                        \
    X(SEARCH, "0, or 1,<address>")                                 \
    X(JSON, "JSON")                                                \
    X(JSON_OR_OK, "JSON, or OK")                                   \
    X(PAIRS, "<key>:<value>;...")                                  \
    X(REGION, "<key>:<value>;..., or OK")                          \
    X(ECHO, "the request")                                         \
    X(ARGS, "U, or S;<hex>;<hex>;")                                \
    X(LAUNCHED, "OK, or E<text>")                                  \
    X(TAGS, "m<hex>")                                              \
    X(BINARY, "data")                                              \
    X(RANGES, "<length>,...;<data>")                               \
    X(RESULTS, "a result for each request")                        \
    X(TRACE_STATUS, "T0 or T1;<reason>:<number>;<key>:<value>...") \
    X(TRACE_FRAME, "F<frame>T<tracepoint>, F-1, or OK")            \
    X(VALUE, "V<number>[:<number>], or U")                         \
    X(FRAMES, "16 hex digits for each frame")                      \
    X(HEX_OR_END, "pairs of hex digits, or l")                     \
    X(FEATURES, "a feature list")                                  \
    X(NOTHING, "the empty reply")

/* RSP_REPLY_FORM_OK and so on. */
typedef enum rsp_reply_form {
#define RSP_REPLY_FORM_ENUM(name, text) RSP_REPLY_FORM_##name,
    RSP_REPLY_FORM_LIST(RSP_REPLY_FORM_ENUM)
#undef RSP_REPLY_FORM_ENUM
        RSP_REPLY_FORM_COUNT,
} rsp_reply_form;

/* How a name is found at the front of a payload. The row with the longest matching name wins. X(name, key for
 * programs, words for people).
 * EXACT: the payload is the name. PREFIX: arguments follow at once, whatever they look like. HEX: hex digits
 * follow at once, up to the end or to a `,` or `:` (behind one or two letters: that the arguments have), or
 * nothing follows. DELIM: the row's delimiter follows, and then arguments, or nothing follows; the delimiter
 * is added to the words. */
#define RSP_MATCH_LIST(X)            \
    X(EXACT, "exact", "exact")       \
    X(PREFIX, "prefix", "prefix")    \
    X(HEX, "hex", "hex digits only") \
    X(DELIM, "delimiter", "up to ")

/* One of them. */
typedef enum rsp_match {
#define RSP_MATCH_ENUM(name, key, words) RSP_MATCH_##name,
    RSP_MATCH_LIST(RSP_MATCH_ENUM)
#undef RSP_MATCH_ENUM
} rsp_match;

/* States in which a request makes sense; elsewhere the stub answers with an error. */
typedef enum rsp_packet_state {
    RSP_STATE_STOPPED = 1 << 0, /* the selected process is stopped */
    RSP_STATE_RUNNING = 1 << 1, /* it runs (non-stop only: in all-stop requests wait for the stop) */
    RSP_STATE_NOPROC = 1 << 2,  /* there is no process */
    RSP_STATE_LIVE = RSP_STATE_STOPPED | RSP_STATE_RUNNING,
    RSP_STATE_ANY = RSP_STATE_LIVE | RSP_STATE_NOPROC,
} rsp_packet_state;

/* One kind of packet. All texts are static; NULL where it says so. */
typedef struct rsp_packet_row {
    rsp_packet_id id;
    rsp_bytes name; /* what requests begin with; a NUL follows */
    rsp_match match;
    char delim;               /* DELIM: the character; else 0 */
    const char *args;         /* the schema of the arguments (packet_list.h), for people: "addr,len" */
    unsigned states;          /* set of rsp_packet_state */
    const char *feature;      /* the qSupported name that announces the packet, or NULL */
    const char *requirements; /* ids separated by spaces (scenarios/requirements.yaml) */
    const char *id_text;      /* "READ_MEMORY" */
    const char *handler;      /* in our stub, as text; "NONE": not implemented */
    rsp_effect effect;
    rsp_harm harm;
    rsp_reply_form reply;
    const char *reply_requirements; /* what a reply of another form breaks */
    const char *title;              /* for people, or NULL where the name says enough */
} rsp_packet_row;

/* The row of a request, and in *out_args (may be NULL) what follows name and delimiter, borrowed from
 * `payload`. NULL, with *out_args unchanged, for an unknown packet and for the empty payload. */
const rsp_packet_row *rsp_packet_lookup(rsp_bytes payload, rsp_bytes *out_args);

/* The id of a request's row; RSP_PACKET_UNKNOWN where it has none. */
rsp_packet_id rsp_packet_identify(rsp_bytes payload);

/* What follows name and delimiter in a request that was looked up before and has this row. */
rsp_bytes rsp_packet_args(const rsp_packet_row *row, rsp_bytes request);

/* All rows, sorted by name: the row of an id is at id - 1. Rows behind the last packet are all zero. */
extern const rsp_packet_row rsp_packet_rows[RSP_PACKET_MOST];

/* The row of an id; NULL for unknown ids. */
static inline const rsp_packet_row *rsp_packet_by_id(rsp_packet_id id) {
    bool known = id > RSP_PACKET_UNKNOWN && id < RSP_PACKET_MOST && rsp_packet_rows[id - 1].name.len > 0;
    return known ? &rsp_packet_rows[id - 1] : NULL;
}

/* The row with exactly this name; NULL when there is none. */
const rsp_packet_row *rsp_packet_by_name(rsp_bytes name);

/* The name of a packet: what its requests begin with. A zero follows, so that `ptr` is a C string, too. Empty
 * for unknown ids. */
static inline rsp_bytes rsp_packet_name(rsp_packet_id id) {
    const rsp_packet_row *row = rsp_packet_by_id(id);
    return row ? row->name : RSP_LIT("");
}

/* The same as a C string. */
static inline const char *rsp_packet_text(rsp_packet_id id) {
    return (const char *)rsp_packet_name(id).ptr;
}

/* The qSupported name with which a stub announces the packet; empty where there is none. */
static inline rsp_bytes rsp_packet_feature(rsp_packet_id id) {
    const rsp_packet_row *row = rsp_packet_by_id(id);
    return rsp_bytes_str(row ? row->feature : NULL);
}

/* Appends what stands before the arguments of a request: name and delimiter. */
void rsp_packet_begin(rsp_buf *out, rsp_packet_id id);

/* Takes the same off the front of *rest. False, and *rest unchanged, where it is not there. */
bool rsp_packet_take(rsp_bytes *rest, rsp_packet_id id);

/* The effect of a packet; UNKNOWN for unknown ids. */
static inline rsp_effect rsp_packet_effect(rsp_packet_id id) {
    return id > RSP_PACKET_UNKNOWN && id < RSP_PACKET_MOST ? rsp_packet_rows[id - 1].effect
                                                           : RSP_EFFECT_UNKNOWN;
}

/* The effect of a request, by its row. */
static inline rsp_effect rsp_request_effect(rsp_bytes request) {
    return rsp_packet_effect(rsp_packet_identify(request));
}

/* The form in words: "a stop reply, or OK". "?" for an unknown value. */
const char *rsp_reply_form_text(rsp_reply_form form);

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
 * table recognises counts by its row. For other payloads the stub is assumed to be careless: it compares the
 * first letter alone, or, for names that begin with v, q, Q, j or _, as many bytes as the name has. So "c?"
 * and "vContinue" may resume the program. */
bool rsp_request_may(rsp_bytes payload, unsigned effects);

RSP_END_DECLS

#endif
