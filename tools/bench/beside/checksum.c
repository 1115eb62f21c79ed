/* A post-processor for AFL++: puts the right checksum behind each packet of an input, so that what was
 * mutated is not refused for its checksum alone; the first thing to write when fuzzing this protocol with
 * AFL++. Loaded by AFL_CUSTOM_MUTATOR_LIBRARY; see tools/bench/versus. */
/* SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 20 };

typedef struct post {
    unsigned char out[ROOM];
} post;

void *afl_custom_init(void *afl, unsigned seed);
size_t afl_custom_post_process(void *data, unsigned char *in, size_t len, unsigned char **out);
void afl_custom_deinit(void *data);

void *afl_custom_init(void *afl, unsigned seed) {
    (void)afl;
    (void)seed;
    return malloc(sizeof(post));
}

size_t afl_custom_post_process(void *data, unsigned char *in, size_t len, unsigned char **out) {
    static const char digits[] = "0123456789abcdef";
    post *p = data;
    unsigned sum = 0;
    if (len > ROOM)
        len = ROOM;
    memcpy(p->out, in, len);
    for (size_t i = 0; i < len; i++) {
        if (in[i] == '$') {
            sum = 0;
        } else if (in[i] == '#' && i + 2 < len) {
            p->out[++i] = (unsigned char)digits[sum >> 4 & 15];
            p->out[++i] = (unsigned char)digits[sum & 15];
        } else {
            sum += in[i];
        }
    }
    *out = p->out;
    return len;
}

void afl_custom_deinit(void *data) {
    free(data);
}
