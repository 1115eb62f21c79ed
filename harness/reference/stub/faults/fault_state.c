/* The state of the fault that is on: made with the stub, with the rows of its tables, and freed with it.
 * The tables call the protocol, and the protocol calls hooks: so no file of hooks knows a table but this one.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"
#include "faults/row.h"

#include <assert.h>

static const stub_fault_table *const tables[] = {
#define TABLE(name) &name,
    STUB_FAULT_TABLES(TABLE)
#undef TABLE
};

static void find_rows(rsp_stub *s) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(tables) && s->opt.fault != RSP_FAULT_NONE; i++) {
        for (size_t k = 0; k < tables[i]->num; k++) {
            if (tables[i]->rows[k].fault != s->opt.fault)
                continue;
            assert(s->faults.num_rows < STUB_FAULT_ROWS);
            s->faults.rows[s->faults.num_rows++] = &tables[i]->rows[k];
        }
    }
}

/* Every buffer that faults keep. */
static void each_buffer(rsp_stub *s, void (*act)(rsp_buf *buf, const rsp_mem *mem)) {
    stub_fault_state *f = &s->faults;
    rsp_buf *const all[] = {
        &f->bent,        &f->breakpoints.planted, &f->breakpoints.own,   &f->breakpoints.with_list,
        &f->objects.key, &f->objects.kept,        &f->objects.registers, &f->objects.believed,
        &f->life.left,   &f->last_request,        &f->last_frame,        &f->run.resumes};
    for (size_t i = 0; i < RSP_ARRAY_LEN(all); i++)
        act(all[i], s->opt.mem);
}

static void init_buffer(rsp_buf *buf, const rsp_mem *mem) {
    rsp_buf_init(buf, mem, 0);
}

static void free_buffer(rsp_buf *buf, const rsp_mem *mem) {
    (void)mem;
    rsp_buf_free(buf);
}

void stub_fault_new(rsp_stub *s) {
    rsp_endpoint_policy policy = s->wire.policy;
    if (stub_fault(s, RSP_FAULT_ACK_NEVER))
        policy.max_refused = 0;
    if (stub_fault(s, RSP_FAULT_NOACK_SENDS_NAK))
        policy.trusts_without_acks = false;
    rsp_endpoint_set_policy(&s->wire, &policy);
    find_rows(s);
    stub_fault_wrap_target(s);
    each_buffer(s, init_buffer);
}

void stub_fault_free(rsp_stub *s) {
    each_buffer(s, free_buffer);
}
