/* A debugger of a few lines of shell: its file is read from a text, and an action of it is played.
 * The shell is written to a folder of the test's own, see in_folder.h.
 * See interop/script.h. */
/* SPDX-License-Identifier: MIT */
#ifndef TOY_DEBUGGER_H
#define TOY_DEBUGGER_H

#include "in_folder.h"
#include "interop/script.h"
#include "rsp_test.h"

typedef struct played {
    rsp_script_end end;
    char said[256];
} played;

/* The debugger of a file of two texts; NULL with diagnostics. */
static inline rsp_script_debugger *toy_load(const char *head, const char *actions, rsp_diagnostics *d) {
    rsp_buf yaml = {0};
    rsp_buf_printf(&yaml, "%s%s", head, actions);
    rsp_script_debugger *toy =
        rsp_script_debugger_load_memory("interop/toy.yaml", rsp_buf_bytes(&yaml), NULL, d);
    rsp_buf_free(&yaml);
    return toy;
}

/* Plays the action "act" of such a file with `shell` as the debugger. */
static inline played toy_play(const char *head, const char *actions, const char *shell,
                              const rsp_talk_tongue *tongue, const rsp_script_facts *facts) {
    rsp_diagnostics d = {0};
    rsp_arena arena = {0};
    rsp_error error = {0};
    rsp_talk talk;
    played p = {0};
    write_text("toy", shell);
    rsp_script_debugger *toy = toy_load(head, actions, &d);
    assert_non_null(toy);
    assert_int_equal(rsp_talk_open(&talk, "sh ./toy", tongue, NULL, NULL, &error), RSP_OK);
    rsp_script_player player = {.debugger = toy, .talk = &talk, .facts = facts, .arena = &arena};
    p.end = rsp_script_play(&player, rsp_script_find(toy, "act"));
    (void)snprintf(p.said, sizeof p.said, "%s", player.said ? player.said : "");
    rsp_talk_close(&talk);
    rsp_script_debugger_free(toy);
    rsp_arena_free(&arena);
    rsp_diagnostics_free(&d);
    return p;
}

#endif
