/* Failures of a play: what went wrong, where in the file, and how bad it is.
 * One noun, and many users: every step can fail. Only the first failure of a step counts.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_FAILURE_H
#define RSP_SCENARIO_FAILURE_H

#include "play/play.h"

/* A text of the stub, fit for a message: at most `most` bytes of it. */
const char *play_printable(play *p, rsp_bytes bytes, size_t most);

/* Records a failure at `at` and returns STEP_FAILED. */
step_end play_fail(play *p, const written *at, rsp_verdict verdict, const char *fmt, ...) RSP_PRINTF(4, 5);

/* Whether the client has left, and the stub has said nothing since. */
bool play_left_unheard(const play *p);

/* The stub's process has ended when its client left: a crash, or a should where it has ended by itself with
 * an exit status of failure, as no debugger has lost anything then. Returns STEP_FAILED. */
step_end play_fail_ended(play *p, const written *at, const char *why);

/* The failure at hand is the same one whatever the scenario is about: `breach` says what the stub does,
 * `common` what it has in common with others, and `requirement` is at stake. Returns STEP_FAILED. Without a
 * failure nothing happens. */
step_end play_name_failure(play *p, const char *requirement, const char *common, const char *breach);

/* The same for a conversation that did not go on: `what` was waited for. RSP_CANCELLED is STEP_STOP. */
step_end play_fail_status(play *p, const written *at, rsp_status status, const char *what);

/* The scenario's deadline has passed while nothing was wrong: what it has found so far counts, and a pass
 * becomes a skip that says with figures how slow it was here. `what` was waited for; "" is nothing. */
step_end play_too_slow(play *p, const char *what);

/* A reply that is not what `wanted` says: with what was expected, shown as in the file, and what came. */
step_end play_mismatch(play *p, const written *wanted, rsp_bytes got, const char *why);

/* After a comparison of bytes has failed: if they are the reply to an m, and fewer than that asked for, this
 * is the failure, whatever they were compared for. Always STEP_FAILED. */
step_end play_blame_short_read(play *p);

/* The same where X wrote the memory, and `got` is what stood behind its escapes, taken as it was. Always
 * STEP_FAILED. */
step_end play_blame_escapes(play *p, rsp_bytes got, rsp_bytes want);

/* The failure at hand is about bytes on the wire: where the last packet of the stub has a wrong checksum,
 * that is what came. */
void play_note_damage(play *p);

/* Fails the play if the stub has died since its last reply, and nothing has failed before. */
void play_look_for_death(play *p);

/* Something of ours, not the stub, kept a step from being judged: no memory, a limit, a search that was left.
 * The step fails for that reason, whatever else comes of it. */
void play_trouble(play *p, rsp_status status);

/* What could not be compared is no failure of the stub, and no pass either: how a step at `at` really ended.
 */
step_end play_end_of_trouble(play *p, const written *at, step_end end);

/* A failure that the scenario survives is noted: STEP_OK, and the next may come. Else STEP_FAILED. */
step_end play_note_failure(play *p);

#endif
