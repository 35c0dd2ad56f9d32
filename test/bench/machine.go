package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// busyLoad is the load, of each core, from which on the machine has other work.
const busyLoad = 0.5

// describeMachine writes what the figures depend on.
func describeMachine(out io.Writer, o options) {
	load, known := loadAverage()
	fmt.Fprintf(out, "%s %s/%s, %d cores%s. Median of %d rounds of %s, product and references in turn.\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), memoryText(), o.rounds, o.round)
	if known && load > busyLoad*float64(runtime.NumCPU()) {
		fmt.Fprintf(out, "\n**The machine was BUSY with other work before this run (load %.1f): what has more processes gets more of it, "+
			"so even the ratios are off. Run it again when it is calm.**\n", load)
	}
}

// memoryText and loadAverage are for Linux; other systems are described without.

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

// loadAverage is that of the last minute.
func loadAverage() (load float64, known bool) {
	file, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0, false
	}
	first, _, _ := strings.Cut(string(file), " ")
	load, err = strconv.ParseFloat(first, 64)
	return load, err == nil
}
