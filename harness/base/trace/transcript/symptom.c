/* Walks a transcript up to the wrong entry, pairing as the rules do, and keeps what the symptom needs:
 * the request, what was lost before it, which breakpoints stand, what else was sent.
 * Only failed conversations are walked. */
/* SPDX-License-Identifier: MIT */
#include "trace/symptom.h"

#include "trace/reply_fit.h"
#include "write_check.h"

#include "codec/feature.h"
#include "codec/negotiated.h"
#include "codec/packet_schema.h"
#include "codec/reply.h"
#include "core/hex.h"
#include "core/word.h"
#include "trace/exchange.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>

enum {
    SEND_MOST = 12,     /* requests of a command that people still read */
    SEND_COLUMNS = 200, /* its length */
    TYPES = 5,          /* of breakpoints */
    SUSPECT_MOST = 2,   /* replies that a stub still gives when it dies of what it has read before */
};

static const rsp_word oddities[] = {RSP_ODDITY_LIST(RSP_WORD_ROW)};

const char *rsp_oddity_name(rsp_oddity oddity) {
    return RSP_WORD_AT(oddities, oddity).name;
}

const char *rsp_oddity_subject(rsp_oddity oddity) {
    return RSP_WORD_AT(oddities, oddity).text;
}

/* Something that no debugger sends, of which a stub may die a little later. */
typedef struct odd_one {
    rsp_oddity oddity; /* PLAIN: there was none */
    rsp_packet_id packet;
    unsigned replies; /* since then */
} odd_one;

/* What the walk remembers of the connection. */
typedef struct walk {
    rsp_exchanges exchanges;
    const rsp_transcript *transcript;
    uint64_t answered; /* entry of the request that the last reply answers, or RSP_NO_ENTRY */
    uint64_t reply;    /* that reply */
    uint64_t sent;     /* the last request */
    uint64_t lost;     /* the first request that got no reply */
    uint64_t known;    /* the first packet that nobody knows and that was answered all the same */
    rsp_came known_by; /* ... and how */
    unsigned beside;
    odd_one odd, last;   /* the last odd thing; the last thing of all, odd or not */
    uint64_t longest;    /* bytes that an m asked for */
    unsigned set[TYPES]; /* breakpoints of each type that were confirmed and not taken away */
    char type;           /* of the last one */
    rsp_buf *send;
    size_t send_start;
    size_t last_start; /* of the last request in `send` */
    size_t num_sent;
    bool last_matters;
    bool opened;        /* the connection begins by the usual qSupported, as `stubborn send` begins it */
    bool begun;         /* a request was sent */
    bool greeted;       /* something was sent in the connection */
    uint64_t ungreeted; /* the request that was the first of it */
    bool unsendable;
    unsigned strays; /* RAW, STOPPED, AFTER_DAMAGE: once they were sent; EXITED */
    bool stray;      /* the last packet of the stub answers nothing */
    /* the last packet of the stub is a stop reply, '+' was sent for it, the last request right behind that */
    enum { STOP_NONE, STOP_CAME, STOP_CONFIRMED, STOP_FOLLOWED } stop;
    write_check writes;
    bool told[RSP_PACKET_MOST]; /* packets that were answered */
} walk;

static bool printable(rsp_bytes payload) {
    for (size_t i = 0; i < payload.len; i++)
        if (payload.ptr[i] < 0x20 || payload.ptr[i] > 0x7e || payload.ptr[i] == '\\')
            return false;
    return true;
}

/* What opens a connection, and what some stubs wait for: `send` does it where it is told nothing else. */
static bool opens(const walk *w, rsp_bytes payload, rsp_packet_id id) {
    const bool selects_any =
        rsp_bytes_equal(payload, RSP_LIT("Hg0")) || rsp_bytes_equal(payload, RSP_LIT("Hgp0.0"));
    return id == RSP_PACKET_QSUPPORTED || id == RSP_PACKET_REASON || (selects_any && w->num_sent == 0) ||
           (id == RSP_PACKET_QXFER_FEATURES_READ && !w->told[id]);
}

