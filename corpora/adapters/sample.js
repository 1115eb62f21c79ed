// SPDX-License-Identifier: MIT
/* The debuggee of the scenarios for adapters, in JavaScript: locals, a list, arrays, a recursion, a slow function, a loop.
 * usage: node sample.js [loop | die | tidy | ignore]   Lines to stop at are labelled: a comment with @NAME. It prints "hello" before
 * them and "bye K" after, and returns 3. At SIGTERM it prints "tidy" and returns 5, or ignores it. */
'use strict';
const { setTimeout: rest } = require('node:timers/promises');

const DEPTH = 60;
const LARGE = 20000;

const g = { a: new Array(LARGE).fill(0) };
const arr = [1, 2, 3, 4, 5];
const bytes = new Int32Array(arr);
const text = 'h\u00e9llo \u4f60';
let counter = 0;

function deep(n) {
    if (n === 0)
        return counter++; /* @deep */
    return deep(n - 1) + 1;
}

function spin(n) {
    let i = 0;
    while (i < n * 100000000)
        i++;
    return i;
}

function touch(n) {
    counter = n;
    return n;
}

function tidy() {
    console.log('tidy');
    process.exit(5);
}

async function main(words) {
    const c = { id: 3, name: 'three', next: null };
    const b = { id: 2, name: 'two', next: c };
    const a = { id: 1, name: 'one', next: b };
    let k = 1 + words.length;
    g.a[0] = arr[0];
    if (words[0] === 'tidy' || words[0] === 'ignore')
        process.on('SIGTERM', words[0] === 'tidy' ? tidy : () => {});
    console.log(`hello ${text[0]}`);
    k = k + a.id;               /* @work */
    k = k + deep(DEPTH);        /* @call */
    k = k + arr[1];             /* @after */
    k = k + arr[2];             /* @next */
    k = k + touch(0) * deep(0); /* @two */
    /* @gap has no code */
    if (words[0] === 'die')
        process.kill(process.pid, 'SIGKILL');
    while (words.length > 0) {
        counter++; /* @loop */
        await rest(1);
    }
    console.log(`bye ${k}`); /* @last */
    return spin(0) + bytes[2];
}

main(process.argv.slice(2)).then((code) => process.exit(code));
