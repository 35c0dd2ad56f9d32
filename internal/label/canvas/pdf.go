package canvas

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"math"
	"strconv"

	"waybill/internal/label/fonts"
	"waybill/internal/label/typeset"
)

// PDF is a canvas that writes PDF 1.4 page by page. Only the subsets of the fonts, which all pages share,
// wait for Close. The file has no dates, and /ID is a hash of its content.
type PDF struct {
	// Title is what viewers show for the file. It may be set until Close.
	Title string

	out     countingWriter
	offsets []int64 // of object n at n-1; 0 until it is written
	pages   []int
	forms   []int
	page    []byte // the content of the open page
	open    bool
	width   float64   // of the open page, mm
	height  int       // dots
	subsets []*subset // by font index
	font    int       // selected in the open page's content; -1 for none
	size    float64
	cache   *Cache
}

// Objects with a fixed number.
const (
	objCatalog = 1 + iota
	objPages
	objResources
	objFirstFree
)

type countingWriter struct {
	w    io.Writer
	n    int64
	hash hash.Hash
	err  error
}

// Write implements io.Writer. The first error is kept.
func (c *countingWriter) Write(b []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	c.hash.Write(b)
	n, err := c.w.Write(b)
	c.n += int64(n)
	c.err = err
	return n, err
}

func (c *countingWriter) write(b []byte) { _, _ = c.Write(b) }

// NewPDF begins a document on w.
func NewPDF(w io.Writer, cache *Cache) *PDF {
	p := &PDF{
		out:     countingWriter{w: w, hash: sha256.New()},
		offsets: make([]int64, objFirstFree-1),
		subsets: make([]*subset, cache.fonts.Len()),
		cache:   cache,
	}
	p.out.write([]byte("%PDF-1.4\n%\xE2\xE3\xCF\xD3\n"))
	return p
}

// A PDF is drawn in the dots of a printer of 203 dpi, which has 8 in a millimetre and 203.2 in an inch.
// Programs that turn pages into dots for such a printer use 203, so that is how large a dot is here: whole
// dots stay whole dots across the label, and everything is 0.1 % larger. The height of a page is
// rounded to whole dots, because some programs count them from its lower edge.
const (
	dotsPerMM = 8
	dotsPerIn = 203
	dot       = 72.0 / dotsPerIn // points
	mm        = dotsPerMM * dot  // points
)

// inset is how much smaller cells are at each edge, in dots. Programs that blacken each dot that a shape
// touches would otherwise make bars one dot wider.
const inset = 0.03

func wholeDots(mm float64) int { return int(math.Round(mm * dotsPerMM)) }

// Dot implements Canvas.
func (p *PDF) Dot() float64 { return 1.0 / dotsPerMM }

// Page implements Canvas.
func (p *PDF) Page(width, height float64) {
	p.endPage()
	p.open, p.font = true, -1
	p.width, p.height = width, int(math.Round(height/inch*dotsPerIn))
	p.page = p.page[:0]
}

// fromTop returns the height of a position above the lower edge of the page, in points.
func (p *PDF) fromTop(y float64) float64 { return float64(p.height)*dot - y*mm }

func (p *PDF) endPage() {
	if !p.open {
		return
	}
	p.open = false
	content := p.stream("", p.page)
	p.pages = append(p.pages, p.object(fmt.Appendf(nil,
		"<</Type/Page/Parent %d 0 R/Resources %d 0 R/MediaBox[0 0 %s %s]/Contents %d 0 R>>",
		objPages, objResources, decimal(p.width*points), decimal(float64(p.height)*dot), content)))
}

// Cells implements Canvas.
func (p *PDF) Cells(x, y, module float64, cells []Cell) {
	m := max(1, wholeDots(module))
	p.beginDots(wholeDots(x), wholeDots(y))
	for _, c := range cells {
		p.op("re\n", float64(c.X*m)+inset, float64(c.Y*m)+inset, float64(c.W*m)-2*inset, float64(c.H*m)-2*inset)
	}
	p.op("f Q\n")
}

