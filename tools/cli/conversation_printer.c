/* An observer of each conversation's transcript: the wire bytes of an entry go through the packet printer.
 * Logs are trusted to be conversations; in captures they are found by what is said.
 * See conversation_printer.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/conversation_printer.h"
#include "core/text.h"

#include "capture/capture_file.h"
#include "cli/io.h"
#include "cli/packet_printer.h"
#include "cli/reply_pairing.h"
#include "core/file_writer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FLUSH_BYTES = 64 * 1024 };

/* All of them. */
typedef struct printing {
    rsp_conversations *conversations;
    conversation_printer_sums *sums;
    bool acks;
    bool with_heads; /* of a capture, which may have several */
    const rsp_conversation *last;
    rsp_buf out;
    rsp_error error;
} printing;

/* One of them. */
typedef struct printed_conversation {
    printing *all;
    const rsp_conversation *conversation;
    packet_printer printer;
    reply_pairing pairing;
} printed_conversation;

static void flush(printing *p) {
    rsp_status status = p->out.status;
    bool written = status == RSP_OK && rsp_file_write_fd(STDOUT_FILENO, rsp_buf_bytes(&p->out));
    bool left = status == RSP_OK && !written && errno == EPIPE; /* by a pager: no failure */
    if (status == RSP_OK && !written)
        status = RSP_IO;
    if (status != RSP_OK && !left && p->error.status == RSP_OK)
        (void)rsp_fail_at(&p->error, status, "standard output", 0, 0, "can not be written: %s",
                          status == RSP_IO ? strerror(errno) : rsp_status_text(status));
    if (!written)
        rsp_conversations_stop(p->conversations);
    rsp_buf_clear(&p->out);
}

static void print_head(printed_conversation *c) {
    printing *p = c->all;
    if (p->last == c->conversation || !p->with_heads)
        return;
    rsp_buf_str(&p->out, p->last ? "\n" : "");
    rsp_buf_printf(&p->out, "#%llu  ", (unsigned long long)c->conversation->number);
    rsp_tcp_endpoint_append(&p->out, &c->conversation->client);
    rsp_buf_str(&p->out, " -> ");
    rsp_tcp_endpoint_append(&p->out, &c->conversation->stub);
    rsp_buf_push(&p->out, '\n');
    p->last = c->conversation;
}

static void print_gap(printed_conversation *c, const rsp_entry *e) {
    packet_printer_end(&c->printer, &c->all->out, e->direction);
    rsp_text_printf(&c->all->out, "%s(%.*s)\n", e->direction == RSP_TO_STUB ? "-> " : "<- ",
                    (int)e->payload.len, (const char *)e->payload.ptr);
    c->all->sums->num_bad++;
    c->printer.num_shown++;
}

static void pair(printed_conversation *c, const rsp_transcript *t, const rsp_entry *e) {
    const bool is_reply = e->kind == RSP_ENTRY_PACKET && e->direction == RSP_TO_CLIENT;
    if (reply_pairing_entry(&c->pairing, t, e) == RSP_NO_MEMORY && c->all->error.status == RSP_OK)
        (void)rsp_fail(&c->all->error, RSP_NO_MEMORY, "no memory");
    if (!is_reply)
        return;
    rsp_buf_clear(&c->printer.request);
    rsp_buf_append(&c->printer.request, rsp_buf_bytes(&c->pairing.request));
}

static void print_entry(void *ctx, const rsp_transcript *transcript, const rsp_entry *e) {
    printed_conversation *c = ctx;
    if (rsp_conversations_stopped(c->all->conversations))
        return;
    pair(c, transcript, e);
    if (e->kind == RSP_ENTRY_CONNECT || e->kind == RSP_ENTRY_CLOSE || e->kind == RSP_ENTRY_NOTE ||
        (e->kind == RSP_ENTRY_ACK && !c->all->acks))
        return;
    print_head(c);
    if (e->kind == RSP_ENTRY_GAP)
        print_gap(c, e);
    else
        packet_printer_wire(&c->printer, &c->all->out, e->raw, e->direction, c->all->acks);
    if (c->all->out.len >= FLUSH_BYTES || c->all->out.status != RSP_OK)
        flush(c->all);
}

static void *begin_conversation(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    printing *p = ctx;
    printed_conversation *c = calloc(1, sizeof *c);
    if (c && rsp_transcript_observe(transcript, print_entry, c)) {
        *c = (printed_conversation){.all = p, .conversation = conversation};
        c->pairing.exchanges.midstream = !conversation->from_start;
        return c;
    }
    free(c);
    (void)rsp_fail(&p->error, RSP_NO_MEMORY, "no memory");
    rsp_conversations_stop(p->conversations);
    return NULL;
}

static void end_conversation(void *ctx, void *observer, const rsp_transcript *transcript,
                             const rsp_conversation *conversation) {
    printing *p = ctx;
    printed_conversation *c = observer;
    (void)transcript;
    (void)conversation;
    if (!c)
        return;
    packet_printer_end(&c->printer, &p->out, RSP_TO_CLIENT);
    p->sums->num_bad += c->printer.num_bad;
    p->sums->num_shown += c->printer.num_shown;
    p->last = p->last == c->conversation ? NULL : p->last;
    packet_printer_free(&c->printer);
    reply_pairing_free(&c->pairing);
    free(c);
}

rsp_status conversation_printer_run(conversation_printer_sums *out_sums, rsp_pcap *pcap, const char *name,
                                    bool acks, rsp_error *error) {
    rsp_capture_file file;
    *out_sums = (conversation_printer_sums){0};
    printing p = {.sums = out_sums, .acks = acks, .with_heads = !rsp_pcap_log_of(pcap)};
    p.conversations = rsp_conversations_new(&(rsp_conversations_options){
        .trust_logs = true, .begin = begin_conversation, .end = end_conversation, .ctx = &p});
    if (!p.conversations)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory");
    io_flush();
    rsp_capture_file_take(&file, name, pcap, p.conversations);
    flush(&p);
    out_sums->conversations = rsp_conversations_count(p.conversations);
    if (p.error.status == RSP_OK && file.damage.status != RSP_OK)
        p.error = file.damage;
    else if (p.error.status == RSP_OK && out_sums->conversations == 0)
        (void)rsp_fail_offset(&p.error, RSP_NOT_FOUND, name, 0,
                              "no conversation of the remote protocol in it");
    rsp_conversations_free(p.conversations);
    rsp_buf_free(&p.out);
    if (p.error.status != RSP_OK && error)
        *error = p.error;
    return p.error.status;
}
