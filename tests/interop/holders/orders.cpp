/* Classes of the standard library as people use them: strings short and long, vectors, pointers, arrays.
 * The end says how often `handle` was called with what, so that a debugger's stops can be checked.
 * See ../holders.py. */
/* SPDX-License-Identifier: MIT */
#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct Part {
    int weight;
    std::string name;
};

struct Order {
    int id;
    std::string customer;
    std::string_view code;
    std::vector<Part> parts;
    std::vector<bool> flags;
    std::array<short, 3> dates;
    std::unique_ptr<Part> gift;
    std::shared_ptr<Order> before;
};

static const std::string long_name = "somebody whose name does not fit into the object itself";

static int handle(const Order &order, Order *changed) {
    int num = (int)order.parts.size(); /* @handle */
    changed->id += 0;
    return num;
}

int main() {
    std::shared_ptr<Order> before;
    const char codes[] = "a\0bcdef";
    int total = 0;
    for (int i = 0; i < 60; i++) {
        auto order = std::make_shared<Order>();
        order->id = i;
        order->customer = i % 7 == 0 ? "" : i % 5 == 0 ? long_name : i % 2 ? "alice" : std::string("al\0ce", 5);
        order->code = std::string_view(codes, (std::size_t)(i % 8));
        for (int j = 0; j < i % 4; j++)
            order->parts.push_back({10 * i + j, j == 2 ? "wheel" : "bolt"});
        order->flags.push_back(true);
        order->dates = {(short)-i, (short)(i * 3), 7};
        if (i % 3 == 0)
            order->gift = std::make_unique<Part>(Part{i, "ribbon"});
        order->before = before;
        total += handle(*order, order.get());
        before = order;
    }
    std::printf("%d\n", total);
}
