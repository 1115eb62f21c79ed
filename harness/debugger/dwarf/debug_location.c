/* A location expression is run on descriptions instead of numbers: what stays a base with operations is kept.
 * A frame base is one more expression, which mostly asks for the canonical frame address of the unwind
 * tables. See debug_location.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_location.h"

#include "die.h"
#include "frame_rule.h"
#include "operation.h"

#include <assert.h>
#include <gelf.h>
#include <stdio.h>

enum {
    STACK = 8,
    OPERATIONS = 64,
    MAX_SEGMENTS = 256,
    PAGE_BYTES = 4096,
    RISCV_TP = 4,
    PIECE_BYTES = 1 << 20,
    NUMBER_BYTES = 8
};

/* One expression while it runs. */
typedef struct location_run {
    const rsp_debug_file *file;
    Dwarf_Die *function; /* around it, for the frame base; NULL for none */
    Dwarf_Attribute *attribute;
    uint64_t address;
    rsp_error *error;
    rsp_debug_location stack[STACK];
    size_t depth;
    bool is_value;
    bool in_frame_base; /* no frame base within a frame base */
} location_run;

static rsp_status run_expression(location_run *run, const Dwarf_Op *ops, size_t num);

static rsp_status refuse(const location_run *run, const char *why) {
    return rsp_fail(run->error, RSP_UNSUPPORTED, "%s", why);
}

static rsp_status push(location_run *run, rsp_debug_location item) {
    if (run->depth == STACK)
        return refuse(run, "its location is too complex an expression");
    run->stack[run->depth++] = item;
    return RSP_OK;
}

static rsp_status push_constant(location_run *run, uint64_t value) {
    return push(run, (rsp_debug_location){.offsets = {value}});
}

static rsp_status push_register(location_run *run, uint64_t number, uint64_t offset) {
    if (number >= RSP_DEBUG_REGISTERS || !rsp_debug_register_name(run->file->facts.machine, number))
        return refuse(run, "it is in a register that is no general one");
    return push(run,
                (rsp_debug_location){.has_register = true, .base = (uint32_t)number, .offsets = {offset}});
}

static rsp_debug_location *top(location_run *run) {
    return run->depth > 0 ? &run->stack[run->depth - 1] : NULL;
}

static bool is_constant(const rsp_debug_location *item) {
    return !item->has_register && !item->relocated && item->num_loads == 0 && item->num_ops == 0;
}

static bool is_register_with_offset(const rsp_debug_location *item) {
    return item->has_register && item->num_loads == 0 && item->num_ops == 0;
}

static uint64_t apply(rsp_debug_op_kind kind, uint64_t left, uint64_t right) {
    const uint64_t sign = 0 - (left >> 63);
    switch (kind) {
    case RSP_DEBUG_OP_ADD:
        return left + right;
    case RSP_DEBUG_OP_SUB:
        return left - right;
    case RSP_DEBUG_OP_MUL:
        return left * right;
    case RSP_DEBUG_OP_AND:
        return left & right;
    case RSP_DEBUG_OP_OR:
        return left | right;
    case RSP_DEBUG_OP_XOR:
        return left ^ right;
    case RSP_DEBUG_OP_SHL: /* by less than 64 */
        return left << right;
    case RSP_DEBUG_OP_SHR:
        return left >> right;
    case RSP_DEBUG_OP_SHRA:
        return right == 0 ? left : left >> right | sign << (64 - right);
    case RSP_DEBUG_OP_NOT:
        break;
    }
    return ~left;
}

static rsp_status operate(location_run *run, rsp_debug_location *item, rsp_debug_op op) {
    if (!op.has_register && is_constant(item)) {
        item->offsets[0] = apply(op.kind, item->offsets[0], op.number);
        return RSP_OK;
    }
    if (item->num_ops == RSP_DEBUG_OPS)
        return refuse(run, "its location is too complex an expression");
    item->ops[item->num_ops++] = op;
    return RSP_OK;
}

/* Adds a number to the item on top. */
static rsp_status add(location_run *run, uint64_t value) {
    rsp_debug_location *item = top(run);
    if (!item)
        return refuse(run, "its location is damaged");
    if (item->num_ops > 0)
        return operate(run, item, (rsp_debug_op){.kind = RSP_DEBUG_OP_ADD, .number = value});
    item->offsets[item->num_loads] += value;
    return RSP_OK;
}

static rsp_status load(location_run *run) {
    rsp_debug_location *item = top(run);
    if (!item || item->num_loads == RSP_DEBUG_LOADS || item->num_ops > 0)
        return refuse(run, "its location is too complex an expression");
    item->offsets[++item->num_loads] = 0;
    return RSP_OK;
}

