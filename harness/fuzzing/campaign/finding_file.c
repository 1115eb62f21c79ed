/* Members that are missing or of another type count as 0, but for those that make it a finding.
 * A line that does not fit into a list of messages begins the next one.
 * See finding_file.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/finding_file.h"

#include "core/arena.h"
#include "core/file.h"
#include "core/limits.h"
#include <jansson.h>
#include <rsp/clock.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MAX_LISTS = 1024,
    MAX_TIMES = 30,
    LEAST_TIMES = 3,
    MAX_FILE_BYTES = 64 * 1024 * 1024,
    MAX_SECONDS = 1 << 30
};

struct rsp_finding_file {
    rsp_arena arena; /* names of files */
    rsp_finding finding;
    rsp_messages *lists[MAX_LISTS];
    size_t num_lists;
    unsigned times;
};

void rsp_finding_file_free(rsp_finding_file *l) {
    if (!l)
        return;
    for (size_t i = 0; i < l->num_lists; i++) {
        rsp_messages_free(l->lists[i]);
        free(l->lists[i]);
    }
    rsp_arena_free(&l->arena);
    free(l);
}

static rsp_status add_list(rsp_finding_file *l, const char *path, rsp_error *error) {
    if (l->num_lists == MAX_LISTS)
        return rsp_fail(error, RSP_LIMIT, "%s: more than %d messages", path, MAX_LISTS * RSP_LIMIT_MESSAGES);
    rsp_messages *list = calloc(1, sizeof *list);
    if (!list)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory");
    l->lists[l->num_lists++] = list;
    return RSP_OK;
}

/* A line that does not fit into a list begins the next one. */
static rsp_status read_messages(rsp_finding_file *l, const char *path, rsp_bytes rest, rsp_error *error) {
    rsp_status status = add_list(l, path, error);
    while (rest.len > 0 && status == RSP_OK) {
        rsp_bytes line = rsp_bytes_split(&rest, '\n');
        if (rsp_messages_read(l->lists[l->num_lists - 1], line))
            continue;
        status = add_list(l, path, error);
        if (status == RSP_OK && !rsp_messages_read(l->lists[l->num_lists - 1], line))
            status = rsp_fail(error, RSP_LIMIT, "%s: a message of %zu bytes is too long", path, line.len);
    }
    if (status == RSP_OK && l->lists[0]->num == 0)
        status = rsp_fail(error, RSP_BAD_FILE, "%s: no messages", path);
    return status;
}

static uint64_t number_of(const json_t *root, const char *key) {
    json_int_t value = json_integer_value(json_object_get(root, key));
    return value > 0 ? (uint64_t)value : 0;
}

static uint64_t time_of(const json_t *root, const char *key) {
    double seconds = json_number_value(json_object_get(root, key));
    return seconds > 0 && seconds < MAX_SECONDS ? (uint64_t)(seconds * (double)RSP_NS_PER_S) : 0;
}

static rsp_status read_about(rsp_finding_file *l, const char *path, rsp_bytes text, rsp_error *error) {
    json_error_t why;
    json_t *root = json_loadb((const char *)text.ptr, text.len, 0, &why);
    const char *signature = json_string_value(json_object_get(root, "signature"));
    const char *headline = json_string_value(json_object_get(root, "headline"));
    uint64_t replays = number_of(root, "replays");
    uint64_t reproduced = number_of(root, "reproduced");
    const char *kind = json_string_value(json_object_get(root, "kind"));
    l->finding.kind = kind ? rsp_finding_kind_find(rsp_bytes_str(kind)) : RSP_FINDING_KINDS;
    bool good = signature && l->finding.kind != RSP_FINDING_KINDS;
    rsp_status status = RSP_OK;
    if (!root)
        status = rsp_fail(error, RSP_BAD_FILE, "%s:%d: %s", path, why.line, why.text);
    else if (!good)
        status = rsp_fail(error, RSP_BAD_FILE, "%s: no finding: needs \"kind\" and \"signature\"", path);
    if (status == RSP_OK) {
        (void)snprintf(l->finding.signature, sizeof l->finding.signature, "%s", signature);
        (void)snprintf(l->finding.headline, sizeof l->finding.headline, "%s", headline ? headline : "");
        l->finding.rounds = (unsigned)(number_of(root, "rounds") & 0xffffff);
        l->finding.memory_bytes = number_of(root, "memory_bytes");
        l->finding.messages_before = (size_t)number_of(root, "messages_before");
        l->finding.index = number_of(root, "sequence");
        l->finding.seed = number_of(root, "seed");
        l->finding.replays = (unsigned)(replays & 0xffffff);
        l->finding.reproduced = (unsigned)(reproduced & 0xffffff);
        l->finding.pending = json_is_true(json_object_get(root, "pending"));
        l->finding.seen_ns = time_of(root, "seen_seconds");
        l->finding.confirmed_ns = time_of(root, "confirmed_seconds");
        uint64_t times = reproduced > 0 ? LEAST_TIMES * replays / reproduced : LEAST_TIMES;
        l->times = (unsigned)(times < LEAST_TIMES ? LEAST_TIMES : times > MAX_TIMES ? MAX_TIMES : times);
    }
    json_decref(root);
    return status;
}

rsp_status rsp_finding_file_parse(rsp_finding_file **out, const char *folder, rsp_bytes about,
                                  rsp_bytes messages, rsp_error *error) {
    rsp_finding_file *l = calloc(1, sizeof *l);
    *out = l;
    if (!l)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory");
    rsp_status status = read_about(l, rsp_arena_printf(&l->arena, "%s/finding.json", folder), about, error);
    if (status == RSP_OK)
        status = read_messages(l, rsp_arena_printf(&l->arena, "%s/messages.txt", folder), messages, error);
    if (status != RSP_OK) {
        rsp_finding_file_free(l);
        *out = NULL;
        return status;
    }
    l->finding.messages = l->lists[l->num_lists - 1];
    l->finding.before = l->lists;
    l->finding.num_before = l->num_lists - 1;
    return RSP_OK;
}

/* The name is part of the message: an error outlives its path. */
static rsp_status read_part(rsp_buf *out, const char *folder, const char *name, rsp_error *error) {
    rsp_arena arena = {0};
    rsp_error why = {0};
    rsp_status status = rsp_file_read(out, rsp_arena_printf(&arena, "%s/%s", folder, name), &why);
    if (status != RSP_OK)
        (void)rsp_fail(error, status, "%s/%s: %s", folder, name, why.msg);
    rsp_arena_free(&arena);
    return status;
}

rsp_status rsp_finding_file_read(rsp_finding_file **out, const char *folder, rsp_error *error) {
    rsp_buf about = {.limit = MAX_FILE_BYTES};
    rsp_buf messages = {.limit = MAX_FILE_BYTES};
    *out = NULL;
    rsp_status status = read_part(&about, folder, "finding.json", error);
    if (status == RSP_OK)
        status = read_part(&messages, folder, "messages.txt", error);
    if (status == RSP_OK)
        status = rsp_finding_file_parse(out, folder, rsp_buf_bytes(&about), rsp_buf_bytes(&messages), error);
    rsp_buf_free(&about);
    rsp_buf_free(&messages);
    return status;
}

const rsp_finding *rsp_finding_file_get(const rsp_finding_file *l) {
    return &l->finding;
}

unsigned rsp_finding_file_times(const rsp_finding_file *l) {
    return l->times;
}
