/* From a result to its key: a death, a broken rule that stands before the failure, the first wrong reply,
 * and where none of them is common to several, the requirement.
 * See cause_key.h. */
/* SPDX-License-Identifier: MIT */
#include "cause_view.h"

#include "core/hex.h"
#include "trace/exchange.h"
#include "trace/reply_fit.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>

enum {
    PERCENT_HABIT = 2,   /* results that make a habit of the silence to requests with a '%' */
    OVERSIZE_HABIT = 2,  /* results that make a habit of the silence to long requests */
    BEHIND_HABIT = 3,    /* packets of requests that are lost behind the '+' of a stop reply */
    UNGREETED_HABIT = 3, /* ... that are lost without a '+' before them */
    LOST_HABIT = 5,      /* ... of memory that shows other bytes than were written */
};

static cause_key key_of_requirement(const rsp_result *r) {
    rsp_bytes ids = rsp_bytes_str(r->requirements);
    return (cause_key){.topic = CAUSE_REQUIREMENT, .requirement = rsp_bytes_split(&ids, ' ')};
}

/* A form of a known packet that a stub may take for an unknown one: without its arguments, longer than it
 * reads, or of a type that is not supported, as Z1 beside Z0. */
static bool is_unknown_form(const cause_view *view, const rsp_symptom *s) {
    const bool point = s->packet == RSP_PACKET_INSERT_BREAKPOINT || s->packet == RSP_PACKET_REMOVE_BREAKPOINT;
    return s->oddity == RSP_ODDITY_MALFORMED || s->oddity == RSP_ODDITY_OVERLONG ||
           (point && s->type != '0') ||
           (!cause_is_basic(s->packet) && s->came == RSP_CAME_NO_STOP && !s->breakpoint &&
            view->run->metrics.kind_count[s->packet] == 0);
}

/* A stub need not have G and M, where it has P and X: never answered, they are unknown to it. */
static bool is_missing_write(const cause_view *view, const rsp_symptom *s) {
    return (s->packet == RSP_PACKET_WRITE_REGISTERS || s->packet == RSP_PACKET_WRITE_MEMORY) &&
           s->came == RSP_CAME_SILENCE && view->run->metrics.kind_count[s->packet] == 0;
}

/* p of a register that g holds, in its right form, is refused in the same words where p itself is judged. */
static bool is_of_a_refused_register(const cause_view *view, const rsp_result *r) {
    const rsp_symptom *s = &r->symptom;
    if (s->packet != RSP_PACKET_READ_REGISTER || (s->came != RSP_CAME_ERROR && s->came != RSP_CAME_EMPTY) ||
        s->oddity != RSP_ODDITY_PLAIN || s->beside & RSP_BESIDE_OTHERS ||
        strncmp(r->requirements, "REG-", 4) != 0)
        return false;
    for (size_t i = 0; i < view->run->num_results; i++) {
        const rsp_result *other = &view->run->results[i];
        const rsp_symptom *o = &other->symptom;
        if (cause_is_failed(other) &&
            cause_ids_have(rsp_bytes_str(other->requirements), RSP_LIT("REG-004")) &&
            o->packet == s->packet && o->came == s->came && o->oddity == RSP_ODDITY_PLAIN &&
            !(o->beside & RSP_BESIDE_OTHERS) && strcmp(other->got, r->got) == 0)
            return true;
    }
    return false;
}

/* X is refused where each M is: memory can not be written at all, and an X of no bytes writes nothing. */
static bool is_of_refused_memory(const cause_view *view, const rsp_result *r) {
    const rsp_symptom *s = &r->symptom;
    const rsp_metrics *m = &view->run->metrics;
    return s->packet == RSP_PACKET_WRITE_BINARY && s->came == RSP_CAME_ERROR &&
           s->oddity == RSP_ODDITY_PLAIN && !r->hostile && !(s->beside & RSP_BESIDE_OTHERS) &&
           m->kind_count[RSP_PACKET_WRITE_MEMORY] > 0 && m->kind_good[RSP_PACKET_WRITE_MEMORY] == 0 &&
           view->writes.refused;
}

/* A packet that is answered so wherever it is sent; one that a stub need not know is like any unknown one,
 * when those are answered so, too. */
enum { MISTAKEN_LEAST = 3 }; /* silent results beside which one reply is no proof */

