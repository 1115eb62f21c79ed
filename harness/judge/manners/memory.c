/* Memory where pc and sp lead nowhere: candidates are tried until one source has some that can be read.
 * Asks for what debuggers ask for, and reads. The thread that was selected is selected again.
 * Private to the layer; see look.h. */
/* SPDX-License-Identifier: MIT */
#include "look.h"

#include "memory_places.h"

#include "codec/feature.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <stdio.h>

enum { MOST_REGIONS = 64, MOST_REGION_REPLIES = 32, MOST_THREADS = 4 };

static void add_map(look *l, memory_places *list) {
    rsp_memory_region regions[MOST_REGIONS];
    size_t num = 0;
    rsp_buf document = {.mem = l->t.options->mem};
    const rsp_bytes feature = rsp_packet_feature(RSP_PACKET_QXFER_MEMORY_MAP_READ);
    if (l->t.m->replies.supported && rsp_feature_offered(rsp_bytes_str(l->t.m->replies.supported), feature) &&
        fetch_object(l, RSP_PACKET_QXFER_MEMORY_MAP_READ, "", &document) &&
        rsp_memory_map_read(rsp_buf_bytes(&document), regions, MOST_REGIONS, &num, NULL) == RSP_OK)
        memory_places_of_map(list, regions, num);
    rsp_buf_free(&document);
}

static void add_regions(look *l, memory_places *list) {
    uint64_t at = 0;
    bool more = true;
    for (int i = 0; more && i < MOST_REGION_REPLIES && line_open(&l->t); i++) {
        char args[24];
        (void)snprintf(args, sizeof args, "%llx", (unsigned long long)at);
        reply r = ask_packet(&l->t, RSP_PACKET_QMEMORY_REGION_INFO, args, patience_of(&l->t));
        if (i == 0 && r.kind != REPLY_GONE)
            note_packet(&l->t, RSP_PACKET_QMEMORY_REGION_INFO, &r);
        more = is_answer(&r) && memory_places_of_region(list, r.payload, at, &at);
    }
}

static void add_registers(look *l, memory_places *list) {
    const unsigned width = l->t.m->registers.address_bytes ? l->t.m->registers.address_bytes : 4;
    const uint64_t mask = l->t.m->registers.address_mask ? l->t.m->registers.address_mask : UINT64_MAX;
    const bool big = l->t.m->registers.big_endian == RSP_HABIT_YES;
    const rsp_bytes all = rsp_buf_bytes(&l->registers);
    if (!l->have_target)
        memory_places_of_registers(list, all, width, big, mask);
    for (size_t i = 0; l->have_target && i < l->target.num; i++) {
        const rsp_tdesc_register *r = &l->target.registers[i];
        if (r->bits == 8 * width)
            memory_places_of_registers(list, rsp_bytes_sub(all, r->offset, width), width, big, mask);
    }
}

static bool selects(look *l, const char *thread, int len) {
    char args[48];
    (void)snprintf(args, sizeof args, "g%.*s", len, thread);
    reply r = ask_packet(&l->t, RSP_PACKET_SELECT_THREAD, args, patience_of(&l->t));
    return r.kind == REPLY_PACKET && rsp_bytes_equal(r.payload, RSP_LIT("OK"));
}

/* The stacks of other threads, by the sp that g has for each. */
static void add_threads(look *l, memory_places *list) {
    enum { ID_MOST = 32, STACK_BYTES = 64 };
    rsp_buf ids = {.mem = l->t.options->mem};
    uint64_t sp;
    bool moved = false;
    reply r = {.kind = REPLY_SILENT};
    if (l->t.m->replies.packets[RSP_PACKET_QF_THREAD_INFO] == RSP_HABIT_YES && *l->thread)
        r = ask_packet(&l->t, RSP_PACKET_QF_THREAD_INFO, NULL, patience_of(&l->t));
    if (is_answer(&r) && rsp_bytes_starts(r.payload, RSP_LIT("m")))
        rsp_buf_append(&ids, rsp_bytes_from(r.payload, 1));
    rsp_bytes rest = rsp_buf_bytes(&ids);
    for (int i = 0; i < MOST_THREADS && rest.len > 0 && line_open(&l->t); i++) {
        const rsp_bytes id = rsp_bytes_split(&rest, ',');
        if (id.len == 0 || id.len > ID_MOST || rsp_bytes_equal(id, rsp_bytes_str(l->thread)))
            continue;
        moved = true;
        if (selects(l, (const char *)id.ptr, (int)id.len) && read_registers(l) && sp_of_registers(l, &sp))
            memory_places_add(list, sp & ~(uint64_t)(STACK_BYTES - 1), STACK_BYTES, true);
    }
    if (moved && line_open(&l->t)) {
        (void)selects(l, l->thread, (int)strlen(l->thread));
        (void)read_registers(l);
    }
    rsp_buf_free(&ids);
}

/* Its start, or its middle. */
static bool can_be_read(look *l, const rsp_manners_memory *at) {
    enum { PIECE = 4 };
    return line_open(&l->t) &&
           (can_read(l, at->start, PIECE) || (at->bytes > (uint64_t)2 * PIECE && line_open(&l->t) &&
                                              can_read(l, at->start + at->bytes / 2, PIECE)));
}

static void try_from(look *l, const memory_places *list, size_t from) {
    rsp_manners *m = l->t.m;
    for (size_t i = from; i < list->num && m->places.num < RSP_MANNERS_MEMORY; i++) {
        if (can_be_read(l, &list->at[i]))
            m->places.others[m->places.num++] = list->at[i];
    }
}

void look_memory_elsewhere(look *l) {
    static void (*const sources[])(look *, memory_places *) = {add_map, add_regions, add_registers,
                                                               add_threads};
    memory_places list = {0};
    const bool enough = l->t.m->places.at_sp == RSP_HABIT_YES && l->t.m->places.at_pc != RSP_HABIT_NO;
    if (enough || l->searched || !l->has_program || l->registers.len == 0)
        return;
    l->searched = true;
    for (size_t i = 0; i < RSP_ARRAY_LEN(sources) && l->t.m->places.num == 0 && line_open(&l->t); i++) {
        const size_t before = list.num;
        sources[i](l, &list);
        try_from(l, &list, before);
    }
    if (l->t.m->places.num > 0)
        note_bytes(&l->t, TOPIC_MEMORY, NULL);
}
