/* GDB as a client: its line, its registers, and what it remembers of the stub. False comes with a `why`: GDB
 * gives up. Source: conversations of gdb 13.1 and 18 (`set debug remote 1`); GDB manual, Remote Protocol.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REHEARSAL_GDB_H
#define RSP_REHEARSAL_GDB_H

#include "gdb_architectures.h"
#include "player.h"
#include "written.h"

#include "codec/memory_map.h"
#include "codec/tdesc.h"

enum {
    GDB_REGISTERS_MOST = 4400,
    GDB_VALUE_BYTES = 64 * 1024,
    GDB_THREAD_BYTES = 48,
    GDB_THREADS_MOST = 4096, /* asked for without end: more are no answer */
    GDB_REGIONS_MOST = 256,
    GDB_MAGIC_PROCESS = 42000, /* GDB's name for the process of a stub without processes */
};

/* Whether GDB knows of a packet that the stub has it. */
typedef enum gdb_support { GDB_MAY, GDB_HAS, GDB_HAS_NOT } gdb_support;

/* Versions that do something else: player.newer, and rows of gdb_newer. */
enum { GDB_16 = 1, GDB_16_STEPS = 2 };

/* What an answer is to GDB, by its first letters alone. */
typedef enum gdb_answer { GDB_DONE, GDB_ERROR, GDB_UNKNOWN } gdb_answer;

/* A register in GDB's cache. */
typedef enum gdb_value { GDB_UNREAD, GDB_READ, GDB_UNAVAILABLE } gdb_value;

/* A register as GDB's architecture has it. */
typedef struct gdb_register {
    const char *name;
    uint32_t number; /* in p, P and stop replies */
    uint32_t bytes;
    uint32_t offset; /* in g, and in gdb.values */
    bool in_g;
    gdb_value state;
} gdb_register;

/* How the target stands. */
typedef enum gdb_wait {
    GDB_STOPPED = PLAYER_STOPPED,
    GDB_EXITED = PLAYER_EXITED,
    GDB_RUNS = PLAYER_RUNS,
    GDB_LOST = PLAYER_LOST,
} gdb_wait;

/* A stop as GDB understands it. */
typedef struct gdb_stop {
    unsigned signal;
    bool watch;   /* watch, rwatch or awatch, at `address` */
    bool swbreak; /* the stub says that it is a trap */
    uint64_t address;
} gdb_stop;

/* The memory map, and how memory is read. */
typedef struct gdb_map {
    bool announced; /* and not read yet */
    bool by_x;      /* memory is read by x */
    rsp_memory_region regions[GDB_REGIONS_MOST];
    size_t num; /* 0: there is none, and all memory is readable and writable */
} gdb_map;

/* What GDB does to start a program. */
typedef struct gdb_starts {
    bool asked;                                     /* target extended-remote: the opening has '!' */
    bool extended;                                  /* which was answered by OK */
    bool randomization, shell, environment, folder; /* which settings the stub announces */
} gdb_starts;

/* What the stub announces of stops and resumes. */
typedef struct gdb_announced {
    bool swbreak, hwbreak;
    bool vcont; /* vContSupported: that vCont? tells which steps there are */
} gdb_announced;

/* What the registers are. */
typedef struct gdb_layout {
    const gdb_architecture *architecture;
    bool unknown;        /* nothing says what the registers are */
    bool bare;           /* the description says that no system is there */
    const char *refusal; /* why GDB does without the description; NULL */
    const char *no_end;  /* how the reading of an object ended, which GDB takes for an error; NULL */
    rsp_tdesc description;
} gdb_layout;

/* Threads, by ids as the stub writes them. */
typedef struct gdb_threads {
    char current[GDB_THREAD_BYTES]; /* the current one, as the stub writes it; "" where it has no threads */
    char process[GDB_THREAD_BYTES]; /* "p1.-1" where ids name processes; "" */
    unsigned num;
    bool listed; /* the stub has answered qfThreadInfo */
} gdb_threads;

