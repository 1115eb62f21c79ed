/* The practice stub's wire: frames in and out, acks, retransmission, escapes, run-length encoding.
 * One state for the byte that comes next; a packet is answered as soon as its checksum is complete.
 * Bugs that live here: see bug.h. */
/* SPDX-License-Identifier: MIT */
#include "planted.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void put(planted *p, const void *bytes, size_t len) {
    if (len > OUT_BYTES - p->out_len) {
        p->closed = true; /* the client does not read */
        return;
    }
    memcpy(p->out + p->out_len, bytes, len);
    p->out_len += len;
}

static void put_ack(planted *p, char ack) {
    if (!p->no_ack)
        put(p, &ack, 1);
}

/* How often the byte at `at` follows itself, as far as one count can tell. */
static size_t repeats_at(const uint8_t *text, size_t len, size_t at) {
    size_t n = 0;
    while (at + 1 + n < len && n < 97 && text[at + 1 + n] == text[at])
        n++;
    return n;
}

static size_t legal_run(const planted *p, size_t repeats) {
    if (repeats == 7 && HAS_BUG(p, RUN_COUNT_DOLLAR))
        return repeats;
    if (repeats == 6 || repeats == 7) /* would be '#' or '$' */
        return 5;
    if (repeats == 14 || repeats == 16) /* '+' and '-' */
        return repeats - 1;
    return repeats > 3 ? repeats : 0;
}

/* Frames a payload whose reserved bytes are escaped already; letters and digits may become runs. */
static void put_frame(planted *p, char start, const uint8_t *text, size_t len) {
    uint8_t frame[REPLY_BYTES * 2];
    size_t n = 0;
    unsigned sum = 0;
    frame[n++] = (uint8_t)start;
    for (size_t i = 0; i < len && n < sizeof frame - 8;) {
        frame[n++] = text[i];
        size_t run = start == '$' && isalnum(text[i]) ? legal_run(p, repeats_at(text, len, i)) : 0;
        if (run) {
            frame[n++] = '*';
            frame[n++] = (uint8_t)(run + 29);
        }
        i += run + 1;
    }
    for (size_t i = 1; i < n; i++)
        sum += frame[i];
    n += (size_t)snprintf((char *)frame + n, 4, "#%02x", sum & 0xff);
    put(p, frame, n);
    if (start == '$') {
        memcpy(p->last, frame, n);
        p->last_len = n;
    }
}

void reply(planted *p, const char *format, ...) {
    char text[REPLY_BYTES];
    va_list ap;
    va_start(ap, format);
    int len = vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    put_frame(p, '$', (const uint8_t *)text, len < (int)sizeof text ? (size_t)len : sizeof text - 1);
}

void notify(planted *p, const char *text) {
    put_frame(p, '%', (const uint8_t *)text, strlen(text));
}

void reply_binary(planted *p, char kind, const uint8_t *data, size_t len) {
    uint8_t text[REPLY_BYTES];
    size_t n = 0;
    text[n++] = (uint8_t)kind;
    for (size_t i = 0; i < len && n < sizeof text - 2; i++) {
        bool star = data[i] == '*' && !HAS_BUG(p, STAR_NOT_ESCAPED);
        if (data[i] == '$' || data[i] == '#' || data[i] == '}' || star) {
            text[n++] = '}';
            text[n++] = data[i] ^ 0x20;
        } else {
            text[n++] = data[i];
        }
    }
    put_frame(p, '$', text, n);
}

static void packet_start(planted *p) {
    p->state = PAYLOAD;
    p->len = 0;
    p->sum = 0;
    p->overlong = false;
}

static void packet_byte(planted *p, uint8_t byte) {
    p->sum += byte;
    if (p->len < PACKET_BYTES || HAS_BUG(p, LONG_PACKET_OVERFLOW))
        p->packet[p->len++] = byte;
    else
        p->overlong = true;
}

static int hex_digit(uint8_t c) {
    return isdigit(c)             ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static void packet_end(planted *p, uint8_t byte) {
    int digit = hex_digit(byte);
    p->state = BETWEEN;
    planted_count(&p->counts->packets);
    if (digit < 0 || ((p->wire_sum << 4) | (unsigned)digit) != (p->sum & 0xff)) {
        put_ack(p, '-');
        return;
    }
    planted_count(&p->counts->good);
    put_ack(p, '+');
    if (p->overlong) {
        reply(p, "E08");
        return;
    }
    p->packet[p->len] = 0;
    answer(p, (char *)p->packet, p->len);
}

static void checksum_first(planted *p, uint8_t byte) {
    int digit = hex_digit(byte);
    if (digit < 0) {
        p->state = HAS_BUG(p, HALF_CHECKSUM_DEAF) ? DEAF : BETWEEN;
        put_ack(p, '-');
        return;
    }
    p->wire_sum = (unsigned)digit;
    p->state = CHECKSUM_2;
}

static void between(planted *p, uint8_t byte) {
    if (byte == '$')
        packet_start(p);
    else if (byte == '-' && !p->no_ack)
        put(p, p->last, p->last_len);
    else if (byte == 0x03)
        interrupted(p);
}

static void take_byte(planted *p, uint8_t byte) {
    if (p->eat > 0) {
        p->eat--;
        return;
    }
    switch (p->state) {
    case BETWEEN:
        between(p, byte);
        break;
    case PAYLOAD:
        if (byte == '$') {
            packet_start(p); /* the first was cut off */
        } else if (byte == '#') {
            p->state = CHECKSUM_1;
        } else {
            packet_byte(p, byte);
        }
        break;
    case CHECKSUM_1:
        checksum_first(p, byte);
        break;
    case CHECKSUM_2:
        packet_end(p, byte);
        if (p->overlong && HAS_BUG(p, OVER_LONG_OFF_BY_TWO))
            p->eat = 2;
        p->overlong = false;
        break;
    case DEAF:
        break;
    }
}

void planted_input(planted *p, const uint8_t *bytes, size_t len) {
    bool answered = false;
    for (size_t i = 0; i < len && !p->closed; i++) {
        receiving before = p->state;
        take_byte(p, bytes[i]);
        if (before == CHECKSUM_2 && answered && HAS_BUG(p, SECOND_PACKET_LOST))
            return;
        if (before == CHECKSUM_2 && p->state == BETWEEN) {
            answered = true;
            if (HAS_BUG(p, SECOND_PACKET_LOST))
                return; /* with all that came in the same read */
        }
    }
}
