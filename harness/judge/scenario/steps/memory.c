/* Steps that read and write memory, in as many requests as the stub's packets need.
 * What they compare is in the scenario; where an error is due, it says so, and one request is sent.
 * Numbers are expressions. */
/* SPDX-License-Identifier: MIT */
#include "match/match_batch.h"
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/facts.h"
#include "play/failure.h"
#include "play/last_reply.h"
#include "play/names.h"
#include "play/request.h"
#include "steps/captured.h"
#include "steps/step.h"
#include "steps/wrong_reply.h"

#include "codec/reply.h"
#include "core/arena.h"
#include "core/hex.h"

enum { WRITE_OVERHEAD = 32 }; /* the letter, an address, a length and what stands between them */

static step_end wrong_bytes(play *p, const written *at, rsp_bytes got, rsp_bytes want) {
    enum { SHOWN_BYTES = 1000 }; /* reports for people cut them around the first difference */
    rsp_buf *text = play_buf(p);
    (void)match_same_bytes(got, want, text);
    (void)play_fail(p, at, RSP_VERDICT_FAIL, "%s", rsp_buf_cstr(text));
    rsp_buf_clear(text);
    rsp_hex_append(text, rsp_bytes_sub(want, 0, SHOWN_BYTES));
    p->failed.failure.expected = rsp_arena_str(&p->room.arena, rsp_buf_cstr(text));
    rsp_buf_clear(text);
    rsp_hex_append(text, rsp_bytes_sub(got, 0, SHOWN_BYTES));
    p->failed.failure.got = rsp_arena_str(&p->room.arena, rsp_buf_cstr(text));
    (void)play_blame_escapes(p, got, want);
    return play_blame_short_read(p);
}

/* Bytes that one request may carry or ask for as hex digits, as debuggers do it: `overhead` is the rest of
 * the packet. A step that expects an error sends one request. */
static uint64_t bytes_at_once(play *p, uint64_t length, uint64_t overhead, bool whole) {
    value size = {0};
    if (whole || !fact_lookup(p, RSP_LIT("packet_size"), &size))
        return length;
    uint64_t fits = size.number > overhead + 2 ? (size.number - overhead) / 2 : 1;
    return length < fits ? length : fits;
}

static step_end read_piece(play *p, const read_spec *read, uint64_t at, uint64_t length, rsp_buf *out,
                           bool *out_failed) {
    bool binary = read->by && read->by->word == READ_BY_x;
    step_end end = play_requestf(p, &read->w, "%s%llx,%llx", binary ? "x" : "m", (unsigned long long)at,
                                 (unsigned long long)length);
    if (end != STEP_OK)
        return end;
    play_keep_reply(p);
    *out_failed = rsp_reply_is_error(client_end_payload(&p->t)) || client_end_payload(&p->t).len == 0;
    if (!*out_failed && !captured_data(p, out))
        return wrong_reply(p, &read->w, "expected data, got another reply");
    return STEP_OK;
}

enum { LEAST_PIECE_BYTES = 32 }; /* that every stub reads and writes at once */

/* Whether a refusal may be for the length alone: then less is asked for at once. */
static bool is_too_much(const play *p, uint64_t length) {
    return length > LEAST_PIECE_BYTES && rsp_reply_is_error(client_end_payload(&p->t));
}

static step_end read_bytes(play *p, const read_spec *read, rsp_buf *out, bool *out_failed) {
    uint64_t at = 0;
    uint64_t length = 0;
    if (!play_number(p, read->at, &at) || !play_number(p, read->length, &length))
        return STEP_FAILED;
    uint64_t most = bytes_at_once(p, length, 0, spec_says(read->fails, false));
    uint64_t done = 0;
    do {
        uint64_t asked = length - done < most ? length - done : most;
        step_end end = read_piece(p, read, at + done, asked, out, out_failed);
        if (end == STEP_OK && *out_failed && !spec_says(read->fails, false) && is_too_much(p, asked)) {
            most = asked / 2;
            continue;
        }
        if (end != STEP_OK || *out_failed)
            return end;
        done += asked;
        if (out->len != done) /* short or too much: what was read so far is compared */
            return STEP_OK;
    } while (done < length);
    return STEP_OK;
}

