/* The report for people: the answer first, the evidence under it.
 * One block for all conversations together, and a line for each when there are several.
 * Counts have thousands separators, times the unit that suits them. */
/* SPDX-License-Identifier: MIT */
#include "core/text.h"
#include "reports/capture/capture_finding.h"
#include "reports/capture/capture_report.h"

#include "codec/explain.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

enum { TEXT_KINDS = 12, TEXT_SLOWEST = 5 };

void rsp_capture_append_range(rsp_buf *out, uint64_t low, uint64_t high,
                              void (*append)(rsp_buf *, uint64_t)) {
    append(out, low);
    if (low == high)
        return;
    rsp_buf_str(out, " to ");
    append(out, high);
}

size_t rsp_capture_rank_kinds(int *kinds, const rsp_analysis *a) {
    size_t num = 0;
    for (int i = 0; i < RSP_PACKET_END; i++) {
        if (!a->latencies.kinds[i] || a->latencies.kinds[i]->count == 0)
            continue;
        size_t at = num++;
        for (; at > 0 && a->latencies.kinds[kinds[at - 1]]->count < a->latencies.kinds[i]->count; at--)
            kinds[at] = kinds[at - 1];
        kinds[at] = i;
    }
    return num;
}

static void append_quantiles(rsp_buf *out, rsp_quantiles *q) {
#define POINT(name_, permille_) {#name_, permille_},
    static const struct {
        const char *name;
        unsigned permille;
    } points[] = {RSP_CAPTURE_POINT_LIST(POINT)};
#undef POINT
    if (rsp_quantiles_known(q) == 0) {
        rsp_buf_str(out, q->count > 0 ? "not known: no times" : "nothing was answered");
        return;
    }
    for (size_t i = 0; i < RSP_ARRAY_LEN(points); i++) {
        rsp_text_printf(out, "%s%s ", i ? "   " : "", points[i].name);
        rsp_time_append(out, rsp_quantiles_at(q, points[i].permille));
    }
    if (q->steps || q->lost)
        rsp_buf_str(out, "   (within 0.1 %)");
    if (q->unknown > 0) {
        rsp_buf_str(out, "   (");
        rsp_text_count(out, q->unknown);
        rsp_buf_str(out, " without times left out)");
    }
}

static void append_label(rsp_buf *out, const char *label) {
    rsp_text_printf(out, "  %-12s ", label);
}

static void append_log_notes(rsp_buf *out, const rsp_capture_file *f) {
    const rsp_pcap_log *log = &f->log;
    rsp_text_printf(out, "\n  %s", log->form);
    if (log->untimed > 0)
        rsp_buf_str(out, log->untimed == log->pieces ? ": no times, so that no latency is known"
                                                     : ": some packets have no time");
    if (log->cut > 0) {
        rsp_buf_str(out, "\n  ");
        rsp_text_counted(out, log->cut, "packet is", "packets are");
        rsp_text_printf(out, " cut short by the log: bytes count short%s",
                        log->restored > 0 ? "; in GDB: set debug remote-packet-max-chars unlimited" : "");
    }
    if (log->odd > 0) {
        rsp_buf_str(out, "\n  ");
        rsp_text_counted(out, log->odd, "line makes", "lines make");
        rsp_buf_str(out, " no sense");
    }
}

void rsp_capture_append_file_notes(rsp_buf *out, const rsp_capture_file *f) {
    if (f->is_log)
        append_log_notes(out, f);
    for (int k = RSP_FRAME_FRAGMENT; k < RSP_FRAME_CLASSES; k++) {
        if (f->classes[k] == 0)
            continue;
        rsp_buf_str(out, "\n  ");
        rsp_text_counted(out, f->classes[k], "frame", "frames");
        rsp_text_printf(out, " left out: %s (%s)", rsp_frame_class_name((rsp_frame_class)k), f->link);
    }
    if (f->damage.status != RSP_OK)
        rsp_text_printf(out, "\n  DAMAGED %s%s", f->damage.msg,
                        f->frames > 0 ? "; what came before is below" : "");
}

