/* The program that a stub debugs, as far as its life decides what the end of a connection means.
 * Changed by the functions below only. All-zero is a program that is there, and stopped.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_PROGRAM_H
#define RSP_NETFUZZ_PROGRAM_H

#include <stdbool.h>

typedef enum program_state {
    PROGRAM_THERE,
    PROGRAM_LET_GO, /* the stub was asked to kill it, restart it or let it go */
    PROGRAM_EXITED, /* the stub said so */
} program_state;

/* Whether a request asked for the program's end: the stub may close the connection, or end. What a list asks
 * for may still come true in the next one. */
typedef enum end_request {
    END_NOT_ASKED,
    END_ASKED_BEFORE, /* in the list before, or it is implied by what the stub did */
    END_ASKED,        /* in this list */
} end_request;

typedef struct program {
    program_state state; /* on this connection */
    end_request end;
    bool may_run;    /* it was let run since all was settled, or may run at any time */
    int exit_signal; /* Linux number of the signal that ended it; 0 for none */
} program;

/* A new connection: the program is there, until a reply says otherwise. */
void program_note_connection(program *p);

/* Another list of messages begins. */
void program_note_list(program *p);

/* Bytes go out; `asks_to_end`: a stub may read a request for the program's end in them. */
void program_note_sent(program *p, bool asks_to_end);

/* The stub is about to end without a request. */
void program_note_stub_ending(program *p);

/* A reply says that it has exited, or that a signal ended it. */
void program_note_exit(program *p);
void program_note_exit_signal(program *p, int signal_number);

/* It was let go or has exited. */
static inline bool program_is_gone(const program *p) {
    return p->state != PROGRAM_THERE;
}

/* The stub may be gone now without an error. `ends_as_program`: it ends when its program does. */
static inline bool program_allows_end(const program *p, bool ends_as_program) {
    return p->end != END_NOT_ASKED || p->state == PROGRAM_EXITED || (ends_as_program && p->may_run);
}

void program_validate(const program *p); /* asserts */

#endif
