/* Looks first, then the attach of each pair, then all else: a pair that does not attach does nothing else.
 * Workers share the matrix under one lock; a stub that is not ours serves one debugger at a time.
 * See play.h. */
/* SPDX-License-Identifier: MIT */
#include "interop/play.h"

#include "look.h"
#include "record.h"

#include "core/file.h"
#include "core/folder.h"
#include "core/text.h"
#include "interop/leaves.h"
#include "suite/task_pool.h"
#include <stdlib.h>
#include <string.h>

enum { TRIES = 3, LIMIT_S = 120, CAPTURE_BYTES = 8 * 1024 * 1024 };

/* A matrix under way. */
typedef struct play {
    rsp_interop *m;
    const rsp_interop_options *o;
    stub_look *looks;
    pthread_mutex_t *alone; /* of each stub: one debugger at a time, where it is not ours */
    pthread_mutex_t lock;   /* of the matrix, and of what is told */
    size_t done, num;       /* of the shard's cells */
    bool attaches;          /* this phase */
} play;

/* One cell under way. */
typedef struct turn {
    play *p;
    rsp_interop_cell *cell;
    const rsp_interop_stub *stub;
    const rsp_interop_debugger *debugger;
    stub_look *look;
    const rsp_script *script;
    rsp_arena arena; /* of the turn's texts */
    const char *folder;
    const char *program;
    rsp_act_known known;
    rsp_manners manners; /* a copy, where another program is played */
} turn;

static bool stopped(const play *p) {
    return p->o->stop && *p->o->stop;
}

/* --- what is kept of a cell --- */

static void say_cell(play *p, const turn *t) {
    pthread_mutex_lock(&p->lock);
    p->done++;
    if (p->o->finished)
        p->o->finished(p->o->ctx, t->cell, *t->cell->folder ? t->folder : "");
    pthread_mutex_unlock(&p->lock);
}

static const char *keep(play *p, const char *text) {
    pthread_mutex_lock(&p->lock);
    const char *kept = text && *text ? rsp_arena_str(&p->m->arena, text) : "";
    pthread_mutex_unlock(&p->lock);
    return kept;
}

static void not_tried(turn *t, const char *why) {
    t->cell->verdict = RSP_INTEROP_NOT_TRIED;
    t->cell->said = keep(t->p, why);
}

static const char *path_in(turn *t, const char *name) {
    return rsp_arena_printf(&t->arena, "%s/%s", t->folder, name);
}

/* FOLDER/STUB/DEBUGGER/ACTION, made. */
static rsp_status make_folder(turn *t, rsp_error *error) {
    const char *names[] = {t->cell->stub, t->cell->debugger, t->cell->action};
    t->folder = t->p->o->folder;
    rsp_status status = rsp_folder_make(t->folder, error);
    for (size_t i = 0; i < RSP_ARRAY_LEN(names) && status == RSP_OK; i++) {
        t->folder = path_in(t, names[i]);
        status = rsp_folder_make(t->folder, error);
    }
    return status;
}

static rsp_status write_texts(turn *t, const rsp_act_result *r, rsp_error *error) {
    rsp_buf text = {0};
    if (r->printed_bytes > RSP_ACT_PRINTED_MOST)
        rsp_buf_printf(&text, "(the first %llu bytes are left out)\n",
                       (unsigned long long)(r->printed_bytes - RSP_ACT_PRINTED_MOST));
    rsp_text_clean(&text, rsp_bytes_str(r->printed), true);
    const rsp_status status = rsp_file_write(path_in(t, "printed.txt"), rsp_buf_bytes(&text), error);
    rsp_buf_free(&text);
    return status;
}

static rsp_status write_cell(turn *t, rsp_error *error) {
    rsp_buf text = {0};
    rsp_status status = rsp_interop_cell_json(&text, t->cell);
    if (status == RSP_OK)
        status = rsp_file_write(path_in(t, "cell.json"), rsp_buf_bytes(&text), error);
    rsp_buf_free(&text);
    return status;
}

