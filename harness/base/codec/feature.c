/* Feature lists: iteration, lookup, strict check, writing.
 * The last item of a name counts, as each qSupported replaces what was said before.
 * Source: GDB manual, General Query Packets (qSupported). */
/* SPDX-License-Identifier: MIT */
#include "codec/feature.h"

#include "core/hex.h"
#include "core/limits.h"
#include "core/suggest.h"
#include <assert.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

rsp_feature_iter rsp_feature_begin(rsp_bytes list) {
    return (rsp_feature_iter){.list = list, .done = list.len == 0};
}

static rsp_feature_kind kind_of_suffix(uint8_t c) {
    if (c == '+')
        return RSP_FEATURE_YES;
    if (c == '-')
        return RSP_FEATURE_NO;
    return c == '?' ? RSP_FEATURE_MAYBE : RSP_FEATURE_BAD;
}

static rsp_feature classify(rsp_bytes item, size_t offset) {
    rsp_feature feature = {.name = item, .offset = offset};
    size_t equals = rsp_bytes_index(item, '=');
    if (item.len < 2 || equals == 0)
        return feature;
    if (equals < item.len) {
        feature.kind = RSP_FEATURE_VALUE;
        feature.name = rsp_bytes_sub(item, 0, equals);
        feature.value = rsp_bytes_from(item, equals + 1);
        return feature;
    }
    feature.kind = kind_of_suffix(item.ptr[item.len - 1]);
    if (feature.kind != RSP_FEATURE_BAD)
        feature.name = rsp_bytes_sub(item, 0, item.len - 1);
    return feature;
}

bool rsp_feature_next(rsp_feature_iter *iter, rsp_feature *out) {
    assert(iter && out);
    if (iter->done || iter->num_items == RSP_LIMIT_FEATURES)
        return false;
    rsp_bytes rest = rsp_bytes_from(iter->list, iter->offset);
    rsp_bytes item = rsp_bytes_sub(rest, 0, rsp_bytes_index(rest, ';'));
    *out = classify(item, iter->offset);
    iter->num_items++;
    iter->offset += item.len + 1;
    /* A `;` at the very end closes the last item and opens none. */
    iter->done = iter->offset >= iter->list.len;
    return true;
}

bool rsp_feature_find(rsp_feature *out, rsp_bytes list, rsp_bytes name) {
    bool found = false;
    rsp_feature feature;
    for (rsp_feature_iter iter = rsp_feature_begin(list); rsp_feature_next(&iter, &feature);) {
        if (feature.kind == RSP_FEATURE_BAD || !rsp_bytes_equal(feature.name, name))
            continue;
        *out = feature;
        found = true;
    }
    return found;
}

bool rsp_feature_offered(rsp_bytes list, rsp_bytes name) {
    rsp_feature feature;
    return rsp_feature_find(&feature, list, name) &&
           (feature.kind == RSP_FEATURE_YES || feature.kind == RSP_FEATURE_VALUE);
}

bool rsp_feature_yes(rsp_bytes list, rsp_bytes name) {
    rsp_feature feature;
    return rsp_feature_find(&feature, list, name) && feature.kind == RSP_FEATURE_YES;
}

rsp_status rsp_feature_check(rsp_bytes list, rsp_error *error) {
    rsp_feature feature;
    rsp_feature_iter iter = rsp_feature_begin(list);
    while (rsp_feature_next(&iter, &feature))
        if (feature.kind == RSP_FEATURE_BAD)
            return rsp_fail_offset(error, RSP_MALFORMED, NULL, feature.offset,
                                   "feature is none of name=value, name+, name-, name?");
    if (!iter.done)
        return rsp_fail_offset(error, RSP_LIMIT, NULL, iter.offset, "more than %d features",
                               RSP_LIMIT_FEATURES);
    return RSP_OK;
}

void rsp_feature_append(rsp_buf *out, size_t start, const rsp_feature *feature) {
    assert(start <= out->len || out->status != RSP_OK);
    static const char suffix[] = {[RSP_FEATURE_YES] = '+', [RSP_FEATURE_NO] = '-', [RSP_FEATURE_MAYBE] = '?'};
    bool behind = out->len > start;
    bool value = feature->kind == RSP_FEATURE_VALUE;
    size_t tail = value ? 1 + feature->value.len : feature->kind != RSP_FEATURE_BAD;
    uint8_t *at = rsp_buf_extend(out, behind + feature->name.len + tail);
    if (!at)
        return;
    if (behind)
        *at++ = ';';
    if (feature->name.len > 0)
        memcpy(at, feature->name.ptr, feature->name.len);
    at += feature->name.len;
    if (tail > 0)
        *at++ = value ? '=' : (uint8_t)suffix[feature->kind];
    if (tail > 1)
        memcpy(at, feature->value.ptr, feature->value.len);
}

