/* The runner: opens a stub for each scenario and variant, plays it, makes a result of what happened.
 * Transcript and rules are made once and reset; knowledge of the stub is kept for the run.
 * Whatever happens, a result is added or a reason is returned. */
/* SPDX-License-Identifier: MIT */
#include "play/evidence.h"
#include "play/host.h"
#include "play/play.h"

#include <rsp/hex.h>
#include <rsp/limits.h>
#include <rsp/suggest.h>
#include <stdio.h>

#define DEBUGGER_POLL_NS (10 * RSP_NS_PER_MS)

struct rsp_runner {
    rsp_runner_options options;
    rsp_mem mem;  /* the options' allocator, watched */
    bool starved; /* it failed since the scenario began: nothing that was seen can be trusted */
    bool probing;
    bool asked; /* the stub was asked what it is, or another runner knows it */

    rsp_stub_provider provider;
    rsp_transcript *transcript;
    rsp_rules *rules;
    stub_knowledge stub;
    rsp_buf supported; /* the last one seen, for facts */
    rsp_buf summary;
    uint64_t packet_size;
};

/* --- variants --- */

typedef struct variant_value {
    const char *axis;
    const char *name;
} variant_value;

static const variant_value variant_values[RSP_VARIANT_COUNT] = {
#define VARIANT_ROW(axis, axis_text, value, text) {axis_text, text},
    RSP_VARIANT_LIST(VARIANT_ROW)
#undef VARIANT_ROW
};

static const char *next_variant(const void *ctx, size_t i) {
    (void)ctx;
    return i < RSP_VARIANT_COUNT ? variant_values[i].name : NULL;
}

static uint32_t bits_of_word(rsp_bytes word) {
    uint32_t bits = 0;
    for (unsigned i = 0; i < RSP_VARIANT_COUNT; i++) {
        bool all = rsp_bytes_equal(word, RSP_LIT("all"));
        if (all || rsp_bytes_equal(word, rsp_bytes_str(variant_values[i].axis)) ||
            rsp_bytes_equal(word, rsp_bytes_str(variant_values[i].name)))
            bits |= UINT32_C(1) << i;
    }
    return bits;
}

rsp_status rsp_matrix_parse(uint32_t *out_bits, const char *text, rsp_error *error) {
    rsp_bytes rest = rsp_bytes_str(text);
    *out_bits = 0;
    while (rest.len > 0) {
        rsp_bytes word = rsp_bytes_split(&rest, ',');
        uint32_t bits = bits_of_word(word);
        char hint[80];
        suggest(hint, word, next_variant, NULL);
        if (bits == 0)
            return rsp_fail(error, RSP_USAGE, "'%.*s' is no variant%s%s",
                            (int)(word.len < 40 ? word.len : 40), (const char *)word.ptr, *hint ? ", " : "",
                            hint);
        *out_bits |= bits;
    }
    return RSP_OK;
}

/* Bits that the scenario leaves out. */
static uint32_t excluded(const rsp_scenario *scenario) {
    const rsp_node *matrix = node_get(scenario->node, "matrix");
    const rsp_node *list = matrix && matrix->kind == NODE_MAP ? node_get(matrix, "exclude") : matrix;
    uint32_t bits = 0;
    if (!list)
        return 0;
    if (list->kind == NODE_SCALAR)
        return node_is(list, "none") ? UINT32_MAX : bits_of_word(list->text);
    for (const rsp_node *n = list->first; n; n = n->next)
        bits |= bits_of_word(n->text);
    return bits;
}

/* Values 0 (as it is), 1, 2, ... of one axis that are to be tried. */
static size_t axis_values(uint32_t bits, unsigned first, unsigned count, int out[4]) {
    size_t num = 0;
    for (unsigned i = 0; i < count; i++) {
        if (bits >> (first + i) & 1U)
            out[num++] = (int)i + 1;
    }
    if (num == 0)
        out[num++] = 0;
    return num;
}

enum { MAX_VARIANTS = 16 };

static size_t list_variants(const rsp_runner *r, const rsp_scenario *scenario, variant out[MAX_VARIANTS]) {
    int acks[4];
    int writes[4];
    int rles[4];
    uint32_t out_of_it = excluded(scenario);
    /* a debugger does as it likes */
    bool plain = out_of_it == UINT32_MAX || scenario->play == RSP_PLAY_STUB;
    uint32_t bits = plain ? 0 : r->options.matrix & ~out_of_it;
    const rsp_node *mode = node_get(node_get(scenario->node, "needs"), "mode");
    if (mode) /* the mode is fixed: the axis has no meaning */
        bits &= ~(UINT32_C(1) << RSP_VARIANT_ACK | UINT32_C(1) << RSP_VARIANT_NO_ACK);
    size_t num_acks = axis_values(bits, RSP_VARIANT_ACK, 2, acks);
    size_t num_writes = axis_values(bits, RSP_VARIANT_WHOLE, 3, writes);
    size_t num_rles = axis_values(bits, RSP_VARIANT_RLE_ON, 2, rles);
    size_t num = 0;
    for (size_t i = 0; i < num_acks; i++) {
        for (size_t j = 0; j < num_writes; j++) {
            for (size_t k = 0; k < num_rles && num < MAX_VARIANTS; k++)
                out[num++] = (variant){.acks = acks[i],
                                       .write = (write_mode)(writes[j] ? writes[j] - 1 : 0),
                                       .write_named = writes[j] != 0,
                                       .rle = rles[k]};
        }
    }
    return num;
}

