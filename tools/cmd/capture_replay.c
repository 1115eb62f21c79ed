/* stubborn capture replay: a recorded conversation against a stub that lives, and what is not as it was.
 * Differences first, in the words of the protocol with their place in the capture; then latencies side by
 * side. A stub that goes away is told, with what was replayed until then. */
/* SPDX-License-Identifier: MIT */
#include "cli/data_path.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cmd/capture_input.h"
#include "playback/playback.h"
#include "stubs/stub_config.h"

#include "codec/explain.h"
#include "core/arena.h"
#include <rsp/clock.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

static const uint64_t usual_timeout_ns = 5 * RSP_NS_PER_S;

enum { SHOWN_DIFFERENCES = 10, SHOWN_KINDS = 12, SHOWN_BYTES = 48 };

/* What the report is made from. */
typedef struct report {
    const rsp_capture_dialogue *chosen;
    const rsp_playback *played;
    const stub_config *stub_config;
    rsp_link *link;
    size_t num_requests; /* in the recording */
    bool verbose;
} report;

/* --- differences ---------------------------------------------------------------------------------------- */

static void append_explained(rsp_buf *out, const rsp_playback_difference *d, const report *r,
                             rsp_bytes payload) {
    const rsp_turn *turns = r->chosen->dialogue.turns;
    if (d->output) {
        rsp_printable_append(out, payload, SHOWN_BYTES);
        return;
    }
    rsp_explain_options options = {.direction = RSP_TO_CLIENT,
                                   .notification = turns[d->turn].kind == RSP_TURN_NOTIFICATION,
                                   .max_bytes = 32};
    if (d->request != RSP_NO_TURN)
        options.request = turns[d->request].payload;
    rsp_explain(out, payload, &options);
}

static void append_quoted(rsp_buf *out, rsp_bytes text) {
    rsp_buf_push(out, '\'');
    rsp_printable_append(out, rsp_bytes_sub(text, 0, SHOWN_BYTES), 0);
    rsp_buf_str(out, text.len > SHOWN_BYTES ? "...'" : "'");
}

/* The place within the payload, for what the words above do not show. */
static void append_place(rsp_buf *out, const rsp_difference *what) {
    if (what->structural) {
        rsp_buf_printf(out, "      at byte    %zu: ", what->expected_at);
        append_quoted(out, what->expected);
        rsp_buf_str(out, " against ");
        append_quoted(out, what->got);
    } else if (what->kind == RSP_VARYING_DATA_HEX || what->kind == RSP_VARYING_REGISTERS ||
               what->kind == RSP_VARYING_DATA_BIN) {
        size_t digits = what->kind == RSP_VARYING_DATA_BIN ? 1 : 2;
        rsp_buf_printf(out, "      at byte    %zu of the %s: ", what->data_offset,
                       what->kind == RSP_VARYING_REGISTERS ? "registers" : "data");
        rsp_bytes ours = rsp_bytes_sub(what->expected, what->data_offset * digits, 8 * digits);
        rsp_bytes theirs = rsp_bytes_sub(what->got, what->data_offset * digits, 8 * digits);
        append_quoted(out, ours);
        rsp_buf_str(out, " against ");
        append_quoted(out, theirs);
    } else {
        rsp_buf_printf(out, "      %-10s ", rsp_varying_name(what->kind));
        append_quoted(out, what->expected);
        if (what->have_wanted)
            rsp_buf_printf(out, " was %llx until now, and is ", (unsigned long long)what->wanted);
        else
            rsp_buf_str(out, what->contradiction ? " is what had another name until now: " : " against ");
        append_quoted(out, what->got);
    }
    rsp_buf_push(out, '\n');
}

