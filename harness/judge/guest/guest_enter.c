/* Entering a guest that was loaded: its image anew, pc and sp, in memory that is asked for again where the
 * process is a new one.
 * See guest_load.h. */
/* SPDX-License-Identifier: MIT */
#include "guest_talk.h"

static bool enter(guest_talk *t, const char *entry) {
    return guest_put_image(t) && guest_set_registers(t, entry);
}

/* A new process has nothing of what an earlier one was given: the same place is asked for again. */
static bool give_again(const rsp_guest_load *load, const rsp_guest_line *line) {
    uint64_t at = 0;
    const bool given = load->given == RSP_GUEST_BY_STUB ? rsp_guest_allocate(line, &at)
                       : load->given == RSP_GUEST_BY_CALL
                           ? rsp_guest_map(line, load->guest->arch, load->at, &at)
                           : false;
    return given && at == load->at;
}

bool rsp_guest_enter(rsp_guest_load *load, const rsp_guest_line *line, const char *program) {
    const char *entry = rsp_guest_entry(program);
    guest_talk t = guest_talk_of(load, line);
    bool entered = entry && enter(&t, entry);
    if (entry && !entered && give_again(load, line)) {
        load->why[0] = 0;
        entered = enter(&t, entry);
    }
    if (entry && !entered && t.load->why[0] == 0)
        (void)guest_fails(load, RSP_GUEST_STEP_WRITE, "%s", t.said);
    rsp_buf_free(&t.request);
    return entered;
}
