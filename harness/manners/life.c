/* What becomes of clients: a next one, one beside another, and of a program whose client leaves.
 * Comes last, since a stub that serves one client only is gone afterwards.
 * Private to the layer; see look.h. */
/* SPDX-License-Identifier: MIT */
#include "look.h"

#include <rsp/feature.h>

#define FEATURE_OFFERED(name) ";" name

enum { POLL_MS = 10, END_MS = 200 };

void close_link(look *l) {
    if (!l->link)
        return;
    if (l->options->close)
        l->options->close(l->options->ctx, l->link);
    else
        rsp_link_close(l->link);
    l->link = NULL;
}

static rsp_status reconnect(look *l) {
    uint64_t until = rsp_deadline(rsp_link_now(l->link), RSP_LINK_AGAIN_MS * RSP_NS_PER_MS);
    rsp_status status = rsp_link_reconnect_soon(l->link, until, NULL);
    if (status == RSP_NO_MEMORY || status == RSP_CANCELLED)
        l->trouble = status;
    return status;
}

/* What came unasked on the first connection comes again. */
static void begin_again(look *l) {
    reply greeting = {.kind = REPLY_SILENT};
    forget_line(l);
    rsp_buf_clear(&l->last_asked);
    rsp_buf_clear(&l->heard);
    rsp_buf_clear(&l->frame);
    if (l->m->greeting.len > 0)
        hear(l, &greeting, 1, l->options->quiet_ns);
}

static reply_kind greet_again(look *l) {
    begin_again(l);
    rsp_packet_id id = l->m->supported ? RSP_PACKET_QSUPPORTED : RSP_PACKET_REASON;
    reply r = ask_packet(l, id, l->m->supported ? offered(l) : NULL, due_of(l));
    return r.kind;
}

/* A stub that is started for us can be started again. */
static bool is_ours(look *l) {
    return rsp_link_is_virtual(l->link) || rsp_link_pid(l->link) > 0;
}

static bool open_anew(look *l) {
    rsp_link *fresh = NULL;
    if (!is_ours(l))
        return false;
    close_link(l);
    rsp_status status = l->options->open(l->options->ctx, &fresh, NULL);
    if (status == RSP_NO_MEMORY || status == RSP_CANCELLED)
        l->trouble = status;
    l->link = fresh;
    return status == RSP_OK;
}

/* Notes what was lost, and makes the connection anew. */
bool revive(look *l) {
    if (l->trouble != RSP_OK || l->line == LINE_LOST)
        return false;
    bool in_use = l->line == LINE_GONE && l->loss == LOSS_NONE && l->has_program;
    if (in_use) {
        l->lost = true;
        note_bytes(l, TOPIC_END, NULL);
    }
    if (l->num_revivals++ == LOOK_REVIVALS || (reconnect(l) != RSP_OK && !open_anew(l))) {
        l->line = LINE_LOST;
        return false;
    }
    if (greet_again(l) == REPLY_GONE)
        l->line = LINE_LOST;
    else if (l->m->supported)
        look_question(l);
    return look_open(l);
}

static rsp_life next_client(look *l) {
    rsp_link_shut(l->link);
    rsp_status status = reconnect(l);
    if (status == RSP_UNSUPPORTED)
        return RSP_LIFE_ONCE;
    if (status != RSP_OK)
        return rsp_link_has_ended(l->link) ? RSP_LIFE_EXITS : RSP_LIFE_REFUSES;
    switch ((int)greet_again(l)) {
    case REPLY_PACKET:
        return RSP_LIFE_STAYS;
    case REPLY_SILENT:
        return RSP_LIFE_DEAF;
    default:
        return rsp_link_has_ended(l->link) ? RSP_LIFE_EXITS : RSP_LIFE_REFUSES;
    }
}

static bool may_keep(const look *l) {
    const bool is_virtual = rsp_link_is_virtual(l->link) && !l->options->one_connection;
    return l->options->keep && rsp_link_pid(l->link) == 0 && !is_virtual;
}

const char *offered(const look *l) {
    static const char all[] = RSP_CLIENT_FEATURE_LIST(FEATURE_OFFERED) ";error-message+";
    static const char usual[] = RSP_CLIENT_FEATURE_LIST(FEATURE_OFFERED);
    return may_keep(l) ? usual + 1 : all + 1;
}

/* Nobody can start the stub again, and a second client is refused: this connection may be its only one. One
 * that waits in a queue shows nothing: most stubs serve it later. */