/* The cell of an earlier run, if it is of the same stub and debugger and says something. */
static bool take_earlier(turn *t) {
    rsp_buf text = {0};
    rsp_interop_cell earlier = {0};
    rsp_error error = {0};
    play *p = t->p;
    const char *path = rsp_arena_printf(&t->arena, "%s/%s/%s/%s/cell.json", p->o->folder, t->cell->stub,
                                        t->cell->debugger, t->cell->action);
    bool taken = p->o->resume && rsp_file_read(&text, path, &error) == RSP_OK;
    pthread_mutex_lock(&p->lock);
    taken = taken && rsp_interop_cell_read(&earlier, &p->m->arena, rsp_buf_bytes(&text), &error) == RSP_OK &&
            strcmp(earlier.given, t->cell->given) == 0 && strcmp(earlier.stub, t->cell->stub) == 0 &&
            strcmp(earlier.debugger, t->cell->debugger) == 0 &&
            strcmp(earlier.action, t->cell->action) == 0 && earlier.verdict != RSP_INTEROP_NOT_TRIED;
    if (taken) {
        earlier.leaves = "";
        *t->cell = earlier;
    }
    pthread_mutex_unlock(&p->lock);
    rsp_buf_free(&text);
    return taken;
}

/* --- what a cell is played with --- */

static const char *own_file(turn *t, const char *program) {
    return t->stub->file ? t->stub->file(t->stub->ctx, program, &t->arena) : NULL;
}

/* The program of the script where the stub can have it, else the stub's own. NULL; or why neither does. */
static const char *choose_program(turn *t) {
    const rsp_script *s = t->script;
    t->known = t->look->known;
    t->program = t->look->program;
    if (!*s->program)
        return NULL;
    const char *file = own_file(t, s->program);
    if (file) {
        t->manners = *t->look->known.manners;
        t->manners.runs.kind = RSP_PROGRAM_RUNS;
        t->known.manners = &t->manners;
        t->known.elf = file;
        t->known.function = *s->function ? s->function : NULL;
        t->known.place = t->known.written = 0;
        t->program = s->program;
        return NULL;
    }
    if (*s->function)
        return NULL; /* the user's program may have one, too: rsp_act_missing says */
    return rsp_arena_printf(&t->arena, "it is about our program %s, and the stub has its own", s->program);
}

/* Why it is not tried; NULL: it is. */
static const char *why_not(turn *t) {
    const rsp_interop_cell *attach = rsp_interop_find(t->p->m, t->cell->stub, t->cell->debugger, "attach");
    if (*t->look->trouble)
        return t->look->trouble;
    if (!t->script)
        return "there is no script for it";
    const char *why = t->script->num_steps > 0 ? choose_program(t) : NULL;
    if (why)
        return why;
    why = rsp_act_missing(t->script, &t->known);
    if (!why && attach && attach != t->cell && attach->verdict != RSP_INTEROP_WORKS && !t->script->alone)
        why = "it does not attach";
    return why;
}

/* --- one try --- */

static void note_result(turn *t, const rsp_act_result *r, const act_record *record) {
    static const rsp_interop_verdict of_end[] = {[RSP_SCRIPT_DID] = RSP_INTEROP_WORKS,
                                                 [RSP_SCRIPT_BROKE] = RSP_INTEROP_BREAKS,
                                                 [RSP_SCRIPT_SKIPPED] = RSP_INTEROP_NOT_TRIED,
                                                 [RSP_SCRIPT_ABSENT] = RSP_INTEROP_NOT_OFFERED};
    rsp_interop_cell *c = t->cell;
    c->verdict = of_end[r->end];
    c->said = keep(t->p, r->said);
    if (r->packets == 0 && c->verdict != RSP_INTEROP_NOT_TRIED) {
        c->verdict = RSP_INTEROP_NOT_TRIED;
        c->said = "no packet went to the stub or came from it: what was printed says nothing of the stub";
    }
    c->rules = keep(t->p, r->rules);
    c->client_rules = keep(t->p, r->client_rules);
    c->time_ns = r->time_ns;
    c->round_trips = r->round_trips;
    c->packets = r->packets;
    c->bytes = r->bytes;
    c->musts = r->musts;
    c->shoulds = r->shoulds;
    c->capture_bytes = record->bytes;
    c->cut_bytes = record->cut;
}

static void note_version(turn *t, const char *version) {
    rsp_interop *m = t->p->m;
    const char *kept = keep(t->p, version);
    pthread_mutex_lock(&t->p->lock);
    for (size_t i = 0; i < m->num_debuggers; i++)
        if (strcmp(m->debuggers[i].name, t->cell->debugger) == 0 && !*m->debuggers[i].about)
            m->debuggers[i].about = kept;
    pthread_mutex_unlock(&t->p->lock);
}

/* The build of GDB that alone has the stub's architecture; NULL: any has it. */
static const char *build_of(const turn *t) {
    const rsp_manners *m = t->look->known.manners;
    return m ? rsp_act_build(t->debugger->script, m->registers.arch) : NULL;
}

