/* Half of the sessions are new, half are made of the corpus. A symptom counts when a second debugger
 * shows it; it is told at once, and again when it is minimised. What workers share is read and changed
 * under its lock, and no session is played under it. See fuzzer.h. */
/* SPDX-License-Identifier: MIT */
#include "debugger_fuzz/hunt.h"

#include "core/hash.h"
#include "core/hex.h"
#include "core/mem.h"

#include <assert.h>
#include <inttypes.h>

enum {
    CONFIRMATIONS = 2,
    FINAL_REPLAYS = 3,
    LINES_LEAST = 2,
    LINES_MOST = 10,
    AVOID_OF = 8,
    SHAPE_BYTES = 160
};

static void lock(rsp_debugger_fuzzer *f) {
    (void)pthread_mutex_lock(&f->common->lock);
}

static void unlock(rsp_debugger_fuzzer *f) {
    (void)pthread_mutex_unlock(&f->common->lock);
}

/* --- workers --- */

static hunt_common *common_new(void) {
    hunt_common *c = rsp_mem_calloc(NULL, 1, sizeof *c);
    if (c) {
        (void)pthread_mutex_init(&c->lock, NULL);
        (void)pthread_mutex_init(&c->telling, NULL);
    }
    return c;
}

static void common_free(hunt_common *c) {
    if (!c)
        return;
    for (size_t i = 0; i < c->num_corpus; i++) {
        rsp_lies_free(c->corpus[i]);
        rsp_mem_free(NULL, c->corpus[i]);
    }
    rsp_state_set_free(&c->shapes);
    rsp_arena_free(&c->arena);
    (void)pthread_mutex_destroy(&c->lock);
    (void)pthread_mutex_destroy(&c->telling);
    rsp_mem_free(NULL, c);
}

static rsp_debugger_fuzzer *worker_new(const rsp_debugger_fuzzer_options *options, hunt_common *common,
                                       bool is_first) {
    assert(options && options->debugger && options->command && options->facts);
    assert((options->open && options->close) || options->recorded);
    rsp_debugger_fuzzer *f = common ? rsp_mem_calloc(NULL, 1, sizeof *f) : NULL;
    if (!f) {
        common_free(is_first ? common : NULL);
        return NULL;
    }
    f->options = *options;
    f->options.seed = f->options.seed ? f->options.seed : 1;
    f->clock = rsp_clock_monotonic();
    f->common = common;
    f->is_first = is_first;
    if (maker_init(&f->maker, f->options.seed, &f->samples))
        return f;
    rsp_debugger_fuzzer_free(f);
    return NULL;
}

rsp_debugger_fuzzer *rsp_debugger_fuzzer_new(const rsp_debugger_fuzzer_options *options) {
    return worker_new(options, common_new(), true);
}

rsp_debugger_fuzzer *rsp_debugger_fuzzer_join(rsp_debugger_fuzzer *first,
                                              const rsp_debugger_fuzzer_options *options) {
    return worker_new(options, first->common, false);
}

void rsp_debugger_fuzzer_free(rsp_debugger_fuzzer *f) {
    if (!f)
        return;
    maker_free(&f->maker);
    rsp_samples_free(&f->samples);
    if (f->is_first)
        common_free(f->common);
    rsp_mem_free(NULL, f);
}

/* False: it is known already, or nothing more can be. Under the lock. */
static bool learn(hunt_common *c, const char *signature) {
    for (size_t i = 0; i < c->num_known; i++)
        if (strcmp(c->known[i], signature) == 0)
            return false;
    if (c->num_known == HUNT_KNOWN)
        return false;
    c->known[c->num_known++] = rsp_arena_str(&c->arena, signature);
    return true;
}

/* Counts it where it is. */
static bool is_seen_again(rsp_debugger_fuzzer *f, const char *signature) {
    hunt_common *c = f->common;
    bool known = false;
    lock(f);
    for (size_t i = 0; i < c->num_known && !known; i++)
        known = strcmp(c->known[i], signature) == 0;
    c->stats.again += known;
    unlock(f);
    return known;
}

void rsp_debugger_fuzzer_know(rsp_debugger_fuzzer *f, const char *signature) {
    assert(signature);
    lock(f);
    (void)learn(f->common, signature);
    unlock(f);
}

rsp_debugger_fuzzer_stats rsp_debugger_fuzzer_count(rsp_debugger_fuzzer *f) {
    lock(f);
    const rsp_debugger_fuzzer_stats stats = f->common->stats;
    unlock(f);
    return stats;
}