/* --- names that are nearly known --- */

enum {
    SHORT_NAME = 5,
    LONG_NAME = 12
}; /* a shorter one may be anything; a longer one has room for two slips */

static const char *const other_features[] = {
#define KNOWN_FEATURE(name) name,
    RSP_STUB_FEATURE_LIST(KNOWN_FEATURE)
#undef KNOWN_FEATURE
};

/* A number in a name is a version or a size, and no slip. */
static bool has_other_digits(rsp_bytes name, rsp_bytes known) {
    uint8_t seen[2][10] = {{0}};
    const rsp_bytes both[] = {name, known};
    for (size_t i = 0; i < RSP_ARRAY_LEN(both); i++)
        for (size_t k = 0; k < both[i].len; k++)
            if (rsp_is_digit(both[i].ptr[k]))
                seen[i][both[i].ptr[k] - '0']++;
    return memcmp(seen[0], seen[1], sizeof seen[0]) != 0;
}

/* Names that debuggers knew for a while, and what they are called now. */
static const struct {
    const char *old;
    const char *now;
} renamed[] = {{"qWasmGlobalInstance", "qWasmInstance"}};

/* The best of the candidates so far. */
typedef struct meant_feature {
    rsp_bytes name;
    const char *best;
    size_t edits; /* fewer than these are better */
} meant_feature;

static size_t gap(size_t a, size_t b) {
    return a < b ? b - a : a - b;
}

static void offer(meant_feature *m, const char *candidate) {
    const rsp_bytes known = rsp_bytes_str(candidate);
    /* Lengths first: they tell most candidates from a slip for nothing. */
    if (known.len == 0 || gap(known.len, m->name.len) >= m->edits || has_other_digits(m->name, known))
        return;
    const size_t edits = rsp_edit_distance(m->name, known);
    m->best = edits < m->edits ? candidate : m->best;
    m->edits = edits < m->edits ? edits : m->edits;
}

static const char *feature_of(rsp_packet_id id) {
    const rsp_packet_row *row = rsp_packet_by_id(id);
    return row && row->feature ? row->feature : "";
}

bool rsp_feature_is_known(rsp_bytes name) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(other_features); i++)
        if (rsp_bytes_equal(name, rsp_bytes_str(other_features[i])))
            return true;
    for (unsigned id = 0; id < RSP_PACKET_END && name.len > 0; id++)
        if (rsp_bytes_equal(name, rsp_bytes_str(feature_of((rsp_packet_id)id))))
            return true;
    return false;
}

const char *rsp_feature_meant(rsp_bytes name) {
    meant_feature m = {.name = name, .edits = name.len < LONG_NAME ? 2 : 3};
    if (name.len < SHORT_NAME)
        return NULL;
    for (size_t i = 0; i < RSP_ARRAY_LEN(renamed); i++)
        if (rsp_bytes_equal(name, rsp_bytes_str(renamed[i].old)))
            return renamed[i].now;
    if (rsp_feature_is_known(name))
        return NULL;
    for (size_t i = 0; i < RSP_ARRAY_LEN(other_features); i++)
        offer(&m, other_features[i]);
    for (unsigned id = 0; id < RSP_PACKET_END; id++)
        offer(&m, feature_of((rsp_packet_id)id));
    return m.best;
}

/* --- what we offer --- */

static const char *const usual[] = {
#define USUAL_FEATURE(name) name,
    RSP_CLIENT_FEATURE_LIST(USUAL_FEATURE)
#undef USUAL_FEATURE
};

void rsp_feature_append_usual(rsp_buf *out) {
    rsp_packet_begin(out, RSP_PACKET_QSUPPORTED);
    for (size_t i = 0; i < RSP_ARRAY_LEN(usual); i++)
        rsp_buf_printf(out, "%s%s", i ? ";" : "", usual[i]);
}

bool rsp_feature_is_usual(rsp_bytes request) {
    size_t num = 0;
    unsigned seen = 0;
    if (!rsp_packet_take(&request, RSP_PACKET_QSUPPORTED))
        return false;
    while (request.len > 0) {
        const rsp_bytes item = rsp_bytes_split(&request, ';');
        for (size_t i = 0; i < RSP_ARRAY_LEN(usual); i++)
            seen |= rsp_bytes_equal(item, rsp_bytes_str(usual[i])) ? 1u << i : 0u;
        num++;
    }
    return num == RSP_ARRAY_LEN(usual) && seen == (1u << RSP_ARRAY_LEN(usual)) - 1;
}
