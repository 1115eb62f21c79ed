/* Selection of scenarios by name, glob, requirement, tag, or a place in a file.
 * The same text works for --filter and for arguments of `stubborn run`.
 * Globs know '*' and '?' only, and '*' passes over '/'. */
/* SPDX-License-Identifier: MIT */
#include "language/select.h"

#include "scenario/scenario.h"

#include <stdio.h>
#include <stdlib.h>

bool glob_match(const char *pattern, const char *text) {
    const char *star = NULL;
    const char *resume = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = ++pattern;
            resume = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star;
            text = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == 0;
}

/* "MMR-011", or its group "MMR". */
static bool covers(const rsp_scenario *scenario, const char *id) {
    size_t len = strlen(id);
    for (size_t i = 0; i < scenario->num_covers; i++) {
        const char *own = scenario->covers[i];
        const char *dash = strrchr(own, '-');
        bool group = dash && (size_t)(dash - own) == len && strncmp(own, id, len) == 0;
        if (group || strcmp(own, id) == 0)
            return true;
    }
    return false;
}

bool rsp_scenario_has_tag(const rsp_scenario *scenario, const char *tag) {
    for (size_t i = 0; i < scenario->num_tags; i++) {
        if (strcmp(scenario->tags[i], tag) == 0)
            return true;
    }
    return false;
}

/* PATH or PATH:LINE; the path may leave out leading folders. */
static bool at_place(const rsp_scenario *scenario, const char *selection) {
    const char *colon = strrchr(selection, ':');
    char *end = NULL;
    unsigned long line = colon ? strtoul(colon + 1, &end, 10) : 0;
    size_t len = colon && line && *end == 0 ? (size_t)(colon - selection) : strlen(selection);
    size_t path_len = strlen(scenario->path);
    if (len < 6 || len > path_len || strncmp(scenario->path + path_len - len, selection, len) != 0)
        return false;
    if (len < path_len && scenario->path[path_len - len - 1] != '/')
        return false;
    return line == 0 || (line >= scenario->line && line <= scenario->last_line);
}

static bool by_name(const rsp_scenario *scenario, const char *selection) {
    size_t len = strlen(selection);
    if (len > 0 && selection[len - 1] == '/')
        return strncmp(scenario->name, selection, len) == 0;
    if (glob_match(selection, scenario->name) || strcmp(scenario->area, selection) == 0)
        return true;
    /* the name without its case selects all cases */
    return scenario->row && strncmp(scenario->name, selection, len) == 0 && scenario->name[len] == '.';
}

bool rsp_scenario_selected(const rsp_scenario *scenario, const char *selection) {
    if (selection[0] == '!')
        return !rsp_scenario_selected(scenario, selection + 1);
    if (strncmp(selection, "tag:", 4) == 0)
        return rsp_scenario_has_tag(scenario, selection + 4);
    return by_name(scenario, selection) || covers(scenario, selection) || at_place(scenario, selection);
}
