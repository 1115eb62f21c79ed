/* target.xml in two documents, and the list of threads.
 * The register table of the target is the only source: p, g, qRegisterInfo and this can not disagree.
 * Source: GDB manual, Target Description Format; Thread List Format; LLDB's attributes of <reg>. */
/* SPDX-License-Identifier: MIT */
#include "description.h"

#include "ids.h"
#include "live_threads.h"

#include <inttypes.h>
#include <string.h>

static void append_xml(rsp_buf *out, rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++) {
        uint8_t byte = text.ptr[i];
        if (byte == '&')
            rsp_buf_str(out, "&amp;");
        else if (byte == '<')
            rsp_buf_str(out, "&lt;");
        else if (byte == '>')
            rsp_buf_str(out, "&gt;");
        else if (byte == '"')
            rsp_buf_str(out, "&quot;");
        else
            rsp_buf_push(out, byte < 0x20 || byte > 0x7e ? '?' : byte);
    }
}

static const char *feature_of(const rsp_register_set *set, size_t i) {
    return set->registers[i].feature ? set->registers[i].feature : set->feature;
}

static bool begins_feature(const rsp_register_set *set, size_t i) {
    return i == 0 || strcmp(feature_of(set, i), feature_of(set, i - 1)) != 0;
}

/* The document with the feature that begins at this register. */
static void append_document(const rsp_register_set *set, size_t first, rsp_buf *out) {
    rsp_buf_str(out, first == 0 ? "registers.xml" : "registers-");
    if (first > 0)
        rsp_buf_printf(out, "%u.xml", set->registers[first].regnum);
}

static void make_target(const rsp_register_set *set, rsp_buf *out) {
    rsp_buf_printf(
        out,
        "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n"
        "<target version=\"1.0\">\n  <architecture>%s</architecture>\n  <osabi>GNU/Linux</osabi>\n",
        set->architecture);
    for (size_t i = 0; i < set->num; i++) {
        if (!begins_feature(set, i))
            continue;
        rsp_buf_str(out, "  <xi:include href=\"");
        append_document(set, i, out);
        rsp_buf_str(out, "\"/>\n");
    }
    rsp_buf_str(out, "</target>\n");
}

static void append_register(const rsp_register *reg, rsp_buf *out) {
    rsp_buf_printf(out, "  <reg name=\"%s\" bitsize=\"%u\" type=\"%s\" regnum=\"%u\" group=\"%s\"", reg->name,
                   reg->bitsize, reg->type, reg->regnum, reg->feature ? "float" : "general");
    /* LLDB reads these, GDB passes over them. */
    if (reg->alt_name)
        rsp_buf_printf(out, " altname=\"%s\"", reg->alt_name);
    rsp_buf_printf(out, " offset=\"%" PRIu32 "\"", reg->offset);
    if (stub_is_float(reg))
        rsp_buf_str(out, " encoding=\"ieee754\" format=\"float\"");
    if (reg->dwarf >= 0)
        rsp_buf_printf(out, " ehframe_regnum=\"%d\" dwarf_regnum=\"%d\"", reg->dwarf, reg->dwarf);
    if (reg->generic)
        rsp_buf_printf(out, " generic=\"%s\"", reg->generic);
    rsp_buf_str(out, "/>\n");
}

static void make_feature(const rsp_register_set *set, size_t first, rsp_buf *out) {
    rsp_buf_printf(
        out, "<?xml version=\"1.0\"?>\n<!DOCTYPE feature SYSTEM \"gdb-target.dtd\">\n<feature name=\"%s\">\n",
        feature_of(set, first));
    size_t i = first;
    do
        append_register(&set->registers[i++], out);
    while (i < set->num && !begins_feature(set, i));
    rsp_buf_str(out, "</feature>\n");
}

bool stub_is_float(const rsp_register *reg) {
    return strncmp(reg->type, "ieee_", 5) == 0;
}

rsp_status stub_make_description(rsp_stub *s, rsp_bytes annex, rsp_buf *out) {
    const rsp_register_set *set = s->opt.ops->register_set(s->opt.target);
    if (rsp_bytes_equal(annex, RSP_LIT("target.xml"))) {
        make_target(set, out);
        return RSP_OK;
    }
    for (size_t i = 0; i < set->num; i++) {
        if (!begins_feature(set, i))
            continue;
        rsp_buf_clear(&s->scratch);
        append_document(set, i, &s->scratch);
        if (!rsp_bytes_equal(annex, rsp_buf_bytes(&s->scratch)))
            continue;
        make_feature(set, i, out);
        return RSP_OK;
    }
    return RSP_NOT_FOUND;
}

static void append_thread(rsp_stub *s, rsp_ptid thread, rsp_buf *text, rsp_buf *out) {
    const rsp_target_ops *ops = s->opt.ops;
    rsp_buf_str(out, "<thread id=\"");
    stub_append_ptid(s, out, thread);
    rsp_buf_str(out, "\" core=\"0\"");
    rsp_buf_clear(text);
    if (ops->thread_name)
        ops->thread_name(s->opt.target, thread, text);
    if (text->len > 0) {
        rsp_buf_str(out, " name=\"");
        append_xml(out, rsp_buf_bytes(text));
        rsp_buf_push(out, '"');
    }
    rsp_buf_push(out, '>');
    rsp_buf_clear(text);
    if (ops->thread_state)
        ops->thread_state(s->opt.target, thread, text);
    append_xml(out, rsp_buf_bytes(text));
    rsp_buf_str(out, "</thread>\n");
}

rsp_status stub_make_threads(rsp_stub *s, rsp_bytes annex, rsp_buf *out) {
    (void)annex; /* the object takes none */
    rsp_buf_str(out, "<?xml version=\"1.0\"?>\n<threads>\n");
    rsp_ptid thread = {0, 0};
    while (stub_next_thread(s, &thread))
        append_thread(s, thread, &s->scratch, out);
    rsp_buf_str(out, "</threads>\n");
    return RSP_OK;
}
