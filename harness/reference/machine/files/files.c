/* The open files of processes.
 * Descriptors point to open files, which forked processes share as in Linux.
 * See files.h. */
/* SPDX-License-Identifier: MIT */
#include "files.h"

#include "epoll.h"
#include "nodes.h"
#include "pipes.h"

#include "core/limits.h"
#include "core/mem.h"
#include <string.h>

int64_t file_release(rsp_machine *m, open_file *f) {
    int64_t result = 0;
    if (!f || --f->refs > 0)
        return 0;
    epoll_leave(m, f);
    pipe_leave(m, f);
    if (f->node)
        result = node_close(m, f->node, (f->flags & L_O_ACCMODE) != 0);
    if (f->names)
        rsp_buf_free(f->names);
    rsp_mem_free(m->options.mem, f->names);
    rsp_mem_free(m->options.mem, f->path);
    rsp_mem_free(m->options.mem, f);
    return result;
}

open_file *file_new(rsp_machine *m, file_kind kind, uint64_t flags) {
    open_file *f = rsp_mem_calloc(m->options.mem, 1, sizeof *f);
    if (f)
        *f = (open_file){
            .refs = 1, .kind = kind, .flags = flags & ~(uint64_t)L_O_CLOEXEC, .next_ns = RSP_NEVER_NS};
    return f;
}

bool files_standard(rsp_process *p) {
    static const file_kind kinds[] = {FILE_STDIN, FILE_STDOUT, FILE_STDERR};
    for (size_t i = 0; i < RSP_ARRAY_LEN(kinds); i++) {
        open_file *f = file_new(p->machine, kinds[i], i == 0 ? 0 : L_O_WRONLY);
        if (!f || file_install(p, f, i, false) < 0)
            return false;
    }
    return true;
}

bool files_copy(rsp_process *to, const rsp_process *from) {
    to->files = rsp_mem_calloc(to->machine->options.mem, from->num_files, sizeof *to->files);
    if (!to->files)
        return false;
    to->num_files = from->num_files;
    for (size_t i = 0; i < from->num_files; i++) {
        to->files[i] = from->files[i];
        if (to->files[i].file)
            to->files[i].file->refs++;
    }
    return true;
}

void files_close_all(rsp_process *p, bool only_on_exec) {
    for (size_t i = 0; i < p->num_files; i++) {
        if (only_on_exec && !p->files[i].close_on_exec)
            continue;
        open_file *f = p->files[i].file;
        p->files[i] = (descriptor){0};
        (void)file_release(p->machine, f);
    }
}

open_file *file_of(const rsp_process *p, uint64_t fd) {
    return fd < p->num_files ? p->files[fd].file : NULL;
}

static int64_t grow(rsp_process *p, size_t num) {
    descriptor *grown = rsp_mem_realloc(p->machine->options.mem, p->files, num * sizeof *grown);
    if (!grown)
        return -L_ENOMEM;
    memset(grown + p->num_files, 0, (num - p->num_files) * sizeof *grown);
    p->files = grown;
    p->num_files = num;
    return 0;
}

/* Takes the reference of f, which is released on failure. */
int64_t file_install(rsp_process *p, open_file *f, uint64_t from, bool close_on_exec) {
    size_t fd = (size_t)from;
    while (fd < p->num_files && p->files[fd].file)
        fd++;
    int64_t error = fd >= RSP_LIMIT_MACHINE_FILES ? -L_EMFILE : fd >= p->num_files ? grow(p, fd + 8) : 0;
    if (error) {
        (void)file_release(p->machine, f);
        return error;
    }
    p->files[fd] = (descriptor){.file = f, .close_on_exec = close_on_exec};
    return (int64_t)fd;
}
