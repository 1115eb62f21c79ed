/* Stop replies as GDB reads them: what it refuses, what it passes over, and the registers that come along.
 * "OK" and console output are no stops: GDB waits on. A File-I/O request is served, an error is a stop.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include "codec/file_call.h"
#include "core/hex.h"
#include <string.h>

static bool all_hex(rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++)
        if (rsp_hex_value(text.ptr[i]) < 0)
            return false;
    return text.len > 0;
}

static const gdb_register *register_by_number(const gdb *g, uint64_t number) {
    for (size_t i = 0; i < g->num_registers; i++)
        if (g->registers[i].number == number)
            return &g->registers[i];
    return NULL;
}

static bool take_register(gdb *g, rsp_bytes key, rsp_bytes value) {
    uint64_t number;
    const gdb_register *r = rsp_hex_u64(&number, key) == RSP_OK ? register_by_number(g, number) : NULL;
    if (!r)
        return gdb_fails(g, "Remote sent bad register number %.*s in a stop reply", (int)key.len,
                         (const char *)key.ptr);
    if (value.len < 2 * (size_t)r->bytes)
        return gdb_fails(g, "Invalid hex digit in a stop reply: register %.*s has %zu digits, not %zu",
                         (int)key.len, (const char *)key.ptr, value.len, 2 * (size_t)r->bytes);
    if (value.len > 2 * (size_t)r->bytes)
        return gdb_fails(g, "Remote register badly formatted in a stop reply: %.*s has %zu digits, not %zu",
                         (int)key.len, (const char *)key.ptr, value.len, 2 * (size_t)r->bytes);
    return gdb_supply(g, number, value);
}

static bool take_watch(gdb *g, rsp_bytes value) {
    g->stop.watch = rsp_hex_u64(&g->stop.address, value) == RSP_OK;
    return true;
}

static bool take_pair(gdb *g, rsp_bytes key, rsp_bytes value) {
    if (rsp_bytes_equal(key, RSP_LIT("watch")) || rsp_bytes_equal(key, RSP_LIT("rwatch")) ||
        rsp_bytes_equal(key, RSP_LIT("awatch")))
        return take_watch(g, value);
    if (rsp_bytes_equal(key, RSP_LIT("thread"))) {
        gdb_thread_is(g, value);
        return true;
    }
    g->stop.swbreak = g->stop.swbreak || rsp_bytes_equal(key, RSP_LIT("swbreak"));
    if (g->stop.swbreak && !g->announced.swbreak)
        return gdb_fails(g, "Unexpected swbreak stop reason");
    if (rsp_bytes_equal(key, RSP_LIT("hwbreak")) && !g->announced.hwbreak)
        return gdb_fails(g, "Unexpected hwbreak stop reason");
    return !all_hex(key) || take_register(g, key, value);
}

static bool take_pairs(gdb *g, rsp_bytes rest) {
    while (rest.len > 0) {
        rsp_bytes pair = rsp_bytes_split(&rest, ';');
        rsp_bytes key = rsp_bytes_split(&pair, ':');
        if (!take_pair(g, key, pair))
            return false;
    }
    return true;
}

bool gdb_take_stop(gdb *g, gdb_wait *out) {
    rsp_bytes r = gdb_reply(g);
    uint64_t signal = 0;
    g->stop = (gdb_stop){0};
    *out = GDB_RUNS;
    switch (r.len ? r.ptr[0] : 0) {
    case 'T':
    case 'S':
        if (r.len < 3 || rsp_hex_u64(&signal, rsp_bytes_sub(r, 1, 2)) != RSP_OK)
            return gdb_fails(g, "Invalid hex digit in the stop reply");
        g->stop.signal = (unsigned)signal;
        *out = GDB_STOPPED;
        return r.ptr[0] == 'S' || take_pairs(g, rsp_bytes_from(r, 3));
    case 'W':
    case 'X':
        *out = GDB_EXITED;
        return true;
    case 'E':
        *out = GDB_STOPPED;
        return true;
    default:
        return true;
    }
}

/* "Fwrite,1,addr,len": GDB reads the text, prints it, and says how much it wrote. */
static void serve_file_io(gdb *g) {
    rsp_file_write call;
    rsp_buf text = {.mem = g->base.options->mem};
    bool writes = rsp_file_write_parse(&call, gdb_reply(g)) && gdb_read_memory(g, call.at, call.len, &text);
    rsp_buf_free(&text);
    rsp_buf_clear(&g->request);
    if (writes)
        rsp_buf_printf(&g->request, "F%llx", (unsigned long long)call.len);
    else
        rsp_buf_printf(&g->request, "F-1,%x", RSP_FILE_NO_CALL);
    gdb_put(g, rsp_buf_bytes(&g->request));
}

/* "Can't send signals to this remote system": C and S that the stub does not know become c and s. */
static bool resumes_without_signal(gdb *g) {
    const char first = g->request.len == 3 ? (char)g->request.ptr[0] : 0;
    if (first != 'C' && first != 'S')
        return false;
    rsp_buf_clear(&g->request);
    rsp_buf_push(&g->request, first == 'C' ? 'c' : 's');
    gdb_put(g, rsp_buf_bytes(&g->request));
    return true;
}

gdb_wait gdb_wait_for(gdb *g, uint64_t ns) {
    stage *s = &g->base.stage;
    uint64_t until = rsp_deadline(stage_now(s), ns);
    gdb_wait wait = GDB_RUNS;
    while (stage_open_still(s)) {
        uint64_t now = stage_now(s);
        if (now >= until || !gdb_get_within(g, until - now))
            return s->gone ? GDB_LOST : GDB_RUNS;
        if (g->reply.len == 0 && resumes_without_signal(g))
            continue;
        if (g->reply.len > 0 && g->reply.ptr[0] == 'F')
            serve_file_io(g);
        else if (!gdb_take_stop(g, &wait))
            return GDB_LOST;
        if (wait != GDB_RUNS)
            return wait;
    }
    return GDB_LOST;
}
