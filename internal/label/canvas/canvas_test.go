package canvas

import (
	"io"
	"strings"
	"testing"
)

func TestNumbersInPDF(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0 ", 1: "1 ", 0.5: "0.5 ", -0.5: "-0.5 ", 12.345: "12.35 ",
		283.4646: "283.46 ", -0.004: "0 ", 0.07: "0.07 ",
	} {
		if got := string(appendDecimal(nil, v)); got != want {
			t.Errorf("%g is written %q, want %q", v, got, want)
		}
	}
	if got := string(appendPrecise(nil, -1.4173228)); got != "-1.41732 " {
		t.Errorf("a factor is written %q", got)
	}
}

// TestCRC16 uses the check value of CRC-16/XMODEM.
func TestCRC16(t *testing.T) {
	c := crc16{w: io.Discard}
	if _, err := c.Write([]byte("123456789")); err != nil || c.sum != 0x31C3 {
		t.Errorf("%04X, %v, want 31C3", c.sum, err)
	}
}

func TestZPLFieldsAreEscaped(t *testing.T) {
	if got, want := escape("A^B~C\\D_E>é-1"), "A_5EB_7EC_5CD_5FE_3E_C3_A9-1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// picture formats a bitmap as text, a character per dot.
func picture(m *bitmap) string {
	var b strings.Builder
	for y := range m.height {
		for x := range m.width {
			if m.bits[y*m.stride+x/8]&(0x80>>(x%8)) != 0 {
				b.WriteByte('#')
			} else {
				b.WriteByte('.')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestFillIsClipped(t *testing.T) {
	m := newBitmap(20, 3)
	m.fill(-5, -5, 7, 6)
	m.fill(6, 1, 12, 1)
	m.fill(18, 2, 50, 50)
	m.fill(5, 2, 0, 1)
	want := "##..................\n" +
		"......############..\n" +
		"..................##\n"
	if got := picture(&m); got != want {
		t.Errorf("\n%s, want\n%s", got, want)
	}
}

func TestStampIsClipped(t *testing.T) {
	ring := newBitmap(3, 3)
	ring.fill(0, 0, 3, 3)
	ring.bits[1] = 0xA0
	m := newBitmap(18, 4)
	for _, x := range []int{-2, 6, 16, 40, -40} {
		m.stamp(&ring, x, 1, false)
	}
	m.stamp(&ring, 11, -2, false)
	m.stamp(&ring, 11, 50, false)
	want := "...........###....\n" +
		"#.....###.......##\n" +
		"#.....#.#.......#.\n" +
		"#.....###.......##\n"
	if got := picture(&m); got != want {
		t.Errorf("\n%s, want\n%s", got, want)
	}
}

func TestStampWhitens(t *testing.T) {
	ring := newBitmap(3, 3)
	ring.fill(0, 0, 3, 3)
	ring.bits[1] = 0xA0
	m := newBitmap(12, 3)
	m.fill(0, 0, 12, 3)
	m.stamp(&ring, 6, 0, true)
	want := "######...###\n" +
		"######.#.###\n" +
		"######...###\n"
	if got := picture(&m); got != want {
		t.Errorf("\n%s, want\n%s", got, want)
	}
}
