/* Thompson's construction, and all states of the automaton followed at once.
 * Repetitions are written out, so that the size is what pattern.c has measured and bounded.
 * Each state remembers where its match began; the earliest start keeps the state. */
/* SPDX-License-Identifier: MIT */
#include "language/automaton.h"

#include "core/limits.h"
#include "core/mem.h"
#include <ctype.h>

enum {
    OPERATORS_MAX = 8, /* `a*+?...` behind one piece */
    CODE_MAX = 8 * RSP_LIMIT_PATTERN_NODES,
    GOING_EVERY = 1 << 16, /* states between two looks at `going` */
};

typedef enum op { OP_BYTE, OP_ANY, OP_SET, OP_SPLIT, OP_JUMP, OP_BEGIN, OP_END, OP_SAVE, OP_MATCH } op;

typedef struct insn {
    op op;
    uint32_t x; /* SPLIT, JUMP: next; BYTE: the byte; SET: its number; SAVE: 2 * group, + 1 at its end */
    uint32_t y; /* SPLIT: the other */
} insn;

typedef struct byte_set {
    bool has[256];
} byte_set;

struct automaton {
    const rsp_mem *mem;
    insn *code;
    size_t num;
    size_t cap;
    byte_set *sets;
    size_t num_sets;
    size_t cap_sets;
};

/* A pattern that is being compiled: text[at..] in front of us. */
typedef struct compiler {
    automaton *a;
    rsp_bytes text;
    size_t at;
    size_t groups[AUTOMATON_GROUPS]; /* where the first of them open; from 1 */
    size_t num_groups;
    rsp_status status;
    const char *why;
} compiler;

typedef struct repetition {
    size_t min;
    size_t max; /* SIZE_MAX: no end */
} repetition;

static bool stop_with(compiler *c, rsp_status status, const char *why) {
    if (c->status == RSP_OK) {
        c->status = status;
        c->why = why;
    }
    return false;
}

static bool grow(compiler *c, void **array, size_t num, size_t *cap, size_t size) {
    if (num < *cap)
        return true;
    size_t wanted = *cap ? *cap * 2 : 32;
    void *bigger = rsp_mem_realloc(c->a->mem, *array, wanted * size);
    if (!bigger)
        return stop_with(c, RSP_NO_MEMORY, "out of memory");
    *array = bigger;
    *cap = wanted;
    return true;
}

/* Returns the place of the new instruction; 0 after a failure, which the status tells. */
static size_t emit(compiler *c, op kind, size_t x, size_t y) {
    automaton *a = c->a;
    void *code = a->code;
    if (a->num >= CODE_MAX)
        (void)stop_with(c, RSP_SCHEMA, "too large when its repetitions are written out");
    if (c->status != RSP_OK || !grow(c, &code, a->num, &a->cap, sizeof *a->code))
        return 0;
    a->code = code;
    a->code[a->num] = (insn){.op = kind, .x = (uint32_t)x, .y = (uint32_t)y};
    return a->num++;
}

static byte_set *add_set(compiler *c) {
    automaton *a = c->a;
    void *sets = a->sets;
    if (c->status != RSP_OK || !grow(c, &sets, a->num_sets, &a->cap_sets, sizeof *a->sets))
        return NULL;
    a->sets = sets;
    a->sets[a->num_sets] = (byte_set){.has = {false}};
    (void)emit(c, OP_SET, a->num_sets, 0);
    return &a->sets[a->num_sets++];
}

/* --- sets --- */

static const struct {
    const char *name;
    int (*is)(int c);
} classes[] = {
    {"alpha", isalpha}, {"digit", isdigit}, {"alnum", isalnum}, {"upper", isupper},
    {"lower", islower}, {"space", isspace}, {"blank", isblank}, {"punct", ispunct},
    {"print", isprint}, {"graph", isgraph}, {"cntrl", iscntrl}, {"xdigit", isxdigit},
};

static bool add_class(compiler *c, byte_set *set, rsp_bytes name) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(classes); i++) {
        if (!rsp_bytes_equal(name, rsp_bytes_str(classes[i].name)))
            continue;
        for (int byte = 0; byte < 128; byte++)
            set->has[byte] |= classes[i].is(byte) != 0;
        return true;
    }
    return stop_with(c, RSP_SCHEMA, "a set names an unknown class");
}

