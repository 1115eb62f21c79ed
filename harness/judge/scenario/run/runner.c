/* The runner: plays a scenario in each of its variants, from an empty play to a result.
 * Whatever happens, a result is added or a reason is returned.
 * What is learned of the stub is kept for the next scenario. */
/* SPDX-License-Identifier: MIT */
#include "run/runner.h"
#include "link/link_control.h"

#include "connect/sharing.h"
#include "connect/stub_link.h"
#include "needs/asked.h"
#include "needs/handshake_cache.h"
#include "needs/needs.h"
#include "play/buffers.h"
#include "play/failure.h"
#include "play/stub_target.h"
#include "run/deadline.h"
#include "run/phases.h"
#include "run/prepare.h"
#include "run/probe.h"
#include "run/result.h"
#include "run/runaway.h"

#include "core/arena.h"
#include "core/hash.h"
#include "core/limits.h"
#include "core/mem.h"
#include <stdio.h>

/* --- life --- */

static void *watched_realloc(void *ctx, void *ptr, size_t size) {
    rsp_runner *r = ctx;
    void *got = rsp_mem_realloc(r->options.mem, ptr, size);
    r->starved = r->starved || (!got && size > 0);
    return got;
}

/* What another runner has found out about the same stub. Lists are shared: this one adds in front. So is the
 * only connection; where each play has its own, each runner knows what its plays owe to the stub. */
static void take_knowledge(rsp_runner *r, const rsp_runner *from) {
    const rsp_arena arena = r->stub.arena;
    r->asked = true;
    r->stub = from->stub;
    r->stub.arena = arena;
    if (from->stub.kept->state == KEPT_NONE)
        r->stub.kept = &r->kept;
    r->packet_size = from->packet_size;
    rsp_buf_append(&r->supported, rsp_buf_bytes(&from->supported));
}

rsp_runner *rsp_runner_new(const rsp_stub_provider *provider, const rsp_runner_options *options) {
    const rsp_mem *mem = options ? options->mem : NULL;
    rsp_runner *r = rsp_mem_calloc(mem, 1, sizeof *r);
    if (!r)
        return NULL;
    r->provider = *provider;
    if (options)
        r->options = *options;
    rsp_runner_options *o = &r->options;
    o->seed = o->seed ? o->seed : 1;
    o->timeout_ns = o->timeout_ns                          ? o->timeout_ns
                    : o->profile && o->profile->timeout_ns ? o->profile->timeout_ns
                                                           : 2 * RSP_NS_PER_S;
    o->quiet_ns = o->quiet_ns                          ? o->quiet_ns
                  : o->profile && o->profile->quiet_ns ? o->profile->quiet_ns
                                                       : 50 * RSP_NS_PER_MS;
    r->patience.on = o->go_around;
    o->command = o->command ? o->command : "stubborn run";
    o->clock = o->clock.now_ns ? o->clock : rsp_clock_monotonic();
    r->mem = (rsp_mem){.realloc = watched_realloc, .ctx = r};
    r->stub.arena.mem = &r->mem;
    r->stub.layout.arch = "";
    r->stub.manners = &r->manners;
    r->stub.kept = &r->kept;
    r->guest.memory.mem = r->guest.registers.mem = r->guest_left.mem = &r->mem;
    r->supported.mem = r->summary.mem = r->kept.owed.bytes.mem = r->kept.points.mem = &r->mem;
    if (o->known)
        take_knowledge(r, o->known);
    const rsp_transcript_options transcript = {.max_bytes = RSP_LIMIT_PLAY_BYTES,
                                               .max_entries = RSP_LIMIT_PLAY_ENTRIES,
                                               .max_packet = RSP_LIMIT_REPLY_BYTES,
                                               .max_request = RSP_LIMIT_PACKET_BYTES,
                                               .mem = &r->mem};
    const rsp_rules_options rules = {.mem = &r->mem};
    r->transcript = rsp_transcript_new(&transcript);
    r->rules = rsp_rules_new(&rules);
    if (r->transcript && r->rules && rsp_transcript_observe(r->transcript, rsp_rules_observe, r->rules))
        return r;
    rsp_runner_free(r);
    return NULL;
}

