/* NODE-N.now has the sequence under way, at the start of the file. NODE-N.states grows by a state a line.
 * NODE-N.edges is replaced now and then.
 * See journal.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/journal.h"

#include "core/file.h"
#include "core/file_writer.h"
#include "core/folder.h"

#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { HEAD_BYTES = 96, STATE_BYTES = 17, MAX_TEXT_BYTES = 4 * RSP_LIMIT_MESSAGES_BYTES };

static const char *file_of(rsp_campaign *c, unsigned worker, const char *what) {
    return rsp_arena_printf(&c->arena, "%s/journal/%s-%u.%s", c->folder, c->node, worker, what);
}

/* "at 12 messages 345 seconds 67": the head is padded with blanks to its fixed length. */
rsp_journal_place rsp_journal_place_parse(const char *text) {
    unsigned long long index = 0;
    unsigned long long messages = 0;
    unsigned long long seconds = 0;
    char *rest = NULL;
    if (strncmp(text, "at ", 3) != 0)
        return (rsp_journal_place){0};
    index = strtoull(text + 3, &rest, 10);
    if (strncmp(rest, " messages ", 10) == 0)
        messages = strtoull(rest + 10, &rest, 10);
    if (strncmp(rest, " seconds ", 9) == 0)
        seconds = strtoull(rest + 9, NULL, 10);
    return (rsp_journal_place){
        .next = index < UINT64_MAX ? index + 1 : index, .messages = messages, .seconds = seconds};
}

rsp_journal_place rsp_journal_place_read(const char *path) {
    rsp_buf text = {.limit = MAX_TEXT_BYTES};
    bool there = rsp_file_read(&text, path, NULL) == RSP_OK;
    rsp_journal_place place = there ? rsp_journal_place_parse(rsp_buf_cstr(&text)) : (rsp_journal_place){0};
    rsp_buf_free(&text);
    return place;
}

/* "at 7 messages 3100 seconds 12" and blanks up to HEAD_BYTES. */
static void append_head(rsp_buf *out, uint64_t index, uint64_t messages, uint64_t seconds) {
    size_t start = out->len;
    rsp_buf_printf(out, "at %" PRIu64 " messages %" PRIu64 " seconds %" PRIu64, index, messages, seconds);
    while (out->status == RSP_OK && out->len - start + 1 < HEAD_BYTES)
        rsp_buf_push(out, ' ');
    rsp_buf_push(out, '\n');
}

rsp_status rsp_journal_copy_place(const char *to, const char *from, rsp_error *error) {
    rsp_buf text = {.limit = MAX_TEXT_BYTES};
    rsp_buf copy = {0};
    rsp_status status = rsp_file_read(&text, from, error);
    rsp_journal_place place =
        status == RSP_OK ? rsp_journal_place_parse(rsp_buf_cstr(&text)) : (rsp_journal_place){0};
    rsp_bytes rest = rsp_buf_bytes(&text);
    (void)rsp_bytes_split(&rest, '\n');
    if (place.next > 0) {
        append_head(&copy, place.next - 1, 0, 0);
        rsp_buf_append(&copy, rest);
    }
    if (status == RSP_OK)
        status = copy.status == RSP_OK ? rsp_file_write(to, rsp_buf_bytes(&copy), error)
                                       : rsp_fail(error, copy.status, "%s: no memory for a record", to);
    rsp_buf_free(&text);
    rsp_buf_free(&copy);
    return status;
}

static rsp_status open_file(int *out_fd, const char *path, int flags, rsp_error *error) {
    *out_fd = open(path, flags | O_CREAT | O_CLOEXEC, 0666);
    return *out_fd >= 0 ? RSP_OK : rsp_fail(error, RSP_IO, "%s: %s", path, strerror(errno));
}

