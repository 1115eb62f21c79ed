/* Memory for trampolines near enough for a jump: the caller's, the stub's (_M), or mmap called in the
 * inferior. Programs are linked low and mappings are made high, so that _M alone seldom serves a static
 * program. Source: LLDB gdb-remote extensions, _M and _m; Linux mmap(2) and its RISC-V calling convention. */
/* SPDX-License-Identifier: MIT */
#include "conditional_internal.h"
#include "trampoline_code.h"

#include "codec/vcont.h"
#include "core/hex.h"
#include "core/mem.h"
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
    REG_A0 = 10,
    REG_A7 = 17,
    REG_PC = 32,
};

/* Both ways: to the trampoline's start, and back from its end. */
static bool reaches(uint64_t near, uint64_t address, size_t len) {
    return rv_jal_reaches(near, address) && rv_jal_reaches(address + len, near);
}

/* --- a system call in the inferior -------------------------------------------------------------------------
 */

/* One step of this thread alone, as a plain packet: the client's last stop is to stay what it is, since all
 * will be as it was. */
static rsp_status step_once(rsp_conditionals *set, rsp_ptid thread) {
    rsp_buf request = {.mem = set->options.mem};
    rsp_bytes reply;
    bool vcont = (rsp_client_vcont(set->client) & RSP_VCONT_STEP) != 0;
    if (vcont)
        rsp_packet_begin(&request, RSP_PACKET_VCONT);
    rsp_buf_push(&request, 's');
    if (vcont && thread.tid != 0) {
        rsp_buf_push(&request, ':');
        rsp_ptid_append(&request, thread, rsp_client_is_multiprocess(set->client));
    }
    rsp_status status = request.status;
    if (status == RSP_OK)
        status = rsp_client_packet(set->client, rsp_buf_bytes(&request), &reply);
    if (status == RSP_OK && (!rsp_stop_reply_is(reply) || (reply.ptr[0] != 'T' && reply.ptr[0] != 'S')))
        status = RSP_UNEXPECTED;
    rsp_buf_free(&request);
    return status;
}

/* `call` becomes the registers of the call, `regs` stays what they were. */
static void prepare(rsp_buf *call, uint64_t at, uint64_t number, const uint64_t args[6]) {
    for (unsigned i = 0; i < 6; i++)
        conditional_put_digits(call, 0, REG_A0 + i, args[i]);
    conditional_put_digits(call, 0, REG_A7, number);
    conditional_put_digits(call, 0, REG_PC, at);
}

static rsp_status call_there(rsp_conditionals *set, rsp_ptid thread, uint64_t at, const rsp_buf *call,
                             uint64_t *out_result) {
    static const uint8_t ecall[4] = {RV_ECALL};
    rsp_buf after = {.mem = set->options.mem};
    uint64_t pc = 0;
    rsp_status status = rsp_client_write_memory(set->client, at, rsp_bytes_make(ecall, sizeof ecall), NULL);
    if (status == RSP_OK)
        status = conditional_write_block(set, rsp_buf_bytes(call));
    if (status == RSP_OK)
        status = step_once(set, thread);
    if (status == RSP_OK)
        status = conditional_read_block(set, thread, &after);
    if (status == RSP_OK)
        status = conditional_get_digits(rsp_buf_bytes(&after), REG_PC, &pc);
    if (status == RSP_OK)
        status =
            pc == at + 4 ? conditional_get_digits(rsp_buf_bytes(&after), REG_A0, out_result) : RSP_UNEXPECTED;
    rsp_buf_free(&after);
    return status;
}

/* A system call in the thread of the last stop, its instruction put at `at` (a multiple of 4) for that
 * moment; registers and memory are as before when it returns. RV64 Linux. */
