/* Patterns and patches of messages, in JSON with ' for its quotes.
 * A pattern fits when each of its members does; null: it is not there, "*": it is there.
 * A patch sets its members; null removes one; an object against a list changes each item. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_EDIT_H
#define RSP_DAP_ADAPTER_EDIT_H

#include <jansson.h>
#include <stdbool.h>

/* A new value of a text; NULL for NULL, and without memory. A text that is no JSON is a mistake in a table.
 */
json_t *edit_parse(const char *text);

bool edit_fits(const json_t *pattern, const json_t *value);

void edit_apply(json_t *value, const json_t *patch);

/* Applies a patch that is text to a message. */
void edit_patch(json_t *message, const char *patch);

#endif
