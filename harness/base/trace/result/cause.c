/* Groups failed results by their keys, names each group by the requirement that most of its results share,
 * and shows it by the smallest scenario that is about just that.
 * See cause.h and cause_key.h. */
/* SPDX-License-Identifier: MIT */
#include "trace/cause.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"

#include "cause_key.h"
#include "cause_view.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdlib.h>

enum {
    MOST_IDS = 256,       /* different requirements that vote in one group */
    VOTES = 240,          /* of one result, shared by its requirements */
    EVIDENCE_LINES = 6,   /* of the transcript */
    MESSAGE_COLUMNS = 80, /* of a message that ends a sentence */
    UNREAD_HABIT = 3,     /* results that make a habit of '-' to what can not be read */
    JUNK_HABIT = 3,       /* ... to bytes between packets; one in so many may have other words */
    NEAR = 2,             /* times as long as what was survived, and no more: a limit is seen */
};

typedef struct group {
    cause_key key;
    uint64_t num;
    rsp_level level;
    cause_rank rank;
    bool hostile;           /* all its results come of what no debugger sends */
    uint32_t number;        /* in the report */
    const rsp_result *best; /* the one that shows it */
    uint64_t shortest; /* bytes of the shortest m that shows it, of those longer than all that are survived */
    uint64_t longest;  /* ... and of the longest */
    rsp_cause cause;
} group;

typedef struct grouping {
    rsp_run *run;
    const rsp_causes_options *options;
    cause_view view;
    group *groups;
    size_t num;
    uint32_t *of; /* of each result: its group, from 1 */
} grouping;

/* --- grouping --- */

static bool is_single(rsp_bytes requirements) {
    return requirements.len > 0 && rsp_bytes_index(requirements, ' ') == requirements.len;
}

/* A group that is there, or RSP_LIMIT_RESULTS. */
static size_t find_group(const grouping *g, const cause_key *key) {
    for (size_t i = 0; i < g->num; i++)
        if (cause_key_equal(&g->groups[i].key, key))
            return i;
    return RSP_LIMIT_RESULTS;
}

/* A result of several requirements belongs to the one that another result is about alone. */
static void prefer_known(const grouping *g, cause_key *key, rsp_bytes ids) {
    if (!cause_ids_have(ids, key->requirement)) /* it was told by what it is a consequence of */
        return;
    while (key->topic == CAUSE_REQUIREMENT && ids.len > 0) {
        const cause_key other = {.topic = CAUSE_REQUIREMENT, .requirement = rsp_bytes_split(&ids, ' ')};
        if (find_group(g, &other) == RSP_LIMIT_RESULTS)
            continue;
        *key = other;
        return;
    }
}

static void add_result(grouping *g, size_t i, cause_key key) {
    const rsp_result *r = &g->run->results[i];
    size_t at = find_group(g, &key);
    if (at == RSP_LIMIT_RESULTS) {
        at = g->num++;
        g->groups[at] = (group){.key = key, .level = r->level, .hostile = true};
    }
    group *into = &g->groups[at];
    into->num++;
    into->hostile = into->hostile && r->hostile;
    into->level = r->level < into->level ? r->level : into->level;
    g->of[i] = (uint32_t)at + 1;
}

/* Those of one requirement first, then the others. */
static void group_results(grouping *g) {
    for (int singles = 1; singles >= 0; singles--) {
        for (size_t i = 0; i < g->run->num_results; i++) {
            const rsp_result *r = &g->run->results[i];
            const rsp_bytes ids = rsp_bytes_str(r->requirements);
            cause_key key = cause_key_of(&g->view, r);
            if (key.topic == CAUSE_NONE || is_single(ids) != (singles == 1))
                continue;
            prefer_known(g, &key, ids);
            add_result(g, i, key);
        }
    }
}

/* --- the requirement --- */

typedef struct poll {
    rsp_bytes ids[MOST_IDS];
    uint64_t votes[MOST_IDS];
    size_t num;
} poll;

static void vote(poll *p, rsp_bytes id, uint64_t votes) {
    size_t i = 0;
    while (i < p->num && !rsp_bytes_equal(p->ids[i], id))
        i++;
    if (i == MOST_IDS)
        return;
    p->ids[i] = id;
    p->votes[i] = (i < p->num ? p->votes[i] : 0) + votes;
    p->num += i == p->num;
}

static void vote_all(poll *p, rsp_bytes ids, rsp_bytes among) {
    size_t num = 1;
    for (size_t i = 0; i < ids.len; i++)
        num += ids.ptr[i] == ' ';
    while (ids.len > 0) {
        rsp_bytes id = rsp_bytes_split(&ids, ' ');
        if (id.len > 0 && (among.len == 0 || cause_ids_have(among, id)))
            vote(p, id, num < VOTES ? VOTES / num : 1);
    }
}

/* The next result of a group, from *i on; NULL where none is left. */
static const rsp_result *next_of(const grouping *g, const group *of, size_t *i) {
    const size_t at = (size_t)(of - g->groups) + 1;
    while (*i < g->run->num_results)
        if (g->of[(*i)++] == at)
            return &g->run->results[*i - 1];
    return NULL;
}

/* The id that most results of the group are about, within `among` unless that is empty. {0}: none is. */
static rsp_bytes elect(const grouping *g, size_t at, rsp_bytes among) {
    poll p = {.num = 0};
    size_t best = 0;
    const rsp_result *r;
    for (size_t i = 0; (r = next_of(g, &g->groups[at], &i));)
        vote_all(&p, rsp_bytes_str(r->requirements), among);
    for (size_t i = 1; i < p.num; i++)
        best = p.votes[i] > p.votes[best] ? i : best;
    return p.num > 0 ? p.ids[best] : (rsp_bytes){0};
}

/* "STOP-001..023" begins with STOP-001. */
static rsp_bytes first_id(const char *ids) {
    rsp_bytes rest = rsp_bytes_str(ids);
    rsp_bytes id = rsp_bytes_split(&rest, ' ');
    return rsp_bytes_sub(id, 0, rsp_bytes_search(id, RSP_LIT("..")));
}

