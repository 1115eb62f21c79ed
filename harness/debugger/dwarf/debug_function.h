/* Functions of a program: by name, and those around an address, inlined ones included.
 * Names are those of the source, or the linker's.
 * Addresses are those of the file, without a load bias. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_FUNCTION_H
#define RSP_DEBUG_FUNCTION_H

#include "dwarf/debug_file.h"
#include "dwarf/debug_type.h"

RSP_BEGIN_DECLS

/* A function, or an inlined copy of one. Texts are borrowed from the file. */
typedef struct rsp_debug_function {
    const char *name; /* "?" without one */
    bool inlined;
    bool begins;           /* an inlined copy: the address at which it was found is that of a call */
    uint64_t id;           /* tells this copy from the others of the file */
    uint64_t low;          /* first address; of an inlined copy its entry */
    const char *call_path; /* an inlined copy: where it is called, NULL: not known */
    uint32_t call_line;
    uint32_t call_column; /* 0: not known */
    uint32_t depth;       /* blocks and functions within it around the address: 0 is the innermost scope */
} rsp_debug_function;

/* The functions around an address, innermost first: inlined copies, then the function. At most `cap`; returns
 * how many were stored. */
size_t rsp_debug_function_at(const rsp_debug_file *file, uint64_t address, rsp_debug_function *out,
                             size_t cap);

/* How many of the innermost of them begin at that address: a thread that comes there from outside has entered
 * none of these yet. */
size_t rsp_debug_functions_ahead(const rsp_debug_function *functions, size_t num);

/* How many of these `ahead` a breakpoint there has not entered when it means a line: it may be that of a
 * call. Of `path` the file's name counts. */
size_t rsp_debug_level_of_line(const rsp_debug_function *functions, size_t ahead, const char *path,
                               uint32_t line);
/* The same for one that means a function, by its name with or without what it is a part of. */
size_t rsp_debug_level_of_function(const rsp_debug_function *functions, size_t ahead, const char *name);

/* The stretch of code around `address` that belongs to the function with this id, what is inlined into it
 * being part of it. False: the address is in none of it. */
bool rsp_debug_function_stretch(const rsp_debug_file *file, uint64_t id, uint64_t address, uint64_t *out_low,
                                uint64_t *out_high);

/* The addresses at which the bodies of functions with this name begin, inlined copies included. The name is
 * the linker's, or that of the source: its last parts are enough ("Class::method"), template arguments may be
 * left out, and types of parameters choose among overloaded functions ("show(int, char *)"). At most
 * `cap`; *out_num is how many were stored. RSP_NOT_FOUND; RSP_UNSUPPORTED: no debug information. */
rsp_status rsp_debug_function_find(const rsp_debug_file *file, rsp_bytes name, uint64_t *out, size_t cap,
                                   size_t *out_num, rsp_error *error) RSP_MUST_USE;

/* The stretch of code that the function around `address` occupies there, inlined copies being part of theirs.
 * False when no function is known, and for one that lies in several pieces. */
bool rsp_debug_function_extent(const rsp_debug_file *file, uint64_t address, uint64_t *out_low,
                               uint64_t *out_bytes);

/* A stretch of code; 0 bytes: none. */
typedef struct rsp_debug_extent {
    uint64_t low;
    uint64_t bytes;
} rsp_debug_extent;

/* All code of the function around `address`: the piece there, and the one that stands apart, as compilers put
 * what is rarely executed. False when no function is known, and for one in more pieces. */
bool rsp_debug_function_pieces(const rsp_debug_file *file, uint64_t address, rsp_debug_extent *out_here,
                               rsp_debug_extent *out_apart);

/* Parameters whose types are kept. */
enum { RSP_DEBUG_PARAMETERS = 8 };

/* What a call of a function needs to know of it. */
typedef struct rsp_debug_signature {
    uint64_t low;                                        /* its first instruction */
    rsp_debug_type_ref result;                           /* all-zero: void */
    rsp_debug_type_ref parameters[RSP_DEBUG_PARAMETERS]; /* the first of them */
    size_t num;                                          /* how many there are */
    bool more;                                           /* others may follow, as for printf */
    bool has_object;                                     /* C++: it is called on an object */
} rsp_debug_signature;

/* The function with this name, as above, that has code of its own. RSP_NOT_FOUND; RSP_UNSUPPORTED: there are
 * several, or no debug information. */
rsp_status rsp_debug_function_signature(const rsp_debug_file *file, rsp_bytes name, rsp_debug_signature *out,
                                        rsp_error *error) RSP_MUST_USE;

/* The address after the prologue when a function begins at `address`, else `address`. */
uint64_t rsp_debug_function_body(const rsp_debug_file *file, uint64_t address);

RSP_END_DECLS

#endif
