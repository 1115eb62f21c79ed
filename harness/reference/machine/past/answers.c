/* What the embedder's files answered, recorded and given again.
 * Each answer is a head and its bytes, in the order in which the program asked; going back asks nobody anew.
 * See answers.h. */
/* SPDX-License-Identifier: MIT */
#include "answers.h"

#include "history.h"
#include "travel.h"

#include <string.h>

typedef enum question { LOOK, READ, LIST, WRITE, MAKE_FOLDER, REMOVE, RENAME } question;

typedef struct answer {
    uint32_t question;
    int32_t error;
    uint64_t len;
} answer;

static void record(rsp_machine *m, question what, int error, rsp_bytes bytes) {
    history *h = m->history;
    if (h->during != HISTORY_RECORDS || h->num == 0)
        return;
    const answer head = {.question = what, .error = error, .len = error ? 0 : bytes.len};
    rsp_buf *log = &h->segments[h->num - 1]->answers;
    rsp_buf_append(log, rsp_bytes_make(&head, sizeof head));
    rsp_buf_append(log, rsp_bytes_sub(bytes, 0, head.len));
}

/* The next answer, if it is one to this question: a debugger may have had a file read meanwhile. */
static bool repeat(const rsp_machine *m, question what, int *out_error, rsp_bytes *out) {
    const history *h = m->history;
    travel *t = h->travel;
    answer head;
    if (h->during != HISTORY_REPEATS)
        return false;
    const rsp_buf *log = &h->segments[t->at]->answers;
    if (log->len - t->answer < sizeof head)
        return false;
    memcpy(&head, log->ptr + t->answer, sizeof head);
    if (head.question != (uint32_t)what)
        return false;
    t->answer += sizeof head;
    *out = rsp_bytes_sub(rsp_buf_bytes(log), t->answer, head.len);
    t->answer += head.len;
    *out_error = head.error;
    return true;
}

static int look(void *ctx, const char *path, bool follow, rsp_disk_entry *out) {
    rsp_machine *m = ctx;
    const rsp_disk *host = m->history->host;
    int error;
    rsp_bytes given;
    if (repeat(m, LOOK, &error, &given)) {
        if (given.len == sizeof *out)
            memcpy(out, given.ptr, sizeof *out);
        return error;
    }
    error = host->look(host->ctx, path, follow, out);
    record(m, LOOK, error, rsp_bytes_make(out, sizeof *out));
    return error;
}

/* Reading a file and listing a folder: bytes that are appended. */
static int append(rsp_machine *m, question what, int (*ask)(void *, const char *, rsp_buf *),
                  const char *path, rsp_buf *out) {
    int error;
    rsp_bytes given;
    size_t before = out->len;
    if (repeat(m, what, &error, &given)) {
        rsp_buf_append(out, given);
        return error;
    }
    error = ask(m->history->host->ctx, path, out);
    record(m, what, error, rsp_bytes_from(rsp_buf_bytes(out), before));
    return error;
}

static int read_file(void *ctx, const char *path, rsp_buf *out) {
    rsp_machine *m = ctx;
    return append(m, READ, m->history->host->read, path, out);
}

static int list(void *ctx, const char *path, rsp_buf *out) {
    rsp_machine *m = ctx;
    return append(m, LIST, m->history->host->list, path, out);
}

/* A change is made once; true when this is not the time. */
static bool made_before(const rsp_machine *m, question what, int *out_error) {
    rsp_bytes given;
    *out_error = 0;
    return repeat(m, what, out_error, &given) || m->history->during == HISTORY_REPEATS;
}

static int changed(rsp_machine *m, question what, int error) {
    record(m, what, error, rsp_bytes_make(NULL, 0));
    return error;
}

static int write_file(void *ctx, const char *path, rsp_bytes content, uint32_t mode) {
    rsp_machine *m = ctx;
    const rsp_disk *host = m->history->host;
    int error;
    if (made_before(m, WRITE, &error))
        return error;
    return changed(m, WRITE, host->write(host->ctx, path, content, mode));
}

static int make_folder(void *ctx, const char *path, uint32_t mode) {
    rsp_machine *m = ctx;
    const rsp_disk *host = m->history->host;
    int error;
    if (made_before(m, MAKE_FOLDER, &error))
        return error;
    return changed(m, MAKE_FOLDER, host->make_folder(host->ctx, path, mode));
}

static int remove_path(void *ctx, const char *path, bool folder) {
    rsp_machine *m = ctx;
    const rsp_disk *host = m->history->host;
    int error;
    if (made_before(m, REMOVE, &error))
        return error;
    return changed(m, REMOVE, host->remove(host->ctx, path, folder));
}

static int rename_path(void *ctx, const char *from, const char *to) {
    rsp_machine *m = ctx;
    const rsp_disk *host = m->history->host;
    int error;
    if (made_before(m, RENAME, &error))
        return error;
    return changed(m, RENAME, host->rename(host->ctx, from, to));
}

void answers_listen(rsp_machine *m) {
    history *h = m->history;
    if (!m->options.disk)
        return;
    h->host = m->options.disk;
    h->disk = (rsp_disk){.ctx = m,
                         .look = look,
                         .read = read_file,
                         .list = list,
                         .write = write_file,
                         .make_folder = make_folder,
                         .remove = remove_path,
                         .rename = rename_path};
    m->options.disk = &h->disk;
}
