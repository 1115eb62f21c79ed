/* Conditional breakpoints: the set, one breakpoint, and what its files do for each other (conditional_*.c).
 * conditional.c chooses ways, _cost.c says when a dearer one pays, _run.c handles stops, _value.c reads what
 * a condition needs, _code.c plants trampolines, _region.c finds memory for them. */
/* SPDX-License-Identifier: MIT */
#ifndef CLIENT_CONDITIONAL_INTERNAL_H
#define CLIENT_CONDITIONAL_INTERNAL_H

#include "client/conditional.h"
#include "core/arena.h"
#include "core/limits.h"

/* Where code memory came from, and so how it is given back. */
typedef enum region_source { REGION_GIVEN, REGION_PACKET, REGION_SYSCALL } region_source;

typedef struct code_region {
    int64_t pid; /* 0: the only one */
    uint64_t address;
    uint64_t bytes;
    uint64_t used;
    size_t num_users;
    region_source source;
} code_region;

struct rsp_conditional {
    rsp_conditional *next;
    rsp_arena arena;
    const rsp_condition *condition;
    rsp_site site; /* of host and stub; in the inferior's way that of the map's stop */
    rsp_site error_site;
    uint64_t address;
    rsp_way way;
    const char *reason[RSP_WAY_COUNT];
    rsp_conditional_counts counts;
    rsp_trampoline map; /* the inferior's */
    bool jumps;         /* its jump is at the site */
    bool by_cost;       /* goes into the inferior once that pays */
    uint64_t stub_ns;   /* that the program ran with the condition in the stub */
};

struct rsp_conditionals {
    rsp_client *client;
    rsp_conditionals_options options;
    rsp_error error;
    rsp_conditional *first;
    rsp_machine_kind kind;
    uint64_t pc_number; /* of a machine that is not known by name */
    bool big_endian;
    uint64_t break_kind;
    rsp_step_over step_over;
    bool packet_useless; /* _M is missing, or gives memory that is too far away */
    code_region *regions;
    size_t num_regions;
    bool rtt_known;
    uint64_t rtt_ns; /* the shortest exchange so far */

    /* the run under way */
    rsp_move resume;
    uint64_t timeout_ns;
    uint64_t false_hits;
};

/* An error of the link or of ours ends a run; any other only means that a condition has no value. */
static inline bool conditional_ends(rsp_status status) {
    rsp_status_class class_ = rsp_status_classify(status);
    return class_ == RSP_CLASS_IO || class_ == RSP_CLASS_INTERNAL || status == RSP_NO_MEMORY ||
           status == RSP_CANCELLED;
}

/* Keeps the client's error (or `what`, when it has none for this status) and returns the status. */
rsp_status conditional_fail(rsp_conditionals *set, rsp_status status, const char *what);

/* The site is not wanted any more, whether it was there or not. */
void conditional_drop_site(rsp_conditionals *set, const rsp_site *site);

/* One way, for a breakpoint that is in none: RSP_OK, or *out_reason why not. */
rsp_status conditional_try(rsp_conditionals *set, rsp_conditional *breakpoint, rsp_way way,
                           const char **out_reason);

/* --- conditional_cost.c --- */

/* Where the link's account stood. */
typedef struct conditional_moment {
    uint64_t num_replies;
    uint64_t time_ns;
} conditional_moment;

/* The link's; all-zero for a session without one. */
rsp_link_stats conditional_stats(const rsp_conditionals *set);

conditional_moment conditional_measure(const rsp_conditionals *set);
/* Since then there were requests and their replies only: how long one takes. */
void conditional_measured(rsp_conditionals *set, const conditional_moment *since);
/* Since then the program ran, too: whoever is in the stub may have cost that. */
void conditional_ran(rsp_conditionals *set, const conditional_moment *since);

/* Whether so many hits pay for a trampoline that is planted before the first. */
bool conditional_pays_at_once(const rsp_conditionals *set, uint64_t expected_hits);
/* Whether its hits have cost what a trampoline costs. */
bool conditional_pays(const rsp_conditionals *set, const rsp_conditional *breakpoint);

/* Into the inferior; it stays in its way when that is refused, and is not asked again. */
rsp_status conditional_move(rsp_conditionals *set, rsp_conditional *breakpoint);
/* All that pay, in the process of the last stop. */
rsp_status conditional_move_all(rsp_conditionals *set);

/* --- conditional_machine.c --- */

/* Asks for the target description unless the kind is known. RSP_UNSUPPORTED: it does not tell. */
rsp_status conditional_learn_kind(rsp_conditionals *set);
/* Number of a register by its name, on this machine. */
rsp_status conditional_find_register(rsp_conditionals *set, rsp_bytes name, uint64_t *out_number);
uint64_t conditional_pc_number(const rsp_conditionals *set);
bool conditional_big_endian(const rsp_conditionals *set);

/* A register of a stopped thread, from the stop reply where it is there. */
rsp_status conditional_read_register(rsp_conditionals *set, rsp_ptid thread, uint64_t number, uint64_t *out);
/* RV64 only: 8 bytes, little-endian. */
rsp_status conditional_write_register(rsp_conditionals *set, rsp_ptid thread, uint64_t number,
                                      uint64_t value);

/* The reply to g, and G: hex digits, of which we touch registers of 8 little-endian bytes in the order of
 * their numbers, up to the pc. `start` is where the digits begin in the buffer. RSP_NOT_FOUND: not there. */
rsp_status conditional_read_block(rsp_conditionals *set, rsp_ptid thread, rsp_buf *out);
rsp_status conditional_write_block(rsp_conditionals *set, rsp_bytes digits);
rsp_status conditional_get_digits(rsp_bytes block, uint64_t number, uint64_t *out);
void conditional_put_digits(rsp_buf *block, size_t start, uint64_t number, uint64_t value);

/* A request that is answered by OK. */
rsp_status conditional_expect_ok(rsp_conditionals *set, rsp_bytes request);

/* --- conditional_value.c --- */

/* The condition's value in a thread that stands at its site: RSP_OK and the outcome, which is RSP_OK with a
 * value, or why there is none. Else what ended the session. */
rsp_status conditional_value(rsp_conditionals *set, const rsp_conditional *breakpoint, rsp_ptid thread,
                             rsp_status *out_outcome, uint64_t *out_value);

/* --- conditional_region.c --- */

/* Room for `len` bytes of code within a jump's reach of the breakpoint's address. RSP_REFUSED: there is none.
 */
rsp_status conditional_reserve(rsp_conditionals *set, const rsp_conditional *b, size_t len,
                               uint64_t *out_address);
/* The code at `address` is not needed any more; the breakpoint's address is free for a system call. */
rsp_status conditional_release(rsp_conditionals *set, const rsp_conditional *b, uint64_t address);
/* All memory of a process is gone. */
void conditional_forget_regions(rsp_conditionals *set, int64_t pid);

/* --- conditional_code.c --- */

/* Plants the trampoline. RSP_REFUSED with *out_reason. */
rsp_status conditional_plant(rsp_conditionals *set, rsp_conditional *breakpoint, const char **out_reason);
/* Takes it out: threads first, then the jump, then the code. */
rsp_status conditional_uproot(rsp_conditionals *set, rsp_conditional *breakpoint);
/* The code in this process (0: the only one) is gone. The breakpoints stay, and are out. */
void conditional_forget_code(rsp_conditionals *set, int64_t pid);
/* Gives a thread inside the registers of the program and sets its pc. */
rsp_status conditional_put_back(rsp_conditionals *set, rsp_ptid thread, const rsp_trampoline_origin *place,
                                uint64_t pc);

#endif
