/* The folder of a campaign against a debugger. Each file is replaced in one step, and a finding's folder is
 * made under a hidden name and takes its own when it is whole: what a kill leaves is what was written. See
 * fuzz_debugger_job.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/fuzz/fuzz_debugger_job.h"

#include "cli/folder_way.h"
#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/output.h"
#include "reports/fuzz/fuzz_debugger_page.h"

#include "core/file.h"
#include "core/file_writer.h"
#include "core/folder.h"
#include "core/text.h"
#include <stdlib.h>
#include <unistd.h>

enum { SAVED_EVERY = 8, FILE_MOST = 16 * 1024 * 1024 };

const char *lying_path(lying_job *j, const char *name) {
    return rsp_arena_printf(&j->arena, "%s/%s", j->args->folder, name);
}

static rsp_status read_file(rsp_buf *out, const char *path, rsp_error *error) {
    *out = (rsp_buf){.limit = FILE_MOST};
    return rsp_file_read(out, path, error);
}

/* --- what it is about --- */

/* A campaign is one debugger's: two at a time would take each other's files. */
static rsp_status lock_folder(lying_job *j, rsp_error *error) {
    const rsp_status status = rsp_file_lock(&j->lock_fd, lying_path(j, "lock"), error);
    return status == RSP_REFUSED
               ? rsp_fail(error, RSP_USAGE,
                          "%.80s: somebody is fuzzing here; --campaign names another folder", j->args->folder)
               : status;
}

void lying_folder_close(lying_job *j) {
    if (j->lock_fd > 0)
        (void)close(j->lock_fd);
    j->lock_fd = 0;
}

static void prefer(const char **option, const char *said) {
    if (!*option && said && *said)
        *option = said;
}

static void prefer_number(uint64_t *option, uint64_t said) {
    *option = *option ? *option : said;
}

/* The command line has the last word. */
static rsp_status take_up(lying_job *j, const char *path, rsp_error *error) {
    fuzz_args *a = j->args;
    rsp_debugger_about about;
    rsp_buf text;
    rsp_status status = read_file(&text, path, error);
    if (status == RSP_OK)
        status = rsp_debugger_about_read(&about, &j->arena, rsp_buf_bytes(&text), error);
    rsp_buf_free(&text);
    if (status != RSP_OK) {
        error->where = path;
        return status;
    }
    if (a->debugger.debugger && strcmp(a->debugger.debugger, about.debugger) != 0)
        return rsp_fail(error, RSP_USAGE, "%.60s: it is about --debugger %.60s", a->folder, about.debugger);
    prefer(&a->debugger.debugger, about.debugger);
    if (!a->stub && !a->program)
        prefer(&a->debugger.recording, about.recording);
    if (!a->debugger.recording) {
        prefer(&a->stub, about.stub);
        prefer(&a->program, about.program);
    }
    prefer_number(&a->seed, about.seed);
    prefer_number(&a->timeout_ns, about.timeout_ns);
    prefer_number(&a->debugger.requests, about.requests);
    prefer_number(&a->memory, about.memory);
    return RSP_OK;
}

static rsp_debugger_about about_of(const fuzz_args *a) {
    return (rsp_debugger_about){.debugger = a->debugger.debugger,
                                .stub = a->stub,
                                .program = a->program,
                                .recording = a->debugger.recording,
                                .seed = a->seed,
                                .timeout_ns = a->timeout_ns,
                                .requests = a->debugger.requests,
                                .memory = a->memory};
}

static rsp_status begin(lying_job *j, const char *path, rsp_error *error) {
    const rsp_debugger_about about = about_of(j->args);
    rsp_buf text = {0};
    rsp_status status = rsp_debugger_about_json(&text, &about);
    if (status == RSP_OK)
        status = rsp_file_write(path, rsp_buf_bytes(&text), error);
    rsp_buf_free(&text);
    return status;
}

static rsp_status read_state(lying_job *j, rsp_error *error) {
    const char *path = lying_path(j, "state.json");
    rsp_debugger_state state;
    rsp_buf text;
    if (!rsp_path_exists(path))
        return RSP_OK; /* it was killed before its first session ended */
    rsp_status status = read_file(&text, path, error);
    if (status == RSP_OK)
        status = rsp_debugger_state_read(&state, &j->arena, rsp_buf_bytes(&text), error);
    rsp_buf_free(&text);
    if (status != RSP_OK) {
        error->where = path;
        return status;
    }
    j->before = state.totals;
    j->shapes = state.shapes;
    return RSP_OK;
}

