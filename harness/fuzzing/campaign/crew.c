/* Workers as threads: the journal of each, what they share through the folder, and the end of the run.
 * The calling thread is the last worker, so one worker needs no thread.
 * See crew.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/crew.h"

#include "campaign/corpus_folder.h"
#include "campaign/finding_file.h"
#include "campaign/findings_folder.h"
#include "crew_host.h"
#include "crew_state.h"
#include "crew_verify.h"

#include <assert.h>
#include <stdlib.h>

static const uint64_t share_every_ns = 5 * RSP_NS_PER_S;

static bool is_stopped(const crew *c) {
    return c->options.stop && *c->options.stop;
}

bool crew_is_over(crew *c) {
    pthread_mutex_lock(&c->lock);
    bool over = c->over || is_stopped(c);
    pthread_mutex_unlock(&c->lock);
    return over;
}

/* --- progress --- */

static uint64_t larger(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static rsp_fuzzer_stats sum_of(const crew *c) {
    rsp_fuzzer_stats sum = {0};
    for (unsigned i = 0; i < c->options.jobs; i++) {
        const rsp_fuzzer_stats *s = &c->stats[i];
        sum.sequences += s->sequences;
        sum.messages += s->messages;
        sum.sessions += s->sessions;
        sum.findings += s->findings;
        sum.duplicates += s->duplicates;
        sum.known_again += s->known_again;
        sum.unconfirmed += s->unconfirmed;
        sum.differences += s->differences;
        sum.refused += s->refused;
        sum.probes += s->probes;
        sum.start_ns += s->start_ns;
        sum.follow_ns += s->follow_ns;
        sum.silent_ns += s->silent_ns;
        sum.corpus = larger(s->corpus, sum.corpus);
        sum.states = larger(s->states, sum.states);
        sum.edges = larger(s->edges, sum.edges);
    }
    return sum;
}

/* Lock held. */
static void tell_progress(crew *c, const rsp_fuzzer_stats *sum, uint64_t now) {
    if (sum->states + sum->edges > c->num_states) {
        c->num_states = sum->states + sum->edges;
        c->last_new_ns = now;
    }
    const rsp_crew_progress progress = {
        .elapsed_ns = now - c->started_ns,
        .since_new_ns = now - c->last_new_ns,
        .messages = sum->messages,
        .messages_before = c->messages_before,
        .states = sum->states,
        .edges = sum->edges,
        .findings = c->num_findings + c->num_known,
        .pending = c->num_pending,
        .has_edges = c->options.edges > 0,
    };
    if (c->options.watcher.progress)
        c->options.watcher.progress(c->options.watcher.ctx, &progress);
}

/* --- what workers share --- */

static bool take_seed(void *ctx, const rsp_messages *list) {
    crew_worker *w = ctx;
    return rsp_fuzzer_seed(w->fuzzer, list);
}

/* A finding's messages may explain other symptoms, where they can be read. */
static bool take_finding(void *ctx, const char *signature, const char *folder) {
    crew_worker *w = ctx;
    rsp_finding_file *file = NULL;
    w->crew->num_known += w->number == 0;
    if (rsp_finding_file_read(&file, folder, NULL) == RSP_OK)
        (void)rsp_fuzzer_know_finding(w->fuzzer, rsp_finding_file_get(file));
    else
        (void)rsp_fuzzer_know_signature(w->fuzzer, signature);
    rsp_finding_file_free(file);
    return true;
}

static bool take_shared(void *ctx, const char *signature, const char *folder) {
    crew_worker *w = ctx;
    rsp_finding_file *file = NULL;
    (void)signature;
    if (rsp_finding_file_read(&file, folder, NULL) == RSP_OK && !rsp_finding_file_get(file)->pending)
        (void)rsp_fuzzer_know_finding(w->fuzzer, rsp_finding_file_get(file));
    rsp_finding_file_free(file);
    return true;
}

static void save_knowledge(crew_worker *w) {
    rsp_error error = {0};
    crew_check_kept(w->crew, rsp_journal_save_states(&w->journal, &error), &error);
    crew_check_kept(w->crew, rsp_journal_save_edges(&w->journal, w->map.hits ? &w->map : NULL, &error),
                    &error);
}

/* Takes over what other workers and other machines have put into the folder since. */
static void share(crew_worker *w, uint64_t now) {
    crew *c = w->crew;
    if (now - w->shared_ns < share_every_ns)
        return;
    w->shared_ns = now;
    save_knowledge(w);
    if (c->options.jobs == 1)
        return;
    pthread_mutex_lock(&c->lock);
    (void)!rsp_corpus_folder_each(c->options.campaign, take_seed, w, NULL);
    uint64_t minimised = c->num_known + c->num_findings - c->num_pending;
    if (w->findings_seen != minimised)
        rsp_findings_folder_each(c->options.campaign, take_shared, w);
    w->findings_seen = minimised;
    pthread_mutex_unlock(&c->lock);
}

/* --- a worker --- */

static rsp_status read_seeds(crew_worker *w, rsp_error *error) {
    const rsp_crew_options *o = &w->crew->options;
    rsp_status status = RSP_OK;
    size_t num = 0;
    if (o->num_seeds == 0 && !rsp_fuzzer_seed_builtin(w->fuzzer))
        status = RSP_NO_MEMORY;
    for (size_t i = 0; i < o->num_seeds && status == RSP_OK; i++) {
        status = rsp_seed_files_read(o->seeds[i], o->seed_stubs, take_seed, w, &num, error);
        if (status == RSP_OK && num == 0)
            status = rsp_fail(error, RSP_NOT_FOUND, "%s: no seeds in it (*.txt, *.pcap, *.pcapng, *.yaml)",
                              o->seeds[i]);
    }
    for (size_t i = 0; o->guest && i < o->guest->num && status == RSP_OK; i++)
        status = rsp_fuzzer_seed(w->fuzzer, &o->guest->lists[i]) ? RSP_OK : RSP_NO_MEMORY;
    if (status == RSP_OK)
        status = rsp_corpus_folder_each(o->campaign, take_seed, w, error);
    return status;
}

static rsp_status make_fuzzer(crew_worker *w, uint64_t first_index, rsp_error *error) {
    const rsp_crew_options *o = &w->crew->options;
    const rsp_fuzz_host host = crew_host(w);
    rsp_fuzzer_options options = o->fuzzer;
    options.seed = o->fuzzer.seed + w->number * UINT64_C(1000003); /* workers go different ways */
    options.first_index = first_index;
    options.opening = o->guest ? &o->guest->opening : NULL;
    options.player.guest = o->guest ? &o->guest->known : NULL;
    options.map = o->edges > 0 ? &w->map : NULL;
    options.clock = o->clock;
    options.end_ns = o->for_ns > 0 ? w->crew->started_ns + o->for_ns : 0;
    w->stubs = o->stubs->new_worker(o->stubs->ctx, &w->provider);
    if (w->stubs)
        crew_host_words(w, RSP_FUZZ_WORDS_SIGNATURE);
    w->fuzzer = w->stubs ? rsp_fuzzer_new(&host, &options) : NULL;
    return w->fuzzer ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "no memory for a worker");
}