/* Requests that change nothing need not be sent again, unless the reply to them is the wrong one. */
static bool matters(const walk *w, rsp_bytes payload) {
    rsp_packet_id id = rsp_packet_identify(payload);
    if (opens(w, payload, id))
        return !w->opened;
    return rsp_packet_effect(id) != RSP_EFFECT_READS && id != RSP_PACKET_QSTART_NO_ACK_MODE;
}

static void add_to_send(walk *w, const rsp_entry *e) {
    rsp_buf word = {.mem = w->send->mem};
    if (!w->begun)
        w->opened = rsp_feature_is_usual(e->payload);
    w->begun = true;
    if (!w->last_matters)
        rsp_buf_truncate(w->send, w->last_start);
    w->num_sent += w->last_matters;
    w->last_start = w->send->len;
    w->last_matters = matters(w, e->payload);
    w->unsendable = w->unsendable || !printable(e->payload) || e->cut || !e->checksum_ok ||
                    w->num_sent == SEND_MOST || w->send->len - w->send_start + e->payload.len > SEND_COLUMNS;
    if (w->unsendable)
        return;
    rsp_buf_append(&word, e->payload);
    rsp_buf_str(w->send, w->send->len > w->send_start ? " " : "");
    rsp_buf_shell_word(w->send, rsp_buf_cstr(&word));
    rsp_buf_free(&word);
}

/* A packet that must get the empty reply: nobody knows it, and it is no longer than the stub reads. */
static bool is_nameless(const rsp_negotiated *modes, const rsp_entry *request) {
    const uint64_t room = modes->packet_size ? modes->packet_size : 400;
    const rsp_packet_row *row = rsp_packet_lookup(request->payload, NULL);
    return request->checksum_ok && !request->cut && request->payload.len <= room &&
           (!row || row->reply == RSP_REPLY_FORM_NOTHING);
}

/* qXfer:OBJECT:ACTION:ANNEX:WINDOW has a field for each colon, whatever the object is. */
static bool lacks_fields(const rsp_packet_row *row, rsp_bytes args) {
    enum { FIELDS = 3 };
    size_t num = 0;
    for (size_t i = 0; i < args.len; i++)
        num += args.ptr[i] == ':';
    return row->id == RSP_PACKET_QXFER && num < FIELDS;
}

/* A byte that is no ASCII, where none is due. */
static bool has_high(rsp_bytes bytes) {
    for (size_t i = 0; i < bytes.len; i++)
        if (bytes.ptr[i] > 0x7f)
            return true;
    return false;
}

/* Legal, and in no debugger's mouth: GDB names its features, and stops threads in non-stop mode alone. */
static bool is_unsent(const rsp_negotiated *modes, const rsp_packet_row *row, rsp_bytes args) {
    if (row->id == RSP_PACKET_QSUPPORTED)
        return args.len == 0;
    return row->id == RSP_PACKET_VCONT && rsp_bytes_starts(args, RSP_LIT(";t")) &&
           !rsp_mode_is_on(modes, RSP_MODE_NON_STOP);
}

static rsp_oddity oddity_of(const rsp_negotiated *modes, const rsp_entry *request) {
    rsp_bytes args = {0};
    const rsp_packet_row *row = rsp_packet_lookup(request->payload, &args);
    if (!request->checksum_ok)
        return RSP_ODDITY_DAMAGED;
    if (request->cut || (modes->packet_size && request->payload.len > modes->packet_size))
        return RSP_ODDITY_OVERLONG;
    if (request->payload.len == 0 && !request->cut)
        return RSP_ODDITY_EMPTY;
    if (row && row->id == RSP_PACKET_VMUST_REPLY_EMPTY) /* debuggers send it */
        return RSP_ODDITY_PLAIN;
    if (is_nameless(modes, request))
        return has_high(request->payload) ? RSP_ODDITY_HIGH : RSP_ODDITY_NAMELESS;
    if (row && (!rsp_packet_is_well_formed(row, args) || lacks_fields(row, args)))
        return RSP_ODDITY_MALFORMED;
    return row && is_unsent(modes, row, args) ? RSP_ODDITY_UNSENT : RSP_ODDITY_PLAIN;
}

