/* What the page of a look tells about, in its order.
 * Each topic has the bytes that show it.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MANNERS_TOPIC_H
#define RSP_MANNERS_TOPIC_H

/* X(id, name on the page, the function of lines.c that says it) in the order of the page. */
#define TOPIC_LIST(X)                               \
    X(GREETING, "greeting", line_greeting)          \
    X(CLIENTS, "clients", line_clients)             \
    X(FIRST, "first", line_first)                   \
    X(ACKS, "acks", line_acks)                      \
    X(CHECKSUMS, "checksums", line_checksums)       \
    X(NOISE, "between packets", line_noise)         \
    X(UNKNOWN, "unknown packets", line_unknown)     \
    X(ERRORS, "errors", line_errors)                \
    X(FEATURES, "features", line_features)          \
    X(PACKETS, "packets", line_packets)             \
    X(REGISTERS, "registers", line_registers)       \
    X(RESUMES, "resumes", line_resumes)             \
    X(BREAKPOINTS, "breakpoints", line_breakpoints) \
    X(INTERRUPT, "interrupt", line_interrupt)       \
    X(MEMORY, "memory", line_memory)                \
    X(SIZES, "sizes", line_sizes)                   \
    X(WRITES, "writes", line_writes)                \
    X(ANSWERS, "answers", line_answers)             \
    X(PROGRAM, "program", line_program)             \
    X(END, "end", line_end)

/* What a line of the page is about, by the list above. */
typedef enum topic {
#define TOPIC_ENUM(id, name, line) TOPIC_##id,
    TOPIC_LIST(TOPIC_ENUM)
#undef TOPIC_ENUM
        TOPIC_COUNT,
} topic;

/* The name on the page. */
const char *name_of_topic(topic about);

#endif
