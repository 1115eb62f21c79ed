/* A process of the machine as a bench for trampolines: code, data and stack in one region, a thread to place.
 * One guarded instruction at a time is run as it is, or behind a trampoline, and looked at where it ends.
 * Included behind rsp_test.h; needs rsp_programs. */
/* SPDX-License-Identifier: MIT */
#ifndef RV_WORLD_H
#define RV_WORLD_H

#include "condition/trampoline.h"
#include "corpora/programs.h"
#include "trampoline_cases.h"

enum {
    WORLD_BYTES = 0x10000,
    WORLD_SITE = 0x2000, /* offsets in the region */
    WORLD_CODE = 0x4000,
    WORLD_DATA = 0x8000,
    WORLD_DATA_BYTES = 0x1000,
    WORLD_STACK = 0xc000,
};

typedef struct world {
    rsp_machine *machine;
    rsp_process *process;
    rsp_thread *thread;
    uint64_t base;
} world;

static void world_init(world *w) {
    rsp_machine_options options = rsp_machine_options_default();
    rsp_launch launch = {.path = "/bin/hello"};
    options.files = rsp_programs;
    options.num_files = rsp_num_programs;
    w->machine = rsp_machine_new(&options);
    assert_non_null(w->machine);
    assert_ok(rsp_machine_launch(w->machine, &w->process, &launch, NULL));
    w->thread = rsp_process_next_thread(w->process, NULL);
    assert_ok(rsp_process_alloc(w->process, &w->base, WORLD_BYTES, RSP_PERM_R | RSP_PERM_W | RSP_PERM_X));
}

static void world_end(world *w) {
    rsp_machine_free(w->machine);
}

static void world_write(world *w, uint64_t offset, rsp_bytes bytes) {
    assert_int_equal(rsp_process_write(w->process, w->base + offset, bytes), bytes.len);
}

static inline void world_word(world *w, uint64_t offset, uint32_t word) {
    uint8_t bytes[4];
    world_write(w, offset, word_text(bytes, word));
}

/* Registers 1..31 as given, sp in the middle of the stack's part, pc at the site. */
static void world_place(world *w, const uint64_t *regs) {
    for (unsigned r = 1; r < 32; r++)
        assert_ok(rsp_thread_set_reg(w->thread, r, r == RSP_REG_SP ? w->base + WORLD_STACK : regs[r]));
    assert_ok(rsp_thread_set_reg(w->thread, RSP_REG_PC, w->base + WORLD_SITE));
}

/* Lets the thread go until it is held again. */
static rsp_machine_event world_run(world *w, rsp_resume_kind kind) {
    rsp_resume how = {.kind = kind};
    rsp_machine_run_limits limits = {.budget_insns = 10000};
    rsp_machine_ran ran;
    assert_ok(rsp_thread_resume(w->thread, &how));
    rsp_machine_run(w->machine, &ran, &limits);
    assert_int_equal(ran.ended, RSP_RAN_EVENT);
    return ran.event;
}

static uint64_t world_reg(const world *w, unsigned reg) {
    return rsp_thread_regs(w->thread)[reg];
}

#endif
