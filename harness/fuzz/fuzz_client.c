/* The debugger client and a hostile stub: each call ends, stays within its buffers, and gives all memory
 * back. A choice byte and a session in which payloads are replies, one for each request in turn; in virtual
 * time. See rsp/client.h, session_mutator.h. */
/* SPDX-License-Identifier: MIT */
#include "client_use.h"
#include "hostile_stub.h"
#include "session_mutator.h"

enum { MEMORY_BYTES = 64 << 20 };

static uint64_t run(const rsp_messages *list, uint8_t choice, uint64_t fail_at) {
    fuzz_mem mem;
    fuzz_mem_init(&mem, MEMORY_BYTES, fail_at);
    hostile_stub stub = {.list = list, .acks = (choice & 1) == 0};
    rsp_peer peer = hostile_stub_peer(&stub);
    rsp_link *link = NULL;
    uint64_t digest = 0;
    rsp_status status = rsp_link_open_peer(&link, &peer, &(rsp_peer_options){.mem = &mem.mem});
    FUZZ_MUST(status == RSP_OK || fail_at > 0);
    rsp_session_options talk = {.mem = &mem.mem, .collect_console = true, .max_retries = 1};
    rsp_session *session = status == RSP_OK ? rsp_session_new(link, &talk) : NULL;
    rsp_client_options options = {.mem = &mem.mem,
                                  .non_stop = (choice & 2) != 0,
                                  .dialect = (rsp_client_dialect)(choice >> 2 & 3) % 3,
                                  .features = choice & 32 ? "xmlRegisters=riscv" : NULL,
                                  .packet_bytes = choice & 16 ? 128 : 0};
    rsp_client *client = session ? rsp_client_new(session, &options) : NULL;
    FUZZ_MUST(client || fail_at > 0);
    if (client)
        digest = choice & 32 ? client_use_processes(client) : client_use(client);
    rsp_client_free(client);
    rsp_session_free(session);
    rsp_link_close(link);
    FUZZ_MUST(mem.live == 0);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_messages list;
    rsp_messages_clear(&list);
    uint8_t choice = session_input(&list, rsp_bytes_make(data, size));
    uint64_t digest = run(&list, choice, 0);
    if (digest % 8 == 0)
        FUZZ_MUST(run(&list, choice, 0) == digest);
    if (digest % 8 == 1)
        (void)run(&list, choice, 1 + digest / 8 % 100);
    return 0;
}
