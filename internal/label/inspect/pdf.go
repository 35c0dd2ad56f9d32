package inspect

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"github.com/pdfcpu/pdfcpu/pkg/filter"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/fault"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/validate"

	"waybill/internal/label/pages"
)

// Limits of a PDF while it is read. The limits of the process cover what the library does not count.
const (
	maxDecoded = 32 << 20 // bytes of a stream that the library reads
	maxPrinted = 64 << 20 // bytes of a stream that a printer reads: a picture, or a font
	maxObjects = 100_000
	maxNodes   = 1000 // of the page tree
	maxDepth   = 50   // of the page tree, and of arrays and dictionaries

	// trailerWithin is the distance from the end of a file within which it must mark its end, as PDF readers
	// require.
	trailerWithin = 1024
)

// withoutFolder keeps the library from creating a settings folder in the home directory of the server's user.
// It writes to a global variable of the library, so it runs once. Package api of the library, which has a function for it and for all
// below, would make each start of the program 20 ms longer, by tables for forms.
var withoutFolder = sync.OnceFunc(func() { model.ConfigPath = "disable" })

// PDF returns the encoded pages of a PDF. They hold what is printed and nothing else of the file: no scripts,
// no attachments, no form fields.
func PDF(file []byte) ([]byte, error) { return readPDF(file, pages.AsPages, (*copier).page) }

// readPDF checks a PDF and encodes what one makes of each of its pages.
func readPDF(file []byte, kind pages.Kind, one func(*copier, types.Dict) (pages.Page, error)) (_ []byte, err error) {
	defer fault.Catch(&err) // the library panics about some files
	if !bytes.Contains(file[max(0, len(file)-trailerWithin):], []byte("%%EOF")) {
		return nil, errors.New("it is not whole: its end is missing")
	}
	withoutFolder()
	settings := model.NewDefaultConfiguration()
	settings.Limits.MaxDecodeBytes = maxDecoded
	settings.Limits.MaxObjectCount, settings.Limits.MaxXRefEntries = maxObjects, maxObjects
	ctx, err := pdfcpu.Read(bytes.NewReader(file), settings)
	if err != nil {
		return nil, fmt.Errorf("it cannot be read as PDF: %w", err)
	}
	if ctx.Encrypt != nil {
		return nil, errors.New("it is encrypted: send it without encryption")
	}
	if err := checkLayers(ctx); err != nil {
		return nil, err
	}
	// This comes before the library validates the file: validating replaces pages that cannot be read by
	// empty ones.
	copied, err := copyPages(ctx, kind, one)
	if err != nil {
		return nil, fmt.Errorf("its pages cannot be read: %w", err)
	}
	if version := model.V17; ctx.XRefTable.Version() < version { // printers do not check it either
		ctx.RootVersion = &version
	}
	if err := validate.XRefTable(ctx); err != nil {
		return nil, fmt.Errorf("it is no valid PDF: %w", err)
	}
	return copied, nil
}

// checkLayers refuses a file with layers that must not be printed: the file says so, not the page.
func checkLayers(ctx *model.Context) error {
	catalog, err := ctx.Catalog()
	if err != nil {
		return fmt.Errorf("its catalog cannot be read: %w", err)
	}
	layers, _ := ctx.DereferenceDict(catalog["OCProperties"])
	usual, _ := ctx.DereferenceDict(layers["D"])
	off, _ := ctx.DereferenceArray(usual["OFF"])
	if len(off) > 0 {
		return errors.New("it has layers that are hidden: send it without them")
	}
	return nil
}

// inherited are the entries that a page inherits from the nodes above it.
var inherited = []string{"Resources", "MediaBox", "CropBox", "Rotate"}

// tree collects the pages of a page tree.
type tree struct {
	ctx   *model.Context
	nodes int
	pages []types.Dict // with their inherited entries
}

