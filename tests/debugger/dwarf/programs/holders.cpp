/* Classes with the members of GNU's C++ library, and others that only have such names.
 * They stand here in few lines, so that no header of the library is needed. Nothing of it is run.
 * The line with the mark has all of them. */
/* SPDX-License-Identifier: MIT */
namespace std {
template <class T> struct char_traits {};
template <class T> struct allocator {};
template <class T, class Traits = char_traits<T>, class A = allocator<T>> struct basic_string {
    struct Hider : A {
        T *_M_p;
    } _M_dataplus;
    unsigned long _M_string_length;
    union {
        T _M_local_buf[16];
        unsigned long _M_allocated_capacity;
    };
};
template <class T, class Traits = char_traits<T>> struct basic_string_view {
    unsigned long _M_len;
    const T *_M_str;
};
template <class T> struct Vector_data {
    T *_M_start;
    T *_M_finish;
};
template <class T> struct vector {
    struct Impl : allocator<T>, Vector_data<T> {
    } _M_impl;
};
template <class T, unsigned long N> struct array {
    T _M_elems[N];
};
template <class T> struct shared_ptr {
    T *_M_ptr;
};
template <unsigned long N, class T> struct _Head_base {
    T _M_head_impl;
};
template <class T> struct Deleter {};
template <unsigned long N, class T> struct _Tuple_impl : _Head_base<1, Deleter<T>>, _Head_base<0, T> {};
template <class T> struct tuple : _Tuple_impl<0, T> {};
template <class T> struct Unique_data {
    tuple<T *> _M_t;
};
template <class T> struct unique_ptr {
    Unique_data<T> _M_t;
};
} // namespace std

namespace mine {
template <class T> struct vector { /* another class of that name */
    T *first;
    int number;
};
template <class T> struct array {
    T *_M_elems;
};
template <class T> struct shared_ptr {
    int _M_ptr;
};
} // namespace mine

struct Part {
    int weight;
    std::basic_string<char> name;
};
struct Hidden; /* its members are in no file */

int look(std::basic_string<char> &text, std::basic_string_view<char> &view, std::vector<Part> &row, std::vector<void *> &pointers,
         std::array<short, 3> &three, std::unique_ptr<Part> &one, std::shared_ptr<Part> &shared, mine::vector<int> &other,
         mine::array<int> &no_array, mine::shared_ptr<int> &no_pointer, std::vector<char> *behind, Hidden &hidden) {
    return text._M_dataplus._M_p[0] + view._M_str[0] + row._M_impl._M_start->weight + (pointers._M_impl._M_start != 0) + /* mark: look */
           three._M_elems[0] + (int)sizeof(one) + shared._M_ptr->weight + other.number + no_array._M_elems[0] +
           no_pointer._M_ptr + *behind->_M_impl._M_start + (&hidden != 0);
}

int main() {
    return 0;
}
