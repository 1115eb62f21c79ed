/* Plays findings again. messages.txt may hold more than one list can: it is read in lists of that size.
 * A finding that did not always show is played more often before it counts as gone.
 * See replay_findings.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/replay_findings.h"

#include "cli/io.h"
#include "core/file.h"
#include "core/folder.h"

#include "codec/explain.h"
#include "core/arena.h"
#include "core/limits.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MAX_LISTS = 1024,
    MAX_TIMES = 30,
    LEAST_TIMES = 3,
    MAX_FILE_BYTES = 64 * 1024 * 1024,
    MAX_SECONDS = 1 << 30
};

struct fuzz_loaded {
    rsp_arena arena; /* names of files */
    rsp_finding finding;
    rsp_messages *lists[MAX_LISTS];
    size_t num_lists;
    unsigned times;
};

void fuzz_loaded_free(fuzz_loaded *l) {
    if (!l)
        return;
    for (size_t i = 0; i < l->num_lists; i++) {
        rsp_messages_free(l->lists[i]);
        free(l->lists[i]);
    }
    rsp_arena_free(&l->arena);
    free(l);
}

/* --- reading --- */

static rsp_status add_list(fuzz_loaded *l, const char *path, rsp_error *error) {
    if (l->num_lists == MAX_LISTS)
        return rsp_fail(error, RSP_LIMIT, "%s: more than %d messages", path, MAX_LISTS * RSP_LIMIT_MESSAGES);
    rsp_messages *list = calloc(1, sizeof *list);
    if (!list)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory");
    l->lists[l->num_lists++] = list;
    return RSP_OK;
}

