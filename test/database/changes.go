package database

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Changes records what steps change in an SQLite database. It compares all rows of all tables, and puts them back after each step: all
// steps begin with the same rows.
type Changes struct {
	testing.TB
	db     *sql.DB
	now    time.Time
	names  *strings.Replacer
	tables []recorded
	first  []map[string][]any // rows, by table
	text   strings.Builder
}

// recorded is a table with the rows with which each step begins.
type recorded struct {
	name    string
	columns []string
	key     []int // its columns
	rows    map[string][]any
}

// NewChanges records changes of the database of a URL, which has the rows with which each step begins. Names are pairs of a text that is
// another one in each run, and what stands for it.
func NewChanges(tb testing.TB, url string, now time.Time, names ...string) *Changes {
	tb.Helper()
	db := Open(tb, url)
	db.SetMaxOpenConns(1)
	c := &Changes{TB: tb, db: db, now: now, names: strings.NewReplacer(names...)}
	c.execute("PRAGMA synchronous = 0")
	columns := c.query(`SELECT t.name, c.name, c.pk FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'
		AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE '%search%' AND t.name <> 'schema_migrations' ORDER BY t.name, c.cid`)
	for _, row := range columns {
		name, _ := row[0].(string)
		if len(c.tables) == 0 || c.tables[len(c.tables)-1].name != name {
			c.tables = append(c.tables, recorded{name: name})
		}
		t := &c.tables[len(c.tables)-1]
		if row[2] != int64(0) {
			t.key = append(t.key, len(t.columns))
		}
		t.columns = append(t.columns, fmt.Sprint(row[1]))
	}
	for i := range c.tables {
		if t := &c.tables[i]; t.key == nil { // a row is its own key
			for column := range t.columns {
				t.key = append(t.key, column)
			}
		}
	}
	c.Begin()
	c.watch()
	for i := range c.tables {
		c.first = append(c.first, c.tables[i].rows)
	}
	return c
}

// Begin has the next steps begin with the rows of now.
func (c *Changes) Begin() {
	c.Helper()
	for i := range c.tables {
		c.tables[i].rows = c.read(&c.tables[i])
	}
}

// Undo stores the rows again with which the first steps began.
func (c *Changes) Undo() {
	c.Helper()
	for i := range c.tables {
		c.tables[i].rows = c.first[i]
	}
	c.restore(c.tables, (*recorded).changed)
}

// watch has the database note which tables change, so that a step reads these alone.
func (c *Changes) watch() {
	c.Helper()
	c.execute(`CREATE TABLE recorded_tables (name text)`)
	for i := range c.tables {
		for _, act := range []string{"INSERT", "UPDATE", "DELETE"} {
			c.execute(fmt.Sprintf(`CREATE TRIGGER recorded_%[1]d_%[2]s AFTER %[2]s ON %[3]s BEGIN
				
				INSERT INTO recorded_tables SELECT '%[3]s' WHERE '%[3]s' NOT IN (SELECT name FROM recorded_tables); END`, i, act, c.tables[i].name))
		}
	}
}

func (c *Changes) execute(statement string) {
	c.Helper()
	if _, err := c.db.ExecContext(context.Background(), statement); err != nil {
		c.Fatalf("%s: %v", statement, err)
	}
}

func (c *Changes) query(query string) (all [][]any) {
	c.Helper()
	rows, err := c.db.QueryContext(context.Background(), query)
	if err != nil {
		c.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	for err == nil && rows.Next() {
		row, to := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			to[i] = &row[i]
		}
		err = rows.Scan(to...)
		all = append(all, row)
	}
	if err != nil || rows.Err() != nil {
		c.Fatalf("%s: %v, %v", query, err, rows.Err())
	}
	return all
}

// read returns the rows of a table by their keys.
func (c *Changes) read(t *recorded) map[string][]any {
	rows := map[string][]any{}
	for _, row := range c.query(`SELECT ` + strings.Join(t.columns, ", ") + ` FROM ` + t.name) {
		key := []string{}
		for i, v := range row {
			if slices.Contains(t.key, i) {
				key = append(key, c.word(v))
			}
		}
		rows[strings.Join(key, "/")] = row
	}
	return rows
}

// random are the texts of rand.Text.
var random = regexp.MustCompile(`\b[A-Z2-7]{26}\b`)

