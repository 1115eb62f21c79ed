/* One line for each event. Counts and times are short, since the status line has one line of a terminal.
 * The totals say where the time went when it did not go into messages.
 * See fuzz_lines.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/fuzz/fuzz_lines.h"

#include "codec/explain.h"
#include "document/text.h"
#include <inttypes.h>
#include <rsp/clock.h>

void rsp_fuzz_append_found(rsp_buf *out, const rsp_finding *f, const char *folder) {
    const char *kind = rsp_finding_kind_name(f->kind);
    rsp_text_printf(out, "%-14s", f->pending ? "confirmed" : kind);
    if (f->pending)
        rsp_text_printf(out, "%s: ", kind);
    rsp_printable_append(out, rsp_bytes_str(f->headline), 60);
    const size_t num = rsp_finding_num_messages(f);
    const size_t bytes = rsp_finding_num_bytes(f);
    rsp_text_printf(out, "   %zu message%s, %zu byte%s   %s%s%s; ", num, num == 1 ? "" : "s", bytes,
                    bytes == 1 ? "" : "s", folder ? folder : "(it could not be kept)", folder ? "/" : "",
                    f->reproduced < f->replays ? "   (not always)" : "");
    rsp_finding_times(out, f);
    rsp_buf_str(out, f->pending ? ", being minimised\n" : "\n");
}

void rsp_fuzz_append_withdrawn(rsp_buf *out, const char *folder, const char *known_as) {
    rsp_buf_str(out, "withdrawn     ");
    rsp_buf_str(out, known_as ? "minimised, it is the known finding " : "it does not reproduce");
    if (known_as)
        rsp_printable_append(out, rsp_bytes_str(known_as), 0);
    rsp_text_printf(out, "   %s/\n", folder);
}

void rsp_fuzz_append_replayed(rsp_buf *out, const rsp_finding *finding, const rsp_fuzz_replayed *seen,
                              const char *folder) {
    rsp_text_printf(out, "%-7s", seen->shown ? "there" : seen->other ? "other" : "gone");
    rsp_printable_append(out, rsp_bytes_str(finding->signature), 60);
    if (seen->other) {
        rsp_buf_str(out, ", but now ");
        rsp_printable_append(out, rsp_bytes_str(seen->signature), 60);
    }
    if (seen->shown || seen->other) {
        rsp_buf_str(out, ": ");
        rsp_printable_append(out, rsp_bytes_str(seen->headline), 80);
    }
    rsp_buf_str(out, "   ");
    rsp_printable_append(out, rsp_bytes_str(folder), 0);
    rsp_buf_push(out, '\n');
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

void rsp_fuzz_append_status(rsp_buf *out, const rsp_crew_progress *p, uint64_t rate) {
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
    rsp_text_printf(out, "   %" PRIu64 " finding%s", p->findings, p->findings == 1 ? "" : "s");
    if (p->pending > 0)
        rsp_buf_printf(out, ", %u being minimised", p->pending);
}

/* --- the end -------------------------------------------------------------------------------------------- */

static unsigned percent_of(uint64_t part_ns, const rsp_totals *t) {
    uint64_t all_ns = t->duration_ns * t->jobs;
    return all_ns > 0 ? (unsigned)(100 * part_ns / all_ns) : 0;
}

/* Where the time went, when it did not go into messages. Virtual time is no part of it. */
static void append_shares(rsp_buf *out, const rsp_totals *t, bool virtual_time) {
    const rsp_fuzzer_stats *s = &t->sum;
    unsigned start = percent_of(s->start_ns, t);
    unsigned follow = percent_of(s->follow_ns, t);
    unsigned silent = virtual_time ? 0 : percent_of(s->silent_ns, t);
    if (t->duration_ns >= RSP_NS_PER_S && start + follow + silent >= 20)
        rsp_buf_printf(out,
                       "; %u %% of the time confirming and minimising; in all %u %% starting stubs, %u %% "
                       "waiting for replies",
                       follow, start, silent);
}

/* The folder also has those of earlier runs and of other machines. */
static void append_findings(rsp_buf *out, uint64_t found_now, uint64_t all, const char *folder) {
    const char *s = found_now == 1 ? "" : "s";
    if (all > found_now)
        rsp_text_printf(out, "%" PRIu64 " new finding%s, %" PRIu64 " in all in %s", found_now, s, all,
                        folder);
    else
        rsp_text_printf(out, "%" PRIu64 " finding%s in %s", found_now, s, folder);
}

void rsp_fuzz_append_totals(rsp_buf *out, const rsp_crew_outcome *outcome, uint64_t all, const char *folder,
                            bool virtual_time) {
    const rsp_totals *t = &outcome->totals;
    const rsp_fuzzer_stats *s = &t->sum;
    double seconds = (double)t->duration_ns / (double)RSP_NS_PER_S;
    append_findings(out, outcome->num_findings, all, folder);
    rsp_buf_printf(out, "; %" PRIu64 " messages in ", s->messages);
    rsp_text_duration(out, t->duration_ns);
    rsp_buf_printf(out, ", %.0f a second; %" PRIu64 " states",
                   seconds > 0 ? (double)s->messages / seconds : 0, s->states);
    if (s->edges > 0)
        rsp_buf_printf(out, ", %" PRIu64 " edges", s->edges);
    if (s->known_again > 0)
        rsp_text_printf(out, "; %" PRIu64 " confirmed that %s known by another name", s->known_again,
                        s->known_again == 1 ? "is" : "are");
    if (s->unconfirmed > 0)
        rsp_buf_printf(out, "; %" PRIu64 " seen once and not again", s->unconfirmed);
    if (s->refused > 0)
        rsp_buf_printf(out, "; %" PRIu64 " dangerous requests left out (--allow)", s->refused);
    append_shares(out, t, virtual_time);
    if (t->messages_before > 0) {
        rsp_buf_printf(out, "; with the runs before %" PRIu64 " messages in ", rsp_totals_messages(t));
        rsp_text_duration(out, t->duration_ns + t->seconds_before * RSP_NS_PER_S);
    }
    rsp_buf_push(out, '\n');
}
