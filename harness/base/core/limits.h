/* The limits of the toolkit, by name, with their units. Each has a test at the limit and one beyond.
 * A new limit goes here. Limits that users of the library meet stand in the public header of their noun.
 * Source: docs/conventions.md, idiom 8. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LIMITS_H
#define RSP_LIMITS_H

/* Rows stand as they were written, so that a new one does not move its neighbours. */
/* clang-format off */
enum {
    /* core */
    RSP_LIMIT_ARENA_BLOCK_BYTES = 64 * 1024, /* granule in which an arena asks for memory */
    RSP_LIMIT_SUGGEST_BYTES = 64,            /* longest word that a suggestion is made for */
    RSP_LIMIT_QUANTILE_SAMPLES = 16384,                /* kept exactly; beyond that a histogram */

    /* codec */
    RSP_LIMIT_FEATURES = 256,                  /* items in one feature list */
    RSP_LIMIT_VCONT_ACTIONS = 4096,            /* actions in one vCont */
    RSP_LIMIT_BATCH_ITEMS = 65536,             /* ranges or requests in one batched packet */
    RSP_LIMIT_AGENT_BYTES = 65535,             /* one agent expression: jumps reach no further */
    RSP_LIMIT_LISTED_THREADS = 4096,           /* of a stub's list that are looked at */
    RSP_LIMIT_THREAD_TEXT_BYTES = 128,         /* what a stub says of one thread */
    RSP_LIMIT_JSON_DEPTH = 64,                 /* nesting in a JSON payload */
    RSP_LIMIT_XML_DEPTH = 32,                  /* nesting in an XML payload */
    RSP_LIMIT_TDESC_DOCUMENTS = 64,            /* target.xml and what it includes, repetitions counted */

    /* grammar */
    RSP_LIMIT_MESSAGES = 256,               /* messages of one fuzzed session */
    RSP_LIMIT_MESSAGES_BYTES = 1024 * 1024, /* the bytes of those */

    /* trace */
    RSP_LIMIT_PENDING_REQUESTS = 65536,            /* requests outstanding in one conversation */
    RSP_LIMIT_VIOLATION_COLUMNS = 160,             /* characters of a peer's bytes quoted in a violation */
    RSP_LIMIT_RESULTS = 128 * 1024,                /* results in one run */
    RSP_LIMIT_MATRIX_STUBS = 64,                   /* reports of runs side by side */

    /* capture */
    RSP_LIMIT_CAPTURE_MEMORY_BYTES = 48 * 1024 * 1024, /* all state of one analysis, whatever the file's size */
    RSP_LIMIT_CAPTURE_FLOWS = 65536,                   /* TCP connections followed at a time */
    RSP_LIMIT_CAPTURE_HELD_BYTES = 256 * 1024,         /* out of order, held per direction for a missing piece */
    RSP_LIMIT_CAPTURE_HELD_SEGMENTS = 256,             /* the same, counted in segments */
    RSP_LIMIT_CAPTURE_EARLY_BYTES = 32 * 1024,         /* looked at to tell whether a connection is RSP */
    RSP_LIMIT_CAPTURE_PACKET_BYTES = 1024 * 1024,      /* longest RSP packet kept whole */
    RSP_LIMIT_CAPTURE_CONVERSATIONS = 64,              /* reported one by one; more are in the totals only */
    RSP_LIMIT_CAPTURE_SLOWEST = 8,                     /* slowest exchanges kept */
    RSP_LIMIT_CAPTURE_READS = 4096,                    /* reads of one stop that are remembered */
    RSP_LIMIT_CAPTURE_BLOCK_BYTES = 16 * 1024 * 1024,  /* one block of a capture that is copied */
    RSP_LIMIT_CAPTURE_WINDOW_BYTES = 5 * 1024 * 1024,  /* of a capture that threads read; three are in memory */
    RSP_LIMIT_CAPTURE_COMMENTS = 65536,                /* verdicts written into one capture */
    RSP_LIMIT_CAPTURE_LINE_BYTES = 8 * 1024 * 1024,    /* one line of a debugger's packet log */
    RSP_LIMIT_CAPTURE_PART_BYTES = 32 * 1024 * 1024,   /* one partial result to be merged */
    RSP_LIMIT_FILTER_BYTES = 4096,                     /* text of a filter for exchanges */
    RSP_LIMIT_FILTER_DEPTH = 64,                       /* open parentheses and ! in one */
    RSP_LIMIT_FILTER_TERMS = 256,                      /* comparisons and operators in one */
    RSP_LIMIT_PAGE_EXCHANGES = 100000,                 /* rows of a page that shows a capture */
    RSP_LIMIT_PAGE_ACTIONS = 20000,                    /* actions of the debugger in such a page */
    RSP_LIMIT_PCAPNG_COMMENT_BYTES = 65535,            /* one comment in a pcapng file, as the format has it */
    RSP_LIMIT_VARYING_VALUES = 262144,                          /* ids and addresses in one payload */
    RSP_LIMIT_DIALOGUE_TURNS = 1024 * 1024,            /* packets of one conversation held to be replayed */
    RSP_LIMIT_DIALOGUE_BYTES = 256 * 1024 * 1024,      /* the bytes of those */
    RSP_LIMIT_DIFF_CELLS = 16 * 1024 * 1024,           /* pairs of actions that two captures are aligned by */
    RSP_LIMIT_SCENARIO_NAMES = 4096,                   /* ids that a scenario made from a capture names */
    RSP_LIMIT_VALUE_PAIRS = 65536,                    /* ids, and pages with addresses, that are mapped */

