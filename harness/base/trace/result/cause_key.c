/* From a result to its key: a death, a broken rule that stands before the failure, the first wrong reply,
 * and where none of them is common to several, the requirement.
 * See cause_key.h. */
/* SPDX-License-Identifier: MIT */
#include "trace/cause.h"

#include "cause_key.h"

#include "core/hex.h"
#include "trace/exchange.h"
#include "trace/reply_fit.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdlib.h>

#define BESIDE_JUNK (RSP_BESIDE_RAW | RSP_BESIDE_STOPPED) /* bytes that are no packet stood before it */
#define IGNORED_CONDITION "COND-001"                      /* a condition that is never true stops nothing */
#define BY_BEGINNING "names of packets are matched by their beginning"

/* --- ids --- */

/* "STOP-001" and "STOP-001..023": the letters are equal, the number is within. */
static bool item_has(rsp_bytes item, rsp_bytes id) {
    const size_t letters = rsp_bytes_index(id, '-') + 1;
    const size_t dots = rsp_bytes_search(item, RSP_LIT(".."));
    if (dots >= item.len)
        return rsp_bytes_equal(item, id);
    if (letters >= id.len || !rsp_bytes_starts(item, rsp_bytes_sub(id, 0, letters)))
        return false;
    const long number = strtol((const char *)id.ptr + letters, NULL, 10);
    return number >= strtol((const char *)item.ptr + letters, NULL, 10) &&
           number <= strtol((const char *)item.ptr + dots + 2, NULL, 10);
}

bool cause_ids_have(rsp_bytes ids, rsp_bytes id) {
    while (ids.len > 0) {
        rsp_bytes item = rsp_bytes_split(&ids, ' ');
        if (item.len > 0 && item_has(item, id))
            return true;
    }
    return false;
}

/* --- rules --- */

/* By the sections of the list in rsp/rule.h. */
static rsp_gravity gravity_of_rule(rsp_rule_id rule) {
    if (rule <= RSP_RULE_RLE_ESCAPE)
        return RSP_GRAVITY_FRAMING;
    if (rule == RSP_RULE_ACK_INTERRUPT)
        return RSP_GRAVITY_BASIC; /* a '+' too many is the interrupt's only where nothing else gets one */
    if (rule <= RSP_RULE_RESEND)
        return RSP_GRAVITY_ACKS;
    if (rule <= RSP_RULE_EVENT_ONCE)
        return RSP_GRAVITY_TURNS;
    if (rule == RSP_RULE_ERROR_DIGITS || rule == RSP_RULE_ERROR_TEXT)
        return RSP_GRAVITY_ERRORS;
    if (rule == RSP_RULE_MUST_REPLY_EMPTY || rule == RSP_RULE_UNKNOWN_EMPTY)
        return RSP_GRAVITY_EMPTY;
    return rule <= RSP_RULE_STOP_REGISTER ? RSP_GRAVITY_BASIC : RSP_GRAVITY_FEATURES;
}

static rsp_level level_of_rule(const rsp_violation *v) {
    const rsp_rule *rule = rsp_rule_get(v->rule);
    return rule ? rule->level : RSP_LEVEL_MUST;
}

/* An object that was put together wrongly, or of parts that are too long; a reply that was seen before with
 * the same NUL in it. */
static bool is_of_what_was_read(const rsp_symptom *s, rsp_rule_id rule) {
    const rsp_packet_row *row = rsp_packet_by_id(s->packet);
    if (rule == RSP_RULE_WINDOW_MOVES || rule == RSP_RULE_READ_LENGTH)
        return row && row->reply == RSP_REPLY_FORM_WINDOW;
    return rule == RSP_RULE_TEXT_NUL && (s->came == RSP_CAME_OTHER || s->came == RSP_CAME_MISFIT);
}

/* A comparison of what came on the wire, byte by byte: a '+' that should not be there spoils it. */
static bool is_of_the_stream(const rsp_symptom *s) {
    return s->came == RSP_CAME_UNKNOWN;
}

/* A list of threads that is not what it must be. */
static bool is_of_a_list(const rsp_result *r) {
    const rsp_came came = r->symptom.came;
    const rsp_packet_id packet = r->symptom.packet;
    const bool asks = packet == RSP_PACKET_QF_THREAD_INFO || packet == RSP_PACKET_QS_THREAD_INFO;
    return (asks || strncmp(r->requirements, "THR-", 4) == 0) &&
           (came == RSP_CAME_OTHER || came == RSP_CAME_MISFIT || came == RSP_CAME_UNKNOWN);
}

/* The packet that the failure is about breaks the rule, or the rule was broken before and what follows is its
 * consequence: after a surplus reply all replies are one too early, a damaged one is never taken. */
static bool explains(const rsp_result *r, const rsp_violation *v) {
    const rsp_symptom *s = &r->symptom;
    const bool there = s->came != RSP_CAME_UNKNOWN || s->entry > 0;
    if (level_of_rule(v) > r->level)
        return false;
    if (v->rule == RSP_RULE_THREAD_ID && is_of_a_list(r)) /* it was put together of what is no thread-id */
        return true;
    if (there && v->entry == s->entry)
        return true;
    const rsp_gravity gravity = gravity_of_rule(v->rule);
    if (there && v->entry < s->entry && is_of_what_was_read(s, v->rule))
        return true;
    if (v->rule == RSP_RULE_NO_ACK_MODE && is_of_the_stream(s))
        return true;
    if (v->rule == RSP_RULE_EARLY_OK && s->came == RSP_CAME_OK &&
        rsp_packet_effect(s->packet) == RSP_EFFECT_RESUMES) /* the OK that was not due */
        return true;
    if (v->rule == RSP_RULE_ACK_BAD && there && v->entry < s->entry) /* it was served: all replies shift */
        return true;
    return (gravity == RSP_GRAVITY_FRAMING && s->came == RSP_CAME_DAMAGED) ||
           (gravity == RSP_GRAVITY_ACKS && s->came == RSP_CAME_NO_ACK) ||
           (gravity == RSP_GRAVITY_TURNS && there && v->entry < s->entry && s->came != RSP_CAME_NO_STOP &&
            !(rsp_packet_effect(s->packet) & RSP_EFFECT_ENDS)); /* it says its end beside the reply */
}

/* Rules that say no more than the first wrong reply does, packet by packet. */
static bool is_of_the_reply(const rsp_violation *v) {
    return v->rule == RSP_RULE_REPLY_SHAPE || v->rule == RSP_RULE_MUST_REPLY_EMPTY ||
           v->rule == RSP_RULE_UNKNOWN_EMPTY;
}

const rsp_violation *cause_rule_of(const rsp_result *r) {
    const rsp_violation *best = NULL;
    for (size_t i = 0; i < r->num_violations; i++) {
        const rsp_violation *v = &r->violations[i];
        if (!explains(r, v))
            continue;
        if (!best || gravity_of_rule(v->rule) < gravity_of_rule(best->rule))
            best = v;
    }
    return best;
}

/* --- the run --- */

bool cause_is_failed(const rsp_result *r) {
    return r->verdict == RSP_VERDICT_FAIL || r->verdict == RSP_VERDICT_WARN ||
           r->verdict == RSP_VERDICT_CRASH || r->verdict == RSP_VERDICT_HANG;
}

/* Many stubs answer vMustReplyEmpty and other names with v, and are silent on the rest. */
enum { SILENT_HABIT = 3 };