static void append_headline(rsp_buf *out, const rsp_capture_report *r, const rsp_capture_totals *t) {
    bool plain = true;
    for (size_t i = 0; i < r->num_files; i++) {
        rsp_text_shown(out, rsp_bytes_str(r->files[i].path));
        size_t mark = out->len;
        rsp_capture_append_file_notes(out, &r->files[i]);
        plain = r->num_files == 1 && out->len == mark;
        rsp_buf_str(out, plain ? "   " : "\n");
    }
    uint64_t count = r->conversation_count;
    const rsp_conversation *only = count == 1 && r->num_conversations == 1 ? r->conversations[0] : NULL;
    if (only && !rsp_tcp_endpoint_is_log(&only->stub)) {
        rsp_tcp_endpoint_append(out, &only->client);
        rsp_buf_str(out, " -> ");
        rsp_tcp_endpoint_append(out, &only->stub);
        rsp_buf_str(out, "   ");
    }
    rsp_text_counted(out, count, "conversation", "conversations");
    rsp_buf_str(out, "   ");
    if (t->end_ns > 0) {
        rsp_time_append(out, rsp_capture_files_ns(r->files, r->num_files));
        rsp_buf_str(out, "   ");
    }
    rsp_text_counted(out, t->tcp.gaps, "gap", "gaps");
    rsp_buf_str(out, ", ");
    rsp_text_counted(out, t->analysis.metrics.bad_checksums, "bad checksum", "bad checksums");
    rsp_buf_push(out, '\n');
}

void rsp_capture_append_ends(rsp_buf *out, const rsp_capture_report *r, const rsp_conversation *c) {
    if (rsp_tcp_endpoint_is_log(&c->stub)) {
        rsp_text_shown(out, rsp_bytes_str(rsp_capture_file_of(r->files, r->num_files, c->number)->path));
        return;
    }
    rsp_tcp_endpoint_append(out, &c->client);
    rsp_buf_str(out, " -> ");
    rsp_tcp_endpoint_append(out, &c->stub);
}

static void append_conversations(rsp_buf *out, const rsp_capture_report *r) {
    uint64_t count = r->conversation_count;
    if (count < 2)
        return;
    size_t kept = r->num_conversations;
    rsp_buf_push(out, '\n');
    for (size_t i = 0; i < kept; i++) {
        rsp_conversation *c = r->conversations[i];
        rsp_buf_printf(out, "  #%-4llu ", (unsigned long long)c->number);
        rsp_capture_append_ends(out, r, c);
        rsp_buf_str(out, "   ");
        rsp_text_counted(out, c->analysis.metrics.round_trips, "round trip", "round trips");
        rsp_buf_str(out, "   ");
        if (rsp_quantiles_known(&c->analysis.latencies.owed) > 0) {
            rsp_buf_str(out, "median ");
            rsp_time_append(out, rsp_quantiles_at(&c->analysis.latencies.owed, 500));
        } else {
            rsp_buf_str(out, "no latency");
        }
        rsp_text_printf(out, "   %s%s\n", rsp_flow_end_name(c->end), c->from_start ? "" : ", begins inside");
    }
    if (count > kept) {
        append_label(out, "");
        rsp_text_counted(out, count - kept, "more is", "more are");
        rsp_buf_str(out, " in the totals only\n");
    }
}

void rsp_capture_append_tcp(rsp_buf *out, const rsp_capture_totals *t) {
    const struct {
        uint64_t count;
        const char *one;
        const char *many;
    } rows[] = {
        {t->tcp.gap_bytes, "byte missing", "bytes missing"},
        {t->resync_bytes, "byte passed over", "bytes passed over"},
        {t->tcp.retransmissions, "segment sent again", "segments sent again"},
        {t->tcp.overlaps, "overlap", "overlaps"},
        {t->tcp.reordered, "segment out of order", "segments out of order"},
        {t->evicted, "connection given up: too many at a time (--port picks those that count)",
         "connections given up: too many at a time (--port picks those that count)"},
        {t->refused, "connection left out: memory bound", "connections left out: memory bound"},
        {t->foreign, "connection without RSP", "connections without RSP"},
        {t->other_side, "conversation left out: the stub's side of a proxy's recording (--port selects it)",
         "conversations left out: the stub's side of a proxy's recording (--port selects it)"},
        {t->not_chosen, "conversation left out: not the chosen one",
         "conversations left out: not the chosen one"},
    };
    bool any = false;
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        if (rows[i].count == 0)
            continue;
        rsp_buf_str(out, any ? ", " : "");
        rsp_text_counted(out, rows[i].count, rows[i].one, rows[i].many);
        any = true;
    }
}

