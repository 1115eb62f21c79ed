/* An editor that a test speaks for, the adapter, and the reference stub behind it: all in this process and in
 * virtual time. A test says a request and looks at what comes of it, line by line.
 * Everything that goes wrong in here fails the test. Included behind rsp_test.h. */
/* SPDX-License-Identifier: MIT */
#ifndef EDITOR_WORLD_H
#define EDITOR_WORLD_H

#include "ask.h"

#include "codec/deframer.h"
#include "link/link_ops.h"
#include "serve/adapter_object.h"

/* A request that begins so is not for the stub: it gets this reply. */
typedef struct editor_lie {
    const char *request;
    const char *reply; /* a payload; EDITOR_SILENCE; EDITOR_NOISE; NULL: none, and the stub's end */
} editor_lie;
#define EDITOR_SILENCE "\1"
#define EDITOR_NOISE "\2" /* none, and from then on acknowledgments without end */

typedef struct editor_world {
    ask ask; /* stub and machine; change options between init and start */
    char path[64];
    rsp_buf image;
    rsp_machine_file program;
    rsp_virtual_clock clock;
    uint64_t rtt_ns;
    editor_lie lies[4]; /* may be changed at any time */
    bool noisy;         /* see EDITOR_NOISE */
    bool local;         /* the program is a process of this machine, and takes signals of the opener's */
    unsigned num_signals;
    unsigned num_taken;
    rsp_deframer requests;
    rsp_buf partial; /* of a request */
    rsp_buf sent;    /* payloads of the requests, one a line */
    rsp_link editor;
    rsp_buf out;     /* for the adapter */
    bool interrupts; /* see editor_interrupts */
    rsp_dap_reader reader;
    json_t *said; /* by the adapter, all of it */
    int64_t seq;
    rsp_dap_adapter *adapter;
} editor_world;

/* "shapes" of tests/debugger/debuggee, or a bundled program by its name. */
void editor_init(editor_world *w, const char *program);

/* The adapter is there, and nothing is said yet. */
void editor_connect(editor_world *w);

/* The same, and says initialize and launch; the number of the latter. */
int64_t editor_launch(editor_world *w, const char *arguments);

/* Launches the program, and lets it stand at its entry. `arguments` are further ones of `initialize`. */
void editor_start(editor_world *w, const char *arguments);

/* The adapter goes, as after the session. */
void editor_end(editor_world *w);

/* Says a request and nothing more; its number. In texts of arguments ' stands for ". */
int64_t editor_say(editor_world *w, const char *command, const char *arguments, ...) RSP_PRINTF(3, 4);

/* Says any content in a frame. */
void editor_say_content(editor_world *w, const char *content);

/* Lets the adapter work until it has answered; the response. All that is given is borrowed. */
const json_t *editor_answer(editor_world *w, int64_t seq);

/* Both of them; the body of a response that is a success. */
const json_t *editor_do(editor_world *w, const char *command, const char *arguments, ...) RSP_PRINTF(3, 4);

/* The message of a response that is none. */
const char *editor_refusal(editor_world *w, const char *command, const char *arguments, ...) RSP_PRINTF(3, 4);

/* Lets the adapter work until an event comes that is not there yet; its body. */
const json_t *editor_event(editor_world *w, const char *name);

/* What is said from now on is only heard while what was said before is in work, or the program runs. */
void editor_interrupts(editor_world *w);

/* The body of the last event of this name. */
const json_t *editor_last(const editor_world *w, const char *name);

/* How many events of this name there are. */
size_t editor_count(const editor_world *w, const char *name);

/* Runs to a function, from where the program stands. */
void editor_run_to(editor_world *w, const char *function);

/* The id of the thread that stopped last, and that of its frame with this number. */
int64_t editor_thread(editor_world *w);
int64_t editor_frame(editor_world *w, size_t number);

/* Requests to the stub that begin so, since the last call. */
size_t editor_sent(editor_world *w, const char *prefix);

/* The text of a member, by a path such as "stackFrames.0.name"; "" where there is none, numbers as text. */
const char *editor_text(const json_t *json, const char *path);

#define assert_text(json, path, expected) assert_string_equal(editor_text((json), (path)), (expected))

#endif
