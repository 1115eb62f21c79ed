/* Hit numbers are counted here: neither stub nor inferior knows them.
 * A stop that does not count costs one resume, whoever decided the condition.
 * See condition_run.h. */
/* SPDX-License-Identifier: MIT */
#include "commands/condition_run.h"

#include "cli/interrupt.h"
#include "commands/condition_event.h"
#include "commands/condition_leave.h"
#include "commands/condition_stop.h"

#include "client/client_object.h"
#include "link/link_control.h"

#include <inttypes.h>
#include <rsp/clock.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static rsp_status client_failed(const condition_run *run, rsp_status status, const char *doing,
                                rsp_error *error) {
    const rsp_error *why = rsp_client_error(run->client);
    return rsp_fail(error, status, "%s: %s", doing, why->msg[0] ? why->msg : rsp_status_text(status));
}

static rsp_status connect_client(condition_run *run, const stub_conversation *stub, rsp_error *error) {
    const rsp_client_options options = {.non_stop = run->args->non_stop, .leave_children = true};
    run->client = rsp_client_new(stub->session, &options);
    run->breakpoints = run->client ? rsp_conditionals_new(run->client, NULL) : NULL;
    if (!run->breakpoints)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for a client");
    rsp_status status = rsp_client_connect(run->client);
    if (status != RSP_OK)
        return client_failed(run, status, "connecting", error);
    if (run->args->non_stop && !rsp_client_is_non_stop(run->client))
        return rsp_fail(error, RSP_UNSUPPORTED, "--non-stop: the stub does not support it (QNonStop)");
    /* It answers OK to QNonStop and vCont;t, and reports a stop for one thread: the others would be waited
     * for in vain. */
    if (run->args->non_stop && condition_event_of_lldb(run->client))
        return rsp_fail(error, RSP_UNSUPPORTED,
                        "--non-stop: this is an LLDB stub, which stops all threads of a process together");
    if (!rsp_client_has_program(run->client))
        return rsp_fail(error, RSP_UNSUPPORTED, "the stub has no program to debug");
    status = rsp_client_read_description(run->client, NULL);
    if (status == RSP_OK)
        status = condition_event_pass_signals(run->client, true);
    return status == RSP_OK ? RSP_OK : client_failed(run, status, "preparing the stub", error);
}

static rsp_status take_thread(condition_run *run, rsp_error *error) {
    run->any_thread = !run->args->thread;
    if (run->any_thread || rsp_ptid_parse(&run->thread, rsp_bytes_str(run->args->thread)) == RSP_OK)
        return RSP_OK;
    return rsp_fail(error, RSP_USAGE, "--thread %s: expected an id such as 1f or p1.1f", run->args->thread);
}

rsp_way condition_run_way(const condition_args *args) {
    static const rsp_way ways[] = {RSP_WAY_INFERIOR, RSP_WAY_INFERIOR, RSP_WAY_STUB, RSP_WAY_HOST};
    return ways[args->way];
}

condition_account condition_account_begin(rsp_link *link) {
    const rsp_clock clock = rsp_link_clock(link);
    return (condition_account){
        .link = link, .before = rsp_link_stats_get(link), .begin_ns = rsp_clock_now(&clock)};
}

void condition_account_end(const condition_account *account, rsp_condition_report *out) {
    const rsp_clock clock = rsp_link_clock(account->link);
    const rsp_link_stats after = rsp_link_stats_get(account->link);
    out->time_ns = rsp_clock_now(&clock) - account->begin_ns;
    out->round_trips = after.num_replies - account->before.num_replies;
    out->bytes_out = after.bytes_out - account->before.bytes_out;
    out->bytes_in = after.bytes_in - account->before.bytes_in;
}

const char *condition_run_text(const condition_args *args, size_t place) {
    return place < args->conditions.num ? args->conditions.items[place] : "";
}

static rsp_status set_breakpoint(condition_run *run, size_t place, rsp_error *error) {
    const condition_args *args = run->args;
    const rsp_debuggee_request request = {.place = args->at.items[place],
                                          .condition = rsp_bytes_str(condition_run_text(args, place)),
                                          .way = condition_run_way(args),
                                          .only = args->way != 0,
                                          .expected_hits = args->expected_hits,
                                          .thread = run->any_thread ? 0 : run->thread.tid};
    condition_place *where = &run->places[place];
    return rsp_debuggee_break(where->debuggee, &where->sites, &run->arena, &request, error);
}

/* Whether the place is one to wait for. */
static bool is_awaited(const condition_run *run, rsp_status status) {
    return status == RSP_NOT_FOUND && run->args->pending && rsp_debug_file_facts(run->file)->loader;
}

/* All are found before the first is set: to find one the program may have to run until its libraries are
 * there.
 */
