/* GDB's list of threads: qfThreadInfo, then qsThreadInfo until "l". GDB asks as long as the stub goes on.
 * What is said of a thread is read as hex digits, whatever it is.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include "core/hex.h"

void gdb_thread_is(gdb *g, rsp_bytes id) {
    const size_t most = sizeof g->threads.current - 1;
    const size_t len = id.len < most ? id.len : most;
    if (len > 0)
        memcpy(g->threads.current, id.ptr, len);
    g->threads.current[len] = '\0';
}

bool gdb_list_threads(gdb *g, rsp_buf *first) {
    g->threads.num = 0;
    gdb_ask(g, "qfThreadInfo");
    g->threads.listed = g->reply.len > 0 && !g->silent;
    for (unsigned replies = 0; g->reply.len > 0 && g->reply.ptr[0] == 'm'; replies++) {
        rsp_bytes rest = rsp_bytes_from(gdb_reply(g), 1);
        if (g->threads.num >= GDB_THREADS_MOST || replies >= GDB_THREADS_MOST)
            return gdb_fails(g, "the list of threads never ends: %s", gdb_exchange(g));
        for (; rest.len > 0; g->threads.num++) {
            rsp_bytes id = rsp_bytes_split(&rest, ',');
            if (g->threads.num == 0)
                rsp_buf_append(first, id);
        }
        gdb_ask(g, "qsThreadInfo");
    }
    return true;
}

bool gdb_ask_about_thread(gdb *g) {
    if (!*g->threads.current || g->threads_in_xml)
        return true;
    gdb_ask(g, "qThreadExtraInfo,%s", g->threads.current);
    const rsp_bytes r = gdb_reply(g);
    for (size_t i = 0; i < r.len - r.len % 2; i++)
        if (rsp_hex_value(r.ptr[i]) < 0)
            return gdb_fails(g, "Invalid hex digit %u: %s", r.ptr[i], gdb_exchange(g));
    return true;
}