static void note_nameless(cause_view *view, rsp_came came) {
    const uint64_t *answered = view->run->metrics.kind_count;
    view->silent_nameless += came == RSP_CAME_SILENCE;
    /* where most of them are answered, one that hangs is another story */
    view->nameless[came] =
        came != RSP_CAME_SILENCE || view->silent_nameless >= SILENT_HABIT ||
        view->silent_nameless > answered[RSP_PACKET_UNKNOWN] + answered[RSP_PACKET_VMUST_REPLY_EMPTY];
}

/* A packet that was answered before, in the same connection and whole, gets no reply. */
static bool is_silent_again(const rsp_result *r) {
    return r->symptom.came == RSP_CAME_SILENCE && r->symptom.beside & RSP_BESIDE_AGAIN &&
           !(r->symptom.beside & RSP_BESIDE_OTHERS) && !r->hostile;
}

/* What a stub does with random and damaged bytes says nothing of other packets that it need not know. */
static bool speaks_of_unknowns(const rsp_result *r) {
    const bool about = cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("STD-001"));
    return cause_is_failed(r) && r->level == RSP_LEVEL_MUST && r->symptom.beside & RSP_BESIDE_NAMELESS &&
           (about || !(r->hostile || strcmp(r->area, "robustness") == 0));
}

/* Of M and X: the request, what is seen of it in a conversation, and the requirement that it writes. */
static const struct {
    rsp_packet_id packet;
    unsigned wrote, lost, shown;
    const char *requirement;
} writes[2] = {
    {RSP_PACKET_WRITE_MEMORY, RSP_BESIDE_WROTE, RSP_BESIDE_LOST, RSP_BESIDE_SHOWN, "MEM-006"},
    {RSP_PACKET_WRITE_BINARY, RSP_BESIDE_WROTE_BINARY, RSP_BESIDE_LOST_BINARY, RSP_BESIDE_SHOWN_BINARY,
     "MEM-010"},
};

static void note_writes(cause_view *view, const rsp_result *r) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(writes); i++) {
        const bool about =
            cause_ids_have(rsp_bytes_str(r->requirements), rsp_bytes_str(writes[i].requirement));
        view->writes.lost[i] = view->writes.lost[i] || (about && (r->symptom.beside & writes[i].lost));
        view->writes.shown[i] = view->writes.shown[i] || (r->symptom.beside & writes[i].shown);
        view->writes.num_lost += (r->symptom.beside & writes[i].lost) != 0;
    }
}

static bool is_write(rsp_packet_id packet) {
    return packet == RSP_PACKET_WRITE_MEMORY || packet == RSP_PACKET_WRITE_BINARY ||
           packet == RSP_PACKET_WRITE_REGISTER || packet == RSP_PACKET_WRITE_REGISTERS;
}

/* A write that is to be refused is confirmed: the reply is wrong by itself, or what was compared with it is.
 */
static bool is_taken(const rsp_symptom *s) {
    const bool compared = s->came == RSP_CAME_UNKNOWN && s->beside & RSP_BESIDE_CONFIRMED;
    return is_write(s->packet) && (s->came == RSP_CAME_OK || (compared && s->oddity == RSP_ODDITY_MALFORMED));
}

/* A stub for which '%' begins a notification wherever it stands loses the packet around it. */
static bool is_of_percent(const rsp_symptom *s) {
    return s->beside & RSP_BESIDE_PERCENT && (s->came == RSP_CAME_SILENCE || s->came == RSP_CAME_NO_ACK) &&
           !(s->beside & RSP_BESIDE_OTHERS);
}

static void note_end(cause_view *view, const rsp_result *r) {
    const bool ended = r->verdict == RSP_VERDICT_CRASH || r->symptom.came == RSP_CAME_CLOSED;
    view->ended.by[r->symptom.oddity] = view->ended.by[r->symptom.oddity] || ended;
    view->ended.by_malformed[r->symptom.packet] =
        view->ended.by_malformed[r->symptom.packet] || (ended && r->symptom.oddity == RSP_ODDITY_MALFORMED);
    view->ended.by[r->symptom.suspect] = view->ended.by[r->symptom.suspect] || ended;
}

/* A packet that comes in pieces is what the scenario is about, or half of one. */
static bool is_of_pieces(const rsp_result *r) {
    const rsp_bytes ids = rsp_bytes_str(r->requirements);
    const bool half = r->verdict == RSP_VERDICT_CRASH && cause_ids_have(ids, RSP_LIT("ROBUST-007"));
    return half || cause_ids_have(ids, RSP_LIT("FRAME-006"));
}

/* Where a packet in pieces ends the stub, one longer than all that are answered comes in pieces, too. */
static bool comes_in_pieces(const cause_view *view, const rsp_symptom *s) {
    const uint64_t most = view->run->metrics.most_request;
    return view->strays.dies_of_pieces && most > 0 && s->size > most;
}

/* Whether the connection ends by requests of this packet in their right form, too. */
static bool closes_at_all(const rsp_run *run, rsp_packet_id packet) {
    for (size_t i = 0; i < run->num_results; i++) {
        const rsp_symptom *s = &run->results[i].symptom;
        if (cause_is_failed(&run->results[i]) && s->came == RSP_CAME_CLOSED && s->packet == packet &&
            s->oddity == RSP_ODDITY_PLAIN)
            return true;
    }
    return false;
}

/* A request that can not be read ends the connection, no crash is seen, and none in its right form does it.
 */
static bool is_closed_by_malformed(const rsp_run *run, const rsp_result *r) {
    return cause_is_failed(r) && r->verdict != RSP_VERDICT_CRASH && r->symptom.came == RSP_CAME_CLOSED &&
           r->symptom.oddity == RSP_ODDITY_MALFORMED && !closes_at_all(run, r->symptom.packet);
}

static bool breaks(const rsp_result *r, rsp_rule_id rule) {
    size_t i = 0;
    while (i < r->num_violations && r->violations[i].rule != rule)
        i++;
    return i < r->num_violations;
}

static bool refuses_good(const rsp_result *r) {
    return breaks(r, RSP_RULE_NAK_GOOD);
}

/* What can not be read, or is taken for something that can not. */
static bool is_unread(const rsp_symptom *s) {
    return s->oddity == RSP_ODDITY_MALFORMED || s->oddity == RSP_ODDITY_NAMELESS;
}

/* A '+' too many comes for a '-': with the packet that is sent once more. */
static bool is_plus_for_minus(const rsp_result *r) {
    return breaks(r, RSP_RULE_ACK_ONCE) && r->symptom.beside & RSP_BESIDE_REFUSED;
}

static void note_stray_bytes(cause_view *view, const rsp_result *r) {
    view->strays.lost_behind_junk = view->strays.lost_behind_junk ||
                                    (r->symptom.came == RSP_CAME_SILENCE &&
                                     cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("FRAME-005")));
    view->strays.num_refused += refuses_good(r);
    view->strays.num_behind_junk += refuses_good(r) && (r->symptom.beside & BESIDE_JUNK) != 0;
    view->strays.num_unread += refuses_good(r) && is_unread(&r->symptom);
    view->strays.plus_for_minus =
        view->strays.plus_for_minus ||
        (breaks(r, RSP_RULE_ACK_ONCE) && cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("ACK-003")));
    view->strays.dies_of_pieces =
        view->strays.dies_of_pieces || (is_of_pieces(r) && r->verdict == RSP_VERDICT_CRASH);
    view->strays.lost_pieces =
        view->strays.lost_pieces || (is_of_pieces(r) && r->symptom.came == RSP_CAME_SILENCE);
    view->strays.refuses_next =
        view->strays.refuses_next ||
        (refuses_good(r) && *r->breach && cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("ACK-002")));
    view->strays.refuses_junk =
        view->strays.refuses_junk || (refuses_good(r) && *r->breach &&
                                      cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("FRAME-005")));
}

