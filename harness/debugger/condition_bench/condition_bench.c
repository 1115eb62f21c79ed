/* Conditional breakpoints do the work. Here the account is kept, and the stop is checked.
 * A way that the stub or the place does not allow is a reason to skip.
 * See condition_bench.h. */
/* SPDX-License-Identifier: MIT */
#include "condition_bench/condition_bench.h"

#include "bench/account.h"
#include "bench/loaded.h"
#include "bench/loaded_line.h"
#include "bench/motion.h"
#include "bench/outcome.h"
#include "bench/place.h"
#include "core/arena.h"
#include "guest/guest_load.h"

static rsp_status find_symbol(void *ctx, rsp_bytes name, uint64_t *out) {
    bench *b = ctx;
    return place_find(b, rsp_arena_printf(&b->arena, "%.*s", (int)name.len, (const char *)name.ptr), out);
}

static const char *text_of(const bench *b, const rsp_workload_step *step) {
    return loaded_condition(b, step);
}

void rsp_condition_guest_machine(const rsp_bench_loaded *loaded, rsp_conditionals_options *out) {
    static const struct {
        const char *arch;
        rsp_machine_kind kind;
    } rows[] = {{"riscv64", RSP_KIND_RV64}, {"x86-64", RSP_KIND_X86_64}, {"aarch64", RSP_KIND_AARCH64}};
    enum { CODE_BYTES = 0x1000 };
    const rsp_guest_load *load = loaded->load;
    const loaded_line line = {.loaded = loaded};
    out->kind = RSP_KIND_OTHER;
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        if (strcmp(load->guest->arch, rows[i].arch) == 0)
            out->kind = rows[i].kind;
    out->big_endian = load->guest->big_endian;
    if (!loaded_line_pc_number(&line, &out->pc_number))
        out->kind = RSP_KIND_ASK;
    if (load->scratch_bytes >= CODE_BYTES) {
        out->code_address = load->scratch;
        out->code_bytes = CODE_BYTES;
    }
    out->no_allocation = true; /* neither a system call nor bytes behind a code that is nobody's file */
    out->no_tail = true;
}

/* What conditions must know of the machine. Where the file is of none that is known, the stub is asked. */
static void set_machine(const bench *b, rsp_conditionals_options *out) {
    unsigned elf_machine;
    unsigned pc_number;
    if (loaded_serves(b)) {
        rsp_condition_guest_machine(b->options->loaded, out);
        return;
    }
    if (!place_machine(b, &elf_machine, &pc_number))
        return;
    out->kind = RSP_KIND_OTHER;
    if (elf_machine == RSP_BENCH_ELF_X86_64)
        out->kind = RSP_KIND_X86_64;
    else if (elf_machine == RSP_BENCH_ELF_RISCV)
        out->kind = RSP_KIND_RV64;
    out->pc_number = pc_number;
}

static rsp_way way_of(rsp_bench_way way) {
    if (way == RSP_BENCH_INFERIOR || way == RSP_BENCH_BEST)
        return RSP_WAY_INFERIOR;
    return way == RSP_BENCH_STUB ? RSP_WAY_STUB : RSP_WAY_HOST;
}

static rsp_status set_failed(bench *b, const rsp_conditionals *set, rsp_status status, const char *doing) {
    const rsp_error *why = rsp_conditionals_error(set);
    if (b->out->outcome != RSP_BENCH_DONE || status == RSP_CANCELLED || status == RSP_NO_MEMORY)
        return status;
    const char *text = why->msg[0] ? why->msg : rsp_status_text(status);
    return status == RSP_REFUSED || status == RSP_UNSUPPORTED ? bench_skip(b, "%s", text)
                                                              : bench_fail(b, "%s: %s", doing, text);
}

