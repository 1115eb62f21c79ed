/* Constructors of libraries run after the list is whole and before the program's entry: a place in them is
 * found in time. The place of the watch can change, and its breakpoint with it.
 * See condition_loader.h. */
/* SPDX-License-Identifier: MIT */
#include "commands/condition_loader.h"

static rsp_status failed(const condition_loader *watch, rsp_status status, rsp_error *error) {
    const rsp_error *why = rsp_conditionals_error(watch->modules->debuggee->breakpoints);
    return rsp_fail(error, status, "watching the loader: %s",
                    why->msg[0] ? why->msg : rsp_status_text(status));
}

static rsp_status unset(condition_loader *watch) {
    rsp_status status = RSP_OK;
    if (watch->breakpoint)
        status = rsp_conditional_remove(watch->modules->debuggee->breakpoints, watch->breakpoint);
    watch->breakpoint = NULL;
    return status;
}

static rsp_status set(condition_loader *watch) {
    const rsp_conditional_request request = {
        .address = watch->loader.place, .condition = RSP_LIT("1"), .way = RSP_WAY_HOST, .only = true};
    return rsp_conditional_breakpoint(watch->modules->debuggee->breakpoints, &watch->breakpoint, &request);
}

static rsp_status begin(condition_loader *watch, rsp_error *error) {
    if (watch->begun)
        return RSP_OK;
    watch->begun = true;
    rsp_status status = rsp_loader_begin(&watch->loader, watch->modules);
    return status == RSP_OK ? RSP_OK : failed(watch, status, error);
}

static rsp_status list(condition_loader *watch, rsp_error *error) {
    rsp_modules_stale(watch->modules);
    rsp_status status = rsp_modules_list(watch->modules);
    return status == RSP_OK
               ? RSP_OK
               : rsp_fail(error, status, "asking for the libraries: %s", rsp_status_text(status));
}

rsp_status condition_loader_watch(condition_loader *watch, rsp_error *error) {
    rsp_status status = begin(watch, error);
    if (status != RSP_OK || watch->breakpoint)
        return status;
    if (watch->loader.place == 0)
        return rsp_fail(
            error, RSP_UNSUPPORTED,
            "nothing tells when the program loads a library: it has no dynamic loader, or that one "
            "leaves no word for debuggers");
    status = set(watch);
    return status == RSP_OK ? RSP_OK : failed(watch, status, error);
}

rsp_status condition_loader_arrived(condition_loader *watch, rsp_loader_news *out, rsp_error *error) {
    const uint64_t before = watch->loader.place;
    rsp_status status = rsp_loader_arrived(&watch->loader, out);
    if (status == RSP_OK && watch->loader.place != before) {
        status = unset(watch);
        if (status == RSP_OK && watch->loader.place)
            status = set(watch);
    }
    if (status != RSP_OK)
        return failed(watch, status, error);
    return *out == RSP_LOADER_SETTLED ? list(watch, error) : RSP_OK;
}

static rsp_status run_until_settled(condition_loader *watch, uint64_t timeout_ns, rsp_error *error) {
    rsp_loader_news news = RSP_LOADER_BUSY;
    rsp_status status = condition_loader_watch(watch, error);
    while (status == RSP_OK && news != RSP_LOADER_SETTLED) {
        rsp_conditional_stop stop = {0};
        status = rsp_conditionals_run(watch->modules->debuggee->breakpoints, NULL, timeout_ns, &stop);
        if (status != RSP_OK)
            return failed(watch, status, error);
        if (stop.breakpoint != watch->breakpoint)
            return rsp_fail(error, RSP_NOT_FOUND, "the program did not come so far as to load its libraries");
        status = condition_loader_arrived(watch, &news, error);
    }
    return status;
}

rsp_status condition_loader_list(condition_loader *watch, uint64_t timeout_ns, rsp_error *error) {
    rsp_status status = begin(watch, error);
    if (status != RSP_OK || watch->loader.place == 0 || watch->loader.is_settled)
        return status == RSP_OK ? list(watch, error) : status;
    status = run_until_settled(watch, timeout_ns, error);
    watch->loader.is_settled = status == RSP_OK;
    for (size_t i = 0; i < watch->modules->num; i++)
        watch->modules->items[i]->is_early = watch->modules->items[i]->is_loaded;
    return status == RSP_OK ? unset(watch) : status;
}
