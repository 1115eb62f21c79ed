/* Workers as threads; the fuzzer's host functions, which write to the folder under one lock; the status line.
 * Instrumented stubs get their coverage map's id through the environment, which all threads share: opening is
 * done under a lock then. See crew.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/crew.h"

#include "campaign/replay_findings.h"
#include "campaign/seed_files.h"
#include "cli/io.h"

#include "codec/explain.h"
#include "core/arena.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static const uint64_t status_every_ns = RSP_NS_PER_S;
static const uint64_t share_every_ns = 5 * RSP_NS_PER_S;
static const uint64_t last_wait_ns = 2 * RSP_NS_PER_S;
/* After the time of a run: for the reply that is awaited, and for a finding to be played once more. */
static const uint64_t last_words_ns = 1500 * RSP_NS_PER_MS;
enum { MAX_UNVERIFIED = 16 };

typedef struct worker {
    crew *crew;
    unsigned number;
    stub_opener *stubs;
    rsp_stub_provider provider;
    rsp_fuzzer *fuzzer;
    rsp_edge_map map;
    journal journal;
    const char *unverified[MAX_UNVERIFIED]; /* folders of findings */
    size_t num_unverified;
    const char *pending; /* folder of the finding that is being cut down; NULL for none */
    bool resumed;        /* ... since another run */
    uint64_t shared_ns;
    uint64_t findings_seen; /* ... that were cut down by then */
    bool was_there;         /* a stub, once */
} worker;

static uint64_t now_ns(void) {
    rsp_clock clock = rsp_clock_monotonic();
    return rsp_clock_now(&clock);
}

/* --- the fuzzer's host --- */

/* Until then a stub that is gone is waited for. */
static uint64_t wait_until(const worker *w) {
    const crew *c = w->crew;
    uint64_t now = now_ns();
    uint64_t until = rsp_deadline(now, c->wait_ns);
    uint64_t end = c->for_ns > 0 ? c->started_ns + c->for_ns : until;
    uint64_t last = rsp_deadline(now, last_wait_ns); /* for a finding that is under way */
    end = end > last ? end : last;
    return until < end ? until : end;
}

static rsp_status open_plain(worker *w, rsp_link **out_link, const rsp_stub_request *request,
                             rsp_error *error) {
    if (!w->was_there)
        return stub_opener_open(w->stubs, out_link, request, error);
    uint64_t before = now_ns();
    rsp_status status = stub_opener_open_again(w->stubs, out_link, request, wait_until(w), error);
    if (status == RSP_CONNECT && !stub_config_is_ours(w->crew->stub_config)) {
        char why[sizeof error->msg];
        (void)snprintf(why, sizeof why, "%s", error->msg);
        return rsp_fail(error, status, "the stub is gone, and nobody started it again within %.1f s: %.80s",
                        (double)(now_ns() - before) / (double)RSP_NS_PER_S, why);
    }
    return status;
}

/* The first worker takes the look's connection. */
static bool take_kept(worker *w, rsp_link **out_link) {
    crew *c = w->crew;
    bool taken = c->kept && w->number == 0;
    if (!taken)
        return false;
    *out_link = c->kept;
    c->kept = NULL;
    w->was_there = true;
    rsp_link_limit(*out_link, c->stub_config->link.end_ns);
    return true;
}

