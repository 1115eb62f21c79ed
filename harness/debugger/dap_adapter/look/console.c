/* What the stub prints while it serves a command comes before its answer.
 * A sleep can be cancelled, which is what suites have it for.
 * See console.h. Source: GDB manual, General Query Packets (qRcmd). */
/* SPDX-License-Identifier: MIT */
#include "look/console.h"

#include "look/state.h"
#include "serve/text.h"

#include <math.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdlib.h>

static const char *const commands[] = {"monitor", "sleep"};

static rsp_status answer(adapter_call *call, rsp_bytes text) {
    call_set(call, "result", adapter_text(text));
    call_set(call, "variablesReference", json_integer(0));
    return RSP_OK;
}

/* The reply is "OK", or hex digits of text. */
static rsp_status run_monitor(adapter_call *call, const char *text) {
    rsp_client *client = adapter_client(call->adapter);
    rsp_buf out = {0};
    rsp_buf request = {0};
    rsp_bytes reply = {0};
    if (!client)
        return call_fail(call, RSP_USAGE, "there is no stub yet");
    rsp_session_clear_console(rsp_client_session(client));
    rsp_buf_str(&request, rsp_packet_text(RSP_PACKET_QRCMD));
    rsp_buf_push(&request, ',');
    rsp_hex_append(&request, rsp_bytes_str(text));
    rsp_status status = rsp_client_packet(client, rsp_buf_bytes(&request), &reply);
    rsp_buf_append(&out, rsp_session_console(rsp_client_session(client)));
    rsp_session_clear_console(rsp_client_session(client));
    if (status == RSP_OK && !rsp_bytes_equal(reply, RSP_LIT("OK")) && rsp_hex_decode(&out, reply) != RSP_OK)
        status = RSP_MALFORMED;
    if (status == RSP_OK)
        status = answer(call, rsp_buf_bytes(&out));
    else if (status == RSP_UNSUPPORTED)
        status = call_fail(call, status, "the stub knows no such command");
    else
        status = view_failed(call, status, "the stub's command");
    rsp_buf_free(&request);
    rsp_buf_free(&out);
    view_forget_if_known(call->adapter);
    return status;
}

static rsp_status run_sleep(adapter_call *call, const char *text) {
    enum { MOST_SECONDS = 3600 };
    char *end = NULL;
    double seconds = strtod(text, &end);
    if (!text[0] || *end != 0 || !(seconds >= 0 && seconds <= MOST_SECONDS))
        return call_fail(call, RSP_SYNTAX, "sleep takes a number of seconds, at most %d", MOST_SECONDS);
    rsp_status status =
        adapter_sleep(call->adapter, adapter_now(call->adapter) + (uint64_t)llround(seconds * 1e9));
    return status == RSP_OK ? answer(call, RSP_LIT("")) : status;
}

rsp_status view_console_command(adapter_call *call, const char *text, bool *out_done) {
    size_t len = strcspn(text, " \t");
    const char *rest = text + len + strspn(text + len, " \t");
    rsp_bytes word = rsp_bytes_make(text, len);
    *out_done = true;
    if (rsp_bytes_equal(word, RSP_LIT("monitor")))
        return run_monitor(call, rest);
    if (rsp_bytes_equal(word, RSP_LIT("sleep")))
        return run_sleep(call, rest);
    *out_done = false;
    return RSP_OK;
}

void view_console_offer(json_t *targets, rsp_bytes word) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(commands); i++)
        if (rsp_bytes_starts(rsp_bytes_str(commands[i]), word))
            (void)json_array_append_new(targets,
                                        json_pack("{s:s, s:s, s:i, s:I}", "label", commands[i], "type",
                                                  "keyword", "start", 0, "length", (json_int_t)word.len));
}
