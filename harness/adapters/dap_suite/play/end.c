/* An adapter that does not answer disconnect still sees the end of its input.
 * It gets four times the usual patience: ending a debuggee takes long.
 * See end.h. */
/* SPDX-License-Identifier: MIT */
#include "play/end.h"

#include "play/request.h"
#include "play/wait.h"

rsp_dap_ending dap_end_session(play *p, bool judged) {
    const bool passed = !p->failure.failed;
    json_t *arguments = json_pack("{s:b}", "terminateDebuggee", 1);
    p->at = NULL;
    p->end_ns = rsp_dap_session_now(&p->session) + 4 * p->timeout_ns;
    const bool asks = p->session.ended == RSP_OK && !p->closed && !p->disconnecting && p->capabilities;
    const dap_request_wanted wanted = {.either = true};
    if (asks && dap_request_start(p, "disconnect", arguments, "disconnect at the end"))
        (void)dap_request_finish(p, "disconnect at the end", &wanted);
    if (!p->closed && p->session.ended == RSP_OK)
        (void)!rsp_link_half_close(p->session.link);
    const rsp_status ended = judged ? dap_wait_end(p, p->timeout_ns) : RSP_CANCELLED;
    json_decref(arguments);
    return (rsp_dap_ending){.orderly = passed && ended == RSP_OK && !p->signalled,
                            .inside = rsp_dap_reader_is_inside(&p->session.reader),
                            .end = rsp_link_ended(p->session.link)};
}

void dap_end_free(play *p) {
    rsp_link *link = p->session.link;
    rsp_dap_session_free(&p->session);
    rsp_link_close(link);
    rsp_link_close(p->debuggee);
    json_decref(p->names);
    json_decref(p->messages);
    json_decref(p->seqs);
}