bool lying_is_over(const rsp_debugger_fuzzer *f) {
    return f->options.stop && *f->options.stop;
}

/* --- one play --- */

/* Lines that differ by numbers alone have one shape. */
static size_t add_shapes(rsp_debugger_fuzzer *f, rsp_bytes printed) {
    hunt_common *c = f->common;
    size_t num_new = 0;
    lock(f);
    while (printed.len > 0) {
        const rsp_bytes line = rsp_bytes_sub(rsp_bytes_split(&printed, '\n'), 0, SHAPE_BYTES);
        uint64_t hash = RSP_FNV;
        for (size_t i = 0; i < line.len; i++)
            if (rsp_hex_value(line.ptr[i]) < 0)
                hash = rsp_fnv_add(hash, line.ptr[i]);
        num_new += rsp_state_set_add(&c->shapes, hash);
    }
    c->stats.shapes = c->shapes.num;
    unlock(f);
    return num_new;
}

void rsp_debugger_fuzzer_add_shape(rsp_debugger_fuzzer *f, uint64_t shape) {
    lock(f);
    (void)rsp_state_set_add(&f->common->shapes, shape);
    f->common->stats.shapes = f->common->shapes.num;
    unlock(f);
}

void rsp_debugger_fuzzer_shapes(rsp_debugger_fuzzer *f, rsp_buf *out) {
    const rsp_state_set *shapes = &f->common->shapes;
    lock(f);
    for (size_t i = 0; i < shapes->cap; i++)
        if (shapes->slots[i])
            rsp_buf_printf(out, " %" PRIx64, shapes->slots[i]);
    unlock(f);
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
    lock(f);
    f->common->stats.requests += out->requests;
    unlock(f);
    return status;
}

rsp_status lying_play(rsp_debugger_fuzzer *f, const rsp_lies *lies, bool feeds, rsp_watched *out,
                      rsp_error *error) {
    lock(f);
    f->common->stats.replays += !feeds;
    unlock(f);
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
                                          .index = f->index,
                                          .seed = f->seed,
                                          .minimised = minimised};
    (void)pthread_mutex_lock(&f->common->telling);
    if (f->options.found)
        f->options.found(f->options.ctx, &finding);
    (void)pthread_mutex_unlock(&f->common->telling);
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
    hunt_common *c = f->common;
    lock(f);
    if (lies->num == 1 && c->num_avoided < HUNT_AVOIDED)
        c->avoided[c->num_avoided++] =
            (rsp_lie){.kind = lies->items[0].kind, .packet = rsp_arena_str(&c->arena, lies->items[0].packet)};
    unlock(f);
}

/* Whether it is this worker that found it: another one may have been quicker. */
static bool claim(rsp_debugger_fuzzer *f, const char *signature) {
    hunt_common *c = f->common;
    lock(f);
    const bool is_new = learn(c, signature);
    c->stats.findings += is_new;
    c->stats.again += !is_new;
    unlock(f);
    return is_new;
}

static void count_unconfirmed(rsp_debugger_fuzzer *f) {
    lock(f);
    f->common->stats.unconfirmed += !lying_is_over(f);
    unlock(f);
}

/* Minimises lies that show a signature, and tells what is left. *lies become those. */
static void finish(rsp_debugger_fuzzer *f, rsp_lies *lies, const char *signature, rsp_watched *shown) {
    lying_minimise(f, lies, signature, shown);
    const unsigned reproduced = count_shown(f, lies, signature, FINAL_REPLAYS, false, shown);
    avoid(f, lies);
    if (reproduced > 0)
        hand_out(f, lies, shown, FINAL_REPLAYS, reproduced, true);
}

static void follow(rsp_debugger_fuzzer *f, const rsp_lies *lies, const rsp_watched *first) {
    char signature[RSP_DEBUGGER_SYMPTOM_SIGNATURE_BYTES];
    rsp_watched shown = {.symptom = {.kind = RSP_DEBUGGER_SYMPTOM_NONE}};
    rsp_lies least;
    memcpy(signature, first->symptom.signature, sizeof signature);
    if (is_seen_again(f, signature))
        return;
    f->index = rsp_debugger_fuzzer_count(f).sessions;
    f->seed = f->options.seed;
    if (!rsp_lies_without(&least, lies, 0, 0, 0, 0) ||
        count_shown(f, lies, signature, CONFIRMATIONS, true, &shown) == 0) {
        count_unconfirmed(f);
    } else if (claim(f, signature)) {
        hand_out(f, lies, &shown, CONFIRMATIONS, 1, false);
        finish(f, &least, signature, &shown);
    }
    rsp_lies_free(&least);
    rsp_watched_free(&shown);
}

