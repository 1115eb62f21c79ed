/* Debuggers' scripts: read from YAML by their shape, kept in the arena of their file.
 * What a variable or a word can not be is an error of the file, with its place.
 * See script.h. */
/* SPDX-License-Identifier: MIT */
#include "interop/script.h"

#include "scenario/language/node_type.h"
#include <string.h>

enum { MOST_S = 600 };

#define FIELDS(table) .fields = (table), .num_fields = RSP_ARRAY_LEN(table)

static const node_type text = {.scalar = SCALAR_TEXT};
static const node_type texts = {.scalar = SCALAR_TEXT, .item = &text};
static const node_type number = {.scalar = SCALAR_INT};
static const node_type boolean = {.scalar = SCALAR_BOOL};

static const char *const until_words[] = {"prompt", "stop", "quiet", NULL};
static const char *const check_words[] = {"none", "same", "other", "begins", "ends", NULL};
static const char *const take_words[] = {"nothing", "number", "bytes", "value", NULL};
static const char *const speaks_words[] = {"text", "dap", NULL};
static const char *const need_words[] = {
#define NEED_WORD(name, text, why) text,
    RSP_SCRIPT_NEED_LIST(NEED_WORD)
#undef NEED_WORD
        NULL};
static const node_type until_word = {.scalar = SCALAR_WORD, .words = until_words};
static const node_type check_word = {.scalar = SCALAR_WORD, .words = check_words};
static const node_type take_word = {.scalar = SCALAR_WORD, .words = take_words};
static const node_type speaks_word = {.scalar = SCALAR_WORD, .words = speaks_words};
static const node_type need_word = {.scalar = SCALAR_WORD, .words = need_words};
static const node_type needs_list = {.item = &need_word};

static const field step_fields[] = {
    {"say", &text, .text = "The line that is typed, with its placeholders."},
    {"until", &until_word, .text = "What is waited for: the prompt, a stop, or half a second without one."},
    {"seconds", &number, .text = "How long; eight where it is left out."},
    {"wants", &text, .text = "One of these texts must be printed, by '|'."},
    {"refuses", &text, .text = "None of these."},
    {"skips", &text, .text = "One of these: the action is not tried."},
    {"absent", &text, .text = "One of these: the stub does not offer it."},
    {"take", &take_word, .text = "What is kept of what was printed."},
    {"member", &text, .text = "Where that stands in an adapter's answer."},
    {"into", &text, .text = "The variable, a letter."},
    {"check", &check_word, .text = "How that is compared"},
    {"with", &text, .text = "with another variable"},
    {"is", &text, .text = "or with a text."},
};
static const node_type step_type = {FIELDS(step_fields)};
static const node_type steps_list = {.item = &step_type};
static const field action_fields[] = {
    {"needs", &needs_list, .text = "What must be known of stub and program."},
    {"program", &text, .text = "The debuggee of ours that it is about."},
    {"function", &text, .text = "A function of that debuggee."},
    {"capability", &text, .text = "What the adapter must announce to offer it."},
    {"alone", &boolean, .text = "It attaches by itself."},
    {"why-not", &text, .text = "Why there are no steps."},
    {"steps", &steps_list, .text = "What is typed and what must be printed."},
};
static const node_type action_type = {FIELDS(action_fields)};
static const node_type actions_type = {.values = &action_type};
static const field lies_fields[] = {
    {"settings", &texts, .text = "Lines that are typed first."},
    {"before", &texts, .text = "Lines that are typed now and then before it attaches."},
    {"attach", &texts, .required = true, .text = "One of these lines attaches."},
    {"lines", &texts, .text = "Some of these lines are typed then, in any order."},
};
static const node_type lies_type = {FIELDS(lies_fields)};
static const field debugger_fields[] = {
    {"title", &text, .required = true, .text = "For people."},
    {"programs", &texts, .required = true, .text = "Names, in the order in which they are looked for."},
    {"arguments", &text, .text = "Behind the program's name."},
    {"settings", &texts, .text = "Lines that are typed first."},
    {"prompt", &text, .text = "Lines that begin with it are an echo."},
    {"speaks", &speaks_word, .text = "What it reads and prints: text, or the Debug Adapter Protocol."},
    {"mark", &text, .text = "A command that prints {mark}. Adapters have none."},
    {"marked", &text, .text = "What it prints."},
    {"stopped", &text, .required = true, .text = "Texts of a stop, by '|'."},
    {"followed", &text, .text = "What mostly follows a text of a stop that ends its line, by '|'."},
    {"version", &text, .text = "A command that prints it; of an adapter, words behind its name."},
    {"version-line", &text, .required = true, .text = "How that line begins."},
    {"architecture", &text, .text = "A command with {architecture}."},
    {"endian", &text, .text = "A command with {endian}."},
    {"actions", &actions_type, .required = true, .text = "An action with its steps each."},
    {"lies", &lies_type, .text = "What it is told while its stub lies to it: `fuzz --debugger`."},
};
static const node_type debugger_type = {.name = "debugger", FIELDS(debugger_fields)};

