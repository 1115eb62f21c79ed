/* The sending half of the player: messages to bytes, writes, and the waits between them.
 * All is settled when every request has its reply, or when the probe behind it has: stubs answer in order.
 * See player.h. */
/* SPDX-License-Identifier: MIT */
#include "cross_check.h"
#include "certainty.h"

#include <inttypes.h>
#include <rsp/frame.h>
#include <rsp/packet_table.h>

enum {
    PIECE_BYTES = 64 * 1024,
    MAX_WRITE_BYTES = 256 * 1024,
    KEPT_BYTES = 4 * 1024 * 1024,
    MAX_ASKED = 4,
    MAX_REFUSED = 2
};

#define MIN_PATIENCE_NS (4 * RSP_NS_PER_MS)
#define MIN_PAUSE_NS (20 * RSP_NS_PER_US)
#define MIN_ENOUGH_NS (50 * RSP_NS_PER_MS)
#define END_MOMENT_NS (200 * RSP_NS_PER_MS)
#define MIN_RESUME_NS (4 * RSP_NS_PER_MS)

static const struct {
    const char *name;
    const char *text;
    bool bad;
} ends[] = {
#define ROW(id, name_, text_, bad_) {name_, text_, bad_},
    RSP_PLAYED_LIST(ROW)
#undef ROW
};

const char *rsp_played_name(rsp_played played) {
    return (size_t)played < RSP_ARRAY_LEN(ends) ? ends[played].name : "?";
}

const char *rsp_played_text(rsp_played played) {
    return (size_t)played < RSP_ARRAY_LEN(ends) ? ends[played].text : "?";
}

bool rsp_played_bad(rsp_played played) {
    return (size_t)played < RSP_ARRAY_LEN(ends) && ends[played].bad;
}

static void set_probe(rsp_player *p, const char *payload, const char *mark) {
    rsp_buf_clear(&p->probe);
    rsp_buf_str(&p->probe, payload);
    p->probe_mark = mark;
    p->probe_packet = rsp_packet_identify(rsp_bytes_str(payload));
}

static uint64_t or_default(uint64_t value, uint64_t otherwise) {
    return value ? value : otherwise;
}

rsp_player *rsp_player_new(const rsp_player_options *options) {
    rsp_player_options set = options ? *options : (rsp_player_options){0};
    rsp_player *p = rsp_mem_calloc(set.mem, 1, sizeof *p);
    if (!p)
        return NULL;
    set.timeout_ns = or_default(set.timeout_ns, RSP_NS_PER_S);
    set.patience_ns = or_default(set.patience_ns, 50 * RSP_NS_PER_MS);
    set.resume_ns = or_default(set.resume_ns, 20 * RSP_NS_PER_MS);
    set.pause_ns = or_default(set.pause_ns, 100 * RSP_NS_PER_US);
    set.pipeline = set.pipeline ? set.pipeline : 1;
    p->options = set;
    /* What rules look back at is the last few exchanges; more would only cost memory. */
    const rsp_transcript_options kept = {.max_bytes = KEPT_BYTES, .max_entries = 4096, .mem = set.mem};
    p->transcript = rsp_transcript_new(&kept);
    p->rules = rsp_rules_new(&(rsp_rules_options){.mem = set.mem});
    rsp_buf *bufs[] = {&p->in,    &p->out, &p->acks,         &p->wire,
                       &p->probe, &p->log, &p->last_request, &p->read_back};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bufs); i++)
        rsp_buf_init(bufs[i], set.mem, 0);
    p->hazards = (rsp_hazards){.allowed = rsp_player_allowed(&set), .any_process = set.any_process};
    set_probe(p, "vMustReplyEmpty", "");
    if (!p->transcript || !p->rules || !rsp_transcript_observe(p->transcript, rsp_rules_observe, p->rules) ||
        !rsp_transcript_observe(p->transcript, rsp_player_watch, p)) {
        rsp_player_free(p);
        return NULL;
    }
    return p;
}

void rsp_player_free(rsp_player *p) {
    if (!p)
        return;
    rsp_transcript_free(p->transcript);
    rsp_rules_free(p->rules);
    rsp_hazards_free(&p->hazards);
    rsp_buf *bufs[] = {&p->in,    &p->out, &p->acks,         &p->wire,
                       &p->probe, &p->log, &p->last_request, &p->read_back};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bufs); i++)
        rsp_buf_free(bufs[i]);
    rsp_mem_free(p->options.mem, p->writes);
    rsp_mem_free(p->options.mem, p);
}

/* Nothing is under way on this connection. */
static void start_settled(rsp_player *p) {
    bool may_run =
        p->loose || p->spoilt || p->program_gone || rsp_rules_exchanges(p->rules)->negotiated.non_stop;
    p->let_run = p->let_run && may_run;
    p->probes_sent = p->probes_seen = 0;
    p->refused = p->uncertain = p->loose = p->vague = p->changing = p->missing = p->file_reply_due = false;
    p->sacrificed = false;
    p->murky = p->spoilt;
    p->received = 0;
    p->acks_awaited = 0;
}

static void start_connection(rsp_player *p) {
    p->spoilt = false;
    start_settled(p);
    rsp_buf_clear(&p->acks);
    rsp_buf_clear(&p->out);
    p->kept = (kept_write){0};
    p->read_back_entry = RSP_NO_ENTRY;
    p->program_gone = p->exited = false; /* until '?' says so */
    p->exit_signal = 0;
    p->no_ack = p->withheld = false;
    p->naks = 0;
}

