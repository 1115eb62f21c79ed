#!/usr/bin/env python3
# The three recipes for CI, run here as GitHub and GitLab would run them: action.yml, tools/ci/gitlab.yml, tools/ci/gate.
# usage: ci.py STUBBORN ROOT
# A stub without defects is green, one with a defect is red, and each recipe leaves what it promises.
# SPDX-License-Identifier: MIT
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import yaml

STUBBORN, ROOT = map(os.path.abspath, sys.argv[1:3])
SUITE = ('escapes', 'registers')
GOOD = 'exec:stubborn stub -q -l tcp:127.0.0.1:{port} threads4'
BAD = 'exec:stubborn stub -q --fault reg-p-decimal -l tcp:127.0.0.1:{port} threads4'


class Workspace:
    """A folder of a job, with a small suite, and stubborn in PATH."""

    def __init__(self, test):
        held = tempfile.TemporaryDirectory()
        test.addCleanup(held.cleanup)
        self.folder = held.name
        suite = os.path.join(self.folder, 'suite')
        os.mkdir(suite)
        shutil.copy(f'{ROOT}/scenarios/requirements.yaml', suite)
        shutil.copytree(f'{ROOT}/scenarios/profiles', f'{suite}/profiles')
        for area in SUITE:
            shutil.copytree(f'{ROOT}/scenarios/{area}', f'{suite}/{area}')
        kept = {k: v for k, v in os.environ.items() if not k.startswith(('STUBBORN', 'GITHUB'))}
        self.env = dict(kept, PATH=f'{os.path.dirname(STUBBORN)}:{os.environ["PATH"]}', LC_ALL='C', TERM='dumb',
                        STUBBORN_SCENARIOS=suite)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def read(self, *parts):
        with open(self.path(*parts), encoding='utf-8') as file:
            return file.read()

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), 'w', encoding='utf-8') as file:
            file.write(text)

    def run(self, words, **env):
        done = subprocess.run(words, cwd=self.folder, env=dict(self.env, **env), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=240, check=False)
        return done.returncode, done.stdout.decode('utf-8', 'backslashreplace')


class Runner:
    """As much of GitHub's runner as a composite action uses: expressions, files for outputs, conditions."""

    def __init__(self, workspace, **inputs):
        self.workspace = workspace
        with open(f'{ROOT}/action.yml', encoding='utf-8') as file:
            self.action = yaml.safe_load(file)
        self.values = {f'inputs.{name}': str(i.get('default', '')) for name, i in self.action['inputs'].items()}
        self.values.update({f'inputs.{name}': value for name, value in inputs.items()})
        self.values['github.action_path'] = ROOT
        self.uploaded = None
        self.status = 0
        self.log = ''

    def expand(self, text):
        return re.sub(r'\$\{\{\s*([\w.-]+)\s*\}\}', lambda m: self.values.get(m[1], ''), text)

    def wanted(self, step):
        terms = step.get('if', '${{ success() }}')[3:-2].split('&&')
        for term in map(str.strip, terms):
            equal = re.fullmatch(r"([\w.]+) == '([^']*)'", term)
            if equal and self.values.get(equal[1], '') != equal[2]:
                return False
            if not equal and term not in ('always()', 'success()'):
                raise ValueError(term)
        return 'always()' in step.get('if', '') or self.status == 0

    def script(self, step):
        files = {name: self.workspace.path(f'{name}.txt') for name in ('GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY')}
        for path in files.values():
            with open(path, 'a', encoding='utf-8'):
                pass
        env = {k: self.expand(v) for k, v in step.get('env', {}).items()}
        self.workspace.write('step.sh', self.expand(step['run']))
        status, out = self.workspace.run(['bash', '--noprofile', '--norc', '-eo', 'pipefail', 'step.sh'], **files, **env)
        self.log += out
        self.status = self.status or status
        for line in self.workspace.read('GITHUB_OUTPUT.txt').splitlines():
            name, value = line.split('=', 1)
            self.values[f'steps.{step.get("id")}.outputs.{name}'] = value
        os.remove(files['GITHUB_OUTPUT'])

    def play(self):
        for step in self.action['runs']['steps']:
            if not self.wanted(step):
                continue
            if 'run' in step:
                self.script(step)
            elif step['uses'].startswith('actions/upload-artifact@'):
                self.uploaded = sorted(os.listdir(self.expand(step['with']['path'])))
            else:
                raise ValueError(step['uses'])
        return self.status

    def commands(self):
        """What the runner takes for commands: nothing between stop-commands and its token."""
        found, token = [], None
        for line in map(str.strip, self.log.splitlines()):
            if token:
                token = None if line == f'::{token}::' else token
            elif line.startswith('::stop-commands::'):
                token = line[len('::stop-commands::'):]
            elif line.startswith('::') or '##[' in line:
                found.append(line)
        assert token is None
        return found


