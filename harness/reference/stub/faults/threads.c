/* Faults of threads: listings, H, T, qC and LLDB's JSON.
 * Those of their ids are in ids.c.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"
#include "faults/row.h"
#include "faults/target.h"

#include "ids.h"
#include "live_threads.h"
#include "run_state.h"
#include "selected_thread.h"

#include <inttypes.h>
#include <rsp/packet_ids.h>

/* The end of one process forgets the threads of all. */
static bool forget_alive(void *t, rsp_ptid thread) {
    rsp_stub *s = t;
    return s->run->last_end.thread.pid == 0 && STUB_REAL(s, thread_alive, thread);
}

static void name_of_main(void *t, rsp_ptid thread, rsp_buf *out) {
    rsp_stub *s = t;
    if (stub_serving(s, stub_on_jthreads_info) || stub_serving(s, stub_on_jthread_extended_info))
        (void)stub_first_thread(s, 0, &thread);
    STUB_REAL(s, thread_name, thread, out);
}

/* "g<id>" or "c<id>" of H. */
static bool take_selection(const stub_service *t, char op, rsp_ptid *id) {
    rsp_bytes rest = t->args;
    return rsp_take_byte(&rest, (uint8_t)op) && rsp_ptid_parse(id, rest) == RSP_OK;
}

static void hc_selects(stub_service *t) {
    rsp_ptid id;
    bool ours = take_selection(t, 'c', &id);
    stub_serve(t);
    if (ours && stub_replies(t, RSP_LIT("OK")) && t->s->resume.tid > 0)
        t->s->general = t->s->resume;
}

static void select_first(stub_service *t) {
    rsp_ptid id;
    bool ours = take_selection(t, 'g', &id);
    stub_serve(t);
    if (ours && stub_refused(t))
        t->s->general = id;
}

static void selection_ignored(stub_service *t) {
    rsp_ptid selected = t->s->general;
    rsp_ptid id;
    bool ours = take_selection(t, 'g', &id);
    stub_serve(t);
    if (ours)
        t->s->general = selected;
}

static void extended_on_sight(stub_service *t) {
    if (t->args.len > 1 && t->args.ptr[1] == 'p')
        stub_agree(t->s, STUB_AGREED_MULTIPROCESS, true);
    stub_serve(t);
}

static bool seems_alive(const rsp_stub *s, rsp_ptid id) {
    return (stub_fault(s, RSP_FAULT_THR_NEVER_PRUNED) && id.tid == s->faults.run.former.tid) ||
           (stub_fault(s, RSP_FAULT_ROBUST_STALE_THREAD) && id.tid < (s->run->reported.tid | 0xff));
}

static void alive(stub_service *t) {
    rsp_ptid id;
    bool good = rsp_ptid_parse(&id, t->args) == RSP_OK;
    stub_serve(t);
    if (good && stub_refused(t) && seems_alive(t->s, id))
        stub_answer(t, "OK");
}

/* Only the threads of the selected process stay in the list. */
static void list_one_process(stub_service *t) {
    stub_serve(t);
    rsp_buf kept = {.mem = t->s->opt.mem};
    rsp_bytes rest = rsp_bytes_from(rsp_buf_bytes(t->reply), 1);
    while (stub_replies(t, RSP_LIT("m")) && rest.len > 0) {
        rsp_ptid id = {0, 0};
        rsp_bytes text = rsp_bytes_split(&rest, ',');
        if (rsp_ptid_parse(&id, text) == RSP_OK && id.pid && t->s->general.pid && id.pid != t->s->general.pid)
            continue;
        rsp_buf_push(&kept, kept.len ? ',' : 'm');
        rsp_buf_append(&kept, text);
    }
    if (stub_replies(t, RSP_LIT("m"))) {
        stub_answer(t, kept.len ? "" : "l");
        rsp_buf_append(t->reply, rsp_buf_bytes(&kept));
    }
    rsp_buf_free(&kept);
}

static void skips_at_chunk(stub_service *t) {
    stub_serve(t);
    if (t->s->run->listing)
        (void)stub_next_thread(t->s, &t->s->run->listed);
}

static void last_chunk_l(stub_service *t) {
    stub_serve(t);
    if (!t->s->run->listing && stub_replies(t, RSP_LIT("m")))
        t->reply->ptr[0] = 'l';
}

