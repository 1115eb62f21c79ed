/* Faults of qXfer: windows cut wrongly, objects made wrongly, snapshots kept too long or not at all.
 * Operations in front of the target's change what an object holds, rows change what a window holds.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/pattern.h"
#include "faults/row.h"
#include "faults/target.h"

#include "xfer.h"

#include "codec/qxfer.h"

static bool take_read(const stub_service *t, rsp_qxfer *out) {
    return rsp_qxfer_parse(out, t->s->request, NULL) == RSP_OK &&
           rsp_bytes_equal(out->operation, RSP_LIT("read"));
}

static void serve_built(stub_service *t, const rsp_qxfer *request) {
    rsp_buf_clear(t->reply);
    rsp_qxfer_build(stub_new_request(t), request);
    stub_serve_bent(t);
}

static bool is_data(const stub_service *t) {
    return t->reply->len > 1 && (t->reply->ptr[0] == 'm' || t->reply->ptr[0] == 'l');
}

static void empty_more(stub_service *t) {
    rsp_qxfer r;
    bool *ended = &t->s->faults.objects.ended;
    *ended = *ended && take_read(t, &r) && r.offset > 0;
    stub_serve(t);
    bool last = stub_replies(t, RSP_LIT("l"));
    if (last && (is_data(t) || !*ended))
        t->reply->ptr[0] = 'm';
    *ended = *ended || last;
}

/* Beyond the end, where one byte before there is no data either, the start is given. */
static void past_end(stub_service *t) {
    rsp_qxfer r;
    bool good = take_read(t, &r) && r.offset > 0;
    stub_serve(t);
    if (!good || !rsp_bytes_equal(rsp_buf_bytes(t->reply), RSP_LIT("l")))
        return;
    r.offset--;
    r.length = 1;
    serve_built(t, &r);
    if (is_data(t)) {
        stub_answer(t, "l");
        return;
    }
    r.offset = 0;
    serve_built(t, &r);
    t->reply->ptr[0] = 'l';
}

static void regenerated(stub_service *t) {
    stub_xfer_connect(t->s);
    stub_serve(t);
}

/* A read from 0 of what was not read to its end is one from 1, of the old snapshot, behind the old first
 * byte. */
static void stale(stub_service *t) {
    stub_fault_state *f = &t->s->faults;
    rsp_qxfer r;
    if (!take_read(t, &r)) {
        stub_serve(t);
        return;
    }
    rsp_bytes key = rsp_bytes_sub(t->s->request, 0, (size_t)(r.annex.ptr + r.annex.len - t->s->request.ptr));
    bool same = rsp_bytes_equal(key, rsp_buf_bytes(&f->objects.key));
    if (r.offset == 0 && r.length > 1 && same && !f->objects.ended) {
        r.offset = 1;
        r.length--;
        serve_built(t, &r);
        rsp_buf text = {.mem = t->s->opt.mem};
        rsp_buf_str(&text, "m<");
        rsp_buf_append(&text, rsp_bytes_from(rsp_buf_bytes(t->reply), 1));
        if (stub_replies(t, RSP_LIT("m")))
            stub_answer_text(t, &text);
        rsp_buf_free(&text);
    } else {
        rsp_buf_clear(&f->objects.key);
        rsp_buf_append(&f->objects.key, key);
        stub_serve(t);
    }
    f->objects.ended = stub_replies(t, RSP_LIT("l"));
}

static void annex_stray(stub_service *t) {
    stub_serve(t);
    if (!stub_replies(t, RSP_LIT("E00")) && !stub_replies(t, RSP_LIT("E.no such annex")))
        return;
    rsp_buf_str(t->s->out, "9+");
    stub_answer_nothing(t);
}

static void names_lag(stub_service *t) {
    t->s->faults.objects.named_before = (rsp_ptid){0, 0};
    stub_serve(t);
}

static void name_before(void *t, rsp_ptid thread, rsp_buf *out) {
    rsp_stub *s = t;
    rsp_ptid before = s->faults.objects.named_before;
    bool lags = stub_serving(s, stub_on_qxfer) && before.tid > 0;
    s->faults.objects.named_before = thread;
    STUB_REAL(s, thread_name, lags ? before : thread, out);
}

