/* The list of faults: X(ID, "name", "requirement", "what it does wrong"), grouped by area.
 * RSP_FAULT_ID is the number of one. `stubborn selftest` expects a scenario to notice each.
 * Only the stub's faults, their tests and the commands about faults need it; others ask rsp/stub.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FAULTS_FAULT_LIST_H
#define STUB_FAULTS_FAULT_LIST_H

#include <rsp/stub.h>

/* Rows stay on one line each, unaligned, so that a longer one does not touch its neighbours. */
/* clang-format off */
#define RSP_FAULT_LIST(X) \
    /* framing */ \
    X(FRAME_CHECKSUM_EARLY, "frame-checksum-early", "FRAME-001", "checksum taken before run-length coding") \
    X(FRAME_UPPER_CASE, "frame-upper-case", "FRAME-003", "hex digits in upper case") \
    X(FRAME_LOWER_CASE_ONLY, "frame-lower-case-only", "FRAME-004", "upper-case checksum digits are refused") \
    X(FRAME_JUNK_ANSWERED, "frame-junk-answered", "FRAME-005", "a stray byte gets an empty reply") \
    X(FRAME_SPLIT_REFUSED, "frame-split-refused", "FRAME-006", "a packet that comes in two reads is refused") \
    X(FRAME_FIRST_ONLY, "frame-first-only", "FRAME-007", "what follows the first packet of a read is lost") \
    X(FRAME_RUNS_BEFORE_CHECK, "frame-runs-before-check", "FRAME-008", "the request is executed before its checksum is looked at") \
    X(FRAME_EMPTY_UNSENT, "frame-empty-unsent", "FRAME-009", "no reply at all to an unsupported packet") \
    X(FRAME_EMPTY_SILENT, "frame-empty-silent", "FRAME-010", "an empty packet is acknowledged and not answered") \
    X(FRAME_EMPTY_CLOSES, "frame-empty-closes", "FRAME-010", "an empty packet ends the session") \
    X(FRAME_SEQUENCE_ID, "frame-sequence-id", "FRAME-011", "\"nn:\" at the front is stripped as a sequence id") \
    X(FRAME_HEX_PREFIX, "frame-hex-prefix", "FRAME-013", "thread ids with 0x") \
    X(FRAME_DOLLAR_KEPT, "frame-dollar-kept", "FRAME-015", "a second $ puts the receiver out of step for good") \
    X(FRAME_CTRL_C_INSIDE, "frame-ctrl-c-inside", "FRAME-016", "0x03 inside a packet is taken for an interrupt") \
    X(FRAME_DOUBLE_REPLY, "frame-double-reply", "FRAME-017", "an error reply is followed by the reply proper") \
    X(FRAME_PREFIX_MATCH, "frame-prefix-match", "FRAME-018", "qSupportedX is taken for qSupported") \
    X(FRAME_CHECKSUM_NON_HEX, "frame-checksum-non-hex", "FRAME-019", "checksum digits that are no hex digits are accepted") \
    X(FRAME_CHECKSUM_UNPADDED, "frame-checksum-unpadded", "FRAME-002", "checksum printed without leading zero") \
    X(FRAME_LEADING_ZEROS, "frame-leading-zeros", "FRAME-012", "an address that begins 00 is refused") \
    X(FRAME_DOLLAR_RAW, "frame-dollar-raw", "FRAME-014", "`$` is sent raw in binary replies") \
    X(FRAME_SPEAKS_FIRST, "frame-speaks-first", "FRAME-017", "a packet nobody asked for comes before the first reply") \
    X(FRAME_GREETS, "frame-greets", "FRAME-021", "whoever connects is told the stop") \
    X(FRAME_NUL_ENDS, "frame-nul-ends", "FRAME-022", "the NUL behind a text is sent with it") \
    X(FRAME_LINE_ENDS, "frame-line-ends", "FRAME-020", "CR LF follows each packet") \
    /* escapes and run-length */ \
    X(ESC_BRACE_RAW, "esc-brace-raw", "ESC-001", "`}` is sent raw in binary replies") \
    X(ESC_STAR_RAW, "esc-star-raw", "ESC-002", "`*` is sent raw in binary replies") \
    X(ESC_KNOWN_PAIRS_ONLY, "esc-known-pairs-only", "ESC-003", "only the four needed escapes are decoded, others stay two bytes") \
    X(ESC_REQUEST_RUNS, "esc-request-runs", "ESC-004", "run lengths are expanded in the data of X") \
    X(ESC_WIRE_LENGTH, "esc-wire-length", "ESC-005", "the length of X is compared with the escaped data") \
    X(ESC_LONE_DECODED, "esc-lone-decoded", "ESC-006", "a lone 0x7d at the end of X becomes a byte") \
    X(ESC_STAR_FIRST_CLOSES, "esc-star-first-closes", "ESC-004", "a request that begins with a star ends the session") \
    X(ESC_LONE_CLOSES, "esc-lone-closes", "ESC-006", "a request of nothing but an escape ends the session") \
    X(ESC_CHECKSUM_DECODED, "esc-checksum-decoded", "ESC-007", "the checksum of a reply with escapes is that of the decoded bytes") \
    X(ESC_NUL_ENDS, "esc-nul-ends", "ESC-008", "a NUL ends a request") \
    X(RLE_COUNTS_TOTAL, "rle-counts-total", "RLE-001", "the count includes the first character of a run") \
    X(RLE_COUNT_UNCAPPED, "rle-count-uncapped", "RLE-002", "a count above 126") \
    X(RLE_DELIMITER_COUNT, "rle-delimiter-count", "RLE-003", "counts that read as # and $") \
    X(RLE_SHORT_RUNS, "rle-short-runs", "RLE-004", "runs of three are coded with an unprintable count") \
    X(RLE_CHECKSUM_EXPANDED, "rle-checksum-expanded", "RLE-006", "checksum taken over the expanded text") \
    X(RLE_LEADING_RUN, "rle-leading-run", "RLE-007", "a packet begins with a run of the packet before") \
    X(RLE_PLUS_MINUS, "rle-plus-minus", "RLE-005", "counts that read as + and - are sent one too high") \
    X(RLE_STAR_IN_TEXT, "rle-star-in-text", "RLE-008", "texts of errors hold a star, without run lengths too") \
    X(RLE_BEFORE_ESCAPE, "rle-before-escape", "RLE-010", "binary data is compressed first and escaped then") \
    /* acknowledgment */ \
    X(ACK_AFTER_REPLY, "ack-after-reply", "ACK-001", "the + comes behind the reply") \
    X(ACK_STUCK_AFTER_NAK, "ack-stuck-after-nak", "ACK-002", "after one bad packet every other one is refused too") \
    X(ACK_NAK_IGNORED, "ack-nak-ignored", "ACK-003", "a - does not bring the packet again") \
    X(ACK_NAK_REPEATS_REQUEST, "ack-nak-repeats-request", "ACK-004", "a - executes the last request again") \
    X(ACK_SURPLUS_COUNTS, "ack-surplus-counts", "ACK-005", "a surplus + is kept, and hides a later -") \
    X(ACK_INITIAL_PLUS_CLOSES, "ack-initial-plus-closes", "ACK-007", "a + before the first packet ends the session") \
    X(ACK_NEVER, "ack-never", "ACK-001", "nothing is acknowledged, as if no-ack mode were on from the start") \
    X(ACK_REFUSAL_CLOSES, "ack-refusal-closes", "ACK-002", "a bad checksum ends the session") \
    X(ACK_NAK_CLOSES, "ack-nak-closes", "ACK-003", "a - ends the session") \
    X(ACK_AWAITS_NOTIFICATION, "ack-awaits-notification", "ACK-006", "after a notification nothing is taken until a + came for it") \
    X(ACK_INTERRUPT_CLOSES, "ack-interrupt-closes", "ACK-005", "0x03 while an acknowledgment is awaited ends the session") \
    X(ACK_KILL_UNHEARD, "ack-kill-unheard", "ACK-008", "k is neither acknowledged nor carried out") \
    X(ACK_WITH_THE_STOP, "ack-with-the-stop", "ACK-009", "a resume is acknowledged when the program stops") \
    /* no-ack mode */ \
    X(NOACK_SWITCHES_FIRST, "noack-switches-first", "NOACK-001", "QStartNoAckMode itself is not acknowledged") \
    X(NOACK_STILL_ACKS, "noack-still-acks", "NOACK-002", "+ is still sent") \
    X(NOACK_ZERO_CHECKSUM, "noack-zero-checksum", "NOACK-004", "checksum 00 on every packet") \
    X(NOACK_SENDS_NAK, "noack-sends-nak", "NOACK-005", "- is sent for a bad checksum") \
    X(NOACK_NAK_RESENDS, "noack-nak-resends", "NOACK-006", "a - still brings the last packet again") \
    X(NOACK_SURVIVES_RECONNECT, "noack-survives-reconnect", "NOACK-007", "the next connection begins without acknowledgments") \
    X(NOACK_BY_ANNOUNCEMENT, "noack-by-announcement", "NOACK-008", "acknowledgments end with qSupported") \
    X(NOACK_TOGGLES, "noack-toggles", "NOACK-009", "a second QStartNoAckMode turns them on again") \
    X(NOACK_PLUS_SWALLOWS, "noack-plus-swallows", "NOACK-003", "a + in no-ack mode swallows the packet behind it") \
    X(NOACK_HIDDEN, "noack-hidden", "NOACK-001", "QStartNoAckMode works and is not announced") \
    X(NOACK_ENDS_AT_BAD_DIGIT, "noack-ends-at-bad-digit", "NOACK-002", "a request with a bad digit ends no-ack mode") \
    /* standard replies and errors */ \
    X(STD_UNKNOWN_IS_ERROR, "std-unknown-is-error", "STD-001", "unknown packets give an error") \
    X(STD_MUST_REPLY_EMPTY_OK, "std-must-reply-empty-ok", "STD-002", "vMustReplyEmpty is answered OK") \
    X(STD_ERROR_UNPADDED, "std-error-unpadded", "STD-003", "error numbers with a single digit") \
    X(STD_TEXT_FOR_MEMORY, "std-text-for-memory", "STD-005", "textual errors though the client never asked for them") \
    X(STD_UNKNOWN_REPEATS, "std-unknown-repeats", "STD-002", "an unknown v packet gets the reply before once more") \
    X(STD_OK_TO_QUERIES, "std-ok-to-queries", "STD-001", "every q packet that carries no arguments is answered OK") \
    X(STD_TEXT_UNESCAPED, "std-text-unescaped", "STD-004", "error texts hold a raw #") \
    X(STD_NO_REGISTER_WRITE, "std-no-register-write", "STD-007", "G is answered empty") \
    X(STD_NO_VCONT, "std-no-vcont", "STD-008", "vCont? is answered empty") \
    X(STD_UNKNOWN_CHANGES, "std-unknown-changes", "STD-009", "an unknown packet is answered OK when it comes again") \
    X(STD_ERROR_DESELECTS, "std-error-deselects", "STD-010", "an error forgets the selected thread") \
    /* qSupported */ \
    X(QSUP_SUFFIX_MISSING, "qsup-suffix-missing", "QSUP-001", "a feature without its +") \
    X(QSUP_LIST_NEEDED, "qsup-list-needed", "QSUP-002", "qSupported without a list is an error") \
    X(QSUP_UNKNOWN_REFUSED, "qsup-unknown-refused", "QSUP-003", "an unknown client feature is an error") \
    X(QSUP_DECIMAL_PACKET_SIZE, "qsup-decimal-packet-size", "QSUP-004", "PacketSize in decimal") \
    X(QSUP_NEVER_CLEARED, "qsup-never-cleared", "QSUP-007", "features are never switched off again") \
    X(QSUP_SWBREAK_HIDDEN, "qsup-swbreak-hidden", "QSUP-008", "swbreak+ is listed only for clients that offer it") \
    X(QSUP_PID_UNASKED, "qsup-pid-unasked", "QSUP-009", "process ids though multiprocess was not negotiated") \
    X(QSUP_PLAIN_IDS, "qsup-plain-ids", "QSUP-010", "plain ids though multiprocess was negotiated") \
    X(QSUP_SWBREAK_UNASKED, "qsup-swbreak-unasked", "QSUP-011", "swbreak though the client never asked for it") \
    X(QSUP_UNIMPLEMENTED_LISTED, "qsup-unimplemented-listed", "QSUP-012", "a feature is listed that does not exist") \
    X(QSUP_OPTIONS_WITHOUT_VALUE, "qsup-options-without-value", "QSUP-016", "QThreadOptions+ in place of its mask") \
    X(QSUP_FIRST_LOST, "qsup-first-lost", "QSUP-019", "the first feature of the list is lost") \
    X(QSUP_SILENT, "qsup-silent", "QSUP-020", "qSupported is acknowledged and not answered") \
    X(QSUP_LAST_BYTE_LOST, "qsup-last-byte-lost", "QSUP-005", "a packet of PacketSize bytes loses its last") \
    X(QSUP_REPLY_CUT, "qsup-reply-cut", "QSUP-006", "a reply as long as a packet loses its last byte") \
    X(QSUP_FEATURE_HIDDEN, "qsup-feature-hidden", "QSUP-013", "QThreadEvents works and is not announced") \
    X(QSUP_WANTS_PROCESS, "qsup-wants-process", "QSUP-015", "qSupported is an error without a process") \
    X(QSUP_STEP_REFUSED, "qsup-step-refused", "QSUP-017", "vCont? lists s, and vCont;s is an error") \
    X(QSUP_NAME_MISSPELT, "qsup-name-misspelt", "QSUP-021", "error-message is announced as error-messages") \
    X(QSUP_MINUS_WORKS, "qsup-minus-works", "QSUP-018", "QThreadEvents is listed with - and works") \
    /* threads */ \
    X(THR_QC_DECIMAL, "thr-qc-decimal", "THR-001", "qC answers in decimal") \
    X(THR_QC_LEADER, "thr-qc-leader", "THR-024", "qC names the first thread, whichever stopped") \
    X(THR_LIST_EMPTY, "thr-list-empty", "THR-002", "the list of threads is empty, though stops name one") \
    X(THR_LAST_CHUNK_L, "thr-last-chunk-l", "THR-002", "the last ids come behind an l") \
    X(THR_LISTING_NOT_RESTARTED, "thr-listing-not-restarted", "THR-003", "qfThreadInfo goes on where the last listing was left") \
    X(THR_SKIPS_AT_CHUNK, "thr-skips-at-chunk", "THR-004", "a thread is skipped between two packets of a listing") \
    X(THR_ALWAYS_ALIVE, "thr-always-alive", "THR-006", "T is answered OK for any thread") \
    X(THR_SELECTION_IGNORED, "thr-selection-ignored", "THR-007", "Hg is answered OK and selects nothing") \
    X(THR_SELECT_FIRST, "thr-select-first", "THR-008", "Hg selects before it checks") \
    X(THR_ZERO_REFUSED, "thr-zero-refused", "THR-009", "thread id 0 is refused") \
    X(THR_ALL_REFUSED, "thr-all-refused", "THR-010", "Hc-1 is refused") \
    X(THR_HC_SELECTS, "thr-hc-selects", "THR-011", "Hc selects the general thread too") \
    X(THR_ANY_OPERATION, "thr-any-operation", "THR-012", "any letter after H acts as g") \
    X(THR_STOP_DOES_NOT_SELECT, "thr-stop-does-not-select", "THR-013", "the thread that stopped is not selected") \
    X(THR_EXTRA_INFO_PLAIN, "thr-extra-info-plain", "THR-014", "qThreadExtraInfo answers plain text") \
    X(THR_EVENTS_STAY_ON, "thr-events-stay-on", "THR-017", "QThreadEvents:0 does not end the events") \
    X(THR_EVENTS_UNASKED, "thr-events-unasked", "THR-017", "a client that sends no qSupported is told of threads that come and go") \
    X(THR_FIRST_OPTION_WINS, "thr-first-option-wins", "THR-018", "of several thread options the first counts") \
    X(THR_UNKNOWN_OPTIONS, "thr-unknown-options", "THR-019", "unknown thread options are accepted") \
    X(THR_ENDED_COMES_FIRST, "thr-ended-comes-first", "THR-005", "a thread that has ended is still the first of the listing") \
    X(THR_FIRST_IS_NOBODY, "thr-first-is-nobody", "THR-005", "the first listed id is no thread") \
    X(THR_NEVER_PRUNED, "thr-never-pruned", "THR-015", "a thread that stopped once is alive for ever") \
    X(THR_CLONE_RUNS, "thr-clone-runs", "THR-020", "the thread of a clone event runs") \
    X(THR_SELECTION_ECHOED, "thr-selection-echoed", "THR-023", "a selection is answered by itself") \
    X(THR_XML_NAME_LAGS, "thr-xml-name-lags", "THR-022", "in the XML list each thread has the name of the one before") \
    X(THR_EXTRA_INFO_OF_SELECTED, "thr-extra-info-of-selected", "THR-022", "qThreadExtraInfo tells the name of the selected thread") \
    X(THR_XML_DECIMAL, "thr-xml-decimal", "THR-021", "ids of the XML list in decimal") \
    /* vCont */ \
    X(VCONT_QUERY_WITHOUT_NAME, "vcont-query-without-name", "VCONT-001", "the list of actions lacks its vCont") \
    X(VCONT_ABSENT, "vcont-absent", "VCONT-002", "multiprocess is claimed, and vCont? is not known") \
    X(VCONT_LAST_MATCH, "vcont-last-match", "VCONT-003", "the last matching action is applied") \
    X(VCONT_UNMENTIONED_RUN, "vcont-unmentioned-run", "VCONT-005", "threads without an action continue") \
    X(VCONT_HOST_SIGNALS, "vcont-host-signals", "VCONT-007", "signal numbers are taken for those of Linux") \
    X(VCONT_RANGE_INCLUSIVE, "vcont-range-inclusive", "VCONT-010", "range stepping goes on at the end address") \
    X(VCONT_STOP_HANGS, "vcont-stop-hangs", "VCONT-016", "after t in all-stop nothing is answered any more") \
    X(VCONT_STOPS_TWICE, "vcont-stops-twice", "VCONT-014", "t stops a stopped thread once more") \
    X(VCONT_STOP_SIGNAL, "vcont-stop-signal", "VCONT-015", "t shows SIGSTOP in place of signal 0") \
    X(VCONT_UNKNOWN_IS_ALL, "vcont-unknown-is-all", "VCONT-017", "a thread that does not exist means all") \
    X(VCONT_OK_BEFORE_STOP, "vcont-ok-before-stop", "VCONT-019", "OK comes before the stop reply in all-stop") \
    X(VCONT_PROCESS_IS_LEADER, "vcont-process-is-leader", "VCONT-021", "p<pid>.-1 resumes the first thread only") \
    X(VCONT_APPLIES_WHILE_PARSING, "vcont-applies-while-parsing", "VCONT-025", "actions before a malformed one are carried out") \
    X(RUN_END_BY_LETTER, "run-end-by-letter", "VCONT-026", "an end that waits answers c and s; C and S are refused") \
    X(VCONT_SIGNAL_UNHEARD, "vcont-signal-unheard", "VCONT-028", "C and S in vCont resume nothing and are not answered") \
    X(VCONT_STEP_ALONE, "vcont-step-alone", "VCONT-029", "vCont? lists s without S") \
    X(VCONT_ENDED_REFUSED, "vcont-ended-refused", "VCONT-027", "an action for a thread that has ended is an error in non-stop") \
    X(VCONT_PENDING_LOST, "vcont-pending-lost", "VCONT-026", "an event that waits is forgotten at the next resume") \
    X(VCONT_BARE_SLEEPS, "vcont-bare-sleeps", "VCONT-004", "a continue that names no thread lets nothing run, and is not answered") \
    X(VCONT_DEFAULT_ONLY_LAST, "vcont-default-only-last", "VCONT-004", "an action for all threads counts only as the last one") \
    X(VCONT_BARE_RESUMES, "vcont-bare-resumes", "VCONT-006", "vCont without actions resumes everything") \
    X(VCONT_SIGNAL_ZERO_REFUSED, "vcont-signal-zero-refused", "VCONT-008", "signal 00 is refused") \
    X(VCONT_STEP_NAMES_LEADER, "vcont-step-names-leader", "VCONT-009", "a step is reported for the first thread") \
    X(VCONT_EMPTY_RANGE_RUNS, "vcont-empty-range-runs", "VCONT-011", "an empty range runs on") \
    X(VCONT_RANGE_SWALLOWS, "vcont-range-swallows", "VCONT-012", "breakpoints are not seen while range stepping") \
    X(VCONT_RUNNING_STOPS, "vcont-running-stops", "VCONT-013", "a resume of a running thread gives a stop") \
    X(VCONT_EMPTY_ID_IS_ANY, "vcont-empty-id-is-any", "VCONT-018", "an empty thread id means any") \
    X(VCONT_SYNCHRONOUS, "vcont-synchronous", "VCONT-020", "in non-stop vCont is answered by the stop") \
    X(VCONT_PROCESS_ALONE_REFUSED, "vcont-process-alone-refused", "VCONT-022", "p<pid> without a thread is refused") \
    X(VCONT_DEFAULT_THIS_PROCESS, "vcont-default-this-process", "VCONT-023", "the default reaches only the selected process") \
    X(VCONT_ONE_OF_ALL_RESUMES, "vcont-one-of-all-resumes", "VCONT-024", "p-1 with a single thread resumes everything") \
    /* run control */ \
    X(RUN_ADDRESS_IGNORED, "run-address-ignored", "RUN-001", "the address of c is ignored") \
    X(RUN_DECIMAL_SIGNAL, "run-decimal-signal", "RUN-003", "signal digits are read as decimal") \
    X(RUN_GENERAL_RESUMED, "run-general-resumed", "RUN-004", "c and s use the thread of Hg") \
    X(RUN_BAUD_ACCEPTED, "run-baud-accepted", "RUN-005", "bs and bc are answered as if b were known") \
    X(RUN_STEPS_TWICE, "run-steps-twice", "RUN-002", "a step executes two instructions") \
    X(RUN_FOURTH_STEP_TWICE, "run-fourth-step-twice", "RUN-002", "every fourth step executes two instructions") \
    X(RUN_NO_PROCESS_SILENT, "run-no-process-silent", "RUN-006", "a resume without a process is not answered") \
    X(RUN_BAD_SIGNAL_CLOSES, "run-bad-signal-closes", "RUN-007", "an undefined signal ends the connection") \
    X(RUN_DEPRECATED_SILENT, "run-deprecated-silent", "RUN-008", "d is taken and not answered") \
    /* reverse execution */ \
    X(REV_CONTINUE_STEPS, "rev-continue-steps", "REV-001", "bc goes back one instruction") \
    X(REV_STEP_CONTINUES, "rev-step-continues", "REV-002", "bs goes back to the newest stop") \
    X(REV_MEMORY_STAYS, "rev-memory-stays", "REV-003", "memory that was read is not read again in the past") \
    X(REV_STEP_GENERAL, "rev-step-general", "REV-004", "bs is about the thread of Hg") \
    X(REV_WATCH_UNNAMED, "rev-watch-unnamed", "REV-005", "a watchpoint met backwards gives no reason") \
    X(REV_SIGNAL_IS_TRAP, "rev-signal-is-trap", "REV-006", "a signal met backwards is a trap") \
    X(REV_END_IS_BEGIN, "rev-end-is-begin", "REV-007", "the end of the recording is told as its begin") \
    X(REV_RESUME_CUTS, "rev-resume-cuts", "REV-008", "a resume in the past drops what came after") \
    X(REV_WRITE_FORGOTTEN, "rev-write-forgotten", "REV-009", "a write in the past is OK and does nothing") \
    X(REV_NONSTOP_OK, "rev-nonstop-ok", "REV-010", "bs and bc are OK in non-stop, and nothing happens") \
    X(REV_REPLAYLOG_UNSAID, "rev-replaylog-unsaid", "QRY-010", "the ends of the recording are plain traps") \
    /* stop replies */ \
    X(STOP_QUESTION_OK, "stop-question-ok", "STOP-001", "? is answered OK") \
    X(STOP_QUESTION_CONSUMES, "stop-question-consumes", "STOP-002", "? forgets the stop that it tells") \
    X(STOP_NO_LAST_SEMICOLON, "stop-no-last-semicolon", "STOP-003", "the last pair lacks its semicolon") \
    X(STOP_LEADER_THREAD, "stop-leader-thread", "STOP-004", "the first thread is named, whichever stopped") \
    X(STOP_NO_THREAD, "stop-no-thread", "STOP-004", "a stop names no thread") \
    X(STOP_BREAK_SIGNAL_ZERO, "stop-break-signal-zero", "STOP-005", "breakpoints and steps report signal 0") \
    X(STOP_HOST_SIGNALS, "stop-host-signals", "STOP-006", "signal numbers of Linux are reported") \
    X(STOP_ILLEGAL_AS_TRAP, "stop-illegal-as-trap", "STOP-006", "an illegal instruction is told as SIGTRAP") \
    X(STOP_TWO_REASONS, "stop-two-reasons", "STOP-007", "a watchpoint reports swbreak too") \
    X(STOP_DECIMAL_ADDRESS, "stop-decimal-address", "STOP-008", "addresses and numbers of reasons in decimal") \
    X(STOP_SWBREAK_VALUE, "stop-swbreak-value", "STOP-009", "swbreak has a value") \
    X(STOP_HWBREAK_AS_SWBREAK, "stop-hwbreak-as-swbreak", "STOP-010", "hardware breakpoints are reported as software ones") \
    X(STOP_RAW_WAIT_STATUS, "stop-raw-wait-status", "STOP-011", "W carries the raw wait status") \
    X(STOP_KILLED_AS_EXIT, "stop-killed-as-exit", "STOP-012", "death by a signal is reported as an exit status") \
    X(STOP_OTHERS_RUN_ON, "stop-others-run-on", "STOP-013", "other threads run on after a stop reply") \
    X(STOP_OUTPUT_IN_NONSTOP, "stop-output-in-nonstop", "STOP-015", "O packets in non-stop mode") \
    X(STOP_NO_RESUMED_SILENT, "stop-no-resumed-silent", "STOP-016", "nothing is said when the last resumed thread ends") \
    X(STOP_NO_RESUMED_UNASKED, "stop-no-resumed-unasked", "STOP-017", "N though the client does not know it") \
    X(STOP_OUTPUT_RAW, "stop-output-raw", "STOP-014", "O has plain text") \
    X(STOP_SYSCALL_DECIMAL, "stop-syscall-decimal", "STOP-018", "system call numbers in decimal") \
    X(STOP_HEX_KEY, "stop-hex-key", "STOP-020", "a key that is all hex digits") \
    X(STOP_LIBRARY_STALE, "stop-library-stale", "STOP-021", "the list of libraries is kept from before the stop") \
    X(STOP_LIBRARY_SILENT, "stop-library-silent", "STOP-021", "a stop for libraries does not say so") \
    X(STOP_NO_PROCESS_SILENT, "stop-no-process-silent", "STOP-023", "? without a process is not answered") \
    /* interrupts */ \
    X(INT_IGNORED, "int-ignored", "INT-001", "0x03 does nothing") \
    X(INT_ACKNOWLEDGED, "int-acknowledged", "INT-002", "0x03 is acknowledged") \
    X(INT_TWO_REPLIES, "int-two-replies", "INT-003", "an interrupt gives two stop replies") \
    X(INT_UNSOLICITED, "int-unsolicited", "INT-004", "0x03 while stopped gives a stop reply") \
    X(INT_FORGOTTEN, "int-forgotten", "INT-007", "0x03 while stopped is forgotten") \
    X(INT_LEADER_ONLY, "int-leader-only", "INT-006", "an interrupt stops one thread only") \
    X(INT_CTRL_C_IGNORED, "int-ctrl-c-ignored", "INT-008", "vCtrlC is answered OK and stops nothing") \
    X(INT_LOST_BEHIND_RESUME, "int-lost-behind-resume", "INT-005", "0x03 in the same write as a resume is lost") \
    X(INT_CTRL_C_INVENTS, "int-ctrl-c-invents", "INT-009", "vCtrlC stops a stopped thread once more") \
    X(INT_JOINS_PACKET, "int-joins-packet", "INT-010", "0x03 to a stopped program spoils the next packet") \
    /* non-stop */ \
    X(NONSTOP_AGAIN_CHANGED, "nonstop-again-changed", "NONSTOP-019", "a stop is announced again with another signal") \
    X(NONSTOP_MODE_UNCHANGED, "nonstop-mode-unchanged", "NONSTOP-001", "QNonStop is answered OK and changes nothing") \
    X(NONSTOP_JUNK_LEAVES, "nonstop-junk-leaves", "NONSTOP-002", "any other value leaves non-stop") \
    X(NONSTOP_ENTERING_RESUMES, "nonstop-entering-resumes", "NONSTOP-003", "entering non-stop resumes the threads") \
    X(NONSTOP_LEAVING_ONE_PROCESS, "nonstop-leaving-one-process", "NONSTOP-004", "QNonStop:0 stops the threads of the selected process alone") \
    X(NONSTOP_LEAVING_RUNS_ON, "nonstop-leaving-runs-on", "NONSTOP-004", "threads run on after QNonStop:0") \
    X(NONSTOP_DRAINS_IN_ALLSTOP, "nonstop-drains-in-allstop", "NONSTOP-006", "vStopped goes on draining after QNonStop:0") \
    X(NONSTOP_CHECKSUM_SHORT, "nonstop-checksum-short", "NONSTOP-008", "checksum of a notification without its name") \
    X(NONSTOP_SECOND_NOTIFICATION, "nonstop-second-notification", "NONSTOP-009", "a %Stop for every stop") \
    X(NONSTOP_QUEUE_LIFO, "nonstop-queue-lifo", "NONSTOP-010", "the last event is delivered first") \
    X(NONSTOP_PREFIX_REPEATED, "nonstop-prefix-repeated", "NONSTOP-011", "vStopped replies begin with Stop:") \
    X(NONSTOP_EMPTY_AT_END, "nonstop-empty-at-end", "NONSTOP-012", "the empty reply ends the queue") \
    X(NONSTOP_STAYS_PENDING, "nonstop-stays-pending", "NONSTOP-013", "after the final OK no stop is announced any more") \
    X(NONSTOP_POP_MISSING, "nonstop-pop-missing", "NONSTOP-015", "the announced event comes again by vStopped") \
    X(NONSTOP_LAST_DROPPED, "nonstop-last-dropped", "NONSTOP-016", "the last event of the queue is lost") \
    X(NONSTOP_RESUME_CUTS_QUEUE, "nonstop-resume-cuts-queue", "NONSTOP-016", "after a thread is resumed that ? had yet to tell, later stops are lost") \
    X(NONSTOP_STOPS_ALL, "nonstop-stops-all", "NONSTOP-021", "one thread's event stops all") \
    X(NONSTOP_OLD_QUEUE_KEPT, "nonstop-old-queue-kept", "NONSTOP-022", "? goes on with the old queue") \
    X(NONSTOP_ONLY_UNREPORTED, "nonstop-only-unreported", "NONSTOP-023", "? leaves out stops that were told before") \
    X(NONSTOP_QUESTION_HALTS, "nonstop-question-halts", "NONSTOP-026", "? stops the threads that run") \
    X(NONSTOP_ATTACH_STOP_REPLY, "nonstop-attach-stop-reply", "NONSTOP-028", "vAttach is answered by a stop reply") \
    X(NONSTOP_RESUMES_UNTOLD, "nonstop-resumes-untold", "NONSTOP-030", "a thread is resumed whose stop was not acknowledged") \
    X(NONSTOP_ATTACHED_IS_TOLD, "nonstop-attached-is-told", "NONSTOP-030", "threads of a process that was attached to are resumed before their stops are told") \
    X(NONSTOP_ONE_END_KEPT, "nonstop-one-end-kept", "NONSTOP-022", "of several ends that nobody was told of ? keeps one") \
    X(NONSTOP_NOTIFIES_IN_ALLSTOP, "nonstop-notifies-in-allstop", "NONSTOP-033", "%Stop in all-stop mode") \
    X(NONSTOP_QUEUE_INHERITED, "nonstop-queue-inherited", "NONSTOP-034", "the next connection inherits the queue") \
    X(NONSTOP_AGAIN_CLEARS, "nonstop-again-clears", "NONSTOP-035", "a second QNonStop:1 forgets what waits") \
    X(NONSTOP_STOP_NOT_LISTED, "nonstop-stop-not-listed", "NONSTOP-043", "vCont? does not list t") \
    X(NONSTOP_REPLY_POSTPONED, "nonstop-reply-postponed", "NONSTOP-007", "a resume in non-stop is not answered") \
    X(NONSTOP_HALTS_TOLD, "nonstop-halts-told", "NONSTOP-005", "the stops of QNonStop:0 are announced") \
    X(NONSTOP_TWICE_IN_SEQUENCE, "nonstop-twice-in-sequence", "NONSTOP-014", "a stop during the sequence is announced and queued") \
    X(NONSTOP_ANY_REQUEST_POPS, "nonstop-any-request-pops", "NONSTOP-017", "qC is answered by the next stop of the queue") \
    X(NONSTOP_IN_A_PACKET, "nonstop-in-a-packet", "NONSTOP-018", "a notification is sent inside a packet") \
    X(NONSTOP_IDLE_CLOSES, "nonstop-idle-closes", "NONSTOP-020", "vStopped for nothing ends the connection") \
    X(NONSTOP_RUNNING_IS_EXITED, "nonstop-running-is-exited", "NONSTOP-024", "? is answered W00 while all threads run") \
    X(NONSTOP_ASKED_AND_ANNOUNCED, "nonstop-asked-and-announced", "NONSTOP-025", "stops are announced during the sequence of ?") \
    X(NONSTOP_EXIT_CLOSES, "nonstop-exit-closes", "NONSTOP-027", "the end of the last process ends the connection at once") \
    X(NONSTOP_ENDS_WITH_FIRST, "nonstop-ends-with-first", "NONSTOP-041", "the end of one of several processes ends the connection") \
    X(NONSTOP_ONE_FOR_ALL, "nonstop-one-for-all", "NONSTOP-029", "vCont;t gives one stop for all threads") \
    X(NONSTOP_STALE_AFTER_KILL, "nonstop-stale-after-kill", "NONSTOP-031", "stops of a killed process are still told") \
    X(NONSTOP_SWBREAK_MISSING, "nonstop-swbreak-missing", "NONSTOP-032", "non-stop is offered without swbreak") \
    X(NONSTOP_OUTPUT_IN_STOPS, "nonstop-output-in-stops", "NONSTOP-036", "output is announced as %Stop") \
    X(NONSTOP_ONE_QUEUE, "nonstop-one-queue", "NONSTOP-037", "vStdio gives stops") \
    X(NONSTOP_OUTPUT_LOST, "nonstop-output-lost", "NONSTOP-038", "output that nobody fetched is lost at the end") \
    X(NONSTOP_RAW_PERCENT, "nonstop-raw-percent", "NONSTOP-042", "a notification holds a raw %") \
    /* multiprocess */ \
    X(MP_DECIMAL_PID, "mp-decimal-pid", "MP-001", "process ids in decimal") \
    X(MP_THREAD_IN_ANY_PROCESS, "mp-thread-in-any-process", "MP-007", "the process part of a thread id is not looked at") \
    X(MP_TID_ALONE, "mp-tid-alone", "MP-023", "a thread is looked up by its thread id alone, in the first process that has it") \
    X(MP_LIST_ONE_PROCESS, "mp-list-one-process", "MP-008", "only the selected process's threads are listed") \
    X(MP_QC_PLAIN, "mp-qc-plain", "MP-009", "qC lacks the process id") \
    X(MP_EXIT_WITHOUT_PROCESS, "mp-exit-without-process", "MP-010", "W and X do not name the process") \
    X(MP_DECIMAL_STATUS, "mp-decimal-status", "MP-012", "exit status in decimal") \
    X(MP_DETACHES_ALL, "mp-detaches-all", "MP-013", "D;pid detaches every process") \
    X(MP_KILLS_ALL, "mp-kills-all", "MP-016", "vKill kills every process") \
    X(MP_ONLY_SELECT_EXTENDED, "mp-only-select-extended", "MP-002", "T does not know extended ids") \
    X(MP_ANY_OF_PROCESS_REFUSED, "mp-any-of-process-refused", "MP-003", "p<pid>.0 is searched for") \
    X(MP_ALL_IS_ANYBODY, "mp-all-is-anybody", "MP-004", "Hg with p<pid>.-1 keeps a thread of another process and says OK") \
    X(MP_ONE_OF_ALL_FOUND, "mp-one-of-all-found", "MP-005", "p-1 with a single thread means the first process that has it") \
    X(MP_ZERO_REFUSED, "mp-zero-refused", "MP-006", "p0.0 is refused") \
    X(MP_ALL_FORGOTTEN, "mp-all-forgotten", "MP-011", "the end of one process forgets all") \
    X(MP_DETACHES_CURRENT, "mp-detaches-current", "MP-014", "D with an unknown process detaches the selected one") \
    X(MP_DETACHES_ONE, "mp-detaches-one", "MP-015", "D detaches one process of several") \
    X(MP_WANTS_P, "mp-wants-p", "MP-017", "D wants a p before the process id") \
    X(MP_ATTACHED_OF_CURRENT, "mp-attached-of-current", "MP-018", "qAttached answers for the selected process") \
    X(MP_OBJECTS_SHARED, "mp-objects-shared", "MP-019", "objects of one process are given for another") \
    X(MP_OTHERS_RESUMED, "mp-others-resumed", "MP-020", "a resume of one process resumes all") \
    X(MP_TWO_REPLIES, "mp-two-replies", "MP-021", "a resume of several processes gives two stop replies") \
    X(MP_EXTENDED_ON_SIGHT, "mp-extended-on-sight", "MP-022", "an extended id in a request switches to extended ids") \
    X(MP_ANNEX_DECIMAL, "mp-annex-decimal", "MP-024", "the process of an annex is read as decimal") \
    X(MP_GENERAL_RESUMED, "mp-general-resumed", "MP-025", "c resumes the process of Hg, whatever Hc said") \
    X(MP_DANGLING, "mp-dangling", "MP-026", "after the selected process is gone another is used") \
    X(MP_SECOND_DROPS_FIRST, "mp-second-drops-first", "MP-027", "a second process takes the place of the first") \
    /* fork, vfork, exec */ \
    X(FORK_THREAD_IS_CHILD, "fork-thread-is-child", "FORK-001", "the child is named where the parent belongs") \
    X(FORK_TOLD_UNASKED, "fork-told-unasked", "FORK-005", "a client that sends no qSupported is told of forks") \
    X(FORK_EXEC_PLAIN_PATH, "fork-exec-plain-path", "FORK-004", "the exec path is plain text") \
    X(FORK_WITHOUT_MULTIPROCESS, "fork-without-multiprocess", "FORK-011", "forks are reported without multiprocess") \
    X(FORK_CHILD_RUNS, "fork-child-runs", "FORK-002", "the child of a fork runs when it is told") \
    X(FORK_DONE_UNTOLD, "fork-done-untold", "FORK-003", "vforkdone is not told") \
    X(FORK_CHILD_LEFT_STOPPED, "fork-child-left-stopped", "FORK-005", "a child that nobody follows stays stopped") \
    X(FORK_TRAPS_IN_CHILD, "fork-traps-in-child", "FORK-006", "a child that nobody follows keeps the traps of its parent") \
    X(FORK_CHILD_DETACHED_STOPPED, "fork-child-detached-stopped", "FORK-007", "a child that is detached stays stopped") \
    X(FORK_PARENT_FREES_CHILD, "fork-parent-frees-child", "FORK-008", "detaching the parent detaches the child") \
    X(FORK_REMOVES_IN_PARENT, "fork-removes-in-parent", "FORK-009", "z0 in the child removes the breakpoint of the parent too") \
    X(FORK_CHILD_RESUMED, "fork-child-resumed", "FORK-010", "a resume of the parent resumes the child") \
    X(FORK_ORPHAN_STUCK, "fork-orphan-stuck", "FORK-012", "the child of a parent that was killed can not be resumed") \
    X(FORK_STALE_OBJECTS, "fork-stale-objects", "FORK-013", "exec-file is the old program after an exec") \
    X(FORK_STOPS_EVERYTHING, "fork-stops-everything", "FORK-014", "a fork in non-stop stops the other threads") \
    X(FORK_REINSERT_IGNORED, "fork-reinsert-ignored", "FORK-015", "a breakpoint inserted again after a vfork is not in memory") \
    X(FORK_EXEC_OLD_THREAD, "fork-exec-old-thread", "FORK-016", "an exec names a thread that it has ended") \
    /* kill and detach */ \
    X(KILL_RUNS_ON, "kill-runs-on", "KILL-001", "k kills nothing") \
    X(KILL_ENDS_EXTENDED, "kill-ends-extended", "KILL-003", "k ends the session in extended mode") \
    X(KILL_ANY_PID_OK, "kill-any-pid-ok", "KILL-004", "vKill is answered OK for any pid") \
    X(KILL_EXIT_TOO, "kill-exit-too", "KILL-006", "vKill is followed by an exit reply") \
    X(KILL_GOES_DEAF, "kill-goes-deaf", "KILL-002", "after k every packet is refused") \
    X(KILL_DECIMAL_PID, "kill-decimal-pid", "KILL-005", "the process id of vKill is read as decimal") \
    X(KILL_RUNNING_REFUSED, "kill-running-refused", "KILL-008", "a running process cannot be killed") \
    X(KILL_MALFORMED_IS_ALL, "kill-malformed-is-all", "KILL-009", "vKill without a process id kills all") \
    X(DET_STAYS_STOPPED, "det-stays-stopped", "DET-001", "a detached process stays stopped") \
    X(DET_SIGNAL_LOST, "det-signal-lost", "DET-002", "the signal of a stop is lost at detach") \
    X(DET_ENDS_EXTENDED, "det-ends-extended", "DET-003", "D ends the session in extended mode") \
    X(DET_STOPPED_RUNS, "det-stopped-runs", "DET-005", "D1 lets the process run") \
    X(DET_TRAPS_LEFT, "det-traps-left", "DET-006", "breakpoints stay when the link is lost") \
    X(DET_NOTHING_CLOSES, "det-nothing-closes", "DET-004", "D without a process ends the session") \
    /* extended mode and launch */ \
    X(EXT_WORDS_UNQUOTED, "ext-words-unquoted", "EXT-017", "quotes in a single argument are plain characters") \
    X(EXT_UNSET_PREFIX, "ext-unset-prefix", "EXT-011", "QEnvironmentUnset takes away each name that begins so") \
    X(EXT_RESTART_OK, "ext-restart-ok", "EXT-002", "R is answered OK") \
    X(EXT_RESTART_WITHOUT, "ext-restart-without", "EXT-003", "R restarts outside extended mode") \
    X(EXT_RUN_FAILURE_AS_EXIT, "ext-run-failure-as-exit", "EXT-006", "a program that cannot be started is reported as exited") \
    X(EXT_ENVIRONMENT_STAYS, "ext-environment-stays", "EXT-011", "QEnvironmentReset resets nothing") \
    X(EXT_SHELL_ANY_VALUE, "ext-shell-any-value", "EXT-014", "QStartupWithShell takes any value") \
    X(EXT_ATTACHED_INVERTED, "ext-attached-inverted", "EXT-015", "qAttached answers the opposite") \
    X(EXT_ARGS_UNTERMINATED, "ext-args-unterminated", "EXT-016", "qExecAndArgs lacks its last semicolon") \
    X(EXT_MODE_UNKNOWN, "ext-mode-unknown", "EXT-001", "! is answered empty") \
    X(EXT_ARGUMENTS_JOINED, "ext-arguments-joined", "EXT-004", "arguments are split again at blanks") \
    X(EXT_RERUN_REFUSED, "ext-rerun-refused", "EXT-005", "vRun without a name is an error") \
    X(EXT_BAD_ARGUMENT_SKIPPED, "ext-bad-argument-skipped", "EXT-007", "arguments of vRun that are no hex are skipped") \
    X(EXT_DECIMAL_ATTACH, "ext-decimal-attach", "EXT-008", "the process id of vAttach is read as decimal") \
    X(EXT_ATTACH_ANYTHING, "ext-attach-anything", "EXT-009", "vAttach to nothing is answered OK") \
    X(EXT_RANDOMIZATION_ONCE, "ext-randomization-once", "EXT-010", "QDisableRandomization counts for one start only") \
    X(EXT_VARIABLE_UNCHECKED, "ext-variable-unchecked", "EXT-012", "a variable without = is accepted") \
    X(EXT_DIRECTORY_STAYS, "ext-directory-stays", "EXT-013", "an empty working directory resets nothing") \
    X(EXT_SINGLE_ARGUMENT_LISTED, "ext-single-argument-listed", "EXT-017", "single-inf-arg is listed for every client") \
    /* signals */ \
    X(SIG_PASS_IGNORED, "sig-pass-ignored", "SIG-001", "QPassSignals is ignored") \
    X(SIG_LISTS_ACCUMULATE, "sig-lists-accumulate", "SIG-002", "lists of signals add up") \
    X(SIG_DECIMAL_LIST, "sig-decimal-list", "SIG-003", "the numbers of the list are read as decimal") \
    X(SIG_FORWARDED, "sig-forwarded", "SIG-007", "a signal is delivered though the client resumed without") \
    X(SIG_PROGRAM_FILTERS, "sig-program-filters", "SIG-004", "QProgramSignals keeps back what C delivers") \
    X(SIG_CATCH_OUTLIVES, "sig-catch-outlives", "SIG-010", "system calls are caught for the next connection, too") \
    X(SIG_CATCH_ADDS_UP, "sig-catch-adds-up", "SIG-005", "lists of system calls add up") \
    X(SIG_FIRST_OF_LIST, "sig-first-of-list", "SIG-008", "of the signals of one vCont only the first is delivered") \
    X(SIG_LOST_BEHIND_EVENT, "sig-lost-behind-event", "SIG-008", "a signal is lost where the resume is answered by an event that waited") \
    X(SIG_STOPS_FOR_EVER, "sig-stops-for-ever", "SIG-009", "a stop signal stops again each time it is given") \
    X(SIG_DELIVERED_AGAIN, "sig-delivered-again", "SIG-006", "a signal given once is delivered at each later resume") \
    /* robustness */ \
    X(ROBUST_OLD_BYTES_KEPT, "robust-old-bytes-kept", "ROBUST-007", "half a packet of the last connection stays") \
    X(ROBUST_CRC_AS_CURRENT, "robust-crc-as-current", "ROBUST-019", "qCRC is answered as qC") \
    X(ROBUST_ONLY_STOPS_DEAF, "robust-only-stops-deaf", "ROBUST-024", "vCont with nothing but t waits for ever") \
    X(ROBUST_TOO_LONG_OUT_OF_STEP, "robust-too-long-out-of-step", "ROBUST-001", "a packet that is too long takes the next one with it") \
    X(ROBUST_CUT_SHORT_SILENT, "robust-cut-short-silent", "ROBUST-002", "a request that ends in a separator gets no reply") \
    X(ROBUST_CONTROL_BYTE_CLOSES, "robust-control-byte-closes", "ROBUST-003", "a request that begins with a control character ends the session") \
    X(ROBUST_NUL_SILENT, "robust-nul-silent", "ROBUST-004", "a request with a NUL or a high byte gets no reply") \
    X(ROBUST_NUMBER_WRAPS, "robust-number-wraps", "ROBUST-005", "digits beyond 64 bits are dropped") \
    X(ROBUST_STILL_WAITING, "robust-still-waiting", "ROBUST-006", "a connection lost while the program ran leaves the next one unheard") \
    X(ROBUST_ONE_CONNECTION, "robust-one-connection", "ROBUST-017", "the second connection is closed at once") \
    X(ROBUST_REPLIES_LOST, "robust-replies-lost", "ROBUST-008", "replies beyond 4 KiB of output are lost") \
    X(ROBUST_SILENT_WITHOUT_PROCESS, "robust-silent-without-process", "ROBUST-009", "requests that need a process get no reply without one") \
    X(ROBUST_ANSWERS_WHILE_RUNNING, "robust-answers-while-running", "ROBUST-010", "requests are answered while the program runs") \
    X(ROBUST_DEEP_JSON_CLOSES, "robust-deep-json-closes", "ROBUST-011", "deeply nested JSON ends the session") \
    X(ROBUST_HALF_BYTE, "robust-half-byte", "ROBUST-012", "half a byte at the end of hex data is dropped") \
    X(ROBUST_BREAKPOINT_TABLE, "robust-breakpoint-table", "ROBUST-013", "while there are more than a hundred breakpoints none is really removed") \
    X(ROBUST_NEWEST_ANSWERED, "robust-newest-answered", "ROBUST-014", "replies go to whoever connected last") \
    X(ROBUST_KILLED_UNSEEN, "robust-killed-unseen", "ROBUST-015", "a death by SIGKILL is not reported") \
    X(ROBUST_STALE_INFORMATION, "robust-stale-information", "ROBUST-016", "qThreadExtraInfo and jThreadExtendedInfo of no thread tell of the first one") \
    X(ROBUST_STALE_THREAD, "robust-stale-thread", "ROBUST-016", "threads that have ended are still alive") \
    X(ROBUST_STARTS_ADD_UP, "robust-starts-add-up", "ROBUST-017", "no more than 64 programs are started, though the others have ended") \
    X(ROBUST_DESCRIPTORS_LEFT, "robust-descriptors-left", "ROBUST-017", "file descriptors stay open when the connection ends") \
    X(ROBUST_INTERRUPTS_COUNTED, "robust-interrupts-counted", "ROBUST-018", "from the hundredth on every 0x03 gives a stop reply") \
    X(ROBUST_MALFORMED_REFUSED, "robust-malformed-refused", "ROBUST-020", "a malformed request is refused with -") \
    X(ROBUST_UNMAPPED_SILENT, "robust-unmapped-silent", "ROBUST-021", "a read of unmapped memory is never answered") \
    X(ROBUST_ANNEX_IS_PATH, "robust-annex-is-path", "ROBUST-022", "an annex that begins with / reads that file") \
    X(ROBUST_FIRST_BREAKPOINT_CLOSES, "robust-first-breakpoint-closes", "ROBUST-023", "Z0 as first packet ends the session") \
    X(ROBUST_REST_OF_LIST_CLOSES, "robust-rest-of-list-closes", "ROBUST-023", "qsThreadInfo as first packet ends the session") \
    X(ROBUST_LONG_WATCH_SILENT, "robust-long-watch-silent", "ROBUST-021", "a watchpoint of two gigabytes or more is never answered") \
    /* registers */ \
    X(REG_NO_PC, "reg-no-pc", "REG-015", "g ends before the program counter") \
    X(REG_BIG_ENDIAN, "reg-big-endian", "REG-001", "g prints registers most significant byte first") \
    X(REG_G_SHIFTED, "reg-g-shifted", "REG-002", "G writes every register one further") \
    X(REG_G_FIRST_ONLY, "reg-g-first-only", "REG-003", "G writes the first eight registers only") \
    X(REG_P_DECIMAL, "reg-p-decimal", "REG-004", "the number of p is read as decimal") \
    X(REG_P_SILENT, "reg-p-silent", "REG-004", "p never sends its answer (pcsx-redux#1952)") \
    X(REG_P_SWAPPED, "reg-p-swapped", "REG-005", "P takes its value most significant byte first") \
    X(REG_P_ONE_DIGIT, "reg-p-one-digit", "REG-005", "the number of P has one digit (zephyr#97796)") \
    X(REG_INDEX_MASKED, "reg-index-masked", "REG-006", "p of an unknown register gives another one") \
    X(REG_SIGNED_INDEX, "reg-signed-index", "REG-006", "p of a number with its highest bit set ends the session") \
    X(REG_SHORT_ACCEPTED, "reg-short-accepted", "REG-008", "a short G zero-fills what is missing") \
    X(REG_FIRST_THREAD, "reg-first-thread", "REG-009", "P writes to the first thread whatever Hg selected") \
    X(REG_UNAVAILABLE_DROPPED, "reg-unavailable-dropped", "REG-007", "g leaves a register out and the others move up") \
    X(REG_WRITES_CACHED, "reg-writes-cached", "REG-010", "writes change only what is read back, not the thread") \
    X(REG_STALE, "reg-stale", "REG-011", "reads give what was read first, also after running") \
    X(REG_DECIMAL_NUMBERS, "reg-decimal-numbers", "REG-012", "registers in a stop reply are numbered in decimal") \
    X(REG_NUMBERED_ANEW, "reg-numbered-anew", "REG-013", "numbers of pc and behind begin again at 0 in p and P") \
    X(REG_WITHOUT_BYTES, "reg-without-bytes", "REG-016", "stops have a register without bytes for every debugger") \
    X(REG_WAITS, "reg-waits", "REG-014", "g and p of a running thread wait for it to stop") \
    /* memory */ \
    X(MEM_DECIMAL_LENGTH, "mem-decimal-length", "MEM-001", "length of m read as decimal") \
    X(MEM_ALIGNED, "mem-aligned", "MEM-002", "m reads from the aligned address below") \
    X(MEM_ZERO_FILLED, "mem-zero-filled", "MEM-003", "unmapped memory reads as zeros") \
    X(MEM_TAIL_PADDED, "mem-tail-padded", "MEM-004", "what is unreadable behind a readable start is padded with zeros") \
    X(MEM_ZERO_LENGTH_SILENT, "mem-zero-length-silent", "MEM-005", "m of length 0 has no reply") \
    X(MEM_WRITE_BLIND, "mem-write-blind", "MEM-006", "M answers OK without writing") \
    X(MEM_HALF_WRITTEN, "mem-half-written", "MEM-006", "M writes half of its data (riscv-vp-plusplus#16)") \
    X(MEM_PARTIAL_OK, "mem-partial-ok", "MEM-007", "M answers OK when only the start could be written") \
    X(MEM_SHORT_DATA, "mem-short-data", "MEM-008", "M with too little data writes zeros for the rest") \
    X(MEM_ZERO_WRITE_SILENT, "mem-zero-write-silent", "MEM-009", "M of length 0 has no reply") \
    X(MEM_X_CUT_AT_NUL, "mem-x-cut-at-nul", "MEM-010", "the data of X ends at its first NUL") \
    X(MEM_X_LENGTH_UNCHECKED, "mem-x-length-unchecked", "MEM-011", "X with too little data writes zeros for the rest") \
    X(MEM_X_RAW, "mem-x-raw", "MEM-010", "the data of X is written as it was transmitted (wishbone-utils#44)") \
    X(MEM_X_SPLIT, "mem-x-split", "MEM-010", "the data of X ends at its first comma or colon (gdbstub#121)") \
    X(MEM_X_END_OF_TRANSMISSION, "mem-x-end-of-transmission", "MEM-010", "a byte 04 in a packet ends the session (blackmagic#1581)") \
    X(MEM_TRAP_VISIBLE, "mem-trap-visible", "MEM-012", "m shows the trap of a software breakpoint") \
    X(MEM_OLD_BYTES_RESTORED, "mem-old-bytes-restored", "MEM-013", "z0 writes back the bytes that were there at Z0") \
    X(MEM_WRITE_TAKES_TRAP, "mem-write-takes-trap", "MEM-021", "a write over a breakpoint takes it away") \
    X(MEM_WRAPS, "mem-wraps", "MEM-014", "a range that wraps reads as zeros") \
    X(MEM_HUGE_DIES, "mem-huge-dies", "MEM-015", "a huge length of m ends the stub") \
    X(MEM_MISSING_LENGTH, "mem-missing-length", "MEM-016", "m without a length reads one byte") \
    X(MEM_FIRST_PROCESS, "mem-first-process", "MEM-017", "memory is always that of the first process") \
    X(MEM_CAPPED, "mem-capped", "MEM-018", "m gives 64 bytes at most") \
    X(MEM_LONG_REFUSED, "mem-long-refused", "MEM-022", "m of more than 64 bytes is refused (mborgerson/gdbstub)") \
    X(MEM_CRC_REFLECTED, "mem-crc-reflected", "MEM-019", "qCRC answers the reflected CRC") \
    X(MEM_CRC_ONE_PAGE, "mem-crc-one-page", "MEM-019", "qCRC takes at most 4096 bytes") \
    X(MEM_SEARCH_OVERLAP, "mem-search-overlap", "MEM-020", "qSearch misses a match that begins inside a failed one") \
    X(MEM_SEARCH_UNREADABLE, "mem-search-unreadable", "MEM-020", "a search in memory that can not be read finds nothing, without an error") \
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
    X(MMR_BARE_NAME_OK, "mmr-bare-name-ok", "MMR-019", "the bare name is answered OK, as a write") \
    X(MMR_SWALLOWS_WRITES, "mmr-swallows-writes", "MMR-020", "every packet that begins with M goes to MultiMemRead") \
    X(MMR_WRAPS, "mmr-wraps", "MMR-021", "a range that wraps goes on at address 0") \
    X(MMR_HUGE_DIES, "mmr-huge-dies", "MMR-022", "a huge length ends the stub") \
    X(MMR_COUNTS_PROMISE_MORE, "mmr-counts-promise-more", "MMR-023", "an over-long reply is cut but its counts are not") \
    X(MMR_BAD_NUMBER_IS_ZERO, "mmr-bad-number-is-zero", "MMR-024", "a number that is none reads as 0") \
    X(MMR_COMMA_IS_A_RANGE, "mmr-comma-is-a-range", "MMR-025", "a comma in front of `;` adds a count of 0") \
    X(MMR_NO_PROCESS_DIES, "mmr-no-process-dies", "MMR-026", "without a process the packet ends the stub") \
    X(MMR_UNKNOWN_IS_WRITE, "mmr-unknown-is-write", "MMR-027", "not announced, the packet is taken for a write and refused") \
    X(MMR_TRAP_VISIBLE, "mmr-trap-visible", "MMR-028", "data shows the traps of software breakpoints") \
    X(MMR_FIRST_PROCESS, "mmr-first-process", "MMR-029", "data is always that of the first process") \
    X(MMR_RFC_COMMAS, "mmr-rfc-commas", "MMR-RFC-001", "the RFC form wants commas between ranges") \
    X(MMR_RFC_COUNTS_FIRST, "mmr-rfc-counts-first", "MMR-RFC-002", "the RFC form puts all counts first") \
    X(MMR_RFC_OMITS_FAILED, "mmr-rfc-omits-failed", "MMR-RFC-003", "the RFC form leaves unreadable ranges out") \
    X(MMR_RFC_REQUESTED_COUNTS, "mmr-rfc-requested-counts", "MMR-RFC-004", "the RFC form reports requested lengths") \
    X(MMR_RFC_RAW, "mmr-rfc-raw", "MMR-RFC-005", "the RFC form does not escape its data") \
    X(MMR_RFC_FAILS_AS_A_WHOLE, "mmr-rfc-fails-as-a-whole", "MMR-RFC-007", "in the RFC form one unreadable range is E08") \
    X(MMR_RFC_NO_0X, "mmr-rfc-no-0x", "MMR-RFC-008", "in the RFC form an address with 0x is 0") \
    X(MMR_RFC_CLOSED_EARLY, "mmr-rfc-closed-early", "MMR-RFC-009", "the closing `;` stands in front of the data of the last range") \
    X(MMR_RFC_ZERO_LENGTH_REFUSED, "mmr-rfc-zero-length-refused", "MMR-RFC-010", "in the RFC form a range of length 0 is an error") \
    X(MMR_RFC_DECIMAL, "mmr-rfc-decimal", "MMR-RFC-011", "the RFC form prints counts in decimal") \
    X(MMR_RFC_STOPS, "mmr-rfc-stops", "MMR-RFC-012", "the RFC form stops at the first range that fails") \
    X(MMR_RFC_GUESSED, "mmr-rfc-guessed", "MMR-RFC-013", "a single range is answered in the shipped form") \
    X(MMR_RFC_TEXT_IGNORED, "mmr-rfc-text-ignored", "MMR-RFC-014", "the shipped form reads only the first range of a request in the RFC form") \
    /* binary memory */ \
    X(XB_NO_MARKER, "xb-no-marker", "XB-001", "x answers without `b`") \
    X(XB_LOOKS_LIKE_ERROR, "xb-looks-like-error", "XB-002", "the mark is left out in front of data that begins with E") \
    X(XB_OTHER_DIALECT, "xb-other-dialect", "XB-004", "binary-upload is announced and LLDB's form is spoken") \
    X(XB_ZERO_LENGTH_EMPTY, "xb-zero-length-empty", "XB-003", "x of length 0 is answered empty") \
    X(XB_PROBE_REFUSED, "xb-probe-refused", "XB-005", "in LLDB's form x0,0 is an error") \
    X(XB_CUT_IN_A_PAIR, "xb-cut-in-a-pair", "XB-006", "an over-long x reply ends in a lone 0x7d") \
    X(XB_TRAP_VISIBLE, "xb-trap-visible", "XB-007", "x shows the trap of a software breakpoint") \
    /* breakpoints */ \
    X(BRK_PC_BEHIND, "brk-pc-behind", "BRK-001", "pc is left behind the trap") \
    X(BRK_STOPS_ONCE, "brk-stops-once", "BRK-001", "a software breakpoint stops the program once") \
    X(BRK_REMOVED_ON_PAPER, "brk-removed-on-paper", "BRK-002", "z0 leaves the trap in memory") \
    X(BRK_HARDWARE_E01, "brk-hardware-e01", "BRK-003", "hardware breakpoints are not supported, and answered E01") \
    X(BRK_UNKNOWN_TYPE_E01, "brk-unknown-type-e01", "BRK-003", "an unknown type is answered E01") \
    X(BRK_NO_Z4, "brk-no-z4", "BRK-004", "Z4 works and z4 is answered empty") \
    X(BRK_COUNTED, "brk-counted", "BRK-005", "two Z0 need two z0") \
    X(BRK_ABSENT_WRITES, "brk-absent-writes", "BRK-006", "z0 of no breakpoint overwrites the code") \
    X(BRK_BAD_ADDRESS_OK, "brk-bad-address-ok", "BRK-007", "Z0 where nothing is mapped is answered OK") \
    X(BRK_KIND_IGNORED, "brk-kind-ignored", "BRK-008", "four bytes are overwritten whatever the kind") \
    X(BRK_HARDWARE_IN_MEMORY, "brk-hardware-in-memory", "BRK-009", "a hardware breakpoint is planted in memory") \
    X(BRK_WATCH_CODE_ADDRESS, "brk-watch-code-address", "BRK-019", "a watchpoint tells the address of the instruction") \
    X(BRK_WATCH_ONLY, "brk-watch-only", "BRK-011", "every watchpoint is reported as watch") \
    X(BRK_FULL_IS_EMPTY, "brk-full-is-empty", "BRK-012", "hardware used up is answered empty") \
    X(BRK_STEP_STUCK, "brk-step-stuck", "BRK-013", "a step from a removed breakpoint does not move") \
    X(BRK_WATCH_FIRST_BYTE, "brk-watch-first-byte", "BRK-010", "Z2 watches the first byte of its range alone") \
    X(BRK_WATCH_NO_STOP, "brk-watch-no-stop", "BRK-010", "Z2 is answered OK, and no write stops the program") \
    X(BRK_ONE_THREAD, "brk-one-thread", "BRK-014", "only the selected thread hits breakpoints") \
    X(BRK_DETACH_LEAVES_TRAPS, "brk-detach-leaves-traps", "BRK-015", "traps stay in the memory of a process that is let go") \
    X(BRK_KIND_MISSING, "brk-kind-missing", "BRK-016", "Z0 without a kind inserts") \
    X(BRK_FIRST_PROCESS, "brk-first-process", "BRK-017", "breakpoints go to the first process") \
    X(BRK_CONDITIONS_KEPT, "brk-conditions-kept", "BRK-018", "a repeated Z0 adds its conditions to the old ones") \
    X(BRK_REMOVES_LOWEST, "brk-removes-lowest", "BRK-020", "z0 removes the breakpoint with the lowest address") \
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
    X(COND_EXT_WIDE, "cond-ext-wide", "COND-010", "ext of 33 to 63 bits changes nothing") \
    X(COND_PRINTF_NO_WIDTH, "cond-printf-no-width", "COND-022", "printf ignores widths") \
    X(COND_EXT_BEYOND, "cond-ext-beyond", "COND-010", "ext and zero_ext of more than 64 bits give 0") \
    X(COND_EXT_64, "cond-ext-64", "COND-010", "ext 64 gives 0") \
    X(COND_OPERANDS_SWAPPED, "cond-operands-swapped", "COND-011", "binary operators take left for right") \
    X(COND_SIGNED_AS_UNSIGNED, "cond-signed-as-unsigned", "COND-012", "signed operators calculate unsigned") \
    X(COND_JUMP_RELATIVE, "cond-jump-relative", "COND-013", "jumps count from the next instruction") \
    X(COND_ROT_DIRECTION, "cond-rot-direction", "COND-014", "rot turns the other way") \
    X(COND_END_IGNORED, "cond-end-ignored", "COND-015", "evaluation goes on behind end") \
    X(COND_UNDERFLOW_ZERO, "cond-underflow-zero", "COND-016", "an empty stack gives zeros") \
    X(COND_ENDLESS_IS_FALSE, "cond-endless-is-false", "COND-017", "an expression that does not end counts as false") \
    X(COND_LENGTH_UNCHECKED, "cond-length-unchecked", "COND-018", "a list that is malformed is accepted and never true") \
    X(COND_COMMANDS_IGNORED, "cond-commands-ignored", "COND-019", "commands are dropped and the stop is reported") \
    X(COND_COMMANDS_FIRST, "cond-commands-first", "COND-020", "commands run before the condition is tested") \
    X(COND_PERSIST_INVERTED, "cond-persist-inverted", "COND-021", "the persist flag means its opposite") \
    X(COND_PRINTF_LENGTH, "cond-printf-length", "COND-022", "the length of a printf format is taken without its NUL") \
    X(COND_STALE, "cond-stale", "COND-023", "a new Z0 takes over the conditions of the one removed") \
    X(COND_DROPPED, "cond-dropped", "COND-024", "without the feature the list is accepted and the breakpoint never stops") \
    X(COND_SKIPS_INSTRUCTION, "cond-skips-instruction", "COND-025", "after a false condition the instruction is skipped") \
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
    X(MBP_MISSING_KEY_DIES, "mbp-missing-key-dies", "MBP-012", "a body without the list ends the stub") \
    X(MBP_NUMBER_IS_OK, "mbp-number-is-ok", "MBP-013", "an element that is no string is OK") \
    X(MBP_ANYTHING_REMOVES, "mbp-anything-removes", "MBP-014", "a request that is none counts as a removal") \
    X(MBP_SPLIT_AT_SEMICOLON, "mbp-split-at-semicolon", "MBP-015", "a request is cut at its first `;`") \
    X(MBP_OWN_TABLE, "mbp-own-table", "MBP-016", "z0 does not know what a batch inserted") \
    X(MBP_NO_WATCHPOINTS, "mbp-no-watchpoints", "MBP-017", "types 2 to 4 are refused") \
    X(MBP_UNKNOWN_IS_E01, "mbp-unknown-is-e01", "MBP-018", "not announced, jMultiBreakpoint is answered E01") \
    X(MBP_CUT, "mbp-cut", "MBP-019", "at most 64 requests are done") \
    X(MBP_RAW_STRINGS, "mbp-raw-strings", "MBP-020", "JSON escapes in a request are not decoded") \
    X(MBP_FIRST_KEY, "mbp-first-key", "MBP-021", "the first key must be the list") \
    X(MBP_NO_PROCESS_DIES, "mbp-no-process-dies", "MBP-023", "without a process the packet ends the stub") \
    X(MBP_TYPE_DIES, "mbp-type-dies", "MBP-024", "a type that there is not ends the stub") \
    X(MBP_RFC_JSON, "mbp-rfc-json", "MBP-RFC-001", "the RFC form is answered in JSON") \
    X(MBP_RFC_TRAILING, "mbp-rfc-trailing", "MBP-RFC-002", "the reply ends in `;`") \
    X(MBP_RFC_STOPS, "mbp-rfc-stops", "MBP-RFC-003", "the RFC form stops at the first error") \
    X(MBP_RFC_BACKWARDS, "mbp-rfc-backwards", "MBP-RFC-004", "requests are done from the last to the first") \
    X(MBP_RFC_SPLITS_LISTS, "mbp-rfc-splits-lists", "MBP-RFC-005", "every `;` starts a new request") \
    X(MBP_RFC_COMMANDS_APART, "mbp-rfc-commands-apart", "MBP-RFC-006", "`cmds` is taken for a request of its own") \
    X(MBP_RFC_WATCH_CONDITION, "mbp-rfc-watch-condition", "MBP-RFC-007", "a condition on a watchpoint is dropped") \
    X(MBP_RFC_EMPTY_ELEMENT, "mbp-rfc-empty-element", "MBP-RFC-008", "an unsupported type is an empty element") \
    X(MBP_RFC_ERROR_TEXT, "mbp-rfc-error-text", "MBP-RFC-009", "errors are text with a `;`") \
    X(MBP_RFC_EMPTY_OK, "mbp-rfc-empty-ok", "MBP-RFC-010", "an empty list is answered OK") \
    X(MBP_RFC_EMPTY_DIES, "mbp-rfc-empty-dies", "MBP-RFC-011", "an empty request ends the stub") \
    X(MBP_RFC_ONLY, "mbp-rfc-only", "MBP-RFC-012", "jMultiBreakpoint is announced and only the RFC's form works") \
    X(MBP_RFC_UNKNOWN_IS_WRITE, "mbp-rfc-unknown-is-write", "MBP-RFC-013", "not announced, MultiBreakpoint is taken for a write and refused") \
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
    X(XFER_OFFSET_IGNORED, "xfer-offset-ignored", "XFER-001", "every window is cut from the start") \
    X(XFER_ANNEX_STRAY, "xfer-annex-stray", "XFER-009", "an unknown annex is answered by two stray bytes") \
    X(XFER_MALFORMED_SILENT, "xfer-malformed-silent", "XFER-010", "a request without its fields gets no reply") \
    X(XFER_REGISTER_MISSING, "xfer-register-missing", "XFER-013", "the description leaves out a register that g has") \
    X(XFER_LIBRARY_EMPTY, "xfer-library-empty", "XFER-015", "a library without segment") \
    X(XFER_SVR4_INCOMPLETE, "xfer-svr4-incomplete", "XFER-016", "a library without l_ld") \
    X(XFER_OSDATA_SHORT, "xfer-osdata-short", "XFER-022", "the last item of each osdata table is missing") \
    X(XFER_SIGINFO_LEADER, "xfer-siginfo-leader", "XFER-017", "siginfo is that of the first thread") \
    /* host I/O */ \
    X(FILE_ERROR_FORM, "file-error-form", "HOSTIO-001", "a missing file is E02") \
    X(FILE_HOST_ERRNO, "file-host-errno", "HOSTIO-002", "ENAMETOOLONG is 36 as on Linux") \
    X(FILE_HOST_FLAGS, "file-host-flags", "HOSTIO-003", "open takes Linux's flags") \
    X(FILE_COUNT_ESCAPED, "file-count-escaped", "HOSTIO-005", "pread counts escaped bytes") \
    X(FILE_END_BARE, "file-end-bare", "HOSTIO-006", "pread at the end has no `;`") \
    X(FILE_APPEND_IGNORED, "file-append-ignored", "HOSTIO-003", "O_APPEND is ignored") \
    X(FILE_ALWAYS_EMPTIED, "file-always-emptied", "HOSTIO-003", "a file opened for writing is emptied, asked or not") \
    X(FILE_WRITE_APPENDS, "file-write-appends", "HOSTIO-008", "pwrite ignores the offset") \
    X(FILE_CLOSE_ZERO, "file-close-zero", "HOSTIO-009", "close of no descriptor is F0,9") \
    X(FILE_UNLINK_ZERO, "file-unlink-zero", "HOSTIO-011", "unlink always succeeds") \
    X(FILE_READLINK_EMPTY, "file-readlink-empty", "HOSTIO-012", "readlink of what is no link gives an empty target") \
    X(FILE_ERROR_BARE, "file-error-bare", "HOSTIO-001", "errors are F-1 without a number") \
    X(FILE_MD5_BYTES, "file-md5-bytes", "HOSTIO-021", "MD5 is sent byte by byte, not as two numbers") \
    X(FILE_READLINK_FOLLOWS, "file-readlink-follows", "HOSTIO-012", "readlink gives the content of the file linked to") \
    X(FILE_STAT_EMPTY, "file-stat-empty", "HOSTIO-014", "vFile:stat of a file that exists is answered empty") \
    X(FILE_STAT_LITTLE, "file-stat-little", "HOSTIO-013", "the stat block is little-endian") \
    X(FILE_LSTAT_FOLLOWS, "file-lstat-follows", "HOSTIO-014", "lstat follows links") \
    X(FILE_SETFS_OK, "file-setfs-ok", "HOSTIO-015", "setfs is answered OK") \
    X(FILE_UNKNOWN_9999, "file-unknown-9999", "HOSTIO-016", "an unknown operation is F-1,270f") \
    X(FILE_TWOS_COMPLEMENT, "file-twos-complement", "HOSTIO-018", "errors begin Fffffffff") \
    X(FILE_EXISTS_RESULT, "file-exists-result", "HOSTIO-021", "exists answers F1") \
    X(FILE_RAW_NAME, "file-raw-name", "HOSTIO-004", "file names are taken as text") \
    X(FILE_ZERO_WHEN_FULL, "file-zero-when-full", "HOSTIO-007", "a read whose data does not fit gives 0 bytes") \
    X(FILE_CLOSE_KILLS, "file-close-kills", "HOSTIO-010", "close of an unknown descriptor ends the session") \
    X(FILE_DECIMAL, "file-decimal", "HOSTIO-005", "results are decimal") \
    X(FILE_MISSING_IS_ZERO, "file-missing-is-zero", "HOSTIO-017", "missing fields count as 0") \
    X(FILE_WANTS_PROCESS, "file-wants-process", "HOSTIO-019", "vFile is an error without a process") \
    X(FILE_LONG_NAME_CLOSES, "file-long-name-closes", "HOSTIO-020", "a name longer than any path ends the session") \
    X(FILE_SYSTEM_KEPT, "file-system-kept", "HOSTIO-022", "the file system of setfs stays for the next session") \
    /* queries */ \
    X(QRY_PLAIN_TEXT, "qry-plain-text", "QRY-001", "the output of qRcmd is plain text") \
    X(QRY_ODD_HEX, "qry-odd-hex", "QRY-002", "half a byte of a command is dropped") \
    X(QRY_UNKNOWN_EMPTY, "qry-unknown-empty", "QRY-003", "an unknown monitor command is answered empty") \
    X(QRY_MONITOR_RESETS, "qry-monitor-resets", "QRY-011", "a monitor command removes all breakpoints") \
    X(QRY_LONG_COMMAND_CUT, "qry-long-command-cut", "QRY-012", "a monitor command of more than 64 bytes loses its end") \
    X(QRY_SYMBOL_FOREVER, "qry-symbol-forever", "QRY-004", "qSymbol asks for the same symbol again and again") \
    X(QRY_TLS_TWICE, "qry-tls-twice", "QRY-007", "qGetTLSAddr adds the offset twice") \
    X(QRY_SYMBOL_SWAPPED, "qry-symbol-swapped", "QRY-005", "name and value of qSymbol are taken for each other") \
    X(QRY_OFFSETS_EMPTY, "qry-offsets-empty", "QRY-006", "qOffsets is answered empty") \
    X(QRY_OFFSETS_DECIMAL, "qry-offsets-decimal", "QRY-006", "numbers of qOffsets are decimal") \
    X(QRY_OFFSETS_PREFIX, "qry-offsets-prefix", "QRY-006", "numbers of qOffsets have 0x") \
    /* tracing */ \
    X(TRACE_STATUS_EMPTY, "trace-status-empty", "TRACE-001", "qTStatus gets the empty reply although the other packets are there") \
    X(TRACE_REGISTERS_LIVE, "trace-registers-live", "TRACE-002", "in a frame the registers are those of the program as it is now") \
    X(TRACE_MALFORMED_OK, "trace-malformed-ok", "TRACE-003", "a malformed definition is answered OK") \
    X(TRACE_HIT_STOPS, "trace-hit-stops", "TRACE-004", "a hit of a tracepoint stops the program") \
    X(TRACE_ACTIONS_REPLACED, "trace-actions-replaced", "TRACE-005", "memory of all packets of actions but the last is not collected") \
    X(TRACE_CONDITION_DROPPED, "trace-condition-dropped", "TRACE-006", "conditions of tracepoints are ignored") \
    X(TRACE_PASS_COUNT_IGNORED, "trace-pass-count-ignored", "TRACE-007", "pass counts are ignored") \
    X(TRACE_STEPS_IGNORED, "trace-steps-ignored", "TRACE-008", "step counts are ignored") \
    X(TRACE_ENABLED_ANYWAY, "trace-enabled-anyway", "TRACE-009", "a tracepoint that is defined as disabled is enabled") \
    X(TRACE_DISABLE_IGNORED, "trace-disable-ignored", "TRACE-009", "QTDisable has no effect") \
    X(TRACE_MASK_IGNORED, "trace-mask-ignored", "TRACE-010", "all registers are collected, whatever the mask says") \
    X(TRACE_BASE_IGNORED, "trace-base-ignored", "TRACE-011", "the register in an M action is ignored") \
    X(TRACE_GAPS_LIVE, "trace-gaps-live", "TRACE-012", "in a frame memory that was not collected is read from the program") \
    X(TRACE_FRAME_WRITTEN, "trace-frame-written", "TRACE-013", "a write while a frame is selected goes to the program") \
    X(TRACE_SHORT_BY_ONE, "trace-short-by-one", "TRACE-014", "trace_quick and trace16 record a byte too few") \
    X(TRACE_STRING_WITHOUT_END, "trace-string-without-end", "TRACE-014", "tracenz leaves no room for the zero") \
    X(TRACE_SETV_IGNORED, "trace-setv-ignored", "TRACE-015", "setv has no effect") \
    X(TRACE_VALUE_LIVE, "trace-value-live", "TRACE-016", "in a frame qTV gives the value as it is now") \
    X(TRACE_NAME_PLAIN, "trace-name-plain", "TRACE-017", "names of variables are sent as they are") \
    X(TRACE_ACTIONS_UNSENT, "trace-actions-unsent", "TRACE-018", "the list of tracepoints ends at the first action") \
    X(TRACE_UPLOAD_GOES_ON, "trace-upload-goes-on", "TRACE-018", "qTfP goes on behind the actions that were sent before") \
    X(TRACE_KIND_LOST, "trace-kind-lost", "TRACE-017", "qTsV tells every variable as the user's") \
    X(TRACE_SOURCE_UNSENT, "trace-source-unsent", "TRACE-018", "QTDPsrc is answered OK and forgotten") \
    X(TRACE_HITS_DECIMAL, "trace-hits-decimal", "TRACE-019", "hits and usage are decimal") \
    X(TRACE_SEARCH_FROM_START, "trace-search-from-start", "TRACE-020", "each search for a frame begins at the first") \
    X(TRACE_SIZE_IGNORED, "trace-size-ignored", "TRACE-021", "QTBuffer:size is answered OK and ignored") \
    X(TRACE_CIRCULAR_IGNORED, "trace-circular-ignored", "TRACE-022", "QTBuffer:circular is answered OK and ignored") \
    X(TRACE_READ_ONLY_IGNORED, "trace-read-only-ignored", "TRACE-023", "QTro is answered OK and ignored") \
    X(TRACE_STOP_TEXT_PLAIN, "trace-stop-text-plain", "TRACE-024", "the text of a stop is not in hex") \
    X(TRACE_NOTES_LOST, "trace-notes-lost", "TRACE-024", "QTNotes is answered OK and ignored") \
    X(TRACE_INFO_WITHOUT_VARIABLES, "trace-info-without-variables", "TRACE-025", "the contents of a frame leave its variables out") \
    X(TRACE_DISCONNECTED_IGNORED, "trace-disconnected-ignored", "TRACE-026", "QTDisconnected is answered OK and ignored") \
    X(TRACE_RAW_HEADLESS, "trace-raw-headless", "TRACE-027", "frames are sent without their header") \
    X(TRACE_SAVE_NOTHING, "trace-save-nothing", "TRACE-028", "QTSave is answered OK and writes nothing") \
    X(TRACE_SAVE_WITHOUT_VARIABLES, "trace-save-without-variables", "TRACE-028", "the file of QTSave leaves the variables out") \
    X(TRACE_SAVE_WITHOUT_FRAMES, "trace-save-without-frames", "TRACE-028", "the file of QTSave leaves the frames out") \
    X(TRACE_STEPS_OF_ONE, "trace-steps-of-one", "TRACE-008", "while two tracepoints step the steps of one are recorded") \
    X(TRACE_STEPS_OUTLIVE_DETACH, "trace-steps-outlive-detach", "TRACE-008", "the steps of a tracepoint go on in a process that is attached to again") \
    X(TRACE_INIT_KEEPS, "trace-init-keeps", "TRACE-029", "QTinit is answered OK and forgets nothing") \
    X(TRACE_INIT_RUNS_ON, "trace-init-runs-on", "TRACE-029", "a trace runs on behind QTinit") \
    X(TRACE_MARKERS_ERROR, "trace-markers-error", "TRACE-030", "the list of static markers is an error where there are none") \
    X(TRACE_ERROR_IS_STOP, "trace-error-is-stop", "TRACE-031", "a trace that an expression has ended counts as stopped by the client") \
    X(TRACE_BREAKPOINT_TAKES, "trace-breakpoint-takes", "TRACE-032", "removing a breakpoint takes a tracepoint at its place away") \
    X(TRACE_SECOND_HIT, "trace-second-hit", "TRACE-032", "going on from a reported breakpoint is a second hit of a tracepoint there") \
    X(TRACE_FIRST_PROCESS, "trace-first-process", "TRACE-033", "tracepoints are put into the first process alone") \
    X(TRACE_FIRST_THREAD, "trace-first-thread", "TRACE-033", "only the first thread of a process is traced") \
    X(TRACE_JOINS_LATE, "trace-joins-late", "TRACE-034", "a tracepoint that is defined during a trace waits for the next") \
    X(TRACE_SELECTION_LOST, "trace-selection-lost", "TRACE-035", "a search in vain goes back to live data") \
    /* LLDB extensions */ \
    X(LLDB_TRIPLE_PLAIN, "lldb-triple-plain", "LLDB-002", "the triple of qHostInfo is plain text") \
    X(LLDB_DECIMAL_PID, "lldb-decimal-pid", "LLDB-003", "the pid of qProcessInfo is decimal") \
    X(LLDB_NEXT_REGION, "lldb-next-region", "LLDB-004", "qMemoryRegionInfo gives the region behind") \
    X(LLDB_EMPTY_PERMISSIONS, "lldb-empty-permissions", "LLDB-005", "a gap has empty permissions") \
    X(LLDB_SIZE_ZERO, "lldb-size-zero", "LLDB-006", "a gap has size 0") \
    X(LLDB_REGISTERS_END_EMPTY, "lldb-registers-end-empty", "LLDB-007", "qRegisterInfo past the end is answered empty") \
    X(LLDB_SAVED_TWICE, "lldb-saved-twice", "LLDB-012", "a saved register state can be restored again") \
    X(LLDB_DECIMAL_ADDRESS, "lldb-decimal-address", "LLDB-013", "_M answers a decimal address") \
    X(LLDB_WATCH_EMPTY, "lldb-watch-empty", "LLDB-027", "qWatchpointSupportInfo is answered empty") \
    X(LLDB_ARGUMENTS_EMPTY, "lldb-arguments-empty", "LLDB-025", "an A that starts a program is answered empty") \
    X(LLDB_WATCH_NO_END, "lldb-watch-no-end", "LLDB-027", "qWatchpointSupportInfo lacks its `;`") \
    X(LLDB_SUFFIX_SELECTS, "lldb-suffix-selects", "LLDB-001", "the thread suffix changes the selection") \
    X(LLDB_JSON_HEX_TID, "lldb-json-hex-tid", "LLDB-009", "thread ids in JSON are hex") \
    X(LLDB_SAME_STOP_INFO, "lldb-same-stop-info", "LLDB-010", "qThreadStopInfo tells the same for all threads") \
    X(LLDB_SHORT_THREAD_PCS, "lldb-short-thread-pcs", "LLDB-011", "thread-pcs is shorter than threads") \
    X(LLDB_BINARIES_PREFIXED, "lldb-binaries-prefixed", "LLDB-055", "addresses of added libraries have 0x") \
    X(LLDB_BINARIES_PLAIN, "lldb-binaries-plain", "LLDB-055", "details of libraries are not in hex digits") \
    X(LLDB_ERROR_STRING_UNASKED, "lldb-error-string-unasked", "LLDB-014", "error texts before QEnableErrorStrings") \
    X(LLDB_ECHO_TEXT_ONLY, "lldb-echo-text-only", "LLDB-017", "qEcho answers only the text") \
    X(LLDB_JSON_NAME_OF_MAIN, "lldb-json-name-of-main", "THR-022", "in JSON every thread has the name of the first") \
    X(LLDB_RAW_THREAD_NAME, "lldb-raw-thread-name", "LLDB-020", "thread names are sent as they are") \
    X(LLDB_EXTENDED_INFO_UNPROBED, "lldb-extended-info-unprobed", "LLDB-035", "the bare jThreadExtendedInfo: is an error, so LLDB never asks again") \
    X(LLDB_JSON_UNESCAPED, "lldb-json-unescaped", "LLDB-023", "JSON replies are not escaped") \
    X(LLDB_DETACH_ON_ERROR_IGNORED, "lldb-detach-on-error-ignored", "LLDB-034", "QSetDetachOnError is ignored") \
    X(LLDB_REGISTER_GAP, "lldb-register-gap", "LLDB-008", "offsets of registers leave a gap") \
    X(LLDB_STEP_IS_BREAKPOINT, "lldb-step-is-breakpoint", "LLDB-019", "a step is told as a breakpoint") \
    X(LLDB_OUTPUT_UNREDIRECTED, "lldb-output-unredirected", "LLDB-024", "QSetSTDOUT is answered OK and ignored") \
    X(LLDB_ARGUMENTS_STAY, "lldb-arguments-stay", "LLDB-025", "arguments of a refused A stay for the next") \
    X(LLDB_SAVED_CUT, "lldb-saved-cut", "LLDB-012", "numbers of saved states are cut to 32 bits") \
    X(LLDB_HEX_LENGTH, "lldb-hex-length", "LLDB-025", "the lengths of A are read as hex") \
    X(LLDB_SIGNALS_MIXED, "lldb-signals-mixed", "LLDB-033", "with native-signals stops are numbered natively, requests are not") \
    /* flash and memory tags */ \
    X(FLASH_RAW, "flash-raw", "FLASH-001", "the data of vFlashWrite is not unescaped") \
    X(FLASH_NOT_ERASED, "flash-not-erased", "FLASH-001", "vFlashErase answers OK and erases nothing") \
    X(FLASH_ONE_PAGE, "flash-one-page", "FLASH-001", "only the first 256 bytes of a vFlashWrite are written") \
    X(FLASH_NEIGHBOUR, "flash-neighbour", "FLASH-001", "an erase takes the block behind with it") \
    X(FLASH_ELSEWHERE_OK, "flash-elsewhere-ok", "FLASH-002", "a write outside of flash answers OK and writes nothing") \
    X(FLASH_ELSEWHERE_NUMBER, "flash-elsewhere-number", "FLASH-002", "a write outside of flash answers E01") \
    X(FLASH_ELSEWHERE_WRITTEN, "flash-elsewhere-written", "FLASH-002", "vFlashWrite writes to any memory") \
    X(FLASH_ROUNDED, "flash-rounded", "FLASH-003", "an erase of a part of a block takes all of it") \
    X(FLASH_MAP_NO_BLOCKS, "flash-map-no-blocks", "XFER-014", "the memory map has flash without its block size") \
    X(TAGS_FIRST_ONLY, "tags-first-only", "QRY-008", "QMemTags changes the first granule only") \
    X(TAGS_PADDED, "tags-padded", "QRY-008", "behind the tags given QMemTags writes zeros") \
    X(TAGS_UPPER_M, "tags-upper-m", "QRY-008", "qMemTags answers M for m") \
    X(TAGS_LAST_LOST, "tags-last-lost", "QRY-008", "a granule that the range touches only in part has no tag") \
    X(TAGS_ANYWHERE, "tags-anywhere", "QRY-008", "memory without tags has zeros for tags") \
    X(TAGGED_ONE_DIGIT, "tagged-one-digit", "QRY-009", "qIsAddressTagged answers 1 or 0") \
    X(TAGGED_EVERYWHERE, "tagged-everywhere", "QRY-009", "qIsAddressTagged answers 01 to every address") \
    /* File-I/O */ \
    X(FILE_IO_MEMORY_REFUSED, "fio-memory-refused", "FILEIO-001", "memory can not be read while a File-I/O call is under way") \
    X(FILE_IO_WRITE_REFUSED, "fio-write-refused", "FILEIO-001", "memory can not be written while a File-I/O call is under way") \
    X(FILE_IO_SELECT_REFUSED, "fio-select-refused", "FILEIO-001", "H is refused while a File-I/O call is under way") \
    X(FILE_IO_WAITS, "fio-waits", "FILEIO-002", "after the reply to a File-I/O call the program waits for a resume") \
    X(FILE_IO_NO_RESULT, "fio-no-result", "FILEIO-002", "every File-I/O call gives 0") \
    X(FILE_IO_DECIMAL, "fio-decimal", "FILEIO-002", "the result of a File-I/O call is read as a decimal number") \
    X(FILE_IO_UNSIGNED, "fio-unsigned", "FILEIO-002", "the sign of a File-I/O result is lost") \
    X(FILE_IO_NO_INTERRUPT, "fio-no-interrupt", "FILEIO-003", "the flag C of a File-I/O reply is ignored") \
    X(FILE_IO_AGAIN, "fio-again", "FILEIO-003", "a File-I/O call that was interrupted is made again") \
    X(FILE_IO_NON_STOP, "fio-non-stop", "FILEIO-004", "File-I/O requests are sent in non-stop mode, too") \
    /* compression */ \
    X(COMPRESS_OK, "compress-ok", "LLDB-015", "the OK to QEnableCompression is compressed already") \
    X(COMPRESS_NOT, "compress-not", "LLDB-015", "after QEnableCompression replies come as before") \
    X(COMPRESS_HEX_LENGTH, "compress-hex-length", "LLDB-015", "the length of a compressed packet is hexadecimal") \
    X(COMPRESS_UNMARKED, "compress-unmarked", "LLDB-015", "what is not compressed lacks its N") \
    X(COMPRESS_CHECKSUM, "compress-checksum", "LLDB-016", "the checksum is that of the uncompressed payload") \
    X(COMPRESS_UNESCAPED, "compress-unescaped", "LLDB-016", "the compressed data is not escaped") \
    /* LLDB's lists */ \
    X(LLDB_PROCESS_HEX, "lldb-process-hex", "LLDB-036", "process ids of qfProcessInfo are hexadecimal") \
    X(LLDB_PROCESS_AGAIN, "lldb-process-again", "LLDB-036", "qsProcessInfo begins the list anew") \
    X(LLDB_PROCESS_UNFILTERED, "lldb-process-unfiltered", "LLDB-036", "the filter of qfProcessInfo is ignored") \
    X(LLDB_PROCESS_NAME_PLAIN, "lldb-process-name-plain", "LLDB-036", "the name of a process is plain text") \
    X(LLDB_USER_PLAIN, "lldb-user-plain", "LLDB-037", "the name of a user is plain text") \
    X(LLDB_USER_ANY, "lldb-user-any", "LLDB-037", "every id is a user's") \
    X(LLDB_SIGNALS_FOREIGN, "lldb-signals-foreign", "LLDB-038", "SIGINT has the number 14 in jSignalsInfo") \
    X(LLDB_SIGNALS_OBJECT, "lldb-signals-object", "LLDB-038", "jSignalsInfo is an object") \
    X(LLDB_SIGNALS_NAMELESS, "lldb-signals-nameless", "LLDB-038", "a signal of jSignalsInfo has an empty name") \
    X(LLDB_SIGNALS_TWICE, "lldb-signals-twice", "LLDB-038", "two signals of jSignalsInfo have one number") \
    X(LLDB_MODULE_OTHER_ID, "lldb-module-other-id", "LLDB-040", "the build id of qModuleInfo is none of the file's") \
    X(LLDB_MODULE_DECIMAL, "lldb-module-decimal", "LLDB-040", "qModuleInfo gives a file's size in decimal") \
    X(LLDB_MODULE_ANY, "lldb-module-any", "LLDB-040", "qModuleInfo describes files that are not there") \
    X(LLDB_MODULES_MISSING_TOLD, "lldb-modules-missing-told", "LLDB-041", "jModulesInfo is an error where one file is missing") \
    X(LLDB_MODULES_UNESCAPED, "lldb-modules-unescaped", "LLDB-041", "the braces of jModulesInfo are not escaped") \
    X(LLDB_ATTACH_NAME_ANY, "lldb-attach-name-any", "LLDB-042", "vAttachName attaches to whatever process there is") \
    X(LLDB_ATTACH_WAIT_OLD, "lldb-attach-wait-old", "LLDB-043", "vAttachWait attaches to a process that was there before") \
    X(LLDB_ATTACH_OR_WAIT_UNTOLD, "lldb-attach-or-wait-untold", "LLDB-043", "vAttachOrWait is served, and qVAttachOrWaitSupported is not") \
    X(LLDB_STATE_WORD, "lldb-state-word", "LLDB-044", "jGetDyldProcessState is answered with a bare word") \
    X(LLDB_SIZE_HALF_ZERO, "lldb-size-half-zero", "LLDB-045", "a terminal of columns without rows is OK") \
    X(LLDB_SIZE_ZERO_REFUSED, "lldb-size-zero-refused", "LLDB-045", "a terminal of no columns and no rows is an error") \
    X(LLDB_VERSION_NAMELESS, "lldb-version-nameless", "LLDB-046", "qGDBServerVersion has no name") \
    X(LLDB_LIBRARY_PLACE_PREFIXED, "lldb-library-place-prefixed", "LLDB-047", "the address of qShlibInfoAddr begins with 0x") \
    X(LLDB_ACCELERATOR_NAMELESS, "lldb-accelerator-nameless", "LLDB-048", "the plug-in of an accelerator has an empty name") \
    X(LLDB_ACCELERATOR_TWO_PLACES, "lldb-accelerator-two-places", "LLDB-048", "a breakpoint of a plug-in has a name and an address") \
    X(LLDB_ACCELERATOR_ANYBODY, "lldb-accelerator-anybody", "LLDB-049", "a hit of a plug-in that there is not is served") \
    X(LLDB_ACCELERATOR_UNSAID, "lldb-accelerator-unsaid", "LLDB-049", "the answer to a hit does not say whether to go on") \
    X(LLDB_SPACES_TWINS, "lldb-spaces-twins", "LLDB-050", "two address spaces have the same name") \
    X(LLDB_SPACE_OVERLOOKED, "lldb-space-overlooked", "LLDB-051", "x reads from memory whatever address space is named") \
    X(LLDB_SPACE_ZERO, "lldb-space-zero", "LLDB-051", "address space 0 is none, instead of the memory") \
    X(LLDB_SPACE_ANY, "lldb-space-any", "LLDB-052", "an address space that is not there is the memory") \
    X(LLDB_SPACE_DECIMAL, "lldb-space-decimal", "LLDB-052", "the number of an address space is taken for decimal") \
    X(LLDB_REGION_UNENDED, "lldb-region-unended", "LLDB-053", "the last pair of a memory region has no semicolon") \
    X(LLDB_REGION_KEY_NAMED, "lldb-region-key-named", "LLDB-053", "the protection key of a memory region is a word") \
    X(LLDB_RECENT_REVERSED, "lldb-recent-reversed", "LLDB-054", "jThreadsInfo has the bytes of memory the other way round") \
    X(LLDB_RECENT_NONE, "lldb-recent-none", "LLDB-054", "ExpediteRecentReads is announced, and no memory comes") \
    X(STOP_WATCHES_UNASKED, "stop-watches-unasked", "STOP-024", "a stop has two watched addresses, unasked") \
    X(STOP_WATCHES_ANYWHERE, "stop-watches-anywhere", "STOP-025", "one of several watched addresses is not watched") \
    X(QSUP_HWBREAK_ALONE, "qsup-hwbreak-alone", "QSUP-012", "hwbreak is announced, and there is no hardware breakpoint") \
    X(LLDB_PLUGINS_OBJECT, "lldb-plugins-object", "LLDB-039", "qStructuredDataPlugins is an object") \
    X(OSDATA_CUT, "xfer-osdata-cut", "XFER-022", "a table that osdata lists can not be read") \
    /* WebAssembly */ \
    X(WASM_FRAMES_SEPARATED, "wasm-frames-separated", "WASM-001", "the frames of qWasmCallStack are separated by commas") \
    X(WASM_FRAMES_BIG_ENDIAN, "wasm-frames-big-endian", "WASM-002", "a pc of qWasmCallStack is big endian") \
    X(WASM_FRAMES_NO_THREAD_EMPTY, "wasm-frames-no-thread-empty", "WASM-003", "qWasmCallStack of an unknown thread gets the empty reply") \
    X(WASM_FRAMES_UNTAGGED, "wasm-frames-untagged", "WASM-004", "pcs of qWasmCallStack are offsets alone") \
    X(WASM_FRAMES_NO_LIBRARY, "wasm-frames-no-library", "WASM-004", "callers in qWasmCallStack lie in no library") \
    X(WASM_LOCAL_TYPED, "wasm-local-typed", "WASM-005", "a byte for the type stands before the value of qWasmLocal") \
    X(WASM_MISSING_EMPTY, "wasm-missing-empty", "WASM-006", "a value that is not there gets the empty reply") \
    X(WASM_MISSING_ZERO, "wasm-missing-zero", "WASM-006", "a value that is not there is 0") \
    X(WASM_MISSING_FRAME_INNERMOST, "wasm-missing-frame-innermost", "WASM-006", "values are those of the innermost frame whatever frame is asked for") \
    X(WASM_INSTANCE_OTHER, "wasm-instance-other", "WASM-007", "qWasmGlobal of an instance gives another one's global") \
    X(WASM_INSTANCE_UNKNOWN_FORM, "wasm-instance-unknown-form", "WASM-007", "qWasmInstance is announced, and its form of qWasmGlobal is not known") \
    X(WASM_INSTANCE_ANY, "wasm-instance-any", "WASM-008", "qWasmGlobal of an unknown instance gives a value") \
    X(WASM_LIBRARY_NAMELESS, "wasm-library-nameless", "WASM-009", "the name of a library is empty") \
    X(WASM_LIBRARIES_ONE_NAME, "wasm-libraries-one-name", "WASM-009", "two instances have one library name") \
    X(WASM_LIBRARY_UNASKED, "wasm-library-unasked", "WASM-010", "stops say library before the client has read the list") \
    X(WASM_CODE_IS_MEMORY, "wasm-code-is-memory", "WASM-011", "m of code gives memory") \
    X(WASM_PASSIVE_SIGNAL, "wasm-passive-signal", "LLDB-010", "a thread that has not stopped by itself has a signal") \
    X(WASM_PC_NARROW, "wasm-pc-narrow", "WASM-012", "pc has 32 bits in qRegisterInfo") \
    X(WASM_TRIPLE_NATIVE, "wasm-triple-native", "WASM-013", "qProcessInfo gives the host's triple") \
    /* end */
/* clang-format on */

/* RSP_FAULT_COUNT is the bound of all numbers. */
enum {
    RSP_FAULT_BEFORE_FIRST = RSP_FAULT_NONE,
#define RSP_FAULT_ENUM(id, name, requirement, text) RSP_FAULT_##id,
    RSP_FAULT_LIST(RSP_FAULT_ENUM)
#undef RSP_FAULT_ENUM
        RSP_FAULT_COUNT,
};

#endif
