/* The list of a process's timers, and their expirations.
 * While none is armed in the whole machine, looking for one costs a comparison.
 * See alarms.h. */
/* SPDX-License-Identifier: MIT */
#include "alarms.h"

#include "signals.h"

#include "core/mem.h"

static bool is_armed(const alarm *a) {
    return a->used && a->next_ns != RSP_NEVER_NS;
}

/* A process that the debugger has stopped has no time: nothing jumps to its timers. */
static bool is_held(const rsp_process *p) {
    const rsp_thread *t = p->first_thread;
    while (t && t->held)
        t = t->next;
    return !t;
}

static uint64_t earliest(const rsp_process *p, uint64_t next) {
    for (size_t i = 0; i < p->num_alarms; i++)
        if (is_armed(&p->alarms[i]) && p->alarms[i].next_ns < next)
            next = p->alarms[i].next_ns;
    return next;
}

uint64_t alarm_next_ns(const rsp_machine *m) {
    uint64_t next = RSP_NEVER_NS;
    for (const rsp_process *p = m->num_alarms ? m->first_process : NULL; p; p = p->next)
        if (p->num_alarms && !is_held(p))
            next = earliest(p, next);
    return next;
}

void alarm_set(rsp_machine *m, alarm *a, uint64_t next_ns, uint64_t interval_ns) {
    m->num_alarms -= is_armed(a);
    a->next_ns = next_ns;
    a->interval_ns = interval_ns;
    m->num_alarms += is_armed(a);
}

static void send(rsp_process *p, const alarm *a) {
    rsp_thread *t = a->tid ? rsp_machine_thread(p->machine, a->tid) : NULL;
    if (!a->signal || (a->tid && (!t || t->process != p)))
        return;
    signal_info info = signal_info_make(a->signal, a->id < 0 ? L_SI_KERNEL : L_SI_TIMER, 0, 0);
    if (a->id >= 0) {
        le_store(info.bytes + 16, 4, (uint64_t)a->id);
        le_store(info.bytes + 24, 8, a->value);
    }
    (void)signal_send(p, t, &info);
}

static void fire(rsp_machine *m, rsp_process *p, size_t index) {
    alarm *a = &p->alarms[index];
    uint64_t now = now_ns(m);
    if (!is_armed(a) || a->next_ns > now || is_held(p))
        return;
    uint64_t missed = a->interval_ns ? (now - a->next_ns) / a->interval_ns + 1 : 0;
    alarm_set(m, a, missed ? a->next_ns + missed * a->interval_ns : RSP_NEVER_NS, a->interval_ns);
    send(p, a);
}

void alarm_fire(rsp_machine *m) {
    if (!m->num_alarms)
        return;
    for (rsp_process *p = m->first_process; p; p = p->next)
        for (size_t i = 0; i < p->num_alarms && !p->end.doom; i++)
            fire(m, p, i);
}

alarm *alarm_of(rsp_process *p, int id, bool make) {
    enum { MOST = 64 };
    alarm *unused = NULL;
    for (size_t i = 0; i < p->num_alarms; i++) {
        if (p->alarms[i].used && p->alarms[i].id == id)
            return &p->alarms[i];
        if (!p->alarms[i].used && !unused)
            unused = &p->alarms[i];
    }
    if (!make || (!unused && p->num_alarms >= MOST))
        return NULL;
    if (!unused) {
        alarm *grown =
            rsp_mem_realloc(p->machine->options.mem, p->alarms, (p->num_alarms + 1) * sizeof *grown);
        if (!grown)
            return NULL;
        p->alarms = grown;
        unused = &grown[p->num_alarms++];
    }
    *unused = (alarm){.used = true, .id = id, .next_ns = RSP_NEVER_NS};
    return unused;
}

void alarms_clear(rsp_process *p, bool all) {
    for (size_t i = 0; i < p->num_alarms; i++) {
        if (!all && p->alarms[i].id < 0)
            continue;
        alarm_set(p->machine, &p->alarms[i], RSP_NEVER_NS, 0);
        p->alarms[i].used = false;
    }
    if (!all)
        return;
    rsp_mem_free(p->machine->options.mem, p->alarms);
    p->alarms = NULL;
    p->num_alarms = 0;
}
