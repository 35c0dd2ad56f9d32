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
	small  *zlib.Writer
	fast   *zlib.Writer
}

// NewKit returns a kit that draws with the fonts of a set.
func NewKit(set *fonts.Set) *Kit {
	k := &Kit{fonts: set, glyphs: glyphs{kept: map[glyphKey]*glyphBitmap{}}}
	k.small = zlib.NewWriter(&k.packed)
	k.fast, _ = zlib.NewWriterLevel(&k.packed, zlib.BestSpeed) // the only error is an unknown level
	return k
}

// maxKeptDots is how large a page may be whose dots are kept for the next file, in bytes: a
// label at 600 dpi has 1 MB, an A4 page 4.4 MB.
const maxKeptDots = 1 << 20

// Release lets go of what is too large to be kept between files.
func (k *Kit) Release() {
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

// pack compresses what write writes. The file is valid until the next call.
func (k *Kit) pack(write func(w io.Writer)) *File {
	k.packed.reset()
	k.small.Reset(&k.packed)
	write(k.small) // into a file without a limit, which takes all
	_ = k.small.Close()
	return &k.packed
}
