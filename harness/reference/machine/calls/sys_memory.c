/* System calls about memory: brk, mmap, munmap, mprotect, madvise.
 * Files are mapped as private copies, or shared with all who map them writable.
 * Lack of memory is -ENOMEM, never more than that. */
/* SPDX-License-Identifier: MIT */
#include "file_map.h"
#include "files.h"
#include "libraries.h"
#include "mapping.h"
#include "nodes.h"
#include "syscall.h"

enum { PAGES_AN_INSN = 64, SHARED_PAGES_AN_INSN = 1 };

/* A range may be larger than all memory; the work is not. */
static void charge(const call *c, uint64_t size, uint64_t pages_an_insn) {
    uint64_t pages = size >> PAGE_BITS;
    uint64_t most = c->m->options.max_pages;
    call_charge(c, (pages < most ? pages : most) / pages_an_insn);
}

static int64_t error_of(rsp_status status) {
    return status ? -L_ENOMEM : 0;
}

int64_t sys_brk(call *c) {
    space *s = c->p->space;
    uint64_t wanted = c->a[0];
    uint64_t old_end = (s->brk + PAGE_BYTES - 1) & PAGE_MASK;
    uint64_t new_end = (wanted + PAGE_BYTES - 1) & PAGE_MASK;
    if (wanted < s->brk_start || wanted >= s->mmap_base)
        return (int64_t)s->brk;
    rsp_status status = RSP_OK;
    if (new_end > old_end && !space_is_gap(s, old_end, new_end))
        return (int64_t)s->brk;
    if (new_end > old_end) {
        region heap = {.start = old_end, .end = new_end, .perms = RSP_PERM_R | RSP_PERM_W, .name = "[heap]"};
        status = space_map(s, &heap);
    } else if (new_end < old_end) {
        status = space_unmap(s, new_end, old_end);
    }
    if (!status)
        s->brk = wanted;
    return (int64_t)s->brk;
}

static uint8_t perms_of(uint64_t prot) {
    return (uint8_t)((prot & (L_PROT_READ | L_PROT_WRITE) ? RSP_PERM_R : 0) |
                     (prot & L_PROT_WRITE ? RSP_PERM_W : 0) | (prot & L_PROT_EXEC ? RSP_PERM_X : 0));
}

static bool is_range(uint64_t start, uint64_t len) {
    return !(start & (PAGE_BYTES - 1)) && len && len <= SPACE_END && start <= SPACE_END - len;
}

/* Where it goes: exactly there, there when it is free, or wherever there is room. 0: nowhere. */
static uint64_t choose(space *s, uint64_t hint, uint64_t size, uint64_t flags) {
    if (flags & L_MAP_FIXED)
        return hint;
    hint &= PAGE_MASK;
    if (hint >= PAGE_BYTES && is_range(hint, size) && space_is_gap(s, hint, hint + size))
        return hint;
    return flags & L_MAP_FIXED_NOREPLACE ? 0 : space_find_gap(s, size);
}

/* Writable by the file's descriptor, too: what is written there reaches the file, and who else maps it. */
static bool is_shared_file(const open_file *f, uint64_t flags) {
    bool shared = (flags & L_MAP_SHARED) && !(flags & L_MAP_PRIVATE);
    return f && f->node && shared && (f->flags & L_O_ACCMODE) == L_O_RDWR;
}

/* Maps the file's own pages. */
static rsp_status map_shared(call *c, const region *r, disk_node *n, uint64_t offset) {
    space *s = c->p->space;
    region *fresh;
    rsp_status status = space_map(s, r);
    if (status)
        return status;
    region shown = *r;
    shown.node = n;
    shown.offset = offset;
    status = region_reserve(s, 2);
    if (!status && !file_map_show(c->m, s, &shown))
        status = RSP_NO_MEMORY;
    if (status) {
        (void)space_unmap(s, r->start, r->end);
        return status;
    }
    region_split(s, r->start);
    region_split(s, r->end);
    fresh = &s->regions[space_region_index(s, r->start)];
    fresh->node = n;
    fresh->offset = offset;
    region_merge_around(s, r->start, r->end);
    return RSP_OK;
}

