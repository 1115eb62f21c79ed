/* What every user of learned manners needs: freeing them, and how long they allow to wait.
 * The look itself stands in look.c, the page in page.c.
 * See manners/manners.h. */
/* SPDX-License-Identifier: MIT */
#include "manners/manners.h"
#include "core/arena.h"

const char *rsp_life_text(rsp_life life) {
    static const char *const texts[] = {
#define LIFE_TEXT(name, text) text,
        RSP_LIFE_LIST(LIFE_TEXT)
#undef LIFE_TEXT
    };
    return (size_t)life < RSP_ARRAY_LEN(texts) ? texts[life] : "?";
}

void rsp_manners_free(rsp_manners *manners) {
    if (manners)
        rsp_arena_free(&manners->arena);
}

uint64_t rsp_manners_patience_ns(const rsp_manners *manners, uint64_t timeout_ns) {
    enum { ANSWERS = 20 };
    static const uint64_t least_ns = 50 * RSP_NS_PER_MS;
    uint64_t patience =
        manners->replies.answer_ns < timeout_ns / ANSWERS ? ANSWERS * manners->replies.answer_ns : timeout_ns;
    patience = patience > least_ns ? patience : least_ns;
    return patience < timeout_ns ? patience : timeout_ns;
}

uint64_t rsp_manners_greeting_ns(const rsp_manners *manners, uint64_t usual_ns) {
    enum { TIMES = 4 };
    const uint64_t late_ns = TIMES * manners->line.greeting_ns;
    return late_ns > usual_ns ? late_ns : usual_ns;
}
