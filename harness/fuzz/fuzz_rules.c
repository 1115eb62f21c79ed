/* The transcript and the rules: the same entries and verdicts however a conversation is cut. Two bytes
 * choose, two may make an allocation fail; then lines as in talk_lines.h.
 * See rsp/rule.h. */
/* SPDX-License-Identifier: MIT */
#include "rules_judge.h"
#include "talk_lines.h"

enum { MEMORY_BYTES = 64 << 20 };

static rsp_transcript_options options_of(uint8_t choice, uint8_t how, fuzz_mem *mem) {
    if (choice & 2)
        return (rsp_transcript_options){
            .max_bytes = 256, .max_entries = 1 + how % 16, .max_packet = 1 + how, .mem = &mem->mem};
    return (rsp_transcript_options){.mem = &mem->mem};
}

static uint64_t run(rsp_bytes in, uint8_t choice, uint8_t how, fuzz_mem *mem, bool split) {
    rsp_transcript_options options = options_of(choice, how, mem);
    rsp_rules *rules = rsp_rules_new(&(rsp_rules_options){.midstream = choice & 1, .mem = &mem->mem});
    talk_lines t = {.transcript = rsp_transcript_new(&options), .pieces = split ? 1 + in.len : 0};
    rsp_status status = t.transcript && rules ? RSP_OK : RSP_NO_MEMORY;
    rsp_rule_id off = choice & 4 ? (rsp_rule_id)(how % RSP_RULE_COUNT) : RSP_RULE_COUNT;
    uint64_t digest = 0;
    if (status == RSP_OK) {
        t.exchanges = rsp_rules_exchanges(rules);
        rsp_rules_enable(rules, off, false);
        FUZZ_MUST(rsp_transcript_observe(t.transcript, rsp_rules_observe, rules));
        status = talk_lines_say(&t, in);
        FUZZ_MUST(rsp_rules_status(rules) != RSP_NO_MEMORY || mem->fail_at > 0);
    }
    FUZZ_MUST(status == RSP_OK || (status == RSP_NO_MEMORY && mem->fail_at > 0));
    if (status == RSP_OK && rsp_rules_status(rules) == RSP_OK) {
        digest = rules_judge(t.transcript, rules, how);
        FUZZ_MUST(off == RSP_RULE_COUNT || rsp_rules_count_of(rules, off) == 0);
        rules_show(t.transcript, RSP_NO_ENTRY, how);
    }
    rsp_rules_free(rules);
    rsp_transcript_free(t.transcript);
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
    if (mem.fail_at == 0)
        FUZZ_MUST(run(in, choice, how, &mem, true) == whole);
    return 0;
}
