/* One session with an adapter: each entry of its log is printed once, and one thing at a time is waited for.
 * What came already answers at once.
 * See tongue.h. */
/* SPDX-License-Identifier: MIT */
#include "dap_talk/tongue.h"

#include "core/text.h"
#include "dap/session.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* All-zero but for the link of the session: nothing was said. */
typedef struct speaker {
    rsp_dap_session session;
    size_t seen;         /* entries of the log that were printed */
    rsp_dap_kind wanted; /* RSP_DAP_OTHER: nothing is */
    int64_t seq;         /* ... of the request whose response is */
    rsp_buf name;        /* ... of the event */
    size_t answer;       /* where it begins in what was printed, once nothing is wanted */
    rsp_buf mark;        /* what is printed with the answer; "": nothing */
} speaker;

static void *speaker_open(rsp_link *link) {
    speaker *s = calloc(1, sizeof *s);
    if (s)
        s->session.link = link;
    return s;
}

static void speaker_close(void *state) {
    speaker *s = state;
    rsp_dap_session_free(&s->session);
    rsp_buf_free(&s->name);
    rsp_buf_free(&s->mark);
    free(s);
}

/* --- what is printed --- */

static void append_stray(rsp_buf *out, rsp_bytes bytes) {
    rsp_buf_str(out, "<- ");
    rsp_text_shown(out, bytes);
    rsp_buf_push(out, '\n');
}

/* What is no message is shown as it came. */
static void append_entry(rsp_buf *out, const rsp_dap_entry *e) {
    rsp_buf_str(out, e->sent ? "-> " : "<- ");
    if (e->message.json)
        rsp_dap_json_append(out, e->message.json);
    else
        rsp_text_shown(out, e->raw);
    rsp_buf_push(out, '\n');
}

/* Without a mark it is not the answer that is waited for, and all that is printed counts. */
static void append_mark(speaker *s, rsp_talk *t) {
    if (s->mark.len == 0)
        return;
    t->from = s->answer;
    rsp_text_printf(&t->printed, "\n<%s>\n", rsp_buf_cstr(&s->mark));
    rsp_buf_clear(&s->mark);
}

/* --- what is waited for --- */

static bool fits(const speaker *s, const rsp_dap_entry *e) {
    const rsp_dap_message *m = &e->message;
    if (e->sent || m->kind != s->wanted)
        return false;
    if (s->wanted == RSP_DAP_RESPONSE)
        return m->has_request_seq && m->request_seq == s->seq;
    return s->wanted == RSP_DAP_EVENT && !e->taken &&
           rsp_bytes_equal(rsp_bytes_str(m->name), rsp_buf_bytes(&s->name));
}

/* The entry is printed as the answer. */
static void answer(speaker *s, rsp_talk *t, rsp_dap_entry *e) {
    s->answer = t->printed.len;
    append_entry(&t->printed, e);
    e->taken = true;
    s->wanted = RSP_DAP_OTHER;
    append_mark(s, t);
}

static void print_new(speaker *s, rsp_talk *t) {
    for (; s->seen < s->session.log.num; s->seen++) {
        rsp_dap_entry *e = &s->session.log.entries[s->seen];
        if (s->wanted != RSP_DAP_OTHER && fits(s, e))
            answer(s, t, e);
        else
            append_entry(&t->printed, e);
    }
}

static void look_back(speaker *s, rsp_talk *t) {
    for (size_t i = 0; i < s->seen && s->wanted != RSP_DAP_OTHER; i++)
        if (fits(s, &s->session.log.entries[i]))
            answer(s, t, &s->session.log.entries[i]);
}

/* --- requests --- */

/* The number of the last request of this name; 0: there was none. */
static int64_t last_of(const speaker *s, rsp_bytes name) {
    for (size_t i = s->session.log.num; i > 0; i--) {
        const rsp_dap_entry *e = &s->session.log.entries[i - 1];
        if (e->sent && e->message.kind == RSP_DAP_REQUEST &&
            rsp_bytes_equal(name, rsp_bytes_str(e->message.name)))
            return e->message.seq;
    }
    return 0;
}

