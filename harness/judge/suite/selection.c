/* A scenario is chosen by one positive filter at least, where there are any, and refused by no negated one.
 * FILE:LINE loads the file and becomes a positive filter of its own.
 * See selection.h. */
/* SPDX-License-Identifier: MIT */
#include "suite/selection.h"

#include "core/arena.h"
#include "core/file.h"
#include "core/suggest.h"

/* "file.yaml:41" or "file.yaml:41:5": where the path ends, or 0 for a plain path. */
static size_t path_length(const char *operand) {
    const char *colon = strchr(operand, ':');
    if (rsp_path_exists(operand) || !colon || colon == operand)
        return 0;
    for (const char *p = colon + 1; *p; p++)
        if ((*p < '0' || *p > '9') && *p != ':')
            return 0;
    return colon[1] ? (size_t)(colon - operand) : 0;
}

static void load_operand(rsp_selection *s, const char *operand) {
    size_t len = path_length(operand);
    const char *path = len ? rsp_arena_printf(&s->arena, "%.*s", (int)len, operand) : operand;
    if (len) {
        const char *line = operand + len + 1;
        size_t digits = strspn(line, "0123456789");
        s->places[s->num_places++] = rsp_arena_printf(&s->arena, "%s:%.*s", path, (int)digits, line);
    }
    if (rsp_suite_load(s->scenarios, path) == RSP_NO_MEMORY)
        s->arena.status = RSP_NO_MEMORY; /* all other errors are in the diagnostics */
}

static rsp_status load_catalogue(rsp_selection *s) {
    const char *path = s->folder ? rsp_arena_printf(&s->arena, "%s/requirements.yaml", s->folder) : NULL;
    if (!path || !rsp_path_exists(path))
        return s->arena.status;
    s->catalogue = rsp_catalogue_load(path, NULL, &s->diagnostics);
    if (s->catalogue)
        return RSP_OK;
    return s->diagnostics.num_errors > 0 ? RSP_BAD_FILE : RSP_NO_MEMORY;
}

rsp_status rsp_selection_load(rsp_selection *s, const char *folder, const char *const *operands, size_t num) {
    *s = (rsp_selection){0};
    s->folder = folder ? rsp_arena_str(&s->arena, folder) : NULL;
    rsp_status status = load_catalogue(s);
    if (status != RSP_OK)
        return status;
    if (num == 0 && !folder)
        return RSP_NOT_FOUND;
    const rsp_suite_options options = {.catalogue = s->catalogue};
    s->scenarios = rsp_suite_new(&options);
    s->places = rsp_arena_alloc(&s->arena, (num + 1) * sizeof *s->places);
    if (!s->scenarios || !s->places)
        return RSP_NO_MEMORY;
    for (size_t i = 0; i < num; i++)
        load_operand(s, operands[i]);
    if (num == 0)
        load_operand(s, folder);
    return s->arena.status;
}

void rsp_selection_free(rsp_selection *s) {
    rsp_suite_free(s->scenarios);
    rsp_catalogue_free(s->catalogue);
    rsp_diagnostics_free(&s->diagnostics);
    rsp_arena_free(&s->arena);
    *s = (rsp_selection){0};
}

static bool is_wanted(const rsp_scenario *scenario, const char *const *filters, size_t num) {
    bool any_positive = false;
    bool chosen = false;
    for (size_t i = 0; i < num; i++) {
        bool negated = filters[i][0] == '!';
        bool selected = rsp_scenario_selected(scenario, filters[i]);
        if (negated && !selected)
            return false;
        any_positive = any_positive || !negated;
        chosen = chosen || (!negated && selected);
    }
    return chosen || !any_positive;
}

