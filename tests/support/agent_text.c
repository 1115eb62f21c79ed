/* The assembler of agent expressions, two passes over the text: sizes and labels, then bytes.
 * start: reg 10; const8 7; equal; if_goto yes; const8 0; end; yes: const8 1; end
 * And the disassembler, whose text the assembler reads. */
/* SPDX-License-Identifier: MIT */
#include "agent_text.h"

#include "core/hex.h"
#include "core/limits.h"

typedef struct label {
    rsp_bytes name;
    uint64_t value;
} label;

typedef struct assembler {
    rsp_bytes text;
    size_t at; /* in text */
    uint32_t line;
    size_t line_start;
    rsp_buf code;
    label labels[AGENT_LABELS];
    size_t num_labels;
    bool second; /* pass: labels are known */
    rsp_error *error;
} assembler;

static rsp_status wrong(assembler *a, const char *what, rsp_bytes word) {
    uint32_t column = (uint32_t)(a->at - a->line_start) + 1;
    if (word.len == 0)
        return rsp_fail_at(a->error, RSP_SYNTAX, NULL, a->line, column, "%s", what);
    return rsp_fail_at(a->error, RSP_SYNTAX, NULL, a->line, column, "%s: %.*s", what,
                       (int)(word.len < 32 ? word.len : 32), (const char *)word.ptr);
}

static uint8_t peek(const assembler *a) {
    return a->at < a->text.len ? a->text.ptr[a->at] : 0;
}

static bool ends_statement(uint8_t c) {
    return c == '\n' || c == ';' || c == '#';
}

static void skip_blanks(assembler *a) {
    while (a->at < a->text.len && (peek(a) == ' ' || peek(a) == '\t' || peek(a) == '\r'))
        a->at++;
}

/* Separators and comments between statements. */
static void skip_separators(assembler *a) {
    for (skip_blanks(a); a->at < a->text.len && ends_statement(peek(a)); skip_blanks(a)) {
        if (peek(a) == '#')
            a->at += rsp_bytes_index(rsp_bytes_from(a->text, a->at), '\n');
        if (peek(a) == '\n') {
            a->line++;
            a->line_start = a->at + 1;
        }
        a->at += a->at < a->text.len;
    }
}

