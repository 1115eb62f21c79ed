/* The steps that send, and those that take a message: requests, events, bytes, loops.
 * A message that a step takes gets a name, by which later steps mean it.
 * See steps.h. */
/* SPDX-License-Identifier: MIT */
#include "play/steps.h"

#include "core/limits.h"
#include "play/request.h"
#include "play/values.h"
#include "play/wait.h"
#include <stdio.h>

static const char *text_of(const json_t *spec, const char *key, const char *otherwise) {
    const char *text = json_string_value(json_object_get(spec, key));
    return text ? text : otherwise;
}

/* --- requests and responses --- */

static bool capture(play *p, const json_t *spec, const json_t *message) {
    const char *name;
    json_t *pointer;
    json_object_foreach(json_object_get(spec, "capture"), name, pointer) {
        const json_t *value =
            dap_values_at(message, json_string_value(pointer) ? json_string_value(pointer) : "");
        if (!value)
            return dap_play_fail(p, RSP_VERDICT_FAIL, "there is no %.80s in it, which '%.40s' is to be",
                                 json_string_value(pointer), name);
        if (!dap_play_name(p, name, NULL, json_deep_copy(value)))
            return false;
    }
    return true;
}

static bool finish(play *p, const rsp_dap_step *step, const char *as) {
    bool ok = true;
    bool ok_body = true;
    json_t *message = dap_play_value(p, step->spec, "message", &ok);
    json_t *body = dap_play_value(p, step->spec, "body", &ok_body);
    const dap_request_wanted wanted = {.fails =
                                           json_is_true(json_object_get(step->spec, "fails")) ||
                                           (message && !json_is_true(json_object_get(step->spec, "either"))),
                                       .either = json_is_true(json_object_get(step->spec, "either")),
                                       .message = message,
                                       .body = body,
                                       .within_ns = step->within_ns};
    const rsp_dap_message *m = ok && ok_body ? dap_request_finish(p, as, &wanted) : NULL;
    const bool good = m && capture(p, step->spec, m->json);
    json_decref(message);
    json_decref(body);
    return good;
}

/* The frame of a request that a step or an item of `together` describes. */
static bool write_one(play *p, rsp_buf *out, const json_t *spec) {
    const char *command = text_of(spec, "request", "");
    bool ok = true;
    bool ok_seq = true;
    json_t *arguments = dap_play_value(p, spec, "arguments", &ok);
    json_t *seq = dap_play_value(p, spec, "seq", &ok_seq);
    const bool good =
        ok && ok_seq && dap_request_write(p, out, command, arguments, seq, text_of(spec, "as", command));
    json_decref(arguments);
    json_decref(seq);
    return good;
}

bool dap_step_REQUEST(play *p, const rsp_dap_step *step) {
    rsp_buf frame = {0};
    const bool waits = !json_is_false(json_object_get(step->spec, "waits"));
    const char *as = text_of(step->spec, "as", text_of(step->spec, "request", ""));
    const bool sent = write_one(p, &frame, step->spec) && dap_request_send(p, rsp_buf_bytes(&frame)) &&
                      dap_request_note_sent(p, as);
    rsp_buf_free(&frame);
    return sent && (!waits || finish(p, step, as));
}

bool dap_step_TOGETHER(play *p, const rsp_dap_step *step) {
    const json_t *list = json_object_get(step->spec, "together");
    rsp_buf frames = {0};
    bool good = true;
    for (size_t i = 0; good && i < json_array_size(list); i++)
        good = write_one(p, &frames, json_array_get(list, i));
    good = good && dap_request_send(p, rsp_buf_bytes(&frames));
    rsp_buf_free(&frames);
    return good;
}

bool dap_step_RESPONSE(play *p, const rsp_dap_step *step) {
    return finish(p, step, text_of(step->spec, "response", ""));
}

/* --- events and requests of the adapter --- */

