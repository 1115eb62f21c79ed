/* Elements are what stands between '<' and '>'. Values are exchanged,
 * elements dropped, repeated, nested, closed too early; some that are
 * right by themselves are put where they do not belong. See make.h. */
/* SPDX-License-Identifier: MIT */
#include "debugger_fuzz/make.h"

#include "core/hex.h"

enum { MOST_CHANGES = 4, MOST_BYTES = 128 * 1024, ROOM = 200 };

static const char *const values[] = {"0",           "-1",         "1",
                                     "4294967295",  "4294967296", "18446744073709551615",
                                     "2147483647",  "2147483648", "0xffffffffffffffff",
                                     "0x",          "",           "x",
                                     "64",          "128",        "65536",
                                     "9999999",     "int",        "float",
                                     "ieee_double", "uint128",    "data_ptr",
                                     "code_ptr",    "bool",       "i387_ext",
                                     "bfloat16",    "vec128",     "p1.1",
                                     "p-1.-1",      "target.xml", "..",
                                     "/",           "&lt;",       "&#0;",
                                     "%s%n"};
static const char *const pieces[] = {
    "<xi:include href=\"target.xml\"/>",
    "<union id=\"q\"><field name=\"a\" type=\"q\"/></union>",
    "<vector id=\"w\" type=\"w\" count=\"3\"/>",
    "<struct id=\"t\" size=\"8\"><field name=\"a\" start=\"9\" end=\"2\"/></struct>",
    "<flags id=\"g\" size=\"9\"><field name=\"\" start=\"64\" end=\"64\"/></flags>",
    "<reg name=\"\" bitsize=\"64\"/>",
    "<reg name=\"pc\" bitsize=\"1\" regnum=\"0\"/>",
    "<feature name=\"org.gnu.gdb.riscv.cpu\"></feature>",
    "<feature name=\"org.gnu.gdb.i386.core\"></feature>",
    "<!DOCTYPE a [<!ENTITY b \"c\">]>",
    "<![CDATA[x]]>",
    "<!-- -->",
    "<?xml version=\"1.0\" encoding=\"utf-16\"?>",
    "</target>",
    "<a>",
    "&amp;",
    "\xff\xfe"};

/* The element at or behind a place: where it begins, how long it is. False: there is none. */
static bool find_element(rsp_bytes doc, size_t from, size_t *at, size_t *len) {
    *at = from + rsp_bytes_index(rsp_bytes_from(doc, from), '<');
    if (*at >= doc.len)
        return false;
    *len = rsp_bytes_index(rsp_bytes_from(doc, *at), '>') + 1;
    *len = *at + *len > doc.len ? doc.len - *at : *len;
    return true;
}

/* A random one; the first where there is none behind the place. */
static bool pick_element(maker *m, rsp_bytes doc, size_t *at, size_t *len) {
    return find_element(doc, maker_below(m, doc.len), at, len) || find_element(doc, 0, at, len);
}

/* A value in quotes, without them. */
static bool pick_value(maker *m, rsp_bytes doc, size_t *at, size_t *len) {
    size_t from = maker_below(m, doc.len);
    from += rsp_bytes_search(rsp_bytes_from(doc, from), RSP_LIT("=\""));
    *at = from + 2;
    if (*at >= doc.len)
        return false;
    *len = rsp_bytes_index(rsp_bytes_from(doc, *at), '"');
    return true;
}

static void put_instead(rsp_buf *out, rsp_bytes doc, size_t at, size_t len, rsp_bytes with, size_t times) {
    rsp_buf_append(out, rsp_bytes_sub(doc, 0, at));
    for (size_t i = 0; i < times && out->len < MOST_BYTES; i++)
        rsp_buf_append(out, with);
    rsp_buf_append(out, rsp_bytes_from(doc, at + len));
}

static void change_value(maker *m, rsp_buf *out, rsp_bytes doc) {
    size_t at = 0;
    size_t len = 0;
    size_t other = 0;
    size_t other_len = 0;
    if (!pick_value(m, doc, &at, &len))
        rsp_buf_append(out, doc);
    else if (maker_below(m, 3) == 0 && pick_value(m, doc, &other, &other_len))
        put_instead(out, doc, at, len, rsp_bytes_sub(doc, other, other_len), 1);
    else if (maker_below(m, 8) == 0)
        put_instead(out, doc, at, len, RSP_LIT("long"), ROOM);
    else
        put_instead(out, doc, at, len, rsp_bytes_str(values[maker_below(m, RSP_ARRAY_LEN(values))]), 1);
}

static void change_element(maker *m, rsp_buf *out, rsp_bytes doc) {
    size_t at = 0;
    size_t len = 0;
    size_t other = 0;
    size_t other_len = 0;
    if (!pick_element(m, doc, &at, &len) || !pick_element(m, doc, &other, &other_len)) {
        rsp_buf_append(out, doc);
        return;
    }
    const rsp_bytes element = rsp_bytes_sub(doc, at, len);
    const rsp_bytes piece = rsp_bytes_str(pieces[maker_below(m, RSP_ARRAY_LEN(pieces))]);
    switch (maker_below(m, 6)) {
    case 0:
        put_instead(out, doc, at, len, element, 0);
        break;
    case 1:
        put_instead(out, doc, at, len, element, (size_t)1 << maker_below(m, 13));
        break;
    case 2:
        put_instead(out, doc, other, 0, element, 1);
        break;
    case 3:
        put_instead(out, doc, at, 0, piece, 1);
        break;
    case 4:
        put_instead(out, doc, at, 0, piece, (size_t)1 << maker_below(m, 13));
        break;
    default:
        put_instead(out, doc, at, len, rsp_bytes_sub(doc, other, other_len), 1);
        break;
    }
}

static void change_byte(maker *m, rsp_buf *out, rsp_bytes doc) {
    const uint8_t byte = (uint8_t)maker_below(m, 256);
    const size_t at = maker_below(m, doc.len);
    switch (maker_below(m, 3)) {
    case 0:
        rsp_buf_append(out, rsp_bytes_sub(doc, 0, at));
        break;
    case 1:
        put_instead(out, doc, at, 1, rsp_bytes_make(&byte, 1), 1);
        break;
    default:
        put_instead(out, doc, at, 0, rsp_bytes_make(&byte, 1), (size_t)1 << maker_below(m, 12));
        break;
    }
}

void make_document(maker *m, rsp_buf *out, rsp_bytes document) {
    rsp_buf now = {0};
    rsp_buf_append(&now, document);
    for (size_t i = maker_below(m, MOST_CHANGES); i < MOST_CHANGES && now.len > 0; i++) {
        rsp_buf next = {.limit = RSP_LIE_MOST_BYTES};
        const size_t which = maker_below(m, 8);
        if (which < 4)
            change_value(m, &next, rsp_buf_bytes(&now));
        else if (which < 7)
            change_element(m, &next, rsp_buf_bytes(&now));
        else
            change_byte(m, &next, rsp_buf_bytes(&now));
        rsp_buf_free(&now);
        now = next;
    }
    rsp_buf_append(out, rsp_buf_bytes(&now));
    rsp_buf_free(&now);
}
