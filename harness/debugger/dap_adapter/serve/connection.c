/* The editor's connection: bytes in, frames, messages; messages out, each with its number, whole.
 * Reading never waits for a handler: the links call adapter_attend before they wait for the stub.
 * What cannot be read is told in an output event, and answered where it has a number. */
/* SPDX-License-Identifier: MIT */
#include "serve/adapter_object.h"
#include "serve/salvage.h"
#include "serve/text.h"

#include "core/limits.h"
#include "core/mem.h"
#include "dap/message.h"

void adapter_end(adapter *a, rsp_status status, const char *why) {
    if (a->phase != PHASE_OVER && why && !a->trouble[0])
        (void)snprintf(a->trouble, sizeof a->trouble, "%s", why);
    if (a->phase != PHASE_OVER)
        a->ended = status;
    a->phase = PHASE_OVER;
}

/* --- out --- */

void adapter_send_bytes(adapter *a, rsp_bytes bytes) {
    if (a->editor.deaf || bytes.len == 0)
        return;
    rsp_status status = rsp_link_send(a->editor.link, bytes, RSP_NEVER_NS);
    a->editor.deaf = status != RSP_OK;
    if (status == RSP_CANCELLED)
        adapter_end(a, status, "interrupted");
    else if (status != RSP_OK && !rsp_link_is_gone(status))
        adapter_end(a, status, "writing to the editor failed");
}

void adapter_send(adapter *a, json_t *message) {
    rsp_buf content = {.mem = a->options.mem};
    bool wanted = message && (!a->hooks->message_out || a->hooks->message_out(a, message));
    if (wanted && !json_object_get(message, "seq"))
        (void)json_object_set_new(message, "seq", json_integer(++a->editor.last_seq));
    if (wanted) {
        rsp_dap_json_append(&content, message);
        rsp_buf_clear(&a->editor.out);
        rsp_dap_frame_append(&a->editor.out, rsp_buf_bytes(&content));
        if (a->hooks->bytes_out)
            a->hooks->bytes_out(a, &a->editor.out);
        if (content.status == RSP_OK && a->editor.out.status == RSP_OK)
            adapter_send_bytes(a, rsp_buf_bytes(&a->editor.out));
        else
            adapter_end(a, RSP_NO_MEMORY, "no memory for a message");
    }
    if (!message)
        adapter_end(a, RSP_NO_MEMORY, "no memory for a message");
    rsp_buf_free(&content);
    json_decref(message);
}

void adapter_event(adapter *a, const char *name, json_t *body) {
    json_t *event = json_pack("{s:s, s:s}", "type", "event", "event", name);
    if (event && body)
        (void)json_object_set_new(event, "body", body);
    adapter_send(a, event);
}

void adapter_output(adapter *a, const char *category, rsp_bytes text) {
    if (text.len > 0)
        adapter_event(a, "output",
                      json_pack("{s:s, s:o}", "category", category, "output", adapter_text(text)));
}

void adapter_ask(adapter *a, const char *command, json_t *arguments, adapter_answered *done, void *ctx) {
    adapter_question *question = rsp_mem_calloc(a->options.mem, 1, sizeof *question);
    json_t *request = json_pack("{s:s, s:s, s:o}", "type", "request", "command", command, "arguments",
                                arguments ? arguments : json_object());
    if (!question || !request) {
        rsp_mem_free(a->options.mem, question);
        json_decref(request);
        done(a, ctx, NULL);
        return;
    }
    *question = (adapter_question){.next = a->editor.questions, .done = done, .ctx = ctx};
    a->editor.questions = question;
    question->seq = a->editor.last_seq + 1;
    adapter_send(a, request);
}

void adapter_unask(adapter *a, const void *ctx) {
    for (adapter_question **at = &a->editor.questions; *at;) {
        adapter_question *question = *at;
        if (question->ctx != ctx) {
            at = &question->next;
            continue;
        }
        *at = question->next;
        rsp_mem_free(a->options.mem, question);
    }
}

