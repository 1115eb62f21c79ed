/* Loads a guest into a target, as GDB's `load` does, after saving what it takes; and puts all of it back.
 * Each step is checked, and a step that fails says what GDB's `load` will do there.
 * The target stands; the stub's own program goes on when all was put back. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_GUEST_LOAD_H
#define RSP_GUEST_LOAD_H

#include "guest/guest.h"
#include "guest/guest_line.h"

RSP_BEGIN_DECLS

/* X(STEP, "what is done", "what GDB does where it fails"): the steps in their order. */
#define RSP_GUEST_STEP_LIST(X)                                                                               \
    X(GUEST, "choosing the guest", "GDB's load needs a file for this architecture")                          \
    X(REGISTERS, "saving registers", "GDB's load ends by writing pc, which it can not read either")          \
    X(MEMORY, "finding memory", "GDB's load ends with \"Load failed\" unless the file lies where memory is") \
    X(WRITE, "writing the image", "GDB's load ends with \"Load failed\"")                                    \
    X(READ_BACK, "reading the image back", "GDB's load notices nothing; compare-sections says MIS-MATCHED")  \
    X(PC, "setting pc and sp", "GDB's load writes the image and ends with \"Could not write register\"")     \
    X(STEP, "stepping the first instruction", "GDB's load works, and stepi then does what was seen here")    \
    X(RUN, "running to a breakpoint", "GDB's load works, and continue then does what was seen here")         \
    X(RESULT, "checking what the guest leaves", "GDB's load works, and the program computes something else")

/* Where a load stands, or failed. */
typedef enum rsp_guest_step {
#define RSP_GUEST_STEP_ENUM(step, text, gdb) RSP_GUEST_STEP_##step,
    RSP_GUEST_STEP_LIST(RSP_GUEST_STEP_ENUM)
#undef RSP_GUEST_STEP_ENUM
        RSP_GUEST_LOADED,
} rsp_guest_step;

/* What is done, by the list; "" for RSP_GUEST_LOADED. */
const char *rsp_guest_step_text(rsp_guest_step step);
/* What GDB's load does where that fails; "" for RSP_GUEST_LOADED. */
const char *rsp_guest_step_gdb(rsp_guest_step step);

/* Who has given us memory of our own. */
typedef enum rsp_guest_given {
    RSP_GUEST_NOT_GIVEN, /* it is somebody else's */
    RSP_GUEST_BY_STUB,   /* _M */
    RSP_GUEST_BY_CALL,   /* a system call of the process */
} rsp_guest_given;

/* Bytes that are asked for: image, stack and scratch memory. */
enum { RSP_GUEST_GIVEN_BYTES = 0x11000 };

/* Where the guest may go. */
typedef struct rsp_guest_place {
    uint64_t at;
    uint64_t bytes;   /* 0: nobody says how many */
    const char *from; /* "RAM of the memory map" */
    rsp_guest_given given;
    uint64_t flash_block; /* bytes that are erased together, where it is flash; 0: RAM */
} rsp_guest_place;

/* What a load is told. */
typedef struct rsp_guest_options {
    const rsp_guest_place *places; /* what is likely first */
    size_t num_places;
    uint64_t most_bytes; /* that may be taken, scratch memory and all; 0: as much as scenarios like */
} rsp_guest_options;

/* A load. Zero is none; memory of the buffers may be set before. */
typedef struct rsp_guest_load {
    const rsp_guest *guest;
    rsp_guest_step step; /* LOADED, or the one that failed */
    char why[200];       /* what failed: "M80000000,40:... -> E01"; "" */
    uint64_t at;         /* of the image */
    const char *from;    /* why there */
    uint64_t bytes;      /* that were taken from there on */
    uint64_t data_at;    /* of the image's data where that is elsewhere; 0 */
    uint64_t sp;         /* at the beginning */
    uint64_t scratch;    /* memory for scenarios, behind image and stack */
    uint64_t scratch_bytes;
    uint64_t pc_before; /* of the stub's own program */
    uint64_t sp_before;
    uint64_t flash_block; /* of the place */
    rsp_guest_given given;
    bool by_x;         /* the image was written by X */
    bool by_steps;     /* the check was run in steps: the stub takes no breakpoint */
    rsp_buf memory;    /* what was there before */
    rsp_buf data;      /* what was at data_at */
    rsp_buf registers; /* the reply to g before */
} rsp_guest_load;

/* Loads and checks. True: the guest is in, pc at its `end`. False: load->step failed for load->why, and what
 * was taken is put back, but for what `left` names (appended, "" for nothing). `load` may have been used
 * before. */
bool rsp_guest_load_try(rsp_guest_load *load, const rsp_guest *guest, const rsp_guest_line *line,
                        const rsp_guest_options *options, rsp_buf *left);

/* Memory that the stub allocates for a guest and what belongs to it (_M). False: it gives none. */
bool rsp_guest_allocate(const rsp_guest_line *line, uint64_t *out_at);

/* The same, by a call of mmap that the process makes where it stands, at `at` or, for 0, anywhere. Code and
 * registers are as before then. `arch` as rsp_arch_name has it. False: none is known for it, or it failed. */
bool rsp_guest_map(const rsp_guest_line *line, const char *arch, uint64_t at, uint64_t *out_at);
/* Gives that memory back. */
bool rsp_guest_unmap(const rsp_guest_line *line, const char *arch, uint64_t at);

/* Writes the image anew, and sets pc to the beginning of a program of ours, and sp; a new process, which has
 * allocated nothing yet, is asked for the same place. False: it could not be done, load->why says why, or no
 * guest does what that program does. */
bool rsp_guest_enter(rsp_guest_load *load, const rsp_guest_line *line, const char *program);

/* Writes back memory and registers where they differ from before. Appends what could not be put back:
 * "512 bytes of memory at 0x1000, registers"; nothing where all was. True then. */
bool rsp_guest_put_back(rsp_guest_load *load, const rsp_guest_line *line, rsp_buf *left);

/* Where the byte at `offset` of the image is, in memory. */
uint64_t rsp_guest_address(const rsp_guest_load *load, uint64_t offset);

/* Where a symbol of the loaded guest is; scratch is one where there is as much as the debuggee has. */
bool rsp_guest_symbol_at(const rsp_guest_load *load, const char *name, uint64_t *out_at, uint64_t *out_size);

/* The kind of a software breakpoint in a guest's code. */
unsigned rsp_guest_bp_kind(const rsp_guest *guest);

/* Frees it; zero again, but for the memory of its buffers. NULL is fine. */
void rsp_guest_load_free(rsp_guest_load *load);

RSP_END_DECLS

#endif
