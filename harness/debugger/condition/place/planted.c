/* The order matters: the jump is written last and taken out first.
 * So no thread ever enters code that is not complete, or no longer there.
 * See planted.h. */
/* SPDX-License-Identifier: MIT */
#include "planted.h"

#include "backend.h"
#include "codec/breakpoint.h"
#include "inside.h"
#include "machine.h"
#include "session_end.h"
#include <rsp/client.h>

enum { MAX_AROUND = 64 * 1024 }; /* bytes of a function that are read */

/* Code around the site. */
typedef struct site_code {
    rsp_buf bytes;
    rsp_buf apart;
    size_t num_before;
    size_t num_text;
    bool whole;
} site_code;

static const trampoline_backend *backend_of(const code_memory *memory) {
    return trampoline_backend_of(memory->machine->kind);
}

/* How much there is to read: the function, or what the machine wants to see. */
static void measure(site_code *out, const trampoline_backend *backend, const planted *p,
                    const planted_surroundings *around) {
    uint64_t before = p->at.address - around->function;
    out->whole = backend->text_bytes > RSP_TRAMPOLINE_JUMP_BYTES && before < around->function_bytes &&
                 around->function_bytes <= MAX_AROUND;
    out->num_before = out->whole ? (size_t)before : backend->before_bytes;
    out->num_text = out->whole ? (size_t)(around->function_bytes - before) : backend->text_bytes;
    if (p->at.address < out->num_before)
        out->num_before = 0;
}

/* Only as far back as the page of the site goes. */
static rsp_status read_page_before(rsp_client *client, const planted *p, site_code *code) {
    size_t len = (size_t)(p->at.address & 4095);
    uint8_t *bytes = code->bytes.ptr;
    memmove(bytes + len, bytes + code->num_before, code->num_text);
    code->num_before = len;
    return len > 0 ? rsp_client_read_memory(client, p->at.address - len, bytes, len, NULL) : RSP_OK;
}

/* What cannot be read is not there: the site may be the first of its mapping, or near its end. */
static rsp_status read_site(rsp_client *client, const planted *p, site_code *code) {
    uint8_t *bytes = rsp_buf_extend(&code->bytes, code->num_before + code->num_text);
    if (!bytes)
        return RSP_NO_MEMORY;
    rsp_read reads[] = {
        {.addr = p->at.address, .len = code->num_text, .out = bytes + code->num_before},
        {.addr = p->at.address - code->num_before, .len = code->num_before, .out = bytes},
    };
    rsp_status status = rsp_read_memory_vectorized(client, 0, reads, code->num_before > 0 ? 2 : 1);
    if (status != RSP_OK)
        return status;
    bool short_text = reads[0].status != RSP_OK;
    bool short_before = code->num_before > 0 && reads[1].status != RSP_OK;
    if (short_text && reads[0].num_read == 0)
        return reads[0].status;
    if (short_text)
        code->num_text = reads[0].num_read;
    if (short_before && code->num_before > 4095) {
        memmove(bytes, bytes + code->num_before, code->num_text);
        code->num_before = 0;
    } else if (short_before) {
        status = read_page_before(client, p, code);
    }
    code->whole = code->whole && !short_text && !short_before;
    return status;
}

/* Without it the function is not known. */
static rsp_status read_apart(rsp_client *client, const planted_surroundings *around, site_code *code) {
    if (!code->whole || around->apart_bytes == 0)
        return RSP_OK;
    code->whole = around->apart_bytes <= MAX_AROUND;
    uint8_t *bytes = code->whole ? rsp_buf_extend(&code->apart, (size_t)around->apart_bytes) : NULL;
    if (!bytes)
        return code->whole ? RSP_NO_MEMORY : RSP_OK;
    rsp_status status =
        rsp_client_read_memory(client, around->apart, bytes, (size_t)around->apart_bytes, NULL);
    code->whole = status == RSP_OK;
    return ends_session(status) ? status : RSP_OK;
}

