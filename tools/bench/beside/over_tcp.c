/* AFLNet's way for AFL++: for each input a stub is started, connected to over TCP, given the input, and
 * ended. Ends by a signal when the stub died, else with 0. The stub writes its coverage into AFL++'s map,
 * whose id it inherits. usage: over_tcp STUB WORD... (a stub that first says "... port N") */
/* SPDX-License-Identifier: MIT */
#include <netinet/in.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void need(int ok, const char *what) {
    if (ok)
        return;
    perror(what);
    exit(3);
}

/* The stub's process; `out_port` is what it said it listens on. */
static pid_t start(char **words, uint16_t *out_port) {
    int said[2];
    char line[256] = "";
    need(pipe(said) == 0, "pipe");
    pid_t pid = fork();
    need(pid >= 0, "fork");
    if (pid == 0) {
        (void)dup2(said[1], STDERR_FILENO);
        (void)close(said[0]);
        (void)close(said[1]);
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* AFL++ kills this process when time is up */
        (void)execv(words[0], words);
        _exit(3);
    }
    (void)close(said[1]);
    FILE *from = fdopen(said[0], "r");
    const char *port = from && fgets(line, sizeof line, from) ? strrchr(line, ' ') : NULL;
    need(port != NULL, "the stub's port");
    *out_port = (uint16_t)strtoul(port, NULL, 10);
    return pid; /* the pipe stays open: a dying stub must be able to write to it */
}

static int connect_to(uint16_t port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    need(fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0, "connect");
    return fd;
}

/* All input in, all answers out; the stub ends the connection when it has read everything. */
static void play(int fd) {
    char bytes[65536];
    ssize_t n;
    while ((n = read(STDIN_FILENO, bytes, sizeof bytes)) > 0)
        for (ssize_t at = 0, sent; at < n; at += sent)
            if ((sent = write(fd, bytes + at, (size_t)(n - at))) <= 0)
                return;
    (void)shutdown(fd, SHUT_WR);
    while (read(fd, bytes, sizeof bytes) > 0) {
    }
}

int main(int argc, char **argv) {
    uint16_t port;
    int status = 0;
    need(argc > 1, "usage: over_tcp STUB WORD...");
    (void)signal(SIGPIPE, SIG_IGN);
    pid_t pid = start(argv + 1, &port);
    int fd = connect_to(port);
    play(fd);
    (void)close(fd);
    (void)kill(pid, SIGTERM); /* changes nothing for one that is dead: the connection ends with the process */
    need(waitpid(pid, &status, 0) == pid, "waitpid");
    if (status == 0 ||
        (WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM)) /* AFL++'s runtime turns it into 0 */
        return 0;
    (void)signal(SIGABRT, SIG_DFL);
    abort();
}
