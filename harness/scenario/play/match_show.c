/* Shows what a matcher wants in the notation of scenarios, with values in the place of expressions.
 * One line, in flow style; long texts are cut.
 * What can not be evaluated is shown as it is written. */
/* SPDX-License-Identifier: MIT */
#include "play/play.h"

#include <rsp/explain.h>
#include <rsp/limits.h>

enum { SHOW_MAX = 600 };

static void show_scalar(play *p, const rsp_node *node, rsp_buf *out) {
    expr_env env = play_env(p);
    env.arena = &p->scratch;
    expr_error error;
    value v = {0};
    bool dollar = node->text.len > 1 && rsp_bytes_index(node->text, '$') + 1 < node->text.len;
    bool evaluated = dollar && expr_value(&env, node->text, node->quoted, &v, &error) == RSP_OK;
    if (evaluated)
        value_show(out, &v);
    else
        rsp_printable_append(out, node->text, 200);
}

static void show_node(play *p, const rsp_node *node, rsp_buf *out) {
    if (out->len > SHOW_MAX)
        return;
    if (node->kind == NODE_SCALAR) {
        show_scalar(p, node, out);
        return;
    }
    bool map = node->kind == NODE_MAP;
    rsp_buf_str(out, map ? "{ " : "[");
    for (const rsp_node *n = node->first; n; n = n->next) {
        if (map)
            rsp_buf_printf(out, "%s: ", node_key(n));
        show_node(p, n, out);
        if (n->next)
            rsp_buf_str(out, ", ");
    }
    rsp_buf_str(out, map ? " }" : "]");
}

void match_show(play *p, const rsp_node *matcher, rsp_buf *out) {
    show_node(p, matcher, out);
    if (out->len > SHOW_MAX) {
        rsp_buf_truncate(out, SHOW_MAX);
        rsp_buf_str(out, " ...");
    }
}
