/* The client that adapters for VS Code are tested with, in a session as a user has it.
 * usage: vscode.js MODULES PROGRAM SOURCE COMMAND...
 * SPDX-License-Identifier: MIT */
"use strict";
const assert = require("assert");
const fs = require("fs");
const [modules, program, source, ...command] = process.argv.slice(2);
const { DebugClient } = require(modules + "/@vscode/debugadapter-testsupport");

function lineOf(label) {
    return fs.readFileSync(source, "utf8").split("\n").findIndex((line) => line.includes("/* @" + label)) + 1;
}

async function look(client, thread) {
    const stack = (await client.stackTraceRequest({ threadId: thread })).body.stackFrames;
    assert.equal(stack[0].name, "main");
    const scopes = (await client.scopesRequest({ frameId: stack[0].id })).body.scopes;
    const locals = (await client.variablesRequest({ variablesReference: scopes[0].variablesReference })).body.variables;
    const byName = Object.fromEntries(locals.map((variable) => [variable.name, variable]));
    assert.equal(byName.k.value, "1");
    const members = (await client.variablesRequest({ variablesReference: byName.a.variablesReference })).body.variables;
    assert.deepEqual(members.map((member) => member.name), ["id", "name", "next"]);
    const sum = await client.evaluateRequest({ expression: "k + a.id", frameId: stack[0].id, context: "watch" });
    assert.equal(sum.body.result, "2");
    await assert.rejects(client.evaluateRequest({ expression: "nosuch", frameId: stack[0].id, context: "watch" }));
}

async function session(client) {
    await client.hitBreakpoint({ program, cwd: "/" }, { path: source, line: lineOf("work") });
    const thread = (await client.threadsRequest()).body.threads[0].id;
    await look(client, thread);
    await Promise.all([client.nextRequest({ threadId: thread }),
                       client.assertStoppedLocation("step", { path: source, line: lineOf("call") })]);
    await Promise.all([client.stepInRequest({ threadId: thread }), client.assertStoppedLocation("step", { path: source })]);
    await Promise.all([client.stepOutRequest({ threadId: thread }), client.assertStoppedLocation("step", { path: source })]);
    const [, , , exited] = await Promise.all([client.continueRequest({ threadId: thread }), client.waitForEvent("terminated"),
                                              client.assertOutput("stdout", "bye 67"), client.waitForEvent("exited")]);
    assert.equal(exited.body.exitCode, 3);
}

async function main() {
    const client = new DebugClient(command[0], command[1], "stubborn", {});
    client.defaultTimeout = 60000;
    await client.start();
    try {
        await session(client);
    } finally {
        await client.stop();
    }
    console.log("breakpoint, stack, scopes, variables, evaluate, steps, exit");
}

main().catch((error) => {
    console.error(error);
    process.exit(1);
});
