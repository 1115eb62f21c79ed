/* Talks to a stub in packets: writes and reads typed payloads itself, over a session.
 * usage: packets STUB     STUB as in stubborn: tcp:HOST:PORT, exec:COMMAND, pipe:COMMAND
 * Uses rsp/session.h, rsp/payload.h, rsp/packets.h and the hexadecimal of rsp/bytes.h. */
/* SPDX-License-Identifier: MIT */
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>
#include <rsp/session.h>

#include <stdio.h>

/* Sends what `request` holds, empties it, and gives the answer's payload; empty for an error. */
static rsp_bytes ask(rsp_session *session, rsp_buf *request, rsp_answer *answer) {
    rsp_status status = rsp_session_request(session, rsp_buf_bytes(request), answer);
    rsp_buf_clear(request);
    return status == RSP_OK && answer->outcome == RSP_OUTCOME_REPLY ? answer->payload : RSP_LIT("");
}

static void show_actions(rsp_session *session, rsp_buf *request) {
    rsp_answer answer;
    unsigned actions = 0;
    rsp_packet_begin(request, RSP_PACKET_VCONT_QUERY);
    rsp_status status = rsp_vcont_reply_parse(&actions, NULL, ask(session, request, &answer), NULL);
    (void)printf("vCont steps: %s\n", status == RSP_OK && actions & RSP_VCONT_STEP ? "yes" : "no");
}

/* m ADDRESS,LENGTH is answered by pairs of hex digits. */
static void show_memory(rsp_session *session, rsp_buf *request) {
    rsp_answer answer;
    rsp_buf bytes = {0};
    rsp_packet_begin(request, RSP_PACKET_READ_MEMORY);
    rsp_hex_append_u64(request, 2);
    rsp_buf_str(request, ",4");
    if (rsp_hex_decode(&bytes, ask(session, request, &answer)) == RSP_OK)
        (void)printf("memory: %zu bytes\n", bytes.len);
    rsp_buf_free(&bytes);
}

/* One step of all threads, and the stop that answers it. */
static void step(rsp_session *session, rsp_buf *request) {
    const rsp_vcont_action action = {.op = 's'};
    rsp_answer answer;
    rsp_stop_reply stop;
    if (rsp_vcont_build(request, &action, 1, false) != RSP_OK)
        return;
    rsp_bytes reply = ask(session, request, &answer);
    if (rsp_stop_reply_parse(&stop, reply, NULL) == RSP_OK)
        (void)printf("stopped by signal %d\n", stop.signal);
}

int main(int argc, char **argv) {
    rsp_error error = {0};
    rsp_link *link = NULL;
    rsp_buf request = {0};
    if (argc != 2 || rsp_link_open(&link, argv[1], NULL, &error) != RSP_OK) {
        (void)fprintf(stderr, "packets: %s\n", argc == 2 ? error.msg : "usage: packets STUB");
        return 1;
    }
    rsp_session *session = rsp_session_new(link, NULL);
    if (session) {
        show_actions(session, &request);
        show_memory(session, &request);
        step(session, &request);
    }
    rsp_buf_free(&request);
    rsp_session_free(session);
    rsp_link_close(link);
    return 0;
}
