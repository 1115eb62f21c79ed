/* Records failures: the message, the place in the file, what is at stake.
 * A failed step of level should or may is noted and the play goes on; any other failure ends it.
 * Trouble of our own is kept apart: it is never a verdict on the stub. */
/* SPDX-License-Identifier: MIT */
#include "play/failure.h"

#include "play/buffers.h"
#include "play/expected_text.h"

#include "codec/escape.h"
#include "codec/explain.h"
#include "core/arena.h"
#include "core/hex.h"
#include "link/link_control.h"
#include "trace/cause.h"

#include <rsp/packets.h>
#include <stdio.h>

/* The step's own level, that of the requirements it covers, or the scenario's. */
static rsp_level step_level(const play *p) {
    const requirements_spec *covers = p->at.step ? p->at.step->covers : NULL;
    if (p->at.step && p->at.step->level)
        return spec_level(p->at.step->level);
    if (!covers || covers->num == 0 || !p->options->catalogue)
        return p->script.scenario->level;
    rsp_level level = RSP_LEVEL_MAY;
    for (size_t i = 0; i < covers->num; i++) {
        const rsp_requirement *r = rsp_catalogue_find(p->options->catalogue, covers->items[i]->text);
        level = r && r->level < level ? r->level : level;
    }
    return level;
}

const char *play_printable(play *p, rsp_bytes bytes, size_t most) {
    rsp_buf *text = play_buf(p);
    rsp_printable_append(text, bytes, most);
    return rsp_arena_str(&p->room.arena, rsp_buf_cstr(text));
}

step_end play_fail(play *p, const written *at, rsp_verdict verdict, const char *fmt, ...) {
    failure *f = &p->failed.failure;
    if (f->verdict != RSP_VERDICT_PASS)
        return STEP_FAILED;
    char text[400];
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    f->verdict = verdict;
    f->message = rsp_arena_str(&p->room.arena, text);
    f->at = at ? at->at : (spec_location){0};
    f->covers = p->at.step ? p->at.step->covers : NULL;
    f->level = step_level(p);
    f->because = p->at.step ? spec_text(p->at.step->because) : "";
    f->breach = p->at.step ? spec_text(p->at.step->breach) : "";
    f->unanswered = p->at.step ? spec_text(p->at.step->unanswered) : "";
    uint64_t end = rsp_transcript_end(p->t.transcript);
    f->entry = end > 0 ? end - 1 : RSP_NO_ENTRY;
    return STEP_FAILED;
}

step_end play_name_failure(play *p, const char *requirement, const char *common, const char *breach) {
    failure *f = &p->failed.failure;
    if (f->verdict == RSP_VERDICT_PASS)
        return STEP_FAILED;
    const rsp_requirement *r =
        p->options->catalogue ? rsp_catalogue_find(p->options->catalogue, rsp_bytes_str(requirement)) : NULL;
    f->breach = rsp_arena_str(&p->room.arena, breach);
    f->common = rsp_arena_str(&p->room.arena, common);
    f->requirement = requirement;
    f->level = r ? r->level : f->level;
    return STEP_FAILED;
}

