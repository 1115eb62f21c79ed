/* stubborn decode: explains packets, from arguments, captures, logs, hex dumps and raw bytes.
 * Captures and logs of debuggers are read as `capture` reads them; the direction is taken from them.
 * Exit status 1 when something on the wire was damaged, and when there was no packet. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/conversation_printer.h"
#include "cli/io.h"
#include "cli/packet_printer.h"
#include "cli/reply_pairing.h"
#include "cli/wiretext.h"

#include "capture/pcap.h"
#include "codec/deframer.h"
#include "core/file.h"
#include "core/text.h"
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct decode_args {
    bool hex;
    bool raw;
    bool acks;
    unsigned from; /* index into the words of --from */
    const char *request;
} decode_args;

enum { FROM_CLIENT, FROM_STUB };

static const option_row rows[] = {
    {"from", 'f', OPTION_CHOICE, "client|stub",
     "who sent it, where the input does not tell (default: client)", offsetof(decode_args, from), NULL},
    {"request", 'r', OPTION_STRING, "PAYLOAD",
     "the request that a reply answers, where it is not in the input", offsetof(decode_args, request), NULL},
    {"hex", 'x', OPTION_FLAG, NULL, "the input is a hex dump of wire bytes", offsetof(decode_args, hex),
     NULL},
    {"raw", 0, OPTION_FLAG, NULL, "standard input is wire bytes as they are", offsetof(decode_args, raw),
     NULL},
    {"acks", 0, OPTION_FLAG, NULL, "show acknowledgments, too", offsetof(decode_args, acks), NULL},
    {0},
};

/* Wire bytes of one direction, and nothing after them. */
static void decode_wire(packet_printer *s, rsp_buf *out, rsp_bytes wire, rsp_direction direction, bool acks) {
    packet_printer_wire(s, out, wire, direction, acks);
    packet_printer_end(s, out, direction);
}

/* One line or argument: escapes undone first, then wire bytes or a bare payload. `others`: of a text, whose
 * lines may be anything; NULL for an argument, which is meant to be a packet. */
static rsp_status decode_line(packet_printer *s, rsp_buf *out, rsp_bytes line, const decode_args *args,
                              rsp_other_lines *others, rsp_error *error) {
    wiretext_line item;
    const bool strict = !others;
    rsp_direction fallback = args->from == FROM_STUB ? RSP_TO_CLIENT : RSP_TO_STUB;
    if (strict && line.len == 0)
        packet_printer_payload(s, out, line, fallback, false, NULL); /* the empty reply */
    while (wiretext_next(&item, &line)) {
        rsp_direction direction = item.known ? item.direction : fallback;
        if (others && !item.known && !item.framed && !wiretext_may_be_packet(item.text, direction)) {
            rsp_other_lines_note(others, others->num_lines, item.text);
            continue;
        }
        rsp_buf text = {0};
        rsp_buf bytes = {0};
        rsp_buf_append(&text, item.text);
        rsp_status status = wiretext_unescape(&bytes, rsp_buf_cstr(&text), strict ? error : NULL);
        if (status == RSP_USAGE && !strict) { /* a log that writes backslashes as they are */
            rsp_buf_clear(&bytes);
            rsp_buf_append(&bytes, item.text);
            status = RSP_OK;
        }
        if (status == RSP_OK && item.framed)
            decode_wire(s, out, rsp_buf_bytes(&bytes), direction, args->acks);
        else if (status == RSP_OK)
            packet_printer_payload(s, out, rsp_buf_bytes(&bytes), direction, false, NULL);
        rsp_buf_free(&text);
        rsp_buf_free(&bytes);
        if (status != RSP_OK)
            return status;
    }
    return RSP_OK;
}

static rsp_status decode_hex(packet_printer *s, rsp_buf *out, rsp_bytes text, const decode_args *args,
                             rsp_error *error) {
    rsp_buf wire = {0};
    rsp_status status = wiretext_hex(&wire, text, error);
    if (status == RSP_OK)
        decode_wire(s, out, rsp_buf_bytes(&wire), args->from == FROM_STUB ? RSP_TO_CLIENT : RSP_TO_STUB,
                    args->acks);
    rsp_buf_free(&wire);
    return status;
}

