/* System calls about processes and threads: clone, execve, exit, wait4, ids, names.
 * fork, vfork and pthread_create are all clone; flags tell them apart.
 * Everything that can fail comes before anything that can be seen. */
/* SPDX-License-Identifier: MIT */
#include "alarms.h"
#include "bundle.h"
#include "event.h"
#include "files.h"
#include "image.h"
#include "libraries.h"
#include "life.h"
#include "nodes.h"
#include "paths.h"
#include "robust.h"
#include "signals.h"
#include "stops.h"
#include "syscall.h"
#include "waiting.h"

#include "core/limits.h"
#include "core/mem.h"
#include <string.h>

int64_t sys_exit(call *c) {
    thread_exit(c->t, (int)c->a[0]);
    return CALL_GONE;
}

int64_t sys_exit_group(call *c) {
    process_exit(c->p, (uint32_t)(c->a[0] & 0xff) << 8, false);
    return CALL_GONE;
}

int64_t sys_set_tid_address(call *c) {
    c->t->clear_tid = c->a[0];
    return tid_of(c->t);
}

int64_t sys_getpid(call *c) {
    return pid_of(c->p);
}

int64_t sys_getppid(call *c) {
    return rsp_process_parent_pid(c->p);
}

int64_t sys_gettid(call *c) {
    return tid_of(c->t);
}

static int64_t prctl_other(const call *c) {
    enum {
        SET_PDEATHSIG = 1,
        GET_DUMPABLE = 3,
        SET_DUMPABLE = 4,
        SET_NO_NEW_PRIVS = 38,
        SET_PTRACER = 0x59616d61
    };
    switch (c->a[0]) {
    case GET_DUMPABLE:
        return 1;
    case SET_PDEATHSIG:
    case SET_DUMPABLE:
    case SET_NO_NEW_PRIVS:
    case SET_PTRACER:
        return 0;
    default:
        return -L_EINVAL;
    }
}

int64_t sys_prctl(call *c) {
    char name[NAME_BYTES] = {0};
    if (c->a[0] == L_PR_GET_NAME)
        return space_copy_out(c->p->space, c->a[1], c->t->name, NAME_BYTES) ? 0 : -L_EFAULT;
    if (c->a[0] != L_PR_SET_NAME)
        return prctl_other(c);
    if (space_copy_text(c->p->space, name, NAME_BYTES, c->a[1]) == ACCESS_UNMAPPED)
        return -L_EFAULT;
    name[NAME_BYTES - 1] = '\0';
    memset(c->t->name, 0, NAME_BYTES);
    memcpy(c->t->name, name, strlen(name));
    return 0;
}

int64_t sys_uname(call *c) {
    static const char *const fields[] = {"Linux", "machine", "6.1.0", "#1", "riscv64", "(none)"};
    char bytes[6][65] = {{0}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(fields); i++)
        memcpy(bytes[i], fields[i], strlen(fields[i]));
    return space_copy_out(c->p->space, c->a[0], bytes, sizeof bytes) ? 0 : -L_EFAULT;
}

int64_t sys_getrandom(call *c) {
    uint64_t num = c->a[1] < 256 ? c->a[1] : 256;
    uint8_t bytes[256];
    for (size_t i = 0; i < num; i += 8)
        le_store(bytes + i, 8, rsp_rng_next(&c->m->rng));
    return space_copy_out(c->p->space, c->a[0], bytes, (size_t)num) ? (int64_t)num : -L_EFAULT;
}

/* Registers and state of a new thread: the caller's, with result 0 and the ecall behind it. */
static void inherit(rsp_thread *child, const rsp_thread *t, const call *c) {
    memcpy(child->x, t->x, sizeof child->x);
    child->x[RSP_REG_PC] += 4;
    child->x[RSP_REG_A0] = 0;
    child->signals.blocked = t->signals.blocked;
    memcpy(child->name, t->name, sizeof child->name);
    if (c->a[1])
        child->x[RSP_REG_SP] = c->a[1];
    if (c->a[0] & L_CLONE_SETTLS)
        child->x[4] = c->a[3];
    if (c->a[0] & L_CLONE_CHILD_CLEARTID)
        child->clear_tid = c->a[4];
    if (!(c->a[0] & L_CLONE_VM)) {
        child->signals.alt_sp = t->signals.alt_sp;
        child->signals.alt_size = t->signals.alt_size;
    }
}

static void tell_tids(const call *c, const rsp_thread *child) {
    uint8_t bytes[4];
    le_store(bytes, 4, tid_of(child));
    if (c->a[0] & L_CLONE_PARENT_SETTID)
        (void)space_copy_out(c->p->space, c->a[2], bytes, sizeof bytes);
    if (c->a[0] & L_CLONE_CHILD_SETTID)
        (void)space_copy_out(child->process->space, c->a[4], bytes, sizeof bytes);
}