static rsp_status open_stub(void *ctx, rsp_link **out_link, rsp_error *error) {
    worker *w = ctx;
    if (take_kept(w, out_link))
        return RSP_OK;
    const rsp_stub_request request = {.program = w->crew->program, .seed = w->crew->options.seed};
    if (w->crew->edges == 0) {
        rsp_status opened = open_plain(w, out_link, &request, error);
        w->was_there = w->was_there || opened == RSP_OK;
        if (opened == RSP_OK && !w->crew->alone)
            stub_opener_prepare(w->stubs, &request); /* it boots while this one is played with */
        return opened;
    }
    char id[32];
    char size[32];
    (void)snprintf(id, sizeof id, "%d", w->map.id);
    (void)snprintf(size, sizeof size, "%zu", w->map.size);
    pthread_mutex_lock(&w->crew->lock);
    rsp_status status = RSP_NO_MEMORY;
    if (setenv("__AFL_SHM_ID", id, 1) == 0 && setenv("AFL_MAP_SIZE", size, 1) == 0)
        status = stub_opener_open(w->stubs, out_link, &request, error);
    pthread_mutex_unlock(&w->crew->lock);
    return status;
}

/* Names in a stack are looked up by another program, which takes longer than all else that a dying stub does.
 */
static void want_words(void *ctx, rsp_fuzz_words words) {
    worker *w = ctx;
    stub_opener_set_environment(w->stubs, words == RSP_FUZZ_WORDS_ALL    ? NULL
                                          : words == RSP_FUZZ_WORDS_NONE ? w->crew->hurried
                                                                         : w->crew->usual);
}

static void closing_stub(void *ctx, rsp_link *link) {
    worker *w = ctx;
    stub_opener_closing(w->stubs, link);
}

static void erase_line(crew *c) {
    unsigned columns = io_columns(STDERR_FILENO);
    if (c->line_shown && columns > 1)
        fprintf(stderr, "\r%*s\r", (int)columns - 1, "");
    c->line_shown = false;
}

/* The folder takes no more: told when it happens, and once. Nothing that was found is lost by it as yet, and
 * the file store may have room again. */
static void check_kept(crew *c, rsp_status status, const rsp_error *error) {
    if (status == RSP_OK)
        return;
    pthread_mutex_lock(&c->lock);
    if (!c->unkept_told) {
        erase_line(c);
        fprintf(stderr, "stubborn fuzz: %s%s%s; the campaign goes on until a finding can not be kept\n",
                error->where ? error->where : "", error->where ? ": " : "", error->msg);
        fflush(stderr);
    }
    c->unkept_told = true;
    pthread_mutex_unlock(&c->lock);
}

static void before(void *ctx, uint64_t index, const rsp_messages *list) {
    worker *w = ctx;
    uint64_t seconds = (now_ns() - w->crew->started_ns) / RSP_NS_PER_S;
    uint64_t messages = rsp_fuzzer_stats_get(w->fuzzer).messages;
    rsp_error error = {0};
    check_kept(w->crew, journal_before(&w->journal, index, messages, seconds, list, &error), &error);
}

static void interesting(void *ctx, uint64_t index, const rsp_messages *list) {
    worker *w = ctx;
    (void)index;
    rsp_error error = {0};
    check_kept(w->crew, campaign_keep(w->crew->campaign, list, &error), &error);
}

static void new_state(void *ctx, uint64_t state) {
    worker *w = ctx;
    journal_state(&w->journal, state);
}

static bool known(void *ctx, const char *signature) {
    const worker *w = ctx;
    return campaign_has(w->crew->campaign, signature);
}

/* `folder`: NULL when there is none. What is pending is said in other words: it comes again. */
static void say_finding(crew *c, const rsp_finding *f, const char *folder) {
    rsp_buf line = {0};
    const char *kind = rsp_finding_kind_name(f->kind);
    rsp_buf_printf(&line, "%-14s", f->pending ? "confirmed" : kind);
    if (f->pending)
        rsp_buf_printf(&line, "%s: ", kind);
    rsp_printable_append(&line, rsp_bytes_str(f->headline), 60);
    size_t num = rsp_finding_num_messages(f);
    rsp_buf_printf(&line, "   %zu message%s, %zu bytes   %s%s%s; ", num, num == 1 ? "" : "s",
                   f->log.bytes.len, folder ? folder : "(it could not be kept)", folder ? "/" : "",
                   f->reproduced < f->replays ? "   (not always)" : "");
    rsp_finding_times(&line, f);
    rsp_buf_str(&line, f->pending ? ", being cut down\n" : "\n");
    erase_line(c);
    (void)io_print(&line);
    fflush(stdout);
}

