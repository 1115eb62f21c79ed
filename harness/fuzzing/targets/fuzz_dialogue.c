/* A conversation as turns: the same for any split; requests and replies refer to each other, in order.
 * First byte: whether it begins midstream, and the split. Then lines (conversation_lines.h).
 * See capture/dialogue.h. */
/* SPDX-License-Identifier: MIT */
#include "dialogue_text.h"

static void check_turn(const rsp_dialogue *d, size_t i) {
    const rsp_turn *turn = &d->turns[i];
    bool answers =
        turn->kind == RSP_TURN_REPLY || turn->kind == RSP_TURN_OUTPUT || turn->kind == RSP_TURN_FILE_REQUEST;
    FUZZ_MUST(*rsp_turn_name(turn->kind) != '?');
    FUZZ_MUST(i == 0 || (turn->entry > turn[-1].entry && turn->place >= turn[-1].place));
    FUZZ_MUST(rsp_turn_is_stubs(turn->kind) || !answers);
    if (turn->other == RSP_NO_TURN)
        return;
    FUZZ_MUST(turn->other < d->num_turns);
    const rsp_turn *other = &d->turns[turn->other];
    if (turn->kind == RSP_TURN_REQUEST)
        FUZZ_MUST(turn->other > i && other->kind == RSP_TURN_REPLY && other->other == i);
    if (answers)
        FUZZ_MUST(turn->other < i && other->kind == RSP_TURN_REQUEST && other->packet == turn->packet);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    rsp_dialogue whole = {0};
    rsp_dialogue cut = {0};
    dialogue_text(&whole, choice & 1, 0, in);
    dialogue_text(&cut, choice & 1, 1U + choice, in);
    FUZZ_MUST(whole.num_turns == cut.num_turns && whole.damaged == cut.damaged);
    for (size_t i = 0; i < whole.num_turns; i++) {
        check_turn(&whole, i);
        FUZZ_MUST(whole.turns[i].kind == cut.turns[i].kind && whole.turns[i].other == cut.turns[i].other);
        FUZZ_MUST(rsp_bytes_equal(whole.turns[i].payload, cut.turns[i].payload));
    }
    rsp_dialogue_free(&whole);
    rsp_dialogue_free(&cut);
    return 0;
}
