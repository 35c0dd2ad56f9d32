package canvas

import (
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
)

// PNG is a canvas that writes one 1-bit picture: pages one below the other, all as wide as the first. The
// picture holds the size of its dots, so that it prints at its size. image/png cannot write that, and needs a
// byte for each dot.
//
// A page is compressed when it ends. The memory holds the dots of one page and the compressed picture,
// because the height comes first in the file and is known last.
type PNG struct {
	dots
	w             io.Writer
	out           *File // w itself, if w is a File
	start         int   // of the picture in out
	width, height int
	data          idat
	band          []byte
	err           error
}

// idat writes the data of an IDAT chunk and computes its checksum.
type idat struct {
	out   *File
	start int // in out
	crc   uint32
}

// Write implements io.Writer.
func (d *idat) Write(p []byte) (int, error) {
	d.crc = crc32.Update(d.crc, crc32.IEEETable, p)
	return d.out.Write(p)
}

// NewPNG begins a picture on w.
func NewPNG(w io.Writer, dpi int, cache *Cache) *PNG {
	file, _ := w.(*File)
	p := &PNG{dots: dots{perMM: DotsPerMM(dpi), cache: cache}, w: w, out: cmp.Or(file, new(File))}
	p.start = p.out.Len()
	return p
}

// Page implements Canvas.
func (p *PNG) Page(width, height float64) {
	if p.page.bits == nil {
		p.begin(p.at(width))
	} else {
		p.endPage()
	}
	p.page = p.cache.page(p.at(width), p.at(height))
}

// atHeader is the offset of the header's chunk in the picture.
const atHeader = 8

// begin writes everything before the rows. The height and the length of the data are filled in when they are
// known.
func (p *PNG) begin(width int) {
	p.width = width
	out := append([]byte("\x89PNG\r\n\x1a\n"), p.header()...)
	perMetre := uint32(math.Round(p.perMM * 1000))
	size := binary.BigEndian.AppendUint32(nil, perMetre)
	size = binary.BigEndian.AppendUint32(size, perMetre)
	out = appendChunk(out, "pHYs", append(size, 1))
	p.data = idat{out: p.out, start: p.start + len(out) + chunkHead, crc: crc32.ChecksumIEEE([]byte("IDAT"))}
	p.write(append(out, "\x00\x00\x00\x00IDAT"...))
	p.cache.compress(p.cache.fast, &p.data)
}

func (p *PNG) header() []byte {
	head := binary.BigEndian.AppendUint32(nil, uint32(p.width))
	head = binary.BigEndian.AppendUint32(head, uint32(p.height))
	return appendChunk(nil, "IHDR", append(head, 1, 0, 0, 0, 0)) // 1 bit, grey
}

func (p *PNG) write(b []byte) {
	if p.err == nil {
		_, p.err = p.out.Write(b)
	}
}

// bandSize is about how many bytes of rows are compressed at a time.
const bandSize = 32 << 10

// endPage compresses the page's rows, each after its filter byte. In PNG white is 1.
func (p *PNG) endPage() {
	p.height += p.page.height
	stride := 1 + (p.width+7)/8
	rows := max(1, bandSize/stride)
	if p.band == nil {
		p.band = make([]byte, rows*stride)
	}
	for y := 0; y < p.page.height; y += rows {
		n := min(rows, p.page.height-y)
		for i := range n {
			p.invert(p.band[i*stride:(i+1)*stride], y+i)
		}
		if p.err == nil {
			_, p.err = p.cache.fast.Write(p.band[:n*stride])
		}
	}
}

// invert writes row y of the page as a row of the picture.
func (p *PNG) invert(to []byte, y int) {
	row := p.page.bits[y*p.page.stride : (y+1)*p.page.stride]
	to[0] = 0
	to = to[1:]
	n := min(len(to), len(row))
	for i, v := range row[:n] {
		to[i] = ^v
	}
	for i := range to[n:] {
		to[n+i] = 0xFF
	}
}

// Close implements Canvas.
func (p *PNG) Close() error {
	if p.page.bits == nil {
		p.begin(0)
	} else {
		p.endPage()
	}
	if p.err == nil {
		p.err = p.cache.fast.Close()
	}
	length := p.out.Len() - p.data.start
	p.write(appendChunk(binary.BigEndian.AppendUint32(nil, p.data.crc), "IEND", nil))
	if p.err != nil {
		return p.err
	}
	p.out.overwrite(p.start+atHeader, p.header())
	p.out.overwrite(p.data.start-chunkHead, binary.BigEndian.AppendUint32(nil, uint32(length)))
	if p.w == io.Writer(p.out) {
		return nil
	}
	return p.out.drain(p.w)
}

// chunkHead is the length of a chunk's head: its length and its type.
const chunkHead = 8

func appendChunk(b []byte, kind string, data []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(data)))
	start := len(b)
	b = append(append(b, kind...), data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[start:]))
}