static bool announces(rsp_bytes supported, rsp_bytes name);

static void leave_out(uint32_t *matrix, uint32_t bits, const char *what, rsp_buf *left_out) {
    if ((*matrix & bits) == 0)
        return;
    *matrix &= ~bits;
    rsp_buf_printf(left_out, "%s%s", left_out->len ? ", " : "", what);
}

uint32_t rsp_runner_vary(rsp_runner *runner, rsp_buf *left_out) {
    uint32_t *matrix = &runner->options.matrix;
    const uint32_t lengths = UINT32_C(1) << RSP_VARIANT_RLE_ON | UINT32_C(1) << RSP_VARIANT_RLE_OFF;
    const rsp_stub_provider *provider = &runner->provider;
    rsp_bytes supported = rsp_buf_bytes(&runner->supported);
    if (!provider->has_option || !provider->has_option(provider->ctx, "run-length"))
        leave_out(matrix, lengths, "run-length (the stub has no such option)", left_out);
    if (supported.len > 0 && !announces(supported, RSP_LIT("QStartNoAckMode")))
        leave_out(matrix, UINT32_C(1) << RSP_VARIANT_NO_ACK, "no-ack (QStartNoAckMode is not announced)",
                  left_out);
    if (rsp_profile_has(runner->options.profile, RSP_QUIRK_NO_ACK_ONLY))
        leave_out(matrix, UINT32_C(1) << RSP_VARIANT_ACK, "ack (the stub sends no acknowledgments)",
                  left_out);
    return *matrix;
}

size_t rsp_runner_num_variants(const rsp_runner *runner, const rsp_scenario *scenario) {
    variant variants[MAX_VARIANTS];
    return list_variants(runner, scenario, variants);
}

/* "no-ack bytewise": the values as they are named. */
static const char *variant_name(rsp_arena *arena, const variant *v, char glue) {
    static const char *const acks[] = {"", "ack", "no-ack"};
    static const char *const writes[] = {"whole", "bytewise", "coalesced"};
    static const char *const rles[] = {"", "run-length", "no-run-length"};
    const char *parts[] = {acks[v->acks], v->write_named ? writes[v->write] : "", rles[v->rle]};
    rsp_buf buf = {.mem = arena->mem};
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++) {
        if (!*parts[i])
            continue;
        if (buf.len > 0)
            rsp_buf_push(&buf, (uint8_t)glue);
        rsp_buf_str(&buf, parts[i]);
    }
    const char *copy = rsp_arena_str(arena, rsp_buf_cstr(&buf));
    rsp_buf_free(&buf);
    return copy;
}

/* --- life --- */

static void *watched_realloc(void *ctx, void *ptr, size_t size) {
    rsp_runner *r = ctx;
    void *got = rsp_mem_realloc(r->options.mem, ptr, size);
    r->starved = r->starved || (!got && size > 0);
    return got;
}

/* What another runner has found out about the same stub. Lists are shared: this one adds in front. */
static void take_knowledge(rsp_runner *r, const rsp_runner *from) {
    const rsp_arena arena = r->stub.arena;
    r->asked = true;
    r->stub = from->stub;
    r->stub.arena = arena;
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
    o->command = o->command ? o->command : "stubborn run";
    o->clock = o->clock.now_ns ? o->clock : rsp_clock_monotonic();
    r->mem = (rsp_mem){.realloc = watched_realloc, .ctx = r};
    r->stub.arena.mem = &r->mem;
    r->stub.arch = "";
    r->supported.mem = r->summary.mem = &r->mem;
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
    if (!known || known->stub.target.arena.blocks != r->stub.target.arena.blocks) /* else it is theirs */
        rsp_tdesc_free(&r->stub.target);
    rsp_arena_free(&r->stub.arena);
    rsp_buf_free(&r->supported);
    rsp_buf_free(&r->summary);
    rsp_mem_free(r->options.mem, r);
}

/* --- opening --- */

static const char *dialect_default(const rsp_profile *profile, const char *key) {
    for (size_t i = 0; profile && i < profile->num_dialect; i++) {
        if (strcmp(profile->dialect[i].name, key) == 0)
            return profile->dialect[i].value;
    }
    return strcmp(key, "x") == 0 ? "gdb" : "lldb";
}

/* Options of the stub: what the scenario asks for, the matrix, and dialects that are not the stub's own. */
static void add_options(play *p, const char **list, size_t *num, size_t cap) {
    const rsp_node *needs = node_get(p->scenario->node, "needs");
    const rsp_node *options = node_get(needs, "options");
    const rsp_node *dialect = node_get(needs, "dialect");
    for (const rsp_node *n = options ? options->first : NULL; n && *num < cap; n = n->next)
        list[(*num)++] = rsp_arena_printf(&p->arena, "%s=%s", node_key(n), node_str(n));
    for (const rsp_node *n = dialect ? dialect->first : NULL; n && *num < cap; n = n->next) {
        if (!node_is(n, dialect_default(p->profile, node_key(n))))
            list[(*num)++] = rsp_arena_printf(&p->arena, "%s=%s", node_key(n), node_str(n));
    }
    if (p->variant.rle && *num < cap)
        list[(*num)++] = p->variant.rle == 1 ? "run-length=on" : "run-length=off";
}

