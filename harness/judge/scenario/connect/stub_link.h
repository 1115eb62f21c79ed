/* The link to the stub of one play: opening it as the scenario needs it, and closing it.
 * Statuses are those of the provider.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_STUB_LINK_H
#define RSP_SCENARIO_STUB_LINK_H

#include "play/play.h"

/* What scenarios that name no program get; "" for what the stub likes. */
const char *stub_default_program(const rsp_stub_provider *provider, const rsp_profile *profile);

/* Opens the first program of the scenario's list that there is. RSP_NOT_FOUND, RSP_UNSUPPORTED: there is
 * none, or no such option; else what the provider returns. */
rsp_status stub_open(play *p, rsp_error *error);

/* Whether a configurable stub is to run its module of WebAssembly; every other stub is taken for what it is.
 */
bool stub_runs_wasm(const play *p);

/* Counts the process of a link that was just opened, if it was started for it. */
void stub_note_start(stub_knowledge *k, const rsp_link *link);

/* Closes what is open; nothing is fine. */
void stub_close(play *p);

/* The provider hears of every link's end, and only once: what it knows of it is appended. */
void stub_ask_provider(play *p, rsp_buf *out);

/* Dialects in force, as names that matchers and needs look up. */
void stub_set_dialects(play *p);

#endif