static rsp_status call_system(rsp_conditionals *set, uint64_t at, uint64_t number, const uint64_t args[6],
                              uint64_t *out_result) {
    rsp_ptid thread = rsp_client_stop_thread(set->client);
    rsp_buf regs = {.mem = set->options.mem};
    rsp_buf call = {.mem = set->options.mem};
    uint8_t original[4];
    rsp_status status = rsp_client_read_memory(set->client, at, original, sizeof original, NULL);
    if (status == RSP_OK)
        status = conditional_read_block(set, thread, &regs);
    if (status == RSP_OK) {
        rsp_buf_append(&call, rsp_buf_bytes(&regs));
        status = call.status;
    }
    if (status == RSP_OK) {
        prepare(&call, at, number, args);
        status = call_there(set, thread, at, &call, out_result);
        /* Back to what it was, whatever became of the call. */
        rsp_status restored = conditional_write_block(set, rsp_buf_bytes(&regs));
        status = status == RSP_OK ? restored : status;
        restored = rsp_client_write_memory(set->client, at, rsp_bytes_make(original, 4), NULL);
        status = status == RSP_OK ? restored : status;
    }
    rsp_buf_free(&regs);
    rsp_buf_free(&call);
    return status;
}

/* --- regions ----------------------------------------------------------------------------------------------
 */

static rsp_status add_region(rsp_conditionals *set, const code_region *region) {
    code_region *grown =
        rsp_mem_realloc(set->options.mem, set->regions, (set->num_regions + 1) * sizeof *grown);
    if (!grown)
        return RSP_NO_MEMORY;
    set->regions = grown;
    set->regions[set->num_regions++] = *region;
    return RSP_OK;
}

static rsp_status give_back(rsp_conditionals *set, uint64_t at, const code_region *region) {
    char text[32];
    const uint64_t args[6] = {region->address, region->bytes};
    uint64_t result = 0;
    switch (region->source) {
    case REGION_GIVEN:
        return RSP_OK;
    case REGION_PACKET:
        (void)snprintf(text, sizeof text, "%s%llx", rsp_packet_text(RSP_PACKET_DEALLOCATE),
                       (unsigned long long)region->address);
        return conditional_expect_ok(set, rsp_bytes_str(text));
    case REGION_SYSCALL:
        break;
    }
    rsp_status status = call_system(set, at, SYS_MUNMAP, args, &result);
    return status == RSP_OK && result != 0 ? RSP_UNEXPECTED : status;
}

static rsp_status allocate_by_packet(rsp_conditionals *set, const rsp_conditional *b, size_t len) {
    uint64_t near = b->address;
    char text[32];
    rsp_bytes reply;
    uint64_t address = 0;
    if (set->packet_useless)
        return RSP_REFUSED;
    (void)snprintf(text, sizeof text, "%s%x,rx", rsp_packet_text(RSP_PACKET_ALLOCATE),
                   (unsigned)REGION_BYTES);
    rsp_status status = rsp_client_packet(set->client, rsp_bytes_str(text), &reply);
    if (status == RSP_OK)
        status = rsp_hex_u64(&address, reply);
    code_region region = {
        .pid = b->site.pid, .address = address, .bytes = REGION_BYTES, .source = REGION_PACKET};
    if (status == RSP_OK && address % 4 == 0 && reaches(near, address, len))
        return add_region(set, &region);
    set->packet_useless = true;
    if (status == RSP_OK)
        status = give_back(set, near, &region);
    return conditional_ends(status) ? status : RSP_REFUSED;
}

