/* The look: what is asked in which order, and what is asked once more on a new connection.
 * All that one connection can show comes first, since a stub may serve no other.
 * See manners/manners.h. */
/* SPDX-License-Identifier: MIT */
#include "look.h"

#include "codec/explain.h"
#include "link/link_control.h"
#include <rsp/packet_ids.h>

static const uint64_t default_timeout_ns = 2 * RSP_NS_PER_S;
static const uint64_t default_quiet_ns = 50 * RSP_NS_PER_MS;

/* In this order; each leaves out what is known already, and ends when the line does. */
static void (*const parts[])(look *) = {
    look_description, look_registers,      look_unknown, look_packets,         look_memory,  look_sizes,
    look_delays,      look_question_again, look_alone,   look_announced_noack, look_program,
};

/* It closed or died, and never said a word. */
static rsp_status never_spoke(look *l, rsp_error *error) {
    rsp_link_end end = rsp_link_ended(l->t.link);
    rsp_bytes words = rsp_link_last_words(l->t.link);
    rsp_buf text = {.mem = l->t.options->mem};
    rsp_printable_append(&text, words.len > 80 ? rsp_bytes_from(words, words.len - 80) : words, 0);
    rsp_status status = rsp_fail(
        error, RSP_DIED, "the stub %s before it sent a byte%s%s%s%s",
        end.kind == RSP_END_NO_CHILD || end.kind == RSP_END_RUNNING ? "closed the connection" : "ended",
        *end.text ? ": " : "", end.text, words.len ? "; its last words: " : "", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return status;
}

/* What came instead of packets, in short, else what the stub wrote to its stderr. */
static void note_said(look *l) {
    enum { SHOWN = 40 };
    const rsp_bytes came = rsp_buf_bytes(&l->t.came);
    const rsp_bytes words = came.len ? came : rsp_link_last_words(l->t.link);
    rsp_buf text = {.mem = l->t.options->mem};
    if (words.len == 0)
        return;
    rsp_printable_append(&text, words, SHOWN);
    l->t.m->line.said = keep_text(&l->t, &text);
}

/* Not one packet came for all that a debugger begins with. Nothing can be judged. */
static rsp_status never_answered(look *l, uint64_t began_ns, rsp_error *error) {
    rsp_manners *m = l->t.m;
    m->line.silent_ns = rsp_link_now(l->t.link) - began_ns;
    note_said(l);
    return rsp_fail(
        error, RSP_CONNECT,
        "no reply in %.2g s: sent + %s Hg0 ? g, came %s; is the program stopped, the port a stub's? "
        "Or try a longer --timeout",
        (double)m->line.silent_ns / 1e9, rsp_packet_text(RSP_PACKET_QSUPPORTED),
        m->line.said ? m->line.said : "nothing");
}

/* The two requests that every stub has, where the first ones were not answered. */
static bool answers_at_all(look *l) {
    const rsp_packet_id last[] = {RSP_PACKET_REASON, RSP_PACKET_READ_REGISTERS};
    for (size_t i = 0; i < RSP_ARRAY_LEN(last) && l->t.packets_in == 0 && line_open(&l->t); i++)
        (void)ask_packet(&l->t, last[i], NULL, due_of(&l->t));
    return l->t.packets_in > 0 || l->t.trouble != RSP_OK;
}

static void look_at_all(look *l) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++) {
        if (!line_open(&l->t) && !revive(l))
            break;
        parts[i](l);
    }
    if (l->t.line == LINE_OPEN && !rsp_link_is_virtual(l->t.link))
        l->has_program = l->has_program && l->t.m->runs.kind != RSP_PROGRAM_ENDS;
}

static void look_free(look *l) {
    close_link(l);
    stub_line_end(&l->t);
    rsp_tdesc_free(&l->target);
    rsp_buf_free(&l->registers);
    rsp_buf_free(&l->trail);
}

static void look_init(look *l, rsp_manners *out, const rsp_manners_options *options) {
    *out =
        (rsp_manners){.arena = {.mem = options->mem}, .registers.pc_number = -1, .registers.sp_number = -1};
    *l = (look){.thread = "", .has_program = true};
    stub_line_begin(&l->t, out, options);
    rsp_buf_init(&l->registers, options->mem, 0);
    rsp_buf_init(&l->trail, options->mem, 0);
}

static rsp_status look_run(look *l, rsp_error *error) {
    rsp_status status = l->t.options->open(l->t.options->ctx, &l->t.link, error);
    if (status != RSP_OK)
        return status;
    const uint64_t began_ns = l->opened_ns = rsp_link_now(l->t.link);
    look_greeting(l);
    say(&l->t, RSP_LIT("+")); /* as debuggers begin */
    (void)look_handshake(l);
    if (l->t.trouble == RSP_OK && l->t.line == LINE_GONE && l->t.bytes_in == 0)
        return never_spoke(l, error);
    if (!answers_at_all(l))
        return never_answered(l, began_ns, error);
    if (l->echoes && l->t.trouble == RSP_OK)
        return rsp_fail(error, RSP_CONNECT,
                        "it sends back what it is sent, as 'cat' does, or a terminal with its echo on: no "
                        "stub speaks there");
    look_at_all(l);
    look_life(l);
    if (l->t.trouble == RSP_OK)
        compose_lines(l);
    if (l->t.trouble == RSP_OK)
        l->t.trouble = l->t.m->arena.status;
    l->t.m->looked = l->t.trouble == RSP_OK;
    return l->t.trouble == RSP_OK ? RSP_OK
                                  : rsp_fail(error, l->t.trouble, "%s", rsp_status_text(l->t.trouble));
}

rsp_status rsp_manners_look(rsp_manners *out, const rsp_manners_options *options, rsp_error *error) {
    rsp_manners_options filled = *options;
    look l;
    filled.timeout_ns = filled.timeout_ns ? filled.timeout_ns : default_timeout_ns;
    filled.quiet_ns = filled.quiet_ns ? filled.quiet_ns : default_quiet_ns;
    look_init(&l, out, &filled);
    rsp_status status = look_run(&l, error);
    look_free(&l);
    return status;
}
