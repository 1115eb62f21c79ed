/* Facts: what scenarios may name without having captured it. Some are asked of the stub once, some after each
 * connect, some are looked up when used. A profile's value goes before everything that is measured.
 * Only what the scenario names is measured, so that nobody pays for what nobody reads. */
/* SPDX-License-Identifier: MIT */
#include "play/facts.h"

#include "play/guest_program.h"

#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/program_symbols.h"
#include "play/registers.h"
#include "play/resume_form.h"
#include "play/scratch.h"
#include "play/stub_target.h"
#include "play/thread_list.h"

#include "codec/feature.h"
#include "codec/reply.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>
#include <stdlib.h>

const char *fact_program_path(void *ctx, const char *program) {
    const play *p = ctx;
    if (!p->provider->program_path)
        return NULL;
    const char *path = p->provider->program_path(p->provider->ctx, program);
    return path && *path ? path : NULL;
}

/* --- values --- */

static void set_number(play *p, fact_id id, uint64_t number) {
    (void)scope_set(&p->names, fact_table[id].name, value_int(number));
}

static void set_bytes(play *p, fact_id id, rsp_bytes bytes) {
    (void)scope_set(&p->names, fact_table[id].name, value_bytes(rsp_arena_bytes(&p->room.arena, bytes)));
}

static bool multiprocess(play *p) {
    return (p->mode.offered & 1U) &&
           rsp_feature_yes(rsp_buf_bytes(&p->opening.supported), RSP_LIT("multiprocess"));
}

uint64_t fact_told_packet_size(const play *p) {
    rsp_feature f;
    uint64_t size = 0;
    const bool told = rsp_feature_find(&f, rsp_buf_bytes(&p->opening.supported), RSP_LIT("PacketSize")) &&
                      f.kind == RSP_FEATURE_VALUE && rsp_hex_u64(&size, f.value) == RSP_OK;
    return told ? size : 0;
}

static uint64_t packet_size(const play *p) {
    const uint64_t told = fact_told_packet_size(p);
    return told > 0 ? told : 0x18f;
}

/* The request that resumes: another one as soon as another thread has stopped. */
static value resume_value(play *p, bool steps) {
    rsp_buf request = {.mem = p->room.arena.mem};
    resume_request(p, steps, &request);
    const value v = value_bytes(rsp_arena_bytes(&p->room.arena, rsp_buf_bytes(&request)));
    rsp_buf_free(&request);
    return v;
}

/* Live facts are made when they are asked for. */
static bool live_fact(play *p, fact_id id, value *out) {
    const rsp_buf *bytes = NULL;
    if (id == FACT_ID_PACKET_SIZE)
        *out = value_int(packet_size(p));
    else if (id == FACT_ID_MULTIPROCESS)
        *out = value_int(multiprocess(p));
    else if (id == FACT_ID_NO_ACK)
        *out = value_int(client_end_is_no_ack(&p->t));
    else if (id == FACT_ID_EARLY_OKS)
        *out = value_int(p->t.passed.num_oks);
    else if (id == FACT_ID_FILE_CALLS)
        *out = value_int(p->t.passed.num_calls);
    else if (id == FACT_ID_CALLS_UNREAD)
        *out = value_int(p->t.passed.num_unread);
    else if (id == FACT_ID_NOW)
        *out = value_int(p->t.link ? rsp_link_now(p->t.link) : 0);
    else if (id == FACT_ID_SEED)
        *out = value_int(p->options->seed ? p->options->seed : 1);
    else if (id == FACT_ID_UNIQUE)
        *out = value_bytes(rsp_arena_bytes(&p->room.arena, rsp_bytes_str(p->reused.unique)));
    else if (id == FACT_ID_CONTINUE_ALL || id == FACT_ID_STEP_ONE)
        *out = resume_value(p, id == FACT_ID_STEP_ONE);
    else if (id == FACT_ID_SUPPORTED)
        bytes = &p->opening.supported;
    else if (id == FACT_ID_LAST)
        bytes = &p->last.decoded;
    else if (id == FACT_ID_LAST_RAW)
        bytes = &p->last.raw;
    else if (id == FACT_ID_CONSOLE)
        bytes = &p->t.console;
    else
        return false;
    if (bytes)
        *out = value_bytes(rsp_arena_bytes(&p->room.arena, rsp_buf_bytes(bytes)));
    return true;
}

