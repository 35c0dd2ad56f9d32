package canvas

import (
	"compress/zlib"
	"io"

	"waybill/internal/label/fonts"
)

// Cache holds what the canvases of one worker reuse: rasterised glyphs, the dots of a page, and the
// compressors, which take a megabyte each. One canvas at a time uses it.
type Cache struct {
	fonts  *fonts.Set
	glyphs glyphs
	dots   []byte // of the open page
	packed File
	to     relay // the target of the compressors
	small  *zlib.Writer
	fast   *zlib.Writer
}

// relay passes on what is written. The compressors write to it, so that they do not keep a finished file in
// memory.
type relay struct{ w io.Writer }

// Write implements io.Writer.
func (r *relay) Write(p []byte) (int, error) { return r.w.Write(p) }

// NewCache returns a cache for drawing with the fonts of a set.
func NewCache(set *fonts.Set) *Cache {
	c := &Cache{fonts: set, glyphs: glyphs{kept: map[glyphKey]*glyphBitmap{}}}
	c.small = zlib.NewWriter(&c.to)
	c.fast, _ = zlib.NewWriterLevel(&c.to, zlib.BestSpeed) // the only error is an unknown level
	return c
}

// maxKeptDots is the largest page whose dots are kept for the next file, in bytes. A label at 600 dpi has 1
// MB, an A4 page 4.4 MB.
const maxKeptDots = 1 << 20

// Release ends the work on a file. It drops the file, and everything that is too large to be kept for the
// next one.
func (c *Cache) Release() {
	c.to.w = nil
	if cap(c.dots) > maxKeptDots {
		c.dots = nil
	}
	c.packed.reset()
}

// page returns a white page, which replaces the one before.
func (c *Cache) page(width, height int) bitmap {
	stride := (width + 7) / 8
	n := stride * height
	if cap(c.dots) < n {
		c.dots = make([]byte, n)
	}
	c.dots = c.dots[:n]
	clear(c.dots)
	return bitmap{width, height, stride, c.dots}
}

// compress makes a compressor write to w.
func (c *Cache) compress(z *zlib.Writer, w io.Writer) {
	c.to.w = w
	z.Reset(&c.to)
}

// pack compresses what write writes. The returned file is valid until the next call.
func (c *Cache) pack(write func(w io.Writer)) *File {
	c.packed.reset()
	c.compress(c.small, &c.packed)
	write(c.small) // never fails: the file has no limit
	_ = c.small.Close()
	return &c.packed
}
