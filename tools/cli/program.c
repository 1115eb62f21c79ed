/* main of the stubborn program; all else is in main.c, which the embed kit's suite shares.
 * See embed_suite.c for the other main.
 * Source: docs/architecture.md. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

#ifdef RSP_STATIC
#include "cli/data_path.h"

/* The table that tools/cmake/Static.cmake writes. */
extern const builtin_file rsp_builtin_files[];
extern const uint64_t rsp_num_builtin_files;

static builtin_data data = {.name = RSP_STATIC};

static void bring_data(void) {
    data.files = rsp_builtin_files;
    data.num = (size_t)rsp_num_builtin_files;
    data_path_builtin = &data;
}
#else
static void bring_data(void) {
}
#endif

int main(int argc, char **argv) {
    bring_data();
    return stubborn_main(argc, argv);
}
