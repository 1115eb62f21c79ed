/* Symbols in packets that people type: {work} stands for the address of work in the stub's program, in hex
 * digits as packets have it, and {work+4} for four bytes after it. Braces around anything but a name, as in
 * JSON, stay as they are. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_SYMBOL_TEXT_H
#define STUBBORN_SYMBOL_TEXT_H

#include "scenario/runner.h"

/* Appends `text` with its symbols replaced, by the program's file that the provider has. RSP_USAGE where
 * there is no such file, no such symbol, or the loader moves the program; nothing is looked up in a text
 * without. */
rsp_status symbol_text_expand(rsp_buf *out, const char *text, const rsp_stub_provider *provider,
                              const char *program, rsp_error *error) RSP_MUST_USE;

#endif
