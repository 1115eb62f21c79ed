/* Searches a stream in three readings: as sent, unescaped, and without control bytes.
 * Each reading also drops the eighth bit, as some stubs do. A name anywhere counts.
 * See unsafe_filter.h. */
/* SPDX-License-Identifier: MIT */
#include "netfuzz/unsafe_filter.h"

#include "codec/escape.h"
#include "core/hex.h"

static const char *const harms_by_id[] = {
#define ROW(id, text, harm) text,
    RSP_HARM_LIST(ROW)
#undef ROW
};

/* The beginnings of unsafe names. X(first character, second, the rest, harm)
 * No safe name contains one of these. The packet table has the same for whole packets (its column for harm),
 * and a test compares the two. Here the beginning of a name is enough, since a stub may read the stream in
 * other ways than we do; unknown names that begin so count, too. */
#define NEEDLE_LIST(X)                 \
    X('v', 'F', "ile", HOSTIO)         \
    X('Q', 'T', "Save", HOSTIO)        \
    X('v', 'R', "un", RUN)             \
    X('$', 'A', "", RUN)               \
    X('Q', 'S', "etSTD", RUN)          \
    X('q', 'R', "cmd", MONITOR)        \
    X('v', 'A', "ttach", PROCESS)      \
    X('v', 'K', "ill", PROCESS)        \
    X('q', 'R', "RCmd", MONITOR)       \
    X('q', 'S', "aveCore", HOSTIO)     \
    X('Q', 'q', "emu.PhyMem", LASTING) \
    X('q', 'K', "illSpawned", PROCESS) \
    X('q', 'P', "latform", PLATFORM)   \
    X('q', 'L', "aunch", PLATFORM)     \
    X('Q', 'L', "aunch", PLATFORM)     \
    X('j', 'P', "latform", PLATFORM)   \
    X('v', 'F', "lash", FLASH)         \
    X('Q', 'S', "tartNoAck", LASTING)  \
    X('Q', 'N', "onStop", LASTING)     \
    X('m', 'u', "ltiprocess", LASTING) \
    X('$', 'k', "", LASTING)           \
    X('$', 'R', "", LASTING)           \
    X('$', 'r', "", LASTING)

enum { NEEDLE_HEAD = 2 };