class GitHub(unittest.TestCase):
    def play(self, **inputs):
        runner = Runner(Workspace(self), **inputs)
        return runner, runner.play()

    def test_a_good_stub_is_green(self):
        runner, status = self.play(stub=GOOD)
        self.assertEqual(status, 0, runner.log)
        self.assertEqual(runner.values['steps.run.outputs.status'], '0')
        self.assertTrue({'report.html', 'junit.xml', 'report.json', 'report.sarif', 'summary.md'} <= set(runner.uploaded))
        self.assertEqual([c.split(' ')[0] for c in runner.commands()], ['::notice'])
        self.assertIn('Nothing unexpected', runner.workspace.read('GITHUB_STEP_SUMMARY.txt'))

    def test_a_bad_stub_is_red_and_annotated(self):
        runner, status = self.play(stub=BAD)
        self.assertEqual(status, 1, runner.log)
        self.assertIn('report.html', runner.uploaded)
        places = [c for c in runner.commands() if c.startswith('::error file=')]
        self.assertTrue(places)
        self.assertRegex(places[0], r'registers/[\w/-]+\.yaml,line=\d+,')
        self.assertIn('REG-004', runner.workspace.read('GITHUB_STEP_SUMMARY.txt'))

    def test_a_stub_that_is_not_there_is_red(self):
        runner, status = self.play(stub='tcp:127.0.0.1:1')
        self.assertEqual(status, 3, runner.log)
        self.assertIn('no scenario was judged', runner.log)

    def test_a_wrong_option_is_red(self):
        runner, status = self.play(arguments='--strct')
        self.assertEqual(status, 2, runner.log)
        self.assertIn('did you mean --strict?', runner.log)

    def test_settings_of_a_folder_name_files_from_the_top(self):
        runner = Runner(Workspace(self), folder='part', arguments='--fault\nreg-p-decimal')
        shutil.copytree(f'{ROOT}/scenarios/registers', runner.workspace.path('part/mine'))
        runner.workspace.write('part/stubborn.yaml', 'stub: reference\nscenarios: [mine]\n')
        self.assertEqual(runner.play(), 1, runner.log)
        self.assertTrue([c for c in runner.commands() if c.startswith('::error file=part/mine/')], runner.log)

    def test_inputs_are_no_code(self):
        runner, status = self.play(arguments='--filter\n$(touch made); touch made', stub=GOOD)
        self.assertEqual(status, 2, runner.log)
        self.assertFalse(os.path.exists(runner.workspace.path('made')))

    def test_a_failing_log_gives_no_commands(self):
        runner = Runner(Workspace(self), stub=r"exec:printf '\n::error::mine\n##[add-mask]x\n' >&2; exit 1; : {port}")
        self.assertEqual(runner.play(), 3, runner.log)
        self.assertFalse([c for c in runner.commands() if 'title=Stubborn' not in c], runner.log)

    def test_reports_are_not_uploaded_when_unwanted(self):
        runner, status = self.play(stub=GOOD, upload='false')
        self.assertEqual((status, runner.uploaded), (0, None))


class GitLab(unittest.TestCase):
    def play(self, **variables):
        workspace = Workspace(self)
        with open(f'{ROOT}/tools/ci/gitlab.yml', encoding='utf-8') as file:
            job = yaml.safe_load(file)['.stubborn']
        env = dict({k: str(v) for k, v in job['variables'].items()}, **variables)
        lines = job['before_script'] + job['script']
        self.assertTrue(all(isinstance(line, str) for line in lines))
        workspace.write('job.sh', '\n'.join(lines) + '\n')
        status, log = workspace.run(['bash', '-eo', 'pipefail', 'job.sh'], **env)
        paths = {k: v.replace('$STUBBORN_REPORTS', env['STUBBORN_REPORTS']) for k, v in job['artifacts']['reports'].items()}
        self.assertEqual(job['artifacts']['when'], 'always')
        return workspace, status, log, paths

    def test_a_good_stub_is_green(self):
        workspace, status, log, paths = self.play(STUBBORN_ARGUMENTS='--stub reference')
        self.assertEqual(status, 0, log)
        self.assertEqual(json.loads(workspace.read(paths['codequality'])), [])
        self.assertGreater(int(xml.etree.ElementTree.parse(workspace.path(paths['junit'])).getroot().get('tests')), 50)

    def test_a_bad_stub_is_red(self):
        workspace, status, log, paths = self.play(STUBBORN_ARGUMENTS='--stub reference --fault reg-p-decimal')
        self.assertEqual(status, 1, log)
        entries = json.loads(workspace.read(paths['codequality']))
        self.assertTrue(entries)
        for entry in entries:
            self.assertEqual(set(entry), {'description', 'check_name', 'fingerprint', 'severity', 'location'})
            self.assertIn(entry['severity'], ('info', 'minor', 'major', 'critical', 'blocker'))
            self.assertGreater(entry['location']['lines']['begin'], 0)
        self.assertEqual(len({e['fingerprint'] for e in entries}), len(entries))
        root = xml.etree.ElementTree.parse(workspace.path(paths['junit'])).getroot()
        self.assertEqual(int(root.get('failures')) + int(root.get('errors')), len(entries))


