package harness

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// PeakMemory is the most memory that a running process has had resident, in bytes. Only Linux tells:
// elsewhere known is false.
func (p *Process) PeakMemory() (size int64, known bool, err error) {
	if runtime.GOOS != "linux" {
		return 0, false, nil
	}
	status, err := os.ReadFile("/proc/" + strconv.Itoa(p.PID()) + "/status")
	if err != nil {
		return 0, false, fmt.Errorf("read the memory of a process: %w", err)
	}
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "VmHWM:" {
			kilobytes, err := strconv.ParseInt(fields[1], 10, 64)
			return kilobytes << 10, err == nil, err
		}
	}
	return 0, false, errors.New("the status of the process has no VmHWM")
}
