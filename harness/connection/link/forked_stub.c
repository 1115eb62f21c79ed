/* Beside this process a nursery, small and with one thread, and its child, in which the stub runs.
 * One socket has calls and answers, each a head and bytes. By the other the nursery is told to fork, says the
 * process id and, when that process has ended, how; then it may fork again. */
/* SPDX-License-Identifier: MIT */
#include "forked_stub.h"

#include "child.h"
#include "descriptor.h"
#include "forked_child.h"
#include "tail.h"

#include "core/mem.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

enum { ROOM_BYTES = RSP_FORKED_ROOM_BYTES, CHUNK_BYTES = 65536 };

struct rsp_forked_stub {
    rsp_forked_options options;
    pid_t nursery;
    int control;
    int calls;
    rsp_tail words;
    char sanitizer[RSP_SANITIZER_BYTES];
    bool looks_for_leaks;
    bool alive;
    bool fed; /* since leaks were looked for */
    int32_t pid;
    rsp_link_end end;
};

/* --- ends --- */

static void take_note(rsp_forked_stub *s, rsp_link_end end) {
    s->alive = false;
    s->pid = 0;
    rsp_tail_read(&s->words);
    s->end = end;
    memcpy(s->end.sanitizer, s->sanitizer, sizeof s->end.sanitizer);
}

/* The process has ended, and the nursery has said how; or the nursery is gone. */
static void take_end(rsp_forked_stub *s) {
    int32_t how = 0;
    const bool told = rsp_read_all(s->control, &how, sizeof how);
    take_note(s, told ? rsp_end_of(how) : rsp_end_of(1));
}

/* What the call was, for a process that had to be ended. */
static const char *const call_names[] = {
    [RSP_FORKED_RESET] = "rsp_embed_reset", [RSP_FORKED_FEED] = "rsp_embed_feed",
    [RSP_FORKED_TAKE] = "rsp_embed_take",   [RSP_FORKED_LEAKS] = "the search for leaks",
    [RSP_FORKED_LEAVE] = "the end",
};

/* The last words say what happened, in the place of a stub that said nothing. */
static void end_endless(rsp_forked_stub *s, uint32_t call, bool computes) {
    rsp_link_end end = {.kind = RSP_END_SIGNALED, .code = SIGKILL};
    const uint64_t spent_ns = computes ? s->options.cpu_ns : s->options.wait_ns;
    (void)snprintf(end.text, sizeof end.text, "no end of %s", call_names[call]);
    rsp_buf_printf(&s->words.kept, "%s had not returned after %.3g s%s, and its process was ended\n",
                   call_names[call], (double)spent_ns / (double)RSP_NS_PER_S,
                   computes ? " of computing" : "");
    take_note(s, end);
}

/* --- calls --- */

/* Lets time pass until the socket is ready: 1; the process has ended or is ended for its time: 0. */
static bool wait_for(rsp_forked_stub *s, short events, uint32_t call, uint64_t until_ns) {
    const rsp_clock clock = rsp_clock_monotonic();
    for (;;) {
        struct pollfd fds[] = {{.fd = s->calls, .events = events},
                               {.fd = s->control, .events = POLLIN},
                               {.fd = s->words.fd, .events = POLLIN}};
        const uint64_t now_ns = rsp_clock_now(&clock);
        const int ms = now_ns < until_ns ? (int)((until_ns - now_ns) / RSP_NS_PER_MS) + 1 : 0;
        const int num = poll(fds, RSP_ARRAY_LEN(fds), ms);
        if (fds[2].revents)
            rsp_tail_read(&s->words);
        if (fds[0].revents)
            return true;
        if (fds[1].revents) {
            take_end(s);
            if (s->end.kind == RSP_END_SIGNALED && s->end.code == SIGVTALRM)
                end_endless(s, call, true);
            return false;
        }
        if (num == 0 && rsp_clock_now(&clock) >= until_ns) {
            (void)kill((pid_t)s->pid, SIGKILL);
            take_end(s);
            end_endless(s, call, false);
            return false;
        }
    }
}

