/* qXfer: objects read in windows, and siginfo written. Offset 0 takes a snapshot that further windows are cut
 * from, so that pieces fit together while threads come and go. Made from data: no annex is ever a path.
 * Source: GDB manual, General Query Packets (qXfer); Target Description Format; Thread List Format. */
/* SPDX-License-Identifier: MIT */
#include "xfer.h"

#include "description.h"
#include "errors.h"
#include "handlers.h"
#include "selected_thread.h"
#include "trace_frame.h"

#include "codec/escape.h"
#include "codec/qxfer.h"
#include "core/limits.h"
#include "core/mem.h"

/* How an object is had: from the target, or made here. */
typedef struct xfer_object {
    const char *name;
    bool from_target;
    rsp_target_object object;
    rsp_status (*make)(rsp_stub *s, rsp_bytes annex, rsp_buf *out);
    bool needs_process;
    bool per_thread;
    bool any_annex; /* else only an empty one */
} xfer_object;

static const xfer_object objects[] = {
    {.name = "features", .make = stub_make_description, .any_annex = true},
    {.name = "threads", .make = stub_make_threads},
    {.name = "auxv", .from_target = true, .object = RSP_OBJECT_AUXV, .needs_process = true},
    {.name = "exec-file",
     .from_target = true,
     .object = RSP_OBJECT_EXEC_FILE,
     .needs_process = true,
     .any_annex = true},
    {.name = "libraries", .from_target = true, .object = RSP_OBJECT_LIBRARIES, .needs_process = true},
    /* The annex may carry start= and prev= to read a part of the list; we always give all of it. */
    {.name = "libraries-svr4",
     .from_target = true,
     .object = RSP_OBJECT_LIBRARIES_SVR4,
     .needs_process = true,
     .any_annex = true},
    {.name = "memory-map", .from_target = true, .object = RSP_OBJECT_MEMORY_MAP, .needs_process = true},
    {.name = "osdata", .from_target = true, .object = RSP_OBJECT_OSDATA, .any_annex = true},
    {.name = "siginfo",
     .from_target = true,
     .object = RSP_OBJECT_SIGINFO,
     .needs_process = true,
     .per_thread = true},
    {.name = "traceframe-info", .make = stub_make_traceframe_info},
};

typedef struct snapshot {
    const xfer_object *object; /* NULL: the slot is free */
    rsp_buf annex;
    rsp_ptid whose;
    rsp_buf content;
    uint64_t used; /* when it was last read from: the oldest gives way */
} snapshot;

struct stub_xfer {
    snapshot slots[RSP_LIMIT_STUB_SNAPSHOTS];
    uint64_t clock;
};

rsp_status stub_xfer_new(rsp_stub *s) {
    s->xfer = rsp_mem_calloc(s->opt.mem, 1, sizeof *s->xfer);
    if (!s->xfer)
        return RSP_NO_MEMORY;
    for (size_t i = 0; i < RSP_ARRAY_LEN(s->xfer->slots); i++) {
        rsp_buf_init(&s->xfer->slots[i].annex, s->opt.mem, 0);
        rsp_buf_init(&s->xfer->slots[i].content, s->opt.mem, 0);
    }
    rsp_buf_init(&s->scratch, s->opt.mem, 0);
    return RSP_OK;
}

void stub_xfer_free(rsp_stub *s) {
    rsp_buf_free(&s->scratch);
    for (size_t i = 0; s->xfer && i < RSP_ARRAY_LEN(s->xfer->slots); i++) {
        rsp_buf_free(&s->xfer->slots[i].annex);
        rsp_buf_free(&s->xfer->slots[i].content);
    }
    rsp_mem_free(s->opt.mem, s->xfer);
    s->xfer = NULL;
}

void stub_xfer_connect(rsp_stub *s) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(s->xfer->slots); i++)
        s->xfer->slots[i].object = NULL;
}

static const xfer_object *find_object(const rsp_stub *s, rsp_bytes name) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(objects); i++)
        if (rsp_bytes_equal(name, rsp_bytes_str(objects[i].name)) &&
            (!objects[i].from_target || s->opt.ops->read_object))
            return &objects[i];
    return NULL;
}

/* The slot that holds this object, or one to put it in. */
static snapshot *slot_for(struct stub_xfer *xfer, const xfer_object *object, rsp_bytes annex, rsp_ptid whose,
                          bool *out_found) {
    snapshot *oldest = &xfer->slots[0];
    for (size_t i = 0; i < RSP_ARRAY_LEN(xfer->slots); i++) {
        snapshot *slot = &xfer->slots[i];
        *out_found = slot->object == object && rsp_bytes_equal(rsp_buf_bytes(&slot->annex), annex) &&
                     rsp_ptid_equal(slot->whose, whose);
        if (*out_found)
            return slot;
        if (slot->used < oldest->used)
            oldest = slot;
    }
    return oldest;
}

