/* A row of each format is made from the same texts and figures; JSON is written row by row, one line each.
 * Columns have fixed widths, for nobody knows the widest before the last row.
 * See exchange_report.h and reports/schema/exchanges.schema.json. */
/* SPDX-License-Identifier: MIT */
#include "reports/exchange_report.h"

#include "document/record.h"
#include "document/text.h"
#include "reports/capture/capture_report.h"
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

enum {
    SHOWN_BYTES = 24,     /* of data in the list */
    DATA_BYTES = 256,     /* ... in CSV and JSON, and with all texts whole */
    REQUEST_COLUMNS = 44, /* of the list */
    REPLY_COLUMNS = 72,
    MIN_REPLY_COLUMNS = 20, /* however narrow the terminal */
};

/* --- CSV and JSON --------------------------------------------------------------------------------------- */

/* One exchange with all that is worked out for it. */
typedef struct exchange_row {
    rsp_listed_exchange x;
    const char *kind;
    const char *request;
    const char *reply;
    char address[24]; /* as text: the upper half of the addresses is beyond JSON's numbers */
    uint64_t length;
    bool has_memory;
} exchange_row;

static bool has_frame(const void *from) {
    return ((const exchange_row *)from)->x.request_frame > 0;
}

static bool is_timed(const void *from) {
    return ((const exchange_row *)from)->x.timed;
}

static bool is_answered(const void *from) {
    return ((const exchange_row *)from)->x.answer != RSP_ANSWER_NONE;
}

static bool has_latency(const void *from) {
    return is_timed(from) && is_answered(from);
}

static bool has_memory(const void *from) {
    return ((const exchange_row *)from)->has_memory;
}

static const char *phase_of(const void *from) {
    static const char *const names[] = {"stub", "program", "none"};
    return names[((const exchange_row *)from)->x.class_];
}

static const char *action_name(unsigned action) {
    return rsp_action_key((rsp_action)action);
}

#define COLUMN(key, member, ...) RSP_FIELD_AS(key, exchange_row, x.member, __VA_ARGS__)

static const rsp_field row_fields[] = {
    COLUMN("number", number, NUMBER),
    COLUMN("conversation", conversation, NUMBER),
    COLUMN("stop", stop, NUMBER),
    COLUMN("action", action, WORD, .word = action_name, .limit = RSP_ACTIONS),
    COLUMN("frame", request_frame, NUMBER, .known = has_frame),
    COLUMN("reply_frame", reply_frame, NUMBER, .known = is_answered),
    COLUMN("at_ns", at_ns, TIME, .known = is_timed),
    COLUMN("latency_ns", latency_ns, TIME, .known = has_latency),
    RSP_FIELD_BY("phase", TEXT, .text = phase_of),
    RSP_FIELD(exchange_row, kind, TEXT),
    RSP_FIELD(exchange_row, address, CHARS, .limit = sizeof(((exchange_row *)0)->address),
              .known = has_memory),
    RSP_FIELD(exchange_row, length, NUMBER, .known = has_memory),
    COLUMN("answer", answer, WORD, .word = rsp_answer_name, .limit = RSP_ANSWERS),
    COLUMN("sent", request_bytes, NUMBER),
    COLUMN("got", reply_bytes, NUMBER, .known = is_answered),
    RSP_FIELD(exchange_row, request, TEXT),
    RSP_FIELD(exchange_row, reply, TEXT, .known = is_answered),
};
static const rsp_record row_record = RSP_RECORD(exchange_row, row_fields);

static exchange_row row_of(rsp_exchange_printer *p, const rsp_listed_exchange *x) {
    rsp_buf_clear(&p->request);
    rsp_buf_clear(&p->reply);
    rsp_listed_request_explain(&p->request, x, DATA_BYTES);
    rsp_listed_reply_explain(&p->reply, x, DATA_BYTES);
    exchange_row row = {.x = *x,
                        .kind = (const char *)rsp_capture_kind_name(x->packet).ptr,
                        .request = rsp_buf_cstr(&p->request),
                        .reply = rsp_buf_cstr(&p->reply)};
    uint64_t address = 0;
    row.has_memory = rsp_listed_memory(x, &address, &row.length);
    (void)snprintf(row.address, sizeof row.address, "0x%" PRIx64, address);
    return row;
}