static rsp_bytes requirement_of_packet(const grouping *g, size_t at) {
    const cause_key *key = &g->groups[at].key;
    const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)key->what);
    const bool lost = key->what == RSP_PACKET_VCONT && key->came == RSP_CAME_NO_STOP && g->view.vcont_lost;
    const rsp_bytes run = lost ? elect(g, at, RSP_LIT("RUN-001..002")) : (rsp_bytes){0};
    if (!row)
        return elect(g, at, (rsp_bytes){0});
    if (run.len > 0)
        return run;
    const rsp_bytes own = elect(g, at, first_id(row->requirements));
    const rsp_bytes elected = own.len > 0 ? own : elect(g, at, rsp_bytes_str(row->requirements));
    return elected.len > 0 ? elected
                           : first_id(*row->reply_requirements ? row->reply_requirements : row->requirements);
}

static rsp_bytes requirement_of_rule(const grouping *g, size_t at) {
    const char *ids = rsp_rule_get((rsp_rule_id)g->groups[at].key.what)->requirements;
    const rsp_bytes elected = elect(g, at, rsp_bytes_str(ids));
    return elected.len > 0 ? elected : first_id(ids);
}

static rsp_bytes requirement_of(const grouping *g, size_t at) {
    const cause_key *key = &g->groups[at].key;
    switch (key->topic) {
    case CAUSE_RULE:
        return key->oddity == RSP_ODDITY_PIECES ? RSP_LIT("FRAME-006") : requirement_of_rule(g, at);
    case CAUSE_NAMELESS:
        return RSP_LIT("STD-001");
    case CAUSE_ACK:
        return RSP_LIT("ACK-001");
    case CAUSE_RESEND:
        return RSP_LIT("ACK-003");
    case CAUSE_NO_REFUSAL:
        return RSP_LIT("ACK-002");
    case CAUSE_INTERRUPT:
        return RSP_LIT("INT-001");
    case CAUSE_BEHIND:
        return RSP_LIT("FRAME-007");
    case CAUSE_READS:
        return RSP_LIT("FRAME-006");
    case CAUSE_UNGREETED:
        return RSP_LIT("ROBUST-023");
    case CAUSE_PERCENT:
        return RSP_LIT("FRAME-016");
    case CAUSE_SIZE:
        return RSP_LIT("QSUP-005");
    case CAUSE_WRITE:
        return key->what == RSP_PACKET_WRITE_BINARY ? RSP_LIT("MEM-010") : RSP_LIT("MEM-006");
    case CAUSE_ONCE:
    case CAUSE_PACKET:
        return key->oddity == RSP_ODDITY_LONG ? elect(g, at, (rsp_bytes){0}) : requirement_of_packet(g, at);
    case CAUSE_BREAKPOINT:
        return key->type == '0' ? RSP_LIT("BRK-001") : elect(g, at, RSP_LIT("BRK-001..099"));
    case CAUSE_REQUIREMENT:
        return key->requirement;
    case CAUSE_DEATH:
        if (key->oddity == RSP_ODDITY_REFUSED)
            return RSP_LIT("STD-010");
        return key->what && key->oddity == RSP_ODDITY_PLAIN ? requirement_of_packet(g, at)
                                                            : elect(g, at, (rsp_bytes){0});
    case CAUSE_NONE:
    case CAUSE_BATCH:
    case CAUSE_COMMON:
    case CAUSE_MALFORMED:
        break;
    }
    return elect(g, at, (rsp_bytes){0});
}

/* --- the scenario that shows it best --- */

/* Less is better. */
static uint64_t cost_of(const group *of, const rsp_result *r) {
    const bool exactly =
        rsp_bytes_equal(rsp_bytes_str(r->requirements), rsp_bytes_str(of->cause.requirement));
    const bool about = cause_ids_have(rsp_bytes_str(r->requirements), rsp_bytes_str(of->cause.requirement));
    const uint64_t packets = r->cost.packets < 1000 ? r->cost.packets : 1000;
    const bool aftermath =
        r->cost.packets < 2 && r->symptom.came == RSP_CAME_CLOSED; /* it was gone already */
    const bool lives =
        of->key.came == RSP_CAME_DIED && r->verdict != RSP_VERDICT_CRASH; /* no proof of a death */
    return packets + (aftermath ? 8000 : 0) + (lives ? 6000 : 0) +
           (exactly ? 0
            : about ? 2000
                    : 4000) +
           (r->level == of->level ? 0 : 10000) + (*r->variant ? 500 : 0) + (r->hostile ? 1000 : 0);
}

static const rsp_result *best_of(const grouping *g, size_t at) {
    const group *of = &g->groups[at];
    const rsp_result *best = NULL;
    const rsp_result *r;
    for (size_t i = 0; (r = next_of(g, of, &i));)
        if (!best || cost_of(of, r) < cost_of(of, best))
            best = r;
    return best;
}

/* --- texts --- */

/* The last lines: what was wrong stands at the end. */
static const char *last_lines(rsp_arena *arena, const char *text) {
    rsp_bytes all = rsp_bytes_str(text);
    size_t lines = 0;
    size_t start = all.len;
    while (start > 0) {
        lines += start < all.len && all.ptr[start - 1] == '\n';
        if (lines == EVIDENCE_LINES)
            break;
        start--;
    }
    return rsp_arena_str(arena, text + start);
}

static const char *packet_name(rsp_arena *arena, const cause_key *key) {
    const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)key->what);
    if (!row)
        return "a packet that nobody knows";
    return key->type ? rsp_arena_printf(arena, "%s%c", (const char *)row->name.ptr, key->type)
                     : (const char *)row->name.ptr;
}

/* Whether the reply, or its absence, is wrong whatever the scenario expected. */
static bool speaks_for_itself(rsp_came came) {
    return came == RSP_CAME_SILENCE || came == RSP_CAME_NO_STOP || came == RSP_CAME_EMPTY ||
           came == RSP_CAME_ERROR || came == RSP_CAME_ENDLESS || came == RSP_CAME_CLOSED;
}

