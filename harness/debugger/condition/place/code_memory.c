/* Programs are linked low and mappings are made high, so _M alone seldom serves a static program.
 * A region that does not reach is given back at once, and its source is not asked again.
 * Source: LLDB gdb-remote extensions, _M and _m; Linux mmap(2). */
/* SPDX-License-Identifier: MIT */
#include "code_memory.h"

#include "backend.h"
#include "client/client_request.h"
#include "core/hex.h"
#include "core/mem.h"
#include "inferior_call.h"
#include "machine.h"
#include "session_end.h"
#include "thread_registers.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

enum {
    REGION_BYTES = 16 * 1024,
    PAGE_BYTES = 4096,
    PROT_READ_EXEC = 5,
    PROT_READ_WRITE_EXEC = 7,
    MAP_PRIVATE_ANONYMOUS = 0x22,
    MAP_FIXED_NOREPLACE = 0x100000,
};

/* Numbers of system calls. */
typedef struct call_numbers {
    uint64_t mmap;
    uint64_t munmap;
    uint64_t mprotect;
} call_numbers;

static const call_numbers generic_calls = {.mmap = 222, .munmap = 215, .mprotect = 226};
static const call_numbers x86_64_calls = {.mmap = 9, .munmap = 11, .mprotect = 10};

static bool is_x86_64(const code_memory *memory) {
    return memory->machine->kind == RSP_KIND_X86_64;
}

static const call_numbers *calls_of(const code_memory *memory) {
    return is_x86_64(memory) ? &x86_64_calls : &generic_calls;
}

/* Both ways: to the trampoline's start, and back from its end. */
static bool reaches(const code_memory *memory, uint64_t near, uint64_t address, size_t len) {
    return trampoline_backend_of(memory->machine->kind)->reaches(near, address, len);
}

static rsp_status add_region(code_memory *memory, const code_region *region) {
    code_region *grown =
        rsp_mem_realloc(memory->mem, memory->regions, (memory->num_regions + 1) * sizeof *grown);
    if (!grown)
        return RSP_NO_MEMORY;
    memory->regions = grown;
    memory->regions[memory->num_regions++] = *region;
    return RSP_OK;
}

static rsp_status know_tails(code_memory *memory, int64_t pid, bool all) {
    if (memory->tails.known && memory->tails.pid == pid && (memory->tails.all || !all))
        return RSP_OK;
    rsp_status status = code_tails_find(memory->client, all, memory->tails.items, &memory->tails.num);
    memory->tails.known = status == RSP_OK;
    memory->tails.all = all;
    memory->tails.pid = pid;
    return status;
}

/* What of a tail no trampoline stands in. */
static code_tail idle_part(const code_memory *memory, const code_tail *tail, int64_t pid) {
    code_tail idle = *tail;
    for (size_t i = 0; i < memory->num_regions; i++) {
        const code_region *region = &memory->regions[i];
        if (region->source != REGION_TAIL || region->pid != pid || region->address != tail->address)
            continue;
        idle.address += region->used;
        idle.bytes -= region->used;
    }
    return idle;
}

/* By an instruction of the program's own, where none can be written. */
static rsp_status call_through_gate(code_memory *memory, const code_user *user, uint64_t number,
                                    const uint64_t args[6], uint64_t *out_result) {
    uint8_t insn[4];
    rsp_status status = RSP_OK;
    if (memory->gate.address == 0 || memory->gate.pid != user->pid) {
        memory->gate.address = 0;
        memory->gate.pid = user->pid;
        inferior_call_bytes(memory->machine->kind, insn);
        status = code_modules_search(memory->client, insn, &memory->gate.address);
        memory->gate.address = status == RSP_OK ? memory->gate.address : 0;
    }
    const call_place place = {.kind = memory->machine->kind, .at = memory->gate.address, .present = true};
    return status == RSP_OK ? inferior_call(memory->client, &place, number, args, out_result, memory->mem)
                            : status;
}

static rsp_status call_by_insn(code_memory *memory, const code_user *user, uint64_t number,
                               const uint64_t args[6], uint64_t *out_result) {
    const call_place place = {.kind = memory->machine->kind,
                              .at = user->call_at ? user->call_at : user->address};
    rsp_status status = RSP_REFUSED;
    if (memory->gate.address == 0 || memory->gate.pid != user->pid)
        status = inferior_call(memory->client, &place, number, args, out_result, memory->mem);
    return status == RSP_REFUSED ? call_through_gate(memory, user, number, args, out_result) : status;
}

/* A call by the machine's means; x86-64 needs a little idle memory for it. */
static rsp_status call(code_memory *memory, const code_user *user, uint64_t number, const uint64_t args[6],
                       uint64_t *out_result) {
    if (!is_x86_64(memory))
        return call_by_insn(memory, user, number, args, out_result);
    rsp_status status = know_tails(memory, user->pid, true);
    if (status != RSP_OK)
        return status;
    memory->why = "no idle memory is to be had for the code of a system call";
    status = RSP_REFUSED;
    for (size_t i = 0; i < memory->tails.num && status == RSP_REFUSED; i++) {
        code_tail idle = idle_part(memory, &memory->tails.items[i], user->pid);
        status = inferior_call_in(memory->client, &idle, number, args, out_result, memory->mem);
    }
    if (status == RSP_UNEXPECTED) /* a thread still has to run the code that stands there */
        memory->tails.num = 0;
    memory->why = status == RSP_OK ? NULL : memory->why;
    return status;
}