/* Says which lines of a text were no packets; `num_shown` packets were. */
static void tell_others(const rsp_other_lines *others, size_t num_shown, const char *name) {
    enum { NAMED_LINES = 3 }; /* by rsp_other_lines_note */
    const unsigned long long num = others->num;
    const unsigned long long of = others->num_lines;
    char more[40] = "";
    if (num > NAMED_LINES)
        (void)snprintf(more, sizeof more, " and %llu more", num - NAMED_LINES);
    io_flush();
    if (num > 0 && (num < of || num_shown > 0))
        io_say(stderr, "stubborn decode: %s: %llu of %llu lines without a packet%.*s%s\n", name, num, of,
               (int)others->named.len, (const char *)others->named.ptr, more);
    else if (num > 0)
        io_say(stderr, "stubborn decode: %s: no packet in %llu line%s%.*s%s\n", name, of, of == 1 ? "" : "s",
               (int)others->named.len, (const char *)others->named.ptr, more);
    else if (num_shown == 0)
        io_say(stderr, "stubborn decode: %s: no packet in it\n", name);
}

/* Captures, and logs of one debugger, are read as `capture` reads them. */
static rsp_status decode_recorded(packet_printer *s, rsp_pcap *pcap, const char *name, bool acks,
                                  rsp_error *error) {
    conversation_printer_sums sums;
    rsp_status status = conversation_printer_run(&sums, pcap, name, acks, error);
    s->num_bad += sums.num_bad;
    s->num_shown += sums.num_shown;
    const rsp_pcap_log *log = rsp_pcap_log_of(pcap);
    if (status == RSP_OK && log && log->others->num > 0)
        tell_others(log->others, sums.num_shown, name);
    rsp_pcap_close(pcap);
    return status;
}

/* A log of one debugger. False when it is none: what was put together by hand may have lines of several. */
static bool decode_log(packet_printer *s, rsp_bytes input, const char *name, bool acks,
                       rsp_status *out_status, rsp_error *error) {
    rsp_error none = {0};
    rsp_pcap *log = wiretext_num_writers(input) <= 1 ? rsp_pcap_open_bytes(input, name, &none) : NULL;
    if (!log)
        return false;
    *out_status = decode_recorded(s, log, name, acks, error);
    return true;
}

static rsp_status decode_lines(packet_printer *s, rsp_buf *out, rsp_bytes text, const decode_args *args,
                               rsp_other_lines *others, rsp_error *error) {
    rsp_status status = RSP_OK;
    for (size_t number = 1; status == RSP_OK && text.ptr; number++) {
        others->num_lines = text.len > 0 ? number : others->num_lines;
        status = decode_line(s, out, rsp_bytes_split(&text, '\n'), args, others, error);
    }
    return status;
}

static rsp_status decode_text(packet_printer *s, rsp_buf *out, rsp_bytes text, const char *name,
                              const decode_args *args, rsp_error *error) {
    rsp_status status = RSP_OK;
    rsp_other_lines others = {0};
    rsp_direction direction = args->from == FROM_STUB ? RSP_TO_CLIENT : RSP_TO_STUB;
    if (args->hex)
        status = decode_hex(s, out, text, args, error);
    else if (args->raw)
        decode_wire(s, out, text, direction, args->acks);
    else if (decode_log(s, text, name, args->acks, &status, error))
        return status;
    else
        status = decode_lines(s, out, text, args, &others, error);
    if (status == RSP_OK) {
        (void)io_print(out);
        tell_others(&others, s->num_shown, name);
    }
    rsp_other_lines_free(&others);
    return status;
}

/* A capture is read as it comes, text as a whole: the first bytes tell. `fd` is taken over. */
static rsp_status decode_fd(packet_printer *s, rsp_buf *out, int fd, const char *name,
                            const decode_args *args, rsp_error *error) {
    uint8_t bytes[RSP_PCAP_HEAD_BYTES];
    size_t len = 0;
    ssize_t got = 1;
    while (got > 0 && len < sizeof bytes)
        len += (got = read(fd, bytes + len, sizeof bytes - len)) > 0 ? (size_t)got : 0;
    rsp_bytes head = rsp_bytes_make(bytes, len);
    if (!args->hex && !args->raw && rsp_pcap_is_capture(head)) {
        FILE *file = fdopen(fd, "rb");
        rsp_pcap *pcap = file ? rsp_pcap_open_stream(file, head, name, error) : NULL;
        if (!file)
            return rsp_fail(error, RSP_NO_MEMORY, "no memory");
        return pcap ? decode_recorded(s, pcap, name, args->acks, error) : error->status;
    }
    rsp_buf text = {0};
    rsp_buf_append(&text, head);
    rsp_status status = rsp_file_read_fd(&text, fd, name, error);
    if (status == RSP_OK)
        status = decode_text(s, out, rsp_buf_bytes(&text), name, args, error);
    rsp_buf_free(&text);
    (void)close(fd);
    return status;
}

