/* Conversations of a capture are found by content and observed; a scenario's stub has its input copied.
 * Folders are read in the order of their names; scenarios in them by the suite's own rules.
 * See seed_files.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/seed_files.h"

#include "capture/conversation.h"
#include "capture/pcap.h"
#include "codec/deframer.h"
#include "core/file.h"
#include "core/folder.h"
#include "core/limits.h"
#include "scenario/runner.h"
#include <stdio.h>
#include <stdlib.h>

/* Who takes the lists, and how many there were. */
typedef struct seeder {
    const rsp_seed_stubs *stubs;
    bool (*take)(void *ctx, const rsp_messages *list);
    void *ctx;
    size_t num;
    bool full;
} seeder;

static void give(seeder *s, const rsp_messages *list) {
    if (list->num == 0 || s->full)
        return;
    s->num++;
    s->full = !s->take(s->ctx, list);
}

/* Junk comes byte by byte; it becomes one message. */
static bool add_junk(rsp_messages *list, rsp_bytes raw) {
    if (list->num == 0 || list->items[list->num - 1].kind != RSP_MESSAGE_RAW)
        return rsp_messages_append(list, RSP_MESSAGE_RAW, raw);
    rsp_buf joined = {0};
    rsp_buf_append(&joined, rsp_messages_bytes(list, list->num - 1));
    rsp_buf_append(&joined, raw);
    bool fits = joined.status == RSP_OK &&
                rsp_messages_replace(list, list->num - 1, RSP_MESSAGE_RAW, rsp_buf_bytes(&joined));
    rsp_buf_free(&joined);
    return fits;
}

static bool add_event(rsp_messages *list, const rsp_event *event) {
    switch (event->kind) {
    case RSP_EVENT_PACKET:
        return rsp_messages_append(list, event->checksum_ok ? RSP_MESSAGE_PACKET : RSP_MESSAGE_BROKEN,
                                   event->payload);
    case RSP_EVENT_INTERRUPT:
        return rsp_messages_append(list, RSP_MESSAGE_INTERRUPT, rsp_bytes_make(NULL, 0));
    case RSP_EVENT_JUNK:
        return add_junk(list, event->raw);
    case RSP_EVENT_NAK:
    case RSP_EVENT_ABANDONED:
    case RSP_EVENT_OVERLONG:
    case RSP_EVENT_TRUNCATED:
        return rsp_messages_append(list, RSP_MESSAGE_RAW, event->raw);
    case RSP_EVENT_NONE:
    case RSP_EVENT_ACK:
    case RSP_EVENT_NOTIFICATION:
        break;
    }
    return true;
}

bool rsp_seed_files_bytes(rsp_messages *list, rsp_bytes bytes) {
    rsp_deframer deframer = {0};
    rsp_event event = {0};
    bool ok = true;
    while (bytes.len > 0 && ok) {
        bytes = rsp_bytes_from(bytes, rsp_deframe(&deframer, bytes, &event));
        ok = add_event(list, &event);
    }
    if (ok && rsp_deframe_flush(&deframer, &event))
        ok = add_event(list, &event);
    rsp_deframer_free(&deframer);
    return ok;
}

static rsp_status read_text(seeder *s, const char *path, rsp_error *error) {
    rsp_buf text = {0};
    rsp_messages list = {0};
    rsp_status status = rsp_file_read(&text, path, error);
    if (status == RSP_OK)
        (void)rsp_messages_read(&list, rsp_buf_bytes(&text)); /* what fits */
    give(s, &list);
    rsp_messages_free(&list);
    rsp_buf_free(&text);
    return status;
}

/* --- captures --- */

/* One conversation: long ones become several lists. */
typedef struct listener {
    seeder *seeder;
    rsp_messages list;
} listener;

