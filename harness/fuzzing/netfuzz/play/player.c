/* Plays the messages of a list one after the other, each settled before the next, except those that share a
 * write. These are the public functions; player_state.h lists the parts.
 * See netfuzz/player.h. */
/* SPDX-License-Identifier: MIT */
#include "play/player_state.h"

#include "core/mem.h"
#include "play/connect.h"
#include "play/message_class.h"
#include "play/send.h"
#include "play/settle.h"
#include "play/wait.h"
#include "play/watch.h"
#include "play/weigh.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { MAX_WRITE_BYTES = 256 * 1024, KEPT_BYTES = 4 * 1024 * 1024, MAX_REFUSED = 2 };

static const struct {
    const char *text;
    bool bad;
} ends[] = {
#define ROW(id, text_, bad_) {text_, bad_},
    RSP_PLAYED_LIST(ROW)
#undef ROW
};

const char *rsp_played_text(rsp_played played) {
    return (size_t)played < RSP_ARRAY_LEN(ends) ? ends[played].text : "?";
}

bool rsp_played_bad(rsp_played played) {
    return (size_t)played < RSP_ARRAY_LEN(ends) && ends[played].bad;
}

static uint64_t or_default(uint64_t value, uint64_t otherwise) {
    return value ? value : otherwise;
}

static rsp_player_options complete(const rsp_player_options *options) {
    rsp_player_options set = options ? *options : (rsp_player_options){0};
    set.timeout_ns = or_default(set.timeout_ns, RSP_NS_PER_S);
    set.patience_ns = or_default(set.patience_ns, 50 * RSP_NS_PER_MS);
    set.resume_ns = or_default(set.resume_ns, 20 * RSP_NS_PER_MS);
    set.pause_ns = or_default(set.pause_ns, 100 * RSP_NS_PER_US);
    set.pipeline = set.pipeline ? set.pipeline : 1;
    return set;
}

/* If the stub ignores unknown packets, packets that the look saw unanswered need no reply. */
static void expect_silence(rsp_player *p) {
    const rsp_manners *m = p->options.manners;
    bool silent = m && m->replies.unknowns == RSP_UNKNOWNS_SILENT;
    for (size_t i = 0; i < RSP_PACKET_MOST; i++)
        p->silent[i] = silent && (m->replies.packets[i] == RSP_HABIT_NO || i == RSP_PACKET_UNKNOWN);
}

/* The rules come first: the player uses their pairing. They look back a few exchanges only, so a longer
 * transcript would only cost memory. */
static bool start_transcript(rsp_player *p) {
    const rsp_mem *mem = p->options.mem;
    const rsp_transcript_options kept = {.max_bytes = KEPT_BYTES, .max_entries = 4096, .mem = mem};
    p->transcript = rsp_transcript_new(&kept);
    const rsp_rules_options judging = {.by_number = true, .silent = p->silent, .mem = mem};
    p->rules = rsp_rules_new(&judging); /* by number: probes tell what was lost */
    return p->transcript && p->rules && rsp_transcript_observe(p->transcript, rsp_rules_observe, p->rules) &&
           rsp_transcript_observe(p->transcript, player_watch, p);
}

enum { MAX_NAKS = 3 }; /* of damaged packets of the stub, in a row */

/* The player sends by itself, and learns from the transcript which acknowledgments come. */
static rsp_endpoint_policy reception_of(const rsp_player_options *options) {
    return (rsp_endpoint_policy){.role = RSP_ENDPOINT_CLIENT,
                                 .max_refused = MAX_NAKS,
                                 .trusts_without_acks = true,
                                 .mem = options->mem};
}

rsp_player *rsp_player_new(const rsp_player_options *options) {
    rsp_player_options set = complete(options);
    rsp_player *p = rsp_mem_calloc(set.mem, 1, sizeof *p);
    if (!p)
        return NULL;
    p->options = set;
    rsp_buf *bufs[] = {&p->in, &p->out, &p->wire, &p->acks.due, &p->probe.payload, &p->last_request};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bufs); i++)
        rsp_buf_init(bufs[i], set.mem, 0);
    const rsp_endpoint_policy reception = reception_of(&set);
    rsp_endpoint_init(&p->acks.wire, &reception, &p->acks.due);
    write_log_init(&p->log, set.mem);
    cross_check_init(&p->check, set.mem);
    p->guest.guest = set.guest;
    p->unsafe = (rsp_unsafe_filter){.allowed = rsp_player_allowed(&set), .any_process = set.any_process};
    expect_silence(p);
    player_set_plain_probe(p);
    if (!start_transcript(p)) {
        rsp_player_free(p);
        return NULL;
    }
    player_validate(p);
    return p;
}

