/* Profiles of debug adapters: how one is started, what launch wants, values that scenarios ask for.
 * A profile is a YAML file; everything in it may be left out but what the command line does not say.
 * Texts and values are owned by the profile. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_PROFILE_H
#define RSP_DAP_SUITE_PROFILE_H

#include "scenario/diagnostic.h"
#include <jansson.h>
#include <rsp/clock.h>

RSP_BEGIN_DECLS

/* How long an answer is waited for where neither a profile nor a scenario says it. */
#define RSP_DAP_USUAL_TIMEOUT_NS (5 * RSP_NS_PER_S)

/* How long an adapter may take to listen and to answer `initialize`. */
#define RSP_DAP_USUAL_START_NS (30 * RSP_NS_PER_S)

/* One adapter. */
typedef struct rsp_dap_profile {
    const char *adapter; /* "exec:lldb-dap-19"; "" when not said */
    const char *name;
    const char *version;
    const char *baseline;  /* path; "" for none */
    const char *debuggees; /* kind of debuggees, "adapters-riscv64"; "" for those of this machine */
    const char *extension; /* of the debuggees' sources; ".c" when not said */
    const char *wire;      /* of `bench`: command of a stub that is reached through a relay; "" for none */
    json_t *launch;        /* an object */
    json_t *facts;         /* an object */
    json_t *programs;      /* array of names; NULL: all */
    uint64_t timeout_ns;
    uint64_t start_ns;
    struct rsp_source *source;
    rsp_arena arena;
} rsp_dap_profile;

/* Without a file: launch gets the program, its arguments, and nothing else. NULL without memory. */
rsp_dap_profile *rsp_dap_profile_new(void);

/* NULL when the file cannot be read or has errors, which `diagnostics` tell, or without memory. */
rsp_dap_profile *rsp_dap_profile_load(const char *path, rsp_diagnostics *diagnostics);

/* NULL is fine. */
void rsp_dap_profile_free(rsp_dap_profile *profile);

RSP_END_DECLS

#endif
