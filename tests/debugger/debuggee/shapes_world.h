/* The program "shapes" on the reference stub, stopped at `look`, with everything that is shown of it.
 * Included behind rsp_test.h.
 * See programs/shapes.c. */
/* SPDX-License-Identifier: MIT */
#ifndef SHAPES_WORLD_H
#define SHAPES_WORLD_H

#include "client_world.h"
#include "core/file.h"
#include "debuggee_break.h"
#include "evaluate.h"

#include <stdio.h>

typedef struct shapes {
    client_world w;
    char path[64]; /* of the program, on the machine */
    rsp_buf image;
    rsp_machine_file program;
    rsp_debug_file *file;
    rsp_conditionals *set;
    rsp_debuggee debuggee;
    rsp_arena arena; /* of breakpoints */
    rsp_arena stop;
    rsp_modules modules;
    rsp_registers registers;
    rsp_known_memory memory;
    rsp_stopped stopped;
    rsp_stack stack;
    size_t breaths_left; /* then it is given up; 0: never */
} shapes;

static inline rsp_status shapes_breathe(void *ctx) {
    shapes *s = ctx;
    if (s->breaths_left == 0)
        return RSP_OK;
    return --s->breaths_left == 0 ? RSP_CANCELLED : RSP_OK;
}

static inline void shapes_look(shapes *s) {
    rsp_known_memory_init(&s->memory, s->w.client, 0, &s->stop);
    s->stopped = (rsp_stopped){.debuggee = &s->debuggee,
                               .modules = &s->modules,
                               .registers = &s->registers,
                               .memory = &s->memory,
                               .arena = &s->stop,
                               .breathe = shapes_breathe,
                               .breathe_ctx = s};
    rsp_stack_init(&s->stack, &s->stopped, rsp_client_stop_thread(s->w.client));
}

/* Another program of the folder, with a function `look`. */
static inline void shapes_begin_with(shapes *s, const char *program) {
    char host[512];
    rsp_debuggee_sites sites;
    rsp_conditional_stop stop;
    const rsp_debuggee_request request = {.place = "look", .way = RSP_WAY_HOST};
    memset(s, 0, sizeof *s);
    (void)snprintf(host, sizeof host, SHAPES_PROGRAMS "/%s", program);
    (void)snprintf(s->path, sizeof s->path, "/bin/%s", program);
    assert_ok(rsp_file_read(&s->image, host, NULL));
    s->program = (rsp_machine_file){.path = s->path, .bytes = rsp_buf_bytes(&s->image)};
    world_init(&s->w, s->path);
    s->w.ask.machine.files = &s->program;
    s->w.ask.machine.num_files = 1;
    world_start(&s->w);
    assert_ok(rsp_debug_file_read(&s->file, rsp_buf_bytes(&s->image), program, NULL));
    s->set = rsp_conditionals_new(s->w.client, NULL);
    assert_non_null(s->set);
    assert_ok(rsp_debuggee_learn(&s->debuggee, s->w.client, s->set, s->file, NULL));
    assert_ok(rsp_debuggee_break(&s->debuggee, &sites, &s->arena, &request, NULL));
    assert_ok(rsp_conditionals_run(s->set, NULL, 0, &stop));
    assert_ok(rsp_modules_init(&s->modules, &s->debuggee, program, NULL));
    s->registers = (rsp_registers){.client = s->w.client};
    shapes_look(s);
    (void)world_sent(&s->w);
}

static inline void shapes_begin(shapes *s) {
    shapes_begin_with(s, "shapes");
}

static inline void shapes_end(shapes *s) {
    rsp_registers_free(&s->registers);
    rsp_modules_free(&s->modules);
    rsp_conditionals_free(s->set);
    rsp_debug_file_free(s->file);
    rsp_arena_free(&s->arena);
    rsp_arena_free(&s->stop);
    world_end(&s->w);
    rsp_buf_free(&s->image);
}

/* The frame with this number; it must be there. */
static inline const rsp_stack_frame *shapes_frame(shapes *s, size_t number) {
    assert_ok(rsp_stack_unwind(&s->stack, number + 1));
    assert_true(s->stack.num > number);
    return &s->stack.frames[number];
}

/* Evaluates and shows a source that must have a value. */
static inline void shapes_evaluate(shapes *s, size_t frame, const char *source, rsp_value *out) {
    rsp_error error = {0};
    const rsp_stack_frame *f = shapes_frame(s, frame);
    if (rsp_evaluate(&s->stack, f, rsp_bytes_str(source), out, &error) != RSP_OK)
        fail_msg("%s: %s", source, error.msg);
    assert_ok(rsp_values_show(&s->stack, out, 1, false));
}

static inline void shapes_check(shapes *s, size_t frame, const char *source, const char *text) {
    rsp_value value;
    shapes_evaluate(s, frame, source, &value);
    assert_string_equal(value.text, text);
}

enum { SHAPES_MAIN = 23 };

#endif