bool rsp_debugger_fuzzer_minimise(rsp_debugger_fuzzer *f, const rsp_lies *lies, const char *signature,
                                  uint64_t index, uint64_t seed) {
    rsp_watched shown = {.symptom = {.kind = RSP_DEBUGGER_SYMPTOM_NONE}};
    rsp_lies least;
    f->index = index;
    f->seed = seed;
    const bool shows = rsp_lies_without(&least, lies, 0, 0, 0, 0) &&
                       count_shown(f, lies, signature, CONFIRMATIONS, true, &shown) > 0;
    if (shows)
        finish(f, &least, signature, &shown);
    rsp_lies_free(&least);
    rsp_watched_free(&shown);
    return shows;
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

static bool is_avoided(rsp_debugger_fuzzer *f, const rsp_lie *lie) {
    const hunt_common *c = f->common;
    bool is = false;
    lock(f);
    for (size_t i = 0; i < c->num_avoided && !is; i++)
        is = c->avoided[i].kind == lie->kind && strcmp(c->avoided[i].packet, lie->packet) == 0;
    unlock(f);
    return is;
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

/* A copy of some lies of the corpus. False: there are none. */
static bool draw(rsp_debugger_fuzzer *f, rsp_lies *out) {
    const hunt_common *c = f->common;
    lock(f);
    const bool drawn = c->num_corpus > 0 && below(f, 2) > 0 &&
                       rsp_lies_without(out, c->corpus[below(f, c->num_corpus)], 0, 0, 0, 0);
    unlock(f);
    return drawn;
}

static bool next_lies(rsp_debugger_fuzzer *f, rsp_lies *out) {
    rsp_lies made = {0};
    rsp_lies drawn = {0};
    *out = (rsp_lies){0};
    if (draw(f, &drawn))
        (void)take_over(f, out, &drawn, true);
    else
        add_lines(f, out);
    rsp_lies_free(&drawn);
    for (size_t had = out->num, tries = 0; tries < AVOID_OF && out->num == had; tries++) {
        rsp_lies_free(&made);
        if (!maker_add(&f->maker, &made) || !take_over(f, out, &made, false))
            break;
    }
    rsp_lies_free(&made);
    return out->arena.status == RSP_OK;
}

/* Its place in the corpus; RSP_DEBUGGER_CORPUS without memory. */
static size_t put(rsp_debugger_fuzzer *f, const rsp_lies *lies) {
    hunt_common *c = f->common;
    rsp_lies *copy = rsp_mem_calloc(NULL, 1, sizeof *copy);
    if (!copy || !rsp_lies_without(copy, lies, 0, 0, 0, 0)) {
        rsp_lies_free(copy);
        rsp_mem_free(NULL, copy);
        return HUNT_CORPUS;
    }
    lock(f);
    const size_t at = c->num_corpus < HUNT_CORPUS ? c->num_corpus : below(f, HUNT_CORPUS);
    if (at < c->num_corpus) {
        rsp_lies_free(c->corpus[at]);
        rsp_mem_free(NULL, c->corpus[at]);
    }
    c->corpus[at] = copy;
    c->num_corpus += at == c->num_corpus;
    c->stats.corpus = c->num_corpus;
    unlock(f);
    return at;
}

static void keep(rsp_debugger_fuzzer *f, const rsp_lies *lies) {
    (void)pthread_mutex_lock(&f->common->telling);
    const size_t at = put(f, lies);
    if (at < HUNT_CORPUS && f->options.kept)
        f->options.kept(f->options.ctx, at, lies);
    (void)pthread_mutex_unlock(&f->common->telling);
}

void rsp_debugger_fuzzer_add(rsp_debugger_fuzzer *f, const rsp_lies *lies) {
    (void)put(f, lies);
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
        lock(f);
        f->common->stats.sessions++;
        unlock(f);
        if (add_shapes(f, rsp_buf_bytes(&seen.printed)) > 0 && seen.symptom.kind == RSP_DEBUGGER_SYMPTOM_NONE)
            keep(f, &lies);
        if (seen.symptom.kind != RSP_DEBUGGER_SYMPTOM_NONE)
            follow(f, &lies, &seen);
    }
    rsp_watched_free(&seen);
    rsp_lies_free(&lies);
    return status;
}
