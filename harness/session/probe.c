/* A stub's manners, found out with two short connections.
 * The first shows whether it speaks before it is asked, acks and answers; the second whether it serves again.
 * See probe.h. */
/* SPDX-License-Identifier: MIT */
#include <rsp/probe.h>

#include "internal.h"

#include <rsp/packet_table.h>

const char *rsp_life_text(rsp_life life) {
    static const char *const texts[] = {
#define LIFE_TEXT(name, text) text,
        RSP_LIFE_LIST(LIFE_TEXT)
#undef LIFE_TEXT
    };
    return (size_t)life < RSP_ARRAY_LEN(texts) ? texts[life] : "?";
}

static bool is_ours(rsp_status status) {
    return status == RSP_NO_MEMORY || status == RSP_IO || status == RSP_CANCELLED;
}

static bool has_ended(rsp_link *link) {
    rsp_link_end end = rsp_link_ended(link);
    return end.kind == RSP_END_EXITED || end.kind == RSP_END_SIGNALED;
}

static rsp_outcome ask(rsp_session *s, rsp_answer *answer, rsp_status *out_status) {
    *out_status = rsp_session_request(s, rsp_packet_name(RSP_PACKET_QSUPPORTED), answer);
    return answer->outcome;
}

/* The first connection; false when there is no point in a second. */
static bool first_visit(rsp_probe *probe, rsp_session *s, rsp_status *out_status) {
    rsp_session_event event;
    rsp_answer answer;
    rsp_status quiet = rsp_session_quiet(s, s->options.quiet_ns, &event);
    probe->speaks_first = quiet == RSP_UNEXPECTED;
    if (probe->speaks_first)
        (void)!rsp_session_drain(s, NULL);
    probe->first = ask(s, &answer, out_status);
    probe->acks = *out_status == RSP_OK && !answer.missing_ack;
    return *out_status == RSP_OK;
}

static rsp_life second_visit(rsp_probe *probe, rsp_session *s, rsp_status *out_status) {
    rsp_link *link = s->link;
    rsp_answer answer;
    rsp_status status =
        rsp_link_reconnect(link, rsp_deadline(rsp_link_now(link), s->options.timeout_ns), NULL);
    if (status == RSP_UNSUPPORTED)
        return RSP_LIFE_ONCE;
    if (is_ours(status))
        *out_status = status;
    if (status != RSP_OK)
        return has_ended(link) ? RSP_LIFE_EXITS : RSP_LIFE_REFUSES;
    rsp_session_reset(s);
    if (probe->speaks_first)
        (void)!rsp_session_drain(s, NULL); /* its greeting is not the answer */
    probe->second = ask(s, &answer, &status);
    if (is_ours(status))
        *out_status = status;
    if (status == RSP_OK)
        return RSP_LIFE_STAYS;
    if (status == RSP_CLOSED || status == RSP_DIED)
        return has_ended(link) ? RSP_LIFE_EXITS : RSP_LIFE_REFUSES;
    return status == RSP_TIMEOUT ? RSP_LIFE_DEAF : RSP_LIFE_UNKNOWN;
}

rsp_status rsp_session_probe(rsp_probe *out_probe, rsp_link *link, const rsp_session_options *options) {
    rsp_status status = RSP_OK;
    *out_probe = (rsp_probe){.life = RSP_LIFE_UNKNOWN};
    rsp_session *s = rsp_session_new(link, options);
    if (!s)
        return RSP_NO_MEMORY;
    if (first_visit(out_probe, s, &status))
        out_probe->life = second_visit(out_probe, s, &status);
    if (out_probe->life == RSP_LIFE_STAYS &&
        rsp_link_reconnect(link, rsp_deadline(rsp_link_now(link), s->options.timeout_ns), NULL) != RSP_OK)
        out_probe->life = RSP_LIFE_REFUSES;
    if (out_probe->life != RSP_LIFE_STAYS)
        rsp_link_shut(link);
    out_probe->end = rsp_link_ended(link);
    rsp_session_free(s);
    return is_ours(status) ? status : RSP_OK;
}
