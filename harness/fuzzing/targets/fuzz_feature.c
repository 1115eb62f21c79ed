/* Feature lists: items lie in the list, the check agrees with them, a rebuilt list is equal.
 * The input is the list.
 * See codec/feature.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "codec/feature.h"
#include "core/limits.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf built;
    rsp_bytes in = rsp_bytes_make(data, size);
    rsp_feature_iter iter = rsp_feature_begin(in);
    rsp_feature feature;
    rsp_feature found;
    bool bad = false;
    rsp_buf_clear(&built);
    for (size_t num = 1; rsp_feature_next(&iter, &feature); num++) {
        FUZZ_MUST(feature.offset + feature.name.len + feature.value.len <= size && num <= RSP_LIMIT_FEATURES);
        bad |= feature.kind == RSP_FEATURE_BAD;
        if (num < 8) /* each looks at the whole list */
            FUZZ_MUST(rsp_feature_find(&found, in, feature.name) || feature.kind == RSP_FEATURE_BAD);
        rsp_feature_append(&built, 0, &feature);
    }
    rsp_error error = {0};
    rsp_status status = rsp_feature_check(in, &error);
    FUZZ_MUST(status != RSP_OK || !bad);
    FUZZ_MUST(status != RSP_MALFORMED || error.offset <= size);
    if (status != RSP_OK)
        return 0;
    FUZZ_MUST(rsp_feature_check(rsp_buf_bytes(&built), NULL) == RSP_OK);
    rsp_feature_iter again = rsp_feature_begin(rsp_buf_bytes(&built));
    iter = rsp_feature_begin(in);
    while (rsp_feature_next(&iter, &feature)) {
        FUZZ_MUST(rsp_feature_next(&again, &found) && found.kind == feature.kind);
        FUZZ_MUST(rsp_bytes_equal(found.name, feature.name) && rsp_bytes_equal(found.value, feature.value));
    }
    FUZZ_MUST(!rsp_feature_next(&again, &found));
    return 0;
}
