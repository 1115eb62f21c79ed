/* Edit distance with swaps of neighbours, and the choice of the nearest candidate.
 * Three rows of the usual table are kept, on the stack: words are short.
 * Source: the optimal string alignment distance. */
/* SPDX-License-Identifier: MIT */
#include "core/suggest.h"
#include "core/hex.h"
#include "core/limits.h"

#include <assert.h>

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

size_t rsp_edit_distance(rsp_bytes a, rsp_bytes b) {
    if (a.len > RSP_LIMIT_SUGGEST_BYTES || b.len > RSP_LIMIT_SUGGEST_BYTES)
        return SIZE_MAX;
    size_t rows[3][RSP_LIMIT_SUGGEST_BYTES + 1] = {{0}};
    for (size_t j = 0; j <= b.len; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a.len; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3];
        const size_t *before = rows[(i + 1) % 3]; /* two rows up, for swaps */
        row[0] = i;
        for (size_t j = 1; j <= b.len; j++) {
            uint8_t x = rsp_ascii_lower(a.ptr[i - 1]);
            uint8_t y = rsp_ascii_lower(b.ptr[j - 1]);
            row[j] = least(above[j - 1] + (x != y), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x == rsp_ascii_lower(b.ptr[j - 2]) && y == rsp_ascii_lower(a.ptr[i - 2]))
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return rows[a.len % 3][b.len];
}

void rsp_suggest_offer(rsp_suggestion *suggestion, const char *candidate) {
    assert(suggestion);
    rsp_bytes name = rsp_bytes_str(candidate);
    rsp_bytes word = suggestion->word;
    if (name.len == 0 || word.len == 0)
        return;
    size_t edits = rsp_edit_distance(word, name);
    bool near = edits <= (word.len < 6 ? 1 : word.len / 3);
    if (!near && (word.len < 3 || !rsp_bytes_starts(name, word)))
        return;
    if (suggestion->best && edits >= suggestion->distance)
        return;
    suggestion->best = candidate;
    suggestion->distance = edits;
}
