"""`stubborn dap` on a program with libraries: one that it is linked with, and one of dlopen that comes and goes.

usage: dap_plugins.py STUBBORN PROGRAM PLUGIN gdbserver|lldb-server
       dap_plugins.py STUBBORN qemu MACHINE      a program of this machine, whose loader's file is not here
"""
# SPDX-License-Identifier: MIT
import pathlib
import subprocess
import sys
import tempfile

from dap_gdbserver import Session

SOURCE = pathlib.Path(__file__).parent / 'plugins'
LOADS = 2
PRINTED = '46 5 7'  # with LOADS 2; the children end with 5 and 7
AWAITED = 'the breakpoint is set when one comes that has it'


def line_of(name, comment):
    for number, line in enumerate((SOURCE / name).read_text(encoding='utf-8').splitlines(), 1):
        if line.endswith(f'/* {comment} */'):
            return number
    raise SystemExit(f'{name} has no line with {comment}')


class Program(Session):
    """The program in front of one stub, by places such as ('linked.c', 'inner')."""

    def __init__(self, stubborn, program, plugin, stub, *options):
        super().__init__(stubborn, *options)
        self.start = {'program': program, 'args': [plugin, str(LOADS)]}
        if stub != 'gdbserver':  # which is the adapter's own choice, and then passes on what the program prints
            self.start['stub'] = f'profile:{stub}'
        self.thread = None
        self.whole = 'stub' not in self.start  # its children are as if nobody debugged them

    def launch(self, set_up, **arguments):
        """Up to configurationDone."""
        self.ask('initialize', adapterID='stubborn')
        start = self.send('launch', **{**self.start, **arguments})
        self.event('initialized')
        set_up(self)
        self.ask('configurationDone')
        assert self.response(start)['success']

    def at(self, name, *comments, **more):
        """Sets the breakpoints of a source and gives the answers."""
        body = self.ask('setBreakpoints', source={'path': str(SOURCE / name)},
                        breakpoints=[{'line': line_of(name, comment), **more} for comment in comments])
        return body['breakpoints']

    def stop(self, reason, name, comment):
        """The next stop is there. Gives the event."""
        event = self.event('stopped')
        self.thread = event['threadId']
        frame = self.ask('stackTrace', threadId=self.thread, levels=1)['stackFrames'][0]
        place = pathlib.Path(frame.get('source', {}).get('path', '?')).name, frame['line']
        assert event['reason'] == reason and place == (name, line_of(name, comment)), (event, frame, name, comment)
        return event

    def go_on(self):
        self.ask('continue', threadId=self.thread)

    def step(self, how, name, comment, **arguments):
        self.ask(how, threadId=self.thread, **arguments)
        self.stop('step', name, comment)

    def frame(self):
        return self.ask('stackTrace', threadId=self.thread, levels=1)['stackFrames'][0]['id']

    def changed(self):
        """The next `breakpoint` event."""
        body = self.event('breakpoint')
        assert body['reason'] == 'changed', body
        return body['breakpoint']

    def taken(self, name):
        """The events of a name that have come and were not asked for."""
        taken = [m['body'] for m in self.kept if m.get('event') == name]
        self.kept = [m for m in self.kept if m.get('event') != name]
        return taken

    def end(self):
        """To the end of the program, which is as if nobody had debugged it."""
        text = ''
        while (event := self.wait(lambda m: m.get('event') in ('output', 'exited')))['event'] == 'output':
            text += event['body']['output'] if event['body'].get('category') in ('stdout', None) else ''
        assert event['body']['exitCode'] == 0, event
        assert PRINTED in text or 'stub' in self.start and not self.whole, text
        self.leave()


def linked(s):
    """Before the loader has begun: constructor, condition, hit condition, log point, an inline function in two modules."""
    def set_up(s):
        answers = s.at('linked.c', 'constructor', 'inner', 'last')
        assert not any(b['verified'] for b in answers) and all(AWAITED in b['message'] for b in answers), answers
        s.at('linked.c', 'constructor')
        one, = s.ask('setFunctionBreakpoints', breakpoints=[{'name': 'linked_sum', 'condition': 'a == 3 && ready == 7'}])['breakpoints']
        assert not one['verified'] and AWAITED in one['message'], one
        shared, = s.at('shared.h', 'shared', hitCondition='3')
        assert shared['verified'], shared
    s.launch(set_up)
    s.stop('breakpoint', 'linked.c', 'constructor')
    verified = [s.changed() for _ in range(2)]
    assert all(b['verified'] for b in verified), verified
    s.at('linked.c', 'last', logMessage='sum is {sum}')
    s.go_on()
    s.stop('breakpoint', 'linked.c', 'linked')
    assert s.ask('evaluate', expression='a', frameId=s.frame())['result'] == '3'
    s.go_on()
    s.stop('breakpoint', 'shared.h', 'shared')  # twice in the library, then in the program
    assert s.ask('evaluate', expression='n', frameId=s.frame())['result'] == '3'
    told = [o['output'] for o in s.taken('output') if o.get('category') == 'console']
    assert told == ['sum is 12\n', 'sum is 18\n'], told
    s.at('shared.h')
    s.go_on()
    s.end()


