/* Idle memory behind a module's code: its last page is mapped whole, and the file does not fill it.
 * Found by the auxiliary vector and the program headers of the executable, its interpreter and the vDSO.
 * Not public. Source: System V ABI, Program Header; getauxval(3). */
/* SPDX-License-Identifier: MIT */
#ifndef CLIENT_CODE_TAIL_H
#define CLIENT_CODE_TAIL_H

#include "code_module.h"

enum { NUM_CODE_TAILS = NUM_CODE_MODULES };

/* One of them. */
typedef struct code_tail {
    uint64_t address; /* a multiple of 16 */
    uint64_t bytes;   /* all of them 0 */
} code_tail;

/* Finds the tails of the selected process: the executable's, or with `all` those of interpreter and vDSO,
 * too; *out_num of them. RSP_OK also where there are none, or nothing tells. Else the session's end. */
rsp_status code_tails_find(rsp_client *client, bool all, code_tail out[NUM_CODE_TAILS], size_t *out_num);

#endif
