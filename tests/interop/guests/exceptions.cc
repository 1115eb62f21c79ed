/* C++: exceptions through many frames, virtual functions, containers, threads, futures.
 * Built for RISC-V Linux, static and dynamic, and run on the reference stub and under qemu-riscv64.
 * What it prints does not depend on the order of threads. */
/* SPDX-License-Identifier: MIT */
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

struct base {
    virtual ~base() {
        std::cout << "gone\n";
    }
    virtual int value() const {
        return 1;
    }
};

struct derived : base {
    int value() const override {
        return 2;
    }
};

int deep(int left) {
    if (left == 0)
        throw std::runtime_error("from the depth");
    return deep(left - 1) + 1;
}

int in_threads() {
    std::vector<std::thread> threads;
    std::mutex lock;
    int total = 0;
    for (int i = 0; i < 4; i++)
        threads.emplace_back([&] {
            for (int k = 0; k < 500; k++) {
                std::lock_guard<std::mutex> guard(lock);
                total++;
            }
        });
    for (auto &thread : threads)
        thread.join();
    return total;
}

} // namespace

int main() {
    try {
        deep(20);
    } catch (const std::exception &e) {
        std::cout << "caught: " << e.what() << "\n";
    }
    std::unique_ptr<base> it = std::make_unique<derived>();
    std::cout << it->value() << " " << (dynamic_cast<derived *>(it.get()) != nullptr) << "\n";
    std::map<std::string, int> words;
    for (const char *word : {"x", "y", "x"})
        words[word]++;
    for (const auto &word : words)
        std::cout << word.first << word.second << "\n";
    std::cout << in_threads() << "\n";
    std::cout << std::async(std::launch::async, [] { return 42.5; }).get() << "\n";
    return 4;
}