static void fail_crew(crew *c, rsp_status status, const rsp_error *error) {
    if (c->status == RSP_OK) {
        c->status = status;
        c->error = *error;
        c->error.status = status;
    }
    c->over = true;
}

/* What is no longer pending: it has become a finding, somebody else has found the same, or it is none. */
static void end_pending(worker *w, bool kept) {
    crew *c = w->crew;
    uint64_t *counted = w->resumed ? &c->num_known : &c->num_findings;
    if (w->pending) {
        c->num_pending--;
        *counted -= kept ? 0 : 1;
    }
    w->pending = NULL;
    w->resumed = false;
}

/* The stub could not be had while it was cut down, or nobody wants to wait: it stays for another run. */
static void leave_pending(worker *w) {
    pthread_mutex_lock(&w->crew->lock);
    end_pending(w, true);
    pthread_mutex_unlock(&w->crew->lock);
}

static void note_found(worker *w, const rsp_finding *finding, const char *folder) {
    crew *c = w->crew;
    bool again = w->pending != NULL;
    if (again)
        end_pending(w, folder != NULL);
    if (!folder)
        return;
    c->num_findings += !again;
    say_finding(c, finding, folder);
    if (finding->pending) {
        w->pending = folder;
        c->num_pending++;
        return;
    }
    c->over = c->over || c->until_first;
    if (rsp_finding_has_scenario(finding) && w->num_unverified < MAX_UNVERIFIED)
        w->unverified[w->num_unverified++] = folder;
}

static void found(void *ctx, const rsp_finding *finding) {
    worker *w = ctx;
    crew *c = w->crew;
    const char *folder = NULL;
    rsp_error error = {0};
    pthread_mutex_lock(&c->lock);
    rsp_status status = campaign_find(c->campaign, finding, c->about, w->pending, &folder, &error);
    if (status == RSP_OK)
        note_found(w, finding, folder);
    /* What is pending comes again: then it can be kept, or not. */
    if (status != RSP_OK && !finding->pending && c->status == RSP_OK) {
        say_finding(c, finding, NULL);
        fail_crew(c, status, &error);
    }
    pthread_mutex_unlock(&c->lock);
    if (finding->pending)
        check_kept(c, status, &error);
}

static void say_withdrawn(crew *c, const char *folder, const char *known_as) {
    rsp_buf line = {0};
    rsp_buf_str(&line, "withdrawn     ");
    if (known_as)
        rsp_buf_str(&line, "cut down it is ");
    rsp_printable_append(&line, rsp_bytes_str(known_as ? known_as : "it could not be shown again"), 0);
    rsp_buf_printf(&line, "%s   %s/\n", known_as ? ", which is known" : "", folder);
    erase_line(c);
    (void)io_print(&line);
    fflush(stdout);
}

static void withdrawn(void *ctx, const char *known_as) {
    worker *w = ctx;
    crew *c = w->crew;
    rsp_error error = {0};
    pthread_mutex_lock(&c->lock);
    rsp_status status = w->pending ? campaign_withdraw(c->campaign, w->pending, &error) : RSP_OK;
    if (status != RSP_OK)
        fail_crew(c, status, &error);
    if (w->pending)
        say_withdrawn(c, w->pending, known_as);
    end_pending(w, false);
    pthread_mutex_unlock(&c->lock);
}

/* --- a finding's scenario --- */

static void describe_verdict(rsp_buf *out, const rsp_run *run) {
    if (run->num_results == 0) {
        rsp_buf_str(out, "it could not be run");
        return;
    }
    const rsp_result *r = &run->results[0];
    rsp_buf_printf(out, "%s", rsp_verdict_name(r->verdict));
    if (r->message && r->message[0])
        rsp_buf_printf(out, ", %s", r->message);
    for (size_t i = 0; i < r->num_violations && i < 1 && (!r->message || !r->message[0]); i++)
        rsp_buf_printf(out, ", %s", r->violations[i].message);
}