/* Dialects in force, as names that matchers and needs look up. */
static void set_dialects(play *p) {
    static const char *const keys[] = {"multimem", "x", "multibreak"};
    const rsp_node *wanted = node_get(node_get(p->scenario->node, "needs"), "dialect");
    for (size_t i = 0; i < RSP_ARRAY_LEN(keys); i++) {
        const rsp_node *n = node_get(wanted, keys[i]);
        const char *form = n ? node_str(n) : dialect_default(p->profile, keys[i]);
        (void)scope_set(&p->names, rsp_arena_printf(&p->arena, "dialect.%s", keys[i]),
                        value_bytes(rsp_bytes_str(form)));
    }
}

static bool lacks_program(const rsp_profile *profile, const char *program) {
    for (size_t i = 0; profile && i < profile->num_missing_programs; i++) {
        if (strcmp(profile->missing_programs[i], program) == 0)
            return true;
    }
    return false;
}

enum { MAX_OPTIONS = 32, MAX_ARGUMENTS = 64 };

static rsp_status open_program(play *p, const char *program, rsp_error *error) {
    const char *options[MAX_OPTIONS];
    const char *arguments[MAX_ARGUMENTS];
    rsp_stub_request request = {.program = program,
                                .arguments = arguments,
                                .options = options,
                                .play = p->scenario->play,
                                .rtt_ns = p->options->rtt_ns,
                                .seed = p->options->seed};
    if (lacks_program(p->profile, program))
        return rsp_fail(error, RSP_NOT_FOUND, "the stub can't run %s", program);
    add_options(p, options, &request.num_options, MAX_OPTIONS);
    const rsp_node *list = node_get(node_get(p->scenario->node, "needs"), "arguments");
    const rsp_node *n = list && list->kind == NODE_SEQ ? list->first : list;
    for (; n && request.num_arguments < MAX_ARGUMENTS; n = list->kind == NODE_SEQ ? n->next : NULL) {
        rsp_buf text = {.mem = p->arena.mem};
        if (play_payload(p, n, &text))
            arguments[request.num_arguments++] = rsp_arena_str(&p->arena, rsp_buf_cstr(&text));
        rsp_buf_free(&text);
    }
    p->program = *program || !p->profile ? program : p->profile->default_program;
    rsp_status status = p->provider->open(p->provider->ctx, &p->t.link, &request, error);
    p->start_ns = status == RSP_OK ? rsp_link_now(p->t.link) : 0;
    if (status == RSP_OK && p->t.until_ns == 0)
        p->t.until_ns = rsp_deadline(rsp_clock_now(&p->t.clock), p->deadline_ns);
    return status;
}

/* What scenarios that do not care get: the profile's choice, else the debuggee with $scratch, where the
 * stub can be given one. */
static const char *default_program(play *p) {
    rsp_bytes elf;
    bool chosen = p->profile && *p->profile->default_program;
    bool there =
        p->provider->image && p->provider->image(p->provider->ctx, RSP_PROGRAM_DEFAULT, &elf) == RSP_OK;
    return !chosen && there ? RSP_PROGRAM_DEFAULT : "";
}

/* The first program of the list that there is. */
static rsp_status open_stub(play *p, rsp_error *error) {
    const rsp_node *programs = node_get(node_get(p->scenario->node, "needs"), "program");
    if (!programs)
        return open_program(p, default_program(p), error);
    if (programs->kind == NODE_SCALAR)
        return open_program(p, node_str(programs), error);
    rsp_status status = RSP_NOT_FOUND;
    for (const rsp_node *n = programs->first; n; n = n->next) {
        status = open_program(p, node_str(n), error);
        if (status != RSP_NOT_FOUND)
            return status;
    }
    return status;
}

static void disable_rules(play *p) {
    const rsp_node *off = node_get(p->scenario->node, "rules-off");
    const rsp_node *n = off && off->kind == NODE_SEQ ? off->first : off;
    for (int id = 0; node_is(off, "all") && id < RSP_RULE_COUNT; id++)
        rsp_rules_enable(p->t.rules, (rsp_rule_id)id, false);
    for (; n && !node_is(off, "all"); n = off->kind == NODE_SEQ ? n->next : NULL)
        rsp_rules_enable(p->t.rules, rsp_rule_find(n->text), false);
}

/* A number that depends on the scenario's name, too. */
static uint64_t hash_name(uint64_t seed, const char *name) {
    for (const char *c = name; *c; c++)
        seed = (seed ^ (unsigned char)*c) * UINT64_C(1099511628211);
    return seed;
}