static void see_odd(walk *w, rsp_oddity oddity, rsp_packet_id packet) {
    w->last = (odd_one){.oddity = oddity, .packet = packet};
    w->odd = oddity == RSP_ODDITY_PLAIN ? w->odd : w->last;
}

/* Whether 0x03 finds a program that runs. */
static bool runs(const walk *w) {
    const rsp_pending_request *oldest = rsp_exchanges_oldest(&w->exchanges);
    return oldest && oldest->resumes;
}

static bool halts(rsp_oddity last) {
    return last == RSP_ODDITY_HALT || last == RSP_ODDITY_STOPPED || last == RSP_ODDITY_FLOOD;
}

/* What one write sends has one time. */
static bool is_of_one_write(const walk *w, const rsp_entry *e) {
    rsp_entry last;
    return w->sent != RSP_NO_ENTRY && rsp_transcript_get(w->transcript, w->sent, &last) &&
           last.time_ns == e->time_ns;
}

/* The bytes that an m asks for. */
static uint64_t length_of(const rsp_entry *request) {
    rsp_bytes args = {0};
    uint64_t addr = 0;
    uint64_t length = 0;
    const rsp_packet_row *row = rsp_packet_lookup(request->payload, &args);
    const bool reads = row && row->id == RSP_PACKET_READ_MEMORY;
    const rsp_bytes digits = rsp_bytes_from(args, rsp_bytes_index(args, ',') + 1);
    if (reads && digits.len > 16 && rsp_hex_value(digits.ptr[0]) > 0) /* more than 64 bits */
        return UINT64_MAX;
    return reads && rsp_take_addr_len(&addr, &length, &args) == RSP_OK ? length : 0;
}

/* A request that gets no reply when it is served, as R: a stub may die of it, and be found dead by the next.
 */
static void suspect_silent_one(walk *w) {
    rsp_entry last;
    if (w->sent == RSP_NO_ENTRY || w->answered == w->sent ||
        !rsp_transcript_get(w->transcript, w->sent, &last))
        return;
    const rsp_packet_id id = rsp_packet_identify(last.payload);
    const rsp_packet_row *row = rsp_packet_by_id(id);
    if (row && row->reply == RSP_REPLY_FORM_SILENT && w->odd.oddity == RSP_ODDITY_PLAIN)
        w->odd = (odd_one){.oddity = RSP_ODDITY_NAMELESS, .packet = id};
}

static void see_request(walk *w, const rsp_entry *e) {
    suspect_silent_one(w);
    see_odd(w, oddity_of(&w->exchanges.negotiated, e), rsp_packet_identify(e->payload));
    const bool waits = rsp_exchanges_outstanding(&w->exchanges) > 1 && is_of_one_write(w, e);
    w->sent = e->index;
    const uint64_t length = length_of(e);
    w->longest = length > w->longest ? length : w->longest;
    w->beside = waits ? RSP_BESIDE_BATCHED | (w->beside & RSP_BESIDE_INTERRUPTED) : 0;
    w->stop = w->stop == STOP_CONFIRMED ? STOP_FOLLOWED : STOP_NONE;
    add_to_send(w, e);
}

/* The type of a Z or z packet, or 0. */
static char type_of(const rsp_entry *request) {
    bool point = request->payload.len > 1 && (request->payload.ptr[0] | 0x20) == 'z';
    char type = point ? (char)request->payload.ptr[1] : 0;
    return type >= '0' && type < '0' + TYPES ? type : 0;
}

