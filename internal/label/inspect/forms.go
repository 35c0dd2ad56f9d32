package inspect

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"waybill/internal/each"
	"waybill/internal/label/pages"
)

// PDFAsForms returns the encoded pages of a PDF as forms, which sheets of labels draw. It refuses what PDF refuses, and
// pages with annotations, such as fields that were filled in.
func PDFAsForms(file []byte) ([]byte, error) { return readPDF(file, pages.AsForms, (*copier).form) }

// form encodes a page as a form.
func (c *copier) form(d types.Dict) (pages.Page, error) {
	annotations, err := c.annotations(d["Annots"])
	if err != nil {
		return pages.Page{}, err
	}
	if len(annotations) > 0 {
		return pages.Page{}, errors.New("it has annotations, such as form fields: send it without them")
	}
	sides, err := c.visible(d)
	if err != nil {
		return pages.Page{}, err
	}
	matrix, size, err := c.upright(d, sides)
	if err != nil {
		return pages.Page{}, err
	}
	content, err := c.content(d["Contents"])
	if err != nil {
		return pages.Page{}, err
	}
	entries := types.Dict{
		"Type": types.Name("XObject"), "Subtype": types.Name("Form"), "BBox": numbers(sides[:]...), "Matrix": numbers(matrix[:]...),
		"Resources": types.Dict{}, "Filter": types.Name("FlateDecode"), "Length": types.Integer(len(content)),
	}
	copyEntries(entries, d, "Resources", "Group")
	if err := c.value(entries, 0); err != nil {
		return pages.Page{}, err
	}
	c.text = append(append(append(c.text, "stream\n"...), content...), "\nendstream"...)
	return pages.Page{Size: size, Object: c.end()}, nil
}

// rectangle has the left, lower, right and upper side of a box.
type rectangle [4]float64

// visible returns the box of a page that viewers show.
func (c *copier) visible(d types.Dict) (rectangle, error) {
	media, err := c.box(d, "MediaBox")
	if err != nil || d["CropBox"] == nil {
		return media, err
	}
	crop, err := c.box(d, "CropBox")
	if err != nil {
		return crop, err
	}
	shown := rectangle{max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3])}
	if shown[0] >= shown[2] || shown[1] >= shown[3] {
		return shown, errors.New("its CropBox is outside its MediaBox")
	}
	return shown, nil
}

func (c *copier) box(d types.Dict, name string) (side rectangle, err error) {
	array, err := c.ctx.DereferenceArray(d[name])
	if err != nil || len(array) != 4 {
		return side, fmt.Errorf("its %s: four numbers are wanted", name)
	}
	for i := range side {
		if side[i], err = c.ctx.DereferenceNumber(array[i]); err != nil {
			return side, fmt.Errorf("its %s: %w", name, err)
		}
	}
	return rectangle{min(side[0], side[2]), min(side[1], side[3]), max(side[0], side[2]), max(side[1], side[3])}, nil
}

// upright returns the matrix that moves a page's corner to 0, 0 and turns it as viewers do, and its size then.
func (c *copier) upright(d types.Dict, b rectangle) (matrix [6]float64, size pages.Size, err error) {
	turn, unit := 0.0, 1.0
	if d["Rotate"] != nil {
		if turn, err = c.ctx.DereferenceNumber(d["Rotate"]); err != nil {
			return matrix, size, err
		}
	}
	if d["UserUnit"] != nil {
		if unit, err = c.ctx.DereferenceNumber(d["UserUnit"]); err != nil {
			return matrix, size, err
		}
	}
	width, height := b[2]-b[0], b[3]-b[1]
	switch math.Mod(math.Mod(turn, 360)+360, 360) {
	case 0:
		matrix = [6]float64{1, 0, 0, 1, -b[0], -b[1]}
	case 90:
		matrix = [6]float64{0, -1, 1, 0, -b[1], b[2]}
		width, height = height, width
	case 180:
		matrix = [6]float64{-1, 0, 0, -1, b[2], b[3]}
	case 270:
		matrix = [6]float64{0, 1, -1, 0, b[3], -b[0]}
		width, height = height, width
	default:
		return matrix, size, fmt.Errorf("it is turned by %g degrees", turn)
	}
	for i := range matrix {
		matrix[i] *= unit
	}
	// A size that no sheet has is refused later.
	hundredths := func(side float64) int { return int(min(max(0, math.Ceil(side*unit*100)), math.MaxInt32)) }
	return matrix, pages.Size{Width: hundredths(width), Height: hundredths(height)}, nil
}

// content returns the streams of a page's content as one, compressed.
func (c *copier) content(o types.Object) ([]byte, error) {
	if o != nil {
		var err error
		if o, err = c.ctx.Dereference(o); err != nil {
			return nil, err
		}
	}
	streams, isList := o.(types.Array)
	if !isList && o != nil {
		streams = types.Array{o}
	}
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	left := int64(maxDecoded)
	for _, one := range streams {
		stream, _, err := c.ctx.DereferenceStreamDict(one)
		if err != nil {
			return nil, err
		}
		if stream == nil {
			continue
		}
		if err := stream.DecodeWithLimit(left); err != nil {
			return nil, fmt.Errorf("its content cannot be read: %w", err)
		}
		if left -= int64(len(stream.Content)); left < 1 {
			return nil, fmt.Errorf("its content decompresses to more than %d bytes", maxDecoded)
		}
		// An operator may not go on in the next stream.
		if _, err := io.Copy(z, io.MultiReader(bytes.NewReader(stream.Content), bytes.NewReader([]byte("\n")))); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

func numbers(values ...float64) types.Array {
	return each.Of(values, func(v float64) types.Object { return types.Float(v) })
}