bool fact_lookup(void *ctx, rsp_bytes name, value *out) {
    play *p = ctx;
    const value *v = scope_get(&p->names, name);
    p->lacks.missing = NULL;
    if (v) {
        *out = *v;
        return true;
    }
    for (size_t i = 0; i < FACT_COUNT; i++) {
        if (!rsp_bytes_equal(name, rsp_bytes_str(fact_table[i].name)))
            continue;
        if (fact_table[i].when == FACT_LIVE)
            return live_fact(p, (fact_id)i, out);
        p->lacks.missing = rsp_arena_printf(&p->room.arena, "%s is not known", fact_table[i].name);
    }
    return false;
}

/* --- measuring --- */

/* 0 is any thread, -1 is all of them: a stub without threads answers qC by one of them. */
static bool names_a_thread(rsp_bytes id) {
    rsp_ptid parsed = {0};
    return rsp_ptid_parse(&parsed, id) == RSP_OK && parsed.tid > 0;
}

/* qC, else the thread of '?' in all-stop, else the first of the list. */
static void measure_thread(play *p, fact_id fact) {
    (void)fact;
    rsp_bytes id = {0};
    if (client_end_request(&p->t, rsp_packet_name(RSP_PACKET_QC)) == RSP_OK) {
        id = client_end_payload(&p->t);
        if (!rsp_take_text(&id, RSP_LIT("QC")) || !names_a_thread(id))
            id = (rsp_bytes){0};
    }
    if (id.len == 0 && !p->mode.non_stop && resume_question(p, NULL) == STEP_OK &&
        p->thread.state == PRESENCE_YES)
        id = thread_as_written(p, p->thread.id);
    if (id.len == 0 && client_end_request(&p->t, rsp_packet_name(RSP_PACKET_QF_THREAD_INFO)) == RSP_OK) {
        rsp_bytes rest = client_end_payload(&p->t);
        id = rsp_take_byte(&rest, 'm') ? rsp_bytes_split(&rest, ',') : id;
    }
    rsp_ptid parsed = {0};
    bool known = id.len > 0 && rsp_ptid_parse(&parsed, id) == RSP_OK;
    char bogus[64] = "7ffffff0"; /* also where a stub has no threads at all: nobody has it there, either */
    if (known && parsed.pid > 0)
        (void)snprintf(bogus, sizeof bogus, "p%llx.7ffffff0", (unsigned long long)parsed.pid);
    set_bytes(p, FACT_ID_BOGUS_THREAD, rsp_bytes_str(bogus));
    if (!known)
        return;
    set_bytes(p, FACT_ID_THREAD, thread_as_written(p, parsed));
    if (parsed.pid > 0 || !multiprocess(p)) /* lldb-server 14 agrees to processes, and names none */
        set_number(p, FACT_ID_PID, (uint64_t)parsed.pid);
    set_number(p, FACT_ID_TID, (uint64_t)parsed.tid);
}

static void measure_threads(play *p, fact_id id) {
    (void)id;
    value list = {0};
    if (threads_read(p, NULL, &list) == STEP_OK)
        (void)scope_set(&p->names, fact_table[FACT_ID_THREADS].name, list);
}

static void measure_register(play *p, fact_id id) {
    const char *name = id == FACT_ID_PC ? "pc" : "sp";
    value v = {0};
    if (register_read(p, NULL, name, 0, REGISTER_BY_ANY, &v) == STEP_OK)
        (void)scope_set(&p->names, fact_table[id].name, v);
}

static void measure_g(play *p, fact_id id) {
    (void)id;
    if (client_end_request(&p->t, RSP_LIT("g")) == RSP_OK && client_end_payload(&p->t).len >= 2 &&
        !rsp_reply_is_error(client_end_payload(&p->t)))
        set_number(p, FACT_ID_G_BYTES, client_end_payload(&p->t).len / 2);
}

static void measure_number(play *p, fact_id id) {
    target_ask(p);
    const rsp_tdesc_register *r =
        rsp_tdesc_find(&p->stub->layout.target, id == FACT_ID_PC_NUMBER ? "pc" : "sp");
    if (r)
        set_number(p, id, r->number);
}

