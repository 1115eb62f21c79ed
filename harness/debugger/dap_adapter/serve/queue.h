/* Requests that wait, in the order in which they came, and which of them may be served now.
 * A request waits for earlier ones that it has to do with (adapter_matter), and for no others.
 * Bounded: beyond its limit the editor is not read any further. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_QUEUE_H
#define RSP_DAP_ADAPTER_QUEUE_H

#include "serve/handler.h"
#include "serve/progress.h"

/* One request that has no response yet. */
typedef struct adapter_request {
    struct adapter_request *next;
    int64_t seq;
    json_t *message;                /* owned */
    const char *name;               /* its command, as the editor wrote it; borrowed from the message */
    const adapter_command *command; /* NULL: we have none of that name */
    size_t bytes;                   /* of the message */
    uint64_t came_ns;
    uint64_t handle;           /* of a reply that was put off; 0 */
    adapter_progress progress; /* while it is in work */
    bool active;               /* in work */
    bool nested;               /* in work while another one waits */
    bool cancelled;            /* given up, by the editor or for a resume */
} adapter_request;

/* All-zero is empty. */
typedef struct adapter_queue {
    adapter_request *first; /* waiting and in work, in order */
    adapter_request *last;
    size_t num;
    size_t num_bytes; /* about what they take */
} adapter_queue;

/* Appends a request, which takes `message`; NULL without memory, and `message` is freed. */
adapter_request *adapter_queue_add(adapter_queue *queue, const rsp_mem *mem, json_t *message, size_t bytes);

/* Takes a request out and frees it. */
void adapter_queue_remove(adapter_queue *queue, const rsp_mem *mem, adapter_request *request);

/* Frees all. */
void adapter_queue_free(adapter_queue *queue, const rsp_mem *mem);

/* The request with this number that has no response yet; NULL. */
adapter_request *adapter_queue_find(const adapter_queue *queue, int64_t seq);

/* The request in work whose progress has this id; NULL. */
adapter_request *adapter_queue_find_progress(const adapter_queue *queue, const char *id);

/* The next one to be served. `beside`: only one that may be served while another is in work. NULL: none. */
adapter_request *adapter_queue_choose(const adapter_queue *queue, bool beside);

/* Whether nothing more may be taken in for now. */
bool adapter_queue_is_full(const adapter_queue *queue);

#endif
