/* What `stubborn fuzz --debugger` works on: the debugger, the stub, the workers, and the folder of the
 * campaign. The folder has debugger.json (what it is about), state.json (where it stands), corpus/, findings/
 * and results.json. Private to fuzz_debugger.c and fuzz_debugger_folder.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_FUZZ_DEBUGGER_JOB_H
#define STUBBORN_FUZZ_DEBUGGER_JOB_H

#include "cli/status_line.h"
#include "cmd/fuzz/fuzz_job.h"
#include "cmd/interop/interop_parties.h"

#include "capture/capture_dialogue.h"
#include "debugger_fuzz/results.h"
#include <pthread.h>

/* The whole command. What workers share but the fuzzer is changed under `lock`. */
typedef struct lying_job {
    const command *self;
    fuzz_args *args;
    rsp_arena arena;
    interop_parties parties;
    rsp_capture_dialogues recording;
    rsp_script_facts facts;
    rsp_debugger_fuzzer *fuzzer; /* the first worker's */
    rsp_clock clock;
    uint64_t began_ns;
    const char *started;
    rsp_debugger_totals before; /* of earlier runs */
    const char *shapes;         /* that they have left; NULL: none */
    uint64_t known;             /* findings of earlier runs */
    uint64_t saved;             /* sessions of this run when the state was last written */
    bool changed;               /* corpus or findings are newer than it */
    int lock_fd;                /* of the folder; 0: none */
    status_line line;
    pthread_mutex_t lock;
    rsp_error trouble; /* the first that a file could not be written for */
} lying_job;

/* A path below the campaign's folder, in the job's arena. */
const char *lying_path(lying_job *j, const char *name);

/* Takes it up again with --resume: options that are not given are those that it was begun with. RSP_USAGE
 * where a campaign is there already, RSP_NOT_FOUND, RSP_IO, RSP_BAD_FILE with *error. */
rsp_status lying_folder_find(lying_job *j, rsp_error *error) RSP_MUST_USE;
/* Makes the folder, unless it is there, and keeps others out. RSP_USAGE, RSP_IO with *error. */
rsp_status lying_folder_open(lying_job *j, rsp_error *error) RSP_MUST_USE;
/* Gives the fuzzer what earlier runs have left. */
rsp_status lying_folder_recall(lying_job *j, rsp_error *error) RSP_MUST_USE;
/* Minimises findings of a run that ended before it had. */
void lying_folder_minimise(lying_job *j);
/* Nobody else may work in it until then. */
void lying_folder_close(lying_job *j);

/* Callbacks of the fuzzer: a finding's folder, and a file of the corpus, each made in one step. */
void lying_found(lying_job *j, const rsp_debugger_finding *finding);
void lying_kept(lying_job *j, size_t place, const rsp_lies *lies); /* likewise */

/* Writes where the campaign stands, if something has happened since; `always`: in any case. */
void lying_save(lying_job *j, bool always);

/* Reads a list of lies, or that of a finding's folder. */
rsp_status lying_read(lying_job *j, rsp_lies *out, const char *path, rsp_error *error) RSP_MUST_USE;

/* Writes results.json and what -o asks for. */
rsp_status lying_report(lying_job *j, rsp_error *error) RSP_MUST_USE;

#endif
