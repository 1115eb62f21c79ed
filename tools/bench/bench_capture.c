/* How fast captures are analysed, beside tcpdump, tcptrace, tcpflow and tshark on the same file.
 * Files are made here, and removed; one that is named is read beside tcpdump only.
 * Usage: bench_capture [all | FILE | MEGABYTES [SIZE_OF_READS [CONVERSATIONS]]]. */
/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* wait4: what one child took */
#include "capture_wire.h"

#include "capture/capture_file.h"
#include "core/hex.h"
#include "trace/exchange.h"
#include <rsp/clock.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    DEFAULT_MEGABYTES = 100,
    DEFAULT_READ_BYTES = 512,
    SEGMENT_BYTES = 1448,
    FLUSH_BYTES = 4 * 1024 * 1024,
    MOST_KB = 64 * 1024, /* whatever the file's size */
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

static bool make_file(maker *m, const char *path, uint64_t bytes, size_t read_bytes, unsigned selection) {
    rsp_buf hex = {0};
    for (size_t i = 0; i < 2 * read_bytes + 4096; i++)
        rsp_buf_push(&hex, (uint8_t)rsp_hex_digits[(i * 7 + i / 16 + i / 311) & 15]);
    capture_wire_begin(&m->wire);
    m->wire.step_ns = 20000;
    m->file = fopen(path, "wb");
    bool done = m->file != NULL;
    for (unsigned t = 0; t < selection && done; t++) {
        m->wire.ports[0] = (uint16_t)(1024 + t % 60000);
        m->wire.ports[1] = (uint16_t)(1234 + t / 60000);
        capture_wire_open(&m->wire);
        ask(m, "qSupported:multiprocess+", RSP_LIT("PacketSize=20000;QStartNoAckMode+"));
        ask(m, "QStartNoAckMode", RSP_LIT("OK"));
        for (uint64_t i = 0; done && m->written + m->wire.file.len < bytes / selection * (t + 1); i++) {
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

/* What a program took: of ours, and of the tools beside it. All are children, so that memory is their own. */
typedef struct took {
    uint64_t wall_ns;
    uint64_t user_ns;
    uint64_t sys_ns;
    long peak_kb; /* VmHWM */
    int status;
} took;

static uint64_t time_ns(struct timeval t) {
    return (uint64_t)t.tv_sec * RSP_NS_PER_S + (uint64_t)t.tv_usec * RSP_NS_PER_US;
}

static took wait_for(pid_t child, uint64_t start_ns) {
    took t = {.status = -1};
    rsp_clock clock = rsp_clock_monotonic();
    struct rusage usage = {0};
    int status = 0;
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return t;
    t.wall_ns = rsp_clock_now(&clock) - start_ns;
    t.user_ns = time_ns(usage.ru_utime);
    t.sys_ns = time_ns(usage.ru_stime);
    t.peak_kb = usage.ru_maxrss;
    t.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return t;
}

static double cpu_s(const took *t) {
    return (double)(t->user_ns + t->sys_ns + 1) / 1e9;
}

static void print_head(const char *what, double megabytes) {
    printf("\n%.0f MB, %s\n", megabytes, what);
    printf("  %-26s %7s %9s %6s %6s %9s %8s %9s\n", "", "MB/s", "wall s", "user s", "sys s", "MB/CPU s",
           "peak MiB", "CPU/ours");
}

/* `ours`: for the ratio of processor time; NULL for ourselves. */
static void print_row(const char *what, uint64_t bytes, const took *t, const took *ours) {
    if (t->status != 0) {
        printf("  %-26s not installed, or failed\n", what);
        return;
    }
    printf("  %-26s %7.0f %9.2f %6.2f %6.2f %9.0f %8.1f", what,
           (double)bytes * 1000 / (double)(t->wall_ns + 1), (double)t->wall_ns / 1e9,
           (double)t->user_ns / 1e9, (double)t->sys_ns / 1e9, (double)bytes / 1e6 / cpu_s(t),
           (double)t->peak_kb / 1024);
    if (ours)
        printf(" %9.2f", cpu_s(t) / cpu_s(ours));
    putchar('\n');
}

/* Everything that `stubborn capture analyze` does but printing. Exit status 0: the counts are right; `m` is
 * NULL where nobody knows them. */
static int analyse(const maker *m, const char *path) {
    rsp_error error = {0};
    rsp_capture_file file;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    rsp_conversations_options options = {.threads = processors > 0 ? (unsigned)processors : 1};
    rsp_conversations *c = rsp_conversations_new(&options);
    if (!c || rsp_capture_file_read(&file, path, c, &error) != RSP_OK)
        return 1;
    const rsp_metrics *metrics = &rsp_conversations_totals(c)->analysis.metrics;
    bool right = m ? metrics->packets_to_stub == m->requests && metrics->packets_from_stub == m->replies
                   : file.damage.status == RSP_OK;
    rsp_conversations_free(c);
    return right ? 0 : 1;
}

static took run_ours(const maker *m, const char *path) {
    rsp_clock clock = rsp_clock_monotonic();
    uint64_t start_ns = rsp_clock_now(&clock);
    (void)fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(analyse(m, path));
    return wait_for(child, start_ns);
}

/* `format` is a shell command with the file's name in it. */
static took run_tool(const char *format, const char *path) {
    char line[512];
    (void)snprintf(line, sizeof line, format, path);
    rsp_clock clock = rsp_clock_monotonic();
    uint64_t start_ns = rsp_clock_now(&clock);
    (void)fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        (void)execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    return wait_for(child, start_ns);
}

/* None may write but to /dev/null: tcpflow leaves a report.xml in the current folder unless told not to. */
static const struct {
    const char *name;
    const char *command;
    uint64_t most_megabytes; /* slower ones see small files only */
} tools[] = {
    {"tcpdump -r -w /dev/null", "exec tcpdump -n -r %s -w /dev/null 2>/dev/null", UINT64_MAX},
    {"tcptrace", "exec tcptrace -n %s >/dev/null 2>&1", UINT64_MAX},
    {"tcpflow, to the console", "exec tcpflow -c -S enable_report=NO -r %s >/dev/null 2>&1",
     DEFAULT_MEGABYTES},
    {"tshark, conversations", "exec tshark -n -q -r %s -z conv,tcp >/dev/null 2>&1", DEFAULT_MEGABYTES},
};

/* One file through everybody. False when ours counted wrong, or took more memory than it may. */
static bool measure(uint64_t megabytes, size_t read_bytes, unsigned selection, bool others) {
    char path[] = "/tmp/bench_capture.XXXXXX";
    int fd = mkstemp(path);
    maker m = {0};
    if (fd < 0 || close(fd) != 0 || !make_file(&m, path, megabytes * 1000000, read_bytes, selection)) {
        perror("bench_capture");
        return false;
    }
    char what[96];
    (void)snprintf(what, sizeof what, "%llu requests, reads of up to %zu bytes, %u conversation%s",
                   (unsigned long long)m.requests, read_bytes, selection, selection == 1 ? "" : "s");
    print_head(what, (double)m.written / 1e6);
    took ours = run_ours(&m, path);
    print_row("stubborn capture analyze", m.written, &ours, NULL);
    for (size_t i = 0; others && i < RSP_ARRAY_LEN(tools); i++) {
        if (megabytes > tools[i].most_megabytes)
            continue;
        took theirs = run_tool(tools[i].command, path);
        print_row(tools[i].name, m.written, &theirs, &ours);
    }
    (void)remove(path);
    if (ours.status != 0)
        printf("  WRONG COUNT\n");
    if (ours.peak_kb > MOST_KB)
        printf("  TOO MUCH MEMORY: %ld KiB\n", ours.peak_kb);
    return ours.status == 0 && ours.peak_kb <= MOST_KB;
}

static took faster(const took *a, const took *b) {
    return b->status == 0 && (a->status != 0 || b->wall_ns < a->wall_ns) ? *b : *a;
}

/* A file that is there, in turn with tcpdump, several times: the best of each counts. */
static bool measure_file(const char *path) {
    enum { ROUNDS = 5 };
    struct stat about;
    took ours = {.status = -1};
    took theirs = {.status = -1};
    if (stat(path, &about) != 0) {
        perror(path);
        return false;
    }
    for (int i = 0; i < ROUNDS; i++) {
        took one = run_ours(NULL, path);
        took other = run_tool(tools[0].command, path);
        ours = i ? faster(&ours, &one) : one;
        theirs = i ? faster(&theirs, &other) : other;
    }
    print_head(path, (double)about.st_size / 1e6);
    print_row("stubborn capture analyze", (uint64_t)about.st_size, &ours, NULL);
    print_row(tools[0].name, (uint64_t)about.st_size, &theirs, &ours);
    if (theirs.status == 0)
        printf("  speed by the clock, ours to tcpdump's: %.2f\n",
               (double)theirs.wall_ns / (double)ours.wall_ns);
    return ours.status == 0 && ours.peak_kb <= MOST_KB;
}

/* Cost by bytes, and by conversations. */
static bool measure_all(void) {
    static const unsigned sizes[] = {10, 100, 1000};
    static const unsigned selection[] = {1, 10, 100, 1000, 10000, 100000};
    bool good = true;
    for (size_t i = 0; i < RSP_ARRAY_LEN(sizes); i++)
        good = measure(sizes[i], DEFAULT_READ_BYTES, 1, true) && good;
    for (size_t i = 0; i < RSP_ARRAY_LEN(selection); i++)
        good = measure(DEFAULT_MEGABYTES, DEFAULT_READ_BYTES, selection[i], false) && good;
    return good;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "all") == 0)
        return measure_all() ? 0 : 1;
    if (argc == 2 && strpbrk(argv[1], "./"))
        return measure_file(argv[1]) ? 0 : 1;
    uint64_t megabytes = argc > 1 ? strtoull(argv[1], NULL, 10) : DEFAULT_MEGABYTES;
    size_t read_bytes = argc > 2 ? (size_t)strtoull(argv[2], NULL, 10) : DEFAULT_READ_BYTES;
    unsigned selection = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 1;
    if (megabytes == 0 || selection == 0 || read_bytes > 65536) {
        (void)fprintf(stderr,
                      "usage: bench_capture [all | FILE | MEGABYTES [SIZE_OF_READS [CONVERSATIONS]]]\n");
        return 2;
    }
    return measure(megabytes, read_bytes, selection, true) ? 0 : 1;
}
