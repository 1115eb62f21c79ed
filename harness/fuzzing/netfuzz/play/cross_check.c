/* A write is kept until anything is sent that may change memory, so only the stub itself can contradict it.
 * Names of processes are collected from QC and from stop replies.
 * See cross_check.h. */
/* SPDX-License-Identifier: MIT */
#include "play/cross_check.h"

#include "codec/escape.h"
#include "codec/explain.h"
#include "core/hex.h"
#include "trace/exchange.h"
#include <assert.h>
#include <inttypes.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>
#include <stdio.h>

static void put_printable(char *out, size_t size, rsp_bytes bytes) {
    rsp_buf text = {0};
    rsp_printable_append(&text, bytes, size / 4);
    (void)snprintf(out, size, "%s", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

/* --- writes --- */

void cross_check_init(cross_check *c, const rsp_mem *mem) {
    *c = (cross_check){.read_back_entry = RSP_NO_ENTRY};
    rsp_buf_init(&c->read_back, mem, 0);
}

void cross_check_free(cross_check *c) {
    rsp_buf_free(&c->read_back);
}

void cross_check_note_stub(cross_check *c) {
    cross_check_note_connection(c);
    c->wrong = c->forks = c->any_named = false;
    c->num_named = 0;
}

void cross_check_note_connection(cross_check *c) {
    c->kept = (kept_write){0};
    c->read_back_state = READ_BACK_NONE;
    c->read_back_entry = RSP_NO_ENTRY;
}

static bool take_data(kept_write *kept, rsp_bytes data, bool binary) {
    rsp_buf plain = {.limit = 4096};
    rsp_status status = binary ? rsp_unescape(&plain, data) : rsp_hex_decode(&plain, data);
    bool good = status == RSP_OK && plain.len == kept->len;
    if (good)
        memcpy(kept->data, plain.ptr, plain.len);
    rsp_buf_free(&plain);
    return good;
}

/* After these there may be processes that no reply has named. Unknown packets count by their first letter: a
 * lax stub may run what they begin like. */
static bool may_start_process(const rsp_packet_row *row, rsp_bytes payload) {
    if (row)
        return row->id == RSP_PACKET_RESTART || (row->effect & RSP_EFFECT_STARTS) != 0;
    return rsp_request_may(payload, RSP_EFFECT_STARTS | RSP_EFFECT_ENDS);
}

void cross_check_note_sent(cross_check *c, uint64_t entry, rsp_bytes payload, bool plain) {
    kept_write kept = {.entry = entry};
    uint64_t len = 0;
    rsp_bytes rest = rsp_bytes_from(payload, 1);
    const rsp_packet_row *row = rsp_packet_lookup(payload, NULL);
    if (row && (row->effect & (RSP_EFFECT_READS | RSP_EFFECT_SELECTS)))
        return;
    c->kept.state = KEPT_NONE;
    c->forks = c->forks || may_start_process(row, payload);
    bool writes = payload.len > 0 && (payload.ptr[0] == 'X' || payload.ptr[0] == 'M');
    if (!writes || !plain || rsp_take_addr_len(&kept.addr, &len, &rest) != RSP_OK ||
        !rsp_take_byte(&rest, ':') || len == 0 || len > MAX_READ_BACK)
        return;
    kept.len = (size_t)len;
    kept.state = take_data(&kept, rest, payload.ptr[0] == 'X') ? KEPT_SENT : KEPT_NONE;
    c->kept = kept;
}

void cross_check_append_read(const cross_check *c, rsp_buf *out, char how) {
    rsp_buf_printf(out, "%c%" PRIx64 ",%zx", how, c->kept.addr, c->kept.len);
}

void cross_check_note_read(cross_check *c, uint64_t entry) {
    rsp_buf_clear(&c->read_back);
    c->read_back_state = READ_BACK_OUT;
    c->read_back_entry = entry;
}

/* Ids in plain syntax are those of processes where there is one thread: better one too many. */
static void note_named(cross_check *c, rsp_bytes text) {
    rsp_ptid id;
    if (rsp_take_ptid(&id, &text) != RSP_OK)
        return;
    int64_t pid = id.pid > 0 ? id.pid : id.tid;
    for (size_t i = 0; i < c->num_named; i++)
        if (c->named[i] == pid)
            return;
    c->any_named = c->any_named || id.pid > 0;
    if (c->num_named < MAX_NAMED)
        c->named[c->num_named++] = pid;
}

/* "W00;process:7b": somebody must have heard of it. */
static void check_exit(cross_check *c, rsp_bytes reply) {
    int64_t pid = 0;
    size_t at = rsp_bytes_search(reply, RSP_LIT("process:"));
    bool ends = reply.len > 0 && (reply.ptr[0] == 'W' || reply.ptr[0] == 'X');
    if (!ends || at == reply.len || !c->any_named || c->num_named == MAX_NAMED || c->forks ||
        rsp_pid_parse(&pid, rsp_bytes_from(reply, at + 8)) != RSP_OK)
        return;
    for (size_t i = 0; i < c->num_named; i++)
        if (c->named[i] == pid)
            return;
    c->wrong = true;
    rsp_contradiction *found = &c->contradiction;
    (void)snprintf(found->expected, sizeof found->expected, "process:%llx", (unsigned long long)c->named[0]);
    put_printable(found->got, sizeof found->got, reply);
    (void)snprintf(found->matcher, sizeof found->matcher, "{ contains: '%s' }", found->expected);
}

void cross_check_note_reply(cross_check *c, const rsp_exchange *done, rsp_bytes reply) {
    if (c->kept.state != KEPT_NONE && done->request == c->kept.entry)
        c->kept.state = rsp_bytes_equal(reply, RSP_LIT("OK")) ? KEPT_CONFIRMED : KEPT_SENT;
    if (c->read_back_state == READ_BACK_OUT && done->request == c->read_back_entry) {
        c->read_back_state = READ_BACK_ANSWERED;
        rsp_buf_append(&c->read_back, reply);
    }
    size_t thread = rsp_bytes_search(reply, RSP_LIT("thread:"));
    bool stop = reply.len > 0 && reply.ptr[0] == 'T';
    c->forks = c->forks || (stop && rsp_bytes_search(reply, RSP_LIT("fork")) < reply.len);
    if (rsp_bytes_starts(reply, RSP_LIT("QC")))
        note_named(c, rsp_bytes_from(reply, 2));
    else if (stop && thread < reply.len)
        note_named(c, rsp_bytes_from(reply, thread + 7));
    if (done->class_ == RSP_EXCHANGE_PROGRAM)
        check_exit(c, reply);
}

/* The bytes of a reply to m or x; false for an error, an empty or a short one. */
static bool decode(rsp_buf *out, rsp_bytes reply, char how, size_t len) {
    if (how == 'm')
        return rsp_hex_decode(out, reply) == RSP_OK && out->len == len;
    (void)rsp_take_byte(&reply, 'b');
    return rsp_unescape(out, reply) == RSP_OK && out->len == len;
}

bool cross_check_compare(cross_check *c, char how) {
    rsp_bytes want = rsp_bytes_make(c->kept.data, c->kept.len);
    rsp_buf got = {.limit = 4096};
    bool decoded = c->read_back_state == READ_BACK_ANSWERED &&
                   decode(&got, rsp_buf_bytes(&c->read_back), how, c->kept.len);
    bool same = !decoded || rsp_bytes_equal(rsp_buf_bytes(&got), want);
    if (!same) {
        rsp_contradiction *found = &c->contradiction;
        rsp_buf hex = {0};
        rsp_hex_append(&hex, want);
        put_printable(found->expected, sizeof found->expected, want);
        put_printable(found->got, sizeof found->got, rsp_buf_bytes(&got));
        (void)snprintf(found->matcher, sizeof found->matcher,
                       how == 'm' ? "{ hex: \"%s\" }" : "{ bytes: \"62%s\" }", rsp_buf_cstr(&hex));
        rsp_buf_free(&hex);
    }
    rsp_buf_free(&got);
    return same;
}

void cross_check_validate(const cross_check *c) {
    assert(c->kept.state == KEPT_NONE || (c->kept.len > 0 && c->kept.len <= MAX_READ_BACK));
    assert((c->read_back_state == READ_BACK_NONE) == (c->read_back_entry == RSP_NO_ENTRY));
    assert(c->num_named <= MAX_NAMED);
    (void)c;
}
