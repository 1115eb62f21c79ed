/* Instrumented stubs get the id of their coverage map through the environment, which all threads share.
 * So they are opened with the lock held.
 * See crew_host.h. */
/* SPDX-License-Identifier: MIT */
#include "crew_host.h"

#include "campaign/corpus_folder.h"
#include "campaign/findings_folder.h"
#include "core/arena.h"
#include "link/link_control.h"

#include <stdio.h>
#include <stdlib.h>

static const uint64_t last_wait_ns = 2 * RSP_NS_PER_S;

/* --- stubs --- */

/* Until then a stub that is gone is awaited. */
static uint64_t wait_until(const crew_worker *w) {
    const rsp_crew_options *o = &w->crew->options;
    uint64_t now = crew_now(w->crew);
    uint64_t until = rsp_deadline(now, o->wait_ns);
    uint64_t end = o->for_ns > 0 ? w->crew->started_ns + o->for_ns : until;
    uint64_t last = rsp_deadline(now, last_wait_ns); /* for a finding that is under way */
    end = end > last ? end : last;
    return until < end ? until : end;
}

static rsp_status open_plain(crew_worker *w, rsp_link **out_link, const rsp_stub_request *request,
                             rsp_error *error) {
    const rsp_stub_supply *supply = w->crew->options.stubs;
    uint64_t before = crew_now(w->crew);
    rsp_status status = supply->open(w->stubs, out_link, request, w->was_there ? wait_until(w) : 0, error);
    if (w->was_there && status == RSP_CONNECT && !supply->ours && error) {
        char why[sizeof error->msg];
        (void)snprintf(why, sizeof why, "%s", error->msg);
        return rsp_fail(error, status, "the stub is gone, and nobody started it again within %.1f s: %.80s",
                        (double)(crew_now(w->crew) - before) / (double)RSP_NS_PER_S, why);
    }
    w->was_there = w->was_there || status == RSP_OK;
    if (status == RSP_OK && !w->crew->options.alone && supply->prepare)
        supply->prepare(w->stubs, request); /* it starts while this one is played with */
    return status;
}

static rsp_status open_instrumented(crew_worker *w, rsp_link **out_link, const rsp_stub_request *request,
                                    rsp_error *error) {
    char id[32];
    char size[32];
    (void)snprintf(id, sizeof id, "%d", w->map.id);
    (void)snprintf(size, sizeof size, "%zu", w->map.size);
    pthread_mutex_lock(&w->crew->lock);
    rsp_status status = RSP_NO_MEMORY;
    if (setenv("__AFL_SHM_ID", id, 1) == 0 && setenv("AFL_MAP_SIZE", size, 1) == 0)
        status = w->crew->options.stubs->open(w->stubs, out_link, request, 0, error);
    pthread_mutex_unlock(&w->crew->lock);
    return status;
}

/* The first worker takes the look's connection. */
static rsp_link *take_kept(crew_worker *w) {
    crew *c = w->crew;
    if (w->number != 0 || !c->kept)
        return NULL;
    rsp_link *kept = c->kept;
    c->kept = NULL;
    w->was_there = true;
    return kept;
}

rsp_status crew_host_open(void *ctx, rsp_link **out_link, rsp_error *error) {
    crew_worker *w = ctx;
    const rsp_crew_options *o = &w->crew->options;
    const rsp_stub_request request = {.program = o->about->program, .seed = o->fuzzer.seed};
    *out_link = take_kept(w);
    if (*out_link) {
        rsp_link_limit(*out_link, crew_end(w->crew));
        return RSP_OK;
    }
    return o->edges == 0 ? open_plain(w, out_link, &request, error)
                         : open_instrumented(w, out_link, &request, error);
}

/* Naming the frames of a stack takes a sanitizer longer than all else that a dying stub does. */
void crew_host_words(void *ctx, rsp_fuzz_words words) {
    crew_worker *w = ctx;
    const rsp_stub_supply *supply = w->crew->options.stubs;
    if (supply->set_environment)
        supply->set_environment(w->stubs, words == RSP_FUZZ_WORDS_ALL    ? NULL
                                          : words == RSP_FUZZ_WORDS_NONE ? w->crew->hurried
                                                                         : w->crew->usual);
}

static void closing_stub(void *ctx, rsp_link *link) {
    const crew_worker *w = ctx;
    if (w->crew->options.stubs->closing)
        w->crew->options.stubs->closing(w->stubs, link);
}

/* "VARIABLE=...:symbolize=0", after the variable's own value. */
static const char *no_names_in(crew *c, const char *variable) {
    const char *old = getenv(variable);
    return rsp_arena_printf(&c->options.campaign->arena, "%s=%s%ssymbolize=0", variable, old ? old : "",
                            old && *old ? ":" : "");
}

