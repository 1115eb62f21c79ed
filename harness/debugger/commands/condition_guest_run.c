/* Addresses come from the guest's symbols, and so does what a stop shows: the variables that the condition
 * names. All else is as in condition_run.c: hit numbers are counted here.
 * See condition_guest_run.h. */
/* SPDX-License-Identifier: MIT */
#include "commands/condition_guest_run.h"

#include "cli/interrupt.h"
#include "commands/condition_event.h"

#include "bench/loaded_line.h"
#include "codec/signals.h"
#include "condition_bench/condition_bench.h"
#include "core/byte_order.h"
#include "core/hex.h"
#include "guest/guest_load.h"
#include "link/link_control.h"
#include <ctype.h>
#include <inttypes.h>
#include <rsp/clock.h>

#define LEAVING_NS (5 * RSP_NS_PER_S)

static rsp_status find_symbol(void *ctx, rsp_bytes name, uint64_t *out) {
    condition_guest_run *run = ctx;
    uint64_t size = 0;
    const char *text = rsp_arena_printf(&run->arena, "%.*s", (int)name.len, (const char *)name.ptr);
    return text && rsp_guest_symbol_at(run->loaded->load, text, out, &size) ? RSP_OK : RSP_NOT_FOUND;
}

/* SYMBOL or *ADDRESS. */
static rsp_status find_place(condition_guest_run *run, const char *at, uint64_t *out, rsp_error *error) {
    const rsp_bytes text = rsp_bytes_str(at);
    if (at[0] == '*')
        return rsp_bytes_starts(text, RSP_LIT("*0x")) && rsp_hex_u64(out, rsp_bytes_from(text, 3)) == RSP_OK
                   ? RSP_OK
                   : rsp_fail(error, RSP_USAGE, "--at %.60s: an address is written *0x401136", at);
    return find_symbol(run, text, out) == RSP_OK
               ? RSP_OK
               : rsp_fail(error, RSP_USAGE,
                          "--at %.60s: the guest has no such symbol; corpora/guests/README.md lists them",
                          at);
}

static rsp_status connect_client(condition_guest_run *run, const stub_conversation *stub, rsp_error *error) {
    const rsp_client_options options = {.leave_children = true};
    rsp_conditionals_options set = {.find_symbol = find_symbol, .symbol_ctx = run};
    rsp_condition_guest_machine(run->loaded, &set);
    run->client = rsp_client_new(stub->session, &options);
    run->breakpoints = run->client ? rsp_conditionals_new(run->client, &set) : NULL;
    if (!run->breakpoints)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for a client");
    rsp_status status = rsp_client_connect(run->client);
    if (status != RSP_OK)
        return rsp_fail(error, status, "connecting: %s", rsp_client_error(run->client)->msg);
    char why[200];
    const loaded_line line = {.client = run->client, .loaded = run->loaded};
    status = loaded_line_enter(&line, run->program, why, sizeof why);
    return status == RSP_OK
               ? RSP_OK
               : rsp_fail(error, status == RSP_REFUSED ? RSP_UNSUPPORTED : status, "entering the guest: %s",
                          why[0] ? why : rsp_client_error(run->client)->msg);
}

/* --- breakpoints ------------------------------------------------------------------------------------------
 */

static rsp_status set_one(condition_guest_run *run, uint64_t address, const char *condition, rsp_way way,
                          bool only, rsp_conditional **out, rsp_error *error) {
    const rsp_conditional_request request = {.address = address,
                                             .kind = rsp_guest_bp_kind(run->loaded->load->guest),
                                             .condition = rsp_bytes_str(condition[0] ? condition : "1"),
                                             .way = way,
                                             .only = only,
                                             .expected_hits = run->args->expected_hits};
    const rsp_status status = rsp_conditional_breakpoint(run->breakpoints, out, &request);
    if (status == RSP_OK)
        return RSP_OK;
    *error = *rsp_conditionals_error(run->breakpoints);
    if (status == RSP_DUPLICATE)
        return rsp_fail(error, RSP_USAGE, "two places are 0x%" PRIx64, address);
    if (status == RSP_SYNTAX || status == RSP_NOT_FOUND || status == RSP_RANGE || status == RSP_LIMIT)
        error->where = "condition";
    return status;
}