static void init_play(rsp_runner *r, play *p, const rsp_scenario *scenario, const variant *v) {
    const rsp_mem *mem = &r->mem;
    *p = (play){
        .runner = r,
        .options = &r->options,
        .profile = r->options.profile,
        .stub = &r->stub,
        .provider = &r->provider,
        .scenario = scenario,
        .variant = *v,
        .program = "",
        .arena = {.mem = mem, .limit = RSP_LIMIT_SCENARIO_BYTES},
        .scratch = {.mem = mem, .limit = RSP_LIMIT_SCENARIO_BYTES},
        .timeout_ns = r->options.timeout_ns,
        .prefers_no_ack = rsp_profile_has(r->options.profile, RSP_QUIRK_PREFERS_NO_ACK) &&
                          !(excluded(scenario) >> RSP_VARIANT_NO_ACK & 1U),
    };
    rsp_buf *bufs[] = {&p->supported,    &p->last,    &p->last_wire, &p->last_raw,
                       &p->last_request, &p->t.frame, &p->t.request, &p->t.payload,
                       &p->t.wire,       &p->t.raw,   &p->t.console};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bufs); i++)
        bufs[i]->mem = mem;
    p->names.arena = &p->arena;
    p->t.transcript = r->transcript;
    p->t.rules = r->rules;
    p->t.quiet_ns = r->options.quiet_ns;
    p->t.write = v->write;
    const rsp_node *timeout = node_get(scenario->node, "timeout");
    if (timeout)
        (void)node_time(timeout, &p->timeout_ns);
    p->t.timeout_ns = p->timeout_ns;
    rsp_rng_seed(&p->rng, hash_name(r->options.seed, scenario->name));
    rsp_rng unique;
    rsp_rng_seed(&unique, hash_name(r->options.seed ^ r->options.unique, scenario->name));
    (void)snprintf(p->unique, sizeof p->unique, "%016llx", (unsigned long long)rsp_rng_next(&unique));
    const rsp_node *deadline = node_get(scenario->node, "deadline");
    p->deadline_ns =
        r->options.deadline_ns ? r->options.deadline_ns : deadline_default(scenario->node, p->timeout_ns);
    if (deadline)
        (void)node_time(deadline, &p->deadline_ns);
    p->t.clock = r->options.clock;
    p->t.stop = r->options.stop;
}

static void free_play(play *p) {
    talk_free(&p->t);
    rsp_buf *bufs[] = {&p->supported, &p->last, &p->last_wire, &p->last_raw, &p->last_request};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bufs); i++)
        rsp_buf_free(bufs[i]);
    rsp_arena_free(&p->scratch);
    rsp_arena_free(&p->arena);
}

/* --- playing --- */

static bool bind_case(play *p) {
    const rsp_node *row = p->scenario->bindings;
    for (const rsp_node *n = row ? row->first : NULL; n; n = n->next) {
        value v = {0};
        if (!play_value(p, n, &v) || !scope_set(&p->names, node_key(n), v))
            return false;
    }
    const rsp_node *set = node_get(p->scenario->node, "set");
    for (const rsp_node *n = set ? set->first : NULL; n; n = n->next) {
        value v = {0};
        if (!play_value(p, n, &v) || !scope_set(&p->names, node_key(n), v))
            return false;
    }
    return true;
}

static void remember(rsp_runner *r, const play *p) {
    if (p->supported.len == 0)
        return;
    rsp_buf_clear(&r->supported);
    rsp_buf_append(&r->supported, rsp_buf_bytes(&p->supported));
    value v = {0};
    if (fact_lookup((void *)(uintptr_t)p, RSP_LIT("packet_size"), &v))
        r->packet_size = v.number;
}

/* From the open link to the first step. */
static step_end prepare(rsp_runner *r, play *p) {
    const rsp_node *root = p->scenario->node;
    const rsp_node *connect = node_get(root, "connect");
    const char *reason = NULL;
    p->bias_asked = false;
    if (talk_start(&p->t) != RSP_OK)
        return play_fail(p, root, RSP_VERDICT_ERROR, "out of memory");
    step_end end = play_handshake(p, connect);
    if (end != STEP_OK)
        return end;
    remember(r, p);
    const rsp_node *shakes = node_get(connect, "handshake");
    if (!node_is(shakes, "no"))
        end = facts_measure(p);
    if (end != STEP_STOP && talk_is_over(&p->t))
        return play_fail_over(p, root, "facts");
    if (end == STEP_FAILED && p->failure.verdict == RSP_VERDICT_PASS)
        return play_fail_status(p, root, rsp_session_state(p->t.session), "facts");
    bool shaken = end == STEP_OK && !node_is(shakes, "no");
    bool met = !shaken || needs_met(p, node_get(root, "needs"), &reason);
    if (p->failure.verdict != RSP_VERDICT_PASS)
        return STEP_FAILED;
    if (end == STEP_OK && met && !bind_case(p))
        return STEP_FAILED;
    if (met && shaken)
        met = needs_proven(p, node_get(root, "needs"), &reason);
    if (met && shaken && p->failure.verdict == RSP_VERDICT_PASS)
        needs_ask_ahead(p);
    if (p->failure.verdict != RSP_VERDICT_PASS)
        return STEP_FAILED;
    p->skip = met ? p->skip : reason;
    return met ? end : STEP_SKIP;
}

static step_end run_phases(play *p) {
    const rsp_node *root = p->scenario->node;
    p->in_setup = true;
    step_end end = play_steps(p, node_get(root, "setup"));
    p->in_setup = false;
    if (end == STEP_FAILED && p->failure.verdict == RSP_VERDICT_FAIL) {
        p->failure.verdict = RSP_VERDICT_ERROR;
        p->failure.message = rsp_arena_printf(&p->arena, "setup: %s", p->failure.message);
    }
    if (end != STEP_OK)
        return end;
    p->budget_start = talk_exchanges(&p->t)->metrics;
    end = play_steps(p, node_get(root, "steps"));
    /* What was to be captured by a step that failed, and was noted only, is missing later on. */
    if (end == STEP_FAILED && p->failure.verdict == RSP_VERDICT_ERROR && p->noted.verdict != RSP_VERDICT_PASS)
        p->failure = p->noted;
    return end;
}

static void run_teardown(play *p) {
    const rsp_node *teardown = node_get(p->scenario->node, "teardown");
    if (!teardown || rsp_session_state(p->t.session) != RSP_OK)
        return;
    failure kept = p->failure;
    failure noted = p->noted;
    p->failure = (failure){0};
    (void)play_steps(p, teardown);
    p->failure = kept;
    p->noted = noted;
}

