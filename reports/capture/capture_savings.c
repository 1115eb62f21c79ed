/* A kind of packet is a row, from which CSV and JSON are written.
 * For conditions, the packets are the requests at hidden stops, and the conditions in the stub save some.
 * See capture_savings.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/capture/capture_savings.h"

#include <inttypes.h>

#include "document/record.h"
#include "document/text.h"
#include "reports/capture/capture_report.h"
#include <jansson.h>
#include <rsp/clock.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

typedef struct row {
    uint64_t packets;
    uint64_t best_packets;
    uint64_t worst_packets;
    uint64_t saved_least;
    uint64_t saved_most;
    uint64_t saved_least_ns;
    uint64_t saved_most_ns;
} row;

static const rsp_field packet_fields[] = {
    RSP_NUMBER(row, packets),
    RSP_NUMBER(row, best_packets),
    RSP_NUMBER(row, worst_packets),
};
static const rsp_record packet_record = RSP_RECORD(row, packet_fields);

static const rsp_field saved_fields[] = {
    RSP_NUMBER(row, saved_least),
    RSP_NUMBER(row, saved_most),
    RSP_NUMBER(row, saved_least_ns),
    RSP_NUMBER(row, saved_most_ns),
};
static const rsp_record saved_record = RSP_RECORD(row, saved_fields);

static const rsp_field row_fields[] = {
    {.kind = RSP_FIELD_RECORD, .of = &packet_record},
    {.kind = RSP_FIELD_RECORD, .of = &saved_record},
};
static const rsp_record row_record = RSP_RECORD(row, row_fields);

static const rsp_field hidden_fields[] = {
    RSP_NUMBER(rsp_hidden_saving, breakpoints),
    RSP_FIELD_AS("stops_least", rsp_hidden_saving, least_stops, NUMBER),
    RSP_FIELD_AS("stops_most", rsp_hidden_saving, most_stops, NUMBER),
};
static const rsp_record hidden_record = RSP_RECORD(rsp_hidden_saving, hidden_fields);

static row row_of(uint64_t packets, uint64_t best, uint64_t worst, uint64_t least, uint64_t most,
                  uint64_t rtt_ns) {
    return (row){packets, best, worst, least, most, least * rtt_ns, most * rtt_ns};
}

enum { READS, POINTS, CONDITIONS, ROWS };

static const char *name_of(int which) {
    return which == READS    ? rsp_packet_text(RSP_PACKET_MULTI_MEM_READ)
           : which == POINTS ? rsp_packet_text(RSP_PACKET_MULTI_BREAKPOINT)
                             : "conditions";
}

static void fill(row rows[ROWS], const rsp_capture_savings *s) {
    const rsp_saving *savings[] = {&s->whatif->reads, &s->whatif->points};
    const rsp_hidden_saving *h = &s->whatif->hidden;
    for (int i = 0; i < CONDITIONS; i++)
        rows[i] = row_of(savings[i]->packets, savings[i]->best, savings[i]->worst,
                         rsp_saving_least(savings[i]), rsp_saving_most(savings[i]), s->rtt_ns);
    rows[CONDITIONS] =
        row_of(h->most_trips, 0, h->most_trips - h->least_trips, h->least_trips, h->most_trips, s->rtt_ns);
}

void rsp_capture_savings_csv(rsp_buf *out, const rsp_capture_savings *s) {
    row rows[ROWS];
    fill(rows, s);
    rsp_buf_str(out, "what,");
    rsp_record_csv_keys(out, &row_record);
    for (int i = 0; i < ROWS; i++) {
        rsp_text_printf(out, "\n%s,", name_of(i));
        rsp_record_csv_values(out, &row_record, &rows[i]);
    }
    rsp_buf_push(out, '\n');
}

rsp_status rsp_capture_savings_json(rsp_buf *out, const rsp_capture_savings *s) {
    rsp_json_build b = {0};
    json_t *root = json_object();
    row rows[ROWS];
    fill(rows, s);
    for (int i = 0; i < ROWS; i++) {
        json_t *object = json_object();
        rsp_record_put(&b, object, i == CONDITIONS ? &hidden_record : &packet_record,
                       i == CONDITIONS ? (const void *)&s->whatif->hidden : &rows[i]);
        rsp_record_put(&b, object, &saved_record, &rows[i]);
        rsp_json_set(&b, root, name_of(i), object);
    }
    rsp_json_number(&b, root, "stops", s->whatif->stops);
    rsp_json_number(&b, root, "round_trips", s->round_trips);
    rsp_json_number(&b, root, "rtt_ns", s->rtt_ns);
    return rsp_json_print(&b, root, out);
}

/* --- for people ----------------------------------------------------------------------------------------- */

