/* Parts of a report as one HTML page: nothing from outside, light and dark, well-formed as XML.
 * What every page begins and ends with, and the few blocks that several of them have.
 * All texts are escaped here; what is printed around them must not come from outside. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PAGE_H
#define RSP_PAGE_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* A style sheet or a script of ours, which stands in the page as it is. */
typedef struct rsp_page_asset {
    rsp_bytes text;   /* well-formed as XML, without what ends its element */
    const char *hash; /* of the text, as a content security policy names it: "sha256-..." */
} rsp_page_asset;

/* What all pages of a kind have in common. The page runs and shows nothing but these: its content security
 * policy lists their hashes. All-zero: no style, no script. */
typedef struct rsp_page_frame {
    const rsp_page_asset *const *styles;
    size_t num_styles;
    const rsp_page_asset *const *scripts;
    size_t num_scripts;
} rsp_page_frame;

/* Everything up to <body>, with the title and the styles. */
void rsp_page_begin(rsp_buf *out, rsp_bytes title, const rsp_page_frame *frame);

/* Closes the body and the page, with the scripts of the same frame. */
void rsp_page_end(rsp_buf *out, const rsp_page_frame *frame);

/* A text, escaped. */
void rsp_page_text(rsp_buf *out, rsp_bytes text);

/* Data for a script: JSON inside an element that no browser runs, found by its id. Data that contains markup
 * stays inside: '<', '>' and '&' become escapes of JSON. `json` must be valid JSON in UTF-8. */
void rsp_page_data(rsp_buf *out, const char *id, rsp_bytes json);

/* A string for such data, in quotes: bytes that are no harmless character become \xNN. */
void rsp_page_data_string(rsp_buf *out, rsp_bytes text);

/* A part of a bar; its class is its colour. */
typedef struct rsp_page_part {
    const char *css;
    uint64_t amount;
} rsp_page_part;

/* Parts side by side as wide as their amounts; one that is not 0 stays visible. */
void rsp_page_bar(rsp_buf *out, const rsp_page_part *parts, size_t num);

/* A bar as long as `share` of 1. */
void rsp_page_share(rsp_buf *out, double share);

/* The title as <h1>. */
void rsp_page_headline(rsp_buf *out, rsp_bytes title);

/* The answer in one sentence. `mood` is its class in the style sheet: "good", "bad" or "none". */
void rsp_page_answer(rsp_buf *out, const char *mood, rsp_bytes sentence);

/* One label with its value inside <dl class="facts">; nothing when the text is empty. */
void rsp_page_fact(rsp_buf *out, const char *label, rsp_bytes text);

/* Begins a titled block. `note` is shown at the right, small; empty: none. */
void rsp_page_section(rsp_buf *out, const char *title, rsp_bytes note);

/* Ends the block that rsp_page_section began. */
void rsp_page_section_end(rsp_buf *out);

RSP_END_DECLS

#endif
