/* Most objects come in a few windows, and a stub with small packets sends many: only windows that are nearly
 * empty are counted apart.
 * See long_list.h. */
/* SPDX-License-Identifier: MIT */
#include "operation/long_list.h"

#include "client_state.h"

#include "core/limits.h"

static const uint64_t LIST_NS = 30 * RSP_NS_PER_S;

long_list long_list_begin(const rsp_client *c, const char *what) {
    const uint64_t most = c->options.list_ns ? c->options.list_ns : LIST_NS;
    return (long_list){.what = what, .until_ns = rsp_deadline(rsp_session_now(c->session), most)};
}

rsp_status long_list_goes_on(const rsp_client *c, long_list *list, rsp_error *error) {
    list->num_replies++;
    if (list->num_replies >= RSP_LIMIT_CLIENT_LIST_REPLIES)
        return rsp_fail(error, RSP_LIMIT, "%s goes on after %zu replies", list->what, list->num_replies);
    if (rsp_session_now(c->session) >= list->until_ns)
        return rsp_fail(error, RSP_LIMIT, "%s goes on after %zu replies, and takes too long", list->what,
                        list->num_replies);
    return RSP_OK;
}

rsp_status long_list_goes_on_with(const rsp_client *c, long_list *list, size_t bytes, rsp_error *error) {
    rsp_status status = long_list_goes_on(c, list, error);
    if (status == RSP_OK && list->num_replies > RSP_LIMIT_CLIENT_SMALL_WINDOWS &&
        bytes / list->num_replies < RSP_LIMIT_CLIENT_WINDOW_BYTES)
        return rsp_fail(error, RSP_LIMIT, "%s goes on after %zu replies with %zu bytes", list->what,
                        list->num_replies, bytes);
    return status;
}