static cause_key key_of_packet(const cause_view *view, const rsp_result *r) {
    const rsp_symptom *s = &r->symptom;
    const rsp_metrics *m = &view->run->metrics;
    const bool unknown = s->packet == RSP_PACKET_UNKNOWN;
    /* A reply to what was sent after the time-out may have been taken for that to the packet. */
    const uint32_t mistaken = s->came == RSP_CAME_SILENCE ? view->silent[s->packet] : 0;
    const bool good = m->kind_good[s->packet] > (mistaken >= MISTAKEN_LEAST ? 1 : 0);
    const rsp_came came = s->came == RSP_CAME_NO_STOP ? RSP_CAME_SILENCE : s->came;
    if (came != RSP_CAME_EMPTY && view->nameless[came] && is_unknown_form(view, s))
        return (cause_key){.topic = CAUSE_NAMELESS, .came = came};
    if (s->beside & RSP_BESIDE_NAMELESS && s->came != RSP_CAME_EMPTY && view->nameless[s->came])
        return (cause_key){.topic = CAUSE_NAMELESS, .came = s->came};
    const bool like = cause_is_malformed_silence(s) ||
                      (r->hostile && view->malformed.silent[s->packet] && !cause_is_long(view, s->length));
    if (good && s->came == RSP_CAME_SILENCE && like && !(s->beside & RSP_BESIDE_OTHERS))
        return (cause_key){
            .topic = CAUSE_PACKET, .what = s->packet, .came = s->came, .oddity = RSP_ODDITY_MALFORMED};
    /* Gigabytes get no reply, from wherever they are asked for. */
    if (good && s->came == RSP_CAME_SILENCE && cause_is_long(view, s->length) &&
        !(s->beside & RSP_BESIDE_OTHERS))
        return (cause_key){
            .topic = CAUSE_PACKET, .what = s->packet, .came = s->came, .oddity = RSP_ODDITY_LONG};
    /* What no debugger sends, among names that get the empty reply. */
    if (unknown && s->came == RSP_CAME_SILENCE && r->hostile && view->seen.knows_some)
        return (cause_key){.topic = CAUSE_NAMELESS, .came = s->came};
    if (is_of_refused_memory(view, r))
        return (cause_key){.topic = CAUSE_PACKET, .what = RSP_PACKET_WRITE_MEMORY, .came = s->came};
    if (good && is_of_a_refused_register(view, r))
        return (cause_key){.topic = CAUSE_REQUIREMENT, .requirement = RSP_LIT("REG-004")};
    if (unknown || good)
        return key_of_requirement(r);
    if ((!cause_is_basic(s->packet) || is_missing_write(view, s)) && view->nameless[s->came])
        return (cause_key){.topic = CAUSE_NAMELESS, .came = s->came};
    return (cause_key){.topic = CAUSE_PACKET, .what = s->packet, .came = s->came, .type = s->type};
}

/* OK where something else is due: to some packets OK is the right answer elsewhere. */
static cause_key key_of_ok(const cause_view *view, const rsp_result *r) {
    const rsp_symptom *s = &r->symptom;
    if (view->nameless[s->came] &&
        (s->beside & RSP_BESIDE_NAMELESS || cause_is_like_unknown(view, s, s->came)))
        return (cause_key){.topic = CAUSE_NAMELESS, .came = s->came};
    if (s->packet == RSP_PACKET_UNKNOWN)
        return key_of_requirement(r);
    /* To write where nothing is is another matter than to take what can not be read. */
    if (s->packet == RSP_PACKET_WRITE_MEMORY &&
        cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("MEM-007")))
        return (cause_key){.topic = CAUSE_REQUIREMENT, .requirement = RSP_LIT("MEM-007")};
    return (cause_key){.topic = CAUSE_PACKET, .what = s->packet, .came = s->came, .type = s->type};
}

/* Where unknown packets end the stub, and no whole wait was ever in vain, a short one was over before the
 * end. */
static bool is_a_slow_end(const cause_view *view, const rsp_result *r) {
    return view->nameless[RSP_CAME_DIED] && !view->seen.long_silence && r->short_wait;
}

/* Where a wrong checksum is refused, what is not is another kind of damage. */
static cause_key key_of_no_refusal(const cause_view *view, const rsp_result *r) {
    return view->seen.refuses_bad ? key_of_requirement(r) : (cause_key){.topic = CAUSE_NO_REFUSAL};
}

/* Whether it is one of the requests of several packets that can not be read and get no reply: also one that
 * only the stub can not read, and a name that begins like such a packet and is taken for it. */
static bool is_of_malformed(const cause_view *view, const rsp_result *r) {
    const rsp_symptom *s = &r->symptom;
    const bool like_m = s->asked && *s->asked == 'M' && view->malformed.silent[RSP_PACKET_WRITE_MEMORY];
    if (view->malformed.num < CAUSE_MALFORMED_HABIT || s->came != RSP_CAME_SILENCE ||
        s->beside & RSP_BESIDE_OTHERS)
        return false;
    if (s->packet != RSP_PACKET_WRITE_MEMORY && like_m)
        return true;
    return view->malformed.silent[s->packet] && (s->oddity == RSP_ODDITY_MALFORMED || r->hostile);
}

/* A packet that is answered elsewhere, though nobody need know it, after something that the scenario names.
 */
