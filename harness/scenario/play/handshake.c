/* The handshake: qSupported, no-ack, extended and non-stop mode, and the thread that is selected.
 * The scenario decides before the matrix does.
 * Source: GDB manual, General Query Packets (qSupported). */
/* SPDX-License-Identifier: MIT */
#include "play/handshake.h"

#include "play/evaluate.h"
#include "play/failure.h"
#include "play/request.h"

#include <rsp/feature.h>
#include <rsp/packet_table.h>

/* What a debugger names in qSupported. xmlRegisters: without it gdbserver on x86 describes no registers. */
static const char *const default_features[] = {"multiprocess+", "swbreak+", "hwbreak+", "vContSupported+",
                                               "xmlRegisters=i386"};

static const connect_spec usual = {0};

static bool lists(const texts_spec *list, const char *text) {
    for (size_t i = 0; list && i < list->num; i++) {
        if (rsp_bytes_equal(list->items[i]->text, rsp_bytes_str(text)))
            return true;
    }
    return false;
}

static void add_feature(play *p, rsp_buf *out, const char *name) {
    rsp_buf_str(out, out->len > 10 ? ";" : ":");
    rsp_buf_str(out, name);
    if (strcmp(name, "multiprocess+") == 0)
        p->offered |= 1U;
}

static void add_features(play *p, rsp_buf *out, const text_spec *const *items, size_t num) {
    for (size_t i = 0; i < num; i++)
        add_feature(p, out, spec_text(items[i]));
}

/* The qSupported request of this connection. */
static void build_supported(play *p, const connect_spec *connect, rsp_buf *out) {
    const client_features_spec *named = connect->features;
    const needs_spec *needs = p->spec->needs;
    const bool by_default = !named || spec_is_word(&named->w, CLIENT_FEATURES_DEFAULT);
    const bool single = needs && !spec_says(needs->multiprocess, true);
    p->offered = 0;
    rsp_buf_append(out, rsp_packet_name(RSP_PACKET_QSUPPORTED));
    for (size_t i = 0; by_default && i < RSP_ARRAY_LEN(default_features); i++) {
        bool left_out = lists(connect->remove, default_features[i]) || (single && i == 0);
        if (!left_out)
            add_feature(p, out, default_features[i]);
    }
    if (named)
        add_features(p, out, named->items, named->num);
    if (connect->add)
        add_features(p, out, connect->add->items, connect->add->num);
}

static step_end ask_supported(play *p, const connect_spec *connect) {
    rsp_buf request = {.mem = p->arena.mem};
    build_supported(p, connect, &request);
    step_end end = play_request(p, &p->spec->w, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    if (end != STEP_OK)
        return end;
    rsp_buf_clear(&p->supported);
    rsp_buf_append(&p->supported, talk_payload(&p->t));
    play_trouble(p, p->supported.status);
    return STEP_OK;
}

/* A request whose arguments are `args`. */
static step_end ask_ok(play *p, rsp_packet_id packet, const char *args, bool *out_ok) {
    step_end end = play_requestf(p, &p->spec->w, "%s%s", rsp_packet_text(packet), args);
    *out_ok = end == STEP_OK && rsp_bytes_equal(talk_payload(&p->t), RSP_LIT("OK"));
    return end;
}

/* Whether this play is to be in no-ack mode: the scenario decides before the matrix. */
static bool wants_no_ack(const play *p, const connect_spec *connect) {
    const needs_spec *needs = p->spec->needs;
    if (needs && needs->mode)
        return needs->mode->word == MODE_NO_ACK;
    return spec_says(connect->no_ack, p->variant.acks == 2 || (p->variant.acks == 0 && p->prefers_no_ack));
}

/* Modes that a scenario asks for; one that there is not skips it. */
static step_end ask_modes(play *p, const connect_spec *connect) {
    bool ok = false;
    step_end end = STEP_OK;
    if (spec_says(connect->extended, false)) {
        end = ask_ok(p, RSP_PACKET_EXTENDED, "", &ok);
        p->skip = end == STEP_OK && !ok ? "extended mode is not supported" : p->skip;
    }
    if (end == STEP_OK && spec_says(connect->non_stop, false)) {
        end = ask_ok(p, RSP_PACKET_QNON_STOP, ":1", &ok);
        p->non_stop = ok;
        p->skip = end == STEP_OK && !ok ? "non-stop mode is not supported" : p->skip;
    }
    return end;
}

static step_end negotiate(play *p, const connect_spec *connect) {
    bool ok = false;
    step_end end = STEP_OK;
    rsp_buf_clear(&p->supported);
    if (spec_says(connect->qsupported, true))
        end = ask_supported(p, connect);
    if (end == STEP_OK && wants_no_ack(p, connect)) {
        end = ask_ok(p, RSP_PACKET_QSTART_NO_ACK_MODE, "", &ok);

        rsp_session_set_no_ack(p->t.session, ok);
    }
    if (end == STEP_OK)
        end = ask_modes(p, connect);
    /* As GDB begins, whatever the answer: gdbserver 13 dies of several requests while no thread was selected.
     */
    bool multi = (p->offered & 1U) && rsp_feature_yes(rsp_buf_bytes(&p->supported), RSP_LIT("multiprocess"));
    if (end == STEP_OK && !p->skip && spec_says(connect->select, true))
        end = play_request(p, &p->spec->w, multi ? RSP_LIT("Hgp0.0") : RSP_LIT("Hg0"));
    return end == STEP_OK && p->skip ? STEP_SKIP : end;
}

static step_end send_first(play *p, const payload_spec *first) {
    rsp_buf bytes = {.mem = p->arena.mem};
    step_end end = play_payload(p, first, &bytes) ? STEP_OK : STEP_FAILED;
    rsp_status status = end == STEP_OK ? talk_send_raw(&p->t, rsp_buf_bytes(&bytes), false, 0) : RSP_OK;
    rsp_buf_free(&bytes);
    return status == RSP_OK ? end : play_fail_status(p, &first->w, status, "the first bytes");
}

bool wants_handshake(const connect_spec *connect) {
    return !connect || spec_says(connect->handshake, true);
}

step_end play_handshake(play *p, const connect_spec *connect) {
    p->non_stop = false;
    p->connect = connect;
    step_end end = connect && connect->first ? send_first(p, connect->first) : STEP_OK;
    return end == STEP_OK && wants_handshake(connect) ? negotiate(p, connect ? connect : &usual) : end;
}

step_end play_reconnect(play *p, const written *at, const connect_spec *connect) {
    rsp_error error = {0};
    rsp_status status = talk_reconnect(&p->t, &error);
    if (status == RSP_UNSUPPORTED || rsp_profile_has(p->profile, RSP_QUIRK_SINGLE_CLIENT)) {
        p->skip = "the stub serves one connection only";
        return STEP_SKIP;
    }
    if (status != RSP_OK)
        return play_fail(p, at, status == RSP_DIED ? RSP_VERDICT_CRASH : RSP_VERDICT_FAIL,
                         "can't connect again: %s", error.msg[0] ? error.msg : rsp_status_text(status));
    return play_handshake(p, connect ? connect : p->connect);
}