/* The words that start the debugger: of that build, where nobody named a program. */
static const char *command_of(turn *t) {
    const char *build = t->debugger->found ? build_of(t) : NULL;
    const char *found = build ? rsp_act_find_program(&t->arena, build) : NULL;
    rsp_buf word = {0};
    if (!found)
        return t->debugger->command;
    rsp_buf_shell_word(&word, found);
    const char *words = rsp_arena_str(&t->arena, rsp_buf_cstr(&word));
    rsp_buf_free(&word);
    return words;
}

/* With a stub that is open. Our own failures are the status; a debugger that does not start is the cell's. */
static rsp_status act(turn *t, rsp_link *stub, rsp_error *error) {
    const rsp_interop_options *o = t->p->o;
    act_record record;
    rsp_act_result result = {0};
    rsp_error why = {0};
    rsp_status status =
        act_record_open(&record, path_in(t, "capture.pcapng"),
                        o->capture_bytes ? o->capture_bytes : CAPTURE_BYTES, o->epoch_ns, error);
    const rsp_act_options options = {.debugger = t->debugger->script,
                                     .command = command_of(t),
                                     .dap = o->dap,
                                     .known = &t->known,
                                     .stub = stub,
                                     .recorder = &record.recorder,
                                     .limit_ns = o->limit_ns ? o->limit_ns : LIMIT_S * RSP_NS_PER_S,
                                     .stop = o->stop,
                                     .arena = &t->arena};
    const rsp_status acted =
        status == RSP_OK ? rsp_act(&result, &options, t->cell->action, &why) : RSP_CANCELLED;
    const rsp_status closed = act_record_close(&record, error);
    status = status == RSP_OK ? closed : status;
    if (status == RSP_OK && acted == RSP_OK)
        status = write_texts(t, &result, error);
    if (acted == RSP_OK) {
        note_result(t, &result, &record);
        note_version(t, result.version);
    } else {
        not_tried(t, acted == RSP_CANCELLED ? "the run was cut short"
                                            : rsp_arena_printf(&t->arena, "no session: %s", why.msg));
    }
    return status;
}

static rsp_status try_once(turn *t, rsp_error *error) {
    rsp_stub_provider provider = {0};
    rsp_link *link = NULL;
    rsp_error why = {0};
    const rsp_stub_supply *supply = &t->stub->supply;
    const rsp_stub_request request = {.program = t->program, .play = RSP_PLAY_CLIENT, .fresh = true};
    void *worker = supply->new_worker(supply->ctx, &provider);
    if (!worker)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for a stub");
    rsp_status status = RSP_OK;
    t->cell->tries++;
    if (supply->open(worker, &link, &request, 0, &why) == RSP_OK)
        status = act(t, link, error);
    else
        not_tried(t, rsp_arena_printf(&t->arena, "there is no stub: %s", why.msg));
    if (link)
        supply->closing(worker, link);
    rsp_link_close(link);
    supply->free_worker(worker);
    return status;
}

/* A cell that breaks is done again; another verdict then makes it flaky. */
static rsp_status try_cell(turn *t, rsp_error *error) {
    rsp_status status = try_once(t, error);
    const rsp_interop_verdict first = t->cell->verdict;
    const char *said = t->cell->said;
    for (unsigned i = 1; i < TRIES && status == RSP_OK && first == RSP_INTEROP_BREAKS && !stopped(t->p);
         i++) {
        status = try_once(t, error);
        t->cell->flaky = t->cell->flaky || (t->cell->verdict != first && !stopped(t->p));
    }
    if (t->cell->flaky || (stopped(t->p) && first == RSP_INTEROP_BREAKS)) {
        t->cell->verdict = RSP_INTEROP_BREAKS;
        t->cell->said = said;
    }
    return status;
}

static void note_opinion(turn *t) {
    t->cell->forecast = t->cell->reason = "";
    const rsp_forecast_cell *opinion = stub_look_opinion(t->look, t->debugger->script->name, t->cell->action);
    const char *build = build_of(t);
    if (!opinion)
        return;
    if (build && !strstr(command_of(t), build)) {
        t->cell->reason =
            keep(t->p, rsp_arena_printf(&t->arena, "the forecast is %s's, which is not installed", build));
        return;
    }
    t->cell->forecast = rsp_prediction_name(opinion->prediction);
    t->cell->reason = keep(t->p, opinion->why);
}

