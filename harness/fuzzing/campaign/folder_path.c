/* Paths are formatted into the campaign's arena.
 * JSON files go through rsp_file_open, which refuses what would block.
 * See folder_path.h. */
/* SPDX-License-Identifier: MIT */
#include "folder_path.h"

#include "core/arena.h"
#include "core/file.h"
#include <jansson.h>
#include <stdio.h>
#include <unistd.h>

const char *folder_path(rsp_campaign *c, const char *format, ...) {
    char name[512];
    va_list ap;
    va_start(ap, format);
    (void)vsnprintf(name, sizeof name, format, ap);
    va_end(ap);
    return rsp_arena_printf(&c->arena, "%s/%s", c->folder, name);
}

json_t *folder_load_json(const char *path, rsp_error *error) {
    int fd = -1;
    rsp_error opened = {0};
    json_error_t why = {0};
    if (rsp_file_open(&fd, path, &opened) != RSP_OK) {
        (void)rsp_fail(error, RSP_BAD_FILE, "%s: %s", path, opened.msg);
        return NULL;
    }
    json_t *root = json_loadfd(fd, 0, &why);
    (void)close(fd);
    if (!root)
        (void)rsp_fail(error, RSP_BAD_FILE, "%s:%d: %s", path, why.line, why.text);
    return root;
}