/* Behind `[:`, `[=` or `[.`: what stands before its end, and the place behind that. */
static rsp_bytes named_part(compiler *c, uint8_t kind) {
    size_t from = c->at;
    while (c->at + 1 < c->text.len && !(c->text.ptr[c->at] == kind && c->text.ptr[c->at + 1] == ']'))
        c->at++;
    rsp_bytes name = rsp_bytes_sub(c->text, from, c->at - from);
    c->at += 2;
    return name;
}

/* One member that may begin or end a range; false for a class, which was added, or after a failure. */
static bool take_member(compiler *c, byte_set *set, uint8_t *out) {
    uint8_t byte = c->text.ptr[c->at++];
    uint8_t kind = byte == '[' && c->at < c->text.len ? c->text.ptr[c->at] : 0;
    *out = byte;
    if (kind != ':' && kind != '=' && kind != '.')
        return true;
    c->at++;
    rsp_bytes name = named_part(c, kind);
    if (kind == ':') {
        (void)add_class(c, set, name);
        return false;
    }
    if (name.len != 1)
        return stop_with(c, RSP_SCHEMA, "a set names a collating element");
    *out = name.ptr[0];
    return true;
}

/* Behind `[`. A `]` that comes first is a member; `-` is one at either end. */
static void compile_set(compiler *c) {
    byte_set set = {.has = {false}};
    bool negated = c->at < c->text.len && c->text.ptr[c->at] == '^';
    c->at += negated;
    for (bool first = true; c->status == RSP_OK; first = false) {
        if (c->at >= c->text.len) {
            (void)stop_with(c, RSP_SCHEMA, "a set has no end");
            return;
        }
        if (c->text.ptr[c->at] == ']' && !first)
            break;
        uint8_t low = 0;
        if (!take_member(c, &set, &low))
            continue;
        uint8_t high = low;
        bool range = c->at + 1 < c->text.len && c->text.ptr[c->at] == '-' && c->text.ptr[c->at + 1] != ']';
        c->at += range;
        if (range && !take_member(c, &set, &high))
            continue;
        for (unsigned byte = low; byte <= high; byte++)
            set.has[byte] = true;
    }
    c->at++;
    byte_set *kept = add_set(c);
    for (size_t i = 0; kept && i < RSP_ARRAY_LEN(kept->has); i++)
        kept->has[i] = set.has[i] != negated;
}

/* --- pieces --- */

/* The place behind the set that opens at `at`. */
static size_t skip_set(rsp_bytes text, size_t at) {
    at++;
    at += at < text.len && text.ptr[at] == '^';
    at += at < text.len && text.ptr[at] == ']';
    while (at < text.len && text.ptr[at] != ']') {
        uint8_t kind = at + 1 < text.len ? text.ptr[at + 1] : 0;
        if (text.ptr[at] == '[' && (kind == ':' || kind == '=' || kind == '.')) {
            at += 2;
            while (at + 1 < text.len && !(text.ptr[at] == kind && text.ptr[at + 1] == ']'))
                at++;
            at++;
        }
        at++;
    }
    return at < text.len ? at + 1 : text.len;
}

/* From `at`, the first `mark` that is in no group or set, or `end`. */
static size_t find_outside(rsp_bytes text, size_t at, size_t end, uint8_t mark) {
    size_t depth = 0;
    while (at < end) {
        uint8_t byte = text.ptr[at];
        if (depth == 0 && byte == mark)
            return at;
        if (byte == '[') {
            at = skip_set(text, at);
            continue;
        }
        depth += byte == '(';
        depth -= byte == ')' && depth > 0;
        at += byte == '\\' ? 2 : 1;
    }
    return end;
}

/* From `at`, the first `mark` that is in no set, or the text's length. */
static size_t find_byte(rsp_bytes text, size_t at, uint8_t mark) {
    while (at < text.len && text.ptr[at] != mark) {
        if (text.ptr[at] == '[')
            at = skip_set(text, at);
        else
            at += text.ptr[at] == '\\' ? 2 : 1;
    }
    return at < text.len ? at : text.len;
}

static size_t atom_end(rsp_bytes text, size_t at, size_t end) {
    uint8_t byte = text.ptr[at];
    if (byte == '[')
        return skip_set(text, at);
    if (byte == '(')
        return find_outside(text, at + 1, end, ')') + 1;
    return at + (byte == '\\' && at + 1 < end ? 2 : 1);
}