/* Frees `value`. Without memory the buffer's status says so. */
static void append_json(rsp_buf *out, rsp_json_build *b, json_t *value) {
    if (b->failed || !value || json_dump_callback(value, rsp_json_append_piece, out, JSON_ENCODE_ANY) != 0)
        out->status = out->status == RSP_OK ? RSP_NO_MEMORY : out->status;
    json_decref(value);
    rsp_buf_free(&b->clean);
}

static void print_json(rsp_exchange_printer *p, rsp_buf *out, const rsp_listed_exchange *x) {
    rsp_json_build b = {0};
    exchange_row row = row_of(p, x);
    rsp_buf_str(out, p->num ? ",\n    " : "\n    ");
    append_json(out, &b, rsp_record_json(&b, &row_record, &row));
}

static void print_csv(rsp_exchange_printer *p, rsp_buf *out, const rsp_listed_exchange *x) {
    exchange_row row = row_of(p, x);
    rsp_record_csv_values(out, &row_record, &row);
    rsp_buf_push(out, '\n');
}

static const rsp_field sums_fields[] = {
    RSP_NUMBER(rsp_exchange_sums, listed),
    RSP_FIELD_AS("exchanges_seen", rsp_exchange_sums, all, NUMBER),
    RSP_NUMBER(rsp_exchange_sums, listed_stub_ns),
    RSP_FIELD_AS("stub_ns", rsp_exchange_sums, all_stub_ns, NUMBER),
    RSP_FIELD_AS("conversation_count", rsp_exchange_sums, conversations, NUMBER),
    RSP_FIELD(rsp_exchange_sums, limited, FLAG),
    RSP_FIELD(rsp_exchange_sums, incomplete, FLAG),
};
static const rsp_record sums_record = RSP_RECORD(rsp_exchange_sums, sums_fields);

/* --- the list for people -------------------------------------------------------------------------------- */

static const char unknown[] = "-"; /* in place of a figure */

/* Appends `text` cut to `columns`, with "..." where something is missing. */
static void append_cut(rsp_buf *out, rsp_bytes text, size_t columns) {
    if (text.len <= columns) {
        rsp_buf_append(out, text);
        return;
    }
    rsp_buf_append(out, rsp_bytes_sub(text, 0, columns > 3 ? columns - 3 : 0));
    rsp_buf_str(out, "...");
}

static void append_time(rsp_buf *out, bool known, uint64_t ns, int width) {
    rsp_buf text = {0};
    if (known)
        rsp_time_append(&text, ns);
    rsp_text_printf(out, "%*s", width, known ? rsp_buf_cstr(&text) : unknown);
    rsp_buf_free(&text);
}

static void append_reply_bytes(rsp_buf *out, const rsp_listed_exchange *x) {
    if (x->answer == RSP_ANSWER_NONE)
        rsp_text_printf(out, "%6s", unknown);
    else
        rsp_buf_printf(out, "%6" PRIu64, x->reply_bytes);
}

/* Seconds since the capture began, as Wireshark shows them. */
static void append_at(rsp_buf *out, const rsp_listed_exchange *x) {
    if (x->timed)
        rsp_buf_printf(out, "%4" PRIu64 ".%06" PRIu64 " ", x->at_ns / RSP_NS_PER_S,
                       x->at_ns % RSP_NS_PER_S / RSP_NS_PER_US);
    else
        rsp_text_printf(out, "%11s ", unknown);
}

static size_t reply_columns(const rsp_exchange_printer *p, size_t used) {
    if (p->whole)
        return SIZE_MAX;
    if (p->width == 0)
        return REPLY_COLUMNS;
    return p->width > used + MIN_REPLY_COLUMNS ? p->width - used : MIN_REPLY_COLUMNS;
}

/* The request fills its column, the reply the rest of the line. */
static void append_texts(rsp_exchange_printer *p, rsp_buf *out, const rsp_listed_exchange *x, size_t start) {
    size_t bytes = p->whole ? DATA_BYTES : SHOWN_BYTES;
    rsp_buf_clear(&p->request);
    rsp_buf_clear(&p->reply);
    rsp_listed_request_explain(&p->request, x, bytes);
    rsp_listed_reply_explain(&p->reply, x, bytes);
    size_t begin = out->len;
    append_cut(out, rsp_buf_bytes(&p->request), p->whole ? SIZE_MAX : REQUEST_COLUMNS);
    size_t used = out->len - begin;
    rsp_text_printf(out, "%*s  ", used < REQUEST_COLUMNS ? (int)(REQUEST_COLUMNS - used) : 0, "");
    append_cut(out, rsp_buf_bytes(&p->reply), reply_columns(p, out->len - start));
}

