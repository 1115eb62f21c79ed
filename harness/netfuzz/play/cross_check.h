/* What a stub says against what it said before: a confirmed write is read back, in each of the ways the stub
 * offers, and a process that exits must be one that was named.
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
    bool forks;     /* there may be processes that nobody named */
    bool wrong;     /* an exit contradicts the names */
    rsp_contradiction contradiction;
} cross_check;

void cross_check_init(cross_check *c, const rsp_mem *mem);
void cross_check_free(cross_check *c);
void cross_check_note_stub(cross_check *c);       /* a fresh one */
void cross_check_note_connection(cross_check *c); /* a new one */

/* A payload went out as this entry; `plain`: as a good packet whose fate is clear. */
void cross_check_note_sent(cross_check *c, uint64_t entry, rsp_bytes payload, bool plain);

/* A reply came whose request is known for sure. */
void cross_check_note_reply(cross_check *c, const rsp_exchange *done, rsp_bytes reply);

/* The request that reads the kept write back by `how` (m or x), which went out as this entry. */
void cross_check_append_read(const cross_check *c, rsp_buf *out, char how);
void cross_check_note_read(cross_check *c, uint64_t entry);

/* False when what was read back is not what was written. */
bool cross_check_compare(cross_check *c, char how);

/* The write agrees with the stub's replies; nothing more is asked about it. */
static inline void cross_check_drop_write(cross_check *c) {
    c->kept.state = KEPT_NONE;
}

void cross_check_validate(const cross_check *c); /* asserts */

#endif
