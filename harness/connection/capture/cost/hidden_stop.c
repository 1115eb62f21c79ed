/* Four states: nothing, stopped at a breakpoint, shown to the user there, stepped off it unshown.
 * A continue in the last ends a hidden stop; memory read there was read for the user.
 * See hidden_stop.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/hidden_stop.h"

#include "capture/analysis.h"
#include "core/hex.h"
#include "trace/exchange.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>

enum {
    NOTHING,
    STOPPED,
    SHOWN, /* stopped at a breakpoint, and the user knows */
    STEPPED,
    CODE_BYTES = 256, /* reads so near the breakpoint are for the step: the next instructions */
};

/* --- breakpoints ---------------------------------------------------------------------------------------- */

static size_t held(const rsp_hidden_stops *h) {
    return h->num_breakpoints < RSP_HIDDEN_BREAKPOINTS ? h->num_breakpoints : RSP_HIDDEN_BREAKPOINTS;
}

static bool find(const rsp_hidden_stops *h, uint64_t addr, size_t *out_breakpoint) {
    for (size_t i = 0; i < held(h); i++) {
        if (h->breakpoints[i].addr == addr) {
            *out_breakpoint = i;
            return true;
        }
    }
    return false;
}

/* Z0,addr,kind. Removed ones are remembered: debuggers take them out at every stop. */
static void take_insertion(rsp_hidden_stops *h, rsp_bytes request) {
    rsp_bytes rest = rsp_bytes_from(request, 3);
    uint64_t addr = 0;
    size_t breakpoint;
    bool code = request.len > 3 && (request.ptr[1] == '0' || request.ptr[1] == '1');
    if (!code || rsp_take_hex(&addr, &rest) != RSP_OK)
        return;
    if (h->state == STOPPED && addr != h->breakpoints[h->breakpoint].addr)
        h->next = addr;
    if (find(h, addr, &breakpoint))
        return;
    size_t place = h->num_breakpoints++ % RSP_HIDDEN_BREAKPOINTS;
    h->breakpoints[place] = (rsp_hidden_breakpoint){.addr = addr};
    if (h->state != NOTHING && h->breakpoint == place)
        h->state = NOTHING;
}

/* --- stops ---------------------------------------------------------------------------------------------- */

/* A register of 4 or 8 bytes, of either byte order, that holds the address of a breakpoint. */
static bool names_breakpoint(const rsp_hidden_stops *h, rsp_bytes digits, size_t *out_breakpoint) {
    uint8_t bytes[8];
    uint64_t little = 0;
    uint64_t big = 0;
    if ((digits.len != 8 && digits.len != 16) || rsp_hex_decode_into(bytes, digits) != RSP_OK)
        return false;
    for (size_t i = 0; i < digits.len / 2; i++) {
        little |= (uint64_t)bytes[i] << (8 * i);
        big = big << 8 | bytes[i];
    }
    return find(h, little, out_breakpoint) || find(h, big, out_breakpoint);
}

/* A stop by SIGTRAP with a register at a breakpoint; a stub that tells no registers has only one to be at. */
static bool at_breakpoint(const rsp_hidden_stops *h, rsp_bytes reply, size_t *out_breakpoint) {
    rsp_bytes rest = reply;
    if (!rsp_take_text(&rest, RSP_LIT("T05")) && !rsp_take_text(&rest, RSP_LIT("S05")))
        return false;
    bool told = false;
    while (rest.len > 0) {
        rsp_bytes pair = rsp_bytes_split(&rest, ';');
        rsp_bytes key = rsp_bytes_split(&pair, ':');
        if (key.len == 0 || key.len > 4 || rsp_hex_value(key.ptr[0]) < 0 || pair.len < 8)
            continue;
        told = true;
        if (names_breakpoint(h, pair, out_breakpoint))
            return true;
    }
    *out_breakpoint = 0;
    return !told && h->num_breakpoints == 1;
}

static void note_effort(rsp_hidden_stops *h) {
    uint64_t *most = &h->breakpoints[h->breakpoint].most_requests;
    *most = h->requests > *most ? h->requests : *most;
}

static void begin_stop(rsp_hidden_stops *h, rsp_bytes reply) {
    h->state = at_breakpoint(h, reply, &h->breakpoint) ? STOPPED : NOTHING;
    h->requests = h->trips = h->next = 0;
}

static void end_stop(rsp_hidden_stops *h) {
    rsp_hidden_breakpoint *p = &h->breakpoints[h->breakpoint];
    size_t effort = h->requests < RSP_HIDDEN_EFFORTS ? (size_t)h->requests : RSP_HIDDEN_EFFORTS - 1;
    p->stops[effort]++;
    p->trips[effort] += h->trips;
    note_effort(h);
}

