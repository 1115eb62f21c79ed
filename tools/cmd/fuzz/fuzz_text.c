/* Prints each event as it comes; the status line gives way to it.
 * Findings go to standard output, trouble to standard error.
 * See fuzz_text.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/fuzz/fuzz_text.h"

#include "cli/io.h"
#include "reports/fuzz/fuzz_lines.h"

#include <stdio.h>

static const uint64_t status_every_ns = RSP_NS_PER_S;

static void print_line(fuzz_text *t, rsp_buf *line) {
    status_line_erase(&t->line);
    (void)io_print(line);
    io_flush();
}

static void found(void *ctx, const rsp_finding *finding, const char *folder) {
    rsp_buf line = {0};
    rsp_fuzz_append_found(&line, finding, folder);
    print_line(ctx, &line);
}

static void withdrawn(void *ctx, const char *folder, const char *known_as) {
    rsp_buf line = {0};
    rsp_fuzz_append_withdrawn(&line, folder, known_as);
    print_line(ctx, &line);
}

static void not_kept(void *ctx, const rsp_error *error) {
    fuzz_text *t = ctx;
    status_line_erase(&t->line);
    io_say(stderr, "stubborn fuzz: %s%s%s; the campaign goes on until a finding can not be kept\n",
           error->where ? error->where : "", error->where ? ": " : "", error->msg);
    fflush(stderr);
}

void fuzz_text_replayed(void *ctx, const rsp_finding *finding, const rsp_fuzz_replayed *seen,
                        const char *folder) {
    rsp_buf line = {0};
    (void)ctx;
    rsp_fuzz_append_replayed(&line, finding, seen, folder);
    (void)io_print(&line);
}

static void draw(void *ctx, const rsp_crew_progress *p) {
    fuzz_text *t = ctx;
    if (t->history)
        rsp_fuzz_history_add(t->history, p);
    uint64_t since_ns = p->elapsed_ns - t->drawn_ns;
    if (!t->show_status || since_ns < status_every_ns)
        return;
    rsp_buf line = {0};
    rsp_fuzz_append_status(&line, p, (p->messages - t->drawn_messages) * RSP_NS_PER_S / since_ns);
    status_line_draw(&t->line, rsp_buf_cstr(&line));
    rsp_buf_free(&line);
    t->drawn_ns = p->elapsed_ns;
    t->drawn_messages = p->messages;
}

rsp_crew_watcher fuzz_text_watcher(fuzz_text *text) {
    return (rsp_crew_watcher){
        .found = found, .withdrawn = withdrawn, .not_kept = not_kept, .progress = draw, .ctx = text};
}

void fuzz_text_totals(const rsp_crew_outcome *out, uint64_t all, const char *folder, bool virtual_time) {
    rsp_buf line = {0};
    rsp_fuzz_append_totals(&line, out, all, folder, virtual_time);
    (void)io_print(&line);
}
