/* File-I/O requests of a running program, as far as a client without files serves them.
 * What a program writes is output; all other calls fail, as a debugger may let them.
 * Source: GDB manual, File-I/O Remote Protocol Extension. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CODEC_FILE_CALL_H
#define RSP_CODEC_FILE_CALL_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* The error numbers of a call that is not known and of memory that can't be read, and the most bytes of one
 * write that are served. */
enum { RSP_FILE_NO_CALL = 0x58, RSP_FILE_BAD_ADDRESS = 0xe, RSP_LIMIT_FILE_WRITE_BYTES = 4096 };

/* Where the text of an Fwrite is. */
typedef struct rsp_file_write {
    uint64_t at;
    uint64_t len; /* at most RSP_LIMIT_FILE_WRITE_BYTES */
} rsp_file_write;

/* Whether a payload is a File-I/O request: "Fwrite,1,2000,5". */
bool rsp_file_call_is(rsp_bytes payload);

/* Takes "Fwrite,FILE,AT,LENGTH" apart; false for other calls, and for a longer text. */
bool rsp_file_write_parse(rsp_file_write *out, rsp_bytes payload);

RSP_END_DECLS

#endif
