/* What the page of a look tells about, in its order.
 * Each topic has the bytes that show it.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MANNERS_TOPIC_H
#define RSP_MANNERS_TOPIC_H

/* X(id, name on the page) in the order of the page. */
#define TOPIC_LIST(X)             \
    X(GREETING, "greeting")       \
    X(CLIENTS, "clients")         \
    X(FIRST, "first")             \
    X(ACKS, "acks")               \
    X(CHECKSUMS, "checksums")     \
    X(NOISE, "between packets")   \
    X(UNKNOWN, "unknown packets") \
    X(ERRORS, "errors")           \
    X(FEATURES, "features")       \
    X(PACKETS, "packets")         \
    X(REGISTERS, "registers")     \
    X(RESUMES, "resumes")         \
    X(BREAKPOINTS, "breakpoints") \
    X(INTERRUPT, "interrupt")     \
    X(MEMORY, "memory")           \
    X(SIZES, "sizes")             \
    X(WRITES, "writes")           \
    X(ANSWERS, "answers")         \
    X(PROGRAM, "program")         \
    X(END, "end")

/* What a line of the page is about, by the list above. */
typedef enum topic {
#define TOPIC_ENUM(id, name) TOPIC_##id,
    TOPIC_LIST(TOPIC_ENUM)
#undef TOPIC_ENUM
        TOPIC_COUNT,
} topic;

/* The name on the page. */
const char *name_of_topic(topic about);

#endif
