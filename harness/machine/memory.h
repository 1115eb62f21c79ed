/* Address spaces: pages shared until written, regions, decoded code, and the software TLB.
 * Everything an instruction does to memory goes through space_load, space_store and space_fetch.
 * The fast paths are inline here; all else is in space.c, region.c and code.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_MEMORY_H
#define RSP_MACHINE_MEMORY_H

#include "core/mem.h"
#include "machine/process.h"
#include <rsp/bytes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PAGE_BITS = 12,
    PAGE_BYTES = 1 << PAGE_BITS,
    PAGE_SLOTS = PAGE_BYTES / 4,
    TLB_ENTRIES = 256,
    FETCH_ENTRIES = 64,
    TOP_BITS = 10, /* 38 bits of address: 10 + 10 + 6 + 12, as Sv39 leaves to user mode */
    MID_BITS = 10,
    LEAF_BITS = 6,
};
#define SPACE_END (UINT64_C(1) << 38)
#define PAGE_MASK (~(uint64_t)(PAGE_BYTES - 1))
#define NO_TAG UINT64_C(0) /* never the tag of a page: an empty cache is all zeros */

/* What all spaces of one machine share: the allocator and how many pages are left. */
typedef struct memory_pool {
    const rsp_mem *mem;
    size_t pages_left;
    size_t tables_left; /* parts of page tables */
    size_t num_codes;
} memory_pool;

/* A page of memory; refs counts the page table entries that show it. The bytes come first: they are aligned
 * as the allocator's blocks are. */
typedef struct page {
    uint8_t bytes[PAGE_BYTES];
    uint32_t refs;
} page;

/* One decoded instruction. Register number REG_SINK swallows what is written to x0. */
typedef struct insn {
    uint8_t op; /* enum op */
    uint8_t rd;
    uint8_t rs1;
    uint8_t rs2;
    int32_t imm;
} insn;
enum { REG_SINK = 33, NUM_REG_SLOTS = 34 };

/* A place in the ring of a space's decoded pages. */
typedef struct code_link {
    struct code_link *next;
    struct code_link *prev;
} code_link;

/* A page's decoded instructions, made on demand, slot by slot; the last slot leads to the next page. */
typedef struct code_page {
    code_link link; /* first */
    struct pte *owner;
    uint64_t address;
    insn slots[PAGE_SLOTS + 1];
} code_page;

/* Slots of a page that hold a software breakpoint. */
typedef struct breaks {
    uint32_t num;
    uint32_t bits[PAGE_SLOTS / 32];
} breaks;

/* The page may be NULL where nothing was touched yet: it is made of zeros at the first access. */
typedef struct pte {
    page *page;
    code_page *code;
    breaks *breaks;
    uint8_t perms;    /* of the region, valid while there is a page */
    uint8_t shared;   /* MAP_SHARED: never copied */
    uint16_t watches; /* watchpoints that touch this page */
} pte;

/* Tables are mostly empty: what there is of them hangs in lists, so that nobody looks through them all. */
typedef struct pte_leaf {
    pte entries[1 << LEAF_BITS];
    uint64_t made;    /* a bit for each entry that space_pte_make has given out: the others are empty */
    uint64_t address; /* of the first entry */
    struct pte_leaf *next;
} pte_leaf;

typedef struct pte_mid {
    pte_leaf *leaves[1 << MID_BITS];
    struct pte_mid *next;
} pte_mid;

/* Names are borrowed from the machine's files or static. */
typedef struct region {
    uint64_t start;
    uint64_t end;
    const char *name;
    uint8_t perms;
    bool shared;
    bool debugger; /* made by rsp_process_alloc: never merged, released as a whole */
} region;

typedef struct tlb_entry {
    uint64_t tag; /* page_tag of the page, or NO_TAG */
    uint8_t *bytes;
} tlb_entry;

typedef struct fetch_entry {
    uint64_t tag;
    insn *slots;
} fetch_entry;

/* Why an access did not happen. */
typedef enum access_fault {
    ACCESS_OK,
    ACCESS_UNMAPPED,
    ACCESS_DENIED,
    ACCESS_MISALIGNED,
    ACCESS_NO_MEMORY,
    ACCESS_WATCHED, /* the page has a watchpoint: execute it in watching mode */
} access_fault;

/* One address space; processes that vforked share it. The last access's fault and, in watching mode,
 * the accesses themselves are left here for the caller of the interpreter. */
