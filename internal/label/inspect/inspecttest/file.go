package inspecttest

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/adler32"
	"strings"
)

// PDF returns a file of objects, numbered from 1. The first one is the catalog. trailer has further entries
// of the trailer.
func PDF(trailer string, objects ...string) []byte {
	var file bytes.Buffer
	file.WriteString("%PDF-1.7\n")
	offsets := make([]int, len(objects))
	for i, object := range objects {
		offsets[i] = file.Len()
		fmt.Fprintf(&file, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := file.Len()
	fmt.Fprintf(&file, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&file, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&file, "trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, trailer, start)
	return file.Bytes()
}

// Label returns a good label of some pages, 4 × 6 inches each, with a text.
func Label(text string, pageCount int) []byte {
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>", "",
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
		Stream("", "BT /F1 18 Tf 24 390 Td ("+text+") Tj ET"),
	}
	var kids strings.Builder
	for range pageCount {
		objects = append(objects, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 432]/Contents 4 0 R/Resources<</Font<</F1 3 0 R>>>>>>")
		fmt.Fprintf(&kids, "%d 0 R ", len(objects))
	}
	objects[1] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", kids.String(), pageCount)
	return PDF("", objects...)
}

// Stream returns a stream with further entries of its dictionary.
func Stream(entries, data string) string {
	return fmt.Sprintf("<<%s/Length %d>>stream\n%s\nendstream", entries, len(data), data)
}

// bomb returns a small text that zlib decompresses to a beginning and so many megabytes of zeros. After the
// first megabyte of zeros, each further one is compressed to the same few bytes.
func bomb(beginning string, megabytes int) string {
	zeros := make([]byte, 1<<20)
	var text bytes.Buffer
	text.WriteString("\x78\x01")
	w, _ := flate.NewWriter(&text, flate.BestCompression) // the level is one
	writeZeros := func() []byte {
		start := text.Len()
		_, _ = w.Write(zeros) // a buffer takes all
		_ = w.Flush()
		return bytes.Clone(text.Bytes()[start:])
	}
	_, _ = w.Write([]byte(beginning))
	if megabytes > 0 {
		writeZeros()
	}
	if megabytes > 1 {
		text.Write(bytes.Repeat(writeZeros(), megabytes-2))
	}
	_ = w.Close()
	const base = 65521 // of Adler-32; zeros do not change its lower half
	sum := uint64(adler32.Checksum([]byte(beginning)))
	low, high := sum&0xffff, sum>>16
	high = (high + low*uint64(megabytes<<20)) % base
	return string(binary.BigEndian.AppendUint32(text.Bytes(), uint32(high<<16|low)))
}

// twice compresses a compressed text once more.
func twice(text string) string {
	var smaller bytes.Buffer
	w := zlib.NewWriter(&smaller)
	_, _ = w.Write([]byte(text)) // into a buffer, which takes all
	_ = w.Close()
	return smaller.String()
}
