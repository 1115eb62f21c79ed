/* Sequences: where they are kept, and how the next one is made from seed and index alone.
 * Also what was learnt on the way: states, requests that led to them, numbers.
 * See fuzzer.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/fuzzer.h"

#include <inttypes.h>
#include <rsp/escape.h>
#include <rsp/hex.h>
#include <rsp/packet_table.h>

enum {
    MAX_GENERATED = 12,
    MAX_STACKED = 5,
    MAX_WORD_BYTES = 512,
    RECENT = 16,
    MAX_RECONNECTS = 3,
    MAX_PAUSES = 4
};

rsp_messages *fuzzer_copy(const rsp_fuzzer *f, const rsp_messages *list) {
    rsp_messages *copy = rsp_mem_calloc(f->options.mem, 1, sizeof *copy);
    if (!copy)
        return NULL;
    rsp_messages_init(copy, f->options.mem);
    if (rsp_messages_copy(copy, list, 0, list->num))
        return copy;
    fuzzer_drop(f, copy);
    return NULL;
}

void fuzzer_drop(const rsp_fuzzer *f, rsp_messages *list) {
    rsp_messages_free(list);
    rsp_mem_free(f->options.mem, list);
}

static bool same(const rsp_messages *a, const rsp_messages *b) {
    if (a->num != b->num)
        return false;
    for (size_t i = 0; i < a->num; i++)
        if (a->items[i].kind != b->items[i].kind ||
            !rsp_bytes_equal(rsp_messages_bytes(a, i), rsp_messages_bytes(b, i)))
            return false;
    return true;
}

/* FNV-1a over kinds and bytes: most lists need not be compared. */
uint64_t fuzzer_hash(const rsp_messages *list) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < list->num; i++) {
        rsp_bytes bytes = rsp_messages_bytes(list, i);
        hash = (hash ^ (256U + (unsigned)list->items[i].kind)) * UINT64_C(0x100000001b3);
        for (size_t at = 0; at < bytes.len; at++)
            hash = (hash ^ bytes.ptr[at]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static bool grow_corpus(rsp_fuzzer *f) {
    size_t cap = f->cap_corpus ? f->cap_corpus * 2 : 64;
    rsp_messages **bigger = rsp_mem_realloc(f->options.mem, f->corpus, cap * sizeof(rsp_messages *));
    if (!bigger)
        return false;
    f->corpus = bigger;
    uint64_t *hashes = rsp_mem_realloc(f->options.mem, f->corpus_hashes, cap * sizeof *hashes);
    if (!hashes)
        return false;
    f->corpus_hashes = hashes;
    f->cap_corpus = cap;
    return true;
}

bool fuzzer_add(rsp_fuzzer *f, const rsp_messages *list, bool *out_new) {
    *out_new = false;
    uint64_t hash = fuzzer_hash(list);
    for (size_t i = 0; i < f->num_corpus; i++)
        if (f->corpus_hashes[i] == hash && same(f->corpus[i], list))
            return true;
    if (f->num_corpus == RSP_LIMIT_FUZZ_CORPUS || (f->num_corpus == f->cap_corpus && !grow_corpus(f)))
        return false;
    rsp_messages *copy = fuzzer_copy(f, list);
    if (!copy)
        return false;
    f->corpus_hashes[f->num_corpus] = hash;
    f->corpus[f->num_corpus++] = copy;
    *out_new = true;
    return true;
}

bool rsp_fuzzer_seed(rsp_fuzzer *f, const rsp_messages *list) {
    bool is_new;
    return list->num == 0 || fuzzer_add(f, list, &is_new);
}

/* One line a message, in the text form of messages.h; the marks are those of its list. */
static const char *const builtin[] = {
    "$qSupported:multiprocess+;swbreak+;hwbreak+;vContSupported+;xmlRegisters=i386\n$vMustReplyEmpty\n"
    "$Hg0\n$qXfer:features:read:target.xml:0,ffb\n$qTStatus\n$?\n$qfThreadInfo\n$qsThreadInfo\n$qC\n"
    "$qAttached\n$g\n$m0,4\n$p0\n",
    "$qSupported:multiprocess+;swbreak+;hwbreak+;vContSupported+\n$QStartNoAckMode\n$?\n$g\n$m1000,40\n"
    "$Z0,1000,1\n$z0,1000,1\n$M1000,2:abcd\n$X1000,2:ab\n$P0=0000000000000000\n$vCont?\n$vCont;s\n",
    "$QStartNoAckMode\n$QThreadSuffixSupported\n$QListThreadsInStopReply\n$qHostInfo\n$vCont?\n"
    "$qProcessInfo\n$qRegisterInfo0\n$qRegisterInfo1\n$?\n$jThreadsInfo\n$qMemoryRegionInfo:1000\n$x1000,"
    "10\n",
    "$qSupported:multiprocess+\n$QNonStop:1\n$?\n$vStopped\n$vCont;c\n.\n$vCont;t\n.\n$vStopped\n$vStopped\n",
    "$?\n$s\n$c\n$g\n$k\n",
    "$?\n$m0,1\n=-\n#m0,1\n$?\n^\n$?\n$QStartNoAckMode\n$?\n^\n$?\n",
    "$MultiMemRead:ranges:1000,4,2000,4;\n$MultiBreakpoint:Z0,1000,4;z0,1000,4\n"
    "$qXfer:memory-map:read::0,40\n$qXfer:threads:read::0,1000\n$qXfer:auxv:read::0,1000\n$qCRC:1000,10\n"
    "$qSearch:memory:1000;10;ab\n",
};

bool rsp_fuzzer_seed_builtin(rsp_fuzzer *f) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(builtin); i++) {
        rsp_messages_clear(&f->other);
        if (!rsp_messages_read(&f->other, rsp_bytes_str(builtin[i])) || !rsp_fuzzer_seed(f, &f->other))
            return false;
    }
    return true;
}

