/* Steps: a command with its placeholders filled in, a wait with an end, and what must stand in the answer.
 * Numbers and bytes are kept as the texts that were printed.
 * See script.h. */
/* SPDX-License-Identifier: MIT */
#include "interop/script.h"

#include "core/hex.h"
#include "core/text.h"
#include "scenario/profile.h"
#include <stdio.h>
#include <string.h>

enum { MARK_BYTES = 16, USUAL_S = 8, SAID_MOST = 240, QUIET_MS = 500, FOLLOWED_S = 2 };

/* --- placeholders --- */

static const char *named(const rsp_script_facts *f, rsp_bytes name) {
    const struct {
        const char *name, *text;
    } all[] = {{"address", f->address}, {"host", f->host},   {"port", f->port},
               {"file", f->file},       {"elf", f->elf},     {"function", f->function},
               {"register", f->reg},    {"place", f->place}, {"written", f->written}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(all); i++)
        if (rsp_bytes_equal(name, rsp_bytes_str(all[i].name)))
            return all[i].text;
    return NULL;
}

static const char *variable(const rsp_script_player *p, char letter) {
    const char *text = letter >= 'a' && letter <= 'z' ? p->variables[letter - 'a'] : NULL;
    return text ? text : "";
}

static uint64_t number_of(const char *text) {
    rsp_bytes digits = rsp_bytes_str(text);
    uint64_t value = 0;
    return rsp_take_text(&digits, RSP_LIT("0x")) && rsp_hex_u64(&value, digits) == RSP_OK ? value : 0;
}

/* {p+14}: the number that the variable has, and so many more. */
static void append_sum(rsp_buf *out, const char *text, rsp_bytes more) {
    uint64_t add = 0;
    for (size_t i = 0; i < more.len; i++)
        add = add * 10 + (uint64_t)(more.ptr[i] - '0');
    const uint64_t sum = number_of(text) + add;
    rsp_buf_printf(out, "0x%llx", (unsigned long long)sum);
}

static void append_with_commas(rsp_buf *out, const char *text) {
    for (; *text; text++)
        rsp_buf_push(out, *text == ' ' ? ',' : (uint8_t)*text);
}

/* Within a text of JSON where an adapter is spoken to. */
static void append_fact(const rsp_script_player *p, rsp_buf *out, const char *text) {
    for (; *text; text++) {
        if (p->debugger->speaks == RSP_SCRIPT_DAP && (*text == '"' || *text == '\\'))
            rsp_buf_push(out, '\\');
        rsp_buf_push(out, (uint8_t)*text);
    }
}

static void append_placeholder(const rsp_script_player *p, rsp_buf *out, rsp_bytes name) {
    const char *text = named(p->facts, name);
    if (text)
        append_fact(p, out, text);
    else if (name.len == 1)
        rsp_buf_str(out, variable(p, (char)name.ptr[0]));
    else if (name.len == 2 && name.ptr[1] == ',')
        append_with_commas(out, variable(p, (char)name.ptr[0]));
    else if (name.len == 2 && name.ptr[1] == '^')
        rsp_buf_printf(
            out, "0x%llx",
            (unsigned long long)(number_of(variable(p, (char)name.ptr[0])) & ~(uint64_t)UINT32_MAX));
    else if (name.len > 2 && name.ptr[1] == '+')
        append_sum(out, variable(p, (char)name.ptr[0]), rsp_bytes_from(name, 2));
}

/* "{{" stands for a brace, and one of JSON for itself. */
static void expand(const rsp_script_player *p, rsp_buf *out, const char *text) {
    for (rsp_bytes rest = rsp_bytes_str(text); rest.len > 0;) {
        const bool brace = rest.ptr[0] == '{' && rest.len > 1 && rest.ptr[1] != '"' && rest.ptr[1] != '}';
        if (brace && rest.ptr[1] != '{') {
            rest = rsp_bytes_from(rest, 1);
            append_placeholder(p, out, rsp_bytes_split(&rest, '}'));
            continue;
        }
        rsp_buf_push(out, rest.ptr[0]);
        rest = rsp_bytes_from(rest, brace ? 2 : 1);
    }
}

/* --- answers --- */

/* {mark} in a text of the debugger's. */
static void append_mark(const rsp_script_player *p, rsp_buf *out, const char *text) {
    char number[MARK_BYTES];
    (void)snprintf(number, sizeof number, "%u", p->marks);
    const rsp_pair_text mark = {.name = "mark", .value = number};
    rsp_profile_expand(out, text, &mark, 1);
}