/* --- in --- */

static void answered(adapter *a, const json_t *message) {
    int64_t seq = (int64_t)json_integer_value(json_object_get(message, "request_seq"));
    for (adapter_question **at = &a->editor.questions; *at; at = &(*at)->next) {
        adapter_question *question = *at;
        if (question->seq != seq)
            continue;
        *at = question->next;
        question->done(a, question->ctx, message);
        rsp_mem_free(a->options.mem, question);
        return;
    }
}

static void complain(adapter *a, const char *what, const char *why) {
    rsp_buf text = {.mem = a->options.mem};
    rsp_buf_printf(&text, "stubborn: %s%s%s\n", what, why[0] ? ": " : "", why);
    adapter_output(a, "important", rsp_buf_bytes(&text));
    rsp_buf_free(&text);
}

static void take_content(adapter *a, rsp_bytes content) {
    rsp_dap_message message;
    rsp_error error = {0};
    rsp_status status = rsp_dap_message_parse(&message, content, &error);
    if (status == RSP_NO_MEMORY) {
        adapter_end(a, status, "no memory for a message");
    } else if (status != RSP_OK) {
        json_t *request = adapter_salvage(content);
        if (json_object_get(request, "command"))
            adapter_refuse(a, request, error.msg);
        else
            complain(a, "a message that can not be read", error.msg);
        json_decref(request);
    } else if (a->hooks->message_in && !a->hooks->message_in(a, message.json)) {
        rsp_dap_message_free(&message);
    } else if (message.kind == RSP_DAP_REQUEST && message.has_seq) {
        adapter_take(a, message.json, message.num_bytes);
    } else {
        if (message.kind == RSP_DAP_RESPONSE)
            answered(a, message.json);
        else if (message.kind != RSP_DAP_EVENT)
            complain(a, "a message that is neither request nor response, or has no number", "");
        rsp_dap_message_free(&message);
    }
}

/* Line ends between messages do no harm. */
static bool is_blank(rsp_bytes bytes) {
    for (size_t i = 0; i < bytes.len; i++)
        if (!strchr(" \t\r\n", bytes.ptr[i]))
            return false;
    return true;
}

static void take_frame(adapter *a, const rsp_dap_frame *frame) {
    if (frame->kind == RSP_DAP_FRAME_MESSAGE)
        take_content(a, frame->content);
    else if (frame->kind == RSP_DAP_FRAME_BAD)
        adapter_end(a, RSP_MALFORMED, rsp_dap_flaw_text(frame->flaws));
    else if (!is_blank(frame->header))
        complain(a, "bytes between messages that belong to none", "");
}

static void take_piece(adapter *a) {
    rsp_dap_frame frame;
    if (a->hooks->bytes_in)
        a->hooks->bytes_in(a, &a->editor.piece);
    if (rsp_dap_reader_feed(&a->editor.reader, rsp_buf_bytes(&a->editor.piece)) != RSP_OK)
        adapter_end(a, RSP_LIMIT, "a message is too large");
    while (a->phase != PHASE_OVER && rsp_dap_reader_next(&a->editor.reader, &frame))
        take_frame(a, &frame);
}

void adapter_receive(adapter *a, uint64_t until_ns) {
    if (a->editor.gone || a->phase == PHASE_OVER)
        return;
    rsp_buf_clear(&a->editor.piece);
    rsp_status status = rsp_link_recv(a->editor.link, &a->editor.piece, RSP_LIMIT_DAP_PIECE_BYTES, until_ns);
    if (status == RSP_OK) {
        take_piece(a);
    } else if (status != RSP_TIMEOUT) {
        a->editor.gone = true;
        bool plain = rsp_link_is_gone(status);
        adapter_end(a, status,
                    plain                     ? NULL
                    : status == RSP_CANCELLED ? "interrupted"
                                              : "reading from the editor failed");
    }
}

