/* Streams of random RV64GC instructions, executed with random registers: SEED FIRST NUM [show].
 * Prints a hash of registers, flags and memory for every 64 streams; `show` prints the words and registers of
 * each. A stream is made of SEED and its number alone, so that one can be repeated. */
/* SPDX-License-Identifier: MIT */
#include "bare.h"

enum { INSNS = 200, STREAM_BYTES = 4 * INSNS + 64, BATCH = 64, BUFFER = 8192 };

static unsigned char code[BATCH][STREAM_BYTES] __attribute__((aligned(4096)));
static u64 buffer[BUFFER / 8] __attribute__((aligned(4096)));
static u64 state;
static unsigned char *at; /* where the next instruction goes */
static u32
    reserved_width; /* of lr and sc of a stream: after lr.d qemu 7.2 stores by sc.w and says that it failed */

static u64 next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1dUL;
}

static u32 below(u32 bound) {
    return (u32)((next() >> 32) * bound >> 32);
}

/* What is at the edges of doubles and singles: zeros, subnormals, ones, integers' limits, largest, NaNs. */
static const u64 doubles[] = {
    0,
    1,
    0x000fffffffffffffUL,
    0x0010000000000000UL,
    0x0010000000000001UL,
    0x001fffffffffffffUL,
    0x3cb0000000000000UL,
    0x3fe0000000000000UL,
    0x3fefffffffffffffUL,
    0x3ff0000000000000UL,
    0x3ff0000000000001UL,
    0x3ff8000000000000UL,
    0x4008000000000000UL,
    0x41dfffffffc00000UL,
    0x41e0000000000000UL,
    0x41efffffffe00000UL,
    0x43dfffffffffffffUL,
    0x43e0000000000000UL,
    0x43efffffffffffffUL,
    0x43f0000000000000UL,
    0x47efffffe0000000UL,
    0x47effffff0000000UL,
    0x380fffffffffffffUL,
    0x36a0000000000000UL,
    0x7fe0000000000000UL,
    0x7fefffffffffffffUL,
    0x7ff0000000000000UL,
    0x7ff0000000000001UL,
    0x7ff8000000000000UL,
    0x7ff8000000000123UL,
};
static const u32 singles[] = {0,          1,          0x007fffff, 0x00800000, 0x00800001, 0x00ffffff,
                              0x33800000, 0x3f000000, 0x3f7fffff, 0x3f800000, 0x3f800001, 0x3fc00000,
                              0x40400000, 0x4effffff, 0x4f000000, 0x4f7fffff, 0x4f800000, 0x5effffff,
                              0x5f000000, 0x5f7fffff, 0x5f800000, 0x7f000000, 0x7f7fffff, 0x7f800000,
                              0x7f800001, 0x7fc00000, 0x7fc00123};

/* Near 1, so that sums cancel and products stay in range. */
static u64 moderate_double(void) {
    return (next() & 0x800fffffffffffffUL) | (u64)(1023 - 60 + below(120)) << 52;
}

static u32 moderate_single(void) {
    return (u32)(next() & 0x807fffff) | (127 - 30 + below(60)) << 23;
}

static u64 float_value(void) {
    u64 sign = next() & 1UL << 63;
    switch (below(8)) {
    case 0:
    case 1:
        return doubles[below(COUNT(doubles))] | sign;
    case 2:
    case 3:
        return 0xffffffff00000000UL | singles[below(COUNT(singles))] | sign >> 32;
    case 4:
    case 5:
        return moderate_double();
    case 6:
        return 0xffffffff00000000UL | moderate_single();
    default:
        return next();
    }
}

static void emit(u32 word, unsigned len) {
    for (unsigned i = 0; i < len; i++)
        *at++ = (unsigned char)(word >> 8 * i);
}

/* x2, x8 and x9 hold the middle of the buffer and are not written. */
static u32 base(void) {
    static const unsigned char bases[] = {2, 8, 9};
    return bases[below(3)];
}

static u32 written(void) {
    u32 reg = below(32);
    return reg == 2 || reg == 8 || reg == 9 ? 0 : reg;
}

static u32 with_rd(u32 word, u32 rd) {
    return (word & ~(31u << 7)) | rd << 7;
}

static u32 with_rs1(u32 word, u32 rs1) {
    return (word & ~(31u << 15)) | rs1 << 15;
}

