/* Conversations with a stub over the scripted target, written as lines.
 * A line that is not met fails the test with its text and what came instead.
 * For tests of layer stub. */
/* SPDX-License-Identifier: MIT */
#ifndef SCRIPT_H
#define SCRIPT_H

#include "fake_target.h"

#include <rsp/stub.h>

typedef struct stub_script {
    fake_target *fake;
    rsp_stub_options options;
    rsp_stub *stub;
    rsp_buf out;  /* what the stub has sent and no line has taken */
    size_t piece; /* input goes in pieces of this size; 0 is whole */
} stub_script;

/* Process 1 with threads 1 and 2, no-ack mode not entered, no run lengths. Change options or add processes,
 * then script_start. */
void script_init(stub_script *t);
void script_start(stub_script *t);
void script_end(stub_script *t);

/* The lines, until NULL:
 *   "> payload"     sends a packet in ack mode or not, and takes the + when one is due
 *   "< pattern"     the next packet's payload (sent with a right checksum); * stands for anything
 *   "% pattern"     the next notification
 *   "= bytes"       exactly these wire bytes come next
 *   "! bytes"       sends these bytes as they stand; \3 is an interrupt
 *   "run"           lets the target run
 *   "wait"          lets it run until the stub sends something
 *   "e words"       an event for the script (fake_say); "E words" even though its thread is held
 *   "log text"      what the target was asked to do since the last such line
 *   "drop"          the client goes and another one comes
 * At the end nothing may be left of the output. */
void script_lines(stub_script *t, const char *const *lines);

#define SCRIPT(t, ...) script_lines((t), (const char *const[]){__VA_ARGS__, NULL})

/* The same in a talk of its own, with multiprocess and all events negotiated. */
#define SCRIPT_ALL                                                                                      \
    "> qSupported:multiprocess+;swbreak+;hwbreak+;fork-events+;vfork-events+;exec-events+;no-resumed+", \
        "< PacketSize=*"

#endif