static void append_tcp(rsp_buf *out, const rsp_capture_totals *t) {
    rsp_buf text = {0};
    rsp_capture_append_tcp(&text, t);
    if (text.len > 0) {
        append_label(out, "tcp");
        rsp_buf_append(out, rsp_buf_bytes(&text));
        rsp_buf_push(out, '\n');
    }
    rsp_buf_free(&text);
}

static void append_whose_time(rsp_buf *out, const rsp_capture_totals *t) {
    const rsp_analysis *a = &t->analysis;
    rsp_buf_str(out, "\n  ");
    rsp_text_counted(out, a->metrics.round_trips, "round trip", "round trips");
    static const rsp_phase order[] = {RSP_PHASE_STUB, RSP_PHASE_PROGRAM, RSP_PHASE_CLIENT};
    for (size_t i = 0; i < RSP_ARRAY_LEN(order) && t->end_ns > 0; i++) {
        rsp_buf_str(out, "   ");
        rsp_time_append(out, a->phase_ns[order[i]]);
        rsp_text_printf(out, " %s", rsp_phase_name(order[i]));
    }
    rsp_buf_push(out, '\n');
}

static void append_summary(rsp_buf *out, const rsp_capture_report *r, rsp_capture_totals *t) {
    rsp_analysis *a = &t->analysis;
    append_whose_time(out, t);
    append_label(out, "packets");
    rsp_text_count(out, a->metrics.packets_to_stub);
    rsp_buf_str(out, " to the stub   ");
    rsp_text_count(out, a->metrics.packets_from_stub);
    rsp_buf_str(out, " from it   ");
    rsp_text_counted(out, a->metrics.notifications, "notification", "notifications");
    rsp_buf_str(out, "   ");
    rsp_text_counted(out, a->metrics.acks, "ack", "acks");
    rsp_buf_str(out, "   ");
    rsp_text_counted(out, a->metrics.retransmissions, "packet sent again", "packets sent again");
    rsp_buf_push(out, '\n');
    append_label(out, "bytes");
    rsp_text_count(out, a->metrics.bytes_to_stub);
    rsp_buf_str(out, " to the stub   ");
    rsp_text_count(out, a->metrics.bytes_from_stub);
    rsp_buf_str(out, " from it\n");
    append_label(out, "latency");
    append_quantiles(out, &a->latencies.owed);
    rsp_buf_push(out, '\n');
    if (r->rtt_ns > 0) {
        /* What is not the stub's own time stays; each round trip costs one more. */
        append_label(out, "at this rtt");
        rsp_time_append(out, r->rtt_ns);
        rsp_buf_str(out, " a round trip, this work would take ");
        rsp_time_append(out,
                        rsp_capture_files_ns(r->files, r->num_files) + a->metrics.round_trips * r->rtt_ns);
        rsp_buf_str(out, t->end_ns > 0 ? "\n" : " at least\n");
    }
    append_tcp(out, t);
}

static void append_kinds(rsp_buf *out, const rsp_capture_report *r, rsp_analysis *a) {
    int kinds[RSP_PACKET_END];
    size_t num = rsp_capture_rank_kinds(kinds, a);
    size_t shown = r->verbose || num <= TEXT_KINDS ? num : TEXT_KINDS;
    if (num == 0)
        return;
    rsp_buf_str(out, "\n  by kind\n");
    for (size_t i = 0; i < shown; i++) {
        rsp_bytes name = rsp_capture_kind_name(kinds[i]);
        rsp_text_printf(out, "    %-32.*s ", (int)name.len, (const char *)name.ptr);
        size_t mark = out->len;
        rsp_text_count(out, a->latencies.kinds[kinds[i]]->count);
        if (rsp_quantiles_known(a->latencies.kinds[kinds[i]]) > 0) {
            rsp_text_printf(out, "%*s", (int)(out->len - mark < 9 ? 9 - (out->len - mark) : 1), "");
            append_quantiles(out, a->latencies.kinds[kinds[i]]);
        }
        rsp_buf_push(out, '\n');
    }
    if (num > shown)
        rsp_buf_printf(out, "    and %zu kinds more: --verbose\n", num - shown);
}

