/* Profiles: any text loads or is refused with a diagnostic; a profile that loads can be expanded.
 * First one or two bytes: an allocation that fails. The rest is the file.
 * See scenario/profile.h. */
/* SPDX-License-Identifier: MIT */
#include "counted_memory.h"

#include "manners/manners.h"
#include "scenario/profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    fuzz_mem mem;
    fuzz_mem_from(&mem, (size_t)64 << 20, &in);
    rsp_diagnostics found = {0};
    rsp_profile *profile = rsp_profile_load_memory("fuzzed.yaml", in, &mem.mem, &found);
    FUZZ_MUST(profile ? found.num_errors == 0 : found.num_errors > 0 || mem.fail_at > 0);
    if (profile) {
        rsp_buf text = {.limit = 1 << 20};
        FUZZ_MUST(profile->name && profile->title && profile->address && profile->baseline);
        rsp_profile_expand(&text, profile->address, profile->facts, profile->num_facts);
        for (unsigned i = 0; i < 32; i++)
            FUZZ_MUST(!rsp_profile_has(profile, (rsp_quirk)i) || *rsp_quirk_name((rsp_quirk)i) != '?');
        rsp_buf_free(&text);
        rsp_manners manners = {0};
        rsp_profile_apply_manners(profile, &manners);
    }
    rsp_profile_free(profile);
    rsp_diagnostics_free(&found);
    FUZZ_MUST(mem.live == 0);
    return 0;
}
