/* What becomes of clients: a next one, one beside another, and of a program whose client leaves.
 * Comes last, since a stub that serves one client only is gone afterwards.
 * Private to the layer; see look.h. */
/* SPDX-License-Identifier: MIT */
#include "look.h"

#include "codec/explain.h"
#include "codec/feature.h"
#include "link/link_control.h"
#include <rsp/packet_ids.h>

#define FEATURE_OFFERED(name) ";" name

enum { FRAME_EXTRA = 4 }; /* "$" and "#cs" */
enum { POLL_MS = 10, END_MS = 200, SPIN_S = 20 };

void close_link(look *l) {
    if (!l->t.link)
        return;
    if (l->t.options->close)
        l->t.options->close(l->t.options->ctx, l->t.link);
    else
        rsp_link_close(l->t.link);
    l->t.link = NULL;
}

static rsp_status reconnect(look *l) {
    uint64_t until = rsp_deadline(rsp_link_now(l->t.link), RSP_LINK_AGAIN_MS * RSP_NS_PER_MS);
    rsp_status status = rsp_link_reconnect_soon(l->t.link, until, NULL);
    if (status == RSP_NO_MEMORY || status == RSP_CANCELLED)
        l->t.trouble = status;
    return status;
}

/* A stub that greeted on the first connection greets again. */
static void begin_again(look *l) {
    reply greeting = {.kind = REPLY_SILENT};
    forget_line(&l->t);
    rsp_buf_clear(&l->t.last_asked);
    rsp_buf_clear(&l->t.heard);
    rsp_buf_clear(&l->t.frame);
    if (l->t.m->line.greeting.len == 0)
        return;
    hear(&l->t, &greeting, 1, rsp_manners_greeting_ns(l->t.m, l->t.options->quiet_ns));
    l->t.m->line.greets_next = l->t.heard.len > 0 ? RSP_HABIT_YES : RSP_HABIT_NO; /* by a plus, too */
}

/* The first request of a new connection. */
static reply_kind ask_again(look *l) {
    rsp_packet_id id = l->t.m->replies.supported ? RSP_PACKET_QSUPPORTED : RSP_PACKET_REASON;
    return ask_packet(&l->t, id, l->t.m->replies.supported ? offered(l) : NULL, due_of(&l->t)).kind;
}

/* A stub that did not answer without '+' does so with it, or closed the connection and takes another one. */
static reply_kind ask_with_plus(look *l, reply_kind without) {
    if (without == REPLY_GONE) {
        if (reconnect(l) != RSP_OK)
            return without;
        begin_again(l);
    }
    say(&l->t, RSP_LIT("+"));
    const reply_kind with = ask_again(l);
    if (with == REPLY_PACKET)
        l->t.m->opening.plus_first = RSP_HABIT_YES;
    return with;
}

/* Debuggers begin by '+'. The first of these connections does without: does the stub wait for it? */
static reply_kind greet_again(look *l) {
    const bool known = l->t.m->opening.plus_first != RSP_HABIT_UNKNOWN;
    begin_again(l);
    if (known)
        say(&l->t, RSP_LIT("+"));
    const reply_kind kind = ask_again(l);
    if (known || l->t.trouble != RSP_OK)
        return kind;
    if (kind == REPLY_PACKET)
        l->t.m->opening.plus_first = RSP_HABIT_NO;
    return kind == REPLY_PACKET ? kind : ask_with_plus(l, kind);
}

static bool open_anew(look *l) {
    rsp_link *fresh = NULL;
    if (!rsp_link_is_ours(l->t.link))
        return false;
    close_link(l);
    rsp_status status = l->t.options->open(l->t.options->ctx, &fresh, NULL);
    if (status == RSP_NO_MEMORY || status == RSP_CANCELLED)
        l->t.trouble = status;
    l->t.link = fresh;
    return status == RSP_OK;
}

/* The first request that a connection did not survive. */
static void note_closed_at(look *l) {
    enum { SHOWN = 40 };
    const rsp_bytes frame = rsp_buf_bytes(&l->t.last_asked);
    rsp_buf text = {.mem = l->t.options->mem};
    if (l->t.m->line.closed_at || frame.len <= FRAME_EXTRA)
        return;
    rsp_printable_append(&text, rsp_bytes_sub(frame, 1, frame.len - FRAME_EXTRA), SHOWN);
    l->t.m->line.closed_at = keep_text(&l->t, &text);
}

static bool begin_on(look *l) {
    if (greet_again(l) == REPLY_GONE)
        l->t.line = LINE_LOST;
    else if (l->t.m->replies.supported)
        look_question(l);
    return line_open(&l->t);
}

void begin_anew(look *l) {
    if (!rsp_link_is_ours(l->t.link) || l->num_revivals++ >= LOOK_REVIVALS)
        return;
    if (open_anew(l))
        (void)begin_on(l);
    else
        l->t.line = LINE_LOST;
}

