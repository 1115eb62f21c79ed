/* Probes: places in a program that its makers have marked for tracers by provider and name.
 * Addresses are those of the file, without a load bias.
 * Source: SystemTap, sys/sdt.h, notes of type 3 by "stapsdt". */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_PROBE_H
#define RSP_DEBUG_PROBE_H

#include "dwarf/debug_file.h"

RSP_BEGIN_DECLS

/* The places of the probes of this name, at most `cap`; returns how many were stored. */
size_t rsp_debug_probe_find(const rsp_debug_file *file, const char *provider, const char *name, uint64_t *out,
                            size_t cap);

RSP_END_DECLS

#endif