// beginDots makes the operands that follow whole dots from a corner, y downwards.
func (p *PDF) beginDots(x, y int) {
	p.op("q ")
	p.page = append(appendPrecise(p.page, dot), "0 0 "...)
	p.page = appendPrecise(p.page, -dot)
	p.page = appendPrecise(p.page, float64(x)*dot)
	p.page = appendPrecise(p.page, float64(p.height-y)*dot)
	p.op("cm\n")
}

// Line implements Canvas.
func (p *PDF) Line(x1, y1, x2, y2, thickness float64) {
	t := max(1, wholeDots(thickness))
	x, y, w, h := wholeDots(x1), wholeDots(y1), wholeDots(x2)-wholeDots(x1), wholeDots(y2)-wholeDots(y1)
	if y1 == y2 {
		y, h = y-t/2, t
	} else {
		x, w = x-t/2, t
	}
	p.op("re f\n", float64(x)*dot, float64(p.height-y-h)*dot, float64(w)*dot, float64(h)*dot)
}

// op appends operands and their operator to the page's content.
func (p *PDF) op(operator string, operands ...float64) {
	for _, v := range operands {
		p.page = appendDecimal(p.page, v)
	}
	p.page = append(p.page, operator...)
}

// White implements Canvas.
func (p *PDF) White(on bool) {
	grey := "0 g\n"
	if on {
		grey = "1 g\n"
	}
	p.op(grey)
}

// Text implements Canvas.
func (p *PDF) Text(x, y, size float64, line typeset.Line) {
	if len(line.Runs) == 0 {
		return
	}
	p.op("BT ")
	p.op("Td\n", x*mm, p.fromTop(y))
	start, at := 0, 0 // of the text line matrix and of the run, 1/1000 em
	for i := range line.Runs {
		run := &line.Runs[i]
		p.choose(run.Font, size)
		if i > 0 { // even after a run without a width: its invisible glyphs moved the viewer's pen
			p.op("0 Td\n", float64(at-start)*size/1000)
			start = at
		}
		at += p.run(run, line.Text)
	}
	p.op("ET\n")
}

func (p *PDF) choose(f *fonts.Font, size float64) {
	if p.font == f.Index && p.size == size {
		return
	}
	p.font, p.size = f.Index, size
	p.page = append(strconv.AppendInt(append(p.page, "/F"...), int64(f.Index), 10), ' ')
	p.op("Tf ", size)
}

// run draws the glyphs of a run and returns its width.
func (p *PDF) run(run *typeset.Run, text []rune) int {
	sub := p.subsets[run.Font.Index]
	if sub == nil {
		sub = newSubset(run.Font)
		p.subsets[run.Font.Index] = sub
	}
	if run.Complex {
		p.page = append(appendUTF16(append(p.page, "/Span<</ActualText<FEFF"...), text[run.From:run.To]), ">>>BDC "...)
	}
	p.op("[<")
	b := p.page
	width := int32(0) // where the next glyph's origin is
	shown := int32(0) // the pen position of the viewer, by the glyphs' own widths
	rise := int32(0)
	for i := range run.Glyphs {
		g := &run.Glyphs[i]
		code, advance := sub.code(g, text, run.Complex)
		if g.DY != rise {
			rise = g.DY
			b = append(b, ">]TJ "...)
			b = append(appendDecimal(b, float64(rise)*p.size/1000), "Ts [<"...)
		}
		if at := width + g.DX; at != shown {
			b = append(strconv.AppendInt(append(b, '>'), int64(shown-at), 10), '<')
			shown = at
		}
		b = append(b, hexDigits[code>>12], hexDigits[code>>8&15], hexDigits[code>>4&15], hexDigits[code&15])
		shown += int32(advance)
		width += g.Advance
	}
	p.page = b
	p.op(">]TJ\n")
	if rise != 0 {
		p.op("0 Ts\n")
	}
	if run.Complex {
		p.op("EMC\n")
	}
	return int(width)
}

