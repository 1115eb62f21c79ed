/* Addresses as users write them, in both directions.
 * One row per scheme; commands are split by a small word scanner, never by a shell.
 * Opens nothing and resolves nothing. */
/* SPDX-License-Identifier: MIT */
#include "link/address.h"

#include "core/arena.h"
#include "core/limits.h"

typedef struct parse {
    rsp_address *address;
    rsp_arena *arena;
    const char *text; /* the whole address, for columns */
    rsp_error *error;
} parse;

static rsp_status fail_at(const parse *p, const char *at, const char *what) {
    uint32_t column = at ? (uint32_t)(at - p->text) + 1 : 1;
    return rsp_fail_at(p->error, RSP_USAGE, "address", 1, column, "%s in '%.80s'", what, p->text);
}

/* Copies that could not be made have left their status in the arena. */
static rsp_status arena_status(const parse *p) {
    if (p->arena->status == RSP_OK)
        return RSP_OK;
    return rsp_fail(p->error, p->arena->status, "address: %s", rsp_status_text(p->arena->status));
}

static bool parse_decimal(uint32_t *out_value, rsp_bytes digits, uint32_t max) {
    uint64_t value = 0;
    if (digits.len == 0 || digits.len > 10)
        return false;
    for (size_t i = 0; i < digits.len; i++) {
        if (digits.ptr[i] < '0' || digits.ptr[i] > '9')
            return false;
        value = value * 10 + (uint64_t)(digits.ptr[i] - '0');
    }
    *out_value = (uint32_t)value;
    return value <= max;
}

static const char *copy(const parse *p, const char *from, size_t len) {
    return (const char *)rsp_arena_bytes(p->arena, rsp_bytes_make(from, len)).ptr;
}

static rsp_status parse_tcp(const parse *p, const char *rest) {
    const char *colon = strrchr(rest, ':');
    const char *host = rest;
    size_t host_len = colon ? (size_t)(colon - rest) : 0;
    uint32_t port = 0;
    if (strncmp(rest, "//", 2) == 0)
        return fail_at(p, rest, "no '//' stands before a host");
    if (!parse_decimal(&port, rsp_bytes_str(colon ? colon + 1 : rest), UINT16_MAX))
        return fail_at(p, colon ? colon + 1 : rest, "no port number (0 to 65535)");
    if (host_len && host[0] == '[') {
        if (host[host_len - 1] != ']' || host_len < 4)
            return fail_at(p, host, "unfinished '['");
        host++;
        host_len -= 2;
    } else if (memchr(host, ':', host_len)) {
        return fail_at(p, host, "an IPv6 address goes in brackets");
    }
    p->address->port = (uint16_t)port;
    p->address->host = host_len ? copy(p, host, host_len) : copy(p, "127.0.0.1", 9);
    return arena_status(p);
}

static rsp_status parse_unix(const parse *p, const char *rest) {
    if (!*rest)
        return fail_at(p, rest, "no path");
    p->address->path = copy(p, rest, strlen(rest));
    return arena_status(p);
}

