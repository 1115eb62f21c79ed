/* What the stub's target is, asked once for the run: description, architecture, optional packets.
 * Where nothing describes the registers, those that the look has found stand for a description.
 * See stub_target.h. */
/* SPDX-License-Identifier: MIT */
#include "play/stub_target.h"

#include "play/failure.h"
#include "play/layout.h"
#include "play/object.h"

#include "codec/feature.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static bool fetch_annex(void *ctx, const char *annex, rsp_buf *out) {
    play *p = ctx;
    return xfer_read(p, NULL, "features", rsp_bytes_str(annex), 0xfff, out) == STEP_OK;
}

rsp_bytes target_pair(rsp_bytes list, const char *key) {
    while (list.len > 0) {
        rsp_bytes pair = rsp_bytes_split(&list, ';');
        if (rsp_bytes_equal(rsp_bytes_split(&pair, ':'), rsp_bytes_str(key)))
            return pair;
    }
    return (rsp_bytes){0};
}

/* From the profile, the description, or LLDB's triple. */
static void find_arch(play *p) {
    stub_knowledge *k = p->stub;
    const char *text = p->profile && *p->profile->architecture ? p->profile->architecture : "";
    if (!*text)
        text = rsp_arch_described(&k->layout.target);
    if (!*text && client_end_request(&p->t, rsp_packet_name(RSP_PACKET_QHOST_INFO)) == RSP_OK) {
        rsp_buf triple = {.mem = p->room.arena.mem};
        if (rsp_hex_decode(&triple, target_pair(client_end_payload(&p->t), "triple")) == RSP_OK)
            text = rsp_arena_str(&k->arena, rsp_buf_cstr(&triple));
        rsp_buf_free(&triple);
    }
    k->layout.arch = rsp_arena_str(&k->arena, rsp_arch_name(text));
    /* What the look saw goes before the table: most architectures have both orders. */
    k->layout.big_endian = k->manners->registers.big_endian == RSP_HABIT_UNKNOWN
                               ? rsp_arch_big_endian(k->layout.arch)
                               : k->manners->registers.big_endian == RSP_HABIT_YES;
    if (k->layout.known && !k->layout.described) /* which register is sp depends on it: not r1 on MIPS */
        k->layout.target.architecture = k->layout.arch;
    k->layout.address_bytes = rsp_arch_address_bytes(k->layout.arch);
    k->layout.address_mask = k->manners->registers.address_mask ? k->manners->registers.address_mask
                                                                : rsp_arch_address_mask(k->layout.arch);
    if (k->layout.known && !k->layout.described)
        k->layout.address_bytes = k->manners->registers.address_bytes;
    /* A description without an architecture says it by its program counter. */
    const rsp_tdesc_register *pc = k->layout.described ? rsp_tdesc_find(&k->layout.target, "pc") : NULL;
    if (pc && !*k->layout.arch && pc->bits >= 16 && pc->bits <= 64)
        k->layout.address_bytes = pc->bits / 8;
}

static void read_description(play *p) {
    stub_knowledge *k = p->stub;
    k->layout.target.arena.mem = k->arena.mem;
    bool offered = rsp_feature_yes(rsp_buf_bytes(&p->opening.supported),
                                   rsp_packet_feature(RSP_PACKET_QXFER_FEATURES_READ));
    k->layout.described =
        offered && rsp_tdesc_read(&k->layout.target, fetch_annex, p) == RSP_OK && k->layout.target.num > 0;
    if (k->layout.target.bad) { /* what could be read of it has no places in g */
        k->layout.described = false;
        k->layout.target.num = 0;
    }
    k->layout.known = k->layout.described;
}

step_end target_read_again(play *p) {
    rsp_tdesc unused = {.arena = {.mem = p->room.arena.mem}};
    (void)!rsp_tdesc_read(&unused, fetch_annex, p);
    rsp_tdesc_free(&unused);
    const rsp_status status = rsp_session_state(p->t.session);
    return status == RSP_OK ? STEP_OK : play_fail_status(p, &p->script.spec->w, status, "target.xml");
}

void target_ask(play *p) {
    stub_knowledge *k = p->stub;
    if (k->probed)
        return;
    k->layout.known = layout_of_look(k);
    k->probed =
        k->layout.known || p->opening.supported.len > 0; /* without qSupported nothing is known of the stub */
    if (!k->layout.known)
        read_description(p);
    find_arch(p);
}

/* --- optional requests --- */

bool target_has_p(play *p) {
    stub_knowledge *k = p->stub;
    if (k->p == PRESENCE_NOT_ASKED && client_end_request(&p->t, RSP_LIT("p0")) == RSP_OK)
        k->p = client_end_payload(&p->t).len > 0 ? PRESENCE_YES : PRESENCE_NO;
    return k->p == PRESENCE_YES;
}

bool target_has_vcont(play *p) {
    stub_knowledge *k = p->stub;
    rsp_bytes question = rsp_packet_name(RSP_PACKET_VCONT_QUERY);
    if (k->vcont == PRESENCE_NOT_ASKED && client_end_request(&p->t, question) == RSP_OK) {
        bool known = rsp_bytes_starts(client_end_payload(&p->t), rsp_packet_name(RSP_PACKET_VCONT));
        k->vcont = known ? PRESENCE_YES : PRESENCE_NO;
    }
    return k->vcont == PRESENCE_YES;
}

void target_ask_packets(play *p) {
    (void)target_has_vcont(p);
    (void)target_has_p(p);
}
