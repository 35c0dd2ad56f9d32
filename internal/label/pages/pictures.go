package pages

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
)

// MaxDots is the most dots of a picture: A4 at 300 dpi, or 4 × 6 inches at 600 dpi.
const MaxDots = 2480 * 3508

// Picture is a page as dots of a printer. A row is (Width+7)/8 bytes; the leftmost dot is the highest bit, and 1 is
// black.
type Picture struct {
	Width, Height int
	Bits          []byte
}

// Stride returns the bytes of a row.
func (p Picture) Stride() int { return (p.Width + 7) / 8 }

// NewPicture returns a white picture. It returns an error if it would have more than MaxDots.
func NewPicture(width, height int) (Picture, error) {
	if width < 1 || height < 1 || width > MaxDots/height {
		return Picture{}, fmt.Errorf("a page of %d × %d dots: at most %d", width, height, MaxDots)
	}
	p := Picture{Width: width, Height: height}
	p.Bits = make([]byte, p.Stride()*height)
	return p, nil
}

// Blacken makes a dot black.
func (p Picture) Blacken(x, y int) { p.Bits[y*p.Stride()+x/8] |= 0x80 >> (x % 8) }

// EncodePictures encodes the pictures of a label. It returns an error that names the exceeded limit.
//
// The encoding is: picturesKind; the number of pictures; for each of them its width, its height, the length of its
// compressed rows, and these; CRC-32 of all that. Numbers are varints.
func EncodePictures(pictures []Picture) ([]byte, error) {
	if len(pictures) > MaxPages {
		return nil, fmt.Errorf("%d pages: at most %d", len(pictures), MaxPages)
	}
	b := binary.AppendUvarint([]byte(begins[AsPictures]), uint64(len(pictures)))
	for _, p := range pictures {
		var packed bytes.Buffer
		z := zlib.NewWriter(&packed)
		_, writeErr := z.Write(p.Bits)
		if err := errors.Join(writeErr, z.Close()); err != nil {
			return nil, err
		}
		b = binary.AppendUvarint(b, uint64(p.Width))
		b = binary.AppendUvarint(b, uint64(p.Height))
		b = binary.AppendUvarint(b, uint64(packed.Len()))
		if b = append(b, packed.Bytes()...); len(b) > MaxSize {
			return nil, fmt.Errorf("more than %d bytes", MaxSize)
		}
	}
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b)), nil
}

// DecodePictures iterates over encoded pictures and holds one at a time. It yields ErrDamaged if they are damaged.
func DecodePictures(encoded []byte) iter.Seq2[Picture, error] {
	return func(yield func(Picture, error) bool) {
		c, err := body(encoded, AsPictures)
		if err != nil {
			yield(Picture{}, err)
			return
		}
		for range c.number(MaxPages) {
			p, err := c.picture()
			if !yield(p, err) || err != nil {
				return
			}
		}
		if c.failed || len(c.rest) > 0 {
			yield(Picture{}, ErrDamaged)
		}
	}
}

// picture reads a picture.
func (c *cursor) picture() (Picture, error) {
	width, height, length := c.number(MaxDots), c.number(MaxDots), c.number(len(c.rest))
	p, err := NewPicture(width, height)
	if err != nil || c.failed || length > len(c.rest) {
		return Picture{}, ErrDamaged
	}
	z, err := zlib.NewReader(bytes.NewReader(c.rest[:length]))
	if err == nil {
		_, err = io.ReadFull(z, p.Bits)
	}
	if err != nil {
		return Picture{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	c.rest = c.rest[length:]
	return p, nil
}

// body returns the part of an encoding between its first bytes, which name its kind, and its checksum.
func body(encoded []byte, kind Kind) (cursor, error) {
	begin, end := begins[kind], len(encoded)-crc32.Size
	if end < len(begin) || !bytes.HasPrefix(encoded, []byte(begin)) ||
		crc32.ChecksumIEEE(encoded[:end]) != binary.BigEndian.Uint32(encoded[end:]) {
		return cursor{}, ErrDamaged
	}
	return cursor{rest: encoded[len(begin):end]}, nil
}