static rsp_status clear(code_memory *memory, const code_region *region) {
    rsp_buf zeros = {.mem = memory->mem};
    uint8_t *bytes = rsp_buf_extend(&zeros, (size_t)region->used);
    if (bytes)
        memset(bytes, 0, (size_t)region->used);
    rsp_status status = zeros.status;
    if (status == RSP_OK && zeros.len > 0)
        status = rsp_client_write_memory(memory->client, region->address, rsp_buf_bytes(&zeros), NULL);
    rsp_buf_free(&zeros);
    return status;
}

static rsp_status give_back(code_memory *memory, const code_user *user, const code_region *region) {
    char text[32];
    const uint64_t args[6] = {region->address, region->bytes};
    uint64_t result = 0;
    switch (region->source) {
    case REGION_GIVEN:
        return RSP_OK;
    case REGION_TAIL:
        return clear(memory, region);
    case REGION_PACKET:
        (void)snprintf(text, sizeof text, "%s%llx", rsp_packet_text(RSP_PACKET_DEALLOCATE),
                       (unsigned long long)region->address);
        return expect_ok(memory->client, rsp_bytes_str(text));
    case REGION_SYSCALL:
        break;
    }
    rsp_status status = call(memory, user, calls_of(memory)->munmap, args, &result);
    return status == RSP_OK && result != 0 ? RSP_UNEXPECTED : status;
}

/* Behind the code of the program itself: nothing has to be allocated. */
static rsp_status allocate_tail(code_memory *memory, const code_user *user, size_t len) {
    if (!is_x86_64(memory) || memory->no_tail)
        return RSP_REFUSED;
    rsp_status status = know_tails(memory, user->pid, false);
    for (size_t i = 0; i < memory->tails.num && status == RSP_OK; i++) {
        const code_tail *tail = &memory->tails.items[i];
        code_tail idle = idle_part(memory, tail, user->pid);
        code_region region = {
            .pid = user->pid, .address = tail->address, .bytes = tail->bytes, .source = REGION_TAIL};
        if (idle.bytes == tail->bytes && idle.bytes >= len &&
            reaches(memory, user->address, tail->address, len))
            return add_region(memory, &region);
    }
    return status == RSP_OK ? RSP_REFUSED : status;
}

static rsp_status allocate_by_packet(code_memory *memory, const code_user *user, size_t len) {
    uint64_t near = user->address;
    char text[32];
    rsp_bytes reply;
    uint64_t address = 0;
    if (memory->packet_useless)
        return RSP_REFUSED;
    (void)snprintf(text, sizeof text, "%s%x,rx", rsp_packet_text(RSP_PACKET_ALLOCATE),
                   (unsigned)REGION_BYTES);
    rsp_status status = rsp_client_try_packet(memory->client, rsp_bytes_str(text), &reply);
    if (status == RSP_OK)
        status = rsp_hex_u64(&address, reply);
    code_region region = {
        .pid = user->pid, .address = address, .bytes = REGION_BYTES, .source = REGION_PACKET};
    if (status == RSP_OK && address % 4 == 0 && reaches(memory, near, address, len))
        return add_region(memory, &region);
    memory->packet_useless = true;
    if (status == RSP_OK)
        status = give_back(memory, user, &region);
    return ends_session(status) ? status : RSP_REFUSED;
}

static rsp_status map_at(code_memory *memory, const code_user *user, uint64_t wanted, size_t len) {
    uint64_t result = 0;
    const uint64_t args[6] = {
        wanted, REGION_BYTES, PROT_READ_EXEC, MAP_PRIVATE_ANONYMOUS | MAP_FIXED_NOREPLACE, UINT64_MAX, 0};
    rsp_status status = call(memory, user, calls_of(memory)->mmap, args, &result);
    if (status != RSP_OK)
        return status;
    if (result > UINT64_MAX - PAGE_BYTES) /* -errno */
        return RSP_NOT_FOUND;
    code_region region = {
        .pid = user->pid, .address = result, .bytes = REGION_BYTES, .source = REGION_SYSCALL};
    if (result % 4 == 0 && reaches(memory, user->address, result, len))
        return add_region(memory, &region);
    status = give_back(memory, user, &region);
    return status == RSP_OK ? RSP_NOT_FOUND : status;
}

static rsp_status allocate_by_call(code_memory *memory, const code_user *user, size_t len) {
    const trampoline_backend *backend = trampoline_backend_of(memory->machine->kind);
    for (size_t i = 0; i < backend->num_distances; i++) {
        int64_t distance = backend->distances[i];
        uint64_t wanted = (user->address + (uint64_t)distance) & ~(uint64_t)(PAGE_BYTES - 1);
        if (distance < 0 && user->address < (uint64_t)-distance)
            continue;
        rsp_status status = map_at(memory, user, wanted, len);
        if (status != RSP_NOT_FOUND)
            return status;
    }
    return RSP_REFUSED;
}