static bool takes_either_order(rsp_debug_op_kind kind) {
    return kind == RSP_DEBUG_OP_ADD || kind == RSP_DEBUG_OP_MUL || kind == RSP_DEBUG_OP_AND ||
           kind == RSP_DEBUG_OP_OR || kind == RSP_DEBUG_OP_XOR;
}

/* One side has to be a constant, or a register with an offset. */
static rsp_status combine(location_run *run, rsp_debug_op_kind kind) {
    if (run->depth < 2)
        return refuse(run, "its location is damaged");
    rsp_debug_location right = run->stack[--run->depth];
    rsp_debug_location *left = top(run);
    if (!is_constant(&right) && takes_either_order(kind) &&
        (is_constant(left) || !is_register_with_offset(&right))) {
        const rsp_debug_location other = *left;
        *left = right;
        right = other;
    }
    if (!is_constant(&right) && !is_register_with_offset(&right))
        return refuse(run, "its location is too complex an expression");
    const uint64_t number = right.offsets[0];
    const bool shifts = kind == RSP_DEBUG_OP_SHL || kind == RSP_DEBUG_OP_SHR || kind == RSP_DEBUG_OP_SHRA;
    if (shifts && (right.has_register || number >= 64))
        return refuse(run, "its location is too complex an expression");
    const bool moves = kind == RSP_DEBUG_OP_ADD || kind == RSP_DEBUG_OP_SUB;
    if (moves && !right.has_register)
        return add(run, kind == RSP_DEBUG_OP_SUB ? 0 - number : number);
    return operate(
        run, left,
        (rsp_debug_op){
            .kind = kind, .has_register = right.has_register, .base = right.base, .number = number});
}

static rsp_status operate_on_top(location_run *run, rsp_debug_op_kind kind, uint64_t number) {
    rsp_debug_location *item = top(run);
    return item ? operate(run, item, (rsp_debug_op){.kind = kind, .number = number})
                : refuse(run, "its location is damaged");
}

/* A typed value becomes one of another type; the numbers here are extended as their types say. */
static rsp_status convert(location_run *run, const Dwarf_Op *op) {
    Dwarf_Die type;
    uint64_t encoding = 0;
    int bytes = 0;
    if (op->number == 0)
        return RSP_OK; /* the type of addresses */
    if (dwarf_getlocation_die(run->attribute, op, &type) != 0 || (bytes = dwarf_bytesize(&type)) < 1 ||
        bytes > 8 || !die_number(&type, DW_AT_encoding, &encoding))
        return refuse(run, "its location is damaged");
    const bool is_signed = encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
    const uint64_t above = 64 - 8 * (uint64_t)bytes;
    if (encoding == DW_ATE_float || encoding == DW_ATE_complex_float)
        return refuse(run, "its location is too complex an expression");
    if (above == 0)
        return RSP_OK;
    if (!is_signed)
        return operate_on_top(run, RSP_DEBUG_OP_AND, UINT64_MAX >> above);
    rsp_status status = operate_on_top(run, RSP_DEBUG_OP_SHL, above);
    return status == RSP_OK ? operate_on_top(run, RSP_DEBUG_OP_SHRA, above) : status;
}

static rsp_status frame_address(location_run *run) {
    frame_sum sum;
    if (!frame_rule_cfa(run->file, run->address, &sum))
        return refuse(run, "no unwind table tells where its frame is");
    return push_register(run, sum.base, sum.offset);
}

static rsp_status frame_base(location_run *run, uint64_t offset) {
    Dwarf_Attribute attribute;
    Dwarf_Op *ops = NULL;
    size_t num = 0;
    if (run->in_frame_base || !run->function ||
        !dwarf_attr_integrate(run->function, DW_AT_frame_base, &attribute) ||
        dwarf_getlocation_addr(&attribute, run->address, &ops, &num, 1) != 1)
        return refuse(run, "its frame has no base here");
    run->in_frame_base = true;
    rsp_status status = num == 1 && ops[0].atom >= DW_OP_reg0 && ops[0].atom <= DW_OP_reg31
                            ? push_register(run, ops[0].atom - DW_OP_reg0, 0)
                            : run_expression(run, ops, num);
    run->in_frame_base = false;
    return status == RSP_OK ? add(run, offset) : status;
}

/* DW_OP_addrx: the address is in a table. */
static rsp_status indexed_address(location_run *run, const Dwarf_Op *op) {
    Dwarf_Attribute address;
    Dwarf_Addr value = 0;
    if (dwarf_getlocation_attr(run->attribute, op, &address) != 0 || dwarf_formaddr(&address, &value) != 0)
        return refuse(run, "its address is not in this file");
    return push(run, (rsp_debug_location){.relocated = run->file->facts.relocated, .offsets = {value}});
}

