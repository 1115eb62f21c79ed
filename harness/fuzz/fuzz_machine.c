/* The machine and random code: no fault of the host, bounded memory, and the same run twice.
 * The first bytes are registers and the way of running, the rest is code written over a program.
 * See rsp/machine.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/machine.h>
#include <rsp/programs.h>

enum { MOST_EVENTS = 64, BUDGET_INSNS = 4000 };

static rsp_machine *new_machine(fuzz_mem *mem) {
    fuzz_mem_init(mem, (size_t)128 << 20, 0);
    rsp_machine_options options = {.files = rsp_programs,
                                   .num_files = rsp_num_programs,
                                   .max_pages = 2048,
                                   .max_processes = 16,
                                   .max_threads = 32,
                                   .mem = &mem->mem};
    return rsp_machine_new(&options);
}

static void resume_all(rsp_machine *m, uint8_t how) {
    for (rsp_process *p = rsp_machine_next_process(m, NULL); p; p = rsp_machine_next_process(m, p))
        for (rsp_thread *t = rsp_process_next_thread(p, NULL); t; t = rsp_process_next_thread(p, t))
            if (rsp_thread_is_held(t))
                FUZZ_MUST(rsp_thread_resume(
                              t, &(rsp_resume){.kind = how & 1 ? RSP_RESUME_STEP : RSP_RESUME_CONTINUE}) ==
                          RSP_OK);
}

static uint64_t run(rsp_bytes in) {
    fuzz_mem mem;
    rsp_machine *m = new_machine(&mem);
    rsp_process *p = NULL;
    FUZZ_MUST(m && rsp_machine_launch(m, &p, &(rsp_launch){.path = "/bin/syscalls"}, NULL) == RSP_OK);
    rsp_thread *thread = rsp_process_next_thread(p, NULL);
    uint8_t how = fuzz_take_byte(&in);
    for (unsigned reg = 10; reg < 18; reg++) /* arguments and number of a system call */
        FUZZ_MUST(rsp_thread_set_reg(thread, reg, fuzz_take_number(&in, reg == 17 ? 2 : 5)) == RSP_OK);
    if (how & 2)
        rsp_process_set_reports(p, how >> 2);
    (void)rsp_process_write(p, rsp_process_entry(p), in);
    uint64_t digest = FUZZ_DIGEST;
    rsp_machine_ran ran = {.ended = RSP_RAN_EVENT};
    for (unsigned i = 0; i < MOST_EVENTS && ran.ended == RSP_RAN_EVENT; i++) {
        resume_all(m, how);
        rsp_machine_run(m, &ran, &(rsp_machine_run_limits){.budget_insns = BUDGET_INSNS, .until_ns = 1000});
        digest = fuzz_digest(digest, (uint64_t)ran.event.kind << 32 | (uint64_t)ran.ended);
        digest = fuzz_digest_bytes(fuzz_digest(digest, ran.insns), ran.event.bytes);
    }
    digest = fuzz_digest(digest, rsp_machine_trace_hash(m));
    rsp_machine_free(m);
    FUZZ_MUST(mem.live == 0);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint64_t digest = run(in);
    if (digest % 4 == 0)
        FUZZ_MUST(run(in) == digest);
    return 0;
}
