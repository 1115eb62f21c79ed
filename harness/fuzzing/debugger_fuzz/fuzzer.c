/* Half of the sessions are new, half are made of the corpus.
 * A symptom counts when a second debugger shows it; it is
 * told at once, and again when it is minimised. See fuzzer.h. */
/* SPDX-License-Identifier: MIT */
#include "debugger_fuzz/hunt.h"

#include "core/hash.h"
#include "core/hex.h"
#include "core/mem.h"

#include <assert.h>

enum {
    CONFIRMATIONS = 2,
    FINAL_REPLAYS = 3,
    LINES_LEAST = 2,
    LINES_MOST = 10,
    AVOID_OF = 8,
    SHAPE_BYTES = 160
};

rsp_debugger_fuzzer *rsp_debugger_fuzzer_new(const rsp_debugger_fuzzer_options *options) {
    assert(options && options->debugger && options->command && options->facts);
    assert((options->open && options->close) || options->recorded);
    rsp_debugger_fuzzer *f = rsp_mem_calloc(NULL, 1, sizeof *f);
    if (!f)
        return NULL;
    f->options = *options;
    f->options.seed = f->options.seed ? f->options.seed : 1;
    f->clock = rsp_clock_monotonic();
    if (maker_init(&f->maker, f->options.seed, &f->samples))
        return f;
    rsp_debugger_fuzzer_free(f);
    return NULL;
}

void rsp_debugger_fuzzer_free(rsp_debugger_fuzzer *f) {
    if (!f)
        return;
    for (size_t i = 0; i < f->num_corpus; i++) {
        rsp_lies_free(f->corpus[i]);
        rsp_mem_free(NULL, f->corpus[i]);
    }
    maker_free(&f->maker);
    rsp_samples_free(&f->samples);
    rsp_state_set_free(&f->shapes);
    rsp_arena_free(&f->arena);
    rsp_mem_free(NULL, f);
}

static bool is_known(const rsp_debugger_fuzzer *f, const char *signature) {
    for (size_t i = 0; i < f->num_known; i++)
        if (strcmp(f->known[i], signature) == 0)
            return true;
    return false;
}

void rsp_debugger_fuzzer_know(rsp_debugger_fuzzer *f, const char *signature) {
    assert(signature);
    if (f->num_known < HUNT_KNOWN && !is_known(f, signature))
        f->known[f->num_known++] = rsp_arena_str(&f->arena, signature);
}

rsp_debugger_fuzzer_stats rsp_debugger_fuzzer_count(const rsp_debugger_fuzzer *f) {
    return f->stats;
}

bool lying_is_over(const rsp_debugger_fuzzer *f) {
    return f->options.stop && *f->options.stop;
}

/* --- one play --- */

/* Lines that differ by numbers alone have one shape. */
static size_t add_shapes(rsp_debugger_fuzzer *f, rsp_bytes printed) {
    size_t num_new = 0;
    while (printed.len > 0) {
        const rsp_bytes line = rsp_bytes_sub(rsp_bytes_split(&printed, '\n'), 0, SHAPE_BYTES);
        uint64_t hash = RSP_FNV;
        for (size_t i = 0; i < line.len; i++)
            if (rsp_hex_value(line.ptr[i]) < 0)
                hash = rsp_fnv_add(hash, line.ptr[i]);
        num_new += rsp_state_set_add(&f->shapes, hash);
    }
    f->stats.shapes = f->shapes.num;
    return num_new;
}

static rsp_status watch(rsp_debugger_fuzzer *f, const rsp_lies *lies, bool feeds, rsp_watched *out,
                        rsp_error *error) {
    rsp_link *stub = NULL;
    rsp_status status = f->options.open ? f->options.open(f->options.ctx, &stub, error) : RSP_OK;
    *out = (rsp_watched){.symptom = {.kind = RSP_DEBUGGER_SYMPTOM_NONE}};
    if (status != RSP_OK)
        return status;
    const rsp_watch_options options = {.debugger = f->options.debugger,
                                       .command = f->options.command,
                                       .lies = lies,
                                       .facts = f->options.facts,
                                       .stub = stub,
                                       .recorded = f->options.recorded,
                                       .samples = feeds ? &f->samples : NULL,
                                       .limits = f->options.limits,
                                       .stop = f->options.stop};
    status = rsp_watch(out, &options, error);
    if (stub)
        f->options.close(f->options.ctx, stub);
    f->stats.requests += out->requests;
    return status;
}

rsp_status lying_play(rsp_debugger_fuzzer *f, const rsp_lies *lies, bool feeds, rsp_watched *out,
                      rsp_error *error) {
    f->stats.replays += !feeds;
    return watch(f, lies, feeds, out, error);
}