/* A wait ends with the time of the whole script. */
static uint64_t wait_ns(const rsp_script_player *p, uint64_t ns) {
    if (!p->end_ns || !p->talk->link)
        return ns;
    const uint64_t now = rsp_link_now(p->talk->link);
    const uint64_t left = p->end_ns > now ? p->end_ns - now : 0;
    return ns < left ? ns : left;
}

rsp_talk_end rsp_script_ask(rsp_script_player *p, const char *line, uint64_t ns, rsp_bytes *out) {
    rsp_buf mark = {0};
    p->marks++;
    rsp_talk_say(p->talk, line);
    append_mark(p, &mark, p->debugger->mark);
    rsp_talk_add(p->talk, rsp_buf_cstr(&mark));
    rsp_buf_clear(&mark);
    append_mark(p, &mark, p->debugger->marked);
    const rsp_talk_end end = rsp_talk_wait(p->talk, rsp_buf_cstr(&mark), wait_ns(p, ns), out);
    rsp_buf_free(&mark);
    return end;
}

static bool has_one_of(rsp_bytes text, const char *list) {
    rsp_bytes rest = rsp_bytes_str(list);
    while (rest.len > 0)
        if (rsp_bytes_search(text, rsp_bytes_split(&rest, '|')) < text.len)
            return true;
    return false;
}

static bool is_blank(uint8_t c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* "$1 = 0x80000000": the word behind " = ", if it is a number. */
static const char *take_number(rsp_arena *arena, rsp_bytes text) {
    const size_t at = rsp_bytes_search(text, RSP_LIT(" = "));
    rsp_bytes rest = rsp_bytes_from(text, at < text.len ? at + 3 : text.len);
    size_t len = 0;
    while (len < rest.len && !is_blank(rest.ptr[len]))
        len++;
    rsp_bytes word = rsp_bytes_sub(rest, 0, len);
    uint64_t value;
    if (!rsp_take_text(&word, RSP_LIT("0x")) || rsp_hex_u64(&value, word) != RSP_OK)
        return NULL;
    return rsp_arena_printf(arena, "0x%llx", (unsigned long long)value);
}

/* "0x10: 0x13 0x05": addresses are longer, or a colon follows. */
static const char *take_bytes(rsp_arena *arena, rsp_bytes text) {
    enum { WORD = 4 };
    rsp_buf all = {0};
    for (size_t i = 0; i + WORD <= text.len; i++) {
        const uint8_t *c = text.ptr + i;
        const bool ends = i + WORD == text.len || (rsp_hex_value(c[WORD]) < 0 && c[WORD] != ':');
        if (c[0] == '0' && c[1] == 'x' && rsp_hex_value(c[2]) >= 0 && rsp_hex_value(c[3]) >= 0 && ends)
            rsp_buf_printf(&all, "%s%.4s", all.len ? " " : "", (const char *)c);
    }
    const char *kept = all.len ? rsp_arena_str(arena, rsp_buf_cstr(&all)) : NULL;
    rsp_buf_free(&all);
    return kept;
}

/* The text or number behind "member":, as it stands there. */
static rsp_bytes member_of(rsp_bytes answer, const char *member) {
    rsp_buf key = {0};
    rsp_buf_printf(&key, "\"%s\":", member);
    const size_t at = rsp_bytes_search(answer, rsp_buf_bytes(&key));
    rsp_bytes rest = rsp_bytes_from(answer, at < answer.len ? at + key.len : answer.len);
    size_t len = 0;
    if (rsp_take_text(&rest, RSP_LIT("\"")))
        while (len < rest.len && (rest.ptr[len] != '"' || (len > 0 && rest.ptr[len - 1] == '\\')))
            len++;
    else
        while (len < rest.len && !strchr(",}]", rest.ptr[len]))
            len++;
    rsp_buf_free(&key);
    return rsp_bytes_sub(rest, 0, len);
}

/* The first number in a member: "(void *) 0x11000 <main>", or a decimal one. */
static const char *take_number_in(rsp_arena *arena, rsp_bytes text) {
    const size_t at = rsp_bytes_search(text, RSP_LIT("0x"));
    const bool hex = at < text.len;
    uint64_t value = 0;
    size_t len = 0;
    const rsp_bytes digits = hex ? rsp_bytes_from(text, at + 2) : text;
    for (; len < digits.len && (hex ? rsp_hex_value(digits.ptr[len]) >= 0 : rsp_is_digit(digits.ptr[len]));
         len++)
        value = value * (hex ? 16 : 10) + (uint64_t)rsp_hex_value(digits.ptr[len]);
    return len > 0 ? rsp_arena_printf(arena, "0x%llx", (unsigned long long)value) : NULL;
}

/* What was printed, without the lines that say what was typed: an address there is no byte of memory. */
static rsp_bytes without_echo(const rsp_script_player *p, rsp_buf *out, rsp_bytes answer) {
    const rsp_bytes prompt = rsp_bytes_str(p->debugger->prompt);
    if (prompt.len == 0)
        return answer;
    while (answer.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&answer, '\n');
        if (!rsp_bytes_starts(line, prompt)) {
            rsp_buf_append(out, line);
            rsp_buf_push(out, '\n');
        }
    }
    return rsp_buf_bytes(out);
}

