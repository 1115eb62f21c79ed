/* What comes in the shell: replies, what nobody asked for, output of the program, and the end.
 * Values that replies name are kept for completion.
 * See shell.h. */
/* SPDX-License-Identifier: MIT */
#include "shell/shell.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include "core/text.h"

#include "link/link_control.h"
#include <stdio.h>

static void learn(shell *s, const rsp_answer *answer, rsp_bytes request) {
    if (rsp_outcome_status(answer->outcome) == RSP_OK)
        known_values_learn(&s->known, request, answer->expanded);
}

bool shell_is_open(const shell *s) {
    return rsp_session_state(s->speaker.session) == RSP_OK;
}

/* How the connection ended, once. */
static void print_end(shell *s) {
    rsp_buf out = {0};
    rsp_bytes words = rsp_link_last_words(s->link);
    rsp_text_printf(&out, "   %s", rsp_status_text(rsp_session_state(s->speaker.session)));
    if (words.len > 0) {
        rsp_buf_str(&out, "; its last words: ");
        rsp_printable_append(&out, words, 0);
    }
    rsp_buf_push(&out, '\n');
    (void)io_print(&out);
    s->end_told = true;
}

/* The line that is edited makes room for the first piece of news. */
static void announce(const shell *s, bool *news, bool hide) {
    if (hide && !*news)
        line_editor_hide(s->editor);
    *news = true;
}

/* Prints completed requests and what came unasked; true when anything was printed. */
bool shell_print_news(shell *s, bool hide) {
    rsp_answer answer;
    rsp_session *session = s->speaker.session;
    rsp_session_event event;
    bool news = false;
    while (rsp_session_take_answer(session, &answer)) {
        announce(s, &news, hide);
        if (answer.id == s->running) {
            speaker_about(&s->speaker, rsp_buf_bytes(&s->running_payload));
            learn(s, &answer, rsp_buf_bytes(&s->running_payload));
            s->running = 0;
        }
        speaker_print_answer(&s->speaker, &answer);
    }
    while (rsp_session_take_event(session, &event, RSP_SESSION_ANY & ~RSP_SESSION_BIT(RSP_SESSION_ACK))) {
        announce(s, &news, hide);
        speaker_print(&s->speaker, &event);
    }
    if (rsp_session_console(session).len > 0) {
        announce(s, &news, hide);
        speaker_print_waiting(&s->speaker);
    }
    if (!shell_is_open(s) && !s->end_told) {
        announce(s, &news, hide);
        print_end(s);
    }
    return news;
}

void shell_settle(shell *s) {
    rsp_session *session = s->speaker.session;
    uint64_t until = rsp_deadline(rsp_session_now(session), s->speaker.timeout_ns);
    while (s->running && shell_is_open(s)) {
        rsp_status status = rsp_session_pump(session, until);
        (void)shell_print_news(s, false);
        if (status == RSP_CANCELLED)
            interrupt_forget();
        if (status != RSP_OK)
            break;
    }
    (void)shell_print_news(s, false);
}
