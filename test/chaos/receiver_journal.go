package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// fate says how a receiver treats a request.
type fate string

// The fates. Of the requests for one event at most maxFailures have another fate than taken.
const (
	taken   fate = "taken"   // kept; the response is 204
	lost    fate = "lost"    // kept; the response never arrives
	refused fate = "refused" // not kept; the response is 500
	hungUp  fate = "hung up" // not kept; no response
	forged  fate = "forged"  // the signature is wrong
)

// kept reports whether the receiver has the event.
func (f fate) kept() bool { return f == taken || f == lost }

// entry is a request to the receiver, and a line of its journal.
type entry struct {
	EventID    string `json:"event_id"`
	OrderID    int64  `json:"order_id"`
	Sequence   int64  `json:"sequence"`
	Type       string `json:"type"`
	TrackingNo string `json:"tracking_no"`
	Fate       fate   `json:"fate"`
}

// readJournal reads the requests in the order in which they came. A line that a kill cut off is left out:
// its request got no response.
func readJournal(path string) (entries []entry, err error) {
	text, err := os.ReadFile(path) //nolint:gosec // a file of this run
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the receiver's journal: %w", err)
	}
	for line := range bytes.Lines(text) {
		var e entry
		if json.Unmarshal(line, &e) == nil {
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// journal is a file that survives its process: a line is with the operating system before its request
// gets a response.
type journal struct{ file *os.File }

func openJournal(path string) (journal, error) {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return journal{}, fmt.Errorf("open the receiver's journal: %w", err)
	}
	_, err = file.WriteString("\n") // ends a line that a kill cut off
	return journal{file}, err
}

func (j journal) write(e entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}