/* The null page is not mapped on any hosted system; a profile says where it is. */
static void measure_unmapped(play *p, fact_id id) {
    (void)id;
    if (client_end_request(&p->t, RSP_LIT("m0,1")) == RSP_OK && rsp_reply_is_error(client_end_payload(&p->t)))
        set_number(p, FACT_ID_UNMAPPED, 0);
}

static void measure_path(play *p, fact_id id) {
    (void)id;
    const char *path = fact_program_path(p, p->ours.program);
    if (path)
        set_bytes(p, FACT_ID_PROGRAM_PATH, rsp_bytes_str(path));
}

static void measure_arch_facts(play *p, fact_id id) {
    (void)id;
    target_ask(p);
    if (p->stub->layout.described || !p->stub->layout.known)
        set_number(p, FACT_ID_NUM_REGISTERS, p->stub->layout.target.num);
    set_number(p, FACT_ID_ADDRESS_BYTES, p->stub->layout.address_bytes);
    unsigned kind = p->ours.guest == GUEST_IN ? rsp_guest_bp_kind(p->stub->guest->guest)
                                              : rsp_arch_bp_kind(p->stub->layout.arch);
    if (kind)
        set_number(p, FACT_ID_BP_KIND, kind);
}

static void measure_bogus_pid(play *p, fact_id id) {
    set_number(p, id, 0x7ffffff0);
}

/* Live facts are not here, nor those that places.c learns, nor what only a profile knows. */
static void (*const measures[FACT_COUNT])(play *p, fact_id id) = {
    [FACT_ID_THREAD] = measure_thread,
    [FACT_ID_PID] = measure_thread,
    [FACT_ID_TID] = measure_thread,
    [FACT_ID_BOGUS_THREAD] = measure_thread,
    [FACT_ID_THREADS] = measure_threads,
    [FACT_ID_PC] = measure_register,
    [FACT_ID_SP] = measure_register,
    [FACT_ID_G_BYTES] = measure_g,
    [FACT_ID_BOGUS_PID] = measure_bogus_pid,
    [FACT_ID_PC_NUMBER] = measure_number,
    [FACT_ID_SP_NUMBER] = measure_number,
    [FACT_ID_NUM_REGISTERS] = measure_arch_facts,
    [FACT_ID_ADDRESS_BYTES] = measure_arch_facts,
    [FACT_ID_BP_KIND] = measure_arch_facts,
    [FACT_ID_UNMAPPED] = measure_unmapped,
    [FACT_ID_PROGRAM_PATH] = measure_path,
};

static void profile_facts(play *p) {
    const bool features = script_names(p->script.scenario->script, FACT_ID_FEATURES);
    for (size_t i = 0; p->profile && i < p->profile->num_facts; i++) {
        /* long, and few want it */
        if (!features && strcmp(p->profile->facts[i].name, fact_table[FACT_ID_FEATURES].name) == 0)
            continue;
        expr_env env = play_env(p);
        value v = {0};
        rsp_bytes text = rsp_bytes_str(p->profile->facts[i].value);
        if (expr_value(&env, text, false, &v, NULL) == RSP_OK)
            (void)scope_set(&p->names, p->profile->facts[i].name, v);
    }
}

/* What `needs` lists. */
static void measure_needs(play *p, const needs_spec *needs) {
    if (needs->memory) {
        program_symbol_name(p, "scratch");
        scratch_find(p);
    }
    for (size_t i = 0; needs->symbols && i < needs->symbols->num; i++)
        program_symbol_name(p, spec_text(needs->symbols->items[i]));
}

void facts_measure(play *p) {
    const script *s = p->script.scenario->script;
    const needs_spec *needs = p->script.spec->needs;
    profile_facts(p);
    if (needs)
        measure_needs(p, needs);
    for (size_t i = 0; i < FACT_COUNT; i++) {
        const char *name = fact_table[i].name;
        bool known = fact_table[i].when == FACT_LIVE || scope_get(&p->names, rsp_bytes_str(name));
        if (!known && measures[i] && script_names(s, (fact_id)i))
            measures[i](p, (fact_id)i);
    }
    if (needs || s->names_registers)
        target_ask(p);
}
