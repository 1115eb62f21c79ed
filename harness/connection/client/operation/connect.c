/* Getting to know the stub, and the requests that begin and end a program.
 * What is announced is believed until an answer says otherwise.
 * Source: GDB manual, General Query Packets (qSupported); Packets (?, D, k, vAttach, vKill, vRun). */
/* SPDX-License-Identifier: MIT */
#include "client_state.h"

#include "codec/feature.h"
#include "codec/negotiated.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>

/* --- qSupported --- */

static const char announced[] = "swbreak+;hwbreak+;fork-events+;vfork-events+;exec-events+;no-resumed+;"
                                "vContSupported+;error-message+;xmlRegisters=i386";

/* Statuses that mean "it can not": connecting goes on. */
static bool is_no(rsp_status status) {
    return status == RSP_REFUSED || status == RSP_UNSUPPORTED;
}

static void learn_packet_size(rsp_client *c, rsp_bytes list) {
    rsp_feature feature;
    uint64_t size = RSP_LIMIT_CLIENT_PACKET_BYTES;
    if (rsp_feature_find(&feature, list, RSP_LIT("PacketSize")) &&
        rsp_hex_u64(&size, feature.value) == RSP_RANGE)
        size = UINT64_MAX;
    if (c->options.packet_bytes && size > c->options.packet_bytes)
        size = c->options.packet_bytes;
    if (size > RSP_LIMIT_SESSION_PACKET_BYTES)
        size = RSP_LIMIT_SESSION_PACKET_BYTES;
    if (size < RSP_LIMIT_CLIENT_PACKET_BYTES_MIN)
        size = RSP_LIMIT_CLIENT_PACKET_BYTES_MIN;
    c->stub.packet_bytes = (size_t)size;
}

static void learn_features(rsp_client *c, rsp_bytes list) {
    static const struct row {
        rsp_client_use use;
        rsp_packet_id packet; /* whose feature it is; UNKNOWN: of no packet */
        const char *name;
    } rows[] = {
        {RSP_USE_MULTI_READ, RSP_PACKET_MULTI_MEM_READ, NULL},
        {RSP_USE_MULTI_BREAK_LLDB, RSP_PACKET_JMULTI_BREAKPOINT, NULL},
        {RSP_USE_MULTI_BREAK_RFC, RSP_PACKET_MULTI_BREAKPOINT, NULL},
        {RSP_USE_CONDITIONS, RSP_PACKET_UNKNOWN, "ConditionalBreakpoints"},
        {RSP_USE_NO_ACK, RSP_PACKET_QSTART_NO_ACK_MODE, NULL},
        {RSP_USE_NON_STOP, RSP_PACKET_QNON_STOP, NULL},
        {RSP_USE_MULTIPROCESS, RSP_PACKET_UNKNOWN, "multiprocess"},
        {RSP_USE_BACK_STEP, RSP_PACKET_REVERSE_STEP, NULL},
        {RSP_USE_BACK_CONTINUE, RSP_PACKET_REVERSE_CONTINUE, NULL},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_bytes name = rows[i].name ? rsp_bytes_str(rows[i].name) : rsp_packet_feature(rows[i].packet);
        client_learn(c, rows[i].use, rsp_feature_yes(list, name) ? RSP_SUPPORT_YES : RSP_SUPPORT_NO);
    }
    /* Announced by LLDB's stubs only, of which LLDB expects these numbers. */
    c->stub.native_signals = rsp_feature_yes(list, RSP_LIT("native-signals")) ||
                             rsp_feature_yes(list, rsp_packet_name(RSP_PACKET_QTHREAD_SUFFIX));
    /* A named dialect leaves only its own form; of both, AUTO takes LLDB's. */
    if (c->options.dialect == RSP_DIALECT_RFC)
        client_learn(c, RSP_USE_MULTI_BREAK_LLDB, RSP_SUPPORT_NO);
    if (c->options.dialect == RSP_DIALECT_LLDB)
        client_learn(c, RSP_USE_MULTI_BREAK_RFC, RSP_SUPPORT_NO);
    /* binary-upload+ is how GDB's form of x is announced; LLDB's is found by trying. */
    if (rsp_feature_yes(list, RSP_LIT("binary-upload"))) {
        c->stub.x_dialect = RSP_DIALECT_RFC;
        client_learn(c, RSP_USE_BINARY_READ, RSP_SUPPORT_YES);
    }
    learn_packet_size(c, list);
}

