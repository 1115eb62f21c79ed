/* Replies and notifications in words, with the request where it is known.
 * What every reply may be comes first: empty, OK, errors; then the packet's own form.
 * See explain.h. */
/* SPDX-License-Identifier: MIT */
#include "explain_writer.h"

#include "codec/escape.h"
#include "codec/hostio.h"
#include "codec/multibreak.h"
#include "codec/multimem.h"
#include "codec/qxfer.h"
#include "codec/reply.h"
#include "codec/wasm.h"
#include "core/arena.h"
#include "core/byte_order.h"
#include "core/hex.h"
#include "core/mem.h"
#include <inttypes.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>

static void put_pair(explain_writer *w, const char *key, rsp_bytes value) {
    if (value.len == 0 || !explain_item(w))
        return;
    rsp_buf_printf(w->out, "%s ", key);
    rsp_printable_append(w->out, value, w->max_bytes);
}

static void put_reason(explain_writer *w, const rsp_stop_reply *r) {
    if (r->reason == RSP_REASON_NONE || !explain_item(w))
        return;
    rsp_buf_str(w->out, rsp_stop_reason_key(r->reason));
    if (r->reason_id.pid != 0 || r->reason_id.tid != 0) {
        rsp_buf_push(w->out, ' ');
        explain_id(w, r->reason_id, r->multiprocess);
    } else if (r->reason == RSP_REASON_EXEC) {
        rsp_buf_push(w->out, ' ');
        explain_hex_data(w, r->reason_text);
    } else if (r->reason_text.len > 0) {
        rsp_buf_push(w->out, ' ');
        rsp_printable_append(w->out, r->reason_text, w->max_bytes);
    }
    if (r->num_reasons > 1)
        rsp_buf_printf(w->out, " (and %zu more reasons)", r->num_reasons - 1);
}

static void count_registers(explain_writer *w, const rsp_stop_reply *r) {
    size_t unreadable = 0;
    if (r->num_registers == 0 || !explain_item(w))
        return;
    for (size_t i = 0; i < r->num_registers; i++)
        unreadable += r->registers[i].value.len == 0;
    rsp_buf_printf(w->out, "%zu registers", r->num_registers);
    if (unreadable > 0)
        rsp_buf_printf(w->out, " (%zu cannot be read)", unreadable);
}

static void put_registers(explain_writer *w, const rsp_stop_reply *r) {
    if (!w->lines) {
        count_registers(w, r);
        return;
    }
    for (size_t i = 0; i < r->num_registers; i++) {
        if (!explain_item(w))
            continue;
        rsp_buf_printf(w->out, "register %llu ", (unsigned long long)r->registers[i].num);
        if (r->registers[i].value.len == 0) {
            rsp_buf_str(w->out, "cannot be read");
            continue;
        }
        rsp_buf_str(w->out, "= ");
        rsp_printable_append(w->out, r->registers[i].value, w->max_bytes);
    }
}

/* A key that is known is among them only for its value. */
static bool is_known_key(rsp_bytes key) {
    uint64_t number = 0;
    return rsp_stop_reason_find(key) != RSP_REASON_NONE || rsp_bytes_equal(key, RSP_LIT("thread")) ||
           rsp_bytes_equal(key, RSP_LIT("core")) || rsp_hex_u64(&number, key) == RSP_OK;
}

static void put_others(explain_writer *w, const rsp_stop_reply *r) {
    for (size_t i = 0; i < r->num_others; i++) {
        if (!explain_item(w))
            continue;
        rsp_printable_append(w->out, r->others[i].key, w->max_bytes);
        if (r->others[i].value.len > 0)
            rsp_buf_push(w->out, ' ');
        if (rsp_bytes_equal(r->others[i].key, RSP_LIT("detailed-binaries-info")))
            explain_hex_data(w, r->others[i].value);
        else
            rsp_printable_append(w->out, r->others[i].value, w->max_bytes);
        if (is_known_key(r->others[i].key))
            rsp_buf_str(w->out, r->others[i].value.len > 0 ? " [bad value]" : " [no value]");
    }
    if (r->num_left_out > 0 && explain_item(w))
        rsp_buf_printf(w->out, "%zu more pairs", r->num_left_out);
}

