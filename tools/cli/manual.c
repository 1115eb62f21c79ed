/* The manual page, stubborn(1), made from the table of commands and options.
 * Plain man macros, so that every man program shows it.
 * Source: man(7). */
/* SPDX-License-Identifier: MIT */
#include "cli/help.h"
#include "core/text.h"

/* Text in troff: backslashes and hyphens escaped, and no line that starts like a request. */
static void troff(rsp_buf *out, const char *text) {
    bool line_start = true;
    for (const char *p = text; *p; p++) {
        if (line_start && (*p == '.' || *p == '\''))
            rsp_buf_str(out, "\\&");
        line_start = *p == '\n';
        if (*p == '\\')
            rsp_buf_str(out, "\\e");
        else if (*p == '-')
            rsp_buf_str(out, "\\-");
        else
            rsp_buf_push(out, (uint8_t)*p);
    }
}

static void details(rsp_buf *out, const char *text) {
    rsp_bytes rest = rsp_bytes_str(text);
    bool example = false;
    while (rest.ptr) {
        rsp_bytes line = rsp_bytes_split(&rest, '\n');
        bool indented = line.len > 0 && line.ptr[0] == ' ';
        if (indented != example)
            rsp_buf_str(out, indented ? ".nf\n" : ".fi\n");
        example = indented;
        if (line.len == 0) {
            rsp_buf_str(out, ".sp\n");
            continue;
        }
        rsp_buf one = {0};
        rsp_buf_append(&one, line);
        troff(out, rsp_buf_cstr(&one));
        rsp_buf_push(out, '\n');
        rsp_buf_free(&one);
    }
    if (example)
        rsp_buf_str(out, ".fi\n");
}

static void option(rsp_buf *out, const option_row *row) {
    rsp_buf_str(out, ".TP\n");
    if (row->letter)
        rsp_text_printf(out, "\\fB\\-%c\\fR, ", row->letter);
    rsp_buf_str(out, "\\fB\\-\\-");
    troff(out, row->name);
    rsp_buf_str(out, "\\fR");
    bool maybe = row->kind == OPTION_MAYBE_CHOICE;
    if (row->arg) {
        rsp_buf_str(out, maybe ? "[=\\fI" : " \\fI");
        troff(out, option_value_name(row));
        rsp_buf_str(out, maybe ? "\\fR]" : "\\fR");
    }
    rsp_buf_push(out, '\n');
    rsp_buf text = {0};
    option_append_help(&text, row);
    troff(out, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    rsp_buf_push(out, '\n');
}

static void subcommand(rsp_buf *out, const command *cmd) {
    rsp_buf usage = {0};
    help_usage_line(&usage, cmd);
    rsp_buf_str(out, ".SS ");
    troff(out, rsp_buf_cstr(&usage));
    rsp_buf_push(out, '\n');
    rsp_buf_free(&usage);
    details(out, cmd->details ? cmd->details : cmd->summary);
    for (const option_row *row = cmd->options; row && row->name; row++)
        if (row->kind != OPTION_GONE)
            option(out, row);
}

void help_manual(rsp_buf *out) {
    rsp_buf_str(out,
                ".TH STUBBORN 1 \"\" \"stubborn " STUBBORN_VERSION "\" \"User Commands\"\n"
                ".SH NAME\nstubborn \\- conformance and fuzz testing for the GDB Remote Serial Protocol\n"
                ".SH SYNOPSIS\n\\fBstubborn\\fR \\fICOMMAND\\fR [options] [arguments]\n"
                ".SH COMMANDS\n");
    for (size_t i = 0; commands[i]; i++)
        subcommand(out, commands[i]);
    rsp_buf_str(out, ".SH OPTIONS OF ALL COMMANDS\n.TP\n\\fB\\-\\-color\\fR \\fIauto|always|never\\fR\n"
                     "when to colour; auto: on a terminal. It goes before the environment\n"
                     ".TP\n\\fB\\-\\-help\\fR\nthe options of the command\n");
    rsp_buf_str(
        out,
        ".SH EXIT STATUS\n"
        "0: nothing unexpected. 1: failures. 2: usage, or a bad file. 3: the stub could not be "
        "reached or started, or something of our own went wrong.\n"
        ".SH ENVIRONMENT\n.TP\nSTUBBORN_SCENARIOS\nfolder of the suite, in place of the installed one\n"
        ".TP\nNO_COLOR\nno colours, when set\n"
        ".TP\nFORCE_COLOR, CLICOLOR_FORCE\ncolours also where the output is no terminal, when set and not "
        "0\n");
}
