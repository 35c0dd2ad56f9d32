package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestMain makes the test binary the program that runs tasks, as the waybill binary is.
func TestMain(m *testing.M) {
	if !IsProcess(os.Args[1:]) {
		m.Run()
		return
	}
	maps.Copy(testTasks, systemTasks)
	if err := Main(os.Args[1:], testTasks); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

var sink []byte

// testTasks behave as tasks may on hostile files.
var testTasks = Tasks{
	"echo":   func(input []byte) ([]byte, error) { return input, nil },
	"refuse": func([]byte) ([]byte, error) { return nil, errors.New("it is\nno label\x00") },
	"panic":  func([]byte) ([]byte, error) { panic("index out of range") },
	"large":  func([]byte) ([]byte, error) { return make([]byte, DefaultLimits.Output+1), nil },
	"print":  func(input []byte) ([]byte, error) { fmt.Fprintln(os.Stdout, "a library prints"); return input, nil },
	"pid":    func([]byte) ([]byte, error) { return fmt.Append(nil, os.Getpid()), nil },
	"spin": func([]byte) ([]byte, error) {
		for n := 0; ; n++ {
			sink = sink[:0]
		}
	},
	"killed": func(input []byte) ([]byte, error) {
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Kill()
		}
		<-time.After(time.Hour)
		return input, err
	},
	"sleep": func([]byte) ([]byte, error) { <-time.After(time.Hour); return nil, nil },
	"hog": func([]byte) ([]byte, error) {
		for {
			more := make([]byte, 1<<20)
			more[0] = 1
			hogged = append(hogged, more)
		}
	},
	"recurse": func([]byte) ([]byte, error) { return recurse(1 << 40), nil },
	"once": func(input []byte) ([]byte, error) {
		if sink != nil {
			go panic("ill")
			<-time.After(time.Hour)
		}
		sink = []byte{1}
		return input, nil
	},
}

var hogged [][]byte

func recurse(depth int) []byte {
	if depth == 0 {
		return nil
	}
	return append(recurse(depth-1), byte(depth))
}

