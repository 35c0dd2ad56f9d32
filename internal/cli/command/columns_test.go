package command

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

type place struct{ Country string }

type row struct {
	place
	RowID    int64
	Name     string
	From, To place
	SentOn   time.Time
	Known    bool
	Tags     []string
	Raw      json.RawMessage
	hidden   string
}

func TestColumns(t *testing.T) {
	t.Parallel()
	fields := Columns(`ROW row_id, NAME name, COUNTRY, FROM origin=From.Country|any, TO to=To.Country|, SENT sent_on, known, TAGS tags,
		RAW raw, LENGTH`, Value("LENGTH", func(r row) any { return len(r.Name) }))
	for _, c := range []struct {
		row         row
		table, json string
	}{
		{row{}, "0 - - any  - - 0", `{"row_id":0,"name":"","origin":"","to":"","sent_on":null,"known":false,"tags":null,"raw":null}`},
		{
			row{
				place{"DE"},
				7, "a<b",
				place{"SG"},
				place{"ID"},
				time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC), true,
				[]string{"x", "y"},
				json.RawMessage(`{"a":1}`), "",
			},
			`7 a<b DE SG ID 2026-11-30 09:00 x,y {"a":1} 3`,
			`{"row_id":7,"name":"a<b","origin":"SG","to":"ID","sent_on":"2026-11-30T09:00:00Z","known":true,"tags":["x","y"],"raw":{"a":1}}`,
		},
	} {
		var table bytes.Buffer
		if err := PrintTable(&table, []row{c.row}, fields); err != nil {
			t.Fatal(err)
		}
		heading, line, _ := strings.Cut(table.String(), "\n")
		if got := strings.Join(strings.Fields(heading), " "); got != "ROW NAME COUNTRY FROM TO SENT TAGS RAW LENGTH" {
			t.Errorf("the heading is %q", got)
		}
		if got, want := strings.Fields(line), strings.Fields(c.table); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("the row is %q, want %q", got, want)
		}
		if got, err := json.Marshal(Record[row]{c.row, fields}); err != nil || strings.ReplaceAll(string(got), `\u003c`, "<") != c.json {
			t.Errorf("the JSON is %s, %v, want %s", got, err, c.json)
		}
	}
}

// TestAColumnWithoutAField: a declaration that names no field ends the program at its start.
func TestAColumnWithoutAField(t *testing.T) {
	t.Parallel()
	length := Value("length", func(r row) any { return len(r.Name) })
	for declared, want := range map[string]string{
		"LENGTH length":              "",
		"LENGTH length, SIZE size":   "command.row has no field size",
		"length, hidden":             "command.row has no field hidden",
		"length, FROM x=From.Street": "command.place has no field Street",
		"NAME name":                  `no column has the value of "length": NAME name`,
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); got != want {
					t.Errorf("%s: %q, want %q", declared, got, want)
				}
			}()
			Columns(declared, length)
		}()
	}
}
