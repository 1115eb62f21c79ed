/* stubborn packet-reference: the packet table as a document, docs/packet-reference.md, or as a fuzz
 * dictionary. Both are made by the codec from its one table. A test compares the document in docs/ with what
 * this prints. */
/* SPDX-License-Identifier: MIT */
#include "codec/packet_reference.h"
#include "cli/command.h"
#include "cli/output.h"

#include <rsp/packets.h>

#include "reports/wireshark.h"

typedef struct reference_args {
    option_list outputs;
} reference_args;

static const option_row rows[] = {
    {"output", 'o', OPTION_OUTPUT, "markdown|dictionary|wireshark",
     "write the table in Markdown, as a libFuzzer dictionary, as a dissector for Wireshark in Lua",
     offsetof(reference_args, outputs), NULL},
    {"dictionary", 'd', OPTION_GONE, NULL, "use -o dictionary[:PATH]", 0, NULL},
    {"wireshark", 'w', OPTION_GONE, NULL, "use -o wireshark[:PATH]", 0, NULL},
    {0},
};

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    (void)report;
    (void)style;
    if (rsp_bytes_equal(format, RSP_LIT("dictionary")))
        rsp_packet_dictionary_write(out);
    else if (rsp_bytes_equal(format, RSP_LIT("wireshark")))
        rsp_wireshark_dissector_write(out);
    else
        rsp_packet_reference_write(out);
    return out->status;
}

static int run_packet_reference(const command *self, int argc, char **argv) {
    reference_args args = {0};
    option_list operands = {0};
    rsp_error error = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &operands, argc, argv, &code))
        return code;
    if (operands.num > 0)
        return command_usage(self, "takes no arguments");
    rsp_status status =
        output_write(&args.outputs, args.outputs.num ? NULL : "markdown", render, NULL, false, &error);
    return status == RSP_OK ? EXIT_FINE : command_fail(self, &error);
}

const command command_packet_reference = {
    .name = "packet-reference",
    .summary = "print the packet reference, docs/packet-reference.md",
    .details = "Prints the table of all packets that the toolkit knows: in Markdown, as a dictionary for "
               "fuzzers, or "
               "as a dissector for Wireshark.\n\n"
               "  stubborn packet-reference -o wireshark:gdbrsp.lua\n"
               "  tshark -X lua_script:gdbrsp.lua -r session.pcap\n"
               "  stubborn packet-reference -o markdown:docs/packet-reference.md",
    .options = rows,
    .run = run_packet_reference,
};
