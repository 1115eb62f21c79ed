/* Requests that are asked once for the whole run: whether the stub serves a packet, and whether it works.
 * A stub that announces a packet, or whose profile names it, is judged even when it answers empty.
 * Answers are remembered by what the file says, as addresses and threads differ, and by places it names. */
/* SPDX-License-Identifier: MIT */
#include "needs/asked.h"

#include "match/match.h"
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/failure.h"
#include "play/last_reply.h"
#include "play/request.h"

#include "codec/feature.h"
#include "codec/hostio.h"
#include "codec/reply.h"
#include "core/arena.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static struct answer *find_answer(play *p, const char *key) {
    for (struct answer *a = p->stub->answers; a; a = a->next) {
        if (strcmp(a->key, key) == 0)
            return a;
    }
    return NULL;
}

static void remember(play *p, const char *key, bool yes, bool sure, const char *why) {
    rsp_arena *arena = &p->stub->arena;
    struct answer *a = rsp_arena_alloc(arena, sizeof *a);
    if (!a)
        return;
    *a = (struct answer){.key = rsp_arena_str(arena, key),
                         .yes = yes,
                         .sure = sure,
                         .why = rsp_arena_str(arena, why),
                         .next = p->stub->answers};
    p->stub->answers = a;
}

enum { SHOWN_BYTES = 40 };

/* A request, evaluated; NULL after failing the play. */
static const char *request_of(play *p, const payload_spec *payload) {
    rsp_buf *request = play_buf(p);
    const char *text =
        play_payload(p, payload, request) ? rsp_arena_str(&p->room.arena, rsp_buf_cstr(request)) : NULL;
    return text;
}

/* Asks, and fails the play where no reply comes: that is a finding, not a packet that is missing. */
static bool ask(play *p, const written *at, const char *request) {
    rsp_status status = client_end_request(&p->t, rsp_bytes_str(request));
    if (status == RSP_OK)
        return true;
    const char *shown = play_printable(p, rsp_bytes_str(request), SHOWN_BYTES);
    (void)play_fail_status(p, at, status, rsp_arena_printf(&p->room.arena, "the reply to %s", shown));
    return false;
}

/* One that gets no reply, or is deadly, is not asked for its existence again: a result tells it. */
static bool is_gone_around(play *p, const char *request, const char **out_reason) {
    const client_end *t = &p->t;
    const char *known = t->known.detour ? detour_known(t->known.detour, t->known.patience, t->known.manners,
                                                       rsp_bytes_str(request))
                                        : NULL;
    if (known)
        *out_reason = play_told_elsewhere(p, play_printable(p, rsp_bytes_str(request), SHOWN_BYTES), known);
    return known != NULL;
}

bool asked_disproved(const stub_knowledge *k, const struct answer *since) {
    for (const struct answer *a = k->answers; a && a != since; a = a->next)
        if (!a->yes && *a->why && !a->sure)
            return true;
    return false;
}

void asked_forget_refusals(stub_knowledge *k, const struct answer *since) {
    struct answer **next = &k->answers;
    while (*next && *next != since) {
        if ((*next)->yes || (*next)->sure)
            next = &(*next)->next;
        else
            *next = (*next)->next;
    }
}

/* --- whether a packet is served --- */

bool packet_is_promised(play *p, rsp_bytes request) {
    rsp_bytes args = {0};
    const rsp_packet_row *row = rsp_packet_lookup(request, &args);
    if (!row)
        return false;
    if (row->feature && rsp_feature_yes(rsp_buf_bytes(&p->opening.supported), rsp_bytes_str(row->feature)))
        return true;
    for (size_t i = 0; p->profile && i < p->profile->num_serves; i++) {
        if (rsp_bytes_equal(rsp_bytes_str(p->profile->serves[i]), row->name))
            return true;
    }
    return false;
}

bool packet_was_served(const play *p, rsp_bytes request) {
    const rsp_packet_id id = rsp_packet_identify(request);
    return id < RSP_PACKET_MOST && p->stub->manners->replies.packets[id] == RSP_HABIT_YES;
}

