/* The history is bounded; a session that is full ends.
 * Without memory a sequence is left out of it, and what it showed may not be reproduced.
 * See stub_session.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/stub_session.h"

#include "core/mem.h"
#include "make/message_list.h"

#include <assert.h>

enum { MAX_COMPARED = 16 };

bool stub_session_init(stub_session *s, const rsp_mem *mem) {
    *s = (stub_session){.mem = mem, .history = rsp_mem_calloc(mem, MAX_HISTORY, sizeof(rsp_messages *))};
    return s->history != NULL;
}

static void drop_history(stub_session *s) {
    for (size_t i = 0; i < s->num_history; i++)
        message_list_drop(s->mem, s->history[i]);
    s->num_history = 0;
}

void stub_session_free(stub_session *s) {
    if (s->history)
        drop_history(s);
    rsp_mem_free(s->mem, s->history);
}

void stub_session_restart(stub_session *s, uint64_t sent_before) {
    drop_history(s);
    s->sent_before = sent_before;
    s->baseline_bytes = 0;
    s->num_trail = s->num_compared = 0;
    s->trail_over = false;
    s->gone_for = s->times_gone = 0;
}

void stub_session_add(stub_session *s, const rsp_messages *list) {
    rsp_messages *copy = stub_session_is_full(s) ? NULL : message_list_copy(s->mem, list);
    if (copy)
        s->history[s->num_history++] = copy;
}

void stub_session_keep_trail(stub_session *s, const rsp_player *player) {
    const rsp_trail_entry *trail = NULL;
    s->num_trail = rsp_player_trail(player, &trail);
    memcpy(s->trail, trail, s->num_trail * sizeof *trail);
}

void stub_session_extend_trail(stub_session *s, const rsp_player *player) {
    if (s->num_history > MAX_COMPARED || s->num_compared != s->num_history - 1 || s->trail_over)
        return;
    stub_session_keep_trail(s, player);
    s->num_compared = s->num_history;
    s->trail_over = rsp_player_trail_over(player);
}

void stub_session_validate(const stub_session *s) {
    assert(s->num_history <= MAX_HISTORY && s->num_compared <= s->num_history);
    assert(s->num_trail <= RSP_TRAIL_ENTRIES);
    (void)s;
}
