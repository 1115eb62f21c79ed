/* Packets in any text: "$...#cs" with or without words around it, or what stands behind "received packet: ".
 * Which way a packet goes is learned from the packets: what stands in front of requests stands in front of
 * all. See log.h. */
/* SPDX-License-Identifier: MIT */
#include "log.h"

#include "codec/reply.h"
#include "core/hex.h"
#include <rsp/frame.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { CHECKSUM_BYTES = 3, STRONG = 4, HASH_START = 5381, HASH_FACTOR = 33, STOP_DIGITS = 3 };

/* What a line has of a packet. */
typedef struct found {
    rsp_bytes before;  /* the words in front */
    rsp_bytes payload; /* as the text has it, escapes of the text included */
    size_t used;       /* of the line, up to the end of the packet */
    char lead;         /* '$' or '%' */
    bool framed;
    bool right; /* the checksum is that of the payload */
} found;

/* --- what a payload must be ----------------------------------------------------------------------------- */

static bool all_hex(rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++)
        if (rsp_hex_value(text.ptr[i]) < 0)
            return false;
    return true;
}

static bool has_byte(rsp_bytes text, uint8_t c) {
    return rsp_bytes_index(text, c) < text.len;
}

/* "T05thread:1;", "S05", "W00", "X09;process:1" */
static bool is_stop(rsp_bytes text) {
    if (text.len < STOP_DIGITS || !strchr("TSWX", (char)text.ptr[0]) || !all_hex(rsp_bytes_sub(text, 1, 2)))
        return false;
    const rsp_bytes rest = rsp_bytes_from(text, STOP_DIGITS);
    return rest.len == 0 ? text.ptr[0] != 'T' : has_byte(rest, ':') && !has_byte(rest, ',');
}

/* Only a stub says this. */
static bool is_reply(rsp_bytes text) {
    static const char *const heads[] = {"PacketSize=", "QC", "l<", "m<", "Text="};
    if (rsp_bytes_equal(text, RSP_LIT("OK")) || rsp_bytes_equal(text, RSP_LIT("l")) || is_stop(text))
        return true;
    for (size_t i = 0; i < RSP_ARRAY_LEN(heads); i++)
        if (rsp_bytes_starts(text, rsp_bytes_str(heads[i])))
            return true;
    return rsp_reply_is_error(text) || (text.len >= 8 && text.len % 2 == 0 && all_hex(text));
}

/* "vCont;c;C;s;S", the reply to vCont?, looks like a request: none has a bare 'c' before others. */
static bool is_list_of_actions(rsp_bytes text) {
    return rsp_packet_identify(text) == RSP_PACKET_VCONT && rsp_bytes_search(text, RSP_LIT(";c;")) < text.len;
}

/* Only a debugger says this. A list of threads looks like a read of memory: "m1,2". */
static bool is_request(rsp_bytes text) {
    if (text.len == 0 || is_reply(text) || rsp_packet_identify(text) == RSP_PACKET_UNKNOWN)
        return false;
    if (strchr("qQHZzjP!", text.ptr[0]))
        return true;
    return text.len == 1 ? strchr("?gsck", text.ptr[0]) != NULL
                         : text.ptr[0] == 'v' && !is_list_of_actions(text);
}

/* --- a packet in a line --------------------------------------------------------------------------------- */

/* "$...#cs": '#' and two digits end what began last. A '%' begins a notification where no packet is under
 * way. A wrong sum is passed over where the packet makes sense: logs are edited. */
static bool find_framed(rsp_bytes line, found *out) {
    size_t start = line.len;
    for (size_t at = 0; at < line.len; at++) {
        const uint8_t c = line.ptr[at];
        if (c == '$' || (c == '%' && start == line.len))
            start = at;
        const int sum = c == '#' && start < line.len ? rsp_hex_pair(rsp_bytes_from(line, at + 1)) : -1;
        if (sum < 0)
            continue;
        const rsp_bytes payload = rsp_bytes_sub(line, start + 1, at - start - 1);
        *out = (found){.before = rsp_bytes_sub(line, 0, start),
                       .payload = payload,
                       .used = at + CHECKSUM_BYTES,
                       .lead = (char)line.ptr[start],
                       .framed = true,
                       .right = rsp_checksum(payload) == sum};
        if (out->right || rsp_packet_identify(payload) != RSP_PACKET_UNKNOWN || is_reply(payload))
            return true;
        start = line.len;
    }
    return false;
}