static void note_percent(cause_view *view, const rsp_result *r) {
    const bool lost = is_of_percent(&r->symptom);
    view->percent.num += lost;
    view->percent.judged = view->percent.judged ||
                           (lost && cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("FRAME-016")));
    view->percent.answered =
        view->percent.answered || (!lost && r->symptom.beside & RSP_BESIDE_PERCENT &&
                                   r->symptom.came != RSP_CAME_SILENCE && r->symptom.came != RSP_CAME_NO_ACK);
}

/* A reply that can not be the packet's, by its form alone or by the rule about it. */
static bool is_misfit(const rsp_result *r) {
    const rsp_violation *v = cause_rule_of(r);
    return r->symptom.came == RSP_CAME_MISFIT || (v && r->symptom.came == RSP_CAME_OTHER);
}

/* ... where other results show it, and this one has seen it, too. */
static bool is_known_misfit(const cause_view *view, const rsp_result *r) {
    bool seen = false;
    for (size_t i = 0; i < r->num_violations; i++)
        seen = seen || r->violations[i].rule == RSP_RULE_REPLY_SHAPE;
    return seen && (r->symptom.came == RSP_CAME_OTHER || r->symptom.came == RSP_CAME_UNKNOWN) &&
           view->misfit[r->symptom.packet];
}

/* A request that can not be read gets no reply, alone and whatever was before. */
static bool is_malformed_silence(const rsp_symptom *s) {
    return s->came == RSP_CAME_SILENCE && s->oddity == RSP_ODDITY_MALFORMED &&
           !(s->beside & RSP_BESIDE_OTHERS);
}

static void note_malformed(cause_view *view, const rsp_symptom *s) {
    if (!is_malformed_silence(s) || view->malformed.silent[s->packet])
        return;
    view->malformed.silent[s->packet] = true;
    view->malformed.num++;
}

/* A vCont that is promised and gets no stop, or no reply. */
static bool is_lost_vcont(const rsp_result *r) {
    const rsp_came came = r->symptom.came;
    return r->symptom.packet == RSP_PACKET_VCONT && (came == RSP_CAME_SILENCE || came == RSP_CAME_NO_STOP);
}

/* No request that is so long is ever answered, and this one has no other reason to be lost. */
static bool is_oversize(const rsp_run *run, const rsp_symptom *s) {
    return s->came == RSP_CAME_SILENCE && !(s->beside & RSP_BESIDE_OTHERS) &&
           s->packet != RSP_PACKET_UNKNOWN && run->metrics.most_request > 0 &&
           s->size > run->metrics.most_request;
}

/* A packet that never works, and gets no reply where it is short, either, says nothing of lengths. */
static void note_short(cause_view *view, const rsp_symptom *s) {
    const bool silent = s->came == RSP_CAME_SILENCE && !(s->beside & RSP_BESIDE_OTHERS);
    const rsp_metrics *m = &view->run->metrics;
    if (silent && s->size > 0 && s->size <= m->most_request && m->kind_good[s->packet] == 0)
        view->short_silence[s->packet] = true;
}

/* A good request is refused that is longer than all that are answered. */
static void note_refused(cause_view *view, const rsp_result *r) {
    const uint64_t size = r->symptom.size;
    const uint64_t most = view->run->metrics.most_request;
    if (refuses_good(r) && !*r->breach && most > 0 && size > most &&
        (view->shortest_refused == 0 || size < view->shortest_refused))
        view->shortest_refused = size;
}

/* It is refused, or one that is too long is refused and answered all the same. */
static bool is_refused_for_size(const cause_view *view, const rsp_result *r, const rsp_violation *v) {
    if (view->shortest_refused == 0 || !v)
        return false;
    return (v->rule == RSP_RULE_NAK_GOOD && r->symptom.size >= view->shortest_refused) ||
           (v->rule == RSP_RULE_ONE_REPLY &&
            cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("ROBUST-001")));
}

static void note_oversize(cause_view *view, const rsp_symptom *s) {
    if (!is_oversize(view->run, s) || view->short_silence[s->packet])
        return;
    view->oversize++;
    view->shortest_lost =
        view->shortest_lost == 0 || s->size < view->shortest_lost ? s->size : view->shortest_lost;
}

/* A packet that is answered elsewhere is not, right behind the '+' of a stop reply. */
static bool is_behind_a_stop(const rsp_run *run, const rsp_symptom *s) {
    return s->came == RSP_CAME_SILENCE && s->beside & RSP_BESIDE_BEHIND_STOP &&
           run->metrics.kind_count[s->packet] > 0;
}

/* A packet that is answered elsewhere is lost, or ends the connection, where debuggers send '+' first. */
static bool is_ungreeted(const rsp_run *run, const rsp_symptom *s) {
    return s->beside & RSP_BESIDE_UNGREETED && run->metrics.kind_count[s->packet] > 0;
}

/* How many different packets are lost so. */
static unsigned count_lost(const rsp_run *run, bool is_so(const rsp_run *run, const rsp_symptom *s)) {
    bool seen[RSP_PACKET_MOST] = {false};
    unsigned num = 0;
    for (size_t i = 0; i < run->num_results; i++) {
        const rsp_symptom *s = &run->results[i].symptom;
        if (!cause_is_failed(&run->results[i]) || !is_so(run, s) || seen[s->packet])
            continue;
        seen[s->packet] = true;
        num++;
    }
    return num;
}

static bool has_interrupt(const rsp_result *r) {
    return r->symptom.beside & (RSP_BESIDE_STOPPED | RSP_BESIDE_INTERRUPTED) ||
           strcmp(r->area, "interrupt") == 0;
}

static void note_rule(cause_view *view, const rsp_result *r, rsp_rule_id rule) {
    view->rules[rule] = true;
    view->mixed.acks_more = view->mixed.acks_more || (rule == RSP_RULE_ACK_ONCE && !has_interrupt(r));
    view->seen.damaged_alone =
        view->seen.damaged_alone || (rule == RSP_RULE_CHECKSUM && !(r->symptom.beside & RSP_BESIDE_REFUSED));
}

/* Whether an end by something odd is the matter of one packet. */
static bool is_of_packet(rsp_oddity oddity) {
    return oddity <= RSP_ODDITY_MALFORMED || oddity == RSP_ODDITY_UNSENT;
}

/* What the stub died of; elsewhere it may have closed the connection first. */
static void note_deaths(cause_view *view) {
    for (size_t i = 0; i < view->run->num_results; i++) {
        if (view->run->results[i].verdict != RSP_VERDICT_CRASH)
            continue;
        const cause_key key = cause_key_of_end(view, &view->run->results[i]);
        if (is_of_packet(key.oddity))
            view->ended.died_by[key.what][key.oddity == RSP_ODDITY_MALFORMED] = true;
        else
            view->ended.died[key.oddity] = true;
    }
}

/* A damaged packet that is answered all the same: the reply is one too many, or is in the way of the next. */
static bool is_served_damaged(const rsp_result *r, const rsp_violation *v) {
    return r->symptom.oddity == RSP_ODDITY_DAMAGED && v && gravity_of_rule(v->rule) == RSP_GRAVITY_TURNS;
}

static bool is_matched_by_beginning(const rsp_result *r) {
    return cause_is_failed(r) && strcmp(r->breach, BY_BEGINNING) == 0;
}

