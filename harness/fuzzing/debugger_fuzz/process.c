/* /proc/PID/stat has both, behind the name in
 * parentheses, which may hold anything. Pages
 * and ticks are the system's. See process.h. */
/* SPDX-License-Identifier: MIT */
#include "debugger_fuzz/process.h"

#include "core/file.h"
#include <rsp/clock.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PATH_BYTES = 64, UTIME = 14, STIME = 15, RSS = 24, FIRST = 3 };

/* The field with a number, counted from 1 as proc(5) does; 0 where there is none. */
static uint64_t field(long pid, unsigned number) {
    char path[PATH_BYTES];
    rsp_buf text = {0};
    (void)snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    const char *at =
        pid > 0 && rsp_file_read(&text, path, NULL) == RSP_OK ? strrchr(rsp_buf_cstr(&text), ')') : NULL;
    for (unsigned i = FIRST; at && i <= number; i++)
        at = strchr(at + 1, ' ');
    const uint64_t value = at ? strtoull(at, NULL, 10) : 0;
    rsp_buf_free(&text);
    return value;
}

uint64_t process_memory(long pid) {
    const long page = sysconf(_SC_PAGESIZE);
    return field(pid, RSS) * (uint64_t)(page > 0 ? page : 0);
}

uint64_t process_cpu_ns(long pid) {
    const long ticks = sysconf(_SC_CLK_TCK);
    return ticks > 0 ? (field(pid, UTIME) + field(pid, STIME)) * (RSP_NS_PER_S / (uint64_t)ticks) : 0;
}
