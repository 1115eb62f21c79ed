/* The practice stub's life: memory taken once, a program that starts anew for each client.
 * What a client left behind is gone with it, unless the planted bug keeps it.
 * Memory that cannot be had ends the process: this is a practice target. */
/* SPDX-License-Identifier: MIT */
#include "planted.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

void planted_init(planted *p, bug which, planted_counts *counts) {
    memset(p, 0, sizeof *p);
    p->bug = which;
    p->counts = counts;
    p->packet = malloc(PACKET_BYTES + 1);
    p->memory = malloc(MEMORY_BYTES);
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    p->chance = (now.tv_nsec / 1000 & 1) != 0;
    if (!p->packet || !p->memory)
        abort();
}

void planted_free(planted *p) {
    free(p->packet);
    free(p->memory);
    free(p->features);
    while (p->kept) {
        kept *next = p->kept->next;
        free(p->kept);
        p->kept = next;
    }
}

void planted_connect(planted *p) {
    bool no_ack = p->no_ack && HAS_BUG(p, NO_ACK_SURVIVES);
    planted fresh = {.bug = p->bug,
                     .counts = p->counts,
                     .packet = p->packet,
                     .memory = p->memory,
                     .no_ack = no_ack,
                     .kept = p->kept,
                     .chance = p->chance};
    free(p->features);
    *p = fresh;
    p->attached = p->threads;
    for (size_t i = 0; i < MEMORY_BYTES; i++)
        p->memory[i] = (uint8_t)(i & 0xff);
    memset(p->memory, 0, 0x80); /* the spin flag is off */
    for (int i = 0; i < NUM_THREADS; i++) {
        p->threads[i].registers[REGISTER_PC] = MEMORY_BASE + 0x100;
        p->signal_of[i] = 5;
    }
}