void rsp_runner_free(rsp_runner *r) {
    if (!r)
        return;
    rsp_transcript_free(r->transcript);
    rsp_rules_free(r->rules);
    const rsp_runner *known = r->options.known;
    if (!known ||
        known->stub.layout.target.arena.blocks != r->stub.layout.target.arena.blocks) /* else it is theirs */
        rsp_tdesc_free(&r->stub.layout.target);
    rsp_arena_free(&r->stub.arena);
    rsp_guest_load_free(&r->guest);
    rsp_buf_free(&r->guest_left);
    kept_free(&r->kept);
    rsp_manners_free(&r->manners);
    rsp_buf_free(&r->supported);
    rsp_buf_free(&r->summary);
    rsp_mem_free(r->options.mem, r);
}

/* --- one play --- */

/* Cases of one scenario have its name before a dot. */
static uint64_t hash_family(const char *name) {
    const rsp_bytes whole = rsp_bytes_str(name);
    return rsp_fnv_bytes(RSP_FNV, rsp_bytes_sub(whole, 0, rsp_bytes_index(whole, '.')));
}

static void init_bufs(play *p, const rsp_mem *mem) {
    rsp_buf *const bufs[] = {&p->opening.supported,
                             &p->undo.registers,
                             &p->undo.borrowed.bytes,
                             &p->words_before,
                             &p->last.decoded,
                             &p->last.wire,
                             &p->last.raw,
                             &p->last.request,
                             &p->t.frame,
                             &p->t.request,
                             &p->t.payload,
                             &p->t.wire,
                             &p->t.raw,
                             &p->t.console};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bufs); i++)
        bufs[i]->mem = mem;
}

static void init_client_end(rsp_runner *r, client_end *t, const variant *v, const rsp_scenario *scenario) {
    patience_begin(&r->patience, hash_family(scenario->name));
    detour_begin(&r->detour, scenario->covers, scenario->num_covers);
    t->known.detour = r->probing ? NULL : &r->detour;
    t->transcript = r->transcript;
    t->rules = r->rules;
    t->quiet_ns = r->options.quiet_ns;
    t->write = v->write;
    t->clock = r->options.clock;
    t->stop = r->options.stop;
    t->known.patience = &r->patience;
    t->known.manners = r->stub.manners;
}

/* How long each step and the whole scenario may take. */
static void init_times(rsp_runner *r, play *p) {
    const scenario_spec *spec = p->script.spec;
    p->times.timeout_ns = spec->timeout ? spec->timeout->ns : r->options.timeout_ns;
    p->t.timeout_ns = p->times.timeout_ns;
    p->times.deadline_ns = spec->deadline           ? spec->deadline->ns
                           : r->options.deadline_ns ? r->options.deadline_ns
                                                    : deadline_default(spec, p->times.timeout_ns);
}

static void init_chance(rsp_runner *r, play *p) {
    const char *name = p->script.scenario->name;
    rsp_rng unique;
    rsp_rng_seed(&p->rng, rsp_fnv_bytes(r->options.seed, rsp_bytes_str(name)));
    rsp_rng_seed(&unique, rsp_fnv_bytes(r->options.seed ^ r->options.unique, rsp_bytes_str(name)));
    (void)snprintf(p->reused.unique, sizeof p->reused.unique, "%016llx",
                   (unsigned long long)rsp_rng_next(&unique));
}

/* As a debugger does. A stub that loses a packet which comes together with the acknowledgment before it is
 * judged so, too, where the mode does not last longer than the scenario. */
static bool prefers_no_ack(const rsp_runner *r, const rsp_scenario *scenario) {
    const rsp_manners *m = r->stub.manners;
    const bool loses = m->bytes.loses_second == RSP_HABIT_YES && m->line.no_ack == RSP_HABIT_YES;
    return (rsp_profile_has(r->options.profile, RSP_QUIRK_PREFERS_NO_ACK) ||
            (loses && !rsp_runner_shares(r))) &&
           !(variants_excluded(scenario) >> RSP_VARIANT_NO_ACK & 1U);
}

