/* Opens and closes the link to a stub: the program, its arguments, the options that the scenario needs.
 * Where the stub comes from is the provider's part.
 * A program that is missing is tried next, and skips the scenario in the end. */
/* SPDX-License-Identifier: MIT */
#include "connect/stub_link.h"

#include "connect/kept.h"
#include "connect/sharing.h"
#include "play/evaluate.h"
#include "play/guest_program.h"

#include "codec/feature.h"
#include "core/arena.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* LLDB's stubs had `x` before GDB gave it a 'b' before the data, and a feature to announce that. */
static const char *dialect_of_x(const play *p) {
    const char *supported = p->stub->manners->replies.supported;
    rsp_bytes list = rsp_bytes_str(supported ? supported : "");
    static const rsp_packet_id of_lldb[] = {RSP_PACKET_QTHREAD_SUFFIX, RSP_PACKET_QLIST_THREADS,
                                            RSP_PACKET_QECHO};
    bool is_lldb = false;
    for (size_t i = 0; i < RSP_ARRAY_LEN(of_lldb); i++)
        is_lldb = is_lldb || rsp_feature_yes(list, rsp_packet_name(of_lldb[i]));
    return is_lldb && !rsp_feature_yes(list, RSP_LIT("binary-upload")) ? "lldb" : "gdb";
}

static const char *dialect_default(const play *p, const char *key) {
    const rsp_profile *profile = p->profile;
    for (size_t i = 0; profile && i < profile->num_dialect; i++) {
        if (strcmp(profile->dialect[i].name, key) == 0)
            return profile->dialect[i].value;
    }
    return strcmp(key, "x") == 0 ? dialect_of_x(p) : "lldb";
}

bool stub_runs_wasm(const play *p) {
    const needs_spec *needs = p->script.spec->needs;
    return needs && needs->runs && needs->runs->word == RUNS_WEBASSEMBLY && p->provider->has_option &&
           p->provider->has_option(p->provider->ctx, "webassembly");
}

/* Options of the stub: what the scenario asks for, the matrix, and dialects that are not the stub's own. */
static void add_options(play *p, const char **list, size_t *num, size_t cap) {
    const free_payloads_spec *options = p->script.spec->needs ? p->script.spec->needs->options : NULL;
    const dialects_spec *dialects = p->script.spec->needs ? p->script.spec->needs->dialect : NULL;
    for (size_t i = 0; options && i < options->num_entries && *num < cap; i++)
        list[(*num)++] = rsp_arena_printf(&p->room.arena, "%s=%s", options->entries[i].name,
                                          spec_text(&options->entries[i].is->w));
    for (size_t i = 0; dialects && i < dialects->num_entries && *num < cap; i++) {
        const name_entry *entry = &dialects->entries[i];
        if (!rsp_bytes_equal(entry->is->text, rsp_bytes_str(dialect_default(p, entry->name))))
            list[(*num)++] = rsp_arena_printf(&p->room.arena, "%s=%s", entry->name, spec_text(entry->is));
    }
    if (stub_runs_wasm(p) && *num < cap)
        list[(*num)++] = "webassembly=on";
    if (p->script.variant.rle && *num < cap)
        list[(*num)++] = p->script.variant.rle == 1 ? "run-length=on" : "run-length=off";
}

static const char *dialect_wanted(const play *p, const char *key) {
    const dialects_spec *wanted = p->script.spec->needs ? p->script.spec->needs->dialect : NULL;
    for (size_t i = 0; wanted && i < wanted->num_entries; i++) {
        if (strcmp(wanted->entries[i].name, key) == 0)
            return spec_text(wanted->entries[i].is);
    }
    return dialect_default(p, key);
}

void stub_set_dialects(play *p) {
    static const char *const keys[] = {"multimem", "x", "multibreak"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(keys); i++)
        (void)scope_set(&p->names, rsp_arena_printf(&p->room.arena, "dialect.%s", keys[i]),
                        value_bytes(rsp_bytes_str(dialect_wanted(p, keys[i]))));
}

