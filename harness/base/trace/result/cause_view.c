/* What the results of a run say together, before any of them has a key: habits, deaths, lengths.
 * A rule that is broken before a failure explains it where the failure is its consequence.
 * See cause_view.h. */
/* SPDX-License-Identifier: MIT */
#include "cause_view.h"
#include "last_words.h"

#include "trace/exchange.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdlib.h>

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
    const rsp_gravity gravity = cause_gravity_of_rule(v->rule);
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

bool cause_is_of_the_reply(const rsp_violation *v) {
    return v->rule == RSP_RULE_REPLY_SHAPE || v->rule == RSP_RULE_MUST_REPLY_EMPTY ||
           v->rule == RSP_RULE_UNKNOWN_EMPTY;
}

const rsp_violation *cause_rule_of(const rsp_result *r) {
    const rsp_violation *best = NULL;
    for (size_t i = 0; i < r->num_violations; i++) {
        const rsp_violation *v = &r->violations[i];
        if (!explains(r, v))
            continue;
        if (!best || cause_gravity_of_rule(v->rule) < cause_gravity_of_rule(best->rule))
            best = v;
    }
    return best;
}

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

const cause_write_row cause_write_rows[CAUSE_WRITE_ROWS] = {
    {RSP_PACKET_WRITE_MEMORY, RSP_BESIDE_WROTE, RSP_BESIDE_LOST, RSP_BESIDE_SHOWN, "MEM-006"},
    {RSP_PACKET_WRITE_BINARY, RSP_BESIDE_WROTE_BINARY, RSP_BESIDE_LOST_BINARY, RSP_BESIDE_SHOWN_BINARY,
     "MEM-010"},
};

static void note_writes(cause_view *view, const rsp_result *r) {
    for (size_t i = 0; i < CAUSE_WRITE_ROWS; i++) {
        const bool about =
            cause_ids_have(rsp_bytes_str(r->requirements), rsp_bytes_str(cause_write_rows[i].requirement));
        view->writes.lost[i] =
            view->writes.lost[i] || (about && (r->symptom.beside & cause_write_rows[i].lost));
        view->writes.shown[i] = view->writes.shown[i] || (r->symptom.beside & cause_write_rows[i].shown);
        view->writes.num_lost += (r->symptom.beside & cause_write_rows[i].lost) != 0;
    }
    view->writes.refused =
        view->writes.refused ||
        (!r->hostile && r->symptom.packet == RSP_PACKET_WRITE_MEMORY && r->symptom.came == RSP_CAME_ERROR);
}

bool cause_is_write(rsp_packet_id packet) {
    return packet == RSP_PACKET_WRITE_MEMORY || packet == RSP_PACKET_WRITE_BINARY ||
           packet == RSP_PACKET_WRITE_REGISTER || packet == RSP_PACKET_WRITE_REGISTERS;
}

/* A write that is to be refused is confirmed: the reply is wrong by itself, or what was compared with it is.
 */
static bool is_taken(const rsp_symptom *s) {
    const bool compared = s->came == RSP_CAME_UNKNOWN && s->beside & RSP_BESIDE_CONFIRMED;
    return cause_is_write(s->packet) &&
           (s->came == RSP_CAME_OK || (compared && s->oddity == RSP_ODDITY_MALFORMED));
}

bool cause_is_of_percent(const rsp_symptom *s) {
    return s->beside & RSP_BESIDE_PERCENT && (s->came == RSP_CAME_SILENCE || s->came == RSP_CAME_NO_ACK) &&
           !(s->beside & RSP_BESIDE_OTHERS);
}

static bool is_behind_an_error(const rsp_result *r) {
    return r->symptom.beside & RSP_BESIDE_ERRED &&
           (r->verdict == RSP_VERDICT_CRASH || r->symptom.came == RSP_CAME_CLOSED);
}

bool cause_is_behind_an_error(const cause_view *view, const rsp_result *r) {
    enum { SHARE = 4 }; /* so many are died of for each that is survived, of whatever packet */
    const uint64_t *survived = view->run->metrics.kind_survived;
    uint64_t total = 0;
    for (unsigned i = 0; i < RSP_PACKET_END; i++)
        total += survived[i];
    return is_behind_an_error(r) &&
           (survived[r->symptom.erred] == 0 || view->errors.num_results > SHARE * total);
}