/* What the target gives, changed as text: the first place that fits, in an object of one kind. */
static const struct {
    rsp_fault fault;
    rsp_target_object object;
    const char *find;
    const char *become;
} spoilers[] = {
    {RSP_FAULT_XFER_EXEC_RELATIVE, RSP_OBJECT_EXEC_FILE, "/%*", "%1"},
    {RSP_FAULT_XFER_MAP_OVERLAPS, RSP_OBJECT_MEMORY_MAP, "%*</memory-map>",
     "%1<memory type=\"rom\" start=\"0x10000\" length=\"0x1000\"/></memory-map>"},
    {RSP_FAULT_XFER_LIBRARY_EMPTY, RSP_OBJECT_LIBRARIES, "%*</library-list>",
     "%1<library name=\"x\"/></library-list>"},
    {RSP_FAULT_STOP_LIBRARY_STALE, RSP_OBJECT_LIBRARIES, "%*", "<library-list></library-list>"},
    {RSP_FAULT_XFER_SVR4_INCOMPLETE, RSP_OBJECT_LIBRARIES_SVR4, "%*",
     "<library-list-svr4 version=\"1.0\"><library name=\"x\" lm=\"0x1\" "
     "l_addr=\"0x0\"/></library-list-svr4>"},
};

static void spoil(const rsp_stub *s, rsp_target_object object, rsp_buf *content) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(spoilers); i++) {
        stub_gaps gaps = {.num = 0};
        rsp_buf text = {.mem = s->opt.mem};
        if (stub_fault(s, spoilers[i].fault) && spoilers[i].object == object &&
            stub_match(spoilers[i].find, rsp_buf_bytes(content), &gaps)) {
            stub_fill_template(&text, spoilers[i].become, &gaps);
            rsp_buf_clear(content);
            rsp_buf_append(content, rsp_buf_bytes(&text));
        }
        rsp_buf_free(&text);
    }
}

static rsp_status read_spoilt(void *t, rsp_ptid thread, rsp_target_object object, rsp_bytes annex,
                              rsp_buf *out) {
    rsp_stub *s = t;
    rsp_status status = STUB_REAL(s, read_object, thread, object, annex, out);
    if (status == RSP_OK)
        spoil(s, object, out);
    return status;
}

static rsp_status read_of_leader(void *t, rsp_ptid thread, rsp_target_object object, rsp_bytes annex,
                                 rsp_buf *out) {
    rsp_stub *s = t;
    if (object == RSP_OBJECT_SIGINFO)
        thread.tid = thread.pid;
    return STUB_REAL(s, read_object, thread, object, annex, out);
}

static rsp_status read_all_but_one(void *t, rsp_ptid thread, rsp_target_object object, rsp_bytes annex,
                                   rsp_buf *out) {
    rsp_stub *s = t;
    rsp_status status = STUB_REAL(s, read_object, thread, object, annex, out);
    size_t last = out->len;
    for (size_t at = 0; object == RSP_OBJECT_OSDATA && at < out->len; at++)
        if (rsp_bytes_starts(rsp_bytes_from(rsp_buf_bytes(out), at), RSP_LIT("<item>")))
            last = at;
    if (last < out->len) {
        rsp_buf_truncate(out, last);
        rsp_buf_str(out, "</osdata>");
    }
    return status;
}

/* An object that is read once and then kept, for all processes or for one. */
static rsp_status read_kept(void *t, rsp_ptid thread, rsp_target_object object, rsp_bytes annex,
                            rsp_buf *out) {
    rsp_stub *s = t;
    stub_fault_objects *kept = &s->faults.objects;
    bool shared = stub_fault(s, RSP_FAULT_MP_OBJECTS_SHARED);
    if (shared ? object == RSP_OBJECT_OSDATA : object != RSP_OBJECT_EXEC_FILE)
        return STUB_REAL(s, read_object, thread, object, annex, out);
    if (kept->kept.len == 0 || kept->kept_kind != (int)object || (kept->kept_pid != thread.pid && !shared)) {
        kept->kept_kind = (int)object;
        kept->kept_pid = thread.pid;
        rsp_buf_clear(&kept->kept);
        rsp_status status = STUB_REAL(s, read_object, thread, object, annex, &kept->kept);
        if (status != RSP_OK) {
            rsp_buf_clear(&kept->kept);
            return status;
        }
    }
    rsp_buf_append(out, rsp_buf_bytes(&kept->kept));
    return out->status;
}

