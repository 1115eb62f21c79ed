/* stubborn adapter fuzz: a fuzzer, the folder of its findings, and the clock that ends it.
 * A finding's folder is made under a hidden name and takes its own when it is whole.
 * Exit status: 0 nothing found; 1 findings; 2 usage, a bad file; 3 no adapter, nothing tried, no file. */
/* SPDX-License-Identifier: MIT */
#include "cmd/adapter/adapter_fuzz.h"
#include "core/text.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include "dap/message.h"
#include "dap_fuzz/fuzzer.h"

#include "core/file.h"
#include "core/file_writer.h"
#include "core/folder.h"
#include "core/text.h"
#include <stdio.h>
#include <unistd.h>

typedef struct fuzz_job {
    adapter_job *job;
    adapter_end end;
    rsp_dap_fuzzer *fuzzer;
    rsp_clock clock;
    uint64_t started_ns;
    rsp_status kept; /* whether all findings could be written; the first that could not has been told */
} fuzz_job;

/* --- the folder --- */

static const char *path_of(fuzz_job *j, const char *name) {
    return rsp_arena_printf(&j->job->arena, "%s/%s", j->job->args.fuzz.out, name);
}

static rsp_status open_folder(fuzz_job *j, rsp_error *error) {
    if (!j->job->args.fuzz.out)
        return RSP_OK;
    const rsp_status status = rsp_folder_make(j->job->args.fuzz.out, error);
    return status == RSP_OK ? rsp_folder_make(path_of(j, "findings"), error) : status;
}

/* Findings of earlier runs are known. */
static void recall(fuzz_job *j) {
    rsp_folder_names names;
    if (!j->job->args.fuzz.out)
        return;
    (void)!rsp_folder_read(&names, path_of(j, "findings"), "", NULL);
    for (size_t i = 0; i < names.num; i++)
        rsp_dap_fuzzer_know(j->fuzzer, names.names[i]);
    rsp_folder_free(&names);
}

static const char *again_for(const fuzz_job *j, const char *signature) {
    rsp_buf text = {0};
    const adapter_args *a = &j->job->args;
    rsp_buf_str(&text, "stubborn adapter fuzz ");
    rsp_buf_str(&text, a->profile ? "--profile " : "--adapter ");
    rsp_buf_shell_word(&text, a->profile ? a->profile : a->adapter);
    rsp_buf_printf(&text, " %s/findings/%s/sequence.json", a->fuzz.out, signature);
    const char *again = rsp_arena_str(&j->job->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return again;
}

/* A finding on its way into a folder. */
typedef struct finding_parts {
    fuzz_job *job;
    const rsp_dap_finding *finding;
} finding_parts;

static rsp_status write_parts(void *ctx, const char *folder, rsp_error *error) {
    const finding_parts *p = ctx;
    fuzz_job *j = p->job;
    const rsp_dap_finding *f = p->finding;
    static const char *const names[] = {"sequence.json",  "scenario.yaml", "summary.md",
                                        "transcript.txt", "stderr.txt",    "stderr.raw"};
    rsp_buf texts[RSP_ARRAY_LEN(names)] = {{0}};
    rsp_status status = RSP_OK;
    rsp_dap_json_append(&texts[0], f->sequence);
    rsp_buf_push(&texts[0], '\n');
    (void)!rsp_dap_finding_scenario(&texts[1], f, f->signature);
    (void)!rsp_dap_finding_summary(&texts[2], f, j->job->command, again_for(j, f->signature));
    rsp_buf_str(&texts[3], f->transcript);
    rsp_text_escape(&texts[4], f->words, true); /* to be read in a terminal; the next one has every byte */
    rsp_buf_append(&texts[5], f->words);
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++) {
        const char *path = rsp_arena_printf(&j->job->arena, "%s/%s", folder, names[i]);
        if (status == RSP_OK)
            status = texts[i].status == RSP_OK ? rsp_file_write(path, rsp_buf_bytes(&texts[i]), error)
                                               : texts[i].status;
        rsp_buf_free(&texts[i]);
    }
    return status;
}

static rsp_status write_finding(fuzz_job *j, const rsp_dap_finding *f, rsp_error *error) {
    const char *final = path_of(j, rsp_arena_printf(&j->job->arena, "findings/%s", f->signature));
    const char *making =
        path_of(j, rsp_arena_printf(&j->job->arena, "findings/.%s-%ld", f->signature, (long)getpid()));
    finding_parts parts = {.job = j, .finding = f};
    return rsp_folder_make_whole(final, making, write_parts, &parts, error);
}

