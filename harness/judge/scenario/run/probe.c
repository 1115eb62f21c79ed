/* What the stub is: asked by a scenario of our own that only connects, and told to whoever wants to know.
 * What one runner has found out, others of the same stub need not ask again.
 * The probe is nobody's result. */
/* SPDX-License-Identifier: MIT */
#include "run/probe.h"

#include "connect/sharing.h"
#include "run/look.h"

#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* Whether a qSupported reply has the feature with '+' or a value; jMultiBreakpoint is not MultiBreakpoint. */
static bool announces(rsp_bytes supported, rsp_bytes name) {
    while (supported.len > 0) {
        rsp_bytes item = rsp_bytes_split(&supported, ';');
        if (rsp_take_text(&item, name) && item.len > 0 && (item.ptr[0] == '+' || item.ptr[0] == '='))
            return true;
    }
    return false;
}

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
    if (supported.len > 0 && !announces(supported, rsp_packet_feature(RSP_PACKET_QSTART_NO_ACK_MODE)))
        leave_out(matrix, UINT32_C(1) << RSP_VARIANT_NO_ACK, "no-ack (QStartNoAckMode is not announced)",
                  left_out);
    if (rsp_runner_shares(runner))
        leave_out(matrix, UINT32_C(1) << RSP_VARIANT_NO_ACK, "no-ack (it would last on the only connection)",
                  left_out);
    if (rsp_profile_has(runner->options.profile, RSP_QUIRK_NO_ACK_ONLY))
        leave_out(matrix, UINT32_C(1) << RSP_VARIANT_ACK, "ack (the stub sends no acknowledgments)",
                  left_out);
    return *matrix;
}

/* Whether '+' came behind replies, or not at all: by how often it came. */
static allowance missing_acks(const rsp_transcript *t) {
    uint64_t num_acks = 0;
    uint64_t num_packets = 0;
    for (uint64_t i = rsp_transcript_first(t); i < rsp_transcript_end(t); i++) {
        rsp_entry e;
        if (!rsp_transcript_get(t, i, &e))
            continue;
        num_acks += e.direction != RSP_TO_STUB && e.kind == RSP_ENTRY_ACK;
        num_packets += e.direction == RSP_TO_STUB && e.kind == RSP_ENTRY_PACKET;
    }
    return 2 * num_acks > num_packets ? ALLOW_LATE_ACKS : ALLOW_NO_ACKS;
}

/* What the look has found, where there was one. */
static allowances by_manners(const rsp_manners *m) {
    const struct {
        bool is;
        allowance a;
    } rows[] = {
        {m->line.greeting.len > 0, ALLOW_GREETING},
        {m->line.line_noise == RSP_HABIT_YES, ALLOW_NOISE},
        {m->line.acks == RSP_ACKS_NEVER, ALLOW_NO_ACKS},
        {m->line.acks == RSP_ACKS_LATE, ALLOW_LATE_ACKS},
        {m->line.acks == RSP_ACKS_SEVERAL, ALLOW_SEVERAL_ACKS},
        {m->line.bad_checksums == RSP_HABIT_YES, ALLOW_CHECKSUMS},
        {m->replies.upper_hex == RSP_HABIT_YES, ALLOW_UPPER_HEX},
        {m->bytes.loses_second == RSP_HABIT_YES, ALLOW_LOST_SECOND},
        {m->replies.errors == RSP_ERRORS_OTHER, ALLOW_ERROR_FORM},
        {m->runs.early_ok == RSP_HABIT_YES, ALLOW_EARLY_OK},
        {m->opening.question_once == RSP_HABIT_YES, ALLOW_QUESTION_ONCE},
        {m->opening.question_first == RSP_HABIT_YES, ALLOW_QUESTION_FIRST},
        {m->opening.plus_first == RSP_HABIT_YES, ALLOW_PLUS_FIRST},
        {m->opening.description_first == RSP_HABIT_YES, ALLOW_DESCRIPTION_FIRST},
        {m->clients.spins == RSP_HABIT_YES, ALLOW_SPINS},
    };
    allowances set = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        set |= rows[i].is ? allowance_bit(rows[i].a) : 0;
    return set;
}

