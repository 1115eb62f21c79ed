/* Manners by name: for profiles that say what was learned, and for scenarios that need one.
 * What is known from a profile goes before what a look has found.
 * See manners/manners.h. */
/* SPDX-License-Identifier: MIT */
#include "manners/manners.h"

#include <stddef.h>

enum { MOST_WORDS = 7 };

/* Words of an enum by value; the first, "nothing known", is never written. */
typedef struct vocabulary {
    const char *words[MOST_WORDS];
} vocabulary;

static const vocabulary habit_words = {{"", "no", "yes"}};
static const vocabulary ack_words = {{"", "first", "never", "late", "several"}};
static const vocabulary unknown_words = {{"", "empty", "silent", "error", "other"}};
static const vocabulary error_words = {{"", "digits", "text", "other"}};
static const vocabulary life_words = {{"", "next", "one", "refused", "deaf", "once", "alone"}};
static const vocabulary program_words = {{"", "loops", "runs", "ends", "stuck", "absent"}};

typedef struct key_row {
    const char *name;
    size_t offset;
    const vocabulary *words;
} key_row;

static const key_row rows[] = {
#define KEY_ROW(member, name, words) {name, offsetof(rsp_manners, member), &words##_words},
    RSP_MANNERS_KEY_LIST(KEY_ROW)
#undef KEY_ROW
};

/* Each member is an enum of its own; all of them count from 0. */
_Static_assert(sizeof(rsp_habit) == sizeof(rsp_life) && sizeof(rsp_habit) == sizeof(rsp_ack_habit) &&
                   sizeof(rsp_habit) == sizeof(rsp_unknown_habit) &&
                   sizeof(rsp_habit) == sizeof(rsp_error_form) &&
                   sizeof(rsp_habit) == sizeof(rsp_program_habit),
               "members of rsp_manners are read as one type");

static unsigned value_of(const rsp_manners *manners, const key_row *row) {
    rsp_habit value;
    memcpy(&value, (const char *)manners + row->offset, sizeof value);
    return (unsigned)value;
}

static const key_row *find_row(rsp_bytes name) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        if (rsp_bytes_equal(name, rsp_bytes_str(rows[i].name)))
            return &rows[i];
    }
    return NULL;
}

const char *rsp_manners_key(size_t i) {
    return i < RSP_ARRAY_LEN(rows) ? rows[i].name : NULL;
}

const char *rsp_manners_value(const rsp_manners *manners, size_t i) {
    if (i >= RSP_ARRAY_LEN(rows))
        return "";
    unsigned value = value_of(manners, &rows[i]);
    return value < MOST_WORDS && rows[i].words->words[value] ? rows[i].words->words[value] : "";
}

rsp_status rsp_manners_set(rsp_manners *manners, rsp_bytes key, rsp_bytes value, rsp_error *error) {
    const key_row *row = find_row(key);
    if (!row)
        return rsp_fail(error, RSP_NOT_FOUND, "unknown manner '%.*s'", (int)(key.len < 60 ? key.len : 60),
                        (const char *)key.ptr);
    for (unsigned i = 1; i < MOST_WORDS && row->words->words[i]; i++) {
        if (!rsp_bytes_equal(value, rsp_bytes_str(row->words->words[i])))
            continue;
        rsp_habit set = (rsp_habit)i;
        memcpy((char *)manners + row->offset, &set, sizeof set);
        return RSP_OK;
    }
    return rsp_fail(error, RSP_RANGE, "'%s' has no value '%.*s'", row->name,
                    (int)(value.len < 60 ? value.len : 60), (const char *)value.ptr);
}

/* The row of a manner's name, and the value that it stands for: "steps" is YES, "acks-late" is RSP_ACKS_LATE.
 */
static const key_row *find_manner(rsp_bytes name, unsigned *out_value) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const key_row *row = &rows[i];
        rsp_bytes key = rsp_bytes_str(row->name);
        if (!rsp_bytes_starts(name, key))
            continue;
        *out_value = RSP_HABIT_YES;
        if (row->words == &habit_words && name.len == key.len)
            return row;
        rsp_bytes rest = rsp_bytes_sub(name, key.len, name.len);
        for (unsigned v = 1; row->words != &habit_words && v < MOST_WORDS && row->words->words[v]; v++) {
            *out_value = v;
            if (rsp_bytes_starts(rest, RSP_LIT("-")) &&
                rsp_bytes_equal(rsp_bytes_sub(rest, 1, rest.len), rsp_bytes_str(row->words->words[v])))
                return row;
        }
    }
    return NULL;
}

rsp_habit rsp_manners_has(const rsp_manners *manners, rsp_bytes name) {
    unsigned wanted = 0;
    const key_row *row = find_manner(name, &wanted);
    unsigned value = row ? value_of(manners, row) : 0;
    if (value == 0)
        return RSP_HABIT_UNKNOWN;
    return value == wanted ? RSP_HABIT_YES : RSP_HABIT_NO;
}

bool rsp_manner_exists(rsp_bytes name) {
    unsigned value = 0;
    return find_manner(name, &value) != NULL;
}
