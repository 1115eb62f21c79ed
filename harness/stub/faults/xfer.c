/* Faults of qXfer: windows cut wrongly, objects made wrongly, snapshots kept too long or not at all.
 * What an object holds stands in front of the target's operations; what a window holds is a change of the
 * reply. Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/serve.h"
#include "faults/target.h"

#include "ids.h"
#include "xfer.h"

#include "codec/escape.h"
#include "codec/qxfer.h"
#include <inttypes.h>

static bool take(const stub_service *t, rsp_qxfer *out) {
    return rsp_qxfer_parse(out, t->s->request, NULL) == RSP_OK;
}

static bool take_read(const stub_service *t, rsp_qxfer *out) {
    return take(t, out) && rsp_bytes_equal(out->operation, RSP_LIT("read"));
}

static void serve_built(stub_service *t, const rsp_qxfer *request) {
    rsp_buf_clear(t->reply);
    rsp_qxfer_build(stub_new_request(t), request);
    stub_bend(t);
    stub_serve(t);
}

static bool is_data(const stub_service *t) {
    return t->reply->len > 1 && (t->reply->ptr[0] == 'm' || t->reply->ptr[0] == 'l');
}

static bool is_end(const stub_service *t) {
    return t->reply->len == 1 && t->reply->ptr[0] == 'l';
}

static void always_last(stub_service *t) {
    stub_serve(t);
    if (is_data(t))
        t->reply->ptr[0] = 'l';
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

/* The end of an object is where one byte before there is still data. */
static bool ends_at(stub_service *t, const rsp_qxfer *request) {
    rsp_qxfer before = *request;
    if (request->offset == 0)
        return true;
    before.offset--;
    before.length = 1;
    serve_built(t, &before);
    return is_data(t);
}

static void end_is_error(stub_service *t) {
    rsp_qxfer r;
    bool good = take_read(t, &r);
    stub_serve(t);
    if (!good || !is_end(t))
        return;
    if (ends_at(t, &r))
        stub_error(t->s, t->reply, STUB_E_GENERAL, "offset at the end");
    else
        stub_answer(t, "l");
}

static void past_end(stub_service *t) {
    rsp_qxfer r;
    bool good = take_read(t, &r);
    stub_serve(t);
    if (!good || !is_end(t))
        return;
    if (ends_at(t, &r)) {
        stub_answer(t, "l");
        return;
    }
    r.offset = 0;
    r.length = 16;
    serve_built(t, &r);
    t->reply->ptr[0] = 'l';
}

/* The marker is that of the window asked for. */
static void offset_ignored(stub_service *t) {
    rsp_qxfer r;
    bool good = take_read(t, &r);
    stub_serve(t);
    if (!good || !is_data(t))
        return;
    uint8_t marker = t->reply->ptr[0];
    rsp_buf data = {.mem = t->s->opt.mem};
    r.offset = 0;
    r.length = rsp_unescape(&data, rsp_buf_bytes(t->reply)) == RSP_OK ? data.len - 1 : 1;
    rsp_buf_free(&data);
    serve_built(t, &r);
    t->reply->ptr[0] = marker;
}

static void length_ignored(stub_service *t) {
    rsp_qxfer r;
    if (take_read(t, &r)) {
        r.length = t->s->opt.packet_bytes;
        serve_built(t, &r);
    } else {
        stub_serve(t);
    }
}

static void decimal_offset(stub_service *t) {
    rsp_qxfer r;
    if (take_read(t, &r)) {
        r.offset = stub_as_decimal(r.offset);
        serve_built(t, &r);
    } else {
        stub_serve(t);
    }
}

static void hex_data(stub_service *t) {
    rsp_qxfer r;
    uint64_t most = t->s->opt.packet_bytes / 2 - 1;
    if (!take_read(t, &r)) {
        stub_serve(t);
        return;
    }
    r.length = r.length < most ? r.length : most;
    serve_built(t, &r);
    rsp_buf data = {.mem = t->s->opt.mem};
    if (is_data(t) && rsp_unescape(&data, rsp_bytes_from(rsp_buf_bytes(t->reply), 1)) == RSP_OK) {
        rsp_buf_truncate(t->reply, 1);
        rsp_hex_append(t->reply, rsp_buf_bytes(&data));
    }
    rsp_buf_free(&data);
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
        stub_replace(t, "m", "m<");
    } else {
        rsp_buf_clear(&f->objects.key);
        rsp_buf_append(&f->objects.key, key);
        stub_serve(t);
    }
    f->objects.ended = stub_replies(t, RSP_LIT("l"));
}

