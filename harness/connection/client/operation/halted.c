/* Kept from what stops and resumes say: no packet asks for it, since what a stub answers would be old.
 * Ids are few enough to be searched one by one.
 * See halted.h. */
/* SPDX-License-Identifier: MIT */
#include "halted.h"

#include "client_state.h"

#include "core/mem.h"

enum { ACTIONS_IN_PACKET = 8, START_CAP = 16 };

static size_t find(const client_halted *halted, rsp_ptid id) {
    size_t i = 0;
    while (i < halted->num && !rsp_ptid_equal(halted->ids[i], id))
        i++;
    return i;
}

void client_halted_add(rsp_client *c, rsp_ptid id) {
    client_halted *halted = &c->halted;
    if (id.tid <= 0 || halted->num >= RSP_LIMIT_CLIENT_THREADS || find(halted, id) < halted->num)
        return;
    if (halted->num == halted->cap) {
        size_t cap = halted->cap ? halted->cap * 2 : START_CAP;
        rsp_ptid *grown = rsp_mem_realloc(c->options.mem, halted->ids, cap * sizeof *grown);
        if (!grown)
            return;
        halted->ids = grown;
        halted->cap = cap;
    }
    halted->ids[halted->num++] = id;
}

void client_halted_resumed(rsp_client *c, rsp_ptid who) {
    size_t kept = 0;
    c->selection.sure = false;
    for (size_t i = 0; i < c->halted.num; i++)
        if (!rsp_ptid_matches(who, c->halted.ids[i]))
            c->halted.ids[kept++] = c->halted.ids[i];
    c->halted.num = kept;
}

void client_halted_forget(rsp_client *c) {
    c->halted.num = 0;
}

void client_halted_note(rsp_client *c, const rsp_stop_reply *stop) {
    rsp_ptid id = client_stop_id(c, stop);
    c->selection.sure = false;
    if (stop->kind == RSP_STOP_THREAD || stop->kind == RSP_STOP_SIGNAL)
        client_halted_add(c, id);
    else if (stop->kind == RSP_STOP_THREAD_EXITED)
        client_halted_resumed(c, id);
    else if (stop->kind == RSP_STOP_EXITED || stop->kind == RSP_STOP_TERMINATED)
        client_halted_resumed(
            c, (rsp_ptid){.pid = stop->has_process ? id.pid : 0, .tid = stop->has_process ? RSP_ID_ALL : 0});
}

bool client_is_halted(const rsp_client *c, rsp_ptid thread) {
    return find(&c->halted, thread) < c->halted.num;
}

bool client_halted_at(const rsp_client *c, size_t n, rsp_ptid *out) {
    if (n >= c->halted.num)
        return false;
    *out = c->halted.ids[n];
    return true;
}

/* One whose stop is not fetched yet is the last choice: it may stand behind a trap. */
rsp_ptid client_spare_thread(const rsp_client *c) {
    rsp_ptid last = rsp_client_stop_thread(c);
    rsp_ptid spare = last;
    if (!rsp_client_is_non_stop(c) || client_is_halted(c, last))
        return last;
    for (size_t i = 0; i < c->halted.num; i++) {
        rsp_ptid id = c->halted.ids[i];
        if (id.pid != last.pid && last.pid != 0)
            continue;
        spare = id;
        if (!client_stops_find(c, id))
            break;
    }
    return spare;
}

static rsp_status send_actions(rsp_client *c, const rsp_vcont_action *actions, size_t num) {
    rsp_buf *request = client_request(c);
    rsp_bytes reply;
    rsp_status status = rsp_vcont_build(request, actions, num, client_uses(c, RSP_USE_MULTIPROCESS));
    if (status == RSP_OK)
        status = client_ask(c, rsp_buf_bytes(request), 0, &reply);
    if (status == RSP_OK && !rsp_bytes_equal(reply, RSP_LIT("OK")))
        return rsp_fail(&c->error, RSP_MALFORMED, "the reply to vCont is neither OK nor an error");
    return status;
}

static rsp_status act_on_all(rsp_client *c, char op, int64_t pid) {
    const bool one = pid > 0 && client_uses(c, RSP_USE_MULTIPROCESS);
    const rsp_vcont_action action = {
        .op = op, .has_id = one, .id = {.pid = one ? pid : 0, .tid = one ? RSP_ID_ALL : 0}};
    if (op != 't')
        client_halted_resumed(c, action.id);
    return send_actions(c, &action, 1);
}

rsp_status client_act(rsp_client *c, char op, uint8_t signal, const rsp_ptid *threads, size_t num,
                      int64_t pid) {
    unsigned need = op == 't' ? RSP_VCONT_STOP : RSP_VCONT_CONTINUE;
    if ((rsp_client_vcont(c) & need) == 0)
        return rsp_fail(&c->error, RSP_UNSUPPORTED, "vCont;%c is not supported", op);
    if (op != 't') {
        client_registers_stale(c);
        c->run.some_unknown = true;
    }
    rsp_status status = num == 0 ? act_on_all(c, op, pid) : RSP_OK;
    for (size_t at = 0; at < num && status == RSP_OK;) {
        rsp_vcont_action actions[ACTIONS_IN_PACKET];
        size_t n = 0;
        for (; n < ACTIONS_IN_PACKET && at < num; n++, at++) {
            actions[n] = (rsp_vcont_action){
                .op = op, .signal = client_wire_signal(c, signal), .has_id = true, .id = threads[at]};
            if (op != 't')
                client_halted_resumed(c, threads[at]);
        }
        status = send_actions(c, actions, n);
        for (size_t i = 0; i < n && status == RSP_REFUSED && op != 't'; i++)
            client_halted_add(c, actions[i].id);
    }
    return status;
}
