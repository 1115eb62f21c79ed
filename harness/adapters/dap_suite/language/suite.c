/* Files are read one after the other; a scenario with an error is left out, and all errors are told.
 * Folders are read in the order of their names, and scenarios sorted when they are counted.
 * See dap_suite/scenario.h. */
/* SPDX-License-Identifier: MIT */
#include "dap_suite/scenario.h"

#include "core/arena.h"
#include "core/file.h"
#include "core/folder.h"
#include "core/limits.h"
#include "dap_suite/profile.h"
#include "language/forms.h"
#include "language/json.h"
#include <stdlib.h>

struct rsp_dap_suite {
    const rsp_catalogue *catalogue;
    rsp_arena arena;
    rsp_source *sources;
    rsp_dap_scenario **scenarios;
    size_t num;
    size_t cap;
};

rsp_dap_suite *rsp_dap_suite_new(const rsp_catalogue *catalogue) {
    rsp_dap_suite *s = rsp_mem_calloc(NULL, 1, sizeof *s);
    if (s)
        s->catalogue = catalogue;
    return s;
}

static void free_steps(rsp_dap_step *steps, size_t num) {
    for (size_t i = 0; i < num; i++) {
        json_decref(steps[i].spec);
        free_steps(steps[i].steps, steps[i].num_steps);
    }
}

void rsp_dap_suite_free(rsp_dap_suite *s) {
    if (!s)
        return;
    for (size_t i = 0; i < s->num; i++) {
        free_steps(s->scenarios[i]->steps, s->scenarios[i]->num_steps);
        json_decref(s->scenarios[i]->needs);
        json_decref(s->scenarios[i]->client);
        json_decref(s->scenarios[i]->launch);
    }
    while (s->sources) {
        rsp_source *next = s->sources->next;
        rsp_form_free(s->sources);
        s->sources = next;
    }
    rsp_mem_free(NULL, s->scenarios);
    rsp_arena_free(&s->arena);
    rsp_mem_free(NULL, s);
}

size_t rsp_dap_suite_count(const rsp_dap_suite *s) {
    return s->num;
}

const rsp_dap_scenario *rsp_dap_suite_get(const rsp_dap_suite *s, size_t i) {
    return i < s->num ? s->scenarios[i] : NULL;
}

void rsp_dap_suite_schema(rsp_buf *out) {
    rsp_form_schema(out, &dap_scenario_form, "https://stubborn.invalid/dap-scenario.schema.json",
                    "A scenario for debug adapters");
}

/* --- one document --- */

static const char *text_of(const rsp_node *map, const char *key, const char *otherwise) {
    const rsp_node *node = rsp_form_get(map, key);
    return node ? node_str(node) : otherwise;
}

static json_t *json_at(const rsp_node *map, const char *key) {
    const rsp_node *node = rsp_form_get(map, key);
    return node ? dap_json_of_node(node, NULL) : NULL;
}

static rsp_dap_action action_of(const rsp_node *step, const rsp_node **out_node) {
    static const char *const keys[] = {
#define ACTION_KEY(name, key, text) key,
        RSP_DAP_ACTION_LIST(ACTION_KEY)
#undef ACTION_KEY
    };
    unsigned i = 0;
    while (i + 1 < RSP_DAP_ACTION_COUNT && !rsp_form_get(step, keys[i]))
        i++;
    *out_node = rsp_form_get(step, keys[i]);
    return (rsp_dap_action)i;
}

static rsp_dap_step *steps_of(rsp_dap_suite *s, const rsp_node *list, size_t *out_num) {
    const size_t num = list ? list->num : 0;
    rsp_dap_step *steps = rsp_arena_alloc(&s->arena, (num + 1) * sizeof *steps);
    *out_num = 0;
    for (const rsp_node *n = list ? list->first : NULL; n && steps; n = n->next) {
        rsp_dap_step *step = &steps[(*out_num)++];
        const rsp_node *at = NULL;
        step->action = action_of(n, &at);
        step->line = at ? at->key_line : n->line;
        step->column = at ? at->key_column : n->column;
        step->spec = dap_json_of_node(n, "steps");
        (void)rsp_form_time(rsp_form_get(n, "within"), &step->within_ns);
        if (step->action == RSP_DAP_STEP_PAUSE)
            (void)rsp_form_time(at, &step->within_ns);
        step->steps = steps_of(s, rsp_form_get(n, "steps"), &step->num_steps);
    }
    return steps;
}

static const char **names_of(rsp_dap_suite *s, const rsp_node *list, size_t *out_num) {
    const char **names = rsp_arena_alloc(&s->arena, ((list ? list->num : 0) + 1) * sizeof *names);
    *out_num = 0;
    for (const rsp_node *n = list ? list->first : NULL; n && names; n = n->next)
        names[(*out_num)++] = node_str(n);
    return names;
}

