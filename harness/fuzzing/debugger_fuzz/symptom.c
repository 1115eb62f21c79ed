/* Stacks of GDB and of LLVM: a line each with an address, and a function or a file with an offset.
 * Without a name the place within the page tells frames apart, wherever the system puts the
 * program. What recurses is known by the functions that come again, for its innermost ones differ. */
/* SPDX-License-Identifier: MIT */
#include "debugger_fuzz/symptom.h"

#include "core/hash.h"
#include "core/hex.h"
#include "core/text.h"
#include "core/word.h"
#include <stdio.h>

enum {
    FRAMES = 512,
    FRAME_BYTES = 80,
    FRAMES_HASHED = 8,
    NAMES_SHOWN = 4,
    PAGE = 0xfff,
    RECURS = 6,
    OWN_FRAMES = 3,
    DIGEST = 0xffffff
};

static const rsp_word symptoms[] = {RSP_DEBUGGER_SYMPTOM_LIST(RSP_WORD_ROW)};

const char *rsp_debugger_symptom_name(unsigned kind) {
    return RSP_WORD_AT(symptoms, kind).name;
}

const char *rsp_debugger_symptom_text(unsigned kind) {
    return RSP_WORD_AT(symptoms, kind).text;
}

/* --- stacks --- */

/* Innermost first. */
typedef struct stack {
    char frames[FRAMES][FRAME_BYTES];
    size_t num;
} stack;

static bool is_handler(rsp_bytes name) {
    static const char *const parts[] = {"PrintStackTrace",     "RunSignalHandlers",      "SignalHandler",
                                        "handle_fatal_signal", "gdb_internal_backtrace", "__restore_rt",
                                        "CleanupOnSignal"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++)
        if (rsp_bytes_search(name, rsp_bytes_str(parts[i])) < name.len)
            return true;
    return false;
}

static void add_frame(stack *s, rsp_bytes name) {
    rsp_buf shown = {0};
    if (s->num == FRAMES || is_handler(name))
        return;
    rsp_text_escape(&shown, rsp_bytes_sub(name, 0, FRAME_BYTES - 1), false);
    (void)snprintf(s->frames[s->num++], FRAME_BYTES, "%s", rsp_buf_cstr(&shown));
    rsp_buf_free(&shown);
}

/* "(/usr/lib/liblldb.so.1+0x51b2f0)": without the folder. */
static rsp_bytes file_and_offset(rsp_bytes text) {
    const size_t open = rsp_bytes_index(text, '(');
    rsp_bytes place = rsp_bytes_from(text, open + 1);
    for (size_t slash = rsp_bytes_index(place, '/'); slash < place.len; slash = rsp_bytes_index(place, '/'))
        place = rsp_bytes_from(place, slash + 1);
    return rsp_bytes_sub(place, 0, rsp_bytes_index(place, ')'));
}

static void take_line(stack *s, rsp_bytes line) {
    char page[FRAME_BYTES];
    const size_t at = rsp_bytes_search(line, RSP_LIT("0x"));
    rsp_bytes rest = rsp_bytes_from(line, at + 2);
    size_t digits = 0;
    uint64_t address = 0;
    while (digits < rest.len && rsp_hex_value(rest.ptr[digits]) >= 0)
        address = address << 4 | (unsigned)rsp_hex_value(rest.ptr[digits++]);
    if (at >= line.len || at > 8 || digits < 6)
        return;
    rest = rsp_bytes_from(rest, digits);
    while (rest.len > 0 && rest.ptr[0] == ' ')
        rest = rsp_bytes_from(rest, 1);
    const bool has_offset = rsp_bytes_search(rest, RSP_LIT("+0x")) < rest.len;
    (void)snprintf(page, sizeof page, "?%03x", (unsigned)(address & PAGE));
    if (has_offset && rest.ptr[0] == '(')
        add_frame(s, file_and_offset(rest));
    else if (rest.len > 0 && rest.ptr[0] != '?')
        add_frame(s, rsp_bytes_sub(rest, 0, rsp_bytes_index(rest, '(')));
    else
        add_frame(s, rsp_bytes_str(page));
}