static bool lacks_program(const rsp_profile *profile, const char *program) {
    for (size_t i = 0; profile && i < profile->num_missing_programs; i++) {
        if (strcmp(profile->missing_programs[i], program) == 0)
            return true;
    }
    return false;
}

void stub_note_start(stub_knowledge *k, const rsp_link *link) {
    k->num_starts += rsp_link_pid(link) > 0 && rsp_link_stats_get(link).num_connects <= 1;
}

enum { MAX_OPTIONS = 32, MAX_ARGUMENTS = 64 };

/* Leaves the line for a process of the play's own, but not for one that there can't be. */
static rsp_status make_room(play *p, rsp_stub_request *request, rsp_error *error) {
    rsp_link *lent = NULL;
    request->kept = p->stub->kept->link;
    rsp_status status = p->provider->open(p->provider->ctx, &lent, request, error);
    rsp_link_close(lent);
    request->kept = NULL;
    if (status == RSP_OK)
        kept_leave(p->stub->kept, KEPT_NONE, "");
    return status;
}

/* Scenarios that share a line begin one where there is none. */
static rsp_status open_request(play *p, rsp_stub_request *request, rsp_error *error) {
    const rsp_stub_provider *from = p->provider;
    kept_line *k = p->stub->kept;
    const bool takes_used = (p->process.shared || p->process.last) && !p->process.fresh;
    if (k->state == KEPT_OPEN && k->renewable && !takes_used) {
        rsp_status refused = make_room(p, request, error);
        if (refused != RSP_OK)
            return refused;
    }
    request->kept = kept_link(p);
    const bool begins = !request->kept && (p->process.shared || takes_used) && sharing_of(p) == SHARING_LINE;
    if (begins) {
        rsp_link *link = NULL;
        rsp_status status = from->open(from->ctx, &link, request, error);
        if (status != RSP_OK)
            return status;
        stub_note_start(p->stub, link);
        kept_begin_line(k, link);
        request->kept = link;
    }
    rsp_status status = from->open(from->ctx, &p->t.link, request, error);
    if (status == RSP_OK && !request->kept)
        stub_note_start(p->stub, p->t.link);
    const bool comes_again = status == RSP_OK && rsp_link_stats_get(p->t.link).num_connects > 1;
    p->process.used = (p->process.shared || takes_used) && (comes_again || kept_has_spoken(p));
    return status;
}

/* The scenario's time begins with its first link, and stands still while another one is opened: how long a
 * stub takes to start is not the scenario's doing. */
static void grant_time(play *p, uint64_t began_ns) {
    const uint64_t now_ns = rsp_clock_now(&p->t.clock);
    const bool first = p->t.until_ns == 0;
    p->t.until_ns =
        first ? rsp_deadline(now_ns, p->times.deadline_ns) : rsp_deadline(p->t.until_ns, now_ns - began_ns);
}

static rsp_status open_program(play *p, const char *program, rsp_error *error) {
    const char *options[MAX_OPTIONS];
    const char *arguments[MAX_ARGUMENTS];
    rsp_stub_request request = {.program = program,
                                .arguments = arguments,
                                .options = options,
                                .play = p->script.scenario->play,
                                .rtt_ns = p->options->rtt_ns,
                                .fresh = !(p->process.shared || p->process.last) || p->process.fresh,
                                .seed = p->options->seed};
    if (lacks_program(p->profile, program))
        return rsp_fail(error, RSP_NOT_FOUND, "the stub can't run %s", program);
    add_options(p, options, &request.num_options, MAX_OPTIONS);
    const payloads_spec *list = p->script.spec->needs ? p->script.spec->needs->arguments : NULL;
    for (size_t i = 0; list && i < list->num && i < MAX_ARGUMENTS; i++) {
        rsp_buf text = {.mem = p->room.arena.mem};
        if (play_payload(p, list->items[i], &text))
            arguments[request.num_arguments++] = rsp_arena_str(&p->room.arena, rsp_buf_cstr(&text));
        rsp_buf_free(&text);
    }
    p->ours.program = *program || !p->profile ? program : p->profile->default_program;
    const uint64_t began_ns = rsp_clock_now(&p->t.clock);
    rsp_status status = open_request(p, &request, error);
    p->times.start_ns = status == RSP_OK ? rsp_link_now(p->t.link) : 0;
    rsp_buf_clear(&p->words_before);
    if (status == RSP_OK) {
        rsp_buf_append(&p->words_before, rsp_link_last_words(p->t.link));
        grant_time(p, began_ns);
    }
    return status;
}