static void verify(worker *w, const char *folder) {
    crew *c = w->crew;
    rsp_runner_options options = {.stop = c->stop,
                                  .profile = c->stub_config->profile,
                                  .seed = c->options.seed,
                                  .timeout_ns = c->options.player.timeout_ns};
    rsp_suite *suite = rsp_suite_new(NULL);
    rsp_runner *runner = rsp_runner_new(&w->provider, &options);
    rsp_run run = {0};
    rsp_buf says = {0};
    char path[4096];
    rsp_link *link = NULL;
    if (!stub_config_is_ours(c->stub_config) &&
        open_stub(w, &link, NULL) == RSP_OK) /* it may have died of the finding */
        rsp_link_close(link);
    (void)snprintf(path, sizeof path, "%s/scenario.yaml", folder);
    rsp_status status = RSP_OK;
    if (suite && runner && rsp_suite_load(suite, path) == RSP_OK)
        status = rsp_runner_run(runner, rsp_suite_get(suite, 0), &run, NULL);
    describe_verdict(&says, &run);
    bool failed = run.num_results > 0 && rsp_verdict_bad(run.results[0].verdict);
    if (status != RSP_CANCELLED) /* the time is over, and nothing was seen */
        (void)!campaign_verified(folder, !failed, rsp_buf_cstr(&says), NULL);
    rsp_buf_free(&says);
    rsp_run_free(&run);
    rsp_runner_free(runner);
    rsp_suite_free(suite);
}

/* --- the status line --- */

static void append_count(rsp_buf *out, uint64_t n) {
    if (n < 1000)
        rsp_buf_printf(out, "%" PRIu64, n);
    else if (n < 1000000)
        rsp_buf_printf(out, "%" PRIu64 ",%03" PRIu64, n / 1000, n % 1000);
    else
        rsp_buf_printf(out, "%.1f M", (double)n / 1e6);
}

static void append_time(rsp_buf *out, uint64_t ns) {
    uint64_t s = ns / RSP_NS_PER_S;
    if (s >= 3600)
        rsp_buf_printf(out, "%" PRIu64 "h%02" PRIu64 "m", s / 3600, s / 60 % 60);
    else if (s >= 60)
        rsp_buf_printf(out, "%" PRIu64 "m%02" PRIu64 "s", s / 60, s % 60);
    else
        rsp_buf_printf(out, "%" PRIu64 "s", s);
}

static rsp_fuzzer_stats sum_of(const crew *c) {
    rsp_fuzzer_stats sum = {0};
    for (unsigned i = 0; i < c->jobs; i++) {
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
        sum.corpus = s->corpus > sum.corpus ? s->corpus : sum.corpus;
        sum.states = s->states > sum.states ? s->states : sum.states;
        sum.edges = s->edges > sum.edges ? s->edges : sum.edges;
    }
    return sum;
}

static void append_status(rsp_buf *out, const crew *c, const rsp_fuzzer_stats *sum, uint64_t now) {
    uint64_t since = now > c->drawn_ns ? now - c->drawn_ns : 1;
    uint64_t rate = (sum->messages - c->drawn_messages) * RSP_NS_PER_S / since;
    rsp_buf_str(out, "  ");
    append_time(out, now - c->started_ns);
    rsp_buf_str(out, "   ");
    append_count(out, rate);
    rsp_buf_str(out, " msg/s   ");
    append_count(out, sum->messages + c->messages_before);
    rsp_buf_printf(out, " messages   %" PRIu64 " states (last new ", sum->states);
    append_time(out, now - c->last_new_ns);
    rsp_buf_str(out, " ago)");
    if (c->edges > 0)
        rsp_buf_printf(out, "   %" PRIu64 " edges", sum->edges);
    uint64_t findings = c->num_findings + c->num_known;
    rsp_buf_printf(out, "   %" PRIu64 " finding%s", findings, findings == 1 ? "" : "s");
    if (c->num_pending > 0)
        rsp_buf_printf(out, ", %u being cut down", c->num_pending);
}