static bool send_all(rsp_forked_stub *s, rsp_bytes bytes, uint32_t call, uint64_t until_ns) {
    while (bytes.len > 0) {
        const ssize_t sent = send(s->calls, bytes.ptr, bytes.len, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0)
            bytes = rsp_bytes_from(bytes, (size_t)sent);
        else if (errno != EINTR && !wait_for(s, POLLOUT, call, until_ns))
            return false;
    }
    return true;
}

static bool receive_all(rsp_forked_stub *s, uint8_t *to, size_t len, uint32_t call, uint64_t until_ns) {
    while (len > 0) {
        const ssize_t got = recv(s->calls, to, len, MSG_DONTWAIT);
        if (got > 0) {
            to += got;
            len -= (size_t)got;
        } else if (!wait_for(s, POLLIN, call, until_ns)) {
            return false;
        }
    }
    return true;
}

/* What a call gave. */
typedef struct answer {
    uint8_t bytes[ROOM_BYTES];
    size_t len;
    bool more;
} answer;

/* One call over there. False when the process has ended instead. */
static bool make_call(rsp_forked_stub *s, uint32_t call, rsp_bytes in, answer *out) {
    const rsp_clock clock = rsp_clock_monotonic();
    const uint64_t until_ns = rsp_deadline(rsp_clock_now(&clock), s->options.wait_ns);
    rsp_forked_head head = {.call = call, .len = (uint32_t)in.len};
    out->len = 0;
    if (!s->alive || !send_all(s, rsp_bytes_make((const uint8_t *)&head, sizeof head), call, until_ns) ||
        !send_all(s, in, call, until_ns) || !receive_all(s, (uint8_t *)&head, sizeof head, call, until_ns) ||
        head.len > ROOM_BYTES || !receive_all(s, out->bytes, head.len, call, until_ns))
        return false;
    out->len = head.len;
    out->more = head.call != 0;
    return true;
}

/* A call whose answer is what the stub says. */
static rsp_peer_state hear(rsp_forked_stub *s, uint32_t call, rsp_bytes in, rsp_buf *out) {
    answer said;
    if (!make_call(s, call, in, &said))
        return RSP_PEER_DEAD;
    rsp_buf_append(out, rsp_bytes_make(said.bytes, said.len));
    return said.more ? RSP_PEER_BUSY : RSP_PEER_IDLE;
}

/* --- the peer --- */

/* A process that is well leaves; one that does not is ended. */
static void end_process(rsp_forked_stub *s) {
    answer last;
    if (s->alive && make_call(s, RSP_FORKED_LEAVE, rsp_bytes_make(NULL, 0), &last))
        take_end(s);
}

static rsp_status forked_connect(void *ctx, rsp_buf *out) {
    rsp_forked_stub *s = ctx;
    uint8_t block[ROOM_BYTES];
    end_process(s);
    rsp_buf_clear(&s->words.kept);
    s->sanitizer[0] = 0;
    s->words.line_len = 0;
    s->end = (rsp_link_end){.kind = RSP_END_RUNNING, .text = "running"};
    while (recv(s->calls, block, sizeof block, MSG_DONTWAIT) > 0) /* of the process before */
        continue;
    if (send(s->control, "f", 1, MSG_NOSIGNAL) != 1 || !rsp_read_all(s->control, &s->pid, sizeof s->pid) ||
        s->pid <= 0)
        return RSP_SPAWN;
    s->alive = true;
    s->fed = false;
    (void)hear(s, RSP_FORKED_RESET, rsp_bytes_make(NULL, 0), out); /* its death is told by the first input */
    return RSP_OK;
}

static rsp_peer_state forked_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    rsp_forked_stub *s = ctx;
    rsp_peer_state state = RSP_PEER_IDLE;
    s->fed = true;
    while (in.len > 0 && state != RSP_PEER_DEAD) {
        const rsp_bytes piece = rsp_bytes_sub(in, 0, CHUNK_BYTES);
        state = hear(s, RSP_FORKED_FEED, piece, out);
        in = rsp_bytes_from(in, piece.len);
    }
    return state;
}

