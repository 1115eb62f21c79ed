/* Symbols of the program that the stub runs, as names of the play.
 * NAME is its address, NAME.size its size, NAME.bias what the loader added to the address in the file.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_PROGRAM_SYMBOLS_H
#define RSP_SCENARIO_PROGRAM_SYMBOLS_H

#include "play/play.h"

/* The program's file, where the provider has it: a program of ours. Borrowed from the provider. */
bool program_image(const play *p, rsp_bytes *out_elf);

/* Names one symbol. Nothing if it has a value already, or can not be found. */
void program_symbol_name(play *p, const char *name);

/* Takes `program` for the one that runs now, and names the symbols of the list. False at the first that can
 * not be found. */
bool program_symbols_name(play *p, const char *program, const names_spec *list);

#endif
