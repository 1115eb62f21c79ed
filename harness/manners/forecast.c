/* Reads a run by the table of the forecast: a breach stops an action, a pass shows that it works.
 * What the look saw comes first, as an attach that fails leaves nothing else to ask.
 * See manners/forecaster.h. */
/* SPDX-License-Identifier: MIT */
#include "forecast_table.h"

#include "core/arena.h"
#include "manners/forecaster.h"
#include "trace/cause.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <string.h>

/* Whether a word of `list` is `name`. */
static bool lists(const char *list, rsp_bytes name) {
    rsp_bytes rest = rsp_bytes_str(list);
    while (rest.len > 0)
        if (rsp_bytes_equal(rsp_bytes_split(&rest, ' '), name))
            return name.len > 0;
    return false;
}

/* Whether a word of `ids` is in `list`; gives it. */
static bool meets(const char *list, const char *ids, rsp_bytes *out) {
    rsp_bytes rest = rsp_bytes_str(ids ? ids : "");
    while (rest.len > 0) {
        *out = rsp_bytes_split(&rest, ' ');
        if (lists(list, *out))
            return true;
    }
    return false;
}

static bool failed(const rsp_result *r) {
    return r->verdict == RSP_VERDICT_FAIL || r->verdict == RSP_VERDICT_CRASH ||
           r->verdict == RSP_VERDICT_HANG || r->verdict == RSP_VERDICT_WARN ||
           r->verdict == RSP_VERDICT_XFAIL;
}

static const rsp_cause *cause_of(const rsp_run *run, const rsp_result *r) {
    return r->cause > 0 && r->cause <= run->num_causes ? &run->causes[r->cause - 1] : NULL;
}

/* The requirements that a failure stands for: that of its cause. */
static const char *broken_by(const rsp_run *run, const stub_view *v, size_t i) {
    const rsp_result *r = &run->results[i];
    const rsp_cause *cause = cause_of(run, r);
    return cause ? cause->requirement : r->verdict == RSP_VERDICT_XFAIL ? v->expected[i] : r->requirements;
}

/* Whether the result breaks what an action rests on; by which requirement. */
static bool breaches(const rsp_run *run, const stub_view *v, size_t i, const forecast_rest *rest,
                     rsp_bytes *out) {
    const rsp_result *r = &run->results[i];
    rsp_bytes other;
    return failed(r) && !r->hostile && !(rest->beside && meets(rest->beside, r->requirements, &other)) &&
           meets(rest->requirements, broken_by(run, v, i), out);
}

static void set_breach(rsp_run *run, rsp_forecast_cell *p, const rsp_result *r, rsp_bytes id) {
    const rsp_cause *cause = cause_of(run, r);
    const char *message = r->message && *r->message ? r->message : r->title;
    p->prediction = RSP_PREDICTION_BREAKS;
    p->cause = r->cause;
    p->requirement = rsp_arena_printf(&run->arena, "%.*s", (int)id.len, (const char *)id.ptr);
    p->why = cause ? cause->what : message;
}

/* GDB 13 steps by breakpoints on RISC-V, whatever the stub can do. */
static stepping stepping_on(const stub_view *v) {
    bool itself = rsp_bytes_starts(rsp_bytes_str(v->m->arch ? v->m->arch : v->target), RSP_LIT("riscv"));
    return itself ? STEPS_BY_BREAKPOINT : STEPS_BY_STUB;
}

static bool holds(const forecast_rest *rest, const stub_view *v, rsp_debugger debugger,
                  rsp_debugger_action action) {
    return (rest->debuggers & 1u << debugger) && (rest->actions & 1u << action) &&
           (rest->stepping == STEPS_ANYHOW || rest->stepping == stepping_on(v)) &&
           !(rest->seen && rest->seen(v));
}

/* Whether something failed by one of these. */
static bool broken(const rsp_run *run, const char *requirements) {
    rsp_bytes id;
    for (size_t i = 0; requirements && i < run->num_results; i++)
        if (failed(&run->results[i]) && meets(requirements, run->results[i].requirements, &id))
            return true;
    return false;
}

