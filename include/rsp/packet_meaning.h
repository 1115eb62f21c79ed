/* What packets mean: their effect, the harm they can do, and the form of their reply.
 * These are the vocabularies of three columns of packet_list.h; packet_table.h has the queries.
 * Source: GDB manual, Packets; General Query Packets; LLDB gdb-remote extensions. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PACKET_MEANING_H
#define RSP_PACKET_MEANING_H

/* X(NAME, meaning). Each packet has one; sets of them are masks. */
#define RSP_EFFECT_LIST(X)                                                       \
    X(READS, "changes nothing")                                                  \
    X(WRITES, "changes memory, registers, breakpoints, tracepoints or flash")    \
    X(SELECTS, "chooses what later requests are about")                          \
    X(SETS, "changes what the stub does with the program later")                 \
    X(SWITCHES, "changes how later packets look, or which may come")             \
    X(RESUMES, "lets the program run")                                           \
    X(STARTS, "starts a program, or attaches to one")                            \
    X(ENDS, "kills, restarts or lets go of the program")                         \
    X(STOPS, "stops the program")                                                \
    X(FETCHES, "takes one event off a queue, or answers the stub's own request") \
    X(COMMANDS, "has the stub carry out a command of its own")                   \
    X(FILES, "works on files of the stub's machine")

enum {
#define RSP_EFFECT_BIT(name, text) RSP_EFFECT_BIT_##name,
    RSP_EFFECT_LIST(RSP_EFFECT_BIT)
#undef RSP_EFFECT_BIT
};

typedef enum rsp_effect {
    RSP_EFFECT_UNKNOWN = 0, /* of a packet that is not in the table */
#define RSP_EFFECT_ENUM(name, text) RSP_EFFECT_##name = 1 << RSP_EFFECT_BIT_##name,
    RSP_EFFECT_LIST(RSP_EFFECT_ENUM)
#undef RSP_EFFECT_ENUM
} rsp_effect;

enum {
    /* In all-stop mode a stop reply answers them, and console output may come before it. */
    RSP_EFFECTS_RUN = RSP_EFFECT_RESUMES | RSP_EFFECT_STARTS,
};

/* X(NAME, "name", what it can do). The names are those of --allow. */
#define RSP_HARM_LIST(X)                                                         \
    X(HOSTIO, "hostio", "opens, writes and removes files (vFile, QTSave)")       \
    X(RUN, "run", "starts programs (vRun, A, QSetSTDOUT and its like)")          \
    X(MONITOR, "monitor", "commands of the stub's own (qRcmd)")                  \
    X(PROCESS, "process", "attaches to and kills processes (vAttach, vKill)")    \
    X(PLATFORM, "platform", "platform packets (qPlatform_, qLaunch, jPlatform)") \
    X(FLASH, "flash", "writes flash memory (vFlash)")                            \
    X(LASTING, "lasting", "lasts from client to client on a serial line (modes, k, R, r)")

typedef enum rsp_harm {
#define RSP_HARM_ENUM(name, text, harm) RSP_HARM_##name,
    RSP_HARM_LIST(RSP_HARM_ENUM)
#undef RSP_HARM_ENUM
        RSP_HARM_COUNT,
    RSP_HARM_SAFE = RSP_HARM_COUNT, /* none of them */
} rsp_harm;

/* X(NAME, the form in words). Every packet may also be answered by an error, and by the empty reply where
 * the stub does not support it. */
#define RSP_REPLY_FORM_LIST(X)                  \
    X(FREE, "anything")                         \
    X(SILENT, "nothing")                        \
    X(OK, "OK")                                 \
    X(HEX, "pairs of hex digits")               \
    X(TEXT, "text in pairs of hex digits")      \
    X(REGISTERS, "pairs of hex digits, or x")   \
    X(HEX_OR_OK, "OK, or pairs of hex digits")  \
    X(NUMBER, "a hex number")                   \
    X(DECIMAL, "a decimal number")              \
    X(RUN, "a stop reply; OK in non-stop mode") \
    X(STOPPED, "a stop reply")                  \
    X(STOPPED_OR_OK, "a stop reply, or OK")     \
    X(STDIO, "O<hex>, or OK")                   \
    X(CURRENT, "QC<thread-id>")                 \
    X(THREADS, "m<thread-id>,... or l")         \
    X(BIT, "0 or 1")                            \
    X(TWO_DIGIT_BIT, "00 or 01")                \
    X(OFFSETS, "Text=..;Data=.. or TextSeg=..") \
    X(SYMBOL, "OK, or qSymbol:<hex name>")      \
    X(WINDOW, "m<data> or l<data>")             \
    X(FILE, "F<result>[,<errno>][;<data>]")     \
    X(ACTIONS, "vCont[;<action>]...")           \
    X(CRC, "C<crc in hex>")                     \
    X(SEARCH, "0, or 1,<address>")              \
    X(JSON, "JSON")                             \
    X(JSON_OR_OK, "JSON, or OK")                \
    X(PAIRS, "<key>:<value>;...")               \
    X(REGION, "<key>:<value>;..., or OK")       \
    X(ECHO, "the request")                      \
    X(ARGS, "U, or S;<hex>;<hex>;")             \
    X(LAUNCHED, "OK, or E<text>")               \
    X(TAGS, "m<hex>")                           \
    X(BINARY, "data")                           \
    X(RANGES, "<length>,...;<data>")            \
    X(RESULTS, "a result for each request")     \
    X(FEATURES, "a feature list")               \
    X(NOTHING, "the empty reply")

typedef enum rsp_reply_form {
#define RSP_REPLY_FORM_ENUM(name, text) RSP_REPLY_FORM_##name,
    RSP_REPLY_FORM_LIST(RSP_REPLY_FORM_ENUM)
#undef RSP_REPLY_FORM_ENUM
        RSP_REPLY_FORM_COUNT,
} rsp_reply_form;

#endif