cause_view cause_look(const rsp_run *run) {
    cause_view view = {.run = run,
                       .num_behind = count_lost(run, is_behind_a_stop),
                       .num_ungreeted = count_lost(run, is_ungreeted)};
    for (size_t i = 0; i < run->num_results; i++) {
        const rsp_result *r = &run->results[i];
        const rsp_bytes ids = rsp_bytes_str(r->requirements);
        const bool passed = r->verdict == RSP_VERDICT_PASS;
        view.seen.breaks = view.seen.breaks || (passed && cause_ids_have(ids, RSP_LIT("BRK-001")));
        const bool about_unknown = cause_ids_have(ids, RSP_LIT("STD-001"));
        view.seen.knows_some = view.seen.knows_some || (passed && about_unknown);
        view.seen.num_known += passed && about_unknown;
        view.seen.num_unknown +=
            about_unknown && cause_is_failed(r) && r->symptom.beside & RSP_BESIDE_NAMELESS;
        view.seen.refuses_bad = view.seen.refuses_bad || (passed && cause_ids_have(ids, RSP_LIT("ACK-002")));
        view.seen.interrupts = view.seen.interrupts || (passed && cause_ids_have(ids, RSP_LIT("INT-001")));
        view.strays.serves_damaged =
            view.strays.serves_damaged || (cause_is_failed(r) && is_served_damaged(r, cause_rule_of(r)));
        view.mixed.by_beginning = view.mixed.by_beginning || is_matched_by_beginning(r);
        if (speaks_of_unknowns(r))
            note_nameless(&view, r->symptom.came);
        if (cause_is_failed(r)) {
            note_writes(&view, r);
            view.num_ignored += r->symptom.came == RSP_CAME_UNKNOWN && r->symptom.entry > 0 &&
                                cause_ids_have(ids, RSP_LIT(IGNORED_CONDITION));
            view.vcont_lost = view.vcont_lost || is_lost_vcont(r);
            note_short(&view, &r->symptom);
            note_percent(&view, r);
            note_end(&view, r);
            view.ended.closed[r->symptom.packet] =
                view.ended.closed[r->symptom.packet] || is_closed_by_malformed(run, r);
            note_stray_bytes(&view, r);
            view.seen.lacks_block =
                view.seen.lacks_block ||
                (r->symptom.packet == RSP_PACKET_WRITE_REGISTERS && r->symptom.came == RSP_CAME_EMPTY);
            note_malformed(&view, &r->symptom);
            view.misfit[r->symptom.packet] = view.misfit[r->symptom.packet] || is_misfit(r);
            view.seen.long_silence =
                view.seen.long_silence || (r->symptom.beside & RSP_BESIDE_NAMELESS &&
                                           r->symptom.came == RSP_CAME_SILENCE && !r->short_wait);
            view.writes.taken[r->symptom.packet] =
                view.writes.taken[r->symptom.packet] || is_taken(&r->symptom);
        }
        view.silent_again[r->symptom.packet] += cause_is_failed(r) && is_silent_again(r);
        view.silent[r->symptom.packet] += cause_is_failed(r) && r->symptom.came == RSP_CAME_SILENCE;
        view.late[r->symptom.packet] += cause_is_failed(r) && r->symptom.came == RSP_CAME_LATE;
        for (size_t k = 0; k < r->num_violations && cause_is_failed(r); k++)
            note_rule(&view, r, r->violations[k].rule);
    }
    for (size_t i = 0; i < run->num_results; i++)
        if (cause_is_failed(&run->results[i])) {
            note_oversize(&view, &run->results[i].symptom);
            note_refused(&view, &run->results[i]);
        }
    note_deaths(&view);
    view.vcont_lost = view.vcont_lost && run->metrics.kind_good[RSP_PACKET_VCONT] == 0 &&
                      run->metrics.kind_good[RSP_PACKET_VCONT_QUERY] > 0;
    return view;
}

/* A longer m than any that the stub survived. */
static bool is_long(const cause_view *view, uint64_t length) {
    return view->run->metrics.most_read > 0 && length > view->run->metrics.most_read;
}

/* Every stub has them. */
static bool is_basic(rsp_packet_id packet) {
    return packet == RSP_PACKET_REASON || packet == RSP_PACKET_READ_REGISTERS ||
           packet == RSP_PACKET_READ_MEMORY || packet == RSP_PACKET_WRITE_REGISTERS ||
           packet == RSP_PACKET_WRITE_MEMORY;
}

/* --- keys --- */

enum {
    PERCENT_HABIT = 2,   /* results that make a habit of the silence to requests with a '%' */
    MALFORMED_HABIT = 3, /* packets of which no form that can not be read gets a reply, or each ends the
                            connection */
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
           (!is_basic(s->packet) && s->came == RSP_CAME_NO_STOP && !s->breakpoint &&
            view->run->metrics.kind_count[s->packet] == 0);
}

/* A stub need not have G and M, where it has P and X: never answered, they are unknown to it. */
static bool is_missing_write(const cause_view *view, const rsp_symptom *s) {
    return (s->packet == RSP_PACKET_WRITE_REGISTERS || s->packet == RSP_PACKET_WRITE_MEMORY) &&
           s->came == RSP_CAME_SILENCE && view->run->metrics.kind_count[s->packet] == 0;
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
    const bool like = is_malformed_silence(s) ||
                      (r->hostile && view->malformed.silent[s->packet] && !is_long(view, s->length));
    if (good && s->came == RSP_CAME_SILENCE && like && !(s->beside & RSP_BESIDE_OTHERS))
        return (cause_key){
            .topic = CAUSE_PACKET, .what = s->packet, .came = s->came, .oddity = RSP_ODDITY_MALFORMED};
    /* What no debugger sends, among names that get the empty reply. */
    if (unknown && s->came == RSP_CAME_SILENCE && r->hostile && view->seen.knows_some)
        return (cause_key){.topic = CAUSE_NAMELESS, .came = s->came};
    if (unknown || good)
        return key_of_requirement(r);
    if ((!is_basic(s->packet) || is_missing_write(view, s)) && view->nameless[s->came])
        return (cause_key){.topic = CAUSE_NAMELESS, .came = s->came};
    return (cause_key){.topic = CAUSE_PACKET, .what = s->packet, .came = s->came, .type = s->type};
}

/* OK is all that they are ever answered: where they work they are no unknown packets. */
static bool is_served(const cause_view *view, rsp_packet_id packet) {
    return (packet == RSP_PACKET_SELECT_THREAD || packet == RSP_PACKET_WRITE_REGISTER) &&
           view->run->metrics.kind_good[packet] > 0;
}

/* Whether a packet that the stub need not know is answered like those that nobody knows. */
static bool is_like_unknown(const cause_view *view, const rsp_symptom *s, rsp_came came) {
    return !is_basic(s->packet) && !is_served(view, s->packet) && view->nameless[came] &&
           view->run->metrics.kind_data[s->packet] == 0;
}

/* OK where something else is due: to some packets OK is the right answer elsewhere. */
static cause_key key_of_ok(const cause_view *view, const rsp_result *r) {
    const rsp_symptom *s = &r->symptom;
    if (view->nameless[s->came] && (s->beside & RSP_BESIDE_NAMELESS || is_like_unknown(view, s, s->came)))
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
    if (view->malformed.num < MALFORMED_HABIT || s->came != RSP_CAME_SILENCE || s->beside & RSP_BESIDE_OTHERS)
        return false;
    if (s->packet != RSP_PACKET_WRITE_MEMORY && like_m)
        return true;
    return view->malformed.silent[s->packet] && (s->oddity == RSP_ODDITY_MALFORMED || r->hostile);
}

/* A packet that is answered elsewhere, though nobody need know it, after something that the scenario names.
 */
