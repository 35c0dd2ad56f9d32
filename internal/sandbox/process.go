package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode"
)

// Command is the hidden command that makes the program a process of this package.
const Command = "sandbox"

// Tasks are the functions that a process can run, by name. A task makes an output from an input. The text of its error is
// the reason that the sender of the input reads.
type Tasks map[string]func(input []byte) (output []byte, err error)

// IsProcess reports whether the arguments, without the program's name, start such a process.
func IsProcess(args []string) bool { return len(args) > 0 && args[0] == Command }

// Main runs tasks for the parent until the input ends. It returns an error if the process could not limit
// itself, or if the parent sent an invalid frame.
func Main(args []string, tasks Tasks) error {
	l, err := parseLimits(args)
	if err != nil {
		return err
	}
	responses := os.Stdout
	os.Stdout = os.Stderr // where the output of libraries goes
	if err := l.apply(); err != nil {
		return fmt.Errorf("limit the process: %w", err)
	}
	return serve(os.Stdin, responses, tasks, l)
}

// serve runs a task for each request until there are no more.
func serve(r io.Reader, w io.Writer, tasks Tasks, l Limits) error {
	if err := writeFrame(w, kindReady, nil); err != nil {
		return err
	}
	for {
		task, input, err := readRequest(r, tasks, l)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		output, err := run(task, input)
		switch {
		case err == nil && len(output) <= l.Output:
			err = writeFrame(w, kindOutput, output)
		case err == nil:
			err = writeFrame(w, kindRefused, fmt.Appendf(nil, "it decompresses to %d bytes: at most %d", len(output), l.Output))
		default:
			err = writeFrame(w, kindRefused, []byte(plain(err.Error())))
		}
		if err != nil {
			return err
		}
	}
}

// readRequest reads a task's name and its input. It returns io.EOF if there are no more.
func readRequest(r io.Reader, tasks Tasks, l Limits) (task func([]byte) ([]byte, error), input []byte, err error) {
	k, name, err := readFrame(r, l)
	if err != nil {
		return nil, nil, err
	}
	task, known := tasks[string(name)]
	if k != kindTask || !known {
		return nil, nil, fmt.Errorf("there is no task %q", name)
	}
	k, input, err = readFrame(r, l)
	if err == nil && k != kindInput {
		err = fmt.Errorf("task %q has no input", name)
	}
	return task, input, err
}

// run runs a task. A panic refuses the input: libraries panic on damaged files.
func run(task func([]byte) ([]byte, error), input []byte) (output []byte, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("the library that reads it panicked: %v", panicked)
		}
	}()
	return task(input)
}

// plain returns a text that can be logged, stored and sent: one line of at most maxText bytes. A long text
// loses its middle, because errors say where at the beginning and what at the end.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	if len(text) <= maxText {
		return text
	}
	const more = " … "
	half := (maxText - len(more)) / 2
	return strings.ToValidUTF8(text[:half], "") + more + strings.ToValidUTF8(text[len(text)-half:], "")
}

// Limits are the limits of processes and inputs. Memory and CPU are enforced on Linux only.
type Limits struct {
	Input     int           // bytes of the input of a task
	Output    int           // bytes of the output of a task
	Memory    int           // bytes of a process, in addition to those after the start
	CPU       time.Duration // whole seconds of processor time of a process
	Wall      time.Duration // of an input, from the moment that it is sent
	Processes int           // at once
	Busy      time.Duration // after which a process gets no more inputs
}

// args returns the arguments of a process, with the limits that it enforces itself.
func (l Limits) args() []string {
	text, _ := json.Marshal(l) // numbers alone: it never fails
	return []string{Command, string(text)}
}

// parseLimits parses the arguments that args returns.
func parseLimits(args []string) (l Limits, err error) {
	if len(args) != 2 {
		return l, errors.New("this command is internal: Waybill starts it to read files that are not trusted")
	}
	if err := json.Unmarshal([]byte(args[1]), &l); err != nil {
		return l, fmt.Errorf("the limits of the process: %w", err)
	}
	return l, nil
}
