/* One line for each event. What a stub sent is made printable.
 * A pending finding is worded otherwise, since it comes again.
 * See fuzz_text.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/fuzz_text.h"

#include "cli/io.h"

#include "codec/explain.h"
#include <inttypes.h>
#include <stdio.h>

static const uint64_t status_every_ns = RSP_NS_PER_S;

/* --- findings ------------------------------------------------------------------------------------------- */

static void print_line(fuzz_text *t, rsp_buf *line) {
    status_line_erase(&t->line);
    (void)io_print(line);
    fflush(stdout);
}

static void found(void *ctx, const rsp_finding *f, const char *folder) {
    rsp_buf line = {0};
    const char *kind = rsp_finding_kind_name(f->kind);
    rsp_buf_printf(&line, "%-14s", f->pending ? "confirmed" : kind);
    if (f->pending)
        rsp_buf_printf(&line, "%s: ", kind);
    rsp_printable_append(&line, rsp_bytes_str(f->headline), 60);
    size_t num = rsp_finding_num_messages(f);
    rsp_buf_printf(&line, "   %zu message%s, %zu bytes   %s%s%s; ", num, num == 1 ? "" : "s",
                   f->log.bytes.len, folder ? folder : "(it could not be kept)", folder ? "/" : "",
                   f->reproduced < f->replays ? "   (not always)" : "");
    rsp_finding_times(&line, f);
    rsp_buf_str(&line, f->pending ? ", being cut down\n" : "\n");
    print_line(ctx, &line);
}

static void withdrawn(void *ctx, const char *folder, const char *known_as) {
    rsp_buf line = {0};
    rsp_buf_str(&line, "withdrawn     ");
    if (known_as)
        rsp_buf_str(&line, "cut down it is ");
    rsp_printable_append(&line, rsp_bytes_str(known_as ? known_as : "it could not be shown again"), 0);
    rsp_buf_printf(&line, "%s   %s/\n", known_as ? ", which is known" : "", folder);
    print_line(ctx, &line);
}

static void not_kept(void *ctx, const rsp_error *error) {
    fuzz_text *t = ctx;
    status_line_erase(&t->line);
    fprintf(stderr, "stubborn fuzz: %s%s%s; the campaign goes on until a finding can not be kept\n",
            error->where ? error->where : "", error->where ? ": " : "", error->msg);
    fflush(stderr);
}

void fuzz_text_replayed(void *ctx, const rsp_finding *finding, const rsp_fuzz_replayed *seen,
                        const char *folder) {
    rsp_buf line = {0};
    (void)ctx;
    rsp_buf_printf(&line, "%-7s", seen->shown ? "there" : seen->other ? "other" : "gone");
    rsp_printable_append(&line, rsp_bytes_str(finding->signature), 60);
    if (seen->other) {
        rsp_buf_str(&line, ", but now ");
        rsp_printable_append(&line, rsp_bytes_str(seen->signature), 60);
    }
    if (seen->shown || seen->other) {
        rsp_buf_str(&line, ": ");
        rsp_printable_append(&line, rsp_bytes_str(seen->headline), 80);
    }
    rsp_buf_str(&line, "   ");
    rsp_printable_append(&line, rsp_bytes_str(folder), 0);
    rsp_buf_push(&line, '\n');
    (void)io_print(&line);
}

/* --- the status line ------------------------------------------------------------------------------------ */

static void append_count(rsp_buf *out, uint64_t n) {
    if (n < 1000)
        rsp_buf_printf(out, "%" PRIu64, n);
    else if (n < 1000000)
        rsp_buf_printf(out, "%" PRIu64 ",%03" PRIu64, n / 1000, n % 1000);
    else
        rsp_buf_printf(out, "%.1f M", (double)n / 1e6);
}

static void append_time(rsp_buf *out, uint64_t ns) {
    uint64_t s = ns / RSP_NS_PER_S;
    if (s >= 3600)
        rsp_buf_printf(out, "%" PRIu64 "h%02" PRIu64 "m", s / 3600, s / 60 % 60);
    else if (s >= 60)
        rsp_buf_printf(out, "%" PRIu64 "m%02" PRIu64 "s", s / 60, s % 60);
    else
        rsp_buf_printf(out, "%" PRIu64 "s", s);
}

