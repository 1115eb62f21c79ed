/* Faults of the frames that are sent: run lengths, escapes, checksums, and what stands between two of them.
 * Each function is a hook: hooks.h.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/compress.h"
#include "faults/hooks.h"
#include "live_threads.h"
#include "nonstop.h"
#include "run_state.h"
#include "send.h"

#include "codec/escape.h"

/* An encoder of runs with the usual mistakes. */
typedef struct bad_rle {
    unsigned min_repeats;
    unsigned max_repeats;
    unsigned bias;
    bool allow_delimiters; /* counts that read as # and $ */
    bool plus_minus;       /* counts that read as + and - are told one too high */
} bad_rle;

static void append_run(rsp_buf *out, uint8_t byte, size_t repeats, const bad_rle *how) {
    while (repeats >= how->min_repeats) {
        size_t n = repeats < how->max_repeats ? repeats : how->max_repeats;
        while (!how->allow_delimiters && n > 3 && (n + 29 == '#' || n + 29 == '$'))
            n--;
        rsp_buf_push(out, '*');
        bool avoided = how->plus_minus && (n + 29 == '+' || n + 29 == '-');
        rsp_buf_push(out, (uint8_t)(n + how->bias + avoided));
        repeats -= n;
        if (repeats == 0)
            return;
        rsp_buf_push(out, byte);
        repeats--;
    }
    for (; repeats > 0; repeats--)
        rsp_buf_push(out, byte);
}

static void append_runs(rsp_buf *out, rsp_bytes payload, const bad_rle *how) {
    for (size_t i = 0; i < payload.len;) {
        size_t end = i + 1;
        while (end < payload.len && payload.ptr[end] == payload.ptr[i])
            end++;
        rsp_buf_push(out, payload.ptr[i]);
        append_run(out, payload.ptr[i], end - i - 1, how);
        i = end;
    }
}

/* A byte that must be escaped belongs to no run in a faulty packet: only the mistake asked for shows. */
static bool run_fault(const rsp_stub *s, bad_rle *how) {
    *how = (bad_rle){.min_repeats = 3, .max_repeats = 97, .bias = 29};
    if (stub_fault(s, RSP_FAULT_RLE_COUNTS_TOTAL))
        how->bias = 30;
    else if (stub_fault(s, RSP_FAULT_RLE_COUNT_UNCAPPED))
        how->max_repeats = 200;
    else if (stub_fault(s, RSP_FAULT_RLE_DELIMITER_COUNT))
        how->allow_delimiters = true;
    else if (stub_fault(s, RSP_FAULT_RLE_SHORT_RUNS))
        how->min_repeats = 2;
    else if (stub_fault(s, RSP_FAULT_RLE_PLUS_MINUS))
        how->plus_minus = true;
    else
        return false;
    return true;
}

static void make_upper(uint8_t *digits, size_t len) {
    for (size_t i = 0; i < len; i++)
        if (rsp_hex_value(digits[i]) < 0)
            return;
    for (size_t i = 0; i < len; i++)
        if (digits[i] >= 'a')
            digits[i] = (uint8_t)(digits[i] - 'a' + 'A');
}

/* The sum over the bytes that the escapes stand for. */
static void sum_decoded(const rsp_stub *s, rsp_buf *out, rsp_bytes payload) {
    rsp_buf decoded = {.mem = s->opt.mem};
    if (rsp_bytes_index(payload, RSP_ESCAPE_BYTE) < payload.len &&
        rsp_unescape(&decoded, payload) == RSP_OK) {
        rsp_buf_truncate(out, out->len - 2);
        rsp_hex_append_fixed(out, rsp_checksum(rsp_buf_bytes(&decoded)), 2);
    }
    rsp_buf_free(&decoded);
}

/* The sum that a defect puts in place of the right one. */
static void spoil_checksum(const rsp_stub *s, rsp_buf *out, uint8_t before) {
    uint8_t *digits = out->ptr + out->len - 2;
    uint8_t wrong[2] = {(uint8_t)rsp_hex_digits[before >> 4], (uint8_t)rsp_hex_digits[before & 15]};
    if (stub_fault(s, RSP_FAULT_FRAME_CHECKSUM_EARLY) || stub_fault(s, RSP_FAULT_RLE_CHECKSUM_EXPANDED))
        memcpy(digits, wrong, 2);
    if (rsp_endpoint_is_no_ack(&s->wire) && stub_fault(s, RSP_FAULT_NOACK_ZERO_CHECKSUM))
        memset(digits, '0', 2);
    if (stub_fault(s, RSP_FAULT_FRAME_UPPER_CASE))
        make_upper(digits, 2);
    if (stub_fault(s, RSP_FAULT_FRAME_CHECKSUM_UNPADDED) && digits[0] == '0') {
        digits[0] = digits[1];
        rsp_buf_truncate(out, out->len - 1);
    }
}

/* The whole frame, with runs that the fault has made. */
static bool append_bad_runs(rsp_stub *s, rsp_bytes payload) {
    bad_rle how;
    if (!run_fault(s, &how))
        return false;
    size_t mark = rsp_frame_begin(s->out, '$');
    append_runs(s->out, payload, &how);
    rsp_frame_end(s->out, mark, false);
    return true;
}

