package xlsx

import (
	"encoding/xml"
	"fmt"
)

// The limits of the shared texts.
const (
	maxStrings    = 3_000_000
	maxStringText = 96 << 20 // bytes
)

// sharedStrings are the texts that cells refer to, one after another in one slice: as strings they would take
// several times as much.
type sharedStrings struct {
	text []byte
	ends []uint32 // of each, after a 0
}

// get returns a text; ok is false if there is none at the index.
func (s *sharedStrings) get(i int) (text []byte, ok bool) {
	if i < 0 || i+1 >= len(s.ends) {
		return nil, false
	}
	return s.text[s.ends[i]:s.ends[i+1]], true
}

// readStrings reads the shared texts. A file may have none.
func (b *Book) readStrings() (*sharedStrings, error) {
	s := &sharedStrings{ends: []uint32{0}}
	if b.strings == "" {
		return s, nil
	}
	var rich richText
	err := b.archive.read(b.strings, func(t xml.Token) error {
		rich.see(t, &s.text)
		s.text = cut(s.text, s.start())
		if len(s.text) > maxStringText {
			return fmt.Errorf("the texts of the file have more than %d MiB: split it into several files", maxStringText>>20)
		}
		if e, ok := t.(xml.EndElement); ok && e.Name.Local == "si" {
			return s.end()
		}
		return nil
	})
	return s, err
}

// start is where the current text begins.
func (s *sharedStrings) start() int { return int(s.ends[len(s.ends)-1]) }

// end ends a text.
func (s *sharedStrings) end() error {
	start := s.start()
	s.text = append(s.text[:start], unescape(s.text[start:])...)
	s.ends = append(s.ends, uint32(len(s.text)))
	if len(s.ends) > maxStrings+1 {
		return fmt.Errorf("the file has more than %d different texts: split it into several files", maxStrings)
	}
	return nil
}

// richText collects the text of an element: that of its t elements, without the phonetic ones of East Asian
// scripts (rPh).
type richText struct{ inText, inPhonetic bool }

func (r *richText) see(t xml.Token, to *[]byte) {
	switch t := t.(type) {
	case xml.StartElement:
		r.mark(t.Name.Local, true)
	case xml.EndElement:
		r.mark(t.Name.Local, false)
	case xml.CharData:
		if r.inText && !r.inPhonetic {
			*to = append(*to, t...)
		}
	}
}

// mark notes that an element begins or ends.
func (r *richText) mark(element string, begins bool) {
	switch element {
	case "t":
		r.inText = begins
	case "rPh":
		r.inPhonetic = begins
	}
}
