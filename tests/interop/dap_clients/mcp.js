/* A debugger for language models, which is a client of debug adapters, in a session with ours.
 * It starts the CodeLLDB that it brings along; PACKAGE is a copy whose CodeLLDB is a script that starts COMMAND.
 * usage: mcp.js PACKAGE PROGRAM SOURCE
 * SPDX-License-Identifier: MIT */
"use strict";
const assert = require("assert");
const child = require("child_process");
const fs = require("fs");
const [folder, program, source] = process.argv.slice(2);

function lineOf(label) {
    return fs.readFileSync(source, "utf8").split("\n").findIndex((line) => line.includes("/* @" + label)) + 1;
}

/* Requests of its own protocol: a line of JSON each. */
class Server {
    constructor() {
        this.server = child.spawn(process.execPath, [folder + "/dist/cli.mjs", "stdio"], { stdio: ["pipe", "pipe", "ignore"] });
        this.waiting = new Map();
        this.rest = "";
        this.server.stdout.on("data", (data) => this.take(data));
        this.server.on("exit", () => this.waiting.forEach(({ reject }) => reject(new Error("the server has ended"))));
    }

    take(data) {
        const lines = (this.rest + data).split("\n");
        this.rest = lines.pop();
        for (const line of lines) {
            const message = JSON.parse(line);
            if (this.waiting.has(message.id))
                this.waiting.get(message.id).resolve(message.result);
            this.waiting.delete(message.id);
        }
    }

    say(message) {
        this.server.stdin.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
    }

    ask(method, params) {
        const id = (this.id = (this.id || 0) + 1);
        this.say({ id, method, params });
        return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    }

    async attempt(name, args) {
        return JSON.parse((await this.ask("tools/call", { name, arguments: args })).content[0].text);
    }

    async tool(name, args) {
        const answer = await this.attempt(name, args);
        assert.ok(answer.success, name + ": " + JSON.stringify(answer));
        return answer;
    }
}

/* A tool that resumes may answer before the program has stopped. The test's time limit ends a wait in vain. */
async function paused(server, sessionId) {
    for (;;) {
        const { sessions } = await server.tool("list_debug_sessions", {});
        const { state } = sessions.find((one) => one.id === sessionId || one.sessionId === sessionId);
        if (state === "paused")
            return;
        assert.equal(state, "running");
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

async function look(server, sessionId) {
    const frame = (await server.tool("get_stack_trace", { sessionId })).stackFrames[0];
    assert.equal(frame.line, lineOf("work"));
    const scope = (await server.tool("get_scopes", { sessionId, frameId: frame.id })).scopes[0].variablesReference;
    const locals = (await server.tool("get_variables", { sessionId, scope })).variables;
    assert.equal(locals.find((variable) => variable.name === "k").value, "1");
    const sum = await server.tool("evaluate_expression", { sessionId, expression: "k + a.id", frameId: frame.id });
    assert.equal(sum.result, "2");
}

/* Failures of the client, after which another session may succeed: somebody took the port that it chose before the adapter
 * could listen there (status 3), or it repeats the "init" of its own proxy, which refuses the second one. */
const ITS_OWN = /during initialization\. Code: 3,|Failed to initialize proxy/;

/* A session at its first stop.
 * Without stopOnEntry the client notes "running" when its own start is over, even if the stop came before that: it takes
 * a session for running that has stopped. With it, only events change what it notes. */
async function start(server, tries) {
    const { sessionId } = await server.tool("create_debug_session", { language: "cpp", name: "test" });
    await server.tool("set_breakpoint", { sessionId, file: source, line: lineOf("work") });
    const started = await server.attempt("start_debugging", { sessionId, scriptPath: program, dapLaunchArgs: { stopOnEntry: true } });
    if (!started.success && ITS_OWN.test(started.message) && tries > 1)
        return start(server, tries - 1);
    assert.ok(started.success, JSON.stringify(started));
    await paused(server, sessionId);
    return sessionId;
}

async function session(server) {
    await server.ask("initialize", { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: { name: "test", version: "1" } });
    server.say({ method: "notifications/initialized" });
    const sessionId = await start(server, 5);
    await server.tool("continue_execution", { sessionId });
    await paused(server, sessionId);
    await look(server, sessionId);
    const step = await server.tool("step_over", { sessionId });
    assert.equal(step.location.line, lineOf("call"));
    await server.tool("continue_execution", { sessionId });
    await server.tool("close_debug_session", { sessionId });
}

async function main() {
    const server = new Server();
    try {
        await session(server);
    } finally {
        server.server.kill();
    }
    console.log("breakpoint, stack, scopes, variables, evaluate, step, continue");
}

main().catch((error) => {
    console.error(error);
    process.exit(1);
});
