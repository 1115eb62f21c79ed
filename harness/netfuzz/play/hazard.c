/* Finds dangerous requests in a stream under three readings: as sent, unescaped, and without control bytes.
 * Each reading also drops the eighth bit, as some stubs do. A name that is found anywhere counts.
 * See hazard.h. */
/* SPDX-License-Identifier: MIT */
#include <rsp/hazard.h>

#include <rsp/escape.h>
#include <rsp/hex.h>

static const struct {
    const char *name;
    const char *harm;
} hazards_by_id[] = {
#define ROW(id, text, harm_) {text, harm_},
    RSP_HAZARD_LIST(ROW)
#undef ROW
};

/* X(first character, second, the rest, what it can do): how a request's name begins, anywhere in the stream.
 * No harmless name contains one of these. The packet table's hazard column says the same of whole packets; a
 * test holds the two together. They differ because a stub may read this stream in other ways than we do:
 * the beginning of a name is enough, and unknown names that begin so count, too. */
#define NEEDLE_LIST(X)                 \
    X('v', 'F', "ile", HOSTIO)         \
    X('Q', 'T', "Save", HOSTIO)        \
    X('v', 'R', "un", RUN)             \
    X('$', 'A', "", RUN)               \
    X('Q', 'S', "etSTD", RUN)          \
    X('q', 'R', "cmd", MONITOR)        \
    X('v', 'A', "ttach", PROCESS)      \
    X('v', 'K', "ill", PROCESS)        \
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
    rsp_hazard hazard;
} needles[] = {
#define ROW(first, second, rest_, hazard_) \
    {{first, second}, {(const uint8_t *)(rest_), sizeof(rest_) - 1}, RSP_HAZARD_##hazard_},
    NEEDLE_LIST(ROW)
#undef ROW
};

/* What needles begin with and go on with, a bit for the low six bits of each character: a filter of two
 * words, which most places do not pass. */
#define BIT_OF(c) (UINT64_C(1) << ((c)&63))
#define FIRST_BIT(first, second, rest, hazard) | BIT_OF(first)
#define SECOND_BIT(first, second, rest, hazard) | BIT_OF(second)
static const uint64_t first_bits = 0 NEEDLE_LIST(FIRST_BIT);
static const uint64_t second_bits = 0 NEEDLE_LIST(SECOND_BIT);

const char *rsp_hazard_name(rsp_hazard hazard) {
    return (unsigned)hazard < RSP_HAZARD_COUNT ? hazards_by_id[hazard].name : "?";
}

const char *rsp_hazard_harm(rsp_hazard hazard) {
    return (unsigned)hazard < RSP_HAZARD_COUNT ? hazards_by_id[hazard].harm : "?";
}

static bool parse_word(uint32_t *set, rsp_bytes word) {
    if (rsp_bytes_equal(word, RSP_LIT("all")))
        *set = RSP_HAZARD_ALL;
    for (unsigned i = 0; i < RSP_HAZARD_COUNT; i++) {
        if (!rsp_bytes_equal(word, rsp_bytes_str(hazards_by_id[i].name)))
            continue;
        *set |= RSP_HAZARD_BIT(i);
        return true;
    }
    return rsp_bytes_equal(word, RSP_LIT("all"));
}

#define NAME_AND_COMMA(id, text, harm) text ", "

rsp_status rsp_hazard_parse(uint32_t *out_set, const char *text, rsp_error *error) {
    rsp_bytes rest = rsp_bytes_str(text);
    *out_set = 0;
    while (rest.len > 0) {
        rsp_bytes word = rsp_bytes_split(&rest, ',');
        if (!parse_word(out_set, word))
            return rsp_fail(error, RSP_USAGE, "'%.*s': expected " RSP_HAZARD_LIST(NAME_AND_COMMA) "or all",
                            (int)word.len, (const char *)word.ptr);
    }
    return RSP_OK;
}

void rsp_hazards_free(rsp_hazards *h) {
    rsp_buf_free(&h->scratch);
}

void rsp_hazards_reset(rsp_hazards *h) {
    h->num_pids = 0;
    memset(h->tail_len, 0, sizeof h->tail_len);
}

void rsp_hazards_learn(rsp_hazards *h, int64_t pid) {
    if (pid <= 1)
        return;
    for (size_t i = 0; i < h->num_pids; i++)
        if (h->pids[i] == pid)
            return;
    if (h->num_pids < RSP_HAZARD_PIDS)
        h->pids[h->num_pids++] = pid;
}

/* Bytes that stubs are known to drop between those of a packet, and the one that changes the next. */
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
static bool known_process(const rsp_hazards *h, rsp_bytes rest) {
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

static bool refused(const rsp_hazards *h, rsp_hazard hazard, rsp_bytes rest) {
    if ((h->allowed >> hazard & 1U) == 0)
        return true;
    return hazard == RSP_HAZARD_PROCESS && !known_process(h, rest);
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
static bool is_dangerous(const rsp_hazards *h, rsp_bytes stream, size_t end, rsp_hazard *out_hazard) {
    for (size_t at = 0; at < end; at++) {
        if (!(first_bits & BIT_OF(stream.ptr[at])))
            continue;
        rsp_bytes here = rsp_bytes_from(stream, at);
        if (here.len < NEEDLE_HEAD || (!(second_bits & BIT_OF(here.ptr[1])) && !has_sequence_id(here)))
            continue;
        for (size_t i = 0; i < RSP_ARRAY_LEN(needles); i++) {
            if (!found(here, i) ||
                !refused(h, needles[i].hazard, rsp_bytes_from(here, NEEDLE_HEAD + needles[i].rest.len)))
                continue;
            *out_hazard = needles[i].hazard;
            return true;
        }
    }
    return false;
}

static bool look(rsp_hazards *h, rsp_bytes bytes, int view, rsp_hazard *out_hazard) {
    rsp_buf_clear(&h->scratch);
    rsp_buf_append(&h->scratch, rsp_bytes_make(h->tail[view], h->tail_len[view]));
    normalise(&h->scratch, bytes, view);
    return h->scratch.status == RSP_OK &&
           !is_dangerous(h, rsp_buf_bytes(&h->scratch), h->scratch.len, out_hazard);
}

static bool same_tails(const rsp_hazards *h, int a, int b) {
    return h->tail_len[a] == h->tail_len[b] && memcmp(h->tail[a], h->tail[b], h->tail_len[a]) == 0;
}

/* How many of the views have to be looked at: the first of them that are all the same as view 0 need not.
 * Most messages are of bytes that no way of reading drops, changes or puts together, after others of that
 * kind. */
static int num_same_views(const rsp_hazards *h, rsp_bytes bytes) {
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
    return noise ? 2 : RSP_HAZARD_VIEWS;
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
static size_t last_bytes(uint8_t out[RSP_HAZARD_TAIL], rsp_bytes stream) {
    size_t half = stream.len > 0 && stream.ptr[stream.len - 1] == RSP_ESCAPE_BYTE;
    rsp_bytes whole = rsp_bytes_sub(stream, 0, stream.len - half);
    size_t len = whole.len < RSP_HAZARD_TAIL - half ? whole.len : RSP_HAZARD_TAIL - half;
    while (len > 0 && !may_go_on(rsp_bytes_from(whole, whole.len - len)))
        len--;
    len += half;
    if (len > 0)
        memcpy(out, stream.ptr + stream.len - len, len);
    return len;
}

/* For bytes that all views read alike: looks at them, and at the seam between the tail and them. */
static bool allow_plain(rsp_hazards *h, rsp_bytes bytes, rsp_hazard *out_hazard) {
    rsp_buf_clear(&h->scratch);
    rsp_buf_append(&h->scratch, rsp_bytes_make(h->tail[0], h->tail_len[0]));
    rsp_buf_append(&h->scratch, rsp_bytes_sub(bytes, 0, RSP_HAZARD_TAIL));
    rsp_bytes seam = rsp_buf_bytes(&h->scratch);
    if (h->scratch.status != RSP_OK || is_dangerous(h, seam, h->tail_len[0], out_hazard) ||
        is_dangerous(h, bytes, bytes.len, out_hazard))
        return false;
    h->tail_len[0] = last_bytes(h->tail[0], bytes.len > RSP_HAZARD_TAIL ? bytes : seam);
    for (int view = 1; view < RSP_HAZARD_VIEWS; view++) {
        h->tail_len[view] = h->tail_len[0];
        memcpy(h->tail[view], h->tail[0], RSP_HAZARD_TAIL);
    }
    return true;
}

/* Looks at view 0, and at those after the first `num_same`, which are like it. */
static bool allow_read_otherwise(rsp_hazards *h, rsp_bytes bytes, int num_same, rsp_hazard *out_hazard) {
    uint8_t tail[RSP_HAZARD_VIEWS][RSP_HAZARD_TAIL];
    size_t tail_len[RSP_HAZARD_VIEWS];
    for (int view = 0; view < RSP_HAZARD_VIEWS; view++) {
        if ((view == 0 || view >= num_same) && !look(h, bytes, view, out_hazard))
            return false;
        tail_len[view] = last_bytes(tail[view], rsp_buf_bytes(&h->scratch));
    }
    memcpy(h->tail, tail, sizeof tail);
    memcpy(h->tail_len, tail_len, sizeof tail_len);
    return true;
}

bool rsp_hazards_allow(rsp_hazards *h, rsp_bytes bytes, rsp_hazard *out_hazard) {
    rsp_hazard hazard = RSP_HAZARD_HOSTIO;
    int num_same = num_same_views(h, bytes);
    bool allowed = num_same == RSP_HAZARD_VIEWS ? allow_plain(h, bytes, &hazard)
                                                : allow_read_otherwise(h, bytes, num_same, &hazard);
    if (!allowed && out_hazard)
        *out_hazard = hazard;
    return allowed;
}

bool rsp_hazard_named(uint32_t allowed, rsp_bytes payload) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(needles) && payload.len > 0; i++) {
        bool begins = needles[i].head[0] == '$' ? payload.ptr[0] == needles[i].head[1]
                                                : payload.len >= NEEDLE_HEAD && stands(payload, i);
        if (begins && (allowed >> needles[i].hazard & 1U) == 0)
            return true;
    }
    return false;
}
