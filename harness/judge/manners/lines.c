/* What was learned as lines for people: text, what the manual would have, and the bytes that show it.
 * A line that has nothing to say is left out.
 * Private to the layer; see look.h. */
/* SPDX-License-Identifier: MIT */
#include "look.h"

#include "register_block.h"

#include "codec/escape.h"
#include "codec/explain.h"
#include "codec/feature.h"
#include "core/arena.h"
#include <assert.h>
#include <rsp/packet_ids.h>

/* A topic has one line at most: there is room for no more. */
static void add_line(look *l, topic about, bool breach, const char *text, const char *remark) {
    rsp_manners_line *lines = (rsp_manners_line *)(uintptr_t)l->t.m->lines;
    if (!lines)
        lines = rsp_arena_alloc(&l->t.m->arena, TOPIC_COUNT * sizeof *lines);
    if (!lines)
        return;
    assert(l->t.m->num_lines < TOPIC_COUNT);
    l->t.m->lines = lines;
    lines[l->t.m->num_lines++] = (rsp_manners_line){.name = name_of_topic(about),
                                                    .text = text,
                                                    .remark = remark ? remark : "",
                                                    .bytes = l->t.shown[about] ? l->t.shown[about] : "",
                                                    .breach = breach};
}

static void add(look *l, topic about, const char *text, const char *remark) {
    add_line(l, about, false, text, remark);
}

static void add_breach(look *l, topic about, const char *text, const char *expected) {
    add_line(l, about, true, text, expected);
}

/* A breach if `expected` says what the manual has instead. */
static void add_judged(look *l, topic about, rsp_buf *text, const char *expected) {
    add_line(l, about, expected != NULL, keep_text(&l->t, text), expected);
}

static void joined(rsp_buf *text, const char *part) {
    rsp_buf_printf(text, "%s%s", text->len ? "; " : "", part);
}

/* --- the connection --- */

static void line_greeting(look *l) {
    rsp_buf text = {.mem = l->t.options->mem};
    if (l->t.m->line.greeting.len == 0) {
        add(l, TOPIC_GREETING, "none", NULL);
        return;
    }
    rsp_buf_push(&text, '\'');
    rsp_printable_append(&text, l->t.m->line.greeting, 40);
    rsp_buf_push(&text, '\'');
    add(l, TOPIC_GREETING, keep_text(&l->t, &text), "nobody asked; debuggers drop it");
}

static void line_clients(look *l) {
    rsp_buf text = {.mem = l->t.options->mem};
    rsp_buf_str(&text, rsp_life_text(l->t.m->clients.life));
    if (l->t.m->clients.several == RSP_HABIT_YES)
        joined(&text, "also several at once");
    if (l->t.m->clients.ends_cleanly == RSP_HABIT_YES)
        joined(&text, "ends with status 0 when its client leaves");
    if (l->t.m->clients.spins == RSP_HABIT_YES)
        joined(&text, "keeps the connection of a client that has left, and computes for nobody");
    add_judged(l, TOPIC_CLIENTS, &text,
               l->t.m->clients.spins == RSP_HABIT_YES ? "expected: it ends, or serves the next" : NULL);
}

static void line_first(look *l) {
    rsp_buf text = {.mem = l->t.options->mem};
    if (l->t.m->opening.plus_first == RSP_HABIT_YES)
        joined(&text, "answers only after a first '+'");
    if (l->t.m->opening.description_first == RSP_HABIT_YES)
        joined(&text, "registers open only after target.xml was read");
    if (l->t.m->opening.question_first == RSP_HABIT_YES)
        joined(&text, "memory or registers open only after '?'");
    if (l->t.m->opening.question_once == RSP_HABIT_YES)
        joined(&text, "a second '?' is not answered by a stop");
    if (text.len > 0)
        add(l, TOPIC_FIRST, keep_text(&l->t, &text), "as GDB begins");
    else
        rsp_buf_free(&text);
}

