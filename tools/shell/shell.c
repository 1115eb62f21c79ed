/* The loop of the shell: a line, what it sends, and what comes while nobody types (news.c).
 * Completion joins the packet table with the values that the conversation has named.
 * See shell.h. */
/* SPDX-License-Identifier: MIT */
#include "shell/shell.h"
#include "core/text.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/wiretext.h"
#include "shell/orders.h"

#include "link/link_control.h"
#include "link/wait_any.h"
#include <rsp/packets.h>
#include <stdio.h>

enum { MAX_OFFERS = 4096, OFFER_COLUMN = 30 };

/* --- what goes --- */

/* Ctrl-C on an empty line stops the program. */
static void on_interrupt(void *ctx) {
    shell *s = ctx;
    puts(s->running ? "^C\n-> \\x03" : "^C   (nothing runs; Ctrl-D or !quit ends, !interrupt sends 0x03)");
    if (s->running && rsp_session_interrupt(s->speaker.session) != RSP_OK)
        puts("   it could not be sent");
}

/* A wait that Ctrl-C has ended, where the terminal makes a signal of it. */
static void on_signal(shell *s) {
    interrupt_forget();
    on_interrupt(s);
}

/* Sends and takes in what can be had at once. A session that ends here says so in shell_print_news. */
static void pump_now(shell *s) {
    rsp_session *session = s->speaker.session;
    if (rsp_session_pump(session, rsp_session_now(session)) == RSP_CANCELLED)
        on_signal(s);
}

/* Waits for the keyboard and takes in what the stub sends meanwhile. */
static rsp_status wait_for_key(void *ctx, int fd) {
    shell *s = ctx;
    for (;;) {
        bool key = false;
        rsp_status status = rsp_link_wait_beside(shell_is_open(s) ? s->link : NULL, fd, &key, RSP_NEVER_NS);
        if (status == RSP_CANCELLED) {
            on_signal(s); /* pressed between two lines */
            line_editor_show(s->editor);
        } else if (status != RSP_OK) {
            return status;
        }
        if (shell_is_open(s) && !rsp_link_is_virtual(s->link)) {
            pump_now(s);
            if (shell_print_news(s, true))
                line_editor_show(s->editor);
        }
        if (key)
            return RSP_OK;
    }
}

/* The request runs on while its user types; in virtual time the program has run before the prompt is back. */
static void run_on(shell *s, rsp_bytes payload) {
    if (speaker_ask(&s->speaker, payload, RSP_NEVER_NS, &s->running) != RSP_OK)
        return;
    rsp_buf_clear(&s->running_payload);
    rsp_buf_append(&s->running_payload, payload);
    if (rsp_link_is_virtual(s->link) || !line_editor_is_interactive(s->editor))
        shell_settle(s);
    else
        pump_now(s);
    if (s->running && !line_editor_is_interactive(s->editor))
        puts("     (the program runs)");
}

static void send_request(shell *s, rsp_bytes payload) {
    if (s->running) {
        puts("   the program runs: Ctrl-C or !interrupt stops it, !listen waits for it");
        return;
    }
    if (rsp_packet_runs(rsp_packet_identify(payload))) {
        run_on(s, payload);
        return;
    }
    rsp_answer answer = {0};
    rsp_request_id id = 0;
    if (speaker_ask(&s->speaker, payload, 0, &id) != RSP_OK)
        return;
    if (speaker_await(&s->speaker, id, &answer) == RSP_OK)
        known_values_learn(&s->known, payload, answer.expanded);
    speaker_print_answer(&s->speaker, &answer);
    speaker_print_waiting(&s->speaker);
}

static void obey_line(shell *s, const char *line) {
    rsp_buf payload = {0};
    rsp_error error = {0};
    if (line[0] == '\0')
        return;
    if (line[0] == '!' && line[1] != '\0') {
        shell_obey(s, rsp_bytes_str(line + 1));
        return;
    }
    if (shell_is_order(rsp_bytes_str(line)))
        io_say(stdout, "   not sent: the order is !%s; as a packet the word is \\x%02x%s\n",
               strcmp(line, "exit") == 0 ? "quit" : line, (unsigned char)line[0], line + 1);
    else if (wiretext_unescape(&payload, line, &error) != RSP_OK)
        io_say(stdout, "   %s\n", error.msg);
    else if (!shell_is_open(s))
        puts("   the connection has ended; !reconnect makes a new one");
    else
        send_request(s, rsp_buf_bytes(&payload));
    rsp_buf_free(&payload);
}

/* --- the beginning of a connection --- */

void shell_open(shell *s) {
    s->opening = !s->bare;
    if (!s->bare)
        speaker_open(&s->speaker, s->no_ack, NULL);
    else if (s->no_ack && rsp_session_start_no_ack(s->speaker.session) == RSP_UNSUPPORTED)
        puts("   the stub has no no-ack mode: acknowledgments stay");
    s->opening = false;
}