bool lying_shows(rsp_debugger_fuzzer *f, const rsp_lies *lies, const char *signature, rsp_watched *shown) {
    rsp_error error = {0};
    rsp_watched seen;
    const bool same = lying_play(f, lies, false, &seen, &error) == RSP_OK &&
                      seen.symptom.kind != RSP_DEBUGGER_SYMPTOM_NONE &&
                      strcmp(seen.symptom.signature, signature) == 0;
    if (same) {
        rsp_watched_free(shown);
        *shown = seen;
    } else {
        rsp_watched_free(&seen);
    }
    return same;
}

rsp_status rsp_debugger_fuzzer_replay(rsp_debugger_fuzzer *f, const rsp_lies *lies, rsp_watched *out,
                                      rsp_error *error) {
    return lying_play(f, lies, false, out, error);
}

/* --- findings --- */

static void hand_out(rsp_debugger_fuzzer *f, const rsp_lies *lies, const rsp_watched *shown, unsigned replays,
                     unsigned reproduced, bool minimised) {
    const rsp_debugger_finding finding = {.symptom = &shown->symptom,
                                          .lies = lies,
                                          .shown = shown,
                                          .replays = replays,
                                          .reproduced = reproduced,
                                          .index = f->stats.sessions,
                                          .seed = f->options.seed,
                                          .minimised = minimised};
    if (f->options.found)
        f->options.found(f->options.ctx, &finding);
}

static unsigned count_shown(rsp_debugger_fuzzer *f, const rsp_lies *lies, const char *signature,
                            unsigned times, bool until_first, rsp_watched *shown) {
    unsigned num = 0;
    for (unsigned i = 0; i < times && !lying_is_over(f) && !(until_first && num > 0); i++)
        num += lying_shows(f, lies, signature, shown);
    return num;
}

/* The packet and the kind of a lie that alone is enough. */
static void avoid(rsp_debugger_fuzzer *f, const rsp_lies *lies) {
    if (lies->num == 1 && f->num_avoided < HUNT_AVOIDED)
        f->avoided[f->num_avoided++] =
            (rsp_lie){.kind = lies->items[0].kind, .packet = rsp_arena_str(&f->arena, lies->items[0].packet)};
}

static void follow(rsp_debugger_fuzzer *f, const rsp_lies *lies, const rsp_watched *first) {
    char signature[RSP_DEBUGGER_SYMPTOM_SIGNATURE_BYTES];
    rsp_watched shown = {.symptom = {.kind = RSP_DEBUGGER_SYMPTOM_NONE}};
    rsp_lies least;
    memcpy(signature, first->symptom.signature, sizeof signature);
    if (is_known(f, signature)) {
        f->stats.again++;
        return;
    }
    if (!rsp_lies_without(&least, lies, 0, 0, 0, 0) ||
        count_shown(f, lies, signature, CONFIRMATIONS, true, &shown) == 0) {
        f->stats.unconfirmed += !lying_is_over(f);
        rsp_lies_free(&least);
        return;
    }
    rsp_debugger_fuzzer_know(f, signature);
    f->stats.findings++;
    hand_out(f, lies, &shown, CONFIRMATIONS, 1, false);
    lying_minimise(f, &least, signature, &shown);
    const unsigned reproduced = count_shown(f, &least, signature, FINAL_REPLAYS, false, &shown);
    avoid(f, &least);
    if (reproduced > 0)
        hand_out(f, &least, &shown, FINAL_REPLAYS, reproduced, true);
    rsp_lies_free(&least);
    rsp_watched_free(&shown);
}

/* --- sessions --- */

static size_t below(rsp_debugger_fuzzer *f, size_t bound) {
    return (size_t)rsp_rng_below(&f->maker.grammar.rng, bound);
}

static size_t length(const char *const *list) {
    size_t num = 0;
    while (list[num])
        num++;
    return num;
}

static void add_lines(rsp_debugger_fuzzer *f, rsp_lies *lies) {
    const rsp_script_lies *own = &f->options.debugger->lies;
    const size_t num_lines = length(own->lines);
    for (const char *const *line = own->before; *line; line++)
        if (below(f, 2) == 0)
            (void)rsp_lies_add_line(lies, *line);
    (void)rsp_lies_add_line(lies, own->attach[below(f, length(own->attach))]);
    for (size_t i = LINES_LEAST + below(f, LINES_MOST - LINES_LEAST); i > 0 && num_lines > 0; i--)
        (void)rsp_lies_add_line(lies, own->lines[below(f, num_lines)]);
}

