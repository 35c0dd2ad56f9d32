package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"syscall"
)

// openFiles is the limit of open files: more than the runtime of Go opens for itself.
const openFiles = 16

// niceness gives the server's requests precedence over files.
const niceness = 10

// kernelLimit is a limit that the kernel enforces.
type kernelLimit struct {
	name     string
	resource int
	most     uint64
}

// apply limits this process.
func (l Limits) apply() error {
	debug.SetMemoryLimit(int64(l.Memory))
	limits := []kernelLimit{
		// The kernel kills at the hard limit; Go ignores the signal of the soft one.
		{"RLIMIT_CPU", syscall.RLIMIT_CPU, uint64(l.CPU.Seconds())},
		{"RLIMIT_CORE", syscall.RLIMIT_CORE, 0}, // a core dump would hold the file
		{"RLIMIT_FSIZE", syscall.RLIMIT_FSIZE, 0},
		{"RLIMIT_NOFILE", syscall.RLIMIT_NOFILE, openFiles},
	}
	if !raceDetector {
		now, err := dataSize()
		if err != nil {
			return err
		}
		limits = append(limits, kernelLimit{"RLIMIT_DATA", syscall.RLIMIT_DATA, now + uint64(l.Memory)})
	}
	// The kernel's OOM killer chooses this process before any other. Both calls protect other processes: if
	// the system forbids them, files can still be read.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
	_ = syscall.Setpriority(syscall.PRIO_PGRP, 0, niceness) // of all its threads: the process is its own group
	for _, limit := range limits {
		if err := syscall.Setrlimit(limit.resource, &syscall.Rlimit{Cur: limit.most, Max: limit.most}); err != nil {
			return fmt.Errorf("%s of %d: %w", limit.name, limit.most, err)
		}
	}
	return nil
}

// dataSize returns how many bytes of this process RLIMIT_DATA counts now: the runtime and the C library
// reserve address space that they do not use.
func dataSize() (uint64, error) {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	var pages [6]uint64 // size, resident, shared, text, lib, data
	if _, err := fmt.Sscan(string(statm), &pages[0], &pages[1], &pages[2], &pages[3], &pages[4], &pages[5]); err != nil {
		return 0, fmt.Errorf("read /proc/self/statm: %w", err)
	}
	return pages[5] * uint64(os.Getpagesize()), nil
}

// program returns the file of this program, even if a newer one has replaced it under its name.
func program() (string, error) { return "/proc/self/exe", nil }

// setOwnProcessGroup gives a process a group of its own, so that an interrupt of the terminal does not reach it.
func setOwnProcessGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// keepFiles marks the files that this process was started with as not inherited by its children. Go itself
// marks the ones that it opens.
func keepFiles() error {
	const folder = "/proc/self/fd"
	names, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("list open files: %w", err)
	}
	for _, name := range names {
		fd, err := strconv.Atoi(filepath.Base(name.Name()))
		if err == nil && fd > 2 {
			syscall.CloseOnExec(fd)
		}
	}
	return nil
}
