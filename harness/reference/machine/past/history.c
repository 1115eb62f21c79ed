/* Recording: entries are appended to the newest segment, and a checkpoint begins another one from time to
 * time. Memory is bounded: checkpoints thin out with their distance from now, and at last the beginning is
 * forgotten. See history.h. */
/* SPDX-License-Identifier: MIT */
#include "history.h"

#include "run.h"
#include "travel.h"

#include "core/mem.h"
#include "machine/reverse.h"
#include <string.h>

enum {
    INTERVAL_INSNS = 2 * 1000 * 1000, /* between two checkpoints, for a small program */
    INTERVAL_INSNS_PER_PAGE = 400,    /* more for a large one: a checkpoint looks at each page */
    MOST_SEGMENTS = 512,
    FEWEST_SEGMENTS = 4,
};

history *history_new(const rsp_mem *mem, size_t limit) {
    history *h = rsp_mem_calloc(mem, 1, sizeof *h);
    if (!h)
        return NULL;
    state_heap_init(&h->heap, mem);
    h->limit = limit;
    h->travel = travel_new(mem);
    if (!h->travel) {
        rsp_mem_free(mem, h);
        return NULL;
    }
    return h;
}

static void segment_free(rsp_machine *m, segment *s) {
    history *h = m->history;
    checkpoint_free(&s->at, m, &h->heap);
    rsp_buf_free(&s->log);
    rsp_buf_free(&s->answers);
    rsp_mem_free(h->heap.under, s);
}

void history_drop_from(rsp_machine *m, size_t first) {
    history *h = m->history;
    while (h->num > first)
        segment_free(m, h->segments[--h->num]);
}

void history_free(history *h) {
    if (!h)
        return;
    const rsp_mem *mem = h->heap.under;
    travel_free(h->travel, mem);
    rsp_mem_free(mem, h->segments);
    state_heap_free(&h->heap);
    rsp_mem_free(mem, h);
}

void history_begin_anew(rsp_machine *m) {
    history *h = m->history;
    if (!h || h->state == HISTORY_SILENT)
        return;
    if (h->state == HISTORY_PAST)
        travel_change_past(m);
    history_drop_from(m, 0);
}

bool history_in_past(const rsp_machine *m) {
    return m->history && m->history->state == HISTORY_PAST;
}

size_t history_bytes(const history *h) {
    size_t bytes = state_heap_copied(&h->heap) + h->keeper.num_pages * sizeof(page);
    for (size_t i = 0; i < h->num; i++)
        bytes += sizeof(segment) + h->segments[i]->log.cap + h->segments[i]->answers.cap +
                 checkpoint_bytes(&h->segments[i]->at);
    return bytes;
}

uint64_t history_interval(const rsp_machine *m) {
    const history *h = m->history;
    size_t pages = h->num ? h->segments[h->num - 1]->at.num_pages : 0;
    return INTERVAL_INSNS + (uint64_t)INTERVAL_INSNS_PER_PAGE * pages;
}

segment *history_add(rsp_machine *m, size_t at, moment start) {
    history *h = m->history;
    const rsp_mem *mem = h->heap.under;
    if (h->num == h->cap) {
        size_t cap = h->cap * 2 + 16;
        segment **grown = rsp_mem_realloc(mem, h->segments, cap * sizeof(segment *));
        if (!grown)
            return NULL;
        h->segments = grown;
        h->cap = cap;
    }
    segment *s = rsp_mem_calloc(mem, 1, sizeof *s);
    const checkpoint *like = at > 0 ? &h->segments[at - 1]->at : NULL;
    if (!s || !checkpoint_take(&s->at, m, &h->heap, like)) {
        rsp_mem_free(mem, s);
        return NULL;
    }
    rsp_buf_init(&s->log, mem, 0);
    rsp_buf_init(&s->answers, mem, 0);
    s->start = start;
    memmove(h->segments + at + 1, h->segments + at, (h->num - at) * sizeof(segment *));
    h->segments[at] = s;
    h->num++;
    return s;
}

void history_join(rsp_machine *m, size_t at) {
    history *h = m->history;
    segment *into = h->segments[at - 1];
    segment *gone = h->segments[at];
    size_t before = into->log.len;
    rsp_buf_append(&into->log, rsp_buf_bytes(&gone->log));
    rsp_buf_append(&into->answers, rsp_buf_bytes(&gone->answers));
    if (gone->log.len)
        into->last = before + gone->last;
    segment_free(m, gone);
    h->num--;
    memmove(h->segments + at, h->segments + at + 1, (h->num - at) * sizeof(segment *));
}

/* The checkpoint whose loss costs least: the run over it is short beside its distance from now. 0: none. */
static size_t cheapest(const history *h, uint64_t now) {
    size_t best = 0;
    double least = 0;
    for (size_t i = 1; i + 1 < h->num; i++) {
        if (h->segments[i]->jump || h->segments[i]->log.status || h->segments[i - 1]->log.status)
            continue;
        uint64_t end = h->segments[i + 1]->start.insns;
        double gap = (double)(end - h->segments[i - 1]->start.insns);
        double cost = gap / (double)(now - end + 1);
        if (best == 0 || cost < least) {
            best = i;
            least = cost;
        }
    }
    return best;
}