static void line_acks(look *l) {
    static const char expected[] = "expected: '+' before the reply";
    static const struct {
        const char *text, *expected;
    } habits[] = {{"not seen", NULL},
                  {"'+' before each reply", NULL},
                  {"never", expected},
                  {"'+' after the reply", expected},
                  {"several for a packet", NULL}};
    rsp_buf text = {.mem = l->t.options->mem};
    rsp_buf_str(&text, habits[l->t.m->line.acks].text);
    if (l->t.m->line.no_ack != RSP_HABIT_UNKNOWN)
        rsp_buf_printf(&text, "; %s %s", rsp_packet_text(RSP_PACKET_QSTART_NO_ACK_MODE),
                       l->t.m->line.no_ack == RSP_HABIT_YES ? "taken" : "not supported");
    add_judged(l, TOPIC_ACKS, &text, habits[l->t.m->line.acks].expected);
}

static void line_checksums(look *l) {
    if (l->t.m->line.bad_checksums == RSP_HABIT_YES)
        add_breach(l, TOPIC_CHECKSUMS, "some replies have a wrong one", "asked for again with '-'");
}

static void line_noise(look *l) {
    if (l->t.m->line.line_noise == RSP_HABIT_YES)
        add(l, TOPIC_NOISE, "bytes that belong to no packet", "debuggers drop them");
}

/* --- replies --- */

static void line_unknown(look *l) {
    static const char *const texts[] = {"not seen", "empty reply", "silent", "error reply", "a reply"};
    rsp_unknown_habit habit = l->t.m->replies.unknowns;
    bool breach = habit != RSP_UNKNOWNS_EMPTY;
    if (habit != RSP_UNKNOWNS_UNKNOWN)
        add_line(l, TOPIC_UNKNOWN, breach, texts[habit], breach ? "expected: empty" : NULL);
}

static void line_errors(look *l) {
    static const char *const texts[] = {"none seen", "E and two digits", "E.text", "other"};
    add(l, TOPIC_ERRORS, texts[l->t.m->replies.errors], NULL);
}

/* Names that are nearly known ones, and those; one that is far from all is the stub's own. NULL: none is. */
static const char *misspelt(look *l, rsp_bytes list) {
    rsp_buf names = {.mem = l->t.options->mem};
    rsp_buf meant = {.mem = l->t.options->mem};
    rsp_feature_iter iter = rsp_feature_begin(list);
    rsp_feature f;
    while (rsp_feature_next(&iter, &f)) {
        const char *known = rsp_feature_meant(f.name);
        if (!known)
            continue;
        rsp_buf_str(&names, names.len ? ", " : "");
        rsp_printable_append(&names, f.name, 40);
        rsp_buf_printf(&meant, "%s%s", meant.len ? ", " : "", known);
    }
    rsp_buf text = {.mem = l->t.options->mem};
    if (names.len > 0) {
        rsp_buf_str(&text, "announced, and known to no debugger: ");
        rsp_buf_append(&text, rsp_buf_bytes(&names));
        rsp_buf_printf(&text, "; did you mean %s?", rsp_buf_cstr(&meant));
    }
    const bool none = names.len == 0;
    rsp_buf_free(&names);
    rsp_buf_free(&meant);
    return none ? NULL : keep_text(&l->t, &text);
}

/* Names that are far from all known ones: no fault, and of no use to a debugger. */
static void append_own(rsp_buf *text, rsp_bytes list) {
    bool any = false;
    rsp_feature_iter iter = rsp_feature_begin(list);
    rsp_feature f;
    while (rsp_feature_next(&iter, &f)) {
        if (f.kind == RSP_FEATURE_BAD || rsp_feature_is_known(f.name) || rsp_feature_meant(f.name))
            continue;
        rsp_buf_str(text, any ? ", " : "; no debugger looks for: ");
        rsp_printable_append(text, f.name, 40);
        any = true;
    }
}

static void line_features(look *l) {
    rsp_buf text = {.mem = l->t.options->mem};
    if (!l->t.m->replies.supported) {
        add(l, TOPIC_FEATURES, "not listed", NULL);
        return;
    }
    rsp_printable_append(&text, rsp_bytes_str(l->t.m->replies.supported), 400);
    append_own(&text, rsp_bytes_str(l->t.m->replies.supported));
    add_judged(l, TOPIC_FEATURES, &text, misspelt(l, rsp_bytes_str(l->t.m->replies.supported)));
}