static size_t take(play *p, const rsp_dap_step *step, rsp_dap_kind kind, const char *key) {
    const char *name = text_of(step->spec, key, "");
    const char *as = text_of(step->spec, "as", name);
    bool ok = true;
    char what[128];
    (void)snprintf(what, sizeof what, "%s '%.80s'%s", key, name,
                   json_object_get(step->spec, "body") ? " as the step wants it" : "");
    json_t *body = dap_play_value(p, step->spec, "body", &ok);
    const dap_wait_filter filter = {.kind = kind, .name = name, .body = body};
    const size_t at =
        ok ? dap_wait_for(p, &filter, step->within_ns ? step->within_ns : p->timeout_ns, what) : WAIT_NONE;
    json_decref(body);
    if (at == WAIT_NONE)
        return WAIT_NONE;
    if (json_object_set_new(p->messages, as, json_integer((json_int_t)at)) != 0) {
        (void)dap_play_fail(p, RSP_VERDICT_ERROR, "no memory for '%.80s'", as);
        return WAIT_NONE;
    }
    return capture(p, step->spec, p->session.log.entries[at].message.json) ? at : WAIT_NONE;
}

bool dap_step_EVENT(play *p, const rsp_dap_step *step) {
    return take(p, step, RSP_DAP_EVENT, "event") != WAIT_NONE;
}

static bool answer(play *p, const rsp_dap_message *request, json_t *answer) {
    json_t *response = answer ? json_incref(answer) : json_object();
    rsp_buf content = {0};
    rsp_buf frame = {0};
    if (!json_object_get(response, "success"))
        (void)json_object_set_new(response, "success", json_true());
    (void)json_object_set_new(response, "type", json_string("response"));
    (void)json_object_set_new(response, "seq", json_integer(rsp_dap_session_take_seq(&p->session)));
    (void)json_object_set_new(response, "request_seq", json_integer(request->seq));
    (void)json_object_set_new(response, "command", json_string(request->name));
    rsp_dap_json_append(&content, response);
    rsp_dap_frame_append(&frame, rsp_buf_bytes(&content));
    const bool sent = dap_request_send(p, rsp_buf_bytes(&frame));
    rsp_buf_free(&content);
    rsp_buf_free(&frame);
    json_decref(response);
    return sent;
}

bool dap_step_REVERSE(play *p, const rsp_dap_step *step) {
    bool ok = true;
    const size_t at = take(p, step, RSP_DAP_REQUEST, "reverse-request");
    json_t *with = at != WAIT_NONE ? dap_play_value(p, step->spec, "answer", &ok) : NULL;
    const bool good = at != WAIT_NONE && ok && answer(p, &p->session.log.entries[at].message, with);
    json_decref(with);
    return good;
}

/* --- bytes --- */

/* In writes of a size, or cut at places. */
static bool send_pieces(play *p, rsp_bytes bytes, const json_t *pieces) {
    size_t from = 0;
    for (size_t i = 0; from < bytes.len; i++) {
        size_t end = bytes.len;
        if (json_is_integer(pieces) && json_integer_value(pieces) > 0)
            end = from + (size_t)json_integer_value(pieces);
        else if (i < json_array_size(pieces))
            end = (size_t)json_integer_value(json_array_get(pieces, i));
        if (end <= from || end > bytes.len)
            end = bytes.len;
        if (!dap_request_send(p, rsp_bytes_sub(bytes, from, end - from)))
            return false;
        from = end;
    }
    return true;
}

static bool send_bytes(play *p, const rsp_dap_step *step, rsp_bytes bytes) {
    return send_pieces(p, bytes, json_object_get(step->spec, "pieces"));
}

/* JSON texts hold no bytes that are no UTF-8: \xNN, which YAML leaves alone in single quotes, stands for one.
 */
static void append_unescaped(rsp_buf *out, rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++) {
        uint8_t byte;
        const bool escaped = i + 3 < text.len && text.ptr[i] == '\\' && text.ptr[i + 1] == 'x' &&
                             rsp_hex_decode_into(&byte, rsp_bytes_sub(text, i + 2, 2)) == RSP_OK;
        rsp_buf_push(out, escaped ? byte : text.ptr[i]);
        i += escaped ? 3 : 0;
    }
}

/* Bytes that hold a request can be given its name, so that its response can be waited for. */
static bool name_bytes(play *p, const json_t *spec) {
    const char *as = text_of(spec, "as", NULL);
    json_t *seq = json_object_get(spec, "seq");
    return !as || !seq || json_object_set(p->seqs, as, seq) == 0 ||
           dap_play_fail(p, RSP_VERDICT_ERROR, "no memory");
}

