/* The provider opens them, and hears of their end: what it then says is of no interest.
 * Scenarios have their links of stub_link.h.
 * See fresh_link.h. */
/* SPDX-License-Identifier: MIT */
#include "run/fresh_link.h"

#include "connect/stub_link.h"

rsp_status fresh_link_open(rsp_runner *r, const char *program, rsp_link **out_link, rsp_error *error) {
    const rsp_stub_request request = {
        .program = program,
        .play = RSP_PLAY_CLIENT,
        .rtt_ns = r->options.rtt_ns,
        .seed = r->options.seed,
    };
    rsp_status status = r->provider.open(r->provider.ctx, out_link, &request, error);
    if (status == RSP_OK)
        stub_note_start(&r->stub, *out_link);
    return status;
}

rsp_status fresh_link_default(void *ctx, rsp_link **out_link, rsp_error *error) {
    rsp_runner *r = ctx;
    return fresh_link_open(r, stub_default_program(&r->provider, r->options.profile), out_link, error);
}

void fresh_link_close(void *ctx, rsp_link *link) {
    rsp_runner *r = ctx;
    rsp_buf unused = {.mem = &r->mem};
    if (r->provider.last_words)
        r->provider.last_words(r->provider.ctx, link, &unused);
    rsp_buf_free(&unused);
    rsp_link_close(link);
}
