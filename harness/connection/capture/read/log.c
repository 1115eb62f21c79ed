/* The file is held as far as the line under way needs it; each form takes its lines apart by itself. Pieces
 * become segments whose sequence numbers follow each other, so that reassembly finds nothing to do.
 * See log.h. */
/* SPDX-License-Identifier: MIT */
#include "log.h"

#include "core/limits.h"

#include <assert.h>

enum { READ_BYTES = 64 * 1024 };

const char *log_form_name(log_form form) {
    static const char *const names[] = {
#define FORM_NAME(name, text) text,
        LOG_FORM_LIST(FORM_NAME)
#undef FORM_NAME
    };
    return (unsigned)form < RSP_ARRAY_LEN(names) ? names[form] : "?";
}

void log_free(log_reader *log) {
    rsp_buf_free(&log->pending);
    rsp_buf_free(&log->wire);
    rsp_other_lines_free(&log->others);
}

/* --- which form ----------------------------------------------------------------------------------------- */

static bool holds(rsp_bytes line, const char *text) {
    return rsp_bytes_search(line, rsp_bytes_str(text)) < line.len;
}

/* "w $", "w +", "r $" and so on; with remotelogbase hex or octal, "w  2b" and "r  053". */
static bool is_gdb_serial(rsp_bytes line) {
    if (line.len < 3 || (line.ptr[0] != 'w' && line.ptr[0] != 'r') || line.ptr[1] != ' ')
        return false;
    rsp_bytes rest = rsp_bytes_from(line, 2);
    return rest.ptr[0] == '$' || rest.ptr[0] == '+' || rsp_bytes_starts(rest, RSP_LIT(" 2b")) ||
           rsp_bytes_starts(rest, RSP_LIT(" 24")) || rsp_bytes_starts(rest, RSP_LIT(" 053")) ||
           rsp_bytes_starts(rest, RSP_LIT(" 044"));
}

static log_form form_of_debugger(rsp_bytes head) {
    while (head.len > 0) {
        rsp_bytes line = rsp_bytes_split(&head, '\n');
        if (holds(line, "> send packet: ") || holds(line, "> read packet: "))
            return LOG_LLDB;
        if (holds(line, "Sending packet: $") || holds(line, "[remote] Packet received: "))
            return LOG_GDB_DEBUG;
        if (is_gdb_serial(line))
            return LOG_GDB_SERIAL;
    }
    return LOG_NONE;
}

void log_detect(log_reader *log) {
    log->form = form_of_debugger(rsp_buf_bytes(&log->pending));
    if (log->form == LOG_NONE && log_learn(log))
        log->form = LOG_TEXT;
}

/* --- lines ---------------------------------------------------------------------------------------------- */

static rsp_status read_more(log_reader *log, rsp_error *error) {
    if (!rsp_buf_reserve(&log->pending, READ_BYTES))
        return rsp_fail(error, log->pending.status, "no memory");
    size_t got = fread(log->pending.ptr + log->pending.len, 1, READ_BYTES, log->file);
    log->pending.len += got;
    log->at_end = got == 0;
    if (got == 0 && ferror(log->file))
        return rsp_fail_at(error, RSP_IO, log->name, (uint32_t)log->line, 0, "can not be read");
    return RSP_OK;
}

static bool take_line(log_reader *log, rsp_bytes text, size_t line, size_t *out_used) {
    switch (log->form) {
    case LOG_GDB_SERIAL:
        return log_take_gdb_serial(log, text, line, out_used, &log->piece);
    case LOG_GDB_DEBUG:
        return log_take_gdb_debug(log, text, line, out_used, &log->piece);
    case LOG_LLDB:
        return log_take_lldb(log, text, line, out_used, &log->piece);
    case LOG_TEXT:
        return log_take_text(log, text, line, out_used, &log->piece);
    case LOG_NONE:
        break;
    }
    *out_used = text.len;
    return false;
}

static uint64_t newlines_in(rsp_bytes text) {
    uint64_t num = 0;
    for (size_t i = 0; i < text.len; i++)
        num += text.ptr[i] == '\n';
    return num;
}

/* Counts a whole line that gave no piece, and remembers whether the rest of one is to come. */
static void note_line(log_reader *log, rsp_bytes text, size_t line, size_t used, bool found) {
    if (used == 0)
        return;
    log->others.num_lines = log->line + 1;
    if (!found && !log->at.in_line && !log->at.is_ours)
        rsp_other_lines_note(&log->others, log->line + 1, rsp_bytes_sub(text, 0, line));
    log->at.in_line = text.ptr[used - 1] != '\n';
}