/* Where others get the empty reply, it is about some names. */
static const char *what_nameless(const grouping *g, rsp_came came, const rsp_result *best) {
    static const char *const texts[RSP_CAME_COUNT] = {
        [RSP_CAME_SILENCE] = "unknown packets get no reply",
        [RSP_CAME_ERROR] = "unknown packets are answered by an error",
        [RSP_CAME_OK] = "unknown packets are answered OK",
        [RSP_CAME_CLOSED] = "unknown packets make the stub close the connection",
    };
    const rsp_symptom *s = &best->symptom;
    const bool high = s->oddity == RSP_ODDITY_HIGH && came == RSP_CAME_SILENCE;
    const char *some = high                                         ? "a packet with a byte above 127"
                       : *s->asked || s->oddity != RSP_ODDITY_EMPTY ? s->asked
                                                                    : rsp_oddity_subject(s->oddity);
    if (texts[came] && g->view.seen.knows_some && g->view.seen.num_unknown > g->view.seen.num_known)
        return rsp_arena_printf(&g->run->arena, "%s, but for a few that get the empty reply", texts[came]);
    if (g->view.seen.knows_some && *some && speaks_for_itself(came))
        return rsp_arena_printf(&g->run->arena, "%s %s, and other unknown packets get the empty reply", some,
                                rsp_came_phrase(came));
    return texts[came] ? texts[came] : "unknown packets are not answered by the empty reply";
}

/* ", not OK": what was expected instead of the reply, where that is a word. */
static const char *due(rsp_arena *arena, const rsp_result *best) {
    enum { MOST = 24 };
    const bool came = best->symptom.came == RSP_CAME_EMPTY || best->symptom.came == RSP_CAME_ERROR;
    const size_t len = strlen(best->expected);
    const bool word = len > 0 && len < MOST && best->expected[strcspn(best->expected, "{\n")] == '\0';
    return came && word ? rsp_arena_printf(arena, ", not %s", best->expected) : "";
}

/* ", not F1;0", " where an error is due", by the message; NULL where it says something else. */
static const char *what_was_due(rsp_arena *arena, rsp_bytes message) {
    static const char *const ends[] = {", got another reply", ", got another"};
    const rsp_bytes expected = RSP_LIT("expected ");
    const rsp_bytes literal = RSP_LIT("expected the reply '");
    /* Of several forms, or of one that only a pattern tells, none is shown. */
    if (rsp_bytes_starts(message, RSP_LIT("expected one of ")) ||
        rsp_bytes_starts(message, RSP_LIT("expected a reply of the form ")))
        return " where something else is due";
    if (rsp_bytes_starts(message, literal) && rsp_bytes_ends(message, RSP_LIT("'"))) {
        const rsp_bytes reply = rsp_bytes_sub(message, literal.len, message.len - literal.len - 1);
        return rsp_arena_printf(arena, ", not %.*s", (int)reply.len, (const char *)reply.ptr);
    }
    for (size_t i = 0; i < RSP_ARRAY_LEN(ends) && rsp_bytes_starts(message, expected); i++) {
        if (!rsp_bytes_ends(message, rsp_bytes_str(ends[i])))
            continue;
        const rsp_bytes due =
            rsp_bytes_sub(message, expected.len, message.len - expected.len - strlen(ends[i]));
        return rsp_arena_printf(arena, " where %.*s is due", (int)due.len, (const char *)due.ptr);
    }
    return NULL;
}

/* As many bytes of a printable text as a headline has room for, and no half of an escape. */
static size_t cut_to_headline(const char *text) {
    enum { MOST = 40, ESCAPE = 3 };
    size_t len = strlen(text);
    if (len <= MOST)
        return len;
    len = MOST;
    for (size_t i = 1; i <= ESCAPE; i++)
        if (text[MOST - i] == '\\')
            len = MOST - i;
    return len;
}

/* "qC is answered OK" and the tail; NULL where request or reply are not known, or have several lines. */
static const char *as_answered(rsp_arena *arena, const rsp_result *best, const char *tail) {
    if (!*best->symptom.asked || !*best->got || strchr(best->got, '\n'))
        return NULL;
    const size_t shown = cut_to_headline(best->got);
    return rsp_arena_printf(arena, "%s is answered %.*s%s%s", best->symptom.asked, (int)shown, best->got,
                            best->got[shown] ? "..." : "", tail);
}

/* A reply that is right for another request, with the request and what is due; NULL where one of them is not
 * known, or the request is not alone to blame. */
static const char *what_came(rsp_arena *arena, const rsp_result *best) {
    const rsp_symptom *s = &best->symptom;
    const bool reply = s->came == RSP_CAME_OTHER || s->came == RSP_CAME_MISFIT || s->came == RSP_CAME_STOP;
    if (!reply || s->beside & RSP_BESIDE_OTHERS || strlen(best->message) > MESSAGE_COLUMNS)
        return NULL;
    const char *due = what_was_due(arena, rsp_bytes_str(best->message));
    return due ? as_answered(arena, best, due) : NULL;
}

/* The scenario's own sentence, or the request and what came; else its title says what should be, its message
 * what is. */
static const char *what_failed(rsp_arena *arena, const rsp_result *best) {
    const rsp_symptom *s = &best->symptom;
    if (*best->breach)
        return best->breach;
    /* A step ends by itself: what comes after a 0x03 is no matter of the 0x03. */
    if (s->came == RSP_CAME_NO_STOP && s->beside & RSP_BESIDE_INTERRUPTED && !cause_is_step(s))
        return rsp_arena_printf(arena,
                                s->beside & RSP_BESIDE_AT_ONCE ? "0x03 in one write with %s is lost"
                                                               : "0x03 after %s does not stop the program",
                                s->asked);
    if (*s->asked && s->came == RSP_CAME_SILENCE && s->beside & RSP_BESIDE_STOPPED)
        return rsp_arena_printf(arena, "%s gets no reply after 0x03 while the program is stopped", s->asked);
    if (*s->asked && speaks_for_itself(s->came) && !(s->beside & RSP_BESIDE_RAW))
        return rsp_arena_printf(arena, "%s %s%s", s->asked, rsp_came_phrase(s->came), due(arena, best));
    if (*best->title && s->beside & RSP_BESIDE_RAW && s->came == RSP_CAME_SILENCE)
        return rsp_arena_printf(arena, "%s: it gets no reply", best->title);
    const char *came = what_came(arena, best);
    if (came)
        return came;
    if (!*best->title || !*best->message || strlen(best->message) > MESSAGE_COLUMNS)
        return *best->title ? best->title : best->message;
    return rsp_arena_printf(arena, "%s: %s", best->title, best->message);
}

