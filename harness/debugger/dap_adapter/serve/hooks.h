/* Where a deliberate defect can take hold of an adapter, for the proof of suites: a few places, and none of
 * them knows which defects there are. Without hooks all of them do nothing.
 * See docs/decisions/0021-faults-beside-the-stub.md for the same of the stub. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_HOOKS_H
#define RSP_DAP_ADAPTER_HOOKS_H

#include "serve/handler.h"
#include "serve/queue.h"

/* Any of them may be NULL. `a` can be asked and told everything of handler.h. */
typedef struct adapter_hooks {
    /* Bytes as they came, before frames are looked for; may be changed. */
    void (*bytes_in)(adapter *a, rsp_buf *piece);
    /* A message as it came. May be changed; false: it is dropped. */
    bool (*message_in)(adapter *a, json_t *message);
    /* A message of ours before it gets its seq. May be changed; false: it is dropped. */
    bool (*message_out)(adapter *a, json_t *message);
    /* The frame of a message as it goes out, and what may stand around it. */
    void (*bytes_out)(adapter *a, rsp_buf *frame);
    /* The handler of a request, instead of its command's; may call that. */
    adapter_handler *(*handler)(adapter *a, const adapter_command *command, adapter_handler *serve);
    /* The waiting request that is served next, of those in the queue; `chosen` is what would be. */
    adapter_request *(*choose)(adapter *a, adapter_request *chosen);
    /* A cancel has found this request (NULL: none). False: the cancel has no effect. */
    bool (*cancel)(adapter *a, adapter_request *found);
    /* The program is about to be resumed (true), or has stopped. */
    void (*runs)(adapter *a, bool runs);
    /* Called when the session ends and everything is still there. */
    void (*end)(adapter *a);
} adapter_hooks;

/* Memory of the hooks' own, all-zero at the start, freed with the adapter. NULL without memory. The same for
 * each call; `size` is that of the first. */
void *adapter_hook_state(adapter *a, size_t size);

/* Sends bytes to the editor as they are. */
void adapter_send_bytes(adapter *a, rsp_bytes bytes);

/* Sends a message: gives it its seq, frames it. Takes `message`. */
void adapter_send(adapter *a, json_t *message);

#endif
