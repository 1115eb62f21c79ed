/* What qXfer and vFile can see of the machine: auxv, lists, siginfo, files, captured output.
 * The list of libraries is that of executable mappings; libraries.c has the dynamic linker's.
 * Source: GDB manual, Operating System Information; Library List Format; Memory Map Format. */
/* SPDX-License-Identifier: MIT */
#include "target.h"

#include "libraries.h"
#include "registers.h"

#include "core/hex.h"
#include "core/limits.h"
#include "core/mem.h"
#include "machine/devices.h"
#include <inttypes.h>
#include <stdio.h>

static void column(rsp_buf *out, const char *name, const char *value) {
    rsp_buf_printf(out, "<column name=\"%s\">", name);
    libraries_append_xml(out, value);
    rsp_buf_str(out, "</column>");
}

static void column_number(rsp_buf *out, const char *name, uint32_t value) {
    rsp_buf_printf(out, "<column name=\"%s\">%" PRIu32 "</column>", name, value);
}

static void osdata_begin(rsp_buf *out, const char *type) {
    rsp_buf_printf(
        out, "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"osdata.dtd\">\n<osdata type=\"%s\">", type);
}

/* Every process, traced or not: this is where a user finds what to attach to. */
static void osdata_processes(const rsp_machine_target *t, rsp_buf *out) {
    osdata_begin(out, "processes");
    for (rsp_process *p = NULL; (p = rsp_machine_next_process(t->machine, p)) != NULL;) {
        rsp_buf_str(out, "<item>");
        column_number(out, "pid", rsp_process_pid(p));
        column(out, "user", "root");
        column(out, "command", rsp_process_path(p));
        column(out, "cores", "0");
        rsp_buf_str(out, "</item>");
    }
    rsp_buf_str(out, "</osdata>");
}

static void osdata_threads(const rsp_machine_target *t, rsp_buf *out) {
    osdata_begin(out, "threads");
    for (rsp_process *p = NULL; (p = rsp_machine_next_process(t->machine, p)) != NULL;) {
        for (rsp_thread *thread = NULL; (thread = rsp_process_next_thread(p, thread)) != NULL;) {
            rsp_buf_str(out, "<item>");
            column_number(out, "pid", rsp_process_pid(p));
            column(out, "command", rsp_thread_name(thread));
            column_number(out, "tid", rsp_thread_tid(thread));
            column(out, "core", "0");
            rsp_buf_str(out, "</item>");
        }
    }
    rsp_buf_str(out, "</osdata>");
}

enum { DESCRIPTORS_LISTED = 256 };

static void osdata_files(const rsp_machine_target *t, rsp_buf *out) {
    osdata_begin(out, "files");
    for (rsp_process *p = NULL; (p = rsp_machine_next_process(t->machine, p)) != NULL;) {
        for (uint32_t fd = 0; fd < DESCRIPTORS_LISTED; fd++) {
            const char *name = rsp_process_open_file(p, fd);
            if (!name)
                continue;
            rsp_buf_str(out, "<item>");
            column_number(out, "pid", rsp_process_pid(p));
            column(out, "command", rsp_process_path(p));
            column_number(out, "file descriptor", fd);
            column(out, "name", name);
            rsp_buf_str(out, "</item>");
        }
    }
    rsp_buf_str(out, "</osdata>");
}

/* Each process is a group of its own. */
static void osdata_groups(const rsp_machine_target *t, rsp_buf *out) {
    osdata_begin(out, "process groups");
    for (rsp_process *p = NULL; (p = rsp_machine_next_process(t->machine, p)) != NULL;) {
        rsp_buf_str(out, "<item>");
        column_number(out, "pgid", rsp_process_pid(p));
        column(out, "leader command", rsp_process_path(p));
        column_number(out, "pid", rsp_process_pid(p));
        column(out, "command line", rsp_process_path(p));
        rsp_buf_str(out, "</item>");
    }
    rsp_buf_str(out, "</osdata>");
}

static void osdata_cpus(const rsp_machine_target *t, rsp_buf *out) {
    (void)t;
    osdata_begin(out, "cpus");
    rsp_buf_str(out, "<item>");
    column_number(out, "processor", 0);
    column(out, "isa", stub_machine_registers.architecture);
    rsp_buf_str(out, "</item></osdata>");
}

