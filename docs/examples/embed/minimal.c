/* A minimal stub with three bugs, and the three functions that make it a fuzz target: the walk of
 * docs/embed.md. Each bug is fixed by a definition: -DMENDED=1 fixes the first, 2 the first two, 3 all.
 * The stub: 8 registers of 32 bits, 256 bytes of memory at 0, continue, step; one client at a time. */
/* SPDX-License-Identifier: MIT */
#include <rsp/embed.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef MENDED
#define MENDED 0
#endif

enum { PACKET_MAX = 400, MEMORY_MAX = 256, NUM_REGISTERS = 8 };

static struct stub {
    char packet[PACKET_MAX + 1];
    size_t len;
    int state; /* 0 between packets, 1 in one, 2 and 3 at its checksum */
    unsigned sum, sent_sum;
    bool too_long;
    bool no_ack;
    uint8_t memory[MEMORY_MAX];
    uint32_t registers[NUM_REGISTERS];
    char out[2048];
    size_t out_len;
    char last[2 * MEMORY_MAX + 64]; /* for retransmission */
} stub;

static void put(const char *bytes, size_t len) {
    if (len > sizeof stub.out - stub.out_len)
        len = sizeof stub.out - stub.out_len;
    memcpy(stub.out + stub.out_len, bytes, len);
    stub.out_len += len;
}

static void reply(const char *text) {
    unsigned sum = 0;
    for (const char *c = text; *c; c++)
        sum += (unsigned char)*c;
    snprintf(stub.last, sizeof stub.last, "$%s#%02x", text, sum & 0xff);
    put(stub.last, strlen(stub.last));
}

static void reply_hex(const uint8_t *bytes, size_t len) {
    char text[2 * MEMORY_MAX + 1];
    for (size_t i = 0; i < len; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    text[2 * len] = 0;
    reply(text);
}

/* Digits only: strtoul alone would take signs, spaces and 0x, which the protocol has not. */
static bool parse_hex(const char **at, unsigned long *value) {
    size_t len = strspn(*at, "0123456789abcdefABCDEF");
    *value = len > 0 ? strtoul(*at, NULL, 16) : 0;
    *at += len;
    return len > 0 && len <= 8;
}

static bool parse_range(const char *at, unsigned long *address, unsigned long *len, const char **rest) {
    bool fine = parse_hex(&at, address) && *at++ == ',' && parse_hex(&at, len);
    *rest = at;
    return fine;
}

static void read_memory(const char *args) {
    unsigned long address, len;
    const char *rest;
#if MENDED >= 1
    bool fits =
        parse_range(args, &address, &len, &rest) && address < MEMORY_MAX && len <= MEMORY_MAX - address;
#else
    bool fits = parse_range(args, &address, &len, &rest) && address < MEMORY_MAX; /* bug 1: any length */
#endif
    if (fits && *rest == 0)
        reply_hex(stub.memory + address, len);
    else
        reply("E01");
}

static void write_memory(const char *args) {
    unsigned long address, len;
    const char *data;
    if (!parse_range(args, &address, &len, &data) || *data != ':' || address >= MEMORY_MAX ||
        len > MEMORY_MAX - address || strlen(data + 1) != 2 * len ||
        strspn(data + 1, "0123456789abcdefABCDEF") != 2 * len) {
#if MENDED >= 2
        reply("E01");
#else
        reply("E1");          /* bug 2: an error has two digits */
#endif
        return;
    }
    for (unsigned long i = 0; i < len; i++)
        stub.memory[address + i] = (uint8_t)strtoul((char[]){data[1 + 2 * i], data[2 + 2 * i], 0}, NULL, 16);
    reply("OK");
}

static void write_registers(const char *data) {
    uint8_t bytes[sizeof stub.registers];
    if (strlen(data) != 2 * sizeof bytes || strspn(data, "0123456789abcdefABCDEF") != 2 * sizeof bytes) {
        reply("E01");
        return;
    }
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)strtoul((char[]){data[2 * i], data[2 * i + 1], 0}, NULL, 16);
    memcpy(stub.registers, bytes, sizeof bytes);
    reply("OK");
}

static void answer(const char *p) {
    if (strcmp(p, "?") == 0 || strcmp(p, "c") == 0 || strcmp(p, "s") == 0) {
        reply("S05");
    } else if (strcmp(p, "g") == 0) {
        reply_hex((const uint8_t *)stub.registers, sizeof stub.registers);
    } else if (p[0] == 'G') {
        write_registers(p + 1);
    } else if (p[0] == 'm') {
        read_memory(p + 1);
    } else if (p[0] == 'M') {
        write_memory(p + 1);
    } else if (strncmp(p, "qSupported", 10) == 0 && (p[10] == ':' || p[10] == 0)) {
        reply("PacketSize=190;QStartNoAckMode+");
    } else if (strcmp(p, "QStartNoAckMode") == 0) {
        reply("OK");
        stub.no_ack = true;
    } else if (strcmp(p, "D") == 0 || p[0] == 'H') {
        reply("OK");
#if MENDED >= 3
    } else {
#else
    } else if (p[0] != 'v') { /* bug 3: silence for v packets */
#endif
        reply("");
    }
}

static void finish_packet(void) {
    bool good = (stub.sum & 0xff) == stub.sent_sum;
    if (!stub.no_ack)
        put(good ? "+" : "-", 1);
    if (!good)
        return;
    stub.packet[stub.len] = 0;
    if (stub.too_long)
        reply("E02");
    else
        answer(stub.packet);
}

static void take_byte(unsigned char c) {
    int digit = c >= '0' && c <= '9'   ? c - '0'
                : c >= 'a' && c <= 'f' ? c - 'a' + 10
                : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                       : -1;
    if (c == '$' && stub.state < 2) {
        stub.state = 1;
        stub.len = 0;
        stub.sum = 0;
        stub.too_long = false;
    } else if (stub.state == 0) {
        if (c == '-' && !stub.no_ack)
            put(stub.last, strlen(stub.last));
    } else if (stub.state == 1 && c == '#') {
        stub.state = 2;
    } else if (stub.state == 1) {
        stub.sum += c;
        if (stub.len < PACKET_MAX)
            stub.packet[stub.len++] = (char)c;
        else
            stub.too_long = true;
    } else if (digit < 0) {
        stub.state = 0;
        if (!stub.no_ack)
            put("-", 1);
    } else if (stub.state == 2) {
        stub.sent_sum = (unsigned)digit << 4;
        stub.state = 3;
    } else {
        stub.sent_sum |= (unsigned)digit;
        stub.state = 0;
        finish_packet();
    }
}

/* The three functions. */

void rsp_embed_reset(void) {
    memset(&stub, 0, sizeof stub);
}

void rsp_embed_feed(const uint8_t *bytes, size_t len) {
    for (size_t i = 0; i < len; i++)
        take_byte(bytes[i]);
}

size_t rsp_embed_take(uint8_t *out, size_t room) {
    size_t len = stub.out_len < room ? stub.out_len : room;
    memcpy(out, stub.out, len);
    stub.out_len -= len;
    memmove(stub.out, stub.out + len, stub.out_len);
    return len;
}
