/* Memory for code near enough for a jump: the caller's, what lies idle behind the program's code, the stub's
 * (_M), or mmap called in the inferior.
 * Regions are shared by all trampolines that reach them, and given back with the last one. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_CODE_MEMORY_H
#define RSP_CONDITION_CODE_MEMORY_H

#include "code_tail.h"
#include <rsp/client.h>

struct condition_machine;

/* Where a region came from, and so how it is given back. */
typedef enum region_source { REGION_GIVEN, REGION_TAIL, REGION_PACKET, REGION_SYSCALL } region_source;

/* One stretch of memory for code. */
typedef struct code_region {
    int64_t pid; /* 0: the only one */
    uint64_t address;
    uint64_t bytes;
    uint64_t used;
    size_t num_users;
    region_source source;
} code_region;

/* All-zero but for client and machine is valid: memory is allocated. */
/* Memory behind the program's own code. */
typedef struct code_tail_list {
    code_tail items[NUM_CODE_TAILS];
    size_t num;
    int64_t pid; /* whose they are */
    bool known;  /* the executable's, */
    bool all;    /* and those of interpreter and vDSO */
} code_tail_list;

/* Where a process has an instruction for a system call. */
typedef struct code_gate {
    int64_t pid;
    uint64_t address; /* 0: not known */
} code_gate;

typedef struct code_memory {
    rsp_client *client;
    const struct condition_machine *machine; /* for which there is a compiler */
    const rsp_mem *mem;
    uint64_t given_address; /* the caller's, in each process; 0: none */
    uint64_t given_bytes;
    bool no_allocation;  /* neither _M nor a system call */
    bool no_tail;        /* not behind the program's own code either */
    bool packet_useless; /* _M is missing, or gives memory that is too far away */
    const char *why;     /* of the last reservation that failed; NULL: nothing is near enough */
    code_tail_list tails;
    code_gate gate;
    code_region *regions;
    size_t num_regions;
} code_memory;

/* The instruction of process `pid` that is to jump there and back. A system call may need its place for a
 * moment. */
typedef struct code_user {
    int64_t pid; /* 0: the only one */
    uint64_t address;
    uint64_t call_at; /* RV64, AArch64: where a system call may stand for a moment; 0: at `address` */
} code_user;

/* Writes code. A stub may write only where the program could, as qemu does: then the program itself makes the
 * pages writable, by a system call, and *out_opened says so. RSP_REFUSED, or the session's. */
rsp_status code_memory_write(code_memory *memory, const code_user *user, uint64_t address, rsp_bytes bytes,
                             bool *out_opened);

/* The page of the program's code at `address` becomes again what it was before it was opened. */
rsp_status code_memory_close(code_memory *memory, const code_user *user, uint64_t address);

/* Finds room for `len` bytes within a jump's reach. RSP_REFUSED: there is none. Else the session's end. */
rsp_status code_memory_reserve(code_memory *memory, const code_user *user, size_t len, uint64_t *out_address);

/* The code at `address` is no longer needed. */
rsp_status code_memory_release(code_memory *memory, const code_user *user, uint64_t address);

/* All memory of a process is gone. */
void code_memory_forget(code_memory *memory, int64_t pid);

/* Frees the account without a packet. */
void code_memory_free(code_memory *memory);

#endif
