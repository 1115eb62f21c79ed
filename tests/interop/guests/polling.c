/* epoll by level, by edge and once, in a set of sets; pairs of sockets with whole messages, peeking and
 * shutting. Built for RISC-V Linux, static and dynamic, and run on the reference stub and under qemu-riscv64.
 * Nothing here waits for the clock. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static void say(const char *what, long result) {
    printf("%s %ld%s%s\n", what, result, result < 0 ? " " : "", result < 0 ? strerror(errno) : "");
}

static int add(int set, int fd, uint32_t events, uint64_t data) {
    struct epoll_event event = {.events = events, .data.u64 = data};
    return epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);
}

static void look(const char *what, int set) {
    struct epoll_event got[8];
    int num = epoll_wait(set, got, 8, 0);
    say(what, num);
    for (int i = 0; i < num; i++)
        printf("  %lu: %x\n", (unsigned long)got[i].data.u64, got[i].events);
}

static void by_level_and_edge(void) {
    int level = epoll_create1(EPOLL_CLOEXEC), edge = epoll_create1(0), once = epoll_create1(0), ends[2];
    char bytes[8];
    say("pipe", pipe(ends));
    say("add", add(level, ends[0], EPOLLIN, 1));
    say("again", add(level, ends[0], EPOLLIN, 1));
    say("edge", add(edge, ends[0], EPOLLIN | EPOLLET, 2));
    say("once", add(once, ends[0], EPOLLIN | EPOLLONESHOT, 3));
    say("file", add(level, open("/dev/null", O_RDONLY), EPOLLIN, 4));
    look("empty", level);
    say("write", write(ends[1], "abc", 3));
    for (int i = 0; i < 2; i++) {
        look("level", level);
        look("edge", edge);
        look("once", once);
    }
    say("write", write(ends[1], "d", 1));
    look("level", level);
    look("edge", edge);
    look("once", once);
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = 5};
    say("arm", epoll_ctl(once, EPOLL_CTL_MOD, ends[0], &event));
    look("once", once);
    say("read", read(ends[0], bytes, sizeof bytes));
    look("drained", level);
    close(ends[1]);
    look("closed", level);
    say("remove", epoll_ctl(level, EPOLL_CTL_DEL, ends[0], NULL));
    say("remove", epoll_ctl(level, EPOLL_CTL_DEL, ends[0], NULL));
    close(ends[0]);
    look("gone", edge);
    say("wrong", epoll_wait(1, &event, 1, 0));
    say("none", epoll_wait(edge, &event, 0, 0));
}

static void sets_of_sets(void) {
    int inner = epoll_create1(0), outer = epoll_create1(0), event = eventfd(0, 0);
    uint64_t one = 1;
    say("inner", add(inner, event, EPOLLIN, 6));
    say("outer", add(outer, inner, EPOLLIN, 7));
    say("itself", add(inner, inner, EPOLLIN, 7));
    say("round", add(inner, outer, EPOLLIN, 7));
    look("outer", outer);
    say("write", write(event, &one, sizeof one));
    look("outer", outer);
    look("inner", inner);
    say("read", read(event, &one, sizeof one));
    look("outer", outer);
}

static void *writes(void *arg) {
    write(*(int *)arg, "x", 1);
    return NULL;
}

static void waiting(void) {
    int set = epoll_create1(0), ends[2];
    struct epoll_event got;
    pthread_t thread;
    say("pipe", pipe(ends));
    say("add", add(set, ends[0], EPOLLIN, 8));
    pthread_create(&thread, NULL, writes, &ends[1]);
    say("waited", epoll_wait(set, &got, 1, -1));
    pthread_join(thread, NULL);
    char byte;
    say("read", read(ends[0], &byte, 1));
    say("time-out", epoll_wait(set, &got, 1, 20));
}

static void messages(int type) {
    int ends[2], value = 0;
    char bytes[16] = "";
    socklen_t len = sizeof value;
    struct stat st;
    say("pair", socketpair(AF_UNIX, type, 0, ends));
    say("type", getsockopt(ends[0], SOL_SOCKET, SO_TYPE, &value, &len));
    say("is it", value == type);
    say("socket", fstat(ends[0], &st) == 0 && S_ISSOCK(st.st_mode));
    say("send", send(ends[0], "first", 5, 0));
    say("send", send(ends[0], "second", 6, MSG_NOSIGNAL));
    say("peek", recv(ends[1], bytes, 3, MSG_PEEK));
    say("receive", recv(ends[1], bytes, 3, 0));
    struct iovec parts[2] = {{bytes, 2}, {bytes + 2, 13}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    say("parts", recvmsg(ends[1], &message, 0));
    printf("%s\n", bytes);
    say("nothing", recv(ends[1], bytes, 3, MSG_DONTWAIT));
    say("parts", sendmsg(ends[1], &message, 0));
    say("read", read(ends[0], bytes, sizeof bytes));
    say("shut", shutdown(ends[0], SHUT_WR));
    say("end", read(ends[1], bytes, sizeof bytes));
    say("broken", send(ends[0], "x", 1, MSG_NOSIGNAL));
    say("still", send(ends[1], "yes", 3, 0));
    say("read", read(ends[0], bytes, sizeof bytes));
    close(ends[0]);
    say("gone", send(ends[1], "x", 1, MSG_NOSIGNAL));
    say("no socket", send(0, "x", 1, 0));
    close(ends[1]);
}

int main(void) {
    by_level_and_edge();
    sets_of_sets();
    waiting();
    messages(SOCK_STREAM);
    messages(SOCK_SEQPACKET);
    return 0;
}
