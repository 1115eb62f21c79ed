/* Reads a capture by several threads. Each walks over all frames and keeps those of its own connections.
 * The figures are those of one thread, to the last bit: connections are numbered, and their ends counted, in
 * the order of the capture. Private to the cost of captures. */
/* SPDX-License-Identifier: MIT */
#ifndef CAPTURE_PARALLEL_H
#define CAPTURE_PARALLEL_H

#include "capture/capture_file.h"

/* Reads `pcap`, which has just been opened, to its end or to a record that is cut off, and fills the times of
 * `file`. Where one thread has to read it, nothing has been taken from `pcap`, and the conversations are as
 * they were. */
void parallel_read(rsp_capture_file *file, rsp_pcap *pcap, rsp_conversations *conversations);

#endif
