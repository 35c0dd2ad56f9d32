package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// settings look up the settings of a side, which are environment variables.
type settings func(variable string) string

// The variables of the sides.
const (
	variableAddress  = "FAULTS_ADDRESS"
	variableJournal  = "FAULTS_JOURNAL"
	variableSecret   = "FAULTS_SECRET"
	variableLedger   = "FAULTS_LEDGER"
	variableCallback = "FAULTS_CALLBACK"
)

// journal is a file of JSON lines that survives its process: a line is with the operating system before its request gets a
// response. It is safe for concurrent use.
type journal struct{ file *os.File }

// readJournal reads the lines in the order in which they were written. A line that a kill cut off is left out: its request got
// no response.
func readJournal[T any](path string) (entries []T, err error) {
	text, err := os.ReadFile(path) //nolint:gosec // a file of this run
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read a journal: %w", err)
	}
	for line := range bytes.Lines(text) {
		var e T
		if json.Unmarshal(line, &e) == nil {
			entries = append(entries, e)
		}
	}
	return entries, nil
}

func openJournal(path string) (journal, error) {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return journal{}, fmt.Errorf("open a journal: %w", err)
	}
	_, err = file.WriteString("\n") // ends a line that a kill cut off
	return journal{file}, err
}

func (j journal) write(entry any) error {
	line, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}
