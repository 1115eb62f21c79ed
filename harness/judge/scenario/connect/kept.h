/* The look's connection, which all plays share because the stub serves no other.
 * After each play the stub is brought back to a known state, as far as packets can do that.
 * Private to the layer; see docs/decisions/0020. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_KEPT_H
#define RSP_SCENARIO_KEPT_H

#include "connect/play_order.h"
#include "play/play.h"

/* Whether there is such a connection, and what has become of it. */
typedef enum kept_state {
    KEPT_NONE, /* each play has a connection of its own */
    KEPT_OPEN, /* all share this one */
    KEPT_LOST, /* a play has ended it; not known yet whether the stub takes another client */
    KEPT_LEFT, /* closed by us: the remaining scenarios need connections of their own */
    KEPT_GONE, /* the stub takes no other client */
} kept_state;

/* The connection, and what of it must be known to the next play. All-zero: none. */
typedef struct kept_line {
    kept_state state;
    bool renewable;       /* we start the stub: a line that is left makes room for another one, state NONE */
    bool spoken;          /* a play was on it */
    rsp_link *link;       /* OPEN */
    uint32_t modes;       /* bit per rsp_mode that is on, and stays on: no-ack mode and its like */
    const char *last;     /* the scenario that was played on it last; "" */
    const char *trouble;  /* what ended it: "the stub closed it" */
    borrowed_memory owed; /* of a play that ended without its connection: the next one writes it back */
    rsp_buf points;       /* that such a play has set, each with a NUL: the next one removes them */
} kept_line;

/* Takes over the look's link and owns it. `no_ack`: no-ack mode is on. */
void kept_take(kept_line *k, rsp_link *link, bool no_ack);
/* The same for a link to a process that was just started, on which nothing was said yet: plays share it as
 * long as all is well. */
void kept_begin_line(kept_line *k, rsp_link *link);
/* Whether the play is on a line on which somebody has spoken before: a greeting has come, '+' was sent. */
bool kept_has_spoken(const play *p);
/* Closes the link. */
void kept_free(kept_line *k);

/* The link to lend to a play, or NULL when the play opens its own. */
rsp_link *kept_link(const play *p);

/* Closes the link. `state` says why (LOST or LEFT; of a renewable line it is NONE); `trouble` is kept for
 * kept_tell. */
void kept_leave(kept_line *k, kept_state state, const char *trouble);

/* Whether the connection, kept or of a process that has served others, ended before the stub sent a byte to
 * this play. */
bool kept_was_dead(const play *p);

/* Tells rules and session which modes are on when the conversation begins. */
void kept_begin(play *p);

/* Once nothing runs the program any more before the first step, and before a need asks by a write: saves the
 * registers if the scenario may write them, and the next one would meet them. */
void kept_remember_registers(play *p);
/* The same of its scratch memory; what an earlier play could not write back is written back first. */
void kept_remember_memory(play *p);

/* After the play: stops the program, and undoes breakpoints, open files, registers and non-stop mode. Loses
 * the line when the stub no longer answers, or its program has ended. */
void kept_restore(play *p);

/* After a play on its own connection to a server that somebody else started, or that is to serve further
 * plays: removes breakpoints, stops the program, and writes registers back that the play has changed. The
 * server may keep all of it as it is when a client leaves, and the next play would meet it. Whether that was
 * done, and the program is such that it does not matter where it stands. */
bool kept_clear(play *p);

/* Whether a step of the play has let the program run: what prepares it does so on any process. */
bool kept_has_run(const play *p);

/* Whether the play has set a breakpoint at `at`, in software or hardware, that still stands. */
bool kept_has_point(const play *p, uint64_t at);

/* Removes the breakpoint that the play has set at `at`, of type '0' or '1'. False: there is none, or no
 * reply. */
bool kept_remove_point(play *p, uint64_t at, char type);

/* After both: memory that could not be written back is owed to the stub. */
void kept_owe(play *p);

/* Why a scenario is skipped that needs another client than the stub has served; NULL where the run is over.
 */
const char *kept_skip(const play *p);

/* "the only connection was lost in area/name: the stub closed it" */
void kept_tell(const kept_line *k, rsp_buf *out);

#endif
