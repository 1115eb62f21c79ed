/* Short work is not told: an editor would show something that is gone before it is read.
 * An id is a number that is given once in a session.
 * See progress.h. */
/* SPDX-License-Identifier: MIT */
#include "serve/progress.h"

#include "serve/adapter_object.h"

#include <inttypes.h>

#define FIRST_NS (500 * RSP_NS_PER_MS)
#define EACH_NS RSP_NS_PER_S

enum { ID_BYTES = 32 };

void progress_begin(adapter_progress *p, uint64_t now_ns, bool wanted) {
    *p = (adapter_progress){.began_ns = now_ns,
                            .due_ns = wanted ? rsp_deadline(now_ns, FIRST_NS) : RSP_NEVER_NS};
}

static void id_text(char *out, int64_t number) {
    (void)snprintf(out, ID_BYTES, "progress-%" PRId64, number);
}

bool progress_has_id(const adapter_progress *p, const char *id) {
    char text[ID_BYTES];
    id_text(text, p->number);
    return p->number != 0 && strcmp(text, id) == 0;
}

/* What people read; the name of the command where there is nothing better. */
static const char *title_of(const char *command) {
    static const char *const titles[][2] = {
        {"attach", "Attaching to the program"},     {"disassemble", "Reading instructions"},
        {"evaluate", "Evaluating an expression"},   {"launch", "Starting the program"},
        {"modules", "Reading the libraries"},       {"readMemory", "Reading memory"},
        {"scopes", "Reading the scopes"},           {"stackTrace", "Reading the stack"},
        {"threads", "Reading the list of threads"}, {"variables", "Reading variables"},
        {"writeMemory", "Writing memory"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(titles); i++)
        if (strcmp(titles[i][0], command) == 0)
            return titles[i][1];
    return command;
}

static json_t *body_of(const adapter_progress *p) {
    char id[ID_BYTES];
    id_text(id, p->number);
    return json_pack("{s:s}", "progressId", id);
}

static void add_share(const adapter_progress *p, json_t *body) {
    const uint64_t done = p->done < p->total ? p->done : p->total;
    if (p->total > 0)
        (void)json_object_set_new(body, "percentage",
                                  json_integer((json_int_t)(100.0 * (double)done / (double)p->total)));
}

json_t *progress_start(adapter_progress *p, uint64_t now_ns, int64_t number, const char *command, int64_t seq,
                       bool cancellable) {
    p->number = number;
    p->due_ns = rsp_deadline(now_ns, EACH_NS);
    json_t *body = body_of(p);
    (void)json_object_set_new(body, "title", json_string(title_of(command)));
    (void)json_object_set_new(body, "requestId", json_integer((json_int_t)seq));
    (void)json_object_set_new(body, "cancellable", json_boolean(cancellable));
    add_share(p, body);
    return body;
}

json_t *progress_update(adapter_progress *p, uint64_t now_ns) {
    p->due_ns = rsp_deadline(now_ns, EACH_NS);
    json_t *body = body_of(p);
    (void)json_object_set_new(body, "message",
                              json_sprintf("%" PRIu64 " s", (now_ns - p->began_ns) / RSP_NS_PER_S));
    add_share(p, body);
    return body;
}

json_t *progress_end(const adapter_progress *p) {
    return body_of(p);
}

/* --- of the request in work --- */

/* The request that there is something to tell of; NULL. */
static adapter_request *shown(const adapter *a) {
    adapter_request *request = a->serving.active;
    return request && !request->nested && !request->cancelled && a->phase != PHASE_OVER ? request : NULL;
}

uint64_t adapter_progress_due(const adapter *a) {
    const adapter_request *request = shown(a);
    return request ? request->progress.due_ns : RSP_NEVER_NS;
}

void adapter_tell_progress(adapter *a) {
    adapter_request *request = shown(a);
    const uint64_t due = adapter_progress_due(a);
    const uint64_t now = due == RSP_NEVER_NS ? 0 : adapter_now(a);
    if (!request || now < due)
        return;
    if (request->progress.number != 0) {
        adapter_event(a, "progressUpdate", progress_update(&request->progress, now));
        return;
    }
    const bool cancellable = !(request->command && (request->command->traits & FINISHES));
    adapter_event(a, "progressStart",
                  progress_start(&request->progress, now, ++a->serving.last_progress, request->name,
                                 request->seq, cancellable));
}

void adapter_end_progress(adapter *a, adapter_request *request) {
    if (request->progress.number != 0)
        adapter_event(a, "progressEnd", progress_end(&request->progress));
    request->progress.number = 0;
}

void adapter_share_done(adapter *a, uint64_t done, uint64_t total) {
    if (!a->serving.active)
        return;
    a->serving.active->progress.done = done;
    a->serving.active->progress.total = total;
}
