/* Files of a campaign: names from content, whole files or none, folders in the order of their names.
 * A finding's folder is made under another name and takes its own when all of it is there.
 * See campaign.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/campaign.h"

#include "core/file.h"
#include "core/file_writer.h"
#include "core/folder.h"

#include "codec/explain.h"
#include "core/arena.h"
#include "core/limits.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FORMAT = 1, MAX_LAST_WORDS = 64 * 1024, MAX_TEXT_BYTES = 4 * RSP_LIMIT_MESSAGES_BYTES };

static const char *path_of(campaign *c, const char *format, ...) RSP_PRINTF(2, 3);
static const char *path_of(campaign *c, const char *format, ...) {
    char name[512];
    va_list ap;
    va_start(ap, format);
    (void)vsnprintf(name, sizeof name, format, ap);
    va_end(ap);
    return rsp_arena_printf(&c->arena, "%s/%s", c->folder, name);
}

static rsp_status make_folder(const char *path, rsp_error *error) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return RSP_OK;
    return rsp_fail(error, RSP_IO, "%s: can not be made: %s", path, strerror(errno));
}

static const char *const parts[] = {"corpus", "findings", "journal"};

/* A folder in which somebody keeps something else is left alone. */
static rsp_status check_folder(const char *path, rsp_error *error) {
    rsp_folder_names in = {0};
    rsp_status status = campaign_exists(path) ? RSP_OK : rsp_folder_read(&in, path, "", error);
    for (size_t i = 0; i < in.num && status == RSP_OK; i++) {
        bool ours = strcmp(in.names[i], "results.json") == 0;
        for (size_t k = 0; k < RSP_ARRAY_LEN(parts); k++)
            ours = ours || strcmp(in.names[i], parts[k]) == 0;
        if (!ours)
            status = rsp_fail(error, RSP_USAGE, "%s: no campaign, and not empty: '%.60s' is in it", path,
                              in.names[i]);
    }
    rsp_folder_free(&in);
    return status;
}

static rsp_status check_node(const char *node, rsp_error *error) {
    for (const char *p = node; *p; p++)
        if (!isalnum((unsigned char)*p) && (p == node || !strchr("._-", *p)))
            return rsp_fail(error, RSP_USAGE,
                            "--node %.60s: expected letters, digits, and ._- behind the first", node);
    return *node ? RSP_OK : rsp_fail(error, RSP_USAGE, "--node: a name is missing");
}

rsp_status campaign_open(campaign *c, const char *folder, const char *node, rsp_error *error) {
    *c = (campaign){.folder = folder, .node = node};
    rsp_status status = check_node(node, error);
    if (status == RSP_OK)
        status = check_folder(folder, error);
    if (status == RSP_OK)
        status = make_folder(folder, error);
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts) && status == RSP_OK; i++)
        status = make_folder(path_of(c, "%s", parts[i]), error);
    return status;
}

rsp_status campaign_lock(campaign *c, rsp_error *error) {
    const char *path = path_of(c, "journal/%.60s.lock", c->node);
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return rsp_fail(error, RSP_IO, "%s: %s", path, strerror(errno));
    c->lock_fd = fd;
    if (fcntl(fd, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN))
        return RSP_OK;
    return rsp_fail(
        error, RSP_USAGE,
        "%s: somebody is fuzzing here as '%.60s'; another --node joins in, another --campaign stays apart",
        c->folder, c->node);
}

void campaign_close(campaign *c) {
    if (c->lock_fd > 0)
        (void)close(c->lock_fd);
    c->lock_fd = 0;
    rsp_arena_free(&c->arena);
}

/* --- about --- */

bool campaign_exists(const char *folder) {
    char path[4096];
    int len = snprintf(path, sizeof path, "%s/campaign.json", folder);
    return len > 0 && (size_t)len < sizeof path && rsp_path_exists(path);
}

bool campaign_has_begun(campaign *c) {
    bool begun = false;
    for (size_t k = 0; k < RSP_ARRAY_LEN(parts) && !begun; k++) {
        rsp_folder_names in;
        begun = rsp_folder_read(&in, path_of(c, "%s", parts[k]), "", NULL) !=
                RSP_OK; /* who knows what is in it */
        for (size_t i = 0; i < in.num && !begun; i++) {
            struct stat at;
            const char *path = path_of(c, "%s/%s", parts[k], in.names[i]);
            begun = stat(path, &at) != 0 || S_ISDIR(at.st_mode) || at.st_size > 0;
        }
        rsp_folder_free(&in);
    }
    return begun;
}

