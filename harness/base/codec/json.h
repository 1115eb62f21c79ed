/* A guard in front of the JSON parser, and the writing of JSON strings.
 * Nesting is bounded before anything recursive sees the text.
 * Source: requirement ROBUST-011. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_JSON_H
#define RSP_JSON_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* Counts open brackets outside strings: RSP_LIMIT with the offset where nesting passes `max_depth`,
 * RSP_MALFORMED where brackets close that were not opened or the text ends inside. Says nothing else about
 * the text. */
rsp_status rsp_json_check_depth(rsp_bytes text, size_t max_depth, rsp_error *error) RSP_MUST_USE;

/* How many bytes the tree of the text takes once it is parsed, estimated from above. Takes any text. */
size_t rsp_json_tree_bytes(rsp_bytes text);

/* Appends `text` as a JSON string with its quotes: ", \ and control bytes escaped; bytes that are no UTF-8
 * are written as \u00NN of the byte. */
void rsp_json_string_append(rsp_buf *out, rsp_bytes text);

RSP_END_DECLS

#endif
