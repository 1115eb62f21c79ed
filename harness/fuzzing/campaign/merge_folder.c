/* Files are named by content or signature, so a file that is there is the same one.
 * The journal of a node is copied as a place to go on from; its numbers are in results.json.
 * See merge_folder.h. */
/* SPDX-License-Identifier: MIT */
#include "merge_folder.h"

#include "campaign/findings_folder.h"
#include "campaign/journal.h"
#include "core/arena.h"
#include "core/file.h"
#include "core/file_writer.h"
#include "core/folder.h"
#include "folder_path.h"
#include <inttypes.h>
#include <jansson.h>

static rsp_status copy_file(const char *to, const char *from, rsp_error *error) {
    rsp_buf bytes = {0};
    rsp_status status = rsp_file_read(&bytes, from, error);
    if (status == RSP_OK)
        status = rsp_file_write(to, rsp_buf_bytes(&bytes), error);
    rsp_buf_free(&bytes);
    return status;
}

static bool is_pending(rsp_campaign *c, const char *folder) {
    json_t *one = folder_load_json(rsp_arena_printf(&c->arena, "%s/finding.json", folder), NULL);
    bool pending = json_is_true(json_object_get(one, "pending"));
    json_decref(one);
    return pending;
}

/* Copies the files that `to` lacks, and so many levels of folders. */
static rsp_status copy_missing(rsp_campaign *c, const char *to, const char *from, int levels,
                               rsp_error *error) {
    rsp_folder_names theirs;
    rsp_status status = rsp_folder_read(&theirs, from, "", error);
    if (status == RSP_OK)
        status = rsp_folder_make(to, error);
    for (size_t i = 0; i < theirs.num && status == RSP_OK; i++) {
        const char *source = rsp_arena_printf(&c->arena, "%s/%s", from, theirs.names[i]);
        const char *target = rsp_arena_printf(&c->arena, "%s/%s", to, theirs.names[i]);
        bool is_folder = rsp_path_is_folder(source);
        /* A minimised finding replaces the same one that is not. */
        if (is_folder && is_pending(c, target) && !is_pending(c, source))
            status = rsp_findings_folder_withdraw(c, target, error);
        if (status == RSP_OK && !rsp_path_exists(target) && !is_folder)
            status = copy_file(target, source, error);
        else if (status == RSP_OK && !rsp_path_exists(target) && levels > 0)
            status = copy_missing(c, target, source, levels - 1, error);
    }
    rsp_folder_free(&theirs);
    return status;
}

/* Two campaigns may have nodes of the same name: states and edges are copied under the name of their content.
 */
static rsp_status copy_journals(rsp_campaign *into, const char *from, rsp_error *error) {
    const char *path = rsp_arena_printf(&into->arena, "%s/journal", from);
    rsp_folder_names journals;
    rsp_status status = rsp_folder_read(&journals, path, "", error);
    for (size_t i = 0; i < journals.num && status == RSP_OK; i++) {
        const char *name = journals.names[i];
        const char *dot = strrchr(name, '.');
        bool seen = dot && (strcmp(dot, ".states") == 0 || strcmp(dot, ".edges") == 0);
        const char *file = rsp_arena_printf(&into->arena, "%s/%s", path, name);
        const char *same = folder_path(into, "journal/%s", name);
        rsp_buf bytes = {0};
        if (dot && strcmp(dot, ".now") == 0 && !rsp_path_exists(same))
            status = rsp_journal_copy_place(same, file, error);
        if (seen && status == RSP_OK)
            status = rsp_file_read(&bytes, file, error);
        if (seen && status == RSP_OK && bytes.len > 0)
            status = rsp_file_write(folder_path(into, "journal/%016" PRIx64 "%.10s",
                                                folder_content_name(rsp_buf_bytes(&bytes)), dot),
                                    rsp_buf_bytes(&bytes), error);
        rsp_buf_free(&bytes);
    }
    rsp_folder_free(&journals);
    return status;
}

rsp_status merge_folder(rsp_campaign *into, const char *from, rsp_error *error) {
    if (!rsp_campaign_exists(from))
        return rsp_fail(error, RSP_NOT_FOUND, "%s: no campaign (no campaign.json in it)", from);
    rsp_campaign foreign = {.folder = from};
    rsp_campaign_about about;
    rsp_status status = rsp_campaign_read_about(&foreign, &about, error);
    about.id = NULL;
    if (status == RSP_OK && !rsp_campaign_exists(into->folder))
        status = rsp_campaign_write_about(into, &about, error);
    rsp_arena_free(&foreign.arena);
    if (status == RSP_OK)
        status = copy_journals(into, from, error);
    for (size_t i = 0; i + 1 < RSP_CAMPAIGN_PARTS && status == RSP_OK; i++)
        status = copy_missing(into, folder_path(into, "%s", rsp_campaign_parts[i]),
                              rsp_arena_printf(&into->arena, "%s/%s", from, rsp_campaign_parts[i]), 1, error);
    return status;
}
