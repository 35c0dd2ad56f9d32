package requestlog

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"

	"waybill/internal/store/engine"
)

const (
	// MaxQueued is the memory of entries that wait to be written. When it is full, requests are counted instead.
	MaxQueued = 8 << 20
	// writeEvery is the time between two writes, and maxBatch the entries of a transaction.
	writeEvery = time.Second
	maxBatch   = 500
)

// Writer writes entries in the background. Safe for concurrent use.
type Writer struct {
	log     *Log
	logger  *slog.Logger
	process int64 // the low bits of the numbers of its entries

	mu      sync.Mutex
	last    int64 // number that was given
	queue   []Entry
	queued  int64
	skipped map[int64]int64 // requests without an entry, by account
}

// NewWriter makes a writer, which writes while Run runs.
func NewWriter(log *Log, logger *slog.Logger) *Writer {
	var b [2]byte
	_, _ = rand.Read(b[:]) // never fails
	process := (int64(b[0])<<8 | int64(b[1])) >> (16 - processBits)
	return &Writer{log: log, logger: logger, process: process, skipped: make(map[int64]int64)}
}

// Add queues an entry, or counts it if the queue is full.
func (w *Writer) Add(e Entry) {
	size := e.size()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.queued+size > MaxQueued {
		w.skipped[e.AccountID]++
		return
	}
	e.No = w.next()
	w.queue, w.queued = append(w.queue, e), w.queued+size
}

// Skip counts a request that gets no entry.
func (w *Writer) Skip(accountID int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.skipped[accountID]++
}

// next is a number that this process has not given.
func (w *Writer) next() int64 {
	w.last = max(w.last+1<<processBits, engine.Micros(w.log.DB.Now())<<processBits|w.process)
	return w.last
}

// Run writes what is queued, each second, until ctx ends, and then the rest.
func (w *Writer) Run(ctx context.Context) {
	tick := time.NewTicker(writeEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			w.Flush(context.WithoutCancel(ctx))
			return
		case <-tick.C:
			w.Flush(ctx)
		}
	}
}

// Flush writes what is queued, and deletes what is too old or too much. Entries that cannot be written are counted instead.
func (w *Writer) Flush(ctx context.Context) {
	entries := w.take()
	for len(entries) > 0 {
		part := entries[:min(len(entries), maxBatch)]
		entries = entries[len(part):]
		if err := w.log.Add(ctx, part); err != nil {
			w.putBack(part)
			w.logger.ErrorContext(ctx, "write the request log", "error", err, "requests", len(part))
		}
	}
	if err := w.log.Purge(ctx, MaxAccountBytes, MaxBytes); err != nil && ctx.Err() == nil {
		w.logger.ErrorContext(ctx, "shorten the request log", "error", err)
	}
}

// take empties the queue. For each account with skipped requests it adds an entry with their number.
func (w *Writer) take() []Entry {
	w.mu.Lock()
	defer w.mu.Unlock()
	entries := w.queue
	for accountID, n := range w.skipped {
		entries = append(entries, Entry{AccountID: accountID, No: w.next(), NotRecorded: n})
	}
	w.queue, w.queued = nil, 0
	clear(w.skipped)
	return entries
}

// putBack counts entries that were not written.
func (w *Writer) putBack(entries []Entry) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range entries {
		w.skipped[entries[i].AccountID] += max(entries[i].NotRecorded, 1)
	}
}