/* An earlier run may have been killed, or the file store full, in the middle of a write. */
static bool ends_in_a_line(int fd) {
    char last = '\n';
    off_t size = lseek(fd, 0, SEEK_END);
    return size > 0 && pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

rsp_status rsp_journal_open(rsp_journal *j, rsp_campaign *c, unsigned worker, bool resume,
                            rsp_journal_place *out_place, rsp_error *error) {
    const char *now = file_of(c, worker, "now");
    const char *states = file_of(c, worker, "states");
    *out_place = resume ? rsp_journal_place_read(now) : (rsp_journal_place){0};
    *j = (rsp_journal){.now_path = now,
                       .states_path = states,
                       .edges_path = file_of(c, worker, "edges"),
                       .messages_before = out_place->messages,
                       .seconds_before = out_place->seconds};
    rsp_status status = open_file(&j->now_fd, now, O_WRONLY, error);
    if (status == RSP_OK)
        status =
            open_file(&j->states_fd, states, resume ? O_RDWR | O_APPEND : O_RDWR | O_APPEND | O_TRUNC, error);
    if (status == RSP_OK)
        j->torn = ends_in_a_line(j->states_fd);
    else
        rsp_journal_close(j);
    return status;
}

rsp_status rsp_journal_sync(const rsp_journal *j, rsp_error *error) {
    if (j->now_fd > 0 && !rsp_file_sync_fd(j->now_fd))
        return rsp_fail_at(error, RSP_IO, j->now_path, 0, 0, "can not be written: %s", strerror(errno));
    if (j->states_fd > 0 && !rsp_file_sync_fd(j->states_fd))
        return rsp_fail_at(error, RSP_IO, j->states_path, 0, 0, "can not be written: %s", strerror(errno));
    return RSP_OK;
}

void rsp_journal_close(rsp_journal *j) {
    if (j->now_fd > 0)
        (void)close(j->now_fd);
    if (j->states_fd > 0)
        (void)close(j->states_fd);
    rsp_buf_free(&j->record);
    rsp_buf_free(&j->states);
    *j = (rsp_journal){0};
}

static rsp_status check_written(ssize_t done, size_t len, const char *path, rsp_error *error) {
    if (done >= 0 && (size_t)done == len)
        return RSP_OK;
    int why = done < 0 ? errno : ENOSPC; /* a part was written */
    return rsp_fail_at(error, RSP_IO, path, 0, 0, "can not be written: %s", strerror(why));
}

rsp_status rsp_journal_save_states(rsp_journal *j, rsp_error *error) {
    if (j->states.status != RSP_OK)
        return rsp_fail(error, j->states.status, "%s: no memory for new states", j->states_path);
    rsp_bytes text = rsp_buf_bytes(&j->states);
    if (text.len == 0)
        return RSP_OK;
    if (j->torn && write(j->states_fd, "\n", 1) == 1)
        j->torn = false;
    ssize_t done = write(j->states_fd, text.ptr, text.len);
    j->torn = j->torn || (done > 0 && (size_t)done % STATE_BYTES != 0);
    rsp_buf_clear(&j->states);
    return check_written(done, text.len, j->states_path, error);
}

rsp_status rsp_journal_before(rsp_journal *j, uint64_t index, uint64_t messages, uint64_t seconds,
                              const rsp_messages *list, rsp_error *error) {
    rsp_status status = rsp_journal_save_states(j, error);
    if (status != RSP_OK)
        return status;
    rsp_buf_clear(&j->record);
    append_head(&j->record, index, messages + j->messages_before, seconds + j->seconds_before);
    rsp_messages_write(&j->record, list);
    rsp_buf_str(&j->record, ".end\n"); /* the rest of the file is left from a longer one */
    if (j->record.status != RSP_OK)
        return rsp_fail(error, j->record.status, "%s: no memory for a record", j->now_path);
    return check_written(pwrite(j->now_fd, j->record.ptr, j->record.len, 0), j->record.len, j->now_path,
                         error);
}

void rsp_journal_state(rsp_journal *j, uint64_t state) {
    rsp_buf_printf(&j->states, "%016" PRIx64 "\n", state);
}

bool rsp_journal_next_state(uint64_t *out, rsp_bytes *text) {
    while (text->len > 0) {
        rsp_bytes line = rsp_bytes_split(text, '\n');
        if (line.len == STATE_BYTES - 1 && rsp_hex_u64(out, line) == RSP_OK)
            return true;
    }
    return false;
}

static void recall_states(rsp_fuzzer *fuzzer, rsp_bytes text) {
    for (uint64_t state = 0; rsp_journal_next_state(&state, &text);)
        (void)rsp_fuzzer_know_state(fuzzer, state);
}

static void recall_file(rsp_campaign *c, const char *name, rsp_fuzzer *fuzzer, rsp_edge_map *map) {
    const char *dot = strrchr(name, '.');
    rsp_buf bytes = {0};
    bool states = dot && strcmp(dot, ".states") == 0;
    bool edges = dot && strcmp(dot, ".edges") == 0 && map;
    if ((states || edges) &&
        rsp_file_read(&bytes, rsp_arena_printf(&c->arena, "%s/journal/%s", c->folder, name), NULL) ==
            RSP_OK) {
        if (states)
            recall_states(fuzzer, rsp_buf_bytes(&bytes));
        else
            rsp_edge_map_restore(map, rsp_buf_bytes(&bytes));
    }
    rsp_buf_free(&bytes);
}

void rsp_journal_recall(rsp_campaign *c, rsp_fuzzer *fuzzer, rsp_edge_map *map) {
    rsp_folder_names journals;
    (void)!rsp_folder_read(&journals, rsp_arena_printf(&c->arena, "%s/journal", c->folder), "", NULL);
    for (size_t i = 0; i < journals.num; i++)
        recall_file(c, journals.names[i], fuzzer, map);
    rsp_folder_free(&journals);
}

rsp_status rsp_journal_save_edges(const rsp_journal *j, const rsp_edge_map *map, rsp_error *error) {
    bool any = map && map->edges > 0;
    return any ? rsp_file_write(j->edges_path, rsp_edge_map_seen(map), error) : RSP_OK;
}