void rsp_player_free(rsp_player *p) {
    if (!p)
        return;
    rsp_transcript_free(p->transcript);
    rsp_rules_free(p->rules);
    rsp_unsafe_filter_free(&p->unsafe);
    rsp_buf *bufs[] = {&p->in, &p->out, &p->wire, &p->acks.due, &p->probe.payload, &p->last_request};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bufs); i++)
        rsp_buf_free(bufs[i]);
    rsp_endpoint_free(&p->acks.wire);
    write_log_free(&p->log);
    cross_check_free(&p->check);
    rsp_mem_free(p->options.mem, p);
}

void rsp_player_begin(rsp_player *p, rsp_link *link) {
    player_validate(p);
    p->link = link;
    rsp_transcript_reset(p->transcript);
    rsp_rules_reset(p->rules);
    rsp_unsafe_filter_reset(&p->unsafe);
    player_note_connection(p, true);
    player_send_plus(p);
    p->program = (program){.state = PROGRAM_THERE};
    cross_check_note_stub(&p->check);
    write_log_clear(&p->log);
    trail_clear(&p->trail);
    rsp_buf_clear(&p->last_request);
    p->num_judged = 0;
    p->last_class = 0;
    p->end = (rsp_link_end){0};
    player_validate(p);
}

/* --- playing --- */

/* A message that stubs read in different ways does not share a write with one that may change modes. */
static bool must_settle_before(const rsp_player *p, rsp_message_kind kind, rsp_bytes payload) {
    return player_has(p, UNSETTLED_MODES) && player_in_step(p) && message_is_ambiguous(kind, payload);
}

/* `batch`: messages in the current write. */
static rsp_played play_bytes(rsp_player *p, rsp_message_kind kind, rsp_bytes payload, unsigned *batch) {
    rsp_status status = RSP_OK;
    if (*batch > 0 && must_settle_before(p, kind, payload)) {
        rsp_played played = player_settle(p);
        *batch = 0;
        if (played != RSP_PLAYED_DONE)
            return played;
    }
    if (!player_queue_message(p, kind, payload, &status))
        return RSP_PLAYED_DONE;
    if (status != RSP_OK)
        return player_trouble(p, status);
    bool more =
        kind == RSP_MESSAGE_HURRIED || (player_may_batch(p, kind, payload) && ++*batch < p->options.pipeline);
    if (more && p->out.len < MAX_WRITE_BYTES)
        return RSP_PLAYED_DONE;
    *batch = 0;
    return player_settle(p);
}

static rsp_played play_one(rsp_player *p, rsp_message_kind kind, rsp_bytes payload, unsigned *batch) {
    if (kind == RSP_MESSAGE_PAUSE)
        return player_pause(p);
    if (kind != RSP_MESSAGE_RECONNECT)
        return play_bytes(p, kind, payload, batch);
    rsp_played played = player_settle(p);
    return played == RSP_PLAYED_DONE || played == RSP_PLAYED_OVER ? player_reconnect(p) : played;
}

/* Whether the list may have switched QEMU to physical memory, which outlives the connection. */
static bool switches_memory(const rsp_player *p, const rsp_messages *list) {
    static const rsp_packet_id packet = RSP_PACKET_QQEMU_SET_MEMORY;
    bool may = false;
    for (size_t i = 0; i < list->num && !may; i++) {
        const rsp_bytes bytes = rsp_messages_bytes(list, i);
        may = rsp_bytes_search(bytes, rsp_packet_name(packet)) < bytes.len;
    }
    return may && rsp_player_supports(p, packet);
}

