/* Turn by turn: a request with the reply that follows it is one step; requests that were sent together are a
 * pipeline; what comes unasked is a step of its own. Replies become matchers by what is in them.
 * See scenario_writer.h and docs/scenarios.md. */
/* SPDX-License-Identifier: MIT */
#include "capture/scenario_writer.h"
#include <rsp/packets.h>

#include "scenario_names.h"

#include "codec/escape.h"
#include "codec/feature.h"
#include "codec/negotiated.h"
#include "codec/reply.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/clock.h>
#include <rsp/packet_ids.h>
#include <rsp/stop_reply.h>
#include <stdlib.h>

enum {
    MAX_GROUPS = 9,       /* that a pattern can capture */
    MAX_PIPELINE = 64,    /* requests in one step */
    LONG_TEXT = 160,      /* replies longer than this are expected by length */
    PIECE_END = 12,       /* of such text, kept at both ends */
    LONG_PIECE = 48,      /* text in a pattern longer than this is passed over */
    LEAST_TIMEOUT_S = 10, /* a busy machine has its time */
    LONGEST_WAIT_S = 1,   /* before an interrupt */
};

typedef struct writer {
    rsp_buf *out;
    const rsp_dialogue *d;
    const rsp_scenario_writer_options *options;
    rsp_scenario_written *written;
    id_names names;
    rsp_varying_values values;
    rsp_buf plain;
    rsp_buf pattern;
    rsp_buf captures; /* "t1: 1, t2: 2" of the step under way */
    unsigned groups;
    bool no_ack; /* QStartNoAckMode is the connection's business */
} writer;

static const rsp_turn *turn(const writer *w, size_t i) {
    return i < w->d->num_turns ? &w->d->turns[i] : NULL;
}

/* --- texts ---------------------------------------------------------------------------------------------- */

/* Bytes of a payload in single quotes of YAML. */
static void put_payload_byte(rsp_buf *out, uint8_t c) {
    if (c == '\'')
        rsp_buf_str(out, "''");
    else if (c == '\\' || c == '$')
        rsp_buf_printf(out, "\\%c", c);
    else if (c < 0x20 || c > 0x7e)
        rsp_buf_printf(out, "\\x%02x", c);
    else
        rsp_buf_push(out, c);
}

/* As meant: escapes undone. A payload that can not be unescaped stays as it is. */
static void put_payload(writer *w, rsp_bytes wire) {
    rsp_buf_clear(&w->plain);
    if (rsp_unescape(&w->plain, wire) != RSP_OK)
        rsp_buf_append(&w->plain, wire);
    size_t at = 0;
    bool behind_braces = w->out->len > 0 && w->out->ptr[w->out->len - 1] == '}';
    if (behind_braces && w->plain.len > 0 && (w->plain.ptr[0] == '+' || w->plain.ptr[0] == '-'))
        rsp_buf_printf(w->out, "\\x%02x",
                       w->plain.ptr[at++]); /* else it is taken for a sum beside its braces */
    for (; at < w->plain.len; at++)
        put_payload_byte(w->out, w->plain.ptr[at]);
}

static void put_comment_text(rsp_buf *out, const char *text) {
    for (; *text; text++) {
        uint8_t c = (uint8_t)*text;
        if (c == '\'')
            rsp_buf_str(out, "''");
        else
            rsp_buf_push(out, c < 0x20 || c > 0x7e ? '?' : c);
    }
}

static bool is_dec(rsp_varying_kind kind) {
    return kind == RSP_VARYING_THREAD_DEC || kind == RSP_VARYING_PROCESS_DEC || kind == RSP_VARYING_STATE;
}

static bool is_id(rsp_varying_kind kind) {
    return kind == RSP_VARYING_THREAD || kind == RSP_VARYING_PROCESS || kind == RSP_VARYING_FILE ||
           is_dec(kind);
}

/* Value `i`, as an expression if it has a name. Returns how many values that took; 0: no name.
 */
