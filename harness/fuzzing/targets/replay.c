/* Runs a target over files, folders and files of seeds without a fuzzing engine, in every build.
 * Each input lies in a block of exactly its size, so that a sanitizer sees an access beyond it.
 * arguments: [--bytewise-mutants=N] FILE|FOLDER|NAME.seeds...   (a folder must not be empty) */
/* SPDX-License-Identifier: MIT */
#include "replay.h"

#include "fuzz.h"
#include "seed_file.h"

#include "core/rng.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static fuzz_target *run_target;
static size_t num_run;
static unsigned
    num_mutants; /* copies of each input with one byte changed: a little more coverage than the seeds alone */

/* In place of the engine, for targets with a mutator. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size) {
    (void)data;
    return size < max_size ? size : max_size;
}

static void run_exact(rsp_bytes bytes) {
    uint8_t *exact = malloc(bytes.len ? bytes.len : 1);
    if (!exact)
        abort();
    if (bytes.len)
        memcpy(exact, bytes.ptr, bytes.len);
    (void)run_target(exact, bytes.len);
    free(exact);
    num_run++;
}

static void run_mutants(rsp_buf *input) {
    rsp_rng rng = {{0}};
    rsp_rng_seed(&rng, input->len);
    for (unsigned i = 0; i < num_mutants && input->len > 0; i++) {
        size_t at = rsp_rng_below(&rng, input->len);
        uint8_t kept = input->ptr[at];
        input->ptr[at] = (uint8_t)rsp_rng_next(&rng);
        run_exact(rsp_buf_bytes(input));
        input->ptr[at] = kept;
    }
}

static bool read_file(rsp_buf *out, const char *path) {
    FILE *file = fopen(path, "rb");
    uint8_t block[65536];
    size_t got = 1;
    while (file && got > 0) {
        got = fread(block, 1, sizeof(block), file);
        rsp_buf_append(out, rsp_bytes_make(block, got));
    }
    const bool fine = file && !ferror(file) && out->status == RSP_OK;
    if (!fine)
        (void)fprintf(stderr, "%s: %s\n", path, strerror(errno));
    if (file)
        (void)fclose(file);
    return fine;
}

static void run_input(rsp_buf *input) {
    run_exact(rsp_buf_bytes(input));
    run_mutants(input);
}

static bool run_seeds(const char *path, rsp_bytes lines) {
    rsp_buf input = {0};
    bool fine = true;
    for (size_t number = 1; fine && lines.len > 0; number++) {
        fine = seed_line_read(&input, rsp_bytes_split(&lines, '\n')) && input.status == RSP_OK;
        if (fine)
            run_input(&input);
        else
            (void)fprintf(stderr, "%s:%zu: not a seed: \"seed BYTES\" or \"grown BYTES\" is expected\n", path,
                          number);
    }
    rsp_buf_free(&input);
    return fine;
}

static bool run_file(const char *path) {
    rsp_buf input = {0};
    bool fine = read_file(&input, path);
    if (fine && rsp_bytes_ends(rsp_bytes_str(path), RSP_LIT(".seeds")))
        fine = run_seeds(path, rsp_buf_bytes(&input));
    else if (fine)
        run_input(&input);
    rsp_buf_free(&input);
    return fine;
}

static bool run_folder(const char *path) {
    DIR *folder = opendir(path);
    bool fine = folder != NULL;
    size_t before = num_run;
    for (struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder)) {
        char file[4096];
        if (entry->d_name[0] == '.')
            continue;
        (void)snprintf(file, sizeof(file), "%s/%s", path, entry->d_name);
        fine &= run_file(file);
    }
    if (folder)
        (void)closedir(folder);
    if (num_run == before)
        (void)fprintf(stderr, "%s: nothing in it\n", path);
    return fine && num_run > before;
}

int replay_main(fuzz_target *target, int argc, char **argv) {
    bool fine = true;
    run_target = target;
    for (int i = 0; i < argc; i++) {
        struct stat info;
        if (strncmp(argv[i], "--bytewise-mutants=", 19) == 0)
            num_mutants = (unsigned)strtoul(argv[i] + 19, NULL, 10);
        else if (stat(argv[i], &info) == 0 && S_ISDIR(info.st_mode))
            fine &= run_folder(argv[i]);
        else
            fine &= run_file(argv[i]);
    }
    (void)printf("%zu inputs\n", num_run);
    return fine && num_run > 0 ? 0 : 1;
}