static rsp_status play_cell(turn *t, rsp_error *error) {
    const char *why = why_not(t);
    rsp_status status = RSP_OK;
    if (why) {
        not_tried(t, why);
    } else if (take_earlier(t)) {
        t->folder = rsp_arena_printf(&t->arena, "%s/%s", t->p->o->folder, t->cell->folder);
        note_opinion(t); /* that of this run */
    } else if ((status = make_folder(t, error)) == RSP_OK) {
        t->cell->folder = keep(
            t->p, rsp_arena_printf(&t->arena, "%s/%s/%s", t->cell->stub, t->cell->debugger, t->cell->action));
        note_opinion(t);
        status = try_cell(t, error);
        if (status == RSP_OK && t->cell->verdict != RSP_INTEROP_NOT_TRIED)
            status = write_cell(t, error);
    }
    if (status == RSP_OK && t->arena.status != RSP_OK)
        status = rsp_fail(error, RSP_NO_MEMORY, "no memory for a cell");
    return status;
}

/* --- all of them --- */

static bool is_of_phase(const play *p, const rsp_interop_cell *cell) {
    return (strcmp(cell->action, "attach") == 0) == p->attaches;
}

/* What another shard plays. */
static bool leave_out(play *p, rsp_interop_cell *cell, size_t stub, size_t debugger) {
    if (rsp_interop_has_pair(p->m, &p->m->shard, stub, debugger))
        return false;
    cell->said = "it is of another shard";
    return true;
}

static void say_begin(play *p, const rsp_interop_cell *cell) {
    pthread_mutex_lock(&p->lock);
    const char *text = rsp_arena_printf(&p->m->arena, "%s, %s: %s", cell->stub, cell->debugger, cell->action);
    if (p->o->progress)
        p->o->progress(p->o->ctx, p->done, p->num, text);
    pthread_mutex_unlock(&p->lock);
}

static rsp_status cell_task(rsp_task_worker *worker, size_t index, rsp_error *error) {
    play *p = worker->pool->ctx;
    rsp_interop_cell *cell = &p->m->cells[index];
    const size_t per_stub = p->m->num_debuggers * p->m->num_actions;
    const size_t s = index / per_stub;
    if (!is_of_phase(p, cell) || leave_out(p, cell, s, index % per_stub / p->m->num_actions))
        return RSP_OK;
    turn t = {.p = p,
              .cell = cell,
              .stub = &p->o->stubs[s],
              .debugger = &p->o->debuggers[index % per_stub / p->m->num_actions],
              .look = &p->looks[s]};
    t.script = rsp_script_find(t.debugger->script, cell->action);
    say_begin(p, cell);
    const bool alone = !t.stub->supply.ours;
    if (alone)
        pthread_mutex_lock(&p->alone[s]);
    const rsp_status status = stopped(p) ? RSP_OK : play_cell(&t, error);
    if (alone)
        pthread_mutex_unlock(&p->alone[s]);
    if (!stopped(p) || cell->tries > 0)
        say_cell(p, &t);
    else
        not_tried(&t, "the run was cut short");
    rsp_arena_free(&t.arena);
    return status;
}

static bool wants_places(const play *p) {
    for (size_t i = 0; i < p->m->num_debuggers; i++)
        for (size_t s = 0; s < p->o->debuggers[i].script->num_scripts; s++)
            if (p->o->debuggers[i].script->scripts[s].needs &
                (RSP_SCRIPT_NEED(PLACE) | RSP_SCRIPT_NEED(WRITTEN)))
                return true;
    return false;
}

/* The rehearsals that somebody here has a use for; GDB's finds places for others, too. */
static unsigned rehearsed(const play *p) {
    unsigned which = 0;
    for (size_t i = 0; i < p->m->num_debuggers; i++)
        for (unsigned d = 0; d < RSP_DEBUGGER_COUNT; d++)
            if (strcmp(p->o->debuggers[i].script->name, rsp_debugger_name((rsp_debugger)d)) == 0)
                which |= 1u << d;
    return which || !wants_places(p) ? which : 1u << RSP_DEBUGGER_GDB;
}

/* Whether somebody here plays with the stub. */
static bool has_stub(const play *p, size_t stub) {
    for (size_t d = 0; d < p->m->num_debuggers; d++)
        if (rsp_interop_has_pair(p->m, &p->m->shard, stub, d))
            return true;
    return false;
}

static rsp_status look_task(rsp_task_worker *worker, size_t index, rsp_error *error) {
    play *p = worker->pool->ctx;
    rsp_interop_party *party = &p->m->stubs[index];
    (void)error;
    if (!has_stub(p, index))
        return RSP_OK;
    pthread_mutex_lock(&p->lock);
    if (p->o->progress)
        p->o->progress(p->o->ctx, p->done, p->num, party->name);
    pthread_mutex_unlock(&p->lock);
    const rsp_status status = stub_look_make(&p->looks[index], &p->o->stubs[index], rehearsed(p), p->o->stop);
    party->about = *party->about ? party->about : keep(p, p->looks[index].about);
    party->trouble = keep(p, p->looks[index].trouble);
    return status == RSP_CANCELLED ? RSP_OK : status;
}