static size_t put_named(writer *w, rsp_buf *out, rsp_bytes payload, size_t i) {
    uint64_t value = 0;
    uint64_t thread = 0;
    const rsp_varying_value *m = &w->values.items[i];
    if (!is_id(m->kind) || !id_value(&value, m, payload))
        return 0;
    size_t start = out->len;
    /* The p of a whole id is part of its name, and stands in front already. */
    if (id_is_whole(&w->values, i, payload) && id_value(&thread, m + 1, payload) && out->len > 0 &&
        out->ptr[out->len - 1] == 'p') {
        rsp_buf_truncate(out, start - 1);
        rsp_buf_str(out, "${");
        if (id_names_append_whole(&w->names, out, value, thread)) {
            rsp_buf_push(out, '}');
            return 2;
        }
        rsp_buf_truncate(out, start - 1);
        rsp_buf_push(out, 'p');
    }
    rsp_buf_str(out, "${");
    if (id_names_append(&w->names, out, m->kind, value)) {
        rsp_buf_str(out, is_dec(m->kind) ? ":dec}" : "}");
        return 1;
    }
    rsp_buf_truncate(out, start);
    return 0;
}

/* An address in a symbol: "${$work}", "${$work + 4}". */
static bool put_symbol(writer *w, rsp_bytes text) {
    uint64_t address = 0;
    if (rsp_hex_u64(&address, text) != RSP_OK)
        return false;
    for (size_t i = 0; i < w->options->num_symbols; i++) {
        const rsp_scenario_symbol *s = &w->options->symbols[i];
        uint64_t offset = address - s->address;
        if (offset >= (s->size ? s->size : 1))
            continue;
        rsp_buf_printf(w->out, "${$%s", s->name);
        if (offset > 0)
            rsp_buf_printf(w->out, " + %llu", (unsigned long long)offset);
        rsp_buf_push(w->out, '}');
        return true;
    }
    return false;
}

/* A word of a path that is an id with a name. */
static bool put_path_word(writer *w, rsp_bytes word) {
    rsp_varying_value all = {.kind = RSP_VARYING_PROCESS_DEC, .len = word.len};
    uint64_t id = 0;
    for (size_t i = 0; i < word.len; i++)
        if (word.ptr[i] < '0' || word.ptr[i] > '9')
            return false;
    size_t start = w->out->len;
    rsp_buf_str(w->out, "${");
    if (id_value(&id, &all, word) && (id_names_append(&w->names, w->out, RSP_VARYING_PROCESS_DEC, id) ||
                                      id_names_append(&w->names, w->out, RSP_VARYING_THREAD_DEC, id))) {
        rsp_buf_str(w->out, ":dec}");
        return true;
    }
    rsp_buf_truncate(w->out, start);
    return false;
}

/* A path like /proc/1234/maps becomes the name `file` first, as it goes out in hex digits. True when it did.
 */
static bool put_path(writer *w, rsp_bytes request) {
    const rsp_varying_value *m = w->values.items;
    rsp_buf path = {0};
    bool named = false;
    size_t start = w->out->len;
    if (w->values.num == 1 && m->kind == RSP_VARYING_PATH &&
        rsp_hex_decode(&path, rsp_bytes_sub(request, m->offset, m->len)) == RSP_OK &&
        rsp_bytes_starts(rsp_buf_bytes(&path), RSP_LIT("/proc/"))) {
        rsp_buf_str(w->out, "  - set: { file: '");
        for (rsp_bytes rest = rsp_buf_bytes(&path); rest.ptr;) {
            rsp_bytes word = rsp_bytes_split(&rest, '/');
            if (put_path_word(w, word))
                named = true;
            else
                put_payload(w, word);
            if (rest.ptr)
                rsp_buf_push(w->out, '/');
        }
        rsp_buf_str(w->out, "' }\n");
    }
    rsp_buf_free(&path);
    if (!named)
        rsp_buf_truncate(w->out, start);
    return named;
}