static void print_text(rsp_exchange_printer *p, rsp_buf *out, const rsp_listed_exchange *x) {
    size_t start = out->len;
    rsp_buf_printf(out, "%7" PRIu64 " %4" PRIu64 " %5" PRIu64 " %7" PRIu64 " ", x->number, x->conversation,
                   x->stop, x->request_frame);
    append_at(out, x);
    append_time(out, x->timed && x->answer != RSP_ANSWER_NONE, x->latency_ns, 8);
    rsp_buf_printf(out, " %6" PRIu64 " ", x->request_bytes);
    append_reply_bytes(out, x);
    rsp_buf_str(out, "  ");
    append_texts(p, out, x, start);
    rsp_buf_push(out, '\n');
}

static void append_sum(rsp_buf *out, const rsp_exchange_sums *s) {
    if (s->listed < s->all) {
        rsp_text_count(out, s->listed);
        rsp_buf_str(out, " of ");
    }
    rsp_text_counted(out, s->all, "exchange", "exchanges");
    if (s->timed && s->all > 0) {
        rsp_buf_str(out, s->listed < s->all ? "; " : "   ");
        if (s->listed < s->all) {
            rsp_time_append(out, s->listed_stub_ns);
            rsp_buf_str(out, " of ");
        }
        rsp_time_append(out, s->all_stub_ns);
        rsp_buf_str(out, " waiting for the stub");
    }
    rsp_buf_str(out, s->limited ? "; --limit ended the list, the rest was not read\n" : "\n");
}

static void foot_text(rsp_buf *out, const rsp_exchange_sums *s) {
    if (s->listed > 0)
        rsp_buf_push(out, '\n');
    append_sum(out, s);
    if (s->conversations == 0)
        rsp_buf_str(out, "no conversation of the remote protocol was found\n");
    if (s->incomplete)
        rsp_buf_str(out, "memory ran out: some exchanges are missing\n");
}

/* --- all formats ---------------------------------------------------------------------------------------- */

void rsp_exchange_printer_free(rsp_exchange_printer *p) {
    rsp_buf_free(&p->request);
    rsp_buf_free(&p->reply);
}

void rsp_exchange_print_head(rsp_exchange_printer *p, rsp_buf *out) {
    rsp_json_build b = {0};
    switch (p->format) {
    case RSP_EXCHANGES_TEXT:
        rsp_text_printf(out, "%7s %4s %5s %7s %11s %8s %6s %6s  %-*s  %s\n", "number", "conv", "stop",
                        "frame", "at (s)", "latency", "sent", "got", REQUEST_COLUMNS, "request", "reply");
        break;
    case RSP_EXCHANGES_CSV:
        rsp_record_csv_keys(out, &row_record);
        rsp_buf_push(out, '\n');
        break;
    case RSP_EXCHANGES_JSON:
        rsp_buf_str(out, "{\n  \"version\": 1,\n  \"filter\": ");
        append_json(out, &b, p->filter ? rsp_json_string(&b, rsp_bytes_str(p->filter)) : json_null());
        rsp_buf_str(out, ",\n  \"exchanges\": [");
        break;
    }
}

void rsp_exchange_print(rsp_exchange_printer *p, rsp_buf *out, const rsp_listed_exchange *exchange) {
    static void (*const prints[])(rsp_exchange_printer *, rsp_buf *, const rsp_listed_exchange *) = {
        [RSP_EXCHANGES_TEXT] = print_text,
        [RSP_EXCHANGES_CSV] = print_csv,
        [RSP_EXCHANGES_JSON] = print_json,
    };
    prints[p->format](p, out, exchange);
    p->num++;
}

void rsp_exchange_print_foot(rsp_exchange_printer *p, rsp_buf *out, const rsp_exchange_sums *sums) {
    rsp_json_build b = {0};
    if (p->format == RSP_EXCHANGES_TEXT)
        foot_text(out, sums);
    if (p->format != RSP_EXCHANGES_JSON)
        return;
    rsp_buf_str(out, p->num ? "\n  ],\n  \"sum\": " : "],\n  \"sum\": ");
    append_json(out, &b, rsp_record_json(&b, &sums_record, sums));
    rsp_buf_str(out, "\n}\n");
}
