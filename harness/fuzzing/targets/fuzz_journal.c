/* A journal from another machine: its position and its states survive writing and reading.
 * No line gives more than one state. The input is the journal.
 * See campaign/journal.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "campaign/journal.h"

#include <inttypes.h>

static void check_place(const char *text) {
    static rsp_buf again;
    rsp_journal_place place = rsp_journal_place_parse(text);
    rsp_buf_clear(&again);
    rsp_buf_printf(&again, "at %" PRIu64 " messages %" PRIu64 " seconds %" PRIu64 "  \n$g\n.end\n",
                   place.next > 0 ? place.next - 1 : 0, place.messages, place.seconds);
    rsp_journal_place same = rsp_journal_place_parse(rsp_buf_cstr(&again));
    FUZZ_MUST(same.next == place.next || place.next == 0 || place.next == UINT64_MAX);
    FUZZ_MUST(same.messages == place.messages && same.seconds == place.seconds);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf text;
    static rsp_buf again;
    rsp_buf_clear(&text);
    rsp_buf_clear(&again);
    rsp_buf_append(&text, rsp_bytes_make(data, size));
    check_place(rsp_buf_cstr(&text));
    rsp_bytes rest = rsp_buf_bytes(&text);
    size_t num = 0;
    for (uint64_t state = 0; rsp_journal_next_state(&state, &rest); num++)
        rsp_buf_printf(&again, "%016" PRIx64 "\n", state);
    FUZZ_MUST(num <= (size + 1) / 17);
    rest = rsp_buf_bytes(&again);
    for (uint64_t state = 0; rsp_journal_next_state(&state, &rest);)
        num--;
    FUZZ_MUST(num == 0);
    return 0;
}
