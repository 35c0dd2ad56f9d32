package xlsx

import (
	"encoding/xml"
	"errors"
	"strconv"
)

// maxStyles is the most formats of cells that are looked at; Excel allows 65,490.
const maxStyles = 70_000

// maxFormat is the most bytes of the code of a format that are read; Excel allows 255 characters.
const maxFormat = 1000

// readStyles returns the formats of cells by their index.
func (b *Book) readStyles() ([]cellFormat, error) {
	if b.styles == "" {
		return nil, nil
	}
	formats := cellFormats{custom: map[int]cellFormat{9: {number: formatOf("0%")}, 10: {number: formatOf("0.00%")}}}
	err := b.archive.read(b.styles, func(t xml.Token) error {
		formats.see(t)
		return nil
	})
	if errors.Is(err, errNoPart) {
		return nil, nil
	}
	return formats.all, err
}

// cellFormat is how cells show a number: as a day or a time, as the format says, or as it is.
type cellFormat struct {
	isDate bool
	number *numberFormat
}

// cell is the cell of a number. One that is shown as another number, such as 50% or 1.5 kg, is a text: people mean what they see.
func (f cellFormat) cell(number string) Cell {
	shown := ""
	if f.number != nil {
		shown = f.number.show(number)
	}
	switch {
	case shown == "":
		return Cell{Kind: Number, Text: number}
	case f.number.scale != 0:
		return Cell{Text: shown}
	}
	return Cell{Kind: Number, Text: shown, Number: number}
}

// cellFormats reads the formats of cells.
type cellFormats struct {
	custom map[int]cellFormat // number formats of the file
	inside bool               // the list of the formats of cells
	all    []cellFormat
}

func (f *cellFormats) see(t xml.Token) {
	switch e := t.(type) {
	case xml.StartElement:
		id, err := strconv.Atoi(attr(e, "numFmtId", false))
		switch e.Name.Local {
		case "numFmt":
			if code := attr(e, "formatCode", false); err == nil && len(f.custom) < maxStyles {
				code = code[:min(len(code), maxFormat)]
				f.custom[id] = cellFormat{dateFormat().MatchString(code), formatOf(code)}
			}
		case "cellXfs":
			f.inside = true
		case "xf":
			if f.inside && len(f.all) < maxStyles {
				format, known := f.custom[id]
				format.isDate = format.isDate || !known && isBuiltInDate(id)
				f.all = append(f.all, format)
			}
		}
	case xml.EndElement:
		f.inside = f.inside && e.Name.Local != "cellXfs"
	}
}

// isBuiltInDate reports whether a number format that files need not describe is one of days or times. Those from
// 27 to 36 and from 50 to 58 are such in the East Asian versions of Excel.
func isBuiltInDate(id int) bool {
	return 14 <= id && id <= 22 || 27 <= id && id <= 36 || 45 <= id && id <= 47 || 50 <= id && id <= 58
}

// dateFormat matches the code of a number format with a letter of days or times outside of texts, or with one of elapsed time, such as
// [hh], for positive numbers. Other brackets are colours and languages.
var dateFormat = compiled(`(?is)^(?:"[^"]*"|\\.|[_*].|\[[^\]]*\]|[^"\\_*\[;dhmsy])*(?:\[[hms]+\]|[dhmsy])`)
