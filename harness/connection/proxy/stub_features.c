/* The reply to qSupported on its way to the debugger: adds what the stub lacks, leaves compression out.
 * What the stub announces is left to the stub.
 * Source: GDB manual, General Query Packets (qSupported). */
/* SPDX-License-Identifier: MIT */
#include "stub_features.h"

#include "codec/feature.h"
#include "codec/reply.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static bool announces(rsp_bytes list, rsp_packet_id packet) {
    return rsp_feature_yes(list, rsp_packet_feature(packet));
}

static void learn(features *f, rsp_bytes list) {
    rsp_feature size;
    uint64_t bytes = 0;
    bool named = rsp_feature_find(&size, list, RSP_LIT("PacketSize")) && size.kind == RSP_FEATURE_VALUE &&
                 rsp_hex_u64(&bytes, size.value) == RSP_OK;
    if (bytes > RSP_LIMIT_PROXY_PACKET_BYTES)
        bytes = RSP_LIMIT_PROXY_PACKET_BYTES;
    f->packet_size = named ? (size_t)bytes : 0;
    f->asked = true;
    f->binary_read = rsp_feature_yes(list, RSP_LIT("binary-upload"));
    f->read = !announces(list, RSP_PACKET_MULTI_MEM_READ);
    f->points_rfc = f->accelerate != RSP_ACCELERATE_LLDB && !announces(list, RSP_PACKET_MULTI_BREAKPOINT);
    f->points_lldb = f->accelerate != RSP_ACCELERATE_RFC && !announces(list, RSP_PACKET_JMULTI_BREAKPOINT);
}

static void add(rsp_buf *out, size_t start, bool wanted, rsp_packet_id packet) {
    const rsp_feature yes = {.kind = RSP_FEATURE_YES, .name = rsp_packet_feature(packet)};
    if (wanted)
        rsp_feature_append(out, start, &yes);
}

/* Copies the stub's list, without the items that must not reach the debugger. */
static void copy_items(rsp_buf *out, size_t start, rsp_bytes list) {
    while (list.ptr) {
        rsp_bytes item = rsp_bytes_split(&list, ';');
        if (rsp_bytes_starts(item, RSP_LIT("SupportedCompressions=")) || item.len == 0)
            continue;
        if (out->len > start)
            rsp_buf_push(out, ';');
        rsp_buf_append(out, item);
    }
}

void features_rewrite(features *f, rsp_buf *out, rsp_bytes reply) {
    size_t start = out->len;
    if (rsp_reply_is_error(reply)) {
        rsp_buf_append(out, reply);
        return;
    }
    learn(f, reply);
    copy_items(out, start, reply);
    add(out, start, f->read, RSP_PACKET_MULTI_MEM_READ);
    add(out, start, f->points_rfc, RSP_PACKET_MULTI_BREAKPOINT);
    add(out, start, f->points_lldb, RSP_PACKET_JMULTI_BREAKPOINT);
}
