/* Both lists are sorted by scenario and variant; the smaller head comes next.
 * Where both heads are the same, both are taken.
 * See matrix_pair.h. */
/* SPDX-License-Identifier: MIT */
#include "matrix_pair.h"

static int compare_heads(const rsp_matrix_result *a, const rsp_matrix_result *b) {
    if (!a || !b)
        return a ? -1 : 1;
    int order = strcmp(a->scenario, b->scenario);
    return order ? order : strcmp(a->variant, b->variant);
}

bool rsp_matrix_pair_next(rsp_matrix_pair *pair) {
    const rsp_matrix_result *heads[2];
    for (int side = 0; side < 2; side++) {
        const rsp_matrix_stub *stub = pair->stubs[side];
        heads[side] = pair->next[side] < stub->num_results ? &stub->results[pair->next[side]] : NULL;
    }
    if (!heads[0] && !heads[1])
        return false;
    int order = compare_heads(heads[0], heads[1]);
    for (int side = 0; side < 2; side++) {
        bool taken = side == 0 ? order <= 0 : order >= 0;
        pair->results[side] = taken ? heads[side] : NULL;
        pair->next[side] += taken;
    }
    return true;
}

bool rsp_matrix_is_judged(const rsp_matrix_result *result) {
    return result && result->verdict != RSP_VERDICT_SKIP && result->verdict != RSP_VERDICT_ERROR;
}

bool rsp_matrix_pair_differs(const rsp_matrix_pair *pair) {
    return rsp_matrix_is_judged(pair->results[0]) && rsp_matrix_is_judged(pair->results[1]) &&
           pair->results[0]->verdict != pair->results[1]->verdict;
}
