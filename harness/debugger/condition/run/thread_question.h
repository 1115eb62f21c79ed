/* What a condition asks about its thread itself: its id, and its name in words of eight bytes.
 * They are registers by their form, with numbers that no machine has; only the host knows them.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_THREAD_QUESTION_H
#define RSP_CONDITION_THREAD_QUESTION_H

#include "program.h"
#include <rsp/client.h>

/* The number of "_tid", "_name0" and so on. False: it is none of them. */
bool thread_question_find(rsp_bytes name, uint64_t *out_number);

/* Whether an operation asks it, and whether one of several does. */
bool thread_question_is(const condition_node *node);
bool thread_question_among(const condition_node *nodes, size_t num);

/* The words of a stopped thread's name. RSP_NOT_FOUND: the stub has none for it; else the session's. */
rsp_status thread_question_name(rsp_client *client, rsp_ptid thread,
                                uint64_t out[RSP_CONDITION_NAME_WORDS]) RSP_MUST_USE;

#endif