void rsp_player_begin(rsp_player *p, rsp_link *link) {
    p->link = link;
    rsp_transcript_reset(p->transcript);
    rsp_rules_reset(p->rules);
    rsp_hazards_reset(&p->hazards);
    start_connection(p);
    rsp_buf_clear(&p->last_request);
    rsp_buf_clear(&p->log);
    p->num_writes = 0;
    p->num_judged = 0;
    p->wrong = p->forks = p->any_named = false;
    p->num_named = 0;
    p->log_cut = p->program_gone = p->exited = p->asked_to_end = p->asked_before = p->let_run = false;
    p->last_kind = 0;
    p->num_trail = 0;
    p->trail_over = false;
    p->end = (rsp_link_end){0};
    p->unheard = false;
    p->greeting_due = p->greeting > 0;
}

/* --- writing --- */

static void log_write(rsp_player *p, rsp_bytes bytes, bool reconnect) {
    if (p->num_writes == MAX_LOG_WRITES || p->log.len + bytes.len > MAX_LOG_BYTES) {
        p->log_cut = true;
        return;
    }
    if (p->num_writes == p->cap_writes) {
        size_t cap = p->cap_writes ? p->cap_writes * 2 : 64;
        rsp_write *bigger = rsp_mem_realloc(p->options.mem, p->writes, cap * sizeof *bigger);
        if (!bigger) {
            p->log_cut = true;
            return;
        }
        p->writes = bigger;
        p->cap_writes = cap;
    }
    p->writes[p->num_writes++] = (rsp_write){.offset = p->log.len, .len = bytes.len, .reconnect = reconnect};
    rsp_buf_append(&p->log, bytes);
}

/* Puts bytes behind what is to be written, and into the transcript. */
static rsp_status queue(rsp_player *p, rsp_bytes bytes) {
    bool asks = player_asks_to_end(bytes);
    p->asked_before = p->asked_before || asks;
    p->asked_to_end = p->asked_to_end || asks;
    p->program_gone = p->program_gone || p->asked_to_end;
    rsp_buf_append(&p->out, bytes);
    rsp_status status = rsp_transcript_feed(p->transcript, RSP_TO_STUB, rsp_link_now(p->link), bytes);
    return p->out.status == RSP_OK ? status : p->out.status;
}

/* A stub that waits for its '+' may drop all else, or take it for a '-'. One too many harms nobody. */
static rsp_status flush_acks(rsp_player *p) {
    if (p->withheld && !p->no_ack && p->acks.len == 0)
        rsp_buf_push(&p->acks, '+');
    p->withheld = false;
    rsp_status status = p->acks.len ? queue(p, rsp_buf_bytes(&p->acks)) : RSP_OK;
    rsp_buf_clear(&p->acks);
    return status;
}

static rsp_status flush(rsp_player *p) {
    if (p->out.len == 0)
        return RSP_OK;
    log_write(p, rsp_buf_bytes(&p->out), false);
    uint64_t deadline = rsp_deadline(rsp_link_now(p->link), p->options.timeout_ns);
    rsp_status status = rsp_link_send(p->link, rsp_buf_bytes(&p->out), deadline);
    rsp_buf_clear(&p->out);
    /* A link that is closed is noticed when receiving, behind the stub's last words. */
    return status == RSP_CLOSED || status == RSP_DIED ? RSP_OK : status;
}

static rsp_status send_probe(rsp_player *p) {
    rsp_status status = flush_acks(p);
    rsp_buf_clear(&p->wire);
    rsp_frame_packet(&p->wire, rsp_buf_bytes(&p->probe));
    if (status == RSP_OK)
        status = queue(p, rsp_buf_bytes(&p->wire));
    if (p->probes_sent < MAX_PROBES)
        p->probe_entries[p->probes_sent] = rsp_transcript_end(p->transcript) - 1;
    p->probes_sent++;
    p->refused = p->heard = false;
    p->stats.probes++;
    p->stats.messages++;
    return status == RSP_OK ? flush(p) : status;
}

/* Behind half a packet a probe is likely to be taken for its other half. One more goes first, so that nobody
 * has to wait for it in vain; whether it was lost as well is not known then. */
static rsp_status send_sacrifice(rsp_player *p) {
    bool torn = rsp_transcript_pending(p->transcript, RSP_TO_STUB) > 0;
    if (!torn || !p->no_ack || p->probes_sent > 0)
        return RSP_OK;
    rsp_buf_clear(&p->wire);
    rsp_frame_packet(&p->wire, rsp_buf_bytes(&p->probe));
    p->loose = p->sacrificed = true;
    p->stats.messages++;
    return queue(p, rsp_buf_bytes(&p->wire));
}

static rsp_status send_interrupt(rsp_player *p) {
    rsp_status status = flush_acks(p);
    if (status == RSP_OK)
        status = queue(p, RSP_LIT("\x03"));
    p->stats.interrupts++;
    p->trail_over = true; /* when it comes is a matter of time */
    return status == RSP_OK ? flush(p) : status;
}

