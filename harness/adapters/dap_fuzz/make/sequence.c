/* Requests that end the session come last, or nearly never: what follows them is not answered.
 * A mutation changes one to four places.
 * See sequence.h. */
/* SPDX-License-Identifier: MIT */
#include "make/sequence.h"

#include "make/damage.h"
#include "make/value.h"

#include <assert.h>

static bool chance(rsp_rng *rng, unsigned of) {
    return rsp_rng_below(rng, of) == 0;
}

bool dap_sequence_is_stopped(const json_t *sequence) {
    const char *start = json_string_value(json_object_get(sequence, "start"));
    return start && strcmp(start, "stopped") == 0;
}

json_t *dap_sequence_steps(const json_t *sequence) {
    return json_object_get(sequence, "steps");
}

static bool has(const json_t *sequence, const char *key) {
    const json_t *steps = dap_sequence_steps(sequence);
    for (size_t i = 0; i < json_array_size(steps); i++)
        if (json_object_get(json_array_get(steps, i), key))
            return true;
    return false;
}

bool dap_sequence_is_hostile(const json_t *sequence) {
    return has(sequence, "content") || has(sequence, "raw") || has(sequence, "seq");
}

bool dap_sequence_is_out_of_step(const json_t *sequence) {
    return has(sequence, "raw");
}

/* --- steps --- */

static const rsp_dap_request_row *pick_request(rsp_rng *rng) {
    size_t num = 0;
    const rsp_dap_request_row *rows = rsp_dap_requests(&num);
    const rsp_dap_request_row *row = &rows[rsp_rng_below(rng, num)];
    while (row->effect == RSP_DAP_EFFECT_ENDS && !chance(rng, 8))
        row = &rows[rsp_rng_below(rng, num)];
    return row;
}

static json_t *make_request(rsp_rng *rng, bool stopped) {
    const rsp_dap_request_row *row = pick_request(rng);
    json_t *arguments = value_make_arguments(rng, row, stopped);
    json_t *step =
        json_pack("{s:s, s:b}", "request", chance(rng, 60) ? "noSuchRequest" : row->name, "waits", 0);
    if (json_object_size(arguments) > 0 || chance(rng, 4))
        (void)json_object_set(step, "arguments", arguments);
    json_decref(arguments);
    return step;
}

static json_t *make_step(rsp_rng *rng, bool stopped, unsigned number) {
    if (chance(rng, 12))
        return damage_make_content(rng, number);
    return chance(rng, 60) ? damage_make_raw(rng) : make_request(rng, stopped);
}

json_t *dap_sequence_make(rsp_rng *rng, unsigned most) {
    assert(most > 0);
    const bool stopped = !chance(rng, 6);
    json_t *steps = json_array();
    for (uint64_t num = 1 + rsp_rng_below(rng, most); num > 0; num--)
        (void)json_array_append_new(steps, make_step(rng, stopped, (unsigned)num));
    return json_pack("{s:s, s:o}", "start", stopped ? "stopped" : "initialized", "steps", steps);
}

/* --- changes --- */

/* Replaces, removes or adds a member somewhere in `value`. */
static void change_member(rsp_rng *rng, json_t *value) {
    void *it = json_object_iter(value);
    for (uint64_t skip = rsp_rng_below(rng, json_object_size(value) + 1); it && skip > 0; skip--)
        it = json_object_iter_next(value, it);
    json_t *member = it ? json_object_iter_value(it) : NULL;
    if (!it) {
        (void)json_object_set_new(value, "stubborn", value_make_odd(rng));
        return;
    }
    if (json_is_object(member) && chance(rng, 2))
        change_member(rng, member);
    else if (chance(rng, 3))
        (void)json_object_del(value, json_object_iter_key(it));
    else
        (void)json_object_iter_set_new(value, it, value_make_odd(rng));
}

static void change_step(rsp_rng *rng, json_t *step, unsigned number) {
    json_t *arguments = json_object_get(step, "arguments");
    if (!json_object_get(step, "request"))
        return;
    if (chance(rng, 12))
        (void)json_object_set_new(step, "arguments", value_make_odd(rng));
    else if (chance(rng, 16))
        (void)json_object_set_new(step, "seq", json_integer((json_int_t)number));
    else if (json_is_object(arguments))
        change_member(rng, arguments);
    else
        (void)json_object_set_new(step, "arguments", json_object());
}

static void splice(rsp_rng *rng, json_t *steps, const json_t *other) {
    const size_t from = rsp_rng_below(rng, json_array_size(other) + 1);
    for (size_t i = from; i < json_array_size(other); i++)
        (void)json_array_append_new(steps, json_deep_copy(json_array_get(other, i)));
}

static void change(rsp_rng *rng, json_t *steps, const json_t *other, bool stopped) {
    const size_t num = json_array_size(steps);
    const size_t at = rsp_rng_below(rng, num);
    json_t *step = json_array_get(steps, at);
    switch (rsp_rng_below(rng, 8)) {
    case 0:
        (void)json_array_insert_new(steps, at, make_step(rng, stopped, (unsigned)num));
        return;
    case 1:
        (void)json_array_remove(steps, at);
        return;
    case 2:
        (void)json_array_append_new(steps, step ? json_deep_copy(step) : json_object());
        return;
    case 3:
        splice(rng, steps, other);
        return;
    default:
        change_step(rng, step, (unsigned)rsp_rng_below(rng, 20));
        return;
    }
}

json_t *dap_sequence_mutate(rsp_rng *rng, const json_t *sequence, const json_t *other, unsigned most) {
    json_t *copy = json_deep_copy(sequence);
    json_t *steps = dap_sequence_steps(copy);
    const bool stopped = dap_sequence_is_stopped(copy);
    const json_t *end = dap_sequence_is_stopped(other) == stopped ? dap_sequence_steps(other) : NULL;
    for (uint64_t i = 1 + rsp_rng_below(rng, 4); i > 0; i--) {
        if (json_array_size(steps) == 0)
            (void)json_array_append_new(steps, make_step(rng, stopped, 0));
        change(rng, steps, end, stopped);
    }
    while (json_array_size(steps) > most)
        (void)json_array_remove(steps, json_array_size(steps) - 1);
    return copy;
}
