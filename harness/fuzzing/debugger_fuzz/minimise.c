/* First lies are dropped, then lines, then bytes of the
 * lies that are left; each trial has a debugger of its own.
 * A trial that shows something else is in vain. See hunt.h. */
/* SPDX-License-Identifier: MIT */
#include "debugger_fuzz/hunt.h"

#include "core/reduce.h"

enum { CUT_S = 60, BYTE_TRIALS = 48, SLOW_TRIALS = 6 };

typedef struct minimising {
    rsp_debugger_fuzzer *f;
    const char *signature;
    rsp_lies *best;
    rsp_watched *shown;
    uint64_t until_ns;
    unsigned trials;
    unsigned most_trials;
    size_t lie; /* whose bytes are dropped */
} minimising;

static bool spent(void *ctx) {
    const minimising *m = ctx;
    return lying_is_over(m->f) || rsp_clock_now(&m->f->clock) >= m->until_ns || m->trials >= m->most_trials;
}

/* The trial, which is taken, becomes the best if it shows the same. */
static bool try_it(minimising *m, rsp_lies *trial, bool is_whole) {
    m->trials++;
    const bool shown = is_whole && lying_shows(m->f, trial, m->signature, m->shown);
    if (shown) {
        rsp_lies_free(m->best);
        *m->best = *trial;
    } else {
        rsp_lies_free(trial);
    }
    return shown;
}

static size_t num_lies(void *ctx) {
    const minimising *m = ctx;
    return m->best->num;
}

static bool without_lies(void *ctx, size_t at, size_t num) {
    minimising *m = ctx;
    rsp_lies trial;
    const bool whole = rsp_lies_without(&trial, m->best, at, num, 0, 0);
    return try_it(m, &trial, whole);
}

static size_t num_lines(void *ctx) {
    const minimising *m = ctx;
    return m->best->num_lines;
}

static bool without_lines(void *ctx, size_t at, size_t num) {
    minimising *m = ctx;
    rsp_lies trial;
    const bool whole = rsp_lies_without(&trial, m->best, 0, 0, at, num);
    return try_it(m, &trial, whole);
}

static size_t num_bytes(void *ctx) {
    const minimising *m = ctx;
    return m->best->items[m->lie].bytes.len;
}

static bool without_bytes(void *ctx, size_t at, size_t num) {
    minimising *m = ctx;
    rsp_lies trial;
    rsp_buf left = {0};
    bool whole = rsp_lies_without(&trial, m->best, 0, 0, 0, 0);
    const rsp_bytes all = m->best->items[m->lie].bytes;
    rsp_buf_append(&left, rsp_bytes_sub(all, 0, at));
    rsp_buf_append(&left, rsp_bytes_from(all, at + num));
    if (whole)
        trial.items[m->lie].bytes = rsp_arena_bytes(&trial.arena, rsp_buf_bytes(&left));
    whole = whole && left.status == RSP_OK && trial.arena.status == RSP_OK;
    rsp_buf_free(&left);
    return try_it(m, &trial, whole);
}

/* One that is about each reply is easier to read as one about the first. */
static void without_every(minimising *m, size_t i) {
    rsp_lies trial;
    if (!m->best->items[i].every || m->best->items[i].kind == RSP_LIE_DOCUMENT || spent(m))
        return;
    const bool whole = rsp_lies_without(&trial, m->best, 0, 0, 0, 0);
    if (whole)
        trial.items[i].every = false;
    (void)try_it(m, &trial, whole);
}

/* What is only known by waiting for it. */
static bool is_slow(const rsp_watched *shown) {
    const rsp_debugger_symptom_kind kind = shown->symptom.kind;
    return kind != RSP_DEBUGGER_SYMPTOM_CRASH && kind != RSP_DEBUGGER_SYMPTOM_ASSERT;
}

void lying_minimise(rsp_debugger_fuzzer *f, rsp_lies *lies, const char *signature, rsp_watched *shown) {
    const uint64_t cut = f->options.cut_ns ? f->options.cut_ns : CUT_S * RSP_NS_PER_S;
    minimising m = {.f = f,
                    .signature = signature,
                    .best = lies,
                    .shown = shown,
                    .until_ns = rsp_deadline(rsp_clock_now(&f->clock), cut),
                    .most_trials = UINT32_MAX};
    const rsp_reduce less_lies = {.length = num_lies, .without = without_lies, .spent = spent, .ctx = &m};
    const rsp_reduce less_lines = {.length = num_lines, .without = without_lines, .spent = spent, .ctx = &m};
    const rsp_reduce less_bytes = {.length = num_bytes, .without = without_bytes, .spent = spent, .ctx = &m};
    rsp_reduce_run(&less_lies, 0);
    rsp_reduce_run(&less_lines, 0);
    for (size_t i = 0; i < lies->num; i++)
        without_every(&m, i);
    for (m.lie = 0; m.lie < lies->num; m.lie++) {
        m.trials = 0;
        m.most_trials = is_slow(shown) ? SLOW_TRIALS : BYTE_TRIALS;
        rsp_reduce_run(&less_bytes, 0);
    }
}