/* What of a random word has to be chosen with care. */
typedef enum care { ANY, WRITES, LOADS, STORES, FLOAT_LOADS } care;
typedef struct row {
    u32 match, mask;
    care care;
} row;

static const row integers[] = {
    {0x13, 0x707f, WRITES},
    {0x2013, 0x707f, WRITES},
    {0x3013, 0x707f, WRITES},
    {0x4013, 0x707f, WRITES},
    {0x6013, 0x707f, WRITES},
    {0x7013, 0x707f, WRITES},
    {0x1013, 0xfc00707f, WRITES},
    {0x5013, 0xfc00707f, WRITES},
    {0x40005013, 0xfc00707f, WRITES},
    {0x1b, 0x707f, WRITES},
    {0x101b, 0xfe00707f, WRITES},
    {0x501b, 0xfe00707f, WRITES},
    {0x4000501b, 0xfe00707f, WRITES},
    {0x37, 0x7f, WRITES},
    {0x17, 0x7f, WRITES},
    {0x33, 0xfe00007f, WRITES},
    {0x2000033, 0xfe00007f, WRITES},
    {0x40000033, 0xfe00707f, WRITES},
    {0x40005033, 0xfe00707f, WRITES},
    {0x3b, 0xfe00707f, WRITES},
    {0x4000003b, 0xfe00707f, WRITES},
    {0x103b, 0xfe00707f, WRITES},
    {0x503b, 0xfe00707f, WRITES},
    {0x4000503b, 0xfe00707f, WRITES},
    {0x200003b, 0xfe00707f, WRITES},
    {0x200403b, 0xfe00707f, WRITES},
    {0x200503b, 0xfe00707f, WRITES},
    {0x200603b, 0xfe00707f, WRITES},
    {0x200703b, 0xfe00707f, WRITES},
    {0x0ff0000f, 0xffffffff, ANY},
};
static const row memory[] = {
    {0x03, 0x707f, LOADS},           {0x1003, 0x707f, LOADS},         {0x2003, 0x707f, LOADS},
    {0x3003, 0x707f, LOADS},         {0x4003, 0x707f, LOADS},         {0x5003, 0x707f, LOADS},
    {0x6003, 0x707f, LOADS},         {0x23, 0x707f, STORES},          {0x1023, 0x707f, STORES},
    {0x2023, 0x707f, STORES},        {0x3023, 0x707f, STORES},        {0x2027, 0x707f, STORES},
    {0x3027, 0x707f, STORES},        {0x2007, 0x707f, FLOAT_LOADS},   {0x3007, 0x707f, FLOAT_LOADS},
    {0x202f, 0xf800707f, LOADS},     {0x0800302f, 0xf800707f, LOADS}, {0x2000202f, 0xf800707f, LOADS},
    {0x4000302f, 0xf800707f, LOADS}, {0x6000202f, 0xf800707f, LOADS}, {0x8000302f, 0xf800707f, LOADS},
    {0xa000202f, 0xf800707f, LOADS}, {0xc000302f, 0xf800707f, LOADS}, {0xe000202f, 0xf800707f, LOADS},
    {0x1000202f, 0xf9f0707f, LOADS}, {0x1800202f, 0xf800707f, LOADS},
};
static const row floats[] = {
    {0x43, 0x0400007f, ANY},          {0x47, 0x0400007f, ANY},          {0x4b, 0x0400007f, ANY},
    {0x4f, 0x0400007f, ANY},          {0x53, 0xfc00007f, ANY},          {0x08000053, 0xfc00007f, ANY},
    {0x10000053, 0xfc00007f, ANY},    {0x18000053, 0xfc00007f, ANY},    {0x58000053, 0xfdf0007f, ANY},
    {0x20000053, 0xfc00707f, ANY},    {0x20001053, 0xfc00707f, ANY},    {0x20002053, 0xfc00707f, ANY},
    {0x28000053, 0xfc00707f, ANY},    {0x28001053, 0xfc00707f, ANY},    {0x40100053, 0xfff0007f, ANY},
    {0x42000053, 0xfff0007f, ANY},    {0xa0000053, 0xfc00707f, WRITES}, {0xa0001053, 0xfc00707f, WRITES},
    {0xa0002053, 0xfc00707f, WRITES}, {0xc0000053, 0xfdf0007f, WRITES}, {0xc0100053, 0xfdf0007f, WRITES},
    {0xc0200053, 0xfdf0007f, WRITES}, {0xc0300053, 0xfdf0007f, WRITES}, {0xd0000053, 0xfdf0007f, ANY},
    {0xd0100053, 0xfdf0007f, ANY},    {0xd0200053, 0xfdf0007f, ANY},    {0xd0300053, 0xfdf0007f, ANY},
    {0xe0000053, 0xfdf0707f, WRITES}, {0xe0001053, 0xfdf0707f, WRITES}, {0xf0000053, 0xfdf0707f, ANY},
};