static bool copy_file(space *s, uint64_t at, uint64_t size, const rsp_machine_file *file, uint64_t offset) {
    rsp_bytes part = rsp_bytes_sub(file->bytes, offset < SIZE_MAX ? (size_t)offset : SIZE_MAX, (size_t)size);
    return space_poke(s, at, part.ptr, part.len) == part.len;
}

int64_t sys_mmap(call *c) {
    space *s = c->p->space;
    uint64_t len = c->a[1], flags = c->a[3], offset = c->a[5];
    uint64_t size = (len + PAGE_BYTES - 1) & PAGE_MASK;
    bool anonymous = flags & L_MAP_ANONYMOUS;
    const open_file *f = anonymous ? NULL : file_of(c->p, c->a[4]);
    if (len == 0 || (offset & (PAGE_BYTES - 1)) || !(flags & (L_MAP_SHARED | L_MAP_PRIVATE)))
        return -L_EINVAL;
    if ((flags & L_MAP_FIXED) && !is_range(c->a[0], size))
        return c->a[0] & (PAGE_BYTES - 1) ? -L_EINVAL : -L_ENOMEM;
    if (!anonymous && (!f || f->kind != FILE_REGULAR || (f->node && f->node->temporary)))
        return f ? -L_ENODEV : -L_EBADF;
    bool of_file = is_shared_file(f, flags);
    if (f && !of_file && (flags & L_MAP_SHARED) && !(flags & L_MAP_PRIVATE) && (c->a[2] & L_PROT_WRITE))
        return -L_EACCES;
    bool shared = ((flags & L_MAP_SHARED) && anonymous) || of_file;
    if (shared && size >> PAGE_BITS > s->pool->pages_left)
        return -L_ENOMEM;
    charge(c, size, shared ? SHARED_PAGES_AN_INSN : PAGES_AN_INSN);
    uint64_t at = size ? choose(s, c->a[0], size, flags) : 0;
    if (!at)
        return flags & L_MAP_FIXED_NOREPLACE ? -L_EEXIST : -L_ENOMEM;
    region r = {.start = at,
                .end = at + size,
                .perms = perms_of(c->a[2]),
                .shared = shared,
                .name = f ? f->file->path : NULL};
    if (f && f->node)
        file_map_pull(c->m, f->node);
    rsp_status status = of_file ? map_shared(c, &r, f->node, offset) : space_map(s, &r);
    nodes_settle(c->m);
    if (!status && f && !of_file && !copy_file(s, at, size, f->file, offset)) {
        (void)space_unmap(s, at, at + size);
        status = RSP_NO_MEMORY;
    }
    libraries_changed(c->t);
    return status ? -L_ENOMEM : (int64_t)at;
}

int64_t sys_munmap(call *c) {
    uint64_t size = (c->a[1] + PAGE_BYTES - 1) & PAGE_MASK;
    if (!is_range(c->a[0], size))
        return -L_EINVAL;
    charge(c, size, PAGES_AN_INSN);
    int64_t error = error_of(space_unmap(c->p->space, c->a[0], c->a[0] + size));
    libraries_changed(c->t);
    nodes_settle(c->m);
    return error;
}

int64_t sys_mprotect(call *c) {
    uint64_t size = (c->a[1] + PAGE_BYTES - 1) & PAGE_MASK;
    if (c->a[0] & (PAGE_BYTES - 1))
        return -L_EINVAL;
    if (c->a[1] == 0)
        return 0;
    if (!is_range(c->a[0], size))
        return -L_ENOMEM;
    charge(c, size, PAGES_AN_INSN);
    rsp_status status = space_protect(c->p->space, c->a[0], c->a[0] + size, perms_of(c->a[2]));
    libraries_changed(c->t);
    return error_of(status);
}

