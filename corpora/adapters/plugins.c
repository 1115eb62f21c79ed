/* The debuggee that loads a library while it runs: plugin.so, which lies beside it.
 * usage: plugins    Lines to stop at are labelled: a comment with @NAME.
 * It prints "bye 2" at the end and returns 3; without the library it returns 4. */
/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <stdio.h>

int main(void) {
    int k = 1;
    void *library = dlopen("plugin.so", RTLD_NOW); /* @work */
    int (*plugged)(int) = library ? (int (*)(int))dlsym(library, "plugged") : NULL;
    if (!plugged)
        return 4;
    k = plugged(k);        /* @call */
    printf("bye %d\n", k); /* @last */
    return 3;
}
