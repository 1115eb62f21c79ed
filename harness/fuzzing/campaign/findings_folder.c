/* Writes findings, finds and removes them.
 * finding.json is written last and says by itself that the folder is whole.
 * See findings_folder.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/findings_folder.h"

#include "codec/explain.h"
#include "core/arena.h"
#include "core/file.h"
#include "core/file_writer.h"
#include "core/folder.h"
#include "folder_path.h"
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <unistd.h>

enum { MAX_LAST_WORDS = 64 * 1024 };

static const char *slug_of(rsp_campaign *c, const rsp_finding *finding) {
    rsp_buf slug = {0};
    rsp_finding_slug(&slug, finding);
    const char *text = rsp_arena_str(&c->arena, rsp_buf_cstr(&slug));
    rsp_buf_free(&slug);
    return text;
}

static rsp_status write_part(rsp_campaign *c, const char *folder, const char *name, rsp_buf *text,
                             rsp_error *error) {
    rsp_status status =
        text->status == RSP_OK
            ? rsp_file_write(rsp_arena_printf(&c->arena, "%s/%s", folder, name), rsp_buf_bytes(text), error)
            : rsp_fail(error, text->status, "%s: no memory", name);
    rsp_buf_free(text);
    return status;
}

static void append_escaped(rsp_buf *out, const char *title, rsp_bytes words) {
    rsp_buf_printf(out, "--- %s\n", title);
    words = words.len > MAX_LAST_WORDS ? rsp_bytes_from(words, words.len - MAX_LAST_WORDS) : words;
    while (words.len > 0) {
        rsp_printable_append(out, rsp_bytes_split(&words, '\n'), 0);
        rsp_buf_push(out, '\n');
    }
}

static rsp_status write_parts(rsp_campaign *c, const rsp_finding *f, const char *slug,
                              const rsp_campaign_about *about, const char *folder, rsp_error *error) {
    const char *final = folder_path(c, "findings/%.200s", slug);
    rsp_buf command = {0};
    rsp_buf_str(&command, "stubborn fuzz replay --stub ");
    rsp_buf_shell_word(&command, about->stub);
    rsp_buf_printf(&command, "%s ", about->options ? about->options : "");
    rsp_buf_shell_word(&command, rsp_arena_printf(&c->arena, "%s/", final));
    const char *again = rsp_arena_str(&c->arena, rsp_buf_cstr(&command));
    rsp_buf_free(&command);
    rsp_buf texts[7] = {{0}};
    rsp_buf_append(&texts[0], f->log.bytes);
    if (rsp_finding_has_scenario(f))
        (void)!rsp_finding_scenario(&texts[1], f, slug);
    rsp_finding_messages(&texts[2], f);
    (void)!rsp_finding_summary(&texts[3], f, about->stub, again, "");
    append_escaped(&texts[4], "standard error", f->words);
    append_escaped(&texts[4], "standard output", f->output);
    (void)!rsp_finding_conversation(&texts[5], f);
    (void)!rsp_finding_json(&texts[6], f, slug);
    /* finding.json is the last: over one that is pending, it says that all are there. */
    static const char *const names[] = {"raw.bin",  "scenario.yaml",    "messages.txt", "summary.md",
                                        "stub.txt", "conversation.txt", "finding.json"};
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++) {
        bool left_out = i == 1 && !rsp_finding_has_scenario(f);
        if (left_out) /* while it was pending there may have been one */
            (void)unlink(rsp_arena_printf(&c->arena, "%s/%s", folder, names[i]));
        rsp_status one =
            left_out ? RSP_OK : write_part(c, folder, names[i], &texts[i], status == RSP_OK ? error : NULL);
        status = status == RSP_OK ? one : status;
    }
    return status;
}

/* A finding on its way into a folder. */
typedef struct finding_parts {
    rsp_campaign *campaign;
    const rsp_finding *finding;
    const rsp_campaign_about *about;
    const char *slug;
} finding_parts;

static rsp_status fill(void *ctx, const char *folder, rsp_error *error) {
    const finding_parts *p = ctx;
    return write_parts(p->campaign, p->finding, p->slug, p->about, folder, error);
}

/* What is pending under the same name is replaced file by file. Who is stopped in between leaves a finding
 * that is pending, whichever of the lists it has then. */
rsp_status rsp_findings_folder_write(rsp_campaign *c, const rsp_finding *finding,
                                     const rsp_campaign_about *about, const char *pending,
                                     const char **out_folder, rsp_error *error) {
    const char *slug = slug_of(c, finding);
    const char *final = folder_path(c, "findings/%.200s", slug);
    const char *making = folder_path(c, "findings/.%.160s-%.40s-%ld", slug, c->node, (long)getpid());
    finding_parts parts = {.campaign = c, .finding = finding, .about = about, .slug = slug};
    bool replaces = pending && strcmp(pending, final) == 0;
    bool is_there = rsp_path_exists(final) && !replaces;
    rsp_status status = RSP_OK;
    *out_folder = NULL;
    if (replaces)
        status = write_parts(c, finding, slug, about, final, error);
    else if (!is_there)
        status = rsp_folder_make_whole(final, making, fill, &parts, error);
    if (status != RSP_OK)
        return status;
    *out_folder = is_there ? NULL : final;
    return pending && !replaces ? rsp_findings_folder_withdraw(c, pending, error) : RSP_OK;
}

