/* Symbols of ELF files: entry point and names are found, missing, or the file is refused.
 * The input is the file.
 * See scenario/symbol.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "scenario/symbol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes file = rsp_bytes_make(data, size);
    rsp_symbol symbol;
    uint64_t entry = 0;
    bool relocated = false;
    rsp_status status = rsp_symbol_entry(file, &entry, &relocated);
    FUZZ_MUST(status == RSP_OK || status == RSP_BAD_FILE);
    status = rsp_symbol_find(file, "main", &symbol);
    FUZZ_MUST(status == RSP_OK || status == RSP_NOT_FOUND || status == RSP_BAD_FILE);
    return 0;
}
