/* The stubs that a fuzzed debug adapter opens: the reference stub on its machine, in this process and in
 * virtual time, with a bundled program and its debug information.
 * The opener of dap_adapter/adapter.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_ADAPTER_STUB_H
#define FUZZ_ADAPTER_STUB_H

#include "counted_memory.h"

#include "dap_adapter/adapter.h"

/* Bits of the choice: what the machine and its stub can do. */
enum {
    ADAPTER_STUB_RECORDS = 1, /* and so goes back */
    ADAPTER_STUB_PRINTS = 2,  /* the program prints on links of its own, not on the stub's console */
    ADAPTER_STUB_SMALL = 4,   /* packets */
    ADAPTER_STUB_RFC = 8,     /* the dialect of batches of reads */
    ADAPTER_STUB_RUN_LENGTH = 16,
};

/* What all stubs of a session have. A line of lies replaces one reply: its first character says how many are
 * let through before, the rest is the payload of a packet, or after `#` any bytes. */
typedef struct adapter_stubs {
    fuzz_mem mem; /* of stubs and machines */
    rsp_virtual_clock *clock;
    uint8_t choice;
    size_t lives;    /* pieces of input, after which a stub closes its connection; 0: never */
    rsp_bytes lies;  /* the rest; borrowed */
    size_t num_true; /* replies since the last lie */
} adapter_stubs;

void adapter_stubs_begin(adapter_stubs *stubs, rsp_virtual_clock *clock, uint8_t choice, uint8_t lives);
rsp_dap_opener adapter_stubs_opener(adapter_stubs *stubs);
void adapter_stubs_end(const adapter_stubs *stubs); /* also checks that all memory is freed */

#endif
