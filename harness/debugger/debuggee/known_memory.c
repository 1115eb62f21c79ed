/* Lines of 64 bytes, each with a mask of the bytes that are known and one of those that cannot be read: what
 * failed once is not asked for again in the same stop. A range that ends early goes on at the next page.
 * See known_memory.h. */
/* SPDX-License-Identifier: MIT */
#include "known_memory.h"

#include "core/limits.h"
#include "core/mem.h"

#include <assert.h>
#include <stdlib.h>

enum { LINE = RSP_KNOWN_LINE_BYTES, CHAINS = 1024, GAP = 16, PAGE = 4096, PASSES = 64 };

/* One line. Bit n of a mask is byte n. */
typedef struct rsp_known_line {
    struct rsp_known_line *next;
    uint64_t address;
    uint64_t known;
    uint64_t bad;
    uint8_t bytes[LINE];
} known_line;

void rsp_known_memory_init(rsp_known_memory *m, rsp_client *client, int64_t pid, rsp_arena *arena) {
    *m = (rsp_known_memory){.client = client, .pid = pid, .arena = arena};
}

void rsp_known_memory_forget(rsp_known_memory *m) {
    for (size_t i = 0; m->lines && i < CHAINS; i++)
        for (known_line *line = m->lines[i]; line; line = line->next)
            line->known = line->bad = 0;
    m->num_wants = 0;
}

static known_line *find_line(const rsp_known_memory *m, uint64_t address) {
    known_line *line = m->lines ? m->lines[address / LINE % CHAINS] : NULL;
    while (line && line->address != address - address % LINE)
        line = line->next;
    return line;
}

/* NULL: there are too many, or there is no memory. */
static known_line *make_line(rsp_known_memory *m, uint64_t address) {
    known_line *line = find_line(m, address);
    if (line || m->num_lines >= RSP_LIMIT_KNOWN_BYTES / LINE)
        return line;
    if (!m->lines)
        m->lines = rsp_arena_alloc(m->arena, CHAINS * sizeof(known_line *));
    line = m->lines ? rsp_arena_alloc(m->arena, sizeof *line) : NULL;
    if (!line)
        return NULL;
    line->address = address - address % LINE;
    line->next = m->lines[address / LINE % CHAINS];
    m->lines[address / LINE % CHAINS] = line;
    m->num_lines++;
    return line;
}

/* The bits of `len` bytes of the line from `address` on. */
static uint64_t bits_of(uint64_t address, size_t len) {
    uint64_t all = len >= LINE ? UINT64_MAX : (UINT64_C(1) << len) - 1;
    return all << address % LINE;
}

/* How much of the stretch lies in the first line. */
static size_t within_line(uint64_t address, uint64_t len) {
    uint64_t most = LINE - address % LINE;
    return (size_t)(len < most ? len : most);
}

/* --- what is known ----------------------------------------------------------------------------------------
 */

typedef enum knowledge { KNOWN, UNKNOWN, UNREADABLE } knowledge;

static knowledge ask(const rsp_known_memory *m, uint64_t address, uint8_t *dst, size_t len) {
    for (size_t done = 0; done < len;) {
        size_t part = within_line(address + done, len - done);
        const known_line *line = find_line(m, address + done);
        uint64_t bits = bits_of(address + done, part);
        if (line && line->bad & bits)
            return UNREADABLE;
        if (!line || (line->known & bits) != bits)
            return UNKNOWN;
        memcpy(dst + done, line->bytes + (address + done) % LINE, part);
        done += part;
    }
    return KNOWN;
}

static void keep(rsp_known_memory *m, uint64_t address, const uint8_t *bytes, size_t len) {
    for (size_t done = 0; done < len;) {
        size_t part = within_line(address + done, len - done);
        known_line *line = make_line(m, address + done);
        if (!line)
            return;
        memcpy(line->bytes + (address + done) % LINE, bytes + done, part);
        line->known |= bits_of(address + done, part);
        line->bad &= ~line->known;
        done += part;
    }
}

static void keep_bad(rsp_known_memory *m, uint64_t address, size_t len) {
    for (size_t done = 0; done < len;) {
        size_t part = within_line(address + done, len - done);
        known_line *line = make_line(m, address + done);
        if (!line)
            return;
        line->bad |= bits_of(address + done, part) & ~line->known;
        done += part;
    }
}

/* --- what is wanted ---------------------------------------------------------------------------------------
 */

void rsp_known_memory_want(rsp_known_memory *m, uint64_t address, uint64_t len) {
    if (len == 0 || len > RSP_LIMIT_KNOWN_BYTES || address > UINT64_MAX - len)
        return;
    if (m->num_wants == m->cap_wants) {
        size_t cap = m->cap_wants ? 2 * m->cap_wants : 64;
        rsp_known_want *more =
            cap <= RSP_LIMIT_KNOWN_BYTES / LINE ? rsp_arena_alloc(m->arena, cap * sizeof *more) : NULL;
        if (!more)
            return;
        if (m->num_wants > 0)
            memcpy(more, m->wants, m->num_wants * sizeof *more);
        m->wants = more;
        m->cap_wants = cap;
    }
    m->wants[m->num_wants++] = (rsp_known_want){.address = address, .len = len};
}

