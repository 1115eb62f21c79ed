/* Texts with gaps: a pattern takes a request or a reply apart, a template puts another one together.
 * The tables of faults are written in them (row.h).
 * Only in builds with faults. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FAULTS_PATTERN_H
#define STUB_FAULTS_PATTERN_H

#include <rsp/bytes.h>
#include <stdbool.h>

/* A pattern is plain text with gaps; what fills a gap is kept, in order:
 *   %x  a hexadecimal number        %X  the same, of 2^31 or more     %u  a decimal number
 *   %b  two hex digits              %q  sixteen hex digits            %h  pairs of hex digits, also none
 *   %?  one byte                    %g  one that is no hex digit      %*  as few bytes as possible, also none
 *
 * A template is plain text with what was kept: %1 is the first gap as it stands, %d1 the same converted by
 * `d`. The conversions of numbers, of which all but x read hexadecimal: d D  decimal; with two digits   t T
 * digits taken for decimal; two digits   x  hexadecimal a    rounded down to 4          c P  at most 64; at
 * most 4096               m o  modulo 16; modulo 4 v    numbered anew from 32      w k  shifted by 8; with
 * bit 7               j G  16 more; 8 more from 64 on l L  signal for Linux; for GDB  f A E  flags of open:
 * Linux's; without append; emptied and of texts: p h  bytes of hex digits; hex digits of bytes      u H
 * unescaped; hex digits of the unescaped n N  how many bytes hex digits are; how many escaped data is    y
 * how many bytes; all in hexadecimal s    pairs of digits the other way round           z  as many zero bytes
 * in hex as the number says, or 64
 * %% is a percent sign. */

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
