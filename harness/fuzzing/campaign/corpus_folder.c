/* Names come from content, so keeping a sequence twice writes it once.
 * Nothing here keeps state: any thread may add to the folder.
 * See corpus_folder.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/corpus_folder.h"

#include "core/file.h"
#include "core/file_writer.h"
#include "core/folder.h"
#include "core/limits.h"
#include "folder_path.h"
#include <inttypes.h>
#include <stdio.h>

enum { MAX_TEXT_BYTES = 4 * RSP_LIMIT_MESSAGES_BYTES };

rsp_status rsp_corpus_folder_keep(const rsp_campaign *c, const rsp_messages *list, rsp_error *error) {
    rsp_buf text = {0};
    rsp_error why = {0};
    char path[4096];
    rsp_messages_write(&text, list);
    uint64_t name = folder_content_name(rsp_buf_bytes(&text));
    (void)snprintf(path, sizeof path, "%s/corpus/%016" PRIx64 ".txt", c->folder, name);
    rsp_status status = rsp_path_exists(path) ? RSP_OK : rsp_file_write(path, rsp_buf_bytes(&text), &why);
    rsp_buf_free(&text);
    if (status == RSP_OK)
        return RSP_OK;
    return rsp_fail_at(error, status, c->folder, 0, 0, "corpus/%016" PRIx64 ".txt: %.100s", name, why.msg);
}

static rsp_status read_sequence(const char *path, bool (*each)(void *ctx, const rsp_messages *list),
                                void *ctx, rsp_error *error) {
    rsp_buf text = {.limit = MAX_TEXT_BYTES};
    rsp_messages list = {0};
    rsp_status status = rsp_file_read(&text, path, error);
    if (status == RSP_OK && rsp_messages_read(&list, rsp_buf_bytes(&text)) && !each(ctx, &list))
        status = rsp_fail(error, RSP_LIMIT, "%s: no more sequences can be kept", path);
    rsp_messages_free(&list);
    rsp_buf_free(&text);
    return status;
}

rsp_status rsp_corpus_folder_each(rsp_campaign *c, bool (*each)(void *ctx, const rsp_messages *list),
                                  void *ctx, rsp_error *error) {
    rsp_folder_names corpus;
    rsp_status status = rsp_folder_read(&corpus, folder_path(c, "corpus"), "", error);
    for (size_t i = 0; i < corpus.num && status == RSP_OK; i++)
        status = read_sequence(folder_path(c, "corpus/%s", corpus.names[i]), each, ctx, error);
    rsp_folder_free(&corpus);
    return status;
}

uint64_t rsp_corpus_folder_count(rsp_campaign *c) {
    return rsp_folder_count(folder_path(c, "corpus"));
}
