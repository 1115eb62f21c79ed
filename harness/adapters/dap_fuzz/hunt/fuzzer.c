/* Half of the sequences are new, half are made of the corpus; what shows a new state joins it.
 * A symptom counts when a second adapter shows it, and is played twice more once it is minimised.
 * See dap_fuzz/fuzzer.h. */
/* SPDX-License-Identifier: MIT */
#include "dap_fuzz/fuzzer.h"

#include "core/limits.h"
#include "core/mem.h"
#include "hunt/hunt.h"
#include "make/sequence.h"

#include <assert.h>

enum { CONFIRMATIONS = 2, FINAL_REPLAYS = 3 };

rsp_dap_fuzzer *rsp_dap_fuzzer_new(const rsp_dap_fuzzer_options *options) {
    assert(options && options->target);
    rsp_dap_fuzzer *f = rsp_mem_calloc(NULL, 1, sizeof *f);
    if (!f)
        return NULL;
    f->options = *options;
    f->options.seed = f->options.seed ? f->options.seed : 1;
    f->options.most_steps = f->options.most_steps ? f->options.most_steps : 24;
    f->options.deaf_ns = f->options.deaf_ns ? f->options.deaf_ns : 5 * RSP_NS_PER_S;
    f->options.trials = f->options.trials ? f->options.trials : 60;
    f->target = *options->target;
    f->target.timeout_ns = f->options.deaf_ns;
    f->corpus = json_array();
    f->known = json_object();
    f->avoided = json_array();
    rsp_rng_seed(&f->rng, f->options.seed);
    return f;
}

void rsp_dap_fuzzer_free(rsp_dap_fuzzer *f) {
    if (!f)
        return;
    json_decref(f->corpus);
    json_decref(f->known);
    json_decref(f->avoided);
    rsp_state_set_free(&f->states);
    rsp_buf_free(&f->play.shown.transcript);
    rsp_buf_free(&f->play.shown.words);
    rsp_buf_free(&f->shown_transcript);
    rsp_buf_free(&f->shown_words);
    rsp_mem_free(NULL, f);
}

void rsp_dap_fuzzer_know(rsp_dap_fuzzer *f, const char *signature) {
    assert(signature);
    (void)json_object_set_new(f->known, signature, json_true());
}

rsp_dap_fuzzer_stats rsp_dap_fuzzer_count(const rsp_dap_fuzzer *f) {
    return f->stats;
}

/* --- what sessions without a sequence show --- */

static rsp_status learn_manners(rsp_dap_fuzzer *f, rsp_error *error) {
    static const char *const starts[] = {"stopped", "initialized"};
    bool broken[RSP_DAP_RULE_COUNT] = {false};
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < RSP_ARRAY_LEN(starts) && status == RSP_OK; i++) {
        json_t *empty = json_pack("{s:s, s:[]}", "start", starts[i], "steps");
        f->play.shown.broken = broken;
        status = empty ? hunt_play(f, empty, true, error) : RSP_NO_MEMORY;
        f->play.shown.broken = NULL;
        json_decref(empty);
    }
    memcpy(f->manners, broken, sizeof broken);
    f->has_manners = status == RSP_OK;
    return status;
}

/* --- findings --- */

static void hand_out(rsp_dap_fuzzer *f, const json_t *sequence, const char *signature, unsigned reproduced) {
    const rsp_dap_finding finding = {.symptom = f->shown.symptom,
                                     .signature = signature,
                                     .headline = f->shown.headline,
                                     .sequence = sequence,
                                     .replays = FINAL_REPLAYS,
                                     .reproduced = reproduced,
                                     .transcript = rsp_buf_cstr(&f->shown_transcript),
                                     .words = rsp_buf_bytes(&f->shown_words),
                                     .index = f->stats.sequences,
                                     .seed = f->options.seed};
    f->stats.findings++;
    if (f->options.found)
        f->options.found(f->options.ctx, &finding);
}

static void copy(rsp_buf *out, const rsp_buf *from) {
    rsp_buf_clear(out);
    rsp_buf_append(out, rsp_buf_bytes(from));
}

/* A replay that shows nothing, or something else, may follow. */
static void keep_texts(rsp_dap_fuzzer *f) {
    f->shown = f->outcome;
    copy(&f->shown_transcript, &f->play.shown.transcript);
    copy(&f->shown_words, &f->play.shown.words);
}

/* How often it shows the signature in a number of plays; the last one that does leaves its texts. */
static unsigned count_shown(rsp_dap_fuzzer *f, const json_t *sequence, const char *signature, unsigned times,
                            bool until_first) {
    unsigned shown = 0;
    for (unsigned i = 0; i < times && !hunt_is_over(f) && !(until_first && shown > 0); i++) {
        rsp_error error = {0};
        const rsp_status status = hunt_play(f, sequence, false, &error);
        const bool same = status == RSP_OK && f->outcome.symptom != RSP_DAP_SYMPTOM_COUNT &&
                          strcmp(f->outcome.signature, signature) == 0;
        if (same)
            keep_texts(f);
        shown += same;
    }
    return shown;
}

