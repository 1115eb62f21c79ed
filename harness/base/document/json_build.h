/* Building JSON documents with jansson: a failed allocation anywhere is noticed once, at the end.
 * Texts become valid UTF-8 without control characters, whatever they were.
 * For reports; jansson's own header is needed by users. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_JSON_BUILD_H
#define RSP_JSON_BUILD_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

struct json_t;

/* All-zero is valid. */
typedef struct rsp_json_build {
    rsp_buf clean; /* for a text at a time */
    bool failed;   /* something is missing for lack of memory */
} rsp_json_build;

/* Puts a value into an object, which owns it then. A NULL object or value is a failure. */
void rsp_json_set(rsp_json_build *b, struct json_t *object, const char *key, struct json_t *value);

/* Appends a value to an array, which owns it then. A NULL array or value is a failure. */
void rsp_json_add(rsp_json_build *b, struct json_t *array, struct json_t *value);

/* Puts a number into an object; INT64_MAX stands for those above it. */
void rsp_json_number(rsp_json_build *b, struct json_t *object, const char *key, uint64_t number);

/* Puts a text into an object, cleaned as by rsp_json_string. */
void rsp_json_text(rsp_json_build *b, struct json_t *object, const char *key, rsp_bytes text);

/* A text as a value; newline and tab stay, other control characters and what is no UTF-8 become \xNN. */
struct json_t *rsp_json_string(rsp_json_build *b, rsp_bytes text);

/* What jansson calls with a piece of a document: appends it to the rsp_buf `out`, so that no text in it is a
 * command of a build service (core/text.h). -1 when the buffer fails. */
int rsp_json_append_piece(const char *text, size_t len, void *out);

/* Appends the document, indented, with a newline; frees `root` and what the builder holds. RSP_NO_MEMORY, or
 * the buffer's status. */
rsp_status rsp_json_print(rsp_json_build *b, struct json_t *root, rsp_buf *out) RSP_MUST_USE;

RSP_END_DECLS

#endif
