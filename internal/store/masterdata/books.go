package masterdata

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/searchtext"
)

// ErrBookFull is the error for an entry beyond the most that a book may have.
var ErrBookFull = errors.New("the book has the most entries that it may have")

// bookTable is where the entries of a book are: a table, with expressions of its columns.
type bookTable struct {
	name, kind, value, search string
	insert                    engine.Table
}

var (
	entries = bookTable{"book_entries", "kind", "entry", "search", engine.NewTable("book_entries",
		`ON CONFLICT (account_id, kind, name) DO UPDATE SET entry = excluded.entry, search = excluded.search, updated_on = excluded.updated_on`,
		"account_id bigint", "name text", "entry text", "updated_on bigint", "kind text", "search text")}
	// Templates are older than the other books: since release 0.1.0 they have this table.
	templates = bookTable{"order_templates", "'template'", "template", "' ' || lower(name)", engine.NewTable("order_templates",
		`ON CONFLICT (account_id, name) DO UPDATE SET template = excluded.template, updated_on = excluded.updated_on`,
		"account_id bigint", "name text", "template text", "updated_on bigint")}
)

func tableOf(book *shipment.Book) *bookTable {
	if book == shipment.Templates {
		return &templates
	}
	return &entries
}

// EntryFilter selects entries of a book; zero fields select all.
type EntryFilter struct {
	Search string // words of the entry begin with it
	After  string // the name of the entry before
	Limit  int
}

// Entries returns entries of a book of an account, by name.
func (s *Store) Entries(ctx context.Context, accountID int64, book *shipment.Book, f EntryFilter) ([]shipment.Entry, error) {
	if !engine.IsText(f.Search) || !engine.IsText(f.After) {
		return nil, nil
	}
	t := tableOf(book)
	query := t.selecting() + ` AND name > $3 AND ` + t.search + ` LIKE $4 ESCAPE '!' ORDER BY name`
	args := []any{accountID, book.Kind, f.After, "%" + likeEscapes.Replace(searchable(f.Search)) + "%"}
	if f.Limit > 0 {
		query, args = query+` LIMIT CAST($5 AS BIGINT)`, append(args, f.Limit)
	}
	return engine.List(ctx, s.DB, "list "+book.Name, scanEntry, query, args...)
}

var likeEscapes = strings.NewReplacer("!", "!!", "%", "!%", "_", "!_")

// searchable is a text whose words all begin after a space.
func searchable(text string) string {
	return " " + strings.Join(strings.Fields(searchtext.Normalise(text)), " ")
}

// selecting is the query of the entries of the account $1 and the kind $2.
func (t *bookTable) selecting() string {
	return `SELECT name, ` + t.value + `, updated_on FROM ` + t.name + ` WHERE account_id = $1 AND ` + t.kind + ` = $2`
}

// Entry returns an entry of a book of an account by its name. Returns ErrNotFound.
func (s *Store) Entry(ctx context.Context, accountID int64, book *shipment.Book, name string) (shipment.Entry, error) {
	if !engine.IsText(name) {
		return shipment.Entry{}, engine.ErrNotFound
	}
	entry, err := selectEntry(ctx, s.DB.Reads, accountID, book, name)
	return entry, s.DB.Explain("read the "+book.Kind, err)
}

func selectEntry(ctx context.Context, q engine.Querier, accountID int64, book *shipment.Book, name string) (shipment.Entry, error) {
	return engine.One(ctx, q, scanEntry, tableOf(book).selecting()+` AND name = $3`, accountID, book.Kind, name)
}

func scanEntry(row engine.Scanner, e *shipment.Entry) error {
	return row.Scan(&e.Name, &e.Value, engine.At(&e.UpdatedOn))
}