/* The debugger's answer to a File-I/O request: not permitted. */
static rsp_status send_file_reply(rsp_player *p) {
    p->file_reply_due = false;
    rsp_buf_clear(&p->wire);
    rsp_frame_packet(&p->wire, RSP_LIT("F-1,1"));
    rsp_status status = queue(p, rsp_buf_bytes(&p->wire));
    return status == RSP_OK ? flush(p) : status;
}

/* --- waiting --- */

static bool resumed(const rsp_player *p, bool optional) {
    const rsp_exchanges *x = rsp_rules_exchanges(p->rules);
    const rsp_pending_request *oldest = rsp_exchanges_oldest(x);
    return oldest && oldest->resumes && oldest->optional == optional && !x->negotiated.non_stop;
}

bool rsp_player_running(const rsp_player *p) {
    return resumed(p, false);
}

/* A stub that goes on sending does not move the deadline. After it we take one more piece, which may have
 * waited for us on a busy machine. */
static bool is_spent(rsp_player *p, uint64_t until_ns) {
    bool late = rsp_link_now(p->link) >= until_ns;
    bool spent = late && p->late_for_ns == until_ns;
    p->late_for_ns = late ? until_ns : 0;
    return spent;
}

/* One piece, before `until_ns`. Acks go out first: the stub may wait for them. */
static rsp_status receive(rsp_player *p, uint64_t until_ns) {
    rsp_status status = is_spent(p, until_ns) ? RSP_TIMEOUT : flush_acks(p);
    if (status == RSP_OK && p->file_reply_due)
        status = send_file_reply(p);
    if (status == RSP_OK)
        status = flush(p);
    if (status != RSP_OK)
        return status;
    rsp_buf_clear(&p->in);
    uint64_t before_ns = rsp_link_now(p->link);
    status = rsp_link_recv(p->link, &p->in, PIECE_BYTES, until_ns);
    if (status == RSP_TIMEOUT)
        p->stats.silent_ns += rsp_link_now(p->link) - before_ns;
    if (status != RSP_OK)
        return status;
    p->several = p->several || p->unheard;
    p->num_refused = p->unheard ? 0 : p->num_refused;
    p->unheard = false;
    p->received += p->in.len;
    if (p->received > RSP_LIMIT_FLOOD_BYTES)
        return RSP_LIMIT;
    return rsp_transcript_feed(p->transcript, RSP_TO_CLIENT, rsp_link_now(p->link), rsp_buf_bytes(&p->in));
}

static bool is_fault(int signal_number) {
    return signal_number == SIGSEGV || signal_number == SIGABRT || signal_number == SIGBUS ||
           signal_number == SIGILL || signal_number == SIGFPE || signal_number == SIGSYS;
}

/* Whether nothing is wrong when the stub is gone now. */
static bool may_end(const rsp_player *p) {
    return p->asked_to_end || p->exited || (p->options.ends_as_program && p->let_run);
}

/* A program that dies is gone a moment after its connection, or later where it has much to say of its end. */
static void await_end(rsp_player *p) {
    uint64_t now = rsp_link_now(p->link);
    uint64_t moment = p->options.timeout_ns / 2 > END_MOMENT_NS ? p->options.timeout_ns / 2 : END_MOMENT_NS;
    uint64_t until = rsp_deadline(now, moment);
    for (uint64_t pause = RSP_NS_PER_MS; p->end.kind == RSP_END_RUNNING && now < until; pause += pause / 2) {
        uint64_t next = rsp_deadline(now, pause);
        rsp_link_wait(p->link, next < until ? next : until);
        p->end = rsp_link_ended(p->link);
        now = rsp_link_now(p->link);
    }
}

/* A stub that serves one client may still accept others, which it closes or never looks at. */
static bool serves_nobody_else(rsp_player *p) {
    if (!p->unheard || p->several)
        return false;
    p->num_refused++;
    p->asked_to_end = true;
    return true;
}

/* What the end of the connection means. */
static rsp_played ended(rsp_player *p, rsp_status status) {
    bool expected = serves_nobody_else(p) || may_end(p);
    p->end = rsp_link_ended(p->link);
    if (!expected)
        await_end(p);
    p->spoilt = true; /* until there is a new one */
    (void)!rsp_transcript_close(p->transcript, rsp_link_now(p->link), "");
    if (p->end.sanitizer[0])
        return RSP_PLAYED_DIED;
    bool as_program = p->options.ends_as_program || p->end.code == p->exit_signal;
    bool fault = is_fault(p->end.code) && !as_program;
    if (p->end.kind == RSP_END_SIGNALED && (!expected || fault))
        return RSP_PLAYED_DIED;
    /* After what is no packet, or too long for the stub, it may close in an orderly way (ROBUST-001). */
    if (expected || (p->murky && status == RSP_CLOSED))
        return RSP_PLAYED_OVER;
    return status == RSP_DIED ? RSP_PLAYED_DIED : RSP_PLAYED_CLOSED;
}

static rsp_played trouble(rsp_player *p, rsp_status status) {
    switch ((int)status) {
    case RSP_CLOSED:
    case RSP_DIED:
        return ended(p, status);
    case RSP_CANCELLED:
        return RSP_PLAYED_CANCELLED;
    case RSP_TIMEOUT: /* the stub takes nothing in */
    case RSP_LIMIT:   /* or never ends */
        return RSP_PLAYED_HANG;
    default:
        return RSP_PLAYED_TROUBLE;
    }
}