/* "qC gives ' 0', which is no thread-id": what was seen, in place of the rule's words. */
static const char *what_thread_id(rsp_arena *arena, const rsp_result *best) {
    size_t i = 0;
    while (i < best->num_violations && best->violations[i].rule != RSP_RULE_THREAD_ID)
        i++;
    if (i == best->num_violations || !best->violations[i].got || !*best->violations[i].got)
        return NULL;
    const rsp_violation *v = &best->violations[i];
    const int shown = (int)cut_to_headline(v->got);
    const bool own = v->entry == best->symptom.entry && *best->symptom.asked;
    return own ? rsp_arena_printf(arena, "%s gives '%.*s', which is no thread-id", best->symptom.asked, shown,
                                  v->got)
               : rsp_arena_printf(arena, "'%.*s' is no thread-id", shown, v->got);
}

static const char *message_of_rule(const rsp_result *r, rsp_rule_id rule) {
    for (size_t i = 0; i < r->num_violations; i++)
        if (r->violations[i].rule == rule)
            return r->violations[i].message;
    return NULL;
}

/* Whether all results of a group are about packets that nobody knows. */
static bool is_of_unknowns(const grouping *g, const group *of) {
    const rsp_result *r;
    for (size_t i = 0; (r = next_of(g, of, &i));)
        if (!(r->symptom.beside & RSP_BESIDE_NAMELESS))
            return false;
    return true;
}

/* Whether no result of a group is about another packet. */
static bool is_of_one_packet(const grouping *g, const group *of, rsp_packet_id packet) {
    const rsp_result *r;
    for (size_t i = 0; (r = next_of(g, of, &i));)
        if (r->symptom.packet != packet)
            return false;
    return true;
}

/* Whether all results of a group send something in one write with 0x03. */
static bool is_of_interrupts(const grouping *g, const group *of) {
    const rsp_result *r;
    for (size_t i = 0; (r = next_of(g, of, &i));)
        if (strcmp(r->area, "interrupt") != 0)
            return false;
    return true;
}

/* A result may be explained by a rule that only another one shows. */
static const char *what_rule(const grouping *g, const group *of, const rsp_result *best) {
    const rsp_rule_id rule = (rsp_rule_id)of->key.what;
    const char *what = message_of_rule(best, rule);
    const cause_strays *strays = &g->view.strays;
    if (rule == RSP_RULE_NAK_GOOD && strays->num_unread >= UNREAD_HABIT)
        return "what can not be read is refused with '-', as if it were damaged";
    if (rule == RSP_RULE_NAK_GOOD && strays->num_behind_junk >= JUNK_HABIT &&
        strays->num_refused <= strays->num_behind_junk + strays->num_behind_junk / JUNK_HABIT)
        return "bytes that are no packet are refused with '-'";
    if (rule == RSP_RULE_NAK_GOOD && is_of_interrupts(g, of))
        return "a packet in one write with 0x03 is refused with '-'";
    if (rule == RSP_RULE_ONE_STOP_REPLY && best->symptom.beside & RSP_BESIDE_STOPPED)
        return "0x03 while the program is stopped is answered by a stop reply";
    const rsp_packet_row *row = rsp_packet_by_id(best->symptom.packet);
    if (rule == RSP_RULE_READ_LENGTH && row && is_of_one_packet(g, of, row->id))
        return rsp_arena_printf(&g->run->arena, "%s gives more data than was asked for",
                                (const char *)row->name.ptr);
    const char *id = rule == RSP_RULE_THREAD_ID ? what_thread_id(&g->run->arena, best) : NULL;
    if (id)
        return id;
    if (rule == RSP_RULE_ACK_FIRST && is_of_unknowns(g, of))
        return "unknown packets are answered without a '+' before the reply";
    for (size_t i = 0; i < g->run->num_results && !what; i++)
        what = message_of_rule(&g->run->results[i], rule);
    return what ? what : best->message;
}

/* A packet that is never answered in any form, and is not sent again since that is known. */
static bool is_never_answered(const grouping *g, const cause_key *key) {
    const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)key->what);
    return row && key->came == RSP_CAME_SILENCE && g->run->metrics.kind_count[row->id] == 0;
}

/* Where the stub survived reads that are nearly as long it is a limit, else this length is known, and that
 * longer ones fail, too. */
static const char *long_read(const grouping *g, const group *of) {
    const uint64_t survived = g->run->metrics.most_read;
    if (of->shortest <= NEAR * survived)
        return rsp_arena_printf(&g->run->arena, "m of more than 0x%llx bytes", (unsigned long long)survived);
    return rsp_arena_printf(&g->run->arena, "m of 0x%llx bytes%s", (unsigned long long)of->shortest,
                            of->longest > of->shortest ? " and more" : "");
}

/* A reply of the wrong form, shown beside its request; NULL where the result is about something else. */
static const char *what_misfits(rsp_arena *arena, rsp_came came, const rsp_result *best) {
    const bool reply = best->symptom.came == RSP_CAME_MISFIT || best->symptom.came == RSP_CAME_OTHER;
    return came == RSP_CAME_MISFIT && reply ? as_answered(arena, best, ", which is no reply to it") : NULL;
}

/* Whether a result of the group is about the packet. */
static bool has_packet(const grouping *g, const group *of, rsp_packet_id packet) {
    const rsp_result *r;
    for (size_t i = 0; (r = next_of(g, of, &i));)
        if (r->symptom.packet == packet)
            return true;
    return false;
}

/* A client that is not served, where others are. */
static bool is_opening(const grouping *g, const group *of) {
    return of->key.what == RSP_PACKET_QSUPPORTED && of->key.came == RSP_CAME_SILENCE &&
           g->run->metrics.kind_good[RSP_PACKET_QSUPPORTED] > 0;
}

