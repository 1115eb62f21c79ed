/* Handlers: nesting, masks, one-shot, alternate stacks, pending signals, changed contexts.
 * The saved mask comes back after the handler, and raise() returns only after it.
 * Prints every step. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static int depth;
static int raises_left = 4;
static char alternate[16384];

static void print_mask(const char *label) {
    u64 old;
    block(BLOCK, 0, &old);
    print_hash(label, old);
}

static void nested(int number) {
    depth++;
    print_line("enter", number * 100 + depth);
    print_mask("inside");
    if (depth < 3 && raises_left-- > 0)
        raise(number == SIGUSR1 ? SIGUSR2 : SIGUSR1);
    print_line("leave", number * 100 + depth);
    depth--;
}

static void on_stack(int number) {
    char local;
    print_line("signal", number);
    print_line("on the alternate stack", &local > alternate && &local < alternate + sizeof alternate);
}

static void sets_result(int number, void *info, void *context) {
    print_line("from self", ((int *)info)[4] == getpid());
    print_line("code", info_code(info));
    context_regs(context)[18] = 4711; /* s2 */
    (void)number;
}

int main(void) {
    act(SIGUSR1, (void *)nested, 0, BIT(SIGTERM));
    act(SIGUSR2, (void *)nested, 0, 0);
    raise(SIGUSR1);
    print_mask("after");

    act(SIGUSR1, (void *)nested, SA_NODEFER_ | SA_RESETHAND_, 0);
    depth = 2;
    raise(SIGUSR1);
    u64 old[4] = {9, 9, 9, 9};
    syscall(134, (long)SIGUSR1, 0L, (long)old, 8L, 0L, 0L);
    print_line("handler reset", old[0] == 0);
    depth = 0;

    u64 pending = 0;
    act(SIGUSR1, (void *)nested, 0, 0);
    block(BLOCK, BIT(SIGUSR1) | BIT(SIGTERM) | BIT(34), NULL);
    depth = 2;
    raise(SIGUSR1);
    raise(SIGUSR1);
    syscall(136, (long)&pending, 8L, 0L, 0L, 0L, 0L);
    print_hash("pending", pending);
    block(UNBLOCK, BIT(SIGUSR1), NULL);
    print("unblocked\n");

    act(34, (void *)nested, 0, 0);
    raise(34);
    raise(34);
    raise(34);
    block(UNBLOCK, BIT(34), NULL);

    u64 stack[3] = {(u64)alternate, 0, sizeof alternate}, before[3];
    print_line("sigaltstack", syscall(132, (long)stack, (long)before, 0L, 0L, 0L, 0L));
    print_line("was", (long)((u32)before[1]));
    act(SIGUSR1, (void *)on_stack, SA_ONSTACK_, 0);
    raise(SIGUSR1);
    act(SIGUSR1, (void *)on_stack, 0, 0);
    raise(SIGUSR1);
    stack[2] = 100;
    print_line("too small", syscall(132, (long)stack, 0L, 0L, 0L, 0L, 0L));

    act(SIGUSR1, (void *)sets_result, SA_SIGINFO_, 0);
    register long s2 __asm__("s2") = 1;
    __asm__ volatile("" : "+r"(s2));
    raise(SIGUSR1);
    __asm__ volatile("" : "+r"(s2));
    print_line("changed register", s2);
    print_line("SIGKILL", act(SIGKILL, (void *)nested, 0, 0));
    print_line("signal 65", act(65, (void *)nested, 0, 0));
    print_line("kill nobody", kill(999999, 0));
    print_line("kill self 0", kill(getpid(), 0));
    print_line("bad signal", kill(getpid(), 99));
    return 0;
}
