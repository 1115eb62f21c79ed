/* The place of a variant is that of its scenario among the chosen ones plus its own within the scenario.
 * Scenarios of a suite lie in one array, so that chosen ones are found by their address.
 * See shard.h. */
/* SPDX-License-Identifier: MIT */
#include "suite/shard.h"

#include "core/hex.h"

#include <assert.h>

enum { MOST_BITS = 32 };

rsp_status rsp_shard_parse(rsp_shard *out, const char *text) {
    rsp_bytes rest = rsp_bytes_str(text);
    uint64_t number = 0;
    uint64_t of = 0;
    if (rsp_decimal_u64(&number, rsp_bytes_split(&rest, '/')) != RSP_OK || !rest.ptr ||
        rsp_decimal_u64(&of, rest) != RSP_OK || number == 0 || number > of || of > RSP_SHARDS_MAX)
        return RSP_USAGE;
    out->number = (uint32_t)number;
    out->of = (uint32_t)of;
    return RSP_OK;
}

/* Where the scenario stands among all. */
static size_t place_of(const rsp_shard *shard, const rsp_scenario *scenario) {
    size_t low = 0;
    size_t high = shard->num;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (shard->all[middle] < scenario)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t rsp_shard_variants(const rsp_shard *shard, const rsp_scenario *scenario, size_t num_variants) {
    assert(shard && num_variants <= 32);
    const size_t num = num_variants < MOST_BITS ? num_variants : MOST_BITS;
    const size_t place = shard->of ? place_of(shard, scenario) : 0;
    uint32_t bits = 0;
    for (size_t i = 0; i < num; i++)
        if (shard->of == 0 || (place + i) % shard->of == shard->number - 1)
            bits |= UINT32_C(1) << i;
    return bits;
}

size_t rsp_shard_num_variants(const rsp_shard *shard, const rsp_scenario *scenario, size_t num_variants) {
    size_t num = 0;
    for (uint32_t bits = rsp_shard_variants(shard, scenario, num_variants); bits; bits &= bits - 1)
        num++;
    return num;
}
