/* A unit before that of names.cpp, with a variable of its own under the name of one that others see.
 * Linked first, so that it is also looked through first.
 * See names.cpp. */
/* SPDX-License-Identifier: MIT */
static int level = 1000;

int level_of_other() {
    return level++;
}
