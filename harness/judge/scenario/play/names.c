/* Names of the play: an assignment goes to its scope.
 * They last as long as the play; facts.c has the names that are measured.
 * See names.h. */
/* SPDX-License-Identifier: MIT */
#include "play/names.h"

bool play_name(play *p, const char *name, value v) {
    return scope_set(&p->names, name, v);
}

void play_name_into(play *p, const name_spec *into, value v) {
    if (into)
        (void)play_name(p, spec_text(into), v);
}