/* A request whose packet is qXfer, and none of the objects that have rows of their own. */
static const char NO_OBJECT[] = "qXfer with an unknown object or operation";

/* The packet by its name, or as it was sent where one result shows it, or where other forms of it work. */
static const char *what_packet(const grouping *g, const group *of, const rsp_result *best) {
    rsp_arena *arena = &g->run->arena;
    const rsp_came came = of->key.came;
    const bool lacking = came == RSP_CAME_EMPTY && g->run->metrics.kind_good[of->key.what] == 0;
    const bool as_sent = of->num == 1 && *best->symptom.asked && !lacking && !is_never_answered(g, &of->key);
    if (of->key.oddity == RSP_ODDITY_MALFORMED)
        return rsp_arena_printf(arena, "a malformed %s %s", packet_name(arena, &of->key),
                                rsp_came_phrase(came));
    if (of->key.oddity == RSP_ODDITY_LONG && of->num > 1)
        return rsp_arena_printf(arena, "%s %s", long_read(g, of), rsp_came_phrase(came));
    if (came == RSP_CAME_OK && *best->breach && of->key.what != RSP_PACKET_READ_MEMORY)
        return best->breach;
    if (came == RSP_CAME_LATE && of->key.what == RSP_PACKET_READ_MEMORY &&
        best->symptom.longest > g->run->metrics.most_read && g->run->metrics.most_read > 0)
        return rsp_arena_printf(arena, "%s %s", long_read(g, of), rsp_came_phrase(came));
    if (came == RSP_CAME_ERROR && of->key.what == RSP_PACKET_WRITE_MEMORY &&
        has_packet(g, of, RSP_PACKET_WRITE_BINARY))
        return "memory can not be written: M and X are answered by an error";
    if (is_opening(g, of))
        return "qSupported, the first request of a connection, gets no reply at times";
    const char *misfit = what_misfits(arena, came, best);
    if (misfit)
        return misfit;
    const char *name = of->key.what == RSP_PACKET_QXFER ? NO_OBJECT : packet_name(arena, &of->key);
    return rsp_arena_printf(arena, "%s %s%s", as_sent ? best->symptom.asked : name, rsp_came_phrase(came),
                            came == RSP_CAME_OK ? " where something else is due" : "");
}

/* What the stub was sent, as the subject of a sentence. */
static const char *subject_of(const grouping *g, const group *of, rsp_oddity oddity, const rsp_result *best) {
    rsp_arena *arena = &g->run->arena;
    const rsp_symptom *s = &best->symptom;
    const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)of->key.what);
    const bool some = !row || g->run->metrics.kind_good[row->id] > 0;
    if (oddity == RSP_ODDITY_LONG)
        return long_read(g, of);
    if (oddity == RSP_ODDITY_MALFORMED && s->packet == RSP_PACKET_QXFER && s->oddity == RSP_ODDITY_PLAIN)
        return NO_OBJECT;
    if (oddity == RSP_ODDITY_MALFORMED)
        return rsp_arena_printf(arena, "a malformed %s", row ? (const char *)row->name.ptr : "packet");
    if (oddity == RSP_ODDITY_UNSENT && of->key.what == RSP_PACKET_QSUPPORTED)
        return "qSupported without features";
    const bool others =
        g->run->metrics.kind_count[RSP_PACKET_UNKNOWN] > 0 && !g->view.nameless[RSP_CAME_DIED];
    if (oddity == RSP_ODDITY_NAMELESS && others && *s->asked)
        return rsp_arena_printf(arena, "the packet %s", s->asked);
    if (oddity != RSP_ODDITY_PLAIN && oddity != RSP_ODDITY_UNSENT)
        return rsp_oddity_subject(oddity);
    return some && *s->asked ? s->asked : row ? (const char *)row->name.ptr : "";
}

/* "m, M, Z and 9 more": packets of which each malformed one ends the stub or the connection. */
static const char *names_ended(const grouping *g, rsp_came came) {
    enum { SHOWN = 3 };
    unsigned num = 0;
    const char *names = "";
    for (unsigned i = 0; i < RSP_PACKET_END; i++) {
        const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)i);
        const bool ended = came == RSP_CAME_CLOSED ? g->view.ended.closed[i] : g->view.ended.crashes[i] > 0;
        if (row && ended && num++ < SHOWN)
            names = rsp_arena_printf(&g->run->arena, "%s%s%s", names, *names ? ", " : "",
                                     (const char *)row->name.ptr);
    }
    return num > SHOWN ? rsp_arena_printf(&g->run->arena, "%s and %u more", names, num - SHOWN) : names;
}

/* z ends nothing where it is sent elsewhere: the trap that it takes back was written over. */
static const char *after_a_write(const grouping *g, const rsp_result *best) {
    const rsp_symptom *s = &best->symptom;
    const bool works = g->run->metrics.kind_good[s->packet] > 0;
    return s->packet == RSP_PACKET_REMOVE_BREAKPOINT && s->oddity == RSP_ODDITY_PLAIN && works &&
                   s->beside & (RSP_BESIDE_WROTE | RSP_BESIDE_WROTE_BINARY)
               ? " after a write of memory"
               : "";
}

/* The last words tell two deaths apart that come of the same. */
static const char *what_death(const grouping *g, const group *of, const rsp_result *best) {
    enum { WORDS = 60 };
    rsp_arena *arena = &g->run->arena;
    const cause_key *key = &of->key;
    const cause_key by_form = cause_key_of_end(&g->view, best);
    const group named = {.key = by_form, .shortest = of->shortest, .longest = of->longest};
    const char *subject =
        subject_of(g, key->common.len ? &named : of, key->common.len ? by_form.oddity : key->oddity, best);
    const char *ends = rsp_arena_printf(arena, "%s%s", rsp_came_phrase(key->came), after_a_write(g, best));
    if (!*subject)
        return *best->breach ? best->breach : best->message;
    const bool any = key->oddity == RSP_ODDITY_MALFORMED && key->what == RSP_PACKET_UNKNOWN;
    const char *names = any ? names_ended(g, key->came) : "";
    if (key->common.len == 0 && *names)
        return rsp_arena_printf(arena, "%s %s (%s: one bug or several)", subject, ends, names);
    if (key->common.len == 0)
        return rsp_arena_printf(arena, "%s %s", subject, ends);
    size_t blanks = 0;
    while (blanks < key->common.len && key->common.ptr[blanks] == ' ')
        blanks++;
    const rsp_bytes words = rsp_bytes_sub(key->common, blanks, WORDS);
    return rsp_arena_printf(arena, "%s %s: %.*s", subject, ends, (int)words.len, (const char *)words.ptr);
}