/* A line that does not fit into a list begins the next one. */
static rsp_status read_messages(fuzz_loaded *l, const char *path, rsp_bytes rest, rsp_error *error) {
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

static rsp_status read_about(fuzz_loaded *l, const char *path, rsp_bytes text, rsp_error *error) {
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

rsp_status fuzz_loaded_parse(fuzz_loaded **out, const char *folder, rsp_bytes about, rsp_bytes messages,
                             rsp_error *error) {
    fuzz_loaded *l = calloc(1, sizeof *l);
    *out = l;
    if (!l)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory");
    rsp_status status = read_about(l, rsp_arena_printf(&l->arena, "%s/finding.json", folder), about, error);
    if (status == RSP_OK)
        status = read_messages(l, rsp_arena_printf(&l->arena, "%s/messages.txt", folder), messages, error);
    if (status != RSP_OK)
        return status;
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

rsp_status fuzz_loaded_read(fuzz_loaded **out, const char *folder, rsp_error *error) {
    rsp_buf about = {.limit = MAX_FILE_BYTES};
    rsp_buf messages = {.limit = MAX_FILE_BYTES};
    *out = NULL;
    rsp_status status = read_part(&about, folder, "finding.json", error);
    if (status == RSP_OK)
        status = read_part(&messages, folder, "messages.txt", error);
    if (status == RSP_OK)
        status = fuzz_loaded_parse(out, folder, rsp_buf_bytes(&about), rsp_buf_bytes(&messages), error);
    rsp_buf_free(&about);
    rsp_buf_free(&messages);
    return status;
}

const rsp_finding *fuzz_loaded_finding(const fuzz_loaded *l) {
    return &l->finding;
}

/* --- playing --- */

typedef struct replayer {
    fuzz_replay *what;
    stub_opener *stubs;
    rsp_arena arena; /* names of folders */
} replayer;

static rsp_status open_stub(void *ctx, rsp_link **out_link, rsp_error *error) {
    const replayer *r = ctx;
    const rsp_stub_request request = {.program = r->what->program, .seed = r->what->options.seed};
    *out_link = r->what->kept;
    r->what->kept = NULL;
    if (*out_link) {
        rsp_link_limit(*out_link, r->what->stub_config->link.end_ns);
        return RSP_OK;
    }
    return stub_opener_open(r->stubs, out_link, &request, error);
}

static void closing_stub(void *ctx, rsp_link *link) {
    const replayer *r = ctx;
    stub_opener_closing(r->stubs, link);
}

static void say(const fuzz_loaded *l, const rsp_fuzz_replayed *seen, const char *folder) {
    rsp_buf line = {0};
    rsp_buf_printf(&line, "%-7s", seen->shown ? "there" : seen->other ? "other" : "gone");
    rsp_printable_append(&line, rsp_bytes_str(l->finding.signature), 60);
    if (seen->other) {
        rsp_buf_str(&line, ", but now ");
        rsp_printable_append(&line, rsp_bytes_str(seen->signature), 60);
    }
    if (seen->shown || seen->other) {
        rsp_buf_str(&line, ": ");
        rsp_printable_append(&line, rsp_bytes_str(seen->headline), 80);
    }
    rsp_buf_str(&line, "   ");
    rsp_printable_append(&line, rsp_bytes_str(folder), 0);
    rsp_buf_push(&line, '\n');
    (void)io_print(&line);
}

static rsp_status replay_one(replayer *r, const char *folder, rsp_error *error) {
    const rsp_fuzz_host host = {.open = open_stub, .closing = closing_stub, .ctx = r};
    rsp_fuzzer_options options = r->what->options;
    rsp_fuzz_replayed seen = {0};
    fuzz_loaded *l = NULL;
    rsp_status status = fuzz_loaded_read(&l, folder, error);
    if (status == RSP_OK && options.memory_bytes == 0)
        options.memory_bytes = l->finding.memory_bytes;
    rsp_fuzzer *f = status == RSP_OK ? rsp_fuzzer_new(&host, &options) : NULL;
    if (status == RSP_OK && !f)
        status = rsp_fail(error, RSP_NO_MEMORY, "no memory");
    if (status == RSP_OK)
        status = rsp_fuzzer_replay(f, &l->finding, l->times, &seen, error);
    if (status == RSP_OK) {
        say(l, &seen, folder);
        r->what->num_findings++;
        r->what->num_there += seen.shown || seen.other;
    }
    rsp_fuzzer_free(f);
    fuzz_loaded_free(l);
    return status;
}

/* --- folders --- */

static bool is_finding(replayer *r, const char *folder) {
    return rsp_path_exists(rsp_arena_printf(&r->arena, "%s/finding.json", folder));
}

static rsp_status replay_all_in(replayer *r, const char *path, rsp_error *error) {
    rsp_folder_names in;
    unsigned before = r->what->num_findings;
    rsp_status status = rsp_folder_read(&in, path, "", error);
    for (size_t i = 0; i < in.num && status == RSP_OK; i++) {
        const char *one = rsp_arena_printf(&r->arena, "%s/%s", path, in.names[i]);
        if (is_finding(r, one))
            status = replay_one(r, one, error);
    }
    rsp_folder_free(&in);
    if (status == RSP_OK && r->what->num_findings == before)
        return rsp_fail(error, RSP_NOT_FOUND, "%s: no findings (no finding.json in it or in its folders)",
                        path);
    return status;
}

static rsp_status replay_folder(replayer *r, const char *folder, rsp_error *error) {
    const char *path = rsp_arena_printf(&r->arena, "%s/findings", folder);
    if (is_finding(r, folder))
        return replay_one(r, folder, error);
    return replay_all_in(r, rsp_path_is_folder(path) ? path : folder, error);
}

const char *fuzz_replay_campaign(rsp_arena *arena, const char *finding_folder) {
    static const char *const ways[] = {"", "/..", "/../.."};
    for (size_t i = 0; i < RSP_ARRAY_LEN(ways); i++) {
        const char *path = rsp_arena_printf(arena, "%s%s", finding_folder, ways[i]);
        if (campaign_exists(path))
            return path;
    }
    return "";
}

rsp_status fuzz_replay_run(fuzz_replay *what, const option_list *folders, size_t first, rsp_error *error) {
    replayer r = {.what = what, .stubs = stub_opener_new(what->stub_config)};
    rsp_status status = r.stubs ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "no memory");
    for (size_t i = first; i < folders->num && status == RSP_OK; i++)
        status = replay_folder(&r, folders->items[i], error);
    stub_opener_free(r.stubs);
    rsp_arena_free(&r.arena);
    return status;
}
