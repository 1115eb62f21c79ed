/* A stub started in advance, not connected to: the next open with the same text takes it.
 * Only for stubs that have a place of their own to listen at.
 * After a few in a row that did not come up no more are started. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_SPARE_STUB_H
#define STUBBORN_SPARE_STUB_H

#include "core/arena.h"
#include "link/address.h"
#include "link/fork_server.h"

/* How stubs are started at this moment. All is borrowed. */
typedef struct stub_start_options {
    const rsp_link_options *link;
    const char *const *environment; /* "NAME=value" besides ours, ended by NULL; NULL for none */
    rsp_fork_server *fork_server;   /* NULL for none */
} stub_start_options;

/* Opens the address in `text`; with `unconnected` the program is only started. Statuses of rsp_link_open. */
rsp_status stub_start(const stub_start_options *options, rsp_link **out_link, const char *text,
                      bool unconnected, rsp_error *error) RSP_MUST_USE;

/* All-zero: there is none. */
typedef struct spare_stub {
    rsp_link *link;
    rsp_buf text; /* that it was started by */
    const char *const *environment;
    bool rested;   /* it has served a client, and takes the next one at once or never */
    unsigned lost; /* in a row */
} spare_stub;

/* Whether another one should be started. */
bool spare_stub_wanted(const spare_stub *s);

/* Starts one. Trouble shows when it is taken. */
void spare_stub_start(spare_stub *s, const stub_start_options *options, rsp_bytes text);

/* Keeps a program that has served a client and was started by this text and environment, its link being shut.
 * False: there is one already, or no memory; the link is the caller's. */
bool spare_stub_rest(spare_stub *s, rsp_link *link, const char *const *environment, rsp_bytes text);

/* Takes the spare into *out_link when it was started by this text and environment, and has come to listen. */
bool spare_stub_take(spare_stub *s, const stub_start_options *options, rsp_link **out_link, rsp_bytes text);

/* Ends it. All-zero is fine. */
void spare_stub_free(spare_stub *s);

#endif
