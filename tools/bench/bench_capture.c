/* How fast captures are analysed, beside tcpdump -r and tshark on the same file, in one table.
 * The file is made here: a session that steps, reads memory in many sizes and sets breakpoints.
 * Usage: bench_capture [MEGABYTES [SIZE_OF_READS [CONVERSATIONS]]]; tools not installed are left out. */
/* SPDX-License-Identifier: MIT */
#include "capture_wire.h"

#include <rsp/clock.h>
#include <rsp/conversation.h>
#include <rsp/hex.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    DEFAULT_MEGABYTES = 100,
    DEFAULT_READ_BYTES = 512,
    SEGMENT_BYTES = 1448,
    FLUSH_BYTES = 4 * 1024 * 1024
};

typedef struct maker {
    capture_wire wire;
    rsp_buf scratch;
    FILE *file;
    uint64_t written;
    uint64_t requests;
    uint64_t replies;
} maker;

static void send_packet(maker *m, int side, rsp_bytes payload) {
    rsp_buf_clear(&m->scratch);
    rsp_frame_packet(&m->scratch, payload);
    rsp_bytes rest = rsp_buf_bytes(&m->scratch);
    for (; rest.len > 0; rest = rsp_bytes_from(rest, SEGMENT_BYTES))
        capture_wire_send(&m->wire, side, rsp_bytes_sub(rest, 0, SEGMENT_BYTES));
    *(side == 0 ? &m->requests : &m->replies) += 1;
}

static void ask(maker *m, const char *request, rsp_bytes reply) {
    send_packet(m, 0, rsp_bytes_str(request));
    send_packet(m, 1, reply);
}

static bool flush(maker *m) {
    m->written += m->wire.file.len;
    bool done = fwrite(m->wire.file.ptr, 1, m->wire.file.len, m->file) == m->wire.file.len;
    rsp_buf_clear(&m->wire.file);
    return done;
}

/* One stop: two steps, registers, a breakpoint set and removed, eight reads. */
static void one_stop(maker *m, uint64_t number, rsp_bytes hex, size_t read_bytes) {
    char text[64];
    ask(m, "vCont;s:p1.1;c:p1.-1", RSP_LIT("T05thread:p1.1;swbreak:;"));
    ask(m, "g", rsp_bytes_sub(hex, 0, 1024));
    ask(m, "Z0,401136,1", RSP_LIT("OK"));
    for (unsigned i = 0; i < 8; i++) {
        size_t len = (i % 2 ? read_bytes : read_bytes / 4) + i;
        unsigned long long addr = 0x7f0000000000ULL + number * 4096 + i * 64ULL;
        (void)snprintf(text, sizeof text, "m%llx,%zx", addr, len);
        ask(m, text, rsp_bytes_sub(hex, number * 2 % 64, len * 2));
    }
    ask(m, "z0,401136,1", RSP_LIT("OK"));
}

static bool make_file(maker *m, const char *path, uint64_t bytes, size_t read_bytes, unsigned talks) {
    rsp_buf hex = {0};
    for (size_t i = 0; i < 2 * read_bytes + 4096; i++)
        rsp_buf_push(&hex, (uint8_t)rsp_hex_digits[(i * 7 + i / 16 + i / 311) & 15]);
    capture_wire_begin(&m->wire);
    m->wire.step_ns = 20000;
    m->file = fopen(path, "wb");
    bool done = m->file != NULL;
    for (unsigned t = 0; t < talks && done; t++) {
        m->wire.ports[0] = (uint16_t)(1024 + t % 60000);
        m->wire.ports[1] = (uint16_t)(1234 + t / 60000);
        capture_wire_open(&m->wire);
        ask(m, "qSupported:multiprocess+", RSP_LIT("PacketSize=20000;QStartNoAckMode+"));
        ask(m, "QStartNoAckMode", RSP_LIT("OK"));
        for (uint64_t i = 0; done && m->written + m->wire.file.len < bytes / talks * (t + 1); i++) {
            one_stop(m, i, rsp_buf_bytes(&hex), read_bytes);
            if (m->wire.file.len > FLUSH_BYTES)
                done = flush(m);
        }
        capture_wire_close(&m->wire);
    }
    done = done && flush(m) && fclose(m->file) == 0;
    rsp_buf_free(&hex);
    rsp_buf_free(&m->scratch);
    rsp_buf_free(&m->wire.file);
    return done;
}