uint64_t rsp_player_enough_ns(const rsp_player *p) {
    uint64_t enough = 2 * p->longest_ns > 16 * p->slowest_ns ? 2 * p->longest_ns : 16 * p->slowest_ns;
    enough = enough > MIN_ENOUGH_NS ? enough : MIN_ENOUGH_NS;
    return enough < p->options.timeout_ns ? enough : p->options.timeout_ns;
}

/* How long the stub may be silent before it has ended so: an end that is known already need not be proved. */
static uint64_t limit_of(const rsp_player *p, rsp_played end) {
    bool known = p->options.known && p->options.known(p->options.ctx, end);
    return known ? rsp_player_enough_ns(p) : p->options.timeout_ns;
}

/* A stub that has answered within a millisecond so far is not waited for as long as one at the end of a slow
 * line. */
static uint64_t a_while(const rsp_player *p) {
    uint64_t enough = 8 * p->slowest_ns;
    enough = enough > MIN_PATIENCE_NS ? enough : MIN_PATIENCE_NS;
    return enough < p->options.patience_ns ? enough : p->options.patience_ns;
}

static uint64_t patience(const rsp_player *p) {
    /* Where packets are acknowledged the probe must not go out before the reply has come: a stub that waits
     * for our '+' may throw it away. */
    const rsp_pending_request *oldest = rsp_exchanges_oldest(rsp_rules_exchanges(p->rules));
    bool owed = p->acks_awaited > 0 || (oldest && !oldest->optional);
    if (p->no_ack || !owed || p->spoilt || p->loose)
        return a_while(p);
    uint64_t limit = limit_of(p, RSP_PLAYED_HANG);
    return limit < p->options.timeout_ns / 2 ? limit : p->options.timeout_ns / 2;
}

/* By the usual time of an answer, not the longest: it costs only a second probe when this is too short. */
static uint64_t short_patience(const rsp_player *p) {
    uint64_t enough = 32 * p->usual_ns;
    enough = enough > RSP_NS_PER_MS ? enough : RSP_NS_PER_MS;
    return enough < patience(p) ? enough : patience(p);
}

static bool all_answered(const rsp_player *p) {
    if (p->probes_sent > 0)
        return p->probes_seen >= p->probes_sent || (p->loose && p->probes_seen > 0);
    return !p->uncertain && rsp_player_owed(p) == 0;
}

/* Requests that need no reply are not waited for: the probe tells. Where packets are acknowledged it only
 * goes out when nothing else is under way, or the patience with that is at its end: a stub that waits for the
 * '+' to its reply would not see it. */
static bool needs_probe(const rsp_player *p) {
    const rsp_pending_request *oldest = rsp_exchanges_oldest(rsp_rules_exchanges(p->rules));
    if (p->probes_sent > 0)
        return false;
    if (!p->no_ack)
        return p->uncertain && !oldest && p->acks_awaited == 0;
    return p->uncertain || (oldest && (oldest->optional || p->spoilt));
}

/* A program that stops by itself has mostly done so after the time that others took. */
static uint64_t resume_time(const rsp_player *p) {
    uint64_t enough = 4 * p->stops_ns > MIN_RESUME_NS ? 4 * p->stops_ns : MIN_RESUME_NS;
    return enough < p->options.resume_ns ? enough : p->options.resume_ns;
}

/* Until an interrupt has stopped the program. DONE when it no longer runs. */
static rsp_played stop_program(rsp_player *p) {
    uint64_t start = rsp_link_now(p->link);
    uint64_t until = rsp_deadline(start, resume_time(p));
    bool interrupted = false;
    while (rsp_player_running(p)) {
        rsp_status status = receive(p, until);
        if (status == RSP_TIMEOUT && interrupted)
            return RSP_PLAYED_NO_STOP;
        if (status == RSP_TIMEOUT) {
            status = send_interrupt(p);
            interrupted = true;
            until = rsp_deadline(rsp_link_now(p->link), limit_of(p, RSP_PLAYED_NO_STOP));
        }
        if (status != RSP_OK)
            return trouble(p, status);
    }
    uint64_t spent = rsp_link_now(p->link) - start;
    p->stops_ns -= p->stops_ns / 16; /* what took long once is forgotten */
    p->stops_ns = !interrupted && spent > p->stops_ns ? spent : p->stops_ns;
    return RSP_PLAYED_DONE;
}

/* Unknown packets that start like a resume, such as "c?": a careless stub may resume. */
static bool begins_like_a_resume(const rsp_player *p) {
    const rsp_exchanges *x = rsp_rules_exchanges(p->rules);
    const rsp_pending_request *oldest = rsp_exchanges_oldest(x);
    rsp_entry request;
    return oldest && oldest->packet == RSP_PACKET_UNKNOWN && !x->negotiated.non_stop &&
           rsp_transcript_get(p->transcript, oldest->entry, &request) &&
           rsp_request_may(request.payload, RSP_EFFECT_RESUMES);
}