/* GDB in a session. */
typedef struct gdb {
    player base;
    rsp_buf reply; /* payload of the last packet; "timeout" where none came, which GDB takes for one */
    rsp_buf frame; /* the last packet sent, to send again */
    rsp_buf request;
    bool silent; /* the last packet got no reply */
    gdb_announced announced;
    bool multiprocess;
    bool threads_in_xml; /* qXfer:threads is announced */
    gdb_map map;
    gdb_starts starts;
    uint64_t packet_bytes;
    gdb_answer written; /* of the last write */
    gdb_support vcont, vcont_step, p, P, X, Z[5];
    gdb_threads threads;
    gdb_layout layout;
    gdb_register registers[GDB_REGISTERS_MOST];
    size_t num_registers;
    int pc, sp, spare; /* indices; -1. spare: an ordinary register that can be written */
    uint64_t g_bytes;  /* of the reply, once it is known */
    bool g_measured;
    uint8_t values[GDB_VALUE_BYTES];
    gdb_stop stop;
} gdb;

static inline gdb *gdb_of(player *p) {
    return (gdb *)p;
}

/* --- gdb_line.c --- */

/* Sends a packet and waits for '+'. GDB goes on where none comes. */
void gdb_put(gdb *g, rsp_bytes payload);
/* Waits for a packet as GDB does: three times, with '-' in between. False: reply is "timeout". */
bool gdb_get(gdb *g);
/* Waits for a packet `ns` long, without '-'. */
bool gdb_get_within(gdb *g, uint64_t ns);
/* Both; the format makes the payload. */
bool gdb_ask(gdb *g, const char *format, ...) RSP_PRINTF(2, 3);
rsp_bytes gdb_reply(const gdb *g);
gdb_answer gdb_answer_of(const gdb *g);
/* "Z0,1000,4 -> E01" for messages, in the arena. */
const char *gdb_exchange(gdb *g);
/* Notes why the action breaks: false. */
bool gdb_fails(gdb *g, const char *format, ...) RSP_PRINTF(2, 3);

/* --- gdb_threads.c --- */

/* The current thread is the one of this id, as the stub wrote it; what does not fit is cut off. */
void gdb_thread_is(gdb *g, rsp_bytes id);
/* Asks for all threads, counts them in gdb.threads.num, and appends the first one's id. False with why: the
 * list never ends. */
bool gdb_list_threads(gdb *g, rsp_buf *first);
/* Asks what there is to say of the current thread, where the list has not said it. False with why: GDB can
 * make nothing of the reply. */
bool gdb_ask_about_thread(gdb *g);

/* --- gdb_description.c --- */

/* Reads target.xml where it is announced, and settles which registers there are. */
bool gdb_settle_registers(gdb *g, bool announced);
/* Reads an object in windows of GDB's size. False where GDB gets none (no message). */
bool gdb_read_object(gdb *g, const char *object, const char *annex, rsp_buf *out);

/* --- gdb_registers.c --- */

/* The cache is empty: the target has moved. */
void gdb_forget(gdb *g);
/* What GDB reads for the frame: on most architectures more than pc. False with why. */
bool gdb_read_frame(gdb *g);
/* Takes a value from a stop reply. */
bool gdb_supply(gdb *g, uint64_t number, rsp_bytes hex);
/* A register's value by g or p; of pc and sp the address, no wider than the architecture's. False with why.
 */
bool gdb_fetch(gdb *g, int index, uint64_t *out_value);
bool gdb_store(gdb *g, int index, uint64_t value);
/* Writes pc to go on there. Without a description GDB takes x86 for Linux, and says by P that no system call
 * is under way. */
bool gdb_store_pc(gdb *g, uint64_t pc);

/* --- gdb_memory.c --- */

/* Reads all of it, in pieces as GDB does. False with why. */
bool gdb_read_memory(gdb *g, uint64_t at, uint64_t len, rsp_buf *out);
bool gdb_write_memory(gdb *g, uint64_t at, rsp_bytes data);
/* The address as GDB sends it: no wider than the architecture's. */
uint64_t gdb_address(const gdb *g, uint64_t at);