/* F-1,58, ENOSYS: to GDB the same as a vFile operation that gets the empty reply. */
static bool is_not_implemented(rsp_bytes reply) {
    rsp_hostio_reply file = {0};
    return rsp_hostio_reply_parse(&file, reply, NULL) == RSP_OK && file.has_error &&
           file.error == RSP_FILEIO_ENOSYS;
}

/* If unknown packets get errors, an error may mean that this packet is unknown, too. */
static bool says_served(const play *p, rsp_bytes reply) {
    bool errors = p->stub->manners->replies.unknowns == RSP_UNKNOWNS_ERROR;
    return reply.len > 0 && !(errors && rsp_reply_is_error(reply)) && !is_not_implemented(reply);
}

/* "l" at once, in answer to qfThreadInfo. GDB takes it for a stub without threads where no stop names one. */
static bool is_empty_list(rsp_bytes request, rsp_bytes reply) {
    return rsp_packet_identify(request) == RSP_PACKET_QF_THREAD_INFO && rsp_bytes_equal(reply, RSP_LIT("l"));
}

/* An error in answer to z says that there is no such breakpoint, or that there can be none. Z tells, at a
 * place where the scenario sets one itself; what it sets is taken back. *out_lacks: it gets the empty reply.
 */
static bool ask_for_point(play *p, const written *at, const char *request, const char **out_lacks) {
    const char *insert = rsp_arena_printf(&p->room.arena, "Z%s", request + 1);
    const char *around = "";
    if (is_gone_around(p, insert, &around))
        return true;
    if (!ask(p, at, insert))
        return false;
    const rsp_bytes reply = client_end_payload(&p->t);
    if (reply.len == 0)
        *out_lacks = rsp_arena_printf(&p->room.arena, "%s is not supported",
                                      play_printable(p, rsp_bytes_str(insert), SHOWN_BYTES));
    return !rsp_bytes_equal(reply, RSP_LIT("OK")) || ask(p, at, request);
}

static bool is_refused_removal(play *p, const char *request) {
    return rsp_packet_identify(rsp_bytes_str(request)) == RSP_PACKET_REMOVE_BREAKPOINT &&
           rsp_reply_is_error(client_end_payload(&p->t));
}

bool asked_served(play *p, const payload_spec *item, const char **out_reason) {
    const char *request = request_of(p, item);
    *out_reason = "";
    if (!request)
        return false;
    *out_reason = rsp_arena_printf(&p->room.arena, "%s is not supported",
                                   play_printable(p, rsp_bytes_str(request), SHOWN_BYTES));
    if (packet_is_promised(p, rsp_bytes_str(request)))
        return true;
    /* In a step the request may hold the loop's value; before the steps there are only facts. */
    const char *key = p->at.step ? request : spec_text(&item->w);
    struct answer *a = find_answer(p, key);
    if (a && *a->why)
        *out_reason = a->why;
    if (a)
        return a->yes;
    if (is_gone_around(p, request, out_reason) || !ask(p, &item->w, request))
        return false;
    const char *lacks = "";
    if (is_empty_list(rsp_bytes_str(request), client_end_payload(&p->t)))
        lacks = "the list of threads is empty";
    bool yes = says_served(p, client_end_payload(&p->t)) && !*lacks;
    if (yes && is_refused_removal(p, request) && !ask_for_point(p, &item->w, request, &lacks))
        return false;
    yes = yes && !*lacks;
    if (*lacks)
        *out_reason = lacks;
    remember(p, key, yes, *lacks || !packet_was_served(p, rsp_bytes_str(request)), lacks);
    return yes;
}

/* --- whether a request works --- */

/* Everything that is said in `w`, whatever its spelling in the file: for keys. */
static void append_said(rsp_buf *out, const written *w, const char *key, size_t depth) {
    spec_child child;
    rsp_buf_printf(out, "\n%zu %s=", depth, key);
    rsp_buf_append(out, w->text);
    for (size_t i = 0; spec_child_at(w, i, &child); i++)
        append_said(out, child.is, child.key, depth + 1);
}

