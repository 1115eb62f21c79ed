/* Sites: one for each address that a breakpoint or a step wants, with the conditions of all that lie there.
 * What is the same stays as it is, so that setting a list again costs no packet.
 * See breakpoint.h. */
/* SPDX-License-Identifier: MIT */
#include "control/breakpoint.h"
#include "control/libraries.h"

#include "core/mem.h"
#include "debuggee/debuggee_break.h"

/* Where a step or the watch of the loader stops whatever the conditions. */
static bool is_ours(const adapter *a, uint64_t address) {
    const breakpoints *all = &a->control->breakpoints;
    if (address == libraries_place(a))
        return true;
    for (const breakpoint *b = all->first; b; b = b->next)
        if (b->kind == BREAK_DATA && b->num_addresses > 0 && b->frame_end == address)
            return true;
    for (size_t i = 0; i < all->num_steps; i++)
        if (all->steps[i] == address)
            return true;
    return false;
}

/* The condition of a site in the language of the client: any of its breakpoints', "1" where one has none. */
static void append_condition(const adapter *a, uint64_t address, rsp_buf *out) {
    bool always = is_ours(a, address);
    for (const breakpoint *b = a->control->breakpoints.first; b && !always; b = b->next)
        for (size_t i = 0; i < b->num_addresses && b->kind != BREAK_DATA; i++) {
            if (b->addresses[i] != address)
                continue;
            always = always || !b->conditions[i];
            if (!always)
                rsp_buf_printf(out, "%s(%s)", out->len ? " || " : "", b->conditions[i]);
        }
    if (!always)
        return;
    rsp_buf_clear(out);
    rsp_buf_str(out, "1");
}

static breakpoint_site *find_site(const breakpoints *all, uint64_t address) {
    breakpoint_site *site = all->sites;
    while (site && site->address != address)
        site = site->next;
    return site;
}

static bool lies_at(const breakpoint *b, uint64_t address) {
    for (size_t i = 0; i < b->num_addresses; i++)
        if (b->addresses[i] == address)
            return true;
    return false;
}

static void fail_breakpoints(adapter *a, uint64_t address, const char *why) {
    if (address == a->program.loader.place)
        a->program.loader.place = 0; /* it is not watched */
    libraries_leave_exit(a, address);
    for (breakpoint *b = a->control->breakpoints.first; b; b = b->next) {
        b->frame_end = b->frame_end == address ? 0 : b->frame_end;
        if (!b->verified || !lies_at(b, address))
            continue;
        b->verified = false;
        b->num_addresses = 0;
        (void)snprintf(b->why, sizeof b->why, "%s", why);
        adapter_event(a, "breakpoint",
                      json_pack("{s:s, s:o}", "reason", "changed", "breakpoint", breakpoint_json(a, b)));
    }
}

static void set_site(adapter *a, breakpoint_site *site, rsp_bytes condition) {
    const rsp_debuggee *d = adapter_debuggee_at(a, site->address);
    const bool always = rsp_bytes_equal(condition, RSP_LIT("1"));
    rsp_conditional_request request = {.address = site->address,
                                       .condition = condition,
                                       .way = always                   ? RSP_WAY_HOST
                                              : control_can_go_back(a) ? RSP_WAY_STUB
                                                                       : RSP_WAY_INFERIOR};
    if (d)
        rsp_debuggee_surround(d, &request);
    rsp_status status = rsp_conditional_breakpoint(a->program.breakpoints, &site->set, &request);
    if (status == RSP_OK)
        return;
    site->set = NULL;
    const rsp_error *why = rsp_conditionals_error(a->program.breakpoints);
    fail_breakpoints(a, site->address, why->msg[0] ? why->msg : rsp_status_text(status));
}

static void unset_site(adapter *a, breakpoint_site *site) {
    if (site->set)
        (void)!rsp_conditional_remove(a->program.breakpoints, site->set);
    site->set = NULL;
}

/* The site of an address, made where there is none; NULL without memory. */
static breakpoint_site *site_at(adapter *a, uint64_t address) {
    breakpoints *all = &a->control->breakpoints;
    breakpoint_site *site = find_site(all, address);
    if (site)
        return site;
    site = rsp_mem_calloc(a->options.mem, 1, sizeof *site);
    if (!site)
        return NULL;
    *site = (breakpoint_site){.next = all->sites, .address = address};
    all->sites = site;
    return site;
}