class Shell(unittest.TestCase):
    def play(self, *words):
        workspace = Workspace(self)
        status, log = workspace.run([f'{ROOT}/tools/ci/gate', *words])
        return workspace, status, log

    def test_good_bad_and_wrong(self):
        for words, wanted, text in ((('--stub', GOOD), 0, 'nothing unexpected'),
                                    (('--stub', BAD), 1, 'something new fails'),
                                    (('--stub', 'tcp:127.0.0.1:1'), 3, 'could not be judged'),
                                    (('--stbu', 'x'), 2, 'are wrong')):
            workspace, status, log = self.play(*words)
            self.assertEqual(status, wanted, log)
            self.assertIn(f'gate: {text}' if wanted < 2 else text, log)
            if wanted != 2:
                self.assertTrue(os.path.getsize(workspace.path('stubborn-reports/report.html')))
                self.assertTrue(os.path.getsize(workspace.path('stubborn-reports/junit.xml')))

    def test_install_keeps_what_is_there_and_names_what_is_not(self):
        workspace = Workspace(self)
        status, log = workspace.run([f'{ROOT}/tools/ci/install'])
        self.assertEqual((status, log.split()[0]), (0, 'stubborn'))
        status, log = workspace.run([f'{ROOT}/tools/ci/install', 'no.deb'])
        self.assertEqual((status, log), (3, 'install: no package no.deb\n'))

    def test_words_of_the_action_find_the_release_of_its_tag(self):
        runner = Runner(Workspace(self))
        install = runner.action['runs']['steps'][0]
        for ref, wanted in (('v1.2.3', 'https://host/OWNER/stubborn/releases/download/v1.2.3'), ('main', '')):
            workspace = runner.workspace
            workspace.write('action/tools/ci/install', '#!/bin/sh\necho "release=$STUBBORN_RELEASE package=$1"\n')
            os.chmod(workspace.path('action/tools/ci/install'), 0o755)
            env = {name: '' for name in install['env']}
            env.update(ACTION=workspace.path('action'), SERVER='https://host', REPOSITORY='OWNER/stubborn', REF=ref)
            status, log = workspace.run(['bash', '-eo', 'pipefail', '-c', install['run']], **env)
            self.assertEqual((status, log), (0, f'release={wanted} package=\n'))


