/* Runs a RISC-V program of the host in the machine, as qemu-riscv64 would: run_elf FILE [ARGUMENT...].
 * Its output goes to the standard output, its exit status is ours; 128 and the signal when one ended it.
 * The last line on the standard error is how many instructions were executed. */
/* SPDX-License-Identifier: MIT */
#include "core/file.h"
#include "machine/machine.h"

#include <stdio.h>

enum { STATUS_TROUBLE = 125, SIGNALLED = 128 };

static int trouble(const char *path, const char *what) {
    (void)fprintf(stderr, "%s: %s\n", path, what);
    return STATUS_TROUBLE;
}

static int run(rsp_machine *m) {
    rsp_machine_ran ran;
    int status = STATUS_TROUBLE;
    do {
        rsp_machine_run(m, &ran, &(rsp_machine_run_limits){.budget_insns = UINT64_MAX});
        if (ran.event.kind == RSP_MACHINE_OUTPUT)
            (void)fwrite(ran.event.bytes.ptr, 1, ran.event.bytes.len, stdout);
        if (ran.event.kind == RSP_MACHINE_EXIT)
            status = ran.event.code;
        if (ran.event.kind == RSP_MACHINE_KILLED)
            status = SIGNALLED + ran.event.code;
    } while (ran.ended == RSP_RAN_EVENT);
    (void)fprintf(stderr, "%llu instructions\n", (unsigned long long)rsp_machine_insns(m));
    return status;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return trouble("usage", "run_elf FILE [ARGUMENT...]");
    rsp_buf content = {0};
    rsp_error error = {0};
    if (rsp_file_read(&content, argv[1], &error))
        return trouble(argv[1], error.msg);
    const rsp_machine_file file = {.path = "/bin/program", .bytes = rsp_buf_bytes(&content)};
    rsp_machine_options options = rsp_machine_options_default();
    options.files = &file;
    options.num_files = 1;
    rsp_machine *m = rsp_machine_new(&options);
    rsp_process *p = NULL;
    rsp_launch launch = {.path = file.path, .argv = (const char *const *)(argv + 1)};
    if (!m || rsp_machine_launch(m, &p, &launch, &error))
        return trouble(argv[1], error.msg);
    rsp_process_pass_signals(p, UINT64_MAX);
    if (rsp_thread_resume(rsp_process_next_thread(p, NULL), &(rsp_resume){0}))
        return STATUS_TROUBLE;
    int status = run(m);
    rsp_machine_free(m);
    rsp_buf_free(&content);
    return status;
}