rsp_status lying_folder_find(lying_job *j, rsp_error *error) {
    const char *about = lying_path(j, "debugger.json");
    const bool begun = rsp_path_exists(lying_path(j, "state.json")) || rsp_campaign_exists(j->args->folder);
    if (j->args->resume && !rsp_path_exists(about))
        return rsp_fail(error, RSP_NOT_FOUND, "%.80s: no campaign to resume", j->args->folder);
    if (!j->args->resume && begun)
        return rsp_fail(error, RSP_USAGE,
                        "%.60s: there is a campaign already; --resume goes on with it, --campaign names "
                        "another folder",
                        j->args->folder);
    rsp_status status = j->args->resume ? take_up(j, about, error) : RSP_OK;
    return status == RSP_OK && j->args->resume ? read_state(j, error) : status;
}

rsp_status lying_folder_open(lying_job *j, rsp_error *error) {
    static const char *const parts[] = {"", "findings", "corpus"};
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts) && status == RSP_OK; i++)
        status = rsp_folder_make(lying_path(j, parts[i]), error);
    if (status == RSP_OK)
        status = lock_folder(j, error);
    return status == RSP_OK ? begin(j, lying_path(j, "debugger.json"), error) : status;
}

/* --- what earlier runs have left --- */

static void recall_shapes(lying_job *j, const char *shapes) {
    rsp_bytes rest = rsp_bytes_str(shapes);
    while (rest.len > 0) {
        const rsp_bytes one = rsp_bytes_split(&rest, ' ');
        if (one.len > 0)
            rsp_debugger_fuzzer_add_shape(j->fuzzer, strtoull((const char *)one.ptr, NULL, 16));
    }
}

rsp_status lying_folder_recall(lying_job *j, rsp_error *error) {
    rsp_folder_names names;
    rsp_status status = rsp_folder_read(&names, lying_path(j, "findings"), "", error);
    for (size_t i = 0; i < names.num; i++)
        rsp_debugger_fuzzer_know(j->fuzzer, names.names[i]);
    j->known = names.num;
    rsp_folder_free(&names);
    recall_shapes(j, j->shapes ? j->shapes : "");
    if (status == RSP_OK)
        status = rsp_folder_read(&names, lying_path(j, "corpus"), ".json", error);
    for (size_t i = 0; status == RSP_OK && i < names.num; i++) {
        rsp_lies lies = {0};
        status = lying_read(
            j, &lies, rsp_arena_printf(&j->arena, "%s/%s", lying_path(j, "corpus"), names.names[i]), error);
        if (status == RSP_OK)
            rsp_debugger_fuzzer_add(j->fuzzer, &lies);
        rsp_lies_free(&lies);
    }
    rsp_folder_free(&names);
    return status;
}

/* --- while it goes --- */

static void note_trouble(lying_job *j, rsp_status status, const rsp_error *error) {
    if (status == RSP_OK || j->trouble.status != RSP_OK)
        return;
    j->trouble = *error;
    j->trouble.status = status;
    (void)command_fail(j->self, &j->trouble);
}

void lying_kept(lying_job *j, size_t place, const rsp_lies *lies) {
    rsp_arena arena = {0};
    rsp_buf text = {0};
    rsp_error error = {0};
    rsp_status status = rsp_lies_write(&text, lies);
    if (status == RSP_OK)
        status = rsp_file_write(rsp_arena_printf(&arena, "%s/corpus/%03zu.json", j->args->folder, place),
                                rsp_buf_bytes(&text), &error);
    (void)pthread_mutex_lock(&j->lock);
    j->changed = true;
    note_trouble(j, status, &error);
    (void)pthread_mutex_unlock(&j->lock);
    rsp_buf_free(&text);
    rsp_arena_free(&arena);
}

static rsp_debugger_totals totals_of(const lying_job *j) {
    const rsp_debugger_fuzzer_stats s = rsp_debugger_fuzzer_count(j->fuzzer);
    return (rsp_debugger_totals){.sessions = s.sessions,
                                 .replays = s.replays,
                                 .requests = s.requests,
                                 .again = s.again,
                                 .unconfirmed = s.unconfirmed,
                                 .duration_ns = rsp_clock_now(&j->clock) - j->began_ns};
}

