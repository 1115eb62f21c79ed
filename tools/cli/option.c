/* Scans a command line by a table of options and stores what it finds in the subcommand's struct.
 * Every refusal names the option, the value, and what would have been right.
 * Only getopt_long's scanning is used, none of its messages. */
/* SPDX-License-Identifier: MIT */
#include "cli/option.h"

#include "cli/io.h"
#include "cli/output.h"

#include "core/file.h"
#include "core/suggest.h"
#include <errno.h>
#include <getopt.h>
#include <rsp/clock.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_FORMATS = 12 };
enum { FIRST_LONG = 256, HELP = FIRST_LONG + OPTION_MAX_ROWS, COLOUR };

rsp_status option_number(uint64_t *out_value, const char *text) {
    char *end = NULL;
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (text[0] < '0' || text[0] > '9')
        return RSP_USAGE;
    errno = 0;
    unsigned long long value = strtoull(text, &end, hex ? 16 : 10);
    if (errno != 0 || *end != '\0' || end == text)
        return RSP_USAGE;
    *out_value = value;
    return RSP_OK;
}

rsp_status option_duration(uint64_t *out_ns, const char *text) {
    static const struct {
        const char *unit;
        double ns;
    } units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"m", 60e9}, {"h", 3600e9}};
    char *end = NULL;
    if ((text[0] < '0' || text[0] > '9') && text[0] != '.')
        return RSP_USAGE;
    double value = strtod(text, &end);
    for (size_t i = 0; i < RSP_ARRAY_LEN(units); i++) {
        /* 292 years fit; more is a mistake, and would not fit. */
        if (strcmp(end, units[i].unit) == 0 && value * units[i].ns < 9.2e18) {
            *out_ns = (uint64_t)(value * units[i].ns + 0.5);
            return RSP_OK;
        }
    }
    return RSP_USAGE;
}

static rsp_status store_choice(unsigned *out_index, const char *words, const char *value) {
    rsp_bytes rest = rsp_bytes_str(words);
    for (unsigned i = 0; rest.ptr; i++) {
        if (rsp_bytes_equal(rsp_bytes_split(&rest, '|'), rsp_bytes_str(value))) {
            *out_index = i;
            return RSP_OK;
        }
    }
    return RSP_USAGE;
}

static rsp_status store_list(option_list *list, const char *value) {
    if (list->num == OPTION_MAX_LIST)
        return RSP_LIMIT;
    list->items[list->num++] = value;
    return RSP_OK;
}

/* "text, json or csv" */
static void append_words(rsp_buf *out, const char *words) {
    rsp_bytes rest = rsp_bytes_str(words);
    for (bool first = true; rest.ptr; first = false) {
        rsp_bytes word = rsp_bytes_split(&rest, '|');
        rsp_buf_str(out, first ? "" : rest.ptr ? ", " : " or ");
        rsp_buf_append(out, word);
    }
}

/* Says which words there are, and which of them was meant. */
static rsp_status refuse_word(const char *option, const char *words, const char *value, rsp_error *error) {
    rsp_buf list = {0};
    append_words(&list, words);
    (void)rsp_fail(error, RSP_USAGE, "--%s %s: expected %s", option, value, rsp_buf_cstr(&list));
    rsp_buf_free(&list);
    return RSP_USAGE;
}

static rsp_status store_word(unsigned *out_index, const option_row *row, const char *value,
                             rsp_error *error) {
    return store_choice(out_index, row->arg, value) == RSP_OK
               ? RSP_OK
               : refuse_word(row->name, row->arg, value, error);
}

static rsp_status check_folder(const char *path, rsp_error *error) {
    const char *slash = strrchr(path, '/');
    char folder[4096] = "";
    if (!slash || slash == path || (size_t)(slash - path) >= sizeof folder)
        return RSP_OK;
    memcpy(folder, path, (size_t)(slash - path));
    if (rsp_path_is_folder(folder))
        return RSP_OK;
    return rsp_fail(error, RSP_USAGE, "-o: no folder %s for the report", folder);
}

/* "report.html", of html. */
static bool is_ending(const char *path, const char *format) {
    const char *dot = strrchr(path, '.');
    return dot &&
           (strcmp(dot + 1, format) == 0 || (strcmp(dot + 1, "xml") == 0 && strcmp(format, "junit") == 0) ||
            (strcmp(dot + 1, "md") == 0 && strcmp(format, "markdown") == 0));
}