static void append_difference(rsp_buf *out, const report *r, const rsp_playback_difference *d) {
    const rsp_turn *turns = r->chosen->dialogue.turns;
    const rsp_turn *turn = &turns[d->turn];
    rsp_buf_printf(out, "\n  %s %-6llu ", r->chosen->unit, (unsigned long long)turn->place);
    if (d->request != RSP_NO_TURN)
        rsp_printable_append(out, turns[d->request].payload, SHOWN_BYTES);
    else
        rsp_buf_str(out, d->output ? "the program's output" : rsp_turn_name(turn->kind));
    rsp_buf_str(out, "\n      expected   ");
    append_explained(out, d, r, d->expected);
    rsp_buf_str(out, "\n      got        ");
    if (d->missing)
        rsp_buf_printf(out, "nothing: %s",
                       r->played->status == RSP_OK ? "it did not come" : rsp_status_text(r->played->status));
    else
        append_explained(out, d, r, d->got);
    rsp_buf_push(out, '\n');
    if (!d->missing && !d->output)
        append_place(out, &d->what);
}

static void append_differences(rsp_buf *out, const report *r) {
    size_t kept = r->played->num_differences < RSP_PLAYBACK_DIFFERENCES ? r->played->num_differences
                                                                        : RSP_PLAYBACK_DIFFERENCES;
    size_t shown = r->verbose || kept < SHOWN_DIFFERENCES ? kept : SHOWN_DIFFERENCES;
    for (size_t i = 0; i < shown; i++)
        append_difference(out, r, &r->played->differences[i]);
    if (r->played->num_differences > shown)
        rsp_buf_printf(out, "\n  and %zu differences more%s\n", r->played->num_differences - shown,
                       shown < kept ? ": --verbose" : "");
}

/* --- latency -------------------------------------------------------------------------------------------- */

/* Of one dialogue, up to a turn. */
static void gather(rsp_quantiles *kinds, const rsp_dialogue *d, size_t turns, bool timed) {
    for (size_t i = 0; i < turns && i < d->num_turns; i++) {
        if (d->turns[i].kind != RSP_TURN_REPLY)
            continue;
        if (timed)
            rsp_quantiles_add(&kinds[d->turns[i].packet], d->turns[i].latency_ns);
        else
            rsp_quantiles_add_unknown(&kinds[d->turns[i].packet]);
    }
}

static void append_pair(rsp_buf *out, rsp_quantiles *q) {
    size_t mark = out->len;
    if (rsp_quantiles_known(q) == 0) {
        rsp_buf_str(out, "-");
    } else {
        rsp_time_append(out, rsp_quantiles_at(q, 500));
        rsp_buf_str(out, " / ");
        rsp_time_append(out, rsp_quantiles_at(q, 990));
    }
    rsp_buf_printf(out, "%*s", (int)(out->len - mark < 22 ? 22 - (out->len - mark) : 1), "");
}

/* The kind with most answers among those not shown yet; 0 when there is none and -1 when all are shown. */
static int next_kind(const rsp_quantiles *kinds, const bool *shown) {
    int best = -1;
    for (int i = 0; i < RSP_PACKET_END; i++)
        if (!shown[i] && kinds[i].count > 0 && (best < 0 || kinds[i].count > kinds[best].count))
            best = i;
    return best;
}

static void append_latency(rsp_buf *out, const report *r) {
    static rsp_quantiles recorded[RSP_PACKET_END]; /* large, and used once */
    static rsp_quantiles live[RSP_PACKET_END];
    bool shown[RSP_PACKET_END] = {0};
    gather(recorded, &r->chosen->dialogue, r->played->done, !r->chosen->summary.untimed);
    gather(live, r->played->live, SIZE_MAX, true);
    rsp_buf_printf(out, "\n  latency, median / p99               recorded              live%s\n",
                   rsp_link_is_virtual(r->link) ? " (virtual time)" : "");
    for (int rank = 0, kind = 0; (kind = next_kind(recorded, shown)) >= 0; rank++) {
        shown[kind] = true;
        if (rank >= SHOWN_KINDS && !r->verbose)
            continue;
        rsp_bytes name = rsp_capture_kind_name(kind);
        rsp_buf_printf(out, "    %-24.*s %6llu ", (int)name.len, (const char *)name.ptr,
                       (unsigned long long)recorded[kind].count);
        append_pair(out, &recorded[kind]);
        append_pair(out, &live[kind]);
        while (out->len > 0 && out->ptr[out->len - 1] == ' ')
            out->len--;
        rsp_buf_push(out, '\n');
    }
    for (int i = 0; i < RSP_PACKET_END; i++) {
        rsp_quantiles_free(&recorded[i]);
        rsp_quantiles_free(&live[i]);
    }
}