static void put_stop_pairs(explain_writer *w, const rsp_stop_reply *r) {
    if (r->has_thread && explain_item(w))
        explain_id(w, r->thread, r->multiprocess);
    put_reason(w, r);
    if (r->has_core && explain_item(w))
        rsp_buf_printf(w->out, "core %llu", (unsigned long long)r->core);
    put_pair(w, "reason", r->lldb_reason);
    put_pair(w, "name", r->name);
    if (r->hexname.len > 0 && explain_item(w)) {
        rsp_buf_str(w->out, "name ");
        explain_hex_data(w, r->hexname);
    }
    put_pair(w, "threads", r->threads);
    put_pair(w, "thread-pcs", r->thread_pcs);
    put_others(w, r);
    put_registers(w, r);
    explain_end_items(w);
    if (r->unterminated)
        rsp_buf_str(w->out, " [last pair lacks `;`]");
}

static void put_process(explain_writer *w, const rsp_stop_reply *r) {
    if (r->has_process)
        rsp_buf_printf(w->out, "process %llx ", (unsigned long long)r->process);
}

static void put_stop(explain_writer *w, rsp_bytes payload) {
    rsp_stop_reply r;
    rsp_error error = {0};
    if (rsp_stop_reply_parse(&r, payload, &error) != RSP_OK) {
        rsp_buf_str(w->out, "stop reply ");
        rsp_printable_append(w->out, payload, w->max_bytes);
        explain_problem(w, &error);
        return;
    }
    switch (r.kind) {
    case RSP_STOP_SIGNAL:
    case RSP_STOP_THREAD:
        rsp_buf_str(w->out, "stopped by ");
        explain_signal(w, r.signal);
        put_stop_pairs(w, &r);
        return;
    case RSP_STOP_EXITED:
        put_process(w, &r);
        rsp_buf_printf(w->out, "exited with status %llu", (unsigned long long)r.status);
        return;
    case RSP_STOP_TERMINATED:
        put_process(w, &r);
        rsp_buf_str(w->out, "terminated by ");
        explain_signal(w, r.signal);
        return;
    case RSP_STOP_THREAD_EXITED:
        explain_id(w, r.thread, r.multiprocess);
        rsp_buf_printf(w->out, " exited with status %llu", (unsigned long long)r.status);
        return;
    case RSP_STOP_NO_RESUMED:
        rsp_buf_str(w->out, "no resumed thread is left");
        return;
    case RSP_STOP_OUTPUT:
        rsp_buf_str(w->out, "output ");
        explain_hex_data(w, r.text);
        return;
    case RSP_STOP_FILEIO:
        rsp_buf_str(w->out, "file call ");
        rsp_printable_append(w->out, r.text, w->max_bytes);
        return;
    }
}

static void put_hex_reply(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    rsp_buf_printf(w->out, "%zu byte%s: ", payload.len / 2, payload.len == 2 ? "" : "s");
    rsp_printable_append(w->out, payload, w->max_bytes);
}

static void put_text_reply(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    explain_hex_data(w, payload);
}

static void put_binary_reply(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    rsp_buf_str(w->out, "data ");
    (void)rsp_take_byte(&payload, 'b'); /* LLDB's form has no marker */
    explain_escaped_data(w, payload);
}

static void put_features(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    rsp_buf_str(w->out, "features of the stub");
    explain_features(w, payload);
}

static void put_current(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    rsp_ptid id;
    rsp_bytes text = rsp_bytes_from(payload, 2);
    (void)request;
    if (rsp_bytes_starts(payload, RSP_LIT("QC")) && rsp_ptid_parse(&id, text) == RSP_OK) {
        rsp_buf_str(w->out, "current ");
        explain_id(w, id, text.ptr[0] == 'p');
        return;
    }
    rsp_printable_append(w->out, payload, w->max_bytes);
}

static void put_threads(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    if (rsp_bytes_equal(payload, RSP_LIT("l"))) {
        rsp_buf_str(w->out, "end of the list of threads");
        return;
    }
    rsp_buf_str(w->out, "threads");
    if (!rsp_take_byte(&payload, 'm'))
        rsp_buf_str(w->out, " [no leading m]");
    while (payload.len > 0) {
        rsp_bytes id = rsp_bytes_split(&payload, ',');
        if (explain_item(w))
            rsp_printable_append(w->out, id, w->max_bytes);
    }
    explain_end_items(w);
}

