/* vCont: the list of actions with their threads, and the reply to `vCont?`.
 * Iteration needs no memory: check the whole list first, then walk it.
 * Source: GDB manual, Packets (vCont). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_VCONT_H
#define RSP_VCONT_H

#include <rsp/id.h>

RSP_BEGIN_DECLS

/* One action of a vCont request. */
typedef struct rsp_vcont_action {
    char op;        /* one of c C s S t r */
    uint8_t signal; /* C and S */
    bool has_id;    /* without one the action is for every thread */
    rsp_ptid id;
    uint64_t start; /* r: steps while start <= pc < end */
    uint64_t end;
} rsp_vcont_action;

/* Takes one action off *rest, which starts behind "vCont" (each action with its `;`). RSP_NOT_FOUND when
 * *rest is empty, RSP_MALFORMED or RSP_RANGE otherwise; *rest is unchanged then. */
rsp_status rsp_vcont_next(rsp_vcont_action *out, rsp_bytes *rest) RSP_MUST_USE;

/* The whole payload "vCont;..." into at most `cap` actions (`actions` may be NULL with cap 0 to check only):
 * RSP_MALFORMED with an offset (also for no action at all), RSP_LIMIT beyond RSP_LIMIT_VCONT_ACTIONS, or
 * beyond `cap` unless it is 0. *out_num is the number of actions. */
rsp_status rsp_vcont_parse(rsp_vcont_action *actions, size_t cap, size_t *out_num, rsp_bytes payload,
                           rsp_error *error) RSP_MUST_USE;

/* Appends "vCont" and the actions; ids in multiprocess syntax where asked. RSP_USAGE for an unknown op. */
rsp_status rsp_vcont_build(rsp_buf *out, const rsp_vcont_action *actions, size_t num,
                           bool multiprocess) RSP_MUST_USE;

/* The actions that a reply to `vCont?` lists. */
typedef enum rsp_vcont_support {
    RSP_VCONT_CONTINUE = 1 << 0,
    RSP_VCONT_CONTINUE_SIGNAL = 1 << 1,
    RSP_VCONT_STEP = 1 << 2,
    RSP_VCONT_STEP_SIGNAL = 1 << 3,
    RSP_VCONT_STOP = 1 << 4,
    RSP_VCONT_RANGE = 1 << 5,
} rsp_vcont_support;

/* "vCont;c;C..." to a set of rsp_vcont_support; unknown actions are skipped, *out_unknown (NULL is fine)
 * counts them. RSP_MALFORMED for another form. */
rsp_status rsp_vcont_reply_parse(unsigned *out_set, size_t *out_unknown, rsp_bytes payload,
                                 rsp_error *error) RSP_MUST_USE;

/* Appends such a reply for a set. */
void rsp_vcont_reply_build(rsp_buf *out, unsigned set);

RSP_END_DECLS

#endif
