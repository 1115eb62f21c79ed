/* Exchanges of both captures as lines of a signature and an answer; the first of the one that is not among
 * those of the other.
 * See leaves.h. */
/* SPDX-License-Identifier: MIT */
#include "interop/leaves.h"

#include "capture/capture_file.h"
#include "capture/exchange_list.h"
#include "capture/varying.h"
#include "codec/explain.h"
#include <rsp/packet_ids.h>
#include <string.h>

enum { EXCHANGES_MOST = 20000, SHOWN = 60 };

/* One exchange, as far as it can be compared. */
typedef struct step {
    const char *signature; /* the request without what varies */
    const char *shown;     /* "m80000000,4 -> E01" */
    rsp_packet_id packet;
    rsp_answer answer;
} step;

typedef struct steps {
    rsp_arena *arena;
    step *items; /* EXCHANGES_MOST of them */
    size_t num;
} steps;

/* "m<address>,4" */
static const char *signature_of(rsp_arena *arena, rsp_bytes request) {
    rsp_varying_values values = {0};
    rsp_buf text = {0};
    size_t at = 0;
    rsp_varying_values_of_request(&values, request);
    for (size_t i = 0; i < values.num; i++) {
        rsp_printable_append(&text, rsp_bytes_sub(request, at, values.items[i].offset - at), 0);
        rsp_buf_printf(&text, "<%s>", rsp_varying_name(values.items[i].kind));
        at = values.items[i].offset + values.items[i].len;
    }
    rsp_printable_append(&text, rsp_bytes_from(request, at), 0);
    const char *kept = rsp_arena_str(arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    rsp_varying_values_free(&values);
    return kept;
}

static void take(void *ctx, const rsp_listed_exchange *x) {
    steps *s = ctx;
    rsp_buf text = {0};
    if (s->num == EXCHANGES_MOST || x->request.len == 0)
        return;
    rsp_printable_append(&text, x->request, SHOWN);
    rsp_buf_str(&text, " -> ");
    if (x->answer == RSP_ANSWER_NONE || x->answer == RSP_ANSWER_EMPTY)
        rsp_buf_str(&text, x->answer == RSP_ANSWER_NONE ? "no answer" : "empty");
    else
        rsp_printable_append(&text, x->reply, SHOWN);
    s->items[s->num++] = (step){.signature = signature_of(s->arena, x->request),
                                .shown = rsp_arena_str(s->arena, rsp_buf_cstr(&text)),
                                .packet = x->packet,
                                .answer = x->answer};
    rsp_buf_free(&text);
}

static bool read_steps(steps *s, const char *path) {
    rsp_capture_file file = {0};
    rsp_exchange_lists lists = {.sink = {.exchange = take, .ctx = s}, .origin_ns = &file.start_ns};
    rsp_conversations_options options = {.side = RSP_PROXY_SIDE_DEBUGGER};
    rsp_error error = {0};
    s->items = rsp_arena_alloc(s->arena, EXCHANGES_MOST * sizeof *s->items);
    rsp_exchange_lists_collect(&lists, &options);
    rsp_conversations *c = s->items ? rsp_conversations_new(&options) : NULL;
    const bool read = c && rsp_capture_file_read(&file, path, c, &error) == RSP_OK;
    rsp_conversations_free(c);
    return read && s->num > 0;
}

/* The step of the other conversation with the same request, best with the same answer; NULL. */
static const step *partner(const steps *in, const step *of) {
    const step *found = NULL;
    for (size_t i = 0; i < in->num; i++)
        if (strcmp(in->items[i].signature, of->signature) == 0) {
            if (in->items[i].answer == of->answer)
                return &in->items[i];
            found = found ? found : &in->items[i];
        }
    return found;
}

/* A question about what the stub offers: stubs differ in that, and nothing breaks by it. */
static bool is_query(const step *s) {
    return strchr("qQj", s->signature[0]) || strncmp(s->shown, "x0,0 ", 5) == 0 ||
           s->packet == RSP_PACKET_VMUST_REPLY_EMPTY || s->packet == RSP_PACKET_VCONT_QUERY;
}

/* What ends a session needs no answer. */
static bool is_farewell(const step *s) {
    return s->signature[0] == 'k' || s->signature[0] == 'D' || s->packet == RSP_PACKET_VKILL;
}

static bool is_worse(const step *s, const step *other) {
    const bool good = other->answer == RSP_ANSWER_OK || other->answer == RSP_ANSWER_DATA;
    return good && s->answer != RSP_ANSWER_OK && s->answer != RSP_ANSWER_DATA;
}

/* Whether the conversation leaves the other one here. */
static bool parts_at(const step *s, const step *other, rsp_leaves_way way) {
    if (is_farewell(s))
        return false;
    if (s->answer == RSP_ANSWER_NONE)
        return true;
    if (other)
        return is_worse(s, other) && !is_query(s);
    return way == RSP_LEAVES_SAME_STUB ? s->answer == RSP_ANSWER_ERROR && !is_query(s) : false;
}

static const char *part(rsp_arena *arena, const steps *broken, const steps *works, rsp_leaves_way way) {
    for (size_t i = 0; i < broken->num; i++) {
        const step *s = &broken->items[i];
        const step *other = partner(works, s);
        if (parts_at(s, other, way))
            return rsp_arena_printf(arena, "exchange %zu: %s; there: %s", i + 1, s->shown,
                                    other ? other->shown : "not asked");
    }
    return "";
}

const char *rsp_leaves_find(rsp_arena *arena, const char *broken, const char *works, rsp_leaves_way way) {
    rsp_arena own = {0};
    steps of_broken = {.arena = &own};
    steps of_works = {.arena = &own};
    const char *line = "";
    if (read_steps(&of_broken, broken) && read_steps(&of_works, works))
        line = part(arena, &of_broken, &of_works, way);
    rsp_arena_free(&own);
    return line;
}
