/* libpcap's offline reader with a large buffer, and the position in the file for messages.
 * The file is opened here, so that libpcap never decides what a name means; what is no capture may be a log.
 * See pcap.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_POSIX
#define _DEFAULT_SOURCE /* pcap.h uses u_char and friends */ /* NOLINT(bugprone-reserved-identifier) */
#else
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned u_int;
#endif
#include <pcap/pcap.h>

#include "capture/pcap.h"
#include "capture/pcap_window.h"
#include "core/file.h"

#include "log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    READ_BYTES = 256 * 1024,
    MAX_SNAPLEN = 256 * 1024,
    FILE_HEADER_BYTES = 24,
};

struct rsp_pcap {
    pcap_t *handle; /* owns the FILE; NULL for a log */
    const char *name;
    char *buffer;
    int link_type;
    uint8_t magic[RSP_PCAP_HEAD_BYTES]; /* of a capture */
    bool by_path;
    uint64_t counts[RSP_FRAME_CLASSES];
    uint64_t frames;
    uint64_t bytes;
    uint64_t file_bytes; /* read up to the end of the last frame, for pipes, which have no position */
    FILE *log_file;      /* owned */
    log_reader log;
    rsp_pcap_log log_facts;
};

static uint64_t position(const rsp_pcap *pcap) {
    long at = ftell(pcap_file(pcap->handle));
    return at >= 0 ? (uint64_t)at : pcap->file_bytes;
}

/* --- what kind of file ---------------------------------------------------------------------------------- */

/* The first bytes of what libpcap reads, and of what would have to be unpacked first. */
static const struct head {
    uint8_t bytes[RSP_PCAP_HEAD_BYTES];
    size_t len;
    const char *packed_by; /* NULL: a capture */
} heads[] = {
    {{0xd4, 0xc3, 0xb2, 0xa1}, 4, NULL},   {{0xa1, 0xb2, 0xc3, 0xd4}, 4, NULL},
    {{0x4d, 0x3c, 0xb2, 0xa1}, 4, NULL},   {{0xa1, 0xb2, 0x3c, 0x4d}, 4, NULL},
    {{0x34, 0xcd, 0xb2, 0xa1}, 4, NULL},   {{0xa1, 0xb2, 0xcd, 0x34}, 4, NULL},
    {{0x0a, 0x0d, 0x0d, 0x0a}, 4, NULL},   {{0x1f, 0x8b}, 2, "gzip"},
    {{0x28, 0xb5, 0x2f, 0xfd}, 4, "zstd"}, {{0xfd, '7', 'z', 'X'}, 4, "xz"},
    {{0x04, 0x22, 0x4d, 0x18}, 4, "lz4"},  {{'B', 'Z', 'h'}, 3, "bzip2"},
};

static const struct head *head_of(rsp_bytes bytes) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(heads); i++) {
        if (rsp_bytes_starts(bytes, rsp_bytes_make(heads[i].bytes, heads[i].len)))
            return &heads[i];
    }
    return NULL;
}

bool rsp_pcap_is_capture(rsp_bytes head) {
    return head_of(head) != NULL;
}

/* libpcap wants to read the file from its first byte, and a pipe can not be read twice. More than one byte
 * can be put back wherever the C library has a buffer, which is everywhere. */
static bool put_back(FILE *file, const uint8_t *bytes, size_t len) {
    while (len > 0) {
        if (ungetc(bytes[--len], file) == EOF)
            return false;
    }
    return true;
}

/* --- opening -------------------------------------------------------------------------------------------- */

static rsp_status open_capture(rsp_pcap *pcap, FILE *file, rsp_bytes head, rsp_error *error) {
    char message[PCAP_ERRBUF_SIZE] = "";
    if (!put_back(file, head.ptr, head.len))
        return rsp_fail_offset(error, RSP_IO, pcap->name, 0,
                               "can not be read from a pipe here: save it first");
    pcap->handle = pcap_fopen_offline_with_tstamp_precision(file, PCAP_TSTAMP_PRECISION_NANO, message);
    if (!pcap->handle)
        return rsp_fail_offset(error, RSP_BAD_FILE, pcap->name, 0, "no capture file: %s", message);
    pcap->link_type = pcap_datalink(pcap->handle);
    pcap->file_bytes = FILE_HEADER_BYTES;
    memcpy(pcap->magic, head.ptr, sizeof pcap->magic);
    return RSP_OK;
}