/* The time is up: the next probe, or the end. */
static rsp_played ask_again(rsp_player *p, uint64_t *until) {
    /* Behind a request that needs no reply it is only a probe that is missing. */
    if (p->probes_seen > 0 && !p->loose && p->uncertain)
        return RSP_PLAYED_DEAF;
    if (p->probes_seen > 0)
        return p->loose || p->murky ? RSP_PLAYED_DONE : RSP_PLAYED_NO_REPLY;
    /* What answers is alive, though nobody can say what it has answered. */
    if (p->probes_sent >= MAX_PROBES || (p->probes_sent >= 2 && !p->refused))
        return p->loose && p->heard ? RSP_PLAYED_OVER : RSP_PLAYED_HANG;
    /* A resume that the stub need not have taken may have been taken. */
    bool may_run = resumed(p, true) || begins_like_a_resume(p);
    p->loose = p->loose || may_run;
    p->murky = p->murky || may_run;
    rsp_status status = p->loose && (may_run || p->probes_sent > 0) ? send_interrupt(p) : RSP_OK;
    if (status == RSP_OK)
        status = send_sacrifice(p);
    if (status == RSP_OK)
        status = send_probe(p);
    /* Behind what may have swallowed the first probe a second one soon follows. */
    uint64_t limit_ns = limit_of(p, RSP_PLAYED_HANG);
    uint64_t first_ns = p->loose ? short_patience(p) : limit_ns / 4;
    *until = rsp_deadline(rsp_link_now(p->link), p->probes_sent > 1 ? limit_ns - first_ns : first_ns);
    return status == RSP_OK ? RSP_PLAYED_DONE : trouble(p, status);
}

/* Whether another turn of the loop is due although nothing came: the probe was refused, or its twin is still
 * out. */
static bool cut_short(const rsp_player *p) {
    return p->probes_sent > p->probes_seen && p->refused && p->probes_sent < MAX_PROBES;
}

/* What is still to come: replies, those of probes included. */
static size_t num_due(const rsp_player *p) {
    return rsp_player_owed(p) + (p->probes_sent - p->probes_seen);
}

/* Something came. Each answer has the time that the first had (`span_ns`): of many in one write the last
 * comes late. The second probe's reply soon follows the first's, where nothing is made of its absence. A stub
 * that answers something is alive, though it may have gone out of step: a longer wait would tell nothing
 * more. */
static uint64_t shorten(const rsp_player *p, uint64_t until, uint64_t span_ns, bool news) {
    uint64_t now = rsp_link_now(p->link);
    if (news && p->probes_seen > 0)
        return rsp_deadline(now, p->loose ? patience(p) : limit_of(p, RSP_PLAYED_HANG));
    if (news && !p->loose)
        return rsp_deadline(now, span_ns);
    if (p->probes_seen > 0)
        return until;
    uint64_t enough = rsp_deadline(now, a_while(p));
    return p->loose && p->heard && p->probes_sent > 1 && enough < until ? enough : until;
}

static rsp_played wait_for_answers(rsp_player *p) {
    uint64_t span_ns = patience(p);
    uint64_t until = rsp_deadline(rsp_link_now(p->link), span_ns);
    bool more = true;
    while (more) {
        if (rsp_player_running(p) && !p->spoilt) {
            rsp_played played = stop_program(p);
            if (played != RSP_PLAYED_DONE)
                return played;
        }
        bool ask = needs_probe(p) || cut_short(p);
        if (!ask && all_answered(p))
            break;
        size_t due = num_due(p);
        rsp_status status = ask ? RSP_TIMEOUT : receive(p, until);
        if (status == RSP_OK)
            until = shorten(p, until, span_ns, num_due(p) < due);
        if (status == RSP_OK)
            continue;
        if (status != RSP_TIMEOUT)
            return trouble(p, status);
        more = p->probes_seen == 0;
        rsp_played played = ask_again(p, &until);
        if (played != RSP_PLAYED_DONE)
            return played;
        uint64_t now = rsp_link_now(p->link);
        span_ns = until > now ? until - now : span_ns;
    }
    return p->missing && !p->loose ? RSP_PLAYED_NO_REPLY : RSP_PLAYED_DONE;
}

/* Behind whole packets the probe goes out in the same write. Where nobody knows which reply is whose it may
 * follow other bytes, too, but not half a packet: that a read ends there is part of what it tests. */
static bool probe_may_join(const rsp_player *p) {
    if (!p->no_ack || !needs_probe(p))
        return false;
    return p->spoilt ? rsp_transcript_pending(p->transcript, RSP_TO_STUB) == 0
                     : !p->loose && !rsp_player_running(p);
}

static rsp_played settle_plain(rsp_player *p) {
    rsp_status status = probe_may_join(p) ? RSP_OK : flush(p);
    if (status != RSP_OK)
        return trouble(p, status);
    bool spoilt = p->spoilt || p->loose;
    rsp_played played = wait_for_answers(p);
    if (played == RSP_PLAYED_HANG && serves_nobody_else(p))
        return RSP_PLAYED_OVER;
    /* Where it is not known what was answered nothing can be said to be missing: this conversation is over.
     */
    if (spoilt && (played == RSP_PLAYED_NO_STOP || played == RSP_PLAYED_DEAF))
        return RSP_PLAYED_OVER;
    if (played != RSP_PLAYED_DONE)
        return played;
    bool behind = p->probes_seen < p->probes_sent || p->sacrificed;
    p->spoilt = p->spoilt || behind || (p->murky && rsp_player_owed(p) > 0);
    start_settled(p);
    return played;
}