/* A stub that died silently between the last reply and the end is found here. */
static void look_for_death(play *p) {
    if (p->failure.verdict != RSP_VERDICT_PASS || p->scenario->play == RSP_PLAY_STUB)
        return;
    rsp_link_end end = rsp_link_ended(p->t.link);
    if (end.kind == RSP_END_SIGNALED || (end.kind == RSP_END_EXITED && *end.sanitizer)) {
        p->failure.end = end;
        p->step = NULL;
        (void)play_fail(p, p->scenario->node, RSP_VERDICT_CRASH, "the stub died: %s", end.text);
    }
}

/* A debugger of ours that has done its work ends by itself when the connection does; one that crashes then,
 * or did while it was talked to, has failed whatever else it did. */
static void look_for_debugger(play *p) {
    uint64_t deadline = rsp_deadline(rsp_link_now(p->t.link), p->timeout_ns);
    if (rsp_link_pid(p->t.link) <= 0)
        return;
    rsp_link_shut(p->t.link);
    rsp_link_end end = rsp_link_ended(p->t.link);
    while (end.kind == RSP_END_RUNNING && rsp_link_now(p->t.link) < deadline &&
           !(p->options->stop && *p->options->stop)) {
        rsp_link_wait(p->t.link, rsp_deadline(rsp_link_now(p->t.link), DEBUGGER_POLL_NS));
        end = rsp_link_ended(p->t.link);
    }
    if (end.kind != RSP_END_SIGNALED && !*end.sanitizer)
        return;
    p->failure = (failure){.end = end};
    p->step = NULL;
    (void)play_fail(p, p->scenario->node, RSP_VERDICT_CRASH, "the debugger died: %s", end.text);
}

static step_end play_to_debugger(play *p) {
    step_end end = bind_case(p) ? host_play(p) : STEP_FAILED;
    look_for_debugger(p);
    return p->failure.verdict == RSP_VERDICT_CRASH ? STEP_FAILED : end;
}

/* --- results --- */

static const char *join_covers(rsp_arena *arena, const rsp_scenario *s, const rsp_node *covers) {
    rsp_buf buf = {.mem = arena->mem};
    const rsp_node *n = covers && covers->kind == NODE_SEQ ? covers->first : covers;
    for (; n; n = covers->kind == NODE_SEQ ? n->next : NULL) {
        rsp_buf_str(&buf, buf.len ? " " : "");
        rsp_buf_append(&buf, n->text);
    }
    for (size_t i = 0; !covers && i < s->num_covers; i++) {
        rsp_buf_str(&buf, buf.len ? " " : "");
        rsp_buf_str(&buf, s->covers[i]);
    }
    const char *copy = rsp_arena_str(arena, rsp_buf_cstr(&buf));
    rsp_buf_free(&buf);
    return copy;
}

static const char *rendered(play *p, uint64_t around, size_t before, size_t after) {
    rsp_buf buf = {.mem = p->arena.mem};
    const rsp_transcript_style style = {.before = before, .after = after, .epoch_ns = p->start_ns};
    rsp_transcript_render(p->t.transcript, &buf, around, &style);
    const char *copy = evidence_lines(&p->arena, rsp_buf_bytes(&buf), RSP_LIMIT_EVIDENCE_BYTES);
    rsp_buf_free(&buf);
    return copy;
}

/* The provider hears of every link's end, and only once. */
static void ask_provider(play *p, rsp_buf *out) {
    if (p->provider->last_words && !p->told_end)
        p->provider->last_words(p->provider->ctx, p->t.link, out);
    p->told_end = true;
}

static void close_stub(play *p) {
    rsp_buf unused = {.mem = p->arena.mem};
    if (!p->t.link)
        return;
    ask_provider(p, &unused);
    rsp_buf_free(&unused);
    talk_free(&p->t);
    rsp_link_close(p->second);
    p->second = NULL;
    rsp_link_close(p->t.link);
    p->t.link = NULL;
    p->told_end = false;
}

static const char *last_words(play *p) {
    rsp_buf buf = {.mem = p->arena.mem};
    rsp_link_end end = rsp_link_ended(p->t.link);
    if (*end.sanitizer)
        rsp_buf_printf(&buf, "%s\n", end.sanitizer);
    rsp_buf_append(&buf, rsp_link_last_words(p->t.link));
    ask_provider(p, &buf);
    const char *copy = rsp_arena_str(&p->arena, rsp_buf_cstr(&buf));
    rsp_buf_free(&buf);
    return copy;
}

/* The source of the first requirement at stake. */
static const char *manual_of(const rsp_runner *r, const char *requirements) {
    size_t len = strcspn(requirements, " ");
    const rsp_requirement *q =
        r->options.catalogue ? rsp_catalogue_find(r->options.catalogue, rsp_bytes_make(requirements, len))
                             : NULL;
    return q ? q->source : "";
}

static void fill_failure(rsp_runner *r, play *p, const failure *f, rsp_result *out) {
    out->verdict = f->verdict;
    if (f->verdict == RSP_VERDICT_FAIL && f->level != RSP_LEVEL_MUST)
        out->verdict = f->level == RSP_LEVEL_SHOULD ? RSP_VERDICT_WARN : RSP_VERDICT_PASS;
    out->level = f->level;
    out->message = f->message;
    out->expected = f->expected;
    out->got = f->got;
    out->remark = f->because && *f->because ? f->because : f->remark;
    out->requirements = join_covers(&p->arena, p->scenario, f->covers);
    out->manual = manual_of(r, out->requirements);
    const rsp_node *breaks = node_get(p->scenario->node, "breaks");
    out->breaks = breaks && out->verdict != RSP_VERDICT_ERROR ? node_str(breaks) : "";
    if (f->node && f->node->line) {
        out->line = f->node->line;
        out->column = f->node->column;
    }
    out->window = rendered(p, f->entry, 6, 2);
}