static void put_actions(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    unsigned set = 0;
    rsp_error error = {0};
    (void)request;
    rsp_buf_str(w->out, "vCont actions ");
    rsp_printable_append(w->out, payload, w->max_bytes);
    if (rsp_vcont_reply_parse(&set, NULL, payload, &error) != RSP_OK)
        explain_problem(w, &error);
}

/* The decoded form of a reply with binary data; false (and a note) when its escapes are broken. */
static bool decode(explain_writer *w, rsp_buf *decoded, rsp_bytes payload) {
    rsp_buf_init(decoded, w->out->mem, 0);
    if (rsp_unescape(decoded, payload) == RSP_OK)
        return true;
    rsp_buf_str(w->out, "[escape at the end] ");
    rsp_printable_append(w->out, payload, w->max_bytes);
    return false;
}

static void put_object(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    rsp_buf decoded;
    rsp_qxfer_reply reply;
    rsp_error error = {0};
    (void)request;
    if (decode(w, &decoded, payload)) {
        if (rsp_qxfer_reply_parse(&reply, rsp_buf_bytes(&decoded), &error) == RSP_OK) {
            rsp_buf_printf(w->out, "%s part of the object, %zu bytes%s", reply.last ? "last" : "a",
                           reply.data.len, reply.data.len > 0 ? ": " : "");
            explain_data(w, reply.data);
        } else {
            rsp_printable_append(w->out, payload, w->max_bytes);
            explain_problem(w, &error);
        }
    }
    rsp_buf_free(&decoded);
}

static void put_hostio_result(explain_writer *w, const rsp_hostio_reply *reply) {
    if (reply->bare) {
        rsp_buf_str(w->out, "file result ");
        rsp_printable_append(w->out, reply->value, w->max_bytes);
        return;
    }
    rsp_buf_printf(w->out, "file result %lld", (long long)reply->result);
    if (reply->has_error)
        rsp_buf_printf(w->out, ", error %s", rsp_fileio_error_name(reply->error));
    if (!reply->has_attachment)
        return;
    rsp_buf_printf(w->out, ", %zu bytes%s", reply->attachment.len, reply->attachment.len > 0 ? ": " : "");
    explain_data(w, reply->attachment);
}

static void put_hostio(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    rsp_buf decoded;
    rsp_hostio_reply reply;
    rsp_error error = {0};
    (void)request;
    if (decode(w, &decoded, payload)) {
        if (rsp_hostio_reply_parse(&reply, rsp_buf_bytes(&decoded), &error) == RSP_OK) {
            put_hostio_result(w, &reply);
        } else {
            rsp_printable_append(w->out, payload, w->max_bytes);
            explain_problem(w, &error);
        }
    }
    rsp_buf_free(&decoded);
}

static void put_chunks(explain_writer *w, const rsp_bytes *chunks, const rsp_mem_range *ranges, size_t num) {
    for (size_t i = 0; i < num; i++) {
        if (!explain_item(w))
            continue;
        rsp_buf_printf(w->out, "%zu of %llu bytes at 0x%llx%s", chunks[i].len,
                       (unsigned long long)ranges[i].len, (unsigned long long)ranges[i].addr,
                       chunks[i].len > 0 ? " " : "");
        explain_data(w, chunks[i]);
    }
    explain_end_items(w);
}

/* A single range is asked for alike in both forms: then the reply tells which it is. */
static void put_multimem(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    static const rsp_multimem_form forms[] = {RSP_MULTIMEM_LLDB, RSP_MULTIMEM_RFC};
    rsp_buf decoded;
    rsp_error error = {0};
    bool done = false;
    if (decode(w, &decoded, payload)) {
        rsp_buf_str(w->out, "memory ranges");
        for (size_t i = 0; i < RSP_ARRAY_LEN(forms) && !done; i++) {
            size_t num = 0;
            if (rsp_multimem_parse(NULL, 0, &num, request, forms[i], NULL) != RSP_OK)
                continue;
            rsp_mem_range *ranges = rsp_mem_calloc(w->out->mem, num, sizeof(*ranges));
            rsp_bytes *chunks = rsp_mem_calloc(w->out->mem, num, sizeof(*chunks));
            done = ranges && chunks &&
                   rsp_multimem_parse(ranges, num, &num, request, forms[i], NULL) == RSP_OK &&
                   rsp_multimem_reply_parse(chunks, ranges, num, rsp_buf_bytes(&decoded), forms[i], &error) ==
                       RSP_OK;
            if (done)
                put_chunks(w, chunks, ranges, num);
            rsp_mem_free(w->out->mem, ranges);
            rsp_mem_free(w->out->mem, chunks);
        }
        if (!done) {
            rsp_buf_push(w->out, ' ');
            explain_data(w, rsp_buf_bytes(&decoded));
            explain_problem(w, &error);
        }
    }
    rsp_buf_free(&decoded);
}