const char *rsp_script_need_text(unsigned need) {
    static const char *const texts_of[] = {
#define NEED_TEXT(name, text, why) why,
        RSP_SCRIPT_NEED_LIST(NEED_TEXT)
#undef NEED_TEXT
    };
    return need < RSP_ARRAY_LEN(texts_of) ? texts_of[need] : "?";
}

/* --- reading --- */

static const char *text_of(const rsp_node *map, const char *key) {
    return node_str(node_get(map, key));
}

static unsigned word_of(const rsp_node *map, const char *key, const node_type *of) {
    unsigned index = 0;
    const rsp_node *n = node_get(map, key);
    return n && node_type_word(of, n, &index) ? index : 0;
}

static const char *const *list_of(rsp_source *source, const rsp_node *list) {
    const size_t num = list ? list->num + 2 : 1;
    const char **items = rsp_arena_alloc(&source->arena, num * sizeof *items);
    size_t n = 0;
    if (items && list && list->kind == NODE_SCALAR)
        items[n++] = node_str(list);
    for (const rsp_node *i = items && list && list->kind == NODE_SEQ ? list->first : NULL; i; i = i->next)
        items[n++] = node_str(i);
    return items;
}

/* A variable: one lower letter, or nothing. */
static char letter_of(const rsp_source *source, const rsp_node *map, const char *key,
                      rsp_diagnostics *diagnostics) {
    const rsp_node *n = node_get(map, key);
    const char *t = node_str(n);
    if (!n)
        return 0;
    if (t[0] >= 'a' && t[0] <= 'z' && t[1] == '\0')
        return t[0];
    (void)node_error(diagnostics, source, n, RSP_SCHEMA, "", "'%.20s': a variable is one letter from a to z",
                     t);
    return 'a';
}

/* What each request of an adapter refuses, unless the step says otherwise. */
#define REFUSED "\"success\":false"

static void read_step(rsp_script_step *s, rsp_script_speech speaks, const rsp_source *source,
                      const rsp_node *n, rsp_diagnostics *diagnostics) {
    const rsp_node *seconds = node_get(n, "seconds");
    *s = (rsp_script_step){
        .say = text_of(n, "say"),
        .until = (rsp_script_until)word_of(n, "until", &until_word),
        .wants = text_of(n, "wants"),
        .refuses = speaks == RSP_SCRIPT_DAP && !node_get(n, "refuses") ? REFUSED : text_of(n, "refuses"),
        .skips = text_of(n, "skips"),
        .absent = text_of(n, "absent"),
        .take = (rsp_script_take)word_of(n, "take", &take_word),
        .member = text_of(n, "member"),
        .check = (rsp_script_check)word_of(n, "check", &check_word),
        .into = letter_of(source, n, "into", diagnostics),
        .with = letter_of(source, n, "with", diagnostics),
        .is = text_of(n, "is")};
    if (seconds && (!node_u64(seconds, &s->seconds) || s->seconds > MOST_S))
        (void)node_error(diagnostics, source, seconds, RSP_SCHEMA, "", "at most %d seconds", MOST_S);
    if (s->until != RSP_SCRIPT_QUIET && !*s->say)
        (void)node_error(diagnostics, source, n, RSP_SCHEMA, "", "a step has `say`, or `until: quiet`");
    if (s->take != RSP_SCRIPT_NOTHING && !s->into)
        (void)node_error(diagnostics, source, n, RSP_SCHEMA, "", "what is taken goes `into` a variable");
    if ((s->take == RSP_SCRIPT_VALUE && !*s->member) || (*s->member && speaks != RSP_SCRIPT_DAP))
        (void)node_error(
            diagnostics, source, n, RSP_SCHEMA, "",
            "a value is that of a `member`, which only answers of an adapter have (`speaks: dap`)");
}

