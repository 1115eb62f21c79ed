/* stubborn capture show: the exchanges of captures one by one, those that a filter chooses.
 * Rows are written as they come, so that neither the list nor a pager waits for the end of the capture.
 * See capture/exchange_filter.h and reports/exchange_report.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/io.h"
#include "cli/output.h"
#include "cmd/capture/capture_input.h"
#include "core/file_writer.h"
#include "reports/exchange_report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    FLUSH_BYTES = 64 * 1024, /* rows are written when so much is there */
    CARET_BYTES = 60,        /* of a filter, shown on either side of a mistake */
};

/* One -o under way. */
typedef struct show_output {
    rsp_exchange_printer printer;
    const char *path;
    rsp_file_writer writer; /* open unless it is standard output */
    rsp_buf text;
    bool to_stdout;
    bool at_once; /* somebody watches: each row is written when it is there */
} show_output;

/* The whole command. */
typedef struct show {
    const command *self;
    const capture_args *args;
    rsp_dialogue_wish wish;
    rsp_exchange_filter *filter;
    rsp_exchange_lists lists;
    rsp_conversations *conversations;
    rsp_exchange_sums sums;
    rsp_buf words; /* for the filter */
    show_output *outputs;
    size_t num_outputs;
    bool reader_gone; /* of standard output: a pager was left */
    rsp_error error;  /* why an output could not be written */
} show;

/* --- outputs -------------------------------------------------------------------------------------------- */

static void write_out(show *s, show_output *o) {
    rsp_status status = o->text.status;
    if (status == RSP_OK && o->to_stdout && !s->reader_gone &&
        !rsp_file_write_fd(STDOUT_FILENO, rsp_buf_bytes(&o->text))) {
        s->reader_gone = errno == EPIPE;
        if (!s->reader_gone)
            status = rsp_fail_at(&s->error, RSP_IO, "standard output", 0, 0, "can not be written: %s",
                                 strerror(errno));
    } else if (status == RSP_OK && !o->to_stdout) {
        status = rsp_file_writer_put(&o->writer, rsp_buf_bytes(&o->text), &s->error);
    }
    rsp_buf_clear(&o->text);
    if (status != RSP_OK && s->error.status == RSP_OK)
        s->error = (rsp_error){.status = status};
    if (status != RSP_OK || s->reader_gone)
        rsp_conversations_stop(s->conversations);
}

static bool open_output(show *s, const char *text) {
    const output_spec spec = output_split(text);
    show_output *o = &s->outputs[s->num_outputs++];
    *o = (show_output){.path = spec.path, .to_stdout = strcmp(spec.path, "-") == 0};
    o->printer.format = rsp_bytes_equal(spec.format, RSP_LIT("json"))  ? RSP_EXCHANGES_JSON
                        : rsp_bytes_equal(spec.format, RSP_LIT("csv")) ? RSP_EXCHANGES_CSV
                                                                       : RSP_EXCHANGES_TEXT;
    o->printer.width = o->to_stdout ? io_columns(STDOUT_FILENO) : 0;
    o->printer.whole = s->args->verbose;
    o->printer.filter = s->args->filter;
    o->at_once = o->to_stdout && o->printer.width > 0;
    if (!o->to_stdout && rsp_file_writer_open(&o->writer, o->path, &s->error) != RSP_OK)
        return false;
    rsp_exchange_print_head(&o->printer, &o->text);
    return true;
}

/* What -o asks for, and the list for people on standard output where nothing else goes there. */
static bool open_outputs(show *s) {
    const option_list *specs = &s->args->outputs;
    bool more = !output_to_stdout(specs);
    s->outputs = calloc(specs->num + 1, sizeof *s->outputs);
    if (!s->outputs) {
        (void)rsp_fail(&s->error, RSP_NO_MEMORY, "no memory");
        return false;
    }
    for (size_t i = 0; i < specs->num + more; i++)
        if (!open_output(s, i < specs->num ? specs->items[i] : "text"))
            return false;
    return true;
}

static void finish_output(show *s, show_output *o) {
    if (s->error.status == RSP_OK) {
        rsp_exchange_print_foot(&o->printer, &o->text, &s->sums);
        write_out(s, o);
    }
    rsp_error error = {0};
    bool keep = s->error.status == RSP_OK;
    if (!o->to_stdout && rsp_file_writer_close(&o->writer, keep, &error) != RSP_OK && keep)
        s->error = error;
    rsp_exchange_printer_free(&o->printer);
    rsp_buf_free(&o->text);
}

/* --- exchanges ------------------------------------------------------------------------------------------ */

