/* System V shared memory, which instrumented programs know by its id, and /proc for the size of a process.
 * Where there is no /proc the size is unknown, and only Linux is told about waits (prctl(2),
 * PR_SET_TIMERSLACK). See system.h. */
/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* shmget and its like are X/Open's */
#include "hunt/system.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/shm.h>
#if defined __linux__ && !defined RSP_POSIX
#include <sys/prctl.h>
#endif
#include <unistd.h>

rsp_status rsp_system_share(size_t size, uint8_t **out_memory, int *out_id, rsp_error *error) {
    int id = shmget(IPC_PRIVATE, size, IPC_CREAT | IPC_EXCL | 0600);
    if (id < 0)
        return rsp_fail(error, errno == ENOMEM ? RSP_NO_MEMORY : RSP_IO, "shared memory: %s",
                        strerror(errno));
    void *memory = shmat(id, NULL, 0);
    if (memory == (void *)-1) {
        rsp_status status = rsp_fail(error, RSP_IO, "shared memory: %s", strerror(errno));
        (void)shmctl(id, IPC_RMID, NULL);
        return status;
    }
    memset(memory, 0, size);
    *out_memory = memory;
    *out_id = id;
    return RSP_OK;
}

void rsp_system_unshare(uint8_t *memory, int id) {
    (void)shmdt(memory);
    (void)shmctl(id, IPC_RMID, NULL);
}

uint64_t rsp_system_resident(long pid) {
    char path[64];
    uint64_t pages = 0;
    (void)snprintf(path, sizeof path, "/proc/%ld/statm", pid);
    FILE *file = pid > 0 ? fopen(path, "r") : NULL;
    if (!file)
        return 0;
    char line[128] = "";
    char *rest = NULL;
    if (fgets(line, sizeof line, file) && strtoull(line, &rest, 10) > 0)
        pages = strtoull(rest, NULL, 10); /* the second number */
    (void)fclose(file);
    long page = sysconf(_SC_PAGESIZE);
    return page > 0 ? pages * (uint64_t)page : 0;
}

void rsp_system_wait_exactly(void) {
#if defined __linux__ && !defined RSP_POSIX
    (void)prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
#endif
}