def loaded(s):
    """Each time that the library comes its breakpoints hold, and when it goes they wait."""
    def set_up(s):
        one, = s.at('plugin.c', 'plugin')
        assert not one['verified'] and AWAITED in one['message'], one
        named, = s.ask('setFunctionBreakpoints', breakpoints=[{'name': 'plugin_run', 'condition': 'n == 1'}])['breakpoints']
        assert not named['verified'] and AWAITED in named['message'], named
    s.launch(set_up)
    for number in range(LOADS):
        stop = s.stop('breakpoint', 'plugin.c', 'plugin')
        assert len(stop['hitBreakpointIds']) == 1 + (number == 1), stop
        verified = [s.changed() for _ in range(2)]
        assert all(b['verified'] for b in verified), verified
        told = [(e['reason'], pathlib.Path(e['module']['name']).name) for e in s.taken('module')]
        assert ('new', 'libplugin.so') in told, told
        if number:
            assert ('removed', 'libplugin.so') not in told or told.index(('removed', 'libplugin.so')) < told.index(('new', 'libplugin.so')), told
        names = [m['name'] for m in s.ask('modules')['modules']]
        assert 'libplugin.so' in names and 'liblinked.so' in names, names
        s.go_on()
        gone = [s.changed() for _ in range(2)]
        assert all(not b['verified'] and AWAITED in b['message'] for b in gone), gone
        assert s.wait(lambda m: m.get('event') == 'module' and m['body']['reason'] == 'removed')['body']['module']['name'] == 'libplugin.so'
    s.end()


def steps(s):
    """Into the library through the loader, within it, out of it, over it; over dlopen and dlclose."""
    s.launch(lambda s: s.breakpoints(SOURCE / 'program.c', [line_of('program.c', 'first'), line_of('program.c', 'dlopen')]))
    s.stop('breakpoint', 'program.c', 'first')
    s.step('stepIn', 'linked.c', 'linked')  # bound now
    s.step('stepIn', 'linked.c', 'inner')
    s.step('stepOut', 'linked.c', 'linked')
    s.step('next', 'linked.c', 'second')
    s.step('next', 'linked.c', 'last')
    s.step('stepOut', 'program.c', 'first')
    s.step('next', 'program.c', 'again')
    s.step('stepIn', 'linked.c', 'linked')  # bound before
    s.step('stepOut', 'program.c', 'again')
    s.go_on()
    s.stop('breakpoint', 'program.c', 'dlopen')
    before = s.ask('modules')['totalModules']
    while s.ask('stackTrace', threadId=s.thread, levels=1)['stackFrames'][0]['line'] != line_of('program.c', 'run'):
        s.ask('next', threadId=s.thread)
        assert s.event('stopped')['reason'] == 'step'
    assert s.ask('modules')['totalModules'] == before + 1
    s.step('stepIn', 'plugin.c', 'plugin')
    s.step('stepOut', 'program.c', 'run')
    s.step('next', 'program.c', 'dlclose')
    s.step('next', 'program.c', 'loaded')
    assert s.ask('modules')['totalModules'] == before
    s.at('program.c')
    s.go_on()
    s.end()


