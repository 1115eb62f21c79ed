/* Variants: words of the matrix, what a scenario leaves out, and the product of the axes.
 * A scenario that plays the stub has one: a debugger does as it likes.
 * Names are those of the command line. */
/* SPDX-License-Identifier: MIT */
#include "play/variant.h"

#include "language/script.h"

#include "core/arena.h"
#include "core/suggest.h"
#include <stdio.h>

typedef struct variant_value {
    const char *axis;
    const char *name;
} variant_value;

static const variant_value variant_values[RSP_VARIANT_COUNT] = {
#define VARIANT_ROW(axis, axis_text, value, text) {axis_text, text},
    RSP_VARIANT_LIST(VARIANT_ROW)
#undef VARIANT_ROW
};

/* "did you mean 'no-ack'?", or "". */
static void nearest(char out[80], rsp_bytes word) {
    rsp_suggestion suggestion = {.word = word};
    for (size_t i = 0; i < RSP_VARIANT_COUNT; i++)
        rsp_suggest_offer(&suggestion, variant_values[i].name);
    out[0] = 0;
    if (suggestion.best)
        (void)snprintf(out, 80, "did you mean '%.50s'?", suggestion.best);
}

static uint32_t bits_of_word(rsp_bytes word) {
    uint32_t bits = 0;
    for (unsigned i = 0; i < RSP_VARIANT_COUNT; i++) {
        bool all = rsp_bytes_equal(word, RSP_LIT("all"));
        if (all || rsp_bytes_equal(word, rsp_bytes_str(variant_values[i].axis)) ||
            rsp_bytes_equal(word, rsp_bytes_str(variant_values[i].name)))
            bits |= UINT32_C(1) << i;
    }
    return bits;
}

rsp_status rsp_matrix_parse(uint32_t *out_bits, const char *text, rsp_error *error) {
    rsp_bytes rest = rsp_bytes_str(text);
    *out_bits = 0;
    while (rest.len > 0) {
        rsp_bytes word = rsp_bytes_split(&rest, ',');
        uint32_t bits = bits_of_word(word);
        char hint[80];
        nearest(hint, word);
        if (bits == 0)
            return rsp_fail(error, RSP_USAGE, "'%.*s' is no variant%s%s",
                            (int)(word.len < 40 ? word.len : 40), (const char *)word.ptr,
                            *hint ? ", " : "; expected acks, write, run-length, all, or values: ack,bytewise",
                            hint);
        *out_bits |= bits;
    }
    return RSP_OK;
}

uint32_t variants_excluded(const rsp_scenario *scenario) {
    const matrix_spec *matrix = scenario->script->spec->matrix;
    const matrix_words_spec *words = matrix ? matrix->exclude : NULL;
    uint32_t bits = 0;
    if ((matrix && matrix->w.form == FORM_WORD) || (words && words->w.form == FORM_WORD))
        return UINT32_MAX; /* none */
    for (size_t i = 0; words && i < words->num; i++)
        bits |= bits_of_word(words->items[i]->text);
    return bits;
}

/* Values 0 (as it is), 1, 2, ... of one axis that are to be tried. */
static size_t axis_values(uint32_t bits, unsigned first, unsigned count, int out[4]) {
    size_t num = 0;
    for (unsigned i = 0; i < count; i++) {
        if (bits >> (first + i) & 1U)
            out[num++] = (int)i + 1;
    }
    if (num == 0)
        out[num++] = 0;
    return num;
}

/* The bits of `matrix` that are to be tried. */
static uint32_t bits_for(uint32_t matrix, const rsp_scenario *scenario) {
    const needs_spec *needs = scenario->script->spec->needs;
    const uint32_t left_out = variants_excluded(scenario);
    if (left_out == UINT32_MAX || scenario->play == RSP_PLAY_STUB)
        return 0;
    uint32_t bits = matrix & ~left_out;
    if (needs && needs->mode) /* the mode is fixed: the axis has no meaning */
        bits &= ~(UINT32_C(1) << RSP_VARIANT_ACK | UINT32_C(1) << RSP_VARIANT_NO_ACK);
    return bits;
}

size_t variants_of(uint32_t matrix, const rsp_scenario *scenario, variant out[MAX_VARIANTS]) {
    int acks[4];
    int writes[4];
    int rles[4];
    const uint32_t bits = bits_for(matrix, scenario);
    size_t num_acks = axis_values(bits, RSP_VARIANT_ACK, 2, acks);
    size_t num_writes = axis_values(bits, RSP_VARIANT_WHOLE, 3, writes);
    size_t num_rles = axis_values(bits, RSP_VARIANT_RLE_ON, 2, rles);
    size_t num = 0;
    for (size_t i = 0; i < num_acks; i++) {
        for (size_t j = 0; j < num_writes; j++) {
            for (size_t k = 0; k < num_rles && num < MAX_VARIANTS; k++)
                out[num++] = (variant){.acks = acks[i],
                                       .write = (write_mode)(writes[j] ? writes[j] - 1 : 0),
                                       .write_named = writes[j] != 0,
                                       .rle = rles[k]};
        }
    }
    return num;
}

const char *variant_name(rsp_arena *arena, const variant *v, char glue) {
    static const char *const acks[] = {"", "ack", "no-ack"};
    static const char *const writes[] = {"whole", "bytewise", "coalesced"};
    static const char *const rles[] = {"", "run-length", "no-run-length"};
    const char *parts[] = {acks[v->acks], v->write_named ? writes[v->write] : "", rles[v->rle]};
    rsp_buf buf = {.mem = arena->mem};
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++) {
        if (!*parts[i])
            continue;
        if (buf.len > 0)
            rsp_buf_push(&buf, (uint8_t)glue);
        rsp_buf_str(&buf, parts[i]);
    }
    const char *copy = rsp_arena_str(arena, rsp_buf_cstr(&buf));
    rsp_buf_free(&buf);
    return copy;
}
