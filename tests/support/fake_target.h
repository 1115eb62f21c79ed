/* A target that is a table: processes, threads, registers and memory, and a script of events.
 * What the stub asks of it is written into a log, so that a test sees each resume, hold and detach.
 * Everything is looked up in constant time, for the tests and benchmarks with many threads. */
/* SPDX-License-Identifier: MIT */
#ifndef FAKE_TARGET_H
#define FAKE_TARGET_H

#include <rsp/stub.h>

enum {
    FAKE_NUM_REGS = 33,
    FAKE_PC = 32,
    FAKE_MEMORY_AT = 0x1000,
    FAKE_MEMORY_BYTES = 0x10000,
    FAKE_IDS = 1 << 14, /* ids below this, unless asked for more */
};

typedef struct fake_thread {
    rsp_ptid id;
    bool live;
    bool running;
    rsp_target_resume how; /* of the last resume */
    unsigned options;
    uint64_t regs[FAKE_NUM_REGS];
    char name[24];
    int32_t next; /* index, in order of creation; -1 at the end */
    int32_t prev;
} fake_thread;

typedef struct fake_process {
    int64_t pid;
    bool live;
    bool attached;
    int32_t first;
    int32_t last;
    int32_t next;
    int32_t prev;
} fake_process;

typedef struct fake_event {
    rsp_target_event event;
    bool late;   /* delivered even though the thread is held already */
    bool silent; /* the thread ends and nobody is told */
    char text[256];
} fake_event;

typedef struct fake_target {
    fake_thread *threads;    /* by tid */
    fake_process *processes; /* by pid */
    int64_t ids;             /* process and thread ids are below this */
    int32_t first_process;
    int32_t last_process;
    fake_event *script;
    size_t num_script;
    size_t cap_script;
    size_t at;
    int64_t attachable; /* pid that vAttach finds, with two threads */
    int64_t next_pid;   /* of the next launch */
    bool spins;         /* run says BUSY while something runs */
    bool refuses_resume;
    unsigned events;
    uint8_t passed[256];
    rsp_buf log;
    rsp_buf launched; /* argv, env, cwd of the last launch, joined by | */
    uint8_t memory[FAKE_MEMORY_BYTES];
} fake_target;

extern const rsp_target_ops fake_target_ops;

fake_target *fake_target_new(void);
fake_target *fake_target_new_for(int64_t ids);
void fake_target_free(fake_target *fake);

void fake_add(fake_target *fake, int64_t pid, int64_t tid);
void fake_push(fake_target *fake, const rsp_target_event *event, bool late);

/* One event from words: "BREAK_SOFTWARE 1.1", "SIGNALLED 1.1 b", "FORKED 1.1 2.2", "PROCESS_EXITED 1.0 3",
 * "WATCH_WRITE 1.1 2000", "OUTPUT text", "SILENT 1.2"; ids and numbers in hex. Aborts on nonsense. */
void fake_say(fake_target *fake, const char *words, bool late);

/* What was logged since the last call; valid until the next. */
const char *fake_log(fake_target *fake);

#endif