/* The segment of thread-local variables. */
static bool find_tls(const rsp_debug_file *file, GElf_Phdr *out) {
    size_t num = 0;
    if (elf_getphdrnum(file->elf, &num) != 0)
        return false;
    for (size_t i = 0; i < num && i < MAX_SEGMENTS; i++)
        if (gelf_getphdr(file->elf, (int)i, out) && out->p_type == PT_TLS)
            return true;
    return false;
}

/* Those of the program itself lie at fixed distances from the thread pointer: below it on x86-64, from it on
 * on RISC-V. Source: Drepper, ELF Handling For Thread-Local Storage; the psABIs. */
static rsp_status thread_local_address(location_run *run) {
    const rsp_debug_location *item = top(run);
    GElf_Phdr segment;
    if (run->file->facts.machine == RSP_DEBUG_MACHINE_AARCH64)
        return refuse(run, "it is thread-local, and no stub shows the thread pointer of this machine");
    if (run->file->facts.is_library)
        return refuse(run, "it is a thread-local variable of a library");
    if (!item || !is_constant(item) || !find_tls(run->file, &segment) || segment.p_align > PAGE_BYTES)
        return refuse(run, "it is thread-local, and nothing says where");
    uint64_t offset = item->offsets[0];
    bool riscv = run->file->facts.machine == RSP_DEBUG_MACHINE_RISCV64;
    uint64_t align = segment.p_align ? segment.p_align : 1;
    uint64_t whole = (segment.p_memsz + align - 1) / align * align;
    if (offset >= segment.p_memsz)
        return refuse(run, "it is thread-local, and its place is damaged");
    run->depth--;
    return push(run, (rsp_debug_location){.has_register = true,
                                          .base = riscv ? RISCV_TP : RSP_DEBUG_THREAD_POINTER,
                                          .offsets = {riscv ? offset : offset - whole}});
}

static const char *why_not(unsigned atom) {
    switch (atom) {
    case DW_OP_piece:
    case DW_OP_bit_piece:
        return "it is in pieces";
    case DW_OP_entry_value:
    case DW_OP_GNU_entry_value:
        return "only its value at the function's entry is known";
    case DW_OP_implicit_pointer:
    case DW_OP_GNU_implicit_pointer:
        return "what it points to is optimized out";
    default:
        return "its location is too complex an expression";
    }
}

static bool is_binary(unsigned atom, rsp_debug_op_kind *out) {
    static const struct {
        unsigned atom;
        rsp_debug_op_kind kind;
    } all[] = {
        {DW_OP_plus, RSP_DEBUG_OP_ADD}, {DW_OP_minus, RSP_DEBUG_OP_SUB}, {DW_OP_mul, RSP_DEBUG_OP_MUL},
        {DW_OP_and, RSP_DEBUG_OP_AND},  {DW_OP_or, RSP_DEBUG_OP_OR},     {DW_OP_xor, RSP_DEBUG_OP_XOR},
        {DW_OP_shl, RSP_DEBUG_OP_SHL},  {DW_OP_shr, RSP_DEBUG_OP_SHR},   {DW_OP_shra, RSP_DEBUG_OP_SHRA},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(all); i++)
        if (all[i].atom == atom) {
            *out = all[i].kind;
            return true;
        }
    return false;
}

static rsp_status run_plain(location_run *run, const Dwarf_Op *op) {
    uint64_t value = 0;
    uint64_t offset = 0;
    rsp_debug_op_kind kind;
    if (operation_is_constant(op, &value))
        return push_constant(run, value);
    if (is_binary(op->atom, &kind))
        return combine(run, kind);
    if (operation_is_register(op, &value, &offset))
        return push_register(run, value, offset);
    switch (op->atom) {
    case DW_OP_addr:
        return push(run,
                    (rsp_debug_location){.relocated = run->file->facts.relocated, .offsets = {op->number}});
    case DW_OP_addrx:
    case DW_OP_GNU_addr_index:
        return indexed_address(run, op);
    case DW_OP_fbreg:
        return frame_base(run, op->number);
    case DW_OP_call_frame_cfa:
        return frame_address(run);
    case DW_OP_plus_uconst:
        return add(run, op->number);
    case DW_OP_not:
        return operate_on_top(run, RSP_DEBUG_OP_NOT, 0);
    case DW_OP_convert:
    case DW_OP_GNU_convert:
        return convert(run, op);
    case DW_OP_deref:
        return load(run);
    case DW_OP_form_tls_address:
    case DW_OP_GNU_push_tls_address:
        return thread_local_address(run);
    case DW_OP_nop:
        return RSP_OK;
    default:
        return refuse(run, why_not(op->atom));
    }
}