/* Values of the scenario's own that the text names: the answer is for them only. */
static void append_named(rsp_buf *out, const value_entry *entries, size_t num, rsp_bytes text) {
    for (size_t i = 0; i < num; i++) {
        if (rsp_bytes_search(text, rsp_bytes_str(entries[i].name)) < text.len)
            append_said(out, &entries[i].is->w, entries[i].name, 0);
    }
}

/* Values of what was learned on this connection: memory may end at one place of a program and not at the
 * next. */
static void append_learned(play *p, rsp_buf *out, rsp_bytes text) {
    for (unsigned i = 0; i < FACT_COUNT; i++) {
        rsp_bytes name = rsp_bytes_str(fact_table[i].name);
        const value *v = fact_table[i].when == FACT_LEARNED ? scope_get(&p->names, name) : NULL;
        if (!v || rsp_bytes_search(text, name) == text.len)
            continue;
        rsp_buf_printf(out, "\n%s=", fact_table[i].name);
        value_append(out, v);
    }
}

/* All of `works` is one conversation, and so one answer. */
static const char *works_key(play *p, const proofs_spec *works) {
    const case_row_spec *row = p->script.scenario->row;
    const free_exprs_spec *set = p->script.spec->set;
    rsp_buf *key = play_buf(p);
    rsp_buf_printf(key, "works %s", p->ours.program);
    for (size_t i = 0; i < works->num; i++)
        append_said(key, &works->items[i]->w, "", 0);
    rsp_bytes said = rsp_arena_bytes(&p->room.arena, rsp_buf_bytes(key));
    if (row)
        append_named(key, row->entries, row->num_entries, said);
    if (set)
        append_named(key, set->entries, set->num_entries, said);
    append_learned(p, key, rsp_arena_bytes(&p->room.arena, rsp_buf_bytes(key)));
    return rsp_arena_str(&p->room.arena, rsp_buf_cstr(key));
}

/* The reply is the steps' own afterwards: nothing of it stays. */
static bool judge_proof(play *p, const matcher_spec *expect, rsp_buf *why) {
    play_keep_reply(p);
    bool yes = match_reply(p, expect, why);
    rsp_buf *bufs[] = {&p->last.decoded, &p->last.wire, &p->last.raw, &p->last.request};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bufs); i++)
        rsp_buf_clear(bufs[i]);
    memset(p->reused.groups, 0, sizeof p->reused.groups);
    return yes;
}

/* One request of `works`. False: it does not work, or the play has failed. */
static bool prove(play *p, const proof_spec *proof, const char **out_reason) {
    const char *request = request_of(p, proof->send);
    if (!request || is_gone_around(p, request, out_reason) || !ask(p, &proof->w, request))
        return false;
    rsp_buf *why = play_buf(p);
    bool yes = judge_proof(p, proof->expect, why);
    *out_reason = rsp_arena_printf(&p->room.arena, "%s does not work, so that a refusal shows nothing: %s",
                                   play_printable(p, rsp_bytes_str(request), SHOWN_BYTES), rsp_buf_cstr(why));
    return yes;
}

/* Whether the last reply depends on nothing that a program does: what is not known, or not offered. */
static bool is_sure(const play *p) {
    const rsp_bytes request = rsp_buf_bytes(&p->t.request);
    return (client_end_payload(&p->t).len == 0 && !packet_was_served(p, request)) ||
           rsp_packet_identify(request) == RSP_PACKET_QSUPPORTED;
}

bool asked_before(play *p, const proofs_spec *works) {
    const struct answer *a = find_answer(p, works_key(p, works));
    return a && a->yes;
}

bool asked_works(play *p, const proofs_spec *works, const char **out_reason) {
    const char *key = works_key(p, works);
    struct answer *a = find_answer(p, key);
    *out_reason = a ? a->why : "";
    if (a)
        return a->yes;
    bool yes = true;
    for (size_t i = 0; i < works->num && yes; i++)
        yes = prove(p, works->items[i], out_reason);
    if (p->failed.failure.verdict == RSP_VERDICT_PASS)
        remember(p, key, yes, is_sure(p), yes ? "" : *out_reason);
    return yes;
}
