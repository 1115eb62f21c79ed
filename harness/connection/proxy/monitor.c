/* A transcript and the rules; each new violation is reported once.
 * The transcript is bounded: a proxy may run for days.
 * Counts are those of the rules' own pairing. */
/* SPDX-License-Identifier: MIT */
#include "proxy/monitor.h"
#include "core/mem.h"
#include "trace/exchange.h"
#include "trace/rule_pairing.h"

enum { KEPT_BYTES = 4 * 1024 * 1024, KEPT_ENTRIES = 16 * 1024 };

struct rsp_monitor {
    rsp_monitor_options options;
    rsp_transcript *transcript;
    rsp_rules *rules;
    size_t told;
    rsp_client_rules *client; /* NULL: not judged */
    size_t client_told;
    bool begun;
    rsp_status status;
};

static void observe(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry) {
    rsp_monitor *m = ctx;
    rsp_rules_observe(m->rules, transcript, entry);
    for (; m->told < rsp_rules_count(m->rules); m->told++)
        if (m->options.found)
            m->options.found(m->options.ctx, transcript, rsp_rules_violation(m->rules, m->told));
    if (!m->client)
        return;
    rsp_client_rules_observe(m->client, transcript, entry);
    for (; m->client_told < rsp_client_rules_count(m->client); m->client_told++)
        if (m->options.breach)
            m->options.breach(m->options.ctx, transcript, rsp_client_rules_breach(m->client, m->client_told));
}

rsp_monitor *rsp_monitor_new(const rsp_monitor_options *options) {
    rsp_monitor_options set = options ? *options : (rsp_monitor_options){0};
    rsp_transcript_options kept = {.max_bytes = KEPT_BYTES, .max_entries = KEPT_ENTRIES, .mem = set.mem};
    rsp_monitor *m = rsp_mem_calloc(set.mem, 1, sizeof *m);
    if (!m)
        return NULL;
    m->options = set;
    m->transcript = rsp_transcript_new(&kept);
    m->rules = rsp_rules_new(&(rsp_rules_options){.mem = set.mem});
    if (set.client)
        m->client = rsp_client_rules_new(&(rsp_client_rules_options){.mem = set.mem});
    if (!m->transcript || !m->rules || (set.client && !m->client) ||
        !rsp_transcript_observe(m->transcript, observe, m)) {
        rsp_monitor_free(m);
        return NULL;
    }
    return m;
}

void rsp_monitor_free(rsp_monitor *m) {
    if (!m)
        return;
    rsp_rules_free(m->rules);
    rsp_client_rules_free(m->client);
    rsp_transcript_free(m->transcript);
    rsp_mem_free(m->options.mem, m);
}

static void keep(rsp_monitor *m, rsp_status status) {
    if (m->status == RSP_OK)
        m->status = status;
}

void rsp_monitor_connect(rsp_monitor *m, uint64_t now_ns, const char *text) {
    if (m->begun)
        keep(m, rsp_transcript_connect(m->transcript, now_ns, text));
    m->begun = true;
}

void rsp_monitor_feed(rsp_monitor *m, rsp_direction direction, uint64_t now_ns, rsp_bytes bytes) {
    keep(m, rsp_transcript_feed(m->transcript, direction, now_ns, bytes));
}

void rsp_monitor_close(rsp_monitor *m, uint64_t now_ns, const char *text) {
    keep(m, rsp_transcript_close(m->transcript, now_ns, text));
}

const rsp_metrics *rsp_monitor_metrics(const rsp_monitor *m) {
    return &rsp_rules_exchanges(m->rules)->metrics;
}

const rsp_rules *rsp_monitor_rules(const rsp_monitor *m) {
    return m->rules;
}

uint64_t rsp_monitor_broken(const rsp_monitor *m, rsp_level level) {
    uint64_t sum = 0;
    for (int i = 0; i < RSP_RULE_COUNT; i++)
        if (rsp_rule_get((rsp_rule_id)i)->level == level)
            sum += rsp_rules_count_of(m->rules, (rsp_rule_id)i);
    return sum;
}

const rsp_client_rules *rsp_monitor_client_rules(const rsp_monitor *m) {
    return m->client;
}

uint64_t rsp_monitor_client_broken(const rsp_monitor *m, rsp_level level) {
    uint64_t sum = 0;
    for (int i = 0; m->client && i < RSP_CLIENT_RULE_COUNT; i++)
        if (rsp_client_rule_get((rsp_client_rule_id)i)->level == level)
            sum += rsp_client_rules_count_of(m->client, (rsp_client_rule_id)i);
    return sum;
}

uint64_t rsp_monitor_pending(const rsp_monitor *m, rsp_direction direction) {
    return rsp_transcript_pending(m->transcript, direction);
}

bool rsp_monitor_waiting(const rsp_monitor *m, rsp_bytes *out_request) {
    const rsp_pending_request *oldest = rsp_exchanges_oldest(rsp_rules_exchanges(m->rules));
    rsp_entry entry;
    if (!oldest || rsp_request_is_optional(oldest) ||
        !rsp_transcript_get(m->transcript, oldest->entry, &entry))
        return false;
    *out_request = entry.payload;
    return true;
}

rsp_status rsp_monitor_status(const rsp_monitor *m) {
    if (m->status != RSP_OK || rsp_rules_status(m->rules) != RSP_OK)
        return m->status != RSP_OK ? m->status : rsp_rules_status(m->rules);
    return m->client ? rsp_client_rules_status(m->client) : RSP_OK;
}
