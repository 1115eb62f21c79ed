/* The table of breakpoint sites: what is wanted, and what the stub has.
 * A hash table for finding, a list for the order. Nothing is sent from here.
 * See rsp/client.h. */
/* SPDX-License-Identifier: MIT */
#include "client_state.h"

#include "codec/breakpoint.h"
#include "core/hash.h"
#include "core/limits.h"
#include "core/mem.h"

/* --- finding --- */

static uint64_t hash_of(const rsp_site *site) {
    const uint64_t place = rsp_hash_mix(rsp_hash_mix(1, site->addr), site->kind);
    return rsp_hash_mix(rsp_hash_mix(place, (uint64_t)site->pid), site->type);
}

static bool same(const rsp_site *a, const rsp_site *b) {
    return a->addr == b->addr && a->kind == b->kind && a->pid == b->pid && a->type == b->type;
}

static client_site **bucket(const client_sites *t, const rsp_site *site) {
    return &t->buckets[hash_of(site) & (t->num_buckets - 1)];
}

client_site *client_site_find(const rsp_client *c, const rsp_site *site) {
    client_site *at = c->sites.num_buckets ? *bucket(&c->sites, site) : NULL;
    while (at && !same(&at->info.site, site))
        at = at->chain;
    return at;
}

static bool grow(rsp_client *c) {
    client_sites *t = &c->sites;
    client_sites wide = {.num_buckets = t->num_buckets ? t->num_buckets * 2 : 16};
    wide.buckets = rsp_mem_calloc(c->options.mem, wide.num_buckets, sizeof(client_site *));
    if (!wide.buckets)
        return false;
    for (client_site *site = t->first; site; site = site->next) {
        client_site **to = bucket(&wide, &site->info.site);
        site->chain = *to;
        *to = site;
    }
    rsp_mem_free(c->options.mem, t->buckets);
    t->buckets = wide.buckets;
    t->num_buckets = wide.num_buckets;
    return true;
}

static client_site *add(rsp_client *c, const rsp_site *key) {
    client_sites *t = &c->sites;
    if (t->num >= t->num_buckets && !grow(c))
        return NULL;
    client_site *site = rsp_mem_calloc(c->options.mem, 1, sizeof *site);
    if (!site)
        return NULL;
    site->info = (rsp_site_info){.site = *key, .error_code = -1};
    site->wanted.mem = site->inside.mem = c->options.mem;
    client_site **to = bucket(t, key);
    site->chain = *to;
    *to = site;
    if (t->last)
        t->last->next = site;
    else
        t->first = site;
    t->last = site;
    t->num++;
    return site;
}

static void free_site(rsp_client *c, client_site *site) {
    rsp_buf_free(&site->wanted);
    rsp_buf_free(&site->inside);
    rsp_mem_free(c->options.mem, site);
}

/* Takes out those that `gone` says. */
static void remove_where(rsp_client *c, bool (*gone)(const client_site *, int64_t), int64_t pid) {
    client_sites *t = &c->sites;
    client_site *before = NULL;
    for (client_site *site = t->first; site;) {
        client_site *next = site->next;
        if (!gone(site, pid)) {
            before = site;
            site = next;
            continue;
        }
        client_site **at = bucket(t, &site->info.site);
        while (*at != site)
            at = &(*at)->chain;
        *at = site->chain;
        *(before ? &before->next : &t->first) = next;
        if (t->last == site)
            t->last = before;
        t->num--;
        free_site(c, site);
        site = next;
    }
}

static bool is_idle(const client_site *site, int64_t pid) {
    (void)pid;
    return !site->info.enabled && site->info.physical == RSP_SITE_OUT;
}

static bool is_of(const client_site *site, int64_t pid) {
    return pid == 0 || site->info.site.pid == pid || site->info.site.pid == 0;
}

void client_sites_sweep(rsp_client *c) {
    remove_where(c, is_idle, 0);
}

