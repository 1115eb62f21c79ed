/* Taking replies: waiting for one, judging it, capturing from it.
 * What a step says of its reply stands in `expect`, `expect-raw`, `capture` and `optional`.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_REPLY_H
#define RSP_SCENARIO_REPLY_H

#include "play/play.h"

/* Takes the reply and does what the step says of it. `matcher` may be NULL: then a reply is only waited for
 * when something else is said. */
step_end take_reply(play *p, const step_spec *step, const matcher_spec *matcher);

/* The last reply is what `matcher` says. */
step_end judge_reply(play *p, const matcher_spec *matcher);

/* The same for any text, which failures name `what`. */
step_end judge_text(play *p, const matcher_spec *matcher, rsp_bytes text, const char *what);

/* Whether bytes on the wire are those that a step names. The digits behind '#' may be in either case: who
 * judges that is a rule. */
bool is_same_wire(rsp_bytes wanted, rsp_bytes got);

/* The acknowledgment of a request: `fallback` where the step does not say which. */
step_end take_ack(play *p, const step_spec *step, ack_want fallback);
/* What a word of the language asks for. */
ack_want ack_of(const ack_word_spec *word, ack_want fallback);

/* After sending with `status`: the acknowledgment and the reply, as the step says. */
step_end after_sending(play *p, const step_spec *step, rsp_status status, ack_want want);

#endif
