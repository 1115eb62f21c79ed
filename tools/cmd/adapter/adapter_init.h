/* stubborn adapter init: a profile for an adapter that nobody has described yet.
 * The adapter is asked by sessions of its own; what they do not show is said in the profile.
 * See adapter_init.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_ADAPTER_INIT_H
#define STUBBORN_ADAPTER_INIT_H

#include "cmd/adapter/adapter_job.h"

/* Writes the profile of the job's adapter to the named file ("-" or none: standard output). Exit status: 0 it
 * is written; 1 likewise, but no launch led to a stop; 2 usage; 3 no adapter, or it does not answer. */
int adapter_init(adapter_job *job, const option_list *files);

#endif