static void compile_word_set(compiler *c, bool space, bool negated) {
    byte_set *set = add_set(c);
    for (int byte = 0; set && byte < 256; byte++) {
        bool is = space ? byte < 128 && isspace(byte) : byte < 128 && (isalnum(byte) || byte == '_');
        set->has[byte] = is != negated;
    }
}

static void compile_escape(compiler *c, uint8_t byte) {
    if (byte >= '1' && byte <= '9')
        (void)stop_with(c, RSP_SCHEMA, "a back-reference makes matching unbounded");
    else if (byte == 'w' || byte == 'W')
        compile_word_set(c, false, byte == 'W');
    else if (byte == 's' || byte == 'S')
        compile_word_set(c, true, byte == 'S');
    else if (byte && strchr("bB<>`'", byte))
        (void)stop_with(c, RSP_SCHEMA, "\\b \\B \\< \\> \\` \\' are not part of POSIX patterns");
    else
        (void)emit(c, OP_BYTE, byte, 0);
}

static void compile_choice(compiler *c, size_t end);

static void compile_group(compiler *c, size_t from, size_t end) { // NOLINT(misc-no-recursion)
    size_t group = 1;
    while (group <= c->num_groups && c->groups[group] != from)
        group++;
    const bool kept = group <= c->num_groups;
    if (kept)
        (void)emit(c, OP_SAVE, 2 * group, 0);
    compile_choice(c, end);
    if (kept)
        (void)emit(c, OP_SAVE, 2 * group + 1, 0);
}

/* The atom at `from`. Groups are as deep as pattern.c allows. */
static void compile_atom(compiler *c, size_t from, size_t end) { // NOLINT(misc-no-recursion)
    uint8_t byte = c->text.ptr[from];
    c->at = from + 1;
    if (byte == '(' && end - from >= 2)
        compile_group(c, from, end - 1);
    else if (byte == '[')
        compile_set(c);
    else if (byte == '\\' && c->at < c->text.len)
        compile_escape(c, c->text.ptr[c->at]);
    else if (byte == '.')
        (void)emit(c, OP_ANY, 0, 0);
    else if (byte == '^' || byte == '$')
        (void)emit(c, byte == '^' ? OP_BEGIN : OP_END, 0, 0);
    else
        (void)emit(c, OP_BYTE, byte, 0);
}

/* The atom with the first `num` of its operators. */
static void compile_piece(compiler *c, size_t from, size_t end, // NOLINT(misc-no-recursion)
                          const repetition *operators, size_t num) {
    if (num == 0) {
        compile_atom(c, from, end);
        return;
    }
    const repetition *r = &operators[num - 1];
    for (size_t i = 0; i < r->min && c->status == RSP_OK; i++)
        compile_piece(c, from, end, operators, num - 1);
    if (r->max == SIZE_MAX) {
        size_t split = emit(c, OP_SPLIT, c->a->num + 1, 0);
        compile_piece(c, from, end, operators, num - 1);
        (void)emit(c, OP_JUMP, split, 0);
        if (c->status == RSP_OK)
            c->a->code[split].y = (uint32_t)c->a->num;
        return;
    }
    size_t last = 0; /* the splits lead to the end; until that is known, each to the one before it */
    for (size_t i = r->min; i < r->max && c->status == RSP_OK; i++) {
        last = emit(c, OP_SPLIT, c->a->num + 1, last) + 1;
        compile_piece(c, from, end, operators, num - 1);
    }
    while (c->status == RSP_OK && last > 0) {
        insn *split = &c->a->code[last - 1];
        last = split->y;
        split->y = (uint32_t)c->a->num;
    }
}

static bool take_number(compiler *c, size_t end, size_t *out) {
    size_t from = c->at;
    *out = 0;
    for (; c->at < end && isdigit(c->text.ptr[c->at]) && *out <= CODE_MAX; c->at++)
        *out = *out * 10 + (size_t)(c->text.ptr[c->at] - '0');
    return c->at > from;
}

