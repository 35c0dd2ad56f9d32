package canvas

import (
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strconv"
	"unicode/utf16"

	"waybill/internal/label/fonts"
	"waybill/internal/label/typeset"
)

// subset holds the glyphs of a font that a document uses, numbered in the order of their first use. A glyph
// that stands for several texts has a code for each, so that the text can be extracted from the document.
type subset struct {
	font   *fonts.Font
	single map[uint64]uint16 // code by glyph id and its only rune
	multi  map[ligature]uint16
	glyphs []subsetGlyph // by code; 0 is .notdef
	texts  []string
}

// subsetGlyph is a glyph of a subset. The font keeps its outline, which is a hundred times as large.
type subsetGlyph struct {
	id      uint16
	advance int32 // 1/1000 em
	size    int32 // of the charstring
}

type ligature struct {
	id   uint16
	text string
}

func newSubset(f *fonts.Font) *subset {
	s := &subset{font: f, single: make(map[uint64]uint16, 64), multi: map[ligature]uint16{}}
	s.add(0, "")
	return s
}

// code returns the glyph's code in the subset, and its advance in 1/1000 em. In a complex run the texts of
// the glyphs do not matter, because the run holds its own.
func (s *subset) code(g *typeset.Glyph, text []rune, complexRun bool) (code uint16, advance int) {
	if n := g.To - g.From; n > 1 && !complexRun {
		key := ligature{g.ID, string(text[g.From:g.To])}
		code, ok := s.multi[key]
		if !ok {
			code = s.add(g.ID, key.text)
			s.multi[key] = code
		}
		return code, int(s.glyphs[code].advance)
	}
	key := uint64(g.ID) << 32
	if g.To > g.From && !complexRun {
		key |= uint64(text[g.From])
	}
	code, ok := s.single[key]
	if !ok {
		written := ""
		if r := rune(key & 0xFFFFFFFF); r != 0 {
			written = string(r)
		}
		code = s.add(g.ID, written)
		s.single[key] = code
	}
	return code, int(s.glyphs[code].advance)
}

func (s *subset) add(id uint16, text string) uint16 {
	g := s.font.Glyph(id)
	s.glyphs = append(s.glyphs, subsetGlyph{id, int32(g.Advance), int32(len(g.Charstring))})
	s.texts = append(s.texts, text)
	return uint16(len(s.glyphs) - 1)
}

// embed writes the font objects of the subset and returns the number of the font object.
func (p *PDF) embed(s *subset) int {
	sum := fnv.New64a()
	file := p.streamOf("/Subtype/CIDFontType0C", func(w io.Writer) { s.cff(io.MultiWriter(w, sum)) })
	name := tag(sum.Sum64()) + "+" + s.font.Name
	descriptor := p.object(fmt.Appendf(nil,
		"<</Type/FontDescriptor/FontName/%s/Flags 4/FontBBox[-1000 -700 2500 1400]/ItalicAngle 0"+
			"/Ascent %d/Descent %d/CapHeight 714/StemV 80/FontFile3 %d 0 R>>", name, s.font.Ascent, -s.font.Descent, file))
	widths := []byte("[1[")
	for _, g := range s.glyphs[1:] {
		widths = append(strconv.AppendInt(widths, int64(g.advance), 10), ' ')
	}
	descendant := p.object(fmt.Appendf(nil,
		"<</Type/Font/Subtype/CIDFontType0/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"+
			"/FontDescriptor %d 0 R/W%s]]>>", name, descriptor, widths))
	unicode := p.stream("", s.toUnicode())
	return p.object(fmt.Appendf(nil,
		"<</Type/Font/Subtype/Type0/BaseFont/%s-Identity-H/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>",
		name, descendant, unicode))
}

// tag returns the six letters that distinguish subsets of one font (PDF 32000-1, 9.6.4), from the checksum of
// the font program.
func tag(sum uint64) string {
	letters := make([]byte, 6)
	for i := range letters {
		letters[i] = 'A' + byte(sum%26)
		sum /= 26
	}
	return string(letters)
}