/* `path_named`: put_path said yes to it. */
static void put_request(writer *w, rsp_bytes payload, bool path_named) {
    rsp_buf_push(w->out, '\'');
    size_t at = 0;
    for (size_t i = 0; i < w->values.num;) {
        const rsp_varying_value *m = &w->values.items[i];
        put_payload(w, rsp_bytes_sub(payload, at, m->offset - at));
        at = m->offset;
        size_t taken = path_named ? 1 : put_named(w, w->out, payload, i);
        if (path_named)
            rsp_buf_str(w->out, "${hex($file)}");
        else if (m->kind == RSP_VARYING_ADDRESS && put_symbol(w, rsp_bytes_sub(payload, m->offset, m->len)))
            taken = 1;
        if (taken > 0) {
            i += taken;
            at = w->values.items[i - 1].offset + w->values.items[i - 1].len;
        } else {
            i++;
        }
    }
    put_payload(w, rsp_bytes_from(payload, at));
    rsp_buf_push(w->out, '\'');
}

/* --- patterns ------------------------------------------------------------------------------------------- */

static bool is_plain(rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] < 0x20 || text.ptr[i] > 0x7e)
            return false;
    return true;
}

static void put_literal_text(rsp_buf *out, rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++) {
        uint8_t c = text.ptr[i];
        if (rsp_bytes_index(RSP_LIT(".[]()*+?{}|^$\\"), c) < 14)
            rsp_buf_push(out, '\\');
        rsp_buf_push(out, c);
        if (c == '\'') /* in single quotes of YAML */
            rsp_buf_push(out, c);
    }
}

/* Of long text, and of what a pattern can not say, only the ends: they tell where the values stand. */
static void put_literal(writer *w, rsp_bytes wire) {
    rsp_buf *out = &w->pattern;
    rsp_buf_clear(&w->plain);
    if (rsp_unescape(&w->plain, wire) != RSP_OK)
        rsp_buf_append(&w->plain, wire);
    rsp_bytes text = rsp_buf_bytes(&w->plain);
    if (text.len <= LONG_PIECE && is_plain(text)) {
        put_literal_text(out, text);
        return;
    }
    size_t head = 0;
    size_t tail = 0;
    while (head < PIECE_END && head < text.len && is_plain(rsp_bytes_sub(text, head, 1)))
        head++;
    while (tail < PIECE_END && head + tail < text.len &&
           is_plain(rsp_bytes_sub(text, text.len - tail - 1, 1)))
        tail++;
    put_literal_text(out, rsp_bytes_sub(text, 0, head));
    rsp_buf_str(out, ".*");
    put_literal_text(out, rsp_bytes_from(text, text.len - tail));
}

/* Value `i` by its name, with any number of leading zeros. */
static bool put_named_pattern(writer *w, rsp_bytes payload, size_t i) {
    const rsp_varying_value *m = &w->values.items[i];
    rsp_buf *out = &w->pattern;
    uint64_t value = 0;
    size_t start = out->len;
    rsp_buf_str(out, "0*${");
    if (id_value(&value, m, payload) && id_names_append(&w->names, out, m->kind, value)) {
        rsp_buf_str(out, is_dec(m->kind) ? ":dec}" : "}");
        return true;
    }
    rsp_buf_truncate(out, start);
    return false;
}

static void note_capture(writer *w, const id_name *name) {
    rsp_buf_str(&w->captures, w->captures.len ? ", " : "");
    id_name_append(&w->captures, name);
    rsp_buf_printf(&w->captures, ": %u", ++w->groups);
}

static id_form form_of(rsp_varying_kind kind) {
    return kind == RSP_VARYING_THREAD        ? ID_THREAD
           : kind == RSP_VARYING_PROCESS     ? ID_PROCESS
           : kind == RSP_VARYING_THREAD_DEC  ? ID_THREAD_DEC
           : kind == RSP_VARYING_PROCESS_DEC ? ID_PROCESS_DEC
           : kind == RSP_VARYING_FILE        ? ID_FILE
                                             : ID_STATE;
}

