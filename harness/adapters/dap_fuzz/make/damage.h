/* Messages that are none: contents with the wrong members, texts that are no JSON, headers that lie.
 * They are steps of scenarios, `content` and `raw`.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_FUZZ_DAMAGE_H
#define RSP_DAP_FUZZ_DAMAGE_H

#include "core/rng.h"
#include <jansson.h>

/* A step with a frame whose content is damaged (a new reference). `number` makes its seq differ from others.
 */
json_t *damage_make_content(rsp_rng *rng, unsigned number);

/* A step with bytes that are no right frame (a new reference). What follows it may be read wrongly. */
json_t *damage_make_raw(rsp_rng *rng);

#endif
