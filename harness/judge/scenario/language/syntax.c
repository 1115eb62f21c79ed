/* The node types of the language, made from the lists of keys.h: what is checked, compiled, and told to
 * editors. A node type may be a scalar, a list, a map with these keys, or any of them; see node_type.h. The
 * order of keys is the order in the schema and in docs/scenarios.md. */
/* SPDX-License-Identifier: MIT */
#include "language/syntax.h"

#include "language/spec.h"

#include <rsp/rule.h>

/* --- from the lists to tables --- */

#define OPTIONAL
#define REQUIRED .required = true,
#define NAMES(what) .gives = (what),
#define NEVER_EMPTY(sentence) .if_empty = (sentence),
#define REPLY .is_reply = true,
#define ALLOWS(modifiers) .action = true, .allows = (modifiers),
#define MODIFIES(modifier) .needs_mod = (modifier),
#define BOTH(modifier, modifiers) .action = true, .needs_mod = (modifier), .allows = (modifiers),

/* The struct that the rows of a table belong to is SPEC. */
#define ROW(member, key, type, flags, meaning) \
    {.name = (key), .node_type = &type##_node_type, .offset = offsetof(SPEC, member), flags.text = (meaning)},
#define FIELDS(table) .fields = (table), .num_fields = RSP_ARRAY_LEN(table)
#define WORD(id, text) text,
#define WORDS(LIST_OF_WORDS)         \
    .words = (const char *const[]) { \
        LIST_OF_WORDS(WORD) NULL     \
    }

/* The node type NAME, which is compiled to a NAME_spec; one that other files have, too. */
#define NODE_TYPE(name_, ...) \
    static const node_type name_##_node_type = {.size = sizeof(name_##_spec), __VA_ARGS__}
#define SHARED_NODE_TYPE(name_, ...) \
    const node_type name_##_node_type = {.size = sizeof(name_##_spec), __VA_ARGS__}

/* The kind of scalar that a struct holds. */
#define KIND_OF(spec) \
    _Generic((spec), const payload_spec *    \
             : SCALAR_PAYLOAD, const bytes_spec * \
             : SCALAR_BYTES, const regex_spec * \
             : SCALAR_REGEX, const expr_spec * \
             : SCALAR_EXPR, const value_spec * \
             : SCALAR_VALUE, const number_spec * \
             : SCALAR_INT, const boolean_spec * \
             : SCALAR_BOOL, const duration_spec * \
             : SCALAR_TIME)

/* A scalar and nothing else; one whose struct is what is written; one among other forms. */
#define SCALAR_ITSELF(name_) .scalar = KIND_OF((const name_##_spec *)0), .scalar_at = SCALAR_IN_PLACE
#define SCALAR_ALONE(name_, ...) NODE_TYPE(name_, SCALAR_ITSELF(name_), __VA_ARGS__)
#define TEXT_ALONE(name_, kind, ...) NODE_TYPE(name_, .scalar = SCALAR_##kind, __VA_ARGS__)
#define SCALAR_MEMBER(spec, member) \
    .scalar = KIND_OF(((spec *)0)->member), .scalar_at = offsetof(spec, member)

#define ITEMS(spec, of) .item = &of##_node_type, .items_at = offsetof(spec, items)
#define ITEMS_ALONE(name_, of) NODE_TYPE(name_, ITEMS(name_##_spec, of))
/* One item may stand for a list of it. */
#define LIST_OR_ONE(spec, of, kind) ITEMS(spec, of), .scalar = SCALAR_##kind, .one_is_list = true
#define ONE_OR_MORE(name_, of, kind) NODE_TYPE(name_, LIST_OR_ONE(name_##_spec, of, kind))
#define VALUES(spec, of) .values = &of##_node_type, .entries_at = offsetof(spec, entries)
#define VALUES_ALONE(name_, of) NODE_TYPE(name_, VALUES(name_##_spec, of))

/* Fields that are compiled to a list of conditions, in the order of the file. */
#define CONDITIONS(spec, list, of, table) \
    FIELDS(table), .conditions_at = offsetof(spec, list) + 0 * sizeof(char[SAME_AS_CONDITION(of) ? 1 : -1])
#define SAME_AS_CONDITION(of)                                                                      \
    (sizeof(of) == sizeof(spec_condition) && offsetof(of, key) == offsetof(spec_condition, key) && \
     sizeof(((of *)0)->key) == sizeof(unsigned))

/* --- scalars and lists of them --- */

SHARED_NODE_TYPE(text, .scalar = SCALAR_TEXT);
SHARED_NODE_TYPE(texts, LIST_OR_ONE(texts_spec, text, TEXT));
SCALAR_ALONE(payload, .name = "payload", .null_ok = true,
             .text = "Text with escapes \\xNN and expressions ${...}.");
ONE_OR_MORE(payloads, payload, PAYLOAD);
ITEMS_ALONE(payload_list, payload);
SCALAR_ALONE(bytes, .name = "bytes",
             .text = "Bytes: hex pairs, 00..ff ranges, 00*512 repeats, 'text', ${...}.");
SCALAR_ALONE(expr, .name = "expression", .text = "A number, $name, or arithmetic on them.");
SCALAR_ALONE(value, .name = "value",
             .text = "A number, $name and arithmetic on it, =expression, or text with ${...}.");
ITEMS_ALONE(value_list, value);
SCALAR_ALONE(number, .name = "number", .text = "Decimal, or hexadecimal with 0x.");
SHARED_NODE_TYPE(boolean, SCALAR_ITSELF(boolean), .name = "boolean", .text = "yes or no.");
SCALAR_ALONE(nothing, .null_ok = true);
SHARED_NODE_TYPE(duration, SCALAR_ITSELF(duration), .name = "time", .text = "A time: 100ms, 2s, 50us, 10ns.");
SCALAR_ALONE(duration_or_null, .null_ok = true);
SHARED_NODE_TYPE(name, .scalar = SCALAR_NAME, .name = "name");
SHARED_NODE_TYPE(names, LIST_OR_ONE(names_spec, name, NAME));
SCALAR_ALONE(regex, .name = "regex", .text = "A POSIX extended regular expression.");
SHARED_NODE_TYPE(requirement, .scalar = SCALAR_REQUIREMENT, .name = "requirement");
ONE_OR_MORE(requirements, requirement, REQUIREMENT);
TEXT_ALONE(rule_id, RULE, .name = "rule");
TEXT_ALONE(manner_name, MANNER, .name = "manner");
NODE_TYPE(manners, ITEMS(manners_spec, manner_name), .scalar = SCALAR_MANNER, .one_is_list = true);
NODE_TYPE(rules, ITEMS(rules_spec, rule_id), .scalar = SCALAR_RULE, .one_is_list = true, WORDS(RULES_WORDS));
SHARED_NODE_TYPE(level, .scalar = SCALAR_WORD, WORDS(LEVEL_WORDS));
SHARED_NODE_TYPE(free_payloads, VALUES(free_payloads_spec, payload));
VALUES_ALONE(free_regexes, regex);
SHARED_NODE_TYPE(free_exprs, VALUES(free_exprs_spec, value));
VALUES_ALONE(dialects, name);

/* --- what a reply must be --- */

static const node_type matcher_node_type;

ITEMS_ALONE(matcher_list, matcher);

NODE_TYPE(signal_value, ITEMS(signal_value_spec, expr), .scalar = SCALAR_EXPR, .one_is_list = true,
          .text = "5, SIGTRAP, or a list of them.");

#define SPEC value_or_range_spec
static const field range_fields[] = {RANGE_KEYS(ROW)};
#undef SPEC

NODE_TYPE(value_or_range, SCALAR_MEMBER(value_or_range_spec, exactly), FIELDS(range_fields));

#define SPEC stop_condition
static const field stop_fields[] = {STOP_KEYS(ROW)};
#undef SPEC

NODE_TYPE(stop, .name = "stop", .scalar = SCALAR_WORD, WORDS(STOP_WORDS), .null_ok = true,
          CONDITIONS(stop_spec, conditions, stop_condition, stop_fields),
          .text = "A stop reply taken apart.");

#define SPEC chunk_spec
static const field chunk_fields[] = {CHUNK_KEYS(ROW)};
#undef SPEC

NODE_TYPE(chunk, SCALAR_MEMBER(chunk_spec, bytes), WORDS(CHUNK_WORDS), .null_ok = true, FIELDS(chunk_fields));
ITEMS_ALONE(chunks, chunk);

TEXT_ALONE(result_word, WORD, WORDS(RESULT_WORDS), .text = "Result of one request of a batch.");
ITEMS_ALONE(results, result_word);

#define SPEC features_spec
static const field feature_fields[] = {FEATURE_KEYS(ROW)};
#undef SPEC

NODE_TYPE(features, FIELDS(feature_fields));

VALUES_ALONE(counts, value_or_range);

#define SPEC xml_spec
static const field xml_fields[] = {XML_KEYS(ROW)};
#undef SPEC

NODE_TYPE(xml, .scalar = SCALAR_BOOL, FIELDS(xml_fields), .text = "Well-formed XML, optionally with counts.");

#define SPEC json_value_spec
static const field json_value_fields[] = {JSON_VALUE_KEYS(ROW)};
#undef SPEC

NODE_TYPE(json_value, SCALAR_MEMBER(json_value_spec, text), .null_ok = true, FIELDS(json_value_fields));

NODE_TYPE(json, .scalar = SCALAR_BOOL, VALUES(json_spec, json_value),
          .text = "/path/to/0/value: what is there.");

#define SPEC length_spec
static const field length_fields[] = {LENGTH_KEYS(ROW)};
#undef SPEC

NODE_TYPE(length, SCALAR_MEMBER(length_spec, exactly), FIELDS(length_fields));

#define SPEC thread_list_spec
static const field thread_list_fields[] = {THREAD_LIST_KEYS(ROW)};
#undef SPEC

NODE_TYPE(thread_list, FIELDS(thread_list_fields));

NODE_TYPE(error_value, SCALAR_MEMBER(error_value_spec, code), WORDS(ERROR_WORDS),
          .text = "yes, or the number of Enn.");

#define SPEC partial_spec
static const field partial_fields[] = {PARTIAL_KEYS(ROW)};
#undef SPEC

NODE_TYPE(partial, SCALAR_MEMBER(partial_spec, all), FIELDS(partial_fields));

#define SPEC matcher_condition
static const field matcher_fields[] = {MATCHER_KEYS(ROW)};
#undef SPEC

NODE_TYPE(matcher, .name = "matcher", SCALAR_MEMBER(matcher_spec, payload), WORDS(MATCHER_WORDS),
          CONDITIONS(matcher_spec, conditions, matcher_condition, matcher_fields),
          .text = "What a reply must be: a word, the payload itself, or a map of conditions that all hold.");
NODE_TYPE(expectation, .name = "expectation", SCALAR_MEMBER(expectation_spec, matcher.payload),
          WORDS(MATCHER_WORDS), .item = &stop_node_type, .items_at = offsetof(expectation_spec, stops),
          CONDITIONS(expectation_spec, matcher.conditions, matcher_condition, matcher_fields),
          .text = "A matcher; for `drain` a list of stops in order.");

const char *const syntax_captures[] = {"payload", "raw",    "wire",    "hex",       "number", "threads",
                                       "thread",  "pid",    "tid",     "signal",    "reason", "child",
                                       "address", "status", "process", "stop-path", "text",   "data",
                                       "length",  "time",   NULL};

const node_type syntax_capture_source = {
    .size = sizeof(capture_source_spec),
    .scalar = SCALAR_TEXT,
    .text = "payload, thread, pid, a group number, /json/path, register pc, ..."};
#define capture_source_node_type syntax_capture_source
VALUES_ALONE(capture, capture_source);

/* --- what a scenario needs --- */

TEXT_ALONE(memory_word, WORD, WORDS(MEMORY_WORDS));
TEXT_ALONE(runs_word, WORD, WORDS(RUNS_WORDS));
TEXT_ALONE(mode_word, WORD, WORDS(MODE_WORDS));
TEXT_ALONE(endian_word, WORD, WORDS(ENDIAN_WORDS));

#define SPEC proof_spec
static const field proof_fields[] = {PROOF_KEYS(ROW)};
#undef SPEC

#define PROOF .scalar = SCALAR_WORD, WORDS(PROOF_WORDS), FIELDS(proof_fields)
NODE_TYPE(proof, .name = "proof", PROOF);
NODE_TYPE(proofs, ITEMS(proofs_spec, proof), .one_is_list = true, PROOF);

#define SPEC condition_spec
static const field need_fields[] = {CONDITION_KEYS(ROW) NEED_KEYS(ROW)};
#undef SPEC

NODE_TYPE(needs, .name = "needs", FIELDS(need_fields), .text = "What is not met skips the scenario.");

#define SPEC condition_spec
static const field when_fields[] = {CONDITION_KEYS(ROW) WHEN_KEYS(ROW)};
#undef SPEC

NODE_TYPE(when, .name = "when", FIELDS(when_fields), .text = "The step is left out when this does not hold.");

NODE_TYPE(client_features, .scalar = SCALAR_WORD, WORDS(CLIENT_FEATURE_WORDS),
          ITEMS(client_features_spec, text));

#define SPEC connect_spec
static const field connect_fields[] = {CONNECT_KEYS(ROW)};
#undef SPEC

NODE_TYPE(connect, .name = "connect", .null_ok = true, .scalar = SCALAR_BOOL, FIELDS(connect_fields));

/* --- steps --- */

NODE_TYPE(steps, .name = "steps", .item = &syntax_step, .items_at = offsetof(steps_spec, items));

TEXT_ALONE(escape_word, WORD, WORDS(ESCAPE_WORDS));

#define SPEC send_spec
static const field send_fields[] = {SEND_KEYS(ROW)};
#undef SPEC

NODE_TYPE(send, SCALAR_MEMBER(send_spec, alone), .null_ok = true, FIELDS(send_fields));

#define SPEC send_raw_spec
static const field send_raw_fields[] = {SEND_RAW_KEYS(ROW)};
#undef SPEC

NODE_TYPE(send_raw, SCALAR_MEMBER(send_raw_spec, alone), FIELDS(send_raw_fields));

TEXT_ALONE(ack_word, WORD, WORDS(ACK_WORDS));
TEXT_ALONE(ack_text, TEXT, .text = "'+', '-', or several.");

#define SPEC raw_match_spec
static const field raw_match_fields[] = {RAW_MATCH_KEYS(ROW)};
#undef SPEC

NODE_TYPE(raw_match, SCALAR_MEMBER(raw_match_spec, alone), FIELDS(raw_match_fields));

#define SPEC notification_condition
static const field notification_fields[] = {NOTIFICATION_KEYS(ROW)};
#undef SPEC

NODE_TYPE(notification, .scalar = SCALAR_WORD, WORDS(NOTIFICATION_WORDS),
          CONDITIONS(notification_spec, conditions, notification_condition, notification_fields));

#define SPEC pipeline_spec
static const field pipeline_fields[] = {PIPELINE_KEYS(ROW)};
#undef SPEC

NODE_TYPE(pipeline, ITEMS(pipeline_spec, payload), FIELDS(pipeline_fields));

#define SPEC drain_spec
static const field drain_fields[] = {DRAIN_KEYS(ROW)};
#undef SPEC

NODE_TYPE(drain, SCALAR_MEMBER(drain_spec, alone), FIELDS(drain_fields));

TEXT_ALONE(acks_word, WORD, WORDS(ACKS_WORDS));
TEXT_ALONE(disconnect_word, WORD, WORDS(DISCONNECT_WORDS), .null_ok = true);

#define SPEC second_client_spec
static const field second_client_fields[] = {SECOND_CLIENT_KEYS(ROW)};
#undef SPEC

NODE_TYPE(second_client, .scalar = SCALAR_WORD, WORDS(SECOND_CLIENT_WORDS), .null_ok = true,
          FIELDS(second_client_fields));

SCALAR_ALONE(interrupt, .null_ok = true);

TEXT_ALONE(read_by, WORD, WORDS(READ_WORDS));

#define SPEC read_spec
static const field read_fields[] = {READ_KEYS(ROW)};
#undef SPEC

NODE_TYPE(read, FIELDS(read_fields));

TEXT_ALONE(write_by, WORD, WORDS(WRITE_WORDS));

#define SPEC write_spec
static const field write_fields[] = {WRITE_KEYS(ROW)};
#undef SPEC

NODE_TYPE(write, FIELDS(write_fields));

TEXT_ALONE(get_by, WORD, WORDS(GET_REGISTER_WORDS));

#define SPEC get_register_spec
static const field get_register_fields[] = {GET_REGISTER_KEYS(ROW)};
#undef SPEC

NODE_TYPE(get_register, .scalar = SCALAR_NAME, FIELDS(get_register_fields));

TEXT_ALONE(set_by, WORD, WORDS(SET_REGISTER_WORDS));

#define SPEC set_register_spec
static const field set_register_fields[] = {SET_REGISTER_KEYS(ROW)};
#undef SPEC

NODE_TYPE(set_register, FIELDS(set_register_fields));

#define SPEC threads_spec
static const field threads_fields[] = {THREADS_KEYS(ROW)};
#undef SPEC

NODE_TYPE(threads, .scalar = SCALAR_BOOL, .null_ok = true, FIELDS(threads_fields));

#define SPEC xfer_spec
static const field xfer_fields[] = {XFER_KEYS(ROW)};
#undef SPEC

NODE_TYPE(xfer, FIELDS(xfer_fields));

#define SPEC resume_spec
static const field resume_fields[] = {RESUME_KEYS(ROW)};
#undef SPEC

NODE_TYPE(resume, .scalar = SCALAR_WORD, WORDS(RESUME_WORDS), FIELDS(resume_fields));

#define SPEC symbols_spec
static const field symbols_fields[] = {SYMBOLS_KEYS(ROW)};
#undef SPEC

NODE_TYPE(symbols, FIELDS(symbols_fields));

#define SPEC run_to_spec
static const field run_to_fields[] = {RUN_TO_KEYS(ROW)};
#undef SPEC

NODE_TYPE(run_to, SCALAR_MEMBER(run_to_spec, place), FIELDS(run_to_fields));

TEXT_ALONE(reach_by, WORD, WORDS(REACH_WORDS));
TEXT_ALONE(run_on_word, WORD, WORDS(RUN_ON_WORDS), .null_ok = true);

#define SPEC reach_spec
static const field reach_fields[] = {REACH_KEYS(ROW)};
#undef SPEC

NODE_TYPE(reach, SCALAR_MEMBER(reach_spec, place), FIELDS(reach_fields));

#define SPEC check_condition
static const field check_fields[] = {CHECK_KEYS(ROW)};
#undef SPEC

NODE_TYPE(check, CONDITIONS(check_spec, conditions, check_condition, check_fields));

#define SPEC budget_spec
static const field budget_fields[] = {BUDGET_KEYS(ROW)};
#undef SPEC

NODE_TYPE(budget, .scalar = SCALAR_WORD, WORDS(BUDGET_WORDS), FIELDS(budget_fields));

#define SPEC loop_spec
static const field loop_fields[] = {LOOP_RANGE_KEYS(ROW)};
#undef SPEC

NODE_TYPE(row, SCALAR_MEMBER(row_spec, value), VALUES(row_spec, value));

NODE_TYPE(loop, SCALAR_MEMBER(loop_spec, list), ITEMS(loop_spec, row), FIELDS(loop_fields));

#define SPEC prefixes_spec
static const field prefixes_fields[] = {PREFIX_KEYS(ROW)};
#undef SPEC

NODE_TYPE(prefixes, SCALAR_MEMBER(prefixes_spec, whole), FIELDS(prefixes_fields));

#define SPEC fuzz_spec
static const field fuzz_fields[] = {FUZZ_KEYS(ROW)};
#undef SPEC

NODE_TYPE(fuzz, FIELDS(fuzz_fields));

#define SPEC never_spec
static const field never_fields[] = {NEVER_KEYS(ROW)};
#undef SPEC

NODE_TYPE(never, FIELDS(never_fields));

#define SPEC advertised_row_spec
static const field advertised_row_fields[] = {PROOF_KEYS(ROW)};
#undef SPEC

NODE_TYPE(advertised_row, SCALAR_MEMBER(advertised_row_spec, request), FIELDS(advertised_row_fields));
VALUES_ALONE(advertised, advertised_row);

#define SPEC step_spec
static const field step_fields[] = {STEP_KEYS(ROW, ROW, ROW)};
#undef SPEC

const node_type syntax_step = {.name = "step",
                               .size = sizeof(step_spec),
                               FIELDS(step_fields),
                               .is_step = true,
                               .text = "One action and its modifiers."};

/* --- a scenario --- */

TEXT_ALONE(scenario_name, SCENARIO, .text = "AREA/NAME, unique.");
TEXT_ALONE(role, WORD, WORDS(ROLE_WORDS));
TEXT_ALONE(variant_word, WORD, WORDS(VARIANT_WORDS));

NODE_TYPE(matrix_words, .scalar = SCALAR_WORD, WORDS(MATRIX_WORDS), ITEMS(matrix_words_spec, variant_word),
          .text = "Variants that make no sense for this scenario; none: it is only run plainly.");

#define SPEC matrix_spec
static const field matrix_fields[] = {MATRIX_KEYS(ROW)};
#undef SPEC

NODE_TYPE(matrix, .scalar = SCALAR_WORD, WORDS(MATRIX_WORDS), FIELDS(matrix_fields));

VALUES_ALONE(case_row, value);
NODE_TYPE(cases, ITEMS(cases_spec, case_row), .text = "One scenario per row; `case` labels it.");

#define SPEC serve_row_spec
static const field serve_row_fields[] = {SERVE_KEYS(ROW)};
#undef SPEC

NODE_TYPE(serve_row, FIELDS(serve_row_fields));
ITEMS_ALONE(serve, serve_row);

#define SPEC scenario_spec
static const field scenario_fields[] = {SCENARIO_KEYS(ROW)};
#undef SPEC

const node_type syntax_scenario = {
    .name = "scenario", .size = sizeof(scenario_spec), FIELDS(scenario_fields), .text = "One document."};

/* --- the catalogue of requirements --- */

TEXT_ALONE(side, WORD, WORDS(SIDE_WORDS));
#define SPEC requirement_row_spec
static const field requirement_row_fields[] = {REQUIREMENT_KEYS(ROW)};
#undef SPEC

NODE_TYPE(requirement_row, FIELDS(requirement_row_fields));
const node_type syntax_catalogue = {
    .name = "requirements", .size = sizeof(catalogue_spec), ITEMS(catalogue_spec, requirement_row)};

/* Which of a step's keys is its action: one that is always an action, else one that stands alone. */
const rsp_node *syntax_action(const rsp_node *step) {
    const rsp_node *modifier = NULL;
    for (const rsp_node *n = step->first; n; n = n->next) {
        const field *f = node_type_field(&syntax_step, node_key(n));
        if (!f || !f->action)
            continue;
        if (f->needs_mod == 0)
            return n;
        if (!modifier)
            modifier = n;
    }
    return modifier;
}