// toUnicode returns the CMap from codes to text.
func (s *subset) toUnicode() []byte {
	b := []byte("/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n" +
		"1 begincodespacerange<0000><FFFF>endcodespacerange\n")
	codes := make([]int, 0, len(s.texts))
	for code, text := range s.texts {
		if text != "" {
			codes = append(codes, code)
		}
	}
	for chunk := range slices.Chunk(codes, 100) { // the most that one block may hold
		b = fmt.Appendf(b, "%d beginbfchar\n", len(chunk))
		for _, code := range chunk {
			b = fmt.Appendf(b, "<%04X><", code)
			b = append(appendUTF16(b, []rune(s.texts[code])), ">\n"...)
		}
		b = append(b, "endbfchar\n"...)
	}
	return append(b, "endcmap CMapName currentdict/CMap defineresource pop end end"...)
}

func appendUTF16(b []byte, text []rune) []byte {
	for _, unit := range utf16.Encode(text) {
		b = append(b, hexDigits[unit>>12], hexDigits[unit>>8&15], hexDigits[unit>>4&15], hexDigits[unit&15])
	}
	return b
}

// cff writes the subset as a CID-keyed CFF font (Adobe Technical Note 5176) whose CIDs are the codes. It is
// never held in memory as a whole: for a document in Chinese it may have megabytes.
func (s *subset) cff(w io.Writer) {
	head := appendIndex([]byte{1, 0, 4, 4}, []byte(s.font.Name))
	strings := appendIndex(nil, []byte("Adobe"), []byte("Identity"))
	strings = append(strings, 0, 0) // no global subroutines
	last := len(s.glyphs) - 2       // CIDs after the first of the range
	charset := []byte{2, 0, 1, byte(last >> 8), byte(last)}
	fdSelect := []byte{3, 0, 1, 0, 0, 0, byte(len(s.glyphs) >> 8), byte(len(s.glyphs))}
	sizes := make([]int, len(s.glyphs))
	charstrings := 0
	for i, g := range s.glyphs {
		sizes[i] = int(g.size)
		charstrings += sizes[i]
	}
	glyphs := appendIndexHead(nil, sizes)

	topSize := len(appendIndex(nil, s.topDict(0, 0, 0, 0)))
	at := len(head) + topSize + len(strings)
	atSelect := at + len(charset)
	atGlyphs := atSelect + len(fdSelect)
	atPrivate := atGlyphs + len(glyphs) + charstrings // an empty Private DICT
	fdArray := appendIndex(nil, append(dictInt(dictInt(nil, 0), atPrivate), 18))
	top := appendIndex(nil, s.topDict(at, atSelect, atGlyphs, atPrivate))

	// The target is a compressor that writes to memory, and a checksum: neither fails.
	for _, part := range [][]byte{head, top, strings, charset, fdSelect, glyphs} {
		_, _ = w.Write(part)
	}
	for _, g := range s.glyphs {
		_, _ = w.Write(s.font.Glyph(g.id).Charstring)
	}
	_, _ = w.Write(fdArray)
}

func (s *subset) topDict(charset, fdSelect, charstrings, fdArray int) []byte {
	d := dictInt(dictInt(dictInt(nil, 391), 392), 0) // the strings Adobe and Identity, supplement 0
	d = append(d, 12, 30)                            // ROS
	d = append(dictInt(d, len(s.glyphs)), 12, 34)    // CIDCount
	d = append(dictInt(d, charset), 15)
	d = append(dictInt(d, fdSelect), 12, 37)
	d = append(dictInt(d, charstrings), 17)
	return append(dictInt(d, fdArray), 12, 36)
}

// dictInt appends an integer in the form that has the same size for each value.
func dictInt(b []byte, v int) []byte {
	return append(b, 29, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
}

// appendIndex appends a CFF INDEX.
func appendIndex(b []byte, items ...[]byte) []byte {
	sizes := make([]int, len(items))
	for i, item := range items {
		sizes[i] = len(item)
	}
	return append(appendIndexHead(b, sizes), slices.Concat(items...)...)
}

// appendIndexHead appends the part of a CFF INDEX before its items.
func appendIndexHead(b []byte, sizes []int) []byte {
	b = slices.Grow(b, 3+4*(len(sizes)+1))
	b = append(b, byte(len(sizes)>>8), byte(len(sizes)), 4)
	offset := 1
	b = append(b, 0, 0, 0, 1)
	for _, size := range sizes {
		offset += size
		b = append(b, byte(offset>>24), byte(offset>>16), byte(offset>>8), byte(offset))
	}
	return b
}
