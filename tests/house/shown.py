#!/usr/bin/env python3
# What comes from outside is shown by functions that make it harmless: io_say, rsp_text_printf and others of core/text.h.
# usage: shown.py ROOT
# Finds the calls around them: printf and its like with a text among the arguments, on streams anywhere; rsp_buf_printf with a
# text, and rsp_buf_str or rsp_buf_append of a member, where reports and messages are made.
# SPDX-License-Identifier: MIT
import os
import re
import sys
import tempfile

import tree

STREAMS = ('harness', 'tools', 'reports')
RENDERERS = ('tools/cli/', 'tools/cmd/', 'tools/shell/', 'tools/stubs/', 'harness/debugger/commands/',
             'harness/debugger/condition_report/', 'reports/', 'harness/base/document/')
STREAM_CALL = re.compile(r'(?<![\w.>])(v?f?printf|dprintf|vdprintf|fputs|fputc|putc|putchar|puts|fwrite|perror)\s*\(')
BUFFER_CALL = re.compile(r'(?<![\w.>])(rsp_buf_printf|rsp_buf_str|rsp_buf_append)\s*\(')
TEXT = re.compile(r'%[-+ 0#]*[\d*]*(?:\.[\d*]*)?[scS]')
LITERAL = re.compile(r'"(?:\\.|[^"\\])*"')
MEMBER = re.compile(r'(?:->|\.)\s*[a-z]\w*')

# (how the path begins, text in the call): why what is printed there is harmless, or has to stay as it is. One that is not needed must go.
EXCEPTIONS = {
    ('tools/cli/io.c', 'fwrite('): 'the one place that prints: io_say and io_put',
    ('tools/cmd/stub/stub.c', 'fwrite(bytes.ptr'): "the debuggee's output is its own, as if it ran in this terminal",
    ('tools/bench/', 'printf('): 'benchmarks are not installed, and print their own words',
    ('tools/bench/', 'perror('): 'benchmarks are not installed, and print their own words',
    ('tools/bench/', 'fwrite('): 'a recording that a benchmark makes',
    ('harness/fuzzing/targets/', 'fwrite('): 'files that fuzz targets make',
    ('harness/debugger/fuzz_targets/', 'fprintf(stderr'): 'fuzz targets are not installed, and say what they found to who runs them',
    ('harness/fuzzing/targets/', 'fprintf(stderr'): 'fuzz targets are not installed, and say what they found to who runs them',
    ('harness/fuzzing/embed/embed.c', 'fwrite(rsp_buf_cstr'): 'prints what rsp_text_printf_v and rsp_transcript_render made; no layer above it has io_say',
    ('harness/base/document/html.c', 'cell->text'): 'a figure is markup that a report made',
    ('harness/base/document/html.c', 'b->text'): 'a figure is markup that a report made',
    ('harness/base/document/record.c', 'fields[i].key'): 'the head of a column, which stands in the source',
    ('harness/base/document/text.c', 'one : many'): 'words of the caller, which stand in the source',
    ('tools/cli/completion', '->name'): 'a script for a shell, made of the table of commands',
    ('tools/cli/completion', 'row->letter'): 'a script for a shell, made of the table of commands',
    ('tools/cli/completion', 'before, name, text'): 'a script for a shell, made of the table of commands',
    ('tools/cli/data_path.c', '&path'): 'a path to be opened',
    ('tools/cli/option.c', 'row->help'): 'help, which stands in the source',
    ('tools/cli/settings.c', '&pattern'): 'a pattern of the JSON Schema, of words that stand in the source',
    ('tools/cmd/adapter/adapter_fuzz.c', 'sequence.json'): 'a command to be typed again; summary.md shows it harmless',
    ('tools/cmd/adapter/adapter_fuzz.c', 'transcript'): 'a log that rsp_dap_log_render made harmless',
    ('tools/cmd/adapter/adapter_job.c', 'stubborn-%ld'): 'a path for the debuggee to make',
    ('tools/cmd/adapter/adapter_job.c', 'folder, name, ending'): 'a path to be opened',
    ('harness/debugger/commands/dap_opener.c', '&text'): 'a command to be run',
    ('tools/stubs/stub_config.c', '&path'): 'a path to be opened',
    ('reports/fuzz/fuzz_page.c', 'about->options'): 'a command to be typed again, in a field of a document, which makes it harmless',
    ('reports/run/gaps.c', 'row->text'): 'words of a table that stands in the source',
}


def call_of(text, start):
    """The arguments of the call whose parenthesis opens before `start`."""
    depth, at, quote = 1, start, None
    while depth and at < len(text):
        c = text[at]
        if quote:
            at += c == '\\'
            quote = None if c == quote else quote
        elif c in '"\'':
            quote = c
        else:
            depth += {'(': 1, ')': -1}.get(c, 0)
        at += 1
    return text[start:at - 1]


