/* Access to an address space: loads, stores and fetches of instructions, and the kernel's and debugger's own.
 * Everything an instruction does to memory goes through space_load, space_store and space_fetch.
 * Their fast paths are inline here. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_SPACE_H
#define RSP_MACHINE_SPACE_H

#include "code.h"
#include "little_endian.h"
#include "page_table.h"

/* NULL without memory. A copy shares pages until one side writes; it has no breakpoints. */
space *space_new(memory_pool *pool);
/* A child's space: shares pages until one side writes, and has no breakpoints. NULL without memory. */
space *space_copy(space *from);
/* One user less; the last one frees. NULL is fine. */
void space_release(space *s);

/* The content of a mapped file becomes what this mapping holds. Nothing for other memory. */
void space_write_back(space *s, const struct region *r);
/* Gives the entry of a mapped address with its page present (zeros at first), and for `write` not
 * shared with another space. NULL with s->fault set. Permissions are the caller's business. */
pte *space_touch(space *s, uint64_t address, bool write);

/* The kernel's and the debugger's accesses: without permissions the debugger's way, with them as a
 * system call would fault. Both return how many bytes were done. */
size_t space_peek(const space *s, void *out, uint64_t address, size_t len);
/* The debugger's write, without permissions; how many bytes were done. */
size_t space_poke(space *s, uint64_t address, const void *bytes, size_t len);
/* The kernel's read, with permissions; false: s->fault. */
bool space_copy_in(space *s, void *out, uint64_t address, size_t len);
/* The kernel's write, with permissions; false: s->fault. */
bool space_copy_out(space *s, uint64_t address, const void *bytes, size_t len);

/* Text of less than `cap` bytes with its NUL, as system calls take paths: ACCESS_OK, or
 * ACCESS_UNMAPPED, or ACCESS_DENIED when there is no NUL in cap bytes. */
access_fault space_copy_text(space *s, char *out, size_t cap, uint64_t address);

/* Slow paths of the inline functions below. */
bool space_load_slow(space *s, uint64_t address, unsigned len, uint64_t *out_value);
bool space_store_slow(space *s, uint64_t address, unsigned len, uint64_t value);
insn *space_fetch_slow(space *s, uint64_t address);

/* The bytes of the instruction at an even address, which may lie in two pages; of a compressed one the upper
 * half means nothing. False: s->fault. */
bool space_fetch_word(space *s, uint64_t address, uint32_t *out_word);

/* One comparison covers page and page crossing: the last byte of an access that crosses lies in a page
 * whose entry is another one. */
static inline bool space_load(space *s, uint64_t address, unsigned len, uint64_t *out_value) {
    const tlb_entry *e = &s->read[address >> PAGE_BITS & (TLB_ENTRIES - 1)];
    if (page_tag(address + len - 1) != e->tag)
        return space_load_slow(s, address, len, out_value);
    *out_value = le_load(e->bytes + (address & (PAGE_BYTES - 1)), len);
    return true;
}

static inline bool space_store(space *s, uint64_t address, unsigned len, uint64_t value) {
    const tlb_entry *e = &s->write[address >> PAGE_BITS & (TLB_ENTRIES - 1)];
    if (page_tag(address + len - 1) != e->tag)
        return space_store_slow(s, address, len, value);
    le_store(e->bytes + (address & (PAGE_BYTES - 1)), len, value);
    return true;
}

/* Slots of the page that holds the address, NULL with s->fault set. */
static inline insn *space_fetch(space *s, uint64_t address) {
    const fetch_entry *e = &s->fetch[address >> PAGE_BITS & (FETCH_ENTRIES - 1)];
    return e->tag == page_tag(address) ? e->slots : space_fetch_slow(s, address);
}

#endif