/* A disk that is full now may have room for the next one. */
static void keep(fuzz_job *j, rsp_status status, rsp_error *error) {
    if (status == RSP_OK || j->kept != RSP_OK)
        return;
    j->kept = error->status = status;
    (void)command_fail(j->job->self, error);
}

static void found(void *ctx, const rsp_dap_finding *f) {
    fuzz_job *j = ctx;
    rsp_error error = {0};
    const size_t num = json_array_size(json_object_get(f->sequence, "steps"));
    io_say(stdout, "%s   %s (%zu step%s, %u of %u replays)\n", f->signature, f->headline, num,
           num == 1 ? "" : "s", f->reproduced, f->replays);
    io_flush();
    const rsp_status status = j->job->args.fuzz.out ? write_finding(j, f, &error) : RSP_OK;
    keep(j, status, &error);
}

/* --- hunting --- */

static void show_progress(const fuzz_job *j) {
    const rsp_dap_fuzzer_stats s = rsp_dap_fuzzer_count(j->fuzzer);
    if (io_is_terminal(2))
        fprintf(stderr, "\r\033[K%llu sequences, %llu messages, %llu states, %llu findings",
                (unsigned long long)s.sequences, (unsigned long long)s.messages, (unsigned long long)s.states,
                (unsigned long long)s.findings);
}

static void append_totals(const fuzz_job *j, rsp_buf *out) {
    const rsp_dap_fuzzer_stats s = rsp_dap_fuzzer_count(j->fuzzer);
    const double seconds = (double)(rsp_clock_now(&j->clock) - j->started_ns) / (double)RSP_NS_PER_S;
    rsp_text_printf(
        out,
        "{\"format\":\"stubborn-adapter-fuzz-1\",\"adapter\":\"%s\",\"seed\":%llu,\"seconds\":%.1f,"
        "\"sequences\":%llu,\"messages\":%llu,\"sessions\":%llu,\"states\":%llu,\"corpus\":%llu,"
        "\"findings\":%llu,\"again\":%llu,\"unconfirmed\":%llu}\n",
        j->job->profile->name, (unsigned long long)j->job->args.fuzz.seed, seconds,
        (unsigned long long)s.sequences, (unsigned long long)s.messages, (unsigned long long)s.sessions,
        (unsigned long long)s.states, (unsigned long long)s.corpus, (unsigned long long)s.findings,
        (unsigned long long)s.again, (unsigned long long)s.unconfirmed);
}

/* The time may be over in a session that failed for a reason of its own. */
static int say_nothing_tried(const rsp_error *error) {
    io_say(stderr, "stubborn adapter: no sequence was played, so that nothing is known of the adapter%s%s\n",
           interrupt_by_time() ? "; the time of --for is over" : "", error->msg[0] ? ":" : "");
    if (error->msg[0])
        io_say(stderr, "  %s\n", error->msg);
    return EXIT_UNREACHABLE;
}

static int finish(fuzz_job *j, rsp_status status, const rsp_error *error) {
    const rsp_dap_fuzzer_stats s = rsp_dap_fuzzer_count(j->fuzzer);
    rsp_buf totals = {0};
    if (io_is_terminal(2))
        fputs("\r\033[K", stderr);
    append_totals(j, &totals);
    printf(
        "%llu sequences of %llu messages in %llu sessions, %llu states, %llu findings, %llu seen again, %llu "
        "unconfirmed\n",
        (unsigned long long)s.sequences, (unsigned long long)s.messages, (unsigned long long)s.sessions,
        (unsigned long long)s.states, (unsigned long long)s.findings, (unsigned long long)s.again,
        (unsigned long long)s.unconfirmed);
    rsp_error why = {0};
    if (j->job->args.fuzz.out)
        keep(j, rsp_file_write(path_of(j, "results.json"), rsp_buf_bytes(&totals), &why), &why);
    rsp_buf_free(&totals);
    if (status != RSP_OK && status != RSP_CANCELLED) {
        (void)command_fail(j->job->self, error);
        return EXIT_UNREACHABLE;
    }
    if (j->kept != RSP_OK)
        return EXIT_UNREACHABLE;
    if (s.sequences == 0)
        return say_nothing_tried(error);
    if (s.beyond > 0)
        fprintf(stderr,
                "stubborn adapter: %llu sessions were ended by our limits, for the adapter sends more than "
                "they may "
                "hold: what came after that is not judged\n",
                (unsigned long long)s.beyond);
    return s.findings > 0 ? EXIT_FINDINGS : EXIT_FINE;
}

static bool is_over(const fuzz_job *j) {
    const adapter_fuzz_args *a = &j->job->args.fuzz;
    return *interrupt_flag() || (a->runs > 0 && rsp_dap_fuzzer_count(j->fuzzer).sequences >= a->runs);
}