def split(arguments):
    """At commas outside of parentheses and literals."""
    parts, depth, begin = [], 0, 0
    blanked = LITERAL.sub(lambda m: '"' + '_' * (len(m.group()) - 2) + '"', arguments)
    blanked = re.sub(r"'(?:\\.|[^'\\])'", lambda m: '_' * len(m.group()), blanked)
    for at, c in enumerate(blanked):
        depth += {'(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1}.get(c, 0)
        if c == ',' and depth == 0:
            parts.append(arguments[begin:at].strip())
            begin = at + 1
    return parts + [arguments[begin:].strip()]


def given_by(expression):
    """What an expression gives, without literals and the conditions of a choice."""
    return re.sub(r'(?:[^:?]|::)*\?', '', LITERAL.sub('', expression))


def is_ours(expression):
    """A text that stands in the source: literals, macros, and a choice between them."""
    rest = re.sub(r'\bPRI\w+', '', given_by(expression))
    return '"' in expression and re.fullmatch(r'[\sA-Z0-9_:()]*', rest) is not None


def has_text(form):
    return TEXT.search(''.join(LITERAL.findall(form)).replace('%%', '')) is not None


def prints_text(name, arguments):
    """Whether a call on a stream prints something that is no text of ours and no number."""
    parts = split(arguments)
    if name in ('puts', 'fputs', 'perror'):
        return not is_ours(parts[0])
    if name in ('fwrite', 'vprintf', 'vfprintf', 'vdprintf'):
        return True
    if name in ('putchar', 'fputc', 'putc'):
        return re.fullmatch(r"'(?:\\.|[^'\\])'", parts[0]) is None
    form = parts[0 if name == 'printf' else 1]
    return not is_ours(form) or has_text(form)


def renders_text(name, arguments):
    parts = split(arguments)
    if name == 'rsp_buf_printf':
        return has_text(parts[1])
    text = parts[1]
    if name == 'rsp_buf_append':
        if not text.startswith('rsp_bytes_str('):
            return False
        text = text[len('rsp_bytes_str('):-1]
    return MEMBER.search(re.sub(r'\w+\([^()]*(?:\([^()]*\)[^()]*)*\)', '', given_by(text))) is not None


def occurrences(root):
    for path, text in tree.sources(root, *STREAMS):
        text = re.sub(r'/\*.*?\*/', lambda m: re.sub(r'[^\n]', ' ', m.group()), text, flags=re.S)
        for pattern, judge in ((STREAM_CALL, prints_text), (BUFFER_CALL, renders_text)):
            if judge is renders_text and not path.startswith(RENDERERS):
                continue
            for match in pattern.finditer(text):
                arguments = call_of(text, match.end())
                if judge(match.group(1), arguments):
                    call = ' '.join(f'{match.group(1)}({arguments})'.split())
                    yield path, tree.line_of(text, match.start()), call


def check(root, exceptions):
    used, problems = set(), []
    for path, line, call in occurrences(root):
        found = [key for key in exceptions if path.startswith(key[0]) and key[1] in call]
        used.update(found)
        if not found:
            problems.append(f'{path}:{line}: {call[:100]}: goes around io_say and rsp_text_printf (core/text.h)')
    return problems + [f'shown.py: the exception for {text} in {path} is not needed' for path, text in exceptions
                       if (path, text) not in used]


def self_test():
    """The checks themselves can fail."""
    bad = ['printf("%s\\n", name);', 'fprintf(stderr, "%.*s", 3, p);', 'fputs(text, stdout);', 'puts(text);', 'fwrite(p, 1, n, f);',
           'putchar(c);', 'fputs(x ? "a" : text, f);', 'printf(format, 1);', 'fprintf(stderr, "%-*.*s|", w, w, text);',
           'vfprintf(stderr, fmt, ap);', 'perror(path);', '(void)printf("a" "%c", c);', 'printf(ok ? "%d" : "%s", x);',
           'rsp_buf_printf(out, "%-3s", s);', 'rsp_buf_printf(&j->out, "a %" PRIu64 " %s", n, f(a, b));',
           'rsp_buf_str(out, d->title);', 'rsp_buf_str(out, more ? d->title : "");', 'rsp_buf_append(out, rsp_bytes_str(d.title));']
    good = ['printf("%zu %d%%\\n", n, d);', 'puts("a%s");', 'puts(x ? "a" : "b");', "putchar('\\n');", 'io_say(stderr, "%s", a);',
            'fprintf(stderr, "%" PRIu64 "\\n", n);', 'puts("stubborn " VERSION);', 'fputs(n > 0 ? "a" : "b", stderr);',
            'snprintf(a, sizeof a, "%s", b);', 'rsp_text_printf(out, "%s", d->title);', 'rsp_buf_printf(out, "%u %% s", n);',
            'rsp_buf_str(out, d->more ? ", " : d->few ? "" : "x");', 'rsp_buf_str(out, name_of(d->kind));', 'rsp_buf_str(out, ".x->y");', '/* printf("%s", x) */', 'b->write(x);']
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(f'{root}/tools/cmd')
        os.makedirs(f'{root}/harness/new')
        for number, line in enumerate(bad + good):
            with open(f'{root}/tools/cmd/a.c', 'w', encoding='utf-8') as f:
                f.write(f'void f(void) {{\n    {line}\n}}\n')
            problems = check(root, {})
            assert len(problems) == (number < len(bad)), (line, problems)
        with open(f'{root}/harness/new/a.c', 'w', encoding='utf-8') as f:
            f.write('rsp_buf_printf(out, "%s", s);\nfprintf(stderr, "%s", s);\n')
        assert [p.split(': ')[0] for p in check(root, {})] == ['harness/new/a.c:2']
        assert check(root, {('harness/new/', 'stderr'): 'why'}) == []
        assert len(check(root, {('harness/new/', 'stderr'): '', ('harness/', 'nothing'): ''})) == 1


def main():
    self_test()
    problems = check(sys.argv[1], EXCEPTIONS)
    print('\n'.join(problems) or f'no text from outside is printed around core/text.h, but for {len(EXCEPTIONS)} exceptions')
    return 1 if problems else 0


sys.exit(main())
