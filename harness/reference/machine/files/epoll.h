/* Sets of descriptors that a program waits for: epoll.
 * An entry stands for an open file under one of its numbers, and goes with the open file.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_EPOLL_H
#define RSP_MACHINE_EPOLL_H

#include "kernel.h"

/* Reported only when something has changed. */
#define EPOLL_EDGE UINT32_C(0x80000000)

/* An entry of a set. */
struct epoll_entry {
    open_file *file; /* borrowed: it leaves the set when it goes */
    uint64_t fd;
    uint64_t data;    /* the program's */
    uint32_t wanted;  /* L_POLL*, and options */
    uint32_t told;    /* with EPOLL_EDGE: what was reported ... */
    uint64_t changes; /* ... and after how many changes */
    bool disabled;    /* after EPOLL_ONCE */
};

/* What of it is to be reported now: L_POLL*. */
uint64_t epoll_ready(const rsp_machine *m, const epoll_entry *e);
/* The entry at this index goes. */
void epoll_remove(open_file *set, size_t at);
/* What poll says of the set itself: readable while something in it is ready. */
bool epoll_is_ready(const rsp_machine *m, const open_file *set);
/* The earlier of the deadline and the next expiration of a timer in the set. */
uint64_t epoll_earlier(uint64_t deadline, const open_file *set);
/* The open file is about to be freed: it leaves all sets, and if it is one, its entries go. */
void epoll_leave(rsp_machine *m, open_file *f);

#endif