/* --- the report ----------------------------------------------------------------------------------------- */

static void append_end(rsp_buf *out, const report *r) {
    const rsp_playback *p = r->played;
    if (p->status == RSP_OK)
        return;
    const rsp_turn *turn = &r->chosen->dialogue.turns[p->done];
    rsp_buf_printf(out, "  ENDED        at %s %llu: ", r->chosen->unit, (unsigned long long)turn->place);
    if (p->status == RSP_TIMEOUT)
        rsp_buf_str(out, "the stub did not answer in time");
    else
        rsp_buf_str(out, rsp_status_text(p->status));
    rsp_link_end end = rsp_link_ended(r->link);
    if (end.kind != RSP_END_NO_CHILD)
        rsp_buf_printf(out, " (%s)", end.text);
    rsp_buf_push(out, '\n');
    rsp_bytes words = rsp_link_last_words(r->link);
    if (words.len > 0) {
        rsp_buf_str(out, "               its last words: ");
        rsp_printable_append(out, rsp_bytes_from(words, words.len > 200 ? words.len - 200 : 0), 0);
        rsp_buf_push(out, '\n');
    }
}

static void append_report(rsp_buf *out, const report *r) {
    const rsp_playback *p = r->played;
    rsp_capture_dialogue_append_name(out, r->chosen);
    rsp_buf_printf(out, "   against %s\n\n  replayed     ", stub_config_name(r->stub_config));
    rsp_report_count(out, p->sent);
    rsp_buf_str(out, " of ");
    rsp_report_count(out, r->num_requests);
    rsp_buf_printf(out, " requests   %zu packets of the stub as recorded   %zu differ\n", p->alike,
                   p->num_differences);
    if (p->unexpected > 0)
        rsp_buf_printf(out, "  besides      %zu packets that the recording does not have\n", p->unexpected);
    rsp_buf_printf(out, "  mapped       %zu thread and process ids, %zu pages that lie elsewhere\n",
                   rsp_value_map_ids(&p->parts), rsp_value_map_moved_pages(&p->parts));
    if (r->chosen->dialogue.damaged > 0)
        rsp_buf_printf(out, "  left out     %llu packets that the capture has not whole\n",
                       (unsigned long long)r->chosen->dialogue.damaged);
    append_end(out, r);
    append_differences(out, r);
    append_latency(out, r);
}

static void append_report_json(rsp_buf *out, const report *r) {
    const rsp_playback *p = r->played;
    rsp_buf_printf(
        out,
        "{\n  \"requests\": %zu,\n  \"replayed\": %zu,\n  \"alike\": %zu,\n"
        "  \"differences\": %zu,\n  \"unexpected\": %zu,\n  \"ids\": %zu,\n  \"moved_pages\": %zu,\n"
        "  \"end\": \"%s\",\n  \"frames\": [",
        r->num_requests, p->sent, p->alike, p->num_differences, p->unexpected, rsp_value_map_ids(&p->parts),
        rsp_value_map_moved_pages(&p->parts), rsp_status_name(p->status));
    for (size_t i = 0; i < p->num_differences && i < RSP_PLAYBACK_DIFFERENCES; i++)
        rsp_buf_printf(out, "%s%llu", i ? ", " : "",
                       (unsigned long long)r->chosen->dialogue.turns[p->differences[i].turn].place);
    rsp_buf_str(out, "]\n}\n");
}

/* --- playing -------------------------------------------------------------------------------------------- */

