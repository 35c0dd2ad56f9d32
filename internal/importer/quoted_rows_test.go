package importer_test

import (
	"strings"
	"testing"

	"waybill/internal/importer"
)

// plainFile is a file of seven orders. Changes replace the text of a row.
func plainFile(changes ...string) string {
	file := "Order No,Recipient,Phone,Address,City,Postcode,Country,Item,Qty,Price,Currency,Weight (kg),Notes\n"
	for _, n := range "1234567" {
		file += strings.ReplaceAll("Q-#,Ana,+6591234567,# Main St,Singapore,238800,SG,Mug #,1,10,SGD,0.5,ring\n", "#", string(n))
	}
	return strings.NewReplacer(changes...).Replace(file)
}

// spacedRows is a file with a blank behind each delimiter below the headings.
func spacedRows(file string) string {
	headings, rows, _ := strings.Cut(file, "\n")
	return headings + "\n" + strings.ReplaceAll(rows, ",", ", ")
}

// TestNoQuoteSwallowsARow: a quote that is not closed, or stray, refuses the file. Texts of several lines are read.
func TestNoQuoteSwallowsARow(t *testing.T) {
	const row = `A quote (") in row `
	const lastOf3, lastOf5 = "Mug 3,1,10,SGD,0.5,ring", "Mug 5,1,10,SGD,0.5,ring"
	for what, c := range map[string]struct {
		file string
		want string // of the error, or "": the seven orders are read
	}{
		"ditto marks":                             {plainFile("3 Main St", `"`, "4 Main St", `"`), row + "4"},
		"ditto marks in the last column":          {plainFile(lastOf3, `Mug 3,1,10,SGD,0.5,"`, lastOf5, `Mug 5,1,10,SGD,0.5,"`), row + "4"},
		"a quote in one row, and one in the next": {plainFile("Mug 3", `"Mug 3`, "Mug 4", `Mug 4"`), row + "4"},
		"in other columns":                        {plainFile("3 Main St", `"3 Main St`, "Mug 4", `Mug 4"`), row + "4"},
		"from the first row to the last":          {plainFile("Mug 1", `"Mug 1`, "Mug 7", `Mug 7"`), row + "2"},
		"from the first column":                   {plainFile("Q-1", `"Q-1`, "Q-2,Ana", `Q-2",Ana`), row + "2"},
		"before a quoted cell":                    {plainFile("3 Main St", `"3 Main St`, "4 Main St", `"4 Main St"`), row + "4"},
		"with a quoted cell of commas": {
			plainFile("3 Main St", `"3 Main St, #3"`, "Mug 3", `"Mug 3`, "4 Main St", `"4 Main St`, "Mug 4", `Mug 4"`), row + "4",
		},
		"around rows with quoted cells": {
			plainFile("1 Main St,Singapore", `"1 Main St,Singapore`, "Q-2,Ana", `Q-2",Ana`, "Mug 2", `"Mug, red"`), row + "2",
		},
		"in the last row":               {plainFile("7 Main St", `"7 Main St`), row + "8"},
		"in the last row, after a text": {plainFile("7 Main St", `"7 Main St"`, "Mug 7", `"Mug 7`), row + "8"},
		"in the headings":               {plainFile("Notes", `"Notes`, "Mug 1", `"Mug 1"`), row + "1"},
		"in the headings and a row":     {plainFile("Weight (kg)", `"Weight (kg)`, "0.5,ring\nQ-2", `0.5",ring`+"\nQ-2"), row + "1"},
		"three ditto marks":             {plainFile("3 Main St", `"`, "4 Main St", `"`, "5 Main St", `"`), row + "4"},
		"ditto marks in rows with blanks": {
			spacedRows(plainFile("Q-3", `"`, "Q-4", `"`)), row + "4",
		},
		"a text in rows with blanks": {spacedRows(plainFile("Mug 3", `"Mug 3"`)), ""},
		"inches":                     {plainFile("Mug 3", `12" plate`), ""},
		"inches in quotes":           {plainFile("Mug 3", `"12"" plate"`), ""},
		"an address of two lines":    {plainFile("3 Main St", "\"3 Main St, Block B,\nUnit 5, Tower 2, West\""), ""},
		"an address without blanks":  {plainFile("3 Main St", "\"3 Main St,Block B,\nUnit 5,Tower 2,West\""), ""},
		"a note of lines with commas": {
			plainFile(lastOf3, "Mug 3,1,10,SGD,0.5,\""+strings.Repeat("a, b, ", 8)+"\n"+strings.Repeat("c, d, ", 8)+"\""), "",
		},
		"a list of many lines":           {plainFile(lastOf3, "Mug 3,1,10,SGD,0.5,\"{\n"+strings.Repeat("\"\"a\"\": 1,\n", 30)+"}\""), ""},
		"a heading of two lines":         {plainFile("Weight (kg)", "\"Weight\n(kg)\""), ""},
		"all cells in quotes, two lines": {plainFile("Ana,+6591234567,3 Main St", "\"Ana\",\"+6591234567\",\"3 Main St\nBlock B\""), ""},
	} {
		for _, delimiter := range []string{",", ";", "\t"} {
			file := strings.ReplaceAll(c.file, ",", delimiter)
			table, err := importer.Read(t.Context(), nil, []byte(file), importer.ReadOptions{})
			switch {
			case c.want == "" && (err != nil || table.Len() != 7):
				t.Errorf("%s, %q: %v", what, delimiter, err)
			case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)):
				t.Errorf("%s, %q: %v, want %s", what, delimiter, err, c.want)
			}
		}
	}
}
