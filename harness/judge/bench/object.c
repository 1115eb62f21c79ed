/* Objects are read by the client; includes of includes are not followed, for nobody has them.
 * Time and packets are accounted by the caller.
 * See object.h. */
/* SPDX-License-Identifier: MIT */
#include "object.h"

#include "client/client_object.h"
#include "core/arena.h"

enum { INCLUDES = 32 };

static rsp_status read_windows(bench *b, rsp_bytes object, rsp_bytes annex, rsp_buf *out) {
    return rsp_client_read_object(b->client, object, annex, out, b->error);
}

/* The next document that an XML text includes: the value of href behind "xi:include". */
static bool next_include(rsp_bytes *text, rsp_bytes *out_annex) {
    rsp_bytes needle = RSP_LIT("<xi:include");
    *text = rsp_bytes_from(*text, rsp_bytes_search(*text, needle));
    rsp_bytes element = rsp_bytes_sub(*text, 0, rsp_bytes_index(*text, '>'));
    rsp_bytes href = rsp_bytes_from(element, rsp_bytes_search(element, RSP_LIT("href=\"")));
    if (element.len == 0)
        return false;
    href = rsp_bytes_from(href, 6);
    *out_annex = rsp_bytes_sub(href, 0, rsp_bytes_index(href, '"'));
    *text = rsp_bytes_from(*text, needle.len);
    return true;
}

rsp_status object_read(bench *b, const char *object, const char *annex, rsp_buf *out) {
    rsp_status status = read_windows(b, rsp_bytes_str(object), rsp_bytes_str(annex), out);
    size_t end = out->len; /* includes of includes are not followed: nobody has them */
    for (size_t from = 0, num = 0; status == RSP_OK && num < INCLUDES; num++) {
        rsp_bytes rest = rsp_bytes_sub(rsp_buf_bytes(out), from, end - from);
        rsp_bytes included = {0};
        if (!next_include(&rest, &included))
            break;
        from = end - rest.len;
        included = rsp_arena_bytes(&b->arena, included); /* `out` grows while it is read */
        if (included.len > 0)
            status = read_windows(b, rsp_bytes_str(object), included, out);
    }
    return status;
}
