/* The child answers calls until it is told to leave, or the other side is gone.
 * The clock of a call counts what the child computes, so that a busy machine makes no loop endless.
 * See forked_child.h. */
/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* setitimer */
#include "forked_child.h"

#include "descriptor.h"

#include "core/mem.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    OUTPUT = 1, /* of the child, for whom both are its last words */
    ERRORS = 2,
    ROOM_BYTES = RSP_FORKED_ROOM_BYTES,
    PATIENCE = 64, /* empty answers in a row, after which the stub waits for its client */
};

static rsp_bytes bytes_of(const void *from, size_t len) {
    return rsp_bytes_make((const uint8_t *)from, len);
}

static void set_timer(uint64_t ns) {
    const struct itimerval timer = {.it_value = {.tv_sec = (time_t)(ns / RSP_NS_PER_S),
                                                 .tv_usec = (suseconds_t)(ns % RSP_NS_PER_S / 1000)}};
    (void)setitimer(ITIMER_VIRTUAL, &timer, NULL);
}

/* All that the stub says until it is silent, or there is no room: a switch of processes costs more than a
 * call. */
static size_t take_all(const rsp_forked_functions *f, uint8_t *out, uint32_t *more) {
    size_t len = 0;
    unsigned silent = 0;
    while (silent < PATIENCE && len < ROOM_BYTES) {
        size_t got = f->take(out + len, ROOM_BYTES - len);
        got = got < ROOM_BYTES - len ? got : ROOM_BYTES - len;
        silent = got > 0 ? 0 : silent + 1;
        len += got;
    }
    *more = silent < PATIENCE;
    return len;
}

/* One that computes for longer ends this process. */
static size_t do_call(const rsp_forked_functions *f, rsp_forked_head *head, const uint8_t *in, uint8_t *out,
                      uint64_t cpu_ns) {
    const uint32_t call = head->call;
    size_t len = 0;
    head->call = 0;
    set_timer(cpu_ns);
    if (call == RSP_FORKED_RESET)
        f->reset();
    else if (call == RSP_FORKED_FEED)
        f->feed(in, head->len);
    else if (call == RSP_FORKED_LEAKS)
        len = f->leaks();
    if (call <= RSP_FORKED_TAKE)
        len = take_all(f, out, &head->call);
    set_timer(0);
    return len;
}

/* A piece has exactly its bytes in memory, so that a sanitizer sees what reads beyond. */
static _Noreturn void serve(const rsp_forked_functions *f, int calls, uint64_t cpu_ns) {
    static uint8_t out[ROOM_BYTES];
    rsp_forked_head head;
    while (rsp_read_all(calls, &head, sizeof head)) {
        uint8_t *in = head.len > 0 ? rsp_mem_alloc(NULL, head.len) : NULL;
        if ((head.len > 0 && !in) || !rsp_read_all(calls, in, head.len))
            break;
        const uint32_t call = head.call;
        const size_t len = do_call(f, &head, in, out, cpu_ns);
        rsp_mem_free(NULL, in);
        head.len = (uint32_t)len;
        if (!rsp_send_all(calls, bytes_of(&head, sizeof head)) || !rsp_send_all(calls, bytes_of(out, len)))
            break;
        if (call == RSP_FORKED_LEAVE) {
            if (f->leave)
                f->leave();
            _exit(0);
        }
    }
    _exit(0);
}

/* Nobody is there to hear what a dead child was not told. */
static void empty(int calls) {
    static uint8_t dropped[ROOM_BYTES];
    while (recv(calls, dropped, sizeof dropped, MSG_DONTWAIT) > 0)
        continue;
}

static int32_t how_it_ended(pid_t pid) {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

_Noreturn void rsp_forked_nurse(const rsp_forked_functions *functions, int control, int calls, int words,
                                uint64_t cpu_ns) {
    const rsp_forked_functions f = *functions;
    uint8_t order;
    (void)signal(SIGINT, SIG_IGN); /* of a terminal: it is for the suite */
    (void)signal(SIGVTALRM, SIG_DFL);
    (void)dup2(words, OUTPUT);
    (void)dup2(words, ERRORS);
    while (rsp_read_all(control, &order, 1)) {
        empty(calls);
        const pid_t pid = fork();
        const int32_t id = (int32_t)pid;
        if (pid == 0) {
            (void)close(control);
            serve(&f, calls, cpu_ns);
        }
        if (!rsp_send_all(control, bytes_of(&id, sizeof id)))
            break;
        const int32_t how = pid > 0 ? how_it_ended(pid) : 1;
        if (pid > 0 && !rsp_send_all(control, bytes_of(&how, sizeof how)))
            break;
    }
    _exit(0);
}
