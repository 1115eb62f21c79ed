/* Lists of actions: parsed, sorted, and searched for the one that a thread takes.
 * 10,000 threads against 4,000 actions cost three binary searches each.
 * Source: GDB manual, Packets (vCont). */
/* SPDX-License-Identifier: MIT */
#include "actions.h"

#include "ids.h"
#include "live_threads.h"
#include "run_state.h"
#include "wire_signal.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>
#include <stdlib.h>

static int compare_actions(const void *left, const void *right) {
    const stub_action *a = left;
    const stub_action *b = right;
    if (a->match.pid != b->match.pid)
        return a->match.pid < b->match.pid ? -1 : 1;
    if (a->match.tid != b->match.tid)
        return a->match.tid < b->match.tid ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

/* The leftmost action for exactly this pattern; sorting has put it first among its equals. */
static const stub_action *find_exact(const stub_action_list *list, int64_t pid, int64_t tid) {
    const stub_action key = {.match = {pid, tid}};
    size_t low = 0;
    size_t high = list->num;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_actions(&list->items[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == list->num || !rsp_ptid_equal(list->items[low].match, key.match))
        return NULL;
    return &list->items[low];
}

static const stub_action *better(const stub_action *a, const stub_action *b) {
    if (!a || !b)
        return a ? a : b;
    return a->place < b->place ? a : b;
}

const stub_action *stub_find_action(const stub_action_list *list, rsp_ptid thread) {
    const stub_action *found = find_exact(list, thread.pid, thread.tid);
    if (!list->wide)
        return found;
    found = better(found, find_exact(list, thread.pid, RSP_ID_ALL));
    return better(found, find_exact(list, RSP_ID_ALL, RSP_ID_ALL));
}

/* Adds one action with the id that it really means. RSP_NOT_FOUND for a thread or process that is gone. */
rsp_status stub_add_action(rsp_stub *s, stub_action_list *list, const rsp_vcont_action *what) {
    rsp_ptid match = {RSP_ID_ALL, RSP_ID_ALL};
    rsp_ptid first;
    rsp_status status = RSP_OK;
    if (what->has_id && what->id.tid == RSP_ID_ALL && what->id.pid > 0) {
        match = what->id;
        status = stub_first_thread(s, match.pid, &first) ? RSP_OK : RSP_NOT_FOUND;
    } else if (what->has_id && what->id.tid != RSP_ID_ALL) {
        status = stub_resolve_thread(s, what->id, &match);
    }
    if (status != RSP_OK)
        return status;
    list->wide = list->wide || match.tid == RSP_ID_ALL;
    list->resumes = list->resumes || what->op != 't';
    list->items[list->num] = (stub_action){.match = match, .place = list->num, .what = *what};
    list->num++;
    return RSP_OK;
}

rsp_status stub_check_signal(rsp_stub *s, rsp_vcont_action *what) {
    if (what->op != 'C' && what->op != 'S')
        return RSP_OK;
    int signal = stub_gdb_signal(s, what->signal);
    if (signal > RSP_SIGNAL_LIBRT || (signal && !rsp_signal_name((unsigned)signal)))
        return RSP_RANGE;
    what->signal = (uint8_t)signal;
    return RSP_OK;
}

rsp_status stub_room_for_actions(rsp_stub *s, stub_action_list *list, size_t num) {
    rsp_buf *room = &s->run->actions;
    rsp_buf_clear(room);
    *list =
        (stub_action_list){.items = (stub_action *)(void *)rsp_buf_extend(room, num * sizeof(stub_action))};
    return list->items ? RSP_OK : RSP_NO_MEMORY;
}

rsp_status stub_parse_actions(rsp_stub *s, stub_action_list *list) {
    size_t num = 0;
    rsp_status status = rsp_vcont_parse(NULL, 0, &num, s->request, NULL);
    if (status == RSP_OK)
        status = stub_room_for_actions(s, list, num);
    rsp_bytes rest = rsp_bytes_from(s->request, rsp_packet_name(RSP_PACKET_VCONT).len);
    rsp_status missing = RSP_OK;
    while (status == RSP_OK && rest.len) {
        rsp_vcont_action what;
        status = rsp_vcont_next(&what, &rest);
        if (status == RSP_OK)
            status = stub_check_signal(s, &what);
        if (status == RSP_OK)
            status = stub_add_action(s, list, &what);
        if (status == RSP_NOT_FOUND) {
            /* Its thread ended meanwhile: the others' actions still count. */
            missing = status;
            status = RSP_OK;
        }
    }
    /* In non-stop a thread can end while the client asks, and no stop reply is owed that would never come. */
    if (status == RSP_OK && list->num == 0 && !stub_non_stop(s))
        return missing;
    return status;
}

/* Sorted, so that a thread finds its action. */
void stub_sort_actions(stub_action_list *list) {
    qsort(list->items, list->num, sizeof(stub_action), compare_actions);
}