static rsp_peer_state forked_run(void *ctx, uint64_t budget, rsp_buf *out) {
    (void)budget;
    return hear(ctx, RSP_FORKED_TAKE, rsp_bytes_make(NULL, 0), out);
}

static void forked_describe(void *ctx, rsp_buf *out) {
    (void)ctx;
    rsp_buf_str(out, "embedded stub");
}

/* Leaks are looked for when somebody asks how the process is: at the end of a scenario. */
static rsp_link_end forked_ended(void *ctx) {
    rsp_forked_stub *s = ctx;
    answer lost;
    if (s->alive && s->fed && s->looks_for_leaks) {
        s->fed = false;
        if (make_call(s, RSP_FORKED_LEAKS, rsp_bytes_make(NULL, 0), &lost) && lost.len > 0) {
            end_process(s);
            (void)snprintf(s->end.text, sizeof s->end.text, "it loses memory");
        }
    }
    return s->end;
}

static rsp_bytes forked_words(void *ctx) {
    rsp_forked_stub *s = ctx;
    rsp_tail_read(&s->words);
    return rsp_buf_bytes(&s->words.kept);
}

rsp_peer rsp_forked_stub_peer(rsp_forked_stub *stub) {
    return (rsp_peer){
        .connect = forked_connect,
        .input = forked_input,
        .run = forked_run,
        .describe = forked_describe,
        .ended = forked_ended,
        .words = forked_words,
        .ctx = stub,
    };
}

/* --- the nursery --- */

static bool make_pairs(int control[2], int calls[2], int words[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, control) != 0)
        return false;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, calls) == 0) {
        if (pipe(words) == 0)
            return true;
        (void)close(calls[0]);
        (void)close(calls[1]);
    }
    (void)close(control[0]);
    (void)close(control[1]);
    return false;
}

rsp_forked_stub *rsp_forked_stub_new(const rsp_forked_functions *functions,
                                     const rsp_forked_options *options) {
    int control[2];
    int calls[2];
    int words[2];
    rsp_forked_stub *s = rsp_mem_calloc(NULL, 1, sizeof *s);
    if (!s || !make_pairs(control, calls, words)) {
        rsp_mem_free(NULL, s);
        return NULL;
    }
    s->options = options ? *options : (rsp_forked_options){0};
    if (!s->options.cpu_ns)
        s->options.cpu_ns = 5 * RSP_NS_PER_S;
    if (!s->options.wait_ns)
        s->options.wait_ns = 60 * RSP_NS_PER_S;
    s->looks_for_leaks = functions->leaks != NULL;
    s->end = (rsp_link_end){.kind = RSP_END_NO_CHILD};
    s->nursery = fork();
    if (s->nursery == 0) {
        (void)close(control[0]);
        (void)close(calls[0]);
        (void)close(words[0]);
        rsp_forked_nurse(functions, control[1], calls[1], words[1], s->options.cpu_ns);
    }
    (void)close(control[1]);
    (void)close(calls[1]);
    (void)close(words[1]);
    s->control = control[0];
    s->calls = calls[0];
    (void)rsp_set_flags(s->control, false);
    (void)rsp_set_flags(s->calls, false);
    rsp_tail_open(&s->words, words[0], RSP_LIMIT_WORDS_BYTES, s->sanitizer, NULL);
    if (s->nursery > 0)
        return s;
    rsp_forked_stub_free(s);
    return NULL;
}

void rsp_forked_stub_free(rsp_forked_stub *s) {
    if (!s)
        return;
    end_process(s);
    rsp_close_fd(&s->control);
    rsp_close_fd(&s->calls);
    rsp_tail_close(&s->words);
    while (s->nursery > 0 && waitpid(s->nursery, NULL, 0) < 0 && errno == EINTR)
        continue;
    rsp_mem_free(NULL, s);
}
