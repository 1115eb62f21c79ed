/* The thread that a request without an id is about: Hg chose it, or LLDB names it at the end of the request.
 * A thread is selected by itself when the first request needs one.
 * Source: GDB manual, Packets (H); LLDB gdb-remote extensions, QThreadSuffixSupported. */
/* SPDX-License-Identifier: MIT */
#include "selected_thread.h"

#include "ids.h"
#include "state.h"

rsp_status stub_general_thread(rsp_stub *s, rsp_ptid *out) {
    if (s->general.tid == 0) {
        rsp_status status = stub_any_thread(s, 0, &s->general);
        if (status != RSP_OK)
            return status;
    } else if (!s->opt.ops->thread_alive(s->opt.target, s->general)) {
        return RSP_NOT_FOUND;
    }
    *out = s->general;
    return RSP_OK;
}

/* The suffix is the last thing of a request, so it is looked for from the end. */
rsp_status stub_thread_of_request(rsp_stub *s, rsp_bytes *args, rsp_ptid *out) {
    static const char key[] = ";thread:";
    size_t at =
        stub_agreed(s, STUB_AGREED_THREAD_SUFFIX) ? rsp_bytes_search(*args, RSP_LIT(";thread:")) : args->len;
    if (at == args->len && rsp_bytes_starts(*args, RSP_LIT("thread:")) &&
        stub_agreed(s, STUB_AGREED_THREAD_SUFFIX))
        at = 0; /* the delimiter of `g;thread:` is taken already */
    else if (at == args->len)
        return stub_general_thread(s, out);
    rsp_bytes text = rsp_bytes_from(*args, at);
    (void)rsp_take_byte(&text, ';');
    text = rsp_bytes_from(text, sizeof(key) - 2);
    rsp_bytes id_text = rsp_bytes_split(&text, ';');
    rsp_ptid id;
    rsp_status status = rsp_ptid_parse(&id, id_text);
    if (status != RSP_OK || text.len)
        return RSP_MALFORMED;
    status = stub_resolve_thread(s, id, out);
    if (status == RSP_OK)
        *args = rsp_bytes_sub(*args, 0, at);
    return status;
}