static int64_t clone_thread(call *c) {
    rsp_thread *child = thread_new(c->p, c->m->next_id);
    if (!child)
        return -L_EAGAIN;
    (void)machine_new_id(c->m);
    inherit(child, c->t, c);
    tell_tids(c, child);
    int64_t tid = tid_of(child);
    bool both = c->p->watch.traced && (c->p->watch.reports & RSP_REPORT_CLONE);
    bool created = c->p->watch.traced && !both && (c->p->watch.reports & RSP_REPORT_THREAD_CREATE);
    if (both) {
        wait_complete(c->t, tid);
        event_stop(c->t, RSP_MACHINE_CLONE)->child_tid = (uint32_t)tid;
        return CALL_WAITS;
    }
    if (created)
        (void)event_stop(child, RSP_MACHINE_THREAD_CREATE);
    else
        thread_set_held(child, false);
    return tid;
}

/* A copy of all that the parent has. NULL when memory or a limit does not allow it. */
static rsp_process *copy_process(call *c, bool traced) {
    rsp_process *from = c->p;
    rsp_process *p = process_new(c->m, from);
    if (!p)
        return NULL;
    const rsp_mem *mem = c->m->options.mem;
    bool vm = c->a[0] & L_CLONE_VM;
    p->space = vm ? from->space : space_copy(from->space);
    if (vm)
        p->space->users++;
    p->image = from->image;
    p->image.args = rsp_mem_alloc(mem, from->image.args_len);
    p->cwd = rsp_mem_alloc(mem, strlen(from->cwd) + 1);
    memcpy(p->actions, from->actions, sizeof p->actions);
    p->end.signal = (int)(c->a[0] & 0xff);
    p->watch.traced = traced;
    p->randomize = from->randomize;
    bool good = p->space && p->image.args && p->cwd && files_copy(p, from) && thread_new(p, pid_of(p));
    if (good && traced)
        good = stops_copy(p, from) == RSP_OK && (vm || break_copy_all(p->space, from->space) == RSP_OK);
    if (!good) {
        process_abandon(p);
        return NULL;
    }
    memcpy(p->image.args, from->image.args, from->image.args_len);
    memcpy(p->cwd, from->cwd, strlen(from->cwd) + 1);
    return p;
}

static void inherit_tracing(rsp_process *p, const rsp_process *from) {
    p->watch.reports = from->watch.reports;
    p->watch.libraries = from->watch.libraries;
    p->watch.pass_signals = from->watch.pass_signals;
    p->watch.catch_all = from->watch.catch_all;
    memcpy(p->watch.caught, from->watch.caught, sizeof p->watch.caught);
}

/* The event of ptrace, as kernel_clone of Linux chooses it. A process made with another signal than SIGCHLD
 * is a clone to ptrace, for which gdbserver shows a thread; here it stays untraced, as no thread of the
 * parent. */
static uint32_t report_of(const call *c) {
    if (c->a[0] & L_CLONE_UNTRACED)
        return 0;
    if (c->a[0] & L_CLONE_VFORK)
        return RSP_REPORT_VFORK;
    return (c->a[0] & 0xff) == L_SIGCHLD ? RSP_REPORT_FORK : 0;
}

static int64_t clone_process(call *c) {
    enum { PAGES_AN_INSN = 16 };
    call_charge(c, (c->m->options.max_pages - c->m->pool.pages_left) / PAGES_AN_INSN);
    bool vfork = c->a[0] & L_CLONE_VFORK;
    bool traced = c->p->watch.traced && (c->p->watch.reports & report_of(c));
    rsp_process *p = copy_process(c, traced);
    if (!p)
        return -L_EAGAIN;
    rsp_thread *child = p->first_thread;
    inherit(child, c->t, c);
    tell_tids(c, child);
    if (traced)
        inherit_tracing(p, c->p);
    thread_set_held(child, traced);
    if (vfork) {
        p->family.vfork_parent = c->t;
        wait_begin(c->t, &(wait){.kind = WAIT_VFORK, .deadline_ns = RSP_NEVER_NS});
    } else {
        wait_complete(c->t, pid_of(p));
    }
    if (traced) {
        rsp_machine_event *event = event_stop(c->t, vfork ? RSP_MACHINE_VFORK : RSP_MACHINE_FORK);
        event->child_pid = pid_of(p);
        event->child_tid = tid_of(child);
    }
    return CALL_WAITS;
}

int64_t sys_clone(call *c) {
    if (c->a[0] & L_CLONE_THREAD)
        return c->a[0] & L_CLONE_VM ? clone_thread(c) : -L_EINVAL;
    return clone_process(c);
}

