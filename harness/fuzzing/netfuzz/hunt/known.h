/* Known bugs: names of findings, and minimised findings, which explain candidates under other names.
 * docs/decisions/0011 says why a bug of framing shows under many names.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_KNOWN_H
#define RSP_NETFUZZ_KNOWN_H

#include "hunt/candidate.h"

#include "netfuzz/fuzzer.h"

enum { MAX_SIGNATURES = 4096, MAX_KNOWN = 256 };

/* How a message holds a message of a known finding. */
typedef enum held {
    HELD_NOT,
    HELD_WHOLE,  /* equal, or the same packet and longer */
    HELD_BEHIND, /* at its end, */
    HELD_BEFORE, /* at its beginning, */
    HELD_INSIDE, /* or in between */
    HELD_PLACES
} held;

typedef struct known_signature {
    char text[RSP_SIGNATURE_BYTES];
    unsigned tries;       /* failed attempts to confirm it */
    unsigned times_other; /* times that it was another name of a known finding */
    held place;           /* where the culprit held the one message of */
    size_t explained_by;  /* this finding; HELD_NOT: only replays can tell */
    bool found;
} known_signature;

/* A minimised finding. */
typedef struct known_finding {
    candidate what;
    rsp_messages *list;
    bool over_long;              /* the length of its last message is the cause, whichever packet it is */
    unsigned names[HELD_PLACES]; /* other names it was seen under, by where a request held it */
} known_finding;

typedef struct known_bugs {
    known_signature *signatures; /* MAX_SIGNATURES of them */
    size_t num_signatures;
    known_finding findings[MAX_KNOWN];
    size_t num_findings;
} known_bugs;

bool known_init(known_bugs *k, const rsp_mem *mem); /* false without memory */
void known_free(known_bugs *k, const rsp_mem *mem);

void known_validate(const known_bugs *k); /* asserts */

/* The entry of a signature; with `add` a new one. NULL when it is not there, or does not fit. */
known_signature *known_find(known_bugs *k, const char *text, bool add);

/* Attempts to confirm a candidate of this kind before it is ignored. */
unsigned known_most_tries(rsp_finding_kind kind);

/* The signature of a known finding with the same messages and another name: it has the same cause. NULL:
 * none. */
const char *known_by_bytes(const known_bugs *k, const candidate *c, const rsp_messages *list);

/* Whether the candidate is known by its name. */
bool known_has(rsp_fuzzer *f, const candidate *c);

/* The candidate is another name of a known finding: after some more times it counts as known. */
void known_note_other_name(rsp_fuzzer *f, const candidate *c);

/* Whether a known finding explains the candidate without replays: it was seen under this name, or under so
 * many that it may be any, and the culprit `request` holds it in the same place. */
bool known_explains(known_bugs *k, const candidate *c, rsp_bytes request);

/* Whether this request is known to be met with silence. */
bool known_explains_silence(const known_bugs *k, rsp_bytes request);

/* In signatures, in place of a packet that the culprit does not name. */
#define KNOWN_BYTES_NAME "bytes-"
#define KNOWN_EMPTY_NAME "empty-packet"

/* --- how messages hold messages; for deduplicate.c --- */

/* All bytes with the eighth bit do the same to a stub; without this there would be 128 names for one bug. */
enum { KNOWN_EIGHTH_BIT = 0x80 };

/* A hurried packet counts as a packet. */
static inline rsp_message_kind known_plain_kind(rsp_message_kind kind) {
    return kind == RSP_MESSAGE_HURRIED ? RSP_MESSAGE_PACKET : kind;
}

/* Whether all bytes are special in framing, or not printable: they name no packet and are no argument, and
 * break the deframer in whichever packet they are. */
bool known_is_framing(rsp_bytes part);

/* How message `at` of a list holds message `k` of a known finding. */
held known_holds(const rsp_messages *list, size_t at, const known_finding *known, size_t k);

/* Whether the message sets up the session: it changes what later messages mean. */
bool known_sets_up(const rsp_messages *list, size_t at);

/* Appends the bytes without a part that stands at this place. */
void known_append_without(rsp_buf *out, rsp_bytes bytes, rsp_bytes part, held where);

/* Whether the same oracle judged both, and both are named by a packet or by bytes, not by a frame. */
bool known_same_oracle(const candidate *a, const candidate *b);

/* A finding with this signature is known, or cannot be confirmed. */
void known_note_silence(rsp_fuzzer *f, const char *signature);

#endif
