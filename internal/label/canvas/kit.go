package canvas

import (
	"compress/zlib"
	"io"

	"waybill/internal/label/fonts"
)

// Kit is what the canvases of one worker share and keep: glyphs drawn in dots, the dots of a
// page, and the compressors, which cost a megabyte each. One canvas at a time uses it.
type Kit struct {
	fonts  *fonts.Set
	glyphs glyphs
	dots   []byte // of the open page
	packed File
	to     relay // where the compressors write
	small  *zlib.Writer
	fast   *zlib.Writer
}

// relay passes on what is written. The compressors write to it, so that they do not refer to
// a file that is done.
type relay struct{ w io.Writer }

// Write implements io.Writer.
func (r *relay) Write(p []byte) (int, error) { return r.w.Write(p) }

// NewKit returns a kit that draws with the fonts of a set.
func NewKit(set *fonts.Set) *Kit {
	k := &Kit{fonts: set, glyphs: glyphs{kept: map[glyphKey]*glyphBitmap{}}}
	k.small = zlib.NewWriter(&k.to)
	k.fast, _ = zlib.NewWriterLevel(&k.to, zlib.BestSpeed) // the only error is an unknown level
	return k
}

// maxKeptDots is how large a page may be whose dots are kept for the next file, in bytes: a
// label at 600 dpi has 1 MB, an A4 page 4.4 MB.
const maxKeptDots = 1 << 20

// Release ends the work on a file. It lets go of the file, and of what is too large to be
// kept for the next one.
func (k *Kit) Release() {
	k.to.w = nil
	if cap(k.dots) > maxKeptDots {
		k.dots = nil
	}
	k.packed.reset()
}

// page is a white page, in the place of the one before.
func (k *Kit) page(width, height int) bitmap {
	stride := (width + 7) / 8
	n := stride * height
	if cap(k.dots) < n {
		k.dots = make([]byte, n)
	}
	k.dots = k.dots[:n]
	clear(k.dots)
	return bitmap{width, height, stride, k.dots}
}

// compress begins what a compressor writes to w.
func (k *Kit) compress(z *zlib.Writer, w io.Writer) {
	k.to.w = w
	z.Reset(&k.to)
}

// pack compresses what write writes. The file is valid until the next call.
func (k *Kit) pack(write func(w io.Writer)) *File {
	k.packed.reset()
	k.compress(k.small, &k.packed)
	write(k.small) // into a file without a limit, which takes all
	_ = k.small.Close()
	return &k.packed
}
