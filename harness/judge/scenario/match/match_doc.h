/* XML and JSON: well-formed, and what is counted or found in them.
 * False: `why` says what the first difference is.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_MATCH_DOC_H
#define RSP_SCENARIO_MATCH_DOC_H

#include "play/play.h"

/* Well-formed XML without entities, with this root and as many of these elements. */
bool match_xml(play *p, const xml_spec *xml, rsp_bytes text, rsp_buf *why);
/* JSON with these values at these paths. */
bool match_json(play *p, const json_spec *json, rsp_bytes text, rsp_buf *why);

/* The text of the value at a JSON path. */
bool json_capture(rsp_bytes text, const char *path, rsp_buf *out);

/* The strings of an array member of a JSON object. */
bool match_json_strings(play *p, rsp_bytes text, const char *member, value *out, rsp_buf *why);

#endif
