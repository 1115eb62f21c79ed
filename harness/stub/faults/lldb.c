/* Faults of LLDB's lists: processes, users, signals, plug-ins. And of osdata, GDB's list of lists.
 * All are texts.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/row.h"

#define PROCESS_REPLIES(id, find, become)                                               \
    REPLY(id, QF_PROCESS_INFO, find, become), REPLY(id, QS_PROCESS_INFO, find, become), \
        REPLY(id, QPROCESS_INFO_PID, find, become)

static void begin_anew(stub_service *t) {
    t->s->listed_process = 0;
    t->args = rsp_bytes_make(NULL, 0);
    t->kind = stub_on_first_process(t->s, t->args, t->reply);
}

static const stub_fault_row rows[] = {
    PROCESS_REPLIES(LLDB_PROCESS_HEX, "pid:%u;%*", "pid:%x1;%2"),
    CALL(LLDB_PROCESS_AGAIN, QS_PROCESS_INFO, begin_anew),
    REQUEST(LLDB_PROCESS_UNFILTERED, QF_PROCESS_INFO, "%*", ""),
    PROCESS_REPLIES(LLDB_PROCESS_NAME_PLAIN, "%*name:%h;%*", "%1name:%p2;%3"),
    REPLY(LLDB_USER_PLAIN, QUSER_NAME, "%h", "%p1"),
    INSTEAD(LLDB_USER_ANY, QUSER_NAME, "%*", "726f6f74"),
    REPLY_PLACES(LLDB_SIGNALS_FOREIGN, JSIGNALS_INFO, ":2,", ":14,"),
    REPLY(LLDB_SIGNALS_OBJECT, JSIGNALS_INFO, "[%*", "{}\n"),
    INSTEAD(LLDB_PLUGINS_OBJECT, QSTRUCTURED_DATA, "%*", "{}"),
    REPLY_TO(OSDATA_CUT, QXFER_OSDATA_READ, "cpus:%*", "%*", "E00"),
};
STUB_FAULT_TABLE(stub_lldb_faults, rows);
