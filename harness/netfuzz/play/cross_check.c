/* What a stub says against what it said before: a confirmed write is read back, in each of the ways it
 * offers, and a process that exits must be one that was named. Only where nothing in between could have
 * changed it. Part of the player. */
/* SPDX-License-Identifier: MIT */
#include "cross_check.h"

#include <rsp/escape.h>
#include <rsp/explain.h>
#include <rsp/hex.h>
#include <rsp/id.h>
#include <rsp/packet_table.h>
#include <stdio.h>

static void put_printable(char *out, size_t size, rsp_bytes bytes) {
    rsp_buf text = {0};
    rsp_printable_append(&text, bytes, size / 4);
    (void)snprintf(out, size, "%s", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

/* --- writes --- */

static bool take_data(kept_write *kept, rsp_bytes data, bool binary) {
    rsp_buf plain = {.limit = 4096};
    rsp_status status = binary ? rsp_unescape(&plain, data) : rsp_hex_decode(&plain, data);
    bool good = status == RSP_OK && plain.len == kept->len;
    if (good)
        memcpy(kept->data, plain.ptr, plain.len);
    rsp_buf_free(&plain);
    return good;
}

void player_check_sent(rsp_player *p, rsp_bytes payload, bool plain) {
    kept_write kept = {.entry = rsp_transcript_end(p->transcript) - 1};
    uint64_t len = 0;
    rsp_bytes rest = rsp_bytes_from(payload, 1);
    const rsp_packet_row *row = rsp_packet_lookup(payload, NULL);
    if (row && (row->effect & (RSP_EFFECT_READS | RSP_EFFECT_SELECTS)))
        return;
    p->kept.armed = false; /* this may change it */
    p->forks = p->forks || rsp_bytes_starts(payload, RSP_LIT("vRun")) ||
               rsp_bytes_starts(payload, RSP_LIT("vAttach")) || rsp_bytes_starts(payload, RSP_LIT("R"));
    bool writes = payload.len > 0 && (payload.ptr[0] == 'X' || payload.ptr[0] == 'M');
    if (!writes || !plain || rsp_take_addr_len(&kept.addr, &len, &rest) != RSP_OK ||
        !rsp_take_byte(&rest, ':') || len == 0 || len > MAX_READ_BACK)
        return;
    kept.len = (size_t)len;
    kept.armed = take_data(&kept, rest, payload.ptr[0] == 'X');
    p->kept = kept;
}

/* Ids in plain syntax are those of processes where there is one thread: better one too many. */
static void note_named(rsp_player *p, rsp_bytes text) {
    rsp_ptid id;
    if (rsp_take_ptid(&id, &text) != RSP_OK)
        return;
    int64_t pid = id.pid > 0 ? id.pid : id.tid;
    for (size_t i = 0; i < p->num_named; i++)
        if (p->named[i] == pid)
            return;
    p->any_named = p->any_named || id.pid > 0;
    if (p->num_named < MAX_NAMED)
        p->named[p->num_named++] = pid;
}

/* "W00;process:7b": somebody must have heard of it. */
static void check_exit(rsp_player *p, rsp_bytes reply) {
    int64_t pid = 0;
    size_t at = rsp_bytes_search(reply, RSP_LIT("process:"));
    bool ends = reply.len > 0 && (reply.ptr[0] == 'W' || reply.ptr[0] == 'X');
    if (!ends || at == reply.len || !p->any_named || p->num_named == MAX_NAMED || p->forks ||
        rsp_pid_parse(&pid, rsp_bytes_from(reply, at + 8)) != RSP_OK)
        return;
    for (size_t i = 0; i < p->num_named; i++)
        if (p->named[i] == pid)
            return;
    p->wrong = true;
    rsp_contradiction *c = &p->contradiction;
    (void)snprintf(c->expected, sizeof c->expected, "process:%llx", (unsigned long long)p->named[0]);
    put_printable(c->got, sizeof c->got, reply);
    (void)snprintf(c->matcher, sizeof c->matcher, "{ contains: '%s' }", c->expected);
}

void player_check_reply(rsp_player *p, const rsp_exchange *done, rsp_bytes reply) {
    if (p->murky)
        return;
    if (p->kept.armed && done->request == p->kept.entry)
        p->kept.confirmed = rsp_bytes_equal(reply, RSP_LIT("OK"));
    if (done->request == p->read_back_entry && !p->have_read_back) {
        p->have_read_back = true;
        rsp_buf_append(&p->read_back, reply);
    }
    size_t thread = rsp_bytes_search(reply, RSP_LIT("thread:"));
    bool stop = reply.len > 0 && reply.ptr[0] == 'T';
    p->forks = p->forks || (stop && rsp_bytes_search(reply, RSP_LIT("fork")) < reply.len);
    if (rsp_bytes_starts(reply, RSP_LIT("QC")))
        note_named(p, rsp_bytes_from(reply, 2));
    else if (stop && thread < reply.len)
        note_named(p, rsp_bytes_from(reply, thread + 7));
    if (done->class_ == RSP_EXCHANGE_PROGRAM)
        check_exit(p, reply);
}

/* The bytes of a reply to m or x; false for an error, an empty or a short one. */
static bool decode(rsp_buf *out, rsp_bytes reply, char how, size_t len) {
    if (how == 'm')
        return rsp_hex_decode(out, reply) == RSP_OK && out->len == len;
    (void)rsp_take_byte(&reply, 'b');
    return rsp_unescape(out, reply) == RSP_OK && out->len == len;
}

bool player_check_compare(rsp_player *p, char how) {
    const kept_write *kept = &p->kept;
    rsp_bytes want = rsp_bytes_make(kept->data, kept->len);
    rsp_buf got = {.limit = 4096};
    bool decoded = p->have_read_back && decode(&got, rsp_buf_bytes(&p->read_back), how, kept->len);
    bool same = !decoded || rsp_bytes_equal(rsp_buf_bytes(&got), want);
    if (!same) {
        rsp_contradiction *c = &p->contradiction;
        rsp_buf hex = {0};
        rsp_hex_append(&hex, want);
        put_printable(c->expected, sizeof c->expected, want);
        put_printable(c->got, sizeof c->got, rsp_buf_bytes(&got));
        (void)snprintf(c->matcher, sizeof c->matcher, how == 'm' ? "{ hex: \"%s\" }" : "{ bytes: \"62%s\" }",
                       rsp_buf_cstr(&hex));
        rsp_buf_free(&hex);
    }
    rsp_buf_free(&got);
    return same;
}