/* A breakpoint that was confirmed, or taken away. */
static void see_breakpoint(walk *w, const rsp_entry *request, const rsp_entry *reply) {
    char type = type_of(request);
    if (!type || rsp_came_of(reply->payload) != RSP_CAME_OK)
        return;
    unsigned *num = &w->set[type - '0'];
    bool inserts = request->payload.ptr[0] == 'Z';
    *num = inserts ? *num + 1 : *num - (*num > 0);
    w->type = inserts ? type : w->type;
}

/* W or X for a request that asks for something else: a stub's last words when it ends, as it may say them in
 * its own name. What is sent behind them changes nothing. */
static bool is_exit_for(const rsp_entry *request, rsp_bytes reply) {
    if (reply.len == 0 || (reply.ptr[0] != 'W' && reply.ptr[0] != 'X') || !rsp_stop_reply_is(reply))
        return false;
    const rsp_packet_row *row = rsp_packet_lookup(request->payload, NULL);
    return !row || !(rsp_fit_reply(row, reply) == RSP_FIT_SURELY || row->id == RSP_PACKET_READ_BINARY ||
                     rsp_packet_effect(row->id) & (RSP_EFFECTS_RUN | RSP_EFFECT_ENDS));
}

static void see_reply(walk *w, const rsp_entry *e, const rsp_pairing *pairing) {
    rsp_entry request;
    w->stop = rsp_stop_reply_is(e->payload) ? STOP_CAME : STOP_NONE;
    if (pairing->num_lost > 0 && w->lost == RSP_NO_ENTRY)
        w->lost = pairing->lost;
    w->stray = !pairing->have_exchange && pairing->role == RSP_ROLE_UNSOLICITED;
    if (!pairing->have_exchange)
        return;
    w->answered = pairing->exchange.request;
    w->reply = e->index;
    w->told[pairing->exchange.packet] = true;
    w->odd.replies++;
    if (w->odd.oddity == RSP_ODDITY_NAMELESS || w->odd.oddity == RSP_ODDITY_LEAVING ||
        w->odd.replies > SUSPECT_MOST)
        w->odd = (odd_one){0};
    if (!rsp_transcript_get(w->transcript, w->answered, &request))
        return;
    w->strays |= is_exit_for(&request, e->payload) ? RSP_BESIDE_EXITED : 0;
    see_breakpoint(w, &request, e);
    write_check_exchange(&w->writes, &request, e);
    if (w->known == RSP_NO_ENTRY && e->payload.len > 0 && is_nameless(&w->exchanges.negotiated, &request)) {
        w->known = request.index;
        w->known_by = rsp_came_of(e->payload);
    }
}

/* Until the next client has a reply the stub may die of the one that went away. */
static void see_end(walk *w) {
    memset(w->set, 0, sizeof w->set);
    w->beside = 0;
    w->longest = 0;
    w->last = (odd_one){.oddity = w->sent == RSP_NO_ENTRY ? RSP_ODDITY_PLAIN : RSP_ODDITY_LEAVING};
    w->odd = w->last;
    w->answered = w->reply = w->sent = w->lost = w->known = RSP_NO_ENTRY;
    rsp_buf_truncate(w->send, w->send_start);
    w->last_start = w->send_start;
    w->num_sent = 0;
    w->unsendable = w->last_matters = w->begun = w->opened = false;
    w->strays = 0;
    w->greeted = false;
    w->ungreeted = RSP_NO_ENTRY;
    memset(w->told, 0, sizeof w->told);
    write_check_reset(&w->writes);
}

static void see_greeting(walk *w, const rsp_entry *e) {
    w->ungreeted = e->kind == RSP_ENTRY_PACKET && !w->greeted ? e->index : w->ungreeted;
    w->greeted = true;
}

