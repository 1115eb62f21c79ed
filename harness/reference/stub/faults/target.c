/* The forwarding operations, one for each of target.h's; a fault's own take the place of some.
 * An operation that the real target lacks is lacking here, too.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/target.h"

#include "faults/hooks.h"
#include "faults/row.h"

#include "core/byte_order.h"

/* X(result, name, parameters, arguments) of the operations that give something back. */
#define FORWARDED(X)                                                                                         \
    X(bool, process_next, (void *t, int64_t after, int64_t *out), (s->faults.target, after, out))            \
    X(bool, thread_next, (void *t, int64_t pid, int64_t after, int64_t *out),                                \
      (s->faults.target, pid, after, out))                                                                   \
    X(bool, thread_alive, (void *t, rsp_ptid thread), (s->faults.target, thread))                            \
    X(bool, thread_running, (void *t, rsp_ptid thread), (s->faults.target, thread))                          \
    X(bool, process_attached, (void *t, int64_t pid), (s->faults.target, pid))                               \
    X(int64_t, process_parent, (void *t, int64_t pid), (s->faults.target, pid))                              \
    X(const rsp_register_set *, register_set, (void *t), (s->faults.target))                                 \
    X(rsp_status, read_registers, (void *t, rsp_ptid thread, uint8_t *block),                                \
      (s->faults.target, thread, block))                                                                     \
    X(rsp_status, write_registers, (void *t, rsp_ptid thread, const uint8_t *block),                         \
      (s->faults.target, thread, block))                                                                     \
    X(bool, register_unreadable, (void *t, rsp_ptid thread, unsigned regnum),                                \
      (s->faults.target, thread, regnum))                                                                    \
    X(size_t, read_memory, (void *t, int64_t pid, uint64_t addr, uint8_t *dst, size_t len),                  \
      (s->faults.target, pid, addr, dst, len))                                                               \
    X(size_t, write_memory, (void *t, int64_t pid, uint64_t addr, rsp_bytes data),                           \
      (s->faults.target, pid, addr, data))                                                                   \
    X(rsp_status, region, (void *t, int64_t pid, uint64_t addr, rsp_target_region *out),                     \
      (s->faults.target, pid, addr, out))                                                                    \
    X(uint64_t, load_bias, (void *t, int64_t pid), (s->faults.target, pid))                                  \
    X(rsp_status, allocate, (void *t, int64_t pid, uint64_t size, unsigned perms, uint64_t *out),            \
      (s->faults.target, pid, size, perms, out))                                                             \
    X(rsp_status, release, (void *t, int64_t pid, uint64_t addr), (s->faults.target, pid, addr))             \
    X(rsp_status, flash_erase, (void *t, int64_t pid, uint64_t addr, uint64_t len),                          \
      (s->faults.target, pid, addr, len))                                                                    \
    X(rsp_status, flash_write, (void *t, int64_t pid, uint64_t addr, rsp_bytes data),                        \
      (s->faults.target, pid, addr, data))                                                                   \
    X(rsp_status, flash_done, (void *t, int64_t pid), (s->faults.target, pid))                               \
    X(rsp_status, read_tags,                                                                                 \
      (void *t, int64_t pid, uint64_t addr, uint64_t len, uint64_t type, rsp_buf *out),                      \
      (s->faults.target, pid, addr, len, type, out))                                                         \
    X(rsp_status, write_tags,                                                                                \
      (void *t, int64_t pid, uint64_t addr, uint64_t len, uint64_t type, rsp_bytes tags),                    \
      (s->faults.target, pid, addr, len, type, tags))                                                        \
    X(rsp_status, insert_point,                                                                              \
      (void *t, int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind),                        \
      (s->faults.target, pid, type, addr, kind))                                                             \
    X(rsp_status, remove_point,                                                                              \
      (void *t, int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind),                        \
      (s->faults.target, pid, type, addr, kind))                                                             \
    X(unsigned, num_watchpoints, (void *t), (s->faults.target))                                              \
    X(rsp_status, resume, (void *t, const rsp_target_resume *actions, size_t num),                           \
      (s->faults.target, actions, num))                                                                      \
    X(rsp_run_state, run, (void *t, uint64_t budget, rsp_target_sink *sink, void *ctx),                      \
      (s->faults.target, budget, sink, ctx))                                                                 \
    X(rsp_status, go_back, (void *t, rsp_ptid thread, rsp_target_back how), (s->faults.target, thread, how)) \
    X(bool, in_past, (void *t), (s->faults.target))                                                          \
    X(rsp_status, give_signal, (void *t, rsp_ptid thread, int signal), (s->faults.target, thread, signal))   \
    X(rsp_status, call_end, (void *t, rsp_ptid thread, int64_t result, uint64_t error, bool go_on),          \
      (s->faults.target, thread, result, error, go_on))                                                      \
    X(uint64_t, clock_us, (void *t), (s->faults.target))                                                     \
    X(rsp_status, launch, (void *t, const rsp_target_launch *launch, int64_t *out_pid, rsp_error *error),    \
      (s->faults.target, launch, out_pid, error))                                                            \
    X(rsp_status, attach, (void *t, int64_t pid, rsp_error *error), (s->faults.target, pid, error))          \
    X(bool, attachable_next, (void *t, int64_t after, int64_t *out, rsp_buf *path),                          \
      (s->faults.target, after, out, path))                                                                  \
    X(rsp_status, detach, (void *t, int64_t pid, bool stay_stopped, int signal),                             \
      (s->faults.target, pid, stay_stopped, signal))                                                         \
    X(rsp_status, kill, (void *t, int64_t pid), (s->faults.target, pid))                                     \
    X(rsp_status, read_object,                                                                               \
      (void *t, rsp_ptid thread, rsp_target_object object, rsp_bytes annex, rsp_buf *out),                   \
      (s->faults.target, thread, object, annex, out))                                                        \
    X(bool, has_object, (void *t, rsp_target_object object), (s->faults.target, object))                     \
    X(rsp_status, wasm_frames, (void *t, rsp_ptid thread, rsp_buf *out), (s->faults.target, thread, out))    \
    X(rsp_status, wasm_value,                                                                                \
      (void *t, rsp_ptid thread, rsp_wasm_values which, uint64_t frame, uint64_t index, rsp_buf *out),       \
      (s->faults.target, thread, which, frame, index, out))                                                  \
    X(rsp_status, wasm_global, (void *t, int64_t pid, uint64_t instance, uint64_t index, rsp_buf *out),      \
      (s->faults.target, pid, instance, index, out))                                                         \
    X(rsp_status, write_siginfo, (void *t, rsp_ptid thread, uint64_t offset, rsp_bytes data),                \
      (s->faults.target, thread, offset, data))                                                              \
    X(rsp_status, tls_address,                                                                               \
      (void *t, rsp_ptid thread, uint64_t offset, uint64_t module, uint64_t *out_addr),                      \
      (s->faults.target, thread, offset, module, out_addr))                                                  \
    X(uint64_t, library_info, (void *t, int64_t pid), (s->faults.target, pid))                               \
    X(bool, file_at, (void *t, size_t index, rsp_target_file *out), (s->faults.target, index, out))          \
    X(rsp_status, monitor, (void *t, rsp_bytes command, rsp_buf *out), (s->faults.target, command, out))

