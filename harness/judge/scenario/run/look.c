/* Learns the manners of the stub before the first scenario, by a look on connections of its own.
 * The provider opens them, and hears of their end.
 * What the profile says goes before what was seen. */
/* SPDX-License-Identifier: MIT */
#include "run/look.h"

#include "run/fresh_link.h"

#include "manners/manners.h"

static void keep_link(void *ctx, rsp_link *link, bool no_ack) {
    rsp_runner *r = ctx;
    kept_take(&r->kept, link, no_ack);
}

/* Whether the profile says that the stub serves one client only. */
static bool said_to_serve_one(const rsp_profile *profile) {
    rsp_manners said = {0};
    rsp_profile_apply_manners(profile, &said);
    return said.clients.life > RSP_LIFE_STAYS || rsp_profile_has(profile, RSP_QUIRK_SINGLE_CLIENT);
}

rsp_status look_at_stub(rsp_runner *r, rsp_error *error) {
    const rsp_manners_options options = {
        .open = fresh_link_default,
        .close = fresh_link_close,
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