static void line_packets(look *l) {
    rsp_buf yes = {.mem = l->t.options->mem};
    rsp_buf no = {.mem = l->t.options->mem};
    for (unsigned id = 1; id < RSP_PACKET_END; id++) {
        rsp_buf *list = l->t.m->replies.packets[id] == RSP_HABIT_YES  ? &yes
                        : l->t.m->replies.packets[id] == RSP_HABIT_NO ? &no
                                                                      : NULL;
        if (list)
            rsp_buf_printf(list, "%s%s", list->len ? " " : "", rsp_packet_text((rsp_packet_id)id));
    }
    if (no.len > 0)
        rsp_buf_printf(&yes, "; not %s", rsp_buf_cstr(&no));
    rsp_buf_free(&no);
    add(l, TOPIC_PACKETS, keep_text(&l->t, &yes), NULL);
}

/* --- registers, memory, sizes --- */

/* g ends before pc: debuggers ask p for it then. */
static bool lacks_pc(const look *l) {
    const rsp_manners_registers *r = &l->t.m->registers;
    return r->pc_number >= 0 && !l->have_target && r->g_bytes < (uint64_t)r->pc_offset + r->address_bytes;
}

/* "; g has 412 bytes = 32 x 4 + 32 x 8 + 7 x 4", as far as the widths of registers are known. */
static void say_size_of_g(const look *l, rsp_buf *text) {
    const rsp_manners_registers *r = &l->t.m->registers;
    const register_run *runs = l->have_target ? NULL : register_block_runs(r->arch, r->g_bytes);
    if (r->g_bytes == 0) {
        rsp_buf_str(text, "; no g");
        return;
    }
    rsp_buf_printf(text, "; g has %llu bytes", (unsigned long long)r->g_bytes);
    for (size_t i = 0; runs && i < REGISTER_RUNS && runs[i].num > 0; i++)
        rsp_buf_printf(text, "%s%u x %u", i ? " + " : " = ", runs[i].num, runs[i].width);
    const bool even = r->pc_number < 0 || r->address_bytes == l->width;
    if (!runs && l->width > 0 && r->g_bytes % l->width == 0 && even)
        rsp_buf_printf(text, " = %llu x %u", (unsigned long long)(r->g_bytes / l->width), l->width);
}

static const char *remark_on_registers(const look *l) {
    if (l->target.bad)
        return "expected: a well-formed description";
    if (l->proof == PC_NAMED)
        return "qRegisterInfo names it, and it moved in steps";
    if (l->p_text || (l->t.m->registers.pc_by_p == RSP_HABIT_YES && !lacks_pc(l)))
        return "expected: p and g give the same";
    if (l->t.m->registers.pc_number < 0 || l->have_target)
        return NULL;
    return l->proof == PC_STOPPED                ? "a breakpoint stopped it there"
           : l->t.m->runs.steps == RSP_HABIT_YES ? "it moved in steps"
                                                 : "guessed from the size of g";
}

static void line_registers(look *l) {
    rsp_buf text = {.mem = l->t.options->mem};
    rsp_buf_printf(&text, "target.xml %s",
                   l->have_target                ? "yes"
                   : l->target.bad               ? "not well-formed"
                   : l->t.m->registers.described ? "without registers"
                                                 : "no");
    if (l->t.m->registers.arch)
        rsp_buf_printf(&text, "; %s, %s endian", l->t.m->registers.arch,
                       l->t.m->registers.big_endian == RSP_HABIT_YES ? "big" : "little");
    say_size_of_g(l, &text);
    if (l->t.m->registers.pc_number >= 0)
        rsp_buf_printf(&text, "; pc is number %d", l->t.m->registers.pc_number);
    const bool wrong = l->t.m->registers.pc_by_p == RSP_HABIT_YES && !lacks_pc(l);
    if (l->t.m->registers.pc_by_p == RSP_HABIT_YES)
        joined(&text, wrong ? "in g it stands still, p shows that it moves" : "g ends before it, p gives it");
    else if (l->p_text)
        joined(&text, l->p_text);
    add_line(l, TOPIC_REGISTERS, l->target.bad || l->p_text || wrong, keep_text(&l->t, &text),
             remark_on_registers(l));
}

