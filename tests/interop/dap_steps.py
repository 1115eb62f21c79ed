"""Steps of `stubborn dap` beside threads that go through the same lines: each ends at the right line, with the thread that stepped.

usage: dap_steps.py STUBBORN PROGRAM gdbserver|lldb-server|machine [--steps N] [--seed N] [--only KIND]   (PROGRAM of steps/program.c)
Kinds of breakpoints that the other threads meet meanwhile: none; false, whose conditions do not hold, decided where the adapter likes;
asked, whose conditions ask for the thread and are decided on this host; counted, whose hits are not enough; met, at which they stop: then that
stop is told, for that thread. Then two more: removed, breakpoints that go while threads have hit them, and signals, of another thread.
"""
# SPDX-License-Identifier: MIT
import argparse
import collections
import ctypes
import pathlib
import random
import re
import signal
import subprocess

import lldb_server
from dap_gdbserver import Session

SOURCE = pathlib.Path(__file__).resolve().parent / 'steps' / 'program.c'
KINDS = ('none', 'false', 'asked', 'counted', 'met')
INSIDE = {'inner': ('inner', 'first', 'second', 'third', 'inner-end'),
          'outer': ('outer', 'one', 'two', 'three', 'four', 'five', 'outer-end'),
          'work': ('load', 'turn', 'loop')}
CALLS = {'two': 'first', 'four': 'first', 'turn': 'one'}
MET = ('two', 'second', 'five')
SYS_TGKILL = 234
WAYS = ('next', 'stepIn', 'stepOut')


def labels():
    """Line to label."""
    found = {}
    for number, text in enumerate(SOURCE.read_text(encoding='utf-8').splitlines(), 1):
        if label := re.search(r'/\* @(\S+)', text):
            found[number] = label[1]
    return found


def expected(way, where, returns):
    """The labels at which a step may end. `returns`: where the calls of a line return to, as far as was seen."""
    lines = next(lines for lines in INSIDE.values() if where.at in lines)
    if way == 'stepOut' or where.at == lines[-1] and where.at != 'loop':
        return {where.caller}
    after = {lines[(lines.index(where.at) + 1) % len(lines)]}
    if way == 'next' or where.at not in CALLS or where.pc >= returns.get(where.at, where.pc + 1):
        return after
    return {CALLS[where.at]} if where.at in returns else {CALLS[where.at]} | after


class Stub:
    """What the session needs for its launch, and a stub that it does not start itself."""

    def __init__(self, name, program):
        self.process = None
        self.launch = {'program': program}
        if name == 'lldb-server':
            self.process, port = lldb_server.start(['--', program], stdout=subprocess.DEVNULL)
            self.launch['stub'] = f'tcp:127.0.0.1:{port}'

    def end(self):
        if self.process:
            self.process.kill()
            self.process.wait()


def breakpoints(s, kind, line):
    """Those that stay for the run, at three lines that all threads pass."""
    extra = {'false': {'condition': 'x == -12345'}, 'asked': {'condition': '$_thread_name == "nobody"'}, 'counted': {'hitCondition': '> 1000000000'}}
    wanted = [{'line': line[each]} | extra.get(kind, {}) for each in (MET if kind != 'none' else ())]
    body = s.ask('setBreakpoints', source={'path': str(SOURCE)}, breakpoints=wanted)
    assert all(b['verified'] for b in body['breakpoints']), body


Place = collections.namedtuple('Place', 'at caller pc back')


def place(s, thread, label):
    """Where it stands: label, that of its caller, pc, and where it returns to."""
    inner, outer = s.ask('stackTrace', threadId=thread, levels=2)['stackFrames']
    return Place(label.get(inner['line'], inner['line']), label.get(outer['line']),
                 int(inner['instructionPointerReference'], 0), int(outer['instructionPointerReference'], 0))


def step(s, thread, label, rng, kind, returns):
    """One step; the way that it ended."""
    was = place(s, thread, label)
    returns[was.caller] = was.back
    way = rng.choice(WAYS if was.at not in INSIDE['work'] else WAYS[:2])  # there is no way out of the loop
    by_instruction = way != 'stepOut' and rng.random() < .2
    granularity = {'granularity': 'instruction'} if by_instruction else {}
    request = s.send(way, threadId=thread, **granularity)
    asked = s.send('threads') if rng.random() < .3 else 0  # while it steps
    assert s.response(request)['success']
    if asked:
        assert len(s.response(asked)['body']['threads']) == 5
    stop = s.event('stopped')
    told = f'{way}{" by instruction" if by_instruction else ""} of {thread} from {was}'
    if kind == 'met' and stop['reason'] == 'breakpoint':
        hit = place(s, stop['threadId'], label)
        assert hit.at in MET, f'{told}: {stop}, {hit}'
        return 'stopped by a breakpoint of ' + ('another' if stop['threadId'] != thread else 'its own')
    assert stop['reason'] == 'step' and stop['threadId'] == thread, f'{told}: {stop}'
    now = place(s, thread, label)
    if by_instruction:
        assert now.pc != was.pc, f'{told}: it has not moved'
    else:
        assert now.at in expected(way, was, returns), f'{told}: at {now} instead of {expected(way, was, returns)}'
    return 'complete'


