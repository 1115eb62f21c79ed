/* Lookup in the packet table: the longest name that is a prefix of the payload and whose row accepts it.
 * The list is sorted by name, so that a binary search finds it without an index to be built first.
 * See packet_table.h for the rows. */
/* SPDX-License-Identifier: MIT */
#include <rsp/packet_table.h>

#include <rsp/hex.h>

enum { ID_TEXT_NAME_MAX = 48 }; /* longer than any name */

#define ROW(id_, name_, match_, delim_, args_, states_, feature_, reqs_, handler_) \
    {.id = RSP_PACKET_##id_,                                                       \
     .name = {(const uint8_t *)(name_), sizeof(name_) - 1},                        \
     .match = RSP_MATCH_##match_,                                                  \
     .delim = (delim_),                                                            \
     .args = (args_),                                                              \
     .states = RSP_STATE_##states_,                                                \
     .feature = (feature_),                                                        \
     .requirements = (reqs_),                                                      \
     .id_text = #id_,                                                              \
     .handler = #handler_},

const rsp_packet_row rsp_packet_rows[RSP_PACKET_END - 1] = {RSP_PACKET_LIST(ROW)};

/* Bytes that both begin with; `from` of them are known to be the same. */
static size_t common_len(rsp_bytes a, rsp_bytes b, size_t from) {
    size_t most = a.len < b.len ? a.len : b.len;
    size_t len = from;
    while (len < most && a.ptr[len] == b.ptr[len])
        len++;
    return len;
}

/* The last row whose name does not sort behind `key`, or NULL. All names between two share what those two
 * share with the key: it is not compared again. */
static const rsp_packet_row *last_up_to(rsp_bytes key) {
    size_t low = 0;
    size_t high = RSP_ARRAY_LEN(rsp_packet_rows);
    size_t same_low = 0;
    size_t same_high = 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        rsp_bytes name = rsp_packet_rows[middle].name;
        size_t same = common_len(name, key, same_low < same_high ? same_low : same_high);
        if (same < name.len && (same == key.len || name.ptr[same] > key.ptr[same])) {
            high = middle;
            same_high = same;
        } else {
            low = middle + 1;
            same_low = same;
        }
    }
    return low > 0 ? &rsp_packet_rows[low - 1] : NULL;
}

static bool accepts(const rsp_packet_row *row, rsp_bytes payload) {
    if (payload.len == row->name.len)
        return true;
    uint8_t next = payload.ptr[row->name.len];
    switch (row->match) {
    case RSP_MATCH_EXACT:
        return false;
    case RSP_MATCH_PREFIX:
        return true;
    case RSP_MATCH_HEX:
        return rsp_hex_value(next) >= 0;
    case RSP_MATCH_DELIM:
        return next == (uint8_t)row->delim;
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
        size_t same = common_len(row->name, key, 0);
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

const rsp_packet_row *rsp_packet_by_name(rsp_bytes name) {
    const rsp_packet_row *row = last_up_to(name);
    return row && rsp_bytes_equal(row->name, name) ? row : NULL;
}
