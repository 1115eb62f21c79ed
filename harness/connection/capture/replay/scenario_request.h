/* A request of a written scenario, with ids by their names and addresses by their symbols.
 * w->values are those of the request.
 * See scenario_request.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_REQUEST_H
#define RSP_SCENARIO_REQUEST_H

#include "scenario_state.h"

/* Appends a step that puts a path like /proc/1234/maps into the variable `file`, if an id in it has a name.
 * False, and nothing is appended, if the request has no such path. */
bool scenario_put_path(writer *w, rsp_bytes request);

/* Appends the request in quotes. `path_named`: scenario_put_path has put its path into the variable. */
void scenario_put_request(writer *w, rsp_bytes payload, bool path_named);

#endif
