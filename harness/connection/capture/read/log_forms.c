/* The three forms, as their writers have them: gdb/serial.c and gdb/remote.c of GDB
 * and LLDB's GDBRemoteCommunication.cpp. What they escape is undone; what they leave out is counted.
 * See log.h. */
/* SPDX-License-Identifier: MIT */
#include "log.h"

#include "codec/escape.h"
#include "core/hash_table.h"
#include "core/hex.h"
#include "core/limits.h"

enum { OCTAL_DIGITS = 3 };

static int octal(rsp_bytes text) {
    int value = 0;
    for (size_t i = 0; i < OCTAL_DIGITS; i++) {
        if (i >= text.len || text.ptr[i] < '0' || text.ptr[i] > '7')
            return -1;
        value = value * 8 + (text.ptr[i] - '0');
    }
    return value < 256 ? value : -1;
}

/* One character with C's escapes, as the debuggers write them; moves *text behind it. */
static uint8_t take_char(rsp_bytes *text) {
    static const char names[] = "abfnrtve";
    static const uint8_t values[] = {7, 8, 12, 10, 13, 9, 11, 27};
    uint8_t c = text->ptr[0];
    *text = rsp_bytes_from(*text, 1);
    if (c != '\\' || text->len == 0)
        return c;
    uint8_t next = text->ptr[0];
    int value = next == 'x' ? rsp_hex_pair(rsp_bytes_from(*text, 1)) : octal(*text);
    if (value >= 0) {
        *text = rsp_bytes_from(*text, OCTAL_DIGITS);
        return (uint8_t)value;
    }
    *text = rsp_bytes_from(*text, 1);
    const char *at = next ? strchr(names, next) : NULL;
    return at ? values[at - names] : next;
}

void log_append_unescaped(rsp_buf *out, rsp_bytes text) {
    while (text.len > 0)
        rsp_buf_push(out, take_char(&text));
}

/* --- GDB, set remotelogfile ----------------------------------------------------------------------------- */

/* "<Timeout: 0 seconds>" and friends stand between the bytes: what GDB saw of the line, not what was sent. */
static bool take_remark(rsp_bytes *text) {
    static const char *const heads[] = {"<Timeout: ", "<Error: ", "<Eof>", "<Break>"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(heads); i++) {
        if (!rsp_bytes_starts(*text, rsp_bytes_str(heads[i])))
            continue;
        size_t end = rsp_bytes_index(*text, '>');
        if (end == text->len)
            return false;
        *text = rsp_bytes_from(*text, end + 1);
        return true;
    }
    return false;
}

/* " 2b 24" or " 053 044", as set remotelogbase has it. False where it is neither. */
static bool append_numbers(rsp_buf *out, rsp_bytes text) {
    while (text.len > 0) {
        if (!rsp_take_byte(&text, ' '))
            return false;
        if (take_remark(&text))
            continue;
        bool three = text.len >= 3 && text.ptr[2] != ' ' && text.ptr[2] != '<';
        int value = three ? octal(text) : rsp_hex_pair(text);
        if (value < 0)
            return false;
        rsp_buf_push(out, (uint8_t)value);
        text = rsp_bytes_from(text, three ? 3 : 2);
    }
    return true;
}

bool log_take_gdb_serial(log_reader *log, rsp_bytes text, size_t line, size_t *out_used, log_piece *piece) {
    rsp_bytes rest = rsp_bytes_sub(text, 0, line);
    *out_used = line < text.len ? line + 1 : line;
    bool write = rsp_bytes_starts(rest, RSP_LIT("w "));
    if (!write && !rsp_bytes_starts(rest, RSP_LIT("r "))) {
        /* what its user typed, and its last line */
        log->at.is_ours =
            rsp_bytes_starts(rest, RSP_LIT("c ")) || rsp_bytes_equal(rest, RSP_LIT("End of log"));
        return false;
    }
    piece->direction = write ? RSP_TO_STUB : RSP_TO_CLIENT;
    rest = rsp_bytes_from(rest, 2);
    if (rest.len > 1 && rest.ptr[0] == ' ') {
        if (!append_numbers(piece->bytes, rest))
            log->odd++;
        return true;
    }
    while (rest.len > 0) {
        if (rest.ptr[0] != '<' || !take_remark(&rest))
            rsp_buf_push(piece->bytes, take_char(&rest));
    }
    return true;
}

