/* Makes a result of a play: verdict, message, place, what is at stake, the evidence.
 * A broken passive rule may decide over what the steps found.
 * What is kept of the conversation is bounded. */
/* SPDX-License-Identifier: MIT */
#include "run/result.h"

#include "connect/stub_link.h"
#include "play/failure.h"
#include "run/evidence.h"
#include "run/words.h"
#include "steps/halt.h"

#include "codec/explain.h"
#include "core/arena.h"
#include "core/limits.h"
#include "trace/exchange.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum {
    ASKED_COLUMNS = 28,
    ASKED_WHOLE = 40, /* as long as the columns with what is said of the rest */
    ASKED_LONG = 256
}; /* of the request, in a sentence; its length may be what matters */

/* Ids with blanks between them: those of a step, else those of the scenario. */
static const char *join_covers(rsp_arena *arena, const rsp_scenario *s, const requirements_spec *covers) {
    rsp_buf buf = {.mem = arena->mem};
    const size_t num = covers ? covers->num : s->num_covers;
    for (size_t i = 0; i < num; i++) {
        rsp_buf_str(&buf, i ? " " : "");
        rsp_buf_str(&buf, covers ? spec_text(covers->items[i]) : s->covers[i]);
    }
    const char *copy = rsp_arena_str(arena, rsp_buf_cstr(&buf));
    rsp_buf_free(&buf);
    return copy;
}

static const char *rendered(play *p, uint64_t around, size_t before, size_t after) {
    rsp_buf buf = {.mem = p->room.arena.mem};
    const rsp_transcript_style style = {.before = before, .after = after, .epoch_ns = p->times.start_ns};
    rsp_transcript_render(p->t.transcript, &buf, around, &style);
    const char *copy = evidence_lines(&p->room.arena, rsp_buf_bytes(&buf), RSP_LIMIT_EVIDENCE_BYTES);
    rsp_buf_free(&buf);
    return copy;
}

