/* The cause of a broken action: one whose results have the exchange after which it went wrong, else one of a
 * requirement of the catalogue that the action rests on. A link for readers: no prediction follows from it.
 * See forecast_cause.h. */
/* SPDX-License-Identifier: MIT */
#include "suite/forecast_cause.h"

#include "trace/cause.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static const char *const rests[RSP_DEBUGGER_ACTION_COUNT] = {
    [RSP_DEBUGGER_ACTION_ATTACH] =
        "ACK-001 STD-001 STOP-001 STOP-003 XFER-001 XFER-002 THR-002 QSUP-001 REG-001 FRAME-020 FRAME-021",
    [RSP_DEBUGGER_ACTION_REGISTERS] = "REG-001 REG-011 REG-004 REG-013",
    [RSP_DEBUGGER_ACTION_WRITE_REGISTERS] = "REG-005 REG-010 REG-002 REG-003",
    [RSP_DEBUGGER_ACTION_MEMORY] = "MEM-001 MEM-002",
    [RSP_DEBUGGER_ACTION_WRITE_MEMORY] = "MEM-006 MEM-010 ESC-003 ESC-005",
    [RSP_DEBUGGER_ACTION_THREADS] = "THR-004 THR-001 THR-002",
    [RSP_DEBUGGER_ACTION_STEP] = "RUN-002 VCONT-009 BRK-001 RUN-001 STOP-001 STOP-003",
    [RSP_DEBUGGER_ACTION_BREAKPOINTS] = "BRK-001 BRK-002 RUN-001 RUN-002 VCONT-009 STOP-001 STOP-003",
    [RSP_DEBUGGER_ACTION_INTERRUPT] = "INT-001 RUN-001 STOP-001 STOP-003",
    [RSP_DEBUGGER_ACTION_WATCHPOINTS] = "BRK-010",
    [RSP_DEBUGGER_ACTION_LOAD] = "MEM-006 MEM-010 ESC-003 ESC-005 REG-005",
    [RSP_DEBUGGER_ACTION_DETACH] = "DET-001",
    [RSP_DEBUGGER_ACTION_KILL] = "KILL-001 KILL-002",
};

static bool lists(const char *ids, const char *id) {
    rsp_bytes rest = rsp_bytes_str(ids);
    while (rest.len > 0)
        if (rsp_bytes_equal(rsp_bytes_split(&rest, ' '), rsp_bytes_str(id)))
            return true;
    return false;
}

/* The last exchange of an action. */
typedef struct ending {
    rsp_bytes request;         /* payload; empty: none */
    const rsp_packet_row *row; /* of the request; NULL: nobody's */
    bool answered;
    rsp_came came; /* answered: by what */
} ending;

/* The payload in a line of evidence behind its mark. */
static rsp_bytes payload_in(rsp_bytes line, rsp_bytes mark) {
    const rsp_bytes packet = rsp_bytes_from(line, mark.len);
    return rsp_bytes_sub(packet, 0, rsp_bytes_index(packet, '#'));
}

static ending read_ending(const rsp_forecast_cell *cell) {
    const rsp_bytes sent = RSP_LIT("-> $");
    const rsp_bytes got = RSP_LIT("<- $");
    rsp_bytes rest = rsp_bytes_str(cell->evidence ? cell->evidence : "");
    ending e = {.answered = false};
    while (rest.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&rest, '\n');
        if (rsp_bytes_starts(line, sent))
            e = (ending){.request = payload_in(line, sent)};
        if (!rsp_bytes_starts(line, got))
            continue;
        e.answered = true;
        e.came = rsp_came_of(payload_in(line, got));
    }
    e.row = rsp_packet_lookup(e.request, NULL);
    return e;
}

/* Whether the result failed by the same exchange: the same packet in the form that debuggers send, and
 * nothing after it, or a reply that is wrong whatever it was asked for. */
