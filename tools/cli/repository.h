/* The repository that a command works in: where a CI server has put it, or the folder above with .git.
 * Reports name files as seen from there.
 * Found anew whenever it is asked for. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_REPOSITORY_H
#define STUBBORN_REPOSITORY_H

enum { REPOSITORY_PATH_BYTES = 4096 };

/* Absolute paths; "" where there is none. */
typedef struct repository {
    char root[REPOSITORY_PATH_BYTES];
    char folder[REPOSITORY_PATH_BYTES]; /* the current one */
} repository;

/* GITHUB_WORKSPACE or CI_PROJECT_DIR if the current folder is in it, else the nearest folder with .git, else
 * the current folder. */
void repository_find(repository *out);

#endif