static bool told_before(const rsp_violation *list, size_t num, const rsp_violation *v) {
    for (size_t i = 0; i < num; i++)
        if (list[i].rule == v->rule && strcmp(list[i].message, v->message) == 0 &&
            strcmp(list[i].got, v->got) == 0)
            return true;
    return false;
}

/* A broken must decides over a pass, a broken should over nothing worse. What a stub does again and again is
 * told once. */
static void add_violations(rsp_runner *r, play *p, rsp_result *out) {
    size_t most = rsp_rules_count(r->rules);
    rsp_violation *list = most ? rsp_arena_alloc(&p->arena, most * sizeof *list) : NULL;
    if (!list)
        return;
    size_t num = 0;
    const rsp_violation *worst = NULL;
    for (size_t i = 0; i < most; i++) {
        const rsp_violation *v = rsp_rules_violation(r->rules, i);
        if (told_before(list, num, v))
            continue;
        list[num] = *v;
        if (!worst || rsp_rule_get(v->rule)->level < rsp_rule_get(worst->rule)->level)
            worst = &list[num];
        num++;
    }
    out->violations = list;
    out->num_violations = num;
    if (!worst)
        return;
    rsp_level level = rsp_rule_get(worst->rule)->level;
    bool decides =
        out->verdict == RSP_VERDICT_PASS || (out->verdict == RSP_VERDICT_WARN && level == RSP_LEVEL_MUST);
    if (!decides || level == RSP_LEVEL_MAY)
        return;
    out->verdict = level == RSP_LEVEL_MUST ? RSP_VERDICT_FAIL : RSP_VERDICT_WARN;
    out->level = level;
    out->message = rsp_arena_printf(&p->arena, "%s: %s", rsp_rule_get(worst->rule)->id, worst->message);
    out->expected = rsp_rule_get(worst->rule)->text;
    out->got = worst->got;
    out->requirements = rsp_rule_get(worst->rule)->requirements;
    out->manual = manual_of(r, out->requirements);
    out->window = rendered(p, worst->entry, 6, 2);
}

/* By name: the line is the same for all cases. */
static const char *again(const rsp_runner *r, play *p, const char *variant_text) {
    rsp_buf buf = {.mem = p->arena.mem};
    rsp_buf_printf(&buf, "%s ", r->options.command);
    rsp_buf_shell_word(&buf, p->scenario->path);
    rsp_buf_printf(&buf, " --filter %s", p->scenario->name);
    if (*variant_text)
        rsp_buf_printf(&buf, " --matrix %s", variant_text);
    if (r->options.seed != 1)
        rsp_buf_printf(&buf, " --seed %llu", (unsigned long long)r->options.seed);
    rsp_buf_str(&buf, " -v");
    const char *copy = rsp_arena_str(&p->arena, rsp_buf_cstr(&buf));
    rsp_buf_free(&buf);
    return copy;
}

static rsp_status add_result(rsp_runner *r, play *p, step_end end, rsp_run *run) {
    const rsp_scenario *s = p->scenario;
    const rsp_metrics *metrics = &talk_exchanges(&p->t)->metrics;
    rsp_result result = {
        .scenario = s->name,
        .title = s->title,
        .area = s->area,
        .path = s->path,
        .line = s->line,
        .column = 1,
        .requirements = join_covers(&p->arena, s, NULL),
        .level = s->level,
        .verdict = RSP_VERDICT_PASS,
        .variant = variant_name(&p->arena, &p->variant, ' '),
        .round_trips = metrics->round_trips,
        .packets = metrics->packets_to_stub + metrics->packets_from_stub,
        .duration_ns = p->t.link ? rsp_link_now(p->t.link) - p->start_ns : 0,
    };
    const bool starved = r->starved; /* and not by what the report takes */
    if (end == STEP_SKIP) {
        result.verdict = RSP_VERDICT_SKIP;
        result.reason = p->skip;
    } else if (p->failure.verdict != RSP_VERDICT_PASS) {
        fill_failure(r, p, &p->failure, &result);
    } else if (p->noted.verdict != RSP_VERDICT_PASS) {
        fill_failure(r, p, &p->noted, &result);
    }
    /* what is odd about the probe's conversation, the scenarios will tell */
    if (end != STEP_SKIP && s->play == RSP_PLAY_CLIENT && !r->probing)
        add_violations(r, p, &result);
    if (starved) {
        result.verdict = RSP_VERDICT_ERROR;
        result.message = "out of memory";
        result.reason = "";
    }
    if (rsp_verdict_bad(result.verdict) || result.verdict == RSP_VERDICT_WARN) {
        result.again = again(r, p, variant_name(&p->arena, &p->variant, ','));
        result.transcript = rendered(p, RSP_NO_ENTRY, 0, 0);
    }
    if (r->options.keep_transcripts && !result.transcript)
        result.transcript = rendered(p, RSP_NO_ENTRY, 0, 0);
    bool debugger_failed = s->play == RSP_PLAY_STUB && rsp_verdict_bad(result.verdict);
    if ((result.verdict == RSP_VERDICT_CRASH || result.verdict == RSP_VERDICT_HANG || debugger_failed) &&
        p->t.link)
        result.last_words = last_words(p);
    rsp_metrics_merge(&run->metrics, metrics);
    evidence_trim(&result, &p->arena, r->options.evidence);
    if (r->options.judge)
        r->options.judge(r->options.ctx, &result);
    rsp_status status = rsp_run_add(run, &result);
    if (status == RSP_OK && r->options.progress)
        r->options.progress(r->options.ctx, s, result.variant, &run->results[run->num_results - 1]);
    return status;
}