static void annex_is_path(stub_service *t) {
    rsp_qxfer r;
    if (take_read(t, &r) && rsp_bytes_starts(r.annex, RSP_LIT("/")))
        stub_answer(t, "lroot:x:0:0");
    else
        stub_serve(t);
}

static void annex_stray(stub_service *t) {
    stub_serve(t);
    if (!stub_replies(t, RSP_LIT("E00")) && !stub_replies(t, RSP_LIT("E.no such annex")))
        return;
    rsp_buf_str(t->s->out, "9+");
    stub_answer_nothing(t);
}

static void write_ok(stub_service *t) {
    rsp_qxfer r;
    bool write = take(t, &r) && rsp_bytes_equal(r.operation, RSP_LIT("write"));
    stub_serve(t);
    if (write && t->reply->len > 0 && !stub_refused(t))
        stub_answer(t, "OK");
}

static void malformed_silent(stub_service *t) {
    rsp_qxfer r;
    rsp_status status = rsp_qxfer_parse(&r, t->s->request, NULL);
    stub_serve(t);
    if (status == RSP_MALFORMED || status == RSP_RANGE)
        stub_answer_nothing(t);
}

static void unknown_refused(stub_service *t) {
    rsp_qxfer r;
    bool read = take_read(t, &r);
    stub_serve(t);
    if (read && t->reply->len == 0)
        stub_error(t->s, t->reply, 0, "no such object");
}

static void any_operation(stub_service *t) {
    rsp_qxfer r;
    bool other = rsp_qxfer_parse(&r, t->s->request, NULL) == RSP_UNSUPPORTED;
    stub_serve(t);
    if (other && t->reply->len == 0)
        stub_answer(t, "l");
}

static bool is_features(const stub_service *t, rsp_qxfer *r) {
    return take_read(t, r) && rsp_bytes_equal(r->object, RSP_LIT("features"));
}

static void any_annex(stub_service *t) {
    rsp_qxfer r;
    if (is_features(t, &r)) {
        r.annex = RSP_LIT("target.xml");
        serve_built(t, &r);
    } else {
        stub_serve(t);
    }
}

static void include_missing(stub_service *t) {
    rsp_qxfer r;
    if (is_features(t, &r) && rsp_bytes_equal(r.annex, RSP_LIT("registers.xml")))
        stub_error(t->s, t->reply, 0, "no such annex");
    else
        stub_serve(t);
}

static void annex_decimal(stub_service *t) {
    rsp_qxfer r;
    uint64_t pid;
    rsp_buf digits = {.mem = t->s->opt.mem};
    if (take_read(t, &r) && rsp_bytes_equal(r.object, RSP_LIT("exec-file")) &&
        rsp_hex_u64(&pid, r.annex) == RSP_OK) {
        rsp_hex_append_u64(&digits, stub_as_decimal(pid));
        r.annex = rsp_buf_bytes(&digits);
        serve_built(t, &r);
    } else {
        stub_serve(t);
    }
    rsp_buf_free(&digits);
}

