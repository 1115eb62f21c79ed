/* The mixed set of bench_machine: what ordinary programs do, one kernel for each kind of work.
 * Usage: workload_mixed KERNEL ROUNDS; prints a sum that depends on all results.
 * Also runs under qemu-riscv64. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"
#include <stdbool.h>

enum { BYTES = 65536, NUMBERS = 16384, SIDE = 48, BODIES = 5 };

static uint8_t text[BYTES], packed[BYTES * 2], unpacked[BYTES];
static uint32_t numbers[NUMBERS];

static uint64_t noise(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Words of a small language, so that they repeat. */
static void write_text(uint64_t seed) {
    for (size_t at = 0; at < BYTES;) {
        uint64_t word = noise(&seed) % 97;
        for (uint64_t i = 0; i <= word % 9 && at < BYTES; i++)
            text[at++] = (uint8_t)('a' + (word * 7 + i * i * 3) % 26);
        if (at < BYTES)
            text[at++] = ' ';
    }
}

/* Copies of many lengths and alignments. */
static uint64_t copy(uint64_t seed) {
    for (size_t i = 0; i < 2000; i++) {
        uint64_t at = noise(&seed);
        size_t from = at % (BYTES / 2), to = at >> 20 & 0x3fff, len = at >> 40 & 1023;
        memcpy(packed + to, text + from, len);
        memset(packed + BYTES + to, (int)at, len / 2);
    }
    return packed[seed % BYTES];
}

static void sort(uint32_t *from, uint32_t *end) {
    while (end - from > 12) {
        uint32_t pivot = from[(end - from) / 2], *low = from, *high = end - 1;
        while (low <= high) {
            while (*low < pivot)
                low++;
            while (*high > pivot)
                high--;
            if (low > high)
                break;
            uint32_t other = *low;
            *low++ = *high;
            *high-- = other;
        }
        sort(from, high + 1);
        from = low;
    }
    for (uint32_t *i = from + 1; i < end; i++) {
        uint32_t moved = *i, *at = i;
        for (; at > from && at[-1] > moved; at--)
            *at = at[-1];
        *at = moved;
    }
}

static uint64_t sorting(uint64_t seed) {
    for (size_t i = 0; i < NUMBERS; i++)
        numbers[i] = (uint32_t)noise(&seed);
    sort(numbers, numbers + NUMBERS);
    return numbers[NUMBERS / 2];
}

static uint32_t rotated(uint32_t v, unsigned by) {
    return v >> by | v << (32 - by);
}

/* SHA-256's rounds, with the constants of a generator of noise. */
static uint64_t hash(uint64_t seed) {
    uint32_t h[8], w[64], k[64];
    for (size_t i = 0; i < 64; i++)
        k[i] = (uint32_t)noise(&seed);
    for (size_t i = 0; i < 8; i++)
        h[i] = (uint32_t)noise(&seed);
    for (size_t block = 0; block + 64 <= BYTES; block += 64) {
        for (size_t i = 0; i < 16; i++)
            w[i] = (uint32_t)text[block + i * 4] << 24 | (uint32_t)text[block + i * 4 + 1] << 16 |
                   (uint32_t)text[block + i * 4 + 2] << 8 | text[block + i * 4 + 3];
        for (size_t i = 16; i < 64; i++)
            w[i] = w[i - 16] + w[i - 7] + (rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3) +
                   (rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10);
        uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], last = h[7];
        for (size_t i = 0; i < 64; i++) {
            uint32_t t =
                last + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i];
            uint32_t u = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            last = g, g = f, f = e, e = d + t, d = c, c = b, b = a, a = t + u;
        }
        h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e, h[5] += f, h[6] += g, h[7] += last;
    }
    return h[0] ^ h[7];
}

/* Greedy LZ77 with a table of the last place of each three bytes, and back again. */
static uint64_t compression(uint64_t seed) {
    static uint16_t last[4096];
    size_t out = 0;
    memset(last, 0, sizeof last);
    for (size_t at = 0; at + 3 < BYTES;) {
        uint32_t key = (uint32_t)text[at] | (uint32_t)text[at + 1] << 8 | (uint32_t)text[at + 2] << 16;
        uint16_t *place = &last[(key * 2654435761U) >> 20];
        size_t from = *place, len = 0;
        *place = (uint16_t)at;
        while (from < at && len < 255 && at + len < BYTES - 1 && text[from + len] == text[at + len])
            len++;
        if (len > 4) {
            packed[out++] = 0;
            packed[out++] = (uint8_t)len;
            packed[out++] = (uint8_t)from;
            packed[out++] = (uint8_t)(from >> 8);
            at += len;
        } else {
            packed[out++] = text[at++];
        }
    }
    size_t back = 0;
    for (size_t in = 0; in < out;) {
        if (packed[in]) {
            unpacked[back++] = packed[in++];
            continue;
        }
        size_t from = packed[in + 2] | (size_t)packed[in + 3] << 8;
        for (size_t len = packed[in + 1]; len; len--)
            unpacked[back++] = unpacked[from++];
        in += 4;
    }
    return out + unpacked[seed % BYTES];
}

/* A stack machine; its program marks the multiples of each number in a sieve. */
enum { PUSH, LOAD, STORE, MARK, PLUS, LESS, UNLESS, GOTO, HALT };

