/* Requests that are asked once for the whole run: whether the stub serves a packet, and whether it works.
 * A stub that announces a packet, or whose profile names it, is judged even when it answers empty.
 * Answers are remembered by what the file says, as addresses and threads differ between connections. */
/* SPDX-License-Identifier: MIT */
#include "play/play.h"

#include <rsp/explain.h>
#include <rsp/feature.h>
#include <rsp/limits.h>
#include <rsp/packet_table.h>

static struct answer *find_answer(play *p, const char *key) {
    for (struct answer *a = p->stub->answers; a; a = a->next) {
        if (strcmp(a->key, key) == 0)
            return a;
    }
    return NULL;
}

static void remember(play *p, const char *key, bool yes, const char *why) {
    rsp_arena *arena = &p->stub->arena;
    struct answer *a = rsp_arena_alloc(arena, sizeof *a);
    if (!a)
        return;
    *a = (struct answer){.key = rsp_arena_str(arena, key),
                         .yes = yes,
                         .why = rsp_arena_str(arena, why),
                         .next = p->stub->answers};
    p->stub->answers = a;
}

/* A text of the stub, fit for a line. */
static const char *printable(play *p, rsp_bytes bytes) {
    enum { SHOWN_BYTES = 40 };
    rsp_buf text = {.mem = p->arena.mem};
    rsp_printable_append(&text, bytes, SHOWN_BYTES);
    const char *copy = rsp_arena_str(&p->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return copy;
}

/* The request that `node` says, evaluated; NULL after failing the play. */
static const char *request_of(play *p, const rsp_node *node) {
    rsp_buf request = {.mem = p->arena.mem, .limit = RSP_LIMIT_VALUE_BYTES};
    const char *text =
        play_payload(p, node, &request) ? rsp_arena_str(&p->arena, rsp_buf_cstr(&request)) : NULL;
    rsp_buf_free(&request);
    return text;
}

/* Asks, and fails the play where no reply comes: that is a finding, not a packet that is missing. */
static bool ask(play *p, const rsp_node *node, const char *request) {
    rsp_status status = talk_request(&p->t, rsp_bytes_str(request));
    if (status == RSP_OK)
        return true;
    const char *shown = printable(p, rsp_bytes_str(request));
    (void)play_fail_status(p, node, status, rsp_arena_printf(&p->arena, "the reply to %s", shown));
    return false;
}

/* --- whether a packet is served --- */

bool packet_is_promised(play *p, rsp_bytes request) {
    rsp_bytes args = {0};
    const rsp_packet_row *row = rsp_packet_lookup(request, &args);
    if (!row)
        return false;
    if (row->feature && rsp_feature_yes(rsp_buf_bytes(&p->supported), rsp_bytes_str(row->feature)))
        return true;
    for (size_t i = 0; p->profile && i < p->profile->num_serves; i++) {
        if (rsp_bytes_equal(rsp_bytes_str(p->profile->serves[i]), row->name))
            return true;
    }
    return false;
}

bool asked_served(play *p, const rsp_node *item, const char **out_reason) {
    const char *request = request_of(p, item);
    *out_reason = "";
    if (!request)
        return false;
    *out_reason = rsp_arena_printf(&p->arena, "%s is not supported", printable(p, rsp_bytes_str(request)));
    if (packet_is_promised(p, rsp_bytes_str(request)))
        return true;
    /* In a step the request may hold the loop's value; before the steps there are only facts. */
    const char *key = p->step ? request : node_str(item);
    struct answer *a = find_answer(p, key);
    if (a)
        return a->yes;
    if (!ask(p, item, request))
        return false;
    bool yes = talk_payload(&p->t).len > 0;
    remember(p, key, yes, "");
    return yes;
}

/* --- whether a request works --- */

/* What `node` says, whatever its spelling in the file: for keys. */
static void append_node(rsp_buf *out, const rsp_node *root) {
    const rsp_node *n = root;
    size_t depth = 0;
    while (n) {
        rsp_buf_printf(out, "\n%zu %.*s=", depth, (int)n->key.len,
                       n->key.ptr ? (const char *)n->key.ptr : "");
        rsp_buf_append(out, n->kind == NODE_SCALAR ? n->text : (rsp_bytes){0});
        if (n->first) {
            n = n->first;
            depth++;
            continue;
        }
        while (n != root && !n->next) {
            n = n->parent;
            depth--;
        }
        n = n == root ? NULL : n->next;
    }
}

/* Values of the scenario's own that the text names: the answer is for them only. */
static void append_named(rsp_buf *out, const rsp_node *map, rsp_bytes text) {
    for (const rsp_node *n = map ? map->first : NULL; n; n = n->next) {
        if (rsp_bytes_search(text, n->key) < text.len)
            append_node(out, n);
    }
}

/* What proves that a stub serves anything, and memory: for `works: registers` and `works: memory`. */
static const struct {
    const char *word;
    const char *send;
    const char *expect;
} known_proofs[] = {
    {"registers", "g", "^[0-9a-fx]{8,}$"},
    {"memory", "m${scratch},4", "^[0-9a-f]{8}$"},
};

/* A proof as nodes: those of the file, or made of a word. */
typedef struct proof {
    rsp_node made[3];
    const rsp_node *send;
    const rsp_node *expect;
} proof;

static void read_proof(proof *out, const rsp_node *node) {
    *out = (proof){.send = node_get(node, "send"), .expect = node_get(node, "expect")};
    for (size_t i = 0; node->kind == NODE_SCALAR && i < RSP_ARRAY_LEN(known_proofs); i++) {
        if (!node_is(node, known_proofs[i].word))
            continue;
        rsp_node *made = out->made;
        for (size_t k = 0; k < RSP_ARRAY_LEN(out->made); k++)
            made[k] = (rsp_node){.kind = NODE_SCALAR, .line = node->line, .column = node->column};
        made[0].text = rsp_bytes_str(known_proofs[i].send);
        made[1].kind = NODE_MAP;
        made[1].first = &made[2];
        made[1].num = 1;
        made[2].key = RSP_LIT("regex");
        made[2].text = rsp_bytes_str(known_proofs[i].expect);
        out->send = &made[0];
        out->expect = &made[1];
    }
}

/* All of `works` is one conversation, and so one answer. */
static const char *works_key(play *p, const rsp_node *works) {
    rsp_buf key = {.mem = p->arena.mem, .limit = RSP_LIMIT_VALUE_BYTES};
    rsp_buf_printf(&key, "works %s", p->program);
    append_node(&key, works);
    rsp_bytes said = rsp_arena_bytes(&p->arena, rsp_buf_bytes(&key));
    append_named(&key, p->scenario->bindings, said);
    append_named(&key, node_get(p->scenario->node, "set"), said);
    const char *text = rsp_arena_str(&p->arena, rsp_buf_cstr(&key));
    rsp_buf_free(&key);
    return text;
}

/* The reply is the steps' own afterwards: nothing of it stays. */
static bool judge_proof(play *p, const rsp_node *expect, rsp_buf *why) {
    play_keep_reply(p);
    bool yes = match_reply(p, expect, why);
    rsp_buf *bufs[] = {&p->last, &p->last_wire, &p->last_raw, &p->last_request};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bufs); i++)
        rsp_buf_clear(bufs[i]);
    memset(p->groups, 0, sizeof p->groups);
    return yes;
}