static bool is_word_byte(uint8_t c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

static rsp_bytes take_word(assembler *a) {
    size_t start = a->at;
    while (a->at < a->text.len && is_word_byte(peek(a)))
        a->at++;
    return rsp_bytes_sub(a->text, start, a->at - start);
}

/* Decimal, or hexadecimal behind 0x; false when it is no number or too large. */
static bool number_of(uint64_t *out, rsp_bytes word) {
    bool hex = rsp_bytes_starts(word, RSP_LIT("0x"));
    unsigned base = hex ? 16 : 10;
    uint64_t value = 0;
    for (size_t i = hex ? 2 : 0; i < word.len; i++) {
        int digit = rsp_hex_value(word.ptr[i]);
        if (digit < 0 || (unsigned)digit >= base || value > (UINT64_MAX - (unsigned)digit) / base)
            return false;
        value = value * base + (unsigned)digit;
    }
    *out = value;
    return word.len > (hex ? 2U : 0U);
}

static const label *find_label(const assembler *a, rsp_bytes name) {
    for (size_t i = 0; i < a->num_labels; i++)
        if (rsp_bytes_equal(a->labels[i].name, name))
            return &a->labels[i];
    return NULL;
}

/* A number in front of `:` is no label but the offset, as the disassembler writes it: it must be right. */
static rsp_status define_label(assembler *a, rsp_bytes name) {
    uint64_t offset = 0;
    a->at++;
    if (number_of(&offset, name))
        return offset == a->code.len ? RSP_OK : wrong(a, "wrong offset", name);
    if (a->second)
        return RSP_OK;
    if (find_label(a, name))
        return wrong(a, "label defined twice", name);
    if (a->num_labels == AGENT_LABELS)
        return wrong(a, "too many labels", name);
    a->labels[a->num_labels++] = (label){.name = name, .value = a->code.len};
    return RSP_OK;
}

static void put_big(assembler *a, uint64_t value, size_t len) {
    while (len-- > 0)
        rsp_buf_push(&a->code, (uint8_t)(value >> (8 * len)));
}

static rsp_status take_operand(assembler *a, size_t len, bool jump) {
    uint64_t value = 0;
    skip_blanks(a);
    rsp_bytes word = take_word(a);
    const label *target = jump ? find_label(a, word) : NULL;
    if (target)
        value = target->value;
    else if (!number_of(&value, word) && (a->second || !jump || word.len == 0))
        return wrong(a, jump ? "unknown label or bad number" : "bad number", word);
    if (len < 8 && value >> (8 * len))
        return wrong(a, "operand too large", word);
    put_big(a, value, len);
    return RSP_OK;
}

static bool take_escape(assembler *a, uint8_t *out) {
    static const char from[] = "nt\\\"";
    static const char to[] = "\n\t\\\"";
    uint64_t value = 0;
    a->at++;
    const char *found = peek(a) ? strchr(from, (char)peek(a)) : NULL;
    if (found) {
        *out = (uint8_t)to[found - from];
        return true;
    }
    if (peek(a) != 'x' || a->at + 2 >= a->text.len)
        return false;
    char digits[] = {'0', 'x', (char)a->text.ptr[a->at + 1], (char)a->text.ptr[a->at + 2]};
    a->at += 2;
    *out = 0;
    if (!number_of(&value, rsp_bytes_make(digits, sizeof(digits))))
        return false;
    *out = (uint8_t)value;
    return true;
}

/* printf's arguments: how many, and the format, whose NUL is counted. */
static rsp_status take_printf(assembler *a) {
    rsp_status status = take_operand(a, 1, false);
    skip_blanks(a);
    if (status != RSP_OK)
        return status;
    if (peek(a) != '"')
        return wrong(a, "format string expected", (rsp_bytes){0});
    size_t len_at = a->code.len;
    put_big(a, 0, 2);
    for (a->at++; a->at < a->text.len && peek(a) != '"' && peek(a) != '\n'; a->at++) {
        uint8_t c = peek(a);
        if (c == '\\' && !take_escape(a, &c))
            return wrong(a, "bad escape in format", (rsp_bytes){0});
        rsp_buf_push(&a->code, c);
    }
    if (peek(a) != '"')
        return wrong(a, "format string does not end", (rsp_bytes){0});
    a->at++;
    rsp_buf_push(&a->code, 0);
    size_t len = a->code.len - len_at - 2;
    if (len > UINT16_MAX || a->code.status != RSP_OK)
        return wrong(a, "format too long", (rsp_bytes){0});
    a->code.ptr[len_at] = (uint8_t)(len >> 8);
    a->code.ptr[len_at + 1] = (uint8_t)len;
    return RSP_OK;
}

static const rsp_agent_row *row_of_name(rsp_bytes name) {
    for (unsigned opcode = 0; opcode < 256; opcode++) {
        const rsp_agent_row *row = rsp_agent_lookup((uint8_t)opcode);
        if (row && rsp_bytes_equal(rsp_bytes_str(row->name), name))
            return row;
    }
    return NULL;
}

static rsp_status take_insn(assembler *a, rsp_bytes word) {
    const rsp_agent_row *row = row_of_name(word);
    if (rsp_bytes_equal(word, RSP_LIT(".byte")))
        return take_operand(a, 1, false);
    if (!row)
        return wrong(a, "unknown instruction", word);
    rsp_buf_push(&a->code, row->opcode);
    if (row->opcode == RSP_AGENT_PRINTF)
        return take_printf(a);
    if (row->operand_bytes == 0)
        return RSP_OK;
    return take_operand(a, row->operand_bytes,
                        row->opcode == RSP_AGENT_GOTO || row->opcode == RSP_AGENT_IF_GOTO);
}

static rsp_status run_pass(assembler *a) {
    rsp_status status = RSP_OK;
    a->at = 0;
    a->line = 1;
    a->line_start = 0;
    rsp_buf_clear(&a->code);
    for (skip_separators(a); status == RSP_OK && a->at < a->text.len; skip_separators(a)) {
        rsp_bytes word = take_word(a);
        if (word.len == 0)
            return wrong(a, "instruction expected", rsp_bytes_sub(a->text, a->at, 1));
        if (peek(a) == ':') {
            status = define_label(a, word);
            continue;
        }
        status = take_insn(a, word);
        skip_blanks(a);
        if (status == RSP_OK && a->at < a->text.len && !ends_statement(peek(a)))
            return wrong(a, "end of statement expected", rsp_bytes_sub(a->text, a->at, 1));
    }
    if (status == RSP_OK && a->code.status != RSP_OK)
        return rsp_fail(a->error, a->code.status, "expression: %s", rsp_status_text(a->code.status));
    return status;
}

rsp_status agent_assemble(rsp_buf *out, rsp_bytes text, rsp_error *error) {
    assembler a = {.text = text, .error = error};
    rsp_buf_init(&a.code, out->mem, RSP_LIMIT_AGENT_BYTES);
    rsp_status status = run_pass(&a);
    a.second = true;
    if (status == RSP_OK)
        status = run_pass(&a);
    if (status == RSP_OK) {
        rsp_buf_append(out, rsp_buf_bytes(&a.code));
        status = out->status;
    }
    rsp_buf_free(&a.code);
    return status;
}

/* --- the disassembler --- */

/* The format as a string for the assembler, which puts the final NUL back; one without it is shown as \0. */
static void put_format(rsp_buf *out, rsp_bytes format) {
    if (format.len > 0 && format.ptr[format.len - 1] == 0)
        format.len--;
    rsp_buf_push(out, '"');
    for (size_t i = 0; i < format.len; i++) {
        uint8_t c = format.ptr[i];
        if (c == '\n' || c == '\t')
            rsp_buf_str(out, c == '\n' ? "\\n" : "\\t");
        else if (c == '"' || c == '\\')
            rsp_buf_printf(out, "\\%c", c);
        else if (c < 0x20 || c > 0x7e)
            rsp_buf_printf(out, "\\x%02x", c);
        else
            rsp_buf_push(out, c);
    }
    rsp_buf_push(out, '"');
}

static bool is_jump(const rsp_agent_row *row) {
    return row->opcode == RSP_AGENT_GOTO || row->opcode == RSP_AGENT_IF_GOTO;
}

/* A format whose last byte is no NUL can not be written as a string. */
static bool has_text_form(const rsp_agent_insn *insn) {
    return insn->row->opcode != RSP_AGENT_PRINTF ||
           (insn->format.len > 0 && insn->format.ptr[insn->format.len - 1] == 0);
}

static void put_insn(rsp_buf *out, const rsp_agent_insn *insn) {
    rsp_buf_str(out, insn->row->name);
    if (insn->row->opcode == RSP_AGENT_PRINTF) {
        rsp_buf_printf(out, " %u ", (unsigned)insn->operand);
        put_format(out, insn->format);
    } else if (insn->row->operand_bytes > 0 && !is_jump(insn->row) && insn->operand > 9) {
        rsp_buf_printf(out, " 0x%llx", (unsigned long long)insn->operand);
    } else if (insn->row->operand_bytes > 0) {
        rsp_buf_printf(out, " %llu", (unsigned long long)insn->operand);
    }
}

void agent_disassemble(rsp_buf *out, rsp_bytes code) {
    rsp_agent_insn insn;
    for (size_t at = 0; at < code.len && out->status == RSP_OK;) {
        rsp_buf_printf(out, "%zu: ", at);
        if (rsp_agent_decode(&insn, code, at) == RSP_OK && has_text_form(&insn)) {
            put_insn(out, &insn);
            at += insn.len;
        } else {
            rsp_buf_printf(out, ".byte 0x%02x", code.ptr[at++]);
        }
        rsp_buf_push(out, '\n');
    }
}