/* --- states --- */

static void put_state(uint64_t *table, size_t cap, uint64_t state) {
    size_t at = state % cap;
    while (table[at] != 0)
        at = (at + 1) % cap;
    table[at] = state;
}

static bool grow_states(rsp_fuzzer *f) {
    size_t cap = f->cap_states ? f->cap_states * 2 : 1024;
    uint64_t *bigger = rsp_mem_calloc(f->options.mem, cap, sizeof *bigger);
    if (!bigger)
        return false;
    for (size_t i = 0; i < f->cap_states; i++)
        if (f->states[i] != 0)
            put_state(bigger, cap, f->states[i]);
    rsp_mem_free(f->options.mem, f->states);
    f->states = bigger;
    f->cap_states = cap;
    return true;
}

bool fuzzer_note_state(rsp_fuzzer *f, uint64_t state) {
    state += state == 0;
    if (f->cap_states == 0 && !grow_states(f))
        return false;
    for (size_t at = state % f->cap_states; f->states[at] != 0; at = (at + 1) % f->cap_states)
        if (f->states[at] == state)
            return false;
    if (f->num_states == RSP_LIMIT_FUZZ_STATES || (f->num_states * 2 >= f->cap_states && !grow_states(f)))
        return false;
    put_state(f->states, f->cap_states, state);
    f->num_states++;
    return true;
}

bool rsp_fuzzer_know_state(rsp_fuzzer *f, uint64_t state) {
    (void)fuzzer_note_state(f, state);
    return true;
}

void fuzzer_learn_word(rsp_fuzzer *f, rsp_bytes request) {
    if (request.len == 0 || request.len > MAX_WORD_BYTES || f->num_words == MAX_WORDS)
        return;
    for (size_t i = 0; i < f->num_words; i++)
        if (rsp_bytes_equal(f->words[i], request))
            return;
    uint8_t *copy = rsp_mem_alloc(f->options.mem, request.len);
    if (!copy)
        return;
    memcpy(copy, request.ptr, request.len);
    f->word_text[f->num_words] = copy;
    f->words[f->num_words++] = rsp_bytes_make(copy, request.len);
}

/* --- making one --- */

static size_t gather_numbers(rsp_fuzzer *f) {
    static const uint64_t lengths[] = {1, 4, 8, 0x40, 0x100, 0x400, 0x1000, 0x4000, 0x10000};
    const uint64_t *learnt;
    size_t num = rsp_player_numbers(f->player, &learnt);
    num = num < MAX_FACTS - RSP_ARRAY_LEN(lengths) ? num : MAX_FACTS - RSP_ARRAY_LEN(lengths);
    if (num > 0)
        memcpy(f->facts, learnt, num * sizeof *learnt);
    memcpy(f->facts + num, lengths, sizeof lengths);
    return num + RSP_ARRAY_LEN(lengths);
}