static bool is_after_what_is_named(const cause_view *view, const rsp_result *r) {
    return *r->breach && r->symptom.beside & RSP_BESIDE_NAMELESS &&
           strcmp(r->symptom.asked, "vMustReplyEmpty") == 0 &&
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
    if (view->num_behind >= BEHIND_HABIT && is_behind_a_stop(view->run, s))
        return (cause_key){.topic = CAUSE_BEHIND};
    /* Where unknown packets are never answered, one among several is no sign of a lost packet. */
    if (s->beside & RSP_BESIDE_BATCHED && view->run->metrics.kind_count[s->packet] > 0 &&
        !view->nameless[RSP_CAME_SILENCE])
        return (cause_key){.topic = CAUSE_BATCH};
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

/* --- deaths --- */

static bool is_digit(uint8_t c) {
    return c >= '0' && c <= '9';
}

/* How many bytes at `at` are a number that is data: in brackets, or hexadecimal with 0x. */
static size_t data_at(rsp_bytes text, size_t at, bool in_brackets) {
    const bool hex = rsp_bytes_starts(rsp_bytes_from(text, at), RSP_LIT("0x"));
    size_t end = at + (hex ? 2 : 0);
    while ((hex || in_brackets) && end < text.len &&
           (is_digit(text.ptr[end]) || (hex && rsp_hex_value(text.ptr[end]) >= 0)))
        end++;
    return end - at;
}

/* Equal but for data, as in "slice bounds out of range [::4294967295]" and "invalid digit 0x7a". Other
 * numbers are lines of a file. */
static bool same_but_for_data(rsp_bytes a, rsp_bytes b) {
    size_t i = 0;
    size_t k = 0;
    bool within = false;
    while (i < a.len && k < b.len) {
        const size_t left = data_at(a, i, within);
        const size_t right = data_at(b, k, within);
        if ((left == 0) != (right == 0) || (left == 0 && a.ptr[i] != b.ptr[k]))
            return false;
        within = left > 0 ? within : a.ptr[i] == '[' || (within && a.ptr[i] != ']');
        i += left > 0 ? left : 1;
        k += right > 0 ? right : 1;
    }
    return i == a.len && k == b.len;
}

/* The last line of `text` that has `mark` in it; empty where none has. Python's "AssertionError: ..." is no
 * such line. */
static rsp_bytes line_with(rsp_bytes text, const char *mark) {
    rsp_bytes found = {0};
    while (text.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&text, '\n');
        if (rsp_bytes_search(line, rsp_bytes_str(mark)) < line.len &&
            !rsp_bytes_starts(line, RSP_LIT("AssertionError")))
            found = line;
    }
    return found;
}

/* "FILE:LINE: FUNCTION: Assertion ..." of an assertion's line: what stands before may be output of before,
 * without an end of its line, and the program's name. All of it where it has no such form. */
static rsp_bytes from_file(rsp_bytes line, const char *mark) {
    enum { FIELDS = 3 }; /* program, file and line, function; ": " behind each */
    size_t at = rsp_bytes_search(line, rsp_bytes_str(mark));
    size_t found = 0;
    while (at < line.len && at > 1 && found < FIELDS) {
        at--;
        found += line.ptr[at - 1] == ':' && line.ptr[at] == ' ';
    }
    return found == FIELDS ? rsp_bytes_from(line, at + 1) : line;
}

/* What lines of stderr have that say where a program died. */
static const char *const death_marks[] = {
    "SUMMARY: ", "ssertion", "panicked at", "runtime error: ", "terminate called", "  File \"", "FATAL: "};

/* "thread 7 panic: ..." of Zig, and below it the place: "/home/me/src/Packet.zig:72:16: 0x212a84 in f
 * (stub)", here without the folders. Empty where there is none, or an optimised program does not know it. */
static rsp_bytes place_of_panic(rsp_bytes text) {
    bool panics = false;
    while (text.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&text, '\n');
        const size_t column = rsp_bytes_search(line, RSP_LIT(": 0x"));
        panics = panics || rsp_bytes_search(line, RSP_LIT(" panic: ")) < line.len;
        if (!panics || column >= line.len || rsp_bytes_search(line, RSP_LIT(" in ")) >= line.len)
            continue;
        if (rsp_bytes_search(line, RSP_LIT(":0:0: 0x")) < line.len)
            return (rsp_bytes){0};
        size_t name = column;
        while (name > 0 && line.ptr[name - 1] != '/')
            name--;
        return rsp_bytes_from(line, name);
    }
    return (rsp_bytes){0};
}

bool rsp_words_tell_death(rsp_bytes words) {
    if (place_of_panic(words).len > 0)
        return true;
    for (size_t i = 0; i < RSP_ARRAY_LEN(death_marks); i++)
        if (line_with(words, death_marks[i]).len > 0)
            return true;
    return false;
}

/* The line of a stub's stderr that says where it died. The message of Python's errors may have data in it,
 * the place above has none. */
static rsp_bytes last_words_of(const rsp_result *r) {
    rsp_bytes line = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(death_marks) && line.len == 0 && r->shown.last_words; i++)
        line = from_file(line_with(rsp_bytes_str(r->shown.last_words), death_marks[i]), "Assertion `");
    if (line.len == 0 && r->shown.last_words)
        line = place_of_panic(rsp_bytes_str(r->shown.last_words));
    return line;
}

/* Where packets that nobody knows, or bytes between packets, end the stub whatever is in them, neither a byte
 * above 127 in one is to blame nor that it is empty. */
static rsp_oddity of_high(const cause_view *view, const rsp_symptom *s, rsp_oddity oddity) {
    if (oddity != RSP_ODDITY_HIGH && oddity != RSP_ODDITY_EMPTY)
        return oddity;
    if (s->beside & RSP_BESIDE_NAMELESS && view->ended.by[RSP_ODDITY_NAMELESS])
        return RSP_ODDITY_NAMELESS;
    if (oddity == RSP_ODDITY_EMPTY)
        return oddity;
    return view->ended.by[RSP_ODDITY_BYTES] ? RSP_ODDITY_BYTES : RSP_ODDITY_HIGH;
}

/* A packet that works elsewhere is not to blame for the death behind something odd: behind a read over the
 * end of a buffer, which may be answered before the stub dies of it, nothing else is. */
static rsp_oddity suspect_of(const cause_view *view, const rsp_symptom *s) {
    const rsp_metrics *m = &view->run->metrics;
    const bool asked = s->beside & RSP_BESIDE_NAMELESS && m->kind_count[RSP_PACKET_VMUST_REPLY_EMPTY] > 0;
    if (s->oddity != RSP_ODDITY_PLAIN || (m->kind_good[s->packet] == 0 && !asked))
        return RSP_ODDITY_PLAIN;
    if (s->suspect == RSP_ODDITY_NAMELESS && !view->nameless[RSP_CAME_DIED] &&
        s->packet != RSP_PACKET_VMUST_REPLY_EMPTY)
        return RSP_ODDITY_PLAIN;
    return s->suspect == RSP_ODDITY_PLAIN && is_long(view, s->longest) ? RSP_ODDITY_LONG
                                                                       : of_high(view, s, s->suspect);
}

/* What is odd about the last thing that was sent, in the light of all others: a longer m than any that is
 * answered, an optional packet where unknown ones have the same end. */
static rsp_oddity oddity_of(const cause_view *view, const rsp_symptom *s, rsp_came came) {
    const bool never = s->packet != RSP_PACKET_UNKNOWN && view->run->metrics.kind_count[s->packet] == 0;
    const bool unread = s->oddity == RSP_ODDITY_MALFORMED && !is_basic(s->packet);
    if ((never || unread) && (view->nameless[came] || view->nameless[RSP_CAME_DIED]) &&
        s->oddity <= RSP_ODDITY_MALFORMED) /* G of a stub without it */
        return RSP_ODDITY_NAMELESS;
    if (s->oddity != RSP_ODDITY_PLAIN)
        return of_high(view, s, s->oddity);
    if (is_long(view, s->length))
        return RSP_ODDITY_LONG;
    return is_like_unknown(view, s, came) ? RSP_ODDITY_NAMELESS : RSP_ODDITY_PLAIN;
}