void crew_host_set_environments(crew *c) {
    c->usual[0] = c->hurried[0] = "LLVM_DISABLE_SYMBOLIZATION=1";
    c->hurried[1] = no_names_in(c, "ASAN_OPTIONS");
    c->hurried[2] = no_names_in(c, "UBSAN_OPTIONS");
    if (getenv("LLVM_DISABLE_SYMBOLIZATION"))
        c->usual[0] = NULL;
}

/* --- journal and corpus --- */

static void before(void *ctx, uint64_t index, const rsp_messages *list) {
    crew_worker *w = ctx;
    uint64_t seconds = (crew_now(w->crew) - w->crew->started_ns) / RSP_NS_PER_S;
    uint64_t messages = rsp_fuzzer_stats_get(w->fuzzer).messages;
    rsp_error error = {0};
    crew_check_kept(w->crew, rsp_journal_before(&w->journal, index, messages, seconds, list, &error), &error);
}

static void interesting(void *ctx, uint64_t index, const rsp_messages *list) {
    crew_worker *w = ctx;
    (void)index;
    rsp_error error = {0};
    crew_check_kept(w->crew, rsp_corpus_folder_keep(w->crew->options.campaign, list, &error), &error);
}

static void new_state(void *ctx, uint64_t state) {
    crew_worker *w = ctx;
    rsp_journal_state(&w->journal, state);
}

/* --- findings --- */

static bool known(void *ctx, const char *signature) {
    const crew_worker *w = ctx;
    return rsp_findings_folder_has(w->crew->options.campaign, signature);
}

static void tell_found(const crew *c, const rsp_finding *finding, const char *folder) {
    const rsp_crew_watcher *watcher = &c->options.watcher;
    if (watcher->found)
        watcher->found(watcher->ctx, finding, folder);
}

/* A finding is no longer pending: it is whole, known under another name, or did not reproduce. */
static void end_pending(crew_worker *w, bool kept) {
    crew *c = w->crew;
    uint64_t *counted = w->resumed ? &c->num_known : &c->num_findings;
    if (w->pending) {
        c->num_pending--;
        *counted -= kept ? 0 : 1;
    }
    w->pending = NULL;
    w->resumed = false;
}

void crew_host_leave_pending(crew_worker *w) {
    pthread_mutex_lock(&w->crew->lock);
    end_pending(w, true);
    pthread_mutex_unlock(&w->crew->lock);
}

static void note_found(crew_worker *w, const rsp_finding *finding, const char *folder) {
    crew *c = w->crew;
    bool again = w->pending != NULL;
    if (again)
        end_pending(w, folder != NULL);
    if (!folder)
        return;
    c->num_findings += !again;
    tell_found(c, finding, folder);
    if (finding->pending) {
        w->pending = folder;
        c->num_pending++;
        return;
    }
    c->over = c->over || c->options.until_first;
    if (rsp_finding_has_scenario(finding) && w->num_unverified < CREW_MAX_UNVERIFIED)
        w->unverified[w->num_unverified++] = folder;
}

static void found(void *ctx, const rsp_finding *finding) {
    crew_worker *w = ctx;
    crew *c = w->crew;
    const char *folder = NULL;
    rsp_error error = {0};
    pthread_mutex_lock(&c->lock);
    rsp_status status = rsp_findings_folder_write(c->options.campaign, finding, c->options.about, w->pending,
                                                  &folder, &error);
    if (status == RSP_OK)
        note_found(w, finding, folder);
    /* A pending finding comes again, and may be written then. */
    if (status != RSP_OK && !finding->pending && c->status == RSP_OK) {
        tell_found(c, finding, NULL);
        crew_fail(c, status, &error);
    }
    pthread_mutex_unlock(&c->lock);
    if (finding->pending)
        crew_check_kept(c, status, &error);
}

static void withdrawn(void *ctx, const char *known_as) {
    crew_worker *w = ctx;
    crew *c = w->crew;
    const rsp_crew_watcher *watcher = &c->options.watcher;
    rsp_error error = {0};
    pthread_mutex_lock(&c->lock);
    rsp_status status =
        w->pending ? rsp_findings_folder_withdraw(c->options.campaign, w->pending, &error) : RSP_OK;
    if (status != RSP_OK)
        crew_fail(c, status, &error);
    if (w->pending && watcher->withdrawn)
        watcher->withdrawn(watcher->ctx, w->pending, known_as);
    end_pending(w, false);
    pthread_mutex_unlock(&c->lock);
}

rsp_fuzz_host crew_host(crew_worker *w) {
    return (rsp_fuzz_host){
        .open = crew_host_open,
        .words = crew_host_words,
        .closing = closing_stub,
        .before = before,
        .interesting = interesting,
        .new_state = new_state,
        .known = known,
        .found = found,
        .withdrawn = withdrawn,
        .ctx = w,
    };
}
