/* An expression that makes a file is the surest sign, for it needs no adapter that reads on while it works.
 * Without one a second request is sent: an adapter that answers it first has begun with the one before it.
 * See work.h. */
/* SPDX-License-Identifier: MIT */
#include "play/work.h"

#include "core/file.h"
#include "play/request.h"
#include "play/steps.h"
#include "play/wait.h"

#define LOOK_NS (10 * RSP_NS_PER_MS) /* how soon a file is seen; messages are seen at once */

/* The place of the request in the log. */
static size_t place_of(const play *p, int64_t seq) {
    size_t i = p->session.log.num;
    while (i > 0 && !(p->session.log.entries[i - 1].sent && p->session.log.entries[i - 1].message.seq == seq))
        i--;
    return i > 0 ? i - 1 : 0;
}

/* The file that the request's expression makes; NULL: it makes none. */
static const char *mark_of(const play *p, size_t request) {
    const char *mark = json_string_value(json_object_get(p->names, "mark"));
    const json_t *arguments = p->session.log.entries[request].message.body;
    const char *text = json_string_value(json_object_get(arguments, "expression"));
    return mark && text && strstr(text, mark) ? mark : NULL;
}

static bool is_answered(const play *p, int64_t seq) {
    const dap_wait_filter response = {
        .kind = RSP_DAP_RESPONSE, .name = "", .request_seq = seq, .taken_too = true};
    return dap_wait_look(p, &response) != WAIT_NONE;
}

/* A progress need not name its request. */
static bool has_progress(const play *p, size_t request, int64_t seq) {
    for (size_t i = request + 1; i < p->session.log.num; i++) {
        const rsp_dap_entry *e = &p->session.log.entries[i];
        const json_t *id = json_object_get(e->message.body, "requestId");
        if (!e->sent && e->message.kind == RSP_DAP_EVENT && strcmp(e->message.name, "progressStart") == 0 &&
            (!id || json_integer_value(id) == seq))
            return true;
    }
    return false;
}

dap_work dap_work_wait(play *p, int64_t seq, uint64_t within_ns) {
    const size_t request = place_of(p, seq);
    const char *mark = mark_of(p, request);
    const uint64_t until = rsp_deadline(rsp_dap_session_now(&p->session), within_ns);
    if (!mark && !dap_request_start(p, "threads", NULL, "sign of work"))
        return DAP_WORK_FAILED;
    const int64_t second = mark ? 0 : p->session.last_seq;
    rsp_status status = RSP_OK;
    while (status == RSP_OK || status == RSP_TIMEOUT) {
        const uint64_t now = rsp_dap_session_now(&p->session);
        if (is_answered(p, seq))
            return DAP_WORK_HIDDEN;
        if (has_progress(p, request, seq) || (mark ? rsp_path_exists(mark) : is_answered(p, second)))
            return DAP_WORK_SHOWN;
        if (now >= until || now >= p->end_ns)
            return DAP_WORK_HIDDEN;
        const uint64_t soon = rsp_deadline(now, LOOK_NS);
        status = rsp_dap_session_receive(&p->session, mark && soon < until ? soon : until);
    }
    p->cancelled = p->cancelled || status == RSP_CANCELLED;
    if (!dap_wait_crashed(p))
        (void)dap_play_fail(p, rsp_link_is_gone(status) ? RSP_VERDICT_FAIL : RSP_VERDICT_ERROR,
                            "%s, while a request was in work", rsp_status_text(status));
    return DAP_WORK_FAILED;
}

bool dap_step_WORKS(play *p, const rsp_dap_step *step) {
    const char *name = json_string_value(json_object_get(step->spec, "works"));
    const json_t *seq = json_object_get(p->seqs, name ? name : "");
    if (!json_is_integer(seq))
        return dap_play_fail(p, RSP_VERDICT_ERROR, "no request is named '%.60s'", name ? name : "");
    const uint64_t within = step->within_ns ? step->within_ns : p->timeout_ns;
    const dap_work work = dap_work_wait(p, (int64_t)json_integer_value(seq), within);
    p->hidden = work == DAP_WORK_HIDDEN;
    return work == DAP_WORK_SHOWN;
}
