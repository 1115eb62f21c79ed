/* The named faults of the reference stub: small deliberate defects, each against one requirement.
 * `stubborn selftest` switches each on and expects a scenario to notice; rsp_stub_options.fault takes one.
 * harness/stub/faults/fault_list.h has the list. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FAULT_H
#define RSP_FAULT_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* The number of a fault, from 1; RSP_FAULT_NONE is a stub without one. Numbers are not stable between
 * versions: keep names. */
typedef uint16_t rsp_fault;

/* The stub follows the protocol. */
enum { RSP_FAULT_NONE = 0 };

/* What there is to know about a fault. The texts are constants. */
typedef struct rsp_fault_info {
    rsp_fault fault;
    const char *name;        /* "mem-decimal-length" */
    const char *requirement; /* the one that it breaks: "MEM-001" */
    const char *text;        /* what it does wrong */
} rsp_fault_info;

/* The fault of this number: NULL for RSP_FAULT_NONE and behind the last, so that a loop from 1 sees all. A
 * library that was built with RSP_FAULTS=OFF has none. */
const rsp_fault_info *rsp_fault_get(rsp_fault fault);

/* The fault of this name; NULL if there is none. Takes time in proportion to the number of faults. */
const rsp_fault_info *rsp_fault_find(rsp_bytes name);

RSP_END_DECLS

#endif
