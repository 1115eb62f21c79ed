/* What moves a program from one state to the next.
 * A program that has exited stays so until a new connection, whatever is asked for after that.
 * See program.h. */
/* SPDX-License-Identifier: MIT */
#include "play/program.h"

#include <assert.h>

void program_note_connection(program *p) {
    p->state = PROGRAM_THERE;
    p->exit_signal = 0;
}

void program_note_list(program *p) {
    p->end = p->end == END_ASKED ? END_ASKED_BEFORE : END_NOT_ASKED;
}

void program_note_sent(program *p, bool asks_to_end) {
    if (asks_to_end)
        p->end = END_ASKED;
    if (p->end != END_NOT_ASKED && p->state == PROGRAM_THERE)
        p->state = PROGRAM_LET_GO;
}

void program_note_stub_ending(program *p) {
    if (p->end == END_NOT_ASKED)
        p->end = END_ASKED_BEFORE;
}

void program_note_exit(program *p) {
    p->state = PROGRAM_EXITED;
}

void program_note_exit_signal(program *p, int signal_number) {
    p->exit_signal = signal_number;
    p->state = PROGRAM_EXITED;
}

void program_validate(const program *p) {
    assert(p->state <= PROGRAM_EXITED && p->end <= END_ASKED);
    assert(p->exit_signal == 0 || p->state == PROGRAM_EXITED);
    (void)p;
}