// Close implements Canvas.
func (p *PDF) Close() error {
	p.endPage()
	resources := []byte("<</Font<<")
	for i, sub := range p.subsets {
		if sub != nil {
			resources = fmt.Appendf(resources, "/F%d %d 0 R", i, p.embed(sub))
		}
	}
	if len(p.forms) > 0 {
		resources = append(resources, ">>/XObject<<"...)
	}
	for _, form := range p.forms {
		resources = fmt.Appendf(resources, "/X%d %d 0 R", form, form)
	}
	p.objectAt(objResources, append(resources, ">>>>"...))
	kids := []byte("<</Type/Pages/Kids[")
	for _, n := range p.pages {
		kids = append(strconv.AppendInt(kids, int64(n), 10), " 0 R "...)
	}
	p.objectAt(objPages, fmt.Appendf(kids, "]/Count %d>>", len(p.pages)))
	// Printers must not scale a label to their paper: its codes have whole dots.
	p.objectAt(objCatalog, fmt.Appendf(nil,
		"<</Type/Catalog/Pages %d 0 R/Lang(en)/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true>>>>", objPages))
	p.trailer(p.object(append(appendUTF16([]byte("<</Title<FEFF"), []rune(p.Title)), ">>>"...)))
	return p.out.err
}

// trailer ends the file; info is the number of its document information.
func (p *PDF) trailer(info int) {
	start := p.out.n
	b := fmt.Appendf(nil, "xref\n0 %d\n0000000000 65535 f \n", len(p.offsets)+1)
	for _, offset := range p.offsets {
		b = fmt.Appendf(b, "%010d 00000 n \n", offset)
	}
	p.out.write(b)
	id := p.out.hash.Sum(nil)[:16]
	p.out.write(fmt.Appendf(nil, "trailer\n<</Size %d/Root %d 0 R/Info %d 0 R/ID[<%X><%X>]>>\nstartxref\n%d\n%%%%EOF\n",
		len(p.offsets)+1, objCatalog, info, id, id, start))
}

// object writes an object under the next free number and returns the number.
func (p *PDF) object(body []byte) int {
	p.offsets = append(p.offsets, 0)
	p.objectAt(len(p.offsets), body)
	return len(p.offsets)
}

func (p *PDF) objectAt(n int, body []byte) {
	p.beginObject(n)
	p.out.write(body)
	p.out.write([]byte(endObject))
}

func (p *PDF) beginObject(n int) {
	p.offsets[n-1] = p.out.n
	p.out.write(fmt.Appendf(nil, "%d 0 obj\n", n))
}

const endObject = "\nendobj\n"

// stream writes a compressed stream with more entries in its dictionary, and returns its number.
func (p *PDF) stream(entries string, data []byte) int {
	return p.streamOf(entries, func(w io.Writer) { _, _ = w.Write(data) })
}

// streamOf is stream for data that is too large to hold in memory: write writes it.
func (p *PDF) streamOf(entries string, write func(w io.Writer)) int {
	packed := p.cache.pack(write)
	p.offsets = append(p.offsets, 0)
	p.beginObject(len(p.offsets))
	p.out.write(fmt.Appendf(nil, "<</Filter/FlateDecode/Length %d%s>>stream\n", packed.Len(), entries))
	_ = packed.drain(&p.out) // the writer keeps its first error
	p.out.write([]byte("\nendstream" + endObject))
	return len(p.offsets)
}

const hexDigits = "0123456789ABCDEF"

func decimal(v float64) string { return string(bytes.TrimRight(appendDecimal(nil, v), " ")) }

// appendDecimal appends v with at most two decimals, and a space.
func appendDecimal(b []byte, v float64) []byte { return appendRounded(b, v, 100, 2) }

// appendPrecise appends v with at most five decimals, for factors.
func appendPrecise(b []byte, v float64) []byte { return appendRounded(b, v, 1e5, 5) }

func appendRounded(b []byte, v, scale float64, places int) []byte {
	n := int64(v*scale + 0.5)
	if v < 0 {
		n = -int64(-v*scale + 0.5)
	}
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	whole := int64(scale)
	b = strconv.AppendInt(b, n/whole, 10)
	if rest := n % whole; rest > 0 {
		digits := make([]byte, 0, 8)
		digits = strconv.AppendInt(digits, rest+whole, 10)[1 : places+1]
		b = append(append(b, '.'), bytes.TrimRight(digits, "0")...)
	}
	return append(b, ' ')
}
