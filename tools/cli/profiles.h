/* Profiles beside scenarios, by their names: those of stubs, of debuggers, and of adapters.
 * What a profile says is read elsewhere.
 * Used by --stub profile:NAME and by adapter --profile NAME. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_PROFILES_H
#define STUBBORN_PROFILES_H

#include "core/arena.h"

/* The file that a profile of this name has beside these scenarios, in the arena; it need not be there.
 * `scenarios` is their folder; NULL: this one. */
const char *profiles_path(rsp_arena *arena, const char *scenarios, const char *name);

/* Whether there is a profile of exactly this name; a path is none. */
bool profiles_has(rsp_arena *arena, const char *scenarios, const char *name);

/* The profile there whose name is nearest to one that somebody mistyped, in the arena; NULL where none is
 * near.
 */
const char *profiles_nearest(rsp_arena *arena, const char *scenarios, const char *name);

#endif
