/* The lines of a fuzz campaign for people: a finding, its withdrawal, its replay, where the campaign is.
 * Texts of stubs are made printable.
 * Where the lines go is the caller's. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FUZZ_LINES_H
#define RSP_FUZZ_LINES_H

#include "campaign/crew.h"

RSP_BEGIN_DECLS

/* Appends a line about a new finding, with a newline. `folder` is NULL where it could not be kept. A pending
 * finding is worded otherwise, since it comes again. */
void rsp_fuzz_append_found(rsp_buf *out, const rsp_finding *finding, const char *folder);

/* Appends a line about a finding that is taken back, with a newline. `known_as` is NULL where it did not
 * reproduce; else the finding that it is. */
void rsp_fuzz_append_withdrawn(rsp_buf *out, const char *folder, const char *known_as);

/* Appends a line about a finding that was replayed, with a newline. */
void rsp_fuzz_append_replayed(rsp_buf *out, const rsp_finding *finding, const rsp_fuzz_replayed *seen,
                              const char *folder);

/* Appends where a campaign is, without a newline. `rate` is in messages per second. */
void rsp_fuzz_append_status(rsp_buf *out, const rsp_crew_progress *progress, uint64_t rate);

/* Appends the last line of a run, with a newline: findings, messages, where the time went. `all` findings are
 * in `folder`, those of earlier runs and other machines among them. */
void rsp_fuzz_append_totals(rsp_buf *out, const rsp_crew_outcome *outcome, uint64_t all, const char *folder,
                            bool virtual_time);

RSP_END_DECLS

#endif
