package harness

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of processor time in /proc, a hundredth of a second on all of Linux.
const tick = 10 * time.Millisecond

// ProcessorTime is how long a running process has computed, in user and kernel mode. Only Linux tells: elsewhere known is
// false.
func (p *Process) ProcessorTime() (spent time.Duration, known bool, err error) {
	if runtime.GOOS != "linux" {
		return 0, false, nil
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(p.PID()) + "/stat")
	if err != nil {
		return 0, false, fmt.Errorf("read the processor time of a process: %w", err)
	}
	_, after, _ := strings.Cut(string(stat), ") ") // the name of the program may have spaces
	fields := strings.Fields(after)
	if len(fields) < 13 {
		return 0, false, errors.New("the status of the process has no times")
	}
	for _, field := range fields[11:13] { // the 14th and 15th of proc(5)
		ticks, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, false, fmt.Errorf("read the processor time of a process: %w", err)
		}
		spent += time.Duration(ticks) * tick
	}
	return spent, true, nil
}
