/* Lines of a file of seeds, read back into bytes.
 * Whatever is not in the form is refused: a seed that changes by accident would hide what it was kept for.
 * See seed_file.h. */
/* SPDX-License-Identifier: MIT */
#include "seed_file.h"

#include "core/hex.h"

/* One escape behind its backslash; the length of it, 0 if there is no such. */
static size_t take_escape(uint8_t *out, rsp_bytes rest) {
    if (rest.len >= 1 && (rest.ptr[0] == 'n' || rest.ptr[0] == '\\')) {
        *out = rest.ptr[0] == 'n' ? '\n' : '\\';
        return 1;
    }
    const int value = rest.len > 0 && rest.ptr[0] == 'x' ? rsp_hex_pair(rsp_bytes_from(rest, 1)) : -1;
    *out = (uint8_t)value;
    return value < 0 ? 0 : 3;
}

bool seed_line_read(rsp_buf *out, rsp_bytes line) {
    rsp_buf_clear(out);
    if (!rsp_take_text(&line, RSP_LIT("seed ")) && !rsp_take_text(&line, RSP_LIT("grown ")))
        return false;
    for (size_t i = 0; i < line.len; i++) {
        uint8_t byte = line.ptr[i];
        if (byte < ' ' || byte > '~')
            return false;
        if (byte == '\\') {
            const size_t more = take_escape(&byte, rsp_bytes_from(line, i + 1));
            if (more == 0)
                return false;
            i += more;
        }
        rsp_buf_push(out, byte);
    }
    return true;
}