static bool is_lost(const rsp_stub *s, rsp_bytes payload) {
    return (s->out->len > 4096 && stub_fault(s, RSP_FAULT_ROBUST_REPLIES_LOST)) ||
           (rsp_bytes_equal(payload, RSP_LIT("N")) && stub_fault(s, RSP_FAULT_STOP_NO_RESUMED_SILENT));
}

/* An O packet with the text in place of its digits. */
static bool append_raw_output(rsp_stub *s, rsp_bytes payload) {
    rsp_buf text = {.mem = s->opt.mem};
    bool raw = stub_fault(s, RSP_FAULT_STOP_OUTPUT_RAW) && rsp_bytes_starts(payload, RSP_LIT("O")) &&
               payload.len > 1 && rsp_hex_decode(&text, rsp_bytes_from(payload, 1)) == RSP_OK;
    if (raw) {
        size_t mark = rsp_frame_begin(s->out, '$');
        rsp_buf_push(s->out, 'O');
        rsp_buf_append(s->out, rsp_buf_bytes(&text));
        rsp_frame_end(s->out, mark, s->opt.run_length);
    }
    rsp_buf_free(&text);
    return raw;
}

bool stub_fault_frame(rsp_stub *s, rsp_bytes payload) {
    rsp_buf *out = s->out;
    if (s->opt.fault == RSP_FAULT_NONE)
        return false;
    if (s->faults.link.owes_ack)
        rsp_buf_push(out, '+');
    s->faults.link.owes_ack = false;
    if (stub_fault(s, RSP_FAULT_QSUP_REPLY_CUT) && payload.len >= s->opt.packet_bytes)
        payload.len--;
    if (is_lost(s, payload) || append_bad_runs(s, payload) || append_raw_output(s, payload))
        return true;
    if (stub_fault_compressed(s, payload))
        return true;
    size_t mark = rsp_frame_begin(out, '$');
    if (stub_fault(s, RSP_FAULT_RLE_LEADING_RUN) && rsp_bytes_equal(payload, RSP_LIT("OK")))
        rsp_buf_str(out, "* ");
    if (stub_fault(s, RSP_FAULT_NONSTOP_IN_A_PACKET) && s->run->stop_notice == STUB_NOTICE_OPEN &&
        payload.len > 8)
        rsp_buf_str(out, "%Stop:T05#18");
    rsp_buf_append(out, payload);
    if (stub_fault(s, RSP_FAULT_FRAME_UPPER_CASE) && out->status == RSP_OK)
        make_upper(out->ptr + mark, out->len - mark);
    rsp_frame_end(out, mark, s->opt.run_length);
    if (out->status == RSP_OK)
        spoil_checksum(s, out, rsp_checksum(payload));
    if (stub_fault(s, RSP_FAULT_ESC_CHECKSUM_DECODED) && out->status == RSP_OK)
        sum_decoded(s, out, payload);
    return true;
}

/* Output is announced among the stops. */
static bool rename_notification(rsp_stub *s, rsp_bytes payload) {
    enum { CHECKSUM_BYTES = 3 };
    const rsp_bytes name = RSP_LIT("%Stdio:");
    size_t len = name.len + payload.len + CHECKSUM_BYTES;
    bool ours = stub_fault(s, RSP_FAULT_NONSTOP_OUTPUT_IN_STOPS) && s->out->len >= len &&
                rsp_bytes_starts(rsp_bytes_from(rsp_buf_bytes(s->out), s->out->len - len), name);
    if (ours) {
        rsp_buf_truncate(s->out, s->out->len - len);
        stub_notify(s, "Stop", payload);
    }
    return ours;
}

void stub_fault_notified(rsp_stub *s, rsp_bytes payload) {
    if (rename_notification(s, payload))
        return;
    s->faults.link.owed_acks++;
    if (stub_fault(s, RSP_FAULT_NONSTOP_CHECKSUM_SHORT) && s->out->status == RSP_OK) {
        rsp_buf_truncate(s->out, s->out->len - 2);
        rsp_hex_append_fixed(s->out, rsp_checksum(payload), 2);
    }
}

/* A stop reply that is sent once more: of an interrupt, or of an end while others are left. */
static void send_twice(rsp_stub *s, rsp_bytes frame) {
    bool interrupt = rsp_bytes_starts(frame, RSP_LIT("$T02")) && stub_fault(s, RSP_FAULT_INT_TWO_REPLIES);
    bool end = (rsp_bytes_starts(frame, RSP_LIT("$W")) || rsp_bytes_starts(frame, RSP_LIT("$X"))) &&
               stub_has_process(s) && stub_fault(s, RSP_FAULT_MP_TWO_REPLIES);
    rsp_buf copy = {.mem = s->opt.mem};
    if (stub_awaited(s) && (interrupt || end))
        rsp_buf_append(&copy, frame);
    rsp_buf_append(s->out, rsp_buf_bytes(&copy));
    rsp_buf_free(&copy);
}

void stub_fault_sent(rsp_stub *s, rsp_bytes frame) {
    if (s->opt.fault == RSP_FAULT_NONE)
        return;
    send_twice(s, frame);
    if (stub_fault(s, RSP_FAULT_FRAME_LINE_ENDS))
        rsp_buf_str(s->out, "\r\n");
    if (!stub_fault(s, RSP_FAULT_NOACK_NAK_RESENDS))
        return;
    rsp_buf_clear(&s->faults.last_frame);
    rsp_buf_append(&s->faults.last_frame, frame);
}
