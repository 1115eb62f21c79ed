/* Texts with gaps: a pattern takes a request or a reply apart, a template puts another one together.
 * The tables of faults are written in them (row.h).
 * Only in builds with faults. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FAULTS_PATTERN_H
#define STUB_FAULTS_PATTERN_H

#include <rsp/bytes.h>
#include <stdbool.h>

/* clang-format off */
/* A pattern is plain text with gaps; what fills a gap is kept, in order:
 *   %x  a hexadecimal number        %X  the same, of 2^31 or more     %u  a decimal number
 *   %b  two hex digits              %q  sixteen hex digits            %h  pairs of hex digits, also none
 *   %?  one byte                    %g  one that is no hex digit      %*  as few bytes as possible, also none
 *
 * A template is plain text with what was kept: %1 is the first gap as it stands, %d1 is it
 * converted by `d`.
 * Conversions of numbers, which all but `x` and `G` read and write in hexadecimal:
 *   d  written in decimal           D  the same, with two digits      x  read in decimal
 *   t  digits taken for decimal     T  the same, with two digits      G  decimal; 8 more from 64 on
 *   a  rounded down to 4            c  at most 64                     P  at most 4096
 *   m  modulo 16                    o  modulo 4                       v  32 less from 32 on
 *   w  shifted left by 8 bits       k  with bit 7                     j  16 more
 *   l  GDB's signal as Linux's      L  Linux's signal as GDB's
 *   f  flags of open as Linux's     A  flags without append           E  flags with truncate
 * Conversions of texts; numbers of bytes are in hexadecimal:
 *   p  bytes of hex digits          h  hex digits of bytes            s  pairs of digits the other way round
 *   u  unescaped                    H  hex digits of the unescaped    z  that many zero bytes, at most 64
 *   y  number of bytes              n  of bytes that hex digits are   N  of bytes that escaped data is
 * %% is a percent sign. */
/* clang-format on */

enum { STUB_MOST_GAPS = 9 };

typedef struct stub_gaps {
    rsp_bytes items[STUB_MOST_GAPS]; /* borrowed from the texts that were matched */
    size_t num;
} stub_gaps;

/* Whether the whole text fits the pattern. Its gaps are added to `gaps`, but only if it does. */
bool stub_match(const char *pattern, rsp_bytes text, stub_gaps *gaps);

/* Appends what the template makes of the gaps. */
void stub_fill_template(rsp_buf *out, const char *template, const stub_gaps *gaps);

/* Appends the text, with all places that fit the pattern replaced; says whether there was one. */
bool stub_replace_places(rsp_buf *out, rsp_bytes text, const char *pattern, const char *template);

/* Hex digits taken for decimal ones. */
uint64_t stub_as_decimal(uint64_t hex);

#endif
