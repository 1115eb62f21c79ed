// A debuggee in Go that prints 20,000 numbered lines, each ending in characters of two and three bytes.
// It flushes after each third line, prints one line to stderr at the end, and returns 7.
// A label is a comment with @NAME.
// SPDX-License-Identifier: MIT
package main

import (
	"bufio"
	"fmt"
	"os"
)

const lines = 20000

func main() {
	out := bufio.NewWriter(os.Stdout) /* @work */
	for i := 0; i < lines; i++ {
		fmt.Fprintf(out, "line %d \u00e9\u4f60\n", i)
		if i%3 == 2 {
			out.Flush()
		}
	}
	out.Flush()
	fmt.Fprintln(os.Stderr, "to stderr")
	os.Exit(7) /* @last */
}
