package requestlog

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"waybill/internal/store/engine"
)

// Log is the request log of a database.
type Log struct{ DB *engine.DB }

const (
	// Days is how long entries are kept.
	Days = 30
	// MaxAccountBytes is the most that entries of an account take. The oldest go first.
	MaxAccountBytes = 64 << 20
	// MaxBytes is the most that those of all accounts take together.
	MaxBytes = 1 << 30
	// entryBytes is the size of an entry and its index without its texts, in bytes.
	entryBytes = 150
	// maxPurged is how many entries a transaction deletes.
	maxPurged = 1000
)

// Entry is a request that was served.
type Entry struct {
	AccountID, KeyID         int64
	No                       int64 // of the entry: later entries have higher ones
	RequestID, Method, Route string
	Status                   int
	Took                     time.Duration
	Errors, Warnings         []Note
	Body                     string // JSON without the values of personal fields
	// NotRecorded is 0, or the number of requests around this time that have no entry. It has nothing else then.
	NotRecorded int64
}

// Note is a problem at a place of a body, a JSON pointer; "" is the whole request.
type Note struct {
	Path    string `json:"path"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Codes   string `json:"codes,omitempty"` // the message as problem.Message.Encode; "" of earlier releases
}

// processBits are the bits of the number of an entry that tell apart processes that serve one database.
const processBits = 12

// At is when the request ended.
func (e *Entry) At() time.Time { return engine.FromMicros(e.No >> processBits) }

// size returns the size of the entry in bytes.
func (e *Entry) size() int64 {
	n := entryBytes + len(e.RequestID) + len(e.Method) + len(e.Route) + len(e.Body)
	for _, note := range slices.Concat(e.Errors, e.Warnings) {
		n += len(note.Path) + len(note.Code) + len(note.Message) + len(note.Codes) + len(`{"path":"","code":"","message":"","codes":""},`)
	}
	return int64(n)
}

var (
	logTable = engine.NewTable("request_log", "ON CONFLICT (account_id, request_no) DO NOTHING", "account_id bigint", "request_no bigint",
		"key_id bigint", "request_id text", "method text", "route text", "status bigint", "took bigint", "errors text", "warnings text",
		"body text", "not_recorded bigint", "bytes bigint")
	sizesTable = engine.NewTable("request_log_sizes",
		"ON CONFLICT (account_id) DO UPDATE SET bytes = request_log_sizes.bytes + excluded.bytes", "account_id bigint", "bytes bigint")
)

// Add stores entries in a transaction.
func (l *Log) Add(ctx context.Context, entries []Entry) error {
	return l.DB.Change(ctx, "write the request log", func(ctx context.Context, q engine.Querier) error {
		in, row, sizes := l.DB.Inserting(ctx, q), make([]any, 0, len(logTable.Columns)), map[int64]int64{}
		for i := range entries {
			e := &entries[i]
			sizes[e.AccountID] += e.size()
			row = append(row[:0], e.AccountID, e.No, e.KeyID, e.RequestID, e.Method, e.Route, int64(e.Status), e.Took.Microseconds(),
				notesText(e.Errors), notesText(e.Warnings), e.Body, e.NotRecorded, e.size())
			in.Insert(&logTable, row)
		}
		for _, id := range slices.Sorted(maps.Keys(sizes)) { // in one order, so that servers do not wait for each other
			in.Insert(&sizesTable, append(row[:0], id, sizes[id]))
		}
		return in.Flush()
	})
}

// notesText is the text of notes in the database.
func notesText(notes []Note) string {
	if len(notes) == 0 {
		return ""
	}
	return engine.JSON(notes)
}

// Filter selects entries; zero fields select all. Entries that stand for requests without one are there without RequestID and Failed only.
type Filter struct {
	AccountID int64
	RequestID string
	Failed    bool // the status is an error
	// Without are routes whose requests are left out, unless their status is an error.
	Without []string
}

// List returns at most limit entries, the newest first, and whether there are more. They are older than the entry with the number
// before, if that is not 0.
func (l *Log) List(ctx context.Context, f Filter, before int64, limit int) (entries []Entry, more bool, err error) {
	if !engine.IsText(f.RequestID) {
		return nil, false, nil
	}
	var w engine.Where
	before = cmp.Or(before, math.MaxInt64)
	w.Add("request_no < ?", before)
	w.AddIf(f.AccountID != 0, "account_id = ?", f.AccountID)
	w.AddIf(f.RequestID != "", "request_id = ?", f.RequestID)
	w.AddIf(f.Failed, "status >= 400")
	for _, route := range f.Without {
		w.Add("(route <> ? OR status >= 400)", route)
	}
	entries, err = engine.Collect(ctx, l.DB.Reads, func(row engine.Scanner, e *Entry) error {
		var took int64
		var notes [2]string
		err := row.Scan(&e.AccountID, &e.No, &e.KeyID, &e.RequestID, &e.Method, &e.Route, &e.Status, &took, &notes[0], &notes[1],
			&e.Body, &e.NotRecorded)
		e.Took = time.Duration(took) * time.Microsecond
		for i, to := range []*[]Note{&e.Errors, &e.Warnings} {
			if err == nil && notes[i] != "" {
				err = json.Unmarshal([]byte(notes[i]), to)
			}
		}
		return err
	}, `SELECT account_id, request_no, key_id, request_id, method, route, status, took, errors, warnings,
		body, not_recorded FROM request_log WHERE `+w.Text+` ORDER BY request_no DESC LIMIT `+strconv.Itoa(limit+1), w.Args...)
	return entries[:min(len(entries), limit)], len(entries) > limit, l.DB.Explain("read the request log", err)
}

// Purge deletes entries that are older than Days, and the oldest ones of accounts, and of all, that take more bytes than given.
func (l *Log) Purge(ctx context.Context, mostOfAccount, mostOfAll int64) (err error) {
	defer func() { err = l.DB.Explain("delete old entries of the request log", err) }()
	sizes, err := engine.Pairs(ctx, l.DB.Reads, `SELECT account_id, bytes FROM request_log_sizes`)
	if err != nil {
		return err
	}
	all := int64(0)
	for _, s := range sizes {
		for s[1] > mostOfAccount {
			freed, err := l.deleteOldest(ctx, s[0], math.MaxInt64)
			if err != nil || freed == 0 {
				return err
			}
			s[1] -= freed
		}
		all += s[1]
	}
	old := engine.Micros(l.DB.Now().AddDate(0, 0, -Days)) << processBits
	for {
		condition, args := `WHERE request_no < $1`, []any{old}
		if all > mostOfAll {
			condition, args = "", nil
		}
		oldest, err := engine.Pairs(ctx, l.DB.Reads, `SELECT account_id, max(request_no) FROM
			(SELECT account_id, request_no FROM request_log `+condition+` ORDER BY request_no LIMIT `+strconv.Itoa(maxPurged)+`) AS oldest
			GROUP BY account_id ORDER BY account_id`, args...)
		if err != nil || len(oldest) == 0 {
			return err
		}
		for _, o := range oldest {
			freed, err := l.deleteOldest(ctx, o[0], o[1])
			if err != nil {
				return err
			}
			all -= freed
		}
	}
}

// deleteOldest deletes the oldest entries of an account, up to a number, and returns the bytes that they had.
func (l *Log) deleteOldest(ctx context.Context, accountID, upTo int64) (freed int64, err error) {
	err = l.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		freed = 0
		bytes, err := engine.Values[int64](ctx, q,
			`DELETE FROM request_log WHERE account_id = $1 AND request_no IN (SELECT request_no FROM request_log
			WHERE account_id = $1 AND request_no <= $2 ORDER BY request_no LIMIT `+strconv.Itoa(maxPurged)+`) RETURNING bytes`, accountID, upTo)
		if err != nil {
			return err
		}
		for _, n := range bytes {
			freed += n
		}
		return engine.Exec(ctx, q, `UPDATE request_log_sizes SET bytes = bytes - $2 WHERE account_id = $1`, accountID, freed)
	})
	return freed, err
}
