/* What the functions that serve requests for faults have in common.
 * A request that a fault has made lies in one buffer of the stub's state.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/serve.h"

#include "live_threads.h"

#include <stdarg.h>

bool stub_is_served(const stub_service *t) {
    const rsp_packet_row *row = rsp_packet_by_id(t->id);
    return row && stub_offers(t->s, t->id) && ((row->states & RSP_STATE_NOPROC) || stub_has_process(t->s));
}

rsp_buf *stub_new_request(stub_service *t) {
    rsp_buf *text = &t->s->faults.bent;
    rsp_buf_clear(text);
    return text;
}

rsp_buf *stub_begin_request(stub_service *t) {
    rsp_buf *text = stub_new_request(t);
    rsp_packet_begin(text, t->id);
    return text;
}

void stub_bend(stub_service *t) {
    rsp_bytes args;
    t->s->request = rsp_buf_bytes(&t->s->faults.bent);
    const rsp_packet_row *row = rsp_packet_lookup(t->s->request, &args);
    t->id = row ? row->id : t->id;
    t->args = row ? args : t->s->request;
}

void stub_serve_bent(stub_service *t) {
    stub_bend(t);
    stub_serve(t);
}

void stub_serve_args(stub_service *t, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    rsp_buf_printf_v(stub_begin_request(t), fmt, ap);
    va_end(ap);
    stub_serve_bent(t);
}

bool stub_refused_access(const stub_service *t) {
    return stub_replies(t, RSP_LIT("E0e")) || stub_replies(t, RSP_LIT("E.cannot access"));
}

void stub_answer(stub_service *t, const char *text) {
    rsp_buf_clear(t->reply);
    rsp_buf_str(t->reply, text);
}

void stub_answer_text(stub_service *t, const rsp_buf *text) {
    if (text->status != RSP_OK)
        return;
    rsp_buf_clear(t->reply);
    rsp_buf_append(t->reply, rsp_buf_bytes(text));
}

void stub_serve_first_process(stub_service *t) {
    rsp_stub *s = t->s;
    rsp_ptid selected = s->general;
    rsp_ptid first;
    if (stub_first_thread(s, 0, &first))
        s->general = first;
    stub_serve(t);
    s->general = selected;
}
