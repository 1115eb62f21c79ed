/* Pipes, pairs of sockets, events, timers, poll and select, as raw system calls.
 * Everything is ready at once or after a time that both sides wait for: no order depends on a clock.
 * Descriptors are printed: they are the lowest free ones. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static long call(long number, long a, long b, long c, long d, long e, long f) {
    return syscall(number, a, b, c, d, e, f);
}

static int ends[2];
static char buffer[70000];

static void pipes(void) {
    print_line("pipe2", call(59, (long)ends, 0, 0, 0, 0, 0));
    print_line("reads", ends[0]);
    print_line("writes", ends[1]);
    print_line("write", write(ends[1], "hello", 5));
    print_line("read part", read(ends[0], buffer, 3));
    print_line("read rest", read(ends[0], buffer, 10));
    print_line("wrong end", read(ends[1], buffer, 1));
    print_line("wrong end too", write(ends[0], buffer, 1));
    print_line("non-blocking", call(25, ends[0], 4, 0x800, 0, 0, 0));
    print_line("nothing there", read(ends[0], buffer, 1));
    print_line("getfl", call(25, ends[0], 3, 0, 0, 0, 0) & 0x803);
    print_line("large", write(ends[1], buffer, 65536));
    print_line("close", close(ends[1]));
    print_line("drained", read(ends[0], buffer, sizeof buffer));
    print_line("end", read(ends[0], buffer, 1));
    print_line("seek", lseek(ends[0], 0, 1));
    print_line("close", close(ends[0]));
    act(13, (void *)1, 0, 0);
    call(59, (long)ends, 0, 0, 0, 0, 0);
    close(ends[0]);
    print_line("nobody reads", write(ends[1], "x", 1));
    close(ends[1]);
}

static void sockets(void) {
    int pair[2];
    print_line("socketpair", call(199, 1, 1, 0, (long)pair, 0, 0));
    print_line("there", write(pair[0], "there", 5));
    print_line("back", write(pair[1], "back!!", 6));
    print_line("got", read(pair[1], buffer, 100));
    print_line("got", read(pair[0], buffer, 100));
    close(pair[1]);
    print_line("gone", read(pair[0], buffer, 100));
    print_line("broken", write(pair[0], "x", 1));
    close(pair[0]);
}

static void events(void) {
    long value = 5;
    long fd = call(19, 3, 0x800, 0, 0, 0, 0);
    print_line("eventfd", fd);
    print_line("add", write((int)fd, &value, 8));
    print_line("short", write((int)fd, &value, 4));
    print_line("take", read((int)fd, &value, 8));
    print_line("sum", value);
    print_line("empty", read((int)fd, &value, 8));
    close((int)fd);
    fd = call(19, 2, 1, 0, 0, 0, 0);
    print_line("one", read((int)fd, &value, 8));
    print_line("of two", value);
    close((int)fd);
}

static void timers(void) {
    long spec[4] = {0, 0, 0, 1000000};
    long value = 0;
    long fd = call(85, 1, 0, 0, 0, 0, 0);
    print_line("timerfd", fd);
    print_line("set", call(86, fd, 0, (long)spec, 0, 0, 0));
    print_line("expired", read((int)fd, &value, 8));
    print_line("times", value);
    print_line("get", call(87, fd, (long)spec, 0, 0, 0, 0));
    print_line("left", spec[2] + spec[3]);
    close((int)fd);
}

static void polls(void) {
    struct {
        int fd;
        short events;
        short got;
    } fds[3];
    long none[2] = {0, 0}, little[2] = {0, 1000000};
    call(59, (long)ends, 0, 0, 0, 0, 0);
    fds[0].fd = ends[0];
    fds[0].events = 1;
    fds[1].fd = ends[1];
    fds[1].events = 4;
    fds[2].fd = 99;
    fds[2].events = 1;
    print_line("poll", call(73, (long)fds, 2, (long)none, 0, 8, 0));
    print_line("read?", fds[0].got);
    print_line("write?", fds[1].got);
    print_line("poll bad", call(73, (long)fds, 3, (long)none, 0, 8, 0));
    print_line("bad?", fds[2].got);
    print_line("poll in vain", call(73, (long)fds, 1, (long)little, 0, 8, 0));
    (void)!write(ends[1], "x", 1);
    print_line("poll", call(73, (long)fds, 1, 0, 0, 8, 0));
    print_line("read?", fds[0].got);
    u64 reads = 1UL << ends[0], writes = 1UL << ends[1] | 1UL << ends[0];
    print_line("select", call(72, ends[1] + 1, (long)&reads, (long)&writes, 0, (long)none, 0));
    print_line("reads", reads == 1UL << ends[0]);
    print_line("writes", writes == 1UL << ends[1]);
    close(ends[1]);
    (void)!read(ends[0], buffer, 1);
    print_line("poll", call(73, (long)fds, 1, 0, 0, 8, 0));
    print_line("hung up", fds[0].got);
    close(ends[0]);
}

/* The parent waits for what the child writes, and the child for its parent. */
static void between_processes(void) {
    int down[2], up[2];
    char c = 0;
    call(59, (long)down, 0, 0, 0, 0, 0);
    call(59, (long)up, 0, 0, 0, 0, 0);
    if (fork() == 0) {
        close(down[1]);
        long sum = 0;
        while (read(down[0], &c, 1) == 1)
            sum += c;
        (void)!write(up[1], &sum, sizeof sum);
        exit(0);
    }
    close(down[0]);
    for (int i = 0; i < 100; i++) {
        c = (char)i;
        (void)!write(down[1], &c, 1);
    }
    close(down[1]);
    long sum = 0;
    print_line("answer", read(up[0], &sum, sizeof sum));
    print_line("sum", sum);
    int status = 0;
    waitpid(-1, &status, 0);
    print_line("status", status);
}

int main(void) {
    pipes();
    sockets();
    events();
    timers();
    polls();
    between_processes();
    return 0;
}