/* Called with the lock held. */
static void draw(crew *c) {
    uint64_t now = now_ns();
    rsp_fuzzer_stats sum = sum_of(c);
    if (sum.states + sum.edges > c->num_states) {
        c->num_states = sum.states + sum.edges;
        c->last_new_ns = now;
    }
    if (!c->show_status || now - c->drawn_ns < status_every_ns)
        return;
    unsigned columns = io_columns(STDERR_FILENO);
    rsp_buf line = {0};
    append_status(&line, c, &sum, now);
    if (columns > 1)
        fprintf(stderr, "\r%-*.*s", (int)columns - 1, (int)columns - 1, rsp_buf_cstr(&line));
    else
        fprintf(stderr, "%s\n", rsp_buf_cstr(&line));
    fflush(stderr);
    rsp_buf_free(&line);
    c->line_shown = columns > 1;
    c->drawn_ns = now;
    c->drawn_messages = sum.messages;
}

/* --- a worker --- */

static bool take_seed(void *ctx, const rsp_messages *list) {
    worker *w = ctx;
    return rsp_fuzzer_seed(w->fuzzer, list);
}

/* Its messages may explain others, where they can be read. */
static bool take_finding(void *ctx, const char *signature, const char *folder) {
    worker *w = ctx;
    fuzz_loaded *l = NULL;
    rsp_error error = {0};
    w->crew->num_known += w->number == 0;
    if (fuzz_loaded_read(&l, folder, &error) == RSP_OK)
        (void)rsp_fuzzer_know_finding(w->fuzzer, fuzz_loaded_finding(l));
    else
        (void)rsp_fuzzer_know_signature(w->fuzzer, signature);
    fuzz_loaded_free(l);
    return true;
}

static void save_knowledge(worker *w) {
    rsp_error error = {0};
    check_kept(w->crew, journal_save_states(&w->journal, &error), &error);
    check_kept(w->crew, journal_save_edges(&w->journal, w->map.hits ? &w->map : NULL, &error), &error);
}

static bool take_shared(void *ctx, const char *signature, const char *folder) {
    worker *w = ctx;
    fuzz_loaded *l = NULL;
    rsp_error error = {0};
    (void)signature;
    if (fuzz_loaded_read(&l, folder, &error) == RSP_OK && !fuzz_loaded_finding(l)->pending)
        (void)rsp_fuzzer_know_finding(w->fuzzer, fuzz_loaded_finding(l));
    fuzz_loaded_free(l);
    return true;
}

/* Sequences that other workers, or other machines, have put into the folder meanwhile, and findings of this
 * run's. */
static void share(worker *w, uint64_t now) {
    crew *c = w->crew;
    if (now - w->shared_ns < share_every_ns)
        return;
    w->shared_ns = now;
    save_knowledge(w);
    if (c->jobs == 1)
        return;
    pthread_mutex_lock(&c->lock);
    (void)!campaign_each(c->campaign, take_seed, w, NULL);
    uint64_t cut_down = c->num_known + c->num_findings - c->num_pending;
    if (w->findings_seen != cut_down)
        campaign_each_finding(c->campaign, take_shared, w);
    w->findings_seen = cut_down;
    pthread_mutex_unlock(&c->lock);
}