/* One request of `works`. False: it does not work, or the play has failed. */
static bool prove(play *p, const rsp_node *node, const char **out_reason) {
    proof wanted;
    read_proof(&wanted, node);
    const char *request = wanted.send ? request_of(p, wanted.send) : NULL;
    if (!request || !ask(p, node, request))
        return false;
    rsp_buf why = {.mem = p->arena.mem};
    bool yes = judge_proof(p, wanted.expect, &why);
    *out_reason = rsp_arena_printf(&p->arena, "%s does not work, so that a refusal shows nothing: %s",
                                   printable(p, rsp_bytes_str(request)), rsp_buf_cstr(&why));
    rsp_buf_free(&why);
    return yes;
}

bool asked_works(play *p, const rsp_node *works, const char **out_reason) {
    const char *key = works_key(p, works);
    struct answer *a = find_answer(p, key);
    *out_reason = a ? a->why : "";
    if (a)
        return a->yes;
    bool yes = true;
    for (const rsp_node *n = works->kind == NODE_SEQ ? works->first : works; n && yes;
         n = works->kind == NODE_SEQ ? n->next : NULL)
        yes = prove(p, n, out_reason);
    if (p->failure.verdict == RSP_VERDICT_PASS)
        remember(p, key, yes, yes ? "" : *out_reason);
    return yes;
}
