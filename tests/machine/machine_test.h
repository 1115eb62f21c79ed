/* What the machine's tests share: loading files, symbols, running to the next event.
 * Each helper fails the test by itself when something is wrong.
 * The programs are those of the library rsp_programs or of tests/machine/programs. */
/* SPDX-License-Identifier: MIT */
#ifndef MACHINE_TEST_H
#define MACHINE_TEST_H

#include "rsp_test.h"

#include <rsp/machine.h>
#include <stdio.h>
#include <stdlib.h>

/* The whole file; free() its ptr. */
static inline rsp_bytes load_file(const char *path) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    long len = ftell(f);
    assert_true(len > 0);
    rewind(f);
    uint8_t *bytes = malloc((size_t)len);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, (size_t)len, f), (size_t)len);
    assert_int_equal(fclose(f), 0);
    return rsp_bytes_make(bytes, (size_t)len);
}

#endif