/* The failure with the gravest cause decides. */
static void find_breach(rsp_run *run, const stub_view *v, rsp_forecast_cell *p, rsp_debugger debugger,
                        rsp_debugger_action action) {
    for (size_t i = 0; i < rsp_num_forecast_rests; i++) {
        const forecast_rest *rest = &rsp_forecast_rests[i];
        if (!holds(rest, v, debugger, action) || broken(run, rest->unless))
            continue;
        for (size_t k = 0; k < run->num_results; k++) {
            const rsp_result *r = &run->results[k];
            rsp_bytes id;
            bool graver = p->prediction != RSP_PREDICTION_BREAKS || (r->cause && r->cause < p->cause);
            bool passes = rest->silence_passes && r->verdict == RSP_VERDICT_HANG;
            if (graver && !passes && breaches(run, v, k, rest, &id))
                set_breach(run, p, r, id);
        }
    }
}

/* Some scenario passed by it, and none failed: the look was mistaken. */
static bool refuted(const rsp_run *run, const char *requirement) {
    bool passed = false;
    for (size_t i = 0; i < run->num_results; i++) {
        const rsp_result *r = &run->results[i];
        rsp_bytes id;
        if (!meets(requirement, r->requirements, &id))
            continue;
        if (failed(r))
            return false;
        passed = passed || r->verdict == RSP_VERDICT_PASS;
    }
    return passed;
}

static void find_sign(const rsp_run *run, const stub_view *v, rsp_forecast_cell *p, rsp_debugger debugger,
                      rsp_debugger_action action) {
    for (size_t i = 0; i < rsp_num_forecast_signs && p->prediction == RSP_PREDICTION_UNKNOWN; i++) {
        const forecast_sign *sign = &rsp_forecast_signs[i];
        if (!(sign->debuggers & 1u << debugger) || !(sign->actions & 1u << action) || !sign->shows(v) ||
            refuted(run, sign->requirement))
            continue;
        *p = (rsp_forecast_cell){
            .prediction = sign->prediction, .requirement = sign->requirement, .why = sign->why};
        for (size_t c = run->num_causes; c > 0 && *sign->requirement; c--)
            if (lists(sign->requirement, rsp_bytes_str(run->causes[c - 1].requirement)))
                p->cause = (uint32_t)c;
    }
}

static void find_proof(const rsp_run *run, const stub_view *v, rsp_forecast_cell *p, rsp_debugger debugger,
                       rsp_debugger_action action) {
    for (size_t i = 0; i < rsp_num_forecast_proofs && p->prediction == RSP_PREDICTION_UNKNOWN; i++) {
        const forecast_proof *proof = &rsp_forecast_proofs[i];
        rsp_bytes id;
        if (!(proof->debuggers & 1u << debugger) || !(proof->actions & 1u << action))
            continue;
        p->why = proof->missing;
        bool shown = proof->shows && v->m->looked && proof->shows(v);
        for (size_t k = 0; k < run->num_results && !shown; k++)
            shown = run->results[k].verdict == RSP_VERDICT_PASS &&
                    meets(proof->requirements, run->results[k].requirements, &id);
        if (shown)
            *p = (rsp_forecast_cell){.prediction = RSP_PREDICTION_WORKS};
    }
}

/* What GDB calls an architecture, where that is another name than ours. */
static const char *gdb_architecture(const char *ours) {
    static const struct {
        const char *ours, *gdbs;
    } names[] = {{"x86-64", "i386:x86-64"}, {"riscv32", "riscv:rv32"}, {"riscv64", "riscv:rv64"}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++)
        if (strcmp(names[i].ours, ours) == 0)
            return names[i].gdbs;
    return ours;
}

/* Without a description GDB takes the registers to be those of its own architecture, and drops the connection
 * where g is too short for them. */
static void tell_proviso(rsp_run *run, const rsp_manners *m) {
    rsp_forecast_cell *attach = &run->forecast.cells[RSP_DEBUGGER_GDB][RSP_DEBUGGER_ACTION_ATTACH];
    if (attach->prediction != RSP_PREDICTION_WORKS || !m->looked ||
        m->packets[RSP_PACKET_QXFER_FEATURES_READ] == RSP_HABIT_YES)
        return;
    attach->why = rsp_arena_printf(&run->arena,
                                   "it needs the program's file, or 'set architecture%s%s'%s: no target.xml",
                                   m->arch ? " " : "", m->arch ? gdb_architecture(m->arch) : "",
                                   m->big_endian == RSP_HABIT_YES ? " and 'set endian big'" : "");
}

/* Whether the scenarios that write other bytes than those that are there were left out. */
static bool writes_left_out(const rsp_run *run) {
    rsp_bytes id;
    for (size_t i = 0; i < run->num_results; i++) {
        const rsp_result *r = &run->results[i];
        if (r->verdict == RSP_VERDICT_SKIP && r->reason && strstr(r->reason, "--allow-writes") &&
            meets("MEM-006", r->requirements, &id))
            return true;
    }
    return false;
}

