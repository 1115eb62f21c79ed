/* Resolves "." and ".." in the text of a path, and takes the root away.
 * Symbolic links are nobody's business here.
 * See place_path.h. */
/* SPDX-License-Identifier: MIT */
#include "place_path.h"

/* Appends the parts of a path to an absolute one that has no "/" at its end. */
static void append_parts(rsp_buf *out, rsp_bytes parts) {
    while (parts.len > 0) {
        const rsp_bytes part = rsp_bytes_split(&parts, '/');
        if (part.len == 0 || rsp_bytes_equal(part, RSP_LIT(".")))
            continue;
        if (!rsp_bytes_equal(part, RSP_LIT(".."))) {
            rsp_buf_push(out, '/');
            rsp_buf_append(out, part);
            continue;
        }
        size_t end = out->len;
        while (end > 0 && out->ptr[end - 1] != '/')
            end--;
        rsp_buf_truncate(out, end > 0 ? end - 1 : 0);
    }
}

bool rsp_report_place(rsp_buf *out, const rsp_report_options *options, const char *path) {
    if (!path || !*path)
        return false;
    if (!options || !options->root || !*options->root) {
        while (path[0] == '.' && path[1] == '/')
            path += 2;
        rsp_buf_str(out, path);
        return true;
    }
    rsp_buf root = {.mem = out->mem};
    rsp_buf whole = {.mem = out->mem};
    append_parts(&root, rsp_bytes_str(options->root));
    rsp_buf_push(&root, '/');
    if (*path != '/')
        append_parts(&whole, rsp_bytes_str(options->folder ? options->folder : ""));
    append_parts(&whole, rsp_bytes_str(path));
    const bool inside = rsp_bytes_starts(rsp_buf_bytes(&whole), rsp_buf_bytes(&root));
    if (inside)
        rsp_buf_append(out, rsp_bytes_from(rsp_buf_bytes(&whole), root.len));
    rsp_buf_free(&root);
    rsp_buf_free(&whole);
    return inside;
}
