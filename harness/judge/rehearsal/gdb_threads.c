/* GDB's list of threads: qfThreadInfo, then qsThreadInfo until "l".
 * GDB asks as long as the stub goes on.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

bool gdb_list_threads(gdb *g, rsp_buf *first) {
    g->num_threads = 0;
    gdb_ask(g, "qfThreadInfo");
    for (unsigned replies = 0; g->reply.len > 0 && g->reply.ptr[0] == 'm'; replies++) {
        rsp_bytes rest = rsp_bytes_from(gdb_reply(g), 1);
        if (g->num_threads >= GDB_THREADS_MOST || replies >= GDB_THREADS_MOST)
            return gdb_fails(g, "the list of threads never ends: %s", gdb_exchange(g));
        for (; rest.len > 0; g->num_threads++) {
            rsp_bytes id = rsp_bytes_split(&rest, ',');
            if (g->num_threads == 0)
                rsp_buf_append(first, id);
        }
        gdb_ask(g, "qsThreadInfo");
    }
    return true;
}
