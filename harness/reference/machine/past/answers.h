/* The embedder's files between it and a recorded machine: what they answer is kept.
 * A program that runs again gets the same answers, and what it writes is not written again.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_ANSWERS_H
#define RSP_MACHINE_ANSWERS_H

#include "kernel.h"

/* Stands between the machine, which has a history, and its disk from now on. */
void answers_listen(rsp_machine *m);

#endif