static void see(walk *w, const rsp_entry *e) {
    rsp_pairing pairing;
    if (e->kind == RSP_ENTRY_CLOSE) /* what waited when the stub died is asked for yet */
        return;
    (void)!rsp_exchanges_feed(&w->exchanges, w->transcript, e, &pairing);
    bool to_stub = e->direction == RSP_TO_STUB;
    if (w->strays & RSP_BESIDE_EXITED && e->kind != RSP_ENTRY_CONNECT)
        return;
    if (to_stub && e->kind != RSP_ENTRY_CONNECT)
        see_greeting(w, e);
    if (e->kind == RSP_ENTRY_CONNECT)
        see_end(w);
    else if (e->kind == RSP_ENTRY_PACKET && to_stub) {
        w->strays |= w->last.oddity == RSP_ODDITY_DAMAGED ? RSP_BESIDE_AFTER_DAMAGE : 0;
        see_request(w, e);
    } else if (e->kind == RSP_ENTRY_PACKET)
        see_reply(w, e, &pairing);
    else if (e->kind == RSP_ENTRY_ACK && to_stub)
        w->stop = w->stop == STOP_CAME ? STOP_CONFIRMED : w->stop;
    else if (e->kind == RSP_ENTRY_NAK && to_stub)
        w->beside |= RSP_BESIDE_REFUSED;
    else if (e->kind == RSP_ENTRY_INTERRUPT && to_stub) {
        see_odd(w,
                halts(w->last.oddity) ? RSP_ODDITY_FLOOD
                : runs(w)             ? RSP_ODDITY_HALT
                                      : RSP_ODDITY_STOPPED,
                RSP_PACKET_UNKNOWN);
        w->strays |= w->last.oddity == RSP_ODDITY_STOPPED ? RSP_BESIDE_STOPPED : 0;
        w->beside |= RSP_BESIDE_INTERRUPTED | (is_of_one_write(w, e) ? RSP_BESIDE_AT_ONCE : 0);
    }
    const bool raw = to_stub && (e->kind == RSP_ENTRY_JUNK || e->kind == RSP_ENTRY_ABANDONED);
    if (raw)
        see_odd(w, has_high(e->raw) ? RSP_ODDITY_HIGH : RSP_ODDITY_BYTES, RSP_PACKET_UNKNOWN);
    w->strays |= raw ? RSP_BESIDE_RAW : 0;
    w->unsendable = w->unsendable ||
                    (to_stub && e->raw.len > 0 && e->kind != RSP_ENTRY_PACKET && e->kind != RSP_ENTRY_ACK);
}

/* Whether the symptom is about a reply that came, and not about one that is waited for. */
static bool is_reply(rsp_came came) {
    return came == RSP_CAME_EMPTY || came == RSP_CAME_ERROR || came == RSP_CAME_OK || came == RSP_CAME_STOP ||
           came == RSP_CAME_OTHER || came == RSP_CAME_DAMAGED;
}

static bool is_end(rsp_came came) {
    return came == RSP_CAME_DIED || came == RSP_CAME_CLOSED;
}

/* A reply that can not be the packet's by its very form. */
static void name_form(rsp_symptom *s, const walk *w) {
    rsp_entry reply;
    const rsp_packet_row *row = rsp_packet_by_id(s->packet);
    if (s->came == RSP_CAME_OTHER && row && rsp_transcript_get(w->transcript, s->entry, &reply) &&
        rsp_fit_reply(row, reply.payload) == RSP_FIT_NEVER)
        s->came = RSP_CAME_MISFIT;
}

static void name_request(rsp_symptom *s, const walk *w, const rsp_entry *request) {
    s->packet = rsp_packet_identify(request->payload);
    s->type = type_of(request);
    s->beside |= request->checksum_ok ? 0 : RSP_BESIDE_DAMAGED;
    if (is_nameless(&w->exchanges.negotiated, request)) {
        s->packet = RSP_PACKET_UNKNOWN;
        s->beside |= RSP_BESIDE_NAMELESS;
    }
}