/* Asks for what was written by m or x, outside of what is mutated. */
static rsp_played read_back(rsp_player *p, char how) {
    rsp_buf_clear(&p->read_back);
    rsp_buf_printf(&p->read_back, "%c%" PRIx64 ",%zx", how, p->kept.addr, p->kept.len);
    rsp_buf_clear(&p->wire);
    rsp_frame_packet(&p->wire, rsp_buf_bytes(&p->read_back));
    rsp_buf_clear(&p->read_back);
    p->have_read_back = false;
    rsp_status status = flush_acks(p);
    if (status == RSP_OK)
        status = queue(p, rsp_buf_bytes(&p->wire));
    p->read_back_entry = rsp_transcript_end(p->transcript) - 1;
    p->stats.messages++;
    return status == RSP_OK ? settle_plain(p) : trouble(p, status);
}

static rsp_played check_write(rsp_player *p) {
    static const struct {
        char how;
        rsp_packet_id packet;
    } ways[] = {{'m', RSP_PACKET_READ_MEMORY}, {'x', RSP_PACKET_READ_BINARY}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(ways); i++) {
        if (!rsp_player_supports(p, ways[i].packet))
            continue;
        rsp_played played = read_back(p, ways[i].how);
        if (played != RSP_PLAYED_DONE)
            return played;
        if (!player_check_compare(p, ways[i].how))
            return RSP_PLAYED_WRONG;
    }
    p->kept.armed = false;
    return RSP_PLAYED_DONE;
}

static rsp_played settle(rsp_player *p) {
    rsp_played played = settle_plain(p);
    if (played == RSP_PLAYED_DONE && p->wrong)
        return RSP_PLAYED_WRONG;
    bool check = p->kept.armed && p->kept.confirmed && !p->murky && !p->exited;
    return played == RSP_PLAYED_DONE && check ? check_write(p) : played;
}

/* --- messages --- */

static void keep_request(rsp_player *p, rsp_message_kind kind, rsp_bytes payload) {
    if (kind > RSP_MESSAGE_RAW)
        return;
    rsp_buf_clear(&p->last_request);
    rsp_buf_append(&p->last_request, payload);
}

/* Queues one message. False when it is left out for its danger. */
static bool put(rsp_player *p, rsp_message_kind kind, rsp_bytes payload, rsp_status *status) {
    rsp_buf_clear(&p->wire);
    rsp_message_wire(&p->wire, kind, payload);
    if (!rsp_hazards_allow(&p->hazards, rsp_buf_bytes(&p->wire), NULL)) {
        p->stats.refused++;
        return false;
    }
    bool ack_due = p->acks.len > 0 || p->withheld;
    player_weigh_crowd(p);
    /* Raw bytes are by hand, acknowledgments too. What they leave out comes behind them. */
    if (kind == RSP_MESSAGE_RAW) {
        p->withheld = ack_due && (p->wire.len == 0 || p->wire.ptr[0] != '+');
        rsp_buf_clear(&p->acks);
    }
    if (kind != RSP_MESSAGE_RAW)
        *status = flush_acks(p);
    player_weigh(p, kind, rsp_buf_bytes(&p->wire), ack_due);
    if (*status == RSP_OK)
        *status = queue(p, rsp_buf_bytes(&p->wire));
    player_check_sent(p, payload, kind <= RSP_MESSAGE_HURRIED && !p->murky);
    keep_request(p, kind, payload);
    p->trail_over = p->trail_over || kind == RSP_MESSAGE_INTERRUPT;
    p->stats.messages++;
    return true;
}

/* Whether the stub may have something to say: it owes an answer, was sent what may have one, or lets run. */
static bool may_speak(const rsp_player *p) {
    return p->out.len > 0 || p->uncertain || p->let_run || rsp_player_owed(p) > 0;
}

/* Until the stub has answered, or as long as an answer usually takes. One that owes nothing waits already. */
static rsp_played pause_for(rsp_player *p) {
    uint64_t enough = p->usual_ns > MIN_PAUSE_NS ? p->usual_ns : MIN_PAUSE_NS;
    enough = enough < p->options.pause_ns ? enough : p->options.pause_ns;
    uint64_t until = rsp_deadline(rsp_link_now(p->link), enough);
    rsp_status status = RSP_OK;
    while (status == RSP_OK && may_speak(p))
        status = receive(p, until);
    return status == RSP_OK || status == RSP_TIMEOUT ? RSP_PLAYED_DONE : trouble(p, status);
}

/* --- greetings --- */

/* A stub that stands at a breakpoint when it starts may say so to whoever connects, and waits for the '+'. It
 * answers nothing, and comes before anything is asked: neither rules nor pairs of request and reply know it.
 */
static rsp_played take_greeting(rsp_player *p) {
    rsp_deframer deframer = {0};
    rsp_event event;
    unsigned num = 0;
    uint64_t until = rsp_deadline(rsp_link_now(p->link), p->options.timeout_ns);
    rsp_status status = RSP_OK;
    p->greeting_due = false;
    rsp_deframer_init(&deframer, NULL);
    while (num < p->greeting && status == RSP_OK && rsp_link_now(p->link) < until) {
        rsp_buf_clear(&p->in);
        status = rsp_link_recv(p->link, &p->in, PIECE_BYTES, until);
        for (rsp_bytes rest = rsp_buf_bytes(&p->in); rest.len > 0;) {
            rest = rsp_bytes_from(rest, rsp_deframe(&deframer, rest, &event));
            num += event.kind == RSP_EVENT_PACKET;
        }
    }
    rsp_deframer_free(&deframer);
    if (status != RSP_OK && status != RSP_TIMEOUT)
        return trouble(p, status);
    if (num > 0)
        rsp_buf_push(&p->out, '+');
    status = flush(p);
    return status == RSP_OK ? RSP_PLAYED_DONE : trouble(p, status);
}

