/* Writes the libFuzzer dictionary of the packet table to a file; run by the build.
 * usage: fuzz_dictionary FILE
 * See rsp_packet_dictionary_write. */
/* SPDX-License-Identifier: MIT */
#include "codec/packet_reference.h"
#include <rsp/packets.h>
#include <stdio.h>

int main(int argc, char **argv) {
    rsp_buf text = {0};
    rsp_packet_dictionary_write(&text);
    FILE *file = argc == 2 ? fopen(argv[1], "wb") : NULL;
    bool fine = file && text.status == RSP_OK && fwrite(text.ptr, 1, text.len, file) == text.len;
    if (file && fclose(file) != 0)
        fine = false;
    rsp_buf_free(&text);
    return fine ? 0 : 1;
}