@unittest.skipUnless(shutil.which('curl'), 'curl is not installed: nothing can be fetched')
class Release(unittest.TestCase):
    """A release's folder with a program for this machine, read by curl as file://; no machine is changed."""

    def setUp(self):
        self.workspace = Workspace(self)
        self.name = f'stubborn-1.2.3-{os.uname().machine}-linux'
        for folder in ('bin', 'none', 'release'):
            os.mkdir(self.workspace.path(folder))
        self.workspace.write(f'release/{self.name}', '#!/bin/sh\necho "stubborn 1.2.3 of a release"\n')
        # Whoever builds begins with it.
        self.workspace.write('none/apt-get', '#!/bin/sh\necho "apt-get $*"\nexit 7\n')
        os.chmod(self.workspace.path('none/apt-get'), 0o755)
        self.sum(self.name, self.workspace.read('release', self.name))

    def sum(self, name, text):
        digest = hashlib.sha256(text.encode()).hexdigest()
        self.workspace.write('release/SHA256SUMS', f'{"0" * 64}  stubborn_1.2.3_amd64.deb\n{digest}  {name}\n')

    def environment(self):
        return {'STUBBORN_BIN': self.workspace.path('bin'), 'STUBBORN_RELEASE': f'file://{self.workspace.path("release")}',
                'PATH': f'{self.workspace.path("bin")}:{self.workspace.path("none")}:{os.environ["PATH"]}'}

    def install(self):
        return self.workspace.run([f'{ROOT}/tools/ci/install'], **self.environment())

    def gitlab(self):
        with open(f'{ROOT}/tools/ci/gitlab.yml', encoding='utf-8') as file:
            job = yaml.safe_load(file)['.stubborn']
        self.workspace.write('job.sh', '\n'.join([*job['before_script'], 'stubborn --version']) + '\n')
        env = {**{k: str(v) for k, v in job['variables'].items()}, **self.environment()}
        return self.workspace.run(['bash', '-eo', 'pipefail', 'job.sh'], **env)

    def test_its_program_is_taken(self):
        for how in (self.install, self.gitlab):
            status, log = how()
            self.assertEqual((status, log.splitlines()[-1]), (0, 'stubborn 1.2.3 of a release'), log)
            os.remove(self.workspace.path('bin/stubborn'))

    def test_a_wrong_sum_ends_it(self):
        self.sum(self.name, 'another program')
        for how in (self.install, self.gitlab):
            status, log = how()
            self.assertEqual(status, 3, log)
            self.assertIn('FAILED', log)
            self.assertFalse(os.path.exists(self.workspace.path('bin/stubborn')))

    def test_without_one_for_this_machine_it_is_built(self):
        self.sum('stubborn-1.2.3-vax-linux', '')
        status, log = self.install()
        self.assertEqual(status, 7, log)
        self.assertIn(f'install: no program for {os.uname().machine} at file://', log)
        self.assertIn('install: building, which takes some minutes\napt-get update', log)
        status, log = self.gitlab()
        self.assertEqual(status, 3, log)
        self.assertIn('set STUBBORN_RELEASE, STUBBORN_PACKAGE or STUBBORN_SOURCE', log)


APT = r"""#!/bin/sh
case "$*" in
    *-s*) printf 'Inst munge\nInst slurm-wlm\n' ;;
    *update*) echo 'Get:1 http://mirror bookworm InRelease' ;;
    *install*)
        printf 'Need to get 3890 kB of archives.\nAfter this operation, 14.1 MB of additional disk space will be used.\n'
        printf 'Get:%s http://mirror bookworm/main amd64 munge amd64 0.5.15 [93 kB]\n' 1 2
        [ -z "$BREAKS" ] || { echo 'E: Unable to fetch some archives'; exit 100; }
        printf '%s\n' 'Unpacking munge (0.5.15) ...' 'Unpacking slurm-wlm (22.05.8) ...' 'Setting up munge (0.5.15) ...' 'Setting up slurm-wlm (22.05.8) ...' ;;
esac
"""


class SetUp(unittest.TestCase):
    """tools/setup with an apt-get that installs nothing."""

    def play(self, **env):
        with open('/etc/os-release', encoding='utf-8') as file:
            if 'VERSION_ID="12"' not in file.read():
                self.skipTest('this is no Debian 12')
        workspace = Workspace(self)
        for name, text in (('apt-get', APT), ('dpkg-query', '#!/bin/sh\n'), ('sudo', '#!/bin/sh\nexec "$@"\n'), ('apt-cache', '''#!/bin/sh
case $2 in slurm-wlm) echo '  Candidate: 22.05.8-4' ;; *) echo '  Candidate: 0.5.15-2' ;; esac
''')):
            workspace.write(f'fake/{name}', text)
            os.chmod(workspace.path('fake', name), 0o755)
        return workspace.run([f'{ROOT}/tools/setup', 'scale'], PATH=f'{workspace.path("fake")}:{os.environ["PATH"]}', **env)

    def test_it_says_how_far_it_is(self):
        status, log = self.play()
        self.assertEqual(status, 0, log)
        shown = re.sub(r'\d+ s\b', 'N s', log).splitlines()
        self.assertEqual(shown, [f'setup: {line}' for line in (
            'installing 2 packages: slurm-wlm munge', 'step 1 of 2: the lists of packages',
            'step 2 of 2: 2 packages with what they need', 'Need to get 3890 kB of archives',
            'After this operation, 14.1 MB of additional disk space will be used',
            '10 % after N s, rest N s: fetching munge', '30 % after N s, rest N s: fetching munge',
            '50 % after N s, rest N s: unpacking munge', '60 % after N s, rest N s: unpacking slurm-wlm',
            '80 % after N s, rest N s: setting up munge', '100 % after N s, rest N s: setting up slurm-wlm', 'done after N s')])

    def test_what_apt_says_in_the_end_is_shown(self):
        status, log = self.play(BREAKS='yes')
        self.assertEqual(status, 3, log)
        self.assertIn('E: Unable to fetch some archives\nsetup: apt-get install failed', log)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1], verbosity=1)