static void emit_row(const row *r) {
    u32 word = r->match | ((u32)next() & ~r->mask);
    if (r->care == WRITES || r->care == LOADS)
        word = with_rd(word, written());
    if (r->care >= LOADS)
        word = with_rs1(word, base());
    if (r->care == ANY && !(r->mask & 0x7000) && below(64) != 0) /* a rounding mode, seldom a reserved one */
        word = (word & ~0x7000u) | (below(2) ? 7 : below(5)) << 12;
    else if (r->care == WRITES && (word & 0x7f) == 0x53 && !(r->mask & 0x7000))
        word = (word & ~0x7000u) | (below(2) ? 7 : below(5)) << 12;
    if ((word & 0xf000707f) == 0x1000202f)
        word |= reserved_width;
    emit(word, 4);
}

/* fflags, frm or fcsr; of the modes a reserved one only now and then. */
static void emit_status(void) {
    u32 which = 1 + below(3), how = 1 + below(3) + 4 * below(2);
    if (which != 1 && below(16) != 0) {
        emit(0x00205073 | below(5) << 15 | written() << 7, 4); /* csrrwi rd, frm, 0 to 4 */
        return;
    }
    if (which != 1)
        how |= 4; /* of a register the mode would mostly be reserved */
    emit(0x73 | which << 20 | how << 12 | below(32) << 15 | written() << 7, 4);
}

/* Rows of 16-bit instructions that neither jump nor write a base. */
static void emit_short(void) {
    u32 half = (u32)next() & 0xffff, upper = 10 + below(6) - 8, any = written();
    u32 rd = (half & ~(31u << 7)) | (any ? any : 10) << 7;
    static const u32 with_base[] = {0x2000, 0x4000, 0x6000, 0xa000, 0xc000, 0xe000};
    static const u32 on_stack[] = {0x2002, 0x4002, 0x6002, 0xa002, 0xc002, 0xe002};
    static const u32 of_rd[] = {0x0001, 0x2001, 0x4001, 0x6001, 0x0002, 0x8002, 0x9002};
    switch (below(5)) {
    case 0: /* a base and one of x10 to x15 */
        half = with_base[below(6)] | (half & 0x1c60) | below(2) << 7 | upper << 2;
        break;
    case 1:
        half = on_stack[below(6)] | (rd & 0x1ffc);
        break;
    case 2: /* ... and not by sp */
        half = of_rd[below(7)] | (rd & 0x0ffc) | (half & 0x007c ? 0 : 4);
        break;
    case 3:
        half = 0x8001 | (half & 0x1c7c) | upper << 7;
        break;
    default: /* c.addi4spn */
        half = (half & 0x1fe0) | 0x20 | upper << 2;
        break;
    }
    if ((half & 0xe003) == 0x6001 && (half & 0x107c) == 0)
        half |= 4; /* c.lui of 0 is reserved */
    emit(half, 2);
}

static void emit_plain(void) {
    u32 kind = below(16);
    if (kind < 7)
        emit_row(&floats[below(COUNT(floats))]);
    else if (kind < 9)
        emit_row(&integers[below(COUNT(integers))]);
    else if (kind < 12)
        emit_row(&memory[below(COUNT(memory))]);
    else if (kind < 15)
        emit_short();
    else
        emit_status();
}

