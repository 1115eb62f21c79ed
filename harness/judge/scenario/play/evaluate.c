/* Evaluates compiled expressions and texts for a play.
 * Names are the play's own and its facts; the caret of an error was set when the file was loaded.
 * Values live as long as the play. */
/* SPDX-License-Identifier: MIT */
#include "play/evaluate.h"

#include "play/facts.h"
#include "play/failure.h"

#include "core/arena.h"
#include "core/limits.h"

expr_env play_env(play *p) {
    return (expr_env){
        .lookup = fact_lookup,
        .program_path = fact_program_path,
        .ctx = p,
        .arena = &p->room.arena,
        .big_endian = p->stub->layout.big_endian,
    };
}

static bool evaluated(play *p, const written *at, rsp_status status, const expr_error *error) {
    if (status == RSP_OK)
        return true;
    const bool first = p->failed.failure.verdict == RSP_VERDICT_PASS;
    (void)play_fail(p, at, RSP_VERDICT_ERROR, "%s",
                    error->message[0] ? error->message : rsp_status_text(status));
    if (first && error->unknown_name)
        p->failed.failure.missing = p->lacks.missing;
    return false;
}

bool play_number(play *p, const expr_spec *expr, uint64_t *out) {
    expr_env env = play_env(p);
    expr_error error = {0};
    value v = {0};
    if (!evaluated(p, &expr->w, expr_evaluate(expr->e, &env, &v, &error), &error))
        return false;
    if (value_number(&v, out))
        return true;
    (void)play_fail(p, &expr->w, RSP_VERDICT_ERROR, "'%.60s' is no number", spec_text(&expr->w));
    return false;
}

bool play_number_or(play *p, const expr_spec *expr, uint64_t *out) {
    return !expr || play_number(p, expr, out);
}

bool play_value(play *p, const value_spec *spec, value *out) {
    expr_env env = play_env(p);
    expr_error error = {0};
    return evaluated(p, &spec->w, value_text_evaluate(&spec->text, &env, out, &error), &error);
}

bool play_payload(play *p, const payload_spec *payload, rsp_buf *out) {
    expr_env env = play_env(p);
    expr_error error = {0};
    if (!payload->text) /* nothing was written */
        return true;
    return evaluated(p, &payload->w, template_write(payload->text, &env, out, &error), &error);
}

bool play_bytes(play *p, const bytes_spec *bytes, rsp_buf *out) {
    expr_env env = play_env(p);
    expr_error error = {0};
    return evaluated(p, &bytes->w, template_write(bytes->text, &env, out, &error), &error);
}
