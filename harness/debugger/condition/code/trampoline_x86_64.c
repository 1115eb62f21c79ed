/* x86-64: the top of a condition's values is in rax, the others are on the thread's stack below the red zone.
 * The code is generated twice: the first time to learn where its parts will be, the second time to jump
 * there. Flags are kept with lahf and seto, some ten times faster than pushf and popf. */
/* SPDX-License-Identifier: MIT */
#include "backend.h"
#include "program.h"
#include "x86_64_code.h"
#include "x86_64_move.h"

#include "core/limits.h"

#include <string.h>

/* Registers by GDB's numbers, as far as the code touches them. */
enum {
    GDB_RAX = 0,
    GDB_RCX = 2,
    GDB_RDX = 3,
    GDB_RSI = 4,
    GDB_RDI = 5,
    GDB_RSP = 7,
    GDB_R11 = 11,
    GDB_RIP = 16,
    GDB_EFLAGS = 17,
    STATUS_BYTES = 256,     /* of the kernel's answer; what is looked for stands in the first 200 */
    FRESH_CYCLES = 1 << 17, /* of the time-stamp counter: some 50 us, in which no debugger stops and leaves */
    MAX_QUESTIONS = 16,
};

/* What is in the frame: what operators and system calls change. */
static const uint32_t saved_registers =
    UINT32_C(1) << GDB_RAX | UINT32_C(1) << GDB_RCX | UINT32_C(1) << GDB_RDX | UINT32_C(1) << GDB_RSI |
    UINT32_C(1) << GDB_RDI | UINT32_C(1) << GDB_R11 | UINT32_C(1) << GDB_EFLAGS;

typedef struct compiler {
    const rsp_condition *condition;
    rsp_trampoline *map;
    rsp_buf *out;
    size_t start;                                  /* of the trampoline in `out` */
    uint64_t failed;                               /* where a division by zero leads */
    uint64_t traced;                               /* where a debugger is known to be, or may be */
    uint64_t path;                                 /* of the name of a file */
    uint64_t joins[RSP_LIMIT_CONDITION_BYTES + 1]; /* address of each JOIN, of the first pass */
    uint64_t floats;                               /* the condition's number of xmm0; 0: not known */
    uint64_t thread_pointer;                       /* the condition's number of fs_base; 0: not known */
    bool swapped;                                  /* the condition's numbers of rsi and rdi */
    bool in_slot;                                  /* the top of the values is in its slot, and not in rax */
    rsp_trampoline_reason reason;
} compiler;

static uint64_t here(const compiler *c) {
    return c->map->code + (c->out->len - c->start);
}

static void put(compiler *c, const char *hex) {
    x86_put(c->out, hex);
}

static void jump(compiler *c, uint64_t to) {
    x86_put_jump(c->out, here(c), to);
}

static void jump_if(compiler *c, unsigned condition, uint64_t to) {
    x86_put_jump_if(c->out, condition, here(c), to);
}

/* --- the frame: saved registers in the order of their numbers, then values
 * ----------------------------------
 */

static uint32_t saved_slot(const rsp_trampoline *map, unsigned reg) {
    uint32_t at = 0;
    for (unsigned r = 0; r < reg; r++)
        at += (map->saved >> r & 1) ? 8 : 0;
    return at;
}

static uint32_t value_slot(const rsp_trampoline *map, size_t index) {
    return saved_slot(map, 32) + 8 * (uint32_t)index;
}

/* When the kernel was asked; its answer follows. */
static uint32_t time_slot(const compiler *c) {
    return value_slot(c->map, c->condition->max_values);
}

static bool is_saved(const compiler *c, unsigned reg) {
    return (c->map->saved >> reg & 1) != 0;
}