// PutEntries stores entries in a book of an account, in the place of earlier ones of the same names, which differ from each
// other: all or none. Returns ErrNotFound for an unknown account, and ErrBookFull, which is a *problem.FieldError, too.
func (s *Store) PutEntries(ctx context.Context, accountID int64, book *shipment.Book, put ...shipment.Entry) error {
	return s.DB.Change(ctx, "store "+book.Name, func(ctx context.Context, q engine.Querier) error {
		if _, _, err := s.accountSubject(accountID).Read(ctx, q); err != nil { // locks the account
			return err
		}
		change, err := auditOf(ctx, q, accountID, book, put)
		if err != nil {
			return err
		}
		t, into := tableOf(book), s.DB.Inserting(ctx, q)
		for _, e := range put {
			fields, err := fieldsOf(book, e)
			if err != nil {
				return err
			}
			row := []any{accountID, e.Name, e.Value, engine.Micros(s.DB.Now()), book.Kind, searchOf(book, e.Name, fields)}
			into.Insert(&t.insert, row[:len(t.insert.Columns)])
		}
		if err := into.Flush(); err != nil {
			return err
		}
		have, err := engine.Value[int](ctx, q, `SELECT count(*) FROM `+t.name+` WHERE account_id = $1 AND `+t.kind+` = $2`,
			accountID, book.Kind)
		if err == nil && have > book.Most {
			err = fmt.Errorf("%w: %w", ErrBookFull, problem.Wrong("", problem.ManyEntries.With(book.Most, book.Name)))
		}
		if err != nil {
			return err
		}
		return s.Audit.Record(ctx, q, change)
	})
}

// DeleteEntry deletes an entry of a book of an account. Returns ErrNotFound.
func (s *Store) DeleteEntry(ctx context.Context, accountID int64, book *shipment.Book, name string) error {
	if !engine.IsText(name) {
		return engine.ErrNotFound
	}
	return s.DB.Change(ctx, "delete the "+book.Kind, func(ctx context.Context, q engine.Querier) error {
		e, err := selectEntry(ctx, q, accountID, book, name)
		if err != nil {
			return err
		}
		t := tableOf(book)
		if err := engine.UpdateOne(ctx, q, engine.ErrNotFound, `DELETE FROM `+t.name+` WHERE account_id = $1 AND `+t.kind+` = $2 AND name = $3`,
			accountID, book.Kind, name); err != nil {
			return err
		}
		before, err := audited(book, e)
		if err != nil {
			return err
		}
		return s.Audit.Record(ctx, q, audit.Change{
			AccountID: accountID, Action: "delete", SubjectKind: book.Kind, Subject: auditName(book, name), Old: before,
		})
	})
}

func fieldsOf(book *shipment.Book, e shipment.Entry) (fields map[string]any, err error) {
	if err = json.Unmarshal([]byte(e.Value), &fields); err != nil {
		err = fmt.Errorf("%s %q: %w", book.Kind, e.Name, err)
	}
	return fields, err
}

// searchOf is the text by which an entry is found.
func searchOf(book *shipment.Book, name string, fields map[string]any) string {
	for _, field := range book.Searched {
		if text, ok := fields[field].(string); ok {
			name += " " + text
		}
	}
	return searchable(name)
}

// auditOf is the change of entries in the audit log: one entry as before and after, of more their number.
func auditOf(
	ctx context.Context, q engine.Querier, accountID int64, book *shipment.Book, put []shipment.Entry,
) (c audit.Change, err error) {
	c = audit.Change{AccountID: accountID, Action: "import", SubjectKind: book.Kind, New: map[string]int{"entries": len(put)}}
	if len(put) != 1 {
		return c, nil
	}
	c.Action, c.Subject = "set", auditName(book, put[0].Name)
	if c.New, err = audited(book, put[0]); err != nil {
		return c, err
	}
	before, err := selectEntry(ctx, q, accountID, book, put[0].Name)
	if errors.Is(err, engine.ErrNotFound) {
		return c, nil
	}
	if err == nil {
		c.Old, err = audited(book, before)
	}
	return c, err
}

// audited is an entry in the audit log, which has no personal data: the number of its fields and a hash of their values.
func audited(book *shipment.Book, e shipment.Entry) (any, error) {
	fields, err := fieldsOf(book, e)
	return struct {
		Fields int    `json:"fields"`
		Hash   string `json:"hash"`
	}{len(fields), hashOf(e.Value)}, err
}

// auditName is the name of an entry in the audit log.
func auditName(book *shipment.Book, name string) string {
	if book.HidesNames {
		return hashOf(name)
	}
	return name
}

func hashOf(text string) string {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(text)) // never fails
	return fmt.Sprintf("%016x", hash.Sum64())
}
