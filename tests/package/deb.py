#!/usr/bin/env python3
# The packages of tools/dev/package: the same bytes from two folders, hardened, and of use in an empty Debian 12.
# usage: deb.py ROOT FOLDER [--keep] [--packages FOLDER]      as root; exit status 77: no root, or no Debian mirror
# FOLDER keeps the archive of the empty Debian, which later runs take. --keep: the builds, too. --packages: these, built already.
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tempfile

EPOCH = '1700000000'
# In .ci/run the test has its turn (tests/turns.txt), and a second build with one such turn in two. Elsewhere always, and with STUBBORN_FULL=1.
TURNS = 12
MIRROR = 'http://deb.debian.org/debian'
# In the last stage of the Containerfile: COPY of a package to this folder.
COPIED = '/opt'


class Unavailable(Exception):
    pass


def run(*command, check=True, **options):
    done = subprocess.run([str(word) for word in command], text=True, errors='replace', stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False, **options)
    if check and done.returncode:
        sys.exit(f'{" ".join(map(str, command))}\nexit {done.returncode}\n{done.stdout[-6000:]}')
    return done.stdout


def copy_tracked(root, folder):
    """A repository of one commit with what git tracks in `root`, as it lies there."""
    names = run('git', '-c', 'safe.directory=*', 'ls-files', '--cached', '--others', '--exclude-standard', cwd=root).splitlines()
    for name in names:
        if (root / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / name, folder / name)
    who = ('-c', 'user.name=test', '-c', 'user.email=test@localhost')
    dates = {**os.environ, 'GIT_AUTHOR_DATE': f'{EPOCH} +0000', 'GIT_COMMITTER_DATE': f'{EPOCH} +0000'}
    for words in (('init', '-q'), ('add', '-A'), (*who, 'commit', '-q', '-m', 'what is packaged')):
        run('git', *words, cwd=folder, env=dates)


def make_packages(folder):
    environment = {name: value for name, value in os.environ.items() if name != 'SOURCE_DATE_EPOCH'}
    run('tools/dev/package', cwd=folder, env=environment)
    return folder / 'build/packages'


def builds_twice(root):
    if os.environ.get('CI') != 'true' or os.environ.get('STUBBORN_FULL'):
        return True
    num = run(root / 'tools/dev/turns', '--count', cwd=root).strip()
    return not num or int(num) % TURNS < TURNS / 2


def check_same(work, root):
    """Packages from a repository, and once more from the source archive of these, in a folder with another name."""
    one = work / 'one'
    one.mkdir()
    copy_tracked(root, one)
    first = make_packages(one)
    if not builds_twice(root):
        print(f'one build: that a second one gives the same bytes is looked at with one commit in {TURNS}')
        return first
    archive = next(first.glob('stubborn-*.tar.gz'))
    elsewhere = work / 'in/another/folder'
    elsewhere.mkdir(parents=True)
    run('tar', 'xf', archive, '-C', elsewhere)
    second = make_packages(next(elsewhere.iterdir()))
    names = sorted(path.name for path in first.glob('*.deb'))
    assert [name.split('_')[0] for name in names] == ['librsp-dev', 'stubborn'], names
    for name in names:
        assert (first / name).read_bytes() == (second / name).read_bytes(), f'{name} differs between two builds: {first}, {second}'
    run('sha256sum', '--check', 'SHA256SUMS', cwd=first)
    print('two builds: the same bytes')
    return first


def check_hardened(packages, work):
    tree = work / 'tree'
    run('dpkg-deb', '-x', next(packages.glob('stubborn_*.deb')), tree)
    program = tree / 'usr/bin/stubborn'
    about = run('readelf', '--wide', '-h', '-l', '-d', '-n', '--dyn-syms', program)
    wanted = {'position independent': r'Type:\s+DYN', 'RELRO': r'GNU_RELRO', 'bound at the start': r'BIND_NOW',
              'a stack without code': r'GNU_STACK\s+\S+ \S+ \S+ \S+ \S+ RW ', 'stack protector': r'__stack_chk_fail',
              'checked library calls': r'__(memcpy|snprintf|vsnprintf|fprintf|read)_chk'}
    lacks = [what for what, pattern in wanted.items() if not re.search(pattern, about)]
    assert not lacks, f'{program} lacks {", ".join(lacks)}:\n{about[:3000]}'
    assert not re.search(r'\((RPATH|RUNPATH|TEXTREL)\)', about), 'a search path or writable code'
    for file in (path for path in tree.rglob('*') if path.is_file()):
        assert str(work).encode() not in file.read_bytes(), f'{file} names the folder of the build'
    print('hardened, and no file names the folder of the build')


def check_bill(packages):
    bill = json.loads(next(packages.glob('*.spdx.json')).read_text(encoding='utf-8'))
    ids = [part['SPDXID'] for part in bill['packages']]
    assert bill['spdxVersion'] == 'SPDX-2.3' and len(set(ids)) == len(ids) > 8, ids
    for part in bill['packages']:
        assert part['versionInfo'] and part['licenseDeclared'] not in ('', 'NOASSERTION'), part
    for relation in bill['relationships']:
        assert {relation['spdxElementId'], relation['relatedSpdxElement']} <= {*ids, 'SPDXRef-DOCUMENT'}, relation
    depends = run('dpkg-deb', '-f', next(packages.glob('stubborn_*.deb')), 'Depends')
    linked = {part['name'] for part in bill['packages']}
    for name in re.findall(r'(\S+)(?: \([^)]*\))?(?:, |\s*$)', depends):
        assert name in linked, f'the package depends on {name}, of which the bill of materials says nothing'
    print(f'bill of materials: {len(ids)} parts')