/* What the machine has none of. */
#define OSDATA_EMPTY(name, type)                                           \
    static void osdata_##name(const rsp_machine_target *t, rsp_buf *out) { \
        (void)t;                                                           \
        osdata_begin(out, type);                                           \
        rsp_buf_str(out, "</osdata>");                                     \
    }
OSDATA_EMPTY(modules, "modules")
OSDATA_EMPTY(msg, "message queues")
OSDATA_EMPTY(semaphores, "semaphores")
OSDATA_EMPTY(shm, "shared memory")
OSDATA_EMPTY(sockets, "sockets")
#undef OSDATA_EMPTY

typedef struct osdata_table {
    const char *name;
    const char *text;
    void (*write)(const rsp_machine_target *t, rsp_buf *out);
} osdata_table;

static const osdata_table tables[] = {
    {.name = "processes", .text = "Listing of all processes", .write = osdata_processes},
    {.name = "threads", .text = "Listing of all threads", .write = osdata_threads},
    {.name = "cpus", .text = "Listing of all cpus/cores on the system", .write = osdata_cpus},
    {.name = "files", .text = "Listing of all file descriptors", .write = osdata_files},
    {.name = "modules", .text = "Listing of all loaded kernel modules", .write = osdata_modules},
    {.name = "msg", .text = "Listing of all message queues", .write = osdata_msg},
    {.name = "procgroups", .text = "Listing of all process groups", .write = osdata_groups},
    {.name = "semaphores", .text = "Listing of all semaphores", .write = osdata_semaphores},
    {.name = "shm", .text = "Listing of all shared-memory regions", .write = osdata_shm},
    {.name = "sockets", .text = "Listing of all internet-domain sockets", .write = osdata_sockets},
};

static void osdata_types(rsp_buf *out) {
    osdata_begin(out, "types");
    for (size_t i = 0; i < RSP_ARRAY_LEN(tables); i++) {
        rsp_buf_str(out, "<item>");
        column(out, "Type", tables[i].name);
        column(out, "Description", tables[i].text);
        column(out, "Title", tables[i].name);
        rsp_buf_str(out, "</item>");
    }
    rsp_buf_str(out, "</osdata>");
}

static rsp_status read_osdata(const rsp_machine_target *t, rsp_bytes annex, rsp_buf *out) {
    if (annex.len == 0 || rsp_bytes_equal(annex, RSP_LIT("types"))) {
        osdata_types(out);
        return RSP_OK;
    }
    for (size_t i = 0; i < RSP_ARRAY_LEN(tables); i++) {
        if (rsp_bytes_equal(annex, rsp_bytes_str(tables[i].name))) {
            tables[i].write(t, out);
            return RSP_OK;
        }
    }
    return RSP_NOT_FOUND;
}

static void read_libraries(const rsp_process *process, rsp_buf *out) {
    rsp_region library = {.mapped = false};
    rsp_buf_str(out, "<library-list>");
    while (rsp_process_next_library(process, &library)) {
        char name[RSP_LIMIT_MACHINE_PATH_BYTES];
        (void)snprintf(name, sizeof name, "%.*s", (int)library.name.len, (const char *)library.name.ptr);
        rsp_buf_str(out, "<library name=\"");
        libraries_append_xml(out, name);
        rsp_buf_printf(out, "\"><segment address=\"0x%" PRIx64 "\"/></library>", library.start);
    }
    rsp_buf_str(out, "</library-list>");
}

static void memory(rsp_buf *out, uint64_t start, uint64_t end) {
    rsp_buf_printf(out, "<memory type=\"ram\" start=\"0x%" PRIx64 "\" length=\"0x%" PRIx64 "\"/>", start,
                   end - start);
}

/* What a user-mode program can address (Sv39's lower half); what is mapped there now changes as it runs,
 * and a debugger keeps this map for long. */
