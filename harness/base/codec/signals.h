/* Signal numbers as the protocol counts them, with their names and Linux's numbers.
 * The protocol's numbering is GDB's own and does not depend on any host.
 * Source: GDB manual, Stop Reply Packets; gdb/signals.def of the GDB distribution (numbers only). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SIGNALS_H
#define RSP_SIGNALS_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* X(NAME, text, protocol number, Linux number or 0 where Linux has none (generic numbering, as on RISC-V, x86
 * and Arm)). Signal 0 is no signal. */
#define RSP_SIGNAL_LIST(X)                                \
    X(HUP, "SIGHUP", 1, 1)                                \
    X(INT, "SIGINT", 2, 2)                                \
    X(QUIT, "SIGQUIT", 3, 3)                              \
    X(ILL, "SIGILL", 4, 4)                                \
    X(TRAP, "SIGTRAP", 5, 5)                              \
    X(ABRT, "SIGABRT", 6, 6)                              \
    X(EMT, "SIGEMT", 7, 0)                                \
    X(FPE, "SIGFPE", 8, 8)                                \
    X(KILL, "SIGKILL", 9, 9)                              \
    X(BUS, "SIGBUS", 10, 7)                               \
    X(SEGV, "SIGSEGV", 11, 11)                            \
    X(SYS, "SIGSYS", 12, 31)                              \
    X(PIPE, "SIGPIPE", 13, 13)                            \
    X(ALRM, "SIGALRM", 14, 14)                            \
    X(TERM, "SIGTERM", 15, 15)                            \
    X(URG, "SIGURG", 16, 23)                              \
    X(STOP, "SIGSTOP", 17, 19)                            \
    X(TSTP, "SIGTSTP", 18, 20)                            \
    X(CONT, "SIGCONT", 19, 18)                            \
    X(CHLD, "SIGCHLD", 20, 17)                            \
    X(TTIN, "SIGTTIN", 21, 21)                            \
    X(TTOU, "SIGTTOU", 22, 22)                            \
    X(IO, "SIGIO", 23, 29)                                \
    X(XCPU, "SIGXCPU", 24, 24)                            \
    X(XFSZ, "SIGXFSZ", 25, 25)                            \
    X(VTALRM, "SIGVTALRM", 26, 26)                        \
    X(PROF, "SIGPROF", 27, 27)                            \
    X(WINCH, "SIGWINCH", 28, 28)                          \
    X(LOST, "SIGLOST", 29, 0)                             \
    X(USR1, "SIGUSR1", 30, 10)                            \
    X(USR2, "SIGUSR2", 31, 12)                            \
    X(PWR, "SIGPWR", 32, 30)                              \
    X(POLL, "SIGPOLL", 33, 0)                             \
    X(WIND, "SIGWIND", 34, 0)                             \
    X(PHONE, "SIGPHONE", 35, 0)                           \
    X(WAITING, "SIGWAITING", 36, 0)                       \
    X(LWP, "SIGLWP", 37, 0)                               \
    X(DANGER, "SIGDANGER", 38, 0)                         \
    X(GRANT, "SIGGRANT", 39, 0)                           \
    X(RETRACT, "SIGRETRACT", 40, 0)                       \
    X(MSG, "SIGMSG", 41, 0)                               \
    X(SOUND, "SIGSOUND", 42, 0)                           \
    X(SAK, "SIGSAK", 43, 0)                               \
    X(PRIO, "SIGPRIO", 44, 0)                             \
    X(RT33, "SIG33", 45, 33)                              \
    X(RT34, "SIG34", 46, 34)                              \
    X(RT35, "SIG35", 47, 35)                              \
    X(RT36, "SIG36", 48, 36)                              \
    X(RT37, "SIG37", 49, 37)                              \
    X(RT38, "SIG38", 50, 38)                              \
    X(RT39, "SIG39", 51, 39)                              \
    X(RT40, "SIG40", 52, 40)                              \
    X(RT41, "SIG41", 53, 41)                              \
    X(RT42, "SIG42", 54, 42)                              \
    X(RT43, "SIG43", 55, 43)                              \
    X(RT44, "SIG44", 56, 44)                              \
    X(RT45, "SIG45", 57, 45)                              \
    X(RT46, "SIG46", 58, 46)                              \
    X(RT47, "SIG47", 59, 47)                              \
    X(RT48, "SIG48", 60, 48)                              \
    X(RT49, "SIG49", 61, 49)                              \
    X(RT50, "SIG50", 62, 50)                              \
    X(RT51, "SIG51", 63, 51)                              \
    X(RT52, "SIG52", 64, 52)                              \
    X(RT53, "SIG53", 65, 53)                              \
    X(RT54, "SIG54", 66, 54)                              \
    X(RT55, "SIG55", 67, 55)                              \
    X(RT56, "SIG56", 68, 56)                              \
    X(RT57, "SIG57", 69, 57)                              \
    X(RT58, "SIG58", 70, 58)                              \
    X(RT59, "SIG59", 71, 59)                              \
    X(RT60, "SIG60", 72, 60)                              \
    X(RT61, "SIG61", 73, 61)                              \
    X(RT62, "SIG62", 74, 62)                              \
    X(RT63, "SIG63", 75, 63)                              \
    X(CANCEL, "SIGCANCEL", 76, 0)                         \
    X(RT32, "SIG32", 77, 32)                              \
    X(RT64, "SIG64", 78, 64)                              \
    X(RT65, "SIG65", 79, 0)                               \
    X(RT66, "SIG66", 80, 0)                               \
    X(RT67, "SIG67", 81, 0)                               \
    X(RT68, "SIG68", 82, 0)                               \
    X(RT69, "SIG69", 83, 0)                               \
    X(RT70, "SIG70", 84, 0)                               \
    X(RT71, "SIG71", 85, 0)                               \
    X(RT72, "SIG72", 86, 0)                               \
    X(RT73, "SIG73", 87, 0)                               \
    X(RT74, "SIG74", 88, 0)                               \
    X(RT75, "SIG75", 89, 0)                               \
    X(RT76, "SIG76", 90, 0)                               \
    X(RT77, "SIG77", 91, 0)                               \
    X(RT78, "SIG78", 92, 0)                               \
    X(RT79, "SIG79", 93, 0)                               \
    X(RT80, "SIG80", 94, 0)                               \
    X(RT81, "SIG81", 95, 0)                               \
    X(RT82, "SIG82", 96, 0)                               \
    X(RT83, "SIG83", 97, 0)                               \
    X(RT84, "SIG84", 98, 0)                               \
    X(RT85, "SIG85", 99, 0)                               \
    X(RT86, "SIG86", 100, 0)                              \
    X(RT87, "SIG87", 101, 0)                              \
    X(RT88, "SIG88", 102, 0)                              \
    X(RT89, "SIG89", 103, 0)                              \
    X(RT90, "SIG90", 104, 0)                              \
    X(RT91, "SIG91", 105, 0)                              \
    X(RT92, "SIG92", 106, 0)                              \
    X(RT93, "SIG93", 107, 0)                              \
    X(RT94, "SIG94", 108, 0)                              \
    X(RT95, "SIG95", 109, 0)                              \
    X(RT96, "SIG96", 110, 0)                              \
    X(RT97, "SIG97", 111, 0)                              \
    X(RT98, "SIG98", 112, 0)                              \
    X(RT99, "SIG99", 113, 0)                              \
    X(RT100, "SIG100", 114, 0)                            \
    X(RT101, "SIG101", 115, 0)                            \
    X(RT102, "SIG102", 116, 0)                            \
    X(RT103, "SIG103", 117, 0)                            \
    X(RT104, "SIG104", 118, 0)                            \
    X(RT105, "SIG105", 119, 0)                            \
    X(RT106, "SIG106", 120, 0)                            \
    X(RT107, "SIG107", 121, 0)                            \
    X(RT108, "SIG108", 122, 0)                            \
    X(RT109, "SIG109", 123, 0)                            \
    X(RT110, "SIG110", 124, 0)                            \
    X(RT111, "SIG111", 125, 0)                            \
    X(RT112, "SIG112", 126, 0)                            \
    X(RT113, "SIG113", 127, 0)                            \
    X(RT114, "SIG114", 128, 0)                            \
    X(RT115, "SIG115", 129, 0)                            \
    X(RT116, "SIG116", 130, 0)                            \
    X(RT117, "SIG117", 131, 0)                            \
    X(RT118, "SIG118", 132, 0)                            \
    X(RT119, "SIG119", 133, 0)                            \
    X(RT120, "SIG120", 134, 0)                            \
    X(RT121, "SIG121", 135, 0)                            \
    X(RT122, "SIG122", 136, 0)                            \
    X(RT123, "SIG123", 137, 0)                            \
    X(RT124, "SIG124", 138, 0)                            \
    X(RT125, "SIG125", 139, 0)                            \
    X(RT126, "SIG126", 140, 0)                            \
    X(RT127, "SIG127", 141, 0)                            \
    X(INFO, "SIGINFO", 142, 0)                            \
    X(UNKNOWN, "unknown", 143, 0)                         \
    X(DEFAULT, "default", 144, 0)                         \
    X(EXC_BAD_ACCESS, "EXC_BAD_ACCESS", 145, 0)           \
    X(EXC_BAD_INSTRUCTION, "EXC_BAD_INSTRUCTION", 146, 0) \
    X(EXC_ARITHMETIC, "EXC_ARITHMETIC", 147, 0)           \
    X(EXC_EMULATION, "EXC_EMULATION", 148, 0)             \
    X(EXC_SOFTWARE, "EXC_SOFTWARE", 149, 0)               \
    X(EXC_BREAKPOINT, "EXC_BREAKPOINT", 150, 0)           \
    X(LIBRT, "SIGLIBRT", 151, 0)

