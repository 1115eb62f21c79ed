/* One process of the machine as a debugger sees it: tracing, memory, breakpoints, facts.
 * Handles come from rsp_machine_process and its kin; see there how long they are valid.
 * Nothing here runs any instruction of the program. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PROCESS_H
#define RSP_PROCESS_H

#include "machine/thread.h"
#include <rsp/bytes.h>
#include <rsp/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* One process. The machine owns it. */
typedef struct rsp_process rsp_process;

/* Its id, which is that of its main thread, too. */
uint32_t rsp_process_pid(const rsp_process *process);

/* Id of the parent, 0 for a launched process, 1 when the parent is gone. */
uint32_t rsp_process_parent_pid(const rsp_process *process);

/* The absolute path of the executable. Valid until the process runs or exits, as the next two. */
const char *rsp_process_path(const rsp_process *process);
/* The current directory. */
const char *rsp_process_cwd(const rsp_process *process);
/* The argument of that index, from 0; NULL behind the last one. */
const char *rsp_process_arg(const rsp_process *process, size_t index);

/* The auxiliary vector as Linux lays it out: pairs of 8-byte little-endian words ending in AT_NULL. */
rsp_bytes rsp_process_auxv(const rsp_process *process);

/* What a descriptor of it leads to: a path, or words. NULL when it is not open. */
const char *rsp_process_open_file(const rsp_process *process, uint32_t fd);

/* Appends what its /proc/PID/NAME holds; of a link, where it leads. False: there is no such file. */
bool rsp_process_proc_file(const rsp_process *process, const char *name, bool *out_link, rsp_buf *out);

/* Entry point of the program, after load_bias is added (0 unless it is position independent). */
uint64_t rsp_process_entry(const rsp_process *process);
/* Where the program lies less where its file says; 0 unless it is position independent. */
uint64_t rsp_process_load_bias(const rsp_process *process);

/* Threads in order of creation, O(1) a step: the one behind `after`, the first for NULL. */
rsp_thread *rsp_process_next_thread(const rsp_process *process, const rsp_thread *after);
/* How many that iteration shows. */
size_t rsp_process_num_threads(const rsp_process *process);

/* A traced process reports events; an untraced one runs free and passes over breakpoints. */
bool rsp_process_is_traced(const rsp_process *process);

/* Makes it traced and holds all threads. RSP_DUPLICATE: it is traced already; nothing is changed. */
RSP_MUST_USE rsp_status rsp_process_attach(rsp_process *process);

/* Removes its breakpoints and watchpoints, resets reports, caught system calls and passed signals,
 * resumes all threads without a signal and makes it untraced. Software breakpoints that it shares
 * with a traced vfork parent stay for that one. To deliver a signal at the same time resume its thread
 * with it before. Nothing happens to an untraced process. */
void rsp_process_detach(rsp_process *process);

/* Ends it at once, as SIGKILL does, without an event for the debugger. Its parent sees it die. The
 * handle and those of its threads are no longer valid. */
void rsp_process_kill(rsp_process *process);

/* Holds all threads now: when it returns none executes anything until resumed. New threads of a process
 * all of whose threads are held do not appear. */
void rsp_process_hold(rsp_process *process);

/* Events beyond breakpoints, steps, signals and exits that are wanted; a child that is reported and
 * thereby traced inherits them. Without FORK or VFORK a child runs untraced. With CLONE the creator
 * and the new thread are held (event CLONE), with THREAD_CREATE only the new one (event
 * THREAD_CREATE); CLONE has precedence. A process made by clone is a vfork with CLONE_VFORK, else a fork if
 * its exit signal is SIGCHLD; others, and those made with CLONE_UNTRACED, run untraced. */
enum {
    RSP_REPORT_FORK = 1U << 0,
    RSP_REPORT_VFORK = 1U << 1,
    RSP_REPORT_VFORK_DONE = 1U << 2,
    RSP_REPORT_EXEC = 1U << 3,
    RSP_REPORT_CLONE = 1U << 4,
    RSP_REPORT_THREAD_CREATE = 1U << 5,
    RSP_REPORT_THREAD_EXIT = 1U << 6,
    RSP_REPORT_LIBRARIES = 1U << 7
};
/* Replaces the set; 0 at first. */
void rsp_process_set_reports(rsp_process *process, uint32_t reports);