static void read_memory_map(const rsp_machine_target *t, rsp_buf *out) {
    const uint64_t end = UINT64_C(0x4000000000);
    rsp_buf_str(out,
                "<?xml version=\"1.0\"?>\n<!DOCTYPE memory-map PUBLIC \"+//IDN gnu.org//DTD GDB Memory Map "
                "V1.0//EN\" \"http://sourceware.org/gdb/gdb-memory-map.dtd\">\n<memory-map>");
    memory(out, 0, t->options.flash ? RSP_FLASH_START : end);
    if (t->options.flash) {
        rsp_buf_printf(out,
                       "<memory type=\"flash\" start=\"0x%" PRIx64 "\" length=\"0x%" PRIx64
                       "\"><property name=\"blocksize\">0x%" PRIx64 "</property></memory>",
                       RSP_FLASH_START, RSP_FLASH_BYTES, RSP_FLASH_BLOCK_BYTES);
        memory(out, RSP_FLASH_START + RSP_FLASH_BYTES, end);
    }
    rsp_buf_str(out, "</memory-map>");
}

static rsp_status read_siginfo(const rsp_machine_target *t, rsp_ptid id, rsp_buf *out) {
    const rsp_thread *thread = machine_traced_thread(t, id);
    uint8_t info[RSP_SIGINFO_BYTES];
    rsp_status status = thread ? rsp_thread_siginfo(thread, info) : RSP_NOT_FOUND;
    if (status == RSP_OK)
        rsp_buf_append(out, rsp_bytes_make(info, sizeof info));
    return status;
}

rsp_status machine_read_object(void *t, rsp_ptid thread, rsp_target_object object, rsp_bytes annex,
                               rsp_buf *out) {
    const rsp_machine_target *self = machine_self(t);
    if (object == RSP_OBJECT_OSDATA)
        return read_osdata(self, annex, out);
    const rsp_process *process = machine_traced(self, thread.pid);
    if (!process)
        return RSP_NOT_FOUND;
    switch (object) {
    case RSP_OBJECT_AUXV:
        rsp_buf_append(out, rsp_process_auxv(process));
        return RSP_OK;
    case RSP_OBJECT_EXEC_FILE:
        rsp_buf_str(out, rsp_process_path(process));
        return RSP_OK;
    case RSP_OBJECT_LIBRARIES:
        read_libraries(process, out);
        return RSP_OK;
    case RSP_OBJECT_LIBRARIES_SVR4:
        libraries_write_svr4(process, out);
        return RSP_OK;
    case RSP_OBJECT_MEMORY_MAP:
        read_memory_map(self, out);
        return RSP_OK;
    case RSP_OBJECT_SIGINFO:
        return read_siginfo(self, thread, out);
    case RSP_OBJECT_OSDATA:
        break;
    }
    return RSP_UNSUPPORTED;
}

rsp_status machine_write_siginfo(void *t, rsp_ptid id, uint64_t offset, rsp_bytes data) {
    rsp_thread *thread = machine_traced_thread(machine_self(t), id);
    uint8_t info[RSP_SIGINFO_BYTES];
    rsp_status status = thread ? rsp_thread_siginfo(thread, info) : RSP_NOT_FOUND;
    if (status != RSP_OK)
        return status;
    if (offset > sizeof info || data.len > sizeof info - offset)
        return RSP_RANGE;
    if (data.len > 0)
        memcpy(info + offset, data.ptr, data.len);
    return rsp_thread_set_siginfo(thread, info);
}

static rsp_bytes content_of(const machine_shown *shown) {
    if (shown->capture)
        return rsp_buf_bytes(&shown->capture->text);
    return shown->is_proc ? rsp_buf_bytes(&shown->proc) : shown->file->bytes;
}

/* The bundled programs, a link to the first of them, then what was asked for and what programs wrote. */
bool machine_file_at(void *t, size_t index, rsp_target_file *out) {
    const rsp_machine_target *self = machine_self(t);
    size_t num = self->options.num_files;
    if (index < num) {
        const rsp_machine_file *file = &self->options.files[index];
        *out = (rsp_target_file){.path = rsp_bytes_str(file->path),
                                 .content = file->bytes,
                                 .kind = RSP_FILE_REGULAR,
                                 .mode = 0555};
        return true;
    }
    if (index == num && num > 0) {
        *out = (rsp_target_file){.path = RSP_LIT("/init"),
                                 .content = rsp_bytes_str(self->options.files[0].path),
                                 .kind = RSP_FILE_SYMLINK,
                                 .mode = 0777};
        return true;
    }
    index -= num + (num > 0);
    if (index >= self->num_shown)
        return false;
    const machine_shown *shown = &self->shown[index];
    *out = (rsp_target_file){.path = rsp_bytes_str(shown->gone ? "" : shown->path),
                             .content = content_of(shown),
                             .kind = shown->is_link ? RSP_FILE_SYMLINK : RSP_FILE_REGULAR,
                             .mode = shown->capture   ? 0644
                                     : shown->is_proc ? 0444
                                                      : 0555};
    return true;
}

