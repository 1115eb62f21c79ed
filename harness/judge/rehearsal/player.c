/* What all rehearsed debuggers share: how they say why, and what they know of the program.
 * Texts live in the forecast's arena.
 * See player.h. */
/* SPDX-License-Identifier: MIT */
#include "player.h"

#include "core/arena.h"
#include <assert.h>
#include <string.h>

void player_note_why(player *p, const char *format, va_list args) {
    rsp_buf text = {.mem = p->options->mem};
    rsp_buf_printf_v(&text, format, args);
    if (!p->why)
        p->why = rsp_arena_str(p->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

rsp_prediction player_says(player *p, rsp_prediction prediction, const char *format, ...) {
    assert(format);
    va_list args;
    va_start(args, format);
    player_note_why(p, format, args);
    va_end(args);
    return prediction;
}

void player_no_ack(player *p, bool off) {
    p->no_ack = p->stage.any_sum = off;
}

bool player_next_place(const player *p, uint64_t place, uint64_t *out_next) {
    const rsp_manners *m = p->manners;
    for (size_t i = 0; i < m->runs.num_loop; i++)
        if (m->runs.loop[i] == place) {
            *out_next = m->runs.loop[(i + 1) % m->runs.num_loop];
            return true;
        }
    return false;
}

void player_forget(player *p) {
    const player_kind *kind = p->kind;
    kind->end(p);
    player base = *p;
    memset(p, 0, kind->bytes);
    base.no_ack = base.detached = false;
    base.why = NULL;
    *p = base;
    kind->begin(p);
}
