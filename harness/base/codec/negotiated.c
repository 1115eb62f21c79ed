/* Modes and features, learnt from requests and their replies.
 * Some requests switch a mode when they are answered OK; qSupported and its reply list features.
 * See negotiated.h. */
/* SPDX-License-Identifier: MIT */
#include "codec/negotiated.h"

#include "codec/feature.h"
#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* With their lengths: each item of each list is held against all of them. */
static const rsp_bytes feature_names[RSP_AGREED_COUNT] = {
#define FEATURE_NAME(name, text) [RSP_AGREED_##name] = {(const uint8_t *)(text), sizeof(text) - 1},
    RSP_AGREED_LIST(FEATURE_NAME)
#undef FEATURE_NAME
};

/* The set of features that a list names with '+', and its PacketSize. The last word on a name counts. */
static uint32_t features_of(rsp_bytes list, rsp_feature *out_size) {
    uint32_t set = 0;
    rsp_feature_iter iter = rsp_feature_begin(list);
    rsp_feature item;
    while (rsp_feature_next(&iter, &item)) {
        if (item.kind != RSP_FEATURE_BAD && rsp_bytes_equal(item.name, RSP_LIT("PacketSize")))
            *out_size = item;
        for (unsigned i = 0; i < RSP_AGREED_COUNT; i++) {
            if (!rsp_bytes_equal(item.name, feature_names[i]))
                continue;
            set &= ~(UINT32_C(1) << i);
            set |= (item.kind == RSP_FEATURE_YES ? UINT32_C(1) : 0) << i;
        }
    }
    return set;
}

/* Each qSupported replaces the lists given earlier (QSUP-007). */
static void update_features(rsp_negotiated *n, rsp_bytes offered, rsp_bytes reply) {
    rsp_feature asked = {0};
    rsp_feature size = {0};
    n->asked = true;
    n->client = features_of(offered, &asked);
    n->stub = features_of(reply, &size);
    n->packet_size = 0;
    if (size.kind == RSP_FEATURE_VALUE && rsp_hex_u64(&n->packet_size, size.value) != RSP_OK)
        n->packet_size = 0;
}

/* Requests that switch a mode when they are answered OK. `on` and `off`: how the arguments begin; 0 in `on`
 * stands for any arguments, 0 in `off` for a request that never switches back. A stop at a system call may
 * have been queued before QCatchSyscalls:0, so that one counts as never, too. */
static const struct {
    rsp_packet_id id;
    rsp_mode mode;
    char on;
    char off;
} switches[] = {
    {RSP_PACKET_QSTART_NO_ACK_MODE, RSP_MODE_NO_ACK, 0, 0},
    {RSP_PACKET_QNON_STOP, RSP_MODE_NON_STOP, '1', '0'},
    {RSP_PACKET_EXTENDED, RSP_MODE_EXTENDED, 0, 0},
    {RSP_PACKET_QTHREAD_EVENTS, RSP_MODE_THREAD_EVENTS, '1', '0'},
    {RSP_PACKET_QTHREAD_OPTIONS, RSP_MODE_THREAD_OPTIONS, 0, 0},
    {RSP_PACKET_QCATCH_SYSCALLS, RSP_MODE_CATCH_SYSCALLS, '1', 0},
    {RSP_PACKET_QTHREAD_SUFFIX, RSP_MODE_THREAD_SUFFIX, 0, 0},
    {RSP_PACKET_QENABLE_ERROR_STRINGS, RSP_MODE_ERROR_STRINGS, 0, 0},
    {RSP_PACKET_QLIST_THREADS, RSP_MODE_LIST_THREADS, 0, 0},
    {RSP_PACKET_QENABLE_COMPRESSION, RSP_MODE_COMPRESSION, 0, 0},
};

static void update_mode(rsp_negotiated *n, rsp_packet_id id, rsp_bytes args) {
    char first = args.len > 0 ? (char)args.ptr[0] : 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(switches); i++) {
        if (switches[i].id != id)
            continue;
        uint32_t bit = UINT32_C(1) << switches[i].mode;
        if (switches[i].on == 0 || first == switches[i].on)
            n->modes |= bit;
        else if (switches[i].off != 0 && first == switches[i].off)
            n->modes &= ~bit;
    }
}

static bool begins_like_a_switch(rsp_bytes request) {
    return request.len > 0 && (request.ptr[0] == 'Q' || request.ptr[0] == 'q' || request.ptr[0] == '!');
}

bool rsp_negotiates(rsp_packet_id packet) {
    return begins_like_a_switch(rsp_packet_name(packet));
}

void rsp_negotiated_update(rsp_negotiated *n, rsp_bytes request, rsp_bytes reply) {
    /* The common case first: most requests switch nothing. */
    if (!begins_like_a_switch(request))
        return;
    rsp_bytes args;
    const rsp_packet_row *row = rsp_packet_lookup(request, &args);
    if (row && row->id == RSP_PACKET_QSUPPORTED)
        update_features(n, args, reply);
    else if (row && rsp_bytes_equal(reply, RSP_LIT("OK")))
        update_mode(n, row->id, args);
}

void rsp_negotiated_reset(rsp_negotiated *n) {
    *n = (rsp_negotiated){.unknown = n->unknown};
}
