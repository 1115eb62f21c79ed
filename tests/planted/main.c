/* The practice stub's program: one client after the other on loopback or a Unix socket, or one with --once or
 * --stdio; port 0 takes a free one, "listening on port N" is said on standard error. With PLANTED_COUNT=FILE
 * in the environment it adds to the counts in that file. */
/* SPDX-License-Identifier: MIT */
#include "planted.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const struct {
    const char *name, *kind, *seen, *what;
} bugs[] = {
#define PLANTED_BUG_ROW(id, name, kind, seen, what) [BUG_##id] = {name, #kind, seen, what},
    PLANTED_BUG_LIST(PLANTED_BUG_ROW)
#undef PLANTED_BUG_ROW
};

enum { NUM_BUGS = sizeof bugs / sizeof bugs[0] };

static void list(void) {
    for (int i = 1; i < NUM_BUGS; i++)
        printf("%-26s %-6s %-34s %s\n", bugs[i].name, bugs[i].kind, bugs[i].seen, bugs[i].what);
}

static bug find(const char *name) {
    for (int i = 1; i < NUM_BUGS; i++)
        if (strcmp(bugs[i].name, name) == 0)
            return (bug)i;
    (void)fprintf(stderr, "planted: no bug '%s'; --list names them\n", name);
    exit(2);
}

static bool send_all(int fd, const uint8_t *bytes, size_t len) {
    while (len > 0) {
        ssize_t n = write(fd, bytes, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        len -= (size_t)n;
    }
    return true;
}

static void serve(planted *p, int in, int out) {
    uint8_t bytes[8192];
    planted_connect(p);
    while (!p->closed) {
        ssize_t n = read(in, bytes, sizeof bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return;
        planted_input(p, bytes, (size_t)n);
        bool sent = send_all(out, p->out, p->out_len);
        p->out_len = 0;
        if (!sent)
            return;
    }
}

static int listen_on(uint16_t port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    socklen_t len = sizeof address;
    int on = 1;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        bind(fd, (struct sockaddr *)&address, len) != 0 || listen(fd, 8) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &len) != 0) {
        perror("planted: listen");
        exit(3);
    }
    (void)fprintf(stderr, "listening on port %u\n", ntohs(address.sin_port));
    return fd;
}

static int listen_at(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    (void)snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    (void)unlink(path);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 8) != 0) {
        perror("planted: listen");
        exit(3);
    }
    (void)fprintf(stderr, "listening at %s\n", path);
    return fd;
}

static void serve_clients(planted *p, int listener, bool once) {
    bool more = true;
    while (more) {
        int on = 1;
        int client = accept(listener, NULL, NULL);
        if (client < 0)
            continue;
        (void)setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        serve(p, client, client);
        (void)close(client);
        more = !once;
    }
}

int main(int argc, char **argv) {
    static planted p;
    bug which = BUG_NONE;
    bool standard = false;
    bool once = false;
    const char *path = NULL;
    long port = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--list") == 0) {
            list();
            return 0;
        }
        if (strcmp(argv[i], "--stdio") == 0) {
            standard = true;
        } else if (strcmp(argv[i], "--once") == 0) {
            once = true;
        } else if (strcmp(argv[i], "--unix") == 0 && i + 1 < argc) {
            path = argv[++i];
        } else if (strcmp(argv[i], "--bug") == 0 && i + 1 < argc) {
            which = find(argv[++i]);
        } else if (strcmp(argv[i], "--port") == 0 && i + 1 < argc) {
            port = strtol(argv[++i], NULL, 10);
        } else {
            (void)fprintf(
                stderr, "usage: planted [--bug NAME] [--stdio | --port N | --unix PATH] [--once] [--list]\n");
            return 2;
        }
    }
    (void)signal(SIGPIPE, SIG_IGN);
    planted_init(&p, which, planted_counts_open(getenv("PLANTED_COUNT")));
    if (standard) {
        serve(&p, STDIN_FILENO, STDOUT_FILENO);
        planted_free(&p);
        return 0;
    }
    serve_clients(&p, path ? listen_at(path) : listen_on((uint16_t)port), once);
    planted_free(&p);
    return 0;
}
