/* Which breakpoints a stop is about: where one lies alone its condition was decided already, where several
 * lie each is asked. Hits are counted, and log points speak.
 * Source: DAP specification, SourceBreakpoint. */
/* SPDX-License-Identifier: MIT */
#include "control/breakpoint.h"

#include "control/expression.h"
#include "control/inlined.h"
#include "control/libraries.h"
#include "control/log_point.h"
#include "core/hex.h"

/* --- hit conditions: N, == N, > N, >= N, < N, <= N, % N --- */

typedef struct hit_condition {
    char op[3];
    uint64_t number;
} hit_condition;

static bool parse_hit_condition(hit_condition *out, const char *text) {
    rsp_bytes in = rsp_bytes_str(text);
    size_t len = 0;
    *out = (hit_condition){0};
    while (in.len > 0 && in.ptr[0] == ' ')
        in = rsp_bytes_from(in, 1);
    while (len < 2 && in.len > 0 && strchr("=<>%", in.ptr[0])) {
        out->op[len++] = (char)in.ptr[0];
        in = rsp_bytes_from(in, 1);
    }
    while (in.len > 0 && in.ptr[0] == ' ')
        in = rsp_bytes_from(in, 1);
    while (in.len > 0 && in.ptr[in.len - 1] == ' ')
        in.len--;
    static const char *const ops[] = {"", "==", ">", ">=", "<", "<=", "%"};
    bool known = false;
    for (size_t i = 0; i < RSP_ARRAY_LEN(ops); i++)
        known = known || strcmp(out->op, ops[i]) == 0;
    return known && rsp_decimal_u64(&out->number, in) == RSP_OK && !(out->op[0] == '%' && out->number == 0);
}

bool breakpoint_hit_condition_ok(const char *text) {
    hit_condition condition;
    return parse_hit_condition(&condition, text);
}

/* A number alone: from that hit on. */
static bool hits_enough(const breakpoint *b) {
    hit_condition c;
    if (!b->hit_condition || !parse_hit_condition(&c, b->hit_condition))
        return true;
    switch (c.op[0]) {
    case '=':
        return b->hits == c.number;
    case '<':
        return c.op[1] == '=' ? b->hits <= c.number : b->hits < c.number;
    case '>':
        return c.op[1] == '=' ? b->hits >= c.number : b->hits > c.number;
    case '%':
        return b->hits % c.number == 0;
    default:
        return b->hits >= c.number;
    }
}

/* --- a stop --- */

/* Where the breakpoint lies at this address; num_addresses: nowhere. */
static size_t index_at(const breakpoint *b, uint64_t pc) {
    size_t i = 0;
    while (i < b->num_addresses && b->addresses[i] != pc)
        i++;
    return i;
}

static size_t num_at(const adapter *a, uint64_t pc) {
    const breakpoints *all = &a->control->breakpoints;
    size_t num = 0;
    for (const breakpoint *b = all->first; b; b = b->next)
        num += b->kind == BREAK_DATA ? b->num_addresses > 0 && b->frame_end == pc
                                     : index_at(b, pc) < b->num_addresses;
    for (size_t i = 0; i < all->num_steps; i++)
        num += all->steps[i] == pc;
    return num + (pc == libraries_place(a));
}

/* `i`: which of its addresses was hit. */
static bool wants_stop(adapter *a, breakpoint *b, size_t i) {
    b->hits++;
    if (!hits_enough(b))
        return false;
    if (!b->log)
        return true;
    log_point_say(a, b, i);
    return false;
}

bool breakpoints_hit(adapter *a, uint64_t pc, rsp_status outcome, json_t *ids) {
    const bool alone = num_at(a, pc) == 1;
    bool stop = false;
    for (breakpoint *b = a->control->breakpoints.first; b; b = b->next) {
        const size_t i = index_at(b, pc);
        uint64_t value = 1;
        if (i == b->num_addresses || b->kind == BREAK_DATA)
            continue;
        rsp_status status =
            alone || !b->conditions[i] ? outcome : control_decide(a, b->conditions[i], &value);
        if (status != RSP_OK) {
            rsp_buf text = {.mem = a->options.mem};
            rsp_buf_printf(&text, "breakpoint %lld: the condition has no value: %s\n", (long long)b->id,
                           status == RSP_RANGE ? "division by zero" : rsp_status_text(status));
            adapter_output(a, "console", rsp_buf_bytes(&text));
            rsp_buf_free(&text);
        }
        if ((status == RSP_OK && value == 0) || !wants_stop(a, b, i))
            continue;
        (void)json_array_append_new(ids, json_integer((json_int_t)b->id));
        stop = true;
    }
    return stop;
}

static bool is_among(const json_t *ids, int64_t id) {
    for (size_t i = 0; i < json_array_size(ids); i++)
        if (json_integer_value(json_array_get(ids, i)) == id)
            return true;
    return false;
}

size_t breakpoints_ahead(adapter *a, uint64_t pc, const json_t *ids) {
    const rsp_debuggee *d = adapter_debuggee_at(a, pc);
    size_t fewest = SIZE_MAX;
    uint32_t inner = 0;
    for (const breakpoint *b = a->control->breakpoints.first; d && b; b = b->next) {
        const size_t ahead = is_among(ids, b->id) ? inlined_before(b, d, pc, &inner) : SIZE_MAX;
        fewest = ahead < fewest ? ahead : fewest;
    }
    return fewest == SIZE_MAX ? 0 : fewest;
}

static bool is_watched_by(const breakpoint *b, uint64_t address) {
    return b->kind == BREAK_DATA && b->num_addresses > 0 && address >= b->addresses[0] &&
           address < b->addresses[0] + b->length;
}

bool breakpoints_watch(const adapter *a, uint64_t address) {
    const breakpoint *b = a->control->breakpoints.first;
    while (b && !is_watched_by(b, address))
        b = b->next;
    return b != NULL;
}

bool breakpoints_data_hit(adapter *a, uint64_t address, json_t *ids) {
    bool stop = false;
    bool any = false;
    for (breakpoint *b = a->control->breakpoints.first; b; b = b->next) {
        if (!is_watched_by(b, address))
            continue;
        any = true;
        if (!wants_stop(a, b, 0))
            continue;
        (void)json_array_append_new(ids, json_integer((json_int_t)b->id));
        stop = true;
    }
    return stop || !any;
}
