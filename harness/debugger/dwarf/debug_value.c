/* Structures and arrays are shown two levels deep and to a number of elements: a list of a million is no use.
 * A text behind a pointer is read in small pieces, since what is behind its end may not be there.
 * See debug_value.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_value.h"

#include "core/limits.h"
#include "debug_holder.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

enum { DEPTH = 2, TEXT_MAX = 200, PIECE = 8 };

/* What is shown, and how deep it lies. */
typedef struct viewer {
    rsp_buf *out;
    const rsp_debug_file *file;
    const rsp_debug_thread *thread;
    unsigned depth;
} viewer;

static rsp_status show(viewer *v, const rsp_debug_type *type, uint64_t address);

static void append_letter(rsp_buf *out, uint8_t c, char quote) {
    if (c == (uint8_t)quote || c == '\\')
        rsp_buf_printf(out, "\\%c", c);
    else if (c >= ' ' && c < 0x7f)
        rsp_buf_push(out, c);
    else if (c == '\n')
        rsp_buf_str(out, "\\n");
    else if (c == '\t')
        rsp_buf_str(out, "\\t");
    else
        rsp_buf_printf(out, "\\x%02x", c);
}

/* Bytes of the character of UTF-8 at the front, if it is one that is shown as it is: neither ASCII, nor a
 * control or one that is not seen. 0: it is none. */