static void not_restarted(stub_service *t) {
    if (t->s->run->listed.tid != 0)
        stub_on_next_threads(t->s, t->args, t->reply);
    else
        stub_serve(t);
}

/* An id that nobody has any more, or never had, goes before the others of the last chunk. */
static void list_nobody(stub_service *t) {
    rsp_stub *s = t->s;
    rsp_ptid nobody = s->faults.run.former;
    rsp_ptid found;
    stub_serve(t);
    if (s->run->listing || !stub_replies(t, RSP_LIT("m")))
        return;
    if (stub_fault(s, RSP_FAULT_THR_FIRST_IS_NOBODY)) {
        (void)stub_first_thread(s, 0, &nobody);
        nobody.tid = 0x7fff;
    } else if (nobody.tid == 0 || stub_resolve_thread(s, nobody, &found) == RSP_OK) {
        return;
    }
    stub_answer(t, "m");
    stub_append_ptid(s, t->reply, nobody);
    for (rsp_ptid thread = {0, 0}; stub_next_thread(s, &thread);) {
        rsp_buf_push(t->reply, ',');
        stub_append_ptid(s, t->reply, thread);
    }
}

/* The request about another thread, in the form of its packet. */
static void serve_about(stub_service *t, rsp_ptid thread) {
    rsp_buf *text = stub_new_request(t);
    rsp_buf_clear(t->reply);
    rsp_buf_append(text, rsp_packet_by_id(t->id)->name);
    if (t->id == RSP_PACKET_JTHREAD_EXTENDED_INFO) {
        rsp_buf_printf(text, ":{\"thread\":%" PRId64 "}]", thread.tid);
    } else if (t->id == RSP_PACKET_QTHREAD_STOP_INFO) {
        rsp_hex_append_u64(text, (uint64_t)thread.tid);
    } else {
        rsp_buf_push(text, ',');
        rsp_ptid_append(text, thread, thread.pid > 0);
    }
    stub_bend(t);
    stub_serve(t);
}

static void stale_information(stub_service *t) {
    rsp_ptid first;
    stub_serve(t);
    if ((stub_replies(t, RSP_LIT("E03")) || stub_replies(t, RSP_LIT("E.no such thread"))) &&
        stub_first_thread(t->s, 0, &first))
        serve_about(t, first);
}

static void information_of_selected(stub_service *t) {
    rsp_ptid selected;
    stub_serve(t);
    if (!stub_refused(t) && stub_general_thread(t->s, &selected) == RSP_OK)
        serve_about(t, selected);
}

static void same_stop_info(stub_service *t) {
    stub_serve(t);
    if (!stub_refused(t) && t->s->run->reported.tid)
        serve_about(t, t->s->run->reported);
}

/* The thread of a suffix stays selected. */
static void suffix_selects(stub_service *t) {
    const rsp_bytes key = RSP_LIT(";thread:");
    rsp_bytes request = t->s->request;
    size_t at = rsp_bytes_search(request, key);
    rsp_ptid id;
    stub_serve(t);
    if (at == request.len || stub_refused(t))
        return;
    rsp_bytes text = rsp_bytes_from(request, at + key.len);
    text = rsp_bytes_sub(text, 0, rsp_bytes_index(text, ';'));
    if (rsp_ptid_parse(&id, text) == RSP_OK && stub_resolve_thread(t->s, id, &id) == RSP_OK)
        t->s->general = id;
}

static void dangling(stub_service *t) {
    rsp_stub *s = t->s;
    if (s->general.tid > 0 && !s->opt.ops->thread_alive(s->opt.target, s->general))
        s->general = (rsp_ptid){0, 0};
    stub_serve(t);
}

#define BOTH_LISTS(id, serve) CALL(id, QF_THREAD_INFO, serve), CALL(id, QS_THREAD_INFO, serve)
#define ALL_JSON(EDIT, id, find, become) \
    EDIT(id, JTHREADS_INFO, find, become), EDIT(id, JTHREAD_EXTENDED_INFO, find, become)

