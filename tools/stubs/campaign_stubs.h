/* The stubs of --stub for a campaign, and reference stubs for seeds that are scenarios.
 * Thin: openers do the work.
 * See campaign/stub_supply.h and campaign/seed_files.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CAMPAIGN_STUBS_H
#define STUBBORN_CAMPAIGN_STUBS_H

#include "campaign/seed_files.h"
#include "campaign/stub_supply.h"
#include "stubs/reference_stub.h"
#include "stubs/stub_config.h"

/* Stubs as `config` says; it must outlive the supply. */
rsp_stub_supply campaign_stubs(stub_config *config);

/* Reference stubs. *last is the one in use; the caller starts with NULL and frees it in the end. */
rsp_seed_stubs campaign_seed_stubs(reference **last);

#endif