static bool is_after_what_is_named(const cause_view *view, const rsp_result *r) {
    return *r->breach && r->symptom.beside & RSP_BESIDE_NAMELESS &&
           rsp_packet_identify(rsp_bytes_str(r->symptom.asked)) == RSP_PACKET_VMUST_REPLY_EMPTY &&
           view->run->metrics.kind_count[RSP_PACKET_VMUST_REPLY_EMPTY] > 0;
}

static cause_key key_of_silence(const cause_view *view, const rsp_result *r) {
    const rsp_symptom *s = &r->symptom;
    if (is_after_what_is_named(view, r))
        return key_of_requirement(r);
    if (s->beside & RSP_BESIDE_DAMAGED)
        return key_of_no_refusal(view, r);
    if (s->beside & RSP_BESIDE_REFUSED)
        return (cause_key){.topic = CAUSE_RESEND};
    if (is_of_malformed(view, r) && !view->nameless[RSP_CAME_SILENCE])
        return (cause_key){.topic = CAUSE_MALFORMED};
    /* The conversation was over before its reply came. */
    if (view->late[s->packet] > 0 && s->packet != RSP_PACKET_UNKNOWN)
        return (cause_key){.topic = CAUSE_PACKET, .what = s->packet, .came = RSP_CAME_LATE};
    if (view->num_behind >= (view->mixed.loses_second ? 1 : BEHIND_HABIT) &&
        cause_is_behind_a_stop(view->run, s))
        return (cause_key){.topic = CAUSE_BEHIND};
    /* Where unknown packets are never answered, one among several is no sign of a lost packet. */
    if (s->beside & RSP_BESIDE_BATCHED && view->run->metrics.kind_count[s->packet] > 0 &&
        !view->nameless[RSP_CAME_SILENCE])
        return (cause_key){.topic = CAUSE_BATCH};
    /* What the scenario is about was not reached. */
    if (s->packet == RSP_PACKET_QSUPPORTED && r->cost.packets == 1)
        return (cause_key){.topic = CAUSE_PACKET, .what = s->packet, .came = s->came};
    const cause_key key = key_of_packet(view, r);
    return key.topic == CAUSE_NAMELESS && is_a_slow_end(view, r)
               ? (cause_key){.topic = CAUSE_DEATH, .came = RSP_CAME_DIED, .oddity = RSP_ODDITY_NAMELESS}
               : key;
}

/* Where a packet is never answered a second time, but for a reply that was taken for its own, its silence has
 * no other cause, and of two packets in one write the reply to the second is taken for that of the first. */
static bool is_of_once(const cause_view *view, const rsp_result *r, cause_key *out) {
    const rsp_symptom *s = &r->symptom;
    const bool pairs = cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("FRAME-007")) &&
                       (s->came == RSP_CAME_OTHER || s->came == RSP_CAME_MISFIT || s->came == RSP_CAME_STOP);
    for (unsigned i = 0; i < RSP_PACKET_END; i++) {
        *out = (cause_key){.topic = CAUSE_ONCE, .what = i};
        const bool silent = i == s->packet && s->came == RSP_CAME_SILENCE && s->beside & RSP_BESIDE_AGAIN;
        const rsp_metrics *m = &view->run->metrics;
        if (m->kind_good[i] > 0 && view->silent_again[i] > m->kind_again[i] && (silent || pairs))
            return true;
    }
    return false;
}

/* Of 0x03 that came in another way than alone. */
static bool is_about_interrupts(const rsp_result *r) {
    const rsp_symptom *s = &r->symptom;
    return strncmp(r->requirements, "INT-", 4) == 0 && !s->breakpoint && s->oddity == RSP_ODDITY_PLAIN;
}

static cause_key key_of_no_stop(const cause_view *view, const rsp_result *r) {
    const rsp_symptom *s = &r->symptom;
    if (s->beside & RSP_BESIDE_DAMAGED)
        return key_of_no_refusal(view, r);
    if (!view->seen.interrupts && is_about_interrupts(r) && !(s->beside & RSP_BESIDE_AT_ONCE))
        return (cause_key){.topic = CAUSE_INTERRUPT};
    if (s->beside & RSP_BESIDE_INTERRUPTED)
        return view->seen.interrupts || s->beside & RSP_BESIDE_AT_ONCE
                   ? key_of_requirement(r)
                   : (cause_key){.topic = CAUSE_INTERRUPT};
    if (s->breakpoint)
        return view->seen.breaks && s->breakpoint == '0'
                   ? key_of_requirement(r)
                   : (cause_key){.topic = CAUSE_BREAKPOINT, .type = s->breakpoint};
    return key_of_packet(view, r);
}

/* Of two packets in one write the reply to the second seems to be that of the first, where that has none. */
static bool is_neighbours(const cause_view *view, const rsp_symptom *s) {
    return s->beside & RSP_BESIDE_NAMELESS && (s->came == RSP_CAME_STOP || s->came == RSP_CAME_OTHER) &&
           view->nameless[RSP_CAME_SILENCE];
}

