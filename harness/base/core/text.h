/* Harmless text: what comes from outside, made fit to be shown or parsed.
 * Outside is a stub, an adapter, a file, its name, an argument, the environment. Nothing of it reaches a
 * terminal, the log of a build or a parser but through here, or through document/text.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CORE_TEXT_H
#define RSP_CORE_TEXT_H

#include <rsp/bytes.h>
#include <stdarg.h>

RSP_BEGIN_DECLS

/* For parsers that quote: valid UTF-8 without control and direction characters stays, every other byte
 * becomes \xNN. Newline and tab stay when `lines`. */
void rsp_text_clean(rsp_buf *out, rsp_bytes text, bool lines);

/* For lines that people read and build services scan: as rsp_text_clean without lines, and no command of such
 * a service: "::" at the beginning of a line of `out` becomes "\x3a:", the second '#' of "##word[" becomes
 * \x23 (GitHub Actions, Azure Pipelines, TeamCity). Applied twice it changes nothing more. */
void rsp_text_shown(rsp_buf *out, rsp_bytes text);

/* For terminals: the same, and all that is not printable ASCII as \xNN; newline and tab stay when `lines`. */
void rsp_text_escape(rsp_buf *out, rsp_bytes text, bool lines);

/* Appends formatted text as rsp_buf_printf does, but each %s and %c goes through rsp_text_shown. The format
 * itself is ours and stays. NULL for %s is "(null)". Knows the flags '-' and '0', '+' of numbers, width,
 * precision, the lengths of C11 but L, and the conversions d i u x X s c f g %; others assert, and the buffer
 * becomes RSP_INTERNAL. */
void rsp_text_printf(rsp_buf *out, const char *fmt, ...) RSP_PRINTF(2, 3);

/* The same with a list of arguments. */
void rsp_text_printf_v(rsp_buf *out, const char *fmt, va_list ap);

/* A harmless character, as rsp_text_clean means it, at the front of *text is taken off; its bytes are
 * returned, else nothing. */
rsp_bytes rsp_text_take_harmless(rsp_bytes *text, bool lines);

/* Whether `text`, appended to `out` as it is, would begin with a command of a build service (rsp_text_shown).
 */
bool rsp_text_commands(const rsp_buf *out, rsp_bytes text);

/* Whether a line begins at the end of `out`: nothing but blanks stands on it. */
bool rsp_text_begins_line(const rsp_buf *out);

RSP_END_DECLS

#endif