    /* dap */
    RSP_LIMIT_DAP_MESSAGE_BYTES = 64 * 1024 * 1024, /* content of one message */
    RSP_LIMIT_DAP_TREE_BYTES = 128 * 1024 * 1024,   /* what one message takes once it is parsed */
    RSP_LIMIT_DAP_HEADER_BYTES = 4096,              /* header of one message */
    RSP_LIMIT_DAP_AHEAD_BYTES = 4 * 1024 * 1024,    /* taken in beyond a whole message */
    RSP_LIMIT_DAP_PIECE_BYTES = 256 * 1024,         /* received at a time */
    RSP_LIMIT_DAP_DEPTH = 256,                      /* nesting in a message */
    RSP_LIMIT_DAP_LOG_ENTRIES = 256 * 1024,         /* messages of one session */
    RSP_LIMIT_DAP_LOG_BYTES = 256 * 1024 * 1024,    /* what those take */
    RSP_LIMIT_DAP_SHOWN_BYTES = 1024,               /* of one message, kept as text */
    RSP_LIMIT_DAP_QUEUE = 16384,                    /* requests that wait in an adapter */
    RSP_LIMIT_DAP_QUEUE_BYTES = 64 * 1024 * 1024,   /* what those take */
    RSP_LIMIT_DAP_LOG_POINT_BYTES = 64 * 1024,      /* what one hit of a log point says */
    RSP_LIMIT_DAP_BREAKPOINTS = 4096,               /* that an editor may set */

    /* proxy */
    RSP_LIMIT_PROXY_PACKET_BYTES = 4 * 1024 * 1024, /* longest packet that the accelerator looks into */
    RSP_LIMIT_PROXY_QUEUE_BYTES = 1024 * 1024,      /* sent by the debugger while a batch is split */
    RSP_LIMIT_PROXY_REPLY_BYTES = 1024 * 1024,      /* answer to a batch where the stub names no PacketSize */

