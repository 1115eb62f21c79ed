/* Reads and writes results.json by one table of members.
 * Numbers of runs are read back to be added up; findings are not, they are in folders of their own.
 * See totals.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/totals.h"

#include "campaign/findings_folder.h"
#include "core/arena.h"
#include "core/file.h"
#include "core/file_writer.h"
#include "folder_path.h"
#include <jansson.h>
#include <limits.h>
#include <rsp/clock.h>
#include <stdlib.h>

/* The members of "totals", whole numbers and times: written for one run, added up over several. */
static const struct {
    const char *key;
    size_t offset;
    bool is_time;
} members[] = {
    {"messages", offsetof(rsp_totals, sum.messages), false},
    {"sequences", offsetof(rsp_totals, sum.sequences), false},
    {"stubs", offsetof(rsp_totals, sum.sessions), false},
    {"corpus", offsetof(rsp_totals, sum.corpus), false},
    {"states", offsetof(rsp_totals, sum.states), false},
    {"edges", offsetof(rsp_totals, sum.edges), false},
    {"known_again", offsetof(rsp_totals, sum.known_again), false},
    {"unconfirmed", offsetof(rsp_totals, sum.unconfirmed), false},
    {"differences", offsetof(rsp_totals, sum.differences), false},
    {"refused", offsetof(rsp_totals, sum.refused), false},
    {"probes", offsetof(rsp_totals, sum.probes), false},
    {"messages_before", offsetof(rsp_totals, messages_before), false},
    {"seconds_before", offsetof(rsp_totals, seconds_before), false},
    {"seconds", offsetof(rsp_totals, duration_ns), true},
    {"seconds_starting", offsetof(rsp_totals, sum.start_ns), true},
    {"seconds_following_up", offsetof(rsp_totals, sum.follow_ns), true},
    {"seconds_silent", offsetof(rsp_totals, sum.silent_ns), true},
};

static json_t *totals_json(const rsp_totals *t) {
    json_t *totals = json_object();
    for (size_t i = 0; i < RSP_ARRAY_LEN(members); i++) {
        uint64_t value = 0;
        memcpy(&value, (const char *)t + members[i].offset, sizeof value);
        (void)json_object_set_new(totals, members[i].key,
                                  members[i].is_time ? json_real((double)value / (double)RSP_NS_PER_S)
                                                     : json_integer((json_int_t)value));
    }
    return totals;
}

/* By the ids of campaigns. */
static json_t *parts_json(const rsp_totals *t) {
    json_t *parts = json_object();
    for (size_t i = 0; i < t->num_parts; i++) {
        const rsp_totals *one = &t->parts[i].totals;
        json_t *part = json_pack("{s:i, s:b, s:o}", "jobs", (int)one->jobs, "interrupted",
                                 (int)one->interrupted, "totals", totals_json(one));
        (void)json_object_set_new(parts, t->parts[i].id, part);
    }
    return parts;
}

/* A run of a merged campaign keeps the parts of the others. */
static void keep_parts(json_t *root, rsp_campaign *c, const rsp_campaign_about *about) {
    json_t *before = folder_load_json(rsp_arena_printf(&c->arena, "%s/results.json", c->folder), NULL);
    json_t *parts = json_object_get(before, "parts");
    if (json_is_object(parts)) {
        (void)json_object_del(parts, about->id);
        (void)json_object_set(root, "parts", parts);
    }
    json_decref(before);
}

static json_t *results_json(rsp_campaign *c, const rsp_campaign_about *about, const rsp_totals *t,
                            const char *version) {
    json_t *root =
        json_pack("{s:s, s:s, s:s, s:s, s:I, s:i, s:b, s:o, s:o}", "tool", "stubborn fuzz", "version",
                  version, "stub", about->stub, "program", about->program, "seed", (json_int_t)about->seed,
                  "jobs", (int)t->jobs, "interrupted", (int)t->interrupted, "totals", totals_json(t),
                  "findings", rsp_findings_folder_json(c));
    json_t *merged = t->merged ? json_array() : NULL;
    for (size_t i = 0; merged && i < t->num_merged; i++)
        (void)json_array_append_new(merged, json_string(t->merged[i]));
    if (merged)
        (void)json_object_set_new(root, "merged", merged);
    if (merged)
        (void)json_object_set_new(root, "parts", parts_json(t));
    else
        keep_parts(root, c, about);
    return root;
}

