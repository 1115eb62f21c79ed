/* The shapes that bodies of messages have, as the protocol's JSON Schema says: required members, their types,
 * closed enumerations. A shape is a short text, so that the table of all bodies can be read at a glance.
 * Source: debugAdapterProtocol.json. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SHAPE_H
#define RSP_DAP_SHAPE_H

#include "dap/message.h"

RSP_BEGIN_DECLS

/* Fields separated by blanks, "name:type", or "name?:type" where the field may be missing. Types: s string,
 * i integer, n number, b boolean, o object, a array, [FIELDS] an array of objects, {FIELDS} an object,
 * (a|b) one of these strings. Returns true when `value` has the shape, else appends what is wrong. */
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

RSP_END_DECLS

#endif