/* What was odd about the probe's conversation will be odd in every other. */
static void learn(rsp_runner *r) {
    const allowances acks = allowance_bit(ALLOW_NO_ACKS) | allowance_bit(ALLOW_LATE_ACKS);
    stub_knowledge *k = &r->stub;
    k->allowed |= by_manners(k->manners);
    for (int id = 0; id < RSP_RULE_COUNT; id++) {
        if (rsp_rules_count_of(r->rules, (rsp_rule_id)id) > 0)
            k->allowed |= allowances_by_rule((rsp_rule_id)id) & ~acks;
    }
    if (!(k->allowed & acks) && rsp_rules_count_of(r->rules, RSP_RULE_ACK_FIRST) > 0)
        k->allowed |= allowance_bit(missing_acks(r->transcript));
    if (k->allowed & acks) /* each '+' is then for a packet of before */
        k->allowed &= ~allowance_bit(ALLOW_SEVERAL_ACKS);
    if (k->manners->line.greeting.len > 0)
        k->greeting = k->manners->line.greeting;
}

/* Whether nothing can be judged: it never came up, or never sent a byte. To the look's next client, too, a
 * deaf stub sent none. */
static bool is_absent(const rsp_runner *r, const rsp_run *run) {
    const bool heard = run->metrics.bytes_from_stub > 0;
    const bool deaf = r->stub.manners->clients.life == RSP_LIFE_DEAF;
    if (run->num_results == 0)
        return false;
    const rsp_verdict verdict = run->results[0].verdict;
    return verdict == RSP_VERDICT_ERROR || (!heard && (deaf || rsp_verdict_bad(verdict)));
}

void rsp_runner_allowed(const rsp_runner *runner, rsp_buf *out) {
    allowances_tell(out, runner->stub.allowed, runner->stub.greeting);
    if (rsp_runner_shares(runner))
        rsp_buf_printf(out, "%sone client only: all is played on one connection", out->len ? "; " : "");
}

/* The end of what the stub had to say, whole lines where a line ends in it. */
static const char *end_of_words(const char *words) {
    enum { WORDS_BYTES = 80 };
    const size_t len = strlen(words);
    if (len <= WORDS_BYTES)
        return words;
    words += len - WORDS_BYTES;
    const char *line = strchr(words, '\n');
    return line && line[1] ? line + 1 : words;
}

/* What went wrong, with words that fit in an error's text. */
static rsp_status probe_failed(const rsp_result *result, rsp_error *error) {
    const size_t len = strlen(result->shown.last_words);
    const char *words = end_of_words(result->shown.last_words);
    const char *message = result->message ? result->message : "it accepts a client and does not answer";
    return rsp_fail(error, RSP_CONNECT, "%s%s%s", message, len ? "; its last words: " : "", words);
}

rsp_status probe_connect(rsp_runner *runner, rsp_run *run, rsp_error *error) {
    static const char yaml[] =
        "scenario: probe/probe\ntitle: probe\ncovers: [PROBE-001]\nneeds: {}\nsteps: [{wait: 1ns}]\n";
    const rsp_suite_options options = {.mem = runner->options.mem};
    rsp_suite *suite = rsp_suite_new(&options);
    rsp_status status = suite ? rsp_suite_load_memory(suite, "probe", RSP_LIT(yaml)) : RSP_NO_MEMORY;
    /* it is nobody's result */
    rsp_runner_options kept = runner->options;
    runner->options.judge = NULL;
    runner->options.played = NULL;
    runner->options.progress = NULL;
    runner->options.matrix = 0;
    runner->probing = true;
    if (status == RSP_OK)
        status = runner_play(runner, rsp_suite_get(suite, 0), UINT32_MAX, run, error);
    runner->options = kept;
    runner->probing = false;
    runner->last = runner->last ? "the probe" : NULL; /* its name goes with the suite */
    rsp_suite_free(suite);
    return status;
}

