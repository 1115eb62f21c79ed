#!/usr/bin/env node
// One session of js-debug, the debugger of Visual Studio Code for JavaScript, on standard input and output.
// usage: JS_DEBUG=FOLDER/dapDebugServer.js js-debug-session.mjs
//
// js-debug serves two sessions for a program: one launches it and asks the editor by startDebugging for another, which debugs it. This
// is the editor's part of that. The second session's bytes pass as they are, but for the arguments of `launch`: those of the
// first launch go to the first session, and what it asks for takes their place. Up to `launch` frames pass when they are whole.
// SPDX-License-Identifier: MIT
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const HEADER = /^Content-Length: (\d+)\r\n\r\n/;
const GOODBYE_MS = 2000; /* the first session's time to end the program */

function frame(message) {
    const content = Buffer.from(JSON.stringify(message));
    return Buffer.concat([Buffer.from(`Content-Length: ${content.length}\r\n\r\n`), content]);
}

/* The first frame of the bytes: its end and its message; nothing while it is not whole, and -1 where it is none. */
function first(bytes) {
    const head = bytes.toString('latin1', 0, 64);
    const found = HEADER.exec(head);
    if (!found)
        return head.includes('\r\n\r\n') || bytes.length >= 64 ? { end: -1 } : undefined;
    const end = found[0].length + Number(found[1]);
    if (bytes.length < end)
        return undefined;
    try {
        return { end, message: JSON.parse(bytes.toString('utf8', found[0].length, end)) };
    } catch {
        return { end: -1 };
    }
}

/* The server ends with us, however we end: its standard input is ours to hold open. */
const SERVE = 'process.stdin.resume().on("end", () => process.exit(0)); require(process.argv[1])';

async function start_server() {
    const server = spawn(process.execPath, ['-e', SERVE, resolve(process.env.JS_DEBUG), '0', '127.0.0.1'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = await once(createInterface(server.stdout), 'line');
    return { server, port: Number(/:(\d+)$/.exec(line)[1]) };
}

/* The first session: launches the program and waits until a second session is asked for. */
class Launcher {
    constructor(port, initialize) {
        this.socket = connect(port, '127.0.0.1');
        this.socket.on('error', () => {});
        this.seq = 0;
        this.waiting = new Map();
        this.initialize = initialize;
        this.asked = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
        this.asked.catch(() => {});
        let bytes = Buffer.alloc(0);
        this.socket.on('data', (more) => {
            bytes = Buffer.concat([bytes, more]);
            for (let found; (found = first(bytes)) && found.end > 0; bytes = bytes.subarray(found.end))
                this.take(found.message);
        });
        this.socket.on('close', () => this.reject(new Error('the session that launches has ended')));
    }

    send(command, args) {
        const message = { seq: ++this.seq, type: 'request', command, arguments: args };
        this.socket.write(frame(message));
        return new Promise((resolve) => this.waiting.set(message.seq, resolve));
    }

    take(message) {
        if (message.type === 'response')
            this.waiting.get(message.request_seq)?.(message);
        if (message.type === 'event' && message.event === 'terminated')
            this.reject(new Error('the program has ended before it could be debugged'));
        if (message.type !== 'request')
            return;
        this.socket.write(frame({ seq: ++this.seq, type: 'response', request_seq: message.seq, command: message.command, success: true }));
        if (message.command === 'startDebugging')
            this.resolve(message.arguments);
    }

    async launch(args) {
        await this.send('initialize', { ...this.initialize, supportsStartDebuggingRequest: true });
        const launched = this.send('launch', args);
        this.send('configurationDone');
        launched.then((answer) => answer.success || this.reject(new Error(answer.message)));
        return (await this.asked).configuration;
    }

    async disconnect(args) {
        await Promise.race([this.send('disconnect', args), once(this.socket, 'close'), new Promise((done) => setTimeout(done, GOODBYE_MS))]);
        this.socket.destroy();
    }
}

class Session {
    constructor(port) {
        this.port = port;
        this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
        this.socket.on('error', () => {});
        this.socket.on('end', () => this.socket.end());
        this.socket.pipe(process.stdout);
        this.bytes = Buffer.alloc(0);
        this.passes = false; /* all bytes pass: launch is over, or what came is no frame */
        this.work = Promise.resolve();
        process.stdin.on('data', (more) => this.queue(() => this.take(more)));
        process.stdin.on('end', () => this.queue(() => this.socket.end(this.bytes)));
    }

    queue(job) {
        this.work = this.work.then(job);
    }

    async take(more) {
        this.bytes = Buffer.concat([this.bytes, more]);
        for (let found; !this.passes && (found = first(this.bytes)); )
            if (found.end < 0)
                this.passes = true;
            else
                await this.pass(found);
        if (this.passes) {
            this.socket.write(this.bytes);
            this.bytes = Buffer.alloc(0);
        }
    }

    async pass({ end, message }) {
        let bytes = this.bytes.subarray(0, end);
        this.bytes = this.bytes.subarray(end);
        if (message?.command === 'initialize')
            this.initialize = message.arguments;
        if (message?.command === 'launch' && message.arguments) {
            this.passes = true;
            bytes = await this.launch(message);
        }
        this.socket.write(bytes);
    }

    async launch(message) {
        this.launcher = new Launcher(this.port, this.initialize);
        try {
            return frame({ ...message, arguments: await this.launcher.launch(message.arguments) });
        } catch (error) {
            process.stderr.write(`js-debug-session: ${error.message}\n`);
            return frame(message); /* without a program the second session refuses it */
        }
    }
}

if (!process.env.JS_DEBUG) {
    process.stderr.write('js-debug-session: JS_DEBUG is to name the server of js-debug, dapDebugServer.js\n');
    process.exit(2);
}
const { server, port } = await start_server();
server.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code)));
const session = new Session(port);
await once(session.socket, 'close');
await session.launcher?.disconnect({});
server.removeAllListeners('exit');
server.kill('SIGKILL');
process.exit(0);