def empty_debian(folder, work):
    archive = folder / 'debian-12.tar'
    if not archive.exists():
        made = run('mmdebstrap', '--variant=apt', 'bookworm', work / 'root.tar', MIRROR, check=False)
        if not (work / 'root.tar').exists() or 'E: ' in made:
            raise Unavailable(f'no empty Debian 12 could be made:\n{made[-1500:]}')
        shutil.move(work / 'root.tar', archive)
    tree = work / 'root'
    tree.mkdir()
    run('tar', 'xf', archive, '-C', tree)
    for name, minor in (('null', 3), ('urandom', 9)):
        if not (tree / 'dev' / name).exists():
            os.mknod(tree / 'dev' / name, 0o666 | stat.S_IFCHR, os.makedev(1, minor))
            (tree / 'dev' / name).chmod(0o666)
    if os.path.exists('/etc/resolv.conf'):
        shutil.copy('/etc/resolv.conf', tree / 'etc/resolv.conf')
    return tree


def inside(tree, script):
    environment = {'PATH': '/usr/sbin:/usr/bin:/sbin:/bin', 'LC_ALL': 'C.UTF-8', 'HOME': '/root', 'DEBIAN_FRONTEND': 'noninteractive'}
    # The mounts end with the command.
    return run('unshare', '--mount', '--pid', '--fork', f'--mount-proc={tree}/proc', 'chroot', tree, 'sh', '-euc', script,
               env=environment)


def check_program(tree, packages, root):
    """By the last stage of the Containerfile."""
    (tree / COPIED[1:]).mkdir(exist_ok=True)
    stage = (root / 'Containerfile').read_text(encoding='utf-8').rpartition('\nFROM ')[2]
    assert f'COPY --from=build /out/stubborn_*.deb {COPIED}/' in stage and 'ENTRYPOINT ["stubborn"]' in stage, stage
    shutil.copy(next(packages.glob('stubborn_*.deb')), tree / COPIED[1:])
    steps = re.findall(r'^RUN (.*)$', stage, re.M)
    for step in steps:
        inside(tree, step)
    assert steps and not list((tree / COPIED[1:]).glob('*.deb'))
    assert inside(tree, 'stubborn --version').startswith('stubborn '), 'version'
    said = inside(tree, 'cd /tmp; stubborn run')
    assert re.search(r'[\d,]{5,} pass ', said), said
    said = inside(tree, 'cd /tmp; stubborn run --stub "exec:stubborn stub --quiet --listen tcp:{port}" --filter framing/')
    assert re.search(r'\d+ pass', said), said
    for path in ('man/man1/stubborn.1', 'bash-completion/completions/stubborn', 'zsh/vendor-completions/_stubborn',
                 'fish/vendor_completions.d/stubborn.fish', 'doc/stubborn/copyright', 'doc/stubborn/README.md'):
        assert (tree / 'usr/share' / path).stat().st_size > 500, path
    print('the program: installed by the steps of the Containerfile, and run')


def check_development(tree, packages):
    shutil.copy(next(packages.glob('librsp-dev_*.deb')), tree / 'tmp')
    inside(tree, 'apt-get update; apt-get install -y --no-install-recommends /tmp/librsp-dev_*.deb gcc libc6-dev make cmake pkg-config')
    inside(tree, 'cp -r /usr/share/doc/librsp-dev/examples /tmp; test -s /usr/share/stubborn/rsp.dict')
    said = inside(tree, 'cd /tmp/examples/api; cmake -S . -B b >&2; cmake --build b >&2; b/debugger pipe:b/stub 2')
    assert 'reason "swbreak"' in said, said
    inside(tree, 'cd /tmp/examples/embed; make MENDED=3 CFLAGS="$(pkg-config --cflags rsp-embed)" minimal-replay minimal-suite; '
                 './minimal-replay seeds; ./minimal-suite run --filter framing/')
    print('the libraries: installed, and the examples built with CMake and make, and run')
    left = inside(tree, 'dpkg -L stubborn librsp-dev >/tmp/files; dpkg --purge librsp-dev stubborn >&2; '
                        'while read -r f; do [ -d "$f" ] || [ ! -e "$f" ] || echo "left: $f"; done </tmp/files')
    assert 'left:' not in left, left
    print('both removed, nothing left')


def main():
    root, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    if os.geteuid() != 0:
        print('needs root, for chroot')
        return 77
    folder.mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp(prefix='packages-', dir=folder))
    try:
        made = sys.argv[sys.argv.index('--packages') + 1] if '--packages' in sys.argv else None
        packages = pathlib.Path(made) if made else check_same(work, root)
        check_hardened(packages, work)
        check_bill(packages)
        tree = empty_debian(folder, work)
        check_program(tree, packages, root)
        check_development(tree, packages)
    except Unavailable as why:
        print(why)
        return 77
    finally:
        if '--keep' not in sys.argv:
            shutil.rmtree(work, ignore_errors=True)
    return 0


sys.exit(main())
