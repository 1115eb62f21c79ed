/* The machine that is debugged: its kind, register names, number of the pc, byte order.
 * Three kinds are known by name; others go by what the target description says.
 * See machine.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_MACHINE_H
#define RSP_CONDITION_MACHINE_H

#include "condition/condition.h"
#include "condition/conditional.h"

/* All-zero is a machine that nobody has asked for. */
typedef struct condition_machine {
    rsp_machine_kind kind;
    uint64_t pc_number;  /* of RSP_KIND_OTHER */
    bool big_endian;     /* of RSP_KIND_OTHER */
    uint64_t break_kind; /* for Z0 on RSP_KIND_OTHER; 0: not known */
    bool asked;          /* x86-64: for what follows */
    bool swapped;        /* x86-64: rdi comes before rsi, as in lldb-server */
} condition_machine;

/* Asks the stub for its target description unless the kind is known. RSP_UNSUPPORTED: nothing says which
 * register the pc is. Else the session's end, with *error. */
rsp_status condition_machine_learn(condition_machine *machine, rsp_client *client, rsp_error *error);

/* Number of a register by its usual name, or its name in the target description. RSP_NOT_FOUND. */
rsp_status condition_machine_register(const condition_machine *machine, rsp_client *client, rsp_bytes name,
                                      uint64_t *out_number);

/* Number of the pc, and the byte order, of a machine that was learnt. */
uint64_t condition_machine_pc(const condition_machine *machine);
bool condition_machine_big_endian(const condition_machine *machine);

/* The stub's number of a register that the tables and trampolines of this room have as `number`, and the
 * other way round. */
uint64_t condition_machine_number(const condition_machine *machine, uint64_t number);

/* The registers with which an agent expression makes sure that memory was read. False where the description
 * has none such: then the stub is believed. Asks for the description, once. */
bool condition_machine_guard(condition_machine *machine, rsp_client *client, rsp_condition_guard *out);

/* The stub's number of the register that is a thread's own pointer: fs_base, tp; 0 where there is none. May
 * ask for the description. */
uint64_t condition_machine_thread_register(const condition_machine *machine, rsp_client *client);

/* Whether the condition reads a register of more than 8 bytes, by the description: gdbserver ends when an
 * agent expression does. */
bool condition_machine_is_wide(const condition_machine *machine, rsp_client *client,
                               const rsp_condition *condition);

/* x86-64: the stub's number of fs_base, if it has one and the condition a register that is none of the first
 * ones; else 0. May ask for the description. */
uint64_t condition_machine_thread_pointer(const condition_machine *machine, rsp_client *client,
                                          const rsp_condition *condition);

/* The stub's number of the first register of floating-point values (xmm0, ft0, v0), if the condition has a
 * register that is none of the general ones, and the others have the numbers behind it; else 0. May ask for
 * the description. */
uint64_t condition_machine_floats(const condition_machine *machine, rsp_client *client,
                                  const rsp_condition *condition);

/* The kind of a software breakpoint. */
uint64_t condition_machine_break_kind(const condition_machine *machine);

#endif
