/* A thread's id is that of the system; its name is made of it.
 * Source: DAP specification, Threads.
 * See threads.h. */
/* SPDX-License-Identifier: MIT */
#include "look/threads.h"

#include <inttypes.h>
#include <stdio.h>

rsp_status look_threads(adapter_call *call) {
    const rsp_ptid *threads;
    size_t num;
    json_t *array = json_array();
    rsp_status status = adapter_threads(call->adapter, &threads, &num);
    for (size_t i = 0; status == RSP_OK && i < num; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "thread %" PRId64, threads[i].tid);
        (void)json_array_append_new(array, json_pack("{s:I, s:s}", "id",
                                                     (json_int_t)adapter_thread_id(call->adapter, threads[i]),
                                                     "name", name));
    }
    call_set(call, "threads", array);
    return status;
}
