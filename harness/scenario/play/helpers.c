/* Longer exchanges that steps and facts share: thread lists, whole objects, registers, memory.
 * Each reports trouble as a failure of the step at `node`; with a NULL node it stays silent.
 * None of them touches the last reply of the scenario. */
/* SPDX-License-Identifier: MIT */
#include "play/play.h"

#include <rsp/hex.h>
#include <rsp/limits.h>
#include <rsp/reply.h>
#include <stdio.h>

static step_end quietly(play *p, const rsp_node *node, const char *what) {
    return node ? play_fail(p, node, RSP_VERDICT_FAIL, "%s", what) : STEP_FAILED;
}

step_end play_request(play *p, const rsp_node *node, rsp_bytes payload) {
    rsp_status status = talk_request(&p->t, payload);
    if (status == RSP_OK)
        return STEP_OK;
    if (!node)
        return STEP_FAILED;
    rsp_buf what = {.mem = p->arena.mem};
    rsp_buf_str(&what, "the reply to ");
    rsp_buf_append(&what, rsp_bytes_sub(payload, 0, 40));
    step_end end = play_fail_status(p, node, status, rsp_buf_cstr(&what));
    rsp_buf_free(&what);
    return end;
}

step_end play_requestf(play *p, const rsp_node *node, const char *fmt, ...) {
    rsp_buf payload = {.mem = p->arena.mem};
    va_list ap;
    va_start(ap, fmt);
    rsp_buf_printf_v(&payload, fmt, ap);
    va_end(ap);
    step_end end = play_request(p, node, rsp_buf_bytes(&payload));
    rsp_buf_free(&payload);
    return end;
}

bool threads_add(play *p, rsp_bytes list, value *out) {
    while (list.ptr && list.len > 0) {
        rsp_bytes id = rsp_bytes_split(&list, ',');
        rsp_ptid parsed;
        if (rsp_ptid_parse(&parsed, id) != RSP_OK || out->num >= RSP_LIMIT_VALUE_ITEMS)
            return false;
        *out = value_list_add(&p->arena, out, value_bytes(rsp_arena_bytes(&p->arena, id)));
    }
    return true;
}

step_end threads_read(play *p, const rsp_node *node, value *out) {
    *out = value_list(NULL, 0);
    for (size_t i = 0; i < RSP_LIMIT_THREAD_LIST; i++) {
        step_end end = play_request(p, node, i == 0 ? RSP_LIT("qfThreadInfo") : RSP_LIT("qsThreadInfo"));
        if (end != STEP_OK)
            return end;
        rsp_bytes reply = talk_payload(&p->t);
        if (rsp_bytes_equal(reply, RSP_LIT("l")))
            return STEP_OK;
        if (!rsp_take_byte(&reply, 'm') || !threads_add(p, reply, out))
            return quietly(p, node,
                           out->num < RSP_LIMIT_VALUE_ITEMS ? "the thread list is malformed"
                                                            : "the thread list has no end");
    }
    return quietly(p, node, "the thread list has no end");
}

step_end xfer_read(play *p, const rsp_node *node, const char *object, rsp_bytes annex, uint64_t window,
                   rsp_buf *out) {
    size_t start = out->len;
    for (;;) {
        step_end end = play_requestf(p, node, "qXfer:%s:read:%.*s:%zx,%llx", object, (int)annex.len,
                                     (const char *)annex.ptr, out->len - start, (unsigned long long)window);
        if (end != STEP_OK)
            return end;
        rsp_bytes reply = talk_payload(&p->t);
        bool last = rsp_take_byte(&reply, 'l');
        if (!last && !rsp_take_byte(&reply, 'm'))
            return quietly(p, node,
                           reply.len ? "the object can't be read: reply is neither m nor l"
                                     : "the object is not supported");
        if (!last && reply.len == 0)
            return quietly(p, node, "an m reply without data");
        if (reply.len > window)
            return quietly(p, node, "a window holds more than was asked for");
        rsp_buf_append(out, reply);
        play_trouble(p, out->status);
        if (out->status != RSP_OK)
            return STEP_FAILED;
        if (last)
            return STEP_OK;
        if (out->len - start > RSP_LIMIT_XFER_BYTES)
            return quietly(p, node, "the object has no end");
    }
}

/* --- registers --- */

static step_end find_register(play *p, const rsp_node *node, const char *name, uint64_t number,
                              const rsp_tdesc_register **out) {
    facts_probe_target(p);
    *out = name && *name ? rsp_tdesc_find(&p->stub->target, name)
                         : rsp_tdesc_by_number(&p->stub->target, number);
    if (*out)
        return STEP_OK;
    if (!node)
        return STEP_FAILED;
    if (!p->stub->have_target) {
        p->skip = "the stub does not describe its registers";
        return STEP_SKIP;
    }
    return play_fail(p, node, RSP_VERDICT_ERROR, "the target description has no register %s",
                     name && *name ? name : "of that number");
}