static void put_multibreak(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    rsp_multibreak_form form =
        rsp_bytes_starts(request, RSP_LIT("jMulti")) ? RSP_MULTIBREAK_LLDB : RSP_MULTIBREAK_RFC;
    rsp_arena arena = {.mem = w->out->mem};
    rsp_multibreak_list list;
    rsp_error error = {0};
    rsp_buf_str(w->out, "results");
    if (rsp_multibreak_reply_parse(&list, payload, form, &arena, &error) == RSP_OK) {
        for (size_t i = 0; i < list.num; i++)
            if (explain_item(w))
                rsp_printable_append(w->out, list.items[i].len > 0 ? list.items[i] : RSP_LIT("unsupported"),
                                     0);
        explain_end_items(w);
    } else {
        rsp_buf_push(w->out, ' ');
        rsp_printable_append(w->out, payload, w->max_bytes);
        explain_problem(w, &error);
    }
    rsp_arena_free(&arena);
}

static void put_json(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    rsp_buf_str(w->out, "JSON ");
    explain_escaped_data(w, payload);
}

static void put_pairs(explain_writer *w, rsp_bytes payload) {
    while (payload.len > 0) {
        rsp_bytes pair = rsp_bytes_split(&payload, ';');
        if (pair.len > 0 && explain_item(w))
            rsp_printable_append(w->out, pair, w->max_bytes);
    }
    explain_end_items(w);
}

/* key:value; pairs, as LLDB's information packets answer. */
static void put_keys(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    rsp_buf_str(w->out, "information");
    put_pairs(w, payload);
}

static void put_attached(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    if (rsp_bytes_equal(payload, RSP_LIT("1")))
        rsp_buf_str(w->out, "attached to an existing process");
    else if (rsp_bytes_equal(payload, RSP_LIT("0")))
        rsp_buf_str(w->out, "created a new process");
    else
        rsp_printable_append(w->out, payload, w->max_bytes);
}

static void put_trace_status(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    bool runs = rsp_bytes_starts(payload, RSP_LIT("T1"));
    rsp_buf_str(w->out, runs ? "a trace runs" : "no trace runs");
    put_pairs(w, rsp_bytes_from(payload, 3));
}

static void put_trace_frame(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    uint64_t frame;
    uint64_t point;
    bool found = rsp_take_byte(&payload, 'F') && rsp_take_hex(&frame, &payload) == RSP_OK &&
                 rsp_take_byte(&payload, 'T') && rsp_take_hex(&point, &payload) == RSP_OK;
    if (found)
        rsp_buf_printf(w->out, "frame %" PRIu64 ", of tracepoint %" PRIu64, frame, point);
    else
        rsp_buf_str(w->out, "no such frame");
}

static void put_value(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    uint64_t value;
    (void)request;
    bool known = rsp_take_byte(&payload, 'V') && rsp_take_hex(&value, &payload) == RSP_OK;
    if (!known)
        rsp_buf_str(w->out, "not known");
    else
        rsp_buf_printf(w->out, "%" PRIu64, value);
    if (known && rsp_take_byte(&payload, ':') && rsp_take_hex(&value, &payload) == RSP_OK)
        rsp_buf_printf(w->out, " hits, %" PRIu64 " bytes", value);
}

static void put_offsets(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    rsp_buf_str(w->out, "where the program lies");
    put_pairs(w, payload);
}

static void put_crc(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    rsp_buf_str(w->out, rsp_take_byte(&payload, 'C') ? "checksum 0x" : "");
    rsp_printable_append(w->out, payload, w->max_bytes);
}

static void put_search(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    if (rsp_take_text(&payload, RSP_LIT("1,")))
        rsp_buf_str(w->out, "found at 0x");
    else if (rsp_bytes_equal(payload, RSP_LIT("0")))
        rsp_buf_str(w->out, "not found: ");
    rsp_printable_append(w->out, payload, w->max_bytes);
}

