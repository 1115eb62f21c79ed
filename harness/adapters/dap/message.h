/* Messages of the Debug Adapter Protocol: the content of a frame as JSON, with what all of them have.
 * A message that lacks something is still a message: flags say what is there.
 * Source: DAP specification, Base Protocol. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_MESSAGE_H
#define RSP_DAP_MESSAGE_H

#include <jansson.h>
#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* The value of `type`. */
typedef enum rsp_dap_kind {
    RSP_DAP_OTHER, /* none of the three, or no object */
    RSP_DAP_REQUEST,
    RSP_DAP_RESPONSE,
    RSP_DAP_EVENT,
} rsp_dap_kind;

/* One message. Texts and `body` are borrowed from `json`. All-zero is an empty one. */
typedef struct rsp_dap_message {
    rsp_dap_kind kind;
    json_t *json; /* owned; NULL when the content is no JSON */
    bool has_seq; /* as an integer; so below */
    bool has_request_seq;
    bool has_success;
    bool success;
    int64_t seq;
    int64_t request_seq;
    const char *name; /* command or event; "" when there is none */
    const char *text; /* the short form of an error, `message`; "" */
    json_t *body;     /* `body`, of a request `arguments`; NULL */
    size_t num_bytes; /* that it takes, estimated from above */
} rsp_dap_message;

/* Reads the content of a frame. RSP_LIMIT: it nests too deeply, or takes more than RSP_LIMIT_DAP_TREE_BYTES;
 * RSP_MALFORMED: no JSON, or no object, with the reason in `error` (may be NULL); RSP_NO_MEMORY. */
rsp_status rsp_dap_message_parse(rsp_dap_message *out_message, rsp_bytes content,
                                 rsp_error *error) RSP_MUST_USE;

/* Frees it and makes it empty. */
void rsp_dap_message_free(rsp_dap_message *message);

/* Appends a JSON value as one line. */
void rsp_dap_json_append(rsp_buf *out, const json_t *value);

RSP_END_DECLS

#endif
