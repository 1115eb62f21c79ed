/* Campaigns and findings as tests want them, made by the library itself.
 * Included after rsp_test.h and in_folder.h.
 * Folders are relative to the current one. */
/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_CAMPAIGN_H
#define SAMPLE_CAMPAIGN_H

#include "campaign/campaign.h"
#include "campaign/corpus_folder.h"
#include "campaign/findings_folder.h"

static const rsp_campaign_about sample_about = {.stub = "tcp:there:1", .program = "scratch", .seed = 7};

/* An open campaign that has been begun. */
static inline void sample_open(rsp_campaign *c, const char *folder) {
    rsp_campaign_about about = sample_about;
    assert_ok(rsp_campaign_open(c, folder, "local", NULL));
    assert_ok(rsp_campaign_write_about(c, &about, NULL));
}

/* A list of one packet. */
static inline void sample_list(rsp_messages *list, const char *payload) {
    rsp_messages_clear(list);
    assert_true(rsp_messages_append(list, RSP_MESSAGE_PACKET, rsp_bytes_str(payload)));
}

static inline void sample_keep(rsp_campaign *c, const char *payload) {
    rsp_messages list = {0};
    sample_list(&list, payload);
    assert_ok(rsp_corpus_folder_keep(c, &list, NULL));
    rsp_messages_free(&list);
}

/* A crash; `list` is its messages. */
static inline rsp_finding sample_finding(const char *signature, const rsp_messages *list) {
    rsp_finding f = {.kind = RSP_FINDING_CRASH,
                     .rule = RSP_RULE_COUNT,
                     .messages = list,
                     .rounds = 1,
                     .replays = 3,
                     .reproduced = 3,
                     .seed = 7,
                     .index = 12};
    (void)snprintf(f.signature, sizeof f.signature, "%s", signature);
    (void)snprintf(f.headline, sizeof f.headline, "SIGSEGV");
    return f;
}

/* Writes one; its folder, or NULL when it was there. */
static inline const char *sample_find(rsp_campaign *c, const char *signature, bool pending) {
    rsp_messages list = {0};
    const char *folder = NULL;
    sample_list(&list, "m0,4");
    rsp_finding f = sample_finding(signature, &list);
    f.pending = pending;
    assert_ok(rsp_findings_folder_write(c, &f, &sample_about, NULL, &folder, NULL));
    rsp_messages_free(&list);
    return folder;
}

#endif