static void note_erred(cause_view *view, const rsp_result *r) {
    bool *erred = &view->errors.deadly[r->symptom.erred];
    if (!is_behind_an_error(r))
        return;
    view->errors.num_results++;
    if (*erred || view->run->metrics.kind_survived[r->symptom.erred] > 0)
        return;
    *erred = true;
    view->errors.num++;
}

/* A request that can not be read kills the stub, which says nothing of it. */
static bool is_crashed_by_malformed(const rsp_result *r) {
    const rsp_symptom *s = &r->symptom;
    return r->verdict == RSP_VERDICT_CRASH && s->oddity == RSP_ODDITY_MALFORMED &&
           (s->suspect == RSP_ODDITY_PLAIN || s->suspect == s->oddity) && cause_last_words(r).len == 0;
}

static void note_end(cause_view *view, const rsp_result *r) {
    const bool ended = r->verdict == RSP_VERDICT_CRASH || r->symptom.came == RSP_CAME_CLOSED;
    view->ended.by[r->symptom.oddity] = view->ended.by[r->symptom.oddity] || ended;
    view->ended.by_malformed[r->symptom.packet] =
        view->ended.by_malformed[r->symptom.packet] || (ended && r->symptom.oddity == RSP_ODDITY_MALFORMED);
    view->ended.by[r->symptom.suspect] = view->ended.by[r->symptom.suspect] || ended;
    view->errors.exits =
        view->errors.exits || (r->verdict == RSP_VERDICT_CRASH && r->symptom.beside & RSP_BESIDE_EXITED);
    view->ended.question = view->ended.question ||
                           (ended && r->symptom.beside & RSP_BESIDE_NAMELESS && !is_behind_an_error(r) &&
                            r->symptom.oddity == RSP_ODDITY_PLAIN && r->symptom.suspect == RSP_ODDITY_PLAIN);
    view->ended.closed_plain[r->symptom.packet] =
        view->ended.closed_plain[r->symptom.packet] ||
        (r->symptom.came == RSP_CAME_CLOSED && r->symptom.oddity == RSP_ODDITY_PLAIN);
    note_erred(view, r);
    const bool works = view->run->metrics.kind_good[r->symptom.packet] > 0;
    view->ended.crashes[r->symptom.packet] += works && is_crashed_by_malformed(r);
}

static unsigned count_crashed(const cause_view *view) {
    unsigned num = 0;
    for (size_t i = 0; i < RSP_PACKET_MOST; i++)
        num += view->ended.crashes[i] > 0;
    return num;
}

bool cause_is_of_pieces(const rsp_result *r) {
    const rsp_bytes ids = rsp_bytes_str(r->requirements);
    const bool half = r->verdict == RSP_VERDICT_CRASH && cause_ids_have(ids, RSP_LIT("ROBUST-007"));
    return half || cause_ids_have(ids, RSP_LIT("FRAME-006"));
}

/* Whether a request was not served, and the stub is there: what it was answered by, if at all, is no reply to
 * it of any shape. */
static bool is_lost(const rsp_result *r) {
    const rsp_came came = r->symptom.came;
    return r->verdict != RSP_VERDICT_CRASH && came != RSP_CAME_CLOSED && came != RSP_CAME_MISFIT &&
           came != RSP_CAME_OTHER && came != RSP_CAME_STOP;
}

/* A reader that takes what each read brings for one packet loses the rest of one that comes in pieces, what
 * stands behind a packet in one write, and what stands behind other bytes. */
