package canvas

import (
	"bytes"
	"strconv"

	"waybill/internal/label/pages"
)

// Copier is a canvas that takes pages which are drawn already.
type Copier interface {
	// Copy ends the page before and puts a drawn document in, in the format of the canvas.
	// Returns an error for one that is damaged.
	Copy(document []byte) error
}

// Copy implements Copier. The document is encoded pages.
func (p *PDF) Copy(document []byte) error {
	copied, err := pages.Decode(document)
	if err != nil {
		return err
	}
	p.endPage()
	first := len(p.offsets) // the number before that of its object 0
	p.offsets = append(p.offsets, make([]int64, copied.Objects())...)
	next := first
	for isPage, pieces := range copied.All() {
		before, after := "", ""
		if isPage {
			p.offsets = append(p.offsets, 0)
			p.pages = append(p.pages, len(p.offsets))
			p.beginObject(len(p.offsets))
			before, after = "<</Type/Page/Parent "+strconv.Itoa(objPages)+" 0 R", ">>"
		} else {
			next++
			p.beginObject(next)
		}
		p.out.write([]byte(before))
		for text, ref := range pieces {
			p.out.write(text)
			if ref >= 0 {
				p.out.write(append(strconv.AppendInt([]byte(" "), int64(first+1+ref), 10), " 0 R"...))
			}
		}
		p.out.write([]byte(after + endObject))
	}
	return nil
}

// Copy implements Copier. The document is ZPL.
func (z *ZPL) Copy(document []byte) error {
	z.endPage()
	_, _ = z.out.Write(document) // which keeps its first error for Close
	if !bytes.HasSuffix(document, []byte("\n")) {
		_ = z.out.WriteByte('\n')
	}
	_ = z.out.Flush()
	return nil
}
