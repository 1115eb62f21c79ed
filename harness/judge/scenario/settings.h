/* Settings of a command in a file: one map of keys to a value, or to a list of values.
 * What keys there are, and what their values mean, the command knows; here they are read, with their places.
 * stubborn.yaml is one, for `stubborn run`. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SETTINGS_H
#define RSP_SETTINGS_H

#include "scenario/diagnostic.h"

RSP_BEGIN_DECLS

/* One value. A key with a list has one of it for each item, one after the other. Texts are never NULL. */
typedef struct rsp_setting {
    const char *key;
    const char *value;
    rsp_location key_at;
    rsp_location value_at;
} rsp_setting;

/* The settings of one file. */
typedef struct rsp_settings rsp_settings;

/* Loads settings from a file. NULL with diagnostics where there are errors, or without memory. */
rsp_settings *rsp_settings_load(const char *path, const rsp_mem *mem, rsp_diagnostics *diagnostics);

/* The same from memory; `name` stands for the path in messages. */
rsp_settings *rsp_settings_load_memory(const char *name, rsp_bytes yaml, const rsp_mem *mem,
                                       rsp_diagnostics *diagnostics);
void rsp_settings_free(rsp_settings *settings); /* NULL is fine */

/* The values in the order of the file; NULL past the end. */
const rsp_setting *rsp_settings_get(const rsp_settings *settings, size_t i);

/* Adds an error at a place of the file, which a setting has told. */
void rsp_settings_refuse(const rsp_settings *settings, const rsp_location *at, rsp_diagnostics *diagnostics,
                         const char *hint, const char *message);

RSP_END_DECLS

#endif
