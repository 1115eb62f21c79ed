/* What the program prints becomes output events as it comes, whole characters at a time.
 * A mark printed behind its end says that all of it has come.
 * See control.h. */
/* SPDX-License-Identifier: MIT */
#include "control/control.h"

#include "core/limits.h"
#include "serve/text.h"

#define MARK "\033_stubborn: that was all\033\\"

static const char *const categories[] = {"stdout", "stdout", "stderr"};

static void tell(adapter *a, size_t stream, bool all) {
    control_printed *p = &a->control->printed[stream];
    const rsp_bytes text = rsp_buf_bytes(&p->text);
    const size_t rest = all ? 0 : adapter_text_rest(text);
    adapter_output(a, categories[stream], rsp_bytes_sub(text, 0, text.len - rest));
    rsp_buf_consume(&p->text, text.len - rest);
}

static void take_console(adapter *a) {
    const rsp_bytes text = a->program.session ? rsp_session_console(a->program.session) : (rsp_bytes){0};
    if (text.len == 0)
        return;
    rsp_buf_append(&a->control->printed[CONTROL_CONSOLE].text, text);
    rsp_session_clear_console(a->program.session);
    tell(a, CONTROL_CONSOLE, false);
}

static rsp_link *link_of(const adapter *a, size_t stream) {
    return stream == CONTROL_OUTPUT ? a->program.target.output : a->program.target.errors;
}

/* One piece; false when there is none until `until_ns`. */
static bool take_piece(adapter *a, size_t stream, uint64_t until_ns) {
    control_printed *p = &a->control->printed[stream];
    rsp_link *link = link_of(a, stream);
    if (!link || p->ended)
        return false;
    const rsp_status status = rsp_link_recv(link, &p->text, RSP_LIMIT_DAP_PIECE_BYTES, until_ns);
    p->ended = status != RSP_OK && status != RSP_TIMEOUT;
    return status == RSP_OK;
}

void control_attend_program(adapter *a) {
    take_console(a);
    for (size_t i = CONTROL_OUTPUT; i < CONTROL_STREAMS; i++)
        if (take_piece(a, i, 0))
            tell(a, i, false);
}

/* Up to the mark, which is not told. */
static void take_to_mark(adapter *a, size_t stream, uint64_t until_ns) {
    control_printed *p = &a->control->printed[stream];
    for (;;) {
        const size_t at = rsp_bytes_search(rsp_buf_bytes(&p->text), RSP_LIT(MARK));
        if (at < p->text.len) {
            rsp_buf_truncate(&p->text, at);
            return;
        }
        if (!take_piece(a, stream, until_ns))
            return;
    }
}

void control_take_last_words(adapter *a) {
    const rsp_dap_opener *opener = &a->options.opener;
    const uint64_t until = rsp_deadline(adapter_now(a), a->options.timeout_ns);
    control_attend_program(a);
    if (opener->mark && a->program.target.output)
        opener->mark(opener->ctx, &a->program.target, RSP_LIT(MARK));
    for (size_t i = CONTROL_OUTPUT; i < CONTROL_STREAMS; i++)
        if (opener->mark && link_of(a, i))
            take_to_mark(a, i, until);
    for (size_t i = 0; i < CONTROL_STREAMS; i++)
        tell(a, i, true);
}

void control_printed_free(adapter *a) {
    for (size_t i = 0; i < CONTROL_STREAMS; i++)
        rsp_buf_free(&a->control->printed[i].text);
}
