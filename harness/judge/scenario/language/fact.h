/* The facts that every scenario may name, as a table.
 * Values are measured by the runner; the loader only needs to know the names.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_FACT_H
#define RSP_SCENARIO_FACT_H

/* X(ID, "name", when it is measured, "what it is"). STUB: once per run. SESSION: on each connection where a
 * scenario names it. LIVE: looked up when it is used. LEARNED: on each connection where the scenario has it
 * in the list of its needs, as learning costs requests, or steps the program. */
#define FACT_LIST(X)                                                                                         \
    X(THREAD, "thread", SESSION, "the thread that is current after connecting")                              \
    X(THREADS, "threads", SESSION, "all threads after connecting, a list")                                   \
    X(PID, "pid", SESSION, "process id of that thread; 0 without multiprocess")                              \
    X(TID, "tid", SESSION, "its thread id alone")                                                            \
    X(PC, "pc", SESSION, "program counter after connecting")                                                 \
    X(SP, "sp", SESSION, "stack pointer after connecting")                                                   \
    X(G_BYTES, "g_bytes", SESSION, "length of the register block in bytes")                                  \
    X(BOGUS_THREAD, "bogus_thread", SESSION, "a thread id that nobody has, in the form in use")              \
    X(BOGUS_PID, "bogus_pid", STUB, "a process id that nobody has")                                          \
    X(PACKET_SIZE, "packet_size", LIVE, "PacketSize as announced; 0x18f when it is not")                     \
    X(SUPPORTED, "supported", LIVE, "the reply to the last qSupported")                                      \
    X(FEATURES, "features", STUB, "all that the stub announces, as its profile has it")                      \
    X(MULTIPROCESS, "multiprocess", LIVE, "1 when negotiated, else 0")                                       \
    X(NO_ACK, "no_ack", LIVE, "1 in no-ack mode, else 0")                                                    \
    X(PC_NUMBER, "pc_number", STUB, "register number of the program counter")                                \
    X(SP_NUMBER, "sp_number", STUB, "register number of the stack pointer")                                  \
    X(NUM_REGISTERS, "num_registers", STUB, "registers in the target description")                           \
    X(ADDRESS_BYTES, "address_bytes", STUB, "bytes of an address")                                           \
    X(BP_KIND, "bp_kind", STUB, "kind of a software breakpoint at an instruction of the usual size")         \
    X(UNMAPPED, "unmapped", STUB, "an address where nothing is mapped")                                      \
    X(FLASH, "flash", STUB, "flash memory that may be erased, two blocks: only a profile gives it")          \
    X(FLASH_BLOCK, "flash_block", STUB, "bytes of an erase block there")                                     \
    X(RESET, "reset", STUB, "the monitor command that resets the target: only a profile gives it")           \
    X(MONITOR, "monitor", STUB, "a monitor command that shows its argument: only a profile gives it")        \
    X(TAGGED, "tagged", STUB, "memory with tags: only a profile gives it")                                   \
    X(TAG_GRANULE, "tag_granule", STUB, "bytes that share a tag there")                                      \
    X(PROGRAM_PATH, "program_path", STUB, "what the stub calls the running program")                         \
    X(LAST, "last", LIVE, "the last reply, decoded")                                                         \
    X(LAST_RAW, "last_raw", LIVE, "the last reply as it was on the wire")                                    \
    X(CONSOLE, "console", LIVE, "what the program has printed")                                              \
    X(EARLY_OKS, "early_oks", LIVE, "resumes that were answered OK before their stop in all-stop mode")      \
    X(NOW, "now", LIVE, "time in nanoseconds")                                                               \
    X(SEED, "seed", LIVE, "seed of the run")                                                                 \
    X(FILE_CALLS, "file_calls", LIVE, "calls of the debugger's host (File-I/O) that were served by the way") \
    X(CALLS_UNREAD, "calls_unread", LIVE, "of them writes whose text m did not give")                        \
    X(UNIQUE, "unique", LIVE, "16 hex digits that no other run and no other scenario has, for file names")   \
    X(CONTINUE_ALL, "continue_all", LIVE, "the request that lets the program run, as GDB writes it")         \
    X(STEP_ONE, "step_one", LIVE, "the request that steps, as GDB writes it: vCont;s:1;c")                   \
    X(PLACE, "place", LEARNED, "a place that comes again, and where the program is now")                     \
    X(PLACE_KIND, "place_kind", LEARNED, "kind of a software breakpoint at $place")                          \
    X(PLACE_NEXT, "place_next", LEARNED, "the place that follows it")                                        \
    X(NEXT_KIND, "next_kind", LEARNED, "kind of a software breakpoint at $place_next")                       \
    X(PLACES, "places", LEARNED, "all places from $place until it comes again, a list")                      \
    X(READABLE, "readable", LEARNED, "an address from which memory can be read")                             \
    X(READABLE_SIZE, "readable_size", LEARNED, "bytes that can be read there: 64 to 4096")                   \
    X(STACK, "stack", LEARNED, "an address at the stack pointer with 16 bytes, not all the same")            \
    X(BLOCK_REGISTERS, "block_registers", LEARNED, "numbers of the registers that g holds, a list")          \
    X(BLOCK_OFFSETS, "block_offsets", LEARNED, "where $block_registers are in g, in bytes, a list")

/* When a fact gets its value: once for a stub, on each connection, when it is used, or by trying the program.
 */
typedef enum fact_when { FACT_STUB, FACT_SESSION, FACT_LIVE, FACT_LEARNED } fact_when;

/* A fact, by its place in the table. */
typedef enum fact_id {
#define FACT_ENUM(id, name, when, text) FACT_ID_##id,
    FACT_LIST(FACT_ENUM)
#undef FACT_ENUM
        FACT_COUNT,
} fact_id;

/* What is known of a fact before any stub is. */
typedef struct fact_info {
    const char *name;
    fact_when when;
    const char *text;
} fact_info;

extern const fact_info fact_table[FACT_COUNT];

#endif
