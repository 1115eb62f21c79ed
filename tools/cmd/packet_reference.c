/* stubborn packet-reference: the packet table as a document, docs/packet-reference.md, or as a fuzz
 * dictionary. Both are made by the codec from its one table. A test compares the document in docs/ with what
 * this prints. */
/* SPDX-License-Identifier: MIT */
#include "codec/packet_reference.h"
#include "cli/command.h"
#include "cli/io.h"

#include <rsp/packets.h>

#include "reports/wireshark.h"

typedef struct reference_args {
    const char *output;
    bool dictionary;
    bool wireshark;
} reference_args;

static const option_row rows[] = {
    {"output", 'o', OPTION_STRING, "PATH", "write there in place of standard output",
     offsetof(reference_args, output), "file"},
    {"dictionary", 'd', OPTION_FLAG, NULL, "a libFuzzer dictionary instead",
     offsetof(reference_args, dictionary), NULL},
    {"wireshark", 'w', OPTION_FLAG, NULL, "a dissector for Wireshark in Lua instead",
     offsetof(reference_args, wireshark), NULL},
    {0},
};

static int run_packet_reference(const command *self, int argc, char **argv) {
    reference_args args = {.output = "-"};
    option_list operands = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &operands, argc, argv, &code))
        return code;
    if (operands.num > 0)
        return command_usage(self, "takes no arguments");
    rsp_buf out = {0};
    rsp_error error = {0};
    if (args.dictionary)
        rsp_packet_dictionary_write(&out);
    else if (args.wireshark)
        rsp_wireshark_dissector_write(&out);
    else
        rsp_packet_reference_write(&out);
    rsp_status status = out.status;
    if (status == RSP_OK)
        status = io_write_file(args.output, rsp_buf_bytes(&out), &error);
    rsp_buf_free(&out);
    error.status = status;
    return status == RSP_OK ? EXIT_FINE : command_fail(self, &error);
}

const command command_packet_reference = {
    .name = "packet-reference",
    .summary = "print the packet reference, docs/packet-reference.md",
    .details = "Prints the table of all packets that the toolkit knows: in Markdown, as a dictionary for "
               "fuzzers, or "
               "as a dissector for Wireshark.\n\n"
               "  stubborn packet-reference --wireshark -o gdbrsp.lua\n"
               "  tshark -X lua_script:gdbrsp.lua -r session.pcap\n"
               "  stubborn packet-reference -o docs/packet-reference.md",
    .options = rows,
    .run = run_packet_reference,
};
