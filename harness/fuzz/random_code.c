/* Registers 10 to 17 are arguments and number of a system call.
 * Memory, processes, threads and instructions are bounded.
 * See random_code.h. */
/* SPDX-License-Identifier: MIT */
#include "random_code.h"

#include "corpora/programs.h"

enum { MEMORY_BYTES = 128 << 20, BUDGET_INSNS = 4000 };

void random_code_begin(random_code *c, rsp_bytes in) {
    fuzz_mem_init(&c->mem, MEMORY_BYTES, 0);
    const rsp_machine_options options = {.files = rsp_programs,
                                         .num_files = rsp_num_programs,
                                         .max_pages = 2048,
                                         .max_processes = 16,
                                         .max_threads = 32,
                                         .mem = &c->mem.mem};
    rsp_machine *m = c->machine = rsp_machine_new(&options);
    rsp_process *p = NULL;
    FUZZ_MUST(m && rsp_machine_launch(m, &p, &(rsp_launch){.path = "/bin/syscalls"}, NULL) == RSP_OK);
    rsp_thread *thread = rsp_process_next_thread(p, NULL);
    c->how = fuzz_take_byte(&in);
    for (unsigned reg = 10; reg < 18; reg++)
        FUZZ_MUST(rsp_thread_set_reg(thread, reg, fuzz_take_number(&in, reg == 17 ? 2 : 5)) == RSP_OK);
    if (c->how & 2)
        rsp_process_set_reports(p, c->how >> 2);
    (void)rsp_process_write(p, rsp_process_entry(p), in);
}

void random_code_end(random_code *c) {
    rsp_machine_free(c->machine);
    FUZZ_MUST(c->mem.live == 0);
}

static void resume_all(rsp_machine *m, rsp_resume_kind kind) {
    for (rsp_process *p = rsp_machine_next_process(m, NULL); p; p = rsp_machine_next_process(m, p))
        for (rsp_thread *t = rsp_process_next_thread(p, NULL); t; t = rsp_process_next_thread(p, t))
            if (rsp_thread_is_held(t))
                FUZZ_MUST(rsp_thread_resume(t, &(rsp_resume){.kind = kind}) == RSP_OK);
}

rsp_machine_ran random_code_run(random_code *c) {
    rsp_machine_ran ran = {.ended = RSP_RAN_EVENT};
    resume_all(c->machine, c->how & 1 ? RSP_RESUME_STEP : RSP_RESUME_CONTINUE);
    rsp_machine_run(c->machine, &ran,
                    &(rsp_machine_run_limits){.budget_insns = BUDGET_INSNS, .until_ns = 1000});
    return ran;
}
