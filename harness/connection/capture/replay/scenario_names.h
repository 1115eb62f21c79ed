/* Names that a written scenario gives to ids: which value is called what, and how it is spelled in a payload.
 * An id may be known whole (p1.2) or in parts; the expression for a part follows from that.
 * See scenario_names.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_NAMES_H
#define RSP_SCENARIO_NAMES_H

#include "capture/varying.h"

/* What a name stands for. */
typedef enum id_form {
    ID_WHOLE,   /* p1.2: process and thread */
    ID_THREAD,  /* 2, in hexadecimal */
    ID_PROCESS, /* 1, in hexadecimal */
    ID_THREAD_DEC,
    ID_PROCESS_DEC,
    ID_FILE,
    ID_STATE,
} id_form;

/* A name and what it stands for. */
typedef struct id_name {
    id_form form;
    unsigned number; /* of the name: t1, t2, ... */
    uint64_t process;
    uint64_t thread; /* or the value itself: a descriptor, a state */
} id_name;

/* All names of a scenario. All-zero is valid and empty. */
typedef struct id_names {
    id_name *items;
    size_t num;
    size_t usable; /* of them, those that have a value: a step can not use what it captures itself */
    rsp_status status;
} id_names;

/* Frees the names; the list is empty then. */
void id_names_free(id_names *names);

/* The number that a varying value of the payload stands for. False if it is no number. */
bool id_value(uint64_t *out, const rsp_varying_value *value, rsp_bytes payload);

/* Whether values `i` and `i` + 1 are one id, p1.2. */
bool id_is_whole(const rsp_varying_values *values, size_t i, rsp_bytes payload);

/* A new name; NULL when there can be no more. */
const id_name *id_names_add(id_names *names, id_form form, uint64_t process, uint64_t thread);

/* Whether a value has a name, usable or not yet. */
bool id_names_know(const id_names *names, rsp_varying_kind kind, uint64_t value);

/* Appends "num($t1)", "pid($t1)", ... for a value of a kind; false when it has no usable name. */
bool id_names_append(const id_names *names, rsp_buf *out, rsp_varying_kind kind, uint64_t value);

/* The same for a whole id. */
bool id_names_append_whole(const id_names *names, rsp_buf *out, uint64_t process, uint64_t thread);

/* Appends the name alone: "t1". */
void id_name_append(rsp_buf *out, const id_name *name);

#endif