rsp_status option_check_format(const char *words, const char *value, rsp_error *error) {
    const rsp_bytes format = output_split(value).format;
    rsp_suggestion nearest = {.word = format};
    rsp_bytes rest = rsp_bytes_str(words);
    char names[MOST_FORMATS][32];
    for (size_t i = 0; rest.ptr && i < MOST_FORMATS; i++) {
        rsp_bytes word = rsp_bytes_split(&rest, '|');
        if (rsp_bytes_equal(word, format))
            return RSP_OK;
        (void)snprintf(names[i], sizeof names[i], "%.*s", (int)word.len, (const char *)word.ptr);
        rsp_suggest_offer(&nearest, names[i]);
        if (!strchr(value, ':') && is_ending(value, names[i]))
            return rsp_fail(error, RSP_USAGE, "-o %s: the format comes first; did you mean '%s:%s'?", value,
                            names[i], value);
    }
    if (nearest.best)
        return rsp_fail(error, RSP_USAGE, "-o %s: no such format; did you mean '%s'?", value, nearest.best);
    rsp_buf list = {0};
    append_words(&list, words);
    (void)rsp_fail(error, RSP_USAGE, "-o %s: no such format; expected %s", value, rsp_buf_cstr(&list));
    rsp_buf_free(&list);
    return RSP_USAGE;
}

/* A format that there is, a folder that there is, standard output once, and each file once. */
static rsp_status store_output(option_list *list, const char *words, const char *value, rsp_error *error) {
    const output_spec spec = output_split(value);
    rsp_status status = option_check_format(words, value, error);
    if (status == RSP_OK)
        status = check_folder(spec.path, error);
    if (status == RSP_OK && strcmp(spec.path, "-") == 0 && rsp_bytes_equal(spec.format, RSP_LIT("html")) &&
        isatty(STDOUT_FILENO))
        status = rsp_fail(error, RSP_USAGE,
                          "-o html: a page is not for a terminal; -o html:report.html writes it");
    if (status == RSP_OK && strcmp(spec.path, "-") == 0 && output_to_stdout(list))
        status = rsp_fail(error, RSP_USAGE, "-o: only one report can go to standard output");
    if (status == RSP_OK && output_goes_to(list, spec.path))
        status = rsp_fail(error, RSP_USAGE, "-o %s: another report goes to this file", value);
    if (status == RSP_OK && store_list(list, value) != RSP_OK)
        status = rsp_fail(error, RSP_USAGE, "-o: fewer of it");
    return status;
}

const char *option_value_name(const option_row *row) {
    return row->kind == OPTION_OUTPUT ? "FORMAT[:PATH]" : row->arg;
}

void option_append_help(rsp_buf *out, const option_row *row) {
    rsp_buf_str(out, row->help);
    if (row->kind != OPTION_OUTPUT)
        return;
    rsp_buf_str(out, ": ");
    append_words(out, row->arg);
    rsp_buf_str(out, "; to standard output without a path (may be repeated)");
}

/* Where 0 stands for "not given", it can not be given. */
static bool is_nothing(option_kind kind, const void *field) {
    return (kind == OPTION_COUNT || kind == OPTION_SPAN) && *(const uint64_t *)field == 0;
}

rsp_status option_store(const option_row *row, void *fields, const char *value, rsp_error *error) {
    void *field = (char *)fields + row->offset;
    rsp_status status = RSP_OK;
    const char *wanted = "";
    switch (row->kind) {
    case OPTION_FLAG:
    case OPTION_CLEAR:
        *(bool *)field = row->kind == OPTION_FLAG;
        return RSP_OK;
    case OPTION_STRING:
        *(const char **)field = value;
        return RSP_OK;
    case OPTION_LIST:
        status = store_list((option_list *)field, value);
        wanted = "fewer of it";
        break;
    case OPTION_NUMBER:
    case OPTION_COUNT:
        status = option_number((uint64_t *)field, value);
        wanted = "a number, decimal or with 0x";
        break;
    case OPTION_DURATION:
    case OPTION_SPAN:
        status = option_duration((uint64_t *)field, value);
        wanted = "a time with its unit: 500us, 20ms, 2s, 10m";
        break;
    case OPTION_MAYBE_CHOICE:
        if (!value) {
            *(unsigned *)field = 0;
            return RSP_OK;
        }
        return store_word((unsigned *)field, row, value, error);
    case OPTION_CHOICE:
        return store_word((unsigned *)field, row, value, error);
    case OPTION_OUTPUT:
        return store_output((option_list *)field, row->arg, value, error);
    case OPTION_GONE:
        return rsp_fail(error, RSP_USAGE, "--%s is gone: %s", row->name, row->help);
    }
    if (status == RSP_OK && is_nothing(row->kind, field)) {
        status = RSP_USAGE;
        wanted = row->kind == OPTION_COUNT ? "at least 1" : "a time longer than 0: 500us, 20ms, 2s, 10m";
    }
    if (status == RSP_OK)
        return RSP_OK;
    return rsp_fail(error, RSP_USAGE, "--%s %s: expected %s", row->name, value, wanted);
}

static int argument_of(const option_row *row) {
    if (row->kind == OPTION_FLAG || row->kind == OPTION_CLEAR)
        return no_argument;
    return row->kind == OPTION_MAYBE_CHOICE || row->kind == OPTION_GONE ? optional_argument
                                                                        : required_argument;
}

