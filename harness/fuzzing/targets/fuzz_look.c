/* A look at a hostile stub ends, frees its memory, is deterministic, and prints nothing a terminal obeys.
 * A choice byte and a session: "m>0011" answers requests that begin with "m". Time is virtual.
 * See manners/manners.h, session_mutator.h. */
/* SPDX-License-Identifier: MIT */
#include "counted_memory.h"
#include "session_mutator.h"

#include "core/limits.h"
#include "grammar/messages.h"
#include "link/peer.h"
#include "manners/manners.h"

/* Bits of the choice byte; it is a letter in most inputs. */
typedef enum stub_switch {
    SWITCH_ACKS = 1,
    SWITCH_SILENT = 2,   /* no reply to requests without a message; else the empty reply */
    SWITCH_GREETS = 4,   /* sends the first answer to each client that connects */
    SWITCH_PROGRAM = 8,  /* the look may resume the program */
    SWITCH_REFUSES = 16, /* refuses the next client */
    SWITCH_SECOND = 32,  /* a second client is refused, or takes over if SWITCH_GREETS; else it waits */
} stub_switch;

/* Of several messages for a request each answers once, the last one from then on. A reconnect closes the
 * link. */
typedef struct scripted_stub {
    const rsp_messages *list;
    uint8_t choice; /* set of stub_switch */
    bool served;    /* a client has connected */
    bool used[RSP_LIMIT_MESSAGES];
    uint64_t num_requests;
} scripted_stub;

enum { MEMORY_BYTES = 64 << 20, MOST_REQUESTS = 20 * 1000, INTERRUPT = 3 };

static bool is_for(const scripted_stub *s, size_t at, rsp_bytes request) {
    rsp_bytes bytes = rsp_messages_bytes(s->list, at);
    size_t mark = rsp_bytes_index(bytes, '>');
    return mark < bytes.len && rsp_bytes_starts(request, rsp_bytes_sub(bytes, 0, mark));
}

/* The number of messages when there is none. */
static size_t find_answer(scripted_stub *s, rsp_bytes request) {
    size_t found = s->list->num;
    for (size_t i = 0; i < s->list->num; i++) {
        if (!is_for(s, i, request))
            continue;
        found = i;
        if (!s->used[i])
            break;
    }
    if (found < s->list->num)
        s->used[found] = true;
    return found;
}

static rsp_peer_state say(const scripted_stub *s, size_t at, rsp_buf *out) {
    for (bool more = true; more && at < s->list->num; at++) {
        rsp_message_kind kind = (rsp_message_kind)s->list->items[at].kind;
        rsp_bytes bytes = rsp_messages_bytes(s->list, at);
        if (kind == RSP_MESSAGE_RECONNECT)
            return RSP_PEER_CLOSED;
        size_t mark = rsp_bytes_index(bytes, '>');
        rsp_message_wire(out, kind, rsp_bytes_from(bytes, mark < bytes.len ? mark + 1 : 0));
        more = kind == RSP_MESSAGE_HURRIED;
    }
    return RSP_PEER_IDLE;
}

static rsp_peer_state answer(scripted_stub *s, rsp_bytes request, rsp_buf *out) {
    FUZZ_MUST(++s->num_requests < MOST_REQUESTS); /* the look must end */
    bool interrupt = request.len == 1 && request.ptr[0] == INTERRUPT;
    if ((s->choice & SWITCH_ACKS) != 0 && !interrupt)
        rsp_buf_push(out, '+');
    size_t at = find_answer(s, request);
    if (at < s->list->num)
        return say(s, at, out);
    if ((s->choice & SWITCH_SILENT) == 0 && !interrupt)
        rsp_buf_str(out, "$#00");
    return RSP_PEER_IDLE;
}

/* A request ends with '#', so half a packet is one, too; an interrupt is a request of one byte. */
static rsp_peer_state input(void *ctx, rsp_bytes in, rsp_buf *out) {
    scripted_stub *s = ctx;
    rsp_peer_state state = RSP_PEER_IDLE;
    while (in.len > 0 && state == RSP_PEER_IDLE) {
        size_t end = rsp_bytes_index(in, '#');
        size_t interrupt = rsp_bytes_index(in, INTERRUPT);
        size_t from = rsp_bytes_index(in, '$');
        if (interrupt < in.len && interrupt < end)
            state = answer(s, rsp_bytes_sub(in, interrupt, 1), out);
        else if (end < in.len && from < end)
            state = answer(s, rsp_bytes_sub(in, from + 1, end - from - 1), out);
        in = rsp_bytes_from(in, (interrupt < end ? interrupt : end) + 1);
    }
    return state;
}

