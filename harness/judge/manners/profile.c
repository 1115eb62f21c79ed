/* What was learned as a profile, to be edited: how to reach the stub, and its manners with what shows them.
 * What run learns by itself stands there, too, so that it can be changed.
 * See manners/manners.h. */
/* SPDX-License-Identifier: MIT */
#include "manners/manners.h"

static void append_text(rsp_buf *out, const char *key, const char *value) {
    rsp_buf_printf(out, "%s: '", key);
    for (const char *c = value; *c; c++) {
        if (*c == '\'')
            rsp_buf_push(out, '\'');
        rsp_buf_push(out, (uint8_t)*c);
    }
    rsp_buf_str(out, "'\n");
}

static void append_quirks(rsp_buf *out, const rsp_manners *m) {
    const char *quirks[3];
    size_t num = 0;
    if (m->clients.life != RSP_LIFE_STAYS && m->clients.life != RSP_LIFE_UNKNOWN)
        quirks[num++] = "single-client";
    if (m->line.acks == RSP_ACKS_NEVER)
        quirks[num++] = "no-ack-only";
    for (size_t i = 0; i < num; i++)
        rsp_buf_printf(out, "%s%s", i ? ", " : "quirks: [", quirks[i]);
    if (num > 0)
        rsp_buf_str(out, "]\n");
}

/* What no look can learn, to be filled in. */
static void append_facts(rsp_buf *out) {
    rsp_buf_str(out, "\n# Facts that a look can't learn. Take away the '#' of those that you know:\n"
                     "# facts:\n"
                     "#   scratch: 0x2000        # memory that scenarios may overwrite, with --allow-writes\n"
                     "#   scratch.size: 0x400    # its bytes\n"
                     "#   unmapped: 0xf0000000   # an address without memory\n"
                     "#   bp_kind: 4             # kind of a software breakpoint in this code\n");
}

void rsp_manners_profile(rsp_buf *out, const rsp_manners *m, const char *title, const char *address) {
    rsp_buf_str(
        out,
        "# Written by stubborn probe. What stands under `manners` was learned, and goes before what a run "
        "learns:\n# delete what may change.\n");
    append_text(out, "title", title);
    append_text(out, "address", address);
    if (m->registers.arch)
        append_text(out, "architecture", m->registers.arch);
    append_quirks(out, m);
    bool first = true;
    for (size_t i = 0; rsp_manners_key(i); i++) {
        const char *value = rsp_manners_value(m, i);
        if (!*value)
            continue;
        if (first)
            rsp_buf_str(out, "manners:\n");
        first = false;
        rsp_buf_printf(out, "  %s: %s\n", rsp_manners_key(i), value);
    }
    append_facts(out);
    rsp_buf_str(out, "\n");
    for (size_t i = 0; i < m->num_lines; i++)
        rsp_buf_printf(out, "# %-16s %s\n", m->lines[i].name, m->lines[i].text);
}
