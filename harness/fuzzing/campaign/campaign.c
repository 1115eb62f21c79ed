/* The folder itself, its lock, and campaign.json.
 * A folder with other content is left alone.
 * See campaign.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/campaign.h"

#include "core/arena.h"
#include "core/file.h"
#include "core/file_writer.h"
#include "core/folder.h"
#include "folder_path.h"
#include <ctype.h>
#include <jansson.h>
#include <rsp/clock.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FORMAT = 1 };

const char *const rsp_campaign_parts[RSP_CAMPAIGN_PARTS] = {"corpus", "findings", "journal"};

/* A folder in which somebody keeps something else is left alone. */
static rsp_status check_folder(const char *path, rsp_error *error) {
    rsp_folder_names in = {0};
    rsp_status status = rsp_campaign_exists(path) ? RSP_OK : rsp_folder_read(&in, path, "", error);
    for (size_t i = 0; i < in.num && status == RSP_OK; i++) {
        bool ours = strcmp(in.names[i], "results.json") == 0;
        for (size_t k = 0; k < RSP_CAMPAIGN_PARTS; k++)
            ours = ours || strcmp(in.names[i], rsp_campaign_parts[k]) == 0;
        if (!ours)
            status = rsp_fail(error, RSP_USAGE, "%s: no campaign, and not empty: '%.60s' is in it", path,
                              in.names[i]);
    }
    rsp_folder_free(&in);
    return status;
}

rsp_status rsp_campaign_check_node(const char *node, rsp_error *error) {
    for (const char *p = node; *p; p++)
        if (!isalnum((unsigned char)*p) && (p == node || !strchr("._-", *p)))
            return rsp_fail(error, RSP_USAGE, "%.60s: expected letters, digits, and ._- behind the first",
                            node);
    return *node ? RSP_OK : rsp_fail(error, RSP_USAGE, "a name is missing");
}

rsp_status rsp_campaign_open(rsp_campaign *c, const char *folder, const char *node, rsp_error *error) {
    *c = (rsp_campaign){.folder = folder, .node = node};
    rsp_status status = rsp_campaign_check_node(node, error);
    if (status == RSP_OK)
        status = check_folder(folder, error);
    if (status == RSP_OK)
        status = rsp_folder_make(folder, error);
    for (size_t i = 0; i < RSP_CAMPAIGN_PARTS && status == RSP_OK; i++)
        status = rsp_folder_make(folder_path(c, "%s", rsp_campaign_parts[i]), error);
    return status;
}

rsp_status rsp_campaign_lock(rsp_campaign *c, rsp_error *error) {
    const rsp_status status = rsp_file_lock(&c->lock_fd, folder_path(c, "journal/%s.lock", c->node), error);
    return status == RSP_REFUSED
               ? rsp_fail(error, RSP_USAGE, "%s: somebody is fuzzing here as '%.60s'", c->folder, c->node)
               : status;
}

void rsp_campaign_close(rsp_campaign *c) {
    if (c->lock_fd > 0)
        (void)close(c->lock_fd);
    c->lock_fd = 0;
    rsp_arena_free(&c->arena);
}

/* --- campaign.json --- */

bool rsp_campaign_exists(const char *folder) {
    char path[4096];
    int len = snprintf(path, sizeof path, "%s/campaign.json", folder);
    return len > 0 && (size_t)len < sizeof path && rsp_path_exists(path);
}

bool rsp_campaign_has_begun(rsp_campaign *c) {
    bool begun = false;
    for (size_t k = 0; k < RSP_CAMPAIGN_PARTS && !begun; k++) {
        rsp_folder_names in;
        begun = rsp_folder_read(&in, folder_path(c, "%s", rsp_campaign_parts[k]), "", NULL) !=
                RSP_OK; /* who knows what is in it */
        for (size_t i = 0; i < in.num && !begun; i++) {
            struct stat at;
            const char *path = folder_path(c, "%s/%s", rsp_campaign_parts[k], in.names[i]);
            begun = stat(path, &at) != 0 || S_ISDIR(at.st_mode) || at.st_size > 0;
        }
        rsp_folder_free(&in);
    }
    return begun;
}

rsp_status rsp_campaign_read_about(rsp_campaign *c, rsp_campaign_about *out, rsp_error *error) {
    const char *path = folder_path(c, "campaign.json");
    json_t *root = folder_load_json(path, error);
    const char *stub = json_string_value(json_object_get(root, "stub"));
    const char *program = json_string_value(json_object_get(root, "program"));
    const char *id = json_string_value(json_object_get(root, "id"));
    *out = (rsp_campaign_about){
        .id = rsp_arena_str(&c->arena, id ? id : c->folder),
        .stub = rsp_arena_str(&c->arena, stub ? stub : "reference"),
        .program = rsp_arena_str(&c->arena, program ? program : ""),
        .seed = (uint64_t)json_integer_value(json_object_get(root, "seed")),
    };
    bool good = json_is_object(root) && stub;
    json_int_t format = json_integer_value(json_object_get(root, "format"));
    if (root && format > FORMAT)
        (void)rsp_fail(error, RSP_BAD_FILE, "%s: format %lld of a newer version; this one knows up to %d",
                       path, (long long)format, FORMAT);
    else if (root && !good)
        (void)rsp_fail(error, RSP_BAD_FILE, "%s: no campaign of stubborn fuzz: \"stub\" is missing", path);
    json_decref(root);
    return good && format <= FORMAT ? RSP_OK : RSP_BAD_FILE;
}

/* No two campaigns are begun by the same program at the same time, nor on one node by two. */
static const char *new_id(rsp_campaign *c) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return rsp_arena_printf(&c->arena, "%.60s-%llx-%llx", c->node,
                            (unsigned long long)now.tv_sec * RSP_NS_PER_S + (unsigned long long)now.tv_nsec,
                            (unsigned long long)getpid());
}

rsp_status rsp_campaign_write_about(rsp_campaign *c, rsp_campaign_about *about, rsp_error *error) {
    about->id = about->id ? about->id : new_id(c);
    json_t *root = json_pack("{s:i, s:s, s:s, s:s, s:I}", "format", FORMAT, "id", about->id, "stub",
                             about->stub, "program", about->program, "seed", (json_int_t)about->seed);
    char *text = root ? json_dumps(root, JSON_INDENT(2) | JSON_PRESERVE_ORDER) : NULL;
    rsp_status status = text ? rsp_file_write(folder_path(c, "campaign.json"), rsp_bytes_str(text), error)
                             : rsp_fail(error, RSP_NO_MEMORY, "no memory");
    free(text);
    json_decref(root);
    return status;
}