/* Notes what was lost, and makes the connection anew. */
bool revive(look *l) {
    if (l->t.trouble != RSP_OK || l->t.line == LINE_LOST)
        return false;
    bool in_use = l->t.line == LINE_GONE && l->loss == LOSS_NONE && l->has_program;
    if (in_use) {
        l->lost = true;
        note_closed_at(l);
        note_bytes(&l->t, TOPIC_END, NULL);
    }
    if (l->num_revivals++ == LOOK_REVIVALS || (reconnect(l) != RSP_OK && !open_anew(l))) {
        l->t.line = LINE_LOST;
        return false;
    }
    return begin_on(l);
}

static bool is_let_go(look *l, uint64_t until_ns) {
    rsp_buf unused = {.mem = l->t.options->mem};
    rsp_status status = RSP_OK;
    while (status == RSP_OK) {
        rsp_buf_clear(&unused);
        status = rsp_link_recv(l->t.link, &unused, 4096, until_ns);
    }
    rsp_buf_free(&unused);
    return status != RSP_TIMEOUT;
}

/* Ends the client's side of the connection, as a client does that leaves. Whether the stub ends its own. One
 * that computes is given processor time for it: on a busy machine it may have had none. */
static bool lets_go(look *l) {
    if (rsp_link_half_close(l->t.link) != RSP_OK)
        return true;
    if (is_let_go(l, rsp_deadline(rsp_link_now(l->t.link), patience_of(&l->t))))
        return true;
    return rsp_link_is_busy(l->t.link, rsp_deadline(rsp_link_now(l->t.link), SPIN_S * RSP_NS_PER_S)) &&
           is_let_go(l, rsp_link_now(l->t.link));
}

static rsp_life next_client(look *l) {
    rsp_link_shut(l->t.link);
    rsp_status status = reconnect(l);
    if (status == RSP_UNSUPPORTED)
        return RSP_LIFE_ONCE;
    if (status != RSP_OK)
        return rsp_link_has_ended(l->t.link) ? RSP_LIFE_EXITS : RSP_LIFE_REFUSES;
    switch ((int)greet_again(l)) {
    case REPLY_PACKET:
        return RSP_LIFE_STAYS;
    case REPLY_SILENT:
        return RSP_LIFE_DEAF;
    default:
        return rsp_link_has_ended(l->t.link) ? RSP_LIFE_EXITS : RSP_LIFE_REFUSES;
    }
}

static bool may_keep(const look *l) {
    if (!l->t.link)
        return false;
    const bool is_virtual = rsp_link_is_virtual(l->t.link) && !l->t.options->one_connection;
    return l->t.options->keep && rsp_link_pid(l->t.link) == 0 && !is_virtual;
}

const char *offered(const look *l) {
    static const char all[] = RSP_CLIENT_FEATURE_LIST(FEATURE_OFFERED) ";error-message+";
    static const char usual[] = RSP_CLIENT_FEATURE_LIST(FEATURE_OFFERED);
    return may_keep(l) ? usual + 1 : all + 1;
}

/* If we can't start the stub again and it refuses a second client, this connection may be its only one. A
 * second client that waits in a queue shows nothing: most stubs serve it later. */
void look_alone(look *l) {
    rsp_link *visitor = NULL;
    if (!may_keep(l) || l->plan == LINE_IS_KEPT || !line_open(&l->t))
        return;
    if (l->t.options->one_connection) {
        l->plan = LINE_IS_KEPT;
        return;
    }
    uint64_t until = rsp_deadline(rsp_link_now(l->t.link), due_of(&l->t));
    rsp_status status = rsp_link_visit(l->t.link, &visitor, until, NULL);
    rsp_link_close(visitor);
    if (status == RSP_CANCELLED || status == RSP_NO_MEMORY)
        l->t.trouble = status;
    if (status == RSP_CONNECT)
        l->plan = LINE_IS_KEPT;
    if (status == RSP_OK && ask_packet(&l->t, RSP_PACKET_REASON, NULL, due_of(&l->t)).kind == REPLY_GONE)
        l->loss = LOSS_BY_SECOND_CLIENT;
}

static bool keep_line(look *l) {
    if (l->plan != LINE_IS_KEPT || l->t.line != LINE_OPEN)
        return false;
    l->t.m->clients.life = RSP_LIFE_ALONE;
    l->t.m->clients.several = RSP_HABIT_NO;
    l->t.options->keep(l->t.options->ctx, l->t.link, l->t.no_ack);
    l->t.link = NULL;
    return true;
}

