/* The look at a stub's manners, with the stub of --stub.
 * Used by probe, and by fuzz before a campaign.
 * See manners/manners.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_LOOK_H
#define STUBBORN_LOOK_H

#include "stubs/stub_config.h"

/* Looks at the stub, with a debuggee of its own choice for program "". Of `options` timeout, quiet time,
 * run_program and stop count. With `out_kept` the connection is kept in it where it may be the only one,
 * unless no-ack mode is on, since a new session expects acknowledgments; else *out_kept is NULL. Statuses of
 * rsp_manners_look, RSP_NO_MEMORY. */
rsp_status stub_look(rsp_manners *out, const stub_config *config, const rsp_stub_request *request,
                     const rsp_manners_options *options, rsp_link **out_kept, rsp_error *error) RSP_MUST_USE;

#endif