bool cause_is_of_reads(const cause_view *view, const rsp_result *r) {
    static const char *const ids[] = {"FRAME-005", "FRAME-006",  "FRAME-007",
                                      "FRAME-015", "ROBUST-007", "NOACK-006"};
    const rsp_symptom *s = &r->symptom;
    const rsp_bytes own = rsp_bytes_str(r->requirements);
    if (!view->mixed.lost_in_pieces || !view->mixed.loses_second || !is_lost(r))
        return false;
    for (size_t i = 0; i < RSP_ARRAY_LEN(ids); i++)
        if (cause_ids_have(own, rsp_bytes_str(ids[i])))
            return true;
    if (cause_breaks_rule(r, RSP_RULE_ONE_REPLY)) /* each piece has a reply */
        return true;
    const bool behind = s->beside & (RSP_BESIDE_RAW | RSP_BESIDE_BEHIND_STOP | RSP_BESIDE_AT_ONCE);
    return behind && (!(s->beside & RSP_BESIDE_STOPPED) || s->beside & RSP_BESIDE_BEHIND_STOP) &&
           (cause_ids_have(own, RSP_LIT("ACK-005")) || cause_ids_have(own, RSP_LIT("INT-005")));
}

bool cause_comes_in_pieces(const cause_view *view, const rsp_symptom *s) {
    const uint64_t most = view->run->metrics.most_request;
    return view->strays.dies_of_pieces && most > 0 && s->size > most;
}

bool cause_is_closed_by_malformed(const cause_view *view, const rsp_result *r) {
    return cause_is_failed(r) && r->verdict != RSP_VERDICT_CRASH && r->symptom.came == RSP_CAME_CLOSED &&
           r->symptom.oddity == RSP_ODDITY_MALFORMED && !view->ended.closed_plain[r->symptom.packet];
}

bool cause_breaks_rule(const rsp_result *r, rsp_rule_id rule) {
    size_t i = 0;
    while (i < r->num_violations && r->violations[i].rule != rule)
        i++;
    return i < r->num_violations;
}

static bool refuses_good(const rsp_result *r) {
    return cause_breaks_rule(r, RSP_RULE_NAK_GOOD);
}

/* What can not be read, or is taken for something that can not. */
static bool is_unread(const rsp_symptom *s) {
    return s->oddity == RSP_ODDITY_MALFORMED || s->oddity == RSP_ODDITY_NAMELESS;
}

bool cause_is_plus_for_minus(const rsp_result *r) {
    return cause_breaks_rule(r, RSP_RULE_ACK_ONCE) && r->symptom.beside & RSP_BESIDE_REFUSED;
}

static void note_stray_bytes(cause_view *view, const rsp_result *r) {
    view->strays.lost_behind_junk = view->strays.lost_behind_junk ||
                                    (r->symptom.came == RSP_CAME_SILENCE &&
                                     cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("FRAME-005")));
    view->strays.num_refused += refuses_good(r);
    view->strays.num_behind_junk += refuses_good(r) && (r->symptom.beside & CAUSE_BESIDE_JUNK) != 0;
    view->strays.num_unread += refuses_good(r) && is_unread(&r->symptom);
    view->strays.num_surplus += cause_breaks_rule(r, RSP_RULE_ONE_REPLY) && !cause_is_of_pieces(r);
    view->strays.plus_for_minus =
        view->strays.plus_for_minus || (cause_breaks_rule(r, RSP_RULE_ACK_ONCE) &&
                                        cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("ACK-003")));
    view->strays.dies_of_pieces =
        view->strays.dies_of_pieces || (cause_is_of_pieces(r) && r->verdict == RSP_VERDICT_CRASH);
    view->mixed.lost_in_pieces =
        view->mixed.lost_in_pieces ||
        (is_lost(r) && cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("FRAME-006")));
    if (cause_is_of_pieces(r) && r->symptom.came == RSP_CAME_SILENCE) {
        const char *before = view->strays.pieces ? view->strays.pieces : "";
        view->strays.pieces = *r->common ? r->common : before;
    }
    view->strays.refuses_next =
        view->strays.refuses_next ||
        (refuses_good(r) && *r->breach && cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("ACK-002")));
    view->strays.refuses_junk =
        view->strays.refuses_junk || (refuses_good(r) && *r->breach &&
                                      cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("FRAME-005")));
}

static void note_percent(cause_view *view, const rsp_result *r) {
    const bool lost = cause_is_of_percent(&r->symptom);
    view->percent.num += lost;
    view->percent.judged = view->percent.judged ||
                           (lost && cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("FRAME-016")));
    view->percent.answered =
        view->percent.answered || (!lost && r->symptom.beside & RSP_BESIDE_PERCENT &&
                                   r->symptom.came != RSP_CAME_SILENCE && r->symptom.came != RSP_CAME_NO_ACK);
}

