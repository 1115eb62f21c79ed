/* stubborn capture to-scenario: a recorded conversation as a file that `stubborn run` plays.
 * The scenario goes to standard output, or to --output; what became of the conversation to standard error.
 * See docs/scenarios.md for the language. */
/* SPDX-License-Identifier: MIT */
#include "cli/io.h"
#include "cli/output.h"
#include "cmd/capture/capture_input.h"

#include "capture/scenario_writer.h"
#include "core/file_writer.h"
#include "scenario/symbol.h"
#include <stdio.h>

static rsp_status render(rsp_buf *out, void *scenario, rsp_bytes format, const rsp_report_options *style) {
    (void)format;
    (void)style;
    rsp_buf_append(out, rsp_buf_bytes(scenario));
    return out->status;
}

/* Beside a file it is said what became of the session. */
static int write_out(const command *self, const capture_args *args, rsp_buf *scenario,
                     const rsp_scenario_written *written) {
    rsp_error error = {0};
    const char *path = output_main_path(&args->outputs);
    rsp_status status = output_write(&args->outputs, *path ? NULL : "yaml", render, scenario, false, &error);
    rsp_buf_free(scenario);
    if (status != RSP_OK)
        return command_fail(self, &error);
    if (!*path || output_to_stdout(&args->outputs))
        return EXIT_FINE;
    io_say(stdout, "%s: %zu steps, %zu id%s captured", path, written->steps, written->captures,
           written->captures == 1 ? "" : "s");
    if (written->left_out > 0)
        printf(", %zu packets without a request left out", written->left_out);
    io_say(stdout, "\n  stubborn run --stub ... %s\n", path);
    return EXIT_FINE;
}

/* Fills `symbols` from the program's file. */
static rsp_status find_symbols(rsp_scenario_symbol *symbols, const capture_use *use, rsp_error *error) {
    rsp_buf elf = {0};
    uint64_t entry = 0;
    bool relocated = false;
    rsp_status status = io_read_file(&elf, use->elf, error);
    if (status == RSP_OK) {
        status = rsp_symbol_entry(rsp_buf_bytes(&elf), &entry, &relocated);
        if (status != RSP_OK || relocated)
            status =
                rsp_fail(error, RSP_BAD_FILE, "%s: %s", use->elf,
                         relocated ? "is placed by the loader: its addresses are not those of the capture"
                                   : "no ELF file");
    }
    for (size_t i = 0; i < use->symbols.num && status == RSP_OK; i++) {
        rsp_symbol found = {0};
        const char *name = use->symbols.items[i];
        status = rsp_symbol_find(rsp_buf_bytes(&elf), name, &found);
        if (status != RSP_OK)
            status = rsp_fail(error, RSP_NOT_FOUND, "%s: has no symbol '%s'", use->elf, name);
        symbols[i] = (rsp_scenario_symbol){.name = name, .address = found.address, .size = found.size};
    }
    rsp_buf_free(&elf);
    return status;
}

static int convert(const command *self, const capture_args *args, const rsp_capture_dialogue *chosen) {
    rsp_scenario_symbol symbols[OPTION_MAX_LIST];
    rsp_error error = {0};
    if (args->use.symbols.num > 0 && find_symbols(symbols, &args->use, &error) != RSP_OK)
        return command_fail(self, &error);
    rsp_buf scenario = {0};
    rsp_buf note = {0};
    rsp_scenario_written written;
    rsp_buf_str(&note, "from ");
    rsp_capture_dialogue_append_name(&note, chosen);
    rsp_scenario_writer_options options = {.name = args->use.name,
                                           .note = rsp_buf_cstr(&note),
                                           .program = args->use.program,
                                           .symbols = symbols,
                                           .num_symbols = args->use.symbols.num,
                                           .contents = args->use.contents};
    rsp_status status = rsp_scenario_write(&scenario, &written, &chosen->dialogue, &options);
    rsp_buf_free(&note);
    if (status == RSP_LIMIT && scenario.status == RSP_OK) {
        io_say(stderr, "stubborn %s: %s: too many ids to name all; the others stay as recorded\n", self->name,
               chosen->path);
    } else if (status != RSP_OK) {
        rsp_buf_free(&scenario);
        return command_fail(self, &(rsp_error){.status = status, .where = chosen->path});
    }
    return write_out(self, args, &scenario, &written);
}

int capture_to_scenario(const command *self, const capture_args *args, const option_list *paths) {
    if (paths->num != 1)
        return command_usage(self, "to-scenario: one file at a time");
    if ((args->use.symbols.num > 0) != (args->use.elf != NULL))
        return command_usage(self, "to-scenario: --symbol NAME and --elf FILE go together");
    if (args->use.name && !rsp_scenario_name_is_valid(rsp_bytes_str(args->use.name)))
        return command_usage(self, "--name %s: expected AREA/NAME in lower case, digits and '-'",
                             args->use.name);
    rsp_capture_dialogues chosen = {0};
    int code = EXIT_FINE;
    if (!capture_load_one(&chosen, self, args, paths->items[0], &code))
        return code;
    int done = convert(self, args, chosen.items[0]);
    rsp_capture_dialogues_free(&chosen);
    return done ? done : code;
}
