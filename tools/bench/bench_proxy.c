/* What a proxy adds to a round trip over loopback TCP: a bare forwarder (poll, recv, send) and ours, in
 * turns, so that what else the machine does hits both; medians are compared. The target is 1.3 of the bare
 * one's addition. Usage: taskset -c 1 bench_proxy [-n ROUNDS] */
/* SPDX-License-Identifier: MIT */
#include "ping_pong.h"

#include "link/address.h"
#include "link/link_control.h"
#include "link/listener.h"
#include "proxy/monitor.h"
#include "proxy/recorder.h"
#include "proxy/relay.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const char request[] = "$m1000,40#8e";

enum { BLOCK = 200, DEFAULT_BLOCKS = 100, REPLY_BYTES = 128, MAX_PIDS = 16 };

/* What stands between client and stub. X(name, text) */
#define WAY_LIST(X)                            \
    X(DIRECT, "nothing between")               \
    X(BARE, "bare forwarder")                  \
    X(PASSING, "proxy, counting and checking") \
    X(RECORDING, "proxy, recording too")       \
    X(ACCELERATING, "proxy, accelerator in place")

typedef enum way {
#define WAY_ENUM(name, text) WAY_##name,
    WAY_LIST(WAY_ENUM)
#undef WAY_ENUM
        NUM_WAYS,
} way;

static const char *const way_texts[] = {
#define WAY_TEXT(name, text) text,
    WAY_LIST(WAY_TEXT)
#undef WAY_TEXT
};

static pid_t pids[MAX_PIDS];
static size_t num_pids;

/* --- the stub: OK, and then the same memory to every request --- */

static _Noreturn void serve(int listener) {
    char chunk[4096];
    char reply[REPLY_BYTES + 8];
    unsigned sum = 0;
    int fd = accept(listener, NULL, NULL);
    if (fd < 0)
        _exit(1);
    ping_no_delay(fd);
    memset(reply, '6', sizeof reply);
    for (int i = 0; i < REPLY_BYTES; i++)
        sum += '6';
    reply[0] = '$';
    (void)snprintf(reply + 1 + REPLY_BYTES, 4, "#%02x", sum & 255U);
    for (ssize_t n = read(fd, chunk, sizeof chunk); n > 0; n = read(fd, chunk, sizeof chunk)) {
        bool first = memchr(chunk, 'Q', (size_t)n) != NULL;
        const char *text = first ? "+$OK#9a" : reply;
        size_t len = first ? 7 : REPLY_BYTES + 4;
        if (write(fd, text, len) != (ssize_t)len)
            break;
    }
    _exit(0);
}

static uint16_t start_stub(void) {
    uint16_t port;
    int listener = ping_listen(&port);
    pid_t pid = fork();
    if (pid == 0)
        serve(listener);
    pids[num_pids++] = pid;
    (void)close(listener);
    return port;
}

/* --- the bare forwarder --- */

static bool forward(int from, int to) {
    char chunk[4096];
    ssize_t n = recv(from, chunk, sizeof chunk, 0);
    return n > 0 && send(to, chunk, (size_t)n, 0) == n;
}

static _Noreturn void forward_bare(int listener, uint16_t stub_port) {
    int client = accept(listener, NULL, NULL);
    if (client < 0)
        _exit(1);
    ping_no_delay(client);
    int stub = ping_connect(stub_port);
    struct pollfd fds[2] = {{.fd = client, .events = POLLIN}, {.fd = stub, .events = POLLIN}};
    bool alive = true;
    while (alive && poll(fds, 2, -1) > 0) {
        if (fds[0].revents)
            alive = forward(client, stub);
        if (alive && fds[1].revents)
            alive = forward(stub, client);
    }
    _exit(0);
}

/* --- ours --- */

typedef struct ours {
    rsp_monitor *client;
    rsp_monitor *stub;
    rsp_recorder recorder;
    int fd;
} ours;

static void passed(void *ctx, rsp_proxy_end end, bool sent, uint64_t now_ns, rsp_bytes bytes) {
    ours *o = ctx;
    rsp_direction direction = (end == RSP_PROXY_CLIENT) != sent ? RSP_TO_STUB : RSP_TO_CLIENT;
    if (o->client)
        rsp_monitor_feed(end == RSP_PROXY_CLIENT ? o->client : o->stub, direction, now_ns, bytes);
    else if (!sent)
        rsp_monitor_feed(o->stub, direction, now_ns, bytes);
}

static rsp_status write_blocks(void *ctx, rsp_bytes blocks) {
    const ours *o = ctx;
    return write(o->fd, blocks.ptr, blocks.len) == (ssize_t)blocks.len ? RSP_OK : RSP_IO;
}

static void tap_client(void *ctx, bool sent, uint64_t now_ns, rsp_bytes piece) {
    rsp_recorder_piece(&((ours *)ctx)->recorder, RSP_PROXY_CLIENT, sent, now_ns, piece);
}

static void tap_stub(void *ctx, bool sent, uint64_t now_ns, rsp_bytes piece) {
    rsp_recorder_piece(&((ours *)ctx)->recorder, RSP_PROXY_STUB, sent, now_ns, piece);
}

