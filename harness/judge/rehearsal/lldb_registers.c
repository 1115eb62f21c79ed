/* LLDB's registers: those that target.xml or qRegisterInfo name; without either there are none.
 * One register is read by p where the stub knows it, else by g; written by P.
 * See lldb.h. */
/* SPDX-License-Identifier: MIT */
#include "lldb.h"

#include "codec/register_info.h"
#include "core/byte_order.h"
#include "core/hex.h"
#include <assert.h>
#include <string.h>

enum { DOCUMENT_BYTES = 1024 * 1024, WINDOW = 0x1000 };

static bool big(const lldb *l) {
    return l->base.manners->registers.big_endian == RSP_HABIT_YES;
}

/* --- which there are --- */

/* LLDB asks for as much as a packet has room for behind 'm' or 'l'. */
bool lldb_read_object(lldb *l, const char *object, const char *annex, rsp_buf *out) {
    const uint64_t window = (l->packet_bytes > 0 ? l->packet_bytes : WINDOW) - 1;
    for (;;) {
        if (lldb_ask(l, "qXfer:%s:read:%s:%zx,%llx", object, annex, out->len, (unsigned long long)window) !=
            LLDB_REPLY)
            return false;
        rsp_bytes r = lldb_reply(l);
        rsp_buf_append(out, rsp_bytes_from(r, 1));
        if (r.ptr[0] == 'l')
            return true;
        if (out->len > DOCUMENT_BYTES || rsp_bytes_equal(r, RSP_LIT("m"))) {
            l->connected = false;
            return lldb_fails(l, "%s is read without end", annex);
        }
        if (r.ptr[0] != 'm')
            return false;
    }
}

static bool fetch(void *ctx, const char *annex, rsp_buf *out) {
    return lldb_read_object(ctx, "features", annex, out);
}

static void add(lldb *l, rsp_bytes name, uint32_t number, uint32_t bits, uint32_t offset) {
    if (l->num_registers == LLDB_REGISTERS_MOST)
        return;
    lldb_register *r = &l->registers[l->num_registers++];
    size_t len = name.len < sizeof r->name - 1 ? name.len : sizeof r->name - 1;
    *r = (lldb_register){.number = number, .bytes = (bits + 7) / 8, .offset = offset};
    if (len > 0)
        memcpy(r->name, name.ptr, len);
}

static int index_of(const lldb *l, const char *const *names, size_t num) {
    for (size_t n = 0; n < num; n++)
        for (size_t i = 0; i < l->num_registers; i++)
            if (strcmp(l->registers[i].name, names[n]) == 0)
                return (int)i;
    return -1;
}

/* LLDB knows roles by the description, else by the names of the architectures that it knows. "s390:64-bit"
 * and "mips:4000" of target.xml are none of LLVM's names, and of those with a colon LLDB translates two. */
static bool knows_roles(const lldb *l, const char *written) {
    static const char *const known[] = {"riscv", "arm", "aarch64", "x86", "i386", "mips"};
    static const char *const translated[] = {"riscv:", "i386:"};
    bool is_name = l->has_system || !written || !strchr(written, ':');
    for (size_t i = 0; !is_name && i < RSP_ARRAY_LEN(translated); i++)
        is_name = strncmp(written, translated[i], strlen(translated[i])) == 0;
    for (size_t i = 0; is_name && l->architecture && i < RSP_ARRAY_LEN(known); i++)
        if (strncmp(l->architecture, known[i], strlen(known[i])) == 0)
            return true;
    return false;
}

