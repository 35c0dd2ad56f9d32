package pages

import "fmt"

// The largest form fits on A4 if it is made smaller by a tenth, in 1/100 point. It may also lie on its side.
const (
	maxShortSide = 59528 * 10 / 9
	maxLongSide  = 84189 * 10 / 9
)

// Size is the size of a form in 1/100 point.
type Size struct{ Width, Height int }

// Form is a page as a form XObject of PDF, which a page of another file can draw. It draws from 0, 0 to its size.
type Form struct {
	Size
	Object // the dictionary and the stream
}

// formsKind begins encoded forms. A change of the encoding changes it.
const formsKind = "waybill forms 1\n"

// EncodeForms encodes forms, and the objects to which they and each other refer by index, as Encode does. The sizes of
// the forms follow the numbers of objects. It returns an error that names the exceeded limit.
func EncodeForms(forms []Form, objects []Object) ([]byte, error) {
	sizes, texts := make([]Size, len(forms)), make([]Object, len(forms))
	for i, f := range forms {
		short, long := min(f.Width, f.Height), max(f.Width, f.Height)
		if short < 1 || short > maxShortSide || long > maxLongSide {
			return nil, fmt.Errorf("a page of %d × %d mm: at most A4 and a tenth more", millimetres(f.Width), millimetres(f.Height))
		}
		sizes[i], texts[i] = f.Size, f.Object
	}
	return encode(formsKind, sizes, texts, objects)
}

func millimetres(size int) int { return size * 254 / 72_000 }

// Forms are encoded forms that were checked. All iterates over the forms, then over the objects.
type Forms struct {
	Pages

	Sizes []Size // of the forms
}

// DecodeForms checks encoded forms. It returns ErrDamaged if they are damaged.
func DecodeForms(encoded []byte) (Forms, error) {
	c, err := body(encoded, formsKind)
	if err != nil {
		return Forms{}, err
	}
	f := Forms{Pages: Pages{pages: c.number(MaxPages), objects: c.number(MaxObjects)}}
	for range f.pages {
		f.Sizes = append(f.Sizes, Size{c.number(maxLongSide), c.number(maxLongSide)})
	}
	if err := c.check(&f.Pages); err != nil {
		return Forms{}, err
	}
	return f, nil
}