static void init_play(rsp_runner *r, play *p, const rsp_scenario *scenario, const variant *v) {
    const rsp_mem *mem = &r->mem;
    *p = (play){
        .options = &r->options,
        .profile = r->options.profile,
        .stub = &r->stub,
        .provider = &r->provider,
        .script.scenario = scenario,
        .script.spec = scenario->script->spec,
        .script.variant = *v,
        .ours.program = "",
        .mode.probing = r->probing,
        .room.arena = {.mem = mem, .limit = RSP_LIMIT_SCENARIO_BYTES},
        .room.scratch = {.mem = mem, .limit = RSP_LIMIT_SCENARIO_BYTES},
        .mode.prefers_no_ack = prefers_no_ack(r, scenario),
    };
    p->t.lenient = r->probing;
    const allowances lost = patience_batches_lost(&r->patience) ? allowance_bit(ALLOW_LOST_SECOND) : 0;
    if (!r->probing)
        p->t.allowed = (r->stub.allowed | lost) & ~allowances_judged(scenario->covers, scenario->num_covers);
    init_bufs(p, mem);
    p->names.arena = &p->room.arena;
    init_client_end(r, &p->t, v, scenario);
    init_times(r, p);
    init_chance(r, p);
}

static void free_play(play *p) {
    client_end_free(&p->t);
    rsp_buf_free(&p->opening.supported);
    rsp_buf_free(&p->undo.registers);
    rsp_buf_free(&p->words_before);
    rsp_buf_free(&p->undo.borrowed.bytes);
    last_reply_free(&p->last);
    play_buffers_release(p, NULL);
    rsp_arena_free(&p->room.scratch);
    rsp_arena_free(&p->room.arena);
}

/* A stub that closed the connection in the scenario before, and takes or serves no client since, has died
 * there. */
static void blame_last(const rsp_runner *r, rsp_status status, rsp_error *error) {
    if (status != RSP_CONNECT || !r->last_closed)
        return;
    const rsp_error why = *error;
    (void)rsp_fail(error, status, "the stub died in %s: %.120s", r->last, why.msg);
}

enum { MOST_NOT_STARTED = 3 }; /* scenarios one after the other for which the stub did not start */

/* The stub could not be had: a skip when it never can, else trouble for the run. */
static rsp_status not_opened(rsp_runner *r, play *p, rsp_status status, rsp_run *run, rsp_error *error) {
    if (status == RSP_CANCELLED || status == RSP_NO_MEMORY)
        return status;
    blame_last(r, status, error);
    const char *text = error->msg[0] ? error->msg : rsp_status_text(status);
    if (status == RSP_UNSUPPORTED || status == RSP_NOT_FOUND) {
        p->skipping.why = rsp_arena_str(&p->room.arena, text);
        p->skipping.kind = status == RSP_UNSUPPORTED ? SKIP_FOR_OTHERS : SKIP_HERE;
        return result_add(r, p, STEP_SKIP, run);
    }
    (void)play_fail(p, &p->script.spec->w, RSP_VERDICT_ERROR, "%s", text);
    rsp_status added = result_add(r, p, STEP_FAILED, run);
    /* a program that ended at once may start for the next scenario, unless none has started for several */
    const bool may_start = status == RSP_DIED && ++r->num_not_started < MOST_NOT_STARTED;
    return added == RSP_OK && !may_start ? status : added;
}

/* A scenario that was cut short has no verdict: what it found missing may not be the stub's doing. */
static bool was_stopped(const rsp_runner *r, step_end end) {
    return end == STEP_STOP || (r->options.stop && *r->options.stop);
}