static const char *last_words(play *p) {
    rsp_buf buf = {.mem = p->room.arena.mem};
    rsp_link_end end = rsp_link_ended(p->t.link);
    if (*end.sanitizer)
        rsp_buf_printf(&buf, "%s\n", end.sanitizer);
    words_cut(&buf, words_since(rsp_buf_bytes(&p->words_before), rsp_link_last_words(p->t.link)));
    stub_ask_provider(p, &buf);
    const char *copy = rsp_arena_str(&p->room.arena, rsp_buf_cstr(&buf));
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

/* Only a comparison shows the breach that the step names. A reply may be missing for another reason. */
static bool shows_breach(const failure *f) {
    if (f->requirement)
        return true;
    return f->verdict == RSP_VERDICT_FAIL && (f->came == RSP_CAME_UNKNOWN || f->came == RSP_CAME_OTHER ||
                                              f->came == RSP_CAME_STOP || f->came == RSP_CAME_OK);
}

/* What the stub does, in words of the scenario; "" where it has none for this failure. */
static const char *breach_of(const failure *f) {
    const bool silent = f->came == RSP_CAME_SILENCE || f->came == RSP_CAME_NO_STOP;
    if (!f->requirement && silent && f->unanswered)
        return f->unanswered;
    return shows_breach(f) ? f->breach : "";
}

/* The beginning of a request; one that is really long by its name and length. */
static void append_asked(rsp_buf *out, rsp_bytes payload) {
    const rsp_packet_row *row = rsp_packet_by_id(rsp_packet_identify(payload));
    if (row && payload.len > ASKED_LONG)
        rsp_buf_printf(out, "%s of %zu bytes", rsp_packet_text(row->id), payload.len);
    else
        rsp_printable_append(out, payload, payload.len > ASKED_WHOLE ? ASKED_COLUMNS : ASKED_WHOLE);
}

/* The first wrong exchange, as the transcript shows it. */
static void add_symptom(play *p, rsp_came came, uint64_t entry, rsp_result *out) {
    rsp_buf send = {.mem = p->room.arena.mem};
    rsp_entry request;
    out->symptom = (rsp_symptom){.came = came, .entry = entry};
    rsp_symptom_read(&out->symptom, p->t.transcript, &send);
    out->symptom.send = rsp_arena_str(&p->room.arena, rsp_buf_cstr(&send));
    rsp_buf_clear(&send);
    if (out->symptom.request != RSP_NO_ENTRY &&
        rsp_transcript_get(p->t.transcript, out->symptom.request, &request))
        append_asked(&send, request.payload);
    out->symptom.asked = rsp_arena_str(&p->room.arena, rsp_buf_cstr(&send));
    rsp_buf_free(&send);
}

/* A should that gets no reply is a should that is not followed. A may that gets none is no better: some reply
 * is due to every request. */
static rsp_verdict verdict_of(const failure *f) {
    if (f->level == RSP_LEVEL_MUST || (f->verdict != RSP_VERDICT_FAIL && f->verdict != RSP_VERDICT_HANG))
        return f->verdict;
    return f->level == RSP_LEVEL_SHOULD || f->verdict == RSP_VERDICT_HANG ? RSP_VERDICT_WARN
                                                                          : RSP_VERDICT_PASS;
}

/* A debugger sends 0x03 when its user wants it to, and reads a few bytes wherever a register points. */
static bool is_sent_by_debuggers(const rsp_result *r) {
    enum { READ_BYTES = 64 }; /* a line of GDB's cache of the stack */
    const rsp_symptom *s = &r->symptom;
    const bool read = s->packet == RSP_PACKET_READ_MEMORY && s->oddity == RSP_ODDITY_PLAIN;
    return s->oddity == RSP_ODDITY_HALT || s->oddity == RSP_ODDITY_STOPPED ||
           (read && !r->hostile && s->length > 0 && s->length <= READ_BYTES);
}

/* That one of these kills the stub is a must whatever the scenario's level is. */
static void raise_end(rsp_result *out) {
    const rsp_came came = out->symptom.came;
    if ((came != RSP_CAME_DIED && came != RSP_CAME_CLOSED) || !is_sent_by_debuggers(out))
        return;
    out->level = RSP_LEVEL_MUST;
    out->verdict = out->verdict == RSP_VERDICT_WARN ? RSP_VERDICT_FAIL : out->verdict;
}

static void fill_failure(rsp_runner *r, play *p, const failure *f, rsp_result *out) {
    out->verdict = verdict_of(f);
    out->level = f->level;
    out->message = f->message;
    out->expected = f->expected;
    out->got = f->got;
    out->remark = f->because && *f->because ? f->because : f->remark;
    out->requirements =
        f->requirement ? f->requirement : join_covers(&p->room.arena, p->script.scenario, f->covers);
    out->manual = manual_of(r, out->requirements);
    out->breach = breach_of(f);
    out->common = f->common;
    out->breaks = out->verdict != RSP_VERDICT_ERROR ? spec_text(p->script.spec->breaks) : "";
    if (f->at.line) {
        out->place.line = f->at.line;
        out->place.column = f->at.column;
    }
    out->shown.window = rendered(p, f->entry, 6, 2);
    out->short_wait = f->short_wait;
    if (f->short_wait && (!out->remark || !*out->remark))
        out->remark = "a short wait: this silence had been shown before";
    add_symptom(p, f->came, f->entry, out);
    if (f->late)
        out->symptom.packet = (rsp_packet_id)f->late;
    raise_end(out);
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
    rsp_violation *list = most ? rsp_arena_alloc(&p->room.arena, most * sizeof *list) : NULL;
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
    out->message = rsp_arena_printf(&p->room.arena, "%s: %s", rsp_rule_get(worst->rule)->id, worst->message);
    out->expected = rsp_rule_get(worst->rule)->text;
    out->got = worst->got;
    out->requirements = worst->requirements;
    out->manual = manual_of(r, out->requirements);
    out->shown.window = rendered(p, worst->entry, 6, 2);
    rsp_entry broken;
    const bool packet = rsp_transcript_get(p->t.transcript, worst->entry, &broken) &&
                        broken.kind == RSP_ENTRY_PACKET && broken.direction == RSP_TO_CLIENT;
    add_symptom(p, packet ? rsp_came_of(broken.payload) : RSP_CAME_UNKNOWN, worst->entry, out);
}

/* By name: the line is the same for all cases. */
static const char *again(const rsp_runner *r, play *p, const char *variant_text) {
    rsp_buf buf = {.mem = p->room.arena.mem};
    rsp_buf_printf(&buf, "%s ", r->options.command);
    rsp_buf_shell_word(&buf, p->script.scenario->path);
    rsp_buf_printf(&buf, " --filter %s", p->script.scenario->name);
    if (*variant_text)
        rsp_buf_printf(&buf, " --matrix %s", variant_text);
    if (r->options.seed != 1)
        rsp_buf_printf(&buf, " --seed %llu", (unsigned long long)r->options.seed);
    rsp_buf_str(&buf, " -v");
    const char *copy = rsp_arena_str(&p->room.arena, rsp_buf_cstr(&buf));
    rsp_buf_free(&buf);
    return copy;
}

static bool failed(rsp_verdict verdict) {
    return rsp_verdict_bad(verdict) || verdict == RSP_VERDICT_WARN;
}

/* What is known of every play, whatever came of it. */
static rsp_result plain_result(play *p) {
    const rsp_scenario *s = p->script.scenario;
    const rsp_metrics *metrics = &client_end_exchanges(&p->t)->metrics;
    return (rsp_result){
        .scenario = s->name,
        .title = s->title,
        .hostile = rsp_scenario_has_tag(s, RSP_TAG_HOSTILE),
        .area = s->area,
        .place.path = s->path,
        .place.line = s->line,
        .place.column = 1,
        .requirements = join_covers(&p->room.arena, s, NULL),
        .level = s->level,
        .verdict = RSP_VERDICT_PASS,
        .variant = variant_name(&p->room.arena, &p->script.variant, ' '),
        .cost.round_trips = metrics->round_trips,
        .cost.packets = metrics->packets_to_stub + metrics->packets_from_stub,
        .cost.duration_ns = p->t.link ? rsp_link_now(p->t.link) - p->times.start_ns : 0,
        .fresh = p->process.why_fresh,
    };
}

/* Where there is no program, requests that are about one are refused, and rightly so. */
static bool lacks_program(const play *p, const rsp_result *result) {
    const rsp_symptom *s = &result->symptom;
    const bool refused =
        s->came == RSP_CAME_ERROR ||
        (s->came == RSP_CAME_UNKNOWN && rsp_came_of(client_end_payload(&p->t)) == RSP_CAME_ERROR);
    return p->stub->manners->runs.kind == RSP_PROGRAM_ABSENT && result->verdict != RSP_VERDICT_PASS &&
           refused && !(s->beside & RSP_BESIDE_NAMELESS);
}

/* Whether a notification tells that a program has ended of its own accord: a killed one tells a signal. */
static bool tells_exit(const rsp_entry *e) {
    return e->direction != RSP_TO_STUB && e->kind == RSP_ENTRY_NOTIFICATION &&
           rsp_bytes_starts(e->payload, RSP_LIT("Stop:W"));
}

/* What a stub may kill its program by, wrongly or rightly. */
static bool may_end(const rsp_entry *e) {
    const unsigned effects = RSP_EFFECT_ENDS | RSP_EFFECT_STOPS | RSP_EFFECT_COMMANDS;
    return e->kind == RSP_ENTRY_INTERRUPT ||
           (e->kind == RSP_ENTRY_PACKET && rsp_packet_effect(rsp_packet_identify(e->payload)) & effects);
}

/* A scenario wants a program that goes on for ever, and in non-stop mode this one has come to its end: what
 * failed then is not the stub's doing. */
static bool has_run_out(const play *p, const rsp_result *result) {
    const rsp_transcript *t = p->t.transcript;
    const needs_spec *needs = p->script.spec->needs;
    const bool failed_alone = result->verdict == RSP_VERDICT_FAIL || result->verdict == RSP_VERDICT_WARN;
    if (!needs || !needs->runs || !failed_alone || !t)
        return false;
    for (uint64_t i = p->at.steps_from; i < rsp_transcript_end(t); i++) {
        rsp_entry e;
        if (!rsp_transcript_get(t, i, &e))
            continue;
        if (e.direction == RSP_TO_STUB && may_end(&e))
            return false;
        if (tells_exit(&e))
            return true;
    }
    return false;
}

/* Why the play is a skip; NULL: it is none. A fact that this stub does not give is no trouble of ours. */
static const char *skip_reason(const play *p, step_end end) {
    if (end == STEP_SKIP && p->skipping.why) /* one that came too slowly says what it has found */
        return p->skipping.why;
    return p->failed.failure.verdict == RSP_VERDICT_ERROR && p->failed.noted.verdict == RSP_VERDICT_PASS
               ? p->failed.failure.missing
               : NULL;
}

/* A reply that came after the time-out where no step waited for it. Told once for each packet: the run gives
 * the stub more time afterwards. */
static void note_late(rsp_runner *r, play *p) {
    const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)p->t.waited.slow);
    if (!row || r->probing || !r->patience.on || r->patience.told.late[p->t.waited.slow] ||
        p->failed.failure.verdict != RSP_VERDICT_PASS)
        return;
    r->patience.told.late[p->t.waited.slow] = true;
    const size_t len = strcspn(row->requirements, " .");
    const char *text = rsp_arena_printf(&p->room.arena, "%s %s", (const char *)row->name.ptr,
                                        rsp_came_phrase(RSP_CAME_LATE));
    p->at.step = NULL;
    (void)play_fail(p, &p->script.spec->w, RSP_VERDICT_FAIL,
                    "the reply to %s came after %.0f ms, not within %.0f ms", (const char *)row->name.ptr,
                    (double)p->t.waited.slow_ns / 1e6, (double)p->times.timeout_ns / 1e6);
    p->failed.failure.came = RSP_CAME_LATE;
    p->failed.failure.late = p->t.waited.slow;
    (void)play_name_failure(p, rsp_arena_printf(&p->room.arena, "%.*s", (int)len, row->requirements), text,
                            text);
}

