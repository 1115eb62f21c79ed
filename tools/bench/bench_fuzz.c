/* Executions a second of processor time, in process: the deframer target on small inputs, the stub session
 * target on sessions of ten packets, each with all that its oracle looks at; linked with this main instead of
 * an engine. Usage: bench_fuzz [deframer | session] [EXECUTIONS]: few of them for callgrind (release) */
/* SPDX-License-Identifier: MIT */
#include "../../harness/fuzzing/targets/fuzz.h"

#include <rsp/clock.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 5, MOST_BYTES = 512 };

/* The two entry points; CMake gives each target's its name. */
int fuzz_deframer(const uint8_t *data, size_t size);
int fuzz_stub_session(const uint8_t *data, size_t size);

/* Referred to by the session mutator, which is not used here. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size) {
    (void)data;
    return size < max_size ? size : max_size;
}

static char streams[][MOST_BYTES] = {
    "\001$OK#9a",   "\001+$T05thread:1;#6d", "\000$m1000,4#8e",           "\000+$g#67\003",
    "\001$0* #7a-", "\000$X10,2:}\003a#1f",  "\001%Stop:T05thread:1;#aa", "\000$qC#b4+$?#3f",
};

/* Ten packets each: what a debugger sends when it attaches, looks around, steps, reads in batches. */
static char sessions[][MOST_BYTES] = {
    "V\n$qSupported:multiprocess+;swbreak+\n$QStartNoAckMode\n$?\n$qC\n$g\n$m10200,40\n$Z0,10200,4\n$vCont;s:"
    "p2a1.2a1\n"
    "$p20\n$z0,10200,4\n",
    "V\n$qSupported:swbreak+;hwbreak+\n$!\n$?\n$Hg0\n$qfThreadInfo\n$qsThreadInfo\n$x10200,20\n$G00\n$vCont?"
    "\n$m0,4\n",
    "W\n$QStartNoAckMode\n$qSupported:multiprocess+\n$?\n$MultiMemRead:ranges:10200,4,10300,8;\n$m10200,"
    "100\n$P0a=0100000000000000\n"
    "$p0a\n$X3ffffff000,0:\n$qAttached:2a1\n$s\n",
};

/* Of this process: other programs on the machine do not count. */
static uint64_t cpu_ns(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * RSP_NS_PER_S + (uint64_t)now.tv_nsec;
}

/* Best of some rounds over all inputs in turn; for sessions with all choices of options. */
static double rate(int (*target)(const uint8_t *, size_t), char inputs[][MOST_BYTES], const size_t *lens,
                   size_t num, size_t times, bool choices) {
    uint64_t best_ns = UINT64_MAX;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t start = cpu_ns();
        for (size_t i = 0; i < times; i++) {
            if (choices)
                inputs[i % num][0] = (char)('@' + i % 61);
            (void)target((const uint8_t *)inputs[i % num], lens[i % num]);
        }
        uint64_t took_ns = cpu_ns() - start;
        best_ns = took_ns < best_ns ? took_ns : best_ns;
    }
    return (double)times * 1e9 / (double)best_ns;
}

static void packet_printer(const char *name, double per_second) {
    (void)printf("%-44s %12.0f executions/s %9.0f ns\n", name, per_second, 1e9 / per_second);
}

int main(int argc, char **argv) {
    const char *only = argc > 1 ? argv[1] : "";
    size_t times = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    size_t stream_lens[RSP_ARRAY_LEN(streams)];
    size_t session_lens[RSP_ARRAY_LEN(sessions)];
    for (size_t i = 0; i < RSP_ARRAY_LEN(streams); i++)
        stream_lens[i] = 1 + strlen(streams[i] + 1); /* the first byte may be a zero */
    for (size_t i = 0; i < RSP_ARRAY_LEN(sessions); i++)
        session_lens[i] = strlen(sessions[i]);
    if (strcmp(only, "session") != 0)
        packet_printer("deframer, 6 to 23 bytes, whole and split",
                       rate(fuzz_deframer, streams, stream_lens, RSP_ARRAY_LEN(streams),
                            times ? times : 2000000, false));
    if (strcmp(only, "deframer") != 0)
        packet_printer("stub session, ten packets, rules and checks",
                       rate(fuzz_stub_session, sessions, session_lens, RSP_ARRAY_LEN(sessions),
                            times ? times : 20000, true));
    return 0;
}