/* Before there are threads. */
static rsp_status worker_open(crew_worker *w, crew *c, unsigned number, rsp_error *error) {
    const rsp_crew_options *o = &c->options;
    rsp_journal_place place = {0};
    *w = (crew_worker){.crew = c, .number = number, .map = {.id = -1}};
    rsp_status status = rsp_journal_open(&w->journal, o->campaign, number, o->resume, &place, error);
    if (status == RSP_OK && o->edges > 0)
        status = rsp_edge_map_open(&w->map, o->edges, error);
    if (status == RSP_OK)
        status = make_fuzzer(w, place.next, error);
    if (status != RSP_OK)
        return status;
    c->messages_before += place.messages;
    c->seconds_before = larger(place.seconds, c->seconds_before);
    rsp_findings_folder_each(o->campaign, take_finding, w);
    if (o->resume)
        rsp_journal_recall(o->campaign, w->fuzzer, o->edges > 0 ? &w->map : NULL);
    return read_seeds(w, error);
}

static void worker_close(crew_worker *w) {
    rsp_fuzzer_free(w->fuzzer);
    if (w->stubs)
        w->crew->options.stubs->free_worker(w->stubs);
    save_knowledge(w);
    rsp_error error = {0};
    crew_check_kept(w->crew, rsp_journal_sync(&w->journal, &error), &error);
    rsp_edge_map_close(&w->map);
    rsp_journal_close(&w->journal);
}

/* Whether to go on. */
static bool note_step(crew_worker *w) {
    crew *c = w->crew;
    const rsp_crew_options *o = &c->options;
    uint64_t now = crew_now(c);
    pthread_mutex_lock(&c->lock);
    c->stats[w->number] = rsp_fuzzer_stats_get(w->fuzzer);
    const rsp_fuzzer_stats sum = sum_of(c);
    bool late = o->for_ns > 0 && now - c->started_ns >= o->for_ns;
    bool enough = o->max_messages > 0 && sum.messages >= o->max_messages;
    c->over = c->over || late || enough || is_stopped(c);
    bool go = !c->over;
    tell_progress(c, &sum, now);
    pthread_mutex_unlock(&c->lock);
    share(w, now);
    return go;
}

/* --- findings that an earlier run left pending --- */

static void add_folder(void *ctx, const char *folder) {
    rsp_buf_append(ctx, rsp_bytes_make(&folder, sizeof folder));
}

static void finish(crew_worker *w, const char *folder) {
    rsp_finding_file *file = NULL;
    rsp_error error = {0};
    pthread_mutex_lock(&w->crew->lock);
    rsp_status status = rsp_finding_file_read(&file, folder, &error);
    w->pending = folder;
    w->resumed = true;
    w->crew->num_pending++;
    pthread_mutex_unlock(&w->crew->lock);
    if (status == RSP_OK)
        (void)!rsp_fuzzer_finish(w->fuzzer, rsp_finding_file_get(file), &error);
    crew_host_leave_pending(w);
    rsp_finding_file_free(file);
}

