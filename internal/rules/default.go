package rules

import (
	"embed"
	"encoding/json"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

//go:embed default
var defaultFiles embed.FS

// ruleTables are tables with one rule a line. A column is a key of rules; lists have | between their entries. messages has texts as
// "en: … | de: …".
var ruleTables = []string{"lanes.csv", "numbers.csv", "embargoes.csv"}

// listColumns are the columns with lists.
var listColumns = []string{"origin", "destination", "types", "goods", "words", "places"}

// abroad is a condition of each rule of the tables but embargoes: no other is about parcels within a country, and documents.
const abroad = `order.pickup.country != order.consignee.country && order.export_reason != "documents"`

// readTable reads an embedded table: its rows by the names of the columns.
func readTable(name string) (rows []map[string]string) {
	text, err := defaultFiles.ReadFile("default/" + name)
	if err != nil {
		panic(name + ": " + err.Error())
	}
	lines := shipment.Rows(name, string(text))
	for _, line := range lines[1:] {
		row := make(map[string]string, len(line))
		for i, cell := range line {
			row[lines[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// tabled are the lines of the tables of rules. Their English messages get codes, before a program asks for them.
var tabled = func() (all []map[string]string) {
	for _, name := range ruleTables {
		all = append(all, readTable(name)...)
	}
	for _, row := range all {
		problem.Define("rule_"+strings.ReplaceAll(row["id"], "-", "_"), messagesOf(row["messages"])["en"])
	}
	return all
}()

func messagesOf(cell string) map[string]string {
	messages := make(map[string]string)
	for part := range strings.SplitSeq(cell, " | ") {
		language, text, _ := strings.Cut(part, ": ")
		messages[language] = text
	}
	return messages
}

// objectOf is the rule of a line of a table as its JSON has it.
func objectOf(row map[string]string) map[string]any {
	object := make(map[string]any)
	for column, cell := range row {
		switch {
		case cell == "" || column == "note":
		case column == "messages":
			object[column] = messagesOf(cell)
		case column == "pieces":
			object[column] = json.Number(cell)
		case slices.Contains(listColumns, column) || column == "field" && strings.Contains(cell, "|"):
			object[column] = strings.Split(cell, "|")
		default:
			object[column] = cell
		}
	}
	if object["kind"] != string(KindEmbargo) {
		object["when"] = strings.TrimSuffix(abroad+" && "+row["when"], " && ")
	}
	return object
}

// defaultRules reads the embedded files once.
var defaultRules = sync.OnceValue(func() (all []Rule) {
	add := func(name string, text []byte, err error) {
		var rules []Rule
		if err == nil {
			rules, err = Parse(text)
		}
		if err != nil {
			panic("the default rules: " + name + ": " + err.Error())
		}
		all = append(all, rules...)
		for _, r := range rules {
			defaultTexts.Store(r.When, true)
			defaultTexts.Store(r.Expression, true)
		}
	}
	for _, row := range tabled {
		text, err := json.Marshal(objectOf(row))
		add(row["id"], text, err)
	}
	names, _ := fs.Glob(defaultFiles, "default/*.json") // the only error is that of a wrong pattern
	for _, name := range names {
		text, err := defaultFiles.ReadFile(name)
		add(name, text, err)
	}
	return all
})

// Default is the set of rules that the program brings: warnings, and holds where an embargo bars the parcel.
func Default() []Rule { return slices.Clone(defaultRules()) }
