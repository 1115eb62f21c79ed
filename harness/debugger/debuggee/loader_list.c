/* The dynamic section is read in one piece: it is short, and its length stands in the program's file.
 * Nothing in the process is trusted to end.
 * See loader_list.h. */
/* SPDX-License-Identifier: MIT */
#include "loader_list.h"

#include "core/mem.h"

#include <assert.h>

enum { DT_NULL_TAG = 0, DT_DEBUG_TAG = 21, PAIR_BYTES = 16, DYNAMIC_BYTES_MAX = 512 * PAIR_BYTES };
enum { WORD_MAP = 1, WORD_BRK = 2, WORD_STATE = 3 }; /* r_version comes first */

static uint64_t word_at(const uint8_t *bytes) {
    uint64_t value = 0;
    for (size_t i = 8; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

rsp_status loader_read_words(const rsp_debuggee *program, uint64_t address, uint64_t *out, size_t num) {
    assert(out && num > 0);
    uint8_t bytes[LOADER_WORDS * 8];
    rsp_status status = rsp_client_read_memory(program->client, address, bytes, num * 8, NULL);
    for (size_t i = 0; i < num && status == RSP_OK; i++)
        out[i] = word_at(bytes + i * 8);
    return status;
}

static uint64_t find_pair(const uint8_t *section, size_t len) {
    for (size_t at = 0; at + PAIR_BYTES <= len; at += PAIR_BYTES) {
        const uint64_t tag = word_at(section + at);
        if (tag == DT_DEBUG_TAG)
            return word_at(section + at + 8);
        if (tag == DT_NULL_TAG)
            break;
    }
    return 0;
}

rsp_status loader_list_find(const rsp_debuggee *program, uint64_t *out) {
    const rsp_debug_facts *facts = rsp_debug_file_facts(program->file);
    const size_t len =
        facts->dynamic_bytes < DYNAMIC_BYTES_MAX ? (size_t)facts->dynamic_bytes : (size_t)DYNAMIC_BYTES_MAX;
    if (facts->dynamic == 0 || len < PAIR_BYTES)
        return RSP_UNSUPPORTED;
    uint8_t *section = rsp_mem_alloc(NULL, len);
    if (!section)
        return RSP_NO_MEMORY;
    rsp_status status =
        rsp_client_read_memory(program->client, facts->dynamic + program->bias, section, len, NULL);
    *out = status == RSP_OK ? find_pair(section, len) : 0;
    rsp_mem_free(NULL, section);
    return status == RSP_OK && *out == 0 ? RSP_UNSUPPORTED : status;
}

rsp_status loader_list_read(const rsp_debuggee *program, uint64_t address, loader_list *out) {
    uint64_t words[LOADER_WORDS] = {0};
    rsp_status status = loader_read_words(program, address, words, WORD_STATE + 1);
    *out = (loader_list){
        .map = words[WORD_MAP], .brk = words[WORD_BRK], .state = words[WORD_STATE] & UINT32_MAX};
    return status;
}