/* It is also the name of a folder. */
static bool is_action_name(rsp_bytes name) {
    for (size_t i = 0; i < name.len; i++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789-", name.ptr[i]) || name.ptr[i] == '\0')
            return false;
    return name.len > 0;
}

static void read_action(rsp_script *script, rsp_script_speech speaks, rsp_source *source, const rsp_node *n,
                        rsp_diagnostics *diagnostics) {
    const rsp_node *steps = node_get(n, "steps");
    const rsp_node *alone = node_get(n, "alone");
    rsp_script_step *items = rsp_arena_alloc(&source->arena, ((steps ? steps->num : 0) + 1) * sizeof *items);
    *script = (rsp_script){.action = node_key(n),
                           .steps = items,
                           .why_not = text_of(n, "why-not"),
                           .program = text_of(n, "program"),
                           .function = text_of(n, "function"),
                           .capability = text_of(n, "capability")};
    for (const rsp_node *s = items && steps ? steps->first : NULL; s; s = s->next)
        read_step(&items[script->num_steps++], speaks, source, s, diagnostics);
    for (const rsp_node *need = node_get(n, "needs") ? node_get(n, "needs")->first : NULL; need;
         need = need->next) {
        unsigned bit = 0;
        script->needs |= node_type_word(&need_word, need, &bit) ? 1u << bit : 0u;
    }
    if (alone)
        (void)node_bool(alone, &script->alone);
    if (!is_action_name(n->key))
        (void)node_error(diagnostics, source, n, RSP_SCHEMA, "",
                         "an action is named by lower letters, digits and '-'");
    if ((script->num_steps == 0) != (*script->why_not != '\0'))
        (void)node_error(diagnostics, source, n, RSP_SCHEMA, "", "an action has `steps`, or `why-not`");
}

static const char *base_name(rsp_source *source) {
    const char *slash = strrchr(source->path, '/');
    const char *base = slash ? slash + 1 : source->path;
    const size_t len = strlen(base);
    const size_t cut = len > 5 && strcmp(base + len - 5, ".yaml") == 0 ? 5 : 0;
    return rsp_arena_printf(&source->arena, "%.*s", (int)(len - cut), base);
}

/* How an answer ends: an adapter's, as dap_talk/tongue.h says. */
static void read_marks(rsp_script_debugger *d, const rsp_source *source, const rsp_node *root,
                       rsp_diagnostics *diagnostics) {
    const bool dap = d->speaks == RSP_SCRIPT_DAP;
    d->mark = dap ? "mark {mark}" : text_of(root, "mark");
    d->marked = dap ? "\n<{mark}>\n" : text_of(root, "marked");
    d->prompt = dap ? "-> " : text_of(root, "prompt");
    if (!*d->mark || !*d->marked)
        (void)node_error(diagnostics, source, root, RSP_SCHEMA, "",
                         "`mark` and `marked` are missing: how an answer ends");
    if (!dap && !*d->version)
        (void)node_error(diagnostics, source, root, RSP_SCHEMA, "",
                         "`version` is missing: a command that prints it");
}

static rsp_script_lies lies_of(rsp_source *source, const rsp_node *n) {
    return (rsp_script_lies){.settings = list_of(source, n ? node_get(n, "settings") : NULL),
                             .before = list_of(source, n ? node_get(n, "before") : NULL),
                             .attach = list_of(source, n ? node_get(n, "attach") : NULL),
                             .lines = list_of(source, n ? node_get(n, "lines") : NULL)};
}

static void fill(rsp_script_debugger *d, rsp_source *source, const rsp_node *root,
                 rsp_diagnostics *diagnostics) {
    const rsp_node *actions = node_get(root, "actions");
    rsp_script *scripts = rsp_arena_alloc(&source->arena, (actions->num + 1) * sizeof *scripts);
    d->name = base_name(source);
    d->title = text_of(root, "title");
    d->programs = list_of(source, node_get(root, "programs"));
    d->arguments = text_of(root, "arguments");
    d->settings = list_of(source, node_get(root, "settings"));
    d->speaks = (rsp_script_speech)word_of(root, "speaks", &speaks_word);
    d->version = text_of(root, "version");
    read_marks(d, source, root, diagnostics);
    d->stopped = text_of(root, "stopped");
    d->followed = text_of(root, "followed");
    d->version_line = text_of(root, "version-line");
    d->architecture = text_of(root, "architecture");
    d->endian = text_of(root, "endian");
    d->lies = lies_of(source, node_get(root, "lies"));
    d->scripts = scripts;
    for (const rsp_node *n = scripts ? actions->first : NULL; n; n = n->next)
        read_action(&scripts[d->num_scripts++], d->speaks, source, n, diagnostics);
    if (!rsp_script_find(d, "attach") || rsp_script_find(d, "attach")->num_steps == 0)
        (void)node_error(diagnostics, source, actions, RSP_SCHEMA, "", "there is no action `attach`");
}

rsp_script_debugger *rsp_script_debugger_load_memory(const char *name, rsp_bytes yaml, const rsp_mem *mem,
                                                     rsp_diagnostics *diagnostics) {
    rsp_status status = RSP_OK;
    rsp_source *source = source_parse(name, yaml, mem, diagnostics, &status);
    if (!source)
        return NULL;
    if (status == RSP_OK)
        status = node_type_check_document(source, &debugger_type, "a debugger", diagnostics);
    rsp_script_debugger *d = status == RSP_OK ? rsp_arena_alloc(&source->arena, sizeof *d) : NULL;
    if (d) {
        const size_t before = diagnostics->num_errors;
        *d = (rsp_script_debugger){.owner = source};
        fill(d, source, source->documents, diagnostics);
        if (source->arena.status == RSP_OK && diagnostics->num_errors == before)
            return d;
    }
    source_free(source);
    return NULL;
}

void rsp_script_debugger_free(rsp_script_debugger *debugger) {
    if (debugger)
        source_free(debugger->owner);
}

const rsp_script *rsp_script_find(const rsp_script_debugger *debugger, const char *action) {
    for (size_t i = 0; i < debugger->num_scripts; i++)
        if (strcmp(debugger->scripts[i].action, action) == 0)
            return &debugger->scripts[i];
    return NULL;
}

bool rsp_script_is_for(const rsp_script_debugger *debugger, const char *program) {
    const char *slash = strrchr(program, '/');
    const char *base = slash ? slash + 1 : program;
    for (const char *const *name = debugger->programs; *name; name++)
        if (strcmp(*name, base) == 0)
            return true;
    return strstr(base, debugger->name) != NULL;
}