void rsp_client_forget_sites(rsp_client *c, int64_t pid) {
    remove_where(c, is_of, pid);
}

void client_sites_free(rsp_client *c) {
    rsp_client_forget_sites(c, 0);
    rsp_mem_free(c->options.mem, c->sites.buckets);
    c->sites = (client_sites){0};
}

/* --- wanting --- */

/* "X<len>,<hex>X<len>,<hex>" */
static rsp_status encode(rsp_buf *out, const rsp_bytes *conditions, size_t num) {
    for (size_t i = 0; i < num; i++) {
        if (conditions[i].len == 0 || conditions[i].len > RSP_LIMIT_AGENT_BYTES)
            return RSP_USAGE;
        rsp_agent_expr_append(out, conditions[i]);
    }
    return out->status;
}

static rsp_status check(const rsp_client *c, const rsp_site *site, size_t num_conditions) {
    if (site->type > RSP_WATCH_ACCESS)
        return RSP_USAGE;
    if (num_conditions == 0)
        return RSP_OK;
    if (site->type > RSP_BREAK_HARDWARE)
        return RSP_USAGE;
    return client_uses(c, RSP_USE_CONDITIONS) ? RSP_OK : RSP_UNSUPPORTED;
}

static void hurried_home(void *ctx, rsp_client *c, const rsp_client_result *result) {
    (void)ctx;
    (void)result;
    c->sites.hurried = false;
}

/* Threads that run now (non-stop) would pass a site that is only held: it goes out with the next poll. */
static rsp_status hurry(rsp_client *c, const client_site *site) {
    if (!client_some_run(c) || c->sites.hurried || !client_site_held(site))
        return RSP_OK;
    rsp_status status = rsp_client_submit_flush(c, NULL, (rsp_client_callback){.done = hurried_home});
    c->sites.hurried = status == RSP_OK;
    if (c->sites.hurried)
        c->queue.last->internal = true;
    return status;
}

rsp_status rsp_client_enable_site(rsp_client *c, const rsp_site *key, const rsp_bytes *conditions,
                                  size_t num_conditions) {
    client_validate(c);
    rsp_buf wanted = {.mem = c->options.mem};
    rsp_status status = check(c, key, num_conditions);
    if (status == RSP_OK)
        status = encode(&wanted, conditions, num_conditions);
    client_site *site = client_site_find(c, key);
    if (status == RSP_OK && !site) {
        bool full = c->sites.num >= RSP_LIMIT_CLIENT_SITES;
        site = full ? NULL : add(c, key);
        status = site ? RSP_OK : full ? RSP_LIMIT : RSP_NO_MEMORY;
    }
    if (status != RSP_OK) {
        rsp_buf_free(&wanted);
        return rsp_fail(&c->error, status, "enabling a site: %s", rsp_status_text(status));
    }
    rsp_buf_free(&site->wanted);
    site->wanted = wanted;
    if (!site->info.enabled)
        site->enabled_at = ++c->sites.clock;
    site->info.enabled = true;
    return hurry(c, site);
}

rsp_status rsp_client_disable_site(rsp_client *c, const rsp_site *key) {
    client_validate(c);
    client_site *site = client_site_find(c, key);
    if (!site)
        return RSP_NOT_FOUND;
    site->info.enabled = false;
    return hurry(c, site);
}

/* --- asking --- */

bool client_site_wanted(const client_site *site) {
    return site->info.enabled && !site->lifted;
}

bool client_site_held(const client_site *site) {
    if (!client_site_wanted(site))
        return site->info.physical != RSP_SITE_OUT;
    return site->info.physical != RSP_SITE_IN ||
           !rsp_bytes_equal(rsp_buf_bytes(&site->wanted), rsp_buf_bytes(&site->inside));
}

static void tell(const client_site *site, rsp_site_info *out) {
    *out = site->info;
    out->held = client_site_held(site);
}

bool rsp_client_site_info(const rsp_client *c, const rsp_site *key, rsp_site_info *out) {
    const client_site *site = client_site_find(c, key);
    if (site)
        tell(site, out);
    return site != NULL;
}

