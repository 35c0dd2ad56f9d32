package fonts

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"embed"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
)

//go:embed *.ttf.gz *.otf *.txt
var files embed.FS

// UnitsPerEm is the same in every embedded font.
const UnitsPerEm = 1000

// Font is one font. It is safe for concurrent use. Its file is parsed on first use.
type Font struct {
	Name            string // the PostScript name, such as NotoSans-Regular
	Index           int    // its position in the set
	Ascent, Descent int    // the line box in 1/1000 em, both positive
	set             *Set
	base            *Font // the regular font that this one is made of, or nil
	parsed          func() *parsed
	glyphs          sync.Map // uint16 to *Glyph
}

type parsed struct {
	font  *font.Font
	faces sync.Pool // *font.Face, which is not safe for concurrent use
}

// Set is the set of all fonts.
type Set struct {
	fonts    []*Font
	byScript map[language.Script]*Font
	bold     map[*Font]*Font
	kept     atomic.Int64 // bytes of cached glyphs
}

// NewSet returns the set of all fonts. It reads no font file.
func NewSet() *Set {
	s := &Set{byScript: map[language.Script]*Font{}, bold: map[*Font]*Font{}}
	for _, f := range faces {
		regular := s.add(f, f.file)
		for _, script := range f.scripts {
			s.byScript[script] = regular
		}
		if f.bold != "" {
			s.bold[regular] = s.add(f, f.bold)
		} else {
			s.bold[regular] = s.madeBold(regular)
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

// parse reads an embedded file. It panics if it cannot, because then the build is broken.
func parse(file string) *parsed {
	var first *font.Face
	data, err := read(file)
	if err == nil {
		first, err = font.ParseTTF(bytes.NewReader(data))
	}
	if err == nil && first.Upem() != UnitsPerEm {
		err = errors.New("not 1000 units per em")
	}
	if err != nil {
		panic("fonts: " + file + ": " + err.Error())
	}
	p := &parsed{font: first.Font}
	p.faces.New = func() any { return font.NewFace(p.font) }
	return p
}

// read returns the content of an embedded file. TrueType files are compressed, which makes the program 1 MB smaller.
func read(file string) ([]byte, error) {
	if !strings.HasSuffix(file, ".ttf") {
		return files.ReadFile(file)
	}
	compressed, err := files.Open(file + ".gz")
	if err != nil {
		return nil, err
	}
	defer compressed.Close()
	content, err := gzip.NewReader(compressed)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(content)
}

// Len returns the number of fonts: their indices are 0 to Len-1.
func (s *Set) Len() int { return len(s.fonts) }

// Default returns the font of Latin, Greek, Cyrillic, digits and punctuation.
func (s *Set) Default() *Font { return s.fonts[0] }

// ForScript returns the font for a script, or nil.
func (s *Set) ForScript(script language.Script) *Font { return s.byScript[script] }

// Find returns a font that fits: that of the script, or the first one in the order of the set. It returns nil if none does.
func (s *Set) Find(script language.Script, fits func(*Font) bool) *Font {
	if f := s.byScript[script]; f != nil && fits(f) {
		return f
	}
	if i := slices.IndexFunc(s.fonts, fits); i >= 0 {
		return s.fonts[i]
	}
	return nil
}

// Bold returns the bold font for f, or f itself if f is bold.
func (s *Set) Bold(f *Font) *Font {
	return cmp.Or(s.bold[f], f)
}

// Parsed returns the font's tables, which are shared. Each worker makes a face of them.
func (f *Font) Parsed() *font.Font { return f.parsed().font }

// Covers reports whether the font has a glyph for r.
func (f *Font) Covers(r rune) bool {
	_, ok := f.Parsed().NominalGlyph(r)
	return ok
}