/* The table in getopt's terms: long options numbered from FIRST_LONG, letters as themselves. */
typedef struct scanner {
    struct option longs[OPTION_MAX_ROWS + 3];
    char letters[2 * OPTION_MAX_ROWS + 8];
} scanner;

static size_t scanner_init(scanner *s, const option_row *rows, bool leading) {
    size_t num = 0;
    char *letter = s->letters;
    if (leading)
        *letter++ = '+';
    *letter++ = ':'; /* a missing value is told apart from an unknown option */
    *letter++ = 'h';
    for (; rows[num].name && num < OPTION_MAX_ROWS; num++) {
        int argument = argument_of(&rows[num]);
        s->longs[num] = (struct option){rows[num].name, argument, NULL, FIRST_LONG + (int)num};
        if (rows[num].letter) {
            *letter++ = rows[num].letter;
            if (argument == required_argument)
                *letter++ = ':';
        }
    }
    *letter = '\0';
    s->longs[num] = (struct option){"help", no_argument, NULL, HELP};
    s->longs[num + 1] = (struct option){"color", required_argument, NULL, COLOUR};
    s->longs[num + 2] = (struct option){0};
    return num;
}

const option_row *option_find(const option_row *rows, const char *word) {
    const rsp_bytes name = rsp_bytes_sub(rsp_bytes_str(word), 0, strcspn(word, "="));
    for (const option_row *row = rows; row && row->name; row++)
        if (rsp_bytes_equal(name, rsp_bytes_str(row->name)))
            return row;
    return NULL;
}

static rsp_status refuse_unknown(const option_row *rows, const char *word, rsp_error *error) {
    rsp_bytes name = rsp_bytes_str(word);
    while (rsp_bytes_starts(name, RSP_LIT("-")))
        name = rsp_bytes_from(name, 1);
    name = rsp_bytes_sub(name, 0, rsp_bytes_index(name, '='));
    rsp_suggestion nearest = {.word = name};
    for (const option_row *row = rows; row->name; row++)
        if (row->kind != OPTION_GONE)
            rsp_suggest_offer(&nearest, row->name);
    rsp_suggest_offer(&nearest, "help");
    rsp_suggest_offer(&nearest, "color");
    if (nearest.best)
        return rsp_fail(error, RSP_USAGE, "unknown option %s; did you mean --%s?", word, nearest.best);
    return rsp_fail(error, RSP_USAGE, "unknown option %s", word);
}

/* "-stub", which getopt reads as "-s tub": a long option that lacks a dash. */
static bool lacks_dash(const option_row *rows, const char *word) {
    if (word[0] != '-' || word[1] == '-' || strlen(word) < 3)
        return false;
    return option_find(rows, word + 1) != NULL;
}

static rsp_status store_colour(const char *value, rsp_error *error) {
    unsigned when = IO_COLOUR_AUTO;
    if (store_choice(&when, IO_COLOUR_WORDS, value) != RSP_OK)
        return refuse_word("color", IO_COLOUR_WORDS, value, error);
    io_set_colour((io_colour)when);
    return RSP_OK;
}

static const option_row *row_of(const option_row *rows, size_t num, int code) {
    if (code >= FIRST_LONG && code < FIRST_LONG + (int)num)
        return &rows[code - FIRST_LONG];
    for (size_t i = 0; i < num; i++)
        if (rows[i].letter == code)
            return &rows[i];
    return NULL;
}

rsp_status option_parse(void *fields, option_list *operands, const option_row *rows, bool leading, int argc,
                        char **argv, rsp_error *error) {
    optind = 1; /* init parses its own command line, and that of its run */
    scanner s;
    size_t num = scanner_init(&s, rows, leading);
    opterr = 0;
    for (;;) {
        int before = optind;
        int code = getopt_long(argc, argv, s.letters, s.longs, NULL);
        if (code == -1)
            break;
        if (code == 'h' || code == HELP)
            return RSP_CANCELLED;
        const char *word = optind > before ? argv[optind - 1] : argv[optind];
        if (code == '?' || (code < FIRST_LONG && word != optarg && lacks_dash(rows, word)))
            return refuse_unknown(rows, word, error);
        if (code == ':')
            return rsp_fail(error, RSP_USAGE, "%s needs a value", word);
        const option_row *row = row_of(rows, num, code);
        rsp_status status =
            code == COLOUR ? store_colour(optarg, error) : option_store(row, fields, optarg, error);
        if (status != RSP_OK)
            return status;
    }
    for (int i = optind; i < argc; i++)
        if (store_list(operands, argv[i]) != RSP_OK)
            return rsp_fail(error, RSP_USAGE, "too many arguments (at most %d)", OPTION_MAX_LIST);
    return RSP_OK;
}
