/* LLDB as a client: its line, its registers, and what it remembers of the stub. False comes with a `why`.
 * Source: conversations of lldb 19 (`log enable gdb-remote packets`); LLDB's page on the protocol.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REHEARSAL_LLDB_H
#define RSP_REHEARSAL_LLDB_H

#include "player.h"

#include "codec/memory_map.h"
#include "codec/tdesc.h"

enum {
    LLDB_REGISTERS_MOST = 1024,
    LLDB_ID_BYTES = 40,
    LLDB_THREADS_MOST = 4096,
    LLDB_REGIONS_MOST = 256,
    LLDB_VCONT_C = 1,
    LLDB_VCONT_S = 2,
};

/* Versions that do something else: player.newer, and rows of lldb_newer. */
enum { LLDB_21 = 1, LLDB_21_READS = 2, LLDB_22 = 3 };

/* What came of a packet. */
typedef enum lldb_answer {
    LLDB_REPLY,
    LLDB_EMPTY,
    LLDB_ERROR,
    LLDB_SILENT, /* and qC brought the line into step again */
    LLDB_GONE,   /* LLDB has disconnected */
} lldb_answer;

/* How LLDB reads one register. */
typedef enum lldb_way { LLDB_NOT_TRIED, LLDB_BY_P, LLDB_BY_G } lldb_way;

/* Whether memory is read by x, and whether a 'b' stands before its bytes, as for GDB. */
typedef enum lldb_x { LLDB_NO_X, LLDB_BARE_X, LLDB_MARKED_X } lldb_x;

/* A register as LLDB knows it. */
typedef struct lldb_register {
    char name[24];
    uint32_t number;
    uint32_t bytes;
    uint32_t offset; /* in g */
} lldb_register;

/* How the program stands. */
typedef enum lldb_wait {
    LLDB_STOPPED = PLAYER_STOPPED,
    LLDB_EXITED = PLAYER_EXITED,
    LLDB_RUNS = PLAYER_RUNS,
    LLDB_LOST = PLAYER_LOST,
} lldb_wait;

/* What is known of memory. */
typedef struct lldb_map {
    bool announced; /* a memory map, and not read yet */
    bool no_info;   /* qMemoryRegionInfo is not known */
    rsp_memory_region regions[LLDB_REGIONS_MOST];
    size_t num;
} lldb_map;

/* Whether watchpoints are told before or after the access, as qHostInfo says. */
typedef enum lldb_watch { LLDB_WATCH_NOT_SAID, LLDB_WATCH_BEFORE, LLDB_WATCH_AFTER } lldb_watch;

/* What the last stop reply told. */
typedef struct lldb_told {
    unsigned signal;
    bool watch;  /* the stop says that it is a watchpoint's */
    uint64_t pc; /* expedited */
    bool has_pc;
} lldb_told;

/* LLDB in a session. */
typedef struct lldb {
    player base;
    rsp_buf reply;
    rsp_buf request;
    bool strayed;  /* '+' came in no-ack mode since the last packet was sent */
    bool stuck;    /* bytes between packets: what follows them in one read is not seen */
    unsigned slow; /* packets that got no reply: 5 s each */
    bool suffix;   /* thread:ID; behind register packets */
    bool multiprocess;
    bool has_system; /* qHostInfo or qProcessInfo says which operating system runs there */
    unsigned vcont;  /* set of LLDB_VCONT_: what the stub lists */
    lldb_x x;
    bool connected;
    lldb_map map;
    lldb_watch watch_told;
    uint64_t packet_bytes; /* 0: not announced */
    lldb_way way;
    char thread[LLDB_ID_BYTES];
    unsigned num_threads;
    lldb_register registers[LLDB_REGISTERS_MOST];
    size_t num_registers;
    int pc, sp, spare;        /* -1: LLDB does not know which */
    const char *architecture; /* of target.xml, or what the user's file says */
    lldb_answer failed; /* EMPTY: the stub lacks the packet that the last resume, write or breakpoint needs */
    lldb_told told;
} lldb;

