/* A fork's child has a copy of the program's memory, traps and all: they are taken out, and it is detached.
 * That of a vfork has the memory itself, so the program is without breakpoints until it is done.
 * Source: GDB manual, Stop Reply Packets (fork, vfork, vforkdone); Packets (D). */
/* SPDX-License-Identifier: MIT */
#include "child.h"

#include "client_state.h"

#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

bool client_child_begin(rsp_client *c, client_child *child, const rsp_stop_reply *stop) {
    const bool born = stop->reason == RSP_REASON_FORK || stop->reason == RSP_REASON_VFORK;
    if (!c->options.leave_children || rsp_client_is_non_stop(c) || stop->kind != RSP_STOP_THREAD)
        return false;
    client_child_free(c, child);
    if (stop->reason == RSP_REASON_VFORKDONE)
        return true;
    if (!born || !client_uses(c, RSP_USE_MULTIPROCESS) || stop->reason_id.pid <= 0)
        return false;
    client_sites_stopped(c, stop);
    c->selection.selected = stop->has_thread ? stop->thread : (rsp_ptid){0};
    child->pid = stop->reason_id.pid;
    child->parent = client_stop_id(c, stop);
    child->shares = stop->reason == RSP_REASON_VFORK;
    child->flush = client_flush_new(c, true, child->shares ? child->parent.pid : child->pid);
    return child->flush;
}

static void send_detach(rsp_client *c, client_job *job, client_child *child) {
    rsp_buf *request = client_request(c);
    rsp_buf_append(request, rsp_packet_name(RSP_PACKET_DETACH));
    rsp_buf_push(request, ';');
    rsp_hex_append_u64(request, (uint64_t)child->pid);
    (void)client_send(c, job, &child->pid, rsp_buf_bytes(request), 0);
}

bool client_child_advance(rsp_client *c, client_job *job, client_child *child) {
    if (child->pid == 0)
        return true;
    if (child->cleaned || !client_flush_advance(c, job, child->flush))
        return false;
    child->cleaned = true; /* a breakpoint that stays is no reason to keep the child */
    send_detach(c, job, child);
    return false;
}

rsp_status client_child_answer(rsp_client *c, client_job *job, client_child *child, void *token,
                               const rsp_answer *answer, rsp_error *error) {
    if (token != &child->pid) {
        client_flush_answer(c, job, child->flush, token, answer);
        return RSP_OK;
    }
    const rsp_status status = client_answer_status(answer, "the child's detach", error);
    if (status == RSP_OK && !child->shares)
        rsp_client_forget_sites(c, child->pid);
    c->selection = (client_selection){0};
    child->pid = 0;
    return status;
}

void client_child_plucked(client_child *child, void *token) {
    if (token != &child->pid)
        client_flush_plucked(child->flush, token);
}

void client_child_free(rsp_client *c, client_child *child) {
    client_flush_free(c, child->flush);
    *child = (client_child){0};
}