static rsp_status ask_features(rsp_client *c) {
    rsp_bytes reply;
    rsp_buf *request = client_request(c);
    rsp_packet_begin(request, RSP_PACKET_QSUPPORTED);
    if (c->stub.support[RSP_USE_MULTIPROCESS] != RSP_SUPPORT_OFF)
        rsp_buf_str(request, "multiprocess+;");
    rsp_buf_str(request, announced);
    if (c->options.features)
        rsp_buf_printf(request, ";%s", c->options.features);
    rsp_status status = client_ask(c, rsp_buf_bytes(request), 0, &reply);
    if (status != RSP_OK && !is_no(status))
        return status;
    rsp_buf_clear(&c->stub.features);
    if (status == RSP_OK)
        rsp_buf_append(&c->stub.features, reply);
    learn_features(c, rsp_buf_bytes(&c->stub.features));
    return c->stub.features.status;
}

/* --- modes --- */

static rsp_status start_no_ack(rsp_client *c) {
    if (!client_uses(c, RSP_USE_NO_ACK) || rsp_session_is_no_ack(c->session))
        return RSP_OK;
    rsp_status status = rsp_session_start_no_ack(c->session);
    if (status == RSP_UNSUPPORTED)
        client_learn(c, RSP_USE_NO_ACK, RSP_SUPPORT_REFUSED);
    else if (status != RSP_OK)
        return rsp_fail(&c->error, status, "%s: %s", rsp_packet_text(RSP_PACKET_QSTART_NO_ACK_MODE),
                        rsp_status_text(status));
    return RSP_OK;
}

static rsp_status ask_vcont(rsp_client *c) {
    rsp_bytes reply;
    if (c->stub.support[RSP_USE_VCONT] == RSP_SUPPORT_OFF)
        return RSP_OK;
    rsp_status status = rsp_client_try_packet(c, rsp_packet_name(RSP_PACKET_VCONT_QUERY), &reply);
    if (status != RSP_OK && !is_no(status))
        return status;
    bool good = status == RSP_OK && rsp_vcont_reply_parse(&c->stub.vcont, NULL, reply, NULL) == RSP_OK;
    /* A vCont that can not do both is left alone. */
    unsigned need = RSP_VCONT_CONTINUE | RSP_VCONT_STEP;
    /* What is announced is better than a plain c or s: gdbserver 13 takes what lies on its stack for the
     * range of these: then it steps on and on, and keeps traps of the program's own to itself. */
    c->stub.vcont_presumed = (status != RSP_OK || reply.len == 0) &&
                             rsp_feature_yes(rsp_buf_bytes(&c->stub.features), RSP_LIT("vContSupported"));
    if (c->stub.vcont_presumed) {
        c->stub.vcont = need | RSP_VCONT_CONTINUE_SIGNAL | RSP_VCONT_STEP_SIGNAL;
        good = true;
    }
    client_learn(c, RSP_USE_VCONT, good && (c->stub.vcont & need) == need ? RSP_SUPPORT_YES : RSP_SUPPORT_NO);
    return RSP_OK;
}

static rsp_status start_non_stop(rsp_client *c) {
    rsp_bytes reply;
    if (!c->options.non_stop || !client_uses(c, RSP_USE_NON_STOP))
        return RSP_OK;
    rsp_buf *request = client_request(c);
    rsp_packet_begin(request, RSP_PACKET_QNON_STOP);
    rsp_buf_push(request, '1');
    rsp_status status = client_ask(c, rsp_buf_bytes(request), 0, &reply);
    if (status != RSP_OK && !is_no(status))
        return status;
    rsp_negotiated_update(&c->stub.modes, rsp_buf_bytes(request), reply);
    if (!rsp_client_is_non_stop(c))
        client_learn(c, RSP_USE_NON_STOP, RSP_SUPPORT_REFUSED);
    return RSP_OK;
}