/* Above the program first: below it there often is nothing that may be mapped. */
static rsp_status allocate_by_call(rsp_conditionals *set, const rsp_conditional *b, size_t len) {
    uint64_t near = b->address;
    static const int64_t distances[] = {0xc0000, 0x80000, 0xe0000, -0x80000, 0x40000, -0xc0000};
    for (size_t i = 0; i < RSP_ARRAY_LEN(distances); i++) {
        uint64_t result = 0;
        uint64_t wanted = (near + (uint64_t)distances[i]) & ~(uint64_t)(PAGE_BYTES - 1);
        const uint64_t args[6] = {
            wanted, REGION_BYTES, PROT_READ_EXEC, MAP_PRIVATE_ANONYMOUS | MAP_FIXED_NOREPLACE, UINT64_MAX, 0};
        if (distances[i] < 0 && near < (uint64_t)-distances[i])
            continue;
        rsp_status status = call_system(set, near, SYS_MMAP, args, &result);
        if (status != RSP_OK)
            return status;
        if (result > UINT64_MAX - PAGE_BYTES) /* -errno */
            continue;
        code_region region = {
            .pid = b->site.pid, .address = result, .bytes = REGION_BYTES, .source = REGION_SYSCALL};
        if (result % 4 == 0 && reaches(near, result, len))
            return add_region(set, &region);
        status = give_back(set, near, &region);
        if (status != RSP_OK)
            return status;
    }
    return RSP_REFUSED;
}

static bool take(code_region *region, const rsp_conditional *b, size_t len, uint64_t *out_address) {
    uint64_t address = region->address + region->used;
    if (region->pid != b->site.pid || region->bytes - region->used < len ||
        !reaches(b->address, address, len))
        return false;
    *out_address = address;
    region->used += (len + 15) & ~(uint64_t)15;
    region->used = region->used < region->bytes ? region->used : region->bytes;
    region->num_users++;
    return true;
}

static bool take_any(rsp_conditionals *set, const rsp_conditional *b, size_t len, uint64_t *out_address) {
    for (size_t i = 0; i < set->num_regions; i++)
        if (take(&set->regions[i], b, len, out_address))
            return true;
    return false;
}

static rsp_status allocate(rsp_conditionals *set, const rsp_conditional *b, size_t len) {
    if (set->options.no_allocation || len > REGION_BYTES)
        return RSP_REFUSED;
    rsp_status status = allocate_by_packet(set, b, len);
    return status == RSP_REFUSED ? allocate_by_call(set, b, len) : status;
}

static bool has_given(const rsp_conditionals *set, int64_t pid) {
    for (size_t i = 0; i < set->num_regions; i++)
        if (set->regions[i].source == REGION_GIVEN && set->regions[i].pid == pid)
            return true;
    return set->options.code_address == 0;
}

rsp_status conditional_reserve(rsp_conditionals *set, const rsp_conditional *b, size_t len,
                               uint64_t *out_address) {
    code_region given = {.pid = b->site.pid,
                         .address = set->options.code_address,
                         .bytes = set->options.code_bytes,
                         .source = REGION_GIVEN};
    rsp_status status = has_given(set, b->site.pid) ? RSP_OK : add_region(set, &given);
    if (status == RSP_OK && take_any(set, b, len, out_address))
        return RSP_OK;
    if (status == RSP_OK)
        status = allocate(set, b, len);
    if (status == RSP_OK && !take_any(set, b, len, out_address))
        status = RSP_REFUSED;
    return conditional_ends(status) || status == RSP_OK ? status : RSP_REFUSED;
}

/* A region without users is given back, unless it is the caller's: that one starts anew. */
rsp_status conditional_release(rsp_conditionals *set, const rsp_conditional *b, uint64_t address) {
    for (size_t i = 0; i < set->num_regions; i++) {
        code_region *region = &set->regions[i];
        if (region->pid != b->site.pid || address - region->address >= region->bytes)
            continue;
        if (--region->num_users > 0)
            return RSP_OK;
        code_region gone = *region;
        region->used = 0;
        if (gone.source == REGION_GIVEN)
            return RSP_OK;
        *region = set->regions[--set->num_regions];
        return give_back(set, b->address, &gone);
    }
    return RSP_NOT_FOUND;
}

void conditional_forget_regions(rsp_conditionals *set, int64_t pid) {
    size_t kept = 0;
    for (size_t i = 0; i < set->num_regions; i++)
        if (set->regions[i].pid != pid && set->regions[i].pid != 0)
            set->regions[kept++] = set->regions[i];
    set->num_regions = kept;
}
