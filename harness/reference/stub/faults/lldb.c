/* Faults of LLDB's lists: processes, users, signals, plug-ins. And of osdata, GDB's list of lists.
 * Modules, and attaching by a name. Most are texts.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/row.h"
#include "faults/target.h"

#include "run_state.h"

#define PROCESS_REPLIES(id, find, become)                                               \
    REPLY(id, QF_PROCESS_INFO, find, become), REPLY(id, QS_PROCESS_INFO, find, become), \
        REPLY(id, QPROCESS_INFO_PID, find, become)

#define READ_REQUESTS(id, find, become) \
    REQUEST(id, READ_MEMORY, find, become), REQUEST(id, READ_BINARY, find, become)

static void begin_anew(stub_service *t) {
    t->s->listed_process = 0;
    t->args = rsp_bytes_make(NULL, 0);
    t->kind = stub_on_first_process(t->s, t->args, t->reply);
}

static size_t count_objects(rsp_bytes json) {
    size_t num = 0;
    for (size_t i = 0; i < json.len; i++)
        num += json.ptr[i] == '{';
    return num;
}

static void all_or_nothing(stub_service *t) {
    stub_serve(t);
    if (count_objects(rsp_buf_bytes(t->reply)) < count_objects(t->args))
        stub_answer(t, "E01");
}

static void old_ones_too(stub_service *t) {
    t->kind = stub_on_attach_or_wait(t->s, t->args, t->reply);
}

static bool attachable_by_any_name(void *t, int64_t after, int64_t *out, rsp_buf *path) {
    rsp_stub *s = t;
    bool more = STUB_REAL(s, attachable_next, after, out, path);
    if (more) {
        rsp_buf_clear(path);
        rsp_buf_append(path, rsp_buf_bytes(&s->run->awaited));
    }
    return more;
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
    REPLY_PLACES(LLDB_SIGNALS_NAMELESS, JSIGNALS_INFO, ":\"SIGUSR1\"", ":\"\""),
    REPLY_PLACES(LLDB_SIGNALS_TWICE, JSIGNALS_INFO, ":30,", ":31,"),
    REPLY(LLDB_MODULE_OTHER_ID, QMODULE_INFO, "uuid:%h;%*", "uuid:3132;%2"),
    REPLY(LLDB_MODULE_DECIMAL, QMODULE_INFO, "%*file_size:%x;", "%1file_size:%D2;"),
    REPLY(LLDB_MODULE_ANY, QMODULE_INFO, "E01", "md5:30;triple:30;file_path:30;file_offset:0;file_size:0;"),
    CALL(LLDB_MODULES_MISSING_TOLD, JMODULES_INFO, all_or_nothing),
    REPLY_PLACES(LLDB_MODULES_UNESCAPED, JMODULES_INFO, "}]", "}"),
    CALL(LLDB_ATTACH_WAIT_OLD, VATTACH_WAIT, old_ones_too),
    INSTEAD(LLDB_ATTACH_OR_WAIT_UNTOLD, VATTACH_OR_WAIT_SUPPORTED, "", ""),
    TARGET(LLDB_ATTACH_NAME_ANY, .attachable_next = attachable_by_any_name),
    INSTEAD(LLDB_SIZE_HALF_ZERO, QSET_STDIO_SIZE, "cols=%u;rows=0", "OK"),
    INSTEAD(LLDB_SIZE_ZERO_REFUSED, QSET_STDIO_SIZE, "cols=0;rows=0", "E16"),
    INSTEAD(LLDB_VERSION_NAMELESS, QGDB_SERVER_VERSION, "%*", "version:1;"),
    REPLY(LLDB_LIBRARY_PLACE_PREFIXED, QSHLIB_INFO_ADDR, "%x", "0x%x1"),
    REPLY_PLACES(LLDB_ACCELERATOR_NAMELESS, JACCELERATOR_INITIALIZE, "\"plugin_name\":\"stubborn\"",
                 "\"plugin_name\":\"\""),
    REPLY_PLACES(LLDB_ACCELERATOR_TWO_PLACES, JACCELERATOR_INITIALIZE,
                 "\"symbol_names\":", "\"by_address\":{\"load_address\":1}],\"symbol_names\":"),
    REPLY(LLDB_ACCELERATOR_ANYBODY, JACCELERATOR_HIT, "E%*",
          "{\"disable_bp\":true,\"auto_resume_native\":true}]"),
    REPLY_PLACES(LLDB_ACCELERATOR_UNSAID, JACCELERATOR_HIT, ",\"auto_resume_native\":true", ""),
    REPLY_PLACES(LLDB_SPACES_TWINS, JADDRESS_SPACES, "\"name\":\"registers\"", "\"name\":\"memory\""),
    REQUEST(LLDB_SPACE_OVERLOOKED, READ_BINARY, "%x,%x;%*", "%1,%2"),
    READ_REQUESTS(LLDB_SPACE_ZERO, "%x,%x;address_space:0;", "%1,%2;address_space:fff0;"),
    READ_REQUESTS(LLDB_SPACE_ANY, "%x,%x;address_space:%X;%*", "%1,%2"),
    READ_REQUESTS(LLDB_SPACE_DECIMAL, "%x,%x;address_space:%u;%*", "%1,%2;address_space:%x3;%4"),
    REPLY(LLDB_REGION_UNENDED, QMEMORY_REGION_INFO, "start:%x;size:%x;permissions:%*;%*;",
          "start:%1;size:%2;permissions:%3;%4"),
    REPLY_PLACES(LLDB_REGION_KEY_NAMED, QMEMORY_REGION_INFO, "protection-key:0;", "protection-key:default;"),
    REPLY_PLACES(LLDB_RECENT_REVERSED, JTHREADS_INFO, "\"bytes\":\"%h\"", "\"bytes\":\"%s1\""),
    REPLY_PLACES(LLDB_RECENT_NONE, JTHREADS_INFO, "\"memory\":", "\"heap\":"),
    INSTEAD(LLDB_STATE_WORD, JDYLD_STATE, "%*", "initialized"),
    INSTEAD(LLDB_PLUGINS_OBJECT, QSTRUCTURED_DATA, "%*", "{}"),
    REPLY_TO(OSDATA_CUT, QXFER_OSDATA_READ, "cpus:%*", "%*", "E00"),
};
STUB_FAULT_TABLE(stub_lldb_faults, rows);