// walk collects the pages below a node, which inherits entries.
func (t *tree) walk(node types.Object, from types.Dict, depth int) error {
	if t.nodes++; t.nodes > maxNodes || depth > maxDepth {
		return fmt.Errorf("their tree has more than %d nodes, or %d levels", maxNodes, maxDepth)
	}
	d, err := t.ctx.DereferenceDict(node)
	if err != nil || d == nil {
		return cmp.Or(err, errors.New("a page is missing"))
	}
	merged := maps.Clone(d)
	for _, key := range inherited {
		if merged[key] == nil && from[key] != nil {
			merged[key] = from[key]
		}
	}
	if d["Kids"] == nil {
		t.pages = append(t.pages, merged)
		return nil
	}
	kids, err := t.ctx.DereferenceArray(d["Kids"])
	for _, kid := range kids {
		if err == nil && kid != nil {
			err = t.walk(kid, merged, depth+1)
		}
	}
	return err
}

// leavesOf returns the pages of a file, at least one.
func leavesOf(ctx *model.Context) ([]types.Dict, error) {
	root, err := ctx.Pages()
	if err != nil {
		return nil, err
	}
	t := tree{ctx: ctx}
	if err := t.walk(*root, nil, 0); err != nil {
		return nil, err
	}
	if len(t.pages) == 0 {
		return nil, errors.New("there is none")
	}
	return t.pages, nil
}

// copyPages encodes what one makes of each page, with all objects to which that refers.
func copyPages(ctx *model.Context, kind pages.Kind, one func(*copier, types.Dict) (pages.Page, error)) ([]byte, error) {
	leaves, err := leavesOf(ctx)
	if err != nil {
		return nil, err
	}
	c := copier{ctx: ctx, index: make(map[int]int)}
	copied := make([]pages.Page, len(leaves))
	for i, d := range leaves {
		if copied[i], err = one(&c, d); err != nil {
			return nil, fmt.Errorf("page %d: %w", i+1, err)
		}
	}
	objects, err := c.objects()
	if err != nil {
		return nil, err
	}
	return pages.Encode(kind, copied, objects)
}

// copier writes objects of a file as text.
type copier struct {
	ctx   *model.Context
	index map[int]int         // of an object, by its number in the file
	found []types.IndirectRef // by index
	total int                 // bytes so far
	text  []byte              // of the open object
	refs  []pages.Ref
}

// printed are the entries of a page that are copied, in addition to its annotations.
var printed = append([]string{"Contents", "UserUnit", "Group"}, inherited...)

// page encodes a page.
func (c *copier) page(d types.Dict) (pages.Page, error) {
	entries := types.Dict{}
	copyEntries(entries, d, printed...)
	annotations, err := c.annotations(d["Annots"])
	if err != nil {
		return pages.Page{}, err
	}
	if len(annotations) > 0 {
		entries["Annots"] = annotations
	}
	if err := c.entries(entries, 0); err != nil {
		return pages.Page{}, err
	}
	return pages.Page{Object: c.end()}, nil
}

// copyEntries copies the entries of some keys, as far as there are any.
func copyEntries(to, from types.Dict, keys ...string) {
	for _, key := range keys {
		if from[key] != nil {
			to[key] = from[key]
		}
	}
}

// annotations returns the annotations that are drawn, such as stamps and filled-in fields, without their
// actions.
func (c *copier) annotations(list types.Object) (types.Array, error) {
	all, err := c.ctx.DereferenceArray(list)
	if err != nil {
		return nil, err
	}
	var drawn types.Array
	for _, one := range all {
		d, err := c.ctx.DereferenceDict(one)
		if err != nil {
			return nil, err
		}
		appearance, err := c.ctx.DereferenceDict(d["AP"])
		if err != nil {
			return nil, err
		}
		if appearance["N"] == nil {
			continue
		}
		// Form fields are drawn only where there is a form; stamps are always drawn.
		kept := types.Dict{"Subtype": types.Name("Stamp"), "AP": types.Dict{"N": appearance["N"]}}
		copyEntries(kept, d, "Rect", "F", "AS")
		drawn = append(drawn, kept)
	}
	return drawn, nil
}

// objects encodes the objects that were found, and the objects that they refer to.
func (c *copier) objects() (objects []pages.Object, err error) {
	for len(objects) < len(c.found) && len(objects) <= pages.MaxObjects { // c.object finds more
		o, err := c.object(c.found[len(objects)])
		if err != nil {
			return nil, err
		}
		objects = append(objects, o)
	}
	return objects, nil
}