static bool is_bundled(const rsp_machine_target *t, const rsp_machine_file *file) {
    return file >= t->options.files && file < t->options.files + t->options.num_files;
}

static machine_shown *find_shown(rsp_machine_target *t, rsp_bytes path) {
    for (size_t i = 0; i < t->num_shown; i++)
        if (rsp_bytes_equal(rsp_bytes_str(t->shown[i].path), path))
            return &t->shown[i];
    return NULL;
}

/* A new one at the end; its path is a copy. NULL without memory, or with too many. */
static machine_shown *add_shown(rsp_machine_target *t, rsp_bytes path) {
    if (t->num_shown >= RSP_LIMIT_MACHINE_NODES)
        return NULL;
    machine_shown *grown = rsp_mem_realloc(t->mem, t->shown, (t->num_shown + 1) * sizeof *grown);
    if (grown)
        t->shown = grown;
    char *copy = grown ? rsp_mem_calloc(t->mem, path.len + 1, 1) : NULL;
    if (!copy)
        return NULL;
    if (path.len)
        memcpy(copy, path.ptr, path.len);
    t->shown[t->num_shown] = (machine_shown){.path = copy};
    return &t->shown[t->num_shown++];
}

/* The process of "/proc/PID/NAME", and the name; NULL: it is no such path, or there is no such process. */
static rsp_process *process_of(const rsp_machine_target *t, const char *path, const char **out_name) {
    rsp_bytes rest = rsp_bytes_from(rsp_bytes_str(path), sizeof "/proc/" - 1);
    rsp_bytes who = rsp_bytes_split(&rest, '/');
    uint64_t pid = 0;
    if (!rest.ptr || rsp_decimal_u64(&pid, who) != RSP_OK || pid > UINT32_MAX)
        return NULL;
    *out_name = (const char *)rest.ptr;
    return machine_traced(t, (int64_t)pid);
}

/* What a file of /proc says now; a descriptor that is open sees it, too. */
static void proc_file_wanted(rsp_machine_target *t, const char *path) {
    const char *name = NULL;
    bool is_link = false;
    rsp_buf text;
    rsp_buf_init(&text, t->mem, RSP_LIMIT_CAPTURE_BYTES);
    const rsp_process *process = process_of(t, path, &name);
    bool there = process && rsp_process_proc_file(process, name, &is_link, &text) && text.status == RSP_OK;
    machine_shown *shown = find_shown(t, rsp_bytes_str(path));
    if (!shown && there)
        shown = add_shown(t, rsp_bytes_str(path));
    if (shown && !shown->capture) {
        shown->is_proc = true;
        shown->is_link = is_link;
        shown->gone = !there;
    }
    if (shown && !shown->capture && there) {
        rsp_buf_free(&shown->proc);
        shown->proc = text;
    } else {
        rsp_buf_free(&text);
    }
}

/* A file that is gone from the disk is shown as it was: a descriptor may be open. */
void machine_file_wanted(void *t, rsp_bytes path) {
    rsp_machine_target *self = machine_self(t);
    char text[RSP_LIMIT_MACHINE_PATH_BYTES];
    if (path.len >= sizeof text)
        return;
    memcpy(text, path.ptr, path.len);
    text[path.len] = '\0';
    if (rsp_bytes_starts(path, RSP_LIT("/proc/"))) {
        proc_file_wanted(self, text);
        return;
    }
    if (!self->options.disk)
        return;
    machine_shown *shown = find_shown(self, path);
    if (shown && shown->capture)
        return;
    const rsp_machine_file *file = rsp_machine_file_find(self->machine, text);
    if (!file || is_bundled(self, file))
        return;
    if (!shown)
        shown = add_shown(self, path);
    if (shown)
        shown->file = file;
}

static void free_capture(rsp_machine_target *t, machine_capture *capture) {
    rsp_buf_free(&capture->text);
    rsp_mem_free(t->mem, capture);
}