static void on_entry(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry) {
    listener *l = ctx;
    (void)transcript;
    if (entry->direction != RSP_TO_STUB || entry->raw.len == 0)
        return;
    if (l->list.num + 2 > RSP_LIMIT_MESSAGES / 4 || !rsp_seed_files_bytes(&l->list, entry->raw)) {
        give(l->seeder, &l->list);
        rsp_messages_clear(&l->list);
        (void)rsp_seed_files_bytes(&l->list, entry->raw);
    }
}

static void *begin_listening(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    listener *l = calloc(1, sizeof *l);
    (void)conversation;
    if (l)
        l->seeder = ctx;
    if (l && rsp_transcript_observe(transcript, on_entry, l))
        return l;
    free(l);
    return NULL;
}

static void end_listening(void *ctx, void *observer, const rsp_transcript *transcript,
                          const rsp_conversation *conversation) {
    listener *l = observer;
    (void)ctx;
    (void)transcript;
    (void)conversation;
    if (!l)
        return;
    give(l->seeder, &l->list);
    rsp_messages_free(&l->list);
    free(l);
}

static rsp_status read_capture(seeder *s, const char *path, rsp_error *error) {
    const rsp_conversations_options options = {.begin = begin_listening, .end = end_listening, .ctx = s};
    rsp_pcap *pcap = rsp_pcap_open(path, error);
    rsp_conversations *conversations = pcap ? rsp_conversations_new(&options) : NULL;
    if (!conversations) {
        rsp_pcap_close(pcap);
        return pcap ? rsp_fail(error, RSP_NO_MEMORY, "no memory") : error->status;
    }
    rsp_segment segment;
    rsp_error damage = {0};
    while (rsp_pcap_next(pcap, &segment, &damage) == RSP_OK)
        rsp_conversations_feed(conversations, &segment);
    rsp_conversations_finish(conversations);
    rsp_conversations_free(conversations);
    rsp_pcap_close(pcap);
    return RSP_OK;
}

/* --- scenarios --- */

/* A stub whose input is copied. */
typedef struct overheard {
    const rsp_seed_stubs *stubs;
    rsp_peer inner;
    rsp_messages list;
    bool connected;
} overheard;

static const char *program_of(const char *asked) {
    return asked[0] ? asked : RSP_PROGRAM_DEFAULT;
}

static rsp_status heard_connect(void *ctx, rsp_buf *out) {
    overheard *o = ctx;
    if (o->connected)
        (void)rsp_messages_append(&o->list, RSP_MESSAGE_RECONNECT, rsp_bytes_make(NULL, 0));
    o->connected = true;
    return o->inner.connect ? o->inner.connect(o->inner.ctx, out) : RSP_OK;
}

static void heard_disconnect(void *ctx, bool half, rsp_buf *out) {
    overheard *o = ctx;
    if (o->inner.disconnect)
        o->inner.disconnect(o->inner.ctx, half, out);
}

static rsp_peer_state heard_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    overheard *o = ctx;
    (void)rsp_seed_files_bytes(&o->list, in);
    return o->inner.input(o->inner.ctx, in, out);
}

static rsp_peer_state heard_run(void *ctx, uint64_t budget, rsp_buf *out) {
    overheard *o = ctx;
    return o->inner.run ? o->inner.run(o->inner.ctx, budget, out) : RSP_PEER_IDLE;
}

static rsp_status open_overheard(void *ctx, rsp_link **out_link, const rsp_stub_request *request,
                                 rsp_error *error) {
    overheard *o = ctx;
    if (request->play == RSP_PLAY_STUB || request->num_options > 0)
        return RSP_UNSUPPORTED;
    o->connected = false;
    rsp_messages_clear(&o->list); /* the runner's first connection only asks what the stub is */
    rsp_status status = o->stubs->make(o->stubs->ctx, &o->inner, program_of(request->program), error);
    if (status != RSP_OK)
        return status;
    const rsp_peer peer = {.connect = heard_connect,
                           .disconnect = heard_disconnect,
                           .input = heard_input,
                           .run = heard_run,
                           .ctx = o};
    return rsp_link_open_peer(out_link, &peer, NULL);
}

