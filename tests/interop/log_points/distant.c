/* The globals of the program.
 * Its log points read them.
 * See program.c. */
/* SPDX-License-Identifier: MIT */
int distant = 40;
const char *const word = "far";