static rsp_site software_site(const planted *p, const code_memory *memory, uint64_t address) {
    return (rsp_site){.pid = p->at.pid,
                      .type = RSP_BREAK_SOFTWARE,
                      .addr = address,
                      .kind = backend_of(memory)->break_kind};
}

static rsp_status write_site(planted *p, code_memory *memory, const uint8_t *bytes) {
    bool opened = false;
    rsp_status status =
        code_memory_write(memory, &p->at, p->at.address, rsp_bytes_make(bytes, p->map.num_jump), &opened);
    p->opened = p->opened || opened;
    return status;
}

static rsp_status close_site(planted *p, code_memory *memory) {
    bool opened = p->opened;
    p->opened = false;
    return opened ? code_memory_close(memory, &p->at, p->at.address) : RSP_OK;
}

void planted_drop_site(rsp_client *client, const rsp_site *site) {
    rsp_status status = rsp_client_disable_site(client, site);
    (void)status; /* never enabled: as it should be */
}

static void disarm(const planted *p, rsp_client *client) {
    planted_drop_site(client, &p->stop);
    planted_drop_site(client, &p->error);
}

/* Whether there is an instruction that begins in the middle of the jump's bytes. */
static bool is_displaced_apart(const planted *p) {
    uint64_t none = 0;
    for (uint64_t i = 1; i < p->map.num_jump; i++)
        if (rsp_trampoline_place_of(&none, &p->map, p->at.address + i))
            return true;
    return false;
}

/* The breakpoints of the trampoline are in the stub before the jump is in the code. */
static rsp_status arm(planted *p, code_memory *memory, rsp_bytes code, const char **out_reason) {
    rsp_client *client = memory->client;
    *out_reason = "the stub does not let code be written, or breakpoints be set in it";
    bool opened = false;
    rsp_status status = code_memory_write(memory, &p->at, p->map.code, code, &opened);
    p->stop = software_site(p, memory, p->map.stop);
    p->error = software_site(p, memory, p->map.error);
    if (status == RSP_OK && !p->map.own_traps)
        status = rsp_client_enable_site(client, &p->stop, NULL, 0);
    if (status == RSP_OK && !p->map.own_traps)
        status = rsp_client_enable_site(client, &p->error, NULL, 0);
    if (status == RSP_OK && !p->map.own_traps)
        status = rsp_client_flush_sites(client, NULL);
    if (status == RSP_OK && is_displaced_apart(p)) {
        status = inside_let_in(&p->map, p->at.pid, memory);
        if (status == RSP_REFUSED)
            *out_reason = "a thread stands in the middle of the bytes that the jump would replace";
    }
    if (status == RSP_OK)
        status = write_site(p, memory, p->map.jump);
    p->jumps = status == RSP_OK;
    return status;
}

/* Its length does not depend on where it stands: built once at the site itself to learn it. */
static rsp_status reserve_for(const planted *p, code_memory *memory, const rsp_condition *condition,
                              rsp_trampoline_site *where, const char **out_reason) {
    rsp_buf code = {.mem = memory->mem};
    rsp_trampoline map;
    rsp_trampoline_reason reason = RSP_TRAMPOLINE_NONE;
    where->code = where->address & ~(uint64_t)15;
    rsp_status status = rsp_trampoline_build(&map, &code, &reason, condition, where, NULL);
    *out_reason = rsp_trampoline_reason_text(reason);
    if (status == RSP_OK) {
        status = code_memory_reserve(memory, &p->at, code.len, &where->code);
        *out_reason = memory->why ? memory->why : backend_of(memory)->reach_text;
    }
    rsp_buf_free(&code);
    return status;
}

static bool covers_breakpoint(const planted *p, const planted_surroundings *around) {
    for (uint64_t i = 1; i < p->map.num_displaced && around->is_breakpoint; i++)
        if (around->is_breakpoint(around->ctx, p->at.address + i))
            return true;
    return false;
}

