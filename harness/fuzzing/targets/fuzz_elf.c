/* ELF files: any bytes are refused with a reason, or launched and run a little, within bounds.
 * The input is the file; its last byte may make an allocation fail. A refusal frees all memory.
 * See machine/machine.h. */
/* SPDX-License-Identifier: MIT */
#include "counted_memory.h"

#include "machine/machine.h"

enum { BUDGET_INSNS = 2000, MOST_PAGES = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t how = size > 0 ? data[size - 1] : 0;
    fuzz_mem mem;
    fuzz_mem_init(&mem, (size_t)128 << 20, how < 192 ? 0 : how - 191U);
    const rsp_machine_file file = {.path = "/bin/fuzzed", .bytes = rsp_bytes_make(data, size)};
    rsp_machine_options options = {.files = &file, .num_files = 1, .max_pages = MOST_PAGES, .mem = &mem.mem};
    rsp_machine *machine = rsp_machine_new(&options);
    rsp_process *process = NULL;
    rsp_error error = {0};
    FUZZ_MUST(machine != NULL || mem.fail_at > 0);
    rsp_launch launch = {.path = "/bin/fuzzed", .untraced = true, .randomize = size % 2};
    rsp_status status = machine ? rsp_machine_launch(machine, &process, &launch, &error) : RSP_NO_MEMORY;
    if (status == RSP_OK) {
        rsp_machine_ran ran;
        rsp_machine_run(machine, &ran,
                        &(rsp_machine_run_limits){.budget_insns = BUDGET_INSNS, .until_ns = 1});
        FUZZ_MUST(ran.insns <= BUDGET_INSNS + MOST_PAGES); /* the last call counts for what it touches */
    } else if (machine) {
        FUZZ_MUST(error.status == status && error.msg[0] != '\0');
        FUZZ_MUST(rsp_machine_num_processes(machine) == 0);
    }
    rsp_machine_free(machine);
    FUZZ_MUST(mem.live == 0);
    return 0;
}