/* The stub could not be had: a skip when it never can, else trouble for the run. */
static rsp_status not_opened(rsp_runner *r, play *p, rsp_status status, rsp_run *run, rsp_error *error) {
    const char *text = error->msg[0] ? error->msg : rsp_status_text(status);
    if (status == RSP_CANCELLED || status == RSP_NO_MEMORY)
        return status;
    if (status == RSP_UNSUPPORTED || status == RSP_NOT_FOUND) {
        p->skip = rsp_arena_str(&p->arena, text);
        return add_result(r, p, STEP_SKIP, run);
    }
    (void)play_fail(p, p->scenario->node, RSP_VERDICT_ERROR, "%s", text);
    rsp_status added = add_result(r, p, STEP_FAILED, run);
    /* a program that ended at once may start for the next scenario */
    return added == RSP_OK && status != RSP_DIED ? status : added;
}

static void fresh_records(rsp_runner *r) {
    rsp_rules_reset(r->rules);
    rsp_transcript_reset(r->transcript);
}

/* Asks for the proofs of a scenario that begins without a handshake, on a connection with one. */
static rsp_status prove_before(rsp_runner *r, play *p, step_end *out_end, rsp_error *error) {
    const rsp_node *root = p->scenario->node;
    const rsp_node *works = node_get(node_get(root, "needs"), "works");
    const char *reason = NULL;
    *out_end = STEP_OK;
    if (!node_is(node_get(node_get(root, "connect"), "handshake"), "no") || !works)
        return RSP_OK;
    scope_entry *names = p->names.entries;
    rsp_status status = open_stub(p, error);
    if (status != RSP_OK)
        return status;
    *out_end = talk_start(&p->t) == RSP_OK ? play_handshake(p, NULL)
                                           : play_fail(p, root, RSP_VERDICT_ERROR, "out of memory");
    if (*out_end == STEP_OK)
        *out_end = facts_measure(p);
    if (*out_end == STEP_OK && !bind_case(p))
        *out_end = STEP_FAILED;
    if (*out_end == STEP_OK && !needs_proven(p, node_get(root, "needs"), &reason))
        *out_end = p->failure.verdict == RSP_VERDICT_PASS ? STEP_SKIP : STEP_FAILED;
    p->skip = *out_end == STEP_SKIP && !p->skip ? reason : p->skip;
    if (*out_end == STEP_SKIP)
        fresh_records(r); /* who asked first does not pay for it */
    if (*out_end != STEP_OK)
        return RSP_OK;
    close_stub(p);
    fresh_records(r);
    p->names.entries = names;
    return RSP_OK;
}

/* Opens and prepares; again when needs were asked on the connection, for that leaves traces: the account of a
 * scenario must not depend on which one came first. */
static rsp_status open_and_prepare(rsp_runner *r, play *p, step_end *out_end, rsp_error *error) {
    const struct answer *before = r->stub.answers;
    rsp_status status = prove_before(r, p, out_end, error);
    if (status != RSP_OK || *out_end != STEP_OK)
        return status;
    scope_entry *names = p->names.entries;
    status = open_stub(p, error);
    if (status != RSP_OK)
        return status;
    disable_rules(p);
    *out_end = prepare(r, p);
    bool came_far = *out_end == STEP_OK || *out_end == STEP_SKIP;
    if (!came_far || before == r->stub.answers || rsp_profile_has(p->profile, RSP_QUIRK_NO_RESTART))
        return RSP_OK;
    close_stub(p);
    fresh_records(r);
    p->skip = NULL;
    p->names.entries = names; /* facts of a process that is gone */
    status = open_stub(p, error);
    if (status != RSP_OK)
        return status;
    disable_rules(p);
    *out_end = prepare(r, p);
    return RSP_OK;
}

/* A scenario that was cut short has no verdict: what it found missing may not be the stub's doing. */
static bool was_stopped(const rsp_runner *r, step_end end) {
    return end == STEP_STOP || (r->options.stop && *r->options.stop);
}

static rsp_status run_variant(rsp_runner *r, const rsp_scenario *scenario, const variant *v, rsp_run *run,
                              rsp_error *error) {
    play *p = rsp_mem_calloc(r->options.mem, 1, sizeof *p);
    r->starved = false;
    r->stub.arena.status = RSP_OK; /* what could not be remembered is asked again */
    rsp_error dummy = {0};
    const char *reason = NULL;
    if (!p)
        return RSP_NO_MEMORY;
    error = error ? error : &dummy;
    *error = (rsp_error){0};
    init_play(r, p, scenario, v);
    fresh_records(r);
    set_dialects(p);
    step_end end = needs_before_open(p, &reason);
    rsp_status status = RSP_OK;
    p->skip = reason;
    if (end == STEP_SKIP) {
        status = add_result(r, p, end, run);
    } else if (scenario->play == RSP_PLAY_STUB) {
        status = open_stub(p, error);
        end = status == RSP_OK ? play_to_debugger(p) : STEP_FAILED;
        if (status != RSP_OK)
            status = not_opened(r, p, status, run, error);
        else
            status = was_stopped(r, end) ? RSP_CANCELLED : add_result(r, p, end, run);
    } else {
        p->skip = NULL;
        status = open_and_prepare(r, p, &end, error);
        if (status == RSP_OK) {
            end = end == STEP_OK ? run_phases(p) : end;
            run_teardown(p);
            if (r->probing && end == STEP_OK)
                facts_probe_packets(p);
            else
                look_for_death(p);
            status = was_stopped(r, end) ? RSP_CANCELLED : add_result(r, p, end, run);
        } else {
            status = not_opened(r, p, status, run, error);
        }
    }
    close_stub(p);
    free_play(p);
    rsp_mem_free(r->options.mem, p);
    return status;
}