static rsp_status plant_at(planted *p, code_memory *memory, const rsp_condition *condition,
                           const rsp_trampoline_site *where, const planted_surroundings *around,
                           const char **out_reason) {
    rsp_buf code = {.mem = memory->mem};
    rsp_trampoline_reason reason = RSP_TRAMPOLINE_NONE;
    rsp_status status = rsp_trampoline_build(&p->map, &code, &reason, condition, where, NULL);
    *out_reason = rsp_trampoline_reason_text(reason);
    if (status == RSP_OK && covers_breakpoint(p, around)) {
        status = RSP_REFUSED;
        *out_reason = "another breakpoint stands in the bytes that the jump would replace";
    }
    if (status == RSP_OK) {
        status = arm(p, memory, rsp_buf_bytes(&code), out_reason);
        if (status != RSP_OK)
            disarm(p, memory->client);
    }
    rsp_buf_free(&code);
    return status;
}

/* Memory is that of the selected process. */
static rsp_status select_process(const planted *p, rsp_client *client) {
    return p->at.pid == 0 ? RSP_OK : rsp_client_select(client, (rsp_ptid){.pid = p->at.pid});
}

static rsp_status plant_in(planted *p, code_memory *memory, const rsp_condition *condition,
                           const site_code *code, const planted_surroundings *around,
                           const char **out_reason) {
    rsp_bytes all = rsp_buf_bytes(&code->bytes);
    rsp_trampoline_site where = {
        .machine = memory->machine->kind,
        .address = p->at.address,
        .text = rsp_bytes_sub(all, code->num_before, code->num_text),
        .before = rsp_bytes_sub(all, 0, code->num_before),
        .whole = code->whole,
        .apart = code->whole ? rsp_buf_bytes(&code->apart) : (rsp_bytes){0},
        .apart_address = around->apart,
        .swapped = memory->machine->swapped,
        .thread_pointer = condition_machine_thread_pointer(memory->machine, memory->client, condition),
        .floats = condition_machine_floats(memory->machine, memory->client, condition)};
    rsp_status status = reserve_for(p, memory, condition, &where, out_reason);
    if (status != RSP_OK)
        return status;
    status = plant_at(p, memory, condition, &where, around, out_reason);
    if (status == RSP_OK || ends_session(status))
        return status;
    rsp_status released = code_memory_release(memory, &p->at, where.code);
    return ends_session(released) ? released : RSP_REFUSED;
}

rsp_status planted_plant(planted *p, code_memory *memory, const rsp_condition *condition,
                         const planted_surroundings *around, const char **out_reason) {
    site_code code = {.bytes = {.mem = memory->mem}, .apart = {.mem = memory->mem}};
    *out_reason = "the instruction at the site cannot be read";
    measure(&code, backend_of(memory), p, around);
    rsp_status status = select_process(p, memory->client);
    if (status == RSP_OK)
        status = read_site(memory->client, p, &code);
    if (status == RSP_OK)
        status = read_apart(memory->client, around, &code);
    if (status == RSP_OK)
        status = plant_in(p, memory, condition, &code, around, out_reason);
    rsp_buf_free(&code.apart);
    rsp_buf_free(&code.bytes);
    return status == RSP_OK || ends_session(status) ? status : RSP_REFUSED;
}

rsp_status planted_uproot(planted *p, code_memory *memory) {
    if (!p->jumps) { /* the program is gone, and the code with it */
        disarm(p, memory->client);
        return RSP_OK;
    }
    rsp_status status = select_process(p, memory->client);
    if (status == RSP_OK)
        status = write_site(p, memory, p->map.original);
    p->jumps = status != RSP_OK;
    rsp_status moved = status == RSP_OK ? inside_evacuate(&p->map, p->at.pid, memory) : RSP_OK;
    status = status == RSP_OK ? moved : status;
    disarm(p, memory->client);
    rsp_status flushed = rsp_client_flush_sites(memory->client, NULL);
    status = status == RSP_OK ? flushed : status;
    rsp_status closed = p->jumps ? RSP_OK : close_site(p, memory);
    status = status == RSP_OK ? closed : status;
    /* Memory that a thread may still run in, or the jump still leads to, is left to the process. */
    if (!p->jumps && moved == RSP_OK)
        moved = code_memory_release(memory, &p->at, p->map.code);
    return status == RSP_OK ? moved : status;
}

