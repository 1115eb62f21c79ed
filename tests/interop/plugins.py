"""Conditions at places in a library that a program loads by dlopen: waited for with --pending, and found each time that it comes.

usage: plugins.py STUBBORN PROGRAM PLUGIN gdbserver|lldb-server
"""
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import subprocess
import sys

from libraries import line_of

SOURCE = pathlib.Path(__file__).parent / 'plugins'
DEADLINE_S = 120


def condition(stubborn, options):
    """Exit status, report and what was said."""
    done = subprocess.run([stubborn, 'condition', '-t', '60s', '-o', 'json:-', *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False, timeout=DEADLINE_S)
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr


def main():
    stubborn, program, plugin, stub = sys.argv[1:]
    start = ['-s', f'profile:{stub}', '-p', program, '-a', plugin, '-a', '3']
    place = line_of('plugin.c', 'plugin', SOURCE)

    code, report, message = condition(stubborn, [*start, '--at', place])
    assert code == 2 and not report and '--pending' in message, (code, message)

    for way in ('inferior', 'host'):
        code, report, message = condition(stubborn, [*start, '--at', place, '--if', 'n == 1', '--pending', '--way', way])
        assert code == 0, (code, message)
        stop, = report['stops']
        site, = report['breakpoints']
        assert stop['function'] == 'plugin_run' and {v['name']: v['value'] for v in stop['values']} == {'n': '1'}, stop
        assert site['way'] == way and os.path.samefile(site['library'], plugin), site

    # Each time that the library comes, beside a place that is there and one in a constructor.
    code, report, message = condition(stubborn, [*start, '--at', 'plugin_run', '--at', line_of('linked.c', 'constructor', SOURCE),
                                                 '--at', line_of('program.c', 'own', SOURCE), '--pending', '--stops', '5'])
    assert code == 0, (code, message)
    assert [stop['function'] for stop in report['stops']] == ['prepare', 'own', 'plugin_run', 'plugin_run', 'plugin_run'], report['stops']

    # The library comes, and the condition never holds; and a place that never comes. The program's child is no part of it.
    code, report, message = condition(stubborn, [*start, '--at', 'plugin_run', '--if', 'n == 77', '--pending'])
    assert code == 1 and not report['stops'] and report['breakpoints'], (code, message, report)
    code, report, message = condition(stubborn, [*start, '--at', 'nowhere', '--pending'])
    assert code == 1 and not report['breakpoints'] and 'no library that was loaded has nowhere' in report['end'], (code, report)
    if stub == 'gdbserver':  # LLDB's tells of no child, and leaves in it what is written into the program
        assert report['end'].startswith('the program ended (exit 0)'), report['end']
    print(f'{stub}: {report["end"]}')


if __name__ == '__main__':
    main()