// notPrinted are the entries of a stream that are not copied: its description, data of the program that made it, attached
// files, and data or pages in other files.
var notPrinted = []string{"Metadata", "PieceInfo", "AF", "OPI", "Ref", "F", "FFilter", "FDecodeParms"}

// object encodes an object of the file. A missing object is null, as PDF defines it.
func (c *copier) object(ref types.IndirectRef) (pages.Object, error) {
	o, err := c.ctx.Dereference(ref)
	if err != nil {
		return pages.Object{}, err
	}
	stream, isStream := o.(types.StreamDict)
	if !isStream {
		err := c.value(o, 0)
		return c.end(), err
	}
	if err := checkStream(stream); err != nil {
		return pages.Object{}, err
	}
	d := maps.Clone(stream.Dict)
	for _, key := range notPrinted {
		delete(d, key)
	}
	d["Length"] = types.Integer(len(stream.Raw))
	if err := c.value(d, 0); err != nil {
		return pages.Object{}, err
	}
	c.text = append(append(append(c.text, "stream\n"...), stream.Raw...), "\nendstream"...)
	return c.end(), nil
}

// checkStream refuses a stream that decompresses to more than a printer should have to read. Streams with
// other filters, and damaged ones, are left to the printer.
func checkStream(stream types.StreamDict) error {
	var r io.Reader = bytes.NewReader(stream.Raw)
	for _, f := range stream.FilterPipeline {
		if f.Name != filter.Flate {
			return nil
		}
		var err error
		if r, err = zlib.NewReader(r); err != nil {
			return nil //nolint:nilerr // it is damaged
		}
	}
	if n, _ := io.Copy(io.Discard, io.LimitReader(r, maxPrinted+1)); n > maxPrinted {
		return fmt.Errorf("a stream decompresses to more than %d bytes", maxPrinted)
	}
	return nil
}

// end returns the object that was written and starts the next one.
func (c *copier) end() pages.Object {
	o := pages.Object{Text: c.text, Refs: c.refs}
	c.total += len(c.text)
	c.text, c.refs = nil, nil
	return o
}

// value appends a value to the text.
func (c *copier) value(o types.Object, depth int) error {
	if depth > maxDepth {
		return errors.New("a value is nested too deeply")
	}
	if c.total+len(c.text) > pages.MaxSize {
		return fmt.Errorf("more than %d bytes", pages.MaxSize)
	}
	switch o := o.(type) {
	case nil:
		c.text = append(c.text, "null"...)
	case types.IndirectRef:
		c.refs = append(c.refs, pages.Ref{At: len(c.text), To: c.indexOf(o)})
	case types.Array:
		c.text = append(c.text, '[')
		for _, element := range o {
			c.text = append(c.text, ' ')
			if err := c.value(element, depth+1); err != nil {
				return err
			}
		}
		c.text = append(c.text, ']')
	case types.Dict:
		c.text = append(c.text, "<<"...)
		if err := c.entries(o, depth+1); err != nil {
			return err
		}
		c.text = append(c.text, ">>"...)
	case types.Boolean, types.Integer, types.Float, types.Name, types.StringLiteral, types.HexLiteral:
		c.text = append(c.text, o.PDFString()...)
	default:
		return fmt.Errorf("a %T is where it cannot be", o)
	}
	return nil
}

// entries appends the entries of a dictionary, sorted by name, so that the same file gives the same text.
func (c *copier) entries(d types.Dict, depth int) error {
	for _, key := range slices.Sorted(maps.Keys(d)) {
		c.text = append(append(append(c.text, '/'), types.EncodeName(key)...), ' ')
		if err := c.value(d[key], depth); err != nil {
			return err
		}
	}
	return nil
}

// indexOf returns the index of an object, a new one at the first reference to it.
func (c *copier) indexOf(ref types.IndirectRef) int {
	number := ref.ObjectNumber.Value()
	i, known := c.index[number]
	if !known {
		i = len(c.found)
		c.index[number] = i
		c.found = append(c.found, ref)
	}
	return i
}
