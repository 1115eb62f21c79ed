/* The shell's own commands in one table: raw bytes, interrupts, waiting, the log, scenarios.
 * An order gets the text behind its name, without blanks around it.
 * See orders.h. */
/* SPDX-License-Identifier: MIT */
#include "shell/orders.h"
#include "core/text.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/option.h"
#include "cli/wiretext.h"

#include "capture/scenario_writer.h"
#include "link/link_control.h"
#include <stdio.h>

enum { LISTEN_MS = 1000 };

typedef struct order {
    const char *name;
    const char *arguments; /* "" for none; in brackets when they may be left out */
    const char *help;
    void (*obey)(shell *s, rsp_bytes arguments);
} order;

static void quit(shell *s, rsp_bytes arguments) {
    (void)arguments;
    s->quit = true;
}

static void send_raw(shell *s, rsp_bytes arguments) {
    rsp_buf text = {0};
    rsp_buf bytes = {0};
    rsp_error error = {0};
    rsp_buf_append(&text, arguments);
    if (wiretext_unescape(&bytes, rsp_buf_cstr(&text), &error) != RSP_OK)
        io_say(stdout, "   %s\n", error.msg);
    else
        (void)speaker_send_raw(&s->speaker, rsp_buf_bytes(&bytes));
    rsp_buf_free(&bytes);
    rsp_buf_free(&text);
}

static void interrupt(shell *s, rsp_bytes arguments) {
    (void)arguments;
    puts("-> \\x03");
    if (rsp_session_interrupt(s->speaker.session) != RSP_OK)
        return;
    if (s->running)
        shell_settle(s);
    else
        (void)speaker_listen(&s->speaker, s->speaker.timeout_ns);
}

static void listen(shell *s, rsp_bytes arguments) {
    uint64_t period_ns = LISTEN_MS * RSP_NS_PER_MS;
    rsp_buf text = {0};
    rsp_buf_append(&text, arguments);
    if (arguments.len > 0 && option_duration(&period_ns, rsp_buf_cstr(&text)) != RSP_OK)
        printf("   !listen takes a time, for example 500ms or 2s\n");
    else if (s->running)
        shell_settle(s);
    else
        (void)speaker_listen(&s->speaker, period_ns);
    rsp_buf_free(&text);
    if (*interrupt_flag())
        interrupt_forget();
}

static void print_log(shell *s, rsp_bytes arguments) {
    rsp_transcript_style style = {.acks = true, .wire = true, .max_columns = SIZE_MAX};
    rsp_buf out = {0};
    (void)arguments;
    rsp_transcript_render(s->transcript, &out, RSP_NO_ENTRY, &style);
    (void)io_print(&out);
}

static void reconnect(shell *s, rsp_bytes arguments) {
    rsp_error error = {0};
    rsp_session *session = s->speaker.session;
    (void)arguments;
    s->running = 0;
    uint64_t until = rsp_deadline(rsp_session_now(session), s->speaker.timeout_ns);
    if (rsp_link_reconnect_soon(s->link, until, &error) != RSP_OK) {
        io_say(stdout, "   %s\n", error.msg);
        return;
    }
    rsp_session_reset(session);
    s->end_told = false;
    rsp_status status = rsp_transcript_connect(s->transcript, rsp_session_now(session), "reconnected");
    puts(status == RSP_OK ? "   connected again" : "   connected again; the log is full");
    shell_open(s);
}

static void say_saved(const shell *s, const char *path, const rsp_scenario_written *written) {
    io_say(stdout, "   %s: %zu step%s", path, written->steps, written->steps == 1 ? "" : "s");
    if (written->captures > 0)
        io_say(stdout, ", %zu id%s captured", written->captures, written->captures == 1 ? "" : "s");
    if (written->left_out > 0)
        printf(", packets without a request left out: %zu", written->left_out);
    io_say(stdout, "\n   stubborn run --stub '%s' %s\n", s->stub, path);
}