static void take_exchange(void *ctx, const rsp_listed_exchange *x) {
    show *s = ctx;
    if (rsp_conversations_stopped(s->conversations))
        return;
    if (s->wish.choice == RSP_DIALOGUE_NUMBERED && s->wish.number != x->conversation)
        return;
    uint64_t stub_ns = x->class_ == RSP_EXCHANGE_STUB ? x->latency_ns : 0;
    s->sums.all++;
    s->sums.all_stub_ns += stub_ns;
    s->sums.timed = s->sums.timed || x->timed;
    if (!rsp_exchange_filter_wants(s->filter, x, &s->words))
        return;
    s->sums.listed++;
    s->sums.listed_stub_ns += stub_ns;
    for (size_t i = 0; i < s->num_outputs; i++) {
        show_output *o = &s->outputs[i];
        rsp_exchange_print(&o->printer, &o->text, x);
        if (o->at_once || o->text.len >= FLUSH_BYTES || o->text.status != RSP_OK)
            write_out(s, o);
    }
    s->sums.limited = s->args->limit > 0 && s->sums.listed >= s->args->limit;
    if (s->sums.limited)
        rsp_conversations_stop(s->conversations);
}

static bool read_files(show *s, const option_list *paths, rsp_capture_file *files, int *out_code) {
    for (size_t i = 0; i < paths->num && !rsp_conversations_stopped(s->conversations); i++) {
        s->lists.origin_ns = &files[i].start_ns;
        if (!capture_read_one(s->self, &files[i], paths->items[i], paths->num == 1, s->conversations,
                              out_code))
            return false;
    }
    return true;
}

/* A conversation that was asked for by its number, and is not there, is a mistake. */
static bool has_wished(show *s) {
    if (s->wish.choice != RSP_DIALOGUE_NUMBERED || s->sums.all > 0)
        return true;
    (void)rsp_fail(&s->error, RSP_NOT_FOUND, "no conversation %llu: capture analyze prints their numbers",
                   (unsigned long long)s->wish.number);
    return false;
}

static int list_exchanges(show *s, const option_list *paths, rsp_capture_file *files) {
    rsp_conversations_options options = {
        .stub_port = (uint16_t)s->args->port,
        .side = s->wish.choice == RSP_DIALOGUE_NUMBERED ? RSP_PROXY_SIDE_BOTH : RSP_PROXY_SIDE_DEBUGGER};
    int code = EXIT_FINE;
    s->lists.sink = (rsp_exchange_sink){.exchange = take_exchange, .ctx = s};
    rsp_exchange_lists_collect(&s->lists, &options);
    s->conversations = rsp_conversations_new(&options);
    if (!s->conversations || !files)
        return command_fail(s->self, &(rsp_error){.status = RSP_NO_MEMORY});
    bool fine = open_outputs(s) && read_files(s, paths, files, &code) && has_wished(s);
    s->sums.conversations = rsp_conversations_count(s->conversations);
    s->sums.incomplete = s->lists.status != RSP_OK;
    if (!fine && s->error.status == RSP_OK)
        s->error.status = RSP_CANCELLED; /* it has been told: outputs are dropped */
    for (size_t i = 0; i < s->num_outputs; i++)
        finish_output(s, &s->outputs[i]);
    return !fine && s->error.status == RSP_CANCELLED ? code
           : s->error.status == RSP_OK               ? code
                                                     : command_fail(s->self, &s->error);
}

/* --- the filter ----------------------------------------------------------------------------------------- */

/* The mistake with its neighbourhood, and a caret below. */
static void say_place(rsp_bytes text, size_t at) {
    size_t from = at > CARET_BYTES ? at - CARET_BYTES : 0;
    rsp_bytes shown = rsp_bytes_sub(text, from, 2 * (size_t)CARET_BYTES);
    rsp_buf line = {0};
    for (size_t i = 0; i < shown.len; i++)
        rsp_buf_push(&line, shown.ptr[i] >= ' ' && shown.ptr[i] < 0x7f ? shown.ptr[i] : '?');
    io_say(stderr, "  %s\n  %*s^\n", rsp_buf_cstr(&line), (int)(at - from), "");
    rsp_buf_free(&line);
}

static bool compile_filter(show *s) {
    rsp_bytes text = rsp_bytes_str(s->args->filter);
    rsp_error error = {0};
    if (!s->args->filter)
        return true;
    s->filter = rsp_exchange_filter_new(text, NULL, &error);
    if (s->filter)
        return true;
    io_say(stderr, "stubborn %s: --filter: %s\n", s->self->name, error.msg);
    if (error.column > 0)
        say_place(text, error.column - 1);
    return false;
}

int capture_show(const command *self, const capture_args *args, const option_list *paths) {
    show s = {.self = self, .args = args};
    int code = EXIT_USAGE;
    rsp_capture_file *files = calloc(paths->num, sizeof *files);
    if (capture_wish(&s.wish, self, args->use.conversation, &code) && compile_filter(&s))
        code = list_exchanges(&s, paths, files);
    rsp_conversations_free(s.conversations);
    rsp_exchange_filter_free(s.filter);
    rsp_buf_free(&s.words);
    free(s.outputs);
    free(files);
    return code;
}
