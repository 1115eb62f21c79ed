/* What an adapter says about a scope decides where it leaves no doubt. Where it shows arguments apart, or
 * says nothing, the variables of the scopes are looked at, for what a debuggee's local is depends on the
 * line. See scope.h. */
/* SPDX-License-Identifier: MIT */
#include "play/scope.h"

#include "play/request.h"
#include <strings.h>

static const char *text_of(const json_t *scope, const char *key) {
    const char *text = json_string_value(json_object_get(scope, key));
    return text ? text : "";
}

static bool is_kind(const json_t *scope, const char *hint, const char *name) {
    const char *said = text_of(scope, "presentationHint");
    return *said ? strcmp(said, hint) == 0 : strncasecmp(text_of(scope, "name"), name, strlen(name)) == 0;
}

static const json_t *find(const json_t *scopes, const char *hint, const char *name) {
    for (size_t i = 0; i < json_array_size(scopes); i++)
        if (is_kind(json_array_get(scopes, i), hint, name))
            return json_array_get(scopes, i);
    return NULL;
}

/* A variable that each debuggee has in the function with the line. */
static const char *local_at(const rsp_dap_scenario *s) {
    if (strcmp(s->program, "sample") != 0)
        return NULL;
    return strcmp(s->at, "deep") == 0 ? "n" : "k";
}

static bool has_variable(const json_t *variables, const char *name) {
    for (size_t i = 0; i < json_array_size(variables); i++)
        if (strcmp(text_of(json_array_get(variables, i), "name"), name) == 0)
            return true;
    return false;
}

/* An error is an answer: the scope does not hold it. *out_good is false when the play has failed. */
static bool holds(play *p, const json_t *scope, const char *local, bool *out_good) {
    json_t *reference = json_object_get(scope, "variablesReference");
    json_t *arguments = json_pack("{s:O}", "variablesReference", reference);
    const dap_request_wanted wanted = {.either = true};
    const rsp_dap_message *m = NULL;
    if (dap_request_start(p, "variables", arguments, "scope"))
        m = dap_request_finish(p, "scope", &wanted);
    json_decref(arguments);
    *out_good = m != NULL;
    return m && m->success && has_variable(json_object_get(m->body, "variables"), local);
}

/* Those that are expensive, and registers, hold no local. */
static bool may_hold(const json_t *scope) {
    return json_is_integer(json_object_get(scope, "variablesReference")) &&
           !json_is_true(json_object_get(scope, "expensive")) && !is_kind(scope, "registers", "register");
}

const json_t *dap_scope_choose(play *p, const json_t *scopes) {
    const json_t *locals = find(scopes, "locals", "local");
    const char *local = local_at(p->scenario);
    const json_t *otherwise = locals ? locals : json_array_get(scopes, 0);
    const bool certain = locals && !find(scopes, "arguments", "arg");
    if (certain || !local || json_array_size(scopes) < 2)
        return otherwise;
    for (size_t i = 0; i < json_array_size(scopes); i++) {
        const json_t *scope = json_array_get(scopes, i);
        bool good = true;
        if (may_hold(scope) && holds(p, scope, local, &good))
            return scope;
        if (!good)
            return NULL;
    }
    return otherwise;
}