static bool is_avoided(const rsp_debugger_fuzzer *f, const rsp_lie *lie) {
    for (size_t i = 0; i < f->num_avoided; i++)
        if (f->avoided[i].kind == lie->kind && strcmp(f->avoided[i].packet, lie->packet) == 0)
            return true;
    return false;
}

/* Copies all but those that are mostly left out, and one more now and then. */
static bool take_over(rsp_debugger_fuzzer *f, rsp_lies *out, const rsp_lies *from, bool lines) {
    for (size_t i = 0; i < from->num; i++)
        if ((!is_avoided(f, &from->items[i]) || below(f, AVOID_OF) == 0) && (!lines || below(f, 4) > 0) &&
            !rsp_lies_add(out, &from->items[i]))
            return false;
    for (size_t i = 0; lines && i < from->num_lines; i++)
        (void)rsp_lies_add_line(out, from->lines[i]);
    return true;
}

static bool next_lies(rsp_debugger_fuzzer *f, rsp_lies *out) {
    rsp_lies made = {0};
    const bool fresh = f->num_corpus == 0 || below(f, 2) == 0;
    *out = (rsp_lies){0};
    if (fresh)
        add_lines(f, out);
    else
        (void)take_over(f, out, f->corpus[below(f, f->num_corpus)], true);
    for (size_t had = out->num, tries = 0; tries < AVOID_OF && out->num == had; tries++) {
        rsp_lies_free(&made);
        if (!maker_add(&f->maker, &made) || !take_over(f, out, &made, false))
            break;
    }
    rsp_lies_free(&made);
    return out->arena.status == RSP_OK;
}

static void keep(rsp_debugger_fuzzer *f, const rsp_lies *lies) {
    const size_t at = f->num_corpus < HUNT_CORPUS ? f->num_corpus : below(f, HUNT_CORPUS);
    rsp_lies *copy = rsp_mem_calloc(NULL, 1, sizeof *copy);
    if (!copy || !rsp_lies_without(copy, lies, 0, 0, 0, 0)) {
        rsp_lies_free(copy);
        rsp_mem_free(NULL, copy);
        return;
    }
    if (at < f->num_corpus) {
        rsp_lies_free(f->corpus[at]);
        rsp_mem_free(NULL, f->corpus[at]);
    }
    f->corpus[at] = copy;
    f->num_corpus += at == f->num_corpus;
    f->stats.corpus = f->num_corpus;
}

/* All lines, and not one lie: what is seen then is no finding, and is what lies are made of. */
static rsp_status begin(rsp_debugger_fuzzer *f, rsp_error *error) {
    const rsp_script_lies *own = &f->options.debugger->lies;
    rsp_lies honest = {0};
    rsp_watched seen;
    if (!own->attach[0])
        return rsp_fail(error, RSP_USAGE, "the script of %.40s has no lines for lies",
                        f->options.debugger->name);
    (void)rsp_lies_add_line(&honest, own->attach[0]);
    for (const char *const *line = own->lines; *line; line++)
        (void)rsp_lies_add_line(&honest, *line);
    rsp_status status = lying_play(f, &honest, true, &seen, error);
    (void)add_shapes(f, rsp_buf_bytes(&seen.printed));
    if (status == RSP_OK && seen.symptom.kind != RSP_DEBUGGER_SYMPTOM_NONE)
        status = rsp_fail(error, RSP_UNEXPECTED, "without any lie: %.120s", seen.symptom.headline);
    else if (status == RSP_OK && f->samples.num == 0)
        status = rsp_fail(error, RSP_CONNECT, "the debugger has asked the stub nothing");
    f->has_begun = status == RSP_OK;
    rsp_watched_free(&seen);
    rsp_lies_free(&honest);
    return status;
}

rsp_status rsp_debugger_fuzzer_step(rsp_debugger_fuzzer *f, rsp_error *error) {
    rsp_lies lies;
    rsp_watched seen;
    if (!f->has_begun)
        return begin(f, error);
    if (!next_lies(f, &lies))
        return rsp_fail(error, RSP_NO_MEMORY, "no memory");
    rsp_status status = lying_play(f, &lies, true, &seen, error);
    if (status == RSP_OK) {
        f->stats.sessions++;
        if (add_shapes(f, rsp_buf_bytes(&seen.printed)) > 0 && seen.symptom.kind == RSP_DEBUGGER_SYMPTOM_NONE)
            keep(f, &lies);
        if (seen.symptom.kind != RSP_DEBUGGER_SYMPTOM_NONE)
            follow(f, &lies, &seen);
    }
    rsp_watched_free(&seen);
    rsp_lies_free(&lies);
    return status;
}