void rsp_known_memory_want_text(rsp_known_memory *m, uint64_t address) {
    uint64_t end = address - address % LINE;
    uint8_t ignored = 0;
    if (end > UINT64_MAX - 2 * (uint64_t)LINE || ask(m, address, &ignored, 1) != UNKNOWN)
        return;
    end += LINE;
    if (end % PAGE != 0)
        end += LINE;
    rsp_known_memory_want(m, address, end - address);
}

static int by_address(const void *a, const void *b) {
    const rsp_known_want *left = a;
    const rsp_known_want *right = b;
    return left->address < right->address ? -1 : left->address > right->address;
}

/* Neighbours become one range; a gap that nobody asked for is only read when it is small and in one page. */
static size_t merge(rsp_known_want *wants, size_t num) {
    size_t kept = 0;
    if (num > 0)
        qsort(wants, num, sizeof *wants, by_address);
    for (size_t i = 0; i < num; i++) {
        rsp_known_want *last = kept > 0 ? &wants[kept - 1] : NULL;
        uint64_t end = last ? last->address + last->len : 0;
        uint64_t next_end = wants[i].address + wants[i].len;
        bool near = last && (wants[i].address <= end ||
                             (wants[i].address - end <= GAP && end / PAGE == wants[i].address / PAGE));
        if (near && next_end > end)
            last->len = next_end - last->address;
        if (!near)
            wants[kept++] = wants[i];
    }
    return kept;
}

/* The answers of one vectored read; what is left behind unreadable pages stays a want. */
static void take(rsp_known_memory *m, const rsp_read *reads, size_t num) {
    m->num_wants = 0;
    for (size_t i = 0; i < num; i++) {
        uint64_t stopped = reads[i].addr + reads[i].num_read;
        uint64_t end = reads[i].addr + reads[i].len;
        keep(m, reads[i].addr, reads[i].out, reads[i].num_read);
        if (stopped == end)
            continue;
        uint64_t page = stopped - stopped % PAGE + PAGE;
        uint64_t bad_end = page < stopped || page > end ? end : page;
        keep_bad(m, stopped, (size_t)(bad_end - stopped));
        if (bad_end < end)
            m->wants[m->num_wants++] = (rsp_known_want){.address = bad_end, .len = end - bad_end};
    }
}

static rsp_status fetch_once(rsp_known_memory *m) {
    size_t num = merge(m->wants, m->num_wants);
    uint64_t bytes = 0;
    size_t taken = 0;
    while (taken < num && bytes + m->wants[taken].len <= RSP_LIMIT_KNOWN_BYTES)
        bytes += m->wants[taken++].len;
    rsp_read *reads = rsp_mem_calloc(NULL, taken + 1, sizeof *reads);
    uint8_t *room = rsp_mem_alloc(NULL, (size_t)bytes + 1);
    rsp_status status = reads && room ? RSP_OK : RSP_NO_MEMORY;
    bytes = 0;
    for (size_t i = 0; i < taken && status == RSP_OK; i++) {
        reads[i] =
            (rsp_read){.addr = m->wants[i].address, .len = (size_t)m->wants[i].len, .out = room + bytes};
        bytes += m->wants[i].len;
    }
    if (status == RSP_OK)
        status = rsp_read_memory_vectorized(m->client, m->pid, reads, taken);
    if (status == RSP_MALFORMED) /* some answers made no sense, the others do */
        status = RSP_OK;
    if (status == RSP_OK)
        take(m, reads, taken);
    rsp_mem_free(NULL, room);
    rsp_mem_free(NULL, reads);
    return status;
}

rsp_status rsp_known_memory_fetch(rsp_known_memory *m) {
    for (size_t i = 0; i < PASSES && m->num_wants > 0 && m->ended == RSP_OK; i++)
        m->ended = fetch_once(m);
    m->num_wants = 0;
    return m->ended;
}

/* --- reading ----------------------------------------------------------------------------------------------
 */

rsp_status rsp_known_memory_read(rsp_known_memory *m, uint64_t address, uint8_t *dst, size_t len) {
    assert(dst || len == 0);
    return rsp_known_memory_read_ahead(m, address, dst, len, 0);
}

rsp_status rsp_known_memory_read_ahead(rsp_known_memory *m, uint64_t address, uint8_t *dst, size_t len,
                                       size_t ahead) {
    if (m->ended != RSP_OK)
        return m->ended;
    knowledge is = ask(m, address, dst, len);
    if (is == KNOWN)
        return RSP_OK;
    if (is == UNREADABLE || len == 0 || address > UINT64_MAX - len)
        return RSP_FAULT;
    uint64_t page_left = PAGE - address % PAGE;
    uint64_t more = ahead < page_left ? ahead : page_left;
    rsp_known_memory_want(m, address, len > more ? len : more);
    if (m->collecting)
        return RSP_FAULT;
    rsp_status status = rsp_known_memory_fetch(m);
    if (status != RSP_OK)
        return status;
    is = ask(m, address, dst, len);
    if (is != UNKNOWN) /* there may be no room for more lines */
        return is == KNOWN ? RSP_OK : RSP_FAULT;
    rsp_read one = {.addr = address, .len = len, .out = dst};
    m->ended = rsp_read_memory_vectorized(m->client, m->pid, &one, 1);
    return m->ended == RSP_OK ? one.status : m->ended;
}
