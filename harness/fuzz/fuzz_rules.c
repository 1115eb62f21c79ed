/* The transcript and the rules: the same entries and verdicts however a conversation is cut. Two bytes
 * choose, two may make an allocation fail; then lines as in conversation_lines.h.
 * See rules_judge.h. */
/* SPDX-License-Identifier: MIT */
#include "rules_judge.h"

enum { MEMORY_BYTES = 64 << 20 };

static uint64_t run(rsp_bytes in, uint8_t choice, uint8_t how, fuzz_mem *mem, bool split) {
    rsp_transcript *transcript = rules_transcript(choice, how, mem);
    rsp_rules *rules = rsp_rules_new(&(rsp_rules_options){.midstream = choice & 1, .mem = &mem->mem});
    rsp_rule_id off = choice & 4 ? (rsp_rule_id)(how % RSP_RULE_COUNT) : RSP_RULE_COUNT;
    rsp_status status = RSP_NO_MEMORY;
    uint64_t digest = 0;
    if (transcript && rules) {
        rsp_rules_enable(rules, off, false);
        status = rules_hear(rules, transcript, in, split);
        FUZZ_MUST(rsp_rules_status(rules) != RSP_NO_MEMORY || mem->fail_at > 0);
    }
    FUZZ_MUST(status == RSP_OK || (status == RSP_NO_MEMORY && mem->fail_at > 0));
    if (status == RSP_OK && rsp_rules_status(rules) == RSP_OK) {
        digest = rules_judge(transcript, rules, how);
        FUZZ_MUST(off == RSP_RULE_COUNT || rsp_rules_count_of(rules, off) == 0);
    }
    rsp_rules_free(rules);
    rsp_transcript_free(transcript);
    FUZZ_MUST(mem->live == 0);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    uint8_t how = fuzz_take_byte(&in);
    fuzz_mem mem;
    fuzz_mem_from(&mem, MEMORY_BYTES, &in);
    uint64_t whole = run(in, choice, how, &mem, false);
    FUZZ_MUST(mem.fail_at > 0 || run(in, choice, how, &mem, true) == whole);
    return 0;
}
