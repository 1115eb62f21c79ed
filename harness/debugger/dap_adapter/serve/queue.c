/* A list in order of arrival. Choosing looks at each request once and collects what those before it touch.
 * What is in work counts as one of them.
 * See queue.h. */
/* SPDX-License-Identifier: MIT */
#include "queue.h"

#include "core/limits.h"
#include "core/mem.h"

adapter_request *adapter_queue_add(adapter_queue *q, const rsp_mem *mem, json_t *message, size_t bytes) {
    adapter_request *r = rsp_mem_calloc(mem, 1, sizeof *r);
    const char *name = json_string_value(json_object_get(message, "command"));
    if (!r) {
        json_decref(message);
        return NULL;
    }
    r->message = message;
    r->name = name ? name : "";
    r->seq = (int64_t)json_integer_value(json_object_get(message, "seq"));
    if (q->last)
        q->last->next = r;
    else
        q->first = r;
    q->last = r;
    q->num++;
    r->bytes = bytes;
    q->num_bytes += bytes;
    return r;
}

void adapter_queue_remove(adapter_queue *q, const rsp_mem *mem, adapter_request *request) {
    adapter_request *before = NULL;
    for (adapter_request *at = q->first; at != request; at = at->next)
        before = at;
    if (before)
        before->next = request->next;
    else
        q->first = request->next;
    if (q->last == request)
        q->last = before;
    q->num--;
    q->num_bytes -= request->bytes;
    json_decref(request->message);
    rsp_mem_free(mem, request);
}

void adapter_queue_free(adapter_queue *q, const rsp_mem *mem) {
    while (q->first)
        adapter_queue_remove(q, mem, q->first);
}

adapter_request *adapter_queue_find(const adapter_queue *q, int64_t seq) {
    adapter_request *r = q->first;
    while (r && r->seq != seq)
        r = r->next;
    return r;
}

adapter_request *adapter_queue_find_progress(const adapter_queue *q, const char *id) {
    adapter_request *r = q->first;
    while (r && !(r->active && progress_has_id(&r->progress, id)))
        r = r->next;
    return r;
}

static unsigned traits_of(const adapter_request *r) {
    return r->command ? r->command->traits : NO_PACKET;
}

static bool waits(const adapter_request *r) {
    return !r->active && r->handle == 0;
}

static bool is_resume(const adapter_request *r) {
    return r->command && (r->command->traits & NEEDS_STOP) && (r->command->writes & MATTER_RUN);
}

/* What is served before all others; NULL: nothing. */
static adapter_request *find_overtaking(const adapter_queue *q) {
    bool resumes = false;
    for (adapter_request *r = q->first; r; r = r->next) {
        if (waits(r) && (traits_of(r) & OVERTAKES) && !(resumes && (traits_of(r) & AFTER_RESUMES)))
            return r;
        resumes = resumes || (waits(r) && is_resume(r));
    }
    return NULL;
}

adapter_request *adapter_queue_choose(const adapter_queue *q, bool beside) {
    unsigned reads = 0;
    unsigned writes = 0;
    adapter_request *first = beside ? NULL : find_overtaking(q);
    if (first)
        return first;
    for (adapter_request *r = q->first; r; r = r->next) {
        const unsigned mine_reads = r->command ? r->command->reads : 0;
        const unsigned mine_writes = r->command ? r->command->writes : 0;
        const bool free = !(mine_reads & writes) && !(mine_writes & (reads | writes));
        if (waits(r) && free && (!beside || (traits_of(r) & NO_PACKET)))
            return r;
        if (r->handle == 0) {
            reads |= mine_reads;
            writes |= mine_writes;
        }
    }
    return NULL;
}

bool adapter_queue_is_full(const adapter_queue *q) {
    return q->num >= RSP_LIMIT_DAP_QUEUE || q->num_bytes >= RSP_LIMIT_DAP_QUEUE_BYTES;
}