/* An id without a name gets one, if a group is left. Returns how many values were used. */
static size_t put_new_id(writer *w, rsp_buf *out, rsp_bytes payload, size_t i) {
    const rsp_varying_value *m = &w->values.items[i];
    uint64_t value = 0;
    uint64_t thread = 0;
    bool whole = id_is_whole(&w->values, i, payload) && id_value(&thread, m + 1, payload) && out->len > 0 &&
                 out->ptr[out->len - 1] == 'p';
    const char *digits = is_dec(m->kind) ? "[0-9]+" : "[0-9a-f]+";
    const id_name *name = NULL;
    if (w->groups < MAX_GROUPS && id_value(&value, m, payload) &&
        !id_names_know(&w->names, whole ? RSP_VARYING_THREAD : m->kind, whole ? thread : value)) {
        id_form form = whole ? ID_WHOLE : form_of(m->kind);
        bool process = form == ID_WHOLE || form == ID_PROCESS || form == ID_PROCESS_DEC;
        name = id_names_add(&w->names, form, process ? value : 0, whole ? thread : (process ? 0 : value));
    }
    if (!name) {
        rsp_buf_str(out, digits);
        return 1;
    }
    note_capture(w, name);
    w->written->captures++;
    if (whole) {
        rsp_buf_truncate(out, out->len - 1);
        rsp_buf_str(out, "(p[0-9a-f]+\\.[0-9a-f]+)");
        return 2;
    }
    rsp_buf_printf(out, "(%s)", digits);
    return 1;
}

/* A pattern for the whole reply: ids by name or captured, other values by their form. */
static void build_pattern(writer *w, rsp_bytes payload) {
    rsp_buf *out = &w->pattern;
    rsp_buf_clear(out);
    rsp_buf_push(out, '^');
    size_t at = 0;
    for (size_t i = 0; i < w->values.num;) {
        const rsp_varying_value *m = &w->values.items[i];
        put_literal(w, rsp_bytes_sub(payload, at, m->offset - at));
        size_t taken = 1;
        if (is_id(m->kind)) {
            taken = put_named_pattern(w, payload, i) ? 1 : put_new_id(w, out, payload, i);
        } else if (m->kind == RSP_VARYING_ADDRESS) {
            rsp_buf_str(out, "[0-9a-f]+");
        } else if (m->kind == RSP_VARYING_ADDRESS_DEC) {
            rsp_buf_str(out, "[0-9]+");
        } else {
            rsp_buf_str(out, ".*");
        }
        i += taken;
        at = w->values.items[i - 1].offset + w->values.items[i - 1].len;
    }
    put_literal(w, rsp_bytes_from(payload, at));
    rsp_buf_push(out, '$');
}

/* --- matchers ------------------------------------------------------------------------------------------- */

static bool has_ids(const rsp_varying_values *m) {
    for (size_t i = 0; i < m->num; i++)
        if (is_id(m->items[i].kind))
            return true;
    return false;
}

static bool has_kind(const rsp_varying_values *m, rsp_varying_kind kind) {
    for (size_t i = 0; i < m->num; i++)
        if (m->items[i].kind == kind)
            return true;
    return false;
}

/* Whether there are more ids in a stop than the matcher for stops can name. */
static bool has_more_ids(const rsp_varying_values *m, rsp_bytes payload, const rsp_stop_reply *stop) {
    size_t ids = 0;
    for (size_t i = 0; i < m->num; i++)
        ids += is_id(m->items[i].kind) - (id_is_whole(m, i, payload) ? 1U : 0U);
    return stop->threads.len > 0 || ids > 1;
}

static void put_stop_id(writer *w, rsp_ptid id, bool multiprocess) {
    rsp_buf *out = w->out;
    uint64_t process = multiprocess ? (uint64_t)id.pid : 0;
    size_t start = out->len;
    rsp_buf_str(out, ", thread: ");
    if (multiprocess && id_names_append_whole(&w->names, out, process, (uint64_t)id.tid))
        return;
    rsp_buf_push(out, '=');
    if (!multiprocess && id_names_append(&w->names, out, RSP_VARYING_THREAD, (uint64_t)id.tid))
        return;
    rsp_buf_truncate(out, start);
    if (w->groups >= MAX_GROUPS) /* nothing is captured in a pipeline */
        return;
    const id_name *name =
        id_names_add(&w->names, multiprocess ? ID_WHOLE : ID_THREAD, process, (uint64_t)id.tid);
    if (!name)
        return;
    rsp_buf_str(&w->captures, w->captures.len ? ", " : "");
    id_name_append(&w->captures, name);
    rsp_buf_str(&w->captures, ": thread");
    w->written->captures++;
}

