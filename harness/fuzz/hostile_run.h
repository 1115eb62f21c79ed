/* The results of a run whose texts a hostile stub chose, and whether a document of them parses, for the fuzz
 * target of report writers.
 * See rsp/report.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_HOSTILE_RUN_H
#define FUZZ_HOSTILE_RUN_H

#include "fuzz.h"

#include <rsp/report.h>

/* Up to four results; the input is cut into their texts, each of which has markup behind it. */
void hostile_run_fill(rsp_run *run, rsp_bytes in);

/* End the process where it does not parse, where the markup got through, where a terminal would obey. */
void hostile_run_check_xml(rsp_bytes document);
void hostile_run_check_json(rsp_bytes document);
void hostile_run_check_html(rsp_bytes document);
void hostile_run_check_text(rsp_bytes text);

#endif
