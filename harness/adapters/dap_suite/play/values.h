/* Values by name: facts, captures, what a session found out; and texts in which ${name} stands for one.
 * A text that is nothing but ${name} becomes the value itself, with its type.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_VALUES_H
#define RSP_DAP_SUITE_VALUES_H

#include <jansson.h>
#include <rsp/bytes.h>

/* A copy of `value` (a new reference) in which all texts are replaced; `names` is an object. ${name+2} and
 * ${name-1} count from an integer, ${name/member/0} is a part of a value. NULL when a name has no value, with
 * the reason in `problem`, or without memory. NULL gives NULL. */
json_t *dap_values_put_in(const json_t *value, const json_t *names, rsp_buf *problem);

/* What a JSON pointer leads to, borrowed; NULL: nothing. A part "name=k" is the item of an array whose member
 * `name` is k; "-1" is the last item. */
json_t *dap_values_at(const json_t *root, const char *pointer);

#endif
