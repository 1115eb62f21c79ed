/* Asks the environment of GitHub and GitLab first, then looks for .git from the current folder up.
 * A submodule and a worktree have a file of that name.
 * See repository.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/repository.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_in(const char *folder, const char *root) {
    const size_t len = strlen(root);
    return len > 1 && root[0] == '/' && strncmp(folder, root, len) == 0 &&
           (folder[len] == '/' || folder[len] == 0);
}

static bool named_by(const char *variable, repository *r) {
    const char *root = getenv(variable);
    if (!root || strlen(root) >= sizeof r->root || !is_in(r->folder, root))
        return false;
    (void)snprintf(r->root, sizeof r->root, "%s", root);
    return true;
}

static void find_git(repository *r) {
    char path[REPOSITORY_PATH_BYTES + 8];
    (void)snprintf(r->root, sizeof r->root, "%s", r->folder);
    while (r->root[0]) {
        (void)snprintf(path, sizeof path, "%s/.git", r->root);
        if (access(path, F_OK) == 0)
            return;
        *strrchr(r->root, '/') = 0;
    }
    (void)snprintf(r->root, sizeof r->root, "%s", r->folder);
}

void repository_find(repository *out) {
    *out = (repository){0};
    if (!getcwd(out->folder, sizeof out->folder) || out->folder[0] != '/')
        out->folder[0] = 0;
    if (out->folder[0] && !named_by("GITHUB_WORKSPACE", out) && !named_by("CI_PROJECT_DIR", out))
        find_git(out);
}
