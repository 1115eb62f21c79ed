# SPDX-License-Identifier: MIT
"""One program for RISC-V Linux, run on the reference stub and under qemu-riscv64: output, status, registers at its end.

A status is what a shell shows: 128 and the signal for a program that a signal ended.
"""
import os
import pathlib
import re
import signal
import socket
import subprocess
import time

SYSROOT = '/usr/riscv64-linux-gnu'
TIMEOUT_S = 120
PASSED = 'QPassSignals:' + ';'.join(f'{number:x}' for number in range(1, 64) if number not in (9, 5))
NUM_REGISTERS = 32  # of the integers, and of the floats
PC, FIRST_FLOAT = 32, 33
MOST_OUTPUT = 1 << 20
RUN = re.compile(r'(.)\*(.)', re.DOTALL)  # a character, and how often it is repeated


def checked(payload):
    return f'${payload}#{sum(payload.encode()) & 255:02x}'.encode()


class Conversation:
    """The debugger's side of a connection to a stub at a Unix socket."""

    def __init__(self, path, limit):
        self.deadline = time.monotonic() + limit
        self.buffer = b''
        self.socket = self.connect(path)

    def connect(self, path):
        """A socket is there for a moment before anybody listens."""
        while True:
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(path)
                return connection
            except ConnectionRefusedError:
                connection.close()
                if time.monotonic() > self.deadline:
                    raise
                time.sleep(0.01)

    def close(self):
        self.socket.close()

    def ask(self, request):
        """The reply; notifications are not asked for, so that none comes."""
        self.socket.sendall(checked(request))
        while True:
            start = self.buffer.find(b'$')
            end = self.buffer.find(b'#', start)
            if start >= 0 and 0 <= end <= len(self.buffer) - 3:
                self.socket.sendall(b'+')
                reply, self.buffer = self.buffer[start + 1:end], self.buffer[end + 3:]
                return RUN.sub(lambda run: run[1] * (ord(run[2]) - 28), reply.decode('latin-1'))
            self.socket.settimeout(max(0.01, self.deadline - time.monotonic()))
            more = self.socket.recv(65536)
            if not more:
                raise OSError('the stub has closed the connection')
            self.buffer += more

    def registers(self):
        """Numbers: x0 to x31, pc, f0 to f31; None for one that the stub does not tell."""
        told = []
        for number in range(FIRST_FLOAT + NUM_REGISTERS):
            told.append(self.register(number))
        return told

    def register(self, number):
        """None where the stub does not tell it."""
        reply = self.ask(f'p{number:x}')
        if not re.fullmatch(r'([0-9a-f]{2})+|x+|E..|', reply):
            raise OSError(f'the stub answered p{number:x} by {reply}')
        return int.from_bytes(bytes.fromhex(reply), 'little') if reply and reply[0] not in 'Ex' else None

    def run(self, at=None):
        """(status, registers) at the program's end; `at`: the address of _exit, where registers are read."""
        registers = start = None
        if at:
            self.ask('qXfer:features:read:target.xml:0,8')  # qemu-riscv64 answers p to those who ask for names, only
            start = self.register(2)
            if self.ask(f'Z0,{at:x},2') != 'OK':
                raise OSError('no breakpoint at _exit')
        reply = self.ask('vCont;c')
        while reply[0] == 'T':
            told = None
            if at and reply[1:3] == '05':
                told = self.registers()
            if told and told[PC] == at:
                registers = (start, told)
                self.ask(f'z0,{at:x},2')
                at = None
                reply = self.ask('vCont;c')
            else:
                reply = self.ask('vCont;C' + reply[1:3])
        if reply[0] not in 'WX':
            raise OSError(f'the stub answered {reply}')
        value = int(reply[1:3], 16)
        return (value if reply[0] == 'W' else 128 + value), registers


def wait_for(path, process, limit):
    deadline = time.monotonic() + limit
    while not os.path.exists(path) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    return os.path.exists(path)


def works_in(pid, folder):
    try:
        return os.path.realpath(os.readlink(f'/proc/{pid}/cwd')) == os.path.realpath(folder)
    except OSError:
        return False


def end_all(process, folder):
    """Ends the process and what it has started: its group, and daemons, which stay in the folder."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    for pid in (int(name) for name in os.listdir('/proc') if name.isdigit()):
        if works_in(pid, folder):
            os.kill(pid, signal.SIGKILL)


def talk_to(command, path, folder, limit, talk):
    """(output, status, what else `talk` gives) of a server that is started by the command; status None: not done in time."""
    output = pathlib.Path(path).with_name('output')
    with open(output, 'wb') as out:
        server = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                  env={}, start_new_session=True)
    conversation, told = None, (-1, None)
    try:
        if wait_for(path, server, limit):
            conversation = Conversation(path, limit)
            told = talk(conversation)
            conversation.close()
            server.wait(limit)
    except (TimeoutError, subprocess.TimeoutExpired):
        told = (None, None)
    except OSError as error:
        told = (str(error), None)
    finally:
        if conversation:
            conversation.close()
        end_all(server, folder)
    with open(output, 'rb') as written:
        return written.read(MOST_OUTPUT), *told


def on_stub(stubborn, command, folder, control, limit=TIMEOUT_S, at=None):
    """What the program does on the stub in `folder`; sockets and the like are made in `control`."""
    path = os.path.join(control, 'stub')

    def talk(conversation):
        conversation.ask(PASSED)
        return conversation.run(at)

    server = [stubborn, 'stub', '--quiet', '--once', '--listen', f'unix:{path}', '--stdout', '-', '--stdin', os.devnull,
              '--dir', f'{folder}:rw', '--sysroot', SYSROOT, '--native-signals', 'on']
    return talk_to(server + command, path, folder, limit, talk)


def qemu_registers(command, folder, control, limit, at):
    """(start of the stack pointer, registers) at _exit under qemu-riscv64; None when it does not get there."""
    path = os.path.join(control, 'qemu')
    server = ['/usr/bin/qemu-riscv64', '-g', path, '-L', SYSROOT]
    return talk_to(server + command, path, folder, limit, lambda conversation: conversation.run(at))[2]


def on_qemu(command, folder, control, limit=TIMEOUT_S):
    """(output, status) by itself, without its debugger's stub; status None: not done in time."""
    output = os.path.join(control, 'qemu-output')
    with open(output, 'wb') as out:
        process = subprocess.Popen(['/usr/bin/qemu-riscv64', '-L', SYSROOT, *command], cwd=folder, stdin=subprocess.DEVNULL,
                                   stdout=out, stderr=subprocess.STDOUT, env={}, start_new_session=True)
    try:
        status = process.wait(limit)
        status = status if status >= 0 else 128 - status
    except subprocess.TimeoutExpired:
        status = None
    end_all(process, folder)
    with open(output, 'rb') as written:
        return written.read(MOST_OUTPUT), status
