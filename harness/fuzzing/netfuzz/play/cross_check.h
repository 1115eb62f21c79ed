/* Compares replies with earlier ones: a confirmed write must read back, by m and by x,
 * and a process that exits must have been named.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_CROSS_CHECK_H
#define RSP_NETFUZZ_CROSS_CHECK_H

#include "netfuzz/player.h"
#include "trace/exchange.h"

enum { MAX_READ_BACK = 24, MAX_NAMED = 16 };

typedef enum kept_state {
    KEPT_NONE,
    KEPT_SENT,
    KEPT_CONFIRMED, /* the stub answered OK */
} kept_state;

/* The last write, if its data can be read back. */
typedef struct kept_write {
    kept_state state;
    uint64_t entry; /* of the request */
    uint64_t addr;
    size_t len;
    uint8_t data[MAX_READ_BACK];
} kept_write;

typedef enum read_back_state {
    READ_BACK_NONE,
    READ_BACK_OUT,
    READ_BACK_ANSWERED,
} read_back_state;

typedef struct cross_check {
    kept_write kept;
    read_back_state read_back_state;
    uint64_t read_back_entry; /* of the request, when one is out */
    rsp_buf read_back;        /* its reply */
    int64_t named[MAX_NAMED]; /* processes */
    size_t num_named;
    bool any_named; /* ... with its process id */
    bool forks;     /* there may be processes without a name */
    bool wrong;     /* an exit contradicts the names */
    rsp_contradiction contradiction;
} cross_check;

void cross_check_init(cross_check *c, const rsp_mem *mem);
void cross_check_free(cross_check *c);
void cross_check_note_stub(cross_check *c);       /* a fresh one */
void cross_check_note_connection(cross_check *c); /* a new one */

/* A payload went out as this transcript entry; `plain`: in a good packet that the stub surely received. */
void cross_check_note_sent(cross_check *c, uint64_t entry, rsp_bytes payload, bool plain);

/* A reply came, and its request is certain. */
void cross_check_note_reply(cross_check *c, const rsp_exchange *done, rsp_bytes reply);

/* Appends the request that reads the kept write back, by `how` (m or x). */
void cross_check_append_read(const cross_check *c, rsp_buf *out, char how);

/* It went out as this transcript entry. */
void cross_check_note_read(cross_check *c, uint64_t entry);

/* False when the read differs from the write; then c->contradiction says how. */
bool cross_check_compare(cross_check *c, char how);

/* Forgets the write: it reads back. */
static inline void cross_check_drop_write(cross_check *c) {
    c->kept.state = KEPT_NONE;
}

void cross_check_validate(const cross_check *c); /* asserts */

#endif
