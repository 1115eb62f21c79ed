/* A debugger that plants conditions, runs, moves threads out and plants again, until a timer kills it.
 * usage: client ADDRESS SITE BYTES MICROSECONDS [non-stop|once|all-stop [CONDITION]]; true now and then.
 * It ends with the program, with `once` after a stop in mapped memory, or with status 3 on a failure. */
/* SPDX-License-Identifier: MIT */
#include "condition/conditional.h"
#include "core/arena.h"
#include "link/address.h"
#include <rsp/client.h>
#include <rsp/clock.h>
#include <rsp/link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#define END_NS (2000 * RSP_NS_PER_MS)

typedef struct debugger {
    rsp_client *client;
    uint64_t site;
    uint64_t bytes;
    rsp_bytes condition;
} debugger;

static int give_up(const char *what, const char *why) {
    (void)fprintf(stderr, "%s: %s\n", what, why);
    return 3;
}

/* In non-stop the program can end while code is planted; that stop is still to come. */
static bool has_ended(rsp_client *client) {
    bool ended = false;
    while (!ended && rsp_client_is_non_stop(client) && rsp_client_wait_stop(client, END_NS, NULL) == RSP_OK) {
        const rsp_stop_reply *stop = rsp_client_stop(client);
        ended = stop && stop->kind != RSP_STOP_THREAD && stop->kind != RSP_STOP_SIGNAL;
    }
    return ended;
}

/* One stop by a condition in the inferior. Memory for its code comes from where `turn` says. */
static rsp_status stop_once(debugger *d, unsigned turn, bool *out_ended) {
    const rsp_conditionals_options options = {.no_tail = turn % 2 != 0};
    rsp_conditionals *set = rsp_conditionals_new(d->client, &options);
    rsp_conditional_stop stop = {0};
    const rsp_conditional_request request = {.address = d->site,
                                             .function = d->site,
                                             .function_bytes = d->bytes,
                                             .condition = d->condition,
                                             .way = RSP_WAY_INFERIOR,
                                             .only = true};
    if (!set)
        return RSP_NO_MEMORY;
    rsp_status status = rsp_conditional_breakpoint(set, NULL, &request);
    if (status == RSP_OK)
        status = rsp_conditionals_run(set, NULL, 0, &stop);
    *out_ended = stop.stop && stop.stop->kind != RSP_STOP_THREAD && stop.stop->kind != RSP_STOP_SIGNAL;
    if (status == RSP_OK && !*out_ended)
        status = rsp_conditionals_remove_all(set);
    if (status == RSP_REFUSED && has_ended(d->client)) {
        *out_ended = true;
        status = RSP_OK;
    }
    if (status != RSP_OK)
        (void)give_up(rsp_status_name(status), rsp_conditionals_error(set)->msg);
    rsp_conditionals_free(set);
    return status;
}

/* The first turn is of those that map memory. */
static rsp_status debug_once(debugger *d) {
    bool ended = false;
    rsp_status status = rsp_client_connect(d->client);
    if (status == RSP_OK)
        status = stop_once(d, 1, &ended);
    return status == RSP_OK ? rsp_client_detach(d->client, 0) : status;
}

static rsp_status debug(debugger *d) {
    bool ended = false;
    rsp_status status = rsp_client_connect(d->client);
    for (unsigned turn = 0; status == RSP_OK && !ended; turn++)
        status = stop_once(d, turn, &ended);
    return status;
}

static rsp_link *open_link(const char *text) {
    rsp_arena arena = {0};
    rsp_address address;
    rsp_link *link = NULL;
    rsp_error error = {0};
    rsp_status status = rsp_address_parse(&address, &arena, text, &error);
    if (status == RSP_OK)
        status = rsp_link_open_address(&link, &address, NULL, &error);
    rsp_arena_free(&arena);
    return status == RSP_OK ? link : NULL;
}

int main(int argc, char **argv) {
    struct itimerval until = {0};
    if (argc < 5 || argc > 7)
        return give_up("usage",
                       "client ADDRESS SITE BYTES MICROSECONDS [non-stop|once|all-stop [CONDITION]]");
    const char *mode = argc > 5 ? argv[5] : "";
    const char *condition = argc > 6 ? argv[6] : "$rsi % 1000 == 999 && $rdi != 0";
    const rsp_client_options options = {.non_stop = strcmp(mode, "non-stop") == 0};
    unsigned long us = strtoul(argv[4], NULL, 10);
    until.it_value.tv_sec = (time_t)(us / 1000000);
    until.it_value.tv_usec = (suseconds_t)(us % 1000000);
    rsp_link *link = open_link(argv[1]);
    if (!link)
        return give_up(argv[1], "no connection");
    if (setitimer(ITIMER_REAL, &until, NULL) != 0) /* SIGALRM ends this process wherever it is */
        return give_up("setitimer", "refused");
    rsp_session *session = rsp_session_new(link, NULL);
    debugger d = {.client = rsp_client_new(session, &options),
                  .site = strtoull(argv[2], NULL, 0),
                  .bytes = strtoull(argv[3], NULL, 0),
                  .condition = rsp_bytes_str(condition)};
    rsp_status status = !d.client ? RSP_NO_MEMORY : strcmp(mode, "once") == 0 ? debug_once(&d) : debug(&d);
    rsp_client_free(d.client);
    rsp_session_free(session);
    rsp_link_close(link);
    return status == RSP_OK ? 0 : 3;
}
