/* How fast the reference stub answers, in process: `m` requests a second over the machine, and what one
 * request costs with ten of everything beside 10,000 threads, 1,000 processes, 100,000 breakpoints and stops.
 * Usage: bench_stub */
/* SPDX-License-Identifier: MIT */
#include "fake_target.h"

#include "corpora/programs.h"
#include "stub_machine/machine_target.h"
#include <rsp/clock.h>
#include <rsp/frame.h>
#include <rsp/stub.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 7, REQUESTS = 1000000, PIPELINED = 64 };

static void must(rsp_status status, const char *what) {
    if (status != RSP_OK) {
        (void)fprintf(stderr, "bench_stub: %s: %s\n", what, rsp_status_text(status));
        exit(3);
    }
}

static uint64_t now_ns(void) {
    const rsp_clock clock = rsp_clock_monotonic();
    return rsp_clock_now(&clock);
}

/* Sends one request and throws the answer away. */
static void ask(rsp_stub *stub, const char *payload, rsp_buf *out) {
    rsp_buf wire = {0};
    rsp_frame_packet(&wire, rsp_bytes_str(payload));
    must(rsp_stub_input(stub, rsp_buf_bytes(&wire), out), payload);
    rsp_buf_free(&wire);
    rsp_buf_clear(out);
}

/* Requests a second, best of some rounds; `batch` requests in one call. */
static double rate(rsp_stub *stub, const char *payload, size_t batch) {
    rsp_buf wire = {0};
    rsp_buf out = {0};
    uint64_t best = UINT64_MAX;
    for (size_t i = 0; i < batch; i++)
        rsp_frame_packet(&wire, rsp_bytes_str(payload));
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t start = now_ns();
        for (size_t i = 0; i < REQUESTS / batch; i++) {
            rsp_buf_clear(&out);
            must(rsp_stub_input(stub, rsp_buf_bytes(&wire), &out), payload);
        }
        uint64_t took = now_ns() - start;
        best = took < best ? took : best;
    }
    rsp_buf_free(&wire);
    rsp_buf_free(&out);
    size_t num = REQUESTS / batch * batch;
    return (double)num * 1e9 / (double)best;
}

static void show_rate(const char *name, double per_second) {
    (void)printf("  %-40s %8.2f M/s   %5.0f ns\n", name, per_second / 1e6, 1e9 / per_second);
}

static void bench_memory(void) {
    rsp_machine_options machine = rsp_machine_options_default();
    machine.files = rsp_programs;
    machine.num_files = rsp_num_programs;
    rsp_machine_target *target = rsp_machine_target_new(&machine);
    const rsp_bytes argv[] = {rsp_bytes_str(rsp_programs[0].path)};
    rsp_stub_options options = rsp_stub_options_default();
    rsp_error error = {0};
    rsp_buf out = {0};
    char request[64];
    options.ops = rsp_machine_target_ops();
    options.target = target;
    options.argv = argv;
    options.argc = 1;
    rsp_stub *stub = rsp_stub_new(&options, &error);
    must(stub ? RSP_OK : error.status, error.msg);
    const rsp_process *process = rsp_machine_next_process(rsp_machine_target_machine(target), NULL);
    (void)snprintf(request, sizeof(request), "m%llx,4", (unsigned long long)rsp_process_entry(process));
    (void)printf("4-byte m over the machine (%s), in process\n", rsp_programs[0].path);
    show_rate("a request a call, acknowledged", rate(stub, request, 1));
    ask(stub, "QStartNoAckMode", &out);
    show_rate("a request a call, no-ack mode", rate(stub, request, 1));
    show_rate("64 requests a call, no-ack mode", rate(stub, request, PIPELINED));
    rsp_buf_free(&out);
    rsp_stub_free(stub);
    rsp_machine_target_free(target);
}

/* One size of the scaling table. */
typedef struct scale {
    int64_t threads;
    int64_t processes;
    int64_t breakpoints;
    int64_t stops;
} scale;

static rsp_stub *new_stub(fake_target *fake) {
    rsp_stub_options options = rsp_stub_options_default();
    rsp_error error = {0};
    options.ops = &fake_target_ops;
    options.target = fake;
    rsp_stub *stub = rsp_stub_new(&options, &error);
    must(stub ? RSP_OK : error.status, error.msg);
    return stub;
}