json_t *campaign_load_json(const char *path, rsp_error *error) {
    int fd = -1;
    rsp_error opened = {0};
    json_error_t why = {0};
    if (rsp_file_open(&fd, path, &opened) != RSP_OK) {
        (void)rsp_fail(error, RSP_BAD_FILE, "%s: %s", path, opened.msg);
        return NULL;
    }
    json_t *root = json_loadfd(fd, 0, &why);
    (void)close(fd);
    if (!root)
        (void)rsp_fail(error, RSP_BAD_FILE, "%s:%d: %s", path, why.line, why.text);
    return root;
}

rsp_status campaign_read_about(campaign *c, campaign_about *out, rsp_error *error) {
    const char *path = path_of(c, "campaign.json");
    json_t *root = campaign_load_json(path, error);
    const char *stub = json_string_value(json_object_get(root, "stub"));
    const char *program = json_string_value(json_object_get(root, "program"));
    const char *id = json_string_value(json_object_get(root, "id"));
    *out = (campaign_about){
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
static const char *new_id(campaign *c) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return rsp_arena_printf(&c->arena, "%.60s-%llx-%llx", c->node,
                            (unsigned long long)now.tv_sec * RSP_NS_PER_S + (unsigned long long)now.tv_nsec,
                            (unsigned long long)getpid());
}

rsp_status campaign_write_about(campaign *c, campaign_about *about, rsp_error *error) {
    about->id = about->id ? about->id : new_id(c);
    json_t *root = json_pack("{s:i, s:s, s:s, s:s, s:I}", "format", FORMAT, "id", about->id, "stub",
                             about->stub, "program", about->program, "seed", (json_int_t)about->seed);
    char *text = root ? json_dumps(root, JSON_INDENT(2) | JSON_PRESERVE_ORDER) : NULL;
    rsp_status status = text ? rsp_file_write(path_of(c, "campaign.json"), rsp_bytes_str(text), error)
                             : rsp_fail(error, RSP_NO_MEMORY, "no memory");
    free(text);
    json_decref(root);
    return status;
}

/* --- corpus --- */

/* FNV-1a, 64 bits: names for contents that nobody chooses to collide. */
static uint64_t name_of(rsp_bytes text) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ text.ptr[i]) * UINT64_C(0x100000001b3);
    return hash;
}

