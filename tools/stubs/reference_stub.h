/* The reference stub with its machine as one object: for links in this process, and to be served by `stubborn
 * stub`. A stub that a client has ended starts afresh with the next client. The programs are those that the
 * library carries. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_REFERENCE_STUB_H
#define STUBBORN_REFERENCE_STUB_H

#include "host_disk/host_disk.h"
#include "stubs/stub_option.h"

#include "link/peer.h"
#include "stub_machine/wasm_target.h"

typedef struct reference reference;

/* `argv[0]` names a program ("hello" or "/bin/hello"), or with a disk one of its files by its absolute path;
 * argc 0 starts none. Everything is copied, but for what the settings borrow: the disk, environment and
 * folder of programs. RSP_NOT_FOUND with the nearest name for an unknown program; RSP_NO_MEMORY; what the
 * stub says of its options. */
rsp_status reference_new(reference **out, const stub_option_values *s, const char *const *argv, size_t argc,
                         rsp_error *error) RSP_MUST_USE;
void reference_free(reference *r); /* NULL is fine */

/* The functions by which an in-process link drives it. */
rsp_peer reference_peer(reference *r);

/* The same by hand. A stub that was ended is replaced by a fresh one: RSP_NO_MEMORY and the like. */
rsp_status reference_connect(reference *r) RSP_MUST_USE;
rsp_stub *reference_stub(reference *r);

/* True when its program was started and no process is left, not even one that was set free: the next client
 * gets a fresh one. */
bool reference_over(const reference *r);
/* Whether the client has said `monitor exit`: the stub's process is to end. */
bool reference_exit_asked(const reference *r);
rsp_status reference_restart(reference *r, rsp_error *error) RSP_MUST_USE;

/* Whether whoever connects last gets what is said, though another client is served: the one fault that the
 * owner of the sockets has, not the stub. */
bool reference_serves_newest(const reference *r);

/* After a run in which all threads have come to sleep, by the clock of the settings: when the next one is
 * due; else 0. */
uint64_t reference_wakeup_ns(const reference *r);

/* For the owner of standard input: the machine that runs now. */
rsp_machine *reference_machine(reference *r);

/* Whether it has a runtime of WebAssembly in its machine's place. */
bool reference_runs_wasm(const reference *r);

/* Bytes of a bundled program; empty when there is none. */
rsp_bytes reference_image(const char *program);

/* The name of a bundled program that is nearest to this one; NULL when none is near. */
const char *reference_nearest(const char *program);

/* Whether a bundled program has this path on the machine: "/bin/hello". */
bool reference_is_bundled(const char *path);

/* The program's path on the machine, "/bin/hello"; NULL when there is none. */
const char *reference_path(const char *program);

#endif