static void put_symbol(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    if (!rsp_packet_take(&payload, RSP_PACKET_QSYMBOL)) {
        rsp_printable_append(w->out, payload, w->max_bytes);
        return;
    }
    rsp_buf_str(w->out, "asks for the symbol ");
    explain_hex_data(w, payload);
}

static void put_stdio(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    rsp_buf_str(w->out, rsp_take_byte(&payload, 'O') ? "output " : "");
    explain_hex_data(w, payload);
}

/* The pcs of frames, each in its instance. What is no pc is shown as it stands. */
static void put_frames(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    enum { PC_DIGITS = 16 };
    rsp_buf_printf(w->out, "%zu frames", payload.len / PC_DIGITS);
    for (; payload.len >= PC_DIGITS; payload = rsp_bytes_from(payload, PC_DIGITS)) {
        uint64_t swapped = 0;
        uint8_t bytes[8];
        if (rsp_hex_u64(&swapped, rsp_bytes_sub(payload, 0, PC_DIGITS)) != RSP_OK)
            break;
        rsp_number_put(bytes, sizeof bytes, swapped, true);
        if (explain_item(w))
            rsp_wasm_address_append(w->out, rsp_number_of(rsp_bytes_make(bytes, sizeof bytes), false));
    }
    explain_end_items(w);
    if (payload.len > 0) {
        rsp_buf_str(w->out, " [unexpected: ");
        rsp_printable_append(w->out, payload, w->max_bytes);
        rsp_buf_push(w->out, ']');
    }
}

static void put_plain(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    (void)request;
    rsp_printable_append(w->out, payload, w->max_bytes);
}

/* By the form of the reply that the packet table names. JSON of jMultiBreakpoint has results in it. */
static void (*const forms[RSP_REPLY_FORM_COUNT])(explain_writer *w, rsp_bytes payload, rsp_bytes request) = {
    [RSP_REPLY_FORM_HEX] = put_hex_reply,
    [RSP_REPLY_FORM_REGISTERS] = put_hex_reply,
    [RSP_REPLY_FORM_BINARY] = put_binary_reply,
    [RSP_REPLY_FORM_HEX_OR_OK] = put_text_reply,
    [RSP_REPLY_FORM_TEXT] = put_text_reply,
    [RSP_REPLY_FORM_FEATURES] = put_features,
    [RSP_REPLY_FORM_CURRENT] = put_current,
    [RSP_REPLY_FORM_THREADS] = put_threads,
    [RSP_REPLY_FORM_ACTIONS] = put_actions,
    [RSP_REPLY_FORM_RANGES] = put_multimem,
    [RSP_REPLY_FORM_RESULTS] = put_multibreak,
    [RSP_REPLY_FORM_JSON] = put_json,
    [RSP_REPLY_FORM_JSON_OR_OK] = put_json,
    [RSP_REPLY_FORM_PAIRS] = put_keys,
    [RSP_REPLY_FORM_REGION] = put_keys,
    [RSP_REPLY_FORM_BIT] = put_attached,
    [RSP_REPLY_FORM_VALUE] = put_value,
    [RSP_REPLY_FORM_TRACE_STATUS] = put_trace_status,
    [RSP_REPLY_FORM_TRACE_FRAME] = put_trace_frame,
    [RSP_REPLY_FORM_WINDOW] = put_object,
    [RSP_REPLY_FORM_FILE] = put_hostio,
    [RSP_REPLY_FORM_OFFSETS] = put_offsets,
    [RSP_REPLY_FORM_CRC] = put_crc,
    [RSP_REPLY_FORM_SEARCH] = put_search,
    [RSP_REPLY_FORM_SYMBOL] = put_symbol,
    [RSP_REPLY_FORM_FRAMES] = put_frames,
    [RSP_REPLY_FORM_STDIO] = put_stdio,
};

/* Those to which a stop reply may come: their own, and where only OK or nothing is due, one that comes late.
 */
static bool may_stop(const rsp_packet_row *row) {
    return !row || row->reply == RSP_REPLY_FORM_RUN || row->reply == RSP_REPLY_FORM_STOPPED ||
           row->reply == RSP_REPLY_FORM_STOPPED_OR_OK || row->reply == RSP_REPLY_FORM_SILENT ||
           row->reply == RSP_REPLY_FORM_OK || rsp_packet_runs(row->id);
}

