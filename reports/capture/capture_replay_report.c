/* Differences first, each with its place in the capture and within the payload; then latencies side by side.
 * A stub that went away is told with what was replayed until then.
 * See capture_replay_report.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/capture/capture_replay_report.h"

#include "reports/capture/capture_report.h"

#include "codec/explain.h"
#include "core/quantile.h"
#include "document/document.h"
#include "document/record.h"
#include "document/text.h"
#include <inttypes.h>
#include <jansson.h>
#include <rsp/clock.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { SHOWN_DIFFERENCES = 10, SHOWN_KINDS = 12, SHOWN_BYTES = 48, LAST_WORDS = 200 };

/* A text that is put together; it lives as long as the document. Frees the buffer. */
static const char *kept(rsp_document *d, rsp_buf *text) {
    const char *copy = rsp_arena_str(&d->arena, rsp_buf_cstr(text));
    rsp_buf_free(text);
    return copy;
}

/* Labels in one column, at `indent`. */
static rsp_table *labels(rsp_document *d, unsigned indent, unsigned width) {
    rsp_table *t = rsp_document_table(d, "");
    t->indent = indent;
    rsp_table_column(t, false, "%s", "");
    rsp_table_column(t, false, "%s", "");
    t->columns[0].width = width;
    return t;
}

/* --- differences ---------------------------------------------------------------------------------------- */