/* The length from which on requests are lost. */
static const char *what_size(const grouping *g, rsp_came came) {
    const bool refused = came == RSP_CAME_NO_ACK;
    const uint64_t shortest = refused ? g->view.shortest_refused : g->view.shortest_lost;
    return rsp_arena_printf(&g->run->arena, "requests of %llu bytes and more %s",
                            (unsigned long long)shortest, refused ? "are refused with '-'" : "get no reply");
}

/* How many results of a group have this sentence of a scenario. */
static size_t count_breach(const grouping *g, const group *of, const char *breach) {
    const rsp_result *r;
    size_t num = 0;
    for (size_t i = 0; (r = next_of(g, of, &i));)
        num += strcmp(r->breach, breach) == 0;
    return num;
}

/* The sentence that most results of a group have, where the best one has a sentence. */
static const char *breach_of_most(const grouping *g, const group *of, const rsp_result *best) {
    const char *most = best->breach;
    const rsp_result *r;
    for (size_t i = 0; (r = next_of(g, of, &i));)
        if (*r->breach && strcmp(r->breach, most) != 0 &&
            count_breach(g, of, r->breach) > count_breach(g, of, most))
            most = r->breach;
    return most;
}

static const char *what_of(const grouping *g, const group *of, const rsp_result *best) {
    rsp_arena *arena = &g->run->arena;
    const cause_key *key = &of->key;
    switch (key->topic) {
    case CAUSE_DEATH:
        return what_death(g, of, best);
    case CAUSE_RULE:
        if (key->oddity == RSP_ODDITY_HIGH)
            return "a packet with a byte above 127 is refused";
        if (key->oddity == RSP_ODDITY_PIECES)
            return "a packet that comes in pieces brings replies before it is whole";
        return what_rule(g, of, best);
    case CAUSE_NAMELESS:
        return what_nameless(g, key->came, best);
    case CAUSE_ACK:
        return "packets are not acknowledged by '+' before the reply";
    case CAUSE_RESEND:
        if (key->came == RSP_CAME_CLOSED)
            return "'-' makes the stub close the connection";
        if (key->came == RSP_CAME_DAMAGED)
            return "'-' is answered by a damaged packet";
        if (key->came == RSP_CAME_NO_ACK)
            return "'-' is answered by a '+' before the last packet";
        return *best->breach ? best->breach : "'-' is not answered by the last packet once more";
    case CAUSE_NO_REFUSAL:
        if (key->came == RSP_CAME_STOP)
            return "a packet with a wrong checksum is answered all the same";
        return "a packet with a wrong checksum is not refused with '-'";
    case CAUSE_BATCH:
        return "of several packets in one write only the first is answered";
    case CAUSE_UNGREETED:
        return "the first packet of a connection is lost where no '+' was sent before it";
    case CAUSE_READS:
        return "each read of the connection is taken for one packet, whatever is in it";
    case CAUSE_BEHIND:
        return "a request right behind the '+' of a stop reply is not answered";
    case CAUSE_PERCENT:
        return "a packet with a '%' in it gets no reply";
    case CAUSE_SIZE:
        return what_size(g, key->came);
    case CAUSE_MALFORMED:
        return "malformed requests get no reply, in place of an error";
    case CAUSE_ONCE:
        return rsp_arena_printf(arena, "%s is not answered a second time in a connection",
                                packet_name(arena, key));
    case CAUSE_PACKET:
        return what_packet(g, of, best);
    case CAUSE_BREAKPOINT:
        return rsp_arena_printf(arena, "Z%c is confirmed and the program does not stop there", key->type);
    case CAUSE_INTERRUPT:
        return "0x03 does not stop the program";
    case CAUSE_WRITE:
        if (key->what == RSP_PACKET_READ_MEMORY)
            return "m shows other bytes than M and X wrote";
        return rsp_arena_printf(arena, "%s answers OK, and m shows other bytes than it wrote",
                                packet_name(arena, key));
    case CAUSE_COMMON:
        return of->num > 1 && !*best->breach
                   ? rsp_arena_printf(arena, "%.*s", (int)key->common.len, (const char *)key->common.ptr)
                   : what_failed(arena, best);
    case CAUSE_REQUIREMENT:
        if (*best->breach)
            return breach_of_most(g, of, best);
        break;
    case CAUSE_NONE:
        break;
    }
    return what_failed(arena, best);
}

/* Whether the packets alone show it: the reply to the last of them, its form, or its absence is wrong. */
static bool shows_by_hand(const group *of, const rsp_symptom *s) {
    const bool last = speaks_for_itself(s->came) || s->came == RSP_CAME_OK || s->came == RSP_CAME_STOP ||
                      s->came == RSP_CAME_MISFIT || s->came == RSP_CAME_DIED || s->came == RSP_CAME_DAMAGED ||
                      (of->key.topic == CAUSE_RULE && s->came == RSP_CAME_OTHER);
    return last && !(s->beside & RSP_BESIDE_OTHERS) &&
           (s->suspect == RSP_ODDITY_PLAIN || s->suspect == s->oddity);
}

/* How its bytes come is the matter, which no command repeats. */
static bool is_of_bytes(const rsp_result *r) {
    const rsp_bytes ids = rsp_bytes_str(r->requirements);
    return cause_ids_have(ids, RSP_LIT("FRAME-006")) || cause_ids_have(ids, RSP_LIT("ROBUST-006")) ||
           cause_ids_have(ids, RSP_LIT("ROBUST-007"));
}

