/* An opener for the time of the look.
 * The opener owns nothing of a stub that others started, so a kept connection outlives it.
 * See look.h. */
/* SPDX-License-Identifier: MIT */
#include "stubs/look.h"
#include "stubs/stub_hint.h"
#include "stubs/stub_opener.h"

typedef struct looking {
    stub_opener *stubs;
    const rsp_stub_request *request;
    rsp_link *kept; /* NULL for none */
} looking;

static rsp_status open_link(void *ctx, rsp_link **out_link, rsp_error *error) {
    const looking *l = ctx;
    return stub_opener_open(l->stubs, out_link, l->request, error);
}

static void close_link(void *ctx, rsp_link *link) {
    const looking *l = ctx;
    stub_opener_closing(l->stubs, link);
    rsp_link_close(link);
}

static void keep_link(void *ctx, rsp_link *link, bool no_ack) {
    looking *l = ctx;
    if (no_ack)
        close_link(ctx, link);
    else
        l->kept = link;
}

rsp_status stub_look(rsp_manners *out, const stub_config *config, const rsp_stub_request *request,
                     const rsp_manners_options *options, rsp_link **out_kept, rsp_error *error) {
    looking l = {.stubs = stub_opener_new(config), .request = request};
    rsp_manners_options all = *options;
    all.open = open_link;
    all.close = close_link;
    all.keep = out_kept ? keep_link : NULL;
    all.ctx = &l;
    rsp_status status =
        l.stubs ? rsp_manners_look(out, &all, error) : rsp_fail(error, RSP_NO_MEMORY, "no memory");
    if (status != RSP_OK)
        stub_hint_silent(config, out, error);
    stub_opener_free(l.stubs);
    if (out_kept)
        *out_kept = l.kept;
    return status;
}
