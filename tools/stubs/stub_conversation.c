/* Opens a stub for send and shell, and closes what was opened.
 * The transcript is the session's, which is on the link, which the opener has made.
 * See stub_conversation.h. */
/* SPDX-License-Identifier: MIT */
#include "stubs/stub_conversation.h"

#include "cli/data_path.h"
#include "cli/interrupt.h"
#include "stubs/stub_hint.h"

rsp_status stub_conversation_prepare(stub_conversation *c, const char *stub, rsp_error *error) {
    rsp_diagnostics diagnostics = {0};
    rsp_status status = stub_config_init(&c->config, stub, data_path_scenarios(&c->arena), interrupt_flag(),
                                         &diagnostics, error);
    rsp_diagnostics_free(&diagnostics);
    if (status != RSP_OK)
        return status;
    c->opener = stub_opener_new(&c->config);
    return c->opener ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "no memory");
}

rsp_status stub_conversation_open(stub_conversation *c, const char *stub, uint64_t wait_ns,
                                  const rsp_stub_request *request, const rsp_session_options *options,
                                  rsp_error *error) {
    rsp_status status = c->opener ? RSP_OK : stub_conversation_prepare(c, stub, error);
    if (status != RSP_OK)
        return status;
    c->config.wait_ns = wait_ns;
    stub_config_set_start(&c->config, c->start_ns);
    rsp_stub_request asked = *request;
    if (c->may_own && !stub_config_chooses_program(&c->config))
        asked.program = "";
    status = stub_opener_open(c->opener, &c->link, &asked, error);
    if (status != RSP_OK) {
        stub_hint_unreachable(&c->config, STUB_HINT_WAIT, error);
        return status;
    }
    rsp_session_options own = *options;
    own.transcript = c->transcript = rsp_transcript_new(NULL);
    c->session = own.transcript ? rsp_session_new(c->link, &own) : NULL;
    return c->session ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "no memory");
}

void stub_conversation_leave(stub_conversation *c) {
    rsp_session_free(c->session);
    rsp_transcript_free(c->transcript);
    if (c->link)
        stub_opener_closing(c->opener, c->link);
    rsp_link_close(c->link);
    c->session = NULL;
    c->transcript = NULL;
    c->link = NULL;
}

void stub_conversation_close(stub_conversation *c) {
    stub_conversation_leave(c);
    stub_opener_free(c->opener);
    stub_config_free(&c->config);
    rsp_arena_free(&c->arena);
}
