/* Resumes in the form that GDB uses on this stub: vCont with the thread that stopped last, else c and s.
 * Other legal forms are judged by scenarios of their own.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_RESUME_FORM_H
#define RSP_SCENARIO_RESUME_FORM_H

#include "play/play.h"

/* Asks `?` as debuggers begin, unless it was asked on this connection. A stub that answers it once is asked
 * only where its memory opens by it: the scenario may want to ask itself. */
step_end resume_question(play *p, const written *at);

/* Whether a scenario must not send this payload: another `?` to a stub that answers one. It is judged by
 * scenarios about that. Notes that it is sent, else. */
bool resume_asks_again(play *p, rsp_bytes payload);

/* Remembers the thread of play.stop, which was just parsed: GDB goes on with it. */
void resume_note_stop(play *p);

/* Nothing is known of this connection's threads yet. */
void resume_forget_thread(play *p);

/* Appends the request that steps one thread, or lets all run: "vCont;s:p1.1;c:p1.-1", "vCont;s:1;c",
 * "vCont;c:p1.-1", "vCont;c", "s", "c". */
void resume_request(play *p, bool steps, rsp_buf *out);

#endif
