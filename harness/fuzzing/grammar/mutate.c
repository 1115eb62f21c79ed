/* One change of a session: which messages are sent, in which order and how.
 * Changes inside of a message are in mutate_bytes.c.
 * See the list in grammar.h. */
/* SPDX-License-Identifier: MIT */
#include "grammar_internal.h"

#include "core/limits.h"
#include <rsp/frame.h>

enum { MOST_REPEATS = 40 };

static void again(rsp_messages *list, size_t at, size_t times) {
    for (size_t i = 0; i < times; i++)
        if (!rsp_messages_insert(list, at + 1, list->items[at].kind, rsp_messages_bytes(list, at)))
            return;
}

static void swap(rsp_messages *list, size_t at, size_t with) {
    rsp_message kept = list->items[at];
    list->items[at] = list->items[with];
    list->items[with] = kept;
}

/* The first half of the wire bytes, a pause in which the stub sees only that, and the second half. */
static void split(rsp_grammar *g, rsp_messages *list, size_t at) {
    if (list->num + 2 > RSP_LIMIT_MESSAGES)
        return;
    rsp_buf *wire = &g->scratch;
    rsp_buf_clear(wire);
    rsp_message_wire(wire, list->items[at].kind, rsp_messages_bytes(list, at));
    if (wire->len < 2 || wire->status != RSP_OK)
        return;
    size_t cut = 1 + below(g, wire->len - 1);
    rsp_bytes all = rsp_buf_bytes(wire);
    if (rsp_messages_replace(list, at, RSP_MESSAGE_RAW, rsp_bytes_sub(all, 0, cut)) &&
        rsp_messages_insert(list, at + 1, RSP_MESSAGE_PAUSE, (rsp_bytes){0}))
        (void)rsp_messages_insert(list, at + 2, RSP_MESSAGE_RAW, rsp_bytes_from(all, cut));
}

static void change_acks(rsp_grammar *g, rsp_messages *list, size_t at) {
    static const char *const acks[] = {"-", "+", "++", "--", "+-", "-+", "----"};
    rsp_bytes ack = rsp_bytes_str(acks[below(g, RSP_ARRAY_LEN(acks))]);
    (void)rsp_messages_insert(list, at + 1, RSP_MESSAGE_RAW, ack);
}

static void change_payload(rsp_grammar *g, rsp_messages *list, rsp_mutation mutation, size_t at) {
    rsp_message_kind kind = list->items[at].kind;
    rsp_buf changed = {0};
    rsp_buf_init(&changed, g->scratch.mem, RSP_LIMIT_MESSAGES_BYTES);
    change_bytes(g, &changed, mutation, rsp_messages_bytes(list, at));
    if (changed.status == RSP_OK)
        (void)rsp_messages_replace(list, at, kind <= RSP_MESSAGE_RAW ? kind : RSP_MESSAGE_PACKET,
                                   rsp_buf_bytes(&changed));
    rsp_buf_free(&changed);
}

static void apply(rsp_grammar *g, rsp_messages *list, rsp_mutation mutation, size_t at) {
    switch (mutation) {
    case RSP_MUTATION_DROP:
        rsp_messages_remove(list, at);
        return;
    case RSP_MUTATION_DUPLICATE:
        again(list, at, 1);
        return;
    case RSP_MUTATION_REPEAT:
        again(list, at, 2 + below(g, MOST_REPEATS));
        return;
    case RSP_MUTATION_SWAP:
        swap(list, at, below(g, list->num));
        return;
    case RSP_MUTATION_INSERT:
        insert_request(g, list, at + below(g, 2), pick_kind(g));
        return;
    case RSP_MUTATION_KIND:
        list->items[at].kind = (rsp_message_kind)below(g, RSP_MESSAGE_PAUSE);
        if (list->items[at].kind > RSP_MESSAGE_RAW)
            list->items[at].len = 0;
        return;
    case RSP_MUTATION_INTERRUPT:
        (void)rsp_messages_insert(list, at + below(g, 2), RSP_MESSAGE_INTERRUPT, (rsp_bytes){0});
        return;
    case RSP_MUTATION_PAUSE:
        (void)rsp_messages_insert(list, at + below(g, 2), RSP_MESSAGE_PAUSE, (rsp_bytes){0});
        return;
    case RSP_MUTATION_RECONNECT:
        (void)rsp_messages_insert(list, at + below(g, 2), RSP_MESSAGE_RECONNECT, (rsp_bytes){0});
        return;
    case RSP_MUTATION_SPLIT:
        split(g, list, at);
        return;
    case RSP_MUTATION_MERGE:
        if (list->items[at].kind == RSP_MESSAGE_PACKET)
            list->items[at].kind = RSP_MESSAGE_HURRIED;
        return;
    case RSP_MUTATION_ACK:
        change_acks(g, list, at);
        return;
    case RSP_MUTATION_ARGUMENTS:
    case RSP_MUTATION_NUMBER:
    case RSP_MUTATION_FACT:
    case RSP_MUTATION_BYTE:
    case RSP_MUTATION_SEPARATOR:
    case RSP_MUTATION_RESERVED:
    case RSP_MUTATION_ERASE:
    case RSP_MUTATION_STRETCH:
    case RSP_MUTATION_CUT:
    case RSP_MUTATION_TAIL:
        change_payload(g, list, mutation, at);
        return;
    case RSP_MUTATION_COUNT:
        return;
    }
}

void rsp_grammar_apply(rsp_grammar *grammar, rsp_messages *list, rsp_mutation mutation, size_t at) {
    if (list->num == 0)
        insert_request(grammar, list, 0, RSP_MESSAGE_PACKET);
    else
        apply(grammar, list, mutation, at < list->num ? at : list->num - 1);
}

rsp_mutation rsp_grammar_mutate(rsp_grammar *grammar, rsp_messages *list, size_t *out_at) {
    size_t at = below(grammar, list->num);
    rsp_mutation mutation = (rsp_mutation)below(grammar, RSP_MUTATION_COUNT);
    if (list->num == 0)
        mutation = RSP_MUTATION_INSERT;
    if (out_at)
        *out_at = at;
    rsp_grammar_apply(grammar, list, mutation, at);
    return mutation;
}
