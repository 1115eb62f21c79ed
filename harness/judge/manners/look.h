/* A look under way: the line to the stub, and what later parts need of what earlier ones have found.
 * The parts ask over the line; look.c has the order in which they are called.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MANNERS_LOOK_H
#define RSP_MANNERS_LOOK_H

#include "stub_line.h"

#include <rsp/payload.h>

/* What has ended the line, if it was one of our trials. */
typedef enum line_loss {
    LOSS_NONE,
    LOSS_BY_SECOND_PACKET, /* two in one write */
    LOSS_BY_SECOND_CLIENT,
} line_loss;

/* What becomes of the line at the end. */
typedef enum line_plan { LINE_IS_LEFT, LINE_IS_KEPT } line_plan;

/* What a register holds, once it could be read. */
typedef struct known_place {
    uint64_t at;
    bool known;
} known_place;

/* What speaks for a place being pc. */
typedef enum pc_proof {
    PC_GUESSED,
    PC_NAMED,   /* qRegisterInfo names it, and it moves in steps */
    PC_MOVED,   /* it moves in steps, and perhaps comes again */
    PC_STOPPED, /* a breakpoint stopped the program there */
} pc_proof;

/* What the size of g tells where nothing describes the registers. */
typedef enum size_of_g {
    SIZE_TELLS,    /* which known block it may be */
    SIZE_DECEIVES, /* p gives other registers than the blocks of that size have */
} size_of_g;

enum { LOOK_REVIVALS = 2 }; /* times that a lost connection is made anew */

struct resume;

/* A look under way. */
typedef struct look {
    stub_line t;
    line_loss loss;
    line_plan plan;
    bool wrote;         /* look_writes was called */
    bool echoes;        /* the first reply was the request */
    bool lost;          /* the connection ended where nothing was wrong with what was asked */
    bool searched;      /* for memory, where pc and sp lead nowhere */
    bool has_program;   /* `?` did not say that there is none */
    uint64_t opened_ns; /* when the first connection was */
    unsigned num_revivals;
    unsigned num_g_ends; /* connections that ended by g */

    const char *last_error; /* bytes of the first error reply */
    const char *thread;     /* id as the stub writes it; "" when there is none */

    rsp_tdesc target;
    bool have_target;
    rsp_buf registers;     /* reply to g, decoded */
    bool some_unavailable; /* g has 'x' in place of some digits */
    unsigned width;        /* of a register where nothing describes them */
    size_of_g size;
    known_place pc;
    known_place sp;
    rsp_buf trail;               /* replies to g, before and after each step that was followed */
    pc_proof proof;              /* of a pc that nothing describes */
    const char *p_text;          /* "p24 answers 80001000, g has 0"; NULL */
    const char *breakpoint_text; /* "Z0 OK, Z1 no"; NULL */
} look;

/* --- connection.c --- */

/* The parts: the greeting, the first requests, no-ack mode; each notes what it finds. False: no reply came.
 */
void look_greeting(look *l);
bool look_handshake(look *l);
void look_noack(look *l);
void look_announced_noack(look *l); /* where the stub offers it, as debuggers do before they resume */
void look_writes(look *l);
/* Whether the 40 ms of a delayed TCP acknowledgment are seen. */
void look_delays(look *l);

/* --- replies.c --- */

/* The parts: `?`, unknown packets, optional packets, sizes of packets. */
void look_question(look *l);
void look_question_again(look *l);
void look_unknown(look *l);
void look_packets(look *l);
void look_sizes(look *l);

/* --- registers.c --- */

/* The parts: target.xml, and registers by what is known of them. */
void look_description(look *l);
void look_registers(look *l);
/* Reads g into look.registers; false where it gives none. It is not asked again where it ends connections. */
bool read_registers(look *l);
/* Whether g ends connections: p is asked for pc. Once does not tell, the order may be what was wrong. */
bool ends_by_g(const look *l);
/* Whether `len` bytes at `at` can be read. */
bool can_read(look *l, uint64_t at, unsigned len);
/* Whether memory at pc and sp can be read. */
void look_memory(look *l);
/* `width` bytes at `offset` of look.registers as a number; false beyond its end. */
bool register_at(const look *l, uint64_t offset, unsigned width, bool big, uint64_t *out_value);
/* A place by stepping is found, or pc is read anew: false when it can not be told. */
bool read_pc(look *l, uint64_t *out_pc);
/* Where sp is, by the block that the registers are. */
struct register_block;
void take_sp(look *l, const struct register_block *s);

/* The whole object by qXfer; false where it can not be had. */
bool fetch_object(look *l, rsp_packet_id id, const char *annex, rsp_buf *out);
/* What sp is in look.registers; false where it is not known. */
bool sp_of_registers(look *l, uint64_t *out);

/* --- memory.c --- */

/* Where memory at sp, or at pc, can not be read: other memory, for rsp_manners.memory. */
void look_memory_elsewhere(look *l);

/* --- pc_check.c --- */

/* Compares what p answers of pc and sp with what g has. The program is stopped. */
void compare_p(look *l);
/* Whether p shows that pc moves where g does not: takes a step. Then pc is asked of p from now on. */
bool moves_by_p(look *l, struct resume *how);
/* pc by p; false where it gives none. */
bool pc_by_p(look *l, uint64_t *out);
/* pc and sp of a description by p. */
void places_by_p(look *l);
/* Reads what p answers of all registers into look.registers, as if g had it. */
bool registers_by_p(look *l);
/* Lets the program run to a place where it comes again, by a breakpoint. Of the places that move like a pc
 * the one that holds its address then is pc. */
void look_pc_stops(look *l, const struct resume *go_on);

/* pc by p, where g ends before it and is the beginning of a known block. Takes a step. */
bool pc_beyond_g(look *l, struct resume *how);
/* pc by p, where qRegisterInfo says which register it is. Takes a step. */
bool pc_by_information(look *l, struct resume *how);

/* --- steps.c --- */

/* The part: steps, where pc is, places that come again. */
void look_steps(look *l);
/* Forgets a block that was guessed from the size of g where p gives registers of other widths, which add up
 * to the same size. */
void drop_block_denied_by_p(look *l);
/* Takes another place for pc, and follows it. */
void follow_place(look *l, size_t offset, bool big, struct resume *how);

/* --- program.c --- */

/* The part: steps, places that come again, breakpoints, resumes, the interrupt. */
void look_program(look *l);

/* --- life.c --- */

/* The part: what becomes of the next client. */
void look_life(look *l);
/* The features that the look names in qSupported: those of today's debuggers, and error-message+ to see texts
 * of errors. Without the latter on a line that may be kept: some stubs never forget an offered feature. */
const char *offered(const look *l);
/* Whether the connection may be the only one, seen while it stays open. */
void look_alone(look *l);
/* Makes a lost connection anew; false when that can not be done. */
bool revive(look *l);
/* Begins with a fresh stub where one can be had: this one serves nothing any more, and has not ended. */
void begin_anew(look *l);
/* Gives the link back to the provider. */
void close_link(look *l);

/* --- lines.c --- */

/* Writes the page's lines from what was found. */
void compose_lines(look *l);

#endif
