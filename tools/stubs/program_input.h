/* Standard input of the program on the reference stub: a file of this computer, or our own standard input.
 * It is fed to the machine bit by bit, as it comes and as there is room.
 * Nothing here waits. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_PROGRAM_INPUT_H
#define STUBBORN_PROGRAM_INPUT_H

#include "machine/machine.h"

enum { PROGRAM_INPUT_BYTES = 65536 };

/* Where the bytes come from. All zeros but for `fd` -1: from nowhere. */
typedef struct program_input {
    int fd;     /* -1: there is none */
    bool ended; /* the machine knows */
    bool ours;  /* standard input of this program: it is not closed, and can not be read again */
    size_t num;
    uint8_t bytes[PROGRAM_INPUT_BYTES]; /* read, but not fed yet */
} program_input;

/* `name` is a path, "-" for our own, or NULL for none. RSP_NOT_FOUND, RSP_IO, with a whole message. */
rsp_status program_input_open(program_input *in, const char *name, rsp_error *error) RSP_MUST_USE;
/* Feeds what can be had at once; true when the machine got something, or the end of it. */
bool program_input_feed(program_input *in, rsp_machine *machine);
/* The descriptor to wait for; -1 when there is nothing to come, or no room for it. */
int program_input_descriptor(const program_input *in);
/* A fresh machine reads a file from its start. */
void program_input_rewind(program_input *in);
void program_input_close(program_input *in);

#endif
