/* /proc/PID/{maps,cmdline,status,comm,auxv} and the links exe and cwd.
 * The text is made when it is asked for.
 * Source: proc(5). */
/* SPDX-License-Identifier: MIT */
#include "proc.h"

#include "region.h"

#include "core/hex.h"
#include <inttypes.h>
#include <string.h>

static void maps(const rsp_process *p, rsp_buf *out) {
    for (size_t i = 0; i < p->space->num_regions; i++) {
        const region *r = &p->space->regions[i];
        rsp_buf_printf(out, "%08" PRIx64 "-%08" PRIx64 " %c%c%c%c 00000000 00:00 0", r->start, r->end,
                       r->perms & RSP_PERM_R ? 'r' : '-', r->perms & RSP_PERM_W ? 'w' : '-',
                       r->perms & RSP_PERM_X ? 'x' : '-', r->shared ? 's' : 'p');
        if (r->name)
            rsp_buf_printf(out, " %26s%s", "", r->name);
        rsp_buf_push(out, '\n');
    }
}

static void cmdline(const rsp_process *p, rsp_buf *out) {
    rsp_buf_append(out, rsp_bytes_make(p->image.args, p->image.args_len));
}

static void comm(const rsp_process *p, rsp_buf *out) {
    rsp_buf_printf(out, "%s\n", p->first_thread ? p->first_thread->name : "");
}

static void status(const rsp_process *p, rsp_buf *out) {
    const rsp_thread *t = p->first_thread;
    uint64_t pages = 0;
    for (size_t i = 0; i < p->space->num_regions; i++)
        pages += (p->space->regions[i].end - p->space->regions[i].start) >> PAGE_BITS;
    rsp_buf_printf(out,
                   "Name:\t%s\nUmask:\t%04" PRIo32 "\nState:\t%s\nTgid:\t%" PRIu32 "\nPid:\t%" PRIu32
                   "\nPPid:\t%" PRIu32 "\nTracerPid:\t%d\nUid:\t1000\t1000\t1000\t1000\n"
                   "Gid:\t1000\t1000\t1000\t1000\nVmSize:\t%8" PRIu64 " kB\nThreads:\t%zu\n",
                   t ? t->name : "", p->umask, p->watch.traced ? "t (tracing stop)" : "R (running)",
                   pid_of(p), pid_of(p), rsp_process_parent_pid(p), p->watch.traced ? 1 : 0,
                   pages * (PAGE_BYTES / 1024), p->num_threads);
    if (t)
        rsp_buf_printf(out, "SigPnd:\t%016" PRIx64 "\nShdPnd:\t%016" PRIx64 "\nSigBlk:\t%016" PRIx64 "\n",
                       t->signals.pending.set, p->pending.set, t->signals.blocked);
}

static void auxv(const rsp_process *p, rsp_buf *out) {
    rsp_buf_append(out, rsp_process_auxv(p));
}

static void exe(const rsp_process *p, rsp_buf *out) {
    rsp_buf_str(out, p->image.file->path);
}

static void cwd(const rsp_process *p, rsp_buf *out) {
    rsp_buf_str(out, p->cwd);
}

typedef struct proc_file {
    const char *name;
    void (*write)(const rsp_process *p, rsp_buf *out);
    bool link;
} proc_file;

static const proc_file files[] = {
    {"maps", maps, false}, {"cmdline", cmdline, false}, {"status", status, false}, {"comm", comm, false},
    {"auxv", auxv, false}, {"exe", exe, true},          {"cwd", cwd, true},
};

/* The process of "/proc/self/NAME" or "/proc/PID/NAME", and the file of that name. */
static const proc_file *find(const rsp_process *p, const char *path, const rsp_process **out) {
    rsp_bytes rest = rsp_bytes_str(path);
    if (!rsp_bytes_starts(rest, RSP_LIT("/proc/")))
        return NULL;
    rest = rsp_bytes_from(rest, sizeof "/proc/" - 1);
    rsp_bytes who = rsp_bytes_split(&rest, '/');
    uint64_t pid = 0;
    *out = p;
    if (!rsp_bytes_equal(who, RSP_LIT("self")) && !rsp_bytes_equal(who, RSP_LIT("thread-self")))
        *out = rsp_decimal_u64(&pid, who) == RSP_OK && pid <= UINT32_MAX
                   ? rsp_machine_process(p->machine, (uint32_t)pid)
                   : NULL;
    for (size_t i = 0; *out && i < RSP_ARRAY_LEN(files); i++)
        if (rsp_bytes_equal(rest, rsp_bytes_str(files[i].name)))
            return &files[i];
    return NULL;
}

static bool write(const rsp_process *p, const char *path, bool link, rsp_buf *out) {
    const rsp_process *whose;
    const proc_file *file = find(p, path, &whose);
    if (!file || file->link != link)
        return false;
    file->write(whose, out);
    return true;
}

bool proc_text(const rsp_process *p, const char *path, rsp_buf *out) {
    return write(p, path, false, out);
}

bool proc_link(const rsp_process *p, const char *path, rsp_buf *out) {
    return write(p, path, true, out);
}

bool rsp_process_proc_file(const rsp_process *process, const char *name, bool *out_link, rsp_buf *out) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(files); i++) {
        if (strcmp(files[i].name, name) != 0)
            continue;
        files[i].write(process, out);
        *out_link = files[i].link;
        return true;
    }
    return false;
}

bool proc_exists(const rsp_process *p, const char *path) {
    const rsp_process *whose;
    return find(p, path, &whose) != NULL;
}
