/* The code of a process's modules as memory has it: the executable, its interpreter and the vDSO.
 * Found by the auxiliary vector and the program headers.
 * Not public. Source: System V ABI, Program Header; getauxval(3). */
/* SPDX-License-Identifier: MIT */
#ifndef CLIENT_CODE_MODULE_H
#define CLIENT_CODE_MODULE_H

#include <rsp/client.h>

enum { NUM_CODE_MODULES = 3, CODE_PAGE_BYTES = 4096 };

/* The executable segment of one of them. */
typedef struct code_module {
    uint64_t start;
    uint64_t end;
} code_module;

/* Finds those of the selected process: the executable's, or with `all` those of interpreter and vDSO, too;
 * *out_num of them. RSP_OK also where there are none, or nothing tells. Else the session's end. */
rsp_status code_modules_find(rsp_client *client, bool all, code_module out[NUM_CODE_MODULES],
                             size_t *out_num);

/* The first place at a multiple of 4 in the code of the modules where these 4 bytes stand. RSP_NOT_FOUND, or
 * the session's end. */
rsp_status code_modules_search(rsp_client *client, const uint8_t bytes[4], uint64_t *out);

#endif
