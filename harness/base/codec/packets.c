/* Lookup in the packet table: the longest name that is a prefix of the payload and whose row accepts it.
 * The list is sorted by name, so that a binary search finds it without an index to be built first.
 * packet_list.h has the rows. */
/* SPDX-License-Identifier: MIT */
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

#include "codec/packet_list.h"
#include "core/hex.h"

enum { ID_TEXT_NAME_MAX = 48 }; /* longer than any name, whole words */

#define ROW(id_, name_, match_, delim_, args_, states_, feature_, reqs_, handler_, effect_, hazard_, reply_, \
            reply_reqs_, title_)                                                                             \
    {.id = RSP_PACKET_##id_,                                                                                 \
     .name = {(const uint8_t *)(name_), sizeof(name_) - 1},                                                  \
     .match = RSP_MATCH_##match_,                                                                            \
     .delim = (delim_),                                                                                      \
     .args = (args_),                                                                                        \
     .states = RSP_STATE_##states_,                                                                          \
     .feature = (feature_),                                                                                  \
     .requirements = (reqs_),                                                                                \
     .id_text = #id_,                                                                                        \
     .handler = #handler_,                                                                                   \
     .effect = RSP_EFFECT_##effect_,                                                                         \
     .harm = RSP_HARM_##hazard_,                                                                             \
     .reply = RSP_REPLY_FORM_##reply_,                                                                       \
     .reply_requirements = (reply_reqs_),                                                                    \
     .title = (title_)},

_Static_assert((int)RSP_PACKET_END <= (int)RSP_PACKET_MOST, "arrays that ids index are too small");

const rsp_packet_row rsp_packet_rows[RSP_PACKET_MOST] = {RSP_PACKET_LIST(ROW)};

/* The names again, filled up with zeros: they are compared eight bytes at a time. */
#define NAME(id, name, ...) name,
static const char padded[RSP_PACKET_END - 1][ID_TEXT_NAME_MAX] = {RSP_PACKET_LIST(NAME)};

static uint64_t load_big_endian(const char *at) {
    uint8_t b[8];
    memcpy(b, at, sizeof b);
    return (uint64_t)b[0] << 56 | (uint64_t)b[1] << 48 | (uint64_t)b[2] << 40 | (uint64_t)b[3] << 32 |
           (uint64_t)b[4] << 24 | (uint64_t)b[5] << 16 | (uint64_t)b[6] << 8 | (uint64_t)b[7];
}

/* `first` is the key's first eight bytes, which mostly decide. */
static bool sorts_behind(const char name[ID_TEXT_NAME_MAX], const char key[ID_TEXT_NAME_MAX],
                         uint64_t first) {
    const uint64_t begin = load_big_endian(name);
    if (begin != first)
        return begin > first;
    for (size_t i = 8; i < ID_TEXT_NAME_MAX; i += 8) {
        uint64_t ours = load_big_endian(name + i);
        uint64_t theirs = load_big_endian(key + i);
        if (ours != theirs)
            return ours > theirs;
    }
    return false;
}

/* The last row whose name does not sort behind `key`, or NULL. Zeros at the key's end make no difference: no
 * name has any. */
static const rsp_packet_row *last_up_to(rsp_bytes key) {
    char text[ID_TEXT_NAME_MAX] = {0};
    key = rsp_bytes_sub(key, 0, sizeof text);
    if (key.len > 0)
        memcpy(text, key.ptr, key.len);
    const uint64_t first = load_big_endian(text);
    size_t low = 0;
    size_t high = RSP_PACKET_END - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sorts_behind(padded[middle], text, first))
            high = middle;
        else
            low = middle + 1;
    }
    return low > 0 ? &rsp_packet_rows[low - 1] : NULL;
}

static size_t common_len(rsp_bytes a, rsp_bytes b) {
    size_t most = a.len < b.len ? a.len : b.len;
    size_t len = 0;
    while (len < most && a.ptr[len] == b.ptr[len])
        len++;
    return len;
}

/* Hex digits up to the end, or up to a separator; behind one letter of a family only to one that the
 * arguments have: "qPathComplete:" and "qPad:" are no `qP` with an odd argument, but other packets. */
