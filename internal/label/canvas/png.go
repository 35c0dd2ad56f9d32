package canvas

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
)

// PNG is a canvas of one 1-bit picture: pages one below the other. It says how
// large its dots are, so that it prints at its size. image/png cannot write that, and
// wants a byte for each dot.
type PNG struct {
	dots
	w     io.Writer
	pages []bitmap
}

// NewPNG begins a picture.
func NewPNG(w io.Writer, dpi int, kit *Kit) *PNG {
	return &PNG{dots: dots{perMM: perMM(dpi), kit: kit}, w: w}
}

// Page implements Canvas.
func (p *PNG) Page(width, height float64) {
	p.page = newBitmap(p.at(width), p.at(height))
	p.pages = append(p.pages, p.page)
}

// Close implements Canvas.
func (p *PNG) Close() error {
	width, height := 0, 0
	for _, page := range p.pages {
		width, height = max(width, page.width), height+page.height
	}
	out := []byte("\x89PNG\r\n\x1a\n")
	head := binary.BigEndian.AppendUint32(nil, uint32(width))
	head = binary.BigEndian.AppendUint32(head, uint32(height))
	out = appendChunk(out, "IHDR", append(head, 1, 0, 0, 0, 0)) // 1 bit, grey
	perMetre := uint32(math.Round(p.perMM * 1000))
	size := binary.BigEndian.AppendUint32(nil, perMetre)
	size = binary.BigEndian.AppendUint32(size, perMetre)
	out = appendChunk(out, "pHYs", append(size, 1))
	data := p.kit.pack(p.kit.fast, p.rows(width, height))
	out = appendChunk(appendChunk(out, "IDAT", data), "IEND", nil)
	_, err := p.w.Write(out)
	return err
}

// rows is the pages' rows, white being 1 in PNG, each after its filter byte.
func (p *PNG) rows(width, height int) []byte {
	stride := 1 + (width+7)/8
	data := bytes.Repeat([]byte{0xFF}, stride*height)
	at := 0
	for _, page := range p.pages {
		for y := range page.height {
			data[at] = 0
			for i, v := range page.bits[y*page.stride : (y+1)*page.stride] {
				data[at+1+i] = ^v
			}
			at += stride
		}
	}
	return data
}

func appendChunk(b []byte, kind string, data []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(data)))
	start := len(b)
	b = append(append(b, kind...), data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[start:]))
}