/* Behind `{`: "n}", "n,}", "n,m}" or ",m}". */
static bool take_interval(compiler *c, size_t end, repetition *out) {
    size_t max = 0;
    bool has_min = take_number(c, end, &out->min);
    out->max = out->min;
    if (c->at < end && c->text.ptr[c->at] == ',') {
        c->at++;
        out->max = take_number(c, end, &max) ? max : SIZE_MAX;
    } else if (!has_min) {
        return stop_with(c, RSP_SCHEMA, "an interval has no number");
    }
    if (c->at >= end || c->text.ptr[c->at] != '}' || out->max < out->min)
        return stop_with(c, RSP_SCHEMA, "an interval is malformed");
    c->at++;
    return true;
}

static bool take_operator(compiler *c, size_t end, repetition *out) {
    uint8_t byte = c->at < end ? c->text.ptr[c->at] : 0;
    *out = (repetition){.min = byte == '+', .max = byte == '?' ? 1 : SIZE_MAX};
    if (byte != '*' && byte != '+' && byte != '?' && byte != '{')
        return false;
    c->at++;
    return byte != '{' || take_interval(c, end, out);
}

static void compile_branch(compiler *c, size_t end) { // NOLINT(misc-no-recursion)
    while (c->at < end && c->status == RSP_OK) {
        repetition operators[OPERATORS_MAX];
        size_t num = 0;
        size_t from = c->at;
        size_t behind = atom_end(c->text, from, end);
        c->at = behind = behind < end ? behind : end;
        while (num < OPERATORS_MAX && take_operator(c, end, &operators[num]))
            num++;
        size_t next = c->at;
        if (num == OPERATORS_MAX)
            (void)stop_with(c, RSP_SCHEMA, "too many operators in a row");
        compile_piece(c, from, behind, operators, num);
        c->at = next;
    }
}

/* Branches between `|`. */
static void compile_choice(compiler *c, size_t end) { // NOLINT(misc-no-recursion)
    size_t last = 0;                                  /* the jumps to the end, as above */
    for (;;) {
        size_t bar = find_outside(c->text, c->at, end, '|');
        if (bar == end)
            break;
        size_t split = emit(c, OP_SPLIT, c->a->num + 1, 0);
        compile_branch(c, bar);
        last = emit(c, OP_JUMP, last, 0) + 1;
        if (c->status != RSP_OK)
            return;
        c->a->code[split].y = (uint32_t)c->a->num;
        c->at = bar + 1;
    }
    compile_branch(c, end);
    while (c->status == RSP_OK && last > 0) {
        insn *jump = &c->a->code[last - 1];
        last = jump->x;
        jump->x = (uint32_t)c->a->num;
    }
}

/* A repetition has its group several times; the place in the text tells which it is. */
static void find_groups(compiler *c) {
    size_t at = 0;
    while (c->num_groups + 1 < AUTOMATON_GROUPS) {
        at = find_byte(c->text, at, '(');
        if (at >= c->text.len)
            return;
        c->groups[++c->num_groups] = at++;
    }
}

rsp_status automaton_new(automaton **out, rsp_bytes pattern, const rsp_mem *mem, const char **why) {
    compiler c = {.a = rsp_mem_calloc(mem, 1, sizeof *c.a), .text = pattern, .why = "out of memory"};
    *out = NULL;
    *why = c.why;
    if (!c.a)
        return RSP_NO_MEMORY;
    c.a->mem = mem;
    find_groups(&c);
    compile_choice(&c, pattern.len);
    (void)emit(&c, OP_MATCH, 0, 0);
    *why = c.why;
    if (c.status == RSP_OK)
        *out = c.a;
    else
        automaton_free(c.a);
    return c.status;
}

void automaton_free(automaton *a) {
    if (!a)
        return;
    rsp_mem_free(a->mem, a->code);
    rsp_mem_free(a->mem, a->sets);
    rsp_mem_free(a->mem, a);
}

/* --- searching --- */

typedef struct thread {
    uint32_t at;
    size_t start;
} thread;

typedef struct threads {
    thread *list;
    size_t num;
} threads;

typedef struct simulation {
    const automaton *a;
    rsp_bytes text;
    threads now;
    threads next;
    uint32_t *stack;
    uint64_t *seen; /* the round in which the instruction was reached */
    uint64_t round;
    bool found;
    size_t start;
    size_t end;
} simulation;

/* Follows what needs no byte from `at`. Threads come in the order of their starts, so the first to reach an
 * instruction has the earliest. */
