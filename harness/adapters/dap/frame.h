/* Frames of the Debug Adapter Protocol: a header with Content-Length, an empty line, that many bytes of JSON.
 * The reader takes bytes in any pieces and gives messages, and whatever else stands between them.
 * Source: DAP overview, Base protocol. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_FRAME_H
#define RSP_DAP_FRAME_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* What a piece of the stream is. */
typedef enum rsp_dap_frame_kind {
    RSP_DAP_FRAME_MESSAGE, /* header and content are complete */
    RSP_DAP_FRAME_STRAY,   /* bytes that belong to no header */
    RSP_DAP_FRAME_BAD,     /* a header that names no usable length; its content is not known */
} rsp_dap_frame_kind;

/* X(NAME, text): what can be wrong with a header. */
#define RSP_DAP_FLAW_LIST(X)                                          \
    X(NO_LENGTH, "the header has no Content-Length")                  \
    X(BAD_LENGTH, "the value of Content-Length is no decimal number") \
    X(HUGE_LENGTH, "Content-Length is larger than a message may be")  \
    X(LONG_HEADER, "the header is longer than headers may be")        \
    X(LENGTH_TWICE, "Content-Length is there twice")                  \
    X(LINE_END, "a line of the header ends in LF without CR")         \
    X(NAME_CASE, "Content-Length is spelled in another case")         \
    X(NUMBER_FORM, "the number has leading zeros or more blanks than one before it")

/* Bits of rsp_dap_frame.flaws. */
typedef enum rsp_dap_flaw {
#define RSP_DAP_FLAW_ENUM(name, text) RSP_DAP_FLAW_AT_##name,
    RSP_DAP_FLAW_LIST(RSP_DAP_FLAW_ENUM)
#undef RSP_DAP_FLAW_ENUM
        RSP_DAP_FLAW_COUNT,
} rsp_dap_flaw;

/* One piece of the stream. Slices are valid until the next call of the reader. */
typedef struct rsp_dap_frame {
    rsp_dap_frame_kind kind;
    uint64_t offset;   /* of its first byte in the stream */
    rsp_bytes header;  /* with its empty line; of STRAY the bytes themselves */
    rsp_bytes content; /* of a MESSAGE */
    unsigned flaws;    /* 1 << rsp_dap_flaw for each; also of messages that can be read all the same */
} rsp_dap_frame;

/* A stream as it is read. All-zero is a fresh one. */
typedef struct rsp_dap_reader {
    rsp_buf in;
    size_t at;       /* consumed so far of `in` */
    size_t line;     /* the line that is read begins here */
    size_t scanned;  /* no line end before this */
    uint64_t offset; /* of in.ptr[0] in the stream */
    uint64_t length; /* of the content */
    bool has_length;
    bool in_content;
    bool lost; /* after a length that cannot be skipped: all that follows is stray */
    unsigned flaws;
} rsp_dap_reader;

/* Frees it; it can be used again. */
void rsp_dap_reader_free(rsp_dap_reader *reader);

/* Takes bytes in. RSP_NO_MEMORY, RSP_LIMIT: more than one message may hold is waiting to be taken out. */
rsp_status rsp_dap_reader_feed(rsp_dap_reader *reader, rsp_bytes bytes) RSP_MUST_USE;

/* The next piece; false when more bytes are needed. */
bool rsp_dap_reader_next(rsp_dap_reader *reader, rsp_dap_frame *out_frame);

/* The bytes of a frame or header that has begun and is not complete. */
rsp_bytes rsp_dap_reader_rest(const rsp_dap_reader *reader);

/* Whether bytes are waiting that make no frame yet. */
static inline bool rsp_dap_reader_is_inside(const rsp_dap_reader *reader) {
    return rsp_dap_reader_rest(reader).len > 0;
}

/* What the first flaw of a set says; "" for none. */
const char *rsp_dap_flaw_text(unsigned flaws);

/* Appends `content` with its header. */
void rsp_dap_frame_append(rsp_buf *out, rsp_bytes content);

RSP_END_DECLS

#endif