/* A second client beside this one: is it heard? */
static void look_several(look *l) {
    rsp_link *visitor = NULL;
    rsp_link *first = l->t.link;
    uint64_t until = rsp_deadline(rsp_link_now(first), l->t.options->quiet_ns);
    rsp_status status = rsp_link_visit(first, &visitor, until, NULL);
    if (status == RSP_UNSUPPORTED)
        return;
    l->t.m->clients.several = RSP_HABIT_NO;
    if (status != RSP_OK)
        return;
    l->t.link = visitor;
    bool no_ack = l->t.no_ack;
    rsp_decoder_reset(&l->t.decoder);
    l->t.no_ack = false;
    say(&l->t, RSP_LIT("+"));
    reply r = ask_packet(&l->t, RSP_PACKET_REASON, NULL, patience_of(&l->t));
    if (r.kind == REPLY_PACKET)
        l->t.m->clients.several = RSP_HABIT_YES;
    rsp_link_close(visitor);
    l->t.link = first;
    forget_line(&l->t);
    l->t.no_ack = no_ack;
}

/* R kills a program and starts it again: only a stub that runs for us alone is asked. */
static void look_restart(look *l) {
    if (!l->t.options->run_program || !line_open(&l->t) ||
        !rsp_link_is_ours(l->t.link)) /* a lost line may have no link */
        return;
    reply r = ask_packet(&l->t, RSP_PACKET_EXTENDED, NULL, patience_of(&l->t));
    note_packet(&l->t, RSP_PACKET_EXTENDED, &r);
    bool taken = r.kind == REPLY_PACKET && rsp_bytes_equal(r.payload, RSP_LIT("OK"));
    if (!taken || l->t.m->replies.packets[RSP_PACKET_EXTENDED] != RSP_HABIT_YES) {
        l->t.m->runs.restarts = r.kind == REPLY_GONE ? RSP_HABIT_UNKNOWN : RSP_HABIT_NO;
        return;
    }
    r = ask_packet(&l->t, RSP_PACKET_RESTART, "00", l->t.options->quiet_ns);
    r = ask_packet(&l->t, RSP_PACKET_REASON, NULL, due_of(&l->t));
    bool again = is_answer(&r) && (r.payload.ptr[0] == 'T' || r.payload.ptr[0] == 'S');
    if (r.kind != REPLY_GONE)
        l->t.m->runs.restarts = again ? RSP_HABIT_YES : RSP_HABIT_NO;
}

static void look_end(look *l) {
    uint64_t until = rsp_deadline(rsp_link_now(l->t.link), END_MS * RSP_NS_PER_MS);
    bool waits = l->t.m->clients.life == RSP_LIFE_ONCE || l->t.m->clients.life == RSP_LIFE_EXITS;
    while (waits && rsp_link_ended(l->t.link).kind == RSP_END_RUNNING && rsp_link_now(l->t.link) < until)
        rsp_link_wait(l->t.link, rsp_deadline(rsp_link_now(l->t.link), POLL_MS * RSP_NS_PER_MS));
    rsp_link_end end = rsp_link_ended(l->t.link);
    if (end.kind == RSP_END_NO_CHILD)
        return;
    bool clean = end.kind == RSP_END_EXITED && end.code == 0;
    l->t.m->clients.ends_cleanly = clean ? RSP_HABIT_YES : RSP_HABIT_NO;
}

/* To serve one client is a stub's right if it ends then, or waits. One that has not noticed that its client
 * is gone and computes for nobody is told from a program that runs on: that stub has closed the connection.
 */
static void look_spin(look *l, bool let_go) {
    const rsp_life life = l->t.m->clients.life;
    if (let_go || (life != RSP_LIFE_REFUSES && life != RSP_LIFE_DEAF && life != RSP_LIFE_ONCE))
        return;
    const uint64_t until = rsp_deadline(rsp_link_now(l->t.link), SPIN_S * RSP_NS_PER_S);
    l->t.m->clients.spins = rsp_link_is_busy(l->t.link, until) ? RSP_HABIT_YES : RSP_HABIT_NO;
}

/* Packets side by side are tried with acknowledgments, as every connection begins. There are stubs that end
 * the connection then: hence on one that is not needed any more, where there can be another. */
void look_life(look *l) {
    if (l->t.trouble != RSP_OK || !l->t.link || keep_line(l))
        return;
    if (l->t.line == LINE_LOST) {
        l->t.m->clients.life = rsp_link_has_ended(l->t.link) ? RSP_LIFE_EXITS : RSP_LIFE_REFUSES;
        return;
    }
    if (!rsp_link_is_ours(l->t.link) && !l->t.no_ack)
        look_writes(l);
    const bool let_go = lets_go(l);
    l->t.m->clients.life = next_client(l);
    look_spin(l, let_go);
    note_bytes(&l->t, TOPIC_CLIENTS, NULL);
    if (l->t.m->clients.life == RSP_LIFE_STAYS) {
        look_several(l);
        if (!l->wrote)
            look_writes(l);
        if (line_open(&l->t) || revive(l))
            look_noack(l);
        look_restart(l);
    }
    if (!l->t.link)
        return;
    rsp_link_shut(l->t.link);
    look_end(l);
    if (!l->wrote && rsp_link_is_ours(l->t.link) && open_anew(l) && greet_again(l) != REPLY_GONE)
        look_writes(l);
}
