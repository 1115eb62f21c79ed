/* Blocks of sixteen bytes in the vector registers that each x86-64 has; elsewhere words of eight.
 * A byte that is zero after an exclusive or is found without a loop over the word.
 * See body_scan.h. */
/* SPDX-License-Identifier: MIT */
#include "body_scan.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define ONES UINT64_C(0x0101010101010101)

/* Not 0 if one of the eight bytes is `byte`. */
static uint64_t has_byte(uint64_t word, uint8_t byte) {
    const uint64_t zero = word ^ (ONES * byte);
    return (zero - ONES) & ~zero & (ONES << 7);
}

/* Even and odd bytes of a word add up in lanes of 16 bits. */
body_scan scan_body_portably(rsp_bytes bytes) {
    const uint64_t even = UINT64_C(0x00ff00ff00ff00ff);
    body_scan s = {0};
    for (; s.len + 8 <= bytes.len; s.len += 8) {
        uint64_t word;
        memcpy(&word, bytes.ptr + s.len, sizeof word);
        if (has_byte(word, '#') | has_byte(word, '$'))
            break;
        const uint64_t sums = (word & even) + (word >> 8 & even);
        s.sum = (uint8_t)(s.sum + sums + (sums >> 16) + (sums >> 32) + (sums >> 48));
        s.coded = s.coded || (has_byte(word, '*') | has_byte(word, '}')) != 0;
    }
    for (; s.len < bytes.len && bytes.ptr[s.len] != '#' && bytes.ptr[s.len] != '$'; s.len++) {
        const uint8_t c = bytes.ptr[s.len];
        s.sum = (uint8_t)(s.sum + c);
        s.coded = s.coded || c == '*' || c == '}';
    }
    return s;
}

#ifdef __SSE2__

enum { BLOCK = 16 };

/* Sixteen bytes that count, then sixteen that do not. */
static const uint8_t counting[2 * BLOCK] = {255, 255, 255, 255, 255, 255, 255, 255,
                                            255, 255, 255, 255, 255, 255, 255, 255};

static __m128i load(const uint8_t *at) {
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

static __m128i find(__m128i block, char one, char other) {
    return _mm_or_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8(one)),
                        _mm_cmpeq_epi8(block, _mm_set1_epi8(other)));
}

/* Whole blocks before the first end; then the part of a block before it. What is left behind the last whole
 * block is filled up with zeros, which are no ends and add nothing. */
body_scan scan_body(rsp_bytes bytes) {
    const uint8_t *at = bytes.ptr;
    size_t left = bytes.len;
    __m128i sums = _mm_setzero_si128();
    __m128i block = _mm_setzero_si128();
    __m128i coded = _mm_setzero_si128();
    int stop = 0;
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK) {
        block = load(at);
        stop = _mm_movemask_epi8(find(block, '#', '$'));
        if (stop != 0)
            break;
        coded = _mm_or_si128(coded, find(block, '*', '}'));
        sums = _mm_add_epi64(sums, _mm_sad_epu8(block, _mm_setzero_si128()));
    }
    if (stop == 0 && left > 0) {
        uint8_t last[BLOCK] = {0};
        memcpy(last, at, left);
        block = load(last);
        stop = _mm_movemask_epi8(find(block, '#', '$'));
    }
    if (stop != 0)
        left = (size_t)__builtin_ctz((unsigned)stop);
    if (left > 0) {
        block = _mm_and_si128(block, load(counting + BLOCK - left));
        coded = _mm_or_si128(coded, find(block, '*', '}'));
        sums = _mm_add_epi64(sums, _mm_sad_epu8(block, _mm_setzero_si128()));
    }
    return (body_scan){.len = (size_t)(at - bytes.ptr) + left,
                       .sum = (uint8_t)(_mm_cvtsi128_si32(sums) + _mm_cvtsi128_si32(_mm_srli_si128(sums, 8))),
                       .coded = _mm_movemask_epi8(coded) != 0};
}

#else

body_scan scan_body(rsp_bytes bytes) {
    return scan_body_portably(bytes);
}

#endif
