/* A function of which compilers put a part elsewhere: what follows an exception is rarely executed.
 * See ../test_qualified_name.c. */
/* SPDX-License-Identifier: MIT */
struct Kept {
    ~Kept();
    int number;
};
int left;
Kept::~Kept() {
    left += number;
}

__attribute__((noinline)) void refuse(int number) {
    if (number > 2)
        throw number;
}

__attribute__((noinline)) int split(int number) {
    Kept kept = {number};
    refuse(number);
    return kept.number * 2;
}

int main(int argc, char **argv) {
    (void)argv;
    return split(argc);
}