static const stub_fault_row rows[] = {
    INSTEAD(THR_LIST_EMPTY, QF_THREAD_INFO, "", "l"),
    INSTEAD(THR_SELECTION_ECHOED, SELECT_THREAD, "%*", "H%1"),
    INSTEAD(THR_ALL_REFUSED, SELECT_THREAD, "c%*-1", "E03"),
    CALL(THR_HC_SELECTS, SELECT_THREAD, hc_selects),
    CALL(THR_SELECT_FIRST, SELECT_THREAD, select_first),
    CALL(THR_SELECTION_IGNORED, SELECT_THREAD, selection_ignored),
    CALL(MP_EXTENDED_ON_SIGHT, SELECT_THREAD, extended_on_sight),
    REQUEST(THR_ANY_OPERATION, SELECT_THREAD, "c%*", NULL),
    REQUEST(THR_ANY_OPERATION, SELECT_THREAD, "%?%*", "g%2"),
    REQUEST(MP_ONE_OF_ALL_FOUND, SELECT_THREAD, "%?p-1.%*", "%1%2"),
    REQUEST(MP_ONE_OF_ALL_FOUND, THREAD_ALIVE, "p-1.%*", "%1"),
    REQUEST(MP_ALL_IS_ANYBODY, SELECT_THREAD, "gp%x.-1", "g0"),
    INSTEAD(MP_ZERO_REFUSED, SELECT_THREAD, "gp0.0", "E01"),
    INSTEAD(MP_ONLY_SELECT_EXTENDED, THREAD_ALIVE, "p%*", "E01"),
    REPLY_TO(THR_ALWAYS_ALIVE, THREAD_ALIVE, "%x", "E%*", "OK"),
    REPLY_TO(THR_ALWAYS_ALIVE, THREAD_ALIVE, "p%x.%x", "E%*", "OK"),
    CALL(THR_NEVER_PRUNED, THREAD_ALIVE, alive),
    CALL(ROBUST_STALE_THREAD, THREAD_ALIVE, alive),
    INSTEAD(STD_OK_TO_QUERIES, QC, "%*", "OK"),
    INSTEAD(STD_OK_TO_QUERIES, QF_THREAD_INFO, "%*", "OK"),
    REPLY(THR_QC_DECIMAL, QC, "QC%x", "QC%d1"),
    REPLY(THR_QC_DECIMAL, QC, "QCp%x.%x", "QC%d2"),
    REPLY(THR_QC_LEADER, QC, "QCp%x.%x", "QCp%1.%1"),
    REPLY(MP_QC_PLAIN, QC, "QCp%x.%x", "QC%2"),
    BOTH_LISTS(MP_LIST_ONE_PROCESS, list_one_process),
    BOTH_LISTS(THR_SKIPS_AT_CHUNK, skips_at_chunk),
    BOTH_LISTS(THR_LAST_CHUNK_L, last_chunk_l),
    CALL(THR_LISTING_NOT_RESTARTED, QF_THREAD_INFO, not_restarted),
    BOTH_LISTS(THR_ENDED_COMES_FIRST, list_nobody),
    BOTH_LISTS(THR_FIRST_IS_NOBODY, list_nobody),
    CALL(ROBUST_STALE_INFORMATION, QTHREAD_EXTRA_INFO, stale_information),
    CALL(ROBUST_STALE_INFORMATION, JTHREAD_EXTENDED_INFO, stale_information),
    CALL(THR_EXTRA_INFO_OF_SELECTED, QTHREAD_EXTRA_INFO, information_of_selected),
    REPLY(THR_EXTRA_INFO_PLAIN, QTHREAD_EXTRA_INFO, "%h", "%p1"),
    CALL(LLDB_SAME_STOP_INFO, QTHREAD_STOP_INFO, same_stop_info),
    ALL_JSON(REPLY_PLACES, LLDB_JSON_HEX_TID, "\"tid\":%u", "\"tid\":\"%x1\""),
    ALL_JSON(REPLY, LLDB_JSON_UNESCAPED, "%*", "%u1"),
    INSTEAD(LLDB_EXTENDED_INFO_UNPROBED, JTHREAD_EXTENDED_INFO, "", "E16"),
    CALL(LLDB_SUFFIX_SELECTS, EVERY, suffix_selects),
    CALL(MP_DANGLING, EVERY, dangling),
    TARGET(LLDB_JSON_NAME_OF_MAIN, .thread_name = name_of_main),
    TARGET(MP_ALL_FORGOTTEN, .thread_alive = forget_alive),
};
STUB_FAULT_TABLE(stub_thread_faults, rows);