/* What came, where waiting ended with `status`. */
static rsp_came came_of(rsp_status status) {
    static const struct {
        rsp_status status;
        rsp_came came;
    } rows[] = {
        {RSP_TIMEOUT, RSP_CAME_SILENCE},   {RSP_DIED, RSP_CAME_DIED},
        {RSP_CLOSED, RSP_CAME_CLOSED},     {RSP_CHECKSUM, RSP_CAME_DAMAGED},
        {RSP_MALFORMED, RSP_CAME_DAMAGED}, {RSP_UNEXPECTED, RSP_CAME_NO_ACK},
        {RSP_LIMIT, RSP_CAME_ENDLESS},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        if (rows[i].status == status)
            return rows[i].came;
    return RSP_CAME_UNKNOWN;
}

step_end play_too_slow(play *p, const char *what) {
    const uint64_t trips = client_end_exchanges(&p->t)->metrics.round_trips;
    const uint64_t took_ns = p->t.link ? rsp_link_now(p->t.link) - p->times.start_ns : 0;
    char text[200];
    if (p->failed.failure.verdict != RSP_VERDICT_PASS)
        return STEP_FAILED;
    (void)snprintf(text, sizeof text,
                   "too slow here: %llu round trips took %.3g ms each, and the scenario's %.3g s are over",
                   (unsigned long long)trips, trips ? (double)took_ns / 1e6 / (double)trips : 0.0,
                   (double)p->times.deadline_ns / 1e9);
    p->around = rsp_arena_printf(&p->room.arena, "%s%s%.80s; `deadline` sets the time", text,
                                 *what ? ", waiting for " : "", what);
    p->skipping.why = NULL;
    return STEP_SKIP;
}

/* Whether the last wait was cut short by the scenario's end: then it proves nothing. */
static bool was_cut_short(const play *p) {
    const uint64_t waited_ns = p->t.link ? rsp_link_now(p->t.link) - p->t.waited.start_ns : 0;
    const uint64_t due_ns = p->t.waited.is_short ? p->t.waited.took_ns : p->t.timeout_ns;
    return client_end_is_over(&p->t) && waited_ns < due_ns;
}

/* Whether the reply comes as soon as anything else does. There are stubs that read on behind a whole packet.
 * One that comes later than that is only late; and one that is known to lose what shares a read is no news.
 */
static bool is_held_back(play *p) {
    enum { AT_ONCE = 8 }; /* of the wait before, one such part */
    const uint64_t waited_ns = p->t.waited.is_short ? p->t.waited.took_ns : p->t.timeout_ns;
    if (!p->t.session || p->t.running || client_end_is_over(&p->t) ||
        p->stub->manners->bytes.loses_second == RSP_HABIT_YES)
        return false;
    const uint64_t asked_ns = rsp_link_now(p->t.link);
    return rsp_session_send_raw(p->t.session, RSP_LIT("+")) == RSP_OK &&
           client_end_packet(&p->t, client_end_quiet_ns(&p->t), TAKE_ANY) == RSP_OK &&
           rsp_link_now(p->t.link) - asked_ns <= waited_ns / AT_ONCE;
}

/* Silence, unless the reply comes after all: that is another fault of the stub. */
static step_end fail_silent(play *p, const written *at, const char *what, double ms) {
    const bool first = p->failed.failure.verdict == RSP_VERDICT_PASS;
    (void)play_fail(p, at, RSP_VERDICT_HANG, "expected %s within %.0f ms, but it did not come", what, ms);
    static const char taken[] = "the first client gets no reply once a second one has connected";
    if (first && p->second)
        return play_name_failure(p, "ROBUST-014", taken, taken);
    static const char held[] = "a request is answered only when more bytes come";
    if (first && !p->host && p->t.waited.late_ns == 0 && is_held_back(p))
        return play_name_failure(p, "FRAME-006", held, held);
    static const char cut[] = "a reply comes without its end, '#' and the checksum";
    if (first && !p->host && p->t.waited.late_ns == 0 &&
        rsp_transcript_pending(p->t.transcript, RSP_TO_CLIENT) > 0)
        return play_name_failure(p, "FRAME-001", cut, cut);
    if (!first || p->host || p->t.waited.late_ns == 0)
        return STEP_FAILED;
    p->failed.failure.verdict = RSP_VERDICT_FAIL;
    p->failed.failure.came = RSP_CAME_LATE;
    p->failed.failure.message =
        rsp_arena_printf(&p->room.arena, "expected %s within %.0f ms, and it came after %.0f ms", what, ms,
                         (double)p->t.waited.late_ns / 1e6);
    return STEP_FAILED;
}

bool play_left_unheard(const play *p) {
    const rsp_transcript *t = p->t.transcript;
    for (uint64_t i = p->at.left_at; i < rsp_transcript_end(t); i++) {
        rsp_entry e;
        if (rsp_transcript_get(t, i, &e) && e.kind == RSP_ENTRY_PACKET && e.direction == RSP_TO_CLIENT)
            return false;
    }
    return p->at.left_at > 0;
}

/* Whether a request waited for its reply when the client left: the stub may have died of it. A program that
 * runs owes nothing. */
static bool left_a_request(const play *p) {
    for (uint64_t i = p->at.left_at; i-- > rsp_transcript_first(p->t.transcript);) {
        rsp_entry e;
        if (!rsp_transcript_get(p->t.transcript, i, &e) || e.kind != RSP_ENTRY_PACKET)
            continue;
        return e.direction == RSP_TO_STUB && !rsp_packet_runs(rsp_packet_identify(e.payload));
    }
    return false;
}

step_end play_fail_ended(play *p, const written *at, const char *why) {
    const rsp_link_end end = rsp_link_ended(p->t.link);
    const bool crashed = end.kind != RSP_END_EXITED || *end.sanitizer || left_a_request(p) ||
                         rsp_words_tell_death(rsp_link_last_words(p->t.link));
    (void)play_fail(p, at, crashed ? RSP_VERDICT_CRASH : RSP_VERDICT_FAIL,
                    "a client that goes away ends the stub: %s", why);
    if (crashed) {
        p->failed.failure.came = RSP_CAME_DIED;
        return STEP_FAILED;
    }
    const char *told =
        rsp_arena_printf(&p->room.arena, "the stub ends with %s when its client goes away", end.text);
    (void)play_name_failure(p, "ROBUST-006", told, told);
    p->failed.failure.level = RSP_LEVEL_SHOULD;
    return STEP_FAILED;
}

/* A stub that dies of a request may take longer than a short wait: an emulator ends its windows first. The
 * death, or RSP_TIMEOUT. */
static rsp_status await_end(play *p) {
    patience *k = p->t.known.patience;
    const uint64_t wait_ns = k ? patience_end_ns(k, p->t.timeout_ns) : 0;
    if (!p->t.waited.is_short || wait_ns == 0 || p->host || p->t.running || client_end_is_over(&p->t) ||
        rsp_link_pid(p->t.link) <= 0)
        return RSP_TIMEOUT;
    const client_wait kept = p->t.waited;
    const uint64_t start_ns = rsp_link_now(p->t.link);
    const rsp_status status = client_end_packet(&p->t, wait_ns, TAKE_ANY);
    const bool ended = status == RSP_DIED || status == RSP_CLOSED;
    patience_learn_end(k, ended, rsp_link_now(p->t.link) - start_ns);
    if (!ended)
        p->t.waited = kept;
    return ended ? status : RSP_TIMEOUT;
}

step_end play_fail_status(play *p, const written *at, rsp_status status, const char *what) {
    double ms = (double)(p->t.waited.is_short ? p->t.waited.took_ns : p->t.timeout_ns) / 1e6;
    if (status == RSP_CANCELLED)
        return STEP_STOP;
    if (status == RSP_TIMEOUT && p->failed.failure.verdict == RSP_VERDICT_PASS)
        status = await_end(p);
    if (status == RSP_TIMEOUT && was_cut_short(p))
        return play_too_slow(p, what);
    if (status == RSP_DIED && !*p->t.end.text && p->t.link)
        p->t.end = rsp_link_ended(p->t.link);
    if (status == RSP_DIED && !p->host && play_left_unheard(p))
        return play_fail_ended(p, at, p->t.end.text);
    p->failed.failure.end = p->t.end;
    p->failed.failure.short_wait =
        p->failed.failure.short_wait || (status == RSP_TIMEOUT && p->t.waited.is_short);
    if (p->failed.failure.verdict == RSP_VERDICT_PASS)
        p->failed.failure.came = came_of(status);
    if (p->host && rsp_link_is_gone(status))
        return play_fail(p, at, RSP_VERDICT_FAIL, "expected %s, but the debugger went away", what);
    if (status == RSP_TIMEOUT)
        return fail_silent(p, at, what, ms);
    if (status == RSP_DIED)
        return play_fail(p, at, RSP_VERDICT_CRASH, "the stub died: %s",
                         *p->t.end.text ? p->t.end.text : "it is gone");
    if (status == RSP_CLOSED)
        return play_fail(p, at, RSP_VERDICT_FAIL, "expected %s, but the stub closed the connection", what);
    if (status == RSP_CHECKSUM)
        return play_fail(p, at, RSP_VERDICT_FAIL, "%s has a bad checksum", what);
    if (status == RSP_MALFORMED)
        return play_fail(p, at, RSP_VERDICT_FAIL, "%s is a damaged packet", what);
    if (status == RSP_UNEXPECTED)
        return play_fail(p, at, RSP_VERDICT_FAIL, "expected '+' before %s, got none", what);
    if (status == RSP_LIMIT)
        return play_fail(p, at, RSP_VERDICT_FAIL, "expected the end of %s, but the stub floods", what);
    return play_fail(p, at, RSP_VERDICT_ERROR, "%s: %s", what, rsp_status_text(status));
}

/* The last request was an m, and its reply has fewer bytes than that asked for: it is to blame for what was
 * compared. */
static bool is_short_read(const play *p) {
    rsp_bytes rest = rsp_buf_bytes(&p->last.request);
    uint64_t at = 0;
    uint64_t length = 0;
    const size_t got = p->last.decoded.len;
    if (p->host || rsp_packet_identify(rest) != RSP_PACKET_READ_MEMORY || !rsp_take_byte(&rest, 'm'))
        return false;
    return rsp_take_addr_len(&at, &length, &rest) == RSP_OK && rest.len == 0 && got >= 2 && got % 2 == 0 &&
           got / 2 < length;
}

step_end play_blame_short_read(play *p) {
    static const char fewer[] = "m gives fewer bytes than it was asked for";
    return p->failed.failure.verdict == RSP_VERDICT_FAIL && is_short_read(p)
               ? play_name_failure(p, "MEM-001", fewer, fewer)
               : STEP_FAILED;
}

/* The last request that wrote memory, if that was an X: its payload as it stood on the wire. */
static rsp_bytes last_binary_write(const play *p) {
    const rsp_transcript *t = p->t.transcript;
    for (uint64_t i = rsp_transcript_end(t); i-- > rsp_transcript_first(t);) {
        rsp_entry e;
        if (!rsp_transcript_get(t, i, &e) || e.kind != RSP_ENTRY_PACKET || e.direction != RSP_TO_STUB)
            continue;
        const rsp_packet_id id = rsp_packet_identify(e.payload);
        if (id == RSP_PACKET_WRITE_BINARY)
            return e.payload;
        if (id == RSP_PACKET_WRITE_MEMORY || id == RSP_PACKET_VFLASH_WRITE)
            break;
    }
    return (rsp_bytes){0};
}

/* What an X writes that drops each escape, and takes the byte behind it as it is. Nothing where the data has
 * no escape, or ends in one, which can't be undone. */
static void drop_escapes(rsp_buf *out, rsp_bytes request) {
    enum { ESCAPE = '}' };
    rsp_buf ignored = {.mem = out->mem};
    (void)rsp_bytes_split(&request, ':');
    const bool whole = rsp_unescape(&ignored, request) == RSP_OK;
    rsp_buf_free(&ignored);
    if (!whole || rsp_bytes_index(request, ESCAPE) == request.len)
        return;
    for (size_t i = 0; i < request.len; i++) {
        if (request.ptr[i] == ESCAPE && i + 1 < request.len)
            i++;
        rsp_buf_append(out, rsp_bytes_sub(request, i, 1));
    }
}

step_end play_blame_escapes(play *p, rsp_bytes got, rsp_bytes want) {
    static const char kept[] = "X does not undo the escapes of its data";
    rsp_buf *dropped = play_buf(p);
    if (p->failed.failure.verdict == RSP_VERDICT_FAIL &&
        rsp_packet_identify(rsp_buf_bytes(&p->last.request)) == RSP_PACKET_READ_MEMORY)
        drop_escapes(dropped, last_binary_write(p));
    const size_t num = dropped->len < got.len ? dropped->len : got.len;
    const rsp_bytes begin = rsp_bytes_sub(rsp_buf_bytes(dropped), 0, num);
    return num > 0 && rsp_bytes_equal(rsp_bytes_sub(got, 0, num), begin) &&
                   !rsp_bytes_equal(rsp_bytes_sub(want, 0, num), begin)
               ? play_name_failure(p, "ESC-005", kept, kept)
               : STEP_FAILED;
}

step_end play_mismatch(play *p, const written *wanted, rsp_bytes got, const char *why) {
    enum { SHOWN_BYTES = 2000 }; /* reports for people cut it around the first difference */
    bool first = p->failed.failure.verdict == RSP_VERDICT_PASS;
    (void)play_fail(p, wanted, RSP_VERDICT_FAIL, "%s", why);
    if (first) {
        p->failed.failure.expected = play_expected_text(p, wanted);
        p->failed.failure.got = got.len > 0 ? play_printable(p, got, SHOWN_BYTES) : "(empty)";
        p->failed.failure.came = rsp_came_of(got);
    }
    return STEP_FAILED;
}

void play_note_damage(play *p) {
    const rsp_transcript *t = p->t.transcript;
    for (uint64_t i = rsp_transcript_end(t); i-- > rsp_transcript_first(t);) {
        rsp_entry e;
        const bool packet = rsp_transcript_get(t, i, &e) && e.kind == RSP_ENTRY_PACKET;
        if (!packet || e.direction != RSP_TO_CLIENT)
            continue;
        p->failed.failure.came = e.checksum_ok ? p->failed.failure.came : RSP_CAME_DAMAGED;
        return;
    }
}

void play_look_for_death(play *p) {
    if (p->failed.failure.verdict != RSP_VERDICT_PASS || p->script.scenario->play == RSP_PLAY_STUB)
        return;
    rsp_link_end end = rsp_link_ended(p->t.link);
    if (end.kind == RSP_END_SIGNALED || (end.kind == RSP_END_EXITED && *end.sanitizer)) {
        p->failed.failure.end = end;
        p->at.step = NULL;
        (void)play_fail(p, &p->script.spec->w, RSP_VERDICT_CRASH, "the stub died: %s", end.text);
    }
}

void play_trouble(play *p, rsp_status status) {
    p->failed.trouble = p->failed.trouble == RSP_OK ? status : p->failed.trouble;
}

step_end play_end_of_trouble(play *p, const written *at, step_end end) {
    rsp_status values = p->room.arena.status != RSP_OK ? p->room.arena.status : p->room.scratch.status;
    rsp_status status = p->failed.trouble != RSP_OK ? p->failed.trouble : values;
    bool judged = end == STEP_OK || (end == STEP_FAILED && p->failed.failure.verdict == RSP_VERDICT_FAIL);
    if (status == RSP_OK || !judged)
        return end;
    p->failed.failure = (failure){0};
    if (status == RSP_CANCELLED || status == RSP_TIMEOUT)
        return play_fail_status(p, at, status, "a comparison");
    return play_fail(p, at, RSP_VERDICT_ERROR, "the step can't be judged: %s", rsp_status_text(status));
}

step_end play_note_failure(play *p) {
    failure *f = &p->failed.failure;
    if (f->verdict != RSP_VERDICT_FAIL || f->level == RSP_LEVEL_MUST || p->mode.in_setup)
        return STEP_FAILED;
    if (p->t.session && rsp_session_state(p->t.session) != RSP_OK)
        return STEP_FAILED;
    if (f->came ==
        RSP_CAME_SILENCE) /* what comes late, or a program that runs on, is in the way of the next step */
        return STEP_FAILED;
    if (p->failed.noted.verdict == RSP_VERDICT_PASS)
        p->failed.noted = *f;
    *f = (failure){0};
    return STEP_OK;
}
