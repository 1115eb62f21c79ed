/* The stubs of --stub for workers, and reference stubs for seeds that are scenarios.
 * Thin: openers do the work.
 * See suite/stub_supply.h and campaign/seed_files.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_SUPPLY_H
#define STUBBORN_SUPPLY_H

#include "campaign/seed_files.h"
#include "stubs/reference_stub.h"
#include "stubs/stub_config.h"
#include "suite/stub_supply.h"

/* Stubs as `config` says; it must outlive the supply. */
rsp_stub_supply stub_supply(stub_config *config);

/* Reference stubs. *last is the one in use; the caller starts with NULL and frees it in the end. */
rsp_seed_stubs seed_stubs(reference **last);

#endif
