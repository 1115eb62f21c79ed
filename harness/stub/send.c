/* From payloads to wire bytes: framing, run lengths, the copy kept for a retransmission.
 * Notifications are neither acknowledged nor sent again.
 * Source: GDB manual, Overview; Packet Acknowledgment; Notification Packets. */
/* SPDX-License-Identifier: MIT */
#include "run.h"

#include <rsp/escape.h>
#include <rsp/rle.h>

#ifdef RSP_FAULTS

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
    if (s->no_ack && stub_fault(s, RSP_FAULT_NOACK_ZERO_CHECKSUM))
        memset(digits, '0', 2);
    if (stub_fault(s, RSP_FAULT_FRAME_UPPER_CASE))
        make_upper(digits, 2);
    if (stub_fault(s, RSP_FAULT_FRAME_CHECKSUM_UNPADDED) && digits[0] == '0') {
        digits[0] = digits[1];
        rsp_buf_truncate(out, out->len - 1);
    }
}

#endif

static void append_frame(rsp_stub *s, char lead, rsp_bytes payload) {
    rsp_buf *out = s->out;
#ifdef RSP_FAULTS
    if (s->owes_ack)
        rsp_buf_push(out, '+');
    s->owes_ack = false;
    if (stub_fault(s, RSP_FAULT_QSUP_REPLY_CUT) && payload.len >= s->opt.packet_bytes)
        payload.len--;
#endif
    size_t mark = rsp_frame_begin(out, lead);
#ifdef RSP_FAULTS
    bad_rle how;
    if (run_fault(s, &how)) {
        append_runs(out, payload, &how);
        rsp_frame_end(out, mark, false);
        return;
    }
    if (stub_fault(s, RSP_FAULT_RLE_LEADING_RUN) && rsp_bytes_equal(payload, RSP_LIT("OK")))
        rsp_buf_str(out, "* ");
    if (stub_fault(s, RSP_FAULT_NONSTOP_IN_A_PACKET) && s->run->sequence && payload.len > 8)
        rsp_buf_str(out, "%Stop:T05#18");
#endif
    rsp_buf_append(out, payload);
#ifdef RSP_FAULTS
    if (stub_fault(s, RSP_FAULT_FRAME_UPPER_CASE) && out->status == RSP_OK)
        make_upper(out->ptr + mark, out->len - mark);
#endif
    rsp_frame_end(out, mark, s->opt.run_length);
#ifdef RSP_FAULTS
    if (s->opt.fault != RSP_FAULT_NONE && out->status == RSP_OK)
        spoil_checksum(s, out, rsp_checksum(payload));
    if (stub_fault(s, RSP_FAULT_ESC_CHECKSUM_DECODED) && out->status == RSP_OK)
        sum_decoded(s, out, payload);
#endif
}

void stub_send(rsp_stub *s, rsp_bytes payload) {
    size_t start = s->out->len;
    if (start > 4096 && stub_fault(s, RSP_FAULT_ROBUST_REPLIES_LOST))
        return;
    append_frame(s, '$', payload);
    if (s->no_ack && !stub_fault(s, RSP_FAULT_NOACK_NAK_RESENDS))
        return;
    rsp_buf_clear(&s->last_sent);
    rsp_buf_append(&s->last_sent, rsp_bytes_from(rsp_buf_bytes(s->out), start));
}

void stub_notify(rsp_stub *s, const char *name, rsp_bytes payload) {
    size_t mark = rsp_frame_begin(s->out, '%');
    s->owed_acks++;
    rsp_buf_str(s->out, name);
    rsp_buf_push(s->out, ':');
    size_t body = s->out->len;
    rsp_buf_append(s->out, payload);
    /* Run lengths are legal here too, but no known stub uses them in a notification. */
    rsp_frame_end(s->out, mark, false);
#ifdef RSP_FAULTS
    if (stub_fault(s, RSP_FAULT_NONSTOP_CHECKSUM_SHORT) && s->out->status == RSP_OK) {
        uint8_t sum = rsp_checksum(rsp_bytes_sub(rsp_buf_bytes(s->out), body, payload.len));
        rsp_buf_truncate(s->out, s->out->len - 2);
        rsp_hex_append_fixed(s->out, sum, 2);
    }
#else
    (void)body;
#endif
}