static const char *take_value(rsp_script_player *p, const rsp_script_step *s, rsp_bytes answer) {
    const rsp_bytes member = *s->member ? member_of(answer, s->member) : answer;
    const rsp_bytes kept = s->take == RSP_SCRIPT_VALUE ? rsp_arena_bytes(p->arena, member) : (rsp_bytes){0};
    switch (s->take) {
    case RSP_SCRIPT_NUMBER:
        return *s->member ? take_number_in(p->arena, member) : take_number(p->arena, answer);
    case RSP_SCRIPT_BYTES:
        return take_bytes(p->arena, member);
    case RSP_SCRIPT_VALUE:
        return kept.len > 0 ? (const char *)kept.ptr : NULL;
    case RSP_SCRIPT_NOTHING:
        break;
    }
    return NULL;
}

static bool holds(rsp_script_check check, const char *value, const char *other) {
    const size_t len = strlen(value);
    const size_t other_len = strlen(other);
    switch (check) {
    case RSP_SCRIPT_NO_CHECK:
        return true;
    case RSP_SCRIPT_SAME:
        return strcmp(value, other) == 0;
    case RSP_SCRIPT_OTHER:
        return strcmp(value, other) != 0;
    case RSP_SCRIPT_BEGINS:
        return strncmp(value, other, other_len) == 0;
    case RSP_SCRIPT_ENDS:
        return other_len >= len && strcmp(other + other_len - len, value) == 0;
    }
    return false;
}

/* --- steps --- */

/* A line as words behind those that are there already. */
static void squeeze(rsp_buf *out, rsp_bytes answer) {
    bool gap = out->len > 0;
    for (size_t i = 0; i < answer.len && out->len < SAID_MOST; i++) {
        const bool blank = is_blank(answer.ptr[i]);
        if (!blank && gap && out->len > 0)
            rsp_buf_push(out, ' ');
        gap = blank;
        if (!blank)
            rsp_buf_push(out, answer.ptr[i]);
    }
}

/* "continue: Cannot access memory at address 0x0" */
static void note_said(rsp_script_player *p, const char *line, rsp_talk_end end, rsp_bytes answer) {
    static const char *const ends[] = {[RSP_TALK_CAME] = "",
                                       [RSP_TALK_LATE] = "; nothing more came",
                                       [RSP_TALK_GONE] = "; the debugger ended"};
    rsp_buf printed = {0};
    rsp_buf text = {0};
    while (answer.len > 0) {
        const rsp_bytes one = rsp_bytes_split(&answer, '\n');
        const char *prompt = p->debugger->prompt;
        if (!*prompt || !rsp_bytes_starts(one, rsp_bytes_str(prompt)))
            squeeze(&printed, one);
    }
    rsp_text_printf(&text, "%s: %s%s", line, printed.len ? rsp_buf_cstr(&printed) : "it printed nothing",
                    ends[end]);
    p->said = rsp_arena_str(p->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&printed);
    rsp_buf_free(&text);
}

/* The rest of a stop's line; where it is complete, the line that follows, if one does. */
static void finish_stop(rsp_script_player *p) {
    rsp_bytes rest;
    const rsp_talk *t = p->talk;
    const bool complete = t->from > 0 && t->printed.ptr[t->from - 1] == '\n';
    const bool goes_on = !complete || (*p->debugger->followed &&
                                       rsp_talk_wait(p->talk, p->debugger->followed,
                                                     FOLLOWED_S * RSP_NS_PER_S, &rest) == RSP_TALK_CAME);
    if (goes_on)
        (void)rsp_talk_wait(p->talk, "\n", RSP_NS_PER_S, &rest);
}