/* The next list, and whoever comes after the fuzzer, shall read what the program reads. */
static rsp_played restore_memory(rsp_player *p) {
    rsp_buf request = {.mem = p->options.mem};
    rsp_packet_begin(&request, RSP_PACKET_QQEMU_SET_MEMORY);
    rsp_buf_push(&request, '0');
    rsp_status status = request.status == RSP_OK ? player_queue_acks(p) : request.status;
    if (status == RSP_OK)
        status = player_queue_packet(p, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    p->stats.messages++;
    return status == RSP_OK ? player_settle(p) : player_trouble(p, status);
}

rsp_played rsp_player_play(rsp_player *p, const rsp_messages *list, size_t *out_settled) {
    unsigned batch = 0;
    size_t settled = 0;
    player_validate(p);
    program_note_list(&p->program);
    rsp_played played = p->connection.greeting_due ? player_take_greeting(p) : RSP_PLAYED_DONE;
    for (size_t i = 0; i < list->num && played == RSP_PLAYED_DONE; i++) {
        played = play_one(p, list->items[i].kind, rsp_messages_bytes(list, i), &batch);
        bool again = played == RSP_PLAYED_OVER && !rsp_player_one_client(p) && i + 1 < list->num &&
                     list->items[i + 1].kind == RSP_MESSAGE_RECONNECT;
        bool open = p->out.len > 0 || player_owed(p) > 0;
        settled = played == RSP_PLAYED_DONE && !open ? i + 1 : settled;
        played = again ? RSP_PLAYED_DONE : played;
    }
    if (played == RSP_PLAYED_DONE)
        played = player_settle(p);
    if (played == RSP_PLAYED_DONE && switches_memory(p, list))
        played = restore_memory(p);
    if (out_settled)
        *out_settled = played == RSP_PLAYED_DONE ? list->num : settled;
    player_validate(p);
    return played;
}

rsp_played rsp_player_alive(rsp_player *p) {
    player_validate(p);
    player_note(p, UNSETTLED_PROBE_NEEDED);
    rsp_played played = player_settle(p);
    player_validate(p);
    return played;
}

/* --- what is known --- */

void rsp_player_set_timeout(rsp_player *p, uint64_t timeout_ns) {
    p->options.timeout_ns = timeout_ns;
}

void rsp_player_set_pipeline(rsp_player *p, unsigned pipeline) {
    p->options.pipeline = pipeline ? pipeline : 1;
}

rsp_bytes rsp_player_probe(const rsp_player *p) {
    return rsp_buf_bytes(&p->probe.payload);
}

bool rsp_player_program_gone(const rsp_player *p) {
    return program_is_gone(&p->program);
}

bool rsp_player_supports(const rsp_player *p, rsp_packet_id packet) {
    return !p->silent[packet] && learnt_supports(&p->learnt, packet);
}

bool rsp_player_one_client(const rsp_player *p) {
    return p->clients.refused >= MAX_REFUSED;
}

bool rsp_player_is_no_ack(const rsp_player *p) {
    return player_no_ack(p);
}

void rsp_player_lose_step(rsp_player *p) {
    player_lose_step(p);
    player_validate(p);
}

bool rsp_player_out_of_step(const rsp_player *p) {
    return !player_in_step(p);
}

bool rsp_player_trail_over(const rsp_player *p) {
    return p->trail.over;
}

size_t rsp_player_trail(const rsp_player *p, const rsp_trail_entry **out_entries) {
    *out_entries = p->trail.entries;
    return p->trail.num;
}

size_t rsp_player_numbers(const rsp_player *p, const uint64_t **out_numbers) {
    *out_numbers = p->learnt.numbers;
    return p->learnt.num_numbers;
}

rsp_bytes rsp_player_last_request(const rsp_player *p) {
    return rsp_buf_bytes(&p->last_request);
}

rsp_player_stats rsp_player_stats_get(const rsp_player *p) {
    return p->stats;
}

rsp_write_log rsp_player_log(const rsp_player *p) {
    return write_log_view(&p->log);
}

const rsp_transcript *rsp_player_transcript(const rsp_player *p) {
    return p->transcript;
}

const rsp_contradiction *rsp_player_contradiction(const rsp_player *p) {
    return &p->check.contradiction;
}

rsp_link_end rsp_player_end(const rsp_player *p) {
    return p->end;
}