/* In non-stop the reply is the first of the stops that vStopped then tells. */
static rsp_status fetch_rest(rsp_client *c) {
    rsp_status status = RSP_OK;
    for (size_t n = 0; status == RSP_OK && n < RSP_LIMIT_CLIENT_STOPS; n++) {
        rsp_bytes reply;
        status = client_ask(c, rsp_packet_name(RSP_PACKET_VSTOPPED), 0, &reply);
        if (status != RSP_OK || rsp_bytes_equal(reply, RSP_LIT("OK")))
            break;
        client_nonstop_stopped(c, reply);
    }
    return is_no(status) ? RSP_OK : status;
}

static rsp_status ask_stop(rsp_client *c) {
    rsp_bytes reply;
    rsp_status status = client_ask(c, rsp_packet_name(RSP_PACKET_REASON), 0, &reply);
    if (status != RSP_OK)
        return is_no(status) ? RSP_OK : status;
    if (reply.len == 0 || (reply.ptr[0] != 'S' && reply.ptr[0] != 'T'))
        return RSP_OK;
    status = client_take_stop(c, reply, &c->error);
    if (status != RSP_OK || !rsp_client_is_non_stop(c))
        return status;
    client_halted_note(c, &c->stops.reply);
    return fetch_rest(c);
}

/* A new connection is in none, and what the old one reported in non-stop is of no use. */
static void forget_modes(rsp_client *c) {
    rsp_negotiated_reset(&c->stub.modes);
    client_stops_drop(c);
    client_halted_forget(c);
    c->run.some_unknown = false;
    c->stub.silent = false;
}

rsp_status rsp_client_connect(rsp_client *c) {
    static rsp_status (*const steps[])(rsp_client *) = {ask_features, start_no_ack, ask_vcont, start_non_stop,
                                                        ask_stop};
    rsp_status status = RSP_OK;
    client_validate(c);
    forget_modes(c);
    for (size_t i = 0; status == RSP_OK && i < RSP_ARRAY_LEN(steps); i++)
        status = steps[i](c);
    client_validate(c);
    return status;
}

/* --- beginning and ending --- */

/* vAttach and vRun: a stop reply in all-stop, OK in non-stop. */
static rsp_status begin(rsp_client *c, uint64_t timeout_ns) {
    rsp_bytes reply;
    rsp_status status = client_ask(c, rsp_buf_bytes(&c->request), timeout_ns, &reply);
    if (status != RSP_OK)
        return status;
    if (rsp_client_is_non_stop(c) && rsp_bytes_equal(reply, RSP_LIT("OK"))) {
        c->run.num_processes++;
        return RSP_OK;
    }
    size_t before = c->run.num_processes;
    status = client_take_stop(c, reply, &c->error);
    if (before > 0 && c->run.num_processes == before && client_uses(c, RSP_USE_MULTIPROCESS))
        c->run.num_processes++;
    return status;
}

rsp_status rsp_client_attach(rsp_client *c, int64_t pid, uint64_t timeout_ns) {
    client_validate(c);
    rsp_buf *request = client_request(c);
    if (pid <= 0)
        return rsp_fail(&c->error, RSP_USAGE, "no process id");
    rsp_packet_begin(request, RSP_PACKET_VATTACH);
    rsp_hex_append_u64(request, (uint64_t)pid);
    return begin(c, timeout_ns);
}

/* Asks for extended mode, unless it is on. */
static rsp_status extend(rsp_client *c) {
    rsp_bytes reply;
    rsp_bytes request = rsp_packet_name(RSP_PACKET_EXTENDED);
    if (rsp_mode_is_on(&c->stub.modes, RSP_MODE_EXTENDED))
        return RSP_OK;
    rsp_status status = client_ask(c, request, 0, &reply);
    if (status == RSP_OK)
        rsp_negotiated_update(&c->stub.modes, request, reply);
    return status;
}

