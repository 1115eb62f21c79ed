/* Pages of memory and the tables that lead to them: shared until written, limited by the machine's pool.
 * An address space is defined here, as all its parts hang on it; what they hold is in code.h and region.h.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_PAGE_TABLE_H
#define RSP_MACHINE_PAGE_TABLE_H

#include <rsp/bytes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PAGE_BITS = 12,
    PAGE_BYTES = 1 << PAGE_BITS,
    SLOT_BYTES = 2, /* an instruction takes one slot or two */
    PAGE_SLOTS = PAGE_BYTES / SLOT_BYTES,
    TLB_ENTRIES = 256,
    FETCH_ENTRIES = 64,
    TOP_BITS = 10, /* 38 bits of address: 10 + 10 + 6 + 12, as Sv39 leaves to user mode */
    MID_BITS = 10,
    LEAF_BITS = 6,
};
#define SPACE_END (UINT64_C(1) << 38)
#define PAGE_MASK (~(uint64_t)(PAGE_BYTES - 1))
#define NO_TAG UINT64_C(0) /* never the tag of a page: an empty cache is all zeros */

/* What all spaces of one machine share: the allocators and how many pages are left. */
typedef struct memory_pool {
    const rsp_mem *mem;
    const rsp_mem *page_mem;     /* of pages and decoded code: `mem` may be a heap that is copied whole */
    struct space *spaces;        /* all there are */
    struct page_keeper *keeper;  /* checkpoint.h; NULL without a recording */
    const struct probes *probes; /* probe.h; NULL while nobody looks */
    size_t pages_left;
    size_t tables_left; /* parts of page tables */
    size_t num_codes;
} memory_pool;

/* A page of memory; refs counts the page table entries that show it, kept the checkpoints. The bytes come
 * first: they are aligned as the allocator's blocks are. */
typedef struct page {
    uint8_t bytes[PAGE_BYTES];
    uint32_t refs;
    uint32_t kept;
} page;

/* Pages that only checkpoints hold. They are not the program's, so that no pool counts them. */
typedef struct page_keeper {
    size_t num_pages;
} page_keeper;

/* A place in the ring of a space's decoded pages. */
typedef struct code_link {
    struct code_link *next;
    struct code_link *prev;
} code_link;

/* The page may be NULL where nothing was touched yet: it is made of zeros at the first access. */
typedef struct pte {
    page *page;
    struct code_page *code; /* code.h */
    struct breaks *breaks;
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

/* A table of tables. */
typedef struct pte_mid {
    pte_leaf *leaves[1 << MID_BITS];
    struct pte_mid *next;
} pte_mid;

/* A cached translation for loads or stores. */
typedef struct tlb_entry {
    uint64_t tag; /* page_tag of the page, or NO_TAG */
    uint8_t *bytes;
} tlb_entry;

/* A cached translation for instructions. */
typedef struct fetch_entry {
    uint64_t tag;
    struct insn *slots; /* code.h */
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
    struct space *next; /* of the pool */
    struct space *prev;
    uint32_t users;
    pte_mid *top[1 << TOP_BITS];
    pte_mid *mids;          /* all there are */
    pte_leaf *leaves;       /* all there are */
    struct region *regions; /* region.h: sorted, not overlapping */
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

/* The entry of an address; NULL where none was ever needed. */
pte *space_pte(const space *s, uint64_t address);
/* The same; makes what is needed for it. NULL without memory, or beyond the last address. */
pte *space_pte_make(space *s, uint64_t address);

/* A page that one entry shows; its bytes are not set. NULL without memory, or with the pool used up. */
page *page_new(memory_pool *pool);
/* A copy for the only entry that shows it, as a checkpoint keeps the page. NULL without memory; the pool is
 * as before in any case. */
page *page_replace(memory_pool *pool, page *p);
/* One entry less shows it; the last one frees. NULL is fine. */
void page_release(memory_pool *pool, page *p);
/* A checkpoint keeps the page, or does not any more. */
void page_keep(page *p);
void page_unkeep(memory_pool *pool, page *p);
/* The same for an entry that comes back, or goes, as the past returns: the pool is put back otherwise. */
void page_show(memory_pool *pool, page *p);
void page_hide(memory_pool *pool, page *p);

/* Every page, breakpoint and table of the space. */
void page_table_free(space *s);
/* Shows the pages of `from` in `to`, too. False without memory; `to` may then have some. */
bool page_table_copy(space *to, const space *from);

/* Forgets cached translations of one page. */
void space_forget(space *s, uint64_t address);
/* Forgets cached translations of all pages for stores. */
void space_forget_writes(space *s);

/* What stands for the page of an address in a cache: its last byte's address. */
static inline uint64_t page_tag(uint64_t address) {
    return address | (PAGE_BYTES - 1);
}

#endif