static rsp_talk_end answer_of(rsp_script_player *p, const rsp_script_step *s, const char *line,
                              rsp_bytes *out) {
    const uint64_t ns = (s->seconds ? s->seconds : USUAL_S) * RSP_NS_PER_S;
    if (s->until == RSP_SCRIPT_PROMPT)
        return rsp_script_ask(p, line, ns, out);
    rsp_talk_say(p->talk, line);
    const size_t begin = p->talk->from;
    const rsp_talk_end end = rsp_talk_wait(p->talk, p->debugger->stopped, wait_ns(p, ns), out);
    if (end == RSP_TALK_CAME)
        finish_stop(p);
    *out = rsp_bytes_sub(rsp_buf_bytes(&p->talk->printed), begin, p->talk->from - begin);
    return end;
}

static bool is_right(rsp_script_player *p, const rsp_script_step *s, rsp_bytes answer) {
    if ((*s->wants && !has_one_of(answer, s->wants)) || has_one_of(answer, s->refuses))
        return false;
    if (s->take == RSP_SCRIPT_NOTHING)
        return true;
    rsp_buf printed = {0};
    const char *value = take_value(p, s, without_echo(p, &printed, answer));
    rsp_buf_free(&printed);
    if (!value)
        return false;
    rsp_buf wanted = {0};
    expand(p, &wanted, s->is);
    p->variables[s->into - 'a'] = value;
    const bool right = holds(s->check, value, *s->is ? rsp_buf_cstr(&wanted) : variable(p, s->with));
    rsp_buf_free(&wanted);
    return right;
}

/* A program that ends is no stop. */
static rsp_script_end stay_quiet(rsp_script_player *p) {
    rsp_bytes answer;
    const size_t begin = p->talk->from;
    const rsp_talk_end end = rsp_talk_wait(p->talk, p->debugger->stopped, QUIET_MS * RSP_NS_PER_MS, &answer);
    if (end == RSP_TALK_LATE)
        return RSP_SCRIPT_DID;
    finish_stop(p);
    const rsp_bytes all = rsp_bytes_sub(rsp_buf_bytes(&p->talk->printed), begin, p->talk->from - begin);
    if (end == RSP_TALK_CAME && has_one_of(all, "exited"))
        return RSP_SCRIPT_DID;
    note_said(p, "it stops by itself", end, all);
    return RSP_SCRIPT_BROKE;
}

static rsp_script_end play_step(rsp_script_player *p, const rsp_script_step *s) {
    rsp_bytes answer;
    rsp_buf line = {0};
    rsp_script_end result = RSP_SCRIPT_BROKE;
    if (s->until == RSP_SCRIPT_QUIET)
        return stay_quiet(p);
    expand(p, &line, s->say);
    const rsp_talk_end end = answer_of(p, s, rsp_buf_cstr(&line), &answer);
    if (has_one_of(answer, s->skips))
        result = RSP_SCRIPT_SKIPPED;
    else if (has_one_of(answer, s->absent))
        result = RSP_SCRIPT_ABSENT;
    else if (end == RSP_TALK_CAME && is_right(p, s, answer))
        result = RSP_SCRIPT_DID;
    if (result != RSP_SCRIPT_DID)
        note_said(p, rsp_buf_cstr(&line), end, answer);
    rsp_buf_free(&line);
    return result;
}

/* Announced in `initialize`, or in an event since. */
static bool announces(const rsp_script_player *p, const char *capability) {
    rsp_buf text = {0};
    rsp_buf_printf(&text, "\"%s\":true", capability);
    const rsp_bytes all = rsp_buf_bytes(&p->talk->printed);
    const bool found = rsp_bytes_search(all, rsp_buf_bytes(&text)) < all.len;
    rsp_buf_free(&text);
    return found;
}

rsp_script_end rsp_script_play(rsp_script_player *p, const rsp_script *script) {
    rsp_script_end end = RSP_SCRIPT_DID;
    if (*script->capability && !announces(p, script->capability)) {
        p->said = rsp_arena_printf(p->arena, "the adapter does not announce %s", script->capability);
        return RSP_SCRIPT_ABSENT;
    }
    for (size_t i = 0; i < script->num_steps && end == RSP_SCRIPT_DID; i++)
        end = play_step(p, &script->steps[i]);
    return end;
}