    /* stub */
    RSP_LIMIT_AGENT_STACK = 256,                   /* values on the stack of an agent expression */
    RSP_LIMIT_AGENT_STEPS = 65536,                 /* instructions executed by one agent expression */
    RSP_LIMIT_AGENT_FIELD = 256,                   /* width or precision in an agent printf */
    RSP_LIMIT_AGENT_STRING_BYTES = 1024,           /* read for one %s of an agent printf */
    RSP_LIMIT_AGENT_OUTPUT_BYTES = 4096,           /* printed by the commands of one breakpoint hit */
    RSP_LIMIT_STUB_POINTS = 1024 * 1024,           /* breakpoints and watchpoints in all processes */
    RSP_LIMIT_STUB_EXPRESSIONS_BYTES = 64 * 1024,  /* conditions and commands of one breakpoint */
    RSP_LIMIT_STUB_SAVED = 1024,                   /* register sets kept for QRestoreRegisterState */
    RSP_LIMIT_STUB_SNAPSHOTS = 4,                  /* qXfer objects being read in windows at a time */
    RSP_LIMIT_STUB_SCAN_BYTES = 256 * 1024 * 1024, /* memory that one qCRC or qSearch looks at */
    RSP_LIMIT_STUB_OPEN_FILES = 64,                /* vFile descriptors */
    RSP_LIMIT_STUB_FILES = 256,                    /* files in the writable /tmp */
    RSP_LIMIT_STUB_FILE_BYTES = 1024 * 1024,       /* one file there */
    RSP_LIMIT_STUB_FILES_BYTES = 8 * 1024 * 1024,  /* all files there */
    RSP_LIMIT_STUB_PATH_BYTES = 1024,              /* a path in vFile */
    RSP_LIMIT_STUB_TRACE_BYTES = 64 * 1024 * 1024, /* largest trace frame buffer */
    RSP_LIMIT_STUB_TRACE_FRAMES = 256 * 1024,      /* frames in it */
    RSP_LIMIT_STUB_TRACEPOINTS = 4096,             /* tracepoints defined at a time */
    RSP_LIMIT_STUB_TRACE_TEXT_BYTES = 1024 * 1024, /* actions and source of all tracepoints */
    RSP_LIMIT_STUB_TRACE_VARIABLES = 1024,         /* trace state variables */
    RSP_LIMIT_CAPTURE_BYTES = 1024 * 1024,         /* output of a program kept in one file */
    RSP_LIMIT_CAPTURES = 64,                       /* files that hold output of programs */
    RSP_LIMIT_MONITOR_WORDS = 64,                  /* words of one monitor command */

    /* machine */
    RSP_LIMIT_MACHINE_PAGES = 256 * 1024,             /* private 4 KiB pages, 1 GiB */
    RSP_LIMIT_MACHINE_PROCESSES = 4096,               /* live or not yet reaped */
    RSP_LIMIT_MACHINE_THREADS = 65536,                /* in all processes */
    RSP_LIMIT_MACHINE_TABLES = 65536, /* parts of page tables in all, 2 to 8 KiB each */
    RSP_LIMIT_MACHINE_REGIONS = 65536,                /* mappings in one address space */
    RSP_LIMIT_MACHINE_ARG_BYTES = 128 * 1024,         /* argv and envp with their NULs */
    RSP_LIMIT_MACHINE_PATH_BYTES = 4096,              /* a path with its NUL */
    RSP_LIMIT_MACHINE_FILES = 256,                    /* open files of one process */
    RSP_LIMIT_MACHINE_STDIN_BYTES = 1024 * 1024,      /* fed and not yet read */
    RSP_LIMIT_MACHINE_OUTPUT_BYTES = 64 * 1024,       /* one write; the program sees a short count */
    RSP_LIMIT_MACHINE_SYSCALLS = 512,                 /* numbers that can be caught */
    RSP_LIMIT_MACHINE_CODE_PAGES = 16384,             /* decoded at the same time, 8 KiB each */
    RSP_LIMIT_MACHINE_WATCH_BYTES = 4096,             /* one watchpoint */
    RSP_LIMIT_MACHINE_PENDING_SIGNALS = 64,           /* queued real-time signals of one thread or process */
    RSP_LIMIT_MACHINE_SEGMENTS = 64,                  /* program headers of one ELF file */
    RSP_LIMIT_MACHINE_FILE_BYTES = 64 * 1024 * 1024,  /* a file of the embedder */
    RSP_LIMIT_MACHINE_FOLDER_NAMES = 16384,           /* in one folder that a program lists */
    RSP_LIMIT_MACHINE_NODES = 4096,                   /* files of the embedder that were read */
    RSP_LIMIT_MACHINE_NODES_BYTES = 1024 * 1024 * 1024, /* in all of these */
    RSP_LIMIT_MACHINE_IMAGE_BYTES = 1024 * 1024 * 1024, /* memory that one ELF file may ask for */