static bool send_text(play *p, const rsp_dap_step *step, const char *key, bool framed) {
    bool ok = true;
    json_t *text = dap_play_value(p, step->spec, key, &ok);
    rsp_buf content = {0};
    rsp_buf frame = {0};
    if (ok && json_is_string(text))
        append_unescaped(&content, rsp_bytes_make(json_string_value(text), json_string_length(text)));
    if (framed)
        rsp_dap_frame_append(&frame, rsp_buf_bytes(&content));
    const bool good =
        ok && name_bytes(p, step->spec) && send_bytes(p, step, rsp_buf_bytes(framed ? &frame : &content));
    rsp_buf_free(&content);
    rsp_buf_free(&frame);
    json_decref(text);
    return good;
}

bool dap_step_RAW(play *p, const rsp_dap_step *step) {
    return send_text(p, step, "raw", false);
}

bool dap_step_CONTENT(play *p, const rsp_dap_step *step) {
    return send_text(p, step, "content", true);
}

bool dap_step_CLOSE(play *p, const rsp_dap_step *step) {
    (void)step;
    p->closed = true;
    const rsp_status status = rsp_link_half_close(p->session.link);
    return status == RSP_OK || rsp_link_is_gone(status) ||
           dap_play_fail(p, RSP_VERDICT_ERROR, "the adapter's input cannot be closed: %s",
                         rsp_status_text(status));
}

/* --- loops --- */

bool dap_step_REPEAT(play *p, const rsp_dap_step *step) {
    bool ok = true;
    json_t *value = dap_play_value(p, step->spec, "repeat", &ok);
    const json_int_t num = json_integer_value(value);
    const bool counts = json_is_integer(value);
    json_decref(value);
    if (!ok || !counts)
        return dap_play_fail(p, RSP_VERDICT_ERROR, "repeat: this is no number");
    for (json_int_t i = 0; i < num; i++)
        if (!dap_play_name(p, "i", NULL, json_integer(i)) || !dap_steps_play(p, step->steps, step->num_steps))
            return false;
    return true;
}

/* One page; its list is added to `all`. The number of items, or -1 when the play has failed. */
static long read_page(play *p, const json_t *spec, const char *command, json_t *all, long size) {
    bool ok = true;
    json_t *arguments = dap_play_value(p, spec, "arguments", &ok);
    (void)json_object_set_new(arguments, text_of(spec, "start", "start"),
                              json_integer((json_int_t)json_array_size(all)));
    (void)json_object_set_new(arguments, text_of(spec, "limit", "count"), json_integer(size));
    const rsp_dap_message *m = ok ? dap_request_do(p, command, json_incref(arguments), command) : NULL;
    json_decref(arguments);
    const json_t *list = m ? dap_values_at(m->json, text_of(spec, "list", "/body/variables")) : NULL;
    if (m && !json_is_array(list))
        (void)dap_play_fail(p, RSP_VERDICT_FAIL, "there is no list in the page");
    if (!list || (long)json_array_size(list) > size ||
        json_array_extend(all, (json_t *)(uintptr_t)list) != 0) {
        (void)dap_play_fail(p, RSP_VERDICT_FAIL, "a page of %ld has %zu items", size, json_array_size(list));
        return -1;
    }
    return (long)json_array_size(list);
}

bool dap_step_PAGES(play *p, const rsp_dap_step *step) {
    const char *command = text_of(step->spec, "pages", "");
    const long size = (long)json_integer_value(json_object_get(step->spec, "size"));
    json_t *all = json_array();
    long got = 1;
    while (got > 0 && json_array_size(all) < RSP_LIMIT_VALUE_ITEMS)
        got = read_page(p, step->spec, command, all, size > 0 ? size : 1);
    if (got > 0)
        (void)dap_play_fail(p, RSP_VERDICT_FAIL, "pages do not end after %d items", RSP_LIMIT_VALUE_ITEMS);
    json_t *num = json_integer((json_int_t)json_array_size(all));
    return dap_play_name(p, text_of(step->spec, "as", "pages"), "num", num) &&
           dap_play_name(p, text_of(step->spec, "as", "pages"), NULL, all) && got == 0;
}