/* "{ stop: {...} }" or, for more than that can say, a pattern. False when it is no stop reply. */
static bool put_stop(writer *w, rsp_bytes payload) {
    rsp_stop_reply *stop = calloc(1, sizeof *stop);
    bool done = stop && rsp_stop_reply_is(payload) && rsp_stop_reply_parse(stop, payload, NULL) == RSP_OK &&
                stop->kind != RSP_STOP_OUTPUT && stop->kind != RSP_STOP_FILEIO &&
                !(stop->kind == RSP_STOP_THREAD && has_more_ids(&w->values, payload, stop));
    if (done) {
        rsp_buf_printf(w->out, "{ kind: %c", (char)stop->kind);
        if (stop->kind == RSP_STOP_EXITED || stop->kind == RSP_STOP_THREAD_EXITED)
            rsp_buf_printf(w->out, ", status: %llu", (unsigned long long)stop->status);
        else if (stop->kind != RSP_STOP_NO_RESUMED)
            rsp_buf_printf(w->out, ", signal: %u", stop->signal);
        if (stop->kind == RSP_STOP_THREAD && stop->has_thread && stop->thread.tid > 0)
            put_stop_id(w, stop->thread, stop->thread.pid > 0);
        if (stop->kind == RSP_STOP_THREAD && stop->reason != RSP_REASON_NONE)
            rsp_buf_printf(w->out, ", reason: %s", rsp_stop_reason_key(stop->reason));
        rsp_buf_str(w->out, " }");
    }
    free(stop);
    return done;
}

static void put_pattern(writer *w, rsp_bytes payload) {
    build_pattern(w, payload);
    rsp_buf_str(w->out, "{ regex: '");
    rsp_buf_append(w->out, rsp_buf_bytes(&w->pattern));
    rsp_buf_str(w->out, "' }");
}

static void put_length(writer *w, rsp_bytes payload) {
    rsp_buf_clear(&w->plain);
    if (rsp_unescape(&w->plain, payload) != RSP_OK)
        rsp_buf_append(&w->plain, payload);
    rsp_buf_printf(w->out, "{ length: %zu }", w->plain.len);
}

static void put_exact(writer *w, rsp_bytes payload) {
    rsp_buf_str(w->out, "{ exact: '");
    put_payload(w, payload);
    rsp_buf_str(w->out, "' }");
}

/* As features are called: what a broken stub says in place of one can not be asked for. */
static bool is_feature_name(rsp_bytes name) {
    for (size_t i = 0; i < name.len; i++) {
        uint8_t c = name.ptr[i];
        bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!word && c != ':' && c != '-' && c != '_')
            return false;
    }
    return name.len > 0 && name.len <= LONG_PIECE;
}

/* What the stub announced it must announce again. */
static void put_features(writer *w, rsp_bytes list) {
    rsp_feature_iter iter = rsp_feature_begin(list);
    rsp_feature item;
    const char *before = "{ features: { has: [";
    while (rsp_feature_next(&iter, &item)) {
        bool offered = item.kind == RSP_FEATURE_YES || item.kind == RSP_FEATURE_VALUE;
        if (!offered || !is_feature_name(item.name))
            continue;
        rsp_buf_printf(w->out, "%s'", before);
        put_payload(w, item.name);
        rsp_buf_push(w->out, '\'');
        before = ", ";
    }
    rsp_buf_str(w->out, *before == ',' ? "] } }" : "any");
}

/* Whether a reply is the program's and the machine's rather than the stub's: data, long texts, binary ones.
 */