/* A stop reply in place of another one, and not one that says something else. */
static bool asks_for_stop(rsp_packet_id packet) {
    const rsp_packet_row *row = rsp_packet_by_id(packet);
    return row && (row->reply == RSP_REPLY_FORM_RUN || row->reply == RSP_REPLY_FORM_STOPPED ||
                   row->reply == RSP_REPLY_FORM_STOPPED_OR_OK);
}

/* A reply that is not what is due on the wire, because its checksum is wrong: one cause with all others. */
static cause_key key_of_damage(const cause_view *view, const rsp_result *r) {
    for (unsigned rule = RSP_RULE_CHECKSUM; rule <= RSP_RULE_CHECKSUM_DIGITS; rule++)
        if (view->rules[rule])
            return (cause_key){.topic = CAUSE_RULE, .what = rule};
    return key_of_requirement(r);
}

/* What comes for a '-' can not be what came before. */
static bool is_of_a_resend(const rsp_result *r) {
    const rsp_symptom *s = &r->symptom;
    const bool data = s->came == RSP_CAME_OTHER || s->came == RSP_CAME_MISFIT || s->came == RSP_CAME_STOP;
    return s->beside & RSP_BESIDE_REFUSED && data &&
           cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("ACK-003"));
}

/* What comes for a '-' has another checksum than its bytes, whatever the result is about. */
static bool is_damaged_by_a_resend(const cause_view *view, const rsp_result *r, const rsp_violation *v) {
    const bool seen = view->rules[RSP_RULE_CHECKSUM] &&
                      (r->symptom.came == RSP_CAME_DAMAGED || (v && v->rule == RSP_RULE_CHECKSUM));
    return !view->seen.damaged_alone && r->symptom.beside & RSP_BESIDE_REFUSED &&
           (seen || (cause_breaks_rule(r, RSP_RULE_CHECKSUM) && cause_breaks_rule(r, RSP_RULE_RESEND)));
}

static cause_key key_of_symptom(const cause_view *view, const rsp_result *r) {
    if (is_neighbours(view, &r->symptom))
        return (cause_key){.topic = CAUSE_NAMELESS, .came = RSP_CAME_SILENCE};
    switch (r->symptom.came) {
    case RSP_CAME_SILENCE:
        return key_of_silence(view, r);
    case RSP_CAME_NO_STOP:
        return key_of_no_stop(view, r);
    case RSP_CAME_NO_ACK:
        return (cause_key){.topic = CAUSE_ACK};
    case RSP_CAME_OK:
        return key_of_ok(view, r);
    case RSP_CAME_EMPTY:
    case RSP_CAME_ERROR:
    case RSP_CAME_ENDLESS:
        return key_of_packet(view, r);
    case RSP_CAME_CLOSED:
        return r->symptom.beside & RSP_BESIDE_REFUSED
                   ? (cause_key){.topic = CAUSE_RESEND, .came = RSP_CAME_CLOSED}
                   : cause_key_of_death(view, r);
    case RSP_CAME_STOP:
        return view->rules[RSP_RULE_ONE_STOP_REPLY] && !asks_for_stop(r->symptom.packet)
                   ? (cause_key){.topic = CAUSE_RULE, .what = RSP_RULE_ONE_STOP_REPLY}
                   : key_of_requirement(r);
    case RSP_CAME_DAMAGED:
        return key_of_damage(view, r);
    case RSP_CAME_LATE:
        return (cause_key){.topic = CAUSE_PACKET, .what = r->symptom.packet, .came = RSP_CAME_LATE};
    case RSP_CAME_DIED:
    case RSP_CAME_UNKNOWN:
    case RSP_CAME_OTHER:
    case RSP_CAME_MISFIT:
    case RSP_CAME_COUNT:
        break;
    }
    return r->symptom.beside & RSP_BESIDE_NAMELESS && r->symptom.came == RSP_CAME_OTHER
               ? key_of_packet(view, r)
               : key_of_requirement(r);
}

/* A packet too many that came for a '-': nobody was answered twice. */
static bool is_asked_for_again(const rsp_result *r, const rsp_violation *v) {
    return r->symptom.beside & RSP_BESIDE_REFUSED && cause_gravity_of_rule(v->rule) == RSP_GRAVITY_TURNS;
}

/* Where no write is ever seen to be done, or m shows other bytes than were written again and again, all that
 * compares memory after one stumbles over that. What M and X have in common is what m shows. */
static bool is_of_a_write(const cause_view *view, const rsp_result *r, cause_key *out) {
    const rsp_symptom *s = &r->symptom;
    const bool data = s->came == RSP_CAME_OTHER || s->came == RSP_CAME_MISFIT || s->came == RSP_CAME_UNKNOWN;
    for (size_t i = 0; i < CAUSE_WRITE_ROWS && data; i++) {
        const bool both = view->writes.lost[0] && view->writes.lost[1];
        const bool habit = !view->writes.shown[i] || view->writes.num_lost >= LOST_HABIT;
        *out = (cause_key){.topic = CAUSE_WRITE,
                           .what = both ? RSP_PACKET_READ_MEMORY : cause_write_rows[i].packet};
        if (view->writes.lost[i] && habit && s->beside & cause_write_rows[i].wrote)
            return true;
    }
    return false;
}

