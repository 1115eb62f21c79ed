/* What reverse execution costs: a step back behind many instructions, further ones, the way to the begin,
 * memory; and what the recording costs a program that never goes back. Usage: bench_reverse [million
 * instructions [PROGRAM]] */
/* SPDX-License-Identifier: MIT */
#include "corpora/programs.h"
#include "machine/reverse.h"
#include <inttypes.h>
#include <rsp/clock.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { DEFAULT_MILLIONS = 100, FURTHER_STEPS = 100, RECORD_BYTES = 256 * 1024 * 1024 };

/* Processor time: what else the computer does does not count. */
static uint64_t now_ns(void) {
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage))
        exit(3);
    return ((uint64_t)usage.ru_utime.tv_sec + (uint64_t)usage.ru_stime.tv_sec) * RSP_NS_PER_S +
           ((uint64_t)usage.ru_utime.tv_usec + (uint64_t)usage.ru_stime.tv_usec) * RSP_NS_PER_US;
}

static double ms_since(uint64_t start) {
    return (double)(now_ns() - start) / 1e6;
}

static rsp_machine *start(const char *path, size_t record_bytes, uint32_t *out_pid) {
    rsp_machine_options options = rsp_machine_options_default();
    options.files = rsp_programs;
    options.num_files = rsp_num_programs;
    options.record_bytes = record_bytes;
    rsp_machine *m = rsp_machine_new(&options);
    rsp_process *p = NULL;
    rsp_error error = {0};
    if (!m || rsp_machine_launch(m, &p, &(rsp_launch){.path = path}, &error)) {
        fprintf(stderr, "%s: %s\n", path, error.msg);
        exit(3);
    }
    *out_pid = rsp_process_pid(p);
    return m;
}

/* Runs on, whatever is reported, and holds all then. */
static double run(rsp_machine *m, uint32_t pid, uint64_t insns) {
    uint64_t begin = now_ns();
    while (rsp_machine_insns(m) < insns) {
        rsp_machine_ran ran;
        rsp_process *p = rsp_machine_process(m, pid);
        for (rsp_thread *t = NULL; p && (t = rsp_process_next_thread(p, t)) != NULL;)
            if (rsp_thread_is_held(t) && rsp_thread_resume(t, &(rsp_resume){0}))
                exit(3);
        rsp_machine_run(m, &ran, &(rsp_machine_run_limits){.budget_insns = insns - rsp_machine_insns(m)});
        if (ran.ended == RSP_RAN_IDLE || !p) {
            fprintf(stderr, "the program ends after %" PRIu64 " instructions\n", rsp_machine_insns(m));
            exit(3);
        }
    }
    double ms = ms_since(begin);
    rsp_process_hold(rsp_machine_process(m, pid));
    return ms;
}

static double go_back(rsp_machine *m, uint32_t tid, rsp_machine_back how) {
    uint64_t begin = now_ns();
    rsp_machine_ran ran;
    if (rsp_machine_go_back(m, tid, how))
        exit(3);
    do
        rsp_machine_run(m, &ran, &(rsp_machine_run_limits){.budget_insns = UINT64_MAX});
    while (ran.ended != RSP_RAN_EVENT);
    return ms_since(begin);
}

int main(int argc, char **argv) {
    uint64_t insns = (argc > 1 ? strtoull(argv[1], NULL, 10) : DEFAULT_MILLIONS) * 1000000;
    const char *path = argc > 2 ? argv[2] : "/bin/spin";
    uint32_t pid = 0;
    rsp_machine *plain = start(path, 0, &pid);
    double without = run(plain, pid, insns);
    rsp_machine_free(plain);
    rsp_machine *m = start(path, RECORD_BYTES, &pid);
    double with = run(m, pid, insns);
    rsp_recording r;
    rsp_machine_recording(m, &r);
    printf("%" PRIu64 " M instructions   %8.1f ms, recorded %.1f ms (%+.1f %%)\n", insns / 1000000, without,
           with, (with / without - 1) * 100);
    printf("recording           %8zu checkpoints, %zu KiB\n", r.num_checkpoints, r.bytes / 1024);
    printf("first step back     %8.2f ms\n", go_back(m, pid, RSP_BACK_STEP));
    double worst = 0;
    uint64_t begin = now_ns();
    for (int i = 0; i < FURTHER_STEPS; i++) {
        double ms = go_back(m, pid, RSP_BACK_STEP);
        worst = ms > worst ? ms : worst;
    }
    printf("further steps back  %8.2f ms each, at most %.2f ms\n", ms_since(begin) / FURTHER_STEPS, worst);
    printf("back to the begin   %8.1f ms\n", go_back(m, pid, RSP_BACK_CONTINUE));
    rsp_machine_recording(m, &r);
    printf("recording           %8zu checkpoints, %zu KiB\n", r.num_checkpoints, r.bytes / 1024);
    rsp_machine_free(m);
    return 0;
}
