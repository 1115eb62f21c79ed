/* How fast the deframer is, beside memcpy and beside a loop that looks at every byte.
 * All on the same 64 MiB of framed plain payload, best of several rounds, in one table.
 * Usage: bench_deframe [rounds] */
/* SPDX-License-Identifier: MIT */
#include "codec/deframer.h"
#include "core/hex.h"
#include <rsp/clock.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    STREAM_BYTES = 64 * 1024 * 1024,
    READ_BYTES = 64 * 1024, /* as a link would hand it over */
    DEFAULT_ROUNDS = 7,
};

typedef struct job {
    rsp_bytes stream;
    uint8_t *copy;
    size_t piece_bytes;
} job;

/* Frames of plain payload up to the size of the stream; what does not fill a frame is left out. */
static void fill(rsp_buf *out, size_t payload_len) {
    rsp_buf payload = {0};
    for (size_t i = 0; i < payload_len; i++)
        rsp_buf_push(&payload, (uint8_t)rsp_hex_digits[(i * 7 + i / 16) & 15]);
    while (out->len + payload_len + 4 <= STREAM_BYTES)
        rsp_frame_packet(out, rsp_buf_bytes(&payload));
    rsp_buf_free(&payload);
}

static size_t run_memcpy(const job *j) {
    memcpy(j->copy, j->stream.ptr, j->stream.len);
    return j->copy[j->stream.len / 2] != 0;
}

/* Packets with a good checksum. */
static size_t run_deframe(const job *j) {
    rsp_deframer d = {0};
    size_t good = 0;
    for (size_t at = 0; at < j->stream.len; at += j->piece_bytes) {
        rsp_bytes in = rsp_bytes_sub(j->stream, at, j->piece_bytes);
        while (in.len > 0) {
            rsp_event event;
            in = rsp_bytes_from(in, rsp_deframe(&d, in, &event));
            good += event.kind == RSP_EVENT_PACKET && event.checksum_ok;
        }
    }
    rsp_deframer_free(&d);
    return good;
}

/* The usual state machine, a byte at a time, with a copy of the payload. */
static size_t run_bytewise(const job *j) {
    enum { HUNT, BODY, FIRST, SECOND } state = HUNT;
    uint8_t sum = 0;
    int digits = 0;
    size_t len = 0;
    size_t good = 0;
    for (size_t i = 0; i < j->stream.len; i++) {
        uint8_t c = j->stream.ptr[i];
        if (c == '$') {
            state = BODY;
            sum = 0;
            len = 0;
        } else if (state == BODY && c == '#') {
            state = FIRST;
        } else if (state == BODY) {
            sum = (uint8_t)(sum + c);
            j->copy[len++] = c;
        } else if (state == FIRST) {
            digits = rsp_hex_value(c) * 16;
            state = SECOND;
        } else if (state == SECOND) {
            good += digits + rsp_hex_value(c) == sum;
            state = HUNT;
        }
    }
    return good;
}

static uint64_t best_ns(const job *j, size_t (*run)(const job *), unsigned rounds, size_t *out_result) {
    rsp_clock clock = rsp_clock_monotonic();
    uint64_t best = UINT64_MAX;
    for (unsigned i = 0; i < rounds; i++) {
        uint64_t start = rsp_clock_now(&clock);
        *out_result = run(j);
        uint64_t took = rsp_clock_now(&clock) - start;
        best = took < best ? took : best;
    }
    return best;
}

static void print_row(const char *what, uint64_t ns, uint64_t memcpy_ns, size_t len) {
    printf("  %-34s %8.2f GB/s  %6.2f of memcpy\n", what, (double)len / (double)ns,
           (double)memcpy_ns / (double)ns);
}

static int measure(size_t payload_len, uint8_t *copy, unsigned rounds) {
    rsp_buf stream = {0};
    size_t result = 0;
    fill(&stream, payload_len);
    job j = {.stream = rsp_buf_bytes(&stream), .copy = copy, .piece_bytes = stream.len};
    size_t expected = stream.len / (payload_len + 4);
    uint64_t memcpy_ns = best_ns(&j, run_memcpy, rounds, &result);
    uint64_t whole_ns = best_ns(&j, run_deframe, rounds, &result);
    int wrong = result != expected;
    j.piece_bytes = READ_BYTES;
    uint64_t pieces_ns = best_ns(&j, run_deframe, rounds, &result);
    wrong |= result != expected;
    uint64_t bytewise_ns = best_ns(&j, run_bytewise, rounds, &result);
    wrong |= result != expected;
    printf("%zu packets of %zu bytes payload, %zu bytes in all\n", expected, payload_len, stream.len);
    print_row("memcpy", memcpy_ns, memcpy_ns, stream.len);
    print_row("rsp_deframe, one input", whole_ns, memcpy_ns, stream.len);
    print_row("rsp_deframe, inputs of 64 KiB", pieces_ns, memcpy_ns, stream.len);
    print_row("byte by byte", bytewise_ns, memcpy_ns, stream.len);
    rsp_buf_free(&stream);
    return wrong;
}

int main(int argc, char **argv) {
    unsigned rounds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : DEFAULT_ROUNDS;
    uint8_t *copy = calloc(1, STREAM_BYTES);
    if (!copy || rounds == 0) {
        fprintf(stderr, "usage: bench_deframe [rounds]\n");
        free(copy);
        return 2;
    }
    int wrong = measure(1024, copy, rounds) | measure((size_t)16 * 1024, copy, rounds);
    if (wrong)
        fprintf(stderr, "a packet was lost or its checksum misjudged\n");
    free(copy);
    return wrong;
}
