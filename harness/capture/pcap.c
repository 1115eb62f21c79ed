/* libpcap's offline reader with a large buffer, and the position in the file for messages.
 * The file is opened here, so that libpcap never decides what a name means; memory goes through fmemopen.
 * See pcap.h. */
/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* pcap.h uses u_char and friends */ /* NOLINT(bugprone-reserved-identifier) */
#include <pcap/pcap.h>

#include <rsp/pcap.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    READ_BYTES = 256 * 1024,
    MAX_SNAPLEN = 256 * 1024,
};

struct rsp_pcap {
    pcap_t *handle; /* owns the FILE */
    const char *name;
    char *buffer;
    int link_type;
    uint64_t counts[RSP_FRAME_CLASSES];
    uint64_t frames;
    uint64_t bytes;
    uint64_t file_bytes; /* read up to the end of the last frame, for pipes, which have no position */
};

static uint64_t position(const rsp_pcap *pcap) {
    long at = ftell(pcap_file(pcap->handle));
    return at >= 0 ? (uint64_t)at : pcap->file_bytes;
}

static rsp_pcap *open_stream(FILE *file, const char *name, rsp_error *error) {
    char message[PCAP_ERRBUF_SIZE] = "";
    rsp_pcap *pcap = calloc(1, sizeof *pcap);
    char *buffer = malloc(READ_BYTES);
    if (pcap && buffer) {
        setvbuf(file, buffer, _IOFBF, READ_BYTES);
        pcap->handle = pcap_fopen_offline_with_tstamp_precision(file, PCAP_TSTAMP_PRECISION_NANO, message);
    }
    if (!pcap || !buffer || !pcap->handle) {
        bool memory = !pcap || !buffer;
        fclose(file);
        free(buffer);
        free(pcap);
        rsp_fail_offset(error, memory ? RSP_NO_MEMORY : RSP_BAD_FILE, name, 0, "no capture file: %s",
                        memory ? "no memory" : message);
        return NULL;
    }
    pcap->buffer = buffer;
    pcap->name = name;
    pcap->link_type = pcap_datalink(pcap->handle);
    pcap->file_bytes = 24;
    return pcap;
}

rsp_pcap *rsp_pcap_open(const char *path, rsp_error *error) {
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? fdopen(0, "rb") : fopen(path, "rb");
    if (!file) {
        rsp_fail_offset(error, errno == ENOENT ? RSP_NOT_FOUND : RSP_IO, path, 0, "%s", strerror(errno));
        return NULL;
    }
    return open_stream(file, standard ? "standard input" : path, error);
}

rsp_pcap *rsp_pcap_open_bytes(rsp_bytes bytes, const char *name, rsp_error *error) {
    FILE *file =
        bytes.len ? fmemopen((void *)(uintptr_t)bytes.ptr, bytes.len, "rb") : fopen("/dev/null", "rb");
    if (!file) {
        rsp_fail(error, RSP_NO_MEMORY, "no memory");
        return NULL;
    }
    return open_stream(file, name, error);
}

void rsp_pcap_close(rsp_pcap *pcap) {
    if (!pcap)
        return;
    pcap_close(pcap->handle);
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

rsp_status rsp_pcap_next(rsp_pcap *pcap, rsp_segment *out, rsp_error *error) {
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
        return RSP_OK;
    }
}

uint64_t rsp_pcap_count(const rsp_pcap *pcap, rsp_frame_class class_) {
    return (unsigned)class_ < RSP_FRAME_CLASSES ? pcap->counts[class_] : 0;
}

uint64_t rsp_pcap_frames(const rsp_pcap *pcap) {
    return pcap->frames;
}

uint64_t rsp_pcap_bytes(const rsp_pcap *pcap) {
    return pcap->bytes;
}

int rsp_pcap_link_type(const rsp_pcap *pcap) {
    return pcap->link_type;
}

const char *rsp_pcap_link_name(const rsp_pcap *pcap) {
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