static bool is_content(const writer *w, rsp_bytes payload) {
    return w->values.num > 0 || payload.len > LONG_TEXT || !is_plain(payload) ||
           rsp_bytes_index(payload, RSP_ESCAPE_BYTE) < payload.len;
}

/* A reply that is no stop; w->values are its own. */
static void put_other(writer *w, rsp_packet_id packet, rsp_bytes payload) {
    rsp_reply reply = rsp_reply_classify(payload);
    if (reply.kind == RSP_REPLY_OTHER && packet == RSP_PACKET_QSUPPORTED)
        put_features(w, payload);
    else if (reply.kind == RSP_REPLY_EMPTY)
        rsp_buf_str(w->out, "empty");
    else if (reply.kind == RSP_REPLY_OK)
        rsp_buf_str(w->out, "OK");
    else if (reply.kind == RSP_REPLY_ERROR)
        rsp_buf_printf(w->out, "{ error: 0x%02x }", reply.code);
    else if (reply.kind == RSP_REPLY_ERROR_TEXT)
        rsp_buf_str(w->out, "error");
    else if (has_ids(&w->values))
        put_pattern(w, payload);
    else if (has_kind(&w->values, RSP_VARYING_UNSTEADY))
        rsp_buf_str(w->out, "not-empty");
    else if (!w->options->contents && is_content(w, payload))
        put_length(w, payload);
    else
        put_exact(w, payload);
}

/* Data of a read may look like a stop reply. */
static bool answers_with_stop(rsp_packet_id packet, rsp_bytes payload) {
    const rsp_packet_row *row = rsp_packet_by_id(packet);
    bool may_stop = !row || rsp_packet_runs(packet) || row->reply == RSP_REPLY_FORM_STOPPED_OR_OK ||
                    row->reply == RSP_REPLY_FORM_FREE;
    return may_stop && rsp_stop_reply_is(payload) && payload.len > 0 &&
           (payload.ptr[0] == 'T' || payload.ptr[0] == 'S' || payload.ptr[0] == 'W' || payload.ptr[0] == 'X');
}

/* What must come instead of a recorded reply; fills `captures`. */
static void put_matcher(writer *w, const rsp_turn *reply, rsp_bytes request) {
    rsp_varying_values_of_reply(&w->values, request, reply->payload);
    size_t start = w->out->len;
    if (answers_with_stop(reply->packet, reply->payload)) {
        rsp_buf_str(w->out, "{ stop: ");
        if (put_stop(w, reply->payload)) {
            rsp_buf_str(w->out, " }");
            return;
        }
        rsp_buf_truncate(w->out, start);
    }
    put_other(w, reply->packet, reply->payload);
}

/* --- steps ---------------------------------------------------------------------------------------------- */

static void begin_captures(writer *w) {
    w->names.usable = w->names.num;
    rsp_buf_clear(&w->captures);
    w->groups = 0;
}

static void put_captures(writer *w) {
    if (w->captures.len == 0)
        return;
    rsp_buf_str(w->out, "    capture: { ");
    rsp_buf_append(w->out, rsp_buf_bytes(&w->captures));
    rsp_buf_str(w->out, " }\n");
}

static void put_expect(writer *w, size_t reply, bool alone) {
    const rsp_turn *t = turn(w, reply);
    rsp_bytes request = t->other != RSP_NO_TURN ? turn(w, t->other)->payload : rsp_bytes_make(NULL, 0);
    begin_captures(w);
    rsp_buf_str(w->out, alone ? "  - expect: " : "    expect: ");
    put_matcher(w, t, request);
    rsp_buf_push(w->out, '\n');
    put_captures(w);
    w->written->steps += alone;
}

/* The turn behind `i` that is neither output nor a file's business; RSP_NO_TURN when there is none. */
static size_t next_turn(const writer *w, size_t i) {
    for (i++; i < w->d->num_turns; i++)
        if (w->d->turns[i].kind != RSP_TURN_OUTPUT)
            return i;
    return RSP_NO_TURN;
}