/* --- going around findings --- */

/* A request that needs no arguments for it is avoided whatever they are. */
static bool is_like(const json_t *avoided, const json_t *step) {
    const json_t *request = json_object_get(avoided, "request");
    if (request && json_object_size(json_object_get(avoided, "arguments")) == 0)
        return json_equal(request, json_object_get(step, "request"));
    return json_equal(avoided, step);
}

static void avoid(rsp_dap_fuzzer *f, const json_t *sequence) {
    json_t *steps = dap_sequence_steps(sequence);
    if (json_array_size(steps) == 1)
        (void)json_array_append(f->avoided, json_array_get(steps, 0));
}

static void leave_avoided_out(const rsp_dap_fuzzer *f, json_t *steps) {
    for (size_t i = json_array_size(steps); i > 0; i--)
        for (size_t k = 0; k < json_array_size(f->avoided); k++)
            if (is_like(json_array_get(f->avoided, k), json_array_get(steps, i - 1))) {
                (void)json_array_remove(steps, i - 1);
                break;
            }
}

static void follow(rsp_dap_fuzzer *f, const json_t *sequence) {
    char signature[RSP_DAP_SIGNATURE_BYTES];
    memcpy(signature, f->outcome.signature, sizeof signature);
    if (json_object_get(f->known, signature)) {
        f->stats.again++;
        return;
    }
    rsp_dap_fuzzer_know(f, signature);
    if (count_shown(f, sequence, signature, CONFIRMATIONS, true) == 0) {
        f->stats.unconfirmed++;
        if (!hunt_is_over(f))
            (void)json_object_del(f->known, signature);
        return;
    }
    json_t *least = hunt_minimise(f, sequence, signature);
    const unsigned reproduced = least ? count_shown(f, least, signature, FINAL_REPLAYS, false) : 0;
    if (reproduced > 0) {
        avoid(f, least);
        hand_out(f, least, signature, reproduced);
    } else {
        f->stats.unconfirmed++;
    }
    json_decref(least);
}

/* --- a step --- */

static const json_t *pick(rsp_dap_fuzzer *f) {
    return json_array_get(f->corpus, rsp_rng_below(&f->rng, json_array_size(f->corpus)));
}

static json_t *next_sequence(rsp_dap_fuzzer *f) {
    const bool fresh = json_array_size(f->corpus) == 0 || rsp_rng_below(&f->rng, 2) == 0;
    return fresh ? dap_sequence_make(&f->rng, f->options.most_steps)
                 : dap_sequence_mutate(&f->rng, pick(f), pick(f), f->options.most_steps);
}

static void keep(rsp_dap_fuzzer *f, json_t *sequence) {
    if (f->play.shown.num_new > 0 && json_array_size(f->corpus) < RSP_LIMIT_FUZZ_CORPUS)
        (void)json_array_append(f->corpus, sequence);
    f->stats.corpus = json_array_size(f->corpus);
}

rsp_status rsp_dap_fuzzer_step(rsp_dap_fuzzer *f, rsp_error *error) {
    if (!f->has_manners)
        return learn_manners(f, error);
    json_t *sequence = next_sequence(f);
    if (!sequence)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory");
    leave_avoided_out(f, dap_sequence_steps(sequence));
    const rsp_status status = hunt_play(f, sequence, true, error);
    if (status == RSP_OK) {
        f->stats.sequences++;
        keep(f, sequence);
        if (f->outcome.symptom != RSP_DAP_SYMPTOM_COUNT)
            follow(f, sequence);
    }
    json_decref(sequence);
    return status;
}

bool rsp_dap_fuzzer_replay(rsp_dap_fuzzer *f, const json_t *sequence, rsp_dap_finding *out,
                           rsp_status *out_status, rsp_error *error) {
    *out_status = f->has_manners ? RSP_OK : learn_manners(f, error);
    if (*out_status == RSP_OK)
        *out_status = hunt_play(f, sequence, false, error);
    *out = (rsp_dap_finding){.symptom = f->outcome.symptom,
                             .signature = f->outcome.signature,
                             .headline = f->outcome.headline,
                             .sequence = sequence,
                             .transcript = rsp_buf_cstr(&f->play.shown.transcript),
                             .words = rsp_buf_bytes(&f->play.shown.words)};
    return *out_status == RSP_OK && f->outcome.symptom != RSP_DAP_SYMPTOM_COUNT;
}
