/* Every limit of the toolkit, by name, with its unit. Each has a test at the limit and one beyond.
 * A layer that needs a new limit adds it here, not in its own file.
 * Source: docs/conventions.md, idiom 8. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LIMITS_H
#define RSP_LIMITS_H

enum {
    /* core */
    RSP_LIMIT_BUF_BYTES = 256 * 1024 * 1024, /* most bytes in one rsp_buf without a limit of its own */
    RSP_LIMIT_ARENA_BLOCK_BYTES = 64 * 1024, /* granule in which an arena asks for memory */

    /* codec */
    RSP_LIMIT_PACKET_BYTES = 16 * 1024 * 1024, /* longest packet kept whole; longer is an over-long event */
    RSP_LIMIT_FEATURES = 256,                  /* items in one feature list */
    RSP_LIMIT_VCONT_ACTIONS = 4096,            /* actions in one vCont */
    RSP_LIMIT_BATCH_ITEMS = 65536,             /* ranges or requests in one batched packet */
    RSP_LIMIT_JSON_DEPTH = 64,                 /* nesting in a JSON payload */
    RSP_LIMIT_XML_DEPTH = 32,                  /* nesting in an XML payload */

    /* trace */
    RSP_LIMIT_TRANSCRIPT_BYTES = 64 * 1024 * 1024, /* raw bytes kept per transcript */
    RSP_LIMIT_TRANSCRIPT_EVENTS = 1024 * 1024,     /* events kept per transcript */
};

#endif