static void put_send(writer *w, rsp_bytes payload) {
    w->names.usable = w->names.num;
    rsp_varying_values_of_request(&w->values, payload);
    bool path_named = put_path(w, payload);
    rsp_buf_str(w->out, "  - send: ");
    put_request(w, payload, path_named);
    rsp_buf_push(w->out, '\n');
    w->written->steps++;
}

/* Requests that stand together and are answered in order, from `i`: how many. */
static size_t pipeline_length(const writer *w, size_t i) {
    size_t num = 0;
    while (i + num < w->d->num_turns && w->d->turns[i + num].kind == RSP_TURN_REQUEST && num < MAX_PIPELINE)
        num++;
    for (size_t k = 0; k < num; k++) {
        const rsp_turn *reply = turn(w, i + num + k);
        if (!reply || reply->kind != RSP_TURN_REPLY || reply->other != i + k)
            return 1;
    }
    return num;
}

/* Returns the turn behind it. Ids in its replies are not captured. */
static size_t put_pipeline(writer *w, size_t i, size_t num) {
    rsp_buf_str(w->out, "  - pipeline:\n      send:\n");
    for (size_t k = 0; k < num; k++) {
        rsp_buf_str(w->out, "        - ");
        rsp_varying_values_of_request(&w->values, turn(w, i + k)->payload);
        put_request(w, turn(w, i + k)->payload, false);
        rsp_buf_push(w->out, '\n');
    }
    rsp_buf_str(w->out, "      expect:\n");
    for (size_t k = 0; k < num; k++) {
        begin_captures(w);
        w->groups = MAX_GROUPS;
        rsp_buf_str(w->out, "        - ");
        put_matcher(w, turn(w, i + num + k), turn(w, i + k)->payload);
        rsp_buf_push(w->out, '\n');
    }
    w->written->steps++;
    return i + 2 * num;
}

static size_t put_turns_of_request(writer *w, size_t i) {
    size_t together = pipeline_length(w, i);
    if (together > 1)
        return put_pipeline(w, i, together);
    const rsp_turn *t = turn(w, i);
    size_t next = next_turn(w, i);
    put_send(w, t->payload);
    if (next == RSP_NO_TURN || t->other != next)
        return i + 1;
    put_expect(w, next, false);
    return next + 1;
}

static void put_interrupt(writer *w, size_t i) {
    uint64_t pause_ns = i > 0 ? turn(w, i)->time_ns - turn(w, i - 1)->time_ns : 0;
    uint64_t most = LONGEST_WAIT_S * RSP_NS_PER_S;
    unsigned long long pause_ms = (pause_ns < most ? pause_ns : most) / RSP_NS_PER_MS;
    rsp_buf_printf(w->out, "  - wait: %llums\n  - interrupt:\n", pause_ms + 1);
    w->written->steps += 2;
}

static void put_notification(writer *w, rsp_bytes payload) {
    rsp_bytes body = payload;
    bool stop = rsp_take_text(&body, RSP_LIT("Stop:"));
    begin_captures(w);
    rsp_varying_values_of_reply(&w->values, rsp_packet_name(RSP_PACKET_REASON), body);
    size_t start = w->out->len;
    rsp_buf_str(w->out, "  - notification: { Stop: ");
    if (!stop || !put_stop(w, body)) {
        rsp_buf_truncate(w->out, start);
        rsp_buf_str(w->out, "  - notification: any");
    } else {
        rsp_buf_str(w->out, " }");
    }
    rsp_buf_push(w->out, '\n');
    put_captures(w);
    w->written->steps++;
}

