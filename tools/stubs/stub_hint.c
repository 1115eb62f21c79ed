/* Rewrites an error where its hint fits; a message that would be cut stays as it was.
 * Words about ports are found in what the stub said, never in words of ours.
 * See stub_hint.h. */
/* SPDX-License-Identifier: MIT */
#include "stubs/stub_hint.h"

#include <string.h>
#include <strings.h>

#define MEANS "exec: without {port} means standard input and output"
#define WORDS "; its last words: "

static bool is_absent(const char *text) {
    return strstr(text, "Connection refused") || strstr(text, "No such file");
}

void stub_hint_unreachable(const stub_config *s, stub_hint_wait wait, rsp_error *error) {
    const rsp_error why = *error;
    const bool elsewhere = s->address.kind == RSP_ADDRESS_TCP || s->address.kind == RSP_ADDRESS_UNIX;
    const char *hint = wait == STUB_HINT_WAIT && s->wait_ns == 0
                           ? "; is it started? --wait 10s tries for so long"
                           : "; is it started?";
    if (!elsewhere || s->in_process || s->embedded || why.status != RSP_CONNECT || !is_absent(why.msg) ||
        strlen(why.msg) + strlen(hint) >= sizeof why.msg)
        return;
    (void)rsp_fail(error, why.status, "%s%s", why.msg, hint);
}

/* "listening on port 3355", "Usage: mystub PORT" */
static bool is_about_ports(const char *text) {
    static const char *const words[] = {"port", "listen"};
    for (; *text; text++)
        for (size_t i = 0; i < RSP_ARRAY_LEN(words); i++)
            if (strncasecmp(text, words[i], strlen(words[i])) == 0)
                return true;
    return false;
}

/* Where not all fits, the stub's words are more than how it ended. */
static void refuse_died(const rsp_error *why, const char *forgot, rsp_error *error) {
    const char *words = strstr(why->msg, WORDS);
    const bool fits = strlen(MEANS) + strlen(forgot) + strlen("; ") + strlen(why->msg) < sizeof why->msg;
    if (fits || !words)
        (void)rsp_fail(error, why->status, MEANS "%s; %s", forgot, why->msg);
    else
        (void)rsp_fail(error, why->status, MEANS "%s; it ended%s", forgot, words);
}

void stub_hint_silent(const stub_config *s, const rsp_manners *m, rsp_error *error) {
    const rsp_error why = *error;
    const char *words = m->line.said ? m->line.said : strstr(why.msg, WORDS);
    const char *forgot = words && is_about_ports(words) ? "; did you forget {port}?" : "";
    const bool over_pipes = s->address.kind == RSP_ADDRESS_PIPE && strncmp(s->text, "exec:", 5) == 0;
    if (!over_pipes || m->looked)
        return;
    if (why.status == RSP_CONNECT && m->line.silent_ns > 0)
        (void)rsp_fail(error, why.status, MEANS "%s; no packet came in %.2g s%s%s%s", forgot,
                       (double)m->line.silent_ns / 1e9, m->line.said ? ", only '" : "",
                       m->line.said ? m->line.said : "", m->line.said ? "'" : "");
    else if (why.status == RSP_DIED)
        refuse_died(&why, forgot, error);
}
