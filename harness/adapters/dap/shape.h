/* The shapes that messages have, as the protocol's JSON Schema says: members, their types and ranges, closed
 * enumerations. A shape is a short text, so that the table of all bodies can be read at a glance.
 * Source: debugAdapterProtocol.json. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SHAPE_H
#define RSP_DAP_SHAPE_H

#include "dap/message.h"

RSP_BEGIN_DECLS

/* Fields separated by blanks, "name:type", or "name?:type" where the field may be missing. Types:
 *   s string    z string or null    b boolean    o object    a array    m object whose values are strings or
 * null i integer   k integer or string   n number   % number from 0 to 100 c integer from 0   p integer from
 * 1   l integer up to 2^53-1   w integer from -(2^53-1) to 2^53-1 {FIELDS} an object   @NAME an object of a
 * named type   (a|b) one of these strings [FIELDS] an array of objects   [TYPE] an array of a type without a
 * name before it: [s], [@Source] A shape is fields or "@NAME"; "? " before it: the whole may be missing. */

/* A member that does not fit: where, "body.breakpoints[0].line", and what is wrong, "is \"3\", no integer".
 * Both are valid during the call. */
typedef void rsp_dap_misfit(void *ctx, const char *path, const char *why);

/* Holds a value (NULL: it is not there) against a shape and tells each member that does not fit. `root`
 * begins the paths. */
void rsp_dap_shape_check(const char *shape, const json_t *value, const char *root, rsp_dap_misfit *tell,
                         void *ctx);

/* Whether it fits; else appends the first member that does not, and why. */
bool rsp_dap_shape_fits(const char *shape, const json_t *value, rsp_buf *problem);

/* One field of a shape. */
typedef struct rsp_dap_field {
    rsp_bytes name;
    rsp_bytes type; /* as above, never empty */
    bool optional;
} rsp_dap_field;

/* Takes the next field off a shape; false at its end. */
bool rsp_dap_shape_next(rsp_bytes *shape, rsp_dap_field *out_field);

/* The shape of the body of a response or event, of the arguments of a request of the adapter; NULL: any. */
const char *rsp_dap_shape_of(rsp_dap_kind kind, const char *name);

/* The shape of what every message of a kind has beside seq and body. */
const char *rsp_dap_shape_of_kind(rsp_dap_kind kind);

/* The shape of the body of a response without success. */
const char *rsp_dap_shape_of_error(void);

/* The shape of a named type; NULL: there is none of that name. */
const char *rsp_dap_shape_of_type(rsp_bytes name);

RSP_END_DECLS

#endif
