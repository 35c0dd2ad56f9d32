package xlsx

import (
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

	archive  *archive
	date1904 bool   // days are counted from 1904
	strings  string // names of parts
	styles   string
}

// Sheet is a sheet of a file.
type Sheet struct {
	Name   string
	Hidden bool

	part string
	id   string // of its relationship
}

// Open opens a file. The error says why it cannot be read.
func Open(r io.ReaderAt, size int64) (*Book, error) {
	a, err := newArchive(r, size)
	if err != nil {
		return nil, err
	}
	if err := a.otherFormat(); err != nil {
		return nil, err
	}
	b := &Book{archive: a}
	root, err := a.relationships("")
	if err != nil {
		return nil, err
	}
	name := "xl/workbook.xml"
	for _, r := range root {
		if r.kind == "officeDocument" {
			name = r.target
		}
	}
	if err := b.readWorkbook(name); err != nil {
		return nil, err
	}
	if err := b.readRelationships(name); err != nil {
		return nil, err
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

// readWorkbook reads the sheets and how days are counted.
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
			b.Sheets = append(b.Sheets, Sheet{
				Name: attr(e, "name", false), Hidden: state == "hidden" || state == "veryHidden", id: attr(e, "id", true),
			})
			if len(b.Sheets) > maxSheets {
				return fmt.Errorf("the file has more than %d sheets", maxSheets)
			}
		}
		return nil
	})
	if errors.Is(err, errNoPart) {
		return errors.New("the file is a zip archive, but not an XLSX file")
	}
	return err
}

// readRelationships finds the parts of the sheets, the texts and the styles.
func (b *Book) readRelationships(workbook string) error {
	all, err := b.archive.relationships(workbook)
	if err != nil {
		return err
	}
	var worksheets []Sheet
	for _, r := range all {
		switch r.kind {
		case "sharedStrings":
			b.strings = r.target
		case "styles":
			b.styles = r.target
		}
	}
	for _, s := range b.Sheets {
		for _, r := range all {
			if r.id == s.id && r.kind == "worksheet" { // not a sheet with only a chart
				s.part = r.target
				worksheets = append(worksheets, s)
				break
			}
		}
	}
	b.Sheets = worksheets
	if len(worksheets) == 0 {
		return errors.New("the file has no sheet with cells")
	}
	return nil
}

// relationship leads from a part to another one.
type relationship struct{ id, kind, target string }

// relationships reads those of a part, "" for the file itself. There may be none.
func (a *archive) relationships(of string) ([]relationship, error) {
	folder, name := path.Split(of)
	var all []relationship
	err := a.read(folder+"_rels/"+name+".rels", func(t xml.Token) error {
		e, ok := t.(xml.StartElement)
		if !ok || e.Name.Local != "Relationship" || attr(e, "TargetMode", false) == "External" {
			return nil
		}
		target := attr(e, "Target", false)
		if !strings.HasPrefix(target, "/") {
			target = path.Join("/", folder, target)
		}
		all = append(all, relationship{attr(e, "Id", false), path.Base(attr(e, "Type", false)), target})
		if len(all) > 10*maxSheets {
			return errors.New("the file is damaged: it has too many parts")
		}
		return nil
	})
	if errors.Is(err, errNoPart) {
		return nil, nil
	}
	return all, err
}