/* Under the lock. */
void lying_save(lying_job *j, bool always) {
    const rsp_debugger_totals t = totals_of(j);
    if (t.sessions + t.replays == 0 ||
        (!always && !j->changed && j->saved > 0 && t.sessions < j->saved + SAVED_EVERY))
        return;
    j->changed = false;
    j->saved = t.sessions;
    rsp_arena arena = {0};
    rsp_buf shapes = {0};
    rsp_buf text = {0};
    rsp_error error = {0};
    rsp_debugger_fuzzer_shapes(j->fuzzer, &shapes);
    const rsp_debugger_state state = {.totals = {.sessions = t.sessions + j->before.sessions,
                                                 .replays = t.replays + j->before.replays,
                                                 .requests = t.requests + j->before.requests,
                                                 .again = t.again + j->before.again,
                                                 .unconfirmed = t.unconfirmed + j->before.unconfirmed,
                                                 .duration_ns = t.duration_ns + j->before.duration_ns},
                                      .shapes = rsp_buf_cstr(&shapes)};
    rsp_status status = shapes.status == RSP_OK ? rsp_debugger_state_json(&text, &state) : shapes.status;
    if (status == RSP_OK)
        status = rsp_file_write(rsp_arena_printf(&arena, "%s/state.json", j->args->folder),
                                rsp_buf_bytes(&text), &error);
    note_trouble(j, status, &error);
    rsp_buf_free(&shapes);
    rsp_buf_free(&text);
    rsp_arena_free(&arena);
}

/* --- findings --- */

static const char *again_for(lying_job *j, const char *signature) {
    rsp_buf text = {0};
    rsp_buf_str(&text, "stubborn fuzz replay --debugger ");
    rsp_buf_shell_word(&text, j->args->debugger.debugger);
    if (j->args->debugger.recording) {
        rsp_buf_str(&text, " --recording ");
        rsp_buf_shell_word(&text, j->args->debugger.recording);
    }
    if (j->args->stub) {
        rsp_buf_str(&text, " --stub ");
        rsp_buf_shell_word(&text, j->args->stub);
    }
    if (j->args->program) {
        rsp_buf_str(&text, " --program ");
        rsp_buf_shell_word(&text, j->args->program);
    }
    rsp_buf_push(&text, ' ');
    rsp_buf_shell_word(&text, lying_path(j, rsp_arena_printf(&j->arena, "findings/%s", signature)));
    const char *again = rsp_arena_str(&j->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return again;
}

/* A finding on its way into a folder. */
typedef struct lying_parts {
    lying_job *job;
    const rsp_debugger_finding *finding;
} lying_parts;

static rsp_status write_parts(void *ctx, const char *folder, rsp_error *error) {
    const lying_parts *p = ctx;
    lying_job *j = p->job;
    const rsp_debugger_finding *f = p->finding;
    static const char *const names[] = {"lies.json", "summary.md", "conversation.txt", "printed.txt",
                                        "finding.json"};
    rsp_buf texts[RSP_ARRAY_LEN(names)] = {{0}};
    rsp_status status = RSP_OK;
    (void)!rsp_lies_write(&texts[0], f->lies);
    const char *again = again_for(j, f->symptom->signature);
    rsp_debugger_found found;
    (void)!rsp_debugger_finding_summary(&texts[1], f, j->parties.debuggers[0].command, again);
    rsp_buf_append(&texts[2], rsp_buf_bytes(&f->shown->log));
    rsp_text_escape(&texts[3], rsp_buf_bytes(&f->shown->printed), true);
    if (rsp_debugger_found_make(&found, &j->arena, f, again) == RSP_OK)
        (void)!rsp_debugger_found_json(&texts[4], &found);
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++) {
        if (status == RSP_OK)
            status = texts[i].status == RSP_OK
                         ? rsp_file_write(rsp_arena_printf(&j->arena, "%s/%s", folder, names[i]),
                                          rsp_buf_bytes(&texts[i]), error)
                         : texts[i].status;
        rsp_buf_free(&texts[i]);
    }
    return status;
}

/* The minimised one replaces the first. */
void lying_found(lying_job *j, const rsp_debugger_finding *f) {
    rsp_error error = {0};
    lying_parts parts = {.job = j, .finding = f};
    const char *signature = f->symptom->signature;
    (void)pthread_mutex_lock(&j->lock);
    const char *final = lying_path(j, rsp_arena_printf(&j->arena, "findings/%s", signature));
    const char *making =
        lying_path(j, rsp_arena_printf(&j->arena, "findings/.%s-%ld", signature, (long)getpid()));
    j->changed = true;
    status_line_erase(&j->line);
    if (f->minimised) {
        (void)!rsp_folder_remove(final, NULL);
        io_say(output_to_stdout(&j->args->outputs) ? stderr : stdout,
               "  minimised   %s   %zu lie%s, %zu line%s, %u of %u replays\n", signature, f->lies->num,
               f->lies->num == 1 ? "" : "s", f->lies->num_lines, f->lies->num_lines == 1 ? "" : "s",
               f->reproduced, f->replays);
    } else {
        io_say(output_to_stdout(&j->args->outputs) ? stderr : stdout, "  %s   %s\n", signature,
               f->symptom->headline);
    }
    io_flush();
    note_trouble(j, rsp_folder_make_whole(final, making, write_parts, &parts, &error), &error);
    (void)pthread_mutex_unlock(&j->lock);
}