/* --- GDB, set debug remote 1 ---------------------------------------------------------------------------- */

/* Cuts " [426 bytes omitted]" off. */
static bool take_omission(rsp_bytes *text) {
    static const char tail[] = " bytes omitted]";
    size_t len = sizeof tail - 1;
    if (text->len < len || memcmp(text->ptr + text->len - len, tail, len) != 0)
        return false;
    size_t at = text->len - len;
    while (at > 0 && rsp_is_digit(text->ptr[at - 1]))
        at--;
    if (at == 0 || text->ptr[at - 1] != '[')
        return false;
    at--;
    while (at > 0 && text->ptr[at - 1] == ' ')
        at--;
    *text = rsp_bytes_sub(*text, 0, at);
    return true;
}

/* Whether a packet, or what GDB shows of it, ends here. */
static bool ends_packet(rsp_bytes text) {
    if (rsp_bytes_ends(text, RSP_LIT(" bytes omitted]")))
        return true;
    return text.len > 3 && text.ptr[text.len - 3] == '#' &&
           rsp_hex_pair(rsp_bytes_from(text, text.len - 2)) >= 0;
}

/* Up to GDB 11 the line goes on with what came back: "...Ack", "...Nak", and in no-ack mode the reply itself,
 * "...Packet received: OK". Returns the length of the packet. */
static size_t cut_answer(log_reader *log, rsp_bytes text) {
    for (size_t at = 0; (at += rsp_bytes_search(rsp_bytes_from(text, at), RSP_LIT("..."))) < text.len; at++) {
        rsp_bytes tail = rsp_bytes_from(text, at + 3);
        if (!ends_packet(rsp_bytes_sub(text, 0, at)))
            continue;
        bool ack = rsp_bytes_equal(tail, RSP_LIT("Ack"));
        if (ack || rsp_bytes_equal(tail, RSP_LIT("Nak")))
            log->at.answer_due = ack ? '+' : '-';
        else if (tail.len > 0 && !rsp_bytes_starts(tail, RSP_LIT("Packet received: ")) &&
                 !rsp_bytes_starts(tail, RSP_LIT("Notification received: ")))
            continue;
        return at;
    }
    return text.len;
}

/* Whether a whole packet has the checksum of what it shows. */
static bool sums_up(rsp_bytes packet) {
    enum { AROUND = 4 }; /* '$', '#' and two digits */
    return packet.len < AROUND || rsp_checksum(rsp_bytes_sub(packet, 1, packet.len - AROUND)) ==
                                      rsp_hex_pair(rsp_bytes_from(packet, packet.len - 2));
}

/* GDB shows what it sends as sent. Its sums are right: a wrong one shows that somebody has changed the log.
 */
static void append_sent(log_reader *log, rsp_bytes text, log_piece *piece) {
    piece->direction = RSP_TO_STUB;
    const bool cut = take_omission(&text);
    const size_t begun = piece->bytes->len;
    log_append_unescaped(piece->bytes, text);
    if (!cut && (!ends_packet(text) || sums_up(rsp_bytes_from(rsp_buf_bytes(piece->bytes), begun))))
        return;
    if (!cut)
        text = rsp_bytes_sub(text, 0, text.len - 3);
    rsp_buf_truncate(piece->bytes, begun);
    log->cut += cut;
    log->restored += !cut;
    size_t mark = rsp_frame_begin(piece->bytes, '$');
    log_append_unescaped(piece->bytes, rsp_bytes_from(text, 1));
    rsp_frame_end(piece->bytes, mark, false);
}

/* What it receives is shown without frame, runs expanded. */
static void append_received(log_reader *log, char lead, rsp_bytes text, log_piece *piece) {
    log->cut += take_omission(&text);
    log->restored++;
    piece->direction = RSP_TO_CLIENT;
    size_t mark = rsp_frame_begin(piece->bytes, lead);
    log_append_unescaped(piece->bytes, text);
    rsp_frame_end(piece->bytes, mark, false);
}

static bool find_text(rsp_bytes *text, const char *what) {
    rsp_bytes word = rsp_bytes_str(what);
    size_t at = rsp_bytes_search(*text, word);
    if (at == text->len)
        return false;
    *text = rsp_bytes_from(*text, at + word.len);
    return true;
}

