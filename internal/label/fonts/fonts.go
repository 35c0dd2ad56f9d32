package fonts

import (
	"bytes"
	"embed"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
)

//go:embed *.ttf *.otf *.txt
var files embed.FS

// UnitsPerEm is the same in every embedded face.
const UnitsPerEm = 1000

// Font is one face. It is safe for concurrent use; the file is parsed when it is
// first needed.
type Font struct {
	Name            string // the PostScript name, such as NotoSans-Regular
	Index           int    // its place in the set
	Ascent, Descent int    // the line box, 1/1000 em, both positive
	set             *Set
	parsed          func() *parsed
	glyphs          sync.Map // uint16 to *Glyph
}

type parsed struct {
	font  *font.Font
	faces sync.Pool // *font.Face, which is not safe for concurrent use
}

// Set is the case of all faces.
type Set struct {
	fonts    []*Font
	byScript map[language.Script]*Font
	bold     map[*Font]*Font
	kept     atomic.Int64 // bytes of glyphs that the fonts keep
}

// NewSet lays out the case. It reads no font file.
func NewSet() *Set {
	s := &Set{byScript: map[language.Script]*Font{}, bold: map[*Font]*Font{}}
	for _, f := range faces {
		regular := s.add(f, f.file)
		for _, script := range f.scripts {
			s.byScript[script] = regular
		}
		if f.bold != "" {
			s.bold[regular] = s.add(f, f.bold)
		}
	}
	return s
}

func (s *Set) add(f face, file string) *Font {
	added := &Font{
		Name:    strings.TrimSuffix(strings.TrimSuffix(file, ".ttf"), ".otf"),
		Index:   len(s.fonts),
		Ascent:  f.ascent,
		Descent: f.descent,
		set:     s,
		parsed:  sync.OnceValue(func() *parsed { return parse(file) }),
	}
	s.fonts = append(s.fonts, added)
	return added
}

// parse reads an embedded file. That it cannot be read is a fault of the build, hence
// the panic.
func parse(file string) *parsed {
	data, err := files.ReadFile(file)
	if err != nil {
		panic("fonts: " + err.Error())
	}
	first, err := font.ParseTTF(bytes.NewReader(data))
	if err != nil {
		panic("fonts: " + file + ": " + err.Error())
	}
	if first.Upem() != UnitsPerEm {
		panic("fonts: " + file + ": not 1000 units per em")
	}
	p := &parsed{font: first.Font}
	p.faces.New = func() any { return font.NewFace(p.font) }
	return p
}

// Len is the number of fonts: their indices run from 0 to Len-1.
func (s *Set) Len() int { return len(s.fonts) }

// At is the font of an index.
func (s *Set) At(index int) *Font { return s.fonts[index] }

// Default is the face of Latin, Greek, Cyrillic, digits and punctuation.
func (s *Set) Default() *Font { return s.fonts[0] }

// ForScript is the face made for a script, or nil.
func (s *Set) ForScript(script language.Script) *Font { return s.byScript[script] }

// Bold is the bold cut of f, or f itself when it has none.
func (s *Set) Bold(f *Font) *Font {
	if b := s.bold[f]; b != nil {
		return b
	}
	return f
}

// Parsed is the font's tables, shared: make a face of them for each worker.
func (f *Font) Parsed() *font.Font { return f.parsed().font }

// Covers reports whether the font has a glyph for r.
func (f *Font) Covers(r rune) bool {
	_, ok := f.Parsed().NominalGlyph(r)
	return ok
}