/* What is answered the first time is sent twice. */
static const char *send_of(const grouping *g, const group *of, const rsp_result *best) {
    const char *command = g->options ? g->options->send_command : NULL;
    const rsp_symptom *s = &best->symptom;
    const char *words = s->send;
    if (!command || !words || !*words || is_of_bytes(best) || !shows_by_hand(of, s))
        return "";
    const bool once = of->key.topic == CAUSE_ONCE;
    return rsp_arena_printf(&g->run->arena, "%s%s %s%s%s", command, s->bare ? " --bare" : "", words,
                            once ? " " : "", once ? words : "");
}

/* The source of the requirement: a result has that of its first one. */
static const char *source_of(const grouping *g, size_t at, const char *requirement) {
    const rsp_bytes id = rsp_bytes_str(requirement);
    const rsp_result *r;
    for (size_t i = 0; (r = next_of(g, &g->groups[at], &i));) {
        rsp_bytes ids = rsp_bytes_str(r->requirements);
        if (rsp_bytes_equal(rsp_bytes_split(&ids, ' '), id))
            return r->manual;
    }
    return "";
}

/* Debuggers write registers by P where there is one, and send no '+' where they may leave it out. */
static bool is_gone_around(const grouping *g, const group *of) {
    const uint64_t *good = g->run->metrics.kind_good;
    return (of->key.topic == CAUSE_PACKET && of->key.what == RSP_PACKET_WRITE_REGISTERS &&
            good[RSP_PACKET_WRITE_REGISTER] > 0) ||
           (of->key.topic == CAUSE_BEHIND && good[RSP_PACKET_QSTART_NO_ACK_MODE] > 0);
}

/* Bytes of the m of a result that is longer than all that the stub survived; 0: it has none. */
static uint64_t long_of(const grouping *g, const rsp_symptom *s) {
    const uint64_t survived = g->run->metrics.most_read;
    const uint64_t length = s->length > survived ? s->length : s->longest;
    return length > survived ? length : 0;
}

static void measure_reads(const grouping *g, group *of) {
    const rsp_result *r;
    for (size_t i = 0; (r = next_of(g, of, &i));) {
        const uint64_t length = long_of(g, &r->symptom);
        if (length > 0 && (of->shortest == 0 || length < of->shortest))
            of->shortest = length;
        of->longest = length > of->longest ? length : of->longest;
    }
}

static void describe(grouping *g, size_t at) {
    rsp_arena *arena = &g->run->arena;
    group *of = &g->groups[at];
    const rsp_bytes id = requirement_of(g, at);
    of->cause.requirement = id.len > 0 ? (const char *)rsp_arena_bytes(arena, id).ptr : "";
    const rsp_result *best = best_of(g, at);
    of->best = best;
    measure_reads(g, of);
    of->cause = (rsp_cause){
        .what = what_of(g, of, best),
        .requirement = of->cause.requirement ? of->cause.requirement : "",
        .level = of->level,
        .gravity = cause_gravity(&of->key),
        .scenario = best->scenario,
        .variant = best->variant,
        .evidence = last_lines(arena, best->shown.window),
        .again = best->again,
        .send = send_of(g, of, best),
        .num_results = of->num,
    };
    of->cause.source = source_of(g, at, of->cause.requirement);
    of->rank = cause_rank_of(&of->key, rsp_bytes_str(of->cause.requirement), of->hostile);
    if (of->rank < CAUSE_UNMET && is_gone_around(g, of))
        of->rank = CAUSE_UNMET;
    const rsp_result *r;
    for (size_t i = 0; (r = next_of(g, of, &i));)
        of->cause.allowed = of->cause.allowed || r->short_wait;
}

/* --- order --- */

/* What a debugger asks first, the rest stands on: stops, features, registers and reading them, memory. */
static size_t order_of(const rsp_cause *cause) {
    static const char *const groups[] = {"THR-002", "VCONT-009", "STOP-",   "QSUP-", "REG-001", "REG-004",
                                         "REG-",    "MEM-001",   "MEM-006", "MEM-",  "BRK-015", "RUN-",
                                         "VCONT-",  "INT-",      "BRK-",    "DET-"};
    size_t i = 0;
    while (i < RSP_ARRAY_LEN(groups) && strncmp(cause->requirement, groups[i], strlen(groups[i])) != 0)
        i++;
    return i;
}

/* Of one group of basic packets a later requirement often stands on an earlier one: P on p, G on g. */
static int compare_basic(const rsp_cause *a, const rsp_cause *b) {
    const size_t left = order_of(a);
    const size_t right = order_of(b);
    return left != right ? (left < right ? -1 : 1) : strcmp(a->requirement, b->requirement);
}

/* First what stops a debugger, whatever layer it is of. */
static int compare_groups(const void *left, const void *right) {
    const rsp_cause *a = &((const group *)left)->cause;
    const rsp_cause *b = &((const group *)right)->cause;
    const cause_rank ranks[] = {((const group *)left)->rank, ((const group *)right)->rank};
    if (a->level != b->level)
        return a->level < b->level ? -1 : 1;
    if (ranks[0] != ranks[1])
        return ranks[0] < ranks[1] ? -1 : 1;
    if (((const group *)left)->hostile != ((const group *)right)->hostile)
        return ((const group *)left)->hostile ? 1 : -1;
    if (a->gravity != b->gravity)
        return a->gravity < b->gravity ? -1 : 1;
    if (a->gravity == RSP_GRAVITY_BASIC && compare_basic(a, b) != 0)
        return compare_basic(a, b);
    if (a->num_results != b->num_results)
        return a->num_results > b->num_results ? -1 : 1;
    int order = strcmp(a->requirement, b->requirement);
    order = order ? order : strcmp(a->scenario, b->scenario);
    return order ? order : strcmp(a->what, b->what);
}

/* Whether the words of a group are the request and what came for it, whatever was to be judged. */
static bool is_of_a_request(const group *of) {
    const rsp_symptom *s = &of->best->symptom;
    return of->key.topic == CAUSE_REQUIREMENT && !*of->best->breach && *s->asked &&
           speaks_for_itself(s->came) && !(s->beside & RSP_BESIDE_RAW);
}

/* Whether a scenario says of its result what the results of the other group have in common. */
static bool says_the_common(const group *of, const group *other) {
    return other->key.topic == CAUSE_COMMON && *of->best->breach &&
           rsp_bytes_equal(rsp_bytes_str(of->best->breach), other->key.common);
}