void planted_forget(planted *p, rsp_client *client) {
    disarm(p, client);
    p->jumps = false;
    p->opened = false;
    p->map = (rsp_trampoline){0};
}

/* --- a copy of the site's instruction alone --- */

static rsp_status copy_in(planted *p, code_memory *memory, const site_code *code, const char **out_reason) {
    rsp_bytes all = rsp_buf_bytes(&code->bytes);
    rsp_buf copy = {.mem = memory->mem};
    bool opened = false;
    rsp_trampoline_reason reason = RSP_TRAMPOLINE_NONE;
    rsp_trampoline_site where = {.machine = memory->machine->kind,
                                 .address = p->at.address,
                                 .text = rsp_bytes_sub(all, code->num_before, code->num_text),
                                 .before = rsp_bytes_sub(all, 0, code->num_before),
                                 .code = p->at.address & ~(uint64_t)15};
    rsp_status status = rsp_trampoline_copy(&p->map, &copy, &reason, &where, NULL);
    *out_reason = rsp_trampoline_reason_text(reason);
    if (status == RSP_OK) {
        status = code_memory_reserve(memory, &p->at, copy.len, &where.code);
        *out_reason = memory->why ? memory->why : backend_of(memory)->reach_text;
    }
    if (status == RSP_OK) {
        rsp_buf_clear(&copy);
        status = rsp_trampoline_copy(&p->map, &copy, &reason, &where, NULL);
        if (status == RSP_OK)
            status = code_memory_write(memory, &p->at, where.code, rsp_buf_bytes(&copy), &opened);
        *out_reason = "the stub does not let code be written";
        rsp_status released = status == RSP_OK || ends_session(status)
                                  ? RSP_OK
                                  : code_memory_release(memory, &p->at, where.code);
        status = ends_session(released) ? released : status;
    }
    if (status != RSP_OK)
        p->map = (rsp_trampoline){0};
    rsp_buf_free(&copy);
    return status;
}

/* The site has a breakpoint in it, which a system call cannot be written over. */
static void choose_call_place(planted *p, const planted_surroundings *around) {
    enum { TRIES = 8, STEP = 4 };
    for (uint64_t i = 1; i <= TRIES; i++) {
        p->at.call_at = p->at.address + i * STEP;
        if (!around->is_breakpoint(around->ctx, p->at.call_at))
            return;
    }
}

rsp_status planted_copy(planted *p, code_memory *memory, const planted_surroundings *around,
                        const char **out_reason) {
    site_code code = {.bytes = {.mem = memory->mem}};
    *out_reason = "the instruction at the site cannot be read";
    measure(&code, backend_of(memory), p, around);
    choose_call_place(p, around);
    rsp_status status = select_process(p, memory->client);
    if (status == RSP_OK)
        status = read_site(memory->client, p, &code);
    if (status == RSP_OK)
        status = copy_in(p, memory, &code, out_reason);
    rsp_buf_free(&code.bytes);
    return status == RSP_OK || ends_session(status) ? status : RSP_REFUSED;
}

rsp_status planted_remove_copy(planted *p, code_memory *memory, const planted_surroundings *around) {
    choose_call_place(p, around);
    uint64_t code = p->map.code;
    rsp_trampoline map = p->map;
    p->map = (rsp_trampoline){0};
    rsp_status status = code != 0 ? inside_evacuate(&map, p->at.pid, memory) : RSP_OK;
    return status == RSP_OK && code != 0 ? code_memory_release(memory, &p->at, code) : status;
}
