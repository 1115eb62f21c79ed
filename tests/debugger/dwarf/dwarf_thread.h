/* A stopped thread in this process: registers that are known by a bit each, and one stretch of memory.
 * Counts what is read, so that a test sees what was asked for.
 * Included behind rsp_test.h. */
/* SPDX-License-Identifier: MIT */
#ifndef DWARF_THREAD_H
#define DWARF_THREAD_H

#include "debug_register.h"

enum { DWARF_MEMORY = 1024 };

typedef struct dwarf_thread {
    uint64_t registers[64];
    uint64_t known; /* bit n: registers[n] */
    uint64_t at;    /* where the memory begins */
    uint8_t memory[DWARF_MEMORY];
    unsigned num_reads;
    uint64_t text; /* where a text was announced */
} dwarf_thread;

static inline rsp_status dwarf_thread_register(void *ctx, uint32_t number, uint64_t *out_value) {
    const dwarf_thread *t = ctx;
    if (number >= 64 || !(t->known >> number & 1))
        return RSP_NOT_FOUND;
    *out_value = t->registers[number];
    return RSP_OK;
}

static inline rsp_status dwarf_thread_memory(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    dwarf_thread *t = ctx;
    t->num_reads++;
    if (address < t->at || address - t->at > DWARF_MEMORY || len > DWARF_MEMORY - (size_t)(address - t->at))
        return RSP_FAULT;
    memcpy(dst, t->memory + (address - t->at), len);
    return RSP_OK;
}

static inline void dwarf_thread_text(void *ctx, uint64_t address) {
    dwarf_thread *t = ctx;
    t->text = address;
}

/* The thread as what evaluates sees it; borrows `t`. */
static inline rsp_debug_thread dwarf_thread_of(dwarf_thread *t) {
    return (rsp_debug_thread){.ctx = t,
                              .read_register = dwarf_thread_register,
                              .read_memory = dwarf_thread_memory,
                              .expect_text = dwarf_thread_text};
}

static inline void dwarf_thread_set(dwarf_thread *t, uint32_t number, uint64_t value) {
    t->registers[number] = value;
    t->known |= UINT64_C(1) << number;
}

/* A little-endian number into the memory. */
static inline void dwarf_thread_put(dwarf_thread *t, uint64_t address, size_t len, uint64_t value) {
    for (size_t i = 0; i < len; i++)
        t->memory[address - t->at + i] = (uint8_t)(value >> 8 * i);
}

static inline void dwarf_thread_text_at(dwarf_thread *t, uint64_t address, const char *text) {
    memcpy(t->memory + (address - t->at), text, strlen(text) + 1);
}

#endif
