/* Deliberate defects of the adapter, by name: each is noticed by a scenario of the suite for adapters.
 * They take hold at the hooks of serve/hooks.h; the files of the protocol name none.
 * See docs/debug-adapters.md. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_FAULTS_H
#define RSP_DAP_ADAPTER_FAULTS_H

#include "serve/hooks.h"

/* The hooks of a fault; NULL: there is none of that name. */
const adapter_hooks *adapter_fault_hooks(const char *name);

#endif