static rsp_status image_of(void *ctx, const char *program, rsp_bytes *out_elf) {
    const overheard *o = ctx;
    return o->stubs->image(o->stubs->ctx, program_of(program), out_elf);
}

static const char *path_of(void *ctx, const char *program) {
    const overheard *o = ctx;
    return o->stubs->program_path(o->stubs->ctx, program_of(program));
}

static rsp_status read_scenarios(seeder *s, const char *path, rsp_error *error) {
    overheard o = {.stubs = s->stubs};
    if (!s->stubs)
        return rsp_fail(error, RSP_UNSUPPORTED, "%s: there is no stub to run scenarios on", path);
    const rsp_stub_provider provider = {
        .open = open_overheard, .image = image_of, .program_path = path_of, .ctx = &o};
    rsp_suite *suite = rsp_suite_new(NULL);
    rsp_runner *runner = rsp_runner_new(&provider, NULL);
    rsp_run run = {0};
    rsp_status status = suite && runner ? rsp_suite_load(suite, path) : RSP_NO_MEMORY;
    if (status != RSP_OK)
        (void)rsp_fail(error, status, "%s: %s; see: stubborn lint", path, rsp_status_text(status));
    for (size_t i = 0; status == RSP_OK && i < rsp_suite_count(suite) && !s->full; i++) {
        rsp_messages_clear(&o.list);
        (void)!rsp_runner_run(runner, rsp_suite_get(suite, i), &run, NULL);
        give(s, &o.list);
    }
    rsp_runner_free(runner);
    rsp_suite_free(suite);
    rsp_run_free(&run);
    rsp_messages_free(&o.list);
    return status;
}

/* --- by name --- */

static bool ends_with(const char *path, const char *ending) {
    return rsp_bytes_ends(rsp_bytes_str(path), rsp_bytes_str(ending));
}

static rsp_status read_one(seeder *s, const char *path, rsp_error *error) {
    if (ends_with(path, ".pcap") || ends_with(path, ".pcapng"))
        return read_capture(s, path, error);
    if (ends_with(path, ".yaml"))
        return read_scenarios(s, path, error);
    return read_text(s, path, error);
}

static bool is_seed(const char *path) {
    return ends_with(path, ".txt") || ends_with(path, ".pcap") || ends_with(path, ".pcapng");
}

/* Lists and captures of a folder itself; its scenarios by the suite's own rules, below it too. */
static rsp_status read_folder(seeder *s, const char *path, rsp_error *error) {
    rsp_folder_names in;
    rsp_status status = rsp_folder_read(&in, path, "", error);
    bool scenarios = false;
    for (size_t i = 0; i < in.num && status == RSP_OK; i++) {
        char file[4096];
        (void)snprintf(file, sizeof file, "%s/%s", path, in.names[i]);
        scenarios = scenarios || ends_with(file, ".yaml") || rsp_path_is_folder(file);
        if (is_seed(file))
            status = read_one(s, file, error);
    }
    rsp_folder_free(&in);
    return status == RSP_OK && scenarios ? read_scenarios(s, path, error) : status;
}

rsp_status rsp_seed_files_read(const char *path, const rsp_seed_stubs *stubs,
                               bool (*take)(void *ctx, const rsp_messages *list), void *ctx, size_t *out_num,
                               rsp_error *error) {
    seeder s = {.stubs = stubs, .take = take, .ctx = ctx};
    rsp_status status = RSP_OK;
    if (!rsp_path_exists(path))
        status = rsp_fail(error, RSP_NOT_FOUND, "%s: no such file or folder", path);
    else
        status = rsp_path_is_folder(path) ? read_folder(&s, path, error) : read_one(&s, path, error);
    *out_num = s.num;
    return status;
}
