/* The named faults of the reference stub: small deliberate defects, one per requirement.
 * `stubborn selftest` switches each on and expects a scenario to notice.
 * One row a fault: X(ID, "name", "requirement", "what it does wrong"), grouped by area. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FAULT_H
#define RSP_FAULT_H

#include <rsp/bytes.h>
#include <rsp/macros.h>

RSP_BEGIN_DECLS

/* Rows stay on one line each, unaligned, so that a longer one does not touch its neighbours. */
/* clang-format off */
#define RSP_FAULT_LIST(X) \
    /* framing */ \
    X(FRAME_CHECKSUM_UNPADDED, "frame-checksum-unpadded", "FRAME-002", "checksum printed without leading zero") \
    /* escapes and run-length */ \
    X(ESC_BRACE_RAW, "esc-brace-raw", "ESC-001", "`}` is sent raw in binary replies") \
    X(ESC_STAR_RAW, "esc-star-raw", "ESC-002", "`*` is sent raw in binary replies") \
    X(ESC_KNOWN_PAIRS_ONLY, "esc-known-pairs-only", "ESC-003", "only the four needed escapes are decoded, others stay two bytes") \
    X(ESC_REQUEST_RUNS, "esc-request-runs", "ESC-004", "run lengths are expanded in the data of X") \
    X(ESC_WIRE_LENGTH, "esc-wire-length", "ESC-005", "the length of X is compared with the escaped data") \
    X(ESC_LONE_DECODED, "esc-lone-decoded", "ESC-006", "a lone 0x7d at the end of X becomes a byte") \
    /* acknowledgment */ \
    /* no-ack mode */ \
    /* standard replies and errors */ \
    /* qSupported */ \
    /* threads */ \
    /* vCont */ \
    /* run control */ \
    /* stop replies */ \
    /* interrupts */ \
    /* non-stop */ \
    /* multiprocess */ \
    /* fork, vfork, exec */ \
    /* kill and detach */ \
    /* extended mode and launch */ \
    /* signals */ \
    /* robustness */ \
    /* registers */ \
    X(REG_BIG_ENDIAN, "reg-big-endian", "REG-001", "g prints registers most significant byte first") \
    X(REG_G_SHIFTED, "reg-g-shifted", "REG-002", "G writes every register one further") \
    X(REG_G_FIRST_ONLY, "reg-g-first-only", "REG-003", "G writes the first eight registers only") \
    X(REG_P_DECIMAL, "reg-p-decimal", "REG-004", "the number of p is read as decimal") \
    X(REG_P_SWAPPED, "reg-p-swapped", "REG-005", "P takes its value most significant byte first") \
    X(REG_INDEX_MASKED, "reg-index-masked", "REG-006", "p of an unknown register gives another one") \
    X(REG_SHORT_ACCEPTED, "reg-short-accepted", "REG-008", "a short G zero-fills what is missing") \
    X(REG_FIRST_THREAD, "reg-first-thread", "REG-009", "P writes to the first thread whatever Hg selected") \
    /* memory */ \
    X(MEM_DECIMAL_LENGTH, "mem-decimal-length", "MEM-001", "length of m read as decimal") \
    X(MEM_ALIGNED, "mem-aligned", "MEM-002", "m reads from the aligned address below") \
    X(MEM_ZERO_FILLED, "mem-zero-filled", "MEM-003", "unmapped memory reads as zeros") \
    X(MEM_TAIL_PADDED, "mem-tail-padded", "MEM-004", "what is unreadable behind a readable start is padded with zeros") \
    X(MEM_ZERO_LENGTH_SILENT, "mem-zero-length-silent", "MEM-005", "m of length 0 has no reply") \
    X(MEM_WRITE_BLIND, "mem-write-blind", "MEM-006", "M answers OK without writing") \
    X(MEM_PARTIAL_OK, "mem-partial-ok", "MEM-007", "M answers OK when only the start could be written") \
    X(MEM_SHORT_DATA, "mem-short-data", "MEM-008", "M with too little data writes zeros for the rest") \
    X(MEM_ZERO_WRITE_SILENT, "mem-zero-write-silent", "MEM-009", "M of length 0 has no reply") \
    X(MEM_X_CUT_AT_NUL, "mem-x-cut-at-nul", "MEM-010", "the data of X ends at its first NUL") \
    X(MEM_X_LENGTH_UNCHECKED, "mem-x-length-unchecked", "MEM-011", "X with too little data writes zeros for the rest") \
    X(MEM_TRAP_VISIBLE, "mem-trap-visible", "MEM-012", "m shows the trap of a software breakpoint") \
    X(MEM_OLD_BYTES_RESTORED, "mem-old-bytes-restored", "MEM-013", "z0 writes back the bytes that were there at Z0") \
    X(MEM_WRAPS, "mem-wraps", "MEM-014", "a range that wraps reads as zeros") \
    X(MEM_MISSING_LENGTH, "mem-missing-length", "MEM-016", "m without a length reads one byte") \
    X(MEM_FIRST_PROCESS, "mem-first-process", "MEM-017", "memory is always that of the first process") \
    X(MEM_CAPPED, "mem-capped", "MEM-018", "m gives 64 bytes at most") \
    X(MEM_CRC_REFLECTED, "mem-crc-reflected", "MEM-019", "qCRC answers the reflected CRC") \
    X(MEM_SEARCH_PAST_END, "mem-search-past-end", "MEM-020", "qSearch finds a match that overlaps the end of the range") \
    /* batched memory reads */ \
    X(MMR_FIRST_RANGE_ONLY, "mmr-first-range-only", "MMR-001", "only the first range is read") \
    X(MMR_INTERLEAVED, "mmr-interleaved", "MMR-002", "counts and data alternate") \
    X(MMR_DECIMAL_COUNTS, "mmr-decimal-counts", "MMR-003", "counts are printed in decimal") \
    X(MMR_OMITS_FAILED, "mmr-omits-failed", "MMR-004", "unreadable ranges are left out of the counts") \
    X(MMR_REQUESTED_COUNTS, "mmr-requested-counts", "MMR-005", "a partial read reports the requested length") \
    X(MMR_FAILS_AS_A_WHOLE, "mmr-fails-as-a-whole", "MMR-006", "one unreadable range makes the packet an error") \
    X(MMR_ZERO_LENGTH_REFUSED, "mmr-zero-length-refused", "MMR-007", "a range of length 0 makes the packet an error") \
    X(MMR_DATA_DRIFTS, "mmr-data-drifts", "MMR-008", "data behind a failed range is taken from further on") \
    X(MMR_PADDED, "mmr-padded", "MMR-009", "a partial read is padded with zeros to its full length") \
    X(MMR_TAIL_RETURNED, "mmr-tail-returned", "MMR-010", "a hole at the start of a range is skipped and the tail returned") \
    X(MMR_ESCAPED_COUNTS, "mmr-escaped-counts", "MMR-011", "counts are of escaped bytes") \
    X(MMR_SEMICOLON_ESCAPED, "mmr-semicolon-escaped", "MMR-012", "`;` in the data is escaped") \
    X(MMR_SORTED, "mmr-sorted", "MMR-013", "ranges are answered in order of their addresses") \
    X(MMR_OPEN_END, "mmr-open-end", "MMR-014", "the closing `;` is not needed") \
    X(MMR_ODD_COUNT, "mmr-odd-count", "MMR-015", "an odd last number is a range of length 0") \
    X(MMR_EMPTY_LIST, "mmr-empty-list", "MMR-016", "an empty list is answered `;`") \
    X(MMR_UNKNOWN_KEY_SKIPPED, "mmr-unknown-key-skipped", "MMR-017", "unknown keys in front of `ranges` are skipped") \
    X(MMR_TRAILING_IGNORED, "mmr-trailing-ignored", "MMR-018", "text behind the closing `;` is ignored") \
    X(MMR_WRAPS, "mmr-wraps", "MMR-021", "a range that wraps goes on at address 0") \
    X(MMR_COUNTS_PROMISE_MORE, "mmr-counts-promise-more", "MMR-023", "an over-long reply is cut but its counts are not") \
    X(MMR_BAD_NUMBER_IS_ZERO, "mmr-bad-number-is-zero", "MMR-024", "a number that is none reads as 0") \
    X(MMR_COMMA_IS_A_RANGE, "mmr-comma-is-a-range", "MMR-025", "a comma in front of `;` adds a count of 0") \
    X(MMR_TRAP_VISIBLE, "mmr-trap-visible", "MMR-028", "data shows the traps of software breakpoints") \
    X(MMR_FIRST_PROCESS, "mmr-first-process", "MMR-029", "data is always that of the first process") \
    X(MMR_RFC_COMMAS, "mmr-rfc-commas", "MMR-RFC-001", "the RFC form wants commas between ranges") \
    X(MMR_RFC_COUNTS_FIRST, "mmr-rfc-counts-first", "MMR-RFC-002", "the RFC form puts all counts first") \
    X(MMR_RFC_OMITS_FAILED, "mmr-rfc-omits-failed", "MMR-RFC-003", "the RFC form leaves unreadable ranges out") \
    X(MMR_RFC_REQUESTED_COUNTS, "mmr-rfc-requested-counts", "MMR-RFC-004", "the RFC form reports requested lengths") \
    X(MMR_RFC_RAW, "mmr-rfc-raw", "MMR-RFC-005", "the RFC form does not escape its data") \
    X(MMR_RFC_FAILS_AS_A_WHOLE, "mmr-rfc-fails-as-a-whole", "MMR-RFC-007", "in the RFC form one unreadable range is E08") \
    X(MMR_RFC_NO_0X, "mmr-rfc-no-0x", "MMR-RFC-008", "in the RFC form an address with 0x is 0") \
    X(MMR_RFC_ZERO_LENGTH_REFUSED, "mmr-rfc-zero-length-refused", "MMR-RFC-010", "in the RFC form a range of length 0 is an error") \
    X(MMR_RFC_DECIMAL, "mmr-rfc-decimal", "MMR-RFC-011", "the RFC form prints counts in decimal") \
    X(MMR_RFC_STOPS, "mmr-rfc-stops", "MMR-RFC-012", "the RFC form stops at the first range that fails") \
    X(MMR_RFC_GUESSED, "mmr-rfc-guessed", "MMR-RFC-013", "a single range is answered in the shipped form") \
    X(MMR_RFC_TEXT_IGNORED, "mmr-rfc-text-ignored", "MMR-RFC-014", "the shipped form reads only the first range of a request in the RFC form") \
    /* binary memory */ \
    X(XB_NO_MARKER, "xb-no-marker", "XB-001", "x answers without `b`") \
    X(XB_ZERO_LENGTH_EMPTY, "xb-zero-length-empty", "XB-003", "x of length 0 is answered empty") \
    X(XB_PROBE_REFUSED, "xb-probe-refused", "XB-005", "in LLDB's form x0,0 is an error") \
    X(XB_CUT_IN_A_PAIR, "xb-cut-in-a-pair", "XB-006", "an over-long x reply ends in a lone 0x7d") \
    X(XB_TRAP_VISIBLE, "xb-trap-visible", "XB-007", "x shows the trap of a software breakpoint") \
    /* breakpoints */ \
    X(BRK_REMOVED_ON_PAPER, "brk-removed-on-paper", "BRK-002", "z0 leaves the trap in memory") \
    X(BRK_UNKNOWN_TYPE_E01, "brk-unknown-type-e01", "BRK-003", "an unknown type is answered E01") \
    X(BRK_NO_Z4, "brk-no-z4", "BRK-004", "Z4 works and z4 is answered empty") \
    X(BRK_COUNTED, "brk-counted", "BRK-005", "two Z0 need two z0") \
    X(BRK_ABSENT_WRITES, "brk-absent-writes", "BRK-006", "z0 of no breakpoint overwrites the code") \
    X(BRK_BAD_ADDRESS_OK, "brk-bad-address-ok", "BRK-007", "Z0 where nothing is mapped is answered OK") \
    X(BRK_FULL_IS_EMPTY, "brk-full-is-empty", "BRK-012", "hardware used up is answered empty") \
    X(BRK_KIND_MISSING, "brk-kind-missing", "BRK-016", "Z0 without a kind inserts") \
    X(BRK_FIRST_PROCESS, "brk-first-process", "BRK-017", "breakpoints go to the first process") \
    X(BRK_CONDITIONS_KEPT, "brk-conditions-kept", "BRK-018", "a repeated Z0 adds its conditions to the old ones") \
    /* conditions and commands */ \
    X(COND_IGNORED, "cond-ignored", "COND-001", "text behind the kind is ignored") \
    X(COND_LENGTH_DECIMAL, "cond-length-decimal", "COND-002", "the length of an expression is read as decimal") \
    X(COND_NOT_EVALUATED, "cond-not-evaluated", "COND-003", "conditions are never evaluated") \
    X(COND_INVERTED, "cond-inverted", "COND-004", "a condition stops when it is zero") \
    X(COND_FIRST_ONLY, "cond-first-only", "COND-005", "only the first of several conditions counts") \
    X(COND_ERROR_IS_FALSE, "cond-error-is-false", "COND-006", "a condition that fails loses the hit") \
    X(COND_LITTLE_ENDIAN_OPERANDS, "cond-little-endian-operands", "COND-007", "operands are read least significant byte first") \
    X(COND_GENERAL_THREAD, "cond-general-thread", "COND-008", "reg reads the thread selected by Hg") \
    X(COND_REF_SIGN_EXTENDED, "cond-ref-sign-extended", "COND-009", "refN sign-extends") \
    X(COND_EXT_64, "cond-ext-64", "COND-010", "ext 64 gives 0") \
    X(COND_OPERANDS_SWAPPED, "cond-operands-swapped", "COND-011", "binary operators take left for right") \
    X(COND_SIGNED_AS_UNSIGNED, "cond-signed-as-unsigned", "COND-012", "signed operators calculate unsigned") \
    X(COND_JUMP_RELATIVE, "cond-jump-relative", "COND-013", "jumps count from the next instruction") \
    X(COND_ROT_DIRECTION, "cond-rot-direction", "COND-014", "rot turns the other way") \
    X(COND_END_IGNORED, "cond-end-ignored", "COND-015", "evaluation goes on behind end") \
    X(COND_COMMANDS_IGNORED, "cond-commands-ignored", "COND-019", "commands are dropped and the stop is reported") \
    X(COND_COMMANDS_FIRST, "cond-commands-first", "COND-020", "commands run before the condition is tested") \
    X(COND_PERSIST_INVERTED, "cond-persist-inverted", "COND-021", "the persist flag means its opposite") \
    X(COND_PRINTF_LENGTH, "cond-printf-length", "COND-022", "the length of a printf format is taken without its NUL") \
    X(COND_STALE, "cond-stale", "COND-023", "a new Z0 takes over the conditions of the one removed") \
    X(COND_LOG_NOT_BITWISE, "cond-log-not-bitwise", "COND-026", "log_not is bit_not") \
    /* batched breakpoints */ \
    X(MBP_BARE_ARRAY, "mbp-bare-array", "MBP-001", "the reply is an array, not an object") \
    X(MBP_OMITS_FAILED, "mbp-omits-failed", "MBP-002", "failed requests have no result") \
    X(MBP_REMOVALS_FIRST, "mbp-removals-first", "MBP-003", "removals are done before insertions") \
    X(MBP_STOPS_AT_ERROR, "mbp-stops-at-error", "MBP-004", "nothing is done after the first error") \
    X(MBP_DECIMAL_ERRORS, "mbp-decimal-errors", "MBP-005", "a result is a decimal number") \
    X(MBP_UNSUPPORTED_IS_EMPTY, "mbp-unsupported-is-empty", "MBP-006", "one unsupported type makes the whole reply empty") \
    X(MBP_RAW_BRACE, "mbp-raw-brace", "MBP-007", "the last brace is not escaped") \
    X(MBP_NOT_UNESCAPED, "mbp-not-unescaped", "MBP-008", "the request is parsed as it is on the wire") \
    X(MBP_NO_BLANKS, "mbp-no-blanks", "MBP-009", "blanks between the tokens are refused") \
    X(MBP_DUPLICATES_MERGED, "mbp-duplicates-merged", "MBP-010", "equal requests give one result") \
    X(MBP_EMPTY_IS_EMPTY, "mbp-empty-is-empty", "MBP-011", "an empty array is answered empty") \
    X(MBP_SPLIT_AT_SEMICOLON, "mbp-split-at-semicolon", "MBP-015", "a request is cut at its first `;`") \
    X(MBP_OWN_TABLE, "mbp-own-table", "MBP-016", "z0 does not know the breakpoints of a batch") \
    X(MBP_NO_WATCHPOINTS, "mbp-no-watchpoints", "MBP-017", "types 2 to 4 are refused") \
    X(MBP_CUT, "mbp-cut", "MBP-019", "at most 64 requests are done") \
    X(MBP_RFC_JSON, "mbp-rfc-json", "MBP-RFC-001", "the RFC form is answered in JSON") \
    X(MBP_RFC_TRAILING, "mbp-rfc-trailing", "MBP-RFC-002", "the reply ends in `;`") \
    X(MBP_RFC_STOPS, "mbp-rfc-stops", "MBP-RFC-003", "the RFC form stops at the first error") \
    X(MBP_RFC_BACKWARDS, "mbp-rfc-backwards", "MBP-RFC-004", "requests are done from the last to the first") \
    X(MBP_RFC_SPLITS_LISTS, "mbp-rfc-splits-lists", "MBP-RFC-005", "every `;` starts a new request") \
    X(MBP_RFC_WATCH_CONDITION, "mbp-rfc-watch-condition", "MBP-RFC-007", "a condition on a watchpoint is dropped") \
    X(MBP_RFC_EMPTY_ELEMENT, "mbp-rfc-empty-element", "MBP-RFC-008", "an unsupported type is an empty element") \
    X(MBP_RFC_ERROR_TEXT, "mbp-rfc-error-text", "MBP-RFC-009", "errors are text with a `;`") \
    X(MBP_RFC_EMPTY_OK, "mbp-rfc-empty-ok", "MBP-RFC-010", "an empty list is answered OK") \
    /* qXfer objects */ \
    X(XFER_ALWAYS_LAST, "xfer-always-last", "XFER-001", "every window is marked as the last") \
    X(XFER_END_IS_ERROR, "xfer-end-is-error", "XFER-002", "a read at the end is an error") \
    X(XFER_EMPTY_MORE, "xfer-empty-more", "XFER-003", "the last window is followed by an m without data") \
    X(XFER_LENGTH_IGNORED, "xfer-length-ignored", "XFER-004", "the length asked for is ignored") \
    X(XFER_DECIMAL_OFFSET, "xfer-decimal-offset", "XFER-005", "the offset is read as decimal") \
    X(XFER_HEX_DATA, "xfer-hex-data", "XFER-006", "data is sent as hex digits") \
    X(XFER_UNKNOWN_E00, "xfer-unknown-e00", "XFER-007", "an unknown object is answered E00") \
    X(XFER_ANY_OPERATION, "xfer-any-operation", "XFER-008", "every operation reads") \
    X(XFER_ANY_ANNEX, "xfer-any-annex", "XFER-009", "every annex of features is target.xml") \
    X(XFER_PAST_END, "xfer-past-end", "XFER-011", "a read past the end gives data") \
    X(XFER_INCLUDE_MISSING, "xfer-include-missing", "XFER-012", "the included description can not be read") \
    X(XFER_DUPLICATE_REGNUM, "xfer-duplicate-regnum", "XFER-013", "two registers have the same number") \
    X(XFER_MAP_OVERLAPS, "xfer-map-overlaps", "XFER-014", "two regions of the memory map overlap") \
    X(XFER_WRITE_OK, "xfer-write-ok", "XFER-018", "a write is answered OK") \
    X(XFER_EXEC_RELATIVE, "xfer-exec-relative", "XFER-019", "exec-file is not absolute") \
    X(XFER_REGENERATED, "xfer-regenerated", "XFER-020", "each window is cut from the object as it is now") \
    X(XFER_STALE, "xfer-stale", "XFER-021", "a read from 0 gives the old object until it was read to its end") \
    /* host I/O */ \
    X(FILE_ERROR_FORM, "file-error-form", "HOSTIO-001", "a missing file is E02") \
    X(FILE_HOST_ERRNO, "file-host-errno", "HOSTIO-002", "ENAMETOOLONG is 36 as on Linux") \
    X(FILE_HOST_FLAGS, "file-host-flags", "HOSTIO-003", "open takes Linux's flags") \
    X(FILE_COUNT_ESCAPED, "file-count-escaped", "HOSTIO-005", "pread counts escaped bytes") \
    X(FILE_END_BARE, "file-end-bare", "HOSTIO-006", "pread at the end has no `;`") \
    X(FILE_WRITE_APPENDS, "file-write-appends", "HOSTIO-008", "pwrite ignores the offset") \
    X(FILE_CLOSE_ZERO, "file-close-zero", "HOSTIO-009", "close of no descriptor is F0,9") \
    X(FILE_UNLINK_ZERO, "file-unlink-zero", "HOSTIO-011", "unlink always succeeds") \
    X(FILE_READLINK_FOLLOWS, "file-readlink-follows", "HOSTIO-012", "readlink gives the content of the file linked to") \
    X(FILE_STAT_LITTLE, "file-stat-little", "HOSTIO-013", "the stat block is little-endian") \
    X(FILE_LSTAT_FOLLOWS, "file-lstat-follows", "HOSTIO-014", "lstat follows links") \
    X(FILE_SETFS_OK, "file-setfs-ok", "HOSTIO-015", "setfs is answered OK") \
    X(FILE_UNKNOWN_9999, "file-unknown-9999", "HOSTIO-016", "an unknown operation is F-1,270f") \
    X(FILE_TWOS_COMPLEMENT, "file-twos-complement", "HOSTIO-018", "errors begin Fffffffff") \
    X(FILE_EXISTS_RESULT, "file-exists-result", "HOSTIO-021", "exists answers F1") \
    /* queries */ \
    X(QRY_PLAIN_TEXT, "qry-plain-text", "QRY-001", "the output of qRcmd is plain text") \
    X(QRY_ODD_HEX, "qry-odd-hex", "QRY-002", "half a byte of a command is dropped") \
    X(QRY_UNKNOWN_EMPTY, "qry-unknown-empty", "QRY-003", "an unknown monitor command is answered empty") \
    X(QRY_SYMBOL_FOREVER, "qry-symbol-forever", "QRY-004", "qSymbol asks for the same symbol again and again") \
    X(QRY_DECIMAL_OFFSETS, "qry-decimal-offsets", "QRY-006", "qOffsets prints decimal numbers") \
    X(QRY_TLS_TWICE, "qry-tls-twice", "QRY-007", "qGetTLSAddr adds the offset twice") \
    /* LLDB extensions */ \
    X(LLDB_SUFFIX_STICKS, "lldb-suffix-sticks", "LLDB-001", "a thread suffix changes the selected thread") \
    X(LLDB_TRIPLE_PLAIN, "lldb-triple-plain", "LLDB-002", "the triple of qHostInfo is plain text") \
    X(LLDB_DECIMAL_PID, "lldb-decimal-pid", "LLDB-003", "the pid of qProcessInfo is decimal") \
    X(LLDB_NEXT_REGION, "lldb-next-region", "LLDB-004", "qMemoryRegionInfo gives the region behind") \
    X(LLDB_EMPTY_PERMISSIONS, "lldb-empty-permissions", "LLDB-005", "a gap has empty permissions") \
    X(LLDB_SIZE_ZERO, "lldb-size-zero", "LLDB-006", "a gap has size 0") \
    X(LLDB_REGISTERS_END_EMPTY, "lldb-registers-end-empty", "LLDB-007", "qRegisterInfo past the end is answered empty") \
    X(LLDB_SAVED_TWICE, "lldb-saved-twice", "LLDB-012", "a saved register state can be restored again") \
    X(LLDB_DECIMAL_ADDRESS, "lldb-decimal-address", "LLDB-013", "_M answers a decimal address") \
    X(LLDB_WATCH_NO_END, "lldb-watch-no-end", "LLDB-027", "qWatchpointSupportInfo lacks its `;`") \
    /* end */
/* clang-format on */

typedef enum rsp_fault {
    RSP_FAULT_NONE,
#define RSP_FAULT_ENUM(id, name, requirement, text) RSP_FAULT_##id,
    RSP_FAULT_LIST(RSP_FAULT_ENUM)
#undef RSP_FAULT_ENUM
        RSP_FAULT_COUNT,
} rsp_fault;

typedef struct rsp_fault_info {
    rsp_fault fault;
    const char *name;
    const char *requirement;
    const char *text;
} rsp_fault_info;

/* Row of a fault, or NULL for RSP_FAULT_NONE and unknown values; and by name. */
const rsp_fault_info *rsp_fault_get(rsp_fault fault);
const rsp_fault_info *rsp_fault_find(rsp_bytes name);

RSP_END_DECLS

#endif