static bool has_digits(const rsp_packet_row *row, rsp_bytes rest) {
    size_t len = 0;
    while (len < rest.len && rsp_hex_value(rest.ptr[len]) >= 0)
        len++;
    if (len == 0 || len == rest.len)
        return len > 0;
    const char separator = (char)rest.ptr[len];
    return (separator == ',' || separator == ':') && (row->name.len > 2 || strchr(row->args, separator));
}

static bool accepts(const rsp_packet_row *row, rsp_bytes payload) {
    if (payload.len == row->name.len)
        return true;
    const rsp_bytes rest = rsp_bytes_from(payload, row->name.len);
    switch (row->match) {
    case RSP_MATCH_EXACT:
        return false;
    case RSP_MATCH_PREFIX:
        return true;
    case RSP_MATCH_HEX:
        return has_digits(row, rest);
    case RSP_MATCH_DELIM:
        return rest.ptr[0] == (uint8_t)row->delim;
    }
    return false;
}

rsp_bytes rsp_packet_args(const rsp_packet_row *row, rsp_bytes request) {
    return rsp_bytes_from(request, row->name.len + (row->match == RSP_MATCH_DELIM));
}

const rsp_packet_row *rsp_packet_lookup(rsp_bytes payload, rsp_bytes *out_args) {
    rsp_bytes key = rsp_bytes_sub(payload, 0, ID_TEXT_NAME_MAX);
    while (key.len > 0) {
        const rsp_packet_row *row = last_up_to(key);
        if (!row)
            return NULL;
        size_t same = common_len(row->name, key);
        if (same == row->name.len && accepts(row, payload)) {
            if (out_args)
                *out_args = rsp_packet_args(row, payload);
            return row;
        }
        /* Names that are prefixes of the key and sort before this row are no longer than what the two share.
         */
        key.len = same == row->name.len ? same - 1 : same;
    }
    return NULL;
}

rsp_packet_id rsp_packet_identify(rsp_bytes payload) {
    const rsp_packet_row *row = rsp_packet_lookup(payload, NULL);
    return row ? row->id : RSP_PACKET_UNKNOWN;
}

const rsp_packet_row *rsp_packet_by_name(rsp_bytes name) {
    const rsp_packet_row *row = last_up_to(name);
    return row && rsp_bytes_equal(row->name, name) ? row : NULL;
}

void rsp_packet_begin(rsp_buf *out, rsp_packet_id id) {
    const rsp_packet_row *row = rsp_packet_by_id(id);
    rsp_buf_append(out, rsp_packet_name(id));
    if (row && row->match == RSP_MATCH_DELIM)
        rsp_buf_push(out, (uint8_t)row->delim);
}

bool rsp_packet_take(rsp_bytes *rest, rsp_packet_id id) {
    const rsp_packet_row *row = rsp_packet_by_id(id);
    rsp_bytes in = *rest;
    if (!row || !rsp_take_text(&in, row->name))
        return false;
    if (row->match == RSP_MATCH_DELIM && !rsp_take_byte(&in, (uint8_t)row->delim))
        return false;
    *rest = in;
    return true;
}

const char *rsp_reply_form_text(rsp_reply_form form) {
    static const char *const texts[] = {
#define FORM_TEXT(name, text) text,
        RSP_REPLY_FORM_LIST(FORM_TEXT)
#undef FORM_TEXT
    };
    return (unsigned)form < RSP_ARRAY_LEN(texts) ? texts[form] : "?";
}

static bool looks_at_whole_name(uint8_t first) {
    return first == 'v' || first == 'q' || first == 'Q' || first == 'j' || first == '_';
}

bool rsp_request_may(rsp_bytes payload, unsigned effects) {
    rsp_packet_id known = rsp_packet_identify(payload);
    if (known != RSP_PACKET_UNKNOWN || payload.len == 0)
        return ((unsigned)rsp_packet_effect(known) & effects) != 0;
    uint8_t first = payload.ptr[0];
    for (size_t i = 0; i < RSP_PACKET_END - 1; i++) {
        const rsp_packet_row *row = &rsp_packet_rows[i];
        if (((unsigned)row->effect & effects) == 0 || row->name.ptr[0] != first)
            continue;
        if (!looks_at_whole_name(first) || rsp_bytes_starts(payload, row->name))
            return true;
    }
    return false;
}