/* The first worker does it. */
static void finish_pending(crew_worker *w) {
    crew *c = w->crew;
    rsp_buf folders = {0}; /* const char * each */
    pthread_mutex_lock(&c->lock);
    rsp_findings_folder_each_pending(c->options.campaign, add_folder, &folders);
    pthread_mutex_unlock(&c->lock);
    for (size_t at = 0; at < folders.len && !crew_is_over(c); at += sizeof(const char *)) {
        const char *folder = NULL;
        memcpy(&folder, folders.ptr + at, sizeof folder);
        finish(w, folder);
    }
    rsp_buf_free(&folders);
}

static void *serve(void *ctx) {
    crew_worker *w = ctx;
    crew *c = w->crew;
    bool go = true;
    if (c->options.resume && w->number == 0 && !c->options.fuzzer.uncut)
        finish_pending(w);
    while (go) {
        rsp_error error = {0};
        rsp_status status = rsp_fuzzer_step(w->fuzzer, &error);
        crew_host_leave_pending(w);
        crew_verify(w);
        go = note_step(w) && status != RSP_CANCELLED;
        if (status == RSP_OK || !go)
            continue;
        pthread_mutex_lock(&c->lock);
        crew_fail(c, status, &error);
        pthread_mutex_unlock(&c->lock);
        go = false;
    }
    return NULL;
}

static void run_threads(crew_worker *workers, unsigned num) {
    pthread_t threads[RSP_CREW_MAX_JOBS];
    unsigned started = 0;
    while (started + 1 < num && pthread_create(&threads[started], NULL, serve, &workers[started]) == 0)
        started++;
    serve(&workers[num - 1]);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

/* --- the crew --- */

static void begin(crew *c, const rsp_crew_options *options) {
    c->options = *options;
    c->options.jobs = options->jobs ? options->jobs : 1;
    c->options.clock = options->clock.now_ns ? options->clock : rsp_clock_monotonic();
    c->kept = options->kept;
    c->started_ns = c->last_new_ns = crew_now(c);
    if (options->stubs->set_end)
        options->stubs->set_end(options->stubs->ctx, crew_end(c));
    crew_host_set_environments(c);
}

static rsp_status pass_over(void *ctx, const rsp_totals_part *other) {
    (void)ctx, (void)other;
    return RSP_OK;
}

/* Journals lack the last sequence of each worker, parts of seconds, and workers that this run has not. What
 * the run before has written at its end has all of it; a run that was killed has written nothing. */
static void take_earlier(crew *c) {
    rsp_totals t = {0};
    const rsp_crew_options *o = &c->options;
    if (!o->resume || rsp_totals_read(&t, o->campaign->folder, o->about->id, pass_over, NULL, NULL) != RSP_OK)
        return;
    c->messages_before = larger(rsp_totals_messages(&t), c->messages_before);
    c->seconds_before =
        larger(t.seconds_before + (t.duration_ns + RSP_NS_PER_S / 2) / RSP_NS_PER_S, c->seconds_before);
}

static void end(crew *c, rsp_crew_outcome *out) {
    *out = (rsp_crew_outcome){.totals = {.sum = sum_of(c),
                                         .messages_before = c->messages_before,
                                         .seconds_before = c->seconds_before,
                                         .duration_ns = crew_now(c) - c->started_ns,
                                         .jobs = c->options.jobs,
                                         .interrupted = is_stopped(c)},
                              .num_findings = c->num_findings,
                              .num_known = c->num_known,
                              .error = c->error};
    out->totals.sum.corpus = rsp_corpus_folder_count(c->options.campaign); /* as the page shows it */
    rsp_link_close(c->kept);
}

rsp_status rsp_crew_run(const rsp_crew_options *options, rsp_crew_outcome *out) {
    crew c = {0};
    begin(&c, options);
    const unsigned jobs = c.options.jobs;
    assert(jobs > 0 && jobs <= RSP_CREW_MAX_JOBS);
    crew_worker *workers = calloc(jobs, sizeof *workers);
    unsigned opened = 0;
    if (!workers || pthread_mutex_init(&c.lock, NULL) != 0) {
        (void)rsp_fail(&c.error, RSP_NO_MEMORY, "no memory for the workers");
        end(&c, out);
        free(workers);
        return RSP_NO_MEMORY;
    }
    for (; opened < jobs && c.status == RSP_OK; opened++)
        c.status = worker_open(&workers[opened], &c, opened, &c.error);
    take_earlier(&c);
    if (c.status == RSP_OK)
        run_threads(workers, opened);
    end(&c, out);
    for (unsigned i = 0; i < opened; i++)
        worker_close(&workers[i]);
    out->unkept = c.unkept;
    free(workers);
    pthread_mutex_destroy(&c.lock);
    return c.status == RSP_CANCELLED ? RSP_OK : c.status;
}
