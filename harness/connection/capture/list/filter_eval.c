/* Asks a compiled filter: short-circuit, so that the decoded text is made only where it decides.
 * The recursion is as deep as the filter has terms at most.
 * See exchange_filter.h. */
/* SPDX-License-Identifier: MIT */
#include "filter_tree.h"

enum { WORDS_BYTES = 256 }; /* of data in the decoded text that ~ looks into */

static bool number_of(const rsp_listed_exchange *x, rsp_filter_field field, uint64_t *out) {
    uint64_t length = 0;
    uint64_t address = 0;
    switch (field) {
    case RSP_FILTER_FIELD_KIND:
        *out = x->packet;
        return true;
    case RSP_FILTER_FIELD_ANSWER:
        *out = x->answer;
        return true;
    case RSP_FILTER_FIELD_ACTION:
        *out = x->action;
        return true;
    case RSP_FILTER_FIELD_PHASE:
        *out = x->class_;
        return true;
    case RSP_FILTER_FIELD_LATENCY:
        *out = x->latency_ns;
        return x->timed && x->answer != RSP_ANSWER_NONE;
    case RSP_FILTER_FIELD_AT:
        *out = x->at_ns;
        return x->timed;
    case RSP_FILTER_FIELD_STOP:
        *out = x->stop;
        return true;
    case RSP_FILTER_FIELD_ADDRESS:
    case RSP_FILTER_FIELD_LENGTH:
        if (!rsp_listed_memory(x, &address, &length))
            return false;
        *out = field == RSP_FILTER_FIELD_ADDRESS ? address : length;
        return true;
    case RSP_FILTER_FIELD_SENT:
        *out = x->request_bytes;
        return true;
    case RSP_FILTER_FIELD_GOT:
        *out = x->reply_bytes;
        return x->answer != RSP_ANSWER_NONE;
    case RSP_FILTER_FIELD_NUMBER:
        *out = x->number;
        return true;
    case RSP_FILTER_FIELD_CONVERSATION:
        *out = x->conversation;
        return true;
    case RSP_FILTER_FIELD_FRAME:
        *out = x->request_frame;
        return x->request_frame > 0;
    case RSP_FILTER_FIELD_REQUEST:
    case RSP_FILTER_FIELD_REPLY:
    case RSP_FILTER_FIELDS:
        break;
    }
    return false;
}

static bool contains(rsp_bytes hay, rsp_bytes needle) {
    return needle.len == 0 || rsp_bytes_search(hay, needle) < hay.len;
}

static bool text_holds(const filter_node *n, rsp_bytes wanted, const rsp_listed_exchange *x, rsp_buf *words) {
    bool reply = n->field == RSP_FILTER_FIELD_REPLY;
    rsp_bytes said = reply ? x->reply : x->request;
    if (reply ? x->answer == RSP_ANSWER_NONE : x->request.len == 0)
        return false;
    if (n->compare != FILTER_CONTAINS)
        return rsp_bytes_equal(said, wanted) == (n->compare == FILTER_EQUAL);
    if (contains(said, wanted))
        return true;
    rsp_buf_clear(words);
    if (reply)
        rsp_listed_reply_explain(words, x, WORDS_BYTES);
    else
        rsp_listed_request_explain(words, x, WORDS_BYTES);
    return contains(rsp_buf_bytes(words), wanted);
}

static bool compares(filter_compare compare, uint64_t value, uint64_t wanted) {
    switch (compare) {
    case FILTER_EQUAL:
        return value == wanted;
    case FILTER_UNEQUAL:
        return value != wanted;
    case FILTER_AT_MOST:
        return value <= wanted;
    case FILTER_AT_LEAST:
        return value >= wanted;
    case FILTER_BELOW:
        return value < wanted;
    case FILTER_ABOVE:
        return value > wanted;
    case FILTER_CONTAINS:
    case FILTER_COMPARES:
        break;
    }
    return false;
}

static bool test_holds(const rsp_exchange_filter *f, const filter_node *n, const rsp_listed_exchange *x,
                       rsp_buf *words) {
    rsp_bytes wanted = rsp_bytes_sub(rsp_buf_bytes(&f->texts), n->text, n->text_len);
    uint64_t value = 0;
    if (n->field == RSP_FILTER_FIELD_REQUEST || n->field == RSP_FILTER_FIELD_REPLY)
        return text_holds(n, wanted, x, words);
    if (!number_of(x, n->field, &value))
        return false;
    if (n->compare == FILTER_CONTAINS)
        return contains(rsp_bytes_str(filter_name(n->field, (size_t)value)), wanted);
    return compares(n->compare, value, n->number);
}

static bool holds(const rsp_exchange_filter *f, size_t i, const rsp_listed_exchange *x, rsp_buf *words) {
    const filter_node *n = &f->nodes[i];
    switch (n->kind) {
    case FILTER_TEST:
        return test_holds(f, n, x, words);
    case FILTER_NOT:
        return !holds(f, n->left, x, words);
    case FILTER_AND:
        return holds(f, n->left, x, words) && holds(f, n->right, x, words);
    case FILTER_OR:
        return holds(f, n->left, x, words) || holds(f, n->right, x, words);
    }
    return false;
}

bool rsp_exchange_filter_wants(const rsp_exchange_filter *filter, const rsp_listed_exchange *exchange,
                               rsp_buf *words) {
    return !filter || holds(filter, filter->root, exchange, words);
}