/* Appends the strings of one vector of the program; -E2BIG, -EFAULT or -ENOMEM. */
static int64_t gather(const call *c, rsp_buf *out, uint64_t vector, size_t *out_num) {
    for (*out_num = 0; vector; ++*out_num) {
        uint8_t bytes[8];
        if (!space_copy_in(c->p->space, bytes, vector + 8 * *out_num, sizeof bytes))
            return -L_EFAULT;
        uint64_t at = le_load(bytes, 8);
        if (!at)
            break;
        char ch = 0;
        do {
            if (!space_copy_in(c->p->space, &ch, at++, 1))
                return -L_EFAULT;
            rsp_buf_push(out, (uint8_t)ch);
        } while (ch && out->status == RSP_OK);
        if (out->status != RSP_OK)
            return out->status == RSP_LIMIT ? -L_E2BIG : -L_ENOMEM;
    }
    return 0;
}

/* The caller stays, under the id of the process; its siblings vanish. */
static void become_leader(rsp_thread *t) {
    rsp_process *p = t->process;
    rsp_machine *m = t->machine;
    p->end.leader_left = 0;
    for (rsp_thread *other = p->first_thread; other;) {
        rsp_thread *next = other->next;
        if (other != t)
            thread_free(other);
        other = next;
    }
    if (tid_of(t) == pid_of(p))
        return;
    id_map_remove(&m->threads, &t->link);
    t->link.id = pid_of(p);
    id_map_add(&m->threads, m->options.mem, &t->link);
}

static void reset_signals(rsp_process *p) {
    for (size_t i = 1; i <= SIGNALS; i++) {
        uint64_t handler = p->actions[i].handler;
        p->actions[i] = (signal_action){.handler = handler == L_SIG_IGN ? L_SIG_IGN : L_SIG_DFL};
    }
}

static void replace_image(call *c, space *s, const image *im, uint64_t sp) {
    rsp_process *p = c->p;
    for (rsp_thread *t = p->first_thread; t; t = t->next)
        robust_release(t);
    become_leader(c->t);
    stops_clear(p);
    vfork_release(p);
    space_release(p->space);
    nodes_settle(c->m);
    image_free(c->m, &p->image);
    p->space = s;
    p->image = *im;
    files_close_all(p, true);
    alarms_clear(p, false);
    reset_signals(p);
    thread_start(c->t, &p->image, sp);
}

static int64_t load(call *c, const rsp_machine_file *file, const char *path, rsp_buf *strings, size_t argc,
                    size_t envc) {
    exec_args args = {.path = path,
                      .strings = (const char *)strings->ptr,
                      .strings_len = strings->len,
                      .argc = argc,
                      .envc = envc,
                      .randomize = c->p->randomize};
    space *s;
    image im;
    uint64_t sp;
    rsp_status status = image_build(c->m, file, &args, &s, &im, &sp, NULL);
    if (status)
        return status == RSP_BAD_FILE ? -L_ENOEXEC : -L_ENOMEM;
    replace_image(c, s, &im, sp);
    libraries_note(c->p);
    if (c->p->watch.traced && (c->p->watch.reports & RSP_REPORT_EXEC))
        event_stop(c->t, RSP_MACHINE_EXEC)->bytes = rsp_bytes_str(file->path);
    return CALL_REPLACED;
}

/* The file to execute; /proc/self/exe is the program itself. */
static int64_t program_of(call *c, char path[RSP_LIMIT_MACHINE_PATH_BYTES], const rsp_machine_file **out) {
    file_at at;
    if (strcmp(path, "/proc/self/exe") == 0)
        (void)path_resolve(path, RSP_LIMIT_MACHINE_PATH_BYTES, "/", c->p->image.file->path);
    int64_t error = files_look(c->m, path, true, &at);
    if (!error && (at.entry.kind != RSP_DISK_FILE || !(at.entry.mode & 0111)))
        error = -L_EACCES;
    if (!error)
        error = node_load(c->m, &at);
    *out = at.file;
    return error;
}

int64_t sys_execve(call *c) {
    char path[RSP_LIMIT_MACHINE_PATH_BYTES];
    size_t argc = 0, envc = 0;
    const rsp_machine_file *file = NULL;
    int64_t result = call_path(c, (uint64_t)L_AT_FDCWD, c->a[0], path);
    if (!result)
        result = program_of(c, path, &file);
    if (result)
        return result;
    rsp_buf strings;
    rsp_buf_init(&strings, c->m->options.mem, RSP_LIMIT_MACHINE_ARG_BYTES);
    if (!rsp_buf_reserve(&strings, 1))
        return -L_ENOMEM;
    result = gather(c, &strings, c->a[1], &argc);
    if (!result)
        result = gather(c, &strings, c->a[2], &envc);
    if (!result)
        result = load(c, file, path, &strings, argc, envc);
    rsp_buf_free(&strings);
    return result;
}

