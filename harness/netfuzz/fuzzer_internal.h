/* What the fuzzer's files share: corpus, tables of what is known, the session, and a candidate for a finding.
 * fuzzer.c leads, fuzzer_corpus.c makes sequences, fuzzer_confirm.c follows up.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FUZZER_INTERNAL_H
#define RSP_FUZZER_INTERNAL_H

#include <rsp/fuzzer.h>
#include <rsp/grammar.h>

enum {
    MAX_WORDS = 96, /* requests that showed something new */
    MAX_FACTS = 72, /* numbers for the grammar */
    MAX_SIGNATURES = 4096,
    MAX_CANDIDATES = 8, /* of one sequence */
    MAX_HISTORY = 1024, /* sequences of one session */
    MAX_OF_RULE = 3,    /* findings of one rule, for different packets */
    MAX_TRIES = 2,      /* of a candidate that could not be confirmed */
    FINAL_REPLAYS = 3,
};

/* What may become a finding. */
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
} candidate;

typedef struct known_signature {
    char text[RSP_SIGNATURE_BYTES];
    unsigned tries;
    bool found;
} known_signature;

struct rsp_fuzzer {
    rsp_fuzz_host host;
    rsp_fuzzer_options options;
    uint64_t born_ns;
    rsp_player *player;
    rsp_link *link; /* of the session; NULL between two */
    bool calibrated;
    rsp_messages current;
    rsp_messages other; /* for splicing */
    rsp_hazards screen; /* for what would be refused */

    rsp_messages **corpus;
    uint64_t *corpus_hashes;
    size_t num_corpus;
    size_t cap_corpus;

    uint64_t *states; /* open addressing; 0 is free */
    size_t num_states;
    size_t cap_states;
    bool news; /* the sequence showed a new state */

    uint64_t facts[MAX_FACTS];
    rsp_bytes words[MAX_WORDS];
    uint8_t *word_text[MAX_WORDS];
    size_t num_words;

    rsp_messages **history; /* of this session */
    size_t num_history;
    uint64_t session_sent; /* messages, when it began */
    uint64_t first_digest; /* after its first sequence */
    uint64_t baseline_bytes;
    bool one_client; /* the stub ends, or is deaf, after a connection */
    unsigned times_gone;
    unsigned gone_for; /* sequences since the program was gone, or may be */

    candidate candidates[MAX_CANDIDATES];
    size_t num_candidates;
    candidate *hunted; /* while replaying: what is looked for */
    bool caught;
    candidate instead; /* while replaying: the first other rule that was broken */
    bool have_instead;
    known_signature *signatures;
    size_t num_signatures;

    rsp_fuzzer_stats stats;
};

static inline uint64_t clock_now(const rsp_fuzzer *f) {
    return f->options.clock.now_ns ? rsp_clock_now(&f->options.clock) : 0;
}

/* --- fuzzer_corpus.c --- */

/* Fills f->current for sequence `index`, by nothing but seed, index, corpus and what was learnt. */
void fuzzer_choose(rsp_fuzzer *f, uint64_t index);
rsp_messages *fuzzer_copy(const rsp_fuzzer *f, const rsp_messages *list);
void fuzzer_drop(const rsp_fuzzer *f, rsp_messages *list);
bool fuzzer_add(rsp_fuzzer *f, const rsp_messages *list, bool *out_new);
void fuzzer_learn_word(rsp_fuzzer *f, rsp_bytes request);
/* True when it is new. */
bool fuzzer_note_state(rsp_fuzzer *f, uint64_t state);

/* --- fuzzer.c --- */

/* A fresh stub for the player, and the end of it. */
rsp_status fuzzer_open(rsp_fuzzer *f, rsp_error *error);
void fuzzer_close(rsp_fuzzer *f);

/* How a list ended as a candidate; false when that is nothing bad. */
bool fuzzer_candidate_of(const rsp_fuzzer *f, rsp_played played, candidate *out);

/* --- fuzzer_confirm.c --- */

/* Replays, minimises and hands a candidate to the host, or counts it as a duplicate or unconfirmed. */
rsp_status fuzzer_follow_up(rsp_fuzzer *f, const candidate *c, rsp_error *error);
/* The first sequence of the session again on a fresh stub: does it get the same kinds of replies? */
rsp_status fuzzer_compare(rsp_fuzzer *f, rsp_error *error);
known_signature *fuzzer_signature(rsp_fuzzer *f, const char *text, bool add);

#endif