static inline lldb *lldb_of(player *p) {
    return (lldb *)p;
}

/* --- lldb_line.c --- */

/* Sends a packet and waits for its reply as LLDB does; after a time-out by qC. */
lldb_answer lldb_ask(lldb *l, const char *format, ...) RSP_PRINTF(2, 3);
/* The same for the bytes in l->request. */
lldb_answer lldb_ask_request(lldb *l);
/* Only sends it. False: it was not acknowledged. */
bool lldb_send(lldb *l);
/* Waits for a packet `ns` long. */
bool lldb_get(lldb *l, uint64_t ns);
rsp_bytes lldb_reply(const lldb *l);
const char *lldb_exchange(lldb *l);
bool lldb_fails(lldb *l, const char *format, ...) RSP_PRINTF(2, 3);

/* --- lldb_registers.c --- */

/* Finds out which registers there are: target.xml where it is announced, else qRegisterInfo. */
void lldb_settle_registers(lldb *l, bool announced);
bool lldb_read_register(lldb *l, int index, uint64_t *out);
bool lldb_write_register(lldb *l, int index, uint64_t value);
/* Reads an object in windows of LLDB's size. False where it gets none (no message). */
bool lldb_read_object(lldb *l, const char *object, const char *annex, rsp_buf *out);

/* --- lldb_memory.c --- */

bool lldb_read_memory(lldb *l, uint64_t at, uint64_t len, rsp_buf *out);
bool lldb_write_memory(lldb *l, uint64_t at, rsp_bytes data);
/* How many bytes LLDB writes with one packet. */
uint64_t lldb_write_bytes(const lldb *l);

/* --- lldb_kernel.c --- */

/* How many seconds LLDB looks for a Darwin kernel before the attach ends; 0 where it does not. */
unsigned lldb_kernel_seconds(lldb *l);

/* --- lldb_map.c --- */

/* Asks what memory lies there; NULL: the map has none. False: LLDB has disconnected. */
bool lldb_region(lldb *l, uint64_t at, const rsp_memory_region **out);

/* --- lldb_run.c --- */

/* Takes a stop reply apart; false: LLDB can make nothing of it. */
bool lldb_take_stop(lldb *l, lldb_wait *out);
/* Asks for all threads and counts them in lldb.num_threads; the first is the current one where there was
 * none. False with why: the list never ends. */
bool lldb_list_threads(lldb *l);
/* What LLDB asks after each stop: threads, and registers of the frame. */
bool lldb_after_stop(lldb *l);
bool lldb_resume(lldb *l, bool step);
lldb_wait lldb_wait_for(lldb *l, uint64_t ns);

/* Without registers LLDB has no frame, and nothing that needs one: *out says so. */
bool lldb_no_registers(player *p, rsp_prediction *out);

/* --- lldb_versions.c --- */

extern const player_newer lldb_newer[];
/* Reads what LLDB 22 and 23 read for the frame of a stop. False with why: the stub did not survive it. */
bool lldb_sees_frame(lldb *l);

/* The actions. */
extern const player_moves lldb_moves;
rsp_prediction lldb_act_attach(player *p);
rsp_prediction lldb_act_registers(player *p);
rsp_prediction lldb_act_write_registers(player *p);
rsp_prediction lldb_act_memory(player *p);
rsp_prediction lldb_act_write_memory(player *p);
rsp_prediction lldb_act_threads(player *p);
rsp_prediction lldb_act_step(player *p);
rsp_prediction lldb_act_breakpoints(player *p);
rsp_prediction lldb_act_interrupt(player *p);
rsp_prediction lldb_act_watchpoints(player *p);
rsp_prediction lldb_act_detach(player *p);
rsp_prediction lldb_act_load(player *p);
rsp_prediction lldb_act_kill(player *p);
rsp_prediction lldb_act_run_again(player *p);

#endif