static bool is_whole_stop(rsp_bytes payload) {
    rsp_stop_reply stop;
    return rsp_stop_reply_is(payload) && payload.ptr[0] != 'F' &&
           rsp_stop_reply_parse(&stop, payload, NULL) == RSP_OK;
}

/* A late stop where pairs of hex digits are due, or a list, is none of these. */
static bool is_stray_stop(const rsp_packet_row *row, rsp_bytes payload) {
    static const rsp_reply_form digits[] = {
        RSP_REPLY_FORM_HEX,       RSP_REPLY_FORM_REGISTERS, RSP_REPLY_FORM_TEXT,
        RSP_REPLY_FORM_HEX_OR_OK, RSP_REPLY_FORM_FRAMES,    RSP_REPLY_FORM_THREADS,
        RSP_REPLY_FORM_CURRENT,   RSP_REPLY_FORM_FEATURES,  RSP_REPLY_FORM_WINDOW};
    for (size_t i = 0; i < RSP_ARRAY_LEN(digits); i++)
        if (row->reply == digits[i])
            return payload.ptr[0] != 'O' && is_whole_stop(payload);
    return false;
}

static void (*form_of(const rsp_packet_row *row, rsp_bytes payload))(explain_writer *, rsp_bytes, rsp_bytes) {
    if (!row)
        return is_whole_stop(payload) ? NULL : put_plain;
    if (is_stray_stop(row, payload))
        return NULL;
    return forms[row->reply] || may_stop(row) ? forms[row->reply] : put_plain;
}

/* The request says what its reply is; only what its row leaves open is told by its looks. */
static void put_by_request(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    const rsp_packet_row *row = rsp_packet_lookup(request, NULL);
    void (*put)(explain_writer *, rsp_bytes, rsp_bytes) = form_of(row, payload);
    if (row && row->id == RSP_PACKET_JMULTI_BREAKPOINT)
        put = put_multibreak;
    else if (row && row->effect == RSP_EFFECT_FILES)
        put = put_hostio;
    else if (row && (row->id == RSP_PACKET_QXFER || row->id == RSP_PACKET_QXFER_SIGINFO_WRITE))
        put = put_object;
    /* Output of a command comes before its reply. */
    bool output =
        row && row->effect == RSP_EFFECT_COMMANDS && rsp_console_classify(payload) != RSP_CONSOLE_NONE;
    if (put && !output)
        put(w, payload, request);
    else if (rsp_stop_reply_is(payload))
        put_stop(w, payload);
    else
        rsp_printable_append(w->out, payload, w->max_bytes);
}

void explain_reply(explain_writer *w, rsp_bytes payload, rsp_bytes request) {
    rsp_reply reply = rsp_reply_classify(payload);
    switch (reply.kind) {
    case RSP_REPLY_EMPTY:
        rsp_buf_str(w->out, "not supported (empty reply)");
        return;
    case RSP_REPLY_OK:
        rsp_buf_str(w->out, "OK");
        return;
    case RSP_REPLY_ERROR:
        rsp_buf_printf(w->out, "error %02x", reply.code);
        if (reply.text.len > 0) {
            rsp_buf_str(w->out, ": ");
            explain_hex_data(w, reply.text);
        }
        return;
    case RSP_REPLY_ERROR_TEXT:
        rsp_buf_str(w->out, "error: ");
        rsp_printable_append(w->out, reply.text, w->max_bytes);
        return;
    case RSP_REPLY_OTHER:
        put_by_request(w, payload, request);
        return;
    }
}

void explain_notification(explain_writer *w, rsp_bytes payload) {
    size_t colon = rsp_bytes_index(payload, ':');
    rsp_bytes body = rsp_bytes_from(payload, colon + 1);
    rsp_buf_str(w->out, "notification ");
    rsp_printable_append(w->out, rsp_bytes_sub(payload, 0, colon), w->max_bytes);
    if (colon == payload.len)
        return;
    rsp_buf_str(w->out, ": ");
    if (rsp_stop_reply_is(body))
        put_stop(w, body);
    else
        rsp_printable_append(w->out, body, w->max_bytes);
}