/* mov to the frame or from it, of all but rax. */
static void put_others(compiler *c, const char *opcode) {
    x86_put_slot(c->out, opcode, X86_RCX, saved_slot(c->map, GDB_RCX));
    x86_put_slot(c->out, opcode, X86_RDX, saved_slot(c->map, GDB_RDX));
    x86_put_slot(c->out, opcode, X86_RSI, saved_slot(c->map, GDB_RSI));
    x86_put_slot(c->out, opcode, X86_RDI, saved_slot(c->map, GDB_RDI));
    x86_put_slot(c->out, opcode, X86_R11, saved_slot(c->map, GDB_R11));
}

static void save(compiler *c) {
    x86_put_slot(c->out, "8d", 4, (uint32_t) - (int32_t)c->map->frame_bytes); /* lea rsp, [rsp - frame] */
    x86_put_slot(c->out, "89", X86_RAX, saved_slot(c->map, GDB_RAX));
    put_others(c, "89");
    put(c, "9f"); /* lahf */
    c->map->scratched = here(c);
    put(c, "0f 90 c0"); /* seto al */
    x86_put_slot(c->out, "89", X86_RAX, saved_slot(c->map, GDB_EFLAGS));
}

/* Returns the address of the instruction that gives the room back. */
static uint64_t restore(compiler *c) {
    put_others(c, "8b");
    x86_put_slot(c->out, "8b", X86_RAX, saved_slot(c->map, GDB_EFLAGS));
    put(c, "04 7f"); /* add al, 127: overflows from 1, not from 0 */
    put(c, "9e");    /* sahf: all flags of the code but that one */
    x86_put_slot(c->out, "8b", X86_RAX, saved_slot(c->map, GDB_RAX));
    uint64_t at = here(c);
    x86_put_slot(c->out, "8d", 4, c->map->frame_bytes);
    return at;
}

/* --- values -----------------------------------------------------------------------------------------------
 */

/* mov rax, REG for the registers of GDB's numbers that the code never changes. */
static const char *const from_register[] = {
    [1] = "48 89 d8",  [2] = "48 89 c8",  [3] = "48 89 d0",  [4] = "48 89 f0",  [5] = "48 89 f8",
    [6] = "48 89 e8",  [8] = "4c 89 c0",  [9] = "4c 89 c8",  [10] = "4c 89 d0", [11] = "4c 89 d8",
    [12] = "4c 89 e0", [13] = "4c 89 e8", [14] = "4c 89 f0", [15] = "4c 89 f8",
};

/* movq rax, xmm: the low 8 bytes. */
static void read_float(const compiler *c, unsigned number) {
    rsp_buf_push(c->out, 0x66);
    rsp_buf_push(c->out, number < 8 ? 0x48 : 0x4c);
    rsp_buf_push(c->out, 0x0f);
    rsp_buf_push(c->out, 0x7e);
    rsp_buf_push(c->out, (uint8_t)(0xc0 | (number & 7) << 3));
}

static void read_register(compiler *c, uint64_t number) {
    if (c->swapped && (number == GDB_RSI || number == GDB_RDI))
        number = GDB_RSI + GDB_RDI - number;
    if (number == GDB_RIP)
        x86_put_constant(c->out, c->map->site);
    else if (number == GDB_RSP)
        x86_put_slot(c->out, "8d", X86_RAX, c->map->frame_bytes);
    else if (number < RSP_ARRAY_LEN(from_register) && is_saved(c, (unsigned)number))
        x86_put_slot(c->out, "8b", X86_RAX, saved_slot(c->map, (unsigned)number));
    else if (number < RSP_ARRAY_LEN(from_register) && from_register[number])
        put(c, from_register[number]);
    else if (c->thread_pointer != 0 && number == c->thread_pointer)
        put(c, "64 48 8b 04 25 00 00 00 00"); /* mov rax, fs:[0]: there stands its own address */
    else if (c->floats != 0 && number - c->floats < RSP_TRAMPOLINE_X86_FLOATS)
        read_float(c, (unsigned)(number - c->floats));
    else
        c->reason = RSP_TRAMPOLINE_REGISTER;
}