static fake_target *populate(const scale *size, int64_t threads) {
    fake_target *fake = fake_target_new_for(1 << 18);
    for (int64_t i = 0; i < threads; i++)
        fake_add(fake, 1 + i % size->processes, 1 + i);
    return fake;
}

/* Nanoseconds for one vStopped, the whole queue drained. */
static double bench_stopped(const scale *size) {
    rsp_buf out = {0};
    double best = 1e18;
    for (int round = 0; round < ROUNDS; round++) {
        fake_target *fake = populate(size, size->stops);
        rsp_stub *stub = new_stub(fake);
        rsp_buf wire = {0};
        rsp_frame_packet(&wire, RSP_LIT("vStopped"));
        ask(stub, "QNonStop:1", &out);
        uint64_t took = 0;
        /* Small queues are filled again and again, so that both sizes are measured over as many packets. */
        for (int64_t done = 0; done < 100000; done += size->stops) {
            ask(stub, "vCont;c", &out);
            for (int64_t i = 0; i < size->stops; i++) {
                const rsp_target_event event = {
                    .kind = RSP_TARGET_SIGNALLED, .thread = {1 + i % size->processes, 1 + i}, .signal = 5};
                fake_push(fake, &event, false);
            }
            must(rsp_stub_run(stub, 1000, &out), "run");
            rsp_buf_clear(&out);
            uint64_t start = now_ns();
            for (int64_t i = 0; i < size->stops; i++) {
                rsp_buf_clear(&out);
                must(rsp_stub_input(stub, rsp_buf_bytes(&wire), &out), "vStopped");
            }
            took += now_ns() - start;
        }
        double each = (double)took / 100000;
        best = each < best ? each : best;
        rsp_buf_free(&wire);
        rsp_stub_free(stub);
        fake_target_free(fake);
    }
    rsp_buf_free(&out);
    return best;
}

/* Z0 and z0 of one more breakpoint, T and m, with everything in place. */
static void bench_requests(const scale *size, double ns[3]) {
    rsp_buf out = {0};
    char request[64];
    fake_target *fake = populate(size, size->threads);
    rsp_stub *stub = new_stub(fake);
    ask(stub, "qSupported:multiprocess+", &out);
    for (int64_t i = 0; i < size->breakpoints; i++) {
        if (i % 10000 == 0) {
            int64_t pid = 1 + i / 10000 % size->processes;
            (void)snprintf(request, sizeof(request), "Hgp%llx.0", (unsigned long long)pid);
            ask(stub, request, &out);
        }
        int64_t addr = FAKE_MEMORY_AT + 4 * (i % 10000);
        (void)snprintf(request, sizeof(request), "Z0,%llx,4", (unsigned long long)addr);
        ask(stub, request, &out);
    }
    int64_t last_pid = 1 + (size->threads - 1) % size->processes;
    ask(stub, "QStartNoAckMode", &out);
    ns[0] = 1e9 / rate(stub, "Z0,10000,4", 1);
    (void)snprintf(request, sizeof(request), "Tp%llx.%llx", (unsigned long long)last_pid,
                   (unsigned long long)size->threads);
    ns[1] = 1e9 / rate(stub, request, 1);
    ns[2] = 1e9 / rate(stub, "m2000,4", 1);
    rsp_buf_free(&out);
    rsp_stub_free(stub);
    fake_target_free(fake);
}

static void bench_scaling(void) {
    const scale ten = {.threads = 10, .processes = 10, .breakpoints = 10, .stops = 10};
    const scale many = {.threads = 10000, .processes = 1000, .breakpoints = 100000, .stops = 100000};
    const char *names[] = {"Z0 (inserted already)", "T", "m of 4 bytes", "vStopped"};
    double few_ns[4];
    double many_ns[4];
    bench_requests(&ten, few_ns);
    bench_requests(&many, many_ns);
    few_ns[3] = bench_stopped(&ten);
    many_ns[3] = bench_stopped(&many);
    (void)printf(
        "one request with ten of everything, and with 10,000 threads, 1,000 processes, 100,000 breakpoints, "
        "100,000 stops\n");
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++)
        (void)printf("  %-24s %7.0f ns %7.0f ns   ratio %.2f\n", names[i], few_ns[i], many_ns[i],
                     many_ns[i] / few_ns[i]);
}

int main(void) {
    bench_memory();
    bench_scaling();
    return 0;
}
