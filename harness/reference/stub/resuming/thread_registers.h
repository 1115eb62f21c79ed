/* The registers of a thread that stops and resumes are about: pc, sp and fp.
 * One block is kept for all: 10,000 threads stop one after the other.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_THREAD_REGISTERS_H
#define STUB_THREAD_REGISTERS_H

#include "state.h"

/* 0 for a thread that is gone. */
void stub_thread_pc(rsp_stub *s, rsp_ptid thread, uint64_t *out_pc);
bool stub_set_thread_pc(rsp_stub *s, rsp_ptid thread, uint64_t pc);

/* Whether the target says that the register cannot be read now. */
bool stub_register_unreadable(const rsp_stub *s, rsp_ptid thread, unsigned regnum);

/* pc, sp and fp, each through `append`, and for LLDB with an empty value those that cannot be
 * read. */
typedef void stub_append_register(rsp_buf *out, unsigned regnum, rsp_bytes value, bool first);
void stub_expedite(rsp_stub *s, rsp_ptid thread, rsp_buf *out, stub_append_register *append);

#endif
