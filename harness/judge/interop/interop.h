/* Real debuggers on real stubs: a cell for each debugger, stub and action, with what stands behind it.
 * The cells as data: JSON both ways, and what changed since an earlier run. play.h fills them.
 * All texts may come from strangers. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_INTEROP_H
#define RSP_INTEROP_H

#include "core/arena.h"
#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* X(NAME, "name", 'letter'): what a cell says. */
#define RSP_INTEROP_VERDICT_LIST(X) \
    X(NOT_TRIED, "not-tried", '.')  \
    X(WORKS, "works", '+')          \
    X(BREAKS, "breaks", 'B')        \
    X(NOT_OFFERED, "not-offered", 'o')

/* By the list above. */
typedef enum rsp_interop_verdict {
#define RSP_INTEROP_VERDICT_ENUM(name, text, letter) RSP_INTEROP_##name,
    RSP_INTEROP_VERDICT_LIST(RSP_INTEROP_VERDICT_ENUM)
#undef RSP_INTEROP_VERDICT_ENUM
        RSP_INTEROP_VERDICTS
} rsp_interop_verdict;

/* "works"; "?" for an unknown value. */
const char *rsp_interop_verdict_name(unsigned verdict);
/* '+'; 'F' for a cell that broke once and not each time; '?' for an unknown value. */
char rsp_interop_letter(rsp_interop_verdict verdict, bool flaky);

/* Limits of a matrix, also of one that is read. */
enum { RSP_INTEROP_MOST_NAMES = 64, RSP_INTEROP_MOST_CELLS = 64 * 1024 };

/* A stub or a debugger. Texts are never NULL. */
typedef struct rsp_interop_party {
    const char *name;    /* of letters, digits, '.', '_', '-' */
    const char *given;   /* the address, or the command */
    const char *about;   /* what it is: title, architecture, version */
    const char *trouble; /* why nothing was tried with it; "" */
} rsp_interop_party;

/* One cell. Texts are never NULL. */
typedef struct rsp_interop_cell {
    const char *stub, *debugger, *action;
    const char *given; /* address and command, by which a cell of an earlier run is known */
    rsp_interop_verdict verdict;
    bool flaky;               /* it broke, and when it was done again it did not, or the other way round */
    const char *said;         /* why it breaks, is not offered or was not tried */
    const char *forecast;     /* what the rehearsal expects: "works", "breaks", ...; "": it has no opinion */
    const char *reason;       /* ... and why */
    const char *rules;        /* that the stub broke, with counts; "" */
    const char *client_rules; /* that the debugger broke, likewise */
    const char *leaves;       /* BREAKS: where the conversation leaves that of a cell that works; "" */
    const char *folder;       /* below the output folder: capture.pcapng, printed.txt, ...; "": none */
    uint64_t tries;           /* how often it was done */
    uint64_t time_ns;         /* the last time, from the attach on */
    uint64_t round_trips, packets, bytes;
    uint64_t musts, shoulds;
    uint64_t capture_bytes; /* of the file; 0: none */
    uint64_t cut_bytes;     /* left out of it, at least: it was full */
} rsp_interop_cell;

/* The part of a matrix that one run has played: pairs of stub and debugger in turn. All-zero: all of it. */
typedef struct rsp_interop_shard {
    uint64_t number; /* from 1 */
    uint64_t of;     /* 0: there are no shards */
} rsp_interop_shard;

/* All-zero is an empty matrix. */
typedef struct rsp_interop {
    rsp_arena arena;
    const char *tool_version, *started_at; /* NULL is "" */
    uint64_t duration_ns;
    bool interrupted;
    rsp_interop_shard shard; /* cells of other shards are not tried */
    const char *captures; /* the folder that those of cells are below, as seen from the report; NULL is "" */
    rsp_interop_party *stubs, *debuggers;
    size_t num_stubs, num_debuggers;
    const char **actions;
    size_t num_actions;
    rsp_interop_cell *cells; /* by stub, debugger, action */
    size_t num_cells;
} rsp_interop;

/* Frees everything; empty then. NULL is fine. */
void rsp_interop_free(rsp_interop *m);

/* Makes all cells of what `stubs`, `debuggers` and `actions` hold, not tried. RSP_LIMIT, RSP_NO_MEMORY. */
rsp_status rsp_interop_make(rsp_interop *m) RSP_MUST_USE;

/* Whether the cells of a pair, by the places of stub and debugger, belong to a shard. */
bool rsp_interop_has_pair(const rsp_interop *m, const rsp_interop_shard *shard, size_t stub, size_t debugger);
/* How many cells the matrix' own shard has. */
size_t rsp_interop_num_own(const rsp_interop *m);

/* A report that is joined with others. All is borrowed. */
typedef struct rsp_interop_part {
    const rsp_interop *matrix;
    const char *name; /* of its file, for messages */
    const char *way;  /* from the folder of all captures to its own: "job1/interop"; "": the same folder */
} rsp_interop_part;

/* Joins reports into an empty matrix, whose texts are its own: all shards of one matrix, or whole matrices,
 * whose stubs, debuggers and actions may differ. RSP_BAD_FILE with the names of two reports that contradict
 * each other, or of a shard that is missing; RSP_LIMIT, RSP_NO_MEMORY. Empty then. */
rsp_status rsp_interop_join(rsp_interop *out, const rsp_interop_part *parts, size_t num,
                            rsp_error *error) RSP_MUST_USE;

/* The cell of these, NULL for none. */
rsp_interop_cell *rsp_interop_find(const rsp_interop *m, const char *stub, const char *debugger,
                                   const char *action);

/* How many cells have a verdict; flaky ones are not counted. */
size_t rsp_interop_count(const rsp_interop *m, rsp_interop_verdict verdict);
/* How many are flaky. */
size_t rsp_interop_count_flaky(const rsp_interop *m);

/* Appends it as JSON that follows reports/schema/interop.schema.json. */
rsp_status rsp_interop_json(rsp_buf *out, const rsp_interop *m) RSP_MUST_USE;
/* Reads such JSON into an empty matrix. RSP_BAD_FILE with what is wrong, RSP_NO_MEMORY; empty then. */
rsp_status rsp_interop_read(rsp_interop *out, rsp_bytes json, rsp_error *error) RSP_MUST_USE;
/* One cell as JSON, and back; its texts are put into `arena`. Statuses as above. */
rsp_status rsp_interop_cell_json(rsp_buf *out, const rsp_interop_cell *cell) RSP_MUST_USE;
rsp_status rsp_interop_cell_read(rsp_interop_cell *out, rsp_arena *arena, rsp_bytes json,
                                 rsp_error *error) RSP_MUST_USE; /* the other way */

/* How a cell changed. */
typedef enum rsp_interop_change {
    RSP_INTEROP_SAME,
    RSP_INTEROP_WORSE,  /* it worked and does not */
    RSP_INTEROP_BETTER, /* it works and did not */
    RSP_INTEROP_OTHER,  /* neither, or one of them is flaky */
} rsp_interop_change;

/* From `before` to `after`; NULL where a run has no such cell: RSP_INTEROP_SAME. */
rsp_interop_change rsp_interop_changed(const rsp_interop_cell *before, const rsp_interop_cell *after);

/* Appends a line for each cell that changed, what got worse first, and a line of totals. How many got worse.
 */
size_t rsp_interop_compare(rsp_buf *out, const rsp_interop *before, const rsp_interop *after);

RSP_END_DECLS

#endif
