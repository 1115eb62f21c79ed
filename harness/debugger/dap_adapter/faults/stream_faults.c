/* Faults of bytes: frames that are read or written wrongly, input that cannot be read, and how it all ends.
 * Pieces of input are looked at where no message is half read; a client's write is one piece there.
 * See fault.h. */
/* SPDX-License-Identifier: MIT */
#include "faults/fault.h"

#include "core/hex.h"
#include "core/limits.h"
#include "link/link_control.h"
#include <signal.h>
#include <stdlib.h>

#define FIELD RSP_LIT("Content-Length: ")
#define EMPTY_LINE RSP_LIT("\r\n\r\n")

static bool at_boundary(const adapter *a) {
    return !rsp_dap_reader_is_inside(&a->editor.reader);
}

/* The length that a header at the front says; false where there is none. */
static bool length_of(rsp_bytes piece, uint64_t *out) {
    if (!rsp_bytes_starts(piece, FIELD))
        return false;
    rsp_bytes number = rsp_bytes_from(piece, FIELD.len);
    number = rsp_bytes_sub(number, 0, rsp_bytes_index(number, '\r'));
    return rsp_decimal_u64(out, number) == RSP_OK;
}

static rsp_bytes content_of(rsp_bytes frame) {
    return rsp_bytes_from(frame, rsp_bytes_search(frame, EMPTY_LINE) + EMPTY_LINE.len);
}

/* --- frames that go out --- */

static void log_line(adapter *a, rsp_buf *frame) {
    enum { OFTEN = 5 };
    if (++fault_state_of(a)->num % OFTEN == 0)
        rsp_buf_str(frame, "adapter: a message was sent\n");
}

static void count_characters(adapter *a, rsp_buf *frame) {
    const rsp_bytes content = content_of(rsp_buf_bytes(frame));
    rsp_buf changed = {0};
    size_t num = 0;
    (void)a;
    for (size_t i = 0; i < content.len; i++)
        num += (content.ptr[i] & 0xc0) != 0x80;
    rsp_buf_printf(&changed, "Content-Length: %zu\r\n\r\n", num);
    rsp_buf_append(&changed, content);
    rsp_buf_clear(frame);
    rsp_buf_append(frame, rsp_buf_bytes(&changed));
    rsp_buf_free(&changed);
}

/* The content of one message comes behind the header of the next. */
static void interleave(adapter *a, rsp_buf *frame) {
    enum { SELDOM = 100 };
    fault_state *st = fault_state_of(a);
    const rsp_bytes bytes = rsp_buf_bytes(frame);
    const size_t header = (size_t)(content_of(bytes).ptr - bytes.ptr);
    rsp_buf changed = {0};
    if (st->held) {
        rsp_buf_append(&changed, rsp_bytes_sub(bytes, 0, header));
        rsp_buf_append(&changed, rsp_bytes_make(json_string_value(st->held), json_string_length(st->held)));
        rsp_buf_append(&changed, rsp_bytes_from(bytes, header));
        json_decref(st->held);
        st->held = NULL;
    } else if (++st->num % SELDOM == 0) {
        st->held = json_stringn((const char *)bytes.ptr + header, bytes.len - header);
        rsp_buf_append(&changed, rsp_bytes_sub(bytes, 0, header));
    } else {
        return;
    }
    rsp_buf_clear(frame);
    rsp_buf_append(frame, rsp_buf_bytes(&changed));
    rsp_buf_free(&changed);
}

/* What a pipe would not take at once is lost: answers since the queue was empty, beyond its size. */
static void drop_unread(adapter *a, rsp_buf *frame) {
    enum { PIPE = 64 * 1024 };
    fault_state *st = fault_state_of(a);
    st->num = a->serving.queue.num <= 1 ? 0 : st->num + frame->len;
    if (st->num > PIPE)
        rsp_buf_clear(frame);
}

/* --- frames that come in --- */

static void forget_half(adapter *a, rsp_buf *piece) {
    fault_state *st = fault_state_of(a);
    const uint64_t now = adapter_now(a);
    (void)piece;
    if (!at_boundary(a) && now - st->time_ns > RSP_NS_PER_S)
        rsp_dap_reader_free(&a->editor.reader);
    st->time_ns = now;
}

static void first_of_a_read(adapter *a, rsp_buf *piece) {
    const rsp_bytes bytes = rsp_buf_bytes(piece);
    uint64_t length = 0;
    if (!at_boundary(a) || !length_of(bytes, &length))
        return;
    const size_t whole = bytes.len - content_of(bytes).len + (size_t)length;
    if (whole < bytes.len)
        rsp_buf_truncate(piece, whole);
}

