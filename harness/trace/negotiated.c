/* Modes and features, learnt from requests and their replies.
 * A table of requests that switch something when they are answered OK, and the feature lists of qSupported.
 * See negotiated.h. */
/* SPDX-License-Identifier: MIT */
#include <rsp/negotiated.h>

#include <rsp/feature.h>
#include <rsp/hex.h>

/* With their lengths: each item of each list is held against all of them. */
static const rsp_bytes feature_names[RSP_AGREED_COUNT] = {
#define FEATURE_NAME(name, text) [RSP_AGREED_##name] = {(const uint8_t *)(text), sizeof(text) - 1},
    RSP_AGREED_LIST(FEATURE_NAME)
#undef FEATURE_NAME
};

const char *rsp_agreed_name(rsp_agreed feature) {
    return (unsigned)feature < RSP_AGREED_COUNT ? (const char *)feature_names[feature].ptr : "?";
}

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
static void update_features(rsp_negotiated *n, rsp_bytes request, rsp_bytes reply) {
    rsp_feature asked = {0};
    rsp_feature size = {0};
    n->asked = true;
    n->client = rsp_take_byte(&request, ':') ? features_of(request, &asked) : 0;
    n->stub = features_of(reply, &size);
    n->packet_size = 0;
    if (size.kind == RSP_FEATURE_VALUE && rsp_hex_u64(&n->packet_size, size.value) != RSP_OK)
        n->packet_size = 0;
}

typedef struct switch_row {
    const char *request;
    size_t field;
    bool prefix; /* the request may go on behind this */
    bool value;
} switch_row;

static const switch_row switches[] = {
    {.request = "QStartNoAckMode", .field = offsetof(rsp_negotiated, no_ack), .value = true},
    {.request = "QNonStop:1", .field = offsetof(rsp_negotiated, non_stop), .value = true},
    {.request = "QNonStop:0", .field = offsetof(rsp_negotiated, non_stop), .value = false},
    {.request = "!", .field = offsetof(rsp_negotiated, extended), .value = true},
    {.request = "QThreadEvents:1", .field = offsetof(rsp_negotiated, thread_events), .value = true},
    {.request = "QThreadEvents:0", .field = offsetof(rsp_negotiated, thread_events), .value = false},
    {.request = "QThreadOptions",
     .field = offsetof(rsp_negotiated, thread_options),
     .prefix = true,
     .value = true},
    {.request = "QCatchSyscalls:1",
     .field = offsetof(rsp_negotiated, catch_syscalls),
     .prefix = true,
     .value = true},
    {.request = "QThreadSuffixSupported", .field = offsetof(rsp_negotiated, thread_suffix), .value = true},
    {.request = "QEnableErrorStrings", .field = offsetof(rsp_negotiated, error_strings), .value = true},
    {.request = "QListThreadsInStopReply", .field = offsetof(rsp_negotiated, list_threads), .value = true},
    {.request = "QEnableCompression:",
     .field = offsetof(rsp_negotiated, compression),
     .prefix = true,
     .value = true},
};

static bool row_matches(const switch_row *row, rsp_bytes request) {
    rsp_bytes name = rsp_bytes_str(row->request);
    return row->prefix ? rsp_bytes_starts(request, name) : rsp_bytes_equal(request, name);
}

void rsp_negotiated_update(rsp_negotiated *n, rsp_bytes request, rsp_bytes reply) {
    /* The common case first: most requests switch nothing. */
    if (request.len == 0 || (request.ptr[0] != 'Q' && request.ptr[0] != 'q' && request.ptr[0] != '!'))
        return;
    rsp_bytes rest = request;
    if (rsp_take_text(&rest, RSP_LIT("qSupported")) && (rest.len == 0 || rest.ptr[0] == ':')) {
        update_features(n, rest, reply);
        return;
    }
    if (!rsp_bytes_equal(reply, RSP_LIT("OK")))
        return;
    for (size_t i = 0; i < RSP_ARRAY_LEN(switches); i++) {
        if (row_matches(&switches[i], request)) {
            bool *field = (bool *)((unsigned char *)n + switches[i].field);
            *field = switches[i].value;
        }
    }
}

void rsp_negotiated_reset(rsp_negotiated *n) {
    *n = (rsp_negotiated){.unknown = n->unknown};
}