static bool is_step(rsp_bytes request) {
    return rsp_action_of(request, rsp_bytes_make(NULL, 0)) == RSP_ACTION_STEP;
}

/* A step, or a continue to a breakpoint that was put behind the instruction, where a stub can not step. */
static bool steps_off(const rsp_hidden_stops *h, rsp_bytes request, rsp_bytes reply) {
    size_t breakpoint;
    bool trap = rsp_bytes_starts(reply, RSP_LIT("T05")) || rsp_bytes_starts(reply, RSP_LIT("S05"));
    if (is_step(request))
        return trap;
    return h->next != 0 && at_breakpoint(h, reply, &breakpoint) && h->breakpoints[breakpoint].addr == h->next;
}

static bool is_stopped(const rsp_hidden_stops *h) {
    return h->state == STOPPED || h->state == SHOWN;
}

static void take_resume(rsp_hidden_stops *h, rsp_bytes request, rsp_bytes reply) {
    if (h->state == STOPPED && steps_off(h, request, reply)) {
        note_effort(h);
        h->state = STEPPED;
        return;
    }
    if (h->state == STEPPED && !is_step(request))
        end_stop(h);
    else if (is_stopped(h))
        note_effort(h);
    begin_stop(h, reply);
}

static bool reads_code(const rsp_hidden_stops *h, rsp_bytes request) {
    rsp_bytes rest = rsp_bytes_from(request, 1);
    uint64_t addr = 0;
    uint64_t at = h->breakpoints[h->breakpoint].addr;
    return rsp_take_hex(&addr, &rest) == RSP_OK && (addr > at ? addr - at : at - addr) < CODE_BYTES;
}

/* Of the packets that write, breakpoints do not count as work on the program.
 * GDB reads the list of threads only for a stop that it shows, and that of libraries only for its own
 * breakpoint in the loader. Neither can have a condition in the stub. */
void rsp_hidden_stops_take(rsp_hidden_stops *h, const rsp_exchange *x, rsp_bytes request, rsp_bytes reply) {
    h->trips += !x->batched;
    if (rsp_action_begins(x->packet)) {
        take_resume(h, request, reply);
        return;
    }
    h->requests += is_stopped(h);
    switch ((int)x->packet) {
    case RSP_PACKET_QXFER_THREADS_READ:
    case RSP_PACKET_QXFER_LIBRARIES_READ:
    case RSP_PACKET_QXFER_LIBRARIES_SVR4_READ:
        h->state = is_stopped(h) ? SHOWN : NOTHING;
        break;
    case RSP_PACKET_INSERT_BREAKPOINT:
        take_insertion(h, request);
        break;
    case RSP_PACKET_READ_MEMORY:
    case RSP_PACKET_READ_BINARY:
    case RSP_PACKET_MULTI_MEM_READ:
        if (h->state == STEPPED && !reads_code(h, request))
            h->state = NOTHING;
        break;
    case RSP_PACKET_WRITE_MEMORY:
    case RSP_PACKET_WRITE_BINARY:
    case RSP_PACKET_WRITE_REGISTER:
    case RSP_PACKET_WRITE_REGISTERS:
        if (h->state != NOTHING)
            note_effort(h);
        h->state = NOTHING;
        break;
    }
}

/* --- figures -------------------------------------------------------------------------------------------- */

rsp_hidden_saving rsp_hidden_stops_saving(const rsp_hidden_stops *h) {
    rsp_hidden_saving sum = {0};
    for (size_t i = 0; i < held(h); i++) {
        const rsp_hidden_breakpoint *p = &h->breakpoints[i];
        uint64_t before = sum.most_stops;
        for (size_t k = 0; k < RSP_HIDDEN_EFFORTS; k++) {
            bool quick = k < p->most_requests && k + 1 < RSP_HIDDEN_EFFORTS;
            sum.most_stops += p->stops[k];
            sum.most_trips += p->trips[k];
            sum.least_stops += quick ? p->stops[k] : 0;
            sum.least_trips += quick ? p->trips[k] : 0;
        }
        sum.breakpoints += sum.most_stops > before;
    }
    return sum;
}

void rsp_hidden_saving_merge(rsp_hidden_saving *sum, const rsp_hidden_saving *more) {
    sum->breakpoints += more->breakpoints;
    sum->least_stops += more->least_stops;
    sum->least_trips += more->least_trips;
    sum->most_stops += more->most_stops;
    sum->most_trips += more->most_trips;
}