static rsp_status render(rsp_buf *out, void *played, rsp_bytes format, const rsp_report_options *style) {
    (void)style;
    if (rsp_bytes_equal(format, RSP_LIT("json")))
        append_report_json(out, played);
    else
        append_report(out, played);
    return out->status;
}

static int play(const command *self, const capture_use *use, report *r, const option_list *outputs) {
    rsp_dialogue live = {0};
    rsp_transcript *transcript = rsp_transcript_new(NULL);
    uint64_t timeout_ns = use->timeout_ns ? use->timeout_ns : usual_timeout_ns;
    rsp_session_options options = {.timeout_ns = timeout_ns, .transcript = transcript};
    rsp_session *session = transcript ? rsp_session_new(r->link, &options) : NULL;
    rsp_playback p = {.recorded = &r->chosen->dialogue,
                      .session = session,
                      .live = &live,
                      .timeout_ns = timeout_ns,
                      .pauses = use->pauses};
    int code = EXIT_FINE;
    if (!session || !rsp_transcript_observe(transcript, rsp_dialogue_observe, &live) ||
        rsp_playback_run(&p) != RSP_OK) {
        code = command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    } else {
        r->played = &p;
        rsp_error error = {0};
        bool as_recorded = p.num_differences == 0 && p.unexpected == 0 && p.status == RSP_OK;
        code = as_recorded ? EXIT_FINE : EXIT_FINDINGS;
        if (p.status != RSP_OK && rsp_link_stats_get(r->link).bytes_in == 0)
            code = EXIT_UNREACHABLE; /* who never said a word was never there */
        if (output_write(outputs, "text", render, r, false, &error) != RSP_OK)
            code = command_fail(self, &error);
    }
    rsp_playback_free(&p);
    rsp_session_free(session);
    rsp_transcript_free(transcript);
    rsp_dialogue_free(&live);
    r->played = NULL;
    return code;
}

static int open_and_play(const command *self, const capture_use *use, report *r, const option_list *outputs) {
    stub_config src = {0};
    rsp_arena arena = {0};
    rsp_diagnostics diagnostics = {0};
    rsp_error error = {0};
    stub_opener *worker = NULL;
    rsp_status status = stub_config_init(&src, use->stub, data_path_scenarios(&arena), interrupt_flag(),
                                         &diagnostics, &error);
    if (status == RSP_OK) {
        rsp_stub_request request = {.program = use->program ? use->program : ""};
        worker = stub_opener_new(&src);
        status = worker ? stub_opener_open(worker, &r->link, &request, &error)
                        : rsp_fail(&error, RSP_NO_MEMORY, "no memory");
    }
    r->stub_config = &src;
    int code = status == RSP_OK ? play(self, use, r, outputs) : command_fail(self, &error);
    if (status == RSP_DIED)
        code = EXIT_UNREACHABLE; /* it never listened */
    if (r->link)
        stub_opener_closing(worker, r->link);
    rsp_link_close(r->link);
    stub_opener_free(worker);
    stub_config_free(&src);
    rsp_diagnostics_free(&diagnostics);
    rsp_arena_free(&arena);
    r->stub_config = NULL;
    return code;
}

int capture_replay(const command *self, const capture_args *args, const option_list *paths) {
    if (!args->use.stub)
        return command_usage(self, "replay: against which stub? for example --stub tcp:127.0.0.1:1234");
    if (paths->num != 1)
        return command_usage(self, "replay: one file at a time");
    rsp_capture_dialogues chosen = {0};
    int code = EXIT_FINE;
    if (!capture_load_one(&chosen, self, args, paths->items[0], &code))
        return code;
    report r = {.chosen = chosen.items[0], .verbose = args->verbose};
    const rsp_dialogue *dialogue = &r.chosen->dialogue;
    for (size_t i = 0; i < dialogue->num_turns; i++)
        r.num_requests += dialogue->turns[i].kind == RSP_TURN_REQUEST;
    interrupt_catch();
    int played = open_and_play(self, &args->use, &r, &args->outputs);
    rsp_capture_dialogues_free(&chosen);
    return played ? played : code;
}
