/* System calls about memory: brk, mmap, munmap, mprotect, madvise.
 * All that can be mapped is anonymous memory and private copies of bundled files.
 * Lack of memory is -ENOMEM, never more than that. */
/* SPDX-License-Identifier: MIT */
#include "files.h"
#include "mapping.h"
#include "syscall.h"

enum { PAGES_AN_INSN = 64, SHARED_PAGES_AN_INSN = 1 };

static void charge(const call *c, uint64_t size, uint64_t pages_an_insn) {
    call_charge(c, (size >> PAGE_BITS) / pages_an_insn);
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
    if (!anonymous && (!f || f->kind != FILE_BUNDLED))
        return f ? -L_EACCES : -L_EBADF;
    bool shared = (flags & L_MAP_SHARED) && anonymous;
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
    rsp_status status = space_map(s, &r);
    if (!status && f && !copy_file(s, at, size, f->file, offset)) {
        (void)space_unmap(s, at, at + size);
        status = RSP_NO_MEMORY;
    }
    return status ? -L_ENOMEM : (int64_t)at;
}

int64_t sys_munmap(call *c) {
    uint64_t size = (c->a[1] + PAGE_BYTES - 1) & PAGE_MASK;
    if (!is_range(c->a[0], size))
        return -L_EINVAL;
    charge(c, size, PAGES_AN_INSN);
    return error_of(space_unmap(c->p->space, c->a[0], c->a[0] + size));
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
    return error_of(space_protect(c->p->space, c->a[0], c->a[0] + size, perms_of(c->a[2])));
}

int64_t sys_madvise(call *c) {
    return c->a[0] & (PAGE_BYTES - 1) ? -L_EINVAL : 0;
}