/* What was compared with the OK of a write, where such writes are known to be taken. */
static bool is_of_a_taken_write(const cause_view *view, const rsp_symptom *s) {
    return s->came == RSP_CAME_UNKNOWN && s->beside & RSP_BESIDE_CONFIRMED && cause_is_write(s->packet) &&
           view->writes.taken[s->packet];
}

/* A window without data breaks its rule where it was read, and what is put together of it is short. */
static bool lacks_a_window(const rsp_result *r) {
    const rsp_packet_row *row = rsp_packet_by_id(r->symptom.packet);
    return cause_breaks_rule(r, RSP_RULE_MORE_HAS_DATA) && row && row->reply == RSP_REPLY_FORM_WINDOW &&
           (r->symptom.came == RSP_CAME_OTHER || r->symptom.came == RSP_CAME_UNKNOWN);
}

/* Where windows are known to begin at the start of the object, whatever the offset is, other windows that
 * hold the wrong bytes do, too. */
static bool is_of_a_window(const cause_view *view, const rsp_result *r) {
    const rsp_symptom *s = &r->symptom;
    const rsp_packet_row *row = rsp_packet_by_id(s->packet);
    return view->rules[RSP_RULE_WINDOW_MOVES] && row && row->reply == RSP_REPLY_FORM_WINDOW &&
           (s->came == RSP_CAME_OTHER || s->came == RSP_CAME_UNKNOWN || s->came == RSP_CAME_ENDLESS);
}

/* Where a condition that is never true does not keep the program running, no other one that is false does. */
static bool is_of_an_ignored_condition(const cause_view *view, const rsp_result *r) {
    return view->num_ignored > 0 && strncmp(r->requirements, "COND-", 5) == 0 &&
           r->symptom.came == RSP_CAME_UNKNOWN && r->symptom.entry > 0;
}

/* The same of half a packet, whose end comes as bytes that are none. */
static bool is_served_in_halves(const cause_view *view, const rsp_result *r, const rsp_violation *v) {
    return view->strays.serves_damaged && v && v->rule == RSP_RULE_ONE_REPLY &&
           r->symptom.beside & RSP_BESIDE_RAW;
}

/* A packet that comes in pieces is not answered: by the words of what shows it. */
static cause_key key_of_pieces(const cause_view *view) {
    return *view->strays.pieces
               ? (cause_key){.topic = CAUSE_COMMON, .common = rsp_bytes_str(view->strays.pieces)}
               : (cause_key){.topic = CAUSE_REQUIREMENT, .requirement = RSP_LIT("FRAME-006")};
}

/* Half a packet is answered by a stub that takes each read for a packet: one in pieces is lost there, too. */
static bool is_half_served(const cause_view *view, const rsp_result *r, const rsp_violation *v) {
    return view->strays.pieces && v && v->rule == RSP_RULE_ONE_REPLY &&
           cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("ROBUST-007"));
}

/* A reply too many to a packet in pieces alone: the stub answers before it has all of it. */
static rsp_oddity oddity_of_rule(const cause_view *view, const rsp_result *r, const rsp_violation *v) {
    return v->rule == RSP_RULE_ONE_REPLY && cause_is_of_pieces(r) && view->strays.num_surplus == 0
               ? RSP_ODDITY_PIECES
               : RSP_ODDITY_PLAIN;
}

/* G of a stub that has none, whatever was to be seen of it. */
static bool is_missing_block(const cause_view *view, const rsp_result *r) {
    return view->seen.lacks_block && r->symptom.packet == RSP_PACKET_WRITE_REGISTERS &&
           r->symptom.came == RSP_CAME_UNKNOWN &&
           view->run->metrics.kind_good[RSP_PACKET_WRITE_REGISTERS] == 0;
}

/* Half a packet is the beginning of one that comes in pieces, and a '-' without acknowledgments is no packet.
 */
static bool is_lost_beside_bytes(const cause_view *view, const rsp_result *r, cause_key *out) {
    const rsp_bytes ids = rsp_bytes_str(r->requirements);
    const bool half = view->strays.pieces && cause_ids_have(ids, RSP_LIT("ROBUST-007"));
    const bool minus = view->strays.lost_behind_junk && cause_ids_have(ids, RSP_LIT("NOACK-006"));
    *out = half ? key_of_pieces(view)
                : (cause_key){.topic = CAUSE_REQUIREMENT, .requirement = RSP_LIT("FRAME-005")};
    return r->symptom.came == RSP_CAME_SILENCE && (half || minus);
}