/* The value below makes room in rax for a new one. */
static void begin_value(compiler *c, const condition_node *node) {
    if (node->below > 0 && !c->in_slot)
        x86_put_slot(c->out, "89", X86_RAX, value_slot(c->map, node->below - 1));
    c->in_slot = false;
}

typedef struct width_row {
    const char *load[2]; /* zero-extended, sign-extended */
    const char *extend[2];
} width_row;

static const width_row widths[] = {
    [1] = {{"0f b6 00", "48 0f be 00"}, {"0f b6 c0", "48 0f be c0"}},
    [2] = {{"0f b7 00", "48 0f bf 00"}, {"0f b7 c0", "48 0f bf c0"}},
    [4] = {{"8b 00", "48 63 00"}, {"89 c0", "48 98"}},
    [8] = {{"48 8b 00", "48 8b 00"}, {"", ""}},
};

static void truth(compiler *c, const char *setcc) {
    put(c, "48 85 c0"); /* test rax, rax */
    put(c, setcc);
    put(c, "0f b6 c0"); /* movzx eax, al */
}

/* How a binary operator is done on the left value in its slot and the right one in rax. */
typedef enum binary_how { WITH_SLOT, LEFT_FIRST, COMPARES, DIVIDES } binary_how;

typedef struct binary_row {
    binary_how how;
    const char *code;   /* WITH_SLOT: opcode of rax op= slot; LEFT_FIRST: rax op= rcx or cl */
    unsigned condition; /* COMPARES */
    bool is_signed;     /* DIVIDES */
    bool remainder;
} binary_row;

static const binary_row binaries[CONDITION_NUM_BINARY] = {
    [CONDITION_MUL] = {.how = WITH_SLOT, .code = "0f af"},
    [CONDITION_ADD] = {.how = WITH_SLOT, .code = "03"},
    [CONDITION_AND] = {.how = WITH_SLOT, .code = "23"},
    [CONDITION_XOR] = {.how = WITH_SLOT, .code = "33"},
    [CONDITION_OR] = {.how = WITH_SLOT, .code = "0b"},
    [CONDITION_SUB] = {.how = LEFT_FIRST, .code = "48 29 c8"},
    [CONDITION_SHL] = {.how = LEFT_FIRST, .code = "48 d3 e0"},
    [CONDITION_SHR] = {.how = LEFT_FIRST, .code = "48 d3 f8"},
    [CONDITION_USHR] = {.how = LEFT_FIRST, .code = "48 d3 e8"},
    [CONDITION_DIV] = {.how = DIVIDES, .is_signed = true},
    [CONDITION_UDIV] = {.how = DIVIDES},
    [CONDITION_REM] = {.how = DIVIDES, .is_signed = true, .remainder = true},
    [CONDITION_UREM] = {.how = DIVIDES, .remainder = true},
    [CONDITION_LT] = {.how = COMPARES, .condition = X86_LESS},
    [CONDITION_LE] = {.how = COMPARES, .condition = X86_LESS_EQUAL},
    [CONDITION_GT] = {.how = COMPARES, .condition = X86_GREATER},
    [CONDITION_GE] = {.how = COMPARES, .condition = X86_GREATER_EQUAL},
    [CONDITION_ULT] = {.how = COMPARES, .condition = X86_BELOW},
    [CONDITION_ULE] = {.how = COMPARES, .condition = X86_BELOW_EQUAL},
    [CONDITION_UGT] = {.how = COMPARES, .condition = X86_ABOVE},
    [CONDITION_UGE] = {.how = COMPARES, .condition = X86_ABOVE_EQUAL},
    [CONDITION_EQ] = {.how = COMPARES, .condition = X86_EQUAL},
    [CONDITION_NE] = {.how = COMPARES, .condition = X86_NOT_EQUAL},
};

/* The hardware traps on a division by zero and on the one that overflows: the first is tested for, and by -1
 * is done without dividing. */
