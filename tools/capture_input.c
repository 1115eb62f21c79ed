/* The files of `stubborn capture`, one after the other through one set of conversations.
 * Damage ends a file, not the work: what came before it counts, and the exit status says so.
 * See capture.h. */
/* SPDX-License-Identifier: MIT */
#include "capture.h"

/* One file through the reader. Damage is kept in the file's record; only a file that can not be opened is an
 * error. */
static rsp_status read_capture(capture_file *file, rsp_conversations *conversations, rsp_error *error) {
    rsp_pcap *pcap = rsp_pcap_open(file->path, error);
    if (!pcap)
        return error->status;
    const rsp_pcap_log *log = rsp_pcap_log_of(pcap);
    rsp_segment segment;
    while (rsp_pcap_next(pcap, &segment, &file->damage) == RSP_OK)
        rsp_conversations_feed(conversations, &segment);
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

bool capture_read_all(const command *self, capture_file *files, const option_list *paths,
                      rsp_conversations *conversations, int *out_code) {
    rsp_error error = {0};
    *out_code = EXIT_FINE;
    for (size_t i = 0; i < paths->num; i++) {
        files[i].path = paths->items[i];
        files[i].first_flow = rsp_conversations_totals(conversations)->flows;
        if (read_capture(&files[i], conversations, &error) != RSP_OK) {
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
