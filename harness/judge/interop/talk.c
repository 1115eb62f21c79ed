/* The debugger's standard error goes where its standard output goes: a shell joins them, for links keep them
 * apart.
 * See talk.h. */
/* SPDX-License-Identifier: MIT */
#include "interop/talk.h"

#include "core/arena.h"
#include <string.h>

enum { PIECE_BYTES = 16 * 1024, PRINTED_MOST = 8 * 1024 * 1024, SAY_S = 5 };

rsp_status rsp_talk_open(rsp_talk *t, const char *command, const rsp_talk_tongue *tongue,
                         const char *const *environment, const volatile sig_atomic_t *stop,
                         rsp_error *error) {
    const rsp_link_options options = {.stop = stop, .environment = environment};
    rsp_arena arena = {0};
    *t = (rsp_talk){.tongue = tongue};
    const char *joined = tongue ? "" : "sh -c 'exec \"$0\" \"$@\" 2>&1' ";
    const char *address = rsp_arena_printf(&arena, "pipe:%s%s", joined, command);
    rsp_status status =
        arena.status == RSP_OK ? rsp_link_open(&t->link, address, &options, error) : RSP_NO_MEMORY;
    if (status == RSP_OK && tongue) {
        t->state = tongue->open(t->link);
        status = t->state ? RSP_OK : RSP_NO_MEMORY;
    }
    rsp_arena_free(&arena);
    return status;
}

void rsp_talk_close(rsp_talk *t) {
    if (t->state)
        t->tongue->close(t->state);
    rsp_link_close(t->link);
    rsp_buf_free(&t->printed);
    *t = (rsp_talk){0};
}

void rsp_talk_add(rsp_talk *t, const char *line) {
    rsp_buf text = {0};
    if (!t->link || t->gone)
        return;
    rsp_buf_printf(&text, "%s\n", line);
    const uint64_t until = rsp_deadline(rsp_link_now(t->link), SAY_S * RSP_NS_PER_S);
    const rsp_status status = t->tongue ? t->tongue->say(t->state, t, line, until)
                                        : rsp_link_send(t->link, rsp_buf_bytes(&text), until);
    t->gone = status != RSP_OK;
    rsp_buf_free(&text);
}

void rsp_talk_say(rsp_talk *t, const char *line) {
    t->from = t->printed.len;
    rsp_talk_add(t, line);
}

/* Where one of the texts begins, and how long it is. */
static bool find_text(rsp_bytes in, const char *texts, size_t *out_at, size_t *out_len) {
    rsp_bytes rest = rsp_bytes_str(texts);
    *out_at = in.len;
    while (rest.len > 0) {
        const rsp_bytes one = rsp_bytes_split(&rest, '|');
        const size_t at = rsp_bytes_search(in, one);
        if (at < *out_at) {
            *out_at = at;
            *out_len = one.len;
        }
    }
    return *out_at < in.len;
}

rsp_talk_end rsp_talk_wait(rsp_talk *t, const char *texts, uint64_t ns, rsp_bytes *out) {
    const uint64_t until = t->link ? rsp_deadline(rsp_link_now(t->link), ns) : 0;
    for (;;) {
        const rsp_bytes answer = rsp_bytes_from(rsp_buf_bytes(&t->printed), t->from);
        size_t at;
        size_t len = 0;
        *out = answer;
        if (find_text(answer, texts, &at, &len)) {
            *out = rsp_bytes_sub(answer, 0, at);
            t->from += at + len;
            return RSP_TALK_CAME;
        }
        if (t->gone || !t->link || t->printed.len > PRINTED_MOST)
            return RSP_TALK_GONE;
        const rsp_status status = t->tongue ? t->tongue->hear(t->state, t, until)
                                            : rsp_link_recv(t->link, &t->printed, PIECE_BYTES, until);
        if (status == RSP_TIMEOUT)
            return RSP_TALK_LATE;
        t->gone = status != RSP_OK;
    }
}
