/* Learns the manners of the stub before the first scenario, by a look on connections of its own.
 * The provider opens them, and hears of their end.
 * What the profile says goes before what was seen. */
/* SPDX-License-Identifier: MIT */
#include "run/look.h"

#include "connect/stub_link.h"

#include "manners/manners.h"

static rsp_status open_link(void *ctx, rsp_link **out_link, rsp_error *error) {
    rsp_runner *r = ctx;
    const rsp_stub_request request = {
        .program = stub_default_program(&r->provider, r->options.profile),
        .play = RSP_PLAY_CLIENT,
        .rtt_ns = r->options.rtt_ns,
        .seed = r->options.seed,
    };
    return r->provider.open(r->provider.ctx, out_link, &request, error);
}

static void close_link(void *ctx, rsp_link *link) {
    rsp_runner *r = ctx;
    rsp_buf unused = {.mem = &r->mem};
    if (r->provider.last_words)
        r->provider.last_words(r->provider.ctx, link, &unused);
    rsp_buf_free(&unused);
    rsp_link_close(link);
}

static void keep_link(void *ctx, rsp_link *link, bool no_ack) {
    rsp_runner *r = ctx;
    kept_take(&r->kept, link, no_ack);
}

/* Whether the profile says that the stub serves one client only. */
static bool said_to_serve_one(const rsp_profile *profile) {
    rsp_manners said = {0};
    rsp_profile_apply_manners(profile, &said);
    return said.life > RSP_LIFE_STAYS || rsp_profile_has(profile, RSP_QUIRK_SINGLE_CLIENT);
}

rsp_status look_at_stub(rsp_runner *r, rsp_error *error) {
    const rsp_manners_options options = {
        .open = open_link,
        .close = close_link,
        .keep = keep_link,
        .one_connection = r->options.one_connection || said_to_serve_one(r->options.profile),
        .ctx = r,
        .timeout_ns = r->options.timeout_ns,
        .quiet_ns = r->options.quiet_ns,
        .run_program = true,
        .stop = r->options.stop,
        .mem = &r->mem,
    };
    if (r->manners.looked || r->stub.manners != &r->manners)
        return RSP_OK;
    rsp_manners_free(&r->manners);
    rsp_status status = rsp_manners_look(&r->manners, &options, error);
    rsp_profile_apply_manners(r->options.profile, &r->manners);
    return status;
}
