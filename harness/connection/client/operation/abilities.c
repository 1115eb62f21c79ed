/* What is known of the stub: learnt by connect.c and by the answers of jobs.
 * A packet that the options switch off stays off.
 * See abilities.h. */
/* SPDX-License-Identifier: MIT */
#include "abilities.h"

#include "client_state.h"

#include "codec/negotiated.h"
#include "codec/signals.h"
#include "core/limits.h"
#include <assert.h>

const char *rsp_client_use_name(rsp_client_use use) {
    static const char *const names[] = {
#define USE_NAME(name, text) text,
        RSP_CLIENT_USE_LIST(USE_NAME)
#undef USE_NAME
    };
    return (size_t)use < RSP_ARRAY_LEN(names) ? names[use] : "?";
}

void client_abilities_init(client_abilities *stub, const rsp_client_options *options) {
    *stub = (client_abilities){.features = {.mem = options->mem},
                               .packet_bytes = RSP_LIMIT_CLIENT_PACKET_BYTES,
                               .read_dialect = options->dialect};
    for (int use = 0; use < RSP_USE_COUNT; use++)
        if (options->off & RSP_USE_BIT(use))
            stub->support[use] = RSP_SUPPORT_OFF;
}

void client_abilities_free(client_abilities *stub) {
    rsp_buf_free(&stub->features);
}

void client_abilities_validate(const client_abilities *stub) {
    (void)stub; /* without assertions */
    assert(stub->packet_bytes >= RSP_LIMIT_CLIENT_PACKET_BYTES_MIN);
    assert(stub->packet_bytes <= RSP_LIMIT_SESSION_PACKET_BYTES);
    assert(stub->read_dialect <= RSP_DIALECT_RFC && stub->x_dialect <= RSP_DIALECT_RFC);
    assert(stub->support[RSP_USE_BINARY_READ] != RSP_SUPPORT_YES || stub->x_dialect != RSP_DIALECT_AUTO);
}

bool client_uses(const rsp_client *c, rsp_client_use use) {
    return c->stub.support[use] == RSP_SUPPORT_YES;
}

void client_learn(rsp_client *c, rsp_client_use use, rsp_client_support support) {
    if (c->stub.support[use] != RSP_SUPPORT_OFF)
        c->stub.support[use] = support;
}

bool client_vcont_denied(rsp_client *c) {
    if (!c->stub.vcont_presumed || rsp_client_is_non_stop(c))
        return false;
    c->stub.vcont_presumed = false;
    client_learn(c, RSP_USE_VCONT, RSP_SUPPORT_NO);
    return true;
}

rsp_client_support rsp_client_supports(const rsp_client *c, rsp_client_use use) {
    return (size_t)use < RSP_USE_COUNT ? c->stub.support[use] : RSP_SUPPORT_NO;
}

rsp_bytes rsp_client_features(const rsp_client *c) {
    return rsp_buf_bytes(&c->stub.features);
}

size_t rsp_client_packet_bytes(const rsp_client *c) {
    return c->stub.packet_bytes;
}

unsigned rsp_client_vcont(const rsp_client *c) {
    return client_uses(c, RSP_USE_VCONT) ? c->stub.vcont : 0;
}

bool rsp_client_is_non_stop(const rsp_client *c) {
    return rsp_mode_is_on(&c->stub.modes, RSP_MODE_NON_STOP);
}

bool rsp_client_is_multiprocess(const rsp_client *c) {
    return client_uses(c, RSP_USE_MULTIPROCESS);
}

rsp_client_dialect rsp_client_read_dialect(const rsp_client *c) {
    return c->stub.read_dialect;
}

/* --- signals --- */

uint8_t client_wire_signal(const rsp_client *c, uint8_t signal) {
    return c->stub.native_signals ? (uint8_t)rsp_signal_to_linux(signal) : signal;
}

uint8_t client_signal_of(const rsp_client *c, uint8_t wire) {
    return c->stub.native_signals ? (uint8_t)rsp_signal_from_linux(wire) : wire;
}