static rsp_status open_log(rsp_pcap *pcap, FILE *file, rsp_bytes head, rsp_error *error) {
    log_reader *log = &pcap->log;
    rsp_buf_append(&log->pending, head);
    uint8_t *more = rsp_buf_extend(&log->pending, LOG_HEAD_BYTES);
    if (!more)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory");
    rsp_buf_truncate(&log->pending, head.len + fread(more, 1, LOG_HEAD_BYTES, file));
    *log = (log_reader){.file = file, .name = pcap->name, .pending = log->pending};
    log_detect(log);
    pcap->link_type = -1;
    pcap->log_facts.form = log_form_name(log->form);
    if (log->pending.len == 0)
        return rsp_fail_offset(error, RSP_BAD_FILE, pcap->name, 0, "the file is empty");
    if (log->form == LOG_NONE && rsp_bytes_starts(rsp_buf_bytes(&log->pending), RSP_LIT("{")))
        return rsp_fail_offset(error, RSP_BAD_FILE, pcap->name, 0,
                               "JSON, not a capture: partial results are added up by analyze --merge");
    if (log->form == LOG_NONE)
        return rsp_fail_offset(error, RSP_BAD_FILE, pcap->name, 0,
                               "neither a capture (pcap, pcapng) nor a text with packets of both sides");
    pcap->log_file = file;
    return RSP_OK;
}

static rsp_status open_either(rsp_pcap *pcap, FILE *file, rsp_bytes head, rsp_error *error) {
    const struct head *known = head_of(head);
    if (known && known->packed_by)
        return rsp_fail_offset(error, RSP_BAD_FILE, pcap->name, 0,
                               "packed by %s: unpack it first, as in '%s -dc FILE > session.pcap'",
                               known->packed_by, known->packed_by);
    return known ? open_capture(pcap, file, head, error) : open_log(pcap, file, head, error);
}

/* Reads the head, unless somebody has: then *head is it. */
static rsp_status begin(rsp_pcap *pcap, FILE *file, const rsp_bytes *head, rsp_error *error) {
    uint8_t bytes[RSP_PCAP_HEAD_BYTES];
    pcap->buffer = malloc(READ_BYTES);
    if (!pcap->buffer)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory");
    setvbuf(file, pcap->buffer, _IOFBF, READ_BYTES);
    if (head)
        return open_either(pcap, file, *head, error);
    rsp_bytes read = rsp_bytes_make(bytes, fread(bytes, 1, sizeof bytes, file));
    if (ferror(file) && errno == EISDIR)
        return rsp_fail_offset(error, RSP_BAD_FILE, pcap->name, 0,
                               "is a folder: name the captures in it, as in %.60s/*.pcap", pcap->name);
    if (ferror(file))
        return rsp_fail_offset(error, RSP_IO, pcap->name, 0, "can not be read: %s", strerror(errno));
    return open_either(pcap, file, read, error);
}

static rsp_pcap *open_stream(FILE *file, const rsp_bytes *head, const char *name, rsp_error *error) {
    rsp_pcap *pcap = calloc(1, sizeof *pcap);
    if (!pcap) {
        fclose(file);
        rsp_fail(error, RSP_NO_MEMORY, "no memory");
        return NULL;
    }
    pcap->name = name;
    if (begin(pcap, file, head, error) == RSP_OK)
        return pcap;
    fclose(file);
    log_free(&pcap->log);
    free(pcap->buffer);
    free(pcap);
    return NULL;
}

rsp_pcap *rsp_pcap_open_stream(FILE *file, rsp_bytes head, const char *name, rsp_error *error) {
    return open_stream(file, &head, name, error);
}

rsp_pcap *rsp_pcap_open(const char *path, rsp_error *error) {
    bool standard = strcmp(path, "-") == 0;
    rsp_error why = {0};
    int fd = 0;
    rsp_status status = standard ? RSP_OK : rsp_file_open(&fd, path, &why);
    FILE *file = status == RSP_OK ? fdopen(fd, "rb") : NULL;
    if (!file) {
        rsp_fail_offset(error, status == RSP_OK ? RSP_IO : status, path, 0, "%s",
                        status == RSP_OK ? strerror(errno) : why.msg);
        if (status == RSP_OK && !standard)
            (void)close(fd);
        return NULL;
    }
    rsp_pcap *pcap = open_stream(file, NULL, standard ? "standard input" : path, error);
    if (pcap)
        pcap->by_path = !standard;
    return pcap;
}