static step_end compare_bytes(play *p, const read_spec *read, rsp_bytes got) {
    rsp_buf *want = play_buf(p);
    rsp_buf *other = play_buf(p);
    if (read->equals && !play_bytes(p, read->equals, want))
        return STEP_FAILED;
    if (read->equals && !rsp_bytes_equal(got, rsp_buf_bytes(want)))
        return wrong_bytes(p, &read->equals->w, got, rsp_buf_bytes(want));
    if (read->differs && play_bytes(p, read->differs, other) && rsp_bytes_equal(got, rsp_buf_bytes(other)))
        return play_fail(p, &read->differs->w, RSP_VERDICT_FAIL, "expected other bytes in memory");
    return STEP_OK;
}

STEP(read) {
    const read_spec *read = step->read;
    rsp_buf *got = play_buf(p);
    bool failed = false;
    step_end end = read_bytes(p, read, got, &failed);
    if (end == STEP_OK && failed != spec_says(read->fails, false))
        end = wrong_reply(p, &read->w,
                          failed ? "expected data, got an error or the empty reply"
                                 : "expected an error for the read, got data");
    if (end == STEP_OK && !failed)
        end = compare_bytes(p, read, rsp_buf_bytes(got));
    if (end == STEP_OK)
        play_name_into(p, read->into, value_bytes(rsp_arena_bytes(&p->room.arena, rsp_buf_bytes(got))));
    return end;
}

/* Mat,length:hex or Xat,length:bytes. */
static void build_write(rsp_buf *out, bool binary, uint64_t at, rsp_bytes bytes) {
    rsp_buf_printf(out, "%s%llx,%zx:", binary ? "X" : "M", (unsigned long long)at, bytes.len);
    if (binary)
        rsp_buf_append(out, bytes);
    else
        rsp_hex_append(out, bytes);
}

/* Ends at the first piece that is not answered OK. A stub may refuse to write many bytes at once: then they
 * are written in smaller pieces. */
static step_end write_bytes(play *p, const write_spec *write, uint64_t at, rsp_bytes bytes, bool *out_ok) {
    bool again = false;
    bool binary = write->by && write->by->word == WRITE_BY_X;
    size_t most = (size_t)bytes_at_once(p, bytes.len, WRITE_OVERHEAD, spec_says(write->fails, false));
    rsp_buf *request = play_buf(p);
    size_t done = 0;
    do {
        rsp_bytes piece = rsp_bytes_sub(bytes, done, most);
        rsp_buf_clear(request);
        build_write(request, binary, at + done, piece);
        step_end end = play_request(p, &write->w, rsp_buf_bytes(request));
        if (end != STEP_OK)
            return end;
        *out_ok = rsp_bytes_equal(client_end_payload(&p->t), RSP_LIT("OK"));
        again = !spec_says(write->fails, false) && is_too_much(p, piece.len);
        most = again ? piece.len / 2 : most;
        done += again ? 0 : piece.len;
    } while (again || (*out_ok && done < bytes.len));
    return STEP_OK;
}

STEP(write) {
    const write_spec *write = step->write;
    rsp_buf *bytes = play_buf(p);
    uint64_t at = 0;
    bool ok = false;
    if (!play_number(p, write->at, &at) || !play_bytes(p, write->bytes, bytes))
        return STEP_FAILED;
    step_end end = write_bytes(p, write, at, rsp_buf_bytes(bytes), &ok);
    if (end != STEP_OK || ok != spec_says(write->fails, false))
        return end;
    return wrong_reply(p, &write->w,
                       ok ? "expected an error for the write, got another reply"
                          : "expected OK for the write to memory, got another reply");
}
