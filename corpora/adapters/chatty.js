// SPDX-License-Identifier: MIT
/* A debuggee in JavaScript that prints 20,000 numbered lines, each ending in characters of two and three bytes.
 * It prints one line to stderr at the end, and returns 7. A label is a comment with @NAME. */
'use strict';

const LINES = 20000;

let i = 0; /* @work */
for (; i < LINES; i++)
    console.log(`line ${i} \u00e9\u4f60`);
console.error('to stderr');
process.exitCode = 7; /* @last */