/* Until a line gave a piece. Lines are counted behind it, so that a packet with newlines in it has the number
 * of its first. */
static rsp_status find_piece(log_reader *log, rsp_error *error) {
    for (;;) {
        rsp_bytes done = rsp_bytes_sub(rsp_buf_bytes(&log->pending), 0, log->used);
        log->line += newlines_in(done);
        if (log->others.num_lines < log->line)
            log->others.num_lines = log->line;
        rsp_buf_consume(&log->pending, log->used);
        log->used = 0;
        rsp_bytes text = rsp_buf_bytes(&log->pending);
        size_t line = rsp_bytes_index(text, '\n');
        if (line > RSP_LIMIT_CAPTURE_LINE_BYTES)
            return rsp_fail_at(error, RSP_LIMIT, log->name, (uint32_t)(log->line + 1), 0,
                               "a line of more than %d bytes; what came before is read",
                               RSP_LIMIT_CAPTURE_LINE_BYTES);
        size_t used = 0;
        bool found = false;
        log->at.is_ours = false;
        rsp_buf_clear(&log->wire);
        log->piece = (log_piece){.bytes = &log->wire};
        if (text.len > 0 && (line < text.len || log->at_end))
            found = take_line(log, text, line, &used);
        log->used = used;
        note_line(log, text, line, used, found);
        if (log->wire.status != RSP_OK)
            return rsp_fail(error, log->wire.status, "no memory");
        if (found && log->wire.len > 0)
            return RSP_OK;
        if (used > 0)
            continue;
        if (log->at_end)
            return RSP_CLOSED;
        rsp_status status = read_more(log, error);
        if (status != RSP_OK)
            return status;
    }
}

/* --- segments ------------------------------------------------------------------------------------------- */

/* A log that begins with what debuggers say first shows how the conversation began; not so one that leaves
 * acknowledgments out. */
static bool is_first_word(const log_reader *log) {
    rsp_bytes wire = rsp_buf_bytes(&log->wire);
    if (log->form == LOG_TEXT && !log->has_acks)
        return false;
    return rsp_bytes_equal(wire, RSP_LIT("+")) || rsp_bytes_search(wire, RSP_LIT("$qSupported")) < wire.len ||
           rsp_bytes_search(wire, RSP_LIT("$QStartNoAckMode")) < wire.len;
}

static void fill(log_reader *log, rsp_segment *out, uint8_t flags, rsp_bytes payload) {
    bool sent = log->piece.direction == RSP_TO_STUB;
    *out = (rsp_segment){.source = rsp_log_ends[sent ? 0 : 1],
                         .target = rsp_log_ends[sent ? 1 : 0],
                         .time_ns = log->piece.time_ns,
                         .untimed = log->piece.time_ns == 0,
                         .frame = log->line + 1,
                         .seq = log->seq[log->piece.direction],
                         .wire_len = (uint32_t)payload.len,
                         .flags = flags,
                         .payload = payload};
    log->seq[log->piece.direction] += (uint32_t)payload.len + (flags == RSP_TCP_SYN);
}

static void give(log_reader *log, rsp_segment *out, rsp_bytes payload) {
    log->packets++;
    log->untimed += log->piece.time_ns == 0;
    fill(log, out, 0, payload);
}

rsp_status log_next(log_reader *log, rsp_segment *out, rsp_error *error) {
    assert(out);
    if (log->at.answer_due && !log->have_piece) { /* to the packet that was given last */
        rsp_bytes answer = log->at.answer_due == '+' ? RSP_LIT("+") : RSP_LIT("-");
        log->at.answer_due = 0;
        log->piece.direction = RSP_TO_CLIENT;
        give(log, out, answer);
        return RSP_OK;
    }
    if (!log->have_piece) {
        rsp_status status = find_piece(log, error);
        if (status != RSP_OK)
            return status;
        if (!log->begun) {
            log->begun = true;
            log->have_piece = true;
            if (is_first_word(log)) {
                fill(log, out, RSP_TCP_SYN, rsp_bytes_make(NULL, 0));
                return RSP_OK;
            }
        }
    }
    log->have_piece = false;
    give(log, out, rsp_buf_bytes(&log->wire));
    return RSP_OK;
}
