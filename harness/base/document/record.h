/* The fields of a struct, described once: JSON is written and read, CSV written, and tables are filled from
 * the same description. A record is a table of fields; records hold other records and lists of them. What is
 * read is checked: the first key that makes no sense is kept, and everything after it reads as empty. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RECORD_H
#define RSP_RECORD_H

#include "core/arena.h"
#include "document/json_build.h"

RSP_BEGIN_DECLS

/* The description of a struct: a table of its fields, made by RSP_RECORD. */
typedef struct rsp_record rsp_record;

/* What reads records, and the first trouble that it met. */
typedef struct rsp_record_reader rsp_record_reader;

/* What stands at a field's offset. */
typedef enum rsp_field_kind {
    RSP_FIELD_NUMBER,   /* uint64_t, or what `number` returns; JSON has at most INT64_MAX */
    RSP_FIELD_TIME,     /* the same, in nanoseconds */
    RSP_FIELD_NUMBER32, /* uint32_t */
    RSP_FIELD_SIZE,     /* size_t */
    RSP_FIELD_FLAG,     /* bool, or what `number` returns */
    RSP_FIELD_TEXT,     /* const char *, or what `text` returns; NULL is "" */
    RSP_FIELD_CHARS,    /* char[limit] */
    RSP_FIELD_WORD,     /* an enum below `limit`, by the name that `word` gives */
    RSP_FIELD_CHOICE,   /* an enum below `limit`, by its number */
    RSP_FIELD_IDS,      /* const char *: ids separated by blanks; a list in JSON */
    RSP_FIELD_NUMBERS,  /* uint64_t[limit] */
    RSP_FIELD_HEX,      /* the first `limit` of `count` bytes, as hexadecimal */
    RSP_FIELD_RECORD,   /* a struct with the fields of `of`; without a key they stand beside the others */
    RSP_FIELD_AT,       /* a pointer to one; NULL is left out. Must be set before it is read */
    RSP_FIELD_LIST,     /* structs with the fields of `of`, or texts (const char **) without */
    RSP_FIELD_OWN,      /* what `write` and `read` make of the struct; an optional one is left out by NULL */
} rsp_field_kind;

/* One field. What a kind does not need is left out. */
typedef struct rsp_field {
    const char *key;   /* in JSON and CSV */
    const char *title; /* for people: the head of a column; NULL: not shown to them */
    rsp_field_kind kind;
    bool optional; /* left out of JSON when it is empty, 0 or false; may be missing when it is read */
    size_t offset;
    size_t count; /* LIST, HEX: offset of its size_t length; 0: always `limit` of them */
    size_t limit; /* as the kind says; LIST: the array stands within the struct, and has this many at most */
    const rsp_record *of;
    unsigned arg; /* for `number`; LIST that is read into the arena: how many at most, 0: any number */
    uint64_t (*number)(const void *from, unsigned arg);
    const char *(*text)(const void *from);
    const char *(*word)(unsigned value);
    bool (*when)(const void *from);  /* neither written nor read where it says no; NULL: always */
    bool (*known)(const void *from); /* null in JSON and empty for people where it says no; NULL: always */
    struct json_t *(*write)(rsp_json_build *b, const void *from);
    void (*read)(rsp_record_reader *r, const struct json_t *value, void *into); /* value NULL: missing */
} rsp_field;

/* A description; static data in general. */
struct rsp_record {
    const rsp_field *fields;
    size_t num;
    size_t size; /* of the struct */
};

/* The initialiser of a record: `table` is an array with the fields of the struct `type`. */
#define RSP_RECORD(type, table) \
    { .fields = (table), .num = RSP_ARRAY_LEN(table), .size = sizeof(type) }

/* Fields: named after their member, by another name, without a member. The kind comes last, and behind it
 * whatever else is to be said: RSP_FIELD(rsp_result, path, TEXT, .optional = true). */
#define RSP_FIELD(type, member, ...) \
    { .key = #member, .offset = offsetof(type, member), .kind = RSP_FIELD_##__VA_ARGS__ }
#define RSP_FIELD_AS(name, type, member, ...) \
    { .key = name, .offset = offsetof(type, member), .kind = RSP_FIELD_##__VA_ARGS__ }
#define RSP_FIELD_BY(name, ...) \
    { .key = name, .kind = RSP_FIELD_##__VA_ARGS__ }
#define RSP_NUMBER(type, member) RSP_FIELD(type, member, NUMBER)
#define RSP_NUMBER_AS(name, type, member) RSP_FIELD_AS(name, type, member, NUMBER)

/* A JSON object of `from`. NULL or incomplete where the builder has failed. */
struct json_t *rsp_record_json(rsp_json_build *b, const rsp_record *record, const void *from);

/* The same members, put into an object that is there already. */
void rsp_record_put(rsp_json_build *b, struct json_t *object, const rsp_record *record, const void *from);

/* A list of `num` structs, one after the other. */
struct json_t *rsp_record_list(rsp_json_build *b, const rsp_record *record, const void *from, size_t num);

/* Reads records. Set `texts`, which will own all texts and lists; the rest is zero. */
struct rsp_record_reader {
    rsp_arena *texts;
    const char *wrong;           /* key of the first member that makes no sense; NULL: none */
    rsp_status status;           /* RSP_BAD_FILE or RSP_NO_MEMORY, with `wrong` */
    void *ctx;                   /* for the `read` of fields, as is ... */
    const struct json_t *object; /* ... the object that the field belongs to */
};

/* Remembers a trouble, unless there is one. */
void rsp_record_wrong(rsp_record_reader *r, const char *key, rsp_status status);

/* Fills the struct at `into`, all of whose texts are set. `object` may be NULL or no object: then all that is
 * not optional is wrong. */
void rsp_record_read(rsp_record_reader *r, const rsp_record *record, const struct json_t *object, void *into);

/* A non-negative whole number; wrong and 0 where it is none. */
uint64_t rsp_record_whole(rsp_record_reader *r, const struct json_t *value, const char *key);

/* A copy of a text for the reader's owner; "" where it is none. */
const char *rsp_record_text(rsp_record_reader *r, const struct json_t *value, const char *key);

/* Parses a file's text; the document is for json_decref. RSP_BAD_FILE with "no JSON: ..." and the line where
 * it is none, or too deep. */
rsp_status rsp_record_parse(struct json_t **out, rsp_bytes text, rsp_error *error) RSP_MUST_USE;

/* Appends the keys as a line of CSV without its newline: the head of a table. */
void rsp_record_csv_keys(rsp_buf *out, const rsp_record *record);

/* Appends the values of the struct at `from` in the same order, without a newline. Fields are numbers, texts
 * and words only; a value that is not known is empty. */
void rsp_record_csv_values(rsp_buf *out, const rsp_record *record, const void *from);

RSP_END_DECLS

#endif
