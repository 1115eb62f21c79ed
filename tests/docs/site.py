#!/usr/bin/env python3
"""The site is made from the pages, all of its links lead somewhere, and it loads nothing from elsewhere.

usage: site.py ROOT [STUBBORN]        exit status 77 without mkdocs
"""
# SPDX-License-Identifier: MIT
import html.parser
import pathlib
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

LOADS = {'script': 'src', 'img': 'src', 'link': 'href', 'source': 'src', 'iframe': 'src'}


class Page(html.parser.HTMLParser):
    """The ids and the links of a page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loads = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids.update(attrs[name] for name in ('id', 'name') if attrs.get(name))
        if tag == 'a' and attrs.get('href'):
            self.links.append(attrs['href'])
        if tag in LOADS and attrs.get(LOADS[tag]) and attrs.get('rel') != 'canonical':
            self.loads.append(attrs[LOADS[tag]])


def wrong(folder, name, page, known):
    """Links that lead nowhere, and loads from elsewhere."""
    for target in page.loads:
        if urllib.parse.urlsplit(target).scheme not in ('', 'data'):
            yield f'{name}: loads {target}'
    for target in page.links + page.loads:
        parts = urllib.parse.urlsplit(target)
        if parts.scheme or parts.netloc or name.name == '404.html':
            continue
        goal = (folder / name.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else (folder / name).resolve()
        goal = goal / 'index.html' if goal.is_dir() else goal
        if not goal.exists():
            yield f'{name}: {target} leads to no file'
        elif parts.fragment and goal in known and urllib.parse.unquote(parts.fragment) not in known[goal].ids:
            yield f'{name}: {target} leads to no heading'


def check(folder):
    known = {path.resolve(): Page(path.read_text(encoding='utf-8')) for path in folder.rglob('*.html')}
    for path, page in known.items():
        yield from wrong(folder, path.relative_to(folder.resolve()), page, known)
    if len(known) < 20:
        yield f'only {len(known)} pages'


def self_test():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        (folder / 'a.html').write_text('<p id="x"><a href="b.html"></a><a href="#y"></a><a href="#x"></a><script src="https://e.org/x.js"></script>')
        assert len(list(check(folder))) == 4


def main():
    self_test()
    if not shutil.which('mkdocs'):
        print('needs mkdocs: tools/setup site')
        return 77
    root = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        if subprocess.run([sys.executable, root / 'tools/dev/site', '--to', name], check=False).returncode:
            return 1
        problems = list(check(pathlib.Path(name)))
        print('\n'.join(problems) or 'the site is whole')
        return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
