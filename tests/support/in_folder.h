/* Tests that read and write files: each has a new, empty folder as the current one, and as its state.
 * Included after rsp_test.h; for cmocka_unit_test_setup_teardown.
 * Folders are below the system's temporary one, and removed in the end. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_IN_FOLDER_H
#define RSP_IN_FOLDER_H

#include "core/file.h"
#include "core/file_writer.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static inline int folder_set_up(void **state) {
    static char path[64];
    (void)snprintf(path, sizeof path, "/tmp/stubborn-test-XXXXXX");
    *state = mkdtemp(path);
    return *state && chdir(path) == 0 ? 0 : -1;
}

static inline int folder_tear_down(void **state) {
    char command[96];
    (void)snprintf(command, sizeof command, "chmod -R u+rwx %s; rm -rf %s", (const char *)*state,
                   (const char *)*state);
    return chdir("/") == 0 ? system(command) : -1;
}

/* A test in a folder of its own. */
#define folder_test(test) cmocka_unit_test_setup_teardown(test, folder_set_up, folder_tear_down)

static inline void write_text(const char *path, const char *text) {
    assert_int_equal(rsp_file_write(path, rsp_bytes_str(text), NULL), RSP_OK);
}

/* Whether the file is there and has the text in it. */
static inline bool file_has(const char *path, const char *text) {
    rsp_buf content = {0};
    bool has = rsp_file_read(&content, path, NULL) == RSP_OK && strstr(rsp_buf_cstr(&content), text);
    rsp_buf_free(&content);
    return has;
}

#endif