/* The pages of private anonymous memory become zeros; nothing else has to happen. */
int64_t sys_madvise(call *c) {
    enum { DONTNEED = 4 };
    space *s = c->p->space;
    uint64_t size = (c->a[1] + PAGE_BYTES - 1) & PAGE_MASK;
    if (c->a[0] & (PAGE_BYTES - 1))
        return -L_EINVAL;
    if (c->a[2] != DONTNEED || size == 0)
        return 0;
    if (!is_range(c->a[0], size) || !space_is_covered(s, c->a[0], c->a[0] + size))
        return -L_ENOMEM;
    charge(c, size, PAGES_AN_INSN);
    for (uint64_t at = c->a[0], end = c->a[0] + size; at < end;) {
        region part = s->regions[space_region_index(s, at)];
        bool is_file = part.name && part.name[0] == '/';
        part.start = at;
        part.end = part.end < end ? part.end : end;
        at = part.end;
        if (!part.shared && !is_file && !part.debugger && space_map(s, &part))
            return -L_ENOMEM;
    }
    return 0;
}

static int64_t all_fine(call *c) {
    (void)c;
    return 0;
}

int64_t sys_msync(call *c) {
    for (disk_node *n = c->m->disk.nodes; n; n = n->next)
        if (n->mapped)
            (void)node_flush(c->m, n);
    return 0;
}

/* Memory is never swapped. */
int64_t sys_mlock(call *c) {
    return all_fine(c);
}

int64_t sys_munlock(call *c) {
    return all_fine(c);
}

int64_t sys_mlockall(call *c) {
    return all_fine(c);
}

int64_t sys_munlockall(call *c) {
    return all_fine(c);
}

/* Copies what was touched, page by page. */
static bool copy_pages(space *s, uint64_t from, uint64_t to, uint64_t size) {
    uint8_t bytes[PAGE_BYTES];
    for (uint64_t at = 0; at < size; at += PAGE_BYTES) {
        const pte *entry = space_pte(s, from + at);
        if (!entry || !entry->page)
            continue;
        if (space_peek(s, bytes, from + at, PAGE_BYTES) != PAGE_BYTES ||
            space_poke(s, to + at, bytes, PAGE_BYTES) != PAGE_BYTES)
            return false;
    }
    return true;
}

static int64_t move(call *c, const region *old, uint64_t old_size, uint64_t size) {
    space *s = c->p->space;
    uint64_t at = space_find_gap(s, size);
    uint64_t from = c->a[0];
    if (!at)
        return -L_ENOMEM;
    region moved = *old;
    moved.start = at;
    moved.end = at + size;
    charge(c, size, PAGES_AN_INSN);
    if (space_map(s, &moved))
        return -L_ENOMEM;
    if (!copy_pages(s, from, at, old_size)) {
        (void)space_unmap(s, at, at + size);
        return -L_ENOMEM;
    }
    (void)space_unmap(s, from, from + old_size);
    libraries_changed(c->t);
    return (int64_t)at;
}

/* Shrinks, grows where there is room, or moves: one private mapping. */
int64_t sys_mremap(call *c) {
    enum { MAY_MOVE = 1 };
    space *s = c->p->space;
    uint64_t from = c->a[0];
    uint64_t old_size = (c->a[1] + PAGE_BYTES - 1) & PAGE_MASK;
    uint64_t size = (c->a[2] + PAGE_BYTES - 1) & PAGE_MASK;
    if (!is_range(from, old_size) || !size || size > SPACE_END || (c->a[3] & ~(uint64_t)MAY_MOVE))
        return -L_EINVAL;
    const region *r = space_region(s, from);
    if (!r || r->end < from + old_size || r->shared || r->debugger)
        return -L_EFAULT;
    region old = *r;
    if (size <= old_size) {
        if (size < old_size && space_unmap(s, from + size, from + old_size))
            return -L_ENOMEM;
        return (int64_t)from;
    }
    uint64_t end = from + size;
    if (old.end == from + old_size && end <= SPACE_END && space_is_gap(s, old.end, end)) {
        old.start = from + old_size;
        old.end = end;
        return space_map(s, &old) ? -L_ENOMEM : (int64_t)from;
    }
    return c->a[3] & MAY_MOVE ? move(c, &old, old_size, size) : -L_ENOMEM;
}
