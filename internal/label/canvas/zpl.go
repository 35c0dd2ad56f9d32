package canvas

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Coder is a canvas whose device draws codes itself. Each method returns false for a code that the device
// cannot draw as asked; the caller then draws it with Cells.
type Coder interface {
	// Code128 draws upright bars from the corner x, y, without text.
	Code128(x, y, module, height float64, text string) bool
	// QR draws a QR code of level M.
	QR(x, y, module float64, text string) bool
}

// ZPL is a canvas that writes ZPL II, a format (^XA…^XZ) at the end of each page. Text and rules are one
// compressed picture; the printer draws the codes.
type ZPL struct {
	dots
	// Hex writes pictures as run-length coded hexadecimal, for printers without :Z64:.
	Hex   bool
	open  bool
	codes bytes.Buffer // of the open page
	out   *bufio.Writer
}

// NewZPL begins a stream on w.
func NewZPL(w io.Writer, dpi int, cache *Cache) *ZPL {
	return &ZPL{dots: dots{perMM: DotsPerMM(dpi), cache: cache}, out: bufio.NewWriterSize(w, partSize)}
}

// Page implements Canvas.
func (z *ZPL) Page(width, height float64) {
	z.endPage()
	z.open = true
	z.page = z.cache.page(z.at(width), z.at(height))
}

const (
	// defaults are the settings of fields at the power-on of a printer: orientation, mirror image, white on black, rotation and
	// justification, character set, check of codes, origin. A printer keeps what another format set until it is switched off.
	defaults = "^PON^PMN^LRN^FWN,0^CI0^CVN^LH0,0^LS0"
	// reset is a format without a field, which prints nothing. It also sets what labels of Waybill do not depend on, but labels of
	// other partners may: the shaping of text, the font and the bars of codes.
	reset = "^XA" + defaults + "^PA0,0,0,0^CFA,9,5^BY2,3,10^XZ\n"
)

// maxMagnification is the most dots that ^BQ allows for a module.
const maxMagnification = 10

// Code128 implements Coder.
func (z *ZPL) Code128(x, y, module, height float64, text string) bool {
	m := z.module(module)
	if m > maxMagnification { // the limit of ^BY
		return false
	}
	fmt.Fprintf(&z.codes, "^FO%d,%d^BY%d,3,%d^BCN,%d,N,N,N,A^FH_^FD%s^FS\n",
		z.at(x), z.at(y), m, z.at(height), z.at(height), escape(text))
	return true
}

// QR implements Coder. ^BY has height 1, because printers place ^BQ lower by that height.
func (z *ZPL) QR(x, y, module float64, text string) bool {
	m := z.module(module)
	if m > maxMagnification {
		return false
	}
	fmt.Fprintf(&z.codes, "^FO%d,%d^BY1,3,1^BQN,2,%d^FH_^FDMA,%s^FS\n", z.at(x), z.at(y), m, escape(text))
	return true
}

// escape replaces the characters that commands consist of by the hexadecimal form that ^FH_ announces.
func escape(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; c < 0x20 || c > 0x7E || strings.IndexByte(`^~\_>`, c) >= 0 {
			fmt.Fprintf(&b, "_%02X", c)
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

func (z *ZPL) endPage() {
	if !z.open {
		return
	}
	z.open = false
	fmt.Fprintf(z.out, "^XA"+defaults+"^PW%d^LL%d\n", z.page.width, z.page.height)
	z.picture()
	_, _ = z.codes.WriteTo(z.out) // the writer keeps its first error for Close
	_, _ = z.out.WriteString("^XZ\n")
	_ = z.out.Flush()
}

// picture writes the rows of the page that are not blank, as ^GFA with zlib and base64 (":Z64:").
func (z *ZPL) picture() {
	bits := bytes.TrimRight(z.page.bits, "\x00")
	if len(bits) == 0 {
		return
	}
	top := (len(bits) - len(bytes.TrimLeft(bits, "\x00"))) / z.page.stride
	bottom := (len(bits)-1)/z.page.stride + 1
	bits = z.page.bits[top*z.page.stride : bottom*z.page.stride]
	fmt.Fprintf(z.out, "^FO0,%d^GFA,%d,%d,%d,", top, len(bits), len(bits), z.page.stride)
	if z.Hex {
		z.hex(bits)
	} else {
		z.z64(bits)
	}
	_, _ = z.out.WriteString("^FS\n")
}

// z64 writes rows compressed and in base64, with a checksum.
func (z *ZPL) z64(bits []byte) {
	_, _ = z.out.WriteString(":Z64:")
	sum := &crc16{w: z.out}
	text := base64.NewEncoder(base64.StdEncoding, sum)
	z.cache.compress(z.cache.small, text)
	_, _ = z.cache.small.Write(bits)
	_ = z.cache.small.Close()
	_ = text.Close()
	fmt.Fprintf(z.out, ":%04X", sum.sum)
}

// hex writes rows in the ASCII compression of ^GF: a comma ends a row whose rest is white, a colon repeats
// the row before, and letters before a digit are its count.
func (z *ZPL) hex(bits []byte) {
	var before []byte
	for row := range slices.Chunk(bits, z.page.stride) {
		if bytes.Equal(row, before) {
			_ = z.out.WriteByte(':')
			continue
		}
		before = row
		digits := []byte(fmt.Sprintf("%X", row))
		inked := bytes.TrimRight(digits, "0")
		for len(inked) > 0 {
			n := len(inked) - len(bytes.TrimLeft(inked, string(inked[0])))
			z.repeat(n)
			_ = z.out.WriteByte(inked[0])
			inked = inked[n:]
		}
		if len(bytes.TrimRight(digits, "0")) < len(digits) {
			_ = z.out.WriteByte(',')
		}
	}
}

// repeat writes a count of digits: g to z are 20 to 400 in steps of 20, G to Y are 1 to 19. A single digit
// needs no count.
func (z *ZPL) repeat(n int) {
	if n == 1 {
		return
	}
	for ; n >= 400; n -= 400 {
		_ = z.out.WriteByte('z')
	}
	if n >= 20 {
		_ = z.out.WriteByte('g' + byte(n/20-1))
	}
	if n%20 > 0 {
		_ = z.out.WriteByte('G' + byte(n%20-1))
	}
}

// crc16 passes on what is written and computes the checksum that ends a Z64 field, CRC-16/XMODEM.
type crc16 struct {
	w   io.Writer
	sum uint16
}

// Write implements io.Writer.
func (c *crc16) Write(p []byte) (int, error) {
	for _, b := range p {
		c.sum = c.sum<<8 ^ crcTable[byte(c.sum>>8)^b]
	}
	return c.w.Write(p)
}

// crcTable holds the checksum of each byte.
var crcTable = func() (table [256]uint16) {
	for i := range table {
		sum := uint16(i) << 8
		for range 8 {
			if sum&0x8000 != 0 {
				sum = sum<<1 ^ 0x1021
			} else {
				sum <<= 1
			}
		}
		table[i] = sum
	}
	return table
}()

// Close implements Canvas.
func (z *ZPL) Close() error {
	z.endPage()
	return z.out.Flush()
}