static bool shows(const rsp_result *r, const ending *e) {
    const rsp_symptom *s = &r->symptom;
    const bool unknown = (s->beside & RSP_BESIDE_NAMELESS) != 0;
    const bool same =
        unknown ? rsp_bytes_equal(rsp_bytes_str(s->asked), e->request) : e->row && s->packet == e->row->id;
    if (!same || r->hostile || s->beside & RSP_BESIDE_OTHERS || s->oddity == RSP_ODDITY_MALFORMED ||
        e->request.len == 0)
        return false;
    if (e->answered)
        return s->came == e->came && (e->came == RSP_CAME_EMPTY || e->came == RSP_CAME_ERROR ||
                                      (e->came == RSP_CAME_OK && unknown));
    return r->verdict == RSP_VERDICT_CRASH || s->came == RSP_CAME_SILENCE || s->came == RSP_CAME_NO_STOP ||
           s->came == RSP_CAME_NO_ACK || s->came == RSP_CAME_CLOSED || s->came == RSP_CAME_DIED;
}

/* The first cause of which a result shows it; 0: none. */
static uint32_t cause_by_exchange(const rsp_run *run, const ending *e) {
    uint32_t first = 0;
    for (size_t i = 0; i < run->num_results; i++) {
        const rsp_result *r = &run->results[i];
        if (r->cause > 0 && (first == 0 || r->cause < first) && shows(r, e))
            first = r->cause;
    }
    return first;
}

static const char *rests_on(const ending *e, unsigned action, bool attaches) {
    const bool registers =
        e->row && (e->row->id == RSP_PACKET_READ_REGISTERS || e->row->id == RSP_PACKET_READ_REGISTER);
    const bool reads = e->row && e->row->id == RSP_PACKET_READ_MEMORY && e->came == RSP_CAME_OTHER;
    if (!attaches && registers && e->answered) /* of which other packets are not to blame */
        return "REG-001 REG-011 REG-004 REG-013 XFER-001 XFER-002";
    if (!attaches && reads && e->answered) /* memory that is read takes its time */
        return "MEM-001 MEM-002 MEM-003";
    return rests[attaches ? action : RSP_DEBUGGER_ACTION_ATTACH];
}

/* A cause that debuggers may meet: one of its results comes of what they send. */
static bool is_met(const rsp_run *run, uint32_t cause) {
    for (size_t i = 0; i < run->num_results; i++)
        if (run->results[i].cause == cause && !run->results[i].hostile)
            return true;
    return run->causes[cause - 1].num_results == 0;
}

/* The first cause whose requirement is one of these; 0: none. */
static uint32_t cause_by_requirement(const rsp_run *run, const char *ids) {
    for (uint32_t c = 0; c < run->num_causes; c++)
        if (lists(ids, run->causes[c].requirement) && is_met(run, c + 1))
            return c + 1;
    return 0;
}

void rsp_forecast_find_causes(rsp_run *run) {
    for (unsigned d = 0; d < RSP_DEBUGGER_COUNT; d++) {
        const bool attaches =
            run->forecast.cells[d][RSP_DEBUGGER_ACTION_ATTACH].prediction != RSP_PREDICTION_BREAKS;
        for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++) {
            rsp_forecast_cell *cell = &run->forecast.cells[d][a];
            if (cell->prediction != RSP_PREDICTION_BREAKS || cell->cause > 0)
                continue;
            const ending e = read_ending(cell);
            /* What runs until a 0x03 owes no reply: not the resume is to blame. */
            const bool runs = a == RSP_DEBUGGER_ACTION_INTERRUPT && e.row && !e.answered &&
                              rsp_packet_effect(e.row->id) == RSP_EFFECT_RESUMES;
            cell->cause = runs ? 0 : cause_by_exchange(run, &e);
            if (cell->cause == 0)
                cell->cause = cause_by_requirement(run, rests_on(&e, a, attaches));
            if (cell->cause > 0)
                cell->requirement = run->causes[cell->cause - 1].requirement;
        }
    }
}