/* Out of sight first, so that nobody sees a part of it. */
rsp_status rsp_findings_folder_withdraw(rsp_campaign *c, const char *finding_folder, rsp_error *error) {
    const char *hidden = folder_path(c, "findings/.withdrawn-%.40s-%ld", c->node, (long)getpid());
    if (rename(finding_folder, hidden) != 0)
        return rsp_fail(error, RSP_IO, "%s: can not be moved: %s", finding_folder, strerror(errno));
    return rsp_folder_remove(hidden, error);
}

/* Puts text before or behind what is in a file. */
static rsp_status add_to_file(const char *path, const char *before, const char *behind, rsp_error *error) {
    rsp_buf old = {0};
    rsp_buf all = {0};
    rsp_status status = rsp_file_read(&old, path, error);
    rsp_buf_str(&all, before);
    rsp_buf_append(&all, rsp_buf_bytes(&old));
    rsp_buf_str(&all, behind);
    if (status == RSP_OK)
        status = rsp_file_write(path, rsp_buf_bytes(&all), error);
    rsp_buf_free(&old);
    rsp_buf_free(&all);
    return status;
}

rsp_status rsp_findings_folder_note(const char *finding_folder, bool passes, const char *text,
                                    rsp_error *error) {
    char path[4096];
    char says[1024];
    (void)snprintf(says, sizeof says, "\nThe scenario was run against this stub: %.800s%s.\n", text,
                   passes ? ". It does not show this; `stubborn fuzz replay` does" : "");
    (void)snprintf(path, sizeof path, "%s/summary.md", finding_folder);
    rsp_status status = add_to_file(path, "", says, error);
    (void)snprintf(path, sizeof path, "%s/scenario.yaml", finding_folder);
    if (status == RSP_OK && passes)
        status = add_to_file(
            path, "# It did not fail on the stub that it was made from: stubborn fuzz replay shows it.\n", "",
            error);
    return status;
}

/* The JSON of finding number `i` of a folder's names; a new reference, NULL for what is no finding. */
static json_t *load_finding(rsp_campaign *c, const rsp_folder_names *findings, size_t i) {
    json_t *one = folder_load_json(folder_path(c, "findings/%s/finding.json", findings->names[i]), NULL);
    if (json_is_object(one))
        return one;
    json_decref(one);
    return NULL;
}

json_t *rsp_findings_folder_json(rsp_campaign *c) {
    json_t *all = json_array();
    rsp_folder_names findings;
    (void)!rsp_folder_read(&findings, folder_path(c, "findings"), "", NULL);
    for (size_t i = 0; i < findings.num; i++) {
        json_t *one = load_finding(c, &findings, i);
        if (one)
            (void)json_array_append_new(all, one);
    }
    rsp_folder_free(&findings);
    return all;
}

/* A finding's folder takes its name when it is whole: it need not be read to be counted. */
uint64_t rsp_findings_folder_count(rsp_campaign *c) {
    uint64_t num = 0;
    rsp_folder_names findings;
    (void)!rsp_folder_read(&findings, folder_path(c, "findings"), "", NULL);
    for (size_t i = 0; i < findings.num; i++)
        num += rsp_path_exists(folder_path(c, "findings/%s/finding.json", findings.names[i]));
    rsp_folder_free(&findings);
    return num;
}

/* The folder is the one that was read, whatever finding.json says. */
void rsp_findings_folder_each(rsp_campaign *c,
                              bool (*each)(void *ctx, const char *signature, const char *folder), void *ctx) {
    rsp_folder_names findings;
    bool go = true;
    (void)!rsp_folder_read(&findings, folder_path(c, "findings"), "", NULL);
    for (size_t i = 0; i < findings.num && go; i++) {
        json_t *one = load_finding(c, &findings, i);
        const char *signature = json_string_value(json_object_get(one, "signature"));
        if (signature)
            go = each(ctx, signature, folder_path(c, "findings/%s", findings.names[i]));
        json_decref(one);
    }
    rsp_folder_free(&findings);
}

void rsp_findings_folder_each_pending(rsp_campaign *c, void (*each)(void *ctx, const char *folder),
                                      void *ctx) {
    rsp_folder_names findings;
    (void)!rsp_folder_read(&findings, folder_path(c, "findings"), "", NULL);
    for (size_t i = 0; i < findings.num; i++) {
        json_t *one = load_finding(c, &findings, i);
        if (json_is_true(json_object_get(one, "pending")))
            each(ctx, folder_path(c, "findings/%s", findings.names[i]));
        json_decref(one);
    }
    rsp_folder_free(&findings);
}

bool rsp_findings_folder_has(const rsp_campaign *c, const char *signature) {
    rsp_finding named = {0};
    rsp_buf slug = {0};
    char path[4096];
    (void)snprintf(named.signature, sizeof named.signature, "%s", signature);
    rsp_finding_slug(&slug, &named);
    (void)snprintf(path, sizeof path, "%s/findings/%s", c->folder, rsp_buf_cstr(&slug));
    rsp_buf_free(&slug);
    return rsp_path_exists(path);
}
