/* Most sequences are told apart by their hashes, so adding one compares few of them in full.
 * The built-in seeds stand here, too.
 * See corpus.h. */
/* SPDX-License-Identifier: MIT */
#include "make/corpus.h"

#include "make/message_list.h"

#include "core/limits.h"
#include "core/mem.h"

enum { RECENT = 16 };

void corpus_free(corpus *c) {
    for (size_t i = 0; i < c->num; i++)
        message_list_drop(c->mem, c->lists[i]);
    rsp_mem_free(c->mem, c->lists);
    rsp_mem_free(c->mem, c->hashes);
}

static bool grow(corpus *c) {
    size_t cap = c->cap ? c->cap * 2 : 64;
    rsp_messages **lists = rsp_mem_realloc(c->mem, c->lists, cap * sizeof(rsp_messages *));
    if (!lists)
        return false;
    c->lists = lists;
    uint64_t *hashes = rsp_mem_realloc(c->mem, c->hashes, cap * sizeof *hashes);
    if (!hashes)
        return false;
    c->hashes = hashes;
    c->cap = cap;
    return true;
}

bool corpus_add(corpus *c, const rsp_messages *list, bool *out_new) {
    *out_new = false;
    uint64_t hash = message_list_hash(list);
    for (size_t i = 0; i < c->num; i++)
        if (c->hashes[i] == hash && message_list_equal(c->lists[i], list))
            return true;
    if (c->num == RSP_LIMIT_FUZZ_CORPUS || (c->num == c->cap && !grow(c)))
        return false;
    rsp_messages *copy = message_list_copy(c->mem, list);
    if (!copy)
        return false;
    c->hashes[c->num] = hash;
    c->lists[c->num++] = copy;
    *out_new = true;
    return true;
}

/* One line a message, in the text form of messages.h; the marks are those of its list. */
static const char *const builtin[] = {
    "$qSupported:multiprocess+;swbreak+;hwbreak+;vContSupported+;xmlRegisters=i386\n$vMustReplyEmpty\n"
    "$Hg0\n$qXfer:features:read:target.xml:0,ffb\n$qTStatus\n$?\n$qfThreadInfo\n$qsThreadInfo\n$qC\n"
    "$qAttached\n$g\n$m0,4\n$p0\n",
    "$qSupported:multiprocess+;swbreak+;hwbreak+;vContSupported+\n$QStartNoAckMode\n$?\n$g\n$m1000,40\n"
    "$Z0,1000,1\n$z0,1000,1\n$M1000,2:abcd\n$X1000,2:ab\n$P0=0000000000000000\n$vCont?\n$vCont;s\n",
    "$QStartNoAckMode\n$QThreadSuffixSupported\n$QListThreadsInStopReply\n$qHostInfo\n$vCont?\n"
    "$qProcessInfo\n$qRegisterInfo0\n$qRegisterInfo1\n$?\n$jThreadsInfo\n$qMemoryRegionInfo:1000\n$x1000,"
    "10\n",
    "$qSupported:multiprocess+\n$QNonStop:1\n$?\n$vStopped\n$vCont;c\n.\n$vCont;t\n.\n$vStopped\n$vStopped\n",
    "$?\n$s\n$c\n$g\n$k\n",
    "$?\n$m0,1\n=-\n#m0,1\n$?\n^\n$?\n$QStartNoAckMode\n$?\n^\n$?\n",
    "$MultiMemRead:ranges:1000,4,2000,4;\n$MultiBreakpoint:Z0,1000,4;z0,1000,4\n"
    "$qXfer:memory-map:read::0,40\n$qXfer:threads:read::0,1000\n$qXfer:auxv:read::0,1000\n$qCRC:1000,10\n"
    "$qSearch:memory:1000;10;ab\n",
};

bool corpus_add_builtin(corpus *c) {
    rsp_messages list;
    bool added = true;
    bool is_new;
    rsp_messages_init(&list, c->mem);
    for (size_t i = 0; i < RSP_ARRAY_LEN(builtin) && added; i++) {
        rsp_messages_clear(&list);
        added = rsp_messages_read(&list, rsp_bytes_str(builtin[i])) && corpus_add(c, &list, &is_new);
    }
    rsp_messages_free(&list);
    return added;
}

/* New ones are worth more: half of the time one of the last few. */
const rsp_messages *corpus_pick(const corpus *c, rsp_rng *rng) {
    size_t recent = c->num < RECENT ? c->num : RECENT;
    size_t at = rsp_rng_below(rng, 2) ? c->num - 1 - rsp_rng_below(rng, recent) : rsp_rng_below(rng, c->num);
    return c->lists[at];
}