rsp_status campaign_keep(const campaign *c, const rsp_messages *list, rsp_error *error) {
    rsp_buf text = {0};
    rsp_error why = {0};
    char path[4096];
    rsp_messages_write(&text, list);
    uint64_t name = name_of(rsp_buf_bytes(&text));
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

rsp_status campaign_each(campaign *c, bool (*each)(void *ctx, const rsp_messages *list), void *ctx,
                         rsp_error *error) {
    rsp_folder_names corpus;
    rsp_status status = rsp_folder_read(&corpus, path_of(c, "corpus"), "", error);
    for (size_t i = 0; i < corpus.num && status == RSP_OK; i++)
        status = read_sequence(path_of(c, "corpus/%.200s", corpus.names[i]), each, ctx, error);
    rsp_folder_free(&corpus);
    return status;
}

uint64_t campaign_num_sequences(campaign *c) {
    return rsp_folder_count(path_of(c, "corpus"));
}

/* --- findings --- */

static const char *slug_of(campaign *c, const rsp_finding *finding) {
    rsp_buf slug = {0};
    rsp_finding_slug(&slug, finding);
    const char *text = rsp_arena_str(&c->arena, rsp_buf_cstr(&slug));
    rsp_buf_free(&slug);
    return text;
}

static rsp_status write_part(campaign *c, const char *folder, const char *name, rsp_buf *text,
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

static rsp_status write_parts(campaign *c, const rsp_finding *f, const char *slug,
                              const campaign_about *about, const char *folder, rsp_error *error) {
    const char *final = path_of(c, "findings/%.200s", slug);
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

/* A folder with files only. */
static rsp_status remove_folder(campaign *c, const char *folder, rsp_error *error) {
    rsp_folder_names parts_of_it;
    (void)!rsp_folder_read(&parts_of_it, folder, "", NULL); /* what stays there is told by rmdir */
    for (size_t i = 0; i < parts_of_it.num; i++)
        (void)unlink(rsp_arena_printf(&c->arena, "%s/%s", folder, parts_of_it.names[i]));
    rsp_folder_free(&parts_of_it);
    return rmdir(folder) == 0
               ? RSP_OK
               : rsp_fail(error, RSP_IO, "%s: can not be removed: %s", folder, strerror(errno));
}

/* What can not be written whole, or that somebody else has written meanwhile, leaves nothing behind. */
static rsp_status make_finding(campaign *c, const rsp_finding *finding, const campaign_about *about,
                               const char *slug, const char *final, rsp_error *error) {
    const char *making = path_of(c, "findings/.%.160s-%.40s-%ld", slug, c->node, (long)getpid());
    rsp_status status = make_folder(making, error);
    if (status == RSP_OK)
        status = write_parts(c, finding, slug, about, making, error);
    if (status == RSP_OK && rename(making, final) == 0)
        return RSP_OK;
    if (status == RSP_OK && errno != EEXIST && errno != ENOTEMPTY)
        status = rsp_fail(error, RSP_IO, "%s: can not be made: %s", final, strerror(errno));
    if (rsp_path_exists(making))
        (void)!remove_folder(c, making, NULL);
    return status;
}

/* What is pending under the same name is replaced file by file. Who is stopped in between leaves a finding
 * that is pending, whichever of the lists it has then. */
rsp_status campaign_find(campaign *c, const rsp_finding *finding, const campaign_about *about,
                         const char *pending, const char **out_folder, rsp_error *error) {
    const char *slug = slug_of(c, finding);
    const char *final = path_of(c, "findings/%.200s", slug);
    bool replaces = pending && strcmp(pending, final) == 0;
    bool is_there = rsp_path_exists(final) && !replaces;
    rsp_status status = RSP_OK;
    *out_folder = NULL;
    if (replaces)
        status = write_parts(c, finding, slug, about, final, error);
    else if (!is_there)
        status = make_finding(c, finding, about, slug, final, error);
    if (status != RSP_OK)
        return status;
    *out_folder = is_there ? NULL : final;
    return pending && !replaces ? campaign_withdraw(c, pending, error) : RSP_OK;
}

/* Out of sight first, so that nobody sees a part of it. */
rsp_status campaign_withdraw(campaign *c, const char *finding_folder, rsp_error *error) {
    const char *hidden = path_of(c, "findings/.withdrawn-%.40s-%ld", c->node, (long)getpid());
    if (rename(finding_folder, hidden) != 0)
        return rsp_fail(error, RSP_IO, "%s: can not be moved: %s", finding_folder, strerror(errno));
    return remove_folder(c, hidden, error);
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

rsp_status campaign_verified(const char *finding_folder, bool passes, const char *text, rsp_error *error) {
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

json_t *campaign_findings(campaign *c) {
    json_t *all = json_array();
    rsp_folder_names findings;
    (void)!rsp_folder_read(&findings, path_of(c, "findings"), "", NULL);
    for (size_t i = 0; i < findings.num; i++) {
        json_t *one = campaign_load_json(path_of(c, "findings/%.200s/finding.json", findings.names[i]), NULL);
        if (json_is_object(one))
            (void)json_array_append(all, one);
        json_decref(one);
    }
    rsp_folder_free(&findings);
    return all;
}

/* A finding's folder takes its name when all of it is there: it need not be read to be counted. */
uint64_t campaign_num_findings(campaign *c) {
    uint64_t num = 0;
    rsp_folder_names findings;
    (void)!rsp_folder_read(&findings, path_of(c, "findings"), "", NULL);
    for (size_t i = 0; i < findings.num; i++)
        num += rsp_path_exists(path_of(c, "findings/%.200s/finding.json", findings.names[i]));
    rsp_folder_free(&findings);
    return num;
}

/* "folder" of a finding.json, as a path; NULL for what is none below findings/. */
static const char *folder_of(campaign *c, const json_t *finding) {
    const char *folder = json_string_value(json_object_get(finding, "folder"));
    return folder && !strchr(folder, '/') ? path_of(c, "findings/%.200s", folder) : NULL;
}

void campaign_each_finding(campaign *c, bool (*each)(void *ctx, const char *signature, const char *folder),
                           void *ctx) {
    json_t *all = campaign_findings(c);
    size_t i = 0;
    json_t *one = NULL;
    json_array_foreach(all, i, one) {
        const char *signature = json_string_value(json_object_get(one, "signature"));
        const char *folder = folder_of(c, one);
        if (signature && folder && !each(ctx, signature, folder))
            break;
    }
    json_decref(all);
}

void campaign_each_pending(campaign *c, void (*each)(void *ctx, const char *folder), void *ctx) {
    json_t *all = campaign_findings(c);
    size_t i = 0;
    json_t *one = NULL;
    json_array_foreach(all, i, one) {
        const char *folder = folder_of(c, one);
        if (folder && json_is_true(json_object_get(one, "pending")))
            each(ctx, folder);
    }
    json_decref(all);
}

bool campaign_has(const campaign *c, const char *signature) {
    rsp_finding named = {0};
    rsp_buf slug = {0};
    char path[4096];
    (void)snprintf(named.signature, sizeof named.signature, "%s", signature);
    rsp_finding_slug(&slug, &named);
    (void)snprintf(path, sizeof path, "%s/findings/%s", c->folder, rsp_buf_cstr(&slug));
    rsp_buf_free(&slug);
    return rsp_path_exists(path);
}

/* --- merging --- */

static rsp_status copy_file(const char *to, const char *from, rsp_error *error) {
    rsp_buf bytes = {0};
    rsp_status status = rsp_file_read(&bytes, from, error);
    if (status == RSP_OK)
        status = rsp_file_write(to, rsp_buf_bytes(&bytes), error);
    rsp_buf_free(&bytes);
    return status;
}

static bool is_pending(campaign *c, const char *folder) {
    json_t *one = campaign_load_json(rsp_arena_printf(&c->arena, "%s/finding.json", folder), NULL);
    bool pending = json_is_true(json_object_get(one, "pending"));
    json_decref(one);
    return pending;
}

/* Copies the files of a folder that are missing in the other; folders within it are made and copied, too. Two
 * levels are all there are. */
static rsp_status copy_missing(campaign *c, const char *to, const char *from, int levels, rsp_error *error) {
    rsp_folder_names theirs;
    rsp_status status = rsp_folder_read(&theirs, from, "", error);
    if (status == RSP_OK)
        status = make_folder(to, error);
    for (size_t i = 0; i < theirs.num && status == RSP_OK; i++) {
        const char *stub_config = rsp_arena_printf(&c->arena, "%s/%s", from, theirs.names[i]);
        const char *target = rsp_arena_printf(&c->arena, "%s/%s", to, theirs.names[i]);
        bool is_folder = rsp_path_is_folder(stub_config);
        /* A finding that is cut down is better than the same one that is not. */
        if (is_folder && is_pending(c, target) && !is_pending(c, stub_config))
            status = campaign_withdraw(c, target, error);
        if (status == RSP_OK && !rsp_path_exists(target) && !is_folder)
            status = copy_file(target, stub_config, error);
        else if (status == RSP_OK && !rsp_path_exists(target) && levels > 0)
            status = copy_missing(c, target, stub_config, levels - 1, error);
    }
    rsp_folder_free(&theirs);
    return status;
}

/* States and edges of nodes with the same name: both are kept, the second by its content's name. */
static rsp_status copy_journals(campaign *into, const char *from, rsp_error *error) {
    const char *path = rsp_arena_printf(&into->arena, "%s/journal", from);
    rsp_folder_names journals;
    rsp_status status = rsp_folder_read(&journals, path, "", error);
    for (size_t i = 0; i < journals.num && status == RSP_OK; i++) {
        const char *name = journals.names[i];
        const char *dot = strrchr(name, '.');
        bool seen = dot && (strcmp(dot, ".states") == 0 || strcmp(dot, ".edges") == 0);
        const char *file = rsp_arena_printf(&into->arena, "%s/%s", path, name);
        const char *same = path_of(into, "journal/%.200s", name);
        rsp_buf bytes = {0};
        if (dot && strcmp(dot, ".now") == 0 && !rsp_path_exists(same))
            status = journal_copy_place(same, file, error);
        if (seen && status == RSP_OK)
            status = rsp_file_read(&bytes, file, error);
        if (seen && status == RSP_OK && bytes.len > 0)
            status = rsp_file_write(
                path_of(into, "journal/%016" PRIx64 "%.10s", name_of(rsp_buf_bytes(&bytes)), dot),
                rsp_buf_bytes(&bytes), error);
        rsp_buf_free(&bytes);
    }
    rsp_folder_free(&journals);
    return status;
}

rsp_status campaign_merge(campaign *into, const char *from, rsp_error *error) {
    if (!campaign_exists(from))
        return rsp_fail(error, RSP_NOT_FOUND, "%s: no campaign (no campaign.json in it)", from);
    campaign foreign = {.folder = from};
    campaign_about about;
    rsp_status status = campaign_read_about(&foreign, &about, error);
    about.id = NULL;
    if (status == RSP_OK && !campaign_exists(into->folder))
        status = campaign_write_about(into, &about, error);
    rsp_arena_free(&foreign.arena);
    if (status == RSP_OK)
        status = copy_journals(into, from, error);
    for (size_t i = 0; i + 1 < RSP_ARRAY_LEN(parts) && status == RSP_OK; i++)
        status = copy_missing(into, path_of(into, "%s", parts[i]),
                              rsp_arena_printf(&into->arena, "%s/%s", from, parts[i]), 1, error);
    return status;
}