/* Which children a call asks for: wait4's number, and what they may tell. */
typedef struct wanted_child {
    int64_t who; /* a process; -1 any; below -1 a group, negated */
    uint64_t options;
} wanted_child;

/* A child that the call asks for and that has something to tell. */
static rsp_process *find_child(const call *c, const wanted_child *w, bool *out_any) {
    rsp_process *found = NULL;
    *out_any = false;
    for (rsp_process *p = c->p->family.children; p; p = p->family.sibling_next) {
        if ((w->who > 0 && pid_of(p) != (uint64_t)w->who) ||
            (w->who < -1 && p->family.group != (uint64_t)-w->who))
            continue;
        *out_any = true;
        bool continued = !p->end.exited && p->end.status == 0xffff;
        uint64_t option = p->end.exited ? L_WEXITED : continued ? L_WCONTINUED : L_WUNTRACED;
        if (p->end.change_due && (w->options & option))
            found = p; /* the list has the youngest first: the oldest is reaped first */
    }
    return found;
}

/* 0 with *out set or, with WNOHANG, NULL; -ECHILD; or the call waits. */
static int64_t await_child(call *c, const wanted_child *w, rsp_process **out) {
    bool any;
    *out = find_child(c, w, &any);
    if (!any)
        return -L_ECHILD;
    if (*out || (w->options & L_WNOHANG))
        return 0;
    wait_begin(c->t, &(wait){.kind = WAIT_CHILD, .deadline_ns = RSP_NEVER_NS});
    return CALL_WAITS;
}

static void child_told(rsp_process *p) {
    p->end.change_due = false;
    if (p->end.exited)
        process_reap(p);
}

enum { USAGE_BYTES = 144 };

int64_t sys_wait4(call *c) {
    int64_t who = (int32_t)c->a[0];
    wanted_child w = {.who = who ? who : -(int64_t)c->p->family.group, .options = c->a[2] | L_WEXITED};
    rsp_process *p;
    int64_t error = await_child(c, &w, &p);
    if (error || !p)
        return error;
    uint8_t status[4];
    uint8_t usage[USAGE_BYTES] = {0};
    le_store(status, 4, p->end.status);
    if (c->a[1] && !space_copy_out(c->p->space, c->a[1], status, sizeof status))
        return -L_EFAULT;
    if (c->a[3] && !space_copy_out(c->p->space, c->a[3], usage, sizeof usage))
        return -L_EFAULT;
    int64_t pid = pid_of(p);
    child_told(p);
    return pid;
}

/* What SIGCHLD says about a child's status. */
static signal_info child_info(const rsp_process *p) {
    bool killed = p->end.exited && (p->end.status & 0x7f);
    int code = p->end.exited             ? (killed ? L_CLD_KILLED : L_CLD_EXITED)
               : p->end.status == 0xffff ? L_CLD_CONTINUED
                                         : L_CLD_STOPPED;
    uint64_t value = killed                    ? p->end.status & 0x7f
                     : p->end.status == 0xffff ? L_SIGCONT
                                               : p->end.status >> 8 & 0xff;
    signal_info info = signal_info_make(L_SIGCHLD, code, pid_of(p), 0);
    le_store(info.bytes + 20, 4, 1000);
    le_store(info.bytes + 24, 4, value);
    return info;
}

int64_t sys_waitid(call *c) {
    enum { ALL = 0, PID = 1, GROUP = 2 };
    int64_t id = (int32_t)c->a[1];
    wanted_child w = {.who = c->a[0] == ALL   ? -1
                             : c->a[0] == PID ? id
                                              : -(id ? id : (int64_t)c->p->family.group),
                      .options = c->a[3]};
    signal_info info = {{0}};
    uint8_t usage[USAGE_BYTES] = {0};
    rsp_process *p;
    if (c->a[0] > GROUP || !(c->a[3] & (L_WEXITED | L_WUNTRACED | L_WCONTINUED)))
        return -L_EINVAL;
    int64_t error = await_child(c, &w, &p);
    if (error)
        return error;
    if (p)
        info = child_info(p);
    if (c->a[2] && !space_copy_out(c->p->space, c->a[2], info.bytes, sizeof info.bytes))
        return -L_EFAULT;
    if (c->a[4] && !space_copy_out(c->p->space, c->a[4], usage, sizeof usage))
        return -L_EFAULT;
    if (p && !(c->a[3] & L_WNOWAIT))
        child_told(p);
    return 0;
}
