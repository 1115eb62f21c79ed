/* The machine and random code: no fault of the host, bounded memory, the same run twice.
 * First bytes: how to run, and registers. The rest is code that overwrites the start of a program.
 * See machine/machine.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "corpora/programs.h"
#include "machine/machine.h"

typedef struct random_code {
    fuzz_mem mem;
    rsp_machine *machine;
    uint8_t how; /* step or continue, and the events to report */
} random_code;

enum { MEMORY_BYTES = 128 << 20, BUDGET_INSNS = 4000, MOST_EVENTS = 64 };

/* Registers 10 to 17 are the arguments and the number of a system call. */
static void begin(random_code *c, rsp_bytes in) {
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

static void end(random_code *c) {
    rsp_machine_free(c->machine);
    FUZZ_MUST(c->mem.live == 0);
}

static void resume_all(rsp_machine *m, rsp_resume_kind kind) {
    for (rsp_process *p = rsp_machine_next_process(m, NULL); p; p = rsp_machine_next_process(m, p))
        for (rsp_thread *t = rsp_process_next_thread(p, NULL); t; t = rsp_process_next_thread(p, t))
            if (rsp_thread_is_held(t))
                FUZZ_MUST(rsp_thread_resume(t, &(rsp_resume){.kind = kind}) == RSP_OK);
}

/* Resumes every held thread and runs to the next event. */
static rsp_machine_ran run_to_event(random_code *c) {
    rsp_machine_ran ran = {.ended = RSP_RAN_EVENT};
    resume_all(c->machine, c->how & 1 ? RSP_RESUME_STEP : RSP_RESUME_CONTINUE);
    rsp_machine_run(c->machine, &ran,
                    &(rsp_machine_run_limits){.budget_insns = BUDGET_INSNS, .until_ns = 1000});
    return ran;
}

static uint64_t run(rsp_bytes in) {
    random_code c;
    uint64_t digest = FUZZ_DIGEST;
    rsp_machine_ran ran = {.ended = RSP_RAN_EVENT};
    begin(&c, in);
    for (unsigned i = 0; i < MOST_EVENTS && ran.ended == RSP_RAN_EVENT; i++) {
        ran = run_to_event(&c);
        digest = fuzz_digest(digest, (uint64_t)ran.event.kind << 32 | (uint64_t)ran.ended);
        digest = fuzz_digest_bytes(fuzz_digest(digest, ran.insns), ran.event.bytes);
    }
    digest = fuzz_digest(digest, rsp_machine_trace_hash(c.machine));
    end(&c);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint64_t digest = run(in);
    if (digest % 4 == 0)
        FUZZ_MUST(run(in) == digest);
    return 0;
}