/* Whether both are the same wrong reply to the same request, whatever was due to it. */
static bool is_same_reply(const rsp_result *a, const rsp_result *b) {
    const rsp_came came = a->symptom.came;
    const bool reply = came == RSP_CAME_OTHER || came == RSP_CAME_MISFIT || came == RSP_CAME_STOP;
    return reply && b->symptom.came == came && *a->symptom.asked && *a->got && !*a->breach && !*b->breach &&
           strcmp(a->symptom.asked, b->symptom.asked) == 0 && strcmp(a->got, b->got) == 0;
}

/* Behind ":p", digits and a dot: a thread-id, which another process of the same stub has changed. */
static size_t id_at(const char *text, size_t at) {
    size_t end = at;
    if (at >= 2 && text[at - 2] == ':' && text[at - 1] == 'p')
        while (rsp_hex_value((uint8_t)text[end]) >= 0 || text[end] == '.')
            end++;
    return end - at;
}

/* The same words but for such ids. */
static bool same_but_for_ids(const char *a, const char *b) {
    size_t i = 0;
    size_t k = 0;
    while (a[i] && b[k]) {
        const size_t left = id_at(a, i);
        const size_t right = id_at(b, k);
        if ((left == 0 || right == 0) && a[i] != b[k])
            return false;
        i += left && right ? left : 1;
        k += left && right ? right : 1;
    }
    return a[i] == b[k];
}

/* The first group with the same words, and about the same requirement unless they say all, as a request with
 * what came and the sentence of a scenario do: the report shows both as one cause. */
static size_t same_words(const grouping *g, size_t at) {
    const group *of = &g->groups[at];
    size_t i = 0;
    while (i < at && !says_the_common(of, &g->groups[i]) && !is_same_reply(g->groups[i].best, of->best) &&
           (!same_but_for_ids(g->groups[i].cause.what, of->cause.what) ||
            (strcmp(g->groups[i].cause.requirement, of->cause.requirement) != 0 && !is_of_a_request(of) &&
             strcmp(of->cause.what, of->best->breach) != 0)))
        i++;
    return i;
}

/* The groups are sorted; each result learns the number of its own. */
static rsp_status hand_out(grouping *g) {
    rsp_arena *arena = &g->run->arena;
    rsp_cause *causes = rsp_arena_alloc(arena, (g->num + 1) * sizeof *causes);
    uint32_t *numbers = rsp_arena_alloc(arena, (g->num + 1) * sizeof *numbers);
    if (!causes || !numbers)
        return RSP_NO_MEMORY;
    for (size_t i = 0; i < g->num; i++)
        g->groups[i].number = (uint32_t)i + 1;
    qsort(g->groups, g->num, sizeof *g->groups, compare_groups);
    size_t num = 0;
    for (size_t i = 0; i < g->num; i++) {
        const size_t same = same_words(g, i);
        const bool told = same < i;
        const uint32_t number = told ? numbers[g->groups[same].number] : (uint32_t)++num;
        numbers[g->groups[i].number] = number;
        if (!told)
            causes[number - 1] = g->groups[i].cause;
        else
            causes[number - 1].num_results += g->groups[i].cause.num_results;
    }
    for (size_t i = 0; i < g->run->num_results; i++)
        g->run->results[i].cause = g->of[i] ? numbers[g->of[i]] : 0;
    g->run->causes = causes;
    g->run->num_causes = num;
    return RSP_OK;
}

static size_t forget(rsp_run *run) {
    size_t failed = 0;
    run->causes = NULL;
    run->num_causes = 0;
    for (size_t i = 0; i < run->num_results; i++) {
        run->results[i].cause = 0;
        failed += cause_is_failed(&run->results[i]);
    }
    return failed;
}

rsp_status rsp_run_explain(rsp_run *run, const rsp_causes_options *options) {
    const size_t failed = forget(run);
    if (failed == 0)
        return RSP_OK;
    grouping g = {.run = run, .options = options, .view = cause_look(run)};
    g.groups = rsp_arena_alloc(&run->arena, failed * sizeof *g.groups);
    g.of = rsp_arena_alloc(&run->arena, run->num_results * sizeof *g.of);
    rsp_status status = g.groups && g.of ? RSP_OK : RSP_NO_MEMORY;
    if (status == RSP_OK) {
        group_results(&g);
        for (size_t i = 0; i < g.num; i++)
            describe(&g, i);
        status = hand_out(&g);
    }
    status = run->arena.status != RSP_OK ? run->arena.status : status;
    run->arena.status = RSP_OK;
    if (status != RSP_OK)
        (void)forget(run);
    return status;
}

rsp_status rsp_run_add_cause(rsp_run *run, const rsp_cause *cause) {
    rsp_arena *arena = &run->arena;
    rsp_cause *causes = rsp_arena_alloc(arena, (run->num_causes + 1) * sizeof *causes);
    rsp_cause copy = *cause;
    const char **texts[] = {&copy.what,     &copy.requirement, &copy.scenario, &copy.variant,
                            &copy.evidence, &copy.again,       &copy.send,     &copy.source};
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++)
        *texts[i] = *texts[i] ? rsp_arena_str(arena, *texts[i]) : "";
    rsp_status status = causes ? arena->status : RSP_NO_MEMORY;
    arena->status = RSP_OK;
    if (status != RSP_OK)
        return status;
    for (size_t i = 0; i < run->num_causes; i++)
        causes[i] = run->causes[i];
    causes[run->num_causes++] = copy;
    run->causes = causes;
    return RSP_OK;
}

bool rsp_requirements_share(rsp_bytes ids, rsp_bytes others) {
    while (others.len > 0)
        if (cause_ids_have(ids, rsp_bytes_split(&others, ' ')))
            return true;
    return false;
}

uint64_t rsp_run_explained(const rsp_run *run) {
    uint64_t num = 0;
    for (size_t i = 0; i < run->num_results; i++)
        num += run->results[i].cause != 0 && rsp_verdict_bad(run->results[i].verdict);
    return num;
}