static void append_saving(rsp_buf *out, const char *name, const rsp_saving *s, uint64_t rtt_ns) {
    rsp_text_printf(out, "  %-16s ", name);
    if (s->packets == 0) {
        rsp_buf_str(out, "nothing to batch\n");
        return;
    }
    rsp_text_counted(out, s->packets, "packet becomes ", "packets become ");
    rsp_capture_append_range(out, s->best, s->worst, rsp_text_count);
    if (rsp_saving_most(s) == 0) {
        rsp_buf_str(out, ": saves nothing\n");
        return;
    }
    rsp_buf_str(out, ": saves ");
    rsp_capture_append_range(out, rsp_saving_least(s), rsp_saving_most(s), rsp_text_count);
    rsp_buf_str(out, rsp_saving_most(s) == 1 ? " round trip" : " round trips");
    if (rtt_ns > 0) {
        rsp_buf_str(out, " (");
        rsp_capture_append_range(out, rsp_saving_least(s) * rtt_ns, rsp_saving_most(s) * rtt_ns,
                                 rsp_time_append);
        rsp_buf_str(out, ")");
    }
    rsp_buf_push(out, '\n');
}

static void append_hidden(rsp_buf *out, const rsp_hidden_saving *h, uint64_t rtt_ns) {
    rsp_text_printf(out, "  %-16s ", "conditions");
    if (h->most_stops == 0) {
        rsp_buf_str(out, "no hidden stop\n");
        return;
    }
    rsp_capture_append_range(out, h->least_stops, h->most_stops, rsp_text_count);
    rsp_buf_str(out, h->most_stops == 1 ? " hidden stop at " : " hidden stops at ");
    rsp_text_counted(out, h->breakpoints, "breakpoint", "breakpoints");
    rsp_buf_str(out, ": in the stub, saves ");
    rsp_capture_append_range(out, h->least_trips, h->most_trips, rsp_text_count);
    rsp_buf_str(out, " round trips");
    if (rtt_ns > 0) {
        rsp_buf_str(out, " (");
        rsp_capture_append_range(out, h->least_trips * rtt_ns, h->most_trips * rtt_ns, rsp_time_append);
        rsp_buf_str(out, ")");
    }
    rsp_buf_push(out, '\n');
}

void rsp_capture_savings_text(rsp_buf *out, const rsp_capture_savings *s) {
    const rsp_whatif *w = s->whatif;
    rsp_text_counted(out, s->round_trips, "round trip", "round trips");
    rsp_buf_str(out, ", ");
    if (w->stops > 0)
        rsp_text_printf(out, "%" PRIu64 " of them %s", (uint64_t)w->stops,
                        w->stops == 1 ? "a resume" : "resumes");
    else
        rsp_buf_str(out, "no resumes");
    if (s->rtt_ns > 0) {
        rsp_buf_str(out, ", ");
        rsp_time_append(out, s->rtt_ns);
        rsp_buf_str(out, " each: ");
        rsp_time_append(out, s->rtt_ns * s->round_trips);
    }
    rsp_buf_str(out, "\n\n");
    append_saving(out, name_of(READS), &w->reads, s->rtt_ns);
    append_saving(out, name_of(POINTS), &w->points, s->rtt_ns);
    append_hidden(out, &w->hidden, s->rtt_ns);
    rsp_buf_str(out, "\nassuming\n");
    rsp_bytes lines = rsp_bytes_str(rsp_whatif_assumptions());
    while (lines.len > 0) {
        rsp_bytes line = rsp_bytes_split(&lines, '\n');
        rsp_text_printf(out, "  %.*s\n", (int)line.len, (const char *)line.ptr);
    }
    if (w->status != RSP_OK)
        rsp_text_printf(out, "\nincomplete: %s\n", rsp_status_text(w->status));
}