/* Where no vCont is answered, what is judged of one stumbles over that: also that the program never ran. */
static bool is_of_lost_vcont(const cause_view *view, const rsp_result *r) {
    const bool run = strncmp(r->requirements, "RUN-", 4) == 0 && r->symptom.came != RSP_CAME_CLOSED;
    return view->vcont_lost && (cause_is_lost_vcont(r) || run);
}

/* A '+' too many where 0x03 was sent, of a stub that is known to acknowledge that byte. */
static bool is_of_the_interrupt(const cause_view *view, const rsp_result *r, const rsp_violation *v) {
    return v && v->rule == RSP_RULE_ACK_ONCE && view->rules[RSP_RULE_ACK_INTERRUPT] &&
           !view->mixed.acks_more &&
           (r->symptom.beside & RSP_BESIDE_STOPPED || strcmp(r->area, "interrupt") == 0);
}

/* Whether a shorter name begins this packet's, in either case of its first letter, and has such replies. */
static bool has_beginning(const rsp_packet_row *row, rsp_bytes reply) {
    enum { LETTERS = 2 };
    for (unsigned i = 0; i < RSP_PACKET_END; i++) {
        const rsp_packet_row *other = rsp_packet_by_id((rsp_packet_id)i);
        if (!other || other->name.len < LETTERS || other->name.len >= row->name.len)
            continue;
        if ((other->name.ptr[0] | 0x20) == (row->name.ptr[0] | 0x20) &&
            rsp_bytes_starts(rsp_bytes_from(row->name, 1), rsp_bytes_from(other->name, 1)) &&
            rsp_fit_reply(other, reply) == RSP_FIT_SURELY)
            return true;
    }
    return false;
}

/* Where names are matched by their beginning, a packet may have the reply of another one: qCRC that of qC. */
static bool is_of_a_beginning(const cause_view *view, const rsp_result *r) {
    const rsp_symptom *s = &r->symptom;
    const rsp_packet_row *row = rsp_packet_by_id(s->packet);
    if (!view->mixed.by_beginning || !row || !*r->got ||
        (s->came != RSP_CAME_OTHER && s->came != RSP_CAME_MISFIT))
        return false;
    for (size_t i = 0; i < view->run->num_results; i++) {
        const rsp_result *other = &view->run->results[i];
        /* a name that begins like this packet's gets this packet's own reply, whatever that is */
        if (cause_is_matched_by_beginning(other) && strcmp(other->got, r->got) == 0 && cause_is_misfit(r) &&
            !(other->symptom.asked && rsp_bytes_starts(rsp_bytes_str(other->symptom.asked), row->name)))
            return true;
    }
    return has_beginning(row, rsp_bytes_str(r->got));
}

/* Where a step is known to stop with signal 0, all that want the signal of one stumble over that: also who
 * asks by ? for the signal that the step told. */
static bool is_of_signal_zero(const cause_view *view, const rsp_result *r) {
    const bool asks = r->symptom.packet == RSP_PACKET_REASON && r->symptom.came == RSP_CAME_STOP &&
                      rsp_bytes_starts(rsp_bytes_str(r->message), RSP_LIT("expected signal 0,"));
    return view->mixed.signal_zero && (asks || cause_is_signal_zero(r));
}

/* What several results have in common in words, the scenario's or ours; "" for nothing. Digits that M does
 * not look at are another bug than a length. */
static const char *text_in_common(const cause_view *view, const rsp_result *r) {
    if (*r->common)
        return r->common;
    if (strcmp(r->breach, CAUSE_NO_HEX) == 0)
        return CAUSE_NO_HEX;
    return is_of_signal_zero(view, r) ? CAUSE_SIGNAL_ZERO : "";
}

/* In place of the '+' for a request that no stop answers, or that asks for the last one, came a stop. */
static bool is_stop_for_plus(const rsp_result *r, const rsp_violation *v) {
    const bool misfits = cause_breaks_rule(r, RSP_RULE_REPLY_SHAPE) || r->symptom.packet == RSP_PACKET_REASON;
    return r->symptom.came == RSP_CAME_NO_ACK && v->entry == r->symptom.entry && misfits &&
           rsp_stop_reply_is(rsp_bytes_str(v->got));
}

/* Where vKill of a process that there is not kills the one that there is, its end stands in the way of what
 * is sent next. */
static bool is_of_a_kill(const cause_view *view, const rsp_result *r, const rsp_violation *v) {
    const bool told = v && (v->rule == RSP_RULE_ONE_STOP_REPLY || v->rule == RSP_RULE_ACK_FIRST) && v->got;
    return view->mixed.kills_any && told && (*v->got == 'W' || *v->got == 'X') &&
           strcmp(r->area, "kill") == 0;
}

/* p of a number with its highest bit set. */
static bool asks_for_a_high_number(const rsp_result *r) {
    enum { DIGITS = 8 };
    const rsp_bytes asked = rsp_bytes_str(r->symptom.asked);
    return r->symptom.packet == RSP_PACKET_READ_REGISTER && asked.len == 1 + DIGITS &&
           rsp_hex_value(asked.ptr[1]) >= 8;
}