static size_t put_turn(writer *w, size_t i) {
    const rsp_turn *t = turn(w, i);
    switch (t->kind) {
    case RSP_TURN_REQUEST:
        if (w->no_ack && t->packet == RSP_PACKET_QSTART_NO_ACK_MODE)
            return t->other == i + 1 ? i + 2 : i + 1;
        return put_turns_of_request(w, i);
    case RSP_TURN_FILE_REPLY:
        put_send(w, t->payload);
        break;
    case RSP_TURN_INTERRUPT:
        put_interrupt(w, i);
        break;
    case RSP_TURN_REPLY:
        if (t->other != RSP_NO_TURN)
            put_expect(w, i, true);
        else
            w->written->left_out++;
        break;
    case RSP_TURN_FILE_REQUEST:
        put_expect(w, i, true);
        break;
    case RSP_TURN_NOTIFICATION:
        put_notification(w, t->payload);
        break;
    case RSP_TURN_OUTPUT:
        break; /* comes in pieces of any size: the runner collects it */
    case RSP_TURN_UNSOLICITED:
        w->written->left_out++;
        break;
    }
    return i + 1;
}

/* --- the scenario --------------------------------------------------------------------------------------- */

static bool went_no_ack(const rsp_dialogue *d) {
    rsp_negotiated modes = {0};
    for (size_t i = 0; i < d->num_turns; i++) {
        const rsp_turn *t = &d->turns[i];
        if (t->kind == RSP_TURN_REPLY && t->other != RSP_NO_TURN)
            rsp_negotiated_update(&modes, d->turns[t->other].payload, t->payload);
    }
    return rsp_mode_is_on(&modes, RSP_MODE_NO_ACK);
}

static void put_needs(writer *w) {
    const rsp_scenario_writer_options *o = w->options;
    if (!o->program && o->num_symbols == 0)
        return;
    rsp_buf_str(w->out, "needs: {");
    if (o->program)
        rsp_buf_printf(w->out, " program: %s%s", o->program, o->num_symbols ? "," : "");
    for (size_t i = 0; i < o->num_symbols; i++)
        rsp_buf_printf(w->out, "%s%s", i ? ", " : " symbols: [", o->symbols[i].name);
    rsp_buf_str(w->out, o->num_symbols ? "] }\n" : " }\n");
}

static void put_head(writer *w) {
    const rsp_scenario_writer_options *o = w->options;
    uint64_t longest_ns = 0;
    for (size_t i = 0; i < w->d->num_turns; i++)
        if (w->d->turns[i].latency_ns > longest_ns)
            longest_ns = w->d->turns[i].latency_ns;
    rsp_buf_printf(w->out, "scenario: %s\ntitle: '", o->name ? o->name : "captured/session");
    put_comment_text(w->out, o->title ? o->title : "A recorded session");
    rsp_buf_str(w->out, "'\ncovers: [FRAME-017]\nmatrix: none\n");
    if (o->note) {
        rsp_buf_str(w->out, "note: '");
        put_comment_text(w->out, o->note);
        rsp_buf_str(w->out, "'\n");
    }
    put_needs(w);
    rsp_buf_str(w->out, w->no_ack ? "connect: { qsupported: no, select: no, no-ack: yes }\n"
                                  : "connect: { handshake: no }\n");
    unsigned long long seconds = longest_ns / RSP_NS_PER_S * 2 + LEAST_TIMEOUT_S;
    rsp_buf_printf(w->out, "timeout: %llus\nsteps:\n",
                   seconds < RSP_LIMIT_WAIT_S ? seconds : RSP_LIMIT_WAIT_S);
}

rsp_status rsp_scenario_write(rsp_buf *out, rsp_scenario_written *written, const rsp_dialogue *dialogue,
                              const rsp_scenario_writer_options *options) {
    writer w = {.out = out, .d = dialogue, .options = options, .written = written};
    *written = (rsp_scenario_written){0};
    w.no_ack = went_no_ack(dialogue);
    put_head(&w);
    for (size_t i = 0; i < dialogue->num_turns;)
        i = put_turn(&w, i);
    rsp_status status = w.names.status;
    if (status == RSP_OK && w.values.status == RSP_NO_MEMORY)
        status = RSP_NO_MEMORY;
    if (out->status != RSP_OK)
        status = out->status;
    id_names_free(&w.names);
    rsp_varying_values_free(&w.values);
    rsp_buf_free(&w.plain);
    rsp_buf_free(&w.pattern);
    rsp_buf_free(&w.captures);
    return status;
}
