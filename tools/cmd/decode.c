/* stubborn decode: explains packets, from arguments, a log, a hex dump or raw bytes on standard input.
 * Logs of GDB, LLDB and gdbserver are understood as they are; the direction is taken from them.
 * Exit status 1 when something on the wire was damaged. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/io.h"
#include "cli/packet_printer.h"
#include "cli/wiretext.h"

#include "capture/pcap.h"
#include <stdio.h>

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

/* Wire bytes of one direction through the deframer. */
static void decode_wire(packet_printer *s, rsp_buf *out, rsp_bytes wire, rsp_direction direction, bool acks) {
    rsp_deframer deframer = {0};
    rsp_deframer_options options = {.direction = direction};
    rsp_event event;
    rsp_deframer_init(&deframer, &options);
    while (wire.len > 0) {
        wire = rsp_bytes_from(wire, rsp_deframe(&deframer, wire, &event));
        packet_printer_event(s, out, &event, direction, acks);
    }
    if (rsp_deframe_flush(&deframer, &event))
        packet_printer_event(s, out, &event, direction, acks);
    packet_printer_end(s, out, direction);
    rsp_deframer_free(&deframer);
}

/* One line or argument: escapes undone first, then wire bytes or a bare payload. */
static rsp_status decode_line(packet_printer *s, rsp_buf *out, rsp_bytes line, const decode_args *args,
                              bool strict, rsp_error *error) {
    wiretext_line item;
    rsp_direction fallback = args->from == FROM_STUB ? RSP_TO_CLIENT : RSP_TO_STUB;
    if (strict && line.len == 0)
        packet_printer_payload(s, out, line, fallback, false, NULL); /* the empty reply */
    while (wiretext_next(&item, &line)) {
        rsp_direction direction = item.known ? item.direction : fallback;
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

/* One stream of bytes. */
typedef struct stream {
    rsp_deframer deframer;
    rsp_direction direction;
} stream;

static void end_stream(packet_printer *s, rsp_buf *out, stream *from, bool acks) {
    rsp_event event;
    if (rsp_deframe_flush(&from->deframer, &event))
        packet_printer_event(s, out, &event, from->direction, acks);
    packet_printer_end(s, out, from->direction);
    rsp_deframer_free(&from->deframer);
}

static bool log_is_sent(const rsp_segment *piece) {
    return memcmp(&piece->source, &rsp_log_ends[0], sizeof piece->source) == 0;
}

static rsp_status decode_pieces(packet_printer *s, rsp_buf *out, rsp_pcap *log, bool acks, rsp_error *error) {
    stream streams[2] = {{.direction = RSP_TO_CLIENT}, {.direction = RSP_TO_STUB}};
    rsp_segment piece;
    rsp_event event;
    for (size_t i = 0; i < RSP_ARRAY_LEN(streams); i++)
        rsp_deframer_init(&streams[i].deframer, &(rsp_deframer_options){.direction = streams[i].direction});
    rsp_status status = rsp_pcap_next(log, &piece, error);
    for (; status == RSP_OK; status = rsp_pcap_next(log, &piece, error)) {
        stream *from = &streams[log_is_sent(&piece)];
        for (rsp_bytes rest = piece.payload; rest.len > 0;) {
            rest = rsp_bytes_from(rest, rsp_deframe(&from->deframer, rest, &event));
            packet_printer_event(s, out, &event, from->direction, acks);
        }
    }
    for (size_t i = 0; i < RSP_ARRAY_LEN(streams); i++)
        end_stream(s, out, &streams[i], acks);
    return status == RSP_CLOSED ? RSP_OK : status;
}

/* A log of one debugger is read as `capture` reads it. False when it is none: what was put together by hand
 * may have lines of several. */
static bool decode_log(packet_printer *s, rsp_buf *out, rsp_bytes input, bool acks, rsp_status *out_status,
                       rsp_error *error) {
    rsp_error none = {0};
    rsp_pcap *log =
        wiretext_num_writers(input) <= 1 ? rsp_pcap_open_bytes(input, "standard input", &none) : NULL;
    bool is_log = log && rsp_pcap_log_of(log);
    if (is_log)
        *out_status = decode_pieces(s, out, log, acks, error);
    rsp_pcap_close(log);
    return is_log;
}

static rsp_status decode_input(packet_printer *s, rsp_buf *out, const decode_args *args, rsp_error *error) {
    rsp_buf input = {0};
    rsp_status status = io_read_file(&input, "-", error);
    rsp_bytes rest = rsp_buf_bytes(&input);
    rsp_direction direction = args->from == FROM_STUB ? RSP_TO_CLIENT : RSP_TO_STUB;
    if (status == RSP_OK && args->hex)
        status = decode_hex(s, out, rest, args, error);
    else if (status == RSP_OK && args->raw)
        decode_wire(s, out, rest, direction, args->acks);
    else if (status != RSP_OK || !decode_log(s, out, rest, args->acks, &status, error))
        while (status == RSP_OK && rest.ptr)
            status = decode_line(s, out, rsp_bytes_split(&rest, '\n'), args, false, error);
    rsp_buf_free(&input);
    return status;
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
    if (args.request)
        rsp_buf_str(&s.request, args.request);
    for (size_t i = 0; i < operands.num && status == RSP_OK; i++) {
        rsp_bytes text = rsp_bytes_str(operands.items[i]);
        status = args.hex ? decode_hex(&s, &out, text, &args, &error)
                          : decode_line(&s, &out, text, &args, true, &error);
    }
    if (operands.num == 0)
        status = decode_input(&s, &out, &args, &error);
    code = s.num_bad ? EXIT_FINDINGS : EXIT_FINE;
    packet_printer_free(&s);
    int printed = io_print(&out);
    if (status != RSP_OK)
        return command_fail(self, &error);
    return printed ? printed : code;
}

const command command_decode = {
    .name = "decode",
    .operands = "[PACKET...]",
    .summary = "explain packets from arguments, logs, hex dumps or raw bytes",
    .details =
        "Explains each PACKET in words: wire bytes ($...#cs) or a bare payload, \\xNN for any byte. Without "
        "arguments reads standard input: lines with packets, or a log of GDB (set remotelogfile, set debug "
        "remote 1), LLDB (log enable gdb-remote packets) or gdbserver (--remote-debug).\n\n"
        "  stubborn decode 'vCont;s:p1.2;c' '$OK#9a'\n"
        "  stubborn decode --from stub --request m1000,4 deadbeef\n"
        "  stubborn decode < gdb.log",
    .options = rows,
    .run = run_decode,
};