rsp_status lying_read(lying_job *j, rsp_lies *out, const char *path, rsp_error *error) {
    rsp_buf text;
    const char *file = rsp_path_is_folder(path) ? rsp_arena_printf(&j->arena, "%s/lies.json", path) : path;
    rsp_status status = read_file(&text, file, error);
    if (status == RSP_OK) {
        status = rsp_lies_read(out, rsp_buf_bytes(&text), error);
        error->where = status == RSP_OK ? NULL : file;
    }
    error->status = status;
    rsp_buf_free(&text);
    return status;
}

/* --- results --- */

/* A folder that is damaged is left out. */
static rsp_debugger_found *read_findings(lying_job *j, size_t *num) {
    rsp_folder_names names;
    *num = 0;
    if (rsp_folder_read(&names, lying_path(j, "findings"), "", NULL) != RSP_OK)
        return NULL;
    rsp_debugger_found *all = rsp_arena_alloc(&j->arena, (names.num + 1) * sizeof *all);
    for (size_t i = 0; all && i < names.num; i++) {
        rsp_buf text;
        const char *path =
            rsp_arena_printf(&j->arena, "%s/%s/finding.json", lying_path(j, "findings"), names.names[i]);
        if (read_file(&text, path, NULL) == RSP_OK &&
            rsp_debugger_found_read(&all[*num], &j->arena, rsp_buf_bytes(&text), NULL) == RSP_OK)
            (*num)++;
        rsp_buf_free(&text);
    }
    rsp_folder_free(&names);
    return all;
}

void lying_folder_minimise(lying_job *j) {
    size_t num = 0;
    const rsp_debugger_found *all = read_findings(j, &num);
    for (size_t i = 0; i < num && !*interrupt_flag(); i++) {
        rsp_lies lies = {0};
        rsp_error error = {0};
        const char *path = rsp_arena_printf(&j->arena, "%s/%s", lying_path(j, "findings"), all[i].signature);
        if (!all[i].minimised && !strchr(all[i].signature, '/') &&
            lying_read(j, &lies, path, &error) == RSP_OK)
            (void)rsp_debugger_fuzzer_minimise(j->fuzzer, &lies, all[i].signature, all[i].session,
                                               all[i].seed);
        rsp_lies_free(&lies);
    }
}

/* Results, and whose they are. */
typedef struct lying_results {
    lying_job *job;
    rsp_debugger_results results;
} lying_results;

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    lying_results *r = report;
    rsp_arena *arena = &r->job->arena;
    if (rsp_bytes_equal(format, RSP_LIT("json")))
        return rsp_debugger_results_json(out, &r->results);
    const char *way = folder_way_from_file(arena, style->path, r->job->args->folder);
    const char *base = folder_way_join(arena, way, "");
    return base ? rsp_fuzz_debugger_page(out, &r->results, base) : RSP_NO_MEMORY;
}

rsp_status lying_report(lying_job *j, rsp_error *error) {
    const rsp_debugger_about about = about_of(j->args);
    const rsp_debugger_fuzzer_stats s = rsp_debugger_fuzzer_count(j->fuzzer);
    lying_results r = {.job = j,
                       .results = {.version = STUBBORN_VERSION,
                                   .started = j->started,
                                   .name = j->parties.debugger_names[0].name,
                                   .about = &about,
                                   .jobs = j->args->jobs,
                                   .interrupted = *interrupt_flag() && !interrupt_by_time(),
                                   .totals = totals_of(j),
                                   .before = j->before,
                                   .shapes = s.shapes,
                                   .corpus = s.corpus,
                                   .known = j->known}};
    rsp_buf text = {0};
    r.results.findings = read_findings(j, &r.results.num_findings);
    rsp_status status = rsp_debugger_results_json(&text, &r.results);
    if (status == RSP_OK)
        status = rsp_file_write(lying_path(j, "results.json"), rsp_buf_bytes(&text), error);
    rsp_buf_free(&text);
    return status == RSP_OK ? output_write(&j->args->outputs, NULL, render, &r, false, error) : status;
}