/* When the view in work ends for a resume that has waited long enough; RSP_NEVER_NS. */
static uint64_t view_ends_ns(const adapter *a) {
    const adapter_request *r = a->serving.active;
    const bool is_view = r && r->command && (r->command->traits & VIEWS) && !r->cancelled;
    return is_view ? a->serving.resume_by_ns : RSP_NEVER_NS;
}

/* The links beside the stub's: the editor's as long as it may say more that counts, and what the program
 * prints. */
static void choose_beside(adapter *a) {
    const rsp_dap_opened *target = &a->program.target;
    a->beside.num = 0;
    const uint64_t due = adapter_progress_due(a);
    const uint64_t ends = view_ends_ns(a);
    const uint64_t at = due < ends ? due : ends;
    a->beside.at_ns = a->serving.glances ? 1 : at == RSP_NEVER_NS ? 0 : at;
    if (!a->editor.gone && !a->leaving && !adapter_queue_is_full(&a->serving.queue))
        a->beside.links[a->beside.num++] = a->editor.link;
    if (target->output)
        a->beside.links[a->beside.num++] = target->output;
    if (target->errors)
        a->beside.links[a->beside.num++] = target->errors;
}

static bool is_ending(adapter *a) {
    const adapter_request *next = a->phase == PHASE_OVER ? NULL : adapter_next(a);
    return a->phase == PHASE_OVER || (next && next->command && (next->command->traits & OVERTAKES) &&
                                      (next->command->writes & MATTER_SESSION));
}

/* A thread that is used for a call is put back, whatever the editor wants; only its run can be left. */
static bool leaves_call(adapter *a) {
    if (a->use == USE_HELD || !rsp_conditionals_travels(a->program.breakpoints))
        return false;
    return is_ending(a) || (a->use == USE_RUNS && a->serving.active && a->serving.active->cancelled);
}

static bool finishes(const adapter_request *request) {
    return request->command && (request->command->traits & FINISHES);
}

rsp_status adapter_attend(void *ctx) {
    adapter *a = ctx;
    if (!a->leaving && !adapter_queue_is_full(&a->serving.queue))
        adapter_receive(a, 0);
    a->duties->attend_program(a);
    adapter_serve_beside(a);
    adapter_tell_progress(a);
    const uint64_t ends = view_ends_ns(a);
    if (ends != RSP_NEVER_NS && adapter_now(a) >= ends)
        a->serving.active->cancelled = true;
    choose_beside(a);
    if (a->use != USE_NONE)
        return leaves_call(a) ? RSP_CANCELLED : RSP_OK;
    if (a->phase == PHASE_OVER)
        return a->leaving ? RSP_OK : RSP_CANCELLED;
    if (a->wait == WAIT_LOOK && is_ending(a))
        return a->leaving ? RSP_OK : RSP_CANCELLED;
    if (a->serving.active && a->serving.active->cancelled &&
        (a->wait == WAIT_LOOK || !finishes(a->serving.active)))
        return RSP_CANCELLED;
    if (a->wait == WAIT_STOP && a->duties->wants_wait_left(a))
        return RSP_CANCELLED;
    return RSP_OK;
}

uint64_t adapter_now(const adapter *a) {
    return rsp_link_now(a->editor.link);
}

rsp_status adapter_breathe(adapter *a) {
    return adapter_attend(a);
}

rsp_status adapter_sleep(adapter *a, uint64_t until_ns) {
    const uint64_t began = adapter_now(a);
    for (;;) {
        adapter_share_done(a, adapter_now(a) - began, until_ns > began ? until_ns - began : 0);
        rsp_status status = adapter_attend(a);
        if (status != RSP_OK || adapter_now(a) >= until_ns)
            return status;
        if (a->editor.gone)
            return RSP_CANCELLED;
        const uint64_t due = adapter_progress_due(a);
        adapter_receive(a, due < until_ns ? due : until_ns);
    }
}
