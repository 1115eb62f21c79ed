/* stubborn packet-reference: the packet table as a document, docs/packet-reference.md, or as a fuzz
 * dictionary. Rows are the codec's; what requirements, scenarios, faults and real stubs say of each packet
 * follows them. A test compares the document in docs/ with what this prints. */
/* SPDX-License-Identifier: MIT */
#include "codec/packet_reference.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/suite.h"

#include <rsp/packets.h>

#include "core/file.h"
#include "reports/capture/wireshark.h"
#include "reports/packet_details.h"

typedef struct reference_args {
    option_list outputs;
    const char *field;
} reference_args;

static const option_row rows[] = {
    {"output", 'o', OPTION_OUTPUT, "markdown|dictionary|wireshark",
     "write the table in Markdown, as a libFuzzer dictionary, as a dissector for Wireshark in Lua",
     offsetof(reference_args, outputs), NULL},
    {"field", 0, OPTION_STRING, "FILE",
     "Markdown: also what real stubs do, by a matrix that stubborn matrix -o json:FILE wrote",
     offsetof(reference_args, field), NULL},
    {"dictionary", 'd', OPTION_GONE, NULL, "use -o dictionary[:PATH]", 0, NULL},
    {"wireshark", 'w', OPTION_GONE, NULL, "use -o wireshark[:PATH]", 0, NULL},
    {0},
};

/* The rows, and under them what the suite and real stubs say of each packet. */
static int make_markdown(rsp_buf *out, const command *self, const char *field_path) {
    rsp_selection suite = {0};
    rsp_buf field = {0};
    rsp_error error = {0};
    int code = suite_open(&suite, self, &(option_list){0}, false);
    rsp_status status = code == EXIT_FINE && field_path ? rsp_file_read(&field, field_path, &error) : RSP_OK;
    if (code == EXIT_FINE && status == RSP_OK) {
        const rsp_packet_sources from = {.catalogue = suite.catalogue,
                                         .scenarios = suite.scenarios,
                                         .folder = suite.folder,
                                         .field = rsp_buf_bytes(&field),
                                         .field_name = field_path};
        rsp_packet_reference_write(out);
        status = rsp_packet_details_write(out, &from, &error);
    }
    rsp_buf_free(&field);
    rsp_selection_free(&suite);
    return status == RSP_OK ? code : command_fail(self, &error);
}

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    const rsp_buf *markdown = report;
    (void)style;
    if (rsp_bytes_equal(format, RSP_LIT("dictionary")))
        rsp_packet_dictionary_write(out);
    else if (rsp_bytes_equal(format, RSP_LIT("wireshark")))
        rsp_wireshark_dissector_write(out);
    else
        rsp_buf_append(out, rsp_buf_bytes(markdown));
    return out->status;
}

static int run_packet_reference(const command *self, int argc, char **argv) {
    reference_args args = {0};
    option_list operands = {0};
    rsp_error error = {0};
    rsp_buf markdown = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &operands, argc, argv, &code))
        return code;
    if (operands.num > 0)
        return command_usage(self, "takes no arguments");
    if (args.outputs.num == 0 || output_wants(&args.outputs, "markdown"))
        code = make_markdown(&markdown, self, args.field);
    if (code == EXIT_FINE && output_write(&args.outputs, args.outputs.num ? NULL : "markdown", render,
                                          &markdown, false, &error) != RSP_OK)
        code = command_fail(self, &error);
    rsp_buf_free(&markdown);
    return code;
}

const command command_packet_reference = {
    .name = "packet-reference",
    .summary = "print the packet reference, docs/packet-reference.md",
    .details =
        "Prints the table of all packets that the toolkit knows: in Markdown, as a dictionary for "
        "fuzzers, or as a dissector for Wireshark. In Markdown each packet has its requirements, and the "
        "scenarios and faults that go with them.\n\n"
        "  stubborn packet-reference -o wireshark:gdbrsp.lua\n"
        "  tshark -X lua_script:gdbrsp.lua -r session.pcap\n"
        "  stubborn packet-reference --field reports/field/zoo.json -o markdown:docs/packet-reference.md",
    .options = rows,
    .run = run_packet_reference,
};