/* What a stub said last on its stderr before it closed the connection; empty where nothing came in time. */
static rsp_bytes closing_line(const rsp_result *r) {
    rsp_bytes words = rsp_bytes_str(r->shown.last_words ? r->shown.last_words : "");
    rsp_bytes line = {0};
    while (words.len > 0) {
        const rsp_bytes next = rsp_bytes_split(&words, '\n');
        line = next.len > 0 ? next : line;
    }
    return line;
}

/* How many packets end the connection with the same last words where they can not be read. *out_line: these
 * words, also of a result for which they came too late. */
static unsigned count_closed(const cause_view *view, const rsp_result *of, rsp_bytes *out_line) {
    bool seen[RSP_PACKET_MOST] = {false};
    unsigned num = 0;
    *out_line = closing_line(of);
    for (size_t i = 0; i < view->run->num_results; i++) {
        const rsp_result *r = &view->run->results[i];
        const rsp_bytes line = closing_line(r);
        if (!is_closed_by_malformed(view->run, r) ||
            (line.len > 0 && out_line->len > 0 && !same_but_for_data(line, *out_line)))
            continue;
        *out_line = out_line->len > 0 ? *out_line : line;
        num += !seen[r->symptom.packet];
        seen[r->symptom.packet] = true;
    }
    return num;
}

/* A stub takes a request for an object apart before it looks which object it is. */
static rsp_packet_id reader_of(rsp_packet_id packet, rsp_oddity oddity) {
    const rsp_packet_row *row = rsp_packet_by_id(packet);
    const bool object = row && row->reply == RSP_REPLY_FORM_WINDOW;
    return object && oddity == RSP_ODDITY_MALFORMED ? (rsp_packet_id)RSP_PACKET_QXFER : packet;
}

cause_key cause_key_of_end(const cause_view *view, const rsp_result *r) {
    const rsp_symptom *s = &r->symptom;
    const rsp_came came = r->verdict == RSP_VERDICT_CRASH ? RSP_CAME_DIED : s->came;
    const rsp_oddity suspect = suspect_of(view, s);
    rsp_bytes line = {0};
    const bool habit = came == RSP_CAME_CLOSED && count_closed(view, r, &line) >= MALFORMED_HABIT;
    /* A name that begins with M and is taken for it. */
    if (s->asked && *s->asked == 'M' && s->packet != RSP_PACKET_WRITE_MEMORY &&
        view->ended.by_malformed[RSP_PACKET_WRITE_MEMORY])
        return (cause_key){.topic = CAUSE_DEATH,
                           .came = came,
                           .oddity = RSP_ODDITY_MALFORMED,
                           .what = habit ? RSP_PACKET_UNKNOWN : RSP_PACKET_WRITE_MEMORY,
                           .common = habit ? line : (rsp_bytes){0}};
    const bool suspected = suspect != RSP_ODDITY_PLAIN;
    const rsp_oddity odd = suspected ? suspect : oddity_of(view, s, came);
    /* Digits that are none, in a request that has the right form else. */
    const bool like =
        odd == RSP_ODDITY_PLAIN && r->hostile && is_write(s->packet) && view->ended.by_malformed[s->packet];
    const rsp_oddity oddity = like                                         ? RSP_ODDITY_MALFORMED
                              : odd == RSP_ODDITY_PLAIN && is_of_pieces(r) ? RSP_ODDITY_PIECES
                              : comes_in_pieces(view, s)                   ? RSP_ODDITY_PIECES
                                                                           : odd;
    const rsp_packet_id packet = suspected ? s->suspected : s->packet;
    const bool any = habit && oddity == RSP_ODDITY_MALFORMED && is_closed_by_malformed(view->run, r);
    const unsigned what = is_of_packet(oddity) && !any ? reader_of(packet, oddity) : RSP_PACKET_UNKNOWN;
    const bool died = is_of_packet(oddity) ? view->ended.died_by[what][oddity == RSP_ODDITY_MALFORMED]
                                           : view->ended.died[oddity];
    return (cause_key){.topic = CAUSE_DEATH,
                       .came = came == RSP_CAME_CLOSED && died ? RSP_CAME_DIED : came,
                       .oddity = oddity,
                       .what = what,
                       .common = any ? line : (rsp_bytes){0}};
}

/* Deaths are told apart by what the stub says of them, else by what it was sent. */
static cause_key key_of_end(const cause_view *view, const rsp_result *r) {
    const cause_key by_form = cause_key_of_end(view, r);
    const rsp_bytes words = last_words_of(r);
    return words.len ? (cause_key){.topic = CAUSE_DEATH, .came = by_form.came, .common = words} : by_form;
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
           (seen || (breaks(r, RSP_RULE_CHECKSUM) && breaks(r, RSP_RULE_RESEND)));
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
                   : key_of_end(view, r);
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
    return r->symptom.beside & RSP_BESIDE_REFUSED && gravity_of_rule(v->rule) == RSP_GRAVITY_TURNS;
}

/* Where no write is ever seen to be done, or m shows other bytes than were written again and again, all that
 * compares memory after one stumbles over that. What M and X have in common is what m shows. */
static bool is_of_a_write(const cause_view *view, const rsp_result *r, cause_key *out) {
    const rsp_symptom *s = &r->symptom;
    const bool data = s->came == RSP_CAME_OTHER || s->came == RSP_CAME_MISFIT || s->came == RSP_CAME_UNKNOWN;
    for (size_t i = 0; i < RSP_ARRAY_LEN(writes) && data; i++) {
        const bool both = view->writes.lost[0] && view->writes.lost[1];
        const bool habit = !view->writes.shown[i] || view->writes.num_lost >= LOST_HABIT;
        *out = (cause_key){.topic = CAUSE_WRITE, .what = both ? RSP_PACKET_READ_MEMORY : writes[i].packet};
        if (view->writes.lost[i] && habit && s->beside & writes[i].wrote)
            return true;
    }
    return false;
}

/* What was compared with the OK of a write, where such writes are known to be taken. */
static bool is_of_a_taken_write(const cause_view *view, const rsp_symptom *s) {
    return s->came == RSP_CAME_UNKNOWN && s->beside & RSP_BESIDE_CONFIRMED && is_write(s->packet) &&
           view->writes.taken[s->packet];
}

/* A window without data breaks its rule where it was read, and what is put together of it is short. */
static bool lacks_a_window(const rsp_result *r) {
    const rsp_packet_row *row = rsp_packet_by_id(r->symptom.packet);
    bool broken = false;
    for (size_t i = 0; i < r->num_violations; i++)
        broken = broken || r->violations[i].rule == RSP_RULE_MORE_HAS_DATA;
    return broken && row && row->reply == RSP_REPLY_FORM_WINDOW &&
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
    const bool half = view->strays.lost_pieces && cause_ids_have(ids, RSP_LIT("ROBUST-007"));
    const bool minus = view->strays.lost_behind_junk && cause_ids_have(ids, RSP_LIT("NOACK-006"));
    *out = (cause_key){.topic = CAUSE_REQUIREMENT,
                       .requirement = half ? RSP_LIT("FRAME-006") : RSP_LIT("FRAME-005")};
    return r->symptom.came == RSP_CAME_SILENCE && (half || minus);
}