/* New ones are worth more: half of the time one of the last few. */
static const rsp_messages *pick(rsp_fuzzer *f, rsp_rng *rng) {
    size_t recent = f->num_corpus < RECENT ? f->num_corpus : RECENT;
    size_t at = rsp_rng_below(rng, 2) ? f->num_corpus - 1 - rsp_rng_below(rng, recent)
                                      : rsp_rng_below(rng, f->num_corpus);
    return f->corpus[at];
}

static void generate(rsp_grammar *g, rsp_messages *list) {
    rsp_grammar_generate(g, list, 1 + rsp_rng_below(&g->rng, MAX_GENERATED));
}

static bool is_separator(uint8_t c) {
    return c == ',' || c == ';' || c == ':' || c == '=' || c == '.';
}

/* Field number `skip` (counted round): what stands between two separators, or behind the last. The first one,
 * with the packet's name, counts only when there is no other. */
static void find_field(rsp_bytes payload, uint64_t skip, size_t *out_from, size_t *out_end) {
    size_t num = 0;
    for (size_t i = 0; i < payload.len; i++)
        num += is_separator(payload.ptr[i]);
    skip = num ? skip % num + 1 : 0;
    size_t from = 0;
    while (skip > 0 && from < payload.len)
        skip -= is_separator(payload.ptr[from++]);
    size_t end = from;
    while (end < payload.len && !is_separator(payload.ptr[end]))
        end++;
    *out_from = from;
    *out_end = end;
}

/* What is done to a field. */
enum {
    FIELD_EMPTIED,
    FIELD_LAST,      /* all behind it is cut off */
    FIELD_CUT,       /* it, its separator and all behind it is cut off */
    FIELD_JOINED,    /* its separator is taken out */
    FIELD_NUMBER,    /* another number */
    FIELD_NEIGHBOUR, /* a number next to it */
    FIELD_ESCAPE,    /* all behind it gives way to half an escape */
    FIELD_CHANGES,
};

static uint64_t odd_number(rsp_fuzzer *f, rsp_grammar *g, size_t num_facts) {
    static const uint64_t odd[] = {0,        1,          2,          0xff,       0x100,     0x7ff,
                                   0xfff,    0x1001,     0xffff,     0x10001,    0xfffff,   0x7fffffff,
                                   1U << 31, 0xfffffff0, 0xffffffff, 1ULL << 32, INT64_MAX, UINT64_MAX};
    uint64_t dice = rsp_rng_below(&g->rng, RSP_ARRAY_LEN(odd) + 4);
    return dice < RSP_ARRAY_LEN(odd) ? odd[dice] : f->facts[rsp_rng_below(&g->rng, num_facts)];
}

static void put_field(rsp_fuzzer *f, rsp_grammar *g, rsp_buf *out, rsp_bytes field, uint64_t change) {
    uint64_t value = 0;
    if (change == FIELD_NUMBER)
        rsp_hex_append_u64(out, odd_number(f, g, gather_numbers(f)));
    else if (change == FIELD_NEIGHBOUR && rsp_hex_u64(&value, field) == RSP_OK)
        rsp_hex_append_u64(out, value + rsp_rng_below(&g->rng, 5) - 2);
    else if (change == FIELD_ESCAPE)
        rsp_buf_push(out, '}');
    else if (change != FIELD_EMPTIED && change != FIELD_CUT)
        rsp_buf_append(out, field);
}

/* Parsers go from separator to separator: here is where something is missing, or too much. */
static void change_field(rsp_fuzzer *f, rsp_grammar *g) {
    size_t at = (size_t)rsp_rng_below(&g->rng, f->current.num);
    uint64_t change = rsp_rng_below(&g->rng, FIELD_CHANGES);
    rsp_bytes payload = rsp_messages_bytes(&f->current, at);
    size_t from = 0;
    size_t end = 0;
    if (payload.len == 0 || f->current.items[at].kind > RSP_MESSAGE_RAW)
        return;
    find_field(payload, rsp_rng_next(&g->rng), &from, &end);
    bool drops_separator = change == FIELD_CUT || change == FIELD_JOINED;
    rsp_buf out = {.mem = f->options.mem};
    rsp_buf_append(&out, rsp_bytes_sub(payload, 0, drops_separator && from > 0 ? from - 1 : from));
    put_field(f, g, &out, rsp_bytes_sub(payload, from, end - from), change);
    if (change != FIELD_LAST && change != FIELD_CUT && change != FIELD_ESCAPE)
        rsp_buf_append(&out, rsp_bytes_from(payload, end));
    if (out.status == RSP_OK)
        (void)rsp_messages_replace(&f->current, at, f->current.items[at].kind, rsp_buf_bytes(&out));
    rsp_buf_free(&out);
}

