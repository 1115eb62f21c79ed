/* The debugger client against a hostile stub: each call ends, within its buffers, and frees its memory.
 * A choice byte and a session whose payloads are the replies, one per request, in virtual time.
 * See rsp/client.h, session_mutator.h. */
/* SPDX-License-Identifier: MIT */
#include "counted_memory.h"
#include "session_mutator.h"

#include "client/client_request.h"
#include "client/operation/registers.h"
#include "codec/breakpoint.h"
#include "grammar/messages.h"
#include "link/peer.h"
#include <rsp/client.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdlib.h>

typedef struct endpoints {
    rsp_link *link;
    rsp_session *session;
    rsp_client *client;
} endpoints;

/* Answers each `#` with the next message; the end of the list or a reconnect closes the link. */
typedef struct hostile_stub {
    const rsp_messages *list;
    size_t at;
    bool acks;
} hostile_stub;

enum { MEMORY_BYTES = 64 << 20, NUM_READS = 3 };

/* Buffers have exactly the requested size, so that a sanitizer sees one byte more. */
static uint64_t read_some(rsp_client *client, int64_t pid, uint64_t digest) {
    rsp_read reads[NUM_READS] = {
        {.addr = 0x1000, .len = 4}, {.addr = 0x2000, .len = 40}, {.addr = 16, .len = 1}};
    for (size_t i = 0; i < NUM_READS; i++) {
        reads[i].out = malloc(reads[i].len);
        FUZZ_MUST(reads[i].out != NULL);
    }
    digest = fuzz_digest(digest, rsp_read_memory_vectorized(client, pid, reads, NUM_READS));
    for (size_t i = 0; i < NUM_READS; i++) {
        FUZZ_MUST(reads[i].num_read <= reads[i].len);
        FUZZ_MUST(reads[i].status != RSP_OK || reads[i].num_read == reads[i].len);
        digest = fuzz_digest_bytes(digest, rsp_bytes_make(reads[i].out, reads[i].num_read));
        free(reads[i].out);
    }
    return digest;
}

static uint64_t use_sites(rsp_client *client, int64_t pid, uint64_t digest) {
    const rsp_site sites[] = {{.type = RSP_BREAK_SOFTWARE, .addr = 0x1000, .kind = 4, .pid = pid},
                              {.type = RSP_BREAK_HARDWARE, .addr = 0x2000, .kind = 2, .pid = pid},
                              {.type = RSP_BREAK_SOFTWARE, .addr = 0x1000, .kind = 4, .pid = 2 * pid}};
    rsp_site_info info;
    size_t num_failed = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(sites); i++)
        digest = fuzz_digest(digest, rsp_client_enable_site(client, &sites[i], NULL, 0));
    digest = fuzz_digest(digest, rsp_client_flush_sites(client, &num_failed));
    FUZZ_MUST(num_failed <= RSP_ARRAY_LEN(sites));
    digest = fuzz_digest(digest, rsp_client_disable_site(client, &sites[0]));
    for (size_t i = 0; i < RSP_ARRAY_LEN(sites); i++)
        if (rsp_client_site_info(client, &sites[i], &info))
            digest = fuzz_digest(digest, (uint64_t)info.physical << 1 | info.enabled);
    return digest;
}

static uint64_t use_registers(rsp_client *client, rsp_ptid thread, uint64_t digest) {
    uint8_t value[8] = {0};
    size_t len = 0;
    rsp_bytes text = {0};
    for (uint64_t number = 0; number < 3; number++) {
        rsp_status status = rsp_client_read_register(client, thread, number, value, sizeof value, &len);
        digest = fuzz_digest(digest, status);
        if (status == RSP_OK && len <= sizeof value)
            digest = fuzz_digest_bytes(digest, rsp_bytes_make(value, len));
        digest = fuzz_digest(digest, rsp_client_stop_register(client, number, value, sizeof value, &len));
    }
    digest = fuzz_digest(digest, rsp_client_read_registers(client, thread, &text));
    digest = fuzz_digest_bytes(digest, text);
    return fuzz_digest(digest, rsp_client_write_register(client, thread, 1, rsp_bytes_make(value, 4)));
}

/* Several processes: attach, launch, inspect, kill. */
static uint64_t use_processes(rsp_client *client) {
    const rsp_bytes argv[] = {RSP_LIT("/bin/hello"), RSP_LIT("x")};
    const rsp_stop_reply *stop = NULL;
    size_t num_failed = 0;
    size_t num_read = 0;
    uint8_t value[8] = {0};
    uint64_t digest = fuzz_digest(FUZZ_DIGEST, rsp_client_connect(client));
    digest = fuzz_digest(digest, rsp_client_attach(client, 1, 0));
    digest = fuzz_digest(digest, rsp_client_launch(client, argv, RSP_ARRAY_LEN(argv), 0));
    digest = use_registers(client, (rsp_ptid){.pid = 1, .tid = 2}, digest);
    digest = read_some(client, 2, digest);
    digest = fuzz_digest(digest, rsp_client_read_memory(client, UINT64_MAX, value, sizeof value, &num_read));
    FUZZ_MUST(num_read == 0); /* nothing can be read beyond the end of the address space */
    digest = use_sites(client, 1, digest);
    digest =
        fuzz_digest(digest, rsp_client_resume(client, &(rsp_move){.action = RSP_MOVE_STEP, .others = true}));
    digest = fuzz_digest(digest, rsp_client_interrupt(client));
    digest = fuzz_digest(digest, rsp_client_wait_stop(client, 0, &stop));
    digest = fuzz_digest(digest, stop ? (uint64_t)stop->kind : 0);
    FUZZ_MUST(!stop || stop == rsp_client_stop(client));
    digest = fuzz_digest(digest, rsp_client_select(client, (rsp_ptid){.pid = 0, .tid = 3}));
    digest = fuzz_digest(digest, rsp_client_remove_sites(client, 1, &num_failed));
    digest = fuzz_digest(digest, rsp_client_kill(client, 1));
    return fuzz_digest(digest, rsp_client_resync(client));
}

