/* A profile is a file of its name in the folder `profiles`.
 * A folder that cannot be read has no names to offer.
 * See profiles.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/profiles.h"

#include "core/file.h"
#include "core/folder.h"
#include "core/suggest.h"

#define YAML ".yaml"

static const char *folder_of(rsp_arena *arena, const char *scenarios) {
    return rsp_arena_printf(arena, "%s/profiles", scenarios ? scenarios : ".");
}

const char *profiles_path(rsp_arena *arena, const char *scenarios, const char *name) {
    return rsp_arena_printf(arena, "%s/%s" YAML, folder_of(arena, scenarios), name);
}

bool profiles_has(rsp_arena *arena, const char *scenarios, const char *name) {
    return *name && !strchr(name, '/') && rsp_path_is_file(profiles_path(arena, scenarios, name));
}

const char *profiles_nearest(rsp_arena *arena, const char *scenarios, const char *name) {
    rsp_suggestion nearest = {.word = rsp_bytes_str(name)};
    rsp_folder_names profiles;
    (void)!rsp_folder_read(&profiles, folder_of(arena, scenarios), YAML, NULL);
    for (size_t i = 0; i < profiles.num; i++) {
        int len = (int)(strlen(profiles.names[i]) - strlen(YAML));
        rsp_suggest_offer(&nearest, rsp_arena_printf(arena, "%.*s", len, profiles.names[i]));
    }
    rsp_folder_free(&profiles);
    return nearest.best;
}
