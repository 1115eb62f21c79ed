/* What commands share: their line parsed, and what goes wrong said on standard error.
 * An option that only another command has is refused with that command's name.
 * See command.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include "cli/help.h"
#include "cli/io.h"

#include "core/text.h"
#include <stdio.h>

static int usage_note(const command *self) {
    if (self && strcmp(self->name, "help") != 0)
        io_say(stderr, "try: stubborn help %s\n", self->name);
    else
        fputs("try: stubborn help\n", stderr);
    return EXIT_USAGE;
}

int command_usage(const command *self, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    io_say(stderr, "stubborn%s%s: ", self ? " " : "", self ? self->name : "");
    io_say_v(stderr, fmt, ap);
    io_say(stderr, "\n");
    va_end(ap);
    return usage_note(self);
}

int command_fail(const command *self, const rsp_error *error) {
    io_say(stderr, "stubborn %s: ", self->name);
    if (error->where && error->line)
        io_say(stderr, "%s:%u:%u: ", error->where, error->line, error->column);
    else if (error->where)
        io_say(stderr, "%s: ", error->where);
    io_say(stderr, "%s\n", error->msg[0] ? error->msg : rsp_status_text(error->status));
    if (error->status == RSP_USAGE)
        usage_note(self);
    return rsp_status_exit_code(error->status);
}

static bool has_option(const command *cmd, const char *name) {
    const option_row *row = option_find(cmd->options, name);
    return row && row->kind != OPTION_GONE;
}

/* How other programs say where a stub or its port is. */
static const char *address_option(const command *self, const char *name) {
    static const char *const foreign_names[] = {"port", "host", "address", "connect", "target", "remote"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(foreign_names); i++)
        if (strcmp(name, foreign_names[i]) == 0)
            return has_option(self, "stub") && strcmp(self->name, "dap") != 0
                       ? "--stub tcp:HOST:PORT names the stub"
                   : has_option(self, "listen") ? "--listen HOST:PORT says where to listen"
                                                : NULL;
    return strcmp(name, "profile") == 0 && has_option(self, "stub") ? "--stub profile:NAME names it" : NULL;
}

/* An option that this command has not, and others have: they are named. */
static int refuse_line(const command *self, const rsp_error *error) {
    static const char unknown[] = "unknown option --";
    const char *name = error->msg + sizeof unknown - 1;
    rsp_buf others = {0};
    size_t num = 0;
    const bool is_unknown = strncmp(error->msg, unknown, sizeof unknown - 1) == 0 && !strchr(name, ';');
    const char *address = is_unknown ? address_option(self, name) : NULL;
    if (address)
        return command_usage(self, "%s; %s", error->msg, address);
    if (is_unknown)
        for (size_t i = 0; commands[i]; i++)
            if (has_option(commands[i], name))
                rsp_text_printf(&others, "%s%s", num++ > 0 ? ", " : "", commands[i]->name);
    const int code =
        num > 0 ? command_usage(self, "%s, which is an option of %s", error->msg, rsp_buf_cstr(&others))
                : command_usage(self, "%s", error->msg);
    rsp_buf_free(&others);
    return code;
}

bool command_parse(const command *self, void *fields, option_list *operands, int argc, char **argv,
                   int *out_exit) {
    static const option_row none[] = {{0}};
    rsp_error error = {0};
    const option_row *rows = self->options ? self->options : none;
    rsp_status status = option_parse(fields, operands, rows, self->leading, argc, argv, &error);
    if (status == RSP_OK)
        return true;
    if (status == RSP_CANCELLED) {
        rsp_buf text = {0};
        help_command(&text, self);
        *out_exit = io_print(&text);
    } else {
        *out_exit = refuse_line(self, &error);
    }
    return false;
}
