/* Ctrl-C, and a time limit, as a flag that every wait looks at: work ends soon, and what was found so far is
 * still reported. A second Ctrl-C ends the program at once. SIGTERM counts the same.
 * So does SIGHUP, a closed terminal, but a second one changes nothing. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_INTERRUPT_H
#define STUBBORN_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Starts catching; the flag stays zero until the first signal. SIGHUP stays ignored where it is (nohup). */
void interrupt_catch(void);
/* Counts SIGQUIT the same, for a command whose sudden end would do harm. */
void interrupt_catch_quit(void);
const volatile sig_atomic_t *interrupt_flag(void);

/* Clears the flag and catches the next signal again: one wait is over, the program goes on. */
void interrupt_forget(void);

/* Sets the flag after `ns` of real time, too. Once a program. */
void interrupt_after(uint64_t ns);

/* Sets the flag at once: enough is known. */
void interrupt_now(void);

/* Whether the flag was set by interrupt_after, and not by a signal before it. */
bool interrupt_by_time(void);

#endif