/* --- completion --- */

/* What rsp_complete offers: printed when there is more than one word, and inserted as far as all agree. */
typedef struct offers {
    rsp_buf words;    /* one a line */
    rsp_buf fields;   /* what is expected, one a line */
    rsp_buf common;   /* what all words have behind what is typed */
    size_t num_words; /* counts up to MAX_OFFERS */
} offers;

static void on_offer(void *ctx, rsp_bytes word, size_t typed) {
    offers *o = ctx;
    rsp_bytes rest = rsp_bytes_from(word, typed);
    if (o->num_words == MAX_OFFERS)
        return;
    if (o->num_words == 0) {
        rsp_buf_append(&o->common, rest);
    } else {
        size_t same = 0;
        while (same < o->common.len && same < rest.len && o->common.ptr[same] == rest.ptr[same])
            same++;
        rsp_buf_truncate(&o->common, same);
    }
    o->num_words++;
    rsp_buf_append(&o->words, word);
    rsp_buf_push(&o->words, '\n');
}

static void on_expect(void *ctx, const char *field, const char *meaning) {
    offers *o = ctx;
    rsp_buf line = {0};
    rsp_text_printf(&line, "     %-12s%s\n", field, meaning);
    if (rsp_bytes_search(rsp_buf_bytes(&o->fields), rsp_buf_bytes(&line)) == o->fields.len)
        rsp_buf_append(&o->fields, rsp_buf_bytes(&line));
    rsp_buf_free(&line);
}

/* The words side by side, as many as the terminal is wide. */
static void append_columns(rsp_buf *out, rsp_bytes words) {
    unsigned columns = io_columns(1);
    size_t room = columns > OFFER_COLUMN ? columns / OFFER_COLUMN : 1;
    for (size_t i = 0; words.len > 0; i++) {
        rsp_bytes word = rsp_bytes_split(&words, '\n');
        bool last = words.len == 0 || (i + 1) % room == 0;
        rsp_printable_append(out, word, 0);
        for (size_t pad = word.len; !last && pad < OFFER_COLUMN; pad++)
            rsp_buf_push(out, ' ');
        if (last)
            rsp_buf_push(out, '\n');
        else if (word.len >= OFFER_COLUMN)
            rsp_buf_push(out, ' ');
    }
}

static void complete(void *ctx, rsp_bytes text) {
    shell *s = ctx;
    offers o = {0};
    rsp_completer completer = {.offer = on_offer,
                               .expect = on_expect,
                               .ctx = &o,
                               .known = s->known.items,
                               .num_known = s->known.num};
    if (text.len > 0 && text.ptr[0] == '!')
        shell_complete_order(rsp_bytes_from(text, 1), &completer);
    else
        rsp_complete(text, &completer);
    if (o.common.len > 0) {
        line_editor_insert(s->editor, rsp_buf_bytes(&o.common));
    } else if (o.num_words > 1 || o.fields.len > 0) {
        rsp_buf out = {0};
        line_editor_hide(s->editor);
        if (o.num_words > 1)
            append_columns(&out, rsp_buf_bytes(&o.words));
        rsp_buf_append(&out, rsp_buf_bytes(&o.fields));
        (void)io_print(&out);
        line_editor_show(s->editor);
    }
    rsp_buf_free(&o.words);
    rsp_buf_free(&o.fields);
    rsp_buf_free(&o.common);
}

/* --- the loop --- */

static const char *prompt(void *ctx) {
    const shell *s = ctx;
    return !shell_is_open(s) ? "(closed) " : s->running ? "(running) " : "rsp> ";
}

rsp_status shell_run(shell *s, const char *history) {
    line_editor_calls calls = {
        .prompt = prompt, .wait = wait_for_key, .complete = complete, .interrupt = on_interrupt, .ctx = s};
    rsp_buf line = {0};
    s->editor = line_editor_new(&calls, history);
    if (!s->editor)
        return RSP_NO_MEMORY;
    known_values_add(&s->known, "annex", RSP_LIT("target.xml"));
    rsp_status status = RSP_OK;
    while (!s->quit && status == RSP_OK) {
        io_flush();
        status = line_editor_read(s->editor, &line);
        if (status == RSP_OK)
            obey_line(s, rsp_buf_cstr(&line));
    }
    if (status == RSP_CLOSED && line_editor_is_interactive(s->editor))
        putchar('\n');
    rsp_buf_free(&line);
    return status == RSP_CLOSED ? RSP_OK : status;
}

void shell_free(shell *s) {
    line_editor_free(s->editor);
    rsp_dialogue_free(&s->dialogue);
    speaker_free(&s->speaker);
    rsp_buf_free(&s->running_payload);
}
