/* One worker's stubs: opened in this process, by address, or started, as a stub_config says.
 * A runner opens them through the provider, `send`, `proxy` and campaigns by hand.
 * Closed links' stubs are freed by the next open and by the end. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_STUB_OPENER_H
#define STUBBORN_STUB_OPENER_H

#include "stubs/stub_config.h"

/* One worker's stubs. Used by one thread; closed links' stubs are freed by the next open and by the end. */
typedef struct stub_opener stub_opener;

/* Opens nothing yet; the configuration is borrowed. NULL without memory. */
stub_opener *stub_opener_new(const stub_config *s);

/* Ends what is left of its stubs; all links must be closed. NULL is fine. */
void stub_opener_free(stub_opener *w);

/* The fault that in-process stubs of this worker have from now on. */
void stub_opener_set_fault(stub_opener *w, rsp_fault fault);

/* The provider for a runner; it borrows the opener. */
rsp_stub_provider stub_opener_provider(stub_opener *w);

/* "NAME=value" for programs that are started from now on, besides our own; borrowed. A set is known by its
 * address. */
void stub_opener_set_environment(stub_opener *w, const char *const *environment);

/* Starts the next stub in advance, where it has a place of its own to listen at ({port}, {socket}) and
 * nothing speaks against a second one; the next open with the same request takes it. Trouble shows there. */
void stub_opener_prepare(stub_opener *w, const rsp_stub_request *request);

/* A link by hand, as `send` wants it. Statuses of rsp_stub_provider.open. */
rsp_status stub_opener_open(stub_opener *w, rsp_link **out_link, const rsp_stub_request *request,
                            rsp_error *error) RSP_MUST_USE;
/* The same for a stub that was there before: one that is not ours is tried again until `until_ns` of the
 * monotonic clock, for somebody may start it again. RSP_CANCELLED when the source's `stop` is set meanwhile.
 */
rsp_status stub_opener_open_again(stub_opener *w, rsp_link **out_link, const rsp_stub_request *request,
                                  uint64_t until_ns, rsp_error *error) RSP_MUST_USE;

/* The longest time that a stub of ours has taken from its start until it listened; 0: none was started. */
uint64_t stub_opener_slowest_ns(const stub_opener *w);

/* The link is about to be closed: its stub may go at the next open. */
void stub_opener_closing(stub_opener *w, rsp_link *link);

#endif