/* To a file that nobody sees, so that the writes are real. */
static void begin_recording(ours *o, rsp_link *client, rsp_link *stub) {
    char name[] = "/tmp/bench-proxy-XXXXXX";
    o->fd = mkstemp(name);
    if (o->fd < 0)
        ping_die("mkstemp");
    (void)unlink(name);
    rsp_recorder_options options = {.write = write_blocks, .ctx = o};
    if (rsp_recorder_begin(&o->recorder, &options) != RSP_OK)
        ping_die("recording");
    rsp_recorder_connect(&o->recorder, 0);
    rsp_link_tap(client, tap_client, o);
    rsp_link_tap(stub, tap_stub, o);
}

static _Noreturn void forward_ours(rsp_listener *listener, uint16_t stub_port, way how) {
    bool accelerates = how == WAY_ACCELERATING;
    rsp_address to = {.kind = RSP_ADDRESS_TCP, .host = "127.0.0.1", .port = stub_port};
    rsp_proxy_options options = {.accelerate = accelerates ? RSP_ACCELERATE_BOTH : RSP_ACCELERATE_NONE};
    ours o = {.stub = rsp_monitor_new(NULL), .client = accelerates ? rsp_monitor_new(NULL) : NULL};
    rsp_link *client = NULL;
    rsp_link *stub = NULL;
    if (rsp_listener_accept(listener, &client, RSP_NEVER_NS) != RSP_OK ||
        rsp_link_open_address(&stub, &to, NULL, NULL) != RSP_OK)
        _exit(1);
    if (how == WAY_RECORDING)
        begin_recording(&o, client, stub);
    rsp_relay relay = {.proxy = rsp_proxy_new(&options),
                       .links = {[RSP_PROXY_CLIENT] = client, [RSP_PROXY_STUB] = stub},
                       .passed = passed,
                       .ctx = &o};
    rsp_relay_end end;
    rsp_relay_run(&relay, &end);
    _exit(0);
}

static uint16_t start_ours(uint16_t stub_port, way how) {
    rsp_address address = {.kind = RSP_ADDRESS_TCP, .host = "127.0.0.1"};
    rsp_listener *listener = NULL;
    if (rsp_listener_open(&listener, &address, NULL, NULL) != RSP_OK)
        ping_die("listen");
    uint16_t port = rsp_listener_port(listener);
    pid_t pid = fork();
    if (pid == 0)
        forward_ours(listener, stub_port, how);
    pids[num_pids++] = pid;
    rsp_listener_close(listener);
    return port;
}

static uint16_t start_bare(uint16_t stub_port) {
    uint16_t port;
    int listener = ping_listen(&port);
    pid_t pid = fork();
    if (pid == 0)
        forward_bare(listener, stub_port);
    pids[num_pids++] = pid;
    (void)close(listener);
    return port;
}

/* --- the client --- */

static void report(ping_pong *paths) {
    for (int i = 0; i < NUM_WAYS; i++)
        ping_sort(&paths[i]);
    double direct = ping_percentile_us(&paths[WAY_DIRECT], 50);
    double bare = ping_percentile_us(&paths[WAY_BARE], 50);
    (void)printf("%-30s %9s %9s %9s %10s %10s\n", "round trip with", "p50 us", "p90 us", "p99 us", "added us",
                 "of bare's");
    for (int i = 0; i < NUM_WAYS; i++) {
        double p50 = ping_percentile_us(&paths[i], 50);
        (void)printf("%-30s %9.2f %9.2f %9.2f", way_texts[i], p50, ping_percentile_us(&paths[i], 90),
                     ping_percentile_us(&paths[i], 99));
        if (i == WAY_DIRECT)
            (void)printf("\n");
        else
            (void)printf(" %10.2f %10.3f\n", p50 - direct, (p50 - direct) / (bare - direct));
    }
}

static void open_path(ping_pong *p, way how, size_t num_samples) {
    uint16_t port = start_stub();
    if (how != WAY_DIRECT)
        port = how == WAY_BARE ? start_bare(port) : start_ours(port, how);
    p->fd = ping_connect(port);
    ping_begin(p, num_samples);
    ping_say(p, "$QStartNoAckMode#b0");
    ping_hear(p);
    ping_block(p, request, BLOCK);
    p->num_samples = 0;
}

int main(int argc, char **argv) {
    ping_pong paths[NUM_WAYS] = {{0}};
    size_t blocks = DEFAULT_BLOCKS;
    if (argc > 2 && strcmp(argv[1], "-n") == 0)
        blocks = (size_t)strtoul(argv[2], NULL, 10) / BLOCK + 1;
    (void)signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < NUM_WAYS; i++)
        open_path(&paths[i], (way)i, (blocks + 1) * BLOCK);
    for (size_t b = 0; b < blocks; b++)
        for (int i = 0; i < NUM_WAYS; i++)
            ping_block(&paths[i], request, BLOCK);
    report(paths);
    for (int i = 0; i < NUM_WAYS; i++)
        ping_end(&paths[i]);
    for (size_t i = 0; i < num_pids; i++)
        if (kill(pids[i], SIGKILL) == 0)
            (void)waitpid(pids[i], NULL, 0);
    return 0;
}