/* Signals in the protocol's numbering. */
typedef enum rsp_signal {
    RSP_SIGNAL_NONE = 0,
#define RSP_SIGNAL_ENUM(name, text, number, linux_number) RSP_SIGNAL_##name = (number),
    RSP_SIGNAL_LIST(RSP_SIGNAL_ENUM)
#undef RSP_SIGNAL_ENUM
} rsp_signal;

/* "SIGTRAP", "0" for no signal, or NULL for a number that is not in the list. */
const char *rsp_signal_name(unsigned number);

/* Number for "SIGTRAP" or "TRAP"; 0 when there is none. */
unsigned rsp_signal_from_name(rsp_bytes name);

/* Whether it tells of a mistake of the program, and ends one that does nothing about it: SIGSEGV, SIGBUS,
 * SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP. */
bool rsp_signal_is_fault(unsigned number);

/* The protocol's number of a signal of Linux; 0 for 0, RSP_SIGNAL_UNKNOWN where it has none. */
unsigned rsp_signal_from_linux(unsigned linux_number);

/* The number that Linux has for it; 0 for 0, and where it has none. */
unsigned rsp_signal_to_linux(unsigned number);

/* Appends "QProgramSignals:1;3;..." with all signals but those of interrupts and of breakpoints (INT, STOP,
 * TRAP), which are not the program's: a stub that lets a thread go which stands at one would deliver it else.
 */
void rsp_program_signals_append(rsp_buf *out);

RSP_END_DECLS

#endif
