/* Programs are linked low and mappings are made high, so _M alone seldom serves a static program.
 * A region that does not reach is given back at once, and its source is not asked again.
 * Source: LLDB gdb-remote extensions, _M and _m; Linux mmap(2). */
/* SPDX-License-Identifier: MIT */
#include "code_memory.h"

#include "core/hex.h"
#include "core/mem.h"
#include "inferior_call.h"
#include "session_end.h"
#include "thread_registers.h"
#include "trampoline_code.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

enum {
    REGION_BYTES = 16 * 1024,
    PAGE_BYTES = 4096,
    SYS_MUNMAP = 215,
    SYS_MMAP = 222,
    PROT_READ_EXEC = 5,
    MAP_PRIVATE_ANONYMOUS = 0x22,
    MAP_FIXED_NOREPLACE = 0x100000,
};

/* Both ways: to the trampoline's start, and back from its end. */
static bool reaches(uint64_t near, uint64_t address, size_t len) {
    return rv_jal_reaches(near, address) && rv_jal_reaches(address + len, near);
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

static rsp_status give_back(code_memory *memory, uint64_t at, const code_region *region) {
    char text[32];
    const uint64_t args[6] = {region->address, region->bytes};
    uint64_t result = 0;
    switch (region->source) {
    case REGION_GIVEN:
        return RSP_OK;
    case REGION_PACKET:
        (void)snprintf(text, sizeof text, "%s%llx", rsp_packet_text(RSP_PACKET_DEALLOCATE),
                       (unsigned long long)region->address);
        return expect_ok(memory->client, rsp_bytes_str(text));
    case REGION_SYSCALL:
        break;
    }
    rsp_status status = inferior_call(memory->client, at, SYS_MUNMAP, args, &result, memory->mem);
    return status == RSP_OK && result != 0 ? RSP_UNEXPECTED : status;
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
    rsp_status status = rsp_client_packet(memory->client, rsp_bytes_str(text), &reply);
    if (status == RSP_OK)
        status = rsp_hex_u64(&address, reply);
    code_region region = {
        .pid = user->pid, .address = address, .bytes = REGION_BYTES, .source = REGION_PACKET};
    if (status == RSP_OK && address % 4 == 0 && reaches(near, address, len))
        return add_region(memory, &region);
    memory->packet_useless = true;
    if (status == RSP_OK)
        status = give_back(memory, near, &region);
    return ends_session(status) ? status : RSP_REFUSED;
}

/* Above the program first: below it there often is nothing that may be mapped. */
static rsp_status allocate_by_call(code_memory *memory, const code_user *user, size_t len) {
    uint64_t near = user->address;
    static const int64_t distances[] = {0xc0000, 0x80000, 0xe0000, -0x80000, 0x40000, -0xc0000};
    for (size_t i = 0; i < RSP_ARRAY_LEN(distances); i++) {
        uint64_t result = 0;
        uint64_t wanted = (near + (uint64_t)distances[i]) & ~(uint64_t)(PAGE_BYTES - 1);
        const uint64_t args[6] = {
            wanted, REGION_BYTES, PROT_READ_EXEC, MAP_PRIVATE_ANONYMOUS | MAP_FIXED_NOREPLACE, UINT64_MAX, 0};
        if (distances[i] < 0 && near < (uint64_t)-distances[i])
            continue;
        rsp_status status = inferior_call(memory->client, near, SYS_MMAP, args, &result, memory->mem);
        if (status != RSP_OK)
            return status;
        if (result > UINT64_MAX - PAGE_BYTES) /* -errno */
            continue;
        code_region region = {
            .pid = user->pid, .address = result, .bytes = REGION_BYTES, .source = REGION_SYSCALL};
        if (result % 4 == 0 && reaches(near, result, len))
            return add_region(memory, &region);
        status = give_back(memory, near, &region);
        if (status != RSP_OK)
            return status;
    }
    return RSP_REFUSED;
}

static bool take(code_region *region, const code_user *user, size_t len, uint64_t *out_address) {
    uint64_t address = region->address + region->used;
    if (region->pid != user->pid || region->bytes - region->used < len ||
        !reaches(user->address, address, len))
        return false;
    *out_address = address;
    region->used += (len + 15) & ~(uint64_t)15;
    region->used = region->used < region->bytes ? region->used : region->bytes;
    region->num_users++;
    return true;
}

static bool take_any(code_memory *memory, const code_user *user, size_t len, uint64_t *out_address) {
    for (size_t i = 0; i < memory->num_regions; i++)
        if (take(&memory->regions[i], user, len, out_address))
            return true;
    return false;
}

static rsp_status allocate(code_memory *memory, const code_user *user, size_t len) {
    if (memory->no_allocation || len > REGION_BYTES)
        return RSP_REFUSED;
    rsp_status status = allocate_by_packet(memory, user, len);
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
        region->used = 0;
        if (gone.source == REGION_GIVEN)
            return RSP_OK;
        *region = memory->regions[--memory->num_regions];
        return give_back(memory, user->address, &gone);
    }
    return RSP_NOT_FOUND;
}

void code_memory_forget(code_memory *memory, int64_t pid) {
    size_t kept = 0;
    for (size_t i = 0; i < memory->num_regions; i++)
        if (memory->regions[i].pid != pid && memory->regions[i].pid != 0)
            memory->regions[kept++] = memory->regions[i];
    memory->num_regions = kept;
}

void code_memory_free(code_memory *memory) {
    rsp_mem_free(memory->mem, memory->regions);
    memory->regions = NULL;
    memory->num_regions = 0;
}