/* Where no vCont is answered, what is judged of one stumbles over that: also that the program never ran. */
static bool is_of_lost_vcont(const cause_view *view, const rsp_result *r) {
    const bool run = strncmp(r->requirements, "RUN-", 4) == 0 && r->symptom.came != RSP_CAME_CLOSED;
    return view->vcont_lost && (is_lost_vcont(r) || run);
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
    for (size_t i = 0; i < view->run->num_results; i++)
        if (is_matched_by_beginning(&view->run->results[i]) &&
            strcmp(view->run->results[i].got, r->got) == 0 && is_misfit(r))
            return true;
    return has_beginning(row, rsp_bytes_str(r->got));
}

/* Rules about '+' that are broken by what another rule says, too. */
static bool is_of_acks(const cause_view *view, const rsp_result *r, const rsp_violation *v, cause_key *out) {
    *out = (cause_key){.topic = CAUSE_RULE, .what = RSP_RULE_ONE_STOP_REPLY};
    /* The second telling of a stop, or the one that a 0x03 brings, is taken for the reply to the next
     * request, which has no '+' yet. */
    if (v && v->rule == RSP_RULE_ACK_FIRST &&
        (r->symptom.came == RSP_CAME_STOP || breaks(r, RSP_RULE_ONE_STOP_REPLY)) &&
        (view->rules[RSP_RULE_ONE_STOP_REPLY] || r->symptom.beside & RSP_BESIDE_STOPPED))
        return true;
    /* ares: a '+' comes with each stop, whatever made it. */
    out->what = RSP_RULE_ACK_ONCE;
    if (v && v->rule == RSP_RULE_ACK_INTERRUPT && view->mixed.acks_more)
        return true;
    out->what = RSP_RULE_ACK_INTERRUPT;
    return is_of_the_interrupt(view, r, v);
}

cause_key cause_key_of(const cause_view *view, const rsp_result *r) {
    const rsp_violation *v = cause_rule_of(r);
    if (!cause_is_failed(r))
        return (cause_key){.topic = CAUSE_NONE};
    if (r->verdict == RSP_VERDICT_CRASH)
        return key_of_end(view, r);
    if (view->num_ungreeted >= UNGREETED_HABIT && r->symptom.beside & RSP_BESIDE_UNGREETED)
        return (cause_key){.topic = CAUSE_UNGREETED};
    if (is_damaged_by_a_resend(view, r, v))
        return (cause_key){.topic = CAUSE_RESEND, .came = RSP_CAME_DAMAGED};
    if (is_served_damaged(r, v) || is_served_in_halves(view, r, v))
        return (cause_key){.topic = CAUSE_NO_REFUSAL, .came = RSP_CAME_STOP};
    /* It was refused for its checksum, and is damaged again. */
    if (v && v->rule == RSP_RULE_RESEND && r->symptom.beside & RSP_BESIDE_REFUSED &&
        view->rules[RSP_RULE_CHECKSUM])
        return (cause_key){.topic = CAUSE_RULE, .what = RSP_RULE_CHECKSUM};
    cause_key acks;
    if (is_of_acks(view, r, v, &acks))
        return acks;
    if (is_of_lost_vcont(view, r))
        return (cause_key){.topic = CAUSE_PACKET, .what = RSP_PACKET_VCONT, .came = RSP_CAME_NO_STOP};
    if (view->strays.plus_for_minus && is_plus_for_minus(r))
        return (cause_key){.topic = CAUSE_RESEND, .came = RSP_CAME_NO_ACK};
    if (is_of_a_window(view, r))
        return (cause_key){.topic = CAUSE_RULE, .what = RSP_RULE_WINDOW_MOVES};
    if (lacks_a_window(r))
        return (cause_key){.topic = CAUSE_RULE, .what = RSP_RULE_MORE_HAS_DATA};
    if (view->percent.num >= PERCENT_HABIT && view->percent.judged && !view->percent.answered &&
        is_of_percent(&r->symptom))
        return (cause_key){.topic = CAUSE_PERCENT};
    if (view->oversize >= OVERSIZE_HABIT && !view->short_silence[r->symptom.packet] &&
        is_oversize(view->run, &r->symptom))
        return (cause_key){.topic = CAUSE_SIZE};
    if (is_refused_for_size(view, r, v))
        return (cause_key){.topic = CAUSE_SIZE, .came = RSP_CAME_NO_ACK};
    /* What is refused in one form alone is named by the form. */
    const bool nak = v && v->rule == RSP_RULE_NAK_GOOD;
    const bool named = nak && (*r->common || *r->breach);
    if (nak && !named && view->strays.refuses_next && r->symptom.beside & BESIDE_JUNK)
        return (cause_key){.topic = CAUSE_REQUIREMENT, .requirement = RSP_LIT("ACK-002")};
    if (nak && !named && view->strays.refuses_junk && r->symptom.beside & BESIDE_JUNK)
        return (cause_key){.topic = CAUSE_REQUIREMENT, .requirement = RSP_LIT("FRAME-005")};
    if (nak && !named && r->symptom.oddity == RSP_ODDITY_HIGH)
        return (cause_key){.topic = CAUSE_RULE, .what = v->rule, .oddity = RSP_ODDITY_HIGH};
    if (v && !is_of_the_reply(v) && !is_asked_for_again(r, v) && !named)
        return (cause_key){.topic = CAUSE_RULE, .what = v->rule};
    if (is_of_a_resend(r))
        return (cause_key){.topic = CAUSE_RESEND, .came = RSP_CAME_DAMAGED};
    if (is_missing_block(view, r))
        return (cause_key){.topic = CAUSE_PACKET, .what = RSP_PACKET_WRITE_REGISTERS, .came = RSP_CAME_EMPTY};
    if (*r->common)
        return (cause_key){.topic = CAUSE_COMMON, .common = rsp_bytes_str(r->common)};
    cause_key write;
    if (is_of_once(view, r, &write))
        return write;
    if (is_lost_beside_bytes(view, r, &write))
        return write;
    if (is_of_a_write(view, r, &write))
        return write;
    if (is_of_an_ignored_condition(view, r))
        return (cause_key){.topic = CAUSE_REQUIREMENT, .requirement = RSP_LIT(IGNORED_CONDITION)};
    if (is_of_a_taken_write(view, &r->symptom))
        return (cause_key){.topic = CAUSE_PACKET, .what = r->symptom.packet, .came = RSP_CAME_OK};
    if (is_of_a_beginning(view, r))
        return (cause_key){.topic = CAUSE_COMMON, .common = RSP_LIT(BY_BEGINNING)};
    if (is_misfit(r) || is_known_misfit(view, r))
        return (cause_key){.topic = CAUSE_PACKET, .what = r->symptom.packet, .came = RSP_CAME_MISFIT};
    return key_of_symptom(view, r);
}

bool cause_key_equal(const cause_key *a, const cause_key *b) {
    return a->topic == b->topic && a->what == b->what && a->came == b->came && a->type == b->type &&
           a->oddity == b->oddity && rsp_bytes_equal(a->requirement, b->requirement) &&
           (a->topic == CAUSE_DEATH ? same_but_for_data(a->common, b->common)
                                    : rsp_bytes_equal(a->common, b->common));
}

/* --- gravity --- */

/* Without a broken rule, what scenarios say of frames, acknowledgments, escapes and runs stands on basic
 * packets that work: they are compared with memory and registers. */
