/* What a list of actions does.
 * vcont.c makes the lists from requests.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_RESUME_H
#define STUB_RESUME_H

#include "actions.h"
#include "handler.h"

/* Lets the threads of the list go, or stops them, and answers: OK in non-stop; in all-stop a stop that waits,
 * or a stop reply is owed. The list is sorted by it. */
stub_reply_kind stub_resume_list(rsp_stub *s, stub_action_list *list, rsp_buf *reply) RSP_MUST_USE;

#endif