    /* link */
    RSP_LIMIT_ARGV = 1024,                        /* words of a command */
    RSP_LIMIT_ADDRESS_BYTES = 64 * 1024,          /* text of an address */
    RSP_LIMIT_LINK_INBOX_BYTES = 4 * 1024 * 1024, /* taken in while sending is blocked */
    RSP_LIMIT_PEER_BYTES = 64 * 1024 * 1024,      /* under way to or from a peer in this process */
    RSP_LIMIT_SHAPE_BYTES = 64 * 1024 * 1024,     /* held back by a shaped link, each way */

    /* session */
    RSP_LIMIT_FLOOD_BYTES = 64 * 1024 * 1024, /* taken in during one wait, unless the caller says */

    /* client: conditions */
    RSP_LIMIT_CONDITION_BYTES = 1024, /* text of one condition */
    RSP_LIMIT_CONDITION_DEPTH = 64,   /* operators and open brackets that wait for what follows */
    RSP_LIMIT_CONDITION_STACK = 16,   /* values that wait for their operators: what fits in registers */
    RSP_LIMIT_CONDITIONAL_HITS = 1024 * 1024, /* of false conditions in one run, unless the caller says */

    /* debug information */
    RSP_LIMIT_DEBUG_FILE_BYTES = 1024 * 1024 * 1024, /* one program's file, or its separate debug file */
    RSP_LIMIT_DEBUG_NAME_BYTES = 4096,               /* a path or name in it that is looked up or shown */
    RSP_LIMIT_DEBUG_UNITS = 256 * 1024,              /* compile units looked at */
    RSP_LIMIT_DEBUG_STEPS = 4 * 1024 * 1024,         /* entries looked at in one walk */
    RSP_LIMIT_DEBUG_MEMBERS = 64 * 1024,             /* entries looked at for one member's name, in all structures */
    RSP_LIMIT_DEBUG_PLACES = 64,                     /* addresses of one line or function */
    RSP_LIMIT_DEBUG_HOPS = 64,                       /* typedefs, origins and pointers followed for one type */
    RSP_LIMIT_DEBUG_SHOWN = 64,                      /* elements or members shown of one value */
    RSP_LIMIT_DEBUG_FRAMES = 256,                    /* frames of one stack */
    RSP_LIMIT_STACK_FRAMES = 16384,                  /* frames of one stack that is shown in pages */
    RSP_LIMIT_KNOWN_BYTES = 4 * 1024 * 1024,         /* of a stopped program's memory that are kept, and read at a time */
    RSP_LIMIT_MODULES = 512,                         /* a program's libraries */
    RSP_LIMIT_SOURCE_DEPTH = 32,                     /* brackets and prefix operators open in a source condition */
    RSP_LIMIT_SOURCE_STRING = 64,                    /* bytes of a text that a source condition compares with */

    /* stub */
    RSP_LIMIT_STUB_PACKET_BYTES_MIN = 256,     /* smallest PacketSize */
    RSP_LIMIT_STUB_TEXT_BYTES = 4096,          /* a path, thread name or state */
    RSP_LIMIT_STUB_ARG_BYTES = 128 * 1024,     /* arguments, or environment, of the next program */
    RSP_LIMIT_STUB_OUTPUT_BYTES = 1024 * 1024, /* program output not fetched yet */
    RSP_LIMIT_STUB_THREAD_OPTIONS = 256,       /* items in one QThreadOptions */
    RSP_LIMIT_STUB_QUEUED_STOPS = 1024 * 1024, /* events not fetched yet; the target waits then */
    RSP_LIMIT_STUB_SPARE_STOPS = 4096,         /* records kept for the next stops */

    /* client */
    RSP_LIMIT_CLIENT_SMALL_WINDOWS = 64,      /* of one object that may come with less than ... */
    RSP_LIMIT_CLIENT_WINDOW_BYTES = 16,       /* ... this, on the average */
    RSP_LIMIT_CLIENT_UNCUT_BYTES = 16, /* a range this short is read in one go where it can be */
    RSP_LIMIT_CLIENT_REQUESTS = 4096,         /* asynchronous requests that are not complete */
    RSP_LIMIT_CLIENT_IN_FLIGHT = 64,          /* packets given to the session ahead of their answers */
    RSP_LIMIT_CLIENT_STOPS = 65536,           /* non-stop: stops that nobody has asked for yet */
    RSP_LIMIT_CLIENT_FILEIO = 1024,           /* File-I/O requests refused during one run */