/* Where `word`, in small letters with a blank behind, ends in the line; 0 if it is not there. An empty packet
 * may have lost the blank in front of it. */
static size_t end_of_word(rsp_bytes line, const char *word) {
    const size_t len = strlen(word);
    for (size_t at = 0; at + len <= line.len + 1; at++) {
        size_t i = 0;
        while (i < len && at + i < line.len && rsp_ascii_lower(line.ptr[at + i]) == (uint8_t)word[i])
            i++;
        if (i == len || (i + 1 == len && at + i == line.len))
            return at + i;
    }
    return 0;
}

/* "Unsupported GDB command: X": the packet has a line of its own besides. */
static bool is_complaint(rsp_bytes before) {
    static const char *const words[] = {"unknown ",  "unsupported ", "unhandled ",
                                        "unrecogni", "unexpected ",  "not supported",
                                        "ignor",     "invalid ",     "corrupted "};
    for (size_t i = 0; i < RSP_ARRAY_LEN(words); i++)
        if (end_of_word(before, words[i]) > 0)
            return true;
    return false;
}

/* Takes the quotes off, and what stands behind them in a call: ("g");  [no ack sent]. False where a quote
 * is not closed. */
static bool unquote(rsp_bytes *payload, bool in_call) {
    static const char open_quotes[] = "'\"`<";
    static const char close_quotes[] = "'\"`>";
    const char *at = payload->len > 1 ? strchr(open_quotes, payload->ptr[0]) : NULL;
    if (!at)
        return !in_call;
    const uint8_t close = (uint8_t)close_quotes[at - open_quotes];
    size_t end = payload->len;
    while (in_call && end > 1 && !(payload->ptr[end - 1] == ')' && payload->ptr[end - 2] == close))
        end--;
    end -= in_call;
    if (end < 2 || payload->ptr[end - 1] != close)
        return false;
    *payload = rsp_bytes_sub(*payload, 1, end - 2);
    return true;
}

/* "... received packet: g": without a frame, behind one of the words that programs use. */
static bool find_bare(rsp_bytes line, found *out) {
    static const char *const words[] = {
        "packet: ",  "received: ", "sent: ",   "recv: ",    "send: ",     "sending: ", "receiving: ",
        "receive: ", "command: ",  "reply: ",  "request: ", "response: ", "got: ",     "gdb: ",
        "packet = ", "getpkt (",   "putpkt (", "command=",  "reply=",     "packet=",   "data=",
    };
    if (rsp_bytes_ends(line, RSP_LIT("\r")))
        line.len--;
    for (size_t i = 0; i < RSP_ARRAY_LEN(words); i++) {
        const size_t end = end_of_word(line, words[i]);
        if (end == 0)
            continue;
        const rsp_bytes before = rsp_bytes_sub(line, 0, end);
        rsp_bytes payload = rsp_bytes_from(line, end);
        if (!unquote(&payload, before.ptr[end - 1] == '(') || is_complaint(before))
            return false;
        *out = (found){.before = before, .payload = payload, .used = line.len, .lead = '$'};
        return true;
    }
    return false;
}

static bool find_packet(rsp_bytes line, found *out) {
    return find_framed(line, out) || find_bare(line, out);
}

/* How many acknowledgments touch the packet from the left. */
static size_t acks_before(rsp_bytes before) {
    size_t num = 0;
    while (num < before.len &&
           (before.ptr[before.len - 1 - num] == '+' || before.ptr[before.len - 1 - num] == '-'))
        num++;
    return num;
}

/* --- which way ------------------------------------------------------------------------------------------ */

/* The words in front without their numbers: the same for all packets of one kind of line. */
static uint32_t key_of(rsp_bytes words) {
    uint32_t hash = HASH_START;
    bool number = false;
    for (size_t i = 0; i < words.len; i++) {
        const uint8_t c = words.ptr[i];
        const bool digit = rsp_hex_value(c) >= 0 && (c <= '9' || number);
        if (c != '+' && (!digit || !number))
            hash = hash * HASH_FACTOR + (digit ? '0' : c);
        number = digit || (number && (c == '.' || c == ':'));
    }
    return hash;
}

static log_words *words_of(log_reader *log, uint32_t key) {
    for (size_t i = 0; i < log->num_words; i++)
        if (log->words[i].key == key)
            return &log->words[i];
    if (log->num_words == LOG_WORDS)
        return NULL;
    log->words[log->num_words] = (log_words){.key = key};
    return &log->words[log->num_words++];
}