/* The registers as the description tells them: one left out, or one with the number of another. */
static const rsp_register_set *describe_registers(void *t) {
    enum { DOUBLED = 7, MISSING = 9 };
    rsp_stub *s = t;
    const rsp_register_set *real = s->faults.real->register_set(s->faults.target);
    rsp_buf *list = &s->faults.objects.registers;
    if (!stub_serving(s, stub_on_qxfer) || real->num <= MISSING)
        return real;
    rsp_buf_clear(list);
    rsp_buf_append(list, rsp_bytes_make(real->registers, real->num * sizeof(rsp_register)));
    rsp_register *registers = (rsp_register *)(void *)list->ptr;
    s->faults.objects.register_set = *real;
    s->faults.objects.register_set.registers = registers;
    if (stub_fault(s, RSP_FAULT_XFER_DUPLICATE_REGNUM)) {
        registers[DOUBLED].regnum--;
    } else {
        memmove(&registers[MISSING], &registers[MISSING + 1], (real->num - MISSING - 1) * sizeof *registers);
        s->faults.objects.register_set.num--;
    }
    return &s->faults.objects.register_set;
}

#define WINDOW "%*:read:%*:%x,%x"

static const stub_fault_row rows[] = {
    REPLY(XFER_ALWAYS_LAST, QXFER, "m%?%*", "l%1%2"),
    CALL(XFER_EMPTY_MORE, QXFER, empty_more),
    REPLY(XFER_END_IS_ERROR, QXFER, "l", "E01"),
    CALL(XFER_PAST_END, QXFER, past_end),
    REQUEST(XFER_OFFSET_IGNORED, QXFER, WINDOW, "%1:read:%2:0,%4"),
    REQUEST(XFER_LENGTH_IGNORED, QXFER, WINDOW, "%1:read:%2:%3,fffff"),
    REQUEST(XFER_DECIMAL_OFFSET, QXFER, WINDOW, "%1:read:%2:%t3,%4"),
    REPLY(XFER_HEX_DATA, QXFER, "m%*", "m%H1"),
    REPLY(XFER_HEX_DATA, QXFER, "l%*", "l%H1"),
    CALL(XFER_REGENERATED, QXFER, regenerated),
    CALL(XFER_STALE, QXFER, stale),
    INSTEAD(ROBUST_ANNEX_IS_PATH, QXFER, "%*:read:/%*", "lroot:x:0:0"),
    CALL(XFER_ANNEX_STRAY, QXFER, annex_stray),
    REPLY_TO(XFER_WRITE_OK, QXFER, "%*:write:%*", "%x", "OK"),
    REPLY(XFER_MALFORMED_SILENT, QXFER, "E16", STUB_NO_REPLY),
    REPLY(XFER_MALFORMED_SILENT, QXFER, "E.want object%*", STUB_NO_REPLY),
    REPLY_TO(XFER_UNKNOWN_E00, QXFER, "%*:read:%*", "", "E00"),
    REPLY_TO(XFER_ANY_OPERATION, QXFER, "features:%*", "", "l"),
    REQUEST(XFER_ANY_ANNEX, QXFER_FEATURES_READ, "%*:%x,%x", "target.xml:%2,%3"),
    INSTEAD(XFER_INCLUDE_MISSING, QXFER_FEATURES_READ, "registers.xml:%*", "E00"),
    REQUEST(MP_ANNEX_DECIMAL, QXFER_EXEC_FILE_READ, "%x:%*", "%t1:%2"),
    REPLY_PLACES(THR_XML_DECIMAL, QXFER_THREADS_READ, "<thread id=\"p%x.%x\"", "<thread id=\"p%d1.%d2\""),
    REPLY_PLACES(THR_XML_DECIMAL, QXFER_THREADS_READ, "<thread id=\"%x\"", "<thread id=\"%d1\""),
    CALL(THR_XML_NAME_LAGS, QXFER, names_lag),
    TARGET(THR_XML_NAME_LAGS, .thread_name = name_before),
    TARGET(XFER_EXEC_RELATIVE, .read_object = read_spoilt),
    TARGET(XFER_MAP_OVERLAPS, .read_object = read_spoilt),
    TARGET(XFER_LIBRARY_EMPTY, .read_object = read_spoilt),
    TARGET(STOP_LIBRARY_STALE, .read_object = read_spoilt),
    TARGET(XFER_SVR4_INCOMPLETE, .read_object = read_spoilt),
    TARGET(XFER_OSDATA_SHORT, .read_object = read_all_but_one),
    TARGET(XFER_SIGINFO_LEADER, .read_object = read_of_leader),
    TARGET(MP_OBJECTS_SHARED, .read_object = read_kept),
    TARGET(FORK_STALE_OBJECTS, .read_object = read_kept),
    TARGET(XFER_DUPLICATE_REGNUM, .register_set = describe_registers),
    TARGET(XFER_REGISTER_MISSING, .register_set = describe_registers),
};
STUB_FAULT_TABLE(stub_xfer_faults, rows);
