package canvas

import (
	"bytes"
	"compress/zlib"

	"waybill/internal/label/fonts"
)

// Kit is what the canvases of one worker share and keep: glyphs drawn in dots, and the
// compressors, which cost a megabyte each. One canvas at a time uses it.
type Kit struct {
	fonts  *fonts.Set
	glyphs glyphs
	packed bytes.Buffer
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

// pack compresses data. The bytes are valid until the next call.
func (k *Kit) pack(z *zlib.Writer, data []byte) []byte {
	k.packed.Reset()
	z.Reset(&k.packed)
	_, _ = z.Write(data) // into a buffer, which takes all
	_ = z.Close()
	return k.packed.Bytes()
}
