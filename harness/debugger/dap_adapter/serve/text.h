/* Bytes of programs as text of messages, which is UTF-8.
 * Any bytes may come; what is no character becomes U+FFFD.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_TEXT_H
#define RSP_DAP_ADAPTER_TEXT_H

#include <jansson.h>
#include <rsp/bytes.h>

/* A JSON string; NULL without memory. */
json_t *adapter_text(rsp_bytes bytes);

/* How many bytes at the end may be the beginning of a character whose rest is still to come: 0 to 3. */
size_t adapter_text_rest(rsp_bytes bytes);

#endif