static size_t shown_character(rsp_bytes text) {
    static const uint32_t least[] = {0, 0, 0xa0, 0x800, 0x10000};
    uint8_t first = text.ptr[0];
    size_t len = first >= 0xf0 && first < 0xf8 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
    uint32_t code = len > 0 ? first & (0x7fU >> len) : 0;
    if (len == 0 || first >= 0xf8 || text.len < len)
        return 0;
    for (size_t i = 1; i < len; i++) {
        if ((text.ptr[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (text.ptr[i] & 0x3f);
    }
    bool unseen = (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
                  (code >= 0x2060 && code <= 0x206f) || code == 0xfeff;
    bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < least[len] || code > 0x10ffff || unseen || surrogate ? 0 : len;
}

static void append_letters(rsp_buf *out, rsp_bytes text) {
    while (text.len > 0) {
        size_t len = shown_character(text);
        if (len > 0)
            rsp_buf_append(out, rsp_bytes_sub(text, 0, len));
        else
            append_letter(out, text.ptr[0], '"');
        text = rsp_bytes_from(text, len > 0 ? len : 1);
    }
}

/* A text up to its end, or as far as it can be read. False: not even its first byte. */
static bool append_text(viewer *v, uint64_t address, uint64_t most) {
    size_t shown = 0;
    size_t limit = most < TEXT_MAX ? (size_t)most : TEXT_MAX;
    bool ended = false;
    bool readable = limit == 0;
    rsp_buf text = {0};
    if (v->thread->expect_text && limit > PIECE)
        v->thread->expect_text(v->thread->ctx, address);
    while (shown < limit && !ended) {
        uint8_t bytes[PIECE];
        size_t len = PIECE - (size_t)((address + shown) % PIECE); /* never across a page */
        len = len < limit - shown ? len : limit - shown;
        if (v->thread->read_memory(v->thread->ctx, address + shown, bytes, len) != RSP_OK)
            break;
        const uint8_t *end = memchr(bytes, 0, len);
        readable = true;
        ended = end != NULL;
        rsp_buf_append(&text, rsp_bytes_make(bytes, end ? (size_t)(end - bytes) : len));
        shown += len;
    }
    if (readable) {
        rsp_buf_push(v->out, '"');
        append_letters(v->out, rsp_buf_bytes(&text));
        rsp_buf_str(v->out, ended || shown >= most ? "\"" : "\"...");
    }
    rsp_buf_free(&text);
    return readable;
}

static bool is_letter(const viewer *v, rsp_debug_type_ref ref) {
    rsp_debug_type type;
    return rsp_debug_type_read(v->file, ref, &type) == RSP_OK && type.kind == RSP_DEBUG_INTEGER &&
           type.is_character && type.size == 1;
}

static void show_pointer(viewer *v, const rsp_debug_type *type, uint64_t number) {
    rsp_buf_printf(v->out, "0x%" PRIx64, number);
    if (number == 0 || !is_letter(v, type->target))
        return;
    size_t before = v->out->len;
    rsp_buf_push(v->out, ' ');
    if (!append_text(v, number, UINT64_MAX))
        rsp_buf_truncate(v->out, before);
}

static void show_enumeration(viewer *v, const rsp_debug_type *type, uint64_t number) {
    const char *name = rsp_debug_enumerator_name(v->file, type, number);
    if (name)
        rsp_buf_printf(v->out, "%.*s", (int)RSP_LIMIT_DEBUG_NAME_BYTES, name);
    else if (type->is_signed)
        rsp_buf_printf(v->out, "%" PRId64, (int64_t)number);
    else
        rsp_buf_printf(v->out, "%" PRIu64, number);
}

/* Other widths, such as those of _Float16, have formats that are not known here. */
static void show_float(viewer *v, const rsp_debug_type *type, uint64_t number) {
    float single = 0;
    double twice = 0;
    uint32_t low = (uint32_t)number;
    if (type->size == sizeof single) {
        memcpy(&single, &low, sizeof single);
        twice = (double)single;
    } else if (type->size == sizeof twice) {
        memcpy(&twice, &number, sizeof twice);
    } else {
        rsp_buf_printf(v->out, "(%" PRIu64 " bytes)", type->size);
        return;
    }
    rsp_buf_printf(v->out, type->size == sizeof single ? "%.9g" : "%.17g", twice);
}

static void show_number(viewer *v, const rsp_debug_type *type, uint64_t number) {
    switch (type->kind) {
    case RSP_DEBUG_POINTER:
        show_pointer(v, type, number);
        return;
    case RSP_DEBUG_ENUMERATION:
        show_enumeration(v, type, number);
        return;
    case RSP_DEBUG_FLOAT:
        show_float(v, type, number);
        return;
    case RSP_DEBUG_BOOLEAN:
        rsp_buf_str(v->out, number == 0 ? "false" : number == 1 ? "true" : "true (neither 0 nor 1)");
        return;
    case RSP_DEBUG_VOID:
    case RSP_DEBUG_INTEGER:
    case RSP_DEBUG_STRUCTURE:
    case RSP_DEBUG_ARRAY:
    case RSP_DEBUG_FUNCTION:
    case RSP_DEBUG_OTHER:
        break;
    }
    if (type->is_signed)
        rsp_buf_printf(v->out, "%" PRId64, (int64_t)number);
    else
        rsp_buf_printf(v->out, "%" PRIu64, number);
    if (type->is_character && type->size == 1) {
        rsp_buf_str(v->out, " '");
        append_letter(v->out, (uint8_t)number, '\'');
        rsp_buf_push(v->out, '\'');
    }
}

void rsp_debug_number_append(rsp_buf *out, const rsp_debug_file *file, const rsp_debug_type *type,
                             const rsp_debug_thread *thread, uint64_t number) {
    viewer v = {.out = out, .file = file, .thread = thread};
    show_number(&v, type, number);
}

/* --- in memory --------------------------------------------------------------------------------------------
 */

static uint64_t extended(uint64_t number, unsigned bits, bool is_signed) {
    assert(bits > 0);
    if (bits >= 64)
        return number;
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    bool negative = is_signed && number >> (bits - 1) & 1;
    return negative ? number | ~mask : number & mask;
}

uint64_t rsp_debug_number_cut(const rsp_debug_type *type, uint64_t number) {
    return type->size > 0 && type->size < 8 ? extended(number, (unsigned)(8 * type->size), type->is_signed)
                                            : number;
}

/* x87's format of 80 bits has its leading bit in the mantissa; that of 128 bits does not. */
static long double assemble(rsp_debug_machine machine, uint64_t low, uint64_t high) {
    enum { BIAS = 16383, EXPONENT = 0x7fff, INFINITE = 0x7fff };
    bool x87 = machine == RSP_DEBUG_MACHINE_X86_64;
    int exponent = (int)((x87 ? high : high >> 48) & EXPONENT);
    bool negative = (x87 ? high >> 15 : high >> 63) & 1;
    uint64_t top = high & ((UINT64_C(1) << 48) - 1);
    long double value = 0;
    if (exponent == INFINITE) {
        bool is_nan = x87 ? low << 1 != 0 : top != 0 || low != 0;
        value = is_nan ? NAN : INFINITY;
    } else if (x87) {
        value = ldexpl((long double)low, exponent - BIAS - 63);
    } else {
        if (exponent != 0)
            top |= UINT64_C(1) << 48;
        exponent += exponent == 0;
        value =
            ldexpl((long double)top, exponent - BIAS - 48) + ldexpl((long double)low, exponent - BIAS - 112);
    }
    return negative ? -value : value;
}

/* A number of 16 bytes: floating point, or a whole one. */
static rsp_status show_wide(viewer *v, const rsp_debug_type *type, uint64_t address) {
    uint64_t low = 0;
    uint64_t high = 0;
    rsp_status status = rsp_debug_thread_read(v->thread, address, 8, &low);
    if (status == RSP_OK)
        status = rsp_debug_thread_read(v->thread, address + 8, 8, &high);
    if (status != RSP_OK)
        return status;
    if (type->kind == RSP_DEBUG_FLOAT)
        rsp_buf_printf(v->out, "%.18Lg", assemble(rsp_debug_file_facts(v->file)->machine, low, high));
    else
        rsp_buf_printf(v->out, "0x%" PRIx64 "%016" PRIx64, high, low);
    return RSP_OK;
}

static rsp_status show_scalar(viewer *v, const rsp_debug_type *type, uint64_t address) {
    uint64_t number = 0;
    if (type->size == 16 && (type->kind == RSP_DEBUG_FLOAT || type->kind == RSP_DEBUG_INTEGER))
        return show_wide(v, type, address);
    if (type->size == 0 || type->size > 8) {
        rsp_buf_printf(v->out, "(%" PRIu64 " bytes)", type->size);
        return RSP_OK;
    }
    rsp_status status = rsp_debug_thread_read(v->thread, address, (size_t)type->size, &number);
    if (status != RSP_OK)
        return status;
    show_number(v, type, rsp_debug_number_cut(type, number));
    return RSP_OK;
}

/* The part of a value, which says so where it cannot be read. */
static bool show_part(viewer *v, rsp_debug_type_ref ref, uint64_t address) {
    rsp_debug_type type;
    rsp_status status = rsp_debug_type_read(v->file, ref, &type);
    if (status == RSP_OK)
        status = show(v, &type, address);
    if (status != RSP_OK)
        rsp_buf_str(v->out, status == RSP_BAD_FILE ? "(type unknown)" : "(not readable)");
    return status == RSP_OK;
}

static rsp_status show_array(viewer *v, const rsp_debug_type *type, uint64_t address) {
    rsp_debug_type element;
    bool any = false;
    if (is_letter(v, type->target) && type->has_count)
        return append_text(v, address, type->count) ? RSP_OK : RSP_FAULT;
    if (rsp_debug_type_read(v->file, type->target, &element) != RSP_OK || !type->has_count ||
        element.size == 0 || v->depth == DEPTH) {
        rsp_buf_str(v->out, "[...]");
        return RSP_OK;
    }
    uint64_t num = type->count < RSP_LIMIT_DEBUG_SHOWN ? type->count : RSP_LIMIT_DEBUG_SHOWN;
    size_t before = v->out->len;
    v->depth++;
    rsp_buf_push(v->out, '{');
    for (uint64_t i = 0; i < num; i++) {
        rsp_buf_str(v->out, i > 0 ? ", " : "");
        bool readable = show_part(v, type->target, address + i * element.size);
        any = any || readable;
        if (!readable)
            break;
    }
    rsp_buf_str(v->out, num < type->count ? ", ...}" : "}");
    v->depth--;
    if (any || num == 0)
        return RSP_OK;
    rsp_buf_truncate(v->out, before);
    return RSP_FAULT;
}

static bool show_bits(viewer *v, const rsp_debug_member *member, uint64_t address) {
    rsp_debug_type type;
    uint64_t number = 0;
    size_t len = (member->bit_offset + member->bit_size + 7) / 8;
    if (len > 8 || rsp_debug_type_read(v->file, member->type, &type) != RSP_OK ||
        rsp_debug_thread_read(v->thread, address, len, &number) != RSP_OK) {
        rsp_buf_str(v->out, "(not readable)");
        return false;
    }
    show_number(v, &type, extended(number >> member->bit_offset, member->bit_size, type.is_signed));
    return true;
}

static rsp_status show_structure(viewer *v, const rsp_debug_type *type, uint64_t address) {
    rsp_debug_member member;
    bool any = false;
    size_t i = 0;
    size_t before = v->out->len;
    if (v->depth == DEPTH) {
        rsp_buf_str(v->out, "{...}");
        return RSP_OK;
    }
    v->depth++;
    rsp_buf_push(v->out, '{');
    for (; i < RSP_LIMIT_DEBUG_SHOWN && rsp_debug_member_at(v->file, type, i, &member) == RSP_OK; i++) {
        rsp_buf_str(v->out, i > 0 ? ", " : "");
        if (member.name)
            rsp_buf_printf(v->out, "%.*s = ", (int)RSP_LIMIT_DEBUG_NAME_BYTES, member.name);
        if (member.is_virtual) { /* its offset is in a table of the program */
            rsp_buf_str(v->out, "{...}");
            continue;
        }
        bool readable = member.bit_size > 0 ? show_bits(v, &member, address + member.offset)
                                            : show_part(v, member.type, address + member.offset);
        any = any || readable;
    }
    rsp_buf_str(v->out, i == RSP_LIMIT_DEBUG_SHOWN ? ", ...}" : "}");
    v->depth--;
    if (any || i == 0)
        return RSP_OK;
    rsp_buf_truncate(v->out, before);
    return RSP_FAULT;
}

/* --- classes of the standard library ----------------------------------------------------------------------
 */

/* Any bytes, also 0, as many as the class says. */
static rsp_status show_characters(viewer *v, uint64_t address, uint64_t num) {
    uint8_t bytes[TEXT_MAX];
    const size_t shown = num < TEXT_MAX ? (size_t)num : TEXT_MAX;
    const rsp_status status =
        shown > 0 ? v->thread->read_memory(v->thread->ctx, address, bytes, shown) : RSP_OK;
    if (status != RSP_OK)
        return status;
    rsp_buf_push(v->out, '"');
    append_letters(v->out, rsp_bytes_make(bytes, shown));
    rsp_buf_str(v->out, shown < num ? "\"..." : "\"");
    return RSP_OK;
}

static rsp_status show_row(viewer *v, rsp_debug_type_ref element, uint64_t address, uint64_t num) {
    const rsp_debug_type row = {.kind = RSP_DEBUG_ARRAY, .target = element, .has_count = true, .count = num};
    const size_t before = v->out->len;
    rsp_buf_printf(v->out, "size=%" PRIu64 " ", num);
    const rsp_status status = show_array(v, &row, address);
    if (status != RSP_OK)
        rsp_buf_truncate(v->out, before);
    return status;
}

/* RSP_MALFORMED: it is not made yet, or no more, and is shown as a structure. */
static rsp_status show_held(viewer *v, const rsp_debug_holder *holder, uint64_t address) {
    uint64_t first = 0;
    uint64_t num = 0;
    rsp_debug_type type;
    if (holder->kind == RSP_DEBUG_HOLDS_ARRAY || holder->kind == RSP_DEBUG_HOLDS_ONE) {
        const rsp_status status = rsp_debug_type_read(v->file, holder->first.type, &type);
        return status == RSP_OK ? show(v, &type, address + holder->first.offset) : status;
    }
    const rsp_status status = rsp_debug_holder_range(holder, v->thread, address, &first, &num);
    if (status != RSP_OK)
        return status;
    return holder->kind == RSP_DEBUG_HOLDS_TEXT ? show_characters(v, first, num)
                                                : show_row(v, holder->element, first, num);
}

static rsp_status show_object(viewer *v, const rsp_debug_type *type, uint64_t address) {
    const rsp_debug_holder holder = rsp_debug_holder_of(v->file, type);
    const rsp_status status =
        holder.kind == RSP_DEBUG_HOLDS_NOTHING ? RSP_MALFORMED : show_held(v, &holder, address);
    return status == RSP_MALFORMED ? show_structure(v, type, address) : status;
}

static rsp_status show(viewer *v, const rsp_debug_type *type, uint64_t address) {
    switch (type->kind) {
    case RSP_DEBUG_ARRAY:
        return show_array(v, type, address);
    case RSP_DEBUG_STRUCTURE:
        return show_object(v, type, address);
    case RSP_DEBUG_FUNCTION:
    case RSP_DEBUG_VOID:
        rsp_buf_printf(v->out, "0x%" PRIx64, address);
        return RSP_OK;
    case RSP_DEBUG_BOOLEAN:
    case RSP_DEBUG_INTEGER:
    case RSP_DEBUG_FLOAT:
    case RSP_DEBUG_POINTER:
    case RSP_DEBUG_ENUMERATION:
    case RSP_DEBUG_OTHER:
        return show_scalar(v, type, address);
    }
    return RSP_BAD_FILE;
}

rsp_status rsp_debug_value_append(rsp_buf *out, const rsp_debug_file *file, const rsp_debug_type *type,
                                  const rsp_debug_thread *thread, uint64_t address) {
    viewer v = {.out = out, .file = file, .thread = thread};
    return show(&v, type, address);
}
