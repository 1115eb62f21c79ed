/* Numbers, how many there are, and the version must fit; the first report says what the others are held to.
 * Each complaint names the shard.
 * See shards.h. */
/* SPDX-License-Identifier: MIT */
#include "trace/shards.h"

#include <assert.h>
#include <string.h>

typedef unsigned long long shown_number;

size_t rsp_shards_find(const rsp_shard_list *list, uint64_t number) {
    size_t i = 0;
    while (i < list->num && list->name(list->reports, i).number != number)
        i++;
    return i;
}

static const char *text(const char *version) {
    return version ? version : "";
}

rsp_status rsp_shards_check_one(const rsp_shard_list *list, size_t i, rsp_error *error) {
    assert(i < list->num);
    const rsp_shard_name first = list->name(list->reports, 0);
    const rsp_shard_name one = list->name(list->reports, i);
    const shown_number number = one.number;
    const shown_number of = one.of;
    if (of == 0)
        return rsp_fail(error, RSP_BAD_FILE, "report %zu is of a whole %s, made without --shard", i + 1,
                        list->what);
    if (of != first.of)
        return rsp_fail(error, RSP_BAD_FILE, "shard %llu is one of %llu, shard %llu one of %llu",
                        (shown_number)first.number, (shown_number)first.of, number, of);
    if (number == 0 || number > of)
        return rsp_fail(error, RSP_BAD_FILE, "there is no shard %llu of %llu", number, of);
    if (rsp_shards_find(list, number) != i)
        return rsp_fail(error, RSP_BAD_FILE, "shard %llu of %llu is named twice", number, of);
    if (strcmp(text(one.version), text(first.version)) != 0)
        return rsp_fail(error, RSP_BAD_FILE, "shard %llu was made by version %.40s, shard %llu by %.40s",
                        number, text(one.version), (shown_number)first.number, text(first.version));
    return RSP_OK;
}

rsp_status rsp_shards_check_all(const rsp_shard_list *list, rsp_error *error) {
    if (list->num == 0)
        return rsp_fail(error, RSP_BAD_FILE, "there are no shards");
    const uint64_t of = list->name(list->reports, 0).of;
    for (uint64_t n = 1; n <= of; n++)
        if (rsp_shards_find(list, n) == list->num)
            return rsp_fail(error, RSP_BAD_FILE, "shard %llu of %llu is missing", (shown_number)n,
                            (shown_number)of);
    return RSP_OK;
}