static rsp_status read_seeds(worker *w, rsp_error *error) {
    crew *c = w->crew;
    rsp_status status = RSP_OK;
    size_t num = 0;
    if (c->seeds.num == 0 && !rsp_fuzzer_seed_builtin(w->fuzzer))
        status = RSP_NO_MEMORY;
    for (size_t i = 0; i < c->seeds.num && status == RSP_OK; i++) {
        status = fuzz_seed_read(c->seeds.items[i], take_seed, w, &num, error);
        if (status == RSP_OK && num == 0)
            status = rsp_fail(error, RSP_NOT_FOUND, "%s: no seeds in it (*.txt, *.pcap, *.pcapng, *.yaml)",
                              c->seeds.items[i]);
    }
    if (status == RSP_OK)
        status = campaign_each(c->campaign, take_seed, w, error);
    return status;
}

static rsp_status worker_open(worker *w, crew *c, unsigned number, rsp_error *error) {
    const rsp_fuzz_host host = {
        .open = open_stub,
        .words = want_words,
        .closing = closing_stub,
        .before = before,
        .interesting = interesting,
        .new_state = new_state,
        .known = known,
        .found = found,
        .withdrawn = withdrawn,
        .ctx = w,
    };
    *w = (worker){.crew = c, .number = number, .map = {.id = -1}};
    journal_slot place = {0};
    rsp_status status = journal_open(&w->journal, c->campaign, number, c->resume, &place, error);
    if (status == RSP_OK && c->edges > 0)
        status = rsp_edge_map_open(&w->map, c->edges, error);
    if (status != RSP_OK)
        return status;
    rsp_fuzzer_options options = c->options;
    options.seed = c->options.seed + number * UINT64_C(1000003); /* workers go different ways */
    options.first_index = place.next;
    options.map = c->edges > 0 ? &w->map : NULL;
    options.clock = rsp_clock_monotonic();
    options.end_ns = c->for_ns > 0 ? c->started_ns + c->for_ns : 0;
    w->stubs = stub_opener_new(c->stub_config);
    if (w->stubs) {
        stub_opener_keep_small(w->stubs);
        want_words(w, RSP_FUZZ_WORDS_SIGNATURE);
    }
    w->fuzzer = w->stubs ? rsp_fuzzer_new(&host, &options) : NULL;
    if (!w->fuzzer)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for a worker");
    w->provider = stub_opener_provider(w->stubs);
    c->messages_before += place.messages;
    c->seconds_before = place.seconds > c->seconds_before ? place.seconds : c->seconds_before;
    campaign_each_finding(c->campaign, take_finding, w);
    if (c->resume)
        journal_recall(c->campaign, w->fuzzer, options.map);
    return read_seeds(w, error);
}

static void worker_close(worker *w) {
    rsp_fuzzer_free(w->fuzzer);
    stub_opener_free(w->stubs);
    save_knowledge(w);
    rsp_edge_map_close(&w->map);
    journal_close(&w->journal);
}

static void verify_all(worker *w) {
    for (size_t i = 0; i < w->num_unverified; i++)
        verify(w, w->unverified[i]);
    w->num_unverified = 0;
}

/* Whether to go on. */
static bool note_step(worker *w) {
    crew *c = w->crew;
    uint64_t now = now_ns();
    pthread_mutex_lock(&c->lock);
    c->stats[w->number] = rsp_fuzzer_stats_get(w->fuzzer);
    bool late = c->for_ns > 0 && now - c->started_ns >= c->for_ns;
    bool enough = c->max_messages > 0 && sum_of(c).messages >= c->max_messages;
    c->over = c->over || late || enough || (c->stop && *c->stop);
    bool go = !c->over;
    draw(c);
    pthread_mutex_unlock(&c->lock);
    share(w, now);
    return go;
}

