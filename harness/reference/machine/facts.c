/* What can be asked of machine and processes: who is there, what was executed, where memory is.
 * The kernel asks the same: nothing here runs, stops or records anything.
 * See machine.h and process.h. */
/* SPDX-License-Identifier: MIT */
#include "kernel.h"
#include "region.h"

#include <assert.h>
#include <string.h>

rsp_process *rsp_machine_process(const rsp_machine *machine, uint32_t pid) {
    return (rsp_process *)(void *)id_map_find(&machine->processes, pid);
}

rsp_thread *rsp_machine_thread(const rsp_machine *machine, uint32_t tid) {
    return (rsp_thread *)(void *)id_map_find(&machine->threads, tid);
}

rsp_process *rsp_machine_next_process(const rsp_machine *machine, const rsp_process *after) {
    return after ? after->next : machine->first_process;
}

size_t rsp_machine_num_processes(const rsp_machine *machine) {
    return machine->processes.num;
}

uint64_t rsp_machine_now_ns(const rsp_machine *machine) {
    return now_ns(machine);
}

uint64_t rsp_machine_insns(const rsp_machine *machine) {
    return machine->insns;
}

uint64_t rsp_machine_trace_hash(const rsp_machine *machine) {
    return machine->trace_hash;
}

uint32_t rsp_process_pid(const rsp_process *process) {
    return pid_of(process);
}

uint32_t rsp_process_parent_pid(const rsp_process *process) {
    if (process->family.parent)
        return pid_of(process->family.parent);
    return process->orphan ? 1 : 0;
}

const char *rsp_process_path(const rsp_process *process) {
    return process->image.file->path;
}

const char *rsp_process_cwd(const rsp_process *process) {
    return process->cwd;
}

const char *rsp_process_arg(const rsp_process *process, size_t index) {
    const char *at = process->image.args;
    const char *end = at + process->image.args_len;
    for (; at < end && index > 0; index--)
        at += strlen(at) + 1;
    return at < end ? at : NULL;
}

rsp_bytes rsp_process_auxv(const rsp_process *process) {
    return rsp_bytes_make(process->image.auxv, process->image.auxv_len);
}

uint64_t rsp_process_entry(const rsp_process *process) {
    return process->image.entry;
}

uint64_t rsp_process_load_bias(const rsp_process *process) {
    return process->image.bias;
}

rsp_thread *rsp_process_next_thread(const rsp_process *process, const rsp_thread *after) {
    return after ? after->next : process->first_thread;
}

size_t rsp_process_num_threads(const rsp_process *process) {
    return process->num_threads;
}

bool rsp_process_is_traced(const rsp_process *process) {
    return process->watch.traced;
}

void rsp_process_region(const rsp_process *process, rsp_region *out_region, uint64_t address) {
    assert(out_region);
    const space *s = process->space;
    size_t i = space_region_index(s, address);
    const region *r = i < s->num_regions ? &s->regions[i] : NULL;
    if (r && r->start <= address) {
        *out_region = (rsp_region){.start = r->start,
                                   .size = r->end - r->start,
                                   .mapped = true,
                                   .perms = r->perms,
                                   .name = rsp_bytes_str(r->name)};
        return;
    }
    uint64_t start = i > 0 && s->regions ? s->regions[i - 1].end : 0;
    *out_region = (rsp_region){.start = start, .size = r ? r->start - start : start ? 0 - start : UINT64_MAX};
}
