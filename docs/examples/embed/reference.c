/* The reference stub under the embed kit: a stub library with a target behind it, in three functions.
 * A new machine for each session, so that nothing of the last one is left.
 * See docs/embed.md. */
/* SPDX-License-Identifier: MIT */
#include "corpora/programs.h"
#include "stub_machine/machine_target.h"
#include <rsp/embed.h>
#include <rsp/stub.h>
#include <stdlib.h>
#include <string.h>

enum { INSTRUCTIONS = 10000 }; /* that a running program gets each time the kit asks for output */

static rsp_machine_target *target;
static rsp_stub *stub;
static rsp_buf out;
static size_t taken;

static void must(bool fine) {
    if (!fine)
        abort();
}

void rsp_embed_reset(void) {
    rsp_stub_free(stub);
    rsp_machine_target_free(target);
    rsp_buf_clear(&out);
    taken = 0;

    rsp_machine_options machine = rsp_machine_options_default();
    machine.files = rsp_programs;
    machine.num_files = rsp_num_programs;
    target = rsp_machine_target_new(&machine);
    const rsp_bytes argv[] = {RSP_LIT("/bin/threads4")};
    rsp_stub_options options = rsp_stub_options_default();
    options.ops = rsp_machine_target_ops();
    options.target = target;
    options.argv = argv;
    options.argc = 1;
    stub = target ? rsp_stub_new(&options, NULL) : NULL;
    must(stub != NULL);
    rsp_stub_connect(stub);
}

void rsp_embed_feed(const uint8_t *bytes, size_t len) {
    if (!rsp_stub_finished(stub))
        must(rsp_stub_input(stub, rsp_bytes_make(bytes, len), &out) == RSP_OK);
}

size_t rsp_embed_take(uint8_t *to, size_t room) {
    if (taken == out.len) {
        rsp_buf_clear(&out);
        taken = 0;
        if (rsp_stub_busy(stub) && !rsp_stub_finished(stub))
            must(rsp_stub_run(stub, INSTRUCTIONS, &out) == RSP_OK);
    }
    rsp_bytes rest = rsp_bytes_from(rsp_buf_bytes(&out), taken);
    size_t len = rest.len < room ? rest.len : room;
    if (len > 0)
        memcpy(to, rest.ptr, len);
    taken += len;
    return len;
}