bool cause_is_misfit(const rsp_result *r) {
    const rsp_violation *v = cause_rule_of(r);
    return r->symptom.came == RSP_CAME_MISFIT || (v && r->symptom.came == RSP_CAME_OTHER);
}

bool cause_is_known_misfit(const cause_view *view, const rsp_result *r) {
    return cause_breaks_rule(r, RSP_RULE_REPLY_SHAPE) &&
           (r->symptom.came == RSP_CAME_OTHER || r->symptom.came == RSP_CAME_UNKNOWN) &&
           view->misfit[r->symptom.packet];
}

bool cause_is_malformed_silence(const rsp_symptom *s) {
    return s->came == RSP_CAME_SILENCE && s->oddity == RSP_ODDITY_MALFORMED &&
           !(s->beside & RSP_BESIDE_OTHERS);
}

static void note_malformed(cause_view *view, const rsp_symptom *s) {
    if (!cause_is_malformed_silence(s) || view->malformed.silent[s->packet])
        return;
    view->malformed.silent[s->packet] = true;
    view->malformed.num++;
}

bool cause_is_lost_vcont(const rsp_result *r) {
    const rsp_came came = r->symptom.came;
    return r->symptom.packet == RSP_PACKET_VCONT && (came == RSP_CAME_SILENCE || came == RSP_CAME_NO_STOP);
}

