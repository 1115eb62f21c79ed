/* Where things are in the running program: symbols of its file, moved by what the loader added.
 * Packets that are sent for it are in no account. Each symbol is looked up once.
 * See place.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_PLACE_H
#define RSP_BENCH_PLACE_H

#include "bench.h"
#include <rsp/client.h>

/* Machines of ELF headers (e_machine) that are known here. */
enum {
    RSP_BENCH_ELF_X86_64 = 62,
    RSP_BENCH_ELF_AARCH64 = 183,
    RSP_BENCH_ELF_RISCV = 243,
};

/* Address of a symbol in the running program. Without the file or the symbol the run ends. */
rsp_status place_find(bench *b, const char *symbol, uint64_t *out);

/* Bytes of what the symbol is, once place_find has found it; 0 where the file does not say. */
uint64_t place_size(const bench *b, const char *symbol);

/* The site of a software breakpoint there; the run ends if the machine is not known. */
rsp_status place_site(bench *b, uint64_t address, rsp_site *out);

/* The machine of the program's file: its number in ELF, and that of its pc. False if it is not known here. */
bool place_machine(const bench *b, unsigned *out_elf_machine, unsigned *out_pc_number);

/* The pc that the last stop reported; false if it did not. */
bool place_pc(bench *b, uint64_t *out);

/* The same, and where the stop did not bring it along it is read, in the account of registers. The run ends
 * where that fails. */
rsp_status place_where(bench *b, uint64_t *out);

#endif
