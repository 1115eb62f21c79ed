/* What a listed exchange says in words, and the memory that its request names.
 * Both come from the packet table and the explainer; nothing about single packets stands here.
 * See exchange_filter.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/exchange_filter.h"

#include "codec/explain.h"
#include "codec/packet_schema.h"
#include "core/hex.h"

void rsp_listed_request_explain(rsp_buf *out, const rsp_listed_exchange *x, size_t max_bytes) {
    rsp_explain_options options = {.direction = RSP_TO_STUB, .max_bytes = max_bytes};
    if (x->request.len == 0)
        rsp_buf_str(out, "(no longer known)");
    else
        rsp_explain(out, x->request, &options);
}

void rsp_listed_reply_explain(rsp_buf *out, const rsp_listed_exchange *x, size_t max_bytes) {
    rsp_explain_options options = {.direction = RSP_TO_CLIENT, .request = x->request, .max_bytes = max_bytes};
    if (x->answer == RSP_ANSWER_NONE)
        rsp_buf_str(out, "(no reply)");
    else
        rsp_explain(out, x->reply, &options);
}

static bool is_word(const rsp_schema_token *token, const char *word) {
    return token->kind == RSP_SCHEMA_FIELD && rsp_bytes_equal(token->text, rsp_bytes_str(word));
}

/* The fields before an address are single hex digits, as in Z0,1000,4. */
bool rsp_listed_memory(const rsp_listed_exchange *x, uint64_t *out_addr, uint64_t *out_len) {
    const rsp_packet_row *row = rsp_packet_by_id(x->packet);
    if (!row || x->request.len < row->name.len)
        return false;
    rsp_bytes schema = rsp_bytes_str(row->args);
    rsp_bytes rest = rsp_packet_args(row, x->request);
    bool found = false;
    *out_len = 0;
    for (;;) {
        rsp_schema_token token = rsp_schema_next(&schema);
        bool address = is_word(&token, "addr");
        bool length = is_word(&token, "len");
        if (address || length) {
            if (rsp_take_hex(address ? out_addr : out_len, &rest) != RSP_OK)
                return found;
            found = found || address;
        } else if (is_word(&token, "type") && rest.len > 0) {
            rest = rsp_bytes_from(rest, 1);
        } else if (token.kind != RSP_SCHEMA_LITERAL || !rsp_bytes_starts(rest, token.text)) {
            return found;
        } else {
            rest = rsp_bytes_from(rest, token.text.len);
        }
    }
}