static rsp_status find_places(condition_run *run, rsp_error *error) {
    rsp_status status = rsp_debuggee_learn(&run->debuggee, run->client, run->breakpoints, run->file, error);
    if (status == RSP_OK &&
        rsp_modules_init(&run->modules, &run->debuggee, run->report.program, run->args->sysroot) != RSP_OK)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for libraries");
    run->loader.modules = &run->modules;
    for (size_t i = 0; i < run->args->at.num && status == RSP_OK; i++) {
        status = condition_place_find(&run->places[i], &run->loader, &run->arena, run->args->at.items[i],
                                      run->args->timeout_ns, error);
        if (!is_awaited(run, status))
            continue;
        run->places[i] = (condition_place){0};
        run->waits = true;
        status = RSP_OK;
    }
    return status == RSP_OK && run->waits ? condition_loader_watch(&run->loader, error) : status;
}

static rsp_status set_breakpoints(condition_run *run, rsp_error *error) {
    run->places = rsp_arena_alloc(&run->arena, run->args->at.num * sizeof *run->places);
    if (!run->places)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for breakpoints");
    rsp_status status = find_places(run, error);
    for (size_t i = 0; i < run->args->at.num && status == RSP_OK; i++) {
        run->failed = i;
        run->num_places = i + 1;
        if (run->places[i].debuggee)
            status = set_breakpoint(run, i, error);
    }
    return status;
}

/* The site of a stop, among those of all places. */
static const rsp_debuggee_site *site_of(const condition_run *run, const rsp_conditional *breakpoint,
                                        const condition_place **out_place) {
    const rsp_debuggee_site *site = NULL;
    for (size_t i = 0; i < run->num_places && !site; i++) {
        *out_place = &run->places[i];
        site = rsp_debuggee_site_of(&run->places[i].sites, breakpoint);
    }
    return site;
}

/* Whether it is one that was asked for. */
static bool counts(condition_run *run) {
    rsp_ptid id = rsp_client_stop_thread(run->client);
    bool ours =
        run->any_thread || (run->thread.tid == id.tid && (run->thread.pid == id.pid || run->thread.pid == 0));
    run->held += ours;
    if (ours && run->held >= run->args->nth)
        return true;
    run->report.passed++;
    return false;
}

static void report_site(condition_run *run, const condition_place *place, const rsp_debuggee_site *site,
                        rsp_condition_site *out) {
    rsp_bytes text = site->condition.value.text;
    *out = (rsp_condition_site){
        .address = site->place.address + place->debuggee->bias,
        .library = place->library,
        .path = site->place.has_line ? site->place.line.path : NULL,
        .line = site->place.line.line,
        .function = site->place.function,
        .translated = rsp_arena_printf(&run->arena, "%.*s", (int)text.len, (const char *)text.ptr)};
    rsp_conditional_get(site->breakpoint, &out->info);
}

/* --- libraries that come and go ---------------------------------------------------------------------------
 */

/* Where an awaited place is now, its breakpoint is set. */
static rsp_status find_awaited(condition_run *run, rsp_error *error) {
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < run->num_places && status == RSP_OK; i++) {
        condition_place *place = &run->places[i];
        if (place->debuggee)
            continue;
        run->failed = i;
        status =
            condition_place_in_libraries(place, &run->modules, &run->arena, run->args->at.items[i], error);
        if (status == RSP_OK)
            status = set_breakpoint(run, i, error);
        else if (status == RSP_NOT_FOUND)
            status = RSP_OK;
    }
    return status;
}

/* What the report says of the place's breakpoints, which are about to be freed. */
static void keep_gone(condition_run *run, condition_place *place) {
    place->gone = rsp_arena_alloc(&run->arena, (place->sites.num + 1) * sizeof *place->gone);
    place->num_gone = place->gone ? place->sites.num : 0;
    for (size_t i = 0; i < place->num_gone; i++) {
        rsp_conditional_info *info = &place->gone[i].info;
        report_site(run, place, &place->sites.items[i], &place->gone[i]);
        info->condition = rsp_arena_bytes(&run->arena, info->condition);
        for (size_t j = 0; j < RSP_ARRAY_LEN(info->reason); j++)
            info->reason[j] = info->reason[j] ? rsp_arena_str(&run->arena, info->reason[j]) : NULL;
    }
}

/* Libraries are about to be unmapped: what stands in those that have come later goes out in time, and is
 * found again where it stays. */
static void leave_libraries(condition_run *run) {
    for (size_t i = 0; i < run->num_places; i++) {
        condition_place *place = &run->places[i];
        if (!place->module || place->module->is_early)
            continue;
        keep_gone(run, place);
        for (size_t j = 0; j < place->sites.num; j++)
            (void)!rsp_conditional_remove(run->breakpoints, place->sites.items[j].breakpoint);
        place->sites.num = 0;
        place->module = NULL;
        place->debuggee = NULL;
    }
}

static rsp_status take_loader(condition_run *run, rsp_error *error) {
    rsp_loader_news news = RSP_LOADER_BUSY;
    rsp_status status = condition_loader_arrived(&run->loader, &news, error);
    if (status == RSP_OK && news == RSP_LOADER_LEAVING)
        leave_libraries(run);
    return status == RSP_OK && news == RSP_LOADER_SETTLED ? find_awaited(run, error) : status;
}