/* Negative numbers count as 0, large ones as the most that sums can take. */
static uint64_t value_of(const json_t *value, bool is_time) {
    static const double most = 4e18;
    double number = json_number_value(value) * (is_time ? (double)RSP_NS_PER_S : 1);
    if (is_time || number >= most || number <= 0)
        return number >= most ? (uint64_t)most : number > 0 ? (uint64_t)(number + 0.5) : 0;
    return (uint64_t)json_integer_value(value);
}

void rsp_totals_add(rsp_totals *to, const rsp_totals *more) {
    static const uint64_t most = INT64_MAX; /* as JSON has them */
    for (size_t i = 0; i < RSP_ARRAY_LEN(members); i++) {
        uint64_t a = 0;
        uint64_t b = 0;
        memcpy(&a, (const char *)to + members[i].offset, sizeof a);
        memcpy(&b, (const char *)more + members[i].offset, sizeof b);
        a = a < most && b < most - a ? a + b : most;
        memcpy((char *)to + members[i].offset, &a, sizeof a);
    }
    to->jobs = more->jobs < (unsigned)INT_MAX - to->jobs ? to->jobs + more->jobs : INT_MAX;
    to->interrupted = to->interrupted || more->interrupted;
}

static void read_results(rsp_totals *out, const json_t *root) {
    *out = (rsp_totals){0};
    const json_t *totals = json_object_get(root, "totals");
    for (size_t i = 0; i < RSP_ARRAY_LEN(members); i++) {
        uint64_t value = value_of(json_object_get(totals, members[i].key), members[i].is_time);
        memcpy((char *)out + members[i].offset, &value, sizeof value);
    }
    uint64_t jobs = value_of(json_object_get(root, "jobs"), false);
    out->jobs = (unsigned)(jobs < INT_MAX ? jobs : INT_MAX);
    out->interrupted = json_is_true(json_object_get(root, "interrupted"));
}

/* A merge's own totals are the sum of its parts, a run's are its own. */
static rsp_status read_parts(rsp_totals *out, const json_t *root, const char *id,
                             rsp_status (*each)(void *ctx, const rsp_totals_part *other), void *ctx) {
    json_t *parts = json_object_get(root, "parts");
    bool sum = json_is_object(parts) && json_object_get(root, "merged");
    rsp_status status = RSP_OK;
    const char *key = NULL;
    json_t *value = NULL;
    read_results(out, sum ? json_object_get(parts, id) : root);
    json_object_foreach(parts, key, value) {
        rsp_totals_part other = {.id = key};
        read_results(&other.totals, value);
        if (status == RSP_OK && strcmp(key, id) != 0)
            status = each(ctx, &other);
    }
    return status;
}

rsp_status rsp_totals_read(rsp_totals *out, const char *folder, const char *id,
                           rsp_status (*each)(void *ctx, const rsp_totals_part *other), void *ctx,
                           rsp_error *error) {
    rsp_arena arena = {0};
    rsp_status status = RSP_OK;
    const char *path = rsp_arena_printf(&arena, "%s/results.json", folder);
    bool there = rsp_path_exists(path);
    json_t *root = there ? folder_load_json(path, error) : NULL;
    *out = (rsp_totals){0};
    if (there && !root)
        status = RSP_BAD_FILE;
    else if (there && !json_is_object(json_object_get(root, "totals")))
        status =
            rsp_fail(error, RSP_BAD_FILE, "%s: no results of stubborn fuzz: \"totals\" is missing", path);
    if (status == RSP_OK)
        status = read_parts(out, root, id, each, ctx);
    json_decref(root);
    rsp_arena_free(&arena);
    return status;
}

uint64_t rsp_totals_messages(const rsp_totals *t) {
    return t->sum.messages + t->messages_before;
}

rsp_status rsp_totals_text(rsp_buf *out, rsp_campaign *c, const rsp_campaign_about *about,
                           const rsp_totals *totals, const char *version, rsp_error *error) {
    json_t *root = results_json(c, about, totals, version);
    char *text = root ? json_dumps(root, JSON_INDENT(2) | JSON_PRESERVE_ORDER) : NULL;
    json_decref(root);
    if (!text)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for the results");
    rsp_buf_printf(out, "%s\n", text);
    free(text);
    return out->status == RSP_OK ? RSP_OK : rsp_fail(error, out->status, "no memory for the results");
}

rsp_status rsp_totals_write(rsp_campaign *c, const rsp_campaign_about *about, const rsp_totals *totals,
                            const char *version, rsp_error *error) {
    rsp_buf text = {0};
    rsp_status status = rsp_totals_text(&text, c, about, totals, version, error);
    if (status == RSP_OK)
        status = rsp_file_write(folder_path(c, "results.json"), rsp_buf_bytes(&text), error);
    rsp_buf_free(&text);
    return status;
}
