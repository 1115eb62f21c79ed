/* From an action that breaks in a rehearsal to the cause of the run that explains it.
 * The rehearsal alone decides what breaks; this only says where to read on.
 * See rehearsal/rehearsal.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FORECAST_CAUSE_H
#define RSP_FORECAST_CAUSE_H

#include "trace/result.h"

RSP_BEGIN_DECLS

/* Gives each broken action of run->forecast the first of run->causes that breaks a requirement which the
 * action rests on; 0 stays where there is none. The causes are known. */
void rsp_forecast_find_causes(rsp_run *run);

RSP_END_DECLS

#endif
