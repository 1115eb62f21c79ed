/* main of the stubborn program; all else is in main.c, which the embed kit's suite shares.
 * See embed_suite.c for the other main.
 * Source: docs/architecture.md. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

int main(int argc, char **argv) {
    return stubborn_main(argc, argv);
}
