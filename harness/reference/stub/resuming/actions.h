/* The actions of a resume, each with the threads that it is for.
 * A list is checked as a whole first; then each thread takes the leftmost action that matches it.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_ACTIONS_H
#define STUB_ACTIONS_H

#include "state.h"

#include <rsp/payload.h>

/* An action and its place in the list. Sorted by the id it matches, with -1 for "all", so that a thread
 * finds its action by three binary searches: 10,000 threads against 4,000 actions cost little. */
typedef struct stub_action {
    rsp_ptid match;
    size_t place;
    rsp_vcont_action what;
} stub_action;

/* All of one request. */
typedef struct stub_action_list {
    stub_action *items;
    size_t num;
    bool wide;    /* some action is for more than one thread */
    bool resumes; /* some action is not `t` */
} stub_action_list;

/* The list of the vCont under way. RSP_NOT_FOUND when all its threads are gone, but not in non-stop. */
rsp_status stub_parse_actions(rsp_stub *s, stub_action_list *list);

/* An empty list with room for so many. RSP_NO_MEMORY. It lies in the stub: one at a time. */
rsp_status stub_room_for_actions(rsp_stub *s, stub_action_list *list, size_t num);
/* Adds one, with the id that it really means. RSP_NOT_FOUND for a thread or process that is gone. */
rsp_status stub_add_action(rsp_stub *s, stub_action_list *list, const rsp_vcont_action *what);

/* The signal in GDB's numbering; RSP_RANGE for one that there is not. */
rsp_status stub_check_signal(rsp_stub *s, rsp_vcont_action *what);

/* To be called before stub_find_action. */
void stub_sort_actions(stub_action_list *list);

/* In a sorted list; NULL for a thread that no action is for. */
const stub_action *stub_find_action(const stub_action_list *list, rsp_ptid thread);

#endif
