/* Finds the rows of the fault that is switched on, and lets them serve requests.
 * What the rows have in common stands here, too.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/serve.h"

#include "faults/hooks.h"
#include "ids.h"
#include "run_control.h"

#include <assert.h>
#include <stdarg.h>

static const stub_fault_table *const tables[] = {
#define TABLE(name) &name,
    STUB_FAULT_TABLES(TABLE)
#undef TABLE
};

void stub_fault_find_rows(rsp_stub *s) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(tables) && s->opt.fault != RSP_FAULT_NONE; i++) {
        for (size_t k = 0; k < tables[i]->num; k++) {
            if (tables[i]->rows[k].fault != s->opt.fault)
                continue;
            assert(s->faults.num_rows < STUB_FAULT_ROWS);
            s->faults.rows[s->faults.num_rows++] = &tables[i]->rows[k];
        }
    }
}

void stub_fault_serve(rsp_stub *s, rsp_packet_id id, stub_handler *handler, rsp_bytes args, rsp_buf *reply) {
    stub_stand_in *serve = stub_serve;
    if (s->opt.fault == RSP_FAULT_NONE) {
        handler(s, args, reply);
        return;
    }
    for (size_t i = 0; i < s->faults.num_rows && serve == stub_serve; i++) {
        const stub_fault_row *row = s->faults.rows[i];
        if (!row->handler || row->handler == handler)
            serve = row->serve;
    }
    s->faults.holding.interrupting = false;
    if (!rsp_ptid_equal(s->faults.run.reported, s->run->reported)) {
        s->faults.run.former = s->faults.run.reported;
        s->faults.run.reported = s->run->reported;
    }
    stub_service turn = {.s = s, .id = id, .handler = handler, .args = args, .reply = reply};
    s->faults.serving = handler;
    serve(&turn);
    s->faults.serving = NULL;
}

rsp_buf *stub_new_request(stub_service *turn) {
    rsp_buf *text = &turn->s->faults.bent;
    rsp_buf_clear(text);
    return text;
}

rsp_buf *stub_begin_request(stub_service *turn) {
    rsp_buf *text = stub_new_request(turn);
    rsp_packet_begin(text, turn->id);
    return text;
}

void stub_bend(stub_service *turn) {
    const rsp_packet_row *row = rsp_packet_by_id(turn->id);
    turn->s->request = rsp_buf_bytes(&turn->s->faults.bent);
    turn->args = rsp_packet_args(row, turn->s->request);
}

void stub_serve_args(stub_service *turn, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    rsp_buf_printf_v(stub_begin_request(turn), fmt, ap);
    va_end(ap);
    stub_bend(turn);
    stub_serve(turn);
}

bool stub_refused_access(const stub_service *turn) {
    return stub_replies(turn, RSP_LIT("E0e")) || stub_replies(turn, RSP_LIT("E.cannot access"));
}

void stub_answer(stub_service *turn, const char *text) {
    rsp_buf_clear(turn->reply);
    rsp_buf_str(turn->reply, text);
}

void stub_replace(stub_service *turn, const char *find, const char *instead) {
    rsp_buf *reply = turn->reply;
    size_t at = rsp_bytes_search(rsp_buf_bytes(reply), rsp_bytes_str(find));
    if (at == reply->len)
        return;
    rsp_buf rest = {.mem = reply->mem};
    rsp_buf_append(&rest, rsp_bytes_from(rsp_buf_bytes(reply), at + strlen(find)));
    rsp_buf_truncate(reply, at);
    rsp_buf_str(reply, instead);
    rsp_buf_append(reply, rsp_buf_bytes(&rest));
    rsp_buf_free(&rest);
}

void stub_serve_first_process(stub_service *turn) {
    rsp_stub *s = turn->s;
    rsp_ptid selected = s->general;
    rsp_ptid first;
    if (stub_first_thread(s, 0, &first))
        s->general = first;
    stub_serve(turn);
    s->general = selected;
}

uint64_t stub_as_decimal(uint64_t hex) {
    uint64_t value = 0;
    for (unsigned shift = 64; shift > 0; shift -= 4)
        value = value * 10 + (hex >> (shift - 4) & 15);
    return value;
}