/* Where one such number kills, another one that gives a value is taken for a negative one, too. */
static const rsp_result *killed_by_a_high_number(const cause_view *view, const rsp_result *r) {
    for (size_t i = 0; asks_for_a_high_number(r) && i < view->run->num_results; i++)
        if (view->run->results[i].verdict == RSP_VERDICT_CRASH &&
            asks_for_a_high_number(&view->run->results[i]))
            return &view->run->results[i];
    return NULL;
}

/* gdbserver 13: an error that is thrown begins a session anew, without no-ack mode and processes. */
static bool is_forgotten(const cause_view *view, const rsp_result *r, const rsp_violation *v) {
    return strcmp(r->breach, CAUSE_FORGETS) == 0 ||
           (view->mixed.forgets && v && v->rule == RSP_RULE_PROCESS_NAMED);
}

/* Rules about '+' and stops that are broken by what another rule says, too. */
static bool is_of_another_rule(const cause_view *view, const rsp_result *r, const rsp_violation *v,
                               cause_key *out) {
    *out = (cause_key){.topic = CAUSE_COMMON, .common = RSP_LIT(CAUSE_FORGETS)};
    if (is_forgotten(view, r, v))
        return true;
    *out = (cause_key){.topic = CAUSE_RULE, .what = RSP_RULE_ONE_STOP_REPLY};
    /* rp2040js: the OK that comes before a stop stands for the stop where nothing else comes in time. */
    if (view->rules[RSP_RULE_EARLY_OK] && r->symptom.came == RSP_CAME_OK &&
        rsp_packet_effect(r->symptom.packet) == RSP_EFFECT_RESUMES) {
        out->what = RSP_RULE_EARLY_OK;
        return true;
    }
    /* The second telling of a stop, or the one that a 0x03 brings, is taken for the reply to the next
     * request, which has no '+' yet. */
    if (v && v->rule == RSP_RULE_ACK_FIRST &&
        (r->symptom.came == RSP_CAME_STOP || is_stop_for_plus(r, v) ||
         cause_breaks_rule(r, RSP_RULE_ONE_STOP_REPLY)) &&
        (view->rules[RSP_RULE_ONE_STOP_REPLY] || r->symptom.beside & RSP_BESIDE_STOPPED))
        return true;
    /* ares: a '+' comes with each stop, whatever made it. */
    out->what = RSP_RULE_ACK_ONCE;
    if (v && v->rule == RSP_RULE_ACK_INTERRUPT && view->mixed.acks_more)
        return true;
    out->what = RSP_RULE_ACK_INTERRUPT;
    return is_of_the_interrupt(view, r, v);
}

cause_view cause_look(const rsp_run *run) {
    cause_view view = cause_first_look(run);
    cause_note_deaths(&view);
    return view;
}

/* What is refused in one form alone is named by the form. */
static bool is_of_a_rule(const cause_view *view, const rsp_result *r, const rsp_violation *v,
                         cause_key *out) {
    const bool nak = v->rule == RSP_RULE_NAK_GOOD;
    const bool named = nak && (*r->common || *r->breach);
    const bool junk = nak && !named && r->symptom.beside & CAUSE_BESIDE_JUNK;
    const bool damage = nak && !named && r->symptom.beside & RSP_BESIDE_AFTER_DAMAGE;
    const bool high = nak && !named && r->symptom.oddity == RSP_ODDITY_HIGH;
    if ((junk || damage) && view->strays.refuses_next)
        *out = (cause_key){.topic = CAUSE_REQUIREMENT, .requirement = RSP_LIT("ACK-002")};
    else if (junk && view->strays.refuses_junk)
        *out = (cause_key){.topic = CAUSE_REQUIREMENT, .requirement = RSP_LIT("FRAME-005")};
    else if (high)
        *out = (cause_key){.topic = CAUSE_RULE, .what = v->rule, .oddity = RSP_ODDITY_HIGH};
    else if (!cause_is_of_the_reply(v) && !is_asked_for_again(r, v) && !named)
        *out = (cause_key){.topic = CAUSE_RULE, .what = v->rule, .oddity = oddity_of_rule(view, r, v)};
    else
        return false;
    return true;
}

/* Of the end of the stub, or of its program. */
static bool is_of_an_end(const cause_view *view, const rsp_result *r, const rsp_violation *v,
                         cause_key *out) {
    const rsp_result *killed = r->verdict == RSP_VERDICT_CRASH ? r : killed_by_a_high_number(view, r);
    if (killed)
        *out = cause_key_of_death(view, killed);
    else if (cause_is_exit(view, r))
        *out = cause_key_of_end(view, r);
    else if (is_of_a_kill(view, r, v))
        *out = (cause_key){.topic = CAUSE_PACKET, .what = RSP_PACKET_VKILL, .came = RSP_CAME_OK};
    else
        return false;
    return true;
}

