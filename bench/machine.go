package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// describeMachine writes what the figures depend on.
func describeMachine(out io.Writer, o options) error {
	_, err := fmt.Fprintf(out, "%s %s/%s, %d cores%s%s. Median of %d rounds of %s, product and references in turn.\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), memoryText(), loadText(), o.rounds, o.round)
	return err
}

// memoryText and loadText are for Linux; other systems are described without.

func memoryText() string {
	file, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return ""
	}
	fields := strings.Fields(string(file))
	if len(fields) < 2 {
		return ""
	}
	kilobytes, err := strconv.Atoi(fields[1])
	if err != nil {
		return ""
	}
	return fmt.Sprintf(", %d GiB", (kilobytes+1<<19)>>20)
}

func loadText() string {
	file, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	one, _, _ := strings.Cut(string(file), " ")
	return ", load " + one + " before"
}
