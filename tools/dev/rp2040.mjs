// Serves rp2040js, an emulator of the Raspberry Pi Pico, to a debugger.
// usage: node rp2040.mjs PORT IMAGE FOLDER: IMAGE begins with vectors and goes to SRAM, FOLDER has node_modules.
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [port, image, folder] = process.argv.slice(2);
const need = createRequire(folder + '/');
const { Simulator } = need('rp2040js');
const { GDBTCPServer } = need('rp2040js/gdb-tcp-server');

const SRAM = 0x20000000;
const simulator = new Simulator();
const { rp2040 } = simulator;
rp2040.sram.set(readFileSync(image), 0);
rp2040.core.VTOR = SRAM;
rp2040.core.SP = rp2040.sramView.getUint32(0, true);
rp2040.core.PC = rp2040.sramView.getUint32(4, true) & ~1;
new GDBTCPServer(simulator, Number(port));
