/* The practice stub: a small gdb server for a made-up target, written to carry planted bugs.
 * It shares no code with the toolkit, as the stubs that people bring share none.
 * Target: 4 KiB of memory, two threads with nine registers of 64 bits, software breakpoints. */
/* SPDX-License-Identifier: MIT */
#ifndef PLANTED_H
#define PLANTED_H

#include "bug.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PACKET_BYTES = 1024, /* what PacketSize announces */
    REPLY_BYTES = 2 * PACKET_BYTES + 64,
    OUT_BYTES = 64 * 1024,
    MEMORY_BASE = 0x1000,
    MEMORY_BYTES = 4096,
    SPIN_FLAG = MEMORY_BASE + 0x10, /* when not 0 a program without breakpoints runs until interrupted */
    NUM_THREADS = 2,
    NUM_REGISTERS = 9, /* the last is the pc */
    REGISTER_PC = 8,
    NUM_BREAKPOINTS = 16,
    PROCESS_ID = 1,
    WORD_BYTES = 32,
    KEPT_BYTES = 1 << 20,
};

typedef enum receiving { BETWEEN, PAYLOAD, CHECKSUM_1, CHECKSUM_2, DEAF } receiving;

typedef struct thread {
    uint64_t registers[NUM_REGISTERS];
    bool runs;
} thread;

/* What reached the stub, in memory that may be shared; see count.c. */
typedef struct planted_counts {
    uint64_t packets; /* complete ones: both digits of the checksum are there */
    uint64_t good;    /* those of them whose checksum is right */
} planted_counts;

typedef struct kept {
    struct kept *next;
    unsigned char bytes[KEPT_BYTES];
} kept;

typedef struct planted {
    bug bug;
    planted_counts *counts; /* never NULL */

    /* the connection */
    receiving state;
    uint8_t *packet; /* PACKET_BYTES + 1, owned */
    size_t len;
    bool overlong;
    unsigned sum, wire_sum;
    size_t eat; /* bytes taken for the checksum of a packet that is gone */
    bool no_ack, closed;
    uint8_t out[OUT_BYTES];
    size_t out_len;
    uint8_t last[REPLY_BYTES * 2]; /* the last frame, for retransmission */
    size_t last_len;

    /* agreed with the client */
    bool multiprocess, non_stop;
    char *features;    /* owned */
    struct kept *kept; /* owned; what DOCUMENTS_KEPT never gives back */
    bool chance;       /* of ALIVE_BY_CHANCE */

    /* the target */
    uint8_t *memory; /* MEMORY_BYTES, owned */
    thread threads[NUM_THREADS];
    thread *attached; /* threads, or NULL after D */
    int selected;
    bool all_run, exited;
    uint64_t breakpoints[NUM_BREAKPOINTS];
    size_t num_breakpoints;
    int queue[NUM_THREADS], queue_len; /* stops that wait for vStopped; the first is announced */
    int signal_of[NUM_THREADS];
} planted;

#define HAS_BUG(p, name) ((p)->bug == BUG_##name)

/* count.c: the counts in that file (exits when it has none to give); without a path, some of its own. */
planted_counts *planted_counts_open(const char *path);
void planted_count(uint64_t *count);

/* stub.c */
void planted_init(planted *p, bug which, planted_counts *counts);
void planted_free(planted *p);
void planted_connect(planted *p); /* a new client: the program starts anew */

/* wire.c: bytes in; what there is to send is out[0..out_len). */
void planted_input(planted *p, const uint8_t *bytes, size_t len);
void reply(planted *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* `kind` and binary data, escaped. */
void reply_binary(planted *p, char kind, const uint8_t *data, size_t len);
void notify(planted *p, const char *text);

/* packets.c: one request; `text` is NUL-terminated at `len` and may be changed. */
void answer(planted *p, char *text, size_t len);
bool take_hex(const char **at, uint64_t *value);
int thread_of(const char *id);

/* memory.c */
void answer_read(planted *p, const char *args, bool binary);
void answer_write_hex(planted *p, char *args, size_t len);
void answer_write_binary(planted *p, char *args, size_t len);
void answer_registers(planted *p, char kind, char *args);
void answer_register(planted *p, char kind, const char *args);

/* run.c */
void answer_why(planted *p);
void answer_vcont(planted *p, char *args);
void answer_resume(planted *p, bool step);
void answer_vstopped(planted *p);
void answer_breakpoint(planted *p, bool insert, const char *args);
void interrupted(planted *p);

#endif
