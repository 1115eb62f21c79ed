/* The files of `stubborn capture`, one after the other through one set of conversations.
 * Damage ends a file, not the work: what came before it counts, and the exit status says so.
 * See capture_report.h. */
/* SPDX-License-Identifier: MIT */
#include "capture_report.h"

static void take_segment(capture_file *file, rsp_conversations *conversations, const rsp_segment *segment) {
    rsp_conversations_feed(conversations, segment);
    if (segment->untimed)
        return;
    if (file->end_ns == 0 || segment->time_ns < file->start_ns)
        file->start_ns = segment->time_ns;
    file->end_ns = segment->time_ns > file->end_ns ? segment->time_ns : file->end_ns;
}

/* One file through the reader. Damage is kept in the file's record; only a file that can not be opened is an
 * error. */
static rsp_status read_capture(capture_file *file, const char *path, rsp_conversations *conversations,
                               rsp_error *error) {
    rsp_pcap *pcap = rsp_pcap_open(path, error);
    if (!pcap)
        return error->status;
    const rsp_pcap_log *log = rsp_pcap_log_of(pcap);
    rsp_segment segment;
    while (rsp_pcap_next(pcap, &segment, &file->damage) == RSP_OK)
        take_segment(file, conversations, &segment);
    rsp_conversations_finish(conversations);
    file->is_log = log != NULL;
    file->unit = log ? "line" : "frame";
    if (log)
        file->log = *rsp_pcap_log_of(pcap);
    file->frames = rsp_pcap_frames(pcap);
    file->link = rsp_pcap_link_name(pcap);
    for (int i = 0; i < RSP_FRAME_CLASSES; i++)
        file->classes[i] = rsp_pcap_count(pcap, (rsp_frame_class)i);
    rsp_pcap_close(pcap);
    return RSP_OK;
}

/* A file that is no capture is damage like any other where there are several: the others count. */
static rsp_status read_one(capture_file *file, const char *path, bool only, rsp_conversations *conversations,
                           rsp_error *error) {
    *file = (capture_file){.path = strcmp(path, "-") == 0 ? "standard input" : path,
                           .link = "?",
                           .unit = "frame",
                           .first_flow = rsp_conversations_totals(conversations)->flows};
    rsp_status status = read_capture(file, path, conversations, error);
    if (status != RSP_BAD_FILE || only)
        return status;
    file->damage = *error;
    return RSP_OK;
}

bool capture_read_all(const command *self, capture_file *files, const option_list *paths,
                      rsp_conversations *conversations, int *out_code) {
    rsp_error error = {0};
    *out_code = EXIT_FINE;
    for (size_t i = 0; i < paths->num; i++) {
        if (read_one(&files[i], paths->items[i], paths->num == 1, conversations, &error) != RSP_OK) {
            *out_code = command_fail(self, &error);
            return false;
        }
        if (files[i].damage.status != RSP_OK) {
            (void)command_fail(self, &files[i].damage);
            *out_code = EXIT_USAGE;
        }
    }
    return true;
}

const capture_file *capture_file_of(const capture_file *files, size_t num_files, uint64_t conversation) {
    size_t i = num_files;
    while (i > 1 && files[i - 1].first_flow > conversation)
        i--;
    return &files[i - 1];
}

void capture_report_on(capture_report *report, rsp_conversations *conversations) {
    report->totals = rsp_conversations_totals(conversations);
    report->conversation_count = rsp_conversations_count(conversations);
    report->num_conversations = rsp_conversations_kept(conversations);
    for (size_t i = 0; i < report->num_conversations; i++)
        report->conversations[i] = rsp_conversations_get(conversations, i);
}

uint64_t capture_recorded_ns(const capture_report *report) {
    uint64_t sum = 0;
    for (size_t i = 0; i < report->num_files; i++)
        sum += report->files[i].end_ns - report->files[i].start_ns;
    return sum;
}