func newRunner(t *testing.T, l Limits) *Runner {
	t.Helper()
	r, err := New(l, slog.New(slog.NewTextHandler(testLog{t}, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

type testLog struct{ *testing.T }

func (l testLog) Write(line []byte) (int, error) {
	l.Logf("%s", bytes.TrimSpace(line))
	return len(line), nil
}

// tight are limits that a test can wait for. Those of the real time are none for a process that has to wait for the machine.
var tight = Limits{
	Input: 16 << 20, Output: 8 << 20,
	Memory: 64 << 20, CPU: time.Second, Wall: time.Hour, Processes: 2, Busy: time.Hour,
}

// patient are the default limits but for the real time.
var patient = func(l Limits) Limits {
	l.Wall, l.Busy = time.Hour, time.Hour
	return l
}(DefaultLimits)

func TestOutputOfATask(t *testing.T) {
	t.Parallel()
	r := newRunner(t, patient)
	for _, input := range [][]byte{nil, []byte("x"), bytes.Repeat([]byte("0123456789abcdef"), 1<<18)} {
		for _, task := range []string{"echo", "print"} {
			if got, err := r.Run(t.Context(), "acme", task, input); err != nil || !bytes.Equal(got, input) {
				t.Errorf("%s of %d bytes: %d bytes, %v", task, len(input), len(got), err)
			}
		}
	}
}

// TestRefusals checks the reasons of refusals, and that the next input is read.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for task, want := range map[string]string{
		"refuse":  "it is no label ",
		"panic":   "panicked: index out of range",
		"large":   "it decompresses to 8388609 bytes: at most 8388608",
		"spin":    "reading it takes more than 1s of processor time",
		"hog":     "reading it takes more than 64 MiB of memory",
		"recurse": "reading it takes more than 64 MiB of memory",
	} {
		t.Run(task, func(t *testing.T) {
			t.Parallel()
			if !enforced && (task == "hog" || task == "recurse" || task == "spin") {
				t.Skip("the limits are not enforced here")
			}
			l := tight
			if task != "spin" {
				l.CPU = patient.CPU // a slow machine starts a process in more than a second
			}
			r := newRunner(t, l)
			_, err := r.Run(t.Context(), "acme", task, []byte("input"))
			if refused, ok := errors.AsType[*RefusedError](err); !ok || !strings.HasSuffix(refused.Reason, want) {
				t.Errorf("%v, want %q", err, want)
			}
			if got, err := r.Run(t.Context(), "acme", "echo", []byte("next")); err != nil || string(got) != "next" {
				t.Errorf("the next input: %q, %v", got, err)
			}
		})
	}
}

// TestKilledByTheSystem: the input is not at fault if the system kills its process, and may be read later.
func TestKilledByTheSystem(t *testing.T) {
	t.Parallel()
	r := newRunner(t, patient)
	if _, err := r.Run(t.Context(), "acme", "killed", nil); !errors.Is(err, ErrUnavailable) {
		t.Errorf("%v, want ErrUnavailable", err)
	}
}

// TestSharedMemory: processes of two runners with memory for one of them run one after the other. An idle one ends for the next,
// and an input that waits too long is not read.
func TestSharedMemory(t *testing.T) {
	t.Parallel()
	const total = 100 << 20
	var mu sync.Mutex
	var held []int64
	first, second := newRunner(t, tight), newRunner(t, patient)
	Share(total, func(bytes int64) {
		mu.Lock()
		defer mu.Unlock()
		held = append(held, bytes)
	}, first, second)
	for range 2 {
		for _, r := range []*Runner{first, second} {
			if got, err := r.Run(t.Context(), "acme", "echo", []byte("x")); err != nil || string(got) != "x" {
				t.Fatalf("%q, %v", got, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	sleeping := make(chan error)
	go func() {
		_, err := second.Run(ctx, "acme", "sleep", nil)
		sleeping <- err
	}()
	started := func() bool {
		second.mu.Lock()
		defer second.mu.Unlock()
		return len(second.idle) == 0
	}
	for !started() { // the idle process has taken the task
		runtime.Gosched()
	}
	waiting, end := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer end()
	if _, err := first.Run(waiting, "acme", "echo", nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("while the memory is in use: %v", err)
	}
	cancel()
	if err := <-sleeping; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	first.Close()
	second.Close()
	// 64 or 100 MiB and what a process has at its start, at most all: taken and given back by each of the four.
	want := []int64{80 << 20, 0, total, 0, 80 << 20, 0, total, 0}
	if !slices.Equal(held, want) {
		t.Errorf("held %d, want %d", held, want)
	}
}

func TestTheClockEndsAProcess(t *testing.T) {
	t.Parallel()
	l := DefaultLimits
	l.Wall = 100 * time.Millisecond
	r := newRunner(t, l)
	_, err := r.Run(t.Context(), "acme", "sleep", nil)
	if refused, ok := errors.AsType[*RefusedError](err); !ok || refused.Reason != "reading it takes longer than 100ms" {
		t.Error(err)
	}
}

func TestTooLargeAnInput(t *testing.T) {
	t.Parallel()
	_, err := newRunner(t, DefaultLimits).Run(t.Context(), "acme", "echo", make([]byte, DefaultLimits.Input+1))
	if _, ok := errors.AsType[*RefusedError](err); !ok {
		t.Error(err)
	}
}

// TestCallerGoesAway checks that the end of the caller's context is not a refusal.
func TestCallerGoesAway(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := newRunner(t, DefaultLimits).Run(ctx, "acme", "sleep", nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestNoProgram(t *testing.T) {
	t.Parallel()
	r := newRunner(t, DefaultLimits)
	for _, r.program = range []string{"/nonexistent", "/bin/true"} {
		if _, err := r.Run(t.Context(), "acme", "echo", nil); !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: %v", r.program, err)
		}
	}
}

// TestProcessesAreUsedAgain checks that a process is used until it refuses an input or reaches its limits.
func TestProcessesAreUsedAgain(t *testing.T) {
	t.Parallel()
	r := newRunner(t, patient)
	pid := func() string {
		t.Helper()
		got, err := r.Run(t.Context(), "acme", "pid", nil)
		if err != nil {
			t.Fatal(err)
		}
		return string(got)
	}
	first := pid()
	if second := pid(); second != first {
		t.Errorf("process %s after %s", second, first)
	}
	if _, err := r.Run(t.Context(), "acme", "refuse", nil); err == nil {
		t.Error("not refused")
	}
	second := pid()
	if second == first {
		t.Error("the process of a refused file is used again")
	}
	r.idle[0].inputs = maxInputs
	if third := pid(); third != second {
		t.Errorf("process %s after %s", third, second)
	}
	if last := pid(); last == second {
		t.Error("a process is used too often")
	}
}

// TestAnInnocentInput sends inputs to processes that an earlier input has damaged: a new process reads them.
func TestAnInnocentInput(t *testing.T) {
	t.Parallel()
	r := newRunner(t, patient)
	for range 3 {
		if got, err := r.Run(t.Context(), "acme", "once", []byte("x")); err != nil || string(got) != "x" {
			t.Errorf("%q, %v", got, err)
		}
	}
}

// TestIdleProcessesEnd checks that idle processes end, and that one that has ended is not used.
func TestIdleProcessesEnd(t *testing.T) {
	t.Parallel()
	r := newRunner(t, patient)
	if _, err := r.Run(t.Context(), "acme", "echo", nil); err != nil {
		t.Fatal(err)
	}
	c := r.idle[0]
	c.idle.Reset(0)
	c.end() // waits for the other end
	if c.cmd.ProcessState == nil {
		t.Error("it did not end")
	}
	if _, err := r.Run(t.Context(), "acme", "echo", nil); err != nil {
		t.Error(err)
	}
	last := r.idle[len(r.idle)-1]
	r.Close()
	if last == c || last.cmd.ProcessState == nil {
		t.Error("Close left a process")
	}
}

// TestOneOwnerKeepsOneProcess checks that the other process is free for others, however many inputs an owner
// has.
func TestOneOwnerKeepsOneProcess(t *testing.T) {
	t.Parallel()
	r := newRunner(t, patient)
	ctx, cancel := context.WithCancel(t.Context())
	var slow sync.WaitGroup
	for range 5 {
		slow.Go(func() {
			if _, err := r.Run(ctx, "acme", "sleep", nil); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
	for range 3 {
		if _, err := r.Run(t.Context(), "other", "echo", nil); err != nil {
			t.Error(err)
		}
	}
	cancel()
	slow.Wait()
	if len(r.turns.queues) != 0 || len(r.slots) != 0 {
		t.Errorf("%d queues and %d slots are left", len(r.turns.queues), len(r.slots))
	}
}