/* Only of a stub that announces it anything is asked. The second of the signals has no number of Linux. */
static uint64_t pass_signals(rsp_client *client, uint64_t digest) {
    const uint8_t signals[] = {14, 145};
    digest = fuzz_digest(digest, rsp_client_pass_signals(client, signals, RSP_ARRAY_LEN(signals)));
    return fuzz_digest(digest, rsp_client_pass_signals(client, NULL, 0));
}

/* A register that goes out with the next resume. */
static uint64_t write_ahead(rsp_client *client, uint64_t digest) {
    const rsp_ptid thread = {0};
    client_registers_ahead(client, thread);
    digest = fuzz_digest(digest, client_write_with_resume(client, thread, 1, RSP_LIT("\1\2\3\4")));
    return fuzz_digest(digest, client_description(client) != NULL);
}

/* One program: read, breakpoints, run, threads, registers, write, detach. */
static uint64_t use_program(rsp_client *client) {
    const rsp_stop_reply *stop = NULL;
    rsp_ptid threads[4];
    uint8_t value[8] = {0};
    size_t num = 0;
    rsp_bytes text = {0};
    uint64_t digest = fuzz_digest(FUZZ_DIGEST, rsp_client_connect(client));
    digest = fuzz_digest_bytes(digest, rsp_client_features(client));
    digest = read_some(client, 0, digest);
    digest = use_sites(client, 0, digest);
    digest = fuzz_digest(digest, rsp_client_run(client, NULL, 0, &stop));
    digest = fuzz_digest(digest, stop ? (uint64_t)stop->kind : 0);
    digest = fuzz_digest(digest, rsp_client_threads(client, threads, RSP_ARRAY_LEN(threads), &num));
    digest =
        fuzz_digest(digest, rsp_client_read_register(client, (rsp_ptid){0}, 10, value, sizeof(value), &num));
    digest = fuzz_digest(digest, rsp_client_stop_register(client, 32, value, sizeof(value), &num));
    if (rsp_client_packet(client, rsp_packet_name(RSP_PACKET_QC), &text) == RSP_OK)
        digest = fuzz_digest_bytes(digest, text);
    digest = fuzz_digest(digest, rsp_client_write_memory(client, 0x1000, RSP_LIT("#$}*ab"), &num));
    digest = write_ahead(client, pass_signals(client, digest));
    digest = fuzz_digest(digest, rsp_client_resync(client));
    digest = read_some(client, 0, digest);
    digest = fuzz_digest(digest, rsp_client_detach(client, 0));
    /* A run goes on when its stop was not in time. */
    FUZZ_MUST(rsp_client_pending(client) == 0 || rsp_client_is_running(client));
    return digest;
}

/* False without memory; to be closed in either case. */
static bool open_client(endpoints *ends, const rsp_peer *peer, uint8_t choice, const rsp_mem *mem) {
    *ends = (endpoints){0};
    const rsp_session_options session = {.mem = mem, .collect_console = true, .max_retries = 1};
    const rsp_client_options options = {.mem = mem,
                                        .non_stop = (choice & 2) != 0,
                                        .dialect = (rsp_client_dialect)(choice >> 2 & 3) % 3,
                                        .features = choice & 32 ? "xmlRegisters=riscv" : NULL,
                                        .packet_bytes = choice & 16 ? 128 : 0};
    if (rsp_link_open_peer(&ends->link, peer, &(rsp_peer_options){.mem = mem}) == RSP_OK)
        ends->session = rsp_session_new(ends->link, &session);
    if (ends->session)
        ends->client = rsp_client_new(ends->session, &options);
    return ends->client != NULL;
}

static void close_client(endpoints *ends) {
    rsp_client_free(ends->client);
    rsp_session_free(ends->session);
    rsp_link_close(ends->link);
}

static rsp_peer_state reply(void *ctx, rsp_bytes in, rsp_buf *out) {
    hostile_stub *h = ctx;
    for (; rsp_bytes_index(in, '#') < in.len; in = rsp_bytes_from(in, rsp_bytes_index(in, '#') + 1)) {
        if (h->acks)
            rsp_buf_push(out, '+');
        if (h->at == h->list->num || h->list->items[h->at].kind == RSP_MESSAGE_RECONNECT)
            return RSP_PEER_CLOSED;
        do
            rsp_message_wire(out, h->list->items[h->at].kind, rsp_messages_bytes(h->list, h->at));
        while (h->list->items[h->at++].kind == RSP_MESSAGE_HURRIED && h->at < h->list->num);
    }
    return RSP_PEER_IDLE;
}

static rsp_peer peer_of(hostile_stub *stub) {
    return (rsp_peer){.input = reply, .ctx = stub};
}

static uint64_t run(const rsp_messages *list, uint8_t choice, uint64_t fail_at) {
    fuzz_mem mem;
    endpoints ends;
    uint64_t digest = 0;
    fuzz_mem_init(&mem, MEMORY_BYTES, fail_at);
    hostile_stub stub = {.list = list, .acks = (choice & 1) == 0};
    rsp_peer peer = peer_of(&stub);
    if (open_client(&ends, &peer, choice, &mem.mem))
        digest = choice & 32 ? use_processes(ends.client) : use_program(ends.client);
    else
        FUZZ_MUST(fail_at > 0);
    close_client(&ends);
    FUZZ_MUST(mem.live == 0);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    session_runs(rsp_bytes_make(data, size), run, 100);
    return 0;
}