/* clang-format off */
static const int16_t program[] = {
    PUSH, 2, STORE, 0,                     /*  0: i = 2 */
    LOAD, 0, PUSH, 4096, LESS, UNLESS, 35, /*  4: if (i >= 4096) goto 35 */
    LOAD, 0, STORE, 1,                     /* 11: j = i */
    LOAD, 1, PUSH, 4096, LESS, UNLESS, 26, /* 15: if (j >= 4096) goto 26 */
    GOTO, 36, HALT, HALT,                  /* 22: else goto 36 */
    LOAD, 0, PUSH, 1, PLUS, STORE, 0,      /* 26: i = i + 1 */
    GOTO, 4,                               /* 33 */
    HALT,                                  /* 35 */
    LOAD, 1, MARK,                         /* 36: mark(j) */
    LOAD, 1, LOAD, 0, PLUS, STORE, 1,       /* 39: j = j + i */
    GOTO, 15,                              /* 46 */
};
/* clang-format on */

static uint64_t interpreter(uint64_t seed) {
    static uint8_t sieve[4096];
    long stack[16], variables[2] = {0, 0};
    size_t top = 0;
    memset(sieve, 0, sizeof sieve);
    for (const int16_t *at = program;;) {
        switch (*at++) {
        case PUSH:
            stack[top++] = *at++;
            break;
        case LOAD:
            stack[top++] = variables[*at++];
            break;
        case STORE:
            variables[*at++] = stack[--top];
            break;
        case MARK:
            sieve[stack[--top] & 4095]++;
            break;
        case PLUS:
            top--;
            stack[top - 1] += stack[top];
            break;
        case LESS:
            top--;
            stack[top - 1] = stack[top - 1] < stack[top];
            break;
        case UNLESS:
            at = stack[--top] ? at + 1 : program + *at;
            break;
        case GOTO:
            at = program + *at;
            break;
        default:
            return sieve[seed & 4095] + (uint64_t)variables[0];
        }
    }
}

static NOINLINE uint64_t fibonacci(uint64_t n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static uint64_t calls(uint64_t seed) {
    return fibonacci(22 + (seed & 1));
}

static bool same(const uint8_t *a, const uint8_t *b, size_t len) {
    while (len && *a == *b)
        a++, b++, len--;
    return len == 0;
}

/* A hash table of words, with a list in each place. */
typedef struct entry {
    struct entry *next;
    size_t at, len;
    uint64_t num;
} entry;

static uint64_t words(uint64_t seed) {
    static entry entries[4096], *table[1024];
    size_t num = 0;
    memset(table, 0, sizeof table);
    for (size_t at = 0, len; at < BYTES; at += len + 1) {
        uint32_t sum = 5381;
        for (len = 0; at + len < BYTES && text[at + len] != ' '; len++)
            sum = sum * 33 + text[at + len];
        entry **place = &table[sum % 1024], *e = *place;
        while (e && (e->len != len || !same(text + e->at, text + at, len)))
            e = e->next;
        if (!e && num < 4096) {
            e = &entries[num++];
            *e = (entry){.next = *place, .at = at, .len = len};
            *place = e;
        }
        if (e)
            e->num++;
    }
    return num + entries[seed % 64].num;
}

typedef struct body {
    double at[3], speed[3], mass;
} body;

static double square_root(double v) {
    __asm__("fsqrt.d %0, %1" : "=f"(v) : "f"(v));
    return v;
}

static void move(body *bodies) {
    for (size_t i = 0; i < BODIES; i++)
        for (size_t j = i + 1; j < BODIES; j++) {
            double d[3], square = 0.01;
            for (size_t k = 0; k < 3; k++) {
                d[k] = bodies[i].at[k] - bodies[j].at[k];
                square += d[k] * d[k];
            }
            double pull = 0.001 / (square * square_root(square));
            for (size_t k = 0; k < 3; k++) {
                bodies[i].speed[k] -= d[k] * bodies[j].mass * pull;
                bodies[j].speed[k] += d[k] * bodies[i].mass * pull;
            }
        }
    for (size_t i = 0; i < BODIES; i++)
        for (size_t k = 0; k < 3; k++)
            bodies[i].at[k] += 0.001 * bodies[i].speed[k];
}

static uint64_t doubles(uint64_t seed) {
    body bodies[BODIES];
    for (size_t i = 0; i < BODIES; i++) {
        bodies[i].mass = (double)(1 + noise(&seed) % 100);
        for (size_t k = 0; k < 3; k++) {
            bodies[i].at[k] = (double)(noise(&seed) % 1000) / 100;
            bodies[i].speed[k] = 0;
        }
    }
    for (size_t i = 0; i < 1000; i++)
        move(bodies);
    return (uint64_t)(long)(bodies[0].at[0] * 1e6);
}

static uint64_t floats(uint64_t seed) {
    static float a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE];
    for (size_t i = 0; i < SIDE; i++)
        for (size_t j = 0; j < SIDE; j++) {
            a[i][j] = (float)(noise(&seed) % 1000) / 7;
            b[i][j] = (float)(long)(noise(&seed) % 1000 - 500);
        }
    for (size_t i = 0; i < SIDE; i++)
        for (size_t j = 0; j < SIDE; j++) {
            float sum = 0;
            for (size_t k = 0; k < SIDE; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum > 0 ? sum : -sum;
        }
    return (uint64_t)(long)c[seed % SIDE][1];
}

int main(int argc, char **argv) {
    static uint64_t (*const kernels[])(uint64_t) = {copy,  sorting, hash,    compression, interpreter,
                                                    calls, words,   doubles, floats};
    long kernel = argument(argc, argv, 1, 0), rounds = argument(argc, argv, 2, 1);
    uint64_t sum = 1;
    if (kernel >= (long)(sizeof kernels / sizeof kernels[0]))
        return 2;
    write_text(sum);
    for (long i = 0; i < rounds; i++)
        sum = sum * 31 + kernels[kernel](sum | 1);
    print_line("sum", (long)(sum & 0xffffff));
    return 0;
}