/* X(name, parameters, arguments) of the others. */
#define FORWARDED_VOID(X)                                                                              \
    X(thread_name, (void *t, rsp_ptid thread, rsp_buf *out), (s->faults.target, thread, out))          \
    X(thread_state, (void *t, rsp_ptid thread, rsp_buf *out), (s->faults.target, thread, out))         \
    X(hold, (void *t, rsp_ptid thread), (s->faults.target, thread))                                    \
    X(file_wanted, (void *t, rsp_bytes path), (s->faults.target, path))                                \
    X(set_events, (void *t, unsigned bits), (s->faults.target, bits))                                  \
    X(set_thread_options, (void *t, rsp_ptid thread, unsigned bits), (s->faults.target, thread, bits)) \
    X(set_stepping, (void *t, rsp_ptid thread, bool on), (s->faults.target, thread, on))               \
    X(set_pass_signals, (void *t, const uint8_t *passed, size_t num), (s->faults.target, passed, num)) \
    X(set_catch_syscalls, (void *t, int64_t pid, bool on, const uint64_t *numbers, size_t num),        \
      (s->faults.target, pid, on, numbers, num))

#define FORWARD(result, name, parameters, arguments) \
    static result forward_##name parameters {        \
        rsp_stub *s = t;                             \
        return s->faults.real->name arguments;       \
    }
FORWARDED(FORWARD)
#undef FORWARD

#define FORWARD(name, parameters, arguments) \
    static void forward_##name parameters {  \
        rsp_stub *s = t;                     \
        s->faults.real->name arguments;      \
    }
