/* Attributes and array length used by every public header.
 * No control flow lives in macros here; X-lists are with their tables.
 * Source: docs/conventions.md, idiom 22. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACROS_H
#define RSP_MACROS_H

#if defined(__GNUC__) || defined(__clang__)
#define RSP_MUST_USE __attribute__((warn_unused_result))
#define RSP_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define RSP_MUST_USE
#define RSP_PRINTF(fmt, args)
#endif

#define RSP_ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

#ifdef __cplusplus
#define RSP_BEGIN_DECLS extern "C" {
#define RSP_END_DECLS }
#else
#define RSP_BEGIN_DECLS
#define RSP_END_DECLS
#endif

#endif