/* --- the run ----------------------------------------------------------------------------------------------
 */

/* A place that never came is why the stops did not. */
static void tell_awaited(condition_run *run) {
    for (size_t i = 0; run->report.end && i < run->num_places; i++)
        if (!run->places[i].debuggee && run->places[i].num_gone == 0)
            run->report.end = rsp_arena_printf(&run->arena, "%s; no library that was loaded has %s",
                                               run->report.end, run->args->at.items[i]);
}

static uint64_t now(const condition_run *run) {
    return rsp_session_now(rsp_client_session(run->client));
}

/* Events of the program that are no hits do not prolong the wait for one. */
static rsp_status run_on(condition_run *run, rsp_error *error) {
    rsp_move resume = {0};
    uint64_t deadline_ns = now(run) + run->args->timeout_ns;
    while (run->report.num_stops < run->args->stops && !run->report.end) {
        rsp_conditional_stop stop = {0};
        uint64_t at_ns = now(run);
        uint64_t left_ns = deadline_ns > at_ns ? deadline_ns - at_ns : 1;
        rsp_status status = rsp_conditionals_run(run->breakpoints, &resume, left_ns, &stop);
        if (status == RSP_TIMEOUT) {
            run->report.end = "the condition did not hold before the time was over";
            return RSP_OK;
        }
        if (status != RSP_OK && *interrupt_flag()) {
            run->report.end = "it was interrupted";
            return RSP_OK;
        }
        if (status != RSP_OK)
            return rsp_fail(error, status, "%s", rsp_conditionals_error(run->breakpoints)->msg);
        const condition_place *place = NULL;
        const rsp_debuggee_site *site = site_of(run, stop.breakpoint, &place);
        bool goes_on = true;
        if (run->waits && stop.breakpoint && stop.breakpoint == run->loader.breakpoint) {
            resume = (rsp_move){0};
            status = take_loader(run, error);
            if (status == RSP_OK)
                continue;
            return status;
        }
        if (site)
            deadline_ns = now(run) + run->args->timeout_ns;
        resume = (rsp_move){0};
        if (!site)
            status = condition_event_passes(run, &stop, &resume, &goes_on);
        if (status != RSP_OK)
            return client_failed(run, status, "letting a child of the program go", error);
        if (site && counts(run))
            condition_stop_keep(run, place, site, &stop);
        if (!goes_on)
            run->report.end = condition_event_describe(run, &stop);
    }
    return RSP_OK;
}

static size_t report_place(condition_run *run, condition_place *place, rsp_condition_site *out) {
    for (size_t i = 0; i < place->sites.num; i++)
        report_site(run, place, &place->sites.items[i], &out[i]);
    if (place->sites.num > 0 || place->num_gone == 0)
        return place->sites.num;
    memcpy(out, place->gone, place->num_gone * sizeof *out);
    return place->num_gone;
}

static void report_sites(condition_run *run) {
    size_t num = 0;
    for (size_t i = 0; i < run->num_places; i++)
        num += run->places[i].sites.num + run->places[i].num_gone;
    rsp_condition_site *sites = rsp_arena_alloc(&run->arena, (num + 1) * sizeof *sites);
    run->report.sites = sites;
    for (size_t i = 0; sites && i < run->num_places; i++) {
        const rsp_debuggee_sites *set = &run->places[i].sites;
        run->report.num_sites += report_place(run, &run->places[i], &sites[run->report.num_sites]);
        run->report.left_out += set->num_left_out;
        if (set->num_left_out > 0)
            run->report.why_left_out = set->left_out.msg;
    }
}

rsp_status condition_run_all(condition_run *run, const stub_conversation *stub, const rsp_debug_file *file,
                             rsp_error *error) {
    const condition_args *args = run->args;
    run->file = file;
    run->stops = rsp_arena_alloc(&run->arena, args->stops * sizeof *run->stops);
    if (!run->stops)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for %" PRIu64 " stops", args->stops);
    run->report = (rsp_condition_report){.stub = stub_config_name(&stub->config),
                                         .program = args->program ? args->program : "",
                                         .place = args->at.items[0],
                                         .condition = condition_run_text(args, 0),
                                         .stops = run->stops};
    rsp_status status = take_thread(run, error);
    if (status == RSP_OK)
        status = connect_client(run, stub, error);
    if (status == RSP_OK)
        status = condition_leave_prepare(run, stub, error);
    const condition_account account = condition_account_begin(stub->link);
    if (status == RSP_OK)
        status = set_breakpoints(run, error);
    if (status == RSP_OK)
        status = run_on(run, error);
    tell_awaited(run);
    condition_account_end(&account, &run->report);
    report_sites(run);
    return status;
}

void condition_run_free(condition_run *run) {
    condition_leave(run);
    rsp_modules_free(&run->modules);
    rsp_conditionals_free(run->breakpoints);
    rsp_client_free(run->client);
    rsp_arena_free(&run->arena);
}