rsp_status rsp_runner_probe(rsp_runner *runner, rsp_error *error) {
    rsp_status looked = look_at_stub(runner, error);
    if (looked != RSP_OK)
        return looked;
    rsp_run run = {.arena = {.mem = runner->options.mem}};
    runner->stub.allowed |= by_manners(runner->stub.manners);
    runner->asked = true;
    rsp_status status = probe_connect(runner, &run, error);
    if (status == RSP_OK)
        learn(runner);
    if (status == RSP_OK && is_absent(runner, &run))
        status = probe_failed(&run.results[0], error);
    rsp_run_free(&run);
    return status;
}

rsp_stub_facts rsp_runner_facts(const rsp_runner *runner) {
    /* Features worth a line; text where the name alone says too little. */
    static const struct {
        rsp_packet_id packet; /* whose feature it is; UNKNOWN: of no packet, and the text is its name */
        const char *text;
    } notable[] = {
        {RSP_PACKET_UNKNOWN, "multiprocess"},  {RSP_PACKET_QNON_STOP, "non-stop"},
        {RSP_PACKET_MULTI_MEM_READ, NULL},     {RSP_PACKET_JMULTI_BREAKPOINT, NULL},
        {RSP_PACKET_MULTI_BREAKPOINT, NULL},   {RSP_PACKET_UNKNOWN, "fork-events"},
        {RSP_PACKET_QSTART_NO_ACK_MODE, NULL},
    };
    rsp_buf *summary = &((rsp_runner *)(uintptr_t)runner)->summary;
    rsp_buf *supported = &((rsp_runner *)(uintptr_t)runner)->supported;
    rsp_buf_clear(summary);
    for (size_t i = 0; i < RSP_ARRAY_LEN(notable); i++) {
        rsp_packet_id packet = notable[i].packet;
        rsp_bytes text = rsp_bytes_str(notable[i].text);
        rsp_bytes name = packet == RSP_PACKET_UNKNOWN ? text : rsp_packet_feature(packet);
        if (!announces(rsp_buf_bytes(supported), name))
            continue;
        rsp_buf_str(summary, summary->len ? ", " : "");
        rsp_buf_append(summary, text.len ? text : name);
    }
    return (rsp_stub_facts){
        .known = supported->len > 0,
        .architecture = runner->stub.layout.arch,
        .supported = rsp_buf_cstr(supported),
        .summary = rsp_buf_cstr(summary),
        .packet_size = runner->packet_size,
        .num_registers = runner->stub.layout.described ? runner->stub.layout.target.num : 0,
    };
}

/* So that neither verdicts nor costs depend on what the worker ran before, what every scenario may want to
 * know of the stub is asked for on a connection of its own. */
bool probe_target(rsp_runner *runner, const rsp_scenario *scenario) {
    rsp_error ignored = {0};
    if (runner->asked || scenario->play != RSP_PLAY_CLIENT)
        return true;
    rsp_status status = rsp_runner_probe(runner, &ignored); /* the scenario itself tells what is wrong */
    runner->asked = !runner->starved && status != RSP_NO_MEMORY;
    return runner->asked;
}

bool rsp_runner_shares(const rsp_runner *runner) {
    return runner->stub.kept->state == KEPT_OPEN;
}

_Static_assert(2 * ORDER_OWN + 1 < RSP_RUNNER_TURNS, "a turn for each order, and one for hostile scenarios");

bool rsp_runner_saves_starts(const rsp_runner *runner) {
    return sharing_by(&runner->provider, runner->stub.manners) != SHARING_NONE;
}

unsigned rsp_runner_turn(const rsp_runner *runner, const rsp_scenario *scenario) {
    const unsigned hostile = rsp_scenario_has_tag(scenario, RSP_TAG_HOSTILE);
    if (rsp_runner_shares(runner) || rsp_runner_saves_starts(runner))
        return 2 * (unsigned)play_order_of(scenario) + hostile;
    /* A stub that hangs when its client is lost takes no next one. */
    return hostile && play_order_of(scenario) >= ORDER_BEGINS ? 2 : hostile;
}

uint64_t rsp_runner_starts(const rsp_runner *runner) {
    return runner->stub.num_starts;
}

const rsp_manners *rsp_runner_manners(const rsp_runner *runner) {
    return runner->stub.manners;
}
