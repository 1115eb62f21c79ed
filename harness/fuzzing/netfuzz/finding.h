/* A finding of the network fuzzer: what went wrong, the minimised messages that reproduce it, and its texts.
 * Two findings with the same signature are the same bug, as far as one can tell from outside.
 * Texts are made here, files elsewhere. Bytes of the stub are escaped in all texts. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FINDING_H
#define RSP_FINDING_H

#include "grammar/messages.h"
#include "netfuzz/player.h"

RSP_BEGIN_DECLS

/* What can be wrong with a stub. X(NAME, "name", "title") */
#define RSP_FINDING_LIST(X)                                                     \
    X(CRASH, "crash", "the stub dies")                                          \
    X(HANG, "hang", "the stub no longer answers")                               \
    X(NO_STOP, "no-stop", "an interrupt does not stop the program")             \
    X(NO_REPLY, "no-reply", "a good request gets no reply")                     \
    X(DEAF, "deaf", "a good packet is lost")                                    \
    X(CLOSED, "closed", "the stub closes the connection")                       \
    X(CONTRADICTION, "contradiction", "a reply contradicts what the stub said") \
    X(RULE, "rule", "a rule of the protocol is broken")                         \
    X(MEMORY, "memory", "the stub's memory grows")                              \
    X(DIFFERENCE, "difference", "the same messages get different replies")

/* A kind of findings. */
typedef enum rsp_finding_kind {
#define RSP_FINDING_ENUM(name, text, title) RSP_FINDING_##name,
    RSP_FINDING_LIST(RSP_FINDING_ENUM)
#undef RSP_FINDING_ENUM
        RSP_FINDING_KINDS,
} rsp_finding_kind;

const char *rsp_finding_kind_name(rsp_finding_kind kind); /* "?" for an unknown value */
/* What it means, as a sentence: "the stub dies"; "?" for an unknown value. */
const char *rsp_finding_kind_title(rsp_finding_kind kind);

rsp_finding_kind rsp_finding_kind_find(rsp_bytes name); /* RSP_FINDING_KINDS: none of this name */

/* The set of kinds (a bit each) of a text like "crash,hang". RSP_USAGE with the names there are. */
rsp_status rsp_finding_kinds_parse(uint32_t *out_set, const char *text, rsp_error *error) RSP_MUST_USE;

/* Room for the texts of a finding, each with its final NUL. */
enum { RSP_SIGNATURE_BYTES = 128, RSP_FINDING_TEXT_BYTES = 256 };

/* All spans are borrowed from the giver. */
typedef struct rsp_finding {
    rsp_finding_kind kind;
    char signature[RSP_SIGNATURE_BYTES];   /* "crash:SIGSEGV:READ_MEMORY", printable */
    char headline[RSP_FINDING_TEXT_BYTES]; /* "SIGSEGV", "two replies to one request" */
    char expected[RSP_FINDING_TEXT_BYTES]; /* of a rule; "" */
    char got[RSP_FINDING_TEXT_BYTES];
    rsp_rule_id rule;             /* RULE; else RSP_RULE_COUNT */
    char matcher[128];            /* CONTRADICTION: what the last write's reply must be */
    char requirements[96];        /* ids separated by blanks */
    const rsp_messages *messages; /* minimised; the last list that is played */
    rsp_messages *const *before;  /* lists to be played to the same stub before them; mostly none */
    size_t num_before;
    unsigned rounds;                    /* MEMORY: repetitions of all lists; else 1 */
    rsp_write_log log;                  /* the exact writes of the last replay */
    rsp_bytes probe;                    /* payload of a request that must get a reply afterwards */
    rsp_bytes words;                    /* last bytes of the stub's standard error, */
    rsp_bytes output;                   /* ... and of its standard output */
    const rsp_transcript *conversation; /* of the last replay, both sides; NULL: not kept */
    size_t messages_before;             /* messages of the session before it was seen */
    uint64_t memory_bytes;              /* MEMORY: it grew at least by this */
    unsigned replays;                   /* of the minimised messages on fresh stubs */
    unsigned reproduced;
    uint64_t index; /* of the sequence that showed it */
    uint64_t seed;
    uint64_t seen_ns;      /* first seen, since the start of the fuzzer */
    uint64_t confirmed_ns; /* shown by a fresh stub */
    uint64_t written_ns;   /* handed out */
    bool pending;          /* confirmed, not yet minimised: it comes again */
} rsp_finding;

/* Messages of all its lists. */
size_t rsp_finding_num_messages(const rsp_finding *finding);
/* ... and their bytes, without frames, and without what we sent beside them: probes, acknowledgments. */
size_t rsp_finding_num_bytes(const rsp_finding *finding);

/* Whether a scenario can show it: not if it needs several stubs, or a view of the process, or if more was
 * written than is kept. */
bool rsp_finding_has_scenario(const rsp_finding *finding);

/* Appends the text form of all lists. */
void rsp_finding_messages(rsp_buf *out, const rsp_finding *finding);

/* Appends the words of the signature as a file name of at most 60 characters, "crash-sigsegv-read-memory". */
void rsp_finding_slug(rsp_buf *out, const rsp_finding *finding);

/* Appends "seen after 0.3 s, confirmed after 0.4 s, written after 1.2 s"; the last only if not pending. */
void rsp_finding_times(rsp_buf *out, const rsp_finding *finding);

/* Appends the scenario: the writes exactly as logged, and the probe. `name` is the part after "fuzz/".
 * Returns the buffer's status. */
rsp_status rsp_finding_scenario(rsp_buf *out, const rsp_finding *finding, const char *name) RSP_MUST_USE;

/* Appends the page for people. `again` is the command that repeats it; `verified` is its result, or "".
 * Returns the buffer's status. */
rsp_status rsp_finding_summary(rsp_buf *out, const rsp_finding *finding, const char *stub, const char *again,
                               const char *verified) RSP_MUST_USE;

/* Appends the conversation of the last replay: both sides, with times and acknowledgments, in printable
 * ASCII. Returns the buffer's status. */
rsp_status rsp_finding_conversation(rsp_buf *out, const rsp_finding *finding) RSP_MUST_USE;

/* Appends one JSON object on one line. Returns the buffer's status. */
rsp_status rsp_finding_json(rsp_buf *out, const rsp_finding *finding, const char *folder) RSP_MUST_USE;

/* The function of the top frame of a sanitizer's report, outside of sanitizer and libc; or empty. */
rsp_bytes rsp_finding_frame(rsp_bytes words);

/* "stub.c:12" of UBSan's "../src/stub.c:12:3: runtime error: ...", which has no frames; or empty. */
rsp_bytes rsp_finding_place(rsp_bytes line);

/* The sanitizer's word: "heap-buffer-overflow" of "AddressSanitizer: heap-buffer-overflow on address 0x...".
 * Of "runtime error: index 4096 out of bounds" the text without the number. */
rsp_bytes rsp_finding_sanitizer(rsp_bytes line);

RSP_END_DECLS

#endif
