/* The program: opened by the opener, with a client on an attended link, and its debug information.
 * Whatever fails is told as one text.
 * See control.h. */
/* SPDX-License-Identifier: MIT */
#include "control/breakpoint.h"
#include "control/libraries.h"

#include "client/client_object.h"
#include "codec/feature.h"
#include "codec/signals.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static rsp_status client_failed(adapter *a, rsp_status status, const char *doing, rsp_error *error) {
    const rsp_error *why = rsp_client_error(a->program.client);
    return rsp_fail(error, status, "%s: %s", doing, why->msg[0] ? why->msg : rsp_status_text(status));
}

static rsp_status connect_client(adapter *a, rsp_error *error) {
    adapter_program *p = &a->program;
    const rsp_session_options options = {
        .timeout_ns = a->options.timeout_ns, .opens = true, .collect_console = true, .mem = a->options.mem};
    const rsp_client_options client = {.leave_children = true, .mem = a->options.mem};
    rsp_status status = rsp_link_open_attended(&p->link, p->target.link, &a->beside, a->options.mem);
    if (status != RSP_OK)
        return rsp_fail(error, status, "no memory for a link");
    p->target.link = NULL;
    p->session = rsp_session_new(p->link, &options);
    p->client = p->session ? rsp_client_new(p->session, &client) : NULL;
    if (!p->client)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for a client");
    status = rsp_client_connect(p->client);
    if (status != RSP_OK)
        return client_failed(a, status, "connecting to the stub", error);
    const rsp_conditionals_options how = {.step_over = control_can_go_back(a) ? RSP_STEP_OVER_CLIENT
                                                                              : RSP_STEP_OVER_ASK,
                                          .mem = a->options.mem};
    p->breakpoints = rsp_conditionals_new(p->client, &how);
    return p->breakpoints ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "no memory for breakpoints");
}

bool control_can_go_back(const adapter *a) {
    const rsp_client *client = a->program.client;
    return client && rsp_client_supports(client, RSP_USE_BACK_STEP) == RSP_SUPPORT_YES &&
           rsp_client_supports(client, RSP_USE_BACK_CONTINUE) == RSP_SUPPORT_YES;
}

static rsp_status find_program(adapter *a, const rsp_dap_start *start, rsp_error *error) {
    adapter_program *p = &a->program;
    rsp_status status = RSP_OK;
    if (p->target.attach && !rsp_client_has_program(p->client)) {
        status = rsp_client_attach(p->client, p->target.attach, 0);
        if (status != RSP_OK)
            return client_failed(a, status, "attaching", error);
    }
    if (!rsp_client_has_program(p->client))
        return rsp_fail(error, RSP_UNSUPPORTED, "the stub has no program%s",
                        start->program || start->attach ? "" : ": launch needs one, named by `program`");
    return RSP_OK;
}

/* They are not the program's, however it is left. */
static bool hide_interrupts(adapter *a) {
    rsp_buf request = {.mem = a->options.mem};
    rsp_bytes reply;
    if (!rsp_feature_yes(rsp_client_features(a->program.client),
                         rsp_packet_name(RSP_PACKET_QPROGRAM_SIGNALS)))
        return false;
    rsp_program_signals_append(&request);
    const bool hidden = request.status == RSP_OK &&
                        rsp_client_packet(a->program.client, rsp_buf_bytes(&request), &reply) == RSP_OK &&
                        rsp_bytes_equal(reply, RSP_LIT("OK"));
    rsp_buf_free(&request);
    return hidden;
}

/* What it lies on, and what its registers are called. A list of the stub's that goes on and on can be left.
 */
static rsp_status learn_program(adapter *a, rsp_error *error) {
    adapter_program *p = &a->program;
    uint64_t pc = 0;
    a->wait = WAIT_LOOK;
    rsp_status status = rsp_client_read_description(p->client, a->options.mem);
    if (status != RSP_OK)
        (void)client_failed(a, status, "reading target.xml", error);
    if (status == RSP_OK && p->target.file)
        status = rsp_debuggee_learn(&p->debuggee, p->client, p->breakpoints, p->target.file, error);
    if (status == RSP_OK) {
        status = libraries_begin(a);
        if (status != RSP_OK)
            (void)client_failed(a, status, "asking for the program's libraries", error);
    }
    /* asked for now, so that no breakpoint costs a packet */
    if (status == RSP_OK && rsp_conditionals_register(p->breakpoints, RSP_LIT("pc"), &pc) == RSP_CANCELLED)
        status = RSP_CANCELLED;
    a->wait = WAIT_REPLY;
    return status;
}

rsp_status control_open(adapter *a, const rsp_dap_start *start, rsp_error *error) {
    adapter_program *p = &a->program;
    rsp_status status = a->options.opener.open(a->options.opener.ctx, &p->target, start, error);
    if (status == RSP_OK)
        status = connect_client(a, error);
    if (status == RSP_OK)
        status = find_program(a, start, error);
    if (status == RSP_OK)
        status = learn_program(a, error);
    if (status != RSP_OK) {
        control_close(a);
        return status;
    }
    const bool hidden = hide_interrupts(a);
    const bool by_signal = hidden && p->target.local && a->options.opener.signal;
    a->control->pause.best = by_signal ? INTERRUPT_BY_SIGNAL : INTERRUPT_BY_STUB;
    a->motion = MOTION_STANDS;
    return RSP_OK;
}

void control_close(adapter *a) {
    adapter_program *p = &a->program;
    adapter_forget_stop(a);
    a->at_stop.endless = false;
    breakpoints_forget_sites(a);
    if (p->look.drop)
        p->look.drop(p->look.state);
    rsp_modules_free(&p->modules);
    rsp_conditionals_free(p->breakpoints);
    rsp_client_free(p->client);
    rsp_session_free(p->session);
    rsp_link_close(p->link);
    rsp_link_close(p->target.link);
    rsp_link_close(p->target.output);
    rsp_link_close(p->target.errors);
    rsp_debug_file_free(p->target.file);
    if (p->target.ctx && a->options.opener.close)
        a->options.opener.close(a->options.opener.ctx, &p->target);
    *p = (adapter_program){0};
    a->motion = MOTION_NONE;
}