/* A session that does not begin may be a machine that is busy: three in a row are the adapter. */
static int hunt(fuzz_job *j) {
    rsp_error error = {0};
    rsp_status status = RSP_OK;
    unsigned failed = 0;
    recall(j);
    if (adapter_look_for_answer(j->job, &error) != RSP_OK)
        return finish(j, error.status, &error);
    while (failed < 3 && status != RSP_CANCELLED && !is_over(j)) {
        error = (rsp_error){.status = RSP_OK};
        status = rsp_dap_fuzzer_step(j->fuzzer, &error);
        failed = status == RSP_OK ? 0 : failed + 1;
        show_progress(j);
    }
    return finish(j, failed < 3 ? RSP_OK : status, &error);
}

/* --- replaying --- */

static json_t *read_sequence(const char *path, rsp_error *error) {
    rsp_buf text = {.limit = (size_t)16 * 1024 * 1024};
    rsp_dap_message m = {.kind = RSP_DAP_OTHER};
    json_t *sequence = NULL;
    rsp_status status = rsp_file_read(&text, path, error);
    if (status == RSP_OK)
        status = rsp_dap_message_parse(&m, rsp_buf_bytes(&text), error);
    if (status == RSP_OK && !json_is_array(json_object_get(m.json, "steps")))
        status = rsp_fail_at(error, RSP_BAD_FILE, path, 0, 0, "there is no list of steps");
    if (status == RSP_OK)
        sequence = json_incref(m.json);
    rsp_dap_message_free(&m);
    rsp_buf_free(&text);
    return sequence;
}

static int replay_one(fuzz_job *j, const char *path, unsigned *shown) {
    rsp_error error = {0};
    rsp_status status = RSP_OK;
    rsp_dap_finding finding;
    json_t *sequence = read_sequence(path, &error);
    if (!sequence)
        return command_fail(j->job->self, &error);
    const bool shows = rsp_dap_fuzzer_replay(j->fuzzer, sequence, &finding, &status, &error);
    json_decref(sequence);
    if (status != RSP_OK)
        return command_fail(j->job->self, &error);
    io_say(stdout, "%s: %s%s%s\n", path, shows ? finding.signature : "shows nothing", shows ? ": " : "",
           shows ? finding.headline : "");
    rsp_buf transcript = {0};
    rsp_buf_str(&transcript, shows && j->job->args.verbose ? finding.transcript : "");
    io_put(stdout, &transcript);
    *shown += shows;
    return EXIT_FINE;
}

static int replay(fuzz_job *j, const option_list *sequences) {
    unsigned shown = 0;
    int code = EXIT_FINE;
    for (size_t i = 0; i < sequences->num && code == EXIT_FINE; i++)
        code = replay_one(j, sequences->items[i], &shown);
    return code == EXIT_FINE && shown > 0 ? EXIT_FINDINGS : code;
}

static int work(fuzz_job *j, const option_list *sequences) {
    adapter_job *job = j->job;
    rsp_error error = {0};
    job->args.fuzz.seed = job->args.fuzz.seed ? job->args.fuzz.seed : 1;
    if (open_folder(j, &error) != RSP_OK)
        return command_fail(job->self, &error);
    const rsp_dap_fuzzer_options options = {.target = &j->end.target,
                                            .seed = job->args.fuzz.seed,
                                            .deaf_ns = job->args.timeout_ns,
                                            .should = job->args.strict,
                                            .stop = interrupt_flag(),
                                            .found = found,
                                            .ctx = j};
    j->fuzzer = rsp_dap_fuzzer_new(&options);
    if (!j->fuzzer)
        return command_fail(job->self, &(rsp_error){.status = RSP_NO_MEMORY});
    return sequences->num > 0 ? replay(j, sequences) : hunt(j);
}

int adapter_fuzz(adapter_job *job, const option_list *sequences) {
    const adapter_fuzz_args *a = &job->args.fuzz;
    fuzz_job j = {.job = job, .clock = rsp_clock_monotonic()};
    if (sequences->num == 0 && a->for_ns == 0 && a->runs == 0)
        return command_usage(job->self, "fuzz: for how long? --for TIME or --runs N");
    int code = adapter_job_load_profile(job);
    if (code != EXIT_FINE)
        return code;
    interrupt_catch();
    if (sequences->num == 0 && a->for_ns)
        interrupt_after(a->for_ns);
    j.started_ns = rsp_clock_now(&j.clock);
    j.end = (adapter_end){.job = job};
    adapter_end_open(&j.end);
    code = work(&j, sequences);
    rsp_dap_fuzzer_free(j.fuzzer);
    adapter_end_close(&j.end);
    return code;
}