bool cause_is_oversize(const rsp_run *run, const rsp_symptom *s) {
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

/* A good request is refused that is longer than all that are answered. A packet that never works says nothing
 * of lengths. */
static void note_refused(cause_view *view, const rsp_result *r) {
    const uint64_t size = r->symptom.size;
    const uint64_t most = view->run->metrics.most_request;
    const bool works = view->run->metrics.kind_good[r->symptom.packet] > 0;
    if (refuses_good(r) && !*r->breach && works && most > 0 && size > most &&
        (view->shortest_refused == 0 || size < view->shortest_refused))
        view->shortest_refused = size;
}

bool cause_is_refused_for_size(const cause_view *view, const rsp_result *r, const rsp_violation *v) {
    if (view->shortest_refused == 0 || !v)
        return false;
    return (v->rule == RSP_RULE_NAK_GOOD && r->symptom.size >= view->shortest_refused) ||
           (v->rule == RSP_RULE_ONE_REPLY &&
            cause_ids_have(rsp_bytes_str(r->requirements), RSP_LIT("ROBUST-001")));
}

static void note_oversize(cause_view *view, const rsp_symptom *s) {
    if (!cause_is_oversize(view->run, s) || view->short_silence[s->packet])
        return;
    view->oversize++;
    view->shortest_lost =
        view->shortest_lost == 0 || s->size < view->shortest_lost ? s->size : view->shortest_lost;
}

bool cause_is_behind_a_stop(const rsp_run *run, const rsp_symptom *s) {
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

bool cause_is_of_packet(rsp_oddity oddity) {
    return oddity <= RSP_ODDITY_MALFORMED || oddity == RSP_ODDITY_UNSENT;
}

bool cause_is_served_damaged(const rsp_result *r, const rsp_violation *v) {
    return r->symptom.oddity == RSP_ODDITY_DAMAGED && v &&
           cause_gravity_of_rule(v->rule) == RSP_GRAVITY_TURNS;
}

bool cause_is_matched_by_beginning(const rsp_result *r) {
    return cause_is_failed(r) && strcmp(r->breach, CAUSE_BY_BEGINNING) == 0;
}

bool cause_is_step(const rsp_symptom *s) {
    const rsp_bytes asked = rsp_bytes_str(s->asked);
    const rsp_packet_row *row = rsp_packet_by_id(s->packet);
    const size_t action = row && s->packet == RSP_PACKET_VCONT ? row->name.len + 1 : 0;
    return asked.len > action && (asked.ptr[action] | 0x20) == 's';
}

bool cause_is_signal_zero(const rsp_result *r) {
    return cause_is_failed(r) && r->symptom.came == RSP_CAME_STOP && cause_is_step(&r->symptom) &&
           (strncmp(r->got, "T00", 3) == 0 || strncmp(r->got, "S00", 3) == 0);
}

cause_view cause_first_look(const rsp_run *run) {
    cause_view view = {.run = run,
                       .num_behind = count_lost(run, cause_is_behind_a_stop),
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
        view.mixed.loses_second =
            view.mixed.loses_second || (cause_is_failed(r) && cause_ids_have(ids, RSP_LIT("FRAME-007")));
        view.seen.interrupts = view.seen.interrupts || (passed && cause_ids_have(ids, RSP_LIT("INT-001")));
        view.strays.serves_damaged = view.strays.serves_damaged ||
                                     (cause_is_failed(r) && cause_is_served_damaged(r, cause_rule_of(r)));
        view.mixed.by_beginning = view.mixed.by_beginning || cause_is_matched_by_beginning(r);
        view.mixed.signal_zero = view.mixed.signal_zero || cause_is_signal_zero(r);
        if (speaks_of_unknowns(r))
            note_nameless(&view, r->symptom.came);
        if (cause_is_failed(r)) {
            note_writes(&view, r);
            view.num_ignored += r->symptom.came == RSP_CAME_UNKNOWN && r->symptom.entry > 0 &&
                                cause_ids_have(ids, RSP_LIT(CAUSE_IGNORED_CONDITION));
            view.vcont_lost = view.vcont_lost || cause_is_lost_vcont(r);
            note_short(&view, &r->symptom);
            note_percent(&view, r);
            note_end(&view, r);
            note_stray_bytes(&view, r);
            view.seen.lacks_block =
                view.seen.lacks_block ||
                (r->symptom.packet == RSP_PACKET_WRITE_REGISTERS && r->symptom.came == RSP_CAME_EMPTY);
            note_malformed(&view, &r->symptom);
            view.mixed.forgets = view.mixed.forgets || strcmp(r->breach, CAUSE_FORGETS) == 0;
            view.mixed.kills_any = view.mixed.kills_any ||
                                   (r->symptom.packet == RSP_PACKET_VKILL && r->symptom.came == RSP_CAME_OK);
            view.misfit[r->symptom.packet] = view.misfit[r->symptom.packet] || cause_is_misfit(r);
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
    for (size_t i = 0; i < run->num_results; i++) {
        const rsp_result *r = &run->results[i];
        if (!cause_is_failed(r))
            continue;
        note_oversize(&view, &r->symptom);
        note_refused(&view, r);
        view.ended.closed[r->symptom.packet] =
            view.ended.closed[r->symptom.packet] || cause_is_closed_by_malformed(&view, r);
    }
    view.ended.num_crashed = count_crashed(&view);
    view.vcont_lost = view.vcont_lost && run->metrics.kind_good[RSP_PACKET_VCONT] == 0 &&
                      run->metrics.kind_good[RSP_PACKET_VCONT_QUERY] > 0;
    return view;
}

bool cause_is_long(const cause_view *view, uint64_t length) {
    return view->run->metrics.most_read > 0 && length > view->run->metrics.most_read;
}

bool cause_is_basic(rsp_packet_id packet) {
    return packet == RSP_PACKET_REASON || packet == RSP_PACKET_READ_REGISTERS ||
           packet == RSP_PACKET_READ_MEMORY || packet == RSP_PACKET_WRITE_REGISTERS ||
           packet == RSP_PACKET_WRITE_MEMORY;
}

/* OK is all that they are ever answered: where they work they are no unknown packets. */
static bool is_served(const cause_view *view, rsp_packet_id packet) {
    return (packet == RSP_PACKET_SELECT_THREAD || packet == RSP_PACKET_WRITE_REGISTER) &&
           view->run->metrics.kind_good[packet] > 0;
}

bool cause_is_like_unknown(const cause_view *view, const rsp_symptom *s, rsp_came came) {
    return !cause_is_basic(s->packet) && !is_served(view, s->packet) && view->nameless[came] &&
           view->run->metrics.kind_data[s->packet] == 0;
}
