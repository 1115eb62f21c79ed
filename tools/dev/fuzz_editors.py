# Scripts of editors for the fuzz target dap_adapter: from the adapters' scenarios, and one for each part of the adapter.
# The form of a script is that of harness/fuzzing/targets/scripted_editor.h. Used by tools/dev/fuzz-seeds.
# SPDX-License-Identifier: MIT
import json
import pathlib
import re

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
FACTS = {'thread': '$t', 'frame': '$f', 'source': '$p'}
PLACES = [('threads4', 'work'), ('scratch', 'tail'), ('recursion', 'main'), ('prints-twice', 'main'), ('tasks', 'stopped')]
INITIALIZE = ('initialize {"adapterID":"a","supportsVariableType":true,"supportsMemoryReferences":true,"supportsInvalidatedEvent":true,'
              '"supportsProgressReporting":true,"supportsRunInTerminalRequest":true}\n')
LAUNCH = INITIALIZE + 'launch {"program":"%s"}\nsetFunctionBreakpoints {"breakpoints":[{"name":"%s"}]}\nconfigurationDone\n'
LOOK = 'threads\nstackTrace {"threadId":$t}\nscopes {"frameId":$f}\nvariables {"variablesReference":$v}\n'
START = LAUNCH + LOOK
END = 'disconnect\n'

MOVES = [
    'next {"threadId":$t}\nstepIn {"threadId":$t}\nstepOut {"threadId":$t}\nstepInTargets {"frameId":$f}\n'
    'stepIn {"threadId":$t,"targetId":$i}\nnext {"threadId":$t,"granularity":"instruction"}\ncontinue {"threadId":$t}\n',
    'stepBack {"threadId":$t}\nreverseContinue {"threadId":$t}\nstepBack {"threadId":$t,"granularity":"instruction"}\n'
    'continue {"threadId":$t}\nnext {"threadId":$t}\nstepBack {"threadId":$t}\n',
    'gotoTargets {"source":{"path":"$p"},"line":60}\ngoto {"threadId":$t,"targetId":$i}\nstackTrace {"threadId":$t}\n',
    'setFunctionBreakpoints {"breakpoints":[]}\ncontinue {"threadId":$t,"singleThread":true}\n!pause {"threadId":$t}\n!threads\n'
    'setBreakpoints {"source":{"path":"$p"},"breakpoints":[{"line":24,"condition":"round > 2","hitCondition":"2"}]}\n'
    'continue {"threadId":$t}\n!terminate\n.\n!restart\n.\n',
    'setBreakpoints {"source":{"path":"$p"},"breakpoints":[{"line":23,"logMessage":"at {c->sum} {round}"}]}\nbreakpointLocations '
    '{"source":{"path":"$p"},"line":20,"endLine":30}\ncontinue {"threadId":$t}\nsetExceptionBreakpoints {"filters":["fatal","all"],'
    '"filterOptions":[{"filterId":"all","condition":"SIGUSR1"}]}\ncontinue {"threadId":$t}\nexceptionInfo {"threadId":$t}\n',
    'dataBreakpointInfo {"name":"total"}\nsetDataBreakpoints {"breakpoints":[{"dataId":"$d","accessType":"write"}]}\n'
    'setInstructionBreakpoints {"breakpoints":[{"instructionReference":"$m","offset":4,"hitCondition":"> 1"}]}\n'
    'continue {"threadId":$t}\ncontinue {"threadId":$t}\n',
    'restart\n.\nterminate\n.\nrestart {"arguments":{}}\n',
]
LOOKS = [
    'evaluate {"expression":"*c","frameId":$f,"context":"hover"}\nevaluate {"expression":"contexts[1].sum + round * 2","frameId":$f}\n'
    'variables {"variablesReference":$v,"format":{"hex":true}}\nsetVariable {"variablesReference":$v,"name":"round","value":"7"}\n'
    'setExpression {"expression":"total","value":"0x10","frameId":$f}\nevaluate {"expression":"total","context":"watch"}\n',
    'evaluate {"expression":">g","context":"repl"}\nevaluate {"expression":">monitor help","context":"repl","frameId":$f}\n'
    'evaluate {"expression":"tail(3)","context":"repl","frameId":$f}\nevaluate {"expression":"$pc","frameId":$f,"context":"clipboard"}\n'
    'completions {"text":"con","column":4,"frameId":$f}\ncompletions {"text":"$s","column":3}\n',
    'variables {"variablesReference":$V}\nvariables {"variablesReference":$V,"filter":"named","start":1,"count":3}\n'
    'setVariable {"variablesReference":$V,"name":"sp","value":"0x3ffffff000"}\nscopes {"frameId":$f}\n'
    'setVariable {"variablesReference":$V,"name":"a0","value":"12"}\nstackTrace {"threadId":$t,"startFrame":1,"levels":2,'
    '"format":{"parameters":true,"line":true}}\n',
    'readMemory {"memoryReference":"$m","count":64,"offset":-8}\nwriteMemory {"memoryReference":"$m","data":"AAECAw=="}\n'
    'writeMemory {"memoryReference":"0x10","data":"/////w==","allowPartial":true}\nreadMemory {"memoryReference":"0x0","count":8}\n'
    'disassemble {"memoryReference":"$m","instructionCount":20,"instructionOffset":-5,"resolveSymbols":true}\n',
    'modules {"startModule":0,"moduleCount":1}\nloadedSources\nsource {"source":{"path":"$p"},"sourceReference":0}\nsource {"sourceReference":3}\n'
    'dataBreakpointInfo {"variablesReference":$v,"name":"sum","bytes":4}\ndataBreakpointInfo {"name":"0x12000","asAddress":true,"bytes":8}\n'
    'setDataBreakpoints {"breakpoints":[{"dataId":"$d","accessType":"readWrite","condition":"1 == 1"}]}\n',
    '!variables {"variablesReference":$V}\n!stackTrace {"threadId":$t}\n!cancel {"requestId":10}\n!cancel {"progressId":"x"}\n'
    '!continue {"threadId":$t}\n!scopes {"frameId":$f}\n!pause {"threadId":$t}\n',
]
WILD = [
    '=\n={}\n=[1,2]\n={"seq":"x"}\n={"seq":4,"type":"request"}\n={"seq":5,"type":"request","command":"threads","arguments":7}\n'
    '={"seq":6,"type":"response","request_seq":1,"success":true,"command":"runInTerminal"}\n={"seq":7,"type":"event","event":"x"}\n'
    '={"seq":8,"type":"request","command":"next","arguments":{"threadId":\n',
    '#Content-Length: 2\n#\n#{}\n#\n#Content-Length: x\n#\n', 'bogus\nthreads {"a":[[[[1]]]]}\nlaunch 7\nlaunch {"args":[1]}\nattach {"pid":1}\n',
    '#content-length: 0002\n#X: y\n#\n#\n!threads\n',
]


