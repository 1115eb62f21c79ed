/* A translation is bound as the addresses are: to the program and the libraries that are loaded.
 * An expression without a meaning at the place says why in each line.
 * See log_point.h. */
/* SPDX-License-Identifier: MIT */
#include "control/log_point.h"

#include "control/expression.h"
#include "control/inlined.h"

/* A piece of the text, and the expression behind it. */
struct log_point_part {
    const log_point_part *next;
    rsp_bytes text;
    const control_expression *value; /* NULL: none follows */
};

/* The text cut at its braces, in order; NULL without memory. */
static const log_point_part *translate(adapter *a, breakpoint *b, uint64_t pc) {
    rsp_bytes rest = rsp_bytes_str(b->log);
    const rsp_debuggee *d = adapter_debuggee_at(a, pc);
    const log_point_part *first = NULL;
    const log_point_part **end = &first;
    uint32_t inner = 0;
    if (d)
        (void)inlined_before(b, d, pc, &inner);
    for (bool more = true; more;) {
        const size_t open = rsp_bytes_index(rest, '{');
        const size_t close = open + rsp_bytes_index(rsp_bytes_from(rest, open), '}');
        log_point_part *part = rsp_arena_alloc(&b->bound, sizeof *part);
        more = close < rest.len;
        if (!part)
            return NULL;
        *part = (log_point_part){.text = more ? rsp_bytes_sub(rest, 0, open) : rest};
        if (more) {
            const rsp_bytes source = rsp_bytes_sub(rest, open + 1, close - open - 1);
            part->value = control_translate(a, &b->bound, source, pc, inner);
            if (!part->value)
                return NULL;
            rest = rsp_bytes_from(rest, close + 1);
        }
        *end = part;
        end = &part->next;
    }
    return first;
}

void log_point_say(adapter *a, breakpoint *b, size_t i) {
    rsp_buf out = {.mem = a->options.mem, .limit = RSP_LIMIT_DAP_LOG_POINT_BYTES};
    if (!b->logs[i])
        b->logs[i] = translate(a, b, b->addresses[i]);
    for (const log_point_part *part = b->logs[i]; part; part = part->next) {
        rsp_buf_append(&out, part->text);
        if (part->value)
            control_append_value(a, part->value, b->addresses[i], &out);
    }
    if (!b->logs[i])
        rsp_buf_printf(&out, "%s (no memory for its values)", b->log);
    rsp_buf_push(&out, '\n');
    adapter_output(a, "console", rsp_buf_bytes(&out));
    rsp_buf_free(&out);
}