/* A wait for a reply ends in silence; where the program was let run it is the stop that did not come. */
static void name_silence(rsp_symptom *s, const walk *w) {
    bool stopped = !rsp_mode_is_on(&w->exchanges.negotiated, RSP_MODE_NON_STOP);
    const bool resumes = rsp_packet_effect(s->packet) == RSP_EFFECT_RESUMES;
    const bool again =
        (w->beside & RSP_BESIDE_REFUSED) != 0; /* it has stopped, and is asked to say so again */
    if (s->came != RSP_CAME_SILENCE || !stopped || !resumes || again)
        return;
    s->came = RSP_CAME_NO_STOP;
    s->breakpoint = w->type && w->set[w->type - '0'] > 0 ? w->type : 0;
}

/* Another stop than the one that is due, or none, where debug registers should have stopped the program; or
 * none of them could be had. */
static void name_hardware(rsp_symptom *s, const walk *w) {
    unsigned num = 0;
    for (size_t i = 1; i < TYPES; i++)
        num += w->set[i];
    const bool resumes = rsp_packet_effect(s->packet) == RSP_EFFECT_RESUMES;
    const bool passed_by = num > 0 && resumes && (s->came == RSP_CAME_STOP || s->came == RSP_CAME_NO_STOP);
    const bool refused =
        s->packet == RSP_PACKET_INSERT_BREAKPOINT && s->type > '0' && s->came == RSP_CAME_ERROR;
    if (passed_by || refused)
        s->beside |= RSP_BESIDE_HARDWARE;
}

/* The request that waits. One that was given up and had its turn, as replies came since, may have been
 * answered by one of them: then the last one waits. */
static uint64_t waiting(const walk *w) {
    const rsp_pending_request *oldest = rsp_exchanges_oldest(&w->exchanges);
    const bool replied = w->reply != RSP_NO_ENTRY && oldest && oldest->entry < w->reply;
    return !oldest || (oldest->given_up && replied && w->sent > w->reply) ? w->sent : oldest->entry;
}

/* vMustReplyEmpty asks whether a stub that owes a reply is still there: it does not die of that. */
static bool is_question_behind(const walk *w, uint64_t owed) {
    rsp_entry last;
    return owed < w->sent && rsp_transcript_get(w->transcript, w->sent, &last) &&
           rsp_packet_identify(last.payload) == RSP_PACKET_VMUST_REPLY_EMPTY;
}

/* The request that the symptom is about: the answered one, the one that waits, or else the last. */
static uint64_t request_of(const rsp_symptom *s, const walk *w) {
    const rsp_pending_request *oldest = rsp_exchanges_oldest(&w->exchanges);
    if (is_end(s->came) && oldest && oldest->given_up && is_question_behind(w, oldest->entry))
        return oldest->entry;
    if (is_reply(s->came) && w->answered != RSP_NO_ENTRY && w->reply >= w->sent)
        return w->answered;
    return s->came == RSP_CAME_SILENCE ? waiting(w) : w->sent;
}

/* What stands earlier in the conversation is the symptom, whatever was seen of it later. */
static uint64_t earlier(rsp_symptom *s, const walk *w) {
    if (s->came == RSP_CAME_DIED || s->came == RSP_CAME_LATE ||
        (w->lost == RSP_NO_ENTRY && w->known == RSP_NO_ENTRY))
        return RSP_NO_ENTRY;
    const bool lost = w->lost < w->known;
    s->came = lost ? RSP_CAME_SILENCE : w->known_by;
    return lost ? w->lost : w->known;
}

/* What the stub may have died of, where it was gone after the last thing that was sent. */
static void name_oddity(rsp_symptom *s, const walk *w) {
    if (!is_end(s->came) && !(w->strays & RSP_BESIDE_EXITED))
        return;
    s->oddity = s->request == w->sent || s->request == RSP_NO_ENTRY ? w->last.oddity : s->oddity;
    s->suspect = w->odd.oddity;
    s->suspected = w->odd.packet;
    s->longest = w->longest;
    s->beside |= w->exchanges.error.came ? RSP_BESIDE_ERRED : 0;
    s->erred = w->exchanges.error.came ? w->exchanges.error.to : RSP_PACKET_UNKNOWN;
}