/* role: stub. */
static rsp_status run_with_debugger(rsp_runner *r, play *p, rsp_run *run, rsp_error *error) {
    rsp_status status = stub_open(p, error);
    if (status != RSP_OK)
        return not_opened(r, p, status, run, error);
    step_end end = play_to_debugger(p);
    return was_stopped(r, end) ? RSP_CANCELLED : result_add(r, p, end, run);
}

/* A scenario that is skipped before its first step costs nothing: whether it had to be opened to know that
 * depends on what ran before. */
static void forget_costs(rsp_runner *r, play *p) {
    prepare_records(r);
    p->times.start_ns = rsp_link_now(p->t.link);
}

/* The stub's only connection is gone: skips a scenario that needs its own, and ends the run for any other. */
static rsp_status no_connection(rsp_runner *r, play *p, rsp_run *run, rsp_error *error) {
    rsp_buf text = {.mem = p->room.arena.mem};
    p->skipping.why = kept_skip(p);
    if (p->skipping.why)
        return result_add(r, p, STEP_SKIP, run);
    kept_tell(p->stub->kept, &text);
    rsp_status status = rsp_fail(error, RSP_CONNECT, "%s", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return status;
}

/* Whether there is a stub to play with: the scenario before may have lost the only connection. A scenario
 * that needs its own connection closes the kept one first. */
static bool has_client(rsp_runner *r, play *p) {
    kept_line *k = p->stub->kept;
    if (k->state == KEPT_OPEN && !k->renewable && play_order_of(p->script.scenario) >= ORDER_BEGINS)
        kept_leave(k, KEPT_LEFT, "");
    if (k->state == KEPT_LOST || k->state == KEPT_LEFT)
        return prepare_another_client(r, p);
    return k->state != KEPT_GONE;
}

enum { MOST_UNSERVED = 3 }; /* clients one after the other that get no answer: then nobody serves them */

/* Whether a stub that somebody else started took the connection and sent nothing, though it has answered the
 * same handshake before. The system takes clients of a stub that has died for as long as its queue has room,
 * if another process holds the listening socket. */
static bool is_unserved(play *p) {
    return p->t.link && !rsp_link_is_ours(p->t.link) && !kept_link(p) &&
           p->failed.failure.came == RSP_CAME_SILENCE &&
           client_end_exchanges(&p->t)->metrics.bytes_from_stub == 0 && handshake_cache_has(p);
}

/* The scenario before is where to look: the stub has not noticed that its client is gone. */
static rsp_status unserved(const rsp_runner *r, play *p, rsp_error *error) {
    const double waited_s = (double)p->t.timeout_ns / 1e9;
    stub_close(p);
    p->failed.failure = (failure){0};
    return rsp_fail(
        error, RSP_CONNECT,
        "since %.100s the stub accepts clients and does not answer: %d, one after the other, each "
        "for %.3g s",
        r->last ? r->last : "the look", MOST_UNSERVED, waited_s);
}

/* A stub that is busy with the end of its last client serves the next one late: half a second, then two.
 * False when the run is being stopped. */
static bool give_time(const play *p, int num_unserved) {
    rsp_link *link = p->t.link;
    const uint64_t pause_ns = (uint64_t)num_unserved * (uint64_t)num_unserved * RSP_NS_PER_S / 2;
    const uint64_t until = rsp_deadline(rsp_link_now(link), pause_ns);
    rsp_link_shut(link);
    while (rsp_link_now(link) < until && !(p->options->stop && *p->options->stop)) {
        const uint64_t poll = rsp_deadline(rsp_link_now(link), 20 * RSP_NS_PER_MS);
        rsp_link_wait(link, poll < until ? poll : until);
    }
    return !(p->options->stop && *p->options->stop);
}

/* The report tells the first one. */
static void tell_late(const play *p, int num_unserved, rsp_run *run) {
    if (num_unserved > 0 && !run->notes.waited_for)
        run->notes.waited_for = rsp_arena_printf(
            &run->arena, "%s: the stub left %d client%s without an answer for %.3g s, and served the next",
            p->script.scenario->name, num_unserved, num_unserved > 1 ? "s" : "",
            (double)p->times.timeout_ns / 1e9);
}

/* Whether 0x03 makes the stub answer: a client has left while the program ran, and it hears nothing else
 * until the program stops. GDB's user types Ctrl-C then. */
static bool halts(play *p) {
    p->t.until_ns = 0;
    p->t.lenient = true;
    return rsp_session_state(p->t.session) == RSP_OK &&
           client_end_send_raw(&p->t, RSP_LIT("\x03"), false, 0) == RSP_OK &&
           client_end_packet(&p->t, 0, false) == RSP_OK;
}

/* Forgets a client that found nobody. */
static void drop_client(rsp_runner *r, play *p, scope_entry *names) {
    const bool kept = kept_link(p) != NULL;
    if (kept)
        p->stub->kept->state = KEPT_LOST; /* nobody is there to bring anything back */
    p->process.found.untouched = p->process.used && !kept;
    stub_close(p);
    p->process.found.untouched = false;
    if (kept) /* after the lent link, which works on it */
        kept_leave(p->stub->kept, KEPT_LOST, "the stub closed it");
    prepare_records(r);
    p->t.until_ns = 0; /* the time of the scenario begins with its client */
    p->failed.failure = (failure){0};
    p->names.entries = names;
}

/* Prepares again when the stub was gone before it sent a byte: the scenario before is to blame. The kept
 * connection may have ended, and a stub that dies still accepts a client that waits in its queue. One client
 * without an answer may be bad luck: the stub counts as gone after several. */
static rsp_status prepare_client(rsp_runner *r, play *p, step_end *out_end, rsp_run *run, rsp_error *error) {
    enum { MOST_TRIES = 3 };
    scope_entry *names = p->names.entries;
    int num_unserved = 0;
    int num_halted = 0;
    for (int tries = 1;;) {
        if (!has_client(r, p))
            return RSP_CLOSED;
        rsp_status status = prepare_play(r, p, out_end, error);
        const bool nobody = status == RSP_OK && *out_end == STEP_FAILED && !r->probing && is_unserved(p);
        if (!nobody && status == RSP_OK)
            tell_late(p, num_unserved, run);
        const bool halted = nobody && num_unserved == 0 && num_halted < MOST_TRIES && halts(p);
        num_halted += halted;
        if (nobody && !halted && ++num_unserved == MOST_UNSERVED)
            return unserved(r, p, error);
        if (nobody && !halted && !give_time(p, num_unserved))
            return RSP_CANCELLED;
        if (!nobody && (status != RSP_OK || *out_end != STEP_FAILED))
            return status;
        if (!nobody && (!kept_was_dead(p) || tries++ == MOST_TRIES))
            return status;
        drop_client(r, p, names);
    }
}

/* The rules that the play has seen broken, a bit each. */
static uint64_t broken_rules(const rsp_runner *r) {
    uint64_t broken = 0;
    for (size_t i = 0; i < rsp_rules_count(r->rules); i++)
        broken |= UINT64_C(1) << rsp_rules_violation(r->rules, i)->rule;
    return broken;
}

/* Whether the play has found nothing to tell, but rules that fresh processes break, too. */
static bool is_clean(const rsp_runner *r, const play *p) {
    return p->failed.failure.verdict == RSP_VERDICT_PASS && p->failed.noted.verdict == RSP_VERDICT_PASS &&
           !p->undo.left && (broken_rules(r) & ~r->stub.broken) == 0;
}

static bool is_known_lack(const stub_knowledge *k, const char *reason) {
    for (const struct known_lack *l = k->lacks; l; l = l->next)
        if (strcmp(l->reason, reason) == 0)
            return true;
    return false;
}

/* A fresh process lacks it, too. */
static void note_lack(stub_knowledge *k, const char *reason) {
    struct known_lack *lack = rsp_arena_alloc(&k->arena, sizeof *lack);
    if (!lack)
        return;
    *lack = (struct known_lack){.reason = rsp_arena_str(&k->arena, reason), .next = k->lacks};
    if (k->arena.status == RSP_OK)
        k->lacks = lack;
}

/* What a process shows that has served other plays is no finding yet. What it lacks is none either, where it
 * depends on what the program does. */
static bool is_doubtful(const rsp_runner *r, const play *p, const struct answer *asked, step_end prepared,
                        step_end end) {
    if (!p->process.used)
        return false;
    if (end == STEP_SKIP && (p->skipping.kind == SKIP_UNSERVED ||
                             is_known_lack(&r->stub, p->skipping.why ? p->skipping.why : "")))
        return false;
    if (end == STEP_SKIP)
        return (prepared != STEP_SKIP && kept_has_run(p)) || p->lacks.unlearned ||
               asked_disproved(&r->stub, asked);
    return end != STEP_OK || !is_clean(r, p);
}

/* Whether a fresh process has shown what is wrong by a reply, and goes on: what it shows later is confirmed
 * by another one. */
static bool has_confirmed(const play *p) {
    const rsp_verdict verdict =
        p->failed.failure.verdict != RSP_VERDICT_PASS ? p->failed.failure.verdict : p->failed.noted.verdict;
    return p->process.fresh && !p->process.used && rsp_session_state(p->t.session) == RSP_OK &&
           (verdict == RSP_VERDICT_FAIL || verdict == RSP_VERDICT_WARN) &&
           p->failed.failure.came != RSP_CAME_SILENCE;
}

/* The play is over: whether its process may serve others, and whether it counts. True: it is to be played
 * again, by a fresh process. */
static bool settle_process(rsp_runner *r, play *p, const struct answer *asked, step_end prepared,
                           step_end end) {
    play_process *process = &p->process;
    process->found.doubted = is_doubtful(r, p, asked, prepared, end);
    if (process->last && prepared == STEP_SKIP && !client_end_exchanges(&p->t)->negotiated.modes)
        *process =
            (play_process){.shared = true, .used = process->used, .found.doubted = process->found.doubted};
    if (!process->used)
        r->stub.broken |= broken_rules(r);
    const bool clean = (end == STEP_OK || end == STEP_SKIP) && is_clean(r, p);
    process->found.well = !process->found.doubted && (clean || has_confirmed(p));
    if (process->found.doubted)
        asked_forget_refusals(&r->stub, asked); /* it may be wrong about the stub, too */
    else if (process->fresh && end == STEP_SKIP && p->skipping.why)
        note_lack(&r->stub, p->skipping.why);
    return process->found.doubted;
}

/* role: client. */
static rsp_status run_with_stub(rsp_runner *r, play *p, rsp_run *run, rsp_error *error) {
    step_end end = STEP_OK;
    const char *reason = NULL;
    if (!r->probing && handshake_cache_skips(p, &reason)) {
        p->skipping.why = reason;
        return result_add(r, p, STEP_SKIP, run);
    }
    const struct answer *asked = r->stub.answers;
    rsp_status status = prepare_client(r, p, &end, run, error);
    if (status == RSP_CLOSED)
        return no_connection(r, p, run, error);
    if (status != RSP_OK)
        return not_opened(r, p, status, run, error);
    r->num_not_started = 0;
    if (end == STEP_SKIP && !p->t.link)
        return result_add(r, p, end, run);
    if (end == STEP_SKIP)
        forget_costs(r, p);
    const step_end prepared = end;
    p->at.steps_from = rsp_transcript_end(r->transcript);
    end = play_to_stub(p, end);
    r->last = p->script.scenario->name;
    r->last_closed = p->t.session && rsp_session_state(p->t.session) == RSP_CLOSED;
    if (r->probing && end == STEP_OK)
        target_ask_packets(p);
    else
        play_look_for_death(p);
    runaway_look(p);
    if (was_stopped(r, end))
        return RSP_CANCELLED;
    return settle_process(r, p, asked, prepared, end) ? RSP_OK : result_add(r, p, end, run);
}

static rsp_status run_play(rsp_runner *r, play *p, rsp_run *run, rsp_error *error) {
    const char *reason = NULL;
    prepare_records(r);
    stub_set_dialects(p);
    step_end end = needs_before_open(p, &reason);
    p->skipping.why = reason;
    if (end == STEP_SKIP)
        return result_add(r, p, end, run);
    if (p->script.scenario->play == RSP_PLAY_STUB)
        return run_with_debugger(r, p, run, error);
    p->skipping.why = NULL;
    return run_with_stub(r, p, run, error);
}

/* What a play left behind is told by the run: later results may come of it. */
static void tell_left(const play *p, rsp_run *run) {
    if (p->undo.left && !run->notes.left_changed)
        run->notes.left_changed =
            rsp_arena_printf(&run->arena, "%s left changed by %s: later results may suffer", p->undo.left,
                             p->script.scenario->name);
}

/* Which process the play is to have. */
static void set_process(const rsp_runner *r, play *p, bool confirms) {
    const bool shares = !r->probing && sharing_of(p) != SHARING_NONE;
    play_process *process = &p->process;
    process->why_fresh = shares ? sharing_unfit(p) : NULL;
    process->shared = shares && !process->why_fresh;
    process->fresh = confirms || sharing_wants_fresh(p);
    process->last = process->why_fresh && !confirms && sharing_ends_one(p);
    if (shares && confirms)
        process->why_fresh = "a process that others had used showed something wrong";
    else if (shares && !process->why_fresh && process->fresh)
        process->why_fresh = SHARING_FRESH;
}

/* One play from nothing to nothing. *out_doubted: nothing was added, for its process had served others. */
static rsp_status play_once(rsp_runner *r, play *p, const variant *v, bool fresh, rsp_run *run,
                            bool *out_doubted, rsp_error *error) {
    const rsp_scenario *scenario = p->script.scenario;
    const size_t num = run->num_results;
    r->starved = false;
    r->stub.arena.status = RSP_OK; /* what could not be remembered is asked again */
    *error = (rsp_error){0};
    init_play(r, p, scenario, v);
    set_process(r, p, fresh);
    rsp_status status = run_play(r, p, run, error);
    *out_doubted = status == RSP_OK && p->process.found.doubted;
    stub_close(p);
    if (num < run->num_results && p->process.why_fresh) /* that is seen at the end of the play */
        run->results[num].fresh = p->process.why_fresh;
    if (!*out_doubted)
        tell_left(p, run);
    free_play(p);
    return status;
}

static rsp_status run_variant(rsp_runner *r, const rsp_scenario *scenario, const variant *v, rsp_run *run,
                              rsp_error *error) {
    play *p = rsp_mem_calloc(r->options.mem, 1, sizeof *p);
    rsp_error dummy = {0};
    bool doubted = false;
    if (!p)
        return RSP_NO_MEMORY;
    error = error ? error : &dummy;
    p->script.scenario = scenario;
    r->starts_before = r->stub.num_starts;
    rsp_status status = play_once(r, p, v, false, run, &doubted, error);
    if (doubted)
        status = play_once(r, p, v, true, run, &doubted, error);
    rsp_mem_free(r->options.mem, p);
    return status;
}

rsp_status runner_play(rsp_runner *runner, const rsp_scenario *scenario, uint32_t which, rsp_run *run,
                       rsp_error *error) {
    variant variants[MAX_VARIANTS];
    size_t num = variants_of(runner->options.matrix, scenario, variants);
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < num && status == RSP_OK; i++) {
        if (!(which >> i & 1U))
            continue;
        if (runner->options.stop && *runner->options.stop)
            return RSP_CANCELLED;
        if (runner->options.progress)
            runner->options.progress(runner->options.ctx, scenario, "", NULL);
        status = run_variant(runner, scenario, &variants[i], run, error);
    }
    return status;
}

size_t rsp_runner_num_variants(const rsp_runner *runner, const rsp_scenario *scenario) {
    variant variants[MAX_VARIANTS];
    return variants_of(runner->options.matrix, scenario, variants);
}
