/* The client: what it knows of the stub, its jobs, its stops, the run under way, registers and sites.
 * One noun, the client as a whole: for files that work on several of its parts, each of which has a header.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_STATE_H
#define RSP_CLIENT_STATE_H

#include "abilities.h"
#include "halted.h"
#include "packet.h"
#include "registers.h"
#include "resume.h"
#include "sites.h"
#include "stops.h"

/* The client as a whole. Each part is changed by the functions of its header. */
struct rsp_client {
    rsp_client_options options;
    rsp_session *session;
    rsp_error error;
    client_abilities stub;
    client_queue queue;
    client_stops stops;
    client_halted halted; /* non-stop */
    client_run run;
    client_selection selection;
    client_registers registers;
    client_sites sites;
    rsp_buf request; /* a payload being built */
    rsp_buf reply;   /* the last reply of a call that waits */
};

/* Asserts what always holds between calls: on entry and exit of the public ones. */
void client_validate(const rsp_client *c);

#endif