static const char *yes_or_no(rsp_habit habit) {
    return habit == RSP_HABIT_YES ? "yes" : habit == RSP_HABIT_NO ? "no" : "not known";
}

static void line_resumes(look *l) {
    static const rsp_packet_id letters[] = {RSP_PACKET_CONTINUE, RSP_PACKET_STEP};
    rsp_buf text = {.mem = l->t.options->mem};
    for (size_t i = 0; i < RSP_ARRAY_LEN(letters); i++) {
        rsp_habit habit = l->t.m->replies.packets[letters[i]];
        if (habit != RSP_HABIT_UNKNOWN)
            rsp_buf_printf(&text, "%s%s%s", text.len ? "; " : "", habit == RSP_HABIT_NO ? "not " : "",
                           rsp_packet_text(letters[i]));
    }
    if (l->t.m->replies.vcont) {
        rsp_buf_str(&text, text.len ? "; " : "");
        rsp_printable_append(&text, rsp_bytes_str(l->t.m->replies.vcont), 60);
    } else {
        joined(&text, "no vCont list");
    }
    if (l->t.m->runs.doubles_stops == RSP_HABIT_YES)
        joined(&text, "each stop is told twice");
    if (l->t.m->runs.early_ok == RSP_HABIT_YES)
        joined(&text, "OK comes before the stop");
    if (l->t.m->runs.bare_continue == RSP_HABIT_NO)
        joined(&text, "vCont;c lets nothing run, c does");
    const char *expected = l->t.m->runs.doubles_stops == RSP_HABIT_YES  ? "expected: once"
                           : l->t.m->runs.early_ok == RSP_HABIT_YES     ? "expected: the stop alone"
                           : l->t.m->runs.bare_continue == RSP_HABIT_NO ? "expected: both do"
                                                                        : NULL;
    add_judged(l, TOPIC_RESUMES, &text, expected);
}

static void line_breakpoints(look *l) {
    if (l->breakpoint_text)
        add(l, TOPIC_BREAKPOINTS, l->breakpoint_text, "only set and taken away; run tells whether they stop");
}

static void line_interrupt(look *l) {
    if (l->t.m->bytes.interrupt == RSP_HABIT_NO)
        add_breach(l, TOPIC_INTERRUPT, "0x03 does not stop the program", "expected: a stop reply");
    else if (l->t.m->bytes.interrupt_beside == RSP_HABIT_NO)
        add_breach(l, TOPIC_INTERRUPT, "0x03 in one write with the resume is lost", "expected: a stop reply");
    else if (l->t.m->bytes.interrupt == RSP_HABIT_YES)
        add(l, TOPIC_INTERRUPT, "0x03 stops the program", NULL);
}

static void line_memory(look *l) {
    rsp_buf text = {.mem = l->t.options->mem};
    rsp_buf_printf(&text, "readable at pc: %s; at sp: %s", yes_or_no(l->t.m->places.at_pc),
                   yes_or_no(l->t.m->places.at_sp));
    for (size_t i = 0; i < l->t.m->places.num; i++)
        rsp_buf_printf(&text, "%s0x%llx", i ? ", " : "; readable at ",
                       (unsigned long long)l->t.m->places.others[i].start);
    if (l->t.m->replies.upper_hex == RSP_HABIT_YES)
        joined(&text, "digits in upper case");
    add(l, TOPIC_MEMORY, keep_text(&l->t, &text), NULL);
}

/* Half of what was announced was not taken. */
static bool takes_less(const look *l) {
    return l->t.shown[TOPIC_SIZES] && l->t.m->replies.packet_size > l->t.m->replies.takes_bytes + 8;
}

