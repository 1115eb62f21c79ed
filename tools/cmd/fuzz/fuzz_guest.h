/* fuzz --load: a program of ours in a stub that has its own, for the time of a campaign.
 * It is loaded and checked once; each session begins with the messages that bring it again.
 * What could not be put back is said. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_GUEST_H
#define FUZZ_GUEST_H

#include "cmd/fuzz/fuzz_job.h"

/* Fills the job's guest. EXIT_FINE, or what the command ends with, after a message. */
int fuzz_guest_load(fuzz_job *job);

/* Puts back what was there, in a stub that is not ours, and frees it. Fine where nothing was loaded. */
void fuzz_guest_end(fuzz_job *job);

#endif