/* exec-file: the annex names the process in hex. */
static rsp_status process_of_annex(rsp_bytes annex, rsp_ptid *whose) {
    if (annex.len == 0)
        return RSP_OK;
    return rsp_pid_parse(&whose->pid, annex);
}

static rsp_status make_content(rsp_stub *s, const xfer_object *object, rsp_bytes annex, rsp_ptid whose,
                               rsp_buf *out) {
    rsp_buf_clear(out);
    if (!object->any_annex && annex.len > 0)
        return RSP_NOT_FOUND;
    if (object->make)
        return object->make(s, annex, out);
    rsp_status status = RSP_OK;
    if (object->object == RSP_OBJECT_EXEC_FILE)
        status = process_of_annex(annex, &whose);
    if (status == RSP_OK)
        status = s->opt.ops->read_object(s->opt.target, whose, object->object, annex, out);
    return status == RSP_OK ? out->status : status;
}

/* Whose object it is. Without a process only objects that need none can be read. */
static rsp_status resolve_whose(rsp_stub *s, const xfer_object *object, rsp_ptid *whose) {
    rsp_status status = stub_general_thread(s, whose);
    if (status != RSP_OK || !object->needs_process)
        *whose = (rsp_ptid){0};
    else if (!object->per_thread)
        whose->tid = whose->pid;
    return object->needs_process ? status : RSP_OK;
}

static rsp_status snapshot_of(rsp_stub *s, const xfer_object *object, const rsp_qxfer *request,
                              snapshot **out) {
    rsp_ptid whose;
    rsp_status status = resolve_whose(s, object, &whose);
    if (status != RSP_OK)
        return status;
    bool found;
    snapshot *slot = slot_for(s->xfer, object, request->annex, whose, &found);
    slot->used = ++s->xfer->clock;
    *out = slot;
    if (found && request->offset > 0)
        return RSP_OK;
    slot->object = NULL;
    rsp_buf_clear(&slot->annex);
    rsp_buf_append(&slot->annex, request->annex);
    status = make_content(s, object, request->annex, whose, &slot->content);
    if (status == RSP_OK)
        status = slot->annex.status;
    if (status != RSP_OK)
        return status;
    slot->object = object;
    slot->whose = whose;
    return RSP_OK;
}

static stub_reply_kind answer_window(rsp_stub *s, rsp_buf *reply, const snapshot *slot,
                                     const rsp_qxfer *request) {
    if (rsp_qxfer_window(reply, rsp_buf_bytes(&slot->content), request->offset, request->length,
                         s->opt.packet_bytes) != RSP_OK)
        stub_error(s, reply, STUB_E_SYNTAX, "nothing to read");
    return STUB_REPLY_SEND;
}

static stub_reply_kind on_read(rsp_stub *s, const xfer_object *object, const rsp_qxfer *request,
                               rsp_buf *reply) {
    snapshot *slot = NULL;
    rsp_status status = snapshot_of(s, object, request, &slot);
    if (status == RSP_OK)
        return answer_window(s, reply, slot, request);
    if (status == RSP_NO_MEMORY)
        return stub_error(s, reply, STUB_E_LIMIT, "out of memory");
    return status == RSP_UNSUPPORTED ? STUB_REPLY_SEND : stub_error(s, reply, 0, "no such annex");
}

static stub_reply_kind on_write(rsp_stub *s, const rsp_qxfer *request, rsp_buf *reply) {
    rsp_ptid thread;
    rsp_buf_clear(&s->scratch);
    if (rsp_unescape(&s->scratch, request->data) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "bad data");
    rsp_status status = request->annex.len > 0 ? RSP_NOT_FOUND : stub_general_thread(s, &thread);
    if (status == RSP_OK)
        status =
            s->opt.ops->write_siginfo(s->opt.target, thread, request->offset, rsp_buf_bytes(&s->scratch));
    if (status != RSP_OK)
        return stub_error(s, reply, STUB_E_GENERAL, "cannot write");
    rsp_hex_append_u64(reply, s->scratch.len);
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_qxfer(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    rsp_qxfer request;
    rsp_status status = rsp_qxfer_parse(&request, s->request, NULL);
    const xfer_object *object =
        status == RSP_OK || status == RSP_UNSUPPORTED ? find_object(s, request.object) : NULL;
    if (status == RSP_MALFORMED || status == RSP_RANGE)
        return stub_error(s, reply, STUB_E_SYNTAX, "want object:operation:annex:offset,length");
    if (!object || (object->make == stub_make_traceframe_info && !stub_trace_offered(s)))
        return STUB_REPLY_SEND;
    if (status == RSP_OK && rsp_bytes_equal(request.operation, RSP_LIT("read")))
        return on_read(s, object, &request, reply);
    if (status == RSP_OK && object->object == RSP_OBJECT_SIGINFO && s->opt.ops->write_siginfo)
        return on_write(s, &request, reply);
    return STUB_REPLY_SEND;
}
