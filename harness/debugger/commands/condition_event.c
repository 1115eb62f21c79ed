/* Signals of faults end the run, since there is something to see; so do those that stop a program. All
 * others are the program's affair.
 * See condition_event.h. */
/* SPDX-License-Identifier: MIT */
#include "commands/condition_event.h"
#include "core/text.h"

#include "codec/feature.h"
#include "codec/signals.h"
#include "core/hex.h"

#include <inttypes.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

bool condition_event_of_lldb(const rsp_client *client) {
    return rsp_feature_yes(rsp_client_features(client), rsp_packet_name(RSP_PACKET_QTHREAD_SUFFIX));
}

static bool ends_run(unsigned signal) {
    if (rsp_signal_is_fault(signal))
        return true;
    switch (signal) {
    case RSP_SIGNAL_INT:
    case RSP_SIGNAL_STOP:
    case RSP_SIGNAL_TSTP:
    case RSP_SIGNAL_TTIN:
    case RSP_SIGNAL_TTOU:
        return true;
    default:
        return false;
    }
}

rsp_status condition_event_pass_signals(rsp_client *client, bool on) {
    uint8_t passed[UINT8_MAX];
    size_t num = 0;
    for (unsigned number = 1; on && number <= UINT8_MAX; number++)
        if (rsp_signal_to_linux(number) != 0 && !ends_run(number))
            passed[num++] = (uint8_t)number;
    const rsp_status status = rsp_client_pass_signals(client, passed, num);
    return status == RSP_REFUSED || status == RSP_UNSUPPORTED ? RSP_OK : status;
}

/* In non-stop; in all-stop the client lets children go by itself. The child has the program's memory, with
 * all that was written into it. Breakpoints are taken out of it; code there finds that nobody debugs it. */
static rsp_status let_child_go(condition_run *run, const rsp_stop_reply *stop) {
    rsp_status status = rsp_client_detach(run->client, stop->reason_id.pid);
    return status == RSP_REFUSED || status == RSP_UNSUPPORTED ? RSP_OK : status;
}

rsp_status condition_event_passes(condition_run *run, const rsp_conditional_stop *stop, rsp_move *resume,
                                  bool *out) {
    const rsp_stop_reply *reply = stop->stop;
    *resume = (rsp_move){0};
    *out = false;
    if (!reply || (reply->kind != RSP_STOP_THREAD && reply->kind != RSP_STOP_SIGNAL))
        return RSP_OK;
    *out = reply->reason == RSP_REASON_FORK || reply->reason == RSP_REASON_VFORK ||
           reply->reason == RSP_REASON_VFORKDONE;
    if (reply->reason == RSP_REASON_FORK || reply->reason == RSP_REASON_VFORK)
        return let_child_go(run, reply);
    if (*out || ends_run(reply->signal))
        return RSP_OK;
    *out = true;
    resume->signal = reply->signal;
    return RSP_OK;
}

static const char *place_of(condition_run *run, const rsp_conditional_stop *stop) {
    rsp_module *module = NULL;
    rsp_buf text = {0};
    if (!stop->has_pc)
        return "elsewhere";
    rsp_modules_stale(&run->modules);
    if (rsp_modules_at(&run->modules, stop->pc, &module) != RSP_OK)
        return "elsewhere";
    const rsp_debug_file *file = module ? rsp_module_file(&run->modules, module) : NULL;
    rsp_debug_symbol symbol;
    rsp_debug_place place = {0};
    if (file)
        place = rsp_debug_place_at(file, stop->pc - module->bias);
    if (place.has_line || place.function)
        rsp_debug_place_append(&text, &place);
    else if (module && rsp_module_symbol(&run->modules, module, stop->pc, &symbol))
        rsp_text_printf(&text, "in %s", symbol.name);
    const char *known = rsp_arena_printf(&run->arena, "%s%s%s0x%" PRIx64, place.has_line ? "at " : "",
                                         rsp_buf_cstr(&text), text.len > 0 ? ", " : "at ", stop->pc);
    rsp_buf_free(&text);
    return known;
}

static const char *describe_exec(condition_run *run, const rsp_stop_reply *stop) {
    rsp_buf path = {0};
    const char *text = "the program has executed another one: the breakpoints are gone with the old one";
    if (rsp_hex_decode(&path, stop->reason_text) == RSP_OK && path.len > 0)
        text = rsp_arena_printf(&run->arena,
                                "the program has executed %s: the breakpoints are gone with the old one",
                                rsp_buf_cstr(&path));
    rsp_buf_free(&path);
    return text;
}

static const char *signal_text(condition_run *run, unsigned signal) {
    const char *name = rsp_signal_name(signal);
    return name ? name : rsp_arena_printf(&run->arena, "signal %u", signal);
}

const char *condition_event_describe(condition_run *run, const rsp_conditional_stop *stop) {
    const rsp_stop_reply *reply = stop->stop;
    rsp_arena *arena = &run->arena;
    if (!reply)
        return "the program stopped, and nothing says why";
    switch (reply->kind) {
    case RSP_STOP_EXITED:
        return rsp_arena_printf(arena, "the program ended (exit %" PRIu64 ")", reply->status);
    case RSP_STOP_TERMINATED:
        return rsp_arena_printf(arena, "the program was ended by %s", signal_text(run, reply->signal));
    case RSP_STOP_SIGNAL:
    case RSP_STOP_THREAD:
        if (reply->reason == RSP_REASON_EXEC || rsp_bytes_equal(reply->lldb_reason, RSP_LIT("exec")))
            return describe_exec(run, reply);
        return rsp_arena_printf(arena, "the program stopped by %s %s", signal_text(run, reply->signal),
                                place_of(run, stop));
    case RSP_STOP_THREAD_EXITED:
    case RSP_STOP_NO_RESUMED:
    case RSP_STOP_OUTPUT:
    case RSP_STOP_FILEIO:
        break;
    }
    return "the program stopped for another reason";
}
