/* The practice stub's memory and registers: m x M X, g G p P.
 * Numbers come from the client and are checked here, where no planted bug forgets to.
 * Registers are 64 bits, little-endian, two digits a byte. */
/* SPDX-License-Identifier: MIT */
#include "planted.h"

#include <stdlib.h>
#include <string.h>

static const char digits[] = "0123456789abcdef";

static void to_hex(char *out, const uint8_t *bytes, size_t len) {
    for (size_t i = 0; i < len; i++) {
        *out++ = digits[bytes[i] >> 4];
        *out++ = digits[bytes[i] & 15];
    }
    *out = 0;
}

/* Bytes from pairs of digits; how many there are. */
static size_t from_hex(uint8_t *out, size_t room, const char *text) {
    size_t n = 0;
    for (; n < room && strspn(text, "0123456789abcdefABCDEF") >= 2; text += 2)
        out[n++] = (uint8_t)strtoul((char[]){text[0], text[1], 0}, NULL, 16);
    return n;
}

/* "address,length" and what is behind it. */
static bool take_range(const char **at, uint64_t *address, uint64_t *len) {
    if (!take_hex(at, address) || **at != ',')
        return false;
    (*at)++;
    return take_hex(at, len);
}

static bool in_memory(uint64_t address, uint64_t len) {
    return address >= MEMORY_BASE && address - MEMORY_BASE <= MEMORY_BYTES &&
           len <= MEMORY_BYTES - (address - MEMORY_BASE);
}

void answer_read(planted *p, const char *args, bool binary) {
    uint64_t address, len;
    if (!take_range(&args, &address, &len) || *args) {
        reply(p, "E01");
        return;
    }
    bool checked = !HAS_BUG(p, READ_LENGTH_UNCHECKED);
    if (!in_memory(address, checked && len <= PACKET_BYTES / 2 ? len : 1)) {
        reply(p, "E02");
        return;
    }
    if (checked && len > PACKET_BYTES / 2)
        len = PACKET_BYTES / 2;
    if (!in_memory(address, len) && checked)
        len = MEMORY_BASE + MEMORY_BYTES - address;
    const uint8_t *from = p->memory + (address - MEMORY_BASE);
    if (binary) {
        reply_binary(p, 'b', from, len > PACKET_BYTES ? PACKET_BYTES : len);
        return;
    }
    char *text = malloc(PACKET_BYTES + 1);
    if (!text)
        abort();
    to_hex(text, from, len);
    reply(p, "%s", text);
    free(text);
}

/* The header "address,length:" of a write; false when it is answered already. */
static bool begin_write(planted *p, const char **args, uint64_t *address, uint64_t *len) {
    if (!take_range(args, address, len) || **args != ':') {
        reply(p, "E01");
        return false;
    }
    (*args)++;
    if (in_memory(*address, *len))
        return true;
    reply(p, "E02");
    return false;
}

/* The bug reads as many bytes as were announced from a copy that holds those that were sent. */
static void write_believed(planted *p, uint64_t address, uint64_t len, const uint8_t *data, size_t have) {
    uint8_t *sent = malloc(have ? have : 1);
    if (!sent)
        abort();
    memcpy(sent, data, have);
    memcpy(p->memory + (address - MEMORY_BASE), sent, len);
    free(sent);
    reply(p, "OK");
}

static void finish_write(planted *p, uint64_t address, uint64_t len, const uint8_t *data, size_t have) {
    if (HAS_BUG(p, WRITE_LENGTH_BELIEVED)) {
        write_believed(p, address, len, data, have);
    } else if (have != len) {
        reply(p, "E03");
    } else {
        memcpy(p->memory + (address - MEMORY_BASE), data, len);
        reply(p, "OK");
    }
}

void answer_write_hex(planted *p, char *args, size_t len) {
    const char *at = args;
    uint64_t address, want;
    uint8_t data[PACKET_BYTES];
    if (!begin_write(p, &at, &address, &want))
        return;
    size_t digits_left = len - (size_t)(at - args);
    size_t have = from_hex(data, sizeof data, at);
    if (digits_left != 2 * have)
        reply(p, "E03");
    else
        finish_write(p, address, want, data, have);
}

/* Undoes escapes in place; the length that remains. An escape byte at the end stands for nothing. */
static size_t unescape(const planted *p, uint8_t *data, size_t len) {
    size_t n = 0;
    for (size_t i = 0; HAS_BUG(p, ESCAPE_AT_END) ? i != len : i < len; i++) {
        if (data[i] == '}') {
            i++;
            if (i >= len && !HAS_BUG(p, ESCAPE_AT_END))
                break;
            data[n++] = data[i] ^ 0x20;
        } else {
            data[n++] = data[i];
        }
    }
    return n;
}

void answer_write_binary(planted *p, char *args, size_t len) {
    const char *at = args;
    uint64_t address, want;
    if (!begin_write(p, &at, &address, &want))
        return;
    size_t header = (size_t)(at - args);
    uint8_t *data = (uint8_t *)args + header;
    size_t have = len - header;
    if (HAS_BUG(p, WRITE_SPLIT_AT_SEPARATORS)) {
        size_t part = strcspn((char *)data, ",:;");
        if (part < have) {
            memcpy(p->memory + (address - MEMORY_BASE), data, part < want ? part : want);
            reply(p, "OK");
            return;
        }
    }
    have = unescape(p, data, have);
    finish_write(p, address, want, data, have);
}

static thread *current(planted *p) {
    if (!p->attached && !HAS_BUG(p, USE_AFTER_DETACH)) {
        reply(p, "E05");
        return NULL;
    }
    return p->attached + p->selected;
}

void answer_registers(planted *p, char kind, char *args) {
    thread *t = current(p);
    if (!t && !HAS_BUG(p, USE_AFTER_DETACH))
        return;
    uint8_t bytes[sizeof t->registers];
    char text[2 * sizeof bytes + 1];
    if (kind == 'g') {
        memcpy(bytes, t->registers, sizeof bytes);
        to_hex(text, bytes, sizeof bytes);
        reply(p, "%s", text);
    } else if (strlen(args) == 2 * sizeof bytes && from_hex(bytes, sizeof bytes, args) == sizeof bytes) {
        memcpy(t->registers, bytes, sizeof bytes);
        reply(p, "OK");
    } else {
        reply(p, "E01");
    }
}

void answer_register(planted *p, char kind, const char *args) {
    uint64_t number;
    uint8_t bytes[8];
    char text[17];
    thread *t = current(p);
    if (!t && !HAS_BUG(p, USE_AFTER_DETACH))
        return;
    if (!take_hex(&args, &number) || (number >= NUM_REGISTERS && !HAS_BUG(p, REGISTER_UNCHECKED))) {
        reply(p, "E01");
    } else if (kind == 'p' && *args == 0) {
        memcpy(bytes, &t->registers[number], sizeof bytes);
        to_hex(text, bytes, sizeof bytes);
        reply(p, "%s", text);
    } else if (kind == 'P' && *args == '=' && strlen(args) == 17 && from_hex(bytes, 8, args + 1) == 8) {
        memcpy(&t->registers[number], bytes, sizeof bytes);
        reply(p, "OK");
    } else {
        reply(p, "E01");
    }
}