/* Level, ids and source by the catalogue. */
static rsp_status look_up(rsp_dap_suite *s, rsp_dap_scenario *scenario, const rsp_source *source,
                          const rsp_node *covers, rsp_diagnostics *diagnostics) {
    rsp_buf ids = {0};
    rsp_status status = RSP_OK;
    scenario->level = RSP_LEVEL_MAY;
    scenario->source = "";
    for (const rsp_node *n = covers->first; n; n = n->next) {
        rsp_buf_printf(&ids, "%s%s", n == covers->first ? "" : " ", node_str(n));
        const rsp_requirement *r = s->catalogue ? rsp_catalogue_find(s->catalogue, n->text) : NULL;
        if (s->catalogue && !r)
            status =
                rsp_form_refuse(source, n, RSP_NOT_FOUND, diagnostics, "no requirement '%.40s'", node_str(n));
        if (!r || r->level < scenario->level)
            scenario->level = r ? r->level : RSP_LEVEL_MUST;
        if (r && n == covers->first)
            scenario->source = r->source;
    }
    scenario->requirements = rsp_arena_str(&s->arena, rsp_buf_cstr(&ids));
    rsp_buf_free(&ids);
    return status;
}

static rsp_dap_start start_of(const rsp_node *map) {
    const char *word = text_of(map, "start", "stopped");
    unsigned i = 0;
    while (dap_start_words[i] && strcmp(dap_start_words[i], word) != 0)
        i++;
    return (rsp_dap_start)i;
}

static rsp_status add(rsp_dap_suite *s, rsp_dap_scenario *scenario) {
    if (s->num >= RSP_LIMIT_SCENARIOS)
        return RSP_LIMIT;
    if (s->num == s->cap) {
        const size_t cap = s->cap ? s->cap * 2 : 64;
        rsp_dap_scenario **more = rsp_mem_realloc(NULL, s->scenarios, cap * sizeof(rsp_dap_scenario *));
        if (!more)
            return RSP_NO_MEMORY;
        s->scenarios = more;
        s->cap = cap;
    }
    s->scenarios[s->num++] = scenario;
    return RSP_OK;
}

/* Whether a text names the time of something: "${step.ms}". */
static bool names_a_time(const json_t *value) {
    const char *key;
    json_t *item;
    const char *text = json_string_value(value);
    if (text)
        return strstr(text, ".ms}") || strstr(text, ".sent}");
    for (size_t i = 0; i < json_array_size(value); i++)
        if (names_a_time(json_array_get(value, i)))
            return true;
    json_object_foreach((json_t *)(uintptr_t)value, key, item) {
        if (names_a_time(item))
            return true;
    }
    return false;
}

/* A limit shorter than the usual one is about time, too. */
static bool measures(const rsp_dap_step *steps, size_t num) {
    for (size_t i = 0; i < num; i++)
        if ((steps[i].action != RSP_DAP_STEP_PAUSE && steps[i].within_ns > 0 &&
             steps[i].within_ns < RSP_DAP_USUAL_TIMEOUT_NS) ||
            names_a_time(steps[i].spec) || measures(steps[i].steps, steps[i].num_steps))
            return true;
    return false;
}

static rsp_status compile(rsp_dap_suite *s, const rsp_source *source, const rsp_node *root,
                          rsp_diagnostics *diagnostics) {
    rsp_dap_scenario *scenario = rsp_arena_alloc(&s->arena, sizeof *scenario);
    if (!scenario)
        return RSP_NO_MEMORY;
    const char *name = text_of(root, "scenario", "");
    *scenario = (rsp_dap_scenario){
        .name = name,
        .title = text_of(root, "title", ""),
        .area = rsp_arena_printf(&s->arena, "%.*s", (int)strcspn(name, "/"), name),
        .path = source->path,
        .line = root->line,
        .start = start_of(root),
        .program = text_of(root, "program", "sample"),
        .library = text_of(root, "library", NULL),
        .at = text_of(root, "at", "work"),
        .needs = json_at(root, "needs"),
        .client = json_at(root, "client"),
        .launch = json_at(root, "launch"),
    };
    scenario->covers = names_of(s, rsp_form_get(root, "covers"), &scenario->num_covers);
    scenario->facts = names_of(s, rsp_form_get(root, "facts"), &scenario->num_facts);
    scenario->steps = steps_of(s, rsp_form_get(root, "steps"), &scenario->num_steps);
    scenario->measures = measures(scenario->steps, scenario->num_steps);
    rsp_status status = add(s, scenario);
    if (status == RSP_OK)
        status = s->arena.status;
    for (size_t i = 0; i + 1 < s->num && status == RSP_OK; i++)
        if (strcmp(s->scenarios[i]->name, name) == 0)
            status = rsp_form_refuse(source, root, RSP_DUPLICATE, diagnostics,
                                     "scenario '%.60s' is also in %.60s:%u", name, s->scenarios[i]->path,
                                     (unsigned)s->scenarios[i]->line);
    return status == RSP_OK ? look_up(s, scenario, source, rsp_form_get(root, "covers"), diagnostics)
                            : status;
}