/* A write that a stub should take: as many bytes as it says, where memory may be; among them those that
 * framing and separators are made of. The player reads them back. */
static void insert_write(rsp_fuzzer *f, rsp_grammar *g) {
    enum { MOST_BYTES = 12 };
    static const uint8_t special[] = "#$}*,:;+-\x03\xff";
    uint8_t data[MOST_BYTES];
    size_t len = (size_t)(1 + rsp_rng_below(&g->rng, MOST_BYTES));
    for (size_t i = 0; i < len; i++)
        data[i] = rsp_rng_below(&g->rng, 2) ? special[rsp_rng_below(&g->rng, sizeof special)]
                                            : (uint8_t)rsp_rng_below(&g->rng, 256);
    const uint64_t *learnt;
    size_t num = rsp_player_numbers(f->player, &learnt);
    uint64_t addr = num ? learnt[rsp_rng_below(&g->rng, num)] : 0;
    bool binary = rsp_rng_below(&g->rng, 2) != 0;
    rsp_buf out = {.mem = f->options.mem};
    rsp_buf_printf(&out, "%c%" PRIx64 ",%zx:", binary ? 'X' : 'M', addr, len);
    if (binary)
        rsp_escape_append(&out, rsp_bytes_make(data, len));
    else
        rsp_hex_append(&out, rsp_bytes_make(data, len));
    if (out.status == RSP_OK)
        (void)rsp_messages_insert(&f->current, (size_t)rsp_rng_below(&g->rng, f->current.num + 1),
                                  RSP_MESSAGE_PACKET, rsp_buf_bytes(&out));
    rsp_buf_free(&out);
}

/* A read of a few bytes where memory may be. */
static void insert_read(rsp_fuzzer *f, rsp_grammar *g) {
    enum { MOST_BYTES = 20 };
    const uint64_t *learnt;
    size_t num = rsp_player_numbers(f->player, &learnt);
    uint64_t addr = num ? learnt[rsp_rng_below(&g->rng, num)] : 0;
    rsp_buf out = {.mem = f->options.mem};
    rsp_buf_printf(&out, "%c%" PRIx64 ",%x", rsp_rng_below(&g->rng, 4) ? 'm' : 'x', addr,
                   (unsigned)(1 + rsp_rng_below(&g->rng, MOST_BYTES)));
    if (out.status == RSP_OK)
        (void)rsp_messages_insert(&f->current, (size_t)rsp_rng_below(&g->rng, f->current.num + 1),
                                  RSP_MESSAGE_PACKET, rsp_buf_bytes(&out));
    rsp_buf_free(&out);
}

static void mutate(rsp_fuzzer *f, rsp_grammar *g) {
    uint64_t times = 1 + rsp_rng_below(&g->rng, MAX_STACKED);
    for (uint64_t i = 0; i < times; i++) {
        uint64_t dice = rsp_rng_below(&g->rng, 14);
        if (dice == 0)
            insert_write(f, g);
        else if (dice == 13)
            insert_read(f, g);
        else if (dice < 5)
            change_field(f, g);
        else
            (void)rsp_grammar_mutate(g, &f->current, NULL);
    }
}

/* A session goes on much faster without acknowledgments, so most connections begin by switching them off. */
static void hurry(rsp_fuzzer *f, rsp_grammar *g, size_t at) {
    const rsp_bytes request = RSP_LIT("QStartNoAckMode");
    bool asked = at < f->current.num && f->current.items[at].kind == RSP_MESSAGE_PACKET &&
                 rsp_bytes_equal(rsp_messages_bytes(&f->current, at), request);
    if (rsp_rng_below(&g->rng, 8) != 0 && !asked)
        (void)rsp_messages_insert(&f->current, at, RSP_MESSAGE_PACKET, request);
}

static void hurry_connections(rsp_fuzzer *f, rsp_grammar *g) {
    bool fresh = f->num_history == 0 || rsp_player_spoilt(f->player) || !rsp_player_is_no_ack(f->player);
    if (fresh)
        hurry(f, g, 0);
    for (size_t i = 0; i < f->current.num; i++)
        if (f->current.items[i].kind == RSP_MESSAGE_RECONNECT)
            hurry(f, g, i + 1);
}