/* How many of `data` go into a packet of which `header` bytes are written, each of them `digits` characters:
 * 1 is binary, with escapes. The end of a packet that is not the last is aligned, as GDB does it. */
size_t gdb_fit(const gdb *g, uint64_t at, rsp_bytes data, size_t header, unsigned digits);

/* --- gdb_map.c --- */

/* The region of the memory map; NULL: the map has none, or there is no map. */
const rsp_memory_region *gdb_region(gdb *g, uint64_t at);
/* Whether the map lets GDB read, or write, there, and how many bytes. False with why. */
bool gdb_may_access(gdb *g, uint64_t at, bool writes, uint64_t *out_room);
/* Whether GDB takes a hardware breakpoint there whatever it is asked for. */
bool gdb_needs_hardware(gdb *g, uint64_t at);

/* --- gdb_attach.c, gdb_again.c --- */

/* Learns the threads, the process and the current thread, by the stop or by asking. False with why. */
bool gdb_meet_thread(gdb *g, rsp_bytes stop);
/* False with why. */
bool gdb_kill(gdb *g);

/* --- gdb_stop.c, gdb_run.c --- */

/* Takes a stop reply apart into gdb.stop. False with why: GDB refuses it. */
bool gdb_take_stop(gdb *g, gdb_wait *out);
/* Resumes all; `step`: one instruction of this thread; `alone`: the others stand. */
bool gdb_resume(gdb *g, bool step, bool alone);
/* Waits for a stop `ns` long. */
gdb_wait gdb_wait_for(gdb *g, uint64_t ns);
/* One instruction, by the stub or by a breakpoint of GDB's own. False with why. */
bool gdb_step(gdb *g);
/* gdb_riscv.c: where an instruction leads to; elsewhere the one behind it. False with why. */
bool gdb_riscv_next(gdb *g, uint64_t pc, uint64_t word, uint64_t *out);
/* Whether GDB puts a breakpoint at the next instruction instead of a step. */
bool gdb_steps_itself(gdb *g);
/* gdb_arm.c: whether the program is in Thumb code, as far as the registers tell. */
bool gdb_arm_is_thumb(gdb *g);
/* Where an instruction of ARM or Thumb leads to; false: that takes more than its word. */
bool gdb_arm_next(gdb *g, uint64_t pc, uint64_t word, uint64_t *out);

/* --- gdb_breakpoint.c --- */

/* A breakpoint in, by Z0 or by writing memory; out again. */
typedef struct gdb_breakpoint {
    uint64_t at;
    unsigned kind;
    unsigned type; /* of the Z packet: 0, or 1 outside of RAM */
    bool in, in_memory;
    uint8_t shadow[8];
    unsigned shadow_bytes;
} gdb_breakpoint;
bool gdb_insert(gdb *g, gdb_breakpoint *b, uint64_t at);
bool gdb_remove(gdb *g, gdb_breakpoint *b);
/* After a stop while no breakpoint is in: a trap of the program's own, at which pc stands, is passed over.
 * False with why. */
bool gdb_pass_trap(gdb *g);

/* Versions that do something else, the oldest first. */
extern const player_newer gdb_newer[];

/* The actions. */
extern const player_moves gdb_moves;
rsp_prediction gdb_act_attach(player *p);
rsp_prediction gdb_act_registers(player *p);
rsp_prediction gdb_act_write_registers(player *p);
rsp_prediction gdb_act_memory(player *p);
rsp_prediction gdb_act_write_memory(player *p);
rsp_prediction gdb_act_threads(player *p);
rsp_prediction gdb_act_step(player *p);
rsp_prediction gdb_act_breakpoints(player *p);
rsp_prediction gdb_act_watchpoints(player *p);
rsp_prediction gdb_act_detach(player *p);
rsp_prediction gdb_act_load(player *p);
rsp_prediction gdb_act_kill(player *p);
rsp_prediction gdb_act_run_again(player *p);

#endif