rsp_status rsp_client_launch(rsp_client *c, const rsp_bytes *argv, size_t argc, uint64_t timeout_ns) {
    client_validate(c);
    rsp_status status = extend(c);
    if (status != RSP_OK)
        return status;
    rsp_buf *request = client_request(c);
    rsp_buf_append(request, rsp_packet_name(RSP_PACKET_VRUN));
    for (size_t i = 0; i < argc || i == 0; i++) {
        rsp_buf_push(request, ';');
        if (i < argc)
            rsp_hex_append(request, argv[i]);
    }
    return begin(c, timeout_ns);
}

static int64_t process_of(const rsp_client *c, int64_t pid) {
    return pid > 0 ? pid : rsp_client_stop_thread(c).pid;
}

static void ended(rsp_client *c, int64_t pid) {
    rsp_client_forget_sites(c, pid);
    if (!client_uses(c, RSP_USE_MULTIPROCESS))
        c->run.num_processes = 0;
    else if (c->run.num_processes > 0)
        c->run.num_processes--;
    if (c->run.num_processes == 0)
        client_runs_over(c);
    c->selection = (client_selection){0};
    client_registers_stale(c);
}

/* Sites that can not be removed must not keep the program from being let go; a dead connection does. */
static rsp_status clean(rsp_client *c, int64_t pid) {
    rsp_status status = rsp_client_remove_sites(c, client_uses(c, RSP_USE_MULTIPROCESS) ? pid : 0, NULL);
    return status == RSP_REFUSED || status == RSP_MALFORMED ? RSP_OK : status;
}

static rsp_status expect_ok(rsp_client *c, rsp_bytes payload) {
    rsp_bytes reply;
    rsp_status status = client_ask(c, payload, 0, &reply);
    if (status == RSP_OK && !rsp_bytes_equal(reply, RSP_LIT("OK")))
        return rsp_fail(&c->error, RSP_MALFORMED, "the reply is neither OK nor an error");
    return status;
}

rsp_status rsp_client_detach(rsp_client *c, int64_t pid) {
    client_validate(c);
    pid = process_of(c, pid);
    rsp_status status = clean(c, pid);
    if (status != RSP_OK)
        return status;
    rsp_buf *request = client_request(c);
    rsp_buf_append(request, rsp_packet_name(RSP_PACKET_DETACH));
    if (client_uses(c, RSP_USE_MULTIPROCESS) && pid > 0) {
        rsp_buf_push(request, ';');
        rsp_hex_append_u64(request, (uint64_t)pid);
    }
    status = expect_ok(c, rsp_buf_bytes(request));
    if (status == RSP_OK)
        ended(c, pid);
    return status;
}

/* k has no reply: it goes out by hand, and what the stub does then is an event. */
static rsp_status kill_all(rsp_client *c) {
    rsp_status status = rsp_session_send_packet(c->session, rsp_packet_name(RSP_PACKET_KILL));
    if (status != RSP_OK)
        return rsp_fail(&c->error, status, "k: %s", rsp_status_text(status));
    c->run.num_processes = 1; /* all of them */
    ended(c, 0);
    return RSP_OK;
}

rsp_status rsp_client_kill(rsp_client *c, int64_t pid) {
    client_validate(c);
    pid = process_of(c, pid);
    rsp_status status = clean(c, pid);
    if (status != RSP_OK)
        return status;
    if (pid <= 0 || c->stub.support[RSP_USE_VKILL] == RSP_SUPPORT_OFF)
        return kill_all(c);
    rsp_buf *request = client_request(c);
    rsp_packet_begin(request, RSP_PACKET_VKILL);
    rsp_hex_append_u64(request, (uint64_t)pid);
    status = expect_ok(c, rsp_buf_bytes(request));
    client_learn(c, RSP_USE_VKILL, status == RSP_UNSUPPORTED ? RSP_SUPPORT_NO : RSP_SUPPORT_YES);
    if (status == RSP_UNSUPPORTED)
        return kill_all(c);
    if (status == RSP_OK)
        ended(c, pid);
    return status;
}