/* "13407.691125 [remote] ...": what the user's commands print may stand in front on the same line. */
static uint64_t time_before(rsp_bytes line, rsp_bytes mark) {
    size_t end = rsp_bytes_search(line, mark);
    if (end == line.len)
        return 0;
    while (end > 0 && line.ptr[end - 1] == ' ')
        end--;
    size_t start = end;
    while (start > 0 && (rsp_is_digit(line.ptr[start - 1]) || line.ptr[start - 1] == '.'))
        start--;
    rsp_bytes word = rsp_bytes_sub(line, start, end - start);
    return log_take_time(&word);
}

/* "Packet received: ", of which a copy has lost the blank at the end. */
static bool find_empty(rsp_bytes *line) {
    static const char words[] = "Packet received:";
    if (!rsp_bytes_ends(*line, RSP_LIT(words)))
        return false;
    *line = rsp_bytes_from(*line, line->len);
    return true;
}

/* Editors show GDB's machine interface: &"[remote] Packet received: OK\\n". What is in the quotes; its
 * escapes are undone with those of the packet. */
static bool take_record(rsp_bytes *line, uint64_t *out_time_ns) {
    static const char *const heads[] = {"&\"", "~\""};
    for (size_t i = 0; i < RSP_ARRAY_LEN(heads); i++) {
        const size_t at = rsp_bytes_search(*line, rsp_bytes_str(heads[i]));
        const rsp_bytes inside = rsp_bytes_from(*line, at + 2);
        if (at == line->len || !rsp_bytes_ends(inside, RSP_LIT("\\n\"")))
            continue;
        *out_time_ns = log_time_in(rsp_bytes_sub(*line, 0, at));
        *line = rsp_bytes_sub(inside, 0, inside.len - 3);
        return true;
    }
    return false;
}

/* Some of them print what is in the quotes once more on the next line. */
static bool is_echo(log_reader *log, rsp_bytes line, bool recorded) {
    uint64_t hash = 0;
    for (size_t i = 0; i < line.len; i++)
        hash = rsp_hash(hash, line.ptr[i]);
    const bool echo = !recorded && log->at.recorded == hash && hash != 0;
    log->at.recorded = recorded ? hash : 0;
    return echo;
}

bool log_take_gdb_debug(log_reader *log, rsp_bytes text, size_t line, size_t *out_used, log_piece *piece) {
    rsp_bytes rest = rsp_bytes_sub(text, 0, line);
    *out_used = line < text.len ? line + 1 : line;
    if (rsp_bytes_ends(rest, RSP_LIT("\r")))
        rest.len--;
    uint64_t time_ns = 0;
    const bool recorded = take_record(&rest, &time_ns);
    if (is_echo(log, rest, recorded)) {
        log->at.is_ours = true;
        return false;
    }
    piece->time_ns = recorded ? time_ns : time_before(rest, RSP_LIT("[remote]"));
    /* Nothing of a packet may come in front, or a packet could be taken for the words around one. */
    if (find_text(&rest, "Sending packet: ")) {
        size_t len = cut_answer(log, rest);
        if (len + 3 < rest.len && log->at.answer_due == 0)
            *out_used = (size_t)(rest.ptr - text.ptr) + len;
        if (rest.len > 0 && rest.ptr[0] == '$')
            append_sent(log, rsp_bytes_sub(rest, 0, len), piece);
        else
            log->odd++;
    } else if (find_text(&rest, "Packet received: ") || find_empty(&rest)) {
        append_received(log, '$', rest, piece);
    } else if (find_text(&rest, "Notification received: ")) {
        append_received(log, '%', rest, piece);
    } else if (find_text(&rest, "Received Ack")) {
        piece->direction = RSP_TO_CLIENT;
        rsp_buf_push(piece->bytes, '+');
    } else {
        log->at.is_ours = find_text(&rest, "[remote] ");
    }
    return piece->bytes->len > 0;
}

/* --- LLDB, log enable gdb-remote packets ---------------------------------------------------------------- */

