/* Included in front of each test file, which is compiled with another name for its main (rsp_add_test).
 * The tests of a layer are one program: this declares the function that main has become.
 * test_main.c calls it. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TEST_ENTRY_H
#define RSP_TEST_ENTRY_H

int main(void);

#endif