rsp_status rsp_dap_suite_load_memory(rsp_dap_suite *s, const char *name, rsp_bytes yaml,
                                     rsp_diagnostics *diagnostics) {
    rsp_status first = RSP_OK;
    rsp_source *source = rsp_form_parse(rsp_arena_str(&s->arena, name), yaml, diagnostics, &first);
    if (!source)
        return RSP_NO_MEMORY;
    source->next = s->sources;
    s->sources = source;
    for (rsp_node *root = source->documents; root; root = root->next) {
        rsp_status status = rsp_form_check(source, root, &dap_scenario_form, diagnostics);
        if (status == RSP_OK)
            status = compile(s, source, root, diagnostics);
        first = first == RSP_OK ? status : first;
    }
    return first;
}

/* --- files and folders --- */

static int by_name(const void *a, const void *b) {
    const rsp_dap_scenario *const *x = a;
    const rsp_dap_scenario *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

static rsp_status load_file(rsp_dap_suite *s, const char *path, rsp_diagnostics *diagnostics) {
    rsp_buf text = {.limit = RSP_LIMIT_YAML_BYTES};
    rsp_error error = {0};
    rsp_status status = rsp_file_read(&text, path, &error);
    const rsp_location place = {.path = path};
    if (status == RSP_OK)
        status = rsp_dap_suite_load_memory(s, path, rsp_buf_bytes(&text), diagnostics);
    else
        (void)rsp_diagnose(diagnostics, RSP_SEVERITY_ERROR, status, &place, RSP_LIT(""), "", "%s", error.msg);
    rsp_buf_free(&text);
    return status;
}

static bool is_of_others(const char *name) {
    static const char *const others[] = {"profiles", "baselines", "requirements.yaml"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i]) == 0)
            return true;
    return false;
}

static rsp_status load_path(rsp_dap_suite *s, const char *path, unsigned depth,
                            rsp_diagnostics *diagnostics) {
    rsp_folder_names names;
    rsp_error error = {0};
    if (!rsp_path_is_folder(path))
        return load_file(s, path, diagnostics);
    rsp_status first = rsp_folder_read(&names, path, "", &error);
    for (size_t i = 0; i < names.num; i++) {
        const char *below = rsp_arena_printf(&s->arena, "%s/%s", path, names.names[i]);
        const bool yaml = rsp_bytes_ends(rsp_bytes_str(below), RSP_LIT(".yaml"));
        if (is_of_others(names.names[i]) || (!yaml && (depth == 0 || !rsp_path_is_folder(below))))
            continue;
        const rsp_status status = load_path(s, below, depth - 1, diagnostics);
        first = first == RSP_OK ? status : first;
    }
    rsp_folder_free(&names);
    return first;
}

rsp_status rsp_dap_suite_load(rsp_dap_suite *s, const char *path, rsp_diagnostics *diagnostics) {
    const rsp_status status = load_path(s, path, 8, diagnostics);
    if (s->num > 0)
        qsort(s->scenarios, s->num, sizeof(rsp_dap_scenario *), by_name);
    return status;
}

/* --- filters --- */

static bool glob(const char *pattern, const char *text) {
    const char *star = NULL;
    const char *back = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            back = text;
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++back;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

static bool is_wanted(const rsp_dap_scenario *scenario, const char *filter) {
    const size_t len = strlen(filter);
    if (len > 0 && filter[len - 1] == '/')
        return strncmp(scenario->name, filter, len) == 0;
    for (size_t i = 0; i < scenario->num_covers; i++) {
        const char *id = scenario->covers[i];
        if (strcmp(id, filter) == 0 || (strncmp(id, filter, len) == 0 && id[len] == '-'))
            return true;
    }
    return glob(filter, scenario->name);
}

bool rsp_dap_scenario_selected(const rsp_dap_scenario *scenario, const char *filter) {
    return filter[0] == '!' ? !is_wanted(scenario, filter + 1) : is_wanted(scenario, filter);
}

/* --- what it needs --- */

static bool names_debuggee(const json_t *spec) {
    static const char *const marks[] = {"${program", "${source", "${folder",
                                        "${line",    "${launch", "\"debuggee\""};
    char *text = json_dumps(spec, JSON_ENCODE_ANY);
    bool found = text == NULL;
    for (size_t i = 0; i < RSP_ARRAY_LEN(marks) && !found; i++)
        found = strstr(text, marks[i]) != NULL;
    free(text);
    return found;
}

static bool steps_name_debuggee(const rsp_dap_step *steps, size_t num) {
    for (size_t i = 0; i < num; i++)
        if (names_debuggee(steps[i].spec) || steps_name_debuggee(steps[i].steps, steps[i].num_steps))
            return true;
    return false;
}

bool rsp_dap_scenario_needs_debuggee(const rsp_dap_scenario *scenario) {
    return scenario->start > RSP_DAP_START_INITIALIZED || scenario->num_facts > 0 || scenario->library ||
           scenario->launch || steps_name_debuggee(scenario->steps, scenario->num_steps);
}