/* System calls that stop at entry and return: those of `numbers`, or all; num 0 and all false is none.
 * Numbers of RSP_LIMIT_MACHINE_SYSCALLS and above are ignored. */
void rsp_process_catch_syscalls(rsp_process *process, const uint32_t *numbers, size_t num, bool all);

/* Signals delivered without a stop: bit n-1 for signal n. */
void rsp_process_pass_signals(rsp_process *process, uint64_t mask);

/* Memory, whatever the page permissions; breakpoints are not visible. Both give the number of bytes
 * up to the first address that is not mapped (or, for a write, for which memory is exhausted). */
size_t rsp_process_read(const rsp_process *process, void *out, uint64_t address, size_t len);
/* The same for writing; permissions do not matter. */
size_t rsp_process_write(rsp_process *process, uint64_t address, rsp_bytes bytes);

/* Bits of permissions. */
enum { RSP_PERM_R = 1, RSP_PERM_W = 2, RSP_PERM_X = 4 };
/* A stretch of addresses with the same properties. */
typedef struct rsp_region {
    uint64_t start;
    uint64_t size;  /* saturates at UINT64_MAX */
    bool mapped;    /* false: a gap */
    uint8_t perms;  /* RSP_PERM_*; 0 for a gap */
    rsp_bytes name; /* "[stack]", "[heap]", a path, or empty; valid until the process runs */
} rsp_region;

/* The mapped region or the gap that holds `address`; there always is one. */
void rsp_process_region(const rsp_process *process, rsp_region *out_region, uint64_t address);

/* From one library, or an all-zero region, to the next: the first executable mapping of each file but the
 * program's, as a dynamic linker maps a library piece by piece. False when there is no more. */
bool rsp_process_next_library(const rsp_process *process, rsp_region *library);

/* Maps `size` bytes (rounded up to pages) of zeros for the debugger at a place of the machine's choice.
 * RSP_RANGE: size 0 or perms unknown. RSP_LIMIT, RSP_NO_MEMORY. */
RSP_MUST_USE rsp_status rsp_process_alloc(rsp_process *process, uint64_t *out_address, uint64_t size,
                                          uint8_t perms);

/* Unmaps all that one rsp_process_alloc mapped. RSP_NOT_FOUND: `address` is not the start of one. */
RSP_MUST_USE rsp_status rsp_process_release(rsp_process *process, uint64_t address);

/* Software breakpoints belong to the address space (a vfork child shares its parent's), all others to the
 * process and hold for all its threads. A child that is traced starts with copies of all; execve drops
 * them. */
typedef enum rsp_trap_kind {
    RSP_STOP_BREAK_SW,
    RSP_STOP_BREAK_HW,
    RSP_STOP_WATCH_WRITE,
    RSP_STOP_WATCH_READ,
    RSP_STOP_WATCH_ACCESS
} rsp_trap_kind;

/* `len` matters for watchpoints only: 1 to RSP_LIMIT_MACHINE_WATCH_BYTES. Inserting what is there is RSP_OK
 * and changes nothing. RSP_FAULT: software breakpoint where nothing is mapped. RSP_RANGE: odd address of a
 * software breakpoint, or bad length. RSP_LIMIT: no hardware slot is free. RSP_NO_MEMORY. */
RSP_MUST_USE rsp_status rsp_process_insert(rsp_process *process, rsp_trap_kind kind, uint64_t address,
                                           uint64_t len);

/* RSP_NOT_FOUND: there is none of this kind, address and (watchpoints) length. */
RSP_MUST_USE rsp_status rsp_process_remove(rsp_process *process, rsp_trap_kind kind, uint64_t address,
                                           uint64_t len);

/* Whether there is a software breakpoint at this address. */
bool rsp_process_has_breakpoint(const rsp_process *process, uint64_t address);
/* How many software breakpoints its address space has. */
size_t rsp_process_num_breakpoints(const rsp_process *process);

RSP_END_DECLS

#endif