def views(s):
    """What editors ask of sources and code, in a library."""
    s.launch(lambda s: (s.at('linked.c', 'linked'), s.at('program.c', 'first')))
    s.stop('breakpoint', 'program.c', 'first')
    targets = s.ask('stepInTargets', frameId=s.frame())['targets']
    assert [t['label'] for t in targets] == ['linked_sum'], targets
    s.at('linked.c')
    s.step('stepIn', 'linked.c', 'linked', targetId=targets[0]['id'])
    targets = s.ask('stepInTargets', frameId=s.frame())['targets']
    assert [t['label'] for t in targets] == ['inner'], targets
    s.step('stepIn', 'linked.c', 'inner', targetId=targets[0]['id'])
    s.step('stepOut', 'linked.c', 'linked')
    path = {'path': str(SOURCE / 'linked.c')}
    first, last = line_of('linked.c', 'linked'), line_of('linked.c', 'last')
    lines = [b['line'] for b in s.ask('breakpointLocations', source=path, line=first, endLine=last)['breakpoints']]
    assert lines == list(range(first, last + 1)), lines
    listed = [c['path'] for c in s.ask('loadedSources')['sources']]
    assert str(SOURCE / 'linked.c') in listed and str(SOURCE / 'program.c') in listed, listed
    assert s.ask('source', source=path, sourceReference=0)['content'] == (SOURCE / 'linked.c').read_text(encoding='utf-8')
    frame = s.ask('stackTrace', threadId=s.thread, levels=1)['stackFrames'][0]
    code = s.ask('disassemble', memoryReference=frame['instructionPointerReference'], instructionOffset=-3, instructionCount=8,
                 resolveSymbols=True)['instructions']
    assert any(i.get('location', {}).get('path') == str(SOURCE / 'linked.c') for i in code), code
    goto, = s.ask('gotoTargets', source=path, line=last)['targets']
    assert goto['label'].startswith('linked_sum'), goto
    s.ask('goto', threadId=s.thread, targetId=goto['id'])
    s.stop('goto', 'linked.c', 'last')
    frame = s.ask('stackTrace', threadId=s.thread, levels=1)['stackFrames'][0]
    s.ask('disassemble', memoryReference=frame['instructionPointerReference'], instructionCount=60000)  # slow: no resume is behind it
    goto, = s.ask('gotoTargets', source=path, line=first)['targets']
    s.ask('goto', threadId=s.thread, targetId=goto['id'])
    s.stop('goto', 'linked.c', 'linked')
    s.go_on()
    s.end()


def restarted(s):
    """A program that is started again has no libraries yet, and its breakpoints wait once more."""
    s.launch(lambda s: s.at('linked.c', 'constructor'))
    s.stop('breakpoint', 'linked.c', 'constructor')
    assert s.changed()['verified']
    s.send('restart')
    assert not s.changed()['verified']
    s.stop('breakpoint', 'linked.c', 'constructor')
    assert s.changed()['verified']
    s.go_on()
    s.end()


def at_entry(s):
    """Before the first instruction: there is no library, and a step by instruction is one."""
    s.launch(lambda s: s.at('linked.c', 'constructor'), stopOnEntry=True)
    s.thread = s.event('stopped')['threadId']
    pc = s.ask('stackTrace', threadId=s.thread, levels=1)['stackFrames'][0]['instructionPointerReference']
    s.ask('stepIn', threadId=s.thread, granularity='instruction')
    assert s.event('stopped')['reason'] == 'step'
    after = s.ask('stackTrace', threadId=s.thread, levels=1)['stackFrames'][0]['instructionPointerReference']
    assert 0 < int(after, 16) - int(pc, 16) <= 15, (pc, after)
    s.go_on()
    s.stop('breakpoint', 'linked.c', 'constructor')
    s.go_on()
    s.end()


def children(s):
    """Steps over fork and vfork; children go their own way, and find no breakpoint of ours."""
    tells = 'stub' not in s.start  # LLDB's stub tells of no child, and leaves in it what it has written: nothing, unless a breakpoint asks for it
    s.launch(lambda s: (s.at('program.c', 'fork'),
                        tells and (s.at('linked.c', 'inner', condition='n > 99'), s.at('plugin.c', 'plugin', condition='n == 4'))))
    s.stop('breakpoint', 'program.c', 'fork')
    s.step('next', 'program.c', 'vfork')
    s.ask('next', threadId=s.thread)
    stop = s.event('stopped')
    assert stop['reason'] == 'step' and s.top(stop['threadId'])[1] == line_of('program.c', 'vfork') + 1, stop
    assert len(s.ask('threads')['threads']) == 1
    s.go_on()
    s.whole = True
    s.end()


def executed(s):
    """The program executes itself: its libraries go and come. Then it executes another one, of which nothing is known."""
    s.start['args'] = [*s.start['args'], s.start['program']]
    s.launch(lambda s: s.at('linked.c', 'last', hitCondition='4'))
    stop = s.event('stopped')
    assert stop['reason'] == 'exec', stop
    removed = [e['module']['name'] for e in s.taken('module') if e['reason'] == 'removed']
    assert 'liblinked.so' in removed and 'libplugin.so' in removed, removed
    assert [b['verified'] for b in (s.changed(), s.changed())] == [True, False]
    s.thread = stop['threadId']
    s.go_on()
    s.stop('breakpoint', 'linked.c', 'last')
    assert s.changed()['verified'] and s.top(s.thread)[0]
    s.go_on()
    s.end()