/* `id="p1.1"` with decimal numbers, in each line of the list of threads. */
static void thread_ids_decimal(stub_service *t) {
    static const char before[] = "<thread id=\"";
    stub_serve(t);
    rsp_buf text = {.mem = t->s->opt.mem};
    rsp_bytes rest = rsp_buf_bytes(t->reply);
    size_t at;
    while ((at = rsp_bytes_search(rest, rsp_bytes_str(before))) < rest.len) {
        rsp_ptid id = {0, 0};
        rsp_buf_append(&text, rsp_bytes_sub(rest, 0, at + sizeof before - 1));
        rest = rsp_bytes_from(rest, at + sizeof before - 1);
        rsp_bytes digits = rsp_bytes_sub(rest, 0, rsp_bytes_index(rest, '"'));
        if (rsp_ptid_parse(&id, digits) != RSP_OK)
            continue;
        rest = rsp_bytes_from(rest, digits.len);
        rsp_buf_printf(&text, "p%" PRId64 ".%" PRId64, id.pid ? id.pid : t->s->general.pid, id.tid);
    }
    rsp_buf_append(&text, rest);
    rsp_buf_clear(t->reply);
    rsp_buf_append(t->reply, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
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
    stub_real(s)->thread_name(s->faults.target, lags ? before : thread, out);
}

/* Puts text in front of the end tag. */
static void insert_last(rsp_buf *out, const char *end, const char *text) {
    if (!rsp_bytes_ends(rsp_buf_bytes(out), rsp_bytes_str(end)))
        return;
    rsp_buf_truncate(out, out->len - strlen(end));
    rsp_buf_str(out, text);
    rsp_buf_str(out, end);
}

static void drop_last_item(rsp_buf *table) {
    rsp_bytes item = RSP_LIT("<item>");
    size_t last = table->len;
    for (size_t at = 0; at < table->len; at += item.len) {
        at += rsp_bytes_search(rsp_bytes_from(rsp_buf_bytes(table), at), item);
        last = at < table->len ? at : last;
    }
    if (last == table->len)
        return;
    rsp_buf_truncate(table, last);
    rsp_buf_str(table, "</osdata>");
}

static void spoil_path(rsp_buf *out) {
    rsp_buf_consume(out, 1);
}

static void overlap(rsp_buf *out) {
    insert_last(out, "</memory-map>", "<memory type=\"rom\" start=\"0x10000\" length=\"0x1000\"/>");
}

static void add_library(rsp_buf *out) {
    insert_last(out, "</library-list>", "<library name=\"x\"/>");
}

static void lack_l_ld(rsp_buf *out) {
    rsp_buf_clear(out);
    rsp_buf_str(out, "<library-list-svr4 version=\"1.0\"><library name=\"x\" lm=\"0x1\" l_addr=\"0x0\"/>"
                     "</library-list-svr4>");
}

static const struct {
    rsp_fault fault;
    rsp_target_object object;
    void (*spoil)(rsp_buf *out);
} spoilers[] = {
    {RSP_FAULT_XFER_EXEC_RELATIVE, RSP_OBJECT_EXEC_FILE, spoil_path},
    {RSP_FAULT_XFER_MAP_OVERLAPS, RSP_OBJECT_MEMORY_MAP, overlap},
    {RSP_FAULT_XFER_LIBRARY_EMPTY, RSP_OBJECT_LIBRARIES, add_library},
    {RSP_FAULT_XFER_OSDATA_SHORT, RSP_OBJECT_OSDATA, drop_last_item},
    {RSP_FAULT_XFER_SVR4_INCOMPLETE, RSP_OBJECT_LIBRARIES_SVR4, lack_l_ld},
};

/* An object that is read once and then kept, for all processes or for one. */
static bool keeps(const rsp_stub *s, rsp_target_object object) {
    return (stub_fault(s, RSP_FAULT_MP_OBJECTS_SHARED) && object != RSP_OBJECT_OSDATA) ||
           (stub_fault(s, RSP_FAULT_FORK_STALE_OBJECTS) && object == RSP_OBJECT_EXEC_FILE);
}

static bool is_kept(const rsp_stub *s, rsp_target_object object, int64_t pid) {
    const stub_fault_state *f = &s->faults;
    bool same = f->objects.kept_pid == pid || stub_fault(s, RSP_FAULT_MP_OBJECTS_SHARED);
    return keeps(s, object) && f->objects.kept.len > 0 && f->objects.kept_kind == (int)object && same;
}

static rsp_status read_object(void *t, rsp_ptid thread, rsp_target_object object, rsp_bytes annex,
                              rsp_buf *out) {
    rsp_stub *s = t;
    if (object == RSP_OBJECT_SIGINFO && stub_fault(s, RSP_FAULT_XFER_SIGINFO_LEADER))
        thread.tid = thread.pid;
    if (is_kept(s, object, thread.pid)) {
        rsp_buf_append(out, rsp_buf_bytes(&s->faults.objects.kept));
        return out->status;
    }
    rsp_status status = stub_real(s)->read_object(s->faults.target, thread, object, annex, out);
    for (size_t i = 0; i < RSP_ARRAY_LEN(spoilers) && status == RSP_OK; i++)
        if (stub_fault(s, spoilers[i].fault) && spoilers[i].object == object)
            spoilers[i].spoil(out);
    if (status == RSP_OK && keeps(s, object)) {
        s->faults.objects.kept_kind = (int)object;
        s->faults.objects.kept_pid = thread.pid;
        rsp_buf_clear(&s->faults.objects.kept);
        rsp_buf_append(&s->faults.objects.kept, rsp_buf_bytes(out));
    }
    return status;
}

/* The registers as the description tells them: one left out, or one with the number of another. */
static const rsp_register_set *describe_registers(void *t) {
    enum { DOUBLED = 7, MISSING = 9 };
    rsp_stub *s = t;
    const rsp_register_set *real = stub_real(s)->register_set(s->faults.target);
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

static const rsp_fault of_objects[] = {
    RSP_FAULT_XFER_EXEC_RELATIVE, RSP_FAULT_XFER_MAP_OVERLAPS,    RSP_FAULT_XFER_LIBRARY_EMPTY,
    RSP_FAULT_XFER_OSDATA_SHORT,  RSP_FAULT_XFER_SVR4_INCOMPLETE, RSP_FAULT_XFER_SIGINFO_LEADER,
    RSP_FAULT_MP_OBJECTS_SHARED,  RSP_FAULT_FORK_STALE_OBJECTS,
};

bool stub_fault_object_ops(const rsp_stub *s, rsp_target_ops *ops) {
    bool ours = false;
    for (size_t i = 0; i < RSP_ARRAY_LEN(of_objects); i++)
        ours = ours || stub_fault(s, of_objects[i]);
    bool described =
        stub_fault(s, RSP_FAULT_XFER_DUPLICATE_REGNUM) || stub_fault(s, RSP_FAULT_XFER_REGISTER_MISSING);
    bool named = stub_fault(s, RSP_FAULT_THR_XML_NAME_LAGS);
    if (ours)
        ops->read_object = ops->read_object ? read_object : NULL;
    if (described)
        ops->register_set = describe_registers;
    if (named)
        ops->thread_name = ops->thread_name ? name_before : NULL;
    return ours || described || named;
}

#define XFER(id, serve) \
    { RSP_FAULT_##id, stub_on_qxfer, serve }

static const stub_fault_row rows[] = {
    XFER(XFER_ALWAYS_LAST, always_last),
    XFER(XFER_EMPTY_MORE, empty_more),
    XFER(XFER_END_IS_ERROR, end_is_error),
    XFER(XFER_PAST_END, past_end),
    XFER(XFER_OFFSET_IGNORED, offset_ignored),
    XFER(XFER_LENGTH_IGNORED, length_ignored),
    XFER(XFER_DECIMAL_OFFSET, decimal_offset),
    XFER(XFER_HEX_DATA, hex_data),
    XFER(XFER_REGENERATED, regenerated),
    XFER(XFER_STALE, stale),
    XFER(ROBUST_ANNEX_IS_PATH, annex_is_path),
    XFER(XFER_ANNEX_STRAY, annex_stray),
    XFER(XFER_WRITE_OK, write_ok),
    XFER(XFER_MALFORMED_SILENT, malformed_silent),
    XFER(XFER_UNKNOWN_E00, unknown_refused),
    XFER(XFER_ANY_OPERATION, any_operation),
    XFER(XFER_ANY_ANNEX, any_annex),
    XFER(XFER_INCLUDE_MISSING, include_missing),
    XFER(MP_ANNEX_DECIMAL, annex_decimal),
    XFER(THR_XML_DECIMAL, thread_ids_decimal),
    XFER(THR_XML_NAME_LAGS, names_lag),
};
STUB_FAULT_TABLE(stub_xfer_faults, rows);
