/* A page: what is wrong, which lies it takes, which lines were typed,
 * the conversation, and what the debugger printed last. Everything
 * that a debugger or a stub has said is escaped. See fuzzer.h. */
/* SPDX-License-Identifier: MIT */
#include "debugger_fuzz/fuzzer.h"

#include "core/text.h"

enum { SHOWN_BYTES = 300, LINE_BYTES = 600, LOG_LINES = 40, PRINTED_LINES = 60 };

void rsp_debugger_lie_words(rsp_buf *out, const rsp_lie *lie) {
    rsp_text_printf(out, "%s, %s reply %s%llu: %s", *lie->packet ? lie->packet : "any request",
                    lie->every ? "each" : "the", lie->every ? "from number " : "number ",
                    (unsigned long long)lie->nth + 1, rsp_lie_kind_text(lie->kind));
    if (lie->kind != RSP_LIE_SILENCE) {
        rsp_buf_printf(out, " (%zu bytes): ", lie->bytes.len);
        rsp_text_escape(out, rsp_bytes_sub(lie->bytes, 0, SHOWN_BYTES), false);
        rsp_buf_str(out, lie->bytes.len > SHOWN_BYTES ? "..." : "");
    }
}

/* The last lines of a text, as code. */
static void put_end(rsp_buf *out, rsp_bytes text, size_t lines) {
    size_t from = text.len;
    for (size_t num = 0; from > 0 && num <= lines; from--)
        num += text.ptr[from - 1] == '\n';
    rsp_bytes rest = rsp_bytes_from(text, from > 0 ? from + 2 : 0);
    while (rest.len > 0) {
        rsp_buf_str(out, "    ");
        rsp_text_escape(out, rsp_bytes_sub(rsp_bytes_split(&rest, '\n'), 0, LINE_BYTES), false);
        rsp_buf_push(out, '\n');
    }
}

rsp_status rsp_debugger_finding_summary(rsp_buf *out, const rsp_debugger_finding *f, const char *debugger,
                                        const char *again) {
    rsp_text_printf(out, "# %s\n\n%s: %s.\n\n", f->symptom->signature,
                    rsp_debugger_symptom_text(f->symptom->kind), f->symptom->headline);
    rsp_text_printf(
        out, "Debugger: `%s`. Shown by %u of %u replays%s, first by session %llu of seed %llu.\n\n", debugger,
        f->reproduced, f->replays, f->minimised ? " of the minimised lies" : "; not minimised",
        (unsigned long long)f->index, (unsigned long long)f->seed);
    rsp_text_printf(out, "Again:\n\n    %s\n\nThe lies:\n\n", again);
    for (size_t i = 0; i < f->lies->num; i++) {
        rsp_buf_str(out, "- ");
        rsp_debugger_lie_words(out, &f->lies->items[i]);
        rsp_buf_str(out, "\n");
    }
    rsp_buf_str(out, "\nThe lines that were typed:\n\n");
    for (size_t i = 0; i < f->lies->num_lines; i++)
        rsp_text_printf(out, "    %s\n", f->lies->lines[i]);
    rsp_buf_str(out, "\nThe end of the conversation (`<~` is a lie):\n\n");
    put_end(out, rsp_buf_bytes(&f->shown->log), LOG_LINES);
    rsp_buf_str(out, "\nThe end of what the debugger printed:\n\n");
    put_end(out, rsp_buf_bytes(&f->shown->printed), PRINTED_LINES);
    return out->status;
}