def begin(options, stub):
    """A session that stands in `work`, and the thread."""
    label = labels()
    line = {name: number for number, name in label.items()}
    s = Session(options.stubborn, '--wait', '10s')
    s.begin('launch', SOURCE, [line['load']], **stub.launch)
    thread = s.event('stopped')['threadId']
    for _ in range(20):  # until there are all
        s.ask('continue', threadId=thread)
        stop = s.event('stopped')
        assert stop['reason'] == 'breakpoint', stop
        thread = stop['threadId']
    while len(s.ask('threads')['threads']) < 5:
        s.ask('continue', threadId=thread)
        thread = s.event('stopped')['threadId']
    return s, thread, label, line


def play(options, kind):
    stub = Stub(options.stub, options.program)
    rng = random.Random(options.seed)
    s, thread, label, line = begin(options, stub)
    breakpoints(s, kind, line)
    outcomes = collections.Counter()
    returns = {}
    try:
        # Where others hit breakpoints meanwhile, few steps come to their end: one has to.
        for number in range(options.steps if kind != 'met' else 20 * options.steps):
            if number >= options.steps and outcomes['complete'] > 0:
                break
            outcomes[step(s, thread, label, rng, kind, returns)] += 1
    except AssertionError as wrong:
        raise AssertionError(f'{options.stub}, {kind}, step {number}: {wrong}') from None
    s.leave()
    stub.end()
    print(f'{options.stub}, {kind}: ' + ', '.join(f'{num} {outcome}' for outcome, num in outcomes.most_common()), flush=True)
    assert outcomes['complete'] > 0 if kind == 'met' else outcomes['complete'] == options.steps


def removed(options):
    """Hits that the stub has kept are none of the program's signals when their breakpoint is gone."""
    stub = Stub(options.stub, options.program)
    s, thread, _, line = begin(options, stub)
    for _ in range(options.steps // 10):
        breakpoints(s, 'met', line)
        s.ask('continue', threadId=thread)
        stop = s.event('stopped')
        assert stop['reason'] == 'breakpoint', f'{options.stub}: {stop}'
        thread = stop['threadId']
        breakpoints(s, 'none', line)
        s.ask('continue', threadId=thread)
        s.ask('pause', threadId=thread)
        stop = s.event('stopped')
        assert stop['reason'] == 'pause', f'{options.stub}, removed: {stop}'
    s.leave()
    stub.end()
    print(f'{options.stub}: none of {options.steps // 10} removed breakpoints is a signal', flush=True)


def counter(s, thread):
    """How many signals the program has had."""
    frame = s.ask('stackTrace', threadId=thread, levels=1)['stackFrames'][0]['id']
    return int(s.ask('evaluate', expression='signals', frameId=frame, context='watch')['result'])


def signals(options):
    """A signal is delivered once, to the thread to which it came, and does not disturb another one's steps."""
    stub = Stub(options.stub, options.program)
    rng = random.Random(options.seed)
    s, thread, label, line = begin(options, stub)
    first = min(t['id'] for t in s.ask('threads')['threads'])
    send = ctypes.CDLL(None).syscall
    log = [{'line': line['counted'], 'logMessage': 'counted'}]
    returns = {}
    assert s.ask('setBreakpoints', source={'path': str(SOURCE)}, breakpoints=log)['breakpoints'][0]['verified']
    for number in range(1, 11):
        s.ask('continue', threadId=thread)
        send(SYS_TGKILL, first, first, signal.SIGALRM)
        s.wait(lambda m: m.get('event') == 'output' and m['body']['output'] == 'counted\n')
        s.ask('pause', threadId=thread)
        assert s.event('stopped')['reason'] == 'pause'
        assert counter(s, thread) in (number - 1, number), f'{options.stub}: {counter(s, thread)} of {number} signals'
    breakpoints(s, 'none', line)
    for _ in range(options.steps // 10):
        send(SYS_TGKILL, first, first, signal.SIGALRM)
        step(s, thread, label, rng, 'none', returns)
    had = counter(s, thread)
    assert 10 <= had <= 10 + options.steps // 10, f'{options.stub}: {had} signals'
    s.leave()
    stub.end()
    print(f'{options.stub}: {had} signals, each once', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('stubborn')
    parser.add_argument('program')
    parser.add_argument('stub', choices=['gdbserver', 'lldb-server', 'machine'])
    parser.add_argument('--steps', type=int, default=500)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--only', choices=[*KINDS, 'removed', 'signals'])
    options = parser.parse_args()
    for kind in KINDS:
        if options.only in (kind, None):
            play(options, kind)
    if options.only in ('removed', None):
        removed(options)
    if options.only in ('signals', None) and options.stub != 'machine':
        signals(options)


if __name__ == '__main__':
    main()