/* The condition's own mistakes have a place in its text. */
static rsp_status condition_failed(bench *b, const rsp_workload_step *step, const rsp_conditionals *set,
                                   rsp_status status) {
    const rsp_error *why = rsp_conditionals_error(set);
    bool in_text =
        status == RSP_SYNTAX || status == RSP_NOT_FOUND || status == RSP_RANGE || status == RSP_LIMIT;
    if (!in_text || b->out->outcome != RSP_BENCH_DONE)
        return set_failed(b, set, status, "setting the breakpoint");
    return bench_fail(b, "%s:%u: condition '%s', character %llu: %s", b->workload->path, (unsigned)step->line,
                      text_of(b, step), (unsigned long long)why->offset + 1, why->msg);
}

/* The stop, and how often the place was reached. */
static rsp_status check(bench *b, const rsp_workload_step *step, const rsp_conditional *breakpoint,
                        const rsp_conditional_stop *stop) {
    rsp_conditional_info info;
    rsp_conditional_get(breakpoint, &info);
    uint64_t hits = rsp_workload_number(step->count, b->options->sweep);
    const char *wanted = rsp_arena_printf(&b->arena, "a hit of %s with %s", step->symbol, text_of(b, step));
    rsp_status status = motion_check_stop(b, stop->stop, wanted);
    if (status != RSP_OK)
        return status;
    if (stop->breakpoint != breakpoint)
        return bench_fail(b, "the program stopped elsewhere than at %s", wanted);
    if (stop->outcome != RSP_OK)
        return bench_fail(b, "'%s' has no value at %s: %s", text_of(b, step), step->symbol,
                          rsp_status_text(stop->outcome));
    if (b->options->way == RSP_BENCH_HOST && info.counts.hits != hits)
        return bench_fail(b, "'%s' was true at hit %llu of %s, not at %llu as the workload says",
                          text_of(b, step), (unsigned long long)info.counts.hits, step->symbol,
                          (unsigned long long)hits);
    return RSP_OK;
}

static rsp_status run_set(bench *b, const rsp_workload_step *step, rsp_conditionals *set, uint64_t address) {
    rsp_conditional *breakpoint = NULL;
    rsp_conditional_stop stop = {0};
    const rsp_conditional_request request = {
        .address = address,
        .kind = loaded_serves(b) ? rsp_guest_bp_kind(b->options->loaded->load->guest) : 0,
        .function = address,
        .function_bytes = place_size(b, step->symbol),
        .condition = rsp_bytes_str(text_of(b, step)),
        .way = way_of(b->options->way),
        .only = b->options->way != RSP_BENCH_BEST,
    };
    account_begin(b, RSP_BENCH_PHASE_TOGGLE);
    rsp_status status = rsp_conditional_breakpoint(set, &breakpoint, &request);
    account_end(b);
    if (status != RSP_OK)
        return condition_failed(b, step, set, status);
    account_begin(b, RSP_BENCH_PHASE_RUN);
    status = rsp_conditionals_run(set, NULL, 0, &stop);
    account_end(b);
    if (status != RSP_OK)
        return set_failed(b, set, status, "running to the breakpoint");
    status = check(b, step, breakpoint, &stop);
    account_begin(b, RSP_BENCH_PHASE_TOGGLE);
    rsp_status removed = rsp_conditionals_remove_all(set);
    account_end(b);
    return status == RSP_OK && removed != RSP_OK ? set_failed(b, set, removed, "removing the breakpoint")
                                                 : status;
}

rsp_status rsp_condition_bench_run(bench *b, const rsp_workload_step *step) {
    rsp_conditionals_options options = {.find_symbol = find_symbol, .symbol_ctx = b, .mem = b->options->mem};
    uint64_t address = 0;
    rsp_status status = place_find(b, step->symbol, &address);
    if (status == RSP_OK)
        status = motion_step_off(b, RSP_BENCH_PHASE_STEP_OVER);
    if (status != RSP_OK)
        return status;
    set_machine(b, &options);
    rsp_conditionals *set = rsp_conditionals_new(b->client, &options);
    status = set ? run_set(b, step, set, address) : RSP_NO_MEMORY;
    rsp_conditionals_free(set);
    return status;
}