static rsp_status parse_pty(const parse *p, const char *rest) {
    size_t len = strlen(rest);
    const char *colon = strrchr(rest, ':');
    if (colon && parse_decimal(&p->address->baud, rsp_bytes_str(colon + 1), UINT32_MAX))
        len = (size_t)(colon - rest);
    if (len == 0)
        return fail_at(p, rest, "no path");
    p->address->path = copy(p, rest, len);
    return arena_status(p);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

/* Takes a quoted part off *at, which stands behind the opening quote; false when it does not end. */
static bool take_quoted(rsp_buf *word, const char **at, char quote) {
    const char *s = *at;
    for (; *s && *s != quote; s++) {
        if (quote == '"' && *s == '\\' && (s[1] == '"' || s[1] == '\\'))
            s++;
        rsp_buf_push(word, (uint8_t)*s);
    }
    *at = *s ? s + 1 : s;
    return *s != 0;
}

static rsp_status take_word(const parse *p, rsp_buf *word, const char **at) {
    rsp_buf_clear(word);
    while (**at && !is_blank(**at)) {
        const char *start = *at;
        char c = *(*at)++;
        if (c == '\'' || c == '"') {
            if (!take_quoted(word, at, c))
                return fail_at(p, start, "a quote that does not end");
        } else if (c == '\\') {
            if (!**at)
                return fail_at(p, start, "nothing behind the backslash");
            rsp_buf_push(word, (uint8_t) * (*at)++);
        } else {
            rsp_buf_push(word, (uint8_t)c);
        }
    }
    return word->status;
}

static const char *skip_blanks(const char *at) {
    while (is_blank(*at))
        at++;
    return at;
}

/* A word needs at least two bytes of text, so this is always room enough. */
static rsp_status parse_words(const parse *p, const char *at) {
    size_t max = strlen(at) / 2 + 2;
    const char **argv = rsp_arena_alloc(p->arena, (max + 1) * sizeof *argv);
    rsp_buf word = {.mem = p->arena->mem};
    rsp_status status = arena_status(p);
    size_t argc = 0;
    for (at = skip_blanks(at); status == RSP_OK && argv && *at; at = skip_blanks(at)) {
        if (argc == RSP_LIMIT_ARGV) {
            status = rsp_fail(p->error, RSP_LIMIT, "more than %d words in a command", RSP_LIMIT_ARGV);
            break;
        }
        status = take_word(p, &word, &at);
        argv[argc++] = copy(p, (const char *)word.ptr, word.len);
    }
    rsp_buf_free(&word);
    p->address->argv = argv;
    p->address->argc = argc;
    return status != RSP_OK ? status : arena_status(p);
}

static bool has_placeholder(const rsp_address *address) {
    for (size_t i = 0; i < address->argc; i++)
        if (strstr(address->argv[i], "{port}") || strstr(address->argv[i], "{socket}"))
            return true;
    return false;
}

static rsp_status parse_command(const parse *p, const char *rest) {
    rsp_status status = parse_words(p, rest);
    if (status != RSP_OK)
        return status;
    if (p->address->argc == 0 || !p->address->argv[0][0])
        return fail_at(p, rest, "no command");
    if (p->address->kind == RSP_ADDRESS_EXEC && !has_placeholder(p->address))
        p->address->kind = RSP_ADDRESS_PIPE;
    return RSP_OK;
}

static rsp_status parse_stdio(const parse *p, const char *rest) {
    return *rest ? fail_at(p, rest, "nothing goes behind stdio") : RSP_OK;
}

static const struct scheme {
    const char *prefix;
    rsp_address_kind kind;
    rsp_status (*parse)(const parse *p, const char *rest);
} schemes[] = {
    {.prefix = "tcp:", .kind = RSP_ADDRESS_TCP, .parse = parse_tcp},
    {.prefix = "unix:", .kind = RSP_ADDRESS_UNIX, .parse = parse_unix},
    {.prefix = "exec:", .kind = RSP_ADDRESS_EXEC, .parse = parse_command},
    {.prefix = "pipe:", .kind = RSP_ADDRESS_PIPE, .parse = parse_command},
    {.prefix = "pty:", .kind = RSP_ADDRESS_PTY, .parse = parse_pty},
    {.prefix = "stdio", .kind = RSP_ADDRESS_STDIO, .parse = parse_stdio},
    {.prefix = "-", .kind = RSP_ADDRESS_STDIO, .parse = parse_stdio},
};

rsp_status rsp_address_parse(rsp_address *out_address, rsp_arena *arena, const char *text, rsp_error *error) {
    *out_address = (rsp_address){0};
    parse p = {.address = out_address, .arena = arena, .text = text, .error = error};
    if (strlen(text) > RSP_LIMIT_ADDRESS_BYTES)
        return rsp_fail(error, RSP_LIMIT, "address longer than %d bytes", RSP_LIMIT_ADDRESS_BYTES);
    for (size_t i = 0; i < RSP_ARRAY_LEN(schemes); i++) {
        size_t len = strlen(schemes[i].prefix);
        if (strncmp(text, schemes[i].prefix, len) != 0)
            continue;
        out_address->kind = schemes[i].kind;
        return schemes[i].parse(&p, text + len);
    }
    return fail_at(&p, NULL, "tcp:, unix:, exec:, pipe:, pty: or stdio expected");
}

static bool is_plain(char c) {
    return !is_blank(c) && c != '\'' && c != '"' && c != '\\';
}

static void format_word(rsp_buf *out, const char *word) {
    size_t plain = 0;
    while (word[plain] && is_plain(word[plain]))
        plain++;
    if (*word && !word[plain]) {
        rsp_buf_str(out, word);
        return;
    }
    rsp_buf_push(out, '"');
    for (; *word; word++) {
        if (*word == '"' || *word == '\\')
            rsp_buf_push(out, '\\');
        rsp_buf_push(out, (uint8_t)*word);
    }
    rsp_buf_push(out, '"');
}

static void format_command(rsp_buf *out, const rsp_address *address) {
    for (size_t i = 0; i < address->argc; i++) {
        if (i)
            rsp_buf_push(out, ' ');
        format_word(out, address->argv[i]);
    }
}

void rsp_address_format(rsp_buf *out, const rsp_address *address) {
    switch (address->kind) {
    case RSP_ADDRESS_NONE:
        break;
    case RSP_ADDRESS_TCP:
        rsp_buf_printf(out, strchr(address->host, ':') ? "tcp:[%s]:%u" : "tcp:%s:%u", address->host,
                       (unsigned)address->port);
        break;
    case RSP_ADDRESS_UNIX:
        rsp_buf_printf(out, "unix:%s", address->path);
        break;
    case RSP_ADDRESS_EXEC:
    case RSP_ADDRESS_PIPE:
        rsp_buf_str(out, address->kind == RSP_ADDRESS_EXEC ? "exec:" : "pipe:");
        format_command(out, address);
        break;
    case RSP_ADDRESS_PTY:
        rsp_buf_printf(out, "pty:%s", address->path);
        if (address->baud)
            rsp_buf_printf(out, ":%u", (unsigned)address->baud);
        break;
    case RSP_ADDRESS_STDIO:
        rsp_buf_str(out, "stdio");
        break;
    }
}