static rsp_status run_expression(location_run *run, const Dwarf_Op *ops, size_t num) {
    rsp_status status = RSP_OK;
    if (num > OPERATIONS)
        return refuse(run, "its location is too complex an expression");
    for (size_t i = 0; i < num && status == RSP_OK; i++) {
        if (ops[i].atom != DW_OP_stack_value)
            status = run_plain(run, &ops[i]);
        else if (i + 1 == num && !run->in_frame_base)
            run->is_value = true;
        else
            status = refuse(run, "it is in pieces");
    }
    return status;
}

/* A text of bytes that stands for the value itself. */
static rsp_status implicit_value(location_run *run, const Dwarf_Op *op, rsp_debug_location *out) {
    Dwarf_Block block;
    uint64_t value = 0;
    if (dwarf_getlocation_implicit_value(run->attribute, op, &block) != 0 || block.length > 8)
        return refuse(run, "its constant value is longer than 8 bytes");
    for (size_t i = (size_t)block.length; i-- > 0;)
        value = value << 8 | block.data[i];
    *out = (rsp_debug_location){.kind = RSP_DEBUG_IS_VALUE, .offsets = {value}};
    return RSP_OK;
}

static bool in_register(const Dwarf_Op *op, uint64_t *out_number) {
    *out_number = op->atom == DW_OP_regx ? op->number : (Dwarf_Word)op->atom - DW_OP_reg0;
    return op->atom == DW_OP_regx || (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31);
}

/* Before a function has made its frame, its variables lie where anybody may write: a signal's handler, or the
 * code of a condition. Leaf functions of x86-64 use 128 bytes there. */
static bool is_below_stack(const location_run *run, const rsp_debug_location *item) {
    rsp_debug_machine machine = run->file->facts.machine;
    int64_t least = machine == RSP_DEBUG_MACHINE_X86_64 ? -128 : 0;
    return is_register_with_offset(item) && item->base == rsp_debug_register_sp(machine) &&
           (int64_t)item->offsets[0] < least;
}

static bool has_piece(const Dwarf_Op *ops, size_t num) {
    for (size_t i = 0; i < num; i++)
        if (ops[i].atom == DW_OP_piece || ops[i].atom == DW_OP_bit_piece)
            return true;
    return false;
}

/* Of a variable, or of one piece. */
static rsp_status finish(location_run *run, const Dwarf_Op *ops, size_t num, rsp_debug_location *out) {
    uint64_t number = 0;
    run->depth = 0;
    run->is_value = false;
    if (num == 1 && ops[0].atom == DW_OP_implicit_value)
        return implicit_value(run, &ops[0], out);
    bool is_register = num == 1 && in_register(&ops[0], &number);
    uint32_t of_float = is_register ? rsp_debug_register_float(run->file->facts.machine, number) : 0;
    rsp_status status = RSP_OK;
    if (of_float)
        status = push(run, (rsp_debug_location){.has_register = true, .base = of_float});
    else
        status = is_register ? push_register(run, number, 0) : run_expression(run, ops, num);
    if (status != RSP_OK)
        return status;
    if (run->depth == 0)
        return refuse(run, "its location is damaged");
    *out = *top(run);
    out->kind = is_register     ? RSP_DEBUG_IN_REGISTER
                : run->is_value ? RSP_DEBUG_IS_VALUE
                                : RSP_DEBUG_IN_MEMORY;
    if (out->kind == RSP_DEBUG_IN_MEMORY && is_below_stack(run, out))
        return rsp_fail(run->error, RSP_NOT_FOUND, "the function has not made its frame here yet");
    return RSP_OK;
}

/* A variable that the compiler found to be constant. */
static rsp_status constant_value(Dwarf_Die *die, rsp_debug_location *out, rsp_error *error) {
    uint64_t value = 0;
    if (!dwarf_hasattr_integrate(die, DW_AT_const_value))
        return rsp_fail(error, RSP_NOT_FOUND, "it is optimized out here");
    if (!die_number(die, DW_AT_const_value, &value))
        return rsp_fail(error, RSP_UNSUPPORTED, "its constant value is no number");
    *out = (rsp_debug_location){.kind = RSP_DEBUG_IS_VALUE, .offsets = {value}};
    return RSP_OK;
}

