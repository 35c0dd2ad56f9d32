package harness

import (
	"strings"
	"sync"
)

// Log keeps the output of a process. Its zero value is ready; its methods are safe for concurrent use.
type Log struct {
	mu   sync.Mutex
	text strings.Builder
}

// Write implements io.Writer.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Tail is the end of the log, of 8 KiB at most.
func (l *Log) Tail() string {
	text := l.String()
	return text[max(0, len(text)-8<<10):]
}