static void known_field_first(adapter *a, rsp_buf *piece) {
    if (at_boundary(a) && !rsp_bytes_starts(rsp_buf_bytes(piece), RSP_LIT("Content-Length")))
        adapter_end(a, RSP_MALFORMED, "a header must begin with Content-Length");
}

/* Once `on`, nothing that comes is heard. */
static void stay_deaf(adapter *a, rsp_buf *piece) {
    if (fault_state_of(a)->on)
        rsp_buf_clear(piece);
}

static void wait_for_a_length(adapter *a, rsp_buf *piece) {
    if (at_boundary(a) && rsp_bytes_starts(rsp_buf_bytes(piece), RSP_LIT("content-length")))
        fault_state_of(a)->on = true;
    stay_deaf(a, piece);
}

static void read_octal(adapter *a, rsp_buf *piece) {
    const rsp_bytes bytes = rsp_buf_bytes(piece);
    rsp_buf changed = {0};
    if (!at_boundary(a) || !rsp_bytes_starts(bytes, RSP_LIT("Content-Length: 0")))
        return;
    const size_t end = rsp_bytes_index(bytes, '\r');
    rsp_buf_printf(&changed, "Content-Length: %lu", strtoul((const char *)bytes.ptr + FIELD.len, NULL, 8));
    rsp_buf_append(&changed, rsp_bytes_from(bytes, end));
    rsp_buf_clear(piece);
    rsp_buf_append(piece, rsp_buf_bytes(&changed));
    rsp_buf_free(&changed);
}

/* The time that a search from the start would take, at some ns a byte. */
static void search_from_the_start(adapter *a, rsp_buf *piece) {
    enum { NS_A_BYTE = 40 };
    const size_t waiting = rsp_dap_reader_rest(&a->editor.reader).len + piece->len;
    if (waiting > RSP_LIMIT_DAP_PIECE_BYTES)
        rsp_link_wait(a->editor.link, adapter_now(a) + NS_A_BYTE * (uint64_t)waiting);
}

/* --- text --- */

static bool cut_characters(adapter *a, json_t *message) {
    enum { OFTEN = 7 };
    json_t *body = json_object_get(message, "body");
    const char *text = json_string_value(json_object_get(body, "output"));
    const char *at = text ? strchr(text, '\xc3') : NULL;
    rsp_buf changed = {0};
    if (!fault_is_event(message, "output") || !at || ++fault_state_of(a)->num % OFTEN)
        return true;
    rsp_buf_append(&changed, rsp_bytes_make(text, (size_t)(at - text)));
    rsp_buf_str(&changed, "\xef\xbf\xbd\xef\xbf\xbd");
    rsp_buf_str(&changed, at + 2);
    (void)json_object_set_new(body, "output", json_string(rsp_buf_cstr(&changed)));
    rsp_buf_free(&changed);
    return true;
}

/* --- input that cannot be read --- */

/* The adapter tells so in an output event of this category. */
static bool deaf_after_complaint(adapter *a, json_t *message) {
    const char *category = json_string_value(json_object_get(json_object_get(message, "body"), "category"));
    const bool complains =
        fault_is_event(message, "output") && category && strcmp(category, "important") == 0;
    const bool refuses = fault_is_response(message, NULL) && !a->serving.active;
    if (complains || (refuses && json_is_false(json_object_get(message, "success"))))
        fault_state_of(a)->on = true;
    return !fault_state_of(a)->on;
}

static void hang_if_deaf(adapter *a) {
    if (fault_state_of(a)->on)
        fault_hang(a);
    fault_forget(a);
}

static bool note_complaint(adapter *a, json_t *message) {
    const fault_state *st = fault_state_of(a);
    const bool was = st->on;
    return deaf_after_complaint(a, message) || !was;
}

static void hang_without_disconnect(adapter *a) {
    if (a->ended != RSP_OK || a->editor.gone)
        fault_hang(a);
    fault_forget(a);
}

/* No machine of ours has so much, and an allocation that fails is not caught. */
static void allocate_length(adapter *a, rsp_buf *piece) {
    enum { MOST_GIB = 64 };
    uint64_t length = 0;
    if (at_boundary(a) && length_of(rsp_buf_bytes(piece), &length) && length >> 30 > MOST_GIB)
        fault_crash();
}

