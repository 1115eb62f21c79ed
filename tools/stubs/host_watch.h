/* Whether the watchpoints of this machine work: some virtual machines take debug registers and have none.
 * Then no stub that runs here can have watchpoints, whatever it answers.
 * A child of ours is watched, once. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_HOST_WATCH_H
#define STUBBORN_HOST_WATCH_H

#include "stubs/stub_config.h"

/* Why no watchpoint of a stub can fire that debugs this machine's programs; NULL: they do, or nobody knows.
 * `architecture` is what the stub's programs are for. Where the stub is on another machine, or the program
 * for another one, nothing is known. A process is made and waited for. */
const char *host_watch_trouble(const stub_config *stub, const char *architecture);

#endif
