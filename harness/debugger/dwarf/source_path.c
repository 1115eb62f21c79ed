/* Parts are compared from the end, where a part that is followed by `..` is known before it is met.
 * A compiler that was started in /x/build with ../src/a.c writes /x/build/../src/a.c.
 * See source_path.h. */
/* SPDX-License-Identifier: MIT */
#include "source_path.h"

/* What is left of a path, and how many of its last parts are taken back. */
typedef struct path_rest {
    rsp_bytes text;
    size_t taken_back;
} path_rest;

static rsp_bytes last_part(rsp_bytes *text) {
    size_t begin = text->len;
    while (begin > 0 && text->ptr[begin - 1] != '/')
        begin--;
    const rsp_bytes part = rsp_bytes_from(*text, begin);
    *text = rsp_bytes_sub(*text, 0, begin > 0 ? begin - 1 : 0);
    return part;
}

/* The last part that counts; empty: there is none. What goes up from where a relative path begins stays. */
static rsp_bytes take_part(path_rest *rest, bool absolute) {
    while (rest->text.len > 0) {
        const rsp_bytes part = last_part(&rest->text);
        if (part.len == 0 || rsp_bytes_equal(part, RSP_LIT(".")))
            continue;
        if (rsp_bytes_equal(part, RSP_LIT("..")))
            rest->taken_back++;
        else if (rest->taken_back > 0)
            rest->taken_back--;
        else
            return part;
    }
    if (absolute || rest->taken_back == 0)
        return (rsp_bytes){0};
    rest->taken_back--;
    return RSP_LIT("..");
}

static bool is_absolute(rsp_bytes path) {
    return path.len > 0 && path.ptr[0] == '/';
}

/* As they are written: "../src/a.c" may be how the compiler was told. */
static bool ends_so(rsp_bytes whole, rsp_bytes wanted) {
    if (!rsp_bytes_ends(whole, wanted))
        return false;
    return whole.len == wanted.len || whole.ptr[whole.len - wanted.len - 1] == '/';
}

bool source_path_is_named(rsp_bytes whole, rsp_bytes wanted) {
    path_rest a = {.text = whole};
    path_rest b = {.text = wanted};
    if (wanted.len == 0 || wanted.ptr[wanted.len - 1] == '/')
        return false;
    if (ends_so(whole, wanted))
        return true;
    for (;;) {
        const rsp_bytes part = take_part(&b, is_absolute(wanted));
        if (part.len == 0 && !is_absolute(wanted))
            return true;
        const rsp_bytes own = take_part(&a, is_absolute(whole));
        if (!rsp_bytes_equal(part, own))
            return false;
        if (part.len == 0)
            return is_absolute(whole);
    }
}
