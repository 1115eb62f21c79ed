/* A finding of the network fuzzer: what went wrong, the shortest messages that make it happen, and its texts.
 * Two findings with the same signature are the same bug as far as can be told from outside.
 * Texts are made here, files are written by the tools. Whatever a stub sent comes out harmless. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FINDING_H
#define RSP_FINDING_H

#include "grammar/messages.h"
#include "netfuzz/player.h"

RSP_BEGIN_DECLS

/* X(NAME, "name", "title") */
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

typedef enum rsp_finding_kind {
#define RSP_FINDING_ENUM(name, text, title) RSP_FINDING_##name,
    RSP_FINDING_LIST(RSP_FINDING_ENUM)
#undef RSP_FINDING_ENUM
        RSP_FINDING_KINDS,
} rsp_finding_kind;

const char *rsp_finding_kind_name(rsp_finding_kind kind); /* "?" for an unknown value */
const char *rsp_finding_kind_title(rsp_finding_kind kind);
rsp_finding_kind rsp_finding_kind_find(rsp_bytes name); /* RSP_FINDING_KINDS: none of this name */

/* The set of kinds (a bit each) in "crash,hang". RSP_USAGE. */
rsp_status rsp_finding_kinds_parse(uint32_t *out_set, const char *text, rsp_error *error) RSP_MUST_USE;

enum { RSP_SIGNATURE_BYTES = 128, RSP_FINDING_TEXT_BYTES = 256 };

/* All spans are borrowed from whoever hands it out. */
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
    rsp_messages *const *before;  /* lists that have to be played to the same stub before it, mostly none */
    size_t num_before;
    unsigned rounds;   /* MEMORY: all of them so often over; else 1 */
    rsp_write_log log; /* what was written when they were played, exactly */
    rsp_bytes probe;   /* payload of a request that must be answered afterwards */
    rsp_bytes words;   /* last bytes of the stub's standard error, and output */
    rsp_bytes output;
    const rsp_transcript *conversation; /* of the last replay, both sides; NULL: not kept */
    size_t messages_before;             /* it was seen after so many */
    uint64_t memory_bytes;              /* MEMORY: by which it grew at least */
    unsigned replays;                   /* of the minimised messages on fresh stubs */
    unsigned reproduced;
    uint64_t index; /* of the sequence that showed it */
    uint64_t seed;
    /* So long after the fuzzer's start it was first seen, a fresh stub had shown it, it was handed out: */
    uint64_t seen_ns;
    uint64_t confirmed_ns;
    uint64_t written_ns;
    bool pending; /* confirmed, but not yet minimised: it comes again */
} rsp_finding;

/* Messages of all its lists. */
size_t rsp_finding_num_messages(const rsp_finding *finding);

/* Whether it can be shown by a scenario: not where several stubs have to be compared, or one is to be watched
 * from outside; nor when more was written than is kept. */
bool rsp_finding_has_scenario(const rsp_finding *finding);

/* Their text form, one list after the other. */
void rsp_finding_messages(rsp_buf *out, const rsp_finding *finding);

/* "m-length" or so: words of the signature, fit for a file name of at most 60 characters. */
void rsp_finding_slug(rsp_buf *out, const rsp_finding *finding);

/* "seen after 0.3 s, confirmed after 0.4 s, written after 1.2 s", the last unless it is pending. */
void rsp_finding_times(rsp_buf *out, const rsp_finding *finding);

/* The scenario: writes by hand, exactly as logged, and the probe after them. `name` is the part after
 * "fuzz/". Returns the buffer's status. */
rsp_status rsp_finding_scenario(rsp_buf *out, const rsp_finding *finding, const char *name) RSP_MUST_USE;

/* One page for people. `again` is the command that repeats it; `verified` what that command says now, or "".
 */
rsp_status rsp_finding_summary(rsp_buf *out, const rsp_finding *finding, const char *stub, const char *again,
                               const char *verified) RSP_MUST_USE;

/* What was said in the last replay, both sides with times, acknowledgments too, each line of printable ASCII.
 */
rsp_status rsp_finding_conversation(rsp_buf *out, const rsp_finding *finding) RSP_MUST_USE;

/* One JSON object on one line. */
rsp_status rsp_finding_json(rsp_buf *out, const rsp_finding *finding, const char *folder) RSP_MUST_USE;

/* Top frame of a sanitizer's report that is no part of the sanitizer, or empty. */
rsp_bytes rsp_finding_frame(rsp_bytes words);

/* "stub.c:12" of UBSan's "../src/stub.c:12:3: runtime error: ...", which comes without frames; or empty. */
rsp_bytes rsp_finding_place(rsp_bytes line);

/* "heap-buffer-overflow" of "AddressSanitizer: heap-buffer-overflow on address 0x..." and so on; without the
 * numbers of "runtime error: index 4096 out of bounds". */
rsp_bytes rsp_finding_sanitizer(rsp_bytes line);

RSP_END_DECLS

#endif