static rsp_status send_json(speaker *s, const json_t *request, uint64_t until) {
    rsp_buf content = {0};
    rsp_buf frame = {0};
    rsp_dap_json_append(&content, request);
    rsp_dap_frame_append(&frame, rsp_buf_bytes(&content));
    const rsp_status status = frame.status == RSP_OK
                                  ? rsp_dap_session_send(&s->session, rsp_buf_bytes(&frame), until)
                                  : frame.status;
    rsp_buf_free(&content);
    rsp_buf_free(&frame);
    return status;
}

/* NAME {ARGUMENTS}. What is no JSON is not sent, and nothing answers it. */
static rsp_status request(speaker *s, rsp_talk *t, rsp_bytes line, uint64_t until) {
    json_error_t why = {0};
    json_t *arguments = NULL;
    const rsp_bytes name = rsp_bytes_split(&line, ' ');
    if (line.len > 0)
        arguments = json_loadb((const char *)line.ptr, line.len, 0, &why);
    s->seq = 0;
    if (line.len > 0 && !arguments) {
        rsp_text_printf(&t->printed, "-> (not sent, for its arguments are no JSON: %s)\n", why.text);
        return RSP_OK;
    }
    s->seq = rsp_dap_session_take_seq(&s->session);
    json_t *whole = json_pack("{s:I, s:s, s:s%}", "seq", (json_int_t)s->seq, "type", "request", "command",
                              name.len ? (const char *)name.ptr : "", name.len);
    if (whole && arguments)
        (void)json_object_set(whole, "arguments", arguments);
    const rsp_status status = whole ? send_json(s, whole, until) : RSP_NO_MEMORY;
    json_decref(whole);
    json_decref(arguments);
    return status;
}

static bool is_word(rsp_bytes line, const char *word, rsp_bytes *out_rest) {
    *out_rest = line;
    return rsp_bytes_equal(rsp_bytes_split(out_rest, ' '), rsp_bytes_str(word));
}

static rsp_status speaker_say(void *state, rsp_talk *t, const char *text, uint64_t until) {
    speaker *s = state;
    rsp_status status = RSP_OK;
    const rsp_bytes line = rsp_bytes_str(text);
    rsp_bytes rest;
    if (is_word(line, "mark", &rest)) {
        rsp_buf_clear(&s->mark);
        rsp_buf_append(&s->mark, rest);
        if (s->wanted == RSP_DAP_OTHER)
            append_mark(s, t);
        return s->mark.status;
    }
    s->wanted = RSP_DAP_OTHER;
    s->answer = t->printed.len;
    if (is_word(line, "event", &rest)) {
        s->wanted = RSP_DAP_EVENT;
        rsp_buf_clear(&s->name);
        rsp_buf_append(&s->name, rest);
    } else if (is_word(line, "response", &rest)) {
        s->wanted = RSP_DAP_RESPONSE;
        s->seq = last_of(s, rest);
    } else if (is_word(line, "send", &rest)) {
        status = request(s, t, rest, until);
    } else {
        status = request(s, t, line, until);
        s->wanted = RSP_DAP_RESPONSE;
    }
    print_new(s, t);
    look_back(s, t);
    return status;
}

static rsp_status speaker_hear(void *state, rsp_talk *t, uint64_t until) {
    speaker *s = state;
    const rsp_status status = rsp_dap_session_receive(&s->session, until);
    print_new(s, t);
    if (status != RSP_OK && status != RSP_TIMEOUT && rsp_dap_reader_is_inside(&s->session.reader))
        append_stray(&t->printed, rsp_dap_reader_rest(&s->session.reader));
    return status;
}

const rsp_talk_tongue rsp_dap_tongue = {
    .open = speaker_open, .close = speaker_close, .say = speaker_say, .hear = speaker_hear};