static void find_roles(lldb *l, const rsp_tdesc *d) {
    static const char *const pcs[] = {"pc", "rip", "eip", "r15"};
    static const char *const sps[] = {"sp", "rsp", "esp", "r13"};
    static const char *const mips_sps[] = {"sp", "r29"};
    static const char *const spares[] = {"a2", "x12", "rbx", "ebx", "x9", "r4", "d3"};
    for (size_t i = 0; d && i < d->num; i++) {
        if (strcmp(d->registers[i].generic, "pc") == 0)
            l->pc = (int)i;
        if (strcmp(d->registers[i].generic, "sp") == 0)
            l->sp = (int)i;
    }
    l->spare = index_of(l, spares, RSP_ARRAY_LEN(spares));
    if (!knows_roles(l, d ? d->architecture : NULL))
        return;
    l->pc = l->pc >= 0 ? l->pc : index_of(l, pcs, RSP_ARRAY_LEN(pcs));
    if (l->sp < 0)
        l->sp = strncmp(l->architecture, "mips", 4) == 0 ? index_of(l, mips_sps, RSP_ARRAY_LEN(mips_sps))
                                                         : index_of(l, sps, RSP_ARRAY_LEN(sps));
}

/* Where nothing names the architecture, LLDB takes no registers from the description. */
static bool by_description(lldb *l) {
    rsp_tdesc d = {.arena = {.mem = l->base.options->mem}};
    bool read = rsp_tdesc_read(&d, fetch, l) == RSP_OK && !d.bad && d.num > 0;
    read = read && (*d.architecture || l->has_system);
    for (size_t i = 0; read && i < d.num; i++)
        add(l, rsp_bytes_str(d.registers[i].name), d.registers[i].number, d.registers[i].bits,
            d.registers[i].offset);
    if (read && *d.architecture && !l->architecture)
        l->architecture = rsp_arch_name(d.architecture);
    if (read)
        find_roles(l, &d);
    rsp_tdesc_free(&d);
    return read;
}

static bool add_by_info(lldb *l) {
    rsp_register_info info;
    const lldb_register *last = l->num_registers ? &l->registers[l->num_registers - 1] : NULL;
    if (rsp_register_info_parse(&info, lldb_reply(l)) != RSP_OK)
        return false;
    if (rsp_bytes_equal(info.generic, RSP_LIT("pc")))
        l->pc = (int)l->num_registers;
    if (rsp_bytes_equal(info.generic, RSP_LIT("sp")))
        l->sp = (int)l->num_registers;
    const uint64_t offset = info.has_offset ? info.offset : last ? last->offset + last->bytes : 0;
    add(l, info.name, (uint32_t)l->num_registers, (uint32_t)info.bits, (uint32_t)offset);
    return true;
}

static void by_info(lldb *l) {
    for (unsigned n = 0; n < LLDB_REGISTERS_MOST; n++)
        if (lldb_ask(l, "qRegisterInfo%x", n) != LLDB_REPLY || !add_by_info(l))
            break;
    find_roles(l, NULL);
}

void lldb_settle_registers(lldb *l, bool announced) {
    l->num_registers = 0;
    l->pc = l->sp = l->spare = -1;
    if (!announced || !by_description(l))
        by_info(l);
}

/* --- one of them --- */

/* Before p and g: the thread, by a suffix or by Hg. */
static bool select_thread(lldb *l) {
    return l->suffix || !*l->thread || lldb_ask(l, "Hg%s", l->thread) != LLDB_GONE;
}

/* The thread alone, without its process. */
static void suffix(lldb *l) {
    const char *dot = strchr(l->thread, '.');
    if (l->suffix)
        rsp_buf_printf(&l->request, ";thread:%s;", dot ? dot + 1 : l->thread);
}

static bool number_in(lldb *l, const lldb_register *r, rsp_bytes digits, uint64_t *out) {
    uint8_t value[64] = {0};
    uint32_t bytes = r->bytes < 8 ? r->bytes : 8;
    if (digits.len < 2 * (size_t)r->bytes || r->bytes > sizeof value ||
        rsp_hex_decode_into(value, rsp_bytes_sub(digits, 0, 2 * (size_t)r->bytes)) != RSP_OK)
        return lldb_fails(l, "failed to read register %s: %s", r->name, lldb_exchange(l));
    *out = rsp_number_of(rsp_bytes_make(value + (big(l) ? r->bytes - bytes : 0), bytes), big(l));
    return true;
}

