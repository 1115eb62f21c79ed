/* What is kept of registers: the reply to g of one thread, and the target description.
 * Both save packets where a stub has no p.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_REGISTERS_H
#define RSP_CLIENT_REGISTERS_H

#include "codec/tdesc.h"
#include <rsp/client.h>

/* All-zero but for the memory is valid. */
typedef struct client_registers {
    rsp_buf block; /* the reply to g for `block_thread` */
    rsp_ptid block_thread;
    bool block_fresh;     /* nothing was resumed or written since */
    bool no_single_write; /* the stub has no P, */
    bool single_write;    /* or it has */
    bool described;       /* the description was fetched, and can be used */
    bool unusable;        /* or it cannot be used, and is not asked for again */
    rsp_tdesc description;
} client_registers;

/* What is known of registers is out of date: of the last stop, too. */
void client_registers_stale(rsp_client *c);
/* The target description, fetched once; NULL where there is none that can be used. */
const rsp_tdesc *client_description(rsp_client *c);
/* As rsp_client_write_register, but it goes out together with the next resume where the stub's way of writing
 * is known: a failure is that resume's. All-stop. */
rsp_status client_write_with_resume(rsp_client *c, rsp_ptid thread, uint64_t num,
                                    rsp_bytes value) RSP_MUST_USE;
/* Asks for all registers without waiting, if writing one needs them anyway. */
void client_registers_ahead(rsp_client *c, rsp_ptid thread);
/* Frees what is known of registers. */
void client_registers_free(client_registers *registers);

#endif
