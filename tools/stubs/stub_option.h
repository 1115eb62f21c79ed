/* The settings of the reference stub by name: "run-length=off", "multimem=rfc", "fault=mem-decimal-length".
 * One table serves `stubborn stub --NAME VALUE`, the `options:` of scenarios, and `stubborn list settings`.
 * Values are checked here, with a suggestion for a mistyped name. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_STUB_OPTION_H
#define STUBBORN_STUB_OPTION_H

#include "machine/machine.h"
#include "stub_machine/machine_target.h"
#include <rsp/stub.h>

/* What the settings set. */
typedef struct stub_option_values {
    rsp_stub_options stub;
    rsp_machine_options machine;
    bool number_threads;
    bool library_stops;
    bool unreadable_registers;
    bool webassembly;           /* a runtime of WebAssembly, and its own program */
    rsp_machine_output *output; /* takes what programs print; NULL: the client does */
    const rsp_clock *clock;     /* that the machine keeps up with, borrowed; NULL: none */
} stub_option_values;

/* The defaults of stub and machine. */
stub_option_values stub_option_defaults(void);

/* X(id, "name", "values", kind, field, "help"); kind BOOL, CHOICE (an enum in the order of the values), SIZE,
 * COUNT (32 bits), SEED or FAULT. */
#define STUB_OPTION_LIST(X)                                                                                 \
    X(FAULT, "fault", "NAME", FAULT, stub.fault,                                                            \
      "switch one deliberate defect on (see: stubborn list faults)")                                        \
    X(PACKET_SIZE, "packet-size", "BYTES", SIZE, stub.packet_bytes, "longest packet accepted and sent")     \
    X(TRACE_BUFFER, "trace-buffer", "BYTES", SIZE, stub.trace_buffer_bytes,                                 \
      "trace frame buffer; 0: no tracepoints")                                                              \
    X(RUN_LENGTH, "run-length", "on|off", BOOL, stub.run_length, "compress replies by run-length encoding") \
    X(MULTIMEM, "multimem", "lldb|rfc", CHOICE, stub.multimem, "wire form of MultiMemRead")                 \
    X(X_DIALECT, "x", "gdb|lldb", CHOICE, stub.x_dialect, "form of the answer to x")                        \
    X(MULTIMEM_OFFER, "offer-multimem", "on|off", BOOL, stub.offer_multimem, "announce MultiMemRead")       \
    X(MULTIBREAK_RFC, "offer-multibreakpoint", "on|off", BOOL, stub.offer_multibreak_rfc,                   \
      "announce MultiBreakpoint")                                                                           \
    X(MULTIBREAK_JSON, "offer-jmultibreakpoint", "on|off", BOOL, stub.offer_multibreak_json,                \
      "announce jMultiBreakpoint")                                                                          \
    X(CONDITIONS, "offer-conditions", "on|off", BOOL, stub.offer_conditions,                                \
      "announce conditions and commands of breakpoints")                                                    \
    X(NO_ACK, "offer-no-ack", "on|off", BOOL, stub.offer_no_ack, "announce QStartNoAckMode")                \
    X(NON_STOP, "offer-non-stop", "on|off", BOOL, stub.offer_non_stop, "announce QNonStop")                 \
    X(MULTIPROCESS, "offer-multiprocess", "on|off", BOOL, stub.offer_multiprocess, "announce multiprocess") \
    X(COMPRESSION, "offer-compression", "on|off", BOOL, stub.offer_compression,                             \
      "announce compressed packets, as LLDB has them (zlib-deflate)")                                       \
    X(ACCELERATOR, "offer-accelerator", "on|off", BOOL, stub.offer_accelerator,                             \
      "announce an accelerator's plug-in, as LLDB has them")                                                \
    X(ADDRESS_SPACES, "offer-address-spaces", "on|off", BOOL, stub.offer_address_spaces,                    \
      "announce two address spaces, as LLDB has them: memory, and a thread's registers")                    \
    X(EXPEDITE_READS, "expedite-reads", "on|off", BOOL, stub.expedite_reads,                                \
      "bring the memory that was read last along in jThreadsInfo")                                          \
    X(INEXACT_WATCHPOINTS, "inexact-watchpoints", "on|off", BOOL, stub.inexact_watchpoints,                 \
      "name all watchpoints of the word that was touched, as on AArch64 (multi-wp-addr)")                   \
    X(PROTECTION_KEYS, "protection-keys", "on|off", BOOL, stub.protection_keys,                             \
      "tell the protection key of each memory region")                                                      \
    X(NATIVE_SIGNALS, "native-signals", "on|off", BOOL, stub.native_signals,                                \
      "Linux signal numbers on the wire")                                                                   \
    X(DETACH, "detach-on-disconnect", "on|off", BOOL, stub.detach_on_disconnect,                            \
      "let the debuggees go when the client goes; off keeps them, stopped")                                 \
    X(NUMBER_THREADS, "number-threads", "on|off", BOOL, number_threads,                                     \
      "thread ids are numbers within their process, from 1")                                                \
    X(LIBRARY_STOPS, "library-stops", "on|off", BOOL, library_stops,                                        \
      "stop when a library is mapped or unmapped, as systems without SVR4's list do")                       \
    X(UNREADABLE_REGISTERS, "unreadable-registers", "on|off", BOOL, unreadable_registers,                   \
      "fflags, frm and fcsr cannot be read, and stops tell LLDB so (43:;)")                                 \
    X(WEBASSEMBLY, "webassembly", "on|off", BOOL, webassembly,                                              \
      "serve two instances of WebAssembly modules, as LLDB debugs them, and no other program")              \
    X(FIRST_PID, "first-pid", "N", COUNT, machine.first_pid,                                                \
      "number of the first process; later ones, and threads, count up")                                     \
    X(HW_BREAKPOINTS, "hardware-breakpoints", "N", COUNT, machine.hw_breakpoints,                           \
      "hardware breakpoints of a process")                                                                  \
    X(HW_WATCHPOINTS, "hardware-watchpoints", "N", COUNT, machine.hw_watchpoints,                           \
      "hardware watchpoints of a process")                                                                  \
    X(TERMINAL, "terminal", "on|off", BOOL, machine.terminal,                                               \
      "standard streams are a terminal: C libraries write each line at once, and it ends in CR LF")         \
    X(FLASH, "flash", "on|off", BOOL, machine.flash, "flash memory in each process, at 0x3000000000")       \
    X(TAGGED_MEMORY, "tagged-memory", "on|off", BOOL, machine.tagged_memory,                                \
      "memory with tags in each process, at 0x3100000000")                                                  \
    X(RECORD_MEMORY, "record-memory", "BYTES", SIZE, machine.record_bytes,                                  \
      "most memory for reverse execution; 0 offers none")                                                   \
    X(SEED, "seed", "N", SEED, machine.seed, "seed of the machine's scheduler")

enum {
#define STUB_OPTION_ENUM(id, name, values, kind, field, help) STUB_OPTION_##id,
    STUB_OPTION_LIST(STUB_OPTION_ENUM)
#undef STUB_OPTION_ENUM
        STUB_OPTION_COUNT,
};

/* Sets one. RSP_NOT_FOUND: no such setting; RSP_USAGE: no such value. */
rsp_status stub_option_apply(stub_option_values *s, rsp_bytes name, const char *value,
                             rsp_error *error) RSP_MUST_USE;

/* The same from "NAME=VALUE". */
rsp_status stub_option_apply_text(stub_option_values *s, const char *text, rsp_error *error) RSP_MUST_USE;

/* Name, values and help of one (index below STUB_OPTION_COUNT), for lists. */
void stub_option_describe(size_t index, const char **out_name, const char **out_values,
                          const char **out_help);

#endif
