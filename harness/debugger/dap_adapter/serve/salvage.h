/* The number and the command of a request whose content cannot be read as JSON, so that it gets an answer.
 * Only what stands at the top level counts.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_SALVAGE_H
#define RSP_DAP_ADAPTER_SALVAGE_H

#include <jansson.h>
#include <rsp/bytes.h>

/* {"seq":N, "command":"X"}; NULL when there is no number, or it says that it is no request. */
json_t *adapter_salvage(rsp_bytes content);

#endif
