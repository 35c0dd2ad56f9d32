package canvas

import (
	"bytes"
	"strconv"

	"waybill/internal/label/pages"
)

// Copier is a canvas that accepts finished pages.
type Copier interface {
	// Copy ends the current page and inserts a finished document in the format of the canvas. It returns an
	// error for a damaged document.
	Copy(document []byte) error
}

// Copy implements Copier. The document is encoded pages.
func (p *PDF) Copy(document []byte) error {
	copied, err := pages.Decode(pages.AsPages, document)
	if err != nil {
		return err
	}
	p.endPage()
	written := p.write(copied, "<</Type/Page/Parent "+strconv.Itoa(objPages)+" 0 R", ">>")
	p.pages = append(p.pages, written...)
	return nil
}

// write writes pages, each between two texts, and the objects to which they refer. It returns the numbers of the pages.
func (p *PDF) write(copied pages.Pages, before, after string) (numbers []int) {
	first := len(p.offsets) // its object 0 has the next number
	p.offsets = append(p.offsets, make([]int64, copied.Objects())...)
	next := first
	for isPage, pieces := range copied.All() {
		begin, end := "", ""
		if isPage {
			p.offsets = append(p.offsets, 0)
			numbers = append(numbers, len(p.offsets))
			p.beginObject(len(p.offsets))
			begin, end = before, after
		} else {
			next++
			p.beginObject(next)
		}
		p.out.write([]byte(begin))
		for text, ref := range pieces {
			p.out.write(text)
			if ref >= 0 {
				p.out.write(append(strconv.AppendInt([]byte(" "), int64(first+1+ref), 10), " 0 R"...))
			}
		}
		p.out.write([]byte(end + endObject))
	}
	return numbers
}

// Copy implements Copier. The document is ZPL. A reset follows it, because it may turn or mirror the labels after it.
func (z *ZPL) Copy(document []byte) error {
	z.endPage()
	_, _ = z.out.Write(document) // the writer keeps its first error for Close
	if !bytes.HasSuffix(document, []byte("\n")) {
		_ = z.out.WriteByte('\n')
	}
	_, _ = z.out.WriteString(reset)
	_ = z.out.Flush()
	return nil
}

// Picturer is a canvas of dots, which accepts finished pages as pictures.
type Picturer interface {
	// Pictures ends the current page and inserts encoded pictures, each as a page of its size. They have the
	// resolution of the canvas. It returns an error for damaged ones.
	Pictures(encoded []byte) error
}

// Pictures implements Picturer.
func (z *ZPL) Pictures(encoded []byte) error { return z.pictures(encoded, z.Page) }

// Pictures implements Picturer.
func (p *PNG) Pictures(encoded []byte) error { return p.pictures(encoded, p.Page) }

// pictures begins a page for each picture.
func (d *dots) pictures(encoded []byte, begin func(width, height float64)) error {
	for picture, err := range pages.DecodePictures(encoded) {
		if err != nil {
			return err
		}
		begin(float64(picture.Width)/d.perMM, float64(picture.Height)/d.perMM)
		copy(d.page.bits, picture.Bits) // rows have the same length: the page has the picture's size
	}
	return nil
}
