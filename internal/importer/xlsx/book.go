package xlsx

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// MaxUnzipped is the most bytes that the parts of a file unzip to.
const MaxUnzipped = 256 << 20

// maxSheets is the most sheets of a file.
const maxSheets = 1000

// Book is an opened file.
type Book struct {
	Sheets []Sheet

	archive    *archive
	date1904   bool              // days are counted from 1904
	strings    string            // names of parts
	styles     string            //
	worksheets map[string]string // parts with cells, by the ids of their relationships
}

// Sheet is a sheet of a file.
type Sheet struct {
	Name   string
	Hidden bool

	part string
}

// Open opens a file. The error says why it cannot be read.
func Open(r io.ReaderAt, size int64) (*Book, error) {
	a, err := newArchive(r, size)
	if err != nil {
		return nil, err
	}
	b, name := &Book{archive: a, worksheets: make(map[string]string)}, "xl/workbook.xml"
	findWorkbook := func() error {
		return a.relationships("", func(kind, _, target string) {
			if kind == "officeDocument" {
				name = target
			}
		})
	}
	readRelationships := func() error { return b.readRelationships(name) }
	readWorkbook := func() error { return b.readWorkbook(name) }
	for _, step := range []func() error{a.otherFormat, findWorkbook, readRelationships, readWorkbook} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// otherFormat returns an error for the other formats of spreadsheets that are zip archives.
func (a *archive) otherFormat() error {
	for name, format := range map[string]string{
		"content.xml":          "an OpenDocument file",
		"xl/workbook.bin":      "a binary Excel file (.xlsb)",
		"index/document.iwa":   "a Numbers file",
		"index.zip":            "a Numbers file",
		"word/document.xml":    "a text document",
		"ppt/presentation.xml": "a presentation",
	} {
		if a.parts[name] != nil {
			return fmt.Errorf("the file is %s: save it as XLSX or CSV", format)
		}
	}
	return nil
}

// readWorkbook reads the sheets and how days are counted. A sheet with only a chart has no cells and is left out.
func (b *Book) readWorkbook(name string) error {
	err := b.archive.read(name, func(t xml.Token) error {
		e, ok := t.(xml.StartElement)
		if !ok {
			return nil
		}
		switch e.Name.Local {
		case "workbookPr":
			b.date1904 = isTrue(attr(e, "date1904", false))
		case "sheet":
			state := attr(e, "state", false)
			s := Sheet{attr(e, "name", false), state == "hidden" || state == "veryHidden", b.worksheets[attr(e, "id", true)]}
			if s.part != "" {
				b.Sheets = append(b.Sheets, s)
			}
			if len(b.Sheets) > maxSheets {
				return fmt.Errorf("the file has more than %d sheets", maxSheets)
			}
		}
		return nil
	})
	switch {
	case errors.Is(err, errNoPart):
		return errors.New("the file is a zip archive, but not an XLSX file")
	case err == nil && b.Sheets == nil:
		return errors.New("the file has no sheet with cells")
	}
	return err
}

// readRelationships finds the parts of the sheets, the texts and the styles.
func (b *Book) readRelationships(workbook string) error {
	return b.archive.relationships(workbook, func(kind, id, target string) {
		switch kind {
		case "sharedStrings":
			b.strings = target
		case "styles":
			b.styles = target
		case "worksheet":
			b.worksheets[id] = cmp.Or(b.worksheets[id], target)
		}
	})
}

// maxRelationships is the most relationships of a part.
const maxRelationships = 10 * maxSheets

// relationships calls see with those of a part, "" for the file itself. They lead to other parts. There may be none.
func (a *archive) relationships(of string, see func(kind, id, target string)) error {
	folder, name := path.Split(of)
	n := 0
	err := a.read(folder+"_rels/"+name+".rels", func(t xml.Token) error {
		e, ok := t.(xml.StartElement)
		if !ok || e.Name.Local != "Relationship" || attr(e, "TargetMode", false) == "External" {
			return nil
		}
		if n++; n > maxRelationships {
			return errors.New("the file is damaged: it has too many parts")
		}
		target := attr(e, "Target", false)
		if !strings.HasPrefix(target, "/") {
			target = path.Join("/", folder, target)
		}
		see(path.Base(attr(e, "Type", false)), attr(e, "Id", false), target)
		return nil
	})
	if errors.Is(err, errNoPart) {
		return nil
	}
	return err
}
