/* Plays findings again, each with a fuzzer of its own.
 * A finding that did not always reproduce is played more often before it counts as gone.
 * See replay_findings.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/replay_findings.h"
#include "link/link_control.h"

#include "campaign/finding_file.h"
#include "core/arena.h"
#include "core/file.h"
#include "core/folder.h"

typedef struct replayer {
    rsp_replay_findings *what;
    void *worker;    /* of what->stubs */
    rsp_arena arena; /* names of folders */
} replayer;

static rsp_status open_stub(void *ctx, rsp_link **out_link, rsp_error *error) {
    const replayer *r = ctx;
    const rsp_stub_request request = {.program = r->what->program, .seed = r->what->options.seed};
    *out_link = r->what->kept;
    r->what->kept = NULL;
    if (!*out_link)
        return r->what->stubs->open(r->worker, out_link, &request, 0, error);
    rsp_link_limit(*out_link, r->what->end_ns);
    return RSP_OK;
}

static void closing_stub(void *ctx, rsp_link *link) {
    const replayer *r = ctx;
    if (r->what->stubs->closing)
        r->what->stubs->closing(r->worker, link);
}

static rsp_status replay_one(replayer *r, const char *folder, rsp_error *error) {
    const rsp_fuzz_host host = {.open = open_stub, .closing = closing_stub, .ctx = r};
    rsp_fuzzer_options options = r->what->options;
    rsp_fuzz_replayed seen = {0};
    rsp_finding_file *l = NULL;
    rsp_status status = rsp_finding_file_read(&l, folder, error);
    const rsp_finding *finding = status == RSP_OK ? rsp_finding_file_get(l) : NULL;
    if (finding && options.memory_bytes == 0)
        options.memory_bytes = finding->memory_bytes;
    rsp_fuzzer *f = status == RSP_OK ? rsp_fuzzer_new(&host, &options) : NULL;
    if (status == RSP_OK && !f)
        status = rsp_fail(error, RSP_NO_MEMORY, "no memory");
    if (status == RSP_OK)
        status = rsp_fuzzer_replay(f, finding, rsp_finding_file_times(l), &seen, error);
    if (status == RSP_OK) {
        if (r->what->replayed)
            r->what->replayed(r->what->ctx, finding, &seen, folder);
        r->what->num_findings++;
        r->what->num_there += seen.shown || seen.other;
    }
    rsp_fuzzer_free(f);
    rsp_finding_file_free(l);
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

const char *rsp_replay_findings_campaign(rsp_arena *arena, const char *finding_folder) {
    static const char *const ways[] = {"", "/..", "/../.."};
    for (size_t i = 0; i < RSP_ARRAY_LEN(ways); i++) {
        const char *path = rsp_arena_printf(arena, "%s%s", finding_folder, ways[i]);
        if (rsp_campaign_exists(path))
            return path;
    }
    return "";
}

rsp_status rsp_replay_findings_run(rsp_replay_findings *what, const char *const *folders, size_t num,
                                   rsp_error *error) {
    rsp_stub_provider provider;
    replayer r = {.what = what, .worker = what->stubs->new_worker(what->stubs->ctx, &provider)};
    rsp_status status = r.worker ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "no memory");
    for (size_t i = 0; i < num && status == RSP_OK; i++)
        status = replay_folder(&r, folders[i], error);
    if (r.worker)
        what->stubs->free_worker(r.worker);
    rsp_link_close(what->kept);
    what->kept = NULL;
    rsp_arena_free(&r.arena);
    return status;
}
