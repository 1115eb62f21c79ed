/* A function below a signal handler's frame, as its tables describe one, with a variable in a register.
 * The frame is made by hand: the way back from a handler has no tables on the reference stub's machine.
 * The tests stop at `look`. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

void interrupt(void);

NOINLINE int look(int value) {
    return value + 1;
}

/* The registers of the interrupted function are on the stack, and s3 is in use for something else. */
__asm__(".text\n"
        ".cfi_sections .debug_frame\n"
        ".type interrupt, @function\n"
        "interrupt:\n"
        ".cfi_startproc\n"
        ".cfi_signal_frame\n"
        "    addi sp, sp, -32\n"
        ".cfi_def_cfa_offset 32\n"
        ".cfi_val_offset sp, 0\n"
        "    sd ra, 24(sp)\n"
        ".cfi_offset ra, -8\n"
        "    sd s3, 16(sp)\n"
        ".cfi_offset s3, -16\n"
        "    li s3, 99\n"
        "    call look\n"
        "    ld s3, 16(sp)\n"
        "    ld ra, 24(sp)\n"
        "    addi sp, sp, 32\n"
        "    ret\n"
        ".cfi_endproc\n"
        ".size interrupt, .-interrupt\n");

int main(void) {
    register long kept __asm__("s3") = 41;
    __asm__ volatile("" : "+r"(kept));
    interrupt();
    __asm__ volatile("" : "+r"(kept));
    return kept != 41;
}
