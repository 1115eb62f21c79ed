/* What is known already: names of findings, and minimised findings, which explain others.
 * See docs/decisions/0011 for why a bug of framing shows under many names.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_KNOWN_H
#define RSP_NETFUZZ_KNOWN_H

#include "hunt/candidate.h"

#include "netfuzz/fuzzer.h"

enum { MAX_SIGNATURES = 4096, MAX_KNOWN = 256 };

/* Where a message holds a message of a known finding. */
typedef enum held {
    HELD_NOT,
    HELD_WHOLE,  /* it is the same, or of the same packet and longer */
    HELD_BEHIND, /* at its end, */
    HELD_BEFORE, /* at its beginning, */
    HELD_INSIDE, /* or in between */
    HELD_PLACES
} held;

typedef struct known_signature {
    char text[RSP_SIGNATURE_BYTES];
    unsigned tries;       /* in which it could not be confirmed */
    unsigned times_other; /* it was another name of something known */
    held place;           /* where the blamed message held the one message of */
    size_t explained_by;  /* this finding; HELD_NOT: that cannot be told at a glance */
    bool found;
} known_signature;

/* A minimised finding. */
typedef struct known_finding {
    candidate what;
    rsp_messages *list;
    bool over_long;              /* by the length of its last message, whichever packet that is */
    unsigned names[HELD_PLACES]; /* under which it was seen, by the place where a request held it */
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

/* NULL when it is not there, and is not added or does not fit. */
known_signature *known_find(known_bugs *k, const char *text, bool add);

/* How often a candidate that could not be confirmed is looked into again when it is seen again. */
unsigned known_most_tries(rsp_finding_kind kind);

/* The signature of a finding that the same messages show under another name: it is the same cause. NULL. */
const char *known_by_bytes(const known_bugs *k, const candidate *c, const rsp_messages *list);

/* By its name: nobody needs to look into it. */
bool known_has(rsp_fuzzer *f, const candidate *c);

/* This is another name of something known: after some more times nobody looks into it. */
void known_note_other_name(rsp_fuzzer *f, const candidate *c);

/* Once a finding was seen under this name, or under so many that it may be any: the blamed request holds it
 * in the same place, so it explains the candidate. */
bool known_explains(known_bugs *k, const candidate *c, rsp_bytes request);

/* Whether such a request is known to be met with silence, or to end so. */
bool known_explains_silence(const known_bugs *k, rsp_bytes request);

/* In names of findings, in place of a packet, where none is to blame. */
#define KNOWN_BYTES_NAME "bytes-"
#define KNOWN_EMPTY_NAME "empty-packet"

/* --- how messages hold messages; for explain.c --- */

/* A byte with the eighth bit does the same to a stub as any other: there would be 128 names for one bug. */
enum { KNOWN_EIGHTH_BIT = 0x80 };

static inline rsp_message_kind known_plain_kind(rsp_message_kind kind) {
    return kind == RSP_MESSAGE_HURRIED ? RSP_MESSAGE_PACKET : kind;
}

/* Only bytes that mean something where packets are read, or no character at all: they name no packet and are
 * no argument. They break the reading, in whichever packet they are. */
bool known_is_framing(rsp_bytes part);

/* Message `k` of a known finding in message `at` of a list. */
held known_holds(const rsp_messages *list, size_t at, const known_finding *known, size_t k);

/* A message that sets the session up: it changes what later messages mean. */
bool known_sets_up(const rsp_messages *list, size_t at);

/* The bytes without a part that stands at this place. */
void known_append_without(rsp_buf *out, rsp_bytes bytes, rsp_bytes part, held where);

/* The same oracle judged both, and both are named by a packet, or by bytes that are none. */
bool known_same_oracle(const candidate *a, const candidate *b);

#endif