typedef struct space {
    tlb_entry read[TLB_ENTRIES];
    tlb_entry write[TLB_ENTRIES];
    fetch_entry fetch[FETCH_ENTRIES];
    access_fault fault;
    uint64_t fault_address;
    bool watching;
    uint32_t num_touched;
    struct touched {
        uint64_t address;
        uint32_t len;
        bool write;
    } touched[4];

    memory_pool *pool;
    uint32_t users;
    pte_mid *top[1 << TOP_BITS];
    pte_mid *mids;    /* all there are */
    pte_leaf *leaves; /* all there are */
    region *regions;  /* sorted, not overlapping */
    size_t num_regions;
    size_t cap_regions;
    uint64_t mmap_base;
    uint64_t mmap_hint; /* no gap is below it */
    uint64_t brk_start;
    uint64_t brk;
    size_t num_breaks;
    code_link codes;     /* head of the ring of decoded pages */
    uint64_t *hw_breaks; /* addresses with a hardware breakpoint of any user, one entry for each */
    size_t num_hw_breaks;
    size_t cap_hw_breaks;
} space;

/* space.c: NULL without memory. A copy shares pages until one side writes; it has no breakpoints. */
space *space_new(memory_pool *pool);
space *space_copy(space *from);
void space_release(space *s); /* one user less; the last one frees */

/* The entry of an address, NULL where none was ever needed; space_pte_make may run out of memory. */
pte *space_pte(const space *s, uint64_t address);
pte *space_pte_make(space *s, uint64_t address);

/* Gives the entry of a mapped address with its page present (zeros at first), and for `write` not
 * shared with another space. NULL with s->fault set. Permissions are the caller's business. */
pte *space_touch(space *s, uint64_t address, bool write);

/* The kernel's and the debugger's accesses: without permissions the debugger's way, with them as a
 * system call would fault. Both return how many bytes were done. */
size_t space_peek(const space *s, void *out, uint64_t address, size_t len);
size_t space_poke(space *s, uint64_t address, const void *bytes, size_t len);
bool space_copy_in(space *s, void *out, uint64_t address, size_t len);
bool space_copy_out(space *s, uint64_t address, const void *bytes, size_t len);

/* Text of less than `cap` bytes with its NUL, as system calls take paths: ACCESS_OK, or
 * ACCESS_UNMAPPED, or ACCESS_DENIED when there is no NUL in cap bytes. */
access_fault space_copy_text(space *s, char *out, size_t cap, uint64_t address);

/* Slow paths of the inline functions below. */
bool space_load_slow(space *s, uint64_t address, unsigned len, uint64_t *out_value);
bool space_store_slow(space *s, uint64_t address, unsigned len, uint64_t value);
insn *space_fetch_slow(space *s, uint64_t address);

/* Forget cached translations of one page. */
void space_forget(space *s, uint64_t address);

/* region.c: index of the first region that ends behind address (num_regions when none). */
size_t space_region_index(const space *s, uint64_t address);
const region *space_region(const space *s, uint64_t address); /* holds the address, or NULL */
rsp_status space_map(space *s, const region *r);              /* replaces what is there */
rsp_status space_unmap(space *s, uint64_t start, uint64_t end);
rsp_status space_protect(space *s, uint64_t start, uint64_t end, uint8_t perms); /* RSP_FAULT: a gap */
uint64_t space_find_gap(space *s, uint64_t size);                                /* 0: none */
bool space_is_gap(const space *s, uint64_t start, uint64_t end);

/* code.c: decoding, breakpoints. */
insn code_decode(uint32_t word);
void code_decode_slot(space *s, uint64_t address); /* of a page that has code */
code_page *code_make(space *s, pte *entry, uint64_t address);
void code_drop(space *s, code_page *c);
void code_drop_all(space *s);
void code_forget(pte *entry, uint64_t address, size_t len);
bool break_test(const pte *entry, uint64_t address);
rsp_status break_insert(space *s, uint64_t address);
rsp_status break_remove(space *s, uint64_t address);
void break_remove_all(space *s);
rsp_status break_copy_all(space *to, const space *from);
rsp_status hw_break_add(space *s, uint64_t address);
void hw_break_remove(space *s, uint64_t address);

/* Little-endian values of 1, 2, 4 and 8 bytes. Written out, for compilers make one load or store of that, and
 * not of a loop over the bytes. */
static inline uint64_t le_load(const uint8_t *p, unsigned len) {
    uint64_t value = p[0];
    if (len >= 2)
        value |= (uint64_t)p[1] << 8;
    if (len >= 4)
        value |= (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24;
    if (len >= 8)
        value |= (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
    return value;
}

static inline void le_store(uint8_t *p, unsigned len, uint64_t value) {
    p[0] = (uint8_t)value;
    if (len >= 2)
        p[1] = (uint8_t)(value >> 8);
    if (len >= 4) {
        p[2] = (uint8_t)(value >> 16);
        p[3] = (uint8_t)(value >> 24);
    }
    if (len >= 8) {
        p[4] = (uint8_t)(value >> 32);
        p[5] = (uint8_t)(value >> 40);
        p[6] = (uint8_t)(value >> 48);
        p[7] = (uint8_t)(value >> 56);
    }
}

/* What stands for the page of an address in a cache: its last byte's address. */
static inline uint64_t page_tag(uint64_t address) {
    return address | (PAGE_BYTES - 1);
}

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