static void divide(compiler *c, const binary_row *row, uint32_t left) {
    put(c, "48 89 c1 48 85 c9"); /* mov rcx, rax; test rcx, rcx */
    jump_if(c, X86_EQUAL, c->failed);
    x86_put_slot(c->out, "8b", X86_RAX, left);
    if (row->is_signed) {
        put(c, "48 83 f9 ff");                            /* cmp rcx, -1 */
        put(c, "75 05");                                  /* jne over the next two */
        put(c, row->remainder ? "31 c0 90" : "48 f7 d8"); /* xor eax, eax; nop, or neg rax */
        put(c, row->remainder ? "eb 08" : "eb 05");
        put(c, "48 99 48 f7 f9"); /* cqo; idiv rcx */
    } else {
        put(c, "31 d2 48 f7 f1"); /* xor edx, edx; div rcx */
    }
    if (row->remainder)
        put(c, "48 89 d0"); /* mov rax, rdx */
}

static void binary(compiler *c, const condition_node *node) {
    const binary_row *row = &binaries[node->op];
    uint32_t left = value_slot(c->map, node->below);
    switch (row->how) {
    case WITH_SLOT:
        x86_put_slot(c->out, row->code, X86_RAX, left);
        break;
    case LEFT_FIRST:
        put(c, "48 89 c1"); /* mov rcx, rax */
        x86_put_slot(c->out, "8b", X86_RAX, left);
        put(c, row->code);
        break;
    case COMPARES:
        x86_put_slot(c->out, "39", X86_RAX, left); /* cmp slot, rax */
        put(c, "0f");
        rsp_buf_push(c->out, (uint8_t)(0x90 | row->condition));
        put(c, "c0 0f b6 c0"); /* setcc al; movzx eax, al */
        break;
    case DIVIDES:
        divide(c, row, left);
        break;
    }
}

static void skip(compiler *c, const condition_node *node, unsigned condition) {
    put(c, "48 85 c0");
    jump_if(c, condition, c->joins[node->value]);
    c->in_slot = true; /* what lies below was put there when the value that is dropped came */
}

static void compile(compiler *c, size_t index) {
    const condition_node *node = &c->condition->nodes[index];
    switch (node->kind) {
    case NODE_CONST:
        begin_value(c, node);
        x86_put_constant(c->out, node->value);
        break;
    case NODE_REGISTER:
        begin_value(c, node);
        read_register(c, node->value);
        break;
    case NODE_LOAD:
        put(c, widths[node->width].load[node->is_signed]);
        break;
    case NODE_EXTEND:
        put(c, widths[node->width].extend[node->is_signed]);
        break;
    case NODE_NEGATE:
        put(c, "48 f7 d8");
        break;
    case NODE_INVERT:
        put(c, "48 f7 d0");
        break;
    case NODE_NOT:
        truth(c, "0f 94 c0");
        break;
    case NODE_BINARY:
        binary(c, node);
        break;
    case NODE_SKIP_FALSE:
        skip(c, node, X86_EQUAL);
        break;
    case NODE_SKIP_TRUE:
        skip(c, node, X86_NOT_EQUAL);
        break;
    case NODE_JOIN:
        c->joins[index] = here(c);
        truth(c, "0f 95 c0");
        break;
    }
}

/* --- what traps
 * ---------------------------------------------------------------------------------------------
 */

/* int 3 in two bytes, and clc. lldb-server shows the thread behind the int; gdbserver moves it back by one,
 * and then add edi, eax begins there. Both lead on, and neither hurts while the registers are in the frame:
 * also a thread that a stub detaches from at its trap goes on. */
static const char trap[] = "cd 03 f8";
enum { BEHIND_TRAP = 1 }; /* bytes after the int */

static const char status_path[] = "/proc/thread-self/status";

/* lea rsi, [rip + the path] */
static void put_path(compiler *c) {
    put(c, "48 8d 35");
    x86_put_32(c->out, (uint32_t)(c->path - (here(c) + 4)));
}

