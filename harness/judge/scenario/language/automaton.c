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

size_t rsp_automaton_skip_set(rsp_bytes text, size_t at) {
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
            at = rsp_automaton_skip_set(text, at);
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
            at = rsp_automaton_skip_set(text, at);
        else
            at += text.ptr[at] == '\\' ? 2 : 1;
    }
    return at < text.len ? at : text.len;
}

static size_t atom_end(rsp_bytes text, size_t at, size_t end) {
    uint8_t byte = text.ptr[at];
    if (byte == '[')
        return rsp_automaton_skip_set(text, at);
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
    else if (isalnum(byte))
        (void)stop_with(c, RSP_SCHEMA,
                        "\\d \\n \\x and their like are not part of POSIX patterns; use a set or bytes");
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

rsp_status rsp_automaton_new(automaton **out, rsp_bytes pattern, const rsp_mem *mem, const char **why) {
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
        rsp_automaton_free(c.a);
    return c.status;
}

void rsp_automaton_free(automaton *a) {
    if (!a)
        return;
    rsp_mem_free(a->mem, a->code);
    rsp_mem_free(a->mem, a->sets);
    rsp_mem_free(a->mem, a);
}

/* --- searching --- */

enum { PLACES = 2 * AUTOMATON_GROUPS };

/* A way through the automaton, with what it has passed of the groups; SIZE_MAX is nothing. */
typedef struct path {
    uint32_t at;
    size_t places[PLACES]; /* the first is where the match begins */
} path;

typedef struct path_list {
    char *list; /* of paths, cut to the places that are kept */
    size_t num;
} path_list;

/* What is still to be followed, or a place to be put back when that was. */
typedef struct todo {
    uint32_t at;
    uint32_t slot; /* 0: follow `at`; else put `place` back */
    size_t place;
} todo;

/* All ways through the automaton at once, one byte of the text after the other. */
typedef struct simulation {
    const automaton *a;
    rsp_bytes text;
    const automaton_search *search;
    bool groups;      /* of the match that is known; else the match is sought */
    size_t path_size; /* of what is kept of a path */
    path_list now;
    path_list next;
    todo *stack;
    uint64_t *seen; /* the round in which the instruction was reached */
    uint64_t round;
    uint64_t turns; /* since `going` was asked */
    bool found;
    path match;
    size_t end;
} simulation;

static path *path_of(const simulation *r, const path_list *of, size_t i) {
    return (path *)(void *)(of->list + i * r->path_size);
}

static void copy_places(const simulation *r, path *to, const path *from) {
    to->places[0] = from->places[0];
    if (r->groups)
        memcpy(to->places, from->places, sizeof to->places);
}

static void keep_path(simulation *r, uint32_t at, const path *of) {
    path *kept = path_of(r, &r->next, r->next.num++);
    copy_places(r, kept, of);
    kept->at = at;
}

/* A way has come to its end. Where the match is sought, the earliest start counts, and of those the longest;
 * where it is known, the first way to its end. */
static void arrive(simulation *r, const path *by, size_t position) {
    const bool better = r->groups ? !r->found && position == r->search->end
                                  : !r->found || by->places[0] <= r->match.places[0];
    if (!better)
        return;
    r->found = true;
    r->end = position;
    copy_places(r, &r->match, by);
}

/* Follows what needs no byte from `at`, the preferred way first. Ways come in the order of their starts, so
 * the first to reach an instruction has the earliest, and who comes second has lost. */
static void follow(simulation *r, uint32_t at, path *by, size_t position) {
    size_t num = 0;
    r->stack[num++] = (todo){.at = at};
    while (num > 0) {
        const todo t = r->stack[--num];
        if (t.slot) {
            by->places[t.slot] = t.place;
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
        } else if (code->op == OP_BEGIN || code->op == OP_END) {
            if (position == (code->op == OP_BEGIN ? 0 : r->text.len))
                r->stack[num++] = (todo){.at = t.at + 1};
        } else if (code->op == OP_SAVE) {
            if (r->groups) {
                r->stack[num++] = (todo){.slot = code->x, .place = by->places[code->x]};
                by->places[code->x] = position;
            }
            r->stack[num++] = (todo){.at = t.at + 1};
        } else if (code->op == OP_MATCH) {
            arrive(r, by, position);
        } else {
            keep_path(r, t.at, by);
        }
    }
}

static void begin(simulation *r, size_t position) {
    path fresh;
    fresh.places[0] = position;
    for (size_t i = 1; r->groups && i < PLACES; i++)
        fresh.places[i] = SIZE_MAX;
    follow(r, 0, &fresh, position);
}

static bool takes(const automaton *a, const insn *code, uint8_t byte) {
    if (code->op == OP_BYTE)
        return byte == code->x;
    return code->op == OP_ANY || a->sets[code->x].has[byte];
}

/* One byte of the text. Ways that begin behind the match that was found are left. */
static rsp_status advance(simulation *r, size_t position) {
    r->turns += r->now.num + 1;
    if (r->turns >= GOING_EVERY) {
        rsp_status status = r->search->going ? r->search->going(r->search->ctx) : RSP_OK;
        if (status != RSP_OK)
            return status;
        r->turns = 0;
    }
    r->round++;
    for (size_t i = 0; i < r->now.num; i++) {
        path *by = path_of(r, &r->now, i);
        if ((r->groups || !r->found || by->places[0] <= r->match.places[0]) &&
            takes(r->a, &r->a->code[by->at], r->text.ptr[position]))
            follow(r, by->at + 1, by, position + 1);
    }
    return RSP_OK;
}

/* What was kept for the next byte is followed now. */
static void turn(simulation *r) {
    path_list kept = r->now;
    r->now = r->next;
    r->next = kept;
    r->next.num = 0;
}

static rsp_status search_text(simulation *r) {
    bool anchored = r->a->code[0].op == OP_BEGIN; /* not for a group that begins so: it is only slower */
    for (size_t position = 0;; position++) {
        if (!r->found && (position == 0 || !anchored))
            begin(r, position);
        turn(r);
        bool enough = r->found && (!r->search->bounds || r->now.num == 0);
        if (enough || position == r->text.len || (anchored && r->now.num == 0))
            return r->found ? RSP_OK : RSP_NOT_FOUND;
        rsp_status status = advance(r, position);
        if (status != RSP_OK)
            return status;
    }
}

static rsp_status retrace_match(simulation *r) {
    begin(r, r->search->start);
    for (size_t position = r->search->start; position < r->search->end; position++) {
        turn(r);
        rsp_status status = advance(r, position);
        if (status != RSP_OK)
            return status;
    }
    return r->found ? RSP_OK : RSP_NOT_FOUND;
}

static rsp_status simulate(simulation *r, rsp_status (*how)(simulation *r)) {
    const rsp_mem *mem = r->search->mem;
    rsp_status status = RSP_NO_MEMORY;
    r->path_size = offsetof(path, places) + (r->groups ? PLACES : 1) * sizeof(size_t);
    r->now.list = rsp_mem_calloc(mem, r->a->num, r->path_size);
    r->next.list = rsp_mem_calloc(mem, r->a->num, r->path_size);
    r->seen = rsp_mem_calloc(mem, r->a->num, sizeof *r->seen);
    r->stack = rsp_mem_calloc(mem, 2 * r->a->num + 2, sizeof *r->stack);
    r->round = 1;
    if (r->now.list && r->next.list && r->seen && r->stack)
        status = how(r);
    rsp_mem_free(mem, r->now.list);
    rsp_mem_free(mem, r->next.list);
    rsp_mem_free(mem, r->seen);
    rsp_mem_free(mem, r->stack);
    return status;
}

rsp_status rsp_automaton_find(const automaton *a, rsp_bytes text, automaton_search *search) {
    simulation r = {.a = a, .text = text, .search = search};
    rsp_status status = simulate(&r, search_text);
    search->start = r.match.places[0];
    search->end = r.end;
    return status;
}

rsp_status rsp_automaton_groups(const automaton *a, rsp_bytes text, const automaton_search *search,
                                automaton_group out[AUTOMATON_GROUPS]) {
    simulation r = {.a = a, .text = text, .search = search, .groups = true};
    rsp_status status = simulate(&r, retrace_match);
    for (size_t i = 1; i < AUTOMATON_GROUPS; i++) {
        const size_t *place = &r.match.places[2 * i];
        const bool set = status == RSP_OK && place[0] != SIZE_MAX && place[1] != SIZE_MAX;
        out[i] =
            set ? (automaton_group){.set = true, .start = place[0], .end = place[1]} : (automaton_group){0};
    }
    out[0] = (automaton_group){.set = true, .start = search->start, .end = search->end};
    return status;
}
