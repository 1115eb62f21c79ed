/* The rule that a qXfer read returns the bytes at its offset.
 * A later window that repeats the object's first window, as far as both go, was read from offset 0.
 * Source: GDB manual, qXfer read. */
/* SPDX-License-Identifier: MIT */
#include "rule_internal.h"

#include "codec/qxfer.h"

enum { TOLD_APART = 16 }; /* fewer equal bytes may be chance */

/* One byte repeated looks the same at every offset. */
static bool is_plain(rsp_bytes data) {
    for (size_t i = 1; i < data.len; i++)
        if (data.ptr[i] != data.ptr[0])
            return false;
    return true;
}

/* All that both have is equal: lists repeat their first bytes, but not all of them. */
static bool begins_again(rsp_bytes data, rsp_bytes start) {
    const size_t len = data.len < start.len ? data.len : start.len;
    const rsp_bytes both = rsp_bytes_sub(data, 0, len);
    return len >= TOLD_APART && rsp_bytes_equal(both, rsp_bytes_sub(start, 0, len)) && !is_plain(both);
}

/* "features:target.xml" of the request, before the offset. */
static rsp_bytes name_of(const judge *j, const rsp_qxfer *window) {
    const uint8_t *end = window->annex.ptr + window->annex.len;
    return rsp_bytes_sub(j->request, 0, (size_t)(end - j->request.ptr));
}

static void keep_beginning(judge *j, rsp_bytes name, rsp_bytes data) {
    object_start *o = &j->rules->object;
    rsp_buf_clear(&o->name);
    rsp_buf_clear(&o->data);
    rsp_buf_append(&o->name, name);
    rsp_buf_append(&o->data, data);
    if (o->name.status != RSP_OK || o->data.status != RSP_OK)
        rsp_buf_clear(&o->data);
}

void rsp_rule_judge_window(judge *j, rsp_bytes payload) {
    rsp_qxfer window;
    const object_start *o = &j->rules->object;
    const rsp_bytes data = rsp_bytes_from(payload, 1);
    if (!j->have_request || rsp_qxfer_parse(&window, j->request, NULL) != RSP_OK || !window.annex.ptr)
        return;
    const rsp_bytes name = name_of(j, &window);
    if (window.offset == 0) {
        keep_beginning(j, name, data);
        return;
    }
    if (rsp_bytes_equal(name, rsp_buf_bytes(&o->name)) && begins_again(data, rsp_buf_bytes(&o->data)))
        rsp_rule_break(j, RSP_RULE_WINDOW_MOVES, "the bytes at the offset", payload,
                       "qXfer answers from the start of the object at offset %llx",
                       (unsigned long long)window.offset);
}