static rsp_status set_breakpoints(condition_guest_run *run, rsp_error *error) {
    const condition_args *args = run->args;
    uint64_t end = 0;
    bool has_end = find_symbol(run, RSP_LIT("end"), &end) == RSP_OK;
    rsp_status status = RSP_OK;
    run->places = rsp_arena_alloc(&run->arena, args->at.num * sizeof(rsp_conditional *));
    if (!run->places)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for breakpoints");
    for (size_t i = 0; i < args->at.num && status == RSP_OK; i++) {
        uint64_t address = 0;
        run->failed = i;
        status = find_place(run, args->at.items[i], &address, error);
        has_end = has_end && address != end;
        if (status == RSP_OK)
            status = set_one(run, address, condition_run_text(args, i), condition_run_way(args),
                             args->way != 0, &run->places[i], error);
    }
    return status == RSP_OK && has_end ? set_one(run, end, "", RSP_WAY_HOST, true, &run->end, error) : status;
}

/* --- what a stop shows ------------------------------------------------------------------------------------
 */

static bool is_of_name(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static bool names(const char *condition, const char *symbol) {
    const size_t len = strlen(symbol);
    for (const char *at = strstr(condition, symbol); at; at = strstr(at + 1, symbol))
        if ((at == condition || !is_of_name(at[-1])) && !is_of_name(at[len]))
            return true;
    return false;
}

/* A variable of the guest as a number. */
static void show(condition_guest_run *run, const rsp_guest_symbol *s, rsp_condition_value *out) {
    const rsp_guest_load *load = run->loaded->load;
    uint8_t bytes[8];
    *out = (rsp_condition_value){
        .source = s->name,
        .type = rsp_arena_printf(&run->arena, "%u byte%s", (unsigned)s->size, s->size == 1 ? "" : "s"),
        .value = "(not readable)"};
    if (rsp_client_read_memory(run->client, rsp_guest_address(load, s->offset), bytes, s->size, NULL) ==
        RSP_OK)
        out->value = rsp_arena_printf(&run->arena, "%" PRIu64,
                                      rsp_number_of(rsp_bytes_make(bytes, s->size), load->guest->big_endian));
}

static size_t place_of(const condition_guest_run *run, const rsp_conditional *breakpoint) {
    size_t i = 0;
    while (i < run->args->at.num && run->places[i] != breakpoint)
        i++;
    return i;
}

static const char *function_of(const condition_guest_run *run, size_t place) {
    const char *at = run->args->at.items[place];
    return at[0] == '*' ? NULL : at;
}

static void keep(condition_guest_run *run, size_t place, const rsp_conditional_stop *stop) {
    const rsp_guest *guest = run->loaded->load->guest;
    const char *condition = condition_run_text(run->args, place);
    rsp_buf thread = {0};
    rsp_condition_stop *out = &run->stops[run->report.num_stops++];
    rsp_ptid_append(&thread, rsp_client_stop_thread(run->client), rsp_client_is_multiprocess(run->client));
    *out = (rsp_condition_stop){.thread = rsp_arena_str(&run->arena, rsp_buf_cstr(&thread)),
                                .function = function_of(run, place),
                                .address = stop->pc,
                                .trouble = stop->outcome == RSP_OK ? NULL : rsp_status_text(stop->outcome)};
    rsp_buf_free(&thread);
    out->values = rsp_arena_alloc(&run->arena, guest->num_symbols * sizeof *out->values);
    for (size_t i = 0; out->values && i < guest->num_symbols; i++) {
        const rsp_guest_symbol *s = &guest->symbols[i];
        if (s->size <= 8 && s->offset >= rsp_guest_find(guest, "counter")->offset &&
            names(condition, s->name))
            show(run, s, &out->values[out->num_values++]);
    }
}

/* --- the run ----------------------------------------------------------------------------------------------
 */

static const char *describe(condition_guest_run *run, const rsp_conditional_stop *stop) {
    const rsp_stop_reply *reply = stop->stop;
    if (run->end && stop->breakpoint == run->end)
        return "the guest came to its end";
    if (!reply || (reply->kind != RSP_STOP_SIGNAL && reply->kind != RSP_STOP_THREAD))
        return "the target ended, or stopped for another reason";
    return rsp_arena_printf(&run->arena, "the guest stopped by %s at 0x%" PRIx64,
                            rsp_signal_name(reply->signal), stop->has_pc ? stop->pc : 0);
}

static void take_stop(condition_guest_run *run, const rsp_conditional_stop *stop) {
    const size_t place = place_of(run, stop->breakpoint);
    if (!stop->breakpoint || place == run->args->at.num)
        run->report.end = describe(run, stop);
    else if (++run->held >= run->args->nth)
        keep(run, place, stop);
    else
        run->report.passed++;
}

static rsp_status run_on(condition_guest_run *run, rsp_error *error) {
    while (run->report.num_stops < run->args->stops && !run->report.end) {
        rsp_conditional_stop stop = {0};
        rsp_status status = rsp_conditionals_run(run->breakpoints, NULL, run->args->timeout_ns, &stop);
        if (status == RSP_TIMEOUT)
            run->report.end = "the condition did not hold before the time was over";
        else if (status != RSP_OK && *interrupt_flag())
            run->report.end = "it was interrupted";
        else if (status != RSP_OK)
            return rsp_fail(error, status, "%s", rsp_conditionals_error(run->breakpoints)->msg);
        else
            take_stop(run, &stop);
    }
    return RSP_OK;
}

static void report_sites(condition_guest_run *run) {
    const size_t num = run->places ? run->args->at.num : 0;
    rsp_condition_site *sites = rsp_arena_alloc(&run->arena, (num + 1) * sizeof *sites);
    for (size_t i = 0; sites && i < num && run->places[i]; i++) {
        rsp_condition_site *s = &sites[run->report.num_sites++];
        *s = (rsp_condition_site){.function = function_of(run, i)};
        rsp_conditional_get(run->places[i], &s->info);
        s->address = s->info.address;
        s->translated = rsp_arena_printf(&run->arena, "%.*s", (int)s->info.condition.len,
                                         (const char *)s->info.condition.ptr);
    }
    run->report.sites = sites;
}

rsp_status condition_guest_run_all(condition_guest_run *run, const stub_conversation *stub,
                                   rsp_error *error) {
    const condition_args *args = run->args;
    run->stops = rsp_arena_alloc(&run->arena, args->stops * sizeof *run->stops);
    if (!run->stops)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for %" PRIu64 " stops", args->stops);
    run->report = (rsp_condition_report){.stub = stub_config_name(&stub->config),
                                         .program = run->program,
                                         .place = args->at.items[0],
                                         .condition = condition_run_text(args, 0),
                                         .stops = run->stops};
    rsp_status status = connect_client(run, stub, error);
    const condition_account account = condition_account_begin(stub->link);
    if (status == RSP_OK)
        status = set_breakpoints(run, error);
    if (status == RSP_OK)
        status = run_on(run, error);
    condition_account_end(&account, &run->report);
    report_sites(run);
    return status;
}

/* A guest that runs on is stopped: what was there is put back by another client. */
static void stop_guest(condition_guest_run *run) {
    rsp_conditional_stop stop = {0};
    if (rsp_client_is_running(run->client) && rsp_client_interrupt(run->client) == RSP_OK)
        (void)!rsp_conditionals_wait(run->breakpoints, LEAVING_NS, &stop);
}

void condition_guest_run_free(condition_guest_run *run, const stub_conversation *stub) {
    if (run->breakpoints && rsp_session_state(rsp_client_session(run->client)) == RSP_OK) {
        stop_guest(run);
        if (!rsp_client_is_running(run->client))
            (void)!rsp_conditionals_remove_all(run->breakpoints);
        if (!rsp_link_is_ours(stub->link) && !rsp_client_is_running(run->client))
            (void)!rsp_client_detach(run->client, 0);
    }
    rsp_conditionals_free(run->breakpoints);
    rsp_client_free(run->client);
    rsp_arena_free(&run->arena);
}