var moment = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)`)

// ago says how far a time is from the time of the steps.
func (c *Changes) ago(on time.Time) string {
	switch d := on.Sub(c.now); {
	case d < 0:
		return "now" + d.String()
	case d > 0:
		return "now+" + d.String()
	}
	return "now"
}

// word is a value as it is recorded.
func (c *Changes) word(v any) string {
	switch v := v.(type) {
	case int64:
		if on := time.UnixMicro(v); on.Sub(c.now).Abs() < 999*24*time.Hour {
			return c.ago(on)
		}
	case []byte:
		return "bytes"
	case string:
		return c.names.Replace(moment.ReplaceAllStringFunc(random.ReplaceAllString(v, "random"), func(text string) string {
			on, err := time.Parse(time.RFC3339Nano, text)
			if err != nil {
				return text
			}
			return c.ago(on)
		}))
	}
	return fmt.Sprint(v)
}

// decoded is the value of a text that is JSON, with its numbers as they are written, or the value itself.
func decoded(v any) any {
	if text, is := v.(string); is && (strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")) {
		var value any
		numbers := json.NewDecoder(strings.NewReader(text))
		if numbers.UseNumber(); numbers.Decode(&value) == nil {
			return value
		}
	}
	return v
}

// add adds the words of a value, by names, and of JSON those of its members. Empty ones are left out.
func (c *Changes) add(to map[string]string, name string, v any) {
	switch v := decoded(v).(type) {
	case map[string]any:
		for member, value := range v {
			c.add(to, name+"."+member, value)
		}
	case []any:
		for i, value := range v {
			c.add(to, name+"."+strconv.Itoa(i), value)
		}
	case nil:
	case json.Number:
		if n, err := v.Int64(); err == nil && !strings.HasSuffix(name, ".Bytes") { // which is the size of what is compressed
			c.add(to, name, n)
		} else if err != nil {
			to[name] = v.String()
		}
	default:
		if word := c.word(v); word != "" && word != "0" {
			to[name] = word
		}
	}
}

func (c *Changes) words(t *recorded, row []any) map[string]string {
	words := map[string]string{}
	for i, v := range row {
		if !slices.Contains(t.key, i) {
			c.add(words, t.columns[i], v)
		}
	}
	for name, word := range words { // of the audit log
		if was := strings.Replace(name, "new_", "old_", 1); was != name && words[was] == word {
			delete(words, name)
			delete(words, was)
		}
	}
	return words
}

// Step does something, and records its result, or its error, and what it changes.
func (c *Changes) Step(name string, do func() (result string, err error)) {
	c.Helper()
	result, err := do()
	if err != nil {
		result = "refused: " + err.Error()
	}
	fmt.Fprintf(&c.text, "%s: %s\n", c.names.Replace(name), c.word(result))
	var touched []recorded
	for _, name := range c.query(`SELECT name FROM recorded_tables ORDER BY name`) {
		touched = append(touched, c.tables[slices.IndexFunc(c.tables, func(t recorded) bool { return t.name == name[0] })])
	}
	c.restore(touched, c.write)
}

// same reports whether two rows have the same values.
func same(a, b []any) bool { return reflect.DeepEqual(a, b) }

// changed are the keys of the rows that are others than those with which each step begins.
func (t *recorded) changed(is map[string][]any) (keys []string) {
	all := maps.Clone(is)
	maps.Copy(all, t.rows)
	for key := range all {
		before, had := t.rows[key]
		if after, has := is[key]; !had || !has || !same(before, after) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// write records how rows are others than those with which each step begins, and returns their keys.
func (c *Changes) write(t *recorded, is map[string][]any) (changed []string) {
	changed = t.changed(is)
	for _, key := range changed {
		before, had := t.rows[key]
		after, has := is[key]
		if t.name == "audit_sequences" { // the log has the numbers
			continue
		}
		var parts []string
		old, words := c.words(t, before), c.words(t, after)
		all := maps.Clone(old)
		maps.Copy(all, words)
		for _, column := range slices.Sorted(maps.Keys(all)) {
			switch was, now := old[column], words[column]; {
			case !has || was == now:
			case !had:
				parts = append(parts, fmt.Sprintf("%s=%s", column, now))
			default:
				parts = append(parts, fmt.Sprintf("%s=%s (%s)", column, now, was))
			}
		}
		sign := map[[2]bool]string{{false, true}: "+", {true, true}: "~", {true, false}: "-"}[[2]bool{had, has}]
		fmt.Fprintf(&c.text, "    %s %s %s %s\n", sign, t.name, key, strings.Join(parts, ", "))
	}
	return changed
}

// restore stores the rows of tables again with which each step begins, of the keys that changed says.
func (c *Changes) restore(tables []recorded, changed func(t *recorded, is map[string][]any) []string) {
	c.Helper()
	ctx := context.Background()
	if len(tables) == 0 {
		return
	}
	var statements []string
	var args [][]any
	for i := range tables {
		t := &tables[i]
		is := c.read(t)
		where, values := "", "(?"+strings.Repeat(", ?", len(t.columns)-1)+")"
		for _, column := range t.key {
			where += " AND " + t.columns[column] + " = ?"
		}
		for _, key := range changed(t, is) {
			if row, has := is[key]; has {
				var of []any
				for _, column := range t.key {
					of = append(of, row[column])
				}
				statements, args = append(statements, "DELETE FROM "+t.name+" WHERE 1 = 1"+where), append(args, of)
			}
			if row, had := t.rows[key]; had {
				statements, args = append(statements, "INSERT INTO "+t.name+" VALUES "+values), append(args, row)
			}
		}
	}
	statements, args = append(statements, `DELETE FROM recorded_tables`), append(args, nil)
	tx, err := c.db.BeginTx(ctx, nil)
	for i, statement := range statements {
		if err == nil {
			_, err = tx.ExecContext(ctx, statement, args[i]...)
		}
	}
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		c.Fatalf("restore rows: %v", err)
	}
}

// Compare compares what was recorded since the last call with a file, or writes it. The next steps begin with the rows with which the first
// ones began.
func (c *Changes) Compare(file string, write bool) {
	c.Helper()
	c.Undo()
	got := strings.ReplaceAll(c.text.String(), " \n", "\n")
	c.text.Reset()
	if write {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			c.Fatal(err)
		}
		return
	}
	content, err := os.ReadFile(file)
	if err != nil {
		c.Fatal(err)
	}
	is, want := strings.Split(got, "\n"), strings.Split(string(content), "\n")
	step := ""
	for i := range min(len(is), len(want)) {
		if !strings.HasPrefix(want[i], " ") {
			step = want[i]
		}
		if is[i] != want[i] {
			c.Fatalf("%s, line %d, in the step %q:\ngot  %s\nwant %s\nIf this is intended, run the test with -update.",
				file, i+1, step, is[i], want[i])
		}
	}
	if len(is) != len(want) {
		c.Fatalf("%s has %d lines, and %d were recorded", file, len(want), len(is))
	}
}