/* So that neither verdicts nor costs depend on what the worker ran before, what every scenario may want to
 * know of the stub is asked for on a connection of its own. */
static bool know_target(rsp_runner *runner, const rsp_scenario *scenario) {
    rsp_error ignored = {0};
    if (runner->asked || scenario->play != RSP_PLAY_CLIENT)
        return true;
    rsp_status status = rsp_runner_probe(runner, &ignored); /* the scenario itself tells what is wrong */
    runner->asked = !runner->starved && status != RSP_NO_MEMORY;
    return runner->asked;
}

rsp_status rsp_runner_run(rsp_runner *runner, const rsp_scenario *scenario, rsp_run *run, rsp_error *error) {
    variant variants[MAX_VARIANTS];
    if (!know_target(runner, scenario))
        return RSP_NO_MEMORY;
    size_t num = list_variants(runner, scenario, variants);
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < num && status == RSP_OK; i++) {
        if (runner->options.stop && *runner->options.stop)
            return RSP_CANCELLED;
        if (runner->options.progress)
            runner->options.progress(runner->options.ctx, scenario, "", NULL);
        status = run_variant(runner, scenario, &variants[i], run, error);
    }
    return status;
}

/* --- what the stub is --- */

/* What went wrong, with the end of what the stub had to say: it fits in an error's text. */
static rsp_status probe_failed(const rsp_result *result, rsp_error *error) {
    enum { WORDS_BYTES = 80 };
    size_t len = strlen(result->last_words);
    const char *words = len > WORDS_BYTES ? result->last_words + len - WORDS_BYTES : result->last_words;
    return rsp_fail(error, RSP_CONNECT, "%s%s%s", result->message, len ? "; its last words: " : "", words);
}

rsp_status rsp_runner_probe(rsp_runner *runner, rsp_error *error) {
    static const char yaml[] =
        "scenario: probe/probe\ntitle: probe\ncovers: [PROBE-001]\nneeds: {}\nsteps: [{wait: 1ns}]\n";
    const rsp_suite_options options = {.mem = runner->options.mem};
    rsp_suite *suite = rsp_suite_new(&options);
    rsp_run run = {.arena = {.mem = runner->options.mem}};
    rsp_status status = suite ? rsp_suite_load_memory(suite, "probe", RSP_LIT(yaml)) : RSP_NO_MEMORY;
    /* the probe is nobody's result */
    rsp_runner_options kept = runner->options;
    runner->options.judge = NULL;
    runner->options.progress = NULL;
    runner->options.matrix = 0;
    runner->probing = true;
    runner->asked = true;
    if (status == RSP_OK)
        status = rsp_runner_run(runner, rsp_suite_get(suite, 0), &run, error);
    runner->options = kept;
    runner->probing = false;
    if (status == RSP_OK && run.num_results > 0 && rsp_verdict_bad(run.results[0].verdict))
        status = probe_failed(&run.results[0], error);
    rsp_run_free(&run);
    rsp_suite_free(suite);
    return status;
}

/* Whether a qSupported reply has the feature with '+' or a value; jMultiBreakpoint is not MultiBreakpoint. */
static bool announces(rsp_bytes supported, rsp_bytes name) {
    while (supported.len > 0) {
        rsp_bytes item = rsp_bytes_split(&supported, ';');
        if (rsp_take_text(&item, name) && item.len > 0 && (item.ptr[0] == '+' || item.ptr[0] == '='))
            return true;
    }
    return false;
}

rsp_stub_facts rsp_runner_facts(const rsp_runner *runner) {
    static const char *const notable[] = {"multiprocess",     "QNonStop",        "MultiMemRead",
                                          "jMultiBreakpoint", "MultiBreakpoint", "fork-events",
                                          "QStartNoAckMode"};
    rsp_buf *summary = &((rsp_runner *)(uintptr_t)runner)->summary;
    rsp_buf *supported = &((rsp_runner *)(uintptr_t)runner)->supported;
    rsp_buf_clear(summary);
    for (size_t i = 0; i < RSP_ARRAY_LEN(notable); i++) {
        if (!announces(rsp_buf_bytes(supported), rsp_bytes_str(notable[i])))
            continue;
        rsp_buf_str(summary, summary->len ? ", " : "");
        rsp_buf_str(summary, strcmp(notable[i], "QNonStop") == 0 ? "non-stop" : notable[i]);
    }
    return (rsp_stub_facts){
        .known = supported->len > 0,
        .architecture = runner->stub.arch,
        .supported = rsp_buf_cstr(supported),
        .summary = rsp_buf_cstr(summary),
        .packet_size = runner->packet_size,
    };
}
