/* Shows what a scenario wants in its own notation, with values in the place of expressions.
 * One line, in flow style; long texts are cut.
 * What can not be evaluated is shown as it is written. */
/* SPDX-License-Identifier: MIT */
#include "play/expected_text.h"

#include "play/buffers.h"
#include "play/evaluate.h"

#include "codec/explain.h"
#include "core/arena.h"
#include "core/limits.h"

enum { SHOW_MAX = 600, SHOW_SCALAR_MAX = 200 };

/* A text of any kind is shown as if it were a value, which it is parsed as here: what is shown is rare. */
static void show_scalar(play *p, const written *w, rsp_buf *out) {
    expr_env env = play_env(p);
    env.arena = &p->room.scratch;
    expr_error error;
    value v = {0};
    bool dollar = w->text.len > 1 && rsp_bytes_index(w->text, '$') + 1 < w->text.len;
    bool evaluated = dollar && expr_value(&env, w->text, w->quoted, &v, &error) == RSP_OK;
    if (evaluated)
        value_show(out, &v);
    else
        rsp_printable_append(out, w->text, SHOW_SCALAR_MAX);
}

static void show(play *p, const written *w, rsp_buf *out) {
    if (out->len > SHOW_MAX)
        return;
    if (w->form != FORM_LIST && w->form != FORM_MAP) {
        show_scalar(p, w, out);
        return;
    }
    bool map = w->form == FORM_MAP;
    spec_child child;
    rsp_buf_str(out, map ? "{ " : "[");
    for (size_t i = 0; spec_child_at(w, i, &child); i++) {
        rsp_buf_str(out, i ? ", " : "");
        if (map)
            rsp_buf_printf(out, "%s: ", child.key);
        show(p, child.is, out);
    }
    rsp_buf_str(out, map ? " }" : "]");
}

const char *play_expected_text(play *p, const written *what) {
    rsp_buf *out = play_buf(p);
    show(p, what, out);
    if (out->len > SHOW_MAX) {
        rsp_buf_truncate(out, SHOW_MAX);
        rsp_buf_str(out, " ...");
    }
    return rsp_arena_str(&p->room.arena, rsp_buf_cstr(out));
}