static rsp_status run_phase(play *p, size_t num,
                            rsp_status (*task)(rsp_task_worker *worker, size_t index, rsp_error *error),
                            rsp_error *error) {
    rsp_run none = {0};
    rsp_task_pool pool = {
        .num_tasks = num, .num_workers = p->o->jobs ? p->o->jobs : 1, .task = task, .ctx = p};
    const rsp_status status = rsp_task_pool_run(&pool, &none);
    if (status != RSP_OK)
        *error = pool.error;
    rsp_run_free(&none);
    return status;
}

/* A cell of the same action that works: another debugger on this stub, or this one on another stub. */
static const rsp_interop_cell *working(const rsp_interop *m, const rsp_interop_cell *broken,
                                       rsp_leaves_way way) {
    for (size_t i = 0; i < m->num_cells; i++) {
        const rsp_interop_cell *c = &m->cells[i];
        const bool same_stub = strcmp(c->stub, broken->stub) == 0;
        const bool same_debugger = strcmp(c->debugger, broken->debugger) == 0;
        if (c->verdict == RSP_INTEROP_WORKS && c->capture_bytes > 0 &&
            strcmp(c->action, broken->action) == 0 &&
            (way == RSP_LEAVES_SAME_STUB ? same_stub && !same_debugger : same_debugger && !same_stub))
            return c;
    }
    return NULL;
}

static void explain(play *p, rsp_interop_cell *cell) {
    static const rsp_leaves_way ways[] = {RSP_LEAVES_SAME_STUB, RSP_LEAVES_SAME_DEBUGGER};
    rsp_arena *arena = &p->m->arena;
    for (size_t i = 0; i < RSP_ARRAY_LEN(ways) && !*cell->leaves; i++) {
        const rsp_interop_cell *other = working(p->m, cell, ways[i]);
        if (!other)
            continue;
        const char *line = rsp_leaves_find(
            arena, rsp_arena_printf(arena, "%s/%s/capture.pcapng", p->o->folder, cell->folder),
            rsp_arena_printf(arena, "%s/%s/capture.pcapng", p->o->folder, other->folder), ways[i]);
        if (*line)
            cell->leaves = rsp_arena_printf(arena, "%s (there: %s on %s, which works)", line, other->debugger,
                                            other->stub);
    }
}

static rsp_status play_all(play *p, rsp_error *error) {
    rsp_status status = run_phase(p, p->m->num_stubs, look_task, error);
    p->attaches = true;
    if (status == RSP_OK)
        status = run_phase(p, p->m->num_cells, cell_task, error);
    p->attaches = false;
    if (status == RSP_OK)
        status = run_phase(p, p->m->num_cells, cell_task, error);
    for (size_t i = 0; i < p->m->num_cells && status == RSP_OK && !stopped(p); i++)
        if (p->m->cells[i].verdict == RSP_INTEROP_BREAKS && p->m->cells[i].capture_bytes > 0)
            explain(p, &p->m->cells[i]);
    return status;
}

rsp_status rsp_interop_play(rsp_interop *m, const rsp_interop_options *options, rsp_error *error) {
    play p = {.m = m, .o = options, .num = rsp_interop_num_own(m)};
    rsp_status status = RSP_NO_MEMORY;
    p.looks = calloc(m->num_stubs + 1, sizeof *p.looks);
    p.alone = calloc(m->num_stubs + 1, sizeof *p.alone);
    (void)pthread_mutex_init(&p.lock, NULL);
    for (size_t i = 0; p.alone && i < m->num_stubs; i++)
        (void)pthread_mutex_init(&p.alone[i], NULL);
    if (p.looks && p.alone)
        status = play_all(&p, error);
    for (size_t i = 0; p.looks && p.alone && i < m->num_stubs; i++) {
        stub_look_free(&p.looks[i], &options->stubs[i]);
        (void)pthread_mutex_destroy(&p.alone[i]);
    }
    (void)pthread_mutex_destroy(&p.lock);
    free(p.looks);
    free(p.alone);
    if (status == RSP_OK && m->arena.status != RSP_OK)
        status = rsp_fail(error, RSP_NO_MEMORY, "no memory for the matrix");
    m->interrupted = options->stop && *options->stop;
    return status == RSP_OK && m->interrupted ? RSP_CANCELLED : status;
}