static bool take(const code_memory *memory, code_region *region, const code_user *user, size_t len,
                 uint64_t *out_address) {
    uint64_t address = region->address + region->used;
    if (region->pid != user->pid || region->bytes - region->used < len ||
        !reaches(memory, user->address, address, len))
        return false;
    *out_address = address;
    region->used += (len + 15) & ~(uint64_t)15;
    region->used = region->used < region->bytes ? region->used : region->bytes;
    region->num_users++;
    return true;
}

static bool take_any(code_memory *memory, const code_user *user, size_t len, uint64_t *out_address) {
    for (size_t i = 0; i < memory->num_regions; i++)
        if (take(memory, &memory->regions[i], user, len, out_address))
            return true;
    return false;
}

static rsp_status allocate(code_memory *memory, const code_user *user, size_t len) {
    if (memory->no_allocation || len > REGION_BYTES)
        return RSP_REFUSED;
    rsp_status status = allocate_tail(memory, user, len);
    if (status == RSP_REFUSED)
        status = allocate_by_packet(memory, user, len);
    return status == RSP_REFUSED ? allocate_by_call(memory, user, len) : status;
}

static bool has_given(const code_memory *memory, int64_t pid) {
    for (size_t i = 0; i < memory->num_regions; i++)
        if (memory->regions[i].source == REGION_GIVEN && memory->regions[i].pid == pid)
            return true;
    return memory->given_address == 0;
}

rsp_status code_memory_reserve(code_memory *memory, const code_user *user, size_t len,
                               uint64_t *out_address) {
    memory->why = NULL;
    code_region given = {.pid = user->pid,
                         .address = memory->given_address,
                         .bytes = memory->given_bytes,
                         .source = REGION_GIVEN};
    rsp_status status = has_given(memory, user->pid) ? RSP_OK : add_region(memory, &given);
    if (status == RSP_OK && take_any(memory, user, len, out_address))
        return RSP_OK;
    if (status == RSP_OK)
        status = allocate(memory, user, len);
    if (status == RSP_OK && !take_any(memory, user, len, out_address))
        status = RSP_REFUSED;
    return ends_session(status) || status == RSP_OK ? status : RSP_REFUSED;
}

/* A region without users is given back, unless it is the caller's: that one starts anew. */
rsp_status code_memory_release(code_memory *memory, const code_user *user, uint64_t address) {
    for (size_t i = 0; i < memory->num_regions; i++) {
        code_region *region = &memory->regions[i];
        if (region->pid != user->pid || address - region->address >= region->bytes)
            continue;
        if (--region->num_users > 0)
            return RSP_OK;
        code_region gone = *region;
        region->used = gone.source == REGION_GIVEN ? 0 : region->used;
        if (gone.source == REGION_GIVEN)
            return RSP_OK;
        *region = memory->regions[--memory->num_regions];
        return give_back(memory, user, &gone);
    }
    return RSP_NOT_FOUND;
}

static rsp_status protect(code_memory *memory, const code_user *user, uint64_t address, size_t len,
                          uint64_t how) {
    const uint64_t first = address & ~(uint64_t)(PAGE_BYTES - 1);
    const uint64_t last = (address + len + PAGE_BYTES - 1) & ~(uint64_t)(PAGE_BYTES - 1);
    const uint64_t args[6] = {first, last - first, how};
    uint64_t result = 0;
    rsp_status status = call(memory, user, calls_of(memory)->mprotect, args, &result);
    return status == RSP_OK && result != 0 ? RSP_REFUSED : status;
}

rsp_status code_memory_write(code_memory *memory, const code_user *user, uint64_t address, rsp_bytes bytes,
                             bool *out_opened) {
    rsp_status status = rsp_client_write_memory(memory->client, address, bytes, NULL);
    *out_opened = false;
    if (status == RSP_OK || ends_session(status) || is_x86_64(memory) || memory->no_allocation)
        return status;
    rsp_status opened = protect(memory, user, address, bytes.len, PROT_READ_WRITE_EXEC);
    if (opened != RSP_OK)
        return ends_session(opened) ? opened : status;
    *out_opened = true;
    return rsp_client_write_memory(memory->client, address, bytes, NULL);
}

rsp_status code_memory_close(code_memory *memory, const code_user *user, uint64_t address) {
    return protect(memory, user, address, 1, PROT_READ_EXEC);
}

void code_memory_forget(code_memory *memory, int64_t pid) {
    size_t kept = 0;
    for (size_t i = 0; i < memory->num_regions; i++)
        if (memory->regions[i].pid != pid && memory->regions[i].pid != 0)
            memory->regions[kept++] = memory->regions[i];
    memory->num_regions = kept;
    memory->gate.address = 0;
    memory->tails.known = memory->tails.known && memory->tails.pid != pid && memory->tails.pid != 0;
}

void code_memory_free(code_memory *memory) {
    rsp_mem_free(memory->mem, memory->regions);
    memory->regions = NULL;
    memory->num_regions = 0;
}