/* What scenarios that do not care get: the profile's choice, else the debuggee with $scratch, where the
 * stub can be given one. */
const char *stub_default_program(const rsp_stub_provider *provider, const rsp_profile *profile) {
    rsp_bytes elf;
    bool chosen = profile && *profile->default_program;
    bool there = provider->image && provider->image(provider->ctx, RSP_PROGRAM_DEFAULT, &elf) == RSP_OK;
    return !chosen && there ? RSP_PROGRAM_DEFAULT : "";
}

/* A scenario that only lets something run gets the debuggee that does not end. */
static const char *program_for(play *p) {
    rsp_bytes elf;
    const needs_spec *needs = p->script.spec->needs;
    if (stub_runs_wasm(p))
        return "";
    const bool together = needs && needs->runs && needs->runs->word == RUNS_WITH_THREADS;
    const char *runs = together ? RSP_PROGRAM_TOGETHER : RSP_PROGRAM_ENDLESS;
    if (needs && needs->runs && needs->runs->word != RUNS_WEBASSEMBLY && p->provider->image &&
        p->provider->image(p->provider->ctx, runs, &elf) == RSP_OK)
        return runs;
    return stub_default_program(p->provider, p->profile);
}

/* A stub with its own program, of which the guest takes the place once hands are shaken. */
static rsp_status open_for_guest(play *p, const char *program, rsp_error *error) {
    rsp_status status = open_program(p, "", error);
    p->ours.program = program;
    p->ours.guest = GUEST_WANTED;
    return status;
}

/* A program that the stub does not run may be one that the guest plays. */
static rsp_status open_named(play *p, const char *program, rsp_error *error) {
    const char *why = NULL;
    if (guest_serves(p, program, &why))
        return open_for_guest(p, program, error);
    rsp_status status = open_program(p, program, error);
    if (status == RSP_UNSUPPORTED && why)
        return rsp_fail(error, status, "%s", why);
    return status;
}

/* The first program of the list that there is. */
rsp_status stub_open(play *p, rsp_error *error) {
    const names_spec *programs = p->script.spec->needs ? p->script.spec->needs->program : NULL;
    const char *why = NULL;
    p->ours.program = "";
    if (!programs && guest_is_wanted(p) && guest_serves(p, guest_part(p), &why))
        return open_for_guest(p, guest_part(p), error);
    if (!programs)
        return open_program(p, program_for(p), error);
    rsp_status status = RSP_NOT_FOUND;
    for (size_t i = 0; i < programs->num && status == RSP_NOT_FOUND; i++)
        status = open_named(p, spec_text(programs->items[i]), error);
    return status;
}

/* The provider hears of every link's end, and only once. */
void stub_ask_provider(play *p, rsp_buf *out) {
    if (p->provider->last_words && !p->told_end)
        p->provider->last_words(p->provider->ctx, p->t.link, out);
    p->told_end = true;
}

void stub_close(play *p) {
    rsp_buf unused = {.mem = p->room.arena.mem};
    if (!p->t.link)
        return;
    const bool at_rest = kept_clear(p) || p->process.found.untouched;
    kept_restore(p);
    kept_owe(p);
    if (p->t.link)
        stub_ask_provider(p, &unused);
    rsp_buf_free(&unused);
    client_end_free(&p->t);
    rsp_link_close(p->second);
    p->second = NULL;
    if (!at_rest || !sharing_rest(p))
        rsp_link_close(p->t.link);
    p->t.link = NULL;
    p->told_end = false;
}