/* What was confirmed when an earlier run ended is cut down by the first worker. */
static void finish(void *ctx, const char *folder) {
    worker *w = ctx;
    crew *c = w->crew;
    fuzz_loaded *l = NULL;
    rsp_error error = {0};
    if (c->over || (c->stop && *c->stop))
        return;
    pthread_mutex_lock(&c->lock);
    rsp_status status = fuzz_loaded_read(&l, folder, &error);
    w->pending = folder;
    w->resumed = true;
    c->num_pending++;
    pthread_mutex_unlock(&c->lock);
    if (status == RSP_OK)
        (void)!rsp_fuzzer_finish(w->fuzzer, fuzz_loaded_finding(l), &error);
    leave_pending(w);
    fuzz_loaded_free(l);
}

static void *serve(void *ctx) {
    worker *w = ctx;
    crew *c = w->crew;
    bool go = true;
    if (c->resume && w->number == 0 && !c->options.uncut)
        campaign_each_pending(c->campaign, finish, w);
    while (go) {
        rsp_error error = {0};
        rsp_status status = rsp_fuzzer_step(w->fuzzer, &error);
        leave_pending(w);
        verify_all(w);
        go = note_step(w) && status != RSP_CANCELLED;
        if (status == RSP_OK || !go)
            continue;
        pthread_mutex_lock(&c->lock);
        fail_crew(c, status, &error);
        pthread_mutex_unlock(&c->lock);
        go = false;
    }
    return NULL;
}

static void run_threads(worker *workers, unsigned num) {
    pthread_t threads[CREW_MAX_JOBS];
    unsigned started = 0;
    while (started + 1 < num && pthread_create(&threads[started], NULL, serve, &workers[started]) == 0)
        started++;
    serve(&workers[num - 1]);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

/* Behind what the variable says already. */
static const char *no_names_in(crew *c, const char *variable) {
    const char *old = getenv(variable);
    return rsp_arena_printf(&c->campaign->arena, "%s=%s%ssymbolize=0", variable, old ? old : "",
                            old && *old ? ":" : "");
}

static void set_environments(crew *c) {
    c->usual[0] = c->hurried[0] = "LLVM_DISABLE_SYMBOLIZATION=1";
    c->hurried[1] = no_names_in(c, "ASAN_OPTIONS");
    c->hurried[2] = no_names_in(c, "UBSAN_OPTIONS");
    if (getenv("LLVM_DISABLE_SYMBOLIZATION"))
        c->usual[0] = NULL;
}

rsp_status crew_run(crew *c, fuzz_totals *out_totals) {
    worker *workers = calloc(c->jobs, sizeof *workers);
    unsigned opened = 0;
    if (!workers || pthread_mutex_init(&c->lock, NULL) != 0) {
        free(workers);
        return rsp_fail(&c->error, RSP_NO_MEMORY, "no memory for the workers");
    }
    struct timespec today = {0};
    (void)clock_gettime(CLOCK_REALTIME, &today);
    uint64_t began_unix_ns = (uint64_t)today.tv_sec * RSP_NS_PER_S + (uint64_t)today.tv_nsec;
    c->started_ns = c->drawn_ns = c->last_new_ns = now_ns();
    c->stub_config->link.end_ns = c->for_ns > 0 ? rsp_deadline(c->started_ns + c->for_ns, last_words_ns) : 0;
    set_environments(c);
    for (; opened < c->jobs && c->status == RSP_OK; opened++)
        c->status = worker_open(&workers[opened], c, opened, &c->error);
    if (c->status == RSP_OK && opened > 0)
        run_threads(workers, opened);
    erase_line(c);
    *out_totals = (fuzz_totals){.sum = sum_of(c),
                                .began_unix_ns = began_unix_ns,
                                .messages_before = c->messages_before,
                                .seconds_before = c->seconds_before,
                                .duration_ns = now_ns() - c->started_ns,
                                .jobs = c->jobs,
                                .interrupted = c->stop && *c->stop};
    for (unsigned i = 0; i < opened; i++)
        worker_close(&workers[i]);
    free(workers);
    pthread_mutex_destroy(&c->lock);
    return c->status == RSP_CANCELLED ? RSP_OK : c->status;
}