/* The status of this thread: rsi its bytes, edx how many. Where it cannot be read, on to `traced`. */
static void put_read_status(compiler *c, uint32_t buffer) {
    put(c, "b8 01 01 00 00 bf 9c ff ff ff"); /* mov eax, openat; mov edi, AT_FDCWD */
    put_path(c);
    put(c, "31 d2 0f 05 85 c0"); /* xor edx, edx; syscall; test eax, eax */
    jump_if(c, X86_SIGN, c->traced);
    put(c, "89 c7 31 c0"); /* mov edi, eax; xor eax, eax (read) */
    x86_put_slot(c->out, "8d", X86_RSI, buffer);
    put(c, "ba");
    x86_put_32(c->out, STATUS_BYTES);
    put(c, "0f 05 89 c2 b8 03 00 00 00 0f 05"); /* syscall; mov edx, eax; mov eax, close; syscall */
}

/* An answer that took long is asked for again, a few times: a debugger can have stopped the thread in
 * between, and have left it. A stop falls on the end of a system call more often than not, and takes longer
 * than a read. The verdict counts the questions above its lowest bit. */
static void put_age_check(compiler *c, uint64_t again) {
    const uint32_t verdict = value_slot(c->map, 0);
    put(c, "0f 31"); /* rdtsc */
    x86_put_slot(c->out, "2b", X86_RAX, time_slot(c));
    put(c, "3d"); /* cmp eax, cycles */
    x86_put_32(c->out, FRESH_CYCLES);
    put(c, "76 18");                        /* jbe over the rest */
    x86_put_slot(c->out, "83", 0, verdict); /* add verdict, 2 */
    put(c, "02");
    x86_put_slot(c->out, "83", 7, verdict); /* cmp verdict, 2 * questions */
    rsp_buf_push(c->out, 2 * MAX_QUESTIONS);
    jump_if(c, X86_BELOW, again);
}

/* A trap kills a program that nobody debugs, so the kernel is asked who traces the thread: whatever became of
 * the debugger, the program goes on. A condition that holds begins at `aside`, one without a value at
 * `failed`; the code ends in front of the error's trap. */
static void put_question(compiler *c, uint64_t leave) {
    const uint32_t verdict = value_slot(c->map, 0);
    put(c, "b8 01 00 00 00 eb 02"); /* mov eax, 1; over the next */
    c->failed = c->map->failed = here(c);
    put(c, "31 c0"); /* xor eax, eax */
    x86_put_slot(c->out, "89", X86_RAX, verdict);
    uint64_t again = here(c);
    put(c, "0f 31"); /* rdtsc */
    x86_put_slot(c->out, "89", X86_RAX, time_slot(c));
    put_read_status(c, time_slot(c) + 8);
    put(c, "83 ea 0c"); /* sub edx, 12: as many bytes as "TracerPid:", a tab and a digit */
    jump_if(c, X86_LESS, c->traced);
    put(c, "48 b9 54 72 61 63 65 72 50 69"); /* mov rcx, "TracerPi" */
    put(c, "48 39 0e 74 0c");                /* cmp [rsi], rcx; je over the rest of the loop */
    put(c, "48 ff c6 ff ca 7d f4");          /* inc rsi; dec edx; jge to the comparison */
    jump(c, c->traced);
    put(c, "80 7e 0b 30"); /* cmp byte [rsi + 11], '0' */
    jump_if(c, X86_EQUAL, leave);
    put_age_check(c, again);
    c->traced = here(c);
    x86_put_slot(c->out, "f6", 0, verdict); /* test verdict, 1 */
    put(c, "01");
    jump_if(c, X86_NOT_EQUAL, c->map->restore);
}

/* --- the whole
 * ----------------------------------------------------------------------------------------------
 */