/* FILE [AREA/NAME] */
static void save(shell *s, rsp_bytes arguments) {
    rsp_buf path = {0};
    rsp_buf name = {0};
    rsp_buf scenario = {0};
    rsp_scenario_written written;
    rsp_error error = {0};
    rsp_buf_append(&path, rsp_bytes_split(&arguments, ' '));
    rsp_buf_append(&name, arguments.ptr ? arguments : RSP_LIT(""));
    rsp_scenario_writer_options options = {.name = name.len > 0 ? rsp_buf_cstr(&name) : NULL,
                                           .note = "from a session of stubborn shell",
                                           .program = s->program,
                                           .opened = !s->bare,
                                           .no_ack = !s->bare && rsp_session_is_no_ack(s->speaker.session)};
    rsp_status status = RSP_OK;
    if (path.len == 0)
        puts("   !save FILE [AREA/NAME]: where to?");
    else if (s->dialogue.num_turns == 0)
        puts("   nothing was said yet");
    else if (name.len > 0 && !rsp_scenario_name_is_valid(rsp_buf_bytes(&name)))
        puts("   the name is AREA/NAME in lower-case letters, digits and '-'");
    else if ((status = rsp_scenario_write(&scenario, &written, &s->dialogue, &options)) != RSP_OK)
        io_say(stdout, "   %s\n", rsp_status_text(status));
    else if (io_write_file(rsp_buf_cstr(&path), rsp_buf_bytes(&scenario), &error) != RSP_OK)
        io_say(stdout, "   %s: %s\n", rsp_buf_cstr(&path), error.msg);
    else
        say_saved(s, rsp_buf_cstr(&path), &written);
    rsp_buf_free(&scenario);
    rsp_buf_free(&name);
    rsp_buf_free(&path);
}

static void help(shell *s, rsp_bytes arguments);

static const order orders[] = {
    {"help", "", "this text", help},
    {"interrupt", "", "send 0x03, and wait for the stop (Ctrl-C does it while the program runs)", interrupt},
    {"listen", "[TIME]", "wait for what comes unasked: notifications, a stop (default: 1s)", listen},
    {"log", "", "print all wire bytes of the session", print_log},
    {"quit", "", "end the session (Ctrl-D, too)", quit},
    {"raw", "BYTES", "send bytes as they are: framing and checksum are yours", send_raw},
    {"reconnect", "", "connect anew to the same stub", reconnect},
    {"save", "FILE [AREA/NAME]", "write the session as a scenario for `stubborn run`", save},
};

static void help(shell *s, rsp_bytes arguments) {
    (void)s;
    (void)arguments;
    puts("   A line is a packet's payload: m1000,4 or qSupported:swbreak+. \\xNN is any byte.\n"
         "   Tab completes names and arguments, or says what is expected. Ctrl-C clears the line.\n");
    for (size_t i = 0; i < RSP_ARRAY_LEN(orders); i++) {
        rsp_buf left = {0};
        rsp_text_printf(&left, "!%s %s", orders[i].name, orders[i].arguments);
        io_say(stdout, "   %-26s%s\n", rsp_buf_cstr(&left), orders[i].help);
        rsp_buf_free(&left);
    }
}

void shell_obey(shell *s, rsp_bytes line) {
    rsp_bytes rest = line;
    rsp_bytes name = rsp_bytes_split(&rest, ' ');
    while (rest.len > 0 && rest.ptr[0] == ' ')
        rest = rsp_bytes_from(rest, 1);
    while (rest.len > 0 && rest.ptr[rest.len - 1] == ' ')
        rest.len--;
    for (size_t i = 0; i < RSP_ARRAY_LEN(orders); i++) {
        if (rsp_bytes_equal(rsp_bytes_str(orders[i].name), name)) {
            orders[i].obey(s, rest);
            return;
        }
    }
    rsp_buf out = {0};
    rsp_buf_str(&out, "   there is no order !");
    rsp_printable_append(&out, name, 0);
    rsp_buf_str(&out, "; !help lists them\n");
    (void)io_print(&out);
}

bool shell_is_order(rsp_bytes line) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(orders); i++)
        if (rsp_bytes_equal(rsp_bytes_str(orders[i].name), line))
            return true;
    return rsp_bytes_equal(line, RSP_LIT("exit"));
}

void shell_complete_order(rsp_bytes text, const rsp_completer *completer) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(orders); i++) {
        rsp_bytes name = rsp_bytes_str(orders[i].name);
        if (name.len > text.len && rsp_bytes_starts(name, text))
            completer->offer(completer->ctx, name, text.len);
    }
}