def requests(node):
    """Those of a scenario, in order."""
    if isinstance(node, dict) and isinstance(node.get('request'), str):
        arguments = node.get('arguments')
        text = json.dumps(arguments) if isinstance(arguments, dict) else ''
        text = re.sub(r'\$\{([^}]*)\}', lambda m: FACTS.get(m.group(1), '25' if m.group(1).startswith('line') else '$v'), text)
        yield f'{node["request"]} {re.sub(r"""["]([$][tfvi]|[0-9]+)["]""", lambda m: m.group(1), text)}'.rstrip()
    for item in node.values() if isinstance(node, dict) else node if isinstance(node, list) else []:
        yield from requests(item)


def scenario_scripts():
    for path in sorted((ROOT / 'scenarios/adapters').rglob('*.yaml')):
        if path.parent.name in ('profiles', 'baselines') or path.name == 'requirements.yaml':
            continue
        for node in yaml.safe_load_all(path.read_text()):
            lines = list(requests(node))[:24]
            if lines:
                yield '\n'.join(lines) + '\n'


# What a stub says instead of the truth: a letter for how many replies are true before, then a payload, or bytes behind #.
LIES = [
    'H', 'HOK', 'HE01', 'J#$', 'K#$OK#00', 'LT05thread:1;', 'LT05thread:p9.9;', 'LW00', 'LX0b', 'LS05', 'MT05swbreak:;thread:p1.1;', 'M' + '0' * 64, 'Nl', 'Nm', 'Nm1,2,2,1',
    'Om<library-list-svr4 version="1.0" main-lm="0x10"></library-list-svr4>', 'Om<threads><thread id="1" name="a"/><thread id="1"/></threads>', 'P#$O6869#5f',
    'Q#%Stop:T05thread:1;#00', 'Rx', 'SF-1,9', 'TF0', 'UFffffffff;x', 'V#++--$', 'Wtnotrun:0',
]


def lying_scripts():
    """Lies in the early talk, and one after the other in sessions that look around and move."""
    for i, lie in enumerate(LIES):
        for shift in (0, 3, 9):
            line = chr(64 + (ord(lie[0]) + shift) % 32) + lie[1:]
            part = [*MOVES, *LOOKS][(i + shift) % (len(MOVES) + len(LOOKS))]
            others = '\n'.join(chr(64 + (i * 7 + n) % 32) + LIES[(i + n * 5) % len(LIES)][1:] for n in range(1, 4))
            yield f'{"@ABCP"[i % 5]}@\n{line}\n{others}\n--\n{START % PLACES[i % len(PLACES)]}{part}{END}'


def seeds():
    parts = [(START, part) for part in (*MOVES, *LOOKS, *WILD)]
    parts += [(INITIALIZE + 'attach {"program":"spin"}\nconfigurationDone\n!pause {"threadId":1}\n' + LOOK, MOVES[0])]
    parts += [(INITIALIZE + 'launch {"program":"%s","stopOnEntry":true,"args":["spin"]}\nconfigurationDone\n' + LOOK, LOOKS[0])
              for _ in range(2)]
    fixed = [f'{letters}\n{(head % PLACES[0] if head is START else head.replace("%s", "threads4"))}{part}{END}'
             for i, (head, part) in enumerate(parts) for letters in ('C@', 'PH' if i % 2 else 'GF')]
    rest = [f'{"@ABCP"[i % 5]}@\n{START % PLACES[i % len(PLACES)]}{part}{END}' for i, part in enumerate(scenario_scripts())]
    return {'dap_adapter': [text.encode() for text in [*fixed, *rest]], 'dap_lies': [text.encode() for text in lying_scripts()]}
