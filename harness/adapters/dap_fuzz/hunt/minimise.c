/* First steps are dropped, then members of arguments; each trial has an adapter of its own.
 * A trial that shows something else is in vain.
 * See hunt.h. */
/* SPDX-License-Identifier: MIT */
#include "core/reduce.h"
#include "hunt/hunt.h"
#include "make/sequence.h"

#include <assert.h>

typedef struct minimising {
    rsp_dap_fuzzer *f;
    const char *signature;
    json_t *best;
    unsigned trials;
    size_t step; /* whose members are dropped */
} minimising;

static bool spent(void *ctx) {
    const minimising *m = ctx;
    return m->trials >= m->f->options.trials || hunt_is_over(m->f);
}

/* The trial (a reference that is taken) becomes the best if it shows the same. */
static bool try_it(minimising *m, json_t *trial) {
    rsp_error error = {0};
    m->trials++;
    const bool shown = trial && hunt_play(m->f, trial, false, &error) == RSP_OK &&
                       m->f->outcome.symptom != RSP_DAP_SYMPTOM_COUNT &&
                       strcmp(m->f->outcome.signature, m->signature) == 0;
    json_decref(shown ? m->best : trial);
    m->best = shown ? trial : m->best;
    return shown;
}

static size_t num_steps(void *ctx) {
    const minimising *m = ctx;
    return json_array_size(dap_sequence_steps(m->best));
}

static bool without_steps(void *ctx, size_t at, size_t num) {
    assert(num > 0 && at + num <= num_steps(ctx));
    minimising *m = ctx;
    json_t *trial = json_deep_copy(m->best);
    for (size_t i = 0; i < num; i++)
        (void)json_array_remove(dap_sequence_steps(trial), at);
    return try_it(m, trial);
}

/* Most symptoms need only the last few steps, and none needs what was never sent. */
static void keep_end(minimising *m, size_t sent) {
    const size_t num = num_steps(m);
    const size_t end = sent < num ? sent : num;
    bool shown = false;
    for (size_t keep = 1; keep < num && keep <= end && !shown && !spent(m); keep *= 4) {
        json_t *trial = json_deep_copy(m->best);
        json_t *steps = dap_sequence_steps(trial);
        while (json_array_size(steps) > end)
            (void)json_array_remove(steps, end);
        while (json_array_size(steps) > keep)
            (void)json_array_remove(steps, 0);
        shown = try_it(m, trial);
    }
}

static json_t *arguments_of(json_t *sequence, size_t step) {
    return json_object_get(json_array_get(dap_sequence_steps(sequence), step), "arguments");
}

static size_t num_members(void *ctx) {
    const minimising *m = ctx;
    return json_object_size(arguments_of(m->best, m->step));
}

static bool without_members(void *ctx, size_t at, size_t num) {
    minimising *m = ctx;
    json_t *trial = json_deep_copy(m->best);
    json_t *arguments = arguments_of(trial, m->step);
    for (size_t i = 0; i < num; i++) {
        void *it = json_object_iter(arguments);
        for (size_t skip = at; skip > 0 && it; skip--)
            it = json_object_iter_next(arguments, it);
        if (it)
            (void)json_object_del(arguments, json_object_iter_key(it));
    }
    return try_it(m, trial);
}

json_t *hunt_minimise(rsp_dap_fuzzer *f, const json_t *sequence, const char *signature) {
    assert(signature && *signature);
    minimising m = {.f = f, .signature = signature, .best = json_deep_copy(sequence)};
    const rsp_reduce steps = {.length = num_steps, .without = without_steps, .spent = spent, .ctx = &m};
    const rsp_reduce members = {.length = num_members, .without = without_members, .spent = spent, .ctx = &m};
    keep_end(&m, f->outcome.messages);
    rsp_reduce_run(&steps, 0);
    for (m.step = 0; m.step < json_array_size(dap_sequence_steps(m.best)); m.step++)
        rsp_reduce_run(&members, 0);
    return m.best;
}
