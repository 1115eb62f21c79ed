/* Libraries that come and go while the program runs: breakpoints in them, and what the editor is told.
 * The program stops where the loader passes by when its list changes; nobody but this file sees that stop.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_LIBRARIES_H
#define RSP_DAP_ADAPTER_LIBRARIES_H

#include "control/control.h"

/* The program is there: finds the place at which the loader passes by, and the libraries that are loaded.
 * RSP_OK also where nobody tells; else what ended the asking. */
rsp_status libraries_begin(adapter *a) RSP_MUST_USE;

/* Where the program has to stop for this; 0: nowhere. A stub that does not tell of children leaves in them
 * what is written into the program: then only where a breakpoint waits for a library, and as long as the
 * program has none of its own. */
uint64_t libraries_place(const adapter *a);

/* A stop is told: where the loader is not watched, its list may have changed. */
void libraries_look(adapter *a);

/* A thread has come to `pc`. True: that is the loader's place, and what it means was done. */
bool libraries_arrived(adapter *a, uint64_t pc);

/* The stub says that the loader's list has changed. */
void libraries_reload(adapter *a);

/* Before a resume: does what an asking that was given up has left. */
void libraries_update(adapter *a);

/* Where exceptions of C++ pass by on their way into a handler: a function of the program or of a
 * library. 0: none has it. */
uint64_t libraries_handlers(adapter *a);

/* Where longjmp passes by: a probe before its jump, else the function that jumps, else longjmp itself.
 * Returns how many there are. */
size_t libraries_leaps(adapter *a, const uint64_t **out);
bool libraries_is_leap(adapter *a, uint64_t pc);

/* The stub takes no breakpoint there: if it is one of these places, no step watches it. */
void libraries_leave_exit(adapter *a, uint64_t address);

/* Tells modules that have come and gone since the last time. */
void libraries_tell(adapter *a);

/* The program has executed another one: no library is loaded, and where that is another file nothing is known
 * of it. */
void libraries_executed(adapter *a);

/* Whether the address is in a library that may be unmapped before the loader passes by again: nothing of ours
 * may be there then. */
bool libraries_leave(const adapter *a, uint64_t address);

#endif