rsp_pcap *rsp_pcap_open_bytes(rsp_bytes bytes, const char *name, rsp_error *error) {
    FILE *file =
        bytes.len ? fmemopen((void *)(uintptr_t)bytes.ptr, bytes.len, "rb") : fopen("/dev/null", "rb");
    if (!file) {
        rsp_fail(error, RSP_NO_MEMORY, "no memory");
        return NULL;
    }
    return open_stream(file, NULL, name, error);
}

void rsp_pcap_close(rsp_pcap *pcap) {
    if (!pcap)
        return;
    if (pcap->handle)
        pcap_close(pcap->handle);
    if (pcap->log_file)
        fclose(pcap->log_file);
    log_free(&pcap->log);
    free(pcap->buffer);
    free(pcap);
}

static rsp_status ended(rsp_pcap *pcap, int code, rsp_error *error) {
    if (code == PCAP_ERROR_BREAK)
        return RSP_CLOSED;
    return rsp_fail_offset(error, RSP_BAD_FILE, pcap->name, position(pcap),
                           "after frame %llu, near byte %llu: %s", (unsigned long long)pcap->frames,
                           (unsigned long long)position(pcap), pcap_geterr(pcap->handle));
}

/* The segment that opens a log's connection is none of its pieces. */
static rsp_status next_of_log(rsp_pcap *pcap, rsp_segment *out, rsp_error *error) {
    rsp_status status = log_next(&pcap->log, out, error);
    if (status != RSP_OK)
        return status;
    pcap->frames = pcap->log.packets;
    pcap->counts[RSP_FRAME_TCP] = pcap->frames;
    pcap->bytes += out->wire_len;
    return RSP_OK;
}

const rsp_pcap_log *rsp_pcap_log_of(rsp_pcap *pcap) {
    if (!pcap->log_file)
        return NULL;
    rsp_pcap_log *facts = &pcap->log_facts;
    facts->pieces = pcap->log.packets;
    facts->untimed = pcap->log.untimed;
    facts->cut = pcap->log.cut;
    facts->restored = pcap->log.restored;
    facts->odd = pcap->log.odd;
    facts->others = &pcap->log.others;
    return facts;
}

rsp_status rsp_pcap_next(rsp_pcap *pcap, rsp_segment *out, rsp_error *error) {
    if (pcap->log_file)
        return next_of_log(pcap, out, error);
    for (;;) {
        struct pcap_pkthdr *header;
        const u_char *data;
        int code = pcap_next_ex(pcap->handle, &header, &data);
        if (code != 1)
            return ended(pcap, code, error);
        pcap->frames++;
        pcap->bytes += header->caplen;
        pcap->file_bytes += header->caplen + 16U;
        rsp_frame_class class_ =
            rsp_segment_decode(out, rsp_bytes_make(data, header->caplen), header->len, pcap->link_type);
        pcap->counts[class_]++;
        if (class_ != RSP_FRAME_TCP)
            continue;
        /* With nanosecond precision tv_usec holds nanoseconds. Times before 1970 are hostile. */
        uint64_t seconds = header->ts.tv_sec > 0 ? (uint64_t)header->ts.tv_sec & UINT32_MAX : 0;
        uint64_t nanos = header->ts.tv_usec > 0 ? (uint64_t)header->ts.tv_usec : 0;
        out->time_ns = seconds * UINT64_C(1000000000) + nanos;
        out->frame = pcap->frames;
        out->untimed = false;
        return RSP_OK;
    }
}

/* --- windows -------------------------------------------------------------------------------------------- */

/* The magic number in either byte order: 0xa1b2c3d4 with microseconds, 0xa1b23c4d with nanoseconds. */
static bool is_classic(const uint8_t *magic, bool *out_nanoseconds) {
    static const uint8_t micro[] = {0xa1, 0xb2, 0xc3, 0xd4};
    static const uint8_t nano[] = {0xa1, 0xb2, 0x3c, 0x4d};
    uint8_t forwards[RSP_PCAP_HEAD_BYTES];
    bool little = magic[3] == 0xa1;
    for (size_t i = 0; i < sizeof forwards; i++)
        forwards[i] = magic[little ? sizeof forwards - 1 - i : i];
    *out_nanoseconds = memcmp(forwards, nano, sizeof nano) == 0;
    return *out_nanoseconds || memcmp(forwards, micro, sizeof micro) == 0;
}