static void append_actions(rsp_buf *out, rsp_analysis *a) {
    if (a->metrics.round_trips == 0)
        return;
    rsp_buf_str(out, "\n  round trips per action\n");
    for (int i = 0; i < RSP_ACTIONS; i++) {
        rsp_quantiles *q = &a->actions[i];
        if (q->count == 0)
            continue;
        rsp_text_printf(out, "    %-20s %6llu %s median %llu   p90 %llu   max %llu",
                        rsp_action_name((rsp_action)i), (unsigned long long)q->count,
                        q->count == 1 ? "time   " : "times  ", (unsigned long long)rsp_quantiles_at(q, 500),
                        (unsigned long long)rsp_quantiles_at(q, 900), (unsigned long long)q->max);
        if (a->action_ns[i] > 0) {
            rsp_buf_str(out, "   in ");
            rsp_time_append(out, a->action_ns[i]);
        }
        rsp_buf_push(out, '\n');
    }
}

static void append_batches(rsp_buf *out, const rsp_analysis *a) {
    if (a->batch_packets == 0)
        return;
    rsp_buf_str(out, "\n  batches      ");
    rsp_text_count(out, a->batch_entries);
    rsp_buf_str(out, " entries in ");
    rsp_text_counted(out, a->batch_packets, "packet", "packets");
    rsp_buf_str(out, "   entries:");
    for (unsigned i = 0; i < RSP_BATCH_BUCKETS; i++) {
        if (a->batches[i] == 0)
            continue;
        unsigned low = i < 2 ? i + 1 : (1U << (i - 1)) + 1;
        rsp_buf_printf(out, "  %u", low);
        if (i >= 2)
            rsp_buf_printf(out, "..%u", 1U << i);
        rsp_buf_printf(out, " x %llu", (unsigned long long)a->batches[i]);
    }
    rsp_buf_push(out, '\n');
}

static void append_findings(rsp_buf *out, const rsp_analysis *a) {
    rsp_capture_finding found[RSP_CAPTURE_FINDINGS];
    rsp_arena arena = {0};
    const size_t num = rsp_capture_findings(found, &arena, a);
    for (size_t i = 0; i < num; i++) {
        rsp_buf_push(out, '\n');
        append_label(out, found[i].label);
        rsp_text_printf(out, "%s%s\n", found[i].text, *found[i].advice ? ";" : "");
        if (*found[i].advice)
            rsp_text_printf(out, "  %-12s %s\n", "", found[i].advice);
    }
    rsp_arena_free(&arena);
}

static void append_slowest(rsp_buf *out, const rsp_capture_report *r) {
    const rsp_analysis *a = &r->totals->analysis;
    if (a->num_slowest == 0)
        return;
    rsp_buf_str(out, "\n  slowest\n");
    for (size_t i = 0; i < a->num_slowest && (r->verbose || i < TEXT_SLOWEST); i++) {
        const rsp_slow *s = &a->slowest[i];
        rsp_buf_str(out, "    ");
        size_t mark = out->len;
        rsp_time_append(out, s->latency_ns);
        const rsp_capture_file *file = rsp_capture_file_of(r->files, r->num_files, s->conversation);
        rsp_text_printf(out, "%*s ", (int)(out->len - mark < 9 ? 9 - (out->len - mark) : 1), "");
        if (r->num_files > 1)
            rsp_text_printf(out, "%s ", file->path);
        rsp_text_printf(out, "%ss %llu -> %llu at ", file->unit, (unsigned long long)s->request_place,
                        (unsigned long long)s->reply_place);
        rsp_time_append(out, s->request_ns > file->start_ns ? s->request_ns - file->start_ns : 0);
        rsp_buf_str(out, "   ");
        size_t len = s->request_len < sizeof s->request ? s->request_len : sizeof s->request;
        rsp_printable_append(out, rsp_bytes_make(s->request, len), 0);
        rsp_buf_str(out, s->request_len > len ? "...\n" : "\n");
    }
}

void rsp_capture_print_text(rsp_buf *out, const rsp_capture_report *r) {
    rsp_capture_totals *t = r->totals;
    append_headline(out, r, t);
    append_conversations(out, r);
    if (r->conversation_count == 0) {
        rsp_buf_str(out, "\n  no conversation of the remote protocol was found");
        rsp_buf_str(out, " among ");
        rsp_text_counted(out, t->flows, "connection", "connections");
        rsp_buf_push(out, '\n');
        append_tcp(out, t);
        return;
    }
    append_summary(out, r, t);
    append_kinds(out, r, &t->analysis);
    append_actions(out, &t->analysis);
    append_batches(out, &t->analysis);
    append_findings(out, &t->analysis);
    append_slowest(out, r);
}
