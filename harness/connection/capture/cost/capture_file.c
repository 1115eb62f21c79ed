/* Feeds one file to the conversations and keeps its record. The times of a file are those of its segments, in
 * any order, for captures of several interfaces may go back in time.
 * See capture_file.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/capture_file.h"

#include "parallel.h"

static void take_segment(rsp_capture_file *file, rsp_conversations *conversations,
                         const rsp_segment *segment) {
    rsp_conversations_feed(conversations, segment);
    if (segment->untimed)
        return;
    if (file->end_ns == 0 || segment->time_ns < file->start_ns)
        file->start_ns = segment->time_ns;
    file->end_ns = segment->time_ns > file->end_ns ? segment->time_ns : file->end_ns;
}

static void take_reader(rsp_capture_file *file, rsp_pcap *pcap) {
    const rsp_pcap_log *log = rsp_pcap_log_of(pcap);
    file->is_log = log != NULL;
    file->unit = log ? "line" : "frame";
    if (log)
        file->log = *log;
    file->frames = rsp_pcap_frames(pcap);
    file->link = rsp_pcap_link_name(pcap);
    for (int i = 0; i < RSP_FRAME_CLASSES; i++)
        file->classes[i] = rsp_pcap_count(pcap, (rsp_frame_class)i);
}

static void begin(rsp_capture_file *file, const char *name, rsp_conversations *conversations) {
    *file = (rsp_capture_file){.path = name,
                               .link = "?",
                               .unit = "frame",
                               .first_flow = rsp_conversations_totals(conversations)->flows};
}

void rsp_capture_file_take(rsp_capture_file *file, const char *name, rsp_pcap *pcap,
                           rsp_conversations *conversations) {
    rsp_segment segment;
    begin(file, name, conversations);
    parallel_read(file, pcap, conversations);
    while (!rsp_conversations_stopped(conversations) &&
           rsp_pcap_next(pcap, &segment, &file->damage) == RSP_OK)
        take_segment(file, conversations, &segment);
    rsp_conversations_finish(conversations);
    take_reader(file, pcap);
}

rsp_status rsp_capture_file_read(rsp_capture_file *file, const char *path, rsp_conversations *conversations,
                                 rsp_error *error) {
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    rsp_pcap *pcap = rsp_pcap_open(path, error);
    begin(file, name, conversations);
    if (!pcap)
        return error->status;
    rsp_capture_file_take(file, name, pcap, conversations);
    rsp_pcap_close(pcap);
    return RSP_OK;
}

const rsp_capture_file *rsp_capture_file_of(const rsp_capture_file *files, size_t num,
                                            uint64_t conversation) {
    size_t i = num;
    while (i > 1 && files[i - 1].first_flow > conversation)
        i--;
    return &files[i - 1];
}

uint64_t rsp_capture_files_ns(const rsp_capture_file *files, size_t num) {
    uint64_t sum = 0;
    for (size_t i = 0; i < num; i++)
        sum += files[i].end_ns - files[i].start_ns;
    return sum;
}