static void follow(simulation *r, threads *to, uint32_t at, size_t start, size_t position) {
    size_t num = 0;
    r->stack[num++] = at;
    while (num > 0) {
        uint32_t i = r->stack[--num];
        if (r->seen[i] == r->round)
            continue;
        r->seen[i] = r->round;
        const insn *code = &r->a->code[i];
        if (code->op == OP_SPLIT) {
            r->stack[num++] = code->y;
            r->stack[num++] = code->x;
        } else if (code->op == OP_JUMP) {
            r->stack[num++] = code->x;
        } else if (code->op == OP_BEGIN || code->op == OP_END) {
            if (position == (code->op == OP_BEGIN ? 0 : r->text.len))
                r->stack[num++] = i + 1;
        } else if (code->op == OP_SAVE) {
            r->stack[num++] = i + 1;
        } else if (code->op != OP_MATCH) {
            to->list[to->num++] = (thread){.at = i, .start = start};
        } else if (!r->found || start <= r->start) {
            r->found = true;
            r->start = start;
            r->end = position;
        }
    }
}

static bool takes(const automaton *a, const insn *code, uint8_t byte) {
    if (code->op == OP_BYTE)
        return byte == code->x;
    return code->op == OP_ANY ? byte != 0 : a->sets[code->x].has[byte];
}

/* One byte of the text. */
static void advance(simulation *r, size_t position) {
    uint8_t byte = r->text.ptr[position];
    r->round++;
    r->next.num = 0;
    for (size_t i = 0; i < r->now.num; i++) {
        const thread *t = &r->now.list[i];
        if ((!r->found || t->start <= r->start) && takes(r->a, &r->a->code[t->at], byte))
            follow(r, &r->next, t->at + 1, t->start, position + 1);
    }
    threads kept = r->now;
    r->now = r->next;
    r->next = kept;
}

static rsp_status search_text(simulation *r, automaton_search *s) {
    bool anchored = r->a->code[0].op == OP_BEGIN; /* not for a group that begins so: it is only slower */
    uint64_t turns = 0;
    r->round = 1;
    for (size_t position = 0;; position++) {
        if (!r->found && (position == 0 || !anchored))
            follow(r, &r->now, 0, position, position);
        bool enough = r->found && (!s->bounds || r->now.num == 0);
        if (enough || position == r->text.len || (anchored && r->now.num == 0))
            break;
        turns += r->now.num + 1;
        if (turns >= GOING_EVERY) {
            rsp_status status = s->going ? s->going(s->ctx) : RSP_OK;
            if (status != RSP_OK)
                return status;
            turns = 0;
        }
        advance(r, position);
    }
    s->start = r->start;
    s->end = r->end;
    return r->found ? RSP_OK : RSP_NOT_FOUND;
}

rsp_status automaton_find(const automaton *a, rsp_bytes text, automaton_search *search) {
    simulation r = {.a = a, .text = text};
    rsp_status status = RSP_NO_MEMORY;
    r.now.list = rsp_mem_calloc(search->mem, a->num, sizeof(thread));
    r.next.list = rsp_mem_calloc(search->mem, a->num, sizeof(thread));
    r.seen = rsp_mem_calloc(search->mem, a->num, sizeof *r.seen);
    r.stack = rsp_mem_calloc(search->mem, 2 * a->num + 2, sizeof *r.stack);
    if (r.now.list && r.next.list && r.seen && r.stack)
        status = search_text(&r, search);
    rsp_mem_free(search->mem, r.now.list);
    rsp_mem_free(search->mem, r.next.list);
    rsp_mem_free(search->mem, r.seen);
    rsp_mem_free(search->mem, r.stack);
    return status;
}

/* --- groups --- */

/* A way through the match, with what it has passed of the groups; SIZE_MAX is nothing. */
typedef struct path {
    uint32_t at;
    size_t places[2 * AUTOMATON_GROUPS];
} path;

/* What is still to be followed, or a place to be put back when that was. */
typedef struct todo {
    uint32_t at;
    uint32_t slot; /* 0: follow `at`; else put `place` back */
    size_t place;
} todo;

typedef struct retrace {
    const automaton *a;
    rsp_bytes text;
    size_t end;
    path *now;
    path *next;
    size_t num_now;
    size_t num_next;
    todo *stack;
    uint64_t *seen;
    uint64_t round;
    path found;
    bool done;
} retrace;

