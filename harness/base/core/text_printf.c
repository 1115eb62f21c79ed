/* printf whose texts come out harmless: the format is walked and texts are appended here.
 * Each number goes to printf with its own piece of the format.
 * See text.h. */
/* SPDX-License-Identifier: MIT */
#include "core/text.h"

#include "core/mem.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_PIECE = 48 };

/* One "%-*.*s" of a format. */
typedef struct piece {
    char text[LONGEST_PIECE]; /* as it stands there, '*' as numbers */
    size_t len;
    bool left;
    int width;
    int precision;  /* below 0: none */
    char length[3]; /* "", "h", "hh", "l", "ll", "z", "j", "t" */
    char conversion;
} piece;

static void add(piece *p, char c) {
    if (p->len + 1 < sizeof p->text)
        p->text[p->len++] = c;
}

/* A number of the format, or of the arguments: then it stands in the piece instead of '*'. */
static const char *take_number(piece *p, const char *at, va_list *ap, int *out_number) {
    if (*at == '*') {
        *out_number = va_arg(*ap, int);
        const int len = snprintf(p->text + p->len, sizeof p->text - p->len, "%d", *out_number);
        p->len += len > 0 && (size_t)len < sizeof p->text - p->len ? (size_t)len : 0;
        return at + 1;
    }
    *out_number = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        *out_number = *out_number * 10 + (*at - '0');
        add(p, *at);
    }
    return at;
}

/* Reads the piece at a '%'; gives what follows it. */
static const char *take_piece(piece *p, const char *at, va_list *ap) {
    *p = (piece){.precision = -1};
    add(p, *at++);
    for (; *at && strchr("-0+ #", *at); at++) {
        p->left = p->left || *at == '-';
        add(p, *at);
    }
    at = take_number(p, at, ap, &p->width);
    if (p->width < 0) {
        p->left = true;
        p->width = -p->width;
    }
    if (*at == '.') {
        add(p, *at++);
        at = take_number(p, at, ap, &p->precision);
    }
    for (size_t i = 0; *at && strchr("hlzjt", *at); at++) {
        if (i + 1 < sizeof p->length)
            p->length[i++] = *at;
        add(p, *at);
    }
    p->conversion = *at;
    add(p, *at);
    return *at ? at + 1 : at;
}

static void append_padded(rsp_buf *out, const piece *p, rsp_bytes text) {
    rsp_buf shown = {.mem = out->mem};
    /* What a line is at its beginning can only be seen where the text will stand. */
    if (p->width == 0 || p->left) {
        const size_t start = out->len;
        rsp_text_shown(out, text);
        rsp_buf_printf(out, "%*s",
                       p->width > (int)(out->len - start) ? p->width - (int)(out->len - start) : 0, "");
        return;
    }
    rsp_text_shown(&shown, text);
    rsp_buf_printf(out, "%*s", p->width > (int)shown.len ? p->width - (int)shown.len : 0, "");
    rsp_buf_append(out, rsp_buf_bytes(&shown));
    out->status = shown.status != RSP_OK ? shown.status : out->status;
    rsp_buf_free(&shown);
}

static void append_text(rsp_buf *out, const piece *p, const char *text) {
    text = text ? text : "(null)";
    append_padded(
        out, p, rsp_bytes_make(text, p->precision < 0 ? strlen(text) : strnlen(text, (size_t)p->precision)));
}

static void append_number(rsp_buf *out, const piece *p, va_list *ap) {
    /* NOLINTBEGIN(bugprone-branch-clone) */
    /* Branches that look alike take arguments of other types. */
    if (strcmp(p->length, "l") == 0)
        rsp_buf_printf(out, p->text, va_arg(*ap, long));
    else if (strcmp(p->length, "ll") == 0)
        rsp_buf_printf(out, p->text, va_arg(*ap, long long));
    else if (strcmp(p->length, "z") == 0)
        rsp_buf_printf(out, p->text, va_arg(*ap, size_t));
    else if (strcmp(p->length, "j") == 0)
        rsp_buf_printf(out, p->text, va_arg(*ap, intmax_t));
    else if (strcmp(p->length, "t") == 0)
        rsp_buf_printf(out, p->text, va_arg(*ap, ptrdiff_t));
    else
        rsp_buf_printf(out, p->text, va_arg(*ap, int));
    /* NOLINTEND(bugprone-branch-clone) */
}

static void append_piece(rsp_buf *out, const piece *p, va_list *ap) {
    switch (p->conversion) {
    case '%':
        rsp_buf_push(out, '%');
        break;
    case 's':
        append_text(out, p, va_arg(*ap, const char *));
        break;
    case 'c': {
        const char c = (char)va_arg(*ap, int);
        append_padded(out, p, rsp_bytes_make(&c, 1));
        break;
    }
    case 'f':
    case 'g':
        rsp_buf_printf(out, p->text, va_arg(*ap, double));
        break;
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
        append_number(out, p, ap);
        break;
    default:
        assert(false && "a conversion that rsp_text_printf does not know");
        out->status = RSP_INTERNAL;
        break;
    }
}

void rsp_text_printf_v(rsp_buf *out, const char *fmt, va_list ap) {
    va_list rest;
    va_copy(rest, ap);
    while (*fmt && out->status == RSP_OK) {
        const char *at = fmt + strcspn(fmt, "%");
        rsp_buf_append(out, rsp_bytes_make(fmt, (size_t)(at - fmt)));
        if (*at) {
            piece p;
            at = take_piece(&p, at, &rest);
            append_piece(out, &p, &rest);
        }
        fmt = at;
    }
    va_end(rest);
}

void rsp_text_printf(rsp_buf *out, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    rsp_text_printf_v(out, fmt, ap);
    va_end(ap);
}