void look_alone(look *l) {
    rsp_link *visitor = NULL;
    if (!may_keep(l) || l->plan == LINE_IS_KEPT || !look_open(l))
        return;
    if (l->options->one_connection) {
        l->plan = LINE_IS_KEPT;
        return;
    }
    uint64_t until = rsp_deadline(rsp_link_now(l->link), due_of(l));
    rsp_status status = rsp_link_visit(l->link, &visitor, until, NULL);
    rsp_link_close(visitor);
    if (status == RSP_CANCELLED || status == RSP_NO_MEMORY)
        l->trouble = status;
    if (status == RSP_CONNECT)
        l->plan = LINE_IS_KEPT;
    if (status == RSP_OK && ask_packet(l, RSP_PACKET_REASON, NULL, due_of(l)).kind == REPLY_GONE)
        l->loss = LOSS_BY_SECOND_CLIENT;
}

static bool keep_line(look *l) {
    if (l->plan != LINE_IS_KEPT || l->line != LINE_OPEN)
        return false;
    l->m->life = RSP_LIFE_ALONE;
    l->m->several = RSP_HABIT_NO;
    l->options->keep(l->options->ctx, l->link, l->no_ack);
    l->link = NULL;
    return true;
}

/* A second client beside this one: is it heard? */
static void look_several(look *l) {
    rsp_link *visitor = NULL;
    rsp_link *first = l->link;
    uint64_t until = rsp_deadline(rsp_link_now(first), l->options->quiet_ns);
    rsp_status status = rsp_link_visit(first, &visitor, until, NULL);
    if (status == RSP_UNSUPPORTED)
        return;
    l->m->several = RSP_HABIT_NO;
    if (status != RSP_OK)
        return;
    l->link = visitor;
    bool no_ack = l->no_ack;
    rsp_decoder_reset(&l->decoder);
    l->no_ack = false;
    reply r = ask_packet(l, RSP_PACKET_REASON, NULL, patience_of(l));
    if (r.kind == REPLY_PACKET)
        l->m->several = RSP_HABIT_YES;
    rsp_link_close(visitor);
    l->link = first;
    forget_line(l);
    l->no_ack = no_ack;
}

/* R kills a program and starts it again: only a stub that runs for us alone is asked. */
static void look_restart(look *l) {
    if (!l->options->run_program || !is_ours(l) || !look_open(l))
        return;
    reply r = ask_packet(l, RSP_PACKET_EXTENDED, NULL, patience_of(l));
    note_packet(l, RSP_PACKET_EXTENDED, &r);
    bool taken = r.kind == REPLY_PACKET && rsp_bytes_equal(r.payload, RSP_LIT("OK"));
    if (!taken || l->m->packets[RSP_PACKET_EXTENDED] != RSP_HABIT_YES) {
        l->m->restarts = r.kind == REPLY_GONE ? RSP_HABIT_UNKNOWN : RSP_HABIT_NO;
        return;
    }
    r = ask_packet(l, RSP_PACKET_RESTART, "00", l->options->quiet_ns);
    r = ask_packet(l, RSP_PACKET_REASON, NULL, due_of(l));
    bool again = is_answer(&r) && (r.payload.ptr[0] == 'T' || r.payload.ptr[0] == 'S');
    if (r.kind != REPLY_GONE)
        l->m->restarts = again ? RSP_HABIT_YES : RSP_HABIT_NO;
}

static void look_end(look *l) {
    uint64_t until = rsp_deadline(rsp_link_now(l->link), END_MS * RSP_NS_PER_MS);
    bool waits = l->m->life == RSP_LIFE_ONCE || l->m->life == RSP_LIFE_EXITS;
    while (waits && rsp_link_ended(l->link).kind == RSP_END_RUNNING && rsp_link_now(l->link) < until)
        rsp_link_wait(l->link, rsp_deadline(rsp_link_now(l->link), POLL_MS * RSP_NS_PER_MS));
    rsp_link_end end = rsp_link_ended(l->link);
    if (end.kind == RSP_END_NO_CHILD)
        return;
    bool clean = end.kind == RSP_END_EXITED && end.code == 0;
    l->m->ends_cleanly = clean ? RSP_HABIT_YES : RSP_HABIT_NO;
}

/* Packets side by side are tried with acknowledgments, as every connection begins. There are stubs that end
 * the connection then: hence on one that is not needed any more, where there can be another. */
void look_life(look *l) {
    if (l->trouble != RSP_OK || !l->link || keep_line(l))
        return;
    if (l->line == LINE_LOST) {
        l->m->life = rsp_link_has_ended(l->link) ? RSP_LIFE_EXITS : RSP_LIFE_REFUSES;
        return;
    }
    if (!is_ours(l) && !l->no_ack)
        look_writes(l);
    l->m->life = next_client(l);
    note_bytes(l, TOPIC_CLIENTS, NULL);
    if (l->m->life == RSP_LIFE_STAYS) {
        look_several(l);
        if (!l->wrote)
            look_writes(l);
        if (look_open(l) || revive(l))
            look_noack(l);
        look_restart(l);
    }
    if (!l->link)
        return;
    rsp_link_shut(l->link);
    look_end(l);
    if (!l->wrote && is_ours(l) && open_anew(l) && greet_again(l) != REPLY_GONE)
        look_writes(l);
}