static void nest_on_the_stack(adapter *a, rsp_buf *piece) {
    enum { STACK = 8 * 1024 };
    size_t deep = 0;
    (void)a;
    for (size_t i = 0; i < piece->len && deep < STACK; i++)
        deep = piece->ptr[i] == '[' ? deep + 1 : 0;
    if (deep == STACK)
        fault_crash();
}

static void choke_on_bytes(adapter *a, rsp_buf *piece) {
    for (size_t i = 0; i < piece->len; i++)
        if (piece->ptr[i] >= 0xf8)
            fault_state_of(a)->on = true;
    stay_deaf(a, piece);
}

static void ignore_sigterm(adapter *a, rsp_buf *piece) {
    (void)a;
    (void)piece;
    (void)signal(SIGTERM, SIG_IGN);
}

static void wait_for_the_reader(adapter *a) {
    if (!a->editor.gone)
        fault_hang(a);
    fault_forget(a);
}

static void destroy_running_thread(adapter *a) {
    fault_forget(a);
    if (a->ended == RSP_OK)
        fault_crash();
}

const adapter_fault adapter_stream_faults[] = {
    FAULT_AT("frame-log-line", "DAP-FRAME-001", "log lines go to standard output", .bytes_out = log_line),
    FAULT_AT("frame-counts-characters", "DAP-FRAME-002", "Content-Length counts characters",
             .bytes_out = count_characters),
    FAULT_AT("frame-half-is-forgotten", "DAP-FRAME-003", "half a message is thrown away after a second",
             .bytes_in = forget_half),
    FAULT_AT("frame-first-only", "DAP-FRAME-004", "what follows the first message of a read is lost",
             .bytes_in = first_of_a_read),
    FAULT_AT("frame-known-field-first", "DAP-FRAME-005", "any other field in front ends the session",
             .bytes_in = known_field_first),
    FAULT_WITH("frame-lower-case-waits", "DAP-FRAME-006",
               "a field name in lower case leaves the reader without a length", .bytes_in = wait_for_a_length,
               .end = hang_if_deaf),
    FAULT_AT("frame-octal", "DAP-FRAME-007", "a length with a leading zero is read as octal",
             .bytes_in = read_octal),
    FAULT_AT("frame-interleaved", "DAP-FRAME-008",
             "a header can come between header and content of another message", .bytes_out = interleave),
    FAULT_AT("frame-quadratic", "DAP-FRAME-009", "the input is searched from its start after every read",
             .bytes_in = search_from_the_start),
    FAULT_AT("frame-cut-characters", "DAP-FRAME-010",
             "output is cut inside characters, and their halves replaced", .message_out = cut_characters),
    FAULT_AT("queue-unread-is-lost", "DAP-QUEUE-012", "answers that do not fit the pipe are lost",
             .bytes_out = drop_unread),
    FAULT_WITH("robust-deaf-after-bad-content", "DAP-ROBUST-001",
               "content that is no JSON ends the reader, and nobody notices",
               .message_out = deaf_after_complaint, .bytes_in = stay_deaf, .end = hang_if_deaf),
    FAULT_WITH("robust-only-disconnect-ends", "DAP-ROBUST-002", "a closed input does not end the adapter",
               .end = hang_without_disconnect),
    FAULT_WITH("robust-stays-after-bad-frame", "DAP-ROBUST-003",
               "after a bad frame a closed input does not end the adapter", .message_out = note_complaint,
               .end = hang_if_deaf),
    FAULT_AT("robust-length-is-allocated", "DAP-ROBUST-004", "a buffer of the announced length is allocated",
             .bytes_in = allocate_length),
    FAULT_AT("robust-parser-recurses", "DAP-ROBUST-005", "deep nesting overruns the stack",
             .bytes_in = nest_on_the_stack),
    FAULT_WITH("robust-deaf-after-bad-text", "DAP-ROBUST-006", "bytes that are no UTF-8 end the reader",
               .bytes_in = choke_on_bytes, .end = hang_if_deaf),
    FAULT_AT("robust-ignores-sigterm", "DAP-ROBUST-008", "SIGTERM is not heard", .bytes_in = ignore_sigterm),
    FAULT_WITH("robust-aborts-at-the-end", "DAP-ROBUST-009",
               "a thread still runs when its object is destroyed", .end = destroy_running_thread),
    FAULT_WITH("run-exit-waits-for-reader", "DAP-RUN-011",
               "after disconnect the adapter waits for its reader", .end = wait_for_the_reader),
    {.info = {.name = NULL}},
};