    /* netfuzz */
    RSP_LIMIT_FUZZ_CORPUS = 16384,        /* sequences kept by one worker */
    RSP_LIMIT_FUZZ_STATES = 1024 * 1024,  /* states of the conversation told apart */

    /* scenario */
    RSP_LIMIT_YAML_BYTES = 4 * 1024 * 1024,        /* one file */
    RSP_LIMIT_YAML_DEPTH = 32,                     /* nesting of lists and maps */
    RSP_LIMIT_YAML_NODES = 256 * 1024,             /* values in one file */
    RSP_LIMIT_YAML_KEYS = 1024,                    /* keys of one map */
    RSP_LIMIT_DIAGNOSTICS = 200,                   /* findings kept per collection */
    RSP_LIMIT_SCENARIOS = 65536,                   /* in one suite, cases counted */
    RSP_LIMIT_SUITE_FILES = 4096,                  /* files below one folder */
    RSP_LIMIT_EXPR_DEPTH = 32,                     /* open parentheses and calls in one expression */
    RSP_LIMIT_PATTERN_NODES = 20000,               /* one pattern, its repetitions written out */
    RSP_LIMIT_PATTERN_DEPTH = 64,                  /* groups in groups of one pattern */
    RSP_LIMIT_VALUE_BYTES = 16 * 1024 * 1024,      /* one value while a scenario runs */
    RSP_LIMIT_VALUE_ITEMS = 65536,                 /* items of one list value */
    RSP_LIMIT_SCENARIO_BYTES = 64 * 1024 * 1024,   /* values of one scenario while it runs */
    RSP_LIMIT_STEPS = 1000 * 1000,                 /* steps executed in one scenario, loops counted */
    RSP_LIMIT_REPLY_BYTES = 2 * 1024 * 1024,       /* one packet of a stub, as sent and with its runs expanded */
    RSP_LIMIT_PLAY_BYTES = 4 * 1024 * 1024,        /* wire bytes that a scenario's transcript holds */
    RSP_LIMIT_PLAY_ENTRIES = 65536,                /* and its entries */
    RSP_LIMIT_JSON_VALUES = 128 * 1024,            /* values in one JSON reply */
    RSP_LIMIT_RUN_BYTES = 96 * 1024 * 1024,        /* memory of all scenarios that run at a time */
    RSP_LIMIT_EVIDENCE_BYTES = 256 * 1024,         /* transcript kept of one result; what is between its ends is cut */
    RSP_LIMIT_EVIDENCE_TEXT_BYTES = 4096,          /* any other text of a result */
    RSP_LIMIT_EVIDENCE_VIOLATIONS = 16,            /* broken rules listed with one result */
    RSP_LIMIT_RUN_EVIDENCE_BYTES = 24 * 1024 * 1024, /* transcripts and windows kept of a whole run */
    RSP_LIMIT_ANSWER_EVENTS = 1024 * 1024,         /* of any kind that one answer is waited for through */
    RSP_LIMIT_WAIT_S = 3600,                       /* longest time that a file can name */
    RSP_LIMIT_XFER_BYTES = 4 * 1024 * 1024,        /* one object read in windows */
    RSP_LIMIT_DRAIN_EVENTS = 131072,               /* stops drained by one step */
    RSP_LIMIT_THREAD_LIST = 65536,                 /* ids collected from qfThreadInfo */
    RSP_LIMIT_XML_NODES = 1024 * 1024,             /* elements in one XML reply */
    RSP_LIMIT_REGISTERS = 4096,                    /* in one target description */
    RSP_LIMIT_WORK_SITES = 64,                     /* breakpoints that one workload switches */
    RSP_LIMIT_WORK_OPERATIONS = 1000 * 1000,       /* of one run of a workload; also steps, hits, values */
    RSP_LIMIT_WORK_RANGE_BYTES = 64 * 1024,        /* one range that a workload reads */

    /* bench */
    RSP_LIMIT_LATENCY_FILLED = 16 * 1000 * 1000, /* operations added in correcting for coordinated omission */
};
/* clang-format on */

#endif
