// A stub in Rust and the three functions that let the suite run in its process: docs/embed.md.
// One bug: a read beyond the memory panics, which ends a function that C calls. --cfg mended mends it.
// The stub: 4 registers of 64 bits, 256 bytes of memory at 0; one client at a time.
// SPDX-License-Identifier: MIT
use std::sync::Mutex;

struct Stub {
    packet: Vec<u8>,
    last: Vec<u8>,
    out: Vec<u8>,
    registers: [u64; 4],
    memory: [u8; 256],
}

const NEW: Stub = Stub { packet: Vec::new(), last: Vec::new(), out: Vec::new(), registers: [0; 4], memory: [0; 256] };
static STUB: Mutex<Stub> = Mutex::new(NEW);

fn checksum(body: &[u8]) -> u8 {
    body.iter().fold(0, |sum, c| sum.wrapping_add(*c))
}

/// Digits only: from_str_radix alone would take a sign.
fn number(text: &str) -> Option<usize> {
    if text.bytes().all(|c| c.is_ascii_hexdigit()) { usize::from_str_radix(text, 16).ok() } else { None }
}

impl Stub {
    fn byte(&mut self, c: u8) {
        if c == b'$' {
            self.packet = vec![c];
        } else if self.packet.is_empty() {
            if c == b'-' {
                self.out.extend_from_slice(&self.last);
            }
        } else {
            self.packet.push(c);
            let len = self.packet.len();
            if len > 3 && self.packet[len - 3] == b'#' {
                let packet = std::mem::take(&mut self.packet);
                self.finish(&packet[1..len - 3], &packet[len - 2..]);
            }
        }
    }

    fn finish(&mut self, body: &[u8], sum: &[u8]) {
        let sent = std::str::from_utf8(sum).ok().and_then(number);
        if sent != Some(checksum(body) as usize) {
            self.out.push(b'-');
            return;
        }
        let text = self.answer(&String::from_utf8_lossy(body));
        self.last = format!("${}#{:02x}", text, checksum(text.as_bytes())).into_bytes();
        self.out.push(b'+');
        self.out.extend_from_slice(&self.last);
    }

    fn answer(&mut self, packet: &str) -> String {
        if packet == "?" {
            "S05".into()
        } else if packet == "g" {
            self.registers.iter().map(|register| format!("{:016x}", register)).collect()
        } else if let Some(digits) = packet.strip_prefix('G') {
            self.write_registers(digits)
        } else if packet == "qSupported" || packet.starts_with("qSupported:") {
            "PacketSize=400".into()
        } else if let Some(range) = packet.strip_prefix('m') {
            match range.split_once(',').map(|(address, len)| (number(address), number(len))) {
                Some((Some(address), Some(len))) => self.read(address, len),
                _ => "E01".into(),
            }
        } else {
            String::new()
        }
    }

    fn write_registers(&mut self, digits: &str) -> String {
        if digits.len() != 4 * 16 || !digits.bytes().all(|c| c.is_ascii_hexdigit()) {
            return "E01".into();
        }
        for (i, register) in self.registers.iter_mut().enumerate() {
            *register = u64::from_str_radix(&digits[16 * i..16 * i + 16], 16).unwrap();
        }
        "OK".into()
    }

    fn read(&self, address: usize, len: usize) -> String {
        if cfg!(mended) && (address >= 256 || len > 256 - address) {
            return "E02".into();
        }
        self.memory[address..address + len].iter().map(|byte| format!("{:02x}", byte)).collect()
    }
}

#[no_mangle]
pub extern "C" fn rsp_embed_reset() {
    *STUB.lock().unwrap() = NEW;
}

/// # Safety
/// `bytes` has `len` bytes, as rsp/embed.h says.
#[no_mangle]
pub unsafe extern "C" fn rsp_embed_feed(bytes: *const u8, len: usize) {
    let mut stub = STUB.lock().unwrap();
    for i in 0..len {
        stub.byte(*bytes.add(i));
    }
}

/// # Safety
/// `out` has `room` bytes.
#[no_mangle]
pub unsafe extern "C" fn rsp_embed_take(out: *mut u8, room: usize) -> usize {
    let mut stub = STUB.lock().unwrap();
    let len = room.min(stub.out.len());
    for (i, byte) in stub.out.drain(..len).enumerate() {
        *out.add(i) = byte;
    }
    len
}