def executed_another(s):
    s.start['args'] = [*s.start['args'], '/bin/echo']
    s.launch(lambda s: (s.at('linked.c', 'last', condition='sum == 99'), s.ask('setFunctionBreakpoints', breakpoints=[{'name': 'own'}])))
    s.stop('breakpoint', 'program.c', 'own')
    s.go_on()
    stop = s.event('stopped')
    assert stop['reason'] == 'exec', stop
    changes = [s.changed() for _ in range(3)]  # the library came, then all went
    assert not any(b['verified'] for b in changes[1:]), changes
    s.thread = stop['threadId']
    s.go_on()
    s.end()


def attached(stubborn, program, plugin):
    """To a process whose libraries are there: verified at once. One that comes later is waited for."""
    with subprocess.Popen([program, plugin, str(LOADS), 'wait'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as victim:
        try:
            assert victim.stdout.readline() == 'ready\n'
            s = Program(stubborn, program, plugin, 'gdbserver')
            s.ask('initialize', adapterID='stubborn')
            start = s.send('attach', pid=victim.pid)
            s.event('initialized')
            inner, last = s.at('linked.c', 'inner', 'last')
            assert inner['verified'] and last['verified'], (inner, last)
            plugin, = s.at('plugin.c', 'plugin')
            assert not plugin['verified'], plugin
            s.at('linked.c', 'inner')
            s.ask('configurationDone')
            assert s.response(start)['success']
            victim.stdin.write('x')
            victim.stdin.flush()
            s.stop('breakpoint', 'linked.c', 'inner')
            assert 'liblinked.so' in [e['module']['name'] for e in s.taken('module')]
            s.at('linked.c')
            s.go_on()
            s.stop('breakpoint', 'plugin.c', 'plugin')
            assert s.changed()['verified']
            s.leave()
            printed, _ = victim.communicate(timeout=60)
            assert printed.strip() == PRINTED, printed
        finally:
            victim.kill()


def built(machine, folder):
    """The program and its libraries for another machine."""
    compiler = f'{machine}-linux-gnu-gcc'
    for name in ('linked', 'plugin'):
        subprocess.run([compiler, '-g', '-O0', '-fPIC', '-shared', '-o', f'{folder}/lib{name}.so', SOURCE / f'{name}.c'], check=True)
    subprocess.run([compiler, '-g', '-O0', '-D_GNU_SOURCE', '-Wl,-z,lazy', f'-Wl,-rpath,{folder}', '-o', f'{folder}/program',
                    SOURCE / 'program.c', f'-L{folder}', '-llinked', '-ldl'], check=True)
    return f'{folder}/program', f'{folder}/libplugin.so'


def emulated(stubborn, machine):
    """The stub lists no libraries, and the loader is not known before the program's entry: constructors come too early."""
    with tempfile.TemporaryDirectory() as folder:
        program, plugin = built(machine, folder)
        command = [f'qemu-{machine}', '-L', f'/usr/{machine}-linux-gnu', '-g', f'{folder}/stub', program, plugin, str(LOADS)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as victim:
            try:
                s = Program(stubborn, program, plugin, 'qemu', '--wait', '30s')
                s.ask('initialize', adapterID='stubborn')
                start = s.send('attach', stub=f'unix:{folder}/stub', program=program)
                s.event('initialized')
                assert not s.at('plugin.c', 'plugin')[0]['verified']
                assert s.at('program.c', 'first')[0]['verified']
                s.ask('configurationDone')
                assert s.response(start)['success']
                s.stop('breakpoint', 'program.c', 'first')
                targets = s.ask('stepInTargets', frameId=s.frame())['targets']
                assert [t['label'] for t in targets] == ['linked_sum'], targets
                s.step('stepIn', 'linked.c', 'linked')
                s.step('stepOut', 'program.c', 'first')
                for number in range(LOADS):
                    s.go_on()
                    s.stop('breakpoint', 'plugin.c', 'plugin')
                    verified = [b['verified'] for b in (b['breakpoint'] for b in s.taken('breakpoint'))]
                    assert verified == ([False, True] if number else [True]), verified
                s.go_on()
                printed, _ = victim.communicate(timeout=60)
                assert printed.strip() == PRINTED, printed
                s.leave()
            finally:
                victim.kill()


def main():
    if sys.argv[2] == 'qemu':
        emulated(sys.argv[1], sys.argv[3])
        return
    stubborn, program, plugin, stub = sys.argv[1:]
    plays = [linked, loaded, steps, views, restarted, at_entry, children]
    if stub == 'gdbserver':  # LLDB's tells nothing of exec either
        plays += [executed, executed_another]
    for play in plays:
        play(Program(stubborn, program, plugin, stub))
        print(f'{stub}: {play.__name__}')
    if stub == 'gdbserver':
        attached(stubborn, program, plugin)


if __name__ == '__main__':
    main()
