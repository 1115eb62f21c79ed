/* main of librsp_embed_suite: the stubborn program with somebody's stub linked in, as what --stub stands for.
 * The three functions of include/rsp/embed.h become a peer in virtual time, in a process that may die.
 * A silent stub is asked some more times, for a program that runs may yet stop. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "stubs/stub_config.h"

#include "link/forked_stub.h"
#include <errno.h>
#include <rsp/embed.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    TAKE_BYTES = 4096,
    PATIENCE = 64, /* empty answers in a row, after which the stub waits for its client */
};

static unsigned silent;

static size_t take(rsp_buf *out) {
    uint8_t block[TAKE_BYTES];
    size_t len = rsp_embed_take(block, sizeof block);
    rsp_buf_append(out, rsp_bytes_make(block, len < sizeof block ? len : sizeof block));
    silent = len > 0 ? 0 : silent + 1;
    return len;
}

static rsp_status embedded_connect(void *ctx, rsp_buf *out) {
    (void)ctx;
    rsp_embed_reset();
    (void)take(out);
    return RSP_OK;
}

static rsp_peer_state embedded_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    (void)ctx;
    if (in.len > 0)
        rsp_embed_feed(in.ptr, in.len);
    silent = 0;
    (void)take(out);
    return RSP_PEER_BUSY;
}

static rsp_peer_state embedded_run(void *ctx, uint64_t budget, rsp_buf *out) {
    (void)ctx;
    (void)budget;
    (void)take(out);
    return silent < PATIENCE ? RSP_PEER_BUSY : RSP_PEER_IDLE;
}

static void embedded_describe(void *ctx, rsp_buf *out) {
    (void)ctx;
    rsp_buf_str(out, "embedded stub");
}

/* In this process, for a debugger: a fault ends it. */
static const rsp_peer here = {
    .connect = embedded_connect,
    .input = embedded_input,
    .run = embedded_run,
    .describe = embedded_describe,
};

/* Functions of runtimes that a program may be linked with, or not. */
extern size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));
extern int __lsan_do_recoverable_leak_check(void) __attribute__((weak));
extern void __gcov_dump(void) __attribute__((weak));
extern int __llvm_profile_write_file(void) __attribute__((weak));

static size_t allocated_at_first;

static size_t allocated(void) {
    return __sanitizer_get_current_allocated_bytes ? __sanitizer_get_current_allocated_bytes() : SIZE_MAX;
}

/* In a process of its own, once. */
static void begin(void) {
    rsp_embed_reset();
    allocated_at_first = allocated();
}

enum { SEARCH_S = 30 };

/* A search stops a process for some milliseconds: it is only made where a client's end leaves more memory
 * than its beginning took, and in a fork, for the conversation may go on. */
static bool leaks(void) {
    if (allocated() <= allocated_at_first)
        return false;
    const pid_t pid = fork();
    if (pid == 0) {
        (void)alarm(SEARCH_S);
        rsp_embed_reset();
        _exit(allocated() > allocated_at_first && __lsan_do_recoverable_leak_check() != 0);
    }
    int status = 0;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

/* What was covered is counted in each process, and added up in the file. */
static void leave(void) {
    if (__gcov_dump)
        __gcov_dump();
    if (__llvm_profile_write_file)
        (void)__llvm_profile_write_file();
}

static bool wants_process(void) {
    const char *word = getenv("RSP_EMBED_PROCESS");
    return !word || strcmp(word, "no") != 0;
}

int main(int argc, char **argv) {
    const rsp_forked_functions functions = {
        .reset = begin,
        .feed = rsp_embed_feed,
        .take = rsp_embed_take,
        .leaks = __lsan_do_recoverable_leak_check ? leaks : NULL,
        .leave = leave,
    };
    rsp_forked_stub *forked = wants_process() ? rsp_forked_stub_new(&functions, NULL) : NULL;
    const rsp_peer peer = forked ? rsp_forked_stub_peer(forked) : here;
    stub_config_embedded = &peer;
    const int code = stubborn_main(argc, argv);
    rsp_forked_stub_free(forked);
    return code;
}