static void count(log_words *w, rsp_bytes payload) {
    if (!w)
        return;
    w->requests += is_request(payload);
    w->replies += is_reply(payload);
}

/* The lines of one end of a hex dump are a kind, too: those with the same indent. */
static uint32_t key_of_indent(size_t indent) {
    return (uint32_t)indent;
}

bool log_learn(log_reader *log) {
    rsp_bytes head = rsp_buf_bytes(&log->pending);
    bool requests = false;
    bool replies = false;
    rsp_buf bytes = {0};
    while (head.len > 0) {
        rsp_bytes line = rsp_bytes_split(&head, '\n');
        size_t indent;
        found f;
        rsp_buf_clear(&bytes);
        const bool hex = log_hex_line(line, &bytes, &indent);
        for (line = hex ? rsp_buf_bytes(&bytes) : line; find_packet(line, &f);
             line = rsp_bytes_from(line, f.used)) {
            log->has_acks = log->has_acks || (f.framed && acks_before(f.before) > 0);
            count(words_of(log, hex ? key_of_indent(indent) : key_of(f.before)), f.payload);
        }
    }
    rsp_buf_free(&bytes);
    for (size_t i = 0; i < log->num_words; i++) {
        requests = requests || log->words[i].requests > 0;
        replies = replies || log->words[i].replies > 0;
    }
    return requests && replies;
}

static bool says_one_way(const log_words *w) {
    return w && (w->requests > STRONG * w->replies || w->replies > STRONG * w->requests);
}

/* Where the words do not tell, what can only be a request or a reply does; else after one comes the other. */
static rsp_direction direction_of(const log_reader *log, const log_words *w, rsp_bytes payload) {
    if (says_one_way(w))
        return w->requests > w->replies ? RSP_TO_STUB : RSP_TO_CLIENT;
    if (is_request(payload))
        return RSP_TO_STUB;
    if (is_reply(payload))
        return RSP_TO_CLIENT;
    return log->begun && log->last == RSP_TO_STUB ? RSP_TO_CLIENT : RSP_TO_STUB;
}

/* --- a line ----------------------------------------------------------------------------------------------
 */

/* Acknowledgments that touch a packet are for the one before it: "+$OK#9a". */
static bool take_acks(log_reader *log, rsp_bytes before, log_piece *piece) {
    const size_t num = acks_before(before);
    if (num == 0)
        return false;
    piece->direction = log->begun && log->last == RSP_TO_STUB ? RSP_TO_CLIENT : RSP_TO_STUB;
    rsp_buf_append(piece->bytes, rsp_bytes_from(before, before.len - num));
    return true;
}

/* Escapes of strace, Python and Rust are undone where the packet stands in quotes. */
static void append_payload(rsp_buf *out, const found *f) {
    const uint8_t quote = f->before.len > 0 ? f->before.ptr[f->before.len - 1] : 0;
    const size_t mark = rsp_frame_begin(out, f->lead);
    if (quote == '"' || quote == '\'')
        log_append_unescaped(out, f->payload);
    else
        rsp_buf_append(out, f->payload);
    rsp_frame_end(out, mark, false);
}

bool log_take_text(log_reader *log, rsp_bytes text, size_t line, size_t *out_used, log_piece *piece) {
    const rsp_bytes rest = rsp_bytes_sub(text, 0, line);
    found f;
    *out_used = line < text.len ? line + 1 : line;
    size_t indent;
    if (log_hex_line(rest, piece->bytes, &indent)) {
        piece->direction =
            direction_of(log, words_of(log, key_of_indent(indent)), rsp_buf_bytes(piece->bytes));
        log->last = piece->direction;
        return true;
    }
    if (!find_packet(rest, &f))
        return false;
    const log_words *w = words_of(log, key_of(f.before));
    if (!f.framed && (!w || w->requests + w->replies == 0))
        return false;
    piece->time_ns = log_time_in(f.before);
    if (f.framed && take_acks(log, f.before, piece)) {
        *out_used = f.before.len;
        return true;
    }
    if (f.framed && f.used < line)
        *out_used = f.used;
    piece->direction = direction_of(log, w, f.payload);
    log->last = piece->direction;
    log->restored += !f.right;
    append_payload(piece->bytes, &f);
    return true;
}
