/* Thread ids and actions as a stub with a defect reads them: the request is rewritten before it is handled.
 * One rule a fault: a text in the request, what follows it and is dropped, and what stands there instead.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/rewrite.h"

typedef struct rewrite {
    rsp_fault fault;
    const char *starts; /* of the request */
    const char *find;   /* the first place where this stands; NULL: the whole request is `starts` */
    const char *then; /* hex digits behind it, then this text, which ends the request or the id; or nothing */
    const char *instead; /* for all of it */
} rewrite;

static const rewrite rules[] = {
    {RSP_FAULT_VCONT_BARE_RESUMES, "vCont", NULL, NULL, "vCont;c"},
    {RSP_FAULT_VCONT_BARE_RESUMES, "vCont;", NULL, NULL, "vCont;c"},
    {RSP_FAULT_VCONT_EMPTY_ID_IS_ANY, "vCont;c:", NULL, NULL, "vCont;c"},
    {RSP_FAULT_VCONT_PROCESS_ALONE_REFUSED, "vCont", ":p", "", ":x"},
    {RSP_FAULT_VCONT_ONE_OF_ALL_RESUMES, "vCont", ":p-1.", "", ""},
    {RSP_FAULT_MP_ONE_OF_ALL_FOUND, "H", "p-1.", NULL, ""},
    {RSP_FAULT_MP_ONE_OF_ALL_FOUND, "T", "p-1.", NULL, ""},
    {RSP_FAULT_MP_ALL_IS_ANYBODY, "Hg", "p", ".-1", "0"},
    {RSP_FAULT_MP_OTHERS_RESUMED, "vCont", ":p", ".-1", ":-1"},
};

/* How many bytes at `at` the rule is about; 0 when it is about none. */
static size_t span(const rewrite *rule, rsp_bytes request, size_t at) {
    size_t len = strlen(rule->find);
    if (!rule->then)
        return len;
    while (at + len < request.len && rsp_hex_value(request.ptr[at + len]) >= 0)
        len++;
    if (!rsp_bytes_starts(rsp_bytes_from(request, at + len), rsp_bytes_str(rule->then)))
        return 0;
    len += strlen(rule->then);
    bool ends = at + len == request.len || request.ptr[at + len] == ';';
    return ends ? len : 0;
}

static bool apply(rsp_stub *s, const rewrite *rule) {
    rsp_bytes request = s->request;
    size_t at = 0;
    size_t len = request.len;
    if (rule->find) {
        at = rsp_bytes_search(request, rsp_bytes_str(rule->find));
        len = at < request.len ? span(rule, request, at) : 0;
    } else if (!rsp_bytes_equal(request, rsp_bytes_str(rule->starts))) {
        return false;
    }
    if (len == 0)
        return false;
    rsp_buf *out = &s->faults.last_request;
    rsp_buf_clear(out);
    rsp_buf_append(out, rsp_bytes_sub(request, 0, at));
    rsp_buf_str(out, rule->instead);
    rsp_buf_append(out, rsp_bytes_from(request, at + len));
    s->request = rsp_buf_bytes(out);
    return out->status == RSP_OK;
}

bool stub_rewrite_request(rsp_stub *s) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(rules); i++)
        if (stub_fault(s, rules[i].fault) && rsp_bytes_starts(s->request, rsp_bytes_str(rules[i].starts)) &&
            apply(s, &rules[i]))
            return true;
    return false;
}