static const rsp_packet_row *useful_row(rsp_fuzzer *f, rsp_rng *rng) {
    enum { DRAWS = 16 };
    const rsp_packet_row *row = NULL;
    for (int i = 0; i < DRAWS; i++) {
        row = rsp_packet_by_id((rsp_packet_id)(1 + rsp_rng_below(rng, RSP_PACKET_END - 1)));
        if (rsp_player_supports(f->player, row->id) && !rsp_hazard_named(f->allowed, row->name))
            break;
    }
    return row;
}

static bool is_useful(rsp_fuzzer *f, rsp_grammar *g, rsp_bytes payload) {
    const rsp_packet_row *row = rsp_packet_lookup(payload, NULL);
    if (rsp_hazard_named(f->allowed, payload))
        return false;
    return !row || rsp_player_supports(f->player, row->id) || rsp_rng_below(&g->rng, 8) == 0;
}

/* Most requests that the stub does not know give way to some that it does, or that were not tried yet. */
static void replace_unsupported(rsp_fuzzer *f, rsp_grammar *g) {
    rsp_buf request = {.mem = f->options.mem};
    for (size_t i = 0; i < f->current.num; i++) {
        bool plain = f->current.items[i].kind <= RSP_MESSAGE_BROKEN;
        if (!plain || is_useful(f, g, rsp_messages_bytes(&f->current, i)))
            continue;
        rsp_buf_clear(&request);
        rsp_grammar_request_of(g, &request, useful_row(f, &g->rng));
        if (request.status == RSP_OK)
            (void)rsp_messages_replace(&f->current, i, f->current.items[i].kind, rsp_buf_bytes(&request));
    }
    rsp_buf_free(&request);
}

/* No more than `most` of a kind that costs much time for little. */
static void limit_kind(rsp_messages *list, rsp_message_kind kind, size_t most) {
    size_t num = 0;
    for (size_t i = 0; i < list->num;) {
        num += list->items[i].kind == kind;
        if (list->items[i].kind == kind && num > most)
            rsp_messages_remove(list, i);
        else
            i++;
    }
}

void fuzzer_choose(rsp_fuzzer *f, uint64_t index) {
    rsp_grammar g;
    const rsp_grammar_facts facts = {
        .numbers = f->facts, .num_numbers = gather_numbers(f), .words = f->words, .num_words = f->num_words};
    rsp_grammar_init(&g, f->options.seed * UINT64_C(0x9e3779b97f4a7c15) + index, &facts, f->options.mem);
    rsp_messages_clear(&f->current);
    f->touring = false;
    uint64_t dice = rsp_rng_below(&g.rng, 100);
    if (index < f->num_corpus && f->options.first_index == 0) {
        (void)rsp_messages_copy(&f->current, f->corpus[index], 0, SIZE_MAX); /* seeds as they are, first */
    } else if (f->options.first_index == 0 && index % 2 == 0 && fuzzer_tour(f, &g)) {
        f->touring = true; /* every other one, until all was tried */
    } else if (f->num_corpus == 0 || dice < 12) {
        generate(&g, &f->current);
    } else if (dice < 24) {
        rsp_grammar_splice(&g, &f->current, pick(f, &g.rng), pick(f, &g.rng));
        mutate(f, &g);
    } else if (dice < 34) {
        (void)rsp_messages_copy(&f->current, pick(f, &g.rng), 0, SIZE_MAX);
        generate(&g, &f->current);
    } else {
        (void)rsp_messages_copy(&f->current, pick(f, &g.rng), 0, SIZE_MAX);
        mutate(f, &g);
    }
    replace_unsupported(f, &g);
    uint64_t patience = rsp_rng_below(&g.rng, 8);
    bool patient = patience == 0;
    size_t reconnects = patient ? MAX_RECONNECTS : patience < 4;
    limit_kind(&f->current, RSP_MESSAGE_RECONNECT, f->one_client ? 0 : reconnects);
    limit_kind(&f->current, RSP_MESSAGE_PAUSE, patient ? MAX_PAUSES : 1);
    hurry_connections(f, &g);
    if (f->num_history > 0 && rsp_player_spoilt(f->player))
        (void)rsp_messages_insert(&f->current, 0, RSP_MESSAGE_RECONNECT, (rsp_bytes){0});
    if (f->current.num == 0)
        generate(&g, &f->current);
    rsp_grammar_free(&g);
}