/* A word with a dot or a slash that names a file, which no packet does; or one that ends as captures do,
 * though there is no such file, which is then said. */
static bool names_file(const char *word) {
    static const char *const endings[] = {".pcap", ".pcapng", ".cap", ".log"};
    struct stat about;
    if (strpbrk(word, "./") && stat(word, &about) == 0)
        return !S_ISDIR(about.st_mode);
    for (size_t i = 0; i < RSP_ARRAY_LEN(endings); i++)
        if (rsp_bytes_ends(rsp_bytes_str(word), rsp_bytes_str(endings[i])))
            return true;
    return false;
}

static rsp_status decode_file(packet_printer *s, rsp_buf *out, const char *path, const decode_args *args,
                              rsp_error *error) {
    int fd = -1;
    rsp_status status = rsp_file_open(&fd, path, error);
    if (status == RSP_OK)
        return decode_fd(s, out, fd, path, args, error);
    error->where = path;
    return status;
}

static rsp_status decode_operand(packet_printer *s, rsp_buf *out, const char *word, const decode_args *args,
                                 rsp_error *error) {
    if (!args->hex && names_file(word)) {
        (void)io_print(out); /* what stands before it on the line */
        return decode_file(s, out, word, args, error);
    }
    rsp_bytes text = rsp_bytes_str(word);
    return args->hex ? decode_text(s, out, text, "the hex dump", args, error)
                     : decode_line(s, out, text, args, NULL, error);
}

static int run_decode(const command *self, int argc, char **argv) {
    decode_args args = {0};
    option_list operands = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &operands, argc, argv, &code))
        return code;
    if (args.raw && (args.hex || operands.num > 0))
        return command_usage(self, "--raw reads wire bytes from standard input, and nothing else");
    packet_printer s = {0};
    rsp_buf out = {0};
    rsp_error error = {0};
    rsp_status status = RSP_OK;
    reply_pairing pairing = {0};
    s.pairing = &pairing;
    if (reply_pairing_list(&pairing) != RSP_OK ||
        (args.request && reply_pairing_packet(&pairing, RSP_TO_STUB, rsp_bytes_str(args.request)) != RSP_OK))
        status = rsp_fail(&error, RSP_NO_MEMORY, "no memory");
    for (size_t i = 0; i < operands.num && status == RSP_OK; i++)
        status = decode_operand(&s, &out, operands.items[i], &args, &error);
    if (operands.num == 0 && status == RSP_OK)
        status = decode_fd(&s, &out, dup(STDIN_FILENO), "standard input", &args, &error);
    code = s.num_bad || s.num_shown == 0 ? EXIT_FINDINGS : EXIT_FINE;
    packet_printer_free(&s);
    reply_pairing_free(&pairing);
    int printed = io_print(&out);
    if (status != RSP_OK)
        return command_fail(self, &error);
    return printed ? printed : code;
}

const command command_decode = {
    .name = "decode",
    .operands = "[PACKET|FILE...]",
    .summary = "explain packets from arguments, captures, logs, hex dumps or raw bytes",
    .details =
        "Explains each PACKET in words: wire bytes ($...#cs) or a bare payload, \\xNN for any byte. A FILE "
        "(a "
        "word with a dot or a slash that names one), or standard input without arguments, is a capture "
        "(pcap, "
        "pcapng), a log of GDB (set remotelogfile, set debug remote 1), LLDB (log enable gdb-remote "
        "packets), "
        "gdbserver (--remote-debug) or any other program, or lines with packets. Exit status 1: something "
        "was damaged, or there was no packet.\n\n"
        "  stubborn decode 'vCont;s:p1.2;c' '$m1000,4#8e'\n"
        "  stubborn decode --from stub --request m1000,4 deadbeef\n"
        "  stubborn decode session.pcap\n"
        "  stubborn decode < gdb.log",
    .options = rows,
    .completes = "file",
    .run = run_decode,
};
