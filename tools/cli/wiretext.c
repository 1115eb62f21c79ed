/* Reads packets out of what people type and what debuggers log.
 * One table of the marks that logs put before a packet, and which way it travelled.
 * Never fails on a log line: what has no mark is taken as it stands. */
/* SPDX-License-Identifier: MIT */
#include "cli/wiretext.h"

#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

typedef enum writer { GDB, LLDB, GDBSERVER, OURS } writer;

static const struct {
    const char *mark;
    rsp_direction direction;
    bool framed;
    char closing; /* text ends here; 0: at the end of the line or at the next mark */
    writer writer;
} marks[] = {
    {"Sending packet: ", RSP_TO_STUB, true, 0, GDB},
    {"Packet received: ", RSP_TO_CLIENT, false, 0, GDB},
    {"Notification received: ", RSP_TO_CLIENT, false, 0, GDB},
    {"send packet: ", RSP_TO_STUB, true, 0, LLDB},
    {"read packet: ", RSP_TO_CLIENT, true, 0, LLDB},
    {"getpkt (\"", RSP_TO_STUB, false, '"', GDBSERVER},
    {"putpkt (\"", RSP_TO_CLIENT, true, '"', GDBSERVER},
    {"-> ", RSP_TO_STUB, false, 0, OURS},
    {"<- ", RSP_TO_CLIENT, false, 0, OURS},
};

rsp_status wiretext_unescape(rsp_buf *out, const char *text, rsp_error *error) {
    static const char letters[] = "nrt\\";
    static const char values[] = "\n\r\t\\";
    for (const char *p = text; *p; p++) {
        const char *letter = *p == '\\' && p[1] ? strchr(letters, p[1]) : NULL;
        if (*p != '\\') {
            rsp_buf_push(out, (uint8_t)*p);
        } else if (letter) {
            rsp_buf_push(out, (uint8_t)values[letter - letters]);
            p++;
        } else if (p[1] == 'x' && rsp_hex_value((uint8_t)p[2]) >= 0 && rsp_hex_value((uint8_t)p[3]) >= 0) {
            rsp_buf_push(out, (uint8_t)(rsp_hex_value((uint8_t)p[2]) << 4 | rsp_hex_value((uint8_t)p[3])));
            p += 3;
        } else {
            return rsp_fail(error, RSP_USAGE,
                            "column %zu of '%s': a backslash starts \\xNN, \\n, \\r, \\t or \\\\",
                            (size_t)(p - text) + 1, text);
        }
    }
    return out->status;
}

rsp_status wiretext_hex(rsp_buf *out, rsp_bytes text, rsp_error *error) {
    int high = -1;
    for (size_t i = 0; i < text.len; i++) {
        uint8_t c = text.ptr[i];
        int value = rsp_hex_value(c);
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
            continue;
        if (value < 0)
            return rsp_fail(error, RSP_USAGE, "byte %zu: expected a hex digit", i + 1);
        if (high < 0) {
            high = value;
            continue;
        }
        rsp_buf_push(out, (uint8_t)(high << 4 | value));
        high = -1;
    }
    if (high >= 0)
        return rsp_fail(error, RSP_USAGE, "an odd number of hex digits");
    return out->status;
}

/* Where the first mark is in `line`: its row in *out_row, or line.len. */
static size_t find_mark(rsp_bytes line, size_t *out_row) {
    size_t best = line.len;
    for (size_t i = 0; i < RSP_ARRAY_LEN(marks); i++) {
        size_t at = rsp_bytes_search(line, rsp_bytes_str(marks[i].mark));
        /* Our own arrows occur in data, too: only where a line starts with one, and not before the quoted
         * output of GDB in an editor's log. */
        bool arrow = marks[i].mark[2] == ' ';
        bool quoted = arrow && line.len > 4 && line.ptr[4] == '"' && strchr("&~@", line.ptr[3]);
        if (at < best && (!arrow || (at == 0 && !quoted))) {
            best = at;
            *out_row = i;
        }
    }
    return best;
}

/* Names of one letter begin words, too: "GNU gdb", "Hello". */
static bool is_words(rsp_bytes text, const rsp_packet_row *row) {
    const size_t blank = rsp_bytes_index(text, ' ');
    const bool data = row->id == RSP_PACKET_WRITE_BINARY && rsp_bytes_index(text, ':') < blank;
    return blank < text.len && !data && (row->name.len == 1 || blank <= row->name.len);
}

bool wiretext_may_be_packet(rsp_bytes text, rsp_direction direction) {
    if (direction == RSP_TO_CLIENT)
        return rsp_bytes_index(text, ' ') == text.len || rsp_bytes_starts(text, RSP_LIT("l<")) ||
               rsp_bytes_starts(text, RSP_LIT("m<")) || rsp_bytes_starts(text, RSP_LIT("E."));
    const rsp_packet_row *row = rsp_packet_lookup(text, NULL);
    return row && !is_words(text, row);
}

unsigned wiretext_num_writers(rsp_bytes text) {
    unsigned seen = 0;
    unsigned num = 0;
    while (text.len > 0) {
        size_t row = 0;
        rsp_bytes line = rsp_bytes_split(&text, '\n');
        if (find_mark(line, &row) == line.len || (seen >> marks[row].writer & 1U) != 0)
            continue;
        seen |= 1U << marks[row].writer;
        num++;
    }
    return num;
}

static rsp_bytes trim(rsp_bytes text) {
    while (text.ptr && text.len > 0 && strchr(" \t\r\n", text.ptr[text.len - 1]))
        text.len--;
    return text;
}

/* A frame with what a log writes behind it ("#b4...", "#b4...Ack") cut off. */
static rsp_bytes cut_frame(rsp_bytes text) {
    if (text.len == 0 || (text.ptr[0] != '$' && text.ptr[0] != '%'))
        return trim(text);
    size_t hash = rsp_bytes_index(text, '#');
    return rsp_bytes_sub(text, 0, hash + 3);
}

static bool bare_line(wiretext_line *out, rsp_bytes *rest) {
    *out = (wiretext_line){.text = trim(*rest)};
    *rest = rsp_bytes_make(NULL, 0);
    out->framed = out->text.len > 0 && strchr("$%+-", out->text.ptr[0]) != NULL;
    return out->text.len > 0;
}

bool wiretext_next(wiretext_line *out, rsp_bytes *rest) {
    size_t row = 0;
    size_t at = find_mark(*rest, &row);
    if (at == rest->len)
        return rest->ptr && bare_line(out, rest);
    rsp_bytes text = rsp_bytes_from(*rest, at + strlen(marks[row].mark));
    size_t end = text.len;
    if (marks[row].closing) {
        /* The last quote: the packet itself may hold some. */
        while (text.ptr && end > 0 && text.ptr[end - 1] != (uint8_t)marks[row].closing)
            end--;
        end = end > 0 ? end - 1 : text.len;
    } else {
        size_t next = 0;
        end = find_mark(text, &next);
    }
    rsp_bytes inside = rsp_bytes_sub(text, 0, end);
    *rest = end < text.len ? rsp_bytes_from(text, end) : rsp_bytes_make(NULL, 0);
    if (marks[row].closing)
        *rest = rsp_bytes_make(NULL, 0);
    bool framed =
        marks[row].framed && inside.ptr && inside.len > 0 && strchr("$%+-\x03", inside.ptr[0]) != NULL;
    *out = (wiretext_line){
        .direction = marks[row].direction,
        .known = true,
        .framed = framed,
        .text = framed ? cut_frame(inside) : trim(inside),
    };
    return true;
}