/* A debugger reads by m what the program wants to write, before it answers the call. Told once: the run sends
 * no m in a call afterwards. */
static void note_deaf_calls(rsp_runner *r, play *p) {
    static const char text[] = "m is not answered while a File-I/O call is under way";
    if (r->probing || !p->t.waited.deaf_call || r->patience.told.calls_deaf ||
        p->failed.failure.verdict != RSP_VERDICT_PASS)
        return;
    r->patience.told.calls_deaf = true;
    p->at.step = NULL;
    (void)play_fail(p, &p->script.spec->w, RSP_VERDICT_FAIL, "%s", text);
    p->failed.failure.entry = p->t.waited.deaf_call;
    (void)play_name_failure(p, "FILEIO-001", text, text);
}

/* After the reply to a call nothing came, and 0x03 stops nothing either: it is not what stands beside it, a
 * breakpoint, that does not stop the program. */
static void name_stuck_call(play *p) {
    if (p->failed.failure.came == RSP_CAME_SILENCE && p->t.last_sent.kind == RSP_PACKET_FILE_IO_REPLY &&
        p->stub->manners->bytes.interrupt == RSP_HABIT_NO)
        (void)halt_name_after_call(p);
}

/* How the play ended. */
static void fill_end(rsp_runner *r, play *p, step_end end, rsp_result *out) {
    const char *skip = skip_reason(p, end);
    if (skip) {
        out->verdict = RSP_VERDICT_SKIP;
        out->reason = skip;
        out->other = p->skipping.kind == SKIP_FOR_OTHERS;
        return;
    }
    note_late(r, p);
    note_deaf_calls(r, p);
    name_stuck_call(p);
    if (p->failed.failure.verdict != RSP_VERDICT_PASS)
        fill_failure(r, p, &p->failed.failure, out);
    else if (p->failed.noted.verdict != RSP_VERDICT_PASS)
        fill_failure(r, p, &p->failed.noted, out);
    /* what is odd about the probe's conversation, the scenarios will tell */
    if (p->script.scenario->play == RSP_PLAY_CLIENT && !r->probing)
        add_violations(r, p, out);
    const char *programless = lacks_program(p, out) ? "the stub has no program: ? says that it has ended"
                              : has_run_out(p, out) ? "the program has ended"
                                                    : NULL;
    if (programless) {
        *out = plain_result(p);
        out->verdict = RSP_VERDICT_SKIP;
        out->reason = programless;
    }
    if (out->verdict == RSP_VERDICT_PASS && p->around) { /* it has not shown what it is for */
        out->verdict = RSP_VERDICT_SKIP;
        out->reason = p->around;
    }
}