static void drop_first(rsp_machine *m) {
    history *h = m->history;
    segment_free(m, h->segments[0]);
    h->num--;
    memmove(h->segments, h->segments + 1, h->num * sizeof(segment *));
}

/* Long logs, and programs that write to all their memory, leave nothing to thin out. */
static void thin(rsp_machine *m) {
    history *h = m->history;
    while (h->num > 1 && (h->num > MOST_SEGMENTS || history_bytes(h) > h->limit)) {
        size_t at = h->num > FEWEST_SEGMENTS ? cheapest(h, m->insns) : 0;
        if (at)
            history_join(m, at);
        else
            drop_first(m);
    }
}

void history_append(segment *s, const entry *e, rsp_bytes bytes) {
    size_t at = s->log.len;
    rsp_buf_append(&s->log, rsp_bytes_make(e, sizeof *e));
    rsp_buf_append(&s->log, bytes);
    if (s->log.status == RSP_OK)
        s->last = at;
}

/* A log that has lost something leads nowhere: the recording ends with it, and begins anew with the next run.
 */
static void record(rsp_machine *m, entry *e, rsp_bytes bytes) {
    history *h = m->history;
    if (h->num == 0)
        return;
    segment *s = h->segments[h->num - 1];
    e->seq = h->next_seq++;
    e->len = (uint32_t)bytes.len;
    history_append(s, e, bytes);
    if (s->log.status != RSP_OK)
        history_drop_from(m, 0);
}

void history_note(rsp_machine *m, const entry *e, rsp_bytes bytes) {
    history *h = m->history;
    if (!h || h->state == HISTORY_SILENT)
        return;
    if (h->state == HISTORY_PAST)
        travel_change_past(m);
    entry noted = *e;
    record(m, &noted, bytes);
}

/* Runs to the same end, one after the other, are one run: cutting a run does not change the course. */
static bool prolong(segment *s, const entry *e) {
    entry last;
    if (s->log.len == 0)
        return false;
    memcpy(&last, s->log.ptr + s->last, sizeof last);
    bool same = last.kind == ENTRY_RUN && last.b == e->b;
    bool idle = e->how == RSP_RAN_IDLE && last.how == RSP_RAN_IDLE && last.a == e->a;
    if (!same || (last.how != RSP_RAN_BUDGET && !idle))
        return false;
    last.how = e->how;
    last.a = e->a;
    last.c = e->c;
    memcpy(s->log.ptr + s->last, &last, sizeof last);
    return true;
}

static void record_run(rsp_machine *m, const rsp_machine_ran *ran, uint64_t until_ns) {
    const history *h = m->history;
    entry e = {
        .kind = ENTRY_RUN, .how = (uint8_t)ran->ended, .a = m->insns, .b = until_ns, .c = m->trace_hash};
    if (h->num && !prolong(h->segments[h->num - 1], &e))
        record(m, &e, rsp_bytes_make(NULL, 0));
}

/* Between two runs, or where one was cut. */
static void begin_segment(rsp_machine *m) {
    history *h = m->history;
    moment now = {.seq = h->next_seq, .insns = m->insns};
    if (!history_add(m, h->num, now))
        history_drop_from(m, 0);
    thin(m);
    h->due = m->insns + history_interval(m);
}

static bool ends_recording(const rsp_machine_ran *ran) {
    rsp_machine_event_kind kind = ran->event.kind;
    return kind == RSP_MACHINE_EXEC || kind == RSP_MACHINE_EXIT || kind == RSP_MACHINE_KILLED;
}

/* One that steps all the time writes much in few instructions. */
static bool is_long(const history *h) {
    return h->segments[h->num - 1]->log.len > h->limit / 32;
}

static void run_recorded(rsp_machine *m, rsp_machine_ran *out, const rsp_machine_run_limits *limits) {
    history *h = m->history;
    uint64_t start = m->insns;
    uint64_t end = insns_after(m, limits->budget_insns);
    do {
        if (h->num == 0 || m->insns >= h->due || is_long(h))
            begin_segment(m);
        h->during = HISTORY_RECORDS;
        machine_work(m, out, end < h->due ? end : h->due, limits->until_ns);
        h->during = HISTORY_RESTS;
        record_run(m, out, limits->until_ns);
    } while (out->ended == RSP_RAN_BUDGET && m->insns < end);
    out->insns = m->insns - start;
    if (ends_recording(out))
        history_drop_from(m, 0);
}

void history_run(rsp_machine *m, rsp_machine_ran *out_ran, const rsp_machine_run_limits *limits) {
    if (m->history->state == HISTORY_PAST)
        travel_run(m, out_ran, limits);
    else
        run_recorded(m, out_ran, limits);
}

void rsp_machine_recording(const rsp_machine *machine, rsp_recording *out) {
    const history *h = machine->history;
    *out = (rsp_recording){.on = h != NULL};
    if (h)
        out->num_lost = h->travel->num_lost;
    if (!h || h->num == 0)
        return;
    out->first_insns = h->segments[0]->start.insns;
    out->last_insns = h->state == HISTORY_PAST ? h->segments[h->num - 1]->start.insns : machine->insns;
    out->num_checkpoints = h->num;
    out->bytes = history_bytes(h);
}