void machine_captures_free(rsp_machine_target *t) {
    for (machine_redirect *r = t->redirects, *next; r; r = next) {
        next = r->next;
        rsp_mem_free(t->mem, r);
    }
    for (machine_capture *c = t->captures, *next; c; c = next) {
        next = c->next;
        free_capture(t, c);
    }
    for (size_t i = 0; i < t->num_shown; i++) {
        rsp_buf_free(&t->shown[i].proc);
        rsp_mem_free(t->mem, t->shown[i].path);
    }
    rsp_mem_free(t->mem, t->shown);
    t->redirects = NULL;
    t->captures = NULL;
    t->shown = NULL;
    t->num_shown = 0;
}

/* The capture of this path, emptied when it is there already, as opening with truncation does. */
static rsp_status open_capture(rsp_machine_target *t, rsp_bytes path, machine_capture **out) {
    size_t num = 0;
    for (machine_capture *c = t->captures; c; c = c->next, num++) {
        if (rsp_bytes_equal(rsp_bytes_str(c->path), path)) {
            rsp_buf_clear(&c->text);
            *out = c;
            return RSP_OK;
        }
    }
    if (num >= RSP_LIMIT_CAPTURES || path.len >= RSP_LIMIT_STUB_PATH_BYTES)
        return RSP_LIMIT;
    machine_capture *fresh = rsp_mem_calloc(t->mem, 1, sizeof *fresh);
    machine_shown *shown = fresh ? add_shown(t, path) : NULL;
    if (!shown) {
        rsp_mem_free(t->mem, fresh);
        return RSP_NO_MEMORY;
    }
    shown->capture = fresh;
    fresh->path = shown->path;
    rsp_buf_init(&fresh->text, t->mem, RSP_LIMIT_CAPTURE_BYTES);
    fresh->next = t->captures;
    t->captures = fresh;
    *out = fresh;
    return RSP_OK;
}

/* Standard input comes from a bundled file or, for any other path, is empty. */
static rsp_status redirect_input(rsp_machine_target *t, rsp_bytes path) {
    for (size_t i = 0; i < t->options.num_files; i++)
        if (rsp_bytes_equal(rsp_bytes_str(t->options.files[i].path), path))
            return rsp_machine_feed_stdin(t->machine, t->options.files[i].bytes);
    rsp_machine_close_stdin(t->machine);
    return RSP_OK;
}

rsp_status machine_redirect_add(rsp_machine_target *t, uint32_t pid, const rsp_target_launch *launch) {
    const rsp_bytes paths[2] = {launch->stdout_path, launch->stderr_path};
    rsp_status status = launch->stdin_path.len > 0 ? redirect_input(t, launch->stdin_path) : RSP_OK;
    if (status != RSP_OK || (paths[0].len == 0 && paths[1].len == 0))
        return status;
    machine_redirect *redirect = rsp_mem_calloc(t->mem, 1, sizeof *redirect);
    if (!redirect)
        return RSP_NO_MEMORY;
    for (size_t i = 0; i < 2 && status == RSP_OK; i++)
        if (paths[i].len > 0)
            status = open_capture(t, paths[i], &redirect->out[i]);
    if (status != RSP_OK) {
        rsp_mem_free(t->mem, redirect);
        return status;
    }
    redirect->pid = pid;
    redirect->next = t->redirects;
    t->redirects = redirect;
    return RSP_OK;
}

void machine_redirect_drop(rsp_machine_target *t, uint32_t pid) {
    machine_redirect **at = &t->redirects;
    while (*at && (*at)->pid != pid)
        at = &(*at)->next;
    machine_redirect *found = *at;
    if (found)
        *at = found->next;
    rsp_mem_free(t->mem, found);
}

/* A full file takes no more; the program is not told, as with a full pipe that somebody drains. */
bool machine_capture_output(rsp_machine_target *t, uint32_t pid, int fd, rsp_bytes text) {
    const machine_redirect *redirect = t->redirects;
    while (redirect && redirect->pid != pid)
        redirect = redirect->next;
    machine_capture *capture = redirect && (fd == 1 || fd == 2) ? redirect->out[fd - 1] : NULL;
    if (capture)
        rsp_buf_append(&capture->text, text);
    else if (t->output)
        t->output(t->output_ctx, fd, text);
    return capture || t->output;
}
