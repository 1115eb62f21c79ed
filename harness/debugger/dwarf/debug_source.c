/* The first file of a line table stands for the unit itself, or for none, depending on the format's version.
 * Names of the compiler's own, such as <built-in>, are no files.
 * See debug_source.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_source.h"

#include "die.h"
#include "line_index.h"

void rsp_debug_sources(const rsp_debug_file *file, bool (*visit)(void *ctx, const char *path), void *ctx) {
    Dwarf_Die unit;
    die_units units = {0};
    while (die_next_unit(file, &units, &unit)) {
        Dwarf_Files *files = NULL;
        size_t num = 0;
        if (dwarf_getsrcfiles(&unit, &files, &num) != 0)
            continue;
        for (size_t i = 0; i < num; i++) {
            const char *path = line_index_whole_path(file, &unit, dwarf_filesrc(files, i, NULL, NULL));
            if (path && path[0] && !strchr(path, '<') && strcmp(path, "???") != 0 && !visit(ctx, path))
                return;
        }
    }
}
