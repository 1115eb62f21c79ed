/* The bugs planted in the practice stub, one row each: X(NAME, "name", KIND, "where it was seen", "what is
 * wrong"). At most one is on; without one the stub is correct. KIND is how it can be noticed: CRASH, HANG (no
 * more answers), RULE (a wrong one), MEMORY (it grows), DIFFERENCE (another fresh stub answers otherwise). */
/* SPDX-License-Identifier: MIT */
#ifndef PLANTED_BUG_H
#define PLANTED_BUG_H

/* clang-format off */
#define PLANTED_BUG_LIST(X)                                                                                            \
    X(LONG_PACKET_OVERFLOW, "long-packet-overflow", CRASH, "eos#157",                                                  \
      "a packet longer than the buffer is written past its end")                                                       \
    X(READ_LENGTH_UNCHECKED, "read-length-unchecked", CRASH, "desmume#960, radare2#26255",                             \
      "the length of m is not compared with what there is")                                                            \
    X(WRITE_LENGTH_BELIEVED, "write-length-believed", CRASH, "blackmagic#1804, eos#62",                                \
      "X and M take as many bytes as they announce, not as many as were sent")                                         \
    X(REGISTER_UNCHECKED, "register-unchecked", CRASH, "sogen#88",                                                     \
      "the number of p and P indexes the register file unchecked")                                                     \
    X(XFER_SHORT_NULL, "xfer-short-null", CRASH, "fusex#47",                                                           \
      "qXfer:features:read without its third colon follows a NULL pointer")                                            \
    X(BREAKPOINT_SHORT_ABORT, "breakpoint-short-abort", CRASH, "fusex#48",                                             \
      "a Z or z packet without its comma ends in abort()")                                                             \
    X(VCONT_EMPTY_ACTION, "vcont-empty-action", CRASH, "melonDS#2388",                                                 \
      "vCont with an empty action follows a NULL pointer")                                                             \
    X(THREAD_INDEX_NEGATIVE, "thread-index-negative", CRASH, "gdbstub#150",                                            \
      "H with -1 becomes an index before the threads")                                                                 \
    X(EXTRA_INFO_OVERFLOW, "extra-info-overflow", CRASH, "rizin#6378",                                                 \
      "qThreadExtraInfo copies the id it was given into a small buffer")                                               \
    X(ESCAPE_AT_END, "escape-at-end", CRASH, "llvm#131979",                                                            \
      "an escape byte that ends the data of X makes the decoder run past the packet")                                  \
    X(SUPPORTED_TWICE_FREED, "supported-twice-freed", CRASH, "rizin#6378",                                             \
      "the list kept from qSupported is freed again by the second one")                                                \
    X(USE_AFTER_DETACH, "use-after-detach", CRASH, "gdbstub#137",                                                      \
      "registers are read through a pointer that D has cleared")                                                       \
    X(XFER_OFFSET_BEYOND, "xfer-offset-beyond", CRASH, "ds2#41",                                                       \
      "an offset behind the end of a qXfer document makes its remaining length wrap around")                           \
    X(HALF_CHECKSUM_DEAF, "half-checksum-deaf", HANG, "clearCore#219",                                                 \
      "a checksum with a character that is no hex digit leaves the receiver waiting for ever")                         \
    X(VSTOPPED_DEAD_QUEUE, "vstopped-dead-queue", HANG, "riscv-openocd#716",                                           \
      "vStopped with nothing queued loops over the queue without end")                                                 \
    X(SECOND_PACKET_LOST, "second-packet-lost", HANG, "wasm-micro-runtime#4265",                                       \
      "of two packets in one read the second is thrown away")                                                          \
    X(INTERRUPT_WHILE_STOPPED, "interrupt-while-stopped", HANG, "mgba#3038",                                           \
      "0x03 while stopped waits for a program that does not run")                                                      \
    X(RANGE_STEP_EMPTY, "range-step-empty", HANG, "melonDS#2388",                                                      \
      "vCont;r with an empty range steps for ever")                                                                    \
    X(OVER_LONG_OFF_BY_TWO, "over-long-off-by-two", HANG, "zephyr#117793",                                             \
      "after an over-long packet two bytes of the next one are taken for its checksum")                                \
    X(STAR_NOT_ESCAPED, "star-not-escaped", RULE, "blackmagic#915",                                                    \
      "* in binary replies is sent as it is and reads as a run")                                                       \
    X(NO_ACK_SURVIVES, "no-ack-survives", RULE, "virtualjaguar#696, blackmagic#2060",                                  \
      "no-ack mode stays on for the next client")                                                                      \
    X(WRONG_PROCESS_IN_EXIT, "wrong-process-in-exit", RULE, "gdbstub#105",                                             \
      "W names a process that does not exist")                                                                         \
    X(TWO_REPLIES_TO_WATCH, "two-replies-to-watch", RULE, "renode#978",                                                \
      "Z4 is answered by an empty reply and by an error")                                                              \
    X(WRITE_SPLIT_AT_SEPARATORS, "write-split-at-separators", RULE, "gdbstub#121",                                     \
      "the data of X ends at its first comma, colon or semicolon; the rest is not written")                            \
    X(RUN_COUNT_DOLLAR, "run-count-dollar", RULE, "gdbstub#182",                                                       \
      "eight equal characters are sent with $ as their run-length count")                                              \
    X(DOCUMENTS_KEPT, "documents-kept", MEMORY, "invented",                                                            \
      "each read of the target description keeps 1 MiB for ever")                                                      \
    X(ALIVE_BY_CHANCE, "alive-by-chance", DIFFERENCE, "invented",                                                      \
      "T is answered by what a byte happened to be when the stub was started")
/* clang-format on */

typedef enum bug {
    BUG_NONE,
#define PLANTED_BUG_ENUM(name, text, kind, seen, what) BUG_##name,
    PLANTED_BUG_LIST(PLANTED_BUG_ENUM)
#undef PLANTED_BUG_ENUM
} bug;

#endif
