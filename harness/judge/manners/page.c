/* The page for people: a line for each thing that was learned.
 * Everything that a stub sent is printable already.
 * See manners/manners.h. */
/* SPDX-License-Identifier: MIT */
#include "manners/manners.h"

#include "register_block.h"

#include <rsp/packet_ids.h>
#include <string.h>

enum { TEXT_COLUMNS = 41 };

/* Registers in g, where their widths are known; those of one width, where it comes out even and pc is where
 * so many of them lead; else 0. */
static uint64_t counted(const rsp_manners *m) {
    const rsp_manners_registers *r = &m->registers;
    const register_run *runs = register_block_runs(r->arch, r->g_bytes);
    uint64_t num = 0;
    for (size_t i = 0; runs && i < REGISTER_RUNS; i++)
        num += runs[i].num;
    if (num > 0)
        return num;
    if (r->address_bytes == 0 || r->g_bytes % r->address_bytes != 0)
        return 0;
    const bool even = r->pc_number < 0 || (uint64_t)r->pc_number * r->address_bytes == r->pc_offset;
    return even ? r->g_bytes / r->address_bytes : 0;
}

static void add_brief(rsp_buf *out, const char *before, const char *text) {
    rsp_buf_printf(out, "%s%s", out->len > 0 ? before : "", text);
}

void rsp_manners_brief(rsp_buf *out, const rsp_manners *m, uint64_t num_registers) {
    const uint64_t num = num_registers ? num_registers : counted(m);
    if (m->registers.big_endian != RSP_HABIT_UNKNOWN)
        add_brief(out, ", ", m->registers.big_endian == RSP_HABIT_YES ? "big endian" : "little endian");
    if (num > 0)
        rsp_buf_printf(out, "%s%llu registers", out->len > 0 ? ", " : "", (unsigned long long)num);
    else if (m->registers.g_bytes > 0)
        rsp_buf_printf(out, "%sg of %llu bytes", out->len > 0 ? ", " : "",
                       (unsigned long long)m->registers.g_bytes);
    if (m->looked && !m->replies.supported)
        add_brief(out, "   ", "no qSupported");
    if (m->looked && m->replies.packets[RSP_PACKET_VCONT_QUERY] == RSP_HABIT_NO)
        add_brief(out, "   ", "no vCont");
    if (m->clients.several == RSP_HABIT_NO)
        add_brief(out, "   ", "one client at a time");
    if (m->runs.kind == RSP_PROGRAM_ABSENT)
        add_brief(out, "   ", "no program");
}

void rsp_manners_page(rsp_buf *out, const rsp_manners *manners) {
    for (size_t i = 0; i < manners->num_lines; i++) {
        const rsp_manners_line *line = &manners->lines[i];
        if (*line->remark)
            rsp_buf_printf(out, "%-16s %-*s%s%s\n", line->name, TEXT_COLUMNS, line->text,
                           strlen(line->text) < TEXT_COLUMNS ? " " : "   ", line->remark);
        else
            rsp_buf_printf(out, "%-16s %s\n", line->name, line->text);
    }
}