static void line_sizes(look *l) {
    rsp_buf text = {.mem = l->t.options->mem};
    if (l->t.m->replies.packet_size > 0)
        rsp_buf_printf(&text, "PacketSize %llx", (unsigned long long)l->t.m->replies.packet_size);
    else
        rsp_buf_str(&text, "no PacketSize");
    rsp_buf_printf(&text, "; took %llx, sent %llx", (unsigned long long)l->t.m->replies.takes_bytes,
                   (unsigned long long)l->t.m->replies.sends_bytes);
    add_judged(l, TOPIC_SIZES, &text, takes_less(l) ? "expected: requests up to PacketSize" : NULL);
}

static void line_writes(look *l) {
    rsp_buf text = {.mem = l->t.options->mem};
    if (l->t.m->bytes.loses_second == RSP_HABIT_YES)
        joined(&text, l->loss == LOSS_BY_SECOND_PACKET ? "two packets in one write end the connection"
                                                       : "of two packets in one write the second is lost");
    if (l->t.m->bytes.loses_pieces == RSP_HABIT_YES)
        joined(&text, "a packet that comes byte by byte is lost");
    if (text.len > 0)
        add_breach(l, TOPIC_WRITES, keep_text(&l->t, &text), "expected: bytes are a stream");
    rsp_buf_free(&text);
}

/* --- time and program --- */

static void line_answers(look *l) {
    rsp_buf text = {.mem = l->t.options->mem};
    if (l->t.num_times == 0) {
        add_breach(l, TOPIC_ANSWERS, "none", "expected: replies");
        return;
    }
    rsp_time_append(&text, l->t.m->replies.answer_ns);
    rsp_buf_str(&text, " median");
    if (l->t.late_ns > 0) {
        rsp_buf_str(&text, "; one came after ");
        rsp_time_append(&text, l->t.late_ns);
    }
    if (l->t.m->replies.delayed_acks != RSP_HABIT_UNKNOWN)
        joined(&text, l->t.m->replies.delayed_acks == RSP_HABIT_YES ? "40 ms of a delayed TCP ack"
                                                                    : "no delayed acks");
    add(l, TOPIC_ANSWERS, keep_text(&l->t, &text),
        l->t.m->replies.delayed_acks == RSP_HABIT_YES ? "TCP_NODELAY would help" : NULL);
}

static void line_program(look *l) {
    static const char *const texts[] = {"not known",
                                        "loops",
                                        "runs until it is interrupted",
                                        "ends",
                                        "can neither be stepped nor continued",
                                        "none: ? says that it has ended"};
    rsp_buf text = {.mem = l->t.options->mem};
    if (!l->t.options->run_program)
        return;
    rsp_buf_str(&text, texts[l->t.m->runs.kind]);
    if (l->t.m->runs.kind == RSP_PROGRAM_LOOPS) {
        uint64_t least = UINT64_MAX;
        uint64_t most = 0;
        for (size_t i = 0; i < l->t.m->runs.num_loop; i++) {
            least = l->t.m->runs.loop[i] < least ? l->t.m->runs.loop[i] : least;
            most = l->t.m->runs.loop[i] > most ? l->t.m->runs.loop[i] : most;
        }
        rsp_buf_printf(&text, " over %zu instruction%s at 0x%llx..0x%llx", l->t.m->runs.num_loop,
                       l->t.m->runs.num_loop == 1 ? "" : "s", (unsigned long long)least,
                       (unsigned long long)most);
    }
    if (l->t.m->runs.steps == RSP_HABIT_NO)
        joined(&text, "a step does not move pc");
    if (l->t.m->runs.stops_by_itself == RSP_HABIT_YES)
        joined(&text, "stops by itself after a while");
    if (l->t.m->runs.restarts != RSP_HABIT_UNKNOWN)
        joined(&text,
               l->t.m->runs.restarts == RSP_HABIT_YES ? "can be started anew" : "can not be started anew");
    add(l, TOPIC_PROGRAM, keep_text(&l->t, &text), NULL);
}

static void line_end(look *l) {
    if (l->lost)
        add_breach(l, TOPIC_END, "the connection was lost during the look", "expected: it stays");
}

void compose_lines(look *l) {
    static void (*const makers[])(look *) = {
#define TOPIC_LINE(id, name, line) line,
        TOPIC_LIST(TOPIC_LINE)
#undef TOPIC_LINE
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(makers); i++)
        makers[i](l);
}