static rsp_status meet(void *ctx, rsp_buf *out) {
    scripted_stub *s = ctx;
    if (s->served && (s->choice & SWITCH_REFUSES) != 0)
        return RSP_CONNECT;
    s->served = true;
    if ((s->choice & SWITCH_GREETS) != 0 && s->list->num > 0)
        (void)say(s, 0, out);
    return RSP_OK;
}

static rsp_peer_second second(void *ctx) {
    const scripted_stub *s = ctx;
    if ((s->choice & SWITCH_SECOND) == 0)
        return RSP_PEER_SECOND_WAITS;
    return s->choice & SWITCH_GREETS ? RSP_PEER_SECOND_TAKES_OVER : RSP_PEER_SECOND_REFUSED;
}

static rsp_peer peer_of(scripted_stub *stub) {
    return (rsp_peer){.connect = meet, .input = input, .second = second, .ctx = stub};
}

static const uint64_t most_ns = 600 * RSP_NS_PER_S;

typedef struct place {
    rsp_peer peer;
    rsp_peer_options options;
} place;

static rsp_status open_link(void *ctx, rsp_link **out_link, rsp_error *error) {
    const place *p = ctx;
    (void)error;
    return rsp_link_open_peer(out_link, &p->peer, &p->options);
}

static uint64_t check_text(const rsp_buf *text, uint64_t digest) {
    rsp_bytes bytes = rsp_buf_bytes(text);
    for (size_t i = 0; i < bytes.len; i++)
        FUZZ_MUST(bytes.ptr[i] == '\n' || (bytes.ptr[i] >= ' ' && bytes.ptr[i] != 0x7f));
    return fuzz_digest_bytes(digest, bytes);
}

static uint64_t check_keys(const rsp_manners *m, uint64_t digest) {
    for (size_t i = 0; rsp_manners_key(i); i++) {
        rsp_bytes value = rsp_bytes_str(rsp_manners_value(m, i));
        rsp_manners again = {0};
        if (value.len > 0)
            FUZZ_MUST(rsp_manners_set(&again, rsp_bytes_str(rsp_manners_key(i)), value, NULL) == RSP_OK);
        digest = fuzz_digest_bytes(digest, value);
    }
    return digest;
}

static uint64_t check_pages(const rsp_manners *m, uint64_t digest) {
    rsp_buf page = {0};
    rsp_manners_page(&page, m);
    digest = check_text(&page, digest);
    rsp_buf_clear(&page);
    rsp_manners_profile(&page, m, "title", "tcp:127.0.0.1:1");
    digest = check_text(&page, digest);
    rsp_buf_free(&page);
    return digest;
}

/* A digest of status, manners, page and profile. Ends the process where the look takes too long, or where
 * something is printed that must not be. */
static uint64_t look(const rsp_messages *list, uint8_t choice, const rsp_mem *mem) {
    scripted_stub stub = {.list = list, .choice = choice};
    rsp_virtual_clock clock = {.now_ns = 1};
    place p = {.peer = peer_of(&stub), .options = {.clock = &clock, .mem = mem}};
    const rsp_manners_options options = {
        .open = open_link, .ctx = &p, .run_program = (choice & SWITCH_PROGRAM) != 0, .mem = mem};
    rsp_manners manners;
    rsp_status status = rsp_manners_look(&manners, &options, NULL);
    FUZZ_MUST(clock.now_ns < most_ns);
    FUZZ_MUST(manners.looked == (status == RSP_OK));
    uint64_t digest = fuzz_digest(FUZZ_DIGEST, status);
    digest = fuzz_digest(digest, clock.now_ns);
    digest = check_keys(&manners, digest);
    if (status == RSP_OK)
        digest = check_pages(&manners, digest);
    rsp_manners_free(&manners);
    return digest;
}

static uint64_t run(const rsp_messages *list, uint8_t choice, uint64_t fail_at) {
    fuzz_mem mem;
    fuzz_mem_init(&mem, MEMORY_BYTES, fail_at);
    uint64_t digest = look(list, choice, &mem.mem);
    FUZZ_MUST(mem.live == 0);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    session_runs(rsp_bytes_make(data, size), run, 200);
    return 0;
}