static void append_explained(rsp_buf *out, const rsp_playback_difference *d, const rsp_replay_report *r,
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

static bool shows_data(rsp_varying_kind kind) {
    return kind == RSP_VARYING_DATA_HEX || kind == RSP_VARYING_REGISTERS || kind == RSP_VARYING_DATA_BIN;
}

static void append_data(rsp_buf *out, const rsp_difference *what) {
    const size_t digits = what->kind == RSP_VARYING_DATA_BIN ? 1 : 2;
    rsp_text_printf(out, "%zu of the %s: ", what->data_offset,
                    what->kind == RSP_VARYING_REGISTERS ? "registers" : "data");
    append_quoted(out, rsp_bytes_sub(what->expected, what->data_offset * digits, 8 * digits));
    rsp_buf_str(out, " against ");
    append_quoted(out, rsp_bytes_sub(what->got, what->data_offset * digits, 8 * digits));
}

static void append_value(rsp_buf *out, const rsp_difference *what) {
    append_quoted(out, what->expected);
    if (what->have_wanted)
        rsp_buf_printf(out, " was %" PRIx64 " until now, and is ", what->wanted);
    else
        rsp_buf_str(out, what->contradiction ? " is what had another name until now: " : " against ");
    append_quoted(out, what->got);
}

/* The place within the payload, for what the words above do not show. */
static void add_place(rsp_document *d, rsp_table *t, const rsp_difference *what) {
    rsp_buf text = {0};
    const char *label = "at byte";
    if (what->structural) {
        rsp_buf_printf(&text, "%zu: ", what->expected_at);
        append_quoted(&text, what->expected);
        rsp_buf_str(&text, " against ");
        append_quoted(&text, what->got);
    } else if (shows_data(what->kind)) {
        append_data(&text, what);
    } else {
        label = rsp_varying_name(what->kind);
        append_value(&text, what);
    }
    rsp_table_text(t, "%s", label);
    rsp_table_text(t, "%s", kept(d, &text));
}

static const char *explained(rsp_document *d, const rsp_playback_difference *what, const rsp_replay_report *r,
                             rsp_bytes payload) {
    rsp_buf text = {0};
    append_explained(&text, what, r, payload);
    return kept(d, &text);
}

static void describe_difference(rsp_document *d, const rsp_replay_report *r,
                                const rsp_playback_difference *what) {
    const rsp_turn *turns = r->chosen->dialogue.turns;
    const rsp_turn *turn = &turns[what->turn];
    rsp_buf request = {0};
    if (what->request != RSP_NO_TURN)
        rsp_printable_append(&request, turns[what->request].payload, SHOWN_BYTES);
    else
        rsp_buf_str(&request, what->output ? "the program's output" : rsp_turn_name(turn->kind));
    rsp_document_gap(d);
    rsp_document_paragraph(d, "  %s %-6" PRIu64 " %s", r->chosen->unit, turn->place, kept(d, &request));
    rsp_table *t = labels(d, 6, 11);
    rsp_table_text(t, "expected");
    rsp_table_text(t, "%s", explained(d, what, r, what->expected));
    rsp_table_text(t, "got");
    if (what->missing)
        rsp_table_text(t, "nothing: %s",
                       r->played->status == RSP_OK ? "it did not come" : rsp_status_text(r->played->status));
    else
        rsp_table_text(t, "%s", explained(d, what, r, what->got));
    if (!what->missing && !what->output)
        add_place(d, t, &what->what);
}

static size_t kept_differences(const rsp_playback *p) {
    return p->num_differences < RSP_PLAYBACK_DIFFERENCES ? p->num_differences : RSP_PLAYBACK_DIFFERENCES;
}

static void describe_differences(rsp_document *d, const rsp_replay_report *r, bool verbose) {
    const size_t num = kept_differences(r->played);
    const size_t shown = verbose || num < SHOWN_DIFFERENCES ? num : SHOWN_DIFFERENCES;
    for (size_t i = 0; i < shown; i++)
        describe_difference(d, r, &r->played->differences[i]);
    if (r->played->num_differences <= shown)
        return;
    rsp_document_gap(d);
    rsp_document_paragraph(d, "  and %zu differences more%s", r->played->num_differences - shown,
                           shown < num ? ": --verbose" : "");
}

/* --- latency -------------------------------------------------------------------------------------------- */

/* Latencies by kind, of both sides. */
typedef struct latencies {
    rsp_quantiles recorded[RSP_PACKET_END];
    rsp_quantiles live[RSP_PACKET_END];
} latencies;

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

static const char *pair_of(rsp_document *d, rsp_quantiles *q) {
    rsp_buf text = {0};
    if (rsp_quantiles_known(q) == 0)
        return "-";
    rsp_time_append(&text, rsp_quantiles_at(q, 500));
    rsp_buf_str(&text, " / ");
    rsp_time_append(&text, rsp_quantiles_at(q, 990));
    return kept(d, &text);
}

/* The kind with most answers among those not shown yet; 0 when there is none and -1 when all are shown. */
static int next_kind(const rsp_quantiles *kinds, const bool *shown) {
    int best = -1;
    for (int i = 0; i < RSP_PACKET_END; i++)
        if (!shown[i] && kinds[i].count > 0 && (best < 0 || kinds[i].count > kinds[best].count))
            best = i;
    return best;
}

static void describe_kinds(rsp_document *d, latencies *l, const char *live, bool verbose) {
    static const unsigned widths[] = {27, 7, 22, 0};
    bool shown[RSP_PACKET_END] = {0};
    rsp_table *t = rsp_document_table(d, "");
    t->indent = 2;
    rsp_table_column(t, false, "latency, median / p99");
    rsp_table_column(t, true, "%s", "");
    rsp_table_column(t, false, "  recorded");
    rsp_table_column(t, false, "  live%s", live);
    for (size_t i = 0; i < RSP_ARRAY_LEN(widths); i++)
        t->columns[i].width = widths[i];
    for (int rank = 0, kind = 0; (kind = next_kind(l->recorded, shown)) >= 0; rank++) {
        shown[kind] = true;
        if (rank >= SHOWN_KINDS && !verbose)
            continue;
        const rsp_bytes name = rsp_capture_kind_name(kind);
        rsp_table_text(t, "  %.*s", (int)name.len, (const char *)name.ptr);
        rsp_table_text(t, "%" PRIu64, (uint64_t)l->recorded[kind].count);
        rsp_table_text(t, " %s", pair_of(d, &l->recorded[kind]));
        rsp_table_text(t, " %s", pair_of(d, &l->live[kind]));
    }
}

static rsp_status describe_latency(rsp_document *d, const rsp_replay_report *r, bool verbose) {
    latencies *l = rsp_mem_calloc(d->arena.mem, 1, sizeof *l);
    if (!l)
        return RSP_NO_MEMORY;
    gather(l->recorded, &r->chosen->dialogue, r->played->done, !r->chosen->summary.untimed);
    gather(l->live, r->played->live, SIZE_MAX, true);
    rsp_document_gap(d);
    describe_kinds(d, l, r->virtual_time ? " (virtual time)" : "", verbose);
    for (int i = 0; i < RSP_PACKET_END; i++) {
        rsp_quantiles_free(&l->recorded[i]);
        rsp_quantiles_free(&l->live[i]);
    }
    rsp_mem_free(d->arena.mem, l);
    return RSP_OK;
}

/* --- the report ----------------------------------------------------------------------------------------- */

static uint64_t requests_of(const rsp_replay_report *r) {
    const rsp_dialogue *dialogue = &r->chosen->dialogue;
    uint64_t num = 0;
    for (size_t i = 0; i < dialogue->num_turns; i++)
        num += dialogue->turns[i].kind == RSP_TURN_REQUEST;
    return num;
}

static void describe_end(rsp_document *d, const rsp_replay_report *r, rsp_table *t) {
    const rsp_playback *p = r->played;
    rsp_buf words = {0};
    if (p->status == RSP_OK)
        return;
    const rsp_turn *turn = &r->chosen->dialogue.turns[p->done];
    const char *how =
        p->status == RSP_TIMEOUT ? "the stub did not answer in time" : rsp_status_text(p->status);
    rsp_table_text(t, "ENDED");
    rsp_table_text(t, "at %s %" PRIu64 ": %s%s%s%s", r->chosen->unit, turn->place, how, *r->end ? " (" : "",
                   r->end, *r->end ? ")" : "");
    if (r->last_words.len == 0)
        return;
    rsp_printable_append(
        &words,
        rsp_bytes_from(r->last_words, r->last_words.len > LAST_WORDS ? r->last_words.len - LAST_WORDS : 0),
        0);
    rsp_table_text(t, "%s", "");
    rsp_table_text(t, "its last words: %s", kept(d, &words));
}

static const char *count_of(rsp_document *d, uint64_t count) {
    rsp_buf text = {0};
    rsp_text_count(&text, count);
    return kept(d, &text);
}

static void describe_head(rsp_document *d, const rsp_replay_report *r) {
    const rsp_playback *p = r->played;
    rsp_buf name = {0};
    rsp_capture_dialogue_append_name(&name, r->chosen);
    rsp_document_paragraph(d, "%s   against %s", kept(d, &name), r->stub);
    rsp_document_gap(d);
    rsp_table *t = labels(d, 2, 13);
    rsp_table_text(t, "replayed");
    rsp_table_text(t, "%s of %s requests   %zu packets of the stub as recorded   %zu differ",
                   count_of(d, p->sent), count_of(d, requests_of(r)), p->alike, p->num_differences);
    if (p->unexpected > 0) {
        rsp_table_text(t, "besides");
        rsp_table_text(t, "%zu packets that the recording does not have", p->unexpected);
    }
    rsp_table_text(t, "mapped");
    rsp_table_text(t, "%zu thread and process ids, %zu pages that lie elsewhere",
                   rsp_value_map_ids(&p->parts), rsp_value_map_moved_pages(&p->parts));
    if (r->chosen->dialogue.damaged > 0) {
        rsp_table_text(t, "left out");
        rsp_table_text(t, "%" PRIu64 " packets that the capture has not whole",
                       (uint64_t)r->chosen->dialogue.damaged);
    }
    describe_end(d, r, t);
}

rsp_status rsp_capture_replay_text(rsp_buf *out, const rsp_replay_report *r, bool verbose) {
    rsp_document d = {.arena.mem = out->mem};
    describe_head(&d, r);
    describe_differences(&d, r, verbose);
    rsp_status status = describe_latency(&d, r, verbose);
    if (status == RSP_OK)
        status = rsp_document_terminal(out, &d, (rsp_terminal_style){.whole = true});
    rsp_document_free(&d);
    return status;
}

/* --- JSON ----------------------------------------------------------------------------------------------- */

static uint64_t ids_field(const void *from, unsigned arg) {
    (void)arg;
    return rsp_value_map_ids(&((const rsp_playback *)from)->parts);
}

static uint64_t pages_field(const void *from, unsigned arg) {
    (void)arg;
    return rsp_value_map_moved_pages(&((const rsp_playback *)from)->parts);
}

static const char *end_field(const void *from) {
    return rsp_status_name(((const rsp_playback *)from)->status);
}

static const rsp_field playback_fields[] = {
    RSP_FIELD_AS("replayed", rsp_playback, sent, SIZE),
    RSP_FIELD(rsp_playback, alike, SIZE),
    RSP_FIELD_AS("differences", rsp_playback, num_differences, SIZE),
    RSP_FIELD(rsp_playback, unexpected, SIZE),
    RSP_FIELD_BY("ids", NUMBER, .number = ids_field),
    RSP_FIELD_BY("moved_pages", NUMBER, .number = pages_field),
    RSP_FIELD_BY("end", TEXT, .text = end_field),
};
static const rsp_record playback_record = RSP_RECORD(rsp_playback, playback_fields);

static json_t *frames_of(rsp_json_build *b, const rsp_replay_report *r) {
    json_t *list = json_array();
    for (size_t i = 0; i < kept_differences(r->played); i++)
        rsp_json_add(
            b, list,
            json_integer((json_int_t)r->chosen->dialogue.turns[r->played->differences[i].turn].place));
    return list;
}

rsp_status rsp_capture_replay_json(rsp_buf *out, const rsp_replay_report *r) {
    rsp_json_build b = {.clean = {.mem = out->mem}};
    json_t *object = json_object();
    rsp_json_number(&b, object, "requests", requests_of(r));
    rsp_record_put(&b, object, &playback_record, r->played);
    rsp_json_set(&b, object, "frames", frames_of(&b, r));
    return rsp_json_print(&b, object, out);
}