static void append_status(rsp_buf *out, const rsp_crew_progress *p, uint64_t rate) {
    rsp_buf_str(out, "  ");
    append_time(out, p->elapsed_ns);
    rsp_buf_str(out, "   ");
    append_count(out, rate);
    rsp_buf_str(out, " msg/s   ");
    append_count(out, p->messages + p->messages_before);
    rsp_buf_printf(out, " messages   %" PRIu64 " states (last new ", p->states);
    append_time(out, p->since_new_ns);
    rsp_buf_str(out, " ago)");
    if (p->has_edges)
        rsp_buf_printf(out, "   %" PRIu64 " edges", p->edges);
    rsp_buf_printf(out, "   %" PRIu64 " finding%s", p->findings, p->findings == 1 ? "" : "s");
    if (p->pending > 0)
        rsp_buf_printf(out, ", %u being cut down", p->pending);
}

static void draw(void *ctx, const rsp_crew_progress *p) {
    fuzz_text *t = ctx;
    uint64_t since_ns = p->elapsed_ns - t->drawn_ns;
    if (!t->show_status || since_ns < status_every_ns)
        return;
    rsp_buf line = {0};
    append_status(&line, p, (p->messages - t->drawn_messages) * RSP_NS_PER_S / since_ns);
    status_line_draw(&t->line, rsp_buf_cstr(&line));
    rsp_buf_free(&line);
    t->drawn_ns = p->elapsed_ns;
    t->drawn_messages = p->messages;
}

rsp_crew_watcher fuzz_text_watcher(fuzz_text *text) {
    return (rsp_crew_watcher){
        .found = found, .withdrawn = withdrawn, .not_kept = not_kept, .progress = draw, .ctx = text};
}

/* --- the end -------------------------------------------------------------------------------------------- */

static unsigned percent_of(uint64_t part_ns, const rsp_totals *t) {
    uint64_t all_ns = t->duration_ns * t->jobs;
    return all_ns > 0 ? (unsigned)(100 * part_ns / all_ns) : 0;
}

/* Where the time went, when it did not go into messages. Virtual time is no part of it. */
static void print_time(const rsp_totals *t, bool virtual_time) {
    const rsp_fuzzer_stats *s = &t->sum;
    unsigned start = percent_of(s->start_ns, t);
    unsigned follow = percent_of(s->follow_ns, t);
    unsigned silent = virtual_time ? 0 : percent_of(s->silent_ns, t);
    if (t->duration_ns >= RSP_NS_PER_S && start + follow + silent >= 20)
        printf("; of the time %u %% following up, and in all %u %% starting stubs, %u %% waiting in vain",
               follow, start, silent);
}

/* The folder also has those of earlier runs and of other machines. */
static void print_findings(uint64_t found_now, uint64_t all, const char *folder) {
    const char *s = found_now == 1 ? "" : "s";
    if (all > found_now)
        printf("%" PRIu64 " new finding%s, %" PRIu64 " in all in %s", found_now, s, all, folder);
    else
        printf("%" PRIu64 " finding%s in %s", found_now, s, folder);
}

void fuzz_text_totals(const rsp_crew_outcome *out, uint64_t all, const char *folder, bool virtual_time) {
    const rsp_totals *t = &out->totals;
    const rsp_fuzzer_stats *s = &t->sum;
    double seconds = (double)t->duration_ns / (double)RSP_NS_PER_S;
    print_findings(out->num_findings, all, folder);
    printf("; %" PRIu64 " messages in %.1f s, %.0f a second; %" PRIu64 " states", s->messages, seconds,
           seconds > 0 ? (double)s->messages / seconds : 0, s->states);
    if (s->edges > 0)
        printf(", %" PRIu64 " edges", s->edges);
    if (s->known_again > 0)
        printf("; %" PRIu64 " confirmed that %s known by another name", s->known_again,
               s->known_again == 1 ? "is" : "are");
    if (s->unconfirmed > 0)
        printf("; %" PRIu64 " seen once and not again", s->unconfirmed);
    if (s->refused > 0)
        printf("; %" PRIu64 " dangerous requests left out (--allow)", s->refused);
    print_time(t, virtual_time);
    if (t->messages_before > 0)
        printf("; with the runs before %" PRIu64 " messages in %.1f s", rsp_totals_messages(t),
               (double)t->seconds_before + seconds);
    putchar('\n');
}
