// The debuggee of the scenarios for adapters, in Go: locals, a list, arrays, a recursion, a slow function, a loop.
// usage: sample [loop | die | tidy | ignore]     Lines that scenarios stop at or name are labelled: a comment with @NAME.
// It prints "hello" before the first label and "bye K" after the last, and returns 3.
// At SIGTERM it prints "tidy" and returns 5, or ignores it.
// SPDX-License-Identifier: MIT
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

const (
	depth = 60
	large = 20000
)

type node struct {
	id   int
	name string
	next *node
}

type big struct {
	a [large]int
}

var g big
var arr = [5]int{1, 2, 3, 4, 5}
var text = "h\u00e9llo \u4f60"
var counter int

func deep(n int) int {
	if n == 0 {
		counter++ /* @deep */
		return counter - 1
	}
	return deep(n-1) + 1
}

func spin(n int) int {
	i := 0
	for i < n*100000000 {
		i++
	}
	return i
}

func touch(n int) int {
	counter = n
	return n
}

func tidy(asked chan os.Signal) {
	<-asked
	fmt.Println("tidy")
	os.Exit(5)
}

func heedTerm(how string) {
	if how == "ignore" {
		signal.Ignore(syscall.SIGTERM)
	} else if how == "tidy" {
		asked := make(chan os.Signal, 1)
		signal.Notify(asked, syscall.SIGTERM)
		go tidy(asked)
	}
}

func main() {
	c := node{3, "three", nil}
	b := node{2, "two", &c}
	a := node{1, "one", &b}
	k := len(os.Args)
	g.a[0] = arr[0]
	if k > 1 {
		heedTerm(os.Args[1])
	}
	fmt.Printf("hello %c\n", text[0])
	if k > 100 {
		k = spin(k) + touch(k)
	}
	k = k + a.id             /* @work */
	k = k + deep(depth)      /* @call */
	k = k + arr[1]           /* @after */
	k = k + arr[2]           /* @next */
	k = k + touch(0)*deep(0) /* @two */
	/* @gap has no code */
	if len(os.Args) > 1 && os.Args[1] == "die" {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	for len(os.Args) > 1 {
		counter++ /* @loop */
		time.Sleep(time.Millisecond)
	}
	fmt.Println("bye", k) /* @last */
	os.Exit(3)
}
