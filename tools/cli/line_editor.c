/* libedit at a terminal, plain reading elsewhere.
 * Keys come one by one through the caller's waiting, so that a stub's news can be printed between them.
 * Ctrl-C is a key here, not a signal: it clears the line, or interrupts. */
/* SPDX-License-Identifier: MIT */
#include "cli/line_editor.h"

#include "cli/io.h"

#include <errno.h>
#include <histedit.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

enum { MAX_LINE_BYTES = 64 * 1024, HISTORY_LINES = 1000, KEY_INTERRUPT = 3 };

struct line_editor {
    line_editor_calls calls;
    EditLine *edit; /* NULL: lines come from a pipe */
    History *history;
    char *history_path;
    rsp_status status; /* of the last waiting */
    bool editing;      /* a line is on the screen */
    bool ended;
};

static line_editor *editor_of(EditLine *edit) {
    void *self = NULL;
    el_get(edit, EL_CLIENTDATA, &self);
    return self;
}

static char *prompt(EditLine *edit) {
    line_editor *e = editor_of(edit);
    return (char *)(uintptr_t)e->calls.prompt(e->calls.ctx);
}

/* One byte of standard input; 0 at the end, -1 for trouble. */
static int read_byte(line_editor *e, char *out) {
    for (;;) {
        e->status = e->calls.wait(e->calls.ctx, STDIN_FILENO);
        if (e->status != RSP_OK)
            return -1;
        ssize_t got = read(STDIN_FILENO, out, 1);
        if (got >= 0)
            return (int)got;
        if (errno != EINTR && errno != EAGAIN) {
            e->status = RSP_IO;
            return -1;
        }
    }
}

static void on_tab(line_editor *e) {
    const LineInfo *line = el_line(e->edit);
    if (e->calls.complete)
        e->calls.complete(e->calls.ctx, rsp_bytes_make(line->buffer, (size_t)(line->cursor - line->buffer)));
}

static void on_interrupt(line_editor *e) {
    const LineInfo *line = el_line(e->edit);
    if (line->lastchar > line->buffer) {
        el_cursor(e->edit, (int)(line->lastchar - line->cursor));
        el_deletestr(e->edit, (int)(line->lastchar - line->buffer));
    } else if (e->calls.interrupt) {
        e->calls.interrupt(e->calls.ctx);
    }
}

/* One character of the keyboard, in the encoding of the locale; false at the end and for trouble. */
static bool read_character(line_editor *e, wchar_t *out, int *got) {
    mbstate_t state = {0};
    size_t len = (size_t)-2;
    while (len == (size_t)-2) {
        char byte = 0;
        *got = read_byte(e, &byte);
        if (*got <= 0)
            return false;
        len = mbrtowc(out, &byte, 1, &state);
    }
    return true;
}

/* The next character for libedit. Two keys are ours and are taken out here: libedit never frees the names of
 * functions that are added to it. */
static int get_character(EditLine *edit, wchar_t *out) {
    line_editor *e = editor_of(edit);
    int got = 0;
    while (read_character(e, out, &got)) {
        if (*out == L'\t')
            on_tab(e);
        else if (*out == KEY_INTERRUPT)
            on_interrupt(e);
        else
            return 1;
        line_editor_show(e);
    }
    return got;
}

/* Makes the folders above the file. */
static void make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0700);
        *slash = '/';
    }
}

static void start_history(line_editor *e, const char *path) {
    HistEvent event;
    e->history = history_init();
    if (!e->history)
        return;
    history(e->history, &event, H_SETSIZE, HISTORY_LINES);
    history(e->history, &event, H_SETUNIQUE, 1);
    el_set(e->edit, EL_HIST, history, e->history);
    e->history_path = path ? strdup(path) : NULL;
    if (!e->history_path)
        return;
    make_folders(e->history_path);
    history(e->history, &event, H_LOAD, e->history_path);
}

static bool start_editing(line_editor *e, const char *history_path) {
    e->edit = el_init("stubborn", stdin, stdout, stderr);
    if (!e->edit)
        return false;
    el_set(e->edit, EL_CLIENTDATA, e);
    el_set(e->edit, EL_EDITOR, "emacs");
    el_set(e->edit, EL_PROMPT, prompt);
    el_set(e->edit, EL_GETCFN, get_character);
    el_set(e->edit, EL_SETTY, "-d", "-isig", NULL);
    /* Between two lines, too, keys come one by one: the kernel turns a Ctrl-D that waits in a line into a NUL
     * when the mode changes. */
    el_set(e->edit, EL_SETTY, "-x", "-icanon", "-echo", NULL);
    el_set(e->edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
    start_history(e, history_path);
    return true;
}

bool line_editor_is_possible(void) {
    return isatty(STDIN_FILENO) && io_is_terminal(STDOUT_FILENO);
}

line_editor *line_editor_new(const line_editor_calls *calls, const char *history_path) {
    line_editor *e = calloc(1, sizeof(*e));
    if (!e)
        return NULL;
    e->calls = *calls;
    if (line_editor_is_possible() && !start_editing(e, history_path)) {
        free(e);
        return NULL;
    }
    return e;
}

void line_editor_free(line_editor *e) {
    HistEvent event;
    if (!e)
        return;
    if (e->history && e->history_path) {
        mode_t before = umask(077);
        history(e->history, &event, H_SAVE, e->history_path);
        umask(before);
    }
    if (e->history)
        history_end(e->history);
    if (e->edit)
        el_end(e->edit);
    free(e->history_path);
    free(e);
}

bool line_editor_is_interactive(const line_editor *e) {
    return e->edit != NULL;
}

static rsp_status read_edited(line_editor *e, rsp_buf *out) {
    HistEvent event;
    int len = 0;
    e->status = RSP_OK;
    e->editing = true;
    const char *line = el_gets(e->edit, &len);
    e->editing = false;
    if (!line || len <= 0)
        return e->status != RSP_OK ? e->status : RSP_CLOSED;
    while (len > 0 && (line[len - 1] == '\n' || line[len - 1] == '\r'))
        len--;
    rsp_buf_append(out, rsp_bytes_make(line, (size_t)len));
    if (len > 0 && e->history)
        history(e->history, &event, H_ENTER, line);
    return out->status;
}

static rsp_status read_plain(line_editor *e, rsp_buf *out) {
    if (e->ended)
        return RSP_CLOSED;
    for (;;) {
        char byte = 0;
        int got = read_byte(e, &byte);
        if (got < 0)
            return e->status;
        e->ended = got == 0;
        if (e->ended)
            return out->len > 0 ? RSP_OK : RSP_CLOSED;
        if (byte == '\n')
            return out->status;
        if (out->len == MAX_LINE_BYTES)
            return RSP_LIMIT;
        rsp_buf_push(out, (uint8_t)byte);
    }
}

rsp_status line_editor_read(line_editor *e, rsp_buf *out) {
    rsp_buf_clear(out);
    return e->edit ? read_edited(e, out) : read_plain(e, out);
}

void line_editor_insert(line_editor *e, rsp_bytes text) {
    rsp_buf copy = {0};
    rsp_buf_append(&copy, text);
    if (e->edit && copy.status == RSP_OK)
        (void)el_insertstr(e->edit, rsp_buf_cstr(&copy));
    rsp_buf_free(&copy);
}

void line_editor_hide(line_editor *e) {
    if (!e->editing)
        return;
    (void)fputs("\r\033[K", stdout);
}

void line_editor_show(line_editor *e) {
    if (!e->editing)
        return;
    io_flush();
    el_set(e->edit, EL_REFRESH);
}