static const struct {
    uint8_t head[NEEDLE_HEAD];
    rsp_bytes rest;
    rsp_harm harm;
} needles[] = {
#define ROW(first, second, rest_, harm_) \
    {{first, second}, {(const uint8_t *)(rest_), sizeof(rest_) - 1}, RSP_HARM_##harm_},
    NEEDLE_LIST(ROW)
#undef ROW
};

/* First and second characters of the needles, as bits by their low six bits: two words that filter out most
 * places. */
#define BIT_OF(c) (UINT64_C(1) << ((c)&63))
#define FIRST_BIT(first, second, rest, harm) | BIT_OF(first)
#define SECOND_BIT(first, second, rest, harm) | BIT_OF(second)
static const uint64_t first_bits = 0 NEEDLE_LIST(FIRST_BIT);
static const uint64_t second_bits = 0 NEEDLE_LIST(SECOND_BIT);

static bool parse_word(uint32_t *set, rsp_bytes word) {
    if (rsp_bytes_equal(word, RSP_LIT("all")))
        *set = RSP_HARM_ALL;
    for (unsigned i = 0; i < RSP_HARM_COUNT; i++) {
        if (!rsp_bytes_equal(word, rsp_bytes_str(harms_by_id[i])))
            continue;
        *set |= RSP_HARM_BIT(i);
        return true;
    }
    return rsp_bytes_equal(word, RSP_LIT("all"));
}

#define NAME_AND_COMMA(id, text, harm) text ", "

rsp_status rsp_harm_parse(uint32_t *out_set, const char *text, rsp_error *error) {
    rsp_bytes rest = rsp_bytes_str(text);
    *out_set = 0;
    while (rest.len > 0) {
        rsp_bytes word = rsp_bytes_split(&rest, ',');
        if (!parse_word(out_set, word))
            return rsp_fail(error, RSP_USAGE, "'%.*s': expected " RSP_HARM_LIST(NAME_AND_COMMA) "or all",
                            (int)word.len, (const char *)word.ptr);
    }
    return RSP_OK;
}

void rsp_unsafe_filter_free(rsp_unsafe_filter *h) {
    rsp_buf_free(&h->scratch);
}

void rsp_unsafe_filter_reset(rsp_unsafe_filter *h) {
    h->num_pids = 0;
    memset(h->tail_len, 0, sizeof h->tail_len);
}

void rsp_unsafe_filter_learn(rsp_unsafe_filter *h, int64_t pid) {
    if (pid <= 1)
        return;
    for (size_t i = 0; i < h->num_pids; i++)
        if (h->pids[i] == pid)
            return;
    if (h->num_pids < RSP_UNSAFE_PIDS)
        h->pids[h->num_pids++] = pid;
}

/* Bytes that stubs are known to drop within a packet, and the one that changes the next. */
enum { NOISE = 1, ESCAPE };
static const uint8_t special[128] = {
    ['+'] = NOISE, ['-'] = NOISE,  [3] = NOISE,    [4] = NOISE,
    [0] = NOISE,   ['\r'] = NOISE, ['\n'] = NOISE, [RSP_ESCAPE_BYTE] = ESCAPE};

/* View 0: the low seven bits. 1: escapes undone. 2: noise dropped, too. An escape may begin in one write and
 * end in the next: it is kept in the tail as it is, and undone when both halves are there. */
static void normalise(rsp_buf *out, rsp_bytes in, int view) {
    if (!rsp_buf_reserve(out, in.len))
        return;
    for (size_t i = 0; i < in.len; i++) {
        uint8_t c = in.ptr[i] & 0x7f;
        if (view == 2 && special[c] == NOISE)
            continue;
        if (view > 0 && out->len > 0 && out->ptr[out->len - 1] == RSP_ESCAPE_BYTE) {
            out->ptr[out->len - 1] = (uint8_t)(c ^ RSP_ESCAPE_XOR) & 0x7f;
            continue;
        }
        out->ptr[out->len++] = c;
    }
}

/* The request's process, which must be complete and one that the stub has named. */
static bool known_process(const rsp_unsafe_filter *h, rsp_bytes rest) {
    uint64_t pid = 0;
    if (h->any_process)
        return true;
    if (!rsp_take_byte(&rest, ';') || rsp_take_hex(&pid, &rest) != RSP_OK || rest.len == 0 ||
        rest.ptr[0] != '#')
        return false;
    for (size_t i = 0; i < h->num_pids; i++)
        if ((uint64_t)h->pids[i] == pid)
            return true;
    return false;
}

static bool refused(const rsp_unsafe_filter *h, rsp_harm harm, rsp_bytes rest) {
    if ((h->allowed >> harm & 1U) == 0)
        return true;
    return harm == RSP_HARM_PROCESS && !known_process(h, rest);
}

/* "$nn:": an old packet with a sequence id. */
static bool has_sequence_id(rsp_bytes at) {
    return at.ptr[0] == '$' && at.len > 4 && at.ptr[3] == ':';
}

/* Whether needle `i` stands here. There are two characters at least. */
static bool stands(rsp_bytes at, size_t i) {
    return at.ptr[1] == needles[i].head[1] && at.ptr[0] == needles[i].head[0] &&
           rsp_bytes_starts(rsp_bytes_from(at, NEEDLE_HEAD), needles[i].rest);
}

/* The same, or after a sequence id. */
static bool found(rsp_bytes at, size_t i) {
    const uint8_t *head = needles[i].head;
    return stands(at, i) || (head[0] == '$' && has_sequence_id(at) && at.ptr[4] == head[1]);
}

/* Whether a dangerous request begins before `end`. */
static bool is_dangerous(const rsp_unsafe_filter *h, rsp_bytes stream, size_t end, rsp_harm *out_harm) {
    for (size_t at = 0; at < end; at++) {
        if (!(first_bits & BIT_OF(stream.ptr[at])))
            continue;
        rsp_bytes here = rsp_bytes_from(stream, at);
        if (here.len < NEEDLE_HEAD || (!(second_bits & BIT_OF(here.ptr[1])) && !has_sequence_id(here)))
            continue;
        for (size_t i = 0; i < RSP_ARRAY_LEN(needles); i++) {
            if (!found(here, i) ||
                !refused(h, needles[i].harm, rsp_bytes_from(here, NEEDLE_HEAD + needles[i].rest.len)))
                continue;
            *out_harm = needles[i].harm;
            return true;
        }
    }
    return false;
}

static bool look(rsp_unsafe_filter *h, rsp_bytes bytes, int view, rsp_harm *out_harm) {
    rsp_buf_clear(&h->scratch);
    rsp_buf_append(&h->scratch, rsp_bytes_make(h->tail[view], h->tail_len[view]));
    normalise(&h->scratch, bytes, view);
    return h->scratch.status == RSP_OK &&
           !is_dangerous(h, rsp_buf_bytes(&h->scratch), h->scratch.len, out_harm);
}

static bool same_tails(const rsp_unsafe_filter *h, int a, int b) {
    return h->tail_len[a] == h->tail_len[b] && memcmp(h->tail[a], h->tail[b], h->tail_len[a]) == 0;
}

/* How many of the views have to be looked at: the first of them that are all the same as view 0 need not.
 * Most messages are of bytes that no way of reading drops, changes or puts together, after others of that
 * kind. */
static int num_same_views(const rsp_unsafe_filter *h, rsp_bytes bytes) {
    bool half = h->tail_len[0] > 0 && h->tail[0][h->tail_len[0] - 1] == RSP_ESCAPE_BYTE;
    bool noise = !same_tails(h, 0, 2);
    if (half || !same_tails(h, 0, 1))
        return 1;
    for (size_t i = 0; i < bytes.len; i++) {
        uint8_t what = special[bytes.ptr[i] & 0x7f];
        if (what == ESCAPE)
            return 1;
        noise = noise || what || bytes.ptr[i] > 0x7f;
    }
    return noise ? 2 : RSP_UNSAFE_VIEWS;
}

/* Whether a needle may begin with these bytes and go on after them: "$nn:" may stand before its second one.
 */
static bool may_go_on(rsp_bytes begin) {
    if (!(first_bits & BIT_OF(begin.ptr[0])))
        return false;
    if (begin.ptr[0] == '$' && begin.len < 5)
        return true;
    if (begin.len > 1 && !(second_bits & BIT_OF(begin.ptr[1])))
        return false;
    for (size_t i = 0; i < RSP_ARRAY_LEN(needles); i++) {
        if (begin.ptr[0] != needles[i].head[0] || (begin.len > 1 && begin.ptr[1] != needles[i].head[1]))
            continue;
        rsp_bytes rest = rsp_bytes_from(begin, NEEDLE_HEAD);
        if (begin.len < NEEDLE_HEAD + needles[i].rest.len && rsp_bytes_starts(needles[i].rest, rest))
            return true;
    }
    return false;
}

/* The end of the stream, where a needle may have begun. Half an escape may become any byte. */
static size_t last_bytes(uint8_t out[RSP_UNSAFE_TAIL], rsp_bytes stream) {
    size_t half = stream.len > 0 && stream.ptr[stream.len - 1] == RSP_ESCAPE_BYTE;
    rsp_bytes whole = rsp_bytes_sub(stream, 0, stream.len - half);
    size_t len = whole.len < RSP_UNSAFE_TAIL - half ? whole.len : RSP_UNSAFE_TAIL - half;
    while (len > 0 && !may_go_on(rsp_bytes_from(whole, whole.len - len)))
        len--;
    len += half;
    if (len > 0)
        memcpy(out, stream.ptr + stream.len - len, len);
    return len;
}

/* For bytes that all views read alike: looks at them, and at the seam between the tail and them. */
static bool allow_plain(rsp_unsafe_filter *h, rsp_bytes bytes, rsp_harm *out_harm) {
    rsp_buf_clear(&h->scratch);
    rsp_buf_append(&h->scratch, rsp_bytes_make(h->tail[0], h->tail_len[0]));
    rsp_buf_append(&h->scratch, rsp_bytes_sub(bytes, 0, RSP_UNSAFE_TAIL));
    rsp_bytes seam = rsp_buf_bytes(&h->scratch);
    if (h->scratch.status != RSP_OK || is_dangerous(h, seam, h->tail_len[0], out_harm) ||
        is_dangerous(h, bytes, bytes.len, out_harm))
        return false;
    h->tail_len[0] = last_bytes(h->tail[0], bytes.len > RSP_UNSAFE_TAIL ? bytes : seam);
    for (int view = 1; view < RSP_UNSAFE_VIEWS; view++) {
        h->tail_len[view] = h->tail_len[0];
        memcpy(h->tail[view], h->tail[0], RSP_UNSAFE_TAIL);
    }
    return true;
}

/* Looks at view 0, and at those after the first `num_same`, which are like it. */
static bool allow_read_otherwise(rsp_unsafe_filter *h, rsp_bytes bytes, int num_same, rsp_harm *out_harm) {
    uint8_t tail[RSP_UNSAFE_VIEWS][RSP_UNSAFE_TAIL];
    size_t tail_len[RSP_UNSAFE_VIEWS];
    for (int view = 0; view < RSP_UNSAFE_VIEWS; view++) {
        if ((view == 0 || view >= num_same) && !look(h, bytes, view, out_harm))
            return false;
        tail_len[view] = last_bytes(tail[view], rsp_buf_bytes(&h->scratch));
    }
    memcpy(h->tail, tail, sizeof tail);
    memcpy(h->tail_len, tail_len, sizeof tail_len);
    return true;
}

bool rsp_unsafe_filter_allow(rsp_unsafe_filter *h, rsp_bytes bytes, rsp_harm *out_harm) {
    rsp_harm harm = RSP_HARM_HOSTIO;
    int num_same = num_same_views(h, bytes);
    bool allowed = num_same == RSP_UNSAFE_VIEWS ? allow_plain(h, bytes, &harm)
                                                : allow_read_otherwise(h, bytes, num_same, &harm);
    if (!allowed && out_harm)
        *out_harm = harm;
    return allowed;
}

bool rsp_payload_is_unsafe(uint32_t allowed, rsp_bytes payload) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(needles) && payload.len > 0; i++) {
        bool begins = needles[i].head[0] == '$' ? payload.ptr[0] == needles[i].head[1]
                                                : payload.len >= NEEDLE_HEAD && stands(payload, i);
        if (begins && (allowed >> needles[i].harm & 1U) == 0)
            return true;
    }
    return false;
}
