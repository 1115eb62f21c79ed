/* What actions of debuggers rest on: the rows of the forecast.
 * Requirements and scenarios are names of the suite, packets are ids of the table.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FORECAST_TABLE_H
#define RSP_FORECAST_TABLE_H

#include "manners/manners.h"
#include "trace/forecast.h"

/* Which debuggers a row is about. */
enum {
    FOR_GDB = 1u << RSP_DEBUGGER_GDB,
    FOR_LLDB = 1u << RSP_DEBUGGER_LLDB,
    FOR_BOTH = FOR_GDB | FOR_LLDB,
};

#define ACTION_BIT(name) (1u << RSP_DEBUGGER_ACTION_##name)

/* What the rows look at, besides results. */
typedef struct stub_view {
    const rsp_manners *m;
    const char *target; /* the architecture as the stub names it; "" */
    const char *const
        *expected; /* by result: the requirement that the cause of an expected failure names; "" */
} stub_view;

/* GDB steps by itself on some architectures: it puts a breakpoint at the next instruction, and continues. */
typedef enum stepping { STEPS_ANYHOW, STEPS_BY_STUB, STEPS_BY_BREAKPOINT } stepping;

/* What the debugger does is over when one of these is broken. */
typedef struct forecast_rest {
    unsigned debuggers;
    unsigned actions;         /* ACTION_BITs */
    const char *requirements; /* ids separated by spaces */
    const char *beside;       /* a scenario of one of these, too, fails without harm to the action; NULL */
    stepping stepping;        /* the row holds where GDB steps like this */
    const char *unless;       /* these are broken, and explain it; NULL for none */
    bool (*seen)(const stub_view *v); /* the look saw the stub do it, so that a failure is a corner; NULL */
    bool silence_passes;              /* a reply that never came does not stop it */
    const char *instead;              /* what the debugger does then, or why it rests on this */
} forecast_rest;

/* The look alone shows that it can not work, or that the stub does not offer it. */
typedef struct forecast_sign {
    unsigned debuggers;
    unsigned actions;
    bool (*shows)(const stub_view *v);
    rsp_prediction prediction; /* BREAKS or ABSENT */
    const char *requirement;   /* of a breach that the run may have a cause for; "" for none */
    const char *why;
} forecast_sign;

/* Passed, it shows that the action works as far as nothing speaks against it. */
typedef struct forecast_proof {
    unsigned debuggers;
    unsigned actions;
    const char *requirements;          /* ids; one pass is enough */
    bool (*shows)(const stub_view *v); /* or the look has seen it; may be NULL */
    const char *missing;               /* said when neither did */
} forecast_proof;

/* The rows of the forecast, and how many there are. */
extern const forecast_rest rsp_forecast_rests[];
extern const size_t rsp_num_forecast_rests;
extern const forecast_sign rsp_forecast_signs[];
extern const size_t rsp_num_forecast_signs;
extern const forecast_proof rsp_forecast_proofs[];
extern const size_t rsp_num_forecast_proofs;

#endif