static void want(adapter *a, uint64_t address) {
    breakpoint_site *site = site_at(a, address);
    rsp_buf condition = {.mem = a->options.mem};
    if (site && site->wanted)
        return;
    append_condition(a, address, &condition);
    if (!site || condition.status != RSP_OK) {
        rsp_buf_free(&condition);
        fail_breakpoints(a, address, "no memory");
        return;
    }
    site->wanted = true;
    if (!site->set || !rsp_bytes_equal(rsp_buf_bytes(&site->condition), rsp_buf_bytes(&condition))) {
        unset_site(a, site);
        rsp_buf_free(&site->condition);
        site->condition = condition;
        set_site(a, site, rsp_buf_bytes(&condition));
    } else {
        rsp_buf_free(&condition);
    }
}

static void drop_unwanted(adapter *a) {
    breakpoint_site **at = &a->control->breakpoints.sites;
    while (*at) {
        breakpoint_site *site = *at;
        if (site->wanted) {
            at = &site->next;
            continue;
        }
        unset_site(a, site);
        *at = site->next;
        rsp_buf_free(&site->condition);
        rsp_mem_free(a->options.mem, site);
    }
}

bool breakpoints_refused(adapter *a) {
    rsp_site_cursor cursor = {0};
    rsp_site_info info;
    uint64_t refused[RSP_LIMIT_DEBUG_PLACES];
    size_t num = 0;
    char why[64];
    while (num < RSP_ARRAY_LEN(refused) && rsp_client_next_site(a->program.client, &cursor, &info))
        if (info.enabled && info.status != RSP_OK)
            refused[num++] = info.site.addr;
    for (size_t i = 0; i < num; i++) {
        (void)snprintf(why, sizeof why, "the stub refuses it at 0x%llx", (unsigned long long)refused[i]);
        for (const breakpoint *b = a->control->breakpoints.first; b; b = b->next)
            if (b->kind == BREAK_DATA && lies_at(b, refused[i]))
                breakpoint_unwatch(a, b);
        fail_breakpoints(a, refused[i], why);
    }
    return num > 0;
}

/* --- data --- */

static rsp_site watch_site(const breakpoint *b) {
    return (rsp_site){.type = b->access, .addr = b->addresses[0], .kind = b->length};
}

static void watch(adapter *a, const breakpoint *b) {
    const rsp_site site = watch_site(b);
    if (!rsp_client_site_enabled(a->program.client, &site) &&
        rsp_client_enable_site(a->program.client, &site, NULL, 0) != RSP_OK)
        fail_breakpoints(a, site.addr, "the stub has no watchpoints of this kind");
}

void breakpoint_unwatch(adapter *a, const breakpoint *b) {
    if (b->kind != BREAK_DATA || b->num_addresses == 0 || a->motion == MOTION_NONE)
        return;
    const rsp_site site = watch_site(b);
    (void)!rsp_client_disable_site(a->program.client, &site);
}

void breakpoints_update(adapter *a) {
    breakpoints *all = &a->control->breakpoints;
    if (!a->program.breakpoints || a->motion == MOTION_NONE)
        return;
    for (breakpoint_site *site = all->sites; site; site = site->next)
        site->wanted = false;
    for (const breakpoint *b = all->first; b; b = b->next)
        for (size_t i = 0; i < b->num_addresses && b->kind != BREAK_DATA; i++)
            if (!libraries_leave(a, b->addresses[i]))
                want(a, b->addresses[i]);
    for (const breakpoint *b = all->first; b; b = b->next)
        if (b->kind == BREAK_DATA && b->num_addresses > 0) {
            watch(a, b);
            if (b->frame_end && !libraries_leave(a, b->frame_end))
                want(a, b->frame_end);
        }
    for (size_t i = 0; i < all->num_steps; i++)
        want(a, all->steps[i]);
    if (libraries_place(a))
        want(a, libraries_place(a));
    drop_unwanted(a);
}