/* What a reader wants to see of a failure: how to repeat it, the conversation, the stub's last words. */
static void add_evidence(rsp_runner *r, play *p, rsp_result *out) {
    const bool debugger_failed = p->script.scenario->play == RSP_PLAY_STUB && rsp_verdict_bad(out->verdict);
    if (failed(out->verdict))
        out->again = again(r, p, variant_name(&p->room.arena, &p->script.variant, ','));
    if (failed(out->verdict) || r->options.keep_transcripts)
        out->shown.transcript = rendered(p, RSP_NO_ENTRY, 0, 0);
    const bool closed = failed(out->verdict) && out->symptom.came == RSP_CAME_CLOSED; /* it may say why */
    if ((out->verdict == RSP_VERDICT_CRASH || out->verdict == RSP_VERDICT_HANG || debugger_failed ||
         closed) &&
        p->t.link)
        out->shown.last_words = last_words(p);
    evidence_trim(out, &p->room.arena, r->options.evidence);
}

/* The reply that a stub dies of is none that it can give: a read over the end of its buffer may be answered
 * first. Where it died of a longer one, the last that was answered did no harm. */
static void add_metrics(const play *p, const rsp_result *result, rsp_run *run) {
    const rsp_exchanges *exchanges = client_end_exchanges(&p->t);
    rsp_metrics metrics = exchanges->metrics;
    if (result->verdict == RSP_VERDICT_CRASH && result->symptom.length <= exchanges->last_read)
        metrics.most_read = exchanges->survived_read;
    rsp_metrics_merge(&run->metrics, &metrics);
}

rsp_status result_add(rsp_runner *r, play *p, step_end end, rsp_run *run) {
    rsp_result result = plain_result(p);
    result.cost.starts = r->stub.num_starts - r->starts_before;
    const bool starved = r->starved; /* and not by what the report takes */
    fill_end(r, p, end, &result);
    if (starved) {
        result.verdict = RSP_VERDICT_ERROR;
        result.message = "out of memory";
        result.reason = "";
    }
    add_metrics(p, &result, run);
    if (failed(result.verdict) && !r->probing)
        detour_learn(&r->detour, &result.symptom);
    add_evidence(r, p, &result);
    if (r->options.played)
        r->options.played(r->options.ctx, &result, p->t.transcript);
    if (r->options.judge)
        r->options.judge(r->options.ctx, &result);
    rsp_status status = rsp_run_add(run, &result);
    if (status == RSP_OK && r->options.progress)
        r->options.progress(r->options.ctx, p->script.scenario, result.variant,
                            &run->results[run->num_results - 1]);
    return status;
}