static void generate(compiler *c, const rsp_trampoline_site *site) {
    rsp_trampoline *map = c->map;
    rsp_buf_truncate(c->out, c->start);
    map->num_places = 0;
    save(c);
    map->body = here(c);
    for (size_t i = 0; i < c->condition->num_nodes; i++)
        compile(c, i);
    put(c, "48 85 c0");
    jump_if(c, X86_NOT_EQUAL, map->aside);
    uint64_t leave = here(c);
    map->leave_false = restore(c);
    map->moved = here(c);
    rsp_trampoline_reason moved = x86_64_move(map, c->out, site);
    if (c->reason == RSP_TRAMPOLINE_NONE)
        c->reason = moved;
    map->moved_end = here(c);
    map->aside = here(c);
    put_question(c, leave);
    put(c, trap);
    map->error = here(c) - BEHIND_TRAP;
    jump(c, leave);
    map->restore = here(c);
    put(c, trap);
    map->stop = here(c) - BEHIND_TRAP;
    map->leave_true = restore(c);
    jump(c, map->moved);
    c->path = here(c);
    rsp_buf_append(c->out, rsp_bytes_make(status_path, sizeof status_path));
    map->end = here(c);
}

static rsp_trampoline_reason build(rsp_trampoline *map, rsp_buf *out, const rsp_condition *condition,
                                   const rsp_trampoline_site *site) {
    compiler c = {.condition = condition,
                  .map = map,
                  .out = out,
                  .start = out->len,
                  .floats = site->floats,
                  .thread_pointer = site->thread_pointer,
                  .swapped = site->swapped};
    c.reason = x86_64_displace(map, site);
    if (c.reason == RSP_TRAMPOLINE_NONE && !x86_reaches(site->address + X86_JUMP_BYTES, site->code))
        c.reason = RSP_TRAMPOLINE_SITE_TOO_FAR;
    if (c.reason != RSP_TRAMPOLINE_NONE)
        return c.reason;
    map->saved = saved_registers;
    map->own_traps = true;
    map->frame_bytes = (time_slot(&c) + 8 + STATUS_BYTES + X86_RED_ZONE + 15) / 16 * 16;
    map->num_jump = X86_JUMP_BYTES;
    memcpy(map->original, site->text.ptr, X86_JUMP_BYTES);
    uint32_t distance = (uint32_t)(site->code - (site->address + X86_JUMP_BYTES));
    map->jump[0] = 0xe9;
    for (unsigned i = 0; i < 4; i++)
        map->jump[i + 1] = (uint8_t)(distance >> 8 * i);
    generate(&c, site);
    if (c.reason == RSP_TRAMPOLINE_NONE)
        generate(&c, site);
    return c.reason;
}

static rsp_trampoline_reason copy(rsp_trampoline *map, rsp_buf *out, const rsp_trampoline_site *site) {
    rsp_trampoline_reason reason = x86_64_displace_first(map, site);
    return reason == RSP_TRAMPOLINE_NONE ? x86_64_move(map, out, site) : reason;
}

uint64_t rsp_trampoline_flags(uint64_t now, uint64_t saved) {
    const uint64_t overflow = 0x800;
    const uint64_t others = 0xd5; /* SF ZF AF PF CF, as lahf gives them */
    return (now & ~(overflow | others)) | (saved >> 8 & others) | ((saved & 1) ? overflow : 0);
}

static bool reaches(uint64_t near, uint64_t address, size_t len) {
    return x86_reaches(near + X86_JUMP_BYTES, address) && x86_reaches(address + len, near);
}

/* Far enough from a program that its heap can grow, and near enough for its libraries, too. */
static const int64_t distances[] = {-0x10000000, 0x60000000,  -0x60000000,
                                    0x40000000,  -0x30000000, 0x18000000};

enum { AROUND_BYTES = 2048 };

const trampoline_backend trampoline_x86_64 = {
    .build = build,
    .copy = copy,
    .reaches = reaches,
    .reach_text = "no memory for code is to be had within 2 GiB of the site",
    .distances = distances,
    .num_distances = RSP_ARRAY_LEN(distances),
    .break_kind = 1,
    .before_bytes = AROUND_BYTES,
    .text_bytes = AROUND_BYTES,
    .sp = GDB_RSP,
    .pc = GDB_RIP,
};
