/* What the stub has attached to goes on without us, as a debugger would leave it: lldb-server lets it stand
 * still when the link closes. That stub does not say whether it has attached; what it started goes on, too.
 * See condition_leave.h. */
/* SPDX-License-Identifier: MIT */
#include "commands/condition_leave.h"

#include "client/client_request.h"
#include "commands/condition_event.h"
#include "stubs/stub_guard.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* A stub of ours that does not say it ends with us, and so does what it has started. */
static rsp_status ask_attached(condition_run *run, const stub_config *config) {
    const rsp_address_kind kind = config->address.kind;
    rsp_bytes reply;
    rsp_status status = rsp_client_try_packet(run->client, rsp_packet_name(RSP_PACKET_QATTACHED), &reply);
    if (status == RSP_OK)
        run->attached = rsp_bytes_equal(reply, RSP_LIT("1"));
    else if (status == RSP_UNSUPPORTED)
        run->attached = kind == RSP_ADDRESS_TCP || kind == RSP_ADDRESS_UNIX;
    return status == RSP_UNSUPPORTED || status == RSP_REFUSED ? RSP_OK : status;
}

rsp_status condition_leave_prepare(condition_run *run, const stub_conversation *stub, rsp_error *error) {
    bool there = false;
    if (stub->config.in_process)
        return RSP_OK;
    rsp_status status = ask_attached(run, &stub->config);
    if (status != RSP_OK)
        return rsp_fail(error, status, "asking whether the stub has attached to the program: %s",
                        rsp_client_error(run->client)->msg);
    /* In non-stop a guard would have to stop each thread. */
    if (!run->attached || rsp_client_is_non_stop(run->client))
        return RSP_OK;
    status = stub_guard_begin(stub->link, stub->transcript, 0, &there, error);
    run->guarded = there ? stub->link : NULL;
    return status;
}

void condition_leave(condition_run *run) {
    bool there = run->client && rsp_client_has_program(run->client) && !rsp_client_is_running(run->client);
    if (there && run->breakpoints && rsp_session_state(rsp_client_session(run->client)) == RSP_OK) {
        (void)!rsp_conditionals_remove_all(run->breakpoints);
        if (run->attached && condition_event_pass_signals(run->client, false) == RSP_OK)
            (void)!rsp_client_detach(run->client, 0);
    }
    if (run->guarded)
        stub_guard_end(run->guarded);
}
