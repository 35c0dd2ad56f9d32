package inspecttest

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
)

// Picture returns a good label of so many dots, with a black frame.
func Picture(width, height int) []byte {
	picture := image.NewGray(image.Rect(0, 0, width, height))
	for y := 2; y < height-2; y++ {
		for x := 2; x < width-2; x++ {
			picture.SetGray(x, y, color.Gray{Y: 255})
		}
	}
	var file bytes.Buffer
	_ = png.Encode(&file, picture) // into a buffer, which takes all
	return file.Bytes()
}

// The colour types of PNG.
const (
	grey            = 0
	colour          = 2
	withTransparent = 6
)

// pictures returns the pictures that must be refused.
func pictures() []File {
	whole := Picture(812, 1218)
	files := []File{
		{Name: "half a picture", Content: whole[:len(whole)/2]},
		{Name: "a picture without its last row", Content: rows(1024, 1024, 8, grey, 1)}, // each row has a filter byte, too
		{Name: "a picture without its end", Content: whole[:len(whole)-20]},
		{Name: "no PNG", Content: []byte("\x89PNG\r\n\x1a\nis all there is")},
		{Name: "4,000 million dots", Content: rows(65535, 65535, 8, grey, 1024)},
		{Name: "more dots than an int", Content: rows(1<<31-1, 1<<31-1, 16, withTransparent, 1)},
		{Name: "A4 at 300 dpi with 16 bits", Content: rows(2480, 3508, 16, withTransparent, 68)},
		{Name: "dots that were not announced", Content: rows(100, 100, 8, colour, 1024)},
		{Name: "no dots", Content: rows(0, 0, 8, grey, 0)},
	}
	for i := range files {
		files[i].Format = "png"
	}
	return files
}

// rows returns a picture whose data decompresses to so many megabytes of zeros.
func rows(width, height uint32, bits, colourType byte, megabytes int) []byte {
	file := []byte("\x89PNG\r\n\x1a\n")
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	file = chunk(file, "IHDR", append(header, bits, colourType, 0, 0, 0))
	file = chunk(file, "IDAT", []byte(bomb("", megabytes)))
	return chunk(file, "IEND", nil)
}

func chunk(file []byte, kind string, content []byte) []byte {
	file = binary.BigEndian.AppendUint32(file, uint32(len(content)))
	start := len(file)
	file = append(append(file, kind...), content...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(file[start:]))
}
