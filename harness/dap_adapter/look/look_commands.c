/* The commands of this room: all that shows the program at a stop.
 * None of them resumes it.
 * See serve/handler.h. */
/* SPDX-License-Identifier: MIT */
#include "look/threads.h"

const adapter_command adapter_look_commands[] = {
    {"threads", NULL, NULL, look_threads, MATTER_SESSION | MATTER_RUN, 0, NEEDS_PROGRAM},
    {0},
};