/* pcapng begins with the type of its first block, which reads the same in both byte orders. */
static bool is_blocks(const uint8_t *magic) {
    static const uint8_t section[] = {0x0a, 0x0d, 0x0d, 0x0a};
    return memcmp(magic, section, sizeof section) == 0;
}

static bool classic_format(const rsp_pcap *pcap, rsp_pcap_format *out) {
    int snaplen = pcap_snapshot(pcap->handle);
    out->swapped = pcap->magic[0] == 0xa1;
    out->most_captured = snaplen > 0 && snaplen < MAX_SNAPLEN ? (uint32_t)snaplen : MAX_SNAPLEN;
    out->begin = FILE_HEADER_BYTES;
    return pcap_major_version(pcap->handle) == 2 && pcap_minor_version(pcap->handle) == 4;
}

static bool blocks_format(rsp_pcap_format *out) {
    uint8_t head[4096];
    ssize_t got = pread(out->fd, head, sizeof head, 0);
    int link_type = out->link_type;
    return got > 0 && rsp_pcap_format_of_blocks(rsp_bytes_make(head, (size_t)got), out) &&
           out->link_type == link_type && out->most_captured <= MAX_SNAPLEN;
}

bool rsp_pcap_format_of(const rsp_pcap *pcap, rsp_pcap_format *out) {
    struct stat about;
    if (!pcap->by_path || !pcap->handle || pcap->frames > 0)
        return false;
    out->fd = fileno(pcap_file(pcap->handle));
    out->link_type = pcap->link_type;
    out->blocks = is_blocks(pcap->magic);
    if (!out->blocks && !is_classic(pcap->magic, &out->nanoseconds))
        return false;
    if (!(out->blocks ? blocks_format(out) : classic_format(pcap, out)))
        return false;
    if (fstat(out->fd, &about) != 0 || !S_ISREG(about.st_mode) || (uint64_t)about.st_size < out->begin)
        return false;
    out->end = (uint64_t)about.st_size;
    return true;
}

void rsp_pcap_take_walks(rsp_pcap *pcap, const rsp_pcap_walk *const *walks, unsigned num) {
    pcap->frames = walks[0]->frames;
    pcap->bytes = walks[0]->bytes;
    for (unsigned k = 0; k < num; k++)
        for (int i = 0; i < RSP_FRAME_CLASSES; i++)
            pcap->counts[i] += walks[k]->counts[i];
    pcap->file_bytes = walks[0]->format->end - walks[0]->rest.len;
    (void)fseeko(pcap_file(pcap->handle), (off_t)pcap->file_bytes, SEEK_SET);
}

/* --- counts --------------------------------------------------------------------------------------------- */

uint64_t rsp_pcap_count(const rsp_pcap *pcap, rsp_frame_class class_) {
    return (unsigned)class_ < RSP_FRAME_CLASSES ? pcap->counts[class_] : 0;
}

uint64_t rsp_pcap_frames(const rsp_pcap *pcap) {
    return pcap->frames;
}

uint64_t rsp_pcap_bytes(const rsp_pcap *pcap) {
    return pcap->bytes;
}

const char *rsp_pcap_link_name(const rsp_pcap *pcap) {
    if (pcap->log_file)
        return pcap->log_facts.form;
    const char *name = pcap_datalink_val_to_name(pcap->link_type);
    return name ? name : "?";
}

static void append_le32(rsp_buf *out, uint64_t value) {
    for (int i = 0; i < 4; i++)
        rsp_buf_push(out, (uint8_t)(value >> (8 * i)));
}

void rsp_pcap_write_header(rsp_buf *out, int link_type) {
    append_le32(out, UINT32_C(0xa1b23c4d)); /* nanoseconds */
    append_le32(out, 2 | 4 << 16);          /* version 2.4 */
    append_le32(out, 0);
    append_le32(out, 0);
    append_le32(out, MAX_SNAPLEN);
    append_le32(out, (uint32_t)link_type);
}

void rsp_pcap_write_frame(rsp_buf *out, uint64_t time_ns, rsp_bytes frame, size_t wire_len) {
    append_le32(out, time_ns / UINT64_C(1000000000));
    append_le32(out, time_ns % UINT64_C(1000000000));
    append_le32(out, frame.len);
    append_le32(out, wire_len);
    rsp_buf_append(out, frame);
}