/* --- connections --- */

/* A first packet of a connection that is lost is only sent again after a second: better another connection.
 */
static rsp_status connect_again(rsp_player *p) {
    uint64_t end_ns = rsp_deadline(rsp_link_now(p->link), p->options.timeout_ns);
    rsp_status status = RSP_CONNECT;
    for (uint64_t wait_ns = 50 * RSP_NS_PER_MS; status == RSP_CONNECT; wait_ns *= 2) {
        uint64_t until_ns = rsp_deadline(rsp_link_now(p->link), wait_ns);
        if (until_ns >= end_ns)
            return rsp_link_reconnect(p->link, end_ns, NULL);
        status = rsp_link_reconnect(p->link, until_ns, NULL);
    }
    return status;
}

static rsp_played reconnect(rsp_player *p) {
    rsp_status status = flush(p);
    if (status != RSP_OK)
        return trouble(p, status);
    (void)!rsp_transcript_close(p->transcript, rsp_link_now(p->link), "");
    log_write(p, rsp_bytes_make(NULL, 0), true);
    status = connect_again(p);
    if (status == RSP_CANCELLED)
        return RSP_PLAYED_CANCELLED;
    /* Many stubs serve one client and end. */
    if (status != RSP_OK) {
        p->asked_to_end = true;
        p->num_refused++;
        return ended(p, status);
    }
    p->unheard = true;
    p->greeting_due = p->greeting > 0;
    uint32_t allowed = p->hazards.allowed;
    rsp_hazards_reset(&p->hazards);
    p->hazards.allowed = allowed;
    start_connection(p);
    p->let_run = true; /* it may have been when its first client went */
    status = rsp_transcript_connect(p->transcript, rsp_link_now(p->link), "");
    if (status != RSP_OK)
        return RSP_PLAYED_TROUBLE;
    return p->greeting_due ? take_greeting(p) : RSP_PLAYED_DONE;
}

static rsp_played play_one(rsp_player *p, rsp_message_kind kind, rsp_bytes payload, unsigned *batch) {
    rsp_status status = RSP_OK;
    if (kind == RSP_MESSAGE_PAUSE)
        return pause_for(p);
    if (kind == RSP_MESSAGE_RECONNECT) {
        rsp_played played = settle(p);
        return played == RSP_PLAYED_DONE || played == RSP_PLAYED_OVER ? reconnect(p) : played;
    }
    if (*batch > 0 && p->changing && !p->spoilt && player_is_cloudy(kind, payload)) {
        rsp_played played = settle(p);
        *batch = 0;
        if (played != RSP_PLAYED_DONE)
            return played;
    }
    if (!put(p, kind, payload, &status))
        return RSP_PLAYED_DONE;
    if (status != RSP_OK)
        return trouble(p, status);
    bool wait =
        kind != RSP_MESSAGE_HURRIED && !(player_is_calm(p, kind, payload) && ++*batch < p->options.pipeline);
    if (!wait && p->out.len < MAX_WRITE_BYTES)
        return RSP_PLAYED_DONE;
    *batch = 0;
    return settle(p);
}

rsp_played rsp_player_play(rsp_player *p, const rsp_messages *list, size_t *out_settled) {
    unsigned batch = 0;
    /* What was asked for in the list before may still come true in this one. */
    p->asked_to_end = p->asked_before;
    p->asked_before = false;
    size_t settled = 0;
    rsp_played played = p->greeting_due ? take_greeting(p) : RSP_PLAYED_DONE;
    for (size_t i = 0; i < list->num && played == RSP_PLAYED_DONE; i++) {
        played = play_one(p, list->items[i].kind, rsp_messages_bytes(list, i), &batch);
        bool again = played == RSP_PLAYED_OVER && !rsp_player_one_client(p) && i + 1 < list->num &&
                     list->items[i + 1].kind == RSP_MESSAGE_RECONNECT;
        bool open = p->out.len > 0 || rsp_player_owed(p) > 0;
        settled = played == RSP_PLAYED_DONE && !open ? i + 1 : settled;
        played = again ? RSP_PLAYED_DONE : played;
    }
    if (played == RSP_PLAYED_DONE)
        played = settle(p);
    if (out_settled)
        *out_settled = played == RSP_PLAYED_DONE ? list->num : settled;
    return played;
}

rsp_played rsp_player_alive(rsp_player *p) {
    p->uncertain = true;
    return settle(p);
}

/* --- calibration --- */

static const struct {
    const char *payload;
    const char *mark;
} probes[] = {
    {"vCont?", "vCont"},
    {"qC", "QC"},
    {"vMustReplyEmpty", ""},
};

enum { MAX_GREETING = 4 };

