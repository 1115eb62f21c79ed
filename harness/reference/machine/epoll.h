/* Sets of descriptors that a program waits for: epoll.
 * An entry stands for an open file under one of its numbers, and goes with the open file.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_EPOLL_H
#define RSP_MACHINE_EPOLL_H

#include "kernel.h"

/* What poll says of the set itself: readable while something in it is ready. */
bool epoll_is_ready(const rsp_machine *m, const open_file *set);
/* The earlier of the deadline and the next expiration of a timer in the set. */
uint64_t epoll_earlier(uint64_t deadline, const open_file *set);
/* The open file is about to be freed: it leaves all sets, and if it is one, its entries go. */
void epoll_leave(rsp_machine *m, open_file *f);

#endif