/* A stub that confirms a write and does not do it looks right until other bytes are written. */
static void tell_unwritten(rsp_run *run) {
    const bool left_out = writes_left_out(run);
    for (unsigned d = 0; d < RSP_DEBUGGER_COUNT && left_out; d++) {
        rsp_forecast_cell *write = &run->forecast.cells[d][RSP_DEBUGGER_ACTION_WRITE_MEMORY];
        if (write->prediction == RSP_PREDICTION_WORKS)
            write->why = "memory was only overwritten with its own bytes; --allow-writes tries others";
    }
}

/* What was not judged since the machine has no watchpoints: the reason is the machine's, and so is this one.
 */
static void tell_machine(rsp_run *run) {
    const char *why = NULL;
    for (size_t i = 0; i < run->num_results && !why; i++) {
        const rsp_result *r = &run->results[i];
        if (r->verdict == RSP_VERDICT_SKIP && (r->symptom.beside & RSP_BESIDE_HARDWARE))
            why = r->reason;
    }
    for (unsigned d = 0; d < RSP_DEBUGGER_COUNT && why; d++) {
        rsp_forecast_cell *watch = &run->forecast.cells[d][RSP_DEBUGGER_ACTION_WATCHPOINTS];
        if (watch->prediction == RSP_PREDICTION_UNKNOWN)
            watch->why = why;
    }
}

/* What stops the attach stops everything. */
static void forecast_one(rsp_run *run, const stub_view *v, rsp_debugger debugger) {
    rsp_forecast_cell *row = run->forecast.cells[debugger];
    for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++) {
        rsp_forecast_cell *p = &row[a];
        if (a != RSP_DEBUGGER_ACTION_ATTACH &&
            row[RSP_DEBUGGER_ACTION_ATTACH].prediction == RSP_PREDICTION_BREAKS) {
            *p = row[RSP_DEBUGGER_ACTION_ATTACH];
            continue;
        }
        find_sign(run, v, p, debugger, (rsp_debugger_action)a);
        if (p->prediction != RSP_PREDICTION_ABSENT)
            find_breach(run, v, p, debugger, (rsp_debugger_action)a);
        find_proof(run, v, p, debugger, (rsp_debugger_action)a);
    }
}

/* For each result the requirement of its cause; "" for none. Reports give no causes to expected failures:
 * here all failures are grouped in a run of their own. NULL without memory. */
static const char *const *explain_expected(rsp_run *run) {
    const size_t num = run->num_results;
    rsp_run all = {.arena = {.mem = run->arena.mem}, .num_results = num};
    const char **expected = rsp_arena_alloc(&run->arena, (num + 1) * sizeof *expected);
    all.results = rsp_arena_alloc(&all.arena, (num + 1) * sizeof *all.results);
    rsp_status status = expected && all.results ? RSP_OK : RSP_NO_MEMORY;
    for (size_t i = 0; i < num && status == RSP_OK; i++) {
        all.results[i] = run->results[i];
        if (all.results[i].verdict == RSP_VERDICT_XFAIL)
            all.results[i].verdict = RSP_VERDICT_FAIL;
    }
    if (status == RSP_OK)
        status = rsp_run_explain(&all, &(rsp_causes_options){0});
    for (size_t i = 0; i < num && status == RSP_OK; i++) {
        const rsp_cause *cause = cause_of(&all, &all.results[i]);
        expected[i] = cause ? rsp_arena_str(&run->arena, cause->requirement) : "";
    }
    rsp_arena_free(&all.arena);
    return status == RSP_OK ? expected : NULL;
}

rsp_status rsp_forecast_make(rsp_run *run, const rsp_manners *manners) {
    const stub_view view = {
        .m = manners, .target = run->target ? run->target : "", .expected = explain_expected(run)};
    run->forecast = (rsp_forecast){.made = view.expected != NULL};
    if (!view.expected)
        return RSP_NO_MEMORY;
    for (unsigned d = 0; d < RSP_DEBUGGER_COUNT; d++)
        forecast_one(run, &view, (rsp_debugger)d);
    tell_proviso(run, manners);
    tell_unwritten(run);
    tell_machine(run);
    if (run->arena.status != RSP_OK) {
        run->forecast = (rsp_forecast){0};
        return run->arena.status;
    }
    return RSP_OK;
}
