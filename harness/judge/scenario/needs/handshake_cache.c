/* Compares by what is sent and to what: the request qSupported, the programs, the options of the stub.
 * Only needs that come before everything that has to be measured on a connection are looked at.
 * See handshake_cache.h. */
/* SPDX-License-Identifier: MIT */
#include "needs/handshake_cache.h"

#include "connect/handshake.h"
#include "connect/stub_link.h"
#include "core/arena.h"
#include "needs/needs.h"

/* What is sent, and to which stub. */
static const char *key_of(play *p) {
    const needs_spec *needs = p->script.spec->needs;
    const names_spec *programs = needs ? needs->program : NULL;
    rsp_buf key = {.mem = p->room.arena.mem};
    rsp_buf request = {.mem = p->room.arena.mem};
    for (size_t i = 0; programs && i < programs->num; i++)
        rsp_buf_printf(&key, "%s,", spec_text(programs->items[i]));
    rsp_buf_push(&key, ' ');
    handshake_supported(p, p->script.spec->connect, &request);
    rsp_buf_append(&key, rsp_buf_bytes(&request));
    const char *text = key.status == RSP_OK && request.status == RSP_OK
                           ? rsp_arena_str(&p->room.arena, rsp_buf_cstr(&key))
                           : NULL;
    rsp_buf_free(&request);
    rsp_buf_free(&key);
    return text;
}

/* A stub that can be configured announces what it is told to. */
static bool is_usual(const play *p) {
    const needs_spec *needs = p->script.spec->needs;
    const connect_spec *connect = p->script.spec->connect;
    bool asks = wants_handshake(connect) && (!connect || spec_says(connect->qsupported, true));
    bool same = !needs || (!needs->options && !needs->dialect);
    same = same && !stub_runs_wasm(p);
    return asks && same && !(connect && connect->first) && p->script.variant.rle == 0;
}

static const struct known_features *find(const play *p, const char *key) {
    for (const struct known_features *f = p->stub->features; f; f = f->next) {
        if (strcmp(f->key, key) == 0)
            return f;
    }
    return NULL;
}

static void remember_mode(presence *mode, const boolean_spec *asked, const play *p, bool is_on) {
    if (asked && asked->yes)
        *mode = is_on || !p->skipping.why ? PRESENCE_YES : PRESENCE_NO;
}

void handshake_cache_add(play *p) {
    const connect_spec *connect = p->script.spec->connect;
    const char *key = is_usual(p) && p->failed.failure.verdict == RSP_VERDICT_PASS ? key_of(p) : NULL;
    if (!key)
        return;
    if (connect && !(connect->extended && connect->non_stop)) { /* of both it is not seen which was refused */
        remember_mode(&p->stub->extended, connect->extended, p, false);
        remember_mode(&p->stub->non_stop, connect->non_stop, p, p->mode.non_stop);
    }
    rsp_arena *arena = &p->stub->arena;
    struct known_features *known = find(p, key) ? NULL : rsp_arena_alloc(arena, sizeof *known);
    if (!known)
        return;
    *known =
        (struct known_features){.key = rsp_arena_str(arena, key),
                                .supported = rsp_arena_bytes(arena, rsp_buf_bytes(&p->opening.supported)),
                                .next = p->stub->features};
    if (arena->status == RSP_OK)
        p->stub->features = known;
}

/* A mode that is asked for and was refused before; *out_known: nothing is known of one that is. */
static const char *refused_mode(const play *p, bool *out_known) {
    const connect_spec *connect = p->script.spec->connect;
    const struct {
        const boolean_spec *asked;
        presence was;
        const char *reason;
    } modes[] = {
        {connect ? connect->extended : NULL, p->stub->extended, EXTENDED_REFUSED},
        {connect ? connect->non_stop : NULL, p->stub->non_stop, NON_STOP_REFUSED},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(modes); i++) {
        if (!spec_says(modes[i].asked, false))
            continue;
        if (modes[i].was == PRESENCE_NO)
            return modes[i].reason;
        *out_known = *out_known && modes[i].was == PRESENCE_YES;
    }
    return NULL;
}

bool handshake_cache_has(play *p) {
    const char *key = is_usual(p) ? key_of(p) : NULL;
    return key && find(p, key);
}

bool handshake_cache_skips(play *p, const char **out_reason) {
    const char *key = is_usual(p) ? key_of(p) : NULL;
    const struct known_features *known = key ? find(p, key) : NULL;
    if (!known)
        return false;
    bool modes_known = true;
    *out_reason = refused_mode(p, &modes_known);
    if (*out_reason || !modes_known)
        return *out_reason != NULL;
    rsp_buf_clear(&p->opening.supported);
    rsp_buf_append(&p->opening.supported, known->supported);
    bool unmet =
        p->opening.supported.status == RSP_OK && !needs_announced(p, p->script.spec->needs, out_reason);
    rsp_buf_clear(&p->opening.supported);
    return unmet;
}
