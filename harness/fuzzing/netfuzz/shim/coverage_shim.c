/* For stubs built with clang's -fsanitize-coverage=trace-pc-guard: compile this file into the stub, without
 * that option, and `stubborn fuzz --edges N` sees which edges it takes. Stands alone, needs nothing of ours.
 * Source: Clang, SanitizerCoverage; AFL++'s convention of __AFL_SHM_ID. */
/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/shm.h>

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard);

static uint8_t *map;
static uint32_t map_size;
static uint32_t num_edges;

static void attach(void) {
    const char *id = getenv("__AFL_SHM_ID");
    const char *size = getenv("AFL_MAP_SIZE");
    void *memory = id ? shmat(atoi(id), NULL, 0) : (void *)-1;
    if (memory == (void *)-1)
        return;
    map = memory;
    map_size = size ? (uint32_t)strtoul(size, NULL, 10) : 65536;
}

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
    if (!map)
        attach();
    for (uint32_t *guard = start; guard < stop && *guard == 0; guard++)
        *guard = ++num_edges;
}

/* Saturates: 255 hits are many. */
void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
    if (map && map_size > 0) {
        uint8_t *hits = &map[*guard % map_size];
        *hits = (uint8_t)(*hits + (*hits < 255));
    }
}
