/* Help on the terminal: the overview of commands, and one command with its options.
 * Two columns, wrapped at 100; the left one as wide as its longest entry.
 * Made from the tables only. */
/* SPDX-License-Identifier: MIT */
#include "cli/help.h"
#include "core/text.h"

enum { WIDTH = 100, COLUMN_MAX = 34 };

/* Appends `text` from `column` on, wrapped, further lines indented by `indent`. */
static void wrap(rsp_buf *out, const char *text, size_t column, size_t indent) {
    rsp_bytes rest = rsp_bytes_str(text);
    bool first = true;
    while (rest.ptr) {
        rsp_bytes word = rsp_bytes_split(&rest, ' ');
        if (!first && column + 1 + word.len > WIDTH) {
            rsp_text_printf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (!first) {
            rsp_buf_push(out, ' ');
            column++;
        }
        rsp_buf_append(out, word);
        column += word.len;
        first = false;
    }
    rsp_buf_push(out, '\n');
}

static void two_columns(rsp_buf *out, rsp_bytes left, size_t width, const char *right) {
    rsp_buf_append(out, left);
    size_t column = left.len;
    if (column + 2 > width) {
        rsp_buf_push(out, '\n');
        column = 0;
    }
    rsp_text_printf(out, "%*s", (int)(width - column), "");
    wrap(out, right, width, width);
}

/* "  -v, --verbose" or "      --seed N". */
static void option_left(rsp_buf *out, const option_row *row) {
    if (row->letter)
        rsp_text_printf(out, "  -%c, --%s", row->letter, row->name);
    else
        rsp_text_printf(out, "      --%s", row->name);
    if (row->kind == OPTION_MAYBE_CHOICE)
        rsp_text_printf(out, "[=%s]", row->arg);
    else if (row->arg)
        rsp_text_printf(out, " %s", option_value_name(row));
}

void help_usage_line(rsp_buf *out, const command *cmd) {
    rsp_text_printf(out, "stubborn %s", cmd->name);
    if (cmd->options)
        rsp_buf_str(out, " [options]");
    if (cmd->operands)
        rsp_text_printf(out, " %s", cmd->operands);
}

static const option_row help_row = {"help", 'h', OPTION_FLAG, NULL, "this text", 0, NULL};

/* The heading that stands before a row; NULL for none. */
static const char *heading_of(const option_group *groups, const option_row *row) {
    for (; groups && groups->heading; groups++)
        if (strcmp(groups->first, row->name) == 0)
            return groups->heading;
    return NULL;
}

static void options_table(rsp_buf *out, const option_row *rows, const option_group *groups) {
    size_t width = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (const option_row *row = rows;; row++) {
            const option_row *shown = row && row->name ? row : &help_row;
            rsp_buf left = {0};
            rsp_buf right = {0};
            if (shown->kind == OPTION_GONE)
                continue;
            const char *heading = pass == 1 ? heading_of(groups, shown) : NULL;
            if (heading) {
                rsp_buf_str(out, row == rows ? "" : "\n");
                rsp_text_printf(out, "%s:\n", heading);
            }
            option_left(&left, shown);
            option_append_help(&right, shown);
            if (pass == 1)
                two_columns(out, rsp_buf_bytes(&left), width, rsp_buf_cstr(&right));
            else if (left.len + 2 > width && left.len + 2 <= COLUMN_MAX)
                width = left.len + 2;
            rsp_buf_free(&left);
            rsp_buf_free(&right);
            if (shown == &help_row)
                break;
        }
    }
}

/* Paragraphs are wrapped, lines that start with blanks are kept as they are. */
static void paragraphs(rsp_buf *out, const char *text) {
    rsp_bytes rest = rsp_bytes_str(text);
    while (rest.ptr) {
        rsp_bytes line = rsp_bytes_split(&rest, '\n');
        rsp_buf one = {0};
        rsp_buf_append(&one, line);
        if (line.len == 0 || line.ptr[0] == ' ')
            rsp_text_printf(out, "%s\n", rsp_buf_cstr(&one));
        else
            wrap(out, rsp_buf_cstr(&one), 0, 0);
        rsp_buf_free(&one);
    }
}

void help_command(rsp_buf *out, const command *cmd) {
    static const option_row none[] = {{0}};
    rsp_buf_str(out, "usage: ");
    help_usage_line(out, cmd);
    rsp_buf_str(out, "\n\n");
    if (cmd->details) {
        paragraphs(out, cmd->details);
        rsp_buf_push(out, '\n');
    }
    if (!cmd->groups)
        rsp_buf_str(out, "options:\n");
    options_table(out, cmd->options ? cmd->options : none, cmd->groups);
}

void help_overview(rsp_buf *out) {
    rsp_buf_str(out, "stubborn: conformance and fuzz testing for the GDB Remote Serial Protocol\n\n"
                     "usage: stubborn COMMAND [options] [arguments]\n\ncommands:\n");
    size_t width = 0;
    for (size_t i = 0; commands[i]; i++)
        if (strlen(commands[i]->name) + 4 > width)
            width = strlen(commands[i]->name) + 4;
    for (size_t i = 0; commands[i]; i++) {
        rsp_buf left = {0};
        rsp_text_printf(&left, "  %s", commands[i]->name);
        two_columns(out, rsp_buf_bytes(&left), width, commands[i]->summary);
        rsp_buf_free(&left);
    }
    rsp_buf_str(out, "\nfirst steps:\n"
                     "  stubborn run                                   judge the built-in reference stub\n"
                     "  stubborn run --stub tcp:127.0.0.1:1234         judge a stub that listens there\n"
                     "  stubborn run --stub profile:gdbserver          start a known stub and judge it\n"
                     "  stubborn send --stub tcp:127.0.0.1:1234 '?'    try a packet by hand\n"
                     "\nAll commands take --color auto|always|never and --help.\n"
                     "stubborn help COMMAND tells more; stubborn --version prints the version.\n");
}