/* p of the first register tells whether the stub has it. */
static void choose_way(lldb *l) {
    if (l->way != LLDB_NOT_TRIED)
        return;
    rsp_buf_clear(&l->request);
    rsp_buf_str(&l->request, "p0");
    suffix(l);
    lldb_answer came = lldb_ask_request(l);
    l->way = came == LLDB_REPLY || came == LLDB_ERROR ? LLDB_BY_P : LLDB_BY_G;
}

bool lldb_read_register(lldb *l, int index, uint64_t *out) {
    assert(index < (int)l->num_registers);
    if (index < 0)
        return lldb_fails(l, "LLDB does not know which register it is");
    const lldb_register *r = &l->registers[index];
    if (!select_thread(l))
        return false;
    choose_way(l);
    rsp_buf_clear(&l->request);
    if (l->way == LLDB_BY_P)
        rsp_buf_printf(&l->request, "p%x", (unsigned)r->number);
    else
        rsp_buf_str(&l->request, "g");
    suffix(l);
    if (lldb_ask_request(l) != LLDB_REPLY)
        return lldb_fails(l, "failed to read register %s: %s", r->name, lldb_exchange(l));
    return number_in(
        l, r, l->way == LLDB_BY_P ? lldb_reply(l) : rsp_bytes_from(lldb_reply(l), 2 * (size_t)r->offset),
        out);
}

static void append_number(lldb *l, const lldb_register *r, uint64_t value) {
    uint8_t bytes[64] = {0};
    for (uint32_t i = 0; i < r->bytes && i < 8; i++)
        bytes[big(l) ? r->bytes - 1 - i : i] = (uint8_t)(value >> 8 * i);
    rsp_hex_append(&l->request, rsp_bytes_make(bytes, r->bytes < sizeof bytes ? r->bytes : sizeof bytes));
}

/* Where registers are read by g, all of them are written back by G. */
static bool write_block(lldb *l, const lldb_register *r, uint64_t value) {
    rsp_buf block = {.mem = l->base.options->mem};
    rsp_buf_clear(&l->request);
    rsp_buf_str(&l->request, "g");
    suffix(l);
    bool read = lldb_ask_request(l) == LLDB_REPLY && l->reply.len >= 2 * ((size_t)r->offset + r->bytes);
    rsp_buf_append(&block, lldb_reply(l));
    rsp_buf_clear(&l->request);
    rsp_buf_push(&l->request, 'G');
    rsp_buf_append(&l->request, rsp_bytes_sub(rsp_buf_bytes(&block), 0, 2 * (size_t)r->offset));
    append_number(l, r, value);
    rsp_buf_append(&l->request, rsp_bytes_from(rsp_buf_bytes(&block), 2 * ((size_t)r->offset + r->bytes)));
    suffix(l);
    rsp_buf_free(&block);
    lldb_answer came = read ? lldb_ask_request(l) : LLDB_ERROR;
    return (came == LLDB_REPLY && rsp_bytes_equal(lldb_reply(l), RSP_LIT("OK"))) ||
           lldb_fails(l, "failed to write register %s by G", r->name);
}

bool lldb_write_register(lldb *l, int index, uint64_t value) {
    assert(index >= 0 && (size_t)index < l->num_registers);
    const lldb_register *r = &l->registers[index];
    if (!select_thread(l))
        return false;
    if (l->way == LLDB_BY_G)
        return write_block(l, r, value);
    rsp_buf_clear(&l->request);
    rsp_buf_printf(&l->request, "P%x=", (unsigned)r->number);
    append_number(l, r, value);
    suffix(l);
    l->failed = lldb_ask_request(l);
    if (l->failed == LLDB_REPLY && rsp_bytes_equal(lldb_reply(l), RSP_LIT("OK")))
        return true;
    return lldb_fails(l, "failed to write register %s: %s", r->name, lldb_exchange(l));
}
