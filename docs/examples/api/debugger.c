/* A debugger: connects, sets a breakpoint, runs to it, and shows where the program stopped and what it read
 * there. usage: debugger STUB ADDRESS     STUB as in stubborn: tcp:HOST:PORT, exec:COMMAND, pipe:COMMAND;
 * ADDRESS in hex Uses rsp/client.h, which stands on rsp/session.h and rsp/link.h. */
/* SPDX-License-Identifier: MIT */
#include <rsp/client.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(const char *what, rsp_status status, const char *why) {
    (void)fprintf(stderr, "debugger: %s: %s: %s\n", what, rsp_status_text(status), why);
    return 1;
}

static void show_features(const rsp_client *client) {
    for (unsigned use = 0; use < RSP_USE_COUNT; use++)
        if (rsp_client_supports(client, (rsp_client_use)use) == RSP_SUPPORT_YES)
            (void)printf("has %s\n", rsp_client_use_name((rsp_client_use)use));
}

static void show_stop(rsp_client *client, const rsp_stop_reply *stop, uint64_t addr) {
    uint8_t bytes[8];
    size_t num = 0;
    (void)printf("stopped by signal %d, reason \"%s\"\n", stop->signal, rsp_stop_reason_key(stop->reason));
    for (size_t i = 0; i < stop->num_registers; i++) {
        const rsp_stop_register *r = &stop->registers[i];
        (void)printf("register %" PRIu64 " is %.*s\n", r->num, (int)r->value.len, (const char *)r->value.ptr);
    }
    /* What can be read of the range is in `bytes`, whatever the status says of the rest. */
    (void)!rsp_client_read_memory(client, addr, bytes, sizeof bytes, &num);
    (void)printf("memory at 0x%" PRIx64 ":", addr);
    for (size_t i = 0; i < num; i++)
        (void)printf(" %02x", bytes[i]);
    (void)printf("\n");
}

static int debug(rsp_client *client, uint64_t addr) {
    const rsp_site site = {.type = 0, .addr = addr, .kind = 1}; /* a software breakpoint */
    const rsp_stop_reply *stop = NULL;
    rsp_status status = rsp_client_connect(client);
    if (status != RSP_OK)
        return fail("connect", status, rsp_client_error(client)->msg);
    show_features(client);
    status = rsp_client_enable_site(client, &site, NULL, 0); /* sent with the resume */
    if (status == RSP_OK)
        status = rsp_client_run(client, NULL, 0, &stop);
    if (status != RSP_OK)
        return fail("run", status, rsp_client_error(client)->msg);
    show_stop(client, stop, addr);
    status = rsp_client_kill(client, 0);
    return status == RSP_OK ? 0 : fail("kill", status, rsp_client_error(client)->msg);
}

int main(int argc, char **argv) {
    rsp_error error = {0};
    rsp_link *link = NULL;
    int code = 1;
    if (argc != 3)
        return fail("usage", RSP_USAGE, "debugger STUB ADDRESS");
    rsp_status status = rsp_link_open(&link, argv[1], NULL, &error);
    if (status != RSP_OK)
        return fail(argv[1], status, error.msg);
    rsp_session *session = rsp_session_new(link, &(rsp_session_options){.collect_console = true});
    rsp_client *client = session ? rsp_client_new(session, NULL) : NULL;
    if (client)
        code = debug(client, strtoull(argv[2], NULL, 16));
    rsp_client_free(client);
    rsp_session_free(session);
    rsp_link_close(link);
    return code;
}