cause_key cause_key_of(const cause_view *view, const rsp_result *r) {
    const rsp_violation *v = cause_rule_of(r);
    if (!cause_is_failed(r))
        return (cause_key){.topic = CAUSE_NONE};
    cause_key key;
    if (is_of_an_end(view, r, v, &key))
        return key;
    if (view->num_ungreeted >= UNGREETED_HABIT && r->symptom.beside & RSP_BESIDE_UNGREETED)
        return (cause_key){.topic = CAUSE_UNGREETED};
    if (cause_is_of_reads(view, r))
        return (cause_key){.topic = CAUSE_READS};
    if (is_damaged_by_a_resend(view, r, v))
        return (cause_key){.topic = CAUSE_RESEND, .came = RSP_CAME_DAMAGED};
    if (cause_is_served_damaged(r, v) || is_served_in_halves(view, r, v))
        return (cause_key){.topic = CAUSE_NO_REFUSAL, .came = RSP_CAME_STOP};
    if (is_half_served(view, r, v))
        return key_of_pieces(view);
    /* It was refused for its checksum, and is damaged again. */
    if (v && v->rule == RSP_RULE_RESEND && r->symptom.beside & RSP_BESIDE_REFUSED &&
        view->rules[RSP_RULE_CHECKSUM])
        return (cause_key){.topic = CAUSE_RULE, .what = RSP_RULE_CHECKSUM};
    if (is_of_another_rule(view, r, v, &key))
        return key;
    if (is_of_lost_vcont(view, r))
        return (cause_key){.topic = CAUSE_PACKET, .what = RSP_PACKET_VCONT, .came = RSP_CAME_NO_STOP};
    if (view->strays.plus_for_minus && cause_is_plus_for_minus(r))
        return (cause_key){.topic = CAUSE_RESEND, .came = RSP_CAME_NO_ACK};
    if (is_of_a_window(view, r))
        return (cause_key){.topic = CAUSE_RULE, .what = RSP_RULE_WINDOW_MOVES};
    if (lacks_a_window(r))
        return (cause_key){.topic = CAUSE_RULE, .what = RSP_RULE_MORE_HAS_DATA};
    if (view->percent.num >= PERCENT_HABIT && view->percent.judged && !view->percent.answered &&
        cause_is_of_percent(&r->symptom))
        return (cause_key){.topic = CAUSE_PERCENT};
    if (view->oversize >= OVERSIZE_HABIT && !view->short_silence[r->symptom.packet] &&
        cause_is_oversize(view->run, &r->symptom))
        return (cause_key){.topic = CAUSE_SIZE};
    if (cause_is_refused_for_size(view, r, v))
        return (cause_key){.topic = CAUSE_SIZE, .came = RSP_CAME_NO_ACK};
    if (v && is_of_a_rule(view, r, v, &key))
        return key;
    if (is_of_a_resend(r))
        return (cause_key){.topic = CAUSE_RESEND, .came = RSP_CAME_DAMAGED};
    if (is_missing_block(view, r))
        return (cause_key){.topic = CAUSE_PACKET, .what = RSP_PACKET_WRITE_REGISTERS, .came = RSP_CAME_EMPTY};
    const char *common = text_in_common(view, r);
    if (*common)
        return (cause_key){.topic = CAUSE_COMMON, .common = rsp_bytes_str(common)};
    if (is_of_once(view, r, &key))
        return key;
    if (is_lost_beside_bytes(view, r, &key))
        return key;
    if (is_of_a_write(view, r, &key))
        return key;
    if (is_of_an_ignored_condition(view, r))
        return (cause_key){.topic = CAUSE_REQUIREMENT, .requirement = RSP_LIT(CAUSE_IGNORED_CONDITION)};
    if (is_of_a_taken_write(view, &r->symptom))
        return (cause_key){.topic = CAUSE_PACKET, .what = r->symptom.packet, .came = RSP_CAME_OK};
    if (is_of_a_beginning(view, r))
        return (cause_key){.topic = CAUSE_COMMON, .common = RSP_LIT(CAUSE_BY_BEGINNING)};
    if (cause_is_misfit(r) || cause_is_known_misfit(view, r))
        return (cause_key){.topic = CAUSE_PACKET, .what = r->symptom.packet, .came = RSP_CAME_MISFIT};
    return key_of_symptom(view, r);
}

bool cause_key_equal(const cause_key *a, const cause_key *b) {
    return a->topic == b->topic && a->what == b->what && a->came == b->came && a->type == b->type &&
           a->oddity == b->oddity && rsp_bytes_equal(a->requirement, b->requirement) &&
           (a->topic == CAUSE_DEATH ? cause_same_but_for_data(a->common, b->common)
                                    : rsp_bytes_equal(a->common, b->common));
}