/* Bytes in target order as a number, or as they are where they are more than eight. */
static value register_value(play *p, rsp_bytes bytes) {
    if (bytes.len > 8)
        return value_bytes(rsp_arena_bytes(&p->arena, bytes));
    uint64_t v = 0;
    for (size_t i = 0; i < bytes.len; i++)
        v = v << 8 | bytes.ptr[p->stub->big_endian ? i : bytes.len - 1 - i];
    return value_int(v);
}

step_end register_read(play *p, const rsp_node *node, const char *name, uint64_t number, register_by by,
                       value *out) {
    const rsp_tdesc_register *r;
    step_end end = find_register(p, node, name, number, &r);
    if (end != STEP_OK)
        return end;
    bool single = by == REGISTER_BY_ANY ? facts_has_p(p) : by == REGISTER_BY_P;
    end = single ? play_requestf(p, node, "p%x", (unsigned)r->number) : play_request(p, node, RSP_LIT("g"));
    /* QEMU has p only for clients that have read the description in this connection. */
    if (end == STEP_OK && single && by == REGISTER_BY_ANY && talk_payload(&p->t).len == 0) {
        single = false;
        end = play_request(p, node, RSP_LIT("g"));
    }
    if (end != STEP_OK)
        return end;
    rsp_bytes digits = talk_payload(&p->t);
    if (!single)
        digits = rsp_bytes_sub(digits, 2 * (size_t)r->offset, r->bits / 4);
    rsp_buf bytes = {.mem = p->arena.mem};
    bool ok = digits.len == r->bits / 4 && rsp_hex_decode(&bytes, digits) == RSP_OK;
    *out = register_value(p, rsp_buf_bytes(&bytes));
    rsp_buf_free(&bytes);
    return ok ? STEP_OK : quietly(p, node, "the register can't be read");
}

static step_end write_single(play *p, const rsp_node *node, const rsp_tdesc_register *r, rsp_bytes bytes) {
    rsp_buf request = {.mem = p->arena.mem};
    rsp_buf_printf(&request, "P%x=", (unsigned)r->number);
    rsp_hex_append(&request, bytes);
    step_end end = play_request(p, node, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    return end;
}

/* Into the block that g gives. */
static step_end write_in_block(play *p, const rsp_node *node, const rsp_tdesc_register *r, rsp_bytes bytes) {
    rsp_buf request = {.mem = p->arena.mem};
    rsp_buf digits = {.mem = p->arena.mem};
    step_end end = play_request(p, node, RSP_LIT("g"));
    rsp_buf_push(&request, 'G');
    rsp_buf_append(&request, talk_payload(&p->t));
    rsp_hex_append(&digits, bytes);
    size_t at = 1 + 2 * (size_t)r->offset;
    if (end == STEP_OK && request.len >= at + digits.len)
        memcpy(request.ptr + at, digits.ptr, digits.len);
    end = end == STEP_OK ? play_request(p, node, rsp_buf_bytes(&request)) : end;
    rsp_buf_free(&request);
    rsp_buf_free(&digits);
    return end;
}

step_end register_write(play *p, const rsp_node *node, const char *name, uint64_t number, register_by by,
                        uint64_t number_value) {
    const rsp_tdesc_register *r;
    step_end end = find_register(p, node, name, number, &r);
    rsp_buf bytes = {.mem = p->arena.mem};
    if (end != STEP_OK)
        return end;
    for (size_t i = 0; i < r->bits / 8; i++) {
        size_t shift = 8 * (p->stub->big_endian ? r->bits / 8 - 1 - i : i);
        rsp_buf_push(&bytes, (uint8_t)(shift < 64 ? number_value >> shift : 0));
    }
    bool single = by == REGISTER_BY_ANY ? facts_has_p(p) : by == REGISTER_BY_P;
    if (single)
        end = write_single(p, node, r, rsp_buf_bytes(&bytes));
    bool missing = by == REGISTER_BY_ANY && end == STEP_OK && talk_payload(&p->t).len == 0;
    if (!single || missing) /* QEMU, as above */
        end = write_in_block(p, node, r, rsp_buf_bytes(&bytes));
    rsp_buf_free(&bytes);
    if (end == STEP_OK && !rsp_bytes_equal(talk_payload(&p->t), RSP_LIT("OK")))
        return quietly(p, node, "the register can't be written");
    return end;
}