/* "<  19> send packet: " somewhere in the line: moves *rest behind it and tells the number. */
static bool take_lldb_head(rsp_bytes *rest, uint64_t *out_len, rsp_direction *out_direction) {
    rsp_bytes line = *rest;
    for (;;) {
        size_t at = rsp_bytes_index(line, '<');
        if (at == line.len)
            return false;
        line = rsp_bytes_from(line, at + 1);
        rsp_bytes tail = line;
        while (rsp_take_byte(&tail, ' ')) {
        }
        size_t digits = 0;
        uint64_t len = log_take_decimal(&tail, &digits);
        if (digits > 0 && rsp_take_byte(&tail, ':')) /* compressed: the second is the expanded size */
            len = log_take_decimal(&tail, &digits);
        bool send = digits > 0 && rsp_bytes_starts(tail, RSP_LIT("> send packet: "));
        if (!send && !(digits > 0 && rsp_bytes_starts(tail, RSP_LIT("> read packet: "))))
            continue;
        *rest = rsp_bytes_from(tail, sizeof "> send packet: " - 1);
        *out_len = len;
        *out_direction = send ? RSP_TO_STUB : RSP_TO_CLIENT;
        return true;
    }
}

/* A packet that LLDB found to be binary: '$', hexadecimal of what it means, checksum. Escaped again, with and
 * without '*', until the length is the one told. */
static bool append_binary(rsp_buf *out, rsp_bytes text, uint64_t wire_len) {
    rsp_buf data = {.mem = out->mem};
    bool done = false;
    if (text.len >= 4 && text.ptr[0] == '$' && text.ptr[text.len - 3] == '#' &&
        rsp_hex_decode(&data, rsp_bytes_sub(text, 1, text.len - 4)) == RSP_OK) {
        for (int star = 1; star >= 0 && !done; star--) {
            size_t begun = out->len;
            size_t mark = rsp_frame_begin(out, '$');
            for (size_t i = 0; i < data.len; i++) {
                uint8_t c = data.ptr[i];
                bool escape = rsp_escape_needed(c) && (c != '*' || star);
                if (escape)
                    rsp_buf_push(out, RSP_ESCAPE_BYTE);
                rsp_buf_push(out, escape ? c ^ RSP_ESCAPE_XOR : c);
            }
            rsp_frame_end(out, mark, false);
            done = out->len - begun == wire_len;
            if (!done && star)
                rsp_buf_truncate(out, begun);
        }
        done = true;
    }
    rsp_buf_free(&data);
    return done;
}

static void append_lldb(log_reader *log, rsp_bytes text, uint64_t wire_len, rsp_buf *out) {
    if (append_binary(out, text, wire_len)) {
        log->restored++;
        return;
    }
    /* vFile:pwrite has its data as \xNN; anything else was cut by a NUL in it. */
    log_append_unescaped(out, text);
    if (out->len == wire_len)
        return;
    log->cut++;
    rsp_buf_clear(out);
    size_t mark = rsp_frame_begin(out, '$');
    rsp_buf_append(out, rsp_bytes_from(text, text.len > 0 && text.ptr[0] == '$'));
    rsp_frame_end(out, mark, false);
}

bool log_take_lldb(log_reader *log, rsp_bytes text, size_t line, size_t *out_used, log_piece *piece) {
    rsp_bytes rest = rsp_bytes_sub(text, 0, line);
    uint64_t len = 0;
    *out_used = line < text.len ? line + 1 : line;
    if (!take_lldb_head(&rest, &len, &piece->direction))
        return false;
    size_t at = (size_t)(rest.ptr - text.ptr);
    rsp_bytes head = rsp_bytes_sub(text, 0, at);
    log->at.is_ours = rsp_bytes_search(head, RSP_LIT("history[")) < head.len; /* told a second time */
    if (log->at.is_ours)
        return false;
    piece->time_ns = log_time_in(head);
    /* The packet as it is may have newlines in it; its length says where it ends. */
    bool fits = len <= text.len - at;
    bool more = !fits && rest.len < len && !log->at_end && len <= RSP_LIMIT_CAPTURE_PACKET_BYTES;
    if (fits && (at + len == text.len || text.ptr[at + len] == '\n')) {
        if (at + len == text.len && !log->at_end) {
            *out_used = 0;
            return false;
        }
        rsp_buf_append(piece->bytes, rsp_bytes_sub(text, at, (size_t)len));
        *out_used = at + (size_t)len + (at + len < text.len);
        return true;
    }
    if (more) {
        *out_used = 0;
        return false;
    }
    append_lldb(log, rest, len, piece->bytes);
    return true;
}