FORWARDED_VOID(FORWARD)
#undef FORWARD

/* An operation that is not forwarded would be gone in a stub with a fault, and what needs it not offered. */
#define COUNT(...) +1
_Static_assert(sizeof(rsp_target_ops) == (0 FORWARDED(COUNT) FORWARDED_VOID(COUNT)) * sizeof(void (*)(void)),
               "each operation of rsp/stub.h has a row in FORWARDED or FORWARDED_VOID");
#undef COUNT

static void fill_ops(const rsp_target_ops *real, rsp_target_ops *ops) {
#define FILL(result, name, parameters, arguments) ops->name = real->name ? forward_##name : NULL;
#define FILL_VOID(name, parameters, arguments) ops->name = real->name ? forward_##name : NULL;
    FORWARDED(FILL)
    FORWARDED_VOID(FILL_VOID)
#undef FILL
#undef FILL_VOID
}

/* Those of the row, where the target has them. */
static void replace_ops(const rsp_target_ops *own, const rsp_target_ops *real, rsp_target_ops *ops) {
#define REPLACE(result, name, parameters, arguments) \
    ops->name = own->name && real->name ? own->name : ops->name;
#define REPLACE_VOID(name, parameters, arguments) REPLACE(void, name, parameters, arguments)
    FORWARDED(REPLACE)
    FORWARDED_VOID(REPLACE_VOID)
#undef REPLACE
#undef REPLACE_VOID
}

void stub_fault_wrap_target(rsp_stub *s) {
    bool any = false;
    if (s->opt.fault == RSP_FAULT_NONE)
        return;
    s->faults.real = s->opt.ops;
    s->faults.target = s->opt.target;
    fill_ops(s->faults.real, &s->faults.ops);
    for (size_t i = 0; i < s->faults.num_rows; i++) {
        const stub_fault_row *row = s->faults.rows[i];
        if (row->edit == STUB_EDIT_TARGET)
            replace_ops(row->ops, s->faults.real, &s->faults.ops);
        any = any || row->edit == STUB_EDIT_TARGET;
    }
    if (!any)
        return;
    s->opt.ops = &s->faults.ops;
    s->opt.target = s;
}

const uint8_t stub_trap_code[STUB_TRAP_BYTES] = {0x73, 0x00, 0x10, 0x00};

void stub_plant_trap(rsp_stub *s, int64_t pid, uint64_t addr) {
    (void)s->opt.ops->write_memory(s->opt.target, pid, addr, rsp_bytes_make(stub_trap_code, STUB_TRAP_BYTES));
}

/* Where a register stands in the block of a thread that is read; its bytes are in the target's order. */
static rsp_bytes load(rsp_stub *s, rsp_ptid thread, unsigned regnum, rsp_buf *block) {
    const rsp_register_set *set = s->opt.ops->register_set(s->opt.target);
    uint8_t *bytes = rsp_buf_extend(block, set->block_bytes);
    if (bytes && s->opt.ops->read_registers(s->opt.target, thread, bytes) == RSP_OK)
        for (size_t i = 0; i < set->num; i++)
            if (set->registers[i].regnum == regnum)
                return rsp_bytes_make(bytes + set->registers[i].offset, set->registers[i].bitsize / 8U);
    return rsp_bytes_make(NULL, 0);
}

void stub_move_pc(rsp_stub *s, rsp_ptid thread, uint64_t pc) {
    const rsp_register_set *set = s->opt.ops->register_set(s->opt.target);
    rsp_buf block = {.mem = s->opt.mem};
    rsp_bytes place = load(s, thread, set->pc, &block);
    if (place.len > 0) {
        rsp_number_put(block.ptr + (place.ptr - block.ptr), place.len, pc, set->big_endian);
        (void)s->opt.ops->write_registers(s->opt.target, thread, block.ptr);
    }
    rsp_buf_free(&block);
}

uint64_t stub_register_of(rsp_stub *s, rsp_ptid thread, unsigned regnum) {
    bool big = s->opt.ops->register_set(s->opt.target)->big_endian;
    rsp_buf block = {.mem = s->opt.mem};
    rsp_bytes place = load(s, thread, regnum, &block);
    uint64_t value = rsp_number_of(place, big);
    rsp_buf_free(&block);
    return value;
}

uint64_t stub_pc_of(rsp_stub *s, rsp_ptid thread) {
    return stub_register_of(s, thread, s->opt.ops->register_set(s->opt.target)->pc);
}