/* A jump over some instructions, of each form. */
static void emit_jump(void) {
    unsigned char *jump = at;
    u32 form = below(4), word, offset;
    emit(0, form < 2 ? 4 : 2);
    for (u32 num = 1 + below(5); num; num--)
        emit_plain();
    offset = (u32)(at - jump);
    unsigned char *end = at;
    at = jump;
    if (form == 0) {
        static const u32 conditions[] = {0x63, 0x1063, 0x4063, 0x5063, 0x6063, 0x7063};
        word = conditions[below(6)] | below(32) << 15 | below(32) << 20;
        emit(word | (offset & 0x1e) << 7 | (offset & 0x7e0) << 20, 4);
    } else if (form == 1) {
        emit(0x6f | written() << 7 | (offset & 0x7fe) << 20, 4);
    } else if (form == 2) {
        emit(0xa001 | (offset & 0x20) >> 3 | (offset & 0xe) << 2 | (offset & 0x10) << 7, 2);
    } else {
        word = below(2) ? 0xc001 : 0xe001;
        emit(word | below(8) << 7 | (offset & 0x20) >> 3 | (offset & 0x6) << 2 | (offset & 0x18) << 7, 2);
    }
    at = end;
}

static u64 seed;

static void begin(u64 stream) {
    state = (seed * 0x9e3779b97f4a7c15UL + stream + 1) * 0xbf58476d1ce4e5b9UL;
    state ^= state >> 31;
    state += state == 0;
}

static void make(u64 stream, unsigned char *to) {
    begin(stream);
    reserved_width = below(2) << 12;
    at = to;
    emit(0x1001202f, 4); /* lr.w x0, (x2): no reservation of the stream before is left */
    while (at < to + STREAM_BYTES - 64) {
        if (below(12) == 0)
            emit_jump();
        else
            emit_plain();
    }
    emit(C_EBREAK, 2);
}

static void choose_registers(u64 stream) {
    begin(~stream);
    for (int i = 1; i < 32; i++)
        before[i] = below(3) == 0 ? edges[below(COUNT(edges))] : next();
    before[2] = before[8] = before[9] = (u64)buffer + BUFFER / 2;
    for (int i = BARE_F; i < BARE_FCSR; i++)
        before[i] = float_value();
    before[BARE_FCSR] = below(2) ? below(5) << 5 : below(5) << 5 | below(32);
    for (unsigned i = 0; i < BUFFER / 8; i++)
        buffer[i] = i % 4 ? float_value() : doubles[below(COUNT(doubles))];
}

static u64 run(u64 stream, const unsigned char *from) {
    choose_registers(stream);
    bare_run(from);
    u64 hash = fold(fold(0, (u64)ended_by), (u64)ended_code);
    for (int i = 0; i < BARE_REGS; i++)
        hash = fold(hash, after[i]);
    for (unsigned i = 0; i < BUFFER / 8; i++)
        hash = fold(hash, buffer[i]);
    return hash;
}

static void show(u64 stream, const unsigned char *from) {
    print_line("stream", (long)stream);
    for (unsigned i = 0; i < STREAM_BYTES && from + i <= (unsigned char *)after[0];) {
        u32 word = (u32)from[i] | (u32)from[i + 1] << 8 | (u32)from[i + 2] << 16 | (u32)from[i + 3] << 24;
        int is_short = (word & 3) != 3;
        print_hash("  word", is_short ? word & 0xffff : word);
        i += is_short ? 2 : 4;
    }
    print_line("signal", ended_by);
    for (int i = 0; i < BARE_REGS; i++) {
        print_number(i);
        print_hash(i == 0 ? " pc" : i < BARE_F ? " x" : i < BARE_FCSR ? " f" : " fcsr", after[i]);
    }
}

static u64 number(const char *text) {
    u64 value = 0;
    while (*text)
        value = value * 10 + (u64)(*text++ - '0');
    return value;
}

int main(int argc, char **argv) {
    seed = argc > 1 ? number(argv[1]) : 1;
    u64 first = argc > 2 ? number(argv[2]) : 0, num = argc > 3 ? number(argv[3]) : 256;
    mprotect(code, sizeof code, PROT_READ | PROT_WRITE | PROT_EXEC);
    bare_init();
    for (u64 i = first; i < first + num; i += BATCH) {
        u64 hash = 0, end = i + BATCH < first + num ? i + BATCH : first + num;
        for (u64 k = i; k < end; k++)
            make(k, code[k - i]);
        __asm__ volatile("fence.i" ::: "memory");
        for (u64 k = i; k < end; k++) {
            hash = fold(hash, run(k, code[k - i]));
            if (argc > 4)
                show(k, code[k - i]);
        }
        print_number((long)i);
        print_hash("", hash);
    }
    return 0;
}