/* Behind the last line that announces one. */
static void read_stack(stack *s, rsp_bytes printed) {
    static const char *const heads[] = {"----- Backtrace -----", "Stack dump", "Backtrace:"};
    size_t from = printed.len;
    for (size_t i = 0; i < RSP_ARRAY_LEN(heads) && from == printed.len; i++)
        from = rsp_bytes_search(printed, rsp_bytes_str(heads[i]));
    rsp_bytes rest = rsp_bytes_from(printed, from);
    (void)rsp_bytes_split(&rest, '\n');
    while (rest.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&rest, '\n');
        if (rsp_bytes_starts(line, RSP_LIT("-----")))
            break;
        take_line(s, line);
    }
}

static size_t count_of(const stack *s, const char *name) {
    size_t num = 0;
    for (size_t i = 0; i < s->num; i++)
        num += strcmp(s->frames[i], name) == 0;
    return num;
}

/* The sum does not depend on where the recursion was when it ended. */
static uint64_t hash_of_recursion(const stack *s) {
    uint64_t sum = 0;
    for (size_t i = 0; i < s->num; i++) {
        bool first = count_of(s, s->frames[i]) >= RECURS;
        for (size_t k = 0; k < i && first; k++)
            first = strcmp(s->frames[k], s->frames[i]) != 0;
        if (first)
            sum += rsp_fnv_bytes(RSP_FNV, rsp_bytes_str(s->frames[i]));
    }
    return sum;
}

/* Of a program without names GDB's own three are known by their number: the printer, the handler, and the
 * system's. LLVM's lie in its library and in the system's. */
static size_t num_handlers(const stack *s) {
    size_t num = 0;
    if (s->num > OWN_FRAMES && s->frames[0][0] == '?')
        return OWN_FRAMES;
    while (num < s->num && num < OWN_FRAMES &&
           (strncmp(s->frames[num], "libLLVM", 7) == 0 || strncmp(s->frames[num], "libc.so", 7) == 0))
        num++;
    return num < s->num ? num : 0;
}

uint64_t rsp_debugger_symptom_stack(rsp_buf *out, rsp_bytes printed, rsp_debugger_stack kind) {
    stack s = {.num = 0};
    uint64_t hash = RSP_FNV;
    read_stack(&s, printed);
    const size_t from = num_handlers(&s);
    for (size_t i = from; i < s.num && i < from + NAMES_SHOWN; i++)
        rsp_buf_printf(out, "%s%s", i > from ? " < " : "", s.frames[i]);
    const uint64_t recursion = hash_of_recursion(&s);
    if (recursion)
        rsp_buf_str(out, " ... (it recurses)");
    for (size_t i = from + (kind == RSP_DEBUGGER_STACK_INTERRUPTED); i < s.num && i < from + FRAMES_HASHED;
         i++)
        hash = rsp_fnv_bytes(hash, rsp_bytes_str(s.frames[i]));
    return s.num == 0 ? 0 : recursion ? recursion : hash;
}

/* --- symptoms --- */

