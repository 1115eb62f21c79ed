/* A guest as the program of a run: what a workload asks of its program is asked of the guest.
 * The line to it is that of loaded_line.h.
 * See loaded.h. */
/* SPDX-License-Identifier: MIT */
#include "loaded.h"

#include "guest/guest_load.h"
#include "loaded_line.h"
#include "outcome.h"

/* --- the program ---------------------------------------------------------------------------------------- */

bool loaded_serves(const bench *b) {
    return b->options->loaded != NULL;
}

/* What the guest is to do. NULL: what the workload's program does, no guest does. */
static const char *program_of(const bench *b) {
    const rsp_workload *w = b->workload;
    if (w->guest.program)
        return w->guest.program;
    return rsp_guest_entry(w->program) && w->num_arguments == 0 ? w->program : NULL;
}

rsp_status loaded_fits(bench *b) {
    return loaded_serves(b) && !program_of(b)
               ? bench_skip(b, "no guest does what program '%s' does", b->workload->program)
               : RSP_OK;
}

static loaded_line line_of(const bench *b) {
    return (loaded_line){.client = b->client, .loaded = b->options->loaded, .mem = b->options->mem};
}

rsp_status loaded_enter(bench *b) {
    if (!loaded_serves(b))
        return RSP_OK;
    char why[200];
    const loaded_line line = line_of(b);
    rsp_status status = loaded_line_enter(&line, program_of(b), why, sizeof why);
    if (why[0])
        return bench_fail(b, "the guest could not be entered: %s", why);
    return status == RSP_OK ? RSP_OK : bench_client_failed(b, status, "reading the description");
}

rsp_status loaded_symbol(bench *b, const char *name, uint64_t *out_at, uint64_t *out_size) {
    const rsp_workload_guest *g = &b->workload->guest;
    size_t i = 0;
    while (i < g->num_symbols && strcmp(g->symbols[i].symbol, name) != 0)
        i++;
    const char *there = i < g->num_symbols ? g->symbols[i].guest : name;
    return rsp_guest_symbol_at(b->options->loaded->load, there, out_at, out_size)
               ? RSP_OK
               : bench_skip(b, "the guest has no symbol '%s' where it was loaded", there);
}

const char *loaded_condition(const bench *b, const rsp_workload_step *step) {
    const char *own = b->workload->guest.condition;
    return loaded_serves(b) && own ? own : step->text;
}

bool loaded_pc_number(const bench *b, uint64_t *out) {
    const loaded_line line = line_of(b);
    return loaded_line_pc_number(&line, out);
}

bool loaded_pc(const bench *b, uint64_t *out) {
    const loaded_line line = line_of(b);
    return loaded_line_stop_pc(&line, out);
}