/* Processor time of this process, or of the children waited for: what a busy machine does not change much. */
static uint64_t cpu_ns(int who) {
    struct rusage usage;
    getrusage(who, &usage);
    return (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * RSP_NS_PER_S +
           (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * RSP_NS_PER_US;
}

typedef struct stopwatch {
    int who;
    uint64_t wall_ns;
    uint64_t cpu_ns;
} stopwatch;

static stopwatch start_watch(int who) {
    rsp_clock clock = rsp_clock_monotonic();
    return (stopwatch){.who = who, .wall_ns = rsp_clock_now(&clock), .cpu_ns = cpu_ns(who)};
}

static void print_row(const char *what, uint64_t bytes, stopwatch since, const char *remark) {
    stopwatch now = start_watch(since.who);
    double wall = (double)(now.wall_ns - since.wall_ns) + 1;
    double cpu = (double)(now.cpu_ns - since.cpu_ns) + 1;
    printf("  %-24s %6.0f MB/s of wall time %6.0f MB/s of CPU time   %s\n", what, (double)bytes * 1000 / wall,
           (double)bytes * 1000 / cpu, remark);
}

static bool measure_ours(const maker *m, const char *path) {
    stopwatch watch = start_watch(RUSAGE_SELF);
    rsp_error error = {0};
    rsp_pcap *pcap = rsp_pcap_open(path, &error);
    rsp_conversations *c = rsp_conversations_new(NULL);
    rsp_segment s;
    while (pcap && c && rsp_pcap_next(pcap, &s, &error) == RSP_OK)
        rsp_conversations_feed(c, &s);
    bool right = pcap && c;
    if (right) {
        rsp_conversations_finish(c);
        const rsp_capture_totals *t = rsp_conversations_totals(c);
        const rsp_metrics *metrics = &t->analysis.metrics;
        right = metrics->packets_to_stub == m->requests && metrics->packets_from_stub == m->replies;
        struct rusage usage;
        getrusage(RUSAGE_SELF, &usage);
        char remark[128];
        (void)snprintf(remark, sizeof remark, "%llu round trips%s, %.1f MB state, %ld MB resident",
                       (unsigned long long)metrics->round_trips, right ? "" : " (WRONG COUNT)",
                       (double)t->most_memory_bytes / 1e6, usage.ru_maxrss / 1024);
        print_row("stubborn", m->written, watch, remark);
    }
    rsp_conversations_free(c);
    rsp_pcap_close(pcap);
    return right;
}

/* Reading alone: what nobody can be faster than. */
static void measure_reading(const maker *m, const char *path, const char *what) {
    stopwatch watch = start_watch(RUSAGE_SELF);
    rsp_error error = {0};
    rsp_pcap *pcap = rsp_pcap_open(path, &error);
    rsp_segment s;
    uint64_t num = 0;
    while (pcap && rsp_pcap_next(pcap, &s, &error) == RSP_OK)
        num++;
    rsp_pcap_close(pcap);
    char remark[64];
    (void)snprintf(remark, sizeof remark, "%llu segments", (unsigned long long)num);
    print_row(what, m->written, watch, remark);
}

static void measure_tool(const maker *m, const char *path, const char *what, const char *format) {
    char line[512];
    (void)snprintf(line, sizeof line, format, path);
    stopwatch watch = start_watch(RUSAGE_CHILDREN);
    int code = system(line); /* NOLINT(cert-env33-c): our own text */
    if (code == 0)
        print_row(what, m->written, watch, line);
    else
        printf("  %-26s        -            not installed, or failed\n", what);
}

int main(int argc, char **argv) {
    uint64_t megabytes = argc > 1 ? strtoull(argv[1], NULL, 10) : DEFAULT_MEGABYTES;
    size_t read_bytes = argc > 2 ? (size_t)strtoull(argv[2], NULL, 10) : DEFAULT_READ_BYTES;
    unsigned talks = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 1;
    if (megabytes == 0 || talks == 0 || read_bytes > 65536) {
        fprintf(stderr, "usage: bench_capture [MEGABYTES [SIZE_OF_READS [CONVERSATIONS]]]\n");
        return 2;
    }
    char path[] = "/tmp/bench_capture.XXXXXX";
    int fd = mkstemp(path);
    maker m = {0};
    if (fd < 0 || close(fd) != 0 || !make_file(&m, path, megabytes * 1000000, read_bytes, talks)) {
        perror("bench_capture");
        return 3;
    }
    printf("%.0f MB, %llu requests, reads of up to %zu bytes, %u conversation%s\n", (double)m.written / 1e6,
           (unsigned long long)m.requests, read_bytes, talks, talks == 1 ? "" : "s");
    measure_reading(&m, path, "libpcap and TCP headers");
    bool right = measure_ours(&m, path);
    measure_tool(&m, path, "tcpdump", "tcpdump -n -r %s -w /dev/null 2>/dev/null");
    measure_tool(&m, path, "tcpdump, printing", "tcpdump -n -r %s >/dev/null 2>&1");
    if (megabytes <= DEFAULT_MEGABYTES)
        measure_tool(&m, path, "tshark", "tshark -n -q -r %s -z conv,tcp >/dev/null 2>&1");
    (void)remove(path);
    return right ? 0 : 1;
}