/* Whether the last thing that was sent is answered, by OK. */
static bool is_confirmed(const walk *w) {
    rsp_entry reply;
    return w->answered != RSP_NO_ENTRY && w->answered == w->sent &&
           rsp_transcript_get(w->transcript, w->reply, &reply) && rsp_came_of(reply.payload) == RSP_CAME_OK;
}

/* The first packet of a connection is lost, and nothing but the missing '+' is odd about it. */
static void name_beginning(rsp_symptom *s, const walk *w) {
    const bool lost = s->came == RSP_CAME_SILENCE || s->came == RSP_CAME_NO_ACK || s->came == RSP_CAME_CLOSED;
    const bool alone = !(s->beside & (RSP_BESIDE_OTHERS | RSP_BESIDE_NAMELESS));
    if (lost && alone && s->request != RSP_NO_ENTRY && s->request == w->ungreeted)
        s->beside |= RSP_BESIDE_UNGREETED;
}

static void conclude(rsp_symptom *s, const walk *w) {
    rsp_entry request;
    if (is_reply(s->came) && w->reply != RSP_NO_ENTRY && !w->stray)
        s->entry = w->reply; /* and not the '+' for it */
    uint64_t index = earlier(s, w);
    const bool behind = index == RSP_NO_ENTRY && w->stop == STOP_FOLLOWED && s->came == RSP_CAME_SILENCE;
    s->beside = (index == RSP_NO_ENTRY ? w->beside : 0) | (behind ? RSP_BESIDE_BEHIND_STOP : 0);
    index = index == RSP_NO_ENTRY ? request_of(s, w) : index;
    s->request = index;
    if (index != RSP_NO_ENTRY && rsp_transcript_get(w->transcript, index, &request)) {
        name_request(s, w, &request);
        s->oddity = oddity_of(&w->exchanges.negotiated, &request);
        s->length = length_of(&request);
        s->beside |= rsp_bytes_index(request.payload, '%') < request.payload.len ? RSP_BESIDE_PERCENT : 0;
        s->size = request.payload.len;
    }
    if (is_confirmed(w))
        s->beside |= RSP_BESIDE_CONFIRMED;
    name_oddity(s, w);
    s->beside |= w->strays | w->writes.beside;
    if (s->came == RSP_CAME_SILENCE && s->packet != RSP_PACKET_UNKNOWN && w->told[s->packet] &&
        !(s->beside & RSP_BESIDE_REFUSED))
        s->beside |= RSP_BESIDE_AGAIN;
    name_silence(s, w);
    name_hardware(s, w);
    name_form(s, w);
    name_beginning(s, w);
}

void rsp_symptom_read(rsp_symptom *symptom, const rsp_transcript *transcript, rsp_buf *out_send) {
    const uint64_t end = rsp_transcript_end(transcript);
    walk w = {.transcript = transcript,
              .exchanges = {.mem = out_send->mem},
              .answered = RSP_NO_ENTRY,
              .reply = RSP_NO_ENTRY,
              .sent = RSP_NO_ENTRY,
              .lost = RSP_NO_ENTRY,
              .known = RSP_NO_ENTRY,
              .greeted = rsp_transcript_first(transcript) > 0, /* its beginning is lost */
              .ungreeted = RSP_NO_ENTRY,
              .send = out_send,
              .send_start = out_send->len,
              .last_start = out_send->len,
              .writes = {.written.bytes.mem = out_send->mem, .before.bytes.mem = out_send->mem}};
    for (uint64_t i = rsp_transcript_first(transcript); i < end && i <= symptom->entry; i++) {
        rsp_entry e;
        if (rsp_transcript_get(transcript, i, &e))
            see(&w, &e);
    }
    conclude(symptom, &w);
    if (w.unsendable)
        rsp_buf_truncate(out_send, w.send_start);
    symptom->bare = !w.opened;
    rsp_exchanges_free(&w.exchanges);
    write_check_free(&w.writes);
}