/* Packets before the first '+', where there is one: they come before what we asked. */
static unsigned packets_before_ack(const rsp_player *p, bool *out_acked) {
    unsigned num = 0;
    rsp_entry e;
    *out_acked = false;
    for (uint64_t i = 0; i < rsp_transcript_end(p->transcript) && !*out_acked; i++)
        if (rsp_transcript_get(p->transcript, i, &e) && e.direction == RSP_TO_CLIENT) {
            num += e.kind == RSP_ENTRY_PACKET;
            *out_acked = e.kind == RSP_ENTRY_ACK;
        }
    return num;
}

static uint64_t packets_of_stub(const rsp_player *p) {
    uint64_t num = 0;
    rsp_entry e;
    for (uint64_t i = 0; i < rsp_transcript_end(p->transcript); i++)
        num += rsp_transcript_get(p->transcript, i, &e) && e.direction == RSP_TO_CLIENT &&
               e.kind == RSP_ENTRY_PACKET;
    return num;
}

/* A stub greets when packets come before the '+' to our first one, and its reply comes, too: one that leaves
 * out the '+', or sends it late, has nothing more to say. Begins anew after it. */
static rsp_status look_for_greeting(rsp_player *p) {
    bool acked = false;
    unsigned num = 0;
    p->murky = true;
    rsp_status status = send_probe(p);
    uint64_t until = rsp_deadline(rsp_link_now(p->link), p->options.timeout_ns);
    while (status == RSP_OK) {
        num = packets_before_ack(p, &acked);
        bool answered = packets_of_stub(p) > num;
        if (num > MAX_GREETING || (acked && answered))
            break;
        status = receive(p, until);
    }
    p->greeting = status == RSP_OK && acked && num <= MAX_GREETING ? num : 0;
    if (status == RSP_TIMEOUT && rsp_transcript_end(p->transcript) > 1)
        status = RSP_OK;
    if (status == RSP_OK)
        status = flush_acks(p);
    if (status == RSP_OK)
        status = flush(p);
    rsp_player_begin(p, p->link);
    p->greeting_due = false;
    return status;
}

/* The first of them that is answered as a stub does that knows it. While it is looked for any answer will do:
 * many stubs know no vCont. */
rsp_status rsp_player_calibrate(rsp_player *p) {
    rsp_status greeted = look_for_greeting(p);
    if (greeted != RSP_OK)
        return greeted;
    for (size_t i = 0; i < RSP_ARRAY_LEN(probes); i++) {
        set_probe(p, probes[i].payload, "");
        uint64_t seen = rsp_transcript_end(p->transcript);
        rsp_status status = send_probe(p);
        uint64_t until = rsp_deadline(rsp_link_now(p->link), p->options.timeout_ns);
        while (status == RSP_OK && p->probes_seen == 0)
            status = receive(p, until);
        if (status != RSP_OK)
            return status;
        start_settled(p);
        set_probe(p, probes[i].payload, probes[i].mark);
        rsp_entry last;
        uint64_t end = rsp_transcript_end(p->transcript);
        if (end > seen && rsp_transcript_get(p->transcript, end - 1, &last) &&
            rsp_bytes_starts(last.payload, rsp_bytes_str(probes[i].mark)))
            return RSP_OK;
    }
    return RSP_OK;
}

/* --- what is known --- */

void rsp_player_set_timeout(rsp_player *p, uint64_t timeout_ns) {
    p->options.timeout_ns = timeout_ns;
}

void rsp_player_set_pipeline(rsp_player *p, unsigned pipeline) {
    p->options.pipeline = pipeline ? pipeline : 1;
}

rsp_bytes rsp_player_probe(const rsp_player *p) {
    return rsp_buf_bytes(&p->probe);
}

bool rsp_player_program_gone(const rsp_player *p) {
    return p->program_gone;
}

bool rsp_player_supports(const rsp_player *p, rsp_packet_id packet) {
    return (unsigned)packet >= RSP_PACKET_END || p->supported[packet] || p->asked[packet] < MAX_ASKED;
}

bool rsp_player_one_client(const rsp_player *p) {
    return p->num_refused >= MAX_REFUSED;
}

bool rsp_player_is_no_ack(const rsp_player *p) {
    return p->no_ack;
}

void rsp_player_spoil(rsp_player *p) {
    p->spoilt = p->murky = true;
}

bool rsp_player_spoilt(const rsp_player *p) {
    return p->spoilt;
}

bool rsp_player_trail_over(const rsp_player *p) {
    return p->trail_over;
}

size_t rsp_player_trail(const rsp_player *p, const rsp_trail_entry **out_entries) {
    *out_entries = p->trail;
    return p->num_trail;
}

size_t rsp_player_numbers(const rsp_player *p, const uint64_t **out_numbers) {
    *out_numbers = p->numbers;
    return p->num_numbers;
}

rsp_bytes rsp_player_last_request(const rsp_player *p) {
    return rsp_buf_bytes(&p->last_request);
}

rsp_player_stats rsp_player_stats_get(const rsp_player *p) {
    return p->stats;
}

rsp_write_log rsp_player_log(const rsp_player *p) {
    return (rsp_write_log){
        .writes = p->writes, .num = p->num_writes, .bytes = rsp_buf_bytes(&p->log), .cut = p->log_cut};
}

const rsp_transcript *rsp_player_transcript(const rsp_player *p) {
    return p->transcript;
}

const rsp_contradiction *rsp_player_contradiction(const rsp_player *p) {
    return &p->contradiction;
}

rsp_link_end rsp_player_end(const rsp_player *p) {
    return p->end;
}