const rsp_scenario **rsp_selection_choose(rsp_selection *s, const char *const *filters, size_t num,
                                          size_t *out_num) {
    size_t count = rsp_suite_count(s->scenarios);
    const rsp_scenario **chosen = rsp_arena_alloc(&s->arena, (count + 1) * sizeof(const rsp_scenario *));
    *out_num = 0;
    for (size_t i = 0; chosen && i < count; i++) {
        const rsp_scenario *scenario = rsp_suite_get(s->scenarios, i);
        if (is_wanted(scenario, filters, num) && is_wanted(scenario, s->places, s->num_places))
            chosen[(*out_num)++] = scenario;
    }
    return chosen;
}

bool rsp_selection_knows(const rsp_selection *s, const char *filter) {
    for (size_t i = 0; i < rsp_suite_count(s->scenarios); i++)
        if (rsp_scenario_selected(rsp_suite_get(s->scenarios, i), filter))
            return true;
    return false;
}

static void offer_words(rsp_suggestion *nearest, rsp_selection *s, const rsp_scenario *scenario) {
    rsp_suggest_offer(nearest, scenario->area);
    rsp_suggest_offer(nearest, rsp_arena_printf(&s->arena, "%s/", scenario->area));
    rsp_suggest_offer(nearest, scenario->name);
    for (size_t i = 0; i < scenario->num_covers; i++) {
        const char *id = scenario->covers[i];
        rsp_suggest_offer(nearest, id);
        rsp_suggest_offer(nearest, rsp_arena_printf(&s->arena, "%.*s", (int)strcspn(id, "-"), id));
    }
    for (size_t i = 0; i < scenario->num_tags; i++)
        rsp_suggest_offer(nearest, rsp_arena_printf(&s->arena, "tag:%s", scenario->tags[i]));
}

const char *rsp_selection_nearest(rsp_selection *s, const char *filter) {
    rsp_suggestion nearest = {.word = rsp_bytes_str(filter)};
    for (size_t i = 0; i < rsp_suite_count(s->scenarios); i++)
        offer_words(&nearest, s, rsp_suite_get(s->scenarios, i));
    const char *slash = strchr(filter, '/');
    if (nearest.best || !slash)
        return nearest.best;
    const char *area = rsp_arena_printf(&s->arena, "%.*s", (int)(slash - filter) + 1, filter);
    return rsp_selection_knows(s, area) ? area : NULL; /* the rest is no scenario of it */
}

/* What a debugger does first is judged first, so that a run which is cut short has judged the basics. Areas
 * that are not here follow, in the order of the suite. */
static const char *const FIRST_AREAS[] = {
    "handshake", "qsupported", "stop",    "registers", "memory",  "breakpoints", "resume",
    "vcont",     "interrupt",  "framing", "standard",  "threads", "qxfer",       "lldb",
    "detach",    "kill",       "queries", "acks",      "noack",   "signals",
};
enum { NUM_RANKS = RSP_ARRAY_LEN(FIRST_AREAS) + 1, NUM_PLACES = RSP_RUNNER_TURNS * NUM_RANKS };

/* Below NUM_PLACES: lower ones are played first. */
static size_t place_of(const rsp_runner *runner, const rsp_scenario *scenario) {
    size_t rank = 0;
    while (rank < RSP_ARRAY_LEN(FIRST_AREAS) && strcmp(FIRST_AREAS[rank], scenario->area) != 0)
        rank++;
    return (size_t)rsp_runner_turn(runner, scenario) * NUM_RANKS + rank;
}

void rsp_selection_order(const rsp_scenario **chosen, size_t num, const rsp_runner *runner,
                         rsp_arena *arena) {
    const rsp_scenario **ordered = rsp_arena_alloc(arena, (num + 1) * sizeof(const rsp_scenario *));
    size_t next[NUM_PLACES + 1] = {0}; /* where the next scenario of each place goes */
    if (!ordered)
        return;
    for (size_t i = 0; i < num; i++)
        next[place_of(runner, chosen[i]) + 1]++;
    for (size_t place = 1; place < NUM_PLACES; place++)
        next[place] += next[place - 1];
    for (size_t i = 0; i < num; i++)
        ordered[next[place_of(runner, chosen[i])]++] = chosen[i];
    for (size_t i = 0; i < num; i++)
        chosen[i] = ordered[i];
}