/* The function that has a frame: not an inlined copy, which lives in its caller's. */
static Dwarf_Die *framed_function(die_scopes *scopes) {
    for (size_t i = scopes->num; i-- > 1;)
        if (dwarf_tag(&scopes->dies[i]) == DW_TAG_subprogram)
            return &scopes->dies[i];
    return NULL;
}

/* One piece ends at `ops[num]`; without operations nothing says where it is. */
static rsp_status add_piece(location_run *run, const Dwarf_Op *ops, size_t num, rsp_debug_pieces *out) {
    assert(out->num <= RSP_DEBUG_PIECES);
    rsp_error *error = run->error;
    rsp_error why = {0};
    const rsp_debug_piece *last = out->num > 0 ? &out->items[out->num - 1] : NULL;
    rsp_debug_piece *piece = &out->items[out->num];
    if (ops[num].atom != DW_OP_piece)
        return refuse(run, "it is in pieces that are no whole bytes");
    if (ops[num].number == 0 || ops[num].number > PIECE_BYTES)
        return refuse(run, "its location is damaged");
    if (out->num == RSP_DEBUG_PIECES)
        return refuse(run, "it is in too many pieces");
    *piece = (rsp_debug_piece){.offset = last ? last->offset + last->size : 0, .size = ops[num].number};
    run->error = &why;
    piece->status = num > 0 ? finish(run, ops, num, &piece->location)
                            : rsp_fail(&why, RSP_NOT_FOUND, "this part of it is optimized out here");
    run->error = error;
    (void)snprintf(piece->why, sizeof piece->why, "%.*s", RSP_DEBUG_WHY - 1, why.msg);
    out->num++;
    return RSP_OK;
}

static rsp_status find_pieces(location_run *run, const Dwarf_Op *ops, size_t num, rsp_debug_pieces *out) {
    rsp_status status = RSP_OK;
    size_t first = 0;
    if (num > OPERATIONS)
        return refuse(run, "its location is too complex an expression");
    for (size_t i = 0; i < num && status == RSP_OK; i++)
        if (ops[i].atom == DW_OP_piece || ops[i].atom == DW_OP_bit_piece) {
            status = add_piece(run, &ops[first], i - first, out);
            first = i + 1;
        }
    return status;
}

rsp_status rsp_debug_location_pieces(const rsp_debug_file *file, uint64_t entry, uint64_t address,
                                     uint64_t size, rsp_debug_pieces *out, rsp_error *error) {
    assert(out);
    Dwarf_Die die;
    Dwarf_Attribute attribute;
    Dwarf_Op *ops = NULL;
    size_t num = 0;
    die_scopes scopes;
    out->num = 0;
    out->items[0] = (rsp_debug_piece){.size = size > NUMBER_BYTES ? size : NUMBER_BYTES};
    if (!die_at(file, entry, &die))
        return rsp_fail(error, RSP_NOT_FOUND, "there is no such variable");
    const bool constant = !dwarf_attr_integrate(&die, DW_AT_location, &attribute);
    if (!constant && (dwarf_getlocation_addr(&attribute, address, &ops, &num, 1) != 1 || num == 0))
        return rsp_fail(error, RSP_NOT_FOUND, "it is optimized out here");
    location_run run = {.file = file, .attribute = &attribute, .address = address, .error = error};
    if (!constant && die_scopes_at(file, address, &scopes))
        run.function = framed_function(&scopes);
    if (!constant && has_piece(ops, num))
        return find_pieces(&run, ops, num, out);
    rsp_status status = constant ? constant_value(&die, &out->items[0].location, error)
                                 : finish(&run, ops, num, &out->items[0].location);
    out->num = status == RSP_OK;
    return status;
}

rsp_status rsp_debug_location_eval(const rsp_debug_location *location, const rsp_debug_thread *thread,
                                   uint64_t *out) {
    assert(location->num_loads <= RSP_DEBUG_LOADS && location->num_ops <= RSP_DEBUG_OPS);
    uint64_t value = location->relocated ? thread->bias : 0;
    rsp_status status = RSP_OK;
    if (location->has_register)
        status = thread->read_register(thread->ctx, location->base, &value);
    value += location->offsets[0];
    for (size_t i = 0; i < location->num_loads && status == RSP_OK; i++) {
        status = rsp_debug_thread_read(thread, value, 8, &value);
        value += location->offsets[i + 1];
    }
    for (size_t i = 0; i < location->num_ops && status == RSP_OK; i++) {
        const rsp_debug_op *op = &location->ops[i];
        uint64_t operand = 0;
        if (op->has_register)
            status = thread->read_register(thread->ctx, op->base, &operand);
        value = apply(op->kind, value, operand + op->number);
    }
    *out = value;
    return status;
}