static rsp_gravity gravity_of_requirement(rsp_bytes id) {
    static const struct {
        const char *prefix;
        rsp_gravity gravity;
    } groups[] = {
        {"STD-001", RSP_GRAVITY_EMPTY}, {"STD-002", RSP_GRAVITY_EMPTY}, {"STD-", RSP_GRAVITY_BASIC},
        {"FRAME-", RSP_GRAVITY_BASIC},  {"ACK-001", RSP_GRAVITY_ACKS},  {"ACK-", RSP_GRAVITY_BASIC},
        {"NOACK-", RSP_GRAVITY_BASIC},  {"QSUP-", RSP_GRAVITY_BASIC},   {"STOP-", RSP_GRAVITY_BASIC},
        {"REG-", RSP_GRAVITY_BASIC},    {"MEM-", RSP_GRAVITY_BASIC},    {"RUN-", RSP_GRAVITY_BASIC},
        {"INT-", RSP_GRAVITY_BASIC},    {"BRK-", RSP_GRAVITY_BASIC},    {"DET-", RSP_GRAVITY_BASIC},
        {"THR-002", RSP_GRAVITY_BASIC},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(groups); i++)
        if (rsp_bytes_starts(id, rsp_bytes_str(groups[i].prefix)))
            return groups[i].gravity;
    return RSP_GRAVITY_FEATURES;
}

rsp_gravity cause_gravity(const cause_key *key) {
    switch (key->topic) {
    case CAUSE_DEATH:
        return RSP_GRAVITY_DEATH;
    case CAUSE_RULE:
        return gravity_of_rule((rsp_rule_id)key->what);
    case CAUSE_NAMELESS:
        return RSP_GRAVITY_EMPTY;
    case CAUSE_ACK:
    case CAUSE_RESEND:
    case CAUSE_NO_REFUSAL:
        return RSP_GRAVITY_ACKS;
    case CAUSE_BATCH:
    case CAUSE_BEHIND:
    case CAUSE_UNGREETED:
    case CAUSE_PERCENT:
    case CAUSE_SIZE:
        return RSP_GRAVITY_FRAMING;
    case CAUSE_BREAKPOINT:
    case CAUSE_INTERRUPT:
    case CAUSE_WRITE:
    case CAUSE_COMMON:
        return RSP_GRAVITY_BASIC;
    case CAUSE_ONCE:
    case CAUSE_PACKET: {
        const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)key->what);
        return row && row->name.len == 1 ? RSP_GRAVITY_BASIC : RSP_GRAVITY_FEATURES;
    }
    case CAUSE_MALFORMED:
        return RSP_GRAVITY_ERRORS;
    case CAUSE_NONE:
    case CAUSE_REQUIREMENT:
        break;
    }
    return gravity_of_requirement(key->requirement);
}

/* --- rank --- */

/* By what actions of debuggers rest on: the opening and stops, running, breakpoints, the description of
 * registers. */
static cause_rank rank_of_requirement(rsp_bytes id) {
    static const struct {
        const char *prefix;
        cause_rank rank;
    } rows[] = {
        {"ACK-003", CAUSE_UNSENT},  {"ACK-001", CAUSE_STOPS},   {"STD-", CAUSE_STOPS},
        {"FRAME-004", CAUSE_UNMET}, {"FRAME-007", CAUSE_UNMET}, {"FRAME-012", CAUSE_UNMET},
        {"FRAME-018", CAUSE_UNMET}, {"QSUP-006", CAUSE_UNMET},  {"STOP-002", CAUSE_UNMET},
        {"THR-008", CAUSE_UNMET},   {"VCONT-018", CAUSE_UNMET}, {"VCONT-025", CAUSE_UNMET},
        {"VCONT-028", CAUSE_UNMET}, {"REG-010", CAUSE_STOPS},   {"FRAME-", CAUSE_STOPS},
        {"NOACK-", CAUSE_STOPS},    {"QSUP-", CAUSE_STOPS},     {"STOP-", CAUSE_STOPS},
        {"THR-", CAUSE_STOPS},      {"RUN-", CAUSE_STOPS},      {"VCONT-", CAUSE_STOPS},
        {"INT-", CAUSE_STOPS},      {"BRK-", CAUSE_STOPS},      {"DET-", CAUSE_STOPS},
        {"KILL-", CAUSE_STOPS},     {"XFER-", CAUSE_STOPS},     {"REG-001", CAUSE_STOPS},
        {"REG-004", CAUSE_STOPS},   {"MEM-001", CAUSE_STOPS},   {"REG-", CAUSE_CORRUPTS},
        {"MEM-", CAUSE_CORRUPTS},   {"XB-", CAUSE_CORRUPTS},    {"ESC-", CAUSE_CORRUPTS},
        {"RLE-", CAUSE_CORRUPTS},   {"MMR-", CAUSE_CORRUPTS},   {"FLASH-", CAUSE_CORRUPTS},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        if (rsp_bytes_starts(id, rsp_bytes_str(rows[i].prefix)))
            return rows[i].rank;
    return CAUSE_UNMET;
}

/* A debugger sends 0x03 when it pleases, and it may meet a stop; packets of a new version are unknown. */
static cause_rank rank_of_end(const cause_key *key, bool hostile) {
    const bool usual = key->oddity == RSP_ODDITY_HALT || key->oddity == RSP_ODDITY_STOPPED;
    const bool plain = key->oddity == RSP_ODDITY_PLAIN || key->oddity == RSP_ODDITY_NAMELESS ||
                       key->oddity == RSP_ODDITY_LEAVING || key->oddity == RSP_ODDITY_PIECES;
    return usual || (plain && !hostile) ? CAUSE_STOPS : CAUSE_CRASHES;
}

static cause_rank rank_of_rule(rsp_rule_id rule) {
    const rsp_gravity gravity = gravity_of_rule(rule);
    if (rule == RSP_RULE_RESEND)
        return CAUSE_UNSENT;
    return gravity == RSP_GRAVITY_ERRORS || gravity == RSP_GRAVITY_FEATURES ? CAUSE_UNMET : CAUSE_STOPS;
}

static cause_rank rank_of_key(const cause_key *key, rsp_bytes requirement) {
    switch (key->topic) {
    case CAUSE_RULE:
        return key->oddity == RSP_ODDITY_HIGH ? CAUSE_UNMET : rank_of_rule((rsp_rule_id)key->what);
    case CAUSE_NAMELESS:
    case CAUSE_ACK:
    case CAUSE_PERCENT:
    case CAUSE_SIZE:
    case CAUSE_BEHIND:
    case CAUSE_INTERRUPT:
    case CAUSE_BREAKPOINT:
        return CAUSE_STOPS;
    case CAUSE_RESEND:
        return CAUSE_UNSENT;
    case CAUSE_NO_REFUSAL:
    case CAUSE_BATCH:
    case CAUSE_UNGREETED:
    case CAUSE_MALFORMED:
        return CAUSE_UNMET;
    case CAUSE_WRITE:
        return CAUSE_CORRUPTS;
    case CAUSE_ONCE:
    case CAUSE_PACKET: {
        const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)key->what);
        /* What is taken and was to be refused stops nobody. */
        return row && row->name.len == 1 && key->came != RSP_CAME_OK && key->oddity == RSP_ODDITY_PLAIN
                   ? CAUSE_STOPS
                   : rank_of_requirement(requirement);
    }
    case CAUSE_NONE:
    case CAUSE_DEATH:
    case CAUSE_COMMON:
    case CAUSE_REQUIREMENT:
        break;
    }
    return rank_of_requirement(requirement);
}

cause_rank cause_rank_of(const cause_key *key, rsp_bytes requirement, bool hostile) {
    if (key->topic == CAUSE_DEATH)
        return rank_of_end(key, hostile);
    const cause_rank rank = rank_of_key(key, requirement);
    return hostile && rank < CAUSE_UNMET ? CAUSE_UNMET : rank;
}