/* Follows what needs no byte, the preferred way first; who comes second to an instruction has lost. */
static void follow_path(retrace *r, uint32_t at, size_t *places, size_t position) {
    size_t num = 0;
    r->stack[num++] = (todo){.at = at};
    while (num > 0) {
        const todo t = r->stack[--num];
        if (t.slot) {
            places[t.slot] = t.place;
            continue;
        }
        if (r->seen[t.at] == r->round)
            continue;
        r->seen[t.at] = r->round;
        const insn *code = &r->a->code[t.at];
        if (code->op == OP_SPLIT) {
            r->stack[num++] = (todo){.at = code->y};
            r->stack[num++] = (todo){.at = code->x};
        } else if (code->op == OP_JUMP) {
            r->stack[num++] = (todo){.at = code->x};
        } else if (code->op == OP_SAVE) {
            r->stack[num++] = (todo){.slot = code->x, .place = places[code->x]};
            r->stack[num++] = (todo){.at = t.at + 1};
            places[code->x] = position;
        } else if (code->op == OP_BEGIN || code->op == OP_END) {
            if (position == (code->op == OP_BEGIN ? 0 : r->text.len))
                r->stack[num++] = (todo){.at = t.at + 1};
        } else if (code->op == OP_MATCH) {
            if (position == r->end && !r->done)
                memcpy(r->found.places, places, sizeof r->found.places);
            r->done = r->done || position == r->end;
        } else {
            path *p = &r->next[r->num_next++];
            p->at = t.at;
            memcpy(p->places, places, sizeof p->places);
        }
    }
}

static void swap_paths(retrace *r) {
    path *kept = r->now;
    r->now = r->next;
    r->next = kept;
    r->num_now = r->num_next;
    r->num_next = 0;
    r->round++;
}

static rsp_status retrace_match(retrace *r, const automaton_search *s) {
    size_t nothing[2 * AUTOMATON_GROUPS];
    uint64_t turns = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(nothing); i++)
        nothing[i] = SIZE_MAX;
    r->round = 1;
    follow_path(r, 0, nothing, s->start);
    for (size_t position = s->start; position < s->end; position++) {
        swap_paths(r);
        turns += r->num_now + 1;
        if (turns >= GOING_EVERY) {
            rsp_status status = s->going ? s->going(s->ctx) : RSP_OK;
            if (status != RSP_OK)
                return status;
            turns = 0;
        }
        for (size_t i = 0; i < r->num_now; i++)
            if (takes(r->a, &r->a->code[r->now[i].at], r->text.ptr[position]))
                follow_path(r, r->now[i].at + 1, r->now[i].places, position + 1);
    }
    return r->done ? RSP_OK : RSP_NOT_FOUND;
}

rsp_status automaton_groups(const automaton *a, rsp_bytes text, const automaton_search *search,
                            automaton_group out[AUTOMATON_GROUPS]) {
    retrace r = {.a = a, .text = text, .end = search->end};
    rsp_status status = RSP_NO_MEMORY;
    r.now = rsp_mem_calloc(search->mem, a->num, sizeof *r.now);
    r.next = rsp_mem_calloc(search->mem, a->num, sizeof *r.next);
    r.seen = rsp_mem_calloc(search->mem, a->num, sizeof *r.seen);
    r.stack = rsp_mem_calloc(search->mem, 2 * a->num + 2, sizeof *r.stack);
    if (r.now && r.next && r.seen && r.stack)
        status = retrace_match(&r, search);
    for (size_t i = 0; i < AUTOMATON_GROUPS; i++) {
        const size_t *place = &r.found.places[2 * i];
        const bool set = status == RSP_OK && i > 0 && place[0] != SIZE_MAX && place[1] != SIZE_MAX;
        out[i] =
            set ? (automaton_group){.set = true, .start = place[0], .end = place[1]} : (automaton_group){0};
    }
    out[0] = (automaton_group){.set = true, .start = search->start, .end = search->end};
    rsp_mem_free(search->mem, r.now);
    rsp_mem_free(search->mem, r.next);
    rsp_mem_free(search->mem, r.seen);
    rsp_mem_free(search->mem, r.stack);
    return status;
}