static void put_name(rsp_buf *out, const char *text) {
    for (; *text && out->len < RSP_DEBUGGER_SYMPTOM_SIGNATURE_BYTES - 1; text++) {
        const char c = *text;
        const bool fine =
            (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.';
        if (fine || (out->len > 0 && out->ptr[out->len - 1] != '-'))
            rsp_buf_printf(out, "%c", fine ? c : '-');
    }
    while (out->len > 0 && out->ptr[out->len - 1] == '-')
        rsp_buf_truncate(out, out->len - 1);
}

static void set_texts(rsp_debugger_symptom *out, rsp_debugger_symptom_kind kind, const char *about,
                      rsp_buf *headline) {
    rsp_buf name = {0};
    rsp_buf_printf(&name, "%s-", rsp_debugger_symptom_name(kind));
    put_name(&name, about);
    out->kind = kind;
    (void)snprintf(out->signature, sizeof out->signature, "%s", rsp_buf_cstr(&name));
    (void)snprintf(out->headline, sizeof out->headline, "%s", rsp_buf_cstr(headline));
    rsp_buf_free(&name);
}

void rsp_debugger_symptom_make(rsp_debugger_symptom *out, rsp_debugger_symptom_kind kind, const char *about,
                               const char *fmt, ...) {
    rsp_buf text = {0};
    va_list ap;
    va_start(ap, fmt);
    rsp_text_printf_v(&text, fmt, ap);
    va_end(ap);
    set_texts(out, kind, about, &text);
    rsp_buf_free(&text);
}

/* The line around a place. */
static rsp_bytes line_at(rsp_bytes text, size_t at) {
    size_t from = at;
    while (from > 0 && text.ptr[from - 1] != '\n')
        from--;
    const rsp_bytes rest = rsp_bytes_from(text, from);
    return rsp_bytes_sub(rest, 0, rsp_bytes_index(rest, '\n'));
}

/* "../../gdb/remote.c:7563: internal-error: f: Assertion `x' failed." to "remote.c-7563". */
static void put_place(rsp_buf *out, rsp_bytes line) {
    rsp_bytes rest = line;
    rsp_bytes file = rsp_bytes_split(&rest, ':');
    for (size_t slash = rsp_bytes_index(file, '/'); slash < file.len; slash = rsp_bytes_index(file, '/'))
        file = rsp_bytes_from(file, slash + 1);
    rsp_buf_append(out, file);
    rsp_buf_str(out, ":");
    rsp_buf_append(out, rsp_bytes_split(&rest, ':'));
}

static bool read_assert(rsp_debugger_symptom *out, rsp_bytes printed) {
    static const char *const texts[] = {"internal-error: ", "Assertion `", "Assertion failed",
                                        "LLVM ERROR: "};
    rsp_buf place = {0};
    rsp_buf headline = {0};
    size_t at = printed.len;
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts) && at == printed.len; i++)
        at = rsp_bytes_search(printed, rsp_bytes_str(texts[i]));
    if (at == printed.len)
        return false;
    const rsp_bytes line = line_at(printed, at);
    put_place(&place, line);
    rsp_text_escape(&headline, line, false);
    const bool memory = rsp_bytes_search(line, RSP_LIT("virtual memory exhausted")) < line.len;
    set_texts(out, memory ? RSP_DEBUGGER_SYMPTOM_MEMORY : RSP_DEBUGGER_SYMPTOM_ASSERT, rsp_buf_cstr(&place),
              &headline);
    rsp_buf_free(&place);
    rsp_buf_free(&headline);
    return true;
}

static void read_crash(rsp_debugger_symptom *out, rsp_bytes printed, const rsp_link_end *end) {
    rsp_buf frames = {0};
    rsp_buf thrown = {0};
    char about[RSP_DEBUGGER_SYMPTOM_SIGNATURE_BYTES];
    const uint64_t hash = rsp_debugger_symptom_stack(&frames, printed, RSP_DEBUGGER_STACK_CRASHED);
    const size_t at = rsp_bytes_search(printed, RSP_LIT("terminate called"));
    if (at < printed.len) {
        rsp_buf_str(&thrown, "; ");
        rsp_text_escape(&thrown, line_at(printed, at), false);
    }
    (void)snprintf(about, sizeof about, "%s-%06x", end->text, (unsigned)(hash & DIGEST));
    rsp_debugger_symptom_make(out, RSP_DEBUGGER_SYMPTOM_CRASH, about, "%s%s in %s", end->text,
                              rsp_buf_cstr(&thrown),
                              frames.len > 0 ? rsp_buf_cstr(&frames) : "a place that it did not print");
    rsp_buf_free(&frames);
    rsp_buf_free(&thrown);
}

/* Out of time, or killed by us. */
static bool is_limit(const rsp_link_end *end) {
    return end->kind == RSP_END_SIGNALED &&
           (strcmp(end->text, "SIGXCPU") == 0 || strcmp(end->text, "SIGKILL") == 0);
}

void rsp_debugger_symptom_read(rsp_debugger_symptom *out, rsp_bytes printed, const rsp_link_end *end,
                               bool asked) {
    *out = (rsp_debugger_symptom){.kind = RSP_DEBUGGER_SYMPTOM_NONE};
    if (end->sanitizer[0])
        rsp_debugger_symptom_make(out, RSP_DEBUGGER_SYMPTOM_CRASH, end->sanitizer, "%s", end->sanitizer);
    else if (read_assert(out, printed))
        return;
    else if (is_limit(end))
        rsp_debugger_symptom_make(out, RSP_DEBUGGER_SYMPTOM_HANG, end->text,
                                  "ended by %s at the limit of its processor time", end->text);
    else if (end->kind == RSP_END_SIGNALED)
        read_crash(out, printed, end);
    else if (end->kind == RSP_END_EXITED && !asked)
        rsp_debugger_symptom_make(out, RSP_DEBUGGER_SYMPTOM_GONE, end->text, "it ended by itself: %s",
                                  end->text);
}
