/* Functions and variables whose names are in parts: members, overloads, instances of templates, statics.
 * Nothing of it is run but by the tests, which read its debug information.
 * Lines with a mark are found by it. */
/* SPDX-License-Identifier: MIT */
namespace shop {
struct Till {
    static int opened;
    static constexpr int most = 9;
    int coins;
    int add(int number);
    int add(const char *text);
    bool operator<(const Till &other) const { /* mark: less */
        return coins < other.coins;
    }
};
struct Box {
    static int opened;
};
int Till::opened = 2;
int Box::opened = 1000;
int Till::add(int number) { /* mark: add int */
    return coins += number + most;
}
int Till::add(const char *text) { /* mark: add text */
    return coins += text[0];
}
namespace {
int hidden(int number) { /* mark: hidden */
    return number * 3;
}
} // namespace
int peek(int number) { /* mark: peek */
    return hidden(number);
}
} // namespace shop

template <class T> T largest(T left, T right) { /* mark: largest */
    return left < right ? right : left;
}

int add(int number) { /* mark: plain add */
    return number + 1;
}

int around(int number) {
    struct Local {
        int within(int value) { /* mark: within */
            return value * 2;
        }
    };
    Local local;
    return local.within(number);
}

extern int level; /* of the other unit with this name that others see */
int level_of_other();
namespace before {
int depth = 1;
}
namespace outer {
int depth = 2;
enum Plain { LOW = 4, HIGH = 8 };
enum class Scoped { LOW = 40, HIGH = 80 };
namespace inner {
int deep = 3;
int enclosed(int number) { /* mark: enclosed */
    return number + depth + deep + level;
}
} // namespace inner
struct Kind {
    enum Shape { ROUND = 7 };
    static int made;
    Shape shape;
    int member(int number) { /* mark: member */
        return number + made + depth + shape;
    }
};
int Kind::made = 5;
} // namespace outer
int of_caller = 6;
static inline __attribute__((always_inline)) int inlined(int number) {
    return number + of_caller; /* mark: inlined copy */
}

int main(int argc, char **argv) {
    shop::Till till = {argc};
    shop::Till other = {2};
    till.add(argc);
    till.add(argv[0]);
    shop::Box::opened++;
    outer::Kind kind = {outer::Kind::ROUND};
    outer::Scoped scoped = outer::Scoped::LOW;
    outer::Plain plain = outer::LOW;
    for (int of_caller = argc; of_caller < 3; of_caller++)
        argc += inlined(of_caller) + kind.member(before::depth) + outer::inner::enclosed((int)scoped + plain) + level_of_other();
    return add(largest<int>(argc, 3)) + (int)largest<double>(argc, 2.5) + (till < other) + shop::peek(argc) + around(argc);
}