bool rsp_client_site_enabled(const rsp_client *c, const rsp_site *key) {
    const client_site *site = client_site_find(c, key);
    return site && site->info.enabled;
}

bool rsp_client_site_physically_enabled(const rsp_client *c, const rsp_site *key) {
    const client_site *site = client_site_find(c, key);
    return site && site->info.physical == RSP_SITE_IN;
}

bool rsp_client_next_site(const rsp_client *c, rsp_site_cursor *cursor, rsp_site_info *out) {
    const client_site *site = cursor->started ? cursor->next : c->sites.first;
    cursor->started = true;
    if (!site)
        return false;
    cursor->next = site->next;
    tell(site, out);
    return true;
}

size_t rsp_client_held_sites(const rsp_client *c) {
    size_t num = 0;
    for (const client_site *site = c->sites.first; site; site = site->next)
        num += client_site_held(site);
    return num;
}

/* --- stepping over --- */

/* Software and hardware sites at an address; a watchpoint does not hold the pc up. */
static bool holds_up(const client_site *site, int64_t pid, uint64_t pc) {
    const rsp_site *key = &site->info.site;
    return key->type <= RSP_BREAK_HARDWARE && key->addr == pc && (key->pid == pid || key->pid == 0);
}

rsp_status rsp_client_step_over(rsp_client *c, rsp_ptid thread, uint64_t pc, uint64_t timeout_ns,
                                const rsp_stop_reply **out_stop) {
    const rsp_move step = {.action = RSP_MOVE_STEP, .thread = thread};
    int64_t pid = thread.pid ? thread.pid : rsp_client_stop_thread(c).pid;
    for (client_site *site = c->sites.first; site; site = site->next)
        site->lifted = holds_up(site, pid, pc);
    rsp_status status = rsp_client_run(c, &step, timeout_ns, out_stop);
    for (client_site *site = c->sites.first; site; site = site->next) {
        bool back = site->lifted;
        site->lifted = false;
        if (back)
            (void)!hurry(c, site); /* the other threads; without memory it is held like any other */
    }
    return status;
}

/* --- what becomes of them --- */

/* The child's memory is a copy of its parent's, traps and all. A copy that there is no memory for is lost. */
static void copy_to_child(rsp_client *c, int64_t parent, int64_t child) {
    const client_site *last = c->sites.last;
    for (client_site *site = c->sites.first; site; site = site->next) {
        bool trap = site->info.site.type == RSP_BREAK_SOFTWARE && site->info.physical == RSP_SITE_IN;
        rsp_site key = site->info.site;
        bool mine = key.pid == parent;
        key.pid = child;
        if (mine && trap && c->sites.num < RSP_LIMIT_CLIENT_SITES && !client_site_find(c, &key)) {
            client_site *copy = add(c, &key);
            if (copy)
                copy->info.physical = RSP_SITE_IN;
        }
        if (site == last)
            break;
    }
}

static void emptied(rsp_client *c, int64_t pid) {
    for (client_site *site = c->sites.first; site; site = site->next)
        if (is_of(site, pid))
            site->info.physical = RSP_SITE_OUT;
}

void client_sites_stopped(rsp_client *c, const rsp_stop_reply *stop) {
    bool multiprocess = client_uses(c, RSP_USE_MULTIPROCESS);
    int64_t pid = multiprocess ? client_stop_id(c, stop).pid : 0;
    if (stop->kind == RSP_STOP_EXITED || stop->kind == RSP_STOP_TERMINATED)
        rsp_client_forget_sites(c, pid);
    else if (stop->kind == RSP_STOP_THREAD && stop->reason == RSP_REASON_EXEC)
        emptied(c, pid);
    else if (stop->kind == RSP_STOP_THREAD && stop->reason == RSP_REASON_FORK && multiprocess && pid > 0)
        copy_to_child(c, pid, stop->reason_id.pid);
}
