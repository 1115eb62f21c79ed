/* What the stub decides the end of: lists of threads, objects in windows. Replies are counted, and the time.
 * A stub that never ends one costs so many round trips, and no more.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_LONG_LIST_H
#define RSP_CLIENT_LONG_LIST_H

#include <rsp/client.h>

/* One that is being read. */
typedef struct long_list {
    const char *what; /* "the list of threads" */
    size_t num_replies;
    uint64_t until_ns;
} long_list;

/* Reading begins. */
long_list long_list_begin(const rsp_client *client, const char *what);

/* One more reply has come, and it is not the last. RSP_OK, or RSP_LIMIT with the reason. */
rsp_status long_list_goes_on(const rsp_client *client, long_list *list, rsp_error *error);

/* The same of an object that has so many bytes by now. */
rsp_status long_list_goes_on_with(const rsp_client *client, long_list *list, size_t bytes, rsp_error *error);

#endif
