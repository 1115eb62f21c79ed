#!/usr/bin/env python3
# Each function, type and constant that a header shows has a comment of its own, in all public and shared headers.
# usage: comments.py ROOT LAYERS_TXT
# The comment stands directly above the declaration, or at the end of its line.
# SPDX-License-Identifier: MIT
import os
import re
import sys

TOKEN = re.compile(r'/\*.*?\*/|^[ \t]*#(?:\\\n|[^\n])*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|[{}();]', re.S | re.M)
DEFINE = re.compile(r'[ \t]*#\s*define\s+(\w+)')
FORWARD = re.compile(r'(struct|union)\s+\w+$')
MACROS = {'RSP_BEGIN_DECLS', 'RSP_END_DECLS'}


def blank(text):
    """The text with its comments, literals and preprocessor lines blanked out."""
    return TOKEN.sub(lambda m: m.group() if m.group() in '{}();' else re.sub(r'[^\n]', ' ', m.group()), text)


def name_of(declaration):
    """What a declaration declares."""
    text = re.sub(r'\b(RSP_\w+)\s*\([^()]*\)\s*$|\bRSP_MUST_USE\b', ' ', declaration).strip()
    text = re.sub(r'\{.*\}', '{}', text, flags=re.S)
    if text.startswith('typedef'):
        pointer = re.search(r'\(\s*\*\s*(\w+)\s*\)', text)
        if pointer:
            return pointer.group(1)
        text = re.sub(r'\(.*', '', text, flags=re.S) if '{' not in text else text
        return re.findall(r'\w+', text)[-1]
    if text.startswith('enum') and '{' in text:
        first = re.search(r'\{\s*(?:#[^\n]*\n\s*)*(\w+)', declaration, re.S)
        return f'enum {first.group(1) if first else ""}'
    function = re.search(r'(\w+)\s*\(', text)
    return function.group(1) if function else re.sub(r'\[.*', '', text, flags=re.S).split()[-1].lstrip('*')


def declarations(text):
    """(name, start, end) of what stands at file scope: declarations, inline functions, macros."""
    found, start, depth = [], 0, 0
    guard = re.search(r'#ifndef (\w+)', text)
    skip = {guard.group(1)} if guard else set()
    code = re.sub(r'\bRSP_(?:BEGIN|END)_DECLS\b', lambda m: ' ' * len(m.group()), blank(text))
    for match in TOKEN.finditer(text):
        token = match.group()
        define = DEFINE.match(token)
        if define and depth == 0 and define.group(1) not in skip:
            found.append((define.group(1), match.start(), match.end()))
    for match in re.finditer(r'[{};]', code):
        if match.group() == '{':
            depth += 1
        elif match.group() == '}':
            depth -= 1
            whole = code[start:match.end()]
            if depth == 0 and re.match(r'\s*(static\s+)?inline\b|\s*static inline\b', whole):
                found.append(piece(code, text, start, match.end()))
                start = match.end()
        elif depth == 0:
            if not FORWARD.match(code[start:match.start()].strip()):
                found.append(piece(code, text, start, match.end()))
            start = match.end()
    inner = [(s, e) for _, s, e in found]
    return [(n, s, e) for n, s, e in found if not any(a < s and e < b for a, b in inner)]


def piece(code, text, start, end):
    start += len(code[start:end]) - len(code[start:end].lstrip())
    return name_of(code[start:end].rstrip(';')), start, end


def uncommented(text):
    """Names without a comment of their own: directly above, or at the end of the declaration's line."""
    comments = [(m.start(), m.end()) for m in re.finditer(r'/\*.*?\*/', text, re.S)]
    missing, above = [], {e: s for s, e in comments}
    last_define = None
    for name, start, end in sorted(declarations(text), key=lambda d: d[1]):
        if name in MACROS:
            continue
        ends = [e for s, e in comments if e <= start]
        own = bool(ends) and text[ends[-1]:start].strip(' \t') == '\n'
        own = own and not text[text.rfind('\n', 0, above[ends[-1]]) + 1:above[ends[-1]]].strip() if own else own
        line_end = text.find('\n', end)
        own = own or '/*' in text[end:line_end] or (text[start] == '#' and '/*' in text[start:end].split('\n')[0])
        macro = text[start:end].lstrip().startswith('#')
        # Constants one beside the other are a list with one comment.
        if macro and last_define is not None and text[last_define:start].strip() == '' and text.count('\n', last_define, start) == 1:
            own = True
        if not own:
            missing.append(name)
        last_define = end if macro and own else None
    return missing


def headers_of(root, record):
    """The paths of all headers, public and shared."""
    for line in open(record, encoding='utf-8'):
        if line.strip():
            _, folder, _, headers, shared, _ = line.rstrip('\n').split('|')
            for header in filter(None, headers.split(',')):
                path = f'include/rsp/{header}'
                yield path if os.path.exists(f'{root}/{path}') else f'{os.path.dirname(record)}/{path}'
            for header in filter(None, shared.split(',')):
                yield f'{folder}/{header}'


def read(root, path):
    return open(os.path.join(root, path), encoding='utf-8').read()


def self_test():
    """The checks themselves can fail."""
    text = '''/* Three
 * lines
 * of purpose. */
#ifndef X_H
#define X_H

#include <x.h>

RSP_BEGIN_DECLS

struct later;
typedef struct rsp_opaque rsp_opaque;
/* Own. */
typedef struct rsp_a {
    int x; /* of a member */
    void (*call)(void *ctx);
} rsp_a;
/* Of the first only. */
int rsp_first(rsp_a *a);
int rsp_second(rsp_a *a) RSP_MUST_USE;
int rsp_beside(void); /* trailing */

/* Not directly above. */

void rsp_apart(const char *f, ...) RSP_PRINTF(1, 2);
enum { RSP_ONE, RSP_TWO };
/* A list. */
#define RSP_LIST(X) \\
    X(A)
#define RSP_B 2
enum {
#define RSP_ENUM(name) RSP_##name,
    RSP_LIST(RSP_ENUM)
#undef RSP_ENUM
};
static inline int rsp_inline(void) {
    if (1) {
        return '}';
    }
    return 2;
}
typedef void (*rsp_callback)(void *ctx);
extern const int rsp_table[3];

RSP_END_DECLS

#endif
'''
    got = uncommented(text)
    assert got == ['rsp_opaque', 'rsp_second', 'rsp_apart', 'enum RSP_ONE', 'enum RSP_LIST', 'rsp_inline', 'rsp_callback',
                   'rsp_table'], got


def main():
    self_test()
    root, record = sys.argv[1], sys.argv[2]
    paths = list(headers_of(root, record))
    problems = [f'{path}: {name} has no comment of its own' for path in paths for name in uncommented(read(root, path))]
    print('\n'.join(problems) or f'every symbol of {len(paths)} public and shared headers has a comment')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
