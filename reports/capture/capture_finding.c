/* A function for each kind of finding, in the order of their weight. One that found nothing adds nothing.
 * Packets of a family are found by the beginning of their names.
 * See capture_finding.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/capture/capture_finding.h"

#include "document/text.h"
#include "reports/capture/capture_report.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* A family stands out from so many round trips on, and from one in so many. */
enum { FAMILY_LEAST = 5, FAMILY_SHARE = 50 };

typedef struct finder {
    rsp_capture_finding *out;
    size_t num;
    rsp_arena *arena;
    const rsp_analysis *analysis;
} finder;

/* Takes the text over. */
static void add(finder *f, rsp_tone tone, const char *label, rsp_buf *text, const char *advice) {
    f->out[f->num++] =
        (rsp_capture_finding){tone, label, rsp_arena_str(f->arena, rsp_buf_cstr(text)), advice};
    rsp_buf_free(text);
}

static void append_part(rsp_buf *out, uint64_t part, uint64_t all, const char *one, const char *many) {
    rsp_text_count(out, part);
    rsp_buf_str(out, " of ");
    rsp_text_counted(out, all, one, many);
}

static void find_nagle(finder *f) {
    const rsp_analysis *a = f->analysis;
    rsp_buf text = {0};
    if (!rsp_analysis_shows_nagle(a))
        return;
    append_part(&text, a->delayed_acks, a->latencies.owed.count, "answer", "answers");
    rsp_buf_str(&text,
                " took 39 to 46 ms: Nagle's algorithm on one side waits for delayed acknowledgments of "
                "the other");
    add(f, RSP_TONE_BAD, "nagle", &text, "set TCP_NODELAY on both sides");
}

static void find_redundant(finder *f) {
    const rsp_analysis *a = f->analysis;
    rsp_buf text = {0};
    if (a->memory.redundant == 0)
        return;
    append_part(&text, a->memory.redundant, a->memory.num, "memory read", "memory reads");
    rsp_buf_str(&text, " had been made in the same stop already (");
    rsp_text_counted(&text, a->memory.redundant_bytes, "byte", "bytes");
    rsp_buf_str(&text, ")");
    add(f, RSP_TONE_NOTE, "redundant", &text, "");
}

static void find_family(finder *f, rsp_packet_id first, const char *label, const char *what,
                        const char *advice) {
    const rsp_analysis *a = f->analysis;
    const char *prefix = rsp_packet_text(first);
    uint64_t count = 0;
    uint64_t ns = 0;
    rsp_buf text = {0};
    for (int i = 0; i < RSP_PACKET_END; i++) {
        if (a->latencies.kinds[i] && rsp_bytes_starts(rsp_capture_kind_name(i), rsp_bytes_str(prefix))) {
            count += a->latencies.kinds[i]->count;
            ns += a->latencies.kinds[i]->sum;
        }
    }
    if (count < FAMILY_LEAST || count * FAMILY_SHARE < a->metrics.round_trips)
        return;
    append_part(&text, count, a->metrics.round_trips, "round trip", "round trips");
    rsp_text_printf(&text, " %s (%s", what, prefix);
    if (ns > 0) {
        rsp_buf_str(&text, ", ");
        rsp_time_append(&text, ns);
    }
    rsp_buf_str(&text, ")");
    add(f, RSP_TONE_NOTE, label, &text, advice);
}

static void find_incomplete(finder *f) {
    rsp_buf text = {0};
    if (f->analysis->status == RSP_OK)
        return;
    rsp_text_printf(&text, "%s: some figures lack samples", rsp_status_text(f->analysis->status));
    add(f, RSP_TONE_BAD, "incomplete", &text, "");
}

size_t rsp_capture_findings(rsp_capture_finding out[RSP_CAPTURE_FINDINGS], rsp_arena *arena,
                            const rsp_analysis *analysis) {
    finder f = {.out = out, .arena = arena, .analysis = analysis};
    find_nagle(&f);
    find_redundant(&f);
    find_family(&f, RSP_PACKET_VFILE, "files", "read files over the link",
                "in GDB, 'set sysroot DIR' with a copy of the target's files saves them");
    find_family(&f, RSP_PACKET_QSYMBOL, "symbols", "told the stub addresses of symbols",
                "in GDB, 'set remote symbol-lookup-packet off' saves them, without thread-local variables");
    find_incomplete(&f);
    return f.num;
}

rsp_bytes rsp_capture_kind_name(int kind) {
    const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)kind);
    return row ? row->name : RSP_LIT("(unknown)");
}
